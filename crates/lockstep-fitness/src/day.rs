//! The stored values of a calendar day: a long range reads one row per day instead of all its points.
//!
//! A row depends on the day's points and, of the profile, only on the time zone. For heart rate it
//! stores the time at each rate in each minute, so zones, activities and their load follow for any
//! maximum rate, resting rate and sex. Stored rows never change an answer: without a row, the points are
//! read into the same row, and answers use rows only.

mod power;

use std::collections::BTreeMap;

use lockstep_metrics::{Interval, MinuteMean, PeakOfDay, has_hard_effort};

pub(crate) use power::{PowerDay, PowerDayMaker};

/// The heart rates of a day, minute by minute.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeartDay {
    /// The highest 15-second rolling median to which heart rate rose in a hard effort, in beats per
    /// minute; see [`PeakOfDay`] and [`has_hard_effort`].
    pub peak: Option<f64>,
    /// The minutes with a reading, in order.
    minutes: Vec<MinuteEnd>,
    /// The rates of all minutes, in the order of the minutes, each rate once in a minute.
    held: Vec<Held>,
    /// The rates that are not whole numbers up to 255.
    others: Vec<f64>,
}

/// A minute, counted from 1970, and the end of its rates in [`HeartDay::held`].
#[derive(Clone, Copy, Debug, PartialEq)]
struct MinuteEnd {
    minute: i64,
    end: usize,
}

/// A rate and the milliseconds for which it was held.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Held {
    /// A whole rate up to 255, or 256 + the index in [`HeartDay::others`].
    code: u16,
    milliseconds: u16,
}

/// The rates of one minute.
#[derive(Clone, Copy, Debug)]
pub struct MinuteRates<'d> {
    /// The minute, counted from 1970-01-01T00:00Z.
    pub minute: i64,
    held: &'d [Held],
    others: &'d [f64],
}

impl MinuteRates<'_> {
    /// Returns each rate with the milliseconds for which it was held.
    pub fn rates(&self) -> impl Iterator<Item = (f64, i64)> {
        self.held.iter().map(|held| {
            let rate = rate(held.code, self.others);
            (rate, i64::from(held.milliseconds))
        })
    }

    /// Returns the covered milliseconds.
    #[must_use]
    pub fn covered(&self) -> i64 {
        let milliseconds = self.held.iter().map(|held| i64::from(held.milliseconds));
        milliseconds.sum()
    }

    /// Returns the time-weighted mean.
    #[must_use]
    pub fn mean(&self) -> MinuteMean {
        let (mut weighted, mut covered) = (0.0, 0);
        for (rate, milliseconds) in self.rates() {
            weighted += rate * milliseconds as f64;
            covered += milliseconds;
        }
        MinuteMean {
            minute: self.minute,
            mean: weighted / (covered.max(1)) as f64,
            covered,
        }
    }
}

fn rate(code: u16, others: &[f64]) -> f64 {
    let other = usize::from(code).checked_sub(WHOLE);
    other.map_or(f64::from(code), |at| others.get(at).copied().unwrap_or(0.0))
}

impl HeartDay {
    /// Returns whether no rate was held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.held.is_empty()
    }

    /// Returns the minutes with a reading, in order.
    pub fn minutes(&self) -> impl DoubleEndedIterator<Item = MinuteRates<'_>> {
        (0..self.minutes.len()).map(|at| {
            let begin = at
                .checked_sub(1)
                .map_or(0, |before| self.minutes[before].end);
            let MinuteEnd { minute, end } = self.minutes[at];
            MinuteRates {
                minute,
                held: &self.held[begin..end],
                others: &self.others,
            }
        })
    }

    /// Returns each rate of the day with its milliseconds, in ascending order.
    #[must_use]
    pub fn totals(&self) -> Vec<(f64, i64)> {
        let mut totals = vec![0_i64; WHOLE + self.others.len()];
        for held in &self.held {
            totals[usize::from(held.code)] += i64::from(held.milliseconds);
        }
        let rates = (0..).map(|code| rate(code, &self.others)).zip(totals);
        let mut rates: Vec<(f64, i64)> = rates.filter(|(_, total)| *total > 0).collect();
        rates.sort_by(|one, other| one.0.total_cmp(&other.0));
        rates
    }

    /// Returns the rates as intervals; only the lengths of the intervals are meaningful, not their
    /// times.
    pub fn intervals(&self) -> impl Iterator<Item = Interval> {
        self.totals().into_iter().map(|(value, length)| Interval {
            from: 0,
            to: length,
            value,
            confidence: 1.0,
        })
    }

    /// Encodes the day; `None` if it has more rates than a row may hold.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        if self.others.len() > MAX_OTHERS {
            return None;
        }
        let is_wide = !self.others.is_empty();
        let size = 32 + 8 * self.others.len() + 4 * self.minutes.len() + 4 * self.held.len();
        let mut bytes = Vec::with_capacity(size);
        let base = self.minutes.first().map_or(0, |first| first.minute);
        bytes.extend(self.peak.unwrap_or(f64::NAN).to_le_bytes());
        bytes.extend(base.to_le_bytes());
        bytes.extend(u16::try_from(self.others.len()).ok()?.to_le_bytes());
        bytes.extend(u16::try_from(self.minutes.len()).ok()?.to_le_bytes());
        for other in &self.others {
            bytes.extend(other.to_le_bytes());
        }
        let mut begin = 0;
        for MinuteEnd { minute, end } in &self.minutes {
            bytes.extend(u16::try_from(minute - base).ok()?.to_le_bytes());
            bytes.extend(u16::try_from(end - begin).ok()?.to_le_bytes());
            begin = *end;
        }
        for held in &self.held {
            if is_wide {
                bytes.extend(held.code.to_le_bytes());
            } else {
                bytes.push(u8::try_from(held.code).ok()?);
            }
            bytes.extend(held.milliseconds.to_le_bytes());
        }
        Some(bytes)
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (peak, bytes) = bytes.split_first_chunk()?;
        let (base, bytes) = bytes.split_first_chunk()?;
        let (others, bytes) = bytes.split_first_chunk()?;
        let (minutes, bytes) = bytes.split_first_chunk()?;
        let (others, minutes) = (u16::from_le_bytes(*others), u16::from_le_bytes(*minutes));
        let (others, bytes) = bytes.split_at_checked(8 * usize::from(others))?;
        let (minutes, bytes) = bytes.split_at_checked(4 * usize::from(minutes))?;
        let others: Vec<f64> = others
            .as_chunks()
            .0
            .iter()
            .map(|other| f64::from_le_bytes(*other))
            .collect();
        let base = i64::from_le_bytes(*base);
        let mut end = 0;
        let minute = |[a, b, c, d]: &[u8; 4]| {
            end += usize::from(u16::from_le_bytes([*c, *d]));
            let minute = base.checked_add(i64::from(u16::from_le_bytes([*a, *b])))?;
            Some(MinuteEnd { minute, end })
        };
        let minutes: Vec<MinuteEnd> = minutes
            .as_chunks()
            .0
            .iter()
            .map(minute)
            .collect::<Option<_>>()?;
        let held: Vec<Held> = if others.is_empty() {
            let (held, []) = bytes.as_chunks::<3>() else {
                return None;
            };
            let held = held.iter().map(|[code, a, b]| Held {
                code: u16::from(*code),
                milliseconds: u16::from_le_bytes([*a, *b]),
            });
            held.collect()
        } else {
            let (held, []) = bytes.as_chunks::<4>() else {
                return None;
            };
            let held = held.iter().map(|[a, b, c, d]| Held {
                code: u16::from_le_bytes([*a, *b]),
                milliseconds: u16::from_le_bytes([*c, *d]),
            });
            held.collect()
        };
        let codes = WHOLE + others.len();
        let is_whole = minutes.last().map_or(0, |last| last.end) == held.len()
            && held.iter().all(|held| usize::from(held.code) < codes);
        is_whole.then_some(Self {
            peak: Some(f64::from_le_bytes(*peak)).filter(|peak| !peak.is_nan()),
            minutes,
            held,
            others,
        })
    }
}

/// Builds a [`HeartDay`] from intervals in order.
#[derive(Clone, Debug)]
pub struct HeartDayMaker {
    peak: PeakOfDay,
    day: HeartDay,
    /// The codes of the other rates, by their bits.
    codes: BTreeMap<u64, u16>,
    minute: i64,
    /// The milliseconds of each code in this minute.
    now: Vec<u16>,
    /// The codes with a time in this minute.
    touched: Vec<u16>,
}

impl Default for HeartDayMaker {
    fn default() -> Self {
        Self {
            peak: PeakOfDay::default(),
            day: HeartDay::default(),
            codes: BTreeMap::new(),
            minute: i64::MIN,
            now: vec![0; WHOLE],
            touched: Vec::new(),
        }
    }
}

impl HeartDayMaker {
    /// Adds an interval of the day, in beats per minute.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let mut rest = *interval;
        loop {
            let minute = rest.from.div_euclid(MINUTE);
            let end = (minute + 1) * MINUTE;
            if minute != self.minute {
                self.end_minute();
                self.minute = minute;
            }
            let Some(part) = rest.within(rest.from, end) else {
                return;
            };
            self.add_part(&part);
            match rest.within(end, rest.to) {
                Some(next) => rest = next,
                None => return,
            }
        }
    }

    #[inline]
    fn add_part(&mut self, part: &Interval) {
        self.peak.add(part);
        let whole = part.value as u8;
        let code = if f64::from(whole).to_bits() == part.value.to_bits() {
            u16::from(whole)
        } else {
            self.other(part.value)
        };
        let now = &mut self.now[usize::from(code)];
        if *now == 0 {
            self.touched.push(code);
        }
        // A minute has 60 000 milliseconds, which 16 bits hold.
        *now += part.milliseconds() as u16;
    }

    /// Returns the code of a rate that is not a whole number up to 255. Rates beyond the last code,
    /// which no sensor sends in a day, are rounded to whole numbers.
    fn other(&mut self, value: f64) -> u16 {
        if let Some(code) = self.codes.get(&value.to_bits()) {
            return *code;
        }
        let Ok(code) = u16::try_from(self.now.len()) else {
            return value.round().clamp(0.0, 255.0) as u16;
        };
        self.codes.insert(value.to_bits(), code);
        self.day.others.push(value);
        self.now.push(0);
        code
    }

    fn end_minute(&mut self) {
        if self.touched.is_empty() {
            return;
        }
        self.touched.sort_unstable();
        for code in self.touched.drain(..) {
            let milliseconds = std::mem::take(&mut self.now[usize::from(code)]);
            self.day.held.push(Held { code, milliseconds });
        }
        self.day.minutes.push(MinuteEnd {
            minute: self.minute,
            end: self.day.held.len(),
        });
    }

    /// Returns the finished day.
    #[must_use]
    pub fn finish(mut self) -> HeartDay {
        self.end_minute();
        let peak = self.peak.finish();
        let peak = peak.filter(|peak| has_hard_effort(*peak, self.day.totals()));
        HeartDay { peak, ..self.day }
    }
}

/// A day's value of a type other than heart rate and power.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ValueDay {
    /// The day's sum or mean; `None` if the day has no plausible point.
    pub(crate) value: Option<f64>,
    /// Whether several devices measured on this day.
    pub(crate) shared: bool,
    /// Whether the value combines several points.
    pub(crate) piecemeal: bool,
}

impl ValueDay {
    pub(crate) fn encode(self) -> Vec<u8> {
        let mut bytes = self.value.unwrap_or(f64::NAN).to_le_bytes().to_vec();
        bytes.push(u8::from(self.shared) | u8::from(self.piecemeal) << 1);
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (value, flags) = bytes.split_first_chunk()?;
        let [flags] = flags else { return None };
        Some(Self {
            value: Some(f64::from_le_bytes(*value)).filter(|value| !value.is_nan()),
            shared: flags & 1 != 0,
            piecemeal: flags & 2 != 0,
        })
    }
}

/// The number of whole rates that have a code of their own.
const WHOLE: usize = 256;
/// The maximum number of other rates in a row: without it, many fractional rates would make the row as
/// long as the points.
const MAX_OTHERS: usize = 4096;
/// A minute in milliseconds.
pub(crate) const MINUTE: i64 = 60_000;
#[cfg(test)]
mod tests;
