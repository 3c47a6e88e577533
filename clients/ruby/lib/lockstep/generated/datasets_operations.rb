# frozen_string_literal: true

# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.

module Lockstep
  # Tables of typed columns in an encryption mode: create, upload, read, statistics and delete.
  class DatasetsOperations < Group
    CREATE_DATASET = Operation.new(
      "POST",
      "/api/datasets",
      :Dataset,
      kinds: { "data" => { of: nil }, "description" => :text, "encryption_mode" => :text, "name" => :text },
      takes_idempotency_key: true
    )
    DELETE_DATASET = Operation.new(
      "DELETE",
      "/api/datasets/{dataset_id}",
      :DeletedDataset,
      kinds: { "dataset_id" => :text }
    )
    GET_DATASET = Operation.new(
      "GET",
      "/api/datasets/{dataset_id}",
      :Dataset,
      kinds: { "dataset_id" => :text }
    )
    GET_DATASET_STATISTICS = Operation.new(
      "GET",
      "/api/datasets/{dataset_id}/statistics",
      :DatasetStatistics,
      kinds: { "columns" => :text, "dataset_id" => :text }
    )
    LIST_DATASETS = Operation.new(
      "GET",
      "/api/datasets",
      :DatasetPage,
      kinds: { "limit" => :integer, "order" => :text, "page" => :integer, "sort" => :text }
    )
    LIST_DATASETS_PAGES = Paging.new("data", :Dataset, nil)
    READ_DATASET_DATA = Operation.new(
      "GET",
      "/api/datasets/{dataset_id}/data",
      :DatasetData,
      kinds: { "columns" => :text, "dataset_id" => :text, "limit" => :integer, "offset" => :integer }
    )
    REPLACE_DATASET_DATA = Operation.new(
      "PUT",
      "/api/datasets/{dataset_id}/data",
      :Dataset,
      kinds: { "dataset_id" => :text, "guarded" => :boolean, "precision" => :integer }
    )
    private_constant(
      :CREATE_DATASET,
      :DELETE_DATASET,
      :GET_DATASET,
      :GET_DATASET_STATISTICS,
      :LIST_DATASETS,
      :LIST_DATASETS_PAGES,
      :READ_DATASET_DATA,
      :REPLACE_DATASET_DATA
    )

    # Create a dataset.
    #
    # @param encryption_mode [String] `none`: sealed under the account's own key. `basic`: sealed
    #   under a key of the mode Basic. `fhe`: numeric columns are ciphertexts that support sums,
    #   means and variances. `zk`: numeric columns are committed to. One of "none", "basic", "fhe",
    #   "zk".
    # @param name [String] The name, 1 to 256 printable characters.
    # @param data [Hash{String => Object}, nil] The data: an object whose members are arrays of one
    #   length is a table of columns; any other object is one row. For a large table, leave it out
    #   and send the table with `PUT /api/datasets/{dataset_id}/data`.
    # @param description [String, nil] The description, at most 10 000 characters.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Dataset]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the encryption mode is not available.
    def create_dataset(encryption_mode:, name:, data: UNSET, description: UNSET, options: nil)
      request(
        CREATE_DATASET,
        {
          json: {
            "encryption_mode" => encryption_mode,
            "name" => name,
            "data" => data,
            "description" => description
          }
        },
        options
      )
    end

    # Delete a dataset with its data.
    #
    # The request is refused with CONFLICT while a listing offers the dataset. Buyers keep access to
    # a sold version until their purchases end.
    #
    # @param dataset_id [String] The id of the dataset
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DeletedDataset]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: a listing offers the dataset.
    def delete_dataset(dataset_id, options: nil)
      request(DELETE_DATASET, { path: { "dataset_id" => dataset_id } }, options)
    end

    # Get a dataset with its columns.
    #
    # @param dataset_id [String] The id of the dataset
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Dataset]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    def get_dataset(dataset_id, options: nil)
      request(GET_DATASET, { path: { "dataset_id" => dataset_id } }, options)
    end

    # Compute the sum, mean and variance of columns of numbers.
    #
    # The statistics of columns with the protection `fhe` are computed on the ciphertexts; only the
    # totals are decrypted.
    #
    # @param dataset_id [String] The id of the dataset
    # @param columns [String, nil] The names of columns of numbers, separated by commas, as in CSV;
    #   default: every column of numbers.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DatasetStatistics]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the data was replaced during the read.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
    #   damaged.
    def get_dataset_statistics(dataset_id, columns: nil, options: nil)
      request(
        GET_DATASET_STATISTICS,
        { path: { "dataset_id" => dataset_id }, query: { "columns" => columns } },
        options
      )
    end

    # List datasets.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of datasets per page. Default: 10.
    # @param sort [String, nil] The field that determines the order. Default: `created_at`. One of
    #   "name", "created_at", "encryption_status".
    # @param order [String, nil] The direction of the order. Default: `desc`. One of "asc", "desc".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DatasetPage]
    def list_datasets(page: nil, limit: nil, sort: nil, order: nil, options: nil)
      request(
        LIST_DATASETS,
        {
          query: { "page" => page, "limit" => limit, "sort" => sort, "order" => order }
        },
        options
      )
    end

    # List datasets.
    #
    # Returns the entries of all pages. A page is requested when its first entry is.
    #
    # @param page [Integer, nil] The page number, from 1. Default: 1.
    # @param limit [Integer, nil] The number of datasets per page. Default: 10.
    # @param sort [String, nil] The field that determines the order. Default: `created_at`. One of
    #   "name", "created_at", "encryption_status".
    # @param order [String, nil] The direction of the order. Default: `desc`. One of "asc", "desc".
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Enumerator<Models::Dataset>]
    def list_datasets_all(page: nil, limit: nil, sort: nil, order: nil, options: nil)
      pages(
        LIST_DATASETS,
        LIST_DATASETS_PAGES,
        {
          query: { "page" => page, "limit" => limit, "sort" => sort, "order" => order }
        },
        options
      )
    end

    # Read the data of a dataset, decrypted.
    #
    # The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or
    # the stream is reset.
    #
    # @param dataset_id [String] The id of the dataset
    # @param columns [String, nil] The names of the columns to return, separated by commas; default:
    #   all columns. Only the chunks of these columns are read. A name with a comma is written in
    #   quotation marks, as in CSV.
    # @param offset [Integer, nil] The number of rows to skip. Default: 0.
    # @param limit [Integer, nil] The number of rows to return; default: all rows.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::DatasetData]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the data was replaced during the read.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
    #   damaged.
    def read_dataset_data(dataset_id, columns: nil, offset: nil, limit: nil, options: nil)
      request(
        READ_DATASET_DATA,
        {
          path: { "dataset_id" => dataset_id },
          query: { "columns" => columns, "offset" => offset, "limit" => limit }
        },
        options
      )
    end

    # Read the data of a dataset, decrypted.
    #
    # Yields the answer as a stream; without a block, returns it after it was read into memory.
    #
    # The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing, or
    # the stream is reset.
    #
    # @param accept [String] The media type of the answer. One of "application/json",
    #   "application/jsonl", "application/vnd.apache.arrow.stream", "text/csv".
    # @param dataset_id [String] The id of the dataset
    # @param columns [String, nil] The names of the columns to return, separated by commas; default:
    #   all columns. Only the chunks of these columns are read. A name with a comma is written in
    #   quotation marks, as in CSV.
    # @param offset [Integer, nil] The number of rows to skip. Default: 0.
    # @param limit [Integer, nil] The number of rows to return; default: all rows.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Answer, Object]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the data was replaced during the read.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
    #   damaged.
    def read_dataset_data_stream(
      dataset_id,
      accept:,
      columns: nil,
      offset: nil,
      limit: nil,
      options: nil,
      &block
    )
      stream(
        READ_DATASET_DATA,
        {
          path: { "dataset_id" => dataset_id },
          query: { "columns" => columns, "offset" => offset, "limit" => limit }
        },
        accept,
        options,
        &block
      )
    end

    # Replace the data of a dataset with an uploaded table.
    #
    # The body is a table in one of the formats that `Content-Type` names, at most 4 GiB, also after
    # decompression. `text/csv`: UTF-8 with a header (RFC 4180); an empty cell without quotes has no
    # value. `application/jsonl`: one JSON object per line. `application/vnd.apache.arrow.stream`
    # and `application/vnd.apache.arrow.file`: Arrow IPC without compression, with one plain value
    # for each column and row. The new version becomes visible when the upload is complete. A
    # refused or interrupted upload does not change the dataset. Errors name the row, counted from 1
    # without the header, and the column.
    #
    # @param dataset_id [String] The id of the dataset
    # @param content [String, Pathname, IO, Enumerable<String>] The body: a string, a path, a file
    #   or parts of it.
    # @param content_type [String] The media type of the body. One of "application/jsonl",
    #   "application/vnd.apache.arrow.file", "application/vnd.apache.arrow.stream", "text/csv".
    # @param precision [Integer, nil] The maximum number of decimals of a number. A column with more
    #   decimals is refused; no number is rounded. Default: any number of decimals.
    # @param guarded [Boolean, nil] Whether the CSV file was downloaded from this API, which puts an
    #   apostrophe before each text that a spreadsheet would evaluate. If true, these apostrophes
    #   are removed. Default: false.
    # @param options [CallOptions, Hash, nil] Options of this call.
    # @return [Models::Dataset]
    # @raise [ApiError] 404 NOT_FOUND: the resource does not exist or belongs to another account.
    # @raise [ApiError] 409 CONFLICT: the current state of the resource does not allow the request;
    #   `message` says why.
    # @raise [ApiError] 422 ENCRYPTION_ERROR: the encryption mode is not available.
    def replace_dataset_data(dataset_id, content, content_type:, precision: nil, guarded: nil, options: nil)
      request(
        REPLACE_DATASET_DATA,
        {
          path: { "dataset_id" => dataset_id },
          query: { "precision" => precision, "guarded" => guarded },
          content: content,
          content_type: content_type
        },
        options
      )
    end
  end
end
