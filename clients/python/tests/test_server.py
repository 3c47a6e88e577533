"""Both clients against a real server."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import datetime as dt
import io
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from lockstep import (
    AsyncLockstep,
    CallOptions,
    ConflictError,
    InvalidRequestError,
    Lockstep,
    LockstepError,
    NotFoundError,
    PermissionDeniedError,
    arrow_series,
    arrow_stream,
    crypto,
)
from lockstep.models import FitnessDataPoint
from tests.lockstep_server import PASSWORD, PROGRAM, Server

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="LOCKSTEP_PROGRAM does not name the server's binary")

START = dt.datetime(2026, 6, 1, 7, tzinfo=dt.UTC)
ARROW: Final = "application/vnd.apache.arrow.stream"
DOCUMENT = Path(__file__).parents[3] / "docs" / "clients.md"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture
def lockstep(server: Server) -> Iterator[Lockstep]:
    with server.client() as client:
        yield client


def points(kind: str, values: list[int], first: dt.datetime = START) -> list[FitnessDataPoint]:
    return [
        FitnessDataPoint(
            timestamp=first + dt.timedelta(seconds=nth),
            type=kind,
            value=value,
            unit="count" if kind == "steps" else "bpm",
            device="strap",
        )
        for nth, value in enumerate(values)
    ]


def test_the_task_of_the_documents_runs_as_it_is_printed() -> None:
    if not crypto.is_available():
        pytest.skip("no native library: LOCKSTEP_FFI_LIBRARY does not name it")
    text = DOCUMENT.read_text()
    code = "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    printed = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert printed is not None
    with Server() as server, server.client() as other:

        def upload() -> None:
            other.fitness.upload_points(data=points("steps", [1], START + dt.timedelta(days=1)))

        names = {
            "LOCKSTEP_URL": server.url,
            "LOCKSTEP_USERNAME": "admin",
            "LOCKSTEP_PASSWORD": PASSWORD,
        }
        with until_heard(upload) as heard:
            done = subprocess.run(
                [sys.executable, "-c", code],
                env=os.environ | names | {"PYTHONPATH": "src"},
                stdout=subprocess.PIPE,
                check=True,
            )
            heard.set()
        assert done.stdout.decode() == printed[1]


def test_points_are_stored_paged_exported_and_deleted(lockstep: Lockstep) -> None:
    values = [60 + nth % 90 for nth in range(2500)]
    once = CallOptions(idempotency_key="one")
    stored = lockstep.fitness.upload_points(data=points("heart_rate", values), options=once)
    assert stored.processed_count == 2500
    assert lockstep.fitness.upload_points(data=points("heart_rate", values), options=once) == stored
    with pytest.raises(ConflictError):
        lockstep.fitness.upload_points(data=points("steps", [1]), options=once)
    read = list(lockstep.fitness.read_points_all(type="heart_rate", limit=1000))
    assert [point.value for point in read] == values
    assert read[1].timestamp == START + dt.timedelta(seconds=1)
    with lockstep.fitness.export_points_stream(format="csv", accept="text/csv") as export:
        assert len(export.text().strip().split("\n")) == 2501
    again = lockstep.fitness.upload_points(data=read[:10])
    assert again.processed_count == 10
    assert lockstep.fitness.delete_points(type="heart_rate").deleted_count == 2500


def test_errors_name_the_parameter_and_the_request(lockstep: Lockstep) -> None:
    with pytest.raises(InvalidRequestError, match=r"request req_") as caught:
        lockstep.fitness.read_points(limit=0)
    assert caught.value.details["parameter"] == "limit"
    with pytest.raises(NotFoundError):
        lockstep.activities.get_activity("act_01h455vb4pex5vsknk084sn02q")


def test_files_and_tables_are_sent_and_read_as_streams(lockstep: Lockstep, tmp_path: Path) -> None:
    moments = [START + dt.timedelta(days=1, seconds=nth) for nth in range(600)]
    rows = [
        f"{moment.isoformat()},heart_rate,{120 + nth % 9},bpm,strap\n" for nth, moment in enumerate(moments)
    ]
    recording = tmp_path / 'a "run".csv'
    recording.write_text("".join(["timestamp,type,value,unit,device\n", *rows]))
    assert lockstep.fitness.import_recording(file=recording).new_count == 600
    dataset = lockstep.datasets.create_dataset(name="rides", encryption_mode="basic")
    table = b"watts\r\n" + b"200\r\n" * 50_000
    sent: list[int] = []
    replace = lockstep.datasets.replace_dataset_data
    replace(dataset.id, table, "text/csv", options=CallOptions(on_progress=sent.append))
    assert sent[-1] == len(table)
    assert len(sent) > 1
    target, received = tmp_path / "table.csv", list[int]()
    with lockstep.datasets.read_dataset_data_stream(dataset.id, accept="text/csv") as answer:
        assert answer.content_type.startswith("text/csv")
        assert answer.save(target, on_progress=received.append) == len(table)
    assert target.read_bytes() == table
    assert received[-1] == len(table)
    parts = (table[start : start + 999] for start in range(0, len(table), 999))
    contents: list[Any] = [target, io.BytesIO(table), parts]
    for content in contents:
        assert replace(dataset.id, content, "text/csv").id == dataset.id


def test_a_job_returns_what_the_request_would_have(lockstep: Lockstep) -> None:
    data = base64.b64encode(b"[61,64,73]").decode()
    result = lockstep.encryption.encrypt_data_as_job(data=data, mode="FHE").result()
    opened = lockstep.encryption.decrypt_envelope(
        encrypted_data=result.encrypted_data, metadata=result.metadata.to_dict()
    )
    assert json.loads(base64.b64decode(opened.data)) == [61, 64, 73]


def test_the_asynchronous_client_does_the_same(server: Server) -> None:
    async def portions() -> AsyncIterator[bytes]:
        yield b"watts\r\n"
        for _ in range(1000):
            yield b"200\r\n"

    async def run() -> None:
        async with server.async_client() as lockstep:
            await lockstep.fitness.upload_points(data=points("steps", [1, 2, 3]))
            read = [point.value async for point in lockstep.fitness.read_points_all(type="steps", limit=2)]
            assert read == [1, 2, 3]
            dataset = await lockstep.datasets.create_dataset(name="walks", encryption_mode="none")
            await lockstep.datasets.replace_dataset_data(dataset.id, portions(), "text/csv")
            async with await lockstep.datasets.read_dataset_data_stream(
                dataset.id, accept="text/csv"
            ) as answer:
                assert (await answer.text()).count("200") == 1000
            many = await asyncio.gather(*(lockstep.datasets.get_dataset(dataset.id) for _ in range(20)))
            assert {one.id for one in many} == {dataset.id}
            job = await lockstep.encryption.encrypt_data_as_job(data="WzYxXQ==", mode="FHE")
            assert (await job.result()).encrypted_data
            await lockstep.fitness.delete_points(type="steps")

    asyncio.run(run())


def test_a_stream_continues_after_the_server_was_killed_and_misses_nothing() -> None:
    with Server() as server, server.client() as lockstep:

        def upload(value: int) -> None:
            lockstep.fitness.upload_points(data=points("steps", [value], START + dt.timedelta(minutes=value)))

        with until_heard(lambda: upload(0)) as heard, lockstep.stream() as messages:
            seen: list[float] = []
            for message in messages:
                if not isinstance(message.payload, FitnessDataPoint):
                    continue
                seen.append(message.payload.value)
                heard.set()
                if len(set(seen)) == 1:
                    upload(1)
                    upload(2)
                elif len(set(seen)) == 3 and seen[-1] == 2:
                    server.kill()
                    server.run()
                    upload(3)
                elif seen[-1] == 3:
                    break
        assert sorted(set(seen)) == [0, 1, 2, 3]
        assert [value for value in seen if value > 0] == [
            *dict.fromkeys(value for value in seen if value > 0)
        ]


def test_an_asynchronous_stream_continues_after_the_server_was_killed() -> None:
    async def upload(lockstep: AsyncLockstep, value: int) -> None:
        await lockstep.fitness.upload_points(
            data=points("steps", [value], START + dt.timedelta(minutes=value))
        )

    async def run(server: Server) -> list[float]:
        seen: list[float] = []
        async with server.async_client() as lockstep:
            first = asyncio.ensure_future(knock(lockstep, upload))
            async with lockstep.stream() as messages:
                async for message in messages:
                    if not isinstance(message.payload, FitnessDataPoint):
                        continue
                    seen.append(message.payload.value)
                    first.cancel()
                    if message.payload.value == 3:
                        break
                    if len(seen) == 1:
                        server.kill()
                        await asyncio.to_thread(server.run)
                        await upload(lockstep, 3)
        return seen

    with Server() as server:
        assert set(asyncio.run(run(server))) == {0, 3}


def test_agents_answer_in_words_and_their_updates_arrive(lockstep: Lockstep) -> None:
    lockstep.fitness.delete_points()
    lockstep.fitness.upload_points(data=points("heart_rate", [61, 64]))

    def ask() -> str:
        content = {"action": "ask", "parameters": {"query": "Is my data complete?"}}
        answer = lockstep.agents.send_agent_message("agt_core_ingest", type="query", content=content)
        return answer.response.content

    assert "heart rate: 2 points" in ask()
    with until_heard(ask) as heard, lockstep.agent_updates() as updates:
        update = next(iter(updates))
        heard.set()
        assert (update.type, update.agent_id) == ("message", "agt_core_ingest")


def offer(lockstep: Lockstep) -> str:
    """Offers a new dataset, and returns the id of the listing."""
    dataset = lockstep.datasets.create_dataset(name="rides", encryption_mode="none")
    lockstep.datasets.replace_dataset_data(dataset.id, b"watts\r\n200\r\n", "text/csv")
    return lockstep.marketplace.create_listing(dataset_id=dataset.id, price=1, title="Rides").id


def test_channels_continue_after_the_server_was_killed() -> None:
    with Server() as server, server.client() as lockstep:

        def try_offer() -> None:
            with contextlib.suppress(LockstepError):  # The server may have been killed.
                offer(lockstep)

        last = None
        with (
            until_heard(try_offer) as heard,
            lockstep.channels(["marketplace", "audit-logs"]) as messages,
        ):
            for message in messages:
                if message.channel != "marketplace":
                    continue
                heard.set()
                assert message.type == "created"
                if last is None:
                    server.kill()
                    server.run()
                    last = offer(lockstep)
                elif message.payload["id"] == last:
                    break


def test_updates_of_one_dataset_arrive(server: Server, lockstep: Lockstep) -> None:
    one, other = (
        lockstep.datasets.create_dataset(name=name, encryption_mode="none").id for name in ("one", "other")
    )

    def replace() -> None:
        for id in (other, one):
            lockstep.datasets.replace_dataset_data(id, b"watts\r\n200\r\n", "text/csv")

    with until_heard(replace) as heard, lockstep.dataset_updates(one) as updates:
        update = next(iter(updates))
        heard.set()
        assert (update.data.dataset_id, update.data.event) == (one, "updated")

    async def listen() -> str:
        async with server.async_client() as client, client.dataset_updates() as changes:
            async for change in changes:
                return change.data.dataset_id
        raise AssertionError("the stream ended")

    with until_heard(replace):
        assert asyncio.run(listen()) == other


def test_a_socket_refuses_channels_of_administration_and_datasets_of_others(
    server: Server, lockstep: Lockstep
) -> None:
    mine = lockstep.datasets.create_dataset(name="mine", encryption_mode="none").id
    password = "correct horse battery"
    lockstep.administration.create_user(
        username="ada", email="ada@example.org", password=password, role="user"
    )
    with server.client(username="ada", password=password) as other:
        with pytest.raises(PermissionDeniedError):
            next(iter(other.channels(["alerts"])))
        with pytest.raises(NotFoundError):
            next(iter(other.dataset_updates(mine)))
        with pytest.raises(InvalidRequestError):
            next(iter(other.channels([])))


def test_points_become_data_frames(lockstep: Lockstep) -> None:
    pytest.importorskip("pyarrow")
    lockstep.fitness.delete_points()
    lockstep.fitness.upload_points(data=points("heart_rate", [61, 64]))
    answer = None
    with contextlib.suppress(InvalidRequestError):
        answer = lockstep.request("GET", "/v1/sfdp/data", accept=ARROW)
    if answer is None or not answer.content_type.startswith(ARROW):
        if answer is not None:
            answer.close()
        pytest.skip("this server does not answer points as Arrow")
    frame = answer.to_arrow().to_pydict()
    assert frame["timestamp"] == [START, START + dt.timedelta(seconds=1)]
    assert frame["type"] == ["heart_rate"] * 2
    assert frame["value"] == [61, 64]
    assert frame["unit"] == ["bpm"] * 2
    assert frame["device"] == ["strap"] * 2


def test_points_are_sent_as_arrow(lockstep: Lockstep) -> None:
    pytest.importorskip("pyarrow")
    lockstep.fitness.delete_points()
    lockstep.fitness.upload_points(data=points("heart_rate", [61, 64]))
    with lockstep.fitness.read_points_stream(accept=ARROW) as answer:
        table = answer.read()
    lockstep.fitness.delete_points()
    assert lockstep.fitness.upload_points_content(table).processed_count == 2
    for malformed in (b"", b"garbage", table[:-20], table[8:]):
        with pytest.raises(InvalidRequestError):
            lockstep.fitness.upload_points_content(malformed)
    assert [point.value for point in lockstep.fitness.read_points_all(type="heart_rate")] == [61, 64]


def test_a_series_is_sent_from_arrays(server: Server, lockstep: Lockstep) -> None:
    lockstep.fitness.delete_points()
    times = [round(START.timestamp() * 1000) + 1000 * second for second in range(3)]

    def body(values: list[float]) -> bytes:
        return arrow_series(type="heart_rate", unit="bpm", device="strap", timestamps=times, values=values)

    assert lockstep.fitness.upload_points_content(body([61, 64.5, 62])).processed_count == 3
    found = lockstep.fitness.read_points(type="heart_rate").data
    assert [(point.timestamp, point.value) for point in found] == [
        (START + dt.timedelta(seconds=second), value) for second, value in enumerate([61, 64.5, 62])
    ]
    assert {(point.unit, point.device) for point in found} == {("bpm", "strap")}

    async def send() -> int:
        async with server.async_client() as client:
            return (await client.fitness.upload_points_content(body([65, 66, 67]))).processed_count

    assert asyncio.run(send()) == 3


def test_tables_of_datasets_become_data_frames(server: Server, lockstep: Lockstep) -> None:
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    frame = pandas.DataFrame({"watts": [200.5, 210.25], "lap": [1, 2]})
    dataset = lockstep.datasets.create_dataset(name="frames", encryption_mode="none")
    lockstep.datasets.replace_dataset_data(dataset.id, arrow_stream(frame), ARROW)
    with lockstep.datasets.read_dataset_data_stream(dataset.id, accept=ARROW) as answer:
        assert answer.to_pandas()["watts"].tolist() == [200.5, 210.25]
    with lockstep.datasets.read_dataset_data_stream(dataset.id, accept=ARROW) as answer:
        assert answer.to_polars().equals(polars.DataFrame({"watts": [200.5, 210.25], "lap": [1, 2]}))

    async def read() -> Any:
        async with server.async_client() as client:
            answer = await client.datasets.read_dataset_data_stream(dataset.id, accept=ARROW)
            return await answer.to_pandas()

    assert asyncio.run(read()).equals(frame)


@contextlib.contextmanager
def until_heard(act: Any) -> Iterator[threading.Event]:
    """Repeats an act in a thread until its message was heard: the socket may open later."""
    heard = threading.Event()

    def repeat() -> None:
        while not heard.wait(0.2):
            act()

    thread = threading.Thread(target=repeat)
    thread.start()
    try:
        yield heard
    finally:
        heard.set()
        thread.join()


async def knock(lockstep: AsyncLockstep, upload: Any) -> None:
    while True:
        await upload(lockstep, 0)
        await asyncio.sleep(0.2)
