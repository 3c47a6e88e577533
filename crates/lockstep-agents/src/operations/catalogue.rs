//! The agents, tools and events that the graphs of an account may use.

use lockstep_web::tools::{Tool, ToolEntry, Toolbox};
use lockstep_web::{ApiError, Caller};

use crate::core_agent::COORDINATOR;
use crate::grant::Grant;
use crate::profile::Profile;
use crate::toolset::{Agents, entry};
use crate::workflow::check::Available;

/// The agents and tools that the graphs of an account may use.
pub(crate) struct Catalogue {
    toolbox: Toolbox,
    profiles: Vec<Profile>,
    coordinator: Grant,
    events: Vec<&'static str>,
}

impl Catalogue {
    pub(crate) async fn of(agents: &Agents, caller: &Caller) -> Result<Self, ApiError> {
        let profiles = super::list(agents, &caller.user).await?;
        let coordinator = profiles.iter().find(|profile| profile.id == COORDINATOR);
        let coordinator = coordinator.map(|profile| profile.grant.clone());
        let capabilities = agents.capabilities().iter();
        let events = capabilities.flat_map(|capability| capability.events);
        // The events of channels concern no account. A run writes events of agents: a workflow could begin itself.
        let events = events
            .filter(|event| event.channel().is_none())
            .map(|event| event.name())
            .filter(|name| !name.starts_with("agent."));
        Ok(Self {
            toolbox: agents.toolbox().await?,
            coordinator: coordinator.unwrap_or_default(),
            profiles,
            events: events.collect(),
        })
    }
}

impl Available for Catalogue {
    fn tool(&self, name: &str) -> Option<&ToolEntry> {
        entry(&self.toolbox, name).filter(|_| self.coordinator.allows(name))
    }

    fn agent(&self, id: &str) -> Option<Vec<Tool>> {
        let profile = self.profiles.iter().find(|profile| profile.id == id)?;
        let tools = self.toolbox.entries().map(|entry| entry.tool);
        Some(
            tools
                .filter(|tool| profile.grant.allows(tool.name))
                .collect(),
        )
    }

    fn is_event(&self, name: &str) -> bool {
        self.events.contains(&name)
    }
}
