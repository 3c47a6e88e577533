# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs
  # and approvals.
  class WorkflowsOperations < Group
    APPROVE_WORKFLOW_RUN = Operation.new(
      "POST",
      "/v1/agents/runs/{runId}/approve",
      :WorkflowRun,
      kinds: { "runId" => :text }
    )
    CANCEL_WORKFLOW_RUN = Operation.new(
      "POST",
      "/v1/agents/runs/{runId}/cancel",
      :WorkflowRun,
      kinds: { "runId" => :text }
    )
    CREATE_WORKFLOW = Operation.new(
      "POST",
      "/v1/agents/workflows",
      :Workflow,
      kinds: { "enabled" => :boolean, "graph" => :WorkflowGraph, "workflowId" => :text },
      takes_idempotency_key: true
    )
    CREATE_WORKFLOW_RUN = Operation.new(
      "POST",
      "/v1/agents/workflows/{workflowId}/runs",
      :StartedWorkflowRun,
      kinds: { "dryRun" => :boolean, "input" => { of: nil }, "workflowId" => :text },
      takes_idempotency_key: true
    )
    DELETE_WORKFLOW = Operation.new(
      "DELETE",
      "/v1/agents/workflows/{workflowId}",
      :DeletedWorkflow,
      kinds: { "workflowId" => :text }
    )
    GET_WORKFLOW = Operation.new(
      "GET",
      "/v1/agents/workflows/{workflowId}",
      :Workflow,
      kinds: { "version" => :integer, "workflowId" => :text }
    )
    GET_WORKFLOW_DIFFERENCE = Operation.new(
      "GET",
      "/v1/agents/workflows/{workflowId}/difference",
      :WorkflowDifference,
      kinds: { "from" => :integer, "to" => :integer, "workflowId" => :text }
    )
    GET_WORKFLOW_RUN = Operation.new(
      "GET",
      "/v1/agents/runs/{runId}",
      :WorkflowRun,
      kinds: { "runId" => :text }
    )
    LIST_WORKFLOW_RUNS = Operation.new(
      "GET",
      "/v1/agents/workflows/{workflowId}/runs",
      :WorkflowRunPage,
      kinds: { "limit" => :integer, "page" => :integer, "workflowId" => :text }
    )
    LIST_WORKFLOW_RUNS_PAGES = Paging.new("runs", :WorkflowRunSummary, nil)
    LIST_WORKFLOW_VERSIONS = Operation.new(
      "GET",
      "/v1/agents/workflows/{workflowId}/versions",
      :WorkflowVersionList,
      kinds: { "workflowId" => :text }
    )
    LIST_WORKFLOWS = Operation.new(
      "GET",
      "/v1/agents/workflows",
      :WorkflowPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_WORKFLOWS_PAGES = Paging.new("workflows", :WorkflowSummary, nil)
    REJECT_WORKFLOW_RUN = Operation.new(
      "POST",
      "/v1/agents/runs/{runId}/reject",
      :WorkflowRun,
      kinds: { "runId" => :text }
    )
    REPLACE_WORKFLOW = Operation.new(
      "PUT",
      "/v1/agents/workflows/{workflowId}",
      :Workflow,
      kinds: { "baseVersion" => :integer, "enabled" => :boolean, "graph" => :WorkflowGraph, "workflowId" => :text }
    )
    ROLL_BACK_WORKFLOW = Operation.new(
      "POST",
      "/v1/agents/workflows/{workflowId}/rollback",
      :Workflow,
      kinds: { "version" => :integer, "workflowId" => :text }
    )
    private_constant(
      :APPROVE_WORKFLOW_RUN,
      :CANCEL_WORKFLOW_RUN,
      :CREATE_WORKFLOW,
      :CREATE_WORKFLOW_RUN,
      :DELETE_WORKFLOW,
      :GET_WORKFLOW,
      :GET_WORKFLOW_DIFFERENCE,
      :GET_WORKFLOW_RUN,
      :LIST_WORKFLOW_RUNS,
      :LIST_WORKFLOW_RUNS_PAGES,
      :LIST_WORKFLOW_VERSIONS,
      :LIST_WORKFLOWS,
      :LIST_WORKFLOWS_PAGES,
      :REJECT_WORKFLOW_RUN,
      :REPLACE_WORKFLOW,
      :ROLL_BACK_WORKFLOW
    )

    # Approve a run of a workflow that waits for an approval.
    #
    # The caller needs the scopes of every tool that runs up to the next approval, also of those
    # that an agent of these steps can call: an API key without them gets `PERMISSION_DENIED`. These
    # steps run with the rights that both the run and the caller have.
    #
    # @param run_id [String] The id of the run
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowRun]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def approve_workflow_run(run_id, options: nil)
      request(APPROVE_WORKFLOW_RUN, { path: { "runId" => run_id } }, options)
    end

    # Cancel a run of a workflow.
    #
    # The running node finishes first, and its changes are kept.
    #
    # @param run_id [String] The id of the run
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowRun]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def cancel_workflow_run(run_id, options: nil)
      request(CANCEL_WORKFLOW_RUN, { path: { "runId" => run_id } }, options)
    end

    # Create a workflow.
    #
    # The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and
    # schedules. Runs started by its trigger have the rights of the credential that stored the
    # workflow, as long as the account has these rights.
    #
    # @param graph [Models::WorkflowGraph, Hash]
    # @param workflow_id [String] The name: 1 to 64 letters, digits, `_` or `-`.
    # @param enabled [Boolean] Whether the trigger starts runs. Default: true.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Workflow]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def create_workflow(graph:, workflow_id:, enabled: UNSET, options: nil)
      request(
        CREATE_WORKFLOW,
        {
          json: { "graph" => graph, "workflowId" => workflow_id, "enabled" => enabled }
        },
        options
      )
    end

    # Start a run of a workflow.
    #
    # If an API key with scopes stored the graph, the run has no other rights than the key had. The
    # run continues after the response, even after a restart of the server. `GET
    # /v1/agents/runs/{runId}` shows it, and `/v1/agents/websocket` reports its end.
    #
    # @param workflow_id [String] The name of the workflow
    # @param dry_run [Boolean] Whether to plan the run without calling tools that change data. The
    #   run then shows the arguments of these calls.
    # @param input [Hash{String => Object}] The value of `input` in the trigger's output.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::StartedWorkflowRun]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def create_workflow_run(workflow_id, dry_run: UNSET, input: UNSET, options: nil)
      request(
        CREATE_WORKFLOW_RUN,
        {
          path: { "workflowId" => workflow_id },
          json: { "dryRun" => dry_run, "input" => input }
        },
        options
      )
    end

    # Delete a workflow with its versions and runs.
    #
    # @param workflow_id [String] The name of the workflow
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedWorkflow]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_workflow(workflow_id, options: nil)
      request(DELETE_WORKFLOW, { path: { "workflowId" => workflow_id } }, options)
    end

    # Get a workflow with the graph of its latest version, or of the version that `version` names.
    #
    # @param workflow_id [String] The name of the workflow
    # @param version [Integer, nil] The number of the version. Default: the latest version.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Workflow]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_workflow(workflow_id, version: nil, options: nil)
      request(
        GET_WORKFLOW,
        { path: { "workflowId" => workflow_id }, query: { "version" => version } },
        options
      )
    end

    # Get the changes from one version of a workflow to another.
    #
    # @param workflow_id [String] The name of the workflow
    # @param from [Integer, nil] The number of the earlier version. Default: the version before the
    #   later version.
    # @param to [Integer, nil] The number of the later version. Default: the latest version.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowDifference]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_workflow_difference(workflow_id, from: nil, to: nil, options: nil)
      request(
        GET_WORKFLOW_DIFFERENCE,
        { path: { "workflowId" => workflow_id }, query: { "from" => from, "to" => to } },
        options
      )
    end

    # Get a run of a workflow with the result of each node.
    #
    # A key with scopes also needs those of the tools: values that may contain the output of another
    # tool are left out, and `redacted` names the scopes.
    #
    # @param run_id [String] The id of the run
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowRun]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_workflow_run(run_id, options: nil)
      request(GET_WORKFLOW_RUN, { path: { "runId" => run_id } }, options)
    end

    # List the runs of a workflow, newest first.
    #
    # The server stores the last 100 runs that ended.
    #
    # @param workflow_id [String] The name of the workflow
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowRunPage]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_workflow_runs(workflow_id, page: nil, limit: nil, options: nil)
      request(
        LIST_WORKFLOW_RUNS,
        {
          path: { "workflowId" => workflow_id },
          query: { "page" => page, "limit" => limit }
        },
        options
      )
    end

    # List the runs of a workflow, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # The server stores the last 100 runs that ended.
    #
    # @param workflow_id [String] The name of the workflow
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::WorkflowRunSummary>]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_workflow_runs_all(workflow_id, page: nil, limit: nil, options: nil)
      pages(
        LIST_WORKFLOW_RUNS,
        LIST_WORKFLOW_RUNS_PAGES,
        {
          path: { "workflowId" => workflow_id },
          query: { "page" => page, "limit" => limit }
        },
        options
      )
    end

    # List the versions of a workflow, newest first.
    #
    # @param workflow_id [String] The name of the workflow
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowVersionList]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def list_workflow_versions(workflow_id, options: nil)
      request(LIST_WORKFLOW_VERSIONS, { path: { "workflowId" => workflow_id } }, options)
    end

    # List the workflows of the account, latest changed first.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowPage]
    def list_workflows(page: nil, limit: nil, options: nil)
      request(LIST_WORKFLOWS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the workflows of the account, latest changed first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of entries per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::WorkflowSummary>]
    def list_workflows_all(page: nil, limit: nil, options: nil)
      pages(LIST_WORKFLOWS, LIST_WORKFLOWS_PAGES, { query: { "page" => page, "limit" => limit } }, options)
    end

    # Reject a run of a workflow that waits for an approval.
    #
    # The run ends with the status `cancelled`. Changes that earlier nodes made are kept.
    #
    # @param run_id [String] The id of the run
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::WorkflowRun]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def reject_workflow_run(run_id, options: nil)
      request(REJECT_WORKFLOW_RUN, { path: { "runId" => run_id } }, options)
    end

    # Store a new version of a workflow.
    #
    # A graph that equals the latest version changes nothing. The server stores the last 50
    # versions.
    #
    # @param workflow_id [String] The name of the workflow
    # @param graph [Models::WorkflowGraph, Hash]
    # @param base_version [Integer, nil] The number of the version that the change is based on. The
    #   request is refused if another version is the latest. Without this field, the change always
    #   becomes the latest version.
    # @param enabled [Boolean] Whether the trigger starts runs. Default: true.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Workflow]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def replace_workflow(workflow_id, graph:, base_version: UNSET, enabled: UNSET, options: nil)
      request(
        REPLACE_WORKFLOW,
        {
          path: { "workflowId" => workflow_id },
          json: {
            "graph" => graph,
            "baseVersion" => base_version,
            "enabled" => enabled
          }
        },
        options
      )
    end

    # Roll back a workflow: store the graph of an earlier version as a new version.
    #
    # @param workflow_id [String] The name of the workflow
    # @param version [Integer] The number of an earlier version, as `GET
    #   /v1/agents/workflows/{workflowId}/versions` lists it.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Workflow]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def roll_back_workflow(workflow_id, version:, options: nil)
      request(
        ROLL_BACK_WORKFLOW,
        { path: { "workflowId" => workflow_id }, json: { "version" => version } },
        options
      )
    end
  end
end
