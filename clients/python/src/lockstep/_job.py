"""A background job of the server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from ._async_transport import AsyncTransport
from ._exchange import Settings
from ._operation import Arguments, CallOptions, Operation
from ._transport import Transport
from .errors import JobFailedError

T = TypeVar("T")

_READ: Operation[Any] = Operation("GET", "/v1/jobs/{jobId}", None)
_CANCEL: Operation[Any] = Operation("DELETE", "/v1/jobs/{jobId}", None)
MAX_WAIT_SECONDS = 20
"""The longest time for which the server waits for the end of a job."""


class _State(Generic[T]):
    def __init__(self, id: str, operation: Operation[T]) -> None:
        self.id = id
        """The id of the job."""
        self._operation = operation

    @property
    def _arguments(self) -> Arguments:
        return Arguments(path={"jobId": self.id})

    @staticmethod
    def _wait(settings: Settings, options: CallOptions | None) -> str:
        """Returns the preference for an answer when the job has ended, or well before the request times out."""
        limit = settings.timeout if options is None or options.timeout is None else options.timeout
        return f"wait={max(1, int(min(MAX_WAIT_SECONDS, limit / 2)))}"

    def _has_ended(self, state: Mapping[str, Any]) -> bool:
        """Whether the job has succeeded; raises if it failed."""
        if state.get("status") == "failed":
            error = state.get("error")
            unnamed = {"code": "SERVER_ERROR", "message": "the job failed"}
            raise JobFailedError(200, error if isinstance(error, Mapping) else unnamed)
        return state.get("status") == "succeeded"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"


class Job(_State[T]):
    """Work of the synchronous client. A job ends with the process of the server, and its result is kept for an hour."""

    def __init__(self, transport: Transport, id: str, operation: Operation[T]) -> None:
        super().__init__(id, operation)
        self._transport = transport

    def result(self, options: CallOptions | None = None) -> T:
        """Waits until the job has ended, and returns its result; raises `JobFailedError` if it failed."""
        wait = self._wait(self._transport.settings, options)
        while True:
            state = self._transport.call(_READ, self._arguments, options, wait)
            if self._has_ended(state):
                return self._operation.read(state.get("result"))

    def cancel(self, options: CallOptions | None = None) -> None:
        """Cancels the job, or removes its result."""
        self._transport.call(_CANCEL, self._arguments, options)


class AsyncJob(_State[T]):
    """Work of the asynchronous client. A job ends with the process of the server, and its result is kept for an hour."""

    def __init__(self, transport: AsyncTransport, id: str, operation: Operation[T]) -> None:
        super().__init__(id, operation)
        self._transport = transport

    async def result(self, options: CallOptions | None = None) -> T:
        """Waits until the job has ended, and returns its result; raises `JobFailedError` if it failed."""
        wait = self._wait(self._transport.settings, options)
        while True:
            state = await self._transport.call(_READ, self._arguments, options, wait)
            if self._has_ended(state):
                return self._operation.read(state.get("result"))

    async def cancel(self, options: CallOptions | None = None) -> None:
        """Cancels the job, or removes its result."""
        await self._transport.call(_CANCEL, self._arguments, options)
