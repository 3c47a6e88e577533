//! The operations of the marketplace. Each operation that changes rows is one named transaction: rows, transfers, audit
//! entry and event are committed together.

pub(crate) mod aggregate;
mod announce;
pub(crate) mod certificate;
pub(crate) mod claims;
pub(crate) mod data;
pub(crate) mod drafts;
pub(crate) mod figures;
pub(crate) mod items;
pub(crate) mod ledger;
pub(crate) mod listings;
pub(crate) mod offers;
pub(crate) mod prices;
pub(crate) mod purchases;
pub(crate) mod scrub;
mod scrub_cells;
mod scrub_offers;
pub(crate) mod sealing;
pub(crate) mod search;
mod snapshots;
pub(crate) mod tokens;
mod uses;
pub(crate) mod visible;

use lockstep_store::id::UserId;
use lockstep_store::{Entry, Status, StoreError, Tx};
use lockstep_vault::Vault;
use lockstep_web::capability::Damage;
use lockstep_web::{ApiError, Owner};
use serde_json::Value as Json;

use crate::terms::COMPONENT;

/// Writes the audit entry of an operation by an active account.
fn write_audit(
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

/// Returns the report of a row that a scrub names.
fn damage(table: &'static str, account: Option<&UserId>, row: &str, reason: String) -> Damage {
    Damage {
        table: table.into(),
        account: account.map(ToString::to_string),
        row: row.to_owned(),
        from: None,
        to: None,
        points: 0,
        reason,
    }
}

/// Returns a row that was read by its id. A damaged row is refused with its name; other rows stay usable.
fn readable<T>(noun: &str, found: Result<T, StoreError>) -> Result<T, ApiError> {
    match found {
        Err(error) if error.is_damage() => Err(ApiError {
            log: Some(error.to_string()),
            ..ApiError::encryption(format!(
                "the stored row of the {noun} is damaged: the operator runs `lockstep scrub` and restores the row \
                 from a backup"
            ))
        }),
        found => Ok(found?),
    }
}

/// The error of a row that contradicts other rows; `log` names both.
fn contradiction_error(log: String) -> ApiError {
    ApiError {
        log: Some(log),
        ..ApiError::encryption(
            "the stored row of the offer contradicts what was sold: the operator runs `lockstep scrub` and restores \
             the row from a backup",
        )
    }
}
