# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # The types of the API.
  #
  # Attributes have names in snake case. Unknown fields and unknown texts of an answer are kept.
  module Models
    # A job that was accepted.
    class AcceptedJob < Model
      # @!attribute [r] job_id
      #   The id of the job, for `GET /v1/jobs/{jobId}`.
      #   @return [String]
      field :job_id, json: "jobId", kind: :text, required: true

      # @!attribute [r] status
      #   The state of the job: always `running`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # Rules under which a token is sold. Each is enforced; an unknown restriction is refused.
    class AccessRules < Model
      # @!attribute [r] allowed_uses
      #   The number of reads that each purchase allows.
      #   @return [Integer]
      field :allowed_uses, json: "allowedUses", kind: :integer, required: true

      # @!attribute [r] duration
      #   The duration of the access after a purchase: ISO 8601, at most ten years.
      #   @return [String]
      field :duration, kind: :text, required: true

      # @!attribute [r] restrictions
      #   `aggregate-only` (only sums, means and variances over days), `no-export` (only JSON pages)
      #   and `purpose:<word>` (the buyer states the purpose, and the receipt repeats it).
      #   @return [Array<String>, nil]
      field :restrictions, kind: [:text]
    end

    # The confirmation that the caller's account was erased, with its receipt.
    class AccountErasure < Model
      # @!attribute [r] deleted
      #   Whether no file holds any data of the account. False: the erasure has begun, the server
      #   continues it without the account, and the receipt follows.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true

      # @!attribute [r] receipt
      #   Null while the erasure is in progress.
      #   @return [Models::SignedDocument, nil]
      field :receipt, type: :SignedDocument

      # @!attribute [r] receipt_id
      #   The id of the receipt, by which an administrator finds it.
      #   @return [String]
      field :receipt_id, kind: :text, required: true
    end

    # The status of an account.
    #
    # The texts that this version knows; others may follow.
    AccountStatus = [
      "active",
      "suspended",
      "deleted"
    ].freeze

    # The limits and quotas of a tier, as they apply now.
    class AccountTier < Model
      # @!attribute [r] quota
      #   @return [Models::TierQuota]
      field :quota, type: :TierQuota, required: true

      # @!attribute [r] requests
      #   @return [Models::TierRequests]
      field :requests, type: :TierRequests, required: true
    end

    # The limits and quotas of every tier, as they apply now.
    class AccountTiers < Model
      # @!attribute [r] enterprise
      #   @return [Models::AccountTier]
      field :enterprise, type: :AccountTier, required: true

      # @!attribute [r] premium
      #   @return [Models::AccountTier]
      field :premium, type: :AccountTier, required: true

      # @!attribute [r] standard
      #   @return [Models::AccountTier]
      field :standard, type: :AccountTier, required: true
    end

    # The storage use of an account and its limits.
    class AccountUsage < Model
      # @!attribute [r] modes
      #   The stored points by encryption mode.
      #   @return [Array<Models::EncryptionModeUsage>]
      field :modes, type: [:EncryptionModeUsage], required: true

      # @!attribute [r] quotas
      #   The quotas by name: `bytes` of sealed points, blocks, activities, records of imports,
      #   evaluation keys, circuits, proving keys and signed roots; `series`; `chunks`; `keys`;
      #   `circuits`; `devices`; `activities`; `imports`; `spoolBytes` of files being imported. A
      #   request that would exceed `bytes`, `series` or `chunks` is refused with 403; deletions
      #   always work.
      #   @return [Hash{String => Models::QuotaUsage}]
      field :quotas, type: { of: :QuotaUsage }, required: true

      # @!attribute [r] tier
      #   One of "standard", "premium", "enterprise".
      #   @return [String]
      field :tier, kind: :text, required: true

      # @!attribute [r] writable
      #   Whether the server can store data. False while its disk is full: then only reads and
      #   deletions work.
      #   @return [Boolean]
      field :writable, kind: :boolean, required: true
    end

    # An activity: one session of sport, merged from the files that contain it.
    class Activity < Model
      # @!attribute [r] climb_meters
      #   The climb in metres; null without an altitude.
      #   @return [Numeric, nil]
      field :climb_meters, json: "climbMeters", kind: :number

      # @!attribute [r] devices
      #   The devices that recorded the activity.
      #   @return [Array<String>]
      field :devices, kind: [:text], required: true

      # @!attribute [r] distance_meters
      #   The distance in metres; null if no file states it and no record counts it.
      #   @return [Numeric, nil]
      field :distance_meters, json: "distanceMeters", kind: :number

      # @!attribute [r] elapsed_seconds
      #   The duration in seconds, including pauses.
      #   @return [Numeric]
      field :elapsed_seconds, json: "elapsedSeconds", kind: :number, required: true

      # @!attribute [r] end_
      #   The end: RFC 3339, UTC.
      #   @return [Time]
      field :end_, json: "end", type: :time, required: true

      # @!attribute [r] energy_kcal
      #   The energy in kcal; null if no file states it.
      #   @return [Numeric, nil]
      field :energy_kcal, json: "energyKcal", kind: :number

      # @!attribute [r] id
      #   The id of the activity: `act_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] laps
      #   The laps in order of time; segments of a GPX track count as laps.
      #   @return [Array<Models::ActivityLap>]
      field :laps, type: [:ActivityLap], required: true

      # @!attribute [r] moving_seconds
      #   The duration in seconds without pauses; null if no file states it.
      #   @return [Numeric, nil]
      field :moving_seconds, json: "movingSeconds", kind: :number

      # @!attribute [r] name
      #   The name that the owner set, at most 200 characters; otherwise the name in a file;
      #   otherwise `activity`.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] notes
      #   The owner's notes.
      #   @return [String, nil]
      field :notes, kind: :text

      # @!attribute [r] recordings
      #   The recordings that the activity was merged from.
      #   @return [Array<Models::ActivityRecording>]
      field :recordings, type: [:ActivityRecording], required: true

      # @!attribute [r] source
      #   One of "import", "detected".
      #   @return [String]
      field :source, kind: :text, required: true

      # @!attribute [r] sport
      #   The sport by FIT's names; null if no file states it.
      #   @return [String, nil]
      field :sport, kind: :text

      # @!attribute [r] start
      #   The start: RFC 3339, UTC.
      #   @return [Time]
      field :start, type: :time, required: true
    end

    # A change of an activity. `GET /v1/sfdp/activities/{id}` returns the activity, unless it is
    # deleted.
    class ActivityChange < Model
      # @!attribute [r] activity_id
      #   The id of the activity: `act_` and 26 characters.
      #   @return [String]
      field :activity_id, json: "activityId", kind: :text, required: true

      # @!attribute [r] change
      #   One of "created", "changed", "deleted", "detected".
      #   @return [String]
      field :change, kind: :text, required: true
    end

    # The kind of a change of an activity. `created`: from an imported file. `changed`: by its
    # owner, or a recording was added or removed. `detected`: found in the points.
    #
    # The texts that this version knows; others may follow.
    ActivityChangeKind = [
      "created",
      "changed",
      "deleted",
      "detected"
    ].freeze

    # An activity with the figures of its points.
    class ActivityDetails < Model
      # @!attribute [r] climb_meters
      #   The climb in metres; null without an altitude.
      #   @return [Numeric, nil]
      field :climb_meters, json: "climbMeters", kind: :number

      # @!attribute [r] devices
      #   The devices that recorded the activity.
      #   @return [Array<String>]
      field :devices, kind: [:text], required: true

      # @!attribute [r] distance_meters
      #   The distance in metres; null if no file states it and no record counts it.
      #   @return [Numeric, nil]
      field :distance_meters, json: "distanceMeters", kind: :number

      # @!attribute [r] elapsed_seconds
      #   The duration in seconds, including pauses.
      #   @return [Numeric]
      field :elapsed_seconds, json: "elapsedSeconds", kind: :number, required: true

      # @!attribute [r] end_
      #   The end: RFC 3339, UTC.
      #   @return [Time]
      field :end_, json: "end", type: :time, required: true

      # @!attribute [r] energy_kcal
      #   The energy in kcal; null if no file states it.
      #   @return [Numeric, nil]
      field :energy_kcal, json: "energyKcal", kind: :number

      # @!attribute [r] id
      #   The id of the activity: `act_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] laps
      #   The laps in order of time; segments of a GPX track count as laps.
      #   @return [Array<Models::ActivityLap>]
      field :laps, type: [:ActivityLap], required: true

      # @!attribute [r] moving_seconds
      #   The duration in seconds without pauses; null if no file states it.
      #   @return [Numeric, nil]
      field :moving_seconds, json: "movingSeconds", kind: :number

      # @!attribute [r] name
      #   The name that the owner set, at most 200 characters; otherwise the name in a file;
      #   otherwise `activity`.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] notes
      #   The owner's notes.
      #   @return [String, nil]
      field :notes, kind: :text

      # @!attribute [r] recordings
      #   The recordings that the activity was merged from.
      #   @return [Array<Models::ActivityRecording>]
      field :recordings, type: [:ActivityRecording], required: true

      # @!attribute [r] source
      #   One of "import", "detected".
      #   @return [String]
      field :source, kind: :text, required: true

      # @!attribute [r] sport
      #   The sport by FIT's names; null if no file states it.
      #   @return [String, nil]
      field :sport, kind: :text

      # @!attribute [r] start
      #   The start: RFC 3339, UTC.
      #   @return [Time]
      field :start, type: :time, required: true

      # @!attribute [r] basis
      #   The inputs of the figures and their sources, as of `GET /v1/sfdp/metrics`.
      #   @return [Models::MetricsBasis]
      field :basis, type: :MetricsBasis, required: true

      # @!attribute [r] computed
      #   The fields of the activity that no file states and that were computed from its points:
      #   `movingSeconds`, `distanceMeters` or `climbMeters`.
      #   @return [Array<String>]
      field :computed, kind: [:text], required: true

      # @!attribute [r] figures
      #   @return [Models::ActivityFigures]
      field :figures, type: :ActivityFigures, required: true
    end

    # The figures of an activity, computed from the points between its start and its end. A figure
    # is null if there is not enough data; `reasons` names the reason.
    class ActivityFigures < Model
      # @!attribute [r] decoupling_percent
      #   The decrease of output for each heartbeat in the second half of an even effort, in
      #   percent.
      #   @return [Numeric, nil]
      field :decoupling_percent, json: "decouplingPercent", kind: :number

      # @!attribute [r] efficiency_factor
      #   Output for each heartbeat: normalized power divided by mean heart rate, or the metres per
      #   beat.
      #   @return [Numeric, nil]
      field :efficiency_factor, json: "efficiencyFactor", kind: :number

      # @!attribute [r] heart_rate_zones
      #   @return [Models::HeartRateZones]
      field :heart_rate_zones, json: "heartRateZones", type: :HeartRateZones, required: true

      # @!attribute [r] intensity_factor
      #   The normalized power divided by the threshold power.
      #   @return [Numeric, nil]
      field :intensity_factor, json: "intensityFactor", kind: :number

      # @!attribute [r] load_source
      #   The input of the training load: `heartRate` or `power`.
      #   @return [String, nil]
      field :load_source, json: "loadSource", kind: :text

      # @!attribute [r] max_heart_rate
      #   The highest 15-second rolling median of heart rate in beats per minute, without artefacts.
      #   @return [Numeric, nil]
      field :max_heart_rate, json: "maxHeartRate", kind: :number

      # @!attribute [r] max_power
      #   The highest power in watts, without single peaks above 600 W.
      #   @return [Numeric, nil]
      field :max_power, json: "maxPower", kind: :number

      # @!attribute [r] mean_heart_rate
      #   Beats per minute, weighted by time.
      #   @return [Numeric, nil]
      field :mean_heart_rate, json: "meanHeartRate", kind: :number

      # @!attribute [r] mean_power
      #   The mean power in watts, weighted by time.
      #   @return [Numeric, nil]
      field :mean_power, json: "meanPower", kind: :number

      # @!attribute [r] mean_speed
      #   The mean speed in metres per second: distance by moving time, otherwise by elapsed time.
      #   @return [Numeric, nil]
      field :mean_speed, json: "meanSpeed", kind: :number

      # @!attribute [r] normalized_power
      #   The normalized power in watts.
      #   @return [Numeric, nil]
      field :normalized_power, json: "normalizedPower", kind: :number

      # @!attribute [r] pace_seconds_per_km
      #   The mean pace in seconds per kilometre; null for sports that are described by speed, such
      #   as cycling.
      #   @return [Numeric, nil]
      field :pace_seconds_per_km, json: "paceSecondsPerKm", kind: :number

      # @!attribute [r] reasons
      #   The reason for each figure that is null, by name.
      #   @return [Hash{String => String}]
      field :reasons, kind: { of: :text }, required: true

      # @!attribute [r] training_load
      #   The training load: Banister's training impulse (TRIMP), without a unit.
      #   @return [Numeric, nil]
      field :training_load, json: "trainingLoad", kind: :number

      # @!attribute [r] training_stress_score
      #   The training stress score: 100 for an hour at the threshold power.
      #   @return [Numeric, nil]
      field :training_stress_score, json: "trainingStressScore", kind: :number
    end

    # A lap of an activity.
    class ActivityLap < Model
      # @!attribute [r] distance_meters
      #   The distance in metres; null if the file does not state it and no record of the lap counts
      #   it.
      #   @return [Numeric, nil]
      field :distance_meters, json: "distanceMeters", kind: :number

      # @!attribute [r] elapsed_seconds
      #   The duration in seconds, including pauses.
      #   @return [Numeric]
      field :elapsed_seconds, json: "elapsedSeconds", kind: :number, required: true

      # @!attribute [r] energy_kcal
      #   The energy in kcal; null if the file does not state it.
      #   @return [Numeric, nil]
      field :energy_kcal, json: "energyKcal", kind: :number

      # @!attribute [r] moving_seconds
      #   The duration in seconds without pauses; null if the file does not state it.
      #   @return [Numeric, nil]
      field :moving_seconds, json: "movingSeconds", kind: :number

      # @!attribute [r] start
      #   The start of the lap: RFC 3339, UTC.
      #   @return [Time]
      field :start, type: :time, required: true
    end

    # A page of activities.
    class ActivityPage < Model
      # @!attribute [r] activities
      #   The activities, newest first.
      #   @return [Array<Models::Activity>]
      field :activities, type: [:Activity], required: true

      # @!attribute [r] damaged
      #   The number of damaged activities that are not listed; absent if none.
      #   @return [Integer, nil]
      field :damaged, kind: :integer

      # @!attribute [r] has_more
      #   Whether more activities follow.
      #   @return [Boolean]
      field :has_more, json: "hasMore", kind: :boolean, required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text
    end

    # The recording of an activity in one file.
    class ActivityRecording < Model
      # @!attribute [r] device
      #   The device whose points the recording contains; null if the file names no device.
      #   @return [String, nil]
      field :device, kind: :text

      # @!attribute [r] end_
      #   The end of the recording: RFC 3339, UTC.
      #   @return [Time]
      field :end_, json: "end", type: :time, required: true

      # @!attribute [r] file
      #   The name of the file, or its path in the archive; null if unknown.
      #   @return [String, nil]
      field :file, kind: :text

      # @!attribute [r] format
      #   The format of the file, or `detected`.
      #   @return [String]
      field :format, kind: :text, required: true

      # @!attribute [r] import_ids
      #   The imports that added the file, oldest first; empty for a detected activity.
      #   @return [Array<String>]
      field :import_ids, json: "importIds", kind: [:text], required: true

      # @!attribute [r] start
      #   The start of the recording: RFC 3339, UTC.
      #   @return [Time]
      field :start, type: :time, required: true
    end

    # The source of an activity. `import`: a file contains it. `detected`: found in the points.
    #
    # The texts that this version knows; others may follow.
    ActivitySource = [
      "import",
      "detected"
    ].freeze

    # The track of an activity.
    class ActivityTrack < Model
      # @!attribute [r] device
      #   The device that recorded the positions; null if there are none.
      #   @return [String, nil]
      field :device, kind: :text

      # @!attribute [r] positions
      #   The positions in order of time.
      #   @return [Array<Models::TrackPosition>]
      field :positions, type: [:TrackPosition], required: true

      # @!attribute [r] recorded_count
      #   The number of recorded positions.
      #   @return [Integer]
      field :recorded_count, json: "recordedCount", kind: :integer, required: true
    end

    # A further movement of the same settlement.
    class AdditionalMovement < Model
      # @!attribute [r] amount
      #   The amount, above zero.
      #   @return [Numeric]
      field :amount, kind: :number, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of `amount`.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] reference
      #   A text for the reader of the ledger, such as the number of a bank transfer.
      #   @return [String]
      field :reference, kind: :text, required: true

      # @!attribute [r] type
      #   One of "settlement", "payout".
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] user_id
      #   The account, or `platform` for the proceeds of items.
      #   @return [String]
      field :user_id, json: "userId", kind: :text, required: true
    end

    # The transfer of one further movement of a settlement.
    class AdditionalTransfer < Model
      # @!attribute [r] balance
      #   The balance of the account after the settlement.
      #   @return [Numeric]
      field :balance, kind: :number, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of `balance`.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] transfer
      #   The number of the transfer.
      #   @return [Integer]
      field :transfer, kind: :integer, required: true
    end

    # An agent.
    class Agent < Model
      # @!attribute [r] capabilities
      #   Names of tools or of groups of tools.
      #   @return [Array<String>]
      field :capabilities, kind: [:text], required: true

      # @!attribute [r] id
      #   The id of the agent: `agt_core_` and a name for a core agent; `agt_` and 26 characters for
      #   a custom agent.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] name
      #   The name; empty if the stored definition is damaged.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "deployed", "paused", "error".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] type
      #   One of "core", "uadm".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The deployed agents, and the tasks that agents completed in the range.
    class AgentAnalytics < Model
      # @!attribute [r] distribution
      #   The agents that are deployed now: their number by the name of the core agent; custom
      #   agents are `custom`. An agent in several workflows of an account counts once.
      #   @return [Hash{String => Integer}]
      field :distribution, kind: { of: :integer }, required: true

      # @!attribute [r] performance
      #   The completed tasks of each period. Empty in the view `overview`.
      #   @return [Array<Integer>]
      field :performance, kind: [:integer], required: true

      # @!attribute [r] tasks
      #   The ten most frequent tasks.
      #   @return [Array<Models::AgentTask>]
      field :tasks, type: [:AgentTask], required: true
    end

    # The kind of an answer.
    #
    # The texts that this version knows; others may follow.
    AgentAnswerType = [
      "text",
      "result",
      "table",
      "clarify",
      "approval_required",
      "partial",
      "error"
    ].freeze

    # A part of a chat.
    class AgentChat < Model
      # @!attribute [r] has_more
      #   Whether older messages exist. To read them, request messages before the first returned
      #   message.
      #   @return [Boolean]
      field :has_more, json: "hasMore", kind: :boolean, required: true

      # @!attribute [r] messages
      #   The messages, the oldest first.
      #   @return [Array<Models::AgentChatMessage>]
      field :messages, type: [:AgentChatMessage], required: true
    end

    # A message of a chat.
    class AgentChatMessage < Model
      # @!attribute [r] content
      #   The text; a note if the stored message is damaged; empty if `redacted` has a reason.
      #   @return [String]
      field :content, kind: :text, required: true

      # @!attribute [r] disclosures
      #   The data that a model on another machine received for this message.
      #   @return [Array<Models::AgentDisclosure>]
      field :disclosures, type: [:AgentDisclosure], required: true

      # @!attribute [r] id
      #   The id of the message, which begins with `msg_`, for `before`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] redacted
      #   The reason why the text is left out: the API key lacks the scopes of a tool whose input or
      #   output it may contain. Otherwise null.
      #   @return [String, nil]
      field :redacted, kind: :text

      # @!attribute [r] sender
      #   One of "user", "agent".
      #   @return [String]
      field :sender, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the message, in UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # The sender of a message.
    #
    # The texts that this version knows; others may follow.
    AgentChatSender = [
      "user",
      "agent"
    ].freeze

    # The confirmation of a change.
    class AgentConfigUpdate < Model
      # @!attribute [r] configuration
      #   @return [Models::AgentConfiguration]
      field :configuration, type: :AgentConfiguration, required: true

      # @!attribute [r] id
      #   The id of the agent, as in the path.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] status
      #   Always `updated`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The configuration of an agent.
    class AgentConfiguration < Model
      # @!attribute [r] model
      #   `builtin`, or the name of a language model.
      #   @return [String]
      field :model, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::AgentParameters]
      field :parameters, type: :AgentParameters, required: true

      # @!attribute [r] share_data
      #   Whether questions and decrypted values may be sent to a model on another machine.
      #   @return [Boolean]
      field :share_data, json: "shareData", kind: :boolean, required: true
    end

    # A deployment.
    class AgentDeployment < Model
      # @!attribute [r] agent_id
      #   The id of the deployed core agent or custom agent.
      #   @return [String]
      field :agent_id, json: "agentId", kind: :text, required: true

      # @!attribute [r] created_at
      #   The time of the deployment, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] deployment_id
      #   The id of the deployment, which begins with `dep_`.
      #   @return [String]
      field :deployment_id, json: "deploymentId", kind: :text, required: true

      # @!attribute [r] mode
      #   The deployment mode, which determines when the workflow runs; null if the stored
      #   deployment is damaged. One of "interactive", "scheduled", "autonomous".
      #   @return [String, nil]
      field :mode, kind: :text

      # @!attribute [r] parameters
      #   The parameters that the deployment named, with defaults for the others; null if the stored
      #   deployment is damaged.
      #   @return [Models::AgentParameters, nil]
      field :parameters, type: :AgentParameters

      # @!attribute [r] workflow_id
      #   The name of the workflow; null if the stored deployment is damaged.
      #   @return [String, nil]
      field :workflow_id, json: "workflowId", kind: :text
    end

    # The configuration of a deployment.
    class AgentDeploymentConfiguration < Model
      # @!attribute [r] mode
      #   The deployment mode, which determines when the workflow runs. One of "interactive",
      #   "scheduled", "autonomous".
      #   @return [String, nil]
      field :mode, kind: :text

      # @!attribute [r] parameters
      #   @return [Models::AgentParametersChange, nil]
      field :parameters, type: :AgentParametersChange

      # @!attribute [r] question
      #   The question that the agent answers in a run. Without a question, the agent writes its
      #   standard report.
      #   @return [String, nil]
      field :question, kind: :text

      # @!attribute [r] trigger
      #   The event that starts a run: `schedule` in the mode `scheduled`, `event` in the mode
      #   `autonomous`, which otherwise runs after points were stored, at most every 15 minutes.
      #   @return [Models::WorkflowManualTrigger, Models::WorkflowScheduleTrigger, Models::WorkflowEventTrigger, nil]
      field :trigger, type: :WorkflowTrigger
    end

    # The mode of a deployed agent.
    #
    # The texts that this version knows; others may follow.
    AgentDeploymentMode = [
      "interactive",
      "scheduled",
      "autonomous"
    ].freeze

    # A page of deployments.
    class AgentDeploymentPage < Model
      # @!attribute [r] deployments
      #   The deployments on this page, newest first.
      #   @return [Array<Models::AgentDeployment>]
      field :deployments, type: [:AgentDeployment], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of deployments on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # Data that a model on another machine received.
    class AgentDisclosure < Model
      # @!attribute [r] bytes
      #   The size of the sent text, in bytes of UTF-8.
      #   @return [Integer]
      field :bytes, kind: :integer, required: true

      # @!attribute [r] content
      #   `question`, `instructions`, or the tool whose output was sent.
      #   @return [String]
      field :content, kind: :text, required: true

      # @!attribute [r] host
      #   The machine that received it.
      #   @return [String]
      field :host, kind: :text, required: true

      # @!attribute [r] model
      #   The name of the model in the configuration of the server.
      #   @return [String]
      field :model, kind: :text, required: true
    end

    # The agents of an account.
    class AgentList < Model
      # @!attribute [r] agents
      #   The seven core agents, then the custom agents, the oldest first.
      #   @return [Array<Models::Agent>]
      field :agents, type: [:Agent], required: true
    end

    # The action that a message requests.
    class AgentMessageContent < Model
      # @!attribute [r] action
      #   The name of a tool, one of the verbs `ask`, `search`, `summarize`, `analyze`, `list`,
      #   `explain`, `compare` and `help`, or a question in words; 2000 characters at most.
      #   @return [String]
      field :action, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::AgentMessageParameters, nil]
      field :parameters, type: :AgentMessageParameters
    end

    # The parameters of a message.
    class AgentMessageParameters < Model
      # @!attribute [r] arguments
      #   The input of the tool that `action` names.
      #   @return [Hash{String => Object}, nil]
      field :arguments, kind: { of: nil }

      # @!attribute [r] confirm
      #   Whether the caller approves the action. It counts only if `type` is `command` and `action`
      #   names the tool.
      #   @return [Boolean, nil]
      field :confirm, kind: :boolean

      # @!attribute [r] limit
      #   The maximum number of records of the answer. Default: 10.
      #   @return [Numeric, nil]
      field :limit, kind: :number

      # @!attribute [r] query
      #   The question, or the words to search for; 2000 characters at most.
      #   @return [String, nil]
      field :query, kind: :text
    end

    # A message to an agent.
    class AgentMessageRequest < Model
      # @!attribute [r] content
      #   @return [Models::AgentMessageContent]
      field :content, type: :AgentMessageContent, required: true

      # @!attribute [r] type
      #   One of "query", "command", "chat".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The receipt of a message, with the answer.
    class AgentMessageResult < Model
      # @!attribute [r] message_id
      #   The id of the message in the chat.
      #   @return [String]
      field :message_id, json: "messageId", kind: :text, required: true

      # @!attribute [r] response
      #   @return [Models::AgentResponse]
      field :response, type: :AgentResponse, required: true

      # @!attribute [r] status
      #   Always `received`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The type of a message.
    #
    # The texts that this version knows; others may follow.
    AgentMessageType = [
      "query",
      "command",
      "chat"
    ].freeze

    # The figures of an agent, counted for this account.
    class AgentMetrics < Model
      # @!attribute [r] last_activity
      #   The time of the last message; null if the agent has no message.
      #   @return [Time, nil]
      field :last_activity, json: "lastActivity", type: :time

      # @!attribute [r] tasks_completed
      #   The number of messages with a complete answer, without counter-questions, errors and
      #   partial answers.
      #   @return [Integer]
      field :tasks_completed, json: "tasksCompleted", kind: :integer, required: true

      # @!attribute [r] uptime
      #   The time since the oldest deployment that still exists, as an ISO 8601 duration; null
      #   without a deployment.
      #   @return [String, nil]
      field :uptime, kind: :text
    end

    # The parameters of a model.
    class AgentModelParameters < Model
      # @!attribute [r] max_tokens
      #   The maximum number of tokens of an answer.
      #   @return [Integer]
      field :max_tokens, json: "maxTokens", kind: :integer, required: true
    end

    # The parameters of a model.
    class AgentModelParametersBody < Model
      # @!attribute [r] max_tokens
      #   The maximum number of tokens of an answer. Default: 4096.
      #   @return [Numeric, nil]
      field :max_tokens, json: "maxTokens", kind: :number
    end

    # The parameters that an agent uses.
    class AgentParameters < Model
      # @!attribute [r] search_depth
      #   The depth of a search: 20 records of each list and 5 calls of tools for each step.
      #   Default: 3.
      #   @return [Integer]
      field :search_depth, json: "searchDepth", kind: :integer, required: true

      # @!attribute [r] timeout
      #   The maximum duration of an answer in seconds.
      #   @return [Integer]
      field :timeout, kind: :integer, required: true
    end

    # Parameters of an agent. An absent parameter keeps its value.
    class AgentParametersChange < Model
      # @!attribute [r] search_depth
      #   The depth of a search: 20 records of each list and 5 calls of tools for each step.
      #   @return [Numeric, nil]
      field :search_depth, json: "searchDepth", kind: :number

      # @!attribute [r] timeout
      #   The maximum duration of an answer in seconds.
      #   @return [Numeric, nil]
      field :timeout, kind: :number
    end

    # The answer of an agent.
    class AgentResponse < Model
      # @!attribute [r] choices
      #   The calls to choose from, if the type is `clarify` or `approval_required`.
      #   @return [Array<Models::AgentToolCall>]
      field :choices, type: [:AgentToolCall], required: true

      # @!attribute [r] content
      #   The answer: Markdown, or JSON if the type is `result`. It may quote texts from records
      #   that other people wrote.
      #   @return [String]
      field :content, kind: :text, required: true

      # @!attribute [r] disclosures
      #   The data that a model on another machine received for this answer.
      #   @return [Array<Models::AgentDisclosure>]
      field :disclosures, type: [:AgentDisclosure], required: true

      # @!attribute [r] records
      #   The ids of the records that the answer cites.
      #   @return [Array<String>]
      field :records, kind: [:text], required: true

      # @!attribute [r] type
      #   One of "text", "result", "table", "clarify", "approval_required", "partial", "error".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The status of an agent.
    #
    # The texts that this version knows; others may follow.
    AgentState = [
      "active",
      "deployed",
      "paused",
      "error"
    ].freeze

    # The status of an agent.
    class AgentStatus < Model
      # @!attribute [r] id
      #   The id of the agent, as in the path.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] metrics
      #   @return [Models::AgentMetrics]
      field :metrics, type: :AgentMetrics, required: true

      # @!attribute [r] status
      #   One of "active", "deployed", "paused", "error".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A task of agents and how often it ran in the range.
    class AgentTask < Model
      # @!attribute [r] count
      #   The number of completed tasks in the range.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] name
      #   The tool that the agent called, or `answer` if it called none or several.
      #   @return [String]
      field :name, kind: :text, required: true
    end

    # The call of a tool.
    class AgentToolCall < Model
      # @!attribute [r] action
      #   The action of the message that makes the call.
      #   @return [String]
      field :action, kind: :text, required: true

      # @!attribute [r] arguments
      #   The input of the tool, for `content.parameters.arguments` of a message.
      #   @return [Hash{String => Object}]
      field :arguments, kind: { of: nil }, required: true

      # @!attribute [r] reading
      #   The call in plain words.
      #   @return [String]
      field :reading, kind: :text, required: true
    end

    # The type of an agent.
    #
    # The texts that this version knows; others may follow.
    AgentType = [
      "core",
      "uadm"
    ].freeze

    # An update about an agent.
    class AgentUpdate < Model
      # @!attribute [r] agent_id
      #   The id of the agent; `agt_core_coordinator` if the type is `run`.
      #   @return [String]
      field :agent_id, json: "agentId", kind: :text, required: true

      # @!attribute [r] id
      #   The id for `lastEventId`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] payload
      #   The ids and the status that belong to the type; never a text of a chat.
      #   @return [Hash{String => Object}]
      field :payload, kind: { of: nil }, required: true

      # @!attribute [r] timestamp
      #   The time of the event.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] type
      #   `status`: a custom agent was created or deleted, or an agent was configured. `message`: an
      #   agent answered. `deployment`: an agent was deployed. `run`: a run of a workflow began,
      #   waits for an approval, or ended. One of "status", "message", "deployment", "run".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The type of an update.
    #
    # The texts that this version knows; others may follow.
    AgentUpdateType = [
      "status",
      "message",
      "deployment",
      "run"
    ].freeze

    # An aggregate function.
    #
    # The texts that this version knows; others may follow.
    AggregateOperation = [
      "sum",
      "mean",
      "variance"
    ].freeze

    # The aggregate to compute and the points to include.
    class AggregateRequest < Model
      # @!attribute [r] device
      #   Only points of this device: the id or the name of a registered device of the account, or
      #   another name. The id of a device and its name find the same points.
      #   @return [String, nil]
      field :device, kind: :text

      # @!attribute [r] end_date
      #   The end of the range, inclusive; a date includes the whole day.
      #   @return [String]
      field :end_date, json: "endDate", kind: :text, required: true

      # @!attribute [r] operation
      #   One of "sum", "mean", "variance".
      #   @return [String]
      field :operation, kind: :text, required: true

      # @!attribute [r] start_date
      #   The start of the range, inclusive: RFC 3339, or a date in the profile's time zone.
      #   @return [String]
      field :start_date, json: "startDate", kind: :text, required: true

      # @!attribute [r] type
      #   The type of the points to aggregate; points of other types are not used.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # An aggregate and the points it was computed from.
    class AggregateResult < Model
      # @!attribute [r] blocks
      #   The number of encrypted blocks that contributed.
      #   @return [Integer]
      field :blocks, kind: :integer, required: true

      # @!attribute [r] count
      #   The number of points that contributed.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] decimals
      #   The number of decimals that every value was rounded to before the computation, in every
      #   mode.
      #   @return [Integer]
      field :decimals, kind: :integer, required: true

      # @!attribute [r] encrypted_count
      #   The number of points added as ciphertexts: only their total was decrypted.
      #   @return [Integer]
      field :encrypted_count, json: "encryptedCount", kind: :integer, required: true

      # @!attribute [r] operation
      #   One of "sum", "mean", "variance".
      #   @return [String]
      field :operation, kind: :text, required: true

      # @!attribute [r] sealed_results
      #   The same aggregate over blocks that the client sealed, which only the client can decrypt;
      #   `value` excludes them.
      #   @return [Array<Models::EncryptedResult>, nil]
      field :sealed_results, json: "sealedResults", type: [:EncryptedResult]

      # @!attribute [r] skipped_points
      #   The points left out because their key does not decrypt. For blocks sealed by the client:
      #   because the key is suspended or its evaluation keys are missing.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] type
      #   The point type, as requested.
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The unit of the type (squared for a variance). For a type outside the catalogue, the unit
      #   the points were uploaded with.
      #   @return [String, nil]
      field :unit, kind: :text

      # @!attribute [r] value
      #   The result; null if there is no point, except that a sum is then 0.
      #   @return [Numeric, nil]
      field :value, kind: :number
    end

    # An alert: a rule whose condition is met or was met earlier.
    class Alert < Model
      # @!attribute [r] acknowledgement
      #   The first acknowledgement; null before an administrator acknowledged the alert.
      #   @return [Models::AlertAcknowledgement, nil]
      field :acknowledgement, type: :AlertAcknowledgement

      # @!attribute [r] ended_at
      #   The time when the condition of the rule ended; null while it is met.
      #   @return [Time, nil]
      field :ended_at, json: "endedAt", type: :time

      # @!attribute [r] id
      #   The id of the alert, which begins with `alr_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_seen
      #   The last time when the condition of the rule was met, to the minute.
      #   @return [Time]
      field :last_seen, json: "lastSeen", type: :time, required: true

      # @!attribute [r] message
      #   The problem and the remedy.
      #   @return [String]
      field :message, kind: :text, required: true

      # @!attribute [r] since
      #   The time when the condition of the rule was first met.
      #   @return [Time]
      field :since, type: :time, required: true

      # @!attribute [r] subject
      #   The object that the alert concerns, such as the id of an account; empty if it concerns the
      #   installation.
      #   @return [String]
      field :subject, kind: :text, required: true

      # @!attribute [r] type
      #   The name of the rule.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The first acknowledgement of an alert.
    class AlertAcknowledgement < Model
      # @!attribute [r] at
      #   The time of the acknowledgement, in UTC.
      #   @return [Time]
      field :at, type: :time, required: true

      # @!attribute [r] id
      #   The account's id; null after its erasure.
      #   @return [String, nil]
      field :id, kind: :text

      # @!attribute [r] name
      #   The account's user name; null after its erasure.
      #   @return [String, nil]
      field :name, kind: :text
    end

    # A page of alerts.
    class AlertPage < Model
      # @!attribute [r] alerts
      #   The alerts, newest first.
      #   @return [Array<Models::Alert>]
      field :alerts, type: [:Alert], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of alerts that match.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The thresholds of alert rules.
    class AlertSettings < Model
      # @!attribute [r] error_percent
      #   The percentage of requests with a server error at which an alert starts.
      #   @return [Integer]
      field :error_percent, json: "errorPercent", kind: :integer, required: true

      # @!attribute [r] failed_sign_ins
      #   The number of failed sign-ins per minute at which an alert starts.
      #   @return [Integer]
      field :failed_sign_ins, json: "failedSignIns", kind: :integer, required: true

      # @!attribute [r] storage_percent
      #   The used percentage of the disk at which an alert starts.
      #   @return [Integer]
      field :storage_percent, json: "storagePercent", kind: :integer, required: true
    end

    # New thresholds of alert rules.
    class AlertSettingsChange < Model
      # @!attribute [r] error_percent
      #   The percentage of requests with a server error at which an alert starts.
      #   @return [Integer, nil]
      field :error_percent, json: "errorPercent", kind: :integer

      # @!attribute [r] failed_sign_ins
      #   The number of failed sign-ins per minute at which an alert starts.
      #   @return [Integer, nil]
      field :failed_sign_ins, json: "failedSignIns", kind: :integer

      # @!attribute [r] storage_percent
      #   The used percentage of the disk at which an alert starts.
      #   @return [Integer, nil]
      field :storage_percent, json: "storagePercent", kind: :integer
    end

    # The state of the alert rules.
    #
    # The texts that this version knows; others may follow.
    AlertStatusFilter = [
      "active",
      "ended",
      "all"
    ].freeze

    # An alert rule whose condition is met.
    class AnalyticsAlert < Model
      # @!attribute [r] message
      #   The problem and the remedy.
      #   @return [String]
      field :message, kind: :text, required: true

      # @!attribute [r] type
      #   The name of the rule.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The groups of figures to fill. `overview` and `system` are always filled.
    #
    # The texts that this version knows; others may follow.
    AnalyticsDataType = [
      "all",
      "marketplace",
      "agents",
      "datastreams"
    ].freeze

    # The range, the groups of figures and the level of detail.
    class AnalyticsFilters < Model
      # @!attribute [r] data_type
      #   One of "all", "marketplace", "agents", "datastreams". Default: "all".
      #   @return [String, nil]
      field :data_type, json: "dataType", kind: :text

      # @!attribute [r] date_range
      #   One of "day", "week", "month", "year". Default: "month".
      #   @return [String, nil]
      field :date_range, json: "dateRange", kind: :text

      # @!attribute [r] view
      #   One of "overview", "detailed". Default: "overview".
      #   @return [String, nil]
      field :view, kind: :text
    end

    # The sums of a range.
    class AnalyticsOverview < Model
      # @!attribute [r] active_agents
      #   The number of agents that are working now.
      #   @return [Integer]
      field :active_agents, json: "activeAgents", kind: :integer, required: true

      # @!attribute [r] data_processed
      #   The number of points and rows of datasets that were stored in the range.
      #   @return [Integer]
      field :data_processed, json: "dataProcessed", kind: :integer, required: true

      # @!attribute [r] revenue
      #   The sum of these purchases in EUR. Purchases in other currencies are in
      #   `revenueByCurrency` only.
      #   @return [Numeric]
      field :revenue, kind: :number, required: true

      # @!attribute [r] revenue_by_currency
      #   The sum of these purchases by currency.
      #   @return [Hash{String => Numeric}]
      field :revenue_by_currency, json: "revenueByCurrency", kind: { of: :number }, required: true

      # @!attribute [r] total_transactions
      #   The number of purchases in the range, without refunded ones.
      #   @return [Integer]
      field :total_transactions, json: "totalTransactions", kind: :integer, required: true
    end

    # A range of time up to now.
    #
    # The texts that this version knows; others may follow.
    AnalyticsRange = [
      "day",
      "week",
      "month",
      "year"
    ].freeze

    # The selection of figures.
    class AnalyticsRequest < Model
      # @!attribute [r] filters
      #   @return [Models::AnalyticsFilters, nil]
      field :filters, type: :AnalyticsFilters

      # @!attribute [r] user_id
      #   The id of an account: only its stored data and its sales are counted.
      #   @return [String, nil]
      field :user_id, json: "userId", kind: :text
    end

    # The figures of a range.
    class AnalyticsResult < Model
      # @!attribute [r] agents
      #   @return [Models::AgentAnalytics]
      field :agents, type: :AgentAnalytics, required: true

      # @!attribute [r] datastreams
      #   @return [Models::DatastreamAnalytics]
      field :datastreams, type: :DatastreamAnalytics, required: true

      # @!attribute [r] marketplace
      #   @return [Models::MarketplaceAnalytics]
      field :marketplace, type: :MarketplaceAnalytics, required: true

      # @!attribute [r] overview
      #   @return [Models::AnalyticsOverview]
      field :overview, type: :AnalyticsOverview, required: true

      # @!attribute [r] system
      #   @return [Models::SystemAnalytics]
      field :system, type: :SystemAnalytics, required: true
    end

    # The groups of figures to return.
    #
    # The texts that this version knows; others may follow.
    AnalyticsView = [
      "overview",
      "detailed"
    ].freeze

    # An API key, without its secret.
    class ApiKey < Model
      # @!attribute [r] created_at
      #   The time of creation, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] expires_at
      #   The expiry, in UTC; null if the key is valid until it is deleted.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] id
      #   The id of the key, which begins with `ak_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_used_at
      #   The time of the last use, to the minute; null if never used.
      #   @return [Time, nil]
      field :last_used_at, json: "lastUsedAt", type: :time

      # @!attribute [r] name
      #   The name that the creator of the key chose, 1 to 100 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] parent_id
      #   The API key that created this one and is revoked with it; null if none.
      #   @return [String, nil]
      field :parent_id, json: "parentId", kind: :text

      # @!attribute [r] scopes
      #   Area names with `:read` or `:write`; empty means everything the role permits.
      #   @return [Array<String>]
      field :scopes, kind: [:text], required: true
    end

    # A page of API keys.
    class ApiKeyPage < Model
      # @!attribute [r] api_keys
      #   The keys on this page, without their secrets.
      #   @return [Array<Models::ApiKey>]
      field :api_keys, json: "apiKeys", type: [:ApiKey], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of keys on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # An API key with its secret, which is returned once.
    class ApiKeyWithSecret < Model
      # @!attribute [r] created_at
      #   The time of creation, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] expires_at
      #   The expiry, in UTC; null if the key is valid until it is deleted.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] id
      #   The id of the key, which begins with `ak_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_used_at
      #   The time of the last use, to the minute; null if never used.
      #   @return [Time, nil]
      field :last_used_at, json: "lastUsedAt", type: :time

      # @!attribute [r] name
      #   The name that the creator of the key chose, 1 to 100 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] parent_id
      #   The API key that created this one and is revoked with it; null if none.
      #   @return [String, nil]
      field :parent_id, json: "parentId", kind: :text

      # @!attribute [r] scopes
      #   Area names with `:read` or `:write`; empty means everything the role permits.
      #   @return [Array<String>]
      field :scopes, kind: [:text], required: true

      # @!attribute [r] key
      #   The credential for `Authorization: Bearer`.
      #   @return [String]
      field :key, kind: :text, required: true, secret: true
    end

    # A claim to attach to a token.
    class AttachClaimRequest < Model
      # @!attribute [r] claim
      #   The document of `POST /v1/sfdp/proofs` about your own days, without audience and nonce.
      #   @return [Hash{String => Object}]
      field :claim, kind: { of: nil }, required: true
    end

    # The public half of the platform's signing key.
    class AttestationKey < Model
      # @!attribute [r] algorithm
      #   The signature algorithm (FIPS 204, pure ML-DSA).
      #   @return [String]
      field :algorithm, kind: :text, required: true

      # @!attribute [r] chain
      #   Every rotation of the key, oldest first. Each record is signed by the key before it and by
      #   the key after it, so that a verifier who trusts one of the keys can verify documents of
      #   all of them.
      #   @return [Array<Models::AttestationKeyRotation>]
      field :chain, type: [:AttestationKeyRotation], required: true

      # @!attribute [r] context
      #   The context string of every signature (FIPS 204, 5.2).
      #   @return [String]
      field :context, kind: :text, required: true

      # @!attribute [r] fingerprint
      #   The SHA-256 of the public key, in hexadecimal: compare it over another channel.
      #   @return [String]
      field :fingerprint, kind: :text, required: true

      # @!attribute [r] installation
      #   The id of this installation, contained in every record it signs.
      #   @return [String]
      field :installation, kind: :text, required: true

      # @!attribute [r] public_key
      #   The public key: 1952 bytes, base64.
      #   @return [String]
      field :public_key, json: "publicKey", kind: :text, required: true
    end

    # A rotation of the attestation key: one record, signed by both keys.
    class AttestationKeyRotation < Model
      # @!attribute [r] by_new
      #   The record, signed by the new key.
      #   @return [Models::SignedDocument]
      field :by_new, json: "byNew", type: :SignedDocument, required: true

      # @!attribute [r] by_old
      #   The record, signed by the old key.
      #   @return [Models::SignedDocument]
      field :by_old, json: "byOld", type: :SignedDocument, required: true
    end

    # The actor of an entry.
    class AuditActor < Model
      # @!attribute [r] id
      #   The account's id, `anonymous`, `system`, `erased`, or `owner` for the owner of an account
      #   who erases it.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] name
      #   The account's user name now; empty for an actor without an account.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] role
      #   The role at the time of the entry.
      #   @return [String]
      field :role, kind: :text, required: true
    end

    # A signed checkpoint of the audit log.
    class AuditCheckpoint < Model
      # @!attribute [r] number
      #   The number of the checkpoint, from 1.
      #   @return [Integer]
      field :number, kind: :integer, required: true

      # @!attribute [r] sequence
      #   The last entry that it covers.
      #   @return [Integer]
      field :sequence, kind: :integer, required: true

      # @!attribute [r] timestamp
      #   The time at which the platform signed the checkpoint, in UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # A link of the audit chain: an entry without its body.
    class AuditLink < Model
      # @!attribute [r] body_digest
      #   The salted digest of the body, in hexadecimal.
      #   @return [String]
      field :body_digest, json: "bodyDigest", kind: :text, required: true

      # @!attribute [r] hash_
      #   The hash of the entry, in hexadecimal.
      #   @return [String]
      field :hash_, json: "hash", kind: :text, required: true

      # @!attribute [r] previous_hash
      #   The hash of the entry before it, in hexadecimal; zeros for the first entry.
      #   @return [String]
      field :previous_hash, json: "previousHash", kind: :text, required: true

      # @!attribute [r] sequence
      #   The number of the entry in the chain, from 1.
      #   @return [Integer]
      field :sequence, kind: :integer, required: true

      # @!attribute [r] timestamp
      #   The time of the entry, in UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # Successive links of the audit chain.
    class AuditLinks < Model
      # @!attribute [r] links
      #   The links, oldest first; fewer than `limit` at the end of the chain.
      #   @return [Array<Models::AuditLink>]
      field :links, type: [:AuditLink], required: true

      # @!attribute [r] node
      #   The name of the node that wrote the entries.
      #   @return [String]
      field :node, kind: :text, required: true
    end

    # An entry of the audit log.
    class AuditLogEntry < Model
      # @!attribute [r] action
      #   The name of the action, in the form `object.verb`.
      #   @return [String]
      field :action, kind: :text, required: true

      # @!attribute [r] component
      #   The part of the platform that wrote the entry, for `filters.component`.
      #   @return [String]
      field :component, kind: :text, required: true

      # @!attribute [r] details
      #   The object of the action or the reason for a refusal, in words: names and counts, never a
      #   health value.
      #   @return [String]
      field :details, kind: :text, required: true

      # @!attribute [r] hash_
      #   The hash of the entry in the chain, in hexadecimal: it covers all earlier entries.
      #   @return [String]
      field :hash_, json: "hash", kind: :text, required: true

      # @!attribute [r] id
      #   The id of the entry, which begins with `aud_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] metadata
      #   Counts and names for programs.
      #   @return [Object]
      field :metadata

      # @!attribute [r] proof
      #   The values with which the hash is computed again; absent unless the request has `proofs`.
      #   @return [Models::AuditProof, nil]
      field :proof, type: :AuditProof

      # @!attribute [r] sequence
      #   The number of the entry in the chain, from 1.
      #   @return [Integer]
      field :sequence, kind: :integer, required: true

      # @!attribute [r] status
      #   One of "success", "warning", "error".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the entry, in UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] user
      #   @return [Models::AuditActor]
      field :user, type: :AuditActor, required: true
    end

    # Conditions that all entries of the page meet.
    class AuditLogFilters < Model
      # @!attribute [r] component
      #   Only entries of this component.
      #   @return [String, nil]
      field :component, kind: :text

      # @!attribute [r] date_range
      #   `day`, `week`, `month` or `year` before now, or `FROM/TO` with RFC 3339 times or dates in
      #   UTC.
      #   @return [String, nil]
      field :date_range, json: "dateRange", kind: :text

      # @!attribute [r] excluded_actions
      #   Only entries with other actions than these: at most 16 names, each as entries have it.
      #   With a `searchQuery`, among the newest 10 000 entries that contain the words.
      #   @return [Array<String>, nil]
      field :excluded_actions, json: "excludedActions", kind: [:text]

      # @!attribute [r] status
      #   Only entries with this status. One of "success", "warning", "error".
      #   @return [String, nil]
      field :status, kind: :text

      # @!attribute [r] user
      #   Only entries of this actor: the id or the name of an account, `anonymous`, `owner`,
      #   `system` or `erased`. An account whose name is one of these four words is found by its id.
      #   @return [String, nil]
      field :user, kind: :text
    end

    # A page of the audit log.
    class AuditLogPage < Model
      # @!attribute [r] checkpoint
      #   The newest signed checkpoint of the chain, which `lockstep audit verify --checkpoint`
      #   accepts; null before the first.
      #   @return [Models::SignedDocument, nil]
      field :checkpoint, type: :SignedDocument

      # @!attribute [r] has_uncounted
      #   Whether more entries may match than `total`: a search for words stops counting at a limit,
      #   and on a full disk the newest entries are not indexed.
      #   @return [Boolean]
      field :has_uncounted, json: "hasUncounted", kind: :boolean, required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] logs
      #   The entries, newest first.
      #   @return [Array<Models::AuditLogEntry>]
      field :logs, type: [:AuditLogEntry], required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of entries that match; a search for words counts at most 10 000, of which
      #   `filters.excludedActions` are subtracted.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The selection of audit log entries.
    class AuditLogRequest < Model
      # @!attribute [r] filters
      #   @return [Models::AuditLogFilters, nil]
      field :filters, type: :AuditLogFilters

      # @!attribute [r] limit
      #   The number of entries per page. Default: 20.
      #   @return [Integer, nil]
      field :limit, kind: :integer

      # @!attribute [r] page
      #   The page number, from 1. Default: 1.
      #   @return [Integer, nil]
      field :page, kind: :integer

      # @!attribute [r] proofs
      #   Whether each entry has a `proof`: the values with which its hash is computed again.
      #   Default: false.
      #   @return [Boolean, nil]
      field :proofs, kind: :boolean

      # @!attribute [r] search_query
      #   Words that an entry must contain, all of them, in any order: in its action, component,
      #   status, details, metadata or the id of its actor. `word*` finds every word that begins
      #   with `word`.
      #   @return [String, nil]
      field :search_query, json: "searchQuery", kind: :text
    end

    # The values with which the hash of an entry is computed again, as
    # `docs/security/audit-chain.md` describes.
    class AuditProof < Model
      # @!attribute [r] body
      #   The nine texts of the body in their order: the id of the entry, the id, name and role of
      #   the actor, the action, the component, the status, the details, and the metadata as JSON or
      #   an empty text.
      #   @return [Array<String>]
      field :body, kind: [:text], required: true

      # @!attribute [r] body_digest
      #   The salted digest of the body, in hexadecimal.
      #   @return [String]
      field :body_digest, json: "bodyDigest", kind: :text, required: true

      # @!attribute [r] node
      #   The name of the node that wrote the entry.
      #   @return [String]
      field :node, kind: :text, required: true

      # @!attribute [r] previous_hash
      #   The hash of the entry before it, in hexadecimal; zeros for the first entry.
      #   @return [String]
      field :previous_hash, json: "previousHash", kind: :text, required: true

      # @!attribute [r] salt
      #   The salt of the digest, in hexadecimal.
      #   @return [String]
      field :salt, kind: :text, required: true
    end

    # The outcome of an action.
    #
    # The texts that this version knows; others may follow.
    AuditStatus = [
      "success",
      "warning",
      "error"
    ].freeze

    # The result of verifying the audit log.
    class AuditVerification < Model
      # @!attribute [r] broken
      #   The first invalid entry; null if the log is intact.
      #   @return [Models::InvalidAuditEntry, nil]
      field :broken, type: :InvalidAuditEntry

      # @!attribute [r] checkpoint
      #   The newest signed checkpoint; null before the first. Entries after it can be cut off
      #   undetected.
      #   @return [Models::AuditCheckpoint, nil]
      field :checkpoint, type: :AuditCheckpoint

      # @!attribute [r] entries
      #   The number of entries that were checked.
      #   @return [Integer]
      field :entries, kind: :integer, required: true

      # @!attribute [r] erased
      #   The number of these whose content an erasure removed. Their place in the chain is checked.
      #   @return [Integer]
      field :erased, kind: :integer, required: true

      # @!attribute [r] intact
      #   Whether every entry is unchanged and in its original position.
      #   @return [Boolean]
      field :intact, kind: :boolean, required: true

      # @!attribute [r] verified_at
      #   The time of the verification; at most a minute ago.
      #   @return [Time]
      field :verified_at, json: "verifiedAt", type: :time, required: true
    end

    # A backup in the configured directory.
    class Backup < Model
      # @!attribute [r] bytes
      #   The size of its files in bytes.
      #   @return [Integer]
      field :bytes, kind: :integer, required: true

      # @!attribute [r] damaged
      #   Whether rows of the backup are damaged; null for a backup made by hand, of which the
      #   server does not know it.
      #   @return [Boolean, nil]
      field :damaged, kind: :boolean

      # @!attribute [r] made_at
      #   The time when the backup began; of a backup made by hand, when its store was last written,
      #   in UTC.
      #   @return [Time]
      field :made_at, json: "madeAt", type: :time, required: true

      # @!attribute [r] name
      #   The name of the folder that holds the backup, without the directory.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] restore_tested
      #   Whether the server restored the backup for a test and found the same content. True for
      #   every backup that the server made itself, false for one made by hand.
      #   @return [Boolean]
      field :restore_tested, json: "restoreTested", kind: :boolean, required: true
    end

    # The last attempt to make a backup on the schedule or on request.
    class BackupAttempt < Model
      # @!attribute [r] at
      #   The time when it began, in UTC.
      #   @return [Time]
      field :at, type: :time, required: true

      # @!attribute [r] outcome
      #   One of "succeeded", "damaged", "failed".
      #   @return [String]
      field :outcome, kind: :text, required: true
    end

    # The backups of the installation.
    class BackupList < Model
      # @!attribute [r] backups
      #   The backups in the configured directory, newest first.
      #   @return [Array<Models::Backup>]
      field :backups, type: [:Backup], required: true

      # @!attribute [r] configured
      #   Whether `backup.directory` is configured: without it, the server makes no backups.
      #   @return [Boolean]
      field :configured, kind: :boolean, required: true

      # @!attribute [r] last_attempt
      #   The last attempt; null before the first. The alert `backup.failed` says why it failed.
      #   @return [Models::BackupAttempt, nil]
      field :last_attempt, json: "lastAttempt", type: :BackupAttempt

      # @!attribute [r] running
      #   Whether a backup is requested or being made now.
      #   @return [Boolean]
      field :running, kind: :boolean, required: true
    end

    # The outcome of an attempt to make a backup.
    #
    # The texts that this version knows; others may follow.
    BackupOutcome = [
      "succeeded",
      "damaged",
      "failed"
    ].freeze

    # The state of the backup that was requested.
    class BackupStart < Model
      # @!attribute [r] running
      #   Always true: the backup is requested or being made.
      #   @return [Boolean]
      field :running, kind: :boolean, required: true
    end

    # The balance of the caller in a currency.
    class Balance < Model
      # @!attribute [r] balance
      #   The amount that the platform owes the caller; negative for a debt.
      #   @return [Numeric]
      field :balance, kind: :number, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code; an account has one balance for each currency.
      #   @return [String]
      field :currency, kind: :text, required: true
    end

    # The last 7 days compared with the 60 days before.
    class BaselineComparison < Model
      # @!attribute [r] baseline
      #   The mean of the 60 days before.
      #   @return [Numeric]
      field :baseline, kind: :number, required: true

      # @!attribute [r] baseline_days
      #   The number of these days that have a value.
      #   @return [Integer]
      field :baseline_days, json: "baselineDays", kind: :integer, required: true

      # @!attribute [r] days
      #   The number of these days that have a value.
      #   @return [Integer]
      field :days, kind: :integer, required: true

      # @!attribute [r] mean
      #   The mean of the last 7 days.
      #   @return [Numeric]
      field :mean, kind: :number, required: true

      # @!attribute [r] spread
      #   The standard deviation of the baseline.
      #   @return [Numeric]
      field :spread, kind: :number, required: true

      # @!attribute [r] z
      #   (mean − baseline) / spread.
      #   @return [Numeric]
      field :z, kind: :number, required: true
    end

    # A verification key with the ceremony that produced it.
    class Ceremony < Model
      # @!attribute [r] created_at
      #   The time of the confirmation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] name
      #   The name that the administrator gave the ceremony, 1 to 200 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key: 64 lower-case hexadecimal digits.
      #   @return [String]
      field :vk_digest, json: "vkDigest", kind: :text, required: true
    end

    # A page of ceremonies, ordered by digest.
    class CeremonyPage < Model
      # @!attribute [r] ceremonies
      #   The confirmed ceremonies of the page, ordered by `vkDigest`.
      #   @return [Array<Models::Ceremony>]
      field :ceremonies, type: [:Ceremony], required: true

      # @!attribute [r] limit
      #   The maximum number of ceremonies per page, as requested or by default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of all confirmed ceremonies.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The current and the new password.
    class ChangePasswordRequest < Model
      # @!attribute [r] current_password
      #   The password so far, as proof that the owner of the account sends the request.
      #   @return [String]
      field :current_password, kind: :text, required: true, secret: true

      # @!attribute [r] keep_api_keys
      #   Whether API keys stay valid. Default: false. Default: false.
      #   @return [Boolean, nil]
      field :keep_api_keys, kind: :boolean

      # @!attribute [r] new_password
      #   The new password: at least 12 characters, hard to guess, and without the user name.
      #   @return [String]
      field :new_password, kind: :text, required: true, secret: true
    end

    # A message of a channel.
    class ChannelMessage < Model
      # @!attribute [r] channel
      #   One of "analytics", "alerts", "system-health", "marketplace", "audit-logs".
      #   @return [String]
      field :channel, kind: :text, required: true

      # @!attribute [r] id
      #   The id for `lastEventId`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] payload
      #   The content; its fields depend on the type.
      #   @return [Hash{String => Object}]
      field :payload, kind: { of: nil }, required: true

      # @!attribute [r] timestamp
      #   The time of the event, in UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] type
      #   The type of the event; `docs/events.md` lists the types of each channel.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # A claim with everything needed to verify it, without an account or a network.
    class ClaimProof < Model
      # @!attribute [r] assurance
      #   A sentence about the trustworthiness of such proofs.
      #   @return [String]
      field :assurance, kind: :text, required: true

      # @!attribute [r] attested_root
      #   The signed root that the claim is about.
      #   @return [Hash{String => Object}]
      field :attested_root, json: "attestedRoot", kind: { of: nil }, required: true

      # @!attribute [r] circuit
      #   `between:N:0`, where N is the depth of the series' tree.
      #   @return [String, nil]
      field :circuit, kind: :text

      # @!attribute [r] curve
      #   `bls12-381` or `bn254`.
      #   @return [String, nil]
      field :curve, kind: :text

      # @!attribute [r] format
      #   The format of the document.
      #   @return [String]
      field :format, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the claim, derived from its statement. The proof does not identify a claim,
      #   because proofs can be re-randomised.
      #   @return [String, nil]
      field :id, kind: :text

      # @!attribute [r] key_attestation
      #   The platform's attestation that it created this key for this circuit. The party that
      #   creates a key can prove false statements under it.
      #   @return [Hash{String => Object}, nil]
      field :key_attestation, json: "keyAttestation", kind: { of: nil }

      # @!attribute [r] proof
      #   The proof: of Bulletproofs an object with `protocol`, `bits` and `proof` in hexadecimal,
      #   of the other schemes snarkjs JSON.
      #   @return [Hash{String => Object}]
      field :proof, kind: { of: nil }, required: true

      # @!attribute [r] public_inputs
      #   The public inputs as snarkjs JSON: decimal strings.
      #   @return [Array<String>, nil]
      field :public_inputs, json: "publicInputs", kind: [:text]

      # @!attribute [r] scheme
      #   `Bulletproofs`, `Groth16` or `PGHR13`. Only the last two have the members `circuit`,
      #   `curve`, `publicInputs`, `verificationKey`, `vkDigest` and `keyAttestation`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] setup
      #   How the key was created; `transparent` for Bulletproofs, which have no key.
      #   @return [String]
      field :setup, kind: :text, required: true

      # @!attribute [r] statement
      #   The readable statement; the proof binds every field of it.
      #   @return [Models::ClaimStatement]
      field :statement, type: :ClaimStatement, required: true

      # @!attribute [r] verification_key
      #   As snarkjs JSON.
      #   @return [Hash{String => Object}, nil]
      field :verification_key, json: "verificationKey", kind: { of: nil }

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key in hexadecimal: pin it.
      #   @return [String, nil]
      field :vk_digest, json: "vkDigest", kind: :text
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    ClaimProofOrJob = Union.new(
      nil,
      [
        :ClaimProof,
        :AcceptedJob
      ]
    )

    # The statement of a claim.
    class ClaimStatement < Model
      # @!attribute [r] audience
      #   The intended recipient of the claim.
      #   @return [String]
      field :audience, kind: :text, required: true

      # @!attribute [r] days
      #   The number of claimed days, from the first to the last.
      #   @return [Integer]
      field :days, kind: :integer, required: true

      # @!attribute [r] end_date
      #   The last day.
      #   @return [String]
      field :end_date, json: "endDate", kind: :text, required: true

      # @!attribute [r] expires_at
      #   The end of the claim's validity; null if unlimited.
      #   @return [String, nil]
      field :expires_at, json: "expiresAt", kind: :text

      # @!attribute [r] max
      #   The maximum of each daily value; null if the claim states no maximum.
      #   @return [Numeric, nil]
      field :max, kind: :number

      # @!attribute [r] metric
      #   The metric.
      #   @return [String]
      field :metric, kind: :text, required: true

      # @!attribute [r] min
      #   The minimum of each daily value; null if the claim states no minimum.
      #   @return [Numeric, nil]
      field :min, kind: :number

      # @!attribute [r] nonce
      #   The nonce of the verifier, base64.
      #   @return [String]
      field :nonce, kind: :text, required: true

      # @!attribute [r] owner
      #   The pseudonym of the account, as in the signed root.
      #   @return [String]
      field :owner, kind: :text, required: true

      # @!attribute [r] root_record
      #   The SHA-256 of the signed root's record, in hexadecimal.
      #   @return [String]
      field :root_record, json: "rootRecord", kind: :text, required: true

      # @!attribute [r] says
      #   The claim in sentences, with the contributing devices and the points that were left out.
      #   @return [String]
      field :says, kind: :text, required: true

      # @!attribute [r] scale
      #   The number of decimals of values and bounds.
      #   @return [Integer]
      field :scale, kind: :integer, required: true

      # @!attribute [r] start_date
      #   The first day.
      #   @return [String]
      field :start_date, json: "startDate", kind: :text, required: true

      # @!attribute [r] time_zone
      #   The time zone of the days.
      #   @return [String]
      field :time_zone, json: "timeZone", kind: :text, required: true

      # @!attribute [r] unit
      #   The unit of the values.
      #   @return [String]
      field :unit, kind: :text, required: true
    end

    # A claim of a token.
    class ClaimSummary < Model
      # @!attribute [r] expires_at
      #   The end of the claim's validity; null if unlimited.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] id
      #   The id of the claim. The certificate of the token names it.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] setup
      #   The origin of the proof's keys. `transparent`: a Bulletproof, which has no keys; no party
      #   can prove a false claim about the signed days. `local`: the platform made the keys and
      #   could prove anything. Under both, the platform signed the values of the days.
      #   @return [String]
      field :setup, kind: :text, required: true

      # @!attribute [r] statement
      #   The claim in sentences.
      #   @return [String]
      field :statement, kind: :text, required: true
    end

    # A block as the client sealed it.
    class ClientBlock < Model
      # @!attribute [r] block
      #   The envelope, base64.
      #   @return [String]
      field :block, kind: :text, required: true

      # @!attribute [r] block_id
      #   The id of the block, as its upload returned it.
      #   @return [String]
      field :block_id, json: "blockId", kind: :text, required: true

      # @!attribute [r] device
      #   The device of all values, as uploaded.
      #   @return [String]
      field :device, kind: :text, required: true

      # @!attribute [r] key_id
      #   The id of the FHE key that sealed the block. Only the client has its secret.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] timestamps
      #   The time of each value.
      #   @return [Array<String>]
      field :timestamps, kind: [:text], required: true

      # @!attribute [r] type
      #   The type of all values in the block.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # A page of blocks as the client sealed them.
    class ClientBlockPage < Model
      # @!attribute [r] blocks
      #   The blocks of the page, oldest upload first.
      #   @return [Array<Models::ClientBlock>]
      field :blocks, type: [:ClientBlock], required: true

      # @!attribute [r] has_more
      #   Whether more blocks follow.
      #   @return [Boolean]
      field :has_more, json: "hasMore", kind: :boolean, required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text
    end

    # Metadata of a computation.
    class ComputationMetadata < Model
      # @!attribute [r] key_id
      #   The id of the key of the operands, which also decrypts the result.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] operation
      #   The computed operation, as in the request.
      #   @return [String]
      field :operation, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the computation: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # The encrypted result of a computation.
    class ComputationResult < Model
      # @!attribute [r] metadata
      #   @return [Models::ComputationMetadata]
      field :metadata, type: :ComputationMetadata, required: true

      # @!attribute [r] result
      #   The envelope of the result, base64; `decrypt` returns its numbers.
      #   @return [String]
      field :result, kind: :text, required: true
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    ComputationResultOrJob = Union.new(
      nil,
      [
        :ComputationResult,
        :AcceptedJob
      ]
    )

    # Parameters of the operation.
    class ComputeParameters < Model
      # @!attribute [r] precision
      #   For `weightedSum`: the decimals of the weights, 0 to 6. Default: 0 for whole numbers,
      #   otherwise 2.
      #   @return [Integer, nil]
      field :precision, kind: :integer

      # @!attribute [r] scheme
      #   `BFV` or `BFV-sum`; must equal the scheme of the operands.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] steps
      #   For `rotate`: the number of places to the left.
      #   @return [Integer, nil]
      field :steps, kind: :integer

      # @!attribute [r] weights
      #   For `weightedSum`: one weight per value. A weight with more decimals is refused, never
      #   rounded.
      #   @return [Array<Numeric>, nil]
      field :weights, kind: [:number]
    end

    # The operation and its operands.
    class ComputeRequest < Model
      # @!attribute [r] operands
      #   Envelopes of mode FHE under one key, base64.
      #   @return [Array<String>]
      field :operands, kind: [:text], required: true

      # @!attribute [r] operation
      #   With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`, `square`,
      #   `sum`, `mean`, `variance`, `rotate`, `weightedSum`.
      #   @return [String]
      field :operation, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::ComputeParameters, nil]
      field :parameters, type: :ComputeParameters
    end

    # The ceremony that an operator confirms for a verification key.
    class ConfirmCeremonyRequest < Model
      # @!attribute [r] name
      #   The name of the ceremony, 1 to 200 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key, 64 hexadecimal digits, as returned by
      #   `/v1/encryption`.
      #   @return [String]
      field :vk_digest, json: "vkDigest", kind: :text, required: true
    end

    # The parameters of the provider's redirect.
    class ConfirmIdentityLinkRequest < Model
      # @!attribute [r] code
      #   The `code` parameter of the redirect: the authorization code of the provider.
      #   @return [String]
      field :code, kind: :text, required: true, secret: true

      # @!attribute [r] iss
      #   The issuer, if the provider sent it (RFC 9207).
      #   @return [String, nil]
      field :iss, kind: :text

      # @!attribute [r] state
      #   The `state` parameter of the redirect: the `state` that the server returned at the start.
      #   @return [String]
      field :state, kind: :text, required: true
    end

    # The parameters of the provider's redirect.
    class ConfirmReauthenticationRequest < Model
      # @!attribute [r] code
      #   The `code` parameter of the redirect: the authorization code of the provider.
      #   @return [String]
      field :code, kind: :text, required: true, secret: true

      # @!attribute [r] iss
      #   The issuer, if the provider sent it (RFC 9207).
      #   @return [String, nil]
      field :iss, kind: :text

      # @!attribute [r] state
      #   The `state` parameter of the redirect: the `state` that the server returned at the start.
      #   @return [String]
      field :state, kind: :text, required: true
    end

    # A code that proves that the authenticator app has the secret.
    class ConfirmTotpRequest < Model
      # @!attribute [r] code
      #   The current code of the authenticator app.
      #   @return [String]
      field :code, kind: :text, required: true, secret: true
    end

    # A session of the web console that began at an OpenID provider. Its credential is only in the
    # cookie.
    class ConsoleOidcSession < Model
      # @!attribute [r] expires_at
      #   The expiry, unless the session is renewed before.
      #   @return [Time]
      field :expires_at, type: :time, required: true

      # @!attribute [r] return_to
      #   The page of the console to show: the `return_to` of the start.
      #   @return [String]
      field :return_to, kind: :text, required: true
    end

    # A session of the web console. Its credential is only in the cookie.
    class ConsoleSession < Model
      # @!attribute [r] expires_at
      #   The expiry, unless the session is renewed before.
      #   @return [Time]
      field :expires_at, type: :time, required: true
    end

    # A command to send.
    class ControlUadmDeviceRequest < Model
      # @!attribute [r] command
      #   The name of the command, 1 to 128 printable characters.
      #   @return [String]
      field :command, kind: :text, required: true

      # @!attribute [r] expires_in
      #   Seconds after which the command expires if the device has not answered: 1 to 604800,
      #   default 60. Default: 60.
      #   @return [Integer, nil]
      field :expires_in, kind: :integer

      # @!attribute [r] parameters
      #   The parameters of the command, at most 16 KiB as JSON.
      #   @return [Hash{String => Object}, nil]
      field :parameters, kind: { of: nil }
    end

    # The state of a command that was sent.
    class ControlUadmDeviceResult < Model
      # @!attribute [r] command_id
      #   The id of the command, which begins with `cmd_`.
      #   @return [String]
      field :command_id, kind: :text, required: true

      # @!attribute [r] result
      #   The device's answer; absent before it arrives.
      #   @return [Hash{String => Object}, nil]
      field :result, kind: { of: nil }

      # @!attribute [r] status
      #   One of "queued", "delivered", "acknowledged", "failed", "expired".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # Points that two devices both have.
    class CopiedPoints < Model
      # @!attribute [r] compared
      #   The number of points of the first device for which the second has a point at that time.
      #   @return [Integer]
      field :compared, kind: :integer, required: true

      # @!attribute [r] devices
      #   The names of the two devices.
      #   @return [Array<String>]
      field :devices, kind: [:text], required: true

      # @!attribute [r] equal
      #   The number of points of the first device that the second has, too.
      #   @return [Integer]
      field :equal, kind: :integer, required: true

      # @!attribute [r] shift_seconds
      #   The seconds by which the times of the second device are later: 0, or whole quarter hours,
      #   as between time zones.
      #   @return [Integer]
      field :shift_seconds, json: "shiftSeconds", kind: :integer, required: true
    end

    # A custom agent to create.
    class CreateAgentRequest < Model
      # @!attribute [r] capabilities
      #   Names of tools, such as `metrics.read`, or of groups of tools: `points`, `metrics`,
      #   `insights`, `search`, `market`, `privacy`, `devices`, `audit`. An agent cannot combine
      #   tools that read private data, tools that read texts of other people, and tools that act
      #   outside the platform.
      #   @return [Array<String>]
      field :capabilities, kind: [:text], required: true

      # @!attribute [r] configuration
      #   @return [Models::CustomAgentConfigurationBody, nil]
      field :configuration, type: :CustomAgentConfigurationBody

      # @!attribute [r] description
      #   The description, at most 10 000 characters.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] name
      #   The name, 1 to 256 printable characters.
      #   @return [String]
      field :name, kind: :text, required: true
    end

    # An API key to create.
    class CreateApiKeyRequest < Model
      # @!attribute [r] expires_at
      #   The time of expiry. Without it, the key is valid until it is deleted.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] name
      #   The name of the key, 1 to 100 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] scopes
      #   Area names with `:read` or `:write`. Empty: everything the role permits.
      #   @return [Array<String>, nil]
      field :scopes, kind: [:text]
    end

    # The sign-in to the console to start.
    class CreateConsoleOidcSignInRequest < Model
      # @!attribute [r] redirect_uri
      #   The address of the console's page `/sign-in/callback`, one of those that the operator
      #   configured for the provider.
      #   @return [String]
      field :redirect_uri, kind: :text, required: true

      # @!attribute [r] return_to
      #   The page of the console to show after the sign-in: a path with its query. `/today` if
      #   absent.
      #   @return [String, nil]
      field :return_to, kind: :text
    end

    # A data token to create.
    class CreateDataTokenRequest < Model
      # @!attribute [r] access_rules
      #   @return [Models::AccessRules]
      field :access_rules, json: "accessRules", type: :AccessRules, required: true

      # @!attribute [r] available_until
      #   The time after which the token cannot be bought.
      #   @return [Time, nil]
      field :available_until, json: "availableUntil", type: :time

      # @!attribute [r] claims
      #   Documents of `POST /v1/sfdp/proofs` about your own days, without audience and nonce, for
      #   buyers to verify.
      #   @return [Array<Hash{String => Object}>, nil]
      field :claims, kind: [{ of: nil }]

      # @!attribute [r] currency
      #   The currency of the price, an ISO 4217 code.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] data_points
      #   Ids of points, or selectors `type=…;device=…;start=…;end=…`. Each must select a point of
      #   yours. The id of a registered device and its name select the same points. The token sells
      #   these points as they are now.
      #   @return [Array<String>]
      field :data_points, json: "dataPoints", kind: [:text], required: true

      # @!attribute [r] description
      #   A text for buyers, on the page of the listing.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] price
      #   The price, above zero, with at most the decimals of the currency.
      #   @return [Numeric]
      field :price, kind: :number, required: true
    end

    # A dataset to create.
    class CreateDatasetRequest < Model
      # @!attribute [r] data
      #   The data: an object whose members are arrays of one length is a table of columns; any
      #   other object is one row. For a large table, leave it out and send the table with `PUT
      #   /api/datasets/{dataset_id}/data`.
      #   @return [Hash{String => Object}, nil]
      field :data, kind: { of: nil }

      # @!attribute [r] description
      #   The description, at most 10 000 characters.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] encryption_mode
      #   `none`: sealed under the account's own key. `basic`: sealed under a key of the mode Basic.
      #   `fhe`: numeric columns are ciphertexts that support sums, means and variances. `zk`:
      #   numeric columns are committed to. One of "none", "basic", "fhe", "zk".
      #   @return [String]
      field :encryption_mode, kind: :text, required: true

      # @!attribute [r] name
      #   The name, 1 to 256 printable characters.
      #   @return [String]
      field :name, kind: :text, required: true
    end

    # A provider, and the password of the account.
    class CreateIdentityLinkRequest < Model
      # @!attribute [r] password
      #   The current password of the account, as proof that its owner sends the request.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true

      # @!attribute [r] provider
      #   The name of the provider.
      #   @return [String]
      field :provider, kind: :text, required: true

      # @!attribute [r] redirect_uri
      #   One of the addresses that the operator configured for the provider.
      #   @return [String]
      field :redirect_uri, kind: :text, required: true
    end

    # An item to create.
    class CreateItemRequest < Model
      # @!attribute [r] category
      #   A category of your choice, 1 to 64 characters. Lists can be filtered by it.
      #   @return [String]
      field :category, kind: :text, required: true

      # @!attribute [r] currency
      #   The currency of the price, an ISO 4217 code. Default: "EUR".
      #   @return [String, nil]
      field :currency, kind: :text

      # @!attribute [r] description
      #   The text that buyers see, at most 10 000 characters; can be empty.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] encryption
      #   @return [Models::ItemEncryption]
      field :encryption, type: :ItemEncryption, required: true

      # @!attribute [r] name
      #   The title that buyers see, 1 to 200 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] price
      #   The price, not below zero.
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] status
      #   The status of the item. Default: `active`. One of "draft", "active", "archived".
      #   @return [String, nil]
      field :status, kind: :text
    end

    # A listing to create.
    class CreateListingRequest < Model
      # @!attribute [r] access_rules
      #   The rules of the sale. Without them: one year and 1000 reads, without restrictions.
      #   @return [Models::ListingRules, nil]
      field :access_rules, type: :ListingRules

      # @!attribute [r] currency
      #   The currency of the price, an ISO 4217 code. Default: "EUR".
      #   @return [String, nil]
      field :currency, kind: :text

      # @!attribute [r] dataset_id
      #   A dataset of the caller that has data.
      #   @return [String]
      field :dataset_id, kind: :text, required: true

      # @!attribute [r] description
      #   The text that buyers see, at most 10 000 characters. Default: empty.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] price
      #   The price, above zero, with at most the decimals of the currency.
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] title
      #   The title that buyers see, 1 to 200 characters.
      #   @return [String]
      field :title, kind: :text, required: true
    end

    # The sign-in to start.
    class CreateOidcSignInRequest < Model
      # @!attribute [r] redirect_uri
      #   One of the addresses that the operator configured for the provider.
      #   @return [String]
      field :redirect_uri, kind: :text, required: true
    end

    # The provider at which to identify.
    class CreateReauthenticationRequest < Model
      # @!attribute [r] provider
      #   The name of the provider, of which an identity is linked to the account.
      #   @return [String]
      field :provider, kind: :text, required: true

      # @!attribute [r] redirect_uri
      #   One of the addresses that the operator configured for the provider.
      #   @return [String]
      field :redirect_uri, kind: :text, required: true
    end

    # An account to create.
    class CreateUserRequest < Model
      # @!attribute [r] email
      #   An e-mail address, at most 254 bytes; unique without regard to case.
      #   @return [String]
      field :email, kind: :text, required: true

      # @!attribute [r] password
      #   The new password: at least 12 characters, hard to guess, and without the user name.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true

      # @!attribute [r] role
      #   The role. Default: `user`. One of "user", "auditor", "admin".
      #   @return [String, nil]
      field :role, kind: :text

      # @!attribute [r] tier
      #   The tier, which sets limits and quotas. Default: `standard`. One of "standard", "premium",
      #   "enterprise".
      #   @return [String, nil]
      field :tier, kind: :text

      # @!attribute [r] username
      #   1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case; must not
      #   begin with `usr_`.
      #   @return [String]
      field :username, kind: :text, required: true
    end

    # A webhook to create.
    class CreateWebhookRequest < Model
      # @!attribute [r] description
      #   A note for the owner, at most 256 characters.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] event_types
      #   Names of `GET /v1/webhooks/event-types`.
      #   @return [Array<String>]
      field :event_types, json: "eventTypes", kind: [:text], required: true

      # @!attribute [r] scope
      #   The accounts whose events are sent. Default: `own`. `administration` requires the role
      #   auditor or admin. One of "own", "administration".
      #   @return [String, nil]
      field :scope, kind: :text

      # @!attribute [r] url
      #   The `https` address of the receiver, at most 2048 bytes.
      #   @return [String]
      field :url, kind: :text, required: true
    end

    # A workflow to create.
    class CreateWorkflowRequest < Model
      # @!attribute [r] enabled
      #   Whether the trigger starts runs. Default: true.
      #   @return [Boolean, nil]
      field :enabled, kind: :boolean

      # @!attribute [r] graph
      #   @return [Models::WorkflowGraph]
      field :graph, type: :WorkflowGraph, required: true

      # @!attribute [r] workflow_id
      #   The name: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :workflow_id, json: "workflowId", kind: :text, required: true
    end

    # The run to start.
    class CreateWorkflowRunRequest < Model
      # @!attribute [r] dry_run
      #   Whether to plan the run without calling tools that change data. The run then shows the
      #   arguments of these calls.
      #   @return [Boolean, nil]
      field :dry_run, json: "dryRun", kind: :boolean

      # @!attribute [r] input
      #   The value of `input` in the trigger's output.
      #   @return [Hash{String => Object}, nil]
      field :input, kind: { of: nil }
    end

    # The receipt of a new custom agent.
    class CreatedAgent < Model
      # @!attribute [r] deployment_ready
      #   Whether every capability is granted and the model is available.
      #   @return [Boolean]
      field :deployment_ready, json: "deploymentReady", kind: :boolean, required: true

      # @!attribute [r] id
      #   The id of the new agent, which begins with `agt_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] status
      #   Always `created`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A new deployment.
    class CreatedAgentDeployment < Model
      # @!attribute [r] agent
      #   @return [Models::DeployedAgent]
      field :agent, type: :DeployedAgent, required: true

      # @!attribute [r] deployment_id
      #   The id of the deployment, which begins with `dep_`.
      #   @return [String]
      field :deployment_id, json: "deploymentId", kind: :text, required: true

      # @!attribute [r] status
      #   Always `success`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The created token.
    class CreatedDataToken < Model
      # @!attribute [r] listing_url
      #   The URL of the token's page for browsers, under `public_url` of the configuration or else
      #   at the host that the request names. The page is not found until the token is active.
      #   @return [String]
      field :listing_url, json: "listingUrl", kind: :text, required: true

      # @!attribute [r] status
      #   One of "pending", "active", "expired", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] token_id
      #   The id of the data token: `tok_` and 26 characters.
      #   @return [String]
      field :token_id, json: "tokenId", kind: :text, required: true
    end

    # A sign-in or an API key, without its secret.
    class Credential < Model
      # @!attribute [r] created_at
      #   The time of the sign-in, or of the creation of the key, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] expires_at
      #   The expiry; null for an API key that does not expire.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] id
      #   The id of the sign-in, which begins with `ses_`, or of the API key, which begins with
      #   `ak_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] kind
      #   One of "session", "apiKey".
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] last_used_at
      #   The time of the last use, to the minute; null if never used.
      #   @return [Time, nil]
      field :last_used_at, json: "lastUsedAt", type: :time

      # @!attribute [r] name
      #   The name of the API key.
      #   @return [String, nil]
      field :name, kind: :text

      # @!attribute [r] scopes
      #   The scopes; empty means everything the role permits.
      #   @return [Array<String>]
      field :scopes, kind: [:text], required: true
    end

    # The kind of a credential.
    #
    # The texts that this version knows; others may follow.
    CredentialKind = [
      "session",
      "apiKey"
    ].freeze

    # A page of credentials, oldest first.
    class CredentialPage < Model
      # @!attribute [r] credentials
      #   The sign-ins and API keys on this page.
      #   @return [Array<Models::Credential>]
      field :credentials, type: [:Credential], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of credentials on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The two-parameter model of critical power, fitted to the highest means of 2 to 20 minutes:
    # value = critical + capacity / seconds (Monod and Scherrer 1965). It is valid only if these
    # efforts were maximal.
    class CriticalPowerModel < Model
      # @!attribute [r] capacity
      #   W′ in J, or D′ in m.
      #   @return [Numeric]
      field :capacity, kind: :number, required: true

      # @!attribute [r] critical
      #   Critical power in W, or critical speed in m/s.
      #   @return [Numeric]
      field :critical, kind: :number, required: true

      # @!attribute [r] name
      #   Always `critical-power-2-parameter`.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] r_squared
      #   The share of the variance that the model explains.
      #   @return [Numeric]
      field :r_squared, json: "rSquared", kind: :number, required: true

      # @!attribute [r] residuals
      #   The efforts that the model was fitted to.
      #   @return [Array<Models::ModelResidual>]
      field :residuals, type: [:ModelResidual], required: true

      # @!attribute [r] standard_error
      #   The standard error of the estimate, in the unit of `critical`.
      #   @return [Numeric]
      field :standard_error, json: "standardError", kind: :number, required: true
    end

    # The prices of the offers of one currency.
    class CurrencyPrices < Model
      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of all prices in this entry.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] highest
      #   The highest price in the main unit of the currency.
      #   @return [Numeric]
      field :highest, kind: :number, required: true

      # @!attribute [r] lowest
      #   The lowest price in the main unit of the currency.
      #   @return [Numeric]
      field :lowest, kind: :number, required: true

      # @!attribute [r] median
      #   The median price in the main unit of the currency.
      #   @return [Numeric]
      field :median, kind: :number, required: true

      # @!attribute [r] offers
      #   The number of offers.
      #   @return [Integer]
      field :offers, kind: :integer, required: true

      # @!attribute [r] per1000_points
      #   The prices of 1000 points of the data tokens; null without a token.
      #   @return [Models::PriceSpread, nil]
      field :per1000_points, json: "per1000Points", type: :PriceSpread
    end

    # The caller's account.
    class CurrentUser < Model
      # @!attribute [r] email
      #   The e-mail address, which also works for signing in; empty if it cannot be decrypted.
      #   @return [String]
      field :email, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the account, which begins with `usr_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] role
      #   One of "user", "auditor", "admin".
      #   @return [String]
      field :role, kind: :text, required: true

      # @!attribute [r] scopes
      #   The scopes of this credential; empty means everything the role permits.
      #   @return [Array<String>]
      field :scopes, kind: [:text], required: true

      # @!attribute [r] status
      #   One of "active", "suspended", "deleted".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] tier
      #   One of "standard", "premium", "enterprise".
      #   @return [String]
      field :tier, kind: :text, required: true

      # @!attribute [r] username
      #   The name for signing in; empty if it cannot be decrypted.
      #   @return [String]
      field :username, kind: :text, required: true
    end

    # A custom agent.
    class CustomAgent < Model
      # @!attribute [r] capabilities
      #   Names of tools or of groups of tools; empty if the stored definition is damaged.
      #   @return [Array<String>]
      field :capabilities, kind: [:text], required: true

      # @!attribute [r] configuration
      #   The model of the agent; null if the stored definition is damaged.
      #   @return [Models::CustomAgentConfiguration, nil]
      field :configuration, type: :CustomAgentConfiguration

      # @!attribute [r] created_at
      #   The time of creation, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] description
      #   The description, at most 10 000 characters; empty if the agent has no description or the
      #   stored definition is damaged.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the agent, which begins with `agt_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] name
      #   The name; empty if the stored definition is damaged.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "deployed", "paused", "error".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The model of a custom agent.
    class CustomAgentConfiguration < Model
      # @!attribute [r] model
      #   `builtin` (no language model), or the name of a model that the operator configured.
      #   @return [String]
      field :model, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::AgentModelParameters]
      field :parameters, type: :AgentModelParameters, required: true

      # @!attribute [r] share_data
      #   Whether questions and decrypted values may be sent to a model on another machine.
      #   @return [Boolean]
      field :share_data, json: "shareData", kind: :boolean, required: true
    end

    # The model of a custom agent.
    class CustomAgentConfigurationBody < Model
      # @!attribute [r] model
      #   `builtin` (no language model), or the name of a model that the operator configured.
      #   Default: "builtin".
      #   @return [String, nil]
      field :model, kind: :text

      # @!attribute [r] parameters
      #   @return [Models::AgentModelParametersBody, nil]
      field :parameters, type: :AgentModelParametersBody

      # @!attribute [r] share_data
      #   Whether questions and decrypted values may be sent to a model on another machine. Such a
      #   model requires `true`. Default: false.
      #   @return [Boolean, nil]
      field :share_data, json: "shareData", kind: :boolean
    end

    # The custom agents of an account.
    class CustomAgentList < Model
      # @!attribute [r] agents
      #   The agents, the oldest first; an account has 100 at most.
      #   @return [Array<Models::CustomAgent>]
      field :agents, type: [:CustomAgent], required: true
    end

    # The claim about each day. Without bounds it claims that a value exists.
    class DailyBounds < Model
      # @!attribute [r] max
      #   The maximum of each daily value.
      #   @return [Numeric, nil]
      field :max, kind: :number

      # @!attribute [r] metric
      #   `restingHeartRate`, `hrvRmssd`, `sleepDuration` or `steps`.
      #   @return [String]
      field :metric, kind: :text, required: true

      # @!attribute [r] min
      #   The minimum, in the unit of the metric's point type.
      #   @return [Numeric, nil]
      field :min, kind: :number
    end

    # A purchase that can still be used. It names neither the buyer nor the number of reads.
    class DataGrant < Model
      # @!attribute [r] expires_at
      #   The end of the access.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] listing_id
      #   The listing; null for a data token.
      #   @return [String, nil]
      field :listing_id, json: "listingId", kind: :text

      # @!attribute [r] purchase_id
      #   The id of the purchase, as in the ledger.
      #   @return [String]
      field :purchase_id, json: "purchaseId", kind: :text, required: true

      # @!attribute [r] purchased_at
      #   The time of the purchase: RFC 3339, UTC.
      #   @return [Time]
      field :purchased_at, json: "purchasedAt", type: :time, required: true

      # @!attribute [r] restrictions
      #   The restrictions at the time of the purchase.
      #   @return [Array<String>]
      field :restrictions, kind: [:text], required: true

      # @!attribute [r] token_id
      #   The data token; null for a listing.
      #   @return [String, nil]
      field :token_id, json: "tokenId", kind: :text
    end

    # A page of grants.
    class DataGrantList < Model
      # @!attribute [r] grants
      #   The grants, newest first.
      #   @return [Array<Models::DataGrant>]
      field :grants, type: [:DataGrant], required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text
    end

    # The completeness of the points of an account.
    class DataQuality < Model
      # @!attribute [r] end_date
      #   The last day of the report, in the time zone of the profile.
      #   @return [Date]
      field :end_date, json: "endDate", type: :date, required: true

      # @!attribute [r] silent_devices
      #   The devices that have sent no points since the first day.
      #   @return [Array<Models::SilentDevice>]
      field :silent_devices, json: "silentDevices", type: [:SilentDevice], required: true

      # @!attribute [r] start_date
      #   The first day of the report, in the time zone of the profile.
      #   @return [Date]
      field :start_date, json: "startDate", type: :date, required: true

      # @!attribute [r] types
      #   The types of the catalogue that have points in the range or before it.
      #   @return [Array<Models::TypeQuality>]
      field :types, type: [:TypeQuality], required: true
    end

    # The confirmation of an approval.
    class DataTokenApproval < Model
      # @!attribute [r] approved
      #   Always `true`: the token can now be bought.
      #   @return [Boolean]
      field :approved, kind: :boolean, required: true
    end

    # The claims of a token.
    class DataTokenClaims < Model
      # @!attribute [r] claims
      #   Documents of the format `lockstep-proof/3`. `lockstep verify` checks all of them offline.
      #   @return [Array<Hash{String => Object}>]
      field :claims, kind: [{ of: nil }], required: true
    end

    # A data token.
    class DataTokenDetails < Model
      # @!attribute [r] access_rules
      #   @return [Models::AccessRules]
      field :access_rules, json: "accessRules", type: :AccessRules, required: true

      # @!attribute [r] answers_left
      #   The series of an aggregate-only token, with the answers that are left; null for another
      #   token.
      #   @return [Array<Models::SeriesAnswerBudget>, nil]
      field :answers_left, json: "answersLeft", type: [:SeriesAnswerBudget]

      # @!attribute [r] available_until
      #   The time from which the token cannot be bought; null: until the seller withdraws it.
      #   @return [Time, nil]
      field :available_until, json: "availableUntil", type: :time

      # @!attribute [r] claims
      #   The claims of the seller that have not expired; their documents are at `…/claims`.
      #   @return [Array<Models::ClaimSummary>]
      field :claims, type: [:ClaimSummary], required: true

      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] description
      #   The seller's text for buyers, at most 2000 characters; empty if the seller sent none.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the data token: `tok_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] listing_url
      #   The URL of the token's page for browsers.
      #   @return [String]
      field :listing_url, json: "listingUrl", kind: :text, required: true

      # @!attribute [r] points
      #   The number of points.
      #   @return [Integer]
      field :points, kind: :integer, required: true

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] purchases
      #   The number of purchases that were not refunded; null for tokens of others.
      #   @return [Integer, nil]
      field :purchases, kind: :integer

      # @!attribute [r] readable
      #   Whether the points can be read: false while a key of the seller that seals them is
      #   stopped. Such a token cannot be bought.
      #   @return [Boolean]
      field :readable, kind: :boolean, required: true

      # @!attribute [r] revenue
      #   The sum of their prices, read from the ledger; null for tokens of others.
      #   @return [Numeric, nil]
      field :revenue, kind: :number

      # @!attribute [r] status
      #   One of "pending", "active", "expired", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A data token in a list.
    class DataTokenEntry < Model
      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the data token: `tok_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] points
      #   The number of points.
      #   @return [Integer]
      field :points, kind: :integer, required: true

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] purchases
      #   The number of purchases that were not refunded; null for tokens of others.
      #   @return [Integer, nil]
      field :purchases, kind: :integer

      # @!attribute [r] restrictions
      #   `aggregate-only`, `no-export` and `purpose:` with a word; empty if the token has no
      #   restrictions.
      #   @return [Array<String>]
      field :restrictions, kind: [:text], required: true

      # @!attribute [r] revenue
      #   The sum of their prices, read from the ledger; null for tokens of others.
      #   @return [Numeric, nil]
      field :revenue, kind: :number

      # @!attribute [r] status
      #   One of "pending", "active", "expired", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A page of data tokens.
    class DataTokenList < Model
      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text

      # @!attribute [r] tokens
      #   The tokens, newest first.
      #   @return [Array<Models::DataTokenEntry>]
      field :tokens, type: [:DataTokenEntry], required: true
    end

    # The tokens that a list shows.
    #
    # The texts that this version knows; others may follow.
    DataTokenScope = [
      "own",
      "market"
    ].freeze

    # The state of a token. `pending`: an administrator has to approve its price. `active`: it can
    # be bought. `expired`: `availableUntil` has passed. `revoked`: the seller withdrew it.
    #
    # The texts that this version knows; others may follow.
    DataTokenStatus = [
      "pending",
      "active",
      "expired",
      "revoked"
    ].freeze

    # The settings of the database and of scheduled backups.
    class DatabaseSettings < Model
      # @!attribute [r] backup_enabled
      #   Whether backups are made on a schedule.
      #   @return [Boolean]
      field :backup_enabled, json: "backupEnabled", kind: :boolean, required: true

      # @!attribute [r] backup_interval
      #   The hours between two backups.
      #   @return [Integer]
      field :backup_interval, json: "backupInterval", kind: :integer, required: true

      # @!attribute [r] max_connections
      #   The maximum number of reads of the store that run at the same time.
      #   @return [Integer]
      field :max_connections, json: "maxConnections", kind: :integer, required: true

      # @!attribute [r] timeout
      #   The maximum time in seconds that a read for an account may wait and run.
      #   @return [Integer]
      field :timeout, kind: :integer, required: true
    end

    # New values of the settings of the database and of scheduled backups.
    class DatabaseSettingsChange < Model
      # @!attribute [r] backup_enabled
      #   Whether backups are made on a schedule. This requires `backup.directory` in the
      #   configuration.
      #   @return [Boolean, nil]
      field :backup_enabled, json: "backupEnabled", kind: :boolean

      # @!attribute [r] backup_interval
      #   The hours between two backups.
      #   @return [Integer, nil]
      field :backup_interval, json: "backupInterval", kind: :integer

      # @!attribute [r] max_connections
      #   The maximum number of reads of the store that run at the same time.
      #   @return [Integer, nil]
      field :max_connections, json: "maxConnections", kind: :integer

      # @!attribute [r] timeout
      #   The maximum time in seconds that a read for an account may wait and run. After that, the
      #   request is refused with 503.
      #   @return [Integer, nil]
      field :timeout, kind: :integer
    end

    # The entry of a dataset.
    class Dataset < Model
      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] description
      #   At most 10 000 characters; empty if none was sent.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] encryption_mode
      #   One of "none", "basic", "fhe", "zk".
      #   @return [String]
      field :encryption_mode, kind: :text, required: true

      # @!attribute [r] encryption_status
      #   One of "unencrypted", "pending", "encrypted", "failed".
      #   @return [String]
      field :encryption_status, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the dataset: `ds_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] name
      #   The name; empty if the stored name is damaged.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] row_count
      #   The number of rows; null without data.
      #   @return [Integer, nil]
      field :row_count, kind: :integer

      # @!attribute [r] schema
      #   The columns in order. Lists leave them out.
      #   @return [Array<Models::DatasetColumn>, nil]
      field :schema, type: [:DatasetColumn]

      # @!attribute [r] updated_at
      #   The time of the last change.
      #   @return [Time]
      field :updated_at, type: :time, required: true

      # @!attribute [r] version
      #   The number of the data's version, from 1; null without data.
      #   @return [Integer, nil]
      field :version, kind: :integer
    end

    # The kind of a change of a dataset. `updated`: its data or its encryption status changed.
    #
    # The texts that this version knows; others may follow.
    DatasetChange = [
      "created",
      "updated",
      "deleted"
    ].freeze

    # A column of a dataset.
    class DatasetColumn < Model
      # @!attribute [r] column
      #   The name of the column.
      #   @return [String]
      field :column, kind: :text, required: true

      # @!attribute [r] null_count
      #   The number of rows without a value.
      #   @return [Integer]
      field :null_count, kind: :integer, required: true

      # @!attribute [r] protection
      #   One of "sealed", "fhe", "zk".
      #   @return [String]
      field :protection, kind: :text, required: true

      # @!attribute [r] reason
      #   The reason why a column of mode `fhe` or `zk` is only sealed; absent otherwise.
      #   @return [String, nil]
      field :reason, kind: :text

      # @!attribute [r] roots
      #   The roots of the commitments to the groups of rows of a `zk` column, in order: Poseidon
      #   Merkle roots over the scalar field of BLS12-381, little-endian, in hexadecimal; absent
      #   otherwise.
      #   @return [Array<String>, nil]
      field :roots, kind: [:text]

      # @!attribute [r] type
      #   One of "integer", "number", "boolean", "timestamp", "text", "json", "mixed", "empty".
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The unit that the name states in brackets at its end; null if it states none.
      #   @return [String, nil]
      field :unit, kind: :text
    end

    # The protection of a column's values. `sealed`: authenticated encryption. `fhe`: ciphertexts
    # that support sums, means and variances. `zk`: sealed and committed to.
    #
    # The texts that this version knows; others may follow.
    DatasetColumnProtection = [
      "sealed",
      "fhe",
      "zk"
    ].freeze

    # The statistics of a column of numbers.
    class DatasetColumnStatistics < Model
      # @!attribute [r] column
      #   The name of the column, as in the dataset's schema.
      #   @return [String]
      field :column, kind: :text, required: true

      # @!attribute [r] computed_on
      #   `ciphertexts`: no single value was decrypted. `values`: the values were read. One of
      #   "ciphertexts", "values".
      #   @return [String]
      field :computed_on, kind: :text, required: true

      # @!attribute [r] count
      #   The number of values.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] mean
      #   The mean; null without values.
      #   @return [Numeric, nil]
      field :mean, kind: :number

      # @!attribute [r] null_count
      #   The number of rows without a value.
      #   @return [Integer]
      field :null_count, kind: :integer, required: true

      # @!attribute [r] sum
      #   The sum. It is exact, with every digit, if the numbers are decimals of at most 18 digits.
      #   @return [Numeric, nil]
      field :sum, kind: :number

      # @!attribute [r] variance
      #   The variance of the whole population; null without values.
      #   @return [Numeric, nil]
      field :variance, kind: :number
    end

    # The type of a column's values. `integer`: whole numbers. `timestamp`: RFC 3339 with an offset.
    # `json`: arrays and objects. `mixed`: values of several types. `empty`: no values.
    #
    # The texts that this version knows; others may follow.
    DatasetColumnType = [
      "integer",
      "number",
      "boolean",
      "timestamp",
      "text",
      "json",
      "mixed",
      "empty"
    ].freeze

    # The data that statistics were computed on. `ciphertexts`: no single value was decrypted.
    #
    # The texts that this version knows; others may follow.
    DatasetComputationBasis = [
      "ciphertexts",
      "values"
    ].freeze

    # The data of a dataset.
    class DatasetData < Model
      # @!attribute [r] data
      #   The columns of the table, each an array of values in the order of the rows. For data that
      #   were sent as a single JSON object: that object.
      #   @return [Hash{String => Object}]
      field :data, kind: { of: nil }, required: true

      # @!attribute [r] row_count
      #   The number of rows of the whole version.
      #   @return [Integer]
      field :row_count, kind: :integer, required: true

      # @!attribute [r] version
      #   The number of the data's version; 0 without data.
      #   @return [Integer]
      field :version, kind: :integer, required: true
    end

    # The encryption mode of a dataset. `none`: sealed under the account's own key. `basic`: sealed
    # under a key of the mode Basic. `fhe`: columns of numbers are homomorphic ciphertexts. `zk`:
    # columns of numbers are also committed to.
    #
    # The texts that this version knows; others may follow.
    DatasetEncryptionMode = [
      "none",
      "basic",
      "fhe",
      "zk"
    ].freeze

    # The state of the encryption of a dataset. `unencrypted`: the mode is `none`. `pending`: a key
    # is being created, or columns are being converted. `encrypted`: all data are in their mode.
    # `failed`: the data stay sealed, and the conversion is tried again each minute.
    #
    # The texts that this version knows; others may follow.
    DatasetEncryptionStatus = [
      "unencrypted",
      "pending",
      "encrypted",
      "failed"
    ].freeze

    # The type of the message.
    #
    # The texts that this version knows; others may follow.
    DatasetMessageType = [
      "update"
    ].freeze

    # A page of datasets.
    class DatasetPage < Model
      # @!attribute [r] data
      #   The datasets of the page, in the requested order.
      #   @return [Array<Models::Dataset>]
      field :data, type: [:Dataset], required: true

      # @!attribute [r] limit
      #   The maximum number of datasets per page, as requested or by default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of all datasets of the account.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The order of a list.
    #
    # The texts that this version knows; others may follow.
    DatasetSortField = [
      "name",
      "created_at",
      "encryption_status"
    ].freeze

    # The statistics of a dataset.
    class DatasetStatistics < Model
      # @!attribute [r] columns
      #   One entry for each requested column of numbers.
      #   @return [Array<Models::DatasetColumnStatistics>]
      field :columns, type: [:DatasetColumnStatistics], required: true

      # @!attribute [r] dataset_id
      #   The id of the dataset, as in the path.
      #   @return [String]
      field :dataset_id, kind: :text, required: true

      # @!attribute [r] version
      #   The number of the data's version; 0 without data.
      #   @return [Integer]
      field :version, kind: :integer, required: true
    end

    # A change of a dataset.
    class DatasetUpdate < Model
      # @!attribute [r] data
      #   @return [Models::DatasetUpdateData]
      field :data, type: :DatasetUpdateData, required: true

      # @!attribute [r] id
      #   The id for `lastEventId`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] type
      #   "update".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # A changed dataset and the kind of change.
    class DatasetUpdateData < Model
      # @!attribute [r] dataset_id
      #   The id of the changed dataset; after a deletion it no longer exists.
      #   @return [String]
      field :dataset_id, kind: :text, required: true

      # @!attribute [r] event
      #   One of "created", "updated", "deleted".
      #   @return [String]
      field :event, kind: :text, required: true
    end

    # The data stored in a range.
    class DatastreamAnalytics < Model
      # @!attribute [r] stored
      #   The points and rows of datasets stored in each period. Empty in the view `overview`.
      #   @return [Array<Integer>]
      field :stored, kind: [:integer], required: true
    end

    # The envelope to decrypt.
    class DecryptRequest < Model
      # @!attribute [r] encrypted_data
      #   An envelope, base64.
      #   @return [String]
      field :encrypted_data, json: "encryptedData", kind: :text, required: true

      # @!attribute [r] metadata
      #   Optional: if sent, it must match the envelope.
      #   @return [Models::EnvelopeMetadata, nil]
      field :metadata, type: :EnvelopeMetadata
    end

    # Metadata of a decryption.
    class DecryptionMetadata < Model
      # @!attribute [r] key_id
      #   The id of the key that decrypted the envelope.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] scheme
      #   The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the decryption: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # The plaintext of an envelope.
    class DecryptionResult < Model
      # @!attribute [r] data
      #   The plaintext, base64.
      #   @return [String]
      field :data, kind: :text, required: true

      # @!attribute [r] metadata
      #   @return [Models::DecryptionMetadata]
      field :metadata, type: :DecryptionMetadata, required: true
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    DecryptionResultOrJob = Union.new(
      nil,
      [
        :DecryptionResult,
        :AcceptedJob
      ]
    )

    # The encryption mode where a mode is required and none is named. `AES` is the mode `Basic`.
    #
    # The texts that this version knows; others may follow.
    DefaultEncryptionType = [
      "FHE",
      "AES",
      "ZK"
    ].freeze

    # The proof that the owner of the account sends the request.
    class DeleteAccountRequest < Model
      # @!attribute [r] code
      #   The current code of the authenticator app, or a recovery code. Needed if the account has
      #   TOTP enabled, otherwise ignored.
      #   @return [String, nil]
      field :code, kind: :text, secret: true

      # @!attribute [r] password
      #   The current password of the account. It may be absent only if the person identified once
      #   more at a linked OpenID provider within the last 5 minutes (`POST
      #   /api/auth/reauthentication`).
      #   @return [String, nil]
      field :password, kind: :text, secret: true
    end

    # The result of deleting an activity.
    class DeletedActivity < Model
      # @!attribute [r] deleted_points
      #   The number of deleted points.
      #   @return [Integer]
      field :deleted_points, json: "deletedPoints", kind: :integer, required: true
    end

    # The confirmation that a custom agent was deleted.
    class DeletedAgent < Model
      # @!attribute [r] deleted
      #   Always true: the agent no longer exists.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The confirmation that a chat was deleted.
    class DeletedAgentChat < Model
      # @!attribute [r] deleted_count
      #   The number of deleted messages.
      #   @return [Integer]
      field :deleted_count, json: "deletedCount", kind: :integer, required: true
    end

    # The confirmation that a deployment was deleted.
    class DeletedAgentDeployment < Model
      # @!attribute [r] deleted
      #   Always true: the deployment no longer exists.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The confirmation that an API key was deleted.
    class DeletedApiKey < Model
      # @!attribute [r] deleted
      #   Always true: the key and every key it created are refused from now on.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The confirmation that a circuit was deleted.
    class DeletedCircuit < Model
      # @!attribute [r] deleted
      #   Always `true`.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The confirmation of a deletion.
    class DeletedDataset < Model
      # @!attribute [r] deleted
      #   Always `true`.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The result of deleting an import.
    class DeletedImport < Model
      # @!attribute [r] damaged_batches
      #   The number of batches whose record is damaged: their points stay; absent if none.
      #   @return [Integer, nil]
      field :damaged_batches, json: "damagedBatches", kind: :integer

      # @!attribute [r] deleted_activities
      #   The number of deleted activities: activities that no other import contains.
      #   @return [Integer]
      field :deleted_activities, json: "deletedActivities", kind: :integer, required: true

      # @!attribute [r] deleted_points
      #   The number of deleted points.
      #   @return [Integer]
      field :deleted_points, json: "deletedPoints", kind: :integer, required: true
    end

    # The confirmation that a job was deleted.
    class DeletedJob < Model
      # @!attribute [r] deleted
      #   Always true: the job no longer exists.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The result of a deletion of points.
    class DeletedPoints < Model
      # @!attribute [r] deleted_count
      #   The number of points that were deleted; 0 if none matched.
      #   @return [Integer]
      field :deleted_count, json: "deletedCount", kind: :integer, required: true
    end

    # The confirmation that a webhook was deleted.
    class DeletedWebhook < Model
      # @!attribute [r] deleted
      #   Always true: the server queues no more deliveries.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The confirmation that a workflow was deleted.
    class DeletedWorkflow < Model
      # @!attribute [r] deleted
      #   Always true: the workflow no longer exists.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # A deployment to create.
    class DeployAgentRequest < Model
      # @!attribute [r] agent_id
      #   The id of a core agent or of a custom agent of the account.
      #   @return [String]
      field :agent_id, json: "agentId", kind: :text, required: true

      # @!attribute [r] configuration
      #   @return [Models::AgentDeploymentConfiguration, nil]
      field :configuration, type: :AgentDeploymentConfiguration

      # @!attribute [r] workflow_id
      #   The name of the workflow: 1 to 64 letters, digits, `_` or `-`. A new name creates the
      #   workflow; an existing one gets a node for the agent, unless it has one. Deploying the same
      #   agent to the same workflow again replaces the deployment.
      #   @return [String]
      field :workflow_id, json: "workflowId", kind: :text, required: true
    end

    # A deployment to create.
    class DeployPlatformAgentRequest < Model
      # @!attribute [r] agent_id
      #   The id of a core agent or of a custom agent of the account.
      #   @return [String]
      field :agent_id, kind: :text, required: true

      # @!attribute [r] configuration
      #   @return [Models::PlatformAgentConfiguration, nil]
      field :configuration, type: :PlatformAgentConfiguration
    end

    # The agent of a new deployment.
    class DeployedAgent < Model
      # @!attribute [r] id
      #   The id of the agent, as in the request.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "deployed", "paused", "error".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The agent of a new deployment.
    class DeployedPlatformAgent < Model
      # @!attribute [r] id
      #   The id of the agent, as in the request.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "deployed", "paused", "error".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The range to search.
    class DetectActivitiesRequest < Model
      # @!attribute [r] end_date
      #   The end of the range; a date includes the whole day. Default: the latest point. At most
      #   400 days after the start.
      #   @return [String, nil]
      field :end_date, json: "endDate", kind: :text

      # @!attribute [r] start_date
      #   The start of the range: RFC 3339, or a date in the profile's time zone. Default: 168 hours
      #   before the end.
      #   @return [String, nil]
      field :start_date, json: "startDate", kind: :text
    end

    # The activities that were detected.
    class DetectedActivities < Model
      # @!attribute [r] activities
      #   The stored activities in order of time: at most 1000.
      #   @return [Array<Models::Activity>]
      field :activities, type: [:Activity], required: true

      # @!attribute [r] has_more
      #   Whether the range has more efforts than one request stores.
      #   @return [Boolean]
      field :has_more, json: "hasMore", kind: :boolean, required: true

      # @!attribute [r] next_start_date
      #   The `startDate` of the request that continues the detection, with the same `endDate`; null
      #   if there are no more efforts.
      #   @return [Time, nil]
      field :next_start_date, json: "nextStartDate", type: :time
    end

    # A registered device.
    class Device < Model
      # @!attribute [r] capabilities
      #   The quantities that the device measures, or its functions: at most 64 texts; empty if none
      #   were given or they cannot be read.
      #   @return [Array<String>]
      field :capabilities, kind: [:text], required: true

      # @!attribute [r] encryption_mode
      #   The encryption mode of the device's points, unless a request names another; null for none.
      #   @return [String, nil]
      field :encryption_mode, json: "encryptionMode", kind: :text

      # @!attribute [r] id
      #   The id of the device, which begins with `dev_`. Points name the device by it or by its
      #   name.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_sync
      #   The time of the last point received from the device, to the minute; null if none.
      #   @return [Time, nil]
      field :last_sync, json: "lastSync", type: :time

      # @!attribute [r] name
      #   The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot
      #   be read.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "pending", "inactive", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of device as free text, 1 to 64 characters; empty if it cannot be read.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # An encryption mode of a device's points.
    #
    # The texts that this version knows; others may follow.
    DeviceEncryptionMode = [
      "none",
      "basic",
      "fhe",
      "zk"
    ].freeze

    # All devices of an account.
    class DeviceList < Model
      # @!attribute [r] devices
      #   All devices, including revoked ones, in the order of registration.
      #   @return [Array<Models::Device>]
      field :devices, type: [:Device], required: true
    end

    # The status of a device.
    #
    # The texts that this version knows; others may follow.
    DeviceStatus = [
      "active",
      "pending",
      "inactive",
      "revoked"
    ].freeze

    # A device of any account, without its name and its data.
    class DeviceSummary < Model
      # @!attribute [r] connected
      #   Whether the device has an open connection now.
      #   @return [Boolean]
      field :connected, kind: :boolean, required: true

      # @!attribute [r] created_at
      #   The time of registration, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] device_id
      #   The id of the device, which begins with `dev_`.
      #   @return [String]
      field :device_id, json: "deviceId", kind: :text, required: true

      # @!attribute [r] kind
      #   The kind of device, as its owner describes it.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] last_seen
      #   The time of the device's last points or its last contact, to the minute; null before the
      #   first.
      #   @return [Time, nil]
      field :last_seen, json: "lastSeen", type: :time

      # @!attribute [r] owner_id
      #   The id of the account that owns the device.
      #   @return [String]
      field :owner_id, json: "ownerId", kind: :text, required: true

      # @!attribute [r] revoked_at
      #   The time of revocation, in UTC; null for a device that is not revoked.
      #   @return [Time, nil]
      field :revoked_at, json: "revokedAt", type: :time

      # @!attribute [r] takes_commands
      #   Whether the device takes commands over MQTT.
      #   @return [Boolean]
      field :takes_commands, json: "takesCommands", kind: :boolean, required: true
    end

    # The twin of a device: the state that its owner wants, and the state that the device reported.
    class DeviceTwin < Model
      # @!attribute [r] desired
      #   @return [Models::TwinState]
      field :desired, type: :TwinState, required: true

      # @!attribute [r] reported
      #   @return [Models::TwinState]
      field :reported, type: :TwinState, required: true
    end

    # TOTP is disabled.
    class DisabledTotp < Model
      # @!attribute [r] disabled
      #   Always true: sign-ins no longer need a code.
      #   @return [Boolean]
      field :disabled, kind: :boolean, required: true
    end

    # The result of the verification of a document.
    class DocumentVerification < Model
      # @!attribute [r] attester
      #   The fingerprint of the signing key; null if the document is not valid.
      #   @return [String, nil]
      field :attester, kind: :text

      # @!attribute [r] format
      #   The format of the document; null if the document is not valid.
      #   @return [String, nil]
      field :format, kind: :text

      # @!attribute [r] id
      #   The identifier of the document; null if the document is not valid.
      #   @return [String, nil]
      field :id, kind: :text

      # @!attribute [r] reason
      #   The reason why the document is not valid; null if it is valid.
      #   @return [String, nil]
      field :reason, kind: :text

      # @!attribute [r] says
      #   The verified content; null if the document is not valid.
      #   @return [Hash{String => Object}, nil]
      field :says, kind: { of: nil }

      # @!attribute [r] signed_at
      #   The time of the signature; null if the document is not valid.
      #   @return [Time, nil]
      field :signed_at, json: "signedAt", type: :time

      # @!attribute [r] verified
      #   Whether the signatures, and the proof of a claim, are valid, and the signer is the
      #   expected one.
      #   @return [Boolean]
      field :verified, kind: :boolean, required: true
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    DocumentVerificationOrJob = Union.new(
      nil,
      [
        :DocumentVerification,
        :AcceptedJob
      ]
    )

    # The inputs of the efficiency factor.
    class EfficiencyInputs < Model
      # @!attribute [r] mean_heart_rate
      #   The mean heart rate in beats per minute.
      #   @return [Numeric]
      field :mean_heart_rate, json: "meanHeartRate", kind: :number, required: true

      # @!attribute [r] minutes
      #   The minutes of activities with both.
      #   @return [Numeric]
      field :minutes, kind: :number, required: true

      # @!attribute [r] output
      #   `power` or `speed`.
      #   @return [String]
      field :output, kind: :text, required: true

      # @!attribute [r] sport
      #   The family of the sport; null if no activity states it.
      #   @return [String, nil]
      field :sport, kind: :text

      # @!attribute [r] value
      #   The normalized power in W, or the mean speed in m/s.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # TOTP is enabled.
    class EnabledTotp < Model
      # @!attribute [r] enabled
      #   Always true: sign-ins need a code from now on.
      #   @return [Boolean]
      field :enabled, kind: :boolean, required: true

      # @!attribute [r] recovery_codes
      #   Ten codes that each replace a TOTP code once; shown once.
      #   @return [Array<String>]
      field :recovery_codes, kind: [:text], required: true, secret: true

      # @!attribute [r] sessions_revoked
      #   The number of other sign-ins that ended.
      #   @return [Integer]
      field :sessions_revoked, kind: :integer, required: true
    end

    # Parameters of an encryption.
    class EncryptParameters < Model
      # @!attribute [r] curve
      #   ZK only: the curve over whose field the server commits. It must fit the key's level:
      #   `bls12-381` (default) or `bn254` at 128, `bls24-509` at 192, `bls48-575` at 256.
      #   @return [String, nil]
      field :curve, kind: :text

      # @!attribute [r] key_id
      #   The id of a key of the caller. Default: the current key.
      #   @return [String, nil]
      field :key_id, json: "keyId", kind: :text

      # @!attribute [r] precision
      #   The decimals kept of each number, 0 to 6. Default: 0 for whole numbers, otherwise 2.
      #   @return [Integer, nil]
      field :precision, kind: :integer

      # @!attribute [r] scheme
      #   The scheme of the key, as in `POST /v1/encryption/keys/generate`.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] security_level
      #   The security level: 128, 192 or 256 bits.
      #   @return [Integer, nil]
      field :security_level, json: "securityLevel", kind: :integer
    end

    # The data to encrypt.
    class EncryptRequest < Model
      # @!attribute [r] data
      #   The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports computation and
      #   proofs; anything else is encrypted as bytes.
      #   @return [String]
      field :data, kind: :text, required: true

      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::EncryptParameters, nil]
      field :parameters, type: :EncryptParameters
    end

    # A number that only the client can decrypt.
    class EncryptedResult < Model
      # @!attribute [r] count
      #   The number of points that contributed.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] key_id
      #   The key that decrypts the result.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] result
      #   The envelope, base64; a reduction of lockstep-fhe follows its sealed part.
      #   @return [String]
      field :result, kind: :text, required: true
    end

    # Metadata of an envelope.
    class EncryptionMetadata < Model
      # @!attribute [r] commitment
      #   For ZK: the root of the committed values, decimal.
      #   @return [String, nil]
      field :commitment, kind: :text

      # @!attribute [r] key_id
      #   The id of the key that encrypted the data. The envelope contains it.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] scheme
      #   The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] security_level
      #   The security level of the key in bits: 128, 192 or 256.
      #   @return [Integer]
      field :security_level, json: "securityLevel", kind: :integer, required: true

      # @!attribute [r] timestamp
      #   The time of the encryption: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # An encryption mode. `Basic`: authenticated encryption. `FHE`: homomorphic encryption, which
    # supports computation on ciphertexts. `ZK`: committed encryption, which supports proofs about
    # the values.
    #
    # The texts that this version knows; others may follow.
    EncryptionMode = [
      "Basic",
      "FHE",
      "ZK"
    ].freeze

    # The points of one encryption mode.
    class EncryptionModeUsage < Model
      # @!attribute [r] bytes
      #   The bytes of their chunks on disk; null with more than 50 000 chunks.
      #   @return [Integer, nil]
      field :bytes, kind: :integer

      # @!attribute [r] encryption_mode
      #   `FHE`, `ZK` or `Basic`; null for points sealed under the account's own key only.
      #   @return [String, nil]
      field :encryption_mode, json: "encryptionMode", kind: :text

      # @!attribute [r] points
      #   The number of points.
      #   @return [Integer]
      field :points, kind: :integer, required: true

      # @!attribute [r] series
      #   The number of series.
      #   @return [Integer]
      field :series, kind: :integer, required: true
    end

    # Encrypted data and the key that encrypted it.
    class EncryptionResult < Model
      # @!attribute [r] encrypted_data
      #   An envelope, base64.
      #   @return [String]
      field :encrypted_data, json: "encryptedData", kind: :text, required: true

      # @!attribute [r] metadata
      #   @return [Models::EncryptionMetadata]
      field :metadata, type: :EncryptionMetadata, required: true
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    EncryptionResultOrJob = Union.new(
      nil,
      [
        :EncryptionResult,
        :AcceptedJob
      ]
    )

    # The settings of account keys.
    class EncryptionSettings < Model
      # @!attribute [r] auto_rotate_keys
      #   Whether a key whose period has ended is rotated automatically.
      #   @return [Boolean]
      field :auto_rotate_keys, json: "autoRotateKeys", kind: :boolean, required: true

      # @!attribute [r] default_type
      #   The mode of an upload that names `chunkSize` and no mode. `AES` is the mode `Basic`. One
      #   of "FHE", "AES", "ZK".
      #   @return [String]
      field :default_type, json: "defaultType", kind: :text, required: true

      # @!attribute [r] min_key_length
      #   The smallest allowed `securityLevel`, in bits.
      #   @return [Integer]
      field :min_key_length, json: "minKeyLength", kind: :integer, required: true

      # @!attribute [r] rotation_period
      #   The days until a key is due for rotation.
      #   @return [Integer]
      field :rotation_period, json: "rotationPeriod", kind: :integer, required: true
    end

    # New values of the settings of account keys.
    class EncryptionSettingsChange < Model
      # @!attribute [r] auto_rotate_keys
      #   Whether a key whose period has ended is rotated automatically.
      #   @return [Boolean, nil]
      field :auto_rotate_keys, json: "autoRotateKeys", kind: :boolean

      # @!attribute [r] default_type
      #   The mode of an upload that names `chunkSize` and no mode. `AES` is the mode `Basic`. One
      #   of "FHE", "AES", "ZK".
      #   @return [String, nil]
      field :default_type, json: "defaultType", kind: :text

      # @!attribute [r] min_key_length
      #   The smallest allowed `securityLevel`: 128, 192 or 256 bits.
      #   @return [Integer, nil]
      field :min_key_length, json: "minKeyLength", kind: :integer

      # @!attribute [r] rotation_period
      #   The days until a key is due for rotation.
      #   @return [Integer, nil]
      field :rotation_period, json: "rotationPeriod", kind: :integer
    end

    # The password of the account.
    class EnrolTotpRequest < Model
      # @!attribute [r] password
      #   The current password of the account, as proof that its owner sends the request.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true
    end

    # Money that was paid outside the platform: one movement, and further movements that are
    # recorded together with it.
    class EnterSettlementRequest < Model
      # @!attribute [r] amount
      #   The amount, above zero.
      #   @return [Numeric]
      field :amount, kind: :number, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of `amount`.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] further
      #   Further movements. Either all movements are recorded, or none is. The setting
      #   `wallet.gasLimit` is the maximum number of movements, including this one.
      #   @return [Array<Models::AdditionalMovement>, nil]
      field :further, type: [:AdditionalMovement]

      # @!attribute [r] reference
      #   A text for the reader of the ledger, such as the number of a bank transfer.
      #   @return [String]
      field :reference, kind: :text, required: true

      # @!attribute [r] type
      #   One of "settlement", "payout".
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] user_id
      #   The account, or `platform` for the proceeds of items.
      #   @return [String]
      field :user_id, json: "userId", kind: :text, required: true
    end

    # The metadata of an envelope, as sent by the caller.
    class EnvelopeMetadata < Model
      # @!attribute [r] commitment
      #   Accepted and ignored: the commitment inside the envelope is verified.
      #   @return [String, nil]
      field :commitment, kind: :text

      # @!attribute [r] key_id
      #   The id of the key that `encrypt` returned. An id that is not of a key of the caller is
      #   answered with 404.
      #   @return [String, nil]
      field :key_id, json: "keyId", kind: :text

      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`. A value that differs from the envelope's is refused.
      #   @return [String, nil]
      field :mode, kind: :text

      # @!attribute [r] scheme
      #   The scheme that `encrypt` returned. A value that differs from the envelope's is refused.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] security_level
      #   128, 192 or 256 bits. A value that differs from the envelope's is refused.
      #   @return [Integer, nil]
      field :security_level, json: "securityLevel", kind: :integer

      # @!attribute [r] timestamp
      #   Accepted for compatibility and ignored.
      #   @return [String, nil]
      field :timestamp, kind: :text
    end

    # The confirmation that an account was erased, with its receipt.
    class ErasedAccount < Model
      # @!attribute [r] deleted
      #   Whether no file holds any data of the account. False: the rows are deleted, and the
      #   receipt follows once their bytes are overwritten.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true

      # @!attribute [r] receipt
      #   Null while the erasure is in progress.
      #   @return [Models::SignedDocument, nil]
      field :receipt, type: :SignedDocument

      # @!attribute [r] receipt_id
      #   The id for `GET /v1/admin/erasures/{receiptId}`.
      #   @return [String]
      field :receipt_id, json: "receiptId", kind: :text, required: true
    end

    # An erasure. It does not name the account.
    class Erasure < Model
      # @!attribute [r] begun_at
      #   The time of the request. No request was served for the account from then on.
      #   @return [Time]
      field :begun_at, json: "begunAt", type: :time, required: true

      # @!attribute [r] finished_at
      #   Null while the erasure is in progress.
      #   @return [Time, nil]
      field :finished_at, json: "finishedAt", type: :time

      # @!attribute [r] receipt
      #   Null while the erasure is in progress.
      #   @return [Models::SignedDocument, nil]
      field :receipt, type: :SignedDocument

      # @!attribute [r] receipt_id
      #   The id of the erasure and of its receipt, which begins with `era_`.
      #   @return [String]
      field :receipt_id, json: "receiptId", kind: :text, required: true
    end

    # A page of erasures, newest first.
    class ErasurePage < Model
      # @!attribute [r] erasures
      #   The erasures on this page.
      #   @return [Array<Models::Erasure>]
      field :erasures, type: [:Erasure], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of erasures that match, on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The effect of an erasure of the account.
    class ErasurePlan < Model
      # @!attribute [r] destroyed
      #   The records that would be destroyed, by their kind.
      #   @return [Array<Models::RecordCount>]
      field :destroyed, type: [:RecordCount], required: true

      # @!attribute [r] horizon
      #   The time from which no older copy of the keys opens the account's data, if the account
      #   were erased now.
      #   @return [Time]
      field :horizon, type: :time, required: true

      # @!attribute [r] remains
      #   The data that the erasure would not remove.
      #   @return [Array<String>]
      field :remains, kind: [:text], required: true

      # @!attribute [r] request
      #   The request by which the owner erases the account.
      #   @return [String]
      field :request, kind: :text, required: true
    end

    # The error.
    class ErrorDetail < Model
      # @!attribute [r] code
      #   An error code of the area.
      #   @return [String]
      field :code, kind: :text, required: true

      # @!attribute [r] details
      #   Details for programs, such as `parameter` and `reason`.
      #   @return [Hash{String => Object}, nil]
      field :details, kind: { of: nil }

      # @!attribute [r] message
      #   The problem and the remedy.
      #   @return [String]
      field :message, kind: :text, required: true

      # @!attribute [r] request_id
      #   The id of this request in the server's log.
      #   @return [String]
      field :request_id, json: "requestId", kind: :text, required: true
    end

    # The body of every error response.
    class ErrorResponse < Model
      # @!attribute [r] error
      #   The error.
      #   @return [Models::ErrorDetail]
      field :error, type: :ErrorDetail, required: true

      # @!attribute [r] status
      #   The HTTP status, repeated.
      #   @return [Integer]
      field :status, kind: :integer, required: true
    end

    # The name of a channel.
    #
    # The texts that this version knows; others may follow.
    EventChannelName = [
      "analytics",
      "alerts",
      "system-health",
      "marketplace",
      "audit-logs"
    ].freeze

    # The parameters of the provider's redirect.
    class ExchangeOidcCodeRequest < Model
      # @!attribute [r] code
      #   The `code` parameter of the redirect: the authorization code of the provider.
      #   @return [String]
      field :code, kind: :text, required: true, secret: true

      # @!attribute [r] iss
      #   The issuer, if the provider sent it (RFC 9207).
      #   @return [String, nil]
      field :iss, kind: :text

      # @!attribute [r] state
      #   The `state` parameter of the redirect: the `state` that the server returned at the start.
      #   @return [String]
      field :state, kind: :text, required: true

      # @!attribute [r] totp
      #   The current code of the authenticator app, or a recovery code. Needed if the account has
      #   TOTP enabled.
      #   @return [String, nil]
      field :totp, kind: :text
    end

    # A file format of an export.
    #
    # The texts that this version knows; others may follow.
    ExportFormat = [
      "csv",
      "arrow",
      "omh",
      "fhir",
      "activities"
    ].freeze

    # A kind of records that can be exported.
    class ExportPart < Model
      # @!attribute [r] count
      #   The number of records.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] formats
      #   The formats that the request can return.
      #   @return [Array<String>]
      field :formats, kind: [:text], required: true

      # @!attribute [r] kind
      #   Such as `points`, `activities` or `datasets`.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] request
      #   The request that returns the records.
      #   @return [String]
      field :request, kind: :text, required: true
    end

    # The content of an export of the account.
    class ExportPlan < Model
      # @!attribute [r] parts
      #   The kinds of records, with the requests that return them.
      #   @return [Array<Models::ExportPart>]
      field :parts, type: [:ExportPart], required: true
    end

    # A measurement.
    class FitnessDataPoint < Model
      # @!attribute [r] confidence
      #   0 to 1.
      #   @return [Numeric, nil]
      field :confidence, kind: :number

      # @!attribute [r] device
      #   The id or the name of a registered device, or any other name.
      #   @return [String]
      field :device, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the point, in responses.
      #   @return [String, nil]
      field :id, kind: :text, read_only: true

      # @!attribute [r] metadata
      #   Additional information about the measurement; absent in responses if the point has none.
      #   @return [Models::PointMetadata, nil]
      field :metadata, type: :PointMetadata

      # @!attribute [r] timestamp
      #   The time of the measurement: RFC 3339 with a time zone, stored to the millisecond.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] type
      #   The point type: a name of `/v1/sfdp/types` or a custom name.
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The unit of the value, or one of its common names.
      #   @return [String]
      field :unit, kind: :text, required: true

      # @!attribute [r] value
      #   A finite number in `unit`, stored as sent. Metrics ignore a value outside the type's
      #   plausible range.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # How the values of a type are encoded as integers for encryption and commitments. All series of
    # a type use one encoding, so that blocks can be added and a proof and a sum refer to the same
    # integers. A canonical value v becomes round(v · 10^decimals) − offset, with an absolute value
    # of at most `bound`. Bounds leave some room above the plausible range: the tighter the bound,
    # the more blocks can be added before one sum over their slots.
    class FixedPointEncoding < Model
      # @!attribute [r] bound
      #   The maximum absolute value of an encoded integer.
      #   @return [Integer]
      field :bound, kind: :integer, required: true

      # @!attribute [r] decimals
      #   The number of decimals kept, at most 6.
      #   @return [Integer]
      field :decimals, kind: :integer, required: true

      # @!attribute [r] offset
      #   The offset subtracted from each integer.
      #   @return [Integer]
      field :offset, kind: :integer, required: true

      # @!attribute [r] wide
      #   Whether two plaintext primes are needed, because the integers exceed 2^15.
      #   @return [Boolean]
      field :wide, kind: :boolean, required: true
    end

    # The key to generate.
    class GenerateKeyRequest < Model
      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::KeyParameters, nil]
      field :parameters, type: :KeyParameters
    end

    # A new key. Its private half is returned once, in this response.
    class GeneratedKey < Model
      # @!attribute [r] metadata
      #   @return [Models::GeneratedKeyMetadata]
      field :metadata, type: :GeneratedKeyMetadata, required: true

      # @!attribute [r] private_key
      #   The private key, or the symmetric key itself, base64. No other response returns it.
      #   @return [String]
      field :private_key, json: "privateKey", kind: :text, required: true, secret: true

      # @!attribute [r] public_key
      #   The public key, base64. For a symmetric key: a 16-byte check value.
      #   @return [String]
      field :public_key, json: "publicKey", kind: :text, required: true
    end

    # Metadata of a new key.
    class GeneratedKeyMetadata < Model
      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] custody
      #   `server`: the server keeps the secret. `client`: only the client has it.
      #   @return [String]
      field :custody, kind: :text, required: true

      # @!attribute [r] expires_at
      #   The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC.
      #   @return [Time]
      field :expires_at, json: "expiresAt", type: :time, required: true

      # @!attribute [r] key_id
      #   The id of the key: `key_` and 26 characters. Other routes take it.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] scheme
      #   The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] security_level
      #   The security level of the key in bits: 128, 192 or 256.
      #   @return [Integer]
      field :security_level, json: "securityLevel", kind: :integer, required: true

      # @!attribute [r] status
      #   `active`, or `pending` while the evaluation keys of an FHE key are missing.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A goal of the profile.
    class Goal < Model
      # @!attribute [r] by
      #   The date of the goal, `YYYY-MM-DD`.
      #   @return [Date, nil]
      field :by, type: :date

      # @!attribute [r] metric
      #   A point type of the catalogue or the name of a metric.
      #   @return [String]
      field :metric, kind: :text, required: true

      # @!attribute [r] target
      #   The target, in the canonical unit of the metric: of sleep and exercise in seconds.
      #   @return [Numeric]
      field :target, kind: :number, required: true
    end

    # Heart-rate variability of a range. The figures are null with a `reason`.
    class HeartRateVariability < Model
      # @!attribute [r] artefacts
      #   The number of artefacts: intervals outside 300 to 2000 ms, or more than 20 % from the
      #   median of the intervals around them. At most 5 % are allowed.
      #   @return [Integer, nil]
      field :artefacts, kind: :integer

      # @!attribute [r] device
      #   The device that measured the intervals; null without intervals.
      #   @return [String, nil]
      field :device, kind: :text

      # @!attribute [r] dfa_alpha1
      #   The short-term exponent of detrended fluctuation analysis, of the longest part without
      #   missing beats; it needs 300 intervals.
      #   @return [Numeric, nil]
      field :dfa_alpha1, json: "dfaAlpha1", kind: :number

      # @!attribute [r] end_date
      #   The end of the range, inclusive.
      #   @return [Time]
      field :end_date, json: "endDate", type: :time, required: true

      # @!attribute [r] intervals
      #   The number of RR intervals.
      #   @return [Integer, nil]
      field :intervals, kind: :integer

      # @!attribute [r] mean_rr
      #   The mean of the normal intervals in ms.
      #   @return [Numeric, nil]
      field :mean_rr, json: "meanRr", kind: :number

      # @!attribute [r] reason
      #   The reason why figures are null.
      #   @return [String, nil]
      field :reason, kind: :text

      # @!attribute [r] rmssd
      #   The root mean square of successive differences of normal intervals in ms.
      #   @return [Numeric, nil]
      field :rmssd, kind: :number

      # @!attribute [r] sdnn
      #   The standard deviation of the normal intervals in ms.
      #   @return [Numeric, nil]
      field :sdnn, kind: :number

      # @!attribute [r] skipped_points
      #   The points left out because their key does not decrypt, only the client holds their key,
      #   or their stored bytes are damaged.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] start_date
      #   The start of the range, inclusive.
      #   @return [Time]
      field :start_date, json: "startDate", type: :time, required: true
    end

    # The seconds of the range in each heart rate zone; null without heart rate data.
    class HeartRateZones < Model
      # @!attribute [r] zone1
      #   Recovery: from 60 % of the maximum heart rate.
      #   @return [Numeric, nil]
      field :zone1, kind: :number

      # @!attribute [r] zone2
      #   Endurance: from 70 % of the maximum heart rate.
      #   @return [Numeric, nil]
      field :zone2, kind: :number

      # @!attribute [r] zone3
      #   Tempo: from 80 % of the maximum heart rate.
      #   @return [Numeric, nil]
      field :zone3, kind: :number

      # @!attribute [r] zone4
      #   Threshold: from 90 % of the maximum heart rate.
      #   @return [Numeric, nil]
      field :zone4, kind: :number

      # @!attribute [r] zone5
      #   Maximum: from 95 % of the maximum heart rate.
      #   @return [Numeric, nil]
      field :zone5, kind: :number
    end

    # An import of a file.
    class Import < Model
      # @!attribute [r] activity_count
      #   The number of activities in the file.
      #   @return [Integer]
      field :activity_count, json: "activityCount", kind: :integer, required: true

      # @!attribute [r] end_
      #   The last record of the file.
      #   @return [Time, nil]
      field :end_, json: "end", type: :time

      # @!attribute [r] error_count
      #   The number of errors in the file.
      #   @return [Integer]
      field :error_count, json: "errorCount", kind: :integer, required: true

      # @!attribute [r] file
      #   The name of the file; null if it was not sent.
      #   @return [String, nil]
      field :file, kind: :text

      # @!attribute [r] finished_at
      #   When the import was complete; null before.
      #   @return [Time, nil]
      field :finished_at, json: "finishedAt", type: :time

      # @!attribute [r] format
      #   The format of the file; null before the import is complete.
      #   @return [String, nil]
      field :format, kind: :text

      # @!attribute [r] id
      #   The id of the import: `imp_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] new_count
      #   The number of these points that were not stored before.
      #   @return [Integer]
      field :new_count, json: "newCount", kind: :integer, required: true

      # @!attribute [r] processed_count
      #   The number of points that were stored.
      #   @return [Integer]
      field :processed_count, json: "processedCount", kind: :integer, required: true

      # @!attribute [r] start
      #   The first record of the file; null before the import is complete, and without a record.
      #   @return [Time, nil]
      field :start, type: :time

      # @!attribute [r] started_at
      #   The time at which the import began: RFC 3339, UTC.
      #   @return [Time]
      field :started_at, json: "startedAt", type: :time, required: true

      # @!attribute [r] state
      #   One of "unfinished", "complete", "undoing".
      #   @return [String]
      field :state, kind: :text, required: true
    end

    # A page of imports.
    class ImportPage < Model
      # @!attribute [r] damaged
      #   The number of damaged records that were left out; absent if none.
      #   @return [Integer, nil]
      field :damaged, kind: :integer

      # @!attribute [r] has_more
      #   Whether more imports follow.
      #   @return [Boolean]
      field :has_more, json: "hasMore", kind: :boolean, required: true

      # @!attribute [r] imports
      #   The imports, newest first.
      #   @return [Array<Models::Import>]
      field :imports, type: [:Import], required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text
    end

    # A recording to import.
    class ImportRequest < Model
      # @!attribute [r] encryption_mode
      #   The encryption mode of the points; `ENCRYPTION_ERROR` if it is not available. Default: the
      #   mode of each point's device, or the account's own key only. One of "Basic", "FHE", "ZK".
      #   @return [String, nil]
      field :encryption_mode, json: "encryptionMode", kind: :text

      # @!attribute [r] file
      #   FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit, Garmin,
      #   Health Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth; plain, gzipped
      #   or zipped, including whole archives; at most 4 GiB decompressed. Files of Fitbit and
      #   Samsung Health are recognised by their names: send the name as the part's `filename`.
      #   @return [String, Pathname, IO]
      field :file, required: true

      # @!attribute [r] participant
      #   The participant whose rows are imported, if the file has several people. A part of the
      #   form: a parameter of the URL is refused.
      #   @return [String, nil]
      field :participant, kind: :text
    end

    # The result of an import.
    class ImportResult < Model
      # @!attribute [r] activities
      #   The activities in the file; empty if it has none.
      #   @return [Array<Models::ImportedActivity>]
      field :activities, type: [:ImportedActivity], required: true

      # @!attribute [r] encrypted_count
      #   The number of these points stored under the requested encryption mode.
      #   @return [Integer]
      field :encrypted_count, json: "encryptedCount", kind: :integer, required: true

      # @!attribute [r] errors
      #   The parts that could not be read: at most 1000 messages, then a count.
      #   @return [Array<String>, nil]
      field :errors, kind: [:text]

      # @!attribute [r] format
      #   The format of the file: `fit`, `tcx`, `gpx`, `csv`, `apple_health`, `google_fit`,
      #   `fitbit`, `garmin`, `health_connect`, `open_mhealth`, `whoop`, `oura`, `polar`,
      #   `samsung_health` or `suunto`. For an archive: the format of its first readable file.
      #   @return [String]
      field :format, kind: :text, required: true

      # @!attribute [r] new_count
      #   The number of points that were not stored before; 0 for a file imported again.
      #   @return [Integer]
      field :new_count, json: "newCount", kind: :integer, required: true

      # @!attribute [r] processed_count
      #   The number of points now on disk.
      #   @return [Integer]
      field :processed_count, json: "processedCount", kind: :integer, required: true

      # @!attribute [r] profile_completed
      #   The fields of the profile that were unknown and that the file states: `birthDate`, `sex`.
      #   @return [Array<String>, nil]
      field :profile_completed, json: "profileCompleted", kind: [:text]

      # @!attribute [r] skipped
      #   The content that was skipped without an error, one entry for each kind.
      #   @return [Array<Models::SkippedImportContent>, nil]
      field :skipped, type: [:SkippedImportContent]

      # @!attribute [r] success
      #   Whether the import had no `errors`.
      #   @return [Boolean]
      field :success, kind: :boolean, required: true
    end

    # The state of an import. `unfinished`: it runs or was cut off, and its points so far are
    # stored. `complete`: the whole file was read. `undoing`: it is being undone, or that was cut
    # off; delete it again to continue.
    #
    # The texts that this version knows; others may follow.
    ImportState = [
      "unfinished",
      "complete",
      "undoing"
    ].freeze

    # An activity of the imported file.
    class ImportedActivity < Model
      # @!attribute [r] activity_id
      #   The stored activity; null if the account has no room for another.
      #   @return [String, nil]
      field :activity_id, json: "activityId", kind: :text

      # @!attribute [r] distance_meters
      #   The distance in metres, if the file states it or its records count it.
      #   @return [Numeric, nil]
      field :distance_meters, json: "distanceMeters", kind: :number

      # @!attribute [r] duration_seconds
      #   The duration in seconds, including pauses.
      #   @return [Numeric]
      field :duration_seconds, json: "durationSeconds", kind: :number, required: true

      # @!attribute [r] energy_kcal
      #   The energy in kcal, if the export states it for the whole activity.
      #   @return [Numeric, nil]
      field :energy_kcal, json: "energyKcal", kind: :number

      # @!attribute [r] name
      #   The name in the file, otherwise the sport, otherwise `activity`.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] records
      #   The number of records or track points in the file; 0 if the file stores readings
      #   separately from activities.
      #   @return [Integer]
      field :records, kind: :integer, required: true

      # @!attribute [r] sport
      #   The sport by FIT's names, such as `running`; null if the file does not state it.
      #   @return [String, nil]
      field :sport, kind: :text

      # @!attribute [r] start
      #   The start: RFC 3339, UTC.
      #   @return [Time]
      field :start, type: :time, required: true
    end

    # The importance of an insight.
    #
    # The texts that this version knows; others may follow.
    InsightImpact = [
      "high",
      "medium",
      "low"
    ].freeze

    # The language of sentences: English or German.
    #
    # The texts that this version knows; others may follow.
    InsightLanguage = [
      "en",
      "de"
    ].freeze

    # Generated insights, the newest first.
    class InsightList < Model
      # @!attribute [r] insights
      #   The insights, each as the request that generated it answered, in English.
      #   @return [Array<Models::PredictiveInsight>]
      field :insights, type: [:PredictiveInsight], required: true
    end

    # The subject of an insight and its evidence.
    class InsightMetadata < Model
      # @!attribute [r] evidence
      #   The numbers that support the insight, by name, in canonical units.
      #   @return [Hash{String => Object}]
      field :evidence, kind: { of: nil }, required: true

      # @!attribute [r] impact
      #   One of "high", "medium", "low".
      #   @return [String, nil]
      field :impact, kind: :text

      # @!attribute [r] metric
      #   The point type or metric that the insight describes, such as `steps`; absent if it
      #   describes none.
      #   @return [String, nil]
      field :metric, kind: :text

      # @!attribute [r] recommendations
      #   Advice in the same language; absent if the rule gives no advice.
      #   @return [Array<String>, nil]
      field :recommendations, kind: [:text]

      # @!attribute [r] rule
      #   The id of the rule.
      #   @return [String]
      field :rule, kind: :text, required: true

      # @!attribute [r] timeframe
      #   The period, as an ISO 8601 duration.
      #   @return [String]
      field :timeframe, kind: :text, required: true

      # @!attribute [r] trend
      #   One of "increasing", "decreasing", "stable".
      #   @return [String, nil]
      field :trend, kind: :text
    end

    # The direction of a value.
    #
    # The texts that this version knows; others may follow.
    InsightTrend = [
      "increasing",
      "decreasing",
      "stable"
    ].freeze

    # The type of an insight.
    #
    # The texts that this version knows; others may follow.
    InsightType = [
      "trend",
      "anomaly",
      "recommendation",
      "goal",
      "recovery",
      "performance",
      "milestone"
    ].freeze

    # The insights to generate and their data.
    class InsightsRequest < Model
      # @!attribute [r] data_points
      #   Points to use instead of the stored ones; they are not stored. Absent or empty: the stored
      #   points. At most 100 000; one invalid point refuses the request.
      #   @return [Array<Models::FitnessDataPoint>, nil]
      field :data_points, json: "dataPoints", type: [:FitnessDataPoint]

      # @!attribute [r] language
      #   The language of the sentences: descriptions, recommendations and reasons. Names and
      #   evidence are the same in every language. Default: `en`. One of "en", "de".
      #   @return [String, nil]
      field :language, kind: :text

      # @!attribute [r] timeframe
      #   Days, weeks, months or years up to the latest point, at most two years: `P30D` or `30d`.
      #   Default: "P30D".
      #   @return [String, nil]
      field :timeframe, kind: :text

      # @!attribute [r] types
      #   Default: all seven types. One of "trend", "anomaly", "recommendation", "goal", "recovery",
      #   "performance", "milestone".
      #   @return [Array<String>, nil]
      field :types, kind: [:text]
    end

    # The insights, and the skipped ones with their reasons.
    class InsightsResult < Model
      # @!attribute [r] insights
      #   The insights found; empty if no rule found anything.
      #   @return [Array<Models::PredictiveInsight>]
      field :insights, type: [:PredictiveInsight], required: true

      # @!attribute [r] processing_time
      #   The processing time in milliseconds.
      #   @return [Numeric]
      field :processing_time, json: "processingTime", kind: :number, required: true

      # @!attribute [r] skipped
      #   The insights skipped for lack of data.
      #   @return [Array<Models::SkippedInsight>]
      field :skipped, type: [:SkippedInsight], required: true

      # @!attribute [r] skipped_points
      #   Stored points not used because their key does not decrypt.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] window
      #   The days examined; null if there is no point.
      #   @return [Models::InsightsWindow, nil]
      field :window, type: :InsightsWindow
    end

    # The days examined.
    class InsightsWindow < Model
      # @!attribute [r] end_
      #   The last day: the day of the latest point.
      #   @return [Date]
      field :end_, json: "end", type: :date, required: true

      # @!attribute [r] start
      #   The first day.
      #   @return [Date]
      field :start, type: :date, required: true
    end

    # A page of the devices of all accounts.
    class InstallationDevicePage < Model
      # @!attribute [r] devices
      #   The devices in the order of their owners, the oldest of an owner first.
      #   @return [Array<Models::DeviceSummary>]
      field :devices, type: [:DeviceSummary], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of devices of all accounts.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The first invalid entry of the audit log.
    class InvalidAuditEntry < Model
      # @!attribute [r] reason
      #   The defect in words.
      #   @return [String]
      field :reason, kind: :text, required: true

      # @!attribute [r] sequence
      #   The number of the entry in the chain, from 1.
      #   @return [Integer]
      field :sequence, kind: :integer, required: true
    end

    # The encryption of an item.
    class ItemEncryption < Model
      # @!attribute [r] available
      #   Whether the item can be delivered encrypted.
      #   @return [Boolean]
      field :available, kind: :boolean, required: true

      # @!attribute [r] required
      #   Whether the item is only delivered encrypted.
      #   @return [Boolean]
      field :required, kind: :boolean, required: true

      # @!attribute [r] types
      #   The names of the modes.
      #   @return [Array<String>]
      field :types, kind: [:text], required: true
    end

    # The result of buying an item.
    class ItemPurchase < Model
      # @!attribute [r] item_id
      #   The id of the bought item.
      #   @return [String]
      field :item_id, json: "itemId", kind: :text, required: true

      # @!attribute [r] purchase_id
      #   The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund.
      #   @return [String]
      field :purchase_id, json: "purchaseId", kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "used", "expired", "refunded".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The state of an item. `draft`: not offered yet. `active`: it can be bought. `archived`: no
    # longer offered.
    #
    # The texts that this version knows; others may follow.
    ItemStatus = [
      "draft",
      "active",
      "archived"
    ].freeze

    # The error of a failed job.
    class JobError < Model
      # @!attribute [r] code
      #   An error code of the area whose route started the job.
      #   @return [String]
      field :code, kind: :text, required: true

      # @!attribute [r] details
      #   Details for programs, such as `parameter` and `reason`; absent if the error has no
      #   details.
      #   @return [Hash{String => Object}, nil]
      field :details, kind: { of: nil }

      # @!attribute [r] message
      #   The problem and the remedy.
      #   @return [String]
      field :message, kind: :text, required: true
    end

    # A page of jobs.
    class JobPage < Model
      # @!attribute [r] jobs
      #   The jobs, newest first.
      #   @return [Array<Models::JobSummary>]
      field :jobs, type: [:JobSummary], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of jobs of all accounts.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # How far a running job has come, in units of its work: the blocks of the data, or the steps of
    # a set-up and a proof. The units of a job may take different times.
    class JobProgress < Model
      # @!attribute [r] done
      #   The units that are done.
      #   @return [Integer]
      field :done, kind: :integer, required: true

      # @!attribute [r] total
      #   The units in all, at least 1.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The state of a job.
    class JobState < Model
      # @!attribute [r] error
      #   The error that the request would have returned; present once the job has failed.
      #   @return [Models::JobError, nil]
      field :error, type: :JobError

      # @!attribute [r] job_id
      #   The id of the job, which begins with `job_`.
      #   @return [String]
      field :job_id, json: "jobId", kind: :text, required: true

      # @!attribute [r] progress
      #   How far the job is; absent while it is not known, and after the end.
      #   @return [Models::JobProgress, nil]
      field :progress, type: :JobProgress

      # @!attribute [r] result
      #   The body that the request would have returned; present once the job has succeeded.
      #   @return [Hash{String => Object}, nil]
      field :result, kind: { of: nil }

      # @!attribute [r] status
      #   `running`, `succeeded` or `failed`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The status of a job.
    #
    # The texts that this version knows; others may follow.
    JobStatus = [
      "running",
      "succeeded",
      "failed"
    ].freeze

    # A job of any account, without its result or error.
    class JobSummary < Model
      # @!attribute [r] account_id
      #   The id of the account that started the job.
      #   @return [String]
      field :account_id, json: "accountId", kind: :text, required: true

      # @!attribute [r] ended_at
      #   The time when the job ended, in UTC; null while it runs.
      #   @return [Time, nil]
      field :ended_at, json: "endedAt", type: :time

      # @!attribute [r] job_id
      #   The id of the job, which begins with `job_`.
      #   @return [String]
      field :job_id, json: "jobId", kind: :text, required: true

      # @!attribute [r] kind
      #   The area of the API whose request started the job.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] progress
      #   How far the job is; absent while it is not known, and after the end.
      #   @return [Models::JobProgress, nil]
      field :progress, type: :JobProgress

      # @!attribute [r] started_at
      #   The time when the job was accepted, in UTC.
      #   @return [Time]
      field :started_at, json: "startedAt", type: :time, required: true

      # @!attribute [r] status
      #   One of "running", "succeeded", "failed".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # Metadata of a key.
    class KeyMetadata < Model
      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] current
      #   Whether the key is the current key for its mode, scheme and security level.
      #   @return [Boolean]
      field :current, kind: :boolean, required: true

      # @!attribute [r] custody
      #   `server`: the server keeps the secret. `client`: only the client has it.
      #   @return [String]
      field :custody, kind: :text, required: true

      # @!attribute [r] destroy_at
      #   The time of its destruction, if scheduled.
      #   @return [Time, nil]
      field :destroy_at, json: "destroyAt", type: :time

      # @!attribute [r] expires_at
      #   The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC.
      #   @return [Time]
      field :expires_at, json: "expiresAt", type: :time, required: true

      # @!attribute [r] exported
      #   Whether the secret of the key was ever returned.
      #   @return [Boolean]
      field :exported, kind: :boolean, required: true

      # @!attribute [r] mode
      #   `Basic`, `FHE` or `ZK`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] progress
      #   The progress of key generation, 0 to 1. A `pending` key encrypts and decrypts, but cannot
      #   be computed with yet.
      #   @return [Numeric]
      field :progress, kind: :number, required: true

      # @!attribute [r] scheme
      #   The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] security_level
      #   The security level of the key in bits: 128, 192 or 256.
      #   @return [Integer]
      field :security_level, json: "securityLevel", kind: :integer, required: true
    end

    # A page of keys, newest first.
    class KeyPage < Model
      # @!attribute [r] keys
      #   The keys of the page, of every status, newest first.
      #   @return [Array<Models::KeyStatus>]
      field :keys, type: [:KeyStatus], required: true

      # @!attribute [r] limit
      #   The maximum number of keys per page, as requested or by default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of all keys of the account.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # Parameters of the key.
    class KeyParameters < Model
      # @!attribute [r] custody
      #   `server` (default): the server keeps the secret, and the key becomes current. `client`:
      #   the server keeps only the public half.
      #   @return [String, nil]
      field :custody, kind: :text

      # @!attribute [r] scheme
      #   Basic: `AES-128-GCM`, `AES-192-GCM`, `AES-256-GCM` (a symmetric key), `X-Wing`,
      #   `MLKEM1024-P384` (a key pair). FHE: `BFV`, `BFV-sum`. ZK: `Groth16`, `PGHR13`.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] security_level
      #   The security level: 128, 192 or 256 bits.
      #   @return [Integer, nil]
      field :security_level, json: "securityLevel", kind: :integer
    end

    # The status of a key.
    class KeyStatus < Model
      # @!attribute [r] key_id
      #   The id of the key: `key_` and 26 characters.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] metadata
      #   @return [Models::KeyMetadata]
      field :metadata, type: :KeyMetadata, required: true

      # @!attribute [r] status
      #   `pending`, `active`, `rotated`, `expired`, `suspended`, `revoked`, `pending_destruction`,
      #   `destroyed`; in lists also `damaged`: the stored row of the key is damaged, and the key is
      #   refused until the operator repairs the row. `metadata` has the fields that can still be
      #   read.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The caller's part of the ledger.
    class Ledger < Model
      # @!attribute [r] balances
      #   The current balance in each currency, whatever page was requested; empty before the first
      #   transfer.
      #   @return [Array<Models::Balance>]
      field :balances, type: [:Balance], required: true

      # @!attribute [r] entries
      #   The transfers, newest first.
      #   @return [Array<Models::LedgerTransfer>]
      field :entries, type: [:LedgerTransfer], required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text
    end

    # A transfer, as the caller's account sees it.
    class LedgerTransfer < Model
      # @!attribute [r] amount
      #   Above zero for money received, below zero for money paid.
      #   @return [Numeric]
      field :amount, kind: :number, required: true

      # @!attribute [r] balance
      #   The balance after the transfer.
      #   @return [Numeric]
      field :balance, kind: :number, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of `amount` and `balance`.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] id
      #   The number of the transfer.
      #   @return [Integer]
      field :id, kind: :integer, required: true

      # @!attribute [r] reference
      #   The id of the purchase, or the text of the administrator who entered the transfer.
      #   @return [String]
      field :reference, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the transfer: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] type
      #   `purchase`, `refund`, `payout` or `settlement`.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The identities that sign in to the account.
    class LinkedIdentities < Model
      # @!attribute [r] identities
      #   The identities by provider; an account has at most one for each provider.
      #   @return [Array<Models::LinkedIdentity>]
      field :identities, type: [:LinkedIdentity], required: true
    end

    # An identity at an OpenID provider that signs in to the account.
    class LinkedIdentity < Model
      # @!attribute [r] created_at
      #   The time when the identity was linked; null if the stored time is damaged.
      #   @return [Time, nil]
      field :created_at, type: :time

      # @!attribute [r] provider
      #   The name of the provider.
      #   @return [String]
      field :provider, kind: :text, required: true
    end

    # A record that is linked with a found one: a listing with its dataset, an activity with the
    # imports that added it.
    class LinkedRecord < Model
      # @!attribute [r] from
      #   The id of the record from which it was reached.
      #   @return [String]
      field :from, kind: :text, required: true

      # @!attribute [r] hops
      #   The number of links between it and the found record.
      #   @return [Integer]
      field :hops, kind: :integer, required: true

      # @!attribute [r] id
      #   The id of the record.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] kind
      #   The kind, as in `records`.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] text
      #   The name and the description of the record, as one text.
      #   @return [String]
      field :text, kind: :text, required: true

      # @!attribute [r] time
      #   The time of the record, if it has one.
      #   @return [Time, nil]
      field :time, type: :time
    end

    # A listing of a dataset.
    class Listing < Model
      # @!attribute [r] access_rules
      #   @return [Models::ListingRules]
      field :access_rules, type: :ListingRules, required: true

      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] dataset_id
      #   The id of the offered dataset. Only its owner can read it; buyers read the rows through
      #   the listing.
      #   @return [String]
      field :dataset_id, kind: :text, required: true

      # @!attribute [r] description
      #   The seller's text for buyers, at most 10 000 characters; empty if the seller sent none.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the listing: `lst_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] listing_url
      #   The URL of the listing's page for browsers, under `public_url` of the configuration or
      #   else at the host that the request names. The page answers without a credential while the
      #   listing can be bought.
      #   @return [String]
      field :listing_url, kind: :text, required: true

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] status
      #   One of "active", "withdrawn".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] title
      #   The title that buyers see, 1 to 200 characters.
      #   @return [String]
      field :title, kind: :text, required: true
    end

    # A listing with the facts about its data that are public before a purchase.
    class ListingDetails < Model
      # @!attribute [r] access_rules
      #   @return [Models::ListingRules]
      field :access_rules, type: :ListingRules, required: true

      # @!attribute [r] columns
      #   The columns, without values; null if the data no longer exists.
      #   @return [Array<Models::OfferedColumn>, nil]
      field :columns, type: [:OfferedColumn]

      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] dataset_id
      #   The id of the offered dataset. Only its owner can read it; buyers read the rows through
      #   the listing.
      #   @return [String]
      field :dataset_id, kind: :text, required: true

      # @!attribute [r] description
      #   The seller's text for buyers, at most 10 000 characters; empty if the seller sent none.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the listing: `lst_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] listing_url
      #   The URL of the listing's page for browsers, under `public_url` of the configuration or
      #   else at the host that the request names. The page answers without a credential while the
      #   listing can be bought.
      #   @return [String]
      field :listing_url, kind: :text, required: true

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] purchases
      #   The number of purchases that were not refunded; null for listings of others.
      #   @return [Integer, nil]
      field :purchases, kind: :integer

      # @!attribute [r] readable
      #   Whether the rows can be read: false while a key of the seller that seals them is stopped.
      #   Such a listing cannot be bought.
      #   @return [Boolean]
      field :readable, kind: :boolean, required: true

      # @!attribute [r] revenue
      #   The sum of their prices, read from the ledger; null for listings of others.
      #   @return [Numeric, nil]
      field :revenue, kind: :number

      # @!attribute [r] row_count
      #   The number of rows; null for old listings.
      #   @return [Integer, nil]
      field :row_count, kind: :integer

      # @!attribute [r] status
      #   One of "active", "withdrawn".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] title
      #   The title that buyers see, 1 to 200 characters.
      #   @return [String]
      field :title, kind: :text, required: true

      # @!attribute [r] version
      #   The number of the dataset's version that is offered.
      #   @return [Integer]
      field :version, kind: :integer, required: true
    end

    # A draft of a listing: the fields of the request that creates it.
    class ListingDraft < Model
      # @!attribute [r] access_rules
      #   The rules that a listing without rules of its own has.
      #   @return [Models::ListingRules]
      field :access_rules, type: :ListingRules, required: true

      # @!attribute [r] compared
      #   The number of listings that the price is the median of.
      #   @return [Integer]
      field :compared, kind: :integer, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] dataset_id
      #   The id of the dataset.
      #   @return [String]
      field :dataset_id, kind: :text, required: true

      # @!attribute [r] description
      #   The description of the dataset.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] price
      #   The median price of the active listings of other accounts in the currency; null without
      #   one.
      #   @return [Numeric, nil]
      field :price, kind: :number

      # @!attribute [r] problems
      #   Sentences that say why the request would be refused, or why the caller should reconsider
      #   it; empty without a reason.
      #   @return [Array<String>]
      field :problems, kind: [:text], required: true

      # @!attribute [r] rows
      #   The number of rows that buyers would get; null without data.
      #   @return [Integer, nil]
      field :rows, kind: :integer

      # @!attribute [r] title
      #   The name of the dataset, at most 200 characters.
      #   @return [String]
      field :title, kind: :text, required: true
    end

    # A page of listings.
    class ListingList < Model
      # @!attribute [r] data
      #   The listings, newest first.
      #   @return [Array<Models::Listing>]
      field :data, type: [:Listing], required: true

      # @!attribute [r] limit
      #   The maximum number of listings per page, as requested or by default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of active listings.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The result of buying a listing.
    class ListingPurchase < Model
      # @!attribute [r] expires_at
      #   The end of the access: RFC 3339, UTC.
      #   @return [Time, nil]
      field :expires_at, type: :time

      # @!attribute [r] listing_id
      #   The id of the bought listing.
      #   @return [String]
      field :listing_id, kind: :text, required: true

      # @!attribute [r] purchase_id
      #   The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund.
      #   @return [String]
      field :purchase_id, kind: :text, required: true

      # @!attribute [r] remaining_uses
      #   The number of reads left.
      #   @return [Integer]
      field :remaining_uses, kind: :integer, required: true

      # @!attribute [r] status
      #   One of "active", "used", "expired", "refunded".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A purchase of a listing.
    class ListingPurchaseRequest < Model
      # @!attribute [r] currency
      #   The currency of `expected_price`, an ISO 4217 code; required with it.
      #   @return [String, nil]
      field :currency, kind: :text

      # @!attribute [r] expected_price
      #   The price that you read. If the listing has another price by now, nothing is bought and
      #   the answer is 409.
      #   @return [Numeric, nil]
      field :expected_price, kind: :number

      # @!attribute [r] purpose
      #   The purpose of the data. A listing with the restriction `purpose:<word>` requires one of
      #   its words.
      #   @return [String, nil]
      field :purpose, kind: :text
    end

    # Rules under which a listing is sold. Each is enforced; an unknown restriction is refused.
    class ListingRules < Model
      # @!attribute [r] allowed_uses
      #   The number of reads that each purchase allows.
      #   @return [Integer]
      field :allowed_uses, kind: :integer, required: true

      # @!attribute [r] duration
      #   The duration of the access after a purchase: ISO 8601, at most ten years.
      #   @return [String]
      field :duration, kind: :text, required: true

      # @!attribute [r] restrictions
      #   `no-export` (rows are answered as JSON, never as a file) and `purpose:<word>` (the buyer
      #   states the purpose, and the receipt repeats it). `aggregate-only` is for data tokens.
      #   @return [Array<String>, nil]
      field :restrictions, kind: [:text]
    end

    # The state of a listing. `active`: the dataset is offered. `withdrawn`: the seller withdrew it.
    #
    # The texts that this version knows; others may follow.
    ListingStatus = [
      "active",
      "withdrawn"
    ].freeze

    # The state of the process.
    class LivenessStatus < Model
      # @!attribute [r] status
      #   Always `ok`. A process that does not run sends no response.
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] version
      #   The version of the server.
      #   @return [String]
      field :version, kind: :text, required: true
    end

    # The balance of training load at the latest point and on the days after it. The figures are
    # null with a `reason`.
    class LoadForecast < Model
      # @!attribute [r] acute_load
      #   The acute load ("fatigue") at the latest point.
      #   @return [Numeric, nil]
      field :acute_load, json: "acuteLoad", kind: :number

      # @!attribute [r] chronic_load
      #   The chronic load ("fitness") at the latest point.
      #   @return [Numeric, nil]
      field :chronic_load, json: "chronicLoad", kind: :number

      # @!attribute [r] daily_load
      #   The training load that the forecast has for each day.
      #   @return [Numeric, nil]
      field :daily_load, json: "dailyLoad", kind: :number

      # @!attribute [r] days
      #   The coming days; empty if the balance is unknown.
      #   @return [Array<Models::LoadForecastDay>]
      field :days, type: [:LoadForecastDay], required: true

      # @!attribute [r] last_date
      #   The day of the latest point, after which the forecast begins.
      #   @return [Date]
      field :last_date, json: "lastDate", type: :date, required: true

      # @!attribute [r] reason
      #   The reason why figures are null.
      #   @return [String, nil]
      field :reason, kind: :text

      # @!attribute [r] time_zone
      #   The IANA name of the time zone of the dates.
      #   @return [String]
      field :time_zone, json: "timeZone", kind: :text, required: true

      # @!attribute [r] training_stress_balance
      #   Chronic minus acute load ("form") at the latest point.
      #   @return [Numeric, nil]
      field :training_stress_balance, json: "trainingStressBalance", kind: :number
    end

    # The balance of training load at the end of a coming day.
    class LoadForecastDay < Model
      # @!attribute [r] acute_load
      #   The acute load ("fatigue").
      #   @return [Numeric]
      field :acute_load, json: "acuteLoad", kind: :number, required: true

      # @!attribute [r] chronic_load
      #   The chronic load ("fitness").
      #   @return [Numeric]
      field :chronic_load, json: "chronicLoad", kind: :number, required: true

      # @!attribute [r] date
      #   The day.
      #   @return [Date]
      field :date, type: :date, required: true

      # @!attribute [r] training_stress_balance
      #   Chronic minus acute load ("form").
      #   @return [Numeric]
      field :training_stress_balance, json: "trainingStressBalance", kind: :number, required: true
    end

    # The load of the machine. A figure is null where the system does not report it.
    class MachineHealth < Model
      # @!attribute [r] cpu
      #   The used share of the processors, in percent.
      #   @return [Numeric, nil]
      field :cpu, kind: :number

      # @!attribute [r] memory
      #   The used share of the memory, in percent.
      #   @return [Numeric, nil]
      field :memory, kind: :number

      # @!attribute [r] network
      #   Bytes received and sent per second, without the loopback interface.
      #   @return [Numeric, nil]
      field :network, kind: :number

      # @!attribute [r] storage
      #   The used share of the disk that holds the store, in percent.
      #   @return [Numeric, nil]
      field :storage, kind: :number
    end

    # The settings of the marketplace.
    class MarketSettings < Model
      # @!attribute [r] credit_limit
      #   The maximum debt of a buyer after a purchase, in the currency of the purchase; null for no
      #   limit.
      #   @return [Numeric, nil]
      field :credit_limit, json: "creditLimit", kind: :number
    end

    # New values of the settings of the marketplace.
    class MarketSettingsChange < Model
      # @!attribute [r] credit_limit
      #   The maximum debt of a buyer after a purchase, in the currency of the purchase; null for no
      #   limit.
      #   @return [Numeric, nil]
      field :credit_limit, json: "creditLimit", kind: :number
    end

    # The sales of a range. Lists and maps are empty if `dataType` names another group.
    class MarketplaceAnalytics < Model
      # @!attribute [r] categories
      #   The purchases in each category.
      #   @return [Hash{String => Integer}]
      field :categories, kind: { of: :integer }, required: true

      # @!attribute [r] sales
      #   The purchases of each period, the oldest first: 24 hours, 7 or 30 days, or 12 months.
      #   Empty in the view `overview`.
      #   @return [Array<Integer>]
      field :sales, kind: [:integer], required: true

      # @!attribute [r] top_items
      #   The ten offers with the most purchases.
      #   @return [Array<Models::OfferSales>]
      field :top_items, json: "topItems", type: [:OfferSales], required: true
    end

    # An item of the marketplace.
    class MarketplaceItem < Model
      # @!attribute [r] category
      #   The category by which lists can be filtered, 1 to 64 characters.
      #   @return [String]
      field :category, kind: :text, required: true

      # @!attribute [r] created_at
      #   The time of the creation: RFC 3339, UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] description
      #   The text that buyers see, at most 10 000 characters; can be empty.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] encryption
      #   @return [Models::ItemEncryption]
      field :encryption, type: :ItemEncryption, required: true

      # @!attribute [r] id
      #   The id of the item: `itm_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] name
      #   The title that buyers see, 1 to 200 characters.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] status
      #   One of "draft", "active", "archived".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] updated_at
      #   The time of the last change: RFC 3339, UTC.
      #   @return [Time]
      field :updated_at, json: "updatedAt", type: :time, required: true
    end

    # A page of items.
    class MarketplaceItemPage < Model
      # @!attribute [r] has_uncounted
      #   Whether more items may match than `total`.
      #   @return [Boolean]
      field :has_uncounted, json: "hasUncounted", kind: :boolean, required: true

      # @!attribute [r] items
      #   The items, newest first.
      #   @return [Array<Models::MarketplaceItem>]
      field :items, type: [:MarketplaceItem], required: true

      # @!attribute [r] limit
      #   The maximum number of items per page, as requested or by default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of items that match; a search for words counts at most 10 000.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # A message of the Model Context Protocol: a request of JSON-RPC 2.0, or a notification without
    # `id`.
    class McpMessage < Model
      # @!attribute [r] id
      #   A whole number or a text, which the answer repeats; absent from a notification.
      #   @return [Integer, String, nil]
      field :id

      # @!attribute [r] jsonrpc
      #   The version of JSON-RPC: must be `2.0`.
      #   @return [String]
      field :jsonrpc, kind: :text, required: true

      # @!attribute [r] method_
      #   A method of the protocol, such as `initialize`, `tools/list` or `tools/call`.
      #   @return [String]
      field :method_, json: "method", kind: :text, required: true

      # @!attribute [r] params
      #   The parameters that the protocol defines for `method`; absent if it needs none.
      #   @return [Hash{String => Object}, nil]
      field :params, kind: { of: nil }
    end

    # The answer to a request of JSON-RPC 2.0: either `result` or `error`.
    class McpResponse < Model
      # @!attribute [r] error
      #   The code and the text of the refusal.
      #   @return [Hash{String => Object}, nil]
      field :error, kind: { of: nil }

      # @!attribute [r] id
      #   The `id` of the request.
      #   @return [Object]
      field :id

      # @!attribute [r] jsonrpc
      #   The version of JSON-RPC: always `2.0`.
      #   @return [String]
      field :jsonrpc, kind: :text, required: true

      # @!attribute [r] result
      #   The result of the method.
      #   @return [Hash{String => Object}, nil]
      field :result, kind: { of: nil }
    end

    # The mean-maximal curve: the highest mean of a range for each duration.
    class MeanMaximalCurve < Model
      # @!attribute [r] end_date
      #   The end of the range, inclusive.
      #   @return [Time]
      field :end_date, json: "endDate", type: :time, required: true

      # @!attribute [r] model
      #   The model of critical power (for `speed`, of critical speed); null with `modelReason`.
      #   Null for `heart_rate`.
      #   @return [Models::CriticalPowerModel, nil]
      field :model, type: :CriticalPowerModel

      # @!attribute [r] model_reason
      #   The reason why there is no model.
      #   @return [String, nil]
      field :model_reason, json: "modelReason", kind: :text

      # @!attribute [r] points
      #   The highest means, by ascending duration. A duration is missing if no recording without a
      #   gap of more than 30 seconds is that long.
      #   @return [Array<Models::MeanMaximalCurvePoint>]
      field :points, type: [:MeanMaximalCurvePoint], required: true

      # @!attribute [r] skipped_points
      #   The points left out because their key does not decrypt, only the client holds their key,
      #   or their stored bytes are damaged.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] sport
      #   The family of sports; null for all points.
      #   @return [String, nil]
      field :sport, kind: :text

      # @!attribute [r] start_date
      #   The start of the range, inclusive.
      #   @return [Time]
      field :start_date, json: "startDate", type: :time, required: true

      # @!attribute [r] time_zone
      #   The IANA name of the time zone of the dates.
      #   @return [String]
      field :time_zone, json: "timeZone", kind: :text, required: true

      # @!attribute [r] type
      #   One of "power", "heart_rate", "speed".
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The unit of the values.
      #   @return [String]
      field :unit, kind: :text, required: true
    end

    # The highest mean over a duration. Where devices overlap, only one of them counts.
    class MeanMaximalCurvePoint < Model
      # @!attribute [r] date
      #   The day on which the effort ended. Of equal efforts, the first counts.
      #   @return [Date]
      field :date, type: :date, required: true

      # @!attribute [r] derived
      #   Whether speeds of this day, or some of them, are derived from positions, because none is
      #   recorded; absent if false.
      #   @return [Boolean, nil]
      field :derived, kind: :boolean

      # @!attribute [r] duration_seconds
      #   The length of the effort in seconds, 1 to 18 000.
      #   @return [Integer]
      field :duration_seconds, json: "durationSeconds", kind: :integer, required: true

      # @!attribute [r] pace_seconds_per100m
      #   A speed of swimming as seconds per 100 metres; absent otherwise.
      #   @return [Numeric, nil]
      field :pace_seconds_per100m, json: "paceSecondsPer100m", kind: :number

      # @!attribute [r] pace_seconds_per_km
      #   A speed of running or walking as seconds per kilometre; absent otherwise.
      #   @return [Numeric, nil]
      field :pace_seconds_per_km, json: "paceSecondsPerKm", kind: :number

      # @!attribute [r] value
      #   The highest mean over this duration, in the curve's `unit`.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # A type that has a curve.
    #
    # The texts that this version knows; others may follow.
    MeanMaximalCurveType = [
      "power",
      "heart_rate",
      "speed"
    ].freeze

    # The inputs of the metrics and their sources; unused inputs are absent.
    class MetricsBasis < Model
      # @!attribute [r] coverage
      #   @return [Models::MetricsCoverage]
      field :coverage, type: :MetricsCoverage, required: true

      # @!attribute [r] efficiency
      #   @return [Models::EfficiencyInputs, nil]
      field :efficiency, type: :EfficiencyInputs

      # @!attribute [r] maximum_heart_rate
      #   @return [Models::SourcedMaximumHeartRate, nil]
      field :maximum_heart_rate, json: "maximumHeartRate", type: :SourcedMaximumHeartRate

      # @!attribute [r] notes
      #   The assumptions made, and how days with several devices were counted.
      #   @return [Array<String>]
      field :notes, kind: [:text], required: true

      # @!attribute [r] range
      #   @return [Models::MetricsRange]
      field :range, type: :MetricsRange, required: true

      # @!attribute [r] reasons
      #   The reason for each metric that is null, by name.
      #   @return [Hash{String => String}]
      field :reasons, kind: { of: :text }, required: true

      # @!attribute [r] recovery
      #   @return [Models::RecoveryComponents, nil]
      field :recovery, type: :RecoveryComponents

      # @!attribute [r] resting_heart_rate
      #   @return [Models::SourcedHeartRate, nil]
      field :resting_heart_rate, json: "restingHeartRate", type: :SourcedHeartRate

      # @!attribute [r] sex
      #   @return [Models::SourcedSex, nil]
      field :sex, type: :SourcedSex

      # @!attribute [r] skipped_points
      #   Points of the range not used because their key does not decrypt. Blocks up to 50 hours
      #   away count too: their points may state a local date of the range.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] time_zone
      #   The time zone of the days.
      #   @return [String]
      field :time_zone, json: "timeZone", kind: :text, required: true

      # @!attribute [r] training
      #   @return [Models::TrainingActivities, nil]
      field :training, type: :TrainingActivities

      # @!attribute [r] version
      #   The version of the metric definitions.
      #   @return [String]
      field :version, kind: :text, required: true
    end

    # The certainty of a value. `stated`: the profile states it. `measured`: measured in a hard
    # effort; the true maximum may be higher. `estimated`: a formula gives it.
    #
    # The texts that this version knows; others may follow.
    MetricsCertainty = [
      "stated",
      "measured",
      "estimated"
    ].freeze

    # The amount of data available; unused inputs are absent.
    class MetricsCoverage < Model
      # @!attribute [r] heart_rate_days
      #   Days of the range with a heart rate.
      #   @return [Integer, nil]
      field :heart_rate_days, json: "heartRateDays", kind: :integer

      # @!attribute [r] heart_rate_seconds
      #   Seconds of the range covered by heart rate data.
      #   @return [Numeric, nil]
      field :heart_rate_seconds, json: "heartRateSeconds", kind: :number

      # @!attribute [r] hrv_rmssd_days
      #   Days of the range with an rMSSD.
      #   @return [Integer, nil]
      field :hrv_rmssd_days, json: "hrvRmssdDays", kind: :integer

      # @!attribute [r] load_days
      #   Days of history used for acute and chronic load, from the first one with data on.
      #   @return [Integer, nil]
      field :load_days, json: "loadDays", kind: :integer

      # @!attribute [r] power_seconds
      #   Seconds of the range covered by power data.
      #   @return [Numeric, nil]
      field :power_seconds, json: "powerSeconds", kind: :number

      # @!attribute [r] recent_load_days
      #   The number of the last 42 days that count as covered: each day with heart rate, power or
      #   an activity, and the 6 days after it.
      #   @return [Integer, nil]
      field :recent_load_days, json: "recentLoadDays", kind: :integer

      # @!attribute [r] resting_heart_rate_days
      #   Days of the range with a resting heart rate.
      #   @return [Integer, nil]
      field :resting_heart_rate_days, json: "restingHeartRateDays", kind: :integer

      # @!attribute [r] sleep_days
      #   Days of the range with a sleep duration.
      #   @return [Integer, nil]
      field :sleep_days, json: "sleepDays", kind: :integer

      # @!attribute [r] sleep_stage_days
      #   Nights that end in the range with stages of sleep.
      #   @return [Integer, nil]
      field :sleep_stage_days, json: "sleepStageDays", kind: :integer

      # @!attribute [r] steps_days
      #   Days of the range with steps.
      #   @return [Integer, nil]
      field :steps_days, json: "stepsDays", kind: :integer
    end

    # The source of an input. `profile`: the profile states it. `measured`: computed from points.
    # `age`: 208 − 0.7 · age. `assumed`: unknown, so that a usual value is used.
    #
    # The texts that this version knows; others may follow.
    MetricsInputSource = [
      "profile",
      "measured",
      "age",
      "assumed"
    ].freeze

    # The range; both ends are inclusive.
    class MetricsRange < Model
      # @!attribute [r] end_
      #   The end of the range, to the millisecond: RFC 3339, UTC.
      #   @return [Time]
      field :end_, json: "end", type: :time, required: true

      # @!attribute [r] start
      #   The start of the range, to the millisecond: RFC 3339, UTC.
      #   @return [Time]
      field :start, type: :time, required: true
    end

    # The requested metrics and their basis.
    class MetricsResult < Model
      # @!attribute [r] basis
      #   @return [Models::MetricsBasis]
      field :basis, type: :MetricsBasis, required: true

      # @!attribute [r] intervals
      #   One row for each interval, oldest first; absent without the parameter `interval`.
      #   @return [Array<Models::MetricsRow>, nil]
      field :intervals, type: [:MetricsRow]

      # @!attribute [r] metrics
      #   @return [Models::PerformanceMetrics]
      field :metrics, type: :PerformanceMetrics, required: true

      # @!attribute [r] timestamp
      #   The time of the computation.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # The metrics of a day, week or month. Each value equals that of a request with the row's range.
    class MetricsRow < Model
      # @!attribute [r] end_
      #   The end of the row's range, inclusive, to the millisecond.
      #   @return [Time]
      field :end_, json: "end", type: :time, required: true

      # @!attribute [r] metrics
      #   @return [Models::PerformanceMetrics]
      field :metrics, type: :PerformanceMetrics, required: true

      # @!attribute [r] reasons
      #   The reason for each metric that is null, by name.
      #   @return [Hash{String => String}]
      field :reasons, kind: { of: :text }, required: true

      # @!attribute [r] start
      #   The start of the row's range, inclusive.
      #   @return [Time]
      field :start, type: :time, required: true
    end

    # The deviation of an effort from the model.
    class ModelResidual < Model
      # @!attribute [r] duration_seconds
      #   The length of the effort in seconds, 120 to 1200.
      #   @return [Integer]
      field :duration_seconds, json: "durationSeconds", kind: :integer, required: true

      # @!attribute [r] residual
      #   The measured value minus the value of the model.
      #   @return [Numeric]
      field :residual, kind: :number, required: true
    end

    # The direction of money. `settlement`: the account's owner paid to the platform. `payout`: the
    # platform paid to the account's owner.
    #
    # The texts that this version knows; others may follow.
    MovementType = [
      "settlement",
      "payout"
    ].freeze

    # The network limits.
    class NetworkSettings < Model
      # @!attribute [r] max_bandwidth
      #   The maximum number of bytes per second of all connections together; 0 for no limit.
      #   @return [Integer]
      field :max_bandwidth, json: "maxBandwidth", kind: :integer, required: true

      # @!attribute [r] max_concurrent_connections
      #   The maximum number of open connections.
      #   @return [Integer]
      field :max_concurrent_connections, json: "maxConcurrentConnections", kind: :integer, required: true

      # @!attribute [r] request_timeout
      #   The maximum duration of a request in seconds, except for jobs and file uploads.
      #   @return [Integer]
      field :request_timeout, json: "requestTimeout", kind: :integer, required: true
    end

    # New values of the network limits.
    class NetworkSettingsChange < Model
      # @!attribute [r] max_bandwidth
      #   The maximum number of bytes per second of all connections together; 0 for no limit.
      #   @return [Integer, nil]
      field :max_bandwidth, json: "maxBandwidth", kind: :integer

      # @!attribute [r] max_concurrent_connections
      #   The maximum number of open connections.
      #   @return [Integer, nil]
      field :max_concurrent_connections, json: "maxConcurrentConnections", kind: :integer

      # @!attribute [r] request_timeout
      #   The maximum duration of a request in seconds, except for jobs and file uploads.
      #   @return [Integer, nil]
      field :request_timeout, json: "requestTimeout", kind: :integer
    end

    # An offer and its purchases in the range.
    class OfferSales < Model
      # @!attribute [r] name
      #   The name of the item, the title of the listing, or the id of the data token.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] sales
      #   The number of purchases in the range, without refunded ones.
      #   @return [Integer]
      field :sales, kind: :integer, required: true
    end

    # An offer that a search found.
    class OfferSearchHit < Model
      # @!attribute [r] created_at
      #   The time of its creation.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] description
      #   The description, as its seller wrote it.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the offer: `tok_`, `lst_` or `itm_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] kind
      #   `token`, `listing` or `item`.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] own
      #   Whether it is an offer of the caller.
      #   @return [Boolean]
      field :own, kind: :boolean, required: true

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] title
      #   The title, as its seller wrote it; empty for a data token.
      #   @return [String]
      field :title, kind: :text, required: true
    end

    # The offers that a search found.
    class OfferSearchResult < Model
      # @!attribute [r] incomplete
      #   Whether more offers match: at most the newest 200 tokens and listings, and 200 items, are
      #   read.
      #   @return [Boolean]
      field :incomplete, kind: :boolean, required: true

      # @!attribute [r] offers
      #   The offers, the newest first.
      #   @return [Array<Models::OfferSearchHit>]
      field :offers, type: [:OfferSearchHit], required: true
    end

    # A column of an offered table.
    class OfferedColumn < Model
      # @!attribute [r] column
      #   The name of the column, as the rows have it.
      #   @return [String]
      field :column, kind: :text, required: true

      # @!attribute [r] null_count
      #   The number of rows without a value.
      #   @return [Integer]
      field :null_count, kind: :integer, required: true

      # @!attribute [r] protection
      #   One of "sealed", "fhe", "zk".
      #   @return [String]
      field :protection, kind: :text, required: true

      # @!attribute [r] type
      #   One of "integer", "number", "boolean", "timestamp", "text", "json", "mixed", "empty".
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The unit that the name states in brackets at its end.
      #   @return [String, nil]
      field :unit, kind: :text
    end

    # Items that can be bought.
    class OfferedItemPage < Model
      # @!attribute [r] items
      #   The items, newest first.
      #   @return [Array<Models::MarketplaceItem>]
      field :items, type: [:MarketplaceItem], required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text
    end

    # An OpenID provider at which people can sign in.
    class OidcProvider < Model
      # @!attribute [r] console
      #   Whether people can sign in to the web console there: one of the configured redirect
      #   addresses ends in `/sign-in/callback`.
      #   @return [Boolean]
      field :console, kind: :boolean, required: true

      # @!attribute [r] label
      #   The name to show to people.
      #   @return [String]
      field :label, kind: :text, required: true

      # @!attribute [r] name
      #   The identifier of the provider in paths and requests, such as `/api/auth/oidc/{provider}`.
      #   @return [String]
      field :name, kind: :text, required: true
    end

    # The configured OpenID providers.
    class OidcProviders < Model
      # @!attribute [r] providers
      #   The providers; empty if the operator configured none.
      #   @return [Array<Models::OidcProvider>]
      field :providers, type: [:OidcProvider], required: true
    end

    # A sign-in at an OpenID provider that the person has not finished yet.
    class OidcSignIn < Model
      # @!attribute [r] authorization_url
      #   The address to open in the person's browser.
      #   @return [String]
      field :authorization_url, kind: :text, required: true

      # @!attribute [r] expires_at
      #   The time until which the sign-in can be finished.
      #   @return [Time]
      field :expires_at, type: :time, required: true

      # @!attribute [r] state
      #   The value that the provider sends back. The client must keep it and refuse a redirect with
      #   another value.
      #   @return [String]
      field :state, kind: :text, required: true
    end

    # The credentials revoked by a change of password.
    class PasswordChange < Model
      # @!attribute [r] api_keys_revoked
      #   The number of revoked API keys.
      #   @return [Integer]
      field :api_keys_revoked, kind: :integer, required: true

      # @!attribute [r] changed
      #   Always true: only the new password is valid from now on.
      #   @return [Boolean]
      field :changed, kind: :boolean, required: true

      # @!attribute [r] identities_unlinked
      #   The number of unlinked identities at OpenID providers.
      #   @return [Integer]
      field :identities_unlinked, kind: :integer, required: true

      # @!attribute [r] sessions_revoked
      #   The number of other sign-ins that ended.
      #   @return [Integer]
      field :sessions_revoked, kind: :integer, required: true
    end

    # The requested metrics. A metric is null if there is not enough data; `basis.reasons` names the
    # reason.
    class PerformanceMetrics < Model
      # @!attribute [r] acute_load
      #   Training load per day, weighted over 7 days, at the end of the range.
      #   @return [Numeric, nil]
      field :acute_load, json: "acuteLoad", kind: :number

      # @!attribute [r] chronic_load
      #   Training load per day, weighted over 42 days, at the end of the range.
      #   @return [Numeric, nil]
      field :chronic_load, json: "chronicLoad", kind: :number

      # @!attribute [r] day_strain
      #   Banister's training impulse per day of the heart rate outside of activities: work,
      #   errands, stress. It is not included in training load, acute load and chronic load.
      #   @return [Numeric, nil]
      field :day_strain, json: "dayStrain", kind: :number

      # @!attribute [r] efficiency_factor
      #   Output for each heartbeat in the activities of the range: normalized power divided by mean
      #   heart rate (W per beat/min), or without power the metres per beat of the mean speed.
      #   @return [Numeric, nil]
      field :efficiency_factor, json: "efficiencyFactor", kind: :number

      # @!attribute [r] fatigue_level
      #   0 to 100: acute relative to chronic load at the end of the range; 50 means equal. Not a
      #   prediction of injury risk.
      #   @return [Numeric, nil]
      field :fatigue_level, json: "fatigueLevel", kind: :number

      # @!attribute [r] heart_rate_zones
      #   @return [Models::HeartRateZones, nil]
      field :heart_rate_zones, json: "heartRateZones", type: :HeartRateZones

      # @!attribute [r] hrv_rmssd
      #   The mean of the range's days, in milliseconds.
      #   @return [Numeric, nil]
      field :hrv_rmssd, json: "hrvRmssd", kind: :number

      # @!attribute [r] monotony
      #   The mean divided by the standard deviation of the daily load of the 7 days up to the end
      #   of the range.
      #   @return [Numeric, nil]
      field :monotony, kind: :number

      # @!attribute [r] normalized_power
      #   The normalized power in watts.
      #   @return [Numeric, nil]
      field :normalized_power, json: "normalizedPower", kind: :number

      # @!attribute [r] recovery_score
      #   0 to 100: rMSSD, resting heart rate and sleep of the last 7 days compared with the 60 days
      #   before. The weights are a choice of this project and not validated.
      #   @return [Numeric, nil]
      field :recovery_score, json: "recoveryScore", kind: :number

      # @!attribute [r] resting_heart_rate
      #   The mean of the range's days, in beats per minute.
      #   @return [Numeric, nil]
      field :resting_heart_rate, json: "restingHeartRate", kind: :number

      # @!attribute [r] sleep_duration
      #   The mean of the range's days with sleep data, in seconds.
      #   @return [Numeric, nil]
      field :sleep_duration, json: "sleepDuration", kind: :number

      # @!attribute [r] sleep_regularity_index
      #   -100 to 100: how equal the times of sleep are from day to day; needs 5 nights with stages.
      #   @return [Numeric, nil]
      field :sleep_regularity_index, json: "sleepRegularityIndex", kind: :number

      # @!attribute [r] steps
      #   The number of steps in the range.
      #   @return [Numeric, nil]
      field :steps, kind: :number

      # @!attribute [r] strain
      #   The training load of these 7 days multiplied by their monotony.
      #   @return [Numeric, nil]
      field :strain, kind: :number

      # @!attribute [r] training_load
      #   Banister's training impulse of the range's activities: recorded ones, and sustained
      #   efforts of at least 10 minutes. Activities without heart rate count by power.
      #   @return [Numeric, nil]
      field :training_load, json: "trainingLoad", kind: :number

      # @!attribute [r] training_stress_balance
      #   Chronic minus acute load.
      #   @return [Numeric, nil]
      field :training_stress_balance, json: "trainingStressBalance", kind: :number

      # @!attribute [r] vo2max_estimate
      #   mL/kg/min, estimated from the ratio of maximum to resting heart rate; not a measurement.
      #   @return [Numeric, nil]
      field :vo2max_estimate, json: "vo2maxEstimate", kind: :number
    end

    # The configuration of a deployment.
    class PlatformAgentConfiguration < Model
      # @!attribute [r] cron
      #   The times of the mode `scheduled`: minute, hour, day of the month, month, day of the week.
      #   @return [String, nil]
      field :cron, kind: :text

      # @!attribute [r] mode
      #   The deployment mode, which determines when the workflow runs. One of "interactive",
      #   "scheduled", "autonomous".
      #   @return [String, nil]
      field :mode, kind: :text

      # @!attribute [r] parameters
      #   @return [Models::PlatformAgentParameters, nil]
      field :parameters, type: :PlatformAgentParameters

      # @!attribute [r] question
      #   The question that the agent answers in a run. Without a question, the agent writes its
      #   standard report.
      #   @return [String, nil]
      field :question, kind: :text

      # @!attribute [r] time_zone
      #   The time zone of `cron`, a name of the IANA database. Default: "UTC".
      #   @return [String, nil]
      field :time_zone, kind: :text

      # @!attribute [r] workflow_id
      #   The name of the workflow: 1 to 64 letters, digits, `_` or `-`. Default: "default".
      #   @return [String, nil]
      field :workflow_id, kind: :text
    end

    # A new deployment.
    class PlatformAgentDeployment < Model
      # @!attribute [r] agent
      #   @return [Models::DeployedPlatformAgent]
      field :agent, type: :DeployedPlatformAgent, required: true

      # @!attribute [r] deployment_id
      #   The id of the deployment, which begins with `dep_`.
      #   @return [String]
      field :deployment_id, kind: :text, required: true

      # @!attribute [r] status
      #   Always `success`.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The agents of an account.
    class PlatformAgentList < Model
      # @!attribute [r] data
      #   The seven core agents, then the custom agents, the oldest first.
      #   @return [Array<Models::Agent>]
      field :data, type: [:Agent], required: true
    end

    # The figures of an agent, counted for this account.
    class PlatformAgentMetrics < Model
      # @!attribute [r] last_activity
      #   The time of the last message; null if the agent has no message.
      #   @return [Time, nil]
      field :last_activity, type: :time

      # @!attribute [r] tasks_completed
      #   The number of messages with a complete answer, without counter-questions, errors and
      #   partial answers.
      #   @return [Integer]
      field :tasks_completed, kind: :integer, required: true

      # @!attribute [r] uptime
      #   The time since the oldest deployment that still exists, as an ISO 8601 duration; null
      #   without a deployment.
      #   @return [String, nil]
      field :uptime, kind: :text
    end

    # Parameters of an agent. An absent parameter keeps its value.
    class PlatformAgentParameters < Model
      # @!attribute [r] search_depth
      #   The depth of a search: 20 records of each list and 5 calls of tools for each step.
      #   @return [Numeric, nil]
      field :search_depth, kind: :number

      # @!attribute [r] timeout
      #   The maximum duration of an answer in seconds.
      #   @return [Numeric, nil]
      field :timeout, kind: :number
    end

    # The status of an agent.
    class PlatformAgentStatus < Model
      # @!attribute [r] id
      #   The id of the agent, as in the path.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] metrics
      #   @return [Models::PlatformAgentMetrics]
      field :metrics, type: :PlatformAgentMetrics, required: true

      # @!attribute [r] status
      #   One of "active", "deployed", "paused", "error".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # Additional information about a measurement: at most 16 keys of at most 64 characters, each
    # with a string of at most 2000 characters, a number, a boolean or null; at most 32 KiB of JSON.
    class PointMetadata < Model
      # @!attribute [r] activity
      #   The activity during the measurement, in words; at most 2000 characters.
      #   @return [String, nil]
      field :activity, kind: :text

      # @!attribute [r] duration
      #   A finite number in a unit of the client's choice; metrics do not use it.
      #   @return [Numeric, nil]
      field :duration, kind: :number

      # @!attribute [r] intensity
      #   The intensity in words; at most 2000 characters.
      #   @return [String, nil]
      field :intensity, kind: :text

      # @!attribute [r] local_date
      #   The calendar day that the value belongs to, regardless of the profile's time zone: the
      #   date of `timestamp` in UTC, the day before or the day after. Daily metrics use it. A
      #   device's points with a local date stand for the day: its other points of that type and day
      #   are not added.
      #   @return [Date, nil]
      field :local_date, json: "localDate", type: :date

      # @!attribute [r] notes
      #   Free text; returned with the point.
      #   @return [String, nil]
      field :notes, kind: :text
    end

    # A page of points.
    class PointPage < Model
      # @!attribute [r] data
      #   The points, ordered by timestamp, type and device.
      #   @return [Array<Models::FitnessDataPoint>]
      field :data, type: [:FitnessDataPoint], required: true

      # @!attribute [r] has_more
      #   Whether more points follow.
      #   @return [Boolean]
      field :has_more, json: "hasMore", kind: :boolean, required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text

      # @!attribute [r] skipped_points
      #   The points left out because their key does not decrypt.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] total
      #   The exact number of points that match the filters.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # Whether the points are kept or deleted.
    #
    # The texts that this version knows; others may follow.
    PointRetention = [
      "keep",
      "delete"
    ].freeze

    # A point type of the catalogue.
    class PointType < Model
      # @!attribute [r] aliases
      #   Units that are converted to the canonical unit.
      #   @return [Array<String>]
      field :aliases, kind: [:text], required: true

      # @!attribute [r] exclusive_minimum
      #   Whether the minimum itself is implausible.
      #   @return [Boolean]
      field :exclusive_minimum, json: "exclusiveMinimum", kind: :boolean, required: true

      # @!attribute [r] fixed_point
      #   The encoding under homomorphic encryption.
      #   @return [Models::FixedPointEncoding]
      field :fixed_point, json: "fixedPoint", type: :FixedPointEncoding, required: true

      # @!attribute [r] maximum
      #   The maximum plausible value; null if unlimited.
      #   @return [Numeric, nil]
      field :maximum, kind: :number

      # @!attribute [r] minimum
      #   The minimum plausible value; null if unlimited.
      #   @return [Numeric, nil]
      field :minimum, kind: :number

      # @!attribute [r] name
      #   The value of `type` in points.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] unit
      #   The canonical unit.
      #   @return [String]
      field :unit, kind: :text, required: true
    end

    # The catalogue of point types.
    class PointTypeCatalogue < Model
      # @!attribute [r] types
      #   All types of the catalogue. Points can have other types too: their values are stored and
      #   never converted.
      #   @return [Array<Models::PointType>]
      field :types, type: [:PointType], required: true
    end

    # Points to store.
    class PointUpload < Model
      # @!attribute [r] chunk_size
      #   The maximum number of points in an encrypted block; the default for `FHE` is 8192. A
      #   ciphertext holds at least 256 points, because each takes 150 KB: under `FHE` with a
      #   smaller size, points stay in sealed columns under the same key, with the same results.
      #   Default: 1024.
      #   @return [Integer, nil]
      field :chunk_size, json: "chunkSize", kind: :integer

      # @!attribute [r] data
      #   1 to 100 000 points. A point with the device, type and millisecond of a stored point
      #   replaces it.
      #   @return [Array<Models::FitnessDataPoint>]
      field :data, type: [:FitnessDataPoint], required: true

      # @!attribute [r] encryption_mode
      #   The encryption mode; `ENCRYPTION_ERROR` if it is not available. Default: the mode of each
      #   point's device, or the account's own key only. One of "Basic", "FHE", "ZK".
      #   @return [String, nil]
      field :encryption_mode, json: "encryptionMode", kind: :text
    end

    # The result of an upload.
    class PointUploadResult < Model
      # @!attribute [r] encrypted_count
      #   The number of these points stored under the requested encryption mode.
      #   @return [Integer]
      field :encrypted_count, json: "encryptedCount", kind: :integer, required: true

      # @!attribute [r] errors
      #   The errors of refused points, by position; at most 1000, then a count.
      #   @return [Array<String>, nil]
      field :errors, kind: [:text]

      # @!attribute [r] processed_count
      #   The number of points now on disk.
      #   @return [Integer]
      field :processed_count, json: "processedCount", kind: :integer, required: true

      # @!attribute [r] success
      #   Whether the upload had no `errors`.
      #   @return [Boolean]
      field :success, kind: :boolean, required: true
    end

    # An insight found by a rule; not medical advice.
    class PredictiveInsight < Model
      # @!attribute [r] confidence
      #   The confidence, 0 to 1. A milestone has 1, because it is counted and not estimated.
      #   @return [Numeric]
      field :confidence, kind: :number, required: true

      # @!attribute [r] description
      #   The insight in sentences of the language of the request, for the athlete to read. Lists
      #   and the stream are in English.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the insight: `ins_` and 26 characters. The stream sends the same id.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] metadata
      #   @return [Models::InsightMetadata]
      field :metadata, type: :InsightMetadata, required: true

      # @!attribute [r] type
      #   One of "trend", "anomaly", "recommendation", "goal", "recovery", "performance",
      #   "milestone".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The prices of comparable offers.
    class PriceComparison < Model
      # @!attribute [r] currencies
      #   The prices of each currency.
      #   @return [Array<Models::CurrencyPrices>]
      field :currencies, type: [:CurrencyPrices], required: true

      # @!attribute [r] examined
      #   The number of offers that were examined: the newest 1000 of each kind at most.
      #   @return [Integer]
      field :examined, kind: :integer, required: true

      # @!attribute [r] incomplete
      #   Whether older offers were not examined.
      #   @return [Boolean]
      field :incomplete, kind: :boolean, required: true

      # @!attribute [r] offers
      #   The offers, by currency, the cheapest first.
      #   @return [Array<Models::PricedOffer>]
      field :offers, type: [:PricedOffer], required: true

      # @!attribute [r] total
      #   The number of offers that match.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The lowest, the median and the highest of several prices.
    class PriceSpread < Model
      # @!attribute [r] highest
      #   The highest price in the main unit of the currency, to six decimals.
      #   @return [Numeric]
      field :highest, kind: :number, required: true

      # @!attribute [r] lowest
      #   The lowest price in the main unit of the currency, to six decimals.
      #   @return [Numeric]
      field :lowest, kind: :number, required: true

      # @!attribute [r] median
      #   The median price in the main unit of the currency.
      #   @return [Numeric]
      field :median, kind: :number, required: true
    end

    # An offer with its price.
    class PricedOffer < Model
      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the offer: `tok_`, `lst_` or `itm_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] kind
      #   `token`, `listing` or `item`.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] own
      #   Whether it is an offer of the caller.
      #   @return [Boolean]
      field :own, kind: :boolean, required: true

      # @!attribute [r] per1000_points
      #   The price of 1000 points of a data token; null for another offer.
      #   @return [Numeric, nil]
      field :per1000_points, json: "per1000Points", kind: :number

      # @!attribute [r] points
      #   The number of points of a data token; null for another offer.
      #   @return [Integer, nil]
      field :points, kind: :integer

      # @!attribute [r] price
      #   The price in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true
    end

    # The profile; unknown fields are null.
    class Profile < Model
      # @!attribute [r] birth_date
      #   The date of birth, `YYYY-MM-DD`.
      #   @return [Date, nil]
      field :birth_date, json: "birthDate", type: :date

      # @!attribute [r] functional_threshold_power
      #   The threshold power in watts, 30 to 800.
      #   @return [Numeric, nil]
      field :functional_threshold_power, json: "functionalThresholdPower", kind: :number

      # @!attribute [r] goals
      #   The goals, at most 20.
      #   @return [Array<Models::Goal>, nil]
      field :goals, type: [:Goal]

      # @!attribute [r] max_heart_rate
      #   The maximum heart rate in beats per minute, 100 to 250.
      #   @return [Numeric, nil]
      field :max_heart_rate, json: "maxHeartRate", kind: :number

      # @!attribute [r] resting_heart_rate
      #   The resting heart rate in beats per minute, 25 to 120.
      #   @return [Numeric, nil]
      field :resting_heart_rate, json: "restingHeartRate", kind: :number

      # @!attribute [r] sex
      #   The sex used by formulas. One of "female", "male".
      #   @return [String, nil]
      field :sex, kind: :text

      # @!attribute [r] time_zone
      #   The IANA name of the time zone in which days begin and end. Null: UTC.
      #   @return [String, nil]
      field :time_zone, json: "timeZone", kind: :text

      # @!attribute [r] weight_kg
      #   The body weight in kilograms, 2 to 500.
      #   @return [Numeric, nil]
      field :weight_kg, json: "weightKg", kind: :number
    end

    # A change of the profile, a JSON merge patch (RFC 7396): a field that is present replaces the
    # stored one, null removes it, and a missing field stays unchanged.
    class ProfileChange < Model
      # @!attribute [r] birth_date
      #   The date of birth, `YYYY-MM-DD`.
      #   @return [Date, nil]
      field :birth_date, json: "birthDate", type: :date

      # @!attribute [r] functional_threshold_power
      #   The threshold power in watts, 30 to 800.
      #   @return [Numeric, nil]
      field :functional_threshold_power, json: "functionalThresholdPower", kind: :number

      # @!attribute [r] goals
      #   The goals, at most 20; they replace all stored goals.
      #   @return [Array<Models::Goal>, nil]
      field :goals, type: [:Goal]

      # @!attribute [r] max_heart_rate
      #   The maximum heart rate in beats per minute, 100 to 250.
      #   @return [Numeric, nil]
      field :max_heart_rate, json: "maxHeartRate", kind: :number

      # @!attribute [r] resting_heart_rate
      #   The resting heart rate in beats per minute, 25 to 120.
      #   @return [Numeric, nil]
      field :resting_heart_rate, json: "restingHeartRate", kind: :number

      # @!attribute [r] sex
      #   The sex used by formulas. One of "female", "male".
      #   @return [String, nil]
      field :sex, kind: :text

      # @!attribute [r] time_zone
      #   The IANA name of the time zone in which days begin and end. Null: UTC.
      #   @return [String, nil]
      field :time_zone, json: "timeZone", kind: :text

      # @!attribute [r] weight_kg
      #   The body weight in kilograms, 2 to 500.
      #   @return [Numeric, nil]
      field :weight_kg, json: "weightKg", kind: :number
    end

    # Metadata of a proof.
    class ProofMetadata < Model
      # @!attribute [r] assurance
      #   A sentence about the trustworthiness of proofs under this key.
      #   @return [String]
      field :assurance, kind: :text, required: true

      # @!attribute [r] circuit
      #   The full name of the circuit, with its size; send it to `verify`.
      #   @return [String]
      field :circuit, kind: :text, required: true

      # @!attribute [r] curve
      #   The curve of the proof: `bls12-381`, `bn254`, `bls24-509` or `bls48-575`; absent for
      #   `Bulletproofs`.
      #   @return [String, nil]
      field :curve, kind: :text

      # @!attribute [r] expires_at
      #   The end of the statement's validity, if `expiresAt` was sent.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] opening
      #   The opening of the commitments. Keep it secret: it reveals the values.
      #   @return [Hash{String => Object}, nil]
      field :opening, kind: { of: nil }

      # @!attribute [r] owner
      #   The pseudonym that the proof is bound to, if `bindOwner` was sent.
      #   @return [String, nil]
      field :owner, kind: :text

      # @!attribute [r] scheme
      #   `Groth16`, `PGHR13` or `Bulletproofs`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] setup
      #   How the key was created: `wellformed`, `unverified`, `local`, `derived` or `ceremony`,
      #   from least to most trustworthy; `transparent` for `Bulletproofs`, which has no key.
      #   @return [String]
      field :setup, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the proof: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key. Compare it with the digest of a key that you trust.
      #   @return [String, nil]
      field :vk_digest, json: "vkDigest", kind: :text
    end

    # Parameters of a proof.
    class ProofParameters < Model
      # @!attribute [r] bind_owner
      #   Whether the proof is bound to the caller's pseudonym, returned as `owner` in the metadata
      #   and used in signed roots. Default: false.
      #   @return [Boolean, nil]
      field :bind_owner, json: "bindOwner", kind: :boolean

      # @!attribute [r] curve
      #   `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for circom, snarkjs,
      #   chains), `bls24-509` (level 192) or `bls48-575` (level 256). It must agree with
      #   `securityLevel`.
      #   @return [String, nil]
      field :curve, kind: :text

      # @!attribute [r] domain
      #   The verifier and the purpose; bound by the proof. In `verify`: the proof must be bound to
      #   it.
      #   @return [String, nil]
      field :domain, kind: :text

      # @!attribute [r] encoding
      #   `json` (default), the format of snarkjs, or `compact`: compressed points and numbers of a
      #   fixed width.
      #   @return [String, nil]
      field :encoding, kind: :text

      # @!attribute [r] expires_at
      #   The end of the statement's validity: RFC 3339 with a time zone, in the future; bound by
      #   the proof. From then on `verify` returns false.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] nonce
      #   A nonce chosen by the verifier, base64; bound by the proof.
      #   @return [String, nil]
      field :nonce, kind: :text

      # @!attribute [r] precision
      #   The decimals of the numbers. Default: 0 for whole numbers, otherwise 2.
      #   @return [Integer, nil]
      field :precision, kind: :integer

      # @!attribute [r] scheme
      #   `Groth16` (default) or `PGHR13`; `Bulletproofs` for range, equality and sum without a
      #   trusted set-up.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] security_level
      #   128 (default), 192 or 256, the level of the curve. `Bulletproofs` supports only 128.
      #   @return [Integer, nil]
      field :security_level, json: "securityLevel", kind: :integer
    end

    # The authentication that `/mcp` requires (RFC 9728).
    class ProtectedResourceMetadata < Model
      # @!attribute [r] bearer_methods_supported
      #   The parts of a request in which a credential can be sent. There is no authorization
      #   server: the credential is an API key of the account.
      #   @return [Array<String>]
      field :bearer_methods_supported, kind: [:text], required: true

      # @!attribute [r] resource
      #   The URL of the endpoint.
      #   @return [String]
      field :resource, kind: :text, required: true

      # @!attribute [r] resource_documentation
      #   The URL of the API documentation.
      #   @return [String]
      field :resource_documentation, kind: :text, required: true

      # @!attribute [r] resource_name
      #   The name of the product, to show to people.
      #   @return [String]
      field :resource_name, kind: :text, required: true

      # @!attribute [r] scopes_supported
      #   The scopes that an API key can have.
      #   @return [Array<String>]
      field :scopes_supported, kind: [:text], required: true
    end

    # The claim to prove about the caller's days.
    class ProveDaysRequest < Model
      # @!attribute [r] audience
      #   The verifier and the purpose; bound by the proof. `lockstep verify` requires it as
      #   `--audience`.
      #   @return [String, nil]
      field :audience, kind: :text

      # @!attribute [r] curve
      #   The curve of `Groth16` (default if only a curve is given) and `PGHR13`: `bls12-381`
      #   (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and blockchains).
      #   @return [String, nil]
      field :curve, kind: :text

      # @!attribute [r] end_date
      #   The last day. Every day from the first to the last is claimed, and the last must be over.
      #   @return [String]
      field :end_date, json: "endDate", kind: :text, required: true

      # @!attribute [r] expires_at
      #   The end of the claim's validity: RFC 3339.
      #   @return [String, nil]
      field :expires_at, json: "expiresAt", kind: :text

      # @!attribute [r] nonce
      #   A nonce chosen by the verifier, base64; bound by the proof, so that the claim convinces no
      #   other verifier. `lockstep verify` requires it as `--nonce`.
      #   @return [String, nil]
      field :nonce, kind: :text

      # @!attribute [r] scheme
      #   `Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16` or
      #   `PGHR13`: under a key that this installation created, for circuits of other programs.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] start_date
      #   The first day.
      #   @return [String]
      field :start_date, json: "startDate", kind: :text, required: true

      # @!attribute [r] statement
      #   @return [Models::DailyBounds]
      field :statement, type: :DailyBounds, required: true
    end

    # The circuit and the inputs to prove.
    class ProveRequest < Model
      # @!attribute [r] circuit
      #   `range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`, `membership` (depth
      #   20), `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N` (a power of two, 2 to 64),
      #   `sum` (`Bulletproofs` only), `circuit:<sha256>` of an uploaded circuit, or
      #   `r1cs:<base64>`, which is stored as a circuit of the account with its first proof.
      #   @return [String]
      field :circuit, kind: :text, required: true

      # @!attribute [r] data
      #   Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40, "max":
      #   60}`), of a `.wtns`, or a ZK envelope.
      #   @return [String]
      field :data, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::ProofParameters, nil]
      field :parameters, type: :ProofParameters
    end

    # A purchase.
    class Purchase < Model
      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of the price.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] expires_at
      #   The end of the access; null for an item, whose purchase does not end.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] id
      #   The id of the purchase: `pur_` and 26 characters.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] item_id
      #   The item; null for another offer.
      #   @return [String, nil]
      field :item_id, json: "itemId", kind: :text

      # @!attribute [r] listing_id
      #   The listing; null for another offer.
      #   @return [String, nil]
      field :listing_id, json: "listingId", kind: :text

      # @!attribute [r] price
      #   The price that was paid, in the main unit of the currency (euros, not cents).
      #   @return [Numeric]
      field :price, kind: :number, required: true

      # @!attribute [r] purchased_at
      #   The time of the purchase: RFC 3339, UTC.
      #   @return [Time]
      field :purchased_at, json: "purchasedAt", type: :time, required: true

      # @!attribute [r] purpose
      #   The purpose that the buyer stated; null if none.
      #   @return [String, nil]
      field :purpose, kind: :text

      # @!attribute [r] remaining_uses
      #   The number of reads left; null for an item, which has no data.
      #   @return [Integer, nil]
      field :remaining_uses, json: "remainingUses", kind: :integer

      # @!attribute [r] restrictions
      #   The restrictions at the time of the purchase, which bind the buyer; empty if the purchase
      #   has no restrictions.
      #   @return [Array<String>]
      field :restrictions, kind: [:text], required: true

      # @!attribute [r] status
      #   One of "active", "used", "expired", "refunded".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] token_id
      #   The data token; null for another offer.
      #   @return [String, nil]
      field :token_id, json: "tokenId", kind: :text
    end

    # A page of purchases.
    class PurchaseList < Model
      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text

      # @!attribute [r] purchases
      #   The purchases, newest first.
      #   @return [Array<Models::Purchase>]
      field :purchases, type: [:Purchase], required: true
    end

    # The purchase of an offer.
    class PurchaseRequest < Model
      # @!attribute [r] currency
      #   The currency of `expectedPrice`, an ISO 4217 code; required with it.
      #   @return [String, nil]
      field :currency, kind: :text

      # @!attribute [r] expected_price
      #   The price that you read. If the offer has another price by now, nothing is bought and the
      #   answer is 409.
      #   @return [Numeric, nil]
      field :expected_price, json: "expectedPrice", kind: :number

      # @!attribute [r] purpose
      #   The purpose of the data. An offer with the restriction `purpose:<word>` requires one of
      #   its words.
      #   @return [String, nil]
      field :purpose, kind: :text
    end

    # The state of a purchase. `active`: it can be used. `used`: every allowed use was made.
    # `expired`: its duration has passed. `refunded`: the price was paid back.
    #
    # The texts that this version knows; others may follow.
    PurchaseStatus = [
      "active",
      "used",
      "expired",
      "refunded"
    ].freeze

    # The use of a quota.
    class QuotaUsage < Model
      # @!attribute [r] limit
      #   The highest allowed value of `used`.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] used
      #   The current use: bytes for `bytes` and `spoolBytes`, otherwise a count.
      #   @return [Integer]
      field :used, kind: :integer, required: true
    end

    # Whether the server can serve requests and store data.
    class Readiness < Model
      # @!attribute [r] irreversible_acts_held
      #   Whether irreversible acts are held back, because the clock is ahead of the last trusted
      #   time. Keys are then neither expired nor destroyed, and ended sign-ins are kept, until the
      #   clock is corrected or confirmed. Requests are served as usual.
      #   @return [Boolean]
      field :irreversible_acts_held, json: "irreversibleActsHeld", kind: :boolean, required: true

      # @!attribute [r] status
      #   Always `ok`: a server that is starting or stopping returns an error.
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] version
      #   The version of the server.
      #   @return [String]
      field :version, kind: :text, required: true

      # @!attribute [r] writable
      #   Whether the server can store data. False while the disk is full: then only reads,
      #   deletions and erasures work. Also false after a write that PostgreSQL could not run, until
      #   a write succeeds. The status stays 200, because an instance that is taken out of service
      #   cannot serve reads.
      #   @return [Boolean]
      field :writable, kind: :boolean, required: true
    end

    # A person who identified once more at an OpenID provider.
    class Reauthentication < Model
      # @!attribute [r] expires_at
      #   The time until which it replaces the password in `POST /api/auth/erasure`, for the sign-in
      #   that sent the request.
      #   @return [Time]
      field :expires_at, type: :time, required: true

      # @!attribute [r] provider
      #   The name of the provider.
      #   @return [String]
      field :provider, kind: :text, required: true
    end

    # The number of records of a kind.
    class RecordCount < Model
      # @!attribute [r] count
      #   The number of records that would be destroyed.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] kind
      #   Such as `points`, `encryptionKeys` or `chatMessages`.
      #   @return [String]
      field :kind, kind: :text, required: true
    end

    # The components of a recovery score.
    class RecoveryComponents < Model
      # @!attribute [r] hrv_rmssd
      #   The logarithm of rMSSD; weight 0.6. Null: too few days.
      #   @return [Models::BaselineComparison, nil]
      field :hrv_rmssd, json: "hrvRmssd", type: :BaselineComparison

      # @!attribute [r] resting_heart_rate
      #   The resting heart rate; weight 0.25, sign inverted. Null: too few days.
      #   @return [Models::BaselineComparison, nil]
      field :resting_heart_rate, json: "restingHeartRate", type: :BaselineComparison

      # @!attribute [r] sleep_duration
      #   The sleep duration; weight 0.15. Null: too few days.
      #   @return [Models::BaselineComparison, nil]
      field :sleep_duration, json: "sleepDuration", type: :BaselineComparison

      # @!attribute [r] z
      #   The weighted mean of the components; the score is 100·Φ(z).
      #   @return [Numeric]
      field :z, kind: :number, required: true
    end

    # A refresh token to exchange.
    class RefreshTokenRequest < Model
      # @!attribute [r] refresh_token
      #   The `refresh_token` of the last sign-in or refresh. A token that was already used ends the
      #   sign-in.
      #   @return [String]
      field :refresh_token, kind: :text, required: true, secret: true
    end

    # An account to register.
    class RegisterAccountRequest < Model
      # @!attribute [r] email
      #   An e-mail address, at most 254 bytes; unique without regard to case.
      #   @return [String]
      field :email, kind: :text, required: true

      # @!attribute [r] password
      #   The new password: at least 12 characters, hard to guess, and without the user name.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true

      # @!attribute [r] username
      #   1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case; must not
      #   begin with `usr_`.
      #   @return [String]
      field :username, kind: :text, required: true
    end

    # A device to register.
    class RegisterDeviceRequest < Model
      # @!attribute [r] capabilities
      #   The quantities that the device measures, or its functions: at most 64 texts of 1 to 64
      #   printable characters; may be empty.
      #   @return [Array<String>]
      field :capabilities, kind: [:text], required: true

      # @!attribute [r] encryption_mode
      #   The encryption mode of the device's points; `ENCRYPTION_ERROR` if it is not available. The
      #   device is `pending` while a key is being created, and can already send points. One of
      #   "Basic", "FHE", "ZK".
      #   @return [String, nil]
      field :encryption_mode, json: "encryptionMode", kind: :text

      # @!attribute [r] name
      #   The name, unique among the account's devices; points can use it.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of device as free text, 1 to 64 printable characters.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # Parameters of the key.
    class RegisterKeyParameters < Model
      # @!attribute [r] scheme
      #   FHE: `BFV` (default), `BFV-sum`. Basic: `X-Wing`, `MLKEM1024-P384`.
      #   @return [String, nil]
      field :scheme, kind: :text

      # @!attribute [r] security_level
      #   The security level: 128, 192 or 256 bits.
      #   @return [Integer, nil]
      field :security_level, json: "securityLevel", kind: :integer
    end

    # The public half of a key created by the client.
    class RegisterKeyRequest < Model
      # @!attribute [r] mode
      #   `FHE` or `Basic`.
      #   @return [String]
      field :mode, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::RegisterKeyParameters, nil]
      field :parameters, type: :RegisterKeyParameters

      # @!attribute [r] public_key
      #   The public key, base64: written by lockstep-fhe, or of an X-Wing or MLKEM1024-P384 key
      #   pair.
      #   @return [String]
      field :public_key, json: "publicKey", kind: :text, required: true
    end

    # A UADM device to register.
    class RegisterUadmDeviceRequest < Model
      # @!attribute [r] configuration
      #   Settings for the device, at most 16 KiB as JSON. The server stores them and does not read
      #   them.
      #   @return [Hash{String => Object}, nil]
      field :configuration, kind: { of: nil }

      # @!attribute [r] device_id
      #   The id of a registered device of the fitness API, which becomes a UADM device;
      #   `device_type` and `name` must be its own.
      #   @return [String, nil]
      field :device_id, kind: :text

      # @!attribute [r] device_type
      #   The kind of device, 1 to 64 printable characters.
      #   @return [String]
      field :device_type, kind: :text, required: true

      # @!attribute [r] encryption_mode
      #   The encryption mode of the points that the device sends; default `none`. One of "none",
      #   "basic", "fhe", "zk".
      #   @return [String, nil]
      field :encryption_mode, kind: :text

      # @!attribute [r] name
      #   The name, unique among the account's devices, 1 to 256 printable characters.
      #   @return [String]
      field :name, kind: :text, required: true
    end

    # The registered account.
    class RegisteredAccount < Model
      # @!attribute [r] email
      #   The e-mail address, as it was sent; it also works for signing in.
      #   @return [String]
      field :email, kind: :text, required: true

      # @!attribute [r] id
      #   The id of the account, which begins with `usr_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] username
      #   The name for signing in, as it was sent.
      #   @return [String]
      field :username, kind: :text, required: true
    end

    # The registered device.
    class RegisteredDevice < Model
      # @!attribute [r] device_id
      #   The id of the device, which begins with `dev_`. Points name the device by it or by its
      #   name.
      #   @return [String]
      field :device_id, json: "deviceId", kind: :text, required: true

      # @!attribute [r] encryption_enabled
      #   Whether the request named an `encryptionMode`.
      #   @return [Boolean]
      field :encryption_enabled, json: "encryptionEnabled", kind: :boolean, required: true

      # @!attribute [r] status
      #   One of "active", "pending", "inactive", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The registered UADM device with its credentials.
    class RegisteredUadmDevice < Model
      # @!attribute [r] configuration
      #   The settings that the owner stored for the device, at most 16 KiB as JSON; empty if the
      #   owner stored no settings.
      #   @return [Hash{String => Object}]
      field :configuration, kind: { of: nil }, required: true

      # @!attribute [r] created_at
      #   The time of the registration as a UADM device, in UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] device_id
      #   The id of the device, which begins with `dev_`; the fitness API has the same one.
      #   @return [String]
      field :device_id, kind: :text, required: true

      # @!attribute [r] device_type
      #   The kind of device as free text, 1 to 64 characters.
      #   @return [String]
      field :device_type, kind: :text, required: true

      # @!attribute [r] encryption_mode
      #   One of "none", "basic", "fhe", "zk".
      #   @return [String]
      field :encryption_mode, kind: :text, required: true

      # @!attribute [r] last_seen
      #   The time of the last connection; null before the first.
      #   @return [Time, nil]
      field :last_seen, type: :time

      # @!attribute [r] name
      #   The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot
      #   be read.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] status
      #   One of "pending", "online", "offline", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] credentials
      #   @return [Models::UadmCredentials]
      field :credentials, type: :UadmCredentials, required: true
    end

    # A workflow to store.
    class ReplaceWorkflowRequest < Model
      # @!attribute [r] base_version
      #   The number of the version that the change is based on. The request is refused if another
      #   version is the latest. Without this field, the change always becomes the latest version.
      #   @return [Integer, nil]
      field :base_version, json: "baseVersion", kind: :integer

      # @!attribute [r] enabled
      #   Whether the trigger starts runs. Default: true.
      #   @return [Boolean, nil]
      field :enabled, kind: :boolean

      # @!attribute [r] graph
      #   @return [Models::WorkflowGraph]
      field :graph, type: :WorkflowGraph, required: true
    end

    # The request limits.
    class RequestLimitSettings < Model
      # @!attribute [r] anonymous
      #   Requests per minute without a valid credential from one network address.
      #   @return [Integer]
      field :anonymous, kind: :integer, required: true

      # @!attribute [r] custom
      #   Requests per minute of an account whose tier has a custom limit.
      #   @return [Integer]
      field :custom, kind: :integer, required: true
    end

    # New values of the request limits.
    class RequestLimitSettingsChange < Model
      # @!attribute [r] anonymous
      #   Requests per minute without a valid credential from one network address.
      #   @return [Integer, nil]
      field :anonymous, kind: :integer

      # @!attribute [r] custom
      #   Requests per minute of an account whose tier has a custom limit.
      #   @return [Integer, nil]
      field :custom, kind: :integer
    end

    # The token, API key or ticket to revoke.
    class RevokeTokenRequest < Model
      # @!attribute [r] token
      #   The text of an access token, a refresh token, an API key or a socket ticket.
      #   @return [String]
      field :token, kind: :text, required: true, secret: true
    end

    # The number of revoked credentials.
    class RevokedCredentials < Model
      # @!attribute [r] api_keys
      #   The number of API keys, including the keys they created.
      #   @return [Integer]
      field :api_keys, json: "apiKeys", kind: :integer, required: true

      # @!attribute [r] identities
      #   The number of unlinked identities at OpenID providers.
      #   @return [Integer]
      field :identities, kind: :integer, required: true

      # @!attribute [r] sessions
      #   The number of sign-ins.
      #   @return [Integer]
      field :sessions, kind: :integer, required: true
    end

    # The confirmation that a device was revoked.
    class RevokedDevice < Model
      # @!attribute [r] revoked
      #   Always true: new points of the device are refused.
      #   @return [Boolean]
      field :revoked, kind: :boolean, required: true
    end

    # The result of ending a sign-in.
    class RevokedSession < Model
      # @!attribute [r] deleted
      #   Always true: the tokens of the sign-in are refused from now on.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The result of a revocation.
    class RevokedToken < Model
      # @!attribute [r] revoked
      #   False if the text is not a valid credential of the caller's account.
      #   @return [Boolean]
      field :revoked, kind: :boolean, required: true
    end

    # The confirmation of a revocation.
    class RevokedUadmDevice < Model
      # @!attribute [r] revoked
      #   Always true: connections, commands and points of the device are refused.
      #   @return [Boolean]
      field :revoked, kind: :boolean, required: true
    end

    # The role of an account.
    #
    # The texts that this version knows; others may follow.
    Role = [
      "user",
      "auditor",
      "admin"
    ].freeze

    # A version to return to.
    class RollBackWorkflowRequest < Model
      # @!attribute [r] version
      #   The number of an earlier version, as `GET /v1/agents/workflows/{workflowId}/versions`
      #   lists it.
      #   @return [Integer]
      field :version, kind: :integer, required: true
    end

    # Why the root key where it is kept cannot be used.
    #
    # The texts that this version knows; others may follow.
    RootKeyProblem = [
      "missing",
      "exposed",
      "malformed",
      "other",
      "unreadable"
    ].freeze

    # Where the root key is kept.
    #
    # The texts that this version knows; others may follow.
    RootKeySource = [
      "credential",
      "file",
      "environment",
      "command",
      "created"
    ].freeze

    # The result of a test of the root key.
    class RootKeyTest < Model
      # @!attribute [r] opens
      #   Whether the root key, as it is kept now, opens the keys of this installation.
      #   @return [Boolean]
      field :opens, kind: :boolean, required: true

      # @!attribute [r] problem
      #   The problem; null if the key opens the installation. One of "missing", "exposed",
      #   "malformed", "other", "unreadable".
      #   @return [String, nil]
      field :problem, kind: :text

      # @!attribute [r] source
      #   One of "credential", "file", "environment", "command", "created".
      #   @return [String]
      field :source, kind: :text, required: true
    end

    # The rotation of a secret.
    class RotateWebhookSecretRequest < Model
      # @!attribute [r] overlap_seconds
      #   The seconds for which messages are also signed with the previous secret: 0 to 604800, by
      #   default 86400. Default: 86400.
      #   @return [Integer, nil]
      field :overlap_seconds, json: "overlapSeconds", kind: :integer
    end

    # A found record.
    class SearchHit < Model
      # @!attribute [r] id
      #   The id of the record. For a section of a document: its location, such as
      #   `docs/agents.md#limits`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] kind
      #   `dataset`, `device`, `activity`, `import`, `insight`, `token`, `listing`, `purchase` or
      #   `document`.
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] text
      #   The name and the description of the found record, as one text.
      #   @return [String]
      field :text, kind: :text, required: true

      # @!attribute [r] time
      #   The time of the record, if it has one.
      #   @return [Time, nil]
      field :time, type: :time
    end

    # The result of a search.
    class SearchResult < Model
      # @!attribute [r] examined
      #   The number of records that were compared with the query.
      #   @return [Integer]
      field :examined, kind: :integer, required: true

      # @!attribute [r] incomplete
      #   Whether records may be missing: after an update or damage, the search index is filled in
      #   the background.
      #   @return [Boolean]
      field :incomplete, kind: :boolean, required: true

      # @!attribute [r] linked
      #   The records that can be reached from those over at most `hops` links, the nearest first,
      #   `limit` at most. Links are followed in both directions.
      #   @return [Array<Models::LinkedRecord>]
      field :linked, type: [:LinkedRecord], required: true

      # @!attribute [r] records
      #   The records, the best match first.
      #   @return [Array<Models::SearchHit>]
      field :records, type: [:SearchHit], required: true

      # @!attribute [r] skipped
      #   The kinds of records that the credential may not read.
      #   @return [Array<String>]
      field :skipped, kind: [:text], required: true

      # @!attribute [r] total
      #   The number of records that matched.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # A series of an aggregate-only token.
    class SeriesAnswerBudget < Model
      # @!attribute [r] answers_left
      #   The number of different answers that all buyers together can still request.
      #   @return [Integer]
      field :answers_left, json: "answersLeft", kind: :integer, required: true

      # @!attribute [r] device
      #   The device of the series. A request for an aggregate names it in `device`.
      #   @return [String]
      field :device, kind: :text, required: true

      # @!attribute [r] type
      #   The point type of the series.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The series of a chart. All series share the buckets: entry n of each array belongs to
    # `bucketStarts[n]`.
    class SeriesResult < Model
      # @!attribute [r] bucket_seconds
      #   The width of a bucket in seconds: the smallest of 1, 2, 5, 10, 15, 20, 30 seconds, 1, 2,
      #   5, 10, 15, 30 minutes, 1, 2, 3, 4, 6, 8, 12 hours, 1 day, and 1, 2, 4, 8 … weeks that
      #   needs no more buckets than requested. Where clocks change, a bucket can be an hour shorter
      #   or longer.
      #   @return [Integer]
      field :bucket_seconds, json: "bucketSeconds", kind: :integer, required: true

      # @!attribute [r] bucket_starts
      #   The start of each bucket.
      #   @return [Array<String>]
      field :bucket_starts, json: "bucketStarts", kind: [:text], required: true

      # @!attribute [r] end_date
      #   The end of the range, inclusive.
      #   @return [Time]
      field :end_date, json: "endDate", type: :time, required: true

      # @!attribute [r] series
      #   One series for each type, in the order of the request.
      #   @return [Array<Models::TypeSeries>]
      field :series, type: [:TypeSeries], required: true

      # @!attribute [r] skipped_points
      #   The points left out because their key does not decrypt, only the client holds their key,
      #   or their stored bytes are damaged.
      #   @return [Array<Models::SkippedPoints>, nil]
      field :skipped_points, json: "skippedPoints", type: [:SkippedPoints]

      # @!attribute [r] start_date
      #   The start of the range, inclusive.
      #   @return [Time]
      field :start_date, json: "startDate", type: :time, required: true

      # @!attribute [r] time_zone
      #   The IANA name of the profile's time zone: buckets are aligned to its days, and buckets of
      #   weeks to Mondays.
      #   @return [String]
      field :time_zone, json: "timeZone", kind: :text, required: true
    end

    # A sign-in. Addresses and user agents are not stored.
    class Session < Model
      # @!attribute [r] created_at
      #   The time of the sign-in, in UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] current
      #   Whether this request uses the sign-in.
      #   @return [Boolean]
      field :current, kind: :boolean, required: true

      # @!attribute [r] expires_at
      #   The expiry, unless the tokens are refreshed before.
      #   @return [Time]
      field :expires_at, type: :time, required: true

      # @!attribute [r] id
      #   The id of the sign-in, which begins with `ses_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_used_at
      #   The time of the last use, to the minute; null before the first request.
      #   @return [Time, nil]
      field :last_used_at, type: :time
    end

    # A page of sign-ins, newest first.
    class SessionPage < Model
      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] sessions
      #   The sign-ins on this page.
      #   @return [Array<Models::Session>]
      field :sessions, type: [:Session], required: true

      # @!attribute [r] total
      #   The number of sign-ins on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The status that an administrator can set; `DELETE` erases the account.
    #
    # The texts that this version knows; others may follow.
    SettableAccountStatus = [
      "active",
      "suspended"
    ].freeze

    # The recorded transfer.
    class Settlement < Model
      # @!attribute [r] balance
      #   The balance of the account after the settlement.
      #   @return [Numeric]
      field :balance, kind: :number, required: true

      # @!attribute [r] currency
      #   The ISO 4217 code of the currency of `balance`.
      #   @return [String]
      field :currency, kind: :text, required: true

      # @!attribute [r] further
      #   The transfers of the further movements, in their order.
      #   @return [Array<Models::AdditionalTransfer>]
      field :further, type: [:AdditionalTransfer], required: true

      # @!attribute [r] transfer
      #   The number of the transfer.
      #   @return [Integer]
      field :transfer, kind: :integer, required: true
    end

    # The sex used by formulas.
    #
    # The texts that this version knows; others may follow.
    Sex = [
      "female",
      "male"
    ].freeze

    # A user name and a password.
    class SignInRequest < Model
      # @!attribute [r] password
      #   The password of the account, as it was set.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true

      # @!attribute [r] totp
      #   The current code of the authenticator app, or a recovery code. Needed if the account has
      #   TOTP enabled, otherwise ignored.
      #   @return [String, nil]
      field :totp, kind: :text

      # @!attribute [r] username
      #   The user name or the e-mail address, in any letter case.
      #   @return [String]
      field :username, kind: :text, required: true
    end

    # The settings of sign-ins.
    class SignInSettings < Model
      # @!attribute [r] administration_needs_totp
      #   Whether administrators and auditors need TOTP: without it, their accounts have the rights
      #   of the role `user` only.
      #   @return [Boolean]
      field :administration_needs_totp, json: "administrationNeedsTotp", kind: :boolean, required: true
    end

    # New values of the settings of sign-ins.
    class SignInSettingsChange < Model
      # @!attribute [r] administration_needs_totp
      #   Whether administrators and auditors need TOTP: without it, their accounts have the rights
      #   of the role `user` only.
      #   @return [Boolean, nil]
      field :administration_needs_totp, json: "administrationNeedsTotp", kind: :boolean
    end

    # The result of signing out.
    class SignOutResult < Model
      # @!attribute [r] deleted
      #   Always true: the sign-in has ended.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # A signed document. Its JSON has these fields and no others.
    class SignedDocument < Model
      # @!attribute [r] format
      #   The format of the record.
      #   @return [String]
      field :format, kind: :text, required: true

      # @!attribute [r] key
      #   The fingerprint of the signing key: SHA-256, in hexadecimal.
      #   @return [String]
      field :key, kind: :text, required: true

      # @!attribute [r] public_key
      #   The public key, base64. It proves nothing by itself, because anyone can create a key:
      #   compare its fingerprint.
      #   @return [String]
      field :public_key, json: "publicKey", kind: :text, required: true

      # @!attribute [r] record
      #   The signed text, byte for byte: a JSON object that begins with its `format`.
      #   @return [String]
      field :record, kind: :text, required: true

      # @!attribute [r] signature
      #   The signature, base64: ML-DSA-65 with the context `lockstep attestation v1`.
      #   @return [String]
      field :signature, kind: :text, required: true
    end

    # A device without points in the range.
    class SilentDevice < Model
      # @!attribute [r] id
      #   The id of the device, which begins with `dev_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_sync
      #   The time of the last point received from the device, to the minute; null if none.
      #   @return [Time, nil]
      field :last_sync, json: "lastSync", type: :time

      # @!attribute [r] name
      #   The name, unique among the devices of the account.
      #   @return [String]
      field :name, kind: :text, required: true
    end

    # Content of the file that was not imported.
    class SkippedImportContent < Model
      # @!attribute [r] count
      #   The number of occurrences.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] reason
      #   The reason, and what to do to keep the content.
      #   @return [String]
      field :reason, kind: :text, required: true

      # @!attribute [r] what
      #   The skipped content: a type as the file names it, or a folder.
      #   @return [String]
      field :what, kind: :text, required: true
    end

    # An insight type that was skipped.
    class SkippedInsight < Model
      # @!attribute [r] metric
      #   The metric that has too little data; absent if the whole rule was skipped.
      #   @return [String, nil]
      field :metric, kind: :text

      # @!attribute [r] reason
      #   The missing data, in the language of the request.
      #   @return [String]
      field :reason, kind: :text, required: true

      # @!attribute [r] type
      #   One of "trend", "anomaly", "recommendation", "goal", "recovery", "performance",
      #   "milestone".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # Points of the range that cannot be decrypted.
    class SkippedPoints < Model
      # @!attribute [r] key_id
      #   The key of the points; null for damaged bytes.
      #   @return [String, nil]
      field :key_id, json: "keyId", kind: :text

      # @!attribute [r] points
      #   The number of points, in all blocks that overlap the range.
      #   @return [Integer]
      field :points, kind: :integer, required: true

      # @!attribute [r] status
      #   The status of the key, in which it does not decrypt; `client` if only the client holds it;
      #   `damaged` if the stored bytes do not open and only a backup has the points. With a
      #   `keyId`, `damaged` means that the row or the secret of the key is damaged.
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A ticket that opens one socket.
    class SocketTicket < Model
      # @!attribute [r] expires_at
      #   The expiry: 30 seconds from now, or the end of the credential if that is sooner.
      #   @return [Time]
      field :expires_at, json: "expiresAt", type: :time, required: true

      # @!attribute [r] ticket
      #   The ticket: offer the subprotocols `lockstep.v1` and `ticket.` followed by it.
      #   @return [String]
      field :ticket, kind: :text, required: true, secret: true
    end

    # The signed aggregate of sold points.
    class SoldAggregate < Model
      # @!attribute [r] remaining_uses
      #   The number of reads left.
      #   @return [Integer]
      field :remaining_uses, json: "remainingUses", kind: :integer, required: true

      # @!attribute [r] result
      #   A document of the format `lockstep-aggregate/1`. `lockstep verify` checks it offline.
      #   @return [Hash{String => Object}]
      field :result, kind: { of: nil }, required: true
    end

    # The aggregate operation on sold points.
    #
    # The texts that this version knows; others may follow.
    SoldAggregateOperation = [
      "sum",
      "mean",
      "variance"
    ].freeze

    # The aggregate to compute from sold points.
    class SoldAggregateRequest < Model
      # @!attribute [r] audience
      #   The recipient that the document names; absent: the purchase.
      #   @return [String, nil]
      field :audience, kind: :text

      # @!attribute [r] days
      #   Calendar days in UTC that the certificate names as offered; absent for all of them.
      #   @return [Array<String>, nil]
      field :days, kind: [:text]

      # @!attribute [r] device
      #   Only the points of this device, named as in the token's series.
      #   @return [String, nil]
      field :device, kind: :text

      # @!attribute [r] operation
      #   One of "sum", "mean", "variance".
      #   @return [String]
      field :operation, kind: :text, required: true

      # @!attribute [r] type
      #   The type of the points.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The format of sold points.
    #
    # The texts that this version knows; others may follow.
    SoldDataFormat = [
      "json",
      "csv"
    ].freeze

    # A page of sold points.
    class SoldDataPage < Model
      # @!attribute [r] data
      #   The points, by series, then by time. Metadata is not sold.
      #   @return [Array<Models::SoldPoint>]
      field :data, type: [:SoldPoint], required: true

      # @!attribute [r] next_cursor
      #   The cursor of the next page; null on the last page.
      #   @return [String, nil]
      field :next_cursor, json: "nextCursor", kind: :text

      # @!attribute [r] purchase_id
      #   The id of the purchase that this read belongs to.
      #   @return [String]
      field :purchase_id, json: "purchaseId", kind: :text, required: true

      # @!attribute [r] remaining_uses
      #   The number of reads left.
      #   @return [Integer]
      field :remaining_uses, json: "remainingUses", kind: :integer, required: true

      # @!attribute [r] total
      #   The number of points of the token.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # A sold point.
    class SoldPoint < Model
      # @!attribute [r] confidence
      #   The confidence, 0 to 1; null if unknown.
      #   @return [Numeric, nil]
      field :confidence, kind: :number

      # @!attribute [r] device
      #   The seller's name or id of the device that measured the point.
      #   @return [String]
      field :device, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the measurement: RFC 3339, UTC, with milliseconds.
      #   @return [Time]
      field :timestamp, type: :time, required: true

      # @!attribute [r] type
      #   The point type, as in `GET /v1/sfdp/types`, or a custom type of the seller.
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The unit as the seller stored it; it can differ from the canonical unit of the type.
      #   @return [String]
      field :unit, kind: :text, required: true

      # @!attribute [r] value
      #   The value in `unit`, as the seller stored it.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # The direction of a list.
    #
    # The texts that this version knows; others may follow.
    SortOrder = [
      "asc",
      "desc"
    ].freeze

    # A heart rate and its source.
    class SourcedHeartRate < Model
      # @!attribute [r] source
      #   One of "profile", "measured", "age", "assumed".
      #   @return [String]
      field :source, kind: :text, required: true

      # @!attribute [r] value
      #   The heart rate in beats per minute.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # A maximum heart rate, its source and its certainty. Absent if no source has one.
    class SourcedMaximumHeartRate < Model
      # @!attribute [r] certainty
      #   One of "stated", "measured", "estimated".
      #   @return [String]
      field :certainty, kind: :text, required: true

      # @!attribute [r] source
      #   One of "profile", "measured", "age", "assumed".
      #   @return [String]
      field :source, kind: :text, required: true

      # @!attribute [r] standard_error
      #   The standard error of an estimate, in beats per minute.
      #   @return [Numeric, nil]
      field :standard_error, json: "standardError", kind: :number

      # @!attribute [r] value
      #   The heart rate in beats per minute.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # A power and its source.
    class SourcedPower < Model
      # @!attribute [r] certainty
      #   One of "stated", "measured", "estimated".
      #   @return [String]
      field :certainty, kind: :text, required: true

      # @!attribute [r] source
      #   One of "profile", "measured", "age", "assumed".
      #   @return [String]
      field :source, kind: :text, required: true

      # @!attribute [r] value
      #   The power in watts.
      #   @return [Numeric]
      field :value, kind: :number, required: true
    end

    # The sex used for training load, and its source.
    class SourcedSex < Model
      # @!attribute [r] source
      #   One of "profile", "measured", "age", "assumed".
      #   @return [String]
      field :source, kind: :text, required: true

      # @!attribute [r] value
      #   One of "female", "male".
      #   @return [String]
      field :value, kind: :text, required: true
    end

    # A run that was started.
    class StartedWorkflowRun < Model
      # @!attribute [r] run_id
      #   The id of the run, which begins with `run_`.
      #   @return [String]
      field :run_id, json: "runId", kind: :text, required: true

      # @!attribute [r] status
      #   One of "running", "waiting", "completed", "failed", "cancelled".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # The stored block.
    class StoredBlock < Model
      # @!attribute [r] block_id
      #   The id of the block.
      #   @return [String]
      field :block_id, json: "blockId", kind: :text, required: true

      # @!attribute [r] processed_count
      #   The number of points in the block.
      #   @return [Integer]
      field :processed_count, json: "processedCount", kind: :integer, required: true
    end

    # A stored circuit.
    class StoredCircuit < Model
      # @!attribute [r] assurance
      #   A sentence about how far a verifier can trust proofs under the key; null without a key.
      #   @return [String, nil]
      field :assurance, kind: :text

      # @!attribute [r] constraints
      #   The number of R1CS constraints.
      #   @return [Integer]
      field :constraints, kind: :integer, required: true

      # @!attribute [r] curve
      #   The curve over whose scalar field the circuit is written: `bls12-381`, `bn254`,
      #   `bls24-509` or `bls48-575`.
      #   @return [String]
      field :curve, kind: :text, required: true

      # @!attribute [r] id
      #   `circuit:` followed by the SHA-256 of the `.r1cs` file.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] named_inputs
      #   Whether `zk/prove` accepts named inputs for this circuit; a `.wtns` is always accepted.
      #   @return [Boolean]
      field :named_inputs, json: "namedInputs", kind: :boolean, required: true

      # @!attribute [r] ptau_hash
      #   The BLAKE2b-512 of the powers of tau that the key was verified with: compare it with the
      #   published hash.
      #   @return [String, nil]
      field :ptau_hash, json: "ptauHash", kind: :text

      # @!attribute [r] public_inputs
      #   The number of values that a verifier sees: outputs and public inputs.
      #   @return [Integer]
      field :public_inputs, json: "publicInputs", kind: :integer, required: true

      # @!attribute [r] setup
      #   How the uploaded key was created; null if a `local` key will be created with the first
      #   proof.
      #   @return [String, nil]
      field :setup, kind: :text

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key: 64 lower-case hexadecimal digits; null without a key.
      #   @return [String, nil]
      field :vk_digest, json: "vkDigest", kind: :text
    end

    # A stored series: the points of one type, device and encryption mode.
    class StoredSeries < Model
      # @!attribute [r] count
      #   The number of points.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] device
      #   The id or name of the device.
      #   @return [String]
      field :device, kind: :text, required: true

      # @!attribute [r] encryption_mode
      #   `FHE`, `ZK` or `Basic`; null for points sealed under the account's own key only.
      #   @return [String, nil]
      field :encryption_mode, json: "encryptionMode", kind: :text

      # @!attribute [r] end_
      #   The time of the last point.
      #   @return [Time]
      field :end_, json: "end", type: :time, required: true

      # @!attribute [r] key_id
      #   The key of the mode that seals the newest points; null for the account's own key.
      #   @return [String, nil]
      field :key_id, json: "keyId", kind: :text

      # @!attribute [r] start
      #   The time of the first point.
      #   @return [Time]
      field :start, type: :time, required: true

      # @!attribute [r] type
      #   The type of all points of the series.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # A page of stored series, by type and device.
    class StoredSeriesPage < Model
      # @!attribute [r] limit
      #   The maximum number of series per page, as requested or by default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] series
      #   The series of the page, ordered by type and device.
      #   @return [Array<Models::StoredSeries>]
      field :series, type: [:StoredSeries], required: true

      # @!attribute [r] total
      #   The number of all series of the account.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # A text message of the stream.
    class StreamMessage < Model
      # @!attribute [r] id
      #   The id for `lastEventId`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] payload
      #   `data`: a point that was stored, as sent, with its id. `insight`: one that was generated.
      #   `activity`: the id of an activity that was created, changed, deleted or detected.
      #   `metric`: the metrics as `GET /v1/sfdp/metrics` gives them by default.
      #   @return [Models::FitnessDataPoint, Models::PredictiveInsight, Models::PerformanceMetrics, Models::ActivityChange]
      field :payload, type: :StreamPayload, required: true

      # @!attribute [r] type
      #   One of "activity", "data", "insight", "metric".
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The type of a stream message.
    #
    # The texts that this version knows; others may follow.
    StreamMessageType = [
      "activity",
      "data",
      "insight",
      "metric"
    ].freeze

    # The payload of a stream message; its schema depends on the type of the message.
    #
    # The fields tell the types apart.
    StreamPayload = Union.new(
      nil,
      [
        :FitnessDataPoint,
        :PredictiveInsight,
        :PerformanceMetrics,
        :ActivityChange
      ]
    )

    # The state of the installation now.
    class SystemAnalytics < Model
      # @!attribute [r] alerts
      #   The alert rules whose conditions are met.
      #   @return [Array<Models::AnalyticsAlert>]
      field :alerts, type: [:AnalyticsAlert], required: true

      # @!attribute [r] health
      #   @return [Models::MachineHealth]
      field :health, type: :MachineHealth, required: true
    end

    # The system settings.
    class SystemSettings < Model
      # @!attribute [r] alerts
      #   @return [Models::AlertSettings]
      field :alerts, type: :AlertSettings, required: true

      # @!attribute [r] database
      #   @return [Models::DatabaseSettings]
      field :database, type: :DatabaseSettings, required: true

      # @!attribute [r] encryption
      #   @return [Models::EncryptionSettings]
      field :encryption, type: :EncryptionSettings, required: true

      # @!attribute [r] limits
      #   @return [Models::RequestLimitSettings]
      field :limits, type: :RequestLimitSettings, required: true

      # @!attribute [r] market
      #   @return [Models::MarketSettings]
      field :market, type: :MarketSettings, required: true

      # @!attribute [r] network
      #   @return [Models::NetworkSettings]
      field :network, type: :NetworkSettings, required: true

      # @!attribute [r] sign_in
      #   @return [Models::SignInSettings]
      field :sign_in, json: "signIn", type: :SignInSettings, required: true

      # @!attribute [r] wallet
      #   @return [Models::WalletSettings]
      field :wallet, type: :WalletSettings, required: true
    end

    # The tier of an account, which sets its request limits and storage quotas.
    #
    # The texts that this version knows; others may follow.
    Tier = [
      "standard",
      "premium",
      "enterprise"
    ].freeze

    # New limits and quotas of a tier.
    class TierChange < Model
      # @!attribute [r] quota
      #   New storage quotas. Unchanged if absent.
      #   @return [Models::TierQuotaChange, nil]
      field :quota, type: :TierQuotaChange

      # @!attribute [r] requests
      #   New request limits. Unchanged if absent.
      #   @return [Models::TierRequestsChange, nil]
      field :requests, type: :TierRequestsChange
    end

    # The storage quotas of an account of the tier.
    class TierQuota < Model
      # @!attribute [r] bytes
      #   Bytes of stored data.
      #   @return [Integer]
      field :bytes, kind: :integer, required: true

      # @!attribute [r] chunks
      #   The number of chunks and blocks.
      #   @return [Integer]
      field :chunks, kind: :integer, required: true

      # @!attribute [r] series
      #   The number of series.
      #   @return [Integer]
      field :series, kind: :integer, required: true

      # @!attribute [r] spool_bytes
      #   Bytes of files that wait while they are imported.
      #   @return [Integer]
      field :spool_bytes, json: "spoolBytes", kind: :integer, required: true
    end

    # New storage quotas of a tier. Null restores the value of the configuration.
    class TierQuotaChange < Model
      # @!attribute [r] bytes
      #   Bytes of stored data.
      #   @return [Integer, nil]
      field :bytes, kind: :integer

      # @!attribute [r] chunks
      #   The number of chunks and blocks.
      #   @return [Integer, nil]
      field :chunks, kind: :integer

      # @!attribute [r] series
      #   The number of series.
      #   @return [Integer, nil]
      field :series, kind: :integer

      # @!attribute [r] spool_bytes
      #   Bytes of files that wait while they are imported.
      #   @return [Integer, nil]
      field :spool_bytes, json: "spoolBytes", kind: :integer
    end

    # The number of requests that an account of the tier may send to each area of the API.
    class TierRequests < Model
      # @!attribute [r] administration
      #   Requests per minute to the administration API.
      #   @return [Integer]
      field :administration, kind: :integer, required: true

      # @!attribute [r] agents
      #   Requests per minute to the agent API.
      #   @return [Integer]
      field :agents, kind: :integer, required: true

      # @!attribute [r] encryption
      #   Requests per minute to the encryption API.
      #   @return [Integer]
      field :encryption, kind: :integer, required: true

      # @!attribute [r] fitness
      #   Requests per minute to the fitness API.
      #   @return [Integer]
      field :fitness, kind: :integer, required: true

      # @!attribute [r] platform
      #   Requests per hour to the platform API.
      #   @return [Integer]
      field :platform, kind: :integer, required: true
    end

    # New request limits of a tier: per minute; `platform` per hour. Null restores the default.
    class TierRequestsChange < Model
      # @!attribute [r] administration
      #   Requests per minute to the administration API; null restores the default.
      #   @return [Integer, nil]
      field :administration, kind: :integer

      # @!attribute [r] agents
      #   Requests per minute to the agent API; null restores the default.
      #   @return [Integer, nil]
      field :agents, kind: :integer

      # @!attribute [r] encryption
      #   Requests per minute to the encryption API; null restores the default.
      #   @return [Integer, nil]
      field :encryption, kind: :integer

      # @!attribute [r] fitness
      #   Requests per minute to the fitness API; null restores the default.
      #   @return [Integer, nil]
      field :fitness, kind: :integer

      # @!attribute [r] platform
      #   Requests per hour to the platform API; null restores the default.
      #   @return [Integer, nil]
      field :platform, kind: :integer
    end

    # A pair of tokens.
    class TokenPair < Model
      # @!attribute [r] access_token
      #   The credential for `Authorization: Bearer`.
      #   @return [String]
      field :access_token, kind: :text, required: true, secret: true

      # @!attribute [r] expires_in
      #   The lifetime of the access token, in seconds.
      #   @return [Integer]
      field :expires_in, kind: :integer, required: true

      # @!attribute [r] refresh_token
      #   The refresh token: works once, within 30 days, at `/api/auth/refresh`.
      #   @return [String]
      field :refresh_token, kind: :text, required: true, secret: true

      # @!attribute [r] scope
      #   The scopes of the token; empty means everything the role permits.
      #   @return [String]
      field :scope, kind: :text, required: true

      # @!attribute [r] token_type
      #   The scheme of the `Authorization` header: always `Bearer` (RFC 6750).
      #   @return [String]
      field :token_type, kind: :text, required: true
    end

    # The result of buying an offer.
    class TokenPurchase < Model
      # @!attribute [r] expires_at
      #   The end of the access: RFC 3339, UTC.
      #   @return [Time]
      field :expires_at, json: "expiresAt", type: :time, required: true

      # @!attribute [r] purchase_id
      #   The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund.
      #   @return [String]
      field :purchase_id, json: "purchaseId", kind: :text, required: true

      # @!attribute [r] remaining_uses
      #   The number of reads left.
      #   @return [Integer]
      field :remaining_uses, json: "remainingUses", kind: :integer, required: true

      # @!attribute [r] status
      #   One of "active", "used", "expired", "refunded".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] token_id
      #   The id of the bought data token.
      #   @return [String]
      field :token_id, json: "tokenId", kind: :text, required: true
    end

    # A new TOTP secret; shown once.
    class TotpEnrolment < Model
      # @!attribute [r] expires_at
      #   The time until which the secret can be confirmed.
      #   @return [Time]
      field :expires_at, type: :time, required: true

      # @!attribute [r] secret
      #   The secret in base32, to type into an authenticator app.
      #   @return [String]
      field :secret, kind: :text, required: true, secret: true

      # @!attribute [r] uri
      #   The secret as an `otpauth` URI, to show as a QR code.
      #   @return [String]
      field :uri, kind: :text, required: true, secret: true
    end

    # The password of the account, and a code.
    class TotpProof < Model
      # @!attribute [r] code
      #   The current code of the authenticator app, or a recovery code.
      #   @return [String]
      field :code, kind: :text, required: true, secret: true

      # @!attribute [r] password
      #   The current password of the account, as proof that its owner sends the request.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true
    end

    # New recovery codes; shown once.
    class TotpRecoveryCodes < Model
      # @!attribute [r] recovery_codes
      #   Ten codes that each replace a TOTP code once.
      #   @return [Array<String>]
      field :recovery_codes, kind: [:text], required: true, secret: true
    end

    # The result of removing TOTP from an account.
    class TotpReset < Model
      # @!attribute [r] reset
      #   False if the account had no TOTP.
      #   @return [Boolean]
      field :reset, kind: :boolean, required: true

      # @!attribute [r] sessions_revoked
      #   The number of ended sign-ins.
      #   @return [Integer]
      field :sessions_revoked, json: "sessionsRevoked", kind: :integer, required: true
    end

    # Whether sign-ins of the account need a TOTP code.
    class TotpStatus < Model
      # @!attribute [r] confirmed_at
      #   The time of the confirmation; null while TOTP is not enabled.
      #   @return [Time, nil]
      field :confirmed_at, type: :time

      # @!attribute [r] enabled
      #   True if sign-ins need a code; an unconfirmed secret does not count.
      #   @return [Boolean]
      field :enabled, kind: :boolean, required: true

      # @!attribute [r] recovery_codes_left
      #   The number of unused recovery codes.
      #   @return [Integer]
      field :recovery_codes_left, kind: :integer, required: true
    end

    # A recorded position.
    class TrackPosition < Model
      # @!attribute [r] altitude
      #   Metres above sea level; null if the device did not record it.
      #   @return [Numeric, nil]
      field :altitude, kind: :number

      # @!attribute [r] latitude
      #   The latitude in degrees north.
      #   @return [Numeric]
      field :latitude, kind: :number, required: true

      # @!attribute [r] longitude
      #   The longitude in degrees east.
      #   @return [Numeric]
      field :longitude, kind: :number, required: true

      # @!attribute [r] timestamp
      #   The time of the position: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # The activities behind the training load: those of the range, or of the history if only acute
    # and chronic load are requested.
    class TrainingActivities < Model
      # @!attribute [r] activities
      #   The number of activities. Overlapping ones count as one.
      #   @return [Integer]
      field :activities, kind: :integer, required: true

      # @!attribute [r] by_heart_rate
      #   The number of activities whose load is the training impulse of their heart rate.
      #   @return [Integer]
      field :by_heart_rate, json: "byHeartRate", kind: :integer, required: true

      # @!attribute [r] by_power
      #   The number of activities whose load comes from power, because heart rate covers less than
      #   80 % of them.
      #   @return [Integer]
      field :by_power, json: "byPower", kind: :integer, required: true

      # @!attribute [r] impulse_per_threshold_hour
      #   The training impulse that equals a training stress score of 100.
      #   @return [Numeric]
      field :impulse_per_threshold_hour, json: "impulsePerThresholdHour", kind: :number, required: true

      # @!attribute [r] in_part
      #   The number of activities whose load is too low, because heart rate covers 50 to 90 % of
      #   the moving time.
      #   @return [Integer]
      field :in_part, json: "inPart", kind: :integer, required: true

      # @!attribute [r] recorded
      #   The number of activities that a device recorded. The others were detected in the points.
      #   @return [Integer]
      field :recorded, kind: :integer, required: true

      # @!attribute [r] threshold_power
      #   The threshold power of loads that come from power.
      #   @return [Models::SourcedPower, nil]
      field :threshold_power, json: "thresholdPower", type: :SourcedPower

      # @!attribute [r] without_load
      #   The number of activities without a load, because the maximum heart rate or the threshold
      #   power is unknown, or heart rate covers less than half of the moving time.
      #   @return [Integer]
      field :without_load, json: "withoutLoad", kind: :integer, required: true
    end

    # The desired or the reported state of a device twin.
    class TwinState < Model
      # @!attribute [r] state
      #   The members as they are now, at most 16 KiB as JSON and 16 levels deep; empty before the
      #   first change.
      #   @return [Hash{String => Object}]
      field :state, kind: { of: nil }, required: true

      # @!attribute [r] updated_at
      #   The time of the last change; null before the first.
      #   @return [Time, nil]
      field :updated_at, type: :time

      # @!attribute [r] version
      #   The number of changes; 0 before the first.
      #   @return [Integer]
      field :version, kind: :integer, required: true
    end

    # The completeness of the points of one type.
    class TypeQuality < Model
      # @!attribute [r] copies
      #   The pairs of devices that have the same points, among the first 2000 points of the type in
      #   the range.
      #   @return [Array<Models::CopiedPoints>]
      field :copies, type: [:CopiedPoints], required: true

      # @!attribute [r] count
      #   The number of points.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] days
      #   The number of days with points.
      #   @return [Integer]
      field :days, kind: :integer, required: true

      # @!attribute [r] missing
      #   The first 31 days without points since the type's first point, except today.
      #   @return [Array<String>]
      field :missing, kind: [:text], required: true

      # @!attribute [r] missing_days
      #   The number of days without points since the type's first point, except today.
      #   @return [Integer]
      field :missing_days, json: "missingDays", kind: :integer, required: true

      # @!attribute [r] type
      #   The name of the type, as in `GET /v1/sfdp/types`.
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] uncounted
      #   The number of points that metrics ignore: their value is implausible, or their key does
      #   not decrypt.
      #   @return [Integer]
      field :uncounted, kind: :integer, required: true
    end

    # The summaries of one type. A value is null if the bucket has no point. Values outside the
    # type's plausible range are left out.
    class TypeSeries < Model
      # @!attribute [r] count
      #   The number of points in each bucket.
      #   @return [Array<Integer>]
      field :count, kind: [:integer], required: true

      # @!attribute [r] max
      #   The largest value in each bucket.
      #   @return [Array<Numeric>]
      field :max, kind: [:number], required: true

      # @!attribute [r] mean
      #   The arithmetic mean of the points in each bucket.
      #   @return [Array<Numeric>]
      field :mean, kind: [:number], required: true

      # @!attribute [r] min
      #   The smallest value in each bucket.
      #   @return [Array<Numeric>]
      field :min, kind: [:number], required: true

      # @!attribute [r] type
      #   The point type, as requested.
      #   @return [String]
      field :type, kind: :text, required: true

      # @!attribute [r] unit
      #   The canonical unit of the type. For a type outside the catalogue, the unit of the points;
      #   null if they have different units. Null without points.
      #   @return [String, nil]
      field :unit, kind: :text
    end

    # A command to a UADM device.
    class UadmCommand < Model
      # @!attribute [r] command
      #   The name of the command; empty if the stored command is damaged.
      #   @return [String]
      field :command, kind: :text, required: true

      # @!attribute [r] command_id
      #   The id of the command, which begins with `cmd_`.
      #   @return [String]
      field :command_id, kind: :text, required: true

      # @!attribute [r] created_at
      #   The time at which the owner sent the command, in UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] delivered_at
      #   The time when the device confirmed that it received the command.
      #   @return [Time, nil]
      field :delivered_at, type: :time

      # @!attribute [r] device_id
      #   The id of the receiving device, which begins with `dev_`.
      #   @return [String]
      field :device_id, kind: :text, required: true

      # @!attribute [r] expires_at
      #   The time after which a command without an answer is `expired`, in UTC.
      #   @return [Time]
      field :expires_at, type: :time, required: true

      # @!attribute [r] finished_at
      #   The time when the command was acknowledged, failed or expired.
      #   @return [Time, nil]
      field :finished_at, type: :time

      # @!attribute [r] parameters
      #   The parameters as sent, at most 16 KiB as JSON; empty if the command has no parameters.
      #   @return [Hash{String => Object}]
      field :parameters, kind: { of: nil }, required: true

      # @!attribute [r] result
      #   The device's answer: any JSON value; null before it arrives.
      #   @return [Hash{String => Object}, nil]
      field :result, kind: { of: nil }

      # @!attribute [r] status
      #   One of "queued", "delivered", "acknowledged", "failed", "expired".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A page of commands.
    class UadmCommandPage < Model
      # @!attribute [r] data
      #   The commands on this page, newest first.
      #   @return [Array<Models::UadmCommand>]
      field :data, type: [:UadmCommand], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of commands on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The state of a command.
    #
    # The texts that this version knows; others may follow.
    UadmCommandStatus = [
      "queued",
      "delivered",
      "acknowledged",
      "failed",
      "expired"
    ].freeze

    # The credentials of a UADM device. The server shows the password once and keeps only a digest.
    class UadmCredentials < Model
      # @!attribute [r] password
      #   The MQTT password.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true

      # @!attribute [r] topic
      #   The prefix of the device's topics: it receives `commands`, `desired` and `errors`, and
      #   sends `acks`, `telemetry` and `reported` under it.
      #   @return [String]
      field :topic, kind: :text, required: true

      # @!attribute [r] username
      #   The MQTT user name: the id of the device.
      #   @return [String]
      field :username, kind: :text, required: true
    end

    # A UADM device.
    class UadmDevice < Model
      # @!attribute [r] configuration
      #   The settings that the owner stored for the device, at most 16 KiB as JSON; empty if the
      #   owner stored no settings.
      #   @return [Hash{String => Object}]
      field :configuration, kind: { of: nil }, required: true

      # @!attribute [r] created_at
      #   The time of the registration as a UADM device, in UTC.
      #   @return [Time]
      field :created_at, type: :time, required: true

      # @!attribute [r] device_id
      #   The id of the device, which begins with `dev_`; the fitness API has the same one.
      #   @return [String]
      field :device_id, kind: :text, required: true

      # @!attribute [r] device_type
      #   The kind of device as free text, 1 to 64 characters.
      #   @return [String]
      field :device_type, kind: :text, required: true

      # @!attribute [r] encryption_mode
      #   One of "none", "basic", "fhe", "zk".
      #   @return [String]
      field :encryption_mode, kind: :text, required: true

      # @!attribute [r] last_seen
      #   The time of the last connection; null before the first.
      #   @return [Time, nil]
      field :last_seen, type: :time

      # @!attribute [r] name
      #   The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot
      #   be read.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] status
      #   One of "pending", "online", "offline", "revoked".
      #   @return [String]
      field :status, kind: :text, required: true
    end

    # A page of UADM devices.
    class UadmDevicePage < Model
      # @!attribute [r] data
      #   The devices on this page, in the requested order.
      #   @return [Array<Models::UadmDevice>]
      field :data, type: [:UadmDevice], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of devices on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The field that determines the order of a list.
    #
    # The texts that this version knows; others may follow.
    UadmDeviceSortField = [
      "created_at",
      "name"
    ].freeze

    # The status of a UADM device.
    #
    # The texts that this version knows; others may follow.
    UadmDeviceStatus = [
      "pending",
      "online",
      "offline",
      "revoked"
    ].freeze

    # The password of the account.
    class UnlinkIdentityRequest < Model
      # @!attribute [r] password
      #   The current password of the account, as proof that its owner sends the request.
      #   @return [String]
      field :password, kind: :text, required: true, secret: true
    end

    # The result of unlinking an identity.
    class UnlinkedIdentity < Model
      # @!attribute [r] unlinked
      #   Always true: the identity no longer signs in to the account.
      #   @return [Boolean]
      field :unlinked, kind: :boolean, required: true
    end

    # An unusual sign-in, or a series of attempts.
    class UnusualSignIn < Model
      # @!attribute [r] count
      #   The number of attempts; 1 for a sign-in.
      #   @return [Integer]
      field :count, kind: :integer, required: true

      # @!attribute [r] kind
      #   One of "newNetwork", "wrongCodes", "recoveryCode", "replayedToken".
      #   @return [String]
      field :kind, kind: :text, required: true

      # @!attribute [r] network
      #   A keyed digest of the network of the sign-in; null for other findings. Addresses are not
      #   stored.
      #   @return [String, nil]
      field :network, kind: :text

      # @!attribute [r] time
      #   The time, or that of the last of several attempts.
      #   @return [Time]
      field :time, type: :time, required: true
    end

    # The reason why a sign-in is unusual.
    #
    # The texts that this version knows; others may follow.
    UnusualSignInKind = [
      "newNetwork",
      "wrongCodes",
      "recoveryCode",
      "replayedToken"
    ].freeze

    # The unusual sign-ins of an account.
    class UnusualSignIns < Model
      # @!attribute [r] findings
      #   The unusual sign-ins and attempts, the newest first; empty if none is unusual.
      #   @return [Array<Models::UnusualSignIn>]
      field :findings, type: [:UnusualSignIn], required: true

      # @!attribute [r] incomplete
      #   Whether older entries of that time were not examined: at most the newest 1000 are.
      #   @return [Boolean]
      field :incomplete, kind: :boolean, required: true

      # @!attribute [r] sign_ins
      #   The number of sign-ins that were examined.
      #   @return [Integer]
      field :sign_ins, json: "signIns", kind: :integer, required: true

      # @!attribute [r] since
      #   The start of the examined time: 90 days ago.
      #   @return [Time]
      field :since, type: :time, required: true
    end

    # The fields of an activity to change. Null resets a field to the value of the files.
    class UpdateActivityRequest < Model
      # @!attribute [r] name
      #   The name, at most 200 characters.
      #   @return [String, nil]
      field :name, kind: :text

      # @!attribute [r] notes
      #   Notes, at most 2000 characters.
      #   @return [String, nil]
      field :notes, kind: :text

      # @!attribute [r] sport
      #   The sport: at most 64 of a-z, 0-9 and _.
      #   @return [String, nil]
      field :sport, kind: :text
    end

    # A change of an agent's configuration.
    class UpdateAgentConfigRequest < Model
      # @!attribute [r] model
      #   The language model of a core agent, by its name in the operator's configuration; `builtin`
      #   for none. A custom agent has the model that it was created with.
      #   @return [String, nil]
      field :model, kind: :text

      # @!attribute [r] parameters
      #   @return [Models::AgentParametersChange]
      field :parameters, type: :AgentParametersChange, required: true

      # @!attribute [r] share_data
      #   Whether questions and decrypted values may be sent to a model on another machine; requires
      #   `model`.
      #   @return [Boolean, nil]
      field :share_data, json: "shareData", kind: :boolean
    end

    # Changes of an item; absent fields stay unchanged.
    class UpdateItemRequest < Model
      # @!attribute [r] category
      #   A category of your choice, 1 to 64 characters.
      #   @return [String, nil]
      field :category, kind: :text

      # @!attribute [r] currency
      #   The currency of the price, an ISO 4217 code; requires `price`.
      #   @return [String, nil]
      field :currency, kind: :text

      # @!attribute [r] description
      #   The text that buyers see, at most 10 000 characters; can be empty.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] encryption
      #   Replaces all fields of the item's encryption.
      #   @return [Models::ItemEncryption, nil]
      field :encryption, type: :ItemEncryption

      # @!attribute [r] name
      #   The title that buyers see, 1 to 200 characters.
      #   @return [String, nil]
      field :name, kind: :text

      # @!attribute [r] price
      #   The price, not below zero.
      #   @return [Numeric, nil]
      field :price, kind: :number

      # @!attribute [r] status
      #   Only an `active` item can be bought. One of "draft", "active", "archived".
      #   @return [String, nil]
      field :status, kind: :text
    end

    # New values of settings; absent groups and fields stay unchanged.
    class UpdateSettingsRequest < Model
      # @!attribute [r] alerts
      #   New settings of alert rules. Unchanged if absent.
      #   @return [Models::AlertSettingsChange, nil]
      field :alerts, type: :AlertSettingsChange

      # @!attribute [r] database
      #   New settings of the database and of backups. Unchanged if absent.
      #   @return [Models::DatabaseSettingsChange, nil]
      field :database, type: :DatabaseSettingsChange

      # @!attribute [r] encryption
      #   New settings of encryption keys. Unchanged if absent.
      #   @return [Models::EncryptionSettingsChange, nil]
      field :encryption, type: :EncryptionSettingsChange

      # @!attribute [r] limits
      #   New settings of request limits. Unchanged if absent.
      #   @return [Models::RequestLimitSettingsChange, nil]
      field :limits, type: :RequestLimitSettingsChange

      # @!attribute [r] market
      #   New settings of the marketplace. Unchanged if absent.
      #   @return [Models::MarketSettingsChange, nil]
      field :market, type: :MarketSettingsChange

      # @!attribute [r] network
      #   New settings of the network. Unchanged if absent.
      #   @return [Models::NetworkSettingsChange, nil]
      field :network, type: :NetworkSettingsChange

      # @!attribute [r] sign_in
      #   New settings of sign-ins. Unchanged if absent.
      #   @return [Models::SignInSettingsChange, nil]
      field :sign_in, json: "signIn", type: :SignInSettingsChange

      # @!attribute [r] wallet
      #   New settings of payments. Unchanged if absent.
      #   @return [Models::WalletSettingsChange, nil]
      field :wallet, type: :WalletSettingsChange
    end

    # New limits and quotas of tiers. Absent tiers and fields stay unchanged; null restores the
    # default.
    class UpdateTiersRequest < Model
      # @!attribute [r] enterprise
      #   New values for accounts of the tier `enterprise`; its `platform` and `administration`
      #   limits are at least 10.
      #   @return [Models::TierChange, nil]
      field :enterprise, type: :TierChange

      # @!attribute [r] premium
      #   New values for accounts of the tier `premium`. Unchanged if absent.
      #   @return [Models::TierChange, nil]
      field :premium, type: :TierChange

      # @!attribute [r] standard
      #   New values for accounts of the tier `standard`. Unchanged if absent.
      #   @return [Models::TierChange, nil]
      field :standard, type: :TierChange
    end

    # A change of the desired state.
    class UpdateTwinRequest < Model
      # @!attribute [r] desired
      #   A merge patch (RFC 7396): null removes a member. The state has at most 16 KiB as JSON and
      #   16 levels.
      #   @return [Hash{String => Object}]
      field :desired, kind: { of: nil }, required: true

      # @!attribute [r] version
      #   The version that the patch is for; with another one the request is refused with CONFLICT.
      #   @return [Integer, nil]
      field :version, kind: :integer
    end

    # The fields of an account to update.
    class UpdateUserRequest < Model
      # @!attribute [r] email
      #   The new e-mail address, at most 254 bytes, unique without regard to case. Unchanged if
      #   absent.
      #   @return [String, nil]
      field :email, kind: :text

      # @!attribute [r] role
      #   The new role. Unchanged if absent. One of "user", "auditor", "admin".
      #   @return [String, nil]
      field :role, kind: :text

      # @!attribute [r] status
      #   `suspended` refuses every credential of the account. Unchanged if absent. One of "active",
      #   "suspended".
      #   @return [String, nil]
      field :status, kind: :text

      # @!attribute [r] tier
      #   The new tier, which sets limits and quotas. Unchanged if absent. One of "standard",
      #   "premium", "enterprise".
      #   @return [String, nil]
      field :tier, kind: :text

      # @!attribute [r] wallet_address
      #   The wallet address; null removes it.
      #   @return [String, nil]
      field :wallet_address, json: "walletAddress", kind: :text
    end

    # Changes of a webhook; absent fields stay unchanged.
    class UpdateWebhookRequest < Model
      # @!attribute [r] active
      #   `true` sends events from now on, also after the platform stopped the webhook; `false` ends
      #   it.
      #   @return [Boolean, nil]
      field :active, kind: :boolean

      # @!attribute [r] description
      #   A note for the owner.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] event_types
      #   The event types to select instead of the present ones; `GET /v1/webhooks/event-types`
      #   lists them.
      #   @return [Array<String>, nil]
      field :event_types, json: "eventTypes", kind: [:text]

      # @!attribute [r] url
      #   The `https` address of the receiver.
      #   @return [String, nil]
      field :url, kind: :text
    end

    # Values of one type and device, sealed by the client.
    class UploadBlockRequest < Model
      # @!attribute [r] block
      #   The envelope, base64: one ciphertext, made by lockstep-fhe or a client library, of as many
      #   values as there are timestamps, in the type's canonical unit and fixed-point encoding
      #   (`GET /v1/sfdp/types`).
      #   @return [String]
      field :block, kind: :text, required: true

      # @!attribute [r] device
      #   The id or the name of a registered device, or any other name of at most 256 characters.
      #   @return [String]
      field :device, kind: :text, required: true

      # @!attribute [r] key_id
      #   An FHE key of the caller in the client's custody.
      #   @return [String]
      field :key_id, json: "keyId", kind: :text, required: true

      # @!attribute [r] timestamps
      #   The time of each value, ascending: RFC 3339 with a time zone.
      #   @return [Array<String>]
      field :timestamps, kind: [:text], required: true

      # @!attribute [r] type
      #   The type of all values in the block.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # A circuit to upload.
    class UploadCircuitRequest < Model
      # @!attribute [r] ptau
      #   The powers of tau that the key was derived from, base64. Their contributions are verified.
      #   @return [String, nil]
      field :ptau, kind: :text

      # @!attribute [r] ptau_hash
      #   The BLAKE2b-512 of the `.ptau` file, 128 hexadecimal digits, as published by its ceremony.
      #   The label is `derived` if it matches the uploaded `ptau`. Otherwise it is `unverified`:
      #   the creator of the powers of tau may know their toxic waste.
      #   @return [String, nil]
      field :ptau_hash, json: "ptauHash", kind: :text

      # @!attribute [r] r1cs
      #   The iden3 `.r1cs` file, base64.
      #   @return [String]
      field :r1cs, kind: :text, required: true

      # @!attribute [r] wasm
      #   The circom witness generator (`.wasm`, version 2), base64. With it, `zk/prove` accepts
      #   named inputs in the form of `input.json`. It runs under limits: 16 MiB of module, 128 MiB
      #   of memory, 2^33 units of fuel, 1.5 s.
      #   @return [String, nil]
      field :wasm, kind: :text

      # @!attribute [r] zkey
      #   The snarkjs `.zkey` of the circuit, base64.
      #   @return [String, nil]
      field :zkey, kind: :text
    end

    # An account, as seen by administrators.
    class User < Model
      # @!attribute [r] agents
      #   The number of custom agents and deployments.
      #   @return [Integer]
      field :agents, kind: :integer, required: true

      # @!attribute [r] created_at
      #   The time of creation, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] damaged_fields
      #   The fields among role, status and tier whose stored values cannot be read. The account's
      #   requests are refused until these fields are updated; the values shown here are
      #   placeholders.
      #   @return [Array<String>, nil]
      field :damaged_fields, json: "damagedFields", kind: [:text]

      # @!attribute [r] datastreams
      #   The number of series of points.
      #   @return [Integer]
      field :datastreams, kind: :integer, required: true

      # @!attribute [r] email
      #   The e-mail address, which also works for signing in; empty if it cannot be decrypted or
      #   the account is erased.
      #   @return [String]
      field :email, kind: :text, required: true

      # @!attribute [r] encryption_keys
      #   The number of keys that are not destroyed.
      #   @return [Integer]
      field :encryption_keys, json: "encryptionKeys", kind: :integer, required: true

      # @!attribute [r] id
      #   The id of the account, which begins with `usr_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_active
      #   The time of the last authenticated request, to the minute; null if none.
      #   @return [Time, nil]
      field :last_active, json: "lastActive", type: :time

      # @!attribute [r] role
      #   One of "user", "auditor", "admin".
      #   @return [String]
      field :role, kind: :text, required: true

      # @!attribute [r] status
      #   One of "active", "suspended", "deleted".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] tier
      #   One of "standard", "premium", "enterprise".
      #   @return [String]
      field :tier, kind: :text, required: true

      # @!attribute [r] totp_enabled
      #   Whether sign-ins of the account need a TOTP code.
      #   @return [Boolean]
      field :totp_enabled, json: "totpEnabled", kind: :boolean, required: true

      # @!attribute [r] username
      #   The name for signing in; empty if it cannot be decrypted or the account is erased.
      #   @return [String]
      field :username, kind: :text, required: true

      # @!attribute [r] wallet_address
      #   The address for settlements, at most 256 bytes; absent if none is set.
      #   @return [String, nil]
      field :wallet_address, json: "walletAddress", kind: :text
    end

    # A page of users.
    class UserPage < Model
      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of accounts that match, on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true

      # @!attribute [r] users
      #   The accounts on this page, in the order of creation.
      #   @return [Array<Models::User>]
      field :users, type: [:User], required: true
    end

    # A verification key of a circuit.
    class VerificationKey < Model
      # @!attribute [r] assurance
      #   A sentence about how far a verifier can trust proofs under the key.
      #   @return [String]
      field :assurance, kind: :text, required: true

      # @!attribute [r] circuit
      #   The id of the circuit: `circuit:` and a SHA-256, or the name of a built-in circuit.
      #   @return [String]
      field :circuit, kind: :text, required: true

      # @!attribute [r] curve
      #   The curve of the key: `bls12-381`, `bn254`, `bls24-509` or `bls48-575`.
      #   @return [String]
      field :curve, kind: :text, required: true

      # @!attribute [r] ptau_hash
      #   The BLAKE2b-512 of the powers of tau that the key was verified with.
      #   @return [String, nil]
      field :ptau_hash, json: "ptauHash", kind: :text

      # @!attribute [r] scheme
      #   `Groth16` or `PGHR13`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] setup
      #   How the key was created, from least to most trustworthy: `wellformed`, `unverified`,
      #   `local`, `derived` or `ceremony`. `assurance` explains it.
      #   @return [String]
      field :setup, kind: :text, required: true

      # @!attribute [r] verification_key
      #   The key as JSON, in the form of snarkjs. A verifier pins its digest instead of obtaining
      #   it from the prover.
      #   @return [Hash{String => Object}]
      field :verification_key, json: "verificationKey", kind: { of: nil }, required: true

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key: 64 lower-case hexadecimal digits.
      #   @return [String]
      field :vk_digest, json: "vkDigest", kind: :text, required: true
    end

    # Metadata of a verification.
    class VerificationMetadata < Model
      # @!attribute [r] scheme
      #   The scheme of the proof: `Groth16`, `PGHR13` or `Bulletproofs`.
      #   @return [String]
      field :scheme, kind: :text, required: true

      # @!attribute [r] timestamp
      #   The time of the verification: RFC 3339, UTC.
      #   @return [Time]
      field :timestamp, type: :time, required: true
    end

    # The result of a verification.
    class VerificationResult < Model
      # @!attribute [r] assurance
      #   A sentence about the trustworthiness of proofs under this key.
      #   @return [String]
      field :assurance, kind: :text, required: true

      # @!attribute [r] metadata
      #   @return [Models::VerificationMetadata]
      field :metadata, type: :VerificationMetadata, required: true

      # @!attribute [r] setup
      #   How the key was created; null if unknown to this platform.
      #   @return [String, nil]
      field :setup, kind: :text

      # @!attribute [r] verified
      #   Whether the proof is valid and has the requested binding. A proof that cannot be parsed is
      #   refused with 400 instead.
      #   @return [Boolean]
      field :verified, kind: :boolean, required: true

      # @!attribute [r] vk_digest
      #   The SHA-256 of the verification key; null for schemes without a verification key.
      #   @return [String, nil]
      field :vk_digest, json: "vkDigest", kind: :text
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    VerificationResultOrJob = Union.new(
      nil,
      [
        :VerificationResult,
        :AcceptedJob
      ]
    )

    # A signed document, and what its reader expects of it.
    class VerifyDocumentRequest < Model
      # @!attribute [r] attester
      #   The fingerprint of the signing key that the reader trusts. Without it, only documents of
      #   this installation hold. A present or former key of this installation stands for every key
      #   of its chain, as with `lockstep verify --chain`: a document that is dated after its key
      #   was replaced is invalid.
      #   @return [String, nil]
      field :attester, kind: :text

      # @!attribute [r] audience
      #   The audience that the reader expects. A document that names an audience is invalid without
      #   it.
      #   @return [String, nil]
      field :audience, kind: :text

      # @!attribute [r] document
      #   The document: a claim, a certificate, a receipt, or any other document that a Lockstep
      #   server signed.
      #   @return [Hash{String => Object}]
      field :document, kind: { of: nil }, required: true

      # @!attribute [r] nonce
      #   The nonce that the reader gave to the prover, base64. A document that contains a nonce is
      #   invalid without it.
      #   @return [String, nil]
      field :nonce, kind: :text
    end

    # The values that the proof must be bound to. If one field is present, all are compared, and the
    # proof must not be bound to the absent ones. Without any field, the binding is not checked.
    class VerifyParameters < Model
      # @!attribute [r] domain
      #   The value that was sent to `prove`.
      #   @return [String, nil]
      field :domain, kind: :text

      # @!attribute [r] encoding
      #   `json` (default) or `compact`: how proof and public inputs are written.
      #   @return [String, nil]
      field :encoding, kind: :text

      # @!attribute [r] expires_at
      #   The value that was sent to `prove`. After this time the proof is not valid.
      #   @return [Time, nil]
      field :expires_at, json: "expiresAt", type: :time

      # @!attribute [r] nonce
      #   The value that was sent to `prove`, base64.
      #   @return [String, nil]
      field :nonce, kind: :text

      # @!attribute [r] owner
      #   The pseudonym of the owner, as in the proof's metadata and signed roots.
      #   @return [String, nil]
      field :owner, kind: :text
    end

    # The proof to verify.
    class VerifyRequest < Model
      # @!attribute [r] circuit
      #   The circuit that the proof must belong to.
      #   @return [String]
      field :circuit, kind: :text, required: true

      # @!attribute [r] parameters
      #   @return [Models::VerifyParameters, nil]
      field :parameters, type: :VerifyParameters

      # @!attribute [r] proof
      #   A proof: base64 of snarkjs JSON or of the compact encoding.
      #   @return [String]
      field :proof, kind: :text, required: true

      # @!attribute [r] public_inputs
      #   The public inputs, in the same encoding as the proof.
      #   @return [String]
      field :public_inputs, json: "publicInputs", kind: :text, required: true
    end

    # The settings of payments.
    class WalletSettings < Model
      # @!attribute [r] auto_approve_threshold
      #   The largest price, in the currency of the token, that needs no approval.
      #   @return [Numeric]
      field :auto_approve_threshold, json: "autoApproveThreshold", kind: :number, required: true

      # @!attribute [r] gas_limit
      #   The maximum number of transfers that one settlement may post.
      #   @return [Integer]
      field :gas_limit, json: "gasLimit", kind: :integer, required: true

      # @!attribute [r] network
      #   The name of the settlement adapter.
      #   @return [String]
      field :network, kind: :text, required: true
    end

    # New values of the settings of payments.
    class WalletSettingsChange < Model
      # @!attribute [r] auto_approve_threshold
      #   The largest price, in the currency of the token, that needs no approval.
      #   @return [Numeric, nil]
      field :auto_approve_threshold, json: "autoApproveThreshold", kind: :number

      # @!attribute [r] gas_limit
      #   The maximum number of transfers that one settlement may post.
      #   @return [Integer, nil]
      field :gas_limit, json: "gasLimit", kind: :integer

      # @!attribute [r] network
      #   The name of the settlement adapter: `internal`.
      #   @return [String, nil]
      field :network, kind: :text
    end

    # A webhook.
    class Webhook < Model
      # @!attribute [r] created_at
      #   The time of creation, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] description
      #   A note for the owner, at most 256 characters; empty if the webhook has no note or the note
      #   cannot be read.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] event_types
      #   The selected event types in alphabetical order.
      #   @return [Array<String>]
      field :event_types, json: "eventTypes", kind: [:text], required: true

      # @!attribute [r] failing_since
      #   The time of the first failed attempt since the last success; null if there was none.
      #   @return [Time, nil]
      field :failing_since, json: "failingSince", type: :time

      # @!attribute [r] id
      #   The id of the webhook, which begins with `wh_`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_delivered_at
      #   The time of the last success; null if there was none.
      #   @return [Time, nil]
      field :last_delivered_at, json: "lastDeliveredAt", type: :time

      # @!attribute [r] pending_deliveries
      #   The number of deliveries with a due or planned attempt.
      #   @return [Integer]
      field :pending_deliveries, json: "pendingDeliveries", kind: :integer, required: true

      # @!attribute [r] previous_secret_expires_at
      #   The time until which messages are also signed with the previous secret; null if they are
      #   not.
      #   @return [Time, nil]
      field :previous_secret_expires_at, json: "previousSecretExpiresAt", type: :time

      # @!attribute [r] reason
      #   The reason why the platform stopped the webhook; null if it did not stop it. One of
      #   "failing", "gone", "roleWithdrawn".
      #   @return [String, nil]
      field :reason, kind: :text

      # @!attribute [r] scope
      #   One of "own", "administration".
      #   @return [String]
      field :scope, kind: :text, required: true

      # @!attribute [r] secret
      #   The secret of the signatures. Only the answers of a creation and of a rotation show it.
      #   @return [String, nil]
      field :secret, kind: :text, secret: true

      # @!attribute [r] skipped_events
      #   The number of events that were not queued, because the webhook was inactive, the account
      #   was suspended, or a limit was reached.
      #   @return [Integer]
      field :skipped_events, json: "skippedEvents", kind: :integer, required: true

      # @!attribute [r] status
      #   One of "active", "paused", "disabled".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] updated_at
      #   The time of the last change of a field, the secret or the status, in UTC.
      #   @return [Time]
      field :updated_at, json: "updatedAt", type: :time, required: true

      # @!attribute [r] url
      #   The address of the receiver; null if the stored address cannot be read.
      #   @return [String, nil]
      field :url, kind: :text
    end

    # The reason why an attempt failed.
    #
    # The texts that this version knows; others may follow.
    WebhookAttemptError = [
      "unresolvable",
      "addressRefused",
      "unreachable",
      "tlsFailed",
      "timedOut",
      "brokenAnswer",
      "redirected",
      "refusedByReceiver",
      "roleWithdrawn",
      "unreadable"
    ].freeze

    # A delivery of an event to a webhook.
    class WebhookDelivery < Model
      # @!attribute [r] attempts
      #   The attempts so far; a resent delivery counts from 0 again.
      #   @return [Integer]
      field :attempts, kind: :integer, required: true

      # @!attribute [r] created_at
      #   The time at which the delivery was queued, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] duration_ms
      #   The duration of the last attempt in milliseconds; null before the first attempt.
      #   @return [Integer, nil]
      field :duration_ms, json: "durationMs", kind: :integer

      # @!attribute [r] error
      #   The reason why the last attempt failed; null if it succeeded. One of "unresolvable",
      #   "addressRefused", "unreachable", "tlsFailed", "timedOut", "brokenAnswer", "redirected",
      #   "refusedByReceiver", "roleWithdrawn", "unreadable".
      #   @return [String, nil]
      field :error, kind: :text

      # @!attribute [r] event_type
      #   A name of `GET /v1/webhooks/event-types`, or `webhook.test`.
      #   @return [String]
      field :event_type, json: "eventType", kind: :text, required: true

      # @!attribute [r] id
      #   The value of the header `webhook-id`, the same in every attempt.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] last_attempt_at
      #   The time of the last attempt; null before the first.
      #   @return [Time, nil]
      field :last_attempt_at, json: "lastAttemptAt", type: :time

      # @!attribute [r] next_attempt_at
      #   The time of the next attempt; null if none is planned.
      #   @return [Time, nil]
      field :next_attempt_at, json: "nextAttemptAt", type: :time

      # @!attribute [r] status
      #   One of "pending", "delivered", "failed".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] status_code
      #   The status of the last answer; null if there was no answer.
      #   @return [Integer, nil]
      field :status_code, json: "statusCode", kind: :integer
    end

    # A page of deliveries, newest first.
    class WebhookDeliveryPage < Model
      # @!attribute [r] deliveries
      #   The deliveries on this page.
      #   @return [Array<Models::WebhookDelivery>]
      field :deliveries, type: [:WebhookDelivery], required: true

      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of deliveries that match, on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The state of a delivery.
    #
    # The texts that this version knows; others may follow.
    WebhookDeliveryStatus = [
      "pending",
      "delivered",
      "failed"
    ].freeze

    # An event type that a webhook can select.
    class WebhookEventType < Model
      # @!attribute [r] description
      #   A sentence that says when the event is sent.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] name
      #   The name for `eventTypes` of a webhook.
      #   @return [String]
      field :name, kind: :text, required: true

      # @!attribute [r] scopes
      #   The scopes that offer the event type. One of "own", "administration".
      #   @return [Array<String>]
      field :scopes, kind: [:text], required: true
    end

    # The event types that webhooks can select.
    class WebhookEventTypes < Model
      # @!attribute [r] event_types
      #   The event types in alphabetical order.
      #   @return [Array<Models::WebhookEventType>]
      field :event_types, json: "eventTypes", type: [:WebhookEventType], required: true
    end

    # A page of webhooks, oldest first.
    class WebhookPage < Model
      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of webhooks on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true

      # @!attribute [r] webhooks
      #   The webhooks on this page, without their secrets.
      #   @return [Array<Models::Webhook>]
      field :webhooks, type: [:Webhook], required: true
    end

    # The accounts whose events a webhook receives.
    #
    # The texts that this version knows; others may follow.
    WebhookScope = [
      "own",
      "administration"
    ].freeze

    # Whether a webhook receives events.
    #
    # The texts that this version knows; others may follow.
    WebhookStatus = [
      "active",
      "paused",
      "disabled"
    ].freeze

    # The reason why the platform stopped a webhook.
    #
    # The texts that this version knows; others may follow.
    WebhookStopReason = [
      "failing",
      "gone",
      "roleWithdrawn"
    ].freeze

    # The confirmation that a ceremony was withdrawn.
    class WithdrawnCeremony < Model
      # @!attribute [r] deleted
      #   Always `true`.
      #   @return [Boolean]
      field :deleted, kind: :boolean, required: true
    end

    # The confirmation of a withdrawal.
    class WithdrawnDataToken < Model
      # @!attribute [r] withdrawn
      #   Always `true`.
      #   @return [Boolean]
      field :withdrawn, kind: :boolean, required: true
    end

    # The confirmation of a withdrawal.
    class WithdrawnListing < Model
      # @!attribute [r] withdrawn
      #   Always `true`.
      #   @return [Boolean]
      field :withdrawn, kind: :boolean, required: true
    end

    # A workflow with one of its versions.
    class Workflow < Model
      # @!attribute [r] created_at
      #   The time at which the version was stored.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] enabled
      #   Whether the trigger starts runs.
      #   @return [Boolean]
      field :enabled, kind: :boolean, required: true

      # @!attribute [r] graph
      #   @return [Models::WorkflowGraph]
      field :graph, type: :WorkflowGraph, required: true

      # @!attribute [r] latest_version
      #   The number of the latest version.
      #   @return [Integer]
      field :latest_version, json: "latestVersion", kind: :integer, required: true

      # @!attribute [r] next_run_at
      #   The time of the next run; null if no time is set.
      #   @return [Time, nil]
      field :next_run_at, json: "nextRunAt", type: :time

      # @!attribute [r] skipped_runs
      #   The number of runs that the trigger did not start, because the previous run or too many
      #   other runs were active, the storage quota was used up, or the account was suspended.
      #   @return [Integer]
      field :skipped_runs, json: "skippedRuns", kind: :integer, required: true

      # @!attribute [r] version
      #   The number of the version that `graph` is of.
      #   @return [Integer]
      field :version, kind: :integer, required: true

      # @!attribute [r] workflow_id
      #   The name that the client chose: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :workflow_id, json: "workflowId", kind: :text, required: true
    end

    # Asks an agent. Its output is `{"answer", "type", "records"}`.
    class WorkflowAgentNode < Model
      # @!attribute [r] agent_id
      #   The id of a core agent or of a custom agent of the account.
      #   @return [String]
      field :agent_id, json: "agentId", kind: :text, required: true

      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] question
      #   The question for the agent. Without a question, the agent writes its standard report. The
      #   question cannot contain outputs of other nodes.
      #   @return [String, nil]
      field :question, kind: :text

      # @!attribute [r] type
      #   The kind of this object: always `agent`. "agent".
      #   @return [String]
      field :type, kind: :text, constant: "agent"
    end

    # Waits until a person approves or rejects the run. Its output is `{"approvedAt"}`.
    class WorkflowApprovalNode < Model
      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] message
      #   The text that the approving person reads.
      #   @return [String]
      field :message, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of this object: always `approval`. "approval".
      #   @return [String]
      field :type, kind: :text, constant: "approval"
    end

    # Compares two values. Its output is `{"result"}`; its edges have `when`.
    class WorkflowConditionNode < Model
      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] left
      #   @return [Object]
      field :left, required: true

      # @!attribute [r] operator
      #   One of "equal", "notEqual", "less", "lessOrEqual", "greater", "greaterOrEqual", "exists".
      #   @return [String]
      field :operator, kind: :text, required: true

      # @!attribute [r] right
      #   @return [Object]
      field :right

      # @!attribute [r] type
      #   The kind of this object: always `condition`. "condition".
      #   @return [String]
      field :type, kind: :text, constant: "condition"
    end

    # The changes from one version of a workflow to another.
    class WorkflowDifference < Model
      # @!attribute [r] from
      #   The number of the version before the changes.
      #   @return [Integer]
      field :from, kind: :integer, required: true

      # @!attribute [r] patch
      #   A JSON Patch (RFC 6902) that turns the graph of `from` into that of `to`.
      #   @return [Array<Hash{String => Object}>]
      field :patch, kind: [{ of: nil }], required: true

      # @!attribute [r] to
      #   The number of the version after the changes.
      #   @return [Integer]
      field :to, kind: :integer, required: true
    end

    # An edge: `to` runs after `from`.
    class WorkflowEdge < Model
      # @!attribute [r] from
      #   The id of the node that runs first.
      #   @return [String]
      field :from, kind: :text, required: true

      # @!attribute [r] to
      #   The id of the node that runs after `from`.
      #   @return [String]
      field :to, kind: :text, required: true

      # @!attribute [r] when_
      #   The result of the condition `from` for which this edge is followed.
      #   @return [Boolean, nil]
      field :when_, json: "when", kind: :boolean
    end

    # The workflow runs after an event of the account, and when a request starts it.
    class WorkflowEventTrigger < Model
      # @!attribute [r] at_most_every
      #   The shortest time between two runs in seconds; events in between begin one run. Default:
      #   900.
      #   @return [Integer, nil]
      field :at_most_every, json: "atMostEvery", kind: :integer

      # @!attribute [r] event
      #   The type of the event, as webhooks name it.
      #   @return [String]
      field :event, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of this object: always `event`. "event".
      #   @return [String]
      field :type, kind: :text, constant: "event"
    end

    # A graph: one trigger, and the nodes that run after it.
    class WorkflowGraph < Model
      # @!attribute [r] description
      #   The purpose of the workflow.
      #   @return [String, nil]
      field :description, kind: :text

      # @!attribute [r] edges
      #   The order of the nodes: without cycles.
      #   @return [Array<Models::WorkflowEdge>, nil]
      field :edges, type: [:WorkflowEdge]

      # @!attribute [r] nodes
      #   One `trigger` node, and the nodes that run after it, in any order.
      #   @return [Array<Models::WorkflowTriggerNode, Models::WorkflowAgentNode, Models::WorkflowToolNode, Models::WorkflowConditionNode, Models::WorkflowTransformNode, Models::WorkflowApprovalNode, Models::WorkflowOutputNode>]
      field :nodes, type: [:WorkflowNode], required: true
    end

    # The workflow runs when a request starts it.
    class WorkflowManualTrigger < Model
      # @!attribute [r] type
      #   The kind of this object: always `manual`. "manual".
      #   @return [String]
      field :type, kind: :text, constant: "manual"
    end

    # A node of a graph. `id` is unique in the graph: 1 to 64 letters, digits, `_` or `-`. Wherever
    # a node takes a value, `{"$from": "ID", "pointer": "/data/0"}` represents a part of the output
    # of an earlier node, by a JSON Pointer.
    #
    # The attribute `type` tells the types apart.
    WorkflowNode = Union.new(
      "type",
      {
        "trigger" => :WorkflowTriggerNode,
        "agent" => :WorkflowAgentNode,
        "tool" => :WorkflowToolNode,
        "condition" => :WorkflowConditionNode,
        "transform" => :WorkflowTransformNode,
        "approval" => :WorkflowApprovalNode,
        "output" => :WorkflowOutputNode
      }
    )

    # The computation of a `transform` node.
    #
    # The texts that this version knows; others may follow.
    WorkflowOperation = [
      "pick",
      "count",
      "sum",
      "mean",
      "min",
      "max",
      "first",
      "last"
    ].freeze

    # The comparison of `left` with `right`.
    #
    # The texts that this version knows; others may follow.
    WorkflowOperator = [
      "equal",
      "notEqual",
      "less",
      "lessOrEqual",
      "greater",
      "greaterOrEqual",
      "exists"
    ].freeze

    # Adds a value to the result of the run, under the id of the node.
    class WorkflowOutputNode < Model
      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of this object: always `output`. "output".
      #   @return [String]
      field :type, kind: :text, constant: "output"

      # @!attribute [r] value
      #   @return [Object]
      field :value, required: true
    end

    # A page of workflows.
    class WorkflowPage < Model
      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] total
      #   The number of workflows on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true

      # @!attribute [r] workflows
      #   The workflows on this page, latest changed first.
      #   @return [Array<Models::WorkflowSummary>]
      field :workflows, type: [:WorkflowSummary], required: true
    end

    # A run of a workflow with its journal.
    class WorkflowRun < Model
      # @!attribute [r] dry_run
      #   Whether the run only plans the calls that change data.
      #   @return [Boolean]
      field :dry_run, json: "dryRun", kind: :boolean, required: true

      # @!attribute [r] ended_at
      #   The time when the run ended; null while it is running.
      #   @return [Time, nil]
      field :ended_at, json: "endedAt", type: :time

      # @!attribute [r] error
      #   The reason why the run failed; otherwise null.
      #   @return [String, nil]
      field :error, kind: :text

      # @!attribute [r] reason
      #   One of "manual", "schedule", "event".
      #   @return [String]
      field :reason, kind: :text, required: true

      # @!attribute [r] result
      #   The values of the output nodes, by their ids. A value that an API key may not see is left
      #   out, as in `steps`.
      #   @return [Hash{String => Object}]
      field :result, kind: { of: nil }, required: true

      # @!attribute [r] run_id
      #   The id of the run, which begins with `run_`.
      #   @return [String]
      field :run_id, json: "runId", kind: :text, required: true

      # @!attribute [r] started_at
      #   The time when the run started, in UTC.
      #   @return [Time]
      field :started_at, json: "startedAt", type: :time, required: true

      # @!attribute [r] status
      #   One of "running", "waiting", "completed", "failed", "cancelled".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] steps
      #   The nodes that ran or were skipped, in the order of the graph.
      #   @return [Array<Models::WorkflowStep>]
      field :steps, type: [:WorkflowStep], required: true

      # @!attribute [r] version
      #   The version of the workflow. A run keeps its version even if newer versions are stored.
      #   @return [Integer]
      field :version, kind: :integer, required: true

      # @!attribute [r] waiting_for
      #   The message of the approval that the run waits for; otherwise null.
      #   @return [String, nil]
      field :waiting_for, json: "waitingFor", kind: :text

      # @!attribute [r] workflow_id
      #   The name of the workflow, which the client chose.
      #   @return [String]
      field :workflow_id, json: "workflowId", kind: :text, required: true
    end

    # A page of runs.
    class WorkflowRunPage < Model
      # @!attribute [r] limit
      #   The maximum number of entries per page: the requested one or the default.
      #   @return [Integer]
      field :limit, kind: :integer, required: true

      # @!attribute [r] page
      #   The number of this page, from 1.
      #   @return [Integer]
      field :page, kind: :integer, required: true

      # @!attribute [r] runs
      #   The runs on this page, newest first.
      #   @return [Array<Models::WorkflowRunSummary>]
      field :runs, type: [:WorkflowRunSummary], required: true

      # @!attribute [r] total
      #   The number of runs on all pages.
      #   @return [Integer]
      field :total, kind: :integer, required: true
    end

    # The cause of a run.
    #
    # The texts that this version knows; others may follow.
    WorkflowRunReason = [
      "manual",
      "schedule",
      "event"
    ].freeze

    # The state of a run.
    #
    # The texts that this version knows; others may follow.
    WorkflowRunStatus = [
      "running",
      "waiting",
      "completed",
      "failed",
      "cancelled"
    ].freeze

    # A run in a list.
    class WorkflowRunSummary < Model
      # @!attribute [r] dry_run
      #   Whether the run only plans the calls that change data; false if the stored run is damaged.
      #   @return [Boolean]
      field :dry_run, json: "dryRun", kind: :boolean, required: true

      # @!attribute [r] ended_at
      #   The time when the run ended; null while it is running.
      #   @return [Time, nil]
      field :ended_at, json: "endedAt", type: :time

      # @!attribute [r] error
      #   The reason why the run failed; otherwise null.
      #   @return [String, nil]
      field :error, kind: :text

      # @!attribute [r] reason
      #   The cause of the run; null if the stored run is damaged. One of "manual", "schedule",
      #   "event".
      #   @return [String, nil]
      field :reason, kind: :text

      # @!attribute [r] run_id
      #   The id of the run, which begins with `run_`.
      #   @return [String]
      field :run_id, json: "runId", kind: :text, required: true

      # @!attribute [r] started_at
      #   The time when the run started, in UTC.
      #   @return [Time]
      field :started_at, json: "startedAt", type: :time, required: true

      # @!attribute [r] status
      #   One of "running", "waiting", "completed", "failed", "cancelled".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] version
      #   The version of the workflow; null if the stored run is damaged.
      #   @return [Integer, nil]
      field :version, kind: :integer
    end

    # The workflow runs at the times of `cron` or `rrule`, and when a request starts it.
    class WorkflowScheduleTrigger < Model
      # @!attribute [r] cron
      #   Five fields: minute, hour, day of the month, month, day of the week.
      #   @return [String, nil]
      field :cron, kind: :text

      # @!attribute [r] rrule
      #   A recurrence rule of RFC 5545, of whole days or longer.
      #   @return [String, nil]
      field :rrule, kind: :text

      # @!attribute [r] start
      #   The local date and time at which `rrule` begins.
      #   @return [String, nil]
      field :start, kind: :text

      # @!attribute [r] time_zone
      #   The time zone, an IANA name. Default: "UTC".
      #   @return [String, nil]
      field :time_zone, json: "timeZone", kind: :text

      # @!attribute [r] type
      #   The kind of this object: always `schedule`. "schedule".
      #   @return [String]
      field :type, kind: :text, constant: "schedule"
    end

    # The result of a node.
    class WorkflowStep < Model
      # @!attribute [r] at
      #   The time when `status` last changed, in UTC; null if the stored step is damaged.
      #   @return [Time, nil]
      field :at, type: :time

      # @!attribute [r] error
      #   The reason why the node failed; otherwise null.
      #   @return [String, nil]
      field :error, kind: :text

      # @!attribute [r] input
      #   The input of a tool.
      #   @return [Hash{String => Object}, nil]
      field :input, kind: { of: nil }

      # @!attribute [r] node
      #   The id of the node.
      #   @return [String]
      field :node, kind: :text, required: true

      # @!attribute [r] output
      #   The output of the node.
      #   @return [Object]
      field :output

      # @!attribute [r] redacted
      #   The reason why `input`, `output` and `error` are left out: the API key lacks the scopes of
      #   a tool whose output they may contain. Otherwise null.
      #   @return [String, nil]
      field :redacted, kind: :text

      # @!attribute [r] status
      #   One of "begun", "done", "skipped", "planned", "failed", "waiting".
      #   @return [String]
      field :status, kind: :text, required: true

      # @!attribute [r] tool
      #   The name of the tool that the node calls.
      #   @return [String, nil]
      field :tool, kind: :text

      # @!attribute [r] type
      #   The type of the node.
      #   @return [String]
      field :type, kind: :text, required: true
    end

    # The state of a step.
    #
    # The texts that this version knows; others may follow.
    WorkflowStepStatus = [
      "begun",
      "done",
      "skipped",
      "planned",
      "failed",
      "waiting"
    ].freeze

    # A workflow in a list.
    class WorkflowSummary < Model
      # @!attribute [r] enabled
      #   Whether the trigger starts runs.
      #   @return [Boolean]
      field :enabled, kind: :boolean, required: true

      # @!attribute [r] next_run_at
      #   The time of the next run; null if no time is set.
      #   @return [Time, nil]
      field :next_run_at, json: "nextRunAt", type: :time

      # @!attribute [r] skipped_runs
      #   The number of runs that the trigger did not start, because the previous run or too many
      #   other runs were active, the storage quota was used up, or the account was suspended.
      #   @return [Integer]
      field :skipped_runs, json: "skippedRuns", kind: :integer, required: true

      # @!attribute [r] updated_at
      #   The time at which the workflow was last stored, in UTC.
      #   @return [Time]
      field :updated_at, json: "updatedAt", type: :time, required: true

      # @!attribute [r] version
      #   The number of the latest version; null if the stored workflow is damaged.
      #   @return [Integer, nil]
      field :version, kind: :integer

      # @!attribute [r] workflow_id
      #   The name that the client chose; null if the stored workflow is damaged.
      #   @return [String, nil]
      field :workflow_id, json: "workflowId", kind: :text
    end

    # Calls a tool. The output of the node is the output of the tool.
    class WorkflowToolNode < Model
      # @!attribute [r] arguments
      #   @return [Hash{String => Object}, nil]
      field :arguments, kind: { of: nil }

      # @!attribute [r] confirm
      #   Whether the tool may change the account's data in every run without asking. A tool that
      #   acts outside the platform needs an `approval` node before it instead.
      #   @return [Boolean, nil]
      field :confirm, kind: :boolean

      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] tool
      #   The name of a tool, as `tools/list` of `POST /mcp` lists it.
      #   @return [String]
      field :tool, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of this object: always `tool`. "tool".
      #   @return [String]
      field :type, kind: :text, constant: "tool"
    end

    # Computes a value. Its output is `{"value"}`.
    class WorkflowTransformNode < Model
      # @!attribute [r] field
      #   A JSON Pointer to the number or text in each item of a list.
      #   @return [String, nil]
      field :field, kind: :text

      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] input
      #   @return [Object]
      field :input, required: true

      # @!attribute [r] operation
      #   One of "pick", "count", "sum", "mean", "min", "max", "first", "last".
      #   @return [String]
      field :operation, kind: :text, required: true

      # @!attribute [r] type
      #   The kind of this object: always `transform`. "transform".
      #   @return [String]
      field :type, kind: :text, constant: "transform"
    end

    # The trigger of a run.
    #
    # The attribute `type` tells the types apart.
    WorkflowTrigger = Union.new(
      "type",
      {
        "manual" => :WorkflowManualTrigger,
        "schedule" => :WorkflowScheduleTrigger,
        "event" => :WorkflowEventTrigger
      }
    )

    # Begins a run. Its output is `{"reason", "startedAt", "input"}`.
    class WorkflowTriggerNode < Model
      # @!attribute [r] id
      #   The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`.
      #   @return [String]
      field :id, kind: :text, required: true

      # @!attribute [r] on
      #   @return [Models::WorkflowManualTrigger, Models::WorkflowScheduleTrigger, Models::WorkflowEventTrigger, nil]
      field :on, type: :WorkflowTrigger

      # @!attribute [r] type
      #   The kind of this object: always `trigger`. "trigger".
      #   @return [String]
      field :type, kind: :text, constant: "trigger"
    end

    # A version of a workflow in a list.
    class WorkflowVersion < Model
      # @!attribute [r] created_at
      #   The time at which the version was stored, in UTC.
      #   @return [Time]
      field :created_at, json: "createdAt", type: :time, required: true

      # @!attribute [r] description
      #   The `description` of the graph, at most 1000 characters; empty if the graph has no
      #   description.
      #   @return [String]
      field :description, kind: :text, required: true

      # @!attribute [r] nodes
      #   The number of nodes.
      #   @return [Integer]
      field :nodes, kind: :integer, required: true

      # @!attribute [r] version
      #   The number of the version, from 1; later versions have larger numbers.
      #   @return [Integer]
      field :version, kind: :integer, required: true
    end

    # The versions of a workflow.
    class WorkflowVersionList < Model
      # @!attribute [r] versions
      #   The versions, newest first.
      #   @return [Array<Models::WorkflowVersion>]
      field :versions, type: [:WorkflowVersion], required: true
    end

    # A zero-knowledge proof.
    class ZeroKnowledgeProof < Model
      # @!attribute [r] metadata
      #   @return [Models::ProofMetadata]
      field :metadata, type: :ProofMetadata, required: true

      # @!attribute [r] proof
      #   A proof: base64 of snarkjs JSON or of the compact encoding.
      #   @return [String]
      field :proof, kind: :text, required: true

      # @!attribute [r] public_inputs
      #   The public inputs, in the same encoding as the proof.
      #   @return [String]
      field :public_inputs, json: "publicInputs", kind: :text, required: true
    end

    # The result, or the job that computes it.
    #
    # The fields tell the types apart.
    ZeroKnowledgeProofOrJob = Union.new(
      nil,
      [
        :ZeroKnowledgeProof,
        :AcceptedJob
      ]
    )
  end
end
