//! `kill -9` while two clients upload: what was acknowledged is there afterwards.

use std::time::Duration;

use lockstep_server::commands::Command;
use lockstep_server::local;
use serde_json::json;

use crate::app::{Anyone, Dice, JUNE, points};
use crate::child::Child;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Child::start(folder.path());
    let admin = child.admin().await;
    let key = admin.post("/v1/api-keys", json!({ "name": "kill" })).await;
    let key = key.ok()["key"].as_str().unwrap().to_owned();
    let clock = lockstep_store::SystemClock::shared();

    let seed = clock.now().0 as u64;
    println!("seed {seed}");
    let mut dice = Dice(seed);
    let mut writers = [Writer::new("left"), Writer::new("right")];
    let (mut ready, mut cut_off, mut unanswered_but_kept) = (Vec::new(), 0, 0);
    for round in 1..=ROUNDS {
        let caller = Anyone::at(child.address).bearing(&*key);
        let moment = Duration::from_micros(dice.below(MOST_MICROSECONDS));
        {
            let [left, right] = &mut writers;
            let uploads = async { tokio::join!(left.upload(&caller), right.upload(&caller)) };
            let mut uploads = std::pin::pin!(uploads);
            // They never end by themselves; the kill takes them in the middle of whatever they do.
            let ended = tokio::time::timeout(moment, &mut uploads).await;
            child.kill();
            assert!(ended.is_err());
        }

        let start = clock.monotonic();
        child = Child::start(folder.path());
        let caller = Anyone::at(child.address).bearing(&*key);
        caller.get("/readyz").await.ok();
        ready.push(clock.monotonic().saturating_sub(start));

        for writer in &mut writers {
            cut_off += u32::from(writer.under_way);
            unanswered_but_kept += u32::from(writer.check(&caller, false).await);
        }
        if round % 10 == 0 {
            audit_holds(folder.path()).await;
        }
    }
    let caller = Anyone::at(child.address).bearing(&*key);
    for writer in &mut writers {
        writer.check(&caller, true).await;
    }
    audit_holds(folder.path()).await;
    let doctor = ask(folder.path(), Command::Doctor).await;
    assert!(
        doctor["findings"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|finding| finding["what"] != "a write reaches the disk")
            .all(|finding| finding["fine"] == true),
        "{doctor}"
    );

    ready.sort();
    let acknowledged: u64 = writers.iter().map(|writer| writer.acknowledged).sum();
    println!(
        "{ROUNDS} kills: {acknowledged} uploads of {POINTS} points acknowledged, 0 lost; \
         {cut_off} cut off under way, {unanswered_but_kept} of them kept whole; \
         ready again after {:?} (median), {:?} (longest)",
        ready[ready.len() / 2],
        ready[ready.len() - 1],
    );
    assert!(cut_off > 0, "no kill ever met an upload");
    assert!(ready[ready.len() / 2] < Duration::from_secs(1));
}

/// A client that uploads batch after batch, and knows which were acknowledged.
struct Writer {
    device: &'static str,
    acknowledged: u64,
    /// Acknowledged and looked at.
    checked: u64,
    under_way: bool,
    /// Whether the batch after these was found whole, unacknowledged.
    ahead: bool,
}

impl Writer {
    fn new(device: &'static str) -> Self {
        Self {
            device,
            acknowledged: 0,
            checked: 0,
            under_way: false,
            ahead: false,
        }
    }

    /// Uploads until the server is gone; what was not acknowledged is sent again, as a client does.
    async fn upload(&mut self, caller: &Anyone) {
        loop {
            let first = self.acknowledged * POINTS;
            let values: Vec<f64> = (first..first + POINTS).map(value).collect();
            let body = points(
                "heart_rate",
                "bpm",
                self.device,
                JUNE + first as i64,
                &values,
            );
            self.under_way = true;
            let stored = caller.post("/v1/sfdp/data", body).await.ok();
            assert_eq!(stored["processedCount"], POINTS);
            self.acknowledged += 1;
            (self.under_way, self.ahead) = (false, false);
        }
    }

    /// Whether everything acknowledged is there and nothing half; says whether the batch under way
    /// was kept.
    async fn check(&mut self, caller: &Anyone, all: bool) -> bool {
        let from = if all { 0 } else { self.checked * POINTS };
        let device = self.device;
        let mut next = from;
        let mut path = format!(
            "/v1/sfdp/data?device={device}&limit=10000&startDate={}",
            lockstep_store::Timestamp((JUNE + from as i64) * 1000)
        );
        let filter = path.clone();
        loop {
            let page = caller.get(&path).await.ok();
            for point in page["data"].as_array().unwrap() {
                assert_eq!(
                    point["value"].as_f64(),
                    Some(value(next)),
                    "{device} {next}"
                );
                let at = lockstep_store::Timestamp((JUNE + next as i64) * 1000);
                assert_eq!(point["timestamp"], at.to_string(), "{device} {next}");
                next += 1;
            }
            match page["nextCursor"].as_str() {
                Some(cursor) => path = format!("{filter}&cursor={cursor}"),
                None => break,
            }
        }
        let path = format!("/v1/sfdp/data?device={device}&limit=1");
        let total = caller.get(&path).await.ok()["total"].as_u64().unwrap();
        assert_eq!(total, next, "{device}: the total and the points");
        let certain = self.acknowledged * POINTS;
        let next = certain + POINTS;
        let whole = match (self.ahead, self.under_way) {
            (true, _) => total == next,
            (false, true) => total == certain || total == next,
            (false, false) => total == certain,
        };
        assert!(whole, "{device}: {total} points, acknowledged {certain}");
        self.checked = self.acknowledged;
        self.under_way = false;
        self.ahead = total > certain;
        self.ahead
    }
}

/// Something a heart can do, different from point to point.
fn value(place: u64) -> f64 {
    60.0 + (place * 7 % 97) as f64
}

async fn audit_holds(data: &std::path::Path) {
    let verdict = ask(data, Command::AuditVerify).await;
    assert!(verdict["broken"].is_null(), "{verdict}");
    assert!(verdict["entries"].as_u64() > Some(0), "{verdict}");
}

async fn ask(data: &std::path::Path, command: Command) -> serde_json::Value {
    let socket = data.join(lockstep_server::data::SOCKET);
    local::ask(&socket, &command, |_| {}).await.unwrap()
}

const ROUNDS: u32 = 100;
const POINTS: u64 = 50;
const MOST_MICROSECONDS: u64 = 120_000;
