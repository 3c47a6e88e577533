"""Sends the requests of the synchronous client: credentials, time-outs, retries, errors."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from typing import Any

import httpx

from ._credentials import Credential, Tokens
from ._exchange import MAX_REFUSAL_BYTES, Request, Settings, failure
from ._generated.models import TokenPair
from ._operation import DEFAULT_OPTIONS, Arguments, CallOptions, Operation, value_of
from .errors import ApiConnectionError, ApiError, error_of, malformed


class Transport:
    """Sends requests to one server."""

    def __init__(self, settings: Settings, credential: Credential, http_client: httpx.Client | None) -> None:
        self.settings = settings
        self._owns_client = http_client is None
        self._client = http_client or httpx.Client(follow_redirects=False)
        self._tokens = Tokens(credential, self._post_for_tokens)

    def send(self, request: Request) -> httpx.Response:
        """Returns the answer, whose status is a success and whose body is not read yet."""
        while True:
            token = None if request.is_open else self._tokens.current()
            try:
                response = self._attempt(request, token)
            except ApiConnectionError:
                pause = request.pause_after_failure()
                if pause is None:
                    raise
                time.sleep(pause)
                continue
            if response.is_success:
                return response
            is_renewable = token is not None and self._tokens.is_renewable
            if is_renewable and request.may_renew(response.status_code):
                response.close()
                self._tokens.renew(token)
                continue
            pause = request.pause_after(response.status_code, response.headers)
            if pause is None:
                raise self._refusal(response)
            response.close()
            time.sleep(pause)

    def call(
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
        response = self.send(request)
        try:
            return parse(operation, response, response.read())
        except httpx.HTTPError as error:
            raise failure(error, request.seconds) from error
        finally:
            response.close()

    @property
    def token(self) -> str | None:
        """The token of the newest requests."""
        return self._tokens.newest

    def renew(self, ended: str | None) -> bool:
        """Replaces the token of a socket that ended with it, unless another request has; false if it cannot be replaced."""
        if not self._tokens.is_renewable:
            return False
        self._tokens.renew(ended)
        return True

    def close(self) -> None:
        """Closes the connections, unless the caller gave the client of httpx."""
        if self._owns_client:
            self._client.close()

    def _attempt(self, request: Request, token: str | None) -> httpx.Response:
        body = request.body
        content = None if body is None else body.portions(request.on_progress)
        prepared = self._client.build_request(
            request.method,
            request.url,
            params=request.query or None,
            headers=request.authorized(token),
            content=content,
            timeout=request.seconds,
        )
        try:
            return self._client.send(prepared, stream=True, auth=None, follow_redirects=False)
        except httpx.HTTPError as error:
            raise failure(error, request.seconds) from error

    def _refusal(self, response: httpx.Response) -> ApiError:
        text = b""
        try:
            for part in response.iter_bytes():
                text += part
                if len(text) > MAX_REFUSAL_BYTES:
                    break
        except httpx.HTTPError:
            text = b""  # The status says what is wrong.
        finally:
            response.close()
        return error_of(response.status_code, response.headers, text.decode(errors="replace"))

    def _post_for_tokens(self, path: str, body: dict[str, Any]) -> TokenPair:
        operation: Operation[TokenPair] = Operation("POST", path, TokenPair, is_open=True)
        return token_pair(self.call(operation, Arguments(json=body), None))


def parse(operation: Operation[Any], response: httpx.Response, content: bytes) -> Any:
    """Reads the body of an answer as JSON: an object, for some operations also a list."""
    request_id = response.headers.get("x-request-id")
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise malformed(response.status_code, "the answer is not JSON", request_id) from None
    if not isinstance(value, dict | list if operation.may_be_list else dict):
        wanted = "an object or a list" if operation.may_be_list else "an object"
        kind = "null" if value is None else f"a JSON {_KINDS[type(value)]}"
        raise malformed(response.status_code, f"the answer is {kind}, not {wanted}", request_id)
    return value


def token_pair(answer: Mapping[str, Any]) -> TokenPair:
    """Reads the answer of a sign-in."""
    for name in ("access_token", "refresh_token"):
        value_of(answer, name, str)
    value_of(answer, "expires_in", int)
    return TokenPair.from_dict(answer)


_KINDS = {bool: "boolean", int: "number", float: "number", str: "text", list: "list", dict: "object"}
