//! Whether devices sent points on some days.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value as Json;

use super::{cell, nouns};
use crate::understanding::SyncedDevices;

/// Says whether the devices sent points on the days, and when each sent points last, in the profile's time zone.
pub(super) fn text(output: &Json, asked: &SyncedDevices) -> String {
    let devices = output["devices"].as_array().into_iter().flatten();
    let devices: Vec<&Json> = devices.filter(|device| is_meant(device, asked)).collect();
    let zone = TimeZone::get(&asked.zone).unwrap_or(TimeZone::UTC);
    let lines: Vec<String> = devices.iter().map(|device| line(device, &zone)).collect();
    let has_times = devices.iter().any(|device| device["lastSync"].is_string());
    let has_sent = |device: &&&Json| {
        let last = device["lastSync"].as_str();
        last.is_some_and(|time| asked.days.contains(time))
    };
    let sent = devices.iter().filter(has_sent).count();
    let answer = match sent {
        0 => "No",
        sent if sent == devices.len() => "Yes",
        _ => "Not all",
    };
    let zone = cell::escaped_line(&asked.zone);
    match &*lines {
        [] => match &asked.kind {
            Some(kind) => format!(
                "There is no device of the type {}.",
                cell::escaped_line(kind).replace('_', " ")
            ),
            None => "There are no such devices.".to_owned(),
        },
        [line] if has_times => format!("{answer}: {line} ({zone})."),
        [line] => format!("{answer}: {line}."),
        lines => format!(
            "{answer}: {sent} of {} sent points {}. The times are those of {zone}.\n- {}",
            nouns::counted(lines.len() as u64, "devices"),
            asked.days.text(),
            lines.join("\n- ")
        ),
    }
}

/// Whether the question is about a device. A revoked one sends nothing any more: it is meant only by its name.
fn is_meant(device: &Json, asked: &SyncedDevices) -> bool {
    match &asked.device {
        Some(id) => device["id"] == id.as_str(),
        None => {
            let mut kind = asked.kind.iter();
            let is_of_kind = kind.all(|kind| device["type"] == kind.as_str());
            is_of_kind && device["status"] != "revoked"
        }
    }
}

fn line(device: &Json, zone: &TimeZone) -> String {
    let [name, id] = ["name", "id"].map(|field| cell::display_value(field, &device[field]));
    let last = device["lastSync"]
        .as_str()
        .and_then(|time| time.parse::<Timestamp>().ok());
    match last {
        Some(last) => {
            let local = last.to_zoned(zone.clone());
            let local = local.strftime("%Y-%m-%d %H:%M").to_string();
            format!("{name} ({id}) last sent points at {local}")
        }
        None => format!("{name} ({id}) has sent nothing yet"),
    }
}
