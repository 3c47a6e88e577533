"""Runs one test with both clients."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

from lockstep import AsyncLockstep, Lockstep

KEY = "lk_api_secret"


class Sync:
    """The synchronous client."""

    def call(self, url: str, action: Callable[[Any], Any], **options: Any) -> Any:
        """Calls an action with a client; an iterator becomes a list."""
        with Lockstep(url, **({"api_key": KEY} | options)) as lockstep:
            result = action(lockstep)
            return list(result) if isinstance(result, Iterator) else result

    def __repr__(self) -> str:
        return "sync"


class Async:
    """The asynchronous client."""

    def call(self, url: str, action: Callable[[Any], Any], **options: Any) -> Any:
        """Calls an action with a client; an iterator becomes a list."""

        async def run() -> Any:
            async with AsyncLockstep(url, **({"api_key": KEY} | options)) as lockstep:
                result = action(lockstep)
                if isinstance(result, AsyncIterator):
                    return [entry async for entry in result]
                return await result if inspect.isawaitable(result) else result

        return asyncio.run(run())

    def __repr__(self) -> str:
        return "async"


FLAVOURS = [Sync(), Async()]
