//! One measurement on its way from a body or file to the store, and the limits of its fields.

use std::time::Duration;

use lockstep_values::free_text;

/// A checked measurement with the values as sent, borrowed from its body or file.
///
/// Its identity is (owner, `device`, `kind`, `timestamp`): a point with the same identity replaces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<'a> {
    /// The time of measurement in milliseconds since 1970-01-01T00:00:00Z.
    pub timestamp: i64,
    /// The measured type: the API's `type`, a name of the catalogue or of the sender.
    pub kind: &'a str,
    /// The value in `unit`; finite.
    pub value: f64,
    /// The unit as sent.
    pub unit: &'a str,
    /// The id or name of the measuring device.
    pub device: &'a str,
    /// The confidence, 0–1, if the sender states it.
    pub confidence: Option<f64>,
    /// The metadata: a JSON object of at most 16 scalars, as text.
    pub metadata: Option<&'a str>,
}

/// Returns the latest allowed time of a point at time `now`; both in milliseconds since 1970.
#[must_use]
pub fn latest(now: i64) -> i64 {
    now.saturating_add(MAX_CLOCK_LEAD.as_millis() as i64)
}

/// Returns whether a point may have this unit.
#[must_use]
#[inline]
pub fn is_unit(unit: &str) -> bool {
    is_name(unit, MAX_UNIT_CHARS)
}

/// Returns whether a point may have this device.
#[must_use]
#[inline]
pub fn is_device(device: &str) -> bool {
    is_name(device, MAX_DEVICE_CHARS)
}

/// Returns whether `name` has 1 to `max_chars` characters, none of them a control character.
#[must_use]
#[inline]
pub fn is_name(name: &str, max_chars: usize) -> bool {
    !name.is_empty() && fits(name, max_chars) && free_text::one_line(name).is_ok()
}

/// Returns whether a point may have this confidence.
#[must_use]
#[inline]
pub fn is_confidence(confidence: f64) -> bool {
    (0.0..=1.0).contains(&confidence)
}

#[inline]
pub(crate) fn fits(text: &str, max_chars: usize) -> bool {
    text.len() <= max_chars || text.chars().count() <= max_chars
}

/// Points from before 1970 are refused.
pub const EARLIEST: i64 = 0;

/// The maximum advance of a point's time over the server's clock.
const MAX_CLOCK_LEAD: Duration = Duration::from_hours(24);

/// The maximum characters of a point's unit.
pub const MAX_UNIT_CHARS: usize = 32;

/// The maximum characters of a device's name.
pub const MAX_DEVICE_CHARS: usize = 256;
