//! Exact sliding-window limits in memory: no window admits more requests than the limit.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Admissions of the last window, for each key.
#[derive(Debug)]
pub struct Limiter<K> {
    windows: Mutex<Windows<K>>,
}

#[derive(Debug)]
struct Windows<K> {
    admitted: HashMap<K, Admissions>,
    swept: Duration,
}

/// The admissions of a key.
#[derive(Debug, Default)]
struct Admissions {
    at: VecDeque<Duration>,
    /// The longest window that was asked for.
    window: Duration,
}

/// The limiter's decision about a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Whether the request is admitted.
    pub admitted: bool,
    /// The requests that a window allows.
    pub limit: u32,
    /// The further requests that the window allows now.
    pub remaining: u32,
    /// The time until the whole limit is free again.
    pub free_in: Duration,
    /// The time until the next request is admitted; zero if it would be admitted now.
    pub next_in: Duration,
}

impl<K: Eq + Hash> Limiter<K> {
    /// Creates a limiter without admissions.
    #[must_use]
    pub fn new() -> Self {
        Self {
            windows: Mutex::new(Windows {
                admitted: HashMap::new(),
                swept: Duration::ZERO,
            }),
        }
    }

    /// Admits or refuses a request at `now`, a monotonic time.
    pub fn admit(&self, key: K, limit: u32, window: Duration, now: Duration) -> Decision {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        windows.sweep(now);
        let admissions = windows.admitted.entry(key).or_default();
        admissions.window = admissions.window.max(window);
        let admitted = &mut admissions.at;
        while admitted.front().is_some_and(|&at| at + window <= now) {
            admitted.pop_front();
        }
        let granted = limit as usize;
        let admit = admitted.len() < granted;
        if admit {
            admitted.push_back(now);
        }
        // Requests read the clock before they wait for the lock, so admissions may be out of order by a little.
        let until = |at: Option<&Duration>| {
            at.map_or(Duration::ZERO, |&at| (at + window).saturating_sub(now))
        };
        // The limit may have been lowered since: the next request is admitted when enough have left
        // the window.
        let blocking = admitted
            .len()
            .checked_sub(granted)
            .and_then(|index| admitted.get(index));
        Decision {
            admitted: admit,
            limit,
            remaining: u32::try_from(granted.saturating_sub(admitted.len())).unwrap_or(u32::MAX),
            free_in: until(admitted.back()),
            next_in: until(blocking),
        }
    }
}

impl<K: Eq + Hash> Limiter<K> {
    /// Takes the last admission back, for a request that turned out not to count.
    pub fn withdraw(&self, key: &K) {
        let mut windows = self.windows.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(admissions) = windows.admitted.get_mut(key) {
            admissions.at.pop_back();
        }
    }
}

impl<K: Eq + Hash> Default for Limiter<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq + Hash> Windows<K> {
    /// Drops, from time to time, the keys without an admission in their window.
    fn sweep(&mut self, now: Duration) {
        if now.saturating_sub(self.swept) < SWEEP {
            return;
        }
        self.swept = now;
        self.admitted.retain(|_, admissions| {
            // The last one is not always the latest.
            let mut last_first = admissions.at.iter().rev();
            last_first.any(|&at| at + admissions.window > now)
        });
    }
}

const SWEEP: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const MINUTE: Duration = Duration::from_secs(60);

    #[test]
    fn headers_state_the_remaining_requests() {
        let limiter = Limiter::new();
        let at = |seconds| limiter.admit("a", 2, MINUTE, Duration::from_secs(seconds));
        for (second, admitted, remaining, free_in, next_in) in [
            (0, true, 1, 60, 0),
            (10, true, 0, 60, 50),
            (20, false, 0, 50, 40),
            (59, false, 0, 11, 1),
            (60, true, 0, 60, 10),
            (200, true, 1, 60, 0),
        ] {
            let decision = at(second);
            assert_eq!(
                (
                    decision.admitted,
                    decision.remaining,
                    decision.free_in,
                    decision.next_in
                ),
                (
                    admitted,
                    remaining,
                    Duration::from_secs(free_in),
                    Duration::from_secs(next_in)
                ),
                "at {second} s"
            );
        }
        assert!(
            limiter
                .admit("b", 2, MINUTE, Duration::from_secs(20))
                .admitted,
            "keys are apart"
        );
    }

    #[test]
    fn a_request_that_waited_for_the_lock_is_no_error() {
        let limiter = Limiter::new();
        let at = |milliseconds| limiter.admit("a", 2, MINUTE, Duration::from_millis(milliseconds));
        // The second request read the clock first.
        assert!(at(2).admitted && at(0).admitted);
        let decision = at(60_001);
        assert_eq!(
            (decision.admitted, decision.free_in, decision.next_in),
            (false, Duration::ZERO, Duration::from_millis(1))
        );
    }

    #[test]
    fn a_key_is_forgotten_after_its_own_window() {
        let limiter = Limiter::new();
        let second = Duration::from_secs(1);
        for (key, window) in [("short", second), ("long", 10 * MINUTE)] {
            limiter.admit(key, 1, window, second);
        }
        limiter.admit("other", 1, second, 2 * MINUTE);
        let windows = limiter.windows.lock().unwrap();
        assert!(!windows.admitted.contains_key("short"));
        assert!(windows.admitted.contains_key("long"));
    }

    proptest! {
        #[test]
        fn never_more_than_the_limit_in_any_window(
            gaps in prop::collection::vec(0_u64..5_000, 1..400),
            limit in 1_u32..20,
        ) {
            let limiter = Limiter::new();
            let window = Duration::from_secs(10);
            let (mut now, mut admitted) = (Duration::ZERO, Vec::new());
            for gap in gaps {
                now += Duration::from_millis(gap);
                let before = admitted.iter().filter(|&&at| at + window > now).count();
                let decision = limiter.admit((), limit, window, now);
                // Neither more than allowed nor fewer.
                prop_assert_eq!(decision.admitted, before < limit as usize);
                if decision.admitted {
                    admitted.push(now);
                }
            }
        }
    }
}
