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
        """Sessions of sport, from imported files or detected in the points."""
        from .activities import ActivitiesOperations

        return ActivitiesOperations(self._transport)

    @cached_property
    def administration(self) -> AdministrationOperations:
        """Accounts, erasures and ceremonies; for administrators and auditors."""
        from .administration import AdministrationOperations

        return AdministrationOperations(self._transport)

    @cached_property
    def agents(self) -> AgentsOperations:
        """Agents that answer questions with the tools of the platform."""
        from .agents import AgentsOperations

        return AgentsOperations(self._transport)

    @cached_property
    def api_keys(self) -> ApiKeysOperations:
        """Long-lived credentials of an account, limited by scopes."""
        from .api_keys import ApiKeysOperations

        return ApiKeysOperations(self._transport)

    @cached_property
    def auth(self) -> AuthOperations:
        """Tokens, sign-ins and the caller's own account."""
        from .auth import AuthOperations

        return AuthOperations(self._transport)

    @cached_property
    def datasets(self) -> DatasetsOperations:
        """Tables of columns in an encryption mode."""
        from .datasets import DatasetsOperations

        return DatasetsOperations(self._transport)

    @cached_property
    def devices(self) -> DevicesOperations:
        """The devices that record points."""
        from .devices import DevicesOperations

        return DevicesOperations(self._transport)

    @cached_property
    def encryption(self) -> EncryptionOperations:
        """Keys, encryption, computation on ciphertexts, circuits and zero-knowledge proofs."""
        from .encryption import EncryptionOperations

        return EncryptionOperations(self._transport)

    @cached_property
    def events(self) -> EventsOperations:
        """Live updates over WebSockets."""
        from .events import EventsOperations

        return EventsOperations(self._transport)

    @cached_property
    def fitness(self) -> FitnessOperations:
        """Points: upload, import, read, aggregate, export, metrics, insights and claims."""
        from .fitness import FitnessOperations

        return FitnessOperations(self._transport)

    @cached_property
    def health(self) -> HealthOperations:
        """Probes and metrics for operators."""
        from .health import HealthOperations

        return HealthOperations(self._transport)

    @cached_property
    def imports(self) -> ImportsOperations:
        """The imports of files, which can be undone."""
        from .imports import ImportsOperations

        return ImportsOperations(self._transport)

    @cached_property
    def jobs(self) -> JobsOperations:
        """Long-running work that a request started with `Prefer: respond-async`."""
        from .jobs import JobsOperations

        return JobsOperations(self._transport)

    @cached_property
    def marketplace(self) -> MarketplaceOperations:
        """Data tokens, purchases, certificates, aggregates of sold points, items, and the ledger."""
        from .marketplace import MarketplaceOperations

        return MarketplaceOperations(self._transport)

    @cached_property
    def profile(self) -> ProfileOperations:
        """The facts about the person that formulas need."""
        from .profile import ProfileOperations

        return ProfileOperations(self._transport)

    @cached_property
    def uadm(self) -> UadmOperations:
        """Devices that take commands."""
        from .uadm import UadmOperations

        return UadmOperations(self._transport)

    @cached_property
    def webhooks(self) -> WebhooksOperations:
        """Signed requests that the server sends to the account's own URLs when events happen."""
        from .webhooks import WebhooksOperations

        return WebhooksOperations(self._transport)

    @cached_property
    def workflows(self) -> WorkflowsOperations:
        """Graphs of agents and tools that run on request, on a schedule, or after events."""
        from .workflows import WorkflowsOperations

        return WorkflowsOperations(self._transport)


class AsyncGroups:
    """The operations of the asynchronous client, by the tags of the API's document."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    @cached_property
    def activities(self) -> AsyncActivitiesOperations:
        """Sessions of sport, from imported files or detected in the points."""
        from .activities import AsyncActivitiesOperations

        return AsyncActivitiesOperations(self._transport)

    @cached_property
    def administration(self) -> AsyncAdministrationOperations:
        """Accounts, erasures and ceremonies; for administrators and auditors."""
        from .administration import AsyncAdministrationOperations

        return AsyncAdministrationOperations(self._transport)

    @cached_property
    def agents(self) -> AsyncAgentsOperations:
        """Agents that answer questions with the tools of the platform."""
        from .agents import AsyncAgentsOperations

        return AsyncAgentsOperations(self._transport)

    @cached_property
    def api_keys(self) -> AsyncApiKeysOperations:
        """Long-lived credentials of an account, limited by scopes."""
        from .api_keys import AsyncApiKeysOperations

        return AsyncApiKeysOperations(self._transport)

    @cached_property
    def auth(self) -> AsyncAuthOperations:
        """Tokens, sign-ins and the caller's own account."""
        from .auth import AsyncAuthOperations

        return AsyncAuthOperations(self._transport)

    @cached_property
    def datasets(self) -> AsyncDatasetsOperations:
        """Tables of columns in an encryption mode."""
        from .datasets import AsyncDatasetsOperations

        return AsyncDatasetsOperations(self._transport)

    @cached_property
    def devices(self) -> AsyncDevicesOperations:
        """The devices that record points."""
        from .devices import AsyncDevicesOperations

        return AsyncDevicesOperations(self._transport)

    @cached_property
    def encryption(self) -> AsyncEncryptionOperations:
        """Keys, encryption, computation on ciphertexts, circuits and zero-knowledge proofs."""
        from .encryption import AsyncEncryptionOperations

        return AsyncEncryptionOperations(self._transport)

    @cached_property
    def events(self) -> AsyncEventsOperations:
        """Live updates over WebSockets."""
        from .events import AsyncEventsOperations

        return AsyncEventsOperations(self._transport)

    @cached_property
    def fitness(self) -> AsyncFitnessOperations:
        """Points: upload, import, read, aggregate, export, metrics, insights and claims."""
        from .fitness import AsyncFitnessOperations

        return AsyncFitnessOperations(self._transport)

    @cached_property
    def health(self) -> AsyncHealthOperations:
        """Probes and metrics for operators."""
        from .health import AsyncHealthOperations

        return AsyncHealthOperations(self._transport)

    @cached_property
    def imports(self) -> AsyncImportsOperations:
        """The imports of files, which can be undone."""
        from .imports import AsyncImportsOperations

        return AsyncImportsOperations(self._transport)

    @cached_property
    def jobs(self) -> AsyncJobsOperations:
        """Long-running work that a request started with `Prefer: respond-async`."""
        from .jobs import AsyncJobsOperations

        return AsyncJobsOperations(self._transport)

    @cached_property
    def marketplace(self) -> AsyncMarketplaceOperations:
        """Data tokens, purchases, certificates, aggregates of sold points, items, and the ledger."""
        from .marketplace import AsyncMarketplaceOperations

        return AsyncMarketplaceOperations(self._transport)

    @cached_property
    def profile(self) -> AsyncProfileOperations:
        """The facts about the person that formulas need."""
        from .profile import AsyncProfileOperations

        return AsyncProfileOperations(self._transport)

    @cached_property
    def uadm(self) -> AsyncUadmOperations:
        """Devices that take commands."""
        from .uadm import AsyncUadmOperations

        return AsyncUadmOperations(self._transport)

    @cached_property
    def webhooks(self) -> AsyncWebhooksOperations:
        """Signed requests that the server sends to the account's own URLs when events happen."""
        from .webhooks import AsyncWebhooksOperations

        return AsyncWebhooksOperations(self._transport)

    @cached_property
    def workflows(self) -> AsyncWorkflowsOperations:
        """Graphs of agents and tools that run on request, on a schedule, or after events."""
        from .workflows import AsyncWorkflowsOperations

        return AsyncWorkflowsOperations(self._transport)
