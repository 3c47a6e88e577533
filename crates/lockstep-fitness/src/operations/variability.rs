//! Computes heart-rate variability from the RR intervals of a range.

use std::collections::BTreeMap;

use lockstep_metrics::{HeartRateVariability, MAX_ARTEFACT_SHARE, MissingReason};
use lockstep_points::columns::Columns;
use lockstep_points::operations::damage::read_points;
use lockstep_points::store::{self, Filter, UnreadPoints};
use lockstep_store::id::UserId;
use lockstep_store::{Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use super::metrics::canonical::{known, plausible};
use super::query;

/// The variability of a range, and the device that measured it.
#[derive(Clone, Debug)]
pub(crate) struct Variability {
    /// The range in time, both ends inclusive.
    pub(crate) range: (Timestamp, Timestamp),
    /// The device whose intervals count: the one with the most intervals in the range.
    pub(crate) device: Option<String>,
    /// The figures, or the reason why there are none.
    pub(crate) figures: Result<HeartRateVariability, String>,
    /// The points of the range that were skipped.
    pub(crate) skipped: Vec<UnreadPoints>,
}

/// Computes the variability of a range; the default range is the 5 minutes up to the latest RR interval.
///
/// # Errors
/// An invalid parameter, or more than [`MAX_INTERVALS`] intervals.
pub(crate) async fn variability(
    state: &AppState,
    user: UserId,
    points: query::Query,
) -> Result<Variability, ApiError> {
    let account_keys = super::account_keys(state, &user).await?;
    let asked = account_keys.clone();
    read_points(state, &account_keys, "variability", move |tx| {
        compute(tx, &asked, points)
    })
    .await
}

fn compute(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    points: query::Query,
) -> Result<Variability, ApiError> {
    let asked = Filter {
        kind: Some(RR_INTERVAL.to_owned()),
        ..points.filter(tx, account_keys)?
    };
    let unbounded = Filter {
        from: None,
        to: None,
        ..asked.clone()
    };
    let all = store::series(tx, account_keys.user(), &unbounded)?;
    let latest = all.iter().map(|series| series.last).max();
    let latest = latest.unwrap_or(tx.now());
    let (from, to) = query::range(&asked, latest, FIVE_MINUTES);
    let filter = Filter {
        from: Some(from),
        to: Some(to),
        ..asked
    };
    let (device, beats) = beats(tx, account_keys, &filter)?.unzip();
    let figures = match HeartRateVariability::of(&parts(&beats.unwrap_or_default())) {
        Err(missing) => Err(reason(missing)),
        Ok(found) if found.artefact_share() > MAX_ARTEFACT_SHARE => Err(format!(
            "{} of {} RR intervals are artefacts; at most {} % are allowed",
            found.artefacts,
            found.intervals,
            100.0 * MAX_ARTEFACT_SHARE
        )),
        Ok(found) => Ok(found),
    };
    Ok(Variability {
        range: (from, to),
        device,
        figures,
        skipped: store::unread(tx, account_keys, &filter)?,
    })
}

/// Returns a sentence for the user.
pub(crate) fn reason(missing: MissingReason) -> String {
    match missing {
        MissingReason::NoData => "the range has no normal RR interval".to_owned(),
        MissingReason::TooFew {
            have,
            need: need @ HeartRateVariability::MIN_INTERVALS,
        } => format!("the range has {have} normal RR intervals; {need} are needed"),
        MissingReason::TooFew {
            have,
            need: need @ HeartRateVariability::MIN_DIFFERENCES,
        } => format!("{have} pairs of normal RR intervals follow each other; {need} are needed"),
        MissingReason::TooFew { have, need } => {
            format!("{have} normal RR intervals follow each other; {need} are needed")
        }
        MissingReason::NoSpread => "all RR intervals are equal".to_owned(),
    }
}

/// A beat: its time in milliseconds and the interval before it in ms.
type Beat = (i64, f64);

/// Returns the device with the most intervals and its beats in order.
fn beats(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    filter: &Filter,
) -> Result<Option<(String, Vec<Beat>)>, ApiError> {
    let mut by_device = BTreeMap::<String, Vec<Beat>>::new();
    let mut count = 0;
    store::scan(
        tx,
        account_keys,
        filter,
        |series, points: &Columns, meant| {
            count += meant.len();
            if count > MAX_INTERVALS {
                let reason =
                    format!("the range has more than {MAX_INTERVALS} RR intervals: shorten it");
                return Err(ApiError::invalid("startDate", reason));
            }
            let of_device = by_device.entry(series.device.clone()).or_default();
            plausible(known(RR_INTERVAL), points, meant, |index, interval, _| {
                of_device.push((points.timestamps()[index], interval));
            });
            Ok(())
        },
    )?;
    // The modes of a device are separate series.
    let mut fullest = by_device.into_iter().max_by_key(|(_, beats)| beats.len());
    if let Some((_, beats)) = &mut fullest {
        beats.sort_by_key(|(at, _)| *at);
    }
    Ok(fullest)
}

/// Cuts beats where the time between two of them differs from the interval by more than a second: beats
/// are missing there.
fn parts(beats: &[Beat]) -> Vec<Vec<f64>> {
    let mut parts: Vec<Vec<f64>> = Vec::new();
    let mut last = None;
    for (at, interval) in beats {
        let follows = last.is_some_and(|last| ((at - last) as f64 - interval).abs() <= 1000.0);
        last = Some(*at);
        match parts.last_mut() {
            Some(part) if follows => part.push(*interval),
            _ => parts.push(vec![*interval]),
        }
    }
    parts
}

const RR_INTERVAL: &str = "rr_interval";
const FIVE_MINUTES: i64 = 300_000;
/// The maximum number of intervals of a range: about two nights.
pub(crate) const MAX_INTERVALS: usize = 100_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_name_what_is_counted() {
        let regular = |count: usize| vec![900.0; count];
        for (parts, expected) in [
            (vec![], "the range has no normal RR interval"),
            (
                vec![regular(20), regular(20)],
                "the range has 40 normal RR intervals; 50 are needed",
            ),
            (
                vec![regular(1); 60],
                "0 pairs of normal RR intervals follow each other; 25 are needed",
            ),
        ] {
            let missing = HeartRateVariability::of(&parts).unwrap_err();
            assert_eq!(reason(missing), expected);
        }
        let variability = HeartRateVariability::of(&[regular(60), regular(200)]).unwrap();
        assert_eq!(
            reason(variability.dfa_alpha1.unwrap_err()),
            "200 normal RR intervals follow each other; 300 are needed"
        );
    }

    #[test]
    fn parts_end_where_beats_are_missing() {
        let second = |at: i64, interval| (at * 1000, interval);
        for (beats, expected) in [
            (vec![], vec![]),
            (
                vec![second(1, 1000.0), second(2, 1000.0), second(3, 900.0)],
                vec![vec![1000.0, 1000.0, 900.0]],
            ),
            // Four seconds without a beat; then two missed beats in one interval.
            (
                vec![second(1, 1000.0), second(5, 1000.0), second(8, 3000.0)],
                vec![vec![1000.0], vec![1000.0, 3000.0]],
            ),
        ] {
            assert_eq!(parts(&beats), expected);
        }
    }
}
