"""The credential of a client, and its tokens, which are renewed before they expire."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from ._generated.models import TokenPair
from .errors import ApiError

OnTokens = Callable[[TokenPair], Any]
"""Receives each new pair of tokens."""

EARLY_SECONDS = 60.0
"""An access token is replaced this long before it expires."""


@dataclass(frozen=True, kw_only=True)
class Credential:
    """The credential of a client. Its text form omits all fields."""

    api_key: str | None = field(default=None, repr=False)
    access_token: str | None = field(default=None, repr=False)
    username: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    refresh_token: str | None = field(default=None, repr=False)
    on_tokens: OnTokens | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        given = [self.api_key, self.access_token, self.username, self.refresh_token]
        if sum(one is not None for one in given) > 1:
            raise TypeError("give one credential: api_key, access_token, username or refresh_token")
        if (self.username is None) != (self.password is None):
            raise TypeError("username and password belong together")
        if (self.refresh_token is None) != (self.on_tokens is None):
            raise TypeError(
                "refresh_token needs on_tokens, which stores each new pair: a refresh token works once"
            )

    @property
    def is_renewable(self) -> bool:
        """Whether a refused token can be replaced."""
        return self.username is not None or self.refresh_token is not None

    @property
    def fixed(self) -> str | None:
        """The token that is never replaced."""
        return self.api_key or self.access_token


class _Pair:
    """The newest tokens, and the request that gets the next ones."""

    def __init__(self, credential: Credential) -> None:
        self._credential = credential
        self._pair: TokenPair | None = None
        self._fresh_until = 0.0

    def __repr__(self) -> str:
        return f"{type(self).__name__}(…)"

    @property
    def is_renewable(self) -> bool:
        return self._credential.is_renewable

    @property
    def newest(self) -> str | None:
        """The token of the newest requests. It may have expired."""
        return self._credential.fixed if self._pair is None else self._pair.access_token

    def _usable(self, refused: str | None) -> str | None:
        """Returns a token that needs no renewal; with `refused`, one that another request has got since."""
        if self._pair is None:
            return None
        if refused is not None:
            return self._pair.access_token if self._pair.access_token != refused else None
        return self._pair.access_token if time.monotonic() < self._fresh_until else None

    def _renewals(self) -> list[tuple[str, dict[str, Any]]]:
        """Returns the requests that get a new pair, in the order in which they are tried."""
        credential = self._credential
        refresh_token = self._pair.refresh_token if self._pair else credential.refresh_token
        requests: list[tuple[str, dict[str, Any]]] = []
        if refresh_token is not None:
            requests.append(("/api/auth/refresh", {"refresh_token": refresh_token}))
        if credential.username is not None:
            body = {"username": credential.username, "password": credential.password}
            requests.append(("/api/auth/token", body))
        return requests

    def _keep(self, pair: TokenPair) -> None:
        self._pair = pair
        seconds = max(pair.expires_in - EARLY_SECONDS, pair.expires_in / 2)
        self._fresh_until = time.monotonic() + seconds


class Tokens(_Pair):
    """The tokens of the synchronous client. Threads share one renewal."""

    def __init__(self, credential: Credential, post: Callable[[str, dict[str, Any]], TokenPair]) -> None:
        super().__init__(credential)
        self._post = post
        self._lock = threading.Lock()

    def current(self) -> str | None:
        """Returns the token for the next request; `None` without a credential."""
        if not self.is_renewable:
            return self._credential.fixed
        return self._usable(None) or self.renew(None)

    def renew(self, refused: str | None) -> str:
        """Gets new tokens, unless another thread has replaced the refused one."""
        with self._lock:
            usable = self._usable(refused)
            if usable is not None:
                return usable
            pair = self._next_pair()
            self._keep(pair)
            if self._credential.refresh_token is not None and self._credential.on_tokens:
                self._credential.on_tokens(pair)
            return pair.access_token

    def _next_pair(self) -> TokenPair:
        *first, last = self._renewals()
        for path, body in first:
            try:
                return self._post(path, body)
            except ApiError:
                continue  # The refresh token has ended; the password may still hold.
        return self._post(*last)


class AsyncTokens(_Pair):
    """The tokens of the asynchronous client. Tasks share one renewal, which continues if one of them is cancelled."""

    def __init__(
        self, credential: Credential, post: Callable[[str, dict[str, Any]], Awaitable[TokenPair]]
    ) -> None:
        super().__init__(credential)
        self._post = post
        self._renewal: asyncio.Task[str] | None = None

    async def current(self) -> str | None:
        """Returns the token for the next request; `None` without a credential."""
        if not self.is_renewable:
            return self._credential.fixed
        return self._usable(None) or await self.renew(None)

    async def renew(self, refused: str | None) -> str:
        """Gets new tokens, unless another task has replaced the refused one."""
        usable = self._usable(refused)
        if usable is not None:
            return usable
        if self._renewal is None or self._renewal.done():
            self._renewal = asyncio.ensure_future(self._renewed())
        # A cancelled request must not lose the answer: a refresh token works once.
        return await asyncio.shield(self._renewal)

    async def _renewed(self) -> str:
        pair = await self._next_pair()
        self._keep(pair)
        if self._credential.refresh_token is not None and self._credential.on_tokens:
            stored = self._credential.on_tokens(pair)
            if inspect.isawaitable(stored):
                await stored
        return pair.access_token

    async def _next_pair(self) -> TokenPair:
        *first, last = self._renewals()
        for path, body in first:
            try:
                return await self._post(path, body)
            except ApiError:
                continue  # The refresh token has ended; the password may still hold.
        return await self._post(*last)
