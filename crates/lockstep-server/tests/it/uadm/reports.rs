//! Reported states of devices: they arrive at the speed of machines, and leave nothing that grows with their number.

use lockstep_server::serve::{all_jobs, run_job};
use lockstep_store::{StoreError, SystemClock};
use serde_json::{Value as Json, json};

use super::client::{Device, Options, Version};
use super::{path_of, treadmill};
use crate::app::TestApp;
use crate::damage::write;

/// What reports could leave in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Traces {
    entries: i64,
    events: i64,
    bytes: i64,
}

async fn traces(app: &TestApp) -> Traces {
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.traces", |tx| {
            let count = |sql: &str| tx.query_one(sql, &[], |row| row.at::<i64>(0));
            Ok(Traces {
                entries: count("SELECT COUNT(*) FROM audit_body WHERE action = 'uadm.report'")?,
                events: count(
                    "SELECT COUNT(*) FROM event_outbox WHERE topic = 'uadm.device_changed'",
                )?,
                bytes: count(
                    "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
                )?,
            })
        });
    read.await.unwrap()
}

/// Returns the sum of the counts that the audit log has for reported states.
async fn counted(app: &TestApp) -> u64 {
    let counter = app.state().audit_counter();
    counter.flush(&app.state().db).await.unwrap();
    let query = json!({ "searchQuery": "uadm.report", "limit": 100 });
    let log = app.admin().post("/v1/admin/audit-logs", query).await.ok();
    let entries = log["logs"].as_array().unwrap().iter();
    entries
        .map(|entry| entry["metadata"]["count"].as_u64().unwrap())
        .sum()
}

fn states(connection: usize, count: usize) -> Vec<String> {
    let state = |n| json!({ format!("value{connection}"): n }).to_string();
    (1..=count).map(state).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reported_states_leave_nothing_that_grows() {
    const CONNECTIONS: usize = 3;
    // More than one read of a connection holds.
    const REPORTS: usize = 200;
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut connections = Vec::new();
    for n in 0..CONNECTIONS {
        let mut options = Options::of(&device);
        options.client = format!("client {n}");
        let connected = Device::try_connect(app.mqtt(), Version::Five, &options).await;
        connections.push(connected.ok().unwrap());
    }
    let (before, clock) = (traces(&app).await, SystemClock::shared());
    let begin = clock.monotonic();
    let sending = connections.into_iter().enumerate().map(|(n, mut device)| {
        tokio::spawn(async move { device.publish_all("reported", &states(n, REPORTS)).await })
    });
    for sent in sending.collect::<Vec<_>>() {
        assert_eq!(sent.await.unwrap(), REPORTS);
    }
    // 200 messages at once and 50 a second, over all connections of the device together: what the first reads of the
    // connections hold beyond that is owed.
    let taken = (clock.monotonic() - begin).as_millis();
    assert!(taken > 2500, "{taken} ms");
    let twin = ada.get(&format!("{}/twin", path_of(&device))).await.ok();
    for n in 0..CONNECTIONS {
        assert_eq!(twin["reported"]["state"][format!("value{n}")], REPORTS);
    }
    let after = traces(&app).await;
    println!("{before:?}\n{after:?}");
    assert!(after.entries <= 1, "{after:?}");
    // One at once, and one for each ten seconds.
    let events = after.events - before.events;
    assert!((1..=4).contains(&events), "{before:?} {after:?}");
    assert!(
        after.bytes - before.bytes <= 256 << 10,
        "{before:?} {after:?}"
    );
    // No report is lost from the audit log.
    assert_eq!(counted(&app).await, (CONNECTIONS * REPORTS) as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_of_many_reported_states_has_an_event() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let options = Options::of(&device);
    let mut runner = Device::connect(app.mqtt(), Version::Five, &options).await;
    let before = traces(&app).await.events;
    assert_eq!(runner.publish_all("reported", &states(0, 2)).await, 2);
    assert_eq!(traces(&app).await.events, before + 1);
    // As after ten seconds; also with times that a clock or damage left behind.
    let job = all_jobs(app.state()).find(|job| job.name == "devices.write_events");
    for (n, due) in ["1", "event_at + 40 * 86400000", "'weird'"]
        .into_iter()
        .enumerate()
    {
        let change = format!("UPDATE uadm_device SET event_due = {due}");
        write(&app, move |tx| tx.execute(&change, &[]).map(drop)).await;
        run_job(app.state(), job.unwrap()).await.unwrap();
        let events = traces(&app).await.events;
        assert_eq!(events, before + 2 + n as i64, "{due}");
        run_job(app.state(), job.unwrap()).await.unwrap();
        assert_eq!(traces(&app).await.events, events, "{due}");
    }
}

#[tokio::test]
async fn a_reported_state_that_changes_nothing_writes_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let twin = format!("{}/twin", path_of(&device));
    let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let report = json!({ "kmh": 9, "program": { "name": "hills" } }).to_string();
    assert_eq!(
        runner.publish("reported", report.as_bytes(), 1).await,
        Some(0)
    );
    let first: Json = ada.get(&twin).await.ok()["reported"].clone();
    let before = traces(&app).await;
    for same in [report.as_str(), r#"{"kmh": 9, "absent": null}"#, "{}"] {
        let sent = runner.publish("reported", same.as_bytes(), 1).await;
        assert_eq!(sent, Some(0), "{same}");
    }
    assert_eq!(ada.get(&twin).await.ok()["reported"], first);
    assert_eq!(traces(&app).await.events, before.events);
    assert_eq!(counted(&app).await, 1);
}

/// The answer to a packet of two bytes costs as much as the answer to a message.
#[tokio::test]
async fn pings_count_like_messages() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let connected = Device::try_connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let mut runner = connected.ok().unwrap();
    let clock = SystemClock::shared();
    let begin = clock.monotonic();
    runner.write(&[0xc0, 0].repeat(300)).await;
    // The answer to the first of them: what is sent from now on is read after the others.
    assert_eq!(runner.message_or_empty().await, None);
    assert_eq!(runner.publish("reported", b"{\"a\":1}", 1).await, Some(0));
    // 200 at once and 50 a second.
    let took = clock.monotonic() - begin;
    assert!(took.as_millis() > 1500, "{took:?}");
}
