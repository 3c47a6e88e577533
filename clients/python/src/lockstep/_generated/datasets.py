# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Tables of typed columns in an encryption mode: create, upload, read, statistics and delete."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from typing import Any, Literal

from .._body import AsyncContent, Content
from .._download import AsyncDownload, Download
from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation, Paging
from . import models as m

_CREATE_DATASET: Operation[m.Dataset] = Operation("POST", "/api/datasets", m.Dataset, takes_idempotency_key=True)

_DELETE_DATASET: Operation[m.DeletedDataset] = Operation("DELETE", "/api/datasets/{dataset_id}", m.DeletedDataset)

_GET_DATASET: Operation[m.Dataset] = Operation("GET", "/api/datasets/{dataset_id}", m.Dataset)

_GET_DATASET_STATISTICS: Operation[m.DatasetStatistics] = Operation("GET", "/api/datasets/{dataset_id}/statistics", m.DatasetStatistics)

_LIST_DATASETS: Operation[m.DatasetPage] = Operation("GET", "/api/datasets", m.DatasetPage)
_LIST_DATASETS_PAGES: Paging[m.Dataset] = Paging("data", m.Dataset, None)

_READ_DATASET_DATA: Operation[m.DatasetData] = Operation("GET", "/api/datasets/{dataset_id}/data", m.DatasetData)

_REPLACE_DATASET_DATA: Operation[m.Dataset] = Operation("PUT", "/api/datasets/{dataset_id}/data", m.Dataset)


class DatasetsOperations(Group):
    """Tables of typed columns in an encryption mode: create, upload, read, statistics and delete."""

    def create_dataset(
        self,
        *,
        encryption_mode: m.DatasetEncryptionMode,
        name: str,
        data: Mapping[str, Any] | None = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Dataset:
        """Create a dataset.

        Args:
            encryption_mode: `none`: sealed under the account's own key. `basic`: sealed under a key
                of the mode Basic. `fhe`: numeric columns are ciphertexts that support sums, means
                and variances. `zk`: numeric columns are committed to.
            name: The name, 1 to 256 printable characters.
            data: The data: an object whose members are arrays of one length is a table of columns;
                any other object is one row. For a large table, leave it out and send the table with
                `PUT /api/datasets/{dataset_id}/data`.
            description: The description, at most 10 000 characters.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return self._call(
            _CREATE_DATASET,
            Arguments(json={"encryption_mode": encryption_mode, "name": name, "data": data, "description": description}),
            options,
        )

    def delete_dataset(
        self,
        dataset_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedDataset:
        """Delete a dataset with its data.

        The request is refused with CONFLICT while a listing offers the dataset. Buyers keep access
        to a sold version until their purchases end.

        Args:
            dataset_id: The id of the dataset

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: a listing offers the dataset.
        """
        return self._call(
            _DELETE_DATASET,
            Arguments(path={"dataset_id": dataset_id}),
            options,
        )

    def get_dataset(
        self,
        dataset_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Dataset:
        """Get a dataset with its columns.

        Args:
            dataset_id: The id of the dataset

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _GET_DATASET,
            Arguments(path={"dataset_id": dataset_id}),
            options,
        )

    def get_dataset_statistics(
        self,
        dataset_id: str,
        *,
        columns: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DatasetStatistics:
        """Compute the sum, mean and variance of columns of numbers.

        The statistics of columns with the protection `fhe` are computed on the ciphertexts; only
        the totals are decrypted.

        Args:
            dataset_id: The id of the dataset
            columns: The names of columns of numbers, separated by commas, as in CSV; default: every
                column of numbers.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the data was replaced during the read.
            ApiError: 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
                damaged.
        """
        return self._call(
            _GET_DATASET_STATISTICS,
            Arguments(path={"dataset_id": dataset_id}, query={"columns": columns}),
            options,
        )

    def list_datasets(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.DatasetSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> m.DatasetPage:
        """List datasets.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of datasets per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return self._call(
            _LIST_DATASETS,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    def list_datasets_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.DatasetSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Dataset]:
        """List datasets.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of datasets per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return self._pages(
            _LIST_DATASETS,
            _LIST_DATASETS_PAGES,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    def read_dataset_data(
        self,
        dataset_id: str,
        *,
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.DatasetData:
        """Read the data of a dataset, decrypted.

        The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing,
        or the stream is reset.

        Args:
            dataset_id: The id of the dataset
            columns: The names of the columns to return, separated by commas; default: all columns.
                Only the chunks of these columns are read. A name with a comma is written in
                quotation marks, as in CSV.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the data was replaced during the read.
            ApiError: 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
                damaged.
        """
        return self._call(
            _READ_DATASET_DATA,
            Arguments(path={"dataset_id": dataset_id}, query={"columns": columns, "offset": offset, "limit": limit}),
            options,
        )

    def read_dataset_data_stream(
        self,
        dataset_id: str,
        *,
        accept: Literal["application/json", "application/jsonl", "application/vnd.apache.arrow.stream", "text/csv"],
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Download:
        """Read the data of a dataset, decrypted.

        Returns the answer as a stream, which a `with` statement closes.

        The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing,
        or the stream is reset.

        Args:
            accept: The media type of the answer.
            dataset_id: The id of the dataset
            columns: The names of the columns to return, separated by commas; default: all columns.
                Only the chunks of these columns are read. A name with a comma is written in
                quotation marks, as in CSV.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the data was replaced during the read.
            ApiError: 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
                damaged.
        """
        return self._download(
            _READ_DATASET_DATA,
            Arguments(path={"dataset_id": dataset_id}, query={"columns": columns, "offset": offset, "limit": limit}),
            accept,
            options,
        )

    def replace_dataset_data(
        self,
        dataset_id: str,
        content: Content,
        content_type: Literal["application/jsonl", "application/vnd.apache.arrow.file", "application/vnd.apache.arrow.stream", "text/csv"],
        *,
        precision: int | None = None,
        guarded: bool | None = None,
        options: CallOptions | None = None,
    ) -> m.Dataset:
        """Replace the data of a dataset with an uploaded table.

        The body is a table in one of the formats that `Content-Type` names, at most 4 GiB, also
        after decompression. `text/csv`: UTF-8 with a header (RFC 4180); an empty cell without
        quotes has no value. `application/jsonl`: one JSON object per line.
        `application/vnd.apache.arrow.stream` and `application/vnd.apache.arrow.file`: Arrow IPC
        without compression, with one plain value for each column and row. The new version becomes
        visible when the upload is complete. A refused or interrupted upload does not change the
        dataset. Errors name the row, counted from 1 without the header, and the column.

        Args:
            dataset_id: The id of the dataset
            content: The body: bytes, a path, a file or an iterator of bytes.
            content_type: The media type of the body.
            precision: The maximum number of decimals of a number. A column with more decimals is
                refused; no number is rounded. Default: any number of decimals.
            guarded: Whether the CSV file was downloaded from this API, which puts an apostrophe
                before each text that a spreadsheet would evaluate. If true, these apostrophes are
                removed. Default: false.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return self._call(
            _REPLACE_DATASET_DATA,
            Arguments(path={"dataset_id": dataset_id}, query={"precision": precision, "guarded": guarded}, content=content, content_type=content_type),
            options,
        )


class AsyncDatasetsOperations(AsyncGroup):
    """Tables of typed columns in an encryption mode: create, upload, read, statistics and delete."""

    async def create_dataset(
        self,
        *,
        encryption_mode: m.DatasetEncryptionMode,
        name: str,
        data: Mapping[str, Any] | None = UNSET,
        description: str | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.Dataset:
        """Create a dataset.

        Args:
            encryption_mode: `none`: sealed under the account's own key. `basic`: sealed under a key
                of the mode Basic. `fhe`: numeric columns are ciphertexts that support sums, means
                and variances. `zk`: numeric columns are committed to.
            name: The name, 1 to 256 printable characters.
            data: The data: an object whose members are arrays of one length is a table of columns;
                any other object is one row. For a large table, leave it out and send the table with
                `PUT /api/datasets/{dataset_id}/data`.
            description: The description, at most 10 000 characters.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return await self._call(
            _CREATE_DATASET,
            Arguments(json={"encryption_mode": encryption_mode, "name": name, "data": data, "description": description}),
            options,
        )

    async def delete_dataset(
        self,
        dataset_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedDataset:
        """Delete a dataset with its data.

        The request is refused with CONFLICT while a listing offers the dataset. Buyers keep access
        to a sold version until their purchases end.

        Args:
            dataset_id: The id of the dataset

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: a listing offers the dataset.
        """
        return await self._call(
            _DELETE_DATASET,
            Arguments(path={"dataset_id": dataset_id}),
            options,
        )

    async def get_dataset(
        self,
        dataset_id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.Dataset:
        """Get a dataset with its columns.

        Args:
            dataset_id: The id of the dataset

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _GET_DATASET,
            Arguments(path={"dataset_id": dataset_id}),
            options,
        )

    async def get_dataset_statistics(
        self,
        dataset_id: str,
        *,
        columns: str | None = None,
        options: CallOptions | None = None,
    ) -> m.DatasetStatistics:
        """Compute the sum, mean and variance of columns of numbers.

        The statistics of columns with the protection `fhe` are computed on the ciphertexts; only
        the totals are decrypted.

        Args:
            dataset_id: The id of the dataset
            columns: The names of columns of numbers, separated by commas, as in CSV; default: every
                column of numbers.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the data was replaced during the read.
            ApiError: 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
                damaged.
        """
        return await self._call(
            _GET_DATASET_STATISTICS,
            Arguments(path={"dataset_id": dataset_id}, query={"columns": columns}),
            options,
        )

    async def list_datasets(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.DatasetSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> m.DatasetPage:
        """List datasets.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of datasets per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return await self._call(
            _LIST_DATASETS,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    def list_datasets_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        sort: m.DatasetSortField | None = None,
        order: m.SortOrder | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Dataset]:
        """List datasets.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of datasets per page. Default: 10.
            sort: The field that determines the order. Default: `created_at`.
            order: The direction of the order. Default: `desc`.
        """
        return self._pages(
            _LIST_DATASETS,
            _LIST_DATASETS_PAGES,
            Arguments(query={"page": page, "limit": limit, "sort": sort, "order": order}),
            options,
        )

    async def read_dataset_data(
        self,
        dataset_id: str,
        *,
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.DatasetData:
        """Read the data of a dataset, decrypted.

        The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing,
        or the stream is reset.

        Args:
            dataset_id: The id of the dataset
            columns: The names of the columns to return, separated by commas; default: all columns.
                Only the chunks of these columns are read. A name with a comma is written in
                quotation marks, as in CSV.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the data was replaced during the read.
            ApiError: 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
                damaged.
        """
        return await self._call(
            _READ_DATASET_DATA,
            Arguments(path={"dataset_id": dataset_id}, query={"columns": columns, "offset": offset, "limit": limit}),
            options,
        )

    async def read_dataset_data_stream(
        self,
        dataset_id: str,
        *,
        accept: Literal["application/json", "application/jsonl", "application/vnd.apache.arrow.stream", "text/csv"],
        columns: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncDownload:
        """Read the data of a dataset, decrypted.

        Returns the answer as a stream, which a `with` statement closes.

        The answer is streamed. An incomplete answer is visible in HTTP: the last chunk is missing,
        or the stream is reset.

        Args:
            accept: The media type of the answer.
            dataset_id: The id of the dataset
            columns: The names of the columns to return, separated by commas; default: all columns.
                Only the chunks of these columns are read. A name with a comma is written in
                quotation marks, as in CSV.
            offset: The number of rows to skip. Default: 0.
            limit: The number of rows to return; default: all rows.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the data was replaced during the read.
            ApiError: 422 ENCRYPTION_ERROR: the key of the data does not decrypt, or the data is
                damaged.
        """
        return await self._download(
            _READ_DATASET_DATA,
            Arguments(path={"dataset_id": dataset_id}, query={"columns": columns, "offset": offset, "limit": limit}),
            accept,
            options,
        )

    async def replace_dataset_data(
        self,
        dataset_id: str,
        content: AsyncContent,
        content_type: Literal["application/jsonl", "application/vnd.apache.arrow.file", "application/vnd.apache.arrow.stream", "text/csv"],
        *,
        precision: int | None = None,
        guarded: bool | None = None,
        options: CallOptions | None = None,
    ) -> m.Dataset:
        """Replace the data of a dataset with an uploaded table.

        The body is a table in one of the formats that `Content-Type` names, at most 4 GiB, also
        after decompression. `text/csv`: UTF-8 with a header (RFC 4180); an empty cell without
        quotes has no value. `application/jsonl`: one JSON object per line.
        `application/vnd.apache.arrow.stream` and `application/vnd.apache.arrow.file`: Arrow IPC
        without compression, with one plain value for each column and row. The new version becomes
        visible when the upload is complete. A refused or interrupted upload does not change the
        dataset. Errors name the row, counted from 1 without the header, and the column.

        Args:
            dataset_id: The id of the dataset
            content: The body: bytes, a path, a file or an iterator of bytes.
            content_type: The media type of the body.
            precision: The maximum number of decimals of a number. A column with more decimals is
                refused; no number is rounded. Default: any number of decimals.
            guarded: Whether the CSV file was downloaded from this API, which puts an apostrophe
                before each text that a spreadsheet would evaluate. If true, these apostrophes are
                removed. Default: false.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
            ApiError: 422 ENCRYPTION_ERROR: the encryption mode is not available.
        """
        return await self._call(
            _REPLACE_DATASET_DATA,
            Arguments(path={"dataset_id": dataset_id}, query={"precision": precision, "guarded": guarded}, content=content, content_type=content_type),
            options,
        )
