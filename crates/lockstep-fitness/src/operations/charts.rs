//! Computes the series of charts: the smallest, mean and largest value of the points in each bucket.

use std::collections::BTreeMap;

use lockstep_formats::{MAX_DISTANCE_MILLIS, catalogue};
use lockstep_metrics::Days;
use lockstep_points::columns::Columns;
use lockstep_points::operations::damage::read_points;
use lockstep_points::store::day::DayRowKind;
use lockstep_points::store::{self, Filter, UnreadPoints};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp, Tx};
use lockstep_vault::AccountKeys;
use lockstep_web::{ApiError, AppState};

use super::metrics::canonical::{plausible, time_in_day};
use super::metrics::days::{self, RowCodec};
use super::metrics::readings::{SAMPLED, Source};
use super::{profile, query};
use crate::chart::{Buckets, MAX_BUCKETS, QUARTER_HOUR, QuarterHours, Summary};

/// The query parameters as sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query {
    /// The parameter `types`.
    pub(crate) types: Option<String>,
    /// The parameters `startDate`, `endDate` and `device`.
    pub(crate) points: query::Query,
    /// The parameter `buckets`.
    pub(crate) buckets: Option<usize>,
}

/// The series of a chart.
#[derive(Clone, Debug)]
pub(crate) struct Charts {
    /// The range in time, both ends inclusive.
    pub(crate) range: (Timestamp, Timestamp),
    /// The IANA name of the time zone to whose days the buckets are aligned.
    pub(crate) time_zone: String,
    /// The nominal width of a bucket in seconds.
    pub(crate) bucket_seconds: i64,
    /// The start of each bucket.
    pub(crate) starts: Vec<Timestamp>,
    /// One series for each requested type, in the order of the request.
    pub(crate) series: Vec<ChartSeries>,
    /// The points of the range that were skipped.
    pub(crate) skipped: Vec<UnreadPoints>,
}

/// The summaries of one type.
#[derive(Clone, Debug)]
pub(crate) struct ChartSeries {
    /// The type of the points, as the API names it.
    pub(crate) kind: String,
    /// The unit of the values; `None` without points, or for a type outside the catalogue whose points
    /// have different units.
    pub(crate) unit: Option<String>,
    /// One entry for each bucket; `None` for a bucket without points.
    pub(crate) buckets: Vec<Option<BucketSummary>>,
}

/// The points of a bucket.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BucketSummary {
    /// The smallest value.
    pub(crate) min: f64,
    /// The arithmetic mean.
    pub(crate) mean: f64,
    /// The largest value.
    pub(crate) max: f64,
    /// The number of points.
    pub(crate) count: u64,
}

/// Computes the series of a chart.
///
/// # Errors
/// An invalid parameter.
pub(crate) async fn charts(
    state: &AppState,
    user: UserId,
    query: Query,
) -> Result<Charts, ApiError> {
    let types = types(query.types.as_deref())?;
    let max = query.buckets.unwrap_or(DEFAULT_BUCKETS);
    if !(1..=MAX_BUCKETS).contains(&max) {
        let reason = format!("must be 1 to {MAX_BUCKETS}");
        return Err(ApiError::invalid("buckets", reason));
    }
    let account_keys = super::account_keys(state, &user).await?;
    let asked = account_keys.clone();
    let request = ChartRequest {
        types,
        points: query.points,
        max_buckets: max,
    };
    let read: Result<_, ApiError> = read_points(state, &account_keys, "charts", move |tx| {
        let source = Source::new(tx, &asked)?;
        let charts = compute(tx, &asked, &source, request)?;
        Ok((charts, source.into_fresh()))
    })
    .await;
    let (charts, fresh) = read?;
    days::store_computed(state, account_keys, fresh).await;
    Ok(charts)
}

/// Reads the days of a range whose rows the charts of a type read, so that `source` has the missing rows.
pub(super) fn read_rows(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    source: &Source<'_, '_>,
    kind: &str,
    (range, days): ((i64, i64), &mut Days),
) -> Result<(), StoreError> {
    let chart = Chart {
        tx,
        account_keys,
        source,
        filter: Filter {
            kind: Some(kind.to_owned()),
            ..Filter::default()
        },
    };
    chart.days_of_quarter_hours(kind, range, days).map(drop)
}

/// Parses comma-separated names of types.
fn types(names: Option<&str>) -> Result<Vec<String>, ApiError> {
    let fault = || {
        let reason = format!("must be 1 to {MAX_TYPES} names such as heart_rate,power");
        ApiError::invalid("types", reason)
    };
    let mut types: Vec<String> = Vec::new();
    for name in names.ok_or_else(fault)?.split(',').map(str::trim) {
        if !catalogue::is_name(name) || types.len() == MAX_TYPES {
            return Err(fault());
        }
        if !types.iter().any(|one| one == name) {
            types.push(name.to_owned());
        }
    }
    Ok(types)
}

/// A checked request for charts.
#[derive(Clone)]
struct ChartRequest {
    types: Vec<String>,
    points: query::Query,
    max_buckets: usize,
}

fn compute(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    source: &Source<'_, '_>,
    request: ChartRequest,
) -> Result<Charts, ApiError> {
    let filter = request.points.filter(tx, account_keys)?;
    let zone = profile::stored(tx, account_keys)?.zone();
    let latest = store::latest(tx, account_keys.user())?.unwrap_or(tx.now());
    let (from, to) = query::range(&filter, latest, WEEK);
    // No point is before 1970.
    let range = (from.min(to).0.max(0), to.0.max(0));
    let time_zone = zone.iana_name().unwrap_or("UTC").to_owned();
    let mut days = Days::new(zone);
    let outside = || ApiError::invalid("endDate", "is outside the calendar");
    let buckets = Buckets::new(range, request.max_buckets, &mut days).ok_or_else(outside)?;
    let (mut series, mut skipped) = (Vec::new(), Vec::new());
    let all_types = Filter {
        device: filter.device,
        from: Some(Timestamp(range.0)),
        to: Some(Timestamp(range.1)),
        ..Filter::default()
    };
    // Most accounts have no points that are skipped: one look at all types saves one at each.
    let has_unread =
        request.types.len() == 1 || !store::unread(tx, account_keys, &all_types)?.is_empty();
    for kind in request.types {
        let filter = Filter {
            kind: Some(kind),
            ..all_types.clone()
        };
        if has_unread {
            skipped.extend(store::unread(tx, account_keys, &filter)?);
        }
        let chart = Chart {
            tx,
            account_keys,
            source,
            filter,
        };
        series.push(chart.series(range, &buckets, &mut days)?);
    }
    Ok(Charts {
        range: (from, to),
        time_zone,
        bucket_seconds: buckets.seconds,
        starts: buckets.starts.iter().copied().map(Timestamp).collect(),
        series,
        skipped,
    })
}

/// One type of a chart.
struct Chart<'s, 't, 'c> {
    tx: &'t Tx<'c>,
    account_keys: &'t AccountKeys,
    source: &'s Source<'t, 'c>,
    /// The type, the device and the range.
    filter: Filter,
}

impl Chart<'_, '_, '_> {
    fn series(
        &self,
        range: (i64, i64),
        buckets: &Buckets,
        days: &mut Days,
    ) -> Result<ChartSeries, StoreError> {
        let kind = self.filter.kind.clone().unwrap_or_default();
        let mut summaries = vec![Summary::default(); buckets.starts.len()];
        let known = catalogue::kind(&kind);
        let mut unit = known.map(|known| known.unit.to_owned());
        if buckets.are_of_quarter_hours() && known.is_some() {
            for (day, quarters) in self.days_of_quarter_hours(&kind, range, days)? {
                let Some((begin, _)) = days.bounds(day) else {
                    continue;
                };
                for (number, summary) in quarters.0 {
                    let at = begin + i64::from(number) * QUARTER_HOUR;
                    if let Some((bucket, _)) = buckets.at(at) {
                        summaries[bucket].merge(&summary);
                    }
                }
            }
        } else {
            let mut units = Units::default();
            self.scan(
                range,
                (&mut units, days),
                |_, at| buckets.at(at),
                |bucket, summary| {
                    std::mem::swap(&mut summaries[bucket], summary);
                },
            )?;
            unit = unit.or(units.single());
        }
        let has_points = summaries.iter().any(|summary| summary.count > 0);
        Ok(ChartSeries {
            kind,
            unit: unit.filter(|_| has_points),
            buckets: summaries.iter().map(BucketSummary::of).collect(),
        })
    }

    /// Returns the days of the range by quarter hours. Days of all devices are read from stored rows if
    /// they exist.
    fn days_of_quarter_hours(
        &self,
        kind: &str,
        range: (i64, i64),
        days: &mut Days,
    ) -> Result<BTreeMap<i32, QuarterHours>, StoreError> {
        let mut of_points = |range, days: &mut Days| self.quarter_hours(range, days);
        if self.filter.device.is_some() {
            return of_points(range, days);
        }
        self.source.by_day(
            kind,
            range,
            days,
            &RowCodec {
                row_kind: DayRowKind::Chart,
                decode: QuarterHours::decode,
                encode: QuarterHours::encode,
                known: |_| None,
                met: |_, _: &QuarterHours| {},
            },
            &mut of_points,
        )
    }

    /// Reads the points of a range by day and quarter hour.
    fn quarter_hours(
        &self,
        range: (i64, i64),
        days: &mut Days,
    ) -> Result<BTreeMap<i32, QuarterHours>, StoreError> {
        let mut found = BTreeMap::<i32, QuarterHours>::new();
        let quarter_at = |days: &mut Days, at| {
            let day = days.of(at)?;
            let (begin, end) = days.bounds(day)?;
            let number = (at - begin) / QUARTER_HOUR;
            let next = begin + (number + 1) * QUARTER_HOUR;
            Some(((day, u8::try_from(number).ok()?), next.min(end)))
        };
        self.scan(
            range,
            (&mut Units::default(), days),
            quarter_at,
            |(day, number), summary| {
                let quarters = found.entry(day).or_default();
                std::mem::swap(quarters.0.entry(number).or_default(), summary);
            },
        )?;
        Ok(found)
    }

    /// Reads the points of a range; a value of a day counts within its local date. `span_at` returns the span that contains a time and the first
    /// millisecond after it. `swap` exchanges the summary of a span: a span's points are added to its
    /// summary one after the other, so the sum does not depend on how the points are stored.
    fn scan<S: Copy>(
        &self,
        (from, to): (i64, i64),
        (units, days): (&mut Units, &mut Days),
        mut span_at: impl FnMut(&mut Days, i64) -> Option<(S, i64)>,
        mut swap: impl FnMut(S, &mut Summary),
    ) -> Result<(), StoreError> {
        let known = self.filter.kind.as_deref().and_then(catalogue::kind);
        let is_sampled = self
            .filter
            .kind
            .as_deref()
            .is_some_and(|kind| SAMPLED.contains(&kind));
        // A value of a day may have a time outside of its local date.
        let reach = if is_sampled { 0 } else { MAX_DISTANCE_MILLIS };
        let filter = Filter {
            from: Some(Timestamp(from.saturating_sub(reach))),
            to: Some(Timestamp(to.saturating_add(reach))),
            ..self.filter.clone()
        };
        store::scan(
            self.tx,
            self.account_keys,
            &filter,
            |_, points: &Columns, meant| {
                let mut summary = Summary::default();
                let has_dates = !is_sampled && !points.metadata().is_empty();
                // The span, the time at which it was entered, and its end.
                let mut current: Option<(S, i64, i64)> = None;
                let mut each = |index: usize, value: f64| {
                    let at = match has_dates {
                        true => time_in_day(points, index, days),
                        false => points.timestamps()[index],
                    };
                    if !(from..=to).contains(&at) {
                        return;
                    }
                    if current.is_none_or(|(_, entered, end)| at < entered || at >= end) {
                        if let Some((before, ..)) = current {
                            swap(before, &mut summary);
                        }
                        let span = span_at(days, at);
                        current = span.map(|(span, end)| (span, at, end));
                        if let Some((span, ..)) = current {
                            swap(span, &mut summary);
                        }
                    }
                    if current.is_some() {
                        summary.add(value);
                    }
                };
                match known {
                    Some(known) => {
                        plausible(known, points, meant, |index, value, _| each(index, value));
                    }
                    None => {
                        for index in meant {
                            let entry = points.entry(index);
                            units.add(entry.unit);
                            each(index, entry.value);
                        }
                    }
                }
                if let Some((span, ..)) = current {
                    swap(span, &mut summary);
                }
                Ok(())
            },
        )
    }
}

/// The units of the points of a type outside the catalogue.
#[derive(Default)]
struct Units {
    first: Option<String>,
    differ: bool,
}

impl Units {
    fn add(&mut self, unit: &str) {
        match &self.first {
            None => self.first = Some(unit.to_owned()),
            Some(first) => self.differ |= first != unit,
        }
    }

    fn single(self) -> Option<String> {
        self.first.filter(|_| !self.differ)
    }
}

impl BucketSummary {
    fn of(summary: &Summary) -> Option<Self> {
        (summary.count > 0).then(|| Self {
            min: summary.min,
            mean: summary.mean(),
            max: summary.max,
            count: summary.count,
        })
    }
}

const DEFAULT_BUCKETS: usize = 300;
/// The maximum number of types of a chart.
const MAX_TYPES: usize = 16;
/// A week in milliseconds.
const WEEK: i64 = 7 * 86_400_000;

#[cfg(test)]
mod tests;
