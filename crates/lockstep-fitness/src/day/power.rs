//! The power of a day, minute by minute.

use lockstep_metrics::{
    Interval, MeanMaximal, MinuteMean, NormalizedPower, PowerSums, SinglePeaks,
};

use super::MINUTE;

/// The power of a day.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct PowerDay {
    /// The best mean over 20 minutes, in W, without single peaks.
    pub(crate) best_20_minutes: Option<f64>,
    /// The minute in which the best 20 minutes end, counted from 1970; 0 without them.
    pub(crate) best_20_end: i64,
    /// The best mean over 5 minutes, in W, without single peaks.
    pub(crate) best_5_minutes: Option<f64>,
    /// The minutes with a reading, in order.
    pub(crate) minutes: Vec<PowerMinute>,
}

/// The power of a minute.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PowerMinute {
    /// The mean in W, and its coverage.
    pub(crate) mean: MinuteMean,
    /// The sums of the windows that end in this minute.
    pub(crate) sums: PowerSums,
    /// Whether a value is derived: a speed from positions.
    pub(crate) is_derived: bool,
}

impl PowerDay {
    /// Returns the bytes of memory that the day takes, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        size_of::<Self>() + size_of::<PowerMinute>() * self.minutes.capacity()
    }

    /// Encodes the day; `None` if a number is too large for a row, which no day of readings has.
    pub(crate) fn encode(&self) -> Option<Vec<u8>> {
        let mut bytes = Vec::with_capacity(HEAD_BYTES + MINUTE_BYTES * self.minutes.len());
        let base = self.minutes.first().map_or(0, |first| first.mean.minute);
        bytes.extend(self.best_20_minutes.unwrap_or(f64::NAN).to_le_bytes());
        bytes.extend(self.best_20_end.to_le_bytes());
        bytes.extend(self.best_5_minutes.unwrap_or(f64::NAN).to_le_bytes());
        bytes.extend(base.to_le_bytes());
        for PowerMinute {
            mean,
            sums,
            is_derived,
        } in &self.minutes
        {
            bytes.extend(u16::try_from(mean.minute - base).ok()?.to_le_bytes());
            bytes.extend(u16::try_from(mean.covered).ok()?.to_le_bytes());
            let windows = u8::try_from(sums.windows).ok();
            let windows = windows.filter(|windows| *windows < DERIVED)?;
            bytes.push(windows | if *is_derived { DERIVED } else { 0 });
            bytes.extend(mean.mean.to_le_bytes());
            bytes.extend(sums.fourth_powers.to_le_bytes());
        }
        Some(bytes)
    }

    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let (best_20, bytes) = bytes.split_first_chunk()?;
        let (end, bytes) = bytes.split_first_chunk()?;
        let (best_5, bytes) = bytes.split_first_chunk()?;
        let (base, bytes) = bytes.split_first_chunk()?;
        let base = i64::from_le_bytes(*base);
        let (minutes, []) = bytes.as_chunks::<MINUTE_BYTES>() else {
            return None;
        };
        let minute = |bytes: &[u8; MINUTE_BYTES]| {
            let (minute, bytes) = bytes.split_first_chunk()?;
            let (covered, bytes) = bytes.split_first_chunk()?;
            let (windows, bytes) = bytes.split_first()?;
            let (mean, fourth_powers) = bytes.split_first_chunk()?;
            Some(PowerMinute {
                mean: MinuteMean {
                    minute: base.checked_add(i64::from(u16::from_le_bytes(*minute)))?,
                    mean: f64::from_le_bytes(*mean),
                    covered: i64::from(u16::from_le_bytes(*covered)),
                },
                sums: PowerSums {
                    fourth_powers: f64::from_le_bytes(*fourth_powers.first_chunk()?),
                    windows: u32::from(*windows & !DERIVED),
                },
                is_derived: *windows & DERIVED != 0,
            })
        };
        let mut all = Vec::with_capacity(minutes.len());
        for bytes in minutes {
            all.push(minute(bytes)?);
        }
        let best = |bytes: &[u8; 8]| Some(f64::from_le_bytes(*bytes)).filter(|best| !best.is_nan());
        Some(Self {
            best_20_minutes: best(best_20),
            best_20_end: i64::from_le_bytes(*end),
            best_5_minutes: best(best_5),
            minutes: all,
        })
    }
}

/// Builds a [`PowerDay`] from intervals in order.
#[derive(Debug)]
pub(crate) struct PowerDayMaker {
    normalized: NormalizedPower,
    peaks: SinglePeaks,
    best: MeanMaximal,
    best_20: Option<f64>,
    best_20_end: i64,
    best_5: Option<f64>,
    minutes: Vec<PowerMinute>,
    /// The minute that is being filled, and its first millisecond.
    minute: i64,
    begin: i64,
    weighted: f64,
    covered: i64,
    is_derived: bool,
    /// The sums up to the end of the last minute.
    sums: PowerSums,
}

impl Default for PowerDayMaker {
    fn default() -> Self {
        Self {
            normalized: NormalizedPower::default(),
            peaks: SinglePeaks::default(),
            best: MeanMaximal::new(&[TWENTY_MINUTES, FIVE_MINUTES]),
            best_20: None,
            best_20_end: 0,
            best_5: None,
            minutes: Vec::new(),
            minute: i64::MIN,
            begin: i64::MAX,
            weighted: 0.0,
            covered: 0,
            is_derived: false,
            sums: PowerSums::default(),
        }
    }
}

impl PowerDayMaker {
    /// Adds an interval of the day, in W.
    #[inline]
    pub(crate) fn add(&mut self, interval: &Interval) {
        if interval.from >= self.begin && interval.to - self.begin <= MINUTE {
            self.add_part(interval);
        } else {
            self.add_across(*interval);
        }
    }

    /// Marks the minute in which the last interval ends as derived.
    pub(crate) fn mark_derived(&mut self) {
        self.is_derived = true;
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
            if let Some(part) = part.within(part.from, end) {
                self.add_part(&part);
            }
            rest = part.within(end, part.to);
        }
    }

    #[inline]
    fn add_part(&mut self, part: &Interval) {
        self.normalized.add(part);
        let best = &mut self.best;
        self.peaks.push(*part, |part| best.add(&part));
        self.weighted += part.value * part.milliseconds() as f64;
        self.covered += part.milliseconds();
    }

    fn end_minute(&mut self) {
        if self.covered == 0 {
            return;
        }
        let now = self.normalized.sums();
        self.minutes.push(PowerMinute {
            mean: MinuteMean {
                minute: self.minute,
                mean: self.weighted / self.covered as f64,
                covered: self.covered,
            },
            sums: PowerSums {
                fourth_powers: now.fourth_powers - self.sums.fourth_powers,
                windows: now.windows - self.sums.windows,
            },
            is_derived: self.is_derived,
        });
        self.sums = now;
        (self.weighted, self.covered, self.is_derived) = (0.0, 0, false);
        self.compare();
    }

    /// Compares the windows that ended since the last minute.
    fn compare(&mut self) {
        let means = self.best.take();
        let mut means = means.into_iter();
        let (of_20, of_5) = (means.next().flatten(), means.next().flatten());
        if let Some(mean) = of_20.filter(|mean| self.best_20.is_none_or(|best| *mean > best)) {
            (self.best_20, self.best_20_end) = (Some(mean), self.minute);
        }
        if of_5.is_some_and(|mean| self.best_5.is_none_or(|best| mean > best)) {
            self.best_5 = of_5;
        }
    }

    /// Returns the finished day.
    pub(crate) fn finish(mut self) -> PowerDay {
        self.end_minute();
        let best = &mut self.best;
        self.peaks.finish(|part| best.add(&part));
        self.compare();
        PowerDay {
            best_20_minutes: self.best_20,
            best_20_end: self.best_20_end,
            best_5_minutes: self.best_5,
            minutes: self.minutes,
        }
    }
}

/// The bytes of a minute: its distance from the first, the covered milliseconds, the number of windows with the bit
/// [`DERIVED`], the mean and the sum of fourth powers.
const MINUTE_BYTES: usize = 2 + 2 + 1 + 8 + 8;
/// The bit of a minute with a derived value. A minute has 60 windows.
const DERIVED: u8 = 0x80;
/// The bytes before the minutes: three values and the first minute.
const HEAD_BYTES: usize = 32;
pub(crate) const TWENTY_MINUTES: usize = 1200;
const FIVE_MINUTES: usize = 300;
