//! Debian's `mosquitto_sub` and `mosquitto_pub` as a device, with MQTT 3.1.1 and 5, and with TLS.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use lockstep_config::Config;
use lockstep_server::commands::serve::start;
use lockstep_server::data::DataDir;
use serde_json::{Value as Json, json};

use super::{path_of, treadmill};
use crate::app::{ADMIN_PASSWORD, PASSWORD, TestApp, TestClient};
use crate::postgres::variable;
use crate::tls::Pair;

/// Whether the clients of Debian are installed.
pub(crate) fn are_installed() -> bool {
    let clients = ["mosquitto_sub", "mosquitto_pub"];
    let is_found = |client: &&str| is_installed(client, "mosquitto-clients");
    clients.iter().all(is_found)
}

/// Whether a program of a Debian package is installed. Prints a message if it is not.
///
/// # Panics
/// The program is missing, and `LOCKSTEP_TEST_REQUIRE_TOOLS` is `1`.
pub(super) fn is_installed(program: &str, package: &str) -> bool {
    // Each of these programs ends at once with this argument alone.
    let is_found = Command::new(program).arg("-h").output().is_ok();
    if !is_found {
        let is_required = variable("LOCKSTEP_TEST_REQUIRE_TOOLS").as_deref() == Some("1");
        assert!(!is_required, "{program} is missing (Debian: {package})");
        println!("skipped: {program} is not installed (Debian: {package})");
    }
    is_found
}

/// A client of Debian with the credentials of a device.
fn client(program: &str, device: &Json, (address, version): (SocketAddr, &str)) -> Command {
    let text = |name: &str| device["credentials"][name].as_str().unwrap().to_owned();
    let mut command = Command::new(program);
    command.args([
        "-h",
        "localhost",
        "-p",
        &address.port().to_string(),
        "-V",
        version,
    ]);
    command.args(["-u", &text("username"), "-P", &text("password"), "-q", "1"]);
    command
}

/// Receives one command and acknowledges it; returns the command.
async fn receive_and_acknowledge(
    device: Json,
    to: (SocketAddr, &'static str),
    authority: Option<&Path>,
) -> Json {
    let topic = device["credentials"]["topic"].as_str().unwrap().to_owned();
    let mut receive = client("mosquitto_sub", &device, to);
    receive.args(["-t", &format!("{topic}/commands"), "-C", "1", "-W", "20"]);
    let mut answer = client("mosquitto_pub", &device, to);
    if let Some(authority) = authority {
        receive.arg("--cafile").arg(authority);
        answer.arg("--cafile").arg(authority);
    }
    tokio::task::spawn_blocking(move || {
        let received = receive.output().unwrap();
        assert!(received.status.success(), "{received:?}");
        let command: Json = serde_json::from_slice(&received.stdout).unwrap();
        let ack = json!({ "command_id": command["command_id"], "result": { "by": to.1 } });
        answer.args(["-t", &format!("{topic}/acks"), "-m", &ack.to_string()]);
        let answered = answer.output().unwrap();
        assert!(answered.status.success(), "{answered:?}");
        command
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn mosquitto_receives_and_acknowledges_a_command() {
    if !are_installed() {
        return;
    }
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    for version in ["mqttv311", "mqttv5"] {
        let device = treadmill(&ada, version).await;
        let path = path_of(&device);
        let body = json!({ "command": "set_speed", "parameters": { "kmh": 9 } });
        let sent = ada.post(&format!("{path}/control"), body).await.ok();
        let command = receive_and_acknowledge(device, (app.mqtt(), version), None).await;
        assert_eq!(command["command_id"], sent["command_id"]);
        let shown = format!("{path}/commands/{}", sent["command_id"].as_str().unwrap());
        let shown = ada.get(&shown).await.ok();
        assert_eq!(shown["status"], "acknowledged");
        assert_eq!(shown["result"], json!({ "by": version }));
    }
}

#[tokio::test]
async fn mosquitto_is_refused_with_a_wrong_password() {
    if !are_installed() {
        return;
    }
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut device = treadmill(&ada, "Runner").await;
    device["credentials"]["password"] = json!("lk_dp_wrong");
    for version in ["mqttv311", "mqttv5"] {
        let mut command = client("mosquitto_pub", &device, (app.mqtt(), version));
        command.args(["-t", "x", "-m", "y"]);
        let refused = tokio::task::spawn_blocking(move || command.output().unwrap());
        assert!(!refused.await.unwrap().status.success());
    }
}

#[tokio::test]
async fn mosquitto_uses_the_certificate_of_the_server() {
    if !are_installed() {
        return;
    }
    // The API answers over TLS while the broker does: the test asks it before and after.
    let app = TestApp::start().await;
    let ada = app.user("ada").await;
    let mut sent = Vec::new();
    for version in ["mqttv311", "mqttv5"] {
        let device = treadmill(&ada, version).await;
        let control = format!("{}/control", path_of(&device));
        let body = json!({ "command": "stop", "expires_in": 600 });
        let command = ada.post(&control, body).await.ok();
        sent.push((version, device, command));
    }
    let folder = app.stop().await;
    let pair = Pair::new();
    let config = Config {
        data: folder.path().to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        tls: pair.tls(),
        mqtt: lockstep_config::Mqtt {
            tls_listen: Some(SocketAddr::from(([127, 0, 0, 1], 0))),
            ..Default::default()
        },
        ..Config::default()
    };
    let data = DataDir::hold(&config.data).unwrap();
    let password = Some(ADMIN_PASSWORD.to_owned().into());
    let running = start(&config, data, password).await.unwrap();
    let address = running.mqtt_tls.unwrap();
    for (version, device, _) in &sent {
        let authority = pair.certificate();
        receive_and_acknowledge(device.clone(), (address, *version), Some(&authority)).await;
        // Without TLS, this port answers nothing.
        let mut plain = client("mosquitto_pub", device, (address, *version));
        plain.args(["-t", "x", "-m", "y"]);
        let refused = tokio::task::spawn_blocking(move || plain.output().unwrap());
        assert!(!refused.await.unwrap().status.success());
    }
    running.stop().await;
    let app = TestApp::start_in(folder, |_| {}).await;
    let ada: TestClient = app.anonymous().signed_in("ada", PASSWORD).await;
    for (_, device, command) in &sent {
        let id = command["command_id"].as_str().unwrap();
        let shown = ada
            .get(&format!("{}/commands/{id}", path_of(device)))
            .await
            .ok();
        assert_eq!(shown["status"], "acknowledged");
    }
}
