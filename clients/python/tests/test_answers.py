"""Answers of another kind than the API's document says, which are errors that say so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lockstep import ApiError, Lockstep
from tests.fake import FakeServer, answer
from tests.flavours import FLAVOURS, Async, Sync

Flavour = Sync | Async
Call = Callable[[Any], Any]


def usage(lockstep: Any) -> Any:
    return lockstep.fitness.get_usage()


def datasets(lockstep: Any) -> Any:
    return lockstep.datasets.list_datasets_all()


def export(lockstep: Any) -> Any:
    return lockstep.fitness.export_points(format="omh")


def job(lockstep: Any) -> Any:
    return lockstep.encryption.encrypt_data_as_job(data="", mode="FHE")


@pytest.mark.parametrize("flavour", FLAVOURS, ids=repr)
@pytest.mark.parametrize(
    ("body", "message", "call"),
    [
        (None, "the answer is null, not an object", usage),
        ("text", "a JSON text, not an object", usage),
        ([], "a JSON list, not an object", usage),
        (True, "a JSON boolean, not an object", usage),
        (None, "null, not an object or a list", export),
        (None, "null, not an object", datasets),
        ({}, "no list 'data'", datasets),
        ({"data": None}, "no list 'data'", datasets),
        ({}, "no text 'jobId'", job),
    ],
)
def test_an_answer_of_another_kind_is_an_error_that_says_so(
    flavour: Flavour, body: Any, message: str, call: Call
) -> None:
    with FakeServer(answer(200, body)) as server, pytest.raises(ApiError, match=message) as caught:
        flavour.call(server.url, call)
    assert caught.value.status == 200


@pytest.mark.parametrize("flavour", FLAVOURS, ids=repr)
def test_a_sign_in_without_a_token_is_an_error(flavour: Flavour) -> None:
    with FakeServer(answer(200, {})) as server, pytest.raises(ApiError, match="no text 'access_token'"):
        flavour.call(server.url, usage, api_key=None, username="ada", password="p")


def test_a_list_is_passed_on_where_there_may_be_one() -> None:
    with FakeServer(answer(200, [])) as server, Lockstep(server.url, api_key="k") as lockstep:
        assert export(lockstep) == []
