"""The rules of sending: the parts of a request, and the reaction to a failed attempt. Both clients use them."""

from __future__ import annotations

import random
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from ._operation import Arguments, CallOptions, Operation, address, query_values
from .errors import ApiConnectionError, ApiTimeoutError, retry_after

VERSION = "0.1.0"

FIRST_DELAY_SECONDS = 0.5
MAX_DELAY_SECONDS = 8.0
MAX_REFUSAL_BYTES = 1024 * 1024
"""The rest of a longer refusal is not read: a proxy may send anything."""
NOT_BEGUN = frozenset({429, 503})
"""The server did not begin these requests."""
MAYBE_DONE = frozenset({500, 502, 504})
"""The server, or a proxy before it, may have begun these requests."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """Options of a client."""

    base_url: str
    timeout: float
    max_retries: int
    max_retry_delay: float

    def __post_init__(self) -> None:
        url = httpx.URL(self.base_url)
        if url.scheme not in ("http", "https") or not url.host:
            raise ValueError("base_url must be an address such as https://lockstep.example.org")


class Request:
    """A request of an operation, for all its attempts."""

    def __init__(
        self,
        settings: Settings,
        operation: Operation[Any],
        arguments: Arguments,
        accept: str,
        options: CallOptions,
        prefer: str | None = None,
    ) -> None:
        self.method = operation.method
        self.url = settings.base_url.rstrip("/") + address(operation.path, arguments.path)
        self.query = query_values(arguments.query)
        self.body = arguments.body()
        self.headers = {"User-Agent": f"lockstep-python/{VERSION}", **options.headers, "Accept": accept}
        self.on_progress = options.on_progress
        self.is_open = operation.is_open
        limit = settings.timeout if options.timeout is None else options.timeout
        self.seconds = limit
        self._is_safe = operation.is_safe
        self._settings = settings
        self._retries_left = settings.max_retries if options.max_retries is None else options.max_retries
        self._retries = 0
        self._renewals = 0
        if operation.takes_idempotency_key:
            self.headers["Idempotency-Key"] = options.idempotency_key or str(uuid.uuid4())
        if prefer is not None:
            self.headers["Prefer"] = prefer
        if self.body is not None:
            self.headers["Content-Type"] = self.body.content_type
            length = self.body.length
            if length is not None:
                self.headers["Content-Length"] = str(length)

    @property
    def is_replayable(self) -> bool:
        """Whether the body can be sent again."""
        return self.body is None or self.body.is_replayable

    def authorized(self, token: str | None) -> dict[str, str]:
        """Returns the headers of an attempt."""
        return self.headers if token is None else {**self.headers, "Authorization": f"Bearer {token}"}

    def may_renew(self, status: int) -> bool:
        """Whether the attempt was refused because of its token, for the first time."""
        if status != 401 or self._renewals > 0 or not self.is_replayable:
            return False
        self._renewals += 1
        return True

    def pause_after(self, status: int, headers: Mapping[str, str]) -> float | None:
        """Returns the seconds until the next attempt after a refusal; `None` if there is none."""
        may_repeat = status in NOT_BEGUN or (status in MAYBE_DONE and self._is_safe)
        asked = retry_after(headers)
        if not may_repeat or (asked or 0.0) > self._settings.max_retry_delay:
            return None
        return self._next_pause(asked)

    def pause_after_failure(self) -> float | None:
        """Returns the seconds until the next attempt after a failed connection; `None` if there is none."""
        return self._next_pause(None) if self._is_safe else None

    def _next_pause(self, asked: float | None) -> float | None:
        if not self.is_replayable or self._retries_left <= 0:
            return None
        pause = asked or delay(self._retries, MAX_DELAY_SECONDS)
        self._retries_left -= 1
        self._retries += 1
        return pause


def delay(failures: int, longest: float) -> float:
    """Returns the pause before a retry: doubled each time, and cut by chance to a half at most."""
    most = min(FIRST_DELAY_SECONDS * 2.0 ** min(failures, 16), longest)
    return float(most * (0.5 + random.random() / 2))


def failure(error: httpx.HTTPError, seconds: float) -> ApiConnectionError:
    """Returns the error of a request without an answer."""
    if isinstance(error, httpx.TimeoutException):
        return ApiTimeoutError(seconds)
    return ApiConnectionError(f"the connection failed: {error or type(error).__name__}")
