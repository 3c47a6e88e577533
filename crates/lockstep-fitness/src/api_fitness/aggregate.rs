//! `/aggregate`.

use axum::Json;
use axum::extract::State;
use data_encoding::BASE64;
use lockstep_web::{ApiError, AppState, Body, Caller};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::operations::aggregate;
use crate::operations::query::Query;
use lockstep_points::store::UnreadPoints;
use lockstep_points::total::Operation;

/// The aggregate to compute and the points to include.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct AggregateRequest {
    operation: AggregateOperation,
    /// The type of the points to aggregate; points of other types are not used.
    #[schema(example = "heart_rate", pattern = "^[a-z][a-z0-9_.]{0,63}$")]
    r#type: String,
    /// Only points of this device: the id or the name of a registered device of the account, or another name.
    /// The id of a device and its name find the same points.
    device: Option<String>,
    /// The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
    #[schema(example = "2026-01-01")]
    start_date: String,
    /// The end of the range, inclusive; a date includes the whole day.
    #[schema(example = "2026-01-31")]
    end_date: String,
}

/// An aggregate function.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum AggregateOperation {
    Sum,
    Mean,
    /// The variance of the whole population.
    Variance,
}

/// An aggregate and the points it was computed from.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AggregateResult {
    operation: AggregateOperation,
    /// The point type, as requested.
    r#type: String,
    /// The result; null if there is no point, except that a sum is then 0.
    value: Option<f64>,
    /// The unit of the type (squared for a variance). For a type outside the catalogue, the unit
    /// the points were uploaded with.
    unit: Option<String>,
    /// The number of decimals that every value was rounded to before the computation, in every
    /// mode.
    decimals: u8,
    /// The number of points that contributed.
    count: u64,
    /// The number of points added as ciphertexts: only their total was decrypted.
    encrypted_count: u64,
    /// The number of encrypted blocks that contributed.
    blocks: u64,
    /// The points left out because their key does not decrypt. For blocks sealed by the client:
    /// because the key is suspended or its evaluation keys are missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    skipped_points: Vec<UnreadPoints>,
    /// The same aggregate over blocks that the client sealed, which only the client can decrypt;
    /// `value` excludes them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    sealed_results: Vec<EncryptedResult>,
}

/// A number that only the client can decrypt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EncryptedResult {
    /// The key that decrypts the result.
    key_id: String,
    /// The number of points that contributed.
    count: u64,
    /// The envelope, base64; a reduction of lockstep-fhe follows its sealed part.
    result: String,
}

/// Compute a sum, mean or variance over a range of points.
///
/// Points of mode FHE are added as ciphertexts, and only the total is decrypted. Points that are not in
/// a block yet, and points of other modes, are added as numbers with the same rounding.
#[utoipa::path(post, path = "/v1/sfdp/aggregate", tag = "Fitness data", operation_id = "aggregatePoints",
    request_body = AggregateRequest,
    responses((status = 200, description = "The aggregate", body = AggregateResult)))]
pub(super) async fn aggregate(
    State(state): State<AppState>,
    caller: Caller,
    Body(request): Body<AggregateRequest>,
) -> Result<Json<AggregateResult>, ApiError> {
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
    let made = aggregate::aggregate(&state, caller.owner(), operation, query).await?;
    let sealed = made
        .sealed
        .into_iter()
        .map(|(key, answer)| EncryptedResult {
            key_id: key.to_string(),
            count: answer.count as u64,
            result: BASE64.encode(&answer.envelope),
        });
    Ok(Json(AggregateResult {
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
