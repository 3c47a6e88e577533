# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Long-running work that a request started with `Prefer: respond-async`: state, result and
cancellation.
"""

from __future__ import annotations

from .._group import AsyncGroup, Group
from .._operation import Arguments, CallOptions, Operation
from . import models as m

_CANCEL_JOB: Operation[m.DeletedJob] = Operation("DELETE", "/v1/jobs/{jobId}", m.DeletedJob)

_GET_JOB: Operation[m.JobState] = Operation("GET", "/v1/jobs/{jobId}", m.JobState)


class JobsOperations(Group):
    """Long-running work that a request started with `Prefer: respond-async`: state, result and
    cancellation.
    """

    def cancel_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedJob:
        """Cancel a job.

        A running job stops within a tenth of a second. The result of a finished job is deleted. An
        API key needs the `write` scope of the area whose route started the job.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _CANCEL_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )

    def get_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.JobState:
        """Get the state of a job.

        A request with `Prefer: respond-async` starts a job. The server keeps a job for one hour; a
        restart of the server deletes it. The stored results of an account are limited to 64 MiB,
        those of all accounts to 512 MiB: the oldest are deleted first. An API key needs the `read`
        scope of the area whose route started the job.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )


class AsyncJobsOperations(AsyncGroup):
    """Long-running work that a request started with `Prefer: respond-async`: state, result and
    cancellation.
    """

    async def cancel_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedJob:
        """Cancel a job.

        A running job stops within a tenth of a second. The result of a finished job is deleted. An
        API key needs the `write` scope of the area whose route started the job.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _CANCEL_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )

    async def get_job(
        self,
        job_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.JobState:
        """Get the state of a job.

        A request with `Prefer: respond-async` starts a job. The server keeps a job for one hour; a
        restart of the server deletes it. The stored results of an account are limited to 64 MiB,
        those of all accounts to 512 MiB: the oldest are deleted first. An API key needs the `read`
        scope of the area whose route started the job.

        Args:
            job_id: The job's id

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_JOB,
            Arguments(path={"jobId": job_id}),
            options,
        )
