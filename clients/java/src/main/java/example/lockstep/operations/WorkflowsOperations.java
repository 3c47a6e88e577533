// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs and approvals.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class WorkflowsOperations {

    private final WorkflowsAsyncOperations async;

    WorkflowsOperations(Transport transport) {
        this.async = new WorkflowsAsyncOperations(transport);
    }

    /**
     * Approve a run of a workflow that waits for an approval.
     *
     * <p>The caller needs the scopes of every tool that runs up to the next approval, also of those that an agent of
     * these steps can call: an API key without them gets <code>PERMISSION_DENIED</code>. These steps run with the
     * rights that both the run and the caller have.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowRun approveWorkflowRun(String runId, CallOptions options) {
        return Futures.await(async.approveWorkflowRun(runId, options));
    }

    /** Approve a run of a workflow that waits for an approval, with the default options. */
    public WorkflowRun approveWorkflowRun(String runId) {
        return approveWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Cancel a run of a workflow.
     *
     * <p>The running node finishes first, and its changes are kept.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowRun cancelWorkflowRun(String runId, CallOptions options) {
        return Futures.await(async.cancelWorkflowRun(runId, options));
    }

    /** Cancel a run of a workflow, with the default options. */
    public WorkflowRun cancelWorkflowRun(String runId) {
        return cancelWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Create a workflow.
     *
     * <p>The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and schedules. Runs started
     * by its trigger have the rights of the credential that stored the workflow, as long as the account has these
     * rights.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Workflow createWorkflow(CreateWorkflowRequest body, CallOptions options) {
        return Futures.await(async.createWorkflow(body, options));
    }

    /** Create a workflow, with the default options. */
    public Workflow createWorkflow(CreateWorkflowRequest body) {
        return createWorkflow(body, CallOptions.DEFAULT);
    }

    /**
     * Start a run of a workflow.
     *
     * <p>If an API key with scopes stored the graph, the run has no other rights than the key had. The run continues
     * after the response, even after a restart of the server. <code>GET /v1/agents/runs/&#123;runId&#125;</code> shows
     * it, and <code>/v1/agents/websocket</code> reports its end.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public StartedWorkflowRun createWorkflowRun(String workflowId, CreateWorkflowRunRequest body, CallOptions options) {
        return Futures.await(async.createWorkflowRun(workflowId, body, options));
    }

    /** Start a run of a workflow, with the default options. */
    public StartedWorkflowRun createWorkflowRun(String workflowId, CreateWorkflowRunRequest body) {
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
    public DeletedWorkflow deleteWorkflow(String workflowId, CallOptions options) {
        return Futures.await(async.deleteWorkflow(workflowId, options));
    }

    /** Delete a workflow with its versions and runs, with the default options. */
    public DeletedWorkflow deleteWorkflow(String workflowId) {
        return deleteWorkflow(workflowId, CallOptions.DEFAULT);
    }

    /**
     * Get a workflow with the graph of its latest version, or of the version that <code>version</code> names.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public Workflow getWorkflow(String workflowId, GetWorkflowParams params, CallOptions options) {
        return Futures.await(async.getWorkflow(workflowId, params, options));
    }

    /**
     * Get a workflow with the graph of its latest version, or of the version that <code>version</code> names, with the
     * default options.
     */
    public Workflow getWorkflow(String workflowId, GetWorkflowParams params) {
        return getWorkflow(workflowId, params, CallOptions.DEFAULT);
    }

    /**
     * Get a workflow with the graph of its latest version, or of the version that <code>version</code> names, with the
     * default options.
     */
    public Workflow getWorkflow(String workflowId) {
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
    public WorkflowDifference getWorkflowDifference(String workflowId, GetWorkflowDifferenceParams params, CallOptions options) {
        return Futures.await(async.getWorkflowDifference(workflowId, params, options));
    }

    /** Get the changes from one version of a workflow to another, with the default options. */
    public WorkflowDifference getWorkflowDifference(String workflowId, GetWorkflowDifferenceParams params) {
        return getWorkflowDifference(workflowId, params, CallOptions.DEFAULT);
    }

    /** Get the changes from one version of a workflow to another, with the default options. */
    public WorkflowDifference getWorkflowDifference(String workflowId) {
        return getWorkflowDifference(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * Get a run of a workflow with the result of each node.
     *
     * <p>A key with scopes also needs those of the tools: values that may contain the output of another tool are left
     * out, and <code>redacted</code> names the scopes.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowRun getWorkflowRun(String runId, CallOptions options) {
        return Futures.await(async.getWorkflowRun(runId, options));
    }

    /** Get a run of a workflow with the result of each node, with the default options. */
    public WorkflowRun getWorkflowRun(String runId) {
        return getWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow, newest first.
     *
     * <p>The server stores the last 100 runs that ended.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowRunPage listWorkflowRuns(String workflowId, ListWorkflowRunsParams params, CallOptions options) {
        return Futures.await(async.listWorkflowRuns(workflowId, params, options));
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public WorkflowRunPage listWorkflowRuns(String workflowId, ListWorkflowRunsParams params) {
        return listWorkflowRuns(workflowId, params, CallOptions.DEFAULT);
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public WorkflowRunPage listWorkflowRuns(String workflowId) {
        return listWorkflowRuns(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * List the runs of a workflow, newest first.
     *
     * <p>The server stores the last 100 runs that ended.
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
    public Pages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId, ListWorkflowRunsParams params, CallOptions options) {
        return new Pages<>(async.listWorkflowRunsAll(workflowId, params, options));
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public Pages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId, ListWorkflowRunsParams params) {
        return listWorkflowRunsAll(workflowId, params, CallOptions.DEFAULT);
    }

    /** List the runs of a workflow, newest first, with the default options. */
    public Pages<WorkflowRunSummary> listWorkflowRunsAll(String workflowId) {
        return listWorkflowRunsAll(workflowId, null, CallOptions.DEFAULT);
    }

    /**
     * List the versions of a workflow, newest first.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowVersionList listWorkflowVersions(String workflowId, CallOptions options) {
        return Futures.await(async.listWorkflowVersions(workflowId, options));
    }

    /** List the versions of a workflow, newest first, with the default options. */
    public WorkflowVersionList listWorkflowVersions(String workflowId) {
        return listWorkflowVersions(workflowId, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account, latest changed first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowPage listWorkflows(ListWorkflowsParams params, CallOptions options) {
        return Futures.await(async.listWorkflows(params, options));
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public WorkflowPage listWorkflows(ListWorkflowsParams params) {
        return listWorkflows(params, CallOptions.DEFAULT);
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public WorkflowPage listWorkflows() {
        return listWorkflows(null, CallOptions.DEFAULT);
    }

    /**
     * List the workflows of the account, latest changed first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<WorkflowSummary> listWorkflowsAll(ListWorkflowsParams params, CallOptions options) {
        return new Pages<>(async.listWorkflowsAll(params, options));
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public Pages<WorkflowSummary> listWorkflowsAll(ListWorkflowsParams params) {
        return listWorkflowsAll(params, CallOptions.DEFAULT);
    }

    /** List the workflows of the account, latest changed first, with the default options. */
    public Pages<WorkflowSummary> listWorkflowsAll() {
        return listWorkflowsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Reject a run of a workflow that waits for an approval.
     *
     * <p>The run ends with the status <code>cancelled</code>. Changes that earlier nodes made are kept.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param runId The id of the run
     * @param options the options of this call
     * @return the answer
     */
    public WorkflowRun rejectWorkflowRun(String runId, CallOptions options) {
        return Futures.await(async.rejectWorkflowRun(runId, options));
    }

    /** Reject a run of a workflow that waits for an approval, with the default options. */
    public WorkflowRun rejectWorkflowRun(String runId) {
        return rejectWorkflowRun(runId, CallOptions.DEFAULT);
    }

    /**
     * Store a new version of a workflow.
     *
     * <p>A graph that equals the latest version changes nothing. The server stores the last 50 versions.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Workflow replaceWorkflow(String workflowId, ReplaceWorkflowRequest body, CallOptions options) {
        return Futures.await(async.replaceWorkflow(workflowId, body, options));
    }

    /** Store a new version of a workflow, with the default options. */
    public Workflow replaceWorkflow(String workflowId, ReplaceWorkflowRequest body) {
        return replaceWorkflow(workflowId, body, CallOptions.DEFAULT);
    }

    /**
     * Roll back a workflow: store the graph of an earlier version as a new version.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param workflowId The name of the workflow
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Workflow rollBackWorkflow(String workflowId, RollBackWorkflowRequest body, CallOptions options) {
        return Futures.await(async.rollBackWorkflow(workflowId, body, options));
    }

    /** Roll back a workflow: store the graph of an earlier version as a new version, with the default options. */
    public Workflow rollBackWorkflow(String workflowId, RollBackWorkflowRequest body) {
        return rollBackWorkflow(workflowId, body, CallOptions.DEFAULT);
    }
}
