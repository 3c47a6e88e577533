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
 * Graphs of agents and tools that run by hand, at times, or after events.
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

    private static final Operation<WorkflowRunReceipt> CREATE_WORKFLOW_RUN =
            new Operation<WorkflowRunReceipt>("POST", "/v1/agents/workflows/{workflowId}/runs", WorkflowRunReceipt.class).withIdempotencyKey();

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
     * Approve a run that waits.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> approveWorkflowRun(String runId, CallOptions options) {
        return transport.call(APPROVE_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /**
     * Approve a run that waits. Takes the default options of the client.
     *
     * @param runId The id of the run
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> approveWorkflowRun(String runId) {
        return approveWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Cancel a run.
     *
     * <p>The node that runs now is finished first; what it changed stays.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> cancelWorkflowRun(String runId, CallOptions options) {
        return transport.call(CANCEL_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /**
     * Cancel a run. Takes the default options of the client.
     *
     * @param runId The id of the run
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> cancelWorkflowRun(String runId) {
        return cancelWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Create a workflow.
     *
     * <p>The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and schedules. Runs that
     * its trigger begins have the rights of the credential that stored the workflow, as far as the account still has
     * them.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Workflow> createWorkflow(CreateWorkflowRequest body, CallOptions options) {
        return transport.call(CREATE_WORKFLOW, new Arguments().json(body), options);
    }

    /**
     * Create a workflow. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Workflow> createWorkflow(CreateWorkflowRequest body) {
        return createWorkflow(body, CallOptions.DEFAULT);
    }

    /**
     * Start a run of a workflow.
     *
     * <p>The run goes on after the answer, also after a restart of the server. <code>GET
     * /v1/agents/runs/&#123;runId&#125;</code> shows it, and <code>/v1/agents/websocket</code> reports its end.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowRunReceipt> createWorkflowRun(String workflowId, CreateWorkflowRunRequest body, CallOptions options) {
        return transport.call(CREATE_WORKFLOW_RUN, new Arguments().path("workflowId", workflowId).json(body), options);
    }

    /**
     * Start a run of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<WorkflowRunReceipt> createWorkflowRun(String workflowId, CreateWorkflowRunRequest body) {
        return createWorkflowRun(workflowId, body, CallOptions.DEFAULT);
    }

    /**
     * Delete a workflow with its versions and runs.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DeletedWorkflow> deleteWorkflow(String workflowId, CallOptions options) {
        return transport.call(DELETE_WORKFLOW, new Arguments().path("workflowId", workflowId), options);
    }

    /**
     * Delete a workflow with its versions and runs. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @return the answer
     */
    public CompletableFuture<DeletedWorkflow> deleteWorkflow(String workflowId) {
        return deleteWorkflow(workflowId, CallOptions.DEFAULT);
    }

    /**
     * Get a workflow.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Workflow> getWorkflow(String workflowId, GetWorkflowParams params, CallOptions options) {
        return transport.call(GET_WORKFLOW, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /**
     * Get a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<Workflow> getWorkflow(String workflowId, GetWorkflowParams params) {
        return getWorkflow(workflowId, params, CallOptions.DEFAULT);
    }

    /**
     * Get a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @return the answer
     */
    public CompletableFuture<Workflow> getWorkflow(String workflowId) {
        return getWorkflow(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * Get the changes from one version of a workflow to another.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowDifference> getWorkflowDifference(String workflowId, GetWorkflowDifferenceParams params, CallOptions options) {
        return transport.call(GET_WORKFLOW_DIFFERENCE, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /**
     * Get the changes from one version of a workflow to another. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<WorkflowDifference> getWorkflowDifference(String workflowId, GetWorkflowDifferenceParams params) {
        return getWorkflowDifference(workflowId, params, CallOptions.DEFAULT);
    }

    /**
     * Get the changes from one version of a workflow to another. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @return the answer
     */
    public CompletableFuture<WorkflowDifference> getWorkflowDifference(String workflowId) {
        return getWorkflowDifference(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * Get a run of a workflow.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> getWorkflowRun(String runId, CallOptions options) {
        return transport.call(GET_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /**
     * Get a run of a workflow. Takes the default options of the client.
     *
     * @param runId The id of the run
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> getWorkflowRun(String runId) {
        return getWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow.
     *
     * <p>The last 100 runs that ended are kept.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowRunPage> listWorkflowRuns(String workflowId, ListWorkflowRunsParams params, CallOptions options) {
        return transport.call(LIST_WORKFLOW_RUNS, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /**
     * List the runs of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<WorkflowRunPage> listWorkflowRuns(String workflowId, ListWorkflowRunsParams params) {
        return listWorkflowRuns(workflowId, params, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @return the answer
     */
    public CompletableFuture<WorkflowRunPage> listWorkflowRuns(String workflowId) {
        return listWorkflowRuns(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow.
     *
     * <p>The last 100 runs that ended are kept.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId, ListWorkflowRunsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WORKFLOW_RUNS, LIST_WORKFLOW_RUNS_PAGES, new Arguments().path("workflowId", workflowId).query(params), options);
    }

    /**
     * List the runs of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId, ListWorkflowRunsParams params) {
        return listWorkflowRunsAll(workflowId, params, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @return the entries of all pages
     */
    public AsyncPages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId) {
        return listWorkflowRunsAll(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * List the versions of a workflow.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowVersionList> listWorkflowVersions(String workflowId, CallOptions options) {
        return transport.call(LIST_WORKFLOW_VERSIONS, new Arguments().path("workflowId", workflowId), options);
    }

    /**
     * List the versions of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @return the answer
     */
    public CompletableFuture<WorkflowVersionList> listWorkflowVersions(String workflowId) {
        return listWorkflowVersions(workflowId, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowPage> listWorkflows(ListWorkflowsParams params, CallOptions options) {
        return transport.call(LIST_WORKFLOWS, new Arguments().query(params), options);
    }

    /**
     * List the workflows of the account. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<WorkflowPage> listWorkflows(ListWorkflowsParams params) {
        return listWorkflows(params, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<WorkflowPage> listWorkflows() {
        return listWorkflows(null, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<WorkflowSummary> listWorkflowsAll(ListWorkflowsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_WORKFLOWS, LIST_WORKFLOWS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List the workflows of the account. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<WorkflowSummary> listWorkflowsAll(ListWorkflowsParams params) {
        return listWorkflowsAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<WorkflowSummary> listWorkflowsAll() {
        return listWorkflowsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Reject a run that waits for an approval.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> rejectWorkflowRun(String runId, CallOptions options) {
        return transport.call(REJECT_WORKFLOW_RUN, new Arguments().path("runId", runId), options);
    }

    /**
     * Reject a run that waits for an approval. Takes the default options of the client.
     *
     * @param runId The id of the run
     * @return the answer
     */
    public CompletableFuture<WorkflowRun> rejectWorkflowRun(String runId) {
        return rejectWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Store a new version of a workflow.
     *
     * <p>A graph that is that of the latest version changes nothing. 50 versions are kept.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Workflow> replaceWorkflow(String workflowId, ReplaceWorkflowRequest body, CallOptions options) {
        return transport.call(REPLACE_WORKFLOW, new Arguments().path("workflowId", workflowId).json(body), options);
    }

    /**
     * Store a new version of a workflow. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Workflow> replaceWorkflow(String workflowId, ReplaceWorkflowRequest body) {
        return replaceWorkflow(workflowId, body, CallOptions.DEFAULT);
    }

    /**
     * Store the graph of an earlier version as a new version.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Workflow> rollBackWorkflow(String workflowId, RollBackWorkflowRequest body, CallOptions options) {
        return transport.call(ROLL_BACK_WORKFLOW, new Arguments().path("workflowId", workflowId).json(body), options);
    }

    /**
     * Store the graph of an earlier version as a new version. Takes the default options of the client.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Workflow> rollBackWorkflow(String workflowId, RollBackWorkflowRequest body) {
        return rollBackWorkflow(workflowId, body, CallOptions.DEFAULT);
    }
}
