"""Models: what is read, kept and shown."""

from __future__ import annotations

import copy
import datetime as dt
import json
import pickle
from typing import Any

import pytest

from lockstep import Model, models
from lockstep._json import json_text
from lockstep._model import _layout, converter, encode

POINT = {
    "timestamp": "2026-06-01T07:00:00.250Z",
    "type": "heart_rate",
    "value": 61,
    "unit": "bpm",
    "device": "strap",
}


def test_every_model_can_be_read_and_shown() -> None:
    classes = [value for name in models.__all__ if isinstance(value := getattr(models, name), type)]
    found = [one for one in classes if issubclass(one, Model)]
    assert len(found) > 300
    for model in found:
        assert _layout(model).names is not None
        assert repr(model.from_dict({})) == f"{model.__name__}()"


def test_times_are_read_and_written() -> None:
    point = models.FitnessDataPoint.from_dict(POINT)
    assert point.timestamp == dt.datetime(2026, 6, 1, 7, 0, 0, 250_000, dt.UTC)
    assert point.confidence is None
    assert point.to_dict() == POINT | {"timestamp": "2026-06-01T07:00:00.250000+00:00"}
    naive = models.FitnessDataPoint.from_dict(POINT)
    naive.timestamp = dt.datetime(2026, 6, 1)
    with pytest.raises(ValueError, match="time zone"):
        naive.to_dict()


def test_unknown_fields_and_texts_are_kept() -> None:
    device: Any = models.Device.from_dict(
        {"id": "dev_1", "status": "asleep", "lastSeen": "never", "newColour": "red"}
    )
    assert (device.id, device.status, device.newColour) == ("dev_1", "asleep", "red")
    assert device.unknown_fields["newColour"] == "red"
    assert device.to_dict()["newColour"] == "red"
    with pytest.raises(AttributeError, match="no field colour"):
        _ = device.colour


@pytest.mark.parametrize(
    "value", [None, 1, "text", [], [1], {"data": 1}, {"data": None}, {"data": [None, 2, {}]}]
)
def test_values_of_other_types_are_passed_on(value: Any) -> None:
    convert = converter(models.PointPage)
    assert convert is not None
    convert(value)


def test_a_union_is_told_apart_by_its_constant() -> None:
    convert = converter(models.WorkflowTrigger)
    assert convert is not None
    assert type(convert({"type": "manual"})) is models.WorkflowManualTrigger
    assert type(convert({"type": "schedule", "cron": "0 6 * * *"})) is models.WorkflowScheduleTrigger
    assert convert({"type": "tides"}) == {"type": "tides"}
    assert models.WorkflowManualTrigger().to_dict() == {"type": "manual"}


def test_a_union_without_a_constant_is_told_apart_by_its_required_fields() -> None:
    message = models.StreamMessage.from_dict({"id": "e1", "type": "data", "payload": POINT})
    assert type(message.payload) is models.FitnessDataPoint
    other = models.StreamMessage.from_dict({"id": "e2", "type": "tide", "payload": {"height": 3}})
    assert other.payload == {"height": 3}


def test_constructors_refuse_misspelt_and_missing_fields() -> None:
    make: Any = models.FitnessDataPoint
    with pytest.raises(TypeError, match="unexpected keyword argument 'colour'"):
        make(**POINT, colour="red")
    with pytest.raises(TypeError, match=r"FitnessDataPoint.*argument: 'unit'"):
        make(timestamp=POINT["timestamp"], type="steps", value=1, device="strap")
    point: Any = models.FitnessDataPoint.from_dict(POINT)
    with pytest.raises(AttributeError, match="no field colour"):
        point.colour = "red"


def test_a_subclass_of_a_model_is_made_and_sent_like_its_base() -> None:
    class Point(models.FitnessDataPoint):
        pass

    class Steps(models.FitnessDataPoint):
        def __init__(self) -> None:
            super().__init__(**POINT)  # type: ignore[arg-type]

    make: list[Any] = [Point, models.FitnessDataPoint]
    for point in [Steps(), *(one(**POINT) for one in make)]:
        assert json.loads(json_text({"data": [point]})) == {"data": [POINT]}


def test_fields_are_sent_under_their_names_in_json() -> None:
    model = models.PointMetadata.from_dict({})
    assert model.to_dict() == {}
    node = models.WorkflowAgentNode(id="a", agent_id="agt_1", question="How are you?")
    assert json.loads(json.dumps([node], default=encode)) == [
        {"id": "a", "type": "agent", "agentId": "agt_1", "question": "How are you?"}
    ]


def test_fields_of_answers_are_not_sent() -> None:
    point = models.FitnessDataPoint.from_dict(POINT | {"id": "pt_1", "device": "strap"})
    assert point.to_dict()["id"] == "pt_1"
    sent = json.loads(json.dumps({"data": [point]}, default=encode))
    assert "id" not in sent["data"][0]
    assert sent["data"][0]["device"] == "strap"


def test_models_are_equal_by_value_and_can_be_copied() -> None:
    one, other = models.FitnessDataPoint.from_dict(POINT), models.FitnessDataPoint.from_dict(POINT)
    assert one == other
    assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one
    other.value = 62
    assert one != other
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_no_text_of_a_model_shows_a_secret() -> None:
    secrets = [
        models.ApiKeyWithSecret.from_dict({"id": "key_1", "key": "hidden word"}),
        models.TokenPair.from_dict({"access_token": "hidden word", "refresh_token": "hidden word"}),
        models.GeneratedKey.from_dict({"privateKey": "hidden word", "publicKey": "shown"}),
        models.TotpEnrolment.from_dict({"secret": "hidden word", "uri": "otpauth://hidden word"}),
        models.SocketTicket.from_dict({"ticket": "hidden word", "newSecret": "hidden word"}),
        models.UadmCredentials.from_dict({"password": "hidden word"}),
    ]
    for one in secrets:
        assert "hidden word" not in repr(one) + str(one) + repr([one]) + f"{one}"
        assert "hidden word" in json.dumps(one.to_dict())
