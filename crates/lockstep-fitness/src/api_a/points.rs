//! `/data`.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use lockstep_web::body::Bytes;
use lockstep_web::{Caller, Fault, House, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{export, owner};
use crate::operations::pages::{self, PageBody};
use crate::operations::points::{self, Query};
use crate::store::Start;

/// Points to be stored.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the document's shape; `body.rs` reads the bytes themselves"
)]
pub(crate) struct Upload {
    /// 1 to 100 000. A point with the device, type and millisecond of a stored one replaces it.
    data: Vec<FitnessDataPoint>,
    /// What the points are stored under; `ENCRYPTION_ERROR` where it cannot be given. Left out: what
    /// each point's device was registered with, or else the account's own key alone.
    encryption_mode: Option<EncryptionMode>,
    /// Points to an encrypted block, at most; for `FHE` the default is 8192. No ciphertext is made of
    /// fewer than 256 points, since each has 150 KB: under `FHE` with less, points stay sealed columns
    /// under the same key, and every answer is the same.
    #[schema(minimum = 1, maximum = 8192, default = 1024)]
    chunk_size: Option<u32>,
}

/// One measurement.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct FitnessDataPoint {
    /// In answers: the point's id.
    #[schema(read_only, example = "pt_1c9q8w0001")]
    id: Option<String>,
    /// RFC 3339 with a zone; kept to the millisecond.
    #[schema(format = DateTime, example = "2026-01-31T06:30:00Z")]
    timestamp: String,
    /// What was measured: a name of `/v1/sfdp/types`, or one of your own.
    #[schema(example = "heart_rate", pattern = "^[a-z][a-z0-9_.]{0,63}$")]
    r#type: String,
    #[schema(example = 62)]
    value: f64,
    /// The unit, or one of its everyday names.
    #[schema(example = "bpm", max_length = 32)]
    unit: String,
    /// A registered device's id or name, or any name.
    #[schema(example = "Polar H10", max_length = 256)]
    device: String,
    /// 0 to 1.
    #[schema(minimum = 0, maximum = 1)]
    confidence: Option<f64>,
    metadata: Option<PointMetadata>,
}

/// What else is known of a measurement: 16 keys at most, each a name of at most 64 characters with a
/// string of at most 2000 characters, a number, a boolean or null; 32 KiB of JSON in all.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) struct PointMetadata {
    activity: Option<String>,
    intensity: Option<String>,
    duration: Option<f64>,
    #[schema(max_length = 2000)]
    notes: Option<String>,
}

/// A mode of encryption.
#[derive(ToSchema)]
#[expect(dead_code, reason = "the document's shape")]
pub(crate) enum EncryptionMode {
    #[schema(rename = "FHE")]
    Fhe,
    #[schema(rename = "ZK")]
    Zk,
    Basic,
}

/// What came of an upload.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UploadAnswer {
    /// True when there are no `errors`.
    success: bool,
    /// Points that are on disk now.
    processed_count: u64,
    /// Of these, how many are stored encrypted as asked.
    encrypted_count: u64,
    /// What is wrong with the others, by place; at most 1000, then a count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// Store points. Each is checked by itself; what is acknowledged is on disk.
#[utoipa::path(post, path = "/v1/sfdp/data", tag = "Fitness data", operation_id = "uploadPoints",
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same outcome")),
    request_body = Upload,
    responses((status = 200, description = "What was stored", body = UploadAnswer),
        (status = 422, description = "ENCRYPTION_ERROR: the mode cannot be given; DEVICE_ERROR: every point names a revoked device", body = lockstep_web::openapi::Refusal)))]
pub(super) async fn upload(
    State(house): State<House>,
    caller: Caller,
    Bytes { bytes, once }: Bytes,
) -> Result<Json<UploadAnswer>, Fault> {
    let stored = points::upload(&house, owner(&caller), bytes, once).await?;
    Ok(Json(UploadAnswer {
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
    /// From here on, inclusive: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// Up to here, inclusive; a date is the whole of that day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only this device.
    device: Option<String>,
    /// Points at most. A page also ends at 16 MiB of JSON: `hasMore` is then true.
    #[param(minimum = 1, maximum = 10_000, default = 1000)]
    limit: Option<u64>,
    /// Points to pass over.
    #[param(minimum = 0, default = 0)]
    offset: Option<u64>,
    /// `nextCursor` of the page before; instead of `offset`.
    cursor: Option<String>,
}

/// A page of points.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "the document's shape; `render.rs` writes the bytes themselves"
)]
pub(crate) struct DataPage {
    /// By timestamp, then type, then device.
    data: Vec<FitnessDataPoint>,
    /// How many points the filters mean, exactly.
    total: u64,
    /// Whether there are points after these.
    has_more: bool,
    /// For `cursor`; null on the last page.
    next_cursor: Option<String>,
    /// Points that neither stand here nor count, because their key does not decrypt.
    #[schema(required = false)]
    skipped_points: Vec<crate::store::Unread>,
}

/// Read points, by timestamp, then type, then device.
#[utoipa::path(get, path = "/v1/sfdp/data", tag = "Fitness data", operation_id = "readPoints",
    params(ReadQuery), responses((status = 200, description = "A page of points", body = DataPage)))]
pub(super) async fn read(
    State(house): State<House>,
    caller: Caller,
    Params(query): Params<ReadQuery>,
) -> Result<Response, Fault> {
    let limit = query.limit.unwrap_or(1000);
    if !(1..=10_000).contains(&limit) {
        return Err(Fault::invalid("limit", "must be 1 to 10000"));
    }
    let start = match (query.cursor, query.offset) {
        (Some(_), Some(_)) => {
            return Err(Fault::invalid(
                "cursor",
                "stands instead of offset, not beside it",
            ));
        }
        (Some(cursor), None) => Start::After(
            cursor
                .parse()
                .map_err(|_| Fault::invalid("cursor", "must be a nextCursor"))?,
        ),
        (None, offset) => Start::Offset(offset.unwrap_or(0)),
    };
    let narrowed = Query {
        start: query.start_date,
        end: query.end_date,
        kind: query.r#type,
        device: query.device,
    };
    let body = match pages::page(&house, caller.user, narrowed, start, limit).await? {
        PageBody::Whole(bytes) => Body::from(bytes),
        PageBody::Pieces(pieces) => export::body(pieces),
    };
    let mut response = Response::new(body);
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    Ok(response)
}

/// Which points to remove; without a filter all of them.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct DeleteQuery {
    /// From here on, inclusive.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// Up to here, inclusive.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only this device.
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

/// How many points are gone.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeleteAnswer {
    deleted_count: u64,
}

/// Remove points.
#[utoipa::path(delete, path = "/v1/sfdp/data", tag = "Fitness data", operation_id = "deletePoints",
    params(DeleteQuery), responses((status = 200, description = "They are gone", body = DeleteAnswer)))]
pub(super) async fn delete(
    State(house): State<House>,
    caller: Caller,
    Params(query): Params<DeleteQuery>,
) -> Result<Json<DeleteAnswer>, Fault> {
    let deleted_count = points::delete(&house, owner(&caller), query.into()).await?;
    Ok(Json(DeleteAnswer { deleted_count }))
}
