//! Detects heart rates that a sensor made up.

use std::collections::VecDeque;

use super::{FAR_BELOW, HISTORY, MaximumHeartRate, has_risen};
use crate::Interval;

/// Replaces artefacts of heart rate by the rate before them. Artefacts of more than 30 s are left out.
///
/// A rate above [`MaximumHeartRate::MAX_MEASURED`] is an artefact. So is a rate to which heart rate jumped: within 5 s, it
/// is more than 30 beats per minute above every rate of the 30 s before them. The rates after a jump are artefacts until one is at
/// most 30 above the rates before it, or until heart rate has risen to one ([`has_risen`]). A pause ends them, too.
///
/// A sensor that loses the signal for less than 30 s and finds it again does not jump. Readings more than 5 s apart may differ by
/// any amount.
#[derive(Clone, Debug, Default)]
pub struct HeartRateJumps {
    /// The plausible readings of the last seconds; the last one stays during artefacts.
    before: VecDeque<Interval>,
    jump: Option<Jump>,
    /// The milliseconds of artefacts since the last plausible reading.
    replaced: i64,
    /// The end of the last reading.
    end: i64,
}

/// A jump whose rates are artefacts.
#[derive(Clone, Debug)]
struct Jump {
    /// The highest rate before the jump.
    before: f64,
    /// The rates since the jump with their seconds.
    since: Vec<(f64, u32)>,
}

impl HeartRateJumps {
    /// Adds the next interval in beats per minute; calls `each` with its plausible value unless it is left out.
    #[inline]
    pub fn push(&mut self, reading: Interval, each: impl FnOnce(Interval)) {
        if reading.from - self.end > RISE_MILLIS {
            self.before.clear();
            self.jump = None;
            self.replaced = 0;
        }
        self.end = reading.to;
        if self.is_artefact(&reading) {
            self.replaced += reading.milliseconds();
            if let Some(before) = self.before.back()
                && self.replaced <= MAX_REPLACED_MILLIS
            {
                let value = before.value;
                each(Interval { value, ..reading });
            }
            return;
        }
        self.replaced = 0;
        let oldest = reading.from - RISE_MILLIS - BEFORE_MILLIS;
        while self.before.front().is_some_and(|one| one.to <= oldest) {
            self.before.pop_front();
        }
        self.before.push_back(reading);
        each(reading);
    }

    /// Adds consecutive intervals of finite values; calls `each` with the plausible ones, several at once where heart rate
    /// neither pauses nor differs by more than a jump.
    pub fn push_all(&mut self, readings: &[Interval], mut each: impl FnMut(&[Interval])) {
        for part in readings.chunks(PART) {
            if self.is_calm(part) {
                self.pass(part);
                each(part);
            } else {
                for one in part {
                    self.push(*one, |one| each(&[one]));
                }
            }
        }
    }

    /// Returns whether no reading of a part can be an artefact: each is at most [`FAR_BELOW`] above all of the part and before it.
    fn is_calm(&self, part: &[Interval]) -> bool {
        if self.jump.is_some() {
            return false;
        }
        let before = self.before.iter().map(|one| one.value);
        let mut lowest = before.fold(f64::INFINITY, f64::min);
        let (mut highest, mut end, mut has_pause) = (f64::NEG_INFINITY, self.end, false);
        for one in part {
            has_pause |= one.from - end > RISE_MILLIS;
            end = one.to;
            lowest = lowest.min(one.value);
            highest = highest.max(one.value);
        }
        !has_pause && highest <= MaximumHeartRate::MAX_MEASURED.min(lowest + FAR_BELOW)
    }

    /// Keeps the last seconds of a part without artefacts.
    fn pass(&mut self, part: &[Interval]) {
        let Some(last) = part.last() else { return };
        self.replaced = 0;
        self.end = last.to;
        let oldest = last.from - RISE_MILLIS - BEFORE_MILLIS;
        while self.before.front().is_some_and(|one| one.to <= oldest) {
            self.before.pop_front();
        }
        let kept = part.partition_point(|one| one.to <= oldest);
        self.before.extend(&part[kept..]);
    }

    #[inline]
    fn is_artefact(&mut self, reading: &Interval) -> bool {
        if reading.value > MaximumHeartRate::MAX_MEASURED {
            return true;
        }
        if self.jump.is_some() {
            return self.is_after_jump(reading);
        }
        // Heart rate seldom rises this much, so the other rates are seldom compared.
        let oldest = self.before.front();
        if oldest.is_none_or(|oldest| reading.value <= oldest.value + FAR_BELOW) {
            return false;
        }
        self.is_jump(reading)
    }

    #[cold]
    fn is_jump(&mut self, reading: &Interval) -> bool {
        let until = reading.from - RISE_MILLIS;
        let earlier = self.before.iter().filter(|one| one.from <= until);
        let Some(before) = earlier.map(|one| one.value).max_by(f64::total_cmp) else {
            return false;
        };
        let last = self.before.back();
        let is_dense = last.is_some_and(|last| last.milliseconds() <= RISE_MILLIS);
        if !is_dense || reading.value <= before + FAR_BELOW {
            return false;
        }
        let since = vec![(reading.value, seconds(reading))];
        self.jump = Some(Jump { before, since });
        true
    }

    #[cold]
    fn is_after_jump(&mut self, reading: &Interval) -> bool {
        let Some(jump) = &mut self.jump else {
            return false;
        };
        let since = jump.since.iter().rev().copied();
        let is_real = reading.value <= jump.before + FAR_BELOW || has_risen(reading.value, since);
        if is_real || jump.since.len() == HISTORY {
            self.jump = None;
            self.before.clear();
            return false;
        }
        jump.since.push((reading.value, seconds(reading)));
        true
    }
}

fn seconds(reading: &Interval) -> u32 {
    let seconds = (reading.milliseconds() + 500) / 1000;
    u32::try_from(seconds).unwrap_or(u32::MAX)
}

/// The milliseconds in which heart rate cannot rise by more than [`FAR_BELOW`].
const RISE_MILLIS: i64 = 5000;
/// The milliseconds before a rise with whose rates a rate is compared.
const BEFORE_MILLIS: i64 = 30_000;
/// The number of readings that are compared together: in a minute, heart rate seldom changes by more than [`FAR_BELOW`].
const PART: usize = 64;
/// The longest artefact that is replaced: over a longer time, heart rate may have fallen.
const MAX_REPLACED_MILLIS: i64 = 30_000;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the values of readings at these seconds; `None` for those left out.
    fn kept(readings: &[(i64, f64)]) -> Vec<Option<f64>> {
        let mut jumps = HeartRateJumps::default();
        let ends = readings.iter().skip(1).map(|(at, _)| *at);
        let last = readings.last().map(|(at, _)| at + 1);
        let mut found = Vec::new();
        for ((at, value), end) in readings.iter().zip(ends.chain(last)) {
            let interval = Interval {
                from: 1000 * at,
                // A longer interval is a pause.
                to: 1000 * end.min(at + 30),
                value: *value,
                confidence: 1.0,
            };
            let mut kept = None;
            jumps.push(interval, |interval| kept = Some(interval.value));
            found.push(kept);
        }
        found
    }

    /// Returns readings a second apart: each rate for its number of seconds.
    fn each_second(rates: &[(f64, usize)]) -> Vec<(i64, f64)> {
        let all = rates.iter().flat_map(|(rate, count)| vec![*rate; *count]);
        (0..).zip(all).collect()
    }

    #[track_caller]
    fn check(readings: &[(i64, f64)], expected: &[(Option<f64>, usize)]) {
        let expected: Vec<Option<f64>> = expected
            .iter()
            .flat_map(|(rate, count)| vec![*rate; *count])
            .collect();
        assert_eq!(kept(readings), expected);
    }

    #[test]
    fn spikes_take_the_rate_before_them() {
        for (rate, count) in [(210.0, 5), (190.5, 1), (221.0, 30)] {
            let readings = each_second(&[(160.0, 40), (rate, count), (161.0, 10)]);
            let expected = [(Some(160.0), 40 + count), (Some(161.0), 10)];
            check(&readings, &expected);
        }
    }

    #[test]
    fn long_artefacts_are_left_out_after_half_a_minute() {
        // A watch that counts steps for five minutes.
        let readings = each_second(&[(120.0, 40), (170.0, 300), (125.0, 10)]);
        let expected = [(Some(120.0), 70), (None, 270), (Some(125.0), 10)];
        check(&readings, &expected);
    }

    #[test]
    fn a_rise_after_a_jump_is_real() {
        let mut readings = each_second(&[(100.0, 40), (140.0, 20)]);
        let begin = readings.len() as i64;
        readings.extend((0..40).map(|second| (begin + second, 141.0 + second as f64)));
        let found = kept(&readings);
        assert_eq!(found[40..60], [Some(100.0); 20]);
        // From 151, more than 10 above the rates of five seconds.
        assert_eq!(found[70], Some(151.0));
        assert_eq!(found[99], Some(180.0));
        assert_eq!(found[69], Some(100.0));
    }

    #[test]
    fn real_changes_stay() {
        let sprint = (0..60).map(|second| (100.0 + 2.0 * f64::from(second), 1));
        let sprint: Vec<(f64, usize)> = [(100.0, 40)].into_iter().chain(sprint).collect();
        for readings in [
            each_second(&sprint),
            // A signal lost for some seconds.
            each_second(&[(150.0, 40), (60.0, 8), (150.0, 40)]),
            // A recording begins at any rate.
            each_second(&[(180.0, 40)]),
            each_second(&[(160.0, 40), (190.0, 5), (160.0, 5)]),
            // Readings a minute, or ten seconds, apart.
            (0..20)
                .map(|nth| (60 * nth, [70.0, 130.0][nth as usize / 10]))
                .collect(),
            (0..20)
                .map(|nth| (10 * nth, [70.0, 130.0][nth as usize / 10]))
                .collect(),
            // A pause.
            [each_second(&[(90.0, 40)]), vec![(100, 150.0), (101, 150.0)]].concat(),
            vec![],
        ] {
            let expected: Vec<Option<f64>> = readings.iter().map(|(_, rate)| Some(*rate)).collect();
            assert_eq!(kept(&readings), expected);
        }
    }

    proptest! {
        #[test]
        fn many_readings_are_kept_like_each(
            steps in prop::collection::vec(
                (
                    prop::sample::select(vec![0_i64, 0, 0, 0, 0, 0, 0, 3, 5, 6, 40]),
                    1_i64..4,
                    prop::sample::select(vec![-12.0, -3.0, -1.0, 0.0, 0.0, 1.0, 3.0, 12.0, 45.0]),
                ),
                0..600,
            ),
            sizes in prop::collection::vec(0_usize..150, 0..10),
        ) {
            let (mut at, mut value) = (0, 100.0);
            let readings: Vec<Interval> = steps
                .into_iter()
                .map(|(gap, seconds, change)| {
                    let from = at + 1000 * gap;
                    at = from + 1000 * seconds;
                    value = f64::clamp(value + change, 40.0, 240.0);
                    Interval { from, to: at, value, confidence: 1.0 }
                })
                .collect();
            let (mut each, mut all) = (Vec::new(), Vec::new());
            let mut jumps = HeartRateJumps::default();
            for reading in &readings {
                jumps.push(*reading, |one| each.push(one));
            }
            let (mut jumps, mut rest) = (HeartRateJumps::default(), readings.as_slice());
            for size in sizes.into_iter().chain([usize::MAX]) {
                let (now, later) = rest.split_at(size.min(rest.len()));
                jumps.push_all(now, |known| all.extend_from_slice(known));
                rest = later;
            }
            prop_assert_eq!(all, each);
        }
    }
}
