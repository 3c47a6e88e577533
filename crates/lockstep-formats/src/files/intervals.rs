//! Intervals of one device and type that start together but end at different times are different
//! amounts. A point has only one time, so each further interval is stored a millisecond later.

use std::collections::{HashMap, VecDeque};
use std::hash::{BuildHasher, RandomState};

/// The ends of the intervals that were read last.
#[derive(Default)]
pub(super) struct Intervals {
    hasher: RandomState,
    ends: HashMap<u64, IntervalEnds>,
    /// The keys of `ends`, oldest first.
    order: VecDeque<u64>,
}

/// The ends of the intervals of one device, type and start, in file order.
struct IntervalEnds {
    first: i64,
    others: Vec<i64>,
}

impl Intervals {
    /// Returns the time of the interval's point in milliseconds: its start, plus one for each
    /// interval with another end that was read before it. An interval that is repeated gets the
    /// time of its first occurrence. Only the last [`MAX_STARTS`] starts are compared: apps write
    /// the intervals of one start together.
    pub(super) fn time(&mut self, device: &str, kind: &str, start: i64, end: i64) -> i64 {
        let key = self.hasher.hash_one((device, kind, start));
        let Some(ends) = self.ends.get_mut(&key) else {
            if self.order.len() == MAX_STARTS
                && let Some(oldest) = self.order.pop_front()
            {
                self.ends.remove(&oldest);
            }
            self.order.push_back(key);
            let others = Vec::new();
            self.ends.insert(key, IntervalEnds { first: end, others });
            return start;
        };
        if ends.first == end {
            return start;
        }
        let known = ends.others.iter().position(|other| *other == end);
        let place = known.unwrap_or_else(|| {
            // Real files have two or three; the last place is shared by a file that has more.
            if ends.others.len() < MAX_ENDS {
                ends.others.push(end);
            }
            ends.others.len() - 1
        });
        start + 1 + place as i64
    }
}

const MAX_STARTS: usize = 65_536;
const MAX_ENDS: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_with_one_start_get_different_times() {
        let mut intervals = Intervals::default();
        // device, type, start, end, expected time
        let rows = [
            ("watch", "steps", 1000, 61_000, 1000),
            ("watch", "steps", 1000, 31_000, 1001),
            ("watch", "steps", 1000, 91_000, 1002),
            ("watch", "steps", 1000, 31_000, 1001),
            ("watch", "steps", 1000, 61_000, 1000),
            ("phone", "steps", 1000, 31_000, 1000),
            ("watch", "energy", 1000, 31_000, 1000),
            ("watch", "steps", 2000, 31_000, 2000),
        ];
        for (device, kind, start, end, expected) in rows {
            let time = intervals.time(device, kind, start, end);
            assert_eq!(time, expected, "{device} {kind} {start} {end}");
        }
    }

    #[test]
    fn memory_is_bounded() {
        let mut intervals = Intervals::default();
        for start in 0..2 * MAX_STARTS as i64 {
            intervals.time("watch", "steps", start, start + 60);
        }
        assert_eq!(
            (intervals.ends.len(), intervals.order.len()),
            (MAX_STARTS, MAX_STARTS)
        );
        for end in 0..1000 {
            let time = intervals.time("watch", "steps", -1, end);
            assert!((-1..=MAX_ENDS as i64).contains(&time), "{time}");
        }
    }
}
