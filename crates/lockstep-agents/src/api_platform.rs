//! Agents in the platform API: `/api/agents`.

use axum::Json;
use axum::extract::State;
use jiff::tz::TimeZone;
use lockstep_web::{ApiError, Caller, CreateBody, PathParam, Permission, Routes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::api_agents::{AgentView, uptime};
use crate::configuration::{Assignment, DeploymentBody, Mode, Parameters};
use crate::operations::{self as agents, deploy, no_agent};
use crate::profile::{AgentName, AgentStatus};
use crate::toolset::Agents;
use crate::workflow::graph::Trigger;

pub(crate) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(status))
        .allow(Permission::WriteOwn, routes!(create))
}

/// The agents of an account.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlatformAgentList {
    /// The seven core agents, then the custom agents, the oldest first.
    data: Vec<AgentView>,
}

/// List the agents of the account, as `GET /v1/agents` does, in the form of the platform API.
#[utoipa::path(get, path = "/api/agents", tag = "Agents", operation_id = "listPlatformAgents",
    responses((status = 200, description = "The core agents and the account's custom agents", body = PlatformAgentList)))]
async fn list(
    State(state): State<Agents>,
    caller: Caller,
) -> Result<Json<PlatformAgentList>, ApiError> {
    let all = agents::list(&state, &caller.user).await?;
    Ok(Json(PlatformAgentList {
        data: all.into_iter().map(AgentView::from).collect(),
    }))
}

/// The status of an agent.
#[derive(Serialize, ToSchema)]
#[schema(as = PlatformAgentStatus)]
pub(crate) struct StatusView {
    /// The id of the agent, as in the path.
    #[schema(example = "agt_core_insight")]
    id: String,
    status: AgentStatus,
    metrics: MetricsView,
}

/// The figures of an agent, counted for this account.
#[derive(Serialize, ToSchema)]
#[schema(as = PlatformAgentMetrics)]
pub(crate) struct MetricsView {
    /// The number of messages with a complete answer, without counter-questions, errors and partial answers.
    tasks_completed: u64,
    /// The time since the oldest deployment that still exists, as an ISO 8601 duration; null without
    /// a deployment.
    #[schema(example = "PT3H12M5S")]
    uptime: Option<String>,
    /// The time of the last message; null if the agent has no message.
    #[schema(format = DateTime)]
    last_activity: Option<String>,
}

/// Get the status and the figures of an agent, in the form of the platform API.
#[utoipa::path(get, path = "/api/agents/{agent_id}/status", tag = "Agents", operation_id = "getPlatformAgentStatus",
    params(("agent_id" = String, Path, description = "The id of a core agent or of a custom agent of the account")),
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

/// A deployment to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeployPlatformAgentRequest {
    /// The id of a core agent or of a custom agent of the account.
    #[schema(example = "agt_core_insight")]
    agent_id: String,
    #[serde(default)]
    configuration: ConfigurationBody,
}

/// The configuration of a deployment.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlatformAgentConfiguration)]
pub(crate) struct ConfigurationBody {
    /// The deployment mode, which determines when the workflow runs.
    #[serde(default)]
    mode: Mode,
    /// The times of the mode `scheduled`: minute, hour, day of the month, month, day of the week.
    #[schema(example = "30 6 * * MON-FRI")]
    cron: Option<String>,
    /// The time zone of `cron`, a name of the IANA database.
    #[schema(default = "UTC", example = "Europe/Berlin")]
    time_zone: Option<String>,
    /// The question that the agent answers in a run. Without a question, the agent writes its standard
    /// report.
    #[schema(example = "average heart rate last week")]
    question: Option<String>,
    /// The name of the workflow: 1 to 64 letters, digits, `_` or `-`.
    #[schema(default = "default", example = "morning-report")]
    workflow_id: Option<String>,
    #[serde(default)]
    #[schema(example = json!({ "search_depth": 3, "timeout": 30 }))]
    parameters: ParametersBody,
}

/// Parameters of an agent. An absent parameter keeps its value.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PlatformAgentParameters)]
pub(crate) struct ParametersBody {
    /// The depth of a search: 20 records of each list and 5 calls of tools for each step.
    #[schema(minimum = 1, maximum = 10, example = 3)]
    search_depth: Option<f64>,
    /// The maximum duration of an answer in seconds.
    #[schema(minimum = 1, maximum = 86_400, example = 30)]
    timeout: Option<f64>,
}

/// A new deployment.
#[derive(Serialize, ToSchema)]
#[schema(as = PlatformAgentDeployment)]
pub(crate) struct ReceiptView {
    /// The id of the deployment, which begins with `dep_`.
    #[schema(example = "dep_01h455vb4pex5vsknk084sn02q")]
    deployment_id: String,
    /// Always `success`.
    #[schema(example = "success")]
    status: &'static str,
    agent: DeployedAgentView,
}

/// The agent of a new deployment.
#[derive(Serialize, ToSchema)]
#[schema(as = DeployedPlatformAgent)]
pub(crate) struct DeployedAgentView {
    /// The id of the agent, as in the request.
    #[schema(example = "agt_core_insight")]
    id: String,
    status: AgentStatus,
}

/// Deploy an agent to a workflow, in the form of the platform API.
///
/// Does the same as `POST /v1/agents/deploy`. `cron` replaces the trigger, and `workflow_id` has a default. The parameters
/// in the request also update the account's configuration of the agent.
#[utoipa::path(post, path = "/api/agents/deploy", tag = "Agents", operation_id = "deployPlatformAgent",
    request_body = DeployPlatformAgentRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same deployment")),
    responses((status = 200, description = "The deployment", body = ReceiptView),
        (status = 404, description = "NOT_FOUND: the agent does not exist", body = lockstep_web::openapi::ErrorResponse)))]
async fn create(
    State(state): State<Agents>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<DeployPlatformAgentRequest>,
) -> Result<Json<ReceiptView>, ApiError> {
    let configuration = body.configuration;
    let (mode, zone) = (configuration.mode, configuration.time_zone);
    if zone
        .as_deref()
        .is_some_and(|zone| TimeZone::get(zone).is_err())
    {
        let reason = "must be a time zone of the IANA database, such as Europe/Berlin";
        return Err(ApiError::invalid("configuration.time_zone", reason));
    }
    let given = configuration.cron.map(|cron| Trigger::Schedule {
        cron: Some(cron),
        rrule: None,
        start: None,
        time_zone: zone.unwrap_or_else(|| "UTC".to_owned()),
    });
    let trigger = mode.trigger("configuration", given, state.clock.now())?;
    let question = ("configuration.question", configuration.question);
    let assignment = Assignment::new(trigger, question)?;
    let given = configuration.parameters;
    let names = ["search_depth", "timeout"];
    let given = (given.search_depth, given.timeout);
    let parameters = Parameters::new("configuration.parameters", names, given)?;
    let name: AgentName = body.agent_id.parse().map_err(|()| no_agent())?;
    let agent = name.as_str().to_owned();
    let workflow = configuration.workflow_id;
    let deployment = DeploymentBody {
        workflow: workflow.unwrap_or_else(|| DEFAULT_WORKFLOW.to_owned()),
        parameters,
        mode,
    };
    let how = ("configuration.workflow_id", idempotency_key);
    let what = (deployment, assignment);
    let id = deploy::deploy(&state, &caller, name, what, how).await?;
    Ok(Json(ReceiptView {
        deployment_id: id.to_string(),
        status: "success",
        agent: DeployedAgentView {
            id: agent,
            status: AgentStatus::Deployed,
        },
    }))
}

/// The workflow of a deployment that names none.
const DEFAULT_WORKFLOW: &str = "default";
