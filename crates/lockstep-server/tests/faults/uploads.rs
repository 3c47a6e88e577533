//! Clients that upload one point per request while the database fails, and know which points were acknowledged.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use tokio::task::JoinHandle;

use crate::Figure;
use crate::app::{JUNE, TestClient, points, until};

/// Running clients.
pub(crate) struct Uploads {
    progress: Arc<Progress>,
    clients: Vec<JoinHandle<Seen>>,
}

#[derive(Default)]
struct Progress {
    is_over: AtomicBool,
    acknowledged: AtomicU64,
    refused: AtomicU64,
}

/// What a client has seen.
#[derive(Default)]
struct Seen {
    device: String,
    acknowledged: BTreeSet<String>,
    /// The points of requests without success: an outcome that is not known, or a write that ends later, may store them.
    refused: BTreeSet<String>,
    /// The answers of 500: the connection was lost during the commit, and the database did not come back.
    unknown: u64,
    longest: Duration,
}

impl Uploads {
    /// Starts the clients; each has stored points when this function returns.
    pub(crate) async fn begin(caller: &TestClient, devices: &str) -> Self {
        let progress = Arc::new(Progress::default());
        let clients = (0..CLIENTS).map(|nth| {
            let work = upload(
                caller.clone(),
                format!("{devices} {nth}"),
                Arc::clone(&progress),
            );
            tokio::spawn(work)
        });
        let clients = clients.collect();
        let uploads = Self { progress, clients };
        uploads
            .until_more_than(&uploads.progress.acknowledged, 5 * CLIENTS)
            .await;
        uploads
    }

    /// Waits until requests are refused.
    pub(crate) async fn until_refused(&self) {
        let before = self.progress.refused.load(Ordering::SeqCst);
        self.until_more_than(&self.progress.refused, before + CLIENTS)
            .await;
    }

    /// Waits until the clients succeed again, ends them, and compares the stored points with the acknowledged ones.
    pub(crate) async fn end(self, caller: &TestClient, what: &'static str) -> Figure {
        let clock = lockstep_store::SystemClock::shared();
        let start = clock.monotonic();
        let before = self.progress.acknowledged.load(Ordering::SeqCst);
        self.until_more_than(&self.progress.acknowledged, before + 5 * CLIENTS)
            .await;
        let again = clock.monotonic().saturating_sub(start);
        self.progress.is_over.store(true, Ordering::SeqCst);
        let (mut acknowledged, mut refused, mut unknown) = (0, 0, 0);
        let mut longest = Duration::ZERO;
        for client in self.clients {
            let seen = client.await.unwrap();
            let stored = stored(caller, &seen.device).await;
            let lost: Vec<_> = seen.acknowledged.difference(&stored).collect();
            assert!(lost.is_empty(), "{what}: {lost:?} were acknowledged");
            let sent = &seen.acknowledged | &seen.refused;
            assert!(stored.is_subset(&sent), "{what}: points that nobody sent");
            acknowledged += seen.acknowledged.len();
            refused += seen.refused.len();
            unknown += seen.unknown;
            longest = longest.max(seen.longest);
        }
        Figure {
            what,
            target: "no acknowledged point lost, writes again without a restart".to_owned(),
            seen: format!(
                "{acknowledged} points acknowledged, 0 lost; {refused} refused, {unknown} of them with an unknown outcome; \
                 the longest answer {longest:.1?}; {} writes {again:.1?} after the end of the fault",
                5 * CLIENTS
            ),
        }
    }

    async fn until_more_than(&self, count: &AtomicU64, least: u64) {
        let reached = until(|| count.load(Ordering::SeqCst) > least);
        let reached = tokio::time::timeout(LONGEST, reached).await;
        assert!(reached.is_ok(), "{count:?} of {least} after {LONGEST:?}");
    }
}

async fn upload(caller: TestClient, device: String, progress: Arc<Progress>) -> Seen {
    let clock = lockstep_store::SystemClock::shared();
    let mut seen = Seen {
        device,
        ..Seen::default()
    };
    for second in 0.. {
        if progress.is_over.load(Ordering::SeqCst) {
            break;
        }
        let body = points("heart_rate", "bpm", &seen.device, JUNE + second, &[60.0]);
        let at = body["data"][0]["timestamp"].as_str().unwrap().to_owned();
        let start = clock.monotonic();
        let answer = caller.post("/v1/sfdp/data", body).await;
        let took = clock.monotonic().saturating_sub(start);
        seen.longest = seen.longest.max(took);
        if answer.status == 200 {
            seen.acknowledged.insert(at);
            progress.acknowledged.fetch_add(1, Ordering::SeqCst);
            continue;
        }
        let error = answer.refusal();
        assert_eq!(error["code"], "SERVER_ERROR", "{answer}");
        let message = error["message"].as_str().unwrap();
        assert!(!message.contains("PostgreSQL"), "{answer}");
        match answer.status {
            // A full disk has no end that the server knows.
            503 => assert!(
                answer.header("retry-after").is_some() || message.contains("no storage space"),
                "{answer}"
            ),
            500 => seen.unknown += 1,
            _ => panic!("{answer}"),
        }
        seen.refused.insert(at);
        progress.refused.fetch_add(1, Ordering::SeqCst);
        pass_time(PAUSE).await;
    }
    seen
}

/// Returns the times of the stored points of a device.
async fn stored(caller: &TestClient, device: &str) -> BTreeSet<String> {
    let device = device.replace(' ', "%20");
    let mut stored = BTreeSet::new();
    let mut query = format!("/v1/sfdp/data?device={device}&limit=10000");
    loop {
        let page = caller.get(&query).await.ok();
        for point in page["data"].as_array().unwrap() {
            let at = point["timestamp"].as_str().unwrap().to_owned();
            assert!(stored.insert(at), "a point is stored twice: {point}");
        }
        let Some(cursor) = page["nextCursor"].as_str() else {
            return stored;
        };
        query = format!("/v1/sfdp/data?device={device}&limit=10000&cursor={cursor}");
    }
}

/// Lets time pass: a fault lasts for a while, and a refused client waits before it tries again.
pub(crate) async fn pass_time(time: Duration) {
    tokio::time::sleep(time).await;
}

const CLIENTS: u64 = 4;
/// The pause of a client after a refusal.
const PAUSE: Duration = Duration::from_millis(200);
/// The time within which clients make progress.
const LONGEST: Duration = Duration::from_secs(180);
