//! Removed bodies: an entry of the chain records each removal, so that a body missing without such
//! an entry is detected.
//!
//! An erasure appends these entries in the transaction that removes the bodies. Their actor is the
//! system, so no later erasure removes them.

use serde_json::json;

use super::{Actor, Entry, NODE, SYSTEM, Status};
use crate::error::StoreError;
use crate::params;
use crate::tx::Tx;

/// The first and the last sequence number of bodies, both inclusive.
pub(super) type Range = (i64, i64);

/// The removals that `verify` has seen so far.
#[derive(Default)]
pub(super) struct Removals {
    recorded: Vec<Range>,
    missing: Vec<Range>,
    has_legacy: bool,
}

impl Removals {
    /// Records an entry whose body is missing.
    pub(super) fn add_missing(&mut self, seq: i64) {
        extend(&mut self.missing, seq);
    }

    /// Records an entry whose body exists; returns the defect of the removal that the entry
    /// records, if any.
    pub(super) fn add_present(
        &mut self,
        seq: i64,
        (actor, action): (&[u8], &[u8]),
        metadata: &[u8],
    ) -> Option<String> {
        let is_legacy = action == MISSING_BEFORE.as_bytes();
        if !(is_legacy || action == REMOVED.as_bytes()) || actor != SYSTEM.as_bytes() {
            return None;
        }
        if is_legacy && std::mem::replace(&mut self.has_legacy, true) {
            return Some(
                "it is a second record of the bodies that were missing before this version"
                    .to_owned(),
            );
        }
        let Some(ranges) = read(metadata) else {
            return Some("it records removed bodies, and cannot be read".to_owned());
        };
        let is_before = |range: &Range| range.0 >= 1 && range.0 <= range.1 && range.1 < seq;
        if !ranges.iter().all(is_before) {
            return Some("it records the removal of a body that was written after it".to_owned());
        }
        self.recorded.extend(ranges);
        None
    }

    /// Returns the first entry whose body is missing without a recorded removal.
    pub(super) fn first_unrecorded(mut self) -> Option<i64> {
        self.recorded.sort_unstable();
        let mut covered: Vec<Range> = Vec::with_capacity(self.recorded.len());
        for (from, to) in self.recorded {
            match covered.last_mut() {
                Some(last) if from <= last.1 + 1 => last.1 = last.1.max(to),
                _ => covered.push((from, to)),
            }
        }
        self.missing.into_iter().find_map(|(from, to)| {
            let index = covered.partition_point(|range| range.1 < from);
            match covered.get(index) {
                Some(range) if range.0 <= from => (range.1 < to).then_some(range.1 + 1),
                _ => Some(from),
            }
        })
    }
}

/// Records that these bodies are removed in this transaction; `seqs` ascend.
pub(super) fn record(tx: &mut Tx<'_>, seqs: &[i64]) -> Result<(), StoreError> {
    append(tx, REMOVED, seqs, "erased")
}

/// Records, once for each store, which bodies went missing before removals were recorded.
pub(crate) fn record_missing_before(tx: &mut Tx<'_>) -> Result<(), StoreError> {
    let missing = tx.query(
        "SELECT a.seq FROM audit a WHERE a.node = ?1 AND NOT EXISTS
            (SELECT 1 FROM audit_body b WHERE b.node = a.node AND b.seq = a.seq) ORDER BY a.seq",
        params![NODE],
        |row| row.at(0),
    )?;
    append(tx, MISSING_BEFORE, &missing, "missing before this version")
}

fn append(
    tx: &mut Tx<'_>,
    action: &'static str,
    seqs: &[i64],
    how: &str,
) -> Result<(), StoreError> {
    let mut ranges = Vec::new();
    for seq in seqs {
        extend(&mut ranges, *seq);
    }
    // One entry of the legacy kind holds all ranges: a second would count as a break of the chain.
    let max_ranges = match action {
        REMOVED => MAX_RANGES,
        _ => usize::MAX,
    };
    for part in ranges.chunks(max_ranges.min(ranges.len().max(1))) {
        let count: i64 = part.iter().map(|(from, to)| to - from + 1).sum();
        tx.audit(&Entry {
            actor: &Actor::system(),
            action,
            component: "audit",
            status: Status::Success,
            details: format!("the bodies of {count} entries are {how}"),
            metadata: json!({ "bodies": part }),
        })?;
    }
    Ok(())
}

fn extend(ranges: &mut Vec<Range>, seq: i64) {
    match ranges.last_mut() {
        Some(last) if last.1 + 1 == seq => last.1 = seq,
        _ => ranges.push((seq, seq)),
    }
}

fn read(metadata: &[u8]) -> Option<Vec<Range>> {
    let mut metadata: serde_json::Value = serde_json::from_slice(metadata).ok()?;
    serde_json::from_value(metadata["bodies"].take()).ok()
}

/// The action of an entry that records removed bodies.
const REMOVED: &str = "audit.bodies.remove";
/// The action of the entry that records bodies that were missing before removals were recorded.
const MISSING_BEFORE: &str = "audit.bodies.missing_before";
/// The maximum number of ranges in an entry: about 100 KB.
const MAX_RANGES: usize = 5000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_body_without_a_record_is_found() {
        for (recorded, missing, first) in [
            (&[][..], &[][..], None),
            (&[], &[3], Some(3)),
            (&[(3, 3)], &[3], None),
            (&[(1, 2), (4, 9)], &[1, 2, 4, 5, 9], None),
            (&[(1, 2), (4, 9)], &[2, 3, 4], Some(3)),
            (
                &[(5, 9), (1, 4)],
                &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
                Some(10),
            ),
            (&[(1, 9), (2, 3)], &[4, 5], None),
        ] {
            let mut removals = Removals {
                recorded: recorded.to_vec(),
                ..Removals::default()
            };
            missing.iter().for_each(|seq| removals.add_missing(*seq));
            assert_eq!(
                removals.first_unrecorded(),
                first,
                "{recorded:?} {missing:?}"
            );
        }
    }
}
