//! Floods of frames that carry neither a request nor data, over HTTP/2 and over WebSockets: they end their own connection.

use std::net::SocketAddr;
use std::time::Duration;

use lockstep_server::telemetry;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::app::TestApp;
use crate::attacks::{connect_from, frame, frames, http2_requests};
use crate::child::Child;

/// More frames than a client has at once and gains in the time of a test.
const FLOOD: usize = 4000;

/// A server that ends no connection of these tests because it is idle.
async fn app() -> TestApp {
    TestApp::start_with(|config| {
        config.network.header_seconds = 120;
        config.network.idle_seconds = 120;
    })
    .await
}

/// Returns how many connections of this process were closed because of their frames.
fn flooded() -> u64 {
    let text = telemetry::figures().render();
    let counter = "lockstep_connections_flooded_total ";
    let counted = text.lines().find_map(|line| line.strip_prefix(counter));
    counted.map_or(0, |counted| counted.parse().unwrap())
}

/// Opens a connection of HTTP/2 with one request, and reads its answer.
async fn answered(address: SocketAddr, head: &[u8]) -> TcpStream {
    let mut stream = connect_from(11, address, &http2_requests(&[], head, 1)).await;
    let mut received = Vec::new();
    while !frames(&received).iter().any(|it| it.0 == HEADERS) {
        assert!(stream.read_buf(&mut received).await.unwrap() > 0);
    }
    stream
}

/// Reads until the server closes the connection.
async fn ends(mut stream: TcpStream, what: &str) {
    let mut rest = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut rest));
    // A connection that was reset has ended, too.
    assert!(read.await.is_ok(), "{what}: the connection is still open");
}

#[tokio::test]
async fn floods_of_http2_frames_end_their_connection() {
    let app = app().await;
    let address = app.anonymous().address;
    for (what, kind, flags, on, payload) in [
        ("SETTINGS", 4, 0, 0, &[0_u8; 0][..]),
        ("PING", PING, 0, 0, &[0; 8]),
        ("acknowledged PING", PING, 1, 0, &[0; 8]),
        ("PRIORITY", 2, 0, 1, &[0; 5]),
        ("RST_STREAM", 3, 0, 1, &[0; 4]),
        ("WINDOW_UPDATE", WINDOW_UPDATE, 0, 0, &[0, 0, 0, 1]),
        ("unknown", 99, 0, 0, &[]),
    ] {
        let before = flooded();
        let mut stream = answered(address, UNKNOWN).await;
        let flood = frame(kind, flags, on, payload).repeat(FLOOD);
        // The server may close before it has read everything.
        let _ = stream.write_all(&flood).await;
        ends(stream, what).await;
        assert!(flooded() > before, "{what}");
    }
    app.admin().get("/healthz").await.ok();
}

/// A client may widen its windows whenever it has read something: these frames are paid by the bytes that it was sent.
#[tokio::test]
async fn a_client_that_reads_widens_its_windows_as_often_as_it_likes() {
    const STEP: usize = 256;
    /// Fewer than the document has.
    const DOCUMENT_BYTES: usize = 700_000;
    let app = app().await;
    let head = b"\x82\x86\x04\x0d/openapi.json\x01\x01a";
    let mut stream = connect_from(12, app.anonymous().address, &http2_requests(&[], head, 1)).await;
    let (mut received, mut read, mut updates) = (Vec::new(), 0, 0);
    while read < DOCUMENT_BYTES {
        assert!(stream.read_buf(&mut received).await.unwrap() > 0, "{read}");
        let complete = frames(&received);
        let bytes: usize = complete.iter().map(|it| 9 + it.2.len()).sum();
        received.drain(..bytes);
        for (_, _, payload) in complete.iter().filter(|it| it.0 == 0) {
            read += payload.len();
            let step = u32::try_from(STEP).unwrap().to_be_bytes();
            let mut of_both = frame(WINDOW_UPDATE, 0, 0, &step);
            of_both.extend(frame(WINDOW_UPDATE, 0, 1, &step));
            let steps = payload.len() / STEP + 1;
            stream.write_all(&of_both.repeat(steps)).await.unwrap();
            updates += 2 * steps;
        }
    }
    assert!(updates > FLOOD, "{updates}");
}

/// The library that reads WebSockets hands on whole messages only.
#[tokio::test]
async fn floods_of_empty_fragments_end_their_socket() {
    let app = app().await;
    let before = flooded();
    let socket = app.user("ada").await.socket("/v1/sfdp/stream").await;
    let mut stream = socket.stream.into_inner();
    // The begin of a text, and empty parts of it, with the mask 0.
    let begin = [1_u8, 0x80, 0, 0, 0, 0];
    stream.write_all(&begin).await.unwrap();
    let parts = [0_u8, 0x80, 0, 0, 0, 0].repeat(FLOOD);
    // The server may close before it has read everything.
    let _ = stream.write_all(&parts).await;
    ends(stream, "empty fragments").await;
    assert!(flooded() > before);
}

/// A library warns of each acknowledgement that nothing asked for.
#[tokio::test]
async fn frames_of_strangers_write_no_line_of_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(&folder.path().join("data"));
    let mut stream = answered(child.address, UNKNOWN).await;
    let mut flood = frame(PING, 1, 0, &[7; 8]).repeat(100);
    flood.extend(frame(PING, 0, 0, &[9; 8]));
    stream.write_all(&flood).await.unwrap();
    // The answer to the last frame comes after the others were read.
    let mut received = Vec::new();
    while !frames(&received)
        .iter()
        .any(|it| it.0 == PING && it.2 == [9; 8])
    {
        assert!(stream.read_buf(&mut received).await.unwrap() > 0);
    }
    let (_, lines) = child.end();
    let of_frames = lines.iter().filter(|line| line.contains("PING"));
    assert_eq!(of_frames.count(), 0, "{lines:?}");
}

/// `GET http /unknown`, authority `a`, as HPACK without compression.
const UNKNOWN: &[u8] = b"\x82\x86\x04\x08/unknown\x01\x01a";
/// The types of frames (RFC 9113, 6).
const HEADERS: u8 = 1;
const PING: u8 = 6;
const WINDOW_UPDATE: u8 = 8;
