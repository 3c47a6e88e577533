"""Series as Arrow streams: the shared vectors, the kinds of columns, and refusals."""

from __future__ import annotations

import base64
import datetime as dt
import json
import math
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from lockstep import arrow_series

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "arrow_series.json").read_text())
NAMES: Final = {"type": "heart_rate", "unit": "bpm", "device": "strap"}
MINUTES = [1_767_225_600_000, 1_767_225_660_000, 1_767_225_720_001]
RATES = [60.0, 61.5, 90.0]
EXPECTED = arrow_series(**NAMES, timestamps=MINUTES, values=RATES)


def arguments(case: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in case.items() if name not in ("name", "body")}


@pytest.mark.parametrize("case", VECTORS["series"], ids=lambda case: str(case["name"]))
def test_a_series_has_the_bytes_of_the_shared_vectors(case: dict[str, Any]) -> None:
    assert arrow_series(**arguments(case)) == base64.b64decode(case["body"])


@pytest.mark.parametrize("case", VECTORS["refusals"], ids=lambda case: str(case["name"]))
def test_the_series_of_the_shared_vectors_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"type|unit|device|timestamps|points"):
        arrow_series(**arguments(case))


@pytest.mark.parametrize("case", VECTORS["series"], ids=lambda case: str(case["name"]))
def test_pyarrow_reads_the_vectors(case: dict[str, Any]) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.ipc.open_stream(base64.b64decode(case["body"])).read_all()
    table.validate(full=True)
    assert table.column_names == ["timestamp", "type", "value", "unit", "device"]
    assert table["timestamp"].type == pyarrow.timestamp("ms", "UTC")
    assert table["timestamp"].cast("int64").to_pylist() == case["timestamps"]
    assert table["value"].to_pylist() == case["values"]
    for name in ("type", "unit", "device"):
        assert table[name].to_pylist() == [case[name]] * len(case["values"])
    assert not any(field.nullable for field in table.schema)


def zoned(milliseconds: int) -> dt.datetime:
    """Returns the time half a millisecond later, in a zone east of Greenwich."""
    zone = dt.timezone(dt.timedelta(hours=2))
    return dt.datetime.fromtimestamp(0, zone) + dt.timedelta(milliseconds=milliseconds, microseconds=500)


@pytest.mark.parametrize(
    ("timestamps", "values"),
    [
        (tuple(MINUTES), tuple(RATES)),
        (iter(MINUTES), iter(RATES)),
        (array("q", MINUTES), array("d", RATES)),
        (memoryview(array("Q", MINUTES)), array("f", RATES)),
        ([zoned(time) for time in MINUTES], RATES),
        (range(MINUTES[0], MINUTES[1] + 1, 60_000), [60, 61.5]),
    ],
)
def test_columns_of_the_standard_library_are_taken(timestamps: Any, values: Any) -> None:
    made = arrow_series(**NAMES, timestamps=timestamps, values=values)
    rows = 2 if isinstance(timestamps, range) else 3
    assert made == arrow_series(**NAMES, timestamps=MINUTES[:rows], values=RATES[:rows])


def test_columns_of_numpy_pandas_and_polars_are_taken() -> None:
    numpy = pytest.importorskip("numpy")
    times, rates = numpy.array(MINUTES), numpy.array(RATES)
    columns: list[tuple[Any, Any]] = [
        (times, rates),
        (times.astype(">u8"), rates.astype(">f4")),
        (numpy.repeat(times, 2)[::2], numpy.repeat(rates, 2)[::2]),
        (times.astype("datetime64[ms]").astype("datetime64[ns]"), rates.astype(object)),
        (masked(MINUTES, 3), numpy.ma.masked_array(RATES)),
    ]
    for made in columns:
        assert arrow_series(**NAMES, timestamps=made[0], values=made[1]) == EXPECTED
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    frame = pandas.DataFrame({"rate": RATES}, index=pandas.to_datetime(times, unit="ms", utc=True))
    assert arrow_series(**NAMES, timestamps=frame.index, values=frame["rate"]) == EXPECTED
    naive = polars.Series(MINUTES).cast(polars.Datetime("ms"))
    assert arrow_series(**NAMES, timestamps=naive, values=polars.Series(RATES)) == EXPECTED


def numpy_array(items: list[Any], kind: str) -> Any:
    return pytest.importorskip("numpy").array(items, kind)


def masked(items: list[Any], place: int) -> Any:
    """Returns a masked array of which no item is masked but this one."""
    mask = [nth == place for nth in range(len(items))]
    return pytest.importorskip("numpy").ma.masked_array(items, mask)


@pytest.mark.parametrize(
    ("changes", "error", "text"),
    [
        ({"values": [60, math.nan, 61]}, ValueError, "not finite"),
        ({"values": [math.inf, -math.inf, 61]}, ValueError, "not finite"),
        ({"values": [10**400, 1, 2]}, ValueError, "not finite"),
        ({"values": lambda: numpy_array([60, math.nan, 61], "f8")}, ValueError, "not finite"),
        ({"values": lambda: numpy_array([[60, 61, 62]], "f8")}, ValueError, "2 dimensions"),
        ({"values": lambda: numpy_array(["1", "2", "3"], "U1")}, TypeError, "numbers"),
        ({"values": ["60", "61", "62"]}, TypeError, "numbers"),
        ({"values": [60, None, 61]}, TypeError, "numbers"),
        ({"values": [True, False, True]}, TypeError, "values must be numbers"),
        ({"values": b"abc"}, TypeError, "list or an array"),
        ({"values": 60}, TypeError, "list or an array"),
        ({"values": {60: 1, 61: 2, 62: 3}}, TypeError, "list or an array"),
        ({"timestamps": set(MINUTES)}, TypeError, "list or an array"),
        ({"values": lambda: masked(RATES, 1)}, ValueError, "values has a masked item"),
        ({"timestamps": lambda: masked(MINUTES, 2)}, ValueError, "timestamps has a masked item"),
        ({"timestamps": [1.5, 2.5, 3.5]}, TypeError, "integers"),
        ({"timestamps": lambda: numpy_array([1, 2, 3], "f8")}, TypeError, "integers"),
        ({"timestamps": lambda: numpy_array(["NaT", "2026", "2027"], "M8[ms]")}, ValueError, "1970"),
        ({"timestamps": [zoned(0), 1, 2]}, TypeError, "all times"),
        ({"timestamps": [1, 2, 2**70]}, ValueError, "9999"),
        ({"timestamps": [dt.datetime(2026, 1, 1)] * 3}, ValueError, "time zone"),
        ({"type": None}, TypeError, "type must be a str"),
        ({"device": b"strap"}, TypeError, "device must be a str"),
        ({"unit": "a\ud83d"}, ValueError, "unit has half of a character"),
        ({"timestamps": range(100_001), "values": range(100_001)}, ValueError, "1 to 100000"),
    ],
)
def test_bad_columns_are_refused(changes: dict[str, Any], error: type[Exception], text: str) -> None:
    given: dict[str, Any] = {**NAMES, "timestamps": MINUTES, "values": RATES}
    for name, value in changes.items():
        given[name] = value() if isinstance(value, Callable) else value  # type: ignore[arg-type]
    with pytest.raises(error, match=text) as refusal:
        arrow_series(**given)
    assert "60" not in str(refusal.value)


def test_the_largest_values_are_taken() -> None:
    most = [1.7976931348623157e308] * 3
    numpy = pytest.importorskip("numpy")
    assert arrow_series(**NAMES, timestamps=MINUTES, values=most) == arrow_series(
        **NAMES, timestamps=MINUTES, values=numpy.array(most)
    )
