"""The base of the groups of operations."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

from ._async_transport import AsyncTransport
from ._download import AsyncDownload, Download
from ._exchange import Request
from ._job import AsyncJob, Job
from ._operation import DEFAULT_OPTIONS, Arguments, CallOptions, Operation, Paging, value_of
from ._transport import Transport

T = TypeVar("T")
E = TypeVar("E")

AS_JOB = "respond-async"


class Group:
    """Operations of one tag, synchronous."""

    __slots__ = ("_transport",)

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _call(self, operation: Operation[T], arguments: Arguments, options: CallOptions | None) -> T:
        return operation.read(self._transport.call(operation, arguments, options))

    def _start(self, operation: Operation[T], arguments: Arguments, options: CallOptions | None) -> Job[T]:
        accepted = self._transport.call(operation, arguments, options, AS_JOB)
        return Job(self._transport, value_of(accepted, "jobId", str), operation)

    def _pages(
        self,
        operation: Operation[Any],
        paging: Paging[E],
        arguments: Arguments,
        options: CallOptions | None,
    ) -> Iterator[E]:
        query: dict[str, Any] | None = dict(arguments.query)
        while query is not None:
            asked = Arguments(path=arguments.path, query=query)
            page = self._transport.call(operation, asked, options)
            yield from paging.entries(page)
            query = paging.next_query(query, page)

    def _download(
        self,
        operation: Operation[Any],
        arguments: Arguments,
        accept: str,
        options: CallOptions | None,
    ) -> Download:
        settings = self._transport.settings
        request = Request(settings, operation, arguments, accept, options or DEFAULT_OPTIONS)
        return Download(self._transport.send(request), request.seconds)


class AsyncGroup:
    """Operations of one tag, asynchronous."""

    __slots__ = ("_transport",)

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _call(self, operation: Operation[T], arguments: Arguments, options: CallOptions | None) -> T:
        return operation.read(await self._transport.call(operation, arguments, options))

    async def _start(
        self, operation: Operation[T], arguments: Arguments, options: CallOptions | None
    ) -> AsyncJob[T]:
        accepted = await self._transport.call(operation, arguments, options, AS_JOB)
        return AsyncJob(self._transport, value_of(accepted, "jobId", str), operation)

    async def _pages(
        self,
        operation: Operation[Any],
        paging: Paging[E],
        arguments: Arguments,
        options: CallOptions | None,
    ) -> AsyncIterator[E]:
        query: dict[str, Any] | None = dict(arguments.query)
        while query is not None:
            asked = Arguments(path=arguments.path, query=query)
            page = await self._transport.call(operation, asked, options)
            for entry in paging.entries(page):
                yield entry
            query = paging.next_query(query, page)

    async def _download(
        self,
        operation: Operation[Any],
        arguments: Arguments,
        accept: str,
        options: CallOptions | None,
    ) -> AsyncDownload:
        settings = self._transport.settings
        request = Request(settings, operation, arguments, accept, options or DEFAULT_OPTIONS)
        return AsyncDownload(await self._transport.send(request), request.seconds)
