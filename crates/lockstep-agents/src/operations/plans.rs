//! Plans: what an export of an account would contain, and what an erasure would destroy. Nothing is exported or erased.

use std::collections::BTreeMap;

use lockstep_store::{StoreError, Timestamp};
use lockstep_vault::Vault;
use lockstep_web::{ApiError, AppState, Caller, capability};
use serde_json::Value as Json;

use super::coverage::{PLANNED_TOOLS, ToolCoverage};
use crate::toolset::Agents;

/// The numbers of an account's records by their kind.
pub(crate) type RecordCounts = BTreeMap<&'static str, u64>;

/// A part of an export.
pub(crate) struct ExportPart {
    pub(crate) kind: &'static str,
    /// The number of records.
    pub(crate) count: u64,
    /// The request that returns them.
    pub(crate) request: &'static str,
    pub(crate) formats: &'static [&'static str],
}

/// A kind of records that an erasure destroys.
pub(crate) struct DestroyedKind {
    pub(crate) kind: &'static str,
    pub(crate) count: u64,
}

/// The plan of an erasure.
pub(crate) struct ErasurePlan {
    pub(crate) destroyed: Vec<DestroyedKind>,
    /// The time from which no older copy of the keys opens the account's data, if the erasure took place now.
    pub(crate) horizon: Timestamp,
}

/// Plans an export. Kinds without records are part of the plan.
///
/// # Errors
/// The scopes of the credential do not cover every kind.
pub(crate) async fn export(agents: &Agents, caller: &Caller) -> Result<Vec<ExportPart>, ApiError> {
    let counts = counts(agents, caller).await?;
    let parts = EXPORTED.iter().map(|&(kind, request, formats)| ExportPart {
        kind,
        count: count(&counts, kind),
        request,
        formats,
    });
    Ok(parts.collect())
}

/// Plans an erasure. Kinds without records are left out.
///
/// # Errors
/// The scopes of the credential do not cover every kind.
pub(crate) async fn erasure(agents: &Agents, caller: &Caller) -> Result<ErasurePlan, ApiError> {
    let counts = counts(agents, caller).await?;
    let all = DESTROYED.iter().map(|&kind| DestroyedKind {
        kind,
        count: count(&counts, kind),
    });
    let state: &AppState = agents;
    Ok(ErasurePlan {
        destroyed: all.filter(|part| part.count > 0).collect(),
        horizon: Vault::of(state)?.epochs().horizon(),
    })
}

fn count(counts: &RecordCounts, kind: &str) -> u64 {
    counts.get(kind).copied().unwrap_or(0)
}

/// Counts an account's records: by the figures of every capability, and by the storage that the fitness API reports.
async fn counts(agents: &Agents, caller: &Caller) -> Result<RecordCounts, ApiError> {
    let coverage = ToolCoverage::of(agents, caller).await?;
    coverage.ensure(PLANNED_TOOLS.iter().copied(), "a plan of all data needs")?;
    let toolbox = agents.toolbox().await?;
    let usage = toolbox
        .call(caller.clone(), "points.usage", Json::Null)
        .await?;
    let state: &AppState = agents;
    let (capabilities, user) = (state.capabilities(), caller.user.clone());
    let read = state
        .db
        .read::<_, StoreError, _>("agents.plan.counts", move |tx| {
            capability::counts(capabilities, tx, &user)
        });
    let mut counts: RecordCounts = read.await?.iter().collect();
    counts.extend(of_usage(&usage));
    Ok(counts)
}

/// Returns the counts that the storage use of an account contains.
fn of_usage(usage: &Json) -> RecordCounts {
    let modes = || usage["modes"].as_array().into_iter().flatten();
    let sum = |name: &str| modes().filter_map(|mode| mode[name].as_u64()).sum::<u64>();
    let mut counts = RecordCounts::from([("points", sum("points")), ("series", sum("series"))]);
    for kind in ["activities", "circuits", "devices", "imports"] {
        let used = usage["quotas"][kind]["used"].as_u64();
        counts.insert(kind, used.unwrap_or(0));
    }
    counts.insert("profiles", 1);
    counts
}

/// The kinds of an export, with the request and the formats.
const EXPORTED: &[(&str, &str, &[&str])] = &[
    (
        "points",
        "GET /v1/sfdp/export",
        &["csv", "arrow", "omh", "fhir"],
    ),
    (
        "activities",
        "GET /v1/sfdp/export?format=activities",
        &["json"],
    ),
    (
        "datasets",
        "GET /api/datasets/{dataset_id}/data",
        &["json", "csv", "arrow"],
    ),
    ("profiles", "GET /v1/sfdp/profile", &["json"]),
    ("devices", "GET /v1/sfdp/devices", &["json"]),
    ("imports", "GET /v1/sfdp/imports", &["json"]),
    ("dataTokens", "GET /v1/sfdp/marketplace/tokens", &["json"]),
    ("purchases", "GET /v1/sfdp/marketplace/purchases", &["json"]),
    ("encryptionKeys", "GET /v1/encryption/keys", &["json"]),
    ("chatMessages", "GET /v1/agents/{agentId}/chat", &["json"]),
    ("workflows", "GET /v1/agents/workflows", &["json"]),
];

/// The kinds that an erasure destroys.
const DESTROYED: &[&str] = &[
    "points",
    "series",
    "activities",
    "imports",
    "profiles",
    "datasets",
    "dataTokens",
    "listings",
    "attachedClaims",
    "purchases",
    "encryptionKeys",
    "circuits",
    "agents",
    "workflows",
    "chatMessages",
    "devices",
    "apiKeys",
    "signIns",
];

/// The data that remain after an erasure.
pub(crate) const REMAINS: &[&str] = &[
    "the purchases and receipts of buyers, without the data",
    "the transfers of the ledger, under the number of the account",
    "the positions and hashes of the account's audit entries, without their content, and the id of the account in entries of \
     others",
    "data that left the server: exports, signed documents, what buyers read, and what a webhook, a broker or a language \
     model was sent",
    "backups made before the erasure: their sealed data cannot be opened after the horizon, but their plaintext parts can \
     be read",
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_storage_use_is_counted_over_all_modes() {
        let usage = json!({
            "modes": [
                { "encryptionMode": null, "series": 2, "points": 10, "bytes": 5 },
                { "encryptionMode": "ZK", "series": 1, "points": 7, "bytes": null },
            ],
            "quotas": { "activities": { "used": 3, "limit": 9 }, "devices": { "used": 1, "limit": 9 } },
        });
        let counts = of_usage(&usage);
        for (kind, expected) in [
            ("points", 17),
            ("series", 3),
            ("activities", 3),
            ("devices", 1),
            ("imports", 0),
            ("unknown", 0),
        ] {
            assert_eq!(count(&counts, kind), expected, "{kind}");
        }
    }

    #[test]
    fn an_erasure_destroys_everything_that_an_export_contains() {
        for (kind, ..) in EXPORTED {
            assert!(DESTROYED.contains(kind), "{kind}");
        }
    }
}
