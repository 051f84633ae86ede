"""How the screens answer in JSON: taken or not, on record or not, and why not in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Protocol

from flask import Response
from flask.json.provider import DefaultJSONProvider

from sabot.core.observations import Observation
from sabot.core.reasons import of_error
from sabot_dashboard.words.sentence import of_reason

RECORDED_WITHIN_S = 2.0
"""How long an answer waits for its act to be on record; after that the picture will tell."""


class Inbox(Protocol):
    """Where observations go. The receipt's result comes when the act is on record."""

    def put(self, observation: Observation, *, role: str = "") -> Future[int]:
        """Queue the observation; `role` says which device it came from, where the record names one."""


class Bodies(DefaultJSONProvider):
    """How the app reads the body of a request."""

    def loads(self, s: str | bytes, **given: Any) -> Any:
        """The JSON value in it. Raises ValueError where there is none, or one that is nested too deep."""
        try:
            return super().loads(s, **given)
        except RecursionError:
            raise ValueError("it is nested too deep") from None


def recorded(
    inbox: Inbox,
    observations: Iterable[Observation],
    *,
    forget: Callable[[], object] = lambda: None,
    is_numbered: bool = True,
) -> Response:
    """Put the observations into the inbox and say whether they are on record; `forget` is called if not.
    Where it `is_numbered` the answer has the number of the record, which counts the verdicts, too."""
    receipts = [inbox.put(observation) for observation in observations]
    try:
        for receipt in receipts:
            failure = receipt.exception(RECORDED_WITHIN_S)
            if failure is not None:
                forget()
                return refused(of_reason(of_error(failure)), 503)
    except NotYet:
        return answered({"taken": True, "recorded": False}, 202)
    return answered({"taken": True, "recorded": receipts[-1].result() if is_numbered else True})


def refused(sentence: Mapping[str, object], status: int) -> Response:
    """Why something was not done."""
    return answered({"taken": False, "why": sentence}, status)


def answered(body: Mapping[str, object] | Sequence[object], status: int = 200) -> Response:
    """JSON that no browser keeps."""
    response = Response(json.dumps(body, ensure_ascii=False), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
