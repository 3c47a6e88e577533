"""Answers that are read as streams."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import httpx

from . import _arrow
from ._exchange import failure

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

OnProgress = Callable[[int], None]


class _Answer:
    def __init__(self, response: httpx.Response, seconds: float) -> None:
        self._response = response
        self._seconds = seconds

    @property
    def content_type(self) -> str:
        """The media type."""
        return str(self._response.headers.get("content-type", ""))

    @property
    def headers(self) -> httpx.Headers:
        """The headers, such as `Lockstep-Skipped-Points`."""
        return self._response.headers

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.content_type!r})"


class Download(_Answer):
    """An answer of the synchronous client. A `with` statement closes it."""

    def iter_bytes(self) -> Iterator[bytes]:
        """Returns the bytes as they arrive."""
        try:
            yield from self._response.iter_bytes()
        except httpx.HTTPError as error:
            raise failure(error, self._seconds) from error
        finally:
            self._response.close()

    def read(self) -> bytes:
        """Reads all of it."""
        return b"".join(self.iter_bytes())

    def text(self) -> str:
        """Reads all of it as a text."""
        return self.read().decode()

    def save(self, path: str | Path, *, on_progress: OnProgress | None = None) -> int:
        """Writes the bytes to a file as they arrive, and returns their number. `on_progress` gets the number so far."""
        received = 0
        with Path(path).open("wb") as file:
            for part in self.iter_bytes():
                file.write(part)
                received += len(part)
                if on_progress:
                    on_progress(received)
        return received

    def to_arrow(self) -> pyarrow.Table:
        """Reads an Arrow stream into a table; needs the extra `arrow`."""
        return _arrow.table(self.content_type, self.iter_bytes())

    def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """Reads an Arrow stream into a data frame of pandas; needs the extra `pandas`."""
        return _arrow.pandas_frame(self.to_arrow(), options)

    def to_polars(self) -> polars.DataFrame:
        """Reads an Arrow stream into a data frame of polars; needs the extra `polars`."""
        return _arrow.polars_frame(self.to_arrow())

    def close(self) -> None:
        """Discards the rest of the answer."""
        self._response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncDownload(_Answer):
    """An answer of the asynchronous client. An `async with` statement closes it."""

    async def iter_bytes(self) -> AsyncIterator[bytes]:
        """Returns the bytes as they arrive."""
        try:
            async for part in self._response.aiter_bytes():
                yield part
        except httpx.HTTPError as error:
            raise failure(error, self._seconds) from error
        finally:
            await self._response.aclose()

    async def read(self) -> bytes:
        """Reads all of it."""
        return b"".join([part async for part in self.iter_bytes()])

    async def text(self) -> str:
        """Reads all of it as a text."""
        return (await self.read()).decode()

    async def save(self, path: str | Path, *, on_progress: OnProgress | None = None) -> int:
        """Writes the bytes to a file as they arrive, and returns their number. `on_progress` gets the number so far."""
        received = 0
        with Path(path).open("wb") as file:
            async for part in self.iter_bytes():
                await asyncio.to_thread(file.write, part)
                received += len(part)
                if on_progress:
                    on_progress(received)
        return received

    async def to_arrow(self) -> pyarrow.Table:
        """Reads an Arrow stream into a table; needs the extra `arrow`."""
        parts = deque([part async for part in self.iter_bytes()])
        # Each part is free again when it is in the table.
        taken = (parts.popleft() for _ in range(len(parts)))
        return await asyncio.to_thread(_arrow.table, self.content_type, taken)

    async def to_pandas(self, **options: Any) -> pandas.DataFrame:
        """Reads an Arrow stream into a data frame of pandas; needs the extra `pandas`."""
        return await asyncio.to_thread(_arrow.pandas_frame, await self.to_arrow(), options)

    async def to_polars(self) -> polars.DataFrame:
        """Reads an Arrow stream into a data frame of polars; needs the extra `polars`."""
        return await asyncio.to_thread(_arrow.polars_frame, await self.to_arrow())

    async def close(self) -> None:
        """Discards the rest of the answer."""
        await self._response.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
