//! The figures of an activity, computed from the points between its start and its end.

use std::collections::BTreeMap;

use lockstep_metrics::insights::Effort;
use lockstep_metrics::{Interval, PeakOfDay, SinglePeaks, Sport, training_stress_score};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp};
use lockstep_web::{ApiError, AppState};

use super::computed::ComputedFigures;
use super::{Activity, account_keys, read_points, shifted};
use crate::activity::View;
use crate::operations::effort;
use crate::operations::metrics::readings::Source;
use crate::operations::metrics::recorded::Sports;
use crate::operations::metrics::{self, ComputedMetrics, Metric, MetricInputs};

/// The figures of an activity; those that cannot be computed are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Figures {
    /// The seconds in each heart-rate zone.
    pub(crate) zones: Option<[f64; 5]>,
    /// Banister's training impulse.
    pub(crate) training_load: Option<f64>,
    /// The mean heart rate, weighted by time.
    pub(crate) mean_heart_rate: Option<f64>,
    /// The highest heart rate.
    pub(crate) max_heart_rate: Option<f64>,
    /// The mean power in watts, weighted by time.
    pub(crate) mean_power: Option<f64>,
    /// The highest power in watts.
    pub(crate) max_power: Option<f64>,
    /// The normalized power in watts.
    pub(crate) normalized_power: Option<f64>,
    /// The normalized power as a share of the threshold power.
    pub(crate) intensity_factor: Option<f64>,
    /// The training stress score.
    pub(crate) training_stress_score: Option<f64>,
    /// The source of the load: `heartRate` or `power`.
    pub(crate) load_source: Option<&'static str>,
    /// The output for each heartbeat.
    pub(crate) efficiency_factor: Option<f64>,
    /// The fall of output for each heartbeat in the second half, in percent.
    pub(crate) decoupling: Option<f64>,
    /// The mean speed in metres a second: distance by moving time, otherwise by elapsed time.
    pub(crate) mean_speed: Option<f64>,
    /// The reasons why figures are missing, by their names in the API.
    pub(crate) reasons: BTreeMap<&'static str, String>,
}

/// The figures of an activity with their sources.
#[derive(Clone, Debug)]
pub(crate) struct Details {
    /// The figures.
    pub(crate) figures: Figures,
    /// The inputs of the figures and their sources.
    pub(crate) basis: MetricInputs,
    /// The values that no file states, computed from the points.
    pub(crate) computed: ComputedFigures,
}

/// Computes the figures of an activity. Where devices overlap, one counts, as in the metrics of a range.
///
/// # Errors
/// The account's keys or points cannot be read.
pub(crate) async fn details(
    state: &AppState,
    user: UserId,
    activity: &Activity,
) -> Result<Details, ApiError> {
    let view = &activity.view;
    let query = metrics::Query {
        start: Some(Timestamp(view.start).to_string()),
        end: Some(Timestamp(view.end).to_string()),
        wanted: Some(REQUESTED_METRICS.to_owned()),
        interval: None,
    };
    let answer = metrics::metrics(state, user.clone(), query).await?;
    let account_keys = account_keys(state, &user).await?;
    let (asked, id, of) = (account_keys.clone(), activity.id.clone(), view.clone());
    let read: Result<_, StoreError> =
        read_points(state, &account_keys, "activity.figures", move |tx| {
            let readings = read_readings(&Source::new(tx, &asked)?, &of)?;
            let copy = shifted::note(tx, &asked, (&id, &of))?;
            Ok((readings, copy))
        })
        .await;
    let (readings, copy) = read?;
    let elapsed = (view.end - view.start) as f64 / 1000.0;
    let computed = readings.computed;
    let moving = view.moving_seconds.or(computed.moving_seconds);
    let meters = view.distance_meters.or(computed.distance_meters);
    let mut figures = Figures {
        mean_speed: mean_speed(meters, moving, elapsed),
        mean_heart_rate: readings.heart_rate.mean(),
        max_heart_rate: readings.heart_rate.highest,
        mean_power: readings.power.mean().filter(|watts| *watts > 0.0),
        max_power: readings.power.highest.filter(|watts| *watts > 0.0),
        decoupling: readings.decoupling,
        ..of_ride(&answer)
    };
    let mut filled = view.clone();
    computed.fill(&mut filled);
    figures.reasons = reasons(&figures, &answer, &filled);
    let mut basis = answer.basis;
    basis.notes.extend(view.refused.values().cloned());
    basis.notes.extend(view.remarks.iter().cloned());
    basis.notes.extend(copy);
    basis.notes.extend(readings.derived_speed_note());
    Ok(Details {
        figures,
        basis,
        computed,
    })
}

/// Returns the distance by the time in motion; by the elapsed time if the time in motion is unknown or too short.
fn mean_speed(meters: Option<f64>, moving: Option<f64>, elapsed: f64) -> Option<f64> {
    let meters = meters.filter(|meters| *meters > 0.0)?;
    let times = moving.into_iter().chain([elapsed]);
    let mut speeds = times.map(|seconds| meters / seconds);
    speeds.find(|speed| *speed <= MAX_SPEED)
}

/// Returns the figures that the metrics of a range contain, and those that follow from the threshold power.
fn of_ride(answer: &ComputedMetrics) -> Figures {
    let figure = |metric| answer.figures.get(&metric).copied();
    let training_load = figure(Metric::TrainingLoad);
    let normalized_power = figure(Metric::NormalizedPower);
    let threshold = answer.threshold_power.map(|power| power.value);
    let both = normalized_power.zip(threshold);
    let seconds = answer.basis.coverage.power_seconds.unwrap_or(0.0);
    let training = answer.basis.training;
    Figures {
        zones: answer.zones,
        training_load,
        normalized_power,
        intensity_factor: both.map(|(power, threshold)| power / threshold),
        training_stress_score: both
            .map(|(power, threshold)| training_stress_score(seconds, power, threshold)),
        load_source: match (training.by_heart_rate, training.by_power) {
            _ if training_load.is_none() => None,
            (0, 0) => None,
            (0, _) => Some("power"),
            _ => Some("heartRate"),
        },
        efficiency_factor: figure(Metric::EfficiencyFactor),
        ..Figures::default()
    }
}

/// Returns the reason for each figure that is missing, by its name in the API.
fn reasons(
    figures: &Figures,
    answer: &ComputedMetrics,
    view: &View,
) -> BTreeMap<&'static str, String> {
    let of_engine = answer.reasons.iter();
    let of_engine = of_engine.map(|(metric, why)| (metric.name(), why.clone()));
    let mut reasons: BTreeMap<&'static str, String> = of_engine.collect();
    let no_threshold = answer.threshold_reason.unwrap_or(NO_POWER);
    let no_intensity = figures.normalized_power.map_or(NO_POWER, |_| no_threshold);
    let refused = view.refused.get("distanceMeters").map(String::as_str);
    let no_speed = match view.distance_meters {
        None => refused.unwrap_or(NO_DISTANCE),
        Some(_) => NO_WAY,
    };
    let no_pace = if is_paced(view) { no_speed } else { NO_PACE };
    for (name, value, why) in [
        ("intensityFactor", figures.intensity_factor, no_intensity),
        (
            "trainingStressScore",
            figures.training_stress_score,
            no_intensity,
        ),
        ("decouplingPercent", figures.decoupling, NO_DECOUPLING),
        ("meanHeartRate", figures.mean_heart_rate, NO_HEART_RATE),
        ("maxHeartRate", figures.max_heart_rate, NO_PEAK),
        ("meanPower", figures.mean_power, NO_POWER),
        ("maxPower", figures.max_power, NO_POWER),
        ("meanSpeed", figures.mean_speed, no_speed),
        ("paceSecondsPerKm", figures.pace(view), no_pace),
    ] {
        if value.is_none() {
            reasons.insert(name, why.to_owned());
        }
    }
    if figures.load_source.is_none() {
        reasons.insert("loadSource", NO_SOURCE.to_owned());
    }
    for (name, value) in [
        ("movingSeconds", view.moving_seconds),
        ("distanceMeters", view.distance_meters),
        ("climbMeters", view.climb_meters),
        ("energyKcal", view.energy_kcal),
    ] {
        if let (None, Some(why)) = (value, view.refused.get(name)) {
            reasons.insert(name, why.clone());
        }
    }
    reasons
}

impl Figures {
    /// Returns the seconds for each kilometre, of sports that are told by pace.
    #[must_use]
    pub(crate) fn pace(&self, view: &View) -> Option<f64> {
        let speed = self.mean_speed.filter(|_| is_paced(view))?;
        Some(1000.0 / speed)
    }
}

/// Returns whether people state a pace in the sport; also if the sport is unknown.
fn is_paced(view: &View) -> bool {
    let family = view.sport.as_deref().and_then(Sport::of);
    family.is_none_or(|sport| sport.pace_meters().is_some())
}

/// The readings of an activity.
struct Readings {
    heart_rate: Extremes,
    power: Extremes,
    decoupling: Option<f64>,
    computed: ComputedFigures,
    /// The milliseconds of speed that are derived from positions.
    derived_speed: i64,
}

impl Readings {
    /// Returns the note on derived speeds; `None` if all speeds are recorded.
    fn derived_speed_note(&self) -> Option<String> {
        (self.derived_speed > 0).then(|| {
            let seconds = self.derived_speed / 1000;
            format!(
                "the speed of {seconds} s of the activity is derived from positions, because none was recorded"
            )
        })
    }
}

fn read_readings(source: &Source<'_, '_>, view: &View) -> Result<Readings, StoreError> {
    let range = (view.start, view.end);
    let (mut heart_rate, mut power) = (Extremes::default(), Extremes::default());
    let (mut risen, mut plain) = (PeakOfDay::default(), PeakOfDay::without_rise());
    source.intervals("heart_rate", range, |interval| {
        heart_rate.add(&interval);
        risen.add(&interval);
        plain.add(&interval);
    })?;
    // A recording may begin at its highest rate, to which nothing rises.
    heart_rate.highest = risen.finish().or_else(|| plain.finish());
    let mut peaks = SinglePeaks::default();
    source.intervals("power", range, |interval| {
        peaks.push(interval, |interval| power.add(&interval));
    })?;
    peaks.finish(|interval| power.add(&interval));
    let mut decoupling = None;
    for output in ["power", "speed"] {
        if decoupling.is_none() {
            let efforts = effort::longest(source, &Sports::default(), (0, output), range)?;
            decoupling = efforts.first().map(Effort::decoupling);
        }
    }
    let mut derived_speed = 0;
    source.intervals_with_origin("speed", range, |interval, is_derived| {
        if is_derived {
            derived_speed += interval.milliseconds();
        }
    })?;
    Ok(Readings {
        heart_rate,
        power,
        decoupling,
        derived_speed,
        computed: ComputedFigures::of(source, view)?,
    })
}

/// The mean and the highest of a sequence of intervals.
#[derive(Clone, Copy, Debug, Default)]
struct Extremes {
    seconds: f64,
    weighted: f64,
    highest: Option<f64>,
}

impl Extremes {
    fn add(&mut self, interval: &Interval) {
        let seconds = interval.seconds();
        self.seconds += seconds;
        self.weighted += interval.value * seconds;
        let highest = self.highest.unwrap_or(interval.value);
        self.highest = Some(highest.max(interval.value));
    }

    fn mean(&self) -> Option<f64> {
        (self.seconds > 0.0).then(|| self.weighted / self.seconds)
    }
}

/// The metrics that the engine of ranges computes.
const REQUESTED_METRICS: &str = "heartRateZones,trainingLoad,normalizedPower,efficiencyFactor";
const NO_PEAK: &str = "the activity has no 15 s of heart rate up to 220";
const NO_SOURCE: &str = "the activity has no training load";
const NO_DECOUPLING: &str =
    "needs 40 minutes at an even effort with heart rate and power, or with speed on flat ground";
const NO_HEART_RATE: &str = "the activity has no two heart rates within 30 s";
const NO_POWER: &str = "the activity has no two values of power within 30 s, or all of them are 0";
const NO_DISTANCE: &str =
    "no file states the distance of the activity, and it has neither speed nor positions";
const NO_WAY: &str = "the distance of the activity is 0, or its time is too short for the distance";
const NO_PACE: &str = "the sport has no pace, but a speed: meanSpeed";
/// The greatest mean speed in m/s, the bound of `speed` in the catalogue.
const MAX_SPEED: f64 = 100.0;
