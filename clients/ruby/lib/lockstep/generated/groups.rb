# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  autoload :ActivitiesOperations, "lockstep/generated/activities_operations"
  autoload :AdministrationOperations, "lockstep/generated/administration_operations"
  autoload :AgentsOperations, "lockstep/generated/agents_operations"
  autoload :ApiKeysOperations, "lockstep/generated/api_keys_operations"
  autoload :AuthOperations, "lockstep/generated/auth_operations"
  autoload :DatasetsOperations, "lockstep/generated/datasets_operations"
  autoload :DevicesOperations, "lockstep/generated/devices_operations"
  autoload :EncryptionOperations, "lockstep/generated/encryption_operations"
  autoload :EventsOperations, "lockstep/generated/events_operations"
  autoload :FitnessOperations, "lockstep/generated/fitness_operations"
  autoload :HealthOperations, "lockstep/generated/health_operations"
  autoload :ImportsOperations, "lockstep/generated/imports_operations"
  autoload :JobsOperations, "lockstep/generated/jobs_operations"
  autoload :MarketplaceOperations, "lockstep/generated/marketplace_operations"
  autoload :ProfileOperations, "lockstep/generated/profile_operations"
  autoload :UadmOperations, "lockstep/generated/uadm_operations"
  autoload :WebhooksOperations, "lockstep/generated/webhooks_operations"
  autoload :WorkflowsOperations, "lockstep/generated/workflows_operations"

  # The operations of a client, by the tags of the API's document.
  module Groups
    # Sessions of sport, from imported files or detected in the points.
    # @return [ActivitiesOperations]
    def activities
      ActivitiesOperations.new(@transport)
    end

    # Accounts, erasures and ceremonies; for administrators and auditors.
    # @return [AdministrationOperations]
    def administration
      AdministrationOperations.new(@transport)
    end

    # Agents that answer questions with the tools of the platform.
    # @return [AgentsOperations]
    def agents
      AgentsOperations.new(@transport)
    end

    # Long-lived credentials of an account, limited by scopes.
    # @return [ApiKeysOperations]
    def api_keys
      ApiKeysOperations.new(@transport)
    end

    # Tokens, sign-ins and the caller's own account.
    # @return [AuthOperations]
    def auth
      AuthOperations.new(@transport)
    end

    # Tables of columns in an encryption mode.
    # @return [DatasetsOperations]
    def datasets
      DatasetsOperations.new(@transport)
    end

    # The devices that record points.
    # @return [DevicesOperations]
    def devices
      DevicesOperations.new(@transport)
    end

    # Keys, encryption, computation on ciphertexts, circuits and zero-knowledge proofs.
    # @return [EncryptionOperations]
    def encryption
      EncryptionOperations.new(@transport)
    end

    # Live updates over WebSockets.
    # @return [EventsOperations]
    def events
      EventsOperations.new(@transport)
    end

    # Points: upload, import, read, aggregate, export, metrics, insights and claims.
    # @return [FitnessOperations]
    def fitness
      FitnessOperations.new(@transport)
    end

    # Probes and metrics for operators.
    # @return [HealthOperations]
    def health
      HealthOperations.new(@transport)
    end

    # The imports of files, which can be undone.
    # @return [ImportsOperations]
    def imports
      ImportsOperations.new(@transport)
    end

    # Long-running work that a request started with `Prefer: respond-async`.
    # @return [JobsOperations]
    def jobs
      JobsOperations.new(@transport)
    end

    # Data tokens, purchases, certificates, aggregates of sold points, items, and the ledger.
    # @return [MarketplaceOperations]
    def marketplace
      MarketplaceOperations.new(@transport)
    end

    # The facts about the person that formulas need.
    # @return [ProfileOperations]
    def profile
      ProfileOperations.new(@transport)
    end

    # Devices that take commands.
    # @return [UadmOperations]
    def uadm
      UadmOperations.new(@transport)
    end

    # Signed requests that the server sends to the account's own URLs when events happen.
    # @return [WebhooksOperations]
    def webhooks
      WebhooksOperations.new(@transport)
    end

    # Graphs of agents and tools that run on request, on a schedule, or after events.
    # @return [WorkflowsOperations]
    def workflows
      WorkflowsOperations.new(@transport)
    end
  end
end
