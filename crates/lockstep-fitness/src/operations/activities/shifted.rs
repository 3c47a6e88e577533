//! Finds the copy of an activity that a device with another time zone recorded.

use lockstep_store::id::ActivityId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use crate::activity::View;
use crate::store::activity;

/// Returns a note about an activity of the same length and distance that begins a difference of time zones apart.
pub(super) fn note(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (id, view): (&ActivityId, &View),
) -> Result<Option<String>, StoreError> {
    let range = (
        view.start.saturating_sub(MAX_OFFSET),
        view.start.saturating_add(MAX_OFFSET),
    );
    let mut found = None;
    activity::visit(tx, account_keys, range, None, |stored| {
        if stored.id != *id && is_shifted(view, &stored.view) {
            found = Some(format!(
                "the activity may be {} once more, from a device with another time zone: both have the same length and \
                 distance, whole quarters of an hour apart, and both loads count. Delete one of them",
                stored.id
            ));
        }
        found.is_none()
    })?;
    Ok(found)
}

/// Returns whether two activities differ only by an hour or more in whole quarters: India, Nepal and others are not whole hours from
/// UTC.
fn is_shifted(one: &View, other: &View) -> bool {
    let offset = one.start.abs_diff(other.start);
    let beside = (offset + TOLERANCE) % QUARTER;
    let length = |view: &View| view.end - view.start;
    let distances = one.distance_meters.zip(other.distance_meters);
    offset >= HOUR - TOLERANCE
        && beside <= 2 * TOLERANCE
        && length(one).abs_diff(length(other)) <= TOLERANCE
        && distances.is_some_and(|(one, other)| {
            one > 0.0 && (one - other).abs() <= SAME_SHARE * one.max(other)
        })
}

/// The greatest difference between two time zones that a traveller meets, in milliseconds.
const MAX_OFFSET: i64 = 14 * 3_600_000;
const HOUR: u64 = 3_600_000;
const QUARTER: u64 = HOUR / 4;
/// Devices round times to the second.
const TOLERANCE: u64 = 2000;
/// The share of a distance by which two files of one recording differ.
const SAME_SHARE: f64 = 0.002;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::activity::{Content, Recording};

    #[test]
    fn copies_are_a_difference_of_time_zones_apart() {
        let view = |start: i64, seconds: i64, distance_meters| {
            let recording = Recording {
                start: start * 1000,
                end: (start + seconds) * 1000,
                distance_meters,
                ..Recording::default()
            };
            Content::of(recording).view().unwrap()
        };
        let run = view(0, 1800, Some(6000.0));
        for (start, seconds, meters, expected) in [
            (3600, 1800, Some(6000.0), true),
            (-7199, 1801, Some(6010.0), true),
            (0, 1800, Some(6000.0), false),
            // Berlin and Delhi in summer, Berlin and Kathmandu.
            (12_600, 1800, Some(6000.0), true),
            (13_500, 1800, Some(6000.0), true),
            (12_610, 1800, Some(6000.0), false),
            (1800, 1800, Some(6000.0), false),
            (3600, 1810, Some(6000.0), false),
            (3600, 1800, Some(6100.0), false),
            (3600, 1800, None, false),
        ] {
            let other = view(start, seconds, meters);
            assert_eq!(is_shifted(&run, &other), expected, "{start} {meters:?}");
            assert_eq!(is_shifted(&other, &run), expected, "{start} {meters:?}");
        }
    }
}
