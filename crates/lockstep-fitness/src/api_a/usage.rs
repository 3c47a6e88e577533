//! `/usage`.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use lockstep_web::{Caller, Fault, House, Tier};
use serde::Serialize;
use utoipa::ToSchema;

use crate::operations::usage;

/// What the account stores, and what it may.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountUsage {
    tier: Tier,
    /// By name: `bytes` of sealed points, blocks, evaluation keys, circuits, proving keys and signed
    /// roots; `series`; `chunks`; `keys`; `circuits`; `devices`; `spoolBytes` of files that are being
    /// imported. An act that would exceed `bytes`, `series` or `chunks` is refused with 403; deleting
    /// always works.
    quotas: BTreeMap<&'static str, QuotaUsage>,
    /// The points by mode.
    modes: Vec<ModeUsage>,
    /// False while the server's disk is full: reads and deletions work, nothing else is stored.
    writable: bool,
}

/// What is used of a quota.
#[derive(Serialize, ToSchema)]
pub(crate) struct QuotaUsage {
    used: u64,
    limit: u64,
}

/// Points of one mode.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ModeUsage {
    /// `FHE`, `ZK` or `Basic`; null for points that are sealed under the account's own key alone.
    encryption_mode: Option<String>,
    /// How many series they are in.
    series: u64,
    /// How many points there are.
    points: u64,
    /// Bytes of their chunks on disk; null with more than 50 000 chunks.
    bytes: Option<u64>,
}

/// Read what the account stores, and its quotas.
#[utoipa::path(get, path = "/v1/sfdp/usage", tag = "Fitness data", operation_id = "getUsage",
    responses((status = 200, description = "Used and limit of each quota", body = AccountUsage)))]
pub(super) async fn read(
    State(house): State<House>,
    caller: Caller,
) -> Result<Json<AccountUsage>, Fault> {
    let account = usage::read(&house, caller.user).await?;
    let quotas = account.quotas.iter().map(|quota| {
        let usage = QuotaUsage {
            used: quota.used,
            limit: quota.limit,
        };
        (quota.name, usage)
    });
    let modes = account.modes.iter().map(|of| ModeUsage {
        encryption_mode: of.mode.map(|mode| mode.to_string()),
        series: of.series,
        points: of.points,
        bytes: of.bytes,
    });
    Ok(Json(AccountUsage {
        tier: account.tier,
        quotas: quotas.collect(),
        modes: modes.collect(),
        writable: account.is_writable,
    }))
}
