//! Starts, shows, approves and cancels runs of workflows.

use std::collections::BTreeSet;

use lockstep_store::id::{RunId, UserId};
use lockstep_store::{Actor, Entry, Status, StoreError, Timestamp, Tx};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::paging::Page;
use lockstep_web::{ApiError, Caller, IdempotencyKey, Owner, Paging};
use serde_json::{Map, Value as Json, json};

use super::coverage::{ToolCoverage, no_common_right};
use super::redaction::{HiddenValues, hide_errors};
use super::workflows::{damaged, found, next_run, no_workflow};
use super::{account_keys, write_event};
use crate::core_agent::COORDINATOR;
use crate::events::RUN_CHANGED;
use crate::profile::Profile;
use crate::store::{runs, workflows};
use crate::toolset::Agents;
use crate::workflow::budget::is_within;
use crate::workflow::graph::{Node, Trigger};
use crate::workflow::journal::{
    Interruptions, Reason, Run, RunBody, RunState, Step, StepBody, StepState, Version, WorkflowBody,
};
use crate::workflow::plan::Plan;

/// The run to start.
pub(crate) struct Start {
    pub(crate) input: Map<String, Json>,
    pub(crate) dry_run: bool,
}

/// A run with its steps.
pub(crate) struct Journal {
    pub(crate) run: Run,
    pub(crate) body: RunBody,
    pub(crate) steps: Vec<Step>,
    /// The values that the caller may not see.
    pub(crate) hidden: HiddenValues,
}

impl Journal {
    /// Hides the values of tools that the caller's scopes do not cover.
    fn shown_to(mut self, coverage: &ToolCoverage) -> Self {
        self.hidden = HiddenValues::of(coverage, &self.body, &self.steps);
        self
    }
}

/// Starts a run; returns its id.
pub(crate) async fn start(
    agents: &Agents,
    caller: &Caller,
    name: &str,
    start: Start,
    idempotency_key: IdempotencyKey,
) -> Result<RunId, ApiError> {
    if !is_within(&start.input, MAX_INPUT_BYTES) {
        let limit = MAX_INPUT_BYTES >> 10;
        let reason = format!("must have {limit} KiB of JSON at most");
        return Err(ApiError::invalid("input", reason));
    }
    let keys = account_keys(agents, &caller.user).await?;
    let (owner, gate) = (caller.owner(), agents.quotas());
    let (name, rights) = (name.to_owned(), caller.stored_rights());
    let coverage = ToolCoverage::of(agents, caller).await?;
    agents
        .db
        .write("agents.run.start", move |tx| {
            idempotency_key.run(tx, &owner.user, |tx| {
                let meter = gate.before(tx, &owner.user)?;
                let found = found(tx, &keys, &name, None)?;
                check_open(tx, &owner.user, &found.workflow.id)?;
                // The caller has named the workflow, not its graph: the run may do what both credentials may.
                coverage.ensure_author(&found.version.graph, found.author())?;
                let rights = rights.within(found.author());
                let rights = rights.ok_or_else(no_common_right)?;
                let body = RunBody {
                    name: name.clone(),
                    version: found.version.number,
                    reason: Reason::Manual,
                    dry_run: start.dry_run,
                    input: start.input.clone(),
                    rights,
                    graph: found.version.graph,
                    error: None,
                    ended_at: None,
                    retries: 0,
                    interruptions: Interruptions::default(),
                    approver: None,
                };
                let id = begin(tx, &keys, &found.workflow.id, &body)?;
                meter.check(tx)?;
                write_audit(tx, &owner, "workflow.run", &id)?;
                Ok(id)
            })
        })
        .await
}

/// Refuses a run while too many have not ended.
fn check_open(tx: &Tx<'_>, user: &UserId, workflow: &str) -> Result<(), ApiError> {
    for (of, limit, what) in [
        (Some(workflow), MAX_OPEN_OF_WORKFLOW, "a workflow"),
        (None, MAX_OPEN, "an account"),
    ] {
        if runs::count_open(tx, user, of)? >= limit {
            let reason = format!(
                "{what} has at most {limit} runs that have not ended: wait, or cancel some"
            );
            return Err(ApiError::conflict(reason));
        }
    }
    Ok(())
}

/// Adds a run that continues at once.
fn begin(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    workflow: &str,
    body: &RunBody,
) -> Result<RunId, StoreError> {
    runs::forget_oldest(tx, keys.user(), workflow)?;
    let id = RunId::generate(tx.now(), tx.entropy());
    let due_at = Some(tx.now());
    runs::put(tx, keys, (&id, workflow), (RunState::Running, due_at), body)?;
    write_run_event(tx, keys.user(), &id, RunState::Running)?;
    Ok(id)
}

/// Begins the run of a workflow whose time has come, and says when the next one begins. A run is passed over while the
/// one before has not ended.
pub(crate) async fn begin_due(
    agents: &Agents,
    user: UserId,
    workflow: String,
) -> Result<(), ApiError> {
    let keys = account_keys(agents, &user).await?;
    let planned = trigger_of(agents, &keys, &workflow).await?;
    let next = next_run(agents, &planned).await?;
    let (gate, state) = (agents.quotas(), agents.clone());
    agents
        .db
        .write("agents.run.begin", move |tx| {
            let Some(stored) = workflows::find(tx, &keys, &workflow)? else {
                return Ok(());
            };
            if stored.due_at.is_none_or(|due| due > tx.now()) {
                return Ok(());
            }
            let is_active = state.is_active(tx, &user)?;
            let latest = stored.body.filter(|body| body.enabled);
            let version = match &latest {
                Some(body) => workflows::version(tx, &keys, (&workflow, body.version))?.flatten(),
                None => None,
            };
            let (Some(mut latest), Some(version)) = (latest, version) else {
                return Ok(workflows::set_due(tx, &user, &workflow, None)?);
            };
            if latest.trigger != planned {
                // It was stored again since `next` was computed: the next round begins it.
                return Ok(());
            }
            if is_active && state.caller_later(tx, &user, &latest.rights)?.is_none() {
                return Ok(stop(tx, &keys, &workflow, latest)?);
            }
            let is_free = is_active
                && runs::count_open(tx, &user, Some(&workflow))? == 0
                && runs::count_open(tx, &user, None)? < MAX_OPEN
                && gate.ensure_room(tx, &user, ROOM_BYTES).is_ok();
            if is_free {
                let body = triggered(&latest, version);
                let id = begin(tx, &keys, &workflow, &body)?;
                write_audit(tx, &Owner::system(user.clone()), "workflow.run", &id)?;
            } else {
                latest.skipped += 1;
            }
            workflows::record_trigger(tx, &keys, &workflow, &latest, next)?;
            Ok::<_, ApiError>(())
        })
        .await
}

/// Returns the trigger of a workflow; that of requests if the workflow was deleted or is damaged.
pub(super) async fn trigger_of(
    agents: &Agents,
    keys: &AccountKeys,
    workflow: &str,
) -> Result<Trigger, ApiError> {
    let (keys, workflow) = (keys.clone(), workflow.to_owned());
    let found = agents
        .db
        .read::<_, StoreError, _>("agents.workflow.trigger", move |tx| {
            workflows::find(tx, &keys, &workflow)
        });
    let body = found.await?.and_then(|workflow| workflow.body);
    Ok(body.map(|body| body.trigger).unwrap_or_default())
}

/// Returns the run that a trigger begins.
fn triggered(workflow: &WorkflowBody, version: Version) -> RunBody {
    RunBody {
        name: workflow.name.clone(),
        version: version.number,
        reason: match workflow.trigger {
            Trigger::Event { .. } => Reason::Event,
            _ => Reason::Schedule,
        },
        dry_run: false,
        input: Map::new(),
        rights: workflow.rights.clone(),
        graph: version.graph,
        error: None,
        ended_at: None,
        retries: 0,
        interruptions: Interruptions::default(),
        approver: None,
    }
}

/// Ends the trigger of a workflow that an API key stored which was revoked or has expired.
fn stop(
    tx: &mut Tx<'_>,
    keys: &AccountKeys,
    workflow: &str,
    mut latest: WorkflowBody,
) -> Result<(), StoreError> {
    latest.enabled = false;
    workflows::put(tx, keys, workflow, &latest, None)?;
    tx.audit(&Entry {
        actor: &Actor::system(),
        action: "workflow.stop",
        component: "agents",
        status: Status::Warning,
        details: "a workflow was disabled: the API key that stored it was revoked or has expired"
            .to_owned(),
        metadata: json!({ "userId": keys.user() }),
    })
    .map(drop)
}

/// Returns a page of the runs of a workflow, the newest first.
pub(crate) async fn list(
    state: &Agents,
    caller: &Caller,
    name: &str,
    paging: Paging,
) -> Result<Page<Run>, ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let name = name.to_owned();
    let coverage = ToolCoverage::of(state, caller).await?;
    state
        .db
        .read("agents.runs", move |tx| {
            let id = workflows::id_of(&keys, &name);
            workflows::find(tx, &keys, &id)?.ok_or_else(no_workflow)?;
            let mut entries = runs::page(tx, &keys, &id, (paging.offset(), paging.limit))?;
            hide_errors(&coverage, &mut entries);
            let total = runs::count(tx, keys.user(), &id)?;
            Ok::<_, ApiError>(Page { entries, total })
        })
        .await
}

/// Returns a run with its steps.
pub(crate) async fn get(state: &Agents, caller: &Caller, id: RunId) -> Result<Journal, ApiError> {
    let keys = account_keys(state, &caller.user).await?;
    let coverage = ToolCoverage::of(state, caller).await?;
    let read = state
        .db
        .read("agents.run", move |tx| journal(tx, &keys, &id))
        .await?;
    Ok(read.shown_to(&coverage))
}

/// Reads a run with its steps.
pub(crate) fn journal(tx: &Tx<'_>, keys: &AccountKeys, id: &RunId) -> Result<Journal, ApiError> {
    let run = runs::find(tx, keys, id)?.ok_or_else(|| ApiError::not_found("run"))?;
    let body = run.body.clone().ok_or_else(damaged)?;
    let steps = runs::steps(tx, keys, id)?;
    let hidden = HiddenValues::default();
    Ok(Journal {
        run,
        body,
        steps,
        hidden,
    })
}

/// The decision of a person about a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    Approve,
    /// Ends a run that waits for an approval.
    Reject,
    /// Ends a run that has not ended.
    Cancel,
}

/// Carries out a decision about a run.
pub(crate) async fn decide(
    agents: &Agents,
    caller: &Caller,
    id: RunId,
    decision: Decision,
) -> Result<Journal, ApiError> {
    let keys = account_keys(agents, &caller.user).await?;
    let (owner, rights) = (caller.owner(), caller.stored_rights());
    let coverage = ToolCoverage::of(agents, caller).await?;
    let profiles = super::list(agents, &caller.user).await?;
    agents
        .db
        .write("agents.run.decide", move |tx| {
            let Journal {
                run,
                mut body,
                steps,
                ..
            } = journal(tx, &keys, &id)?;
            let is_open = match decision {
                Decision::Cancel => !run.state.has_ended(),
                Decision::Approve | Decision::Reject => run.state == RunState::Waiting,
            };
            if !is_open {
                let reason = format!(
                    "the run is {}: nothing is left to decide",
                    run.state.as_str()
                );
                return Err(ApiError::conflict(reason));
            }
            if decision == Decision::Approve {
                let tools = tools_until_approval(&coverage, &profiles, (&body, &steps))?;
                let tools = tools.iter().map(String::as_str);
                coverage.ensure(tools, "the steps need that this approval lets run")?;
                body.approver = Some(rights.clone());
            }
            let now = tx.now();
            let waiting = steps.iter().find(|step| step.state == StepState::Waiting);
            if let Some(step) = waiting {
                let (state, output) = match decision {
                    Decision::Approve => (StepState::Done, Some(json!({ "approvedAt": now }))),
                    _ => (StepState::Skipped, None),
                };
                let body = StepBody {
                    output,
                    at: Some(now),
                    ..StepBody::default()
                };
                runs::put_step(tx, &keys, &id, (step.place, state), &body)?;
            }
            let (state, due_at) = match decision {
                Decision::Approve => (RunState::Running, Some(now)),
                _ => (RunState::Cancelled, None),
            };
            body.ended_at = state.has_ended().then_some(now);
            runs::put(tx, &keys, (&id, &run.workflow), (state, due_at), &body)?;
            let action = match decision {
                Decision::Approve => "workflow.approve",
                Decision::Reject => "workflow.reject",
                Decision::Cancel => "workflow.cancel",
            };
            write_audit(tx, &owner, action, &id)?;
            write_run_event(tx, &owner.user, &id, state)?;
            Ok(journal(tx, &keys, &id)?.shown_to(&coverage))
        })
        .await
}

/// Returns the tools of the steps that an approval lets run: up to the next approval. The agent of a step may call every
/// tool that it has.
fn tools_until_approval(
    coverage: &ToolCoverage,
    profiles: &[Profile],
    (body, steps): (&RunBody, &[Step]),
) -> Result<BTreeSet<String>, ApiError> {
    let plan = Plan::of(&body.graph).map_err(|invalid| ApiError::internal(invalid.reason))?;
    let has_run = |index: usize| {
        let mut of_place = steps.iter().filter(|step| step.place as usize == index);
        of_place.any(|step| step.state != StepState::Begun)
    };
    let left = plan.order.into_iter().filter(|index| !has_run(*index));
    let mut tools = BTreeSet::new();
    for index in left {
        match &body.graph.nodes[index] {
            Node::Approval { .. } => break,
            Node::Tool { tool, .. } => drop(tools.insert(tool.clone())),
            Node::Agent { agent_id, .. } => {
                let agent = profiles.iter().find(|profile| profile.id == *agent_id);
                let called = agent.map(|agent| coverage.tools_of_agent(agent));
                tools.extend(called.into_iter().flatten().map(str::to_owned));
            }
            _ => {}
        }
    }
    Ok(tools)
}

/// Returns the values of the output nodes by their ids.
pub(crate) fn result_of(journal: &Journal) -> Map<String, Json> {
    let shown = journal.steps.iter();
    let shown = shown.filter(|step| journal.hidden.reason(step.place).is_none());
    let outputs = shown.filter_map(|step| {
        let node = journal.body.graph.nodes.get(step.place as usize)?;
        let value = step.body.as_ref()?.output.clone()?;
        matches!(node, Node::Output { .. }).then(|| (node.id().to_owned(), value))
    });
    outputs.collect()
}

/// Writes the event of a change to a run.
pub(crate) fn write_run_event(
    tx: &mut Tx<'_>,
    user: &UserId,
    id: &RunId,
    state: RunState,
) -> Result<(), StoreError> {
    let payload = json!({ "agentId": COORDINATOR, "runId": id, "status": state.as_str() });
    write_event(tx, user, RUN_CHANGED, payload)
}

/// Writes the audit entry of an act of a person on a run.
fn write_audit(
    tx: &mut Tx<'_>,
    owner: &Owner,
    action: &'static str,
    id: &RunId,
) -> Result<(), StoreError> {
    Vault::ensure_active(tx, &owner.user)?;
    tx.audit(&Entry {
        actor: &owner.actor,
        action,
        component: "agents",
        status: Status::Success,
        details: format!("run {id}"),
        metadata: json!({ "runId": id }),
    })
    .map(drop)
}

/// Returns the time at which a run began: its id has it.
pub(crate) fn began_at(id: &RunId) -> Timestamp {
    id.created_at()
}

/// The largest input of a run in bytes of JSON.
const MAX_INPUT_BYTES: usize = 64 << 10;
/// The maximum number of runs of a workflow that have not ended.
const MAX_OPEN_OF_WORKFLOW: u64 = 10;
/// The maximum number of runs of an account that have not ended.
const MAX_OPEN: u64 = 50;
/// The bytes that an account must have left for a run that its trigger begins.
const ROOM_BYTES: u64 = 64 << 10;
