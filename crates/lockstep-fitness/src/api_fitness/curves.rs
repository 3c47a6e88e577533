//! `/curves`.

use axum::Json;
use axum::extract::State;
use lockstep_metrics::{CriticalPower, Days, Sport};
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::curves::{self, Curve, CurveMaximum, MeanMaximalCurveType};
use crate::operations::query;
use lockstep_points::store::UnreadPoints;

/// The type and the range of a curve.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct CurveQuery {
    /// The type of the points.
    r#type: CurveKind,
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone. Default: 365
    /// days before the end.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day. Default: the latest point.
    #[param(example = "2026-03-31")]
    end_date: Option<String>,
    /// Only points of activities of this family of sports: `cycling`, `running`, `walking`, `swimming`,
    /// `rowing` or `skiing`. Default: all points of every sport.
    #[param(example = "running")]
    sport: Option<String>,
}

/// A type that has a curve.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[schema(as = MeanMaximalCurveType)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CurveKind {
    Power,
    HeartRate,
    Speed,
}

/// The mean-maximal curve: the highest mean of a range for each duration.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeanMaximalCurve {
    r#type: CurveKind,
    /// The family of sports; null for all points.
    #[schema(example = "cycling")]
    sport: Option<&'static str>,
    /// The unit of the values.
    #[schema(example = "W")]
    unit: &'static str,
    /// The start of the range, inclusive.
    #[schema(format = DateTime)]
    start_date: String,
    /// The end of the range, inclusive.
    #[schema(format = DateTime)]
    end_date: String,
    /// The IANA name of the time zone of the dates.
    time_zone: String,
    /// The highest means, by ascending duration. A duration is missing if no recording without a gap
    /// of more than 30 seconds is that long.
    points: Vec<MeanMaximalCurvePoint>,
    /// The model of critical power (for `speed`, of critical speed); null with `modelReason`. Null
    /// for `heart_rate`.
    model: Option<CriticalPowerModel>,
    /// The reason why there is no model.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    model_reason: Option<&'static str>,
    /// The points left out because their key does not decrypt, only the client holds their key, or
    /// their stored bytes are damaged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<UnreadPoints>,
}

/// The highest mean over a duration. Where devices overlap, only one of them counts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MeanMaximalCurvePoint {
    /// The length of the effort in seconds, 1 to 18 000.
    #[schema(example = 1200)]
    duration_seconds: usize,
    /// The highest mean over this duration, in the curve's `unit`.
    #[schema(example = 262.5)]
    value: f64,
    /// A speed of running or walking as seconds per kilometre; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    pace_seconds_per_km: Option<f64>,
    /// A speed of swimming as seconds per 100 metres; absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = f64, required = false)]
    pace_seconds_per_100m: Option<f64>,
    /// The day on which the effort ended. Of equal efforts, the first counts.
    #[schema(format = Date, example = "2026-03-14")]
    date: String,
    /// Whether speeds of this day, or some of them, are derived from positions, because none is recorded; absent if false.
    #[serde(skip_serializing_if = "is_false")]
    #[schema(required = false)]
    derived: bool,
}

/// The two-parameter model of critical power, fitted to the highest means of 2 to 20 minutes:
/// value = critical + capacity / seconds (Monod and Scherrer 1965). It is valid only if these
/// efforts were maximal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CriticalPowerModel {
    /// Always `critical-power-2-parameter`.
    #[schema(example = "critical-power-2-parameter")]
    name: &'static str,
    /// Critical power in W, or critical speed in m/s.
    #[schema(example = 250.3)]
    critical: f64,
    /// W′ in J, or D′ in m.
    #[schema(example = 18_400.0)]
    capacity: f64,
    /// The standard error of the estimate, in the unit of `critical`.
    standard_error: f64,
    /// The share of the variance that the model explains.
    r_squared: f64,
    /// The efforts that the model was fitted to.
    residuals: Vec<ModelResidual>,
}

/// The deviation of an effort from the model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModelResidual {
    /// The length of the effort in seconds, 120 to 1200.
    duration_seconds: usize,
    /// The measured value minus the value of the model.
    residual: f64,
}

/// Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.
#[utoipa::path(get, path = "/v1/sfdp/curves", tag = "Fitness data", operation_id = "getMeanMaximalCurve",
    params(CurveQuery),
    responses((status = 200, description = "The curve, and the model of critical power", body = MeanMaximalCurve)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<CurveQuery>,
) -> Result<Json<MeanMaximalCurve>, ApiError> {
    let kind = match query.r#type {
        CurveKind::Power => MeanMaximalCurveType::Power,
        CurveKind::HeartRate => MeanMaximalCurveType::HeartRate,
        CurveKind::Speed => MeanMaximalCurveType::Speed,
    };
    let sport = query.sport.as_deref().map(sport).transpose()?;
    let points = query::Query {
        start: query.start_date,
        end: query.end_date,
        ..query::Query::default()
    };
    let curve = curves::curve(&state, caller.user, (kind, sport), points).await?;
    Ok(Json(MeanMaximalCurve::of((query.r#type, sport), curve)))
}

/// Reads the name of a family of sports.
fn sport(name: &str) -> Result<Sport, ApiError> {
    let found = SPORTS.into_iter().find(|sport| sport.name() == name);
    found.ok_or_else(|| {
        let known = SPORTS.map(Sport::name).join(", ");
        ApiError::invalid("sport", format!("must be one of {known}"))
    })
}

const SPORTS: [Sport; 6] = [
    Sport::Cycling,
    Sport::Running,
    Sport::Walking,
    Sport::Swimming,
    Sport::Rowing,
    Sport::Skiing,
];

impl MeanMaximalCurve {
    fn of((kind, sport): (CurveKind, Option<Sport>), curve: Curve) -> Self {
        let pace = |one: &CurveMaximum, of: &[Sport]| {
            let is_speed = matches!(kind, CurveKind::Speed) && one.mean > 0.0;
            let sport = sport.filter(|sport| is_speed && of.contains(sport))?;
            sport.pace_meters().map(|meters| meters / one.mean)
        };
        let points = curve.highest.iter().filter_map(|one| {
            Some(MeanMaximalCurvePoint {
                duration_seconds: one.seconds,
                value: one.mean,
                pace_seconds_per_km: pace(one, &[Sport::Running, Sport::Walking]),
                pace_seconds_per_100m: pace(one, &[Sport::Swimming]),
                date: Days::date(one.day)?.to_string(),
                derived: one.is_derived,
            })
        });
        let (model, model_reason) = match curve.model {
            Some(Ok(model)) => (Some(model.into()), None),
            Some(Err(reason)) => (None, Some(reason)),
            None => (None, None),
        };
        Self {
            r#type: kind,
            sport: sport.map(Sport::name),
            unit: curve.unit,
            start_date: curve.range.0.to_string(),
            end_date: curve.range.1.to_string(),
            time_zone: curve.time_zone,
            points: points.collect(),
            model,
            model_reason,
            skipped_points: curve.skipped,
        }
    }
}

fn is_false(value: &bool) -> bool {
    !*value
}

impl From<CriticalPower> for CriticalPowerModel {
    fn from(model: CriticalPower) -> Self {
        let residuals = model.residuals.into_iter();
        Self {
            name: "critical-power-2-parameter",
            critical: model.critical,
            capacity: model.capacity,
            standard_error: model.standard_error,
            r_squared: model.r_squared,
            residuals: residuals
                .map(|(duration_seconds, residual)| ModelResidual {
                    duration_seconds,
                    residual,
                })
                .collect(),
        }
    }
}
