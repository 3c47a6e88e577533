//! Decides whether the wall clock is trusted; irreversible acts ask this before they run.
//!
//! The guard trusts the wall clock at one moment, the anchor. From there it computes the expected time
//! with the monotonic clock, and compares the wall clock with it. It has three states.
//!
//! | state | the wall clock is | irreversible acts |
//! |---|---|---|
//! | [`ClockState::Agrees`] | within the bounds of the expected time | run |
//! | [`ClockState::Ahead`] | later than expected by more than the bound | wait |
//! | [`ClockState::Behind`] | earlier than expected by more than an hour | run, later than promised |
//!
//! - While the process runs, the bound for a clock that is ahead is [`MAX_DRIFT_RUNNING`]. It counts from
//!   the anchor, so many small jumps together have the same bound as one large jump. The anchor moves
//!   only at a start and when an operator confirms the clock.
//! - At a start the guard gets the newest trusted time that was stored. The process was off for an
//!   unknown time, so a gap of up to [`MAX_GAP_AT_START`] is trusted. A longer gap is `Ahead`. A server
//!   that was off for 40 days and a clock that is 40 days ahead look the same: only an operator can
//!   distinguish them.
//! - `Ahead` ends when the clock is set back into the bound, or by [`ClockGuard::confirm`]. It survives a
//!   restart, since [`ClockGuard::trusted_time`], which is stored, does not follow a clock that is ahead.
//! - `Behind` ends when the clock is set forward again, or by [`ClockGuard::confirm`]. Nothing is
//!   destroyed early by a clock that is behind; late acts are reported.

use std::time::Duration;

use crate::clock::Timestamp;

/// Compares the wall clock with the last trusted time.
#[derive(Clone, Debug)]
pub struct ClockGuard {
    anchor: Timestamp,
    anchored_at: Duration,
    bound: Duration,
}

/// The guard's judgement of the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockState {
    /// The clock is within the bounds.
    Agrees,
    /// The clock is ahead of the expected time by this much: irreversible acts wait.
    Ahead(Duration),
    /// The clock is behind the expected time by this much: due acts run late.
    Behind(Duration),
}

impl ClockGuard {
    /// Creates the guard of a starting process. `last` is the newest trusted time that was stored;
    /// `now` is the wall clock, `monotonic` the clock that never jumps.
    #[must_use]
    pub fn start(last: Option<Timestamp>, now: Timestamp, monotonic: Duration) -> Self {
        let Some(last) = last else {
            return Self::anchored(now, monotonic, MAX_DRIFT_RUNNING);
        };
        if now >= last && now.since(last) <= MAX_GAP_AT_START {
            return Self::anchored(now, monotonic, MAX_DRIFT_RUNNING);
        }
        let bound = if now < last {
            MAX_DRIFT_RUNNING
        } else {
            MAX_GAP_AT_START
        };
        Self::anchored(last, monotonic, bound)
    }

    fn anchored(anchor: Timestamp, anchored_at: Duration, bound: Duration) -> Self {
        Self {
            anchor,
            anchored_at,
            bound,
        }
    }

    /// Returns the time that must have been reached if the anchor was right.
    fn expected(&self, monotonic: Duration) -> Timestamp {
        self.anchor.plus(monotonic.saturating_sub(self.anchored_at))
    }

    /// Judges the wall clock at this moment.
    #[must_use]
    pub fn state(&self, now: Timestamp, monotonic: Duration) -> ClockState {
        let expected = self.expected(monotonic);
        if now.since(expected) > self.bound {
            ClockState::Ahead(now.since(expected))
        } else if expected.since(now) > MAX_BACKWARD {
            ClockState::Behind(expected.since(now))
        } else {
            ClockState::Agrees
        }
    }

    /// Returns the time to store: the wall clock while it agrees, and never more than the expected
    /// time.
    #[must_use]
    pub fn trusted_time(&self, now: Timestamp, monotonic: Duration) -> Timestamp {
        let expected = self.expected(monotonic);
        match self.state(now, monotonic) {
            ClockState::Agrees => now.min(expected),
            ClockState::Ahead(_) | ClockState::Behind(_) => expected,
        }
    }

    /// Accepts the wall clock as right because an operator confirmed it.
    pub fn confirm(&mut self, now: Timestamp, monotonic: Duration) {
        *self = Self::anchored(now, monotonic, MAX_DRIFT_RUNNING);
    }
}

/// The maximum time by which the wall clock may be ahead of the monotonic clock while a process runs.
const MAX_DRIFT_RUNNING: Duration = Duration::from_secs(24 * 3600);
/// The longest time between two runs, by the wall clock, that a start accepts: a long weekend.
const MAX_GAP_AT_START: Duration = Duration::from_secs(4 * 24 * 3600);
/// The maximum time by which the wall clock may be behind without a report.
const MAX_BACKWARD: Duration = Duration::from_secs(3600);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HOUR: u64 = 3600;
    const DAY: u64 = 24 * HOUR;
    const START: Timestamp = Timestamp(1_795_000_000_000);

    fn days(count: u64) -> Duration {
        Duration::from_secs(count * DAY)
    }

    #[test]
    fn each_gap_at_a_start_has_its_state() {
        for (gap_hours, forward, agrees) in [
            (0, true, true),
            (96, true, true),
            (97, true, false),
            (40 * 24, true, false),
            (1, false, true),
            (2, false, false),
            (40 * 24, false, false),
        ] {
            let gap = Duration::from_secs(gap_hours * HOUR);
            let now = if forward {
                START.plus(gap)
            } else {
                START.minus(gap)
            };
            let state = ClockGuard::start(Some(START), now, Duration::ZERO);
            let state = state.state(now, Duration::ZERO);
            let expected = match (agrees, forward) {
                (true, _) => ClockState::Agrees,
                (false, true) => ClockState::Ahead(gap),
                (false, false) => ClockState::Behind(gap),
            };
            assert_eq!(state, expected, "{gap_hours} hours");
        }
    }

    #[test]
    fn a_hold_ends_when_the_clock_is_corrected_or_confirmed_and_survives_restarts() {
        let mut guard = ClockGuard::start(None, START, Duration::ZERO);
        let wrong = START.plus(days(40));
        assert!(matches!(
            guard.state(wrong, Duration::ZERO),
            ClockState::Ahead(_)
        ));
        // The stored time does not follow the wrong clock.
        let stored = guard.trusted_time(wrong, Duration::ZERO);
        assert_eq!(stored, START);
        let again = ClockGuard::start(Some(stored), wrong, days(7));
        assert!(matches!(again.state(wrong, days(7)), ClockState::Ahead(_)));
        assert_eq!(
            again.state(START.plus(days(2)), days(7)),
            ClockState::Agrees
        );
        guard.confirm(wrong, days(1));
        assert_eq!(guard.state(wrong, days(1)), ClockState::Agrees);
        assert_eq!(guard.trusted_time(wrong, days(1)), wrong);
        assert!(matches!(guard.state(START, days(1)), ClockState::Behind(_)));
    }

    /// An event in the life of a machine.
    #[derive(Clone, Debug)]
    enum Event {
        /// Seconds pass, by every clock.
        Pass(u64),
        /// The wall clock is changed by this many seconds.
        Set(i64),
        /// The process ends abruptly and starts again after this many seconds.
        Restart(u64),
    }

    fn events() -> impl Strategy<Value = Vec<Event>> {
        let event = prop_oneof![
            4 => (1..3 * DAY).prop_map(Event::Pass),
            2 => (-(60 * DAY as i64)..60 * DAY as i64).prop_map(Event::Set),
            1 => (0..8 * DAY).prop_map(Event::Restart),
        ];
        proptest::collection::vec(event, 1..40)
    }

    proptest! {
        /// Checks that the time for irreversible acts is ahead of the true time by at most the
        /// granted bounds. There is one bound for the run, and one for each gap that a start
        /// trusted. This holds for any change of the wall clock and any restart.
        #[test]
        fn acts_never_run_further_ahead_than_the_bounds(events in events()) {
            let (mut truth, mut monotonic, mut offset) = (START, Duration::ZERO, 0_i64);
            let mut guard = ClockGuard::start(None, truth, monotonic);
            let mut stored = guard.trusted_time(truth, monotonic);
            let mut granted = Duration::ZERO;
            for event in events {
                match event {
                    Event::Pass(seconds) => {
                        truth = truth.plus(Duration::from_secs(seconds));
                        monotonic += Duration::from_secs(seconds);
                    }
                    Event::Set(by) => offset = by * 1000,
                    Event::Restart(off) => {
                        truth = truth.plus(Duration::from_secs(off));
                        let wall = Timestamp(truth.0 + offset);
                        monotonic = Duration::ZERO;
                        guard = ClockGuard::start(Some(stored), wall, monotonic);
                        granted += MAX_GAP_AT_START;
                    }
                }
                let wall = Timestamp(truth.0 + offset);
                stored = guard.trusted_time(wall, monotonic);
                let ahead = wall.since(truth);
                if guard.state(wall, monotonic) != ClockState::Ahead(wall.since(guard.expected(monotonic))) {
                    prop_assert!(ahead <= granted + MAX_DRIFT_RUNNING, "{ahead:?} of {granted:?}");
                }
                prop_assert!(stored.since(truth) <= granted + MAX_DRIFT_RUNNING);
            }
        }

        /// Checks that a correct clock agrees while the process is off for short times only.
        #[test]
        fn a_correct_clock_agrees(parts in proptest::collection::vec((1..30 * DAY, 0..4 * DAY), 1..20)) {
            let (mut truth, mut stored) = (START, None);
            for (on, off) in parts {
                let guard = ClockGuard::start(stored, truth, Duration::ZERO);
                prop_assert_eq!(guard.state(truth, Duration::ZERO), ClockState::Agrees);
                let on = Duration::from_secs(on);
                truth = truth.plus(on);
                prop_assert_eq!(guard.state(truth, on), ClockState::Agrees);
                stored = Some(guard.trusted_time(truth, on));
                truth = truth.plus(Duration::from_secs(off));
            }
        }

        /// Checks that a clock set back by more than the bound is always reported.
        #[test]
        fn a_clock_that_is_set_back_is_reported(on in 0..90 * DAY, back in HOUR + 1..90 * DAY) {
            let guard = ClockGuard::start(None, START, Duration::ZERO);
            let on = Duration::from_secs(on);
            let wall = START.plus(on).minus(Duration::from_secs(back));
            let behind = matches!(guard.state(wall, on), ClockState::Behind(_));
            prop_assert!(behind);
        }
    }
}
