//! The graph of a workflow, as clients send it and as the store keeps it.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};
use utoipa::openapi::schema::SchemaType;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// A graph: one trigger, and the nodes that run after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(as = WorkflowGraph, example = json!({
    "nodes": [
        { "id": "start", "type": "trigger", "on": { "type": "manual" } },
        { "id": "devices", "type": "tool", "tool": "devices.list", "arguments": {} },
        { "id": "answer", "type": "output", "value": { "$from": "devices", "pointer": "/devices" } },
    ],
    "edges": [{ "from": "start", "to": "devices" }, { "from": "devices", "to": "answer" }],
}))]
pub(crate) struct Graph {
    /// The purpose of the workflow.
    #[serde(default)]
    #[schema(
        max_length = 1000,
        example = "A short report of the last week every morning"
    )]
    pub(crate) description: String,
    /// One `trigger` node, and the nodes that run after it, in any order.
    #[schema(min_items = 1, max_items = 200)]
    pub(crate) nodes: Vec<Node>,
    /// The order of the nodes: without cycles.
    #[serde(default)]
    #[schema(max_items = 1000)]
    pub(crate) edges: Vec<Edge>,
}

impl Graph {
    /// Returns a graph that does nothing yet.
    pub(crate) fn of_trigger() -> Self {
        let trigger = Node::Trigger {
            id: "trigger".to_owned(),
            on: Trigger::Manual,
        };
        Self {
            description: String::new(),
            nodes: vec![trigger],
            edges: Vec::new(),
        }
    }

    /// Returns the trigger.
    pub(crate) fn trigger(&self) -> Option<&Trigger> {
        self.nodes.iter().find_map(|node| match node {
            Node::Trigger { on, .. } => Some(on),
            _ => None,
        })
    }

    /// Replaces the trigger.
    pub(crate) fn set_trigger(&mut self, trigger: &Trigger) {
        for node in &mut self.nodes {
            if let Node::Trigger { on, .. } = node {
                *on = trigger.clone();
            }
        }
    }

    /// Adds a node that asks an agent, and one that puts out the answer, unless the graph has a node of the agent.
    /// A question replaces that of the first node of the agent.
    pub(crate) fn add_agent(&mut self, agent: &str, asked: Option<&str>) {
        for node in &mut self.nodes {
            if let Node::Agent {
                agent_id, question, ..
            } = node
                && agent_id == agent
            {
                if asked.is_some() {
                    *question = asked.map(str::to_owned);
                }
                return;
            }
        }
        let triggers = self.nodes.iter();
        let mut triggers = triggers.filter(|node| matches!(node, Node::Trigger { .. }));
        let trigger = triggers.next().map_or("", Node::id).to_owned();
        let id = self.free_id("agent");
        let end = self.free_id("answer");
        self.nodes.push(Node::Agent {
            id: id.clone(),
            agent_id: agent.to_owned(),
            question: asked.map(str::to_owned),
        });
        self.nodes.push(Node::Output {
            id: end.clone(),
            value: json!({ "$from": id, "pointer": "/answer" }),
        });
        for (from, to) in [(trigger, id.clone()), (id, end)] {
            self.edges.push(Edge {
                from,
                to,
                when: None,
            });
        }
    }

    /// Returns an id with this beginning that no node has.
    fn free_id(&self, beginning: &str) -> String {
        let is_free = |id: &String| self.nodes.iter().all(|node| node.id() != id);
        let numbered = (2..).map(|number| format!("{beginning}-{number}"));
        let mut ids = std::iter::once(beginning.to_owned()).chain(numbered);
        ids.find(is_free).unwrap_or_default()
    }
}

// A schema of its own: `openapi-python-client` makes the type of an unnamed one twice.
/// The arguments of a tool, which the tool's JSON Schema describes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = WorkflowToolArguments, value_type = Object, example = json!({ "metric": "heart_rate" }))]
pub(crate) struct Arguments(pub(crate) Map<String, Json>);

/// The schema of a value in a node: any JSON, because a reference to an output may be inside it.
pub(crate) struct WorkflowValue;

impl PartialSchema for WorkflowValue {
    fn schema() -> RefOr<Schema> {
        let about = "A JSON value. `{\"$from\": \"ID\", \"pointer\": \"/data/0\"}` in it is replaced by a part of the \
                     output of an earlier node.";
        ObjectBuilder::new()
            .schema_type(SchemaType::AnyValue)
            .description(Some(about))
            .into()
    }
}

impl ToSchema for WorkflowValue {}

/// A node of a graph. `id` is unique in the graph: 1 to 64 letters, digits, `_` or `-`. Wherever a node takes a value,
/// `{"$from": "ID", "pointer": "/data/0"}` represents a part of the output of an earlier node, by a JSON Pointer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[schema(as = WorkflowNode)]
pub(crate) enum Node {
    /// Begins a run. Its output is `{"reason", "startedAt", "input"}`.
    #[schema(title = "WorkflowTriggerNode")]
    Trigger {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        #[serde(default)]
        on: Trigger,
    },
    /// Asks an agent. Its output is `{"answer", "type", "records"}`.
    #[schema(title = "WorkflowAgentNode")]
    Agent {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        /// The id of a core agent or of a custom agent of the account.
        #[serde(rename = "agentId")]
        #[schema(example = "agt_core_insight")]
        agent_id: String,
        /// The question for the agent. Without a question, the agent writes its standard report. The
        /// question cannot contain outputs of other nodes.
        #[serde(default)]
        #[schema(example = "average heart rate last week")]
        question: Option<String>,
    },
    /// Calls a tool. The output of the node is the output of the tool.
    #[schema(title = "WorkflowToolNode")]
    Tool {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        /// The name of a tool, as `tools/list` of `POST /mcp` lists it.
        #[schema(example = "metrics.read")]
        tool: String,
        #[serde(default)]
        arguments: Arguments,
        /// Whether the tool may change the account's data in every run without asking. A tool that acts
        /// outside the platform needs an `approval` node before it instead.
        #[serde(default)]
        confirm: bool,
    },
    /// Compares two values. Its output is `{"result"}`; its edges have `when`.
    #[schema(title = "WorkflowConditionNode")]
    Condition {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        #[schema(value_type = WorkflowValue)]
        left: Json,
        operator: Operator,
        #[serde(default)]
        #[schema(value_type = WorkflowValue)]
        right: Json,
    },
    /// Computes a value. Its output is `{"value"}`.
    #[schema(title = "WorkflowTransformNode")]
    Transform {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        operation: Operation,
        #[schema(value_type = WorkflowValue)]
        input: Json,
        /// A JSON Pointer to the number or text in each item of a list.
        #[serde(default)]
        #[schema(example = "/value")]
        field: Option<String>,
    },
    /// Waits until a person approves or rejects the run. Its output is `{"approvedAt"}`.
    #[schema(title = "WorkflowApprovalNode")]
    Approval {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        /// The text that the approving person reads.
        #[schema(max_length = 1000, example = "Set the speed of the treadmill?")]
        message: String,
    },
    /// Adds a value to the result of the run, under the id of the node.
    #[schema(title = "WorkflowOutputNode")]
    Output {
        /// The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
        id: String,
        #[schema(value_type = WorkflowValue)]
        value: Json,
    },
}

impl Node {
    /// Returns the id.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Trigger { id, .. }
            | Self::Agent { id, .. }
            | Self::Tool { id, .. }
            | Self::Condition { id, .. }
            | Self::Transform { id, .. }
            | Self::Approval { id, .. }
            | Self::Output { id, .. } => id,
        }
    }

    /// Returns the type on the wire.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Trigger { .. } => "trigger",
            Self::Agent { .. } => "agent",
            Self::Tool { .. } => "tool",
            Self::Condition { .. } => "condition",
            Self::Transform { .. } => "transform",
            Self::Approval { .. } => "approval",
            Self::Output { .. } => "output",
        }
    }

    /// Returns the values in which references may be, with their names.
    pub(crate) fn values(&self) -> Vec<(String, &Json)> {
        match self {
            Self::Trigger { .. } | Self::Agent { .. } | Self::Approval { .. } => Vec::new(),
            Self::Tool { arguments, .. } => {
                let named = arguments
                    .0
                    .iter()
                    .map(|(name, value)| (format!("arguments.{name}"), value));
                named.collect()
            }
            Self::Condition { left, right, .. } => {
                vec![("left".to_owned(), left), ("right".to_owned(), right)]
            }
            Self::Transform { input, .. } => vec![("input".to_owned(), input)],
            Self::Output { value, .. } => vec![("value".to_owned(), value)],
        }
    }
}

/// The trigger of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[schema(as = WorkflowTrigger)]
pub(crate) enum Trigger {
    /// The workflow runs when a request starts it.
    #[default]
    #[schema(title = "WorkflowManualTrigger")]
    Manual,
    /// The workflow runs at the times of `cron` or `rrule`, and when a request starts it.
    #[schema(title = "WorkflowScheduleTrigger")]
    Schedule {
        /// Five fields: minute, hour, day of the month, month, day of the week.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "30 6 * * MON-FRI")]
        cron: Option<String>,
        /// A recurrence rule of RFC 5545, of whole days or longer.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "FREQ=WEEKLY;BYDAY=MO;BYHOUR=7;BYMINUTE=0;BYSECOND=0")]
        rrule: Option<String>,
        /// The local date and time at which `rrule` begins.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schema(example = "2026-01-05T07:00:00")]
        start: Option<String>,
        /// The time zone, an IANA name.
        #[serde(default = "utc", rename = "timeZone")]
        #[schema(default = "UTC", example = "Europe/Berlin")]
        time_zone: String,
    },
    /// The workflow runs after an event of the account, and when a request starts it.
    #[schema(title = "WorkflowEventTrigger")]
    Event {
        /// The type of the event, as webhooks name it.
        #[schema(example = "points.stored")]
        event: String,
        /// The shortest time between two runs in seconds; events in between begin one run.
        #[serde(default = "default_pause", rename = "atMostEvery")]
        #[schema(minimum = 60, maximum = 86_400, default = 900)]
        at_most_every: u32,
    },
}

fn utc() -> String {
    "UTC".to_owned()
}

fn default_pause() -> u32 {
    900
}

/// An edge: `to` runs after `from`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = WorkflowEdge)]
pub(crate) struct Edge {
    /// The id of the node that runs first.
    pub(crate) from: String,
    /// The id of the node that runs after `from`.
    pub(crate) to: String,
    /// The result of the condition `from` for which this edge is followed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) when: Option<bool>,
}

/// The comparison of `left` with `right`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkflowOperator)]
pub(crate) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// `left` is not null; `right` is left out.
    Exists,
}

/// The computation of a `transform` node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = WorkflowOperation)]
pub(crate) enum Operation {
    /// The input itself, or the fields of its items.
    Pick,
    /// The number of items.
    Count,
    /// The sum of numbers; 0 of none.
    Sum,
    /// The mean of numbers; null of none.
    Mean,
    /// The least number; null of none.
    Min,
    /// The greatest number; null of none.
    Max,
    /// The first item; null of none.
    First,
    /// The last item; null of none.
    Last,
}

/// A reference to a part of an earlier output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reference<'v> {
    pub(crate) node: &'v str,
    pub(crate) pointer: &'v str,
}

impl<'v> Reference<'v> {
    /// Reads a reference; `None` if the value is a plain one.
    pub(crate) fn of(value: &'v Json) -> Option<Result<Self, &'static str>> {
        let fields = value.as_object()?;
        let node = fields.get("$from")?;
        let Some(node) = node.as_str() else {
            return Some(Err("`$from` must be the id of a node"));
        };
        let pointer = match fields.get("pointer") {
            None => "",
            Some(pointer) => match pointer.as_str() {
                Some(text) if text.is_empty() || text.starts_with('/') => text,
                _ => return Some(Err("`pointer` must be a JSON Pointer such as /data/0")),
            },
        };
        let known = 1 + usize::from(fields.contains_key("pointer"));
        if fields.len() != known {
            return Some(Err("a reference has `$from` and `pointer` only"));
        }
        Some(Ok(Self { node, pointer }))
    }
}
