//! Checks the store as a whole: its pages and its audit chain.

use lockstep_store::{StoreError, Tx, audit};
use lockstep_vault::Vault;
use lockstep_web::AppState;

/// Returns the verdict on the audit chain, and the damage that the engine finds in the database file.
pub(crate) async fn check(state: &AppState) -> Result<(audit::Verdict, Vec<String>), String> {
    let vault = Vault::of(state).map_err(|fault| fault.message.into_owned())?;
    let verdict = vault.verify_audit(None).await?;
    let damaged = state.db.read("store.check", damaged).await;
    Ok((verdict, damaged.map_err(|error| error.to_string())?))
}

fn damaged(tx: &Tx<'_>) -> Result<Vec<String>, StoreError> {
    tx.integrity()
}
