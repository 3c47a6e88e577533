//! Imports: the record of each, and the points that each of its batches added, sealed under the account's
//! own key.

use lockstep_points::provenance::{self, BatchTimes};
use lockstep_store::id::{ImportId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_vault::search::{self, SearchRecord};

use super::{opened_json, sealed_json};
use crate::import_record::{Content, State};

/// The kind of imports in the search index.
const SEARCH_KIND: &str = "import";

/// A stored record of an import.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredImport {
    pub(crate) id: ImportId,
    pub(crate) state: State,
    pub(crate) content: Content,
}

/// A batch of an import. `batch_times` is `None` if the row is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Batch {
    pub(crate) import: ImportId,
    pub(crate) number: i64,
    pub(crate) batch_times: Option<Vec<BatchTimes>>,
}

/// Stores the record of an import, or replaces it.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    stored: &StoredImport,
) -> Result<(), StoreError> {
    let context = record_context(stored.id.as_str().as_bytes());
    let body = sealed_json(tx, account_keys, context, &stored.content)?;
    tx.execute(
        "INSERT INTO import_record(user_id, id, state, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, id) DO UPDATE SET state = excluded.state, body = excluded.body",
        params![
            account_keys.user(),
            stored.id.as_str(),
            stored.state.code(),
            &body
        ],
    )?;
    search::index(tx, account_keys, &[search_record(stored)])
}

fn search_record(stored: &StoredImport) -> SearchRecord {
    let Content { file, format, .. } = &stored.content;
    SearchRecord {
        kind: SEARCH_KIND,
        id: stored.id.to_string(),
        time: stored.content.finished_at.map(Timestamp),
        title: file.clone().unwrap_or_default(),
        notes: format.clone().unwrap_or_default(),
        links: Vec::new(),
    }
}

/// Adds the imports after an id to the search index, at most `limit`; returns the last one if there are more.
pub(crate) fn index_after(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    after: &str,
    limit: i64,
) -> Result<Option<String>, StoreError> {
    let found = tx.query(
        "SELECT id, state, body FROM import_record WHERE user_id = ?1 AND id > ?2 ORDER BY id LIMIT ?3",
        params![account_keys.user(), after, limit],
        |row| Ok((row.shown(0), read(account_keys, row))),
    )?;
    let stored = found.iter().filter_map(|(_, stored)| stored.as_ref());
    let records: Vec<_> = stored.map(search_record).collect();
    search::index(tx, account_keys, &records)?;
    let is_more = found.len() as u64 == limit.unsigned_abs();
    Ok(found
        .into_iter()
        .last()
        .map(|(id, _)| id)
        .filter(|_| is_more))
}

/// Changes the state of an import; returns whether it exists. Its content may be damaged.
pub(crate) fn set_state(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &ImportId,
    state: State,
) -> Result<bool, StoreError> {
    let changed = tx.execute(
        "UPDATE import_record SET state = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str(), state.code()],
    )?;
    Ok(changed > 0)
}

/// Returns the state of an import; `None` if the account has no such import.
pub(crate) fn state(
    tx: &Tx<'_>,
    user: &UserId,
    id: &ImportId,
) -> Result<Option<State>, StoreError> {
    tx.query_opt(
        "SELECT state FROM import_record WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
        |row| Ok(State::of(row.at(0).ok())),
    )
}

/// Returns an import. Outer `None`: there is none; inner `None`: its row is damaged.
pub(crate) fn find(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &ImportId,
) -> Result<Option<Option<StoredImport>>, StoreError> {
    tx.query_opt(
        "SELECT id, state, body FROM import_record WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), id.as_str()],
        |row| Ok(read(account_keys, row)),
    )
}

/// Returns at most `most` imports before one, newest first, and the number of damaged rows among them.
pub(crate) fn page(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    before: Option<&ImportId>,
    most: usize,
) -> Result<(Vec<StoredImport>, u64), StoreError> {
    let (mut page, mut damaged) = (Vec::new(), 0);
    tx.visit(
        "SELECT id, state, body FROM import_record WHERE user_id = ?1 AND id < ?2
         ORDER BY id DESC",
        params![
            account_keys.user(),
            before.map_or(LAST_ID, ImportId::as_str)
        ],
        |row| {
            match read(account_keys, row) {
                Some(stored) => page.push(stored),
                None => damaged += 1,
            }
            Ok::<_, StoreError>(page.len() < most)
        },
    )?;
    Ok((page, damaged))
}

/// Returns the number of an account's imports.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM import_record WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Deletes the record and the batches of an import; returns whether it was stored. Without keys, the search index is
/// built again.
pub(crate) fn delete(
    tx: &mut Tx<'_>,
    (user, account_keys): (&UserId, Option<&AccountKeys>),
    id: &ImportId,
) -> Result<bool, StoreError> {
    match account_keys {
        Some(keys) => search::unindex(tx, keys, SEARCH_KIND, [id.as_str()])?,
        None => search::rebuild(tx, user)?,
    }
    tx.execute(
        "DELETE FROM import_batch WHERE user_id = ?1 AND import_id = ?2",
        params![user, id.as_str()],
    )?;
    let deleted = tx.execute(
        "DELETE FROM import_record WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
    )?;
    Ok(deleted > 0)
}

/// Deletes at most `most` batches of an import; returns their number.
pub(crate) fn delete_batches(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &ImportId,
    most: usize,
) -> Result<usize, StoreError> {
    tx.execute(
        "DELETE FROM import_batch WHERE rowid IN
             (SELECT rowid FROM import_batch WHERE user_id = ?1 AND import_id = ?2 LIMIT ?3)",
        params![user, id.as_str(), most as i64],
    )
}

/// Stores the record of the points that a batch added, or replaces it. A batch without points is not stored.
pub(crate) fn put_batch(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    (import, number): (&ImportId, i64),
    batch_times: &[BatchTimes],
) -> Result<(), StoreError> {
    let Some(span) = BatchTimes::span(batch_times) else {
        return delete_batch(tx, account_keys.user(), (import, number));
    };
    let row = batch_row((import, number), span);
    let plain = provenance::encode(batch_times);
    let body = account_keys.seal(tx, None, batch_context(&row), b"", &plain)?;
    tx.execute(
        "INSERT INTO import_batch(user_id, import_id, number, t0, t1, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, import_id, number) DO UPDATE
         SET t0 = excluded.t0, t1 = excluded.t1, body = excluded.body",
        params![
            account_keys.user(),
            import.as_str(),
            number,
            span.0,
            span.1,
            &body
        ],
    )
    .map(drop)
}

/// Returns the number of the next batch of an import.
pub(crate) fn next_number(
    tx: &Tx<'_>,
    user: &UserId,
    import: &ImportId,
) -> Result<i64, StoreError> {
    // A damaged number sorts after every integer, or is one that no import reaches.
    let last = tx.query_opt(
        "SELECT number FROM import_batch WHERE user_id = ?1 AND import_id = ?2 AND number < ?3
         ORDER BY number DESC LIMIT 1",
        params![user, import.as_str(), MAX_NUMBER],
        |row| row.at::<i64>(0),
    )?;
    Ok(last.unwrap_or(0) + 1)
}

/// A greater number of a batch is damaged.
const MAX_NUMBER: i64 = 1 << 40;

/// Deletes a batch.
pub(crate) fn delete_batch(
    tx: &mut Tx<'_>,
    user: &UserId,
    (import, number): (&ImportId, i64),
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM import_batch WHERE user_id = ?1 AND import_id = ?2 AND number = ?3",
        params![user, import.as_str(), number],
    )
    .map(drop)
}

/// Deletes the batches of an import whose number is damaged: no record states which points they added.
pub(crate) fn drop_unnumbered(
    tx: &mut Tx<'_>,
    user: &UserId,
    import: &ImportId,
) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM import_batch
         WHERE user_id = ?1 AND import_id = ?2 AND typeof(number) <> 'integer'",
        params![user, import.as_str()],
    )
    .map(drop)
}

/// Returns the last batch of an import.
pub(crate) fn last_batch(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
) -> Result<Option<Batch>, StoreError> {
    tx.query_opt(
        "SELECT import_id, number, t0, t1, body FROM import_batch
         WHERE user_id = ?1 AND import_id = ?2 ORDER BY number DESC LIMIT 1",
        params![account_keys.user(), import.as_str()],
        |row| read_batch(account_keys, row),
    )
}

/// The place of a batch among those of all imports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BatchPosition {
    import: ImportId,
    number: i64,
}

/// Returns the next batch of another import that has a time in a range: those of the newest import first,
/// after `after`, and only those that the store numbered above `newer_than`. A damaged batch is passed over.
pub(crate) fn other_batch(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    import: &ImportId,
    (from, to): (i64, i64),
    (newer_than, after): (i64, Option<&BatchPosition>),
) -> Result<Option<(BatchPosition, Vec<BatchTimes>)>, StoreError> {
    let (last, number) = after.map_or((LAST_ID, 0), |position| {
        (position.import.as_str(), position.number)
    });
    let mut found = None;
    tx.visit(
        "SELECT import_id, number, t0, t1, body FROM import_batch
         WHERE user_id = ?1 AND import_id <> ?2 AND t0 <= ?4 AND t1 >= ?3
             AND (import_id < ?5 OR (import_id = ?5 AND number < ?6)) AND rowid > ?7
         ORDER BY import_id DESC, number DESC",
        params![
            account_keys.user(),
            import.as_str(),
            from,
            to,
            last,
            number,
            newer_than
        ],
        |row| {
            if let Ok(batch) = read_batch(account_keys, row)
                && let Some(batch_times) = batch.batch_times
            {
                let position = BatchPosition {
                    import: batch.import,
                    number: batch.number,
                };
                found = Some((position, batch_times));
            }
            Ok::<_, StoreError>(found.is_none())
        },
    )?;
    Ok(found)
}

/// Returns at most `most` batches that have a time in a range, those that were stored last. Damaged batches are
/// passed over.
pub(crate) fn batches_within(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (from, to): (i64, i64),
    most: usize,
) -> Result<Vec<(BatchPosition, Vec<BatchTimes>)>, StoreError> {
    let mut found = Vec::new();
    // Every upload runs this query, so batches that end before the range are not read, and no batch is
    // sorted together with its body.
    tx.visit(
        &format!(
            "SELECT import_id, number, t0, t1, body FROM import_batch
             WHERE rowid IN ({OVERLAPPING} ORDER BY rowid DESC LIMIT ?4)"
        ),
        params![account_keys.user(), from, to, most as i64],
        |row| {
            if let Ok(batch) = read_batch(account_keys, row)
                && let Some(batch_times) = batch.batch_times
            {
                let position = BatchPosition {
                    import: batch.import,
                    number: batch.number,
                };
                found.push((position, batch_times));
            }
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(found)
}

/// Replaces the record of a batch of [`other_batch`] or [`batches_within`].
pub(crate) fn replace_batch(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    position: &BatchPosition,
    batch_times: &[BatchTimes],
) -> Result<(), StoreError> {
    put_batch(
        tx,
        account_keys,
        (&position.import, position.number),
        batch_times,
    )
}

/// Returns the highest number that the store gave to a batch of any account.
pub(crate) fn highest_number(tx: &Tx<'_>) -> Result<i64, StoreError> {
    tx.query_one(
        "SELECT COALESCE(MAX(rowid), 0) FROM import_batch",
        &[],
        |row| row.at(0),
    )
}

/// Opens every record and batch of an account and returns their number. Calls `bad` with table and row of
/// those that do not open.
pub(crate) fn check(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut bad: impl FnMut(&'static str, &str),
) -> Result<u64, StoreError> {
    let mut count = 0;
    tx.visit(
        "SELECT id, state, body FROM import_record WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let is_state = row.at(1).is_ok_and(State::is_code);
            if read(account_keys, row).is_none() || !is_state {
                bad("import_record", &row.shown(0));
            }
            count += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    tx.visit(
        "SELECT import_id, number, t0, t1, body FROM import_batch WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            let batch = read_batch(account_keys, row).ok();
            if batch.is_none_or(|batch| batch.batch_times.is_none()) {
                bad(
                    "import_batch",
                    &format!("{} {}", row.shown(0), row.shown(1)),
                );
            }
            count += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(count)
}

fn read(account_keys: &AccountKeys, row: &Row<'_>) -> Option<StoredImport> {
    let id: ImportId = row.parse(0).ok()?;
    let context = record_context(id.as_str().as_bytes());
    let content = opened_json(account_keys, context, row.at(2).ok()?)?;
    Some(StoredImport {
        state: State::of(row.at(1).ok()),
        content,
        id,
    })
}

fn read_batch(account_keys: &AccountKeys, row: &Row<'_>) -> Result<Batch, StoreError> {
    let (import, number) = (row.parse(0)?, row.at(1)?);
    let opened = || -> Option<Vec<BatchTimes>> {
        let span = (row.at(2).ok()?, row.at(3).ok()?);
        let place = batch_row((&import, number), span);
        let sealed: &[u8] = row.at(4).ok()?;
        let (plain, _) = account_keys.open_own(batch_context(&place), sealed).ok()?;
        provenance::decode(&plain.into_bytes()).ok()
    };
    let batch_times = opened();
    Ok(Batch {
        import,
        number,
        batch_times,
    })
}

fn record_context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "import",
        row,
    }
}

fn batch_row((import, number): (&ImportId, i64), (from, to): (i64, i64)) -> Vec<u8> {
    let mut row = import.as_str().as_bytes().to_vec();
    for number in [number, from, to] {
        row.extend_from_slice(&number.to_be_bytes());
    }
    row
}

fn batch_context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "import batch",
        row,
    }
}

/// The batches that have a time in common with a range.
pub(super) const OVERLAPPING: &str =
    "SELECT rowid FROM import_batch WHERE user_id = ?1 AND t1 >= ?2 AND t0 <= ?3";
/// Sorts after every id.
const LAST_ID: &str = "~";
