"""The figures of Python in `cargo xtask bench clients`.

The tasks are `upload URL TOKEN POINTS`, `series-upload URL TOKEN POINTS`, `proof`, `table-upload URL TOKEN POINTS`,
`arrow-upload URL TOKEN POINTS` and `pandas URL TOKEN POINTS`, which reads the points of `arrow-upload`.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

BODY_POINTS = 10_000
ARROW_POINTS = 100_000
"""The rows of a body of Arrow, as many as the server takes."""
ARROW = "application/vnd.apache.arrow.stream"
START = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS = 9
FRAMES = 5


def upload(base_url: str, access_token: str, count: str) -> dict[str, float]:
    """Sends points over one connection, each body after the answer to the last."""
    from lockstep import Lockstep
    from lockstep.models import FitnessDataPoint

    start = time.perf_counter()
    client = Lockstep(base_url, access_token=access_token)
    for first in range(0, int(count), BODY_POINTS):
        client.fitness.upload_points(
            data=[
                FitnessDataPoint(
                    timestamp=START + timedelta(seconds=nth),
                    type="heart_rate",
                    value=60 + nth % 90,
                    unit="bpm",
                    device="strap",
                )
                for nth in range(first, first + BODY_POINTS)
            ],
            encryption_mode="Basic",
        )
    return used(time.perf_counter() - start)


def series_upload(base_url: str, access_token: str, count: str) -> dict[str, float]:
    """Makes the columns of a series and sends them over one connection, each body after the answer to the last."""
    from lockstep import Lockstep, arrow_series

    start = time.perf_counter()
    client = Lockstep(base_url, access_token=access_token)
    first_time = int(START.timestamp()) * 1000
    for first in range(0, int(count), ARROW_POINTS):
        rows = range(first, min(first + ARROW_POINTS, int(count)))
        body = arrow_series(
            type="heart_rate",
            unit="bpm",
            device="strap",
            timestamps=[first_time + 1000 * nth for nth in rows],
            values=[60 + nth % 90 for nth in rows],
        )
        client.fitness.upload_points_content(body)
    return used(time.perf_counter() - start)


def used(seconds: float) -> dict[str, float]:
    """Returns this time, and the processor time and the largest memory of the process."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "seconds": seconds,
        "cpuSeconds": usage.ru_utime + usage.ru_stime,
        "peakMiB": usage.ru_maxrss / 1024,
    }


def arrow_body(first: int, rows: int) -> bytes:
    """Makes points as a table, and writes it."""
    import numpy
    import pyarrow

    from lockstep import arrow_stream

    def texts(text: str) -> Any:
        return pyarrow.DictionaryArray.from_arrays(numpy.zeros(rows, dtype=numpy.int32), [text])

    nth = numpy.arange(first, first + rows, dtype=numpy.int64)
    moments = int(START.timestamp() * 1000) + nth * 1000
    columns = {
        "timestamp": pyarrow.array(moments, pyarrow.timestamp("ms", "UTC")),
        "type": texts("heart_rate"),
        "value": pyarrow.array((60 + nth % 90).astype(numpy.float64)),
        "unit": texts("bpm"),
        "device": texts("strap"),
    }
    return arrow_stream(pyarrow.table(columns))


def table_upload(base_url: str, access_token: str, count: str) -> dict[str, float]:
    """Makes and sends tables of points, one after another. The libraries are imported before."""
    from lockstep import Lockstep

    arrow_body(0, 1)
    start = time.perf_counter()
    client = Lockstep(base_url, access_token=access_token)
    for first in range(0, int(count), ARROW_POINTS):
        client.fitness.upload_points_content(arrow_body(first, ARROW_POINTS))
    return used(time.perf_counter() - start)


def arrow_upload(base_url: str, access_token: str, count: str) -> dict[str, float]:
    """Sends tables of points over one connection. They are made before, which is not measured."""
    from lockstep import Lockstep

    total = int(count)
    bodies = [arrow_body(first, min(ARROW_POINTS, total - first)) for first in range(0, total, ARROW_POINTS)]
    client = Lockstep(base_url, access_token=access_token, timeout=600)
    start = time.perf_counter()
    stored = sum(client.fitness.upload_points_content(one).processed_count for one in bodies)
    seconds = time.perf_counter() - start
    if stored != total:
        raise SystemExit(f"{stored} of {total} points were stored")
    return {"seconds": seconds}


def pandas_frame(base_url: str, access_token: str, count: str) -> dict[str, float]:
    """Reads all points into data frames, one after another. The libraries are imported before."""
    import pandas  # noqa: F401
    import pyarrow.ipc  # noqa: F401

    from lockstep import Lockstep

    client = Lockstep(base_url, access_token=access_token, timeout=600)
    times: list[tuple[float, float]] = []
    for _ in range(FRAMES):
        start = time.perf_counter()
        with client.fitness.read_points_stream(accept=ARROW) as answer:
            content = answer.to_arrow()
        received = time.perf_counter()
        frame = content.to_pandas()
        end = time.perf_counter()
        times.append((end - start, end - received))
        if len(frame) != int(count):
            raise SystemExit(f"{len(frame)} of {count} points were read")
        del content, frame
    seconds, frame_seconds = sorted(times)[FRAMES // 2]
    return {"seconds": seconds, "frameSeconds": frame_seconds}


def proof() -> dict[str, float]:
    """Returns median milliseconds, with keys that exist."""
    from lockstep.crypto import ZkHandler

    zk = ZkHandler()
    load = timed(zk.initialize.sync)

    def prove() -> Any:
        return zk.generate_range_proof.sync(61, min=40, max=200)

    made = prove()
    key = zk.verification_key(made.vk_digest)
    proofs = [timed(prove) for _ in range(ROUNDS)]
    verifications = [timed(lambda: made.verify(key)) for _ in range(ROUNDS)]
    return {"load": load, "proof": statistics.median(proofs), "verify": statistics.median(verifications)}


def timed(call: Callable[[], Any]) -> float:
    """Returns the milliseconds of a call."""
    start = time.perf_counter()
    call()
    return (time.perf_counter() - start) * 1000


if __name__ == "__main__":
    task, *words = sys.argv[1:]
    tasks: dict[str, Callable[..., dict[str, float]]] = {
        "upload": upload,
        "series-upload": series_upload,
        "proof": proof,
        "table-upload": table_upload,
        "arrow-upload": arrow_upload,
        "pandas": pandas_frame,
    }
    print(json.dumps(tasks[task](*words)))
