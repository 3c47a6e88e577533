//! UADM devices in the platform API: registration, passwords, commands, twins.

pub(crate) mod client;
mod commands;
mod external;
mod kill;
mod memory;
pub(crate) mod mosquitto;
mod mosquitto_broker;
mod registry;
mod reports;
mod rows;
mod telemetry;

use serde_json::{Value as Json, json};

use crate::app::TestClient;

pub(crate) const DEVICES: &str = "/api/uadm/devices";

/// Registers a treadmill; returns the answer.
pub(crate) async fn treadmill(owner: &TestClient, name: &str) -> Json {
    let body = json!({ "device_type": "treadmill", "name": name });
    owner.post(DEVICES, body).await.ok()
}

/// Returns the path of a registered device.
pub(crate) fn path_of(device: &Json) -> String {
    format!("{DEVICES}/{}", device["device_id"].as_str().unwrap())
}
