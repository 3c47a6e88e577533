//! The stored values of a calendar day: a long range reads one row per day instead of all its points.
//!
//! A row depends on the day's points and, of the profile, only on the time zone. For heart rate it
//! stores the time at each rate in each minute, so zones, activities and their load follow for any
//! maximum rate, resting rate and sex. Stored rows never change an answer: without a row, the points are
//! read into the same row, and answers use rows only.

mod power;

use std::collections::BTreeMap;

use lockstep_metrics::{Interval, MinuteMean, PeakOfDay, has_hard_effort};

pub(crate) use power::{PowerDay, PowerDayMaker, PowerMinute, TWENTY_MINUTES};

/// The heart rates of a day, minute by minute.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct HeartDay {
    /// The highest 15-second rolling median to which heart rate rose in a hard effort, in beats per
    /// minute; see [`PeakOfDay`] and [`has_hard_effort`].
    pub(crate) peak: Option<f64>,
    /// The minutes with a reading, in order.
    minutes: Vec<MinuteEnd>,
    /// Each rate of each minute with its milliseconds, as a row holds them: 3 bytes, or 4 if there are
    /// other rates. Decoding would take longer than most requests.
    encoded: Vec<u8>,
    /// The rates that are not whole numbers up to 255.
    others: Vec<f64>,
}

/// The summary of a minute, and the number of entries up to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
struct MinuteEnd {
    mean: MinuteMean,
    end: usize,
}

/// The rates of one minute.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MinuteRates<'d> {
    /// The minute with its time-weighted mean and the covered milliseconds. A row stores them: a history of a year would
    /// otherwise compute them again for each request.
    pub(crate) mean: MinuteMean,
    rates: Rates<'d>,
}

/// Rates, each with its milliseconds.
#[derive(Clone, Copy, Debug)]
struct Rates<'d> {
    encoded: &'d [u8],
    others: &'d [f64],
}

impl MinuteRates<'_> {
    /// Calls `each` with each rate and the milliseconds for which it was held.
    #[inline]
    pub(crate) fn each(&self, each: impl FnMut(Rate, u16)) {
        self.rates.each(each);
    }
}

impl Rates<'_> {
    #[inline]
    fn each(&self, mut each: impl FnMut(Rate, u16)) {
        if self.others.is_empty() {
            for [code, a, b] in self.encoded.as_chunks().0 {
                each(Rate::Whole(*code), u16::from_le_bytes([*a, *b]));
            }
        } else {
            for [a, b, c, d] in self.encoded.as_chunks().0 {
                let rate = Rate::of(u16::from_le_bytes([*a, *b]), self.others);
                each(rate, u16::from_le_bytes([*c, *d]));
            }
        }
    }
}

/// A heart rate of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Rate {
    /// A whole rate up to 255.
    Whole(u8),
    /// A different heart rate.
    Other(f64),
}

impl Rate {
    fn of(code: u16, others: &[f64]) -> Self {
        match u8::try_from(code) {
            Ok(whole) => Self::Whole(whole),
            Err(_) => Self::Other(
                others
                    .get(usize::from(code) - WHOLE)
                    .copied()
                    .unwrap_or(0.0),
            ),
        }
    }
}

impl HeartDay {
    /// Returns whether no rate was held.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        self.encoded.is_empty()
    }

    /// Returns the bytes of memory that the day takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let minutes = size_of::<MinuteEnd>() * self.minutes.capacity();
        let others = size_of::<f64>() * self.others.capacity();
        size_of::<Self>() + minutes + self.encoded.capacity() + others
    }

    /// The bytes of an entry.
    fn entry_bytes(&self) -> usize {
        if self.others.is_empty() { NARROW } else { WIDE }
    }

    /// Returns the minutes with a reading, in order.
    pub(crate) fn minutes(&self) -> impl ExactSizeIterator<Item = MinuteRates<'_>> {
        let entry_bytes = self.entry_bytes();
        let mut begin = 0;
        self.minutes.iter().map(move |MinuteEnd { mean, end }| {
            let encoded = &self.encoded[entry_bytes * begin..entry_bytes * end];
            begin = *end;
            MinuteRates {
                mean: *mean,
                rates: Rates {
                    encoded,
                    others: &self.others,
                },
            }
        })
    }

    /// Returns the first minute with a reading.
    pub(crate) fn first_minute(&self) -> Option<i64> {
        self.minutes.first().map(|first| first.mean.minute)
    }

    /// Returns the last minute with a reading.
    pub(crate) fn last_minute(&self) -> Option<i64> {
        self.minutes.last().map(|last| last.mean.minute)
    }

    /// Returns each rate of the day with its milliseconds, in ascending order.
    #[must_use]
    pub(crate) fn totals(&self) -> Vec<(f64, i64)> {
        let mut whole = [0_i64; WHOLE];
        let mut others = BTreeMap::new();
        let all = Rates {
            encoded: &self.encoded,
            others: &self.others,
        };
        all.each(|rate, milliseconds| match rate {
            Rate::Whole(rate) => whole[usize::from(rate)] += i64::from(milliseconds),
            Rate::Other(rate) => {
                *others.entry(rate.to_bits()).or_insert(0) += i64::from(milliseconds);
            }
        });
        let others = others.into_iter();
        let others = others.map(|(bits, total)| (f64::from_bits(bits), total));
        let rates = (0..).map(f64::from).zip(whole).chain(others);
        let mut rates: Vec<(f64, i64)> = rates.filter(|(_, total)| *total > 0).collect();
        rates.sort_by(|one, other| one.0.total_cmp(&other.0));
        rates
    }

    /// Returns the rates as intervals; only the lengths of the intervals are meaningful, not their
    /// times.
    pub(crate) fn intervals(&self) -> impl Iterator<Item = Interval> {
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
        let of_minutes = MINUTE_BYTES * self.minutes.len();
        let size = 32 + 8 * self.others.len() + of_minutes + self.encoded.len();
        let mut bytes = Vec::with_capacity(size);
        let base = self.first_minute().unwrap_or(0);
        bytes.extend(self.peak.unwrap_or(f64::NAN).to_le_bytes());
        bytes.extend(base.to_le_bytes());
        bytes.extend(u16::try_from(self.others.len()).ok()?.to_le_bytes());
        bytes.extend(u16::try_from(self.minutes.len()).ok()?.to_le_bytes());
        for other in &self.others {
            bytes.extend(other.to_le_bytes());
        }
        let mut begin = 0;
        for MinuteEnd { mean, end } in &self.minutes {
            bytes.extend(u16::try_from(mean.minute - base).ok()?.to_le_bytes());
            bytes.extend(u16::try_from(end - begin).ok()?.to_le_bytes());
            bytes.extend(u16::try_from(mean.covered).ok()?.to_le_bytes());
            bytes.extend(mean.mean.to_le_bytes());
            begin = *end;
        }
        bytes.extend_from_slice(&self.encoded);
        Some(bytes)
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (peak, bytes) = bytes.split_first_chunk()?;
        let (base, bytes) = bytes.split_first_chunk()?;
        let (others, bytes) = bytes.split_first_chunk()?;
        let (minutes, bytes) = bytes.split_first_chunk()?;
        let (others, minutes) = (u16::from_le_bytes(*others), u16::from_le_bytes(*minutes));
        let (others, bytes) = bytes.split_at_checked(8 * usize::from(others))?;
        let (minutes, bytes) = bytes.split_at_checked(MINUTE_BYTES * usize::from(minutes))?;
        let others = others.as_chunks().0.iter();
        let others = others.map(|other| f64::from_le_bytes(*other)).collect();
        let base = i64::from_le_bytes(*base);
        let (mut end, mut all) = (0, Vec::with_capacity(minutes.len() / MINUTE_BYTES));
        for minute in minutes.as_chunks::<MINUTE_BYTES>().0 {
            let [m0, m1, n0, n1, c0, c1, mean @ ..] = minute;
            end += usize::from(u16::from_le_bytes([*n0, *n1]));
            let mean = MinuteMean {
                minute: base.checked_add(i64::from(u16::from_le_bytes([*m0, *m1])))?,
                mean: f64::from_le_bytes(*mean),
                covered: i64::from(u16::from_le_bytes([*c0, *c1])),
            };
            all.push(MinuteEnd { mean, end });
        }
        let day = Self {
            peak: Some(f64::from_le_bytes(*peak)).filter(|peak| !peak.is_nan()),
            minutes: all,
            encoded: bytes.to_vec(),
            others,
        };
        let entries = day.minutes.last().map_or(0, |last| last.end);
        let is_whole = entries * day.entry_bytes() == day.encoded.len();
        is_whole.then_some(day)
    }
}

/// Builds a [`HeartDay`] from intervals in order.
#[derive(Clone, Debug)]
pub(crate) struct HeartDayMaker {
    peak: PeakOfDay,
    minutes: Vec<MinuteEnd>,
    /// The codes and milliseconds of the finished minutes.
    held: Vec<(u16, u16)>,
    others: Vec<f64>,
    /// The codes of the other rates, by their bits.
    codes: BTreeMap<u64, u16>,
    /// The minute that is being filled, and its first millisecond.
    minute: i64,
    begin: i64,
    /// The milliseconds of each code in this minute. A code is a whole rate up to 255, or 256 + the index
    /// of another rate.
    now: Vec<u16>,
    /// The codes with a time in this minute.
    touched: Vec<u16>,
}

impl Default for HeartDayMaker {
    fn default() -> Self {
        Self {
            peak: PeakOfDay::default(),
            minutes: Vec::new(),
            held: Vec::new(),
            others: Vec::new(),
            codes: BTreeMap::new(),
            minute: i64::MIN,
            begin: i64::MAX,
            now: vec![0; WHOLE],
            touched: Vec::new(),
        }
    }
}

impl HeartDayMaker {
    /// Adds an interval of the day, in beats per minute.
    #[inline]
    pub(crate) fn add(&mut self, interval: &Interval) {
        if interval.from >= self.begin && interval.to - self.begin <= MINUTE {
            self.add_part(interval);
        } else {
            self.add_across(*interval);
        }
    }

    /// Adds an interval that begins or ends in another minute.
    fn add_across(&mut self, interval: Interval) {
        let mut rest = Some(interval);
        while let Some(part) = rest {
            let minute = part.from.div_euclid(MINUTE);
            let end = (minute + 1) * MINUTE;
            if minute != self.minute {
                self.end_minute();
                (self.minute, self.begin) = (minute, minute * MINUTE);
            }
            if let Some(inside) = part.within(part.from, end) {
                self.add_part(&inside);
            }
            rest = part.within(end, part.to);
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
        self.others.push(value);
        self.now.push(0);
        code
    }

    fn end_minute(&mut self) {
        if self.touched.is_empty() {
            return;
        }
        self.touched.sort_unstable();
        // Whole numbers sum faster, and most rates are whole.
        let (mut whole, mut weighted, mut covered) = (0_u64, 0.0, 0_i64);
        for code in self.touched.drain(..) {
            let milliseconds = std::mem::take(&mut self.now[usize::from(code)]);
            match Rate::of(code, &self.others) {
                Rate::Whole(rate) => whole += u64::from(rate) * u64::from(milliseconds),
                Rate::Other(rate) => weighted += rate * f64::from(milliseconds),
            }
            covered += i64::from(milliseconds);
            self.held.push((code, milliseconds));
        }
        weighted += whole as f64;
        self.minutes.push(MinuteEnd {
            mean: MinuteMean {
                minute: self.minute,
                mean: weighted / covered.max(1) as f64,
                covered,
            },
            end: self.held.len(),
        });
    }

    /// Returns the finished day.
    #[must_use]
    pub(crate) fn finish(mut self) -> HeartDay {
        self.end_minute();
        let mut encoded = Vec::with_capacity(WIDE * self.held.len());
        for (code, milliseconds) in &self.held {
            // Without other rates, each code is a whole rate up to 255.
            let bytes = if self.others.is_empty() { 1 } else { 2 };
            encoded.extend_from_slice(&code.to_le_bytes()[..bytes]);
            encoded.extend(milliseconds.to_le_bytes());
        }
        let mut day = HeartDay {
            peak: self.peak.finish(),
            minutes: self.minutes,
            encoded,
            others: self.others,
        };
        day.peak = day.peak.filter(|peak| has_hard_effort(*peak, day.totals()));
        day
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

/// The bytes of a minute before the entries: its distance from the first, the number of entries, the covered milliseconds and
/// the mean.
const MINUTE_BYTES: usize = 2 + 2 + 2 + 8;
/// The bytes of an entry with a whole rate, and of one with any rate.
const NARROW: usize = 3;
const WIDE: usize = 4;
/// The number of whole rates that have a code of their own.
const WHOLE: usize = 256;
/// The maximum number of other rates in a row: without it, many fractional rates would make the row as
/// long as the points.
const MAX_OTHERS: usize = 4096;
/// A minute in milliseconds.
pub(crate) const MINUTE: i64 = 60_000;
#[cfg(test)]
mod tests;
