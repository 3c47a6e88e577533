//! Verifies the chain: its links, the bodies of its entries, and the stored checkpoints.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::removed::Removals;
use super::{NODE, checkpoint, digest_in, link_in};
use crate::clock::Timestamp;
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;
use crate::value::Row;

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
        .flatten()
        .map(|kept| (kept.head.seq, kept.head.hash))
        .collect();
    let covered = heads.last_key_value().map(|(seq, _)| *seq);
    let mut heads = heads.into_iter().peekable();
    let mut verdict = Verdict {
        entries: 0,
        erased: 0,
        covered,
        broken: None,
    };
    let (mut expected_seq, mut prev) = (1_i64, [0_u8; 32]);
    let mut removals = Removals::default();
    let (mut links, mut plain) = (Vec::with_capacity(block), Vec::new());
    // A block of links, then their bodies: each table is read in its own order, which a join is not.
    loop {
        links.clear();
        let mut broken = None;
        tx.visit_quickly(
            "SELECT seq, at, prev, digest, hash FROM audit WHERE node = ?1 AND seq >= ?2
             ORDER BY seq LIMIT ?3",
            params![NODE, expected_seq, block as i64],
            |row| {
                verdict.entries += 1;
                let (found, stored, hash) = match link(row) {
                    Err(error) if error.is_damage() => {
                        let reason = "its row in the chain cannot be read".to_owned();
                        let seq = expected_seq;
                        broken = Some(InvalidEntry { seq, reason });
                        return Ok(false);
                    }
                    read => read?,
                };
                let fields = (found.seq, found.at);
                let computed = link_in(&mut plain, NODE, fields, &prev, &found.digest);
                while heads.next_if(|head| head.0 < found.seq).is_some() {}
                let reason = if found.seq != expected_seq {
                    Some(format!("entry {expected_seq} is missing"))
                } else if stored != prev {
                    Some("it does not follow the entry before it".to_owned())
                } else if computed != hash {
                    Some("its hash does not match its fields".to_owned())
                } else if heads
                    .peek()
                    .is_some_and(|head| head.0 == found.seq && head.1 != hash)
                {
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

/// Returns the first missing entry of a chain whose entries are intact up to the one before `next`; `None` if no entry is missing.
fn missing(
    tx: &Tx<'_>,
    verdict: &Verdict,
    removals: Removals,
    next: i64,
) -> Result<Option<InvalidEntry>, StoreError> {
    // Every body belongs to an entry of an intact chain, so that a body outside of it is of a missing entry.
    let has_others: bool = tx.query_one(
        "SELECT EXISTS (SELECT 1 FROM audit_body WHERE node = ?1 AND seq >= ?2)
            OR EXISTS (SELECT 1 FROM audit_body WHERE node = ?1 AND seq < 1)
            OR EXISTS (SELECT 1 FROM audit_body WHERE node < ?1)
            OR EXISTS (SELECT 1 FROM audit_body WHERE node > ?1)",
        params![NODE, next],
        |row| row.at(0),
    )?;
    if has_others {
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

/// Reads a row of the chain: the link, the stored hash of the entry before it, and its own.
fn link(row: &Row<'_>) -> Result<(Link, [u8; 32], [u8; 32]), StoreError> {
    let link = Link {
        seq: row.at(0)?,
        at: row.at(1)?,
        digest: row.at(3)?,
    };
    Ok((link, row.at(2)?, row.at(4)?))
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
    tx.visit_quickly(
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
type EntryContent<'r> = ((&'r [u8], &'r [u8]), &'r [u8]);

/// Returns the actor, the action and the metadata if a row's body is the one that was written. `plain` is memory for the
/// bytes of the digest. Texts are not checked for UTF-8: those that were written have the digest.
fn body<'r>(
    row: &Row<'r>,
    link: &Link,
    plain: &mut Vec<u8>,
) -> Result<Option<EntryContent<'r>>, StoreError> {
    let salt: [u8; 16] = row.at(2)?;
    let mut body = [&[][..]; 9];
    for (part, column) in body.iter_mut().zip(3..=10) {
        let Some(text) = row.text_bytes(column)? else {
            return Ok(None);
        };
        *part = text;
    }
    body[8] = row.text_bytes(11)?.unwrap_or_default();
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

/// The entries of a chain that are verified at a time.
const BLOCK_ENTRIES: usize = 8192;
