"""Arrow IPC streams as tables and data frames. The libraries are imported when they are needed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from .errors import LockstepError

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

MEDIA_TYPE = "application/vnd.apache.arrow.stream"
END = b"\xff\xff\xff\xff\x00\x00\x00\x00"
"""The marker at the end of a stream; without it, rows may be missing."""


class MalformedArrowError(LockstepError):
    """The answer is not an Arrow stream, or it is damaged."""


def table(content_type: str, content: bytes) -> pyarrow.Table:
    """Reads a stream into a table without copying its columns."""
    if content_type.split(";", maxsplit=1)[0].strip() != MEDIA_TYPE:
        raise MalformedArrowError(
            f"the answer is {content_type or 'untyped'}: ask with accept={MEDIA_TYPE!r}"
        )
    try:
        import pyarrow
        import pyarrow.ipc
    except ImportError:
        raise ImportError("Arrow needs pyarrow: install lockstep-client[arrow]") from None
    if not content.endswith(END):
        raise MalformedArrowError("the Arrow stream is incomplete: its end marker is missing")
    try:
        with pyarrow.ipc.open_stream(pyarrow.py_buffer(content)) as reader:
            found: pyarrow.Table = reader.read_all()
            found.validate(full=True)
            return found
    except (pyarrow.ArrowException, OSError) as error:
        raise MalformedArrowError(f"the answer is not a valid Arrow stream: {error}") from error


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
