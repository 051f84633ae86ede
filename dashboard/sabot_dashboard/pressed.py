"""Presses that were taken: the same one again changes nothing.

A table has more than one screen: two tablets, and the telephones of the players. One act that two of them
send at the same moment is done once, and the second one hears so.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from concurrent.futures import Future
from functools import partial
from typing import Literal, NamedTuple

from flask import Response

from sabot.core.observations import Observation
from sabot_dashboard.acts import Act
from sabot_dashboard.answers import told_again
from sabot_dashboard.words.sentence import plain

REPEATABLE = ("card", "stake")
"""Acts that a person may mean twice on one picture, such as two equal cards; any other is one act however
often it is pressed there."""

TELEPHONE = "telephone"
"""The name of each act of a player's telephone."""

DONE = "This was already done on another screen."
WHYS = (DONE,)
"""What the screen is told whose act another one did before."""

Verdict = Literal["new", "again", "done"]
"""Whether a press is new, was sent again, or did what another screen had done already."""


What = tuple[tuple[type, Observation], ...]
"""What an act observes. The type belongs to it: two observations of different types are equal where they have
the same fields, such as the end of bets and the end of the coup, which have none."""


class Taken(NamedTuple):
    """A press that was taken: its key, and the number of the newest picture then."""

    key: str
    newest: int


class Press:
    """One press that was taken; it is forgotten where it comes to nothing."""

    def __init__(self, pressed: Pressed, act: Act) -> None:
        self._pressed, self._act = pressed, act

    def waits(self, receipt: Future[int]) -> None:
        """Its receipt: where that fails, also later, the press is forgotten."""
        self._pressed.waits(self._act, receipt)

    def forget(self) -> None:
        """It came to nothing: it may be tried again."""
        self._pressed.forget(self._act)


class Pressed:
    """Which presses were already taken. Any thread may ask.

    A press is not new when its key is known (a request that the network sent again), or when the same act was
    taken and the person who presses could not know it yet: the picture they pressed on is none that came
    after it. What may be meant twice is taken twice from one page, and once from two.
    """

    def __init__(self, *, kept: int = 4096) -> None:
        self._kept = kept
        self._keys: OrderedDict[str, What] = OrderedDict()
        self._acts: OrderedDict[What, Taken] = OrderedDict()
        self._open: OrderedDict[str, Future[int]] = OrderedDict()
        """The receipts of those that are not on record yet, by key."""
        self._lock = threading.RLock()

    def taken(self, act: Act, newest: int) -> Verdict:
        """What this press is; a new one counts as taken from now on. `newest` is the number of the newest
        picture."""
        with self._lock:
            found = self.verdict(act)
            if found == "new":
                self._keep(act, newest)
            return found

    def verdict(self, act: Act) -> Verdict:
        """What this press is, where it may not be done now: a new one is refused, and does not count."""
        with self._lock:
            if self._is_known(act):
                return "again"
            before = self._acts.get(what(act))
            if before is None or act.seen is None or act.seen > before.newest:
                return "new"
            if page_of(before.key) != page_of(act.key):
                return "done"
            return "new" if act.name in REPEATABLE else "again"

    def means_another(self, act: Act) -> bool:
        """Whether this key came before with another act."""
        with self._lock:
            return act.key in self._keys and self._keys[act.key] != what(act)

    def waits(self, act: Act, receipt: Future[int]) -> None:
        """The receipt of a press that was taken: where that fails, also later, the press is forgotten. Who
        waits for the press already hears of it."""
        with self._lock:
            waited_for, self._open[act.key] = self._open.get(act.key), receipt
        receipt.add_done_callback(partial(self._settled, act))
        if waited_for:
            receipt.add_done_callback(partial(_passed_on, waited_for))

    def receipt(self, act: Act) -> Future[int] | None:
        """What the press waits for that came before this one; None where it is on record."""
        with self._lock:
            before = self._acts.get(what(act))
            key = act.key if self._is_known(act) or before is None else before.key
            return self._open.get(key)

    def not_new(self, act: Act, verdict: Verdict) -> Response:
        """The answer to a press that is not new: what became of the first one, and where another screen did
        it, that is said."""
        return told_again(self.receipt(act), {"why": plain(DONE)} if verdict == "done" else {})

    def _settled(self, act: Act, receipt: Future[int]) -> None:
        with self._lock:
            if self._open.get(act.key) is not receipt:  # it was forgotten, and perhaps tried again
                return
            del self._open[act.key]
            if receipt.exception() is not None:
                self.forget(act)

    def _is_known(self, act: Act) -> bool:
        """Whether this request came before. A telephone that sends other words under an old key has done
        something else; on the other pages a press may be written in another way once somebody has logged
        in."""
        return act.key in self._keys and (act.name != TELEPHONE or self._keys[act.key] == what(act))

    def forget(self, act: Act) -> None:
        """The press came to nothing: it may be tried again."""
        with self._lock:
            self._keys.pop(act.key, None)
            self._open.pop(act.key, None)
            done = self._acts.get(what(act))
            if done is not None and done.key == act.key:
                del self._acts[what(act)]

    def _keep(self, act: Act, newest: int) -> None:
        self._keys[act.key], self._open[act.key] = what(act), Future()
        self._acts[what(act)] = Taken(act.key, max(newest, act.seen or 0))
        self._acts.move_to_end(what(act))
        for kept in (self._keys, self._acts, self._open):
            while len(kept) > self._kept:
                kept.popitem(last=False)


def _passed_on(waited_for: Future[int], receipt: Future[int]) -> None:
    """What the receipt says is said to those who wait for its press since before it was there."""
    failure = receipt.exception()
    if failure is None:
        waited_for.set_result(receipt.result())
    else:
        waited_for.set_exception(failure)


def what(act: Act) -> What:
    """What the act observes, with the types."""
    return tuple((type(each), each) for each in act.observations)


def page_of(key: str) -> str:
    """The page that made this key: what stands before its last hyphen; empty where it has none.

    >>> page_of("7f3a-01"), page_of("7f3a01")
    ('7f3a', '')
    """
    return key.rpartition("-")[0]
