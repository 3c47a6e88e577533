//! Points that devices send over MQTT.

use std::collections::BTreeMap;
use std::time::Duration;

use lockstep_store::{StoreError, SystemClock};
use serde_json::{Value as Json, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;

use super::client::{Device, Options, VERSIONS, Version};
use super::{DEVICES, path_of, treadmill};
use crate::app::{JUNE, TestApp, TestClient};
use crate::system_settings::modes;

fn point(second: i64, value: f64) -> Json {
    let at = lockstep_store::Timestamp((JUNE + second) * 1000);
    json!({ "timestamp": at.to_string(), "type": "speed", "value": value, "unit": "km/h" })
}

/// The modes of the platform API with the names of the fitness API.
const MODES: [(&str, Option<&str>); 4] = [
    ("none", None),
    ("basic", Some("Basic")),
    ("fhe", Some("FHE")),
    ("zk", Some("ZK")),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn confirmed_points_are_stored_under_the_device_and_its_mode() {
    let app = TestApp::start().await;
    let bob = app.user("bob").await;
    for (mode, name) in MODES {
        let owner = app.user(&format!("ada-{mode}")).await;
        for version in VERSIONS {
            points_are_stored(&app, &owner, version, (mode, name)).await;
        }
        // Four points of each of the two devices.
        assert_eq!(modes(&owner).await, json!([[name, 8]]), "{mode}");
    }
    assert_eq!(bob.get("/v1/sfdp/data").await.ok()["total"], 0);
}

/// Sends four points as a new device with a mode, some of them twice, and reads them.
async fn points_are_stored(
    app: &TestApp,
    owner: &TestClient,
    version: Version,
    (mode, mode_name): (&str, Option<&str>),
) {
    let name = format!("{version:?}");
    let body = json!({ "device_type": "treadmill", "name": name, "encryption_mode": mode });
    let device = owner.post(DEVICES, body).await.ok();
    let id = device["device_id"].as_str().unwrap().to_owned();
    let mut runner = Device::connect(app.mqtt(), version, &Options::of(&device)).await;
    let mut named = point(4, 8.4);
    named["device"] = json!(id);
    for (nth, (message, qos)) in [
        (json!({ "data": [point(1, 8.1), point(2, 8.2)] }), 1),
        (json!([point(3, 8.3)]), 2),
        (named, 1),
        // The same points again: nothing is stored twice.
        (json!({ "data": [point(1, 8.1), point(2, 8.2)] }), 2),
    ]
    .into_iter()
    .enumerate()
    {
        let sent = runner
            .publish("telemetry", message.to_string().as_bytes(), qos)
            .await;
        assert_eq!(sent, Some(0), "{version:?} {mode} {nth}");
    }
    let page = owner
        .get(&format!("/v1/sfdp/data?device={name}"))
        .await
        .ok();
    let by_id = owner.get(&format!("/v1/sfdp/data?device={id}")).await.ok();
    assert_eq!(by_id["data"], page["data"]);
    assert_eq!(page["total"], 4, "{page}");
    // FHE rounds a value to the decimals of its type.
    let value = page["data"][3]["value"].as_f64().unwrap();
    assert!((value - 8.4).abs() < 0.01, "{mode}: {page}");
    assert_eq!(page["data"][3]["device"], name);
    // The device is one device of both areas, with its mode.
    let devices = owner.get("/v1/sfdp/devices").await.ok();
    let all = devices["devices"].as_array().unwrap();
    let of_fitness = all.iter().find(|one| one["id"] == id).unwrap();
    assert_eq!(of_fitness["encryptionMode"], json!(mode_name));
    assert_ne!(of_fitness["lastSync"], Json::Null);
}

/// The account is suspended after its device has connected, and before the message is processed.
#[tokio::test]
async fn a_device_of_a_suspended_account_stores_nothing() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    // Without the connection being told.
    let set = async |status: &'static str| {
        let user = ada.id.clone();
        let write = app
            .state()
            .db
            .write::<_, StoreError, _>("test.status", move |tx| {
                let set = "UPDATE account SET status = ?2 WHERE id = ?1";
                tx.execute(set, lockstep_store::params![&user, status])
                    .map(drop)
            });
        write.await.unwrap();
    };
    set("suspended").await;
    for (topic, message) in [
        ("telemetry", json!([point(1, 8.0)])),
        ("reported", json!({ "speed": 8 })),
    ] {
        let sent = runner
            .publish(topic, message.to_string().as_bytes(), 1)
            .await;
        assert_eq!(sent, Some(0x99), "{topic}");
    }
    set("active").await;
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 0);
    let twin = ada.get(&format!("{}/twin", path_of(&device))).await.ok();
    assert_eq!(twin["reported"]["state"], json!({}), "{twin}");
}

/// `network.maxBandwidth` limits the bytes of devices, too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bandwidth_limits_devices() {
    let app = TestApp::start().await;
    let (admin, ada) = (app.admin(), app.user("ada").await);
    let device = treadmill(&ada, "Runner").await;
    let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let clock = SystemClock::shared();
    let mut times = Vec::new();
    for limit in [0, 128 << 10] {
        let change = json!({ "network": { "maxBandwidth": limit } });
        admin.patch("/v1/admin/settings", change).await.ok();
        let start = clock.monotonic();
        for second in 0..8 {
            let message = format!("{}{}", " ".repeat(32 << 10), json!([point(second, 8.0)]));
            let sent = runner.publish("telemetry", message.as_bytes(), 1).await;
            assert_eq!(sent, Some(0), "{limit} {second}");
        }
        times.push(clock.monotonic() - start);
    }
    // 256 KiB at 128 KiB per second, less the first piece.
    assert!(times[1] > Duration::from_millis(1800), "{times:?}");
    assert!(times[0] < times[1], "{times:?}");
}

#[tokio::test]
async fn refused_points_are_named_to_the_device() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let mut early = point(5, 1.0);
    early["timestamp"] = json!("2199-01-01T00:00:00Z");
    let mixed = json!({ "data": [point(1, 8.0), early] });
    assert_eq!(
        runner
            .publish("telemetry", mixed.to_string().as_bytes(), 1)
            .await,
        Some(0)
    );
    let error = runner.message().await.body;
    assert_eq!(
        (&error["topic"], &error["stored"]),
        (&json!("telemetry"), &json!(1))
    );
    assert!(
        error["errors"][0]
            .as_str()
            .unwrap()
            .starts_with("data[1]: timestamp"),
        "{error}"
    );
    let mut foreign = point(2, 8.0);
    foreign["device"] = json!("another");
    for message in [
        "".to_owned(),
        "[".to_owned(),
        "7".to_owned(),
        r#"{"data": 7}"#.to_owned(),
        r#"{"data": [], "encryptionMode": "ZK"}"#.to_owned(),
        "[[]]".to_owned(),
        format!("{}1{}", "[".repeat(5000), "]".repeat(5000)),
        foreign.to_string(),
    ] {
        let sent = runner.publish("telemetry", message.as_bytes(), 1).await;
        assert_eq!(sent, Some(0x99), "{message:.80}");
        assert_eq!(runner.message().await.body["topic"], "telemetry");
    }
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 1);
    // A revoked device sends nothing more.
    ada.delete(&path_of(&device)).await.ok();
    assert_eq!(runner.closed().await, Some(0x87));
}

/// Messages that wait for their confirmation do not stop the device, and each has its own outcome.
#[tokio::test]
async fn many_messages_at_once_are_stored_together_and_confirmed_in_order() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for version in VERSIONS {
        let name = format!("{version:?}");
        let body = json!({ "device_type": "treadmill", "name": name, "encryption_mode": "basic" });
        let device = ada.post(DEVICES, body).await.ok();
        let mut runner = Device::connect(app.mqtt(), version, &Options::of(&device)).await;
        // One of them is refused alone.
        let message = |second: i64| match second {
            77 => "no JSON".to_owned(),
            _ => point(second, 8.0).to_string(),
        };
        let messages: Vec<String> = (0..150).map(message).collect();
        assert_eq!(runner.publish_all("telemetry", &messages).await, 150);
        assert_eq!(runner.message().await.body["topic"], "telemetry");
        let page = ada.get(&format!("/v1/sfdp/data?device={name}")).await.ok();
        assert_eq!(page["total"], 149, "{name}");
    }
    // Together: far fewer events than messages. The audit log counts the points, and has no entry for each write.
    let read = app
        .state()
        .db
        .read::<_, StoreError, _>("test.events", |tx| {
            let sql = "SELECT COUNT(*) FROM event_outbox WHERE topic = 'points.stored'";
            tx.query_one(sql, &[], |row| row.at::<i64>(0))
        });
    let events = read.await.unwrap();
    assert!((1..20).contains(&events), "{events}");
    let counter = app.state().audit_counter();
    counter.flush(&app.state().db).await.unwrap();
    let query = json!({ "searchQuery": "points.upload", "limit": 100 });
    let log = app.admin().post("/v1/admin/audit-logs", query).await.ok();
    let entries = log["logs"].as_array().unwrap();
    assert!((1..=3).contains(&entries.len()), "{log}");
    let counts = entries
        .iter()
        .map(|entry| entry["metadata"]["count"].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), 298, "{log}");
}

/// Messages that are stored together count as each would alone: a claim states how many points were replaced.
#[tokio::test]
async fn points_replaced_within_messages_at_once_are_counted() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for (mode, replaced) in [("none", 75), ("zk", 2 * 75)] {
        let body = json!({ "device_type": "treadmill", "name": mode, "encryption_mode": mode });
        let device = ada.post(DEVICES, body).await.ok();
        let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
        // Two values of each second; some groups begin with the second of them.
        let message = |number: i32| {
            let value = 50.0 + 100.0 * f64::from(number % 2);
            let mut rate = point(i64::from(number / 2), value);
            rate["type"] = json!("resting_heart_rate");
            rate["unit"] = json!("bpm");
            rate.to_string()
        };
        let messages: Vec<String> = (0..150).map(message).collect();
        assert_eq!(runner.publish_all("telemetry", &messages).await, 150);
        let read = app
            .state()
            .db
            .read::<_, StoreError, _>("test.replaced", |tx| {
                let sql = "SELECT CAST(SUM(replaced) AS BIGINT) FROM point_change";
                tx.query_one(sql, &[], |row| row.at::<i64>(0))
            });
        assert_eq!(read.await.unwrap(), replaced, "{mode}");
    }
}

/// The last points of a device's series are in memory while it sends: what its owner changes in between is not lost.
#[tokio::test]
async fn a_device_sends_on_after_its_points_were_changed() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let mut runner = Device::connect(app.mqtt(), Version::Five, &Options::of(&device)).await;
    let mut expected = BTreeMap::new();
    for first in [0, 10, 20] {
        for second in first..first + 5 {
            let value = 1.0 + second as f64;
            let message = point(second, value).to_string();
            let sent = runner.publish("telemetry", message.as_bytes(), 1).await;
            assert_eq!(sent, Some(0), "{second}");
            expected.insert(second, value);
        }
        // Another value of a point, and a later one.
        let mut changed = Vec::new();
        for (second, value) in [(first + 2, 0.5), (first + 6, 0.25)] {
            let mut point = point(second, value);
            point["device"] = json!("Runner");
            changed.push(point);
            expected.insert(second, value);
        }
        let body = json!({ "data": changed });
        ada.post("/v1/sfdp/data", body).await.ok();
        let page = ada.get("/v1/sfdp/data?device=Runner").await.ok();
        let points = page["data"].as_array().unwrap();
        let values = points.iter().map(|point| point["value"].as_f64().unwrap());
        let stored: Vec<f64> = values.collect();
        assert_eq!(stored, expected.values().copied().collect::<Vec<_>>());
    }
    ada.delete("/v1/sfdp/data?device=Runner").await.ok();
    let message = point(30, 9.0).to_string();
    let sent = runner.publish("telemetry", message.as_bytes(), 1).await;
    assert_eq!(sent, Some(0));
    let page = ada.get("/v1/sfdp/data?device=Runner").await.ok();
    assert_eq!(
        (&page["total"], &page["data"][0]["value"]),
        (&json!(1), &json!(9))
    );
}

/// Returns a packet of MQTT.
fn packet(first: u8, body: &[u8]) -> Vec<u8> {
    let mut packet = vec![first];
    let mut left = body.len();
    while left >= 128 {
        packet.push((left % 128) as u8 | 128);
        left /= 128;
    }
    packet.push(left as u8);
    packet.extend(body);
    packet
}

/// Returns a text of MQTT: its length, and its bytes.
fn text(text: &str) -> Vec<u8> {
    let length = u16::try_from(text.len()).unwrap();
    [&length.to_be_bytes()[..], text.as_bytes()].concat()
}

/// The store is busy while a device repeats a message with the quality of service 2: neither is confirmed before the
/// message is on disk.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_repeated_message_is_not_confirmed_before_it_is_stored() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let options = Options::of(&device);
    let mut runner = TcpStream::connect(app.mqtt()).await.unwrap();
    // MQTT 3.1.1, with a name, a password and a clean session.
    let mut connect = text("MQTT");
    connect.extend([4, 0xc2, 0, 60]);
    for field in [&options.client, &options.user_name, &options.password] {
        connect.extend(text(field));
    }
    runner.write_all(&packet(0x10, &connect)).await.unwrap();
    let mut answer = [0; 4];
    runner.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, [0x20, 2, 0, 0]);
    let (begun, begins) = oneshot::channel();
    let (release, released) = oneshot::channel::<()>();
    let db = app.state().db.clone();
    let mut hold = Some((begun, released));
    let writer = tokio::spawn(async move {
        let write = db.write::<_, StoreError, _>("test.busy", move |_| {
            if let Some((begun, released)) = hold.take() {
                let _ = begun.send(());
                let _ = released.blocking_recv();
            }
            Ok(())
        });
        write.await.unwrap();
    });
    begins.await.unwrap();
    let mut publish = text(&format!("uadm/{}/telemetry", options.user_name));
    publish.extend([0, 7]);
    publish.extend(point(1, 8.0).to_string().bytes());
    let ping = [0xc0_u8, 0];
    let sent = [&packet(0x34, &publish)[..], &packet(0x3c, &publish), &ping].concat();
    runner.write_all(&sent).await.unwrap();
    // The answer to the ping is the first.
    let mut pong = [0; 2];
    runner.read_exact(&mut pong).await.unwrap();
    assert_eq!(pong, [0xd0, 0]);
    drop(release);
    writer.await.unwrap();
    runner.read_exact(&mut answer).await.unwrap();
    assert_eq!(answer, [0x50, 2, 0, 7]);
    assert_eq!(ada.get("/v1/sfdp/data").await.ok()["total"], 1);
    // There is one confirmation.
    let end = [&[0x62_u8, 2, 0, 7][..], &ping].concat();
    runner.write_all(&end).await.unwrap();
    let mut ended = [0; 6];
    runner.read_exact(&mut ended).await.unwrap();
    assert_eq!(ended, [0x70, 2, 0, 7, 0xd0, 0]);
}
