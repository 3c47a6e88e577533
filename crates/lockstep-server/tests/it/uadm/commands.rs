//! Commands over MQTT, from the request to the device's answer.

mod twins;

use lockstep_store::Timestamp;
use serde_json::{Value as Json, json};
use tokio::task::JoinSet;

use super::client::{Device, Options, VERSIONS, Version};
use super::{path_of, treadmill};
use crate::app::{TestApp, TestClient};

/// Sends a command that answers later.
fn control(owner: &TestClient, device: &Json, body: Json) -> tokio::task::JoinHandle<Json> {
    let (owner, path) = (owner.clone(), format!("{}/control", path_of(device)));
    tokio::spawn(async move { owner.post(&path, body).await.ok() })
}

async fn status(owner: &TestClient, device: &Json, id: &Json) -> Json {
    let path = format!("{}/commands/{}", path_of(device), id.as_str().unwrap());
    owner.get(&path).await.ok()
}

#[tokio::test]
async fn a_connected_device_acknowledges_a_command() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for version in VERSIONS {
        let device = treadmill(&ada, &format!("{version:?}")).await;
        let mut treadmill = Device::connect(app.mqtt(), version, &Options::of(&device)).await;
        assert_eq!(ada.get(&path_of(&device)).await.ok()["status"], "online");
        let body = json!({ "command": "set_speed", "parameters": { "kmh": 8.5 } });
        let asked = control(&ada, &device, body);
        let command = treadmill.message().await;
        let topic = format!("uadm/{}/commands", device["device_id"].as_str().unwrap());
        assert_eq!(command.topic, topic);
        assert_eq!(command.body["command"], "set_speed");
        assert_eq!(command.body["parameters"], json!({ "kmh": 8.5 }));
        assert!(!command.is_again);
        assert_eq!(
            treadmill.acknowledge(&command, json!({ "kmh": 8.5 })).await,
            Some(0)
        );
        let answer = asked.await.unwrap();
        assert_eq!(answer["status"], "acknowledged", "{version:?}");
        assert_eq!(answer["result"], json!({ "kmh": 8.5 }));
        let shown = status(&ada, &device, &answer["command_id"]).await;
        assert_eq!(shown["status"], "acknowledged");
        assert_ne!(shown["delivered_at"], Json::Null);
        // A second answer changes nothing, and the device is notified.
        let again = json!({ "command_id": command.body["command_id"], "status": "failed" });
        let again = again.to_string();
        assert_eq!(
            treadmill.publish("acks", again.as_bytes(), 2).await,
            Some(0)
        );
        let error = treadmill.message().await;
        assert_eq!(error.body["command_id"], answer["command_id"]);
        assert_eq!(error.body["message"], "the command is already acknowledged");
        let unchanged = status(&ada, &device, &answer["command_id"]).await;
        assert_eq!(unchanged, shown);
        drop(treadmill);
    }
}

#[tokio::test]
async fn a_device_may_refuse_a_command() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut treadmill = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let asked = control(&ada, &device, json!({ "command": "fly" }));
    let command = treadmill.message().await;
    let refusal = json!({
        "command_id": command.body["command_id"], "status": "failed", "result": "no wings",
    });
    treadmill
        .publish("acks", refusal.to_string().as_bytes(), 1)
        .await;
    let answer = asked.await.unwrap();
    assert_eq!(answer["status"], "failed");
    assert_eq!(answer["result"], "no wings");
}

#[tokio::test]
async fn queued_commands_arrive_in_order_and_again_until_they_are_answered() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for version in VERSIONS {
        let device = treadmill(&ada, &format!("{version:?}")).await;
        let path = format!("{}/control", path_of(&device));
        let mut ids = Vec::new();
        // More than the device may leave unconfirmed.
        for nth in 0..20 {
            let sent = ada
                .post(&path, json!({ "command": format!("step {nth}") }))
                .await
                .ok();
            assert_eq!(sent["status"], "queued");
            ids.push(sent["command_id"].clone());
        }
        let options = Options::of(&device);
        let mut first = Device::connect(app.mqtt(), version, &options).await;
        for id in &ids {
            assert_eq!(first.message().await.body["command_id"], *id, "{version:?}");
        }
        let mut rung = app.state().db.event_signal();
        let page = format!("{}/commands?limit=100", path_of(&device));
        loop {
            let shown = ada.get(&page).await.ok();
            let mut all = shown["data"].as_array().unwrap().iter();
            if all.all(|one| one["status"] == "delivered") {
                break;
            }
            rung.changed().await.unwrap();
        }
        // Without an answer, a new connection receives them again, marked as repeated.
        drop(first);
        let mut second = Device::connect(app.mqtt(), version, &options).await;
        for id in &ids {
            let command = second.message().await;
            assert_eq!(command.body["command_id"], *id);
            assert!(command.is_again, "{version:?}");
            assert_eq!(second.acknowledge(&command, Json::Null).await, Some(0));
        }
        let page = ada
            .get(&format!("{}/commands?limit=100", path_of(&device)))
            .await
            .ok();
        for command in page["data"].as_array().unwrap() {
            assert_eq!(command["status"], "acknowledged");
        }
    }
}

#[tokio::test]
async fn a_session_keeps_its_subscriptions() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for version in VERSIONS {
        let device = treadmill(&ada, &format!("{version:?}")).await;
        let options = Options {
            session: 3600,
            ..Options::of(&device)
        };
        let first = Device::connect(app.mqtt(), version, &options).await;
        assert!(!first.has_session);
        drop(first);
        let path = format!("{}/control", path_of(&device));
        let body = json!({ "command": "stop", "expires_in": 600 });
        let sent = ada.post(&path, body).await.ok();
        let mut second = Device::try_connect(app.mqtt(), version, &options)
            .await
            .ok()
            .unwrap();
        assert!(second.has_session, "{version:?}");
        assert_eq!(
            second.message().await.body["command_id"],
            sent["command_id"]
        );
        drop(second);
        let clean = Options::of(&device);
        let third = Device::try_connect(app.mqtt(), version, &clean)
            .await
            .ok()
            .unwrap();
        assert!(!third.has_session);
        drop(third);
        let fourth = Device::try_connect(app.mqtt(), version, &options)
            .await
            .ok()
            .unwrap();
        assert!(!fourth.has_session, "{version:?}");
    }
}

/// Connections of one device with different client identifiers store their sessions at the same time.
#[tokio::test]
async fn sessions_of_one_device_keep_each_other() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "gateway").await;
    let all = (0..8).map(|nth| Options {
        client: format!("client-{nth}"),
        session: 3600,
        ..Options::of(&device)
    });
    let all: Vec<Options> = all.collect();
    let (address, mut connecting) = (app.mqtt(), JoinSet::new());
    for options in all.clone() {
        connecting.spawn(async move { Device::connect(address, Version::Five, &options).await });
    }
    drop(connecting.join_all().await);
    let path = format!("{}/control", path_of(&device));
    let body = json!({ "command": "stop", "expires_in": 600 });
    let sent = ada.post(&path, body).await.ok();
    for options in &all {
        let mut again = Device::try_connect(app.mqtt(), Version::Five, options)
            .await
            .ok()
            .unwrap();
        assert!(again.has_session, "{}", options.client);
        let received = again.message().await;
        assert_eq!(received.body["command_id"], sent["command_id"]);
    }
}

#[tokio::test]
async fn only_valid_credentials_connect() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (device, other) = (treadmill(&ada, "one").await, treadmill(&ada, "two").await);
    let valid = Options::of(&device);
    let unknown = "dev_01h455vb4pex5vsknk084sn02q".to_owned();
    for version in VERSIONS {
        let code = match version {
            Version::Three => 4,
            Version::Five => 0x86,
        };
        for (user_name, password) in [
            (valid.user_name.clone(), "lk_dp_wrong".to_owned()),
            (valid.user_name.clone(), String::new()),
            (valid.user_name.clone(), Options::of(&other).password),
            (unknown.clone(), valid.password.clone()),
            ("admin".to_owned(), valid.password.clone()),
        ] {
            let options = Options {
                user_name,
                password,
                ..valid.clone()
            };
            let refused = Device::try_connect(app.mqtt(), version, &options)
                .await
                .err();
            assert_eq!(refused, Some(code), "{version:?} {}", options.user_name);
        }
    }
    // A replaced password ends the connection and is refused.
    let mut connected = Device::connect(app.mqtt(), Version::Five, &valid).await;
    let path = format!("{}/credentials", path_of(&device));
    let replaced = ada.post(&path, json!({})).await.ok();
    assert_eq!(connected.closed().await, Some(0x87));
    assert!(
        Device::try_connect(app.mqtt(), Version::Five, &valid)
            .await
            .is_err()
    );
    let options = Options {
        password: replaced["password"].as_str().unwrap().to_owned(),
        ..valid
    };
    let mut connected = Device::connect(app.mqtt(), Version::Five, &options).await;
    // So does a revocation, and the suspension of the account.
    ada.delete(&path_of(&device)).await.ok();
    assert_eq!(connected.closed().await, Some(0x87));
    assert!(
        Device::try_connect(app.mqtt(), Version::Five, &options)
            .await
            .is_err()
    );
    let options = Options::of(&other);
    let mut connected = Device::connect(app.mqtt(), Version::Five, &options).await;
    let account = format!("/v1/admin/users/{}", ada.id);
    app.admin()
        .patch(&account, json!({ "status": "suspended" }))
        .await
        .ok();
    assert_eq!(connected.closed().await, Some(0x87));
    assert!(
        Device::try_connect(app.mqtt(), Version::Five, &options)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn guesses_of_passwords_count_against_the_address() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut settings = lockstep_store::Settings::clone(&app.state().settings());
    settings.limits.anonymous = 3;
    app.state().apply(settings);
    let valid = Options::of(&device);
    let wrong = Options {
        password: "lk_dp_wrong".to_owned(),
        ..valid.clone()
    };
    let mut codes = Vec::new();
    for _ in 0..5 {
        codes.extend(
            Device::try_connect(app.mqtt(), Version::Five, &wrong)
                .await
                .err(),
        );
    }
    assert!(codes.ends_with(&[0x89, 0x89]), "{codes:x?}");
}

#[tokio::test]
async fn topics_of_others_wildcards_and_retained_messages_are_refused() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (device, other) = (treadmill(&ada, "one").await, treadmill(&ada, "two").await);
    let of_other = format!("uadm/{}", other["device_id"].as_str().unwrap());
    let own = format!("uadm/{}", device["device_id"].as_str().unwrap());
    for version in VERSIONS {
        let options = Options::of(&device);
        let is_five = version == Version::Five;
        let mut one = Device::connect(app.mqtt(), version, &options).await;
        for (filter, code) in [
            (format!("{of_other}/commands"), 0x87),
            (format!("{own}/acks"), 0x87),
            (format!("{own}/#"), 0xa2),
            ("uadm/+/commands".to_owned(), 0xa2),
            ("#".to_owned(), 0xa2),
            ("$SYS/#".to_owned(), 0xa2),
        ] {
            let expected = if is_five { code } else { 0x80 };
            assert_eq!(
                one.subscribe_to(&filter, 1).await,
                expected,
                "{version:?} {filter}"
            );
        }
        if is_five {
            assert_eq!(one.subscribe_to("$share/g/x", 1).await, 0x9e);
        }
        // An answer under another device's topic: refused, and in MQTT 3.1.1 the connection ends.
        let topic = format!("{of_other}/acks");
        let answered = one.publish_to(&topic, b"{}", (1, false)).await;
        assert_eq!(answered, is_five.then_some(0x87), "{version:?}");
        let mut one = Device::connect(app.mqtt(), version, &options).await;
        let commands = format!("{own}/commands");
        one.publish_to(&commands, b"{}", (0, false)).await;
        assert_eq!(one.closed().await, is_five.then_some(0x87));
        let mut one = Device::connect(app.mqtt(), version, &options).await;
        let retained = format!("{own}/reported");
        let answered = one.publish_to(&retained, b"{}", (1, true)).await;
        assert_eq!(answered, (!is_five).then_some(0), "{version:?}");
        // Nothing is retained: the next connection receives no message before its first command.
        let mut next = Device::connect(app.mqtt(), version, &options).await;
        let asked = control(&ada, &device, json!({ "command": "stop" }));
        let command = next.message().await;
        assert_eq!(command.body["command"], "stop");
        next.acknowledge(&command, Json::Null).await;
        asked.await.unwrap();
    }
}

#[tokio::test]
async fn another_device_cannot_answer_a_command() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let (device, other) = (treadmill(&ada, "one").await, treadmill(&ada, "two").await);
    let path = format!("{}/control", path_of(&device));
    let sent = ada.post(&path, json!({ "command": "stop" })).await.ok();
    let mut thief = Device::connect(app.mqtt(), Version::Five, &Options::of(&other)).await;
    let ack = json!({ "command_id": sent["command_id"] }).to_string();
    assert_eq!(thief.publish("acks", ack.as_bytes(), 1).await, Some(0));
    assert_eq!(
        thief.message().await.body["message"],
        "the command does not exist"
    );
    assert_eq!(
        status(&ada, &device, &sent["command_id"]).await["status"],
        "queued"
    );
    for wrong in [
        "",
        "{",
        "[]",
        "{}",
        r#"{"command_id": 1}"#,
        r#"{"command_id": "cmd_1"}"#,
    ] {
        let answered = thief.publish("acks", wrong.as_bytes(), 1).await;
        assert_eq!(answered, Some(0x99), "{wrong}");
        assert_eq!(thief.message().await.body["topic"], "acks");
    }
}

#[tokio::test]
async fn the_same_client_identifier_takes_over_and_another_shares_the_device() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let options = Options::of(&device);
    let mut first = Device::connect(app.mqtt(), Version::Five, &options).await;
    let mut second = Device::connect(app.mqtt(), Version::Five, &options).await;
    assert_eq!(first.closed().await, Some(0x8e));
    // A client that only publishes, as `mosquitto_pub` does, takes nothing over.
    let publisher = Options {
        client: "two".to_owned(),
        ..options.clone()
    };
    let mut publisher = Device::try_connect(app.mqtt(), Version::Three, &publisher)
        .await
        .ok()
        .unwrap();
    let asked = control(&ada, &device, json!({ "command": "stop" }));
    let command = second.message().await;
    publisher.acknowledge(&command, Json::Null).await;
    assert_eq!(asked.await.unwrap()["status"], "acknowledged");
}

#[tokio::test]
async fn an_answer_after_the_expiry_changes_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let options = Options::of(&device);
    let mut runner = Device::connect(app.mqtt(), Version::Five, &options).await;
    let mut rung = app.state().db.event_signal();
    let body = json!({ "command": "stop", "expires_in": 1 });
    let asked = control(&ada, &device, body);
    let command = runner.message().await;
    let id = command.body["command_id"].clone();
    while status(&ada, &device, &id).await["status"] != "expired" {
        rung.changed().await.unwrap();
    }
    assert_eq!(asked.await.unwrap()["status"], "expired");
    let before = status(&ada, &device, &id).await;
    let answered = runner.acknowledge(&command, json!("late")).await;
    assert_eq!(answered, Some(0));
    let error = runner.message().await.body;
    assert_eq!(error["message"], "the command is already expired");
    assert_eq!(status(&ada, &device, &id).await, before);
    // An expired command is not sent again.
    drop(runner);
    let mut runner = Device::connect(app.mqtt(), Version::Five, &options).await;
    let next = control(&ada, &device, json!({ "command": "start" }));
    let command = runner.message().await;
    assert_eq!(command.body["command"], "start");
    runner.acknowledge(&command, Json::Null).await;
    next.await.unwrap();
}

/// The server's clock decides about commands. Points keep the time that the device gave them, which cannot be later than
/// the server's by more than the API allows.
#[tokio::test]
async fn a_wrong_clock_of_a_device_decides_nothing_about_commands() {
    const YEAR_MS: i64 = 365 * 86_400_000;
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let now = || app.state().clock.now();
    for (skew, is_stored) in [(-YEAR_MS, true), (YEAR_MS, false)] {
        let of_device = Timestamp(now().0 + skew).to_string();
        let before = now();
        let asked = control(
            &ada,
            &device,
            json!({ "command": "stop", "expires_in": 30 }),
        );
        let command = runner.message().await;
        let answered = runner
            .acknowledge(&command, json!({ "at": of_device }))
            .await;
        assert_eq!(answered, Some(0));
        let id = asked.await.unwrap()["command_id"].clone();
        let shown = status(&ada, &device, &id).await;
        assert_eq!(shown["status"], "acknowledged", "{of_device}");
        for field in ["created_at", "delivered_at", "finished_at"] {
            let time: Timestamp = shown[field].as_str().unwrap().parse().unwrap();
            // Times in answers have milliseconds.
            assert!(before <= time && time <= now(), "{field}: {shown}");
        }
        let point =
            json!({ "timestamp": of_device, "type": "speed", "value": 8.0, "unit": "km/h" });
        let sent = runner
            .publish("telemetry", point.to_string().as_bytes(), 1)
            .await;
        assert_eq!(sent, Some(if is_stored { 0 } else { 0x99 }), "{of_device}");
        if !is_stored {
            let error = runner.message().await.body;
            let reason = error["details"]["errors"][0].as_str().unwrap_or_default();
            assert!(reason.contains("timestamp"), "{error}");
        }
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 1);
}
