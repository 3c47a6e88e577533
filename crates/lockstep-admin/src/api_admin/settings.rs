//! `GET` and `PATCH /v1/admin/settings`.

use axum::Json;
use axum::extract::State;
use lockstep_store::Settings;
use lockstep_web::{ApiError, AppState, Body, Caller};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::settings;
use crate::settings::{DefaultEncryptionType, SettingsChange};

/// The system settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SystemSettings {
    encryption: EncryptionSettings,
    network: NetworkSettings,
    wallet: WalletSettings,
    limits: RequestLimitSettings,
    market: MarketSettings,
    database: DatabaseSettings,
    alerts: AlertSettings,
    sign_in: SignInSettings,
}

/// The settings of the database and of scheduled backups.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DatabaseSettings {
    /// The maximum number of reads of the store that run at the same time.
    max_connections: u32,
    /// The maximum time in seconds that a read for an account may wait and run.
    timeout: u32,
    /// Whether backups are made on a schedule.
    backup_enabled: bool,
    /// The hours between two backups.
    backup_interval: u32,
}

/// The thresholds of alert rules.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AlertSettings {
    /// The used percentage of the disk at which an alert starts.
    storage_percent: u32,
    /// The number of failed sign-ins per minute at which an alert starts.
    failed_sign_ins: u32,
    /// The percentage of requests with a server error at which an alert starts.
    error_percent: u32,
}

/// The settings of account keys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EncryptionSettings {
    /// The mode of an upload that names `chunkSize` and no mode. `AES` is the mode `Basic`.
    default_type: DefaultEncryptionType,
    /// The smallest allowed `securityLevel`, in bits.
    min_key_length: u32,
    /// Whether a key whose period has ended is rotated automatically.
    auto_rotate_keys: bool,
    /// The days until a key is due for rotation.
    rotation_period: u32,
}

/// The network limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NetworkSettings {
    /// The maximum duration of a request in seconds, except for jobs and file uploads.
    request_timeout: u32,
    /// The maximum number of open connections.
    max_concurrent_connections: u32,
    /// The maximum number of bytes per second of all connections together; 0 for no limit.
    max_bandwidth: u64,
}

/// The settings of payments.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WalletSettings {
    /// The name of the settlement adapter.
    network: String,
    /// The maximum number of transfers that one settlement may post.
    gas_limit: u64,
    /// The largest price, in the currency of the token, that needs no approval.
    auto_approve_threshold: f64,
}

/// The request limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RequestLimitSettings {
    /// Requests per minute of an account whose tier has a custom limit.
    custom: u32,
    /// Requests per minute without a valid credential from one network address.
    anonymous: u32,
}

/// The settings of the marketplace.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MarketSettings {
    /// The maximum debt of a buyer after a purchase, in the currency of the purchase; null
    /// for no limit.
    credit_limit: Option<f64>,
}

/// The settings of sign-ins.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SignInSettings {
    /// Whether administrators and auditors need TOTP: without it, their accounts have the rights of the role `user` only.
    administration_needs_totp: bool,
}

impl From<&Settings> for SystemSettings {
    fn from(settings: &Settings) -> Self {
        let Settings {
            network,
            limits,
            encryption,
            wallet,
            market,
            database,
            alerts,
            // `GET /v1/admin/tiers` shows them.
            tiers: _,
            sign_in,
        } = settings;
        Self {
            encryption: EncryptionSettings {
                default_type: encryption.default_type.into(),
                min_key_length: encryption.min_key_length,
                auto_rotate_keys: encryption.auto_rotate_keys,
                rotation_period: encryption.rotation_period,
            },
            network: NetworkSettings {
                request_timeout: network.request_timeout,
                max_concurrent_connections: network.max_concurrent_connections,
                max_bandwidth: network.max_bandwidth,
            },
            wallet: WalletSettings {
                network: wallet.network.clone(),
                gas_limit: wallet.gas_limit,
                auto_approve_threshold: wallet.auto_approve_threshold,
            },
            limits: RequestLimitSettings {
                custom: limits.custom,
                anonymous: limits.anonymous,
            },
            market: MarketSettings {
                credit_limit: market.credit_limit,
            },
            database: DatabaseSettings {
                max_connections: database.max_connections,
                timeout: database.timeout,
                backup_enabled: database.backup_enabled,
                backup_interval: database.backup_interval,
            },
            alerts: AlertSettings {
                storage_percent: alerts.storage_percent,
                failed_sign_ins: alerts.failed_sign_ins,
                error_percent: alerts.error_percent,
            },
            sign_in: SignInSettings {
                administration_needs_totp: sign_in.administration_needs_totp,
            },
        }
    }
}

/// Get the system settings.
#[utoipa::path(get, path = "/v1/admin/settings", tag = "Administration", operation_id = "getSettings",
    responses((status = 200, description = "The settings", body = SystemSettings)))]
pub(super) async fn get(State(state): State<AppState>) -> Json<SystemSettings> {
    Json((&*state.settings()).into())
}

/// Update the system settings that the request contains.
///
/// All changes take effect together. If one value is out of range, none does. Running requests keep
/// their time limits, and open connections stay open.
#[utoipa::path(patch, path = "/v1/admin/settings", tag = "Administration", operation_id = "updateSettings",
    request_body = SettingsChange,
    responses((status = 200, description = "All settings after the change", body = SystemSettings)))]
pub(super) async fn update(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<SettingsChange>,
) -> Result<Json<SystemSettings>, ApiError> {
    let settings = settings::change(&state, caller.owner(), body).await?;
    Ok(Json((&*settings).into()))
}
