"""Functions that are compiled for one model when they are first needed: its constructor and its writer.

A function whose text names the fields is several times faster than a loop over them, and points are sent by the million. The text
has the names of attributes and of JSON, and no value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any


def constructor(
    names: Collection[str], required: Collection[str], constants: Mapping[str, Any]
) -> Callable[..., None]:
    """Returns the `__init__` of a model.

    Args:
        names: The attributes.
        required: Those that a caller must give.
        constants: The values of those that have one.
    """
    # Attributes do not begin with an underscore.
    parameters, lines = ["_self, /"], ["_held = _self.__dict__"]
    for name in names:
        condition = ""
        if name in constants:
            default = f" = _constants[{name!r}]"
        elif name in required:
            default = ""
        else:
            default, condition = " = _absent", f"if {name} is not _absent: "
        parameters.append(name + default)
        lines.append(f"{condition}_held[{name!r}] = {name}")
    if names:
        parameters.insert(1, "*")
    return _function("__init__", parameters, lines, {"_absent": object(), "_constants": constants})


def writer(
    names: Mapping[str, str],
    texts: Collection[str],
    write: Mapping[type, Callable[[Any], str]],
    otherwise: Callable[[Any], str],
) -> Callable[[Iterable[Any], Mapping[Any, str]], list[str]]:
    """Returns the function that writes objects of a model as JSON. It takes the objects and the JSON of texts.

    Args:
        names: The names in JSON of the attributes that every object has.
        texts: Those of these attributes that usually are texts.
        write: The functions that write a value, by its type.
        otherwise: Writes an object that has more or fewer attributes.
    """
    lines = ["_written = []", "for _object in _objects:", "    _held = _object.__dict__", "    try:"]
    members = []
    for number, (name, in_json) in enumerate(names.items()):
        value = f"_texts[_{number}]" if name in texts else f"_write[type(_{number})](_{number})"
        label = json.dumps(in_json).replace("{", "{{").replace("}", "}}")
        members.append(f"{label}:{{{value}}}")
        lines.append(f"        _{number} = _held[{name!r}]")
    text = "{{" + ",".join(members) + "}}"
    lines += [
        f"        _text = f{text!r} if len(_held) == {len(names)} else _otherwise(_object)",
        "    except (KeyError, TypeError):",  # A missing attribute; a list where a text should be.
        "        _text = _otherwise(_object)",
        "    _written.append(_text)",
        "return _written",
    ]
    return _function("write", ["_objects, _texts"], lines, {"_write": write, "_otherwise": otherwise})


def _function(
    name: str, parameters: list[str], lines: list[str], variables: dict[str, Any]
) -> Callable[..., Any]:
    text = f"def {name}({', '.join(parameters)}):\n" + "".join(f"    {line}\n" for line in lines)
    exec(text, variables)
    made: Callable[..., Any] = variables[name]
    return made
