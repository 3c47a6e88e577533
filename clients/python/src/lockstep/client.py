"""The two clients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Self

import httpx

from ._async_transport import AsyncTransport
from ._credentials import Credential, OnTokens
from ._download import AsyncDownload, Download
from ._events import AGENTS, STREAM, AsyncEventStream, EventStream, channels_of, dataset_updates_of
from ._exchange import Request, Settings
from ._generated.groups import AsyncGroups, Groups
from ._generated.models import (
    AgentUpdate,
    ChannelMessage,
    DatasetUpdate,
    EventChannelName,
    StreamMessage,
)
from ._operation import DEFAULT_OPTIONS, Arguments, CallOptions, Operation
from ._transport import Transport


class Lockstep(Groups):
    """A client of one Lockstep server, for one or several threads.

    The operations are in groups, by the tags of the API's document: `lockstep.fitness.read_points()`,
    `lockstep.datasets.create_dataset()`. A call returns the answer, or raises an `ApiError`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | None = None,
        username: str | None = None,
        password: str | None = None,
        refresh_token: str | None = None,
        on_tokens: OnTokens | None = None,
        timeout: float = 60.0,
        max_retries: int = 3,
        max_retry_delay: float = 60.0,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Makes a client; it sends nothing yet.

        Args:
            base_url: The address of the server, such as `https://lockstep.example.org`.
            api_key: An API key.
            access_token: An access token, which is not renewed.
            username: The name of an account, with `password`.
            password: The password of the account.
            refresh_token: A refresh token, with `on_tokens`.
            on_tokens: Is called with each new pair of tokens: a refresh token works once, so store the newest.
            timeout: The seconds that the server may take to accept a connection, a part of a body, or to send the next
                part of an answer.
            max_retries: How often a request is sent again.
            max_retry_delay: The longest pause in seconds that `Retry-After` may request; a longer one is an error.
            http_client: Replaces the client of httpx, for proxies and certificates of your own. You close it.
        """
        settings = Settings(
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_delay=max_retry_delay,
        )
        credential = Credential(
            api_key=api_key,
            access_token=access_token,
            username=username,
            password=password,
            refresh_token=refresh_token,
            on_tokens=on_tokens,
        )
        super().__init__(Transport(settings, credential, http_client))

    def stream(
        self, *, last_event_id: str | None = None, max_reconnects: int | None = None
    ) -> EventStream[StreamMessage]:
        """Returns new points, insights, metrics and activities as they are stored, each once and in order.

        A lost connection is opened again, and continues after the last message. Needs the extra `sockets`.

        Args:
            last_event_id: The `id` of the last message that was handled: the messages after it come first, if it is not
                older than ten minutes.
            max_reconnects: How often a lost connection is opened again before the error is raised. A message starts the
                count again. Default: without end, but a refusal with 429 is raised after the client's `max_retries`.
        """
        return EventStream(self._transport, STREAM, last_event_id, max_reconnects)

    def agent_updates(
        self, *, last_event_id: str | None = None, max_reconnects: int | None = None
    ) -> EventStream[AgentUpdate]:
        """Returns updates about the account's agents: answers, deployments and changes of their status."""
        return EventStream(self._transport, AGENTS, last_event_id, max_reconnects)

    def channels(
        self,
        names: Iterable[EventChannelName],
        *,
        last_event_id: str | None = None,
        max_reconnects: int | None = None,
    ) -> EventStream[ChannelMessage]:
        """Returns the messages of channels.

        Every account may listen to `marketplace`; `analytics`, `alerts`, `system-health` and `audit-logs` are for
        administrators and auditors.
        """
        return EventStream(self._transport, channels_of(names), last_event_id, max_reconnects)

    def dataset_updates(
        self,
        dataset_id: str | None = None,
        *,
        last_event_id: str | None = None,
        max_reconnects: int | None = None,
    ) -> EventStream[DatasetUpdate]:
        """Returns the changes of a dataset; without an id, those of all datasets of the account."""
        return EventStream(self._transport, dataset_updates_of(dataset_id), last_event_id, max_reconnects)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        json: Any = None,
        accept: str = "application/json",
        options: CallOptions | None = None,
    ) -> Download:
        """Sends a request that this version of the package has no method for."""
        operation: Operation[Any] = Operation(method, path, None)
        arguments = Arguments(query=query or {}, json=json)
        settings = self._transport.settings
        request = Request(settings, operation, arguments, accept, options or DEFAULT_OPTIONS)
        return Download(self._transport.send(request), request.seconds)

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Lockstep({self._transport.settings.base_url!r})"


class AsyncLockstep(AsyncGroups):
    """A client of one Lockstep server for asyncio. Cancelling a task cancels its request.

    The operations are those of `Lockstep`, with `await`.
    """

    def __init__(
        self,
        base_url: str,
        *,
        api_key: str | None = None,
        access_token: str | None = None,
        username: str | None = None,
        password: str | None = None,
        refresh_token: str | None = None,
        on_tokens: OnTokens | None = None,
        timeout: float = 60.0,
        max_retries: int = 3,
        max_retry_delay: float = 60.0,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Makes a client; the arguments are those of `Lockstep`. `on_tokens` may be asynchronous."""
        settings = Settings(
            base_url=base_url,
            timeout=timeout,
            max_retries=max_retries,
            max_retry_delay=max_retry_delay,
        )
        credential = Credential(
            api_key=api_key,
            access_token=access_token,
            username=username,
            password=password,
            refresh_token=refresh_token,
            on_tokens=on_tokens,
        )
        super().__init__(AsyncTransport(settings, credential, http_client))

    def stream(
        self, *, last_event_id: str | None = None, max_reconnects: int | None = None
    ) -> AsyncEventStream[StreamMessage]:
        """Returns new points, insights, metrics and activities as they are stored, as `Lockstep.stream`."""
        return AsyncEventStream(self._transport, STREAM, last_event_id, max_reconnects)

    def agent_updates(
        self, *, last_event_id: str | None = None, max_reconnects: int | None = None
    ) -> AsyncEventStream[AgentUpdate]:
        """Returns updates about the account's agents, as `Lockstep.agent_updates`."""
        return AsyncEventStream(self._transport, AGENTS, last_event_id, max_reconnects)

    def channels(
        self,
        names: Iterable[EventChannelName],
        *,
        last_event_id: str | None = None,
        max_reconnects: int | None = None,
    ) -> AsyncEventStream[ChannelMessage]:
        """Returns the messages of channels, as `Lockstep.channels`."""
        return AsyncEventStream(self._transport, channels_of(names), last_event_id, max_reconnects)

    def dataset_updates(
        self,
        dataset_id: str | None = None,
        *,
        last_event_id: str | None = None,
        max_reconnects: int | None = None,
    ) -> AsyncEventStream[DatasetUpdate]:
        """Returns the changes of a dataset; without an id, those of all datasets of the account."""
        return AsyncEventStream(
            self._transport, dataset_updates_of(dataset_id), last_event_id, max_reconnects
        )

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        json: Any = None,
        accept: str = "application/json",
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Sends a request that this version of the package has no method for."""
        operation: Operation[Any] = Operation(method, path, None)
        arguments = Arguments(query=query or {}, json=json)
        settings = self._transport.settings
        request = Request(settings, operation, arguments, accept, options or DEFAULT_OPTIONS)
        return AsyncDownload(await self._transport.send(request), request.seconds)

    async def close(self) -> None:
        """Closes the connections."""
        await self._transport.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncLockstep({self._transport.settings.base_url!r})"
