//! The activities of a window of days, and the load of each.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::sync::Arc;

use lockstep_metrics::{
    Activity, Banister, Intensity, MinuteMean, PowerSums, Sex, Span, Sport, efforts,
    impulse_of_threshold_hour, training, training_stress_score, with_whole_recordings,
};

use super::recorded::{RecordedSpan, Sports};
use crate::day::{HeartDay, MINUTE, MinuteRates, PowerDay, Rate};

/// The days of a window, by number.
pub(super) struct Window {
    pub(super) hearts: BTreeMap<i32, Arc<HeartDay>>,
    pub(super) powers: BTreeMap<i32, Arc<PowerDay>>,
    /// The recorded activities.
    pub(super) recorded: Vec<RecordedSpan>,
    /// The first and the last day: activities of the days between them are complete.
    pub(super) margins: (Span, Span),
}

impl Window {
    /// Returns the days of a range that have readings.
    pub(super) fn days(&self, range: RangeInclusive<i32>) -> BTreeSet<i32> {
        let hearts = self.hearts.range(range.clone()).map(|(day, _)| *day);
        hearts
            .chain(self.powers.range(range).map(|(day, _)| *day))
            .collect()
    }
}

/// The facts about a person that the formulas need.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Athlete {
    /// The maximum heart rate; `None` if no source has one.
    pub(super) maximum: Option<f64>,
    pub(super) resting: f64,
    /// Whether the resting heart rate is not assumed.
    pub(super) resting_is_known: bool,
    pub(super) sex: Sex,
    /// The functional threshold power in W.
    pub(super) threshold_power: Option<f64>,
}

impl Athlete {
    /// Returns the heart rate from which effort is moderate.
    fn moderate(&self) -> Option<f64> {
        let maximum = self.maximum.filter(|maximum| *maximum > self.resting)?;
        let resting = self.resting_is_known.then_some(self.resting);
        Intensity::of(maximum, resting).map(|intensity| intensity.moderate)
    }
}

/// The source of an activity's load.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum LoadSource {
    /// The impulse of its heart rate.
    HeartRate,
    /// Its training stress score as an impulse, spread over the milliseconds with power.
    Power {
        /// The impulse of a millisecond.
        rate: f64,
    },
    /// Neither load can be computed.
    Nothing,
}

/// The activities of a window and their loads.
pub(super) struct Training {
    activities: Vec<Activity>,
    /// The source of each activity's load.
    sources: Vec<LoadSource>,
    /// The share of each recorded activity's moving time that heart rate covers; `None` for an effort that was
    /// found, which has readings.
    covered: Vec<Option<f64>>,
    /// Whether the power of each activity contradicts the threshold power.
    over_threshold: Vec<bool>,
    sports: Sports,
    impulses: Option<Impulses>,
}

/// The impulse of a minute at each heart rate.
struct Impulses {
    banister: Banister,
    /// The impulses at whole rates up to 255.
    whole: [f64; 256],
}

impl Impulses {
    fn new(athlete: &Athlete) -> Option<Self> {
        let maximum = athlete.maximum?;
        let banister = Banister::new(maximum, athlete.resting, athlete.sex);
        let whole = std::array::from_fn(|rate| banister.per_minute(rate as f64));
        Some(Self { banister, whole })
    }

    fn of(&self, minute: &MinuteRates<'_>) -> f64 {
        // Four sums, so that an addition does not wait for the one before it.
        let (mut sums, mut lane) = ([0.0; 4], 0);
        minute.each(|rate, milliseconds| {
            let per_minute = match rate {
                Rate::Whole(rate) => self.whole[usize::from(rate)],
                Rate::Other(rate) => self.banister.per_minute(rate),
            };
            sums[lane % 4] += per_minute * f64::from(milliseconds);
            lane += 1;
        });
        sums.iter().sum::<f64>() / MINUTE as f64
    }
}

/// The data from which the load of an activity can be computed.
#[derive(Clone, Copy, Default)]
struct LoadInputs {
    heart_rate: i64,
    power: i64,
    sums: PowerSums,
    /// The moving time of the recorded activities in it; 0 for an effort that was found.
    moving: i64,
}

impl Training {
    /// Finds the activities of a window and decides which source each load has.
    ///
    /// Heart rate is the source where it covers most of the time with power, so that rides with and
    /// without a power meter are on the same scale. Otherwise it is power: the training stress score of
    /// the ride times the impulse of an hour at threshold, divided by 100. Heart rate that covers less than half
    /// of a recorded activity gives no load.
    pub(super) fn of(window: &Window, athlete: &Athlete) -> Self {
        let mut found = Vec::new();
        let powers = || window.powers.values().flat_map(|day| &day.minutes);
        let mut hearts = with_room(window.hearts.values().map(|day| day.minutes().len()));
        for day in window.hearts.values() {
            hearts.extend(day.minutes().map(|minute| minute.mean));
        }
        if let Some(moderate) = athlete.moderate() {
            found.extend(with_whole_recordings(&hearts, &efforts(&hearts, moderate)));
        }
        let mut watts = with_room(window.powers.values().map(|day| day.minutes.len()));
        watts.extend(powers().map(|minute| minute.mean));
        found.extend(with_whole_recordings(&watts, &efforts(&watts, MIN_WATTS)));
        let recorded: Vec<Span> = window.recorded.iter().map(|one| one.span).collect();
        let activities = training(&recorded, &found);
        let mut measured = vec![LoadInputs::default(); activities.len()];
        for one in &window.recorded {
            let at = activities.partition_point(|activity| activity.span.to < one.span.to);
            if let Some(measured) = measured.get_mut(at) {
                measured.moving += one.moving;
            }
        }
        let mut cursor = Cursor::new(&activities, i64::MIN);
        for minute in hearts {
            cursor.shares(minute.minute, minute.covered, |at, _| {
                measured[at].heart_rate += minute.covered;
            });
        }
        let mut cursor = Cursor::new(&activities, i64::MIN);
        for minute in powers() {
            cursor.shares(minute.mean.minute, minute.mean.covered, |at, _| {
                measured[at].power += minute.mean.covered;
                measured[at].sums += minute.sums;
            });
        }
        let has_reserve = athlete.moderate().is_some();
        for (measured, activity) in measured.iter_mut().zip(&activities) {
            // Two recordings of one session move once.
            let length = activity.span.to - activity.span.from;
            measured.moving = measured.moving.min(length);
        }
        let source = |measured: &LoadInputs| measured.source(athlete, has_reserve);
        Self {
            sources: measured.iter().map(source).collect(),
            covered: measured.iter().map(LoadInputs::covered).collect(),
            over_threshold: measured
                .iter()
                .map(|measured| measured.is_over_threshold(athlete))
                .collect(),
            sports: Sports::of(&window.recorded),
            activities,
            impulses: Impulses::new(athlete),
        }
    }

    /// Returns the load that a day's heart rate adds: that of the activities whose source it is.
    pub(super) fn heart_load(&self, day: &HeartDay) -> f64 {
        let Some(impulses) = &self.impulses else {
            return 0.0;
        };
        let mut load = 0.0;
        let mut cursor = self.cursor(day.first_minute());
        for minute in day.minutes() {
            cursor.shares(minute.mean.minute, minute.mean.covered, |at, share| {
                if self.sources[at] == LoadSource::HeartRate {
                    load += share * impulses.of(&minute);
                }
            });
        }
        load
    }

    /// Returns the load that a day's power adds.
    pub(super) fn power_load(&self, day: &PowerDay) -> f64 {
        let mut load = 0.0;
        let mut cursor = self.cursor(day.minutes.first().map(|first| first.mean.minute));
        for minute in &day.minutes {
            let covered = minute.mean.covered;
            cursor.shares(minute.mean.minute, covered, |at, share| {
                if let LoadSource::Power { rate } = self.sources[at] {
                    load += share * rate * covered as f64;
                }
            });
        }
        load
    }

    /// Returns the impulse of a day's heart rate outside of all activities.
    pub(super) fn strain_outside(&self, day: &HeartDay) -> Option<f64> {
        let impulses = self.impulses.as_ref()?;
        let mut outside = 0.0;
        let mut cursor = self.cursor(day.first_minute());
        for minute in day.minutes() {
            let mut inside = 0.0;
            cursor.shares(minute.mean.minute, minute.mean.covered, |_, share| {
                inside += share;
            });
            if inside < 1.0 {
                outside += (1.0 - inside) * impulses.of(&minute);
            }
        }
        Some(outside)
    }

    /// Returns the activities that overlap a range of milliseconds, with the sources of their loads.
    pub(super) fn within(&self, range: Span) -> impl Iterator<Item = (&Activity, LoadSource)> {
        let all = self.activities.iter().zip(self.sources.iter().copied());
        all.filter(move |(activity, _)| activity.span.shared(range) > 0)
    }

    /// Returns the activities that overlap a range, with the share of their moving time that heart rate covers.
    pub(super) fn coverage(&self, range: Span) -> impl Iterator<Item = (LoadSource, Option<f64>)> {
        let all = self.activities.iter().zip(&self.sources).zip(&self.covered);
        let all = all.filter(move |((activity, _), _)| activity.span.shared(range) > 0);
        all.map(|((_, source), covered)| (*source, *covered))
    }

    /// Returns whether the power of an activity in a range contradicts the threshold power.
    pub(super) fn is_over_threshold(&self, range: Span) -> bool {
        let mut all = self.activities.iter().zip(&self.over_threshold);
        all.any(|(activity, is_over)| *is_over && activity.span.shared(range) > 0)
    }

    /// Returns the sport of the recorded activity in which a minute since 1970 begins.
    pub(super) fn sport_of_minute(&self, minute: i64) -> Option<Sport> {
        self.sports.at(minute.saturating_mul(MINUTE))
    }

    /// Returns a view of the minutes of all activities.
    pub(super) fn minutes(&self) -> ActivityMinutes<'_> {
        ActivityMinutes(Cursor::new(&self.activities, i64::MIN))
    }

    fn cursor(&self, first: Option<i64>) -> Cursor<'_> {
        Cursor::new(&self.activities, first.unwrap_or(i64::MAX))
    }

    /// Returns whether the load of an activity in a range comes from power.
    pub(super) fn has_power_loads(&self, range: Span) -> bool {
        let is_power = |source: LoadSource| matches!(source, LoadSource::Power { .. });
        self.within(range).any(|(_, source)| is_power(source))
    }

    /// Returns whether no activity of the days between two margins continues beyond a margin. The activities
    /// between the margins are then the same in every window that contains these days.
    pub(super) fn is_whole_within(&self, (first, last): (Span, Span)) -> bool {
        self.activities.iter().all(|activity| {
            let span = activity.span;
            let is_begun_before = span.from < first.from && span.to > first.to;
            let is_ended_after = span.from < last.from && span.to > last.to;
            !is_begun_before && !is_ended_after
        })
    }
}

impl LoadInputs {
    /// Returns the normalized power; `None` for a power meter that was off all the time.
    fn normalized(&self) -> Option<f64> {
        self.sums.normalized().filter(|watts| *watts > 0.0)
    }

    /// Returns whether a ride of an hour or more is so far above the threshold power that the threshold is wrong.
    fn is_over_threshold(&self, athlete: &Athlete) -> bool {
        let both = self.normalized().zip(athlete.threshold_power);
        let intensity = both.map(|(normalized, threshold)| normalized / threshold);
        self.power >= HOUR && intensity.is_some_and(|intensity| intensity >= MAX_INTENSITY)
    }

    /// Returns the share of a recorded activity's moving time that heart rate covers.
    fn covered(&self) -> Option<f64> {
        (self.moving > 0).then(|| self.heart_rate as f64 / self.moving as f64)
    }

    fn source(&self, athlete: &Athlete, has_reserve: bool) -> LoadSource {
        let by_power = || {
            let threshold = athlete.threshold_power?;
            let normalized = self.normalized()?;
            let seconds = self.power as f64 / 1000.0;
            let score = training_stress_score(seconds, normalized, threshold);
            let impulse = score / 100.0 * impulse_of_threshold_hour(athlete.sex);
            Some(LoadSource::Power {
                rate: impulse / self.power as f64,
            })
        };
        let is_sparse = self.covered().is_some_and(|covered| covered < SPARSE);
        let by_heart_rate = has_reserve && self.heart_rate > 0 && !is_sparse;
        let is_complete = self.heart_rate as f64 >= COMPLETE_SHARE * self.power as f64;
        match by_power() {
            _ if by_heart_rate && is_complete => LoadSource::HeartRate,
            Some(source) => source,
            None if by_heart_rate => LoadSource::HeartRate,
            None => LoadSource::Nothing,
        }
    }
}

/// Tells which minutes are in an activity.
pub(super) struct ActivityMinutes<'a>(Cursor<'a>);

impl ActivityMinutes<'_> {
    /// Returns whether a minute since 1970 begins within an activity. The minutes of several calls come in order.
    pub(super) fn has(&mut self, minute: i64) -> bool {
        let at = minute.saturating_mul(MINUTE);
        self.0.skip_ended(at);
        let activity = self.0.activities.get(self.0.at);
        activity.is_some_and(|activity| activity.span.from <= at)
    }
}

/// Returns an empty list with room for the minutes of days: a history of years has hundreds of thousands.
fn with_room(lengths: impl Iterator<Item = usize>) -> Vec<MinuteMean> {
    Vec::with_capacity(lengths.sum())
}

/// Finds the activities of minutes that come in order.
struct Cursor<'a> {
    activities: &'a [Activity],
    /// The index of the first activity that has not ended when the latest requested minute begins.
    at: usize,
}

impl<'a> Cursor<'a> {
    fn new(activities: &'a [Activity], first: i64) -> Self {
        let begin = first.saturating_mul(MINUTE);
        let at = activities.partition_point(|one| one.span.to <= begin);
        Self { activities, at }
    }

    /// Skips the activities that have ended by a time.
    #[inline]
    fn skip_ended(&mut self, time: i64) {
        let has_ended = |one: &Activity| one.span.to <= time;
        while self.activities.get(self.at).is_some_and(has_ended) {
            self.at += 1;
        }
    }

    /// Calls `each` with each activity in a minute, and which share of the minute's readings it has.
    /// Readings of a minute that is recorded in part are those of its activity.
    #[inline]
    fn shares(&mut self, minute: i64, covered: i64, mut each: impl FnMut(usize, f64)) {
        let whole = Span {
            from: minute * MINUTE,
            to: (minute + 1) * MINUTE,
        };
        self.skip_ended(whole.from);
        // Activities do not overlap, so a minute inside one is in no other.
        let is_inside = |one: &Activity| one.span.from <= whole.from && whole.to <= one.span.to;
        if self.activities.get(self.at).is_some_and(is_inside) {
            return each(self.at, 1.0);
        }
        for (at, one) in (self.at..).zip(&self.activities[self.at..]) {
            let shared = one.span.shared(whole);
            if shared == 0 {
                return;
            }
            let share = if shared == MINUTE {
                1.0
            } else {
                (shared as f64 / covered.max(1) as f64).min(1.0)
            };
            each(at, share);
        }
    }
}

/// The mean power from which riding is an activity, in W: the lightest cycling of the Compendium of
/// Physical Activities (Ainsworth et al. 2011).
const MIN_WATTS: f64 = 30.0;
/// The intensity factor from which an hour contradicts the threshold, the most that one can hold for an hour.
const MAX_INTENSITY: f64 = 1.2;
/// An hour in milliseconds.
const HOUR: i64 = 3_600_000;
/// The share of the time with power from which heart rate is complete.
const COMPLETE_SHARE: f64 = 0.8;
/// The share of a recorded activity's moving time under which heart rate gives no load.
pub(super) const SPARSE: f64 = 0.5;
/// The share from which heart rate is complete enough not to be noted.
pub(super) const NEARLY_ALL: f64 = 0.9;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_is_in_the_activity_in_which_it_begins() {
        let span = |from: i64, to: i64| {
            RecordedSpan::from(Span {
                from: 1000 * from,
                to: 1000 * to,
            })
        };
        let nothing = Span { from: 0, to: 0 };
        let window = Window {
            hearts: BTreeMap::new(),
            powers: BTreeMap::new(),
            recorded: vec![span(90, 200), span(600, 660), span(3601, 3602)],
            margins: (nothing, nothing),
        };
        let athlete = Athlete {
            maximum: None,
            resting: 60.0,
            resting_is_known: false,
            sex: Sex::Male,
            threshold_power: None,
        };
        let training = Training::of(&window, &athlete);
        let mut minutes = training.minutes();
        // Two days may share a minute.
        let asked = (-2..70).flat_map(|minute| [minute, minute]);
        let inside: Vec<i64> = asked.filter(|minute| minutes.has(*minute)).collect();
        assert_eq!(inside, [2, 2, 3, 3, 10, 10]);
    }
}
