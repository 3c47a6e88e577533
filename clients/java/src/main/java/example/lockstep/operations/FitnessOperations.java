// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Content;
import example.lockstep.Download;
import example.lockstep.Job;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.List;
import java.util.Map;

/**
 * Points and blocks of points: upload, import, read, export and delete. Computed from them: aggregates, charts,
 * curves, heart-rate variability, metrics, insights and claims. Point types and storage quotas.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class FitnessOperations {

    private final FitnessAsyncOperations async;

    FitnessOperations(Transport transport) {
        this.async = new FitnessAsyncOperations(transport);
    }

    /**
     * Compute a sum, mean or variance over a range of points.
     *
     * <p>Points of mode FHE are added as ciphertexts, and only the total is decrypted. Points that are not in a block
     * yet, and points of other modes, are added as numbers with the same rounding.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why; 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public AggregateResult aggregatePoints(AggregateRequest body, CallOptions options) {
        return Futures.await(async.aggregatePoints(body, options));
    }

    /** Compute a sum, mean or variance over a range of points, with the default options. */
    public AggregateResult aggregatePoints(AggregateRequest body) {
        return aggregatePoints(body, CallOptions.DEFAULT);
    }

    /**
     * Delete the points that match the filters; without a filter, all points.
     *
     * <p>This cannot be undone.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DeletedPoints deletePoints(DeletePointsParams params, CallOptions options) {
        return Futures.await(async.deletePoints(params, options));
    }

    /** Delete the points that match the filters; without a filter, all points, with the default options. */
    public DeletedPoints deletePoints(DeletePointsParams params) {
        return deletePoints(params, CallOptions.DEFAULT);
    }

    /** Delete the points that match the filters; without a filter, all points, with the default options. */
    public DeletedPoints deletePoints() {
        return deletePoints(null, CallOptions.DEFAULT);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device.
     *
     * <p>The export ends at the latest point stored when it begins. Points changed during the export appear in their
     * old or their new version. An incomplete export is visible in HTTP: the last chunk is missing, or the stream is
     * reset.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public List<Map<String, Object>> exportPoints(ExportPointsParams params, CallOptions options) {
        return Futures.await(async.exportPoints(params, options));
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public List<Map<String, Object>> exportPoints(ExportPointsParams params) {
        return exportPoints(params, CallOptions.DEFAULT);
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public List<Map<String, Object>> exportPoints() {
        return exportPoints(null, CallOptions.DEFAULT);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device.
     *
     * <p>The export ends at the latest point stored when it begins. Points changed during the export appear in their
     * old or their new version. An incomplete export is visible in HTTP: the last chunk is missing, or the stream is
     * reset.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/fhir+json, application/json,
     *     application/vnd.apache.arrow.stream, text/csv
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download exportPointsStream(ExportPointsParams params, String accept, CallOptions options) {
        return Futures.await(async.exportPointsStream(params, accept, options));
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public Download exportPointsStream(ExportPointsParams params, String accept) {
        return exportPointsStream(params, accept, CallOptions.DEFAULT);
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public Download exportPointsStream(String accept) {
        return exportPointsStream(null, accept, CallOptions.DEFAULT);
    }

    /**
     * Generate insights from the account's data by documented rules.
     *
     * <p>Each insight names its evidence. Rules with too little data are listed as skipped, with the reason.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why; 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public InsightsResult generateInsights(InsightsRequest body, CallOptions options) {
        return Futures.await(async.generateInsights(body, options));
    }

    /** Generate insights from the account's data by documented rules, with the default options. */
    public InsightsResult generateInsights(InsightsRequest body) {
        return generateInsights(body, CallOptions.DEFAULT);
    }

    /**
     * Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.
     *
     * <p>At most 100 000 intervals (about two nights) are read. SDNN depends on the length of the range; compare only
     * ranges of equal length.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public HeartRateVariability getHeartRateVariability(GetHeartRateVariabilityParams params, CallOptions options) {
        return Futures.await(async.getHeartRateVariability(params, options));
    }

    /** Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1, with the default options. */
    public HeartRateVariability getHeartRateVariability(GetHeartRateVariabilityParams params) {
        return getHeartRateVariability(params, CallOptions.DEFAULT);
    }

    /** Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1, with the default options. */
    public HeartRateVariability getHeartRateVariability() {
        return getHeartRateVariability(null, CallOptions.DEFAULT);
    }

    /**
     * Get a forecast of acute and chronic load from the latest point on.
     *
     * <p>The recursion of the metrics <code>acuteLoad</code> and <code>chronicLoad</code> goes on with the given load
     * for each day (Calvert et al. 1976). It forecasts loads, not a performance.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public LoadForecast getLoadForecast(GetLoadForecastParams params, CallOptions options) {
        return Futures.await(async.getLoadForecast(params, options));
    }

    /** Get a forecast of acute and chronic load from the latest point on, with the default options. */
    public LoadForecast getLoadForecast(GetLoadForecastParams params) {
        return getLoadForecast(params, CallOptions.DEFAULT);
    }

    /** Get a forecast of acute and chronic load from the latest point on, with the default options. */
    public LoadForecast getLoadForecast() {
        return getLoadForecast(null, CallOptions.DEFAULT);
    }

    /**
     * Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query
     * @param options the options of this call
     * @return the answer
     */
    public MeanMaximalCurve getMeanMaximalCurve(GetMeanMaximalCurveParams params, CallOptions options) {
        return Futures.await(async.getMeanMaximalCurve(params, options));
    }

    /**
     * Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours, with the default
     * options.
     */
    public MeanMaximalCurve getMeanMaximalCurve(GetMeanMaximalCurveParams params) {
        return getMeanMaximalCurve(params, CallOptions.DEFAULT);
    }

    /**
     * Compute metrics of a range, with the inputs that they are based on.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public MetricsResult getMetrics(GetMetricsParams params, CallOptions options) {
        return Futures.await(async.getMetrics(params, options));
    }

    /** Compute metrics of a range, with the inputs that they are based on, with the default options. */
    public MetricsResult getMetrics(GetMetricsParams params) {
        return getMetrics(params, CallOptions.DEFAULT);
    }

    /** Compute metrics of a range, with the inputs that they are based on, with the default options. */
    public MetricsResult getMetrics() {
        return getMetrics(null, CallOptions.DEFAULT);
    }

    /**
     * Get the minimum, mean and maximum of points in equal intervals, for charts.
     *
     * <p>The width of the buckets is a round duration, and they are aligned to calendar days. They stay the same when
     * the range moves by less than one bucket.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query
     * @param options the options of this call
     * @return the answer
     */
    public SeriesResult getSeries(GetSeriesParams params, CallOptions options) {
        return Futures.await(async.getSeries(params, options));
    }

    /** Get the minimum, mean and maximum of points in equal intervals, for charts, with the default options. */
    public SeriesResult getSeries(GetSeriesParams params) {
        return getSeries(params, CallOptions.DEFAULT);
    }

    /**
     * Get the storage use of the account and its quotas.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param options the options of this call
     * @return the answer
     */
    public AccountUsage getUsage(CallOptions options) {
        return Futures.await(async.getUsage(options));
    }

    /** Get the storage use of the account and its quotas, with the default options. */
    public AccountUsage getUsage() {
        return getUsage(CallOptions.DEFAULT);
    }

    /**
     * Import a file of a watch or an app: a recording, an archive of recordings or a whole export.
     *
     * <p>Points are stored in batches while the file is read. Importing a file again changes no point. The activities
     * of the file are stored; a session that is stored from another file gets a second recording.
     *
     * <p>Refusals: 409 CONFLICT: the current state of the resource does not allow the request; <code>message</code>
     * says why; 422 PROCESSING_ERROR: the file contains nothing readable; ENCRYPTION_ERROR: the encryption mode is not
     * available; DEVICE_ERROR: every point names a revoked device.
     *
     * @param form the form
     * @param options the options of this call
     * @return the answer
     */
    public ImportResult importRecording(ImportRecordingForm form, CallOptions options) {
        return Futures.await(async.importRecording(form, options));
    }

    /**
     * Import a file of a watch or an app: a recording, an archive of recordings or a whole export, with the default
     * options.
     */
    public ImportResult importRecording(ImportRecordingForm form) {
        return importRecording(form, CallOptions.DEFAULT);
    }

    /**
     * List the blocks of values that the client encrypted, in upload order.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public ClientBlockPage listBlocks(ListBlocksParams params, CallOptions options) {
        return Futures.await(async.listBlocks(params, options));
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public ClientBlockPage listBlocks(ListBlocksParams params) {
        return listBlocks(params, CallOptions.DEFAULT);
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public ClientBlockPage listBlocks() {
        return listBlocks(null, CallOptions.DEFAULT);
    }

    /**
     * List the blocks of values that the client encrypted, in upload order.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<ClientBlock> listBlocksAll(ListBlocksParams params, CallOptions options) {
        return new Pages<>(async.listBlocksAll(params, options));
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public Pages<ClientBlock> listBlocksAll(ListBlocksParams params) {
        return listBlocksAll(params, CallOptions.DEFAULT);
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public Pages<ClientBlock> listBlocksAll() {
        return listBlocksAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the insights of the last minutes.
     *
     * <p>A generated insight is kept for at least ten minutes. Generate insights again for later ones.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public InsightList listInsights(ListInsightsParams params, CallOptions options) {
        return Futures.await(async.listInsights(params, options));
    }

    /** List the insights of the last minutes, with the default options. */
    public InsightList listInsights(ListInsightsParams params) {
        return listInsights(params, CallOptions.DEFAULT);
    }

    /** List the insights of the last minutes, with the default options. */
    public InsightList listInsights() {
        return listInsights(null, CallOptions.DEFAULT);
    }

    /**
     * List the point types with their units and plausible ranges.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param options the options of this call
     * @return the answer
     */
    public PointTypeCatalogue listPointTypes(CallOptions options) {
        return Futures.await(async.listPointTypes(options));
    }

    /** List the point types with their units and plausible ranges, with the default options. */
    public PointTypeCatalogue listPointTypes() {
        return listPointTypes(CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public StoredSeriesPage listStoredSeries(ListStoredSeriesParams params, CallOptions options) {
        return Futures.await(async.listStoredSeries(params, options));
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public StoredSeriesPage listStoredSeries(ListStoredSeriesParams params) {
        return listStoredSeries(params, CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public StoredSeriesPage listStoredSeries() {
        return listStoredSeries(null, CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<StoredSeries> listStoredSeriesAll(ListStoredSeriesParams params, CallOptions options) {
        return new Pages<>(async.listStoredSeriesAll(params, options));
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public Pages<StoredSeries> listStoredSeriesAll(ListStoredSeriesParams params) {
        return listStoredSeriesAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public Pages<StoredSeries> listStoredSeriesAll() {
        return listStoredSeriesAll(null, CallOptions.DEFAULT);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
     *
     * <p>The points must be stored under mode ZK. The document names the contributing devices and the counts of points
     * that were deleted, replaced, implausible or unreadable. The request is refused if the key of a point is
     * suspended: resume the key first. Anyone can check the document offline with <code>lockstep verify FILE</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public ClaimProof proveDays(ProveDaysRequest body, CallOptions options) {
        return Futures.await(async.proveDays(body, options));
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value, with the
     * default options.
     */
    public ClaimProof proveDays(ProveDaysRequest body) {
        return proveDays(body, CallOptions.DEFAULT);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
     *
     * <p>The points must be stored under mode ZK. The document names the contributing devices and the counts of points
     * that were deleted, replaced, implausible or unreadable. The request is refused if the key of a point is
     * suspended: resume the key first. Anyone can check the document offline with <code>lockstep verify FILE</code>.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public Job<ClaimProof> proveDaysAsJob(ProveDaysRequest body, CallOptions options) {
        return new Job<>(Futures.await(async.proveDaysAsJob(body, options)));
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value, with the
     * default options.
     */
    public Job<ClaimProof> proveDaysAsJob(ProveDaysRequest body) {
        return proveDaysAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device.
     *
     * <p>With <code>Accept: application/vnd.apache.arrow.stream</code> the answer is an Arrow IPC stream of all points
     * that match the filters: without <code>limit</code>, <code>offset</code> and <code>cursor</code>, and as
     * <code>GET /v1/sfdp/export</code> streams them. A stream without its end marker is incomplete.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public PointPage readPoints(ReadPointsParams params, CallOptions options) {
        return Futures.await(async.readPoints(params, options));
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public PointPage readPoints(ReadPointsParams params) {
        return readPoints(params, CallOptions.DEFAULT);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public PointPage readPoints() {
        return readPoints(null, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device.
     *
     * <p>With <code>Accept: application/vnd.apache.arrow.stream</code> the answer is an Arrow IPC stream of all points
     * that match the filters: without <code>limit</code>, <code>offset</code> and <code>cursor</code>, and as
     * <code>GET /v1/sfdp/export</code> streams them. A stream without its end marker is incomplete.
     *
     * <p>A page is requested when its first entry is read.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public Pages<FitnessDataPoint> readPointsAll(ReadPointsParams params, CallOptions options) {
        return new Pages<>(async.readPointsAll(params, options));
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public Pages<FitnessDataPoint> readPointsAll(ReadPointsParams params) {
        return readPointsAll(params, CallOptions.DEFAULT);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public Pages<FitnessDataPoint> readPointsAll() {
        return readPointsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device.
     *
     * <p>With <code>Accept: application/vnd.apache.arrow.stream</code> the answer is an Arrow IPC stream of all points
     * that match the filters: without <code>limit</code>, <code>offset</code> and <code>cursor</code>, and as
     * <code>GET /v1/sfdp/export</code> streams them. A stream without its end marker is incomplete.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, application/vnd.apache.arrow.stream
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download readPointsStream(ReadPointsParams params, String accept, CallOptions options) {
        return Futures.await(async.readPointsStream(params, accept, options));
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public Download readPointsStream(ReadPointsParams params, String accept) {
        return readPointsStream(params, accept, CallOptions.DEFAULT);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public Download readPointsStream(String accept) {
        return readPointsStream(null, accept, CallOptions.DEFAULT);
    }

    /**
     * Upload a block of values that the client encrypted and the server cannot decrypt.
     *
     * <p>The key is an FHE key in the client's custody, so that <code>POST /v1/sfdp/aggregate</code> can add the
     * values. The server sees times, counts and sizes, but no value. The block replaces all blocks of the same type
     * and device within its time range.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist; 409 CONFLICT: the current state of the resource does not
     * allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the requested encryption is not
     * available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public StoredBlock uploadBlock(UploadBlockRequest body, CallOptions options) {
        return Futures.await(async.uploadBlock(body, options));
    }

    /** Upload a block of values that the client encrypted and the server cannot decrypt, with the default options. */
    public StoredBlock uploadBlock(UploadBlockRequest body) {
        return uploadBlock(body, CallOptions.DEFAULT);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk.
     *
     * <p>An Arrow IPC stream has a point in each row, with the columns <code>timestamp</code> (a timestamp with a time
     * zone), <code>type</code>, <code>value</code>, <code>unit</code> and <code>device</code>, and optionally
     * <code>confidence</code> and <code>metadata</code> (the text of a JSON object). Texts may be dictionaries.
     * Buffers must not be compressed. <code>GET /v1/sfdp/data</code> returns such streams. The storage options of a
     * stream are in the URL: <code>?encryptionMode=FHE&amp;chunkSize=1024</code>.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * encryption mode is not available; DEVICE_ERROR: every point names a revoked device.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public PointUploadResult uploadPoints(PointUpload body, CallOptions options) {
        return Futures.await(async.uploadPoints(body, options));
    }

    /** Upload points. Each point is checked separately; acknowledged points are on disk, with the default options. */
    public PointUploadResult uploadPoints(PointUpload body) {
        return uploadPoints(body, CallOptions.DEFAULT);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk.
     *
     * <p>An Arrow IPC stream has a point in each row, with the columns <code>timestamp</code> (a timestamp with a time
     * zone), <code>type</code>, <code>value</code>, <code>unit</code> and <code>device</code>, and optionally
     * <code>confidence</code> and <code>metadata</code> (the text of a JSON object). Texts may be dictionaries.
     * Buffers must not be compressed. <code>GET /v1/sfdp/data</code> returns such streams. The storage options of a
     * stream are in the URL: <code>?encryptionMode=FHE&amp;chunkSize=1024</code>.
     *
     * <p>The body is sent as it is.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * encryption mode is not available; DEVICE_ERROR: every point names a revoked device.
     *
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/vnd.apache.arrow.stream
     * @param options the options of this call
     * @return the answer
     */
    public PointUploadResult uploadPointsContent(Content content, String mediaType, CallOptions options) {
        return Futures.await(async.uploadPointsContent(content, mediaType, options));
    }

    /** Upload points. Each point is checked separately; acknowledged points are on disk, with the default options. */
    public PointUploadResult uploadPointsContent(Content content, String mediaType) {
        return uploadPointsContent(content, mediaType, CallOptions.DEFAULT);
    }
}
