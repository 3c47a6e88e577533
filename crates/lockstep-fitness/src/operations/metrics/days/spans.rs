//! Values of activities from stored rows if they exist, like those of days.

use std::collections::BTreeMap;

use lockstep_metrics::Span;
use lockstep_points::store::day::{self, ComputedRows, DayRow, DayRowKind, MAX_DAY_MILLIS};
use lockstep_store::StoreError;

use super::super::readings::{MAX_DEVICES, Source};
use super::{MAX_ROWS, WORTH_ROWS, days_under_mode};

impl Source<'_, '_> {
    /// Returns a value for each span, from its stored row or from `of_points`, which reads the points of a type. A row depends
    /// on the points, the time zone and the time of the span alone: an activity with another time or sport is another span.
    /// Spans that the range cuts and spans that a series under a mode affects have no row. If only rows are wanted, their
    /// values are left out.
    pub(in crate::operations) fn by_span<R>(
        &self,
        (kind, row_kind): (&str, DayRowKind),
        (from, to): (i64, i64),
        spans: &[Span],
        (decode, encode): (impl Fn(&[u8]) -> Option<R>, impl Fn(&R) -> Option<Vec<u8>>),
        mut of_points: impl FnMut(Span) -> Result<R, StoreError>,
    ) -> Result<Vec<R>, StoreError> {
        let (tx, account_keys) = self.at();
        let all = self.inputs(kind, row_kind)?;
        let plain = all.iter().filter(|series| series.mode.is_none());
        let total: u64 = plain.map(|series| series.total).sum();
        let has_rows = !self.is_given() && total > WORTH_ROWS && all.len() <= MAX_DEVICES;
        let (under_mode, now) = (days_under_mode(&all, row_kind), tx.now().0);
        let may_have_row = |span: &Span| {
            let is_whole = from <= span.from && span.to.saturating_sub(1) <= to;
            let is_short = span.to.saturating_sub(span.from) <= MAX_DAY_MILLIS;
            let is_under_mode = |(first, last): &(i64, i64)| span.from <= *last && span.to > *first;
            has_rows
                && is_whole
                && is_short
                && span.to <= now
                && !under_mode.iter().any(is_under_mode)
        };
        let begins = spans.iter().copied().filter(may_have_row);
        let (first, last) = begins.fold((i64::MAX, i64::MIN), |(first, last), span| {
            (first.min(span.from), last.max(span.from))
        });
        let mut stored = BTreeMap::new();
        if first <= last {
            for row in day::rows(tx, account_keys, (kind, row_kind), first..=last)? {
                stored.insert((row.t0, row.t1), row.body);
            }
        }
        let (mut values, mut fresh) = (Vec::with_capacity(spans.len()), Vec::new());
        for span in spans {
            let (t0, t1) = (span.from, span.to);
            if let Some(value) = stored.get(&(t0, t1)).and_then(|body| decode(body))
                && may_have_row(span)
            {
                values.push(value);
                continue;
            }
            if !may_have_row(span) && self.makes_rows {
                continue;
            }
            let value = of_points(*span)?;
            if may_have_row(span)
                && fresh.len() < MAX_ROWS
                && let Some(body) = encode(&value)
            {
                fresh.push(DayRow { t0, t1, body });
            }
            values.push(value);
        }
        if !fresh.is_empty() {
            let stamp = day::row_stamp(tx, account_keys.user(), (kind, row_kind))?;
            self.fresh.borrow_mut().push(ComputedRows {
                kind: kind.to_owned(),
                row_kind,
                stamp,
                rows: fresh,
            });
        }
        Ok(values)
    }
}
