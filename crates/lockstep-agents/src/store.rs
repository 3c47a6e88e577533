//! The tables of this capability; the only SQL of this crate is here and in the files below `store/`.

pub(crate) mod chat;
pub(crate) mod deployments;
pub(crate) mod figures;
pub(crate) mod runs;
pub(crate) mod scrub;
pub(crate) mod workflows;

use lockstep_store::id::{AgentId, UserId};
use lockstep_store::{CountedColumns, StorageUsage, StoreError, Timestamp, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::configuration::{ChosenModel, Parameters};
use crate::custom::Definition;

/// Seals a value of the account for its row.
fn seal<T: Serialize>(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    (what, row): (&'static str, &[u8]),
    value: &T,
) -> Result<Vec<u8>, StoreError> {
    let plain =
        serde_json::to_vec(value).map_err(|error| StoreError::Damaged(error.to_string()))?;
    keys.seal(tx, None, AadContext { what, row }, b"", &plain)
}

/// Opens a value; notes the damage and returns `None` if it does not open.
fn open<T: DeserializeOwned>(
    keys: &AccountKeys,
    (what, row): (&'static str, &[u8]),
    sealed: &[u8],
) -> Option<T> {
    let opened = keys.open_own(AadContext { what, row }, sealed).ok();
    let value = opened.and_then(|(plain, _)| serde_json::from_slice(&plain).ok());
    if value.is_none() {
        keys.note_damage();
    }
    value
}

/// Adds a custom agent.
pub(crate) fn insert(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    id: &AgentId,
    definition: &Definition,
) -> Result<(), StoreError> {
    let body = seal(tx, keys, (AGENT, id.as_str().as_bytes()), definition)?;
    tx.execute(
        "INSERT INTO agent(user_id, id, body) VALUES (?1, ?2, ?3)",
        params![keys.user(), id.as_str(), &body],
    )
    .map(drop)
}

/// Returns the definition of a custom agent; `Some(None)` if its row is damaged.
pub(crate) fn by_id(
    tx: &Tx<'_>,
    keys: &AccountKeys,
    id: &AgentId,
) -> Result<Option<Option<Definition>>, StoreError> {
    tx.query_opt(
        "SELECT body FROM agent WHERE user_id = ?1 AND id = ?2",
        params![keys.user(), id.as_str()],
        |row| {
            let sealed = row.at::<&[u8]>(0).unwrap_or_default();
            Ok(open(keys, (AGENT, id.as_str().as_bytes()), sealed))
        },
    )
}

/// Returns the custom agents of an account, the oldest first. A row whose id is not an id is left out.
pub(crate) fn all(
    tx: &Tx<'_>,
    keys: &AccountKeys,
) -> Result<Vec<(AgentId, Option<Definition>)>, StoreError> {
    let read = tx.query(
        "SELECT id, body FROM agent WHERE user_id = ?1 ORDER BY id",
        params![keys.user()],
        |row| {
            let Ok(id) = row.parse::<AgentId>(0) else {
                keys.note_damage();
                return Ok(None);
            };
            let sealed = row.at::<&[u8]>(1).unwrap_or_default();
            let definition = open(keys, (AGENT, id.as_str().as_bytes()), sealed);
            Ok(Some((id, definition)))
        },
    )?;
    Ok(read.into_iter().flatten().collect())
}

/// Whether the account has this custom agent.
pub(crate) fn exists(tx: &Tx<'_>, user: &UserId, id: &str) -> Result<bool, StoreError> {
    let found = tx.query_opt(
        "SELECT 1 FROM agent WHERE user_id = ?1 AND id = ?2",
        params![user, id],
        |_| Ok(()),
    )?;
    Ok(found.is_some())
}

/// Returns the number of custom agents of an account.
pub(crate) fn count_custom(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    tx.query_one(
        "SELECT COUNT(*) FROM agent WHERE user_id = ?1",
        params![user],
        |row| row.at(0),
    )
}

/// Removes a custom agent with its deployments and its state. The chat is removed before, in portions.
pub(crate) fn remove(tx: &mut Tx<'_>, user: &UserId, id: &AgentId) -> Result<(), StoreError> {
    for table in ["agent_message", "agent_deployment", "agent_state"] {
        tx.execute(
            &format!("DELETE FROM {table} WHERE user_id = ?1 AND agent_id = ?2"),
            params![user, id.as_str()],
        )?;
    }
    tx.execute(
        "DELETE FROM agent WHERE user_id = ?1 AND id = ?2",
        params![user, id.as_str()],
    )
    .map(drop)
}

/// The configuration with which an account uses an agent.
#[derive(Clone, Debug, Default)]
pub(crate) struct AgentState {
    pub(crate) parameters: Parameters,
    pub(crate) tasks_completed: u64,
    pub(crate) last_activity: Option<Timestamp>,
    /// The language model that the account chose for a core agent.
    pub(crate) model: Option<ChosenModel>,
    /// The time of the oldest deployment.
    pub(crate) deployed_at: Option<Timestamp>,
}

/// Returns the state of an agent. A damaged figure counts as absent.
pub(crate) fn state(tx: &Tx<'_>, user: &UserId, agent: &str) -> Result<AgentState, StoreError> {
    let stored = tx.query_opt(
        "SELECT search_depth, timeout_seconds, tasks_completed, last_activity, model, share_data
         FROM agent_state WHERE user_id = ?1 AND agent_id = ?2",
        params![user, agent],
        |row| {
            let parameters = Parameters {
                search_depth: row.at::<Option<u32>>(0).ok().flatten(),
                timeout_seconds: row.at::<Option<u32>>(1).ok().flatten(),
            };
            Ok(AgentState {
                parameters: parameters.bounded(),
                tasks_completed: row.at(2).unwrap_or(0),
                last_activity: row.at::<Option<Timestamp>>(3).ok().flatten(),
                model: row
                    .at::<Option<String>>(4)
                    .ok()
                    .flatten()
                    .map(|name| ChosenModel {
                        name,
                        share_data: row.at::<Option<bool>>(5).ok().flatten().unwrap_or(false),
                    }),
                deployed_at: None,
            })
        },
    )?;
    let mut state = stored.unwrap_or_default();
    state.deployed_at = deployments::oldest(tx, user, agent)?;
    Ok(state)
}

/// Stores the parameters of an agent.
pub(crate) fn set_parameters(
    tx: &mut Tx<'_>,
    user: &UserId,
    agent: &str,
    parameters: Parameters,
) -> Result<(), StoreError> {
    tx.execute(
        "INSERT INTO agent_state(user_id, agent_id, search_depth, timeout_seconds, tasks_completed)
         VALUES (?1, ?2, ?3, ?4, 0)
         ON CONFLICT (user_id, agent_id) DO UPDATE SET
             search_depth = excluded.search_depth, timeout_seconds = excluded.timeout_seconds",
        params![
            user,
            agent,
            parameters.search_depth,
            parameters.timeout_seconds
        ],
    )
    .map(drop)
}

/// Stores the language model of a core agent.
pub(crate) fn set_model(
    tx: &mut Tx<'_>,
    user: &UserId,
    agent: &str,
    model: Option<&ChosenModel>,
) -> Result<(), StoreError> {
    let name = model.map(|model| model.name.as_str());
    tx.execute(
        "INSERT INTO agent_state(user_id, agent_id, tasks_completed, model, share_data) VALUES (?1, ?2, 0, ?3, ?4)
         ON CONFLICT (user_id, agent_id) DO UPDATE SET model = excluded.model, share_data = excluded.share_data",
        params![user, agent, name, model.is_some_and(|model| model.share_data)],
    )
    .map(drop)
}

/// Counts a message, and the task if one was completed.
pub(crate) fn count_activity(
    tx: &mut Tx<'_>,
    user: &UserId,
    agent: &str,
    completed: Option<&str>,
) -> Result<(), StoreError> {
    if let Some(task) = completed {
        figures::count_task(tx, user, task)?;
    }
    tx.execute(
        "INSERT INTO agent_state(user_id, agent_id, tasks_completed, last_activity)
         VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (user_id, agent_id) DO UPDATE SET last_activity = excluded.last_activity,
             tasks_completed = agent_state.tasks_completed + excluded.tasks_completed",
        params![user, agent, completed.is_some(), tx.now()],
    )
    .map(drop)
}

/// Removes every row of an account.
pub(crate) fn erase(tx: &mut Tx<'_>, user: &UserId) -> Result<(), StoreError> {
    for table in TABLES {
        tx.execute(
            // The bytes of the id may be stored as another type.
            &format!("DELETE FROM {table} WHERE user_id = ?1 OR user_id = CAST(?1 AS BLOB)"),
            params![user],
        )?;
    }
    Ok(())
}

/// Counts what an account stores, as the triggers of `account_usage` do.
pub(crate) fn usage(tx: &Tx<'_>, user: &UserId) -> Result<StorageUsage, StoreError> {
    StorageUsage::of_columns(tx, user, COUNTED_COLUMNS)
}

/// Counts the custom agents and the deployments of an account.
pub(crate) fn count(tx: &Tx<'_>, user: &UserId) -> Result<u64, StoreError> {
    Ok(count_custom(tx, user)? + deployments::count(tx, user)?)
}

/// The kind of a sealed definition.
const AGENT: &str = "agent";
/// The tables, in the order in which an account's rows are removed.
const TABLES: &[&str] = &[
    "agent_run_step",
    "agent_run",
    "agent_workflow_version",
    "agent_workflow",
    "agent_message",
    "agent_deployment",
    "agent_state",
    "agent",
];
const COUNTED_COLUMNS: &[CountedColumns] = &[
    CountedColumns {
        table: "agent",
        columns: &["body"],
    },
    CountedColumns {
        table: "agent_deployment",
        columns: &["body"],
    },
    CountedColumns {
        table: "agent_message",
        columns: &["body"],
    },
    CountedColumns {
        table: "agent_workflow",
        columns: &["body"],
    },
    CountedColumns {
        table: "agent_workflow_version",
        columns: &["body"],
    },
    CountedColumns {
        table: "agent_run",
        columns: &["body"],
    },
    CountedColumns {
        table: "agent_run_step",
        columns: &["body"],
    },
];
