"""Writes the JSON of requests. The objects of models have a writer of their own; everything else is written by `json`."""

from __future__ import annotations

import datetime as dt
import json
import math
from collections.abc import Callable, Iterable, Mapping
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
    kinds = set(map(type, items))
    if not any(issubclass(kind, Model) for kind in kinds):
        return _encode(items)
    if len(kinds) > 1:
        return f"[{','.join([_WRITERS[type(item)](item) for item in items])}]"
    write = _OBJECTS[kinds.pop()]
    return f"[{','.join(write(items, _Texts()))}]"


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


class _Texts(dict[Any, str]):
    """The JSON of the texts of one list: those of points repeat."""

    def __missing__(self, text: Any) -> str:
        if type(text) is not str:
            return _WRITERS[type(text)](text)
        written = self[text] = encode_basestring(text)
        return written


class _Objects(dict[type, Callable[[Iterable[Any], Mapping[Any, str]], list[str]]]):
    """The functions that write objects of one model. Each is made when it is first needed."""

    def __missing__(self, model: type[Model]) -> Callable[[Iterable[Any], Mapping[Any, str]], list[str]]:
        fields = sent_fields(model)
        write = self[model] = writer(
            fields.always, fields.texts, _WRITERS, lambda made: _object(made, fields.names)
        )
        return write


class _Writers(dict[type, Callable[[Any], str]]):
    """The functions that write a value, by its type."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        return _one if issubclass(kind, Model) else _encode


def _one(made: Model) -> str:
    return _OBJECTS[type(made)]([made], _Texts())[0]


def _object(made: Model, names: Mapping[str, str]) -> str:
    if made.unknown_fields:
        return _encode(made)
    held = made.__dict__.items()
    return json_text({names[name]: value for name, value in held if name in names})


_encode = json.JSONEncoder(default=encode, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode
_OBJECTS = _Objects()
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
