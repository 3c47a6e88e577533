# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""The types of the API.

Attributes have names in snake case. Unknown fields and unknown texts of an answer are kept.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, ClassVar, Literal, TypeAlias

from .._model import Model

__all__ = [
    "AcceptedJob",
    "AccessRules",
    "AccountErasure",
    "AccountStatus",
    "AccountTier",
    "AccountTiers",
    "AccountUsage",
    "Activity",
    "ActivityChange",
    "ActivityChangeKind",
    "ActivityDetails",
    "ActivityFigures",
    "ActivityLap",
    "ActivityPage",
    "ActivityRecording",
    "ActivitySource",
    "ActivityTrack",
    "AdditionalMovement",
    "AdditionalTransfer",
    "Agent",
    "AgentAnalytics",
    "AgentAnswerType",
    "AgentChat",
    "AgentChatMessage",
    "AgentChatSender",
    "AgentConfigUpdate",
    "AgentConfiguration",
    "AgentDeployment",
    "AgentDeploymentConfiguration",
    "AgentDeploymentMode",
    "AgentDeploymentPage",
    "AgentDisclosure",
    "AgentList",
    "AgentMessageContent",
    "AgentMessageParameters",
    "AgentMessageRequest",
    "AgentMessageResult",
    "AgentMessageType",
    "AgentMetrics",
    "AgentModelParameters",
    "AgentModelParametersBody",
    "AgentParameters",
    "AgentParametersChange",
    "AgentResponse",
    "AgentState",
    "AgentStatus",
    "AgentTask",
    "AgentToolCall",
    "AgentType",
    "AgentUpdate",
    "AgentUpdateType",
    "AggregateOperation",
    "AggregateRequest",
    "AggregateResult",
    "Alert",
    "AlertAcknowledgement",
    "AlertPage",
    "AlertSettings",
    "AlertSettingsChange",
    "AlertStatusFilter",
    "AnalyticsAlert",
    "AnalyticsDataType",
    "AnalyticsFilters",
    "AnalyticsOverview",
    "AnalyticsRange",
    "AnalyticsRequest",
    "AnalyticsResult",
    "AnalyticsView",
    "ApiKey",
    "ApiKeyPage",
    "ApiKeyWithSecret",
    "AttachClaimRequest",
    "AttestationKey",
    "AttestationKeyRotation",
    "AuditActor",
    "AuditCheckpoint",
    "AuditLink",
    "AuditLinks",
    "AuditLogEntry",
    "AuditLogFilters",
    "AuditLogPage",
    "AuditLogRequest",
    "AuditProof",
    "AuditStatus",
    "AuditVerification",
    "Backup",
    "BackupAttempt",
    "BackupList",
    "BackupOutcome",
    "BackupStart",
    "Balance",
    "BaselineComparison",
    "Ceremony",
    "CeremonyPage",
    "ChangePasswordRequest",
    "ChannelMessage",
    "ClaimProof",
    "ClaimProofOrJob",
    "ClaimStatement",
    "ClaimSummary",
    "ClientBlock",
    "ClientBlockPage",
    "ComputationMetadata",
    "ComputationResult",
    "ComputationResultOrJob",
    "ComputeParameters",
    "ComputeRequest",
    "ConfirmCeremonyRequest",
    "ConfirmIdentityLinkRequest",
    "ConfirmReauthenticationRequest",
    "ConfirmTotpRequest",
    "ConsoleOidcSession",
    "ConsoleSession",
    "ControlUadmDeviceRequest",
    "ControlUadmDeviceResult",
    "CopiedPoints",
    "CreateAgentRequest",
    "CreateApiKeyRequest",
    "CreateConsoleOidcSignInRequest",
    "CreateDataTokenRequest",
    "CreateDatasetRequest",
    "CreateIdentityLinkRequest",
    "CreateItemRequest",
    "CreateListingRequest",
    "CreateOidcSignInRequest",
    "CreateReauthenticationRequest",
    "CreateUserRequest",
    "CreateWebhookRequest",
    "CreateWorkflowRequest",
    "CreateWorkflowRunRequest",
    "CreatedAgent",
    "CreatedAgentDeployment",
    "CreatedDataToken",
    "Credential",
    "CredentialKind",
    "CredentialPage",
    "CriticalPowerModel",
    "CurrencyPrices",
    "CurrentUser",
    "CustomAgent",
    "CustomAgentConfiguration",
    "CustomAgentConfigurationBody",
    "CustomAgentList",
    "DailyBounds",
    "DataGrant",
    "DataGrantList",
    "DataQuality",
    "DataTokenApproval",
    "DataTokenClaims",
    "DataTokenDetails",
    "DataTokenEntry",
    "DataTokenList",
    "DataTokenScope",
    "DataTokenStatus",
    "DatabaseSettings",
    "DatabaseSettingsChange",
    "Dataset",
    "DatasetChange",
    "DatasetColumn",
    "DatasetColumnProtection",
    "DatasetColumnStatistics",
    "DatasetColumnType",
    "DatasetComputationBasis",
    "DatasetData",
    "DatasetEncryptionMode",
    "DatasetEncryptionStatus",
    "DatasetMessageType",
    "DatasetPage",
    "DatasetSortField",
    "DatasetStatistics",
    "DatasetUpdate",
    "DatasetUpdateData",
    "DatastreamAnalytics",
    "DecryptRequest",
    "DecryptionMetadata",
    "DecryptionResult",
    "DecryptionResultOrJob",
    "DefaultEncryptionType",
    "DeleteAccountRequest",
    "DeletedActivity",
    "DeletedAgent",
    "DeletedAgentChat",
    "DeletedAgentDeployment",
    "DeletedApiKey",
    "DeletedCircuit",
    "DeletedDataset",
    "DeletedImport",
    "DeletedJob",
    "DeletedPoints",
    "DeletedWebhook",
    "DeletedWorkflow",
    "DeployAgentRequest",
    "DeployPlatformAgentRequest",
    "DeployedAgent",
    "DeployedPlatformAgent",
    "DetectActivitiesRequest",
    "DetectedActivities",
    "Device",
    "DeviceEncryptionMode",
    "DeviceList",
    "DeviceStatus",
    "DeviceSummary",
    "DeviceTwin",
    "DisabledTotp",
    "DocumentVerification",
    "DocumentVerificationOrJob",
    "EfficiencyInputs",
    "EnabledTotp",
    "EncryptParameters",
    "EncryptRequest",
    "EncryptedResult",
    "EncryptionMetadata",
    "EncryptionMode",
    "EncryptionModeUsage",
    "EncryptionResult",
    "EncryptionResultOrJob",
    "EncryptionSettings",
    "EncryptionSettingsChange",
    "EnrolTotpRequest",
    "EnterSettlementRequest",
    "EnvelopeMetadata",
    "ErasedAccount",
    "Erasure",
    "ErasurePage",
    "ErasurePlan",
    "ErrorDetail",
    "ErrorResponse",
    "EventChannelName",
    "ExchangeOidcCodeRequest",
    "ExportFormat",
    "ExportPart",
    "ExportPlan",
    "FitnessDataPoint",
    "FixedPointEncoding",
    "GenerateKeyRequest",
    "GeneratedKey",
    "GeneratedKeyMetadata",
    "Goal",
    "HeartRateVariability",
    "HeartRateZones",
    "Import",
    "ImportPage",
    "ImportRequest",
    "ImportResult",
    "ImportState",
    "ImportedActivity",
    "InsightImpact",
    "InsightLanguage",
    "InsightList",
    "InsightMetadata",
    "InsightTrend",
    "InsightType",
    "InsightsRequest",
    "InsightsResult",
    "InsightsWindow",
    "InstallationDevicePage",
    "InvalidAuditEntry",
    "ItemEncryption",
    "ItemPurchase",
    "ItemStatus",
    "JobError",
    "JobPage",
    "JobProgress",
    "JobState",
    "JobStatus",
    "JobSummary",
    "KeyMetadata",
    "KeyPage",
    "KeyParameters",
    "KeyStatus",
    "Ledger",
    "LedgerTransfer",
    "LinkedIdentities",
    "LinkedIdentity",
    "LinkedRecord",
    "Listing",
    "ListingDetails",
    "ListingDraft",
    "ListingList",
    "ListingPurchase",
    "ListingPurchaseRequest",
    "ListingRules",
    "ListingStatus",
    "LivenessStatus",
    "LoadForecast",
    "LoadForecastDay",
    "MachineHealth",
    "MarketSettings",
    "MarketSettingsChange",
    "MarketplaceAnalytics",
    "MarketplaceItem",
    "MarketplaceItemPage",
    "McpMessage",
    "McpMessageId",
    "McpResponse",
    "MeanMaximalCurve",
    "MeanMaximalCurvePoint",
    "MeanMaximalCurveType",
    "MetricsBasis",
    "MetricsCertainty",
    "MetricsCoverage",
    "MetricsInputSource",
    "MetricsRange",
    "MetricsResult",
    "MetricsRow",
    "ModelResidual",
    "MovementType",
    "NetworkSettings",
    "NetworkSettingsChange",
    "OfferSales",
    "OfferSearchHit",
    "OfferSearchResult",
    "OfferedColumn",
    "OfferedItemPage",
    "OidcProvider",
    "OidcProviders",
    "OidcSignIn",
    "PasswordChange",
    "PerformanceMetrics",
    "PlatformAgentConfiguration",
    "PlatformAgentDeployment",
    "PlatformAgentList",
    "PlatformAgentMetrics",
    "PlatformAgentParameters",
    "PlatformAgentStatus",
    "PointMetadata",
    "PointPage",
    "PointRetention",
    "PointType",
    "PointTypeCatalogue",
    "PointUpload",
    "PointUploadResult",
    "PredictiveInsight",
    "PriceComparison",
    "PriceSpread",
    "PricedOffer",
    "Profile",
    "ProfileChange",
    "ProofMetadata",
    "ProofParameters",
    "ProtectedResourceMetadata",
    "ProveDaysRequest",
    "ProveRequest",
    "Purchase",
    "PurchaseList",
    "PurchaseRequest",
    "PurchaseStatus",
    "QuotaUsage",
    "Readiness",
    "Reauthentication",
    "RecordCount",
    "RecoveryComponents",
    "RefreshTokenRequest",
    "RegisterAccountRequest",
    "RegisterDeviceRequest",
    "RegisterKeyParameters",
    "RegisterKeyRequest",
    "RegisterUadmDeviceRequest",
    "RegisteredAccount",
    "RegisteredDevice",
    "RegisteredUadmDevice",
    "ReplaceWorkflowRequest",
    "RequestLimitSettings",
    "RequestLimitSettingsChange",
    "RevokeTokenRequest",
    "RevokedCredentials",
    "RevokedDevice",
    "RevokedSession",
    "RevokedToken",
    "RevokedUadmDevice",
    "Role",
    "RollBackWorkflowRequest",
    "RootKeyProblem",
    "RootKeySource",
    "RootKeyTest",
    "RotateWebhookSecretRequest",
    "SearchHit",
    "SearchResult",
    "SeriesAnswerBudget",
    "SeriesResult",
    "Session",
    "SessionPage",
    "SettableAccountStatus",
    "Settlement",
    "Sex",
    "SignInRequest",
    "SignInSettings",
    "SignInSettingsChange",
    "SignOutResult",
    "SignedDocument",
    "SilentDevice",
    "SkippedImportContent",
    "SkippedInsight",
    "SkippedPoints",
    "SocketTicket",
    "SoldAggregate",
    "SoldAggregateOperation",
    "SoldAggregateRequest",
    "SoldDataFormat",
    "SoldDataPage",
    "SoldPoint",
    "SortOrder",
    "SourcedHeartRate",
    "SourcedMaximumHeartRate",
    "SourcedPower",
    "SourcedSex",
    "StartedWorkflowRun",
    "StoredBlock",
    "StoredCircuit",
    "StoredSeries",
    "StoredSeriesPage",
    "StreamMessage",
    "StreamMessageType",
    "StreamPayload",
    "SystemAnalytics",
    "SystemSettings",
    "Tier",
    "TierChange",
    "TierQuota",
    "TierQuotaChange",
    "TierRequests",
    "TierRequestsChange",
    "TokenPair",
    "TokenPurchase",
    "TotpEnrolment",
    "TotpProof",
    "TotpRecoveryCodes",
    "TotpReset",
    "TotpStatus",
    "TrackPosition",
    "TrainingActivities",
    "TwinState",
    "TypeQuality",
    "TypeSeries",
    "UadmCommand",
    "UadmCommandPage",
    "UadmCommandStatus",
    "UadmCredentials",
    "UadmDevice",
    "UadmDevicePage",
    "UadmDeviceSortField",
    "UadmDeviceStatus",
    "UnlinkIdentityRequest",
    "UnlinkedIdentity",
    "UnusualSignIn",
    "UnusualSignInKind",
    "UnusualSignIns",
    "UpdateActivityRequest",
    "UpdateAgentConfigRequest",
    "UpdateItemRequest",
    "UpdateSettingsRequest",
    "UpdateTiersRequest",
    "UpdateTwinRequest",
    "UpdateUserRequest",
    "UpdateWebhookRequest",
    "UploadBlockRequest",
    "UploadCircuitRequest",
    "User",
    "UserPage",
    "VerificationKey",
    "VerificationMetadata",
    "VerificationResult",
    "VerificationResultOrJob",
    "VerifyDocumentRequest",
    "VerifyParameters",
    "VerifyRequest",
    "WalletSettings",
    "WalletSettingsChange",
    "Webhook",
    "WebhookAttemptError",
    "WebhookDelivery",
    "WebhookDeliveryPage",
    "WebhookDeliveryStatus",
    "WebhookEventType",
    "WebhookEventTypes",
    "WebhookPage",
    "WebhookScope",
    "WebhookStatus",
    "WebhookStopReason",
    "WithdrawnCeremony",
    "WithdrawnDataToken",
    "WithdrawnListing",
    "Workflow",
    "WorkflowAgentNode",
    "WorkflowApprovalNode",
    "WorkflowConditionNode",
    "WorkflowDifference",
    "WorkflowEdge",
    "WorkflowEventTrigger",
    "WorkflowGraph",
    "WorkflowManualTrigger",
    "WorkflowNode",
    "WorkflowOperation",
    "WorkflowOperator",
    "WorkflowOutputNode",
    "WorkflowPage",
    "WorkflowRun",
    "WorkflowRunPage",
    "WorkflowRunReason",
    "WorkflowRunStatus",
    "WorkflowRunSummary",
    "WorkflowScheduleTrigger",
    "WorkflowStep",
    "WorkflowStepStatus",
    "WorkflowSummary",
    "WorkflowToolArguments",
    "WorkflowToolNode",
    "WorkflowTransformNode",
    "WorkflowTrigger",
    "WorkflowTriggerNode",
    "WorkflowValue",
    "WorkflowVersion",
    "WorkflowVersionList",
    "ZeroKnowledgeProof",
    "ZeroKnowledgeProofOrJob",
]


class AcceptedJob(Model):
    """A job that was accepted."""

    _names: ClassVar = {"job_id": "jobId"}

    job_id: str
    """The id of the job, for `GET /v1/jobs/{jobId}`."""
    status: str
    """The state of the job: always `running`."""


class AccessRules(Model):
    """Rules under which a token is sold. Each is enforced; an unknown restriction is refused."""

    _names: ClassVar = {"allowed_uses": "allowedUses"}

    allowed_uses: int
    """The number of reads that each purchase allows."""
    duration: str
    """The duration of the access after a purchase: ISO 8601, at most ten years."""
    restrictions: list[str] | None = None
    """`aggregate-only` (only sums, means and variances over days), `no-export` (only JSON pages) and
    `purpose:<word>` (the buyer states the purpose, and the receipt repeats it).
    """


class AccountErasure(Model):
    """The confirmation that the caller's account was erased, with its receipt."""

    deleted: bool
    """Whether no file holds any data of the account. False: the erasure has begun, the server
    continues it without the account, and the receipt follows.
    """
    receipt: SignedDocument | None = None
    """Null while the erasure is in progress."""
    receipt_id: str
    """The id of the receipt, by which an administrator finds it."""


class AccountTier(Model):
    """The limits and quotas of a tier, as they apply now."""

    quota: TierQuota
    requests: TierRequests


class AccountTiers(Model):
    """The limits and quotas of every tier, as they apply now."""

    enterprise: AccountTier
    premium: AccountTier
    standard: AccountTier


class AccountUsage(Model):
    """The storage use of an account and its limits."""

    modes: list[EncryptionModeUsage]
    """The stored points by encryption mode."""
    quotas: dict[str, QuotaUsage]
    """The quotas by name: `bytes` of sealed points, blocks, activities, records of imports, evaluation
    keys, circuits, proving keys and signed roots; `series`; `chunks`; `keys`; `circuits`;
    `devices`; `activities`; `imports`; `spoolBytes` of files being imported. A request that would
    exceed `bytes`, `series` or `chunks` is refused with 403; deletions always work.
    """
    tier: Tier
    writable: bool
    """Whether the server can store data. False while its disk is full: then only reads and deletions
    work.
    """


class Activity(Model):
    """An activity: one session of sport, merged from the files that contain it."""

    _names: ClassVar = {"climb_meters": "climbMeters", "distance_meters": "distanceMeters", "elapsed_seconds": "elapsedSeconds", "energy_kcal": "energyKcal", "moving_seconds": "movingSeconds"}

    climb_meters: float | None = None
    """The climb in metres; null without an altitude."""
    devices: list[str]
    """The devices that recorded the activity."""
    distance_meters: float | None = None
    """The distance in metres; null if no file states it and no record counts it."""
    elapsed_seconds: float
    """The duration in seconds, including pauses."""
    end: dt.datetime
    """The end: RFC 3339, UTC."""
    energy_kcal: float | None = None
    """The energy in kcal; null if no file states it."""
    id: str
    """The id of the activity: `act_` and 26 characters."""
    laps: list[ActivityLap]
    """The laps in order of time; segments of a GPX track count as laps."""
    moving_seconds: float | None = None
    """The duration in seconds without pauses; null if no file states it."""
    name: str
    """The name that the owner set, at most 200 characters; otherwise the name in a file; otherwise
    `activity`.
    """
    notes: str | None = None
    """The owner's notes."""
    recordings: list[ActivityRecording]
    """The recordings that the activity was merged from."""
    source: ActivitySource
    sport: str | None = None
    """The sport by FIT's names; null if no file states it."""
    start: dt.datetime
    """The start: RFC 3339, UTC."""


class ActivityChange(Model):
    """A change of an activity. `GET /v1/sfdp/activities/{id}` returns the activity, unless it is
    deleted.
    """

    _names: ClassVar = {"activity_id": "activityId"}

    activity_id: str
    """The id of the activity: `act_` and 26 characters."""
    change: ActivityChangeKind


class ActivityDetails(Model):
    """An activity with the figures of its points."""

    _names: ClassVar = {"climb_meters": "climbMeters", "distance_meters": "distanceMeters", "elapsed_seconds": "elapsedSeconds", "energy_kcal": "energyKcal", "moving_seconds": "movingSeconds"}

    climb_meters: float | None = None
    """The climb in metres; null without an altitude."""
    devices: list[str]
    """The devices that recorded the activity."""
    distance_meters: float | None = None
    """The distance in metres; null if no file states it and no record counts it."""
    elapsed_seconds: float
    """The duration in seconds, including pauses."""
    end: dt.datetime
    """The end: RFC 3339, UTC."""
    energy_kcal: float | None = None
    """The energy in kcal; null if no file states it."""
    id: str
    """The id of the activity: `act_` and 26 characters."""
    laps: list[ActivityLap]
    """The laps in order of time; segments of a GPX track count as laps."""
    moving_seconds: float | None = None
    """The duration in seconds without pauses; null if no file states it."""
    name: str
    """The name that the owner set, at most 200 characters; otherwise the name in a file; otherwise
    `activity`.
    """
    notes: str | None = None
    """The owner's notes."""
    recordings: list[ActivityRecording]
    """The recordings that the activity was merged from."""
    source: ActivitySource
    sport: str | None = None
    """The sport by FIT's names; null if no file states it."""
    start: dt.datetime
    """The start: RFC 3339, UTC."""
    basis: MetricsBasis
    """The inputs of the figures and their sources, as of `GET /v1/sfdp/metrics`."""
    computed: list[str]
    """The fields of the activity that no file states and that were computed from its points:
    `movingSeconds`, `distanceMeters` or `climbMeters`.
    """
    figures: ActivityFigures


class ActivityFigures(Model):
    """The figures of an activity, computed from the points between its start and its end. A figure is
    null if there is not enough data; `reasons` names the reason.
    """

    _names: ClassVar = {"decoupling_percent": "decouplingPercent", "efficiency_factor": "efficiencyFactor", "heart_rate_zones": "heartRateZones", "intensity_factor": "intensityFactor", "load_source": "loadSource", "max_heart_rate": "maxHeartRate", "max_power": "maxPower", "mean_heart_rate": "meanHeartRate", "mean_power": "meanPower", "mean_speed": "meanSpeed", "normalized_power": "normalizedPower", "pace_seconds_per_km": "paceSecondsPerKm", "training_load": "trainingLoad", "training_stress_score": "trainingStressScore"}

    decoupling_percent: float | None = None
    """The decrease of output for each heartbeat in the second half of an even effort, in percent."""
    efficiency_factor: float | None = None
    """Output for each heartbeat: normalized power divided by mean heart rate, or the metres per beat."""
    heart_rate_zones: HeartRateZones
    intensity_factor: float | None = None
    """The normalized power divided by the threshold power."""
    load_source: str | None = None
    """The input of the training load: `heartRate` or `power`."""
    max_heart_rate: float | None = None
    """The highest 15-second rolling median of heart rate in beats per minute, without artefacts."""
    max_power: float | None = None
    """The highest power in watts, without single peaks above 600 W."""
    mean_heart_rate: float | None = None
    """Beats per minute, weighted by time."""
    mean_power: float | None = None
    """The mean power in watts, weighted by time."""
    mean_speed: float | None = None
    """The mean speed in metres per second: distance by moving time, otherwise by elapsed time."""
    normalized_power: float | None = None
    """The normalized power in watts."""
    pace_seconds_per_km: float | None = None
    """The mean pace in seconds per kilometre; null for sports that are described by speed, such as
    cycling.
    """
    reasons: dict[str, str]
    """The reason for each figure that is null, by name."""
    training_load: float | None = None
    """The training load: Banister's training impulse (TRIMP), without a unit."""
    training_stress_score: float | None = None
    """The training stress score: 100 for an hour at the threshold power."""


class ActivityLap(Model):
    """A lap of an activity."""

    _names: ClassVar = {"distance_meters": "distanceMeters", "elapsed_seconds": "elapsedSeconds", "energy_kcal": "energyKcal", "moving_seconds": "movingSeconds"}

    distance_meters: float | None = None
    """The distance in metres; null if the file does not state it and no record of the lap counts it."""
    elapsed_seconds: float
    """The duration in seconds, including pauses."""
    energy_kcal: float | None = None
    """The energy in kcal; null if the file does not state it."""
    moving_seconds: float | None = None
    """The duration in seconds without pauses; null if the file does not state it."""
    start: dt.datetime
    """The start of the lap: RFC 3339, UTC."""


class ActivityPage(Model):
    """A page of activities."""

    _names: ClassVar = {"has_more": "hasMore", "next_cursor": "nextCursor"}

    activities: list[Activity]
    """The activities, newest first."""
    damaged: int | None = None
    """The number of damaged activities that are not listed; absent if none."""
    has_more: bool
    """Whether more activities follow."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""


class ActivityRecording(Model):
    """The recording of an activity in one file."""

    _names: ClassVar = {"import_ids": "importIds"}

    device: str | None = None
    """The device whose points the recording contains; null if the file names no device."""
    end: dt.datetime
    """The end of the recording: RFC 3339, UTC."""
    file: str | None = None
    """The name of the file, or its path in the archive; null if unknown."""
    format: str
    """The format of the file, or `detected`."""
    import_ids: list[str]
    """The imports that added the file, oldest first; empty for a detected activity."""
    start: dt.datetime
    """The start of the recording: RFC 3339, UTC."""


class ActivityTrack(Model):
    """The track of an activity."""

    _names: ClassVar = {"recorded_count": "recordedCount"}

    device: str | None = None
    """The device that recorded the positions; null if there are none."""
    positions: list[TrackPosition]
    """The positions in order of time."""
    recorded_count: int
    """The number of recorded positions."""


class AdditionalMovement(Model):
    """A further movement of the same settlement."""

    _names: ClassVar = {"user_id": "userId"}

    amount: float
    """The amount, above zero."""
    currency: str
    """The ISO 4217 code of the currency of `amount`."""
    reference: str
    """A text for the reader of the ledger, such as the number of a bank transfer."""
    type: MovementType
    user_id: str
    """The account, or `platform` for the proceeds of items."""


class AdditionalTransfer(Model):
    """The transfer of one further movement of a settlement."""

    balance: float
    """The balance of the account after the settlement."""
    currency: str
    """The ISO 4217 code of the currency of `balance`."""
    transfer: int
    """The number of the transfer."""


class Agent(Model):
    """An agent."""

    capabilities: list[str]
    """Names of tools or of groups of tools."""
    id: str
    """The id of the agent: `agt_core_` and a name for a core agent; `agt_` and 26 characters for a
    custom agent.
    """
    name: str
    """The name; empty if the stored definition is damaged."""
    status: AgentState
    type: AgentType


class AgentAnalytics(Model):
    """The deployed agents, and the tasks that agents completed in the range."""

    distribution: dict[str, int]
    """The agents that are deployed now: their number by the name of the core agent; custom agents are
    `custom`. An agent in several workflows of an account counts once.
    """
    performance: list[int]
    """The completed tasks of each period. Empty in the view `overview`."""
    tasks: list[AgentTask]
    """The ten most frequent tasks."""


class AgentChat(Model):
    """A part of a chat."""

    _names: ClassVar = {"has_more": "hasMore"}

    has_more: bool
    """Whether older messages exist. To read them, request messages before the first returned message."""
    messages: list[AgentChatMessage]
    """The messages, the oldest first."""


class AgentChatMessage(Model):
    """A message of a chat."""

    content: str
    """The text; a note if the stored message is damaged; empty if `redacted` has a reason."""
    disclosures: list[AgentDisclosure]
    """The data that a model on another machine received for this message."""
    id: str
    """The id of the message, which begins with `msg_`, for `before`."""
    redacted: str | None = None
    """The reason why the text is left out: the API key lacks the scopes of a tool whose input or
    output it may contain. Otherwise null.
    """
    sender: AgentChatSender
    timestamp: dt.datetime
    """The time of the message, in UTC."""


class AgentConfigUpdate(Model):
    """The confirmation of a change."""

    configuration: AgentConfiguration
    id: str
    """The id of the agent, as in the path."""
    status: str
    """Always `updated`."""


class AgentConfiguration(Model):
    """The configuration of an agent."""

    _names: ClassVar = {"share_data": "shareData"}

    model: str
    """`builtin`, or the name of a language model."""
    parameters: AgentParameters
    share_data: bool
    """Whether questions and decrypted values may be sent to a model on another machine."""


class AgentDeployment(Model):
    """A deployment."""

    _names: ClassVar = {"agent_id": "agentId", "created_at": "createdAt", "deployment_id": "deploymentId", "workflow_id": "workflowId"}

    agent_id: str
    """The id of the deployed core agent or custom agent."""
    created_at: dt.datetime
    """The time of the deployment, in UTC."""
    deployment_id: str
    """The id of the deployment, which begins with `dep_`."""
    mode: AgentDeploymentMode | None = None
    """The deployment mode, which determines when the workflow runs; null if the stored deployment is
    damaged.
    """
    parameters: AgentParameters | None = None
    """The parameters that the deployment named, with defaults for the others; null if the stored
    deployment is damaged.
    """
    workflow_id: str | None = None
    """The name of the workflow; null if the stored deployment is damaged."""


class AgentDeploymentConfiguration(Model):
    """The configuration of a deployment."""

    mode: AgentDeploymentMode | None = None
    """The deployment mode, which determines when the workflow runs."""
    parameters: AgentParametersChange | None = None
    question: str | None = None
    """The question that the agent answers in a run. Without a question, the agent writes its standard
    report.
    """
    trigger: WorkflowTrigger | None = None
    """The event that starts a run: `schedule` in the mode `scheduled`, `event` in the mode
    `autonomous`, which otherwise runs after points were stored, at most every 15 minutes.
    """


class AgentDeploymentPage(Model):
    """A page of deployments."""

    deployments: list[AgentDeployment]
    """The deployments on this page, newest first."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of deployments on all pages."""


class AgentDisclosure(Model):
    """Data that a model on another machine received."""

    bytes: int
    """The size of the sent text, in bytes of UTF-8."""
    content: str
    """`question`, `instructions`, or the tool whose output was sent."""
    host: str
    """The machine that received it."""
    model: str
    """The name of the model in the configuration of the server."""


class AgentList(Model):
    """The agents of an account."""

    agents: list[Agent]
    """The seven core agents, then the custom agents, the oldest first."""


class AgentMessageContent(Model):
    """The action that a message requests."""

    action: str
    """The name of a tool, one of the verbs `ask`, `search`, `summarize`, `analyze`, `list`, `explain`,
    `compare` and `help`, or a question in words; 2000 characters at most.
    """
    parameters: AgentMessageParameters | None = None


class AgentMessageParameters(Model):
    """The parameters of a message."""

    arguments: dict[str, Any] | None = None
    """The input of the tool that `action` names."""
    confirm: bool | None = None
    """Whether the caller approves the action. It counts only if `type` is `command` and `action` names
    the tool.
    """
    limit: float | None = None
    """The maximum number of records of the answer. Default: 10."""
    query: str | None = None
    """The question, or the words to search for; 2000 characters at most."""


class AgentMessageRequest(Model):
    """A message to an agent."""

    content: AgentMessageContent
    type: AgentMessageType


class AgentMessageResult(Model):
    """The receipt of a message, with the answer."""

    _names: ClassVar = {"message_id": "messageId"}

    message_id: str
    """The id of the message in the chat."""
    response: AgentResponse
    status: str
    """Always `received`."""


class AgentMetrics(Model):
    """The figures of an agent, counted for this account."""

    _names: ClassVar = {"last_activity": "lastActivity", "tasks_completed": "tasksCompleted"}

    last_activity: dt.datetime | None = None
    """The time of the last message; null if the agent has no message."""
    tasks_completed: int
    """The number of messages with a complete answer, without counter-questions, errors and partial
    answers.
    """
    uptime: str | None = None
    """The time since the oldest deployment that still exists, as an ISO 8601 duration; null without a
    deployment.
    """


class AgentModelParameters(Model):
    """The parameters of a model."""

    _names: ClassVar = {"max_tokens": "maxTokens"}

    max_tokens: int
    """The maximum number of tokens of an answer."""


class AgentModelParametersBody(Model):
    """The parameters of a model."""

    _names: ClassVar = {"max_tokens": "maxTokens"}

    max_tokens: float | None = None
    """The maximum number of tokens of an answer. Default: 4096."""


class AgentParameters(Model):
    """The parameters that an agent uses."""

    _names: ClassVar = {"search_depth": "searchDepth"}

    search_depth: int
    """The depth of a search: 20 records of each list and 5 calls of tools for each step. Default: 3."""
    timeout: int
    """The maximum duration of an answer in seconds."""


class AgentParametersChange(Model):
    """Parameters of an agent. An absent parameter keeps its value."""

    _names: ClassVar = {"search_depth": "searchDepth"}

    search_depth: float | None = None
    """The depth of a search: 20 records of each list and 5 calls of tools for each step."""
    timeout: float | None = None
    """The maximum duration of an answer in seconds."""


class AgentResponse(Model):
    """The answer of an agent."""

    choices: list[AgentToolCall]
    """The calls to choose from, if the type is `clarify` or `approval_required`."""
    content: str
    """The answer: Markdown, or JSON if the type is `result`. It may quote texts from records that
    other people wrote.
    """
    disclosures: list[AgentDisclosure]
    """The data that a model on another machine received for this answer."""
    records: list[str]
    """The ids of the records that the answer cites."""
    type: AgentAnswerType


class AgentStatus(Model):
    """The status of an agent."""

    id: str
    """The id of the agent, as in the path."""
    metrics: AgentMetrics
    status: AgentState


class AgentTask(Model):
    """A task of agents and how often it ran in the range."""

    count: int
    """The number of completed tasks in the range."""
    name: str
    """The tool that the agent called, or `answer` if it called none or several."""


class AgentToolCall(Model):
    """The call of a tool."""

    action: str
    """The action of the message that makes the call."""
    arguments: dict[str, Any]
    """The input of the tool, for `content.parameters.arguments` of a message."""
    reading: str
    """The call in plain words."""


class AgentUpdate(Model):
    """An update about an agent."""

    _names: ClassVar = {"agent_id": "agentId"}

    agent_id: str
    """The id of the agent; `agt_core_coordinator` if the type is `run`."""
    id: str
    """The id for `lastEventId`."""
    payload: dict[str, Any]
    """The ids and the status that belong to the type; never a text of a chat."""
    timestamp: dt.datetime
    """The time of the event."""
    type: AgentUpdateType
    """`status`: a custom agent was created or deleted, or an agent was configured. `message`: an agent
    answered. `deployment`: an agent was deployed. `run`: a run of a workflow began, waits for an
    approval, or ended.
    """


class AggregateRequest(Model):
    """The aggregate to compute and the points to include."""

    _names: ClassVar = {"end_date": "endDate", "start_date": "startDate"}

    device: str | None = None
    """Only points of this device: the id or the name of a registered device of the account, or another
    name. The id of a device and its name find the same points.
    """
    end_date: str
    """The end of the range, inclusive; a date includes the whole day."""
    operation: AggregateOperation
    start_date: str
    """The start of the range, inclusive: RFC 3339, or a date in the profile's time zone."""
    type: str
    """The type of the points to aggregate; points of other types are not used."""


class AggregateResult(Model):
    """An aggregate and the points it was computed from."""

    _names: ClassVar = {"encrypted_count": "encryptedCount", "sealed_results": "sealedResults", "skipped_points": "skippedPoints"}

    blocks: int
    """The number of encrypted blocks that contributed."""
    count: int
    """The number of points that contributed."""
    decimals: int
    """The number of decimals that every value was rounded to before the computation, in every mode."""
    encrypted_count: int
    """The number of points added as ciphertexts: only their total was decrypted."""
    operation: AggregateOperation
    sealed_results: list[EncryptedResult] | None = None
    """The same aggregate over blocks that the client sealed, which only the client can decrypt;
    `value` excludes them.
    """
    skipped_points: list[SkippedPoints] | None = None
    """The points left out because their key does not decrypt. For blocks sealed by the client: because
    the key is suspended or its evaluation keys are missing.
    """
    type: str
    """The point type, as requested."""
    unit: str | None = None
    """The unit of the type (squared for a variance). For a type outside the catalogue, the unit the
    points were uploaded with.
    """
    value: float | None = None
    """The result; null if there is no point, except that a sum is then 0."""


class Alert(Model):
    """An alert: a rule whose condition is met or was met earlier."""

    _names: ClassVar = {"ended_at": "endedAt", "last_seen": "lastSeen"}

    acknowledgement: AlertAcknowledgement | None = None
    """The first acknowledgement; null before an administrator acknowledged the alert."""
    ended_at: dt.datetime | None = None
    """The time when the condition of the rule ended; null while it is met."""
    id: str
    """The id of the alert, which begins with `alr_`."""
    last_seen: dt.datetime
    """The last time when the condition of the rule was met, to the minute."""
    message: str
    """The problem and the remedy."""
    since: dt.datetime
    """The time when the condition of the rule was first met."""
    subject: str
    """The object that the alert concerns, such as the id of an account; empty if it concerns the
    installation.
    """
    type: str
    """The name of the rule."""


class AlertAcknowledgement(Model):
    """The first acknowledgement of an alert."""

    at: dt.datetime
    """The time of the acknowledgement, in UTC."""
    id: str | None = None
    """The account's id; null after its erasure."""
    name: str | None = None
    """The account's user name; null after its erasure."""


class AlertPage(Model):
    """A page of alerts."""

    alerts: list[Alert]
    """The alerts, newest first."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of alerts that match."""


class AlertSettings(Model):
    """The thresholds of alert rules."""

    _names: ClassVar = {"error_percent": "errorPercent", "failed_sign_ins": "failedSignIns", "storage_percent": "storagePercent"}

    error_percent: int
    """The percentage of requests with a server error at which an alert starts."""
    failed_sign_ins: int
    """The number of failed sign-ins per minute at which an alert starts."""
    storage_percent: int
    """The used percentage of the disk at which an alert starts."""


class AlertSettingsChange(Model):
    """New thresholds of alert rules."""

    _names: ClassVar = {"error_percent": "errorPercent", "failed_sign_ins": "failedSignIns", "storage_percent": "storagePercent"}

    error_percent: int | None = None
    """The percentage of requests with a server error at which an alert starts."""
    failed_sign_ins: int | None = None
    """The number of failed sign-ins per minute at which an alert starts."""
    storage_percent: int | None = None
    """The used percentage of the disk at which an alert starts."""


class AnalyticsAlert(Model):
    """An alert rule whose condition is met."""

    message: str
    """The problem and the remedy."""
    type: str
    """The name of the rule."""


class AnalyticsFilters(Model):
    """The range, the groups of figures and the level of detail."""

    _names: ClassVar = {"data_type": "dataType", "date_range": "dateRange"}

    data_type: AnalyticsDataType | None = None
    """Default: "all"."""
    date_range: AnalyticsRange | None = None
    """Default: "month"."""
    view: AnalyticsView | None = None
    """Default: "overview"."""


class AnalyticsOverview(Model):
    """The sums of a range."""

    _names: ClassVar = {"active_agents": "activeAgents", "data_processed": "dataProcessed", "revenue_by_currency": "revenueByCurrency", "total_transactions": "totalTransactions"}

    active_agents: int
    """The number of agents that are working now."""
    data_processed: int
    """The number of points and rows of datasets that were stored in the range."""
    revenue: float
    """The sum of these purchases in EUR. Purchases in other currencies are in `revenueByCurrency`
    only.
    """
    revenue_by_currency: dict[str, float]
    """The sum of these purchases by currency."""
    total_transactions: int
    """The number of purchases in the range, without refunded ones."""


class AnalyticsRequest(Model):
    """The selection of figures."""

    _names: ClassVar = {"user_id": "userId"}

    filters: AnalyticsFilters | None = None
    user_id: str | None = None
    """The id of an account: only its stored data and its sales are counted."""


class AnalyticsResult(Model):
    """The figures of a range."""

    agents: AgentAnalytics
    datastreams: DatastreamAnalytics
    marketplace: MarketplaceAnalytics
    overview: AnalyticsOverview
    system: SystemAnalytics


class ApiKey(Model):
    """An API key, without its secret."""

    _names: ClassVar = {"created_at": "createdAt", "expires_at": "expiresAt", "last_used_at": "lastUsedAt", "parent_id": "parentId"}

    created_at: dt.datetime
    """The time of creation, in UTC."""
    expires_at: dt.datetime | None = None
    """The expiry, in UTC; null if the key is valid until it is deleted."""
    id: str
    """The id of the key, which begins with `ak_`."""
    last_used_at: dt.datetime | None = None
    """The time of the last use, to the minute; null if never used."""
    name: str
    """The name that the creator of the key chose, 1 to 100 characters."""
    parent_id: str | None = None
    """The API key that created this one and is revoked with it; null if none."""
    scopes: list[str]
    """Area names with `:read` or `:write`; empty means everything the role permits."""


class ApiKeyPage(Model):
    """A page of API keys."""

    _names: ClassVar = {"api_keys": "apiKeys"}

    api_keys: list[ApiKey]
    """The keys on this page, without their secrets."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of keys on all pages."""


class ApiKeyWithSecret(Model):
    """An API key with its secret, which is returned once."""

    _names: ClassVar = {"created_at": "createdAt", "expires_at": "expiresAt", "last_used_at": "lastUsedAt", "parent_id": "parentId"}
    _secrets: ClassVar = {"key"}

    created_at: dt.datetime
    """The time of creation, in UTC."""
    expires_at: dt.datetime | None = None
    """The expiry, in UTC; null if the key is valid until it is deleted."""
    id: str
    """The id of the key, which begins with `ak_`."""
    last_used_at: dt.datetime | None = None
    """The time of the last use, to the minute; null if never used."""
    name: str
    """The name that the creator of the key chose, 1 to 100 characters."""
    parent_id: str | None = None
    """The API key that created this one and is revoked with it; null if none."""
    scopes: list[str]
    """Area names with `:read` or `:write`; empty means everything the role permits."""
    key: str
    """The credential for `Authorization: Bearer`."""


class AttachClaimRequest(Model):
    """A claim to attach to a token."""

    claim: dict[str, Any]
    """The document of `POST /v1/sfdp/proofs` about your own days, without audience and nonce."""


class AttestationKey(Model):
    """The public half of the platform's signing key."""

    _names: ClassVar = {"public_key": "publicKey"}

    algorithm: str
    """The signature algorithm (FIPS 204, pure ML-DSA)."""
    chain: list[AttestationKeyRotation]
    """Every rotation of the key, oldest first. Each record is signed by the key before it and by the
    key after it, so that a verifier who trusts one of the keys can verify documents of all of them.
    """
    context: str
    """The context string of every signature (FIPS 204, 5.2)."""
    fingerprint: str
    """The SHA-256 of the public key, in hexadecimal: compare it over another channel."""
    installation: str
    """The id of this installation, contained in every record it signs."""
    public_key: str
    """The public key: 1952 bytes, base64."""


class AttestationKeyRotation(Model):
    """A rotation of the attestation key: one record, signed by both keys."""

    _names: ClassVar = {"by_new": "byNew", "by_old": "byOld"}

    by_new: SignedDocument
    """The record, signed by the new key."""
    by_old: SignedDocument
    """The record, signed by the old key."""


class AuditActor(Model):
    """The actor of an entry."""

    id: str
    """The account's id, `anonymous`, `system`, `erased`, or `owner` for the owner of an account who
    erases it.
    """
    name: str
    """The account's user name now; empty for an actor without an account."""
    role: str
    """The role at the time of the entry."""


class AuditCheckpoint(Model):
    """A signed checkpoint of the audit log."""

    number: int
    """The number of the checkpoint, from 1."""
    sequence: int
    """The last entry that it covers."""
    timestamp: dt.datetime
    """The time at which the platform signed the checkpoint, in UTC."""


class AuditLink(Model):
    """A link of the audit chain: an entry without its body."""

    _names: ClassVar = {"body_digest": "bodyDigest", "previous_hash": "previousHash"}

    body_digest: str
    """The salted digest of the body, in hexadecimal."""
    hash: str
    """The hash of the entry, in hexadecimal."""
    previous_hash: str
    """The hash of the entry before it, in hexadecimal; zeros for the first entry."""
    sequence: int
    """The number of the entry in the chain, from 1."""
    timestamp: dt.datetime
    """The time of the entry, in UTC."""


class AuditLinks(Model):
    """Successive links of the audit chain."""

    links: list[AuditLink]
    """The links, oldest first; fewer than `limit` at the end of the chain."""
    node: str
    """The name of the node that wrote the entries."""


class AuditLogEntry(Model):
    """An entry of the audit log."""

    action: str
    """The name of the action, in the form `object.verb`."""
    component: str
    """The part of the platform that wrote the entry, for `filters.component`."""
    details: str
    """The object of the action or the reason for a refusal, in words: names and counts, never a health
    value.
    """
    hash: str
    """The hash of the entry in the chain, in hexadecimal: it covers all earlier entries."""
    id: str
    """The id of the entry, which begins with `aud_`."""
    metadata: Any = None
    """Counts and names for programs."""
    proof: AuditProof | None = None
    """The values with which the hash is computed again; absent unless the request has `proofs`."""
    sequence: int
    """The number of the entry in the chain, from 1."""
    status: AuditStatus
    timestamp: dt.datetime
    """The time of the entry, in UTC."""
    user: AuditActor


class AuditLogFilters(Model):
    """Conditions that all entries of the page meet."""

    _names: ClassVar = {"date_range": "dateRange", "excluded_actions": "excludedActions"}

    component: str | None = None
    """Only entries of this component."""
    date_range: str | None = None
    """`day`, `week`, `month` or `year` before now, or `FROM/TO` with RFC 3339 times or dates in UTC."""
    excluded_actions: list[str] | None = None
    """Only entries with other actions than these: at most 16 names, each as entries have it. With a
    `searchQuery`, among the newest 10 000 entries that contain the words.
    """
    status: AuditStatus | None = None
    """Only entries with this status."""
    user: str | None = None
    """Only entries of this actor: the id or the name of an account, `anonymous`, `owner`, `system` or
    `erased`. An account whose name is one of these four words is found by its id.
    """


class AuditLogPage(Model):
    """A page of the audit log."""

    _names: ClassVar = {"has_uncounted": "hasUncounted"}

    checkpoint: SignedDocument | None = None
    """The newest signed checkpoint of the chain, which `lockstep audit verify --checkpoint` accepts;
    null before the first.
    """
    has_uncounted: bool
    """Whether more entries may match than `total`: a search for words stops counting at a limit, and
    on a full disk the newest entries are not indexed.
    """
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    logs: list[AuditLogEntry]
    """The entries, newest first."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of entries that match; a search for words counts at most 10 000, of which
    `filters.excludedActions` are subtracted.
    """


class AuditLogRequest(Model):
    """The selection of audit log entries."""

    _names: ClassVar = {"search_query": "searchQuery"}

    filters: AuditLogFilters | None = None
    limit: int | None = None
    """The number of entries per page. Default: 20."""
    page: int | None = None
    """The page number, from 1. Default: 1."""
    proofs: bool | None = None
    """Whether each entry has a `proof`: the values with which its hash is computed again. Default:
    false.
    """
    search_query: str | None = None
    """Words that an entry must contain, all of them, in any order: in its action, component, status,
    details, metadata or the id of its actor. `word*` finds every word that begins with `word`.
    """


class AuditProof(Model):
    """The values with which the hash of an entry is computed again, as `docs/security/audit-chain.md`
    describes.
    """

    _names: ClassVar = {"body_digest": "bodyDigest", "previous_hash": "previousHash"}

    body: list[str]
    """The nine texts of the body in their order: the id of the entry, the id, name and role of the
    actor, the action, the component, the status, the details, and the metadata as JSON or an empty
    text.
    """
    body_digest: str
    """The salted digest of the body, in hexadecimal."""
    node: str
    """The name of the node that wrote the entry."""
    previous_hash: str
    """The hash of the entry before it, in hexadecimal; zeros for the first entry."""
    salt: str
    """The salt of the digest, in hexadecimal."""


class AuditVerification(Model):
    """The result of verifying the audit log."""

    _names: ClassVar = {"verified_at": "verifiedAt"}

    broken: InvalidAuditEntry | None = None
    """The first invalid entry; null if the log is intact."""
    checkpoint: AuditCheckpoint | None = None
    """The newest signed checkpoint; null before the first. Entries after it can be cut off undetected."""
    entries: int
    """The number of entries that were checked."""
    erased: int
    """The number of these whose content an erasure removed. Their place in the chain is checked."""
    intact: bool
    """Whether every entry is unchanged and in its original position."""
    verified_at: dt.datetime
    """The time of the verification; at most a minute ago."""


class Backup(Model):
    """A backup in the configured directory."""

    _names: ClassVar = {"made_at": "madeAt", "restore_tested": "restoreTested"}

    bytes: int
    """The size of its files in bytes."""
    damaged: bool | None = None
    """Whether rows of the backup are damaged; null for a backup made by hand, of which the server does
    not know it.
    """
    made_at: dt.datetime
    """The time when the backup began; of a backup made by hand, when its store was last written, in
    UTC.
    """
    name: str
    """The name of the folder that holds the backup, without the directory."""
    restore_tested: bool
    """Whether the server restored the backup for a test and found the same content. True for every
    backup that the server made itself, false for one made by hand.
    """


class BackupAttempt(Model):
    """The last attempt to make a backup on the schedule or on request."""

    at: dt.datetime
    """The time when it began, in UTC."""
    outcome: BackupOutcome


class BackupList(Model):
    """The backups of the installation."""

    _names: ClassVar = {"last_attempt": "lastAttempt"}

    backups: list[Backup]
    """The backups in the configured directory, newest first."""
    configured: bool
    """Whether `backup.directory` is configured: without it, the server makes no backups."""
    last_attempt: BackupAttempt | None = None
    """The last attempt; null before the first. The alert `backup.failed` says why it failed."""
    running: bool
    """Whether a backup is requested or being made now."""


class BackupStart(Model):
    """The state of the backup that was requested."""

    running: bool
    """Always true: the backup is requested or being made."""


class Balance(Model):
    """The balance of the caller in a currency."""

    balance: float
    """The amount that the platform owes the caller; negative for a debt."""
    currency: str
    """The ISO 4217 code; an account has one balance for each currency."""


class BaselineComparison(Model):
    """The last 7 days compared with the 60 days before."""

    _names: ClassVar = {"baseline_days": "baselineDays"}

    baseline: float
    """The mean of the 60 days before."""
    baseline_days: int
    """The number of these days that have a value."""
    days: int
    """The number of these days that have a value."""
    mean: float
    """The mean of the last 7 days."""
    spread: float
    """The standard deviation of the baseline."""
    z: float
    """(mean − baseline) / spread."""


class Ceremony(Model):
    """A verification key with the ceremony that produced it."""

    _names: ClassVar = {"created_at": "createdAt", "vk_digest": "vkDigest"}

    created_at: dt.datetime
    """The time of the confirmation: RFC 3339, UTC."""
    name: str
    """The name that the administrator gave the ceremony, 1 to 200 characters."""
    vk_digest: str
    """The SHA-256 of the verification key: 64 lower-case hexadecimal digits."""


class CeremonyPage(Model):
    """A page of ceremonies, ordered by digest."""

    ceremonies: list[Ceremony]
    """The confirmed ceremonies of the page, ordered by `vkDigest`."""
    limit: int
    """The maximum number of ceremonies per page, as requested or by default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of all confirmed ceremonies."""


class ChangePasswordRequest(Model):
    """The current and the new password."""

    _secrets: ClassVar = {"current_password", "new_password"}

    current_password: str
    """The password so far, as proof that the owner of the account sends the request."""
    keep_api_keys: bool | None = None
    """Whether API keys stay valid. Default: false. Default: false."""
    new_password: str
    """The new password: at least 12 characters, hard to guess, and without the user name."""


class ChannelMessage(Model):
    """A message of a channel."""

    channel: EventChannelName
    id: str
    """The id for `lastEventId`."""
    payload: dict[str, Any]
    """The content; its fields depend on the type."""
    timestamp: dt.datetime
    """The time of the event, in UTC."""
    type: str
    """The type of the event; `docs/events.md` lists the types of each channel."""


class ClaimProof(Model):
    """A claim with everything needed to verify it, without an account or a network."""

    _names: ClassVar = {"attested_root": "attestedRoot", "key_attestation": "keyAttestation", "public_inputs": "publicInputs", "verification_key": "verificationKey", "vk_digest": "vkDigest"}

    assurance: str
    """A sentence about the trustworthiness of such proofs."""
    attested_root: dict[str, Any]
    """The signed root that the claim is about."""
    circuit: str | None = None
    """`between:N:0`, where N is the depth of the series' tree."""
    curve: str | None = None
    """`bls12-381` or `bn254`."""
    format: str
    """The format of the document."""
    id: str | None = None
    """The id of the claim, derived from its statement. The proof does not identify a claim, because
    proofs can be re-randomised.
    """
    key_attestation: dict[str, Any] | None = None
    """The platform's attestation that it created this key for this circuit. The party that creates a
    key can prove false statements under it.
    """
    proof: dict[str, Any]
    """The proof: of Bulletproofs an object with `protocol`, `bits` and `proof` in hexadecimal, of the
    other schemes snarkjs JSON.
    """
    public_inputs: list[str] | None = None
    """The public inputs as snarkjs JSON: decimal strings."""
    scheme: str
    """`Bulletproofs`, `Groth16` or `PGHR13`. Only the last two have the members `circuit`, `curve`,
    `publicInputs`, `verificationKey`, `vkDigest` and `keyAttestation`.
    """
    setup: str
    """How the key was created; `transparent` for Bulletproofs, which have no key."""
    statement: ClaimStatement
    """The readable statement; the proof binds every field of it."""
    verification_key: dict[str, Any] | None = None
    """As snarkjs JSON."""
    vk_digest: str | None = None
    """The SHA-256 of the verification key in hexadecimal: pin it."""


class ClaimStatement(Model):
    """The statement of a claim."""

    _names: ClassVar = {"end_date": "endDate", "expires_at": "expiresAt", "root_record": "rootRecord", "start_date": "startDate", "time_zone": "timeZone"}

    audience: str
    """The intended recipient of the claim."""
    days: int
    """The number of claimed days, from the first to the last."""
    end_date: str
    """The last day."""
    expires_at: str | None = None
    """The end of the claim's validity; null if unlimited."""
    max: float | None = None
    """The maximum of each daily value; null if the claim states no maximum."""
    metric: str
    """The metric."""
    min: float | None = None
    """The minimum of each daily value; null if the claim states no minimum."""
    nonce: str
    """The nonce of the verifier, base64."""
    owner: str
    """The pseudonym of the account, as in the signed root."""
    root_record: str
    """The SHA-256 of the signed root's record, in hexadecimal."""
    says: str
    """The claim in sentences, with the contributing devices and the points that were left out."""
    scale: int
    """The number of decimals of values and bounds."""
    start_date: str
    """The first day."""
    time_zone: str
    """The time zone of the days."""
    unit: str
    """The unit of the values."""


class ClaimSummary(Model):
    """A claim of a token."""

    _names: ClassVar = {"expires_at": "expiresAt"}

    expires_at: dt.datetime | None = None
    """The end of the claim's validity; null if unlimited."""
    id: str
    """The id of the claim. The certificate of the token names it."""
    setup: str
    """The origin of the proof's keys. `transparent`: a Bulletproof, which has no keys; no party can
    prove a false claim about the signed days. `local`: the platform made the keys and could prove
    anything. Under both, the platform signed the values of the days.
    """
    statement: str
    """The claim in sentences."""


class ClientBlock(Model):
    """A block as the client sealed it."""

    _names: ClassVar = {"block_id": "blockId", "key_id": "keyId"}

    block: str
    """The envelope, base64."""
    block_id: str
    """The id of the block, as its upload returned it."""
    device: str
    """The device of all values, as uploaded."""
    key_id: str
    """The id of the FHE key that sealed the block. Only the client has its secret."""
    timestamps: list[str]
    """The time of each value."""
    type: str
    """The type of all values in the block."""


class ClientBlockPage(Model):
    """A page of blocks as the client sealed them."""

    _names: ClassVar = {"has_more": "hasMore", "next_cursor": "nextCursor"}

    blocks: list[ClientBlock]
    """The blocks of the page, oldest upload first."""
    has_more: bool
    """Whether more blocks follow."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""


class ComputationMetadata(Model):
    """Metadata of a computation."""

    _names: ClassVar = {"key_id": "keyId"}

    key_id: str
    """The id of the key of the operands, which also decrypts the result."""
    operation: str
    """The computed operation, as in the request."""
    timestamp: dt.datetime
    """The time of the computation: RFC 3339, UTC."""


class ComputationResult(Model):
    """The encrypted result of a computation."""

    metadata: ComputationMetadata
    result: str
    """The envelope of the result, base64; `decrypt` returns its numbers."""


class ComputeParameters(Model):
    """Parameters of the operation."""

    precision: int | None = None
    """For `weightedSum`: the decimals of the weights, 0 to 6. Default: 0 for whole numbers, otherwise
    2.
    """
    scheme: str | None = None
    """`BFV` or `BFV-sum`; must equal the scheme of the operands."""
    steps: int | None = None
    """For `rotate`: the number of places to the left."""
    weights: list[float] | None = None
    """For `weightedSum`: one weight per value. A weight with more decimals is refused, never rounded."""


class ComputeRequest(Model):
    """The operation and its operands."""

    operands: list[str]
    """Envelopes of mode FHE under one key, base64."""
    operation: str
    """With two operands: `add`, `subtract`, `multiply`, `dot`. With one: `negate`, `square`, `sum`,
    `mean`, `variance`, `rotate`, `weightedSum`.
    """
    parameters: ComputeParameters | None = None


class ConfirmCeremonyRequest(Model):
    """The ceremony that an operator confirms for a verification key."""

    _names: ClassVar = {"vk_digest": "vkDigest"}

    name: str
    """The name of the ceremony, 1 to 200 characters."""
    vk_digest: str
    """The SHA-256 of the verification key, 64 hexadecimal digits, as returned by `/v1/encryption`."""


class ConfirmIdentityLinkRequest(Model):
    """The parameters of the provider's redirect."""

    _secrets: ClassVar = {"code"}

    code: str
    """The `code` parameter of the redirect: the authorization code of the provider."""
    iss: str | None = None
    """The issuer, if the provider sent it (RFC 9207)."""
    state: str
    """The `state` parameter of the redirect: the `state` that the server returned at the start."""


class ConfirmReauthenticationRequest(Model):
    """The parameters of the provider's redirect."""

    _secrets: ClassVar = {"code"}

    code: str
    """The `code` parameter of the redirect: the authorization code of the provider."""
    iss: str | None = None
    """The issuer, if the provider sent it (RFC 9207)."""
    state: str
    """The `state` parameter of the redirect: the `state` that the server returned at the start."""


class ConfirmTotpRequest(Model):
    """A code that proves that the authenticator app has the secret."""

    _secrets: ClassVar = {"code"}

    code: str
    """The current code of the authenticator app."""


class ConsoleOidcSession(Model):
    """A session of the web console that began at an OpenID provider. Its credential is only in the
    cookie.
    """

    expires_at: dt.datetime
    """The expiry, unless the session is renewed before."""
    return_to: str
    """The page of the console to show: the `return_to` of the start."""


class ConsoleSession(Model):
    """A session of the web console. Its credential is only in the cookie."""

    expires_at: dt.datetime
    """The expiry, unless the session is renewed before."""


class ControlUadmDeviceRequest(Model):
    """A command to send."""

    command: str
    """The name of the command, 1 to 128 printable characters."""
    expires_in: int | None = None
    """Seconds after which the command expires if the device has not answered: 1 to 604800, default 60.
    Default: 60.
    """
    parameters: dict[str, Any] | None = None
    """The parameters of the command, at most 16 KiB as JSON."""


class ControlUadmDeviceResult(Model):
    """The state of a command that was sent."""

    command_id: str
    """The id of the command, which begins with `cmd_`."""
    result: dict[str, Any] | None = None
    """The device's answer; absent before it arrives."""
    status: UadmCommandStatus


class CopiedPoints(Model):
    """Points that two devices both have."""

    _names: ClassVar = {"shift_seconds": "shiftSeconds"}

    compared: int
    """The number of points of the first device for which the second has a point at that time."""
    devices: list[str]
    """The names of the two devices."""
    equal: int
    """The number of points of the first device that the second has, too."""
    shift_seconds: int
    """The seconds by which the times of the second device are later: 0, or whole quarter hours, as
    between time zones.
    """


class CreateAgentRequest(Model):
    """A custom agent to create."""

    capabilities: list[str]
    """Names of tools, such as `metrics.read`, or of groups of tools: `points`, `metrics`, `insights`,
    `search`, `market`, `privacy`, `devices`, `audit`. An agent cannot combine tools that read
    private data, tools that read texts of other people, and tools that act outside the platform.
    """
    configuration: CustomAgentConfigurationBody | None = None
    description: str | None = None
    """The description, at most 10 000 characters."""
    name: str
    """The name, 1 to 256 printable characters."""


class CreateApiKeyRequest(Model):
    """An API key to create."""

    _names: ClassVar = {"expires_at": "expiresAt"}

    expires_at: dt.datetime | None = None
    """The time of expiry. Without it, the key is valid until it is deleted."""
    name: str
    """The name of the key, 1 to 100 characters."""
    scopes: list[str] | None = None
    """Area names with `:read` or `:write`. Empty: everything the role permits."""


class CreateConsoleOidcSignInRequest(Model):
    """The sign-in to the console to start."""

    redirect_uri: str
    """The address of the console's page `/sign-in/callback`, one of those that the operator configured
    for the provider.
    """
    return_to: str | None = None
    """The page of the console to show after the sign-in: a path with its query. `/today` if absent."""


class CreateDataTokenRequest(Model):
    """A data token to create."""

    _names: ClassVar = {"access_rules": "accessRules", "available_until": "availableUntil", "data_points": "dataPoints"}

    access_rules: AccessRules
    available_until: dt.datetime | None = None
    """The time after which the token cannot be bought."""
    claims: list[dict[str, Any]] | None = None
    """Documents of `POST /v1/sfdp/proofs` about your own days, without audience and nonce, for buyers
    to verify.
    """
    currency: str
    """The currency of the price, an ISO 4217 code."""
    data_points: list[str]
    """Ids of points, or selectors `type=…;device=…;start=…;end=…`. Each must select a point of yours.
    The id of a registered device and its name select the same points. The token sells these points
    as they are now.
    """
    description: str | None = None
    """A text for buyers, on the page of the listing."""
    price: float
    """The price, above zero, with at most the decimals of the currency."""


class CreateDatasetRequest(Model):
    """A dataset to create."""

    data: dict[str, Any] | None = None
    """The data: an object whose members are arrays of one length is a table of columns; any other
    object is one row. For a large table, leave it out and send the table with `PUT
    /api/datasets/{dataset_id}/data`.
    """
    description: str | None = None
    """The description, at most 10 000 characters."""
    encryption_mode: DatasetEncryptionMode
    """`none`: sealed under the account's own key. `basic`: sealed under a key of the mode Basic.
    `fhe`: numeric columns are ciphertexts that support sums, means and variances. `zk`: numeric
    columns are committed to.
    """
    name: str
    """The name, 1 to 256 printable characters."""


class CreateIdentityLinkRequest(Model):
    """A provider, and the password of the account."""

    _secrets: ClassVar = {"password"}

    password: str
    """The current password of the account, as proof that its owner sends the request."""
    provider: str
    """The name of the provider."""
    redirect_uri: str
    """One of the addresses that the operator configured for the provider."""


class CreateItemRequest(Model):
    """An item to create."""

    category: str
    """A category of your choice, 1 to 64 characters. Lists can be filtered by it."""
    currency: str | None = None
    """The currency of the price, an ISO 4217 code. Default: "EUR"."""
    description: str
    """The text that buyers see, at most 10 000 characters; can be empty."""
    encryption: ItemEncryption
    name: str
    """The title that buyers see, 1 to 200 characters."""
    price: float
    """The price, not below zero."""
    status: ItemStatus | None = None
    """The status of the item. Default: `active`."""


class CreateListingRequest(Model):
    """A listing to create."""

    access_rules: ListingRules | None = None
    """The rules of the sale. Without them: one year and 1000 reads, without restrictions."""
    currency: str | None = None
    """The currency of the price, an ISO 4217 code. Default: "EUR"."""
    dataset_id: str
    """A dataset of the caller that has data."""
    description: str | None = None
    """The text that buyers see, at most 10 000 characters. Default: empty."""
    price: float
    """The price, above zero, with at most the decimals of the currency."""
    title: str
    """The title that buyers see, 1 to 200 characters."""


class CreateOidcSignInRequest(Model):
    """The sign-in to start."""

    redirect_uri: str
    """One of the addresses that the operator configured for the provider."""


class CreateReauthenticationRequest(Model):
    """The provider at which to identify."""

    provider: str
    """The name of the provider, of which an identity is linked to the account."""
    redirect_uri: str
    """One of the addresses that the operator configured for the provider."""


class CreateUserRequest(Model):
    """An account to create."""

    _secrets: ClassVar = {"password"}

    email: str
    """An e-mail address, at most 254 bytes; unique without regard to case."""
    password: str
    """The new password: at least 12 characters, hard to guess, and without the user name."""
    role: Role | None = None
    """The role. Default: `user`."""
    tier: Tier | None = None
    """The tier, which sets limits and quotas. Default: `standard`."""
    username: str
    """1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case; must not begin
    with `usr_`.
    """


class CreateWebhookRequest(Model):
    """A webhook to create."""

    _names: ClassVar = {"event_types": "eventTypes"}

    description: str | None = None
    """A note for the owner, at most 256 characters."""
    event_types: list[str]
    """Names of `GET /v1/webhooks/event-types`."""
    scope: WebhookScope | None = None
    """The accounts whose events are sent. Default: `own`. `administration` requires the role auditor
    or admin.
    """
    url: str
    """The `https` address of the receiver, at most 2048 bytes."""


class CreateWorkflowRequest(Model):
    """A workflow to create."""

    _names: ClassVar = {"workflow_id": "workflowId"}

    enabled: bool | None = None
    """Whether the trigger starts runs. Default: true."""
    graph: WorkflowGraph
    workflow_id: str
    """The name: 1 to 64 letters, digits, `_` or `-`."""


class CreateWorkflowRunRequest(Model):
    """The run to start."""

    _names: ClassVar = {"dry_run": "dryRun"}

    dry_run: bool | None = None
    """Whether to plan the run without calling tools that change data. The run then shows the arguments
    of these calls.
    """
    input: dict[str, Any] | None = None
    """The value of `input` in the trigger's output."""


class CreatedAgent(Model):
    """The receipt of a new custom agent."""

    _names: ClassVar = {"deployment_ready": "deploymentReady"}

    deployment_ready: bool
    """Whether every capability is granted and the model is available."""
    id: str
    """The id of the new agent, which begins with `agt_`."""
    status: str
    """Always `created`."""


class CreatedAgentDeployment(Model):
    """A new deployment."""

    _names: ClassVar = {"deployment_id": "deploymentId"}

    agent: DeployedAgent
    deployment_id: str
    """The id of the deployment, which begins with `dep_`."""
    status: str
    """Always `success`."""


class CreatedDataToken(Model):
    """The created token."""

    _names: ClassVar = {"listing_url": "listingUrl", "token_id": "tokenId"}

    listing_url: str
    """The URL of the token's page for browsers, under `public_url` of the configuration or else at the
    host that the request names. The page is not found until the token is active.
    """
    status: DataTokenStatus
    token_id: str
    """The id of the data token: `tok_` and 26 characters."""


class Credential(Model):
    """A sign-in or an API key, without its secret."""

    _names: ClassVar = {"created_at": "createdAt", "expires_at": "expiresAt", "last_used_at": "lastUsedAt"}

    created_at: dt.datetime
    """The time of the sign-in, or of the creation of the key, in UTC."""
    expires_at: dt.datetime | None = None
    """The expiry; null for an API key that does not expire."""
    id: str
    """The id of the sign-in, which begins with `ses_`, or of the API key, which begins with `ak_`."""
    kind: CredentialKind
    last_used_at: dt.datetime | None = None
    """The time of the last use, to the minute; null if never used."""
    name: str | None = None
    """The name of the API key."""
    scopes: list[str]
    """The scopes; empty means everything the role permits."""


class CredentialPage(Model):
    """A page of credentials, oldest first."""

    credentials: list[Credential]
    """The sign-ins and API keys on this page."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of credentials on all pages."""


class CriticalPowerModel(Model):
    """The two-parameter model of critical power, fitted to the highest means of 2 to 20 minutes: value
    = critical + capacity / seconds (Monod and Scherrer 1965). It is valid only if these efforts
    were maximal.
    """

    _names: ClassVar = {"r_squared": "rSquared", "standard_error": "standardError"}

    capacity: float
    """W′ in J, or D′ in m."""
    critical: float
    """Critical power in W, or critical speed in m/s."""
    name: str
    """Always `critical-power-2-parameter`."""
    r_squared: float
    """The share of the variance that the model explains."""
    residuals: list[ModelResidual]
    """The efforts that the model was fitted to."""
    standard_error: float
    """The standard error of the estimate, in the unit of `critical`."""


class CurrencyPrices(Model):
    """The prices of the offers of one currency."""

    _names: ClassVar = {"per1000_points": "per1000Points"}

    currency: str
    """The ISO 4217 code of the currency of all prices in this entry."""
    highest: float
    """The highest price in the main unit of the currency."""
    lowest: float
    """The lowest price in the main unit of the currency."""
    median: float
    """The median price in the main unit of the currency."""
    offers: int
    """The number of offers."""
    per1000_points: PriceSpread | None = None
    """The prices of 1000 points of the data tokens; null without a token."""


class CurrentUser(Model):
    """The caller's account."""

    email: str
    """The e-mail address, which also works for signing in; empty if it cannot be decrypted."""
    id: str
    """The id of the account, which begins with `usr_`."""
    role: Role
    scopes: list[str]
    """The scopes of this credential; empty means everything the role permits."""
    status: AccountStatus
    tier: Tier
    username: str
    """The name for signing in; empty if it cannot be decrypted."""


class CustomAgent(Model):
    """A custom agent."""

    _names: ClassVar = {"created_at": "createdAt"}

    capabilities: list[str]
    """Names of tools or of groups of tools; empty if the stored definition is damaged."""
    configuration: CustomAgentConfiguration | None = None
    """The model of the agent; null if the stored definition is damaged."""
    created_at: dt.datetime
    """The time of creation, in UTC."""
    description: str
    """The description, at most 10 000 characters; empty if the agent has no description or the stored
    definition is damaged.
    """
    id: str
    """The id of the agent, which begins with `agt_`."""
    name: str
    """The name; empty if the stored definition is damaged."""
    status: AgentState


class CustomAgentConfiguration(Model):
    """The model of a custom agent."""

    _names: ClassVar = {"share_data": "shareData"}

    model: str
    """`builtin` (no language model), or the name of a model that the operator configured."""
    parameters: AgentModelParameters
    share_data: bool
    """Whether questions and decrypted values may be sent to a model on another machine."""


class CustomAgentConfigurationBody(Model):
    """The model of a custom agent."""

    _names: ClassVar = {"share_data": "shareData"}

    model: str | None = None
    """`builtin` (no language model), or the name of a model that the operator configured. Default:
    "builtin".
    """
    parameters: AgentModelParametersBody | None = None
    share_data: bool | None = None
    """Whether questions and decrypted values may be sent to a model on another machine. Such a model
    requires `true`. Default: false.
    """


class CustomAgentList(Model):
    """The custom agents of an account."""

    agents: list[CustomAgent]
    """The agents, the oldest first; an account has 100 at most."""


class DailyBounds(Model):
    """The claim about each day. Without bounds it claims that a value exists."""

    max: float | None = None
    """The maximum of each daily value."""
    metric: str
    """`restingHeartRate`, `hrvRmssd`, `sleepDuration` or `steps`."""
    min: float | None = None
    """The minimum, in the unit of the metric's point type."""


class DataGrant(Model):
    """A purchase that can still be used. It names neither the buyer nor the number of reads."""

    _names: ClassVar = {"expires_at": "expiresAt", "listing_id": "listingId", "purchase_id": "purchaseId", "purchased_at": "purchasedAt", "token_id": "tokenId"}

    expires_at: dt.datetime | None = None
    """The end of the access."""
    listing_id: str | None = None
    """The listing; null for a data token."""
    purchase_id: str
    """The id of the purchase, as in the ledger."""
    purchased_at: dt.datetime
    """The time of the purchase: RFC 3339, UTC."""
    restrictions: list[str]
    """The restrictions at the time of the purchase."""
    token_id: str | None = None
    """The data token; null for a listing."""


class DataGrantList(Model):
    """A page of grants."""

    _names: ClassVar = {"next_cursor": "nextCursor"}

    grants: list[DataGrant]
    """The grants, newest first."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""


class DataQuality(Model):
    """The completeness of the points of an account."""

    _names: ClassVar = {"end_date": "endDate", "silent_devices": "silentDevices", "start_date": "startDate"}

    end_date: dt.date
    """The last day of the report, in the time zone of the profile."""
    silent_devices: list[SilentDevice]
    """The devices that have sent no points since the first day."""
    start_date: dt.date
    """The first day of the report, in the time zone of the profile."""
    types: list[TypeQuality]
    """The types of the catalogue that have points in the range or before it."""


class DataTokenApproval(Model):
    """The confirmation of an approval."""

    approved: bool
    """Always `true`: the token can now be bought."""


class DataTokenClaims(Model):
    """The claims of a token."""

    claims: list[dict[str, Any]]
    """Documents of the format `lockstep-proof/3`. `lockstep verify` checks all of them offline."""


class DataTokenDetails(Model):
    """A data token."""

    _names: ClassVar = {"access_rules": "accessRules", "answers_left": "answersLeft", "available_until": "availableUntil", "created_at": "createdAt", "listing_url": "listingUrl"}

    access_rules: AccessRules
    answers_left: list[SeriesAnswerBudget] | None = None
    """The series of an aggregate-only token, with the answers that are left; null for another token."""
    available_until: dt.datetime | None = None
    """The time from which the token cannot be bought; null: until the seller withdraws it."""
    claims: list[ClaimSummary]
    """The claims of the seller that have not expired; their documents are at `…/claims`."""
    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    description: str
    """The seller's text for buyers, at most 2000 characters; empty if the seller sent none."""
    id: str
    """The id of the data token: `tok_` and 26 characters."""
    listing_url: str
    """The URL of the token's page for browsers."""
    points: int
    """The number of points."""
    price: float
    """The price in the main unit of the currency (euros, not cents)."""
    purchases: int | None = None
    """The number of purchases that were not refunded; null for tokens of others."""
    readable: bool
    """Whether the points can be read: false while a key of the seller that seals them is stopped. Such
    a token cannot be bought.
    """
    revenue: float | None = None
    """The sum of their prices, read from the ledger; null for tokens of others."""
    status: DataTokenStatus


class DataTokenEntry(Model):
    """A data token in a list."""

    _names: ClassVar = {"created_at": "createdAt"}

    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    id: str
    """The id of the data token: `tok_` and 26 characters."""
    points: int
    """The number of points."""
    price: float
    """The price in the main unit of the currency (euros, not cents)."""
    purchases: int | None = None
    """The number of purchases that were not refunded; null for tokens of others."""
    restrictions: list[str]
    """`aggregate-only`, `no-export` and `purpose:` with a word; empty if the token has no
    restrictions.
    """
    revenue: float | None = None
    """The sum of their prices, read from the ledger; null for tokens of others."""
    status: DataTokenStatus


class DataTokenList(Model):
    """A page of data tokens."""

    _names: ClassVar = {"next_cursor": "nextCursor"}

    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""
    tokens: list[DataTokenEntry]
    """The tokens, newest first."""


class DatabaseSettings(Model):
    """The settings of the database and of scheduled backups."""

    _names: ClassVar = {"backup_enabled": "backupEnabled", "backup_interval": "backupInterval", "max_connections": "maxConnections"}

    backup_enabled: bool
    """Whether backups are made on a schedule."""
    backup_interval: int
    """The hours between two backups."""
    max_connections: int
    """The maximum number of reads of the store that run at the same time."""
    timeout: int
    """The maximum time in seconds that a read for an account may wait and run."""


class DatabaseSettingsChange(Model):
    """New values of the settings of the database and of scheduled backups."""

    _names: ClassVar = {"backup_enabled": "backupEnabled", "backup_interval": "backupInterval", "max_connections": "maxConnections"}

    backup_enabled: bool | None = None
    """Whether backups are made on a schedule. This requires `backup.directory` in the configuration."""
    backup_interval: int | None = None
    """The hours between two backups."""
    max_connections: int | None = None
    """The maximum number of reads of the store that run at the same time."""
    timeout: int | None = None
    """The maximum time in seconds that a read for an account may wait and run. After that, the request
    is refused with 503.
    """


class Dataset(Model):
    """The entry of a dataset."""

    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    description: str
    """At most 10 000 characters; empty if none was sent."""
    encryption_mode: DatasetEncryptionMode
    encryption_status: DatasetEncryptionStatus
    id: str
    """The id of the dataset: `ds_` and 26 characters."""
    name: str
    """The name; empty if the stored name is damaged."""
    row_count: int | None = None
    """The number of rows; null without data."""
    schema: list[DatasetColumn] | None = None
    """The columns in order. Lists leave them out."""
    updated_at: dt.datetime
    """The time of the last change."""
    version: int | None = None
    """The number of the data's version, from 1; null without data."""


class DatasetColumn(Model):
    """A column of a dataset."""

    column: str
    """The name of the column."""
    null_count: int
    """The number of rows without a value."""
    protection: DatasetColumnProtection
    reason: str | None = None
    """The reason why a column of mode `fhe` or `zk` is only sealed; absent otherwise."""
    roots: list[str] | None = None
    """The roots of the commitments to the groups of rows of a `zk` column, in order: Poseidon Merkle
    roots over the scalar field of BLS12-381, little-endian, in hexadecimal; absent otherwise.
    """
    type: DatasetColumnType
    unit: str | None = None
    """The unit that the name states in brackets at its end; null if it states none."""


class DatasetColumnStatistics(Model):
    """The statistics of a column of numbers."""

    column: str
    """The name of the column, as in the dataset's schema."""
    computed_on: DatasetComputationBasis
    """`ciphertexts`: no single value was decrypted. `values`: the values were read."""
    count: int
    """The number of values."""
    mean: float | None = None
    """The mean; null without values."""
    null_count: int
    """The number of rows without a value."""
    sum: float | None = None
    """The sum. It is exact, with every digit, if the numbers are decimals of at most 18 digits."""
    variance: float | None = None
    """The variance of the whole population; null without values."""


class DatasetData(Model):
    """The data of a dataset."""

    data: dict[str, Any]
    """The columns of the table, each an array of values in the order of the rows. For data that were
    sent as a single JSON object: that object.
    """
    row_count: int
    """The number of rows of the whole version."""
    version: int
    """The number of the data's version; 0 without data."""


class DatasetPage(Model):
    """A page of datasets."""

    data: list[Dataset]
    """The datasets of the page, in the requested order."""
    limit: int
    """The maximum number of datasets per page, as requested or by default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of all datasets of the account."""


class DatasetStatistics(Model):
    """The statistics of a dataset."""

    columns: list[DatasetColumnStatistics]
    """One entry for each requested column of numbers."""
    dataset_id: str
    """The id of the dataset, as in the path."""
    version: int
    """The number of the data's version; 0 without data."""


class DatasetUpdate(Model):
    """A change of a dataset."""

    data: DatasetUpdateData
    id: str
    """The id for `lastEventId`."""
    type: DatasetMessageType


class DatasetUpdateData(Model):
    """A changed dataset and the kind of change."""

    dataset_id: str
    """The id of the changed dataset; after a deletion it no longer exists."""
    event: DatasetChange


class DatastreamAnalytics(Model):
    """The data stored in a range."""

    stored: list[int]
    """The points and rows of datasets stored in each period. Empty in the view `overview`."""


class DecryptRequest(Model):
    """The envelope to decrypt."""

    _names: ClassVar = {"encrypted_data": "encryptedData"}

    encrypted_data: str
    """An envelope, base64."""
    metadata: EnvelopeMetadata | None = None
    """Optional: if sent, it must match the envelope."""


class DecryptionMetadata(Model):
    """Metadata of a decryption."""

    _names: ClassVar = {"key_id": "keyId"}

    key_id: str
    """The id of the key that decrypted the envelope."""
    mode: str
    """`Basic`, `FHE` or `ZK`."""
    scheme: str
    """The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`."""
    timestamp: dt.datetime
    """The time of the decryption: RFC 3339, UTC."""


class DecryptionResult(Model):
    """The plaintext of an envelope."""

    data: str
    """The plaintext, base64."""
    metadata: DecryptionMetadata


class DeleteAccountRequest(Model):
    """The proof that the owner of the account sends the request."""

    _secrets: ClassVar = {"code", "password"}

    code: str | None = None
    """The current code of the authenticator app, or a recovery code. Needed if the account has TOTP
    enabled, otherwise ignored.
    """
    password: str | None = None
    """The current password of the account. It may be absent only if the person identified once more at
    a linked OpenID provider within the last 5 minutes (`POST /api/auth/reauthentication`).
    """


class DeletedActivity(Model):
    """The result of deleting an activity."""

    _names: ClassVar = {"deleted_points": "deletedPoints"}

    deleted_points: int
    """The number of deleted points."""


class DeletedAgent(Model):
    """The confirmation that a custom agent was deleted."""

    deleted: bool
    """Always true: the agent no longer exists."""


class DeletedAgentChat(Model):
    """The confirmation that a chat was deleted."""

    _names: ClassVar = {"deleted_count": "deletedCount"}

    deleted_count: int
    """The number of deleted messages."""


class DeletedAgentDeployment(Model):
    """The confirmation that a deployment was deleted."""

    deleted: bool
    """Always true: the deployment no longer exists."""


class DeletedApiKey(Model):
    """The confirmation that an API key was deleted."""

    deleted: bool
    """Always true: the key and every key it created are refused from now on."""


class DeletedCircuit(Model):
    """The confirmation that a circuit was deleted."""

    deleted: bool
    """Always `true`."""


class DeletedDataset(Model):
    """The confirmation of a deletion."""

    deleted: bool
    """Always `true`."""


class DeletedImport(Model):
    """The result of deleting an import."""

    _names: ClassVar = {"damaged_batches": "damagedBatches", "deleted_activities": "deletedActivities", "deleted_points": "deletedPoints"}

    damaged_batches: int | None = None
    """The number of batches whose record is damaged: their points stay; absent if none."""
    deleted_activities: int
    """The number of deleted activities: activities that no other import contains."""
    deleted_points: int
    """The number of deleted points."""


class DeletedJob(Model):
    """The confirmation that a job was deleted."""

    deleted: bool
    """Always true: the job no longer exists."""


class DeletedPoints(Model):
    """The result of a deletion of points."""

    _names: ClassVar = {"deleted_count": "deletedCount"}

    deleted_count: int
    """The number of points that were deleted; 0 if none matched."""


class DeletedWebhook(Model):
    """The confirmation that a webhook was deleted."""

    deleted: bool
    """Always true: the server queues no more deliveries."""


class DeletedWorkflow(Model):
    """The confirmation that a workflow was deleted."""

    deleted: bool
    """Always true: the workflow no longer exists."""


class DeployAgentRequest(Model):
    """A deployment to create."""

    _names: ClassVar = {"agent_id": "agentId", "workflow_id": "workflowId"}

    agent_id: str
    """The id of a core agent or of a custom agent of the account."""
    configuration: AgentDeploymentConfiguration | None = None
    workflow_id: str
    """The name of the workflow: 1 to 64 letters, digits, `_` or `-`. A new name creates the workflow;
    an existing one gets a node for the agent, unless it has one. Deploying the same agent to the
    same workflow again replaces the deployment.
    """


class DeployPlatformAgentRequest(Model):
    """A deployment to create."""

    agent_id: str
    """The id of a core agent or of a custom agent of the account."""
    configuration: PlatformAgentConfiguration | None = None


class DeployedAgent(Model):
    """The agent of a new deployment."""

    id: str
    """The id of the agent, as in the request."""
    status: AgentState


class DeployedPlatformAgent(Model):
    """The agent of a new deployment."""

    id: str
    """The id of the agent, as in the request."""
    status: AgentState


class DetectActivitiesRequest(Model):
    """The range to search."""

    _names: ClassVar = {"end_date": "endDate", "start_date": "startDate"}

    end_date: str | None = None
    """The end of the range; a date includes the whole day. Default: the latest point. At most 400 days
    after the start.
    """
    start_date: str | None = None
    """The start of the range: RFC 3339, or a date in the profile's time zone. Default: 168 hours
    before the end.
    """


class DetectedActivities(Model):
    """The activities that were detected."""

    _names: ClassVar = {"has_more": "hasMore", "next_start_date": "nextStartDate"}

    activities: list[Activity]
    """The stored activities in order of time: at most 1000."""
    has_more: bool
    """Whether the range has more efforts than one request stores."""
    next_start_date: dt.datetime | None = None
    """The `startDate` of the request that continues the detection, with the same `endDate`; null if
    there are no more efforts.
    """


class Device(Model):
    """A registered device."""

    _names: ClassVar = {"encryption_mode": "encryptionMode", "last_sync": "lastSync"}

    capabilities: list[str]
    """The quantities that the device measures, or its functions: at most 64 texts; empty if none were
    given or they cannot be read.
    """
    encryption_mode: str | None = None
    """The encryption mode of the device's points, unless a request names another; null for none."""
    id: str
    """The id of the device, which begins with `dev_`. Points name the device by it or by its name."""
    last_sync: dt.datetime | None = None
    """The time of the last point received from the device, to the minute; null if none."""
    name: str
    """The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be
    read.
    """
    status: DeviceStatus
    type: str
    """The kind of device as free text, 1 to 64 characters; empty if it cannot be read."""


class DeviceList(Model):
    """All devices of an account."""

    devices: list[Device]
    """All devices, including revoked ones, in the order of registration."""


class DeviceSummary(Model):
    """A device of any account, without its name and its data."""

    _names: ClassVar = {"created_at": "createdAt", "device_id": "deviceId", "last_seen": "lastSeen", "owner_id": "ownerId", "revoked_at": "revokedAt", "takes_commands": "takesCommands"}

    connected: bool
    """Whether the device has an open connection now."""
    created_at: dt.datetime
    """The time of registration, in UTC."""
    device_id: str
    """The id of the device, which begins with `dev_`."""
    kind: str
    """The kind of device, as its owner describes it."""
    last_seen: dt.datetime | None = None
    """The time of the device's last points or its last contact, to the minute; null before the first."""
    owner_id: str
    """The id of the account that owns the device."""
    revoked_at: dt.datetime | None = None
    """The time of revocation, in UTC; null for a device that is not revoked."""
    takes_commands: bool
    """Whether the device takes commands over MQTT."""


class DeviceTwin(Model):
    """The twin of a device: the state that its owner wants, and the state that the device reported."""

    desired: TwinState
    reported: TwinState


class DisabledTotp(Model):
    """TOTP is disabled."""

    disabled: bool
    """Always true: sign-ins no longer need a code."""


class DocumentVerification(Model):
    """The result of the verification of a document."""

    _names: ClassVar = {"signed_at": "signedAt"}

    attester: str | None = None
    """The fingerprint of the signing key; null if the document is not valid."""
    format: str | None = None
    """The format of the document; null if the document is not valid."""
    id: str | None = None
    """The identifier of the document; null if the document is not valid."""
    reason: str | None = None
    """The reason why the document is not valid; null if it is valid."""
    says: dict[str, Any] | None = None
    """The verified content; null if the document is not valid."""
    signed_at: dt.datetime | None = None
    """The time of the signature; null if the document is not valid."""
    verified: bool
    """Whether the signatures, and the proof of a claim, are valid, and the signer is the expected one."""


class EfficiencyInputs(Model):
    """The inputs of the efficiency factor."""

    _names: ClassVar = {"mean_heart_rate": "meanHeartRate"}

    mean_heart_rate: float
    """The mean heart rate in beats per minute."""
    minutes: float
    """The minutes of activities with both."""
    output: str
    """`power` or `speed`."""
    sport: str | None = None
    """The family of the sport; null if no activity states it."""
    value: float
    """The normalized power in W, or the mean speed in m/s."""


class EnabledTotp(Model):
    """TOTP is enabled."""

    _secrets: ClassVar = {"recovery_codes"}

    enabled: bool
    """Always true: sign-ins need a code from now on."""
    recovery_codes: list[str]
    """Ten codes that each replace a TOTP code once; shown once."""
    sessions_revoked: int
    """The number of other sign-ins that ended."""


class EncryptParameters(Model):
    """Parameters of an encryption."""

    _names: ClassVar = {"key_id": "keyId", "security_level": "securityLevel"}

    curve: str | None = None
    """ZK only: the curve over whose field the server commits. It must fit the key's level: `bls12-381`
    (default) or `bn254` at 128, `bls24-509` at 192, `bls48-575` at 256.
    """
    key_id: str | None = None
    """The id of a key of the caller. Default: the current key."""
    precision: int | None = None
    """The decimals kept of each number, 0 to 6. Default: 0 for whole numbers, otherwise 2."""
    scheme: str | None = None
    """The scheme of the key, as in `POST /v1/encryption/keys/generate`."""
    security_level: int | None = None
    """The security level: 128, 192 or 256 bits."""


class EncryptRequest(Model):
    """The data to encrypt."""

    data: str
    """The plaintext, base64. Under FHE and ZK, a JSON array of numbers supports computation and
    proofs; anything else is encrypted as bytes.
    """
    mode: str
    """`Basic`, `FHE` or `ZK`."""
    parameters: EncryptParameters | None = None


class EncryptedResult(Model):
    """A number that only the client can decrypt."""

    _names: ClassVar = {"key_id": "keyId"}

    count: int
    """The number of points that contributed."""
    key_id: str
    """The key that decrypts the result."""
    result: str
    """The envelope, base64; a reduction of lockstep-fhe follows its sealed part."""


class EncryptionMetadata(Model):
    """Metadata of an envelope."""

    _names: ClassVar = {"key_id": "keyId", "security_level": "securityLevel"}

    commitment: str | None = None
    """For ZK: the root of the committed values, decimal."""
    key_id: str
    """The id of the key that encrypted the data. The envelope contains it."""
    mode: str
    """`Basic`, `FHE` or `ZK`."""
    scheme: str
    """The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`."""
    security_level: int
    """The security level of the key in bits: 128, 192 or 256."""
    timestamp: dt.datetime
    """The time of the encryption: RFC 3339, UTC."""


class EncryptionModeUsage(Model):
    """The points of one encryption mode."""

    _names: ClassVar = {"encryption_mode": "encryptionMode"}

    bytes: int | None = None
    """The bytes of their chunks on disk; null with more than 50 000 chunks."""
    encryption_mode: str | None = None
    """`FHE`, `ZK` or `Basic`; null for points sealed under the account's own key only."""
    points: int
    """The number of points."""
    series: int
    """The number of series."""


class EncryptionResult(Model):
    """Encrypted data and the key that encrypted it."""

    _names: ClassVar = {"encrypted_data": "encryptedData"}

    encrypted_data: str
    """An envelope, base64."""
    metadata: EncryptionMetadata


class EncryptionSettings(Model):
    """The settings of account keys."""

    _names: ClassVar = {"auto_rotate_keys": "autoRotateKeys", "default_type": "defaultType", "min_key_length": "minKeyLength", "rotation_period": "rotationPeriod"}

    auto_rotate_keys: bool
    """Whether a key whose period has ended is rotated automatically."""
    default_type: DefaultEncryptionType
    """The mode of an upload that names `chunkSize` and no mode. `AES` is the mode `Basic`."""
    min_key_length: int
    """The smallest allowed `securityLevel`, in bits."""
    rotation_period: int
    """The days until a key is due for rotation."""


class EncryptionSettingsChange(Model):
    """New values of the settings of account keys."""

    _names: ClassVar = {"auto_rotate_keys": "autoRotateKeys", "default_type": "defaultType", "min_key_length": "minKeyLength", "rotation_period": "rotationPeriod"}

    auto_rotate_keys: bool | None = None
    """Whether a key whose period has ended is rotated automatically."""
    default_type: DefaultEncryptionType | None = None
    """The mode of an upload that names `chunkSize` and no mode. `AES` is the mode `Basic`."""
    min_key_length: int | None = None
    """The smallest allowed `securityLevel`: 128, 192 or 256 bits."""
    rotation_period: int | None = None
    """The days until a key is due for rotation."""


class EnrolTotpRequest(Model):
    """The password of the account."""

    _secrets: ClassVar = {"password"}

    password: str
    """The current password of the account, as proof that its owner sends the request."""


class EnterSettlementRequest(Model):
    """Money that was paid outside the platform: one movement, and further movements that are recorded
    together with it.
    """

    _names: ClassVar = {"user_id": "userId"}

    amount: float
    """The amount, above zero."""
    currency: str
    """The ISO 4217 code of the currency of `amount`."""
    further: list[AdditionalMovement] | None = None
    """Further movements. Either all movements are recorded, or none is. The setting `wallet.gasLimit`
    is the maximum number of movements, including this one.
    """
    reference: str
    """A text for the reader of the ledger, such as the number of a bank transfer."""
    type: MovementType
    user_id: str
    """The account, or `platform` for the proceeds of items."""


class EnvelopeMetadata(Model):
    """The metadata of an envelope, as sent by the caller."""

    _names: ClassVar = {"key_id": "keyId", "security_level": "securityLevel"}

    commitment: str | None = None
    """Accepted and ignored: the commitment inside the envelope is verified."""
    key_id: str | None = None
    """The id of the key that `encrypt` returned. An id that is not of a key of the caller is answered
    with 404.
    """
    mode: str | None = None
    """`Basic`, `FHE` or `ZK`. A value that differs from the envelope's is refused."""
    scheme: str | None = None
    """The scheme that `encrypt` returned. A value that differs from the envelope's is refused."""
    security_level: int | None = None
    """128, 192 or 256 bits. A value that differs from the envelope's is refused."""
    timestamp: str | None = None
    """Accepted for compatibility and ignored."""


class ErasedAccount(Model):
    """The confirmation that an account was erased, with its receipt."""

    _names: ClassVar = {"receipt_id": "receiptId"}

    deleted: bool
    """Whether no file holds any data of the account. False: the rows are deleted, and the receipt
    follows once their bytes are overwritten.
    """
    receipt: SignedDocument | None = None
    """Null while the erasure is in progress."""
    receipt_id: str
    """The id for `GET /v1/admin/erasures/{receiptId}`."""


class Erasure(Model):
    """An erasure. It does not name the account."""

    _names: ClassVar = {"begun_at": "begunAt", "finished_at": "finishedAt", "receipt_id": "receiptId"}

    begun_at: dt.datetime
    """The time of the request. No request was served for the account from then on."""
    finished_at: dt.datetime | None = None
    """Null while the erasure is in progress."""
    receipt: SignedDocument | None = None
    """Null while the erasure is in progress."""
    receipt_id: str
    """The id of the erasure and of its receipt, which begins with `era_`."""


class ErasurePage(Model):
    """A page of erasures, newest first."""

    erasures: list[Erasure]
    """The erasures on this page."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of erasures that match, on all pages."""


class ErasurePlan(Model):
    """The effect of an erasure of the account."""

    destroyed: list[RecordCount]
    """The records that would be destroyed, by their kind."""
    horizon: dt.datetime
    """The time from which no older copy of the keys opens the account's data, if the account were
    erased now.
    """
    remains: list[str]
    """The data that the erasure would not remove."""
    request: str
    """The request by which the owner erases the account."""


class ErrorDetail(Model):
    """The error."""

    _names: ClassVar = {"request_id": "requestId"}

    code: str
    """An error code of the area."""
    details: dict[str, Any] | None = None
    """Details for programs, such as `parameter` and `reason`."""
    message: str
    """The problem and the remedy."""
    request_id: str
    """The id of this request in the server's log."""


class ErrorResponse(Model):
    """The body of every error response."""

    error: ErrorDetail
    """The error."""
    status: int
    """The HTTP status, repeated."""


class ExchangeOidcCodeRequest(Model):
    """The parameters of the provider's redirect."""

    _secrets: ClassVar = {"code"}

    code: str
    """The `code` parameter of the redirect: the authorization code of the provider."""
    iss: str | None = None
    """The issuer, if the provider sent it (RFC 9207)."""
    state: str
    """The `state` parameter of the redirect: the `state` that the server returned at the start."""
    totp: str | None = None
    """The current code of the authenticator app, or a recovery code. Needed if the account has TOTP
    enabled.
    """


class ExportPart(Model):
    """A kind of records that can be exported."""

    count: int
    """The number of records."""
    formats: list[str]
    """The formats that the request can return."""
    kind: str
    """Such as `points`, `activities` or `datasets`."""
    request: str
    """The request that returns the records."""


class ExportPlan(Model):
    """The content of an export of the account."""

    parts: list[ExportPart]
    """The kinds of records, with the requests that return them."""


class FitnessDataPoint(Model):
    """A measurement."""

    _read_only: ClassVar = {"id"}

    confidence: float | None = None
    """0 to 1."""
    device: str
    """The id or the name of a registered device, or any other name."""
    id: str | None = None
    """The id of the point, in responses."""
    metadata: PointMetadata | None = None
    """Additional information about the measurement; absent in responses if the point has none."""
    timestamp: dt.datetime
    """The time of the measurement: RFC 3339 with a time zone, stored to the millisecond."""
    type: str
    """The point type: a name of `/v1/sfdp/types` or a custom name."""
    unit: str
    """The unit of the value, or one of its common names."""
    value: float
    """A finite number in `unit`, stored as sent. Metrics ignore a value outside the type's plausible
    range.
    """


class FixedPointEncoding(Model):
    """How the values of a type are encoded as integers for encryption and commitments. All series of a
    type use one encoding, so that blocks can be added and a proof and a sum refer to the same
    integers. A canonical value v becomes round(v · 10^decimals) − offset, with an absolute value of
    at most `bound`. Bounds leave some room above the plausible range: the tighter the bound, the
    more blocks can be added before one sum over their slots.
    """

    bound: int
    """The maximum absolute value of an encoded integer."""
    decimals: int
    """The number of decimals kept, at most 6."""
    offset: int
    """The offset subtracted from each integer."""
    wide: bool
    """Whether two plaintext primes are needed, because the integers exceed 2^15."""


class GenerateKeyRequest(Model):
    """The key to generate."""

    mode: str
    """`Basic`, `FHE` or `ZK`."""
    parameters: KeyParameters | None = None


class GeneratedKey(Model):
    """A new key. Its private half is returned once, in this response."""

    _names: ClassVar = {"private_key": "privateKey", "public_key": "publicKey"}
    _secrets: ClassVar = {"private_key"}

    metadata: GeneratedKeyMetadata
    private_key: str
    """The private key, or the symmetric key itself, base64. No other response returns it."""
    public_key: str
    """The public key, base64. For a symmetric key: a 16-byte check value."""


class GeneratedKeyMetadata(Model):
    """Metadata of a new key."""

    _names: ClassVar = {"created_at": "createdAt", "expires_at": "expiresAt", "key_id": "keyId", "security_level": "securityLevel"}

    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    custody: str
    """`server`: the server keeps the secret. `client`: only the client has it."""
    expires_at: dt.datetime
    """The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC."""
    key_id: str
    """The id of the key: `key_` and 26 characters. Other routes take it."""
    mode: str
    """`Basic`, `FHE` or `ZK`."""
    scheme: str
    """The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`."""
    security_level: int
    """The security level of the key in bits: 128, 192 or 256."""
    status: str
    """`active`, or `pending` while the evaluation keys of an FHE key are missing."""


class Goal(Model):
    """A goal of the profile."""

    by: dt.date | None = None
    """The date of the goal, `YYYY-MM-DD`."""
    metric: str
    """A point type of the catalogue or the name of a metric."""
    target: float
    """The target, in the canonical unit of the metric: of sleep and exercise in seconds."""


class HeartRateVariability(Model):
    """Heart-rate variability of a range. The figures are null with a `reason`."""

    _names: ClassVar = {"dfa_alpha1": "dfaAlpha1", "end_date": "endDate", "mean_rr": "meanRr", "skipped_points": "skippedPoints", "start_date": "startDate"}

    artefacts: int | None = None
    """The number of artefacts: intervals outside 300 to 2000 ms, or more than 20 % from the median of
    the intervals around them. At most 5 % are allowed.
    """
    device: str | None = None
    """The device that measured the intervals; null without intervals."""
    dfa_alpha1: float | None = None
    """The short-term exponent of detrended fluctuation analysis, of the longest part without missing
    beats; it needs 300 intervals.
    """
    end_date: dt.datetime
    """The end of the range, inclusive."""
    intervals: int | None = None
    """The number of RR intervals."""
    mean_rr: float | None = None
    """The mean of the normal intervals in ms."""
    reason: str | None = None
    """The reason why figures are null."""
    rmssd: float | None = None
    """The root mean square of successive differences of normal intervals in ms."""
    sdnn: float | None = None
    """The standard deviation of the normal intervals in ms."""
    skipped_points: list[SkippedPoints] | None = None
    """The points left out because their key does not decrypt, only the client holds their key, or
    their stored bytes are damaged.
    """
    start_date: dt.datetime
    """The start of the range, inclusive."""


class HeartRateZones(Model):
    """The seconds of the range in each heart rate zone; null without heart rate data."""

    zone1: float | None = None
    """Recovery: from 60 % of the maximum heart rate."""
    zone2: float | None = None
    """Endurance: from 70 % of the maximum heart rate."""
    zone3: float | None = None
    """Tempo: from 80 % of the maximum heart rate."""
    zone4: float | None = None
    """Threshold: from 90 % of the maximum heart rate."""
    zone5: float | None = None
    """Maximum: from 95 % of the maximum heart rate."""


class Import(Model):
    """An import of a file."""

    _names: ClassVar = {"activity_count": "activityCount", "error_count": "errorCount", "finished_at": "finishedAt", "new_count": "newCount", "processed_count": "processedCount", "started_at": "startedAt"}

    activity_count: int
    """The number of activities in the file."""
    end: dt.datetime | None = None
    """The last record of the file."""
    error_count: int
    """The number of errors in the file."""
    file: str | None = None
    """The name of the file; null if it was not sent."""
    finished_at: dt.datetime | None = None
    """When the import was complete; null before."""
    format: str | None = None
    """The format of the file; null before the import is complete."""
    id: str
    """The id of the import: `imp_` and 26 characters."""
    new_count: int
    """The number of these points that were not stored before."""
    processed_count: int
    """The number of points that were stored."""
    start: dt.datetime | None = None
    """The first record of the file; null before the import is complete, and without a record."""
    started_at: dt.datetime
    """The time at which the import began: RFC 3339, UTC."""
    state: ImportState


class ImportPage(Model):
    """A page of imports."""

    _names: ClassVar = {"has_more": "hasMore", "next_cursor": "nextCursor"}

    damaged: int | None = None
    """The number of damaged records that were left out; absent if none."""
    has_more: bool
    """Whether more imports follow."""
    imports: list[Import]
    """The imports, newest first."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""


class ImportRequest(Model):
    """A recording to import."""

    _names: ClassVar = {"encryption_mode": "encryptionMode"}

    encryption_mode: EncryptionMode | None = None
    """The encryption mode of the points; `ENCRYPTION_ERROR` if it is not available. Default: the mode
    of each point's device, or the account's own key only.
    """
    file: bytes
    """FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit, Garmin, Health
    Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth; plain, gzipped or zipped,
    including whole archives; at most 4 GiB decompressed. Files of Fitbit and Samsung Health are
    recognised by their names: send the name as the part's `filename`.
    """
    participant: str | None = None
    """The participant whose rows are imported, if the file has several people. A part of the form: a
    parameter of the URL is refused.
    """


class ImportResult(Model):
    """The result of an import."""

    _names: ClassVar = {"encrypted_count": "encryptedCount", "new_count": "newCount", "processed_count": "processedCount", "profile_completed": "profileCompleted"}

    activities: list[ImportedActivity]
    """The activities in the file; empty if it has none."""
    encrypted_count: int
    """The number of these points stored under the requested encryption mode."""
    errors: list[str] | None = None
    """The parts that could not be read: at most 1000 messages, then a count."""
    format: str
    """The format of the file: `fit`, `tcx`, `gpx`, `csv`, `apple_health`, `google_fit`, `fitbit`,
    `garmin`, `health_connect`, `open_mhealth`, `whoop`, `oura`, `polar`, `samsung_health` or
    `suunto`. For an archive: the format of its first readable file.
    """
    new_count: int
    """The number of points that were not stored before; 0 for a file imported again."""
    processed_count: int
    """The number of points now on disk."""
    profile_completed: list[str] | None = None
    """The fields of the profile that were unknown and that the file states: `birthDate`, `sex`."""
    skipped: list[SkippedImportContent] | None = None
    """The content that was skipped without an error, one entry for each kind."""
    success: bool
    """Whether the import had no `errors`."""


class ImportedActivity(Model):
    """An activity of the imported file."""

    _names: ClassVar = {"activity_id": "activityId", "distance_meters": "distanceMeters", "duration_seconds": "durationSeconds", "energy_kcal": "energyKcal"}

    activity_id: str | None = None
    """The stored activity; null if the account has no room for another."""
    distance_meters: float | None = None
    """The distance in metres, if the file states it or its records count it."""
    duration_seconds: float
    """The duration in seconds, including pauses."""
    energy_kcal: float | None = None
    """The energy in kcal, if the export states it for the whole activity."""
    name: str
    """The name in the file, otherwise the sport, otherwise `activity`."""
    records: int
    """The number of records or track points in the file; 0 if the file stores readings separately from
    activities.
    """
    sport: str | None = None
    """The sport by FIT's names, such as `running`; null if the file does not state it."""
    start: dt.datetime
    """The start: RFC 3339, UTC."""


class InsightList(Model):
    """Generated insights, the newest first."""

    insights: list[PredictiveInsight]
    """The insights, each as the request that generated it answered, in English."""


class InsightMetadata(Model):
    """The subject of an insight and its evidence."""

    evidence: dict[str, Any]
    """The numbers that support the insight, by name, in canonical units."""
    impact: InsightImpact | None = None
    metric: str | None = None
    """The point type or metric that the insight describes, such as `steps`; absent if it describes
    none.
    """
    recommendations: list[str] | None = None
    """Advice in the same language; absent if the rule gives no advice."""
    rule: str
    """The id of the rule."""
    timeframe: str
    """The period, as an ISO 8601 duration."""
    trend: InsightTrend | None = None


class InsightsRequest(Model):
    """The insights to generate and their data."""

    _names: ClassVar = {"data_points": "dataPoints"}

    data_points: list[FitnessDataPoint] | None = None
    """Points to use instead of the stored ones; they are not stored. Absent or empty: the stored
    points. At most 100 000; one invalid point refuses the request.
    """
    language: InsightLanguage | None = None
    """The language of the sentences: descriptions, recommendations and reasons. Names and evidence are
    the same in every language. Default: `en`.
    """
    timeframe: str | None = None
    """Days, weeks, months or years up to the latest point, at most two years: `P30D` or `30d`.
    Default: "P30D".
    """
    types: list[InsightType] | None = None
    """Default: all seven types."""


class InsightsResult(Model):
    """The insights, and the skipped ones with their reasons."""

    _names: ClassVar = {"processing_time": "processingTime", "skipped_points": "skippedPoints"}

    insights: list[PredictiveInsight]
    """The insights found; empty if no rule found anything."""
    processing_time: float
    """The processing time in milliseconds."""
    skipped: list[SkippedInsight]
    """The insights skipped for lack of data."""
    skipped_points: list[SkippedPoints] | None = None
    """Stored points not used because their key does not decrypt."""
    window: InsightsWindow | None = None
    """The days examined; null if there is no point."""


class InsightsWindow(Model):
    """The days examined."""

    end: dt.date
    """The last day: the day of the latest point."""
    start: dt.date
    """The first day."""


class InstallationDevicePage(Model):
    """A page of the devices of all accounts."""

    devices: list[DeviceSummary]
    """The devices in the order of their owners, the oldest of an owner first."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of devices of all accounts."""


class InvalidAuditEntry(Model):
    """The first invalid entry of the audit log."""

    reason: str
    """The defect in words."""
    sequence: int
    """The number of the entry in the chain, from 1."""


class ItemEncryption(Model):
    """The encryption of an item."""

    available: bool
    """Whether the item can be delivered encrypted."""
    required: bool
    """Whether the item is only delivered encrypted."""
    types: list[str]
    """The names of the modes."""


class ItemPurchase(Model):
    """The result of buying an item."""

    _names: ClassVar = {"item_id": "itemId", "purchase_id": "purchaseId"}

    item_id: str
    """The id of the bought item."""
    purchase_id: str
    """The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund."""
    status: PurchaseStatus


class JobError(Model):
    """The error of a failed job."""

    code: str
    """An error code of the area whose route started the job."""
    details: dict[str, Any] | None = None
    """Details for programs, such as `parameter` and `reason`; absent if the error has no details."""
    message: str
    """The problem and the remedy."""


class JobPage(Model):
    """A page of jobs."""

    jobs: list[JobSummary]
    """The jobs, newest first."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of jobs of all accounts."""


class JobProgress(Model):
    """How far a running job has come, in units of its work: the blocks of the data, or the steps of a
    set-up and a proof. The units of a job may take different times.
    """

    done: int
    """The units that are done."""
    total: int
    """The units in all, at least 1."""


class JobState(Model):
    """The state of a job."""

    _names: ClassVar = {"job_id": "jobId"}

    error: JobError | None = None
    """The error that the request would have returned; present once the job has failed."""
    job_id: str
    """The id of the job, which begins with `job_`."""
    progress: JobProgress | None = None
    """How far the job is; absent while it is not known, and after the end."""
    result: dict[str, Any] | None = None
    """The body that the request would have returned; present once the job has succeeded."""
    status: str
    """`running`, `succeeded` or `failed`."""


class JobSummary(Model):
    """A job of any account, without its result or error."""

    _names: ClassVar = {"account_id": "accountId", "ended_at": "endedAt", "job_id": "jobId", "started_at": "startedAt"}

    account_id: str
    """The id of the account that started the job."""
    ended_at: dt.datetime | None = None
    """The time when the job ended, in UTC; null while it runs."""
    job_id: str
    """The id of the job, which begins with `job_`."""
    kind: str
    """The area of the API whose request started the job."""
    progress: JobProgress | None = None
    """How far the job is; absent while it is not known, and after the end."""
    started_at: dt.datetime
    """The time when the job was accepted, in UTC."""
    status: JobStatus


class KeyMetadata(Model):
    """Metadata of a key."""

    _names: ClassVar = {"created_at": "createdAt", "destroy_at": "destroyAt", "expires_at": "expiresAt", "security_level": "securityLevel"}

    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    current: bool
    """Whether the key is the current key for its mode, scheme and security level."""
    custody: str
    """`server`: the server keeps the secret. `client`: only the client has it."""
    destroy_at: dt.datetime | None = None
    """The time of its destruction, if scheduled."""
    expires_at: dt.datetime
    """The time from which the key encrypts no new data; it still decrypts. RFC 3339, UTC."""
    exported: bool
    """Whether the secret of the key was ever returned."""
    mode: str
    """`Basic`, `FHE` or `ZK`."""
    progress: float
    """The progress of key generation, 0 to 1. A `pending` key encrypts and decrypts, but cannot be
    computed with yet.
    """
    scheme: str
    """The scheme of the key, such as `AES-256-GCM`, `BFV` or `Groth16`."""
    security_level: int
    """The security level of the key in bits: 128, 192 or 256."""


class KeyPage(Model):
    """A page of keys, newest first."""

    keys: list[KeyStatus]
    """The keys of the page, of every status, newest first."""
    limit: int
    """The maximum number of keys per page, as requested or by default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of all keys of the account."""


class KeyParameters(Model):
    """Parameters of the key."""

    _names: ClassVar = {"security_level": "securityLevel"}

    custody: str | None = None
    """`server` (default): the server keeps the secret, and the key becomes current. `client`: the
    server keeps only the public half.
    """
    scheme: str | None = None
    """Basic: `AES-128-GCM`, `AES-192-GCM`, `AES-256-GCM` (a symmetric key), `X-Wing`, `MLKEM1024-P384`
    (a key pair). FHE: `BFV`, `BFV-sum`. ZK: `Groth16`, `PGHR13`.
    """
    security_level: int | None = None
    """The security level: 128, 192 or 256 bits."""


class KeyStatus(Model):
    """The status of a key."""

    _names: ClassVar = {"key_id": "keyId"}

    key_id: str
    """The id of the key: `key_` and 26 characters."""
    metadata: KeyMetadata
    status: str
    """`pending`, `active`, `rotated`, `expired`, `suspended`, `revoked`, `pending_destruction`,
    `destroyed`; in lists also `damaged`: the stored row of the key is damaged, and the key is
    refused until the operator repairs the row. `metadata` has the fields that can still be read.
    """


class Ledger(Model):
    """The caller's part of the ledger."""

    _names: ClassVar = {"next_cursor": "nextCursor"}

    balances: list[Balance]
    """The current balance in each currency, whatever page was requested; empty before the first
    transfer.
    """
    entries: list[LedgerTransfer]
    """The transfers, newest first."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""


class LedgerTransfer(Model):
    """A transfer, as the caller's account sees it."""

    amount: float
    """Above zero for money received, below zero for money paid."""
    balance: float
    """The balance after the transfer."""
    currency: str
    """The ISO 4217 code of the currency of `amount` and `balance`."""
    id: int
    """The number of the transfer."""
    reference: str
    """The id of the purchase, or the text of the administrator who entered the transfer."""
    timestamp: dt.datetime
    """The time of the transfer: RFC 3339, UTC."""
    type: str
    """`purchase`, `refund`, `payout` or `settlement`."""


class LinkedIdentities(Model):
    """The identities that sign in to the account."""

    identities: list[LinkedIdentity]
    """The identities by provider; an account has at most one for each provider."""


class LinkedIdentity(Model):
    """An identity at an OpenID provider that signs in to the account."""

    created_at: dt.datetime | None = None
    """The time when the identity was linked; null if the stored time is damaged."""
    provider: str
    """The name of the provider."""


class LinkedRecord(Model):
    """A record that is linked with a found one: a listing with its dataset, an activity with the
    imports that added it.
    """

    _names: ClassVar = {"from_": "from"}

    from_: str
    """The id of the record from which it was reached."""
    hops: int
    """The number of links between it and the found record."""
    id: str
    """The id of the record."""
    kind: str
    """The kind, as in `records`."""
    text: str
    """The name and the description of the record, as one text."""
    time: dt.datetime | None = None
    """The time of the record, if it has one."""


class Listing(Model):
    """A listing of a dataset."""

    access_rules: ListingRules
    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    dataset_id: str
    """The id of the offered dataset. Only its owner can read it; buyers read the rows through the
    listing.
    """
    description: str
    """The seller's text for buyers, at most 10 000 characters; empty if the seller sent none."""
    id: str
    """The id of the listing: `lst_` and 26 characters."""
    listing_url: str
    """The URL of the listing's page for browsers, under `public_url` of the configuration or else at
    the host that the request names. The page answers without a credential while the listing can be
    bought.
    """
    price: float
    """The price in the main unit of the currency (euros, not cents)."""
    status: ListingStatus
    title: str
    """The title that buyers see, 1 to 200 characters."""


class ListingDetails(Model):
    """A listing with the facts about its data that are public before a purchase."""

    access_rules: ListingRules
    columns: list[OfferedColumn] | None = None
    """The columns, without values; null if the data no longer exists."""
    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    dataset_id: str
    """The id of the offered dataset. Only its owner can read it; buyers read the rows through the
    listing.
    """
    description: str
    """The seller's text for buyers, at most 10 000 characters; empty if the seller sent none."""
    id: str
    """The id of the listing: `lst_` and 26 characters."""
    listing_url: str
    """The URL of the listing's page for browsers, under `public_url` of the configuration or else at
    the host that the request names. The page answers without a credential while the listing can be
    bought.
    """
    price: float
    """The price in the main unit of the currency (euros, not cents)."""
    purchases: int | None = None
    """The number of purchases that were not refunded; null for listings of others."""
    readable: bool
    """Whether the rows can be read: false while a key of the seller that seals them is stopped. Such a
    listing cannot be bought.
    """
    revenue: float | None = None
    """The sum of their prices, read from the ledger; null for listings of others."""
    row_count: int | None = None
    """The number of rows; null for old listings."""
    status: ListingStatus
    title: str
    """The title that buyers see, 1 to 200 characters."""
    version: int
    """The number of the dataset's version that is offered."""


class ListingDraft(Model):
    """A draft of a listing: the fields of the request that creates it."""

    access_rules: ListingRules
    """The rules that a listing without rules of its own has."""
    compared: int
    """The number of listings that the price is the median of."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    dataset_id: str
    """The id of the dataset."""
    description: str
    """The description of the dataset."""
    price: float | None = None
    """The median price of the active listings of other accounts in the currency; null without one."""
    problems: list[str]
    """Sentences that say why the request would be refused, or why the caller should reconsider it;
    empty without a reason.
    """
    rows: int | None = None
    """The number of rows that buyers would get; null without data."""
    title: str
    """The name of the dataset, at most 200 characters."""


class ListingList(Model):
    """A page of listings."""

    data: list[Listing]
    """The listings, newest first."""
    limit: int
    """The maximum number of listings per page, as requested or by default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of active listings."""


class ListingPurchase(Model):
    """The result of buying a listing."""

    expires_at: dt.datetime | None = None
    """The end of the access: RFC 3339, UTC."""
    listing_id: str
    """The id of the bought listing."""
    purchase_id: str
    """The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund."""
    remaining_uses: int
    """The number of reads left."""
    status: PurchaseStatus


class ListingPurchaseRequest(Model):
    """A purchase of a listing."""

    currency: str | None = None
    """The currency of `expected_price`, an ISO 4217 code; required with it."""
    expected_price: float | None = None
    """The price that you read. If the listing has another price by now, nothing is bought and the
    answer is 409.
    """
    purpose: str | None = None
    """The purpose of the data. A listing with the restriction `purpose:<word>` requires one of its
    words.
    """


class ListingRules(Model):
    """Rules under which a listing is sold. Each is enforced; an unknown restriction is refused."""

    allowed_uses: int
    """The number of reads that each purchase allows."""
    duration: str
    """The duration of the access after a purchase: ISO 8601, at most ten years."""
    restrictions: list[str] | None = None
    """`no-export` (rows are answered as JSON, never as a file) and `purpose:<word>` (the buyer states
    the purpose, and the receipt repeats it). `aggregate-only` is for data tokens.
    """


class LivenessStatus(Model):
    """The state of the process."""

    status: str
    """Always `ok`. A process that does not run sends no response."""
    version: str
    """The version of the server."""


class LoadForecast(Model):
    """The balance of training load at the latest point and on the days after it. The figures are null
    with a `reason`.
    """

    _names: ClassVar = {"acute_load": "acuteLoad", "chronic_load": "chronicLoad", "daily_load": "dailyLoad", "last_date": "lastDate", "time_zone": "timeZone", "training_stress_balance": "trainingStressBalance"}

    acute_load: float | None = None
    """The acute load ("fatigue") at the latest point."""
    chronic_load: float | None = None
    """The chronic load ("fitness") at the latest point."""
    daily_load: float | None = None
    """The training load that the forecast has for each day."""
    days: list[LoadForecastDay]
    """The coming days; empty if the balance is unknown."""
    last_date: dt.date
    """The day of the latest point, after which the forecast begins."""
    reason: str | None = None
    """The reason why figures are null."""
    time_zone: str
    """The IANA name of the time zone of the dates."""
    training_stress_balance: float | None = None
    """Chronic minus acute load ("form") at the latest point."""


class LoadForecastDay(Model):
    """The balance of training load at the end of a coming day."""

    _names: ClassVar = {"acute_load": "acuteLoad", "chronic_load": "chronicLoad", "training_stress_balance": "trainingStressBalance"}

    acute_load: float
    """The acute load ("fatigue")."""
    chronic_load: float
    """The chronic load ("fitness")."""
    date: dt.date
    """The day."""
    training_stress_balance: float
    """Chronic minus acute load ("form")."""


class MachineHealth(Model):
    """The load of the machine. A figure is null where the system does not report it."""

    cpu: float | None = None
    """The used share of the processors, in percent."""
    memory: float | None = None
    """The used share of the memory, in percent."""
    network: float | None = None
    """Bytes received and sent per second, without the loopback interface."""
    storage: float | None = None
    """The used share of the disk that holds the store, in percent."""


class MarketSettings(Model):
    """The settings of the marketplace."""

    _names: ClassVar = {"credit_limit": "creditLimit"}

    credit_limit: float | None = None
    """The maximum debt of a buyer after a purchase, in the currency of the purchase; null for no
    limit.
    """


class MarketSettingsChange(Model):
    """New values of the settings of the marketplace."""

    _names: ClassVar = {"credit_limit": "creditLimit"}

    credit_limit: float | None = None
    """The maximum debt of a buyer after a purchase, in the currency of the purchase; null for no
    limit.
    """


class MarketplaceAnalytics(Model):
    """The sales of a range. Lists and maps are empty if `dataType` names another group."""

    _names: ClassVar = {"top_items": "topItems"}

    categories: dict[str, int]
    """The purchases in each category."""
    sales: list[int]
    """The purchases of each period, the oldest first: 24 hours, 7 or 30 days, or 12 months. Empty in
    the view `overview`.
    """
    top_items: list[OfferSales]
    """The ten offers with the most purchases."""


class MarketplaceItem(Model):
    """An item of the marketplace."""

    _names: ClassVar = {"created_at": "createdAt", "updated_at": "updatedAt"}

    category: str
    """The category by which lists can be filtered, 1 to 64 characters."""
    created_at: dt.datetime
    """The time of the creation: RFC 3339, UTC."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    description: str
    """The text that buyers see, at most 10 000 characters; can be empty."""
    encryption: ItemEncryption
    id: str
    """The id of the item: `itm_` and 26 characters."""
    name: str
    """The title that buyers see, 1 to 200 characters."""
    price: float
    """The price in the main unit of the currency (euros, not cents)."""
    status: ItemStatus
    updated_at: dt.datetime
    """The time of the last change: RFC 3339, UTC."""


class MarketplaceItemPage(Model):
    """A page of items."""

    _names: ClassVar = {"has_uncounted": "hasUncounted"}

    has_uncounted: bool
    """Whether more items may match than `total`."""
    items: list[MarketplaceItem]
    """The items, newest first."""
    limit: int
    """The maximum number of items per page, as requested or by default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of items that match; a search for words counts at most 10 000."""


class McpMessage(Model):
    """A message of the Model Context Protocol: a request of JSON-RPC 2.0, or a notification without
    `id`.
    """

    id: McpMessageId | None = None
    """A whole number or a text, which the answer repeats; absent from a notification."""
    jsonrpc: str
    """The version of JSON-RPC: must be `2.0`."""
    method: str
    """A method of the protocol, such as `initialize`, `tools/list` or `tools/call`."""
    params: dict[str, Any] | None = None
    """The parameters that the protocol defines for `method`; absent if it needs none."""


class McpResponse(Model):
    """The answer to a request of JSON-RPC 2.0: either `result` or `error`."""

    error: dict[str, Any] | None = None
    """The code and the text of the refusal."""
    id: Any = None
    """The `id` of the request."""
    jsonrpc: str
    """The version of JSON-RPC: always `2.0`."""
    result: dict[str, Any] | None = None
    """The result of the method."""


class MeanMaximalCurve(Model):
    """The mean-maximal curve: the highest mean of a range for each duration."""

    _names: ClassVar = {"end_date": "endDate", "model_reason": "modelReason", "skipped_points": "skippedPoints", "start_date": "startDate", "time_zone": "timeZone"}

    end_date: dt.datetime
    """The end of the range, inclusive."""
    model: CriticalPowerModel | None = None
    """The model of critical power (for `speed`, of critical speed); null with `modelReason`. Null for
    `heart_rate`.
    """
    model_reason: str | None = None
    """The reason why there is no model."""
    points: list[MeanMaximalCurvePoint]
    """The highest means, by ascending duration. A duration is missing if no recording without a gap of
    more than 30 seconds is that long.
    """
    skipped_points: list[SkippedPoints] | None = None
    """The points left out because their key does not decrypt, only the client holds their key, or
    their stored bytes are damaged.
    """
    sport: str | None = None
    """The family of sports; null for all points."""
    start_date: dt.datetime
    """The start of the range, inclusive."""
    time_zone: str
    """The IANA name of the time zone of the dates."""
    type: MeanMaximalCurveType
    unit: str
    """The unit of the values."""


class MeanMaximalCurvePoint(Model):
    """The highest mean over a duration. Where devices overlap, only one of them counts."""

    _names: ClassVar = {"duration_seconds": "durationSeconds", "pace_seconds_per100m": "paceSecondsPer100m", "pace_seconds_per_km": "paceSecondsPerKm"}

    date: dt.date
    """The day on which the effort ended. Of equal efforts, the first counts."""
    derived: bool | None = None
    """Whether speeds of this day, or some of them, are derived from positions, because none is
    recorded; absent if false.
    """
    duration_seconds: int
    """The length of the effort in seconds, 1 to 18 000."""
    pace_seconds_per100m: float | None = None
    """A speed of swimming as seconds per 100 metres; absent otherwise."""
    pace_seconds_per_km: float | None = None
    """A speed of running or walking as seconds per kilometre; absent otherwise."""
    value: float
    """The highest mean over this duration, in the curve's `unit`."""


class MetricsBasis(Model):
    """The inputs of the metrics and their sources; unused inputs are absent."""

    _names: ClassVar = {"maximum_heart_rate": "maximumHeartRate", "resting_heart_rate": "restingHeartRate", "skipped_points": "skippedPoints", "time_zone": "timeZone"}

    coverage: MetricsCoverage
    efficiency: EfficiencyInputs | None = None
    maximum_heart_rate: SourcedMaximumHeartRate | None = None
    notes: list[str]
    """The assumptions made, and how days with several devices were counted."""
    range: MetricsRange
    reasons: dict[str, str]
    """The reason for each metric that is null, by name."""
    recovery: RecoveryComponents | None = None
    resting_heart_rate: SourcedHeartRate | None = None
    sex: SourcedSex | None = None
    skipped_points: list[SkippedPoints] | None = None
    """Points of the range not used because their key does not decrypt. Blocks up to 50 hours away
    count too: their points may state a local date of the range.
    """
    time_zone: str
    """The time zone of the days."""
    training: TrainingActivities | None = None
    version: str
    """The version of the metric definitions."""


class MetricsCoverage(Model):
    """The amount of data available; unused inputs are absent."""

    _names: ClassVar = {"heart_rate_days": "heartRateDays", "heart_rate_seconds": "heartRateSeconds", "hrv_rmssd_days": "hrvRmssdDays", "load_days": "loadDays", "power_seconds": "powerSeconds", "recent_load_days": "recentLoadDays", "resting_heart_rate_days": "restingHeartRateDays", "sleep_days": "sleepDays", "sleep_stage_days": "sleepStageDays", "steps_days": "stepsDays"}

    heart_rate_days: int | None = None
    """Days of the range with a heart rate."""
    heart_rate_seconds: float | None = None
    """Seconds of the range covered by heart rate data."""
    hrv_rmssd_days: int | None = None
    """Days of the range with an rMSSD."""
    load_days: int | None = None
    """Days of history used for acute and chronic load, from the first one with data on."""
    power_seconds: float | None = None
    """Seconds of the range covered by power data."""
    recent_load_days: int | None = None
    """The number of the last 42 days that count as covered: each day with heart rate, power or an
    activity, and the 6 days after it.
    """
    resting_heart_rate_days: int | None = None
    """Days of the range with a resting heart rate."""
    sleep_days: int | None = None
    """Days of the range with a sleep duration."""
    sleep_stage_days: int | None = None
    """Nights that end in the range with stages of sleep."""
    steps_days: int | None = None
    """Days of the range with steps."""


class MetricsRange(Model):
    """The range; both ends are inclusive."""

    end: dt.datetime
    """The end of the range, to the millisecond: RFC 3339, UTC."""
    start: dt.datetime
    """The start of the range, to the millisecond: RFC 3339, UTC."""


class MetricsResult(Model):
    """The requested metrics and their basis."""

    basis: MetricsBasis
    intervals: list[MetricsRow] | None = None
    """One row for each interval, oldest first; absent without the parameter `interval`."""
    metrics: PerformanceMetrics
    timestamp: dt.datetime
    """The time of the computation."""


class MetricsRow(Model):
    """The metrics of a day, week or month. Each value equals that of a request with the row's range."""

    end: dt.datetime
    """The end of the row's range, inclusive, to the millisecond."""
    metrics: PerformanceMetrics
    reasons: dict[str, str]
    """The reason for each metric that is null, by name."""
    start: dt.datetime
    """The start of the row's range, inclusive."""


class ModelResidual(Model):
    """The deviation of an effort from the model."""

    _names: ClassVar = {"duration_seconds": "durationSeconds"}

    duration_seconds: int
    """The length of the effort in seconds, 120 to 1200."""
    residual: float
    """The measured value minus the value of the model."""


class NetworkSettings(Model):
    """The network limits."""

    _names: ClassVar = {"max_bandwidth": "maxBandwidth", "max_concurrent_connections": "maxConcurrentConnections", "request_timeout": "requestTimeout"}

    max_bandwidth: int
    """The maximum number of bytes per second of all connections together; 0 for no limit."""
    max_concurrent_connections: int
    """The maximum number of open connections."""
    request_timeout: int
    """The maximum duration of a request in seconds, except for jobs and file uploads."""


class NetworkSettingsChange(Model):
    """New values of the network limits."""

    _names: ClassVar = {"max_bandwidth": "maxBandwidth", "max_concurrent_connections": "maxConcurrentConnections", "request_timeout": "requestTimeout"}

    max_bandwidth: int | None = None
    """The maximum number of bytes per second of all connections together; 0 for no limit."""
    max_concurrent_connections: int | None = None
    """The maximum number of open connections."""
    request_timeout: int | None = None
    """The maximum duration of a request in seconds, except for jobs and file uploads."""


class OfferSales(Model):
    """An offer and its purchases in the range."""

    name: str
    """The name of the item, the title of the listing, or the id of the data token."""
    sales: int
    """The number of purchases in the range, without refunded ones."""


class OfferSearchHit(Model):
    """An offer that a search found."""

    _names: ClassVar = {"created_at": "createdAt"}

    created_at: dt.datetime
    """The time of its creation."""
    currency: str
    """The ISO 4217 code of the currency of the price."""
    description: str
    """The description, as its seller wrote it."""
    id: str
    """The id of the offer: `tok_`, `lst_` or `itm_` and 26 characters."""
    kind: str
    """`token`, `listing` or `item`."""
    own: bool
    """Whether it is an offer of the caller."""
    price: float
    """The price in the main unit of the currency (euros, not cents)."""
    title: str
    """The title, as its seller wrote it; empty for a data token."""


class OfferSearchResult(Model):
    """The offers that a search found."""

    incomplete: bool
    """Whether more offers match: at most the newest 200 tokens and listings, and 200 items, are read."""
    offers: list[OfferSearchHit]
    """The offers, the newest first."""


class OfferedColumn(Model):
    """A column of an offered table."""

    column: str
    """The name of the column, as the rows have it."""
    null_count: int
    """The number of rows without a value."""
    protection: DatasetColumnProtection
    type: DatasetColumnType
    unit: str | None = None
    """The unit that the name states in brackets at its end."""


class OfferedItemPage(Model):
    """Items that can be bought."""

    _names: ClassVar = {"next_cursor": "nextCursor"}

    items: list[MarketplaceItem]
    """The items, newest first."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""


class OidcProvider(Model):
    """An OpenID provider at which people can sign in."""

    console: bool
    """Whether people can sign in to the web console there: one of the configured redirect addresses
    ends in `/sign-in/callback`.
    """
    label: str
    """The name to show to people."""
    name: str
    """The identifier of the provider in paths and requests, such as `/api/auth/oidc/{provider}`."""


class OidcProviders(Model):
    """The configured OpenID providers."""

    providers: list[OidcProvider]
    """The providers; empty if the operator configured none."""


class OidcSignIn(Model):
    """A sign-in at an OpenID provider that the person has not finished yet."""

    authorization_url: str
    """The address to open in the person's browser."""
    expires_at: dt.datetime
    """The time until which the sign-in can be finished."""
    state: str
    """The value that the provider sends back. The client must keep it and refuse a redirect with
    another value.
    """


class PasswordChange(Model):
    """The credentials revoked by a change of password."""

    api_keys_revoked: int
    """The number of revoked API keys."""
    changed: bool
    """Always true: only the new password is valid from now on."""
    identities_unlinked: int
    """The number of unlinked identities at OpenID providers."""
    sessions_revoked: int
    """The number of other sign-ins that ended."""


class PerformanceMetrics(Model):
    """The requested metrics. A metric is null if there is not enough data; `basis.reasons` names the
    reason.
    """

    _names: ClassVar = {"acute_load": "acuteLoad", "chronic_load": "chronicLoad", "day_strain": "dayStrain", "efficiency_factor": "efficiencyFactor", "fatigue_level": "fatigueLevel", "heart_rate_zones": "heartRateZones", "hrv_rmssd": "hrvRmssd", "normalized_power": "normalizedPower", "recovery_score": "recoveryScore", "resting_heart_rate": "restingHeartRate", "sleep_duration": "sleepDuration", "sleep_regularity_index": "sleepRegularityIndex", "training_load": "trainingLoad", "training_stress_balance": "trainingStressBalance", "vo2max_estimate": "vo2maxEstimate"}

    acute_load: float | None = None
    """Training load per day, weighted over 7 days, at the end of the range."""
    chronic_load: float | None = None
    """Training load per day, weighted over 42 days, at the end of the range."""
    day_strain: float | None = None
    """Banister's training impulse per day of the heart rate outside of activities: work, errands,
    stress. It is not included in training load, acute load and chronic load.
    """
    efficiency_factor: float | None = None
    """Output for each heartbeat in the activities of the range: normalized power divided by mean heart
    rate (W per beat/min), or without power the metres per beat of the mean speed.
    """
    fatigue_level: float | None = None
    """0 to 100: acute relative to chronic load at the end of the range; 50 means equal. Not a
    prediction of injury risk.
    """
    heart_rate_zones: HeartRateZones | None = None
    hrv_rmssd: float | None = None
    """The mean of the range's days, in milliseconds."""
    monotony: float | None = None
    """The mean divided by the standard deviation of the daily load of the 7 days up to the end of the
    range.
    """
    normalized_power: float | None = None
    """The normalized power in watts."""
    recovery_score: float | None = None
    """0 to 100: rMSSD, resting heart rate and sleep of the last 7 days compared with the 60 days
    before. The weights are a choice of this project and not validated.
    """
    resting_heart_rate: float | None = None
    """The mean of the range's days, in beats per minute."""
    sleep_duration: float | None = None
    """The mean of the range's days with sleep data, in seconds."""
    sleep_regularity_index: float | None = None
    """-100 to 100: how equal the times of sleep are from day to day; needs 5 nights with stages."""
    steps: float | None = None
    """The number of steps in the range."""
    strain: float | None = None
    """The training load of these 7 days multiplied by their monotony."""
    training_load: float | None = None
    """Banister's training impulse of the range's activities: recorded ones, and sustained efforts of
    at least 10 minutes. Activities without heart rate count by power.
    """
    training_stress_balance: float | None = None
    """Chronic minus acute load."""
    vo2max_estimate: float | None = None
    """mL/kg/min, estimated from the ratio of maximum to resting heart rate; not a measurement."""


class PlatformAgentConfiguration(Model):
    """The configuration of a deployment."""

    cron: str | None = None
    """The times of the mode `scheduled`: minute, hour, day of the month, month, day of the week."""
    mode: AgentDeploymentMode | None = None
    """The deployment mode, which determines when the workflow runs."""
    parameters: PlatformAgentParameters | None = None
    question: str | None = None
    """The question that the agent answers in a run. Without a question, the agent writes its standard
    report.
    """
    time_zone: str | None = None
    """The time zone of `cron`, a name of the IANA database. Default: "UTC"."""
    workflow_id: str | None = None
    """The name of the workflow: 1 to 64 letters, digits, `_` or `-`. Default: "default"."""


class PlatformAgentDeployment(Model):
    """A new deployment."""

    agent: DeployedPlatformAgent
    deployment_id: str
    """The id of the deployment, which begins with `dep_`."""
    status: str
    """Always `success`."""


class PlatformAgentList(Model):
    """The agents of an account."""

    data: list[Agent]
    """The seven core agents, then the custom agents, the oldest first."""


class PlatformAgentMetrics(Model):
    """The figures of an agent, counted for this account."""

    last_activity: dt.datetime | None = None
    """The time of the last message; null if the agent has no message."""
    tasks_completed: int
    """The number of messages with a complete answer, without counter-questions, errors and partial
    answers.
    """
    uptime: str | None = None
    """The time since the oldest deployment that still exists, as an ISO 8601 duration; null without a
    deployment.
    """


class PlatformAgentParameters(Model):
    """Parameters of an agent. An absent parameter keeps its value."""

    search_depth: float | None = None
    """The depth of a search: 20 records of each list and 5 calls of tools for each step."""
    timeout: float | None = None
    """The maximum duration of an answer in seconds."""


class PlatformAgentStatus(Model):
    """The status of an agent."""

    id: str
    """The id of the agent, as in the path."""
    metrics: PlatformAgentMetrics
    status: AgentState


class PointMetadata(Model):
    """Additional information about a measurement: at most 16 keys of at most 64 characters, each with
    a string of at most 2000 characters, a number, a boolean or null; at most 32 KiB of JSON.
    """

    _names: ClassVar = {"local_date": "localDate"}

    activity: str | None = None
    """The activity during the measurement, in words; at most 2000 characters."""
    duration: float | None = None
    """A finite number in a unit of the client's choice; metrics do not use it."""
    intensity: str | None = None
    """The intensity in words; at most 2000 characters."""
    local_date: dt.date | None = None
    """The calendar day that the value belongs to, regardless of the profile's time zone: the date of
    `timestamp` in UTC, the day before or the day after. Daily metrics use it. A device's points
    with a local date stand for the day: its other points of that type and day are not added.
    """
    notes: str | None = None
    """Free text; returned with the point."""


class PointPage(Model):
    """A page of points."""

    _names: ClassVar = {"has_more": "hasMore", "next_cursor": "nextCursor", "skipped_points": "skippedPoints"}

    data: list[FitnessDataPoint]
    """The points, ordered by timestamp, type and device."""
    has_more: bool
    """Whether more points follow."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""
    skipped_points: list[SkippedPoints] | None = None
    """The points left out because their key does not decrypt."""
    total: int
    """The exact number of points that match the filters."""


class PointType(Model):
    """A point type of the catalogue."""

    _names: ClassVar = {"exclusive_minimum": "exclusiveMinimum", "fixed_point": "fixedPoint"}

    aliases: list[str]
    """Units that are converted to the canonical unit."""
    exclusive_minimum: bool
    """Whether the minimum itself is implausible."""
    fixed_point: FixedPointEncoding
    """The encoding under homomorphic encryption."""
    maximum: float | None = None
    """The maximum plausible value; null if unlimited."""
    minimum: float | None = None
    """The minimum plausible value; null if unlimited."""
    name: str
    """The value of `type` in points."""
    unit: str
    """The canonical unit."""


class PointTypeCatalogue(Model):
    """The catalogue of point types."""

    types: list[PointType]
    """All types of the catalogue. Points can have other types too: their values are stored and never
    converted.
    """


class PointUpload(Model):
    """Points to store."""

    _names: ClassVar = {"chunk_size": "chunkSize", "encryption_mode": "encryptionMode"}

    chunk_size: int | None = None
    """The maximum number of points in an encrypted block; the default for `FHE` is 8192. A ciphertext
    holds at least 256 points, because each takes 150 KB: under `FHE` with a smaller size, points
    stay in sealed columns under the same key, with the same results. Default: 1024.
    """
    data: list[FitnessDataPoint]
    """1 to 100 000 points. A point with the device, type and millisecond of a stored point replaces
    it.
    """
    encryption_mode: EncryptionMode | None = None
    """The encryption mode; `ENCRYPTION_ERROR` if it is not available. Default: the mode of each
    point's device, or the account's own key only.
    """


class PointUploadResult(Model):
    """The result of an upload."""

    _names: ClassVar = {"encrypted_count": "encryptedCount", "processed_count": "processedCount"}

    encrypted_count: int
    """The number of these points stored under the requested encryption mode."""
    errors: list[str] | None = None
    """The errors of refused points, by position; at most 1000, then a count."""
    processed_count: int
    """The number of points now on disk."""
    success: bool
    """Whether the upload had no `errors`."""


class PredictiveInsight(Model):
    """An insight found by a rule; not medical advice."""

    confidence: float
    """The confidence, 0 to 1. A milestone has 1, because it is counted and not estimated."""
    description: str
    """The insight in sentences of the language of the request, for the athlete to read. Lists and the
    stream are in English.
    """
    id: str
    """The id of the insight: `ins_` and 26 characters. The stream sends the same id."""
    metadata: InsightMetadata
    type: InsightType


class PriceComparison(Model):
    """The prices of comparable offers."""

    currencies: list[CurrencyPrices]
    """The prices of each currency."""
    examined: int
    """The number of offers that were examined: the newest 1000 of each kind at most."""
    incomplete: bool
    """Whether older offers were not examined."""
    offers: list[PricedOffer]
    """The offers, by currency, the cheapest first."""
    total: int
    """The number of offers that match."""


class PriceSpread(Model):
    """The lowest, the median and the highest of several prices."""

    highest: float
    """The highest price in the main unit of the currency, to six decimals."""
    lowest: float
    """The lowest price in the main unit of the currency, to six decimals."""
    median: float
    """The median price in the main unit of the currency."""


class PricedOffer(Model):
    """An offer with its price."""

    _names: ClassVar = {"per1000_points": "per1000Points"}

    currency: str
    """The ISO 4217 code of the currency of the price."""
    id: str
    """The id of the offer: `tok_`, `lst_` or `itm_` and 26 characters."""
    kind: str
    """`token`, `listing` or `item`."""
    own: bool
    """Whether it is an offer of the caller."""
    per1000_points: float | None = None
    """The price of 1000 points of a data token; null for another offer."""
    points: int | None = None
    """The number of points of a data token; null for another offer."""
    price: float
    """The price in the main unit of the currency (euros, not cents)."""


class Profile(Model):
    """The profile; unknown fields are null."""

    _names: ClassVar = {"birth_date": "birthDate", "functional_threshold_power": "functionalThresholdPower", "max_heart_rate": "maxHeartRate", "resting_heart_rate": "restingHeartRate", "time_zone": "timeZone", "weight_kg": "weightKg"}

    birth_date: dt.date | None = None
    """The date of birth, `YYYY-MM-DD`."""
    functional_threshold_power: float | None = None
    """The threshold power in watts, 30 to 800."""
    goals: list[Goal] | None = None
    """The goals, at most 20."""
    max_heart_rate: float | None = None
    """The maximum heart rate in beats per minute, 100 to 250."""
    resting_heart_rate: float | None = None
    """The resting heart rate in beats per minute, 25 to 120."""
    sex: Sex | None = None
    """The sex used by formulas."""
    time_zone: str | None = None
    """The IANA name of the time zone in which days begin and end. Null: UTC."""
    weight_kg: float | None = None
    """The body weight in kilograms, 2 to 500."""


class ProfileChange(Model):
    """A change of the profile, a JSON merge patch (RFC 7396): a field that is present replaces the
    stored one, null removes it, and a missing field stays unchanged.
    """

    _names: ClassVar = {"birth_date": "birthDate", "functional_threshold_power": "functionalThresholdPower", "max_heart_rate": "maxHeartRate", "resting_heart_rate": "restingHeartRate", "time_zone": "timeZone", "weight_kg": "weightKg"}

    birth_date: dt.date | None = None
    """The date of birth, `YYYY-MM-DD`."""
    functional_threshold_power: float | None = None
    """The threshold power in watts, 30 to 800."""
    goals: list[Goal] | None = None
    """The goals, at most 20; they replace all stored goals."""
    max_heart_rate: float | None = None
    """The maximum heart rate in beats per minute, 100 to 250."""
    resting_heart_rate: float | None = None
    """The resting heart rate in beats per minute, 25 to 120."""
    sex: Sex | None = None
    """The sex used by formulas."""
    time_zone: str | None = None
    """The IANA name of the time zone in which days begin and end. Null: UTC."""
    weight_kg: float | None = None
    """The body weight in kilograms, 2 to 500."""


class ProofMetadata(Model):
    """Metadata of a proof."""

    _names: ClassVar = {"expires_at": "expiresAt", "vk_digest": "vkDigest"}

    assurance: str
    """A sentence about the trustworthiness of proofs under this key."""
    circuit: str
    """The full name of the circuit, with its size; send it to `verify`."""
    curve: str | None = None
    """The curve of the proof: `bls12-381`, `bn254`, `bls24-509` or `bls48-575`; absent for
    `Bulletproofs`.
    """
    expires_at: dt.datetime | None = None
    """The end of the statement's validity, if `expiresAt` was sent."""
    opening: dict[str, Any] | None = None
    """The opening of the commitments. Keep it secret: it reveals the values."""
    owner: str | None = None
    """The pseudonym that the proof is bound to, if `bindOwner` was sent."""
    scheme: str
    """`Groth16`, `PGHR13` or `Bulletproofs`."""
    setup: str
    """How the key was created: `wellformed`, `unverified`, `local`, `derived` or `ceremony`, from
    least to most trustworthy; `transparent` for `Bulletproofs`, which has no key.
    """
    timestamp: dt.datetime
    """The time of the proof: RFC 3339, UTC."""
    vk_digest: str | None = None
    """The SHA-256 of the verification key. Compare it with the digest of a key that you trust."""


class ProofParameters(Model):
    """Parameters of a proof."""

    _names: ClassVar = {"bind_owner": "bindOwner", "expires_at": "expiresAt", "security_level": "securityLevel"}

    bind_owner: bool | None = None
    """Whether the proof is bound to the caller's pseudonym, returned as `owner` in the metadata and
    used in signed roots. Default: false.
    """
    curve: str | None = None
    """`bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for circom, snarkjs, chains),
    `bls24-509` (level 192) or `bls48-575` (level 256). It must agree with `securityLevel`.
    """
    domain: str | None = None
    """The verifier and the purpose; bound by the proof. In `verify`: the proof must be bound to it."""
    encoding: str | None = None
    """`json` (default), the format of snarkjs, or `compact`: compressed points and numbers of a fixed
    width.
    """
    expires_at: dt.datetime | None = None
    """The end of the statement's validity: RFC 3339 with a time zone, in the future; bound by the
    proof. From then on `verify` returns false.
    """
    nonce: str | None = None
    """A nonce chosen by the verifier, base64; bound by the proof."""
    precision: int | None = None
    """The decimals of the numbers. Default: 0 for whole numbers, otherwise 2."""
    scheme: str | None = None
    """`Groth16` (default) or `PGHR13`; `Bulletproofs` for range, equality and sum without a trusted
    set-up.
    """
    security_level: int | None = None
    """128 (default), 192 or 256, the level of the curve. `Bulletproofs` supports only 128."""


class ProtectedResourceMetadata(Model):
    """The authentication that `/mcp` requires (RFC 9728)."""

    bearer_methods_supported: list[str]
    """The parts of a request in which a credential can be sent. There is no authorization server: the
    credential is an API key of the account.
    """
    resource: str
    """The URL of the endpoint."""
    resource_documentation: str
    """The URL of the API documentation."""
    resource_name: str
    """The name of the product, to show to people."""
    scopes_supported: list[str]
    """The scopes that an API key can have."""


class ProveDaysRequest(Model):
    """The claim to prove about the caller's days."""

    _names: ClassVar = {"end_date": "endDate", "expires_at": "expiresAt", "start_date": "startDate"}

    audience: str | None = None
    """The verifier and the purpose; bound by the proof. `lockstep verify` requires it as `--audience`."""
    curve: str | None = None
    """The curve of `Groth16` (default if only a curve is given) and `PGHR13`: `bls12-381` (default,
    about 126 bits), `bn254` (about 100 bits: for snarkjs and blockchains).
    """
    end_date: str
    """The last day. Every day from the first to the last is claimed, and the last must be over."""
    expires_at: str | None = None
    """The end of the claim's validity: RFC 3339."""
    nonce: str | None = None
    """A nonce chosen by the verifier, base64; bound by the proof, so that the claim convinces no other
    verifier. `lockstep verify` requires it as `--nonce`.
    """
    scheme: str | None = None
    """`Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16` or `PGHR13`:
    under a key that this installation created, for circuits of other programs.
    """
    start_date: str
    """The first day."""
    statement: DailyBounds


class ProveRequest(Model):
    """The circuit and the inputs to prove."""

    circuit: str
    """`range`, `range:16`, `range:32`, `range:64`, `equality`, `commitment`, `membership` (depth 20),
    `membership:N` (1 to 32), `set:N` (2 to 64), `aggregate:N` (a power of two, 2 to 64), `sum`
    (`Bulletproofs` only), `circuit:<sha256>` of an uploaded circuit, or `r1cs:<base64>`, which is
    stored as a circuit of the account with its first proof.
    """
    data: str
    """Base64 of a JSON object with the circuit's named inputs (`{"value": 52, "min": 40, "max": 60}`),
    of a `.wtns`, or a ZK envelope.
    """
    parameters: ProofParameters | None = None


class Purchase(Model):
    """A purchase."""

    _names: ClassVar = {"expires_at": "expiresAt", "item_id": "itemId", "listing_id": "listingId", "purchased_at": "purchasedAt", "remaining_uses": "remainingUses", "token_id": "tokenId"}

    currency: str
    """The ISO 4217 code of the currency of the price."""
    expires_at: dt.datetime | None = None
    """The end of the access; null for an item, whose purchase does not end."""
    id: str
    """The id of the purchase: `pur_` and 26 characters."""
    item_id: str | None = None
    """The item; null for another offer."""
    listing_id: str | None = None
    """The listing; null for another offer."""
    price: float
    """The price that was paid, in the main unit of the currency (euros, not cents)."""
    purchased_at: dt.datetime
    """The time of the purchase: RFC 3339, UTC."""
    purpose: str | None = None
    """The purpose that the buyer stated; null if none."""
    remaining_uses: int | None = None
    """The number of reads left; null for an item, which has no data."""
    restrictions: list[str]
    """The restrictions at the time of the purchase, which bind the buyer; empty if the purchase has no
    restrictions.
    """
    status: PurchaseStatus
    token_id: str | None = None
    """The data token; null for another offer."""


class PurchaseList(Model):
    """A page of purchases."""

    _names: ClassVar = {"next_cursor": "nextCursor"}

    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""
    purchases: list[Purchase]
    """The purchases, newest first."""


class PurchaseRequest(Model):
    """The purchase of an offer."""

    _names: ClassVar = {"expected_price": "expectedPrice"}

    currency: str | None = None
    """The currency of `expectedPrice`, an ISO 4217 code; required with it."""
    expected_price: float | None = None
    """The price that you read. If the offer has another price by now, nothing is bought and the answer
    is 409.
    """
    purpose: str | None = None
    """The purpose of the data. An offer with the restriction `purpose:<word>` requires one of its
    words.
    """


class QuotaUsage(Model):
    """The use of a quota."""

    limit: int
    """The highest allowed value of `used`."""
    used: int
    """The current use: bytes for `bytes` and `spoolBytes`, otherwise a count."""


class Readiness(Model):
    """Whether the server can serve requests and store data."""

    _names: ClassVar = {"irreversible_acts_held": "irreversibleActsHeld"}

    irreversible_acts_held: bool
    """Whether irreversible acts are held back, because the clock is ahead of the last trusted time.
    Keys are then neither expired nor destroyed, and ended sign-ins are kept, until the clock is
    corrected or confirmed. Requests are served as usual.
    """
    status: str
    """Always `ok`: a server that is starting or stopping returns an error."""
    version: str
    """The version of the server."""
    writable: bool
    """Whether the server can store data. False while the disk is full: then only reads, deletions and
    erasures work. Also false after a write that PostgreSQL could not run, until a write succeeds.
    The status stays 200, because an instance that is taken out of service cannot serve reads.
    """


class Reauthentication(Model):
    """A person who identified once more at an OpenID provider."""

    expires_at: dt.datetime
    """The time until which it replaces the password in `POST /api/auth/erasure`, for the sign-in that
    sent the request.
    """
    provider: str
    """The name of the provider."""


class RecordCount(Model):
    """The number of records of a kind."""

    count: int
    """The number of records that would be destroyed."""
    kind: str
    """Such as `points`, `encryptionKeys` or `chatMessages`."""


class RecoveryComponents(Model):
    """The components of a recovery score."""

    _names: ClassVar = {"hrv_rmssd": "hrvRmssd", "resting_heart_rate": "restingHeartRate", "sleep_duration": "sleepDuration"}

    hrv_rmssd: BaselineComparison | None = None
    """The logarithm of rMSSD; weight 0.6. Null: too few days."""
    resting_heart_rate: BaselineComparison | None = None
    """The resting heart rate; weight 0.25, sign inverted. Null: too few days."""
    sleep_duration: BaselineComparison | None = None
    """The sleep duration; weight 0.15. Null: too few days."""
    z: float
    """The weighted mean of the components; the score is 100·Φ(z)."""


class RefreshTokenRequest(Model):
    """A refresh token to exchange."""

    _secrets: ClassVar = {"refresh_token"}

    refresh_token: str
    """The `refresh_token` of the last sign-in or refresh. A token that was already used ends the
    sign-in.
    """


class RegisterAccountRequest(Model):
    """An account to register."""

    _secrets: ClassVar = {"password"}

    email: str
    """An e-mail address, at most 254 bytes; unique without regard to case."""
    password: str
    """The new password: at least 12 characters, hard to guess, and without the user name."""
    username: str
    """1 to 64 ASCII letters, digits, `.`, `_` or `-`; unique without regard to case; must not begin
    with `usr_`.
    """


class RegisterDeviceRequest(Model):
    """A device to register."""

    _names: ClassVar = {"encryption_mode": "encryptionMode"}

    capabilities: list[str]
    """The quantities that the device measures, or its functions: at most 64 texts of 1 to 64 printable
    characters; may be empty.
    """
    encryption_mode: EncryptionMode | None = None
    """The encryption mode of the device's points; `ENCRYPTION_ERROR` if it is not available. The
    device is `pending` while a key is being created, and can already send points.
    """
    name: str
    """The name, unique among the account's devices; points can use it."""
    type: str
    """The kind of device as free text, 1 to 64 printable characters."""


class RegisterKeyParameters(Model):
    """Parameters of the key."""

    _names: ClassVar = {"security_level": "securityLevel"}

    scheme: str | None = None
    """FHE: `BFV` (default), `BFV-sum`. Basic: `X-Wing`, `MLKEM1024-P384`."""
    security_level: int | None = None
    """The security level: 128, 192 or 256 bits."""


class RegisterKeyRequest(Model):
    """The public half of a key created by the client."""

    _names: ClassVar = {"public_key": "publicKey"}

    mode: str
    """`FHE` or `Basic`."""
    parameters: RegisterKeyParameters | None = None
    public_key: str
    """The public key, base64: written by lockstep-fhe, or of an X-Wing or MLKEM1024-P384 key pair."""


class RegisterUadmDeviceRequest(Model):
    """A UADM device to register."""

    configuration: dict[str, Any] | None = None
    """Settings for the device, at most 16 KiB as JSON. The server stores them and does not read them."""
    device_id: str | None = None
    """The id of a registered device of the fitness API, which becomes a UADM device; `device_type` and
    `name` must be its own.
    """
    device_type: str
    """The kind of device, 1 to 64 printable characters."""
    encryption_mode: DeviceEncryptionMode | None = None
    """The encryption mode of the points that the device sends; default `none`."""
    name: str
    """The name, unique among the account's devices, 1 to 256 printable characters."""


class RegisteredAccount(Model):
    """The registered account."""

    email: str
    """The e-mail address, as it was sent; it also works for signing in."""
    id: str
    """The id of the account, which begins with `usr_`."""
    username: str
    """The name for signing in, as it was sent."""


class RegisteredDevice(Model):
    """The registered device."""

    _names: ClassVar = {"device_id": "deviceId", "encryption_enabled": "encryptionEnabled"}

    device_id: str
    """The id of the device, which begins with `dev_`. Points name the device by it or by its name."""
    encryption_enabled: bool
    """Whether the request named an `encryptionMode`."""
    status: DeviceStatus


class RegisteredUadmDevice(Model):
    """The registered UADM device with its credentials."""

    configuration: dict[str, Any]
    """The settings that the owner stored for the device, at most 16 KiB as JSON; empty if the owner
    stored no settings.
    """
    created_at: dt.datetime
    """The time of the registration as a UADM device, in UTC."""
    device_id: str
    """The id of the device, which begins with `dev_`; the fitness API has the same one."""
    device_type: str
    """The kind of device as free text, 1 to 64 characters."""
    encryption_mode: DeviceEncryptionMode
    last_seen: dt.datetime | None = None
    """The time of the last connection; null before the first."""
    name: str
    """The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be
    read.
    """
    status: UadmDeviceStatus
    credentials: UadmCredentials


class ReplaceWorkflowRequest(Model):
    """A workflow to store."""

    _names: ClassVar = {"base_version": "baseVersion"}

    base_version: int | None = None
    """The number of the version that the change is based on. The request is refused if another version
    is the latest. Without this field, the change always becomes the latest version.
    """
    enabled: bool | None = None
    """Whether the trigger starts runs. Default: true."""
    graph: WorkflowGraph


class RequestLimitSettings(Model):
    """The request limits."""

    anonymous: int
    """Requests per minute without a valid credential from one network address."""
    custom: int
    """Requests per minute of an account whose tier has a custom limit."""


class RequestLimitSettingsChange(Model):
    """New values of the request limits."""

    anonymous: int | None = None
    """Requests per minute without a valid credential from one network address."""
    custom: int | None = None
    """Requests per minute of an account whose tier has a custom limit."""


class RevokeTokenRequest(Model):
    """The token, API key or ticket to revoke."""

    _secrets: ClassVar = {"token"}

    token: str
    """The text of an access token, a refresh token, an API key or a socket ticket."""


class RevokedCredentials(Model):
    """The number of revoked credentials."""

    _names: ClassVar = {"api_keys": "apiKeys"}

    api_keys: int
    """The number of API keys, including the keys they created."""
    identities: int
    """The number of unlinked identities at OpenID providers."""
    sessions: int
    """The number of sign-ins."""


class RevokedDevice(Model):
    """The confirmation that a device was revoked."""

    revoked: bool
    """Always true: new points of the device are refused."""


class RevokedSession(Model):
    """The result of ending a sign-in."""

    deleted: bool
    """Always true: the tokens of the sign-in are refused from now on."""


class RevokedToken(Model):
    """The result of a revocation."""

    revoked: bool
    """False if the text is not a valid credential of the caller's account."""


class RevokedUadmDevice(Model):
    """The confirmation of a revocation."""

    revoked: bool
    """Always true: connections, commands and points of the device are refused."""


class RollBackWorkflowRequest(Model):
    """A version to return to."""

    version: int
    """The number of an earlier version, as `GET /v1/agents/workflows/{workflowId}/versions` lists it."""


class RootKeyTest(Model):
    """The result of a test of the root key."""

    opens: bool
    """Whether the root key, as it is kept now, opens the keys of this installation."""
    problem: RootKeyProblem | None = None
    """The problem; null if the key opens the installation."""
    source: RootKeySource


class RotateWebhookSecretRequest(Model):
    """The rotation of a secret."""

    _names: ClassVar = {"overlap_seconds": "overlapSeconds"}

    overlap_seconds: int | None = None
    """The seconds for which messages are also signed with the previous secret: 0 to 604800, by default
    86400. Default: 86400.
    """


class SearchHit(Model):
    """A found record."""

    id: str
    """The id of the record. For a section of a document: its location, such as
    `docs/agents.md#limits`.
    """
    kind: str
    """`dataset`, `device`, `activity`, `import`, `insight`, `token`, `listing`, `purchase` or
    `document`.
    """
    text: str
    """The name and the description of the found record, as one text."""
    time: dt.datetime | None = None
    """The time of the record, if it has one."""


class SearchResult(Model):
    """The result of a search."""

    examined: int
    """The number of records that were compared with the query."""
    incomplete: bool
    """Whether records may be missing: after an update or damage, the search index is filled in the
    background.
    """
    linked: list[LinkedRecord]
    """The records that can be reached from those over at most `hops` links, the nearest first, `limit`
    at most. Links are followed in both directions.
    """
    records: list[SearchHit]
    """The records, the best match first."""
    skipped: list[str]
    """The kinds of records that the credential may not read."""
    total: int
    """The number of records that matched."""


class SeriesAnswerBudget(Model):
    """A series of an aggregate-only token."""

    _names: ClassVar = {"answers_left": "answersLeft"}

    answers_left: int
    """The number of different answers that all buyers together can still request."""
    device: str
    """The device of the series. A request for an aggregate names it in `device`."""
    type: str
    """The point type of the series."""


class SeriesResult(Model):
    """The series of a chart. All series share the buckets: entry n of each array belongs to
    `bucketStarts[n]`.
    """

    _names: ClassVar = {"bucket_seconds": "bucketSeconds", "bucket_starts": "bucketStarts", "end_date": "endDate", "skipped_points": "skippedPoints", "start_date": "startDate", "time_zone": "timeZone"}

    bucket_seconds: int
    """The width of a bucket in seconds: the smallest of 1, 2, 5, 10, 15, 20, 30 seconds, 1, 2, 5, 10,
    15, 30 minutes, 1, 2, 3, 4, 6, 8, 12 hours, 1 day, and 1, 2, 4, 8 … weeks that needs no more
    buckets than requested. Where clocks change, a bucket can be an hour shorter or longer.
    """
    bucket_starts: list[str]
    """The start of each bucket."""
    end_date: dt.datetime
    """The end of the range, inclusive."""
    series: list[TypeSeries]
    """One series for each type, in the order of the request."""
    skipped_points: list[SkippedPoints] | None = None
    """The points left out because their key does not decrypt, only the client holds their key, or
    their stored bytes are damaged.
    """
    start_date: dt.datetime
    """The start of the range, inclusive."""
    time_zone: str
    """The IANA name of the profile's time zone: buckets are aligned to its days, and buckets of weeks
    to Mondays.
    """


class Session(Model):
    """A sign-in. Addresses and user agents are not stored."""

    created_at: dt.datetime
    """The time of the sign-in, in UTC."""
    current: bool
    """Whether this request uses the sign-in."""
    expires_at: dt.datetime
    """The expiry, unless the tokens are refreshed before."""
    id: str
    """The id of the sign-in, which begins with `ses_`."""
    last_used_at: dt.datetime | None = None
    """The time of the last use, to the minute; null before the first request."""


class SessionPage(Model):
    """A page of sign-ins, newest first."""

    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    sessions: list[Session]
    """The sign-ins on this page."""
    total: int
    """The number of sign-ins on all pages."""


class Settlement(Model):
    """The recorded transfer."""

    balance: float
    """The balance of the account after the settlement."""
    currency: str
    """The ISO 4217 code of the currency of `balance`."""
    further: list[AdditionalTransfer]
    """The transfers of the further movements, in their order."""
    transfer: int
    """The number of the transfer."""


class SignInRequest(Model):
    """A user name and a password."""

    _secrets: ClassVar = {"password"}

    password: str
    """The password of the account, as it was set."""
    totp: str | None = None
    """The current code of the authenticator app, or a recovery code. Needed if the account has TOTP
    enabled, otherwise ignored.
    """
    username: str
    """The user name or the e-mail address, in any letter case."""


class SignInSettings(Model):
    """The settings of sign-ins."""

    _names: ClassVar = {"administration_needs_totp": "administrationNeedsTotp"}

    administration_needs_totp: bool
    """Whether administrators and auditors need TOTP: without it, their accounts have the rights of the
    role `user` only.
    """


class SignInSettingsChange(Model):
    """New values of the settings of sign-ins."""

    _names: ClassVar = {"administration_needs_totp": "administrationNeedsTotp"}

    administration_needs_totp: bool | None = None
    """Whether administrators and auditors need TOTP: without it, their accounts have the rights of the
    role `user` only.
    """


class SignOutResult(Model):
    """The result of signing out."""

    deleted: bool
    """Always true: the sign-in has ended."""


class SignedDocument(Model):
    """A signed document. Its JSON has these fields and no others."""

    _names: ClassVar = {"public_key": "publicKey"}

    format: str
    """The format of the record."""
    key: str
    """The fingerprint of the signing key: SHA-256, in hexadecimal."""
    public_key: str
    """The public key, base64. It proves nothing by itself, because anyone can create a key: compare
    its fingerprint.
    """
    record: str
    """The signed text, byte for byte: a JSON object that begins with its `format`."""
    signature: str
    """The signature, base64: ML-DSA-65 with the context `lockstep attestation v1`."""


class SilentDevice(Model):
    """A device without points in the range."""

    _names: ClassVar = {"last_sync": "lastSync"}

    id: str
    """The id of the device, which begins with `dev_`."""
    last_sync: dt.datetime | None = None
    """The time of the last point received from the device, to the minute; null if none."""
    name: str
    """The name, unique among the devices of the account."""


class SkippedImportContent(Model):
    """Content of the file that was not imported."""

    count: int
    """The number of occurrences."""
    reason: str
    """The reason, and what to do to keep the content."""
    what: str
    """The skipped content: a type as the file names it, or a folder."""


class SkippedInsight(Model):
    """An insight type that was skipped."""

    metric: str | None = None
    """The metric that has too little data; absent if the whole rule was skipped."""
    reason: str
    """The missing data, in the language of the request."""
    type: InsightType


class SkippedPoints(Model):
    """Points of the range that cannot be decrypted."""

    _names: ClassVar = {"key_id": "keyId"}

    key_id: str | None = None
    """The key of the points; null for damaged bytes."""
    points: int
    """The number of points, in all blocks that overlap the range."""
    status: str
    """The status of the key, in which it does not decrypt; `client` if only the client holds it;
    `damaged` if the stored bytes do not open and only a backup has the points. With a `keyId`,
    `damaged` means that the row or the secret of the key is damaged.
    """


class SocketTicket(Model):
    """A ticket that opens one socket."""

    _names: ClassVar = {"expires_at": "expiresAt"}
    _secrets: ClassVar = {"ticket"}

    expires_at: dt.datetime
    """The expiry: 30 seconds from now, or the end of the credential if that is sooner."""
    ticket: str
    """The ticket: offer the subprotocols `lockstep.v1` and `ticket.` followed by it."""


class SoldAggregate(Model):
    """The signed aggregate of sold points."""

    _names: ClassVar = {"remaining_uses": "remainingUses"}

    remaining_uses: int
    """The number of reads left."""
    result: dict[str, Any]
    """A document of the format `lockstep-aggregate/1`. `lockstep verify` checks it offline."""


class SoldAggregateRequest(Model):
    """The aggregate to compute from sold points."""

    audience: str | None = None
    """The recipient that the document names; absent: the purchase."""
    days: list[str] | None = None
    """Calendar days in UTC that the certificate names as offered; absent for all of them."""
    device: str | None = None
    """Only the points of this device, named as in the token's series."""
    operation: SoldAggregateOperation
    type: str
    """The type of the points."""


class SoldDataPage(Model):
    """A page of sold points."""

    _names: ClassVar = {"next_cursor": "nextCursor", "purchase_id": "purchaseId", "remaining_uses": "remainingUses"}

    data: list[SoldPoint]
    """The points, by series, then by time. Metadata is not sold."""
    next_cursor: str | None = None
    """The cursor of the next page; null on the last page."""
    purchase_id: str
    """The id of the purchase that this read belongs to."""
    remaining_uses: int
    """The number of reads left."""
    total: int
    """The number of points of the token."""


class SoldPoint(Model):
    """A sold point."""

    confidence: float | None = None
    """The confidence, 0 to 1; null if unknown."""
    device: str
    """The seller's name or id of the device that measured the point."""
    timestamp: dt.datetime
    """The time of the measurement: RFC 3339, UTC, with milliseconds."""
    type: str
    """The point type, as in `GET /v1/sfdp/types`, or a custom type of the seller."""
    unit: str
    """The unit as the seller stored it; it can differ from the canonical unit of the type."""
    value: float
    """The value in `unit`, as the seller stored it."""


class SourcedHeartRate(Model):
    """A heart rate and its source."""

    source: MetricsInputSource
    value: float
    """The heart rate in beats per minute."""


class SourcedMaximumHeartRate(Model):
    """A maximum heart rate, its source and its certainty. Absent if no source has one."""

    _names: ClassVar = {"standard_error": "standardError"}

    certainty: MetricsCertainty
    source: MetricsInputSource
    standard_error: float | None = None
    """The standard error of an estimate, in beats per minute."""
    value: float
    """The heart rate in beats per minute."""


class SourcedPower(Model):
    """A power and its source."""

    certainty: MetricsCertainty
    source: MetricsInputSource
    value: float
    """The power in watts."""


class SourcedSex(Model):
    """The sex used for training load, and its source."""

    source: MetricsInputSource
    value: Sex


class StartedWorkflowRun(Model):
    """A run that was started."""

    _names: ClassVar = {"run_id": "runId"}

    run_id: str
    """The id of the run, which begins with `run_`."""
    status: WorkflowRunStatus


class StoredBlock(Model):
    """The stored block."""

    _names: ClassVar = {"block_id": "blockId", "processed_count": "processedCount"}

    block_id: str
    """The id of the block."""
    processed_count: int
    """The number of points in the block."""


class StoredCircuit(Model):
    """A stored circuit."""

    _names: ClassVar = {"named_inputs": "namedInputs", "ptau_hash": "ptauHash", "public_inputs": "publicInputs", "vk_digest": "vkDigest"}

    assurance: str | None = None
    """A sentence about how far a verifier can trust proofs under the key; null without a key."""
    constraints: int
    """The number of R1CS constraints."""
    curve: str
    """The curve over whose scalar field the circuit is written: `bls12-381`, `bn254`, `bls24-509` or
    `bls48-575`.
    """
    id: str
    """`circuit:` followed by the SHA-256 of the `.r1cs` file."""
    named_inputs: bool
    """Whether `zk/prove` accepts named inputs for this circuit; a `.wtns` is always accepted."""
    ptau_hash: str | None = None
    """The BLAKE2b-512 of the powers of tau that the key was verified with: compare it with the
    published hash.
    """
    public_inputs: int
    """The number of values that a verifier sees: outputs and public inputs."""
    setup: str | None = None
    """How the uploaded key was created; null if a `local` key will be created with the first proof."""
    vk_digest: str | None = None
    """The SHA-256 of the verification key: 64 lower-case hexadecimal digits; null without a key."""


class StoredSeries(Model):
    """A stored series: the points of one type, device and encryption mode."""

    _names: ClassVar = {"encryption_mode": "encryptionMode", "key_id": "keyId"}

    count: int
    """The number of points."""
    device: str
    """The id or name of the device."""
    encryption_mode: str | None = None
    """`FHE`, `ZK` or `Basic`; null for points sealed under the account's own key only."""
    end: dt.datetime
    """The time of the last point."""
    key_id: str | None = None
    """The key of the mode that seals the newest points; null for the account's own key."""
    start: dt.datetime
    """The time of the first point."""
    type: str
    """The type of all points of the series."""


class StoredSeriesPage(Model):
    """A page of stored series, by type and device."""

    limit: int
    """The maximum number of series per page, as requested or by default."""
    page: int
    """The number of this page, from 1."""
    series: list[StoredSeries]
    """The series of the page, ordered by type and device."""
    total: int
    """The number of all series of the account."""


class StreamMessage(Model):
    """A text message of the stream."""

    id: str
    """The id for `lastEventId`."""
    payload: StreamPayload
    """`data`: a point that was stored, as sent, with its id. `insight`: one that was generated.
    `activity`: the id of an activity that was created, changed, deleted or detected. `metric`: the
    metrics as `GET /v1/sfdp/metrics` gives them by default.
    """
    type: StreamMessageType


class SystemAnalytics(Model):
    """The state of the installation now."""

    alerts: list[AnalyticsAlert]
    """The alert rules whose conditions are met."""
    health: MachineHealth


class SystemSettings(Model):
    """The system settings."""

    _names: ClassVar = {"sign_in": "signIn"}

    alerts: AlertSettings
    database: DatabaseSettings
    encryption: EncryptionSettings
    limits: RequestLimitSettings
    market: MarketSettings
    network: NetworkSettings
    sign_in: SignInSettings
    wallet: WalletSettings


class TierChange(Model):
    """New limits and quotas of a tier."""

    quota: TierQuotaChange | None = None
    """New storage quotas. Unchanged if absent."""
    requests: TierRequestsChange | None = None
    """New request limits. Unchanged if absent."""


class TierQuota(Model):
    """The storage quotas of an account of the tier."""

    _names: ClassVar = {"spool_bytes": "spoolBytes"}

    bytes: int
    """Bytes of stored data."""
    chunks: int
    """The number of chunks and blocks."""
    series: int
    """The number of series."""
    spool_bytes: int
    """Bytes of files that wait while they are imported."""


class TierQuotaChange(Model):
    """New storage quotas of a tier. Null restores the value of the configuration."""

    _names: ClassVar = {"spool_bytes": "spoolBytes"}

    bytes: int | None = None
    """Bytes of stored data."""
    chunks: int | None = None
    """The number of chunks and blocks."""
    series: int | None = None
    """The number of series."""
    spool_bytes: int | None = None
    """Bytes of files that wait while they are imported."""


class TierRequests(Model):
    """The number of requests that an account of the tier may send to each area of the API."""

    administration: int
    """Requests per minute to the administration API."""
    agents: int
    """Requests per minute to the agent API."""
    encryption: int
    """Requests per minute to the encryption API."""
    fitness: int
    """Requests per minute to the fitness API."""
    platform: int
    """Requests per hour to the platform API."""


class TierRequestsChange(Model):
    """New request limits of a tier: per minute; `platform` per hour. Null restores the default."""

    administration: int | None = None
    """Requests per minute to the administration API; null restores the default."""
    agents: int | None = None
    """Requests per minute to the agent API; null restores the default."""
    encryption: int | None = None
    """Requests per minute to the encryption API; null restores the default."""
    fitness: int | None = None
    """Requests per minute to the fitness API; null restores the default."""
    platform: int | None = None
    """Requests per hour to the platform API; null restores the default."""


class TokenPair(Model):
    """A pair of tokens."""

    _secrets: ClassVar = {"access_token", "refresh_token"}

    access_token: str
    """The credential for `Authorization: Bearer`."""
    expires_in: int
    """The lifetime of the access token, in seconds."""
    refresh_token: str
    """The refresh token: works once, within 30 days, at `/api/auth/refresh`."""
    scope: str
    """The scopes of the token; empty means everything the role permits."""
    token_type: str
    """The scheme of the `Authorization` header: always `Bearer` (RFC 6750)."""


class TokenPurchase(Model):
    """The result of buying an offer."""

    _names: ClassVar = {"expires_at": "expiresAt", "purchase_id": "purchaseId", "remaining_uses": "remainingUses", "token_id": "tokenId"}

    expires_at: dt.datetime
    """The end of the access: RFC 3339, UTC."""
    purchase_id: str
    """The id of the purchase: `pur_` and 26 characters. It leads to the receipt and the refund."""
    remaining_uses: int
    """The number of reads left."""
    status: PurchaseStatus
    token_id: str
    """The id of the bought data token."""


class TotpEnrolment(Model):
    """A new TOTP secret; shown once."""

    _secrets: ClassVar = {"secret", "uri"}

    expires_at: dt.datetime
    """The time until which the secret can be confirmed."""
    secret: str
    """The secret in base32, to type into an authenticator app."""
    uri: str
    """The secret as an `otpauth` URI, to show as a QR code."""


class TotpProof(Model):
    """The password of the account, and a code."""

    _secrets: ClassVar = {"code", "password"}

    code: str
    """The current code of the authenticator app, or a recovery code."""
    password: str
    """The current password of the account, as proof that its owner sends the request."""


class TotpRecoveryCodes(Model):
    """New recovery codes; shown once."""

    _secrets: ClassVar = {"recovery_codes"}

    recovery_codes: list[str]
    """Ten codes that each replace a TOTP code once."""


class TotpReset(Model):
    """The result of removing TOTP from an account."""

    _names: ClassVar = {"sessions_revoked": "sessionsRevoked"}

    reset: bool
    """False if the account had no TOTP."""
    sessions_revoked: int
    """The number of ended sign-ins."""


class TotpStatus(Model):
    """Whether sign-ins of the account need a TOTP code."""

    confirmed_at: dt.datetime | None = None
    """The time of the confirmation; null while TOTP is not enabled."""
    enabled: bool
    """True if sign-ins need a code; an unconfirmed secret does not count."""
    recovery_codes_left: int
    """The number of unused recovery codes."""


class TrackPosition(Model):
    """A recorded position."""

    altitude: float | None = None
    """Metres above sea level; null if the device did not record it."""
    latitude: float
    """The latitude in degrees north."""
    longitude: float
    """The longitude in degrees east."""
    timestamp: dt.datetime
    """The time of the position: RFC 3339, UTC."""


class TrainingActivities(Model):
    """The activities behind the training load: those of the range, or of the history if only acute and
    chronic load are requested.
    """

    _names: ClassVar = {"by_heart_rate": "byHeartRate", "by_power": "byPower", "impulse_per_threshold_hour": "impulsePerThresholdHour", "in_part": "inPart", "threshold_power": "thresholdPower", "without_load": "withoutLoad"}

    activities: int
    """The number of activities. Overlapping ones count as one."""
    by_heart_rate: int
    """The number of activities whose load is the training impulse of their heart rate."""
    by_power: int
    """The number of activities whose load comes from power, because heart rate covers less than 80 %
    of them.
    """
    impulse_per_threshold_hour: float
    """The training impulse that equals a training stress score of 100."""
    in_part: int
    """The number of activities whose load is too low, because heart rate covers 50 to 90 % of the
    moving time.
    """
    recorded: int
    """The number of activities that a device recorded. The others were detected in the points."""
    threshold_power: SourcedPower | None = None
    """The threshold power of loads that come from power."""
    without_load: int
    """The number of activities without a load, because the maximum heart rate or the threshold power
    is unknown, or heart rate covers less than half of the moving time.
    """


class TwinState(Model):
    """The desired or the reported state of a device twin."""

    state: dict[str, Any]
    """The members as they are now, at most 16 KiB as JSON and 16 levels deep; empty before the first
    change.
    """
    updated_at: dt.datetime | None = None
    """The time of the last change; null before the first."""
    version: int
    """The number of changes; 0 before the first."""


class TypeQuality(Model):
    """The completeness of the points of one type."""

    _names: ClassVar = {"missing_days": "missingDays"}

    copies: list[CopiedPoints]
    """The pairs of devices that have the same points, among the first 2000 points of the type in the
    range.
    """
    count: int
    """The number of points."""
    days: int
    """The number of days with points."""
    missing: list[str]
    """The first 31 days without points since the type's first point, except today."""
    missing_days: int
    """The number of days without points since the type's first point, except today."""
    type: str
    """The name of the type, as in `GET /v1/sfdp/types`."""
    uncounted: int
    """The number of points that metrics ignore: their value is implausible, or their key does not
    decrypt.
    """


class TypeSeries(Model):
    """The summaries of one type. A value is null if the bucket has no point. Values outside the type's
    plausible range are left out.
    """

    count: list[int]
    """The number of points in each bucket."""
    max: list[float]
    """The largest value in each bucket."""
    mean: list[float]
    """The arithmetic mean of the points in each bucket."""
    min: list[float]
    """The smallest value in each bucket."""
    type: str
    """The point type, as requested."""
    unit: str | None = None
    """The canonical unit of the type. For a type outside the catalogue, the unit of the points; null
    if they have different units. Null without points.
    """


class UadmCommand(Model):
    """A command to a UADM device."""

    command: str
    """The name of the command; empty if the stored command is damaged."""
    command_id: str
    """The id of the command, which begins with `cmd_`."""
    created_at: dt.datetime
    """The time at which the owner sent the command, in UTC."""
    delivered_at: dt.datetime | None = None
    """The time when the device confirmed that it received the command."""
    device_id: str
    """The id of the receiving device, which begins with `dev_`."""
    expires_at: dt.datetime
    """The time after which a command without an answer is `expired`, in UTC."""
    finished_at: dt.datetime | None = None
    """The time when the command was acknowledged, failed or expired."""
    parameters: dict[str, Any]
    """The parameters as sent, at most 16 KiB as JSON; empty if the command has no parameters."""
    result: dict[str, Any] | None = None
    """The device's answer: any JSON value; null before it arrives."""
    status: UadmCommandStatus


class UadmCommandPage(Model):
    """A page of commands."""

    data: list[UadmCommand]
    """The commands on this page, newest first."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of commands on all pages."""


class UadmCredentials(Model):
    """The credentials of a UADM device. The server shows the password once and keeps only a digest."""

    _secrets: ClassVar = {"password"}

    password: str
    """The MQTT password."""
    topic: str
    """The prefix of the device's topics: it receives `commands`, `desired` and `errors`, and sends
    `acks`, `telemetry` and `reported` under it.
    """
    username: str
    """The MQTT user name: the id of the device."""


class UadmDevice(Model):
    """A UADM device."""

    configuration: dict[str, Any]
    """The settings that the owner stored for the device, at most 16 KiB as JSON; empty if the owner
    stored no settings.
    """
    created_at: dt.datetime
    """The time of the registration as a UADM device, in UTC."""
    device_id: str
    """The id of the device, which begins with `dev_`; the fitness API has the same one."""
    device_type: str
    """The kind of device as free text, 1 to 64 characters."""
    encryption_mode: DeviceEncryptionMode
    last_seen: dt.datetime | None = None
    """The time of the last connection; null before the first."""
    name: str
    """The name, unique among the devices of the account, 1 to 256 characters; empty if it cannot be
    read.
    """
    status: UadmDeviceStatus


class UadmDevicePage(Model):
    """A page of UADM devices."""

    data: list[UadmDevice]
    """The devices on this page, in the requested order."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of devices on all pages."""


class UnlinkIdentityRequest(Model):
    """The password of the account."""

    _secrets: ClassVar = {"password"}

    password: str
    """The current password of the account, as proof that its owner sends the request."""


class UnlinkedIdentity(Model):
    """The result of unlinking an identity."""

    unlinked: bool
    """Always true: the identity no longer signs in to the account."""


class UnusualSignIn(Model):
    """An unusual sign-in, or a series of attempts."""

    count: int
    """The number of attempts; 1 for a sign-in."""
    kind: UnusualSignInKind
    network: str | None = None
    """A keyed digest of the network of the sign-in; null for other findings. Addresses are not stored."""
    time: dt.datetime
    """The time, or that of the last of several attempts."""


class UnusualSignIns(Model):
    """The unusual sign-ins of an account."""

    _names: ClassVar = {"sign_ins": "signIns"}

    findings: list[UnusualSignIn]
    """The unusual sign-ins and attempts, the newest first; empty if none is unusual."""
    incomplete: bool
    """Whether older entries of that time were not examined: at most the newest 1000 are."""
    sign_ins: int
    """The number of sign-ins that were examined."""
    since: dt.datetime
    """The start of the examined time: 90 days ago."""


class UpdateActivityRequest(Model):
    """The fields of an activity to change. Null resets a field to the value of the files."""

    name: str | None = None
    """The name, at most 200 characters."""
    notes: str | None = None
    """Notes, at most 2000 characters."""
    sport: str | None = None
    """The sport: at most 64 of a-z, 0-9 and _."""


class UpdateAgentConfigRequest(Model):
    """A change of an agent's configuration."""

    _names: ClassVar = {"share_data": "shareData"}

    model: str | None = None
    """The language model of a core agent, by its name in the operator's configuration; `builtin` for
    none. A custom agent has the model that it was created with.
    """
    parameters: AgentParametersChange
    share_data: bool | None = None
    """Whether questions and decrypted values may be sent to a model on another machine; requires
    `model`.
    """


class UpdateItemRequest(Model):
    """Changes of an item; absent fields stay unchanged."""

    category: str | None = None
    """A category of your choice, 1 to 64 characters."""
    currency: str | None = None
    """The currency of the price, an ISO 4217 code; requires `price`."""
    description: str | None = None
    """The text that buyers see, at most 10 000 characters; can be empty."""
    encryption: ItemEncryption | None = None
    """Replaces all fields of the item's encryption."""
    name: str | None = None
    """The title that buyers see, 1 to 200 characters."""
    price: float | None = None
    """The price, not below zero."""
    status: ItemStatus | None = None
    """Only an `active` item can be bought."""


class UpdateSettingsRequest(Model):
    """New values of settings; absent groups and fields stay unchanged."""

    _names: ClassVar = {"sign_in": "signIn"}

    alerts: AlertSettingsChange | None = None
    """New settings of alert rules. Unchanged if absent."""
    database: DatabaseSettingsChange | None = None
    """New settings of the database and of backups. Unchanged if absent."""
    encryption: EncryptionSettingsChange | None = None
    """New settings of encryption keys. Unchanged if absent."""
    limits: RequestLimitSettingsChange | None = None
    """New settings of request limits. Unchanged if absent."""
    market: MarketSettingsChange | None = None
    """New settings of the marketplace. Unchanged if absent."""
    network: NetworkSettingsChange | None = None
    """New settings of the network. Unchanged if absent."""
    sign_in: SignInSettingsChange | None = None
    """New settings of sign-ins. Unchanged if absent."""
    wallet: WalletSettingsChange | None = None
    """New settings of payments. Unchanged if absent."""


class UpdateTiersRequest(Model):
    """New limits and quotas of tiers. Absent tiers and fields stay unchanged; null restores the
    default.
    """

    enterprise: TierChange | None = None
    """New values for accounts of the tier `enterprise`; its `platform` and `administration` limits are
    at least 10.
    """
    premium: TierChange | None = None
    """New values for accounts of the tier `premium`. Unchanged if absent."""
    standard: TierChange | None = None
    """New values for accounts of the tier `standard`. Unchanged if absent."""


class UpdateTwinRequest(Model):
    """A change of the desired state."""

    desired: dict[str, Any]
    """A merge patch (RFC 7396): null removes a member. The state has at most 16 KiB as JSON and 16
    levels.
    """
    version: int | None = None
    """The version that the patch is for; with another one the request is refused with CONFLICT."""


class UpdateUserRequest(Model):
    """The fields of an account to update."""

    _names: ClassVar = {"wallet_address": "walletAddress"}

    email: str | None = None
    """The new e-mail address, at most 254 bytes, unique without regard to case. Unchanged if absent."""
    role: Role | None = None
    """The new role. Unchanged if absent."""
    status: SettableAccountStatus | None = None
    """`suspended` refuses every credential of the account. Unchanged if absent."""
    tier: Tier | None = None
    """The new tier, which sets limits and quotas. Unchanged if absent."""
    wallet_address: str | None = None
    """The wallet address; null removes it."""


class UpdateWebhookRequest(Model):
    """Changes of a webhook; absent fields stay unchanged."""

    _names: ClassVar = {"event_types": "eventTypes"}

    active: bool | None = None
    """`true` sends events from now on, also after the platform stopped the webhook; `false` ends it."""
    description: str | None = None
    """A note for the owner."""
    event_types: list[str] | None = None
    """The event types to select instead of the present ones; `GET /v1/webhooks/event-types` lists
    them.
    """
    url: str | None = None
    """The `https` address of the receiver."""


class UploadBlockRequest(Model):
    """Values of one type and device, sealed by the client."""

    _names: ClassVar = {"key_id": "keyId"}

    block: str
    """The envelope, base64: one ciphertext, made by lockstep-fhe or a client library, of as many
    values as there are timestamps, in the type's canonical unit and fixed-point encoding (`GET
    /v1/sfdp/types`).
    """
    device: str
    """The id or the name of a registered device, or any other name of at most 256 characters."""
    key_id: str
    """An FHE key of the caller in the client's custody."""
    timestamps: list[str]
    """The time of each value, ascending: RFC 3339 with a time zone."""
    type: str
    """The type of all values in the block."""


class UploadCircuitRequest(Model):
    """A circuit to upload."""

    _names: ClassVar = {"ptau_hash": "ptauHash"}

    ptau: str | None = None
    """The powers of tau that the key was derived from, base64. Their contributions are verified."""
    ptau_hash: str | None = None
    """The BLAKE2b-512 of the `.ptau` file, 128 hexadecimal digits, as published by its ceremony. The
    label is `derived` if it matches the uploaded `ptau`. Otherwise it is `unverified`: the creator
    of the powers of tau may know their toxic waste.
    """
    r1cs: str
    """The iden3 `.r1cs` file, base64."""
    wasm: str | None = None
    """The circom witness generator (`.wasm`, version 2), base64. With it, `zk/prove` accepts named
    inputs in the form of `input.json`. It runs under limits: 16 MiB of module, 128 MiB of memory,
    2^33 units of fuel, 1.5 s.
    """
    zkey: str | None = None
    """The snarkjs `.zkey` of the circuit, base64."""


class User(Model):
    """An account, as seen by administrators."""

    _names: ClassVar = {"created_at": "createdAt", "damaged_fields": "damagedFields", "encryption_keys": "encryptionKeys", "last_active": "lastActive", "totp_enabled": "totpEnabled", "wallet_address": "walletAddress"}

    agents: int
    """The number of custom agents and deployments."""
    created_at: dt.datetime
    """The time of creation, in UTC."""
    damaged_fields: list[str] | None = None
    """The fields among role, status and tier whose stored values cannot be read. The account's
    requests are refused until these fields are updated; the values shown here are placeholders.
    """
    datastreams: int
    """The number of series of points."""
    email: str
    """The e-mail address, which also works for signing in; empty if it cannot be decrypted or the
    account is erased.
    """
    encryption_keys: int
    """The number of keys that are not destroyed."""
    id: str
    """The id of the account, which begins with `usr_`."""
    last_active: dt.datetime | None = None
    """The time of the last authenticated request, to the minute; null if none."""
    role: Role
    status: AccountStatus
    tier: Tier
    totp_enabled: bool
    """Whether sign-ins of the account need a TOTP code."""
    username: str
    """The name for signing in; empty if it cannot be decrypted or the account is erased."""
    wallet_address: str | None = None
    """The address for settlements, at most 256 bytes; absent if none is set."""


class UserPage(Model):
    """A page of users."""

    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of accounts that match, on all pages."""
    users: list[User]
    """The accounts on this page, in the order of creation."""


class VerificationKey(Model):
    """A verification key of a circuit."""

    _names: ClassVar = {"ptau_hash": "ptauHash", "verification_key": "verificationKey", "vk_digest": "vkDigest"}

    assurance: str
    """A sentence about how far a verifier can trust proofs under the key."""
    circuit: str
    """The id of the circuit: `circuit:` and a SHA-256, or the name of a built-in circuit."""
    curve: str
    """The curve of the key: `bls12-381`, `bn254`, `bls24-509` or `bls48-575`."""
    ptau_hash: str | None = None
    """The BLAKE2b-512 of the powers of tau that the key was verified with."""
    scheme: str
    """`Groth16` or `PGHR13`."""
    setup: str
    """How the key was created, from least to most trustworthy: `wellformed`, `unverified`, `local`,
    `derived` or `ceremony`. `assurance` explains it.
    """
    verification_key: dict[str, Any]
    """The key as JSON, in the form of snarkjs. A verifier pins its digest instead of obtaining it from
    the prover.
    """
    vk_digest: str
    """The SHA-256 of the verification key: 64 lower-case hexadecimal digits."""


class VerificationMetadata(Model):
    """Metadata of a verification."""

    scheme: str
    """The scheme of the proof: `Groth16`, `PGHR13` or `Bulletproofs`."""
    timestamp: dt.datetime
    """The time of the verification: RFC 3339, UTC."""


class VerificationResult(Model):
    """The result of a verification."""

    _names: ClassVar = {"vk_digest": "vkDigest"}

    assurance: str
    """A sentence about the trustworthiness of proofs under this key."""
    metadata: VerificationMetadata
    setup: str | None = None
    """How the key was created; null if unknown to this platform."""
    verified: bool
    """Whether the proof is valid and has the requested binding. A proof that cannot be parsed is
    refused with 400 instead.
    """
    vk_digest: str | None = None
    """The SHA-256 of the verification key; null for schemes without a verification key."""


class VerifyDocumentRequest(Model):
    """A signed document, and what its reader expects of it."""

    attester: str | None = None
    """The fingerprint of the signing key that the reader trusts. Without it, only documents of this
    installation hold. A present or former key of this installation stands for every key of its
    chain, as with `lockstep verify --chain`: a document that is dated after its key was replaced is
    invalid.
    """
    audience: str | None = None
    """The audience that the reader expects. A document that names an audience is invalid without it."""
    document: dict[str, Any]
    """The document: a claim, a certificate, a receipt, or any other document that a Lockstep server
    signed.
    """
    nonce: str | None = None
    """The nonce that the reader gave to the prover, base64. A document that contains a nonce is
    invalid without it.
    """


class VerifyParameters(Model):
    """The values that the proof must be bound to. If one field is present, all are compared, and the
    proof must not be bound to the absent ones. Without any field, the binding is not checked.
    """

    _names: ClassVar = {"expires_at": "expiresAt"}

    domain: str | None = None
    """The value that was sent to `prove`."""
    encoding: str | None = None
    """`json` (default) or `compact`: how proof and public inputs are written."""
    expires_at: dt.datetime | None = None
    """The value that was sent to `prove`. After this time the proof is not valid."""
    nonce: str | None = None
    """The value that was sent to `prove`, base64."""
    owner: str | None = None
    """The pseudonym of the owner, as in the proof's metadata and signed roots."""


class VerifyRequest(Model):
    """The proof to verify."""

    _names: ClassVar = {"public_inputs": "publicInputs"}

    circuit: str
    """The circuit that the proof must belong to."""
    parameters: VerifyParameters | None = None
    proof: str
    """A proof: base64 of snarkjs JSON or of the compact encoding."""
    public_inputs: str
    """The public inputs, in the same encoding as the proof."""


class WalletSettings(Model):
    """The settings of payments."""

    _names: ClassVar = {"auto_approve_threshold": "autoApproveThreshold", "gas_limit": "gasLimit"}

    auto_approve_threshold: float
    """The largest price, in the currency of the token, that needs no approval."""
    gas_limit: int
    """The maximum number of transfers that one settlement may post."""
    network: str
    """The name of the settlement adapter."""


class WalletSettingsChange(Model):
    """New values of the settings of payments."""

    _names: ClassVar = {"auto_approve_threshold": "autoApproveThreshold", "gas_limit": "gasLimit"}

    auto_approve_threshold: float | None = None
    """The largest price, in the currency of the token, that needs no approval."""
    gas_limit: int | None = None
    """The maximum number of transfers that one settlement may post."""
    network: str | None = None
    """The name of the settlement adapter: `internal`."""


class Webhook(Model):
    """A webhook."""

    _names: ClassVar = {"created_at": "createdAt", "event_types": "eventTypes", "failing_since": "failingSince", "last_delivered_at": "lastDeliveredAt", "pending_deliveries": "pendingDeliveries", "previous_secret_expires_at": "previousSecretExpiresAt", "skipped_events": "skippedEvents", "updated_at": "updatedAt"}
    _secrets: ClassVar = {"secret"}

    created_at: dt.datetime
    """The time of creation, in UTC."""
    description: str
    """A note for the owner, at most 256 characters; empty if the webhook has no note or the note
    cannot be read.
    """
    event_types: list[str]
    """The selected event types in alphabetical order."""
    failing_since: dt.datetime | None = None
    """The time of the first failed attempt since the last success; null if there was none."""
    id: str
    """The id of the webhook, which begins with `wh_`."""
    last_delivered_at: dt.datetime | None = None
    """The time of the last success; null if there was none."""
    pending_deliveries: int
    """The number of deliveries with a due or planned attempt."""
    previous_secret_expires_at: dt.datetime | None = None
    """The time until which messages are also signed with the previous secret; null if they are not."""
    reason: WebhookStopReason | None = None
    """The reason why the platform stopped the webhook; null if it did not stop it."""
    scope: WebhookScope
    secret: str | None = None
    """The secret of the signatures. Only the answers of a creation and of a rotation show it."""
    skipped_events: int
    """The number of events that were not queued, because the webhook was inactive, the account was
    suspended, or a limit was reached.
    """
    status: WebhookStatus
    updated_at: dt.datetime
    """The time of the last change of a field, the secret or the status, in UTC."""
    url: str | None = None
    """The address of the receiver; null if the stored address cannot be read."""


class WebhookDelivery(Model):
    """A delivery of an event to a webhook."""

    _names: ClassVar = {"created_at": "createdAt", "duration_ms": "durationMs", "event_type": "eventType", "last_attempt_at": "lastAttemptAt", "next_attempt_at": "nextAttemptAt", "status_code": "statusCode"}

    attempts: int
    """The attempts so far; a resent delivery counts from 0 again."""
    created_at: dt.datetime
    """The time at which the delivery was queued, in UTC."""
    duration_ms: int | None = None
    """The duration of the last attempt in milliseconds; null before the first attempt."""
    error: WebhookAttemptError | None = None
    """The reason why the last attempt failed; null if it succeeded."""
    event_type: str
    """A name of `GET /v1/webhooks/event-types`, or `webhook.test`."""
    id: str
    """The value of the header `webhook-id`, the same in every attempt."""
    last_attempt_at: dt.datetime | None = None
    """The time of the last attempt; null before the first."""
    next_attempt_at: dt.datetime | None = None
    """The time of the next attempt; null if none is planned."""
    status: WebhookDeliveryStatus
    status_code: int | None = None
    """The status of the last answer; null if there was no answer."""


class WebhookDeliveryPage(Model):
    """A page of deliveries, newest first."""

    deliveries: list[WebhookDelivery]
    """The deliveries on this page."""
    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of deliveries that match, on all pages."""


class WebhookEventType(Model):
    """An event type that a webhook can select."""

    description: str
    """A sentence that says when the event is sent."""
    name: str
    """The name for `eventTypes` of a webhook."""
    scopes: list[WebhookScope]
    """The scopes that offer the event type."""


class WebhookEventTypes(Model):
    """The event types that webhooks can select."""

    _names: ClassVar = {"event_types": "eventTypes"}

    event_types: list[WebhookEventType]
    """The event types in alphabetical order."""


class WebhookPage(Model):
    """A page of webhooks, oldest first."""

    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of webhooks on all pages."""
    webhooks: list[Webhook]
    """The webhooks on this page, without their secrets."""


class WithdrawnCeremony(Model):
    """The confirmation that a ceremony was withdrawn."""

    deleted: bool
    """Always `true`."""


class WithdrawnDataToken(Model):
    """The confirmation of a withdrawal."""

    withdrawn: bool
    """Always `true`."""


class WithdrawnListing(Model):
    """The confirmation of a withdrawal."""

    withdrawn: bool
    """Always `true`."""


class Workflow(Model):
    """A workflow with one of its versions."""

    _names: ClassVar = {"created_at": "createdAt", "latest_version": "latestVersion", "next_run_at": "nextRunAt", "skipped_runs": "skippedRuns", "workflow_id": "workflowId"}

    created_at: dt.datetime
    """The time at which the version was stored."""
    enabled: bool
    """Whether the trigger starts runs."""
    graph: WorkflowGraph
    latest_version: int
    """The number of the latest version."""
    next_run_at: dt.datetime | None = None
    """The time of the next run; null if no time is set."""
    skipped_runs: int
    """The number of runs that the trigger did not start, because the previous run or too many other
    runs were active, the storage quota was used up, or the account was suspended.
    """
    version: int
    """The number of the version that `graph` is of."""
    workflow_id: str
    """The name that the client chose: 1 to 64 letters, digits, `_` or `-`."""


class WorkflowAgentNode(Model):
    """Asks an agent. Its output is `{"answer", "type", "records"}`."""

    _names: ClassVar = {"agent_id": "agentId"}

    agent_id: str
    """The id of a core agent or of a custom agent of the account."""
    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    question: str | None = None
    """The question for the agent. Without a question, the agent writes its standard report. The
    question cannot contain outputs of other nodes.
    """
    type: Literal["agent"] = "agent"
    """The kind of this object: always `agent`."""


class WorkflowApprovalNode(Model):
    """Waits until a person approves or rejects the run. Its output is `{"approvedAt"}`."""

    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    message: str
    """The text that the approving person reads."""
    type: Literal["approval"] = "approval"
    """The kind of this object: always `approval`."""


class WorkflowConditionNode(Model):
    """Compares two values. Its output is `{"result"}`; its edges have `when`."""

    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    left: WorkflowValue
    operator: WorkflowOperator
    right: WorkflowValue | None = None
    type: Literal["condition"] = "condition"
    """The kind of this object: always `condition`."""


class WorkflowDifference(Model):
    """The changes from one version of a workflow to another."""

    _names: ClassVar = {"from_": "from"}

    from_: int
    """The number of the version before the changes."""
    patch: list[dict[str, Any]]
    """A JSON Patch (RFC 6902) that turns the graph of `from` into that of `to`."""
    to: int
    """The number of the version after the changes."""


class WorkflowEdge(Model):
    """An edge: `to` runs after `from`."""

    _names: ClassVar = {"from_": "from"}

    from_: str
    """The id of the node that runs first."""
    to: str
    """The id of the node that runs after `from`."""
    when: bool | None = None
    """The result of the condition `from` for which this edge is followed."""


class WorkflowEventTrigger(Model):
    """The workflow runs after an event of the account, and when a request starts it."""

    _names: ClassVar = {"at_most_every": "atMostEvery"}

    at_most_every: int | None = None
    """The shortest time between two runs in seconds; events in between begin one run. Default: 900."""
    event: str
    """The type of the event, as webhooks name it."""
    type: Literal["event"] = "event"
    """The kind of this object: always `event`."""


class WorkflowGraph(Model):
    """A graph: one trigger, and the nodes that run after it."""

    description: str | None = None
    """The purpose of the workflow."""
    edges: list[WorkflowEdge] | None = None
    """The order of the nodes: without cycles."""
    nodes: list[WorkflowNode]
    """One `trigger` node, and the nodes that run after it, in any order."""


class WorkflowManualTrigger(Model):
    """The workflow runs when a request starts it."""

    type: Literal["manual"] = "manual"
    """The kind of this object: always `manual`."""


class WorkflowOutputNode(Model):
    """Adds a value to the result of the run, under the id of the node."""

    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    type: Literal["output"] = "output"
    """The kind of this object: always `output`."""
    value: WorkflowValue


class WorkflowPage(Model):
    """A page of workflows."""

    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    total: int
    """The number of workflows on all pages."""
    workflows: list[WorkflowSummary]
    """The workflows on this page, latest changed first."""


class WorkflowRun(Model):
    """A run of a workflow with its journal."""

    _names: ClassVar = {"dry_run": "dryRun", "ended_at": "endedAt", "run_id": "runId", "started_at": "startedAt", "waiting_for": "waitingFor", "workflow_id": "workflowId"}

    dry_run: bool
    """Whether the run only plans the calls that change data."""
    ended_at: dt.datetime | None = None
    """The time when the run ended; null while it is running."""
    error: str | None = None
    """The reason why the run failed; otherwise null."""
    reason: WorkflowRunReason
    result: dict[str, Any]
    """The values of the output nodes, by their ids. A value that an API key may not see is left out,
    as in `steps`.
    """
    run_id: str
    """The id of the run, which begins with `run_`."""
    started_at: dt.datetime
    """The time when the run started, in UTC."""
    status: WorkflowRunStatus
    steps: list[WorkflowStep]
    """The nodes that ran or were skipped, in the order of the graph."""
    version: int
    """The version of the workflow. A run keeps its version even if newer versions are stored."""
    waiting_for: str | None = None
    """The message of the approval that the run waits for; otherwise null."""
    workflow_id: str
    """The name of the workflow, which the client chose."""


class WorkflowRunPage(Model):
    """A page of runs."""

    limit: int
    """The maximum number of entries per page: the requested one or the default."""
    page: int
    """The number of this page, from 1."""
    runs: list[WorkflowRunSummary]
    """The runs on this page, newest first."""
    total: int
    """The number of runs on all pages."""


class WorkflowRunSummary(Model):
    """A run in a list."""

    _names: ClassVar = {"dry_run": "dryRun", "ended_at": "endedAt", "run_id": "runId", "started_at": "startedAt"}

    dry_run: bool
    """Whether the run only plans the calls that change data; false if the stored run is damaged."""
    ended_at: dt.datetime | None = None
    """The time when the run ended; null while it is running."""
    error: str | None = None
    """The reason why the run failed; otherwise null."""
    reason: WorkflowRunReason | None = None
    """The cause of the run; null if the stored run is damaged."""
    run_id: str
    """The id of the run, which begins with `run_`."""
    started_at: dt.datetime
    """The time when the run started, in UTC."""
    status: WorkflowRunStatus
    version: int | None = None
    """The version of the workflow; null if the stored run is damaged."""


class WorkflowScheduleTrigger(Model):
    """The workflow runs at the times of `cron` or `rrule`, and when a request starts it."""

    _names: ClassVar = {"time_zone": "timeZone"}

    cron: str | None = None
    """Five fields: minute, hour, day of the month, month, day of the week."""
    rrule: str | None = None
    """A recurrence rule of RFC 5545, of whole days or longer."""
    start: str | None = None
    """The local date and time at which `rrule` begins."""
    time_zone: str | None = None
    """The time zone, an IANA name. Default: "UTC"."""
    type: Literal["schedule"] = "schedule"
    """The kind of this object: always `schedule`."""


class WorkflowStep(Model):
    """The result of a node."""

    at: dt.datetime | None = None
    """The time when `status` last changed, in UTC; null if the stored step is damaged."""
    error: str | None = None
    """The reason why the node failed; otherwise null."""
    input: dict[str, Any] | None = None
    """The input of a tool."""
    node: str
    """The id of the node."""
    output: Any = None
    """The output of the node."""
    redacted: str | None = None
    """The reason why `input`, `output` and `error` are left out: the API key lacks the scopes of a
    tool whose output they may contain. Otherwise null.
    """
    status: WorkflowStepStatus
    tool: str | None = None
    """The name of the tool that the node calls."""
    type: str
    """The type of the node."""


class WorkflowSummary(Model):
    """A workflow in a list."""

    _names: ClassVar = {"next_run_at": "nextRunAt", "skipped_runs": "skippedRuns", "updated_at": "updatedAt", "workflow_id": "workflowId"}

    enabled: bool
    """Whether the trigger starts runs."""
    next_run_at: dt.datetime | None = None
    """The time of the next run; null if no time is set."""
    skipped_runs: int
    """The number of runs that the trigger did not start, because the previous run or too many other
    runs were active, the storage quota was used up, or the account was suspended.
    """
    updated_at: dt.datetime
    """The time at which the workflow was last stored, in UTC."""
    version: int | None = None
    """The number of the latest version; null if the stored workflow is damaged."""
    workflow_id: str | None = None
    """The name that the client chose; null if the stored workflow is damaged."""


class WorkflowToolNode(Model):
    """Calls a tool. The output of the node is the output of the tool."""

    arguments: WorkflowToolArguments | None = None
    confirm: bool | None = None
    """Whether the tool may change the account's data in every run without asking. A tool that acts
    outside the platform needs an `approval` node before it instead.
    """
    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    tool: str
    """The name of a tool, as `tools/list` of `POST /mcp` lists it."""
    type: Literal["tool"] = "tool"
    """The kind of this object: always `tool`."""


class WorkflowTransformNode(Model):
    """Computes a value. Its output is `{"value"}`."""

    field: str | None = None
    """A JSON Pointer to the number or text in each item of a list."""
    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    input: WorkflowValue
    operation: WorkflowOperation
    type: Literal["transform"] = "transform"
    """The kind of this object: always `transform`."""


class WorkflowTriggerNode(Model):
    """Begins a run. Its output is `{"reason", "startedAt", "input"}`."""

    id: str
    """The id of the node, unique in the graph: 1 to 64 letters, digits, `_` or `-`."""
    on: WorkflowTrigger | None = None
    type: Literal["trigger"] = "trigger"
    """The kind of this object: always `trigger`."""


class WorkflowVersion(Model):
    """A version of a workflow in a list."""

    _names: ClassVar = {"created_at": "createdAt"}

    created_at: dt.datetime
    """The time at which the version was stored, in UTC."""
    description: str
    """The `description` of the graph, at most 1000 characters; empty if the graph has no description."""
    nodes: int
    """The number of nodes."""
    version: int
    """The number of the version, from 1; later versions have larger numbers."""


class WorkflowVersionList(Model):
    """The versions of a workflow."""

    versions: list[WorkflowVersion]
    """The versions, newest first."""


class ZeroKnowledgeProof(Model):
    """A zero-knowledge proof."""

    _names: ClassVar = {"public_inputs": "publicInputs"}

    metadata: ProofMetadata
    proof: str
    """A proof: base64 of snarkjs JSON or of the compact encoding."""
    public_inputs: str
    """The public inputs, in the same encoding as the proof."""


AccountStatus: TypeAlias = Literal["active", "suspended", "deleted"] | str
"""The status of an account."""
ActivityChangeKind: TypeAlias = Literal["created", "changed", "deleted", "detected"] | str
"""The kind of a change of an activity. `created`: from an imported file. `changed`: by its owner, or a
recording was added or removed. `detected`: found in the points.
"""
ActivitySource: TypeAlias = Literal["import", "detected"] | str
"""The source of an activity. `import`: a file contains it. `detected`: found in the points."""
AgentAnswerType: TypeAlias = Literal["text", "result", "table", "clarify", "approval_required", "partial", "error"] | str
"""The kind of an answer."""
AgentChatSender: TypeAlias = Literal["user", "agent"] | str
"""The sender of a message."""
AgentDeploymentMode: TypeAlias = Literal["interactive", "scheduled", "autonomous"] | str
"""The mode of a deployed agent."""
AgentMessageType: TypeAlias = Literal["query", "command", "chat"] | str
"""The type of a message."""
AgentState: TypeAlias = Literal["active", "deployed", "paused", "error"] | str
"""The status of an agent."""
AgentType: TypeAlias = Literal["core", "uadm"] | str
"""The type of an agent."""
AgentUpdateType: TypeAlias = Literal["status", "message", "deployment", "run"] | str
"""The type of an update."""
AggregateOperation: TypeAlias = Literal["sum", "mean", "variance"] | str
"""An aggregate function."""
AlertStatusFilter: TypeAlias = Literal["active", "ended", "all"] | str
"""The state of the alert rules."""
AnalyticsDataType: TypeAlias = Literal["all", "marketplace", "agents", "datastreams"] | str
"""The groups of figures to fill. `overview` and `system` are always filled."""
AnalyticsRange: TypeAlias = Literal["day", "week", "month", "year"] | str
"""A range of time up to now."""
AnalyticsView: TypeAlias = Literal["overview", "detailed"] | str
"""The groups of figures to return."""
AuditStatus: TypeAlias = Literal["success", "warning", "error"] | str
"""The outcome of an action."""
BackupOutcome: TypeAlias = Literal["succeeded", "damaged", "failed"] | str
"""The outcome of an attempt to make a backup."""
ClaimProofOrJob: TypeAlias = ClaimProof | AcceptedJob
"""The result, or the job that computes it."""
ComputationResultOrJob: TypeAlias = ComputationResult | AcceptedJob
"""The result, or the job that computes it."""
CredentialKind: TypeAlias = Literal["session", "apiKey"] | str
"""The kind of a credential."""
DataTokenScope: TypeAlias = Literal["own", "market"] | str
"""The tokens that a list shows."""
DataTokenStatus: TypeAlias = Literal["pending", "active", "expired", "revoked"] | str
"""The state of a token. `pending`: an administrator has to approve its price. `active`: it can be
bought. `expired`: `availableUntil` has passed. `revoked`: the seller withdrew it.
"""
DatasetChange: TypeAlias = Literal["created", "updated", "deleted"] | str
"""The kind of a change of a dataset. `updated`: its data or its encryption status changed."""
DatasetColumnProtection: TypeAlias = Literal["sealed", "fhe", "zk"] | str
"""The protection of a column's values. `sealed`: authenticated encryption. `fhe`: ciphertexts that
support sums, means and variances. `zk`: sealed and committed to.
"""
DatasetColumnType: TypeAlias = Literal["integer", "number", "boolean", "timestamp", "text", "json", "mixed", "empty"] | str
"""The type of a column's values. `integer`: whole numbers. `timestamp`: RFC 3339 with an offset.
`json`: arrays and objects. `mixed`: values of several types. `empty`: no values.
"""
DatasetComputationBasis: TypeAlias = Literal["ciphertexts", "values"] | str
"""The data that statistics were computed on. `ciphertexts`: no single value was decrypted."""
DatasetEncryptionMode: TypeAlias = Literal["none", "basic", "fhe", "zk"] | str
"""The encryption mode of a dataset. `none`: sealed under the account's own key. `basic`: sealed under
a key of the mode Basic. `fhe`: columns of numbers are homomorphic ciphertexts. `zk`: columns of
numbers are also committed to.
"""
DatasetEncryptionStatus: TypeAlias = Literal["unencrypted", "pending", "encrypted", "failed"] | str
"""The state of the encryption of a dataset. `unencrypted`: the mode is `none`. `pending`: a key is
being created, or columns are being converted. `encrypted`: all data are in their mode. `failed`:
the data stay sealed, and the conversion is tried again each minute.
"""
DatasetMessageType: TypeAlias = Literal["update"]
"""The type of the message."""
DatasetSortField: TypeAlias = Literal["name", "created_at", "encryption_status"] | str
"""The order of a list."""
DecryptionResultOrJob: TypeAlias = DecryptionResult | AcceptedJob
"""The result, or the job that computes it."""
DefaultEncryptionType: TypeAlias = Literal["FHE", "AES", "ZK"] | str
"""The encryption mode where a mode is required and none is named. `AES` is the mode `Basic`."""
DeviceEncryptionMode: TypeAlias = Literal["none", "basic", "fhe", "zk"] | str
"""An encryption mode of a device's points."""
DeviceStatus: TypeAlias = Literal["active", "pending", "inactive", "revoked"] | str
"""The status of a device."""
DocumentVerificationOrJob: TypeAlias = DocumentVerification | AcceptedJob
"""The result, or the job that computes it."""
EncryptionMode: TypeAlias = Literal["Basic", "FHE", "ZK"] | str
"""An encryption mode. `Basic`: authenticated encryption. `FHE`: homomorphic encryption, which supports
computation on ciphertexts. `ZK`: committed encryption, which supports proofs about the values.
"""
EncryptionResultOrJob: TypeAlias = EncryptionResult | AcceptedJob
"""The result, or the job that computes it."""
EventChannelName: TypeAlias = Literal["analytics", "alerts", "system-health", "marketplace", "audit-logs"] | str
"""The name of a channel."""
ExportFormat: TypeAlias = Literal["csv", "arrow", "omh", "fhir", "activities"] | str
"""A file format of an export."""
ImportState: TypeAlias = Literal["unfinished", "complete", "undoing"] | str
"""The state of an import. `unfinished`: it runs or was cut off, and its points so far are stored.
`complete`: the whole file was read. `undoing`: it is being undone, or that was cut off; delete it
again to continue.
"""
InsightImpact: TypeAlias = Literal["high", "medium", "low"] | str
"""The importance of an insight."""
InsightLanguage: TypeAlias = Literal["en", "de"] | str
"""The language of sentences: English or German."""
InsightTrend: TypeAlias = Literal["increasing", "decreasing", "stable"] | str
"""The direction of a value."""
InsightType: TypeAlias = Literal["trend", "anomaly", "recommendation", "goal", "recovery", "performance", "milestone"] | str
"""The type of an insight."""
ItemStatus: TypeAlias = Literal["draft", "active", "archived"] | str
"""The state of an item. `draft`: not offered yet. `active`: it can be bought. `archived`: no longer
offered.
"""
JobStatus: TypeAlias = Literal["running", "succeeded", "failed"] | str
"""The status of a job."""
ListingStatus: TypeAlias = Literal["active", "withdrawn"] | str
"""The state of a listing. `active`: the dataset is offered. `withdrawn`: the seller withdrew it."""
McpMessageId: TypeAlias = int | str
"""The identifier of a request."""
MeanMaximalCurveType: TypeAlias = Literal["power", "heart_rate", "speed"] | str
"""A type that has a curve."""
MetricsCertainty: TypeAlias = Literal["stated", "measured", "estimated"] | str
"""The certainty of a value. `stated`: the profile states it. `measured`: measured in a hard effort;
the true maximum may be higher. `estimated`: a formula gives it.
"""
MetricsInputSource: TypeAlias = Literal["profile", "measured", "age", "assumed"] | str
"""The source of an input. `profile`: the profile states it. `measured`: computed from points. `age`:
208 − 0.7 · age. `assumed`: unknown, so that a usual value is used.
"""
MovementType: TypeAlias = Literal["settlement", "payout"] | str
"""The direction of money. `settlement`: the account's owner paid to the platform. `payout`: the
platform paid to the account's owner.
"""
PointRetention: TypeAlias = Literal["keep", "delete"] | str
"""Whether the points are kept or deleted."""
PurchaseStatus: TypeAlias = Literal["active", "used", "expired", "refunded"] | str
"""The state of a purchase. `active`: it can be used. `used`: every allowed use was made. `expired`:
its duration has passed. `refunded`: the price was paid back.
"""
Role: TypeAlias = Literal["user", "auditor", "admin"] | str
"""The role of an account."""
RootKeyProblem: TypeAlias = Literal["missing", "exposed", "malformed", "other", "unreadable"] | str
"""Why the root key where it is kept cannot be used."""
RootKeySource: TypeAlias = Literal["credential", "file", "environment", "command", "created"] | str
"""Where the root key is kept."""
SettableAccountStatus: TypeAlias = Literal["active", "suspended"] | str
"""The status that an administrator can set; `DELETE` erases the account."""
Sex: TypeAlias = Literal["female", "male"] | str
"""The sex used by formulas."""
SoldAggregateOperation: TypeAlias = Literal["sum", "mean", "variance"] | str
"""The aggregate operation on sold points."""
SoldDataFormat: TypeAlias = Literal["json", "csv"] | str
"""The format of sold points."""
SortOrder: TypeAlias = Literal["asc", "desc"] | str
"""The direction of a list."""
StreamMessageType: TypeAlias = Literal["activity", "data", "insight", "metric"] | str
"""The type of a stream message."""
StreamPayload: TypeAlias = FitnessDataPoint | PredictiveInsight | PerformanceMetrics | ActivityChange
"""The payload of a stream message; its schema depends on the type of the message."""
Tier: TypeAlias = Literal["standard", "premium", "enterprise"] | str
"""The tier of an account, which sets its request limits and storage quotas."""
UadmCommandStatus: TypeAlias = Literal["queued", "delivered", "acknowledged", "failed", "expired"] | str
"""The state of a command."""
UadmDeviceSortField: TypeAlias = Literal["created_at", "name"] | str
"""The field that determines the order of a list."""
UadmDeviceStatus: TypeAlias = Literal["pending", "online", "offline", "revoked"] | str
"""The status of a UADM device."""
UnusualSignInKind: TypeAlias = Literal["newNetwork", "wrongCodes", "recoveryCode", "replayedToken"] | str
"""The reason why a sign-in is unusual."""
VerificationResultOrJob: TypeAlias = VerificationResult | AcceptedJob
"""The result, or the job that computes it."""
WebhookAttemptError: TypeAlias = Literal["unresolvable", "addressRefused", "unreachable", "tlsFailed", "timedOut", "brokenAnswer", "redirected", "refusedByReceiver", "roleWithdrawn", "unreadable"] | str
"""The reason why an attempt failed."""
WebhookDeliveryStatus: TypeAlias = Literal["pending", "delivered", "failed"] | str
"""The state of a delivery."""
WebhookScope: TypeAlias = Literal["own", "administration"] | str
"""The accounts whose events a webhook receives."""
WebhookStatus: TypeAlias = Literal["active", "paused", "disabled"] | str
"""Whether a webhook receives events."""
WebhookStopReason: TypeAlias = Literal["failing", "gone", "roleWithdrawn"] | str
"""The reason why the platform stopped a webhook."""
WorkflowNode: TypeAlias = WorkflowTriggerNode | WorkflowAgentNode | WorkflowToolNode | WorkflowConditionNode | WorkflowTransformNode | WorkflowApprovalNode | WorkflowOutputNode
"""A node of a graph. `id` is unique in the graph: 1 to 64 letters, digits, `_` or `-`. Wherever a node
takes a value, `{"$from": "ID", "pointer": "/data/0"}` represents a part of the output of an earlier
node, by a JSON Pointer.

The attribute `type` tells the types apart.
"""
WorkflowOperation: TypeAlias = Literal["pick", "count", "sum", "mean", "min", "max", "first", "last"] | str
"""The computation of a `transform` node."""
WorkflowOperator: TypeAlias = Literal["equal", "notEqual", "less", "lessOrEqual", "greater", "greaterOrEqual", "exists"] | str
"""The comparison of `left` with `right`."""
WorkflowRunReason: TypeAlias = Literal["manual", "schedule", "event"] | str
"""The cause of a run."""
WorkflowRunStatus: TypeAlias = Literal["running", "waiting", "completed", "failed", "cancelled"] | str
"""The state of a run."""
WorkflowStepStatus: TypeAlias = Literal["begun", "done", "skipped", "planned", "failed", "waiting"] | str
"""The state of a step."""
WorkflowToolArguments: TypeAlias = dict[str, Any]
"""The arguments of a tool, which the tool's JSON Schema describes."""
WorkflowTrigger: TypeAlias = WorkflowManualTrigger | WorkflowScheduleTrigger | WorkflowEventTrigger
"""The trigger of a run.

The attribute `type` tells the types apart.
"""
WorkflowValue: TypeAlias = Any
"""A JSON value. `{"$from": "ID", "pointer": "/data/0"}` in it is replaced by a part of the output of
an earlier node.
"""
ZeroKnowledgeProofOrJob: TypeAlias = ZeroKnowledgeProof | AcceptedJob
"""The result, or the job that computes it."""
