//! Compares the scopes of a credential with tools: with those that a decision lets run, and with those whose outputs a
//! journal or a chat shows.
//!
//! A route's area alone decides neither: `agents:write` approves steps of every area, and `agents:read` shows answers that
//! were made of data of every area.

use std::collections::BTreeSet;

use lockstep_web::caller::Scopes;
use lockstep_web::tools::{ToolClass, Toolbox};
use lockstep_web::{ApiError, Caller};

use super::search;
use crate::profile::Profile;
use crate::toolset::{Agents, entry};
use crate::workflow::graph::{Graph, Node};

/// The tools that the scopes of a credential cover.
#[derive(Clone)]
pub(crate) struct ToolCoverage {
    toolbox: Toolbox,
    caller: Caller,
}

impl ToolCoverage {
    pub(crate) async fn of(agents: &Agents, caller: &Caller) -> Result<Self, ApiError> {
        Ok(Self {
            toolbox: agents.toolbox().await?,
            caller: caller.clone(),
        })
    }

    /// Whether the credential has scopes. One without them covers every tool.
    pub(crate) fn is_narrow(&self) -> bool {
        self.caller.scopes.are_narrow()
    }

    /// Returns the scopes that the credential lacks for these tools.
    pub(crate) fn missing<'t>(&self, tools: impl IntoIterator<Item = &'t str>) -> BTreeSet<String> {
        if !self.is_narrow() {
            return BTreeSet::new();
        }
        let lacks = |tool: &str| match entry(&self.toolbox, tool) {
            Some(entry) => entry.missing_scope(&self.caller),
            None => Some(EVERY_AREA.to_owned()),
        };
        let needed = tools.into_iter();
        let needed = needed.flat_map(|tool| [tool].into_iter().chain(parts_of(tool)));
        needed.filter_map(lacks).collect()
    }

    /// Returns the reason why the credential may not see what these tools answered; `None` if it may. `tools` is `None` if
    /// it is not known which tools answered.
    pub(crate) fn hidden<'t>(
        &self,
        tools: Option<impl IntoIterator<Item = &'t str>>,
    ) -> Option<String> {
        let missing = match tools {
            Some(tools) => self.missing(tools),
            None if self.is_narrow() => BTreeSet::from([EVERY_AREA.to_owned()]),
            None => return None,
        };
        (!missing.is_empty()).then(|| lacks(&missing))
    }

    /// Refuses a decision that lets these tools run.
    pub(crate) fn ensure<'t>(
        &self,
        tools: impl IntoIterator<Item = &'t str>,
        decision: &str,
    ) -> Result<(), ApiError> {
        let missing = self.missing(tools);
        if missing.is_empty() {
            return Ok(());
        }
        Err(ApiError::permission_denied(format!(
            "{}, which {decision}: sign in, or use an API key with these scopes",
            lacks(&missing)
        )))
    }

    /// Refuses to start a graph that a credential with fewer scopes stored, if the run would lack scopes that this
    /// credential has.
    pub(crate) fn ensure_author(&self, graph: &Graph, author: &[String]) -> Result<(), ApiError> {
        let scopes = Scopes::new(author.to_vec())?;
        let Some(caller) = self.caller.clone().within(&scopes) else {
            return Err(no_common_right());
        };
        let narrowed = Self {
            caller,
            ..self.clone()
        };
        let tools = || tools_of(graph);
        let missing = &narrowed.missing(tools()) - &self.missing(tools());
        if missing.is_empty() {
            return Ok(());
        }
        let missing: Vec<String> = missing.into_iter().collect();
        Err(ApiError::permission_denied(format!(
            "the workflow was stored with an API key that lacks the scopes {}: read its graph, and store it again with \
             a sign-in or a key with these scopes",
            missing.join(", ")
        )))
    }

    /// Returns the tools that an agent calls without approval, as far as the account's role allows them.
    pub(crate) fn tools_of_agent(&self, agent: &Profile) -> Vec<&'static str> {
        let is_called = |class: ToolClass, tool: &str| match class {
            ToolClass::Read | ToolClass::Untrusted => true,
            ToolClass::Write | ToolClass::External => agent.has_approved(tool),
        };
        let entries = self.toolbox.entries().filter(|entry| {
            let tool = entry.tool;
            agent.grant.allows(tool.name)
                && is_called(tool.class, tool.name)
                && entry.is_for_role_of(&self.caller)
        });
        entries.map(|entry| entry.tool.name).collect()
    }
}

/// The error for two credentials of which one allows nothing that the other allows.
pub(crate) fn no_common_right() -> ApiError {
    ApiError::permission_denied(
        "this credential and the API key that stored the workflow have no scope in common: read its graph, and store it \
         again with a sign-in",
    )
}

fn lacks(missing: &BTreeSet<String>) -> String {
    let missing: Vec<&str> = missing.iter().map(String::as_str).collect();
    format!("this API key lacks the scopes {}", missing.join(", "))
}

/// Returns the tools that the nodes of a graph name.
fn tools_of(graph: &Graph) -> impl Iterator<Item = &str> {
    graph.nodes.iter().filter_map(|node| match node {
        Node::Tool { tool, .. } => Some(tool.as_str()),
        _ => None,
    })
}

/// Returns the tools of which the output of another one is made.
fn parts_of(tool: &str) -> Vec<&'static str> {
    match tool {
        "search.find" => search::tools().collect(),
        "accounts.export_plan" | "accounts.erasure_plan" => PLANNED_TOOLS.to_vec(),
        "quality.check" => vec!["points.read", "metrics.read", "devices.list"],
        _ => Vec::new(),
    }
}

/// Stands for the scopes of all areas, where a credential would need all of them.
const EVERY_AREA: &str = "of every area";

/// The tools whose scopes a credential needs for a plan: one of each area that has records of an account.
pub(super) const PLANNED_TOOLS: &[&str] = &[
    "accounts.api_keys",
    "accounts.sessions",
    "datasets.list",
    "keys.list",
    "market.list_listings",
    "market.list_tokens",
    "points.usage",
];
