//! Checks a single entry of the chain that other records name as their evidence.

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

use super::checkpoint::Head;
use super::{NODE, digest, link};

/// An entry whose hash is the hash of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The entry's number and hash.
    pub head: Head,
    /// The action and the details; `None` if the body was erased.
    pub body: Option<(String, String)>,
}

/// Returns the entry with this number; `None` if there is none.
///
/// # Errors
/// [`StoreError::Damaged`] for an entry whose hash or body was changed.
pub fn at(tx: &Tx<'_>, seq: i64) -> Result<Option<Found>, StoreError> {
    let damaged = || StoreError::Damaged(format!("audit entry {seq} was changed"));
    let found = tx.query_opt(
        "SELECT a.at, a.prev, a.digest, a.hash, b.salt, b.id, b.user_id, b.user_name, b.user_role,
            b.action, b.component, b.status, b.details, b.metadata
         FROM audit a LEFT JOIN audit_body b ON b.node = a.node AND b.seq = a.seq
         WHERE a.node = ?1 AND a.seq = ?2",
        params![NODE, seq],
        |row| {
            let (at, prev): (Timestamp, [u8; 32]) = (row.at(0)?, row.at(1)?);
            let (kept, hash): ([u8; 32], [u8; 32]) = (row.at(2)?, row.at(3)?);
            if link(NODE, seq, at, &prev, &kept) != hash {
                return Err(damaged());
            }
            let Some(salt) = row.at::<Option<[u8; 16]>>(4)? else {
                return Ok((hash, None));
            };
            let mut body = Vec::with_capacity(9);
            for column in 5..=12 {
                body.push(row.at::<&str>(column)?);
            }
            body.push(row.at::<Option<&str>>(13)?.unwrap_or(""));
            if digest(&salt, &body) != kept {
                return Err(damaged());
            }
            Ok((hash, Some((body[4].to_owned(), body[7].to_owned()))))
        },
    )?;
    Ok(found.map(|(hash, body)| Found {
        head: Head { seq, hash },
        body,
    }))
}
