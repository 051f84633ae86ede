"""A trainee who deals at the table itself: the referee's own events judge them, coup by coup.

`Watch` is pure: views and events in, what was done right or wrong out. In silent mode nobody at the table
learns of it; in coach mode the croupier's page says what the rules say before the next card.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sabot.core import reasons
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain, record
from sabot.core.shapes.view import View
from sabot.games.lessons import Dealt, Heard, Lapse, Played
from sabot.school.store import SchoolError
from sabot.school.table_cells import cells, is_of_the_hand

DRILL = "at-table"
MODES = ("off", "coach", "silent")
RECENT_COUPS = 12


class Coup(NamedTuple):
    """A coup that the trainee dealt: its number, the broken rules, and the seconds from the first card (at
    a wheel from *rien ne va plus*) to the end."""

    number: int
    faults: tuple[Reason, ...]
    seconds: float


class Watch:
    """One trainee's coups. `take` returns what they did at each update of the table, `coups` the newest
    ones."""

    def __init__(self) -> None:
        self.coups: list[Coup] = []
        self._seen: View = {}
        self._judged = 0
        self._begin()

    def _begin(self) -> None:
        self._first_s: float | None = None
        self._owed_s = 0.0
        self._owed: tuple[str, float] | None = None
        self._took: dict[str, float] = {}
        self._lapses: list[Lapse] = []
        self._heard: list[Heard] = []
        self._phases: list[str] = []

    def take(self, view: View, events: Iterable[Plain], at_s: float) -> list[Dealt]:
        """Returns what the trainee did, by the present state of the table."""
        before, done, events = self._seen, [], list(events)
        later = view["phase"] != "decided" or view["coup"] != before.get("coup")
        kinds = {event["event"] for event in events}
        if before.get("phase") == "decided" and later and not kinds & {"undone", "void"}:
            done = self._closed(at_s, ended=view["phase"] == "idle")
        for event in events:
            self._happened(event, at_s)
        self._listened(view, events, at_s)
        if view["phase"] == "idle":
            self._begin()
        else:
            self._went_on(view, at_s)
        self._seen = view
        return done

    def _went_on(self, view: View, at_s: float) -> None:
        self._phases = [*self._phases, view["phase"]] if view["phase"] not in self._phases else self._phases
        waits = ("bets-open", "bets-closed") if view["places"] else ("bets-open",)
        if view["phase"] in waits:
            self._first_s = None  # the players' time, not the trainee's
        elif self._first_s is None:
            self._first_s = at_s

    def _happened(self, event: Plain, at_s: float) -> None:
        if event["event"] == "fault" and self._seen and is_of_the_hand(event, self._seen):
            self._lapses.append(Lapse(dict(event), self._seen))
        elif event["event"] == "owed" and event.get("to"):
            self._owed = str(event["to"]), at_s
        elif event["event"] == "card" and self._owed and self._owed[0] == event["to"]:
            self._took[self._owed[0]] = at_s - self._owed[1]
        elif event["event"] == "call":
            self._owed_s = at_s
        elif event["event"] == "undone" and str(event["token"]).startswith("announce") and self._heard:
            self._heard.pop()

    def _listened(self, view: View, events: list[Plain], at_s: float) -> None:
        """A call that was entered and is no fault is true."""
        more = len(view["announced"]) > len(self._seen.get("announced", ()))
        if more and not any(event["event"] == "fault" for event in events):
            self._heard.append(Heard(view["result"] is not None, at_s - self._owed_s))

    def _closed(self, at_s: float, *, ended: bool) -> list[Dealt]:
        """What is known of a coup when it is closed; one that is closed again after an undo counts once."""
        view, lapses = self._seen, self._lapses
        if view["coup"] <= self._judged:
            self._begin()
            return []
        self._judged = view["coup"]
        seconds = at_s - self._first_s if self._first_s is not None else 0.0
        broken = tuple(reasons.from_dict(record(lapse.fault["reason"])) for lapse in lapses)
        self.coups = [*self.coups, Coup(view["coup"], broken, round(seconds, 1))][-RECENT_COUPS:]
        played = Played(view, (*lapses,), self._took, (*self._heard,), (*self._phases,), ended)
        self._begin()
        faults = [Dealt(DRILL, str(lapse.fault["kind"]), False) for lapse in lapses]
        return [Dealt(DRILL, "coup", not faults, seconds), *faults, *cells(played)]


class AtTable:
    """Who sits at the table, in which mode; and a panel from which faults are made at a simulated one.

    `shown` is what every view of the table bears besides; the mode is told there. `deeds` are the faults
    that can be made here, by name: none at a real table.
    """

    def __init__(self, *, keep: Callable[[int, Dealt], None]) -> None:
        self._keep, self._lock = keep, threading.Lock()
        self._watch, self.trainee, self.mode = Watch(), None, "off"  # type: Watch, int | None, str
        self.shown: View = {}
        self.deeds: dict[str, Callable[[], None]] = {}
        self.changed: Callable[[], None] = lambda: None
        """Called when somebody is seated, or nobody any more: every screen shows the new mode at once."""

    def seat(self, mode: object, trainee: int | None) -> None:
        """Begin or end it. Raises SchoolError."""
        if mode not in MODES:
            raise SchoolError("The mode is off, coach or silent.")
        with self._lock:
            if trainee != self.trainee:
                self._watch = Watch()
            self.mode, self.trainee = mode, trainee
            self.shown["training"] = mode
        self.changed()

    def saw(self, view: View, events: Iterable[Plain], at_s: float) -> None:
        """News of the table."""
        with self._lock:
            if self.mode == "off" or self.trainee is None or not view:
                return
            for dealt in self._watch.take(view, events, at_s):
                self._keep(self.trainee, dealt)

    def make(self, fault: object) -> None:
        """Make this fault at the simulated table. Raises SchoolError where that cannot be."""
        if not isinstance(fault, str) or fault not in self.deeds:
            raise SchoolError("Faults are made at a simulated table only.")
        self.deeds[fault]()

    def state(self) -> dict[str, object]:
        """Returns who deals, in which mode, what they dealt, and which faults can be made."""
        with self._lock:
            coups = [coup._asdict() | {"faults": list(coup.faults)} for coup in reversed(self._watch.coups)]
            return {"mode": self.mode, "trainee": self.trainee, "coups": coups, "deeds": list(self.deeds)}
