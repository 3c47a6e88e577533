"""Fixtures of all tests."""

from __future__ import annotations

import pytest

from lockstep import _exchange


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shortens the pauses between attempts, not those of `Retry-After`."""
    monkeypatch.setattr(_exchange, "FIRST_DELAY_SECONDS", 0.01)
