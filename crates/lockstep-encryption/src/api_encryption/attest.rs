//! The public key that verifies the platform's signatures, over HTTP.

use axum::Json;
use axum::extract::State;
use lockstep_documents::rotation::Rotation;
use lockstep_documents::{ALGORITHM_NAME, CONTEXT};
use serde::Serialize;
use utoipa::ToSchema;

use crate::encryption::Encryption;

/// The public half of the platform's signing key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AttestationKey {
    /// The signature algorithm (FIPS 204, pure ML-DSA).
    #[schema(example = "ML-DSA-65")]
    algorithm: &'static str,
    /// The context string of every signature (FIPS 204, 5.2).
    #[schema(example = "lockstep attestation v1")]
    context: &'static str,
    /// The public key: 1952 bytes, base64.
    public_key: String,
    /// The SHA-256 of the public key, in hexadecimal: compare it over another channel.
    #[schema(example = "5c6b…")]
    fingerprint: String,
    /// The id of this installation, contained in every record it signs.
    #[schema(example = "0b5e8f0f6d9c4f5f9d3a6f0a7d1c2b3e")]
    installation: String,
    /// Every rotation of the key, oldest first. Each record is signed by the key before it and by
    /// the key after it, so that a verifier who trusts one of the keys can verify documents of all
    /// of them.
    chain: Vec<Rotation>,
}

/// Get the public key that verifies this platform's signatures.
///
/// The platform signs erasure receipts, checkpoints of the audit chain, roots of series, and claims
/// with their proofs. Compare its fingerprint with a fingerprint from another channel.
#[utoipa::path(get, path = "/v1/encryption/attestation-key", tag = "Encryption", operation_id = "getAttestationKey",
    responses((status = 200, description = "The public key", body = AttestationKey)))]
pub(super) async fn attestation_key(State(encryption): State<Encryption>) -> Json<AttestationKey> {
    Json(AttestationKey::of(&encryption))
}

/// Get the public key that verifies this platform's signatures, without an account.
///
/// Returns the same as `GET /v1/encryption/attestation-key`: the reader of a signed document may have no account. A reader who does
/// not trust the operator of this server takes the key from another source.
#[utoipa::path(get, path = "/.well-known/lockstep-attestation-key", tag = "Encryption", operation_id = "getPublishedAttestationKey",
    responses((status = 200, description = "The public key", body = AttestationKey)))]
pub(super) async fn published_key(State(encryption): State<Encryption>) -> Json<AttestationKey> {
    Json(AttestationKey::of(&encryption))
}

impl AttestationKey {
    fn of(encryption: &Encryption) -> Self {
        let attester = encryption.attester();
        Self {
            algorithm: ALGORITHM_NAME,
            context: CONTEXT,
            public_key: attester.key().to_base64(),
            fingerprint: attester.key().fingerprint().to_string(),
            installation: attester.installation().to_owned(),
            chain: attester.rotations(),
        }
    }
}
