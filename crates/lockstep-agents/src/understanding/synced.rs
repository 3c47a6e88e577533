//! Devices of which a question asks whether they sent points: "did my watch sync today?"

use serde::{Deserialize, Serialize};

use super::dates::Range;
use super::index::KnownTool;
use super::row_days;
use super::slots::Slots;
use super::{Context, RowDays};

/// The devices, and the days on which they sent points or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SyncedDevices {
    /// The days, which end with the day of the question.
    pub(crate) days: RowDays,
    /// The IANA name of the profile's time zone.
    pub(crate) zone: String,
    /// The type of the devices; absent: every type.
    pub(crate) kind: Option<String>,
    /// The id of the only device; absent: every device.
    pub(crate) device: Option<String>,
}

/// Returns the days of a question whether devices sent points. They end with the day of the question: a device states
/// when it sent points last, which says nothing about earlier days.
pub(super) fn asked_days(slots: &Slots) -> Option<Range> {
    let [range] = *slots.dates.ranges else {
        return None;
    };
    let first = slots.tokens.first().map(|token| &*token.word);
    let asks = first.is_some_and(|word| ["are", "did", "has", "have", "is"].contains(&word));
    let ends_now = !slots.is_past && !slots.dates.is_future && range.first.is_some();
    let is_whole = range.times.is_none() && !range.is_all_time();
    let is_meant = asks && slots.has(SYNCED) && !slots.has(STOPPED);
    (is_meant && ends_now && is_whole).then_some(range)
}

/// Returns the devices that a question is about, for the tool that lists devices.
pub(super) fn of(tool: &KnownTool, slots: &Slots, context: &Context<'_>) -> Option<SyncedDevices> {
    let range = asked_days(slots).filter(|_| tool.name == "devices.list")?;
    Some(SyncedDevices {
        days: row_days::days("lastSync", range, context.zone)?,
        zone: context.zone.iana_name().unwrap_or("UTC").to_owned(),
        kind: slots.device_kind.map(str::to_owned),
        device: slots.device.as_ref().map(|device| device.id.clone()),
    })
}

/// Words for the upload of a device's points.
const SYNCED: &[&str] = &[
    "sync",
    "synced",
    "syncing",
    "synchronise",
    "synchronised",
    "synchronize",
    "synchronized",
];
/// Words that ask whether it ended.
const STOPPED: &[&str] = &["fail", "failed", "lose", "lost", "stop", "stopped"];
