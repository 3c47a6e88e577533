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
 * Points and blocks of points: upload, import, read, export and delete. Computed from them: aggregates, charts,
 * curves, heart-rate variability, metrics, insights and claims. Point types and storage quotas.
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

    private static final Operation<HeartRateVariability> GET_HEART_RATE_VARIABILITY =
            new Operation<HeartRateVariability>("GET", "/v1/sfdp/hrv", HeartRateVariability.class);

    private static final Operation<LoadForecast> GET_LOAD_FORECAST =
            new Operation<LoadForecast>("GET", "/v1/sfdp/metrics/forecast", LoadForecast.class);

    private static final Operation<MeanMaximalCurve> GET_MEAN_MAXIMAL_CURVE =
            new Operation<MeanMaximalCurve>("GET", "/v1/sfdp/curves", MeanMaximalCurve.class);

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

    private static final Operation<InsightList> LIST_INSIGHTS =
            new Operation<InsightList>("GET", "/v1/sfdp/insights", InsightList.class);

    private static final Operation<PointTypeCatalogue> LIST_POINT_TYPES =
            new Operation<PointTypeCatalogue>("GET", "/v1/sfdp/types", PointTypeCatalogue.class);

    private static final Operation<StoredSeriesPage> LIST_STORED_SERIES =
            new Operation<StoredSeriesPage>("GET", "/v1/sfdp/stored-series", StoredSeriesPage.class);
    private static final Paging<StoredSeriesPage, StoredSeries> LIST_STORED_SERIES_PAGES =
            Paging.byNumber(StoredSeriesPage::series, StoredSeriesPage::page, StoredSeriesPage::limit, StoredSeriesPage::total);

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
     * @return the answer
     * @see FitnessOperations#aggregatePoints(AggregateRequest, CallOptions)
     */
    public CompletableFuture<AggregateResult> aggregatePoints(AggregateRequest body, CallOptions options) {
        return transport.call(AGGREGATE_POINTS, new Arguments().json(body), options);
    }

    /** Compute a sum, mean or variance over a range of points, with the default options. */
    public CompletableFuture<AggregateResult> aggregatePoints(AggregateRequest body) {
        return aggregatePoints(body, CallOptions.DEFAULT);
    }

    /**
     * Delete the points that match the filters; without a filter, all points.
     *
     * @return the answer
     * @see FitnessOperations#deletePoints(DeletePointsParams, CallOptions)
     */
    public CompletableFuture<DeletedPoints> deletePoints(DeletePointsParams params, CallOptions options) {
        return transport.call(DELETE_POINTS, new Arguments().query(params), options);
    }

    /** Delete the points that match the filters; without a filter, all points, with the default options. */
    public CompletableFuture<DeletedPoints> deletePoints(DeletePointsParams params) {
        return deletePoints(params, CallOptions.DEFAULT);
    }

    /** Delete the points that match the filters; without a filter, all points, with the default options. */
    public CompletableFuture<DeletedPoints> deletePoints() {
        return deletePoints(null, CallOptions.DEFAULT);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device.
     *
     * @return the answer
     * @see FitnessOperations#exportPoints(ExportPointsParams, CallOptions)
     */
    public CompletableFuture<List<Map<String, Object>>> exportPoints(ExportPointsParams params, CallOptions options) {
        return transport.call(EXPORT_POINTS, new Arguments().query(params), options);
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<List<Map<String, Object>>> exportPoints(ExportPointsParams params) {
        return exportPoints(params, CallOptions.DEFAULT);
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<List<Map<String, Object>>> exportPoints() {
        return exportPoints(null, CallOptions.DEFAULT);
    }

    /**
     * Export points as a file, ordered by timestamp, type and device.
     *
     * @return the answer as a stream
     * @see FitnessOperations#exportPointsStream(ExportPointsParams, String, CallOptions)
     */
    public CompletableFuture<Download> exportPointsStream(ExportPointsParams params, String accept, CallOptions options) {
        return transport.download(EXPORT_POINTS, new Arguments().query(params), accept, options);
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<Download> exportPointsStream(ExportPointsParams params, String accept) {
        return exportPointsStream(params, accept, CallOptions.DEFAULT);
    }

    /** Export points as a file, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<Download> exportPointsStream(String accept) {
        return exportPointsStream(null, accept, CallOptions.DEFAULT);
    }

    /**
     * Generate insights from the account's data by documented rules.
     *
     * @return the answer
     * @see FitnessOperations#generateInsights(InsightsRequest, CallOptions)
     */
    public CompletableFuture<InsightsResult> generateInsights(InsightsRequest body, CallOptions options) {
        return transport.call(GENERATE_INSIGHTS, new Arguments().json(body), options);
    }

    /** Generate insights from the account's data by documented rules, with the default options. */
    public CompletableFuture<InsightsResult> generateInsights(InsightsRequest body) {
        return generateInsights(body, CallOptions.DEFAULT);
    }

    /**
     * Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1.
     *
     * @return the answer
     * @see FitnessOperations#getHeartRateVariability(GetHeartRateVariabilityParams, CallOptions)
     */
    public CompletableFuture<HeartRateVariability> getHeartRateVariability(GetHeartRateVariabilityParams params, CallOptions options) {
        return transport.call(GET_HEART_RATE_VARIABILITY, new Arguments().query(params), options);
    }

    /** Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1, with the default options. */
    public CompletableFuture<HeartRateVariability> getHeartRateVariability(GetHeartRateVariabilityParams params) {
        return getHeartRateVariability(params, CallOptions.DEFAULT);
    }

    /** Get the heart-rate variability of RR intervals: rMSSD, SDNN and DFA-α1, with the default options. */
    public CompletableFuture<HeartRateVariability> getHeartRateVariability() {
        return getHeartRateVariability(null, CallOptions.DEFAULT);
    }

    /**
     * Get a forecast of acute and chronic load from the latest point on.
     *
     * @return the answer
     * @see FitnessOperations#getLoadForecast(GetLoadForecastParams, CallOptions)
     */
    public CompletableFuture<LoadForecast> getLoadForecast(GetLoadForecastParams params, CallOptions options) {
        return transport.call(GET_LOAD_FORECAST, new Arguments().query(params), options);
    }

    /** Get a forecast of acute and chronic load from the latest point on, with the default options. */
    public CompletableFuture<LoadForecast> getLoadForecast(GetLoadForecastParams params) {
        return getLoadForecast(params, CallOptions.DEFAULT);
    }

    /** Get a forecast of acute and chronic load from the latest point on, with the default options. */
    public CompletableFuture<LoadForecast> getLoadForecast() {
        return getLoadForecast(null, CallOptions.DEFAULT);
    }

    /**
     * Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours.
     *
     * @return the answer
     * @see FitnessOperations#getMeanMaximalCurve(GetMeanMaximalCurveParams, CallOptions)
     */
    public CompletableFuture<MeanMaximalCurve> getMeanMaximalCurve(GetMeanMaximalCurveParams params, CallOptions options) {
        return transport.call(GET_MEAN_MAXIMAL_CURVE, new Arguments().query(params), options);
    }

    /**
     * Get the highest mean power, heart rate or speed over durations from 1 second to 5 hours, with the default
     * options.
     */
    public CompletableFuture<MeanMaximalCurve> getMeanMaximalCurve(GetMeanMaximalCurveParams params) {
        return getMeanMaximalCurve(params, CallOptions.DEFAULT);
    }

    /**
     * Compute metrics of a range, with the inputs that they are based on.
     *
     * @return the answer
     * @see FitnessOperations#getMetrics(GetMetricsParams, CallOptions)
     */
    public CompletableFuture<MetricsResult> getMetrics(GetMetricsParams params, CallOptions options) {
        return transport.call(GET_METRICS, new Arguments().query(params), options);
    }

    /** Compute metrics of a range, with the inputs that they are based on, with the default options. */
    public CompletableFuture<MetricsResult> getMetrics(GetMetricsParams params) {
        return getMetrics(params, CallOptions.DEFAULT);
    }

    /** Compute metrics of a range, with the inputs that they are based on, with the default options. */
    public CompletableFuture<MetricsResult> getMetrics() {
        return getMetrics(null, CallOptions.DEFAULT);
    }

    /**
     * Get the minimum, mean and maximum of points in equal intervals, for charts.
     *
     * @return the answer
     * @see FitnessOperations#getSeries(GetSeriesParams, CallOptions)
     */
    public CompletableFuture<SeriesResult> getSeries(GetSeriesParams params, CallOptions options) {
        return transport.call(GET_SERIES, new Arguments().query(params), options);
    }

    /** Get the minimum, mean and maximum of points in equal intervals, for charts, with the default options. */
    public CompletableFuture<SeriesResult> getSeries(GetSeriesParams params) {
        return getSeries(params, CallOptions.DEFAULT);
    }

    /**
     * Get the storage use of the account and its quotas.
     *
     * @return the answer
     * @see FitnessOperations#getUsage(CallOptions)
     */
    public CompletableFuture<AccountUsage> getUsage(CallOptions options) {
        return transport.call(GET_USAGE, new Arguments(), options);
    }

    /** Get the storage use of the account and its quotas, with the default options. */
    public CompletableFuture<AccountUsage> getUsage() {
        return getUsage(CallOptions.DEFAULT);
    }

    /**
     * Import a file of a watch or an app: a recording, an archive of recordings or a whole export.
     *
     * @return the answer
     * @see FitnessOperations#importRecording(ImportRecordingForm, CallOptions)
     */
    public CompletableFuture<ImportResult> importRecording(ImportRecordingForm form, CallOptions options) {
        return transport.call(IMPORT_RECORDING, new Arguments().form(form), options);
    }

    /**
     * Import a file of a watch or an app: a recording, an archive of recordings or a whole export, with the default
     * options.
     */
    public CompletableFuture<ImportResult> importRecording(ImportRecordingForm form) {
        return importRecording(form, CallOptions.DEFAULT);
    }

    /**
     * List the blocks of values that the client encrypted, in upload order.
     *
     * @return the answer
     * @see FitnessOperations#listBlocks(ListBlocksParams, CallOptions)
     */
    public CompletableFuture<ClientBlockPage> listBlocks(ListBlocksParams params, CallOptions options) {
        return transport.call(LIST_BLOCKS, new Arguments().query(params), options);
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public CompletableFuture<ClientBlockPage> listBlocks(ListBlocksParams params) {
        return listBlocks(params, CallOptions.DEFAULT);
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public CompletableFuture<ClientBlockPage> listBlocks() {
        return listBlocks(null, CallOptions.DEFAULT);
    }

    /**
     * List the blocks of values that the client encrypted, in upload order.
     *
     * @return the entries of all pages
     * @see FitnessOperations#listBlocksAll(ListBlocksParams, CallOptions)
     */
    public AsyncPages<ClientBlock> listBlocksAll(ListBlocksParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_BLOCKS, LIST_BLOCKS_PAGES, new Arguments().query(params), options);
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public AsyncPages<ClientBlock> listBlocksAll(ListBlocksParams params) {
        return listBlocksAll(params, CallOptions.DEFAULT);
    }

    /** List the blocks of values that the client encrypted, in upload order, with the default options. */
    public AsyncPages<ClientBlock> listBlocksAll() {
        return listBlocksAll(null, CallOptions.DEFAULT);
    }

    /**
     * List the insights of the last minutes.
     *
     * @return the answer
     * @see FitnessOperations#listInsights(ListInsightsParams, CallOptions)
     */
    public CompletableFuture<InsightList> listInsights(ListInsightsParams params, CallOptions options) {
        return transport.call(LIST_INSIGHTS, new Arguments().query(params), options);
    }

    /** List the insights of the last minutes, with the default options. */
    public CompletableFuture<InsightList> listInsights(ListInsightsParams params) {
        return listInsights(params, CallOptions.DEFAULT);
    }

    /** List the insights of the last minutes, with the default options. */
    public CompletableFuture<InsightList> listInsights() {
        return listInsights(null, CallOptions.DEFAULT);
    }

    /**
     * List the point types with their units and plausible ranges.
     *
     * @return the answer
     * @see FitnessOperations#listPointTypes(CallOptions)
     */
    public CompletableFuture<PointTypeCatalogue> listPointTypes(CallOptions options) {
        return transport.call(LIST_POINT_TYPES, new Arguments(), options);
    }

    /** List the point types with their units and plausible ranges, with the default options. */
    public CompletableFuture<PointTypeCatalogue> listPointTypes() {
        return listPointTypes(CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series.
     *
     * @return the answer
     * @see FitnessOperations#listStoredSeries(ListStoredSeriesParams, CallOptions)
     */
    public CompletableFuture<StoredSeriesPage> listStoredSeries(ListStoredSeriesParams params, CallOptions options) {
        return transport.call(LIST_STORED_SERIES, new Arguments().query(params), options);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public CompletableFuture<StoredSeriesPage> listStoredSeries(ListStoredSeriesParams params) {
        return listStoredSeries(params, CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public CompletableFuture<StoredSeriesPage> listStoredSeries() {
        return listStoredSeries(null, CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series.
     *
     * @return the entries of all pages
     * @see FitnessOperations#listStoredSeriesAll(ListStoredSeriesParams, CallOptions)
     */
    public AsyncPages<StoredSeries> listStoredSeriesAll(ListStoredSeriesParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_STORED_SERIES, LIST_STORED_SERIES_PAGES, new Arguments().query(params), options);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public AsyncPages<StoredSeries> listStoredSeriesAll(ListStoredSeriesParams params) {
        return listStoredSeriesAll(params, CallOptions.DEFAULT);
    }

    /**
     * List the stored series of the account, with the encryption mode and key of each series, with the default
     * options.
     */
    public AsyncPages<StoredSeries> listStoredSeriesAll() {
        return listStoredSeriesAll(null, CallOptions.DEFAULT);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
     *
     * @return the answer
     * @see FitnessOperations#proveDays(ProveDaysRequest, CallOptions)
     */
    public CompletableFuture<ClaimProof> proveDays(ProveDaysRequest body, CallOptions options) {
        return transport.call(PROVE_DAYS, new Arguments().json(body), options);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value, with the
     * default options.
     */
    public CompletableFuture<ClaimProof> proveDays(ProveDaysRequest body) {
        return proveDays(body, CallOptions.DEFAULT);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value.
     *
     * @return the job
     * @see FitnessOperations#proveDaysAsJob(ProveDaysRequest, CallOptions)
     */
    public CompletableFuture<AsyncJob<ClaimProof>> proveDaysAsJob(ProveDaysRequest body, CallOptions options) {
        return transport.startJob(PROVE_DAYS, new Arguments().json(body), options);
    }

    /**
     * Prove that a metric was within bounds on each day of a range, without revealing any day's value, with the
     * default options.
     */
    public CompletableFuture<AsyncJob<ClaimProof>> proveDaysAsJob(ProveDaysRequest body) {
        return proveDaysAsJob(body, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device.
     *
     * @return the answer
     * @see FitnessOperations#readPoints(ReadPointsParams, CallOptions)
     */
    public CompletableFuture<PointPage> readPoints(ReadPointsParams params, CallOptions options) {
        return transport.call(READ_POINTS, new Arguments().query(params), options);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<PointPage> readPoints(ReadPointsParams params) {
        return readPoints(params, CallOptions.DEFAULT);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<PointPage> readPoints() {
        return readPoints(null, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device.
     *
     * @return the entries of all pages
     * @see FitnessOperations#readPointsAll(ReadPointsParams, CallOptions)
     */
    public AsyncPages<FitnessDataPoint> readPointsAll(ReadPointsParams params, CallOptions options) {
        return new AsyncPages<>(transport, READ_POINTS, READ_POINTS_PAGES, new Arguments().query(params), options);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public AsyncPages<FitnessDataPoint> readPointsAll(ReadPointsParams params) {
        return readPointsAll(params, CallOptions.DEFAULT);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public AsyncPages<FitnessDataPoint> readPointsAll() {
        return readPointsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read points, ordered by timestamp, type and device.
     *
     * @return the answer as a stream
     * @see FitnessOperations#readPointsStream(ReadPointsParams, String, CallOptions)
     */
    public CompletableFuture<Download> readPointsStream(ReadPointsParams params, String accept, CallOptions options) {
        return transport.download(READ_POINTS, new Arguments().query(params), accept, options);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<Download> readPointsStream(ReadPointsParams params, String accept) {
        return readPointsStream(params, accept, CallOptions.DEFAULT);
    }

    /** Read points, ordered by timestamp, type and device, with the default options. */
    public CompletableFuture<Download> readPointsStream(String accept) {
        return readPointsStream(null, accept, CallOptions.DEFAULT);
    }

    /**
     * Upload a block of values that the client encrypted and the server cannot decrypt.
     *
     * @return the answer
     * @see FitnessOperations#uploadBlock(UploadBlockRequest, CallOptions)
     */
    public CompletableFuture<StoredBlock> uploadBlock(UploadBlockRequest body, CallOptions options) {
        return transport.call(UPLOAD_BLOCK, new Arguments().json(body), options);
    }

    /** Upload a block of values that the client encrypted and the server cannot decrypt, with the default options. */
    public CompletableFuture<StoredBlock> uploadBlock(UploadBlockRequest body) {
        return uploadBlock(body, CallOptions.DEFAULT);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk.
     *
     * @return the answer
     * @see FitnessOperations#uploadPoints(PointUpload, CallOptions)
     */
    public CompletableFuture<PointUploadResult> uploadPoints(PointUpload body, CallOptions options) {
        return transport.call(UPLOAD_POINTS, new Arguments().json(body), options);
    }

    /** Upload points. Each point is checked separately; acknowledged points are on disk, with the default options. */
    public CompletableFuture<PointUploadResult> uploadPoints(PointUpload body) {
        return uploadPoints(body, CallOptions.DEFAULT);
    }

    /**
     * Upload points. Each point is checked separately; acknowledged points are on disk.
     *
     * @return the answer
     * @see FitnessOperations#uploadPointsContent(Content, String, CallOptions)
     */
    public CompletableFuture<PointUploadResult> uploadPointsContent(Content content, String mediaType, CallOptions options) {
        return transport.call(UPLOAD_POINTS, new Arguments().content(content, mediaType), options);
    }

    /** Upload points. Each point is checked separately; acknowledged points are on disk, with the default options. */
    public CompletableFuture<PointUploadResult> uploadPointsContent(Content content, String mediaType) {
        return uploadPointsContent(content, mediaType, CallOptions.DEFAULT);
    }
}
