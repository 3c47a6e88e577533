//! Computes zones, training load and the balance of daily loads from activities.

use std::collections::BTreeSet;
use std::sync::Arc;

use lockstep_metrics::{
    LoadBalance, MaximumHeartRate, MissingReason, RestingHeartRate, RestingSource, Sex, Span,
    Zones, impulse_of_threshold_hour, maximum_heart_rate, monotony, strain,
};
use lockstep_store::{StoreError, Timestamp};

use super::history::{self, History};
use super::recorded::{RecordedActivities, RecordedSpan};
use super::threshold;
use super::training::{Athlete, LoadSource, NEARLY_ALL, SPARSE, Training, Window};
use super::window::{AskedFigures, SEASON};
use super::{
    Computation, HEART_RATE, Metric, NO_MAXIMUM, NO_RESERVE, POWER, ThresholdPower, TrainingBasis,
    YEAR,
};
use crate::day::HeartDay;
use crate::profile;

/// The heart rate of a day that a range may cut, and the loads of its heart rate and power.
struct PartialDay {
    heart: Option<Arc<HeartDay>>,
    heart_load: f64,
    power_load: f64,
}

impl Computation<'_, '_> {
    /// Computes all figures that depend on the maximum heart rate or on activities.
    pub(super) fn exertion(&mut self, recorded: &RecordedActivities) -> Result<(), StoreError> {
        let asked = self.asked_figures();
        if !asked.any() {
            return Ok(());
        }
        let window = self.window(asked, recorded)?;
        let maximum = self.maximum(&window);
        let resting = self.resting()?;
        if asked.estimate {
            self.oxygen_uptake(maximum, resting);
        }
        if !asked.range && !asked.balance {
            return Ok(());
        }
        let athlete = self.athlete(&window, asked, maximum, resting);
        let history = match &mut self.shared {
            Some(shared) => shared.history(&window, &athlete),
            None => history::alone(&window, &athlete),
        };
        if asked.range {
            self.of_range(&window, &athlete, &history)?;
            self.contradictions()?;
            self.inexact_times()?;
        }
        if self.answer.wanted.any(&[Metric::EfficiencyFactor]) {
            self.efficiency(&history.training)?;
        }
        if asked.balance {
            self.of_history(&window, &athlete, &history)?;
        }
        if asked.load {
            self.describe(&history.training, &athlete, asked, &window);
        }
        Ok(())
    }

    /// Returns the sustained efforts that overlap the range and touch no recorded activity.
    pub(super) fn unrecorded_efforts(
        &mut self,
        recorded: &RecordedActivities,
    ) -> Result<Vec<Span>, StoreError> {
        let asked = AskedFigures {
            range: true,
            load: true,
            balance: false,
            estimate: false,
        };
        let window = self.window(asked, recorded)?;
        let (maximum, resting) = (self.maximum(&window), self.resting()?);
        let athlete = self.athlete(&window, asked, maximum, resting);
        let training = Training::of(&window, &athlete);
        let efforts = training.within(self.range_span());
        let unrecorded = efforts.filter(|(activity, _)| !activity.is_recorded);
        Ok(unrecorded.map(|(activity, _)| activity.span).collect())
    }

    fn maximum(&mut self, window: &Window) -> Option<MaximumHeartRate> {
        // A range of more than a year has its own peaks.
        let first = self.days.of(self.range.0).unwrap_or(self.last_day);
        let year = first.min(self.last_day - (YEAR as i32 - 1))..=self.last_day;
        let peaks = window.hearts.range(year).filter_map(|(_, day)| day.peak);
        // A past range is that of a younger person.
        let age = self.profile.age(Timestamp(self.range.1.min(self.now.0)));
        let maximum = maximum_heart_rate(self.profile.max_heart_rate, peaks, age);
        self.answer.basis.maximum = maximum;
        maximum
    }

    fn athlete(
        &mut self,
        window: &Window,
        asked: AskedFigures,
        maximum: Option<MaximumHeartRate>,
        resting: RestingHeartRate,
    ) -> Athlete {
        let sex = match self.profile.sex {
            Some(profile::Sex::Female) => Sex::Female,
            Some(profile::Sex::Male) | None => Sex::Male,
        };
        if asked.load {
            self.answer.basis.sex = Some(sex);
            if self.profile.sex.is_none() {
                self.note("the sex is unknown; training load uses the curve for men");
            }
        }
        let season = self.last_day - (SEASON as i32 - 1)..=self.last_day;
        let maximum_rate = maximum.map(|maximum| maximum.value);
        let threshold = match self.profile.functional_threshold_power {
            Some(value) => Ok((value, true)),
            None => {
                let estimate = threshold::estimate(window, season, maximum_rate);
                estimate.map(|value| (value, false))
            }
        };
        self.answer.threshold_reason = threshold.err();
        let threshold = threshold.ok();
        self.answer.basis.training.threshold_power =
            threshold.map(|(value, is_stated)| ThresholdPower { value, is_stated });
        self.answer.threshold_power = self.answer.basis.training.threshold_power;
        Athlete {
            maximum: maximum_rate,
            resting: resting.value,
            resting_is_known: resting.source != RestingSource::Assumed,
            sex,
            threshold_power: threshold.map(|(value, _)| value),
        }
    }

    /// Computes zones, load and strain of the range.
    fn of_range(
        &mut self,
        window: &Window,
        athlete: &Athlete,
        history: &History,
    ) -> Result<(), StoreError> {
        let training = &history.training;
        let (mut zones, mut covered, mut heart_days) = (athlete.maximum.map(Zones::new), 0, 0);
        let (mut load, mut strain, mut above) = (0.0, 0.0, 0);
        let first = self.days.of(self.range.0).unwrap_or(self.last_day);
        for day in window.days(first..=self.last_day) {
            let part = self.part(window, history, day, first)?;
            load += part.power_load;
            let Some(heart) = part.heart else { continue };
            load += part.heart_load;
            strain += training.strain_outside(&heart).unwrap_or(0.0);
            heart_days += 1;
            for interval in heart.intervals() {
                covered += interval.milliseconds();
                if let Some(zones) = &mut zones {
                    zones.add(&interval);
                }
                if athlete
                    .maximum
                    .is_some_and(|maximum| interval.value > maximum)
                {
                    above += interval.milliseconds();
                }
            }
        }
        if above >= MIN_ABOVE_MILLIS {
            self.note(format!(
                "{} s of heart rate are above the maximum heart rate and count as the maximum: check maxHeartRate in \
                 the profile, or the sensor",
                above / 1000
            ));
        }
        let coverage = &mut self.answer.basis.coverage;
        coverage.heart_rate_seconds = Some(covered as f64 / 1000.0);
        coverage.heart_rate_days = Some(heart_days);
        let span = self.range_span();
        let by_power = |source: LoadSource| matches!(source, LoadSource::Power { .. });
        let of_power = training.within(span).any(|(_, source)| by_power(source));
        let rates = match athlete.maximum {
            _ if covered == 0 => Err(NO_HEART_RATE),
            None => Err(NO_MAXIMUM),
            Some(_) => Ok(()),
        };
        match (&rates, &zones) {
            (Ok(()), Some(zones)) => self.answer.zones = Some(zones.seconds()),
            _ => self.put(Metric::HeartRateZones, Err(text(rates))),
        }
        let by_rates = rates.and(match athlete.maximum {
            Some(maximum) if maximum <= athlete.resting => Err(NO_RESERVE),
            _ => Ok(()),
        });
        let all = training.within(span).count();
        let none = |(_, source): &(_, LoadSource)| *source == LoadSource::Nothing;
        let without = training.within(span).filter(none).count();
        let load = if all > 0 && all == without {
            let reason = by_rates.err().filter(|_| covered > 0);
            Err(reason.unwrap_or_else(|| self.no_load(training)).to_owned())
        } else if of_power || by_rates.is_ok() {
            Ok(load)
        } else if covered == 0 {
            Err(format!("{NO_HEART_RATE}; and no activity has power"))
        } else {
            Err(text(by_rates))
        };
        self.put(Metric::TrainingLoad, load);
        let strain = by_rates.map(|()| strain / f64::from(heart_days.max(1) as u32));
        self.put(Metric::DayStrain, strain.map_err(str::to_owned));
        Ok(())
    }

    /// Returns the reason why no activity of the range has a load.
    fn no_load(&self, training: &Training) -> &'static str {
        let is_sparse = |covered: Option<f64>| covered.is_some_and(|it| it > 0.0 && it < SPARSE);
        let mut all = training.coverage(self.range_span());
        if all.any(|(_, covered)| is_sparse(covered)) {
            SPARSE_LOAD
        } else {
            NO_LOAD
        }
    }

    /// Returns the part of a day from the range's begin, if that is on day `first`, to its end. Only a day
    /// that the range cuts is read again.
    fn part(
        &mut self,
        window: &Window,
        history: &History,
        day: i32,
        first: i32,
    ) -> Result<PartialDay, StoreError> {
        let whole = self.span(day);
        let mut cut = (whole.from, whole.to - 1);
        if day == first {
            cut.0 = cut.0.max(self.range.0);
        }
        if day == self.last_day && self.range.1 < self.latest {
            cut.1 = cut.1.min(self.range.1);
        }
        if cut == (whole.from, whole.to - 1) {
            return Ok(PartialDay {
                heart: window.hearts.get(&day).cloned(),
                heart_load: history.heart_load(window, day).unwrap_or(0.0),
                power_load: history.power_load(window, day).unwrap_or(0.0),
            });
        }
        let training = &history.training;
        let mut heart = None;
        if window.hearts.contains_key(&day) {
            heart = self.source.heart_days(cut, &mut self.days)?.remove(&day);
        }
        let mut power_load = 0.0;
        if window.powers.contains_key(&day) {
            let powers = self.source.output_days(POWER, cut, &mut self.days)?;
            power_load = powers
                .values()
                .map(|power| training.power_load(power))
                .sum();
        }
        let heart_load = heart
            .as_ref()
            .map_or(0.0, |heart| training.heart_load(heart));
        Ok(PartialDay {
            heart,
            heart_load,
            power_load,
        })
    }

    /// Computes the balance of daily loads up to the range's end.
    fn of_history(
        &mut self,
        window: &Window,
        athlete: &Athlete,
        history: &History,
    ) -> Result<(), StoreError> {
        let earliest = self.last_day - (LoadBalance::HISTORY as i32 - 1);
        let mut recorded = BTreeSet::new();
        for RecordedSpan { span, .. } in &window.recorded {
            let days = self.days.of(span.from).zip(self.days.of(span.to - 1));
            recorded.extend(days.into_iter().flat_map(|(first, last)| first..=last));
        }
        let mut begins = Vec::from_iter(recorded.first().copied());
        for kind in [HEART_RATE, POWER] {
            let ends = self.source.ends(kind)?;
            begins.extend(ends.and_then(|(first, _)| self.days.of(first)));
        }
        let first = begins.into_iter().min().map(|first| first.max(earliest));
        let days: Vec<i32> = first.map_or_else(Vec::new, |first| (first..=self.last_day).collect());
        let (mut loads, mut has_data) = (Vec::new(), Vec::new());
        for day in days {
            let (heart, power) = if day == self.last_day {
                let part = self.part(window, history, day, i32::MIN)?;
                let heart = part.heart.is_some().then_some(part.heart_load);
                (heart, Some(part.power_load))
            } else {
                let heart = history.heart_load(window, day);
                (heart, history.power_load(window, day))
            };
            loads.push(power.unwrap_or(0.0) + heart.unwrap_or(0.0));
            let has_power = window.powers.contains_key(&day);
            has_data.push(heart.is_some() || has_power || recorded.contains(&day));
        }
        let ready = if !has_data.contains(&true) {
            Err(NO_HISTORY)
        } else if history.training.has_power_loads(self.counted_span(window)) {
            Ok(())
        } else {
            match athlete.maximum {
                None => Err(NO_MAXIMUM),
                Some(maximum) if maximum <= athlete.resting => Err(NO_RESERVE),
                Some(_) => Ok(()),
            }
        };
        let balance = LoadBalance::with_gaps(&loads, &has_data);
        // A single reading of a clock that was not set begins no history.
        let begin = has_data.iter().position(|has_data| *has_data);
        self.answer.basis.coverage.load_days = Some(begin.map_or(0, |begin| loads.len() - begin));
        self.answer.basis.coverage.recent_load_days = Some(balance.covered);
        self.balance(&loads, &balance, ready);
        Ok(())
    }

    fn balance(&mut self, loads: &[f64], balance: &LoadBalance, ready: Result<(), &str>) {
        let ready = ready.map_err(str::to_owned);
        let fatigue = balance.fatigue();
        let reaches = || match fatigue {
            Err(MissingReason::TooFew { have, need }) => Err(format!(
                "readings cover {have} days of the last 42 up to the range's end (a day with heart rate \
                 or power covers its week); {need} are needed"
            )),
            Ok(_) | Err(MissingReason::NoData | MissingReason::NoSpread) => Ok(()),
        };
        let long = ready.clone().and_then(|()| reaches());
        let of_long = |value: f64| long.clone().map(|()| value);
        let share = long
            .clone()
            .and_then(|()| fatigue.map_err(|_| "no activity has a training load yet".to_owned()));
        let of_week = |value: Result<f64, MissingReason>| {
            let text = |reason| format!("daily training load of the last week: {reason}");
            ready.clone().and_then(|()| value.map_err(text))
        };
        for (metric, value) in [
            (Metric::FatigueLevel, share),
            (Metric::AcuteLoad, of_long(balance.acute)),
            (Metric::ChronicLoad, of_long(balance.chronic)),
            (
                Metric::TrainingStressBalance,
                of_long(balance.training_stress_balance()),
            ),
            (Metric::Monotony, of_week(monotony(loads))),
            (Metric::Strain, of_week(strain(loads))),
        ] {
            self.put(metric, value);
        }
    }

    /// Counts the activities of the range, or of the history if the range has no figure.
    fn describe(
        &mut self,
        training: &Training,
        athlete: &Athlete,
        asked: AskedFigures,
        window: &Window,
    ) {
        let span = if asked.range {
            self.range_span()
        } else {
            self.counted_span(window)
        };
        let mut basis = TrainingBasis {
            impulse_of_threshold_hour: Some(impulse_of_threshold_hour(athlete.sex)),
            ..self.answer.basis.training
        };
        for (activity, source) in training.within(span) {
            basis.activities += 1;
            basis.recorded += usize::from(activity.is_recorded);
            match source {
                LoadSource::HeartRate => basis.by_heart_rate += 1,
                LoadSource::Power { .. } => basis.by_power += 1,
                LoadSource::Nothing => basis.without_load += 1,
            }
        }
        self.answer.basis.training = basis;
        if basis.by_power > 0 {
            self.note(
                "activities without enough heart rate count by power: their training stress score / 100 \
                 times the impulse of an hour at threshold",
            );
            if basis.threshold_power.is_some_and(|power| !power.is_stated) {
                self.note(
                    "the threshold power is estimated as 95 % of the best 20 minutes of 90 days: set \
                     functionalThresholdPower in the profile",
                );
            }
        } else {
            self.answer.basis.training.threshold_power = None;
        }
        if training.is_over_threshold(span) {
            self.note(OVER_THRESHOLD);
        }
        if basis.without_load > 0 {
            self.note(self.no_load(training));
        }
        let is_in_part = |covered: f64| (SPARSE..NEARLY_ALL).contains(&covered);
        let in_part = training.coverage(span).filter(|(source, covered)| {
            *source == LoadSource::HeartRate && covered.is_some_and(is_in_part)
        });
        self.answer.basis.training.in_part = in_part.count();
        if self.answer.basis.training.in_part > 0 {
            self.note(IN_PART);
        }
    }

    /// Returns the first millisecond of a day.
    pub(super) fn begin(&self, day: i32) -> i64 {
        let bounds = self.days.bounds(day);
        bounds.map_or(if day < 0 { i64::MIN } else { i64::MAX }, |(begin, _)| {
            begin
        })
    }

    /// Returns the time of the history that counts: without the day before it, to the range's end.
    fn counted_span(&self, window: &Window) -> Span {
        Span {
            from: window.margins.0.to,
            to: self.range_span().to,
        }
    }

    fn range_span(&self) -> Span {
        Span {
            from: self.range.0,
            to: self.range.1.saturating_add(1),
        }
    }
}

/// The shortest time above the maximum heart rate, in milliseconds, that a note reports.
const MIN_ABOVE_MILLIS: i64 = 60_000;

fn text(result: Result<(), &str>) -> String {
    result.err().unwrap_or_default().to_owned()
}

const NO_HEART_RATE: &str = "the range has no heart rate that covers time: a reading counts until the next \
     one within 30 s, or within 90 s in a series that is spaced by a minute";
const NO_HISTORY: &str = "there is neither heart rate nor power that covers time, nor a recorded activity, in the \
     history up to the range's end";
const NO_LOAD: &str = "some activities have no load: it needs heart rate and a maximum heart rate \
     (maxHeartRate or birthDate in the profile), or power and a threshold power \
     (functionalThresholdPower in the profile, or 20 hard minutes of power)";
const SPARSE_LOAD: &str = "heart rate covers less than half of the moving time of an activity, which is too little \
     for a load, and there is no power with a threshold power";
const OVER_THRESHOLD: &str = "an activity of an hour or more has an intensity factor of 1.2 or more, which no rider holds: the \
     threshold power is too low (functionalThresholdPower in the profile), or the power meter reads too high";
const IN_PART: &str = "heart rate covers only 50 to 90 % of the moving time of some activities \
     (basis.training.inPart), so their load is too low by the rest";
