//! `/v1/sfdp/stream`: stored points arrive once, in order, and only at their owner. A client whose
//! access ends receives no further messages.

mod access;

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt;
use lockstep_store::{StoreError, Timestamp};
use lockstep_testkit::{Record, gpx};
use serde_json::{Value as Json, json};
use tokio_tungstenite::tungstenite::Message;

use crate::app::{JUNE, PASSWORD, TestApp, TestClient, points};
use crate::child::Child;
use crate::socket::Socket;

const STREAM: &str = "/v1/sfdp/stream";

fn after(message: &Json) -> String {
    let id = message["id"].as_str().unwrap();
    format!("{STREAM}?lastEventId={id}")
}

/// Returns `count` points of a device, from a second of June on.
fn batch(device: &str, from: i64, count: usize) -> Json {
    let values: Vec<f64> = (0..count).map(|nth| 60.0 + (nth % 50) as f64).collect();
    points("heart_rate", "bpm", device, JUNE + from, &values)
}

#[tokio::test]
async fn a_stored_point_arrives_as_it_was_sent() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    // Points stored before the connection are not sent.
    ada.post("/v1/sfdp/data", batch("old", 0, 3)).await.ok();
    let mut socket = ada.socket(STREAM).await;
    let limit = socket.headers.get("x-ratelimit-limit").unwrap();
    assert_eq!(
        limit, "10000",
        "the upgrade has the headers of the request limit"
    );
    let sent = json!({ "data": [
        {
            "timestamp": "2026-06-01T06:30:00.5+02:00", "type": "body_weight", "value": 154.3,
            "unit": "lb", "device": "scale \"x\"", "confidence": 0.5,
            "metadata": { "notes": "café" },
        },
        {
            "timestamp": "2026-06-01T06:30:00Z", "type": "steps", "value": 12, "unit": "count",
            "device": "watch",
        },
    ] });
    ada.post("/v1/sfdp/data", sent).await.ok();
    let (first, second) = (socket.next_of("data").await, socket.next_of("data").await);
    let stored = ada.get("/v1/sfdp/data?type=body_weight").await.ok();
    let point = json!({
        "id": stored["data"][0]["id"], "timestamp": "2026-06-01T04:30:00.500Z",
        "type": "body_weight", "value": 154.3, "unit": "lb", "device": "scale \"x\"",
        "confidence": 0.5, "metadata": { "notes": "café" },
    });
    let id = first["id"].as_str().unwrap();
    assert!(id.starts_with("ev_"), "{first}");
    assert_eq!(first, json!({ "type": "data", "payload": point, "id": id }));
    assert_eq!(second["payload"]["device"], "watch");
    assert_eq!(second["payload"]["value"], 12);
    assert_ne!(second["id"], first["id"]);
}

#[tokio::test]
async fn recordings_and_insights_arrive() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut socket = ada.socket(STREAM).await;
    let mut file = "timestamp,type,value,unit,device\n".to_owned();
    for day in 1..=30 {
        let steps = 6000 + 300 * day;
        file += &format!("2026-06-{day:02}T20:00:00Z,steps,{steps},count,watch\n");
    }
    let imported = ada.import(file).await.ok();
    assert_eq!(imported["processedCount"], 30);
    for day in 1..=30 {
        let message = socket.next_of("data").await;
        assert_eq!(message["payload"]["value"], 6000 + 300 * day);
    }
    let answer = ada.post("/v1/sfdp/insights/generate", json!({})).await.ok();
    let insights = answer["insights"].as_array().unwrap();
    assert!(!insights.is_empty());
    let mut last = Json::Null;
    for (nth, insight) in insights.iter().enumerate() {
        let message = socket.next_of("insight").await;
        assert_eq!(message["payload"], *insight);
        if nth == 0 {
            last = message;
        }
    }
    // A socket resumed after the first insight gets the others from the store.
    if insights.len() > 1 {
        let mut resumed = ada.socket(&after(&last)).await;
        for insight in &insights[1..] {
            assert_eq!(resumed.next_of("insight").await["payload"], *insight);
        }
    }
}

#[tokio::test]
async fn changes_of_activities_arrive() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut socket = ada.socket(STREAM).await;
    let start = lockstep_store::Timestamp(JUNE * 1000);
    let ride: Vec<Record> = Record::ride(start, 900).collect();
    let track = || gpx::document("StravaGPX", "Up the hill", "cycling", &ride).into_bytes();
    let imported = ada.import_named("ride.gpx", track()).await.ok();
    let id = imported["activities"][0]["activityId"].clone();
    let path = format!("/v1/sfdp/activities/{}", id.as_str().unwrap());
    let expect = |change: &str| json!({ "change": change, "activityId": id });
    let created = socket.next_of("activity").await;
    assert_eq!(created["payload"], expect("created"));
    // The same file again is a change of the same activity.
    ada.import_named("again.gpx", track()).await.ok();
    assert_eq!(
        socket.next_of("activity").await["payload"],
        expect("changed")
    );
    ada.patch(&path, json!({ "name": "Home" })).await.ok();
    assert_eq!(
        socket.next_of("activity").await["payload"],
        expect("changed")
    );
    ada.delete(&path).await.ok();
    assert_eq!(
        socket.next_of("activity").await["payload"],
        expect("deleted")
    );
    // A socket that continues after the first message receives the others.
    let mut resumed = ada.socket(&after(&created)).await;
    for change in ["changed", "changed", "deleted"] {
        assert_eq!(resumed.next_of("activity").await["payload"], expect(change));
    }
    // Another account receives none of them.
    let bob = app.user("bob").await;
    let mut other = bob.socket(STREAM).await;
    bob.import_named("ride.gpx", track()).await.ok();
    let of_bob = other.next_of("activity").await;
    assert_eq!(of_bob["payload"]["change"], "created");
    assert_ne!(of_bob["payload"]["activityId"], id);
}

#[tokio::test]
async fn metrics_arrive_after_changes_at_most_every_ten_seconds() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut socket = ada.socket(STREAM).await;
    ada.post("/v1/sfdp/data", batch("strap", 0, 600)).await.ok();
    let metric = socket.next_of("metric").await;
    let clock = app.state().clock.clone();
    let first = clock.monotonic();
    let asked = ada.get("/v1/sfdp/metrics").await.ok();
    assert_eq!(metric["payload"], asked["metrics"]);
    assert!(metric["payload"]["heartRateZones"].is_object());
    // Many changes lead to one further metric, ten seconds later.
    for nth in 1..=5 {
        let more = batch("strap", nth * 600, 600);
        ada.post("/v1/sfdp/data", more).await.ok();
    }
    let metric = socket.next_of("metric").await;
    let passed = clock.monotonic().saturating_sub(first);
    assert!(passed > Duration::from_millis(9_500), "{passed:?}");
    let asked = ada.get("/v1/sfdp/metrics").await.ok();
    assert_eq!(metric["payload"], asked["metrics"]);
    // Resuming at the metric's id skips all points that it includes.
    let mut resumed = ada.socket(&after(&metric)).await;
    ada.post("/v1/sfdp/data", batch("x", 0, 1)).await.ok();
    assert_eq!(resumed.next_of("data").await["payload"]["device"], "x");
}

/// Uploads points of several devices concurrently, each device's in order; the times of all devices
/// are equal.
async fn upload(caller: &TestClient, devices: &[&str], rounds: std::ops::Range<i64>) {
    let mut writers = tokio::task::JoinSet::new();
    for device in devices {
        let (caller, device, rounds) = (caller.clone(), (*device).to_owned(), rounds.clone());
        writers.spawn(async move {
            for round in rounds {
                // The times alternate with those of earlier rounds: only new points may be sent.
                let values: Vec<Json> = (0..PER_ROUND)
                    .map(|nth| {
                        let at = Timestamp((JUNE + nth * 100 + round) * 1000);
                        json!({
                            "timestamp": at.to_string(), "type": "heart_rate",
                            "value": 60 + round % 50, "unit": "bpm", "device": device,
                        })
                    })
                    .collect();
                let body = json!({ "data": values });
                caller.post("/v1/sfdp/data", body).await.ok();
            }
        });
    }
    while let Some(ended) = writers.join_next().await {
        ended.unwrap();
    }
}

const PER_ROUND: i64 = 7;

/// The received messages: how often each point arrived, and the order of rounds for each device.
#[derive(Default)]
struct ReceivedPoints {
    points: BTreeMap<String, u32>,
    last: BTreeMap<String, i64>,
}

impl ReceivedPoints {
    fn count(&mut self, message: &Json) {
        let point = &message["payload"];
        *self
            .points
            .entry(point["id"].as_str().unwrap().to_owned())
            .or_default() += 1;
        let at: Timestamp = point["timestamp"].as_str().unwrap().parse().unwrap();
        let round = (at.0 / 1000 - JUNE) % 100;
        let device = point["device"].as_str().unwrap().to_owned();
        let last = self.last.insert(device, round);
        assert!(last.is_none_or(|last| last <= round), "{message}");
    }

    /// Reads this many points; returns the last message.
    async fn read(&mut self, socket: &mut Socket, count: i64) -> Json {
        let mut last = Json::Null;
        for _ in 0..count {
            last = socket.next_of("data").await;
            self.count(&last);
        }
        last
    }

    #[track_caller]
    fn is_each_once(&self, count: i64) {
        assert_eq!(self.points.len() as i64, count);
        let twice = self.points.iter().find(|(_, times)| **times != 1);
        assert_eq!(twice, None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resuming_after_any_message_loses_and_repeats_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let devices = ["a", "b", "c"];
    let rounds = 30;
    let all = devices.len() as i64 * rounds * PER_ROUND;
    let mut socket = ada.socket(STREAM).await;
    let writing = {
        let ada = ada.clone();
        tokio::spawn(async move { upload(&ada, &devices, 0..rounds).await })
    };
    // Reconnects after random numbers of messages while points are written.
    let (mut seen, mut received, mut connections) = (ReceivedPoints::default(), 0, 1);
    let mut dice = crate::app::SeededRandom(20_261_121);
    while received < all {
        let count = (1 + dice.below(60) as i64).min(all - received);
        let last = seen.read(&mut socket, count).await;
        received += count;
        drop(socket);
        socket = ada.socket(&after(&last)).await;
        connections += 1;
    }
    writing.await.unwrap();
    seen.is_each_once(all);
    println!("{all} points over {connections} connections, each once, in order");
    // No further message is left.
    ada.post("/v1/sfdp/data", batch("end", 0, 1)).await.ok();
    assert_eq!(socket.next_of("data").await["payload"]["device"], "end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn resuming_after_kill_9_loses_and_repeats_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let admin = child.admin().await;
    let key = admin
        .post("/v1/api-keys", json!({ "name": "k" }))
        .await
        .ok();
    let key = key["key"].as_str().unwrap().to_owned();
    let caller = TestClient::at(child.address).bearing(&*key);
    let mut socket = caller.socket(STREAM).await;
    let mut seen = ReceivedPoints::default();
    upload(&caller, &["a", "b"], 0..10).await;
    let last = seen.read(&mut socket, 33).await;
    drop(child);
    let child = Child::start(folder.path());
    let caller = TestClient::at(child.address).bearing(&*key);
    let mut socket = caller.socket(&after(&last)).await;
    upload(&caller, &["a", "b"], 10..20).await;
    let all = 2 * 20 * PER_ROUND;
    seen.read(&mut socket, all - 33).await;
    seen.is_each_once(all);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_upload_arrives_in_pages_and_can_be_resumed_within() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut socket = ada.socket(STREAM).await;
    let all = 20_000;
    ada.post("/v1/sfdp/data", batch("strap", 0, all)).await.ok();
    let mut last = Json::Null;
    for nth in 0..all {
        let message = socket.next_of("data").await;
        let at = Timestamp((JUNE + nth as i64) * 1000).to_string();
        assert_eq!(message["payload"]["timestamp"], at);
        if nth == 7_777 {
            last = message;
        }
    }
    let mut resumed = ada.socket(&after(&last)).await;
    let at = Timestamp((JUNE + 7_778) * 1000).to_string();
    assert_eq!(resumed.next_of("data").await["payload"]["timestamp"], at);
}

/// Deletes old events, as after ten minutes.
async fn forget(app: &TestApp) {
    let db = &app.state().db;
    let forgotten = db.write::<_, StoreError, _>("test.forget", |tx| {
        tx.forget_events(tx.now().plus(Duration::from_secs(1)))
    });
    forgotten.await.unwrap();
}

#[tokio::test]
async fn a_client_too_far_behind_gets_an_error() {
    let app = TestApp::start().await;
    let (ada, bob) = (app.user("ada").await, app.user("bob").await);
    let mut socket = ada.socket(STREAM).await;
    ada.post("/v1/sfdp/data", batch("strap", 0, 3)).await.ok();
    let first = socket.next_of("data").await;
    ada.socket(&after(&first)).await.next_of("data").await;
    // The position of another account, positions that never existed, and invalid positions.
    let mut others = bob.socket(&after(&first)).await;
    assert_eq!(others.closed().await, 4408);
    for id in ["ev_7fffffff-0", "ev_1-1", "x", ""] {
        let mut socket = ada.socket(&format!("{STREAM}?lastEventId={id}")).await;
        assert_eq!(socket.closed().await, 4408, "{id:?}");
    }
    // After ten minutes, with and without a new event in between.
    forget(&app).await;
    ada.socket(&after(&first)).await.next_of("data").await;
    ada.post("/v1/sfdp/data", batch("strap", 10, 1)).await.ok();
    for _ in 0..3 {
        socket.next_of("data").await;
    }
    forget(&app).await;
    let mut late = ada.socket(&after(&first)).await;
    assert_eq!(late.closed().await, 4408);
    // A connected client that has read everything is not affected.
    ada.post("/v1/sfdp/data", batch("strap", 20, 1)).await.ok();
    let at = Timestamp((JUNE + 20) * 1000).to_string();
    assert_eq!(socket.next_of("data").await["payload"]["timestamp"], at);
}
