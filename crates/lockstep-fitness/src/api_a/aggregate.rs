//! `/aggregate`.

use axum::Json;
use axum::extract::State;
use data_encoding::BASE64;
use lockstep_web::{Body, Caller, Fault, House};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::owner;
use crate::operations::aggregate::{self, Operation};
use crate::operations::points::Query;
use crate::store::Unread;

/// What is to be computed, over which points.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct AggregateRequest {
    operation: AggregateOperation,
    #[schema(example = "heart_rate", pattern = "^[a-z][a-z0-9_.]{0,63}$")]
    r#type: String,
    /// Only this device.
    device: Option<String>,
    /// From here on, inclusive: RFC 3339, or a date in the profile's time zone.
    #[schema(example = "2026-01-01")]
    start_date: String,
    /// Up to here, inclusive; a date is the whole of that day.
    #[schema(example = "2026-01-31")]
    end_date: String,
}

/// What can be computed.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AggregateOperation {
    Sum,
    Mean,
    /// Of the whole population.
    Variance,
}

/// The number, and what it is of.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AggregateAnswer {
    operation: AggregateOperation,
    r#type: String,
    /// Null where there is no point; a sum is then 0.
    value: Option<f64>,
    /// The type's own unit (squared, of a variance); of a type that is not in the catalogue the one its
    /// points came in.
    unit: Option<String>,
    /// Every value was rounded to so many decimals first, whatever its mode.
    decimals: u8,
    /// Points it is of.
    count: u64,
    /// Of these, those whose values were added as ciphertexts: only the total was decrypted.
    encrypted_count: u64,
    /// Blocks these lie in.
    blocks: u64,
    /// Points left out because their key does not decrypt; of those that you sealed yourself, because
    /// their key is stopped or its evaluation keys are not there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<Unread>,
    /// The same over blocks that you sealed yourself, which you alone can decrypt; `value` is without
    /// them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    sealed_results: Vec<SealedResult>,
}

/// A number that its owner alone can read.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SealedResult {
    /// The key it is under.
    key_id: String,
    /// Points it is of.
    count: u64,
    /// Base 64 of an envelope; behind its sealed part stands a reduction of lockstep-fhe.
    result: String,
}

/// A sum, mean or variance over a range. Points stored under mode FHE are added as ciphertexts, and the
/// total alone is decrypted; those that wait to become a block, and those of other modes, as numbers
/// rounded alike.
#[utoipa::path(post, path = "/v1/sfdp/aggregate", tag = "Fitness data", operation_id = "aggregatePoints",
    request_body = AggregateRequest,
    responses((status = 200, description = "The number", body = AggregateAnswer)))]
pub(super) async fn aggregate(
    State(house): State<House>,
    caller: Caller,
    Body(request): Body<AggregateRequest>,
) -> Result<Json<AggregateAnswer>, Fault> {
    let query = Query {
        start: Some(request.start_date),
        end: Some(request.end_date),
        kind: Some(request.r#type.clone()),
        device: request.device,
    };
    let operation = match request.operation {
        AggregateOperation::Sum => Operation::Sum,
        AggregateOperation::Mean => Operation::Mean,
        AggregateOperation::Variance => Operation::Variance,
    };
    let made = aggregate::aggregate(&house, owner(&caller), operation, query).await?;
    let sealed = made.sealed.into_iter().map(|(key, answer)| SealedResult {
        key_id: key.to_string(),
        count: answer.count as u64,
        result: BASE64.encode(&answer.envelope),
    });
    Ok(Json(AggregateAnswer {
        operation: request.operation,
        r#type: request.r#type,
        value: made.value,
        unit: made.unit,
        decimals: made.decimals,
        count: made.count,
        encrypted_count: made.encrypted,
        blocks: made.blocks,
        skipped_points: made.skipped,
        sealed_results: sealed.collect(),
    }))
}
