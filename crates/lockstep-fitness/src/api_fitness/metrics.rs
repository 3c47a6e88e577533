//! `/metrics`.

mod basis;

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::metrics::{ComputedMetrics, Metric, Query};
pub(crate) use basis::MetricsBasis;

/// Which metrics, of which range.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct MetricsQuery {
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone. Default: 168 hours
    /// before the end, which is no whole number of calendar days.
    #[param(example = "2026-01-25")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day. Default: the latest point.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Names separated by commas, from the fields of `PerformanceMetrics`. Default:
    /// heartRateZones,recoveryScore,trainingLoad,fatigueLevel.
    #[param(example = "heartRateZones,trainingLoad,steps")]
    metrics: Option<String>,
    /// Also return the metrics of each `day`, `week` (ISO 8601, from Monday) or `month` of the range, in the
    /// calendar of the profile's time zone. The first and the last row end at the limits of the range.
    /// A range with more than 366 rows is refused with 400.
    #[param(example = "week")]
    interval: Option<String>,
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
    /// One row for each interval, oldest first; absent without the parameter `interval`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<MetricsRow>, required = false)]
    intervals: Option<Vec<MetricsRow>>,
}

/// The metrics of a day, week or month. Each value equals that of a request with the row's range.
#[derive(Serialize, ToSchema)]
pub(crate) struct MetricsRow {
    /// The start of the row's range, inclusive.
    #[schema(format = DateTime)]
    start: String,
    /// The end of the row's range, inclusive, to the millisecond.
    #[schema(format = DateTime)]
    end: String,
    metrics: PerformanceMetrics,
    /// The reason for each metric that is null, by name.
    reasons: BTreeMap<&'static str, String>,
}

/// The requested metrics. A metric is null if there is not enough data; `basis.reasons` names the
/// reason.
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
    /// The number of steps in the range.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    steps: Figure,
    /// mL/kg/min, estimated from the ratio of maximum to resting heart rate; not a measurement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    vo2max_estimate: Figure,
    /// Banister's training impulse per day of the heart rate outside of activities: work, errands,
    /// stress. It is not included in training load, acute load and chronic load.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    day_strain: Figure,
    /// Output for each heartbeat in the activities of the range: normalized power divided by mean heart rate
    /// (W per beat/min), or without power the metres per beat of the mean speed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    efficiency_factor: Figure,
    /// -100 to 100: how equal the times of sleep are from day to day; needs 5 nights with stages.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    sleep_regularity_index: Figure,
}

/// Outer `None`: not requested. Inner `None`: cannot be computed.
type Figure = Option<Option<f64>>;

/// The seconds of the range in each heart rate zone; null without heart rate data.
#[derive(Serialize, ToSchema)]
pub(crate) struct HeartRateZones {
    /// Recovery: from 60 % of the maximum heart rate.
    zone1: Option<f64>,
    /// Endurance: from 70 % of the maximum heart rate.
    zone2: Option<f64>,
    /// Tempo: from 80 % of the maximum heart rate.
    zone3: Option<f64>,
    /// Threshold: from 90 % of the maximum heart rate.
    zone4: Option<f64>,
    /// Maximum: from 95 % of the maximum heart rate.
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

/// Compute metrics of a range, with the inputs that they are based on.
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
        interval: query.interval,
    };
    let has_rows = query.interval.is_some();
    let answer = crate::operations::metrics::metrics(&state, caller.user, query).await?;
    let mut answer = MetricsAnswer::from(answer);
    answer.intervals = answer.intervals.filter(|_| has_rows);
    Ok(Json(answer))
}

impl MetricsAnswer {
    /// The metrics without their basis, as JSON.
    pub(super) fn metrics_alone(&self) -> Result<String, ApiError> {
        serde_json::to_string(&self.metrics).map_err(|error| ApiError::internal(error.to_string()))
    }
}

impl From<&ComputedMetrics> for PerformanceMetrics {
    fn from(answer: &ComputedMetrics) -> Self {
        let asked = |metric| answer.wanted.any(&[metric]);
        let figure = |metric| asked(metric).then(|| answer.figures.get(&metric).copied());
        Self {
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
            efficiency_factor: figure(Metric::EfficiencyFactor),
            sleep_regularity_index: figure(Metric::SleepRegularityIndex),
        }
    }
}

impl From<ComputedMetrics> for MetricsRow {
    fn from(answer: ComputedMetrics) -> Self {
        let (start, end) = answer.basis.range;
        Self {
            start: start.to_string(),
            end: end.to_string(),
            metrics: PerformanceMetrics::from(&answer),
            reasons: named(answer.reasons),
        }
    }
}

fn named(reasons: BTreeMap<Metric, String>) -> BTreeMap<&'static str, String> {
    let reasons = reasons.into_iter();
    reasons.map(|(metric, why)| (metric.name(), why)).collect()
}

impl From<ComputedMetrics> for MetricsAnswer {
    fn from(mut answer: ComputedMetrics) -> Self {
        let rows = std::mem::take(&mut answer.rows);
        let metrics = PerformanceMetrics::from(&answer);
        let mut basis = MetricsBasis::from(answer.basis);
        basis.reasons = named(answer.reasons);
        Self {
            metrics,
            timestamp: answer.at.to_string(),
            basis,
            intervals: Some(rows.into_iter().map(MetricsRow::from).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::metrics::{Coverage, MetricInputs, RequestedMetrics, TrainingBasis};
    use lockstep_store::Timestamp;
    use serde_json::json;
    use utoipa::PartialSchema;

    fn answer(wanted: Option<&str>) -> ComputedMetrics {
        ComputedMetrics {
            at: Timestamp(0),
            wanted: RequestedMetrics::read(wanted).unwrap(),
            zones: None,
            figures: [(Metric::TrainingLoad, 12.5)].into(),
            reasons: [(Metric::FatigueLevel, "too few days".to_owned())].into(),
            basis: MetricInputs {
                range: (Timestamp(0), Timestamp(999)),
                time_zone: "UTC".to_owned(),
                maximum: None,
                resting: None,
                sex: None,
                sex_is_known: false,
                recovery: None,
                efficiency: None,
                training: TrainingBasis::default(),
                coverage: Coverage::default(),
                notes: Vec::new(),
                skipped: Vec::new(),
            },
            rows: Vec::new(),
            threshold_power: None,
            threshold_reason: None,
        }
    }

    #[test]
    fn exactly_the_requested_metrics_are_returned_even_if_null() {
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
                "version": "2026-2", "timeZone": "UTC", "coverage": {}, "notes": [],
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
        let all = RequestedMetrics::all();
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
