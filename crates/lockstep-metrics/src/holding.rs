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

/// Builds intervals from the readings of one device. Each reading holds until the next; an interval
/// over [`Holding::LONGEST`] is a pause and does not count, and neither does the last reading.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    last: Option<(i64, f64, f64)>,
}

impl Holding {
    /// The longest interval that counts, in milliseconds.
    pub const LONGEST: i64 = 30_000;

    /// Returns the intervals of readings given as (time, value, confidence).
    pub fn intervals(
        readings: impl IntoIterator<Item = (i64, f64, Option<f64>)>,
    ) -> impl Iterator<Item = Interval> {
        let mut holding = Self::default();
        readings
            .into_iter()
            .filter_map(move |(at, value, confidence)| holding.push(at, value, confidence))
    }

    /// Adds the next reading and returns the interval of the previous reading, if it counts. Of several
    /// readings at one time the last counts. A reading earlier than the previous one is skipped.
    #[inline]
    pub fn push(&mut self, at: i64, value: f64, confidence: Option<f64>) -> Option<Interval> {
        let confidence = confidence.map_or(1.0, |share| share.clamp(0.0, 1.0));
        let Some((from, held, sure)) = self.last else {
            self.last = Some((at, value, confidence));
            return None;
        };
        if at < from {
            return None;
        }
        self.last = Some((at, value, confidence));
        let counts = at > from && at - from <= Self::LONGEST;
        counts.then_some(Interval {
            from,
            to: at,
            value: held,
            confidence: sure,
        })
    }
}
