//! Encrypting and decrypting over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use data_encoding::BASE64;
use lockstep_store::id::KeyId;
use lockstep_vault::key::{KeyRecord, KeySlot, Mode, NamedScheme, SecurityLevel};
use lockstep_web::jobs::Jobs;
use lockstep_web::{ApiError, Area, Caller, LargeBody};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{
    ResultOrJob, answer, base64, curve, key_id, level, mode, precision, secret_base64, slot,
};
use crate::encryption::Encryption;
use crate::operations::crypt::Encrypt;

/// The data to encrypt.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct EncryptRequest {
    /// The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports computation and
    /// proofs; anything else is encrypted as bytes.
    #[schema(example = "WzYxLDY0LDczXQ==")]
    data: String,
    /// `Basic`, `FHE` or `ZK`.
    #[schema(example = "Basic")]
    mode: String,
    #[serde(default)]
    parameters: EncryptParameters,
}

/// Parameters of an encryption.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct EncryptParameters {
    /// The scheme of the key, as in `POST /v1/encryption/keys/generate`.
    scheme: Option<String>,
    /// The security level: 128, 192 or 256 bits.
    #[schema(value_type = Option<u32>)]
    security_level: Option<Value>,
    /// The decimals kept of each number, 0 to 6. Default: 0 for whole numbers, otherwise 2.
    #[schema(value_type = Option<u32>)]
    precision: Option<Value>,
    /// The id of a key of the caller. Default: the current key.
    key_id: Option<String>,
    /// ZK only: the curve over whose field the server commits. It must fit the key's level: `bls12-381` (default) or
    /// `bn254` at 128, `bls24-509` at 192, `bls48-575` at 256.
    curve: Option<String>,
}

/// Encrypted data and the key that encrypted it.
#[derive(Serialize, ToSchema)]
#[schema(as = EncryptionResult)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EncryptionResult {
    /// An envelope, base64.
    encrypted_data: String,
    metadata: EncryptionMetadata,
}

/// Metadata of an envelope.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EncryptionMetadata {
    /// `Basic`, `FHE` or `ZK`.
    mode: &'static str,
    /// The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
    scheme: &'static str,
    /// The security level of the key in bits: 128, 192 or 256.
    security_level: u16,
    /// The time of the encryption: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The id of the key that encrypted the data. The envelope contains it.
    key_id: String,
    /// For ZK: the root of the committed values, decimal.
    #[serde(skip_serializing_if = "Option::is_none")]
    commitment: Option<String>,
}

/// Encrypt data under a key of the caller.
///
/// The result is an envelope that contains the id of its key. Without `parameters.keyId`, the current key of the
/// mode, scheme and security level is used. If the caller has no such key, it is created.
#[utoipa::path(post, path = "/v1/encryption/encrypt", tag = "Encryption", operation_id = "encryptData",
    request_body = EncryptRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job")),
    responses((status = 200, description = "The envelope, or the job that creates it", body = ResultOrJob<EncryptionResult>),
        (status = 404, description = "NOT_FOUND: the key does not exist", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn encrypt(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody { body, .. }: LargeBody<EncryptRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<EncryptionResult>>), ApiError> {
    let EncryptRequest {
        data,
        mode: named,
        parameters,
    } = body;
    let mode = mode(&named)?;
    let bits = level(parameters.security_level.as_ref())?;
    let scheme = parameters.scheme.as_deref();
    let key = key_id(parameters.key_id.as_deref())?;
    // Without an explicit scheme and level, the named key determines both.
    let decided = key.is_some() && scheme.is_none() && bits.is_none();
    let slot = if decided {
        None
    } else {
        Some(slot(
            mode,
            scheme,
            bits,
            encryption.mode_keys().minimum_level(),
        )?)
    };
    let asked = Encrypt {
        precision: precision(parameters.precision.as_ref())?,
        data: secret_base64("data", &data)?,
        mode,
        slot,
        key,
        curve: curve("parameters.curve", parameters.curve.as_deref())?,
    };
    let (owner, clock) = (caller.owner(), encryption.ctx().clock.clone());
    let work = encryption.clone().encrypt(owner, asked);
    let work = async move {
        let made = work.await?;
        let KeyRecord { id, slot, .. } = made.key;
        Ok(EncryptionResult {
            encrypted_data: BASE64.encode(&made.envelope),
            metadata: EncryptionMetadata {
                mode: slot.mode.as_str(),
                scheme: slot.scheme_name(),
                security_level: slot.level.bits(),
                timestamp: clock.now().to_string(),
                key_id: id.to_string(),
                commitment: made.root,
            },
        })
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}

/// The envelope to decrypt.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct DecryptRequest {
    /// An envelope, base64.
    #[schema(example = "TEtF")]
    encrypted_data: String,
    /// Optional: if sent, it must match the envelope.
    metadata: Option<EnvelopeMetadata>,
}

/// The metadata of an envelope, as sent by the caller.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct EnvelopeMetadata {
    /// `Basic`, `FHE` or `ZK`. A value that differs from the envelope's is refused.
    mode: Option<String>,
    /// The scheme that `encrypt` returned. A value that differs from the envelope's is refused.
    scheme: Option<String>,
    /// 128, 192 or 256 bits. A value that differs from the envelope's is refused.
    #[schema(value_type = Option<u32>)]
    security_level: Option<Value>,
    /// The id of the key that `encrypt` returned. An id that is not of a key of the caller is answered with
    /// 404.
    key_id: Option<String>,
    /// Accepted for compatibility and ignored.
    #[serde(rename = "timestamp")]
    _timestamp: Option<String>,
    /// Accepted and ignored: the commitment inside the envelope is verified.
    #[serde(rename = "commitment")]
    _commitment: Option<String>,
}

/// The key of an envelope, as the caller's metadata states it.
struct ClaimedKey {
    mode: Option<Mode>,
    scheme: Option<NamedScheme>,
    level: Option<SecurityLevel>,
    id: Option<KeyId>,
}

impl ClaimedKey {
    fn parse(metadata: &EnvelopeMetadata) -> Result<Self, ApiError> {
        let scheme = metadata.scheme.as_deref().map(|name| {
            NamedScheme::find(name)
                .ok_or_else(|| ApiError::encryption_parameter("metadata.scheme", MODE_DISAGREES))
        });
        Ok(Self {
            mode: metadata.mode.as_deref().map(mode).transpose()?,
            scheme: scheme.transpose()?,
            level: level(metadata.security_level.as_ref())?,
            id: key_id(metadata.key_id.as_deref())?,
        })
    }

    fn ensure_agrees(&self, slot: KeySlot, id: &KeyId) -> Result<(), ApiError> {
        let scheme = self.scheme.map(NamedScheme::name);
        for (parameter, agrees) in [
            (
                "metadata.mode",
                self.mode.is_none_or(|mode| mode == slot.mode),
            ),
            (
                "metadata.scheme",
                scheme.is_none_or(|name| name == slot.scheme_name()),
            ),
            (
                "metadata.securityLevel",
                self.level.is_none_or(|level| level == slot.level),
            ),
            (
                "metadata.keyId",
                self.id.as_ref().is_none_or(|key| key == id),
            ),
        ] {
            if !agrees {
                return Err(ApiError::encryption_parameter(parameter, MODE_DISAGREES));
            }
        }
        Ok(())
    }
}

const MODE_DISAGREES: &str =
    "does not agree with the envelope: omit it, or send the value from the response of encrypt";

/// The plaintext of an envelope.
#[derive(Serialize, ToSchema)]
#[schema(as = DecryptionResult)]
pub(crate) struct DecryptionResult {
    /// The plaintext, base64.
    data: String,
    metadata: DecryptionMetadata,
}

/// Metadata of a decryption.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DecryptionMetadata {
    /// `Basic`, `FHE` or `ZK`.
    mode: &'static str,
    /// The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
    scheme: &'static str,
    /// The time of the decryption: RFC 3339, UTC.
    #[schema(format = DateTime)]
    timestamp: String,
    /// The id of the key that decrypted the envelope.
    key_id: String,
}

/// Decrypt an envelope that was encrypted under a key of the caller.
///
/// The envelope contains the id of its key. Every envelope that cannot be decrypted is refused with the same error.
#[utoipa::path(post, path = "/v1/encryption/decrypt", tag = "Encryption", operation_id = "decryptEnvelope",
    request_body = DecryptRequest,
    params(("Prefer" = Option<String>, Header, description = "`respond-async` runs the request as a job")),
    responses((status = 200, description = "The plaintext, or the job that decrypts it", body = ResultOrJob<DecryptionResult>),
        (status = 404, description = "NOT_FOUND: the key does not exist", body = lockstep_web::openapi::ErrorResponse)))]
pub(super) async fn decrypt(
    State(encryption): State<Encryption>,
    State(jobs): State<Jobs>,
    caller: Caller,
    headers: HeaderMap,
    LargeBody { body, .. }: LargeBody<DecryptRequest>,
) -> Result<(HeaderMap, Json<ResultOrJob<DecryptionResult>>), ApiError> {
    let envelope = base64("encryptedData", &body.encrypted_data)?;
    let claimed = body.metadata.as_ref().map(ClaimedKey::parse).transpose()?;
    if let Some(id) = claimed.as_ref().and_then(|claimed| claimed.id.as_ref()) {
        // A key that the caller names must exist.
        encryption.mode_keys().record(&caller.user, id).await?;
    }
    let (owner, clock) = (caller.owner(), encryption.ctx().clock.clone());
    let work = encryption.clone().decrypt(owner, envelope);
    let work = async move {
        let opened = work.await?;
        let KeyRecord { id, slot, .. } = opened.key;
        if let Some(claimed) = claimed {
            claimed.ensure_agrees(slot, &id)?;
        }
        Ok(DecryptionResult {
            data: BASE64.encode(&opened.data),
            metadata: DecryptionMetadata {
                mode: slot.mode.as_str(),
                scheme: slot.scheme_name(),
                timestamp: clock.now().to_string(),
                key_id: id.to_string(),
            },
        })
    };
    answer(&jobs, (Area::Encryption, &caller.user), &headers, work).await
}
