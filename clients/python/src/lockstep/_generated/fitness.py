# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Points and blocks of points: upload, import, read, export and delete. Computed from them:
aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point types and
storage quotas.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any, Literal

from .._body import AsyncContent, Content, FileContent
from .._download import AsyncDownload, Download
from .._group import AsyncGroup, Group
from .._job import AsyncJob, Job
from .._operation import UNSET, Arguments, CallOptions, Json, Operation, Paging
from . import models as m

_AGGREGATE_POINTS: Operation[m.AggregateResult] = Operation("POST", "/v1/sfdp/aggregate", m.AggregateResult)

_DELETE_POINTS: Operation[m.DeletedPoints] = Operation("DELETE", "/v1/sfdp/data", m.DeletedPoints)

_EXPORT_POINTS: Operation[list[dict[str, Any]]] = Operation("GET", "/v1/sfdp/export", list[dict[str, Any]])

_GENERATE_INSIGHTS: Operation[m.InsightsResult] = Operation("POST", "/v1/sfdp/insights/generate", m.InsightsResult)

_GET_HEART_RATE_VARIABILITY: Operation[m.HeartRateVariability] = Operation("GET", "/v1/sfdp/hrv", m.HeartRateVariability)

_GET_LOAD_FORECAST: Operation[m.LoadForecast] = Operation("GET", "/v1/sfdp/metrics/forecast", m.LoadForecast)

_GET_MEAN_MAXIMAL_CURVE: Operation[m.MeanMaximalCurve] = Operation("GET", "/v1/sfdp/curves", m.MeanMaximalCurve)

_GET_METRICS: Operation[m.MetricsResult] = Operation("GET", "/v1/sfdp/metrics", m.MetricsResult)

_GET_SERIES: Operation[m.SeriesResult] = Operation("GET", "/v1/sfdp/series", m.SeriesResult)

_GET_USAGE: Operation[m.AccountUsage] = Operation("GET", "/v1/sfdp/usage", m.AccountUsage)

_IMPORT_RECORDING: Operation[m.ImportResult] = Operation("POST", "/v1/sfdp/import", m.ImportResult)

_LIST_BLOCKS: Operation[m.ClientBlockPage] = Operation("GET", "/v1/sfdp/blocks", m.ClientBlockPage)
_LIST_BLOCKS_PAGES: Paging[m.ClientBlock] = Paging("blocks", m.ClientBlock, "nextCursor")

_LIST_INSIGHTS: Operation[m.InsightList] = Operation("GET", "/v1/sfdp/insights", m.InsightList)

_LIST_POINT_TYPES: Operation[m.PointTypeCatalogue] = Operation("GET", "/v1/sfdp/types", m.PointTypeCatalogue)

_LIST_STORED_SERIES: Operation[m.StoredSeriesPage] = Operation("GET", "/v1/sfdp/stored-series", m.StoredSeriesPage)
_LIST_STORED_SERIES_PAGES: Paging[m.StoredSeries] = Paging("series", m.StoredSeries, None)

_PROVE_DAYS: Operation[m.ClaimProof] = Operation("POST", "/v1/sfdp/proofs", m.ClaimProof, takes_idempotency_key=True)

_READ_POINTS: Operation[m.PointPage] = Operation("GET", "/v1/sfdp/data", m.PointPage)
_READ_POINTS_PAGES: Paging[m.FitnessDataPoint] = Paging("data", m.FitnessDataPoint, "nextCursor")

_UPLOAD_BLOCK: Operation[m.StoredBlock] = Operation("POST", "/v1/sfdp/blocks", m.StoredBlock, takes_idempotency_key=True)

_UPLOAD_POINTS: Operation[m.PointUploadResult] = Operation("POST", "/v1/sfdp/data", m.PointUploadResult, takes_idempotency_key=True)


class FitnessOperations(Group):
    """Points and blocks of points: upload, import, read, export and delete. Computed from them:
    aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point types
    and storage quotas.
    """

    def aggregate_points(
        self,
        *,
        end_date: str,
        operation: m.AggregateOperation,
        start_date: str,
        type: str,
        device: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AggregateResult:
        """Compute a sum, mean or variance over a range of points.

        Points of mode FHE are added as ciphertexts, and only the total is decrypted. Points that
        are not in a block yet, and points of other modes, are added as numbers with the same
        rounding.

        Args:
            end_date: The end of the range, inclusive; a date includes the whole day.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            type: The type of the points to aggregate; points of other types are not used.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _AGGREGATE_POINTS,
            Arguments(json={"endDate": end_date, "operation": operation, "startDate": start_date, "type": type, "device": device}),
            options,
        )

    def delete_points(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DeletedPoints:
        """Delete the points that match the filters; without a filter, all points.

        This cannot be undone.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _DELETE_POINTS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device}),
            options,
        )

    def export_points(
        self,
        *,
        format: m.ExportFormat | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> list[dict[str, Any]]:
        """Export points as a file, ordered by timestamp, type and device.

        The export ends at the latest point stored when it begins. Points changed during the export
        appear in their old or their new version. An incomplete export is visible in HTTP: the last
        chunk is missing, or the stream is reset.

        Args:
            format: `csv`: a table that `/import` reads back exactly. A text that begins with `=`,
                `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe, so that
                spreadsheets do not evaluate it as a formula; `/import` removes the apostrophe.
                `arrow`: an Arrow IPC stream with the same columns, which `POST /v1/sfdp/data` reads
                back exactly. `omh`: a JSON array of Open mHealth data points. `fhir`: a FHIR R4
                bundle of observations. `activities`: a JSON array of the stored activities that
                start in the range, newest first, without the filters `type` and `device`. Default:
                `csv`.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _EXPORT_POINTS,
            Arguments(query={"format": format, "startDate": start_date, "endDate": end_date, "type": type, "device": device}),
            options,
        )

    def export_points_stream(
        self,
        *,
        accept: Literal["application/fhir+json", "application/json", "application/vnd.apache.arrow.stream", "text/csv"],
        format: m.ExportFormat | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Export points as a file, ordered by timestamp, type and device.

        Returns the answer as a stream, which a `with` statement closes.

        The export ends at the latest point stored when it begins. Points changed during the export
        appear in their old or their new version. An incomplete export is visible in HTTP: the last
        chunk is missing, or the stream is reset.

        Args:
            accept: The media type of the answer.
            format: `csv`: a table that `/import` reads back exactly. A text that begins with `=`,
                `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe, so that
                spreadsheets do not evaluate it as a formula; `/import` removes the apostrophe.
                `arrow`: an Arrow IPC stream with the same columns, which `POST /v1/sfdp/data` reads
                back exactly. `omh`: a JSON array of Open mHealth data points. `fhir`: a FHIR R4
                bundle of observations. `activities`: a JSON array of the stored activities that
                start in the range, newest first, without the filters `type` and `device`. Default:
                `csv`.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._download(
            _EXPORT_POINTS,
            Arguments(query={"format": format, "startDate": start_date, "endDate": end_date, "type": type, "device": device}),
            accept,
            options,
        )

    def generate_insights(
        self,
        *,
        data_points: Sequence[m.FitnessDataPoint | Json] | None = UNSET,
        language: m.InsightLanguage | None = UNSET,
        timeframe: str | None = UNSET,
        types: Sequence[m.InsightType] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.InsightsResult:
        """Generate insights from the account's data by documented rules.

        Each insight names its evidence. Rules with too little data are listed as skipped, with the
        reason.

        Args:
            data_points: Points to use instead of the stored ones; they are not stored. Absent or
                empty: the stored points. At most 100 000; one invalid point refuses the request.
            language: The language of the sentences: descriptions, recommendations and reasons.
                Names and evidence are the same in every language. Default: `en`.
            timeframe: Days, weeks, months or years up to the latest point, at most two years:
                `P30D` or `30d`. Default: "P30D".
            types: Default: all seven types.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GENERATE_INSIGHTS,
            Arguments(json={"dataPoints": data_points, "language": language, "timeframe": timeframe, "types": types}),
            options,
        )

    def get_heart_rate_variability(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> m.HeartRateVariability:
        """Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.

        At most 100 000 intervals (about two nights) are read. SDNN depends on the length of the
        range; compare only ranges of equal length.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 5 minutes before the end.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest RR interval.
            device: Only intervals of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
                Default: the device with the most intervals in the range.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_HEART_RATE_VARIABILITY,
            Arguments(query={"startDate": start_date, "endDate": end_date, "device": device}),
            options,
        )

    def get_load_forecast(
        self,
        *,
        days: int | None = None,
        daily_load: float | None = None,
        options: CallOptions | None = None,
    ) -> m.LoadForecast:
        """Get a forecast of acute and chronic load from the latest point on.

        The recursion of the metrics `acuteLoad` and `chronicLoad` goes on with the given load for
        each day (Calvert et al. 1976). It forecasts loads, not a performance.

        Args:
            days: The number of days. Default: 14.
            daily_load: The training load of each day, in the unit of the metric `trainingLoad`; 0
                for rest. Default: the chronic load, as if training went on as before.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_LOAD_FORECAST,
            Arguments(query={"days": days, "dailyLoad": daily_load}),
            options,
        )

    def get_mean_maximal_curve(
        self,
        *,
        type: m.MeanMaximalCurveType,
        start_date: str | None = None,
        end_date: str | None = None,
        sport: str | None = None,
        options: CallOptions | None = None,
    ) -> m.MeanMaximalCurve:
        """Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.

        Args:
            type: The type of the points.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 365 days before the end.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest point.
            sport: Only points of activities of this family of sports: `cycling`, `running`,
                `walking`, `swimming`, `rowing` or `skiing`. Default: all points of every sport.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_MEAN_MAXIMAL_CURVE,
            Arguments(query={"type": type, "startDate": start_date, "endDate": end_date, "sport": sport}),
            options,
        )

    def get_metrics(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        metrics: str | None = None,
        interval: str | None = None,
        options: CallOptions | None = None,
    ) -> m.MetricsResult:
        """Compute metrics of a range, with the inputs that they are based on.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 168 hours before the end, which is no whole number of calendar days.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest point.
            metrics: Names separated by commas, from the fields of `PerformanceMetrics`. Default:
                heartRateZones,recoveryScore,trainingLoad,fatigueLevel.
            interval: Also return the metrics of each `day`, `week` (ISO 8601, from Monday) or
                `month` of the range, in the calendar of the profile's time zone. The first and the
                last row end at the limits of the range. A range with more than 366 rows is refused
                with 400.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_METRICS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "metrics": metrics, "interval": interval}),
            options,
        )

    def get_series(
        self,
        *,
        types: str,
        device: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        buckets: int | None = None,
        options: CallOptions | None = None,
    ) -> m.SeriesResult:
        """Get the minimum, mean and maximum of points in equal intervals, for charts.

        The width of the buckets is a round duration, and they are aligned to calendar days. They
        stay the same when the range moves by less than one bucket.

        Args:
            types: 1 to 16 types, separated by commas.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
                Default: the points of all devices.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 168 hours before the end, which is no whole number of calendar days.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest point.
            buckets: The maximum number of buckets, 1 to 2000. Default: 300.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_SERIES,
            Arguments(query={"types": types, "device": device, "startDate": start_date, "endDate": end_date, "buckets": buckets}),
            options,
        )

    def get_usage(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AccountUsage:
        """Get the storage use of the account and its quotas.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _GET_USAGE,
            Arguments(),
            options,
        )

    def import_recording(
        self,
        *,
        file: FileContent,
        encryption_mode: m.EncryptionMode | None = None,
        participant: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ImportResult:
        """Import a file of a watch or an app: a recording, an archive of recordings or a whole export.

        Points are stored in batches while the file is read. Importing a file again changes no
        point. The activities of the file are stored; a session that is stored from another file
        gets a second recording.

        Args:
            file: FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit,
                Garmin, Health Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth;
                plain, gzipped or zipped, including whole archives; at most 4 GiB decompressed.
                Files of Fitbit and Samsung Health are recognised by their names: send the name as
                the part's `filename`.
            encryption_mode: The encryption mode of the points; `ENCRYPTION_ERROR` if it is not
                available. Default: the mode of each point's device, or the account's own key only.
            participant: The participant whose rows are imported, if the file has several people. A
                part of the form: a parameter of the URL is refused.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 PROCESSING_ERROR: the file contains nothing readable; ENCRYPTION_ERROR:
                the encryption mode is not available; DEVICE_ERROR: every point names a revoked
                device.
        """
        return self._call(
            _IMPORT_RECORDING,
            Arguments(form={"file": file, "encryptionMode": encryption_mode, "participant": participant}),
            options,
        )

    def list_blocks(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ClientBlockPage:
        """List the blocks of values that the client encrypted, in upload order.

        Args:
            start_date: Blocks that end at this time or later: RFC 3339, or a date in the profile's
                time zone.
            end_date: Blocks that begin at this time or earlier; a date includes the whole day.
            type: Only blocks of this type.
            device: Only blocks of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same blocks.
            limit: The maximum number of blocks. Default: 4.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_BLOCKS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_blocks_all(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.ClientBlock]:
        """List the blocks of values that the client encrypted, in upload order.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            start_date: Blocks that end at this time or later: RFC 3339, or a date in the profile's
                time zone.
            end_date: Blocks that begin at this time or earlier; a date includes the whole day.
            type: Only blocks of this type.
            device: Only blocks of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same blocks.
            limit: The maximum number of blocks. Default: 4.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_BLOCKS,
            _LIST_BLOCKS_PAGES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_insights(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.InsightList:
        """List the insights of the last minutes.

        A generated insight is kept for at least ten minutes. Generate insights again for later
        ones.

        Args:
            limit: The maximum number of insights. Default: 20.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_INSIGHTS,
            Arguments(query={"limit": limit}),
            options,
        )

    def list_point_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.PointTypeCatalogue:
        """List the point types with their units and plausible ranges.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_POINT_TYPES,
            Arguments(),
            options,
        )

    def list_stored_series(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.StoredSeriesPage:
        """List the stored series of the account, with the encryption mode and key of each series.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 1000.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_STORED_SERIES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_stored_series_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.StoredSeries]:
        """List the stored series of the account, with the encryption mode and key of each series.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 1000.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_STORED_SERIES,
            _LIST_STORED_SERIES_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def prove_days(
        self,
        *,
        end_date: str,
        start_date: str,
        statement: m.DailyBounds | Json,
        audience: str = UNSET,
        curve: str | None = UNSET,
        expires_at: str | None = UNSET,
        nonce: str | None = UNSET,
        scheme: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ClaimProof:
        """Prove that a metric was within bounds on each day of a range, without revealing any day's
        value.

        The points must be stored under mode ZK. The document names the contributing devices and the
        counts of points that were deleted, replaced, implausible or unreadable. The request is
        refused if the key of a point is suspended: resume the key first. Anyone can check the
        document offline with `lockstep verify FILE`.

        Args:
            end_date: The last day. Every day from the first to the last is claimed, and the last
                must be over.
            start_date: The first day.
            audience: The verifier and the purpose; bound by the proof. `lockstep verify` requires
                it as `--audience`.
            curve: The curve of `Groth16` (default if only a curve is given) and `PGHR13`:
                `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and
                blockchains).
            expires_at: The end of the claim's validity: RFC 3339.
            nonce: A nonce chosen by the verifier, base64; bound by the proof, so that the claim
                convinces no other verifier. `lockstep verify` requires it as `--nonce`.
            scheme: `Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16`
                or `PGHR13`: under a key that this installation created, for circuits of other
                programs.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _PROVE_DAYS,
            Arguments(json={"endDate": end_date, "startDate": start_date, "statement": statement, "audience": audience, "curve": curve, "expiresAt": expires_at, "nonce": nonce, "scheme": scheme}),
            options,
        )

    def prove_days_as_job(
        self,
        *,
        end_date: str,
        start_date: str,
        statement: m.DailyBounds | Json,
        audience: str = UNSET,
        curve: str | None = UNSET,
        expires_at: str | None = UNSET,
        nonce: str | None = UNSET,
        scheme: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> Job[m.ClaimProof]:
        """Prove that a metric was within bounds on each day of a range, without revealing any day's
        value.

        The server works in the background; `result()` of the job waits for the result.

        The points must be stored under mode ZK. The document names the contributing devices and the
        counts of points that were deleted, replaced, implausible or unreadable. The request is
        refused if the key of a point is suspended: resume the key first. Anyone can check the
        document offline with `lockstep verify FILE`.

        Args:
            end_date: The last day. Every day from the first to the last is claimed, and the last
                must be over.
            start_date: The first day.
            audience: The verifier and the purpose; bound by the proof. `lockstep verify` requires
                it as `--audience`.
            curve: The curve of `Groth16` (default if only a curve is given) and `PGHR13`:
                `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and
                blockchains).
            expires_at: The end of the claim's validity: RFC 3339.
            nonce: A nonce chosen by the verifier, base64; bound by the proof, so that the claim
                convinces no other verifier. `lockstep verify` requires it as `--nonce`.
            scheme: `Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16`
                or `PGHR13`: under a key that this installation created, for circuits of other
                programs.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._start(
            _PROVE_DAYS,
            Arguments(json={"endDate": end_date, "startDate": start_date, "statement": statement, "audience": audience, "curve": curve, "expiresAt": expires_at, "nonce": nonce, "scheme": scheme}),
            options,
        )

    def read_points(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.PointPage:
        """Read points, ordered by timestamp, type and device.

        With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
        points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
        /v1/sfdp/export` streams them. A stream without its end marker is incomplete.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
            limit: The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore`
                is then true. Default: 1000.
            offset: The number of points to skip. Default: 0.
            cursor: `nextCursor` of the previous page; replaces `offset`.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _READ_POINTS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "offset": offset, "cursor": cursor}),
            options,
        )

    def read_points_all(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.FitnessDataPoint]:
        """Read points, ordered by timestamp, type and device.

        Returns the entries of all pages. A page is requested when its first entry is.

        With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
        points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
        /v1/sfdp/export` streams them. A stream without its end marker is incomplete.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
            limit: The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore`
                is then true. Default: 1000.
            offset: The number of points to skip. Default: 0.
            cursor: `nextCursor` of the previous page; replaces `offset`.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _READ_POINTS,
            _READ_POINTS_PAGES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "offset": offset, "cursor": cursor}),
            options,
        )

    def read_points_stream(
        self,
        *,
        accept: Literal["application/json", "application/vnd.apache.arrow.stream"],
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Read points, ordered by timestamp, type and device.

        Returns the answer as a stream, which a `with` statement closes.

        With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
        points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
        /v1/sfdp/export` streams them. A stream without its end marker is incomplete.

        Args:
            accept: The media type of the answer.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
            limit: The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore`
                is then true. Default: 1000.
            offset: The number of points to skip. Default: 0.
            cursor: `nextCursor` of the previous page; replaces `offset`.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._download(
            _READ_POINTS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "offset": offset, "cursor": cursor}),
            accept,
            options,
        )

    def upload_block(
        self,
        *,
        block: str,
        device: str,
        key_id: str,
        timestamps: Sequence[str],
        type: str,
        options: CallOptions | None = None,
    ) -> m.StoredBlock:
        """Upload a block of values that the client encrypted and the server cannot decrypt.

        The key is an FHE key in the client's custody, so that `POST /v1/sfdp/aggregate` can add the
        values. The server sees times, counts and sizes, but no value. The block replaces all blocks
        of the same type and device within its time range.

        Args:
            block: The envelope, base64: one ciphertext, made by lockstep-fhe or a client library,
                of as many values as there are timestamps, in the type's canonical unit and
                fixed-point encoding (`GET /v1/sfdp/types`).
            device: The id or the name of a registered device, or any other name of at most 256
                characters.
            key_id: An FHE key of the caller in the client's custody.
            timestamps: The time of each value, ascending: RFC 3339 with a time zone.
            type: The type of all values in the block.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _UPLOAD_BLOCK,
            Arguments(json={"block": block, "device": device, "keyId": key_id, "timestamps": timestamps, "type": type}),
            options,
        )

    def upload_points(
        self,
        *,
        data: Sequence[m.FitnessDataPoint | Json],
        chunk_size: int | None = UNSET,
        encryption_mode: m.EncryptionMode | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.PointUploadResult:
        """Upload points. Each point is checked separately; acknowledged points are on disk.

        An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with
        a time zone), `type`, `value`, `unit` and `device`, and optionally `confidence` and
        `metadata` (the text of a JSON object). Texts may be dictionaries. Buffers must not be
        compressed. `GET /v1/sfdp/data` returns such streams. The storage options of a stream are in
        the URL: `?encryptionMode=FHE&chunkSize=1024`.

        Args:
            data: 1 to 100 000 points. A point with the device, type and millisecond of a stored
                point replaces it.
            chunk_size: The maximum number of points in an encrypted block; the default for `FHE` is
                8192. A ciphertext holds at least 256 points, because each takes 150 KB: under `FHE`
                with a smaller size, points stay in sealed columns under the same key, with the same
                results. Default: 1024.
            encryption_mode: The encryption mode; `ENCRYPTION_ERROR` if it is not available.
                Default: the mode of each point's device, or the account's own key only.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR:
                every point names a revoked device.
        """
        return self._call(
            _UPLOAD_POINTS,
            Arguments(json={"data": data, "chunkSize": chunk_size, "encryptionMode": encryption_mode}),
            options,
        )

    def upload_points_content(
        self,
        content: Content,
        *,
        options: CallOptions | None = None,
    ) -> m.PointUploadResult:
        """Upload points. Each point is checked separately; acknowledged points are on disk.

        An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with
        a time zone), `type`, `value`, `unit` and `device`, and optionally `confidence` and
        `metadata` (the text of a JSON object). Texts may be dictionaries. Buffers must not be
        compressed. `GET /v1/sfdp/data` returns such streams. The storage options of a stream are in
        the URL: `?encryptionMode=FHE&chunkSize=1024`.

        Args:
            content: The body: bytes, a path, a file or an iterator of bytes.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR:
                every point names a revoked device.
        """
        return self._call(
            _UPLOAD_POINTS,
            Arguments(content=content, content_type="application/vnd.apache.arrow.stream"),
            options,
        )


class AsyncFitnessOperations(AsyncGroup):
    """Points and blocks of points: upload, import, read, export and delete. Computed from them:
    aggregates, charts, curves, heart-rate variability, metrics, insights and claims. Point types
    and storage quotas.
    """

    async def aggregate_points(
        self,
        *,
        end_date: str,
        operation: m.AggregateOperation,
        start_date: str,
        type: str,
        device: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.AggregateResult:
        """Compute a sum, mean or variance over a range of points.

        Points of mode FHE are added as ciphertexts, and only the total is decrypted. Points that
        are not in a block yet, and points of other modes, are added as numbers with the same
        rounding.

        Args:
            end_date: The end of the range, inclusive; a date includes the whole day.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            type: The type of the points to aggregate; points of other types are not used.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _AGGREGATE_POINTS,
            Arguments(json={"endDate": end_date, "operation": operation, "startDate": start_date, "type": type, "device": device}),
            options,
        )

    async def delete_points(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DeletedPoints:
        """Delete the points that match the filters; without a filter, all points.

        This cannot be undone.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _DELETE_POINTS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device}),
            options,
        )

    async def export_points(
        self,
        *,
        format: m.ExportFormat | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> list[dict[str, Any]]:
        """Export points as a file, ordered by timestamp, type and device.

        The export ends at the latest point stored when it begins. Points changed during the export
        appear in their old or their new version. An incomplete export is visible in HTTP: the last
        chunk is missing, or the stream is reset.

        Args:
            format: `csv`: a table that `/import` reads back exactly. A text that begins with `=`,
                `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe, so that
                spreadsheets do not evaluate it as a formula; `/import` removes the apostrophe.
                `arrow`: an Arrow IPC stream with the same columns, which `POST /v1/sfdp/data` reads
                back exactly. `omh`: a JSON array of Open mHealth data points. `fhir`: a FHIR R4
                bundle of observations. `activities`: a JSON array of the stored activities that
                start in the range, newest first, without the filters `type` and `device`. Default:
                `csv`.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _EXPORT_POINTS,
            Arguments(query={"format": format, "startDate": start_date, "endDate": end_date, "type": type, "device": device}),
            options,
        )

    async def export_points_stream(
        self,
        *,
        accept: Literal["application/fhir+json", "application/json", "application/vnd.apache.arrow.stream", "text/csv"],
        format: m.ExportFormat | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Export points as a file, ordered by timestamp, type and device.

        Returns the answer as a stream, which a `with` statement closes.

        The export ends at the latest point stored when it begins. Points changed during the export
        appear in their old or their new version. An incomplete export is visible in HTTP: the last
        chunk is missing, or the stream is reset.

        Args:
            accept: The media type of the answer.
            format: `csv`: a table that `/import` reads back exactly. A text that begins with `=`,
                `+`, `-`, `@`, a tab or a carriage return is prefixed with an apostrophe, so that
                spreadsheets do not evaluate it as a formula; `/import` removes the apostrophe.
                `arrow`: an Arrow IPC stream with the same columns, which `POST /v1/sfdp/data` reads
                back exactly. `omh`: a JSON array of Open mHealth data points. `fhir`: a FHIR R4
                bundle of observations. `activities`: a JSON array of the stored activities that
                start in the range, newest first, without the filters `type` and `device`. Default:
                `csv`.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._download(
            _EXPORT_POINTS,
            Arguments(query={"format": format, "startDate": start_date, "endDate": end_date, "type": type, "device": device}),
            accept,
            options,
        )

    async def generate_insights(
        self,
        *,
        data_points: Sequence[m.FitnessDataPoint | Json] | None = UNSET,
        language: m.InsightLanguage | None = UNSET,
        timeframe: str | None = UNSET,
        types: Sequence[m.InsightType] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.InsightsResult:
        """Generate insights from the account's data by documented rules.

        Each insight names its evidence. Rules with too little data are listed as skipped, with the
        reason.

        Args:
            data_points: Points to use instead of the stored ones; they are not stored. Absent or
                empty: the stored points. At most 100 000; one invalid point refuses the request.
            language: The language of the sentences: descriptions, recommendations and reasons.
                Names and evidence are the same in every language. Default: `en`.
            timeframe: Days, weeks, months or years up to the latest point, at most two years:
                `P30D` or `30d`. Default: "P30D".
            types: Default: all seven types.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GENERATE_INSIGHTS,
            Arguments(json={"dataPoints": data_points, "language": language, "timeframe": timeframe, "types": types}),
            options,
        )

    async def get_heart_rate_variability(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        device: str | None = None,
        options: CallOptions | None = None,
    ) -> m.HeartRateVariability:
        """Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.

        At most 100 000 intervals (about two nights) are read. SDNN depends on the length of the
        range; compare only ranges of equal length.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 5 minutes before the end.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest RR interval.
            device: Only intervals of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
                Default: the device with the most intervals in the range.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_HEART_RATE_VARIABILITY,
            Arguments(query={"startDate": start_date, "endDate": end_date, "device": device}),
            options,
        )

    async def get_load_forecast(
        self,
        *,
        days: int | None = None,
        daily_load: float | None = None,
        options: CallOptions | None = None,
    ) -> m.LoadForecast:
        """Get a forecast of acute and chronic load from the latest point on.

        The recursion of the metrics `acuteLoad` and `chronicLoad` goes on with the given load for
        each day (Calvert et al. 1976). It forecasts loads, not a performance.

        Args:
            days: The number of days. Default: 14.
            daily_load: The training load of each day, in the unit of the metric `trainingLoad`; 0
                for rest. Default: the chronic load, as if training went on as before.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_LOAD_FORECAST,
            Arguments(query={"days": days, "dailyLoad": daily_load}),
            options,
        )

    async def get_mean_maximal_curve(
        self,
        *,
        type: m.MeanMaximalCurveType,
        start_date: str | None = None,
        end_date: str | None = None,
        sport: str | None = None,
        options: CallOptions | None = None,
    ) -> m.MeanMaximalCurve:
        """Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.

        Args:
            type: The type of the points.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 365 days before the end.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest point.
            sport: Only points of activities of this family of sports: `cycling`, `running`,
                `walking`, `swimming`, `rowing` or `skiing`. Default: all points of every sport.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_MEAN_MAXIMAL_CURVE,
            Arguments(query={"type": type, "startDate": start_date, "endDate": end_date, "sport": sport}),
            options,
        )

    async def get_metrics(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        metrics: str | None = None,
        interval: str | None = None,
        options: CallOptions | None = None,
    ) -> m.MetricsResult:
        """Compute metrics of a range, with the inputs that they are based on.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 168 hours before the end, which is no whole number of calendar days.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest point.
            metrics: Names separated by commas, from the fields of `PerformanceMetrics`. Default:
                heartRateZones,recoveryScore,trainingLoad,fatigueLevel.
            interval: Also return the metrics of each `day`, `week` (ISO 8601, from Monday) or
                `month` of the range, in the calendar of the profile's time zone. The first and the
                last row end at the limits of the range. A range with more than 366 rows is refused
                with 400.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_METRICS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "metrics": metrics, "interval": interval}),
            options,
        )

    async def get_series(
        self,
        *,
        types: str,
        device: str | None = None,
        start_date: str | None = None,
        end_date: str | None = None,
        buckets: int | None = None,
        options: CallOptions | None = None,
    ) -> m.SeriesResult:
        """Get the minimum, mean and maximum of points in equal intervals, for charts.

        The width of the buckets is a round duration, and they are aligned to calendar days. They
        stay the same when the range moves by less than one bucket.

        Args:
            types: 1 to 16 types, separated by commas.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
                Default: the points of all devices.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone. Default: 168 hours before the end, which is no whole number of calendar days.
            end_date: The end of the range, inclusive; a date includes the whole day. Default: the
                latest point.
            buckets: The maximum number of buckets, 1 to 2000. Default: 300.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_SERIES,
            Arguments(query={"types": types, "device": device, "startDate": start_date, "endDate": end_date, "buckets": buckets}),
            options,
        )

    async def get_usage(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.AccountUsage:
        """Get the storage use of the account and its quotas.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _GET_USAGE,
            Arguments(),
            options,
        )

    async def import_recording(
        self,
        *,
        file: FileContent,
        encryption_mode: m.EncryptionMode | None = None,
        participant: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ImportResult:
        """Import a file of a watch or an app: a recording, an archive of recordings or a whole export.

        Points are stored in batches while the file is read. Importing a file again changes no
        point. The activities of the file are stored; a session that is stored from another file
        gets a second recording.

        Args:
            file: FIT, TCX, GPX, CSV, or a file of an export of Apple Health, Google Fit, Fitbit,
                Garmin, Health Connect, WHOOP, Oura, Polar, Samsung Health, Suunto or Open mHealth;
                plain, gzipped or zipped, including whole archives; at most 4 GiB decompressed.
                Files of Fitbit and Samsung Health are recognised by their names: send the name as
                the part's `filename`.
            encryption_mode: The encryption mode of the points; `ENCRYPTION_ERROR` if it is not
                available. Default: the mode of each point's device, or the account's own key only.
            participant: The participant whose rows are imported, if the file has several people. A
                part of the form: a parameter of the URL is refused.

        Raises:
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 PROCESSING_ERROR: the file contains nothing readable; ENCRYPTION_ERROR:
                the encryption mode is not available; DEVICE_ERROR: every point names a revoked
                device.
        """
        return await self._call(
            _IMPORT_RECORDING,
            Arguments(form={"file": file, "encryptionMode": encryption_mode, "participant": participant}),
            options,
        )

    async def list_blocks(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ClientBlockPage:
        """List the blocks of values that the client encrypted, in upload order.

        Args:
            start_date: Blocks that end at this time or later: RFC 3339, or a date in the profile's
                time zone.
            end_date: Blocks that begin at this time or earlier; a date includes the whole day.
            type: Only blocks of this type.
            device: Only blocks of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same blocks.
            limit: The maximum number of blocks. Default: 4.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_BLOCKS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "cursor": cursor}),
            options,
        )

    def list_blocks_all(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.ClientBlock]:
        """List the blocks of values that the client encrypted, in upload order.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            start_date: Blocks that end at this time or later: RFC 3339, or a date in the profile's
                time zone.
            end_date: Blocks that begin at this time or earlier; a date includes the whole day.
            type: Only blocks of this type.
            device: Only blocks of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same blocks.
            limit: The maximum number of blocks. Default: 4.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_BLOCKS,
            _LIST_BLOCKS_PAGES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "cursor": cursor}),
            options,
        )

    async def list_insights(
        self,
        *,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.InsightList:
        """List the insights of the last minutes.

        A generated insight is kept for at least ten minutes. Generate insights again for later
        ones.

        Args:
            limit: The maximum number of insights. Default: 20.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_INSIGHTS,
            Arguments(query={"limit": limit}),
            options,
        )

    async def list_point_types(
        self,
        *,
        options: CallOptions | None = None,
    ) -> m.PointTypeCatalogue:
        """List the point types with their units and plausible ranges.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_POINT_TYPES,
            Arguments(),
            options,
        )

    async def list_stored_series(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.StoredSeriesPage:
        """List the stored series of the account, with the encryption mode and key of each series.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 1000.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_STORED_SERIES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_stored_series_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.StoredSeries]:
        """List the stored series of the account, with the encryption mode and key of each series.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 1000.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_STORED_SERIES,
            _LIST_STORED_SERIES_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    async def prove_days(
        self,
        *,
        end_date: str,
        start_date: str,
        statement: m.DailyBounds | Json,
        audience: str = UNSET,
        curve: str | None = UNSET,
        expires_at: str | None = UNSET,
        nonce: str | None = UNSET,
        scheme: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ClaimProof:
        """Prove that a metric was within bounds on each day of a range, without revealing any day's
        value.

        The points must be stored under mode ZK. The document names the contributing devices and the
        counts of points that were deleted, replaced, implausible or unreadable. The request is
        refused if the key of a point is suspended: resume the key first. Anyone can check the
        document offline with `lockstep verify FILE`.

        Args:
            end_date: The last day. Every day from the first to the last is claimed, and the last
                must be over.
            start_date: The first day.
            audience: The verifier and the purpose; bound by the proof. `lockstep verify` requires
                it as `--audience`.
            curve: The curve of `Groth16` (default if only a curve is given) and `PGHR13`:
                `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and
                blockchains).
            expires_at: The end of the claim's validity: RFC 3339.
            nonce: A nonce chosen by the verifier, base64; bound by the proof, so that the claim
                convinces no other verifier. `lockstep verify` requires it as `--nonce`.
            scheme: `Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16`
                or `PGHR13`: under a key that this installation created, for circuits of other
                programs.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _PROVE_DAYS,
            Arguments(json={"endDate": end_date, "startDate": start_date, "statement": statement, "audience": audience, "curve": curve, "expiresAt": expires_at, "nonce": nonce, "scheme": scheme}),
            options,
        )

    async def prove_days_as_job(
        self,
        *,
        end_date: str,
        start_date: str,
        statement: m.DailyBounds | Json,
        audience: str = UNSET,
        curve: str | None = UNSET,
        expires_at: str | None = UNSET,
        nonce: str | None = UNSET,
        scheme: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> AsyncJob[m.ClaimProof]:
        """Prove that a metric was within bounds on each day of a range, without revealing any day's
        value.

        The server works in the background; `result()` of the job waits for the result.

        The points must be stored under mode ZK. The document names the contributing devices and the
        counts of points that were deleted, replaced, implausible or unreadable. The request is
        refused if the key of a point is suspended: resume the key first. Anyone can check the
        document offline with `lockstep verify FILE`.

        Args:
            end_date: The last day. Every day from the first to the last is claimed, and the last
                must be over.
            start_date: The first day.
            audience: The verifier and the purpose; bound by the proof. `lockstep verify` requires
                it as `--audience`.
            curve: The curve of `Groth16` (default if only a curve is given) and `PGHR13`:
                `bls12-381` (default, about 126 bits), `bn254` (about 100 bits: for snarkjs and
                blockchains).
            expires_at: The end of the claim's validity: RFC 3339.
            nonce: A nonce chosen by the verifier, base64; bound by the proof, so that the claim
                convinces no other verifier. `lockstep verify` requires it as `--nonce`.
            scheme: `Bulletproofs` (default): no set-up, so the proof convinces strangers. `Groth16`
                or `PGHR13`: under a key that this installation created, for circuits of other
                programs.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._start(
            _PROVE_DAYS,
            Arguments(json={"endDate": end_date, "startDate": start_date, "statement": statement, "audience": audience, "curve": curve, "expiresAt": expires_at, "nonce": nonce, "scheme": scheme}),
            options,
        )

    async def read_points(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.PointPage:
        """Read points, ordered by timestamp, type and device.

        With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
        points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
        /v1/sfdp/export` streams them. A stream without its end marker is incomplete.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
            limit: The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore`
                is then true. Default: 1000.
            offset: The number of points to skip. Default: 0.
            cursor: `nextCursor` of the previous page; replaces `offset`.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _READ_POINTS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "offset": offset, "cursor": cursor}),
            options,
        )

    def read_points_all(
        self,
        *,
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.FitnessDataPoint]:
        """Read points, ordered by timestamp, type and device.

        Returns the entries of all pages. A page is requested when its first entry is.

        With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
        points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
        /v1/sfdp/export` streams them. A stream without its end marker is incomplete.

        Args:
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
            limit: The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore`
                is then true. Default: 1000.
            offset: The number of points to skip. Default: 0.
            cursor: `nextCursor` of the previous page; replaces `offset`.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _READ_POINTS,
            _READ_POINTS_PAGES,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "offset": offset, "cursor": cursor}),
            options,
        )

    async def read_points_stream(
        self,
        *,
        accept: Literal["application/json", "application/vnd.apache.arrow.stream"],
        start_date: str | None = None,
        end_date: str | None = None,
        type: str | None = None,
        device: str | None = None,
        limit: int | None = None,
        offset: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Read points, ordered by timestamp, type and device.

        Returns the answer as a stream, which a `with` statement closes.

        With `Accept: application/vnd.apache.arrow.stream` the answer is an Arrow IPC stream of all
        points that match the filters: without `limit`, `offset` and `cursor`, and as `GET
        /v1/sfdp/export` streams them. A stream without its end marker is incomplete.

        Args:
            accept: The media type of the answer.
            start_date: The start of the range, inclusive: RFC 3339, or a date in the profile's time
                zone.
            end_date: The end of the range, inclusive; a date includes the whole day.
            type: Only points of this type.
            device: Only points of this device: the id or the name of a registered device of the
                account, or another name. The id of a device and its name find the same points.
            limit: The maximum number of points. A page is also limited to 16 MiB of JSON: `hasMore`
                is then true. Default: 1000.
            offset: The number of points to skip. Default: 0.
            cursor: `nextCursor` of the previous page; replaces `offset`.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._download(
            _READ_POINTS,
            Arguments(query={"startDate": start_date, "endDate": end_date, "type": type, "device": device, "limit": limit, "offset": offset, "cursor": cursor}),
            accept,
            options,
        )

    async def upload_block(
        self,
        *,
        block: str,
        device: str,
        key_id: str,
        timestamps: Sequence[str],
        type: str,
        options: CallOptions | None = None,
    ) -> m.StoredBlock:
        """Upload a block of values that the client encrypted and the server cannot decrypt.

        The key is an FHE key in the client's custody, so that `POST /v1/sfdp/aggregate` can add the
        values. The server sees times, counts and sizes, but no value. The block replaces all blocks
        of the same type and device within its time range.

        Args:
            block: The envelope, base64: one ciphertext, made by lockstep-fhe or a client library,
                of as many values as there are timestamps, in the type's canonical unit and
                fixed-point encoding (`GET /v1/sfdp/types`).
            device: The id or the name of a registered device, or any other name of at most 256
                characters.
            key_id: An FHE key of the caller in the client's custody.
            timestamps: The time of each value, ascending: RFC 3339 with a time zone.
            type: The type of all values in the block.

        Raises:
            ApiError: 404 NOT_FOUND: the key does not exist.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _UPLOAD_BLOCK,
            Arguments(json={"block": block, "device": device, "keyId": key_id, "timestamps": timestamps, "type": type}),
            options,
        )

    async def upload_points(
        self,
        *,
        data: Sequence[m.FitnessDataPoint | Json],
        chunk_size: int | None = UNSET,
        encryption_mode: m.EncryptionMode | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.PointUploadResult:
        """Upload points. Each point is checked separately; acknowledged points are on disk.

        An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with
        a time zone), `type`, `value`, `unit` and `device`, and optionally `confidence` and
        `metadata` (the text of a JSON object). Texts may be dictionaries. Buffers must not be
        compressed. `GET /v1/sfdp/data` returns such streams. The storage options of a stream are in
        the URL: `?encryptionMode=FHE&chunkSize=1024`.

        Args:
            data: 1 to 100 000 points. A point with the device, type and millisecond of a stored
                point replaces it.
            chunk_size: The maximum number of points in an encrypted block; the default for `FHE` is
                8192. A ciphertext holds at least 256 points, because each takes 150 KB: under `FHE`
                with a smaller size, points stay in sealed columns under the same key, with the same
                results. Default: 1024.
            encryption_mode: The encryption mode; `ENCRYPTION_ERROR` if it is not available.
                Default: the mode of each point's device, or the account's own key only.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR:
                every point names a revoked device.
        """
        return await self._call(
            _UPLOAD_POINTS,
            Arguments(json={"data": data, "chunkSize": chunk_size, "encryptionMode": encryption_mode}),
            options,
        )

    async def upload_points_content(
        self,
        content: AsyncContent,
        *,
        options: CallOptions | None = None,
    ) -> m.PointUploadResult:
        """Upload points. Each point is checked separately; acknowledged points are on disk.

        An Arrow IPC stream has a point in each row, with the columns `timestamp` (a timestamp with
        a time zone), `type`, `value`, `unit` and `device`, and optionally `confidence` and
        `metadata` (the text of a JSON object). Texts may be dictionaries. Buffers must not be
        compressed. `GET /v1/sfdp/data` returns such streams. The storage options of a stream are in
        the URL: `?encryptionMode=FHE&chunkSize=1024`.

        Args:
            content: The body: bytes, a path, a file or an iterator of bytes.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available; DEVICE_ERROR:
                every point names a revoked device.
        """
        return await self._call(
            _UPLOAD_POINTS,
            Arguments(content=content, content_type="application/vnd.apache.arrow.stream"),
            options,
        )
