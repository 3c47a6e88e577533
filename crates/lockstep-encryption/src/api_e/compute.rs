//! Computing on ciphertexts over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::BASE64;
use lockstep_vault::key::Mode;
use lockstep_web::jobs::Jobs;
use lockstep_web::{Area, Caller, Fault, Long};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{Answer, answer, base64, precision, slot};
use crate::encryption::Encryption;
use crate::operations::compute::Compute;

/// What to compute.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ComputeRequest {
    /// Of two operands: `add`, `subtract`, `multiply`, `dot`. Of one: `negate`, `square`, `sum`,
    /// `mean`, `variance`, `rotate`, `weightedSum`.
    #[schema(example = "add")]
    operation: String,
    /// Envelopes of mode FHE under one key, base 64.
    #[schema(example = json!(["TEtF"]))]
    operands: Vec<String>,
    #[serde(default)]
    parameters: ComputeParameters,
}

/// More about the operation.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ComputeParameters {
    /// `BFV` or `BFV-sum`; must be the operands'.
    scheme: Option<String>,
    /// `weightedSum`: decimals of the weights, 0 to 6; without it 0 for whole ones, else 2.
    #[schema(value_type = Option<u32>)]
    precision: Option<Value>,
    /// `rotate`: places to the left.
    steps: Option<i64>,
    /// `weightedSum`: one for each value. A weight with more decimals is refused, never rounded.
    weights: Option<Vec<f64>>,
}

/// What came of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct Computed {
    /// An envelope, base 64.
    result: String,
    metadata: ComputedMetadata,
}

/// About what was computed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComputedMetadata {
    operation: &'static str,
    #[schema(format = DateTime)]
    timestamp: String,
    key_id: String,
}

/// Compute on encrypted numbers without decrypting them.
#[utoipa::path(post, path = "/v1/encryption/fhe/compute", tag = "Encryption", operation_id = "computeOnEncrypted",
    request_body = ComputeRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async`: as a job")),
    responses((status = 200, description = "The result, encrypted, or the job that computes it", body = Answer<Computed>)))]
pub(super) async fn compute(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    Long { body, .. }: Long<ComputeRequest>,
) -> Result<(HeaderMap, Json<Answer<Computed>>), Fault> {
    let ComputeRequest {
        operation,
        operands,
        parameters,
    } = body;
    let named = parameters.scheme.as_deref();
    let scheme = named
        .map(|name| slot(Mode::Fhe, Some(name), None, 0))
        .transpose()?
        .map(|slot| slot.scheme);
    let operands = operands
        .iter()
        .enumerate()
        .map(|(place, text)| base64(&format!("operands[{place}]"), text))
        .collect::<Result<_, Fault>>()?;
    let asked = Compute {
        operation,
        operands,
        steps: parameters.steps,
        weights: parameters.weights,
        precision: precision(parameters.precision.as_ref())?,
        scheme,
    };
    let (owner, clock) = ((&caller).into(), encryption.ctx().clock.clone());
    let work = encryption.clone().compute(owner, asked);
    let work = async move {
        let made = work.await?;
        Ok(Computed {
            result: BASE64.encode(&made.envelope),
            metadata: ComputedMetadata {
                operation: made.operation,
                timestamp: clock.now().to_string(),
                key_id: made.key.id.to_string(),
            },
        })
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}
