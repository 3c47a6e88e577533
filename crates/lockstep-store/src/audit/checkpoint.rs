//! Checkpoints: heads of the chain, signed by the holder of the keys. A chain by itself does not
//! show that its last entries were removed; a checkpoint does, wherever it is stored.

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::Row;

use super::NODE;

/// The last entry of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainHead {
    /// The entry's number in the chain, from 1.
    pub seq: i64,
    /// The entry's hash, which covers every entry before it.
    pub hash: [u8; 32],
}

/// A signed head of the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The checkpoint's number, from 1.
    pub number: i64,
    /// The head that the checkpoint covers.
    pub head: ChainHead,
    /// The time of creation.
    pub at: Timestamp,
    /// The text that was signed.
    pub record: String,
    /// The signature, in base64.
    pub signature: String,
    /// The fingerprint of the signing key.
    pub signer: String,
}

/// Returns the last entry of the chain; `None` if the chain is empty.
pub fn head(tx: &Tx<'_>) -> Result<Option<ChainHead>, StoreError> {
    tx.query_opt(
        "SELECT seq, hash FROM audit WHERE node = ?1 ORDER BY seq DESC LIMIT 1",
        params![NODE],
        |row| {
            Ok(ChainHead {
                seq: row.at(0)?,
                hash: row.at(1)?,
            })
        },
    )
}

/// Whether the chain contains this entry with this hash.
pub fn is_in_chain(tx: &Tx<'_>, head: &ChainHead) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT hash FROM audit WHERE node = ?1 AND seq = ?2",
        params![NODE, head.seq],
        |row| row.at::<[u8; 32]>(0),
    )?;
    Ok(found == Some(head.hash))
}

/// A stored checkpoint, or the number of one whose row cannot be read, as far as it can be shown.
pub type StoredCheckpoint = Result<Checkpoint, String>;

/// Returns every stored checkpoint, the oldest first.
pub fn all(tx: &Tx<'_>) -> Result<Vec<StoredCheckpoint>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM audit_checkpoint WHERE node = ?1 ORDER BY number");
    let mut all = Vec::new();
    tx.visit(&sql, params![NODE], |row| {
        all.push(match checkpoint(row) {
            Err(error) if error.is_damage() => Err(row.shown(0)),
            read => Ok(read?),
        });
        Ok::<_, StoreError>(true)
    })?;
    Ok(all)
}

/// Returns the newest checkpoint that can be read. The verification of the chain names the others.
pub fn newest(tx: &Tx<'_>) -> Result<Option<Checkpoint>, StoreError> {
    let newest = tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM audit_checkpoint WHERE node = ?1 ORDER BY number DESC LIMIT 1"
        ),
        params![NODE],
        checkpoint,
    );
    match newest {
        Err(error) if error.is_damage() => Ok(all(tx)?.into_iter().rev().find_map(Result::ok)),
        newest => newest,
    }
}

/// Returns the number of the next checkpoint.
pub fn next_number(tx: &Tx<'_>) -> Result<i64, StoreError> {
    // A damaged number, such as a text, counts as 0: it would be the greatest.
    tx.query_one(
        "SELECT coalesce(MAX(CAST(number AS BIGINT)), 0) + 1 FROM audit_checkpoint WHERE node = ?1",
        params![NODE],
        |row| row.at(0),
    )
}

/// Stores a new checkpoint and deletes old ones beyond the limit.
pub fn keep(tx: &mut Tx<'_>, new: &Checkpoint) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO audit_checkpoint(node, number, seq, hash, at, record, signature, signer)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        params![
            NODE,
            new.number,
            new.head.seq,
            &new.head.hash,
            new.at,
            &new.record,
            &new.signature,
            &new.signer
        ],
    )?;
    tx.execute(
        "DELETE FROM audit_checkpoint WHERE node = ?1 AND number <= ?2",
        params![NODE, new.number - KEPT],
    )
    .map(drop)
}

const COLUMNS: &str = "number, seq, hash, at, record, signature, signer";

fn checkpoint(row: &Row<'_>) -> Result<Checkpoint, StoreError> {
    Ok(Checkpoint {
        number: row.at(0)?,
        head: ChainHead {
            seq: row.at(1)?,
            hash: row.at(2)?,
        },
        at: row.at(3)?,
        record: row.at(4)?,
        signature: row.at(5)?,
        signer: row.at(6)?,
    })
}

/// The number of checkpoints kept: about four days at one an hour, 5 KB each. The newest covers all
/// entries that older ones cover.
const KEPT: i64 = 100;
