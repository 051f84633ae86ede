"""Another program at the table: it follows the results, and may close the stakes. Python's own library alone.

    python examples/client.py http://127.0.0.1:8765              # without a key: what the display shows
    SABOT_KEY=sabot_… python examples/client.py http://127.0.0.1:8765
    SABOT_KEY=sabot_… python examples/client.py http://127.0.0.1:8765 rnvp

`sabot people key NAME reader` makes a key (docs/interface.md). It is read from the environment:
what stands in a command line can be read by everybody on the machine.
"""

import json
import os
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

SILENCE_S = 3
PAUSE_S = 1


class Message(NamedTuple):
    """A message of the stream: its number in the journal (empty: it has none), its name and its data."""

    id: str
    event: str
    data: dict[str, Any]


class Table:
    """A table, asked by HTTP; `key` is empty where the program has none."""

    def __init__(self, address: str, key: str = "") -> None:
        self.address, self.last = address.rstrip("/"), ""
        self._headers = {"Authorization": f"Bearer {key}"} if key else {}

    def get(self, path: str) -> dict[str, Any]:
        """What the table answers. Raises HTTPError for a refusal."""
        with urlopen(self._request(path), timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def coups(self) -> Iterator[dict[str, Any]]:
        """Every coup on record, the newest first, page by page."""
        page: dict[str, Any] = {"next": ""}
        while page["next"] is not None:
            page = self.get(f"/api/v1/coups?limit=200{page['next'] and '&before='}{page['next']}")
            yield from page["coups"]

    def act(self, **body: object) -> dict[str, Any]:
        """Do this, once: when no answer comes it is sent again under the same key."""
        headers = {"Idempotency-Key": str(uuid.uuid4()), "Content-Type": "application/json"}
        for attempt in range(3):
            try:
                asked = self._request("/api/v1/acts", json.dumps(body).encode(), headers)
                with urlopen(asked, timeout=10) as answer:
                    found: dict[str, Any] = json.load(answer)
                    return found
            except HTTPError:
                raise
            except OSError:
                if attempt == 2:
                    raise
                time.sleep(PAUSE_S)
        raise AssertionError("the last attempt raises")

    def follow(self, show: Callable[[Message], object]) -> None:
        """Show every message until the stream ends; the next call goes on where this one ended. Raises
        OSError."""
        headers = {"Last-Event-ID": self.last} if self.last else {}
        with urlopen(self._request("/api/v1/events", headers=headers), timeout=SILENCE_S) as stream:
            for message in messages(stream):
                show(message)
                self.last = message.id or self.last

    def _request(
        self, path: str, data: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Request:
        return Request(self.address + path, data, self._headers | (headers or {}))


def messages(lines: Iterable[bytes]) -> Iterator[Message]:
    """The messages in a stream."""
    fields: dict[str, str] = {}
    for line in lines:
        field, _, value = line.decode().rstrip("\r\n").partition(": ")
        if field:
            fields[field] = value
        elif "data" in fields:
            yield Message(fields.get("id", ""), fields.get("event", ""), json.loads(fields["data"]))
            fields = {}


def text_of(message: Message) -> str:
    """A message as one line; empty for a sign of life."""
    data = message.data
    match message.event:
        case "table":
            hands = [f"{each['name']} {' '.join(each['cards'])}" for each in data["places"] if each["cards"]]
            return "  |  ".join([f"coup {data['coup']}: {data['phase']}", *hands])
        case "result":
            outcome = data["outcome"]
            return f"coup {data['coup']}: {outcome['number'] or ' '.join(outcome['won']) or 'nobody'} wins"
        case "fault":
            return f"coup {data['coup']}: a fault, {data['kind']}"
        case "undone":
            return f"coup {data['coup']}: what came since record {data['of']} does not stand any more"
        case "void":
            return f"coup {data['coup']} is void"
        case _:
            return ""


def refusal(error: HTTPError) -> str:
    """Why the table said no, in its own words."""
    try:
        said = json.load(error)
        return f"{said['title']}: {said['detail']}"
    except (ValueError, KeyError):
        return str(error)


def print_line(message: Message) -> None:
    """Print a message that says something."""
    if line := text_of(message):
        print(line, flush=True)


def main(address: str, *acts: str) -> None:
    """Do the acts, or follow the table and connect again after each loss."""
    table = Table(address, os.environ.get("SABOT_KEY", ""))
    for act in acts:
        print(table.act(act=act))
    while not acts:
        try:
            table.follow(print_line)
            print("the table has ended the stream", flush=True)
        except HTTPError:
            raise
        except OSError as error:
            print(f"no live data: {error}", flush=True)
        time.sleep(PAUSE_S)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:] or ["http://127.0.0.1:8765"])
    except HTTPError as error:
        sys.exit(refusal(error))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os._exit(141)  # nobody reads any more, and an ordinary end would write what is left
