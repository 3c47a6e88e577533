//! The API types of the inputs of metrics.

use std::collections::BTreeMap;

use lockstep_metrics::{
    BaselineDeviation, DEFINITIONS, MaximumHeartRate, MaximumSource, Recovery, RestingSource, Sex,
    Sport,
};
use lockstep_points::store::UnreadPoints;
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::metrics::{MetricInputs, TrainingBasis};

/// The inputs of the metrics and their sources; unused inputs are absent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MetricsBasis {
    /// The version of the metric definitions.
    #[schema(example = "2026-2")]
    version: &'static str,
    range: MetricsRange,
    /// The time zone of the days.
    #[schema(example = "Europe/Berlin")]
    time_zone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SourcedMaximumHeartRate, required = false)]
    maximum_heart_rate: Option<SourcedMaximumHeartRate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SourcedHeartRate, required = false)]
    resting_heart_rate: Option<SourcedHeartRate>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SourcedSex, required = false)]
    sex: Option<SourcedSex>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = RecoveryComponents, required = false)]
    recovery: Option<RecoveryComponents>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = EfficiencyInputs, required = false)]
    efficiency: Option<EfficiencyInputs>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TrainingActivities, required = false)]
    training: Option<TrainingActivities>,
    coverage: MetricsCoverage,
    /// The reason for each metric that is null, by name.
    pub(super) reasons: BTreeMap<&'static str, String>,
    /// The assumptions made, and how days with several devices were counted.
    notes: Vec<String>,
    /// Points of the range not used because their key does not decrypt. Blocks up to 50 hours away count too: their
    /// points may state a local date of the range.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<UnreadPoints>,
}

/// The range; both ends are inclusive.
#[derive(Serialize, ToSchema)]
pub(crate) struct MetricsRange {
    /// The start of the range, to the millisecond: RFC 3339, UTC.
    #[schema(format = DateTime)]
    start: String,
    /// The end of the range, to the millisecond: RFC 3339, UTC.
    #[schema(format = DateTime)]
    end: String,
}

/// The source of an input. `profile`: the profile states it. `measured`: computed from points. `age`: 208 − 0.7 · age.
/// `assumed`: unknown, so that a usual value is used.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MetricsInputSource)]
pub(crate) enum Source {
    /// The profile says it.
    Profile,
    /// Maximum: the highest 15-second rolling median of the 365 days up to the range's last day that is
    /// plausible as a maximum. Resting: the median of 30 days. Threshold power: 95 % of the best hard 20
    /// minutes of 90 days.
    Measured,
    /// 208 − 0.7 · age.
    Age,
    /// The value is unknown.
    Assumed,
}

/// A heart rate and its source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourcedHeartRate {
    /// The heart rate in beats per minute.
    value: f64,
    source: Source,
}

/// The certainty of a value. `stated`: the profile states it. `measured`: measured in a hard effort; the true maximum may
/// be higher. `estimated`: a formula gives it.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MetricsCertainty)]
pub(crate) enum Certainty {
    /// The profile says it.
    Stated,
    /// The maximum was measured in a hard effort; the true maximum may be higher.
    Measured,
    /// A formula gives it.
    Estimated,
}

/// A maximum heart rate, its source and its certainty. Absent if no source has one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourcedMaximumHeartRate {
    /// The heart rate in beats per minute.
    value: f64,
    source: Source,
    certainty: Certainty,
    /// The standard error of an estimate, in beats per minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false, example = 10)]
    standard_error: Option<f64>,
}

impl From<MaximumHeartRate> for SourcedMaximumHeartRate {
    fn from(rate: MaximumHeartRate) -> Self {
        let (source, certainty) = match rate.source {
            MaximumSource::Profile => (Source::Profile, Certainty::Stated),
            MaximumSource::Measured => (Source::Measured, Certainty::Measured),
            MaximumSource::Age => (Source::Age, Certainty::Estimated),
        };
        let is_estimate = rate.source == MaximumSource::Age;
        Self {
            value: rate.value,
            source,
            certainty,
            standard_error: is_estimate.then_some(MaximumHeartRate::STANDARD_ERROR_OF_AGE),
        }
    }
}

/// The activities behind the training load: those of the range, or of the history if only acute and
/// chronic load are requested.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TrainingActivities {
    /// The number of activities. Overlapping ones count as one.
    activities: usize,
    /// The number of activities that a device recorded. The others were detected in the points.
    recorded: usize,
    /// The number of activities whose load is the training impulse of their heart rate.
    by_heart_rate: usize,
    /// The number of activities whose load comes from power, because heart rate covers less than 80 %
    /// of them.
    by_power: usize,
    /// The number of activities without a load, because the maximum heart rate or the threshold power
    /// is unknown, or heart rate covers less than half of the moving time.
    without_load: usize,
    /// The number of activities whose load is too low, because heart rate covers 50 to 90 % of the
    /// moving time.
    in_part: usize,
    /// The training impulse that equals a training stress score of 100.
    impulse_per_threshold_hour: f64,
    /// The threshold power of loads that come from power.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = SourcedPower, required = false)]
    threshold_power: Option<SourcedPower>,
}

/// A power and its source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourcedPower {
    /// The power in watts.
    value: f64,
    source: Source,
    certainty: Certainty,
}

impl TrainingActivities {
    fn of(basis: &TrainingBasis) -> Option<Self> {
        Some(Self {
            activities: basis.activities,
            recorded: basis.recorded,
            by_heart_rate: basis.by_heart_rate,
            by_power: basis.by_power,
            without_load: basis.without_load,
            in_part: basis.in_part,
            impulse_per_threshold_hour: basis.impulse_of_threshold_hour?,
            threshold_power: basis.threshold_power.map(|power| SourcedPower {
                value: power.value,
                source: if power.is_stated {
                    Source::Profile
                } else {
                    Source::Measured
                },
                certainty: if power.is_stated {
                    Certainty::Stated
                } else {
                    Certainty::Estimated
                },
            }),
        })
    }
}

/// The sex used for training load, and its source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourcedSex {
    value: crate::profile::Sex,
    source: Source,
}

/// The inputs of the efficiency factor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EfficiencyInputs {
    /// `power` or `speed`.
    #[schema(example = "power")]
    output: &'static str,
    /// The family of the sport; null if no activity states it.
    #[schema(example = "cycling")]
    sport: Option<&'static str>,
    /// The normalized power in W, or the mean speed in m/s.
    value: f64,
    /// The mean heart rate in beats per minute.
    mean_heart_rate: f64,
    /// The minutes of activities with both.
    minutes: f64,
}

/// The components of a recovery score.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryComponents {
    /// The weighted mean of the components; the score is 100·Φ(z).
    z: f64,
    /// The logarithm of rMSSD; weight 0.6. Null: too few days.
    hrv_rmssd: Option<BaselineComparison>,
    /// The resting heart rate; weight 0.25, sign inverted. Null: too few days.
    resting_heart_rate: Option<BaselineComparison>,
    /// The sleep duration; weight 0.15. Null: too few days.
    sleep_duration: Option<BaselineComparison>,
}

/// The last 7 days compared with the 60 days before.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BaselineComparison {
    /// The mean of the last 7 days.
    mean: f64,
    /// The number of these days that have a value.
    days: usize,
    /// The mean of the 60 days before.
    baseline: f64,
    /// The standard deviation of the baseline.
    spread: f64,
    /// The number of these days that have a value.
    baseline_days: usize,
    /// (mean − baseline) / spread.
    z: f64,
}

/// The amount of data available; unused inputs are absent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MetricsCoverage {
    /// Seconds of the range covered by heart rate data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    heart_rate_seconds: Option<f64>,
    /// Days of the range with a heart rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    heart_rate_days: Option<usize>,
    /// Days of history used for acute and chronic load, from the first one with data on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    load_days: Option<usize>,
    /// The number of the last 42 days that count as covered: each day with heart rate, power or an activity,
    /// and the 6 days after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false, maximum = 42)]
    recent_load_days: Option<usize>,
    /// Seconds of the range covered by power data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    power_seconds: Option<f64>,
    /// Days of the range with a resting heart rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    resting_heart_rate_days: Option<usize>,
    /// Days of the range with an rMSSD.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    hrv_rmssd_days: Option<usize>,
    /// Days of the range with a sleep duration.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    sleep_days: Option<usize>,
    /// Days of the range with steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    steps_days: Option<usize>,
    /// Nights that end in the range with stages of sleep.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = usize, required = false)]
    sleep_stage_days: Option<usize>,
}

impl From<MetricInputs> for MetricsBasis {
    fn from(basis: MetricInputs) -> Self {
        let (start, end) = basis.range;
        let coverage = basis.coverage;
        Self {
            version: DEFINITIONS,
            range: MetricsRange {
                start: start.to_string(),
                end: end.to_string(),
            },
            time_zone: basis.time_zone,
            maximum_heart_rate: basis.maximum.map(Into::into),
            resting_heart_rate: basis.resting.map(|rate| SourcedHeartRate {
                value: rate.value,
                source: rate.source.into(),
            }),
            sex: basis.sex.map(|sex| SourcedSex {
                value: match sex {
                    Sex::Female => crate::profile::Sex::Female,
                    Sex::Male => crate::profile::Sex::Male,
                },
                source: if basis.sex_is_known {
                    Source::Profile
                } else {
                    Source::Assumed
                },
            }),
            recovery: basis.recovery.map(Into::into),
            efficiency: basis.efficiency.map(|inputs| EfficiencyInputs {
                output: inputs.output,
                sport: inputs.sport.map(Sport::name),
                value: inputs.value,
                mean_heart_rate: inputs.heart_rate,
                minutes: inputs.minutes,
            }),
            training: TrainingActivities::of(&basis.training),
            coverage: MetricsCoverage {
                heart_rate_seconds: coverage.heart_rate_seconds,
                heart_rate_days: coverage.heart_rate_days,
                load_days: coverage.load_days,
                recent_load_days: coverage.recent_load_days,
                power_seconds: coverage.power_seconds,
                resting_heart_rate_days: coverage.resting_heart_rate_days,
                hrv_rmssd_days: coverage.hrv_rmssd_days,
                sleep_days: coverage.sleep_days,
                steps_days: coverage.steps_days,
                sleep_stage_days: coverage.sleep_stage_days,
            },
            reasons: BTreeMap::new(),
            notes: basis.notes,
            skipped_points: basis.skipped,
        }
    }
}

impl From<RestingSource> for Source {
    fn from(source: RestingSource) -> Self {
        match source {
            RestingSource::Profile => Self::Profile,
            RestingSource::Measured => Self::Measured,
            RestingSource::Assumed => Self::Assumed,
        }
    }
}

impl From<Recovery> for RecoveryComponents {
    fn from(recovery: Recovery) -> Self {
        let against = |part: Result<BaselineDeviation, _>| {
            part.ok().map(|part| BaselineComparison {
                mean: part.mean,
                days: part.days,
                baseline: part.baseline,
                spread: part.spread,
                baseline_days: part.baseline_days,
                z: part.z,
            })
        };
        Self {
            z: recovery.z,
            hrv_rmssd: against(recovery.variability),
            resting_heart_rate: against(recovery.resting),
            sleep_duration: against(recovery.sleep),
        }
    }
}
