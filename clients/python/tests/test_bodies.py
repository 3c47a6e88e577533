"""Bodies of requests and answers that are streams."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from lockstep import (
    ApiConnectionError,
    CallOptions,
    Lockstep,
    MalformedArrowError,
    _arrow,
    _body,
    arrow_stream,
)
from lockstep._download import AsyncDownload
from tests.fake import FakeServer, Handler, Received, answer, break_off, refusal
from tests.flavours import FLAVOURS, Async, Sync

Flavour = Sync | Async

both = pytest.mark.parametrize("flavour", FLAVOURS, ids=repr)
DATA = bytes(range(256)) * 1000


@both
@pytest.mark.parametrize("kind", ["bytes", "path", "file", "iterator", "text"])
def test_a_body_is_sent_as_it_is_and_its_bytes_are_counted(
    flavour: Flavour, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "data"
    path.write_bytes(DATA)
    contents: dict[str, Any] = {
        "bytes": DATA,
        "path": path,
        "file": io.BytesIO(DATA),
        "iterator": (part for part in (DATA[:1000], b"", DATA[1000:])),
        "text": "grün",
    }
    expected = "grün".encode() if kind == "text" else DATA
    sent: list[int] = []
    options = CallOptions(on_progress=sent.append)
    with FakeServer(answer(200, {})) as server:
        call = lambda one: one.datasets.replace_dataset_data("d", contents[kind], "text/csv", options=options)  # noqa: E731
        flavour.call(server.url, call)
        (request,) = server.received
        assert request.body == expected
        assert request.headers["content-type"] == "text/csv"
        assert sent == sorted(sent)
        assert sent[-1] == len(expected)
        assert ("content-length" in request.headers) == (kind != "iterator")


def test_an_asynchronous_iterator_is_a_body_of_the_asynchronous_client() -> None:
    async def portions() -> AsyncIterator[bytes]:
        yield b"a\r\n"
        yield b"1\r\n"

    with FakeServer(answer(200, {})) as server:
        send = lambda one: one.datasets.replace_dataset_data("d", portions(), "text/csv")  # noqa: E731
        Async().call(server.url, send)
        assert server.received[0].body == b"a\r\n1\r\n"
        with pytest.raises(TypeError, match="AsyncLockstep only"):
            Sync().call(server.url, send)


@both
def test_a_path_is_read_again_for_each_attempt(flavour: Flavour, tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_bytes(DATA)
    with FakeServer(refusal(503, "X"), answer(200, {})) as server:
        flavour.call(server.url, lambda one: one.fitness.import_recording(file=path))
        assert [DATA in request.body for request in server.received] == [True, True]


@both
def test_a_form_has_the_file_and_its_name(flavour: Flavour) -> None:
    with FakeServer(answer(200, {})) as server:
        name = 'a "run"\r\n.csv'
        flavour.call(server.url, lambda one: one.fitness.import_recording(file=(name, b"x,y")))
        (request,) = server.received
        kind, boundary = request.headers["content-type"].split("; boundary=")
        assert kind == "multipart/form-data"
        assert (
            request.body
            == (
                f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="a %22run%22%0D%0A.csv"\r\n'
                f"Content-Type: application/octet-stream\r\n\r\nx,y\r\n--{boundary}--\r\n"
            ).encode()
        )


def test_a_body_has_the_length_of_its_rest() -> None:
    file = io.BytesIO(DATA)
    file.seek(10)
    body = _body.raw_body(file, "text/csv")
    assert body.length == len(DATA) - 10
    assert b"".join(body.portions(None)) == DATA[10:]
    assert not body.is_replayable


def csv(handler: Handler, _: Received) -> None:
    handler.reply(200, {"Content-Type": "text/csv", "Lockstep-Skipped-Points": "2"}, DATA)


def test_a_download_is_read_in_parts_and_saved(tmp_path: Path) -> None:
    with FakeServer(csv) as server, Lockstep(server.url, api_key="k") as lockstep:
        with lockstep.fitness.export_points_stream(accept="text/csv") as download:
            assert download.headers["Lockstep-Skipped-Points"] == "2"
            assert repr(download) == "Download('text/csv')"
            assert b"".join(download.iter_bytes()) == DATA
        received: list[int] = []
        with lockstep.fitness.export_points_stream(accept="text/csv") as download:
            assert download.save(tmp_path / "points.csv", on_progress=received.append) == len(DATA)
        assert (tmp_path / "points.csv").read_bytes() == DATA
        assert received[-1] == len(DATA)
        assert server.received[0].headers["accept"] == "text/csv"


def test_an_asynchronous_download_is_saved(tmp_path: Path) -> None:
    received: list[int] = []

    async def save(one: Any) -> int:
        async with await one.fitness.export_points_stream(accept="text/csv") as download:
            saved: int = await download.save(tmp_path / "points.csv", on_progress=received.append)
            return saved

    with FakeServer(csv) as server:
        assert Async().call(server.url, save) == len(DATA)
    assert (tmp_path / "points.csv").read_bytes() == DATA
    assert received[-1] == len(DATA)


@both
def test_a_download_that_breaks_off_is_a_lost_connection(flavour: Flavour) -> None:
    def read(one: Any) -> Any:
        if isinstance(one, Lockstep):
            return one.fitness.export_points_stream(accept="text/csv").read()

        async def wait() -> Any:
            return await (await one.fitness.export_points_stream(accept="text/csv")).read()

        return wait()

    with FakeServer(break_off) as server, pytest.raises(ApiConnectionError):
        flavour.call(server.url, read)


@both
def test_a_request_without_a_method_of_its_own_can_be_sent(flavour: Flavour) -> None:
    def read(one: Any) -> Any:
        if isinstance(one, Lockstep):
            return one.request("POST", "/v2/new", query={"a": True}, json={"b": 1}).text()

        async def wait() -> Any:
            return await (await one.request("POST", "/v2/new", query={"a": True}, json={"b": 1})).text()

        return wait()

    with FakeServer(answer(200, "yes")) as server:
        assert flavour.call(server.url, read) == '"yes"'
        (request,) = server.received
        assert (request.path, request.json) == ("/v2/new?a=true", {"b": 1})


@pytest.mark.parametrize("length", [1, 7, 8, 1000, 1_000_000])
def test_arrow_is_read_from_parts_of_any_length(length: int) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    texts = pyarrow.array(["x", "y"] * 500).dictionary_encode()
    table = pyarrow.table({"a": list(range(1000)), "b": texts})
    content = arrow_stream(table)
    parts = [content[at : at + length] for at in range(0, len(content), length)]
    assert _arrow.table(_arrow.MEDIA_TYPE, [b"", *parts]).equals(table)
    with pytest.raises(MalformedArrowError, match="end marker is missing"):
        _arrow.table(_arrow.MEDIA_TYPE, [*parts, b"\0"])
    with pytest.raises(MalformedArrowError, match="end marker is missing"):
        _arrow.table(_arrow.MEDIA_TYPE, [content[:-length]])


def test_an_arrow_stream_that_breaks_off_is_an_error_of_the_connection() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    content = arrow_stream(pyarrow.table({"a": list(range(1000))}))

    def parts() -> Iterator[bytes]:
        yield content[:500]
        raise ApiConnectionError("the connection ended")

    with pytest.raises(ApiConnectionError, match="the connection ended"):
        _arrow.table(_arrow.MEDIA_TYPE, parts())


def test_parts_of_an_asynchronous_answer_are_free_when_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    freed: list[int] = []
    counts: list[int] = []

    class Part(bytes):
        def __del__(self) -> None:
            freed.append(len(self))

    class Response:
        headers: ClassVar[dict[str, str]] = {"content-type": _arrow.MEDIA_TYPE}

        async def aiter_bytes(self) -> AsyncIterator[bytes]:
            for length in (1, 2, 3):
                yield Part(length)

        async def aclose(self) -> None:
            pass

    def table(_: str, parts: Iterator[bytes]) -> None:
        while next(parts, None) is not None:
            counts.append(len(freed))

    monkeypatch.setattr(_arrow, "table", table)
    response: Any = Response()
    asyncio.run(AsyncDownload(response, 1).to_arrow())
    assert counts == [1, 2, 3]
    assert freed == [1, 2, 3]


def test_malformed_arrow_is_an_error() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    media_type = "application/vnd.apache.arrow.stream"
    for content, kind in [
        (b"", media_type),
        (b"garbage" * 100, media_type),
        (b"garbage" * 100 + b"\xff\xff\xff\xff\0\0\0\0", media_type),
        (arrow_stream(pyarrow.table({"a": [1]}))[:-8], media_type),
        (b"\xff\xff\xff\xff\xff\xff\xff\x7f", media_type),
        (b"a,b", "text/csv"),
    ]:

        def reply(handler: Handler, _: Received, content: bytes = content, kind: str = kind) -> None:
            handler.reply(200, {"Content-Type": kind}, content)

        with FakeServer(reply) as server, Lockstep(server.url, api_key="k") as lockstep:
            download = lockstep.request("GET", "/v1/sfdp/data", accept=media_type)
            with pytest.raises(MalformedArrowError):
                download.to_arrow()
