//! The table of deployments.

use std::collections::BTreeSet;

use lockstep_store::id::{DeploymentId, UserId};
use lockstep_store::{Row, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;

use super::{open, seal, workflows};
use crate::configuration::{Deployment, DeploymentBody};

/// Adds a deployment. An older one of the same agent to the same workflow is replaced.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    (id, agent): (&DeploymentId, &str),
    body: &DeploymentBody,
) -> Result<(), StoreError> {
    let name = body.workflow.as_bytes();
    let workflow = keys.row_digests().digest(WORKFLOW, &[name]);
    tx.execute(
        "DELETE FROM agent_deployment WHERE user_id = ?1 AND workflow = ?2 AND agent_id = ?3",
        params![keys.user(), &workflow, agent],
    )?;
    let sealed = seal(tx, keys, (DEPLOYMENT, &location(id.as_str(), agent)), body)?;
    tx.execute(
        "INSERT INTO agent_deployment(user_id, id, agent_id, workflow, created_at, body)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        params![
            keys.user(),
            id.as_str(),
            agent,
            &workflow,
            tx.now(),
            &sealed
        ],
    )
    .map(drop)
}

/// Returns the deployments of an account, the newest first.
pub(crate) fn page(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (offset, limit): (i64, u32),
) -> Result<Vec<Deployment>, StoreError> {
    let read = tx.query(
        "SELECT id, agent_id, created_at, body FROM agent_deployment WHERE user_id = ?1
         ORDER BY id DESC LIMIT ?2 OFFSET ?3",
        params![keys.user(), limit, offset],
        |row| Ok(deployment(row, keys)),
    )?;
    Ok(read.into_iter().flatten().collect())
}

fn deployment(row: &Row<'_>, keys: &AccountKeys) -> Option<Deployment> {
    let (Ok(id), Ok(agent)) = (row.parse::<DeploymentId>(0), row.at::<String>(1)) else {
        keys.note_damage();
        return None;
    };
    let sealed = row.at::<&[u8]>(3).unwrap_or_default();
    Some(Deployment {
        body: open(keys, (DEPLOYMENT, &location(id.as_str(), &agent)), sealed),
        created_at: row.at(2).unwrap_or_else(|_| id.created_at()),
        id,
        agent,
    })
}

/// Returns the name of the workflow of a deployment; `None` if it has no workflow, or if its row is damaged.
pub(crate) fn workflow_of(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &DeploymentId,
) -> Result<Option<String>, StoreError> {
    let found = tx.query_opt(
        "SELECT id, agent_id, created_at, body FROM agent_deployment WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id.as_str()],
        |row| Ok(deployment(row, keys)),
    )?;
    Ok(found.flatten().and_then(|it| Some(it.body?.workflow)))
}

/// Returns the agents of which every workflow that they are deployed to is disabled. A deployment or a workflow that
/// is damaged counts as enabled, because no person disabled it.
pub(crate) fn paused(tx: &Tx<'_>, keys: &AccountKeys) -> Result<BTreeSet<String>, StoreError> {
    let deployed = tx.query(
        "SELECT id, agent_id, created_at, body FROM agent_deployment WHERE user_id = ?1",
        params![keys.user()],
        |row| Ok(deployment(row, keys)),
    )?;
    let (mut paused, mut running) = (BTreeSet::new(), BTreeSet::new());
    for Deployment { agent, body, .. } in deployed.into_iter().flatten() {
        let workflow = match body {
            Some(body) => workflows::find(tx, keys, &workflows::id_of(keys, &body.workflow))?,
            None => None,
        };
        let body = workflow.and_then(|workflow| workflow.body);
        match body.is_some_and(|body| !body.enabled) {
            true => paused.insert(agent),
            false => running.insert(agent),
        };
    }
    Ok(&paused - &running)
}

/// Whether an agent is deployed to a workflow.
pub(crate) fn is_used(tx: &Tx<'_>, keys: &AccountKeys, workflow: &str) -> Result<bool, StoreError> {
    let workflow = keys.row_digests().digest(WORKFLOW, &[workflow.as_bytes()]);
    let found = tx.query_opt(
        "SELECT 1 FROM agent_deployment WHERE user_id = ?1 AND workflow = ?2 LIMIT 1",
        params![keys.user(), &workflow],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Removes a deployment; returns its agent, or `None` if there was no such deployment.
pub(crate) fn remove(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &DeploymentId,
) -> Result<Option<String>, StoreError> {
    let agent = tx.query_opt(
        "SELECT CAST(agent_id AS TEXT) FROM agent_deployment WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
        |row| Ok(row.at::<String>(0).unwrap_or_default()),
    )?;
    tx.execute(
        "DELETE FROM agent_deployment WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
    )?;
    Ok(agent)
}

/// Returns the number of deployments of an account.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM agent_deployment WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Returns the time of the oldest deployment of an agent.
pub(super) fn oldest(
    tx: &Tx<'_>,
    user: &UserId,
    agent: &str,
) -> Result<Option<Timestamp>, StoreError> {
    let oldest = tx.query_opt(
        "SELECT created_at FROM agent_deployment WHERE user_id = ?1 AND agent_id = ?2
         ORDER BY created_at LIMIT 1",
        params![user, agent],
        |row| Ok(row.at::<Timestamp>(0).ok()),
    )?;
    Ok(oldest.flatten())
}

/// Returns the location of a sealed deployment: its bytes open under no other id and for no other agent.
pub(super) fn location(id: &str, agent: &str) -> Vec<u8> {
    format!("{id}/{agent}").into_bytes()
}

/// The kind of a sealed deployment.
pub(super) const DEPLOYMENT: &str = "agent.deployment";
/// The label of the digest of a workflow's name.
const WORKFLOW: &str = "agent workflow v1";
