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

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::clock::{Timestamp, entropy_array};
use crate::error::StoreError;
use crate::id::{AuditId, UserId};
use crate::params;
use crate::tx::Tx;
use crate::value::Row;
use removed::Removals;

/// The actor of an entry. It contains no user name: the log is not sealed, and a reader of an entry
/// looks the name up by the id.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Actor {
    /// The account's id, `anonymous`, or `system`.
    pub id: String,
    /// The account's role.
    pub role: String,
}

impl Actor {
    /// A client without a valid credential.
    #[must_use]
    pub fn anonymous() -> Self {
        Self {
            id: "anonymous".to_owned(),
            role: String::new(),
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
            id: "erased".to_owned(),
            role: role.to_owned(),
        }
    }

    /// The server itself: first start, background work, the command line on this machine.
    #[must_use]
    pub fn system() -> Self {
        Self {
            id: "system".to_owned(),
            role: "system".to_owned(),
        }
    }
}

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
        let erased;
        let actor = if was_erased(self, &entry.actor.id)? {
            erased = Actor::erased(&entry.actor.role);
            &erased
        } else {
            entry.actor
        };
        let (now, salt) = (self.now(), entropy_array::<16>(self.entropy()));
        let id = AuditId::generate(now, self.entropy());
        let head = self.query_opt(
            "SELECT seq, hash FROM audit WHERE node = ?1 ORDER BY seq DESC LIMIT 1 {lock}",
            params![NODE],
            |row| Ok((row.at::<i64>(0)?, row.at::<[u8; 32]>(1)?)),
        )?;
        let (last, prev) = head.unwrap_or((0, [0; 32]));
        let seq = last + 1;
        let metadata = if entry.metadata.is_null() {
            None
        } else {
            Some(entry.metadata.to_string())
        };
        let body = [
            id.as_str(),
            &actor.id,
            NO_NAME,
            &actor.role,
            entry.action,
            entry.component,
            entry.status.as_str(),
            &entry.details,
            metadata.as_deref().unwrap_or(""),
        ];
        let digest = digest(&salt, &body);
        let hash = link(NODE, seq, now, &prev, &digest);
        self.execute(
            "INSERT INTO audit(node, seq, at, prev, digest, hash) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![NODE, seq, now, &prev, &digest, &hash],
        )?;
        self.execute(
            "INSERT INTO audit_body(node, seq, id, at, salt, user_id, user_name, user_role, action,
                component, status, details, metadata)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            params![
                NODE,
                seq,
                &id,
                now,
                &salt,
                &actor.id,
                NO_NAME,
                &actor.role,
                entry.action,
                entry.component,
                entry.status.as_str(),
                &entry.details,
                metadata.as_deref(),
            ],
        )?;
        self.appended_entry = true;
        Ok(id)
    }
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

/// The result of `verify`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Verdict {
    /// The number of entries checked.
    pub entries: u64,
    /// The number of these whose body is missing because of an erasure that an entry records.
    pub erased: u64,
    /// The last entry that a checkpoint covers, if any: later entries can still be cut off
    /// undetected.
    pub covered: Option<i64>,
    /// The first invalid entry and the reason, if any.
    pub broken: Option<InvalidEntry>,
}

/// The first invalid entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvalidEntry {
    /// The entry's number in the chain, from 1.
    pub seq: i64,
    /// The defect of the entry.
    pub reason: String,
}

/// Verifies the chain from its first entry and compares it with the stored checkpoints. The caller
/// must check the signatures of the checkpoints.
pub fn verify(tx: &Tx<'_>) -> Result<Verdict, StoreError> {
    verify_in_blocks(tx, BLOCK_ENTRIES)
}

/// Verifies the chain by blocks of a number of entries.
pub(crate) fn verify_in_blocks(tx: &Tx<'_>, block: usize) -> Result<Verdict, StoreError> {
    let heads: BTreeMap<i64, [u8; 32]> = checkpoint::all(tx)?
        .into_iter()
        .map(|kept| (kept.head.seq, kept.head.hash))
        .collect();
    let covered = heads.last_key_value().map(|(seq, _)| *seq);
    let mut verdict = Verdict {
        entries: 0,
        erased: 0,
        covered,
        broken: None,
    };
    let (mut expected_seq, mut prev) = (1_i64, [0_u8; 32]);
    let mut removals = Removals::default();
    let mut links = Vec::with_capacity(block);
    // A block of links, then their bodies: each table is read in its own order, which a join is not.
    loop {
        links.clear();
        let mut broken = None;
        tx.visit(
            "SELECT seq, at, prev, digest, hash FROM audit WHERE node = ?1 AND seq >= ?2
             ORDER BY seq LIMIT ?3",
            params![NODE, expected_seq, block as i64],
            |row| {
                let found = Link {
                    seq: row.at(0)?,
                    at: row.at(1)?,
                    digest: row.at(3)?,
                };
                let hash: [u8; 32] = row.at(4)?;
                verdict.entries += 1;
                let reason = if found.seq != expected_seq {
                    Some(format!("entry {expected_seq} is missing"))
                } else if row.at::<[u8; 32]>(2)? != prev {
                    Some("it does not follow the entry before it".to_owned())
                } else if link(NODE, found.seq, found.at, &prev, &found.digest) != hash {
                    Some("its hash does not match its fields".to_owned())
                } else if heads.get(&found.seq).is_some_and(|head| *head != hash) {
                    Some("it differs from the entry in a signed checkpoint".to_owned())
                } else {
                    None
                };
                if let Some(reason) = reason {
                    broken = Some(InvalidEntry {
                        seq: expected_seq,
                        reason,
                    });
                    return Ok::<bool, StoreError>(false);
                }
                (expected_seq, prev) = (found.seq + 1, hash);
                links.push(found);
                Ok(true)
            },
        )?;
        // A body before the broken link is the first defect.
        verdict.broken = bodies_of(tx, &links, &mut verdict, &mut removals)?.or(broken);
        if verdict.broken.is_some() || links.len() < block {
            break;
        }
    }
    if verdict.broken.is_none() {
        verdict.broken = missing(tx, &verdict, removals, expected_seq)?;
    }
    Ok(verdict)
}

/// Returns what is missing of a chain whose entries are intact up to the one before `next`, if anything.
fn missing(
    tx: &Tx<'_>,
    verdict: &Verdict,
    removals: Removals,
    next: i64,
) -> Result<Option<InvalidEntry>, StoreError> {
    // Every body belongs to an entry of an intact chain, so that more bodies than those seen are of missing entries.
    // Without a condition, the smallest index is counted and not the bodies.
    let bodies: i64 = tx.query_one("SELECT COUNT(*) FROM audit_body", &[], |row| row.at(0))?;
    let seen = i64::try_from(verdict.entries - verdict.erased).unwrap_or(i64::MAX);
    if bodies > seen {
        return Ok(Some(InvalidEntry {
            seq: next,
            reason: "entries that were written after it are missing from the chain".to_owned(),
        }));
    }
    let unrecorded = removals.first_unrecorded().map(|seq| InvalidEntry {
        seq,
        reason: "its body is missing, and no erasure is recorded that removed it".to_owned(),
    });
    let cut_off = || {
        verdict
            .covered
            .and_then(|last| cut_off(next, last, "a checkpoint"))
    };
    Ok(unrecorded.or_else(cut_off))
}

/// The part of an entry of the chain that its body must match.
struct Link {
    seq: i64,
    at: Timestamp,
    digest: [u8; 32],
}

/// Compares successive links with their bodies; returns the first invalid entry, if any.
fn bodies_of(
    tx: &Tx<'_>,
    links: &[Link],
    verdict: &mut Verdict,
    removals: &mut Removals,
) -> Result<Option<InvalidEntry>, StoreError> {
    let (Some(first), Some(last)) = (links.first(), links.last()) else {
        return Ok(None);
    };
    let (mut links, mut broken) = (links.iter().peekable(), None);
    let mut plain = Vec::new();
    tx.visit(
        "SELECT seq, at, salt, id, user_id, user_name, user_role, action, component, status, details, metadata
         FROM audit_body WHERE node = ?1 AND seq BETWEEN ?2 AND ?3 ORDER BY seq",
        params![NODE, first.seq, last.seq],
        |row| {
            let seq: i64 = row.at(0)?;
            while let Some(before) = links.next_if(|link| link.seq < seq) {
                verdict.erased += 1;
                removals.add_missing(before.seq);
            }
            let Some(link) = links.next_if(|link| link.seq == seq) else {
                return Ok(true);
            };
            let reason = match body(row, link, &mut plain) {
                Ok(Some((who, metadata))) => removals.add_present(seq, who, metadata),
                Ok(None) | Err(_) => Some("its body was changed".to_owned()),
            };
            broken = reason.map(|reason| InvalidEntry { seq, reason });
            Ok::<_, StoreError>(broken.is_none())
        },
    )?;
    if broken.is_none() {
        for link in links {
            verdict.erased += 1;
            removals.add_missing(link.seq);
        }
    }
    Ok(broken)
}

/// The actor, the action and the metadata.
type EntryContent<'r> = ((&'r str, &'r str), &'r str);

/// Returns the actor, the action and the metadata if a row's body is the one that was written. `plain` is memory for the
/// bytes of the digest.
fn body<'r>(
    row: &'r Row<'_>,
    link: &Link,
    plain: &mut Vec<u8>,
) -> Result<Option<EntryContent<'r>>, StoreError> {
    let salt: [u8; 16] = row.at(2)?;
    let mut body = [""; 9];
    for (part, column) in body.iter_mut().zip(3..=10) {
        *part = row.at(column)?;
    }
    body[8] = row.at::<Option<&str>>(11)?.unwrap_or("");
    let is_kept =
        digest_in(plain, &salt, &body) == link.digest && row.at::<Timestamp>(1)? == link.at;
    Ok(is_kept.then_some(((body[1], body[4]), body[8])))
}

/// Reports missing entries if the chain's next entry would be `next` and `what` covers entries up
/// to `last`.
#[must_use]
pub fn cut_off(next: i64, last: i64, what: &str) -> Option<InvalidEntry> {
    (last >= next).then(|| InvalidEntry {
        seq: next,
        reason: format!(
            "it is missing, and so are all later ones: {what} covers the entries up to {last}"
        ),
    })
}

fn digest(salt: &[u8; 16], body: &[&str]) -> [u8; 32] {
    digest_in(&mut Vec::new(), salt, body)
}

/// Computes the digest of a body in one call, which is faster than one for each part. `plain` is memory for its bytes.
fn digest_in(plain: &mut Vec<u8>, salt: &[u8; 16], body: &[&str]) -> [u8; 32] {
    plain.clear();
    plain.extend_from_slice(b"lockstep audit body v1");
    plain.extend_from_slice(salt);
    for part in body {
        plain.extend_from_slice(&(part.len() as u64).to_be_bytes());
        plain.extend_from_slice(part.as_bytes());
    }
    Sha256::digest(&*plain).into()
}

fn link(node: &str, seq: i64, at: Timestamp, prev: &[u8; 32], digest: &[u8; 32]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(b"lockstep audit v1");
    hash.update((node.len() as u64).to_be_bytes());
    hash.update(node.as_bytes());
    hash.update(seq.to_be_bytes());
    hash.update(at.0.to_be_bytes());
    hash.update(prev);
    hash.update(digest);
    hash.finalize().into()
}

/// The entries of a chain that are verified at a time.
const BLOCK_ENTRIES: usize = 8192;
/// The user name in an entry. Entries of earlier versions keep theirs until the account is erased: the chain covers it.
const NO_NAME: &str = "";
/// The embedded store is one node.
const NODE: &str = "local";
