//! Bodies and connections that try to exhaust a server's memory, shared by several tests.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};

use crate::app::SeededRandom;

/// Returns a JSON object of about `bytes` bytes whose only field is an array of repeated `unit`.
pub(crate) fn json_of(unit: &str, bytes: usize) -> Vec<u8> {
    let mut json = b"{\"data\":[".to_vec();
    while json.len() + unit.len() < bytes {
        json.extend(unit.as_bytes());
    }
    json.extend(b"0]}");
    json
}

/// Returns nested arrays that are never closed.
pub(crate) fn json_nested(depth: usize) -> Vec<u8> {
    "[".repeat(depth).into_bytes()
}

/// Returns about 31 MiB of JSON that zstd compresses to about 89 KB. Occasional random digits limit
/// the compression.
pub(crate) fn zstd_bomb() -> Vec<u8> {
    let mut dice = SeededRandom(89);
    let mut json = json_of("0,", 31 << 20);
    for place in (100..json.len() - 100).step_by(650) {
        json[place & !1 | 1] = b'1' + (dice.roll() % 9) as u8;
    }
    zstd::encode_all(&json[..], 3).unwrap()
}

/// Returns a zstd frame whose header requests a window of 2^`log` bytes, with one raw byte.
pub(crate) fn zstd_window(log: u8) -> Vec<u8> {
    let mut frame = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, (log - 10) << 3];
    frame.extend([0b1001, 0, 0, b'{']);
    frame
}

/// Returns a form whose first part has a head of `bytes` bytes, and its content type.
pub(crate) fn form_with_long_head(bytes: usize) -> (Vec<u8>, &'static str) {
    let mut form = b"--edge\r\nContent-Disposition: form-data; name=\"".to_vec();
    form.extend(std::iter::repeat_n(b'x', bytes));
    (form, FORM)
}

/// Returns a form whose part `participant` has `bytes` bytes, and its content type.
pub(crate) fn form_with_long_field(bytes: usize) -> (Vec<u8>, &'static str) {
    let mut form =
        b"--edge\r\nContent-Disposition: form-data; name=\"participant\"\r\n\r\n".to_vec();
    form.extend(std::iter::repeat_n(b'x', bytes));
    form.extend(b"\r\n--edge--\r\n");
    (form, FORM)
}

const FORM: &str = "multipart/form-data; boundary=edge";

/// Returns the bytes of a request; `fields` are complete header lines.
pub(crate) fn request(method: &str, path: &str, fields: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = format!(
        "{method} {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {}\r\n{fields}\r\n",
        body.len()
    )
    .into_bytes();
    bytes.extend(body);
    bytes
}

/// Opens a connection from the `n`-th loopback address and sends bytes until the server stops
/// reading.
pub(crate) async fn connect_from(n: u8, address: SocketAddr, bytes: &[u8]) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    let from = IpAddr::V4(Ipv4Addr::new(127, 0, 7, n));
    socket.bind(SocketAddr::new(from, 0)).unwrap();
    let mut stream = socket.connect(address).await.unwrap();
    // The server may refuse and close before it has read everything.
    let _ = stream.write_all(bytes).await;
    stream
}

/// Builds an HTTP/2 frame (RFC 9113, 4.1).
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    let mut all = length[1..].to_vec();
    all.extend([kind, flags]);
    all.extend(stream.to_be_bytes());
    all.extend(payload);
    all
}

/// Splits bytes into HTTP/2 frames: (kind, stream, payload).
pub(crate) fn frames(mut bytes: &[u8]) -> Vec<(u8, u32, Vec<u8>)> {
    let mut all = Vec::new();
    while let [a, b, c, kind, _, s0, s1, s2, s3, rest @ ..] = bytes {
        let length = u32::from_be_bytes([0, *a, *b, *c]) as usize;
        let Some(payload) = rest.get(..length) else {
            break;
        };
        let stream = u32::from_be_bytes([*s0, *s1, *s2, *s3]);
        all.push((*kind, stream, payload.to_vec()));
        bytes = &rest[length..];
    }
    all
}

/// Builds the begin of an HTTP/2 connection with `settings`, and requests with an HPACK `head` and no body.
pub(crate) fn http2_requests(settings: &[u8], head: &[u8], requests: u32) -> Vec<u8> {
    let mut all = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec();
    all.extend(frame(4, 0, 0, settings));
    for index in 0..requests {
        all.extend(frame(1, 5, 2 * index + 1, head));
    }
    all
}

/// Builds HTTP/2 `requests` for `path` by a client whose flow-control window accepts no response
/// bytes. With `takes_gzip`, the client takes compressed ones.
pub(crate) fn unread_http2(path: &str, takes_gzip: bool, requests: u32) -> Vec<u8> {
    let mut head = b"\x82\x86\x04".to_vec();
    head.push(u8::try_from(path.len()).unwrap());
    head.extend(path.as_bytes());
    head.extend(b"\x01\x01a");
    if takes_gzip {
        // The entry `accept-encoding: gzip, deflate` of HPACK's static table.
        head.push(0x90);
    }
    // SETTINGS_INITIAL_WINDOW_SIZE 0.
    http2_requests(&[0, 4, 0, 0, 0, 0], &head, requests)
}
