"""Sends the requests of the asynchronous client: credentials, time-outs, retries, errors."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx

from ._credentials import AsyncTokens, Credential
from ._exchange import MAX_REFUSAL_BYTES, Request, Settings, failure
from ._generated.models import TokenPair
from ._operation import DEFAULT_OPTIONS, Arguments, CallOptions, Operation
from ._transport import parse, token_pair
from .errors import ApiConnectionError, ApiError, error_of


class AsyncTransport:
    """Sends requests to one server."""

    def __init__(
        self, settings: Settings, credential: Credential, http_client: httpx.AsyncClient | None
    ) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._client = http_client or httpx.AsyncClient(follow_redirects=False)
        self._tokens = AsyncTokens(credential, self._post_for_tokens)

    async def send(self, request: Request) -> httpx.Response:
        """Returns the answer, whose status is a success and whose body is not read yet."""
        while True:
            token = None if request.is_open else await self._tokens.current()
            try:
                response = await self._attempt(request, token)
            except ApiConnectionError:
                pause = request.pause_after_failure()
                if pause is None:
                    raise
                await asyncio.sleep(pause)
                continue
            if response.is_success:
                return response
            is_renewable = token is not None and self._tokens.is_renewable
            if is_renewable and request.may_renew(response.status_code):
                await response.aclose()
                await self._tokens.renew(token)
                continue
            pause = request.pause_after(response.status_code, response.headers)
            if pause is None:
                raise await self._refusal(response)
            await response.aclose()
            await asyncio.sleep(pause)

    async def call(
        self,
        operation: Operation[Any],
        arguments: Arguments,
        options: CallOptions | None,
        prefer: str | None = None,
    ) -> Any:
        """Sends a request, and returns the JSON of its answer."""
        request = Request(
            self.settings, operation, arguments, "application/json", options or DEFAULT_OPTIONS, prefer
        )
        response = await self.send(request)
        try:
            return parse(operation, response, await response.aread())
        except httpx.HTTPError as error:
            raise failure(error, request.seconds) from error
        finally:
            await response.aclose()

    @property
    def token(self) -> str | None:
        """The token of the newest requests."""
        return self._tokens.newest

    async def renew(self, ended: str | None) -> bool:
        """Replaces the token of a socket that ended with it, unless another request has; false if it cannot be replaced."""
        if not self._tokens.is_renewable:
            return False
        await self._tokens.renew(ended)
        return True

    async def close(self) -> None:
        """Closes the connections, unless the caller gave the client of httpx."""
        if self._owns_client:
            await self._client.aclose()

    async def _attempt(self, request: Request, token: str | None) -> httpx.Response:
        body = request.body
        content = None if body is None else body.async_portions(request.on_progress)
        prepared = self._client.build_request(
            request.method,
            request.url,
            params=request.query or None,
            headers=request.authorized(token),
            content=content,
            timeout=request.seconds,
        )
        try:
            return await self._client.send(prepared, stream=True, auth=None, follow_redirects=False)
        except httpx.HTTPError as error:
            raise failure(error, request.seconds) from error

    async def _refusal(self, response: httpx.Response) -> ApiError:
        text = b""
        try:
            async for part in response.aiter_bytes():
                text += part
                if len(text) > MAX_REFUSAL_BYTES:
                    break
        except httpx.HTTPError:
            text = b""  # The status says what is wrong.
        finally:
            await response.aclose()
        return error_of(response.status_code, response.headers, text.decode(errors="replace"))

    async def _post_for_tokens(self, path: str, body: dict[str, Any]) -> TokenPair:
        operation: Operation[TokenPair] = Operation("POST", path, TokenPair, is_open=True)
        return token_pair(await self.call(operation, Arguments(json=body), None))
