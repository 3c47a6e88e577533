# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Probes and metrics for operators; no credential is needed."""

from __future__ import annotations

from .._download import AsyncDownload, Download
from .._group import AsyncGroup, Group
from .._operation import Arguments, CallOptions, Operation
from . import models as m

_GET_SERVER_METRICS: Operation[None] = Operation("GET", "/metrics", None, is_open=True)

_LIVENESS_PROBE: Operation[m.LivenessStatus] = Operation("GET", "/healthz", m.LivenessStatus, is_open=True)

_READINESS_PROBE: Operation[m.Readiness] = Operation("GET", "/readyz", m.Readiness, is_open=True)


class HealthOperations(Group):
    """Probes and metrics for operators; no credential is needed."""

    def get_server_metrics_stream(
        self,
        *,
        options: CallOptions | None = None,
    ) -> Download:
        """Get metrics in the Prometheus text format. They contain counts and times only.

        Returns the answer as a stream, which a `with` statement closes.
        """
        return self._download(
            _GET_SERVER_METRICS,
            Arguments(),
            "text/plain",
            options,
        )

    def liveness_probe(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.LivenessStatus:
        """Check that the process is running."""
        return self._call(
            _LIVENESS_PROBE,
            Arguments(),
            options,
        )

    def readiness_probe(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.Readiness:
        """Check that the server can serve requests."""
        return self._call(
            _READINESS_PROBE,
            Arguments(),
            options,
        )


class AsyncHealthOperations(AsyncGroup):
    """Probes and metrics for operators; no credential is needed."""

    async def get_server_metrics_stream(
        self,
        *,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Get metrics in the Prometheus text format. They contain counts and times only.

        Returns the answer as a stream, which a `with` statement closes.
        """
        return await self._download(
            _GET_SERVER_METRICS,
            Arguments(),
            "text/plain",
            options,
        )

    async def liveness_probe(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.LivenessStatus:
        """Check that the process is running."""
        return await self._call(
            _LIVENESS_PROBE,
            Arguments(),
            options,
        )

    async def readiness_probe(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.Readiness:
        """Check that the server can serve requests."""
        return await self._call(
            _READINESS_PROBE,
            Arguments(),
            options,
        )
