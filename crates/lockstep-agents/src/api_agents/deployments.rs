//! Deployments of agents.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::DeploymentId;
use lockstep_web::{
    ApiError, Area, Caller, CreateBody, Paging, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::{ParametersBody, ParametersView};
use crate::configuration::{Assignment, Deployment, DeploymentBody, Mode};
use crate::operations::{deploy, no_agent};
use crate::profile::{AgentName, AgentStatus};
use crate::toolset::Agents;
use crate::workflow::graph::Trigger;

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(create))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::WriteOwn, routes!(delete))
}

/// A deployment to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct DeployAgentRequest {
    /// The id of a core agent or of a custom agent of the account.
    #[schema(example = "agt_core_insight")]
    agent_id: String,
    /// The name of the workflow: 1 to 64 letters, digits, `_` or `-`. A new name creates the workflow; an existing one
    /// gets a node for the agent, unless it has one. Deploying the same agent to the same workflow again replaces the
    /// deployment.
    #[schema(example = "morning-report")]
    workflow_id: String,
    #[serde(default)]
    configuration: ConfigurationBody,
}

/// The configuration of a deployment.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AgentDeploymentConfiguration)]
pub(crate) struct ConfigurationBody {
    /// The deployment mode, which determines when the workflow runs.
    #[serde(default)]
    mode: Mode,
    /// The event that starts a run: `schedule` in the mode `scheduled`, `event` in the mode `autonomous`, which otherwise runs
    /// after points were stored, at most every 15 minutes.
    #[serde(default)]
    trigger: Option<Trigger>,
    /// The question that the agent answers in a run. Without a question, the agent writes its standard
    /// report.
    #[serde(default)]
    #[schema(example = "average heart rate last week")]
    question: Option<String>,
    #[serde(default)]
    #[schema(example = json!({ "searchDepth": 3, "timeout": 30 }))]
    parameters: ParametersBody,
}

/// A new deployment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CreatedAgentDeployment)]
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
#[schema(as = DeployedAgent)]
pub(crate) struct DeployedAgentView {
    /// The id of the agent, as in the request.
    #[schema(example = "agt_core_insight")]
    id: String,
    status: AgentStatus,
}

/// Deploy an agent to a workflow.
///
/// The parameters in the request also update the account's configuration of the agent.
#[utoipa::path(post, path = "/v1/agents/deploy", tag = "Agents", operation_id = "deployAgent",
    request_body = DeployAgentRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same deployment")),
    responses((status = 200, description = "The deployment", body = ReceiptView),
        (status = 404, description = "NOT_FOUND: the agent does not exist", body = lockstep_web::openapi::ErrorResponse)))]
async fn create(
    State(state): State<Agents>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<DeployAgentRequest>,
) -> Result<Json<ReceiptView>, ApiError> {
    let configuration = body.configuration;
    let parameters = configuration
        .parameters
        .parsed("configuration.parameters")?;
    let (mode, given) = (configuration.mode, configuration.trigger);
    let trigger = mode.trigger("configuration.trigger", given, state.clock.now())?;
    let question = ("configuration.question", configuration.question);
    let assignment = Assignment::new(trigger, question)?;
    let name: AgentName = body.agent_id.parse().map_err(|()| no_agent())?;
    let agent = name.as_str().to_owned();
    let deployment = DeploymentBody {
        workflow: body.workflow_id,
        parameters,
        mode,
    };
    let how = ("workflowId", idempotency_key);
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

/// Which page of the deployments.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DeploymentQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    page: Option<u32>,
    /// The number of deployments per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    limit: Option<u32>,
}

/// A deployment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AgentDeployment)]
pub(crate) struct DeploymentView {
    /// The id of the deployment, which begins with `dep_`.
    #[schema(example = "dep_01h455vb4pex5vsknk084sn02q")]
    deployment_id: String,
    /// The id of the deployed core agent or custom agent.
    #[schema(example = "agt_core_insight")]
    agent_id: String,
    /// The name of the workflow; null if the stored deployment is damaged.
    #[schema(example = "morning-report")]
    workflow_id: Option<String>,
    /// The deployment mode, which determines when the workflow runs; null if the stored deployment is
    /// damaged.
    mode: Option<Mode>,
    /// The parameters that the deployment named, with defaults for the others; null if the stored deployment is damaged.
    parameters: Option<ParametersView>,
    /// The time of the deployment, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<Deployment> for DeploymentView {
    fn from(deployment: Deployment) -> Self {
        let mode = deployment.body.as_ref().map(|body| body.mode);
        let (workflow_id, parameters) = match deployment.body {
            Some(body) => (Some(body.workflow), Some(body.parameters.into())),
            None => (None, None),
        };
        Self {
            deployment_id: deployment.id.to_string(),
            agent_id: deployment.agent,
            workflow_id,
            mode,
            parameters,
            created_at: deployment.created_at.to_string(),
        }
    }
}

/// A page of deployments.
#[derive(Serialize, ToSchema)]
#[schema(as = AgentDeploymentPage)]
pub(crate) struct DeploymentPage {
    /// The deployments on this page, newest first.
    deployments: Vec<DeploymentView>,
    /// The number of deployments on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the deployments of agents to workflows, newest first.
#[utoipa::path(get, path = "/v1/agents/deployments", tag = "Agents", operation_id = "listAgentDeployments",
    params(DeploymentQuery),
    responses((status = 200, description = "A page of deployments, the newest first", body = DeploymentPage)))]
async fn list(
    State(state): State<Agents>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<DeploymentQuery>,
) -> Result<(HeaderMap, Json<DeploymentPage>), ApiError> {
    let paging = Paging::new(Area::Agents, query.page, query.limit)?;
    let page = deploy::list(&state, &caller.user, paging).await?;
    Ok(
        paging.respond(&uri, page, |deployments, total| DeploymentPage {
            deployments,
            total,
            page: paging.page,
            limit: paging.limit,
        }),
    )
}

/// The confirmation that a deployment was deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedAgentDeployment)]
pub(crate) struct DeletedDeployment {
    /// Always true: the deployment no longer exists.
    deleted: bool,
}

/// Delete a deployment of an agent to a workflow.
///
/// The workflow is kept, but without a deployment its trigger no longer starts runs.
#[utoipa::path(delete, path = "/v1/agents/deployments/{deploymentId}", tag = "Agents",
    operation_id = "deleteAgentDeployment",
    params(("deploymentId" = String, Path, description = "The id of the deployment")),
    responses((status = 200, description = "The deployment is deleted", body = DeletedDeployment)))]
async fn delete(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<DeploymentId>,
) -> Result<Json<DeletedDeployment>, ApiError> {
    deploy::remove(&state, &caller, id).await?;
    Ok(Json(DeletedDeployment { deleted: true }))
}
