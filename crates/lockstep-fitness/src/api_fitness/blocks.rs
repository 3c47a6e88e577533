//! `/blocks`.

use axum::Json;
use axum::extract::State;
use data_encoding::BASE64;
use lockstep_store::Timestamp;
use lockstep_store::id::KeyId;
use lockstep_web::{ApiError, AppState, Caller, LargeBody, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::operations::client_blocks::{self, NewBlock};
use crate::operations::query::Query;

/// Values of one type and device, sealed by the client.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct UploadBlockRequest {
    /// The type of all values in the block.
    #[schema(example = "heart_rate", pattern = "^[a-z][a-z0-9_.]{0,63}$")]
    r#type: String,
    /// The id or the name of a registered device, or any other name of at most 256 characters.
    #[schema(example = "Polar H10")]
    device: String,
    /// An FHE key of the caller in the client's custody.
    #[schema(example = "key_01h455vb4pex5vsknk084sn02q")]
    key_id: String,
    /// The time of each value, ascending: RFC 3339 with a time zone.
    timestamps: Vec<String>,
    /// The envelope, base64: one ciphertext, made by lockstep-fhe or a client library, of as many
    /// values as there are timestamps, in the type's canonical unit and fixed-point encoding (`GET
    /// /v1/sfdp/types`).
    block: String,
}

/// The stored block.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredBlock {
    /// The id of the block.
    #[schema(example = "blk_42")]
    block_id: String,
    /// The number of points in the block.
    processed_count: u64,
}

/// Upload a block of values that the client encrypted and the server cannot decrypt.
///
/// The key is an FHE key in the client's custody, so that `POST /v1/sfdp/aggregate` can add the values. The
/// server sees times, counts and sizes, but no value. The block replaces all blocks of the same type and
/// device within its time range.
#[utoipa::path(post, path = "/v1/sfdp/blocks", tag = "Fitness data", operation_id = "uploadBlock",
    request_body = UploadBlockRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same block")),
    responses((status = 200, description = "The block is stored", body = StoredBlock),
        (status = 404, description = "NOT_FOUND: the key does not exist", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn put(
    State(state): State<AppState>,
    caller: Caller,
    LargeBody {
        body,
        idempotency_key,
    }: LargeBody<UploadBlockRequest>,
) -> Result<Json<StoredBlock>, ApiError> {
    let envelope = BASE64
        .decode(body.block.as_bytes())
        .map_err(|error| ApiError::invalid("block", format!("must be base64: {error}")))?;
    let mut moments = Vec::with_capacity(body.timestamps.len());
    for (place, text) in body.timestamps.iter().enumerate() {
        let moment: Timestamp = text.parse().map_err(|_| {
            ApiError::invalid(
                &format!("timestamps[{place}]"),
                "must be RFC 3339 with a zone (2026-01-31T06:30:00Z)",
            )
        })?;
        moments.push(moment.0);
    }
    let key: KeyId = body
        .key_id
        .parse()
        .map_err(|_| ApiError::not_found("key"))?;
    let processed_count = moments.len() as u64;
    let new = NewBlock {
        kind: body.r#type,
        device: body.device,
        key,
        moments,
        envelope,
    };
    let id = client_blocks::put(&state, caller.owner(), new, idempotency_key).await?;
    Ok(Json(StoredBlock {
        block_id: format!("{PREFIX}{id}"),
        processed_count,
    }))
}

/// Which blocks.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct BlocksQuery {
    /// Blocks that end at this time or later: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// Blocks that begin at this time or earlier; a date includes the whole day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only blocks of this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only blocks of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same blocks.
    device: Option<String>,
    /// The maximum number of blocks.
    #[param(minimum = 1, maximum = 16, default = 4)]
    limit: Option<usize>,
    /// `nextCursor` of the previous page.
    cursor: Option<String>,
}

/// A page of blocks as the client sealed them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ClientBlockPage {
    /// The blocks of the page, oldest upload first.
    blocks: Vec<BlockView>,
    /// Whether more blocks follow.
    has_more: bool,
    /// The cursor of the next page; null on the last page.
    next_cursor: Option<String>,
}

/// A block as the client sealed it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClientBlock)]
pub(crate) struct BlockView {
    /// The id of the block, as its upload returned it.
    #[schema(example = "blk_42")]
    block_id: String,
    /// The type of all values in the block.
    r#type: String,
    /// The device of all values, as uploaded.
    device: String,
    /// The id of the FHE key that sealed the block. Only the client has its secret.
    key_id: String,
    /// The time of each value.
    timestamps: Vec<String>,
    /// The envelope, base64.
    block: String,
}

/// List the blocks of values that the client encrypted, in upload order.
#[utoipa::path(get, path = "/v1/sfdp/blocks", tag = "Fitness data", operation_id = "listBlocks",
    params(BlocksQuery), responses((status = 200, description = "A page of blocks", body = ClientBlockPage)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
    Params(query): Params<BlocksQuery>,
) -> Result<Json<ClientBlockPage>, ApiError> {
    let limit = query.limit.unwrap_or(4);
    if !(1..=16).contains(&limit) {
        return Err(ApiError::invalid("limit", "must be 1 to 16"));
    }
    let after = match &query.cursor {
        None => 0,
        Some(cursor) => cursor
            .strip_prefix(PREFIX)
            .and_then(|id| id.parse().ok())
            .ok_or_else(|| ApiError::invalid("cursor", "must be a nextCursor"))?,
    };
    let narrowed = Query {
        start: query.start_date,
        end: query.end_date,
        kind: query.r#type,
        device: query.device,
    };
    let (blocks, has_more) =
        client_blocks::page(&state, caller.user, narrowed, after, limit).await?;
    let views: Vec<BlockView> = blocks
        .into_iter()
        .map(|block| BlockView {
            block_id: format!("{PREFIX}{}", block.head.id),
            r#type: block.head.kind,
            device: block.head.device,
            key_id: block.head.key.to_string(),
            timestamps: block
                .moments
                .iter()
                .map(|at| Timestamp(*at).to_string())
                .collect(),
            block: BASE64.encode(&block.envelope),
        })
        .collect();
    let last = views.last().map(|view| view.block_id.clone());
    Ok(Json(ClientBlockPage {
        next_cursor: last.filter(|_| has_more),
        blocks: views,
        has_more,
    }))
}

const PREFIX: &str = "blk_";
