"""Functions that are compiled for one model when they are first needed: its constructor and its writer.

A function whose text names the fields is several times faster than a loop over them, and points are sent by the million. The text
has the names of attributes and of JSON, and no value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
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
    write: Mapping[type, Callable[[Any], str]],
    otherwise: Callable[[Any], str],
) -> Callable[[Any], str]:
    """Returns the function that writes objects of a model as JSON.

    Args:
        names: The names in JSON of the attributes that every object has.
        write: The functions that write a value, by its type.
        otherwise: Writes an object that has more or fewer attributes.
    """
    fields = [f"{json.dumps(name)}:" for name in names.values()]
    values = [f"{{_write[type(_{number})](_{number})}}" for number in range(len(names))]
    text = ",".join(
        field.replace("{", "{{").replace("}", "}}") + value
        for field, value in zip(fields, values, strict=True)
    )
    lines = [
        "_held = _object.__dict__",
        f"if len(_held) != {len(names)}: return _otherwise(_object)",
        "try:",
        "    pass",
        *(f"    _{number} = _held[{name!r}]" for number, name in enumerate(names)),
        "except KeyError: return _otherwise(_object)",
        f"return f{'{{' + text + '}}'!r}",
    ]
    return _function("write", ["_object"], lines, {"_write": write, "_otherwise": otherwise})


def _function(
    name: str, parameters: list[str], lines: list[str], variables: dict[str, Any]
) -> Callable[..., Any]:
    text = f"def {name}({', '.join(parameters)}):\n" + "".join(f"    {line}\n" for line in lines)
    exec(text, variables)
    made: Callable[..., Any] = variables[name]
    return made
