"""The log as JSON lines, one an event, for a house that collects its logs. Standard error alone has them."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from types import TracebackType

OURS = "sabot", "sabot_dashboard", "sabot_vision"
Raised = tuple[type[BaseException], BaseException, TracebackType | None]


class JsonLines(logging.Formatter):
    """A record as one line of JSON: `time`, `level`, `room`, `thread`, `table`, `message`, and `exception`
    where there is one. What is logged has no name of a person and no PIN."""

    def __init__(self, table: str) -> None:
        super().__init__()
        self._table = table

    def format(self, record: logging.LogRecord) -> str:
        """The line; non-ASCII characters are escaped, so that every collector reads it."""
        when = datetime.fromtimestamp(record.created, UTC)
        event: dict[str, object] = {
            "time": when.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "room": room(record.name),
            "thread": record.threadName,
            "table": self._table,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            event["exception"] = _exception(record.exc_info)
        return json.dumps(event, default=str)


def room(logger: str) -> str:
    """The room of a logger: `live` of `sabot.live.loop`, `dashboard` of `sabot_dashboard.wsgi`, else its own
    name."""
    package, *inner = logger.split(".")
    if package not in OURS:
        return logger
    return inner[0] if package == "sabot" and inner else package.removeprefix("sabot_")


def _exception(raised: Raised) -> dict[str, str]:
    return {
        "type": raised[0].__name__,
        "message": str(raised[1]),
        "trace": "".join(traceback.format_exception(*raised)),
    }


def speak_json(table: str) -> None:
    """Let standard error have JSON lines from now on, also of what is only information. Again for another
    table changes its name."""
    spoken = logging.getLogger().handlers[0]
    spoken.setFormatter(JsonLines(table))
    spoken.setLevel(logging.INFO)


def speaks_json() -> bool:
    """Whether standard error has JSON lines."""
    return any(isinstance(each.formatter, JsonLines) for each in logging.getLogger().handlers[:1])
