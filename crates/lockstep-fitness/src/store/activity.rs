//! Activities: sealed under the account's own key, bound to their id and their first and last time.

use std::collections::BTreeSet;

use lockstep_metrics::Sport;
use lockstep_store::id::{ActivityId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use lockstep_vault::search::{self, SearchRecord};

use super::{opened_json, sealed_json};
use crate::activity::{Content, View};

/// A stored activity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredActivity {
    pub(crate) id: ActivityId,
    pub(crate) content: Content,
    pub(crate) view: View,
    /// The length of the sealed row.
    pub(crate) bytes: usize,
}

/// The position after which a page begins: the newest activity is first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PageStart {
    pub(crate) start: i64,
    pub(crate) id: ActivityId,
}

/// The sealed row of an activity.
pub(crate) struct SealedActivity {
    span: (i64, i64),
    body: Vec<u8>,
}

impl SealedActivity {
    /// Returns the bytes that count for the account's quota.
    pub(crate) fn bytes(&self) -> usize {
        self.body.len()
    }
}

/// Seals the row of an activity; `None` if the activity has no recording.
pub(crate) fn seal(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &ActivityId,
    content: &Content,
) -> Result<Option<SealedActivity>, StoreError> {
    let Some(view) = content.view() else {
        return Ok(None);
    };
    let span = (view.start, view.end);
    let body = sealed_json(tx, account_keys, context(&row(id, span)), content)?;
    Ok(Some(SealedActivity { span, body }))
}

/// Stores the sealed row of an activity, or replaces it.
pub(crate) fn put_sealed(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &ActivityId,
    sealed: &SealedActivity,
) -> Result<(), StoreError> {
    let (start, end) = sealed.span;
    tx.execute(
        "INSERT INTO activity(user_id, id, t0, t1, body) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (user_id, id) DO UPDATE SET t0 = excluded.t0, t1 = excluded.t1,
             body = excluded.body",
        params![user, id.as_str(), start, end, &sealed.body],
    )
    .map(drop)
}

/// Stores an activity, or replaces its content. An activity without a recording is deleted; returns whether
/// it is stored.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    id: &ActivityId,
    content: &Content,
) -> Result<bool, StoreError> {
    let Some(sealed) = seal(tx, account_keys, id, content)? else {
        delete(tx, (account_keys.user(), Some(account_keys)), id)?;
        return Ok(false);
    };
    put_sealed(tx, account_keys.user(), id, &sealed)?;
    index(tx, account_keys, id, content)?;
    Ok(true)
}

/// Adds an activity to the search index, or replaces its texts.
pub(crate) fn index(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    id: &ActivityId,
    content: &Content,
) -> Result<(), StoreError> {
    let Some(view) = content.view() else {
        return Ok(());
    };
    search::index(tx, account_keys, &[search_record(id, content, view)])
}

fn search_record(id: &ActivityId, content: &Content, view: View) -> SearchRecord {
    let notes = [view.sport, view.notes].into_iter().flatten();
    let imports = content.recordings.iter().flat_map(|one| &one.imports);
    let imports: BTreeSet<String> = imports.map(ToString::to_string).collect();
    SearchRecord {
        kind: SEARCH_KIND,
        id: id.to_string(),
        time: Some(Timestamp(view.start)),
        title: view.name,
        notes: notes.collect::<Vec<_>>().join(", "),
        links: imports.into_iter().collect(),
    }
}

/// Adds the activities after an id to the search index until enough was read; returns the last one if there are more.
pub(crate) fn index_after(
    tx: &mut Tx<'_>,
    account_keys: &AccountKeys,
    after: &str,
    (rows, bytes): (usize, usize),
) -> Result<Option<String>, StoreError> {
    let (mut records, mut last, mut read_bytes, mut n) = (Vec::new(), None, 0, 0);
    tx.visit(
        "SELECT id, t0, t1, body FROM activity WHERE user_id = ?1 AND id > ?2 ORDER BY id",
        params![account_keys.user(), after],
        |row| {
            if n == rows || read_bytes >= bytes {
                last = records
                    .last()
                    .map(|record: &SearchRecord| record.id.clone());
                return Ok(false);
            }
            if let Some(stored) = read(account_keys, row) {
                read_bytes += stored.bytes;
                records.push(search_record(&stored.id, &stored.content, stored.view));
            }
            n += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    search::index(tx, account_keys, &records)?;
    Ok(last)
}

/// Deletes an activity; returns whether it was stored. Without keys, the search index is built again.
pub(crate) fn delete(
    tx: &mut Tx<'_>,
    (user, account_keys): (&UserId, Option<&AccountKeys>),
    id: &ActivityId,
) -> Result<bool, StoreError> {
    match account_keys {
        Some(keys) => search::unindex(tx, keys, SEARCH_KIND, [id.as_str()])?,
        None => search::rebuild(tx, user)?,
    }
    let deleted = tx.execute(
        "DELETE FROM activity WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
    )?;
    Ok(deleted > 0)
}

/// Returns an activity. Outer `None`: there is none; inner `None`: its row is damaged.
pub(crate) fn find(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    id: &ActivityId,
) -> Result<Option<Option<StoredActivity>>, StoreError> {
    tx.query_opt(
        "SELECT id, t0, t1, body FROM activity WHERE user_id = ?1 AND id = ?2",
        params![account_keys.user(), id.as_str()],
        |row| Ok(read(account_keys, row)),
    )
}

/// Calls `each` with the activities that begin near a time, the nearest first: at most [`MAX_NEAR`]. A damaged
/// row is passed over.
pub(crate) fn near(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (start, reach): (i64, i64),
    mut each: impl FnMut(StoredActivity),
) -> Result<(), StoreError> {
    let (from, to) = (start.saturating_sub(reach), start.saturating_add(reach));
    // The nearest rows of each side come first in the index: no other row is read.
    let mut nearest: Vec<(u64, String)> = Vec::new();
    for (sql, from, to) in [(NEXT_STARTS, start, to), (EARLIER_STARTS, from, start)] {
        let found = tx.query(sql, params![account_keys.user(), from, to], |row| {
            let id = row.at::<String>(0).ok();
            Ok(row.at::<i64>(1).ok().zip(id))
        })?;
        let found = found.into_iter().flatten();
        nearest.extend(found.map(|(at, id)| (at.abs_diff(start), id)));
    }
    nearest.sort_unstable();
    nearest.truncate(MAX_NEAR);
    for (_, id) in nearest {
        let Ok(id) = id.parse::<ActivityId>() else {
            continue;
        };
        if let Some(stored) = find(tx, account_keys, &id)?.flatten() {
            each(stored);
        }
    }
    Ok(())
}

/// The time of a stored activity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ActivitySpan {
    pub(crate) start: i64,
    pub(crate) end: i64,
    /// The milliseconds without pauses, if a file states them.
    pub(crate) moving: Option<i64>,
    pub(crate) sport: Option<Sport>,
}

impl ActivitySpan {
    fn of(view: &View) -> Self {
        let moving = view.moving_seconds.map(|seconds| (1000.0 * seconds) as i64);
        Self {
            start: view.start,
            end: view.end,
            moving: moving.filter(|moving| *moving > 0),
            sport: view.sport.as_deref().and_then(Sport::of),
        }
    }
}

/// Returns the times of the activities that have a time in common with a range, in order of time. A damaged
/// row is passed over.
pub(crate) fn spans(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (from, to): (i64, i64),
) -> Result<Vec<ActivitySpan>, StoreError> {
    let mut spans = Vec::new();
    // Only the overlapping rows are read, and none of them is sorted with its body.
    tx.visit(
        &format!(
            "SELECT id, t0, t1, body FROM activity WHERE user_id = ?1 AND id IN
                 (SELECT id {OVERLAPPING})"
        ),
        params![account_keys.user(), from, to],
        |row| {
            let stored = read(account_keys, row);
            spans.extend(stored.map(|stored| ActivitySpan::of(&stored.view)));
            Ok::<_, StoreError>(true)
        },
    )?;
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    Ok(spans)
}

/// Calls `each` with the id, the first and the last time of the activities that have a time in common with a
/// range. Their bodies are not read, so a damaged activity is among them.
pub(crate) fn visit_overlapping(
    tx: &Tx<'_>,
    user: &UserId,
    (from, to): (i64, i64),
    mut each: impl FnMut(&ActivityId, (i64, i64)),
) -> Result<(), StoreError> {
    tx.visit(
        &format!("SELECT id, t0, t1 {OVERLAPPING}"),
        params![user, from, to],
        |row| {
            let (start, end) = (row.at::<i64>(1), row.at::<i64>(2));
            if let (Ok(id), Ok(start), Ok(end)) = (row.parse::<ActivityId>(0), start, end) {
                each(&id, (start, end));
            }
            Ok::<_, StoreError>(true)
        },
    )
}

/// Calls `each` with the activities that begin in a range, newest first, after a place, until `each`
/// returns `false`. Returns the number of damaged rows that were passed over.
pub(crate) fn visit(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    (from, to): (i64, i64),
    after: Option<&PageStart>,
    mut each: impl FnMut(StoredActivity) -> bool,
) -> Result<u64, StoreError> {
    let (start, id) = after.map_or((i64::MAX, LAST_ID), |place| {
        (place.start, place.id.as_str())
    });
    let mut damaged = 0;
    tx.visit(
        "SELECT id, t0, t1, body FROM activity
         WHERE user_id = ?1 AND t0 >= ?2 AND t0 <= ?3 AND (t0 < ?4 OR (t0 = ?4 AND id < ?5))
         ORDER BY t0 DESC, id DESC",
        params![account_keys.user(), from, to, start, id],
        |row| {
            Ok::<_, StoreError>(match read(account_keys, row) {
                Some(stored) => each(stored),
                None => {
                    damaged += 1;
                    true
                }
            })
        },
    )?;
    Ok(damaged)
}

/// Returns the number of an account's activities.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM activity WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Opens every activity of an account and returns their number. Calls `bad` with the ids of those that do
/// not open.
pub(crate) fn check(
    tx: &Tx<'_>,
    account_keys: &AccountKeys,
    mut bad: impl FnMut(&str),
) -> Result<u64, StoreError> {
    let mut count = 0;
    tx.visit(
        "SELECT id, t0, t1, body FROM activity WHERE user_id = ?1",
        params![account_keys.user()],
        |row| {
            if read(account_keys, row).is_none() {
                bad(&row.shown(0));
            }
            count += 1;
            Ok::<_, StoreError>(true)
        },
    )?;
    Ok(count)
}

/// Reads a row; `None` if it is damaged, or is not the row that was sealed.
fn read(account_keys: &AccountKeys, row: &Row<'_>) -> Option<StoredActivity> {
    let id: ActivityId = row.parse(0).ok()?;
    let (start, end): (Timestamp, Timestamp) = (row.at(1).ok()?, row.at(2).ok()?);
    let place = self::row(&id, (start.0, end.0));
    let sealed: &[u8] = row.at(3).ok()?;
    let content: Content = opened_json(account_keys, context(&place), sealed)?;
    Some(StoredActivity {
        view: content.view()?,
        bytes: sealed.len(),
        id,
        content,
    })
}

fn row(id: &ActivityId, (start, end): (i64, i64)) -> Vec<u8> {
    let mut row = id.as_str().as_bytes().to_vec();
    row.extend_from_slice(&start.to_be_bytes());
    row.extend_from_slice(&end.to_be_bytes());
    row
}

fn context(row: &[u8]) -> AadContext<'_> {
    AadContext {
        what: "activity",
        row,
    }
}

/// The maximum number of activities that [`near`] reads, and the limit of its two statements.
const MAX_NEAR: usize = 32;
/// Selects the activities that have a time in common with a range. The index `activity_end` has all of these
/// columns, so no body is read.
/// The kind of activities in the search index.
const SEARCH_KIND: &str = "activity";
const OVERLAPPING: &str = "FROM activity WHERE user_id = ?1 AND t1 >= ?2 AND t0 <= ?3";
/// The activities that begin at a time or after it, the nearest first.
const NEXT_STARTS: &str = "SELECT id, t0 FROM activity
     WHERE user_id = ?1 AND t0 >= ?2 AND t0 <= ?3 ORDER BY t0, id LIMIT 32";
/// The activities that begin before a time, the nearest first.
const EARLIER_STARTS: &str = "SELECT id, t0 FROM activity
     WHERE user_id = ?1 AND t0 >= ?2 AND t0 < ?3 ORDER BY t0 DESC, id DESC LIMIT 32";
/// Sorts after every id.
const LAST_ID: &str = "~";

#[cfg(test)]
mod tests;
