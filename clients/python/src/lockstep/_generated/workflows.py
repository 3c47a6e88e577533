# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs and
approvals.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Json, Operation, Paging
from . import models as m

_APPROVE_WORKFLOW_RUN: Operation[m.WorkflowRun] = Operation("POST", "/v1/agents/runs/{runId}/approve", m.WorkflowRun)

_CANCEL_WORKFLOW_RUN: Operation[m.WorkflowRun] = Operation("POST", "/v1/agents/runs/{runId}/cancel", m.WorkflowRun)

_CREATE_WORKFLOW: Operation[m.Workflow] = Operation("POST", "/v1/agents/workflows", m.Workflow, takes_idempotency_key=True)

_CREATE_WORKFLOW_RUN: Operation[m.StartedWorkflowRun] = Operation("POST", "/v1/agents/workflows/{workflowId}/runs", m.StartedWorkflowRun, takes_idempotency_key=True)

_DELETE_WORKFLOW: Operation[m.DeletedWorkflow] = Operation("DELETE", "/v1/agents/workflows/{workflowId}", m.DeletedWorkflow)

_GET_WORKFLOW: Operation[m.Workflow] = Operation("GET", "/v1/agents/workflows/{workflowId}", m.Workflow)

_GET_WORKFLOW_DIFFERENCE: Operation[m.WorkflowDifference] = Operation("GET", "/v1/agents/workflows/{workflowId}/difference", m.WorkflowDifference)

_GET_WORKFLOW_RUN: Operation[m.WorkflowRun] = Operation("GET", "/v1/agents/runs/{runId}", m.WorkflowRun)

_LIST_WORKFLOW_RUNS: Operation[m.WorkflowRunPage] = Operation("GET", "/v1/agents/workflows/{workflowId}/runs", m.WorkflowRunPage)
_LIST_WORKFLOW_RUNS_PAGES: Paging[m.WorkflowRunSummary] = Paging("runs", m.WorkflowRunSummary, None)

_LIST_WORKFLOW_VERSIONS: Operation[m.WorkflowVersionList] = Operation("GET", "/v1/agents/workflows/{workflowId}/versions", m.WorkflowVersionList)

_LIST_WORKFLOWS: Operation[m.WorkflowPage] = Operation("GET", "/v1/agents/workflows", m.WorkflowPage)
_LIST_WORKFLOWS_PAGES: Paging[m.WorkflowSummary] = Paging("workflows", m.WorkflowSummary, None)

_REJECT_WORKFLOW_RUN: Operation[m.WorkflowRun] = Operation("POST", "/v1/agents/runs/{runId}/reject", m.WorkflowRun)

_REPLACE_WORKFLOW: Operation[m.Workflow] = Operation("PUT", "/v1/agents/workflows/{workflowId}", m.Workflow)

_ROLL_BACK_WORKFLOW: Operation[m.Workflow] = Operation("POST", "/v1/agents/workflows/{workflowId}/rollback", m.Workflow)


class WorkflowsOperations(Group):
    """Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs
    and approvals.
    """

    def approve_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Approve a run of a workflow that waits for an approval.

        The caller needs the scopes of every tool that runs up to the next approval, also of those
        that an agent of these steps can call: an API key without them gets `PERMISSION_DENIED`.
        These steps run with the rights that both the run and the caller have.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _APPROVE_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    def cancel_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Cancel a run of a workflow.

        The running node finishes first, and its changes are kept.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CANCEL_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    def create_workflow(
        self,
        *,
        graph: m.WorkflowGraph | Json,
        workflow_id: str,
        enabled: bool = UNSET,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Create a workflow.

        The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and
        schedules. Runs started by its trigger have the rights of the credential that stored the
        workflow, as long as the account has these rights.

        Args:
            workflow_id: The name: 1 to 64 letters, digits, `_` or `-`.
            enabled: Whether the trigger starts runs. Default: true.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CREATE_WORKFLOW,
            Arguments(json={"graph": graph, "workflowId": workflow_id, "enabled": enabled}),
            options,
        )

    def create_workflow_run(
        self,
        workflow_id: str,
        *,
        dry_run: bool = UNSET,
        input: Mapping[str, Any] = UNSET,
        options: CallOptions | None = None,
    ) -> m.StartedWorkflowRun:
        """Start a run of a workflow.

        If an API key with scopes stored the graph, the run has no other rights than the key had.
        The run continues after the response, even after a restart of the server. `GET
        /v1/agents/runs/{runId}` shows it, and `/v1/agents/websocket` reports its end.

        Args:
            workflow_id: The name of the workflow
            dry_run: Whether to plan the run without calling tools that change data. The run then
                shows the arguments of these calls.
            input: The value of `input` in the trigger's output.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CREATE_WORKFLOW_RUN,
            Arguments(path={"workflowId": workflow_id}, json={"dryRun": dry_run, "input": input}),
            options,
        )

    def delete_workflow(
        self,
        workflow_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedWorkflow:
        """Delete a workflow with its versions and runs.

        Args:
            workflow_id: The name of the workflow

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}),
            options,
        )

    def get_workflow(
        self,
        workflow_id: str,
        *,
        version: int | None = None,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Get a workflow with the graph of its latest version, or of the version that `version` names.

        Args:
            workflow_id: The name of the workflow
            version: The number of the version. Default: the latest version.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}, query={"version": version}),
            options,
        )

    def get_workflow_difference(
        self,
        workflow_id: str,
        *,
        from_: int | None = None,
        to: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WorkflowDifference:
        """Get the changes from one version of a workflow to another.

        Args:
            workflow_id: The name of the workflow
            from_: The number of the earlier version. Default: the version before the later version.
            to: The number of the later version. Default: the latest version.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_WORKFLOW_DIFFERENCE,
            Arguments(path={"workflowId": workflow_id}, query={"from": from_, "to": to}),
            options,
        )

    def get_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Get a run of a workflow with the result of each node.

        A key with scopes also needs those of the tools: values that may contain the output of
        another tool are left out, and `redacted` names the scopes.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    def list_workflow_runs(
        self,
        workflow_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WorkflowRunPage:
        """List the runs of a workflow, newest first.

        The server stores the last 100 runs that ended.

        Args:
            workflow_id: The name of the workflow
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _LIST_WORKFLOW_RUNS,
            Arguments(path={"workflowId": workflow_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_workflow_runs_all(
        self,
        workflow_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.WorkflowRunSummary]:
        """List the runs of a workflow, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        The server stores the last 100 runs that ended.

        Args:
            workflow_id: The name of the workflow
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_WORKFLOW_RUNS,
            _LIST_WORKFLOW_RUNS_PAGES,
            Arguments(path={"workflowId": workflow_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_workflow_versions(
        self,
        workflow_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowVersionList:
        """List the versions of a workflow, newest first.

        Args:
            workflow_id: The name of the workflow

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _LIST_WORKFLOW_VERSIONS,
            Arguments(path={"workflowId": workflow_id}),
            options,
        )

    def list_workflows(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WorkflowPage:
        """List the workflows of the account, latest changed first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_WORKFLOWS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_workflows_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.WorkflowSummary]:
        """List the workflows of the account, latest changed first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_WORKFLOWS,
            _LIST_WORKFLOWS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def reject_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Reject a run of a workflow that waits for an approval.

        The run ends with the status `cancelled`. Changes that earlier nodes made are kept.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REJECT_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    def replace_workflow(
        self,
        workflow_id: str,
        *,
        graph: m.WorkflowGraph | Json,
        base_version: int | None = UNSET,
        enabled: bool = UNSET,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Store a new version of a workflow.

        A graph that equals the latest version changes nothing. The server stores the last 50
        versions.

        Args:
            workflow_id: The name of the workflow
            base_version: The number of the version that the change is based on. The request is
                refused if another version is the latest. Without this field, the change always
                becomes the latest version.
            enabled: Whether the trigger starts runs. Default: true.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _REPLACE_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}, json={"graph": graph, "baseVersion": base_version, "enabled": enabled}),
            options,
        )

    def roll_back_workflow(
        self,
        workflow_id: str,
        *,
        version: int,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Roll back a workflow: store the graph of an earlier version as a new version.

        Args:
            workflow_id: The name of the workflow
            version: The number of an earlier version, as `GET
                /v1/agents/workflows/{workflowId}/versions` lists it.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _ROLL_BACK_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}, json={"version": version}),
            options,
        )


class AsyncWorkflowsOperations(AsyncGroup):
    """Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs
    and approvals.
    """

    async def approve_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Approve a run of a workflow that waits for an approval.

        The caller needs the scopes of every tool that runs up to the next approval, also of those
        that an agent of these steps can call: an API key without them gets `PERMISSION_DENIED`.
        These steps run with the rights that both the run and the caller have.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _APPROVE_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    async def cancel_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Cancel a run of a workflow.

        The running node finishes first, and its changes are kept.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CANCEL_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    async def create_workflow(
        self,
        *,
        graph: m.WorkflowGraph | Json,
        workflow_id: str,
        enabled: bool = UNSET,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Create a workflow.

        The graph is checked as a whole: ids, cycles, tools, types along edges, approvals and
        schedules. Runs started by its trigger have the rights of the credential that stored the
        workflow, as long as the account has these rights.

        Args:
            workflow_id: The name: 1 to 64 letters, digits, `_` or `-`.
            enabled: Whether the trigger starts runs. Default: true.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CREATE_WORKFLOW,
            Arguments(json={"graph": graph, "workflowId": workflow_id, "enabled": enabled}),
            options,
        )

    async def create_workflow_run(
        self,
        workflow_id: str,
        *,
        dry_run: bool = UNSET,
        input: Mapping[str, Any] = UNSET,
        options: CallOptions | None = None,
    ) -> m.StartedWorkflowRun:
        """Start a run of a workflow.

        If an API key with scopes stored the graph, the run has no other rights than the key had.
        The run continues after the response, even after a restart of the server. `GET
        /v1/agents/runs/{runId}` shows it, and `/v1/agents/websocket` reports its end.

        Args:
            workflow_id: The name of the workflow
            dry_run: Whether to plan the run without calling tools that change data. The run then
                shows the arguments of these calls.
            input: The value of `input` in the trigger's output.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CREATE_WORKFLOW_RUN,
            Arguments(path={"workflowId": workflow_id}, json={"dryRun": dry_run, "input": input}),
            options,
        )

    async def delete_workflow(
        self,
        workflow_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedWorkflow:
        """Delete a workflow with its versions and runs.

        Args:
            workflow_id: The name of the workflow

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}),
            options,
        )

    async def get_workflow(
        self,
        workflow_id: str,
        *,
        version: int | None = None,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Get a workflow with the graph of its latest version, or of the version that `version` names.

        Args:
            workflow_id: The name of the workflow
            version: The number of the version. Default: the latest version.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}, query={"version": version}),
            options,
        )

    async def get_workflow_difference(
        self,
        workflow_id: str,
        *,
        from_: int | None = None,
        to: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WorkflowDifference:
        """Get the changes from one version of a workflow to another.

        Args:
            workflow_id: The name of the workflow
            from_: The number of the earlier version. Default: the version before the later version.
            to: The number of the later version. Default: the latest version.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_WORKFLOW_DIFFERENCE,
            Arguments(path={"workflowId": workflow_id}, query={"from": from_, "to": to}),
            options,
        )

    async def get_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Get a run of a workflow with the result of each node.

        A key with scopes also needs those of the tools: values that may contain the output of
        another tool are left out, and `redacted` names the scopes.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    async def list_workflow_runs(
        self,
        workflow_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WorkflowRunPage:
        """List the runs of a workflow, newest first.

        The server stores the last 100 runs that ended.

        Args:
            workflow_id: The name of the workflow
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _LIST_WORKFLOW_RUNS,
            Arguments(path={"workflowId": workflow_id}, query={"page": page, "limit": limit}),
            options,
        )

    def list_workflow_runs_all(
        self,
        workflow_id: str,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.WorkflowRunSummary]:
        """List the runs of a workflow, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        The server stores the last 100 runs that ended.

        Args:
            workflow_id: The name of the workflow
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._pages(
            _LIST_WORKFLOW_RUNS,
            _LIST_WORKFLOW_RUNS_PAGES,
            Arguments(path={"workflowId": workflow_id}, query={"page": page, "limit": limit}),
            options,
        )

    async def list_workflow_versions(
        self,
        workflow_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowVersionList:
        """List the versions of a workflow, newest first.

        Args:
            workflow_id: The name of the workflow

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _LIST_WORKFLOW_VERSIONS,
            Arguments(path={"workflowId": workflow_id}),
            options,
        )

    async def list_workflows(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.WorkflowPage:
        """List the workflows of the account, latest changed first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_WORKFLOWS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_workflows_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.WorkflowSummary]:
        """List the workflows of the account, latest changed first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_WORKFLOWS,
            _LIST_WORKFLOWS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def reject_workflow_run(
        self,
        run_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.WorkflowRun:
        """Reject a run of a workflow that waits for an approval.

        The run ends with the status `cancelled`. Changes that earlier nodes made are kept.

        Args:
            run_id: The id of the run

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REJECT_WORKFLOW_RUN,
            Arguments(path={"runId": run_id}),
            options,
        )

    async def replace_workflow(
        self,
        workflow_id: str,
        *,
        graph: m.WorkflowGraph | Json,
        base_version: int | None = UNSET,
        enabled: bool = UNSET,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Store a new version of a workflow.

        A graph that equals the latest version changes nothing. The server stores the last 50
        versions.

        Args:
            workflow_id: The name of the workflow
            base_version: The number of the version that the change is based on. The request is
                refused if another version is the latest. Without this field, the change always
                becomes the latest version.
            enabled: Whether the trigger starts runs. Default: true.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _REPLACE_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}, json={"graph": graph, "baseVersion": base_version, "enabled": enabled}),
            options,
        )

    async def roll_back_workflow(
        self,
        workflow_id: str,
        *,
        version: int,
        options: CallOptions | None = None,
    ) -> m.Workflow:
        """Roll back a workflow: store the graph of an earlier version as a new version.

        Args:
            workflow_id: The name of the workflow
            version: The number of an earlier version, as `GET
                /v1/agents/workflows/{workflowId}/versions` lists it.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _ROLL_BACK_WORKFLOW,
            Arguments(path={"workflowId": workflow_id}, json={"version": version}),
            options,
        )
