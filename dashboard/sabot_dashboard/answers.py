"""How the screens answer in JSON: taken or not, on record or not, and why not in words."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import Any, Protocol

from flask import Response
from flask.json.provider import DefaultJSONProvider

from sabot.core.observations import Observation
from sabot.core.reasons import of_error
from sabot.core.shapes.people import Refused
from sabot.core.shapes.view import View
from sabot_dashboard.words.sentence import Sentence, of_reason, plain

WENT_ON = "The table went on meanwhile. Look at it again."
RECORDED_WITHIN_S = 2.0
"""How long an answer waits for its act to be on record; after that the picture will tell."""

DONE_WITHIN_S = 10.0
"""How long an answer waits where something is done only once it is on record."""

NOT_DONE = "The disk is slow: this is not on record yet, and nothing was done. Try again in a minute."


class Presses(Protocol):
    """Where the acts of people go. The receipt's result comes when the act is on record."""

    def press(
        self,
        observations: Sequence[Observation],
        *,
        role: str = "",
        unless: Callable[[View], bool] | None = None,
    ) -> Future[int]:
        """Queue all that one press means; `role` says which device it came from, where the record names one.
        It comes to nothing if `unless` is true of the table then."""


class Press(Protocol):
    """A press that is taken, and known until it turns out that it came to nothing."""

    def waits(self, receipt: Future[int]) -> None:
        """Its receipt: where that fails, also later, the press is forgotten."""

    def forget(self) -> None:
        """It came to nothing: it may be tried again."""


class Notes(Protocol):
    """Where observations go that nobody pressed a button for."""

    def put(self, observation: Observation, *, role: str = "") -> Future[int]:
        """Queue the observation."""


class Inbox(Presses, Notes, Protocol):
    """Where all observations of the screens go."""


class Bodies(DefaultJSONProvider):
    """How the app reads the body of a request."""

    def loads(self, s: str | bytes, **given: Any) -> Any:
        """The JSON value in it. Raises ValueError where there is none, or one that is nested too deep."""
        try:
            return super().loads(s, **given)
        except RecursionError:
            raise ValueError("it is nested too deep") from None


def recorded(
    inbox: Presses,
    observations: Sequence[Observation],
    *,
    press: Press | None = None,
    is_numbered: bool = True,
    unless: Callable[[View], bool] | None = None,
    role: str = "",
) -> Response:
    """Put the observations into the inbox and say whether they are on record; if not, the `press` that meant
    them is forgotten, as where `unless` is true of the table that they come to. Where it `is_numbered` the
    answer has the number of the record, which counts the verdicts, too. `role`: the device, where the record
    names it."""
    said = list[bool]()

    def has_gone_on(view: View) -> bool:
        said.append(unless is not None and unless(view))
        return said[-1]

    receipt = inbox.press(observations, role=role, unless=has_gone_on if unless else None)
    if press:
        press.waits(receipt)
    try:
        failure = receipt.exception(RECORDED_WITHIN_S)
    except NotYet:
        return answered({"taken": True, "recorded": False}, 202)
    if failure is None:
        return answered({"taken": True, "recorded": receipt.result() if is_numbered else True})
    if press:
        press.forget()
    if any(said):
        return refused(plain(WENT_ON), 409)
    return refused(of_reason(of_error(failure)), 503)


def why_refused(found: Refused) -> Sentence:
    """Why a name and PIN are refused, with the seconds to wait."""
    return plain(found.why, n=math.ceil(found.wait_s))


def not_let_in(found: Refused) -> Response:
    """The answer to a name and PIN that are refused."""
    return answered({"taken": False, "why": why_refused(found), "wait_s": found.wait_s}, 403)


def not_on_record(inbox: Presses, observations: Sequence[Observation]) -> Response | None:
    """Put on record what is then done. Returns None once it is there; or the answer that it is not, and that
    nothing was done."""
    receipt = inbox.press(observations)
    try:
        failure = receipt.exception(DONE_WITHIN_S)
    except NotYet:
        return refused(plain(NOT_DONE), 503)
    return refused(of_reason(of_error(failure)), 503) if failure else None


def told_again(receipt: Future[int] | None, said: Mapping[str, object]) -> Response:
    """The answer to a press that was taken before: what the `receipt` of the first one says, which is waited
    for in the same way; None where that is on record. `said` is what the answer says besides."""
    taken = {"taken": True, "again": True, **said}
    try:
        failure = receipt.exception(RECORDED_WITHIN_S) if receipt else None
    except NotYet:
        return answered({**taken, "recorded": False}, 202)
    return answered(taken) if failure is None else refused(of_reason(of_error(failure)), 503)


def refused(sentence: Mapping[str, object], status: int) -> Response:
    """Why something was not done."""
    return answered({"taken": False, "why": sentence}, status)


def answered(body: Mapping[str, object] | Sequence[object], status: int = 200) -> Response:
    """JSON that no browser keeps."""
    response = Response(json.dumps(body, ensure_ascii=False), status, content_type="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response
