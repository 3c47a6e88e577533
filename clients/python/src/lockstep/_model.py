"""The base of the models: typed attributes over the values of JSON.

A class of the 430 models has only annotations. How its fields are read is found out when the first object of the class is made,
so that importing the package stays fast. No part of an answer causes an error: a value of a type other than the documented one is
passed on as it is.
"""

from __future__ import annotations

import datetime as dt
import types
import typing
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast, dataclass_transform

from ._compiled import constructor

Convert = Callable[[Any], Any]


@dataclass_transform(kw_only_default=True)
class Model:
    """An object of the API.

    An attribute that the answer does not have is `None`. An attribute that is set to `None` is sent as null; one that is not
    set is not sent.
    """

    _names: ClassVar[Mapping[str, str]] = {}
    _secrets: ClassVar[typing.AbstractSet[str]] = frozenset()
    # Fields of answers, which requests may not contain.
    _read_only: ClassVar[typing.AbstractSet[str]] = frozenset()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__init__" not in vars(cls):
            cls.__init__ = Model.__init__  # type: ignore[method-assign]

    def __init__(self, **values: Any) -> None:
        """Makes the constructor of the class, which replaces this one, and calls it."""
        cls = type(self)
        layout = _layout(cls)
        made = constructor(layout.names, layout.required, layout.constants)
        made.__qualname__ = f"{cls.__qualname__}.__init__"
        if cls.__init__ is Model.__init__:
            cls.__init__ = made  # type: ignore[method-assign]
        made(self, **values)

    @classmethod
    def from_dict(cls, value: Mapping[str, Any]) -> Self:
        """Makes a model of an object as in JSON."""
        made = object.__new__(cls)
        held = made.__dict__
        fields = _layout(cls).fields
        for name, item in value.items():
            field = fields.get(name)
            if field is None:
                held.setdefault(_UNKNOWN, {})[name] = item
            else:
                attribute, convert = field
                held[attribute] = item if convert is None else convert(item)
        return made

    def to_dict(self) -> dict[str, Any]:
        """Returns the object as in JSON, with the unknown fields."""
        names = _layout(type(self)).names
        known = {names[name]: _plain(value) for name, value in self.__dict__.items() if name != _UNKNOWN}
        return known | dict(self.unknown_fields)

    @property
    def unknown_fields(self) -> Mapping[str, Any]:
        """The fields of the answer that this version of the package does not know, under their names in JSON."""
        return cast(Mapping[str, Any], self.__dict__.get(_UNKNOWN, {}))

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _layout(type(self)).names:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        self.__dict__[name] = value

    if not TYPE_CHECKING:  # A type checker reports misspelt names.

        def __getattr__(self, name):
            unknown = self.__dict__.get(_UNKNOWN, {})
            if name in unknown:
                return unknown[name]
            raise AttributeError(f"this {type(self).__name__} has no field {name}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.__dict__ == other.__dict__

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Omits secrets, and unknown fields, which may be secret."""
        shown = (
            f"{name}='…'" if name in self._secrets else f"{name}={value!r}"
            for name, value in self.__dict__.items()
            if name != _UNKNOWN
        )
        return f"{type(self).__name__}({', '.join(shown)})"


class _Layout:
    """How the objects of a class are read and written."""

    __slots__ = ("constants", "fields", "names", "required", "sent", "texts")

    def __init__(self, model: type[Model]) -> None:
        hints = {
            name: hint for name, hint in typing.get_type_hints(model).items() if not name.startswith("_")
        }
        self.names = {name: model._names.get(name, name) for name in hints}
        self.sent = {name: json for name, json in self.names.items() if name not in model._read_only}
        # A subclass inherits the defaults of its base.
        defaults = {name: getattr(model, name) for name in hints if hasattr(model, name)}
        self.required = hints.keys() - defaults.keys()
        self.texts = {name for name, hint in hints.items() if hint is str}
        # A text that tells the variants of a union apart.
        self.constants = {
            name: defaults[name] for name, hint in hints.items() if name in defaults and _is_constant(hint)
        }
        self.fields = {self.names[name]: (name, converter(hint)) for name, hint in hints.items()}

    def matches(self, value: Mapping[str, Any]) -> bool:
        """Whether an object of JSON has the required fields and the constants, and one field at least."""
        if not self.fields.keys() & value.keys():
            return False
        return all(self.names[name] in value for name in self.required) and all(
            value.get(self.names[name]) == text for name, text in self.constants.items()
        )


def converter(hint: Any) -> Convert | None:
    """Returns the function that makes a value of this type from JSON; `None` if the value is passed on as it is."""
    origin = typing.get_origin(hint)
    if origin is list:
        return _list_converter(converter(typing.get_args(hint)[0]))
    if origin is dict:
        return _dict_converter(converter(typing.get_args(hint)[1]))
    if origin in (types.UnionType, typing.Union):
        return _union_converter(typing.get_args(hint))
    return _plain_converter(hint)


def _plain_converter(hint: Any) -> Convert | None:
    if hint is dt.datetime:
        return _datetime
    if hint is dt.date:
        return _date
    if isinstance(hint, type) and issubclass(hint, Model):
        make = hint.from_dict
        return lambda value: make(value) if isinstance(value, dict) else value
    return None


def _list_converter(item: Convert | None) -> Convert | None:
    if item is None:
        return None
    return lambda value: [item(one) for one in value] if isinstance(value, list) else value


def _dict_converter(item: Convert | None) -> Convert | None:
    if item is None:
        return None
    return lambda value: (
        {name: item(one) for name, one in value.items()} if isinstance(value, dict) else value
    )


def _union_converter(hints: tuple[Any, ...]) -> Convert | None:
    models = [hint for hint in hints if isinstance(hint, type) and issubclass(hint, Model)]
    if len(models) > 1:

        def choose(value: Any) -> Any:
            if not isinstance(value, dict):
                return value
            fitting = (model for model in models if _layout(model).matches(value))
            model = next(fitting, None)
            return value if model is None else model.from_dict(value)

        return choose
    found = [convert for convert in map(converter, hints) if convert is not None]
    return found[0] if found else None


def _datetime(value: Any) -> Any:
    try:
        return dt.datetime.fromisoformat(value)
    except (TypeError, ValueError):
        return value


def _date(value: Any) -> Any:
    try:
        return dt.date.fromisoformat(value)
    except (TypeError, ValueError):
        return value


def _is_constant(hint: Any) -> bool:
    return typing.get_origin(hint) is Literal and len(typing.get_args(hint)) == 1


def encode(value: Any) -> Any:
    """Returns values that `json` does not know as values that it does; for its parameter `default`."""
    if isinstance(value, Model):
        names = _layout(type(value)).sent
        sent = {names[name]: one for name, one in value.__dict__.items() if name in names}
        return {**sent, **value.unknown_fields} if _UNKNOWN in value.__dict__ else sent
    if isinstance(value, dt.datetime):
        if value.tzinfo is None:
            raise ValueError(f"{value!r} has no time zone: use datetime(…, tzinfo=timezone.utc)")
        return value.isoformat()
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, Mapping):
        return dict(value)
    if hasattr(value, "tolist"):  # Arrays and numbers of NumPy, columns of pandas.
        return value.tolist()
    raise TypeError(f"a {type(value).__name__} cannot be written as JSON")


def _plain(value: Any) -> Any:
    if isinstance(value, str | int | float | None):
        return value
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    return value.to_dict() if isinstance(value, Model) else _plain(encode(value))


class SentFields(typing.NamedTuple):
    """The attributes of a model that requests contain."""

    names: Mapping[str, str]
    """Their names in JSON."""
    always: Mapping[str, str]
    """The names of those that every object has."""
    texts: typing.AbstractSet[str]
    """Those that are texts."""


def sent_fields(model: type[Model]) -> SentFields:
    """Returns the attributes of a model that requests contain."""
    layout = _layout(model)
    needed = layout.required | layout.constants.keys()
    always = {name: json for name, json in layout.sent.items() if name in needed}
    return SentFields(layout.sent, always, layout.texts)


def _layout(model: type[Model]) -> _Layout:
    layout = _LAYOUTS.get(model)
    if layout is None:
        layout = _LAYOUTS[model] = _Layout(model)
    return layout


_UNKNOWN = "_unknown"
_LAYOUTS: dict[type[Model], _Layout] = {}
