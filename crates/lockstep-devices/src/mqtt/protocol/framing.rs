//! Finds the ends of packets in received bytes. The protocol gets complete packets only, so that the bytes of an
//! incomplete one are known, and no memory is taken for a length that a client only announces.

use crate::mqtt::MAX_PACKET_BYTES;

/// Returns the length of the first packet if it is complete. The header is enough if the protocol refuses the packet for
/// its length.
pub(super) fn first_packet(bytes: &[u8]) -> Option<usize> {
    let mut remaining = 0;
    for (index, byte) in bytes.iter().skip(1).take(MAX_LENGTH_BYTES).enumerate() {
        remaining |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 != 0 {
            continue;
        }
        let header = index + 2;
        let length = header + remaining;
        if length > MAX_PACKET_BYTES as usize {
            return Some(header);
        }
        return (bytes.len() >= length).then_some(length);
    }
    // The length does not end.
    (bytes.len() > MAX_LENGTH_BYTES).then_some(1 + MAX_LENGTH_BYTES)
}

/// Whether a packet is a CONNECT with the reserved flag set: the server must not accept it (\[MQTT-3.1.2-3\]).
pub(super) fn has_reserved_connect_flag(packet: &[u8]) -> bool {
    let Some((first, rest)) = packet.split_first() else {
        return false;
    };
    let mut length = rest.iter().take(MAX_LENGTH_BYTES);
    let Some(last) = length.position(|byte| byte & 0x80 == 0) else {
        return false;
    };
    let Some((name, rest)) = rest[last + 1..].split_first_chunk::<2>() else {
        return false;
    };
    // After the name of the protocol and its version.
    let flags = rest.get(usize::from(u16::from_be_bytes(*name)) + 1);
    first >> 4 == CONNECT && flags.is_some_and(|flags| flags & RESERVED_FLAG != 0)
}

/// The maximum number of bytes that state the length of a packet, after its first byte.
const MAX_LENGTH_BYTES: usize = 4;
/// The type of a CONNECT, in the upper half of its first byte.
const CONNECT: u8 = 1;
/// The lowest of CONNECT's flags.
const RESERVED_FLAG: u8 = 1;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_is_complete_or_refused_by_its_header() {
        let publish = |length: [u8; 3], bytes: usize| {
            let mut packet = vec![0x30];
            packet.extend(length);
            packet.resize(4 + bytes, 0);
            packet
        };
        // The longest packet has 256 KiB with its header; one byte more is too long.
        let longest = (256 << 10) - 4;
        let (fits, too_long) = ([0xfc, 0xff, 0x0f], [0xfd, 0xff, 0x0f]);
        for (bytes, length) in [
            (vec![], None),
            (vec![0xc0], None),
            (vec![0xc0, 0x00], Some(2)),
            (vec![0xc0, 0x00, 0xc0], Some(2)),
            (vec![0x40, 0x02, 0x00], None),
            (vec![0x40, 0x02, 0x00, 0x01], Some(4)),
            (vec![0x40, 0x02, 0x00, 0x01, 0x40], Some(4)),
            (vec![0x30, 0x80, 0x01], None),
            (publish(fits, 0), None),
            (publish(fits, longest - 1), None),
            (publish(fits, longest), Some(256 << 10)),
            (publish(too_long, 0), Some(4)),
            (vec![0x30, 0xff, 0xff, 0xff], None),
            (vec![0x30, 0xff, 0xff, 0xff, 0x7f], Some(5)),
            (vec![0xff; 5], Some(5)),
            (vec![0xff; 9], Some(5)),
        ] {
            let start = &bytes[..bytes.len().min(6)];
            assert_eq!(
                first_packet(&bytes),
                length,
                "{} bytes: {start:x?}",
                bytes.len()
            );
        }
    }

    #[test]
    fn the_reserved_flag_of_a_connect_is_found() {
        for (packet, is_set) in [
            (&b"\x10\x0c\0\x04MQTT\x04\x02\0\x3c\0\0"[..], false),
            (b"\x10\x0c\0\x04MQTT\x04\x03\0\x3c\0\0", true),
            (b"\x10\x0d\0\x04MQTT\x05\x03\0\x3c\0\0\0", true),
            // The length in two bytes.
            (b"\x10\x8c\0\0\x04MQTT\x04\x02\0\x3c\0\0", false),
            (b"\x10\x8c\0\0\x04MQTT\x04\x03\0\x3c\0\0", true),
            // Another packet, and packets that end before the flags.
            (b"\x30\x0c\0\x04MQTT\x04\x03\0\x3c\0\0", false),
            (b"\x10\x07\0\x04MQTT\x04", false),
            (b"\x10\x02\xff\xff", false),
            (b"\x10\0", false),
            (b"\x10\xff\xff\xff\xff", false),
            (b"", false),
        ] {
            assert_eq!(has_reserved_connect_flag(packet), is_set, "{packet:x?}");
        }
    }
}
