"""The JSON of requests: what the writers of models make is what `json` makes."""

from __future__ import annotations

import datetime as dt
import enum
import json
import math
from types import MappingProxyType
from typing import Any

import pytest

from lockstep import models
from lockstep._json import json_text
from lockstep._model import encode
from lockstep.models import FitnessDataPoint, PointMetadata, WorkflowAgentNode, WorkflowManualTrigger

UTC_TIME = dt.datetime(2026, 6, 1, 7, 5, 9, tzinfo=dt.UTC)
PARIS = dt.timezone(dt.timedelta(hours=2))


def point(**changes: Any) -> FitnessDataPoint:
    fields: dict[str, Any] = {
        "timestamp": UTC_TIME,
        "type": "heart_rate",
        "value": 61,
        "unit": "bpm",
        "device": "strap",
    }
    return FitnessDataPoint(**(fields | changes))


class Kind(enum.StrEnum):
    STEPS = "steps"


class Number(float):
    def __repr__(self) -> str:
        return "not JSON"


@pytest.mark.parametrize(
    "value",
    [
        point(),
        point(device='a "strap"\n\\ {x} é ♥ \u2028'),
        point(timestamp="2026-06-01T07:00:00Z"),
        point(timestamp=dt.datetime(1, 1, 1, tzinfo=dt.UTC)),
        point(timestamp=dt.datetime(9999, 12, 31, 23, 59, 59, 999_999, dt.UTC)),
        point(timestamp=UTC_TIME.astimezone(PARIS)),
        point(timestamp=dt.date(2026, 6, 1)),
        *(point(value=value) for value in (61.5, -0.0, 1e300, 5e-324, 2**80, True, None, Number(2.5))),
        point(type=Kind.STEPS),
        point(unit=["a", {"b": point()}], type={}),
        point(confidence=0.5, metadata=PointMetadata.from_dict({"note": "x", "new": [1, {"y": None}]})),
        point(metadata={"activity": "run", "at": UTC_TIME}),
        FitnessDataPoint.from_dict({"id": "pt_1", "type": "x"}),
        FitnessDataPoint.from_dict({"type": "x", "unit": "y", "device": "z", "value": 1, "colour": UTC_TIME}),
        WorkflowManualTrigger(),
        WorkflowAgentNode(id="a", agent_id="agt_1", question="How?"),
        PointMetadata.from_dict({}),
        [point(), {"as": "in JSON"}, None, [point()]],
        (point(), point(value=2)),
        [1, 2.5, "x", None, True, {"deep": [point()]}],
        MappingProxyType({"a": 1}),
        {1: "a number as a name"},
        [],
    ],
)
def test_values_are_written_as_by_json(value: Any) -> None:
    written = json_text({"data": value, "é": 1})
    plain = json.dumps({"data": value, "é": 1}, default=encode, separators=(",", ":"), ensure_ascii=False)
    assert json.loads(written) == json.loads(plain)
    assert len(written) == len(plain)


def test_a_changed_object_is_written_as_it_is() -> None:
    changed = point()
    json_text({"data": [changed]})
    changed.confidence = 1.0
    assert json.loads(json_text({"data": [changed]}))["data"][0]["confidence"] == 1.0


@pytest.mark.parametrize(
    ("value", "error"),
    [
        (point(value=math.nan), ValueError),
        (point(value=-math.inf), ValueError),
        (point(timestamp=dt.datetime(2026, 6, 1)), ValueError),
        (point(device=object()), TypeError),
        ([point(), object()], TypeError),
        (math.nan, ValueError),
    ],
)
def test_values_that_json_does_not_have_are_refused(value: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        json_text({"data": value})


def test_a_class_with_more_fields_can_be_derived() -> None:
    point()

    class Colour(models.FitnessDataPoint):
        colour: str

    fields: dict[str, Any] = point().__dict__ | {"confidence": None, "id": None, "metadata": None}
    with pytest.raises(TypeError, match="colour"):
        Colour(**fields)
    made = Colour(**fields, colour="red")
    assert json.loads(json_text({"data": [made]}))["data"][0]["colour"] == "red"
    assert point() == point()
