"""Writes the JSON of requests. The objects of models have a writer of their own; everything else is written by `json`."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Callable, Mapping
from json.encoder import encode_basestring
from typing import Any

from ._compiled import writer
from ._model import Model, encode, sent_fields


def json_text(fields: Mapping[str, Any]) -> str:
    """Returns an object as JSON.

    Raises:
        TypeError: a value cannot be written as JSON.
        ValueError: a number is not finite, or a time has no time zone.
    """
    if not all(type(name) is str for name in fields):
        return _encode(fields)
    written = (f"{encode_basestring(name)}:{_WRITERS[type(value)](value)}" for name, value in fields.items())
    return f"{{{','.join(written)}}}"


def _list(items: list[Any] | tuple[Any, ...]) -> str:
    if not any(issubclass(kind, Model) for kind in set(map(type, items))):
        return _encode(items)
    write = _WRITERS
    return f"[{','.join([write[type(item)](item) for item in items])}]"


def _number(value: float) -> str:
    return repr(value) if math.isfinite(value) else _encode(value)


def _datetime(value: dt.datetime) -> str:
    """Returns the text of `isoformat`, which takes three times as long."""
    if value.tzinfo is not dt.UTC or value.microsecond:
        return f'"{encode(value)}"'
    day = value.toordinal()
    date = _DAYS.get(day) or _day(day)
    return f'"{date}T{_MINUTES[value.hour * 60 + value.minute]}:{_SECONDS[value.second]}+00:00"'


def _day(day: int) -> str:
    if len(_DAYS) >= _MAX_DAYS:
        _DAYS.clear()
    text = _DAYS[day] = dt.date.fromordinal(day).isoformat()
    return text


class _Writers(dict[type, Callable[[Any], str]]):
    """The functions that write values, by their type. Those of models are made when they are first needed."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        if not issubclass(kind, Model):
            return _encode
        required, names = sent_fields(kind)
        write = self[kind] = writer(required, self, lambda made: _object(made, names))
        return write


def _object(made: Model, names: Mapping[str, str]) -> str:
    if made.unknown_fields:
        return _encode(made)
    held = made.__dict__.items()
    return json_text({names[name]: value for name, value in held if name in names})


_encode = json.JSONEncoder(default=encode, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_WRITERS = _Writers(
    {
        str: encode_basestring,
        int: int.__repr__,
        float: _number,
        dt.datetime: _datetime,
        list: _list,
        tuple: _list,
    }
)
_MAX_DAYS = 4096
_DAYS: dict[int, str] = {}
"""The texts of dates by their ordinal numbers."""
_MINUTES = [f"{minute // 60:02}:{minute % 60:02}" for minute in range(24 * 60)]
_SECONDS = [f"{second:02}" for second in range(60)]
