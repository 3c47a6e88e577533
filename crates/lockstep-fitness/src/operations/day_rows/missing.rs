//! Computes the rows that are not stored, without an answer: portions of days, the latest first.

use std::collections::BTreeMap;

use lockstep_formats::catalogue;
use lockstep_metrics::{Days, LoadBalance};
use lockstep_points::store::day::{self, CURVES, ComputedRows, DayRowKind};
use lockstep_points::store::{self, Filter};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

use super::super::metrics::days::metric_types;
use super::super::metrics::readings::Source;
use super::super::{charts, curves, profile};

/// The rows of one kind of a type of points, and the times between which they may be missing; both ends inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct MissingRows {
    kind: String,
    pub(super) row_kind: DayRowKind,
    pub(super) from: i64,
    to: i64,
}

/// Returns the rows that charts, metrics and curves read and that points between `from` and `to` affect, at most
/// [`MAX_DAYS`] before the last point, or [`MAX_DAYS_OF_METRICS`]. The last are made first.
pub(super) fn wanted(
    tx: &Tx<'_>,
    user: &UserId,
    (from, to): (i64, i64),
) -> Result<Vec<MissingRows>, StoreError> {
    let mut ends = BTreeMap::<String, (i64, i64)>::new();
    for series in store::series(tx, user, &Filter::default())? {
        if series.mode.is_some() || catalogue::kind(&series.kind).is_none() {
            continue;
        }
        let ends = ends.entry(series.kind).or_insert((i64::MAX, i64::MIN));
        ends.0 = ends.0.min(series.first.0);
        ends.1 = ends.1.max(series.last.0);
    }
    let of = |row_kind: DayRowKind, kinds: Vec<&str>| {
        let rows = kinds.into_iter().filter_map(|kind| {
            let inputs = day::inputs(kind, row_kind).into_iter();
            let inputs = inputs.filter_map(|input| ends.get(input).copied());
            let (first, last) = inputs.reduce(|one, other| {
                let (first, last) = one;
                (first.min(other.0), last.max(other.1))
            })?;
            let times = (first.max(from), last.min(to));
            let (from, to) = day::affected(kind, row_kind, times);
            let days = match row_kind {
                DayRowKind::Metrics => MAX_DAYS_OF_METRICS,
                _ => MAX_DAYS,
            };
            let earliest = last.saturating_sub(days * DAY_MILLIS);
            Some(MissingRows {
                kind: kind.to_owned(),
                row_kind,
                from: from.max(earliest),
                to,
            })
        });
        rows.filter(|rows| rows.from <= rows.to)
            .collect::<Vec<MissingRows>>()
    };
    let all_types = ends.keys().map(String::as_str).collect();
    let mut all = of(DayRowKind::ActivityCurve, CURVES.to_vec());
    all.extend(of(DayRowKind::Curve, CURVES.to_vec()));
    all.extend(of(DayRowKind::Metrics, metric_types().collect()));
    all.extend(of(DayRowKind::Chart, all_types));
    Ok(all)
}

/// Computes the rows that are missing in the last [`PORTION_DAYS`] days of the times, and returns the rest, if there is one.
///
/// # Errors
/// Points or a profile that cannot be read.
pub(super) fn rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    missing: MissingRows,
) -> Result<(Vec<ComputedRows>, Option<MissingRows>), ApiError> {
    let mut days = Days::new(profile::stored(tx, account_keys)?.zone());
    let (Some(first), Some(last)) = (days.of(missing.from), days.of(missing.to)) else {
        return Ok((Vec::new(), None));
    };
    let first = first.max(last.saturating_sub(PORTION_DAYS - 1));
    let (Some((from, _)), Some((_, after))) = (days.bounds(first), days.bounds(last)) else {
        return Ok((Vec::new(), None));
    };
    let source = Source::new(tx, account_keys)?.of_missing_rows();
    let (kind, row_kind) = (missing.kind.as_str(), missing.row_kind);
    let range = (from, after - 1);
    match row_kind {
        DayRowKind::Chart => {
            charts::read_rows(tx, account_keys, &source, kind, (range, &mut days))?;
        }
        DayRowKind::Metrics => source.read_metric_rows(kind, (range, &mut days))?,
        DayRowKind::Curve | DayRowKind::ActivityCurve => {
            let rows_of = (kind, row_kind);
            curves::read_rows(tx, account_keys, &source, rows_of, (range, &mut days))?;
        }
    }
    let rest = (from > missing.from).then(|| MissingRows {
        to: from - 1,
        ..missing
    });
    Ok((source.into_fresh(), rest))
}

/// The days of a portion: a month of heart rate at 1 Hz takes some tens of milliseconds.
const PORTION_DAYS: i32 = 32;
/// The maximum number of days of a type: one answer stores as many rows.
const MAX_DAYS: i64 = 4000;
/// The days of metrics, whose rows are larger: those that fitness and fatigue of the last day read.
const MAX_DAYS_OF_METRICS: i64 = LoadBalance::HISTORY as i64 + 1;
const DAY_MILLIS: i64 = 86_400_000;
