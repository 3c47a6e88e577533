//! Prints the command to the treadmill.

use serde_json::Value as Json;

use super::{number, text};
use crate::output::outln;

/// Prints the command and its acknowledgement.
pub(in super::super) fn print(shown: &Json) {
    outln!("\nA command to a simulated treadmill, over MQTT");
    if let Some(reason) = shown["skipped"].as_str() {
        outln!("  skipped: {reason}");
        return;
    }
    outln!(
        "  {:<20} speed {} km/h: {} by the device in {} s, {} point stored",
        "set_speed",
        number(&shown["result"]["kmh"], 1),
        text(&shown["status"]),
        number(&shown["seconds"], 3),
        shown["points"]
    );
}
