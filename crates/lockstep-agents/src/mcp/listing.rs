//! The tools that a caller may use, as the protocol describes them.

use std::sync::Arc;

use lockstep_web::Caller;
use lockstep_web::tools::{Tool, ToolClass, ToolEntry, Toolbox};
use rmcp::model::{JsonObject, Tool as ListedTool, ToolAnnotations};
use serde_json::{Value as Json, json};

use crate::grant::Grant;
use crate::profile::Profile;

/// The id in the audit log of calls that clients of the protocol make.
pub(super) const AGENT: &str = "mcp";
/// The property of an input by which a call is approved.
pub(super) const CONFIRM: &str = "confirm";

/// Returns the tools that the caller may use, in the order of their names.
pub(super) fn tools(toolbox: &Toolbox, caller: &Caller) -> Vec<ListedTool> {
    let profile = profile(toolbox);
    let entries = toolbox.entries();
    entries
        .filter(|entry| profile.grant.allows(entry.tool.name) && entry.is_allowed_to(caller))
        .map(listed)
        .collect()
}

/// Returns the agent that calls the tools: it has all tools that no combination forbids. A client reads private data
/// and untrusted text in one conversation, so it gets no tool that acts outside the platform.
pub(super) fn profile(toolbox: &Toolbox) -> Profile {
    let tools = toolbox.entries().map(|entry| &entry.tool);
    let names: Vec<&str> = tools
        .filter(|tool| is_offered(tool))
        .map(|it| it.name)
        .collect();
    Profile::client(
        AGENT,
        "Client of the Model Context Protocol",
        Grant::of(&names),
    )
}

fn is_offered(tool: &Tool) -> bool {
    tool.class != ToolClass::External
}

/// Finds a tool by its name, or by its name as [`ListedTool`] has it.
pub(super) fn find<'t>(toolbox: &'t Toolbox, name: &str) -> Option<&'t ToolEntry> {
    let mut entries = toolbox.entries();
    entries.find(|entry| entry.tool.name == name || entry.tool.function_name() == name)
}

fn listed(entry: &ToolEntry) -> ListedTool {
    let changes = changes_something(entry.tool.class);
    let mut input = entry.input.clone();
    if changes && let Some(properties) = input["properties"].as_object_mut() {
        properties.insert(CONFIRM.to_owned(), confirmation());
    }
    let title = entry.description.lines().next().unwrap_or_default();
    let annotations = ToolAnnotations::with_title(title.trim_end_matches('.'))
        .read_only(!changes)
        .destructive(changes)
        .open_world(entry.tool.class == ToolClass::Untrusted);
    let schema = match input {
        Json::Object(input) => input,
        _ => JsonObject::new(),
    };
    let description = entry.description.clone();
    let tool = ListedTool::new(entry.tool.function_name(), description, Arc::new(schema))
        .with_annotations(annotations);
    match output_schema(entry) {
        Some(output) => tool.with_raw_output_schema(Arc::new(output)),
        None => tool,
    }
}

/// Returns the schema of a tool's structured output. The protocol needs an object at the root, which the schemas of
/// the API are by a reference. Untrusted text has none: structured, it would come without the note that precedes it.
pub(super) fn output_schema(entry: &ToolEntry) -> Option<JsonObject> {
    if entry.tool.class == ToolClass::Untrusted {
        return None;
    }
    let mut schema = entry.output.as_object()?.clone();
    let named = schema.get("$ref").and_then(Json::as_str);
    let root = match named.and_then(|reference| reference.strip_prefix("#/$defs/")) {
        Some(name) => &entry.output["$defs"][name],
        None => &entry.output,
    };
    if root["type"] != "object" {
        return None;
    }
    schema.insert("type".to_owned(), json!("object"));
    Some(schema)
}

/// Whether a call needs approval.
pub(super) fn changes_something(class: ToolClass) -> bool {
    matches!(class, ToolClass::Write | ToolClass::External)
}

fn confirmation() -> Json {
    json!({
        "type": "boolean", "default": false,
        "description": "Whether the user approves this call. Without it, nothing is changed.",
    })
}
