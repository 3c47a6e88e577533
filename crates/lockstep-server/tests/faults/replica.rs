//! F12: reports from a streaming replica, which stops replaying, ends, and is promoted. Reports then come from the server of the
//! store: none fails, and none lacks what was stored longer ago than the limit.

use std::time::Duration;

use lockstep_server::execution::Command;
use serde_json::json;

use crate::Figure;
use crate::app::{JUNE, TestClient, points};
use crate::child::Child;
use crate::cluster::{Cluster, Shutdown};
use crate::kill::ask;
use crate::uploads::pass_time;

/// A node with a replica, and the points that it has stored.
struct Scene {
    replica: Cluster,
    child: Child,
    admin: TestClient,
    folder: tempfile::TempDir,
    stored: u64,
    /// The longest time of a report.
    longest: Duration,
}

pub(crate) async fn figures(cluster: &Cluster) -> Vec<Figure> {
    let mut scene = Scene::open(cluster).await;
    scene.store_points().await;
    scene.until_served().await;
    scene.until_shown().await;

    scene.sql("SELECT pg_wal_replay_pause()");
    scene.store_points().await;
    let late = scene.until_shown().await;
    assert!(late < SHOWN_WITHIN, "{late:?}");
    scene.doctor_says("bytes of the log behind").await;
    scene.sql("SELECT pg_wal_replay_resume()");
    scene.until_served().await;

    scene.replica.stop(Shutdown::Immediate);
    scene.store_points().await;
    let ended = scene.until_shown().await;
    assert!(ended < SHOWN_WITHIN, "{ended:?}");
    scene
        .doctor_says("no PostgreSQL listens at the address of store.read_url")
        .await;
    scene.replica.resume();
    scene.until_served().await;

    scene.sql("SELECT pg_promote()");
    scene.doctor_says("accepts writes of its own").await;
    scene.store_points().await;
    let promoted = scene.until_shown().await;
    assert!(promoted < SHOWN_WITHIN, "{promoted:?}");
    let before = scene.served_settled().await;
    for _ in 0..5 {
        scene.report().await;
    }
    assert_eq!(scene.served_settled().await, before);

    let longest = scene.longest;
    assert!(longest < ANSWERED_WITHIN, "{longest:?}");
    vec![
        Figure {
            what: "F12 a report shows what was stored, while the replica does not replay, does not run, or was promoted",
            target: format!("< {SHOWN_WITHIN:?}"),
            seen: format!("{late:.1?}, {ended:.1?}, {promoted:.1?}"),
        },
        Figure {
            what: "F12 the longest report, of which none failed",
            target: format!("< {ANSWERED_WITHIN:?}"),
            seen: format!("{longest:.1?}"),
        },
    ]
}

impl Scene {
    async fn open(cluster: &Cluster) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let replica = cluster.replica();
        let url = cluster.url_of(folder.path());
        let read_url = replica.url_of(folder.path());
        let variables = [
            ("LOCKSTEP_STORE_URL", &*url),
            ("LOCKSTEP_STORE_READ_URL", &*read_url),
        ];
        let child = Child::start_with(folder.path(), &variables);
        let admin = child.admin().await;
        Self {
            replica,
            child,
            admin,
            folder,
            stored: 0,
            longest: Duration::ZERO,
        }
    }

    /// Runs a statement on the replica as its administrator.
    fn sql(&self, sql: &str) {
        self.replica.ask("postgres", sql);
    }

    async fn store_points(&mut self) {
        let start = JUNE + i64::try_from(self.stored).unwrap();
        let body = points(
            "heart_rate",
            "bpm",
            "watch",
            start,
            &[60.0; POINTS as usize],
        );
        self.admin.post("/v1/sfdp/data", body).await.ok();
        self.stored += POINTS;
    }

    /// Reads the report over all accounts; returns the number of stored points in it.
    async fn report(&mut self) -> u64 {
        let clock = lockstep_store::SystemClock::shared();
        let start = clock.monotonic();
        let report = self.admin.post("/v1/admin/analytics", json!({})).await.ok();
        self.longest = self.longest.max(clock.monotonic().saturating_sub(start));
        report["overview"]["dataProcessed"].as_u64().unwrap()
    }

    /// Reads reports until one has every stored point; returns the time until then. Points are never missing again.
    async fn until_shown(&mut self) -> Duration {
        let clock = lockstep_store::SystemClock::shared();
        let start = clock.monotonic();
        let mut ticks = tokio::time::interval(PAUSE);
        while self.report().await != self.stored {
            let taken = clock.monotonic().saturating_sub(start);
            assert!(taken < LONGEST, "{:?}", self.child.printed());
            ticks.tick().await;
        }
        clock.monotonic().saturating_sub(start)
    }

    /// Reads reports until the replica has served one.
    async fn until_served(&mut self) {
        let before = self.served_settled().await;
        let clock = lockstep_store::SystemClock::shared();
        let start = clock.monotonic();
        let mut ticks = tokio::time::interval(PAUSE);
        while self.served().await == before {
            let taken = clock.monotonic().saturating_sub(start);
            assert!(taken < LONGEST, "{:?}", self.child.printed());
            self.report().await;
            ticks.tick().await;
        }
    }

    /// Returns how many reads the replica has served. The text of the metrics is up to a second old.
    async fn served(&self) -> u64 {
        let figures = TestClient::at(self.child.address).get("/metrics").await;
        let text = String::from_utf8_lossy(&figures.bytes).into_owned();
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("lockstep_store_replica_reads "));
        line.map_or(0, |number| number.parse().unwrap())
    }

    /// As [`Self::served`], with all reads until now.
    async fn served_settled(&self) -> u64 {
        pass_time(2 * METRICS_AGE).await;
        self.served().await
    }

    /// Waits until `doctor` names a cause why the replica serves no reads.
    async fn doctor_says(&self, cause: &str) {
        let clock = lockstep_store::SystemClock::shared();
        let start = clock.monotonic();
        loop {
            let report = ask(self.folder.path(), Command::Doctor).await;
            let findings = report["findings"].as_array().unwrap();
            let finding = findings.iter().find(|finding| finding["what"] == SERVES);
            let finding = finding.unwrap_or_else(|| panic!("{report}"));
            let said = finding["said"].as_str().unwrap();
            if finding["fine"] == false && said.contains(cause) {
                return;
            }
            let taken = clock.monotonic().saturating_sub(start);
            assert!(taken < LONGEST, "{report}");
        }
    }
}

const POINTS: u64 = 10;
/// The finding of `doctor` about the replica.
const SERVES: &str = "the replica of store.read_url serves reads that may be stale";
/// The pause between two reports.
const PAUSE: Duration = Duration::from_millis(500);
/// The greatest age of the text of the metrics.
const METRICS_AGE: Duration = Duration::from_secs(1);
/// The limit of ten seconds, a check, and a busy machine.
const SHOWN_WITHIN: Duration = Duration::from_secs(15);
/// A read waits for one answer of a replica that has ended, and for a new connection.
const ANSWERED_WITHIN: Duration = Duration::from_secs(10);
/// The time within which the replica is used again. A promotion apart, a check each second finds it.
const LONGEST: Duration = Duration::from_secs(60);
