//! Changes that an attacker with the database file could make to proving keys and signed roots.

use data_encoding::BASE64;
use lockstep_documents::SignedRecord;
use lockstep_store::id::{KeyId, UserId};
use lockstep_store::{StoreError, Tx, params};

/// The inputs of a proof verification.
pub(super) fn forget_verifying_keys(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("DELETE FROM verifying_key", &[]).map(drop)
}

/// As keys lay that were made before they were signed.
pub(super) fn unsign_proving_keys(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("UPDATE proving_key SET attestation = NULL", &[])
        .map(drop)
}

/// Removes a signed root.
pub(super) fn remove_root(tx: &mut Tx<'_>, number: i64) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM attested_root WHERE number = ?1",
        params![number],
    )
    .map(drop)
}

/// Changes one character of a signed root's record.
pub(super) fn change_root(tx: &mut Tx<'_>, number: i64) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE attested_root SET record = replace(record, '\"count\":1', '\"count\":2')
         WHERE number = ?1",
        params![number],
    )
    .map(drop)
}

/// The last root of an account's chain.
pub(super) fn newest_root(tx: &Tx<'_>, user: &UserId) -> Result<Option<SignedRecord>, StoreError> {
    tx.query_opt(
        "SELECT record, signature, key FROM attested_root WHERE user_id = ?1
         ORDER BY number DESC LIMIT 1",
        params![user],
        |row| {
            Ok(SignedRecord {
                record: row.at(0)?,
                signature: BASE64.encode(row.at::<&[u8]>(1)?),
                key: row.at(2)?,
            })
        },
    )
}

/// As proving keys lay that were stored before they were sealed.
pub(super) fn unseal_proving_keys(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    tx.execute("UPDATE proving_key SET seal = NULL", &[])
        .map(drop)
}

/// The number of sealed proving keys.
pub(super) fn sealed_proving_keys(tx: &Tx<'_>) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM proving_key WHERE seal IS NOT NULL",
        &[],
        |row| row.at(0),
    )
}

/// Flips a bit of a value of the first row of a table.
pub(super) fn flip_blob(
    tx: &mut Tx<'_>,
    table: &str,
    column: &str,
    bit: usize,
) -> Result<(), StoreError> {
    let sql = format!("SELECT {column} FROM {table}");
    let mut bytes: Vec<u8> = tx.query_one(&sql, &[], |row| row.at(0))?;
    bytes[bit / 8] ^= 1 << (bit % 8);
    tx.execute(
        &format!("UPDATE {table} SET {column} = ?1"),
        params![&bytes],
    )
    .map(drop)
}

/// Stores any bytes as the evaluation key of a homomorphic key.
pub(super) fn keep_evaluation_key(
    tx: &mut Tx<'_>,
    user: &UserId,
    key: &KeyId,
    public: &[u8],
    body: &[u8],
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO evaluation_key(user_id, key_id, public, body) VALUES (?1, ?2, ?3, ?4)",
        params![user, key, public, body],
    )
    .map(drop)
}

/// Runs a statement that damages rows of large values.
pub(super) fn damage_blobs(tx: &mut Tx<'_>, sql: &str) -> Result<(), StoreError> {
    assert!(tx.execute(sql, &[])? >= 1, "{sql}");
    Ok(())
}
