"""The blocks of the read-me run as they are printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from lockstep import crypto
from tests.lockstep_server import PROGRAM, Server

FOLDER = Path(__file__).parent.parent


def blocks(kind: str) -> list[str]:
    """Returns the blocks of the read-me in a language."""
    return re.findall(rf"```{kind}\n(.*?)```", (FOLDER / "README.md").read_text(), re.DOTALL)


def run(code: str, **variables: str) -> str:
    """Runs a program as a user does, and returns what it prints."""
    environment = os.environ | variables | {"PYTHONPATH": str(FOLDER / "src")}
    done = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, check=True)
    return done.stdout.decode()


@pytest.mark.skipif(PROGRAM is None, reason="LOCKSTEP_PROGRAM does not name the server's binary")
def test_the_example_and_the_series_of_the_read_me_run_as_they_are_printed() -> None:
    with Server() as server, server.client() as admin:
        key = admin.api_keys.create_api_key(name="example").key
        printed = run("".join(blocks("python")[:2]), LOCKSTEP_URL=server.url, LOCKSTEP_API_KEY=key)
    assert printed == blocks("text")[0] + "3 points of a series\n"


@pytest.mark.skipif(
    not crypto.is_available(), reason="no native library: LOCKSTEP_FFI_LIBRARY does not name it"
)
def test_the_proof_of_the_read_me_holds() -> None:
    assert run(blocks("python")[2]) == "the proof holds: True\n"


def test_no_other_block_of_the_read_me_is_a_program() -> None:
    assert [len(blocks(kind)) for kind in ("python", "py", "text")] == [3, 0, 1]


def test_the_extras_of_the_read_me_exist() -> None:
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text())["project"]
    text = (FOLDER / "README.md").read_text()
    installed = re.findall(r'^pip install "?([\w-]+)(?:\[(.*?)\])?"?$', text, re.MULTILINE)
    assert installed == [(project["name"], ""), (project["name"], "sockets")]
    sentence = re.search(r"the extras ([^.]*)\.", text)
    assert sentence is not None
    named = {"sockets", *re.findall("`(.*?)`", sentence[1])}
    assert named == set(project["optional-dependencies"])
