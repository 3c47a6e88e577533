//! The operations of the marketplace. Each operation that changes rows is one named transaction: rows, transfers, audit
//! entry and event are committed together.

pub(crate) mod aggregate;
pub(crate) mod certificate;
pub(crate) mod claims;
pub(crate) mod data;
pub(crate) mod items;
pub(crate) mod ledger;
pub(crate) mod listings;
pub(crate) mod purchases;
pub(crate) mod scrub;
mod snapshots;
pub(crate) mod tokens;
mod uses;
mod visible;

use lockstep_store::{Entry, Status, StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_web::Owner;
use serde_json::Value as Json;

/// Writes the audit entry of an operation by an active account.
fn note(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    details: String,
    metadata: Json,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: COMPONENT,
        status: Status::Success,
        details,
        metadata,
    })?;
    Ok(())
}

/// The component in the audit log.
const COMPONENT: &str = "marketplace";
