//! Keys over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use data_encoding::BASE64;
use lockstep_store::id::KeyId;
use lockstep_vault::key::{Custody, KeyAction, KeyRecord, Status, UnusableKeyReason};
use lockstep_vault::{ListedKey, RotationReason};
use lockstep_web::{ApiError, Area, Caller, CreateBody, EmptyBody, PageQuery, Params, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{level, mode, slot};
use crate::encryption::Encryption;

/// The key to generate.
#[derive(Deserialize, ToSchema)]
#[schema(as = GenerateKeyRequest)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct GenerateKey {
    /// `Basic`, `FHE` or `ZK`.
    #[schema(example = "Basic")]
    mode: String,
    #[serde(default)]
    parameters: KeyParameters,
}

/// Parameters of the key.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct KeyParameters {
    /// Basic: `AES-128-GCM`, `AES-192-GCM`, `AES-256-GCM` (a symmetric key), `X-Wing`,
    /// `MLKEM1024-P384` (a key pair). FHE: `BFV`, `BFV-sum`. ZK: `Groth16`, `PGHR13`.
    scheme: Option<String>,
    /// The security level: 128, 192 or 256 bits.
    #[schema(value_type = Option<u32>, example = 256)]
    security_level: Option<Value>,
    /// `server` (default): the server keeps the secret, and the key becomes current. `client`: the
    /// server keeps only the public half.
    custody: Option<String>,
}

/// A new key. Its private half is returned once, in this response.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GeneratedKey {
    /// The public key, base64. For a symmetric key: a 16-byte check value.
    public_key: String,
    /// The private key, or the symmetric key itself, base64. No other response returns it.
    private_key: String,
    metadata: GeneratedKeyMetadata,
}

/// Metadata of a new key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GeneratedKeyMetadata {
    /// The id of the key: `key_` and 26 characters. Other routes take it.
    #[schema(example = "key_01h455vb4pex5vsknk084sn02q")]
    key_id: String,
    /// `Basic`, `FHE` or `ZK`.
    mode: &'static str,
    /// The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
    scheme: &'static str,
    /// The security level of the key in bits: 128, 192 or 256.
    security_level: u16,
    /// `server`: the server keeps the secret. `client`: only the client has it.
    custody: &'static str,
    /// `active`, or `pending` while the evaluation keys of an FHE key are missing.
    status: &'static str,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC.
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Generate a key and return its secret once.
///
/// A key in the server's custody becomes the current key for its mode, scheme and security level.
#[utoipa::path(post, path = "/v1/encryption/keys/generate", tag = "Encryption", operation_id = "generateKey",
    request_body = GenerateKey,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request is refused, because the secret is returned once")),
    responses((status = 200, description = "The key with its secret", body = GeneratedKey)))]
pub(super) async fn generate(
    State(encryption): State<Encryption>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<GenerateKey>,
) -> Result<Json<GeneratedKey>, ApiError> {
    let bits = level(body.parameters.security_level.as_ref())?;
    let named = body.parameters.scheme.as_deref();
    let slot = slot(
        mode(&body.mode)?,
        named,
        bits,
        encryption.mode_keys().minimum_level(),
    )?;
    let custody = match body.parameters.custody.as_deref() {
        None => Custody::Server,
        Some(text) => text.parse().map_err(|reason: String| {
            ApiError::encryption_parameter("parameters.custody", reason)
        })?,
    };
    let made = encryption
        .mode_keys()
        .generate(&caller.owner(), slot, custody, idempotency_key)
        .await?;
    let key = &made.record;
    Ok(Json(GeneratedKey {
        public_key: BASE64.encode(&made.public),
        private_key: BASE64.encode(&made.private),
        metadata: GeneratedKeyMetadata {
            key_id: key.id.to_string(),
            mode: key.slot.mode.as_str(),
            scheme: key.slot.scheme_name(),
            security_level: key.slot.level.bits(),
            custody: key.custody.as_str(),
            status: key.status.as_str(),
            created_at: key.created_at.to_string(),
            expires_at: key.expires_at.to_string(),
        },
    }))
}

/// The status of a key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyStatus {
    /// The id of the key: `key_` and 26 characters.
    #[schema(example = "key_01h455vb4pex5vsknk084sn02q")]
    key_id: String,
    /// `pending`, `active`, `rotated`, `expired`, `suspended`, `revoked`, `pending_destruction`,
    /// `destroyed`; in lists also `damaged`: the stored row of the key is damaged, and the key is refused until the
    /// operator repairs the row. `metadata` has the fields that can still be read.
    #[schema(example = "active")]
    status: &'static str,
    metadata: KeyMetadata,
}

/// Metadata of a key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyMetadata {
    /// `Basic`, `FHE` or `ZK`.
    mode: &'static str,
    /// The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
    scheme: &'static str,
    /// The security level of the key in bits: 128, 192 or 256.
    security_level: u16,
    /// Whether the key is the current key for its mode, scheme and security level.
    current: bool,
    /// `server`: the server keeps the secret. `client`: only the client has it.
    custody: &'static str,
    /// Whether the secret of the key was ever returned.
    exported: bool,
    /// The progress of key generation, 0 to 1. A `pending` key encrypts and decrypts, but cannot be
    /// computed with yet.
    progress: f64,
    /// The time of the creation: RFC 3339, UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC.
    #[schema(format = DateTime)]
    expires_at: String,
    /// The time of its destruction, if scheduled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    destroy_at: Option<String>,
}

impl From<KeyRecord> for KeyStatus {
    fn from(key: KeyRecord) -> Self {
        Self {
            key_id: key.id.to_string(),
            status: key.status.as_str(),
            metadata: KeyMetadata {
                mode: key.slot.mode.as_str(),
                scheme: key.slot.scheme_name(),
                security_level: key.slot.level.bits(),
                current: key.current,
                custody: key.custody.as_str(),
                exported: key.exported,
                progress: if key.status == Status::Pending {
                    0.5
                } else {
                    1.0
                },
                created_at: key.created_at.to_string(),
                expires_at: key.expires_at.to_string(),
                destroy_at: key.destroy_at.map(|at| at.to_string()),
            },
        }
    }
}

impl From<ListedKey> for KeyStatus {
    fn from(listed: ListedKey) -> Self {
        let known = Self::from(listed.record);
        match listed.is_damaged {
            true => Self {
                status: UnusableKeyReason::Damaged.as_str(),
                ..known
            },
            false => known,
        }
    }
}

/// The status of a key with the end of its period, which the rotation period may end before the stored expiry.
pub(super) fn shown(encryption: &Encryption, key: KeyRecord) -> KeyStatus {
    KeyStatus::from(KeyRecord {
        expires_at: encryption.mode_keys().period_end(&key),
        ..key
    })
}

/// Get the status of a key.
#[utoipa::path(get, path = "/v1/encryption/keys/{keyId}/status", tag = "Encryption", operation_id = "getKeyStatus",
    params(("keyId" = String, Path, description = "The id of the key")),
    responses((status = 200, description = "The status of the key", body = KeyStatus)))]
pub(super) async fn status(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<KeyId>,
) -> Result<Json<KeyStatus>, ApiError> {
    let key = encryption.mode_keys().record(&caller.user, &id).await?;
    Ok(Json(shown(&encryption, key)))
}

/// A page of keys, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeyPage {
    /// The keys of the page, of every status, newest first.
    keys: Vec<KeyStatus>,
    /// The number of all keys of the account.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of keys per page, as requested or by default.
    limit: u32,
}

/// List the caller's keys.
#[utoipa::path(get, path = "/v1/encryption/keys", tag = "Encryption", operation_id = "listKeys",
    params(PageQuery), responses((status = 200, description = "A page of keys", body = KeyPage)))]
pub(super) async fn list(
    State(encryption): State<Encryption>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<KeyPage>), ApiError> {
    let paging = query.paging(Area::Encryption)?;
    let mut found = encryption.mode_keys().page(caller.user, paging).await?;
    for listed in &mut found.entries {
        listed.record.expires_at = encryption.mode_keys().period_end(&listed.record);
    }
    Ok(paging.respond(&uri, found, |keys, total| KeyPage {
        keys,
        total,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// Rotate a key: a new key replaces it. Data under the old key stays readable.
#[utoipa::path(post, path = "/v1/encryption/keys/{keyId}/rotate", tag = "Encryption", operation_id = "rotateKey",
    params(("keyId" = String, Path, description = "The id of a current key"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same result")),
    responses((status = 200, description = "The new key", body = KeyStatus)))]
pub(super) async fn rotate(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<KeyId>,
    EmptyBody { idempotency_key }: EmptyBody,
) -> Result<Json<KeyStatus>, ApiError> {
    let owner = caller.owner();
    let rotated = encryption
        .mode_keys()
        .rotate(&owner, &id, RotationReason::Requested, idempotency_key)
        .await?;
    Ok(Json(shown(&encryption, rotated)))
}

macro_rules! acts {
    ($($(#[doc = $doc:literal])* $name:ident $method:ident $path:literal $id:literal $act:expr;)*) => {$(
        $(#[doc = $doc])*
        #[utoipa::path($method, path = $path, tag = "Encryption", operation_id = $id,
            params(("keyId" = String, Path, description = "The id of the key")),
            responses((status = 200, description = "The updated key", body = KeyStatus)))]
        pub(super) async fn $name(
            State(encryption): State<Encryption>,
            caller: Caller,
            PathParam(id): PathParam<KeyId>,
            _: EmptyBody,
        ) -> Result<Json<KeyStatus>, ApiError> {
            let key = encryption.mode_keys().change(&caller.owner(), &id, $act).await?;
            Ok(Json(shown(&encryption, key)))
        }
    )*};
}

acts! {
    /// Suspend a key. Nothing is encrypted or decrypted with it until it is resumed.
    suspend post "/v1/encryption/keys/{keyId}/suspend" "suspendKey" KeyAction::Suspend;
    /// Resume a suspended key.
    resume post "/v1/encryption/keys/{keyId}/resume" "resumeKey" KeyAction::Resume;
    /// Revoke a key permanently.
    ///
    /// Nothing is encrypted or decrypted with the key from now on. This cannot be undone.
    revoke post "/v1/encryption/keys/{keyId}/revoke" "revokeKey" KeyAction::Revoke;
    /// Cancel the destruction of a key, within its seven days.
    ///
    /// The key returns to the status that it had before.
    cancel_destruction post "/v1/encryption/keys/{keyId}/cancel-destruction" "cancelKeyDestruction" KeyAction::Cancel;
    /// Schedule a key for destruction in seven days.
    ///
    /// Nothing is encrypted or decrypted with the key from now on. `cancel-destruction` restores the key within the seven
    /// days. After them, data under the key can never be read again.
    delete delete "/v1/encryption/keys/{keyId}" "deleteKey" KeyAction::Delete;
}
