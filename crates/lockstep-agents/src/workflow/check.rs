//! Checks a graph as a whole before it is stored: ids, edges, cycles, tools, types along edges, and approvals.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};

use lockstep_web::free_text;
use lockstep_web::tools::{Tool, ToolClass, ToolEntry};
use serde_json::{Map, Value as Json, json};

use super::graph::{Graph, Node, Operation, Operator, Reference};
use super::limits::check_limits;
use super::plan::{InvalidNode, MAX_ID, MAX_TEXT, Plan, invalid, places};
use super::types::{self, SchemaPart, Types};
use crate::arguments;

/// The agents and tools that a graph may use.
pub(crate) trait Available {
    /// Finds a tool that a workflow may call.
    fn tool(&self, name: &str) -> Option<&ToolEntry>;
    /// Returns the tools of an agent of the account; `None` without such an agent.
    fn agent(&self, id: &str) -> Option<Vec<Tool>>;
    /// Whether this is a type of events.
    fn is_event(&self, name: &str) -> bool;
}

/// Checks a graph against what it may use. `is_signed` says whether an administrator stores it, which allows tools of
/// three kinds together.
///
/// # Errors
/// The first place that cannot be used.
pub(crate) fn check(
    graph: &Graph,
    available: &dyn Available,
    is_signed: bool,
) -> Result<Plan, InvalidNode> {
    check_limits(graph)?;
    let plan = Plan::of(graph)?;
    let checker = Checker {
        graph,
        plan: &plan,
        available,
        places: places(graph)?,
        before: plan.before(),
        approved: plan.approved(graph),
    };
    for place in 0..graph.nodes.len() {
        checker.node(place)?;
    }
    if !is_signed && let Some(reason) = checker.refused_together() {
        return invalid("nodes", reason);
    }
    Ok(plan)
}

struct Checker<'g> {
    graph: &'g Graph,
    plan: &'g Plan,
    available: &'g dyn Available,
    places: HashMap<&'g str, usize>,
    before: Vec<BTreeSet<usize>>,
    approved: Vec<bool>,
}

impl Checker<'_> {
    fn node(&self, index: usize) -> Result<(), InvalidNode> {
        let at = format!("nodes[{index}]");
        let node = &self.graph.nodes[index];
        for (name, value) in node.values() {
            self.references(index, &format!("{at}.{name}"), value, MAX_DEPTH)?;
        }
        match node {
            Node::Trigger { on, .. } => {
                if let super::graph::Trigger::Event {
                    event,
                    at_most_every,
                } = on
                {
                    if !self.available.is_event(event) {
                        let reason = "must be a type of events in docs/events.md: none of the channels of \
                                      /v1/ws, which concern no account, and none that begins with agent.";
                        return invalid(format!("{at}.on.event"), reason);
                    }
                    if !(60..=86_400).contains(at_most_every) {
                        let reason = "must be a whole number between 60 and 86400";
                        return invalid(format!("{at}.on.atMostEvery"), reason);
                    }
                }
                Ok(())
            }
            Node::Agent {
                agent_id, question, ..
            } => {
                if self.available.agent(agent_id).is_none() {
                    return invalid(
                        format!("{at}.agentId"),
                        "is not the id of an agent of this account",
                    );
                }
                let length = question
                    .as_ref()
                    .map_or(1, |text| text.trim().chars().count());
                if !(1..=MAX_QUESTION).contains(&length) {
                    let reason = format!("must have 1 to {MAX_QUESTION} characters");
                    return invalid(format!("{at}.question"), reason);
                }
                free_text::lines(question.as_deref().unwrap_or_default())
                    .or_else(|reason| invalid(format!("{at}.question"), reason))
            }
            Node::Tool {
                tool,
                arguments,
                confirm,
                ..
            } => self.tool(index, tool, &arguments.0, *confirm),
            Node::Condition {
                left,
                operator,
                right,
                ..
            } => self.condition(index, (left, right), *operator),
            Node::Transform {
                operation,
                input,
                field,
                ..
            } => self.transform(index, *operation, input, field.as_deref()),
            Node::Approval { message, .. } => {
                let length = message.trim().chars().count();
                if !(1..=MAX_TEXT).contains(&length) {
                    let reason = format!("must have 1 to {MAX_TEXT} characters");
                    return invalid(format!("{at}.message"), reason);
                }
                free_text::lines(message).or_else(|reason| invalid(format!("{at}.message"), reason))
            }
            Node::Output { .. } => Ok(()),
        }
    }

    /// Checks every reference in a value.
    fn references(
        &self,
        place: usize,
        at: &str,
        value: &Json,
        depth: usize,
    ) -> Result<(), InvalidNode> {
        let Some(depth) = depth.checked_sub(1) else {
            return invalid(at, format!("is nested more than {MAX_DEPTH} levels deep"));
        };
        if let Some(reference) = Reference::of(value) {
            let reference = reference.or_else(|reason| invalid(at, reason))?;
            return self.types_of(place, at, reference).map(drop);
        }
        match value {
            Json::Object(fields) => fields.iter().try_for_each(|(name, field)| {
                self.references(place, &format!("{at}.{name}"), field, depth)
            }),
            Json::Array(items) => items.iter().enumerate().try_for_each(|(nth, item)| {
                self.references(place, &format!("{at}[{nth}]"), item, depth)
            }),
            _ => Ok(()),
        }
    }

    /// Returns the types that a reference can have.
    fn types_of(
        &self,
        index: usize,
        at: &str,
        reference: Reference<'_>,
    ) -> Result<Types, InvalidNode> {
        let source = self.places.get(reference.node).copied();
        let is_before = |source: &usize| self.before[index].contains(source);
        let Some(source) = source.filter(is_before) else {
            let node: String = reference.node.chars().take(MAX_ID).collect();
            return invalid(
                at,
                format!("no node with the id {node} runs before this one"),
            );
        };
        let schema = self.output_of(source);
        match types::at(&schema, reference.pointer) {
            // A node that was passed over has no output.
            Some(types) => Ok(types.or(Types::NULL)),
            None => {
                let pointer: String = reference.pointer.chars().take(MAX_TEXT).collect();
                let node = reference.node;
                invalid(at, format!("the output of {node} has no {pointer}"))
            }
        }
    }

    /// Returns the JSON Schema of the output of a node.
    fn output_of(&self, index: usize) -> Cow<'_, Json> {
        let text = json!({ "type": "string" });
        let schema = match &self.graph.nodes[index] {
            Node::Trigger { .. } => json!({ "type": "object", "properties": {
                "reason": text, "startedAt": text, "input": { "type": "object" } } }),
            Node::Agent { .. } => json!({ "type": "object", "properties": {
                "answer": text, "type": text, "records": { "type": "array", "items": text } } }),
            Node::Tool { tool, .. } => match self.available.tool(tool) {
                Some(entry) => return Cow::Borrowed(&entry.output),
                None => Json::Null,
            },
            Node::Condition { .. } => {
                json!({ "type": "object", "properties": { "result": { "type": "boolean" } } })
            }
            Node::Transform { operation, .. } => {
                let value = match operation {
                    Operation::Count => json!({ "type": "integer" }),
                    Operation::Sum => json!({ "type": "number" }),
                    Operation::Mean | Operation::Min | Operation::Max => {
                        json!({ "type": ["number", "null"] })
                    }
                    Operation::Pick | Operation::First | Operation::Last => json!({}),
                };
                json!({ "type": "object", "properties": { "value": value } })
            }
            Node::Approval { .. } => {
                json!({ "type": "object", "properties": { "approvedAt": text } })
            }
            Node::Output { .. } => {
                json!({ "type": "object", "properties": {}, "additionalProperties": false })
            }
        };
        Cow::Owned(schema)
    }

    /// Returns the types of a value: of what it refers to, or its own.
    fn types(&self, place: usize, at: &str, value: &Json) -> Result<Types, InvalidNode> {
        match Reference::of(value) {
            Some(Ok(reference)) => self.types_of(place, at, reference),
            Some(Err(reason)) => invalid(at, reason),
            None => Ok(Types::of_value(value)),
        }
    }

    fn tool(
        &self,
        index: usize,
        name: &str,
        given: &Map<String, Json>,
        confirm: bool,
    ) -> Result<(), InvalidNode> {
        let at = format!("nodes[{index}]");
        let Some(entry) = self.available.tool(name) else {
            let reason = "is not a tool that a workflow may call: the action `help` of agt_core_coordinator \
                lists these tools";
            return invalid(format!("{at}.tool"), reason);
        };
        let required = entry.input["required"].as_array().into_iter().flatten();
        for name in required.filter_map(Json::as_str) {
            if !given.contains_key(name) {
                return invalid(format!("{at}.arguments.{name}"), "is required");
            }
        }
        for (name, value) in given {
            let at = format!("{at}.arguments.{name}");
            match Reference::of(value) {
                Some(Ok(reference)) => {
                    let found = self.types_of(index, &at, reference)?;
                    self.fits(&at, entry, name, found)?;
                }
                // References within a value are checked when the tool is called.
                _ if contains_reference(value) => {}
                _ => self.constant(&at, entry, name, value)?,
            }
        }
        let is_approved = self.approved[index];
        match entry.tool.class {
            ToolClass::Write if !confirm && !is_approved => {
                let reason = "must be true, since the tool changes data; or place an approval before the node";
                invalid(format!("{at}.confirm"), reason)
            }
            ToolClass::External if !is_approved => {
                let reason = "acts outside the platform: every way to it must pass an approval";
                invalid(format!("{at}.tool"), reason)
            }
            _ if !entry.repeats_safely() => {
                let reason =
                    "cannot be repeated safely after a restart, so a workflow may not call it";
                invalid(format!("{at}.tool"), reason)
            }
            _ => Ok(()),
        }
    }

    /// Checks that an earlier output can be of the type that an argument takes.
    fn fits(
        &self,
        at: &str,
        entry: &ToolEntry,
        name: &str,
        found: Types,
    ) -> Result<(), InvalidNode> {
        let taken = SchemaPart::whole(&entry.input).at(&format!("/{}", escaped(name)));
        if taken.is_empty() {
            return invalid(at, "is not a parameter of this tool");
        }
        let taken = taken.into_iter().map(SchemaPart::types);
        let taken = taken.fold(Types::NONE, Types::or);
        // Whether a number is an integer is known only when the tool is called.
        let given = match found.intersects(Types::NUMBER) {
            true => found.or(Types::NUMBER),
            false => found,
        };
        let given = match given.and(Types::NULL) == given {
            true => given,
            // Null comes from a node that was passed over; the other types say what the value is for.
            false => given.without_null(),
        };
        if given.intersects(taken) {
            return Ok(());
        }
        invalid(
            at,
            format!("is of the type {found}, and the tool takes {taken}"),
        )
    }

    /// Checks one argument that is a plain value.
    fn constant(
        &self,
        at: &str,
        entry: &ToolEntry,
        name: &str,
        value: &Json,
    ) -> Result<(), InvalidNode> {
        arguments::check_one(&entry.input, (name, value)).map_err(|misfit| {
            let below = misfit.parameter.strip_prefix(name).unwrap_or_default();
            InvalidNode {
                parameter: format!("{at}{below}"),
                reason: misfit.reason,
            }
        })
    }

    fn condition(
        &self,
        place: usize,
        (left, right): (&Json, &Json),
        operator: Operator,
    ) -> Result<(), InvalidNode> {
        let at = format!("nodes[{place}]");
        let of_left = self.types(place, &format!("{at}.left"), left)?;
        let of_right = self.types(place, &format!("{at}.right"), right)?;
        match operator {
            Operator::Exists if !right.is_null() => {
                invalid(format!("{at}.right"), "is not taken by this operator")
            }
            Operator::Exists | Operator::Equal | Operator::NotEqual => Ok(()),
            _ => {
                let ordered = Types::NUMBER.or(Types::STRING);
                let (of_left, of_right) = (of_left.and(ordered), of_right.and(ordered));
                if of_left.intersects(of_right) || both_numbers(of_left, of_right) {
                    return Ok(());
                }
                let reason = "must be a number or a text, of the same type as `left`";
                invalid(format!("{at}.right"), reason)
            }
        }
    }

    fn transform(
        &self,
        place: usize,
        operation: Operation,
        input: &Json,
        field: Option<&str>,
    ) -> Result<(), InvalidNode> {
        let at = format!("nodes[{place}]");
        if field.is_some_and(|field| !field.starts_with('/')) {
            let reason = "must be a JSON Pointer such as /value";
            return invalid(format!("{at}.field"), reason);
        }
        let of_input = self.types(place, &format!("{at}.input"), input)?;
        if operation == Operation::Pick || of_input.intersects(Types::ARRAY) {
            return Ok(());
        }
        let reason = format!("must be a list, not {of_input}");
        invalid(format!("{at}.input"), reason)
    }

    /// Returns the reason why the tools of the graph may not be used together.
    fn refused_together(&self) -> Option<String> {
        let mut tools = Vec::new();
        for node in &self.graph.nodes {
            match node {
                Node::Tool { tool, .. } => {
                    tools.extend(self.available.tool(tool).map(|entry| entry.tool));
                }
                Node::Agent { agent_id, .. } => {
                    let of_agent = self.available.agent(agent_id).unwrap_or_default();
                    // A question calls no tool of the class X.
                    let called = |tool: &Tool| tool.class != ToolClass::External;
                    tools.extend(of_agent.into_iter().filter(called));
                }
                _ => {}
            }
        }
        let is_used = self.plan.order.len() == self.graph.nodes.len();
        debug_assert!(is_used);
        crate::grant::refused_combination(tools.iter())
    }
}

fn both_numbers(left: Types, right: Types) -> bool {
    left.intersects(Types::NUMBER) && right.intersects(Types::NUMBER)
}

/// Writes a name as a token of a JSON Pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Whether a reference is somewhere in a value.
pub(crate) fn contains_reference(value: &Json) -> bool {
    match value {
        Json::Object(fields) => {
            fields.contains_key("$from") || fields.values().any(contains_reference)
        }
        Json::Array(items) => items.iter().any(contains_reference),
        _ => false,
    }
}

/// The longest question in characters.
const MAX_QUESTION: usize = crate::message::MAX_TEXT_CHARS;
/// The deepest nesting of a value.
const MAX_DEPTH: usize = 32;
