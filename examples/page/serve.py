"""A page of one's own for a table: this serves `display.html`, and passes the table's events on to it.

    python examples/page/serve.py http://127.0.0.1:8765

A table lets no page of another address read its events, so this program hands them on under the address of
the page. It passes on what the public may see, and nothing that a browser sends.
"""

import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO
from urllib.request import urlopen

PAGE = Path(__file__).with_name("display.html")
PORT = 8000
SILENCE_S = 3


class Visit(BaseHTTPRequestHandler):
    """One request of a browser: for the page, or for the events of the table."""

    table = ""

    def do_GET(self) -> None:
        """Answer it; anything else is not here."""
        if self.path == "/":
            self._begin("text/html; charset=utf-8")
            self.wfile.write(PAGE.read_bytes())
        elif self.path == "/events?for=display":
            self._events()
        else:
            self.send_error(404)

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing of what went well."""

    def _events(self) -> None:
        try:
            with urlopen(f"{self.table}/events?for=display", timeout=SILENCE_S) as stream:
                self._begin("text/event-stream")
                self._pass_on(stream)
        except OSError:
            self.close_connection = True  # the table or the browser has gone; the page asks again

    def _pass_on(self, stream: BinaryIO) -> None:
        for line in stream:
            self.wfile.write(line)

    def _begin(self, kind: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()


def server(table: str, *, port: int = PORT) -> ThreadingHTTPServer:
    """A server of the page for the table at this address, on this machine only."""
    visit = type("Visit", (Visit,), {"table": table.rstrip("/")})
    return ThreadingHTTPServer(("127.0.0.1", port), visit)


def main(table: str) -> None:
    """Serve until Ctrl-C."""
    with server(table) as serving:
        print(f"Open http://127.0.0.1:{PORT}/")
        serving.serve_forever()


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8765")
    except KeyboardInterrupt:
        sys.exit(130)
