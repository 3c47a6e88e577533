//! `/data`.

use axum::Json;
use axum::body::{self, Body};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::Response;
use lockstep_formats::arrow_ipc::STREAM_MEDIA_TYPE;
use lockstep_formats::export::Format;
use lockstep_points::StorageOptions;
use lockstep_store::Tx;
use lockstep_vault::{AccountKeys, Mode};
use lockstep_web::body::Bytes;
use lockstep_web::openapi::BinaryBody;
use lockstep_web::{ApiError, AppState, Caller, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::export;
use crate::operations::query::Query;
use crate::operations::{day_rows, imports};
use lockstep_points::operations::pages::{self, PageBody};
use lockstep_points::operations::points::{self, PointsBody};
use lockstep_points::store::Start;

/// Points to store.
#[derive(ToSchema)]
#[schema(as = PointUpload, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the document's shape; `body.rs` reads the bytes themselves"
)]
pub(crate) struct Upload {
    /// 1 to 100 000 points. A point with the device, type and millisecond of a stored point
    /// replaces it.
    data: Vec<FitnessDataPoint>,
    /// The encryption mode; `ENCRYPTION_ERROR` if it is not available. Default: the mode of each
    /// point's device, or the account's own key only.
    encryption_mode: Option<Mode>,
    /// The maximum number of points in an encrypted block; the default for `FHE` is 8192. A
    /// ciphertext holds at least 256 points, because each takes 150 KB: under `FHE` with a smaller
    /// size, points stay in sealed columns under the same key, with the same results.
    #[schema(minimum = 1, maximum = 8192, default = 1024)]
    chunk_size: Option<u32>,
}

/// A measurement.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct FitnessDataPoint {
    /// The id of the point, in responses.
    #[schema(read_only, example = "pt_1c9q8w0001")]
    id: Option<String>,
    /// The time of the measurement: RFC 3339 with a time zone, stored to the millisecond.
    #[schema(format = DateTime, example = "2026-01-31T06:30:00Z")]
    timestamp: String,
    /// The point type: a name of `/v1/sfdp/types` or a custom name.
    #[schema(example = "heart_rate", pattern = "^[a-z][a-z0-9_.]{0,63}$")]
    r#type: String,
    /// A finite number in `unit`, stored as sent. Metrics ignore a value outside the type's plausible range.
    #[schema(example = 62)]
    value: f64,
    /// The unit of the value, or one of its common names.
    #[schema(example = "bpm", max_length = 32)]
    unit: String,
    /// The id or the name of a registered device, or any other name.
    #[schema(example = "Polar H10", max_length = 256)]
    device: String,
    /// 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    confidence: Option<f64>,
    /// Additional information about the measurement; absent in responses if the point has none.
    metadata: Option<PointMetadata>,
}

/// Additional information about a measurement: at most 16 keys of at most 64 characters, each with
/// a string of at most 2000 characters, a number, a boolean or null; at most 32 KiB of JSON.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct PointMetadata {
    /// The activity during the measurement, in words; at most 2000 characters.
    activity: Option<String>,
    /// The intensity in words; at most 2000 characters.
    intensity: Option<String>,
    /// A finite number in a unit of the client's choice; metrics do not use it.
    duration: Option<f64>,
    /// Free text; returned with the point.
    #[schema(max_length = 2000)]
    notes: Option<String>,
    /// The calendar day that the value belongs to, regardless of the profile's time zone: the date of
    /// `timestamp` in UTC, the day before or the day after. Daily metrics use it. A device's points
    /// with a local date stand for the day: its other points of that type and day are not added.
    #[schema(format = Date, example = "2026-01-31")]
    local_date: Option<String>,
}

/// The storage options of points in an Arrow stream. A JSON body has them in its fields.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UploadQuery {
    /// For an Arrow stream: the encryption mode, as the field `encryptionMode` of a JSON body.
    encryption_mode: Option<Mode>,
    /// For an Arrow stream: the chunk size, as the field `chunkSize` of a JSON body.
    chunk_size: Option<u32>,
}

impl UploadQuery {
    /// Returns a body whose media type is at `index` of [`MEDIA_TYPES`].
    fn points_body(
        self,
        index: usize,
        body: body::Bytes,
    ) -> Result<PointsBody<body::Bytes>, ApiError> {
        let given = [
            ("encryptionMode", self.encryption_mode.is_some()),
            ("chunkSize", self.chunk_size.is_some()),
        ];
        let given = given.into_iter().find(|(_, is_given)| *is_given);
        if MEDIA_TYPES[index] != STREAM_MEDIA_TYPE {
            return match given {
                None => Ok(PointsBody::Json(body)),
                Some((name, _)) => {
                    let reason = "is a field of the JSON body: send it there, not in the URL";
                    Err(ApiError::invalid(name, reason))
                }
            };
        }
        if !self
            .chunk_size
            .is_none_or(|size| (1..=8192).contains(&size))
        {
            let reason = "must be a whole number from 1 to 8192";
            return Err(ApiError::invalid("chunkSize", reason));
        }
        let options = StorageOptions {
            mode: self.encryption_mode,
            chunk_size: self.chunk_size,
        };
        Ok(PointsBody::Arrow(body.into(), options))
    }
}

/// The media types of an upload.
const MEDIA_TYPES: [&str; 2] = ["application/json", STREAM_MEDIA_TYPE];

/// The result of an upload.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PointUploadResult {
    /// Whether the upload had no `errors`.
    success: bool,
    /// The number of points now on disk.
    processed_count: u64,
    /// The number of these points stored under the requested encryption mode.
    encrypted_count: u64,
    /// The errors of refused points, by position; at most 1000, then a count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// Upload points. Each point is checked separately; acknowledged points are on disk.
///
/// An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with a time zone), `type`,
/// `value`, `unit` and `device`, and optionally `confidence` and `metadata` (the text of a JSON object). Texts may be
/// dictionaries. Buffers must not be compressed. `GET /v1/sfdp/data` returns such streams. The storage
/// options of a stream are in the URL: `?encryptionMode=FHE&chunkSize=1024`.
#[utoipa::path(post, path = "/v1/sfdp/data", tag = "Fitness data", operation_id = "uploadPoints",
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same result")),
    request_body(content((Upload = "application/json"), (inline(BinaryBody) = "application/vnd.apache.arrow.stream"))),
    responses((status = 200, description = "The counts of stored and refused points", body = PointUploadResult),
        (status = 422, description = "ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR: every point names a revoked device", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn upload(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<UploadQuery>,
    request: Request,
) -> Result<Json<PointUploadResult>, ApiError> {
    let (
        index,
        Bytes {
            bytes,
            idempotency_key,
        },
    ) = Bytes::read(request, &MEDIA_TYPES).await?;
    let body = query.points_body(index, bytes)?;
    let owner = caller.owner();
    let stored = points::upload(
        &state,
        owner.clone(),
        body,
        idempotency_key,
        Some(imports::take_over),
    )
    .await?;
    day_rows::note_upload(&state, &owner.user, (stored.count, stored.times));
    Ok(Json(PointUploadResult {
        success: stored.errors.is_empty(),
        processed_count: stored.count,
        encrypted_count: stored.under_mode,
        errors: stored.errors,
    }))
}

/// Which points.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct ReadQuery {
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only points of this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only points of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same points.
    device: Option<String>,
    /// The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore` is then
    /// true.
    #[param(minimum = 1, maximum = 10_000, default = 1000)]
    limit: Option<u64>,
    /// The number of points to skip.
    #[param(minimum = 0, default = 0)]
    offset: Option<u64>,
    /// `nextCursor` of the previous page; replaces `offset`.
    cursor: Option<String>,
}

/// A page of points.
#[derive(ToSchema)]
#[schema(as = PointPage, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the document's shape; `render.rs` writes the bytes themselves"
)]
pub(crate) struct DataPage {
    /// The points, ordered by timestamp, type and device.
    data: Vec<FitnessDataPoint>,
    /// The exact number of points that match the filters.
    total: u64,
    /// Whether more points follow.
    has_more: bool,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
    /// The points left out because their key does not decrypt.
    #[schema(required = false)]
    skipped_points: Vec<lockstep_points::store::UnreadPoints>,
}

/// Read points, ordered by timestamp, type and device.
///
/// With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all points that match the
/// filters: without `limit`, `offset` and `cursor`, and as `GET /v1/sfdp/export` streams them. A stream without its end
/// marker is incomplete.
#[utoipa::path(get, path = "/v1/sfdp/data", tag = "Fitness data", operation_id = "readPoints",
    params(ReadQuery), responses((status = 200, description = "A page of points, or all of them as a stream", content(
        (DataPage = "application/json"),
        (inline(BinaryBody) = "application/vnd.apache.arrow.stream"),
    ), headers(
        ("Lockstep-Skipped-Points" = u64, description = "In an Arrow stream: the number of points left out because their key does not decrypt; absent if none"),
    ))))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    headers: HeaderMap,
    Params(query): Params<ReadQuery>,
) -> Result<Response, ApiError> {
    if accepts_arrow(&headers)? {
        return stream(&state, &caller, query).await;
    }
    let limit = query.limit.unwrap_or(1000);
    if !(1..=10_000).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 10000"));
    }
    let start = match (query.cursor, query.offset) {
        (Some(_), Some(_)) => {
            return Err(ApiError::invalid(
                "cursor",
                "must not be sent together with offset",
            ));
        }
        (Some(cursor), None) => Start::After(
            cursor
                .parse()
                .map_err(|_| ApiError::invalid("cursor", "must be a nextCursor"))?,
        ),
        (None, offset) => Start::Offset(offset.unwrap_or(0)),
    };
    let narrowed = Query {
        start: query.start_date,
        end: query.end_date,
        kind: query.r#type,
        device: query.device,
    };
    let select = move |tx: &Tx<'_>, keys: &AccountKeys| narrowed.filter(tx, keys);
    let body = match pages::page(&state, caller.user, select, start, limit).await? {
        PageBody::Whole(bytes) => Body::from(bytes),
        PageBody::Pieces(pieces) => pieces.into_body(),
    };
    let mut response = Response::new(body);
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

/// Returns whether the first acceptable media type is an Arrow stream; without the header, and for types that are not
/// known, the answer is JSON.
fn accepts_arrow(headers: &HeaderMap) -> Result<bool, ApiError> {
    let Some(accept) = headers.get(header::ACCEPT) else {
        return Ok(false);
    };
    let accept = accept
        .to_str()
        .map_err(|_| ApiError::invalid("Accept", "must be a list of media types"))?;
    let types = accept.split(',').filter_map(|one| one.split(';').next());
    let known = types.map(str::trim).find_map(|one| match one {
        "*/*" | "application/*" | "application/json" => Some(false),
        other => other
            .eq_ignore_ascii_case(STREAM_MEDIA_TYPE)
            .then_some(true),
    });
    Ok(known.unwrap_or(false))
}

/// Answers all points that match the filters as an Arrow stream.
async fn stream(state: &AppState, caller: &Caller, query: ReadQuery) -> Result<Response, ApiError> {
    for (name, is_given) in [
        ("limit", query.limit.is_some()),
        ("offset", query.offset.is_some()),
        ("cursor", query.cursor.is_some()),
    ] {
        if is_given {
            let reason = "must be absent with an Arrow stream, which has all points of the range";
            return Err(ApiError::invalid(name, reason));
        }
    }
    let narrowed = Query {
        start: query.start_date,
        end: query.end_date,
        kind: query.r#type,
        device: query.device,
    };
    export::points(state, caller, narrowed, Format::Arrow).await
}

/// Which points to remove; without a filter all of them.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DeleteQuery {
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// The end of the range, inclusive; a date includes the whole day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only points of this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only points of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same points.
    device: Option<String>,
}

impl From<DeleteQuery> for Query {
    fn from(query: DeleteQuery) -> Self {
        Self {
            start: query.start_date,
            end: query.end_date,
            kind: query.r#type,
            device: query.device,
        }
    }
}

/// The result of a deletion of points.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedPoints {
    /// The number of points that were deleted; 0 if none matched.
    deleted_count: u64,
}

/// Delete the points that match the filters; without a filter, all points.
///
/// This cannot be undone.
#[utoipa::path(delete, path = "/v1/sfdp/data", tag = "Fitness data", operation_id = "deletePoints",
    params(DeleteQuery), responses((status = 200, description = "The points were deleted", body = DeletedPoints)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<DeleteQuery>,
) -> Result<Json<DeletedPoints>, ApiError> {
    let query = Query::from(query);
    let select = move |tx: &Tx<'_>, keys: &AccountKeys| query.filter(tx, keys);
    let deleted_count = points::delete(&state, caller.owner(), select).await?;
    Ok(Json(DeletedPoints { deleted_count }))
}
