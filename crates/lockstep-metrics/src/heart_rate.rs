//! Maximum and resting heart rate, and estimates derived from them.

mod jumps;

use super::{Interval, PerSecond, Second, median};

pub use jumps::HeartRateJumps;

/// The source of a maximum heart rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaximumSource {
    /// The profile states it.
    Profile,
    /// The highest 15-second rolling median of the last 365 days that is plausible as a maximum.
    Measured,
    /// 208 − 0.7 · age (Tanaka, Monahan and Seals 2001).
    Age,
}

/// A maximum heart rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaximumHeartRate {
    /// The rate in beats per minute.
    pub value: f64,
    /// The source of the rate.
    pub source: MaximumSource,
}

impl MaximumHeartRate {
    /// The standard deviation of maximum heart rates around the age formula, in beats per minute
    /// (Tanaka, Monahan and Seals 2001: 7 to 11).
    pub const STANDARD_ERROR_OF_AGE: f64 = 10.0;
    /// A measured rate this far below the age formula is not a maximum, in beats per minute.
    pub const MAX_BELOW_AGE: f64 = 10.0;
    /// A measured rate this far above the age formula, three standard deviations, is an artefact.
    pub const MAX_ABOVE_AGE: f64 = 30.0;
    /// A measured rate above this is an artefact, in beats per minute.
    pub const MAX_MEASURED: f64 = 220.0;
    /// A measured rate below this is not a maximum if the age is unknown: the formula gives 170 at 54
    /// years.
    pub const MIN_MEASURED: f64 = 170.0;
}

/// Returns the maximum heart rate for computations; `None` if no source has one. The sources in order:
/// the profile; the highest of the `peaks` of the last 365 days ([`PeakOfDay`]) that is plausible as a
/// maximum; the age in years.
///
/// A walk has a peak too. A peak counts from 10 beats per minute below to 30 above 208 − 0.7 · age. For
/// an unknown age it counts from 170. It never counts above 220.
#[must_use]
pub fn maximum_heart_rate(
    profile: Option<f64>,
    peaks: impl IntoIterator<Item = f64>,
    age: Option<f64>,
) -> Option<MaximumHeartRate> {
    type Of = MaximumHeartRate;
    let found = |value, source| Some(MaximumHeartRate { value, source });
    if let Some(rate) = profile {
        return found(rate, MaximumSource::Profile);
    }
    let estimate = age.map(|age| 208.0 - 0.7 * age);
    let plausible = match estimate {
        Some(rate) => rate - Of::MAX_BELOW_AGE..=(rate + Of::MAX_ABOVE_AGE).min(Of::MAX_MEASURED),
        None => Of::MIN_MEASURED..=Of::MAX_MEASURED,
    };
    let measured = peaks.into_iter().filter(|rate| plausible.contains(rate));
    if let Some(rate) = measured.max_by(f64::total_cmp) {
        return found(rate, MaximumSource::Measured);
    }
    found(estimate?, MaximumSource::Age)
}

/// The source of a resting heart rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestingSource {
    /// The profile states it.
    Profile,
    /// The median of 30 days of `resting_heart_rate`.
    Measured,
    /// No data: 60, marked as assumed.
    Assumed,
}

/// A resting heart rate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RestingHeartRate {
    /// The rate in beats per minute.
    pub value: f64,
    /// The source of the rate.
    pub source: RestingSource,
}

/// Returns the resting heart rate for computations. The sources in order: the profile, the median of
/// the values of the last 30 days, the default 60.
#[must_use]
pub fn resting_heart_rate(profile: Option<f64>, mut last_30_days: Vec<f64>) -> RestingHeartRate {
    let found = |value, source| RestingHeartRate { value, source };
    match (profile, median(&mut last_30_days)) {
        (Some(rate), _) => found(rate, RestingSource::Profile),
        (None, Some(rate)) => found(rate, RestingSource::Measured),
        (None, None) => found(60.0, RestingSource::Assumed),
    }
}

/// The heart rates from which intensity is moderate and vigorous, in beats per minute (ACSM; Garber et
/// al. 2011): 40 and 60 % of the heart-rate reserve or, if the resting heart rate is unknown, 64 and 77 %
/// of the maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Intensity {
    /// The least rate of moderate intensity.
    pub moderate: f64,
    /// The least rate of vigorous intensity.
    pub vigorous: f64,
    /// Whether the rates are shares of the heart-rate reserve.
    pub is_of_reserve: bool,
}

impl Intensity {
    /// Returns the bounds; `None` if the maximum is not above the resting rate.
    #[must_use]
    pub fn of(maximum: f64, resting: Option<f64>) -> Option<Self> {
        let Some(resting) = resting else {
            return Some(Self {
                moderate: 0.64 * maximum,
                vigorous: 0.77 * maximum,
                is_of_reserve: false,
            });
        };
        (maximum > resting).then_some(Self {
            moderate: resting + 0.40 * (maximum - resting),
            vigorous: resting + 0.60 * (maximum - resting),
            is_of_reserve: true,
        })
    }
}

/// Estimates the maximal oxygen uptake in mL/kg/min by the heart-rate ratio method: 15.3 · maximum /
/// resting (Uth, Sørensen, Overgaard and Pedersen 2004, "Estimation of VO2max from the ratio between
/// HRmax and HRrest"). The factor was determined on 46 well-trained men with a measured maximum; the
/// result is an estimate, not a measurement. A maximum of the age formula is not a valid input: its
/// standard error of 10 beats per minute alone changes the result by about 5 %. `None` if the rates give
/// a value outside 10 to 100, which is not possible for a person.
#[must_use]
pub fn vo2_max_estimate(maximum: f64, resting: f64) -> Option<f64> {
    let estimate = 15.3 * maximum / resting;
    (10.0..=100.0).contains(&estimate).then_some(estimate)
}

/// The highest 15-second rolling median of a day to which heart rate rose. The median removes single
/// spikes of a sensor. A median to which heart rate did not rise ([`has_risen`]), or above
/// [`MaximumHeartRate::MAX_MEASURED`], does not count.
#[derive(Clone, Debug, Default)]
pub struct PeakOfDay {
    seconds: PerSecond,
    window: Window,
    end: i64,
}

#[derive(Clone, Debug)]
struct Window {
    /// The rates of the last seconds in a ring; the latest is before `next`. An hour at 1 Hz.
    ring: Box<[f64; HISTORY]>,
    next: usize,
    /// The number of seconds in the ring, and how many of the last ones are consecutive.
    filled: usize,
    consecutive: usize,
    /// The number of the window's values above the highest median so far. The median can rise only if
    /// they are more than half, so it is seldom computed.
    above: usize,
    highest: Option<f64>,
    /// The rate that a median must exceed: the highest, or −∞.
    least: f64,
    /// The seconds until a median is judged again after one was not real.
    wait: u32,
    /// Whether heart rate need not have risen to the median.
    may_jump: bool,
}

impl Default for Window {
    fn default() -> Self {
        Self {
            ring: Box::new([0.0; HISTORY]),
            next: 0,
            filled: 0,
            consecutive: 0,
            above: 0,
            highest: None,
            least: f64::NEG_INFINITY,
            wait: 0,
            may_jump: false,
        }
    }
}

impl PeakOfDay {
    /// Creates one that takes medians to which heart rate did not rise, too: a recording may begin with them.
    #[must_use]
    pub fn without_rise() -> Self {
        let mut peak = Self::default();
        peak.window.may_jump = true;
        peak
    }

    /// Adds an interval in beats per minute; see [`PerSecond::add`].
    #[inline]
    pub fn add(&mut self, interval: &Interval) {
        let window = &mut self.window;
        if interval.from - self.end > MAX_PAUSE_MILLIS {
            window.filled = 0;
        }
        self.end = interval.to;
        self.seconds.add(interval, |second| window.take(second));
    }

    /// Returns the peak in beats per minute.
    #[must_use]
    pub fn finish(&self) -> Option<f64> {
        self.window.highest
    }
}

impl Window {
    #[inline]
    fn take(&mut self, second: Second) {
        let Second::Value(rate) = second else {
            self.consecutive = 0;
            self.above = 0;
            return;
        };
        if self.consecutive >= WINDOW {
            self.above -= usize::from(self.before(WINDOW) > self.least);
        }
        self.ring[self.next] = rate;
        self.next = (self.next + 1) % HISTORY;
        self.filled = (self.filled + 1).min(HISTORY);
        self.consecutive += 1;
        self.above += usize::from(rate > self.least);
        self.wait = self.wait.saturating_sub(1);
        if self.above > WINDOW / 2 && self.consecutive >= WINDOW && self.wait == 0 {
            self.evaluate_window();
        }
    }

    /// Returns the rate `back` seconds before the next one.
    fn before(&self, back: usize) -> f64 {
        self.ring[(self.next + HISTORY - back) % HISTORY]
    }

    #[cold]
    fn evaluate_window(&mut self) {
        let mut values: [f64; WINDOW] = std::array::from_fn(|nth| self.before(nth + 1));
        values.sort_unstable_by(f64::total_cmp);
        let median = values[WINDOW / 2];
        let before = (1..=self.filled).map(|back| (self.before(back), 1));
        let is_real = self.may_jump || has_risen(median, before);
        if median <= MaximumHeartRate::MAX_MEASURED && is_real {
            (self.highest, self.least) = (Some(median), median);
            self.above = values.iter().filter(|rate| **rate > median).count();
        } else {
            self.wait = WINDOW as u32;
        }
    }
}

/// Returns whether heart rate rose to a peak, as a heart does, instead of jumping to it, as a sensor
/// does that counts steps, loses contact or repeats one value.
///
/// `before` has the rates up to the peak with their seconds, the latest first. Since the rate was last
/// more than 30 beats per minute below the peak, it must have been between 30 and 10 below the peak for
/// at least 5 seconds. Heart rate follows a change of effort with time constants of 20 s and more
/// (Bearden and Moffatt 2001), so a real rise takes longer.
#[must_use]
fn has_risen(peak: f64, before: impl IntoIterator<Item = (f64, u32)>) -> bool {
    let mut rising = 0;
    for (rate, seconds) in before {
        if rate < peak - FAR_BELOW {
            return false;
        }
        if rate < peak - NEAR_BELOW {
            rising += seconds;
        }
        if rising >= MIN_RISE {
            return true;
        }
    }
    false
}

/// Returns whether a day has a hard effort to which a peak belongs: at least 5 minutes from 85 % of it.
#[must_use]
pub fn has_hard_effort(peak: f64, rates: impl IntoIterator<Item = (f64, i64)>) -> bool {
    let hard = rates.into_iter().filter(|(rate, _)| *rate >= HARD * peak);
    hard.map(|(_, milliseconds)| milliseconds).sum::<i64>() >= MIN_HARD
}

const WINDOW: usize = 15;
/// The beats per minute below a peak between which a rate rises to it.
const FAR_BELOW: f64 = 30.0;
const NEAR_BELOW: f64 = 10.0;
/// The minimum seconds of a rise.
const MIN_RISE: u32 = 5;
/// The seconds that are searched for a rise, over an hour.
const HISTORY: usize = 4096;
/// The milliseconds without a reading after which an earlier rate says nothing about a rise.
const MAX_PAUSE_MILLIS: i64 = 300_000;
/// The share of a peak from which an effort is hard.
const HARD: f64 = 0.85;
/// The minimum milliseconds of a hard effort.
const MIN_HARD: i64 = 300_000;
