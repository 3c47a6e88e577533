"""Bodies of requests: bytes, files and streams, sent in portions and counted."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterable, AsyncIterator, Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TypeAlias, cast

Content: TypeAlias = bytes | str | Path | BinaryIO | Iterable[bytes]
"""A body that is sent as it is. A text is sent in UTF-8, a path names a file."""
AsyncContent: TypeAlias = Content | AsyncIterable[bytes]
"""A body of the asynchronous client."""
FileContent: TypeAlias = Path | bytes | BinaryIO | tuple[str, "Path | bytes | BinaryIO"]
"""A file of a form; as a tuple, with its name."""

PORTION_BYTES = 64 * 1024


class Body:
    """A body of one or several parts that follow each other."""

    def __init__(self, content_type: str, parts: list[AsyncContent]) -> None:
        self.content_type = content_type
        self._parts = parts

    @property
    def is_replayable(self) -> bool:
        """Whether the body can be sent again: a stream cannot."""
        return all(isinstance(part, bytes | Path) for part in self._parts)

    @property
    def length(self) -> int | None:
        """The number of bytes, if it is known before they are read."""
        lengths = [_length(part) for part in self._parts]
        known = [length for length in lengths if length is not None]
        return sum(known) if len(known) == len(lengths) else None

    def portions(self, on_progress: Callable[[int], None] | None) -> Iterator[bytes]:
        """Reads the body."""
        sent = 0
        for part in self._parts:
            if isinstance(part, AsyncIterable):
                raise TypeError("an asynchronous iterator is a body of AsyncLockstep only")
            for portion in _portions(part):
                yield portion
                sent += len(portion)
                if on_progress:
                    on_progress(sent)

    async def async_portions(self, on_progress: Callable[[int], None] | None) -> AsyncIterator[bytes]:
        """Reads the body; files are read in a thread."""
        sent = 0
        for part in self._parts:
            async for portion in _async_portions(part):
                yield portion
                sent += len(portion)
                if on_progress:
                    on_progress(sent)


def raw_body(content: AsyncContent, content_type: str) -> Body:
    """Returns a body that is sent as it is."""
    return Body(content_type, [content.encode() if isinstance(content, str) else content])


def form_body(fields: Mapping[str, FileContent | str | None]) -> Body:
    """Returns a form of the type multipart/form-data."""
    boundary = f"lockstep-{secrets.token_hex(16)}"
    parts: list[AsyncContent] = []
    for name, value in fields.items():
        if value is None:
            continue
        head = f'--{boundary}\r\nContent-Disposition: form-data; name="{_quoted(name)}"'
        if isinstance(value, str):
            parts.append(f"{head}\r\n\r\n{value}\r\n".encode())
            continue
        file_name, content = _named(value)
        head += f'; filename="{_quoted(file_name)}"\r\nContent-Type: application/octet-stream\r\n\r\n'
        parts += [head.encode(), content, b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return Body(f"multipart/form-data; boundary={boundary}", parts)


def _named(value: Path | bytes | BinaryIO | tuple[str, Path | bytes | BinaryIO]) -> tuple[str, AsyncContent]:
    if isinstance(value, tuple):
        return value
    if isinstance(value, Path):
        return value.name, value
    name = getattr(value, "name", None)
    return os.path.basename(name) if isinstance(name, str) else "file", value


def _quoted(name: str) -> str:
    return name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")


def _length(part: AsyncContent) -> int | None:
    if isinstance(part, bytes):
        return len(part)
    if isinstance(part, Path):
        return part.stat().st_size
    if hasattr(part, "seekable") and part.seekable():
        file = cast(BinaryIO, part)
        here = file.tell()
        end = file.seek(0, os.SEEK_END)
        file.seek(here)
        return end - here
    return None


def _portions(part: Content) -> Iterator[bytes]:
    if isinstance(part, bytes):
        for start in range(0, len(part), PORTION_BYTES):
            yield part[start : start + PORTION_BYTES]
    elif isinstance(part, Path):
        with part.open("rb") as file:
            yield from _read(file)
    elif hasattr(part, "read"):
        yield from _read(cast(BinaryIO, part))
    else:
        # An empty portion would end the body.
        yield from filter(None, cast(Iterable[bytes], part))


def _read(file: BinaryIO) -> Iterator[bytes]:
    while portion := file.read(PORTION_BYTES):
        yield portion


async def _async_portions(part: AsyncContent) -> AsyncIterator[bytes]:
    if isinstance(part, AsyncIterable):
        async for portion in part:
            yield portion
        return
    if isinstance(part, bytes):
        for portion in _portions(part):
            yield portion
        return
    import asyncio

    portions = _portions(part)
    while portion := await asyncio.to_thread(next, portions, b""):
        yield portion
