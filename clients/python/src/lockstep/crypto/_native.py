"""The native library: how it is found, called and freed.

A call blocks its own thread only, without the lock of the interpreter. Requests and answers are frames: JSON, and byte strings
that it names by their numbers.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path
from typing import Any

from ._errors import InvalidArgumentError, error_of

ABI_VERSION = 1
LIBRARY_VARIABLE = "LOCKSTEP_FFI_LIBRARY"
"""The environment variable with the path of a library other than that of the wheel."""
CANCELLATION: ContextVar[int] = ContextVar("CANCELLATION", default=0)
"""The token that cancels the calls of this context; 0 if nothing does."""

_NAMES = {"darwin": "liblockstep_ffi.dylib", "win32": "lockstep_ffi.dll"}
_BYTES = ctypes.c_char_p


class _Buffer(ctypes.Structure):
    _fields_ = (("data", ctypes.c_void_p), ("length", ctypes.c_size_t))


@functools.cache
def _library() -> ctypes.CDLL:
    name = _NAMES.get(sys.platform, "liblockstep_ffi.so")
    path = Path(os.environ.get(LIBRARY_VARIABLE) or Path(__file__).with_name(name))
    if not path.exists():
        raise ImportError(
            f"this installation of lockstep-client has no native library ({path.name}): install a wheel for your platform"
        )
    library = ctypes.CDLL(str(path))
    library.lockstep_abi_version.restype = ctypes.c_uint32
    library.lockstep_call.argtypes = [
        _BYTES,
        ctypes.c_size_t,
        _BYTES,
        ctypes.c_size_t,
        ctypes.c_uint64,
        ctypes.POINTER(_Buffer),
    ]
    library.lockstep_call.restype = ctypes.c_int32
    library.lockstep_free.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    library.lockstep_free.restype = None
    library.lockstep_cancellation_new.restype = ctypes.c_uint64
    for release in (library.lockstep_cancellation_cancel, library.lockstep_cancellation_free):
        release.argtypes = [ctypes.c_uint64]
        release.restype = ctypes.c_int32
    found = library.lockstep_abi_version()
    if found != ABI_VERSION:
        raise ImportError(f"the native library has the interface {found}, this package needs {ABI_VERSION}")
    return library


def is_available() -> bool:
    """Whether the native library is installed."""
    with contextlib.suppress(ImportError, OSError):
        _library()
        return True
    return False


def call(operation: str, /, **fields: Any) -> dict[str, Any]:
    """Runs an operation. Fields that are `None` are not sent."""
    library = _library()
    name = operation.encode()
    request = _frame({key: value for key, value in fields.items() if value is not None})
    answer = _Buffer()
    status = library.lockstep_call(name, len(name), request, len(request), CANCELLATION.get(), answer)
    try:
        content = ctypes.string_at(answer.data, answer.length) if answer.length else b""
    finally:
        library.lockstep_free(answer.data, answer.length)
    if status != 0:
        raise error_of(status, content.decode(errors="replace"))
    return _unframed(content)


def new_cancellation() -> int:
    """Returns a token that cancels calls."""
    return int(_library().lockstep_cancellation_new())


def cancel(token: int) -> None:
    """Cancels the calls with a token."""
    _library().lockstep_cancellation_cancel(token)


def free_cancellation(token: int) -> None:
    """Forgets a token."""
    _library().lockstep_cancellation_free(token)


def _frame(fields: Mapping[str, Any]) -> bytes:
    parts: list[bytes] = []

    def default(value: Any) -> Any:
        if isinstance(value, bytes | bytearray | memoryview):
            parts.append(bytes(value))
            return {"$part": len(parts) - 1}
        if isinstance(value, Mapping):
            return dict(value)
        raise InvalidArgumentError(f"a {type(value).__name__} cannot be an argument of lockstep.crypto")

    try:
        text = json.dumps(fields, default=default, separators=(",", ":"), allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise InvalidArgumentError(str(error)) from None
    return b"".join(len(part).to_bytes(4, "little") + part for part in (text, *parts))


def _unframed(content: bytes) -> dict[str, Any]:
    text, *parts = _parts(content)

    def put_bytes(value: dict[str, Any]) -> Any:
        return parts[value["$part"]] if value.keys() == {"$part"} else value

    answer = json.loads(text, object_hook=put_bytes)
    assert isinstance(answer, dict)
    return answer


def _parts(content: bytes) -> Iterator[bytes]:
    start = 0
    while start < len(content):
        length = int.from_bytes(content[start : start + 4], "little")
        yield content[start + 4 : start + 4 + length]
        start += 4 + length
