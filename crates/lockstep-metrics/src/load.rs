//! Training load from heart rate.

use super::Interval;

/// The sex that selects one of the two curves of Banister's impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sex {
    /// The weight 0.86 · e^(1.67 r).
    Female,
    /// The weight 0.64 · e^(1.92 r); also the default for an unknown sex, which the answer then states.
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

/// Banister's training impulse, computed per interval: the sum of minutes · r · weight(r), where r is
/// the used share of the heart-rate reserve, clamped to 0–1. (Banister 1991, "Modeling Elite Athletic
/// Performance"; Morton, Fitz-Clarke and Banister 1990.)
#[derive(Clone, Debug, PartialEq)]
pub struct Banister {
    maximum: f64,
    resting: f64,
    sex: Sex,
    impulse: f64,
    /// The last value and its impulse per minute, cached because neighbours are often equal.
    last: (f64, f64),
}

impl Banister {
    /// Starts a computation with these heart rates in beats per minute. If the maximum is not above the
    /// resting rate, the reserve is empty and the impulse stays 0.
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

    /// Adds an interval.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        if self.last.0 != interval.value {
            let rate = self.per_minute(interval.value);
            self.last = (interval.value, rate);
        }
        self.impulse += interval.seconds() / 60.0 * self.last.1;
    }

    /// Returns the impulse of a minute at a rate.
    #[must_use]
    pub fn per_minute(&self, rate: f64) -> f64 {
        minute(rate, self.maximum, self.resting, self.sex)
    }

    /// Returns the sum so far.
    #[must_use]
    pub fn impulse(&self) -> f64 {
        self.impulse
    }
}

/// Returns the impulse of an hour at the lactate threshold, which is assumed at 85 % of the heart-rate
/// reserve. It converts a training stress score to an impulse: an hour at threshold has a score of 100
/// by definition (Allen and Coggan; the same scaling as hrTSS of TrainingPeaks and the normalized TRIMP
/// of GoldenCheetah).
#[must_use]
pub fn impulse_of_threshold_hour(sex: Sex) -> f64 {
    60.0 * THRESHOLD * sex.weight(THRESHOLD)
}

/// Applies the same formula once to a whole session: its minutes and its time-weighted mean heart rate.
/// The result is lower than the sum over intervals, because the curve is convex.
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

/// Edwards' training impulse: minutes in 50–60, 60–70, 70–80, 80–90 and 90–100 % of maximum heart
/// rate times 1 to 5. Lower bounds are inclusive; values above 100 % count in the last zone (Edwards
/// 1993, "The Heart Rate Monitor Book").
#[derive(Clone, Debug, PartialEq)]
pub struct Edwards {
    maximum: f64,
    weighted: i64,
}

impl Edwards {
    /// Starts a computation with this maximum heart rate in beats per minute.
    #[must_use]
    pub fn new(maximum: f64) -> Self {
        Self {
            maximum,
            weighted: 0,
        }
    }

    /// Adds an interval.
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let share = interval.value / self.maximum;
        let weight = LOWER
            .iter()
            .take_while(|lower| share >= **lower)
            .map(|_| 1_i64);
        self.weighted += weight.sum::<i64>() * interval.milliseconds();
    }

    /// Returns the sum so far.
    #[must_use]
    pub fn impulse(&self) -> f64 {
        self.weighted as f64 / 60_000.0
    }
}

/// The share of the heart-rate reserve at the lactate threshold.
const THRESHOLD: f64 = 0.85;
const LOWER: [f64; 5] = [0.50, 0.60, 0.70, 0.80, 0.90];
