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
 * Core and custom agents: configuration, messages, chats, deployments, search, reports and plans. Also the Model
 * Context Protocol, by which other programs call the same tools.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class AgentsAsyncOperations {

    private static final Operation<CreatedAgent> CREATE_AGENT =
            new Operation<CreatedAgent>("POST", "/v1/uadm/agents", CreatedAgent.class).withIdempotencyKey();

    private static final Operation<DeletedAgentChat> DELETE_AGENT_CHAT =
            new Operation<DeletedAgentChat>("DELETE", "/v1/agents/{agentId}/chat", DeletedAgentChat.class);

    private static final Operation<DeletedAgentDeployment> DELETE_AGENT_DEPLOYMENT =
            new Operation<DeletedAgentDeployment>("DELETE", "/v1/agents/deployments/{deploymentId}", DeletedAgentDeployment.class);

    private static final Operation<DeletedAgent> DELETE_CUSTOM_AGENT =
            new Operation<DeletedAgent>("DELETE", "/v1/uadm/agents/{agentId}", DeletedAgent.class);

    private static final Operation<CreatedAgentDeployment> DEPLOY_AGENT =
            new Operation<CreatedAgentDeployment>("POST", "/v1/agents/deploy", CreatedAgentDeployment.class).withIdempotencyKey();

    private static final Operation<PlatformAgentDeployment> DEPLOY_PLATFORM_AGENT =
            new Operation<PlatformAgentDeployment>("POST", "/api/agents/deploy", PlatformAgentDeployment.class).withIdempotencyKey();

    private static final Operation<AgentChat> GET_AGENT_CHAT =
            new Operation<AgentChat>("GET", "/v1/agents/{agentId}/chat", AgentChat.class);

    private static final Operation<AgentStatus> GET_AGENT_STATUS =
            new Operation<AgentStatus>("GET", "/v1/agents/{agentId}/status", AgentStatus.class);

    private static final Operation<CustomAgent> GET_CUSTOM_AGENT =
            new Operation<CustomAgent>("GET", "/v1/uadm/agents/{agentId}", CustomAgent.class);

    private static final Operation<DataQuality> GET_DATA_QUALITY =
            new Operation<DataQuality>("GET", "/v1/agents/data-quality", DataQuality.class);

    private static final Operation<ErasurePlan> GET_ERASURE_PLAN =
            new Operation<ErasurePlan>("GET", "/v1/agents/erasure-plan", ErasurePlan.class);

    private static final Operation<ExportPlan> GET_EXPORT_PLAN =
            new Operation<ExportPlan>("GET", "/v1/agents/export-plan", ExportPlan.class);

    private static final Operation<ProtectedResourceMetadata> GET_MCP_METADATA =
            new Operation<ProtectedResourceMetadata>("GET", "/.well-known/oauth-protected-resource/mcp", ProtectedResourceMetadata.class).withoutCredential();

    private static final Operation<ProtectedResourceMetadata> GET_MCP_METADATA_AT_ROOT =
            new Operation<ProtectedResourceMetadata>("GET", "/.well-known/oauth-protected-resource", ProtectedResourceMetadata.class).withoutCredential();

    private static final Operation<PlatformAgentStatus> GET_PLATFORM_AGENT_STATUS =
            new Operation<PlatformAgentStatus>("GET", "/api/agents/{agent_id}/status", PlatformAgentStatus.class);

    private static final Operation<AgentDeploymentPage> LIST_AGENT_DEPLOYMENTS =
            new Operation<AgentDeploymentPage>("GET", "/v1/agents/deployments", AgentDeploymentPage.class);
    private static final Paging<AgentDeploymentPage, AgentDeployment> LIST_AGENT_DEPLOYMENTS_PAGES =
            Paging.byNumber(AgentDeploymentPage::deployments, AgentDeploymentPage::page, AgentDeploymentPage::limit, AgentDeploymentPage::total);

    private static final Operation<AgentList> LIST_AGENTS =
            new Operation<AgentList>("GET", "/v1/agents", AgentList.class);

    private static final Operation<CustomAgentList> LIST_CUSTOM_AGENTS =
            new Operation<CustomAgentList>("GET", "/v1/uadm/agents", CustomAgentList.class);

    private static final Operation<PlatformAgentList> LIST_PLATFORM_AGENTS =
            new Operation<PlatformAgentList>("GET", "/api/agents", PlatformAgentList.class);

    private static final Operation<SearchResult> SEARCH_RECORDS =
            new Operation<SearchResult>("GET", "/v1/agents/search", SearchResult.class);

    private static final Operation<AgentMessageResult> SEND_AGENT_MESSAGE =
            new Operation<AgentMessageResult>("POST", "/v1/agents/{agentId}/message", AgentMessageResult.class).withIdempotencyKey();

    private static final Operation<McpResponse> SEND_MCP_MESSAGE =
            new Operation<McpResponse>("POST", "/mcp", McpResponse.class);

    private static final Operation<AgentConfigUpdate> UPDATE_AGENT_CONFIG =
            new Operation<AgentConfigUpdate>("PATCH", "/v1/agents/{agentId}/config", AgentConfigUpdate.class);

    private final Transport transport;

    AgentsAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Create a custom agent.
     *
     * @return the answer
     * @see AgentsOperations#createAgent(CreateAgentRequest, CallOptions)
     */
    public CompletableFuture<CreatedAgent> createAgent(CreateAgentRequest body, CallOptions options) {
        return transport.call(CREATE_AGENT, new Arguments().json(body), options);
    }

    /** Create a custom agent, with the default options. */
    public CompletableFuture<CreatedAgent> createAgent(CreateAgentRequest body) {
        return createAgent(body, CallOptions.DEFAULT);
    }

    /**
     * Delete the chat of the account with an agent.
     *
     * @return the answer
     * @see AgentsOperations#deleteAgentChat(String, CallOptions)
     */
    public CompletableFuture<DeletedAgentChat> deleteAgentChat(String agentId, CallOptions options) {
        return transport.call(DELETE_AGENT_CHAT, new Arguments().path("agentId", agentId), options);
    }

    /** Delete the chat of the account with an agent, with the default options. */
    public CompletableFuture<DeletedAgentChat> deleteAgentChat(String agentId) {
        return deleteAgentChat(agentId, CallOptions.DEFAULT);
    }

    /**
     * Delete a deployment of an agent to a workflow.
     *
     * @return the answer
     * @see AgentsOperations#deleteAgentDeployment(String, CallOptions)
     */
    public CompletableFuture<DeletedAgentDeployment> deleteAgentDeployment(String deploymentId, CallOptions options) {
        return transport.call(DELETE_AGENT_DEPLOYMENT, new Arguments().path("deploymentId", deploymentId), options);
    }

    /** Delete a deployment of an agent to a workflow, with the default options. */
    public CompletableFuture<DeletedAgentDeployment> deleteAgentDeployment(String deploymentId) {
        return deleteAgentDeployment(deploymentId, CallOptions.DEFAULT);
    }

    /**
     * Delete a custom agent with its chat and its deployments.
     *
     * @return the answer
     * @see AgentsOperations#deleteCustomAgent(String, CallOptions)
     */
    public CompletableFuture<DeletedAgent> deleteCustomAgent(String agentId, CallOptions options) {
        return transport.call(DELETE_CUSTOM_AGENT, new Arguments().path("agentId", agentId), options);
    }

    /** Delete a custom agent with its chat and its deployments, with the default options. */
    public CompletableFuture<DeletedAgent> deleteCustomAgent(String agentId) {
        return deleteCustomAgent(agentId, CallOptions.DEFAULT);
    }

    /**
     * Deploy an agent to a workflow.
     *
     * @return the answer
     * @see AgentsOperations#deployAgent(DeployAgentRequest, CallOptions)
     */
    public CompletableFuture<CreatedAgentDeployment> deployAgent(DeployAgentRequest body, CallOptions options) {
        return transport.call(DEPLOY_AGENT, new Arguments().json(body), options);
    }

    /** Deploy an agent to a workflow, with the default options. */
    public CompletableFuture<CreatedAgentDeployment> deployAgent(DeployAgentRequest body) {
        return deployAgent(body, CallOptions.DEFAULT);
    }

    /**
     * Deploy an agent to a workflow, in the form of the platform API.
     *
     * @return the answer
     * @see AgentsOperations#deployPlatformAgent(DeployPlatformAgentRequest, CallOptions)
     */
    public CompletableFuture<PlatformAgentDeployment> deployPlatformAgent(DeployPlatformAgentRequest body, CallOptions options) {
        return transport.call(DEPLOY_PLATFORM_AGENT, new Arguments().json(body), options);
    }

    /** Deploy an agent to a workflow, in the form of the platform API, with the default options. */
    public CompletableFuture<PlatformAgentDeployment> deployPlatformAgent(DeployPlatformAgentRequest body) {
        return deployPlatformAgent(body, CallOptions.DEFAULT);
    }

    /**
     * Get the chat of the account with an agent. A chat keeps its last 500 messages.
     *
     * @return the answer
     * @see AgentsOperations#getAgentChat(String, GetAgentChatParams, CallOptions)
     */
    public CompletableFuture<AgentChat> getAgentChat(String agentId, GetAgentChatParams params, CallOptions options) {
        return transport.call(GET_AGENT_CHAT, new Arguments().path("agentId", agentId).query(params), options);
    }

    /** Get the chat of the account with an agent. A chat keeps its last 500 messages, with the default options. */
    public CompletableFuture<AgentChat> getAgentChat(String agentId, GetAgentChatParams params) {
        return getAgentChat(agentId, params, CallOptions.DEFAULT);
    }

    /** Get the chat of the account with an agent. A chat keeps its last 500 messages, with the default options. */
    public CompletableFuture<AgentChat> getAgentChat(String agentId) {
        return getAgentChat(agentId, null, CallOptions.DEFAULT);
    }

    /**
     * Get the status and the figures of an agent.
     *
     * @return the answer
     * @see AgentsOperations#getAgentStatus(String, CallOptions)
     */
    public CompletableFuture<AgentStatus> getAgentStatus(String agentId, CallOptions options) {
        return transport.call(GET_AGENT_STATUS, new Arguments().path("agentId", agentId), options);
    }

    /** Get the status and the figures of an agent, with the default options. */
    public CompletableFuture<AgentStatus> getAgentStatus(String agentId) {
        return getAgentStatus(agentId, CallOptions.DEFAULT);
    }

    /**
     * Get a custom agent.
     *
     * @return the answer
     * @see AgentsOperations#getCustomAgent(String, CallOptions)
     */
    public CompletableFuture<CustomAgent> getCustomAgent(String agentId, CallOptions options) {
        return transport.call(GET_CUSTOM_AGENT, new Arguments().path("agentId", agentId), options);
    }

    /** Get a custom agent, with the default options. */
    public CompletableFuture<CustomAgent> getCustomAgent(String agentId) {
        return getCustomAgent(agentId, CallOptions.DEFAULT);
    }

    /**
     * Report the completeness of the data.
     *
     * @return the answer
     * @see AgentsOperations#getDataQuality(GetDataQualityParams, CallOptions)
     */
    public CompletableFuture<DataQuality> getDataQuality(GetDataQualityParams params, CallOptions options) {
        return transport.call(GET_DATA_QUALITY, new Arguments().query(params), options);
    }

    /** Report the completeness of the data, with the default options. */
    public CompletableFuture<DataQuality> getDataQuality(GetDataQualityParams params) {
        return getDataQuality(params, CallOptions.DEFAULT);
    }

    /** Report the completeness of the data, with the default options. */
    public CompletableFuture<DataQuality> getDataQuality() {
        return getDataQuality(null, CallOptions.DEFAULT);
    }

    /**
     * List the data that an erasure of the account would destroy, and the data that would remain.
     *
     * @return the answer
     * @see AgentsOperations#getErasurePlan(CallOptions)
     */
    public CompletableFuture<ErasurePlan> getErasurePlan(CallOptions options) {
        return transport.call(GET_ERASURE_PLAN, new Arguments(), options);
    }

    /**
     * List the data that an erasure of the account would destroy, and the data that would remain, with the default
     * options.
     */
    public CompletableFuture<ErasurePlan> getErasurePlan() {
        return getErasurePlan(CallOptions.DEFAULT);
    }

    /**
     * List the content of an export of the account, and the requests that return it.
     *
     * @return the answer
     * @see AgentsOperations#getExportPlan(CallOptions)
     */
    public CompletableFuture<ExportPlan> getExportPlan(CallOptions options) {
        return transport.call(GET_EXPORT_PLAN, new Arguments(), options);
    }

    /** List the content of an export of the account, and the requests that return it, with the default options. */
    public CompletableFuture<ExportPlan> getExportPlan() {
        return getExportPlan(CallOptions.DEFAULT);
    }

    /**
     * Get the metadata of <code>/mcp</code> (RFC 9728).
     *
     * @return the answer
     * @see AgentsOperations#getMcpMetadata(CallOptions)
     */
    public CompletableFuture<ProtectedResourceMetadata> getMcpMetadata(CallOptions options) {
        return transport.call(GET_MCP_METADATA, new Arguments(), options);
    }

    /** Get the metadata of <code>/mcp</code> (RFC 9728), with the default options. */
    public CompletableFuture<ProtectedResourceMetadata> getMcpMetadata() {
        return getMcpMetadata(CallOptions.DEFAULT);
    }

    /**
     * Get the metadata of <code>/mcp</code> at the path without <code>/mcp</code> (RFC 9728).
     *
     * @return the answer
     * @see AgentsOperations#getMcpMetadataAtRoot(CallOptions)
     */
    public CompletableFuture<ProtectedResourceMetadata> getMcpMetadataAtRoot(CallOptions options) {
        return transport.call(GET_MCP_METADATA_AT_ROOT, new Arguments(), options);
    }

    /**
     * Get the metadata of <code>/mcp</code> at the path without <code>/mcp</code> (RFC 9728), with the default
     * options.
     */
    public CompletableFuture<ProtectedResourceMetadata> getMcpMetadataAtRoot() {
        return getMcpMetadataAtRoot(CallOptions.DEFAULT);
    }

    /**
     * Get the status and the figures of an agent, in the form of the platform API.
     *
     * @return the answer
     * @see AgentsOperations#getPlatformAgentStatus(String, CallOptions)
     */
    public CompletableFuture<PlatformAgentStatus> getPlatformAgentStatus(String agentId, CallOptions options) {
        return transport.call(GET_PLATFORM_AGENT_STATUS, new Arguments().path("agent_id", agentId), options);
    }

    /** Get the status and the figures of an agent, in the form of the platform API, with the default options. */
    public CompletableFuture<PlatformAgentStatus> getPlatformAgentStatus(String agentId) {
        return getPlatformAgentStatus(agentId, CallOptions.DEFAULT);
    }

    /**
     * List the deployments of agents to workflows, newest first.
     *
     * @return the answer
     * @see AgentsOperations#listAgentDeployments(ListAgentDeploymentsParams, CallOptions)
     */
    public CompletableFuture<AgentDeploymentPage> listAgentDeployments(ListAgentDeploymentsParams params, CallOptions options) {
        return transport.call(LIST_AGENT_DEPLOYMENTS, new Arguments().query(params), options);
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public CompletableFuture<AgentDeploymentPage> listAgentDeployments(ListAgentDeploymentsParams params) {
        return listAgentDeployments(params, CallOptions.DEFAULT);
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public CompletableFuture<AgentDeploymentPage> listAgentDeployments() {
        return listAgentDeployments(null, CallOptions.DEFAULT);
    }

    /**
     * List the deployments of agents to workflows, newest first.
     *
     * @return the entries of all pages
     * @see AgentsOperations#listAgentDeploymentsAll(ListAgentDeploymentsParams, CallOptions)
     */
    public AsyncPages<AgentDeployment> listAgentDeploymentsAll(ListAgentDeploymentsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_AGENT_DEPLOYMENTS, LIST_AGENT_DEPLOYMENTS_PAGES, new Arguments().query(params), options);
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public AsyncPages<AgentDeployment> listAgentDeploymentsAll(ListAgentDeploymentsParams params) {
        return listAgentDeploymentsAll(params, CallOptions.DEFAULT);
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public AsyncPages<AgentDeployment> listAgentDeploymentsAll() {
        return listAgentDeploymentsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the agents of the account: the seven core agents, then its custom agents.
     *
     * @return the answer
     * @see AgentsOperations#listAgents(CallOptions)
     */
    public CompletableFuture<AgentList> listAgents(CallOptions options) {
        return transport.call(LIST_AGENTS, new Arguments(), options);
    }

    /** List the agents of the account: the seven core agents, then its custom agents, with the default options. */
    public CompletableFuture<AgentList> listAgents() {
        return listAgents(CallOptions.DEFAULT);
    }

    /**
     * List the custom agents of the account, oldest first.
     *
     * @return the answer
     * @see AgentsOperations#listCustomAgents(CallOptions)
     */
    public CompletableFuture<CustomAgentList> listCustomAgents(CallOptions options) {
        return transport.call(LIST_CUSTOM_AGENTS, new Arguments(), options);
    }

    /** List the custom agents of the account, oldest first, with the default options. */
    public CompletableFuture<CustomAgentList> listCustomAgents() {
        return listCustomAgents(CallOptions.DEFAULT);
    }

    /**
     * List the agents of the account, as <code>GET /v1/agents</code> does, in the form of the platform API.
     *
     * @return the answer
     * @see AgentsOperations#listPlatformAgents(CallOptions)
     */
    public CompletableFuture<PlatformAgentList> listPlatformAgents(CallOptions options) {
        return transport.call(LIST_PLATFORM_AGENTS, new Arguments(), options);
    }

    /**
     * List the agents of the account, as <code>GET /v1/agents</code> does, in the form of the platform API, with the
     * default options.
     */
    public CompletableFuture<PlatformAgentList> listPlatformAgents() {
        return listPlatformAgents(CallOptions.DEFAULT);
    }

    /**
     * Search the caller's records and the product's documents by words.
     *
     * @return the answer
     * @see AgentsOperations#searchRecords(SearchRecordsParams, CallOptions)
     */
    public CompletableFuture<SearchResult> searchRecords(SearchRecordsParams params, CallOptions options) {
        return transport.call(SEARCH_RECORDS, new Arguments().query(params), options);
    }

    /** Search the caller's records and the product's documents by words, with the default options. */
    public CompletableFuture<SearchResult> searchRecords(SearchRecordsParams params) {
        return searchRecords(params, CallOptions.DEFAULT);
    }

    /**
     * Send a message to an agent and wait for its answer.
     *
     * @return the answer
     * @see AgentsOperations#sendAgentMessage(String, AgentMessageRequest, CallOptions)
     */
    public CompletableFuture<AgentMessageResult> sendAgentMessage(String agentId, AgentMessageRequest body, CallOptions options) {
        return transport.call(SEND_AGENT_MESSAGE, new Arguments().path("agentId", agentId).json(body), options);
    }

    /** Send a message to an agent and wait for its answer, with the default options. */
    public CompletableFuture<AgentMessageResult> sendAgentMessage(String agentId, AgentMessageRequest body) {
        return sendAgentMessage(agentId, body, CallOptions.DEFAULT);
    }

    /**
     * Send a message of the Model Context Protocol (MCP) and get its answer.
     *
     * @return the answer
     * @see AgentsOperations#sendMcpMessage(McpMessage, CallOptions)
     */
    public CompletableFuture<McpResponse> sendMcpMessage(McpMessage body, CallOptions options) {
        return transport.call(SEND_MCP_MESSAGE, new Arguments().json(body), options);
    }

    /** Send a message of the Model Context Protocol (MCP) and get its answer, with the default options. */
    public CompletableFuture<McpResponse> sendMcpMessage(McpMessage body) {
        return sendMcpMessage(body, CallOptions.DEFAULT);
    }

    /**
     * Update the configuration of an agent for this account.
     *
     * @return the answer
     * @see AgentsOperations#updateAgentConfig(String, UpdateAgentConfigRequest, CallOptions)
     */
    public CompletableFuture<AgentConfigUpdate> updateAgentConfig(String agentId, UpdateAgentConfigRequest body, CallOptions options) {
        return transport.call(UPDATE_AGENT_CONFIG, new Arguments().path("agentId", agentId).json(body), options);
    }

    /** Update the configuration of an agent for this account, with the default options. */
    public CompletableFuture<AgentConfigUpdate> updateAgentConfig(String agentId, UpdateAgentConfigRequest body) {
        return updateAgentConfig(agentId, body, CallOptions.DEFAULT);
    }
}
