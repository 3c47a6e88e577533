//! Workflows under a clock that is ahead for a while.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use lockstep_store::{Clock, StoreError, SystemClock, Timestamp, Tx, params};
use serde_json::json;

use super::super::workflows::{WORKFLOWS, chain, output, store};
use crate::app::{JUNE, TestApp, points};
use crate::modes::until;

/// The machine's clock, which someone sets wrong.
struct WrongClock {
    machine: Arc<dyn Clock>,
    ahead_seconds: AtomicU64,
}

impl Clock for WrongClock {
    fn now(&self) -> Timestamp {
        let ahead = self.ahead_seconds.load(Ordering::SeqCst);
        self.machine.now().plus(Duration::from_secs(ahead))
    }

    fn monotonic(&self) -> Duration {
        self.machine.monotonic()
    }
}

#[tokio::test]
async fn a_clock_that_was_ahead_stops_no_workflow() {
    let clock = Arc::new(WrongClock {
        machine: SystemClock::shared(),
        ahead_seconds: AtomicU64::new(0),
    });
    let app = TestApp::start_at(clock.clone(), |_| {}).await;
    let ada = app.user("ada").await;
    let daily = json!({ "type": "schedule", "cron": "0 7 * * *", "timeZone": "Europe/Berlin" });
    let made = store(&ada, "daily", &chain(daily, &[output("o", json!(1))])).await;
    let planned = made["nextRunAt"].clone();
    let stored = json!({ "type": "event", "event": "points.stored", "atMostEvery": 60 });
    store(&ada, "stored", &chain(stored, &[output("o", json!(1))])).await;
    let right = clock.now();
    clock.ahead_seconds.store(40 * 24 * 3600, Ordering::SeqCst);
    let later = right.plus(Duration::from_secs(24 * 3600));
    let begun = async || {
        let count = app
            .state()
            .db
            .read::<_, StoreError, _>("test.begun", move |tx| {
                tx.query_one(
                    "SELECT COUNT(*) FROM agent_workflow WHERE started_at > ?1",
                    params![later],
                    |row| row.at::<u64>(0),
                )
            });
        count.await.unwrap() > 0
    };
    until("the schedule begins a run under the wrong clock", &begun).await;
    // As if an event had begun a run, too.
    let wrong = clock.now();
    let begin = move |tx: &mut Tx<'_>| {
        tx.execute(
            "UPDATE agent_workflow SET started_at = ?1 WHERE topic IS NOT NULL",
            params![wrong],
        )
    };
    app.state()
        .db
        .write::<_, StoreError, _>("test", begin)
        .await
        .unwrap();
    clock.ahead_seconds.store(0, Ordering::SeqCst);
    until("the schedule is planned by the right clock", async || {
        let daily = ada.get(&format!("{WORKFLOWS}/daily")).await.ok();
        daily["nextRunAt"] == planned
    })
    .await;
    until("the event's workflow is, too", async || !begun().await).await;
    let body = points("heart_rate", "bpm", "strap", JUNE, &[60.0]);
    ada.post("/v1/sfdp/data", body).await.ok();
    let workflow = ada.get(&format!("{WORKFLOWS}/stored")).await.ok();
    let next = workflow["nextRunAt"].as_str().unwrap();
    let soon = clock.now().plus(Duration::from_secs(120)).to_string();
    assert!(next < soon.as_str(), "{next}");
}
