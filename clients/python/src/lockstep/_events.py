"""Sockets that resume after a lost connection: each message once, in order."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Iterator
from typing import TYPE_CHECKING, Any, Generic, Self, TypeVar

import httpx

from ._async_transport import AsyncTransport
from ._exchange import Settings
from ._model import Model
from ._operation import Arguments, Operation
from ._transport import Transport
from .errors import (
    ApiConnectionError,
    AuthenticationError,
    LockstepError,
    MissedEventsError,
    RateLimitError,
    ServerError,
)

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection as AsyncSocket
    from websockets.exceptions import ConnectionClosed
    from websockets.sync.client import ClientConnection as Socket

M = TypeVar("M", bound=Model)

CREDENTIAL_ENDED = 4401
TOO_FAR_BEHIND = 4408
FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 30.0
_TICKET: Operation[Any] = Operation("POST", "/v1/ws/tickets", None)

# The library logs the handshake for debugging, and the handshake contains the ticket.
_LOGGER = logging.getLogger("lockstep.socket")
_LOGGER.setLevel(logging.INFO)


class _Resuming(Generic[M]):
    """Where a socket continues, and whether it is opened again after a failure."""

    def __init__(
        self,
        settings: Settings,
        path: str,
        message: type[M],
        last_event_id: str | None,
        max_reconnects: int | None,
    ) -> None:
        _import_websockets()
        self._settings = settings
        self._path = path
        self._message = message
        self._max_reconnects = max_reconnects
        self._failures = 0
        self._has_renewed = False
        self.last_event_id = last_event_id
        """The `id` of the last message that the loop received."""

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._path!r}, last_event_id={self.last_event_id!r})"

    def _address(self) -> str:
        url = httpx.URL(self._settings.base_url.rstrip("/") + self._path)
        if self.last_event_id is not None:
            url = url.copy_set_param("lastEventId", self.last_event_id)
        return str(url.copy_with(scheme="wss" if url.scheme == "https" else "ws"))

    def _read(self, text: str | bytes) -> M:
        value = json.loads(text)
        message = self._message.from_dict(value)
        self.last_event_id = value.get("id", self.last_event_id)
        self._failures = 0
        self._has_renewed = False
        return message

    def _pause_after(self, error: Exception) -> float:
        """Returns the seconds until the socket is opened again; raises the error if it is not."""
        is_transient = isinstance(error, ApiConnectionError | ServerError | RateLimitError)
        is_last = self._max_reconnects is not None and self._failures >= self._max_reconnects
        if not is_transient or is_last:
            raise error
        longest = min(FIRST_DELAY_SECONDS * 2.0 ** min(self._failures, 16), MAX_DELAY_SECONDS)
        self._failures += 1
        return longest * (0.5 + random.random() / 2)

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

    def __init__(self, transport: Transport, *where: Any) -> None:
        super().__init__(transport.settings, *where)
        self._transport = transport
        self._closed = threading.Event()
        self._socket: Socket | None = None

    def __iter__(self) -> Iterator[M]:
        from websockets.exceptions import ConnectionClosed

        while not self._closed.is_set():
            try:
                with self._open() as self._socket:
                    while not self._closed.is_set():
                        yield self._read(self._socket.recv())
            except ConnectionClosed as closed:
                if self._closed.is_set():
                    return
                if self._needs_renewal(closed):
                    if not self._transport.renew():
                        raise _credential_ended() from None
                else:
                    self._closed.wait(self._pause_after(_lost(closed)))
            except LockstepError as error:
                self._closed.wait(self._pause_after(error))

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
        from websockets.exceptions import WebSocketException
        from websockets.sync.client import connect

        ticket = self._transport.call(_TICKET, Arguments(json={}), None)["ticket"]
        with contextlib.ExitStack() as stack:
            try:
                socket = stack.enter_context(connect(self._address(), **_options(self._settings, ticket)))
            except (WebSocketException, OSError, TimeoutError) as error:
                raise ApiConnectionError(f"the socket could not be opened: {error}") from None
            try:
                yield socket
            finally:
                socket.close()  # The end of the `with` statement would tell the server of an error.


class AsyncEventStream(_Resuming[M]):
    """Messages for the asynchronous client. Cancelling the task ends the socket, and so does the end of `async with`."""

    def __init__(self, transport: AsyncTransport, *where: Any) -> None:
        super().__init__(transport.settings, *where)
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
                    while True:
                        yield self._read(await socket.recv())
                finally:
                    await socket.close()
            except ConnectionClosed as closed:
                if self._needs_renewal(closed):
                    if not await self._transport.renew():
                        raise _credential_ended() from None
                else:
                    await asyncio.sleep(self._pause_after(_lost(closed)))
            except LockstepError as error:
                await asyncio.sleep(self._pause_after(error))

    async def _open(self) -> AsyncSocket:
        from websockets.asyncio.client import connect
        from websockets.exceptions import WebSocketException

        ticket = (await self._transport.call(_TICKET, Arguments(json={}), None))["ticket"]
        try:
            return await connect(self._address(), **_options(self._settings, ticket))
        except (WebSocketException, OSError, TimeoutError) as error:
            raise ApiConnectionError(f"the socket could not be opened: {error}") from None


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
