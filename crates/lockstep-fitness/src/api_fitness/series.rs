//! `/series`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::charts::{self, BucketSummary, ChartSeries, Charts};
use crate::operations::query;
use lockstep_points::store::UnreadPoints;

/// The points of a chart and its number of buckets.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct SeriesQuery {
    /// 1 to 16 types, separated by commas.
    #[param(required = true, value_type = String, example = "heart_rate,power")]
    types: Option<String>,
    /// Only points of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same points.
    /// Default: the points of all devices.
    device: Option<String>,
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone. Default: 168 hours
    /// before the end, which is no whole number of calendar days.
    #[param(example = "2026-01-25")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day. Default: the latest point.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// The maximum number of buckets, 1 to 2000. Default: 300.
    #[param(minimum = 1, maximum = 2000)]
    buckets: Option<usize>,
}

/// The series of a chart. All series share the buckets: entry n of each array belongs to
/// `bucketStarts[n]`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SeriesResult {
    /// The start of the range, inclusive.
    #[schema(format = DateTime)]
    start_date: String,
    /// The end of the range, inclusive.
    #[schema(format = DateTime)]
    end_date: String,
    /// The IANA name of the profile's time zone: buckets are aligned to its days, and buckets of
    /// weeks to Mondays.
    time_zone: String,
    /// The width of a bucket in seconds: the smallest of 1, 2, 5, 10, 15, 20, 30 seconds, 1, 2, 5,
    /// 10, 15, 30 minutes, 1, 2, 3, 4, 6, 8, 12 hours, 1 day, and 1, 2, 4, 8 … weeks that needs no
    /// more buckets than requested. Where clocks change, a bucket can be an hour shorter or longer.
    #[schema(example = 3600)]
    bucket_seconds: i64,
    /// The start of each bucket.
    #[schema(example = json!(["2026-01-25T07:00:00.000Z", "2026-01-25T08:00:00.000Z"]))]
    bucket_starts: Vec<String>,
    /// One series for each type, in the order of the request.
    series: Vec<TypeSeries>,
    /// The points left out because their key does not decrypt, only the client holds their key, or
    /// their stored bytes are damaged.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<UnreadPoints>,
}

/// The summaries of one type. A value is null if the bucket has no point. Values outside the type's
/// plausible range are left out.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TypeSeries {
    /// The point type, as requested.
    #[schema(example = "heart_rate")]
    r#type: String,
    /// The canonical unit of the type. For a type outside the catalogue, the unit of the points;
    /// null if they have different units. Null without points.
    #[schema(example = "/min")]
    unit: Option<String>,
    /// The smallest value in each bucket.
    #[schema(example = json!([61.0, null]))]
    min: Vec<Option<f64>>,
    /// The arithmetic mean of the points in each bucket.
    #[schema(example = json!([92.5, null]))]
    mean: Vec<Option<f64>>,
    /// The largest value in each bucket.
    #[schema(example = json!([148.0, null]))]
    max: Vec<Option<f64>>,
    /// The number of points in each bucket.
    #[schema(example = json!([3600, 0]))]
    count: Vec<u64>,
}

/// Get the minimum, mean and maximum of points in equal intervals, for charts.
///
/// The width of the buckets is a round duration, and they are aligned to calendar days. They stay the
/// same when the range moves by less than one bucket.
#[utoipa::path(get, path = "/v1/sfdp/series", tag = "Fitness data", operation_id = "getSeries",
    params(SeriesQuery),
    responses((status = 200, description = "One series for each type", body = SeriesResult)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<SeriesQuery>,
) -> Result<Json<SeriesResult>, ApiError> {
    let query = charts::Query {
        types: query.types,
        points: query::Query {
            start: query.start_date,
            end: query.end_date,
            kind: None,
            device: query.device,
        },
        buckets: query.buckets,
    };
    let charts = charts::charts(&state, caller.user, query).await?;
    Ok(Json(charts.into()))
}

impl From<Charts> for SeriesResult {
    fn from(charts: Charts) -> Self {
        Self {
            start_date: charts.range.0.to_string(),
            end_date: charts.range.1.to_string(),
            time_zone: charts.time_zone,
            bucket_seconds: charts.bucket_seconds,
            bucket_starts: charts.starts.iter().map(ToString::to_string).collect(),
            series: charts.series.into_iter().map(TypeSeries::from).collect(),
            skipped_points: charts.skipped,
        }
    }
}

impl From<ChartSeries> for TypeSeries {
    fn from(series: ChartSeries) -> Self {
        let all = |value: fn(&BucketSummary) -> f64| {
            let of_each = series.buckets.iter().map(|one| one.as_ref().map(value));
            of_each.collect()
        };
        Self {
            min: all(|bucket| bucket.min),
            mean: all(|bucket| bucket.mean),
            max: all(|bucket| bucket.max),
            count: series
                .buckets
                .iter()
                .map(|one| one.map_or(0, |bucket| bucket.count))
                .collect(),
            r#type: series.kind,
            unit: series.unit,
        }
    }
}
