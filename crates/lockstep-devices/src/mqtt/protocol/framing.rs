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

/// The maximum number of bytes that state the length of a packet, after its first byte.
const MAX_LENGTH_BYTES: usize = 4;

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
}
