//! Calls the tools of one message: with the rights of the caller and of the agent, within a number of calls and a time.

use std::collections::BTreeSet;
use std::time::Duration;

use futures_util::future::join;
use lockstep_store::{Entry, Status, Timestamp};
use lockstep_vault::{AccountKeys, Vault};
use lockstep_web::api_error::ErrorKind;
use lockstep_web::digest::KeyedDigest;
use lockstep_web::tools::{ToolClass, Toolbox};
use lockstep_web::{ApiError, AppState, Caller};
use serde_json::{Map, Value as Json, json};

use super::search::{self, FoundRecord};
use crate::answer::Disclosure;
use crate::arguments::{self, ArgumentMismatch};
use crate::configuration::Parameters;
use crate::message::{Message, MessageKind};
use crate::profile::Profile;
use crate::toolset::{Agents, ToolIndexes, entry};

/// The calls of one message.
pub(crate) struct Run {
    state: AppState,
    pub(crate) toolbox: Toolbox,
    pub(crate) indexes: ToolIndexes,
    caller: Caller,
    keys: AccountKeys,
    pub(crate) parameters: Parameters,
    /// The monotonic time at which the answer ends.
    deadline: Duration,
    /// The tool that the message approves by naming it as a command and confirming it.
    approved: Option<String>,
    /// The idempotency key of the calls, for tools that take one.
    key: Option<String>,
    calls: Vec<CallRecord>,
    /// The tools that were called with the right to do so.
    used: BTreeSet<&'static str>,
}

/// A call, for the audit log.
#[derive(Clone, Debug)]
pub(crate) struct CallRecord {
    pub(crate) tool: &'static str,
    pub(crate) class: ToolClass,
    pub(crate) digest: KeyedDigest,
    pub(crate) outcome: Outcome,
}

/// The outcome of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Done,
    Refused,
    Failed,
    OutOfTime,
}

impl Outcome {
    /// Returns the name in the audit log.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Refused => "refused",
            Self::Failed => "failed",
            Self::OutOfTime => "out_of_time",
        }
    }
}

/// The reason why a call has no output.
#[derive(Debug)]
pub(crate) enum CallError {
    /// The time limit of the answer was exceeded.
    OutOfTime,
    /// The number of calls of the answer ended.
    OutOfCalls,
    /// The tool changes something, and the message does not approve it.
    NeedsApproval(ToolClass),
    /// The agent does not have the tool.
    NotGranted,
    /// The tool is for other roles than the caller's, and the operation refused it.
    NotOfRole,
    /// The input does not fit the tool's schema.
    Misfit(ArgumentMismatch),
    /// The operation refused or failed.
    Refused(ApiError),
}

impl Run {
    /// Begins to answer a message.
    pub(crate) fn new(
        agents: &Agents,
        toolbox: Toolbox,
        caller: &Caller,
        (keys, parameters): (&AccountKeys, Parameters),
        message: &Message,
    ) -> Self {
        let state: &AppState = agents;
        let is_approved = message.kind == MessageKind::Command && message.confirm;
        Self {
            state: state.clone(),
            toolbox,
            indexes: agents.indexes(),
            caller: caller.clone(),
            keys: keys.clone(),
            parameters,
            deadline: state.clock.monotonic() + parameters.timeout(),
            approved: is_approved.then(|| message.action.trim().to_owned()),
            key: None,
            calls: Vec::new(),
            used: BTreeSet::new(),
        }
    }

    /// Begins a step of a workflow, which approves `tool`. Calls are repeated with the idempotency key `key`.
    pub(crate) fn of_step(
        agents: &Agents,
        toolbox: Toolbox,
        caller: Caller,
        (keys, parameters): (&AccountKeys, Parameters),
        (tool, key): (&str, String),
    ) -> Self {
        let state: &AppState = agents;
        Self {
            state: state.clone(),
            toolbox,
            indexes: agents.indexes(),
            caller,
            keys: keys.clone(),
            parameters,
            deadline: state.clock.monotonic() + parameters.timeout(),
            approved: Some(tool.to_owned()),
            key: Some(key),
            calls: Vec::new(),
            used: BTreeSet::new(),
        }
    }

    /// Returns the time of the platform.
    pub(crate) fn now(&self) -> Timestamp {
        self.state.clock.now()
    }

    /// Returns the caller.
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    /// Whether the caller has the right to call a tool.
    pub(crate) fn may_call(&self, tool: &str) -> bool {
        entry(&self.toolbox, tool).is_some_and(|entry| entry.is_allowed_to(&self.caller))
    }

    /// Returns the monotonic time.
    pub(crate) fn monotonic(&self) -> Duration {
        self.state.clock.monotonic()
    }

    /// Returns the time until the answer ends.
    pub(crate) fn time_left(&self) -> Duration {
        self.deadline.saturating_sub(self.monotonic())
    }

    /// Returns the number of calls that may still be made.
    pub(crate) fn calls_left(&self) -> usize {
        self.parameters.max_calls().saturating_sub(self.calls.len())
    }

    /// Writes an audit entry about the data that will be sent to a model on another machine.
    pub(crate) async fn record(&self, agent: &str, sent: Vec<Disclosure>) -> Result<(), ApiError> {
        let (owner, agent) = (self.caller.owner(), agent.to_owned());
        self.state
            .db
            .write("agents.disclose", move |tx| {
                Vault::ensure_active(tx, &owner.user)?;
                tx.audit(&Entry {
                    actor: &owner.actor,
                    action: "agent.disclose",
                    component: "agents",
                    status: Status::Success,
                    details: format!("agent {agent} sends data to a model"),
                    metadata: json!({ "agentId": agent, "sent": sent }),
                })?;
                Ok::<_, ApiError>(())
            })
            .await
    }

    /// Returns the tools whose outputs an answer of these calls may contain.
    pub(crate) fn used(&self) -> Vec<String> {
        self.used.iter().map(|&tool| tool.to_owned()).collect()
    }

    /// Returns the calls that were made.
    pub(crate) fn into_calls(self) -> Vec<CallRecord> {
        self.calls
    }

    /// Calls a tool for an agent. The only way from a message to a tool.
    ///
    /// # Errors
    /// [`CallError`].
    pub(crate) async fn call(
        &mut self,
        agent: &Profile,
        name: &str,
        input: Map<String, Json>,
    ) -> Result<Json, CallError> {
        let entry = entry(&self.toolbox, name).filter(|_| agent.grant.allows(name));
        let entry = entry.ok_or(CallError::NotGranted)?;
        arguments::check(&entry.input, &input).map_err(CallError::Misfit)?;
        let tool = entry.tool;
        let is_approved = match tool.class {
            ToolClass::Read | ToolClass::Untrusted => true,
            ToolClass::Write => agent.has_approved(name) || self.approves(name),
            ToolClass::External => self.approves(name),
        };
        if !is_approved {
            return Err(CallError::NeedsApproval(tool.class));
        }
        if self.calls.len() >= self.parameters.max_calls() {
            return Err(CallError::OutOfCalls);
        }
        let left = self.deadline.saturating_sub(self.state.clock.monotonic());
        if left.is_zero() {
            return Err(CallError::OutOfTime);
        }
        let input = Json::Object(input);
        let text = input.to_string();
        let digest = self.keys.row_digests();
        let digest = digest.digest(
            ARGUMENTS_DIGEST_LABEL,
            &[tool.name.as_bytes(), text.as_bytes()],
        );
        if entry.is_allowed_to(&self.caller) {
            self.used.insert(tool.name);
        }
        let is_of_role = entry.is_for_role_of(&self.caller);
        let (caller, key) = (self.caller.clone(), self.key.as_deref());
        let call = self.toolbox.call_once(caller, tool.name, input, key);
        let called = tokio::time::timeout(left, call).await;
        let outcome = match &called {
            Ok(Ok(_)) => Outcome::Done,
            Ok(Err(error)) if is_failure(error) => Outcome::Failed,
            Ok(Err(_)) => Outcome::Refused,
            Err(_) => Outcome::OutOfTime,
        };
        self.calls.push(CallRecord {
            tool: tool.name,
            class: tool.class,
            digest,
            outcome,
        });
        match called {
            Ok(Ok(output)) => Ok(output),
            Ok(Err(error)) => {
                if is_failure(&error) {
                    let log = error.log.as_deref().unwrap_or_default();
                    tracing::error!(tool = tool.name, log, "a tool of an agent failed");
                }
                Err(match is_of_role {
                    true => CallError::Refused(error),
                    false => CallError::NotOfRole,
                })
            }
            Err(_) => Err(CallError::OutOfTime),
        }
    }

    /// Reads the context in which a question is understood, such as the names of devices, at the same time. It does not
    /// count as calls of the agent, and a refusal only means that the question is understood without
    /// it: its output is null.
    pub(crate) async fn contexts(&mut self, tools: [&'static str; 2]) -> [Json; 2] {
        let left = self.deadline.saturating_sub(self.state.clock.monotonic());
        let [first, second] = tools.map(|tool| {
            let call = self.toolbox.call(self.caller.clone(), tool, Json::Null);
            tokio::time::timeout(left, call)
        });
        let (first, second) = join(first, second).await;
        let outputs = [(tools[0], first), (tools[1], second)];
        outputs.map(|(tool, called)| match called {
            Ok(Ok(output)) => {
                self.used.insert(tool);
                output
            }
            _ => Json::Null,
        })
    }

    /// Returns the records of the caller's account whose ids have a prefix, the newest first. It does not count as a call
    /// of the agent.
    ///
    /// # Errors
    /// The search index cannot be read, or it lacks records.
    pub(crate) async fn own_records(
        &self,
        prefix: &'static str,
    ) -> Result<Vec<FoundRecord>, ApiError> {
        search::own(&self.state, &self.keys, prefix).await
    }

    fn approves(&self, tool: &str) -> bool {
        self.approved.as_deref() == Some(tool)
    }
}

/// Whether an error is the server's.
pub(crate) fn is_failure(error: &ApiError) -> bool {
    matches!(error.kind, ErrorKind::Internal | ErrorKind::Unavailable)
}

/// The label of the digest of arguments.
const ARGUMENTS_DIGEST_LABEL: &str = "agent arguments v1";
