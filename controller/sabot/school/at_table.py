"""A trainee who deals at the table itself: the referee's own events judge them, coup by coup.

`Watch` is pure: views and events in, what was done right or wrong out. In silent mode nobody at the table
learns of it before the coup is closed; in coach mode the croupier's page says what the rules say before the
next card. What the trainer or the simulation did is not held against the trainee.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sabot.core import reasons
from sabot.core.reasons import NOTHING, Reason
from sabot.core.shapes.json import Plain, record
from sabot.core.shapes.view import View
from sabot.games.lessons import Dealt, Heard, Lapse, Played
from sabot.school.store import SchoolError
from sabot.school.table_cells import cells, is_of_the_hand

DRILL = "at-table"
A_COUP = (DRILL, "coup")
"""The drill and the cell of a whole coup."""


def rated_in(game: str) -> str:
    """Under which name the coups of a game at the virtual table are kept for the rating; their cells are the
    levels."""
    return f"dealing-{game}"


MODES = ("off", "coach", "silent")
RECENT_COUPS = 12
STEPS_MOST = 60
"""The steps of a coup that are kept."""

NO_CARD_LIES = ("idle", "bets-open", "bets-closed")
"""The phases in which a coup can still be dealt whole by somebody who sits down."""

OF_THE_LINE = ("silence", "noise", "pull")
"""The faults that a trainer makes on the line of the sabot: a card may be missing after them."""


class Step(NamedTuple):
    """One act of a coup: a `card` (`what`) to a place, `rnvp`, a `call`, the `end`, a `word` that was
    refused, or an act that was `undone`. `right`: None where it was not the trainee's. `why` is the rule that
    was broken, or the reason of the card that was owed; `seconds` since the step before."""

    act: str
    what: str = ""
    to: str = ""
    right: bool | None = True
    why: Reason = NOTHING
    seconds: float = 0.0


class Coup(NamedTuple):
    """A coup that the trainee dealt: its number, the broken rules, the seconds from the first card (at a
    wheel from *rien ne va plus*) to the end, and the coup step by step."""

    number: int
    faults: tuple[Reason, ...]
    seconds: float
    steps: tuple[Step, ...] = ()


class Watch:
    """One trainee's coups. `take` returns what they did at each update of the table, `coups` the newest
    ones, `steps` the coup under way. One who sits down at `view` deals from the next whole coup on."""

    def __init__(self, view: View | None = None) -> None:
        self.coups: list[Coup] = []
        self._seen: View = {}
        self._judged = view["coup"] if view and view["phase"] not in NO_CARD_LIES else 0
        self._trainers: dict[str, bool] = {}  # the card of a fault that the trainer made: whether it came
        self._is_disturbed = False
        self._begin()

    def made(self, fault: str, card: str = "") -> None:
        """The trainer makes this fault, with this card: it is not the trainee's. After a fault on the line of
        the sabot none of the coup is."""
        self._is_disturbed |= fault in OF_THE_LINE
        if card:
            self._trainers[card] = False

    def _begin(self) -> None:
        self._first_s: float | None = None
        self._call_due_s = 0.0
        self._owed: tuple[str, float] | None = None
        self._took: dict[str, float] = {}
        self._lapses: list[Lapse] = []
        self._others: list[Lapse] = []
        self.steps: list[Step] = []
        self._step_s: float | None = None
        self._heard: list[Heard] = []
        self._phases: list[str] = []

    def take(self, view: View, events: Iterable[Plain], at_s: float) -> list[Dealt]:
        """Returns what the trainee did, by the present state of the table."""
        before, done, events = self._seen, [], list(events)
        later = view["phase"] != "decided" or view["coup"] != before.get("coup")
        kinds = {event["event"] for event in events}
        if before.get("phase") == "decided" and later and not kinds & {"undone", "void"}:
            if view["phase"] == "idle":
                self._step(at_s, Step("end"))
            done = self._closed(at_s, ended=view["phase"] == "idle")
        for event in events:
            self._happened(event, at_s)
        self._add_step(view, events, at_s)
        self._add_call(view, events, at_s)
        if view["phase"] == "idle":
            self._begin()
        else:
            self._note_phase(view, at_s)
        self._seen = view
        return done

    def _note_phase(self, view: View, at_s: float) -> None:
        if view["phase"] not in self._phases:
            self._phases.append(view["phase"])
        waits = ("bets-open", "bets-closed") if view["places"] else ("bets-open",)
        if view["phase"] in waits:
            self._first_s = None  # the players' time, not the trainee's
        elif self._first_s is None:
            self._first_s = at_s

    def _happened(self, event: Plain, at_s: float) -> None:
        card = str(event.get("card") or "")
        if event["event"] == "card" and card in self._trainers:
            self._trainers[card] = True
        elif event["event"] == "fault" and self._seen and is_of_the_hand(event, self._seen):
            whose = self._others if self._is_made(card) else self._lapses
            whose.append(Lapse(dict(event), self._seen))
        elif event["event"] == "owed" and event.get("to"):
            self._owed = str(event["to"]), at_s
        elif event["event"] == "card" and self._owed and self._owed[0] == event["to"]:
            self._took[self._owed[0]] = at_s - self._owed[1]
        elif event["event"] == "call":
            self._call_due_s = at_s
        elif event["event"] == "undone" and str(event["token"]).startswith("announce") and self._heard:
            self._heard.pop()

    def _is_made(self, card: str) -> bool:
        """Whether a fault, of this card, is the trainer's and not the trainee's."""
        if card in self._trainers:
            self._trainers[card] = True
        return self._is_disturbed or card in self._trainers

    def _add_step(self, view: View, events: list[Plain], at_s: float) -> None:
        """The step that the trainee did with this update."""
        found = [event for event in events if event["event"] == "fault"]
        laid = next((event for event in events if event["event"] == "card"), None)
        owed = self._seen.get("owed")
        why = record(owed["why"]) if owed and owed["why"] else None
        if found:
            self._step(at_s, self._wrong(found[0], laid))
        elif laid:
            right = None if str(laid["card"]) in self._trainers else True
            because = reasons.from_dict(why) if why else NOTHING
            self._step(at_s, Step("card", str(laid["card"]), str(laid["to"]), right, because))
        elif any(event["event"] == "undone" for event in events):
            self._step(at_s, Step("undone"))
        elif len(view["announced"]) > len(self._seen.get("announced", ())):
            self._step(at_s, Step("call", view["announced"][0]))
        elif view["phase"] == "bets-closed" != self._seen.get("phase"):
            self._step(at_s, Step("rnvp"))

    def _wrong(self, fault: Plain, laid: Plain | None) -> Step:
        """The step of a fault; of an instrument's or a player's it is neither right nor wrong."""
        card = str(fault.get("card") or "")
        is_theirs = any(lapse.fault == fault for lapse in self._lapses)
        why = reasons.from_dict(record(fault["reason"]))
        right = False if is_theirs else None
        if card:
            to = fault.get("to") or (laid["to"] if laid else "")
            return Step("card", card, str(to or ""), right, why)
        said = fault.get("said") or ("end" if fault["kind"] == "faux-tirage" else "")
        return Step("word", str(said), "", right, why)

    def _step(self, at_s: float, step: Step) -> None:
        seconds = 0.0 if self._step_s is None else round(at_s - self._step_s, 1)
        self._step_s = at_s
        self.steps = [*self.steps, step._replace(seconds=seconds)][-STEPS_MOST:]

    def _add_call(self, view: View, events: list[Plain], at_s: float) -> None:
        """A call that was entered and is no fault is true."""
        more = len(view["announced"]) > len(self._seen.get("announced", ()))
        if more and not any(event["event"] == "fault" for event in events):
            self._heard.append(Heard(view["result"] is not None, at_s - self._call_due_s))

    def _closed(self, at_s: float, *, ended: bool) -> list[Dealt]:
        """What the trainee did in the coup that is closed; one closed again after an undo counts once."""
        view, lapses = self._seen, self._lapses
        if view["coup"] <= self._judged:
            self._begin()
            return []
        self._judged = view["coup"]
        seconds = at_s - self._first_s if self._first_s is not None else 0.0
        broken = tuple(reasons.from_dict(record(lapse.fault["reason"])) for lapse in lapses)
        coup = Coup(view["coup"], broken, round(seconds, 1), (*self.steps,))
        self.coups = [*self.coups, coup][-RECENT_COUPS:]
        played = Played(view, (*lapses,), self._took, (*self._heard,), (*self._phases,), ended)
        reached = self._reached(played)
        self._trainers = {card: False for card, is_over in self._trainers.items() if not is_over}
        self._is_disturbed = False
        self._begin()
        faults = [Dealt(DRILL, str(lapse.fault["kind"]), False) for lapse in lapses]
        return [Dealt(*A_COUP, not faults, seconds), *faults, *reached]

    def _reached(self, played: Played) -> list[Dealt]:
        """The cells of the coup; without those that a fault of the trainer's changed."""
        theirs = cells(played)
        if not self._others:
            return theirs
        every = cells(played._replace(lapses=(*played.lapses, *self._others)))
        return [each for each in theirs if each in every]


class AtTable:
    """Who sits at the table, in which mode; and a panel from which faults are made at a simulated one.

    `shown` is what every view of the table bears besides; the mode is told there. `deeds` are the faults
    that can be made here, and `hands` what a trainee does here by touch, by name: none at a real table.
    """

    def __init__(self, *, keep: Callable[[int, Dealt], None]) -> None:
        self._keep, self._lock = keep, threading.Lock()
        self._watch, self.trainee, self.mode = Watch(), None, "off"  # type: Watch, int | None, str
        self.shown: View = {}
        self._view: View = {}
        self.hands: dict[str, Callable[[], object]] = {}
        self.deeds: dict[str, Callable[[], object]] = {}
        self.changed: Callable[[], None] = lambda: None
        """Called when somebody is seated, or nobody any more: every screen shows the new mode at once."""

    def seat(self, mode: object, trainee: int | None) -> None:
        """Begin or end it. Raises SchoolError."""
        if mode not in MODES:
            raise SchoolError("The mode is off, coach or silent.")
        with self._lock:
            if trainee != self.trainee or self.mode == "off":
                known = self._watch.coups if trainee == self.trainee else []
                self._watch = Watch(self._view)
                self._watch.coups = known
            self.mode, self.trainee = mode, trainee
            self.shown["training"] = mode
        self.changed()

    def saw(self, view: View, events: Iterable[Plain], at_s: float) -> None:
        """News of the table."""
        with self._lock:
            self._view = view
            if self.mode == "off" or self.trainee is None or not view:
                return
            for dealt in self._watch.take(view, events, at_s):
                self._keep(self.trainee, dealt)

    def make(self, fault: object) -> None:
        """Make this fault at the simulated table. Raises SchoolError where that cannot be."""
        if not isinstance(fault, str) or fault not in self.deeds:
            raise SchoolError("Faults are made at a simulated table only.")
        self.made(fault)
        self.deeds[fault]()

    def made(self, fault: str, card: str = "") -> None:
        """This fault, with this card, is the trainer's."""
        with self._lock:
            self._watch.made(fault, card)

    @property
    def is_seated(self) -> bool:
        """Whether a trainee deals."""
        return self.mode != "off" and self.trainee is not None

    def do(self, hand: object) -> None:
        """What a trainee does by touch at the simulated table. Raises SchoolError where that cannot be."""
        if not self.is_seated or not isinstance(hand, str) or hand not in self.hands:
            raise SchoolError("Cards are drawn here at a simulated table, while a trainee is seated.")
        self.hands[hand]()

    def seen(self) -> tuple[View, list[Step]]:
        """Returns the table as it stands, and the steps of the coup under way: for the trainer alone."""
        with self._lock:
            return self._view, [*self._watch.steps] if self.is_seated else []

    def state(self) -> dict[str, object]:
        """Returns who deals, in which mode, what they dealt, and which faults can be made."""
        with self._lock:
            coups = [_plain(coup) for coup in reversed(self._watch.coups)]
            hands = list(self.hands) if self.is_seated else []
            return {"mode": self.mode, "trainee": self.trainee, "coups": coups, "hands": hands,
                    "deeds": list(self.deeds), "simulated": bool(self.deeds)}  # fmt: skip


def _plain(coup: Coup) -> dict[str, object]:
    steps = [step._asdict() for step in coup.steps]
    return coup._asdict() | {"faults": list(coup.faults), "steps": steps}
