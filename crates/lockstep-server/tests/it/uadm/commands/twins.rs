//! Twins, malformed packets, and a server without a broker.

use super::*;

#[tokio::test]
async fn a_twin_travels_both_ways() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let twin = format!("{}/twin", path_of(&device));
    ada.patch(&twin, json!({ "desired": { "kmh": 8 } }))
        .await
        .ok();
    for version in VERSIONS {
        let options = Options::of(&device);
        let mut runner = Device::try_connect(app.mqtt(), version, &options)
            .await
            .ok()
            .unwrap();
        assert_eq!(runner.subscribe("desired", 1).await, 1);
        let desired = runner.message().await;
        let before = desired.body["version"].as_u64().unwrap();
        ada.patch(&twin, json!({ "desired": { "kmh": 9 } }))
            .await
            .ok();
        let desired = runner.message().await.body;
        assert_eq!(
            desired,
            json!({ "version": before + 1, "state": { "kmh": 9 } })
        );
        let reported = json!({ "kmh": 9, "version": format!("{version:?}") }).to_string();
        assert_eq!(
            runner.publish("reported", reported.as_bytes(), 1).await,
            Some(0)
        );
        let shown = ada.get(&twin).await.ok();
        assert_eq!(
            shown["reported"]["state"]["version"],
            format!("{version:?}")
        );
    }
}

#[tokio::test]
async fn a_newer_desired_state_waits_for_the_confirmation() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let twin = format!("{}/twin", path_of(&device));
    let set = async |kmh: u32| {
        let body = json!({ "desired": { "kmh": kmh } });
        let twin = ada.patch(&twin, body).await.ok();
        twin["desired"]["version"].as_u64().unwrap()
    };
    for version in VERSIONS {
        set(1).await;
        let options = Options::of(&device);
        let mut runner = Device::try_connect(app.mqtt(), version, &options)
            .await
            .ok()
            .unwrap();
        assert_eq!(runner.subscribe("desired", 1).await, 1);
        let first = runner.unconfirmed().await.unwrap();
        set(2).await;
        let newest = set(3).await;
        assert_eq!(runner.message_or_empty().await, None);
        runner.confirm(&first).await;
        let second = runner.message().await.body;
        assert_eq!(second, json!({ "version": newest, "state": { "kmh": 3 } }));
    }
}

#[tokio::test]
async fn malformed_packets_end_the_connection_only() {
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let options = Options::of(&device);
    for bytes in [
        &[0xff, 0xff, 0xff, 0xff, 0xff][..],
        // A PUBLISH of 256 MiB.
        &[0x30, 0xff, 0xff, 0xff, 0x7f],
        // A SUBSCRIBE without a filter.
        &[0x82, 0x02, 0x00, 0x01],
        // A PUBLISH with quality of service 3.
        &[0x36, 0x05, 0x00, 0x01, 0x61, 0x00, 0x01],
        // A second CONNECT.
        &[
            0x10, 0x0c, 0x00, 0x04, 0x4d, 0x51, 0x54, 0x54, 0x04, 0x02, 0x00, 0x3c, 0x00, 0x00,
        ],
    ] {
        for version in VERSIONS {
            let mut one = Device::connect(app.mqtt(), version, &options).await;
            one.write(bytes).await;
            one.closed().await;
        }
    }
    Device::connect(app.mqtt(), Version::Five, &options).await;
}

#[tokio::test]
async fn a_server_without_a_broker_queues_commands() {
    let app = TestApp::start_with(|config| {
        config.mqtt.broker = lockstep_config::Broker::Off;
    })
    .await;
    let ada = app.user("ada").await;
    let device = treadmill(&ada, "Runner").await;
    let path = format!("{}/control", path_of(&device));
    let sent = ada.post(&path, json!({ "command": "stop" })).await.ok();
    assert_eq!(sent["status"], "queued");
}
