//! Counts of the last minutes in memory: requests, server errors and failed sign-ins. A restart begins at zero.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The counts of the last minutes.
#[derive(Debug, Default)]
pub struct RecentCounts(Mutex<VecDeque<TimeSlot>>);

/// The counts of [`SLOT_DURATION`].
#[derive(Clone, Copy, Debug, Default)]
struct TimeSlot {
    nth: u64,
    counted: WindowCounts,
}

/// The counts within a window of time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WindowCounts {
    /// Answered requests.
    pub requests: u64,
    /// Answers with a status of 500 or more.
    pub server_errors: u64,
    /// Sign-ins with an unknown name or a wrong password.
    pub failed_sign_ins: u64,
}

impl RecentCounts {
    /// Counts an answered request at `now`, a monotonic time.
    pub fn request(&self, now: Duration, is_server_error: bool) {
        self.count(now, |counted| {
            counted.requests += 1;
            counted.server_errors += u64::from(is_server_error);
        });
    }

    /// Counts a failed sign-in.
    pub fn failed_sign_in(&self, now: Duration) {
        self.count(now, |counted| counted.failed_sign_ins += 1);
    }

    /// Returns the counts of the last `window`, at most [`MAX_WINDOW`], to ten seconds.
    pub fn within(&self, window: Duration, now: Duration) -> WindowCounts {
        let first = now.checked_sub(window).map_or(0, |start| nth(start) + 1);
        let mut all = WindowCounts::default();
        for slot in self.slots().iter().filter(|slot| slot.nth >= first) {
            all.requests += slot.counted.requests;
            all.server_errors += slot.counted.server_errors;
            all.failed_sign_ins += slot.counted.failed_sign_ins;
        }
        all
    }

    fn count(&self, now: Duration, change: impl FnOnce(&mut WindowCounts)) {
        let nth = nth(now);
        let mut slots = self.slots();
        if slots.back().is_none_or(|slot| slot.nth < nth) {
            slots.push_back(TimeSlot {
                nth,
                ..TimeSlot::default()
            });
            let kept = nth.saturating_sub(MAX_WINDOW.as_secs() / SLOT_DURATION.as_secs());
            slots.retain(|slot| slot.nth >= kept);
        }
        if let Some(slot) = slots.back_mut() {
            change(&mut slot.counted);
        }
    }

    fn slots(&self) -> MutexGuard<'_, VecDeque<TimeSlot>> {
        // Ignores poisoning: no holder of this lock leaves a half-done change.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the number of the slot of a time.
fn nth(at: Duration) -> u64 {
    at.as_secs() / SLOT_DURATION.as_secs()
}

const SLOT_DURATION: Duration = Duration::from_secs(10);
/// The longest window.
const MAX_WINDOW: Duration = Duration::from_secs(300);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_begin_with_the_process() {
        let counts = RecentCounts::default();
        counts.failed_sign_in(Duration::ZERO);
        let found = counts.within(MAX_WINDOW, Duration::from_secs(3));
        assert_eq!(found.failed_sign_ins, 1);
    }

    #[test]
    fn counts_leave_the_window() {
        let counts = RecentCounts::default();
        let at = Duration::from_secs;
        counts.failed_sign_in(at(1000));
        counts.failed_sign_in(at(1001));
        counts.request(at(1035), false);
        counts.request(at(1036), true);
        let minute = at(60);
        for (now, requests, server_errors, failed_sign_ins) in [
            (1036, 2, 1, 2),
            (1059, 2, 1, 2),
            (1060, 2, 1, 0),
            (1090, 0, 0, 0),
        ] {
            let expected = WindowCounts {
                requests,
                server_errors,
                failed_sign_ins,
            };
            assert_eq!(counts.within(minute, at(now)), expected, "at {now} s");
        }
        assert_eq!(counts.within(MAX_WINDOW, at(1090)).failed_sign_ins, 2);
        // Old slots are dropped: the counts take a bounded memory.
        counts.request(at(9000), false);
        assert_eq!(counts.slots().len(), 1);
    }
}
