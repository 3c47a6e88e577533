//! A FIT file of 24 000 records: imported and acknowledged over HTTP, and only decoded by Garmin's
//! `garmin-fit-sdk`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use lockstep_store::Timestamp;
use lockstep_testkit::{Record, fit::FitWriter};

use crate::http::Connection;
use crate::median;
use crate::server::Server;

const RECORDS: i64 = 24_000;
const TIMES: usize = 3;

/// Returns a Python with `garmin-fit-sdk`, installed under `target/` if missing.
pub(crate) fn python() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("target/peers-venv");
    let python = folder.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&folder));
        run(Command::new(&python).args(["-m", "pip", "install", "--quiet", "garmin-fit-sdk"]));
    }
    python
}

pub(crate) fn compare(python: &Path, server: &Server, token: &str) {
    let folder = tempfile::tempdir().expect("a fresh directory");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    let mut version = String::new();
    for nth in 0..TIMES {
        let file = recording(nth);
        let path = folder.path().join("ride.fit");
        std::fs::write(&path, &file).expect("written");
        let mut body = b"--edge\r\nContent-Disposition: form-data; name=\"file\"; filename=\"ride.fit\"\r\n\r\n".to_vec();
        body.extend(&file);
        body.extend(b"\r\n--edge--\r\n");
        let headers = format!(
            "Authorization: Bearer {token}\r\nContent-Type: multipart/form-data; boundary=edge\r\n"
        );
        let mut connection = Connection::open(server.address);
        let start = Instant::now();
        let (status, answer) = connection.send("POST", "/v1/sfdp/import", &headers, &body);
        ours.push(start.elapsed().as_secs_f64() * 1e3);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert_eq!(status, 200, "{answer}");
        assert!(answer.contains(&RECORDS.to_string()), "{answer}");

        let output = Command::new(python)
            .args(["-c", DECODE])
            .arg(&path)
            .output()
            .expect("Python runs");
        let text = String::from_utf8_lossy(&output.stdout);
        let mut words = text.split_whitespace();
        let records = words.next().and_then(|word| word.parse().ok());
        assert_eq!(
            records,
            Some(RECORDS),
            "{text} {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let time = words.next().and_then(|word| word.parse().ok());
        theirs.push(time.expect("milliseconds"));
        version = words.next().unwrap_or_default().to_owned();
    }
    let (ours, theirs) = (median(ours.into_iter()), median(theirs.into_iter()));
    println!("\n| FIT, {RECORDS} records, medians of {TIMES} | ms |\n|---|---|");
    println!("| lockstep, imported and acknowledged over HTTP | {ours:.0} |");
    println!("| garmin-fit-sdk {version}, decoded | {theirs:.0} |");
    println!("| garmin-fit-sdk / lockstep | {:.1} |", theirs / ours);
}

fn recording(nth: usize) -> Vec<u8> {
    let start = 1_790_000_000 + nth as i64 * 2 * RECORDS;
    let mut writer = FitWriter::new(1, 3122, 4_000_000, Timestamp(start * 1000));
    for second in 0..RECORDS {
        writer.record(&Record {
            heart_rate: Some(120 + (second % 40) as u8),
            power: Some(180 + (second * 7 % 90) as u16),
            cadence: Some(80 + (second % 15) as u8),
            distance: Some(second as f64 * 8.3),
            speed: Some(8.0 + (second % 10) as f64 / 10.0),
            altitude: Some(400.0 + (second % 500) as f64 / 5.0),
            position: Some((47.0 + second as f64 * 1e-5, 11.0 + second as f64 * 1e-5)),
            ..Record::at(Timestamp((start + second) * 1000))
        });
    }
    writer.session(Timestamp(start * 1000), 2, 24_000_000, 24_000_000);
    writer.finish()
}

fn run(command: &mut Command) {
    let status = command.status().expect("Python runs");
    assert!(status.success(), "{command:?}");
}

const DECODE: &str = r#"
import sys, time, importlib.metadata
from garmin_fit_sdk import Decoder, Stream
start = time.perf_counter()
messages, errors = Decoder(Stream.from_file(sys.argv[1])).read()
took = (time.perf_counter() - start) * 1e3
assert not errors, errors
print(len(messages["record_mesgs"]), took, importlib.metadata.version("garmin-fit-sdk"))
"#;
