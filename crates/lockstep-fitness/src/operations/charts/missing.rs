//! Computes the rows of charts that are not stored, without an answer: portions of days, the latest first.

use std::collections::BTreeMap;

use lockstep_formats::catalogue;
use lockstep_metrics::Days;
use lockstep_points::store::day::{self, ComputedRows};
use lockstep_points::store::{self, Filter};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::ApiError;

use super::super::metrics::readings::Source;
use super::super::profile;
use super::Chart;

/// A type of points, and the times between which days may lack rows; both ends inclusive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::operations) struct TypeTimes {
    kind: String,
    from: i64,
    to: i64,
}

/// Returns the types whose charts read rows, with the times that points between `from` and `to` affect, at most
/// [`MAX_DAYS`] before the last point.
pub(in crate::operations) fn types(
    tx: &Tx<'_>,
    user: &UserId,
    (from, to): (i64, i64),
) -> Result<Vec<TypeTimes>, StoreError> {
    let mut ends = BTreeMap::<String, (i64, i64)>::new();
    for series in store::series(tx, user, &Filter::default())? {
        if series.mode.is_some() || catalogue::kind(&series.kind).is_none() {
            continue;
        }
        let ends = ends.entry(series.kind).or_insert((i64::MAX, i64::MIN));
        ends.0 = ends.0.min(series.first.0);
        ends.1 = ends.1.max(series.last.0);
    }
    let times = ends.into_iter().map(|(kind, (first, last))| {
        let reach = day::reach(&kind);
        let earliest = last.saturating_sub(MAX_DAYS * DAY_MILLIS);
        TypeTimes {
            from: first.max(from).saturating_sub(reach).max(earliest),
            to: last.min(to).saturating_add(reach),
            kind,
        }
    });
    Ok(times.filter(|times| times.from <= times.to).collect())
}

/// Computes the rows that the last [`PORTION_DAYS`] days of a type lack, and returns the rest of its times, if there is one.
///
/// # Errors
/// Points or a profile that cannot be read.
pub(in crate::operations) fn rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    times: TypeTimes,
) -> Result<(Vec<ComputedRows>, Option<TypeTimes>), ApiError> {
    let mut days = Days::new(profile::stored(tx, account_keys)?.zone());
    let (Some(first), Some(last)) = (days.of(times.from), days.of(times.to)) else {
        return Ok((Vec::new(), None));
    };
    let first = first.max(last.saturating_sub(PORTION_DAYS - 1));
    let (Some((from, _)), Some((_, after))) = (days.bounds(first), days.bounds(last)) else {
        return Ok((Vec::new(), None));
    };
    let source = Source::new(tx, account_keys)?.of_missing_rows();
    let chart = Chart {
        tx,
        account_keys,
        source: &source,
        filter: Filter {
            kind: Some(times.kind.clone()),
            ..Filter::default()
        },
    };
    chart.days_of_quarter_hours(&times.kind, (from, after - 1), &mut days)?;
    let rest = (from > times.from).then(|| TypeTimes {
        to: from - 1,
        ..times
    });
    Ok((source.into_fresh(), rest))
}

/// The days of a portion: a month of heart rate at 1 Hz takes some tens of milliseconds.
const PORTION_DAYS: i32 = 32;
/// The maximum number of days of a type: one answer stores as many rows.
const MAX_DAYS: i64 = 4000;
const DAY_MILLIS: i64 = 86_400_000;
