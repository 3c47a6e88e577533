//! Intervals of readings: a reading holds until the next reading of the same device.

/// A time interval in which a value counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The first millisecond.
    pub from: i64,
    /// The millisecond after the last.
    pub to: i64,
    /// The value of the reading.
    pub value: f64,
    /// The sender's confidence, 0–1; 1 if the reading states none.
    pub confidence: f64,
}

impl Interval {
    /// Returns the length in milliseconds.
    #[must_use]
    #[inline]
    pub fn milliseconds(&self) -> i64 {
        self.to - self.from
    }

    /// Returns the length in seconds.
    #[must_use]
    #[inline]
    pub fn seconds(&self) -> f64 {
        self.milliseconds() as f64 / 1000.0
    }

    /// Returns the part of the interval between two times, the first inclusive; `None` if that part is
    /// empty.
    #[must_use]
    #[inline]
    pub fn within(self, from: i64, to: i64) -> Option<Self> {
        let part = Self {
            from: self.from.max(from),
            to: self.to.min(to),
            ..self
        };
        (part.from < part.to).then_some(part)
    }
}

/// A reading of a device.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// The time in milliseconds since 1970.
    pub at: i64,
    /// The value, in the unit of the series.
    pub value: f64,
    /// The sender's confidence, 0–1.
    pub confidence: Option<f64>,
}

/// Builds intervals from the readings of one device. Each reading holds until the next; an interval
/// over [`IntervalBuilder::MAX_INTERVAL_MILLIS`] is a pause and does not count, and neither does the last reading.
///
/// With [`IntervalBuilder::by_minute`], a sparse series counts too: an interval up to [`IntervalBuilder::MAX_SPARSE_INTERVAL_MILLIS`]
/// counts if the usual spacing before it, the median of the last three intervals, is over
/// [`IntervalBuilder::SPARSE`] and at most as long. A pause of a minute between readings at 1 Hz therefore does not
/// count, and neither do readings every five minutes.
#[derive(Clone, Debug, Default)]
pub struct IntervalBuilder {
    last: Option<Reading>,
    /// The lengths of the last three intervals, the latest first; 0 where there was none.
    lengths: [i64; 3],
    counts_minutes: bool,
}

impl IntervalBuilder {
    /// The longest interval that counts, in milliseconds.
    pub const MAX_INTERVAL_MILLIS: i64 = 30_000;
    /// The longest interval of a series that is spaced by about a minute, in milliseconds.
    pub const MAX_SPARSE_INTERVAL_MILLIS: i64 = 90_000;
    /// The spacing from which a series is sparse, in milliseconds.
    pub const SPARSE: i64 = 20_000;
    /// The time over which readings affect an interval, in milliseconds: three intervals of a sparse series
    /// and the interval itself. Longer ones count the same wherever they begin.
    pub const REACH: i64 = 4 * Self::MAX_SPARSE_INTERVAL_MILLIS;

    /// Creates a holding that also counts series that are spaced by about a minute.
    #[must_use]
    pub fn by_minute() -> Self {
        Self {
            counts_minutes: true,
            ..Self::default()
        }
    }

    /// Returns the intervals of readings in the order of time.
    pub fn intervals(
        readings: impl IntoIterator<Item = Reading>,
    ) -> impl Iterator<Item = Interval> {
        Self::default().over(readings)
    }

    /// Returns the intervals of readings in the order of time, after the readings already added.
    pub fn over(
        mut self,
        readings: impl IntoIterator<Item = Reading>,
    ) -> impl Iterator<Item = Interval> {
        readings
            .into_iter()
            .filter_map(move |reading| self.push(reading))
    }

    /// Adds the next reading and returns the interval of the previous reading, if it counts. Of several
    /// readings at one time the last counts. A reading earlier than the previous one is skipped.
    #[inline]
    pub fn push(&mut self, reading: Reading) -> Option<Interval> {
        let Some(last) = self.last else {
            self.last = Some(reading);
            return None;
        };
        if reading.at < last.at {
            return None;
        }
        self.last = Some(reading);
        if reading.at == last.at {
            return None;
        }
        let length = reading.at - last.at;
        let counts = length <= Self::MAX_INTERVAL_MILLIS
            || (self.counts_minutes
                && length <= Self::MAX_SPARSE_INTERVAL_MILLIS
                && is_sparse(self.lengths));
        self.lengths = [length, self.lengths[0], self.lengths[1]];
        counts.then_some(Interval {
            from: last.at,
            to: reading.at,
            value: last.value,
            confidence: last.confidence.map_or(1.0, |share| share.clamp(0.0, 1.0)),
        })
    }
}

/// Returns whether the usual spacing of the last intervals, the latest first, is that of a sparse series. A pause ends it.
///
/// It takes the lengths only: a builder whose address no function takes stays in registers while a chunk is read.
fn is_sparse(mut lengths: [i64; 3]) -> bool {
    const MAX: i64 = IntervalBuilder::MAX_SPARSE_INTERVAL_MILLIS;
    if lengths[0] > MAX {
        return false;
    }
    let is_known = |length: &&i64| (1..=MAX).contains(*length);
    let count = lengths.iter().take_while(is_known).count();
    let known = &mut lengths[..count];
    known.sort_unstable();
    // Of two, the shorter.
    let middle = known.len().saturating_sub(1) / 2;
    known
        .get(middle)
        .is_some_and(|usual| *usual > IntervalBuilder::SPARSE)
}
