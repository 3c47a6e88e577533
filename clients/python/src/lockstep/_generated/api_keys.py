# Written by `cargo xtask gen` from docs/api/openapi.json. Do not edit.
"""Credentials of the caller's account for programs; scopes and an expiry can limit them."""

from __future__ import annotations

import datetime as dt
from collections.abc import AsyncIterator, Iterator, Sequence

from .._group import AsyncGroup, Group
from .._operation import UNSET, Arguments, CallOptions, Operation, Paging
from . import models as m

_CREATE_API_KEY: Operation[m.ApiKeyWithSecret] = Operation("POST", "/v1/api-keys", m.ApiKeyWithSecret, takes_idempotency_key=True)

_DELETE_API_KEY: Operation[m.DeletedApiKey] = Operation("DELETE", "/v1/api-keys/{id}", m.DeletedApiKey)

_LIST_API_KEYS: Operation[m.ApiKeyPage] = Operation("GET", "/v1/api-keys", m.ApiKeyPage)
_LIST_API_KEYS_PAGES: Paging[m.ApiKey] = Paging("apiKeys", m.ApiKey, None)


class ApiKeysOperations(Group):
    """Credentials of the caller's account for programs; scopes and an expiry can limit them."""

    def create_api_key(
        self,
        *,
        name: str,
        expires_at: dt.datetime | None = UNSET,
        scopes: Sequence[str] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ApiKeyWithSecret:
        """Create an API key. Its secret is returned once, in this response.

        A key created by an API key has at most the scopes of that key, does not outlive it, and is
        revoked with it. Without `expiresAt` it expires with its parent.

        Args:
            name: The name of the key, 1 to 100 characters.
            expires_at: The time of expiry. Without it, the key is valid until it is deleted.
            scopes: Area names with `:read` or `:write`. Empty: everything the role permits.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return self._call(
            _CREATE_API_KEY,
            Arguments(json={"name": name, "expiresAt": expires_at, "scopes": scopes}),
            options,
        )

    def delete_api_key(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedApiKey:
        """Delete an API key and every key it created.

        Args:
            id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return self._call(
            _DELETE_API_KEY,
            Arguments(path={"id": id}),
            options,
        )

    def list_api_keys(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.ApiKeyPage:
        """List the caller's API keys, without their secrets.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._call(
            _LIST_API_KEYS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_api_keys_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> Iterator[m.ApiKey]:
        """List the caller's API keys, without their secrets.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_API_KEYS,
            _LIST_API_KEYS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )


class AsyncApiKeysOperations(AsyncGroup):
    """Credentials of the caller's account for programs; scopes and an expiry can limit them."""

    async def create_api_key(
        self,
        *,
        name: str,
        expires_at: dt.datetime | None = UNSET,
        scopes: Sequence[str] | None = UNSET,
        options: CallOptions | None = None,
    ) -> m.ApiKeyWithSecret:
        """Create an API key. Its secret is returned once, in this response.

        A key created by an API key has at most the scopes of that key, does not outlive it, and is
        revoked with it. Without `expiresAt` it expires with its parent.

        Args:
            name: The name of the key, 1 to 100 characters.
            expires_at: The time of expiry. Without it, the key is valid until it is deleted.
            scopes: Area names with `:read` or `:write`. Empty: everything the role permits.

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
            ApiError: 409 CONFLICT: the current state of the resource does not allow the request;
                `message` says why.
        """
        return await self._call(
            _CREATE_API_KEY,
            Arguments(json={"name": name, "expiresAt": expires_at, "scopes": scopes}),
            options,
        )

    async def delete_api_key(
        self,
        id: str,
        *,
        options: CallOptions | None = None,
    ) -> m.DeletedApiKey:
        """Delete an API key and every key it created.

        Args:
            id: The id of the key

        Raises:
            ApiError: 404 NOT_FOUND: the resource does not exist or belongs to another account.
        """
        return await self._call(
            _DELETE_API_KEY,
            Arguments(path={"id": id}),
            options,
        )

    async def list_api_keys(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> m.ApiKeyPage:
        """List the caller's API keys, without their secrets.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return await self._call(
            _LIST_API_KEYS,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )

    def list_api_keys_all(
        self,
        *,
        page: int | None = None,
        limit: int | None = None,
        options: CallOptions | None = None,
    ) -> AsyncIterator[m.ApiKey]:
        """List the caller's API keys, without their secrets.

        Returns the entries of all pages. A page is requested when its first entry is.

        Args:
            page: The page number, from 1. Default: 1.
            limit: The number of entries per page. Default: 20.
        """
        return self._pages(
            _LIST_API_KEYS,
            _LIST_API_KEYS_PAGES,
            Arguments(query={"page": page, "limit": limit}),
            options,
        )
