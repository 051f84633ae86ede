"""The telephones of the players at home: which of them holds which seat, for one evening.

The table shows a code for a seat. A telephone that brings it, once, holds the seat by a cookie. If another
telephone holds the seat already, that one is asked: it keeps the seat, gives it up, or gives it up by saying
nothing. The seats outlive a restart of the table, the codes do not; no code or cookie is kept, only their
digests.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from sabot.core.shapes.view import View
from sabot.games.evening.seating import SEATS_MOST
from sabot_dashboard.office import SeatsKept
from sabot_dashboard.picture.offers import NOT_AT_HOME
from sabot_dashboard.stream import Feed, Subscription, Update

SEAT_COOKIE = "seat"
"""The cookie by which a telephone holds its seat."""

LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The letters of a code: none that looks like another."""

CODE_LETTERS = 8
"""30 ** 8 codes: at the hundred tries a second that the table answers, one is guessed in two centuries."""

CODE_S = 600.0
"""How long a code may be used."""

ASKED_S = 20.0
"""How long a telephone that holds a seat has to answer another one; then the other has the seat."""

ENDED_KEPT = 64
"""How many telephones without a seat can still ask why they lost it."""

KEPT = "The telephone at this seat keeps it."
ANOTHER = "Another telephone has this seat now."
TAKEN_OFF = "The table has taken this telephone off the seat."
LEFT = "The player has left this seat."
OVER = "The evening is over."
WHYS = (KEPT, ANOTHER, TAKEN_OFF, LEFT, OVER)
"""Why a telephone has lost its seat, or did not get it."""


class Place(NamedTuple):
    """Where a telephone stands: at which seat (None: at no seat), and whether it holds that seat, asks for
    it, or holds it while another one asks for `left_s` seconds more. `why`: what ended it."""

    seat: int | None = None
    state: Literal["none", "holds", "asks", "asked"] = "none"
    left_s: float = 0.0
    why: str = ""


class Asking(NamedTuple):
    """A telephone that asks for a seat that another one holds."""

    mark: str
    until_s: float


class Telephones:
    """The telephones of one table. Any thread may ask; `now_s` is a clock that never steps back. `kept` has
    the seats through a restart; without it each restart asks for new codes."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic, *, kept: SeatsKept | None = None) -> None:
        self._now_s, self._lock, self._kept = now_s, threading.RLock(), kept
        self._codes: dict[int, tuple[str, float]] = {}
        self._holders: dict[int, str] = {}
        self._asking: dict[int, Asking] = {}
        self._ended: OrderedDict[str, str] = OrderedDict()
        self._place: Subscription | None = None
        self._on_file: Mapping[int, Sequence[str]] = kept.read() if kept else {}
        for seat, (holder, *asks) in self._on_file.items():
            self._holders[seat] = holder
            if asks:
                self._asking[seat] = Asking(asks[0], now_s() + ASKED_S)

    def code(self, seat: int) -> str:
        """A new code for this seat. The one before it is not valid any more."""
        letters = "".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS))
        with self._lock:
            self._swept()
            self._codes[seat] = (_mark(letters), self._now_s() + CODE_S)
        return letters

    def joins(self, seat: int, code: str, token: str) -> str | None:
        """A telephone brings a code. Returns the token of its cookie from now on; None where the code is not
        valid for this seat. `token` is the one that it has; it gives up any other seat."""
        with self._lock:
            self._swept()
            wanted, _ = self._codes.get(seat, ("", 0.0))
            if not hmac.compare_digest(wanted, _mark(_letters(code))):
                return None
            del self._codes[seat]
            if self._holders.get(seat) == _mark(token):
                return token
            self._leave(_mark(token))
            new = self._comes(seat)
            self._keep()
            return new

    def place(self, token: str) -> Place:
        """Where the telephone with this token stands."""
        with self._lock:
            self._swept()
            return self._stands(_mark(token))

    def _stands(self, mark: str) -> Place:
        for seat, holder in self._holders.items():
            asking = self._asking.get(seat)
            if mark == holder:
                return Place(seat, "asked", self._left_s(asking)) if asking else Place(seat, "holds")
            if asking and mark == asking.mark:
                return Place(seat, "asks", self._left_s(asking))
        return Place(why=self._ended.get(mark, ""))

    def holds(self, token: str, seat: int) -> bool:
        """Whether the telephone with this token holds this seat."""
        found = self.place(token)
        return found.seat == seat and found.state in ("holds", "asked")

    def answers(self, seat: int, *, keeps: bool) -> None:
        """The telephone at this seat keeps it, or gives it to the one that asks."""
        with self._lock:
            self._swept()
            asking = self._asking.pop(seat, None)
            if asking and keeps:
                self._end(asking.mark, KEPT)
            elif asking:
                self._pass_on(seat, asking)
            self._keep()

    def leaves(self, token: str) -> None:
        """The telephone gives up its seat, or asks no more."""
        with self._lock:
            self._swept()
            self._leave(_mark(token))

    def _leave(self, mark: str) -> None:
        found = self._stands(mark)
        if found.seat is None:
            return
        asking = self._asking.pop(found.seat, None)
        if found.state != "asks":
            del self._holders[found.seat]
            if asking:
                self._holders[found.seat] = asking.mark
            self._ended.pop(mark, None)
        self._keep()

    def revoke(self, seat: int, why: str = TAKEN_OFF) -> None:
        """No telephone holds this seat any more, none asks for it, and its code counts no more."""
        with self._lock:
            self._codes.pop(seat, None)
            asking, holder = self._asking.pop(seat, None), self._holders.pop(seat, "")
            for mark in (holder, asking.mark if asking else ""):
                if mark:
                    self._end(mark, why)
            self._keep()

    def states(self) -> dict[int, str]:
        """What each seat has: a telephone (`holds`), one that another one asks (`asked`), or a `code` that
        nobody has used."""
        with self._lock:
            self._swept()
            held = {seat: "asked" if seat in self._asking else "holds" for seat in self._holders}
            return dict.fromkeys(self._codes, "code") | held

    def has_code(self, seat: int) -> bool:
        """Whether there is a code for this seat that nobody has used."""
        with self._lock:
            self._swept()
            return seat in self._codes

    def attend(self, feed: Feed) -> None:
        """Hear from the table which players leave, and when the evening is over, until the feed is closed. A
        thread of its own writes the file: the table never waits for the disk."""
        new = threading.Event()
        self._place = feed.subscribe(when_new=new.set)
        self._catch_up()
        threading.Thread(target=self._attend, args=(self._place, new), name="telephones", daemon=True).start()

    def _attend(self, place: Subscription, new: threading.Event) -> None:
        is_over = False
        while not is_over:
            new.wait()
            new.clear()
            is_over = place.closed
            self._catch_up()

    def _catch_up(self) -> None:
        """Hear all that is new at the table. Who asks does it too: they never see a seat as it was."""
        with self._lock:
            while self._place and (update := self._place.get(0)):
                self.hear(update)

    def hear(self, update: Update) -> None:
        """A player who leaves has no telephone, and neither has a seat without a person; nobody has one after
        a new sabot, or once the table is closed."""
        if update.view.get("shut") or any(_is_new(event) for event in update.events):
            for each in range(1, SEATS_MOST + 1):
                self.revoke(each, OVER)
        left = [event.get("seat") for event in update.events if event.get("event") == "leave"]
        for seat in left:
            if isinstance(seat, int):
                self.revoke(seat, LEFT)
        if "spread" in update.view:
            for seat in {*self._codes, *self._holders} - {*persons(update.view)}:
                self.revoke(seat, LEFT)

    def _comes(self, seat: int) -> str:
        """The token of a telephone that holds this seat from now on, or asks for it."""
        token = secrets.token_urlsafe(24)
        if asked := self._asking.pop(seat, None):
            self._end(asked.mark, ANOTHER)
        if seat in self._holders:
            self._asking[seat] = Asking(_mark(token), self._now_s() + ASKED_S)
        else:
            self._holders[seat] = _mark(token)
        return token

    def _swept(self) -> None:
        """Codes that are too old count no more, and a seat whose telephone did not answer is passed on, as of
        what has happened at the table."""
        self._catch_up()
        now = self._now_s()
        self._codes = {seat: code for seat, code in self._codes.items() if code[1] > now}
        for seat, asking in [*self._asking.items()]:
            if asking.until_s <= now:
                self._pass_on(seat, self._asking.pop(seat))
        self._keep()

    def _keep(self) -> None:
        """The seats as they are outlive a restart. A failure is none of the player's."""
        asking = self._asking
        seats = {
            seat: [mark, *([asking[seat].mark] if seat in asking else [])]
            for seat, mark in self._holders.items()
        }
        if self._kept and seats != self._on_file:
            self._on_file = seats
            self._kept.write(seats)

    def _pass_on(self, seat: int, asking: Asking) -> None:
        self._end(self._holders[seat], ANOTHER)
        self._holders[seat] = asking.mark

    def _end(self, mark: str, why: str) -> None:
        self._ended[mark] = why
        while len(self._ended) > ENDED_KEPT:
            self._ended.popitem(last=False)

    def _left_s(self, asking: Asking) -> float:
        return asking.until_s - self._now_s()


def persons(view: View) -> list[int]:
    """The seats at which people sit, who may have a telephone: simulated players have none."""
    simulated = view.get("home", NOT_AT_HOME)["simulated"]
    return [seat for seat in view.get("spread", {}).get("seats", ()) if seat not in simulated]


def in_pairs(code: str) -> str:
    """A code as people read it.

    >>> in_pairs("K7M2QP4X")
    'K7M2-QP4X'
    """
    return f"{code[:4]}-{code[4:]}"


def _letters(code: str) -> str:
    """A code without what people write into it."""
    return "".join(letter for letter in code[:40].upper() if letter.isalnum())


def _mark(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def _is_new(event: dict[str, object]) -> bool:
    return event.get("event") == "shoe" and event.get("state") == "new"
