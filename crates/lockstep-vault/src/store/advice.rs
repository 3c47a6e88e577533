//! The remedies for damage in the wrapped keys.

use lockstep_store::{StoreError, Tx};

/// Names the wrapped keys: their file, or their schema on PostgreSQL.
pub(super) fn place(tx: &Tx<'_>) -> &'static str {
    match tx.is_embedded() {
        true => "keys.db",
        false => "the schema of the keys",
    }
}

/// Adds the place and the remedy to the error for a damaged row without which the keys cannot be used.
pub(super) fn with_remedy(tx: &Tx<'_>, error: StoreError) -> StoreError {
    if !error.is_damage() {
        return error;
    }
    let place = place(tx);
    let remedy = match tx.is_embedded() {
        true => {
            "Put keys.db back from the newest backup, or restore into a fresh directory (`lockstep backup restore \
             FOLDER`)"
        }
        false => "Restore the schema from the newest backup of the database",
    };
    StoreError::Damaged(format!("{place}: {error}. No key was changed. {remedy}"))
}
