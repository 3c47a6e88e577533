# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""The record of each imported file, by which the import can be undone."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from .._group import AsyncGroup, Group
from .._operation import Arguments, CallOptions, Operation, Paging
from . import models as m

_DELETE_IMPORT: Operation[m.DeletedImport] = Operation("DELETE", "/v1/sfdp/imports/{id}", m.DeletedImport)

_LIST_IMPORTS: Operation[m.ImportPage] = Operation("GET", "/v1/sfdp/imports", m.ImportPage)
_LIST_IMPORTS_PAGES: Paging[m.Import] = Paging("imports", m.Import, "nextCursor")


class ImportsOperations(Group):
    """The record of each imported file, by which the import can be undone."""

    def delete_import(
        self,
        id: str,
        *,
        points: m.PointRetention | None = None,
        options: CallOptions | None = None,
    ) -> m.DeletedImport:
        """Undo an import: delete the points that it added, and its activities.

        A point that was stored before the import is kept with the value from the import. A point
        that another import contains too is kept until that import is undone. A point that `POST
        /data` sent again later is kept. With `points=keep`, only the record of the import is
        deleted.

        Args:
            id: The id of the import
            points: `delete`: delete the points and activities of the import. `keep`: keep them and
                delete only the record of the import. Default: `delete`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _DELETE_IMPORT,
            Arguments(path={"id": id}, query={"points": points}),
            options,
        )

    def list_imports(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ImportPage:
        """List imports, newest first.

        Args:
            limit: The maximum number of imports. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._call(
            _LIST_IMPORTS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_imports_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.Import]:
        """List imports, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of imports. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_IMPORTS,
            _LIST_IMPORTS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )


class AsyncImportsOperations(AsyncGroup):
    """The record of each imported file, by which the import can be undone."""

    async def delete_import(
        self,
        id: str,
        *,
        points: m.PointRetention | None = None,
        options: CallOptions | None = None,
    ) -> m.DeletedImport:
        """Undo an import: delete the points that it added, and its activities.

        A point that was stored before the import is kept with the value from the import. A point
        that another import contains too is kept until that import is undone. A point that `POST
        /data` sent again later is kept. With `points=keep`, only the record of the import is
        deleted.

        Args:
            id: The id of the import
            points: `delete`: delete the points and activities of the import. `keep`: keep them and
                delete only the record of the import. Default: `delete`.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _DELETE_IMPORT,
            Arguments(path={"id": id}, query={"points": points}),
            options,
        )

    async def list_imports(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> m.ImportPage:
        """List imports, newest first.

        Args:
            limit: The maximum number of imports. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return await self._call(
            _LIST_IMPORTS,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )

    def list_imports_all(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.Import]:
        """List imports, newest first.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            limit: The maximum number of imports. Default: 100.
            cursor: `nextCursor` of the previous page.

        Raises:
            ApiError: 422 ENCRYPTION_ERROR: the requested encryption is not available, or a stored
                key is lost or damaged.
        """
        return self._pages(
            _LIST_IMPORTS,
            _LIST_IMPORTS_PAGES,
            Arguments(query={"limit": limit, "cursor": cursor}),
            options,
        )
