//! The figures of an activity, computed from the points between its start and its end.

use std::collections::BTreeMap;

use lockstep_metrics::insights::Effort;
use lockstep_metrics::{Interval, PeakOfDay, SinglePeaks, training_stress_score};
use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Timestamp};
use lockstep_web::{ApiError, AppState};

use super::computed::ComputedFigures;
use super::{Activity, account_keys, read_points};
use crate::activity::View;
use crate::operations::effort;
use crate::operations::metrics::readings::Source;
use crate::operations::metrics::recorded::Sports;
use crate::operations::metrics::{self, ComputedMetrics, Metric, MetricInputs};

/// The figures of an activity; those that cannot be computed are `None`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Figures {
    /// The seconds in each heart-rate zone.
    pub zones: Option<[f64; 5]>,
    /// Banister's training impulse.
    pub training_load: Option<f64>,
    /// The mean heart rate, weighted by time.
    pub mean_heart_rate: Option<f64>,
    /// The highest heart rate.
    pub max_heart_rate: Option<f64>,
    /// The mean power in watts, weighted by time.
    pub mean_power: Option<f64>,
    /// The highest power in watts.
    pub max_power: Option<f64>,
    /// The normalized power in watts.
    pub normalized_power: Option<f64>,
    /// The normalized power as a share of the threshold power.
    pub intensity_factor: Option<f64>,
    /// The training stress score.
    pub training_stress_score: Option<f64>,
    /// `heartRate` or `power`: what the load was computed from.
    pub load_source: Option<&'static str>,
    /// The output for each heartbeat.
    pub efficiency_factor: Option<f64>,
    /// The fall of output for each heartbeat in the second half, in percent.
    pub decoupling: Option<f64>,
    /// The mean speed in metres a second: distance by moving time, otherwise by elapsed time.
    pub mean_speed: Option<f64>,
    /// The reasons why figures are missing, by their names in the API.
    pub reasons: BTreeMap<&'static str, String>,
}

/// The figures of an activity with what they rest on.
#[derive(Clone, Debug)]
pub struct Details {
    /// The figures.
    pub figures: Figures,
    /// The inputs of the figures and their sources.
    pub basis: MetricInputs,
    /// The values that no file states, computed from the points.
    pub computed: ComputedFigures,
}

/// Computes the figures of an activity. Where devices overlap, one counts, as in the metrics of a range.
///
/// # Errors
/// The account's keys or points cannot be read.
pub async fn details(
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
    let (asked, of) = (account_keys.clone(), view.clone());
    let read: Result<_, StoreError> =
        read_points(state, &account_keys, "activity.figures", move |tx| {
            read_readings(&Source::new(tx, &asked)?, &of)
        })
        .await;
    let readings = read?;
    let elapsed = (view.end - view.start) as f64 / 1000.0;
    let computed = readings.computed;
    let seconds = view.moving_seconds.or(computed.moving_seconds);
    let meters = view.distance_meters.or(computed.distance_meters);
    let mean_speed = meters.map(|meters| meters / seconds.unwrap_or(elapsed));
    let mean_speed = mean_speed.filter(|speed| speed.is_finite() && *speed > 0.0);
    let mut figures = Figures {
        mean_speed,
        mean_heart_rate: readings.heart_rate.mean(),
        max_heart_rate: readings.heart_rate.highest,
        mean_power: readings.power.mean(),
        max_power: readings.power.highest,
        decoupling: readings.decoupling,
        ..of_ride(&answer)
    };
    figures.reasons = reasons(&figures, &answer);
    Ok(Details {
        figures,
        basis: answer.basis,
        computed,
    })
}

/// Returns the figures that the engine of ranges computes, and those that follow from the threshold power.
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
fn reasons(figures: &Figures, answer: &ComputedMetrics) -> BTreeMap<&'static str, String> {
    let of_engine = answer.reasons.iter();
    let of_engine = of_engine.map(|(metric, why)| (metric.name(), why.clone()));
    let mut reasons: BTreeMap<&'static str, String> = of_engine.collect();
    let no_threshold = answer.threshold_reason.unwrap_or(NO_POWER);
    let no_intensity = figures.normalized_power.map_or(NO_POWER, |_| no_threshold);
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
        ("meanSpeed", figures.mean_speed, NO_DISTANCE),
        ("paceSecondsPerKm", figures.mean_speed, NO_DISTANCE),
    ] {
        if value.is_none() {
            reasons.insert(name, why.to_owned());
        }
    }
    if figures.load_source.is_none() {
        reasons.insert("loadSource", NO_SOURCE.to_owned());
    }
    reasons
}

/// The readings of an activity.
struct Readings {
    heart_rate: Extremes,
    power: Extremes,
    decoupling: Option<f64>,
    computed: ComputedFigures,
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
    Ok(Readings {
        heart_rate,
        power,
        decoupling,
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
const NO_POWER: &str = "the activity has no two values of power within 30 s";
const NO_DISTANCE: &str =
    "no file states the distance of the activity, and it has neither speed nor positions";
