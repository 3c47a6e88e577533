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
 * Tables of columns in an encryption mode.
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
     * <p>Refusals: 409 CONFLICT: the request conflicts with the current state; 422 ENCRYPTION_ERROR: the encryption
     * mode is not available.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Dataset> createDataset(CreateDatasetRequest body, CallOptions options) {
        return transport.call(CREATE_DATASET, new Arguments().json(body), options);
    }

    /**
     * Create a dataset. Takes the default options of the client.
     *
     * @param body the body of the request
     * @return the answer
     */
    public CompletableFuture<Dataset> createDataset(CreateDatasetRequest body) {
        return createDataset(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a dataset with its data.
     *
     * <p>While a listing offers the dataset, the request is refused with CONFLICT. A version that was sold stays for
     * its buyers until their purchases end.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: a listing
     * offers the dataset.
     *
     * @param datasetId The id of the dataset
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DeletedDataset> deleteDataset(String datasetId, CallOptions options) {
        return transport.call(DELETE_DATASET, new Arguments().path("dataset_id", datasetId), options);
    }

    /**
     * Delete a dataset with its data. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @return the answer
     */
    public CompletableFuture<DeletedDataset> deleteDataset(String datasetId) {
        return deleteDataset(datasetId, CallOptions.DEFAULT);
    }

    /**
     * Get the entry of a dataset.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param datasetId The id of the dataset
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Dataset> getDataset(String datasetId, CallOptions options) {
        return transport.call(GET_DATASET, new Arguments().path("dataset_id", datasetId), options);
    }

    /**
     * Get the entry of a dataset. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @return the answer
     */
    public CompletableFuture<Dataset> getDataset(String datasetId) {
        return getDataset(datasetId, CallOptions.DEFAULT);
    }

    /**
     * Compute sums, means and variances of columns.
     *
     * <p>Over columns with the protection <code>fhe</code> they are computed on the ciphertexts, and only the totals
     * are decrypted.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the data
     * were replaced while they were read; 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data are
     * damaged.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DatasetStatistics> getDatasetStatistics(String datasetId, GetDatasetStatisticsParams params, CallOptions options) {
        return transport.call(GET_DATASET_STATISTICS, new Arguments().path("dataset_id", datasetId).query(params), options);
    }

    /**
     * Compute sums, means and variances of columns. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<DatasetStatistics> getDatasetStatistics(String datasetId, GetDatasetStatisticsParams params) {
        return getDatasetStatistics(datasetId, params, CallOptions.DEFAULT);
    }

    /**
     * Compute sums, means and variances of columns. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @return the answer
     */
    public CompletableFuture<DatasetStatistics> getDatasetStatistics(String datasetId) {
        return getDatasetStatistics(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * List datasets.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DatasetPage> listDatasets(ListDatasetsParams params, CallOptions options) {
        return transport.call(LIST_DATASETS, new Arguments().query(params), options);
    }

    /**
     * List datasets. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<DatasetPage> listDatasets(ListDatasetsParams params) {
        return listDatasets(params, CallOptions.DEFAULT);
    }

    /**
     * List datasets. Takes the default options of the client.
     *
     * @return the answer
     */
    public CompletableFuture<DatasetPage> listDatasets() {
        return listDatasets(null, CallOptions.DEFAULT);
    }

    /**
     * List datasets.
     *
     * <p>A page is requested when its first entry is read.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the entries of all pages
     */
    public AsyncPages<Dataset> listDatasetsAll(ListDatasetsParams params, CallOptions options) {
        return new AsyncPages<>(transport, LIST_DATASETS, LIST_DATASETS_PAGES, new Arguments().query(params), options);
    }

    /**
     * List datasets. Takes the default options of the client.
     *
     * @param params the parameters of the query; may be null
     * @return the entries of all pages
     */
    public AsyncPages<Dataset> listDatasetsAll(ListDatasetsParams params) {
        return listDatasetsAll(params, CallOptions.DEFAULT);
    }

    /**
     * List datasets. Takes the default options of the client.
     *
     * @return the entries of all pages
     */
    public AsyncPages<Dataset> listDatasetsAll() {
        return listDatasetsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted.
     *
     * <p>The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or the stream is
     * reset.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the data
     * were replaced while they were read; 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data are
     * damaged.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<DatasetData> readDatasetData(String datasetId, ReadDatasetDataParams params, CallOptions options) {
        return transport.call(READ_DATASET_DATA, new Arguments().path("dataset_id", datasetId).query(params), options);
    }

    /**
     * Read the data of a dataset, decrypted. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @return the answer
     */
    public CompletableFuture<DatasetData> readDatasetData(String datasetId, ReadDatasetDataParams params) {
        return readDatasetData(datasetId, params, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @return the answer
     */
    public CompletableFuture<DatasetData> readDatasetData(String datasetId) {
        return readDatasetData(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted.
     *
     * <p>The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or the stream is
     * reset.
     *
     * <p>The answer is a stream. Close it after use.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the data
     * were replaced while they were read; 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data are
     * damaged.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, application/jsonl,
     *     application/vnd.apache.arrow.stream, text/csv
     * @param options the options of this call
     * @return the answer as a stream
     */
    public CompletableFuture<Download> readDatasetDataStream(String datasetId, ReadDatasetDataParams params, String accept, CallOptions options) {
        return transport.download(READ_DATASET_DATA, new Arguments().path("dataset_id", datasetId).query(params), accept, options);
    }

    /**
     * Read the data of a dataset, decrypted. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, application/jsonl,
     *     application/vnd.apache.arrow.stream, text/csv
     * @return the answer as a stream
     */
    public CompletableFuture<Download> readDatasetDataStream(String datasetId, ReadDatasetDataParams params, String accept) {
        return readDatasetDataStream(datasetId, params, accept, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @param accept the media type of the answer: application/json, application/jsonl,
     *     application/vnd.apache.arrow.stream, text/csv
     * @return the answer as a stream
     */
    public CompletableFuture<Download> readDatasetDataStream(String datasetId, String accept) {
        return readDatasetDataStream(datasetId, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Replace the data of a dataset by an uploaded table.
     *
     * <p>The body is a table in one of the formats that <code>Content-Type</code> names, at most 4 GiB, also after
     * inflation. <code>text/csv</code>: UTF-8 with a header (RFC 4180); an empty cell without quotes has no value.
     * <code>application/jsonl</code>: one JSON object a line. <code>application/vnd.apache.arrow.stream</code> and
     * <code>application/vnd.apache.arrow.file</code>: Arrow IPC without compression, with one plain value a column and
     * row. The new version becomes visible when it is whole; a refused or interrupted upload leaves the earlier one.
     * Errors name the row, counted from 1 without the header, and the column.
     *
     * <p>The body is sent as it is.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the request
     * conflicts with the current state; 422 ENCRYPTION_ERROR: the encryption mode is not available.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/jsonl, application/vnd.apache.arrow.file,
     *     application/vnd.apache.arrow.stream, text/csv
     * @param options the options of this call
     * @return the answer
     */
    public CompletableFuture<Dataset> replaceDatasetData(String datasetId, ReplaceDatasetDataParams params, Content content, String mediaType, CallOptions options) {
        return transport.call(REPLACE_DATASET_DATA, new Arguments().path("dataset_id", datasetId).query(params).content(content, mediaType), options);
    }

    /**
     * Replace the data of a dataset by an uploaded table. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/jsonl, application/vnd.apache.arrow.file,
     *     application/vnd.apache.arrow.stream, text/csv
     * @return the answer
     */
    public CompletableFuture<Dataset> replaceDatasetData(String datasetId, ReplaceDatasetDataParams params, Content content, String mediaType) {
        return replaceDatasetData(datasetId, params, content, mediaType, CallOptions.DEFAULT);
    }

    /**
     * Replace the data of a dataset by an uploaded table. Takes the default options of the client.
     *
     * @param datasetId The id of the dataset
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/jsonl, application/vnd.apache.arrow.file,
     *     application/vnd.apache.arrow.stream, text/csv
     * @return the answer
     */
    public CompletableFuture<Dataset> replaceDatasetData(String datasetId, Content content, String mediaType) {
        return replaceDatasetData(datasetId, null, content, mediaType, CallOptions.DEFAULT);
    }
}
