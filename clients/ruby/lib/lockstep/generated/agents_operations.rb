# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Core and custom agents: configuration, messages, chats, deployments, search, reports and plans.
  # Also the Model Context Protocol, by which other programs call the same tools.
  class AgentsOperations < Group
    CREATE_AGENT = Operation.new(
      "POST",
      "/v1/uadm/agents",
      :CreatedAgent,
      kinds: { "capabilities" => [:text], "configuration" => :CustomAgentConfigurationBody, "description" => :text, "name" => :text },
      takes_idempotency_key: true
    )
    DELETE_AGENT_CHAT = Operation.new(
      "DELETE",
      "/v1/agents/{agentId}/chat",
      :DeletedAgentChat,
      kinds: { "agentId" => :text }
    )
    DELETE_AGENT_DEPLOYMENT = Operation.new(
      "DELETE",
      "/v1/agents/deployments/{deploymentId}",
      :DeletedAgentDeployment,
      kinds: { "deploymentId" => :text }
    )
    DELETE_CUSTOM_AGENT = Operation.new(
      "DELETE",
      "/v1/uadm/agents/{agentId}",
      :DeletedAgent,
      kinds: { "agentId" => :text }
    )
    DEPLOY_AGENT = Operation.new(
      "POST",
      "/v1/agents/deploy",
      :CreatedAgentDeployment,
      kinds: { "agentId" => :text, "configuration" => :AgentDeploymentConfiguration, "workflowId" => :text },
      takes_idempotency_key: true
    )
    DEPLOY_PLATFORM_AGENT = Operation.new(
      "POST",
      "/api/agents/deploy",
      :PlatformAgentDeployment,
      kinds: { "agent_id" => :text, "configuration" => :PlatformAgentConfiguration },
      takes_idempotency_key: true
    )
    GET_AGENT_CHAT = Operation.new(
      "GET",
      "/v1/agents/{agentId}/chat",
      :AgentChat,
      kinds: { "agentId" => :text, "before" => :text, "limit" => :integer }
    )
    GET_AGENT_STATUS = Operation.new(
      "GET",
      "/v1/agents/{agentId}/status",
      :AgentStatus,
      kinds: { "agentId" => :text }
    )
    GET_CUSTOM_AGENT = Operation.new(
      "GET",
      "/v1/uadm/agents/{agentId}",
      :CustomAgent,
      kinds: { "agentId" => :text }
    )
    GET_DATA_QUALITY = Operation.new(
      "GET",
      "/v1/agents/data-quality",
      :DataQuality,
      kinds: { "endDate" => :text, "startDate" => :text }
    )
    GET_ERASURE_PLAN = Operation.new("GET", "/v1/agents/erasure-plan", :ErasurePlan)
    GET_EXPORT_PLAN = Operation.new("GET", "/v1/agents/export-plan", :ExportPlan)
    GET_MCP_METADATA = Operation.new("GET", "/.well-known/oauth-protected-resource/mcp", :ProtectedResourceMetadata, open: true)
    GET_MCP_METADATA_AT_ROOT = Operation.new("GET", "/.well-known/oauth-protected-resource", :ProtectedResourceMetadata, open: true)
    GET_PLATFORM_AGENT_STATUS = Operation.new(
      "GET",
      "/api/agents/{agent_id}/status",
      :PlatformAgentStatus,
      kinds: { "agent_id" => :text }
    )
    LIST_AGENT_DEPLOYMENTS = Operation.new(
      "GET",
      "/v1/agents/deployments",
      :AgentDeploymentPage,
      kinds: { "limit" => :integer, "page" => :integer }
    )
    LIST_AGENT_DEPLOYMENTS_PAGES = Paging.new("deployments", :AgentDeployment, nil)
    LIST_AGENTS = Operation.new("GET", "/v1/agents", :AgentList)
    LIST_CUSTOM_AGENTS = Operation.new("GET", "/v1/uadm/agents", :CustomAgentList)
    LIST_PLATFORM_AGENTS = Operation.new("GET", "/api/agents", :PlatformAgentList)
    SEARCH_RECORDS = Operation.new(
      "GET",
      "/v1/agents/search",
      :SearchResult,
      kinds: { "candidates" => :integer, "hops" => :integer, "limit" => :integer, "query" => :text }
    )
    SEND_AGENT_MESSAGE = Operation.new(
      "POST",
      "/v1/agents/{agentId}/message",
      :AgentMessageResult,
      kinds: { "agentId" => :text, "content" => :AgentMessageContent, "type" => :text },
      takes_idempotency_key: true
    )
    SEND_MCP_MESSAGE = Operation.new(
      "POST",
      "/mcp",
      :McpResponse,
      kinds: { "jsonrpc" => :text, "method" => :text, "params" => { of: nil } }
    )
    UPDATE_AGENT_CONFIG = Operation.new(
      "PATCH",
      "/v1/agents/{agentId}/config",
      :AgentConfigUpdate,
      kinds: { "agentId" => :text, "model" => :text, "parameters" => :AgentParametersChange, "shareData" => :boolean }
    )
    private_constant(
      :CREATE_AGENT,
      :DELETE_AGENT_CHAT,
      :DELETE_AGENT_DEPLOYMENT,
      :DELETE_CUSTOM_AGENT,
      :DEPLOY_AGENT,
      :DEPLOY_PLATFORM_AGENT,
      :GET_AGENT_CHAT,
      :GET_AGENT_STATUS,
      :GET_CUSTOM_AGENT,
      :GET_DATA_QUALITY,
      :GET_ERASURE_PLAN,
      :GET_EXPORT_PLAN,
      :GET_MCP_METADATA,
      :GET_MCP_METADATA_AT_ROOT,
      :GET_PLATFORM_AGENT_STATUS,
      :LIST_AGENT_DEPLOYMENTS,
      :LIST_AGENT_DEPLOYMENTS_PAGES,
      :LIST_AGENTS,
      :LIST_CUSTOM_AGENTS,
      :LIST_PLATFORM_AGENTS,
      :SEARCH_RECORDS,
      :SEND_AGENT_MESSAGE,
      :SEND_MCP_MESSAGE,
      :UPDATE_AGENT_CONFIG
    )

    # Create a custom agent.
    #
    # The agent answers messages with the tools that its capabilities name. An account has at most
    # 100 custom agents.
    #
    # @param capabilities [Array<String>] Names of tools, such as `metrics.read`, or of groups of
    #   tools: `points`, `metrics`, `insights`, `search`, `market`, `privacy`, `devices`, `audit`.
    #   An agent cannot combine tools that read private data, tools that read texts of other people,
    #   and tools that act outside the platform.
    # @param name [String] The name, 1 to 256 printable characters.
    # @param configuration [Models::CustomAgentConfigurationBody, Hash]
    # @param description [String, nil] The description, at most 10 000 characters.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CreatedAgent]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def create_agent(capabilities:, name:, configuration: UNSET, description: UNSET, options: nil)
      request(
        CREATE_AGENT,
        {
          json: {
            "capabilities" => capabilities,
            "name" => name,
            "configuration" => configuration,
            "description" => description
          }
        },
        options
      )
    end

    # Delete the chat of the account with an agent.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedAgentChat]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_agent_chat(agent_id, options: nil)
      request(DELETE_AGENT_CHAT, { path: { "agentId" => agent_id } }, options)
    end

    # Delete a deployment of an agent to a workflow.
    #
    # The workflow is kept, but without a deployment its trigger no longer starts runs.
    #
    # @param deployment_id [String] The id of the deployment
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedAgentDeployment]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_agent_deployment(deployment_id, options: nil)
      request(DELETE_AGENT_DEPLOYMENT, { path: { "deploymentId" => deployment_id } }, options)
    end

    # Delete a custom agent with its chat and its deployments.
    #
    # @param agent_id [String] The id of a custom agent of the account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedAgent]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def delete_custom_agent(agent_id, options: nil)
      request(DELETE_CUSTOM_AGENT, { path: { "agentId" => agent_id } }, options)
    end

    # Deploy an agent to a workflow.
    #
    # The parameters in the request also update the account's configuration of the agent.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account.
    # @param workflow_id [String] The name of the workflow: 1 to 64 letters, digits, `_` or `-`. A
    #   new name creates the workflow; an existing one gets a node for the agent, unless it has one.
    #   Deploying the same agent to the same workflow again replaces the deployment.
    # @param configuration [Models::AgentDeploymentConfiguration, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CreatedAgentDeployment]
    # @raise [ApiError] 404 NOT_FOUND: the agent does not exist.
    def deploy_agent(agent_id:, workflow_id:, configuration: UNSET, options: nil)
      request(
        DEPLOY_AGENT,
        {
          json: {
            "agentId" => agent_id,
            "workflowId" => workflow_id,
            "configuration" => configuration
          }
        },
        options
      )
    end

    # Deploy an agent to a workflow, in the form of the platform API.
    #
    # Does the same as `POST /v1/agents/deploy`. `cron` replaces the trigger, and `workflow_id` has
    # a default. The parameters in the request also update the account's configuration of the agent.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account.
    # @param configuration [Models::PlatformAgentConfiguration, Hash]
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PlatformAgentDeployment]
    # @raise [ApiError] 404 NOT_FOUND: the agent does not exist.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    def deploy_platform_agent(agent_id:, configuration: UNSET, options: nil)
      request(
        DEPLOY_PLATFORM_AGENT,
        { json: { "agent_id" => agent_id, "configuration" => configuration } },
        options
      )
    end

    # Get the chat of the account with an agent. A chat keeps its last 500 messages.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account
    # @param limit [Integer, nil] The maximum number of messages, the latest of the chat. Default:
    #   20.
    # @param before [String, nil] The id of a message. Only older messages are returned.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AgentChat]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_agent_chat(agent_id, limit: nil, before: nil, options: nil)
      request(
        GET_AGENT_CHAT,
        {
          path: { "agentId" => agent_id },
          query: { "limit" => limit, "before" => before }
        },
        options
      )
    end

    # Get the status and the figures of an agent.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AgentStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_agent_status(agent_id, options: nil)
      request(GET_AGENT_STATUS, { path: { "agentId" => agent_id } }, options)
    end

    # Get a custom agent.
    #
    # @param agent_id [String] The id of a custom agent of the account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CustomAgent]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_custom_agent(agent_id, options: nil)
      request(GET_CUSTOM_AGENT, { path: { "agentId" => agent_id } }, options)
    end

    # Report the completeness of the data.
    #
    # The report has counts, gaps, values that metrics ignore, copies between devices, and silent
    # devices. It reads points and devices: a key with scopes also needs `fitness:read`.
    #
    # @param start_date [String, nil] The first day in the profile's time zone. Default: the first
    #   of the 30 days that end with `endDate`.
    # @param end_date [String, nil] The last day. Default: the day of the latest point.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DataQuality]
    def get_data_quality(start_date: nil, end_date: nil, options: nil)
      request(GET_DATA_QUALITY, { query: { "startDate" => start_date, "endDate" => end_date } }, options)
    end

    # List the data that an erasure of the account would destroy, and the data that would remain.
    #
    # Nothing is erased. The plan counts records of every area: a key with scopes needs `:read` of
    # each.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ErasurePlan]
    def get_erasure_plan(options: nil)
      request(GET_ERASURE_PLAN, {}, options)
    end

    # List the content of an export of the account, and the requests that return it.
    #
    # Nothing is exported. The plan counts records of every area: a key with scopes needs `:read` of
    # each.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ExportPlan]
    def get_export_plan(options: nil)
      request(GET_EXPORT_PLAN, {}, options)
    end

    # Get the metadata of `/mcp` (RFC 9728).
    #
    # A client of the Model Context Protocol learns from it that `/mcp` requires an API key, and
    # which scopes a key can have.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ProtectedResourceMetadata]
    def get_mcp_metadata(options: nil)
      request(GET_MCP_METADATA, {}, options)
    end

    # Get the metadata of `/mcp` at the path without `/mcp` (RFC 9728).
    #
    # Returns the same as `GET /.well-known/oauth-protected-resource/mcp`, for clients that look for
    # metadata of the host only.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::ProtectedResourceMetadata]
    def get_mcp_metadata_at_root(options: nil)
      request(GET_MCP_METADATA_AT_ROOT, {}, options)
    end

    # Get the status and the figures of an agent, in the form of the platform API.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PlatformAgentStatus]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_platform_agent_status(agent_id, options: nil)
      request(GET_PLATFORM_AGENT_STATUS, { path: { "agent_id" => agent_id } }, options)
    end

    # List the deployments of agents to workflows, newest first.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of deployments per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AgentDeploymentPage]
    def list_agent_deployments(page: nil, limit: nil, options: nil)
      request(LIST_AGENT_DEPLOYMENTS, { query: { "page" => page, "limit" => limit } }, options)
    end

    # List the deployments of agents to workflows, newest first.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of deployments per page. Default: 20.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::AgentDeployment>]
    def list_agent_deployments_all(page: nil, limit: nil, options: nil)
      pages(
        LIST_AGENT_DEPLOYMENTS,
        LIST_AGENT_DEPLOYMENTS_PAGES,
        { query: { "page" => page, "limit" => limit } },
        options
      )
    end

    # List the agents of the account: the seven core agents, then its custom agents.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AgentList]
    def list_agents(options: nil)
      request(LIST_AGENTS, {}, options)
    end

    # List the custom agents of the account, oldest first.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::CustomAgentList]
    def list_custom_agents(options: nil)
      request(LIST_CUSTOM_AGENTS, {}, options)
    end

    # List the agents of the account, as `GET /v1/agents` does, in the form of the platform API.
    #
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::PlatformAgentList]
    def list_platform_agents(options: nil)
      request(LIST_PLATFORM_AGENTS, {}, options)
    end

    # Search the caller's records and the product's documents by words.
    #
    # A record matches if it contains every word of the query: as a whole word, the start of a word,
    # or a part of a word. If no record matches, one mistyped letter per word is tolerated.
    # Withdrawn offers and offers of other accounts are not searched.
    #
    # @param query [String] Words of a name or a description, or an id; 200 characters at most.
    # @param limit [Integer, nil] The maximum number of records. Default: 10.
    # @param candidates [Integer, nil] The maximum number of purchases to search, newest first. All
    #   other records are always searched. Default: 60.
    # @param hops [Integer, nil] The maximum number of links from a found record to a record in
    #   `linked`. Default: 0.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::SearchResult]
    def search_records(query:, limit: nil, candidates: nil, hops: nil, options: nil)
      request(
        SEARCH_RECORDS,
        {
          query: {
            "query" => query,
            "limit" => limit,
            "candidates" => candidates,
            "hops" => hops
          }
        },
        options
      )
    end

    # Send a message to an agent and wait for its answer.
    #
    # The agent calls its tools with the caller's rights. It calls a tool that changes data only if
    # the message is a `command` that names and confirms the tool. Otherwise the answer is
    # `approval_required` and nothing changes. After the agent's `timeout` the answer is `partial`.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account
    # @param content [Models::AgentMessageContent, Hash]
    # @param type [String] One of "query", "command", "chat".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AgentMessageResult]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def send_agent_message(agent_id, content:, type:, options: nil)
      request(
        SEND_AGENT_MESSAGE,
        {
          path: { "agentId" => agent_id },
          json: { "content" => content, "type" => type }
        },
        options
      )
    end

    # Send a message of the Model Context Protocol (MCP) and get its answer.
    #
    # `tools/list` lists the tools that the credential may use, `tools/call` calls one with the
    # credential's rights. A tool that changes something needs `confirm` in its arguments. There are
    # no sessions: each message gets its own JSON response. Requests of web pages are accepted only
    # if their origin is this machine or is configured.
    #
    # @param jsonrpc [String] The version of JSON-RPC: must be `2.0`.
    # @param method_ [String] A method of the protocol, such as `initialize`, `tools/list` or
    #   `tools/call`.
    # @param id [Integer, String, nil] A whole number or a text, which the answer repeats; absent
    #   from a notification.
    # @param params [Hash{String => Object}, nil] The parameters that the protocol defines for
    #   `method`; absent if it needs none.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::McpResponse]
    def send_mcp_message(jsonrpc:, method_:, id: UNSET, params: UNSET, options: nil)
      request(
        SEND_MCP_MESSAGE,
        {
          json: {
            "jsonrpc" => jsonrpc,
            "method" => method_,
            "id" => id,
            "params" => params
          }
        },
        options
      )
    end

    # Update the configuration of an agent for this account.
    #
    # Absent parameters keep their values.
    #
    # @param agent_id [String] The id of a core agent or of a custom agent of the account
    # @param parameters [Models::AgentParametersChange, Hash]
    # @param model [String, nil] The language model of a core agent, by its name in the operator's
    #   configuration; `builtin` for none. A custom agent has the model that it was created with.
    # @param share_data [Boolean, nil] Whether questions and decrypted values may be sent to a model
    #   on another machine; requires `model`.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::AgentConfigUpdate]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def update_agent_config(agent_id, parameters:, model: UNSET, share_data: UNSET, options: nil)
      request(
        UPDATE_AGENT_CONFIG,
        {
          path: { "agentId" => agent_id },
          json: {
            "parameters" => parameters,
            "model" => model,
            "shareData" => share_data
          }
        },
        options
      )
    end
  end
end
