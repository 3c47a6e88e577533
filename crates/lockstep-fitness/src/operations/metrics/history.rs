//! Shares the days and the training history among the rows of one request.
//!
//! The rows of a year by day overlap in almost all of their history. Each day is read once, and the
//! activities are computed once for each [`Athlete`] of the rows.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::Arc;

use lockstep_metrics::Span;
use lockstep_store::StoreError;

use super::Computation;
use super::device_days::{DayRule, ValuesByDay};
use super::recorded::RecordedSpan;
use super::training::{Athlete, Training, Window};
use crate::day::ValueDay;

/// The inputs that the rows of a request share.
#[derive(Default)]
pub(super) struct SharedInputs {
    /// The days of all rows; `None` if no metric needs them.
    window: Option<Window>,
    /// One history for each athlete, the latest last.
    histories: Vec<(Athlete, Rc<History>)>,
    /// The daily values of types, and the days for which they were read.
    values: Vec<SharedValues>,
    /// The number of histories that were computed.
    #[cfg(test)]
    pub(super) computed: usize,
}

/// The daily values of a type over the days of all rows.
struct SharedValues {
    kind: &'static str,
    rule: DayRule,
    /// Both ends inclusive, in milliseconds.
    range: (i64, i64),
    days: BTreeMap<i32, ValueDay>,
}

/// The activities of a window, and the heart-rate load of each of its days.
pub(super) struct History {
    pub(super) training: Training,
    /// The loads computed so far, by day.
    heart_loads: RefCell<BTreeMap<i32, f64>>,
    power_loads: RefCell<BTreeMap<i32, f64>>,
}

impl History {
    fn of(window: &Window, athlete: &Athlete) -> Self {
        Self {
            training: Training::of(window, athlete),
            heart_loads: RefCell::default(),
            power_loads: RefCell::default(),
        }
    }

    /// Returns the load that the heart rate of a whole day adds; `None` without heart rate.
    pub(super) fn heart_load(&self, window: &Window, day: i32) -> Option<f64> {
        let heart = window.hearts.get(&day)?;
        let mut loads = self.heart_loads.borrow_mut();
        let load = loads
            .entry(day)
            .or_insert_with(|| self.training.heart_load(heart));
        Some(*load)
    }

    /// Returns the load that the power of a whole day adds; `None` without power.
    pub(super) fn power_load(&self, window: &Window, day: i32) -> Option<f64> {
        let power = window.powers.get(&day)?;
        let mut loads = self.power_loads.borrow_mut();
        let load = loads
            .entry(day)
            .or_insert_with(|| self.training.power_load(power));
        Some(*load)
    }
}

impl SharedInputs {
    pub(super) fn new(window: Option<Window>) -> Self {
        Self {
            window,
            ..Self::default()
        }
    }

    /// Returns the part of the shared days that a row reads.
    pub(super) fn part(&self, days: RangeInclusive<i32>, margins: (Span, Span)) -> Option<Window> {
        let window = self.window.as_ref()?;
        let range = (margins.0.from, margins.1.to - 1);
        let overlaps = |one: &&RecordedSpan| one.span.from <= range.1 && one.span.to >= range.0;
        Some(Window {
            hearts: rows_in_range(&window.hearts, days.clone()),
            powers: rows_in_range(&window.powers, days),
            recorded: window.recorded.iter().filter(overlaps).copied().collect(),
            margins,
        })
    }

    /// Returns the history of a row. Activities that cross a margin of the row's window are cut there, so a
    /// row with such an activity has a history of its own.
    pub(super) fn history(&mut self, window: &Window, athlete: &Athlete) -> Rc<History> {
        let Some(all) = &self.window else {
            return alone(window, athlete);
        };
        let known = self.histories.iter().find(|(of, _)| of == athlete);
        let history = if let Some((_, history)) = known {
            Rc::clone(history)
        } else {
            let history = alone(all, athlete);
            if self.histories.len() == MAX_HISTORIES {
                self.histories.remove(0);
            }
            self.histories.push((*athlete, Rc::clone(&history)));
            #[cfg(test)]
            {
                self.computed += 1;
            }
            history
        };
        if history.training.is_whole_within(window.margins) {
            return history;
        }
        #[cfg(test)]
        {
            self.computed += 1;
        }
        alone(window, athlete)
    }

    /// Returns the daily values of a range, if they were read before and the range has whole days.
    pub(super) fn values(
        &self,
        (kind, rule): (&str, DayRule),
        (from, to): (i64, i64),
        days: RangeInclusive<i32>,
    ) -> Option<BTreeMap<i32, ValueDay>> {
        let is_meant = |values: &&SharedValues| values.kind == kind && values.rule == rule;
        let values = self.values.iter().find(is_meant)?;
        let is_inside = from >= values.range.0 && to <= values.range.1;
        is_inside.then(|| {
            values
                .days
                .range(days)
                .map(|(day, of)| (*day, *of))
                .collect()
        })
    }

    pub(super) fn keep_values(
        &mut self,
        (kind, rule): (&'static str, DayRule),
        range: (i64, i64),
        days: BTreeMap<i32, ValueDay>,
    ) {
        self.values.push(SharedValues {
            kind,
            rule,
            range,
            days,
        });
    }
}

impl Computation<'_, '_> {
    /// Returns the daily values of a type, from those that rows share if there are any.
    pub(super) fn daily(
        &mut self,
        kind: &'static str,
        range: (i64, i64),
        rule: DayRule,
    ) -> Result<ValuesByDay, StoreError> {
        let values = match self.shared_values(kind, range, rule) {
            Some(values) => values,
            None => self.source.value_days(kind, range, &mut self.days, rule)?,
        };
        let daily = ValuesByDay::of(values);
        if daily.shared {
            self.note(match rule {
                DayRule::Sum => {
                    "several devices recorded steps or sleep on one day: the device with the greatest sum counts"
                }
                DayRule::Mean => {
                    "several devices measured resting heart rate or variability on one day: the highest \
                     confidence counts, then a chest strap, an arm band, a watch, a phone"
                }
            });
        }
        Ok(daily)
    }

    /// Returns the daily values that rows share, if the range has whole days only.
    fn shared_values(
        &mut self,
        kind: &str,
        (from, to): (i64, i64),
        rule: DayRule,
    ) -> Option<BTreeMap<i32, ValueDay>> {
        let shared = self.shared.as_ref()?;
        let (first, last) = (self.days.of(from)?, self.days.of(to)?);
        let bounds = (self.days.bounds(first)?.0, self.days.bounds(last)?.1 - 1);
        let values = shared.values((kind, rule), (from, to), first..=last);
        values.filter(|_| bounds == (from, to))
    }
}

/// Returns the history of a window that no other row shares.
pub(super) fn alone(window: &Window, athlete: &Athlete) -> Rc<History> {
    Rc::new(History::of(window, athlete))
}

fn rows_in_range<R>(
    days: &BTreeMap<i32, Arc<R>>,
    range: RangeInclusive<i32>,
) -> BTreeMap<i32, Arc<R>> {
    let part = days.range(range);
    part.map(|(day, of)| (*day, Arc::clone(of))).collect()
}

/// The maximum number of histories in memory. The athlete of a row changes with the measured maximum, the
/// resting heart rate and the threshold power.
const MAX_HISTORIES: usize = 32;
