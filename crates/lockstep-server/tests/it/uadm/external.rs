//! Devices behind an external broker: commands, points and states through Debian's `mosquitto`.

use serde_json::{Value as Json, json};

use super::client::{Options, VERSIONS, Version};
use super::mosquitto_broker::{Mosquitto, Setup};
use super::{path_of, treadmill};
use crate::app::{JUNE, PASSWORD, TestApp, TestClient};
use crate::modes::until;
use crate::tls::Pair;

async fn shown(owner: &TestClient, device: &Json, command: &Json) -> Json {
    let id = command["command_id"].as_str().unwrap();
    let path = format!("{}/commands/{id}", path_of(device));
    owner.get(&path).await.ok()
}

async fn send(owner: &TestClient, device: &Json, name: &str) -> Json {
    let body = json!({ "command": name, "expires_in": 600 });
    let path = format!("{}/control", path_of(device));
    owner.post(&path, body).await.ok()
}

fn point(second: i64) -> String {
    let at = lockstep_store::Timestamp((JUNE + second) * 1000);
    json!({ "timestamp": at.to_string(), "type": "speed", "value": 8.0, "unit": "km/h" })
        .to_string()
}

async fn has_points(owner: &TestClient, count: u64) {
    let has = async || owner.get("/v1/sfdp/data").await.ok()["total"] == count;
    until(&format!("{count} points are stored"), has).await;
}

#[tokio::test]
async fn commands_points_and_states_pass_through_mosquitto() {
    let Some(broker) = Mosquitto::start(Setup::default()).await else {
        return;
    };
    let app = TestApp::start_with(|config| broker.configure(config)).await;
    let ada = app.user("ada").await;
    for (nth, version) in VERSIONS.into_iter().enumerate() {
        let device = treadmill(&ada, &format!("{version:?}")).await;
        assert_eq!(device["status"], "pending");
        broker.admit(&device);
        let mut runner = broker.connect(version, &Options::of(&device)).await;
        // The broker confirms a point at once; the server stores it soon.
        let second = i64::try_from(nth).unwrap();
        let sent = runner
            .publish("telemetry", point(second).as_bytes(), 1)
            .await;
        assert_eq!(sent, Some(0));
        has_points(&ada, nth as u64 + 1).await;
        assert_eq!(ada.get(&path_of(&device)).await.ok()["status"], "online");
        let (owner, target) = (ada.clone(), device.clone());
        let asked = tokio::spawn(async move { send(&owner, &target, "set_speed").await });
        let command = runner.message().await;
        assert_eq!(command.body["command"], "set_speed");
        runner.acknowledge(&command, json!({ "kmh": 8 })).await;
        let id = json!({ "command_id": command.body["command_id"] });
        let is_done = async || shown(&ada, &device, &id).await["status"] == "acknowledged";
        until("the command is acknowledged", is_done).await;
        assert_eq!(
            shown(&ada, &device, &id).await["result"],
            json!({ "kmh": 8 })
        );
        // `control` waits for the answer.
        assert_eq!(
            asked.await.unwrap()["status"],
            "acknowledged",
            "{version:?}"
        );
        // A second answer changes nothing, and the device is notified.
        runner.acknowledge(&command, json!({ "kmh": 9 })).await;
        let error = runner.message().await.body;
        assert_eq!(error["message"], "the command is already acknowledged");
        // The states of the twin, both ways.
        let twin = format!("{}/twin", path_of(&device));
        let desired = json!({ "desired": { "kmh": 9 } });
        ada.patch(&twin, desired).await.ok();
        let desired = runner.message().await.body;
        assert_eq!(desired, json!({ "version": 1, "state": { "kmh": 9 } }));
        runner.publish("reported", br#"{"kmh": 9}"#, 1).await;
        let has_reported =
            async || ada.get(&twin).await.ok()["reported"]["state"] == json!({ "kmh": 9 });
        until("the state is reported", has_reported).await;
        // The broker keeps the desired state for a device that connects later.
        drop(runner);
        let mut runner = broker.connect(version, &Options::of(&device)).await;
        assert_eq!(runner.message().await.body["version"], 1);
        // A device that is revoked is not heard.
        ada.delete(&path_of(&device)).await.ok();
        // The broker forgets the desired state: an empty message.
        assert_eq!(runner.message().await.body, Json::Null);
        runner.publish("telemetry", point(100).as_bytes(), 1).await;
        assert_eq!(runner.message_or_empty().await, None, "{version:?}");
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 2);
}

#[tokio::test]
async fn a_broker_that_dies_loses_no_command_and_a_server_that_is_away_no_message() {
    let Some(mut broker) = Mosquitto::start(Setup::default()).await else {
        return;
    };
    let app = TestApp::start_with(|config| broker.configure(config)).await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    broker.admit(&device);
    let options = Options {
        session: 3600,
        ..Options::of(&device)
    };
    let mut runner = broker.connect(Version::Five, &options).await;
    let first = send(&ada, &device, "first").await;
    let command = runner.message().await;
    assert_eq!(command.body["command_id"], first["command_id"]);
    // The broker dies before the device answers; the server still accepts commands.
    broker.kill();
    drop(runner);
    let second = send(&ada, &device, "second").await;
    assert_eq!(second["status"], "queued");
    broker.run().await;
    let mut runner = broker.connect(Version::Five, &options).await;
    // Both arrive, possibly several times; the device answers each id once.
    let mut answered = Vec::new();
    while answered.len() < 2 {
        let command = runner.message().await;
        let id = command.body["command_id"].clone();
        if !answered.contains(&id) {
            runner.acknowledge(&command, json!(answered.len())).await;
            answered.push(id);
        }
    }
    for command in [&first, &second] {
        let is_done = async || shown(&ada, &device, command).await["status"] == "acknowledged";
        until("a command is acknowledged", is_done).await;
    }
    // The broker keeps what a device sends while the server is away.
    let folder = app.stop().await;
    for second in 0..20 {
        let sent = runner
            .publish("telemetry", point(second).as_bytes(), 1)
            .await;
        assert_eq!(sent, Some(0));
    }
    let app = TestApp::start_in(folder, |config| broker.configure(config)).await;
    let ada = app.anonymous().signed_in("ada", PASSWORD).await;
    has_points(&ada, 20).await;
}

#[tokio::test]
async fn the_documented_access_rules_keep_devices_apart() {
    let Some(broker) = Mosquitto::start(Setup::default()).await else {
        return;
    };
    let app = TestApp::start_with(|config| broker.configure(config)).await;
    let ada = app.user("ada").await;
    let (device, other) = (treadmill(&ada, "one").await, treadmill(&ada, "two").await);
    broker.admit(&device);
    broker.admit(&other);
    let sent = send(&ada, &device, "stop").await;
    assert_eq!(sent["status"], "queued");
    let mut thief = broker.connect(Version::Five, &Options::of(&other)).await;
    let of_victim = format!("uadm/{}", device["device_id"].as_str().unwrap());
    let ack = json!({ "command_id": sent["command_id"] }).to_string();
    for topic in ["acks", "telemetry", "reported", "commands"] {
        let topic = format!("{of_victim}/{topic}");
        let answered = thief.publish_to(&topic, ack.as_bytes(), (1, false)).await;
        assert_eq!(answered, Some(0x87), "{topic}");
    }
    // An answer to another device's command under the own topic changes nothing.
    thief.publish("acks", ack.as_bytes(), 1).await;
    assert_eq!(
        thief.message().await.body["message"],
        "the command does not exist"
    );
    assert_eq!(shown(&ada, &device, &sent).await["status"], "queued");
    // A filter of all devices is granted by some brokers, but delivers nothing of others.
    thief.subscribe_to("uadm/+/commands", 1).await;
    let mut runner = broker.connect(Version::Five, &Options::of(&device)).await;
    let command = runner.message().await;
    assert_eq!(command.body["command_id"], sent["command_id"]);
    // The next message of the other device is its own command.
    let own = send(&ada, &other, "start").await;
    let received = thief.message().await.body;
    assert_eq!(received["command_id"], own["command_id"]);
    // A retained message of a device counts once, when it is sent.
    let topic = format!("{of_victim}/telemetry");
    let retained = runner
        .publish_to(&topic, point(1).as_bytes(), (1, true))
        .await;
    assert_eq!(retained, Some(0));
    has_points(&ada, 1).await;
}

#[tokio::test]
async fn a_broker_without_passwords_is_not_used() {
    let setup = Setup {
        is_open: true,
        ..Setup::default()
    };
    let Some(broker) = Mosquitto::start(setup).await else {
        return;
    };
    let app = TestApp::start_with(|config| broker.configure(config)).await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    assert_eq!(send(&ada, &device, "stop").await["status"], "queued");
    broker.logs("New client connected").await;
    broker.logs("disconnected").await;
    let log = broker.log();
    assert!(
        !log.contains("as lockstep") && !log.contains("SUBSCRIBE"),
        "{log}"
    );
}

#[tokio::test]
async fn mosquitto_with_tls_is_trusted_by_its_certificate() {
    let (pair, other) = (Pair::new(), Pair::new());
    let setup = Setup {
        pair: Some(&pair),
        ..Setup::default()
    };
    let Some(broker) = Mosquitto::start(setup).await else {
        return;
    };
    let app = TestApp::start_with(|config| broker.configure(config)).await;
    broker.logs("as lockstep").await;
    app.stop().await;
    // Another certificate is not trusted: the server does not introduce itself.
    let count = |log: &str| log.matches("as lockstep").count();
    let before = count(&broker.log());
    let app = TestApp::start_with(|config| {
        broker.configure(config);
        config.mqtt.ca_file = Some(other.certificate());
    })
    .await;
    let alert = async || broker.log().contains("alert");
    until("the server refuses the certificate", alert).await;
    assert_eq!(count(&broker.log()), before);
    app.stop().await;
}
