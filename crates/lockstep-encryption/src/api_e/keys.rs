//! Keys over HTTP.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use data_encoding::BASE64;
use lockstep_store::id::KeyId;
use lockstep_vault::Why;
use lockstep_vault::key::{Act, Custody, KeyRecord, Status};
use lockstep_web::{Area, Bare, Caller, Create, Fault, PageQuery, Params, PathParam};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::{level, mode, slot};
use crate::encryption::Encryption;

/// What key to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct GenerateKey {
    /// `Basic`, `FHE` or `ZK`.
    #[schema(example = "Basic")]
    mode: String,
    #[serde(default)]
    parameters: GenerateParameters,
}

/// More about the key.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct GenerateParameters {
    /// Basic: `AES-128-GCM`, `AES-192-GCM`, `AES-256-GCM` (a raw key), `X-Wing`, `MLKEM1024-P384` (a
    /// pair). FHE: `BFV`, `BFV-sum`. ZK: `Groth16`, `PGHR13`.
    scheme: Option<String>,
    /// 128, 192 or 256.
    #[schema(value_type = Option<u32>, example = 256)]
    security_level: Option<Value>,
    /// `server` (default) keeps the secret, and the key becomes current; `client` keeps the public
    /// half alone.
    custody: Option<String>,
}

/// A new key. Its private half is shown in this answer and never again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GeneratedKey {
    /// Base 64. Of a shared key: 16 bytes that tell whether two hold the same one.
    public_key: String,
    /// Base 64.
    private_key: String,
    metadata: GeneratedMetadata,
}

/// About a new key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct GeneratedMetadata {
    #[schema(example = "key_01h455vb4pex5vsknk084sn02q")]
    key_id: String,
    mode: &'static str,
    scheme: &'static str,
    security_level: u16,
    custody: &'static str,
    status: &'static str,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    expires_at: String,
}

/// Make a key and show it, once. In the server's custody it becomes the current one of its slot.
#[utoipa::path(post, path = "/v1/encryption/keys/generate", tag = "Encryption", operation_id = "generateKey",
    request_body = GenerateKey,
    params(("Idempotency-Key" = Option<String>, Header, description = "Sent again: refused, since the secret is shown once")),
    responses((status = 200, description = "The key with its secret", body = GeneratedKey)))]
pub(super) async fn generate(
    State(encryption): State<Encryption>,
    caller: Caller,
    Create { body, once }: Create<GenerateKey>,
) -> Result<Json<GeneratedKey>, Fault> {
    let bits = level(body.parameters.security_level.as_ref())?;
    let named = body.parameters.scheme.as_deref();
    let slot = slot(mode(&body.mode)?, named, bits, encryption.least())?;
    let custody = match body.parameters.custody.as_deref() {
        None => Custody::Server,
        Some(text) => text
            .parse()
            .map_err(|reason: String| Fault::encryption_parameter("parameters.custody", reason))?,
    };
    let made = encryption
        .generate(&(&caller).into(), slot, custody, once)
        .await?;
    let key = &made.record;
    Ok(Json(GeneratedKey {
        public_key: BASE64.encode(&made.public),
        private_key: BASE64.encode(&made.private),
        metadata: GeneratedMetadata {
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

/// Where a key is in its life.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyStatus {
    #[schema(example = "key_01h455vb4pex5vsknk084sn02q")]
    key_id: String,
    /// `pending`, `active`, `rotated`, `expired`, `suspended`, `revoked`, `pending_destruction`,
    /// `destroyed`.
    #[schema(example = "active")]
    status: &'static str,
    metadata: KeyMetadata,
}

/// About a key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KeyMetadata {
    mode: &'static str,
    scheme: &'static str,
    security_level: u16,
    /// Whether its slot encrypts with it.
    current: bool,
    custody: &'static str,
    /// Whether its secret was ever shown.
    exported: bool,
    /// What of it is made, 0 to 1: a key that is `pending` encrypts and decrypts, and computing waits.
    progress: f64,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    expires_at: String,
    /// When it will be destroyed, where it is condemned.
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

/// Where a key is in its life.
#[utoipa::path(get, path = "/v1/encryption/keys/{keyId}/status", tag = "Encryption", operation_id = "getKeyStatus",
    params(("keyId" = String, Path, description = "Which key")),
    responses((status = 200, description = "Its state", body = KeyStatus)))]
pub(super) async fn status(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<KeyId>,
) -> Result<Json<KeyStatus>, Fault> {
    Ok(Json(encryption.record(&caller.user, &id).await?.into()))
}

/// A page of keys, the newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct KeyPage {
    keys: Vec<KeyStatus>,
    total: u64,
    page: u32,
    limit: u32,
}

/// List one's keys.
#[utoipa::path(get, path = "/v1/encryption/keys", tag = "Encryption", operation_id = "listKeys",
    params(PageQuery), responses((status = 200, description = "A page of keys", body = KeyPage)))]
pub(super) async fn list(
    State(encryption): State<Encryption>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<KeyPage>), Fault> {
    let paging = query.paging(Area::Encryption)?;
    let (keys, total) = encryption.keys(caller.user, paging).await?;
    let page = KeyPage {
        keys: keys.into_iter().map(KeyStatus::from).collect(),
        total,
        page: paging.page,
        limit: paging.limit,
    };
    Ok((paging.links(&uri, total), Json(page)))
}

/// Make the key's slot its next key; what is under this one stays readable.
#[utoipa::path(post, path = "/v1/encryption/keys/{keyId}/rotate", tag = "Encryption", operation_id = "rotateKey",
    params(("keyId" = String, Path, description = "The current key of a slot"),
        ("Idempotency-Key" = Option<String>, Header, description = "Sent again: the same outcome")),
    responses((status = 200, description = "The new key", body = KeyStatus)))]
pub(super) async fn rotate(
    State(encryption): State<Encryption>,
    caller: Caller,
    PathParam(id): PathParam<KeyId>,
    Bare { once }: Bare,
) -> Result<Json<KeyStatus>, Fault> {
    let owner = (&caller).into();
    let rotated = encryption.rotate(&owner, &id, Why::Asked, once).await?;
    Ok(Json(rotated.into()))
}

macro_rules! acts {
    ($($(#[doc = $doc:literal])* $name:ident $method:ident $path:literal $id:literal $act:expr;)*) => {$(
        $(#[doc = $doc])*
        #[utoipa::path($method, path = $path, tag = "Encryption", operation_id = $id,
            params(("keyId" = String, Path, description = "Which key")),
            responses((status = 200, description = "The key as it stands", body = KeyStatus)))]
        pub(super) async fn $name(
            State(encryption): State<Encryption>,
            caller: Caller,
            PathParam(id): PathParam<KeyId>,
            _: Bare,
        ) -> Result<Json<KeyStatus>, Fault> {
            Ok(Json(encryption.change(&(&caller).into(), &id, $act).await?.into()))
        }
    )*};
}

acts! {
    /// Stop a key for now: nothing is encrypted or decrypted with it.
    suspend post "/v1/encryption/keys/{keyId}/suspend" "suspendKey" Act::Suspend;
    /// Let a suspended key go on.
    resume post "/v1/encryption/keys/{keyId}/resume" "resumeKey" Act::Resume;
    /// Stop a key for good.
    revoke post "/v1/encryption/keys/{keyId}/revoke" "revokeKey" Act::Revoke;
    /// Take a deletion back, within its seven days.
    cancel_destruction post "/v1/encryption/keys/{keyId}/cancel-destruction" "cancelKeyDestruction" Act::Cancel;
    /// Destroy a key in seven days; what is under it can then be read by nobody.
    delete delete "/v1/encryption/keys/{keyId}" "deleteKey" Act::Delete;
}
