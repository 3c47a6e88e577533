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
    # Sports sessions, from imported files or detected in the points, with their figures and tracks.
    # @return [ActivitiesOperations]
    def activities
      ActivitiesOperations.new(@transport)
    end

    # Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log
    # and the ceremonies of verification keys; for administrators and auditors. The tag
    # `Marketplace` has the administration of the marketplace.
    # @return [AdministrationOperations]
    def administration
      AdministrationOperations.new(@transport)
    end

    # Core and custom agents: configuration, messages, chats, deployments, search, reports and
    # plans. Also the Model Context Protocol, by which other programs call the same tools.
    # @return [AgentsOperations]
    def agents
      AgentsOperations.new(@transport)
    end

    # Credentials of the caller's account for programs; scopes and an expiry can limit them.
    # @return [ApiKeysOperations]
    def api_keys
      ApiKeysOperations.new(@transport)
    end

    # The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers,
    # the session of the web console, and the erasure of the account.
    # @return [AuthOperations]
    def auth
      AuthOperations.new(@transport)
    end

    # Tables of typed columns in an encryption mode: create, upload, read, statistics and delete.
    # @return [DatasetsOperations]
    def datasets
      DatasetsOperations.new(@transport)
    end

    # The devices that record the account's points.
    # @return [DevicesOperations]
    def devices
      DevicesOperations.new(@transport)
    end

    # Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed
    # documents.
    # @return [EncryptionOperations]
    def encryption
      EncryptionOperations.new(@transport)
    end

    # Live updates over WebSockets, and the tickets by which browsers open them.
    # @return [EventsOperations]
    def events
      EventsOperations.new(@transport)
    end

    # Points and blocks of points: upload, import, read, export and delete. Computed from them:
    # aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point types
    # and storage quotas.
    # @return [FitnessOperations]
    def fitness
      FitnessOperations.new(@transport)
    end

    # Probes and metrics for operators; no credential is needed.
    # @return [HealthOperations]
    def health
      HealthOperations.new(@transport)
    end

    # The record of each imported file, by which the import can be undone.
    # @return [ImportsOperations]
    def imports
      ImportsOperations.new(@transport)
    end

    # Long-running work that a request started with `Prefer: respond-async`: state, result and
    # cancellation.
    # @return [JobsOperations]
    def jobs
      JobsOperations.new(@transport)
    end

    # Data tokens (points), listings (datasets) and items of the platform: offers, certificates,
    # claims, prices and approvals; purchases, receipts, refunds, bought data and grants; the ledger
    # and settlements.
    # @return [MarketplaceOperations]
    def marketplace
      MarketplaceOperations.new(@transport)
    end

    # Facts about the athlete that metrics use, such as birth date, maximum heart rate and time
    # zone.
    # @return [ProfileOperations]
    def profile
      ProfileOperations.new(@transport)
    end

    # Devices that take commands and send points over MQTT: credentials, commands and twins.
    # @return [UadmOperations]
    def uadm
      UadmOperations.new(@transport)
    end

    # Signed requests that the server sends to the account's own URLs when events happen.
    # @return [WebhooksOperations]
    def webhooks
      WebhooksOperations.new(@transport)
    end

    # Graphs of agents and tools that run on request, on a schedule, or after events: versions, runs
    # and approvals.
    # @return [WorkflowsOperations]
    def workflows
      WorkflowsOperations.new(@transport)
    end
  end
end
