# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Core and custom agents: configuration, messages, chats, deployments, search, reports and plans. Also
the Model Context Protocol, by which other programs call the same tools.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from typing import Any

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Json, Operation, Paging
from . import models as m

_CREATE_AGENT: Operation[m.CreatedAgent] = Operation("POST", "/v1/uadm/agents", m.CreatedAgent, takes_idempotency_key=True)

_DELETE_AGENT_CHAT: Operation[m.DeletedAgentChat] = Operation("DELETE", "/v1/agents/{agentId}/chat", m.DeletedAgentChat)

_DELETE_AGENT_DEPLOYMENT: Operation[m.DeletedAgentDeployment] = Operation("DELETE", "/v1/agents/deployments/{deploymentId}", m.DeletedAgentDeployment)

_DELETE_CUSTOM_AGENT: Operation[m.DeletedAgent] = Operation("DELETE", "/v1/uadm/agents/{agentId}", m.DeletedAgent)

_DEPLOY_AGENT: Operation[m.CreatedAgentDeployment] = Operation("POST", "/v1/agents/deploy", m.CreatedAgentDeployment, takes_idempotency_key=True)

_DEPLOY_PLATFORM_AGENT: Operation[m.PlatformAgentDeployment] = Operation("POST", "/api/agents/deploy", m.PlatformAgentDeployment, takes_idempotency_key=True)

_GET_AGENT_CHAT: Operation[m.AgentChat] = Operation("GET", "/v1/agents/{agentId}/chat", m.AgentChat)

_GET_AGENT_STATUS: Operation[m.AgentStatus] = Operation("GET", "/v1/agents/{agentId}/status", m.AgentStatus)

_GET_CUSTOM_AGENT: Operation[m.CustomAgent] = Operation("GET", "/v1/uadm/agents/{agentId}", m.CustomAgent)

_GET_DATA_QUALITY: Operation[m.DataQuality] = Operation("GET", "/v1/agents/data-quality", m.DataQuality)

_GET_ERASURE_PLAN: Operation[m.ErasurePlan] = Operation("GET", "/v1/agents/erasure-plan", m.ErasurePlan)

_GET_EXPORT_PLAN: Operation[m.ExportPlan] = Operation("GET", "/v1/agents/export-plan", m.ExportPlan)

_GET_MCP_METADATA: Operation[m.ProtectedResourceMetadata] = Operation("GET", "/.well-known/oauth-protected-resource/mcp", m.ProtectedResourceMetadata, is_open=True)

_GET_MCP_METADATA_AT_ROOT: Operation[m.ProtectedResourceMetadata] = Operation("GET", "/.well-known/oauth-protected-resource", m.ProtectedResourceMetadata, is_open=True)

_GET_PLATFORM_AGENT_STATUS: Operation[m.PlatformAgentStatus] = Operation("GET", "/api/agents/{agent_id}/status", m.PlatformAgentStatus)

_LIST_AGENT_DEPLOYMENTS: Operation[m.AgentDeploymentPage] = Operation("GET", "/v1/agents/deployments", m.AgentDeploymentPage)
_LIST_AGENT_DEPLOYMENTS_PAGES: Paging[m.AgentDeployment] = Paging("deployments", m.AgentDeployment, None)

_LIST_AGENTS: Operation[m.AgentList] = Operation("GET", "/v1/agents", m.AgentList)

_LIST_CUSTOM_AGENTS: Operation[m.CustomAgentList] = Operation("GET", "/v1/uadm/agents", m.CustomAgentList)

_LIST_PLATFORM_AGENTS: Operation[m.PlatformAgentList] = Operation("GET", "/api/agents", m.PlatformAgentList)

_SEARCH_RECORDS: Operation[m.SearchResult] = Operation("GET", "/v1/agents/search", m.SearchResult)

_SEND_AGENT_MESSAGE: Operation[m.AgentMessageResult] = Operation("POST", "/v1/agents/{agentId}/message", m.AgentMessageResult, takes_idempotency_key=True)

_SEND_MCP_MESSAGE: Operation[m.McpResponse] = Operation("POST", "/mcp", m.McpResponse)

_UPDATE_AGENT_CONFIG: Operation[m.AgentConfigUpdate] = Operation("PATCH", "/v1/agents/{agentId}/config", m.AgentConfigUpdate)


class AgentsOperations(Group):
    """Core and custom agents: configuration, messages, chats, deployments, search, reports and plans.
    Also the Model Context Protocol, by which other programs call the same tools.
    """

    def create_agent(
        self,
        *,
        capabilities: Sequence[str],
        name: str,
        configuration: m.CustomAgentConfigurationBody | Json = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.CreatedAgent:
        """Create a custom agent.

        The agent answers messages with the tools that its capabilities name. An account has at most
        100 custom agents.

        Args:
            capabilities: Names of tools, such as `metrics.read`, or of groups of tools: `points`,
                `metrics`, `insights`, `search`, `market`, `privacy`, `devices`, `audit`. An agent
                cannot combine tools that read private data, tools that read texts of other people,
                and tools that act outside the platform.
            name: The name, 1 to 256 printable characters.
            description: The description, at most 10 000 characters.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CREATE_AGENT,
            Arguments(json={"capabilities": capabilities, "name": name, "configuration": configuration, "description": description}),
            options,
        )

    def delete_agent_chat(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedAgentChat:
        """Delete the chat of the account with an agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_AGENT_CHAT,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    def delete_agent_deployment(
        self,
        deployment_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedAgentDeployment:
        """Delete a deployment of an agent to a workflow.

        The workflow is kept, but without a deployment its trigger no longer starts runs.

        Args:
            deployment_id: The id of the deployment

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_AGENT_DEPLOYMENT,
            Arguments(path={"deploymentId": deployment_id}),
            options,
        )

    def delete_custom_agent(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedAgent:
        """Delete a custom agent with its chat and its deployments.

        Args:
            agent_id: The id of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_CUSTOM_AGENT,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    def deploy_agent(
        self,
        *,
        agent_id: str,
        workflow_id: str,
        configuration: m.AgentDeploymentConfiguration | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.CreatedAgentDeployment:
        """Deploy an agent to a workflow.

        The parameters in the request also update the account's configuration of the agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account.
            workflow_id: The name of the workflow: 1 to 64 letters, digits, `_` or `-`. A new name
                creates the workflow; an existing one gets a node for the agent, unless it has one.
                Deploying the same agent to the same workflow again replaces the deployment.

        Raises:
            ApiError: 404 NOT_FOUND: the agent does not exist.
        """
        return self._call(
            _DEPLOY_AGENT,
            Arguments(json={"agentId": agent_id, "workflowId": workflow_id, "configuration": configuration}),
            options,
        )

    def deploy_platform_agent(
        self,
        *,
        agent_id: str,
        configuration: m.PlatformAgentConfiguration | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.PlatformAgentDeployment:
        """Deploy an agent to a workflow, in the form of the platform API.

        Does the same as `POST /v1/agents/deploy`. `cron` replaces the trigger, and `workflow_id`
        has a default. The parameters in the request also update the account's configuration of the
        agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account.

        Raises:
            ApiError: 404 NOT_FOUND: the agent does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _DEPLOY_PLATFORM_AGENT,
            Arguments(json={"agent_id": agent_id, "configuration": configuration}),
            options,
        )

    def get_agent_chat(
        self,
        agent_id: str,
        *,
        limit: int | None = None,
        before: str | None = None,
        options: CallOptions | None = None,
    ) -> m.AgentChat:
        """Get the chat of the account with an agent. A chat keeps its last 500 messages.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account
            limit: The maximum number of messages, the latest of the chat. Default: 20.
            before: The id of a message. Only older messages are returned.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_AGENT_CHAT,
            Arguments(path={"agentId": agent_id}, query={"limit": limit, "before": before}),
            options,
        )

    def get_agent_status(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.AgentStatus:
        """Get the status and the figures of an agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_AGENT_STATUS,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    def get_custom_agent(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.CustomAgent:
        """Get a custom agent.

        Args:
            agent_id: The id of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_CUSTOM_AGENT,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    def get_data_quality(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataQuality:
        """Report the completeness of the data.

        The report has counts, gaps, values that metrics ignore, copies between devices, and silent
        devices. It reads points and devices: a key with scopes also needs `fitness:read`.

        Args:
            start_date: The first day in the profile's time zone. Default: the first of the 30 days
                that end with `endDate`.
            end_date: The last day. Default: the day of the latest point.
        """
        return self._call(
            _GET_DATA_QUALITY,
            Arguments(query={"startDate": start_date, "endDate": end_date}),
            options,
        )

    def get_erasure_plan(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ErasurePlan:
        """List the data that an erasure of the account would destroy, and the data that would remain.

        Nothing is erased. The plan counts records of every area: a key with scopes needs `:read` of
        each.
        """
        return self._call(
            _GET_ERASURE_PLAN,
            Arguments(),
            options,
        )

    def get_export_plan(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ExportPlan:
        """List the content of an export of the account, and the requests that return it.

        Nothing is exported. The plan counts records of every area: a key with scopes needs `:read`
        of each.
        """
        return self._call(
            _GET_EXPORT_PLAN,
            Arguments(),
            options,
        )

    def get_mcp_metadata(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ProtectedResourceMetadata:
        """Get the metadata of `/mcp` (RFC 9728).

        A client of the Model Context Protocol learns from it that `/mcp` requires an API key, and
        which scopes a key can have.
        """
        return self._call(
            _GET_MCP_METADATA,
            Arguments(),
            options,
        )

    def get_mcp_metadata_at_root(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ProtectedResourceMetadata:
        """Get the metadata of `/mcp` at the path without `/mcp` (RFC 9728).

        Returns the same as `GET /.well-known/oauth-protected-resource/mcp`, for clients that look
        for metadata of the host only.
        """
        return self._call(
            _GET_MCP_METADATA_AT_ROOT,
            Arguments(),
            options,
        )

    def get_platform_agent_status(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.PlatformAgentStatus:
        """Get the status and the figures of an agent, in the form of the platform API.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_PLATFORM_AGENT_STATUS,
            Arguments(path={"agent_id": agent_id}),
            options,
        )

    def list_agent_deployments(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.AgentDeploymentPage:
        """List the deployments of agents to workflows, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of deployments per page. Default: 20.
        """
        return self._call(
            _LIST_AGENT_DEPLOYMENTS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_agent_deployments_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.AgentDeployment]:
        """List the deployments of agents to workflows, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of deployments per page. Default: 20.
        """
        return self._pages(
            _LIST_AGENT_DEPLOYMENTS,
            _LIST_AGENT_DEPLOYMENTS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_agents(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AgentList:
        """List the agents of the account: the seven core agents, then its custom agents."""
        return self._call(
            _LIST_AGENTS,
            Arguments(),
            options,
        )

    def list_custom_agents(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.CustomAgentList:
        """List the custom agents of the account, oldest first."""
        return self._call(
            _LIST_CUSTOM_AGENTS,
            Arguments(),
            options,
        )

    def list_platform_agents(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.PlatformAgentList:
        """List the agents of the account, as `GET /v1/agents` does, in the form of the platform API."""
        return self._call(
            _LIST_PLATFORM_AGENTS,
            Arguments(),
            options,
        )

    def search_records(
        self,
        *,
        query: str,
        limit: int | None = None,
        candidates: int | None = None,
        hops: int | None = None,
        options: CallOptions | None = None,
    ) -> m.SearchResult:
        """Search the caller's records and the product's documents by words.

        A record matches if it contains every word of the query: as a whole word, the start of a
        word, or a part of a word. If no record matches, one mistyped letter per word is tolerated.
        Withdrawn offers and offers of other accounts are not searched.

        Args:
            query: Words of a name or a description, or an id; 200 characters at most.
            limit: The maximum number of records. Default: 10.
            candidates: The maximum number of purchases to search, newest first. All other records
                are always searched. Default: 60.
            hops: The maximum number of links from a found record to a record in `linked`. Default:
                0.
        """
        return self._call(
            _SEARCH_RECORDS,
            Arguments(query={"query": query, "limit": limit, "candidates": candidates, "hops": hops}),
            options,
        )

    def send_agent_message(
        self,
        agent_id: str,
        *,
        content: m.AgentMessageContent | Json,
        type: m.AgentMessageType,
        options: CallOptions | None = None,
    ) -> m.AgentMessageResult:
        """Send a message to an agent and wait for its answer.

        The agent calls its tools with the caller's rights. It calls a tool that changes data only
        if the message is a `command` that names and confirms the tool. Otherwise the answer is
        `approval_required` and nothing changes. After the agent's `timeout` the answer is
        `partial`.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _SEND_AGENT_MESSAGE,
            Arguments(path={"agentId": agent_id}, json={"content": content, "type": type}),
            options,
        )

    def send_mcp_message(
        self,
        *,
        jsonrpc: str,
        method: str,
        id: m.McpMessageId | Json | None = UNSET,
        params: Mapping[str, Any] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.McpResponse:
        """Send a message of the Model Context Protocol (MCP) and get its answer.

        `tools/list` lists the tools that the credential may use, `tools/call` calls one with the
        credential's rights. A tool that changes something needs `confirm` in its arguments. There
        are no sessions: each message gets its own JSON response. Requests of web pages are accepted
        only if their origin is this machine or is configured.

        Args:
            jsonrpc: The version of JSON-RPC: must be `2.0`.
            method: A method of the protocol, such as `initialize`, `tools/list` or `tools/call`.
            id: A whole number or a text, which the answer repeats; absent from a notification.
            params: The parameters that the protocol defines for `method`; absent if it needs none.
        """
        return self._call(
            _SEND_MCP_MESSAGE,
            Arguments(json={"jsonrpc": jsonrpc, "method": method, "id": id, "params": params}),
            options,
        )

    def update_agent_config(
        self,
        agent_id: str,
        *,
        parameters: m.AgentParametersChange | Json,
        model: str | None = UNSET,
        share_data: bool | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AgentConfigUpdate:
        """Update the configuration of an agent for this account.

        Absent parameters keep their values.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account
            model: The language model of a core agent, by its name in the operator's configuration;
                `builtin` for none. A custom agent has the model that it was created with.
            share_data: Whether questions and decrypted values may be sent to a model on another
                machine; requires `model`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _UPDATE_AGENT_CONFIG,
            Arguments(path={"agentId": agent_id}, json={"parameters": parameters, "model": model, "shareData": share_data}),
            options,
        )


class AsyncAgentsOperations(AsyncGroup):
    """Core and custom agents: configuration, messages, chats, deployments, search, reports and plans.
    Also the Model Context Protocol, by which other programs call the same tools.
    """

    async def create_agent(
        self,
        *,
        capabilities: Sequence[str],
        name: str,
        configuration: m.CustomAgentConfigurationBody | Json = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.CreatedAgent:
        """Create a custom agent.

        The agent answers messages with the tools that its capabilities name. An account has at most
        100 custom agents.

        Args:
            capabilities: Names of tools, such as `metrics.read`, or of groups of tools: `points`,
                `metrics`, `insights`, `search`, `market`, `privacy`, `devices`, `audit`. An agent
                cannot combine tools that read private data, tools that read texts of other people,
                and tools that act outside the platform.
            name: The name, 1 to 256 printable characters.
            description: The description, at most 10 000 characters.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CREATE_AGENT,
            Arguments(json={"capabilities": capabilities, "name": name, "configuration": configuration, "description": description}),
            options,
        )

    async def delete_agent_chat(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedAgentChat:
        """Delete the chat of the account with an agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_AGENT_CHAT,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    async def delete_agent_deployment(
        self,
        deployment_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedAgentDeployment:
        """Delete a deployment of an agent to a workflow.

        The workflow is kept, but without a deployment its trigger no longer starts runs.

        Args:
            deployment_id: The id of the deployment

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_AGENT_DEPLOYMENT,
            Arguments(path={"deploymentId": deployment_id}),
            options,
        )

    async def delete_custom_agent(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedAgent:
        """Delete a custom agent with its chat and its deployments.

        Args:
            agent_id: The id of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_CUSTOM_AGENT,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    async def deploy_agent(
        self,
        *,
        agent_id: str,
        workflow_id: str,
        configuration: m.AgentDeploymentConfiguration | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.CreatedAgentDeployment:
        """Deploy an agent to a workflow.

        The parameters in the request also update the account's configuration of the agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account.
            workflow_id: The name of the workflow: 1 to 64 letters, digits, `_` or `-`. A new name
                creates the workflow; an existing one gets a node for the agent, unless it has one.
                Deploying the same agent to the same workflow again replaces the deployment.

        Raises:
            ApiError: 404 NOT_FOUND: the agent does not exist.
        """
        return await self._call(
            _DEPLOY_AGENT,
            Arguments(json={"agentId": agent_id, "workflowId": workflow_id, "configuration": configuration}),
            options,
        )

    async def deploy_platform_agent(
        self,
        *,
        agent_id: str,
        configuration: m.PlatformAgentConfiguration | Json = UNSET,
        options: CallOptions | None = None,
    ) -> m.PlatformAgentDeployment:
        """Deploy an agent to a workflow, in the form of the platform API.

        Does the same as `POST /v1/agents/deploy`. `cron` replaces the trigger, and `workflow_id`
        has a default. The parameters in the request also update the account's configuration of the
        agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account.

        Raises:
            ApiError: 404 NOT_FOUND: the agent does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _DEPLOY_PLATFORM_AGENT,
            Arguments(json={"agent_id": agent_id, "configuration": configuration}),
            options,
        )

    async def get_agent_chat(
        self,
        agent_id: str,
        *,
        limit: int | None = None,
        before: str | None = None,
        options: CallOptions | None = None,
    ) -> m.AgentChat:
        """Get the chat of the account with an agent. A chat keeps its last 500 messages.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account
            limit: The maximum number of messages, the latest of the chat. Default: 20.
            before: The id of a message. Only older messages are returned.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_AGENT_CHAT,
            Arguments(path={"agentId": agent_id}, query={"limit": limit, "before": before}),
            options,
        )

    async def get_agent_status(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.AgentStatus:
        """Get the status and the figures of an agent.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_AGENT_STATUS,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    async def get_custom_agent(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.CustomAgent:
        """Get a custom agent.

        Args:
            agent_id: The id of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_CUSTOM_AGENT,
            Arguments(path={"agentId": agent_id}),
            options,
        )

    async def get_data_quality(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DataQuality:
        """Report the completeness of the data.

        The report has counts, gaps, values that metrics ignore, copies between devices, and silent
        devices. It reads points and devices: a key with scopes also needs `fitness:read`.

        Args:
            start_date: The first day in the profile's time zone. Default: the first of the 30 days
                that end with `endDate`.
            end_date: The last day. Default: the day of the latest point.
        """
        return await self._call(
            _GET_DATA_QUALITY,
            Arguments(query={"startDate": start_date, "endDate": end_date}),
            options,
        )

    async def get_erasure_plan(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ErasurePlan:
        """List the data that an erasure of the account would destroy, and the data that would remain.

        Nothing is erased. The plan counts records of every area: a key with scopes needs `:read` of
        each.
        """
        return await self._call(
            _GET_ERASURE_PLAN,
            Arguments(),
            options,
        )

    async def get_export_plan(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ExportPlan:
        """List the content of an export of the account, and the requests that return it.

        Nothing is exported. The plan counts records of every area: a key with scopes needs `:read`
        of each.
        """
        return await self._call(
            _GET_EXPORT_PLAN,
            Arguments(),
            options,
        )

    async def get_mcp_metadata(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ProtectedResourceMetadata:
        """Get the metadata of `/mcp` (RFC 9728).

        A client of the Model Context Protocol learns from it that `/mcp` requires an API key, and
        which scopes a key can have.
        """
        return await self._call(
            _GET_MCP_METADATA,
            Arguments(),
            options,
        )

    async def get_mcp_metadata_at_root(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.ProtectedResourceMetadata:
        """Get the metadata of `/mcp` at the path without `/mcp` (RFC 9728).

        Returns the same as `GET /.well-known/oauth-protected-resource/mcp`, for clients that look
        for metadata of the host only.
        """
        return await self._call(
            _GET_MCP_METADATA_AT_ROOT,
            Arguments(),
            options,
        )

    async def get_platform_agent_status(
        self,
        agent_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.PlatformAgentStatus:
        """Get the status and the figures of an agent, in the form of the platform API.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_PLATFORM_AGENT_STATUS,
            Arguments(path={"agent_id": agent_id}),
            options,
        )

    async def list_agent_deployments(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.AgentDeploymentPage:
        """List the deployments of agents to workflows, newest first.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of deployments per page. Default: 20.
        """
        return await self._call(
            _LIST_AGENT_DEPLOYMENTS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_agent_deployments_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.AgentDeployment]:
        """List the deployments of agents to workflows, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of deployments per page. Default: 20.
        """
        return self._pages(
            _LIST_AGENT_DEPLOYMENTS,
            _LIST_AGENT_DEPLOYMENTS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def list_agents(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AgentList:
        """List the agents of the account: the seven core agents, then its custom agents."""
        return await self._call(
            _LIST_AGENTS,
            Arguments(),
            options,
        )

    async def list_custom_agents(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.CustomAgentList:
        """List the custom agents of the account, oldest first."""
        return await self._call(
            _LIST_CUSTOM_AGENTS,
            Arguments(),
            options,
        )

    async def list_platform_agents(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.PlatformAgentList:
        """List the agents of the account, as `GET /v1/agents` does, in the form of the platform API."""
        return await self._call(
            _LIST_PLATFORM_AGENTS,
            Arguments(),
            options,
        )

    async def search_records(
        self,
        *,
        query: str,
        limit: int | None = None,
        candidates: int | None = None,
        hops: int | None = None,
        options: CallOptions | None = None,
    ) -> m.SearchResult:
        """Search the caller's records and the product's documents by words.

        A record matches if it contains every word of the query: as a whole word, the start of a
        word, or a part of a word. If no record matches, one mistyped letter per word is tolerated.
        Withdrawn offers and offers of other accounts are not searched.

        Args:
            query: Words of a name or a description, or an id; 200 characters at most.
            limit: The maximum number of records. Default: 10.
            candidates: The maximum number of purchases to search, newest first. All other records
                are always searched. Default: 60.
            hops: The maximum number of links from a found record to a record in `linked`. Default:
                0.
        """
        return await self._call(
            _SEARCH_RECORDS,
            Arguments(query={"query": query, "limit": limit, "candidates": candidates, "hops": hops}),
            options,
        )

    async def send_agent_message(
        self,
        agent_id: str,
        *,
        content: m.AgentMessageContent | Json,
        type: m.AgentMessageType,
        options: CallOptions | None = None,
    ) -> m.AgentMessageResult:
        """Send a message to an agent and wait for its answer.

        The agent calls its tools with the caller's rights. It calls a tool that changes data only
        if the message is a `command` that names and confirms the tool. Otherwise the answer is
        `approval_required` and nothing changes. After the agent's `timeout` the answer is
        `partial`.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _SEND_AGENT_MESSAGE,
            Arguments(path={"agentId": agent_id}, json={"content": content, "type": type}),
            options,
        )

    async def send_mcp_message(
        self,
        *,
        jsonrpc: str,
        method: str,
        id: m.McpMessageId | Json | None = UNSET,
        params: Mapping[str, Any] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.McpResponse:
        """Send a message of the Model Context Protocol (MCP) and get its answer.

        `tools/list` lists the tools that the credential may use, `tools/call` calls one with the
        credential's rights. A tool that changes something needs `confirm` in its arguments. There
        are no sessions: each message gets its own JSON response. Requests of web pages are accepted
        only if their origin is this machine or is configured.

        Args:
            jsonrpc: The version of JSON-RPC: must be `2.0`.
            method: A method of the protocol, such as `initialize`, `tools/list` or `tools/call`.
            id: A whole number or a text, which the answer repeats; absent from a notification.
            params: The parameters that the protocol defines for `method`; absent if it needs none.
        """
        return await self._call(
            _SEND_MCP_MESSAGE,
            Arguments(json={"jsonrpc": jsonrpc, "method": method, "id": id, "params": params}),
            options,
        )

    async def update_agent_config(
        self,
        agent_id: str,
        *,
        parameters: m.AgentParametersChange | Json,
        model: str | None = UNSET,
        share_data: bool | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AgentConfigUpdate:
        """Update the configuration of an agent for this account.

        Absent parameters keep their values.

        Args:
            agent_id: The id of a core agent or of a custom agent of the account
            model: The language model of a core agent, by its name in the operator's configuration;
                `builtin` for none. A custom agent has the model that it was created with.
            share_data: Whether questions and decrypted values may be sent to a model on another
                machine; requires `model`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _UPDATE_AGENT_CONFIG,
            Arguments(path={"agentId": agent_id}, json={"parameters": parameters, "model": model, "shareData": share_data}),
            options,
        )
