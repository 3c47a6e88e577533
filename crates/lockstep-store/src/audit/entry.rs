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

/// What an entry says of one object: the time, the action, and the metadata.
#[derive(Clone, Debug)]
pub struct Change {
    /// The time of the entry.
    pub at: Timestamp,
    /// The action.
    pub action: String,
    metadata: serde_json::Value,
}

impl Change {
    /// A text of the metadata.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.metadata.get(field)?.as_str()
    }

    /// A truth value of the metadata.
    #[must_use]
    pub fn flag(&self, field: &str) -> Option<bool> {
        self.metadata.get(field)?.as_bool()
    }
}

/// Returns the successful entries of a component whose metadata names `value` in `field`, in order; `None` if
/// one of them was changed, since the last one known may then not be the last one made. Reads the whole log:
/// for repairs only.
///
/// # Errors
/// [`StoreError`], except that of a changed entry.
pub fn changes_of(
    tx: &Tx<'_>,
    component: &str,
    field: &str,
    value: &str,
) -> Result<Option<Vec<Change>>, StoreError> {
    let found = tx.query(
        "SELECT seq, at, action, metadata FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' AND instr(metadata, ?3) > 0
         ORDER BY seq",
        params![NODE, component, value],
        |row| {
            let metadata: Option<serde_json::Value> = row
                .at::<&str>(3)
                .ok()
                .and_then(|text| serde_json::from_str(text).ok());
            let (Ok(seq), Ok(at), Ok(action), Some(metadata)) =
                (row.at::<i64>(0), row.at(1), row.at(2), metadata)
            else {
                return Ok(None);
            };
            let change = Change {
                at,
                action,
                metadata,
            };
            Ok(Some((seq, change)))
        },
    )?;
    let mut changes = Vec::new();
    for one in found {
        let Some((seq, change)) = one else {
            return Ok(None);
        };
        match at(tx, seq) {
            Ok(Some(Found { body: Some(_), .. })) => {}
            Ok(_) => return Ok(None),
            Err(error) if error.is_damage() => return Ok(None),
            Err(error) => return Err(error),
        }
        if change.text(field) == Some(value) {
            changes.push(change);
        }
    }
    Ok(Some(changes))
}
