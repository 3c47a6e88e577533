//! Checks a single entry of the chain that other records name as their evidence.

use std::collections::BTreeMap;

use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::Row;

use super::checkpoint::ChainHead;
use super::{NODE, digest, link};

/// An entry whose hash is the hash of its fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedEntry {
    /// The entry's number and hash.
    pub head: ChainHead,
    /// The body; `None` if it was erased.
    pub body: Option<Body>,
}

/// The body of an entry, without its actor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// The action.
    pub action: String,
    /// A sentence for human readers.
    pub details: String,
    /// The metadata; empty without any.
    pub metadata: String,
}

/// Returns the entry with this number; `None` if no entry has it.
///
/// # Errors
/// [`StoreError::Damaged`] for an entry whose hash or body was changed.
pub fn at(tx: &Tx<'_>, seq: i64) -> Result<Option<VerifiedEntry>, StoreError> {
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
            let body = Body {
                action: body[4].to_owned(),
                details: body[7].to_owned(),
                metadata: body[8].to_owned(),
            };
            Ok((hash, Some(body)))
        },
    )?;
    Ok(found.map(|(hash, body)| VerifiedEntry {
        head: ChainHead { seq, hash },
        body,
    }))
}

/// The statement of an audit entry about one object: the time, the action, and the metadata.
#[derive(Clone, Debug)]
pub struct Change {
    /// The entry's number in the chain.
    pub seq: i64,
    /// The time of the entry.
    pub at: Timestamp,
    /// The action.
    pub action: String,
    metadata: serde_json::Value,
}

impl Change {
    /// Reads the columns seq, at, action and metadata; `None` if one of them cannot be read.
    fn read(row: &Row<'_>) -> Option<Self> {
        Some(Self {
            seq: row.at(0).ok()?,
            at: row.at(1).ok()?,
            action: row.at(2).ok()?,
            metadata: serde_json::from_str(row.at(3).ok()?).ok()?,
        })
    }

    /// A text of the metadata.
    #[must_use]
    pub fn text(&self, field: &str) -> Option<&str> {
        self.metadata.get(field)?.as_str()
    }

    /// A value of the metadata.
    #[must_use]
    pub fn value(&self, field: &str) -> Option<&serde_json::Value> {
        self.metadata.get(field)
    }

    /// A truth value of the metadata.
    #[must_use]
    pub fn flag(&self, field: &str) -> Option<bool> {
        self.metadata.get(field)?.as_bool()
    }
}

/// Whether a whole entry of a component states that this action succeeded, with these details.
///
/// # Errors
/// [`StoreError`].
pub fn is_recorded(
    tx: &Tx<'_>,
    component: &str,
    action: &str,
    details: &str,
) -> Result<bool, StoreError> {
    let found = tx.query(
        "SELECT seq FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' AND action = ?3 AND details = ?4",
        params![NODE, component, action, details],
        |row| Ok(row.at::<i64>(0).ok()),
    )?;
    for seq in found.into_iter().flatten() {
        match at(tx, seq) {
            Ok(Some(VerifiedEntry {
                body: Some(body), ..
            })) if body.action == action && body.details == details => return Ok(true),
            Ok(_) => {}
            Err(error) if error.is_damage() => {}
            Err(error) => return Err(error),
        }
    }
    Ok(false)
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
        |row| Ok(Change::read(row)),
    )?;
    let mut changes = Vec::new();
    for one in found {
        let Some(change) = one else {
            return Ok(None);
        };
        match at(tx, change.seq) {
            Ok(Some(VerifiedEntry { body: Some(_), .. })) => {}
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

/// Returns the number of the newest successful entry of a component for each value of `field`, among the
/// entries whose metadata also has the field `with`. Reads the whole log. Entries without readable metadata
/// are left out: [`at`] tells whether an entry was changed.
///
/// # Errors
/// [`StoreError`].
pub fn newest_by(
    tx: &Tx<'_>,
    component: &str,
    field: &str,
    with: &str,
) -> Result<BTreeMap<String, i64>, StoreError> {
    let mut newest = BTreeMap::new();
    tx.visit(
        "SELECT seq, metadata FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' AND metadata IS NOT NULL
         ORDER BY seq",
        params![NODE, component],
        |row| {
            let metadata: Option<serde_json::Value> = row
                .at::<&str>(1)
                .ok()
                .and_then(|text| serde_json::from_str(text).ok());
            if let (Ok(seq), Some(metadata)) = (row.at::<i64>(0), metadata)
                && metadata.get(with).is_some()
                && let Some(value) = metadata.get(field).and_then(serde_json::Value::as_str)
            {
                newest.insert(value.to_owned(), seq);
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(newest)
}

/// Calls `each` with the details and the metadata of every successful entry of a component with this action, in
/// order. Reads the whole log: for scrubs only. Unreadable columns are empty: [`super::verify`] reports them.
///
/// # Errors
/// [`StoreError`].
pub fn visit_action(
    tx: &Tx<'_>,
    component: &str,
    action: &str,
    mut each: impl FnMut(&str, &serde_json::Value),
) -> Result<(), StoreError> {
    tx.visit(
        "SELECT details, metadata FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' AND action = ?3 ORDER BY seq",
        params![NODE, component, action],
        |row| {
            let metadata = row
                .at::<&str>(1)
                .ok()
                .and_then(|text| serde_json::from_str(text).ok())
                .unwrap_or_default();
            each(row.at(0).unwrap_or_default(), &metadata);
            Ok::<_, StoreError>(true)
        },
    )
    .map(drop)
}

/// Calls `each` with the number, the action, the details and the metadata of every successful entry of a component, in
/// order. Reads the whole log: for scrubs only. Unreadable columns are empty: [`super::verify`] reports them.
///
/// # Errors
/// [`StoreError`].
pub fn visit_component(
    tx: &Tx<'_>,
    component: &str,
    mut each: impl FnMut(i64, &str, &str, &serde_json::Value),
) -> Result<(), StoreError> {
    tx.visit(
        "SELECT action, details, metadata, seq FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' ORDER BY seq",
        params![NODE, component],
        |row| {
            let metadata = row
                .at::<&str>(2)
                .ok()
                .and_then(|text| serde_json::from_str(text).ok())
                .unwrap_or_default();
            each(
                row.at(3).unwrap_or_default(),
                row.at(0).unwrap_or_default(),
                row.at(1).unwrap_or_default(),
                &metadata,
            );
            Ok::<_, StoreError>(true)
        },
    )
    .map(drop)
}

/// Calls `each` with every successful entry of a component whose action is asked for, in order. Reads the whole log: for
/// scrubs only. Unreadable entries are left out: [`super::verify`] reports them.
///
/// # Errors
/// [`StoreError`], also that of `each`.
pub fn visit_changes(
    tx: &Tx<'_>,
    component: &str,
    is_asked: impl Fn(&str) -> bool,
    mut each: impl FnMut(&Change) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    tx.visit(
        "SELECT seq, at, action, metadata FROM audit_body
         WHERE node = ?1 AND component = ?2 AND status = 'success' AND metadata IS NOT NULL ORDER BY seq",
        params![NODE, component],
        |row| {
            if row.at::<&str>(2).is_ok_and(&is_asked)
                && let Some(change) = Change::read(row)
            {
                each(&change)?;
            }
            Ok::<_, StoreError>(true)
        },
    )
}

/// Calls `each` with the number and the time of every entry after `seq` whose body was erased, in order. Reads the chain
/// from there on: for scrubs only.
///
/// # Errors
/// [`StoreError`].
pub fn visit_erased(
    tx: &Tx<'_>,
    seq: i64,
    mut each: impl FnMut(i64, Timestamp),
) -> Result<(), StoreError> {
    tx.visit(
        "SELECT a.seq, a.at FROM audit a WHERE a.node = ?1 AND a.seq > ?2 AND NOT EXISTS
            (SELECT 1 FROM audit_body b WHERE b.node = a.node AND b.seq = a.seq) ORDER BY a.seq",
        params![NODE, seq],
        |row| {
            if let (Ok(seq), Ok(at)) = (row.at(0), row.at(1)) {
                each(seq, at);
            }
            Ok::<_, StoreError>(true)
        },
    )
}
