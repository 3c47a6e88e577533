//! Custom agents: `/v1/uadm/agents`.

use axum::Json;
use axum::extract::State;
use lockstep_store::id::AgentId;
use lockstep_web::{ApiError, Caller, CreateBody, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::configuration::BUILTIN;
use crate::custom::{DEFAULT_MAX_TOKENS, Definition};
use crate::operations::{self as agents, models, removal};
use crate::profile::{AgentName, AgentStatus, Profile};
use crate::toolset::Agents;

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(create))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(get))
        .allow(Permission::WriteOwn, routes!(delete))
}

/// A custom agent to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateAgentRequest {
    /// The name, 1 to 256 printable characters.
    #[schema(example = "Sleep coach")]
    name: String,
    /// The description, at most 10 000 characters.
    #[serde(default)]
    #[schema(example = "Answers questions about my sleep")]
    description: Option<String>,
    /// Names of tools, such as `metrics.read`, or of groups of tools: `points`, `metrics`, `insights`, `search`,
    /// `market`, `privacy`, `devices`, `audit`. An agent cannot combine tools that read private data,
    /// tools that read texts of other people, and tools that act outside the platform.
    #[schema(example = json!(["metrics", "insights"]))]
    capabilities: Vec<String>,
    #[serde(default)]
    configuration: ConfigurationBody,
}

/// The model of a custom agent.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CustomAgentConfigurationBody)]
pub(crate) struct ConfigurationBody {
    /// `builtin` (no language model), or the name of a model that the operator configured.
    #[schema(default = "builtin")]
    model: Option<String>,
    /// Whether questions and decrypted values may be sent to a model on another machine. Such a model
    /// requires `true`.
    #[serde(default, rename = "shareData")]
    #[schema(default = false)]
    share_data: bool,
    #[serde(default)]
    #[schema(example = json!({ "maxTokens": 4096 }))]
    parameters: ModelParametersBody,
}

/// The parameters of a model.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schema(as = AgentModelParametersBody)]
pub(crate) struct ModelParametersBody {
    /// The maximum number of tokens of an answer.
    #[schema(minimum = 1, maximum = 32_768, default = 4096)]
    max_tokens: Option<f64>,
}

/// The receipt of a new custom agent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreatedAgent)]
pub(crate) struct CreatedView {
    /// The id of the new agent, which begins with `agt_`.
    #[schema(example = "agt_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// Always `created`.
    #[schema(example = "created")]
    status: &'static str,
    /// Whether every capability is granted and the model is available.
    deployment_ready: bool,
}

/// Create a custom agent.
///
/// The agent answers messages with the tools that its capabilities name. An account has at most 100 custom agents.
#[utoipa::path(post, path = "/v1/uadm/agents", tag = "Agents", operation_id = "createAgent",
    request_body = CreateAgentRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same agent")),
    responses((status = 200, description = "The id of the agent", body = CreatedView)))]
async fn create(
    State(state): State<Agents>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateAgentRequest>,
) -> Result<Json<CreatedView>, ApiError> {
    let max_tokens = body.configuration.parameters.max_tokens;
    let max_tokens = max_tokens.unwrap_or(f64::from(DEFAULT_MAX_TOKENS));
    let definition = Definition {
        name: body.name,
        description: body.description.unwrap_or_default(),
        capabilities: body.capabilities,
        model: body
            .configuration
            .model
            .unwrap_or_else(|| BUILTIN.to_owned()),
        // A fraction becomes 0, which is out of the bounds.
        max_tokens: if max_tokens.fract() == 0.0 {
            max_tokens as u32
        } else {
            0
        },
        share_data: body.configuration.share_data,
    };
    let is_ready = models::answers(&state, &definition).await;
    let id = agents::create(&state, &caller, definition, idempotency_key).await?;
    Ok(Json(CreatedView {
        id: id.to_string(),
        status: "created",
        // Capabilities that name no tool are refused.
        deployment_ready: is_ready,
    }))
}

/// A custom agent.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CustomAgent)]
pub(crate) struct CustomAgentView {
    /// The id of the agent, which begins with `agt_`.
    #[schema(example = "agt_01h455vb4pex5vsknk084sn02q")]
    id: String,
    /// The name; empty if the stored definition is damaged.
    #[schema(example = "Sleep coach")]
    name: String,
    /// The description, at most 10 000 characters; empty if the agent has no description or the stored
    /// definition is damaged.
    description: String,
    status: AgentStatus,
    /// Names of tools or of groups of tools; empty if the stored definition is damaged.
    #[schema(example = json!(["metrics", "insights"]))]
    capabilities: Vec<String>,
    /// The model of the agent; null if the stored definition is damaged.
    configuration: Option<ModelView>,
    /// The time of creation, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
}

/// The model of a custom agent.
#[derive(Serialize, ToSchema)]
#[schema(as = CustomAgentConfiguration)]
pub(crate) struct ModelView {
    /// `builtin` (no language model), or the name of a model that the operator configured.
    #[schema(example = "builtin")]
    model: String,
    /// Whether questions and decrypted values may be sent to a model on another machine.
    #[serde(rename = "shareData")]
    share_data: bool,
    parameters: ModelParametersView,
}

/// The parameters of a model.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AgentModelParameters)]
pub(crate) struct ModelParametersView {
    /// The maximum number of tokens of an answer.
    #[schema(example = 4096)]
    max_tokens: u32,
}

impl From<Profile> for CustomAgentView {
    fn from(profile: Profile) -> Self {
        let created_at = profile.id.parse::<AgentId>().map(|id| id.created_at());
        Self {
            created_at: created_at.map(|at| at.to_string()).unwrap_or_default(),
            id: profile.id,
            name: profile.name,
            description: profile.description,
            status: profile.status,
            capabilities: profile.capabilities,
            configuration: profile.definition.map(|definition| ModelView {
                model: definition.model,
                share_data: definition.share_data,
                parameters: ModelParametersView {
                    max_tokens: definition.max_tokens,
                },
            }),
        }
    }
}

/// The custom agents of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct CustomAgentList {
    /// The agents, the oldest first; an account has 100 at most.
    agents: Vec<CustomAgentView>,
}

/// List the custom agents of the account, oldest first.
#[utoipa::path(get, path = "/v1/uadm/agents", tag = "Agents", operation_id = "listCustomAgents",
    responses((status = 200, description = "The custom agents of the account", body = CustomAgentList)))]
async fn list(
    State(state): State<Agents>,
    caller: Caller,
) -> Result<Json<CustomAgentList>, ApiError> {
    let all = agents::list_custom(&state, &caller.user).await?;
    Ok(Json(CustomAgentList {
        agents: all.into_iter().map(CustomAgentView::from).collect(),
    }))
}

/// Get a custom agent.
#[utoipa::path(get, path = "/v1/uadm/agents/{agentId}", tag = "Agents", operation_id = "getCustomAgent",
    params(("agentId" = String, Path, description = "The id of a custom agent of the account")),
    responses((status = 200, description = "The agent", body = CustomAgentView)))]
async fn get(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<AgentId>,
) -> Result<Json<CustomAgentView>, ApiError> {
    let profile = agents::profile(&state, &caller.user, &AgentName::Custom(id)).await?;
    Ok(Json(profile.into()))
}

/// The confirmation that a custom agent was deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedAgent)]
pub(crate) struct DeletedView {
    /// Always true: the agent no longer exists.
    deleted: bool,
}

/// Delete a custom agent with its chat and its deployments.
#[utoipa::path(delete, path = "/v1/uadm/agents/{agentId}", tag = "Agents", operation_id = "deleteCustomAgent",
    params(("agentId" = String, Path, description = "The id of a custom agent of the account")),
    responses((status = 200, description = "The agent is deleted", body = DeletedView)))]
async fn delete(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<AgentId>,
) -> Result<Json<DeletedView>, ApiError> {
    removal::delete(&state, &caller, id).await?;
    Ok(Json(DeletedView { deleted: true }))
}
