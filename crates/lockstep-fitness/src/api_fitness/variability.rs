//! `/hrv`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::query;
use crate::operations::variability::{self, Variability};
use lockstep_points::store::UnreadPoints;

/// The range of RR intervals.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct VariabilityQuery {
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone. Default: 5
    /// minutes before the end.
    #[param(example = "2026-01-31T06:30:00Z")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day. Default: the latest RR interval.
    #[param(example = "2026-01-31T06:35:00Z")]
    end_date: Option<String>,
    /// Only intervals of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same points. Default: the device with the most intervals in the
    /// range.
    device: Option<String>,
}

/// Heart-rate variability of a range. The figures are null with a `reason`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HeartRateVariability)]
pub(crate) struct VariabilityResult {
    /// The start of the range, inclusive.
    #[schema(format = DateTime)]
    start_date: String,
    /// The end of the range, inclusive.
    #[schema(format = DateTime)]
    end_date: String,
    /// The device that measured the intervals; null without intervals.
    device: Option<String>,
    /// The number of RR intervals.
    intervals: Option<usize>,
    /// The number of artefacts: intervals outside 300 to 2000 ms, or more than 20 % from the median
    /// of the intervals around them. At most 5 % are allowed.
    artefacts: Option<usize>,
    /// The mean of the normal intervals in ms.
    #[schema(example = 912.4)]
    mean_rr: Option<f64>,
    /// The standard deviation of the normal intervals in ms.
    #[schema(example = 48.1)]
    sdnn: Option<f64>,
    /// The root mean square of successive differences of normal intervals in ms.
    #[schema(example = 35.9)]
    rmssd: Option<f64>,
    /// The short-term exponent of detrended fluctuation analysis, of the longest part without
    /// missing beats; it needs 300 intervals.
    #[schema(example = 1.02)]
    dfa_alpha1: Option<f64>,
    /// The reason why figures are null.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    reason: Option<String>,
    /// The points left out because their key does not decrypt, only the client holds their key, or
    /// their stored bytes are damaged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<UnreadPoints>,
}

/// Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.
///
/// At most 100 000 intervals (about two nights) are read. SDNN depends on the length of the range;
/// compare only ranges of equal length.
#[utoipa::path(get, path = "/v1/sfdp/hrv", tag = "Fitness data", operation_id = "getHeartRateVariability",
    params(VariabilityQuery),
    responses((status = 200, description = "The figures; null with a reason where there is not enough data", body = VariabilityResult)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<VariabilityQuery>,
) -> Result<Json<VariabilityResult>, ApiError> {
    let points = query::Query {
        start: query.start_date,
        end: query.end_date,
        kind: None,
        device: query.device,
    };
    let found = variability::variability(&state, caller.user, points).await?;
    Ok(Json(found.into()))
}

impl From<Variability> for VariabilityResult {
    fn from(found: Variability) -> Self {
        let (figures, reason) = match found.figures {
            Ok(figures) => (Some(figures), None),
            Err(reason) => (None, Some(reason)),
        };
        let exponent = figures.as_ref().map(|figures| figures.dfa_alpha1);
        let without_exponent = exponent
            .and_then(Result::err)
            .map(|missing| format!("dfaAlpha1: {}", variability::reason(missing)));
        Self {
            start_date: found.range.0.to_string(),
            end_date: found.range.1.to_string(),
            device: found.device,
            intervals: figures.as_ref().map(|figures| figures.intervals),
            artefacts: figures.as_ref().map(|figures| figures.artefacts),
            mean_rr: figures.as_ref().map(|figures| figures.mean_rr),
            sdnn: figures.as_ref().map(|figures| figures.sdnn),
            rmssd: figures.as_ref().map(|figures| figures.rmssd),
            dfa_alpha1: exponent.and_then(Result::ok),
            reason: reason.or(without_exponent),
            skipped_points: found.skipped,
        }
    }
}
