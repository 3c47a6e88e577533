//! The spans of recorded activities, which count as training as a whole, and their sports.

use lockstep_metrics::{Span, Sport};
use lockstep_store::{StoreError, Tx};
use lockstep_vault::AccountKeys;

use crate::store::activity;

/// A recorded activity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::operations) struct RecordedSpan {
    pub(in crate::operations) span: Span,
    /// The milliseconds without pauses: those that a file states, otherwise the whole span.
    pub(in crate::operations) moving: i64,
    pub(in crate::operations) sport: Option<Sport>,
}

impl From<Span> for RecordedSpan {
    fn from(span: Span) -> Self {
        Self {
            span,
            moving: span.to - span.from,
            sport: None,
        }
    }
}

/// Reads the recorded activities that overlap a range.
pub(super) type RecordedActivities = dyn Fn(&Tx<'_>, &AccountKeys, (i64, i64)) -> Result<Vec<RecordedSpan>, StoreError>
    + Send
    + Sync;

/// Returns the account's stored activities that overlap a range of milliseconds, both ends inclusive.
pub(in crate::operations) fn recorded_spans(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    range: (i64, i64),
) -> Result<Vec<RecordedSpan>, StoreError> {
    let spans = activity::spans(tx, account_keys, range)?.into_iter();
    let recorded = spans.map(|one| {
        let span = Span {
            from: one.start,
            to: one.end,
        };
        let whole = (span.to - span.from).max(0);
        RecordedSpan {
            span,
            moving: one.moving.map_or(whole, |moving| moving.min(whole)),
            sport: one.sport,
        }
    });
    Ok(recorded.collect())
}

/// The sports of recorded activities by time.
#[derive(Clone, Debug, Default)]
pub(in crate::operations) struct Sports(Vec<(Span, Option<Sport>)>);

impl Sports {
    /// Takes the sports of activities in order of time.
    pub(in crate::operations) fn of(recorded: &[RecordedSpan]) -> Self {
        let all = recorded.iter().map(|one| (one.span, one.sport));
        Self(all.collect())
    }

    /// Returns the sport of the latest activity that has a moment in time and states one.
    pub(in crate::operations) fn at(&self, time: i64) -> Option<Sport> {
        let begun = self.0.partition_point(|(span, _)| span.from <= time);
        let candidates = self.0[..begun].iter().rev().take(MAX_OVERLAPPING);
        let mut running = candidates.filter(|(span, _)| time < span.to);
        running.find_map(|(_, sport)| *sport)
    }

    /// Returns the times of each sport, as [`Sports::spans`] does.
    pub(in crate::operations) fn all_spans(&self) -> Vec<Vec<Span>> {
        let mut sports: Vec<Sport> = Vec::new();
        for sport in self.0.iter().filter_map(|(_, sport)| *sport) {
            if !sports.contains(&sport) {
                sports.push(sport);
            }
        }
        sports.into_iter().map(|sport| self.spans(sport)).collect()
    }

    /// Returns the times of a sport, merged where they overlap.
    pub(in crate::operations) fn spans(&self, sport: Sport) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (span, _) in self.0.iter().filter(|(_, one)| *one == Some(sport)) {
            match spans.last_mut() {
                Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
                _ => spans.push(*span),
            }
        }
        spans
    }
}

/// The activities at one time that are compared: a few devices record the same session.
const MAX_OVERLAPPING: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_has_the_sport_of_its_activity() {
        let recorded = |from, to, sport| RecordedSpan {
            sport,
            ..RecordedSpan::from(Span { from, to })
        };
        let (run, ride) = (Some(Sport::Running), Some(Sport::Cycling));
        let sports = Sports::of(&[
            recorded(0, 100, ride),
            recorded(10, 50, None),
            recorded(90, 200, run),
            recorded(150, 220, run),
        ]);
        for (time, expected) in [
            (-1, None),
            (0, ride),
            (20, ride),
            (95, run),
            (199, run),
            (219, run),
            (220, None),
        ] {
            assert_eq!(sports.at(time), expected, "{time}");
        }
        assert_eq!(sports.spans(Sport::Running), [Span { from: 90, to: 220 }]);
        assert_eq!(sports.spans(Sport::Rowing), []);
        let ride = Span { from: 0, to: 100 };
        let run = Span { from: 90, to: 220 };
        assert_eq!(sports.all_spans(), [[ride], [run]]);
    }
}
