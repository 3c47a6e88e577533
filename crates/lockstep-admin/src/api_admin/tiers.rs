//! `GET` and `PATCH /v1/admin/tiers`.

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Area, Body, Caller, Tier};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::settings;
use crate::tier::TiersChange;

/// The limits and quotas of every tier, as they apply now.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountTiers {
    standard: AccountTier,
    premium: AccountTier,
    enterprise: AccountTier,
}

/// The limits and quotas of a tier, as they apply now.
#[derive(Serialize, ToSchema)]
struct AccountTier {
    requests: TierRequests,
    quota: TierQuota,
}

/// The number of requests that an account of the tier may send to each area of the API.
#[derive(Serialize, ToSchema)]
struct TierRequests {
    /// Requests per minute to the fitness API.
    fitness: u32,
    /// Requests per hour to the platform API.
    platform: u32,
    /// Requests per minute to the administration API.
    administration: u32,
    /// Requests per minute to the agent API.
    agents: u32,
    /// Requests per minute to the encryption API.
    encryption: u32,
}

/// The storage quotas of an account of the tier.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct TierQuota {
    /// Bytes of stored data.
    bytes: u64,
    /// The number of series.
    series: u64,
    /// The number of chunks and blocks.
    chunks: u64,
    /// Bytes of files that wait while they are imported.
    spool_bytes: u64,
}

impl AccountTiers {
    fn of(state: &AppState) -> Self {
        Self {
            standard: AccountTier::of(state, Tier::Standard),
            premium: AccountTier::of(state, Tier::Premium),
            enterprise: AccountTier::of(state, Tier::Enterprise),
        }
    }
}

impl AccountTier {
    fn of(state: &AppState, tier: Tier) -> Self {
        let settings = state.settings();
        // Every area here is limited.
        let limit = |area: Area| area.limit_by(tier, &settings).map_or(0, |(_, limit)| limit);
        let quota = state.policy().quotas.changed_by(&settings.tiers).of(tier);
        Self {
            requests: TierRequests {
                fitness: limit(Area::Fitness),
                platform: limit(Area::Platform),
                administration: limit(Area::Administration),
                agents: limit(Area::Agents),
                encryption: limit(Area::Encryption),
            },
            quota: TierQuota {
                bytes: quota.bytes,
                series: quota.series,
                chunks: quota.chunks,
                spool_bytes: quota.spool_bytes,
            },
        }
    }
}

/// List the tiers with their limits and quotas, as they apply now.
#[utoipa::path(get, path = "/v1/admin/tiers", tag = "Administration", operation_id = "listTiers",
    responses((status = 200, description = "The tiers", body = AccountTiers)))]
pub(super) async fn list(State(state): State<AppState>) -> Json<AccountTiers> {
    Json(AccountTiers::of(&state))
}

/// Update the limits and quotas of tiers that the request contains. Null restores the default.
///
/// All changes take effect together. If one value is out of range, none does. An account above a
/// reduced quota can read and delete data, but cannot store more.
#[utoipa::path(patch, path = "/v1/admin/tiers", tag = "Administration", operation_id = "updateTiers",
    request_body = TiersChange,
    responses((status = 200, description = "All tiers after the change", body = AccountTiers)))]
pub(super) async fn update(
    State(state): State<AppState>,
    caller: Caller,
    Body(body): Body<TiersChange>,
) -> Result<Json<AccountTiers>, ApiError> {
    settings::change_tiers(&state, caller.owner(), body).await?;
    Ok(Json(AccountTiers::of(&state)))
}
