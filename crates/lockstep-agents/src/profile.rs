//! An agent as its user sees it: a core agent, or a custom agent of the account.

use std::str::FromStr;

use lockstep_store::id::AgentId;
use utoipa::ToSchema;

use crate::core_agent::CoreAgent;
use crate::custom::Definition;
use crate::grant::Grant;

/// The name of an agent in requests.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AgentName {
    Core(&'static CoreAgent),
    Custom(AgentId),
}

impl AgentName {
    /// Returns the id.
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Core(agent) => agent.id,
            Self::Custom(id) => id.as_str(),
        }
    }
}

impl FromStr for AgentName {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match CoreAgent::find(text) {
            Some(agent) => Ok(Self::Core(agent)),
            None => text.parse().map(Self::Custom).map_err(|_| ()),
        }
    }
}

/// The type of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AgentType)]
pub(crate) enum AgentKind {
    /// One of the seven core agents that every account has.
    Core,
    /// A custom agent of the account.
    Uadm,
}

/// The status of an agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = AgentState)]
pub(crate) enum AgentStatus {
    /// The agent answers messages.
    Active,
    /// The answer to a deployment.
    Deployed,
    /// Every workflow that the agent is deployed to is disabled: it answers messages, and runs nothing.
    Paused,
    /// The stored definition is damaged: delete the agent and create it again.
    Error,
}

impl AgentStatus {
    /// Returns the name on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Deployed => "deployed",
            Self::Paused => "paused",
            Self::Error => "error",
        }
    }
}

/// An agent with its tools.
#[derive(Clone, Debug)]
pub(crate) struct Profile {
    pub(crate) id: String,
    pub(crate) kind: AgentKind,
    pub(crate) status: AgentStatus,
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) capabilities: Vec<String>,
    /// The definition of a custom agent.
    pub(crate) definition: Option<Definition>,
    /// The core agent.
    pub(crate) core: Option<&'static CoreAgent>,
    pub(crate) grant: Grant,
}

impl Profile {
    /// Describes a core agent.
    pub(crate) fn core(agent: &'static CoreAgent) -> Self {
        Self {
            id: agent.id.to_owned(),
            kind: AgentKind::Core,
            status: AgentStatus::Active,
            name: agent.name.to_owned(),
            description: agent.purpose.to_owned(),
            capabilities: agent.capabilities.iter().map(ToString::to_string).collect(),
            definition: None,
            core: Some(agent),
            grant: agent.grant(),
        }
    }

    /// Describes a custom agent; without a definition its row is damaged, and it has no tools.
    pub(crate) fn custom(id: &str, definition: Option<Definition>) -> Self {
        let status = match definition {
            Some(_) => AgentStatus::Active,
            None => AgentStatus::Error,
        };
        let shown = definition.clone();
        let (name, description, capabilities) = shown
            .map(|it| (it.name, it.description, it.capabilities))
            .unwrap_or_default();
        Self {
            id: id.to_owned(),
            kind: AgentKind::Uadm,
            status,
            name,
            description,
            grant: Grant::of(&capabilities),
            capabilities,
            definition,
            core: None,
        }
    }

    /// Describes a client that calls tools without an agent of the account between.
    pub(crate) fn client(id: &str, name: &str, grant: Grant) -> Self {
        Self {
            id: id.to_owned(),
            kind: AgentKind::Core,
            status: AgentStatus::Active,
            name: name.to_owned(),
            description: String::new(),
            capabilities: Vec::new(),
            definition: None,
            core: None,
            grant,
        }
    }

    /// Marks an agent of which all workflows are disabled.
    #[must_use]
    pub(crate) fn paused_if(mut self, is_paused: bool) -> Self {
        if is_paused && self.status == AgentStatus::Active {
            self.status = AgentStatus::Paused;
        }
        self
    }

    /// Whether the agent calls a tool of class W without approval.
    pub(crate) fn has_approved(&self, tool: &str) -> bool {
        self.core.is_some_and(|core| core.approved.contains(&tool))
    }
}
