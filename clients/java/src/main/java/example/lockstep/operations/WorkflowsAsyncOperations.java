// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs and approvals.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class WorkflowsAsyncOperations {

    private static final Operation<WorkflowRun> APPROVE_WORKFLOW_RUN =
            new Operation<WorkflowRun>("POST", "/v1/agents/runs/{runId}/approve", WorkflowRun.class);

    private static final Operation<WorkflowRun> CANCEL_WORKFLOW_RUN =
            new Operation<WorkflowRun>("POST", "/v1/agents/runs/{runId}/cancel", WorkflowRun.class);

    private static final Operation<Workflow> CREATE_WORKFLOW =
            new Operation<Workflow>("POST", "/v1/agents/workflows", Workflow.class).withIdempotencyKey();

    private static final Operation<StartedWorkflowRun> CREATE_WORKFLOW_RUN =
            new Operation<StartedWorkflowRun>("POST", "/v1/agents/workflows/{workflowId}/runs", StartedWorkflowRun.class).withIdempotencyKey();

    private static final Operation<DeletedWorkflow> DELETE_WORKFLOW =
            new Operation<DeletedWorkflow>("DELETE", "/v1/agents/workflows/{workflowId}", DeletedWorkflow.class);

    private static final Operation<Workflow> GET_WORKFLOW =
            new Operation<Workflow>("GET", "/v1/agents/workflows/{workflowId}", Workflow.class);

    private static final Operation<WorkflowDifference> GET_WORKFLOW_DIFFERENCE =
            new Operation<WorkflowDifference>("GET", "/v1/agents/workflows/{workflowId}/difference", WorkflowDifference.class);

    private static final Operation<WorkflowRun> GET_WORKFLOW_RUN =
            new Operation<WorkflowRun>("GET", "/v1/agents/runs/{runId}", WorkflowRun.class);

    private static final Operation<WorkflowRunPage> LIST_WORKFLOW_RUNS =
            new Operation<WorkflowRunPage>("GET", "/v1/agents/workflows/{workflowId}/runs", WorkflowRunPage.class);
    private static final Paging<WorkflowRunPage, WorkflowRunSummary> LIST_WORKFLOW_RUNS_PAGES =
            Paging.byNumber(WorkflowRunPage::runs, WorkflowRunPage::page, WorkflowRunPage::limit, WorkflowRunPage::total);

    private static final Operation<WorkflowVersionList> LIST_WORKFLOW_VERSIONS =
            new Operation<WorkflowVersionList>("GET", "/v1/agents/workflows/{workflowId}/versions", WorkflowVersionList.class);

    private static final Operation<WorkflowPage> LIST_WORKFLOWS =
            new Operation<WorkflowPage>("GET", "/v1/agents/workflows", WorkflowPage.class);
    private static final Paging<WorkflowPage, WorkflowSummary> LIST_WORKFLOWS_PAGES =
            Paging.byNumber(WorkflowPage::workflows, WorkflowPage::page, WorkflowPage::limit, WorkflowPage::total);

    private static final Operation<WorkflowRun> REJECT_WORKFLOW_RUN =
            new Operation<WorkflowRun>("POST", "/v1/agents/runs/{runId}/reject", WorkflowRun.class);

    private static final Operation<Workflow> REPLACE_WORKFLOW =
            new Operation<Workflow>("PUT", "/v1/agents/workflows/{workflowId}", Workflow.class);

    private static final Operation<Workflow> ROLL_BACK_WORKFLOW =
            new Operation<Workflow>("POST", "/v1/agents/workflows/{workflowId}/rollback", Workflow.class);

    private final Transport transport;

    WorkflowsAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Approve a run of a workflow that waits for an approval.
     *
     * @return the answer
     * @see WorkflowsOperations#approveWorkflowRun(String, CallOptions)
     */
    public CompletableFuture<WorkflowRun> approveWorkflowRun(String runId, CallOptions options) {
        return transport.call(APPROVE_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /** Approve a run of a workflow that waits for an approval, with the default options. */
    public CompletableFuture<WorkflowRun> approveWorkflowRun(String runId) {
        return approveWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Cancel a run of a workflow.
     *
     * @return the answer
     * @see WorkflowsOperations#cancelWorkflowRun(String, CallOptions)
     */
    public CompletableFuture<WorkflowRun> cancelWorkflowRun(String runId, CallOptions options) {
        return transport.call(CANCEL_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /** Cancel a run of a workflow, with the default options. */
    public CompletableFuture<WorkflowRun> cancelWorkflowRun(String runId) {
        return cancelWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Create a workflow.
     *
     * @return the answer
     * @see WorkflowsOperations#createWorkflow(CreateWorkflowRequest, CallOptions)
     */
    public CompletableFuture<Workflow> createWorkflow(CreateWorkflowRequest body, CallOptions options) {
        return transport.call(CREATE_WORKFLOW, new Arguments().json(body), options);
    }

    /** Create a workflow, with the default options. */
    public CompletableFuture<Workflow> createWorkflow(CreateWorkflowRequest body) {
        return createWorkflow(body, CallOptions.DEFAULT);
    }

    /**
     * Start a run of a workflow.
     *
     * @return the answer
     * @see WorkflowsOperations#createWorkflowRun(String, CreateWorkflowRunRequest, CallOptions)
     */
    public CompletableFuture<StartedWorkflowRun> createWorkflowRun(String workflowId, CreateWorkflowRunRequest body, CallOptions options) {
        return transport.call(CREATE_WORKFLOW_RUN, new Arguments().path("workflowId", workflowId).json(body), options);
    }

    /** Start a run of a workflow, with the default options. */
    public CompletableFuture<StartedWorkflowRun> createWorkflowRun(String workflowId, CreateWorkflowRunRequest body) {
        return createWorkflowRun(workflowId, body, CallOptions.DEFAULT);
    }

    /**
     * Delete a workflow with its versions and runs.
     *
     * @return the answer
     * @see WorkflowsOperations#deleteWorkflow(String, CallOptions)
     */
    public CompletableFuture<DeletedWorkflow> deleteWorkflow(String workflowId, CallOptions options) {
        return transport.call(DELETE_WORKFLOW, new Arguments().path("workflowId", workflowId), options);
    }

    /** Delete a workflow with its versions and runs, with the default options. */
    public CompletableFuture<DeletedWorkflow> deleteWorkflow(String workflowId) {
        return deleteWorkflow(workflowId, CallOptions.DEFAULT);
    }

    /**
     * Get a workflow with the graph of its latest version, or of the version that <code>version</code> names.
     *
     * @return the answer
     * @see WorkflowsOperations#getWorkflow(String, GetWorkflowParams, CallOptions)
     */
    public CompletableFuture<Workflow> getWorkflow(String workflowId, GetWorkflowParams params, CallOptions options) {
        return transport.call(GET_WORKFLOW, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /**
     * Get a workflow with the graph of its latest version, or of the version that <code>version</code> names, with the
     * default options.
     */
    public CompletableFuture<Workflow> getWorkflow(String workflowId, GetWorkflowParams params) {
        return getWorkflow(workflowId, params, CallOptions.DEFAULT);
    }

    /**
     * Get a workflow with the graph of its latest version, or of the version that <code>version</code> names, with the
     * default options.
     */
    public CompletableFuture<Workflow> getWorkflow(String workflowId) {
        return getWorkflow(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * Get the changes from one version of a workflow to another.
     *
     * @return the answer
     * @see WorkflowsOperations#getWorkflowDifference(String, GetWorkflowDifferenceParams, CallOptions)
     */
    public CompletableFuture<WorkflowDifference> getWorkflowDifference(String workflowId, GetWorkflowDifferenceParams params, CallOptions options) {
        return transport.call(GET_WORKFLOW_DIFFERENCE, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /** Get the changes from one version of a workflow to another, with the default options. */
    public CompletableFuture<WorkflowDifference> getWorkflowDifference(String workflowId, GetWorkflowDifferenceParams params) {
        return getWorkflowDifference(workflowId, params, CallOptions.DEFAULT);
    }

    /** Get the changes from one version of a workflow to another, with the default options. */
    public CompletableFuture<WorkflowDifference> getWorkflowDifference(String workflowId) {
        return getWorkflowDifference(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * Get a run of a workflow with the result of each node.
     *
     * @return the answer
     * @see WorkflowsOperations#getWorkflowRun(String, CallOptions)
     */
    public CompletableFuture<WorkflowRun> getWorkflowRun(String runId, CallOptions options) {
        return transport.call(GET_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /** Get a run of a workflow with the result of each node, with the default options. */
    public CompletableFuture<WorkflowRun> getWorkflowRun(String runId) {
        return getWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow, newest first.
     *
     * @return the answer
     * @see WorkflowsOperations#listWorkflowRuns(String, ListWorkflowRunsParams, CallOptions)
     */
    public CompletableFuture<WorkflowRunPage> listWorkflowRuns(String workflowId, ListWorkflowRunsParams params, CallOptions options) {
        return transport.call(LIST_WORKFLOW_RUNS, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public CompletableFuture<WorkflowRunPage> listWorkflowRuns(String workflowId, ListWorkflowRunsParams params) {
        return listWorkflowRuns(workflowId, params, CallOptions.DEFAULT);
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public CompletableFuture<WorkflowRunPage> listWorkflowRuns(String workflowId) {
        return listWorkflowRuns(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow, newest first.
     *
     * @return the entries of all pages
     * @see WorkflowsOperations#listWorkflowRunsAll(String, ListWorkflowRunsParams, CallOptions)
     */
    public AsyncPages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId, ListWorkflowRunsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WORKFLOW_RUNS, LIST_WORKFLOW_RUNS_PAGES, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public AsyncPages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId, ListWorkflowRunsParams params) {
        return listWorkflowRunsAll(workflowId, params, CallOptions.DEFAULT);
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public AsyncPages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId) {
        return listWorkflowRunsAll(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * List the versions of a workflow, newest first.
     *
     * @return the answer
     * @see WorkflowsOperations#listWorkflowVersions(String, CallOptions)
     */
    public CompletableFuture<WorkflowVersionList> listWorkflowVersions(String workflowId, CallOptions options) {
        return transport.call(LIST_WORKFLOW_VERSIONS, new Arguments().path("workflowId", workflowId), options);
    }

    /** List the versions of a workflow, newest first, with the default options. */
    public CompletableFuture<WorkflowVersionList> listWorkflowVersions(String workflowId) {
        return listWorkflowVersions(workflowId, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account, latest changed first.
     *
     * @return the answer
     * @see WorkflowsOperations#listWorkflows(ListWorkflowsParams, CallOptions)
     */
    public CompletableFuture<WorkflowPage> listWorkflows(ListWorkflowsParams params, CallOptions options) {
        return transport.call(LIST_WORKFLOWS, new Arguments().query(params), options);
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public CompletableFuture<WorkflowPage> listWorkflows(ListWorkflowsParams params) {
        return listWorkflows(params, CallOptions.DEFAULT);
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public CompletableFuture<WorkflowPage> listWorkflows() {
        return listWorkflows(null, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account, latest changed first.
     *
     * @return the entries of all pages
     * @see WorkflowsOperations#listWorkflowsAll(ListWorkflowsParams, CallOptions)
     */
    public AsyncPages<WorkflowSummary> listWorkflowsAll(ListWorkflowsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WORKFLOWS, LIST_WORKFLOWS_PAGES, new Arguments().query(params), options);
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public AsyncPages<WorkflowSummary> listWorkflowsAll(ListWorkflowsParams params) {
        return listWorkflowsAll(params, CallOptions.DEFAULT);
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public AsyncPages<WorkflowSummary> listWorkflowsAll() {
        return listWorkflowsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Reject a run of a workflow that waits for an approval.
     *
     * @return the answer
     * @see WorkflowsOperations#rejectWorkflowRun(String, CallOptions)
     */
    public CompletableFuture<WorkflowRun> rejectWorkflowRun(String runId, CallOptions options) {
        return transport.call(REJECT_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /** Reject a run of a workflow that waits for an approval, with the default options. */
    public CompletableFuture<WorkflowRun> rejectWorkflowRun(String runId) {
        return rejectWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Store a new version of a workflow.
     *
     * @return the answer
     * @see WorkflowsOperations#replaceWorkflow(String, ReplaceWorkflowRequest, CallOptions)
     */
    public CompletableFuture<Workflow> replaceWorkflow(String workflowId, ReplaceWorkflowRequest body, CallOptions options) {
        return transport.call(REPLACE_WORKFLOW, new Arguments().path("workflowId", workflowId).json(body), options);
    }

    /** Store a new version of a workflow, with the default options. */
    public CompletableFuture<Workflow> replaceWorkflow(String workflowId, ReplaceWorkflowRequest body) {
        return replaceWorkflow(workflowId, body, CallOptions.DEFAULT);
    }

    /**
     * Roll back a workflow: store the graph of an earlier version as a new version.
     *
     * @return the answer
     * @see WorkflowsOperations#rollBackWorkflow(String, RollBackWorkflowRequest, CallOptions)
     */
    public CompletableFuture<Workflow> rollBackWorkflow(String workflowId, RollBackWorkflowRequest body, CallOptions options) {
        return transport.call(ROLL_BACK_WORKFLOW, new Arguments().path("workflowId", workflowId).json(body), options);
    }

    /** Roll back a workflow: store the graph of an earlier version as a new version, with the default options. */
    public CompletableFuture<Workflow> rollBackWorkflow(String workflowId, RollBackWorkflowRequest body) {
        return rollBackWorkflow(workflowId, body, CallOptions.DEFAULT);
    }
}
