//! What the platform's signatures are checked with, over HTTP.

use axum::Json;
use axum::extract::State;
use lockstep_vault::attest::{ALGORITHM_NAME, CONTEXT};
use lockstep_vault::rotation::Rotation;
use serde::Serialize;
use utoipa::ToSchema;

use crate::encryption::Encryption;

/// The public half of the key this platform signs with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PlatformKey {
    /// FIPS 204, pure.
    #[schema(example = "ML-DSA-65")]
    algorithm: &'static str,
    /// The context string of every signature (FIPS 204, 5.2).
    #[schema(example = "lockstep attestation v1")]
    context: &'static str,
    /// 1952 bytes in base 64.
    public_key: String,
    /// SHA-256 of these bytes, in hexadecimal: what two people compare.
    #[schema(example = "5c6b…")]
    fingerprint: String,
    /// The name of this installation in every record it signs.
    #[schema(example = "0b5e8f0f6d9c4f5f9d3a6f0a7d1c2b3e")]
    installation: String,
    /// Every replacement of the key, the oldest first: each record is signed by the key before it and by
    /// the key that follows. Who knows one of the keys can check documents of all of them.
    chain: Vec<Rotation>,
}

/// What to check this platform's signatures with: receipts of erasures, checkpoints of the audit
/// chain, roots of series, claims about one's own days with their proofs. Compare the fingerprint with one you had from somewhere else.
#[utoipa::path(get, path = "/v1/encryption/attestation-key", tag = "Encryption", operation_id = "getAttestationKey",
    responses((status = 200, description = "The public key", body = PlatformKey)))]
pub(super) async fn attestation_key(State(encryption): State<Encryption>) -> Json<PlatformKey> {
    let attester = encryption.attester();
    Json(PlatformKey {
        algorithm: ALGORITHM_NAME,
        context: CONTEXT,
        public_key: attester.key().to_base64(),
        fingerprint: attester.key().fingerprint().to_string(),
        installation: attester.installation().to_owned(),
        chain: attester.rotations(),
    })
}
