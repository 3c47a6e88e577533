"""What both clients send, and what they do with answers, against a server in the test process."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from typing import Any

import pytest

from lockstep import (
    ApiConnectionError,
    ApiError,
    ApiTimeoutError,
    AsyncLockstep,
    AuthenticationError,
    CallOptions,
    ConflictError,
    InvalidRequestError,
    JobFailedError,
    Lockstep,
    NotFoundError,
    PermissionDeniedError,
    RateLimitError,
    ServerError,
    models,
)
from tests.fake import Answer, FakeServer, Handler, Received, answer, break_off, drop, html, refusal, silence
from tests.flavours import FLAVOURS, Async, Sync

Flavour = Sync | Async
USAGE = answer(200, {"quotas": {}})

both = pytest.mark.parametrize("flavour", FLAVOURS, ids=repr)


def usage(lockstep: Any) -> Any:
    return lockstep.fitness.get_usage()


def revoke(lockstep: Any, id: str) -> Any:
    return lockstep.devices.revoke_device(id)


@both
@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (400, "INVALID_REQUEST", InvalidRequestError),
        (401, "AUTH_ERROR", AuthenticationError),
        (403, "PERMISSION_DENIED", PermissionDeniedError),
        (404, "NOT_FOUND", NotFoundError),
        (409, "CONFLICT", ConflictError),
        (422, "ENCRYPTION_ERROR", InvalidRequestError),
        (429, "RATE_LIMIT", RateLimitError),
        (500, "SERVER_ERROR", ServerError),
        (302, "MOVED", ApiError),
    ],
)
def test_every_status_has_an_error_of_its_own(
    flavour: Flavour, status: int, code: str, kind: type[ApiError]
) -> None:
    with FakeServer(refusal(status, code)) as server:
        with pytest.raises(kind) as caught:
            flavour.call(server.url, usage, max_retries=0)
        error = caught.value
        assert type(error) is kind
        assert (error.status, error.code, error.request_id) == (status, code, "req_1")
        assert error.details == {"parameter": "type", "reason": "no"}
        assert str(error) == f"no ({status} {code}, request req_1)"


@both
@pytest.mark.parametrize(
    ("what", "status", "call", "is_repeated"),
    [
        ("read, not begun", 503, usage, True),
        ("read, maybe done", 502, usage, True),
        (
            "creation under a key",
            500,
            lambda one: one.devices.register_device(name="w", type="watch", capabilities=[]),
            True,
        ),
        ("change, not begun", 429, lambda one: one.profile.update_profile(weight_kg=70), True),
        ("change, maybe done", 502, lambda one: one.profile.update_profile(weight_kg=70), False),
        ("deletion, maybe done", 504, lambda one: one.devices.revoke_device("dev_1"), False),
        (
            "replacement, maybe done",
            500,
            lambda one: one.datasets.replace_dataset_data("d", b"a", "text/csv"),
            True,
        ),
        (
            "replacement by a stream",
            503,
            lambda one: one.datasets.replace_dataset_data("d", iter([b"a"]), "text/csv"),
            False,
        ),
        ("wrong", 400, usage, False),
    ],
)
def test_a_request_is_sent_again_only_if_that_is_safe(
    flavour: Flavour, what: str, status: int, call: Any, is_repeated: bool
) -> None:
    with FakeServer(refusal(status, "X", {"Retry-After": "0"}), answer(200, {})) as server:
        if is_repeated:
            flavour.call(server.url, call)
        else:
            with pytest.raises(ApiError):
                flavour.call(server.url, call)
        assert len(server.received) == (2 if is_repeated else 1)
        keys = {request.headers.get("idempotency-key") for request in server.received}
        assert len(keys) == 1
        assert (None not in keys) == (what == "creation under a key")
        assert len({request.body for request in server.received}) == 1


@both
def test_a_server_that_refuses_for_ever_is_asked_as_often_as_allowed(flavour: Flavour) -> None:
    with FakeServer(refusal(429, "RATE_LIMIT", {"Retry-After": "0"})) as server:
        with pytest.raises(RateLimitError):
            flavour.call(server.url, usage, max_retries=2)
        assert len(server.received) == 3


@both
@pytest.mark.parametrize("text", ["3600", "Fri, 31 Dec 2100 23:59:59 GMT"])
def test_a_long_retry_after_is_an_error_at_once(flavour: Flavour, text: str) -> None:
    with FakeServer(refusal(429, "RATE_LIMITED", {"Retry-After": text})) as server:
        with pytest.raises(RateLimitError) as caught:
            flavour.call(server.url, usage)
        assert caught.value.retry_after is not None
        assert caught.value.retry_after >= 3600
        assert len(server.received) == 1


@both
@pytest.mark.parametrize("text", ["soon", "-1", "Fri, 31 Dec 1999 23:59:59 GMT", "²"])
def test_a_retry_after_that_names_no_later_time_is_ignored(flavour: Flavour, text: str) -> None:
    refused = refusal(503, "X", {"Retry-After": text.encode().decode("latin-1")})
    with FakeServer(refused, USAGE) as server:
        flavour.call(server.url, usage)
        assert len(server.received) == 2


@both
def test_an_answer_that_is_not_of_lockstep_is_told_apart(flavour: Flavour) -> None:
    with FakeServer(html(502)) as server, pytest.raises(ServerError, match="not from Lockstep"):
        flavour.call(server.url, usage, max_retries=0)
    with FakeServer(html(200)) as server, pytest.raises(ApiError, match="not JSON"):
        flavour.call(server.url, usage)
    deep = b"[" * 100_000

    def nested(handler: Handler, _: Received) -> None:
        handler.reply(200, {}, deep)

    with FakeServer(nested) as server, pytest.raises(ApiError, match="not JSON"):
        flavour.call(server.url, usage)


@both
def test_an_answer_that_breaks_off_is_a_lost_connection(flavour: Flavour) -> None:
    with FakeServer(break_off) as server, pytest.raises(ApiConnectionError):
        flavour.call(server.url, usage)


@both
def test_a_connection_that_fails_is_tried_again_for_safe_requests(flavour: Flavour) -> None:
    with FakeServer(drop, USAGE) as server:
        flavour.call(server.url, usage)
        assert len(server.received) == 2
    with FakeServer(drop, USAGE) as server:
        with pytest.raises(ApiConnectionError):
            flavour.call(server.url, lambda one: one.profile.update_profile(weight_kg=70))
        assert len(server.received) == 1


@both
def test_time_outs_end_a_call(flavour: Flavour) -> None:
    with FakeServer(silence) as server:
        with pytest.raises(ApiTimeoutError) as caught:
            flavour.call(server.url, usage, timeout=0.05, max_retries=0)
        assert caught.value.seconds == 0.05
        options = CallOptions(timeout=0.05, max_retries=1)
        with pytest.raises(ApiTimeoutError):
            flavour.call(server.url, lambda one: one.fitness.get_usage(options=options))
        assert len(server.received) == 3


def test_cancelling_the_task_cancels_the_request() -> None:
    async def run(url: str) -> None:
        async with AsyncLockstep(url, api_key="k") as lockstep:
            task = asyncio.ensure_future(lockstep.fitness.get_usage())
            while not server.received:
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

    with FakeServer(silence) as server:
        asyncio.run(run(server.url))
        assert len(server.received) == 1


def pair(name: str) -> dict[str, Any]:
    return {
        "access_token": name,
        "refresh_token": f"r_{name}",
        "expires_in": 3600,
        "token_type": "Bearer",
        "scope": "",
    }


def account(valid: set[str], refresh: Answer | None = None) -> Answer:
    """Answers sign-ins, refreshes and reads as the server does."""

    def reply(handler: Handler, request: Received) -> None:
        if request.path == "/api/auth/token":
            return answer(200, pair("first"))(handler, request)
        if request.path == "/api/auth/refresh":
            return (refresh or answer(200, pair("second")))(handler, request)
        is_valid = request.headers.get("authorization", "").removeprefix("Bearer ") in valid
        return (USAGE if is_valid else refusal(401, "AUTH_ERROR"))(handler, request)

    return reply


def test_an_expired_token_is_renewed_once_for_all_tasks() -> None:
    valid = {"first"}

    async def run(url: str) -> None:
        async with AsyncLockstep(url, username="ada", password="secret of ada") as lockstep:
            await lockstep.fitness.get_usage()
            valid.clear()
            valid.add("second")
            await asyncio.gather(*(lockstep.fitness.get_usage() for _ in range(3)))
            valid.clear()
            with pytest.raises(AuthenticationError):
                await lockstep.fitness.get_usage()

    with FakeServer(account(valid)) as server:
        asyncio.run(run(server.url))
        asked = [request.path for request in server.received if request.path.startswith("/api/auth")]
        assert asked == ["/api/auth/token", "/api/auth/refresh", "/api/auth/refresh"]


def test_an_expired_token_is_renewed_once_for_all_threads() -> None:
    from concurrent.futures import ThreadPoolExecutor

    valid = {"first"}
    with (
        FakeServer(account(valid)) as server,
        Lockstep(server.url, username="ada", password="secret of ada") as lockstep,
    ):
        lockstep.fitness.get_usage()
        valid.clear()
        valid.add("second")
        with ThreadPoolExecutor(3) as threads:
            list(threads.map(lambda _: lockstep.fitness.get_usage(), range(3)))
        asked = [request.path for request in server.received if request.path.startswith("/api/auth")]
        assert asked == ["/api/auth/token", "/api/auth/refresh"]


@both
def test_a_password_signs_in_again_when_the_refresh_token_has_ended(flavour: Flavour) -> None:
    valid = {"none"}
    with FakeServer(account(valid, refusal(401, "AUTH_ERROR"))) as server:
        with pytest.raises(AuthenticationError):
            flavour.call(server.url, usage, api_key=None, username="ada", password="p")
        asked = [request.path for request in server.received]
        assert asked == [
            "/api/auth/token",
            "/v1/sfdp/usage",
            "/api/auth/refresh",
            "/api/auth/token",
            "/v1/sfdp/usage",
        ]


@both
def test_each_new_refresh_token_is_handed_over(flavour: Flavour) -> None:
    stored: list[models.TokenPair] = []
    with FakeServer(account({"second"})) as server:
        flavour.call(server.url, usage, api_key=None, refresh_token="r", on_tokens=stored.append)
        assert [one.refresh_token for one in stored] == ["r_second"]
        assert server.received[0].json == {"refresh_token": "r"}


def test_a_cancelled_call_does_not_lose_the_new_refresh_token() -> None:
    stored: list[str] = []
    release = asyncio.Event()

    async def keep(tokens: models.TokenPair) -> None:
        await release.wait()
        stored.append(tokens.refresh_token)

    async def run(url: str) -> None:
        async with AsyncLockstep(url, refresh_token="r", on_tokens=keep) as lockstep:
            first = asyncio.ensure_future(lockstep.fitness.get_usage())
            while not server.received:
                await asyncio.sleep(0)
            first.cancel()
            with pytest.raises(asyncio.CancelledError):
                await first
            release.set()
            await lockstep.fitness.get_usage()

    with FakeServer(account({"second"})) as server:
        asyncio.run(run(server.url))
        assert stored == ["r_second"]
        assert [request.path for request in server.received] == ["/api/auth/refresh", "/v1/sfdp/usage"]


@both
def test_pages_are_requested_until_the_last(flavour: Flavour) -> None:
    def page(number: int, ids: list[int]) -> Answer:
        return answer(200, {"data": [{"id": id} for id in ids], "total": 5, "page": number, "limit": 2})

    with FakeServer(page(1, [2, 3]), page(2, [4, 5]), page(3, [6])) as server:
        found = flavour.call(server.url, lambda one: one.datasets.list_datasets_all(limit=2))
        assert [one.id for one in found] == [2, 3, 4, 5, 6]
        assert [request.path for request in server.received] == [
            "/api/datasets?limit=2",
            "/api/datasets?page=2&limit=2",
            "/api/datasets?page=3&limit=2",
        ]

    def points(cursor: str | None) -> Answer:
        body = {"data": [{"value": 1}], "total": 2, "hasMore": cursor is not None, "nextCursor": cursor}
        return answer(200, body)

    with FakeServer(points("c1"), points(None)) as server:
        found = flavour.call(server.url, lambda one: one.fitness.read_points_all(type="steps", offset=1))
        assert [one.value for one in found] == [1, 1]
        assert server.received[1].path == "/v1/sfdp/data?type=steps&cursor=c1"


def test_a_page_is_requested_when_its_first_entry_is_read() -> None:
    body = {"data": [{"id": 1}, {"id": 2}], "total": 4, "page": 1, "limit": 2}
    with FakeServer(answer(200, body)) as server, Lockstep(server.url, api_key="k") as lockstep:
        entries = lockstep.datasets.list_datasets_all(limit=2)
        assert server.received == []
        next(entries)
        next(entries)
        assert len(server.received) == 1


@both
def test_parameters_are_checked_before_anything_is_sent(flavour: Flavour) -> None:
    with FakeServer(USAGE) as server:
        for id in ["", ".", ".."]:
            with pytest.raises(ValueError, match="the parameter id"):
                flavour.call(server.url, partial(revoke, id=id))
        with pytest.raises(TypeError, match="tpye"):
            flavour.call(server.url, lambda one: one.fitness.read_points(tpye="steps"))
        with pytest.raises(TypeError, match="cannot be written as JSON"):
            flavour.call(server.url, lambda one: one.profile.update_profile(weight_kg=object()))
        with pytest.raises(ValueError, match="JSON"):
            flavour.call(server.url, lambda one: one.profile.update_profile(weight_kg=float("nan")))
        assert server.received == []
        flavour.call(server.url, lambda one: one.devices.revoke_device("../x y"))
        assert server.received[0].path == "/v1/sfdp/devices/..%2Fx%20y"


@both
def test_only_set_fields_are_sent_and_none_is_null(flavour: Flavour) -> None:
    with FakeServer(answer(200, {})) as server:
        flavour.call(server.url, lambda one: one.profile.update_profile(weight_kg=None, sex="female"))
        assert server.received[0].json == {"weightKg": None, "sex": "female"}
        assert server.received[0].headers["content-type"] == "application/json"


@both
def test_a_job_is_awaited_and_its_failure_is_an_error(flavour: Flavour) -> None:
    accepted = answer(200, {"jobId": "job_1"})
    running = answer(200, {"jobId": "job_1", "status": "running"})
    done = answer(200, {"status": "succeeded", "result": {"encryptedData": "abc", "metadata": {}}})
    with FakeServer(accepted, running, done) as server:
        assert flavour.call(server.url, result_of_job).encrypted_data == "abc"
        assert [request.headers.get("prefer") for request in server.received] == [
            "respond-async",
            "wait=20",
            "wait=20",
        ]
    failed = answer(200, {"status": "failed", "error": {"code": "NOT_FOUND", "message": "no key"}})
    with FakeServer(accepted, failed) as server, pytest.raises(JobFailedError, match="no key") as caught:
        flavour.call(server.url, result_of_job)
    assert caught.value.code == "NOT_FOUND"
    unnamed = answer(200, {"status": "failed", "error": "no"})
    with FakeServer(accepted, unnamed) as server, pytest.raises(JobFailedError, match="the job failed"):
        flavour.call(server.url, result_of_job)


@both
@pytest.mark.parametrize(("timeout", "wait"), [(5.0, 2), (0.5, 1), (3600.0, 20)])
def test_the_wait_for_a_job_is_shorter_than_the_time_out(flavour: Flavour, timeout: float, wait: int) -> None:
    accepted = answer(200, {"jobId": "job_1"})
    done = answer(200, {"status": "succeeded", "result": {"encryptedData": "abc", "metadata": {}}})
    with FakeServer(accepted, done) as server:
        flavour.call(server.url, partial(result_of_job, options=CallOptions(timeout=timeout)))
        assert server.received[1].headers["prefer"] == f"wait={wait}"


def result_of_job(one: Any, options: CallOptions | None = None) -> Any:
    def start() -> Any:
        return one.encryption.encrypt_data_as_job(data="WzYxXQ==", mode="FHE")

    if isinstance(one, Lockstep):
        return start().result(options)

    async def wait() -> Any:
        return await (await start()).result(options)

    return wait()


@both
def test_a_refusal_without_an_end_is_not_read_whole(flavour: Flavour) -> None:
    broken = threading.Event()

    def endless(handler: Handler, _: Received) -> None:
        handler.send_response(400)
        handler.end_headers()
        handler.close_connection = True
        try:
            while not handler.fake.closing.is_set():
                handler.wfile.write(bytes(64 * 1024))
        except OSError:
            broken.set()

    with FakeServer(endless) as server:
        with pytest.raises(InvalidRequestError, match="not from Lockstep"):
            flavour.call(server.url, usage)
        assert broken.wait(10)


@both
def test_wrong_credentials_and_addresses_are_refused_at_once(flavour: Flavour) -> None:
    wrong: list[dict[str, str | None]] = [
        {"api_key": "a", "access_token": "b"},
        {"api_key": None, "username": "ada"},
        {"api_key": None, "refresh_token": "r"},
    ]
    for options in wrong:
        with pytest.raises(TypeError):
            flavour.call("http://127.0.0.1", usage, **options)
    for url in ["127.0.0.1:8080", "ftp://127.0.0.1", ""]:
        with pytest.raises(ValueError, match="base_url"):
            flavour.call(url, usage)
