//! Copies of the first entries of the audit log: ten million entries are stored in minutes.
//!
//! A copy has numbers, ids and times of its own, and stands in the index as an entry that was appended. Its links are those of its
//! original, so that the chain does not verify: the benchmark verifies it before. The two indexes of the bodies are built
//! at the end, which is faster than entry by entry.

use lockstep_server::commands::serve::RunningPlatform;
use lockstep_store::audit::index;
use lockstep_store::{StoreError, Tx, Value, params};

use crate::client::now;

/// The entries that are copied: whole blocks of the index, so that their counts can be copied, too.
pub(crate) const BASE: usize = 64 * BLOCK as usize;

/// Copies the first [`BASE`] entries until the log has `entries`; returns the number of entries.
pub(crate) async fn make(running: &RunningPlatform, entries: usize) -> usize {
    let copies = entries.saturating_sub(BASE).div_ceil(BASE) as i64;
    if copies == 0 {
        return entries;
    }
    let start = now();
    let last_portion = BASE as i64 - PORTION;
    // The newest copy is begun first: entries that the server appends during the copy follow it.
    let first_number = change(running, move |tx| {
        let first_number = prepare(tx, copies)?;
        copy_entries(tx, last_portion, (first_number, copies))?;
        tx.execute(
            "UPDATE audit_index SET seq = ?1 WHERE id = 1",
            params![first_number + copies * BASE as i64 - 1],
        )?;
        Ok(first_number)
    });
    let first_number = first_number.await;
    for copy in (1..=copies).rev() {
        let place = (first_number, copy);
        for from in (0..BASE).step_by(PORTION as usize).rev() {
            let from = from as i64;
            if (copy, from) != (copies, last_portion) {
                change(running, move |tx| copy_entries(tx, from, place)).await;
            }
        }
        change(running, move |tx| copy_counts(tx, place)).await;
    }
    for sql in INDEXES.into_iter().chain(FORGOTTEN) {
        change(running, move |tx| tx.execute(sql, &[])).await;
    }
    check(running, (first_number, copies)).await;
    let stored = BASE * (1 + copies as usize);
    println!(
        "-- copied to {stored} entries in {:.0} s",
        start.elapsed().as_secs_f64()
    );
    stored
}

async fn change<T: Send + 'static>(
    running: &RunningPlatform,
    act: impl FnMut(&mut Tx<'_>) -> Result<T, StoreError> + Send + 'static,
) -> T {
    let changed = running.state.db.write("bench.copy", act);
    changed.await.expect("the entries are copied")
}

/// Moves the originals into the past, which triggers refuse otherwise, and drops the indexes of bodies. Returns the first number of
/// the first copy, which begins a block.
fn prepare(tx: &mut Tx<'_>, copies: i64) -> Result<i64, StoreError> {
    for sql in [
        "DROP TRIGGER audit_keeps",
        "DROP TRIGGER audit_body_keeps",
        "DROP INDEX audit_body_user",
        "DROP INDEX audit_body_at",
    ] {
        tx.execute(sql, &[])?;
    }
    let (earlier, base) = (copies * STEP, BASE as i64);
    for sql in [
        "UPDATE audit SET at = at - ?1 WHERE node = 'local' AND seq <= ?2",
        "UPDATE audit_body SET at = at - ?1 WHERE node = 'local' AND seq <= ?2",
        "UPDATE audit_block SET first_at = first_at - ?1, last_at = last_at - ?1 WHERE (block + 1) * 8192 <= ?2",
    ] {
        tx.execute(sql, params![earlier, base])?;
    }
    // The tables of the index have an actor's blocks side by side: without these, each copy would search through all.
    for sql in [
        "CREATE TABLE bench_actor AS SELECT * FROM audit_block_actor WHERE (block + 1) * 8192 <= ?1",
        "CREATE TABLE bench_actor_kind AS SELECT * FROM audit_block_actor_kind WHERE (block + 1) * 8192 <= ?1",
        "CREATE TABLE bench_action AS SELECT * FROM audit_block_action WHERE (block + 1) * 8192 <= ?1",
        "CREATE TABLE bench_actor_action AS SELECT * FROM audit_block_actor_action WHERE (block + 1) * 8192 <= ?1",
    ] {
        tx.execute(sql, params![base])?;
    }
    let last = index::progress(tx)?.last;
    Ok((last - 1).div_euclid(BLOCK) * BLOCK + BLOCK + 1)
}

/// Returns the difference of numbers between a copy and its originals, and that of times.
fn shift((first_number, copy): (i64, i64)) -> (i64, i64) {
    (first_number - 1 + (copy - 1) * BASE as i64, copy * STEP)
}

/// Copies a portion of the entries after the number `from`: links, bodies and words.
fn copy_entries(tx: &mut Tx<'_>, from: i64, place: (i64, i64)) -> Result<(), StoreError> {
    let (shift, later) = shift(place);
    let to = from + PORTION;
    let originals: &[Value<'_>] = params![shift, later, from, to];
    for sql in ENTRIES {
        tx.execute(sql, originals)?;
    }
    tx.execute(WORDS, params![from + shift, to + shift])?;
    Ok(())
}

/// Copies the counts of all blocks.
fn copy_counts(tx: &mut Tx<'_>, place: (i64, i64)) -> Result<(), StoreError> {
    let (shift, later) = shift(place);
    let (blocks, base) = (shift / BLOCK, BASE as i64);
    tx.execute(
        "INSERT INTO audit_block(block, entries, first_at, last_at)
         SELECT block + ?1, entries, first_at + ?2, last_at + ?2 FROM audit_block WHERE (block + 1) * 8192 <= ?3",
        params![blocks, later, base],
    )?;
    tx.execute(
        "INSERT INTO audit_block_kind(block, component, status, entries)
         SELECT block + ?1, component, status, entries FROM audit_block_kind WHERE (block + 1) * 8192 <= ?2",
        params![blocks, base],
    )?;
    for sql in [
        "INSERT INTO audit_block_actor(user_id, block, first_seq)
         SELECT user_id, block + ?1, first_seq + ?1 * 8192 FROM bench_actor",
        "INSERT INTO audit_block_actor_kind(user_id, block, component, status, entries)
         SELECT user_id, block + ?1, component, status, entries FROM bench_actor_kind",
        "INSERT INTO audit_block_action(action, block, component, status, entries)
         SELECT action, block + ?1, component, status, entries FROM bench_action",
        "INSERT INTO audit_block_actor_action(user_id, action, block, component, status, entries)
         SELECT user_id, action, block + ?1, component, status, entries FROM bench_actor_action",
    ] {
        tx.execute(sql, params![blocks])?;
    }
    Ok(())
}

/// Compares the index with the bodies in a block of the first and of the last copy.
async fn check(running: &RunningPlatform, (first_number, copies): (i64, i64)) {
    for copy in [1, copies] {
        let block = shift((first_number, copy)).0 / BLOCK;
        let checked = running
            .state
            .db
            .read::<_, StoreError, _>("bench.check", move |tx| index::check(tx, block));
        let (agrees, _) = checked.await.expect("the index is read");
        assert!(
            agrees,
            "the index disagrees with the bodies of block {block}"
        );
    }
}

/// The numbers of entries in a block of the index.
const BLOCK: i64 = 8192;
/// The entries that one transaction copies.
const PORTION: i64 = 8 * BLOCK;
/// The milliseconds between a copy and the next: ten million entries cover a month.
const STEP: i64 = 36 * 3600 * 1000;

const ENTRIES: [&str; 2] = [
    "INSERT INTO audit(node, seq, at, prev, digest, hash)
     SELECT node, seq + ?1, at + ?2, prev, digest, hash FROM audit WHERE node = 'local' AND seq > ?3 AND seq <= ?4",
    "INSERT INTO audit_body(node, seq, id, at, salt, user_id, user_name, user_role, action, component, status, details,
         metadata)
     SELECT node, seq + ?1, 'aud_' || printf('%026d', seq + ?1), at + ?2, salt, user_id, user_name, user_role, action,
         component, status, details, metadata FROM audit_body WHERE node = 'local' AND seq > ?3 AND seq <= ?4",
];
const WORDS: &str =
    "INSERT INTO audit_text(rowid, actor, action, component, status, details, metadata)
     SELECT seq, user_id, action, component, status, details, coalesce(metadata, '') FROM audit_body
     WHERE node = 'local' AND seq > ?1 AND seq <= ?2 ORDER BY seq";
/// The indexes of bodies, as the migration of the store creates them.
const INDEXES: [&str; 2] = [
    "CREATE INDEX audit_body_user ON audit_body(user_id, at)",
    "CREATE INDEX audit_body_at ON audit_body(at)",
];
const FORGOTTEN: [&str; 4] = [
    "DROP TABLE bench_actor",
    "DROP TABLE bench_actor_kind",
    "DROP TABLE bench_action",
    "DROP TABLE bench_actor_action",
];
