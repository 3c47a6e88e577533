//! Counts an account's rows in the vault, as the triggers of `account_usage` count them.

use lockstep_store::id::UserId;
use lockstep_store::{CountedColumns, StorageUsage, StoreError, Tx};

pub(crate) fn of(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    StorageUsage::of_columns(tx, user, &COUNTED)
}

const COUNTED: [CountedColumns; 2] = [
    CountedColumns {
        table: "evaluation_key",
        columns: &["public", "body"],
    },
    CountedColumns {
        table: "attested_root",
        columns: &["record", "signature", "envelope"],
    },
];
