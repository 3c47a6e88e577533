//! Counts agents and their completed tasks, for the analytics of administration.

use std::collections::BTreeMap;

use lockstep_store::figure::{self, Figure};
use lockstep_store::id::UserId;
use lockstep_store::{Row, StoreError, Tx, params};
use lockstep_web::figures::{FigureScope, Figures, counts};

use crate::core_agent::CoreAgent;

/// Counts a task that was completed now. `task` is the name of a tool, or another word that no account chose.
pub(super) fn count_task(tx: &mut Tx<'_>, user: &UserId, task: &str) -> Result<(), StoreError> {
    let figure = Figure {
        name: TASKS,
        user: Some(user),
        subject: task,
        n: 1,
    };
    let now = tx.now();
    figure::add(tx, now, &figure)
}

/// Returns the agents that are deployed now and the completed tasks, of an account or of all.
pub(crate) fn figures(tx: &Tx<'_>, scope: &FigureScope) -> Result<Figures, StoreError> {
    let (user, span) = (scope.user.as_ref(), scope.span);
    let distribution = deployed(tx, user)?;
    let tasks = figure::subjects(tx, TASKS, user, span, TOP_TASKS)?;
    let (tasks, runs): (Vec<_>, Vec<_>) = tasks.into_iter().unzip();
    Ok(Figures {
        active_agents: distribution.values().sum(),
        performance: counts(figure::series(tx, TASKS, user, span)?),
        tasks: tasks.into_iter().zip(counts(runs)).collect(),
        distribution,
        ..Figures::default()
    })
}

/// Counts the deployed agents by the name of the core agent; custom agents, whose names are sealed, are counted together.
/// An agent that is deployed in several workflows of an account counts once.
fn deployed(tx: &Tx<'_>, user: Option<&UserId>) -> Result<BTreeMap<String, u64>, StoreError> {
    let agent = |row: &Row<'_>| row.at::<String>(0);
    let agents = match user {
        Some(user) => tx.query(
            "SELECT DISTINCT agent_id, user_id FROM agent_deployment WHERE user_id = ?1",
            params![user],
            |row| Ok(agent(row)),
        )?,
        None => tx.query(
            "SELECT DISTINCT agent_id, user_id FROM agent_deployment",
            params![],
            |row| Ok(agent(row)),
        )?,
    };
    let mut found = BTreeMap::new();
    for agent in agents {
        let core = agent.ok().and_then(|id| CoreAgent::find(&id));
        let name = core.map_or(CUSTOM, |agent| agent.name);
        *found.entry(name.to_owned()).or_default() += 1;
    }
    Ok(found)
}

const TASKS: &str = "agents.tasks";
/// The maximum number of tasks in a ranking.
const TOP_TASKS: u32 = 10;
/// The name of all custom agents together.
const CUSTOM: &str = "custom";
