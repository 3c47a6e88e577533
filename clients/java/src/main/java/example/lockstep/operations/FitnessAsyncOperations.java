// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import com.fasterxml.jackson.core.type.TypeReference;
import example.lockstep.AsyncJob;
import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.Content;
import example.lockstep.Download;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Points: upload, import, read, aggregate, export, metrics, insights and claims.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class FitnessAsyncOperations {

    private static final Operation<AggregateResult> AGGREGATE_POINTS =
            new Operation<AggregateResult>("POST", "/v1/sfdp/aggregate", AggregateResult.class);

    private static final Operation<DeletedPoints> DELETE_POINTS =
            new Operation<DeletedPoints>("DELETE", "/v1/sfdp/data", DeletedPoints.class);

    private static final Operation<List<Map<String, Object>>> EXPORT_POINTS =
            new Operation<List<Map<String, Object>>>("GET", "/v1/sfdp/export", new TypeReference<List<Map<String, Object>>>() {});

    private static final Operation<InsightsResult> GENERATE_INSIGHTS =
            new Operation<InsightsResult>("POST", "/v1/sfdp/insights/generate", InsightsResult.class);

    private static final Operation<CurveResult> GET_CURVE =
            new Operation<CurveResult>("GET", "/v1/sfdp/curves", CurveResult.class);

    private static final Operation<HeartRateVariability> GET_HEART_RATE_VARIABILITY =
            new Operation<HeartRateVariability>("GET", "/v1/sfdp/hrv", HeartRateVariability.class);

    private static final Operation<MetricsResult> GET_METRICS =
            new Operation<MetricsResult>("GET", "/v1/sfdp/metrics", MetricsResult.class);

    private static final Operation<SeriesResult> GET_SERIES =
            new Operation<SeriesResult>("GET", "/v1/sfdp/series", SeriesResult.class);

    private static final Operation<AccountUsage> GET_USAGE =
            new Operation<AccountUsage>("GET", "/v1/sfdp/usage", AccountUsage.class);

    private static final Operation<ImportResult> IMPORT_RECORDING =
            new Operation<ImportResult>("POST", "/v1/sfdp/import", ImportResult.class);

    private static final Operation<ClientBlockPage> LIST_BLOCKS =
            new Operation<ClientBlockPage>("GET", "/v1/sfdp/blocks", ClientBlockPage.class);
    private static final Paging<ClientBlockPage, ClientBlock> LIST_BLOCKS_PAGES =
            Paging.byCursor(ClientBlockPage::blocks, ClientBlockPage::nextCursor);

    private static final Operation<PointTypeCatalogue> LIST_POINT_TYPES =
            new Operation<PointTypeCatalogue>("GET", "/v1/sfdp/types", PointTypeCatalogue.class);

    private static final Operation<ClaimProof> PROVE_DAYS =
            new Operation<ClaimProof>("POST", "/v1/sfdp/proofs", ClaimProof.class).withIdempotencyKey();

    private static final Operation<PointPage> READ_POINTS =
            new Operation<PointPage>("GET", "/v1/sfdp/data", PointPage.class);
    private static final Paging<PointPage, FitnessDataPoint> READ_POINTS_PAGES =
            Paging.byCursor(PointPage::data, PointPage::nextCursor);

    private static final Operation<StoredBlock> UPLOAD_BLOCK =
            new Operation<StoredBlock>("POST", "/v1/sfdp/blocks", StoredBlock.class).withIdempotencyKey();

    private static final Operation<PointUploadResult> UPLOAD_POINTS =
            new Operation<PointUploadResult>("POST", "/v1/sfdp/data", PointUploadResult.class).withIdempotencyKey();

    private final Transport transport;

    FitnessAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Compute a sum, mean or variance over a range of points.
     *
     * <p>Points stored under mode FHE are added as ciphertexts, and only the total is decrypted. Points not yet in a
     * block, and points of other modes, are added as numbers with the same rounding.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the requested
     * encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<AggregateResult> aggregatePoints(AggregateRequest body, CallOptions options) {
        return transport.call(AGGREGATE_POINTS, new Arguments().json(body), options);
    }

    /**
     * Compute a sum, mean or variance over a range of points. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<AggregateResult> aggregatePoints(AggregateRequest body) {
        return aggregatePoints(body, CallOptions.DEFAULT);
    }

    /**
     * Delete points.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DeletedPoints> deletePoints(DeletePointsParams params, CallOptions options) {
        return transport.call(DELETE_POINTS, new Arguments().query(params), options);
    }

    /**
     * Delete points. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<DeletedPoints> deletePoints(DeletePointsParams params) {
        return deletePoints(params, CallOptions.DEFAULT);
    }

    /**
     * Delete points. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<DeletedPoints> deletePoints() {
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
    public CompletableFuture<List<Map<String, Object>>> exportPoints(ExportPointsParams params, CallOptions options) {
        return transport.call(EXPORT_POINTS, new Arguments().query(params), options);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<List<Map<String, Object>>> exportPoints(ExportPointsParams params) {
        return exportPoints(params, CallOptions.DEFAULT);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<List<Map<String, Object>>> exportPoints() {
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
    public CompletableFuture<Download> exportPointsStream(ExportPointsParams params, String accept, CallOptions options) {
        return transport.download(EXPORT_POINTS, new Arguments().query(params), accept, options);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/fhir+json, application/json,
     *     application/vnd.apache.arrow.stream, text/csv
     * @return the answer as a stream
     */
    public CompletableFuture<Download> exportPointsStream(ExportPointsParams params, String accept) {
        return exportPointsStream(params, accept, CallOptions.DEFAULT);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param accept the media type of the answer: application/fhir+json, application/json,
     *     application/vnd.apache.arrow.stream, text/csv
     * @return the answer as a stream
     */
    public CompletableFuture<Download> exportPointsStream(String accept) {
        return exportPointsStream(null, accept, CallOptions.DEFAULT);
    }

    /**
     * Generate insights from the account's data by documented rules.
     *
     * <p>Each insight names its evidence. Insights that lack data are listed as skipped, with the reason.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the requested
     * encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<InsightsResult> generateInsights(InsightsRequest body, CallOptions options) {
        return transport.call(GENERATE_INSIGHTS, new Arguments().json(body), options);
    }

    /**
     * Generate insights from the account's data by documented rules. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<InsightsResult> generateInsights(InsightsRequest body) {
        return generateInsights(body, CallOptions.DEFAULT);
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
    public CompletableFuture<CurveResult> getCurve(GetCurveParams params, CallOptions options) {
        return transport.call(GET_CURVE, new Arguments().query(params), options);
    }

    /**
     * Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours. Takes the default
     * options of the client.
     *
     * @param params the parameters of the query
     * @return the answer
     */
    public CompletableFuture<CurveResult> getCurve(GetCurveParams params) {
        return getCurve(params, CallOptions.DEFAULT);
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
    public CompletableFuture<HeartRateVariability> getHeartRateVariability(GetHeartRateVariabilityParams params, CallOptions options) {
        return transport.call(GET_HEART_RATE_VARIABILITY, new Arguments().query(params), options);
    }

    /**
     * Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<HeartRateVariability> getHeartRateVariability(GetHeartRateVariabilityParams params) {
        return getHeartRateVariability(params, CallOptions.DEFAULT);
    }

    /**
     * Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<HeartRateVariability> getHeartRateVariability() {
        return getHeartRateVariability(null, CallOptions.DEFAULT);
    }

    /**
     * Compute metrics of a range, with their basis.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<MetricsResult> getMetrics(GetMetricsParams params, CallOptions options) {
        return transport.call(GET_METRICS, new Arguments().query(params), options);
    }

    /**
     * Compute metrics of a range, with their basis. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<MetricsResult> getMetrics(GetMetricsParams params) {
        return getMetrics(params, CallOptions.DEFAULT);
    }

    /**
     * Compute metrics of a range, with their basis. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<MetricsResult> getMetrics() {
        return getMetrics(null, CallOptions.DEFAULT);
    }

    /**
     * Get the minimum, mean and maximum of points in equal intervals, for charts.
     *
     * <p>The buckets have a round width and are aligned to calendar days, so they stay the same when the range moves
     * by less than a bucket.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<SeriesResult> getSeries(GetSeriesParams params, CallOptions options) {
        return transport.call(GET_SERIES, new Arguments().query(params), options);
    }

    /**
     * Get the minimum, mean and maximum of points in equal intervals, for charts. Takes the default options of the
     * client.
     *
     * @param params the parameters of the query
     * @return the answer
     */
    public CompletableFuture<SeriesResult> getSeries(GetSeriesParams params) {
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
    public CompletableFuture<AccountUsage> getUsage(CallOptions options) {
        return transport.call(GET_USAGE, new Arguments(), options);
    }

    /**
     * Get the storage use of the account and its quotas. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<AccountUsage> getUsage() {
        return getUsage(CallOptions.DEFAULT);
    }

    /**
     * Import a recording or an archive of recordings.
     *
     * <p>Points are stored in batches while the file is read. Importing a file again changes no point. The activities
     * of the file are stored; a session that is stored from another file gets a second recording.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 PROCESSING_ERROR: the file contains
     * nothing readable; DEVICE_ERROR: every point names a revoked device.
     *
     * @param form the form
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ImportResult> importRecording(ImportRecordingForm form, CallOptions options) {
        return transport.call(IMPORT_RECORDING, new Arguments().form(form), options);
    }

    /**
     * Import a recording or an archive of recordings. Takes the default options of the client.
     *
     * @param form the form
     * @return the answer
     */
    public CompletableFuture<ImportResult> importRecording(ImportRecordingForm form) {
        return importRecording(form, CallOptions.DEFAULT);
    }

    /**
     * List the blocks that the client sealed, in upload order.
     *
     * <p>Refusals: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or
     * damaged.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ClientBlockPage> listBlocks(ListBlocksParams params, CallOptions options) {
        return transport.call(LIST_BLOCKS, new Arguments().query(params), options);
    }

    /**
     * List the blocks that the client sealed, in upload order. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<ClientBlockPage> listBlocks(ListBlocksParams params) {
        return listBlocks(params, CallOptions.DEFAULT);
    }

    /**
     * List the blocks that the client sealed, in upload order. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<ClientBlockPage> listBlocks() {
        return listBlocks(null, CallOptions.DEFAULT);
    }

    /**
     * List the blocks that the client sealed, in upload order.
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
    public AsyncPages<ClientBlock> listBlocksAll(ListBlocksParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_BLOCKS, LIST_BLOCKS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List the blocks that the client sealed, in upload order. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<ClientBlock> listBlocksAll(ListBlocksParams params) {
        return listBlocksAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the blocks that the client sealed, in upload order. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<ClientBlock> listBlocksAll() {
        return listBlocksAll(null, CallOptions.DEFAULT);
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
    public CompletableFuture<PointTypeCatalogue> listPointTypes(CallOptions options) {
        return transport.call(LIST_POINT_TYPES, new Arguments(), options);
    }

    /**
     * List the point types with their units and plausible ranges. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<PointTypeCatalogue> listPointTypes() {
        return listPointTypes(CallOptions.DEFAULT);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
     *
     * <p>The points must be stored under mode ZK. The document names the contributing devices and the counts of points
     * that were deleted, replaced, implausible or unreadable. Points under a suspended key are refused: resume the key
     * first. Anyone can check the document offline with <code>lockstep verify FILE</code>.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the requested
     * encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<ClaimProof> proveDays(ProveDaysRequest body, CallOptions options) {
        return transport.call(PROVE_DAYS, new Arguments().json(body), options);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value. Takes the
     * default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<ClaimProof> proveDays(ProveDaysRequest body) {
        return proveDays(body, CallOptions.DEFAULT);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
     *
     * <p>The points must be stored under mode ZK. The document names the contributing devices and the counts of points
     * that were deleted, replaced, implausible or unreadable. Points under a suspended key are refused: resume the key
     * first. Anyone can check the document offline with <code>lockstep verify FILE</code>.
     *
     * <p>The server does it as a job, for work that takes longer than a call.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the requested
     * encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the job
     */
    public CompletableFuture<AsyncJob<ClaimProof>> proveDaysAsJob(ProveDaysRequest body, CallOptions options) {
        return transport.startJob(PROVE_DAYS, new Arguments().json(body), options);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value. Takes the
     * default options of the client.
     *
     * @param body the body of the request
     * @return the job
     */
    public CompletableFuture<AsyncJob<ClaimProof>> proveDaysAsJob(ProveDaysRequest body) {
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
    public CompletableFuture<PointPage> readPoints(ReadPointsParams params, CallOptions options) {
        return transport.call(READ_POINTS, new Arguments().query(params), options);
    }

    /**
     * Read points, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<PointPage> readPoints(ReadPointsParams params) {
        return readPoints(params, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<PointPage> readPoints() {
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
    public AsyncPages<FitnessDataPoint> readPointsAll(ReadPointsParams params, CallOptions options) {
        return new AsyncPages<>(transport, READ_POINTS, READ_POINTS_PAGES, new Arguments().query(params), options);
    }

    /**
     * Read points, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<FitnessDataPoint> readPointsAll(ReadPointsParams params) {
        return readPointsAll(params, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<FitnessDataPoint> readPointsAll() {
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
    public CompletableFuture<Download> readPointsStream(ReadPointsParams params, String accept, CallOptions options) {
        return transport.download(READ_POINTS, new Arguments().query(params), accept, options);
    }

    /**
     * Read points, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, application/vnd.apache.arrow.stream
     * @return the answer as a stream
     */
    public CompletableFuture<Download> readPointsStream(ReadPointsParams params, String accept) {
        return readPointsStream(params, accept, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device. Takes the default options of the client.
     *
     * @param accept the media type of the answer: application/json, application/vnd.apache.arrow.stream
     * @return the answer as a stream
     */
    public CompletableFuture<Download> readPointsStream(String accept) {
        return readPointsStream(null, accept, CallOptions.DEFAULT);
    }

    /**
     * Upload a block that the client sealed.
     *
     * <p>The server sees times, counts and sizes, never a value. The block replaces blocks of the same type and device
     * that it covers.
     *
     * <p>Refusals: 404 NOT_FOUND: the key does not exist; 409 CONFLICT: the request conflicts with the current state;
     * 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored key is lost or damaged.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<StoredBlock> uploadBlock(UploadBlockRequest body, CallOptions options) {
        return transport.call(UPLOAD_BLOCK, new Arguments().json(body), options);
    }

    /**
     * Upload a block that the client sealed. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<StoredBlock> uploadBlock(UploadBlockRequest body) {
        return uploadBlock(body, CallOptions.DEFAULT);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk.
     *
     * <p>An Arrow IPC stream has a point in each row, with the columns <code>timestamp</code> (a timestamp with a time
     * zone), <code>type</code>, <code>value</code>, <code>unit</code> and <code>device</code>, and optionally
     * <code>confidence</code> and <code>metadata</code> (the text of a JSON object). Texts may be dictionaries.
     * Buffers must not be compressed. <code>GET /v1/sfdp/data</code> answers such streams. Its storage options are in
     * the URL: <code>?encryptionMode=FHE&amp;chunkSize=1024</code>.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the encryption
     * mode is not available; DEVICE_ERROR: every point names a revoked device.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<PointUploadResult> uploadPoints(PointUpload body, CallOptions options) {
        return transport.call(UPLOAD_POINTS, new Arguments().json(body), options);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk. Takes the default options of
     * the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<PointUploadResult> uploadPoints(PointUpload body) {
        return uploadPoints(body, CallOptions.DEFAULT);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk.
     *
     * <p>An Arrow IPC stream has a point in each row, with the columns <code>timestamp</code> (a timestamp with a time
     * zone), <code>type</code>, <code>value</code>, <code>unit</code> and <code>device</code>, and optionally
     * <code>confidence</code> and <code>metadata</code> (the text of a JSON object). Texts may be dictionaries.
     * Buffers must not be compressed. <code>GET /v1/sfdp/data</code> answers such streams. Its storage options are in
     * the URL: <code>?encryptionMode=FHE&amp;chunkSize=1024</code>.
     *
     * <p>The body is sent as it is.
     *
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the encryption
     * mode is not available; DEVICE_ERROR: every point names a revoked device.
     *
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/vnd.apache.arrow.stream
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<PointUploadResult> uploadPointsContent(Content content, String mediaType, CallOptions options) {
        return transport.call(UPLOAD_POINTS, new Arguments().content(content, mediaType), options);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk. Takes the default options of
     * the client.
     *
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/vnd.apache.arrow.stream
     * @return the answer
     */
    public CompletableFuture<PointUploadResult> uploadPointsContent(Content content, String mediaType) {
        return uploadPointsContent(content, mediaType, CallOptions.DEFAULT);
    }
}
