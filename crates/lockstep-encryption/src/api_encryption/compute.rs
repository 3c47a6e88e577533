//! Computing on ciphertexts over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::BASE64;
use lockstep_vault::key::{Mode, NamedScheme};
use lockstep_web::jobs::Jobs;
use lockstep_web::{ApiError, Area, Caller, LargeBody};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::{ResultOrJob, answer, base64, named_scheme, precision};
use crate::encryption::Encryption;
use crate::operations::compute::{Compute, NoOperation};

/// The operation and its operands.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ComputeRequest {
    /// With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`, `square`,
    /// `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
    #[schema(example = "add")]
    operation: String,
    /// Envelopes of mode FHE under one key, base64.
    #[schema(example = json!(["TEtF"]))]
    operands: Vec<String>,
    #[serde(default)]
    parameters: ComputeParameters,
}

/// Parameters of the operation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ComputeParameters {
    /// `BFV` or `BFV-sum`; must equal the scheme of the operands.
    scheme: Option<String>,
    /// For `weightedSum`: the decimals of the weights, 0 to 6. Default: 0 for whole numbers,
    /// otherwise 2.
    #[schema(value_type = Option<u32>)]
    precision: Option<Value>,
    /// For `rotate`: the number of places to the left.
    steps: Option<i64>,
    /// For `weightedSum`: one weight per value. A weight with more decimals is refused, never
    /// rounded.
    #[schema(value_type = Option<Vec<f64>>)]
    weights: Option<Box<RawValue>>,
}

/// The encrypted result of a computation.
#[derive(Serialize, ToSchema)]
#[schema(as = ComputationResult)]
pub(crate) struct ComputationResult {
    /// The envelope of the result, base64; `decrypt` returns its numbers.
    result: String,
    metadata: ComputationMetadata,
}

/// Metadata of a computation.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComputationMetadata {
    /// The computed operation, as in the request.
    operation: &'static str,
    /// The time of the computation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The id of the key of the operands, which also decrypts the result.
    key_id: String,
}

/// Compute on encrypted numbers without decrypting them.
///
/// The result is an envelope under the key of the operands: `POST /v1/encryption/decrypt` returns its numbers.
#[utoipa::path(post, path = "/v1/encryption/fhe/compute", tag = "Encryption", operation_id = "computeOnCiphertexts",
    request_body = ComputeRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job")),
    responses((status = 200, description = "The encrypted result, or the job that computes it", body = ResultOrJob<ComputationResult>)))]
pub(super) async fn compute(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody { body, .. }: LargeBody<ComputeRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<ComputationResult>>), ApiError> {
    let ComputeRequest {
        operation,
        operands,
        parameters,
    } = body;
    let operation = operation
        .parse()
        .map_err(|reason: NoOperation| ApiError::encryption_parameter("operation", reason.0))?;
    let scheme = parameters.scheme.as_deref();
    let scheme = scheme.map(|name| named_scheme(Mode::Fhe, Some(name)));
    let operands = operands
        .iter()
        .enumerate()
        .map(|(place, text)| base64(&format!("operands[{place}]"), text))
        .collect::<Result<_, ApiError>>()?;
    let asked = Compute {
        operation,
        operands,
        steps: parameters.steps,
        weights: parameters.weights,
        precision: precision(parameters.precision.as_ref())?,
        scheme: scheme.transpose()?.map(NamedScheme::scheme),
    };
    let (owner, clock) = (caller.owner(), encryption.ctx().clock.clone());
    let work = encryption.clone().compute(owner, asked);
    let work = async move {
        let made = work.await?;
        Ok(ComputationResult {
            result: BASE64.encode(&made.envelope),
            metadata: ComputationMetadata {
                operation: made.operation.name(),
                timestamp: clock.now().to_string(),
                key_id: made.key.id.to_string(),
            },
        })
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}
