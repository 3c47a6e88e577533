// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.AsyncPages;
import example.lockstep.CallOptions;
import example.lockstep.Content;
import example.lockstep.Download;
import example.lockstep.internal.Arguments;
import example.lockstep.internal.Operation;
import example.lockstep.internal.Paging;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;
import java.util.concurrent.CompletableFuture;

/**
 * Tables of typed columns in an encryption mode: create, upload, read, statistics and delete.
 *
 * <p>A method returns at once. Cancelling its future cancels the request.
 */
public final class DatasetsAsyncOperations {

    private static final Operation<Dataset> CREATE_DATASET =
            new Operation<Dataset>("POST", "/api/datasets", Dataset.class).withIdempotencyKey();

    private static final Operation<DeletedDataset> DELETE_DATASET =
            new Operation<DeletedDataset>("DELETE", "/api/datasets/{dataset_id}", DeletedDataset.class);

    private static final Operation<Dataset> GET_DATASET =
            new Operation<Dataset>("GET", "/api/datasets/{dataset_id}", Dataset.class);

    private static final Operation<DatasetStatistics> GET_DATASET_STATISTICS =
            new Operation<DatasetStatistics>("GET", "/api/datasets/{dataset_id}/statistics", DatasetStatistics.class);

    private static final Operation<DatasetPage> LIST_DATASETS =
            new Operation<DatasetPage>("GET", "/api/datasets", DatasetPage.class);
    private static final Paging<DatasetPage, Dataset> LIST_DATASETS_PAGES =
            Paging.byNumber(DatasetPage::data, DatasetPage::page, DatasetPage::limit, DatasetPage::total);

    private static final Operation<DatasetData> READ_DATASET_DATA =
            new Operation<DatasetData>("GET", "/api/datasets/{dataset_id}/data", DatasetData.class);

    private static final Operation<Dataset> REPLACE_DATASET_DATA =
            new Operation<Dataset>("PUT", "/api/datasets/{dataset_id}/data", Dataset.class);

    private final Transport transport;

    DatasetsAsyncOperations(Transport transport) {
        this.transport = transport;
    }

    /**
     * Create a dataset.
     *
     * @return the answer
     * @see DatasetsOperations#createDataset(CreateDatasetRequest, CallOptions)
     */
    public CompletableFuture<Dataset> createDataset(CreateDatasetRequest body, CallOptions options) {
        return transport.call(CREATE_DATASET, new Arguments().json(body), options);
    }

    /** Create a dataset, with the default options. */
    public CompletableFuture<Dataset> createDataset(CreateDatasetRequest body) {
        return createDataset(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a dataset with its data.
     *
     * @return the answer
     * @see DatasetsOperations#deleteDataset(String, CallOptions)
     */
    public CompletableFuture<DeletedDataset> deleteDataset(String datasetId, CallOptions options) {
        return transport.call(DELETE_DATASET, new Arguments().path("dataset_id", datasetId), options);
    }

    /** Delete a dataset with its data, with the default options. */
    public CompletableFuture<DeletedDataset> deleteDataset(String datasetId) {
        return deleteDataset(datasetId, CallOptions.DEFAULT);
    }

    /**
     * Get a dataset with its columns.
     *
     * @return the answer
     * @see DatasetsOperations#getDataset(String, CallOptions)
     */
    public CompletableFuture<Dataset> getDataset(String datasetId, CallOptions options) {
        return transport.call(GET_DATASET, new Arguments().path("dataset_id", datasetId), options);
    }

    /** Get a dataset with its columns, with the default options. */
    public CompletableFuture<Dataset> getDataset(String datasetId) {
        return getDataset(datasetId, CallOptions.DEFAULT);
    }

    /**
     * Compute the sum, mean and variance of columns of numbers.
     *
     * @return the answer
     * @see DatasetsOperations#getDatasetStatistics(String, GetDatasetStatisticsParams, CallOptions)
     */
    public CompletableFuture<DatasetStatistics> getDatasetStatistics(String datasetId, GetDatasetStatisticsParams params, CallOptions options) {
        return transport.call(GET_DATASET_STATISTICS, new Arguments().path("dataset_id", datasetId).query(params), options);
    }

    /** Compute the sum, mean and variance of columns of numbers, with the default options. */
    public CompletableFuture<DatasetStatistics> getDatasetStatistics(String datasetId, GetDatasetStatisticsParams params) {
        return getDatasetStatistics(datasetId, params, CallOptions.DEFAULT);
    }

    /** Compute the sum, mean and variance of columns of numbers, with the default options. */
    public CompletableFuture<DatasetStatistics> getDatasetStatistics(String datasetId) {
        return getDatasetStatistics(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * List datasets.
     *
     * @return the answer
     * @see DatasetsOperations#listDatasets(ListDatasetsParams, CallOptions)
     */
    public CompletableFuture<DatasetPage> listDatasets(ListDatasetsParams params, CallOptions options) {
        return transport.call(LIST_DATASETS, new Arguments().query(params), options);
    }

    /** List datasets, with the default options. */
    public CompletableFuture<DatasetPage> listDatasets(ListDatasetsParams params) {
        return listDatasets(params, CallOptions.DEFAULT);
    }

    /** List datasets, with the default options. */
    public CompletableFuture<DatasetPage> listDatasets() {
        return listDatasets(null, CallOptions.DEFAULT);
    }

    /**
     * List datasets.
     *
     * @return the entries of all pages
     * @see DatasetsOperations#listDatasetsAll(ListDatasetsParams, CallOptions)
     */
    public AsyncPages<Dataset> listDatasetsAll(ListDatasetsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_DATASETS, LIST_DATASETS_PAGES, new Arguments().query(params), options);
    }

    /** List datasets, with the default options. */
    public AsyncPages<Dataset> listDatasetsAll(ListDatasetsParams params) {
        return listDatasetsAll(params, CallOptions.DEFAULT);
    }

    /** List datasets, with the default options. */
    public AsyncPages<Dataset> listDatasetsAll() {
        return listDatasetsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted.
     *
     * @return the answer
     * @see DatasetsOperations#readDatasetData(String, ReadDatasetDataParams, CallOptions)
     */
    public CompletableFuture<DatasetData> readDatasetData(String datasetId, ReadDatasetDataParams params, CallOptions options) {
        return transport.call(READ_DATASET_DATA, new Arguments().path("dataset_id", datasetId).query(params), options);
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public CompletableFuture<DatasetData> readDatasetData(String datasetId, ReadDatasetDataParams params) {
        return readDatasetData(datasetId, params, CallOptions.DEFAULT);
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public CompletableFuture<DatasetData> readDatasetData(String datasetId) {
        return readDatasetData(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted.
     *
     * @return the answer as a stream
     * @see DatasetsOperations#readDatasetDataStream(String, ReadDatasetDataParams, String, CallOptions)
     */
    public CompletableFuture<Download> readDatasetDataStream(String datasetId, ReadDatasetDataParams params, String accept, CallOptions options) {
        return transport.download(READ_DATASET_DATA, new Arguments().path("dataset_id", datasetId).query(params), accept, options);
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public CompletableFuture<Download> readDatasetDataStream(String datasetId, ReadDatasetDataParams params, String accept) {
        return readDatasetDataStream(datasetId, params, accept, CallOptions.DEFAULT);
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public CompletableFuture<Download> readDatasetDataStream(String datasetId, String accept) {
        return readDatasetDataStream(datasetId, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Replace the data of a dataset with an uploaded table.
     *
     * @return the answer
     * @see DatasetsOperations#replaceDatasetData(String, ReplaceDatasetDataParams, Content, String, CallOptions)
     */
    public CompletableFuture<Dataset> replaceDatasetData(String datasetId, ReplaceDatasetDataParams params, Content content, String mediaType, CallOptions options) {
        return transport.call(REPLACE_DATASET_DATA, new Arguments().path("dataset_id", datasetId).query(params).content(content, mediaType), options);
    }

    /** Replace the data of a dataset with an uploaded table, with the default options. */
    public CompletableFuture<Dataset> replaceDatasetData(String datasetId, ReplaceDatasetDataParams params, Content content, String mediaType) {
        return replaceDatasetData(datasetId, params, content, mediaType, CallOptions.DEFAULT);
    }

    /** Replace the data of a dataset with an uploaded table, with the default options. */
    public CompletableFuture<Dataset> replaceDatasetData(String datasetId, Content content, String mediaType) {
        return replaceDatasetData(datasetId, null, content, mediaType, CallOptions.DEFAULT);
    }
}
