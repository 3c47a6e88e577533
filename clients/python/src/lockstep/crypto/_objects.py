"""Objects of the native library, and methods that run in a thread."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import weakref
from collections.abc import Callable
from typing import Any, Concatenate, Generic, NoReturn, ParamSpec, Self, TypeVar, overload

from . import _native
from ._errors import ClosedHandleError, InvalidArgumentError

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")


class NativeObject:
    """An object that the native library holds. `close`, a `with` statement or its end releases it and wipes its secrets."""

    def __init__(self, handle: int) -> None:
        self._handle: int | None = handle
        self._finalizer = weakref.finalize(self, _release, handle)

    def close(self) -> None:
        """Releases the object. A call that runs in another thread finishes first."""
        self._handle = None
        self._finalizer()

    def _call(self, operation: str, **fields: Any) -> dict[str, Any]:
        return _native.call(operation, handle=handle_of(self, type(self)), **fields)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{' closed' if self._handle is None else ''}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"a {type(self).__name__} cannot be copied or pickled")


def handle_of(value: Any, kind: type[NativeObject]) -> int:
    """Returns the handle of an object of this kind."""
    if not isinstance(value, kind):
        raise InvalidArgumentError(f"a {kind.__name__} is expected, not a {type(value).__name__}")
    if value._handle is None:
        raise ClosedHandleError(f"this {kind.__name__} is closed")
    return value._handle


def _release(handle: int) -> None:
    # In a context of its own: a cancelled call, in whose thread the garbage collector runs, must not keep the secrets.
    contextvars.Context().run(_native.call, "close", handle=handle)


class Bound(Generic[P, R]):
    """A method of an object: `await` runs it in a thread, `sync` in this one."""

    def __init__(self, function: Callable[P, R]) -> None:
        self._function = function
        functools.update_wrapper(self, function)

    async def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs the method in a thread. Cancelling the task stops it there."""
        token = _native.new_cancellation()
        context = contextvars.copy_context()
        context.run(_native.CANCELLATION.set, token)
        work = functools.partial(context.run, self._function, *args, **kwargs)
        running = asyncio.get_running_loop().run_in_executor(None, work)
        running.add_done_callback(functools.partial(_forget, token))
        try:
            return await asyncio.shield(running)
        except asyncio.CancelledError:
            _native.cancel(token)
            raise

    def sync(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs the method in this thread."""
        return self._function(*args, **kwargs)


def _forget(token: int, running: asyncio.Future[Any]) -> None:
    _native.free_cancellation(token)
    if not running.cancelled():
        running.exception()  # A cancelled task does not ask for it.


class threaded(Generic[S, P, R]):  # noqa: N801
    """Makes a method that is called with `await`, or by its `sync` from code without an event loop."""

    def __init__(self, function: Callable[Concatenate[S, P], R]) -> None:
        self._function = function
        functools.update_wrapper(self, function)  # type: ignore[arg-type]

    @overload
    def __get__(self, instance: None, owner: type[S]) -> Self: ...
    @overload
    def __get__(self, instance: S, owner: type[S]) -> Bound[P, R]: ...
    def __get__(self, instance: S | None, owner: type[S]) -> Self | Bound[P, R]:
        if instance is None:
            return self
        return Bound(functools.partial(self._function, instance))
