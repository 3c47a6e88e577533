//! `GET` and `PATCH /v1/admin/settings`.

use axum::Json;
use axum::extract::State;
use lockstep_store::Settings;
use lockstep_web::{ApiError, AppState, Body, Caller};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::settings;
use crate::settings::SettingsChange;

/// The system settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SystemSettings {
    encryption: EncryptionSettings,
    network: NetworkSettings,
    wallet: WalletSettings,
    limits: LimitSettings,
    market: MarketSettings,
}

/// The settings of account keys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct EncryptionSettings {
    /// The smallest allowed `securityLevel`, in bits.
    min_key_length: u32,
    /// Whether a key whose period has ended is rotated automatically.
    auto_rotate_keys: bool,
    /// The days until a key is due for rotation.
    rotation_period: u32,
}

/// The limits of the network side.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct NetworkSettings {
    /// The seconds that a request may take, except jobs and file uploads.
    request_timeout: u32,
    /// The most open connections.
    max_concurrent_connections: u32,
}

/// The settings of payments.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WalletSettings {
    /// The name of the settlement adapter.
    network: String,
    /// The most transfers that one settlement may post.
    gas_limit: u64,
    /// The largest price, in the currency of the token, that needs no approval.
    auto_approve_threshold: f64,
}

/// The request limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LimitSettings {
    /// Requests a minute of each account whose tier has a custom limit.
    custom: u32,
    /// Requests a minute without a valid credential, of each address.
    anonymous: u32,
}

/// The settings of the marketplace.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct MarketSettings {
    /// How far below zero a purchase may take a buyer's balance, in the currency of the purchase; null
    /// for no limit.
    credit_limit: Option<f64>,
}

impl From<&Settings> for SystemSettings {
    fn from(settings: &Settings) -> Self {
        let Settings {
            network,
            limits,
            encryption,
            wallet,
            market,
        } = settings;
        Self {
            encryption: EncryptionSettings {
                min_key_length: encryption.min_key_length,
                auto_rotate_keys: encryption.auto_rotate_keys,
                rotation_period: encryption.rotation_period,
            },
            network: NetworkSettings {
                request_timeout: network.request_timeout,
                max_concurrent_connections: network.max_concurrent_connections,
            },
            wallet: WalletSettings {
                network: wallet.network.clone(),
                gas_limit: wallet.gas_limit,
                auto_approve_threshold: wallet.auto_approve_threshold,
            },
            limits: LimitSettings {
                custom: limits.custom,
                anonymous: limits.anonymous,
            },
            market: MarketSettings {
                credit_limit: market.credit_limit,
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

/// Update system settings: groups and fields that the request names.
///
/// All changes act at once, or none does if a value is out of range. Running requests keep the time
/// that they began with, and open connections stay open.
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
