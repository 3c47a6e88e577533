use zeroize::Zeroizing;

use super::*;

const NOW: Timestamp = Timestamp(1_795_888_000_000);
const STAMP: &str = "one-start";

fn key(byte: u8) -> DigestKey {
    DigestKey::new(Zeroizing::new([byte; 32]))
}

fn header(client: &str, arrived_at: &str) -> RelayHeader {
    RelayHeader {
        purpose: Purpose::Relay(ListenerKind::Https),
        client: client.parse().unwrap(),
        arrived_at: arrived_at.parse().unwrap(),
        written: NOW,
        nonce: [9; NONCE_BYTES],
    }
}

fn usual() -> RelayHeader {
    header("192.0.2.1:50000", "198.51.100.7:443")
}

/// Reads with a reader that has seen no header yet.
fn read(bytes: &[u8]) -> Result<RelayHeader, Refusal> {
    read_at(bytes, NOW)
}

fn read_at(bytes: &[u8], now: Timestamp) -> Result<RelayHeader, Refusal> {
    RelayHeader::read(bytes, (&key(1), STAMP), now, &mut SeenNonces::default())
}

#[test]
fn a_header_is_read_as_it_was_written() {
    for (client, arrived_at) in [
        ("192.0.2.1:50000", "198.51.100.7:443"),
        ("[2001:db8::1]:50000", "[2001:db8::2]:443"),
        ("[2001:db8::1]:50000", "198.51.100.7:443"),
        ("192.0.2.1:50000", "[2001:db8::2]:443"),
        ("127.0.0.1:1", "127.0.0.1:2"),
    ] {
        for purpose in [
            Purpose::Relay(ListenerKind::Http),
            Purpose::Relay(ListenerKind::Https),
            Purpose::Relay(ListenerKind::Mqtt),
            Purpose::Relay(ListenerKind::Mqtts),
            Purpose::Probe,
        ] {
            let header = RelayHeader {
                purpose,
                ..header(client, arrived_at)
            };
            let bytes = header.write(&key(1), STAMP);
            let prefix = bytes.first_chunk().unwrap();
            assert_eq!(length_after(prefix), Ok(bytes.len() - PREFIX_BYTES));
            assert_eq!(read(&bytes), Ok(header));
        }
    }
    let inside_ipv6 = header("[::ffff:192.0.2.1]:50000", "[::ffff:198.51.100.7]:443");
    assert_eq!(read(&inside_ipv6.write(&key(1), STAMP)), Ok(usual()));
}

/// The parts that the published protocol defines, byte for byte.
#[test]
fn the_header_has_the_published_form() {
    let bytes = usual_bytes();
    let published = [
        &b"\x0d\x0a\x0d\x0a\x00\x0d\x0a\x51\x55\x49\x54\x0a\x21\x11\x00\x51"[..],
        &[192, 0, 2, 1, 198, 51, 100, 7],
        &50_000_u16.to_be_bytes(),
        &443_u16.to_be_bytes(),
        &[0xE0, 0, 1, 2, 0xE1, 0, 8],
    ]
    .concat();
    assert_eq!(bytes[..published.len()], published);
    assert_eq!(bytes.len(), 16 + 0x51);
}

#[test]
fn a_header_with_a_changed_byte_is_refused() {
    let bytes = usual_bytes();
    for place in 0..bytes.len() {
        for bit in 0..8 {
            let mut changed = bytes.clone();
            changed[place] ^= 1 << bit;
            let refused = read(&changed).unwrap_err();
            assert!(
                matches!(refused, Refusal::Malformed | Refusal::Forged),
                "{place}: {refused}"
            );
        }
    }
}

#[test]
fn a_header_of_another_length_is_refused() {
    let bytes = usual_bytes();
    for length in 0..bytes.len() {
        assert_eq!(read(&bytes[..length]), Err(Refusal::Malformed), "{length}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert_eq!(read(&longer), Err(Refusal::Malformed));
}

#[test]
fn a_header_under_another_key_or_for_another_start_is_refused() {
    let of = |key: DigestKey, stamp: &str| read(&usual().write(&key, stamp));
    assert_eq!(of(key(2), STAMP), Err(Refusal::Forged));
    assert_eq!(of(key(1), "another-start"), Err(Refusal::Forged));
    assert!(of(key(1), STAMP).is_ok());
}

#[test]
fn a_header_is_read_for_thirty_seconds() {
    let bytes = usual_bytes();
    for (distance, is_read) in [
        (0, true),
        (30_000, true),
        (-30_000, true),
        (30_001, false),
        (-30_001, false),
        (i64::MAX - NOW.0, false),
    ] {
        let read = read_at(&bytes, Timestamp(NOW.0 + distance));
        assert_eq!(read.is_ok(), is_read, "{distance}");
        assert!(is_read || read == Err(Refusal::Late));
    }
}

#[test]
fn a_header_is_read_once_and_forgotten_when_it_is_too_old() {
    let mut seen = SeenNonces::default();
    let mut read = |header: &RelayHeader, now| {
        let bytes = header.write(&key(1), STAMP);
        RelayHeader::read(&bytes, (&key(1), STAMP), now, &mut seen).map(drop)
    };
    let first = usual();
    let second = RelayHeader {
        nonce: [8; NONCE_BYTES],
        ..usual()
    };
    assert_eq!(read(&first, NOW), Ok(()));
    assert_eq!(read(&first, NOW), Err(Refusal::Repeated));
    assert_eq!(read(&second, NOW), Ok(()));
    let last_moment = Timestamp(NOW.0 + MAX_DISTANCE_MS);
    assert_eq!(read(&first, last_moment), Err(Refusal::Repeated));
    let later = RelayHeader {
        written: Timestamp(last_moment.0 + 1),
        ..usual()
    };
    assert_eq!(read(&later, later.written), Ok(()));
    assert_eq!(seen.0.len(), 1);
}

/// A node whose clock is wrong has to learn it. A copy of its header must not give more.
#[test]
fn a_probe_is_read_at_any_time_and_tells_whether_it_is_timely() {
    let probe = RelayHeader {
        purpose: Purpose::Probe,
        ..usual()
    };
    let bytes = probe.write(&key(1), STAMP);
    for (distance, is_timely) in [
        (0, true),
        (30_000, true),
        (30_001, false),
        (-86_400_000, false),
    ] {
        let now = Timestamp(NOW.0 + distance);
        let read = read_at(&bytes, now).unwrap();
        assert_eq!(read, probe);
        assert_eq!(read.is_timely(now), is_timely, "{distance}");
    }
    let mut seen = SeenNonces::default();
    let mut read = || RelayHeader::read(&bytes, (&key(1), STAMP), NOW, &mut seen);
    assert!(read().is_ok());
    assert_eq!(read(), Err(Refusal::Repeated));
    assert_eq!(
        RelayHeader::read(&bytes, (&key(2), STAMP), NOW, &mut SeenNonces::default()),
        Err(Refusal::Forged)
    );
}

/// Such headers of other programs name no client, or one of another kind.
#[test]
fn headers_of_other_kinds_are_refused() {
    let bytes = usual_bytes();
    // Version 1, the command LOCAL, and the families "unspecified", UDP over IPv4, and Unix sockets.
    for (place, value) in [(12, 0x11), (12, 0x20), (13, 0x00), (13, 0x12), (13, 0x31)] {
        let mut changed = bytes.clone();
        changed[place] = value;
        assert_eq!(read(&changed), Err(Refusal::Malformed), "{place} {value}");
    }
    let mut unknown_listener = bytes;
    unknown_listener[PREFIX_BYTES + 12 + 3] = 6;
    assert_eq!(read(&unknown_listener), Err(Refusal::Malformed));
    for start in [
        &b"PROXY TCP4 192.0"[..],
        b"GET / HTTP/1.1\r\n",
        b"\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03abcde",
    ] {
        let prefix = start.first_chunk().unwrap();
        assert_eq!(length_after(prefix), Err(Refusal::Malformed));
    }
    let mut too_long: [u8; PREFIX_BYTES] = *usual_bytes().first_chunk().unwrap();
    too_long[14..].copy_from_slice(&1009_u16.to_be_bytes());
    assert_eq!(length_after(&too_long), Err(Refusal::Malformed));
    too_long[14..].copy_from_slice(&1008_u16.to_be_bytes());
    assert_eq!(length_after(&too_long), Ok(1008));
}

fn usual_bytes() -> Vec<u8> {
    usual().write(&key(1), STAMP)
}
