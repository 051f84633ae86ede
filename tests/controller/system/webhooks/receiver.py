"""A program that is sent webhooks, on a real port of this machine."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import queue
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Delivery(NamedTuple):
    """What came: the path, the headers, and the body as it was sent."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> dict[str, Any]:
        return json.loads(self.body)

    @property
    def key(self) -> str:
        return self.headers["webhook-id"]

    def is_signed(self, secret: bytes) -> bool:
        text = f"{self.key}.{self.headers['webhook-timestamp']}.".encode() + self.body
        wanted = base64.b64encode(hmac.new(secret, text, hashlib.sha256).digest()).decode()
        return self.headers["webhook-signature"] == f"v1,{wanted}"


class Receiver:
    """It answers with the next of `statuses`, then with `status`, and keeps what came."""

    def __init__(self) -> None:
        self.statuses: list[int] = []
        self.status, self.came = 204, queue.SimpleQueue[Delivery]()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                receiver.came.put(Delivery(self.path, headers, body))
                self.send_response(receiver.statuses.pop(0) if receiver.statuses else receiver.status)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *given: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook?table=3"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def waiting(self) -> list[Delivery]:
        """What came and was not looked at yet."""
        found = []
        while not self.came.empty():
            found.append(self.came.get())
        return found

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
