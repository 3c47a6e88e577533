"""Sockets that resume after a lost connection: each message once, in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import httpx

from ._async_transport import AsyncTransport
from ._exchange import Settings
from ._generated.models import AgentUpdate, ChannelMessage, DatasetUpdate, StreamMessage
from ._model import Model
from ._operation import Arguments, CallOptions, Operation, value_of
from ._transport import Transport
from .errors import (
    ApiConnectionError,
    ApiTimeoutError,
    AuthenticationError,
    LockstepError,
    MalformedMessageError,
    MissedEventsError,
    RateLimitError,
    ServerError,
    error_of,
    error_with,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection as AsyncSocket
    from websockets.exceptions import ConnectionClosed, InvalidStatus
    from websockets.sync.client import ClientConnection as Socket

M = TypeVar("M", bound=Model)

CREDENTIAL_ENDED = 4401
TOO_FAR_BEHIND = 4408
FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 30.0
_TICKET: Operation[Any] = Operation("POST", "/v1/ws/tickets", None)
_ONCE = CallOptions(max_retries=0)
"""The loop over the messages tries again."""

# The library logs the handshake for debugging, and the handshake contains the ticket.
_LOGGER = logging.getLogger("lockstep.socket")
_LOGGER.setLevel(logging.INFO)


@dataclass(frozen=True)
class Feed(Generic[M]):
    """An address of sockets, the type of its messages, and the frame that subscribes to them."""

    path: str
    message: type[M]
    subscription: Mapping[str, Any] | None = None


STREAM = Feed("/v1/sfdp/stream", StreamMessage)
AGENTS = Feed("/v1/agents/websocket", AgentUpdate)


class _Resuming(Generic[M]):
    """Where a socket continues, and whether it is opened again after a failure."""

    def __init__(
        self,
        settings: Settings,
        feed: Feed[M],
        last_event_id: str | None,
        max_reconnects: int | None,
    ) -> None:
        _import_websockets()
        self._settings = settings
        self._path = feed.path
        self._message = feed.message
        self._subscription = None if feed.subscription is None else json.dumps(feed.subscription)
        self._max_reconnects = max_reconnects
        self._is_subscribed = False
        self._failures = 0
        self._limited = 0
        self._has_renewed = False
        self._has_refused_ticket = False
        self._token: str | None = None
        self.last_event_id = last_event_id
        """The `id` of the last message that the loop received."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._path!r}, last_event_id={self.last_event_id!r})"

    def _begin(self) -> None:
        """Notes that a socket is open."""
        self._is_subscribed = self._subscription is None
        self._has_refused_ticket = False

    def _refusal(self, refused: InvalidStatus) -> LockstepError:
        """Returns the error of a server that did not open the socket."""
        response = refused.response
        if response.status_code == 401 and not self._has_refused_ticket:
            # The server has just accepted the credential, so the ticket is too old. The next one may be in time.
            self._has_refused_ticket = True
            return ApiConnectionError("the socket could not be opened: its ticket has ended")
        headers = {name.lower(): value for name, value in response.headers.raw_items()}
        return error_of(response.status_code, headers, (response.body or b"").decode(errors="replace"))

    def _address(self) -> str:
        url = httpx.URL(self._settings.base_url.rstrip("/") + self._path)
        if self.last_event_id is not None:
            url = url.copy_set_param("lastEventId", self.last_event_id)
        return str(url.copy_with(scheme="wss" if url.scheme == "https" else "ws"))

    @property
    def _limit(self) -> float | None:
        """The seconds until the next frame must arrive: the server answers a subscription at once."""
        return None if self._is_subscribed else self._settings.timeout

    def _read(self, text: str | bytes) -> M | None:
        """Reads a frame; `None` if it is the answer to the subscription."""
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise MalformedMessageError(
                "a message of the socket is not a JSON object: check the address of the server and the proxies before it"
            )
        if self._subscription is not None and "id" not in value:
            self._take_answer(value)
            return None
        message = self._message.from_dict(value)
        self.last_event_id = value.get("id", self.last_event_id)
        self._failures = 0
        self._limited = 0
        self._has_renewed = False
        return message

    def _take_answer(self, frame: Mapping[str, Any]) -> None:
        """Takes the server's answer to the subscription."""
        error = frame.get("error")
        if frame.get("type") == "error" and isinstance(error, dict):
            status = frame.get("status")
            raise error_with(status if isinstance(status, int) else 400, error, {})
        if frame.get("type") == "subscribed":
            self._is_subscribed = True

    def _pause_after(self, error: Exception) -> float:
        """Returns the seconds until the socket is opened again; raises the error if it is not."""
        is_transient = isinstance(error, ApiConnectionError | ServerError | RateLimitError)
        is_last = self._max_reconnects is not None and self._failures >= self._max_reconnects
        asked = 0.0
        if isinstance(error, RateLimitError):
            self._limited += 1
            asked = error.retry_after or 0.0
            is_last = is_last or self._limited > self._settings.max_retries
        else:
            self._limited = 0
        if not is_transient or is_last or asked > self._settings.max_retry_delay:
            raise error
        longest = min(FIRST_DELAY_SECONDS * 2.0 ** min(self._failures, 16), MAX_DELAY_SECONDS)
        self._failures += 1
        return asked or longest * (0.5 + random.random() / 2)

    def _needs_renewal(self, closed: ConnectionClosed) -> bool:
        """Whether the socket ended with its credential; raises if it cannot continue."""
        code = closed.rcvd.code if closed.rcvd else None
        if code == TOO_FAR_BEHIND:
            raise MissedEventsError(
                "the socket is more than ten minutes behind: read the data again, then listen without last_event_id"
            )
        if code != CREDENTIAL_ENDED:
            return False
        if self._has_renewed:
            raise _credential_ended()
        self._has_renewed = True
        return True


class EventStream(_Resuming[M]):
    """Messages for the synchronous client. `close` ends the loop, also from another thread."""

    def __init__(
        self,
        transport: Transport,
        feed: Feed[M],
        last_event_id: str | None,
        max_reconnects: int | None,
    ) -> None:
        super().__init__(transport.settings, feed, last_event_id, max_reconnects)
        self._transport = transport
        self._closed = threading.Event()
        self._socket: Socket | None = None

    def __iter__(self) -> Iterator[M]:
        from websockets.exceptions import ConnectionClosed

        while not self._closed.is_set():
            try:
                with self._open() as self._socket:
                    while not self._closed.is_set():
                        message = self._read(self._receive(self._socket))
                        if message is not None:
                            yield message
            except ConnectionClosed as closed:
                if self._closed.is_set():
                    return
                if self._needs_renewal(closed):
                    self._renew()
                else:
                    self._closed.wait(self._pause_after(_lost(closed)))
            except LockstepError as error:
                self._closed.wait(self._pause_after(error))

    def _renew(self) -> None:
        try:
            is_renewed = self._transport.renew(self._token)
        except LockstepError as error:
            self._has_renewed = False
            self._closed.wait(self._pause_after(error))
            return
        if not is_renewed:
            raise _credential_ended() from None

    def _receive(self, socket: Socket) -> str | bytes:
        limit = self._limit
        try:
            return socket.recv(limit)
        except TimeoutError:
            raise ApiTimeoutError(limit or 0) from None

    def close(self) -> None:
        """Ends the loop over the messages."""
        self._closed.set()
        if self._socket is not None:
            self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextlib.contextmanager
    def _open(self) -> Iterator[Socket]:
        from websockets.exceptions import InvalidStatus, WebSocketException
        from websockets.sync.client import connect

        ticket = value_of(self._transport.call(_TICKET, Arguments(json={}), _ONCE), "ticket", str)
        self._token = self._transport.token
        with contextlib.ExitStack() as stack:
            try:
                socket = stack.enter_context(connect(self._address(), **_options(self._settings, ticket)))
            except InvalidStatus as refused:
                raise self._refusal(refused) from None
            except (WebSocketException, OSError, TimeoutError) as error:
                raise ApiConnectionError(f"the socket could not be opened: {error}") from None
            try:
                self._begin()
                if self._subscription is not None:
                    socket.send(self._subscription)
                yield socket
            finally:
                socket.close()  # The end of the `with` statement would tell the server of an error.


class AsyncEventStream(_Resuming[M]):
    """Messages for the asynchronous client. Cancelling the task ends the socket, and so does the end of `async with`."""

    def __init__(
        self,
        transport: AsyncTransport,
        feed: Feed[M],
        last_event_id: str | None,
        max_reconnects: int | None,
    ) -> None:
        super().__init__(transport.settings, feed, last_event_id, max_reconnects)
        self._transport = transport
        self._messages: AsyncGenerator[M, None] | None = None

    def __aiter__(self) -> AsyncIterator[M]:
        self._messages = self._listen()
        return self._messages

    async def close(self) -> None:
        """Closes the socket, after the loop was left."""
        if self._messages is not None:
            await self._messages.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _listen(self) -> AsyncGenerator[M, None]:
        from websockets.exceptions import ConnectionClosed

        while True:
            try:
                socket = await self._open()
                try:
                    self._begin()
                    if self._subscription is not None:
                        await socket.send(self._subscription)
                    while True:
                        message = self._read(await self._receive(socket))
                        if message is not None:
                            yield message
                finally:
                    await socket.close()
            except ConnectionClosed as closed:
                if self._needs_renewal(closed):
                    await self._renew()
                else:
                    await asyncio.sleep(self._pause_after(_lost(closed)))
            except LockstepError as error:
                await asyncio.sleep(self._pause_after(error))

    async def _renew(self) -> None:
        try:
            is_renewed = await self._transport.renew(self._token)
        except LockstepError as error:
            self._has_renewed = False
            await asyncio.sleep(self._pause_after(error))
            return
        if not is_renewed:
            raise _credential_ended() from None

    async def _receive(self, socket: AsyncSocket) -> str | bytes:
        limit = self._limit
        try:
            async with asyncio.timeout(limit):
                return await socket.recv()
        except TimeoutError:
            raise ApiTimeoutError(limit or 0) from None

    async def _open(self) -> AsyncSocket:
        from websockets.asyncio.client import connect
        from websockets.exceptions import InvalidStatus, WebSocketException

        ticket = value_of(await self._transport.call(_TICKET, Arguments(json={}), _ONCE), "ticket", str)
        self._token = self._transport.token
        try:
            return await connect(self._address(), **_options(self._settings, ticket))
        except InvalidStatus as refused:
            raise self._refusal(refused) from None
        except (WebSocketException, OSError, TimeoutError) as error:
            raise ApiConnectionError(f"the socket could not be opened: {error}") from None


def channels_of(names: Iterable[str]) -> Feed[ChannelMessage]:
    """Returns the feed of channels."""
    if isinstance(names, str):
        raise TypeError("channels takes a list of names, such as ['marketplace']")
    return Feed("/v1/ws", ChannelMessage, {"type": "subscribe", "channels": list(names)})


def dataset_updates_of(dataset_id: str | None) -> Feed[DatasetUpdate]:
    """Returns the feed of a dataset, or of all of the account."""
    frame = {"type": "subscribe", "channel": "dataset_updates", "dataset_id": dataset_id}
    return Feed("/api/ws", DatasetUpdate, frame)


def _options(settings: Settings, ticket: str) -> dict[str, Any]:
    return {
        "subprotocols": ["lockstep.v1", f"ticket.{ticket}"],
        "open_timeout": settings.timeout,
        "logger": _LOGGER,
        "max_size": None,
    }


def _import_websockets() -> None:
    try:
        import websockets  # noqa: F401
    except ImportError:
        raise ImportError("sockets need websockets: install lockstep-client[sockets]") from None


def _lost(closed: ConnectionClosed) -> ApiConnectionError:
    return ApiConnectionError(f"the socket was closed: {closed}")


def _credential_ended() -> AuthenticationError:
    error = {"code": "AUTH_ERROR", "message": "the credential of the socket has ended"}
    return AuthenticationError(401, error)
