//! Bytes of hostile clients over HTTP/2 (RFC 9113).

/// Returns the begin of a connection, and requests for an unknown path on so many streams.
pub(super) fn unknown_paths(streams: u32) -> Vec<u8> {
    let mut bytes = begin();
    for stream in 0..streams {
        add_request(&mut bytes, stream, UNKNOWN);
    }
    bytes
}

/// Returns the begin of a connection, and heads over 32 KiB on so many streams: a field of 4000 bytes enters the table of
/// HPACK, and each further byte repeats it.
pub(super) fn large_heads(streams: u32) -> Vec<u8> {
    let mut bytes = begin();
    let mut first = [UNKNOWN, b"\x40\x01x\x7f\xa1\x1e"].concat();
    first.extend([b'a'; 4000]);
    first.extend([REPEATED_FIELD; 8]);
    add_request(&mut bytes, 0, &first);
    for stream in 1..streams {
        add_request(
            &mut bytes,
            stream,
            &[UNKNOWN, &[REPEATED_FIELD; 9]].concat(),
        );
    }
    bytes
}

/// Returns the begin of a connection, and ten thousand pings.
pub(super) fn pings() -> Vec<u8> {
    let ping = b"\0\0\x08\x06\0\0\0\0\0lockstep";
    [begin(), ping.repeat(10_000)].concat()
}

/// The preface, and an empty SETTINGS frame.
fn begin() -> Vec<u8> {
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0".to_vec()
}

/// Adds a request without a body on the `nth` stream.
fn add_request(bytes: &mut Vec<u8>, nth: u32, head: &[u8]) {
    let length = u32::try_from(head.len()).unwrap_or(u32::MAX);
    bytes.extend(&length.to_be_bytes()[1..]);
    // Its flags are END_HEADERS and END_STREAM.
    bytes.extend([HEADERS_FRAME, 5]);
    bytes.extend((2 * nth + 1).to_be_bytes());
    bytes.extend(head);
}

/// `GET http /unknown`, authority `a`, as HPACK without compression.
const UNKNOWN: &[u8] = b"\x82\x86\x04\x08/unknown\x01\x01a";
/// The newest field in the table of HPACK.
const REPEATED_FIELD: u8 = 0xbe;
/// The type of a frame with the head of a request or of an answer (RFC 9113, 6.2).
pub(super) const HEADERS_FRAME: u8 = 1;
