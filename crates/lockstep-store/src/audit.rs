//! The audit chain: an append-only, tamper-evident record of who did what.
//!
//! `audit` holds the chain: `hash = SHA-256(label ‖ node ‖ seq ‖ at ‖ prev ‖ digest)`, where
//! `digest` is the salted SHA-256 of the entry's body. The body is stored separately in
//! `audit_body` and can be erased; the chain verifies without it. No secret and no health value is
//! ever written here: `details` and `metadata` contain only names and counts.

pub mod checkpoint;
pub mod entry;
pub mod index;
pub mod log;
pub mod recorded;
pub(crate) mod removed;
mod verification;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::clock::{Timestamp, entropy_array};
use crate::error::StoreError;
use crate::id::{AuditId, UserId};
use crate::params;
use crate::shared_rows::PreparedEntry;
use crate::tx::Tx;

#[cfg(test)]
pub(crate) use self::verification::verify_in_blocks;
pub use self::verification::{InvalidEntry, Verdict, cut_off, verify};

/// The actor of an entry. It contains no user name: the log is not sealed, and a reader of an entry
/// looks the name up by the id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Actor {
    /// The account's id, `anonymous`, `owner`, or `system`.
    pub id: String,
    /// The account's role.
    pub role: String,
}

impl Actor {
    /// A client without a valid credential.
    #[must_use]
    pub fn anonymous() -> Self {
        Self {
            id: ANONYMOUS.to_owned(),
            role: String::new(),
        }
    }

    /// The owner of an account that erases it. An entry with the account's id as its actor would be removed with the account.
    #[must_use]
    pub fn owner(role: &str) -> Self {
        Self {
            id: OWNER.to_owned(),
            role: role.to_owned(),
        }
    }

    /// A device of this account. It acts at the speed of a machine: its reports and points are counted, not entered one
    /// by one.
    #[must_use]
    pub fn device(user: &UserId) -> Self {
        Self {
            id: user.to_string(),
            role: DEVICE.to_owned(),
        }
    }

    /// Whether the actor is a device.
    #[must_use]
    pub fn is_device(&self) -> bool {
        self.role == DEVICE
    }

    /// An actor whose account is erased.
    #[must_use]
    pub(crate) fn erased(role: &str) -> Self {
        Self {
            id: ERASED.to_owned(),
            role: role.to_owned(),
        }
    }

    /// The server itself: first start, background work, the command line on this machine.
    #[must_use]
    pub fn system() -> Self {
        Self {
            id: SYSTEM.to_owned(),
            role: SYSTEM.to_owned(),
        }
    }

    /// Whether this is the id of an actor without an account.
    #[must_use]
    pub fn is_without_account(id: &str) -> bool {
        [ANONYMOUS, OWNER, ERASED, SYSTEM].contains(&id)
    }
}

const ANONYMOUS: &str = "anonymous";
const OWNER: &str = "owner";
const ERASED: &str = "erased";
/// The id and the role of the server itself.
const SYSTEM: &str = "system";
/// The role of devices.
const DEVICE: &str = "device";

/// The outcome of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Done.
    Success,
    /// Refused.
    Warning,
    /// Failed.
    Error,
}

impl Status {
    /// Returns the text form.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// The body of an entry.
#[derive(Clone, Debug)]
pub struct Entry<'a> {
    /// The actor.
    pub actor: &'a Actor,
    /// The action: `user.create`, `points.upload`.
    pub action: &'a str,
    /// The capability that acted.
    pub component: &'a str,
    /// The outcome.
    pub status: Status,
    /// A sentence for human readers.
    pub details: String,
    /// Counts and names for programs; an object, or null.
    pub metadata: serde_json::Value,
}

impl Tx<'_> {
    /// Appends an entry to the chain in this transaction. An actor whose entries were erased is not
    /// named again, even by a late entry.
    pub fn audit(&mut self, entry: &Entry<'_>) -> Result<AuditId, StoreError> {
        if self.shared.is_some() {
            let was_erased = was_erased(self, &entry.actor.id)?;
            let prepared = PreparedEntry::new(self, entry, was_erased);
            let id = prepared.id.clone();
            self.shared.get_or_insert_default().entries.push(prepared);
            return Ok(id);
        }
        let head = self.query_opt(
            "SELECT seq, hash, EXISTS (SELECT 1 FROM audit_erased WHERE digest = ?2) FROM audit WHERE node = ?1
             ORDER BY seq DESC LIMIT 1 {lock}",
            params![NODE, &account_digest(&entry.actor.id)],
            |row| Ok((row.at(0)?, row.at(1)?, row.at(2)?)),
        )?;
        let (last, prev, was_erased): (i64, [u8; 32], bool) = match head {
            Some(head) => head,
            None => (0, [0; 32], was_erased(self, &entry.actor.id)?),
        };
        let prepared = PreparedEntry::new(self, entry, was_erased);
        prepared.insert(self, last + 1, &prev)?;
        Ok(prepared.id)
    }
}

impl PreparedEntry {
    fn new(tx: &Tx<'_>, entry: &Entry<'_>, was_erased: bool) -> Self {
        let actor = match was_erased {
            true => Actor::erased(&entry.actor.role),
            false => entry.actor.clone(),
        };
        let (at, salt) = (tx.now(), entropy_array::<16>(tx.entropy()));
        let metadata = match entry.metadata.is_null() {
            true => None,
            false => Some(entry.metadata.to_string()),
        };
        Self {
            id: AuditId::generate(at, tx.entropy()),
            at,
            salt,
            actor: actor.id,
            role: actor.role,
            action: entry.action.to_owned(),
            component: entry.component.to_owned(),
            status: entry.status.as_str(),
            details: entry.details.clone(),
            metadata,
        }
    }

    /// Inserts the entry after the one with the hash `prev`; returns its own hash.
    fn insert(&self, tx: &mut Tx<'_>, seq: i64, prev: &[u8; 32]) -> Result<[u8; 32], StoreError> {
        let metadata = self.metadata.as_deref();
        let body = [
            self.id.as_str(),
            &self.actor,
            NO_NAME,
            &self.role,
            &self.action,
            &self.component,
            self.status,
            &self.details,
            metadata.unwrap_or(""),
        ];
        let digest = digest(&self.salt, &body);
        let hash = link(NODE, seq, self.at, prev, &digest);
        tx.send(
            "INSERT INTO audit(node, seq, at, prev, digest, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![NODE, seq, self.at, prev, &digest, &hash],
        )?;
        tx.send(
            "INSERT INTO audit_body(node, seq, id, at, salt, user_id, user_name, user_role, action,
                component, status, details, metadata)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            params![
                NODE,
                seq,
                &self.id,
                self.at,
                &self.salt,
                &self.actor,
                NO_NAME,
                &self.role,
                &self.action,
                &self.component,
                self.status,
                &self.details,
                metadata,
            ],
        )?;
        tx.appended_entry = true;
        Ok(hash)
    }
}

/// Appends entries to the chain in their order.
///
/// # Errors
/// [`StoreError`].
pub(crate) fn append(tx: &mut Tx<'_>, entries: &[PreparedEntry]) -> Result<(), StoreError> {
    if entries.is_empty() {
        return Ok(());
    }
    let head = tx.query_opt(
        "SELECT seq, hash FROM audit WHERE node = ?1 ORDER BY seq DESC LIMIT 1 {lock}",
        params![NODE],
        |row| Ok((row.at(0)?, row.at(1)?)),
    )?;
    let (mut seq, mut prev): (i64, [u8; 32]) = head.unwrap_or((0, [0; 32]));
    for entry in entries {
        seq += 1;
        prev = entry.insert(tx, seq, &prev)?;
    }
    Ok(())
}

/// Erases the oldest bodies of an account's entries, at most [`PORTION_BODIES`] in one transaction, and returns
/// whether there were any. The newest [`LAST_BODIES`] stay for [`erase`]: if the account erases itself, one of them proves
/// that the erasure was begun.
///
/// # Errors
/// [`StoreError`].
pub fn erase_portion(tx: &mut Tx<'_>, user: &UserId) -> Result<bool, StoreError> {
    let mut seqs: Vec<i64> = tx.query(
        "SELECT seq FROM audit_body WHERE node = ?1 AND user_id = ?2 ORDER BY seq LIMIT ?3",
        params![NODE, user, (PORTION_BODIES + LAST_BODIES) as i64],
        |row| row.at(0),
    )?;
    seqs.truncate(seqs.len().saturating_sub(LAST_BODIES));
    let Some(last) = seqs.last() else {
        return Ok(false);
    };
    // The index needs the bodies.
    index::remove(tx, user)?;
    tx.execute(
        "DELETE FROM audit_body WHERE node = ?1 AND user_id = ?2 AND seq <= ?3",
        params![NODE, user, *last],
    )?;
    removed::record(tx, &seqs)?;
    Ok(true)
}

/// The maximum number of bodies that one transaction of an erasure removes before the last.
const PORTION_BODIES: usize = 2048;
/// The maximum number of bodies that the last transaction of an erasure removes.
const LAST_BODIES: usize = 256;

/// Erases the bodies of an account's entries. Their chain links stay and still verify, since an
/// entry records which bodies were removed.
pub fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<usize, StoreError> {
    let seqs: Vec<i64> = tx.query(
        "SELECT seq FROM audit_body WHERE node = ?1 AND user_id = ?2 ORDER BY seq",
        params![NODE, user],
        |row| row.at(0),
    )?;
    tx.execute(
        "INSERT INTO audit_erased(digest) VALUES (?1) ON CONFLICT (digest) DO NOTHING",
        params![&account_digest(user.as_str())],
    )?;
    index::remove(tx, user)?;
    let removed = tx.execute(
        "DELETE FROM audit_body WHERE node = ?1 AND user_id = ?2",
        params![NODE, user],
    )?;
    removed::record(tx, &seqs)?;
    Ok(removed)
}

fn was_erased(tx: &Tx<'_>, actor: &str) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM audit_erased WHERE digest = ?1",
        params![&account_digest(actor)],
        |row| row.at::<i64>(0),
    )?;
    Ok(found.is_some())
}

fn account_digest(id: &str) -> [u8; 32] {
    Sha256::digest(id.as_bytes()).into()
}

fn digest(salt: &[u8; 16], body: &[&str]) -> [u8; 32] {
    let body: Vec<&[u8]> = body.iter().map(|part| part.as_bytes()).collect();
    digest_in(&mut Vec::new(), salt, &body)
}

/// Computes the digest of a body in one call, which is faster than one for each part. `plain` is memory for its bytes.
fn digest_in(plain: &mut Vec<u8>, salt: &[u8; 16], body: &[&[u8]]) -> [u8; 32] {
    plain.clear();
    plain.extend_from_slice(b"lockstep audit body v1");
    plain.extend_from_slice(salt);
    for part in body {
        plain.extend_from_slice(&(part.len() as u64).to_be_bytes());
        plain.extend_from_slice(part);
    }
    Sha256::digest(&*plain).into()
}

fn link(node: &str, seq: i64, at: Timestamp, prev: &[u8; 32], digest: &[u8; 32]) -> [u8; 32] {
    link_in(&mut Vec::new(), node, (seq, at), prev, digest)
}

/// Computes the hash of an entry in one call. `plain` is memory for its bytes.
fn link_in(
    plain: &mut Vec<u8>,
    node: &str,
    (seq, at): (i64, Timestamp),
    prev: &[u8; 32],
    digest: &[u8; 32],
) -> [u8; 32] {
    plain.clear();
    plain.extend_from_slice(b"lockstep audit v1");
    plain.extend_from_slice(&(node.len() as u64).to_be_bytes());
    plain.extend_from_slice(node.as_bytes());
    plain.extend_from_slice(&seq.to_be_bytes());
    plain.extend_from_slice(&at.0.to_be_bytes());
    plain.extend_from_slice(prev);
    plain.extend_from_slice(digest);
    Sha256::digest(&*plain).into()
}

/// The user name in an entry. Entries of earlier versions keep theirs until the account is erased: the chain covers it.
const NO_NAME: &str = "";
/// The name of the node in the hash of an entry: the embedded store is one node.
pub const NODE: &str = "local";

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed by another program from `docs/security/audit-chain.md`; the console's tests have the same values.
    #[test]
    fn hashes_are_those_of_the_documented_computation() {
        let hex = |bytes: [u8; 32]| -> String {
            bytes.iter().map(|byte| format!("{byte:02x}")).collect()
        };
        let salt = std::array::from_fn(|at| u8::try_from(at).unwrap());
        let body = [
            "aud_01h455vb4pex5vsknk084sn02q",
            "system",
            "",
            "system",
            "points.upload",
            "fitness",
            "success",
            "3 points: Zürich",
            r#"{"points":3}"#,
        ];
        let first = digest(&salt, &body);
        assert_eq!(
            hex(first),
            "ba702c80ad335fdc0cdb4894890840facc877889634515801776c1a79218cfe0"
        );
        let head = link(NODE, 1, Timestamp(1_767_225_600_123), &[0; 32], &first);
        assert_eq!(
            hex(head),
            "fb5fc27430fa1bcaaefdc01effe7e9ea84ffafa27d049965e7709118d474d060"
        );
        let body = [
            "aud_01h455vb4pex5vsknk084sn02r",
            "system",
            "",
            "system",
            "backup.create",
            "administration",
            "success",
            "a backup",
            "",
        ];
        let second = digest(&[7; 16], &body);
        let next = link(NODE, 2, Timestamp(1_767_225_601_000), &head, &second);
        assert_eq!(
            hex(next),
            "84756326bcc06e5195f354e6314cdb2341921ce740a5e7ad2ec003429d5895fb"
        );
    }
}
