//! The points behind the values of a claim's days, and the points that were left out. Everything here is a
//! count or a pseudonym, signed with the root.

use lockstep_values::Timestamp;
use serde::{Deserialize, Serialize};

/// Which devices the values of a claim's days are from, and which points were left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ClaimBasis))]
pub struct ClaimBasis {
    /// Every device with a readable point of the type on one of the days.
    pub devices: Vec<DeviceMeasurements>,
    /// Points of devices whose value was not the day's: another device was taken.
    pub not_taken: u64,
    /// Points that are not plausible for the type, or whose unit does not convert.
    pub implausible: u64,
    /// Points without a local date that are not part of a day's value, because the value is that of points
    /// which state the day as `localDate`. Absent if the days have no such point.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub displaced: u64,
    /// Points that could not be read, in all blocks that reach into the UTC days that the claim's days touch,
    /// or into the day before or after: an unread point may state a local date.
    pub unreadable: UnreadablePoints,
    /// Points that were deleted in the UTC days that the claim's days touch, and the day before and after: so
    /// many at most.
    pub deleted: u64,
    /// Points that were replaced by another value, or moved to another local date, in these UTC days: so many
    /// at most.
    pub replaced: u64,
    /// Since when deletions and replacements are counted: RFC 3339.
    pub counted_since: String,
    /// When the account's time zone changed last; null where it did not since `countedSince`.
    pub time_zone_changed_at: Option<String>,
    /// Blocks of the days that are in place: each is one of the root's `sources`.
    pub blocks: u64,
    /// The first block's place in the account's chain of signed roots; null if the days have no block.
    pub first_block: Option<u64>,
    /// The last block's place. The head of the chain is the root's own `previous`.
    pub last_block: Option<u64>,
    /// Blocks of the type and days that were signed earlier and are no longer in place: their points were
    /// moved to other blocks, replaced or deleted.
    pub rewritten_blocks: u64,
}

/// The measurements of a device on the days of a claim.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ClaimDevice))]
pub struct DeviceMeasurements {
    /// The pseudonym of the device's series.
    pub series: String,
    /// Plausible points on each of the days.
    pub points: Vec<u64>,
    /// The days whose value is this device's, counted from 0.
    pub taken: Vec<u64>,
    /// Points that are not plausible.
    pub implausible: u64,
    /// Points of the taken days that are not part of the value: [`ClaimBasis::displaced`].
    #[serde(default, skip_serializing_if = "is_zero")]
    pub displaced: u64,
}

/// Points that could not be read, by the reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ClaimUnreadable))]
pub struct UnreadablePoints {
    /// Points under a key that was revoked or destroyed.
    pub stopped: u64,
    /// Points sealed by their owner, who is the only holder of the key.
    pub client: u64,
    /// Points in a damaged block.
    pub damaged: u64,
}

impl UnreadablePoints {
    fn all(self) -> u64 {
        self.stopped
            .saturating_add(self.client)
            .saturating_add(self.damaged)
    }
}

impl ClaimBasis {
    /// The pseudonyms of the devices' series.
    #[must_use]
    pub fn series(&self) -> Vec<String> {
        let series = self.devices.iter().map(|device| device.series.clone());
        series.collect()
    }

    /// Whether its times are times, and not after the time of the signature.
    #[must_use]
    pub fn is_dated_before(&self, signed_at: Timestamp) -> bool {
        let is_before = |text: &String| {
            let at = text.parse::<Timestamp>();
            at.is_ok_and(|at| at <= signed_at)
        };
        is_before(&self.counted_since) && self.time_zone_changed_at.iter().all(is_before)
    }

    /// The basis in plain sentences.
    pub(crate) fn sentences(&self) -> String {
        let devices = self.devices.iter();
        let points = devices.clone().map(|device| sum(&device.points));
        let points = points
            .fold(0, u64::saturating_add)
            .saturating_sub(self.not_taken)
            .saturating_sub(self.displaced);
        let from = devices.filter(|device| !device.taken.is_empty()).count() as u64;
        let UnreadablePoints {
            stopped,
            client,
            damaged,
        } = self.unreadable;
        let why = match self.unreadable.all() {
            0 => String::new(),
            _ => format!(
                " ({stopped} under a key that was stopped for good, {client} sealed by their owner, {damaged} \
                 damaged)"
            ),
        };
        let at_most = |count: u64| match count {
            0 => "0".to_owned(),
            count => format!("at most {count}"),
        };
        let deleted = match self.deleted {
            0 => "0 points".to_owned(),
            count => format!("at most {}", counted(count, "point")),
        };
        let displaced = match self.displaced {
            0 => String::new(),
            count => format!(
                ", {count} without a local date on days whose value is of points that state the date"
            ),
        };
        let zone = match &self.time_zone_changed_at {
            Some(at) => format!("was last changed at {at}"),
            None => "was not changed".to_owned(),
        };
        format!(
            "From {} of {} that measured: {}. Skipped: {} that could not be read{why}, {} implausible, {} of \
             a device whose value was not the day's{displaced}. On these days since {}: {deleted} deleted, {} replaced by \
             another value. The time zone {zone}.",
            counted(from, "device"),
            self.devices.len(),
            counted(points, "point"),
            counted(self.unreadable.all(), "point"),
            self.implausible,
            self.not_taken,
            self.counted_since,
            at_most(self.replaced),
        )
    }
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

pub(super) fn sum(counts: &[u64]) -> u64 {
    counts.iter().copied().fold(0, u64::saturating_add)
}

fn counted(count: u64, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    }
}
