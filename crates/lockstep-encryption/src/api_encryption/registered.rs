//! Registration of keys that clients created, over HTTP.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::KeyId;
use lockstep_web::openapi::BinaryBody;
use lockstep_web::{ApiError, AppState, Caller, LargeBody, Octets, PathParam};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::keys::{KeyStatus, shown};
use super::{base64, level, mode, slot};
use crate::encryption::Encryption;

/// The public half of a key created by the client.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RegisterKeyRequest {
    /// `FHE` or `Basic`.
    #[schema(example = "FHE")]
    mode: String,
    /// The public key, base64: written by lockstep-fhe, or of an X-Wing or MLKEM1024-P384 key pair.
    #[schema(example = "TEZIAQM=")]
    public_key: String,
    #[serde(default)]
    parameters: RegisterKeyParameters,
}

/// Parameters of the key.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RegisterKeyParameters {
    /// FHE: `BFV` (default), `BFV-sum`. Basic: `X-Wing`, `MLKEM1024-P384`.
    scheme: Option<String>,
    /// The security level: 128, 192 or 256 bits.
    #[schema(value_type = Option<u32>, example = 128)]
    security_level: Option<Value>,
}

/// Register the public half of a key whose secret stays with the client.
///
/// A key of mode FHE is `pending` until its evaluation keys are uploaded.
#[utoipa::path(post, path = "/v1/encryption/keys", tag = "Encryption", operation_id = "registerKey",
    request_body = RegisterKeyRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same result")),
    responses((status = 200, description = "The key", body = KeyStatus)))]
pub(super) async fn register(
    State(encryption): State<Encryption>,
    caller: Caller,
    LargeBody {
        body,
        idempotency_key,
    }: LargeBody<RegisterKeyRequest>,
) -> Result<Json<KeyStatus>, ApiError> {
    let bits = level(body.parameters.security_level.as_ref())?;
    let named = body.parameters.scheme.as_deref();
    let slot = slot(
        mode(&body.mode)?,
        named,
        bits,
        encryption.mode_keys().minimum_level(),
    )?;
    let public = base64("publicKey", &body.public_key)?;
    let key = encryption
        .mode_keys()
        .register(&caller.owner(), slot, public, idempotency_key)
        .await?;
    Ok(Json(shown(&encryption, key)))
}

/// Upload the evaluation keys of a key in the client's custody.
///
/// The body has the format of lockstep-fhe: keys for products, for sums over all slots of a ciphertext,
/// and for at most 24 rotations (52 MB for the largest parameter set). A second upload replaces the
/// first.
#[utoipa::path(put, path = "/v1/encryption/keys/{keyId}/evaluation-keys", tag = "Encryption", operation_id = "uploadEvaluationKeys",
    request_body(content = inline(BinaryBody), content_type = "application/octet-stream"),
    params(("keyId" = String, Path, description = "The id of an FHE key in the client's custody")),
    responses((status = 200, description = "The key, which now supports computation", body = KeyStatus)))]
pub(super) async fn evaluation_keys(
    State(state): State<AppState>,
    caller: Caller,
    PathParam(id): PathParam<KeyId>,
    mut body: Octets,
) -> Result<Json<KeyStatus>, ApiError> {
    let spool = &state.policy().spool;
    let encryption = Encryption::of(&state)?;
    let owner = caller.owner();
    let taken = encryption
        .mode_keys()
        .store_evaluation_keys(&owner, &id, spool, &mut body);
    match taken.await {
        Ok(key) => Ok(Json(shown(encryption, key))),
        Err(error) => {
            body.drain(MAX_DRAINED).await;
            Err(error)
        }
    }
}

/// More bytes than the evaluation keys of the largest parameter set have.
const MAX_DRAINED: u64 = 64 << 20;
