//! The agent API: `/v1/agents` and `/v1/uadm/agents`.

mod chat;
mod custom;
mod deployments;
pub(crate) mod message;
mod plans;
mod reports;
mod runs;
pub(crate) mod socket;
mod workflows;

use axum::Json;
use axum::extract::State;
use lockstep_store::Timestamp;
use lockstep_web::{ApiError, Body, Caller, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::configuration::{BUILTIN, Parameters};
use crate::operations as agents;
use crate::profile::{AgentKind, AgentName, AgentStatus, Profile};
use crate::store::AgentState;
use crate::toolset::Agents;

pub(crate) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(status))
        .allow(Permission::WriteOwn, routes!(configure))
        .and(message::routes())
        .and(reports::routes())
        .and(plans::routes())
        .and(chat::routes())
        .and(deployments::routes())
        .and(custom::routes())
        .and(workflows::routes())
        .and(runs::routes())
}

/// An agent.
#[derive(Serialize, ToSchema)]
#[schema(as = Agent)]
pub(crate) struct AgentView {
    /// The id of the agent: `agt_core_` and a name for a core agent; `agt_` and 26 characters for a custom agent.
    #[schema(example = "agt_core_insight")]
    id: String,
    /// The name; empty if the stored definition is damaged.
    #[schema(example = "Performance Analyst")]
    name: String,
    r#type: AgentKind,
    status: AgentStatus,
    /// Names of tools or of groups of tools.
    #[schema(example = json!(["metrics", "insights", "points"]))]
    capabilities: Vec<String>,
}

impl From<Profile> for AgentView {
    fn from(profile: Profile) -> Self {
        Self {
            id: profile.id,
            name: profile.name,
            r#type: profile.kind,
            status: profile.status,
            capabilities: profile.capabilities,
        }
    }
}

/// The agents of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AgentList {
    /// The seven core agents, then the custom agents, the oldest first.
    agents: Vec<AgentView>,
}

/// List the agents of the account: the seven core agents, then its custom agents.
#[utoipa::path(get, path = "/v1/agents", tag = "Agents", operation_id = "listAgents",
    responses((status = 200, description = "The core agents and the account's custom agents", body = AgentList)))]
async fn list(State(state): State<Agents>, caller: Caller) -> Result<Json<AgentList>, ApiError> {
    let all = agents::list(&state, &caller.user).await?;
    Ok(Json(AgentList {
        agents: all.into_iter().map(AgentView::from).collect(),
    }))
}

/// The status of an agent.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentStatus)]
pub(crate) struct StatusView {
    /// The id of the agent, as in the path.
    #[schema(example = "agt_core_insight")]
    id: String,
    status: AgentStatus,
    metrics: MetricsView,
}

/// The figures of an agent, counted for this account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AgentMetrics)]
pub(crate) struct MetricsView {
    /// The number of messages with a complete answer, without counter-questions, errors and partial
    /// answers.
    tasks_completed: u64,
    /// The time since the oldest deployment that still exists, as an ISO 8601 duration; null without
    /// a deployment.
    #[schema(example = "PT3H12M5S")]
    uptime: Option<String>,
    /// The time of the last message; null if the agent has no message.
    #[schema(format = DateTime)]
    last_activity: Option<String>,
}

/// Get the status and the figures of an agent.
#[utoipa::path(get, path = "/v1/agents/{agentId}/status", tag = "Agents", operation_id = "getAgentStatus",
    params(("agentId" = String, Path, description = "The id of a core agent or of a custom agent of the account")),
    responses((status = 200, description = "The status and the figures", body = StatusView)))]
async fn status(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<AgentName>,
) -> Result<Json<StatusView>, ApiError> {
    let (profile, figures) = agents::status(&state, &caller.user, &name).await?;
    Ok(Json(StatusView {
        id: profile.id,
        status: profile.status,
        metrics: MetricsView {
            tasks_completed: figures.tasks_completed,
            uptime: uptime(&figures, state.clock.now()),
            last_activity: figures.last_activity.map(|at| at.to_string()),
        },
    }))
}

/// Writes the time since the oldest deployment as an ISO 8601 duration.
pub(crate) fn uptime(figures: &AgentState, now: Timestamp) -> Option<String> {
    let seconds = now.since(figures.deployed_at?).as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    let mut text = match days {
        0 => "P".to_owned(),
        days => format!("P{days}D"),
    };
    text.push('T');
    for (count, unit) in [(hours, 'H'), (minutes, 'M')] {
        if count > 0 {
            text.push_str(&format!("{count}{unit}"));
        }
    }
    text.push_str(&format!("{}S", seconds % 60));
    Some(text)
}

/// Parameters of an agent. An absent parameter keeps its value.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(as = AgentParametersChange)]
pub(crate) struct ParametersBody {
    /// The depth of a search: 20 records of each list and 5 calls of tools for each step.
    #[schema(minimum = 1, maximum = 10, example = 3)]
    search_depth: Option<f64>,
    /// The maximum duration of an answer in seconds.
    #[schema(minimum = 1, maximum = 86_400, example = 30)]
    timeout: Option<f64>,
}

impl ParametersBody {
    pub(crate) fn parsed(&self, path: &str) -> Result<Parameters, ApiError> {
        let names = ["searchDepth", "timeout"];
        Parameters::new(path, names, (self.search_depth, self.timeout))
    }
}

/// The parameters that an agent uses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AgentParameters)]
pub(crate) struct ParametersView {
    /// The depth of a search: 20 records of each list and 5 calls of tools for each step. Default: 3.
    #[schema(minimum = 1, maximum = 10, example = 3)]
    search_depth: u32,
    /// The maximum duration of an answer in seconds.
    #[schema(minimum = 1, maximum = 86_400, example = 30)]
    timeout: u32,
}

impl From<Parameters> for ParametersView {
    fn from(parameters: Parameters) -> Self {
        Self {
            search_depth: parameters.depth(),
            timeout: parameters.seconds(),
        }
    }
}

/// A change of an agent's configuration.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateAgentConfigRequest {
    #[schema(example = json!({ "searchDepth": 5, "timeout": 60 }))]
    parameters: ParametersBody,
    /// The language model of a core agent, by its name in the operator's configuration; `builtin` for none. A custom
    /// agent has the model that it was created with.
    #[schema(example = "builtin")]
    model: Option<String>,
    /// Whether questions and decrypted values may be sent to a model on another machine; requires
    /// `model`.
    #[serde(default, rename = "shareData")]
    share_data: Option<bool>,
}

/// The configuration of an agent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AgentConfiguration)]
pub(crate) struct ConfigurationView {
    parameters: ParametersView,
    /// `builtin`, or the name of a language model.
    #[schema(example = "builtin")]
    model: String,
    /// Whether questions and decrypted values may be sent to a model on another machine.
    share_data: bool,
}

/// The confirmation of a change.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentConfigUpdate)]
pub(crate) struct ConfigUpdateView {
    /// The id of the agent, as in the path.
    #[schema(example = "agt_core_insight")]
    id: String,
    /// Always `updated`.
    #[schema(example = "updated")]
    status: &'static str,
    configuration: ConfigurationView,
}

/// Update the configuration of an agent for this account.
///
/// Absent parameters keep their values.
#[utoipa::path(patch, path = "/v1/agents/{agentId}/config", tag = "Agents", operation_id = "updateAgentConfig",
    params(("agentId" = String, Path, description = "The id of a core agent or of a custom agent of the account")),
    request_body = UpdateAgentConfigRequest,
    responses((status = 200, description = "The whole configuration", body = ConfigUpdateView)))]
async fn configure(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    Body(body): Body<UpdateAgentConfigRequest>,
) -> Result<Json<ConfigUpdateView>, ApiError> {
    let name: AgentName = name.parse().map_err(|()| agents::no_agent())?;
    let change = body.parameters.parsed("parameters")?;
    let model = match (body.model, body.share_data) {
        (Some(model), shares) => Some((model, shares.unwrap_or(false))),
        (None, None) => None,
        (None, Some(_)) => return Err(ApiError::invalid("shareData", "requires `model`")),
    };
    agents::configure(&state, &caller, &name, (change, model)).await?;
    let (profile, configured) = agents::status(&state, &caller.user, &name).await?;
    let own = profile.definition.map(|own| (own.model, own.share_data));
    let chosen = configured
        .model
        .map(|chosen| (chosen.name, chosen.share_data));
    let (model, share_data) = own
        .or(chosen)
        .unwrap_or_else(|| (BUILTIN.to_owned(), false));
    Ok(Json(ConfigUpdateView {
        id: name.as_str().to_owned(),
        status: "updated",
        configuration: ConfigurationView {
            parameters: configured.parameters.into(),
            model,
            share_data,
        },
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uptime_is_an_iso_duration() {
        for (seconds, expected) in [
            (0, "PT0S"),
            (65, "PT1M5S"),
            (3600, "PT1H0S"),
            (90_061, "P1DT1H1M1S"),
        ] {
            let figures = AgentState {
                deployed_at: Some(Timestamp(1000)),
                ..AgentState::default()
            };
            let now = Timestamp(1000 + seconds * 1000);
            assert_eq!(uptime(&figures, now).as_deref(), Some(expected));
        }
        assert_eq!(uptime(&AgentState::default(), Timestamp(0)), None);
    }
}
