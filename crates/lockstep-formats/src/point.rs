//! One measurement, as it travels from a body or a file to the store, and the limits of its fields.

use std::time::Duration;

/// A measurement, borrowed from the body or file it came in; checked, as sent.
///
/// Its identity is (owner, `device`, `kind`, `timestamp`): another with the same identity
/// replaces it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point<'a> {
    /// When it was measured, in milliseconds since 1970-01-01T00:00:00Z.
    pub timestamp: i64,
    /// What was measured: the wire's `type`, a name of the catalogue or one of the sender's own.
    pub kind: &'a str,
    /// The number, in `unit`; finite.
    pub value: f64,
    /// The unit as sent.
    pub unit: &'a str,
    /// Who measured: a device's id or name.
    pub device: &'a str,
    /// 0–1, where the sender knows.
    pub confidence: Option<f64>,
    /// A JSON object of scalars, at most 16 keys, as text.
    pub metadata: Option<&'a str>,
}

/// The latest moment that a point may name, where `now` is the time; both in milliseconds since 1970.
#[must_use]
pub fn latest(now: i64) -> i64 {
    now.saturating_add(AHEAD.as_millis() as i64)
}

/// Whether a point may name this unit.
#[must_use]
#[inline]
pub fn is_unit(unit: &str) -> bool {
    is_name(unit, MAX_UNIT_CHARS)
}

/// Whether a point may name this device.
#[must_use]
#[inline]
pub fn is_device(device: &str) -> bool {
    is_name(device, MAX_DEVICE_CHARS)
}

/// Whether `name` has 1 to `max_chars` characters, none of them U+0000.
#[must_use]
#[inline]
pub fn is_name(name: &str, max_chars: usize) -> bool {
    !name.is_empty() && fits(name, max_chars) && !name.contains('\0')
}

/// Whether a point may have this confidence.
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

/// Points from further ahead than any clock is wrong are refused.
const AHEAD: Duration = Duration::from_hours(24);

/// Characters of a point's unit.
pub const MAX_UNIT_CHARS: usize = 32;

/// Characters of a device's name.
pub const MAX_DEVICE_CHARS: usize = 256;
