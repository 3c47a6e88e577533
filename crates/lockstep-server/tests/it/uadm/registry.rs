//! Registration, lists, passwords, twins, and commands to devices that are not connected.

use std::time::Duration;

use lockstep_store::{StoreError, SystemClock, Timestamp};
use serde_json::json;

use super::client::{Device, Options, Version};
use super::{DEVICES, path_of, treadmill};
use crate::app::TestApp;

#[tokio::test]
async fn a_device_is_registered_and_its_password_shown_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let body = json!({
        "device_type": "treadmill", "name": "Runner", "configuration": { "max_speed_kmh": 18 },
    });
    let made = ada.post_once(DEVICES, "one", body.clone()).await.ok();
    assert_eq!(made["status"], "pending");
    assert_eq!(made["credentials"]["username"], made["device_id"]);
    let password = made["credentials"]["password"].as_str().unwrap();
    assert!(password.starts_with("lk_dp_"), "{password}");
    let topic = format!("uadm/{}", made["device_id"].as_str().unwrap());
    assert_eq!(made["credentials"]["topic"], topic);
    ada.post_once(DEVICES, "one", body.clone())
        .await
        .refused(409, "CONFLICT");
    ada.post(DEVICES, body).await.refused(409, "CONFLICT");
    let shown = ada.get(&path_of(&made)).await.ok();
    assert_eq!(shown["configuration"], json!({ "max_speed_kmh": 18 }));
    assert_eq!(shown["credentials"], json!(null));
    assert_eq!(shown["last_seen"], json!(null));
    // One identity in both areas.
    let devices = ada.get("/v1/sfdp/devices").await.ok();
    assert_eq!(devices["devices"][0]["id"], made["device_id"]);
    let changed = ada
        .post(&format!("{}/credentials", path_of(&made)), json!({}))
        .await
        .ok();
    assert_ne!(changed["password"], password);
    let bob = app.user("bob").await;
    bob.get(&path_of(&made)).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn a_fitness_device_becomes_a_uadm_device() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let strap =
        json!({ "type": "strap", "name": "H10", "capabilities": [], "encryptionMode": "Basic" });
    let strap = ada.post("/v1/sfdp/devices", strap).await.ok();
    let id = strap["deviceId"].as_str().unwrap();
    ada.get(&format!("{DEVICES}/{id}"))
        .await
        .refused(404, "NOT_FOUND");
    let delete = ada.delete(&format!("{DEVICES}/{id}")).await;
    delete.refused(404, "NOT_FOUND");
    for (kind, name) in [("strap", "H9"), ("watch", "H10")] {
        let other = json!({ "device_type": kind, "name": name, "device_id": id });
        ada.post(DEVICES, other).await.refused(409, "CONFLICT");
    }
    let body = json!({ "device_type": "strap", "name": "H10", "device_id": id });
    let made = ada.post(DEVICES, body.clone()).await.ok();
    assert_eq!(made["device_id"], id);
    assert_eq!(made["encryption_mode"], "basic");
    ada.post(DEVICES, body.clone())
        .await
        .refused(409, "CONFLICT");
    // A revocation in the fitness API revokes it in the platform API.
    ada.delete(&format!("/v1/sfdp/devices/{id}")).await.ok();
    assert_eq!(ada.get(&path_of(&made)).await.ok()["status"], "revoked");
    let control = format!("{}/control", path_of(&made));
    ada.post(&control, json!({ "command": "stop" }))
        .await
        .refused(409, "CONFLICT");
    let bob = app.user("bob").await;
    bob.post(DEVICES, body).await.refused(404, "NOT_FOUND");
}

#[tokio::test]
async fn lists_have_pages_and_orders() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for name in ["b", "C", "a"] {
        treadmill(&ada, name).await;
    }
    for (query, names) in [
        ("", &["a", "C", "b"][..]),
        ("?sort=name&order=asc", &["a", "b", "C"]),
        ("?sort=created_at&order=asc&limit=2", &["b", "C"]),
        ("?limit=2&page=2", &["b"]),
    ] {
        let page = ada.get(&format!("{DEVICES}{query}")).await.ok();
        let data = page["data"].as_array().unwrap().clone();
        let found: Vec<&str> = data
            .iter()
            .map(|one| one["name"].as_str().unwrap())
            .collect();
        assert_eq!(found, names, "{query}");
        assert_eq!(page["total"], 3);
    }
    ada.get(&format!("{DEVICES}?limit=101"))
        .await
        .refused(400, "VALIDATION_ERROR");
}

#[tokio::test]
async fn a_command_waits_expires_and_is_repeated_once() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let path = path_of(&device);
    let body = json!({ "command": "set_speed", "parameters": { "kmh": 8.5 }, "expires_in": 1 });
    let control = format!("{path}/control");
    let sent = ada.post_once(&control, "once", body.clone()).await.ok();
    assert_eq!(sent["status"], "queued");
    let again = ada.post_once(&control, "once", body).await.ok();
    assert_eq!(again["command_id"], sent["command_id"]);
    let id = sent["command_id"].as_str().unwrap();
    let command = format!("{path}/commands/{id}");
    let shown = ada.get(&command).await.ok();
    assert_eq!(shown["parameters"], json!({ "kmh": 8.5 }));
    let other = treadmill(&ada, "Other").await;
    ada.get(&format!("{}/commands/{id}", path_of(&other)))
        .await
        .refused(404, "NOT_FOUND");
    // The job that ends the command writes an event.
    let mut rung = app.state().db.event_signal();
    let expired = async {
        while ada.get(&command).await.ok()["status"] != "expired" {
            rung.changed().await.unwrap();
        }
    };
    tokio::time::timeout(Duration::from_secs(10), expired)
        .await
        .unwrap();
    let page = ada.get(&format!("{path}/commands")).await.ok();
    assert_eq!(page["total"], 1);
    assert_eq!(page["data"][0]["command_id"], id);
    for (body, parameter) in [
        (json!({ "command": "" }), "command"),
        (json!({ "command": "x", "expires_in": 0 }), "expires_in"),
        (
            json!({ "command": "x", "parameters": { "a": vec!["x".repeat(100); 200] } }),
            "parameters",
        ),
    ] {
        let refused = ada.post(&control, body).await;
        refused.refused(400, "VALIDATION_ERROR");
        assert_eq!(refused.json()["error"]["details"]["parameter"], parameter);
    }
}

#[tokio::test]
async fn a_command_expires_after_a_minute_by_default() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let path = path_of(&treadmill(&ada, "Runner").await);
    let command = json!({ "command": "stop" });
    let sent = ada.post(&format!("{path}/control"), command).await.ok();
    let shown = format!("{path}/commands/{}", sent["command_id"].as_str().unwrap());
    let shown = ada.get(&shown).await.ok();
    let time = |field: &str| -> Timestamp { shown[field].as_str().unwrap().parse().unwrap() };
    let lifetime = time("expires_at").since(time("created_at"));
    assert_eq!(lifetime, Duration::from_secs(60), "{shown}");
}

#[tokio::test]
async fn a_revoked_device_keeps_no_open_command() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let path = path_of(&device);
    let sent = ada
        .post(&format!("{path}/control"), json!({ "command": "stop" }))
        .await
        .ok();
    ada.delete(&path).await.ok();
    let command = format!("{path}/commands/{}", sent["command_id"].as_str().unwrap());
    assert_eq!(ada.get(&command).await.ok()["status"], "failed");
    let rotate = ada.post(&format!("{path}/credentials"), json!({})).await;
    rotate.refused(409, "CONFLICT");
}

#[tokio::test]
async fn a_twin_has_versions() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let twin = format!("{}/twin", path_of(&device));
    assert_eq!(ada.get(&twin).await.ok()["desired"]["version"], 0);
    let patch = json!({ "desired": { "kmh": 8, "fan": { "level": 2 } } });
    let first = ada.patch(&twin, patch).await.ok();
    assert_eq!(first["desired"]["version"], 1);
    let patch = json!({ "desired": { "fan": { "level": null } }, "version": 1 });
    let second = ada.patch(&twin, patch.clone()).await.ok();
    assert_eq!(second["desired"]["state"], json!({ "kmh": 8, "fan": {} }));
    ada.patch(&twin, patch).await.refused(409, "CONFLICT");
    assert_eq!(second["reported"]["version"], 0);
}

#[tokio::test]
async fn the_queue_of_an_absent_device_has_a_limit() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let path = path_of(&device);
    let control = format!("{path}/control");
    let first = json!({ "command": "stop", "expires_in": 3600 });
    let first = ada.post(&control, first.clone()).await.ok();
    // 9998 further commands, as copies of the first row: requests would take minutes.
    let fill = app.state().db.write::<_, StoreError, _>("test.fill", |tx| {
        tx.execute(
            "WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 9999)
             INSERT INTO uadm_command(user_id, device_id, n, id, state, created_at, expires_at, body)
             SELECT user_id, device_id, more.n, 'cmd_' || printf('%026d', more.n), state, created_at, expires_at, body
             FROM uadm_command, more WHERE uadm_command.n = 1",
            &[],
        )
    });
    fill.await.unwrap();
    let body = json!({ "command": "stop", "expires_in": 3600 });
    ada.post(&control, body.clone()).await.ok();
    ada.post(&control, body).await.refused(409, "CONFLICT");
    let page = ada
        .get(&format!("{path}/commands?limit=1&page=10000"))
        .await
        .ok();
    assert_eq!(page["total"], 10_000);
    assert_eq!(page["data"][0]["command_id"], first["command_id"]);
    ada.delete(&path).await.ok();
    let first = format!("{path}/commands/{}", first["command_id"].as_str().unwrap());
    assert_eq!(ada.get(&first).await.ok()["status"], "failed");
}

/// 300 commands over sockets: 10 000 would be as many requests, and the server takes 50 answers a second from a device. The full
/// queue is tested in the store: `a_full_queue_is_sent_in_order_and_each_command_ends_once` in lockstep-devices.
#[tokio::test]
async fn many_queued_commands_reach_an_absent_device_once_and_in_order() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let path = path_of(&device);
    let mut ids = Vec::new();
    for nth in 0..300 {
        let body = json!({ "command": format!("step {nth}"), "expires_in": 3600 });
        let sent = ada.post(&format!("{path}/control"), body).await.ok();
        assert_eq!(sent["status"], "queued");
        ids.push(sent["command_id"].clone());
    }
    let options = Options::of(&device);
    let mut runner = Device::connect(app.mqtt(), Version::Five, &options).await;
    for (nth, id) in ids.iter().enumerate() {
        let command = runner.message().await;
        assert_eq!(command.body["command_id"], *id, "{nth}");
        assert!(!command.is_again, "{nth}");
        let answered = runner.acknowledge(&command, json!(nth)).await;
        assert_eq!(answered, Some(0), "{nth}");
    }
    assert_eq!(runner.message_or_empty().await, None);
    // The newest command is the first of the list.
    ids.reverse();
    for (nth, expected) in ids.chunks(100).enumerate() {
        let page = format!("{path}/commands?limit=100&page={}", nth + 1);
        let page = ada.get(&page).await.ok();
        assert_eq!(page["total"], 300);
        let listed = page["data"].as_array().unwrap();
        assert_eq!(listed.len(), expected.len());
        for (command, id) in listed.iter().zip(expected) {
            assert_eq!(command["command_id"], *id);
            assert_eq!(command["status"], "acknowledged");
        }
    }
    drop(runner);
    let mut again = Device::connect(app.mqtt(), Version::Five, &options).await;
    assert_eq!(again.message_or_empty().await, None);
}

/// A client that is not known yet cannot make the broker keep a large first packet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_first_packet_ends_the_connection() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let app = TestApp::start().await;
    // CONNECT of MQTT 3.1.1 that announces 200 000 more bytes, of which 64 KiB come.
    let mut packet = vec![0x10, 0xc0, 0x9a, 0x0c];
    packet.extend(b"\0\x04MQTT\x04\x02\0\x3c");
    packet.extend(60_000_u16.to_be_bytes());
    packet.resize(64 << 10, b'a');
    let mut stream = tokio::net::TcpStream::connect(app.mqtt()).await.unwrap();
    // The broker may close before everything is sent.
    let _ = stream.write_all(&packet).await;
    let mut answer = Vec::new();
    let read = stream.read_to_end(&mut answer);
    let ended = tokio::time::timeout(std::time::Duration::from_secs(5), read).await;
    assert!(ended.is_ok(), "the connection is open after 5 s");
    assert!(answer.is_empty(), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_device_is_disconnected_when_it_was_silent_for_its_keep_alive() {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let options = Options::of(&treadmill(&ada, "Runner").await);
    // CONNECT of MQTT 3.1.1 with a keep-alive of one second.
    let mut body = b"\0\x04MQTT\x04\xc2\0\x01".to_vec();
    for field in ["one", &options.user_name, &options.password] {
        body.extend(u16::try_from(field.len()).unwrap().to_be_bytes());
        body.extend(field.as_bytes());
    }
    assert!(body.len() < 128, "the length has one byte");
    let mut packet = vec![0x10, u8::try_from(body.len()).unwrap()];
    packet.extend(body);
    let clock = SystemClock::shared();
    let mut stream = tokio::net::TcpStream::connect(app.mqtt()).await.unwrap();
    stream.write_all(&packet).await.unwrap();
    let mut answer = [0; 4];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, [0x20, 2, 0, 0]);
    // PINGREQ: the silence begins.
    stream.write_all(&[0xc0, 0]).await.unwrap();
    let since = clock.monotonic();
    let mut rest = Vec::new();
    let read = stream.read_to_end(&mut rest);
    let ended = tokio::time::timeout(Duration::from_secs(10), read).await;
    assert!(ended.is_ok(), "the connection is open after 10 s");
    assert_eq!(rest, [0xd0, 0]);
    // One and a half times the keep-alive.
    let silence = clock.monotonic() - since;
    assert!(silence >= Duration::from_millis(1400), "{silence:?}");
}
