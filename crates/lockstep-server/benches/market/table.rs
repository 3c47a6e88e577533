//! A large table in every format: uploaded in one body, and read back.

use axum::body::Bytes;
use futures_util::StreamExt;
use serde_json::json;

use crate::Sizes;
use crate::client::{
    Client, at_least, no_more, now, peak_megabytes, processor_seconds, reset_peak,
};

const ARROW: &str = "application/vnd.apache.arrow.stream";
/// Megabytes of memory that an upload or an answer may take, with the client.
const GOAL_MB: f64 = 200.0;
/// Megabytes a second of a core.
const GOAL_RATE: f64 = 50.0;

/// The parts of a body: once, many times, once.
struct Parts {
    head: Bytes,
    rows: Bytes,
    end: Bytes,
}

/// Uploads a table as CSV and reads it back; in a run of all formats also as JSON Lines and Arrow.
pub(crate) async fn formats(seller: &Client, sizes: &Sizes, is_of_all: bool) {
    let csv = csv(sizes.table_rows);
    if !is_of_all {
        return measure(seller, ("CSV", "text/csv"), csv, sizes).await;
    }
    let small = upload_whole(seller, "text/csv", [&csv.head[..], &csv.rows[..]].concat()).await;
    let arrow = arrow_parts(&read_whole(seller, &small, ARROW).await);
    let lines = Parts {
        head: Bytes::new(),
        rows: read_whole(seller, &small, "application/jsonl").await,
        end: Bytes::new(),
    };
    for (name, kind, parts) in [
        ("CSV", "text/csv", csv),
        ("JSON Lines", "application/jsonl", lines),
        ("Arrow", ARROW, arrow),
    ] {
        measure(seller, (name, kind), parts, sizes).await;
    }
}

/// Uploads a table in a format and reads it back.
async fn measure(seller: &Client, format: (&str, &str), parts: Parts, sizes: &Sizes) {
    let path = upload(seller, format, parts, sizes).await;
    read_back(seller, format, &path).await;
}

fn csv(rows: usize) -> Parts {
    let rows: String = (0..rows)
        .map(|n| {
            format!(
                "2026-06-01T{:02}:{:02}:{:02}Z,{},{}.{},home\n",
                n / 3600,
                n / 60 % 60,
                n % 60,
                60 + n % 120,
                n % 50,
                n % 10
            )
        })
        .collect();
    Parts {
        head: Bytes::from_static(b"at,hr (bpm),speed (m/s),place\n"),
        rows: Bytes::from(rows),
        end: Bytes::new(),
    }
}

/// Splits a stream of Arrow IPC into its schema, its batches and its end. The schema is the first message, which has
/// no body; each message begins with a mark of four bytes and the length of its metadata.
fn arrow_parts(stream: &Bytes) -> Parts {
    let length = stream[4..8].try_into().expect("four bytes");
    let head = 8 + u32::from_le_bytes(length) as usize;
    let end = stream.len() - 8;
    Parts {
        head: stream.slice(..head),
        rows: stream.slice(head..end),
        end: stream.slice(end..),
    }
}

async fn create(seller: &Client, name: &str) -> String {
    let new = json!({ "name": name, "encryption_mode": "none" });
    let made = seller.post("/api/datasets", &new).await;
    format!("/api/datasets/{}/data", made["id"].as_str().expect("an id"))
}

async fn upload_whole(seller: &Client, kind: &str, body: Vec<u8>) -> String {
    let path = create(seller, "small").await;
    let request = seller.request(reqwest::Method::PUT, &path);
    seller
        .send(request.header("Content-Type", kind).body(body))
        .await;
    path
}

async fn read_whole(seller: &Client, path: &str, kind: &str) -> Bytes {
    let request = seller.request(reqwest::Method::GET, path);
    let answer = request.header("Accept", kind).send().await;
    let answer = answer.expect("an answer").error_for_status();
    answer
        .expect("a table")
        .bytes()
        .await
        .expect("a whole answer")
}

/// Uploads repeated parts in one body; returns the path of the data.
async fn upload(
    seller: &Client,
    (name, kind): (&str, &str),
    parts: Parts,
    sizes: &Sizes,
) -> String {
    let path = create(seller, name).await;
    let Parts { head, rows, end } = parts;
    let count = sizes.table_bytes.div_ceil(rows.len() as u64);
    let bytes = head.len() as u64 + count * rows.len() as u64 + end.len() as u64;
    let pieces = std::iter::once(head)
        .chain((0..count).map(move |_| rows.clone()))
        .chain(std::iter::once(end))
        .filter(|piece| !piece.is_empty());
    let pieces = futures_util::stream::iter(pieces.map(Ok::<_, std::io::Error>));
    reset_peak();
    let (start, processor) = (now(), processor_seconds());
    let request = seller.request(reqwest::Method::PUT, &path);
    let request = request.header("Content-Type", kind);
    seller
        .send(request.body(reqwest::Body::wrap_stream(pieces)))
        .await;
    let seconds = start.elapsed().as_secs_f64();
    report(&format!("{name} upload"), bytes, (seconds, processor));
    path
}

/// Reads a table and keeps nothing of it.
async fn read_back(seller: &Client, (name, kind): (&str, &str), path: &str) {
    reset_peak();
    let (start, processor) = (now(), processor_seconds());
    let request = seller.request(reqwest::Method::GET, path);
    let answer = request.header("Accept", kind).send().await;
    let answer = answer.expect("an answer").error_for_status();
    let mut pieces = answer.expect("a table").bytes_stream();
    let mut bytes = 0;
    while let Some(piece) = pieces.next().await {
        bytes += piece.expect("a whole answer").len() as u64;
    }
    let seconds = start.elapsed().as_secs_f64();
    report(&format!("{name} read back"), bytes, (seconds, processor));
}

fn report(figure: &str, bytes: u64, (seconds, before): (f64, f64)) {
    let processor = processor_seconds() - before;
    let megabytes = bytes as f64 / 1e6;
    println!(
        "-- {figure}: {megabytes:.0} MB in {seconds:.1} s, {processor:.1} s of processor time with the client"
    );
    no_more(
        &format!("{figure}: peak resident memory"),
        peak_megabytes(),
        GOAL_MB,
        "MB",
    );
    at_least(
        &format!("{figure} a core"),
        megabytes / processor.max(0.01),
        GOAL_RATE,
        "MB/s",
    );
}
