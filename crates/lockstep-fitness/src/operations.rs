//! The fitness operations. Each is one named transaction that stores rows, audit entry and event
//! together. An import uses one transaction per batch and can be repeated safely.

pub(crate) mod activities;
mod activity_writer;
pub(crate) mod aggregate;
pub(crate) mod charts;
pub(crate) mod client_blocks;
pub(crate) mod curves;
pub(crate) mod day_rows;
mod effort;
pub(crate) mod export;
pub(crate) mod forecast;
pub(crate) mod import;
mod import_bounds;
mod import_record;
pub(crate) mod imports;
pub(crate) mod insights;
pub mod metrics;
pub(crate) mod profile;
pub(crate) mod proofs;
pub(crate) mod scrub;
pub(crate) mod search;
pub(crate) mod stored_series;
pub(crate) mod stream;
pub(crate) mod usage;
pub(crate) mod variability;

pub(crate) use lockstep_points::operations::query;
use lockstep_points::operations::write_audit_and_event;
use lockstep_store::id::UserId;
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::{ApiError, AppState};

/// Overwrites the bytes of deleted rows soon. The rows are deleted even if this fails: a background job
/// completes the erasure of traces.
async fn erase_traces(state: &AppState) {
    if let Err(error) = state.db.erase_traces_soon().await {
        tracing::debug!(%error, "the bytes of deleted rows are overwritten later");
    }
}

/// Loads the account keys for reading, and for writing without an encryption mode.
async fn account_keys(state: &AppState, user: &UserId) -> Result<AccountKeys, ApiError> {
    Vault::of(state)?.account_keys(user).await
}
