//! A server that is killed during commands and points: nothing confirmed is lost, no command ends twice.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serde_json::{Value as Json, json};

use super::client::{Device, Options, Version};
use super::{path_of, treadmill};
use crate::app::{JUNE, PASSWORD, TestClient};
use crate::child::Child;
use crate::modes::until;

async fn sign_in(child: &Child) -> TestClient {
    TestClient::at(child.address)
        .signed_in("ada", PASSWORD)
        .await
}

fn kill(child: Child) -> tokio::task::JoinHandle<()> {
    tokio::task::spawn_blocking(move || drop(child))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_commands_loses_none_and_ends_none_twice() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    child.admin().await.post("/v1/admin/users", new).await.ok();
    let mut ada = sign_in(&child).await;
    let device = treadmill(&ada, "Runner").await;
    let (path, options) = (path_of(&device), Options::of(&device));
    let mut sent: Vec<Json> = Vec::new();
    for nth in 0..30 {
        let body = json!({ "command": format!("step {nth}"), "expires_in": 3600 });
        sent.push(ada.post(&format!("{path}/control"), body).await.ok()["command_id"].clone());
    }
    let mut child = Some(child);
    // The device remembers what it executed, as its documentation asks.
    let mut executed: BTreeMap<String, u32> = BTreeMap::new();
    let mut confirmed: BTreeMap<String, u32> = BTreeMap::new();
    for (round, version) in [Version::Three, Version::Five, Version::Five]
        .into_iter()
        .enumerate()
    {
        let page = ada.get(&format!("{path}/commands?limit=100")).await.ok();
        let all = page["data"].as_array().unwrap();
        let open = all
            .iter()
            .filter(|one| one["status"] != "acknowledged")
            .count();
        let mut runner = Device::connect(child.as_ref().unwrap().mqtt(), version, &options).await;
        for nth in 0..open {
            let Some(command) = runner.next_message().await else {
                break;
            };
            let id = command.body["command_id"].as_str().unwrap().to_owned();
            assert!(
                !confirmed.contains_key(&id),
                "a confirmed command came again: {id}"
            );
            let next = executed.len() as u32;
            let result = *executed.entry(id.clone()).or_insert(next);
            // Kill the server while it stores an answer, and once between two.
            let ending = (round < 2 && nth == 8).then(|| kill(child.take().unwrap()));
            let answer = runner.acknowledge(&command, json!(result)).await;
            if answer == Some(0) {
                confirmed.insert(id, result);
            }
            if let Some(ending) = ending {
                ending.await.unwrap();
                break;
            }
        }
        if round < 2 {
            drop(runner);
            let next = Child::start(folder.path());
            ada = sign_in(&next).await;
            child = Some(next);
            // Confirmed points are on disk.
            for (id, result) in &confirmed {
                let shown = ada.get(&format!("{path}/commands/{id}")).await.ok();
                assert_eq!(shown["status"], "acknowledged");
                assert_eq!(shown["result"], json!(result));
            }
        }
    }
    let page = ada.get(&format!("{path}/commands?limit=100")).await.ok();
    assert_eq!(page["total"], sent.len());
    for command in page["data"].as_array().unwrap() {
        let id = command["command_id"].as_str().unwrap();
        assert_eq!(command["status"], "acknowledged", "{command}");
        assert_eq!(command["result"], json!(executed[id]), "{command}");
    }
    assert!(child.unwrap().end().0);
}

/// The seconds whose points were confirmed.
type ConfirmedSeconds = Arc<Mutex<BTreeSet<i64>>>;

/// Sends points until the connection ends; each has a second of its own.
async fn send_points(
    mut device: Device,
    seconds: std::ops::Range<i64>,
    confirmed: ConfirmedSeconds,
) {
    for second in seconds {
        let at = lockstep_store::Timestamp((JUNE + second) * 1000).to_string();
        let points: Vec<Json> = ["speed", "cadence", "power", "heart_rate", "temperature"]
            .into_iter()
            .zip(["km/h", "rpm", "W", "bpm", "°C"])
            .map(
                |(kind, unit)| json!({ "timestamp": at, "type": kind, "value": 8.0, "unit": unit }),
            )
            .collect();
        let message = json!(points).to_string();
        let qos = (second % 2 + 1) as u8;
        let answer = device.publish("telemetry", message.as_bytes(), qos).await;
        if answer != Some(0) {
            return;
        }
        confirmed.lock().unwrap().insert(second);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_loses_no_confirmed_point() {
    let folder = tempfile::tempdir().unwrap();
    let child = Child::start(folder.path());
    let new = json!({
        "username": "ada", "email": "ada@example.org", "password": PASSWORD, "tier": "enterprise",
    });
    child.admin().await.post("/v1/admin/users", new).await.ok();
    let ada = sign_in(&child).await;
    let mut devices = Vec::new();
    for nth in 0..4 {
        devices.push(treadmill(&ada, &format!("runner {nth}")).await);
    }
    let confirmed = ConfirmedSeconds::default();
    let (mut child, mut begun) = (child, 0);
    for round in 0..3 {
        let mut sending = tokio::task::JoinSet::new();
        for (nth, device) in devices.iter().enumerate() {
            let version = [Version::Three, Version::Five][nth % 2];
            let connected = Device::connect(child.mqtt(), version, &Options::of(device)).await;
            let seconds = begun..begun + 10_000;
            begun = seconds.end;
            sending.spawn(send_points(connected, seconds, confirmed.clone()));
        }
        let wanted = confirmed.lock().unwrap().len() + 20;
        let has_confirmed = async || confirmed.lock().unwrap().len() >= wanted;
        until("points are confirmed", has_confirmed).await;
        kill(child).await.unwrap();
        sending.join_all().await;
        child = Child::start(folder.path());
        let ada = sign_in(&child).await;
        let page = ada.get("/v1/sfdp/data?limit=10000").await.ok();
        let mut stored: BTreeMap<String, u32> = BTreeMap::new();
        for point in page["data"].as_array().unwrap() {
            let at = point["timestamp"].as_str().unwrap().to_owned();
            *stored.entry(at).or_default() += 1;
        }
        assert_eq!(page["total"], page["data"].as_array().unwrap().len());
        for second in &*confirmed.lock().unwrap() {
            let at = lockstep_store::Timestamp((JUNE + second) * 1000).to_string();
            assert_eq!(stored.get(&at), Some(&5), "round {round}: {at}");
        }
        // A message that was not confirmed is stored as a whole or not at all.
        assert!(stored.values().all(|count| *count == 5), "{stored:?}");
    }
    assert!(child.end().0);
}
