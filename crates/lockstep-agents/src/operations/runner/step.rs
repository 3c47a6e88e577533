//! Runs one node of a graph.

use std::borrow::Cow;
use std::time::Duration;

use lockstep_web::api_error::ErrorKind;
use lockstep_web::tools::{ToolClass, ToolEntry};
use lockstep_web::{ApiError, Caller};
use serde_json::{Map, Value as Json, json};

use super::ActiveRun;
use crate::answer::AnswerKind;
use crate::core_agent::COORDINATOR;
use crate::grant::Grant;
use crate::message::{DEFAULT_LIMIT, Intent, Message, MessageKind, Verb};
use crate::operations::answering::{ChatCalls, PendingAnswer, without_output};
use crate::operations::message::model_of;
use crate::operations::run::{CallError, CallRecord, Run, is_failure};
use crate::operations::{account_keys, status};
use crate::profile::{AgentName, AgentStatus, Profile};
use crate::store;
use crate::toolset::entry;
use crate::workflow::budget::is_within;
use crate::workflow::evaluate::{compare, resolved, transformed};
use crate::workflow::graph::Node;
use crate::workflow::journal::{RunState, StepBody, StepState};

/// The outcome of a tool call.
enum CallOutcome {
    Done(Json),
    Failed(String),
    /// The server could not answer now.
    Later(ApiError),
}

impl ActiveRun<'_> {
    /// Computes the output of a node that calls nothing.
    pub(super) fn value(&mut self, node: &Node) -> Result<Json, String> {
        let trigger = self.trigger();
        let (outputs, budget) = (&self.outputs, &mut self.budget);
        match node {
            Node::Trigger { .. } => {
                budget.keep(&trigger)?;
                Ok(trigger)
            }
            Node::Condition {
                left,
                operator,
                right,
                ..
            } => {
                let left = resolved(left, outputs, budget)?;
                let right = resolved(right, outputs, budget)?;
                let result = compare(*operator, &left, &right)?;
                Ok(json!({ "result": result }))
            }
            Node::Transform {
                operation,
                input,
                field,
                ..
            } => {
                let input = resolved(input, outputs, budget)?;
                bounded(transformed(*operation, &input, field.as_deref(), budget)?)
            }
            Node::Output { value, .. } => match resolved(value, outputs, budget)? {
                Cow::Borrowed(found) => bounded(budget.copy(found)?),
                Cow::Owned(built) => bounded(built),
            },
            // In a dry run.
            Node::Approval { .. } => Ok(json!({ "approvedAt": null })),
            Node::Tool { .. } | Node::Agent { .. } => Err("calls something".to_owned()),
        }
    }

    /// Carries out a node that calls a tool or asks an agent.
    pub(super) async fn call(&mut self, place: usize, node: &Node) -> Result<(), ApiError> {
        let caller = match self.caller().await? {
            Ok(caller) => caller,
            Err(reason) => return self.fail(place, None, reason.to_owned(), Vec::new()).await,
        };
        self.owner = caller.owner();
        match node {
            Node::Tool {
                tool, arguments, ..
            } => {
                let given = Json::Object(arguments.0.clone());
                let input = resolved(&given, &self.outputs, &mut self.budget);
                match input.map(Cow::into_owned).and_then(bounded_input) {
                    Ok(input) => {
                        let input = without_nulls(input);
                        self.call_tool(place, caller, (tool, input)).await
                    }
                    Err(reason) => self.fail(place, None, reason, Vec::new()).await,
                }
            }
            Node::Agent {
                agent_id, question, ..
            } => {
                let (called, calls) = self.ask(caller, agent_id, question.as_deref()).await?;
                self.settle(place, None, called, calls).await
            }
            _ => Ok(()),
        }
    }

    /// Calls a tool, unless the run is dry and the tool changes something.
    async fn call_tool(
        &mut self,
        place: usize,
        caller: Caller,
        (tool, input): (&str, Map<String, Json>),
    ) -> Result<(), ApiError> {
        let toolbox = self.agents.toolbox().await?;
        let shown = Some(Json::Object(input.clone()));
        let Some(entry) = entry(&toolbox, tool) else {
            let reason = format!("the tool {tool} no longer exists");
            return self.fail(place, shown, reason, Vec::new()).await;
        };
        let has_effect = matches!(entry.tool.class, ToolClass::Write | ToolClass::External);
        if has_effect && self.body.dry_run {
            let body = StepBody {
                input: shown,
                ..StepBody::default()
            };
            self.note(place, StepState::Planned, body);
            return Ok(());
        }
        let is_repeated = self.states.get(&place) == Some(&StepState::Begun);
        if is_repeated && !self.can_repeat(place) {
            let reason = "it is unknown whether it took effect before the server stopped: check the data that \
                it changes, and start a new run";
            return self.fail(place, shown, reason.to_owned(), Vec::new()).await;
        }
        if has_effect && !is_repeated {
            self.note(place, StepState::Begun, StepBody::default());
            self.write(RunState::Running, Vec::new()).await?;
            if self.state != RunState::Running {
                return Ok(());
            }
        }
        let (_, state) = status(self.agents, &caller.user, &coordinator()?).await?;
        let keys = account_keys(self.agents, &caller.user).await?;
        let mut run = Run::of_step(
            self.agents,
            toolbox.clone(),
            caller,
            (&keys, state.parameters.at_most(STEP_SECONDS)),
            (tool, self.key(place)),
        );
        let profile = Profile::client(COORDINATOR, "Coordinator", Grant::of(&[entry.tool.name]));
        let output = run.call(&profile, tool, input.clone()).await;
        let called = of_call(output, entry, &input, is_repeated);
        self.settle(place, shown, called, run.into_calls()).await
    }

    /// Whether the store still has the idempotency key of the earlier attempt of this step.
    fn can_repeat(&self, place: usize) -> bool {
        let now = self.agents.clock.now();
        let begun = self.begun.get(&place);
        begun.is_some_and(|begun| now.since(*begun) <= REPEATABLE)
    }

    /// Records the result of a call.
    async fn settle(
        &mut self,
        place: usize,
        input: Option<Json>,
        called: CallOutcome,
        calls: Vec<CallRecord>,
    ) -> Result<(), ApiError> {
        let output = match called {
            CallOutcome::Done(output) => {
                let kept = self.budget.keep(&output);
                kept.and_then(|()| bounded(output))
            }
            CallOutcome::Failed(reason) => Err(reason),
            CallOutcome::Later(error) => {
                self.write(RunState::Running, calls).await?;
                return Err(error);
            }
        };
        match output {
            Ok(output) => {
                let body = StepBody {
                    input,
                    output: Some(output),
                    ..StepBody::default()
                };
                self.note(place, StepState::Done, body);
                self.write(RunState::Running, calls).await
            }
            Err(reason) => self.fail(place, input, reason, calls).await,
        }
    }

    /// Asks an agent.
    async fn ask(
        &mut self,
        caller: Caller,
        agent: &str,
        question: Option<&str>,
    ) -> Result<(CallOutcome, Vec<CallRecord>), ApiError> {
        let gone = || {
            (
                CallOutcome::Failed("the agent was deleted".to_owned()),
                Vec::new(),
            )
        };
        let Ok(name) = agent.parse::<AgentName>() else {
            return Ok(gone());
        };
        let (profile, state) = match status(self.agents, &caller.user, &name).await {
            Err(error) if error.kind == ErrorKind::NotFound => return Ok(gone()),
            found => found?,
        };
        if profile.status == AgentStatus::Error {
            let reason = "the stored definition of the agent is damaged: create the agent again";
            return Ok((CallOutcome::Failed(reason.to_owned()), Vec::new()));
        }
        let message = Message {
            kind: MessageKind::Query,
            action: match question {
                Some(_) => "ask".to_owned(),
                None => "summarize".to_owned(),
            },
            query: question.map(str::to_owned),
            limit: DEFAULT_LIMIT,
            confirm: false,
            arguments: None,
        };
        let intent = match question {
            Some(question) => Intent::Verb(Verb::Ask, Some(question.to_owned())),
            None => Intent::Verb(Verb::Summarize, None),
        };
        let toolbox = self.agents.toolbox().await?;
        let keys = account_keys(self.agents, &caller.user).await?;
        let model = model_of(self.agents, &profile, state.model.as_ref());
        let how = (&keys, state.parameters.at_most(STEP_SECONDS));
        let run = Run::new(self.agents, toolbox, &caller, how, &message);
        let mut answering =
            PendingAnswer::new(run, &profile, &message, (ChatCalls::default(), model));
        let answer = answering.answer(intent).await.bounded();
        self.used = Some(answering.tools());
        let calls = answering.into_calls();
        let (user, id) = (caller.user, profile.id);
        let task = answer.completed_task().map(str::to_owned);
        self.agents
            .db
            .write("agents.run.asked", move |tx| {
                lockstep_vault::Vault::ensure_active(tx, &user)?;
                store::count_activity(tx, &user, &id, task.as_deref())?;
                Ok::<_, ApiError>(())
            })
            .await?;
        let called = match answer.kind {
            AnswerKind::Error | AnswerKind::Clarify => CallOutcome::Failed(answer.content),
            _ => CallOutcome::Done(json!({
                "answer": answer.content, "type": answer.kind.as_str(), "records": answer.records,
            })),
        };
        Ok((called, calls))
    }
}

/// Reads the outcome of a tool's call.
fn of_call(
    output: Result<Json, CallError>,
    entry: &ToolEntry,
    input: &Map<String, Json>,
    is_repeated: bool,
) -> CallOutcome {
    match output {
        Ok(output) => CallOutcome::Done(output),
        // The call before the crash deleted it.
        Err(CallError::Refused(error))
            if is_repeated && entry.deletes() && error.kind == ErrorKind::NotFound =>
        {
            CallOutcome::Done(Json::Null)
        }
        Err(CallError::Refused(error)) if is_failure(&error) => CallOutcome::Later(error),
        Err(error) => {
            let choice = crate::answer::Choice::new("", entry.tool.name, input.clone());
            CallOutcome::Failed(without_output(error, choice).content)
        }
    }
}

/// Leaves out arguments that are null, such as outputs of nodes that were passed over: the tool then uses its default.
fn without_nulls(input: Json) -> Map<String, Json> {
    let Json::Object(mut input) = input else {
        return Map::new();
    };
    input.retain(|_, value| !value.is_null());
    input
}

/// Refuses an output that is too large for the journal.
fn bounded(output: Json) -> Result<Json, String> {
    if is_within(&output, MAX_VALUE_BYTES) {
        return Ok(output);
    }
    let limit = MAX_VALUE_BYTES >> 10;
    Err(format!(
        "the output has more than {limit} KiB: ask for a smaller range or page"
    ))
}

/// Refuses an input of a tool that is too large for the journal.
fn bounded_input(input: Json) -> Result<Json, String> {
    if is_within(&input, MAX_VALUE_BYTES) {
        return Ok(input);
    }
    let limit = MAX_VALUE_BYTES >> 10;
    Err(format!(
        "the arguments have more than {limit} KiB: refer to smaller parts of outputs"
    ))
}

fn coordinator() -> Result<AgentName, ApiError> {
    COORDINATOR
        .parse()
        .map_err(|()| ApiError::internal("there is no coordinator"))
}

/// The time for which a call can be repeated; an idempotency key is kept a day.
const REPEATABLE: Duration = Duration::from_secs(23 * 3600);
/// The longest time of a step in seconds, regardless of the agent's configuration: a run occupies one
/// of few lanes.
const STEP_SECONDS: u32 = 300;
/// The largest output of a node, and the largest input of a tool, in bytes of JSON.
const MAX_VALUE_BYTES: usize = 256 << 10;
