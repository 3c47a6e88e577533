//! Training load of heart rate.

use super::Interval;

/// The two curves of Banister's impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// 0.86 · e^(1.67 r).
    Female,
    /// 0.64 · e^(1.92 r); also where nothing is known, which the answer then says.
    Male,
}

impl Sex {
    fn weight(self, reserve: f64) -> f64 {
        match self {
            Self::Female => 0.86 * (1.67 * reserve).exp(),
            Self::Male => 0.64 * (1.92 * reserve).exp(),
        }
    }
}

/// Banister's training impulse, taken sample by sample: the sum of minutes · r · weight(r), where r
/// is the share of the heart-rate reserve in use, clamped to 0–1. (Banister 1991, "Modeling Elite
/// Athletic Performance"; Morton, Fitz-Clarke and Banister 1990.)
#[derive(Clone, Debug, PartialEq)]
pub struct Banister {
    maximum: f64,
    resting: f64,
    sex: Sex,
    impulse: f64,
    /// The last value and what a minute of it gives: neighbours are often equal.
    last: (f64, f64),
}

impl Banister {
    /// Of somebody with these heart rates, /min. Where the maximum is not above the resting one,
    /// nothing is in reserve and the impulse stays 0.
    #[must_use]
    pub fn new(maximum: f64, resting: f64, sex: Sex) -> Self {
        Self {
            maximum,
            resting,
            sex,
            impulse: 0.0,
            last: (f64::NAN, 0.0),
        }
    }

    /// Counts an interval.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        if self.last.0 != interval.value {
            let rate = minute(interval.value, self.maximum, self.resting, self.sex);
            self.last = (interval.value, rate);
        }
        self.impulse += interval.seconds() / 60.0 * self.last.1;
    }

    /// The sum so far.
    #[must_use]
    pub fn impulse(&self) -> f64 {
        self.impulse
    }
}

/// The same formula applied once to a whole session: its minutes and its mean heart rate, weighted
/// by time. Lower than the sum over samples, because the curve bends upward.
#[must_use]
pub fn session_impulse(minutes: f64, mean: f64, maximum: f64, resting: f64, sex: Sex) -> f64 {
    minutes * minute(mean, maximum, resting, sex)
}

fn minute(rate: f64, maximum: f64, resting: f64, sex: Sex) -> f64 {
    if maximum <= resting {
        return 0.0;
    }
    let reserve = ((rate - resting) / (maximum - resting)).clamp(0.0, 1.0);
    reserve * sex.weight(reserve)
}

/// Edwards' training impulse: minutes in 50–60, 60–70, 70–80, 80–90, 90–100 % of maximum heart rate
/// times 1 to 5; lower bounds inclusive, above 100 % counts in the last (Edwards 1993, "The Heart
/// Rate Monitor Book").
#[derive(Clone, Debug, PartialEq)]
pub struct Edwards {
    maximum: f64,
    weighted: i64,
}

impl Edwards {
    /// Of somebody with this maximum heart rate, /min.
    #[must_use]
    pub fn new(maximum: f64) -> Self {
        Self {
            maximum,
            weighted: 0,
        }
    }

    /// Counts an interval.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let share = interval.value / self.maximum;
        let weight = LOWER
            .iter()
            .take_while(|lower| share >= **lower)
            .map(|_| 1_i64);
        self.weighted += weight.sum::<i64>() * interval.milliseconds();
    }

    /// The sum so far.
    #[must_use]
    pub fn impulse(&self) -> f64 {
        self.weighted as f64 / 60_000.0
    }
}

const LOWER: [f64; 5] = [0.50, 0.60, 0.70, 0.80, 0.90];
