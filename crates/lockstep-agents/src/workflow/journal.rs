//! The stored form of workflows and their runs.

use lockstep_store::Timestamp;
use lockstep_store::id::RunId;
use lockstep_web::caller::StoredRights;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use utoipa::ToSchema;

use super::graph::{Graph, Trigger};

/// A workflow of an account.
#[derive(Clone, Debug)]
pub(crate) struct Workflow {
    /// The digest of its name.
    pub(crate) id: String,
    /// `None` if the stored bytes are damaged.
    pub(crate) body: Option<WorkflowBody>,
    /// The time of the next run, if there is one.
    pub(crate) due_at: Option<Timestamp>,
    pub(crate) updated_at: Timestamp,
}

/// The sealed part of a workflow.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct WorkflowBody {
    pub(crate) name: String,
    /// The number of the latest version.
    pub(crate) version: u32,
    /// Whether the trigger starts runs.
    pub(crate) enabled: bool,
    pub(crate) trigger: Trigger,
    /// The rights of the credential that stored the workflow. Runs of the trigger have no others.
    #[serde(flatten)]
    pub(crate) rights: StoredRights,
    /// The runs that the trigger did not begin, since the run before had not ended.
    pub(crate) skipped: u64,
}

/// A version of a workflow; sealed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Version {
    pub(crate) number: u32,
    pub(crate) at: Timestamp,
    pub(crate) graph: Graph,
    /// The scopes of the credential that stored the graph; empty for one with every right. `None` in versions of earlier
    /// releases.
    #[serde(default)]
    pub(crate) author: Option<Vec<String>>,
}

/// The state of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WorkflowRunStatus)]
pub(crate) enum RunState {
    /// Its nodes run, or will run.
    Running,
    /// A person has to approve or to reject it.
    Waiting,
    /// Every node has run or was passed over.
    Completed,
    /// A node failed; the nodes after it did not run.
    Failed,
    /// A person rejected or cancelled it.
    Cancelled,
}

impl RunState {
    /// Returns the name in the store and on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Running,
            Self::Waiting,
            Self::Completed,
            Self::Failed,
            Self::Cancelled,
        ];
        all.into_iter().find(|state| state.as_str() == name)
    }

    /// Whether the run has ended.
    pub(crate) fn has_ended(self) -> bool {
        !matches!(self, Self::Running | Self::Waiting)
    }
}

/// The cause of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WorkflowRunReason)]
pub(crate) enum Reason {
    Manual,
    Schedule,
    Event,
}

impl Reason {
    /// Returns the name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Schedule => "schedule",
            Self::Event => "event",
        }
    }
}

/// A run of a workflow.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) id: RunId,
    /// The digest of the workflow's name.
    pub(crate) workflow: String,
    pub(crate) state: RunState,
    /// `None` if the stored bytes are damaged.
    pub(crate) body: Option<RunBody>,
}

/// The sealed part of a run. It has the graph, so that a later version changes nothing in a run that began.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RunBody {
    pub(crate) name: String,
    pub(crate) version: u32,
    pub(crate) reason: Reason,
    pub(crate) dry_run: bool,
    pub(crate) input: Map<String, Json>,
    #[serde(flatten)]
    pub(crate) rights: StoredRights,
    pub(crate) graph: Graph,
    /// The reason why the run failed.
    pub(crate) error: Option<RunError>,
    pub(crate) ended_at: Option<Timestamp>,
    /// The number of retries of the node.
    pub(crate) retries: u32,
    #[serde(default)]
    pub(crate) interruptions: Interruptions,
    /// The rights of the credential that approved the running part; `None` before the first approval.
    #[serde(default)]
    pub(crate) approver: Option<StoredRights>,
}

/// The reason why a run failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum RunError {
    /// A node failed.
    Node {
        /// The place of the node in the graph.
        place: u32,
        reason: String,
    },
    /// The run failed at no node.
    Run { reason: String },
    /// The reason in a run of an earlier release, which may be that of a node.
    Unplaced(String),
}

impl RunError {
    /// Returns the error of the node at this place of the graph.
    pub(crate) fn of_node(place: usize, reason: &str) -> Self {
        Self::Node {
            place: u32::try_from(place).unwrap_or(u32::MAX),
            reason: reason.to_owned(),
        }
    }

    /// Returns the error of a run that failed at no node.
    pub(crate) fn of_run(reason: String) -> Self {
        Self::Run { reason }
    }

    /// Writes the reason, after the id of the node.
    pub(crate) fn text(&self, graph: &Graph) -> String {
        match self {
            Self::Node { place, reason } => match graph.nodes.get(*place as usize) {
                Some(node) => format!("{}: {reason}", node.id()),
                None => reason.clone(),
            },
            Self::Run { reason } | Self::Unplaced(reason) => reason.clone(),
        }
    }
}

/// How often the server stopped during a run since a step had its last outcome.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Interruptions {
    count: u32,
    /// The steps with an outcome at that time.
    outcomes: u32,
}

impl Interruptions {
    /// Counts a stop of the server; returns whether the run may continue.
    pub(crate) fn note(&mut self, outcomes: usize) -> bool {
        let outcomes = u32::try_from(outcomes).unwrap_or(u32::MAX);
        if outcomes > self.outcomes {
            *self = Self { count: 0, outcomes };
        }
        self.count += 1;
        self.count < MAX_INTERRUPTIONS
    }
}

/// The stops of the server during one step after which a run fails: the step may be their cause.
pub(crate) const MAX_INTERRUPTIONS: u32 = 3;

/// The state of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WorkflowStepStatus)]
pub(crate) enum StepState {
    /// The call began; its outcome is not known yet.
    Begun,
    Done,
    /// No edge to the node was followed.
    Skipped,
    /// A dry run does not change anything: the call was not made.
    Planned,
    Failed,
    /// Waits for an approval.
    Waiting,
}

impl StepState {
    /// Returns the name in the store and on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Done => "done",
            Self::Skipped => "skipped",
            Self::Planned => "planned",
            Self::Failed => "failed",
            Self::Waiting => "waiting",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        let all = [
            Self::Begun,
            Self::Done,
            Self::Skipped,
            Self::Planned,
            Self::Failed,
            Self::Waiting,
        ];
        all.into_iter().find(|state| state.as_str() == name)
    }
}

/// A step of a run: the outcome of one node.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The place of the node in the graph.
    pub(crate) place: u32,
    pub(crate) state: StepState,
    /// `None` if the stored bytes are damaged.
    pub(crate) body: Option<StepBody>,
}

/// The sealed part of a step.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct StepBody {
    /// The input of a tool.
    pub(crate) input: Option<Json>,
    pub(crate) output: Option<Json>,
    /// The tools that the agent of an agent node called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tools: Option<Vec<String>>,
    /// The reason why the node failed.
    pub(crate) error: Option<String>,
    pub(crate) at: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_of_a_run_is_read_from_every_release() {
        for (error, stored) in [
            (
                RunError::of_node(2, "it failed"),
                json!({ "place": 2, "reason": "it failed" }),
            ),
            (
                RunError::of_run("it failed".to_owned()),
                json!({ "reason": "it failed" }),
            ),
            (
                RunError::Unplaced("c: it failed".to_owned()),
                json!("c: it failed"),
            ),
        ] {
            assert_eq!(serde_json::to_value(&error).unwrap(), stored);
            assert_eq!(serde_json::from_value::<RunError>(stored).unwrap(), error);
        }
    }

    #[test]
    fn a_run_without_progress_ends() {
        let mut interruptions = Interruptions::default();
        for (outcomes, expected) in [
            (0, true),
            (0, true),
            (1, true),
            (1, true),
            (5, true),
            (5, true),
            (5, false),
        ] {
            assert_eq!(interruptions.note(outcomes), expected, "{interruptions:?}");
        }
    }
}
