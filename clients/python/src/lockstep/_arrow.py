"""Arrow IPC streams as tables and data frames. The libraries are imported when they are needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from .errors import LockstepError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

MEDIA_TYPE = "application/vnd.apache.arrow.stream"
END = b"\xff\xff\xff\xff\x00\x00\x00\x00"
"""The marker at the end of a stream; without it, rows may be missing."""
INCOMPLETE = "the Arrow stream is incomplete: its end marker is missing"


class MalformedArrowError(LockstepError):
    """The answer is not an Arrow stream, or it is damaged."""


class _Parts:
    """The bytes of an answer as a file, as `pyarrow` reads files.

    A message of the stream is put together when its parts have arrived. They are then free again: an answer takes the
    memory of its table, and not twice as much.
    """

    closed = False

    def __init__(self, parts: Iterable[bytes]) -> None:
        self._parts = iter(parts)
        self._rest = memoryview(b"")
        self._last = b""

    def read(self, count: int) -> bytes:
        """Returns this number of bytes, or fewer at the end."""
        pieces: list[memoryview] = []
        while count > 0 and (self._rest or self._advance()):
            piece = self._rest[:count]
            pieces.append(piece)
            count -= len(piece)
            self._rest = self._rest[len(piece) :]
        return b"".join(pieces)

    def is_complete(self) -> bool:
        """Reads the rest, and returns whether all of it ends with the marker."""
        while self._advance():
            pass
        return self._last == END

    def close(self) -> None:
        """Keeps the answer open, which its reader closes."""

    def _advance(self) -> bool:
        """Replaces the rest by the next part; returns whether there was one."""
        part = next(self._parts, None)
        if part is None:
            return False
        self._last = (self._last + part[-len(END) :])[-len(END) :]
        self._rest = memoryview(part)
        return True


def table(content_type: str, parts: Iterable[bytes]) -> pyarrow.Table:
    """Reads a stream into a table, as its parts arrive."""
    if content_type.split(";", maxsplit=1)[0].strip() != MEDIA_TYPE:
        raise MalformedArrowError(
            f"the answer is {content_type or 'untyped'}: ask with accept={MEDIA_TYPE!r}"
        )
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        raise ImportError("Arrow needs pyarrow: install lockstep-client[arrow]") from None
    source = _Parts(parts)
    try:
        with pyarrow.ipc.open_stream(source) as reader:
            found: pyarrow.Table = reader.read_all()
            found.validate(full=True)
    except (pyarrow.ArrowException, OSError) as error:
        if not source.is_complete():
            raise MalformedArrowError(INCOMPLETE) from error
        raise MalformedArrowError(f"the answer is not a valid Arrow stream: {error}") from error
    if not source.is_complete():
        raise MalformedArrowError(INCOMPLETE)
    return found


def pandas_frame(found: pyarrow.Table, options: Mapping[str, Any]) -> pandas.DataFrame:
    """Makes a data frame of pandas. `options` are those of `pyarrow.Table.to_pandas`."""
    try:
        import pandas  # noqa: F401
    except ImportError:
        raise ImportError("to_pandas needs pandas: install lockstep-client[pandas]") from None
    frame: pandas.DataFrame = found.to_pandas(**options)
    return frame


def polars_frame(found: pyarrow.Table) -> polars.DataFrame:
    """Makes a data frame of polars."""
    try:
        import polars
    except ImportError:
        raise ImportError("to_polars needs polars: install lockstep-client[polars]") from None
    frame = polars.from_arrow(found)
    assert isinstance(frame, polars.DataFrame)
    return frame


def stream(data: Any) -> bytes:
    """Returns a table of pyarrow, or a data frame of pandas or polars, as an Arrow stream: a body of `…_content` methods."""
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        raise ImportError("Arrow needs pyarrow: install lockstep-client[arrow]") from None
    if hasattr(data, "to_arrow"):
        data = data.to_arrow()
    elif not isinstance(data, pyarrow.Table):
        data = pyarrow.Table.from_pandas(data, preserve_index=False)
    sink = pyarrow.BufferOutputStream()
    with pyarrow.ipc.new_stream(sink, data.schema) as writer:
        writer.write_table(data)
    written: bytes = sink.getvalue().to_pybytes()
    return written
