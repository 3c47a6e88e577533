//! `/usage`.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use lockstep_web::{ApiError, AppState, Caller, Tier};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::usage;

/// The storage use of an account and its limits.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountUsage {
    tier: Tier,
    /// The quotas by name: `bytes` of sealed points, blocks, activities, records of imports,
    /// evaluation keys, circuits, proving keys and signed roots; `series`; `chunks`; `keys`; `circuits`; `devices`;
    /// `activities`; `imports`; `spoolBytes` of files being imported. A request that would exceed `bytes`, `series` or `chunks` is refused
    /// with 403; deletions always work.
    quotas: BTreeMap<&'static str, QuotaUsage>,
    /// The stored points by encryption mode.
    modes: Vec<EncryptionModeUsage>,
    /// Whether the server can store data. False while its disk is full: then only reads and deletions
    /// work.
    writable: bool,
}

/// The use of a quota.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuotaUsage {
    /// The current use: bytes for `bytes` and `spoolBytes`, otherwise a count.
    used: u64,
    /// The highest allowed value of `used`.
    limit: u64,
}

/// The points of one encryption mode.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct EncryptionModeUsage {
    /// `FHE`, `ZK` or `Basic`; null for points sealed under the account's own key only.
    encryption_mode: Option<String>,
    /// The number of series.
    series: u64,
    /// The number of points.
    points: u64,
    /// The bytes of their chunks on disk; null with more than 50 000 chunks.
    bytes: Option<u64>,
}

/// Get the storage use of the account and its quotas.
#[utoipa::path(get, path = "/v1/sfdp/usage", tag = "Fitness data", operation_id = "getUsage",
    responses((status = 200, description = "The use and the limit of each quota", body = AccountUsage)))]
pub(super) async fn read(
    State(state): State<AppState>,
    caller: Caller,
) -> Result<Json<AccountUsage>, ApiError> {
    let account = usage::read(&state, caller.user).await?;
    let quotas = account.quotas.iter().map(|quota| {
        let usage = QuotaUsage {
            used: quota.used,
            limit: quota.limit,
        };
        (quota.name, usage)
    });
    let modes = account.modes.iter().map(|mode_usage| EncryptionModeUsage {
        encryption_mode: mode_usage.mode.map(|mode| mode.to_string()),
        series: mode_usage.series,
        points: mode_usage.points,
        bytes: mode_usage.bytes,
    });
    Ok(Json(AccountUsage {
        tier: account.tier,
        quotas: quotas.collect(),
        modes: modes.collect(),
        writable: account.is_writable,
    }))
}
