// Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
package example.lockstep.operations;

import example.lockstep.CallOptions;
import example.lockstep.Content;
import example.lockstep.Download;
import example.lockstep.Pages;
import example.lockstep.internal.Futures;
import example.lockstep.internal.Transport;
import example.lockstep.models.*;

/**
 * Tables of typed columns in an encryption mode: create, upload, read, statistics and delete.
 *
 * <p>A method waits for the answer. Interrupting the thread cancels the request.
 */
public final class DatasetsOperations {

    private final DatasetsAsyncOperations async;

    DatasetsOperations(Transport transport) {
        this.async = new DatasetsAsyncOperations(transport);
    }

    /**
     * Create a dataset.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * encryption mode is not available.
     *
     * @param body the body of the request
     * @param options the options of this call
     * @return the answer
     */
    public Dataset createDataset(CreateDatasetRequest body, CallOptions options) {
        return Futures.await(async.createDataset(body, options));
    }

    /** Create a dataset, with the default options. */
    public Dataset createDataset(CreateDatasetRequest body) {
        return createDataset(body, CallOptions.DEFAULT);
    }

    /**
     * Delete a dataset with its data.
     *
     * <p>The request is refused with CONFLICT while a listing offers the dataset. Buyers keep access to a sold version
     * until their purchases end.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: a listing
     * offers the dataset.
     *
     * @param datasetId The id of the dataset
     * @param options the options of this call
     * @return the answer
     */
    public DeletedDataset deleteDataset(String datasetId, CallOptions options) {
        return Futures.await(async.deleteDataset(datasetId, options));
    }

    /** Delete a dataset with its data, with the default options. */
    public DeletedDataset deleteDataset(String datasetId) {
        return deleteDataset(datasetId, CallOptions.DEFAULT);
    }

    /**
     * Get a dataset with its columns.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account.
     *
     * @param datasetId The id of the dataset
     * @param options the options of this call
     * @return the answer
     */
    public Dataset getDataset(String datasetId, CallOptions options) {
        return Futures.await(async.getDataset(datasetId, options));
    }

    /** Get a dataset with its columns, with the default options. */
    public Dataset getDataset(String datasetId) {
        return getDataset(datasetId, CallOptions.DEFAULT);
    }

    /**
     * Compute the sum, mean and variance of columns of numbers.
     *
     * <p>The statistics of columns with the protection <code>fhe</code> are computed on the ciphertexts; only the
     * totals are decrypted.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the data
     * was replaced during the read; 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
     * damaged.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DatasetStatistics getDatasetStatistics(String datasetId, GetDatasetStatisticsParams params, CallOptions options) {
        return Futures.await(async.getDatasetStatistics(datasetId, params, options));
    }

    /** Compute the sum, mean and variance of columns of numbers, with the default options. */
    public DatasetStatistics getDatasetStatistics(String datasetId, GetDatasetStatisticsParams params) {
        return getDatasetStatistics(datasetId, params, CallOptions.DEFAULT);
    }

    /** Compute the sum, mean and variance of columns of numbers, with the default options. */
    public DatasetStatistics getDatasetStatistics(String datasetId) {
        return getDatasetStatistics(datasetId, null, CallOptions.DEFAULT);
    }

    /**
     * List datasets.
     *
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DatasetPage listDatasets(ListDatasetsParams params, CallOptions options) {
        return Futures.await(async.listDatasets(params, options));
    }

    /** List datasets, with the default options. */
    public DatasetPage listDatasets(ListDatasetsParams params) {
        return listDatasets(params, CallOptions.DEFAULT);
    }

    /** List datasets, with the default options. */
    public DatasetPage listDatasets() {
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
    public Pages<Dataset> listDatasetsAll(ListDatasetsParams params, CallOptions options) {
        return new Pages<>(async.listDatasetsAll(params, options));
    }

    /** List datasets, with the default options. */
    public Pages<Dataset> listDatasetsAll(ListDatasetsParams params) {
        return listDatasetsAll(params, CallOptions.DEFAULT);
    }

    /** List datasets, with the default options. */
    public Pages<Dataset> listDatasetsAll() {
        return listDatasetsAll(null, CallOptions.DEFAULT);
    }

    /**
     * Read the data of a dataset, decrypted.
     *
     * <p>The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or the stream is
     * reset.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the data
     * was replaced during the read; 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
     * damaged.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param options the options of this call
     * @return the answer
     */
    public DatasetData readDatasetData(String datasetId, ReadDatasetDataParams params, CallOptions options) {
        return Futures.await(async.readDatasetData(datasetId, params, options));
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public DatasetData readDatasetData(String datasetId, ReadDatasetDataParams params) {
        return readDatasetData(datasetId, params, CallOptions.DEFAULT);
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public DatasetData readDatasetData(String datasetId) {
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
     * was replaced during the read; 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
     * damaged.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param accept the media type of the answer: application/json, application/jsonl,
     *     application/vnd.apache.arrow.stream, text/csv
     * @param options the options of this call
     * @return the answer as a stream
     */
    public Download readDatasetDataStream(String datasetId, ReadDatasetDataParams params, String accept, CallOptions options) {
        return Futures.await(async.readDatasetDataStream(datasetId, params, accept, options));
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public Download readDatasetDataStream(String datasetId, ReadDatasetDataParams params, String accept) {
        return readDatasetDataStream(datasetId, params, accept, CallOptions.DEFAULT);
    }

    /** Read the data of a dataset, decrypted, with the default options. */
    public Download readDatasetDataStream(String datasetId, String accept) {
        return readDatasetDataStream(datasetId, null, accept, CallOptions.DEFAULT);
    }

    /**
     * Replace the data of a dataset with an uploaded table.
     *
     * <p>The body is a table in one of the formats that <code>Content-Type</code> names, at most 4 GiB, also after
     * decompression. <code>text/csv</code>: UTF-8 with a header (RFC 4180); an empty cell without quotes has no value.
     * <code>application/jsonl</code>: one JSON object per line. <code>application/vnd.apache.arrow.stream</code> and
     * <code>application/vnd.apache.arrow.file</code>: Arrow IPC without compression, with one plain value for each
     * column and row. The new version becomes visible when the upload is complete. A refused or interrupted upload
     * does not change the dataset. Errors name the row, counted from 1 without the header, and the column.
     *
     * <p>The body is sent as it is.
     *
     * <p>Refusals: 404 NOT_FOUND: the resource does not exist or belongs to another account; 409 CONFLICT: the current
     * state of the resource does not allow the request; <code>message</code> says why; 422 ENCRYPTION_ERROR: the
     * encryption mode is not available.
     *
     * @param datasetId The id of the dataset
     * @param params the parameters of the query; may be null
     * @param content the body as it is sent
     * @param mediaType the media type of the body: application/jsonl, application/vnd.apache.arrow.file,
     *     application/vnd.apache.arrow.stream, text/csv
     * @param options the options of this call
     * @return the answer
     */
    public Dataset replaceDatasetData(String datasetId, ReplaceDatasetDataParams params, Content content, String mediaType, CallOptions options) {
        return Futures.await(async.replaceDatasetData(datasetId, params, content, mediaType, options));
    }

    /** Replace the data of a dataset with an uploaded table, with the default options. */
    public Dataset replaceDatasetData(String datasetId, ReplaceDatasetDataParams params, Content content, String mediaType) {
        return replaceDatasetData(datasetId, params, content, mediaType, CallOptions.DEFAULT);
    }

    /** Replace the data of a dataset with an uploaded table, with the default options. */
    public Dataset replaceDatasetData(String datasetId, Content content, String mediaType) {
        return replaceDatasetData(datasetId, null, content, mediaType, CallOptions.DEFAULT);
    }
}
