//! Workflows: graphs with versions.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_web::{
    ApiError, Area, Body, Caller, CreateBody, Paging, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use crate::operations::workflows::{self, Change, WorkflowWithVersion};
use crate::toolset::Agents;
use crate::workflow::graph::Graph;
use crate::workflow::journal::{Version, Workflow};

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(get))
        .allow(Permission::WriteOwn, routes!(create))
        .allow(Permission::WriteOwn, routes!(replace))
        .allow(Permission::WriteOwn, routes!(delete))
        .allow(Permission::ReadOwn, routes!(versions))
        .allow(Permission::ReadOwn, routes!(difference))
        .allow(Permission::WriteOwn, routes!(roll_back))
}

/// A workflow in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkflowSummary)]
pub(crate) struct SummaryView {
    /// The name that the client chose; null if the stored workflow is damaged.
    #[schema(example = "morning-report")]
    workflow_id: Option<String>,
    /// The number of the latest version; null if the stored workflow is damaged.
    #[schema(example = 3)]
    version: Option<u32>,
    /// Whether the trigger starts runs.
    enabled: bool,
    /// The time of the next run; null if no time is set.
    #[schema(format = DateTime)]
    next_run_at: Option<String>,
    /// The number of runs that the trigger did not start, because the previous run or too many other
    /// runs were active, the storage quota was used up, or the account was suspended.
    skipped_runs: u64,
    /// The time at which the workflow was last stored, in UTC.
    #[schema(format = DateTime)]
    updated_at: String,
}

impl From<Workflow> for SummaryView {
    fn from(workflow: Workflow) -> Self {
        let body = workflow.body;
        Self {
            version: body.as_ref().map(|body| body.version),
            enabled: body.as_ref().is_some_and(|body| body.enabled),
            skipped_runs: body.as_ref().map_or(0, |body| body.skipped),
            workflow_id: body.map(|body| body.name),
            next_run_at: workflow.due_at.map(|at| at.to_string()),
            updated_at: workflow.updated_at.to_string(),
        }
    }
}

/// A page of workflows.
#[derive(Serialize, ToSchema)]
#[schema(as = WorkflowPage)]
pub(crate) struct PageView {
    /// The workflows on this page, latest changed first.
    workflows: Vec<SummaryView>,
    /// The number of workflows on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// Which page of a list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct PageQuery {
    /// The page number, from 1.
    #[param(minimum = 1, default = 1)]
    pub(super) page: Option<u32>,
    /// The number of entries per page.
    #[param(minimum = 1, maximum = 100, default = 20)]
    pub(super) limit: Option<u32>,
}

/// List the workflows of the account, latest changed first.
#[utoipa::path(get, path = "/v1/agents/workflows", tag = "Workflows", operation_id = "listWorkflows",
    params(PageQuery),
    responses((status = 200, description = "A page of workflows, the latest changed first", body = PageView)))]
async fn list(
    State(state): State<Agents>,
    caller: Caller,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<PageView>), ApiError> {
    let paging = Paging::new(Area::Agents, query.page, query.limit)?;
    let page = workflows::list(&state, &caller, paging).await?;
    Ok(paging.respond(&uri, page, |entries, total| PageView {
        workflows: entries,
        total,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// A workflow with one of its versions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Workflow)]
pub(crate) struct WorkflowView {
    /// The name that the client chose: 1 to 64 letters, digits, `_` or `-`.
    #[schema(example = "morning-report")]
    workflow_id: String,
    /// The number of the version that `graph` is of.
    #[schema(example = 3)]
    version: u32,
    /// The number of the latest version.
    #[schema(example = 3)]
    latest_version: u32,
    /// Whether the trigger starts runs.
    enabled: bool,
    /// The time of the next run; null if no time is set.
    #[schema(format = DateTime)]
    next_run_at: Option<String>,
    /// The number of runs that the trigger did not start, because the previous run or too many other
    /// runs were active, the storage quota was used up, or the account was suspended.
    skipped_runs: u64,
    /// The time at which the version was stored.
    #[schema(format = DateTime)]
    created_at: String,
    graph: Graph,
}

impl From<WorkflowWithVersion> for WorkflowView {
    fn from(found: WorkflowWithVersion) -> Self {
        Self {
            workflow_id: found.body.name,
            version: found.version.number,
            latest_version: found.body.version,
            enabled: found.body.enabled,
            next_run_at: found.workflow.due_at.map(|at| at.to_string()),
            skipped_runs: found.body.skipped,
            created_at: found.version.at.to_string(),
            graph: found.version.graph,
        }
    }
}

/// Which version of a workflow.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct VersionQuery {
    /// The number of the version. Default: the latest version.
    #[param(minimum = 1)]
    version: Option<u32>,
}

/// Get a workflow with the graph of its latest version, or of the version that `version` names.
#[utoipa::path(get, path = "/v1/agents/workflows/{workflowId}", tag = "Workflows", operation_id = "getWorkflow",
    params(("workflowId" = String, Path, description = "The name of the workflow"), VersionQuery),
    responses((status = 200, description = "The workflow", body = WorkflowView)))]
async fn get(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    Params(query): Params<VersionQuery>,
) -> Result<Json<WorkflowView>, ApiError> {
    let found = workflows::get(&state, &caller, &name, query.version).await?;
    Ok(Json(found.into()))
}

/// A workflow to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct CreateWorkflowRequest {
    /// The name: 1 to 64 letters, digits, `_` or `-`.
    #[schema(
        min_length = 1,
        max_length = 64,
        pattern = "^[A-Za-z0-9_-]+$",
        example = "morning-report"
    )]
    workflow_id: String,
    graph: Graph,
    /// Whether the trigger starts runs.
    #[serde(default = "enabled")]
    #[schema(default = true)]
    enabled: bool,
}

/// Create a workflow.
///
/// The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and schedules. Runs
/// started by its trigger have the rights of the credential that stored the workflow, as long as the
/// account has these rights.
#[utoipa::path(post, path = "/v1/agents/workflows", tag = "Workflows", operation_id = "createWorkflow",
    request_body = CreateWorkflowRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same workflow")),
    responses((status = 200, description = "The workflow", body = WorkflowView)))]
async fn create(
    State(state): State<Agents>,
    caller: Caller,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateWorkflowRequest>,
) -> Result<Json<WorkflowView>, ApiError> {
    let change = Change {
        graph: body.graph,
        enabled: body.enabled,
        base: None,
    };
    let what = (body.workflow_id, change);
    let found = workflows::create(&state, &caller, what, idempotency_key).await?;
    Ok(Json(found.into()))
}

/// A workflow to store.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ReplaceWorkflowRequest {
    graph: Graph,
    /// Whether the trigger starts runs.
    #[serde(default = "enabled")]
    #[schema(default = true)]
    enabled: bool,
    /// The number of the version that the change is based on. The request is refused if another version
    /// is the latest. Without this field, the change always becomes the latest version.
    #[serde(default)]
    base_version: Option<u32>,
}

fn enabled() -> bool {
    true
}

/// Store a new version of a workflow.
///
/// A graph that equals the latest version changes nothing. The server stores the last 50 versions.
#[utoipa::path(put, path = "/v1/agents/workflows/{workflowId}", tag = "Workflows", operation_id = "replaceWorkflow",
    params(("workflowId" = String, Path, description = "The name of the workflow")),
    request_body = ReplaceWorkflowRequest,
    responses((status = 200, description = "The stored workflow", body = WorkflowView)))]
async fn replace(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    Body(body): Body<ReplaceWorkflowRequest>,
) -> Result<Json<WorkflowView>, ApiError> {
    let change = Change {
        graph: body.graph,
        enabled: body.enabled,
        base: body.base_version,
    };
    let change = (change, caller.stored_rights());
    let found = workflows::replace(&state, &caller, &name, change).await?;
    Ok(Json(found.into()))
}

/// The confirmation that a workflow was deleted.
#[derive(Serialize, ToSchema)]
#[schema(as = DeletedWorkflow)]
pub(crate) struct DeletedView {
    /// Always true: the workflow no longer exists.
    deleted: bool,
}

/// Delete a workflow with its versions and runs.
#[utoipa::path(delete, path = "/v1/agents/workflows/{workflowId}", tag = "Workflows", operation_id = "deleteWorkflow",
    params(("workflowId" = String, Path, description = "The name of the workflow")),
    responses((status = 200, description = "The workflow is deleted; its runs stop", body = DeletedView)))]
async fn delete(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
) -> Result<Json<DeletedView>, ApiError> {
    workflows::delete(&state, &caller, &name).await?;
    Ok(Json(DeletedView { deleted: true }))
}

/// A version of a workflow in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkflowVersion)]
pub(crate) struct VersionView {
    /// The number of the version, from 1; later versions have larger numbers.
    #[schema(example = 3)]
    version: u32,
    /// The time at which the version was stored, in UTC.
    #[schema(format = DateTime)]
    created_at: String,
    /// The `description` of the graph, at most 1000 characters; empty if the graph has no description.
    description: String,
    /// The number of nodes.
    #[schema(example = 4)]
    nodes: usize,
}

impl From<Version> for VersionView {
    fn from(version: Version) -> Self {
        Self {
            version: version.number,
            created_at: version.at.to_string(),
            nodes: version.graph.nodes.len(),
            description: version.graph.description,
        }
    }
}

/// The versions of a workflow.
#[derive(Serialize, ToSchema)]
#[schema(as = WorkflowVersionList)]
pub(crate) struct VersionListView {
    /// The versions, newest first.
    versions: Vec<VersionView>,
}

/// List the versions of a workflow, newest first.
#[utoipa::path(get, path = "/v1/agents/workflows/{workflowId}/versions", tag = "Workflows",
    operation_id = "listWorkflowVersions",
    params(("workflowId" = String, Path, description = "The name of the workflow")),
    responses((status = 200, description = "The stored versions", body = VersionListView)))]
async fn versions(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
) -> Result<Json<VersionListView>, ApiError> {
    let all = workflows::versions(&state, &caller, &name).await?;
    Ok(Json(VersionListView {
        versions: all.into_iter().map(VersionView::from).collect(),
    }))
}

/// Two versions of a workflow.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct DifferenceQuery {
    /// The number of the earlier version. Default: the version before the later version.
    #[param(minimum = 1)]
    from: Option<u32>,
    /// The number of the later version. Default: the latest version.
    #[param(minimum = 1)]
    to: Option<u32>,
}

/// The changes from one version of a workflow to another.
#[derive(Serialize, ToSchema)]
#[schema(as = WorkflowDifference)]
pub(crate) struct DifferenceView {
    /// The number of the version before the changes.
    from: u32,
    /// The number of the version after the changes.
    to: u32,
    /// A JSON Patch (RFC 6902) that turns the graph of `from` into that of `to`.
    #[schema(value_type = Vec<Object>, example = json!([{ "op": "replace", "path": "/description", "value": "New" }]))]
    patch: Value,
}

/// Get the changes from one version of a workflow to another.
#[utoipa::path(get, path = "/v1/agents/workflows/{workflowId}/difference", tag = "Workflows",
    operation_id = "getWorkflowDifference",
    params(("workflowId" = String, Path, description = "The name of the workflow"), DifferenceQuery),
    responses((status = 200, description = "The changes", body = DifferenceView)))]
async fn difference(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    Params(query): Params<DifferenceQuery>,
) -> Result<Json<DifferenceView>, ApiError> {
    let between = (query.from, query.to);
    let difference = workflows::difference(&state, &caller, &name, between).await?;
    Ok(Json(DifferenceView {
        from: difference.from,
        to: difference.to,
        patch: difference.patch,
    }))
}

/// A version to return to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RollBackWorkflowRequest {
    /// The number of an earlier version, as `GET /v1/agents/workflows/{workflowId}/versions` lists it.
    #[schema(minimum = 1, example = 1)]
    version: u32,
}

/// Roll back a workflow: store the graph of an earlier version as a new version.
#[utoipa::path(post, path = "/v1/agents/workflows/{workflowId}/rollback", tag = "Workflows",
    operation_id = "rollBackWorkflow",
    params(("workflowId" = String, Path, description = "The name of the workflow")),
    request_body = RollBackWorkflowRequest,
    responses((status = 200, description = "The stored workflow", body = WorkflowView)))]
async fn roll_back(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    Body(body): Body<RollBackWorkflowRequest>,
) -> Result<Json<WorkflowView>, ApiError> {
    let found = workflows::roll_back(&state, &caller, &name, body.version).await?;
    Ok(Json(found.into()))
}
