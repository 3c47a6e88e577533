//! `/blocks`.

use axum::Json;
use axum::extract::State;
use data_encoding::BASE64;
use lockstep_store::Timestamp;
use lockstep_store::id::KeyId;
use lockstep_web::{Caller, Fault, House, Long, Params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::owner;
use crate::operations::client_blocks::{self, NewBlock};
use crate::operations::points::Query;

/// Values that their owner sealed, of one type and device.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SealedBlock {
    #[schema(example = "heart_rate", pattern = "^[a-z][a-z0-9_.]{0,63}$")]
    r#type: String,
    #[schema(example = "Polar H10")]
    device: String,
    /// A key of yours of mode FHE in your own custody.
    #[schema(example = "key_01h455vb4pex5vsknk084sn02q")]
    key_id: String,
    /// When each value was measured, ascending: RFC 3339 with a zone.
    timestamps: Vec<String>,
    /// Base 64 of an envelope made by lockstep-fhe or a client library: one ciphertext of as many values
    /// as there are timestamps, in the type's own unit and fixed-point form (`GET /v1/sfdp/types`).
    block: String,
}

/// The block that was stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct StoredBlock {
    /// For reading it back.
    #[schema(example = "blk_42")]
    block_id: String,
    /// Points in it.
    processed_count: u64,
}

/// Store a block that you sealed: the server sees times, counts and sizes, never a value. It takes the
/// place of blocks of the same type and device that it covers.
#[utoipa::path(post, path = "/v1/sfdp/blocks", tag = "Fitness data", operation_id = "uploadBlock",
    request_body = SealedBlock,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same block")),
    responses((status = 200, description = "It is on disk", body = StoredBlock),
        (status = 404, description = "NOT_FOUND: the key that was named", body = lockstep_web::openapi::Refusal)))]
pub(super) async fn put(
    State(house): State<House>,
    caller: Caller,
    Long { body, once }: Long<SealedBlock>,
) -> Result<Json<StoredBlock>, Fault> {
    let envelope = BASE64
        .decode(body.block.as_bytes())
        .map_err(|error| Fault::invalid("block", format!("must be base64: {error}")))?;
    let mut moments = Vec::with_capacity(body.timestamps.len());
    for (place, text) in body.timestamps.iter().enumerate() {
        let moment: Timestamp = text.parse().map_err(|_| {
            Fault::invalid(
                &format!("timestamps[{place}]"),
                "must be RFC 3339 with a zone (2026-01-31T06:30:00Z)",
            )
        })?;
        moments.push(moment.0);
    }
    let key: KeyId = body.key_id.parse().map_err(|_| Fault::not_found("key"))?;
    let processed_count = moments.len() as u64;
    let new = NewBlock {
        kind: body.r#type,
        device: body.device,
        key,
        moments,
        envelope,
    };
    let id = client_blocks::put(&house, owner(&caller), new, once).await?;
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
    /// Those that reach to here or later: RFC 3339, or a date in the profile's time zone.
    #[param(example = "2026-01-01")]
    start_date: Option<String>,
    /// Those that begin here or earlier; a date is the whole of that day.
    #[param(example = "2026-01-31")]
    end_date: Option<String>,
    /// Only this type.
    #[param(example = "heart_rate")]
    r#type: Option<String>,
    /// Only this device.
    device: Option<String>,
    /// Blocks at most.
    #[param(minimum = 1, maximum = 16, default = 4)]
    limit: Option<usize>,
    /// `nextCursor` of the page before.
    cursor: Option<String>,
}

/// Blocks, as they were sealed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Blocks {
    blocks: Vec<BlockView>,
    /// Whether there are blocks after these.
    has_more: bool,
    /// For `cursor`; null on the last page.
    next_cursor: Option<String>,
}

/// A block, as it was sealed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ClientBlock)]
pub(crate) struct BlockView {
    #[schema(example = "blk_42")]
    block_id: String,
    r#type: String,
    device: String,
    key_id: String,
    /// When each value was measured.
    timestamps: Vec<String>,
    /// Base 64 of the envelope.
    block: String,
}

/// Read blocks back that you sealed, in the order they came.
#[utoipa::path(get, path = "/v1/sfdp/blocks", tag = "Fitness data", operation_id = "listBlocks",
    params(BlocksQuery), responses((status = 200, description = "A page of blocks", body = Blocks)))]
pub(super) async fn read(
    State(house): State<House>,
    caller: Caller,
    Params(query): Params<BlocksQuery>,
) -> Result<Json<Blocks>, Fault> {
    let limit = query.limit.unwrap_or(4);
    if !(1..=16).contains(&limit) {
        return Err(Fault::invalid("limit", "must be 1 to 16"));
    }
    let after = match &query.cursor {
        None => 0,
        Some(cursor) => cursor
            .strip_prefix(PREFIX)
            .and_then(|id| id.parse().ok())
            .ok_or_else(|| Fault::invalid("cursor", "must be a nextCursor"))?,
    };
    let narrowed = Query {
        start: query.start_date,
        end: query.end_date,
        kind: query.r#type,
        device: query.device,
    };
    let (blocks, has_more) =
        client_blocks::page(&house, caller.user, narrowed, after, limit).await?;
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
    Ok(Json(Blocks {
        next_cursor: last.filter(|_| has_more),
        blocks: views,
        has_more,
    }))
}

const PREFIX: &str = "blk_";
