"""A client of Lockstep, the self-hosted platform for fitness data.

`Lockstep` is the synchronous client, `AsyncLockstep` the asynchronous one. `lockstep.models` has the types of the API.
"""

from . import models
from ._arrow import MalformedArrowError
from ._arrow import stream as arrow_stream
from ._download import AsyncDownload, Download
from ._events import AsyncEventStream, EventStream
from ._exchange import VERSION as __version__  # noqa: N811
from ._job import AsyncJob, Job
from ._model import Model
from ._operation import UNSET, CallOptions
from ._series import arrow_series
from .client import AsyncLockstep, Lockstep
from .errors import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AuthenticationError,
    ConflictError,
    InvalidRequestError,
    JobFailedError,
    LockstepError,
    MalformedMessageError,
    MissedEventsError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
)

__all__ = [
    "UNSET",
    "ApiConnectionError",
    "ApiError",
    "ApiTimeoutError",
    "AsyncDownload",
    "AsyncEventStream",
    "AsyncJob",
    "AsyncLockstep",
    "AuthenticationError",
    "CallOptions",
    "ConflictError",
    "Download",
    "EventStream",
    "InvalidRequestError",
    "Job",
    "JobFailedError",
    "Lockstep",
    "LockstepError",
    "MalformedArrowError",
    "MalformedMessageError",
    "MissedEventsError",
    "Model",
    "NotFoundError",
    "PermissionDeniedError",
    "RateLimitError",
    "ServerError",
    "__version__",
    "arrow_series",
    "arrow_stream",
    "models",
]
