//! `/metrics/forecast`.

use axum::Json;
use axum::extract::State;
use lockstep_metrics::ForecastDay;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::forecast::{self, LoadForecast, Request};

/// The days of a forecast and the load of each.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ForecastQuery {
    /// The number of days.
    #[param(minimum = 1, maximum = 90, default = 14, example = 10)]
    days: Option<u32>,
    /// The training load of each day, in the unit of the metric `trainingLoad`; 0 for rest. Default: the chronic
    /// load, as if training went on as before.
    #[param(minimum = 0, maximum = 5000, example = 50)]
    daily_load: Option<f64>,
}

/// The balance of training load at the latest point and on the days after it. The figures are null with a
/// `reason`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadForecast)]
pub(crate) struct ForecastAnswer {
    /// The day of the latest point, after which the forecast begins.
    #[schema(format = Date, example = "2026-06-30")]
    last_date: String,
    /// The IANA name of the time zone of the dates.
    #[schema(example = "Europe/Berlin")]
    time_zone: String,
    /// The acute load ("fatigue") at the latest point.
    #[schema(example = 61.2)]
    acute_load: Option<f64>,
    /// The chronic load ("fitness") at the latest point.
    #[schema(example = 48.5)]
    chronic_load: Option<f64>,
    /// Chronic minus acute load ("form") at the latest point.
    #[schema(example = json!(-12.7))]
    training_stress_balance: Option<f64>,
    /// The training load that the forecast has for each day.
    #[schema(example = 48.5)]
    daily_load: Option<f64>,
    /// The coming days; empty if the balance is unknown.
    days: Vec<ForecastDayView>,
    /// The reason why figures are null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
}

/// The balance of training load at the end of a coming day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoadForecastDay)]
pub(crate) struct ForecastDayView {
    /// The day.
    #[schema(format = Date, example = "2026-07-01")]
    date: String,
    /// The acute load ("fatigue").
    #[schema(example = 59.5)]
    acute_load: f64,
    /// The chronic load ("fitness").
    #[schema(example = 48.5)]
    chronic_load: f64,
    /// Chronic minus acute load ("form").
    #[schema(example = json!(-11.0))]
    training_stress_balance: f64,
}

/// Get a forecast of acute and chronic load from the latest point on.
///
/// The recursion of the metrics `acuteLoad` and `chronicLoad` goes on with the given load for each day
/// (Calvert et al. 1976). It forecasts loads, not a performance.
#[utoipa::path(get, path = "/v1/sfdp/metrics/forecast", tag = "Fitness data", operation_id = "getLoadForecast",
    params(ForecastQuery),
    responses((status = 200, description = "The forecast; null with a reason where there is not enough data", body = ForecastAnswer)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<ForecastQuery>,
) -> Result<Json<ForecastAnswer>, ApiError> {
    let request = Request {
        days: query.days,
        daily_load: query.daily_load,
    };
    let found = forecast::forecast(&state, caller.user, request).await?;
    Ok(Json(found.into()))
}

impl From<LoadForecast> for ForecastAnswer {
    fn from(found: LoadForecast) -> Self {
        let (forecast, reason) = match found.outcome {
            Ok(forecast) => (Some(forecast), None),
            Err(reason) => (None, Some(reason)),
        };
        let now = forecast.as_ref().map(|forecast| forecast.now);
        Self {
            last_date: found.last_date,
            time_zone: found.time_zone,
            acute_load: now.map(|now| now.acute),
            chronic_load: now.map(|now| now.chronic),
            training_stress_balance: now.map(|now| now.training_stress_balance()),
            daily_load: forecast.as_ref().map(|forecast| forecast.daily_load),
            days: forecast.map_or_else(Vec::new, |forecast| {
                let days = forecast.days.into_iter();
                days.map(ForecastDayView::from).collect()
            }),
            reason,
        }
    }
}

impl From<(String, ForecastDay)> for ForecastDayView {
    fn from((date, day): (String, ForecastDay)) -> Self {
        Self {
            date,
            acute_load: day.acute,
            chronic_load: day.chronic,
            training_stress_balance: day.training_stress_balance(),
        }
    }
}
