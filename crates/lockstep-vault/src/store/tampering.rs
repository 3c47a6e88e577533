//! Changes that an attacker with the file could make to the audit log; for tests.

use lockstep_store::id::KeyId;
use lockstep_store::{StoreError, Tx, params};

/// Removes entries and their bodies from this one on.
pub(crate) fn cut_off(tx: &mut Tx<'_>, from: i64) -> Result<(), StoreError> {
    tx.execute("DROP TRIGGER IF EXISTS audit_stays", &[])?;
    tx.execute("DELETE FROM audit_body WHERE seq >= ?1", params![from])?;
    tx.execute("DELETE FROM audit WHERE seq >= ?1", params![from])
        .map(drop)
}

/// Removes checkpoints from this number on.
pub(crate) fn remove_checkpoints(tx: &mut Tx<'_>, from: i64) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM audit_checkpoint WHERE number >= ?1",
        params![from],
    )
    .map(drop)
}

/// Makes a checkpoint cover fewer entries.
pub(crate) fn move_checkpoint(tx: &mut Tx<'_>, number: i64, seq: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE audit_checkpoint SET seq = ?2,
            hash = (SELECT hash FROM audit WHERE seq = ?2) WHERE number = ?1",
        params![number, seq],
    )
    .map(drop)
}

/// Removes a checkpoint in the middle.
pub(crate) fn remove_checkpoint(tx: &mut Tx<'_>, number: i64) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM audit_checkpoint WHERE number = ?1",
        params![number],
    )
    .map(drop)
}

/// Stores a hash of the wrong length in a checkpoint.
pub(crate) fn damage_checkpoint(tx: &mut Tx<'_>, number: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE audit_checkpoint SET hash = x'00' WHERE number = ?1",
        params![number],
    )
    .map(drop)
}

/// Stores a text as the number of a checkpoint.
pub(crate) fn damage_number(tx: &mut Tx<'_>, number: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE audit_checkpoint SET number = 'x' WHERE number = ?1",
        params![number],
    )
    .map(drop)
}

/// Changes one character of the signed record.
pub(crate) fn change_record(tx: &mut Tx<'_>, number: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE audit_checkpoint SET record = replace(record, '\"at\":\"2', '\"at\":\"1')
         WHERE number = ?1",
        params![number],
    )
    .map(drop)
}

/// Restores the state before the store's first pairing with `keys.db`.
pub(crate) fn forget_pairing(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM key_pairing", &[]).map(drop)
}

/// Sets a column of the store's half of the pairing to an SQL expression.
pub(crate) fn set_pairing(tx: &mut Tx<'_>, column: &str, value: &str) -> Result<(), StoreError> {
    tx.execute(&format!("UPDATE key_pairing SET {column} = {value}"), &[])
        .map(drop)
}

/// Makes recorded destructions name another entry of the audit chain.
pub(crate) fn move_destructions(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("UPDATE key_destruction SET seq = 1", &[])
        .map(drop)
}

/// Stores a value in a column of a key's row, and saves the old row.
pub(crate) fn set_key_column(
    column: &'static str,
    value: &'static str,
    id: &KeyId,
) -> impl FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + use<> {
    let id = id.clone();
    move |tx| {
        tx.execute(
            "CREATE TABLE saved_key AS SELECT * FROM encryption_key WHERE id = ?1",
            params![&id],
        )?;
        let sql = format!("UPDATE encryption_key SET {column} = {value} WHERE id = ?1");
        tx.execute(&sql, params![&id]).map(drop)
    }
}

/// Restores the saved row.
pub(crate) fn put_key_column_back(
    id: &KeyId,
) -> impl FnMut(&mut Tx<'_>) -> Result<(), StoreError> + Send + use<> {
    let id = id.clone();
    move |tx| {
        tx.execute("DELETE FROM encryption_key WHERE id = ?1", params![&id])?;
        tx.execute("INSERT INTO encryption_key SELECT * FROM saved_key", &[])?;
        tx.execute("DROP TABLE saved_key", &[]).map(drop)
    }
}

/// Restores the state before states of keys were recorded.
pub(crate) fn forget_key_states(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM key_state", &[]).map(drop)
}
