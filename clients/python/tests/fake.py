"""A server in the test process that gives prepared answers."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self


@dataclass
class Received:
    """A request as the server received it."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    fake: FakeServer

    def _handle(self) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        received = Received(self.command, self.path, headers, self._body(headers))
        self.fake.take(received)(self, received)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _handle  # noqa: N815

    def _body(self, headers: dict[str, str]) -> bytes:
        if headers.get("transfer-encoding") != "chunked":
            return self.rfile.read(int(headers.get("content-length", 0)))
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def reply(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def drop(self) -> None:
        """Ends the connection."""
        self.close_connection = True
        self.connection.shutdown(socket.SHUT_RDWR)

    def log_message(self, format: str, *args: Any) -> None:
        pass


Answer = Callable[[Handler, Received], None]


class FakeServer:
    """Gives the answers in their order, and the last of them from then on."""

    def __init__(self, *answers: Answer) -> None:
        self.received: list[Received] = []
        self.closing = threading.Event()
        self._answers = answers
        self._lock = threading.Lock()
        handler = type("Bound", (Handler,), {"fake": self})
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))

    def take(self, received: Received) -> Answer:
        with self._lock:
            answer = self._answers[min(len(self.received), len(self._answers) - 1)]
            self.received.append(received)
            return answer

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def answer(status: int, body: Any, headers: dict[str, str] | None = None) -> Answer:
    """Answers with JSON."""
    content = json.dumps(body).encode()
    return lambda handler, _: handler.reply(
        status, {"Content-Type": "application/json", **(headers or {})}, content
    )


def refusal(status: int, code: str, headers: dict[str, str] | None = None) -> Answer:
    """Answers with an error in Lockstep's shape."""
    details = {"parameter": "type", "reason": "no"}
    error = {"code": code, "message": "no", "requestId": "req_1", "details": details}
    return answer(status, {"error": error, "status": status}, headers)


def html(status: int) -> Answer:
    """Answers as a proxy does."""
    return lambda handler, _: handler.reply(
        status, {"Content-Type": "text/html"}, b"<html>Bad gateway</html>"
    )


def silence(handler: Handler, _: Received) -> None:
    """Never answers."""
    handler.fake.closing.wait()
    handler.close_connection = True


def drop(handler: Handler, _: Received) -> None:
    """Ends the connection without an answer."""
    handler.drop()


def break_off(handler: Handler, _: Received) -> None:
    """Ends the connection in the middle of the body."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"quotas":')
    handler.wfile.flush()
    handler.drop()
