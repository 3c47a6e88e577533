"""One series of points as an Arrow IPC stream, written without a library.

The format is https://arrow.apache.org/docs/format/Columnar.html. `clients/vectors/README.md` describes its layout,
which is the same in all client libraries.
"""

from __future__ import annotations

import base64
import datetime as dt
import math
import struct
import sys
from array import array
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, TypeAlias

MAX_ROWS = 100_000
"""The rows of a body, as many as the server takes."""
LATEST = 253_402_300_799_999
"""The end of the year 9999 in milliseconds since 1970. A later time is probably in microseconds."""

Column: TypeAlias = Any
"""An `array`, or a one-dimensional array of NumPy, with items of eight bytes in the order of the machine."""


def arrow_series(
    *,
    type: str,
    unit: str,
    device: str,
    timestamps: Iterable[int] | Iterable[dt.datetime],
    values: Iterable[float],
) -> bytes:
    """Returns one series as an Arrow stream: a body of `upload_points_content`. It needs no library.

    Lists, `array`, and arrays and columns of NumPy, pandas and polars are taken. Arrays of numbers are fastest.

    Args:
        type: The type of all points: a name of `/v1/sfdp/types` or a custom name.
        unit: The unit of all values.
        device: The id or the name of a registered device, or any other name.
        timestamps: The time of each value, 1 to 100 000: milliseconds since 1970, or times with a time zone, which are cut to
            the millisecond. `datetime64` has no time zone, and is read as UTC.
        values: As many finite numbers as there are timestamps.

    Raises:
        TypeError: an argument has a wrong type.
        ValueError: a text is empty or not Unicode; there is no point, or more than 100 000, or the lengths differ; a value is
            masked or not finite; a time has no time zone, or is before 1970 or after the year 9999.
    """
    texts = [_text("type", type), _text("unit", unit), _text("device", device)]
    times, numbers = _times(timestamps), _numbers(values)
    rows = len(times)
    if rows != len(numbers):
        raise ValueError(f"there are {rows} timestamps and {len(numbers)} values: give a time for each value")
    if not 1 <= rows <= MAX_ROWS:
        raise ValueError(f"there are {rows} points: give 1 to {MAX_ROWS}, and further points in another body")
    _check_times(times)
    _check_numbers(numbers)
    parts = [_SCHEMA]
    for number, text in enumerate(texts):
        parts += _dictionary(number, text)
    indexes = bytes(4 * rows)
    parts += _record_batch(rows, [_bytes(times), indexes, _bytes(numbers), indexes, indexes])
    parts.append(_END)
    return b"".join(parts)


def _text(name: str, text: object) -> bytes:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a str, and is of the type {_name(text)}")
    if not text:
        raise ValueError(f"{name} is empty: give a text")
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has half of a character: give a whole one") from None


def _times(given: Any) -> Column:
    column = _column("timestamps", given)
    kind = _numpy_kind(column)
    if kind == "M":
        return column.astype("datetime64[ms]").astype("i8")
    if kind is not None:
        if kind not in "iu":
            raise TypeError(f"timestamps must be integers or datetime64, and are {column.dtype}")
        return column.astype("i8")
    if next((isinstance(first, dt.datetime) for first in islice(column, 1)), False):
        column = [_milliseconds(time) for time in column]
    try:
        return array("q", column)
    except TypeError:
        raise TypeError("timestamps must all be integers, or all times") from None
    except OverflowError:
        raise ValueError(_AFTER) from None


def _milliseconds(time: Any) -> Any:
    if not isinstance(time, dt.datetime):
        return None  # The array refuses it.
    if time.tzinfo is None:
        raise ValueError("timestamps has a time without a time zone: use datetime(…, tzinfo=timezone.utc)")
    return (time - _EPOCH) // _MILLISECOND


def _numbers(given: Any) -> Column:
    column = _column("values", given)
    kind = _numpy_kind(column)
    if kind is not None:
        if kind not in "fiu":
            raise TypeError(f"values must be numbers, and are {column.dtype}")
        return column.astype("f8")
    if next((isinstance(first, bool) for first in islice(column, 1)), False):
        raise TypeError("values must be numbers, and are truth values")
    try:
        return array("d", column)
    except TypeError:
        raise TypeError("values must be numbers") from None
    except OverflowError:
        raise ValueError(_NOT_FINITE) from None


def _column(name: str, given: Any) -> Any:
    """Returns an array of NumPy with one dimension, or something else that can be iterated over."""
    if hasattr(given, "to_numpy"):  # A column of pandas or polars.
        given = given.to_numpy()
    if _numpy_kind(given) is not None and given.ndim != 1:
        raise ValueError(f"{name} has {given.ndim} dimensions: give one")
    if hasattr(given, "mask") and hasattr(given, "filled"):  # A masked array of NumPy.
        given = _unmasked(name, given)
    if _numpy_kind(given) == "O":
        return given.tolist()
    if isinstance(given, _NO_COLUMNS) or not isinstance(given, Iterable):
        raise TypeError(f"{name} must be a list or an array, and is of the type {_name(given)}")
    return given if hasattr(given, "__len__") else list(given)


def _unmasked(name: str, given: Any) -> Any:
    if given.mask.any():
        raise ValueError(f"{name} has a masked item: leave the point out")
    return given.data


def _numpy_kind(column: Any) -> str | None:
    kind: str | None = getattr(getattr(column, "dtype", None), "kind", None)
    return kind


def _check_times(column: Column) -> None:
    if _is_array(column):
        first, last = min(column), max(column)
    else:
        first, last = column.min(), column.max()
    if first < 0:
        raise ValueError("timestamps has a time before 1970: give milliseconds since 1970")
    if last > LATEST:
        raise ValueError(_AFTER)


def _check_numbers(column: Column) -> None:
    if _is_array(column):
        # A number that is not finite makes the sum so. The sum of finite ones may overflow.
        is_finite = math.isfinite(sum(column)) or all(map(math.isfinite, column))
    else:
        is_finite = math.isfinite(column.min()) and math.isfinite(column.max())
    if not is_finite:
        raise ValueError(_NOT_FINITE)


def _is_array(column: Column) -> bool:
    return isinstance(column, array)


def _bytes(column: Column) -> bytes:
    """Returns the items in the order of Arrow, little-endian."""
    if sys.byteorder == "big":
        column = array("Q", column.tobytes())
        column.byteswap()
    written: bytes = column.tobytes()
    return written


def _dictionary(number: int, text: bytes) -> list[bytes]:
    """Returns the message of a dictionary with one text."""
    body = _padded(struct.pack("<ii", 0, len(text)) + text)
    batch = _batch(1, 1, [(0, 0), (0, 8), (8, len(text))])
    head = (
        _message(_DICTIONARY_BATCH, 8, len(body)) + struct.pack("<4HiqI", 8, 16, 4, 12, 8, number, 20) + batch
    )
    return [struct.pack("<iI", -1, len(head)), head, body]


def _record_batch(rows: int, columns: list[bytes]) -> list[bytes]:
    """Returns the message of all rows."""
    body = [_padded(column) for column in columns]
    buffers, offset = [], 0
    for column, padded in zip(columns, body, strict=True):
        # No column has nulls, so the buffer of the presence of its values is empty.
        buffers += [(offset, 0), (offset, len(column))]
        offset += len(padded)
    head = _message(_RECORD_BATCH, 16, offset) + _batch(rows, len(columns), buffers)
    return [struct.pack("<iI", -1, len(head)), head, *body]


def _message(kind: int, position: int, body_bytes: int) -> bytes:
    """Returns the first table of a message. `position` is that of the table of its kind, after this one."""
    table = struct.pack("<iIqHBx", 12, 16 + position, body_bytes, _FORMAT_VERSION_5, kind)
    return struct.pack("<I6H", 16, 12, 20, 16, 18, 4, 8) + table


def _batch(rows: int, columns: int, buffers: list[tuple[int, int]]) -> bytes:
    """Returns the table of a record batch, with the lengths of its columns and the places of its buffers."""
    table = struct.pack("<8HiqII", 10, 20, 4, 12, 16, 0, 0, 0, 16, rows, 12, 16 + 16 * columns)
    nodes = struct.pack("<II", 0, columns) + struct.pack("<qq", rows, 0) * columns
    places = b"".join(struct.pack("<qq", offset, length) for offset, length in buffers)
    return table + nodes + struct.pack("<II", 0, len(buffers)) + places


def _padded(content: bytes) -> bytes:
    return content + bytes(-len(content) % 8)


def _name(value: object) -> str:
    return value.__class__.__name__


_NO_COLUMNS = (str, bytes, bytearray, Mapping, set, frozenset)
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_MILLISECOND = dt.timedelta(milliseconds=1)
_AFTER = "timestamps has a time after the year 9999: give milliseconds since 1970"
_NOT_FINITE = "values has a number that is not finite"
_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3
_FORMAT_VERSION_5 = 4
_END = struct.pack("<iI", -1, 0)
# The message of the schema: timestamp[ms, UTC], dictionary<int32, utf8>, float64, and two more dictionaries.
_SCHEMA = base64.b64decode(
    "/////xgCAAAQAAAADAAUABAAEgAEAAgADAAAABgAAAAAAAAAAAAAAAQAAQAIAAgAAAAEAAgAAAAEAAAABQAAACQAAABw"
    "AAAA1AAAABABAAB0AQAADgAUAAQAAAAQAAgAAAAAABAAAAAsAAAAFAAAAAAAAAAKAAAACAAMAAgABAAIAAAACAAAAAEA"
    "AAADAAAAVVRDAAkAAAB0aW1lc3RhbXAAAAAOABQABAAAABAACAAMAAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAA"
    "AAQAAAB0eXBlAAAAAAgAEAAEAAwACAAAAAAAAAAAAAAADAAAAAgADAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAA"
    "EAAIAAAAAAAQAAAAIAAAABQAAAAAAAAAAwAAAAYACAAEAAAACAAAAAIAAAAFAAAAdmFsdWUAAAAOABQABAAAABAACAAM"
    "AAAAEAAAABgAAAAQAAAAJAAAAAUAAAAEAAQABAAAAAQAAAB1bml0AAAAAAgAEAAEAAwACAAAAAEAAAAAAAAADAAAAAgA"
    "DAAEAAgACAAAACAAAAABAAAAAAAAAA4AFAAEAAAAEAAIAAwAAAAQAAAAGAAAABAAAAAkAAAABQAAAAQABAAEAAAABgAA"
    "AGRldmljZQAACAAQAAQADAAIAAAAAgAAAAAAAAAMAAAACAAMAAQACAAIAAAAIAAAAAEAAAAAAAAAAAAAAA=="
)
