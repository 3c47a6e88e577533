//! Points per second of processor time through each stage of the point store, by itself:
//! `cargo run --release -p lockstep-fitness --example point_rates [MILLIONS OF POINTS]`.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use lockstep_fitness::body::{DataBody, Rules};
use lockstep_fitness::render::PointWriter;
use lockstep_fitness::store::{Filter, MIGRATION, Start, append, count, page, scan};
use lockstep_fitness::upload::Upload;
use lockstep_store::db::Options;
use lockstep_store::id::UserId;
use lockstep_store::{Clock, Db, StoreError, SystemClock, SystemEntropy, Timestamp, Tx};
use tokio::runtime::Runtime;

/// Points to an upload.
const UPLOAD: i64 = 10_000;
/// Series that the uploads go to in turn.
const SERIES: i64 = 4;
/// 2023-11-14T22:13:20Z.
const START: i64 = 1_700_000_000_000;

fn main() {
    let millions: i64 = std::env::args()
        .nth(1)
        .and_then(|text| text.parse().ok())
        .unwrap_or(10);
    let uploads = millions * 1_000_000 / UPLOAD;
    let clock = SystemClock::shared();
    let bench = Bench {
        clock: Arc::clone(&clock),
    };
    let mut heart = Heart {
        state: 1,
        rate: 120,
    };
    parsing(&bench, &mut heart);

    let folder = tempfile::tempdir().expect("a folder for the store");
    let options = Options {
        file: folder.path().join("lockstep.db"),
        readers: 2,
        clock,
        entropy: Arc::new(SystemEntropy),
    };
    let store = Store {
        db: Db::open(options, &[MIGRATION]).expect("the store opens"),
        runtime: tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime"),
        user: UserId::generate(Timestamp(START), &SystemEntropy),
    };
    let ready: Vec<Upload> = (0..uploads)
        .map(|n| heart.body(n / SERIES * UPLOAD, n % SERIES))
        .map(|body| Upload::new(read(&body).points))
        .collect();
    bench.rate("merge and commit, two at a time", uploads * UPLOAD, || {
        store.append(ready.into_iter());
    });
    reading(&bench, &store, uploads * UPLOAD);
    store.runtime.block_on(store.db.close());
    let bytes = file_bytes(folder.path()) as f64;
    println!(
        "{:<46} {:8.3} bytes a point",
        "on disk",
        bytes / (uploads * UPLOAD) as f64
    );
}

fn parsing(bench: &Bench, heart: &mut Heart) {
    let bodies: Vec<String> = (0..100).map(|n| heart.body(n * UPLOAD, 0)).collect();
    let points = bodies.len() as i64 * UPLOAD;
    let spaced: Vec<String> = bodies
        .iter()
        .map(|body| body.replace("\":", "\": ").replace(",\"", ", \""))
        .collect();
    let edit = |from: &str, to: &str| -> Vec<String> {
        bodies.iter().map(|body| body.replace(from, to)).collect()
    };
    let confident = edit("\"unit\"", "\"confidence\":0.9,\"unit\"");
    let annotated = edit("\"unit\"", "\"metadata\":{\"activity\":\"run\"},\"unit\"");
    for (name, bodies) in [
        ("parse", &bodies),
        ("parse, spaced", &spaced),
        ("parse, with confidence", &confident),
        ("parse, with metadata", &annotated),
    ] {
        bench.rate(name, points, || {
            for body in bodies {
                assert_eq!(read(body).points.len() as i64, UPLOAD);
            }
        });
    }
    let batches: Vec<_> = bodies.iter().map(|body| read(body).points).collect();
    bench.rate("sort, cut and pack", points, || {
        for batch in batches {
            std::hint::black_box(Upload::new(batch));
        }
    });
}

fn reading(bench: &Bench, store: &Store, points: i64) {
    let total = points as u64;
    let all = Filter::default();
    let one = Filter {
        device: Some("Polar H10".to_owned()),
        ..Filter::default()
    };
    let middle = Filter {
        from: Some(Timestamp(START + 500_500)),
        to: Some(Timestamp(START + points / SERIES * 1000 - 700_700)),
        ..Filter::default()
    };
    for (name, filter, offset) in [
        ("1000 rows, one series", &one, 0),
        ("1000 rows, one series, deep", &one, total / 8),
        ("1000 rows, 4 series in turn", &all, 0),
        ("1000 rows, 4 series in turn, deep", &all, total / 4 * 3),
        ("1000 rows, range of 4 series", &middle, 0),
    ] {
        let (user, filter) = (store.user.clone(), filter.clone());
        bench.each(store, name, move |tx| {
            let mut writer = PointWriter::default();
            let mut first = true;
            page(
                tx,
                &user,
                &filter,
                Start::Offset(offset),
                1000,
                |id, point| {
                    writer.write(first, id, point);
                    first = false;
                },
            )?;
            Ok(writer.into_bytes().len() as u64)
        });
    }
    for (name, filter) in [
        ("exact total, everything", &all),
        ("exact total, range", &middle),
    ] {
        let (user, filter) = (store.user.clone(), filter.clone());
        bench.each(store, name, move |tx| count(tx, &user, &filter));
    }
    let user = store.user.clone();
    bench.rate("scan", points, || {
        let n = store.read(move |tx| {
            let mut n = 0;
            scan(tx, &user, &Filter::default(), |_, _, range| {
                n += range.len() as u64;
                Ok::<_, StoreError>(())
            })?;
            Ok(n)
        });
        assert_eq!(n, total);
    });
}

fn read(body: &str) -> DataBody {
    let rules = Rules {
        now: Timestamp(START * 2),
        check_unit: &|_, _| Ok(()),
        check_point: None,
        check_device: &|_| Ok(()),
    };
    DataBody::parse(body.as_bytes(), rules).expect("it is well-formed")
}

/// A heart that wanders by whole beats.
struct Heart {
    state: u64,
    rate: i64,
}

impl Heart {
    fn body(&mut self, from: i64, device: i64) -> String {
        let mut body = String::from("{\"data\":[");
        for n in 0..UPLOAD {
            self.state = self
                .state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.rate = (self.rate + [-2, -1, -1, 0, 0, 1, 1, 2][(self.state >> 61) as usize])
                .clamp(60, 190);
            let timestamp = Timestamp(START + (from + n) * 1000).to_string();
            let device = if device == 0 {
                String::new()
            } else {
                format!(" {device}")
            };
            write!(
                body,
                "{{\"timestamp\":\"{}Z\",\"type\":\"heart_rate\",\"value\":{},\"unit\":\"bpm\",\"device\":\"Polar H10{device}\"}},",
                &timestamp[..19],
                self.rate
            )
            .expect("memory takes it");
        }
        body.pop();
        body.push_str("]}");
        body
    }
}

struct Store {
    db: Db,
    runtime: Runtime,
    user: UserId,
}

impl Store {
    /// Two uploads wait at any time, as from two connections.
    fn append(&self, mut uploads: impl Iterator<Item = Upload>) {
        let one = |upload: Upload| {
            let user = self.user.clone();
            self.db
                .write("append", move |tx| append(tx, &user, &upload))
        };
        self.runtime.block_on(async {
            while let (Some(first), Some(second)) = (uploads.next(), uploads.next()) {
                let (first, second): (Result<_, StoreError>, Result<_, StoreError>) =
                    tokio::join!(one(first), one(second));
                let added = first.expect("stored").added + second.expect("stored").added;
                assert_eq!(added as i64, 2 * UPLOAD);
            }
        });
    }

    fn read<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Tx<'_>) -> Result<T, StoreError> + Send + 'static,
    ) -> T {
        self.runtime
            .block_on(self.db.read("read", job))
            .expect("it is readable")
    }
}

struct Bench {
    clock: Arc<dyn Clock>,
}

impl Bench {
    fn rate(&self, name: &str, points: i64, job: impl FnOnce()) {
        let (wall, cpu) = (self.clock.monotonic(), processor_time());
        job();
        let (wall, cpu) = (self.clock.monotonic() - wall, processor_time() - cpu);
        let millions = points as f64 / 1e6;
        println!(
            "{name:<46} {:8.2} M points/CPU-s {:8.2} M points/s",
            millions / cpu.as_secs_f64().max(0.01),
            millions / wall.as_secs_f64()
        );
    }

    fn each(
        &self,
        store: &Store,
        name: &str,
        mut job: impl FnMut(&Tx<'_>) -> Result<u64, StoreError> + Send + 'static,
    ) {
        let clock = Arc::clone(&self.clock);
        let (mut times, answer) = store.read(move |tx| {
            let mut times = Vec::new();
            let mut answer = 0;
            for _ in 0..201 {
                let start = clock.monotonic();
                answer = job(tx)?;
                times.push(clock.monotonic() - start);
            }
            Ok((times, answer))
        });
        times.sort();
        println!(
            "{name:<46} {:8.1} µs median, {:8.1} µs at most (answer {answer})",
            times[100].as_secs_f64() * 1e6,
            times[200].as_secs_f64() * 1e6
        );
    }
}

/// Of all threads, user and system, in the kernel's ticks of 10 ms.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux");
    let after_name = stat.rsplit(')').next().unwrap_or_default();
    let ticks: u64 = after_name
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum();
    Duration::from_millis(ticks * 10)
}

fn file_bytes(folder: &Path) -> u64 {
    std::fs::read_dir(folder)
        .expect("the folder is there")
        .filter_map(|file| file.ok()?.metadata().ok())
        .map(|file| file.len())
        .sum()
}
