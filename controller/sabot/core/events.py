"""What was decided at the table. Frozen, and always verdicts; they follow from observations.

`as_dict` gives the event line of the notation (docs/notation.md): the contract that other programs read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sabot.core import reasons
from sabot.core.cards import Card
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Result
from sabot.core.terms import Call, Fault, Owed, Settlement, money


class CardDealt(NamedTuple):
    """A card took its place; `points` is that hand after it."""

    coup: int
    card: Card
    to: str
    points: int


class CardOwed(NamedTuple):
    """What must happen next."""

    coup: int
    owed: Owed


class Called(NamedTuple):
    """What the croupier has to announce now."""

    coup: int
    call: Call


class CoupDecided(NamedTuple):
    """The cards (or the ball) have decided; `result` holds the keys of the game's `result` line."""

    coup: int
    result: Result


class StakeSettled(NamedTuple):
    """What one stake returns."""

    coup: int
    settlement: Settlement


class CoupVoided(NamedTuple):
    """The coup was annulled, or abandoned by a new sabot: its stakes go back. `said` is the word that did
    so."""

    coup: int
    because: Reason
    said: str


class ActWithdrawn(NamedTuple):
    """An act was taken back: the lines from number `line` on, except faults and other withdrawals, no longer
    stand. `token` is the act as a script writes it."""

    coup: int
    token: str
    line: int


class LedgerChanged(NamedTuple):
    """A sum that outlives the coup, such as the bank of chemin de fer, or a sum that is paid out: `name` is
    the event, `entries` its keys."""

    coup: int
    name: str
    entries: Plain


class FaultFound(NamedTuple):
    """The table departed from the rules. `coup` 0: outside any coup."""

    coup: int
    fault: Fault


class ShoeChanged(NamedTuple):
    """The sabot's life: `state` is `new`, `last-coup` or `spent`; `cards` have been drawn so far."""

    coup: int
    state: str
    cards: int


Event = (
    CardDealt
    | CardOwed
    | Called
    | CoupDecided
    | StakeSettled
    | CoupVoided
    | ActWithdrawn
    | LedgerChanged
    | FaultFound
    | ShoeChanged
)


def as_dict(event: Event) -> Plain:
    """The event line as plain JSON values, keys in the order of the notation.

    >>> as_dict(ShoeChanged(0, "new", 0))
    {'event': 'shoe', 'state': 'new', 'cards': 0}
    """
    name, body = _LINES[type(event)](event)
    line: Plain = {"event": name}
    if event.coup:
        line["coup"] = event.coup
    line.update(body)
    return line


def with_reason(event: Event) -> Plain:
    """The event line; a fault and a voided coup also have their `reason` as a value, to be said in any
    language."""
    line = as_dict(event)
    if isinstance(event, FaultFound):
        line["reason"] = reasons.as_dict(event.fault.because)
    elif isinstance(event, CoupVoided):
        line["reason"] = reasons.as_dict(event.because)
    return line


def _card(event: CardDealt) -> tuple[str, Plain]:
    return "card", {"card": str(event.card), "to": event.to, "points": event.points}


def _owed(event: CardOwed) -> tuple[str, Plain]:
    owed = event.owed
    if owed.of is None:
        return "owed", {"to": owed.to, "why": str(owed.why)}
    return "owed", {"of": owed.of, "choices": list(owed.choices), "why": str(owed.why)}


def _call(event: Called) -> tuple[str, Plain]:
    return "call", {"text": event.call.text, "lang": event.call.lang}


def _result(event: CoupDecided) -> tuple[str, Plain]:
    return "result", dict(event.result)


def _settlement(event: StakeSettled) -> tuple[str, Plain]:
    line = event.settlement
    body: Plain = {"bet": line.bet, "stake": money(line.stake), "returned": money(line.returned)}
    more = {"seat": line.seat, "held": line.held, "level": line.level or None, "moved": line.moved}
    more |= {"prison": line.prison or None}
    body |= {key: value for key, value in more.items() if value is not None}
    if line.void:
        body["void"] = True
    if line.uncovered:
        body["uncovered"] = True
    return "settlement", body


def _void(event: CoupVoided) -> tuple[str, Plain]:
    return "void", {"because": str(event.because), "said": event.said}


def _undone(event: ActWithdrawn) -> tuple[str, Plain]:
    return "undone", {"token": event.token, "from": event.line}


def _ledger(event: LedgerChanged) -> tuple[str, Plain]:
    return event.name, dict(event.entries)


def _fault(event: FaultFound) -> tuple[str, Plain]:
    fields = {key: value for key, value in event.fault._asdict().items() if value is not None}
    fields["because"] = str(event.fault.because)
    if event.fault.card is not None:
        fields["card"] = str(event.fault.card)
    return "fault", fields


def _shoe(event: ShoeChanged) -> tuple[str, Plain]:
    return "shoe", {"state": event.state, "cards": event.cards}


_LINES: dict[type[Any], Any] = {
    CardDealt: _card,
    CardOwed: _owed,
    Called: _call,
    CoupDecided: _result,
    StakeSettled: _settlement,
    CoupVoided: _void,
    ActWithdrawn: _undone,
    LedgerChanged: _ledger,
    FaultFound: _fault,
    ShoeChanged: _shoe,
}
