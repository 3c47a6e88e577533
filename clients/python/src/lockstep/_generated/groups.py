# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""The groups of operations, each imported when it is first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .._async_transport import AsyncTransport
    from .._transport import Transport
    from .activities import ActivitiesOperations, AsyncActivitiesOperations
    from .administration import AdministrationOperations, AsyncAdministrationOperations
    from .agents import AgentsOperations, AsyncAgentsOperations
    from .api_keys import ApiKeysOperations, AsyncApiKeysOperations
    from .auth import AsyncAuthOperations, AuthOperations
    from .datasets import AsyncDatasetsOperations, DatasetsOperations
    from .devices import AsyncDevicesOperations, DevicesOperations
    from .encryption import AsyncEncryptionOperations, EncryptionOperations
    from .events import AsyncEventsOperations, EventsOperations
    from .fitness import AsyncFitnessOperations, FitnessOperations
    from .health import AsyncHealthOperations, HealthOperations
    from .imports import AsyncImportsOperations, ImportsOperations
    from .jobs import AsyncJobsOperations, JobsOperations
    from .marketplace import AsyncMarketplaceOperations, MarketplaceOperations
    from .profile import AsyncProfileOperations, ProfileOperations
    from .uadm import AsyncUadmOperations, UadmOperations
    from .webhooks import AsyncWebhooksOperations, WebhooksOperations
    from .workflows import AsyncWorkflowsOperations, WorkflowsOperations


class Groups:
    """The operations of the synchronous client, by the tags of the API's document."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    @cached_property
    def activities(self) -> ActivitiesOperations:
        """Sports sessions, from imported files or detected in the points, with their figures and
        tracks.
        """
        from .activities import ActivitiesOperations

        return ActivitiesOperations(self._transport)

    @cached_property
    def administration(self) -> AdministrationOperations:
        """Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log
        and the ceremonies of verification keys; for administrators and auditors. The tag
        `Marketplace` has the administration of the marketplace.
        """
        from .administration import AdministrationOperations

        return AdministrationOperations(self._transport)

    @cached_property
    def agents(self) -> AgentsOperations:
        """Core and custom agents: configuration, messages, chats, deployments, search, reports and
        plans. Also the Model Context Protocol, by which other programs call the same tools.
        """
        from .agents import AgentsOperations

        return AgentsOperations(self._transport)

    @cached_property
    def api_keys(self) -> ApiKeysOperations:
        """Credentials of the caller's account for programs; scopes and an expiry can limit them."""
        from .api_keys import ApiKeysOperations

        return ApiKeysOperations(self._transport)

    @cached_property
    def auth(self) -> AuthOperations:
        """The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers,
        the session of the web console, and the erasure of the account.
        """
        from .auth import AuthOperations

        return AuthOperations(self._transport)

    @cached_property
    def datasets(self) -> DatasetsOperations:
        """Tables of typed columns in an encryption mode: create, upload, read, statistics and delete."""
        from .datasets import DatasetsOperations

        return DatasetsOperations(self._transport)

    @cached_property
    def devices(self) -> DevicesOperations:
        """The devices that record the account's points."""
        from .devices import DevicesOperations

        return DevicesOperations(self._transport)

    @cached_property
    def encryption(self) -> EncryptionOperations:
        """Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed
        documents.
        """
        from .encryption import EncryptionOperations

        return EncryptionOperations(self._transport)

    @cached_property
    def events(self) -> EventsOperations:
        """Live updates over WebSockets, and the tickets by which browsers open them."""
        from .events import EventsOperations

        return EventsOperations(self._transport)

    @cached_property
    def fitness(self) -> FitnessOperations:
        """Points and blocks of points: upload, import, read, export and delete. Computed from them:
        aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point
        types and storage quotas.
        """
        from .fitness import FitnessOperations

        return FitnessOperations(self._transport)

    @cached_property
    def health(self) -> HealthOperations:
        """Probes and metrics for operators; no credential is needed."""
        from .health import HealthOperations

        return HealthOperations(self._transport)

    @cached_property
    def imports(self) -> ImportsOperations:
        """The record of each imported file, by which the import can be undone."""
        from .imports import ImportsOperations

        return ImportsOperations(self._transport)

    @cached_property
    def jobs(self) -> JobsOperations:
        """Long-running work that a request started with `Prefer: respond-async`: state, result and
        cancellation.
        """
        from .jobs import JobsOperations

        return JobsOperations(self._transport)

    @cached_property
    def marketplace(self) -> MarketplaceOperations:
        """Data tokens (points), listings (datasets) and items of the platform: offers, certificates,
        claims, prices and approvals; purchases, receipts, refunds, bought data and grants; the
        ledger and settlements.
        """
        from .marketplace import MarketplaceOperations

        return MarketplaceOperations(self._transport)

    @cached_property
    def profile(self) -> ProfileOperations:
        """Facts about the athlete that metrics use, such as birth date, maximum heart rate and time
        zone.
        """
        from .profile import ProfileOperations

        return ProfileOperations(self._transport)

    @cached_property
    def uadm(self) -> UadmOperations:
        """Devices that take commands and send points over MQTT: credentials, commands and twins."""
        from .uadm import UadmOperations

        return UadmOperations(self._transport)

    @cached_property
    def webhooks(self) -> WebhooksOperations:
        """Signed requests that the server sends to the account's own URLs when events happen."""
        from .webhooks import WebhooksOperations

        return WebhooksOperations(self._transport)

    @cached_property
    def workflows(self) -> WorkflowsOperations:
        """Graphs of agents and tools that run on request, on a schedule, or after events: versions,
        runs and approvals.
        """
        from .workflows import WorkflowsOperations

        return WorkflowsOperations(self._transport)


class AsyncGroups:
    """The operations of the asynchronous client, by the tags of the API's document."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def activities(self) -> AsyncActivitiesOperations:
        """Sports sessions, from imported files or detected in the points, with their figures and
        tracks.
        """
        from .activities import AsyncActivitiesOperations

        return AsyncActivitiesOperations(self._transport)

    @cached_property
    def administration(self) -> AsyncAdministrationOperations:
        """Accounts, their credentials and erasures, settings, tiers, alerts, analytics, the audit log
        and the ceremonies of verification keys; for administrators and auditors. The tag
        `Marketplace` has the administration of the marketplace.
        """
        from .administration import AsyncAdministrationOperations

        return AsyncAdministrationOperations(self._transport)

    @cached_property
    def agents(self) -> AsyncAgentsOperations:
        """Core and custom agents: configuration, messages, chats, deployments, search, reports and
        plans. Also the Model Context Protocol, by which other programs call the same tools.
        """
        from .agents import AsyncAgentsOperations

        return AsyncAgentsOperations(self._transport)

    @cached_property
    def api_keys(self) -> AsyncApiKeysOperations:
        """Credentials of the caller's account for programs; scopes and an expiry can limit them."""
        from .api_keys import AsyncApiKeysOperations

        return AsyncApiKeysOperations(self._transport)

    @cached_property
    def auth(self) -> AsyncAuthOperations:
        """The caller's own account: registration, tokens, sign-ins, password, TOTP, OpenID providers,
        the session of the web console, and the erasure of the account.
        """
        from .auth import AsyncAuthOperations

        return AsyncAuthOperations(self._transport)

    @cached_property
    def datasets(self) -> AsyncDatasetsOperations:
        """Tables of typed columns in an encryption mode: create, upload, read, statistics and delete."""
        from .datasets import AsyncDatasetsOperations

        return AsyncDatasetsOperations(self._transport)

    @cached_property
    def devices(self) -> AsyncDevicesOperations:
        """The devices that record the account's points."""
        from .devices import AsyncDevicesOperations

        return AsyncDevicesOperations(self._transport)

    @cached_property
    def encryption(self) -> AsyncEncryptionOperations:
        """Keys, encryption, computation on ciphertexts, circuits, zero-knowledge proofs and signed
        documents.
        """
        from .encryption import AsyncEncryptionOperations

        return AsyncEncryptionOperations(self._transport)

    @cached_property
    def events(self) -> AsyncEventsOperations:
        """Live updates over WebSockets, and the tickets by which browsers open them."""
        from .events import AsyncEventsOperations

        return AsyncEventsOperations(self._transport)

    @cached_property
    def fitness(self) -> AsyncFitnessOperations:
        """Points and blocks of points: upload, import, read, export and delete. Computed from them:
        aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point
        types and storage quotas.
        """
        from .fitness import AsyncFitnessOperations

        return AsyncFitnessOperations(self._transport)

    @cached_property
    def health(self) -> AsyncHealthOperations:
        """Probes and metrics for operators; no credential is needed."""
        from .health import AsyncHealthOperations

        return AsyncHealthOperations(self._transport)

    @cached_property
    def imports(self) -> AsyncImportsOperations:
        """The record of each imported file, by which the import can be undone."""
        from .imports import AsyncImportsOperations

        return AsyncImportsOperations(self._transport)

    @cached_property
    def jobs(self) -> AsyncJobsOperations:
        """Long-running work that a request started with `Prefer: respond-async`: state, result and
        cancellation.
        """
        from .jobs import AsyncJobsOperations

        return AsyncJobsOperations(self._transport)

    @cached_property
    def marketplace(self) -> AsyncMarketplaceOperations:
        """Data tokens (points), listings (datasets) and items of the platform: offers, certificates,
        claims, prices and approvals; purchases, receipts, refunds, bought data and grants; the
        ledger and settlements.
        """
        from .marketplace import AsyncMarketplaceOperations

        return AsyncMarketplaceOperations(self._transport)

    @cached_property
    def profile(self) -> AsyncProfileOperations:
        """Facts about the athlete that metrics use, such as birth date, maximum heart rate and time
        zone.
        """
        from .profile import AsyncProfileOperations

        return AsyncProfileOperations(self._transport)

    @cached_property
    def uadm(self) -> AsyncUadmOperations:
        """Devices that take commands and send points over MQTT: credentials, commands and twins."""
        from .uadm import AsyncUadmOperations

        return AsyncUadmOperations(self._transport)

    @cached_property
    def webhooks(self) -> AsyncWebhooksOperations:
        """Signed requests that the server sends to the account's own URLs when events happen."""
        from .webhooks import AsyncWebhooksOperations

        return AsyncWebhooksOperations(self._transport)

    @cached_property
    def workflows(self) -> AsyncWorkflowsOperations:
        """Graphs of agents and tools that run on request, on a schedule, or after events: versions,
        runs and approvals.
        """
        from .workflows import AsyncWorkflowsOperations

        return AsyncWorkflowsOperations(self._transport)
