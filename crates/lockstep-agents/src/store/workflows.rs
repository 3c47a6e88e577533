//! The tables of workflows and of their versions.

use lockstep_store::id::UserId;
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::{open, seal};
use crate::workflow::graph::Trigger;
use crate::workflow::journal::{Version, Workflow, WorkflowBody};

/// Returns the id of the workflow with this name.
pub(crate) fn id_of(keys: &AccountKeys, name: &str) -> String {
    let digest = keys.row_digests().digest(NAME, &[name.as_bytes()]);
    data_encoding::HEXLOWER.encode(&digest)
}

/// Adds or replaces a workflow. `due_at` is the time of its next run.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &str,
    body: &WorkflowBody,
    due_at: Option<Timestamp>,
) -> Result<(), StoreError> {
    let sealed = seal(tx, keys, (WORKFLOW, id.as_bytes()), body)?;
    let (topic, pause) = match (&body.trigger, body.enabled) {
        (
            Trigger::Event {
                event,
                at_most_every,
            },
            true,
        ) => (Some(event.as_str()), Some(i64::from(*at_most_every) * 1000)),
        _ => (None, None),
    };
    tx.execute(
        "INSERT INTO agent_workflow(user_id, id, topic, pause, due_at, updated_at, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (user_id, id) DO UPDATE SET topic = excluded.topic, pause = excluded.pause,
             due_at = excluded.due_at, updated_at = excluded.updated_at, body = excluded.body",
        params![keys.user(), id, topic, pause, due_at, tx.now(), &sealed],
    )
    .map(drop)
}

/// Records that the trigger began a run, or passed one over; `next` is the time of the next one.
pub(crate) fn record_trigger(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &str,
    body: &WorkflowBody,
    next: Option<Timestamp>,
) -> Result<(), StoreError> {
    let sealed = seal(tx, keys, (WORKFLOW, id.as_bytes()), body)?;
    tx.execute(
        "UPDATE agent_workflow SET started_at = ?3, due_at = ?4, body = ?5
         WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id, tx.now(), next, &sealed],
    )
    .map(drop)
}

/// Sets the time of the next run.
pub(crate) fn set_due(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &str,
    due_at: Option<Timestamp>,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE agent_workflow SET due_at = ?3 WHERE user_id = ?1 AND id = ?2",
        params![user, id, due_at],
    )
    .map(drop)
}

/// Returns a workflow.
pub(crate) fn find(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &str,
) -> Result<Option<Workflow>, StoreError> {
    let found = tx.query_opt(
        "SELECT id, due_at, updated_at, body FROM agent_workflow WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id],
        |row| Ok(workflow(row, keys)),
    )?;
    Ok(found.flatten())
}

/// Returns a page of the workflows of an account, the latest changed first.
pub(crate) fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (offset, limit): (i64, u32),
) -> Result<Vec<Workflow>, StoreError> {
    let read = tx.query(
        "SELECT id, due_at, updated_at, body FROM agent_workflow WHERE user_id = ?1
         ORDER BY updated_at DESC, id LIMIT ?2 OFFSET ?3",
        params![keys.user(), limit, offset],
        |row| Ok(workflow(row, keys)),
    )?;
    Ok(read.into_iter().flatten().collect())
}

fn workflow(row: &Row<'_>, keys: &AccountKeys) -> Option<Workflow> {
    let Ok(id) = row.at::<String>(0) else {
        keys.note_damage();
        return None;
    };
    let sealed = row.at::<&[u8]>(3).unwrap_or_default();
    Some(Workflow {
        body: open(keys, (WORKFLOW, id.as_bytes()), sealed),
        due_at: row.at::<Option<Timestamp>>(1).ok().flatten(),
        updated_at: row.at(2).unwrap_or(Timestamp(0)),
        id,
    })
}

/// Returns the number of workflows of an account.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM agent_workflow WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Returns account and id of workflows whose next run is due, the longest due first. A damaged row is left out.
pub(crate) fn due(tx: &Tx<'_>, limit: u32) -> Result<Vec<(UserId, String)>, StoreError> {
    let read = tx.query(
        "SELECT user_id, id FROM agent_workflow WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2",
        params![tx.now(), limit],
        |row| Ok(row.parse::<UserId>(0).ok().zip(row.at::<String>(1).ok())),
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Returns account and id of workflows that were begun or stored after a time. A damaged row is left out.
pub(crate) fn ahead(
    tx: &Tx<'_>,
    time: Timestamp,
    limit: u32,
) -> Result<Vec<(UserId, String)>, StoreError> {
    let read = tx.query(
        "SELECT user_id, id FROM agent_workflow WHERE started_at > ?1 OR updated_at > ?1 LIMIT ?2",
        params![time, limit],
        |row| Ok(row.parse::<UserId>(0).ok().zip(row.at::<String>(1).ok())),
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Moves the times of a workflow that are later than now back to now, and that of its next run to `next`.
pub(crate) fn plan_again(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &str,
    next: Timestamp,
) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE agent_workflow SET started_at = CASE WHEN started_at > ?3 THEN ?3 ELSE started_at END,
             updated_at = CASE WHEN updated_at > ?3 THEN ?3 ELSE updated_at END,
             due_at = CASE WHEN due_at > ?3 THEN ?4 ELSE due_at END
         WHERE user_id = ?1 AND id = ?2",
        params![user, id, tx.now(), next],
    )
    .map(drop)
}

/// Adds or replaces a version, and removes the oldest over [`MAX_VERSIONS`].
pub(crate) fn add_version(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    workflow: &str,
    version: &Version,
) -> Result<(), StoreError> {
    let id = version_id(workflow, version.number);
    let sealed = seal(tx, keys, (VERSION, id.as_bytes()), version)?;
    tx.execute(
        "INSERT INTO agent_workflow_version(user_id, id, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (user_id, id) DO UPDATE SET body = excluded.body",
        params![keys.user(), &id, &sealed],
    )?;
    let first_kept = version.number.saturating_sub(MAX_VERSIONS - 1);
    tx.execute(
        "DELETE FROM agent_workflow_version WHERE user_id = ?1 AND id >= ?2 AND id < ?3",
        params![
            keys.user(),
            &version_id(workflow, 0),
            &version_id(workflow, first_kept)
        ],
    )
    .map(drop)
}

/// Returns a version; `Some(None)` if its row is damaged.
pub(crate) fn version(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (workflow, number): (&str, u32),
) -> Result<Option<Option<Version>>, StoreError> {
    let id = version_id(workflow, number);
    tx.query_opt(
        "SELECT body FROM agent_workflow_version WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), &id],
        |row| {
            let sealed = row.at::<&[u8]>(0).unwrap_or_default();
            Ok(open(keys, (VERSION, id.as_bytes()), sealed))
        },
    )
}

/// Returns the versions of a workflow, the newest first. Damaged ones are left out.
pub(crate) fn versions(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    workflow: &str,
) -> Result<Vec<Version>, StoreError> {
    let read = tx.query(
        "SELECT id, body FROM agent_workflow_version WHERE user_id = ?1 AND id >= ?2 AND id < ?3
         ORDER BY id DESC",
        params![keys.user(), &version_id(workflow, 0), &end_of(workflow)],
        |row| {
            let id = row.at::<String>(0).unwrap_or_default();
            let sealed = row.at::<&[u8]>(1).unwrap_or_default();
            Ok(open(keys, (VERSION, id.as_bytes()), sealed))
        },
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Removes a workflow with its versions. Its runs are removed before, in portions.
pub(crate) fn remove(tx: &mut Tx<'_>, user: &UserId, id: &str) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM agent_workflow_version WHERE user_id = ?1 AND id >= ?2 AND id < ?3",
        params![user, &version_id(id, 0), &end_of(id)],
    )?;
    tx.execute(
        "DELETE FROM agent_workflow WHERE user_id = ?1 AND id = ?2",
        params![user, id],
    )
    .map(drop)
}

fn version_id(workflow: &str, number: u32) -> String {
    format!("{workflow}/{number:06}")
}

/// Returns a text that comes after the ids of everything below a workflow or a run: `0` is the letter after `/`.
pub(super) fn end_of(id: &str) -> String {
    format!("{id}0")
}

/// The kind of a sealed workflow.
pub(super) const WORKFLOW: &str = "agent.workflow";
/// The kind of a sealed version.
pub(super) const VERSION: &str = "agent.workflow_version";
/// The label of the digest of a workflow's name.
const NAME: &str = "agent workflow name v1";
/// The versions that are kept.
pub(crate) const MAX_VERSIONS: u32 = 50;
