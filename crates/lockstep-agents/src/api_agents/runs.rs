//! Runs of workflows.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use lockstep_store::id::RunId;
use lockstep_web::{
    ApiError, Area, Caller, CreateBody, Paging, Params, PathParam, Permission, Routes,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::workflows::PageQuery;
use crate::operations::runner;
use crate::operations::runs::{self, Decision, Journal, Start};
use crate::toolset::Agents;
use crate::workflow::graph::Node;
use crate::workflow::journal::{Reason, Run, RunState, StepState};

pub(super) fn routes() -> Routes<Agents> {
    Routes::new()
        .allow(Permission::WriteOwn, routes!(create))
        .allow(Permission::ReadOwn, routes!(list))
        .allow(Permission::ReadOwn, routes!(get))
        .allow(Permission::WriteOwn, routes!(approve))
        .allow(Permission::WriteOwn, routes!(reject))
        .allow(Permission::WriteOwn, routes!(cancel))
}

/// The run to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct CreateWorkflowRunRequest {
    /// The value of `input` in the trigger's output.
    #[serde(default)]
    #[schema(example = json!({ "days": 7 }))]
    input: Map<String, Value>,
    /// Whether to plan the run without calling tools that change data. The run then shows the arguments
    /// of these calls.
    #[serde(default)]
    dry_run: bool,
}

/// A run that was started.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StartedWorkflowRun)]
pub(crate) struct ReceiptView {
    /// The id of the run, which begins with `run_`.
    #[schema(example = "run_01h455vb4pex5vsknk084sn02q")]
    run_id: String,
    status: RunState,
}

/// Start a run of a workflow.
///
/// If an API key with scopes stored the graph, the run has no other rights than the key had. The run continues after the
/// response, even after a restart of the server. `GET
/// /v1/agents/runs/{runId}` shows it, and `/v1/agents/websocket` reports its end.
#[utoipa::path(post, path = "/v1/agents/workflows/{workflowId}/runs", tag = "Workflows",
    operation_id = "createWorkflowRun",
    params(("workflowId" = String, Path, description = "The name of the workflow"),
        ("Idempotency-Key" = Option<String>, Header, description = "A repeated request returns the same run")),
    request_body = CreateWorkflowRunRequest,
    responses((status = 200, description = "The run was started", body = ReceiptView)))]
async fn create(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    CreateBody {
        body,
        idempotency_key,
    }: CreateBody<CreateWorkflowRunRequest>,
) -> Result<Json<ReceiptView>, ApiError> {
    let start = Start {
        input: body.input,
        dry_run: body.dry_run,
    };
    let id = runs::start(&state, &caller, &name, start, idempotency_key).await?;
    runner::wake(&state);
    Ok(Json(ReceiptView {
        run_id: id.to_string(),
        status: RunState::Running,
    }))
}

/// A run in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkflowRunSummary)]
pub(crate) struct SummaryView {
    /// The id of the run, which begins with `run_`.
    #[schema(example = "run_01h455vb4pex5vsknk084sn02q")]
    run_id: String,
    status: RunState,
    /// The version of the workflow; null if the stored run is damaged.
    #[schema(example = 3)]
    version: Option<u32>,
    /// The cause of the run; null if the stored run is damaged.
    reason: Option<Reason>,
    /// Whether the run only plans the calls that change data; false if the stored run is damaged.
    dry_run: bool,
    /// The time when the run started, in UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// The time when the run ended; null while it is running.
    #[schema(format = DateTime)]
    ended_at: Option<String>,
    /// The reason why the run failed; otherwise null.
    error: Option<String>,
}

impl From<Run> for SummaryView {
    fn from(run: Run) -> Self {
        let body = run.body;
        Self {
            started_at: runs::began_at(&run.id).to_string(),
            run_id: run.id.to_string(),
            status: run.state,
            version: body.as_ref().map(|body| body.version),
            reason: body.as_ref().map(|body| body.reason),
            dry_run: body.as_ref().is_some_and(|body| body.dry_run),
            ended_at: body
                .as_ref()
                .and_then(|body| Some(body.ended_at?.to_string())),
            error: body.and_then(|body| Some(body.error?.text(&body.graph))),
        }
    }
}

/// A page of runs.
#[derive(Serialize, ToSchema)]
#[schema(as = WorkflowRunPage)]
pub(crate) struct PageView {
    /// The runs on this page, newest first.
    runs: Vec<SummaryView>,
    /// The number of runs on all pages.
    total: u64,
    /// The number of this page, from 1.
    page: u32,
    /// The maximum number of entries per page: the requested one or the default.
    limit: u32,
}

/// List the runs of a workflow, newest first.
///
/// The server stores the last 100 runs that ended.
#[utoipa::path(get, path = "/v1/agents/workflows/{workflowId}/runs", tag = "Workflows",
    operation_id = "listWorkflowRuns",
    params(("workflowId" = String, Path, description = "The name of the workflow"), PageQuery),
    responses((status = 200, description = "A page of runs, the newest first", body = PageView)))]
async fn list(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(name): PathParam<String>,
    uri: Uri,
    Params(query): Params<PageQuery>,
) -> Result<(HeaderMap, Json<PageView>), ApiError> {
    let paging = Paging::new(Area::Agents, query.page, query.limit)?;
    let page = runs::list(&state, &caller, &name, paging).await?;
    Ok(paging.respond(&uri, page, |entries, total| PageView {
        runs: entries,
        total,
        page: paging.page,
        limit: paging.limit,
    }))
}

/// The result of a node.
#[derive(Serialize, ToSchema)]
#[schema(as = WorkflowStep)]
pub(crate) struct StepView {
    /// The id of the node.
    #[schema(example = "sleep")]
    node: String,
    /// The type of the node.
    #[schema(example = "tool")]
    r#type: &'static str,
    /// The name of the tool that the node calls.
    #[schema(example = "metrics.read")]
    tool: Option<String>,
    status: StepState,
    /// The reason why `input`, `output` and `error` are left out: the API key lacks the scopes of a tool whose output they
    /// may contain. Otherwise null.
    redacted: Option<String>,
    /// The input of a tool.
    #[schema(value_type = Option<Object>)]
    input: Option<Value>,
    /// The output of the node.
    #[schema(value_type = Option<Value>)]
    output: Option<Value>,
    /// The reason why the node failed; otherwise null.
    error: Option<String>,
    /// The time when `status` last changed, in UTC; null if the stored step is damaged.
    #[schema(format = DateTime)]
    at: Option<String>,
}

/// A run of a workflow with its journal.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkflowRun)]
pub(crate) struct RunView {
    /// The id of the run, which begins with `run_`.
    #[schema(example = "run_01h455vb4pex5vsknk084sn02q")]
    run_id: String,
    /// The name of the workflow, which the client chose.
    #[schema(example = "morning-report")]
    workflow_id: String,
    /// The version of the workflow. A run keeps its version even if newer versions are stored.
    #[schema(example = 3)]
    version: u32,
    status: RunState,
    reason: Reason,
    /// Whether the run only plans the calls that change data.
    dry_run: bool,
    /// The time when the run started, in UTC.
    #[schema(format = DateTime)]
    started_at: String,
    /// The time when the run ended; null while it is running.
    #[schema(format = DateTime)]
    ended_at: Option<String>,
    /// The reason why the run failed; otherwise null.
    error: Option<String>,
    /// The message of the approval that the run waits for; otherwise null.
    waiting_for: Option<String>,
    /// The values of the output nodes, by their ids. A value that an API key may not see is left out, as in `steps`.
    result: Map<String, Value>,
    /// The nodes that ran or were skipped, in the order of the graph.
    steps: Vec<StepView>,
}

impl From<Journal> for RunView {
    fn from(journal: Journal) -> Self {
        let result = runs::result_of(&journal);
        let Journal {
            run,
            body,
            steps,
            hidden,
        } = journal;
        let nodes = &body.graph.nodes;
        let node = |place: u32| nodes.get(place as usize);
        let waiting = steps.iter().find(|step| step.state == StepState::Waiting);
        let waiting_for = waiting.and_then(|step| match node(step.place)? {
            Node::Approval { message, .. } => Some(message.clone()),
            _ => None,
        });
        let views = steps.iter().filter_map(|step| {
            let node = node(step.place)?;
            let redacted = hidden.reason(step.place).map(str::to_owned);
            let shown = step.body.clone().filter(|_| redacted.is_none());
            let at = step.body.as_ref().and_then(|body| body.at);
            let body = shown.unwrap_or_default();
            Some(StepView {
                node: node.id().to_owned(),
                r#type: node.kind(),
                tool: match node {
                    Node::Tool { tool, .. } => Some(tool.clone()),
                    _ => None,
                },
                status: step.state,
                redacted,
                input: body.input,
                output: body.output,
                error: body.error,
                at: at.map(|at| at.to_string()),
            })
        });
        Self {
            started_at: runs::began_at(&run.id).to_string(),
            run_id: run.id.to_string(),
            workflow_id: body.name.clone(),
            version: body.version,
            status: run.state,
            reason: body.reason,
            dry_run: body.dry_run,
            ended_at: body.ended_at.map(|at| at.to_string()),
            error: hidden.error(&body),
            waiting_for,
            result,
            steps: views.collect(),
        }
    }
}

/// Get a run of a workflow with the result of each node.
///
/// A key with scopes also needs those of the tools: values that may contain the output of another tool are left out,
/// and `redacted` names the scopes.
#[utoipa::path(get, path = "/v1/agents/runs/{runId}", tag = "Workflows", operation_id = "getWorkflowRun",
    params(("runId" = String, Path, description = "The id of the run")),
    responses((status = 200, description = "The run with its journal", body = RunView)))]
async fn get(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<RunId>,
) -> Result<Json<RunView>, ApiError> {
    Ok(Json(runs::get(&state, &caller, id).await?.into()))
}

/// Approve a run of a workflow that waits for an approval.
///
/// The caller needs the scopes of every tool that runs up to the next approval, also of those that an agent of these steps
/// can call: an API key without them gets `PERMISSION_DENIED`. These steps run with the rights that both the run and the
/// caller have.
#[utoipa::path(post, path = "/v1/agents/runs/{runId}/approve", tag = "Workflows", operation_id = "approveWorkflowRun",
    params(("runId" = String, Path, description = "The id of the run")),
    responses((status = 200, description = "The run continues", body = RunView)))]
async fn approve(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<RunId>,
) -> Result<Json<RunView>, ApiError> {
    let journal = runs::decide(&state, &caller, id, Decision::Approve).await?;
    runner::wake(&state);
    Ok(Json(journal.into()))
}

/// Reject a run of a workflow that waits for an approval.
///
/// The run ends with the status `cancelled`. Changes that earlier nodes made are kept.
#[utoipa::path(post, path = "/v1/agents/runs/{runId}/reject", tag = "Workflows", operation_id = "rejectWorkflowRun",
    params(("runId" = String, Path, description = "The id of the run")),
    responses((status = 200, description = "The run has ended", body = RunView)))]
async fn reject(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<RunId>,
) -> Result<Json<RunView>, ApiError> {
    let journal = runs::decide(&state, &caller, id, Decision::Reject).await?;
    Ok(Json(journal.into()))
}

/// Cancel a run of a workflow.
///
/// The running node finishes first, and its changes are kept.
#[utoipa::path(post, path = "/v1/agents/runs/{runId}/cancel", tag = "Workflows", operation_id = "cancelWorkflowRun",
    params(("runId" = String, Path, description = "The id of the run")),
    responses((status = 200, description = "The run has ended", body = RunView)))]
async fn cancel(
    State(state): State<Agents>,
    caller: Caller,
    PathParam(id): PathParam<RunId>,
) -> Result<Json<RunView>, ApiError> {
    let journal = runs::decide(&state, &caller, id, Decision::Cancel).await?;
    Ok(Json(journal.into()))
}
