"""Arguments of the callers: each is checked before it goes to the native library, and an error names it."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from ._errors import InvalidArgumentError


class _Fields(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


def fields_of(value: Any, kind: type[_Fields], name: str) -> dict[str, Any]:
    """Returns an object of this kind as in JSON."""
    if not isinstance(value, kind):
        how = f": {kind.__name__}.from_dict makes one" if hasattr(kind, "from_dict") else ""
        raise InvalidArgumentError(f"{name} must be a {kind.__name__}, not a {type(value).__name__}{how}")
    return value.to_dict()


def list_of(value: Any, name: str) -> list[Any]:
    """Returns the values of a list."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        raise InvalidArgumentError(f"{name} must be a list, not a {type(value).__name__}")
    return list(value)


def named_values(inputs: Any, name: str) -> list[dict[str, Any]]:
    """Returns inputs of a circuit as the native library takes them: decimal numbers."""
    if not isinstance(inputs, Mapping):
        raise InvalidArgumentError(
            f"{name} must be a dict of names and integers, not a {type(inputs).__name__}"
        )
    return [{"name": key, "values": _integers(values, f"{name}[{key!r}]")} for key, values in inputs.items()]


def _integers(values: Any, name: str) -> list[str]:
    integers = [values] if hasattr(values, "__index__") else list_of(values, name)
    try:
        # A number with a fraction would be proved without it.
        return [str(operator.index(one)) for one in integers]
    except TypeError:
        raise InvalidArgumentError(f"{name} must be an integer or a list of integers") from None
