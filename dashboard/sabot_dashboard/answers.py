"""How the screens answer in JSON: taken or not, on record or not, and why not in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Protocol

from flask import Response

from sabot_dashboard.words.sentences import plain

RECORDED_WITHIN_S = 2.0
"""How long an answer waits for its act to be on record; after that the picture will tell."""


class Inbox(Protocol):
    """Where observations go. The receipt's result comes when the act is on record."""

    def put(self, observation: Any) -> Future[int]:
        """Queue the observation."""


def recorded(
    inbox: Inbox, observations: Iterable[Any], *, forget: Callable[[], object] = lambda: None
) -> Response:
    """Put the observations into the inbox and say whether they are on record; `forget` is called if not."""
    receipts = [inbox.put(observation) for observation in observations]
    try:
        for receipt in receipts:
            failure = receipt.exception(RECORDED_WITHIN_S)
            if failure is not None:
                forget()
                return refused(plain(str(failure)), 503)
    except NotYet:
        return answered({"taken": True, "recorded": False}, 202)
    return answered({"taken": True, "recorded": receipts[-1].result()})


def refused(sentence: dict[str, Any], status: int) -> Response:
    """Why something was not done."""
    return answered({"taken": False, "why": sentence}, status)


def answered(body: dict[str, Any] | list[Any], status: int = 200) -> Response:
    """JSON that no browser keeps."""
    response = Response(json.dumps(body, ensure_ascii=False), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
