//! The tables of runs and of their steps.

use lockstep_store::id::{RunId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::workflows::end_of;
use super::{open, seal};
use crate::workflow::journal::{Run, RunBody, RunState, Step, StepBody, StepState};

/// Adds or replaces a run. It continues at `due_at`.
pub(crate) fn put(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (id, workflow): (&RunId, &str),
    (state, due_at): (RunState, Option<Timestamp>),
    body: &RunBody,
) -> Result<(), StoreError> {
    let at = run_location(id.as_str(), workflow, state.as_str());
    let sealed = seal(tx, keys, (RUN, &at), body)?;
    tx.execute(
        "INSERT INTO agent_run(user_id, id, workflow, state, due_at, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT (user_id, id) DO UPDATE SET
             state = excluded.state, due_at = excluded.due_at, body = excluded.body",
        params![
            keys.user(),
            id.as_str(),
            workflow,
            state.as_str(),
            due_at,
            &sealed
        ],
    )
    .map(drop)
}

/// Returns a run.
pub(crate) fn find(tx: &Tx<'_>, keys: &AccountKeys, id: &RunId) -> Result<Option<Run>, StoreError> {
    let found = tx.query_opt(
        "SELECT id, workflow, state, body FROM agent_run WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id.as_str()],
        |row| Ok(run(row, keys)),
    )?;
    Ok(found.flatten())
}

/// Returns a page of the runs of a workflow, the newest first.
pub(crate) fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    workflow: &str,
    (offset, limit): (i64, u32),
) -> Result<Vec<Run>, StoreError> {
    let read = tx.query(
        // The ids come from the index by workflow. With one SELECT, the planner reads all runs of the account in
        // the order of their ids.
        "SELECT id, workflow, state, body FROM agent_run WHERE user_id = ?1
             AND id IN (SELECT id FROM agent_run WHERE user_id = ?1 AND workflow = ?2
                 ORDER BY id DESC LIMIT ?3 OFFSET ?4)
         ORDER BY id DESC",
        params![keys.user(), workflow, limit, offset],
        |row| Ok(run(row, keys)),
    )?;
    Ok(read.into_iter().flatten().collect())
}

fn run(row: &Row<'_>, keys: &AccountKeys) -> Option<Run> {
    let (id, workflow) = (row.parse::<RunId>(0), row.at::<String>(1));
    let state = row.at::<String>(2).unwrap_or_default();
    let (Ok(id), Ok(workflow)) = (id, workflow) else {
        keys.note_damage();
        return None;
    };
    let sealed = row.at::<&[u8]>(3).unwrap_or_default();
    let at = run_location(id.as_str(), &workflow, &state);
    let known = RunState::named(&state);
    Some(Run {
        body: open(keys, (RUN, &at), sealed),
        state: known.unwrap_or(RunState::Failed),
        id,
        workflow,
    })
}

/// Returns the number of runs of a workflow.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId, workflow: &str) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM agent_run WHERE user_id = ?1 AND workflow = ?2",
        params![user, workflow],
        |row| row.at(0),
    )
}

/// Returns the number of runs of an account that have not ended, of one workflow or of all.
pub(crate) fn count_open(
    tx: &Tx<'_>,
    user: &UserId,
    workflow: Option<&str>,
) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM agent_run WHERE user_id = ?1 AND state IN ('running', 'waiting')
             AND (?2 IS NULL OR workflow = ?2)",
        params![user, workflow],
        |row| row.at(0),
    )
}

/// A run that is due.
pub(crate) struct DueRun {
    pub(crate) user: UserId,
    pub(crate) id: RunId,
    /// The time from which the run is due.
    pub(crate) due_at: Timestamp,
}

/// Returns the runs that are due, the longest due first. A damaged row is left out.
pub(crate) fn due(tx: &Tx<'_>, limit: u32) -> Result<Vec<DueRun>, StoreError> {
    let read = tx.query(
        "SELECT user_id, id, due_at FROM agent_run WHERE due_at <= ?1 ORDER BY due_at LIMIT ?2",
        params![tx.now(), limit],
        |row| {
            let ids = row.parse::<UserId>(0).ok().zip(row.parse::<RunId>(1).ok());
            let at = row.at::<Timestamp>(2).ok();
            Ok(ids
                .zip(at)
                .map(|((user, id), due_at)| DueRun { user, id, due_at }))
        },
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Whether a run would go on after a time.
pub(crate) fn has_later(tx: &Tx<'_>, time: Timestamp) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM agent_run WHERE due_at > ?1 LIMIT 1",
        params![time],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Makes the runs due now that would go on after a time.
pub(crate) fn hurry(tx: &mut Tx<'_>, time: Timestamp) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE agent_run SET due_at = ?1 WHERE due_at > ?2",
        params![tx.now(), time],
    )
    .map(drop)
}

/// Ends a run that cannot be read.
pub(crate) fn give_up(tx: &mut Tx<'_>, user: &UserId, id: &RunId) -> Result<(), StoreError> {
    tx.execute(
        "UPDATE agent_run SET state = 'failed', due_at = NULL WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
    )
    .map(drop)
}

/// Adds or replaces a step.
pub(crate) fn put_step(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    run: &RunId,
    (place, state): (u32, StepState),
    body: &StepBody,
) -> Result<(), StoreError> {
    let id = step_id(run.as_str(), place);
    let at = step_location(&id, state.as_str());
    let sealed = seal(tx, keys, (STEP, &at), body)?;
    tx.execute(
        "INSERT INTO agent_run_step(user_id, id, state, body) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, id) DO UPDATE SET state = excluded.state, body = excluded.body",
        params![keys.user(), &id, state.as_str(), &sealed],
    )
    .map(drop)
}

/// Returns the steps of a run in the order of the nodes' places.
pub(crate) fn steps(tx: &Tx<'_>, keys: &AccountKeys, run: &RunId) -> Result<Vec<Step>, StoreError> {
    let run = run.as_str();
    let read = tx.query(
        "SELECT id, state, body FROM agent_run_step WHERE user_id = ?1 AND id >= ?2 AND id < ?3
         ORDER BY id",
        params![keys.user(), &step_id(run, 0), &end_of(run)],
        |row| {
            let id = row.at::<String>(0).unwrap_or_default();
            let state = row.at::<String>(1).unwrap_or_default();
            let place = id
                .rsplit_once('/')
                .and_then(|(_, place)| place.parse().ok());
            let Some(place) = place else {
                keys.note_damage();
                return Ok(None);
            };
            let sealed = row.at::<&[u8]>(2).unwrap_or_default();
            let at = step_location(&id, &state);
            Ok(Some(Step {
                place,
                body: open(keys, (STEP, &at), sealed),
                state: StepState::named(&state).unwrap_or(StepState::Failed),
            }))
        },
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Removes the oldest ended runs of a workflow over [`MAX_RUNS`].
pub(crate) fn forget_oldest(
    tx: &mut Tx<'_>,
    user: &UserId,
    workflow: &str,
) -> Result<(), StoreError> {
    let old = tx.query(
        "SELECT CAST(id AS TEXT) FROM agent_run
         WHERE user_id = ?1 AND workflow = ?2 AND state NOT IN ('running', 'waiting')
         ORDER BY id DESC LIMIT ?3 OFFSET ?4",
        params![user, workflow, PORTION, MAX_RUNS],
        |row| row.at::<String>(0),
    )?;
    old.iter().try_for_each(|id| remove(tx, user, id))
}

/// Removes some runs of a workflow with their steps; returns their number.
pub(crate) fn remove_portion(
    tx: &mut Tx<'_>,
    user: &UserId,
    workflow: &str,
) -> Result<usize, StoreError> {
    let some = tx.query(
        "SELECT CAST(id AS TEXT) FROM agent_run WHERE user_id = ?1 AND workflow = ?2 LIMIT ?3",
        params![user, workflow, PORTION],
        |row| row.at::<String>(0),
    )?;
    some.iter().try_for_each(|id| remove(tx, user, id))?;
    Ok(some.len())
}

fn remove(tx: &mut Tx<'_>, user: &UserId, id: &str) -> Result<(), StoreError> {
    tx.execute(
        "DELETE FROM agent_run_step WHERE user_id = ?1 AND id >= ?2 AND id < ?3",
        params![user, &step_id(id, 0), &end_of(id)],
    )?;
    tx.execute(
        "DELETE FROM agent_run WHERE user_id = ?1 AND id = ?2",
        params![user, id],
    )
    .map(drop)
}

/// Returns the location of a sealed run: its bytes open under no other id, workflow or state.
pub(super) fn run_location(id: &str, workflow: &str, state: &str) -> Vec<u8> {
    format!("{id}/{workflow}/{state}").into_bytes()
}

/// Returns the location of a sealed step.
pub(super) fn step_location(id: &str, state: &str) -> Vec<u8> {
    format!("{id}/{state}").into_bytes()
}

fn step_id(run: &str, place: u32) -> String {
    format!("{run}/{place:04}")
}

/// The kind of a sealed run.
pub(super) const RUN: &str = "agent.run";
/// The kind of a sealed step.
pub(super) const STEP: &str = "agent.run_step";
/// The ended runs of a workflow that are kept.
pub(crate) const MAX_RUNS: i64 = 100;
/// The maximum number of runs that one transaction removes.
const PORTION: u32 = 20;
