"""Sockets against a server in the test process."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from lockstep import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AsyncLockstep,
    AuthenticationError,
    InvalidRequestError,
    Lockstep,
    MalformedMessageError,
    MissedEventsError,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    _events,
)
from tests.fake import FakeServer, answer, drop, refusal
from tests.test_transport import pair

Script = Callable[[ServerConnection], None]
KEY: dict[str, Any] = {"api_key": "k"}
TICKET = answer(200, {"ticket": "hidden-ticket", "expiresIn": 30})


class Sockets:
    """Gives each socket the next script, or the status that refuses it, and notes what it asked for."""

    def __init__(self, scripts: tuple[Script | int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.subprotocols: list[list[str]] = []
        self.headers: dict[str, str] = {}
        self._scripts = scripts
        self._server = serve(
            self._handle, "127.0.0.1", 0, select_subprotocol=self._select, process_request=self._refuse
        )
        port = self._server.socket.getsockname()[1]
        address = _events._Resuming._address
        monkeypatch.setattr(
            _events._Resuming,
            "_address",
            lambda stream: f"ws://127.0.0.1:{port}/" + address(stream).split("/", 3)[3],
        )
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def _select(self, _: ServerConnection, offered: Any) -> Any:
        self.subprotocols.append(list(offered))
        return "lockstep.v1"

    def _refuse(self, socket: ServerConnection, request: Request) -> Response | None:
        """Notes the request, and refuses it if the script is a status."""
        self.asked.append(request.path)
        script = self._script()
        if not isinstance(script, int):
            return None
        body = {"error": {"code": "CODE", "message": "no", "requestId": "req_1"}, "status": script}
        response = socket.respond(script, json.dumps(body))
        response.headers.update(self.headers)
        return response

    def _script(self) -> Script | int:
        return self._scripts[min(len(self.asked), len(self._scripts)) - 1]

    def _handle(self, socket: ServerConnection) -> None:
        script = self._script()
        assert not isinstance(script, int)
        script(socket)

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()


@contextmanager
def sockets(monkeypatch: pytest.MonkeyPatch, *scripts: Script | int) -> Iterator[Sockets]:
    monkeypatch.setattr(_events, "FIRST_DELAY_SECONDS", 0.01)
    server = Sockets(scripts, monkeypatch)
    try:
        yield server
    finally:
        server.close()


def send(*ids: str, code: int = 1011) -> Script:
    """Sends messages with these ids, then closes."""

    def script(socket: ServerConnection) -> None:
        for id in ids:
            socket.send(json.dumps({"id": id, "type": "insight", "payload": {"new": id}}))
        socket.close(code)

    return script


def listen(is_async: bool, url: str, count: int, credential: dict[str, Any], **options: Any) -> list[str]:
    """Returns the ids of the first messages."""
    seen = take(is_async, url, count, lambda lockstep: lockstep.stream(**options), **credential)
    return [message.id for message in seen]


def take(is_async: bool, url: str, count: int, opens: Callable[[Any], Any], **options: Any) -> list[Any]:
    """Returns the first messages."""
    seen: list[Any] = []
    settings = options or KEY
    if "timeout" in settings:
        settings = KEY | settings
    if not is_async:
        with Lockstep(url, **settings) as lockstep, opens(lockstep) as messages:
            for message in messages:
                seen.append(message)
                if len(seen) == count:
                    break
        return seen

    async def run() -> None:
        async with AsyncLockstep(url, **settings) as lockstep, opens(lockstep) as messages:
            async for message in messages:
                seen.append(message)
                if len(seen) == count:
                    break

    asyncio.run(run())
    return seen


both = pytest.mark.parametrize("is_async", [False, True], ids=["sync", "async"])


@both
def test_a_socket_resumes_after_its_last_message(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        FakeServer(TICKET) as server,
        sockets(monkeypatch, send("e1", "e2"), send(), send("e3"), send("e4")) as ws,
    ):
        assert listen(is_async, server.url, 4, KEY) == ["e1", "e2", "e3", "e4"]
        assert ws.asked == [
            "/v1/sfdp/stream",
            "/v1/sfdp/stream?lastEventId=e2",
            "/v1/sfdp/stream?lastEventId=e2",
            "/v1/sfdp/stream?lastEventId=e3",
        ]
        assert ws.subprotocols[0] == ["lockstep.v1", "ticket.hidden-ticket"]


@both
def test_a_socket_begins_after_a_given_message(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, send("e8")) as ws:
        assert listen(is_async, server.url, 1, KEY, last_event_id="e 7&") == ["e8"]
        assert ws.asked == ["/v1/sfdp/stream?lastEventId=e+7%26"]


@both
def test_a_socket_that_is_too_far_behind_is_an_error(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        FakeServer(TICKET) as server,
        sockets(monkeypatch, send(code=4408)),
        pytest.raises(MissedEventsError),
    ):
        listen(is_async, server.url, 1, KEY, last_event_id="e1")


@both
def test_an_ended_credential_is_renewed_once(is_async: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        FakeServer(TICKET) as server,
        sockets(monkeypatch, send(code=4401)),
        pytest.raises(AuthenticationError),
    ):
        listen(is_async, server.url, 1, KEY)
    answers = [answer(200, pair("a")), TICKET, answer(200, pair("b")), TICKET]
    password = {"username": "ada", "password": "p"}
    with FakeServer(*answers) as server, sockets(monkeypatch, send(code=4401), send("e1")):
        assert listen(is_async, server.url, 1, password) == ["e1"]
        paths = [request.path for request in server.received]
        assert paths == ["/api/auth/token", "/v1/ws/tickets", "/api/auth/refresh", "/v1/ws/tickets"]
    with (
        FakeServer(*answers) as server,
        sockets(monkeypatch, send(code=4401)),
        pytest.raises(AuthenticationError),
    ):
        listen(is_async, server.url, 1, password)


@both
def test_a_lost_socket_is_opened_again_as_often_as_allowed(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, send("e1"), send()) as ws:
        with pytest.raises(ApiConnectionError):
            listen(is_async, server.url, 2, KEY, max_reconnects=2)
        assert len(ws.asked) == 3
    with FakeServer(refusal(403, "PERMISSION_DENIED")) as server, pytest.raises(PermissionDeniedError):
        listen(is_async, server.url, 1, KEY)
    refused = refusal(429, "RATE_LIMITED", {"Retry-After": "3600"})
    with FakeServer(refused) as server, pytest.raises(RateLimitError):
        listen(is_async, server.url, 1, KEY, max_reconnects=1)


@both
@pytest.mark.parametrize(
    ("status", "kind"),
    [(200, ApiError), (400, InvalidRequestError), (403, PermissionDeniedError), (404, NotFoundError)],
)
def test_a_refused_socket_is_the_error_of_its_status(
    is_async: bool, status: int, kind: type[ApiError], monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, status) as ws:
        with pytest.raises(kind) as caught:
            listen(is_async, server.url, 1, KEY)
        assert (caught.value.status, caught.value.code, caught.value.request_id) == (status, "CODE", "req_1")
        assert len(ws.asked) == 1


@both
def test_a_socket_is_requested_again_while_the_server_cannot_open_it(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    # 401 is about the ticket: the credential was accepted just before.
    with FakeServer(TICKET) as server, sockets(monkeypatch, 401, 429, 503, send("e1")) as ws:
        assert listen(is_async, server.url, 1, KEY) == ["e1"]
        assert len(ws.asked) == 4


@both
@pytest.mark.parametrize(
    ("scripts", "count"),
    [
        ((401,), 2),
        ((401, 503, 401), 3),
        ((401, send("e1"), 401, 401), 4),  # A socket that opened had a good ticket.
    ],
)
def test_a_second_refused_ticket_is_an_authentication_error(
    is_async: bool, scripts: tuple[Script | int, ...], count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, *scripts) as ws:
        # The limit ends the loop of a client that asks on.
        with pytest.raises(AuthenticationError) as caught:
            listen(is_async, server.url, 9, KEY, max_reconnects=9)
        assert (caught.value.status, caught.value.request_id) == (401, "req_1")
        assert (len(server.received), len(ws.asked)) == (count, count)


@both
def test_a_server_that_always_refuses_with_429_ends_the_stream(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, 429) as ws:
        with pytest.raises(RateLimitError):
            listen(is_async, server.url, 1, KEY | {"max_retries": 1})
        assert len(ws.asked) == 2


@both
def test_tickets_and_sockets_share_the_retries_of_a_refusal_with_429(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = refusal(429, "RATE_LIMITED")
    once = KEY | {"max_retries": 1}
    for answers, tickets, asked in [((limited,), 2, 0), ((limited, TICKET), 2, 1)]:
        with FakeServer(*answers) as server, sockets(monkeypatch, 429) as ws:
            with pytest.raises(RateLimitError):
                listen(is_async, server.url, 1, once)
            assert (len(server.received), len(ws.asked)) == (tickets, asked)


@both
def test_a_long_retry_after_of_a_socket_is_an_error_at_once(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, 429) as ws:
        ws.headers["Retry-After"] = "3600"
        with pytest.raises(RateLimitError) as caught:
            listen(is_async, server.url, 1, KEY)
        assert (caught.value.retry_after, len(ws.asked)) == (3600.0, 1)


@both
def test_tokens_are_renewed_once_for_a_socket_and_again_after_a_failure(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    password = {"username": "ada", "password": "p"}
    expired = answer(200, pair("a") | {"expires_in": 0})
    answers = [expired, TICKET, answer(200, pair("b")), TICKET]
    with FakeServer(*answers) as server, sockets(monkeypatch, send(code=4401), send("e1")):
        assert listen(is_async, server.url, 1, password) == ["e1"]
        paths = [request.path for request in server.received]
        assert paths == ["/api/auth/token", "/v1/ws/tickets", "/api/auth/refresh", "/v1/ws/tickets"]
    answers = [answer(200, pair("a")), TICKET, drop, TICKET, answer(200, pair("b")), TICKET]
    with (
        FakeServer(*answers) as server,
        sockets(monkeypatch, send(code=4401), send(code=4401), send("e1")),
    ):
        assert listen(is_async, server.url, 1, password) == ["e1"]
        paths = [request.path for request in server.received]
        renewal = ["/api/auth/refresh", "/v1/ws/tickets"]
        assert paths == ["/api/auth/token", "/v1/ws/tickets", *renewal, *renewal]


def test_a_stream_can_be_closed_by_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    def hold(socket: ServerConnection) -> None:
        socket.send(json.dumps({"id": "e1", "type": "insight", "payload": {}}))
        with pytest.raises(Exception, match="1000"):
            socket.recv()

    with (
        FakeServer(TICKET) as server,
        sockets(monkeypatch, hold),
        Lockstep(server.url, api_key="k") as lockstep,
        lockstep.stream() as messages,
    ):
        threads = []
        for message in messages:
            assert message.id == "e1"
            threads.append(threading.Thread(target=messages.close))
            threads[0].start()
        threads[0].join()
        assert list(messages) == []


def test_cancelling_the_task_ends_the_socket(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = threading.Event()

    def hold(socket: ServerConnection) -> None:
        socket.send(json.dumps({"id": "e1", "type": "insight", "payload": {}}))
        with pytest.raises(Exception, match="1000"):
            socket.recv()
        closed.set()

    async def run(url: str) -> None:
        heard = asyncio.Event()

        async def wait() -> None:
            async for _ in lockstep.stream():
                heard.set()

        async with AsyncLockstep(url, api_key="k") as lockstep:
            task = asyncio.ensure_future(wait())
            await heard.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with FakeServer(TICKET) as server, sockets(monkeypatch, hold):
        asyncio.run(run(server.url))
        assert closed.wait(10)


@both
def test_no_log_contains_the_ticket(
    is_async: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    with FakeServer(TICKET) as server, sockets(monkeypatch, send("e1")):
        listen(is_async, server.url, 1, KEY)
    ours = [record.getMessage() for record in caplog.records if record.name != "websockets.server"]
    assert "hidden-ticket" not in "\n".join(ours)


@both
@pytest.mark.parametrize("text", ["<html>", "", "null", "5", "[]", '{"id":', "[" * 100_000])
def test_a_message_that_is_no_json_object_ends_the_stream(
    is_async: bool, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def script(socket: ServerConnection) -> None:
        socket.send(text)
        socket.close()

    with FakeServer(TICKET) as server, sockets(monkeypatch, script) as ws:
        with pytest.raises(MalformedMessageError):
            listen(is_async, server.url, 1, KEY)
        assert len(ws.asked) == 1


SUBSCRIBED = {"type": "subscribed", "channels": ["marketplace"]}


def after_subscription(frames: list[Any], *answers: Any, code: int | None = 1011) -> Script:
    """Waits for the subscription, then sends these messages, and closes, or waits for the client to do so."""

    def script(socket: ServerConnection) -> None:
        frames.append(json.loads(socket.recv()))
        for sent in answers:
            socket.send(json.dumps(sent))
        if code is None:
            with contextlib.suppress(ConnectionClosed):
                socket.recv()
        else:
            socket.close(code)

    return script


def channels(names: Any) -> Callable[[Any], Any]:
    return lambda lockstep: lockstep.channels(names, max_reconnects=1)


@both
def test_channels_are_subscribed_to_again_after_a_lost_connection(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def message(id: str) -> dict[str, Any]:
        return {"channel": "marketplace", "type": "created", "id": id, "payload": {}}

    frames: list[Any] = []
    first = after_subscription(frames, SUBSCRIBED, message("e1"))
    second = after_subscription(frames, message("e2"), SUBSCRIBED, message("e3"))
    with FakeServer(TICKET) as server, sockets(monkeypatch, first, second) as ws:
        seen = take(is_async, server.url, 3, channels(["marketplace"]))
        assert [one.id for one in seen] == ["e1", "e2", "e3"]
        assert {one.channel for one in seen} == {"marketplace"}
        assert ws.asked == ["/v1/ws", "/v1/ws?lastEventId=e1"]
        assert frames == [{"type": "subscribe", "channels": ["marketplace"]}] * 2
        assert ws.subprotocols[0] == ["lockstep.v1", "ticket.hidden-ticket"]


@both
@pytest.mark.parametrize("dataset_id", ["ds_1", None])
def test_updates_are_those_of_one_dataset_or_of_all(
    is_async: bool, dataset_id: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    frames: list[Any] = []
    update = {"type": "update", "id": "e1", "data": {"dataset_id": "ds_1", "event": "updated"}}
    with (
        FakeServer(TICKET) as server,
        sockets(monkeypatch, after_subscription(frames, SUBSCRIBED, update)) as ws,
    ):
        (seen,) = take(is_async, server.url, 1, lambda lockstep: lockstep.dataset_updates(dataset_id))
        assert (seen.data.dataset_id, seen.data.event) == ("ds_1", "updated")
        assert ws.asked == ["/api/ws"]
        assert frames == [{"type": "subscribe", "channel": "dataset_updates", "dataset_id": dataset_id}]


@both
@pytest.mark.parametrize(
    ("status", "kind"), [(400, InvalidRequestError), (403, PermissionDeniedError), (404, NotFoundError)]
)
def test_a_refused_subscription_is_the_error_of_its_status(
    is_async: bool, status: int, kind: type[ApiError], monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = {"type": "error", "error": {"code": "CODE", "message": "no"}, "status": status}
    with (
        FakeServer(TICKET) as server,
        sockets(monkeypatch, after_subscription([], refused, code=None)) as ws,
    ):
        with pytest.raises(kind) as caught:
            take(is_async, server.url, 1, channels(["alerts"]))
        assert (caught.value.status, caught.value.code) == (status, "CODE")
        assert len(ws.asked) == 1


@both
def test_a_subscription_without_an_answer_ends_in_time(
    is_async: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeServer(TICKET) as server, sockets(monkeypatch, after_subscription([], code=None)) as ws:
        with pytest.raises(ApiTimeoutError):
            take(is_async, server.url, 1, channels(["marketplace"]), timeout=1)
        assert len(ws.asked) == 2


def test_one_name_is_no_list_of_channels() -> None:
    with (
        Lockstep("http://127.0.0.1:1", api_key="k") as lockstep,
        pytest.raises(TypeError, match="list of names"),
    ):
        lockstep.channels("alerts")
