//! Keys that were made elsewhere, over HTTP.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::KeyId;
use lockstep_web::{Caller, Fault, House, Long, Octets, PathParam};
use serde::Deserialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::keys::KeyStatus;
use super::{base64, level, mode, slot};
use crate::encryption::Encryption;

/// The public half of a key that its owner made.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RegisterKey {
    /// `FHE` or `Basic`.
    #[schema(example = "FHE")]
    mode: String,
    /// Base 64: a public key as lockstep-fhe writes it, or that of an X-Wing or MLKEM1024-P384 pair.
    #[schema(example = "TEZIAQM=")]
    public_key: String,
    #[serde(default)]
    parameters: RegisterParameters,
}

/// More about the key.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct RegisterParameters {
    /// FHE: `BFV` (default), `BFV-sum`. Basic: `X-Wing`, `MLKEM1024-P384`.
    scheme: Option<String>,
    /// 128, 192 or 256.
    #[schema(value_type = Option<u32>, example = 128)]
    security_level: Option<Value>,
}

/// Keep the public half of a key whose secret never comes here. A key of mode FHE is `pending` until
/// its evaluation keys are sent.
#[utoipa::path(post, path = "/v1/encryption/keys", tag = "Encryption", operation_id = "registerKey",
    request_body = RegisterKey,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same outcome")),
    responses((status = 200, description = "The key", body = KeyStatus)))]
pub(super) async fn register(
    State(encryption): State<Encryption>,
    caller: Caller,
    Long { body, once }: Long<RegisterKey>,
) -> Result<Json<KeyStatus>, Fault> {
    let bits = level(body.parameters.security_level.as_ref())?;
    let named = body.parameters.scheme.as_deref();
    let slot = slot(mode(&body.mode)?, named, bits, encryption.least())?;
    let public = base64("publicKey", &body.public_key)?;
    let key = encryption
        .register(&(&caller).into(), slot, public, once)
        .await?;
    Ok(Json(key.into()))
}

/// Send what computing with a key of one's own needs, as lockstep-fhe writes it: the keys of products
/// and of sums over all slots, and of rotations where they are wanted, 24 rotations at most (52 MB
/// for the largest set). Sent again they take the place of those there are.
#[utoipa::path(put, path = "/v1/encryption/keys/{keyId}/evaluation-keys", tag = "Encryption", operation_id = "uploadEvaluationKeys",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    params(("keyId" = String, Path, description = "A key of mode FHE in one's own custody")),
    responses((status = 200, description = "The key, which now computes", body = KeyStatus)))]
pub(super) async fn evaluation_keys(
    State(house): State<House>,
    caller: Caller,
    PathParam(id): PathParam<KeyId>,
    mut body: Octets,
) -> Result<Json<KeyStatus>, Fault> {
    let spool = &house.policy().spool;
    let encryption = Encryption::of(&house)?;
    let owner = (&caller).into();
    let taken = encryption.take_evaluation(&owner, &id, spool, &mut body);
    match taken.await {
        Ok(key) => Ok(Json(key.into())),
        Err(fault) => {
            body.drain(MOST_DRAINED).await;
            Err(fault)
        }
    }
}

/// More than the largest set's.
const MOST_DRAINED: u64 = 64 << 20;
