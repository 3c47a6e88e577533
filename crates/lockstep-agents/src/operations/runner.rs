//! Carries out runs of workflows, step by step, with a journal.
//!
//! The journal has a row for each node that has run. A step with an effect is written down before it begins, and its
//! call carries an idempotency key of the run and the node: after a crash it is repeated with the same key, so that the
//! operation finds its own earlier outcome in the store and has no second effect.

mod lanes;
mod step;

use std::collections::HashMap;

use lockstep_store::id::{RunId, UserId};
use lockstep_store::{QueueOwner, StoreError, Timestamp};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::{ApiError, AppState, Caller, Owner};
use serde_json::{Value as Json, json};

use super::run::{CallRecord, is_failure};
use super::runs::{self as operations, Journal, write_run_event};
use super::{account_keys, message};
use crate::core_agent::COORDINATOR;
use crate::store::runs::DueRun;
use crate::store::{runs, workflows};
use crate::toolset::Agents;
use crate::workflow::budget::ValueBudget;
use crate::workflow::evaluate::Outputs;
use crate::workflow::graph::Node;
use crate::workflow::journal::{
    MAX_INTERRUPTIONS, RunBody, RunError, RunState, StepBody, StepState,
};
use crate::workflow::plan::Plan;

use lanes::Lane;
pub(crate) use lanes::Runs;

/// Begins the runs whose time has come, and continues with the runs that are due. A run that was interrupted
/// continues here.
pub(crate) async fn go_on(state: AppState) -> Result<(), ApiError> {
    let agents = Agents::new(&state);
    let due = state
        .db
        .read::<_, StoreError, _>("agents.workflows.due", |tx| workflows::due(tx, MAX_DUE));
    for (user, workflow) in due.await? {
        if let Err(error) = operations::begin_due(&agents, user.clone(), workflow.clone()).await {
            let reason = error.log.unwrap_or_else(|| error.message.into_owned());
            tracing::warn!(account = %user, reason, "a workflow is begun later");
            postpone_workflow(&state, user, workflow).await?;
        }
    }
    carry_out(&agents).await
}

/// Tries a workflow again later that cannot be begun now.
async fn postpone_workflow(
    state: &AppState,
    user: UserId,
    workflow: String,
) -> Result<(), ApiError> {
    let postponed = state
        .db
        .write::<_, StoreError, _>("agents.workflow.postpone", move |tx| {
            let at = tx.now().plus(WORKFLOW_PAUSE);
            workflows::set_due(tx, &user, &workflow, Some(at))
        });
    Ok(postponed.await?)
}

/// Carries out due runs soon, without waiting for the next round of the job.
pub(crate) fn wake(agents: &Agents) {
    let agents = agents.clone();
    tokio::spawn(async move {
        if let Err(error) = carry_out(&agents).await {
            let reason = error.log.unwrap_or_else(|| error.message.into_owned());
            tracing::warn!(reason, "due runs continue in the next round");
        }
    });
}

/// Opens lanes for due runs while some are free.
async fn carry_out(agents: &Agents) -> Result<(), ApiError> {
    let due = agents
        .db
        .read::<_, StoreError, _>("agents.runs.due", |tx| runs::due(tx, MAX_DUE_RUNS));
    for DueRun { user, id, due_at } in due.await? {
        if let Some(lane) = Lane::open(agents, &user, (&id, due_at))? {
            let owner = QueueOwner::Account(user.clone());
            let agents = agents.clone();
            tokio::spawn(owner.scope(async move {
                carry_out_one(&agents, user, id, lane.is_carried_over).await;
                drop(lane);
                // Another run may have waited for this lane.
                Box::pin(next_round(&agents)).await;
            }));
        }
    }
    Ok(())
}

fn next_round(agents: &Agents) -> lockstep_web::BoxedFuture<()> {
    let agents = agents.clone();
    Box::pin(async move { wake(&agents) })
}

/// Carries out one run until it ends, waits or has to be tried again.
async fn carry_out_one(agents: &Agents, user: UserId, id: RunId, is_carried_over: bool) {
    let Err(error) = advance(agents, &user, &id, is_carried_over).await else {
        return;
    };
    let reason = error.log.clone();
    let reason = reason.unwrap_or_else(|| error.message.clone().into_owned());
    tracing::warn!(account = %user, run = %id, reason, "a run is tried again");
    if let Err(error) = postpone(agents, user.clone(), id.clone(), &error).await {
        let reason = error.log.unwrap_or_else(|| error.message.into_owned());
        tracing::error!(account = %user, run = %id, reason, "a run cannot be postponed");
    }
}

async fn advance(
    agents: &Agents,
    user: &UserId,
    id: &RunId,
    is_carried_over: bool,
) -> Result<(), ApiError> {
    let Some(mut running) = ActiveRun::load(agents, user, id).await? else {
        return Ok(());
    };
    if is_carried_over {
        running.note_interruption().await?;
    }
    while let Some(place) = running.next() {
        running.step(place).await?;
    }
    Ok(())
}

/// Sets the time at which a run is tried again; after [`MAX_RETRIES`] it fails.
async fn postpone(
    agents: &Agents,
    user: UserId,
    id: RunId,
    error: &ApiError,
) -> Result<(), ApiError> {
    let keys = account_keys(agents, &user).await?;
    let message = error.message.clone().into_owned();
    agents
        .db
        .write("agents.run.postpone", move |tx| {
            let Some(run) = runs::find(tx, &keys, &id)? else {
                return Ok(());
            };
            let Some(mut body) = run.body else {
                return Ok(runs::give_up(tx, &user, &id)?);
            };
            if run.state != RunState::Running {
                return Ok(());
            }
            body.retries += 1;
            let (state, due_at) = if body.retries > MAX_RETRIES {
                body.error = Some(RunError::of_run(message.clone()));
                body.ended_at = Some(tx.now());
                (RunState::Failed, None)
            } else {
                let pause = FIRST_PAUSE * 2_u32.pow(body.retries - 1);
                (RunState::Running, Some(tx.now().plus(pause)))
            };
            runs::put(tx, &keys, (&id, &run.workflow), (state, due_at), &body)?;
            if state.has_ended() {
                write_run_event(tx, &user, &id, state)?;
            }
            Ok::<_, ApiError>(())
        })
        .await
}

/// A step that is not in the store yet.
struct UnwrittenStep {
    /// The place of the node in the graph.
    place: usize,
    state: StepState,
    body: StepBody,
}

/// A run that is being carried out.
struct ActiveRun<'a> {
    agents: &'a Agents,
    keys: AccountKeys,
    id: RunId,
    workflow: String,
    body: RunBody,
    plan: Plan,
    /// The states of the nodes that have run, by their places.
    states: HashMap<usize, StepState>,
    outputs: Outputs,
    /// The memory that its values may still take.
    budget: ValueBudget,
    /// Steps that are not in the store yet.
    unwritten: Vec<UnwrittenStep>,
    state: RunState,
    /// The account as the audit log names it in calls.
    owner: Owner,
    /// The tools that the agent of this step called.
    used: Option<Vec<String>>,
    /// When the calls began whose outcome is not known.
    begun: HashMap<usize, Timestamp>,
}

impl<'a> ActiveRun<'a> {
    /// Loads a run that has not ended and does not wait.
    async fn load(agents: &'a Agents, user: &UserId, id: &RunId) -> Result<Option<Self>, ApiError> {
        let keys = account_keys(agents, user).await?;
        let (run_keys, run) = (keys.clone(), id.clone());
        let loaded = agents
            .db
            .read("agents.run.load", move |tx| {
                operations::journal(tx, &run_keys, &run)
            })
            .await;
        let Journal {
            run, body, steps, ..
        } = match loaded {
            Ok(journal) => journal,
            Err(error) if error.kind == ErrorKind::NotFound => return Ok(None),
            Err(error) if is_failure(&error) => return Err(error),
            // The row cannot be read, so nothing but its state can be changed.
            Err(_) => {
                let (user, id) = (user.clone(), id.clone());
                let parked = agents
                    .db
                    .write::<_, StoreError, _>("agents.run.give_up", move |tx| {
                        runs::give_up(tx, &user, &id)
                    });
                parked.await?;
                return Ok(None);
            }
        };
        if run.state != RunState::Running {
            return Ok(None);
        }
        let plan = Plan::of(&body.graph).map_err(|invalid| ApiError::internal(invalid.reason))?;
        let mut running = Self {
            agents,
            keys,
            id: id.clone(),
            workflow: run.workflow,
            plan,
            states: HashMap::new(),
            outputs: Outputs::new(),
            budget: ValueBudget::of_run(),
            unwritten: Vec::new(),
            state: RunState::Running,
            owner: Owner::system(user.clone()),
            used: None,
            begun: HashMap::new(),
            body,
        };
        for step in steps {
            let index = step.place as usize;
            let Some(node) = running.body.graph.nodes.get(index) else {
                continue;
            };
            let stored = step.body.ok_or_else(super::workflows::damaged)?;
            if let Some(output) = stored.output {
                // Without bytes left, the next value that is built fails the run.
                let _ = running.budget.keep(&output);
                running.outputs.insert(node.id().to_owned(), output);
            }
            if let (StepState::Begun, Some(at)) = (step.state, stored.at) {
                running.begun.insert(index, at);
            }
            running.states.insert(index, step.state);
        }
        Ok(Some(running))
    }

    /// Returns the next node; `None` if the run ended or waits.
    fn next(&self) -> Option<usize> {
        if self.state != RunState::Running {
            return None;
        }
        let is_left = |place: &&usize| {
            let state = self.states.get(*place);
            state.is_none_or(|state| *state == StepState::Begun)
        };
        let left = self.plan.order.iter().find(is_left);
        // After the last node, the end of the run is written.
        Some(left.copied().unwrap_or(END))
    }

    /// Counts that the server stopped during the run, before anything is computed again. A run that may be the cause
    /// fails.
    async fn note_interruption(&mut self) -> Result<(), ApiError> {
        let states = self.states.values();
        let outcomes = states.filter(|state| **state != StepState::Begun).count();
        if !self.body.interruptions.note(outcomes) {
            let reason = format!(
                "the server stopped {MAX_INTERRUPTIONS} times during this step: make the step smaller, and start a new run"
            );
            return match self.next() {
                Some(place) if place != END => self.fail(place, None, reason, Vec::new()).await,
                _ => {
                    self.body.error = Some(RunError::of_run(reason));
                    self.write(RunState::Failed, Vec::new()).await
                }
            };
        }
        let (keys, id) = (self.keys.clone(), self.id.clone());
        let (workflow, body) = (self.workflow.clone(), self.body.clone());
        self.agents
            .db
            .write::<_, StoreError, _>("agents.run.interrupted", move |tx| {
                let stored = runs::find(tx, &keys, &id)?;
                if stored.is_none_or(|run| run.state != RunState::Running) {
                    return Ok(());
                }
                let at = (RunState::Running, Some(tx.now()));
                runs::put(tx, &keys, (&id, &workflow), at, &body)
            })
            .await?;
        Ok(())
    }

    /// Carries out one node.
    async fn step(&mut self, index: usize) -> Result<(), ApiError> {
        let Some(node) = self.body.graph.nodes.get(index).cloned() else {
            return self.write(RunState::Completed, Vec::new()).await;
        };
        if !self.is_reached(index) {
            self.note(index, StepState::Skipped, StepBody::default());
            return Ok(());
        }
        match &node {
            Node::Tool { .. } | Node::Agent { .. } => self.call(index, &node).await,
            Node::Approval { .. } if !self.body.dry_run => {
                self.note(index, StepState::Waiting, StepBody::default());
                self.write(RunState::Waiting, Vec::new()).await
            }
            node => match self.value(node) {
                Ok(output) => {
                    let body = StepBody {
                        output: Some(output),
                        ..StepBody::default()
                    };
                    self.note(index, StepState::Done, body);
                    // A graph of many such nodes shares its thread with others.
                    tokio::task::yield_now().await;
                    Ok(())
                }
                Err(reason) => self.fail(index, None, reason, Vec::new()).await,
            },
        }
    }

    /// Whether an edge to this node was followed.
    fn is_reached(&self, index: usize) -> bool {
        let edges = &self.plan.incoming[index];
        edges.is_empty()
            || edges.iter().any(|(from, edge)| {
                if self.states.get(from) != Some(&StepState::Done) {
                    return self.states.get(from) == Some(&StepState::Planned);
                }
                let Some(when) = edge.when else { return true };
                let source = self.body.graph.nodes[*from].id();
                let output = self.outputs.get(source);
                output.is_some_and(|output| output["result"] == when)
            })
    }

    /// Records the outcome of a node.
    fn note(&mut self, place: usize, state: StepState, mut body: StepBody) {
        body.at = Some(self.agents.clock.now());
        body.tools = self.used.take();
        if let (Some(output), Some(node)) = (&body.output, self.body.graph.nodes.get(place)) {
            self.outputs.insert(node.id().to_owned(), output.clone());
        }
        self.states.insert(place, state);
        self.unwritten.push(UnwrittenStep { place, state, body });
    }

    async fn fail(
        &mut self,
        place: usize,
        input: Option<Json>,
        reason: String,
        calls: Vec<CallRecord>,
    ) -> Result<(), ApiError> {
        self.body.error = Some(RunError::of_node(place, &reason));
        let body = StepBody {
            input,
            error: Some(reason),
            ..StepBody::default()
        };
        self.note(place, StepState::Failed, body);
        self.write(RunState::Failed, calls).await
    }

    /// Writes the steps so far, the audit entries of calls, and the state of the run. A run that was cancelled or deleted
    /// in the meantime stops.
    async fn write(&mut self, state: RunState, calls: Vec<CallRecord>) -> Result<(), ApiError> {
        let steps = std::mem::take(&mut self.unwritten);
        if state.has_ended() {
            self.body.ended_at = Some(self.agents.clock.now());
        }
        let (keys, id) = (self.keys.clone(), self.id.clone());
        let (workflow, body) = (self.workflow.clone(), self.body.clone());
        let (gate, owner) = (self.agents.quotas(), self.owner.clone());
        let is_on = self
            .agents
            .db
            .write("agents.run.step", move |tx| {
                let user = keys.user().clone();
                Vault::ensure_active(tx, &user)?;
                // The log also contains the calls of a run that was cancelled while they ran.
                for call in &calls {
                    message::note_call(tx, &owner, COORDINATOR, call)?;
                }
                let stored = runs::find(tx, &keys, &id)?;
                if stored.is_none_or(|run| run.state != RunState::Running) {
                    return Ok(false);
                }
                let meter = gate.before(tx, &user)?;
                for step in &steps {
                    let place = u32::try_from(step.place).unwrap_or(u32::MAX);
                    runs::put_step(tx, &keys, &id, (place, step.state), &step.body)?;
                }
                if state != RunState::Running {
                    runs::put(tx, &keys, (&id, &workflow), (state, None), &body)?;
                    write_run_event(tx, &user, &id, state)?;
                }
                meter.check(tx)?;
                Ok::<_, ApiError>(true)
            })
            .await?;
        self.state = match is_on {
            true => state,
            false => RunState::Cancelled,
        };
        Ok(())
    }

    /// Returns the caller with the rights of this moment: those that both the credential of the run and the one that
    /// approved this part have. Without such rights, returns the reason.
    async fn caller(&self) -> Result<Result<Caller, &'static str>, ApiError> {
        let user = self.keys.user().clone();
        let (rights, approver) = (self.body.rights.clone(), self.body.approver.clone());
        let state = self.agents.clone();
        let caller = self
            .agents
            .db
            .read::<_, StoreError, _>("agents.run.caller", move |tx| {
                let Some(caller) = state.caller_later(tx, &user, &rights)? else {
                    return Ok(Err(match rights.api_key {
                        None => NO_ACCOUNT,
                        Some(_) => NO_KEY,
                    }));
                };
                let Some(approver) = approver else {
                    return Ok(Ok(caller));
                };
                let Some(approver) = state.caller_later(tx, &user, &approver)? else {
                    return Ok(Err(NO_APPROVER));
                };
                Ok(caller.within(&approver.scopes).ok_or(NO_COMMON_RIGHT))
            });
        Ok(caller.await?)
    }

    /// Returns the key under which a step is repeated.
    fn key(&self, place: usize) -> String {
        format!("{}/{place}", self.id)
    }

    /// Returns the output of a trigger.
    fn trigger(&self) -> Json {
        let at: Timestamp = operations::began_at(&self.id);
        json!({ "reason": self.body.reason.as_str(), "startedAt": at.to_string(), "input": self.body.input })
    }
}

/// Why a step has no rights.
const NO_ACCOUNT: &str = "the account is suspended, or an administrator has to repair it";
const NO_KEY: &str = "the API key that ordered the run was revoked or has expired, or the account is suspended: store the workflow \
     again with a sign-in or another key";
const NO_APPROVER: &str = "the API key that approved this part of the run was revoked or has expired: start a new run, and \
     approve it with a sign-in or another key";
const NO_COMMON_RIGHT: &str = "the credential that began the run and the one that approved it have no right in common: start \
     a new run, and approve it with a sign-in";

/// The position after the last node.
const END: usize = usize::MAX;
/// The maximum number of workflows of one round.
const MAX_DUE: u32 = 256;
/// The maximum number of due runs among which a round looks for those of accounts with a free lane.
const MAX_DUE_RUNS: u32 = 10_000;
/// The pause before a workflow that could not be begun is tried again.
const WORKFLOW_PAUSE: std::time::Duration = std::time::Duration::from_secs(60);
/// The maximum number of retries of a run.
const MAX_RETRIES: u32 = 5;
/// The pause before a run is tried again for the first time; each one is twice as long.
const FIRST_PAUSE: std::time::Duration = std::time::Duration::from_secs(2);
