//! Turns at a steady rate for each key: who asks faster waits for its turn.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The turns that each key has taken.
#[derive(Debug)]
pub struct Turns<K> {
    taken: Mutex<Taken<K>>,
}

#[derive(Debug)]
struct Taken<K> {
    /// When the last turn that a key has taken leaves its second: the key then has all turns of a second again.
    until: HashMap<K, Duration>,
    swept: Duration,
}

/// A rate of turns: those of a second can be taken at once, further ones wait.
#[derive(Clone, Copy, Debug)]
pub struct TurnRate {
    /// The turns in a second; at least 1.
    pub a_second: u32,
    /// The most turns that wait at a time.
    pub waiting: u32,
}

impl TurnRate {
    fn interval(self) -> Duration {
        SECOND / self.a_second
    }

    /// Returns the longest time that a turn waits.
    #[must_use]
    pub fn longest_wait(self) -> Duration {
        self.interval() * self.waiting
    }
}

impl<K: Eq + Hash> Turns<K> {
    /// Creates turns of which none is taken.
    #[must_use]
    pub fn new() -> Self {
        Self {
            taken: Mutex::new(Taken {
                until: HashMap::new(),
                swept: Duration::ZERO,
            }),
        }
    }

    /// Takes the next turn of a key at `now`, a monotonic time. Returns how long it is until then, or `None` if as many turns
    /// wait as may; no turn is taken then.
    pub fn take(&self, key: K, rate: TurnRate, now: Duration) -> Option<Duration> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.sweep(now);
        let until = taken.until.entry(key).or_default();
        let next = (*until).max(now) + rate.interval();
        let wait = next.saturating_sub(now + SECOND);
        if wait > rate.longest_wait() {
            return None;
        }
        *until = next;
        Some(wait)
    }

    /// Returns how many turns of a key are left at `now`, a monotonic time.
    pub fn left(&self, key: &K, rate: TurnRate, now: Duration) -> u32 {
        let taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let until = taken.until.get(key).copied().unwrap_or_default();
        let time = (now + SECOND + rate.longest_wait()).saturating_sub(until.max(now));
        let turns = time.as_nanos() / rate.interval().as_nanos();
        u32::try_from(turns).unwrap_or(u32::MAX)
    }
}

impl<K: Eq + Hash> Default for Turns<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: Eq + Hash> Taken<K> {
    /// Drops, from time to time, the keys that have all their turns again.
    fn sweep(&mut self, now: Duration) {
        if now.saturating_sub(self.swept) < SWEEP {
            return;
        }
        self.swept = now;
        self.until.retain(|_, until| *until > now);
    }
}

const SECOND: Duration = Duration::from_secs(1);
const SWEEP: Duration = Duration::from_secs(60);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const RATE: TurnRate = TurnRate {
        a_second: 10,
        waiting: 3,
    };

    fn milliseconds(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn turns_of_a_second_are_free_and_further_ones_wait() {
        let turns = Turns::new();
        let take = |key, at| turns.take(key, RATE, milliseconds(at));
        for nth in 0..10 {
            assert_eq!(take("a", 5000), Some(Duration::ZERO), "turn {nth}");
        }
        for (key, at, wait) in [
            ("a", 5000, Some(100)),
            ("a", 5000, Some(200)),
            ("a", 5000, Some(300)),
            // Three turns wait. One that is refused takes none.
            ("a", 5000, None),
            ("a", 5099, None),
            ("a", 5100, Some(300)),
            ("b", 5100, Some(0)),
            ("a", 5400, Some(100)),
            ("a", 6500, Some(0)),
        ] {
            assert_eq!(take(key, at), wait.map(milliseconds), "{key} at {at} ms");
        }
    }

    #[test]
    fn a_key_is_forgotten_when_it_has_all_its_turns_again() {
        let turns = Turns::new();
        for key in ["early", "late"] {
            turns.take(key, RATE, milliseconds(0));
        }
        for _ in 0..9 {
            turns.take("late", RATE, milliseconds(59_500));
        }
        turns.take("other", RATE, milliseconds(60_000));
        let taken = turns.taken.lock().unwrap();
        assert!(!taken.until.contains_key("early"));
        assert!(taken.until.contains_key("late"));
    }

    proptest! {
        #[test]
        fn as_many_turns_are_left_as_can_be_taken(
            taken in 0_u32..20,
            later in 0_u64..2000,
        ) {
            let turns = Turns::new();
            let start = milliseconds(5000);
            for _ in 0..taken {
                turns.take((), RATE, start);
            }
            let now = start + milliseconds(later);
            let left = turns.left(&(), RATE, now);
            let took = (0..20).filter(|_| turns.take((), RATE, now).is_some());
            prop_assert_eq!(left as usize, took.count());
        }

        #[test]
        fn no_second_has_more_than_two_seconds_of_turns(
            gaps in prop::collection::vec(0_u64..200, 1..300),
        ) {
            let turns = Turns::new();
            let (mut now, mut at) = (Duration::ZERO, Vec::new());
            for gap in gaps {
                now += milliseconds(gap);
                at.extend(turns.take((), RATE, now).map(|wait| now + wait));
            }
            // Those that were free at its begin, and those of the second itself.
            for &first in &at {
                let within = at.iter().filter(|&&at| (first..first + SECOND).contains(&at));
                prop_assert!(within.count() <= 2 * RATE.a_second as usize);
            }
        }
    }
}
