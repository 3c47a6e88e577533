//! Computes curves: the highest mean of a type over each of several durations, and the model of critical
//! power.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_formats::catalogue;
use lockstep_metrics::{
    CriticalPower, Days, HeartRateJumps, Interval, MeanMaximal, SinglePeaks, Span, Sport,
};
use lockstep_points::operations::damage::read_points;
use lockstep_points::store::day::{self, DayRowKind, MAX_WINDOW_MILLIS};
use lockstep_points::store::{self, Filter, UnreadPoints};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use super::metrics::days::{self, RowCodec};
use super::metrics::readings::Source;
use super::metrics::recorded::{Sports, recorded_spans};
use super::{profile, query};
use crate::curve::{CurveDay, CurveDays, DURATIONS, decode_days, encode_days};

/// The types that have a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeanMaximalCurveType {
    /// Mean-maximal power in W.
    Power,
    /// Mean-maximal heart rate in beats per minute.
    HeartRate,
    /// Mean-maximal speed in m/s.
    Speed,
}

impl MeanMaximalCurveType {
    /// Returns the wire's `type` of the points.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Power => "power",
            Self::HeartRate => "heart_rate",
            Self::Speed => "speed",
        }
    }
}

/// A curve and its model.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    /// The range in time, both ends inclusive.
    pub(crate) range: (Timestamp, Timestamp),
    /// The IANA name of the time zone of the dates.
    pub(crate) time_zone: String,
    /// The unit of the values.
    pub(crate) unit: &'static str,
    /// The highest means by duration, ascending.
    pub(crate) highest: Vec<CurveMaximum>,
    /// The model, or the reason why there is none; `None` for heart rate.
    pub(crate) model: Option<Result<CriticalPower, &'static str>>,
    /// The points of the range that were skipped.
    pub(crate) skipped: Vec<UnreadPoints>,
}

/// The highest mean over a duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CurveMaximum {
    /// The duration in seconds.
    pub(crate) seconds: usize,
    /// The mean.
    pub(crate) mean: f64,
    /// The first calendar day on which a window with this mean ended, counted from 1970-01-01.
    pub(crate) day: i32,
    /// Whether speeds of this day are derived from positions.
    pub(crate) is_derived: bool,
}

/// Computes a curve of all points, or of the stored activities of one sport. The default range is the 365 days
/// up to the latest point.
///
/// # Errors
/// An invalid parameter.
pub(crate) async fn curve(
    state: &AppState,
    user: UserId,
    (kind, sport): (MeanMaximalCurveType, Option<Sport>),
    points: query::Query,
) -> Result<Curve, ApiError> {
    let account_keys = super::account_keys(state, &user).await?;
    let asked = account_keys.clone();
    let read: Result<_, ApiError> = read_points(state, &account_keys, "curve", move |tx| {
        let source = Source::new(tx, &asked)?;
        let curve = compute(tx, &asked, &source, (kind, sport), points)?;
        Ok((curve, source.into_fresh()))
    })
    .await;
    let (curve, fresh) = read?;
    days::store_computed(state, account_keys, fresh).await;
    Ok(curve)
}

fn compute(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    source: &Source<'_, '_>,
    (kind, sport): (MeanMaximalCurveType, Option<Sport>),
    points: query::Query,
) -> Result<Curve, ApiError> {
    let filter = points.filter(tx, account_keys)?;
    let zone = profile::stored(tx, account_keys)?.zone();
    let time_zone = zone.iana_name().unwrap_or("UTC").to_owned();
    let latest = store::latest(tx, account_keys.user())?.unwrap_or(tx.now());
    let (from, to) = query::range(&filter, latest, YEAR);
    let mut skipped = Vec::new();
    for input in day::inputs(kind.name(), DayRowKind::Curve) {
        let filter = Filter {
            kind: Some(input.to_owned()),
            from: Some(from),
            to: Some(to),
            ..Filter::default()
        };
        skipped.extend(store::unread(tx, account_keys, &filter)?);
    }
    let mut days = Days::new(zone);
    let range = (from.0, to.0);
    let by_day = match sport {
        None => curve_days(source, kind.name(), range, &mut days)?,
        Some(sport) => {
            let recorded = recorded_spans(tx, account_keys, range)?;
            let spans = Sports::of(&recorded).spans(sport);
            sport_days(source, kind.name(), range, (&spans, &mut days))?
        }
    };
    let mut highest: Vec<Option<CurveMaximum>> = vec![None; DURATIONS.len()];
    for (day, curve) in by_day {
        for ((best, seconds), mean) in highest.iter_mut().zip(DURATIONS).zip(curve.means) {
            if let Some(mean) = mean
                && best.is_none_or(|best| mean > best.mean)
            {
                *best = Some(CurveMaximum {
                    seconds,
                    mean,
                    day,
                    is_derived: curve.is_derived,
                });
            }
        }
    }
    let highest: Vec<CurveMaximum> = highest.into_iter().flatten().collect();
    let model = (kind != MeanMaximalCurveType::HeartRate).then(|| {
        if highest.is_empty() {
            return Err(match kind {
                MeanMaximalCurveType::Speed => NO_SPEED,
                _ => NO_POWER,
            });
        }
        let pairs: Vec<(usize, f64)> = highest.iter().map(|one| (one.seconds, one.mean)).collect();
        CriticalPower::fit(&pairs)
    });
    Ok(Curve {
        range: (from, to),
        time_zone,
        unit: catalogue::kind(kind.name()).map_or("", |known| known.unit),
        highest,
        model,
        skipped,
    })
}

/// Returns the highest means of each day of the range.
fn curve_days(
    source: &Source<'_, '_>,
    kind: &str,
    range: (i64, i64),
    days: &mut Days,
) -> Result<CurveDays, StoreError> {
    let mut of_points = |(from, to): (i64, i64), days: &mut Days| {
        let begin = from.saturating_sub(MAX_WINDOW_MILLIS);
        highest_by_day(source, kind, (begin, to), (from, days))
    };
    source.by_day(
        kind,
        range,
        days,
        &RowCodec {
            row_kind: DayRowKind::Curve,
            decode: CurveDay::decode,
            encode: CurveDay::encode,
            known: |_| None,
            met: |_, _: &CurveDay| {},
        },
        &mut of_points,
    )
}

/// Returns the highest means of each day within spans of time: windows that end in the range, and do not continue
/// from one activity to the next.
fn sport_days(
    source: &Source<'_, '_>,
    kind: &str,
    (from, to): (i64, i64),
    (spans, days): (&[Span], &mut Days),
) -> Result<CurveDays, StoreError> {
    let of_spans = source.by_span(
        (kind, DayRowKind::ActivityCurve),
        (from, to),
        spans,
        (decode_days, encode_days),
        |span| {
            let inside = (span.from, to.min(span.to - 1));
            highest_by_day(source, kind, inside, (from, &mut *days))
        },
    )?;
    let mut found = CurveDays::new();
    for (day, curve) in of_spans.into_iter().flatten() {
        let best = found.entry(day).or_default();
        best.is_derived |= curve.is_derived;
        best.means.resize(DURATIONS.len(), None);
        for (best, mean) in best.means.iter_mut().zip(curve.means) {
            // `None` is below every value.
            *best = if mean > *best { mean } else { *best };
        }
    }
    Ok(found)
}

/// Reads the days and activities of a range whose rows the curves of a type read, so that `source` has the missing rows.
pub(super) fn read_rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    source: &Source<'_, '_>,
    (kind, row_kind): (&str, DayRowKind),
    (range, days): ((i64, i64), &mut Days),
) -> Result<(), StoreError> {
    if row_kind == DayRowKind::Curve {
        return curve_days(source, kind, range, days).map(drop);
    }
    let recorded = recorded_spans(tx, account_keys, range)?;
    // An activity may go over the end of the range; those that begin before it are of an earlier range.
    let from_begin = (range.0, i64::MAX);
    for spans in Sports::of(&recorded).all_spans() {
        sport_days(source, kind, from_begin, (&spans, &mut *days))?;
    }
    Ok(())
}

/// Reads the points of a range and returns the highest means of each day, of windows that end from a time on.
fn highest_by_day(
    source: &Source<'_, '_>,
    kind: &str,
    range: (i64, i64),
    (from, days): (i64, &mut Days),
) -> Result<CurveDays, StoreError> {
    let mut found = BTreeMap::new();
    let (mut current, mut highest) = (None, MeanMaximal::new(&DURATIONS));
    let mut derived = BTreeSet::new();
    without_artefacts(source, kind, range, |intervals, is_derived| {
        split(days, from, intervals, |day, parts| {
            if current != Some(day) {
                let before = highest.take();
                if let Some(Some(day)) = current {
                    found.insert(day, before);
                }
                current = Some(day);
            }
            highest.add_all(parts);
            derived.extend(day.filter(|_| is_derived));
        });
    })?;
    if let Some(Some(day)) = current {
        found.insert(day, highest.take());
    }
    let found = found.into_iter().map(|(day, means)| {
        let is_derived = derived.contains(&day);
        (day, CurveDay { means, is_derived })
    });
    Ok(found.collect())
}

/// Cuts intervals in order where a range begins and at the starts of days. Calls `each` with consecutive parts and their
/// day, or `None` before the range: windows that end there are not part of any of its days.
fn split(
    days: &mut Days,
    begin: i64,
    intervals: &[Interval],
    mut each: impl FnMut(Option<i32>, &[Interval]),
) {
    let (early, rest) = intervals.split_at(intervals.partition_point(|one| one.from < begin));
    for one in early {
        if let Some(before) = one.within(i64::MIN, begin) {
            days.split_all(&[before], |_, parts| each(None, parts));
        }
        if let Some(inside) = one.within(begin, i64::MAX) {
            days.split_all(&[inside], |day, parts| each(Some(day), parts));
        }
    }
    days.split_all(rest, |day, parts| each(Some(day), parts));
}

/// Calls `each` with the intervals of a type without artefacts, and whether they are derived from other types.
fn without_artefacts(
    source: &Source<'_, '_>,
    kind: &str,
    range: (i64, i64),
    mut each: impl FnMut(&[Interval], bool),
) -> Result<(), StoreError> {
    if kind == MeanMaximalCurveType::HeartRate.name() {
        let mut jumps = HeartRateJumps::default();
        return source.interval_batches(kind, range, |intervals, is_derived| {
            jumps.push_all(intervals, |known| each(known, is_derived));
        });
    }
    let mut peaks = if kind == MeanMaximalCurveType::Speed.name() {
        SinglePeaks::of_speed()
    } else {
        SinglePeaks::default()
    };
    // A peak is recognized by the next interval, so `each` gets the interval before.
    let mut is_waiting_derived = false;
    source.interval_batches(kind, range, |intervals, is_derived| {
        let [first, others @ ..] = intervals else {
            return;
        };
        let was_derived = std::mem::replace(&mut is_waiting_derived, is_derived);
        peaks.push(*first, |one| each(&[one], was_derived));
        peaks.push_all(others, |known| each(known, is_derived));
    })?;
    peaks.finish(|one| each(&[one], is_waiting_derived));
    Ok(())
}

const NO_POWER: &str = "the range has no power, or none in activities of the sport";
const NO_SPEED: &str =
    "the range has neither speed nor positions, or none in activities of the sport";
/// A year of 365 days in milliseconds.
const YEAR: i64 = 365 * 86_400_000;

#[cfg(test)]
mod tests;
