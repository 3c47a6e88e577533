//! Checkpoints: heads of the chain, signed by whoever keeps the keys. A chain by itself does not tell
//! that its last entries were removed; a checkpoint does, wherever it is kept.

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::Row;

use super::NODE;

/// The last entry of the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its place in the chain, from 1.
    pub seq: i64,
    /// Its hash, which covers every entry before it.
    pub hash: [u8; 32],
}

/// A head of the chain as it was signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The how manieth of this chain, from 1.
    pub number: i64,
    /// What it covers.
    pub head: Head,
    /// When it was made.
    pub at: Timestamp,
    /// The text that was signed.
    pub record: String,
    /// The signature, in base 64.
    pub signature: String,
    /// The fingerprint of the key it was signed with.
    pub signer: String,
}

/// The last entry of the chain; `None` before there is any.
pub fn head(tx: &Tx<'_>) -> Result<Option<Head>, StoreError> {
    tx.query_opt(
        "SELECT seq, hash FROM audit WHERE node = ?1 ORDER BY seq DESC LIMIT 1",
        params![NODE],
        |row| {
            Ok(Head {
                seq: row.at(0)?,
                hash: row.at(1)?,
            })
        },
    )
}

/// Whether the chain holds this entry, with this hash.
pub fn holds(tx: &Tx<'_>, head: &Head) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT hash FROM audit WHERE node = ?1 AND seq = ?2",
        params![NODE, head.seq],
        |row| row.at::<[u8; 32]>(0),
    )?;
    Ok(found == Some(head.hash))
}

/// Every checkpoint that is kept, the oldest first.
pub fn all(tx: &Tx<'_>) -> Result<Vec<Checkpoint>, StoreError> {
    tx.query(
        &format!("SELECT {COLUMNS} FROM audit_checkpoint WHERE node = ?1 ORDER BY number"),
        params![NODE],
        checkpoint,
    )
}

/// The newest checkpoint.
pub fn newest(tx: &Tx<'_>) -> Result<Option<Checkpoint>, StoreError> {
    tx.query_opt(
        &format!(
            "SELECT {COLUMNS} FROM audit_checkpoint WHERE node = ?1 ORDER BY number DESC LIMIT 1"
        ),
        params![NODE],
        checkpoint,
    )
}

/// Keeps a new one, and forgets those that are long followed by others.
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
        head: Head {
            seq: row.at(1)?,
            hash: row.at(2)?,
        },
        at: row.at(3)?,
        record: row.at(4)?,
        signature: row.at(5)?,
        signer: row.at(6)?,
    })
}

/// About four days of them where each hour has one, 5 KB each: the newest covers what they covered.
const KEPT: i64 = 100;
