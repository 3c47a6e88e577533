// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Core and custom agents: configuration, messages, chats, deployments, search, reports and plans. Also the Model
 * Context Protocol, by which other programs call the same tools.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class AgentsOperations {

    private final AgentsAsyncOperations async;

    AgentsOperations(Transport transport) {
        this.async = new AgentsAsyncOperations(transport);
    }

    /**
     * Create a custom agent.
     *
     * <p>The agent answers messages with the tools that its capabilities name. An account has at most 100 custom
     * agents.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CreatedAgent createAgent(CreateAgentRequest body, CallOptions options) {
        return Futures.await(async.createAgent(body, options));
    }

    /** Create a custom agent, with the default options. */
    public CreatedAgent createAgent(CreateAgentRequest body) {
        return createAgent(body, CallOptions.DEFAULT);
    }

    /**
     * Delete the chat of the account with an agent.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a core agent or of a custom agent of the account
     * @param options the options of this call
     * @return the answer
     */
    public DeletedAgentChat deleteAgentChat(String agentId, CallOptions options) {
        return Futures.await(async.deleteAgentChat(agentId, options));
    }

    /** Delete the chat of the account with an agent, with the default options. */
    public DeletedAgentChat deleteAgentChat(String agentId) {
        return deleteAgentChat(agentId, CallOptions.DEFAULT);
    }

    /**
     * Delete a deployment of an agent to a workflow.
     *
     * <p>The workflow is kept, but without a deployment its trigger no longer starts runs.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param deploymentId The id of the deployment
     * @param options the options of this call
     * @return the answer
     */
    public DeletedAgentDeployment deleteAgentDeployment(String deploymentId, CallOptions options) {
        return Futures.await(async.deleteAgentDeployment(deploymentId, options));
    }

    /** Delete a deployment of an agent to a workflow, with the default options. */
    public DeletedAgentDeployment deleteAgentDeployment(String deploymentId) {
        return deleteAgentDeployment(deploymentId, CallOptions.DEFAULT);
    }

    /**
     * Delete a custom agent with its chat and its deployments.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a custom agent of the account
     * @param options the options of this call
     * @return the answer
     */
    public DeletedAgent deleteCustomAgent(String agentId, CallOptions options) {
        return Futures.await(async.deleteCustomAgent(agentId, options));
    }

    /** Delete a custom agent with its chat and its deployments, with the default options. */
    public DeletedAgent deleteCustomAgent(String agentId) {
        return deleteCustomAgent(agentId, CallOptions.DEFAULT);
    }

    /**
     * Deploy an agent to a workflow.
     *
     * <p>The parameters in the request also update the account's configuration of the agent.
     *
     * <p>Refusals: 404 NOT_FOUND: the agent does not exist.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CreatedAgentDeployment deployAgent(DeployAgentRequest body, CallOptions options) {
        return Futures.await(async.deployAgent(body, options));
    }

    /** Deploy an agent to a workflow, with the default options. */
    public CreatedAgentDeployment deployAgent(DeployAgentRequest body) {
        return deployAgent(body, CallOptions.DEFAULT);
    }

    /**
     * Deploy an agent to a workflow, in the form of the platform API.
     *
     * <p>Does the same as <code>POST /v1/agents/deploy</code>. <code>cron</code> replaces the trigger, and
     * <code>workflow_id</code> has a default. The parameters in the request also update the account's configuration of
     * the agent.
     *
     * <p>Refusals: 404 NOT_FOUND: the agent does not exist; 409 CONFLICT: the current state of the resource does not
     * allow the request; <code>message</code> says why.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public PlatformAgentDeployment deployPlatformAgent(DeployPlatformAgentRequest body, CallOptions options) {
        return Futures.await(async.deployPlatformAgent(body, options));
    }

    /** Deploy an agent to a workflow, in the form of the platform API, with the default options. */
    public PlatformAgentDeployment deployPlatformAgent(DeployPlatformAgentRequest body) {
        return deployPlatformAgent(body, CallOptions.DEFAULT);
    }

    /**
     * Get the chat of the account with an agent. A chat keeps its last 500 messages.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a core agent or of a custom agent of the account
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public AgentChat getAgentChat(String agentId, GetAgentChatParams params, CallOptions options) {
        return Futures.await(async.getAgentChat(agentId, params, options));
    }

    /** Get the chat of the account with an agent. A chat keeps its last 500 messages, with the default options. */
    public AgentChat getAgentChat(String agentId, GetAgentChatParams params) {
        return getAgentChat(agentId, params, CallOptions.DEFAULT);
    }

    /** Get the chat of the account with an agent. A chat keeps its last 500 messages, with the default options. */
    public AgentChat getAgentChat(String agentId) {
        return getAgentChat(agentId, null, CallOptions.DEFAULT);
    }

    /**
     * Get the status and the figures of an agent.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a core agent or of a custom agent of the account
     * @param options the options of this call
     * @return the answer
     */
    public AgentStatus getAgentStatus(String agentId, CallOptions options) {
        return Futures.await(async.getAgentStatus(agentId, options));
    }

    /** Get the status and the figures of an agent, with the default options. */
    public AgentStatus getAgentStatus(String agentId) {
        return getAgentStatus(agentId, CallOptions.DEFAULT);
    }

    /**
     * Get a custom agent.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a custom agent of the account
     * @param options the options of this call
     * @return the answer
     */
    public CustomAgent getCustomAgent(String agentId, CallOptions options) {
        return Futures.await(async.getCustomAgent(agentId, options));
    }

    /** Get a custom agent, with the default options. */
    public CustomAgent getCustomAgent(String agentId) {
        return getCustomAgent(agentId, CallOptions.DEFAULT);
    }

    /**
     * Report the completeness of the data.
     *
     * <p>The report has counts, gaps, values that metrics ignore, copies between devices, and silent devices. It reads
     * points and devices: a key with scopes also needs <code>fitness:read</code>.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DataQuality getDataQuality(GetDataQualityParams params, CallOptions options) {
        return Futures.await(async.getDataQuality(params, options));
    }

    /** Report the completeness of the data, with the default options. */
    public DataQuality getDataQuality(GetDataQualityParams params) {
        return getDataQuality(params, CallOptions.DEFAULT);
    }

    /** Report the completeness of the data, with the default options. */
    public DataQuality getDataQuality() {
        return getDataQuality(null, CallOptions.DEFAULT);
    }

    /**
     * List the data that an erasure of the account would destroy, and the data that would remain.
     *
     * <p>Nothing is erased. The plan counts records of every area: a key with scopes needs <code>:read</code> of each.
     *
     * @param options the options of this call
     * @return the answer
     */
    public ErasurePlan getErasurePlan(CallOptions options) {
        return Futures.await(async.getErasurePlan(options));
    }

    /**
     * List the data that an erasure of the account would destroy, and the data that would remain, with the default
     * options.
     */
    public ErasurePlan getErasurePlan() {
        return getErasurePlan(CallOptions.DEFAULT);
    }

    /**
     * List the content of an export of the account, and the requests that return it.
     *
     * <p>Nothing is exported. The plan counts records of every area: a key with scopes needs <code>:read</code> of
     * each.
     *
     * @param options the options of this call
     * @return the answer
     */
    public ExportPlan getExportPlan(CallOptions options) {
        return Futures.await(async.getExportPlan(options));
    }

    /** List the content of an export of the account, and the requests that return it, with the default options. */
    public ExportPlan getExportPlan() {
        return getExportPlan(CallOptions.DEFAULT);
    }

    /**
     * Get the metadata of <code>/mcp</code> (RFC 9728).
     *
     * <p>A client of the Model Context Protocol learns from it that <code>/mcp</code> requires an API key, and which
     * scopes a key can have.
     *
     * @param options the options of this call
     * @return the answer
     */
    public ProtectedResourceMetadata getMcpMetadata(CallOptions options) {
        return Futures.await(async.getMcpMetadata(options));
    }

    /** Get the metadata of <code>/mcp</code> (RFC 9728), with the default options. */
    public ProtectedResourceMetadata getMcpMetadata() {
        return getMcpMetadata(CallOptions.DEFAULT);
    }

    /**
     * Get the metadata of <code>/mcp</code> at the path without <code>/mcp</code> (RFC 9728).
     *
     * <p>Returns the same as <code>GET /.well-known/oauth-protected-resource/mcp</code>, for clients that look for
     * metadata of the host only.
     *
     * @param options the options of this call
     * @return the answer
     */
    public ProtectedResourceMetadata getMcpMetadataAtRoot(CallOptions options) {
        return Futures.await(async.getMcpMetadataAtRoot(options));
    }

    /**
     * Get the metadata of <code>/mcp</code> at the path without <code>/mcp</code> (RFC 9728), with the default
     * options.
     */
    public ProtectedResourceMetadata getMcpMetadataAtRoot() {
        return getMcpMetadataAtRoot(CallOptions.DEFAULT);
    }

    /**
     * Get the status and the figures of an agent, in the form of the platform API.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a core agent or of a custom agent of the account
     * @param options the options of this call
     * @return the answer
     */
    public PlatformAgentStatus getPlatformAgentStatus(String agentId, CallOptions options) {
        return Futures.await(async.getPlatformAgentStatus(agentId, options));
    }

    /** Get the status and the figures of an agent, in the form of the platform API, with the default options. */
    public PlatformAgentStatus getPlatformAgentStatus(String agentId) {
        return getPlatformAgentStatus(agentId, CallOptions.DEFAULT);
    }

    /**
     * List the deployments of agents to workflows, newest first.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public AgentDeploymentPage listAgentDeployments(ListAgentDeploymentsParams params, CallOptions options) {
        return Futures.await(async.listAgentDeployments(params, options));
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public AgentDeploymentPage listAgentDeployments(ListAgentDeploymentsParams params) {
        return listAgentDeployments(params, CallOptions.DEFAULT);
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public AgentDeploymentPage listAgentDeployments() {
        return listAgentDeployments(null, CallOptions.DEFAULT);
    }

    /**
     * List the deployments of agents to workflows, newest first.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<AgentDeployment> listAgentDeploymentsAll(ListAgentDeploymentsParams params, CallOptions options) {
        return new Pages<>(async.listAgentDeploymentsAll(params, options));
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public Pages<AgentDeployment> listAgentDeploymentsAll(ListAgentDeploymentsParams params) {
        return listAgentDeploymentsAll(params, CallOptions.DEFAULT);
    }

    /** List the deployments of agents to workflows, newest first, with the default options. */
    public Pages<AgentDeployment> listAgentDeploymentsAll() {
        return listAgentDeploymentsAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the agents of the account: the seven core agents, then its custom agents.
     *
     * @param options the options of this call
     * @return the answer
     */
    public AgentList listAgents(CallOptions options) {
        return Futures.await(async.listAgents(options));
    }

    /** List the agents of the account: the seven core agents, then its custom agents, with the default options. */
    public AgentList listAgents() {
        return listAgents(CallOptions.DEFAULT);
    }

    /**
     * List the custom agents of the account, oldest first.
     *
     * @param options the options of this call
     * @return the answer
     */
    public CustomAgentList listCustomAgents(CallOptions options) {
        return Futures.await(async.listCustomAgents(options));
    }

    /** List the custom agents of the account, oldest first, with the default options. */
    public CustomAgentList listCustomAgents() {
        return listCustomAgents(CallOptions.DEFAULT);
    }

    /**
     * List the agents of the account, as <code>GET /v1/agents</code> does, in the form of the platform API.
     *
     * @param options the options of this call
     * @return the answer
     */
    public PlatformAgentList listPlatformAgents(CallOptions options) {
        return Futures.await(async.listPlatformAgents(options));
    }

    /**
     * List the agents of the account, as <code>GET /v1/agents</code> does, in the form of the platform API, with the
     * default options.
     */
    public PlatformAgentList listPlatformAgents() {
        return listPlatformAgents(CallOptions.DEFAULT);
    }

    /**
     * Search the caller's records and the product's documents by words.
     *
     * <p>A record matches if it contains every word of the query: as a whole word, the start of a word, or a part of a
     * word. If no record matches, one mistyped letter per word is tolerated. Withdrawn offers and offers of other
     * accounts are not searched.
     *
     * @param params the parameters of the query
     * @param options the options of this call
     * @return the answer
     */
    public SearchResult searchRecords(SearchRecordsParams params, CallOptions options) {
        return Futures.await(async.searchRecords(params, options));
    }

    /** Search the caller's records and the product's documents by words, with the default options. */
    public SearchResult searchRecords(SearchRecordsParams params) {
        return searchRecords(params, CallOptions.DEFAULT);
    }

    /**
     * Send a message to an agent and wait for its answer.
     *
     * <p>The agent calls its tools with the caller's rights. It calls a tool that changes data only if the message is
     * a <code>command</code> that names and confirms the tool. Otherwise the answer is <code>approval_required</code>
     * and nothing changes. After the agent's <code>timeout</code> the answer is <code>partial</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a core agent or of a custom agent of the account
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AgentMessageResult sendAgentMessage(String agentId, AgentMessageRequest body, CallOptions options) {
        return Futures.await(async.sendAgentMessage(agentId, body, options));
    }

    /** Send a message to an agent and wait for its answer, with the default options. */
    public AgentMessageResult sendAgentMessage(String agentId, AgentMessageRequest body) {
        return sendAgentMessage(agentId, body, CallOptions.DEFAULT);
    }

    /**
     * Send a message of the Model Context Protocol (MCP) and get its answer.
     *
     * <p><code>tools/list</code> lists the tools that the credential may use, <code>tools/call</code> calls one with
     * the credential's rights. A tool that changes something needs <code>confirm</code> in its arguments. There are no
     * sessions: each message gets its own JSON response. Requests of web pages are accepted only if their origin is
     * this machine or is configured.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public McpResponse sendMcpMessage(McpMessage body, CallOptions options) {
        return Futures.await(async.sendMcpMessage(body, options));
    }

    /** Send a message of the Model Context Protocol (MCP) and get its answer, with the default options. */
    public McpResponse sendMcpMessage(McpMessage body) {
        return sendMcpMessage(body, CallOptions.DEFAULT);
    }

    /**
     * Update the configuration of an agent for this account.
     *
     * <p>Absent parameters keep their values.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param agentId The id of a core agent or of a custom agent of the account
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AgentConfigUpdate updateAgentConfig(String agentId, UpdateAgentConfigRequest body, CallOptions options) {
        return Futures.await(async.updateAgentConfig(agentId, body, options));
    }

    /** Update the configuration of an agent for this account, with the default options. */
    public AgentConfigUpdate updateAgentConfig(String agentId, UpdateAgentConfigRequest body) {
        return updateAgentConfig(agentId, body, CallOptions.DEFAULT);
    }
}
