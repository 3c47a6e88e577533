//! Reads the rows of all accounts for the scrub.

use lockstep_store::id::UserId;
use lockstep_store::{StoreError, Tx, params};
use lockstep_vault::AccountKeys;
use lockstep_vault::at_rest::AadContext;

use super::{AGENT, chat, deployments, runs, workflows};

/// A row with sealed bytes, as it is stored. The bytes of its ids may be damaged.
#[derive(Clone, Debug)]
pub(crate) struct SealedRow {
    pub(crate) user: Vec<u8>,
    pub(crate) id: Vec<u8>,
    /// The columns that belong to the location of the sealed bytes.
    first: String,
    second: String,
    body: Vec<u8>,
}

impl SealedRow {
    /// Returns the id as a text.
    pub(crate) fn shown_id(&self) -> String {
        String::from_utf8_lossy(&self.id).into_owned()
    }

    /// Returns the account, if its id is one.
    pub(crate) fn account(&self) -> Option<UserId> {
        std::str::from_utf8(&self.user).ok()?.parse().ok()
    }
}

/// A table with sealed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Agent,
    Deployment,
    Message,
    Workflow,
    Version,
    Run,
    Step,
}

impl Table {
    /// The tables in the order of the scrub.
    pub(crate) const ALL: [Self; 7] = [
        Self::Agent,
        Self::Deployment,
        Self::Message,
        Self::Workflow,
        Self::Version,
        Self::Run,
        Self::Step,
    ];

    /// Returns the name.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Agent => "agent",
            Self::Deployment => "agent_deployment",
            Self::Message => "agent_message",
            Self::Workflow => "agent_workflow",
            Self::Version => "agent_workflow_version",
            Self::Run => "agent_run",
            Self::Step => "agent_run_step",
        }
    }
}

/// Returns the rows after a cursor, in the order of account and id. Rows whose ids are not texts are not among them.
pub(crate) fn rows_after(
    tx: &Tx<'_>,
    table: Table,
    (user, id): (&[u8], &[u8]),
    limit: u32,
) -> Result<Vec<SealedRow>, StoreError> {
    let (first, second) = match table {
        Table::Agent | Table::Workflow | Table::Version => ("''", "''"),
        Table::Deployment => ("agent_id", "''"),
        Table::Message => ("agent_id", "sender"),
        Table::Run => ("workflow", "state"),
        Table::Step => ("state", "''"),
    };
    let name = table.as_str();
    tx.query(
        &format!(
            "SELECT CAST(user_id AS BLOB), CAST(id AS BLOB), {first}, {second}, body FROM {name}
             WHERE (user_id, id) > (CAST(?1 AS TEXT), CAST(?2 AS TEXT))
                 AND typeof(user_id) = 'text' AND typeof(id) = 'text'
             ORDER BY user_id, id LIMIT ?3"
        ),
        params![user, id, limit],
        |row| {
            Ok(SealedRow {
                user: row.at(0)?,
                id: row.at(1)?,
                first: row.at(2).unwrap_or_default(),
                second: row.at(3).unwrap_or_default(),
                body: row.at(4).unwrap_or_default(),
            })
        },
    )
}

/// Returns the account and the id of rows whose ids are not texts.
pub(crate) fn rows_without_ids(
    tx: &Tx<'_>,
    table: Table,
) -> Result<Vec<(String, String)>, StoreError> {
    let name = table.as_str();
    tx.query(
        &format!(
            "SELECT user_id, id FROM {name}
             WHERE typeof(user_id) <> 'text' OR typeof(id) <> 'text' LIMIT {MAX_ROWS_WITHOUT_IDS}"
        ),
        &[],
        |row| Ok((row.shown(0), row.shown(1))),
    )
}

/// Whether the bytes of a row open.
pub(crate) fn is_whole(table: Table, keys: &AccountKeys, row: &SealedRow) -> bool {
    let id = row.shown_id();
    let (what, location) = match table {
        Table::Agent => (AGENT, id.into_bytes()),
        Table::Deployment => (
            deployments::DEPLOYMENT,
            deployments::location(&id, &row.first),
        ),
        Table::Message => (chat::MESSAGE, chat::location(&id, &row.first, &row.second)),
        Table::Workflow => (workflows::WORKFLOW, id.into_bytes()),
        Table::Version => (workflows::VERSION, id.into_bytes()),
        Table::Run => (runs::RUN, runs::run_location(&id, &row.first, &row.second)),
        Table::Step => (runs::STEP, runs::step_location(&id, &row.first)),
    };
    let context = AadContext {
        what,
        row: &location,
    };
    keys.open_own(context, &row.body).is_ok()
}

/// Returns the account and the agent of each state with a figure that cannot be read.
pub(crate) fn damaged_states(tx: &Tx<'_>) -> Result<Vec<(String, String)>, StoreError> {
    tx.query(
        &format!(
            "SELECT user_id, agent_id FROM agent_state
             WHERE NOT ({DEPTH} AND {TIMEOUT} AND {TASKS} AND {ACTIVITY})"
        ),
        &[],
        |row| Ok((row.shown(0), row.shown(1))),
    )
}

/// Sets the figures that cannot be read: parameters to their defaults, the number of tasks to 0.
pub(crate) fn repair_states(tx: &mut Tx<'_>) -> Result<Vec<(String, String)>, StoreError> {
    let damaged = damaged_states(tx)?;
    tx.execute(
        &format!(
            "UPDATE agent_state SET
                 search_depth = CASE WHEN {DEPTH} THEN search_depth END,
                 timeout_seconds = CASE WHEN {TIMEOUT} THEN timeout_seconds END,
                 tasks_completed = CASE WHEN {TASKS} THEN tasks_completed ELSE 0 END,
                 last_activity = CASE WHEN {ACTIVITY} THEN last_activity END
             WHERE NOT ({DEPTH} AND {TIMEOUT} AND {TASKS} AND {ACTIVITY})"
        ),
        &[],
    )?;
    Ok(damaged)
}

/// The maximum number of rows without ids that one scrub names.
const MAX_ROWS_WITHOUT_IDS: u32 = 100;
const DEPTH: &str = "(search_depth IS NULL
    OR typeof(search_depth) = 'integer' AND search_depth BETWEEN 1 AND 10)";
const TIMEOUT: &str = "(timeout_seconds IS NULL
    OR typeof(timeout_seconds) = 'integer' AND timeout_seconds BETWEEN 1 AND 86400)";
const TASKS: &str = "(typeof(tasks_completed) = 'integer' AND tasks_completed >= 0)";
const ACTIVITY: &str = "(last_activity IS NULL OR typeof(last_activity) = 'integer')";
