"""The descriptions of operations for the runtime, and the options of a call."""

from __future__ import annotations

import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar
from urllib.parse import quote

from ._body import AsyncContent, Body, FileContent, form_body, raw_body
from ._json import json_text
from ._model import Convert, converter, encode
from .errors import malformed

T = TypeVar("T")
E = TypeVar("E")
V = TypeVar("V", str, int, list[Any])

Json: TypeAlias = Mapping[str, Any]
"""An object with names as in JSON, which is accepted instead of a model."""


class _Unset:
    def __repr__(self) -> str:
        return "UNSET"

    def __bool__(self) -> bool:
        return False


UNSET: Any = _Unset()
"""The default of fields that are not sent. `None` is sent as null."""


@dataclass(frozen=True, kw_only=True)
class CallOptions:
    """Options of one call."""

    timeout: float | None = None
    """Replaces the client's `timeout`, in seconds."""
    max_retries: int | None = None
    """Replaces the client's `max_retries`."""
    idempotency_key: str | None = None
    """Replaces the key that the client makes for operations that create something."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Headers besides those of the client."""
    on_progress: Callable[[int], None] | None = None
    """Is called with the number of sent bytes of a body, while it is sent."""


DEFAULT_OPTIONS = CallOptions()


class Operation(Generic[T]):
    """A method and a path, with the type of the answer."""

    __slots__ = ("_answer", "_convert", "is_open", "method", "path", "takes_idempotency_key")

    def __init__(
        self,
        method: str,
        path: str,
        answer: Any,
        *,
        takes_idempotency_key: bool = False,
        is_open: bool = False,
    ) -> None:
        self.method = method
        self.path = path
        self.takes_idempotency_key = takes_idempotency_key
        self.is_open = is_open
        self._answer = answer
        self._convert: Convert | None = None

    @property
    def may_be_list(self) -> bool:
        """Whether the answer may be a list."""
        return typing.get_origin(self._answer) is list

    @property
    def is_safe(self) -> bool:
        """Whether a request that may be done already can be sent again."""
        return self.method in ("GET", "PUT") or self.takes_idempotency_key

    def read(self, value: Any) -> T:
        """Makes the answer of the values of JSON."""
        if self._convert is None:
            self._convert = converter(self._answer) or _same
        made: T = self._convert(value)
        return made


class Paging(Generic[E]):
    """How the pages of a list are requested."""

    __slots__ = ("cursor", "item", "items")

    def __init__(self, items: str, item: Any, cursor: str | None) -> None:
        self.items = items
        self.item = item
        self.cursor = cursor

    def entries(self, page: Mapping[str, Any]) -> list[E]:
        """Returns the entries of a page."""
        convert = converter(self.item) or _same
        return [convert(entry) for entry in value_of(page, self.items, list)]

    def next_query(self, query: Mapping[str, Any], page: Mapping[str, Any]) -> dict[str, Any] | None:
        """Returns the parameters of the next page; `None` after the last one."""
        if self.cursor is not None:
            cursor = page.get(self.cursor)
            if not isinstance(cursor, str):
                return None
            rest = {name: value for name, value in query.items() if name != "offset"}
            return rest | {"cursor": cursor}
        number, limit, total = (page.get(name) for name in ("page", "limit", "total"))
        if not (isinstance(number, int) and isinstance(limit, int) and isinstance(total, int)):
            return None
        if not page.get(self.items) or number * limit >= total:
            return None
        return dict(query) | {"page": number + 1}


@dataclass(frozen=True, kw_only=True, repr=False)
class Arguments:
    """The arguments of a call, by the place where they are sent."""

    path: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    json: Mapping[str, Any] | None = None
    form: Mapping[str, FileContent | str | None] | None = None
    content: AsyncContent | None = None
    content_type: str = ""
    may_be_empty: bool = False

    def body(self) -> Body | None:
        """Returns the body as it is sent."""
        if self.content is not None:
            return raw_body(self.content, self.content_type)
        if self.form is not None:
            return form_body(self.form)
        if self.json is None:
            return None
        fields = {name: value for name, value in self.json.items() if value is not UNSET}
        if not fields and self.may_be_empty:
            return None
        return json_body(fields)


def value_of(answer: Mapping[str, Any], name: str, kind: type[V]) -> V:
    """Returns a field of an answer that the package cannot do without."""
    value = answer.get(name)
    if not isinstance(value, kind):
        kinds = {str: "text", list: "list", int: "number"}
        raise malformed(200, f"the answer has no {kinds[kind]} {name!r}")
    return value


def json_body(value: Mapping[str, Any]) -> Body:
    """Returns a JSON body."""
    return raw_body(json_text(value).encode(), "application/json")


def address(path: str, values: Mapping[str, Any]) -> str:
    """Returns a path with the values of its parameters."""
    for name, value in values.items():
        text = str(value)
        if value is None or text in ("", ".", ".."):
            raise ValueError(f"the parameter {name} of {path} may not be {text!r}")
        path = path.replace(f"{{{name}}}", quote(text, safe=""))
    return path


def query_values(query: Mapping[str, Any]) -> dict[str, str]:
    """Returns the parameters of a query as texts, without those that are `None`."""
    return {name: _text(value) for name, value in query.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return str(value)
    return str(encode(value))


def _same(value: Any) -> Any:
    return value
