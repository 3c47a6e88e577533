"""The figures of Python in `cargo xtask bench clients`: `measure.py upload URL TOKEN POINTS`, or `proof`."""

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
START = datetime(2026, 1, 1, tzinfo=UTC)
ROUNDS = 9


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
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "seconds": time.perf_counter() - start,
        "cpuSeconds": usage.ru_utime + usage.ru_stime,
        "peakMiB": usage.ru_maxrss / 1024,
    }


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
    print(json.dumps(upload(*words) if task == "upload" else proof()))
