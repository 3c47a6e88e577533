"""The server's binary as a child process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import Any, Self

from lockstep import AsyncLockstep, Lockstep

PROGRAM = os.environ.get("LOCKSTEP_PROGRAM")
"""The binary; the tests of a server are skipped without it."""
PASSWORD = "a password of the tests"


class Server:
    """A server on a directory of its own."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="lockstep-client-"))
        self._address = "127.0.0.1:0"
        self._process: subprocess.Popen[str] | None = None
        self._reader: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://{self._address}"

    def run(self) -> None:
        """Starts the process, again at the same address."""
        assert PROGRAM is not None
        self._process = subprocess.Popen(
            [PROGRAM, "serve", "--data", str(self._folder / "data"), "--listen", self._address],
            # A restarted server keeps its address; a broker would need a fixed port, too.
            env={
                "PATH": os.environ.get("PATH", ""),
                "LOCKSTEP_ADMIN_PASSWORD": PASSWORD,
                "LOCKSTEP_MQTT_BROKER": "off",
            },
            stderr=subprocess.PIPE,
            text=True,
        )
        errors = self._process.stderr
        assert errors is not None
        said = []
        for line in errors:
            found = re.search(r"listens on http://([\d.:]+)", line)
            if found:
                self._address = found[1]
                # Reads the later output, so that the pipe does not fill.
                self._reader = threading.Thread(target=errors.read)
                self._reader.start()
                return
            said.append(line)
        raise AssertionError(f"the server did not start: {said}")

    def kill(self) -> None:
        """Ends the process as a crash does."""
        if self._process is not None and self._reader is not None:
            self._process.kill()
            self._process.wait()
            self._reader.join()
            assert self._process.stderr is not None
            self._process.stderr.close()

    def client(self, **options: Any) -> Lockstep:
        return Lockstep(self.url, **(options or {"username": "admin", "password": PASSWORD}))

    def async_client(self) -> AsyncLockstep:
        return AsyncLockstep(self.url, username="admin", password=PASSWORD)

    def __enter__(self) -> Self:
        self.run()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)
