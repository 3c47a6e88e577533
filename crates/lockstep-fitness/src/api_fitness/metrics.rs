//! `/metrics`.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use lockstep_metrics::{
    Against, DEFINITIONS, MaximumHeartRate, MaximumSource, Recovery, RestingSource, Sex,
};
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::metrics::{Answer, Basis, Metric, Query, TrainingBasis};
use lockstep_points::store::Unread;

/// Which metrics, of which range.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct MetricsQuery {
    /// The first moment, inclusive: RFC 3339, or a date in the profile's time zone. Default: 7 days
    /// before the end.
    #[param(example = "2026-01-25")]
    start_date: Option<String>,
    /// The last moment, inclusive; a date includes the whole day. Default: the latest point.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Names separated by commas, from the fields of `PerformanceMetrics`. Default:
    /// heartRateZones,recoveryScore,trainingLoad,fatigueLevel.
    #[param(example = "heartRateZones,trainingLoad,steps")]
    metrics: Option<String>,
}

/// The requested metrics and their basis.
#[derive(Serialize, ToSchema)]
#[schema(as = MetricsResult)]
pub(crate) struct MetricsAnswer {
    metrics: PerformanceMetrics,
    /// The time of the computation.
    #[schema(format = DateTime)]
    timestamp: String,
    basis: MetricsBasis,
}

/// The requested metrics. Null: not enough data; `basis.reasons` names the reason.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PerformanceMetrics {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = HeartRateZones, required = false)]
    heart_rate_zones: Option<HeartRateZones>,
    /// 0 to 100: rMSSD, resting heart rate and sleep of the last 7 days compared with the 60 days
    /// before. The weights are a choice of this project and not validated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    recovery_score: Figure,
    /// Banister's training impulse of the range's activities: recorded ones, and sustained efforts of at
    /// least 10 minutes. Activities without heart rate count by power.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    training_load: Figure,
    /// 0 to 100: acute relative to chronic load at the end of the range; 50 means equal. Not a
    /// prediction of injury risk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    fatigue_level: Figure,
    /// Training load per day, weighted over 7 days, at the end of the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    acute_load: Figure,
    /// Training load per day, weighted over 42 days, at the end of the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    chronic_load: Figure,
    /// Chronic minus acute load.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    training_stress_balance: Figure,
    /// The mean divided by the standard deviation of the daily load of the 7 days up to the end of
    /// the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    monotony: Figure,
    /// The training load of these 7 days multiplied by their monotony.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    strain: Figure,
    /// The normalized power in watts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    normalized_power: Figure,
    /// The mean of the range's days, in beats per minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    resting_heart_rate: Figure,
    /// The mean of the range's days, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    hrv_rmssd: Figure,
    /// The mean of the range's days with sleep data, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    sleep_duration: Figure,
    /// The sum over the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    steps: Figure,
    /// mL/kg/min, estimated from the ratio of maximum to resting heart rate; not a measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    vo2max_estimate: Figure,
    /// Banister's training impulse per day of the heart rate outside of activities: work, errands,
    /// stress. It is no part of training load, acute and chronic load.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    day_strain: Figure,
}

/// None: not asked for; none inside: cannot be computed.
type Figure = Option<Option<f64>>;

/// The seconds of the range in each heart rate zone; null without heart rate data.
#[derive(Serialize, ToSchema)]
pub(crate) struct HeartRateZones {
    /// Recovery: from 60 % of the maximum heart rate.
    zone1: Option<f64>,
    /// Endurance: from 70 %.
    zone2: Option<f64>,
    /// Tempo: from 80 %.
    zone3: Option<f64>,
    /// Threshold: from 90 %.
    zone4: Option<f64>,
    /// Maximum: from 95 %.
    zone5: Option<f64>,
}

impl HeartRateZones {
    /// Builds the zones of seconds; each is null without heart rate.
    pub(super) fn of(seconds: Option<[f64; 5]>) -> Self {
        let zone = |zone: usize| seconds.map(|seconds| seconds[zone]);
        Self {
            zone1: zone(0),
            zone2: zone(1),
            zone3: zone(2),
            zone4: zone(3),
            zone5: zone(4),
        }
    }
}

/// The inputs of the metrics and their sources; unused inputs are absent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MetricsBasis {
    /// The version of the metric definitions.
    #[schema(example = "2026-1")]
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
    #[schema(value_type = RecoveryParts, required = false)]
    recovery: Option<RecoveryParts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = TrainingActivities, required = false)]
    training: Option<TrainingActivities>,
    coverage: MetricsCoverage,
    /// The reason for each metric that is null, by name.
    reasons: BTreeMap<&'static str, String>,
    /// The assumptions made, and how days with several devices were counted.
    notes: Vec<&'static str>,
    /// Points of the range not used because their key does not decrypt.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<Unread>,
}

/// The range; both ends are inclusive.
#[derive(Serialize, ToSchema)]
pub(crate) struct MetricsRange {
    #[schema(format = DateTime)]
    start: String,
    #[schema(format = DateTime)]
    end: String,
}

/// The source of an input.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MetricsSource)]
pub(crate) enum Source {
    /// The profile says it.
    Profile,
    /// Maximum: the highest 15-second rolling median of the 365 days up to the range's last day that is
    /// plausible as a maximum. Resting: the median of 30 days. Threshold power: 95 % of the best 20
    /// minutes of 90 days.
    Measured,
    /// 208 − 0.7 · age.
    Age,
    /// Nothing is known.
    Assumed,
}

/// A heart rate and its source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourcedHeartRate {
    /// Beats a minute.
    value: f64,
    source: Source,
}

/// How sure a value is.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = MetricsCertainty)]
pub(crate) enum Certainty {
    /// The profile says it.
    Stated,
    /// It was measured in a hard effort; the true maximum may be higher.
    Measured,
    /// A formula gives it.
    Estimated,
}

/// A maximum heart rate, its source and its certainty. Absent if no source has one.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourcedMaximumHeartRate {
    /// Beats a minute.
    value: f64,
    source: Source,
    certainty: Certainty,
    /// The standard error of an estimate, in beats a minute.
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
    /// Those that a device recorded. The others are sustained efforts in the readings.
    recorded: usize,
    /// Those whose load is the training impulse of their heart rate.
    by_heart_rate: usize,
    /// Those whose load comes from power, because heart rate covers less than 80 % of it.
    by_power: usize,
    /// Those without a load, because the maximum heart rate or the threshold power is unknown.
    without_load: usize,
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
    /// Watts.
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

/// The components of a recovery score.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryParts {
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
    /// Days of the last 42 that are covered: a day with heart rate, power or an activity covers itself
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
}

/// Compute metrics of a range, with their basis.
#[utoipa::path(get, path = "/v1/sfdp/metrics", tag = "Fitness data", operation_id = "getMetrics",
    params(MetricsQuery),
    responses((status = 200, description = "The metrics; null with a reason where there is not enough data", body = MetricsAnswer)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<MetricsQuery>,
) -> Result<Json<MetricsAnswer>, ApiError> {
    let query = Query {
        start: query.start_date,
        end: query.end_date,
        wanted: query.metrics,
    };
    let answer = crate::operations::metrics::metrics(&state, caller.user, query).await?;
    Ok(Json(answer.into()))
}

impl MetricsAnswer {
    /// The metrics without what they rest on, as JSON.
    pub(super) fn metrics_alone(&self) -> Result<String, ApiError> {
        serde_json::to_string(&self.metrics).map_err(|error| ApiError::internal(error.to_string()))
    }
}

impl From<Answer> for MetricsAnswer {
    fn from(answer: Answer) -> Self {
        let asked = |metric| answer.wanted.any(&[metric]);
        let figure = |metric| asked(metric).then(|| answer.figures.get(&metric).copied());
        let metrics = PerformanceMetrics {
            heart_rate_zones: asked(Metric::HeartRateZones)
                .then(|| HeartRateZones::of(answer.zones)),
            recovery_score: figure(Metric::RecoveryScore),
            training_load: figure(Metric::TrainingLoad),
            fatigue_level: figure(Metric::FatigueLevel),
            acute_load: figure(Metric::AcuteLoad),
            chronic_load: figure(Metric::ChronicLoad),
            training_stress_balance: figure(Metric::TrainingStressBalance),
            monotony: figure(Metric::Monotony),
            strain: figure(Metric::Strain),
            normalized_power: figure(Metric::NormalizedPower),
            resting_heart_rate: figure(Metric::RestingHeartRate),
            hrv_rmssd: figure(Metric::HrvRmssd),
            sleep_duration: figure(Metric::SleepDuration),
            steps: figure(Metric::Steps),
            vo2max_estimate: figure(Metric::Vo2maxEstimate),
            day_strain: figure(Metric::DayStrain),
        };
        let reasons = answer.reasons.into_iter();
        Self {
            metrics,
            timestamp: answer.at.to_string(),
            basis: MetricsBasis {
                reasons: reasons.map(|(metric, why)| (metric.name(), why)).collect(),
                ..answer.basis.into()
            },
        }
    }
}

impl From<Basis> for MetricsBasis {
    fn from(basis: Basis) -> Self {
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

impl From<Recovery> for RecoveryParts {
    fn from(recovery: Recovery) -> Self {
        let against = |part: Result<Against, _>| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::metrics::{Coverage, Wanted};
    use lockstep_store::Timestamp;
    use serde_json::json;
    use utoipa::PartialSchema;

    fn answer(wanted: Option<&str>) -> Answer {
        Answer {
            at: Timestamp(0),
            wanted: Wanted::read(wanted).unwrap(),
            zones: None,
            figures: [(Metric::TrainingLoad, 12.5)].into(),
            reasons: [(Metric::FatigueLevel, "too few days".to_owned())].into(),
            basis: Basis {
                range: (Timestamp(0), Timestamp(999)),
                time_zone: "UTC".to_owned(),
                maximum: None,
                resting: None,
                sex: None,
                sex_is_known: false,
                recovery: None,
                training: TrainingBasis::default(),
                coverage: Coverage::default(),
                notes: Vec::new(),
                skipped: Vec::new(),
            },
        }
    }

    #[test]
    fn what_is_asked_stands_there_null_or_not_and_nothing_else() {
        let wire = |wanted| json!(MetricsAnswer::from(answer(wanted)));
        let (none, steps) = (wire(None), wire(Some("steps")));
        let zones = json!({
            "zone1": null, "zone2": null, "zone3": null, "zone4": null, "zone5": null,
        });
        assert_eq!(
            none["metrics"],
            json!({
                "heartRateZones": zones, "recoveryScore": null, "trainingLoad": 12.5,
                "fatigueLevel": null,
            })
        );
        assert_eq!(steps["metrics"], json!({ "steps": null }));
        assert_eq!(none["timestamp"], "1970-01-01T00:00:00.000Z");
        assert_eq!(
            none["basis"],
            json!({
                "version": "2026-1", "timeZone": "UTC", "coverage": {}, "notes": [],
                "range": {
                    "start": "1970-01-01T00:00:00.000Z", "end": "1970-01-01T00:00:00.999Z",
                },
                "reasons": { "fatigueLevel": "too few days" },
            })
        );
    }

    /// The document has every metric by its name, none of them required, all scores nullable.
    #[test]
    fn the_document_says_the_same() {
        let schema = json!(PerformanceMetrics::schema());
        let all = Wanted::all();
        assert_eq!(schema["properties"].as_object().unwrap().len(), all.len());
        assert!(
            schema["required"].as_array().is_none_or(Vec::is_empty),
            "{schema}"
        );
        for metric in all {
            let property = &schema["properties"][metric.name()];
            if metric == Metric::HeartRateZones {
                assert!(property["$ref"].is_string(), "{property}");
            } else {
                assert_eq!(property["type"], json!(["number", "null"]), "{property}");
            }
        }
    }
}
