"""A trainee who deals at the table itself: the referee's own events judge him, coup by coup.

`Watch` is pure: views and events in, what was done right or wrong out. In silent mode nobody at the table
learns of it; in coach mode the croupier's page says what the rules say before the next card.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from controller.rules.baccarat import GIVEN, NATURALS, VALUE
from controller.training.store import SchoolError
from controller.training.tirage import BANCO, BANQUE, COLUMNS, PONTE, PUNTO

DRILL = "at-table"
MODES = ("off", "coach", "silent")
RECENT = 12

OF_HANDS = ("faux-tirage", "misplaced-card", "early-card", "wrong-announcement")
"""The faults that a hand makes. A card that nobody could read, or that sabot and camera name differently, is
the instruments' business; a call out of its order is the player's."""

TWO_HANDS = {
    "punto-banco": (("punto", PUNTO), ("banco", BANCO)),
    "chemin-de-fer": (("ponte", PONTE), ("banque", BANQUE)),
}
"""The games whose hands go through a tableau: each hand, and the drill that is about it, ponte first."""


class Dealt(NamedTuple):
    """One thing that a trainee did: in which drill and cell, right or wrong, and how long it took him (0: not
    measured)."""

    drill: str
    cell: str
    right: bool
    seconds: float = 0.0


class Coup(NamedTuple):
    """A coup that he dealt: its number, the rules he broke, and the seconds from the first card to the
    end."""

    number: int
    faults: tuple[str, ...]
    seconds: float


def decisions(view: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The cells of the tirage that a decided coup went through: each drill with its cell."""
    hands = {place["name"]: [VALUE[card[0]] for card in place["cards"]] for place in view["places"]}
    if view["game"] not in TWO_HANDS or min(map(len, hands.values())) < 2:
        return []
    (first, of_first), (last, of_last) = TWO_HANDS[view["game"]]
    two = sum(hands[first][:2]) % 10, sum(hands[last][:2]) % 10
    if {*two} & {*NATURALS}:
        return []
    given = GIVEN[COLUMNS.index((*hands[first], None)[2])]
    return [(of_first, str(two[0])), (of_last, f"{two[1]}/{given}")]


class Watch:
    """One trainee's coups. `take` gives what he did by each news of the table, `coups` the newest ones."""

    def __init__(self) -> None:
        self.coups: list[Coup] = []
        self._begin()

    def _begin(self) -> None:
        self._first_s: float | None = None
        self._owed: tuple[str, float] | None = None
        self._took: dict[str, float] = {}
        self._faults: list[dict[str, Any]] = []
        self._seen: Mapping[str, Any] = {}

    def take(self, view: Mapping[str, Any], events: Iterable[Mapping[str, Any]], at_s: float) -> list[Dealt]:
        """What he has done, now that the table looks so."""
        before, cards = self._seen, any(place["cards"] for place in view["places"])
        done = []
        later = view["phase"] != "decided" or view["coup"] != before.get("coup")
        if before.get("phase") == "decided" and later:
            done = self._closed(at_s)
        if not cards and view["phase"] in ("idle", "bets-open"):
            self._begin()
        self._first_s = at_s if cards and self._first_s is None else self._first_s
        for event in events:
            self._heard(event, at_s)
        self._seen = view
        return done

    def _heard(self, event: Mapping[str, Any], at_s: float) -> None:
        if event["event"] == "fault" and event["kind"] in OF_HANDS and not _is_a_word(event):
            self._faults.append(dict(event))
        elif event["event"] == "owed" and event.get("to"):
            self._owed = event["to"], at_s
        elif event["event"] == "card" and self._owed and self._owed[0] == event["to"]:
            self._took[event["to"]] = at_s - self._owed[1]

    def _closed(self, at_s: float) -> list[Dealt]:
        view, faults = self._seen, self._faults
        seconds = at_s - self._first_s if self._first_s is not None else 0.0
        coup = Coup(view["coup"], tuple(fault["because"] for fault in faults), round(seconds, 1))
        self.coups = [*self.coups, coup][-RECENT:]
        done = [Dealt(DRILL, "coup", not faults, seconds)]
        done += [Dealt(DRILL, fault["kind"], False) for fault in faults]
        cells = decisions(view)
        blamed = {self._blamed(fault, view) for fault in faults if fault["kind"] == "faux-tirage"}
        took = {drill: self._took_third(view, place) for place, drill in TWO_HANDS.get(view["game"], ())}
        done += [Dealt(drill, cell, drill not in blamed, took[drill]) for drill, cell in cells]
        self._begin()
        return done

    def _took_third(self, view: Mapping[str, Any], place: str) -> float:
        """How long a third card was waited for; who stood did nothing that could be timed."""
        lies = {each["name"]: len(each["cards"]) for each in view["places"]}
        return self._took.get(place, 0.0) if lies[place] == 3 else 0.0

    def _blamed(self, fault: Mapping[str, Any], view: Mapping[str, Any]) -> str:
        """The drill that a faux tirage is about."""
        drills = dict(TWO_HANDS.get(view["game"], ()))
        lies = {place["name"]: len(place["cards"]) for place in view["places"]}
        first, last = tuple(drills) or ("", "")
        who = fault.get("owed") or fault.get("to") or (last if lies.get(first) == 3 else first)
        return drills.get(who, drills.get(last, ""))


def _is_a_word(fault: Mapping[str, Any]) -> bool:
    """Whether a player spoke against the rules: the hand that deals did nothing yet."""
    return fault["kind"] == "faux-tirage" and bool(fault.get("said"))


class AtTable:
    """Who sits at the table, in which mode; and a panel from which faults are made at a simulated one.

    `shown` is what every view of the table bears besides; the mode is told there. `deeds` are the faults
    that can be made here, by name: none at a real table.
    """

    def __init__(self, *, keep: Callable[[int, Dealt], None]) -> None:
        self._keep, self._lock = keep, threading.Lock()
        self._watch, self.trainee, self.mode = Watch(), None, "off"  # type: Watch, int | None, str
        self.shown: dict[str, Any] = {}
        self.deeds: dict[str, Callable[[], None]] = {}

    def seat(self, mode: Any, trainee: int | None) -> None:
        """Begin or end it. Raises SchoolError."""
        if mode not in MODES:
            raise SchoolError("The mode is off, coach or silent.")
        with self._lock:
            if trainee != self.trainee:
                self._watch = Watch()
            self.mode, self.trainee = mode, trainee
            self.shown["training"] = mode

    def saw(self, view: Mapping[str, Any], events: Iterable[Mapping[str, Any]], at_s: float) -> None:
        """News of the table."""
        with self._lock:
            if self.mode == "off" or self.trainee is None or not view:
                return
            for dealt in self._watch.take(view, events, at_s):
                self._keep(self.trainee, dealt)

    def make(self, fault: Any) -> None:
        """Make this fault at the simulated table. Raises SchoolError where that cannot be."""
        if not isinstance(fault, str) or fault not in self.deeds:
            raise SchoolError("Faults are made at a simulated table only.")
        self.deeds[fault]()

    def state(self) -> dict[str, Any]:
        """Who deals, in which mode, what he dealt, and which faults can be made."""
        with self._lock:
            coups = [coup._asdict() | {"faults": list(coup.faults)} for coup in reversed(self._watch.coups)]
            return {"mode": self.mode, "trainee": self.trainee, "coups": coups, "deeds": list(self.deeds)}
