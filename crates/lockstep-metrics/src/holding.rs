//! A reading holds until the next one of its device.

/// Some time for which a value counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// Its first millisecond.
    pub from: i64,
    /// The millisecond after its last.
    pub to: i64,
    /// What was read.
    pub value: f64,
    /// How sure the sender was, 0–1; 1 where nothing is said.
    pub confidence: f64,
}

impl Interval {
    /// How long it is.
    #[must_use]
    #[inline]
    pub fn milliseconds(&self) -> i64 {
        self.to - self.from
    }

    /// How long it is.
    #[must_use]
    #[inline]
    pub fn seconds(&self) -> f64 {
        self.milliseconds() as f64 / 1000.0
    }

    /// The part of it between two times, the first inclusive; none where that is empty.
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

/// Makes intervals of the readings of one device: each holds until the next, but an interval over
/// [`Holding::LONGEST`] is a pause and counts nothing, nor does the last reading.
#[derive(Clone, Debug, Default)]
pub struct Holding {
    last: Option<(i64, f64, f64)>,
}

impl Holding {
    /// The longest interval that counts, in milliseconds.
    pub const LONGEST: i64 = 30_000;

    /// The intervals of readings as (time, value, confidence).
    pub fn intervals(
        readings: impl IntoIterator<Item = (i64, f64, Option<f64>)>,
    ) -> impl Iterator<Item = Interval> {
        let mut holding = Self::default();
        readings
            .into_iter()
            .filter_map(move |(at, value, confidence)| holding.push(at, value, confidence))
    }

    /// Takes the next reading and gives the interval of the one before, if it counts. Of several
    /// readings at one time the last counts; one that lies before the last is passed over.
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
