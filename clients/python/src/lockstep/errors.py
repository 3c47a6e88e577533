"""The errors of the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

__all__ = [
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AuthenticationError",
    "ConflictError",
    "InvalidRequestError",
    "JobFailedError",
    "LockstepError",
    "MalformedMessageError",
    "MissedEventsError",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
]


class LockstepError(Exception):
    """The base of all errors of this package."""


class ApiConnectionError(LockstepError):
    """No answer arrived: the connection failed, or the answer was interrupted."""


class ApiTimeoutError(ApiConnectionError):
    """No answer arrived in time."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds:g} s: raise `timeout`, or run the operation as a job")
        self.seconds = seconds


class MissedEventsError(LockstepError):
    """A socket is more than ten minutes behind: read the data again, then listen without `last_event_id`."""


class MalformedMessageError(LockstepError):
    """A message of a socket is not one of Lockstep: check the address of the server and the proxies before it."""


class ApiError(LockstepError):
    """The server refused a request."""

    status: int
    """The HTTP status."""
    code: str
    """The code of the area, such as `NOT_FOUND`; empty if the answer was not from Lockstep."""
    message: str
    """The problem and the remedy."""
    details: Mapping[str, Any]
    """The parameter that is wrong and the reason, where one is."""
    request_id: str | None
    """The id under which the server logged the request."""

    def __init__(self, status: int, error: Mapping[str, Any], request_id: str | None = None) -> None:
        self.status = status
        self.code = str(error.get("code", ""))
        self.message = str(error.get("message", ""))
        details = error.get("details")
        self.details = details if isinstance(details, Mapping) else {}
        self.request_id = error.get("requestId") or request_id
        about = " ".join(filter(None, (str(status), self.code)))
        if self.request_id:
            about += f", request {self.request_id}"
        super().__init__(f"{self.message} ({about})")


class InvalidRequestError(ApiError):
    """400, 413, 415, 422: the request is wrong; `details` names the parameter."""


class AuthenticationError(ApiError):
    """401: the credential is missing, wrong or expired."""


class PermissionDeniedError(ApiError):
    """403: the credential does not permit the operation."""


class NotFoundError(ApiError):
    """404: the resource does not exist, or it belongs to another account."""


class ConflictError(ApiError):
    """409: the resource is in another state."""


class RateLimitError(ApiError):
    """429: too many requests."""

    retry_after: float | None = None
    """The seconds after which a request is allowed again, if the server states them."""


class ServerError(ApiError):
    """5xx: the server failed, or is overloaded."""


class JobFailedError(ApiError):
    """A job ended with an error."""


def error_of(status: int, headers: Mapping[str, str], text: str) -> ApiError:
    """Returns the error of an unsuccessful answer."""
    return error_with(status, _parse(status, text), headers)


def error_with(status: int, error: Mapping[str, Any], headers: Mapping[str, str]) -> ApiError:
    """Returns the error of a status."""
    request_id = headers.get("x-request-id")
    if status == 429:
        limited = RateLimitError(status, error, request_id)
        limited.retry_after = retry_after(headers)
        return limited
    kinds = {
        401: AuthenticationError,
        403: PermissionDeniedError,
        404: NotFoundError,
        409: ConflictError,
    }
    kind = kinds.get(status)
    if kind is None:
        kind = ServerError if status >= 500 else InvalidRequestError if status >= 400 else ApiError
    return kind(status, error, request_id)


def malformed(status: int, problem: str, request_id: str | None = None) -> ApiError:
    """Returns the error of an answer that is not as the API's document says."""
    message = f"{problem}: check the address of the server and the proxies before it"
    return ApiError(status, {"message": message}, request_id)


def _parse(status: int, text: str) -> Mapping[str, Any]:
    """Reads the body of an error; an answer of a proxy may be anything."""
    try:
        error = json.loads(text)["error"]
        if isinstance(error["message"], str) and isinstance(error["code"], str):
            return dict(error)
    except (ValueError, LookupError, TypeError, RecursionError):
        pass  # The message below says so.
    message = "the answer is not from Lockstep: check the address of the server and the proxies before it"
    return {"code": "SERVER_ERROR" if status >= 500 else "", "message": message}


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Returns the seconds that `Retry-After` names, which may be a number or a date."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdecimal():
        return float(text[:9])
    try:
        moment = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    return max(0.0, (moment - datetime.now(UTC)).total_seconds()) if moment.tzinfo else None
