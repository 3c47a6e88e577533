"""No text, no log and no traceback of the package contains a secret."""

from __future__ import annotations

import gc
import logging
import traceback
from typing import Any

import pytest

from lockstep import ApiError, CallOptions, Lockstep
from tests.fake import FakeServer, answer, drop, refusal
from tests.flavours import FLAVOURS, Async, Sync
from tests.test_transport import usage

Flavour = Sync | Async
SECRET = "hidden-word"

both = pytest.mark.parametrize("flavour", FLAVOURS, ids=repr)


def shown() -> str:
    """Returns the texts of all objects of the package that are alive."""
    gc.collect()
    alive = [one for one in gc.get_objects() if str(type(one).__module__).startswith("lockstep")]
    assert alive
    return "\n".join(repr(one) + str(one) for one in alive)


@both
@pytest.mark.parametrize(
    "credential",
    [
        {"api_key": SECRET},
        {"api_key": None, "access_token": SECRET},
        {"api_key": None, "username": "ada", "password": SECRET},
        {"api_key": None, "refresh_token": SECRET, "on_tokens": id},
    ],
    ids=" ".join,
)
def test_no_object_and_no_log_shows_a_credential(
    flavour: Flavour, credential: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    pair = {"access_token": f"{SECRET}-a", "refresh_token": f"{SECRET}-r", "expires_in": 3600}
    texts = []

    def call(one: Any) -> Any:
        texts.append(shown())
        return one.fitness.get_usage(options=CallOptions(headers={"X-Extra": SECRET}))

    answers = [answer(200, pair), answer(200, {})] if "api_key" in credential and len(credential) > 1 else []
    with FakeServer(*(answers or [answer(200, {})])) as server:
        flavour.call(server.url, call, **credential)
        assert SECRET in str(server.received[-1].headers)
    assert SECRET not in "".join(texts) + caplog.text


@both
def test_no_error_shows_a_credential(flavour: Flavour) -> None:
    for reply in [refusal(400, "INVALID_REQUEST"), drop]:
        with FakeServer(reply) as server, pytest.raises(Exception, match=r".") as caught:
            flavour.call(server.url, usage, api_key=SECRET, max_retries=0)
        error: BaseException | None = caught.value
        text = "".join(traceback.format_exception(error))
        while error is not None:
            text += repr(error) + str(error.args) + repr(vars(error))
            error = error.__cause__ or error.__context__
        assert SECRET not in text


def test_a_body_is_not_part_of_an_error() -> None:
    with FakeServer(refusal(409, "CONFLICT")) as server, Lockstep(server.url, api_key="k") as lockstep:
        with pytest.raises(ApiError) as caught:
            lockstep.auth.register_account(username="ada", email="ada@example.org", password=SECRET)
        assert SECRET not in "".join(traceback.format_exception(caught.value)) + shown()
