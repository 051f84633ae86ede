"""What a screen may do: a JSON body in, observations out, or a refusal in words.

`observations` is total: any JSON value gives one or the other. It decides nothing about the game; whether
an act is allowed now is the referee's business.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container
from typing import NamedTuple
from unicodedata import category

from sabot.core.cards import Card, card_named
from sabot.core.observations import (
    Acknowledged,
    Announced,
    BallSeen,
    BetsClosed,
    ButtonPressed,
    CardSeen,
    Confirmed,
    CoupEnded,
    Noted,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.terms import minor_units
from sabot.games.wheel.layout import POCKETS

WORDS_CHARS_MOST = 200
"""Characters of a text that a person types."""

_UNWRITABLE = ("Cc", "Cs")
"""Control characters, and halves of characters: no record could keep them."""

KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


class Refusal(NamedTuple):
    """Why an act was not taken, as a sentence of the catalogues, with its values."""

    sentence: str
    values: tuple[tuple[str, str], ...] = ()

    def plain(self) -> dict[str, object]:
        """As the page gets it."""
        return {"id": self.sentence, "values": dict(self.values)}


class Act(NamedTuple):
    """A valid act: what was perceived, the key of this press, and the picture it was pressed on, if known."""

    name: str
    observations: tuple[Observation, ...]
    key: str
    seen: int | None


class Press(NamedTuple):
    """What every press says: its act, its key, the picture it was made on, if known; and the whole body."""

    name: str
    key: str
    seen: int | None
    body: dict[str, object]


def press(body: object, field: str, acts: Container[str]) -> Press | Refusal:
    """The press that `body` describes, with one of `acts` in this field."""
    if not isinstance(body, dict):
        return Refusal("An act is a JSON object.")
    name, key, seen = body.get(field), body.get("key"), body.get("seen")
    if not isinstance(name, str) or name not in acts:
        return Refusal("There is no such act.")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        return Refusal("An act carries a key of 8 to 64 letters and digits.")
    return Press(name, key, seen if type(seen) is int else None, body)


def act(body: object) -> Act | Refusal:
    """The act that `body` describes."""
    pressed = press(body, "act", _ACTS)
    if isinstance(pressed, Refusal):
        return pressed
    made = _ACTS[pressed.name](pressed.body)
    return made if isinstance(made, Refusal) else Act(pressed.name, made, pressed.key, pressed.seen)


Made = tuple[Observation, ...] | Refusal


def _text(body: dict[str, object], field: str, *, needed: bool = False) -> str | Refusal:
    text = body.get(field, "")
    if not isinstance(text, str) or (needed and not text.strip()):
        return Refusal("Something has to be written here.", (("field", field),))
    return written(text)


def written(text: str) -> str | Refusal:
    """A text as it goes on record, on one line; or why it cannot."""
    if len(text) > WORDS_CHARS_MOST:
        return Refusal(
            "That is {n} characters; at most {m} fit here.",
            (("n", str(len(text))), ("m", str(WORDS_CHARS_MOST))),
        )
    if any(category(letter) in _UNWRITABLE for letter in text if not letter.isspace()):
        return Refusal("That contains characters that cannot be recorded.")
    return " ".join(text.split())


def _texts(body: dict[str, object], make: Callable[..., Observation], *fields: str) -> Made:
    texts = [_text(body, field) for field in fields]
    for text in texts:
        if isinstance(text, Refusal):
            return text
    return (make(*texts),)


def _words(body: dict[str, object], make: Callable[[str], Observation]) -> Made:
    text = _text(body, "words", needed=True)
    return text if isinstance(text, Refusal) else (make(text),)


def _card(body: dict[str, object]) -> Card | Refusal:
    text = body.get("card")
    card = card_named(text) if isinstance(text, str) else None
    return card or Refusal("A card is named by rank and suit, such as 8C or TH.")


def _card_seen(body: dict[str, object]) -> Made:
    card = _card(body)
    return card if isinstance(card, Refusal) else (CardSeen(card, source="manual"),)


def _card_named(body: dict[str, object]) -> Made:
    """The unread or misread card is withdrawn, and the one that lies there takes its place."""
    card, undo = _card(body), _texts(body, Undone, "by", "reason")
    if isinstance(card, Refusal):
        return card
    return undo if isinstance(undo, Refusal) else (*undo, CardSeen(card, source="manual"))


MISDEAL = "maldonne"
"""The reason of an annulled coup where nobody gives one."""


def _annul(body: dict[str, object]) -> Made:
    """The coup is annulled, and with it the open faults are answered."""
    reason, answer = _text(body, "reason"), _texts(body, Acknowledged, "by", "reason")
    if isinstance(reason, Refusal):
        return reason
    return answer if isinstance(answer, Refusal) else (Said(f"annule {reason or MISDEAL}"), *answer)


def _burn(body: dict[str, object]) -> Made:
    """A card that showed itself is burned, under the name of the person who decided it."""
    card, by = _card(body), _text(body, "by")
    if isinstance(card, Refusal):
        return card
    return by if isinstance(by, Refusal) else (Said(f"brule {card}"), Noted("remark", by, f"brule {card}"))


def _all_unread(by: str, reason: str) -> Undone:
    """The cards at the end that were not read are withdrawn, all of them."""
    return Undone(by, reason, unread=True)


def _ball_seen(body: dict[str, object]) -> Made:
    pocket = body.get("pocket")
    if not isinstance(pocket, str) or pocket not in POCKETS:
        return Refusal("Give a number of this wheel, such as 17 or 0.")
    return (BallSeen(pocket, source="manual"),)


def _stake(body: dict[str, object]) -> Made:
    where, amount, seat = _text(body, "where", needed=True), body.get("amount"), body.get("seat")
    if isinstance(where, Refusal):
        return where
    units = minor_units(amount) if isinstance(amount, str) else None
    if units is None:
        return Refusal("An amount is a number above zero with at most two decimals, such as 20 or 12.50.")
    if seat is not None and (type(seat) is not int or not 0 < seat < 100):
        return Refusal("A seat is a number from 1.")
    return (Staked(where, units, seat),)


_ACTS: dict[str, Callable[[dict[str, object]], Made]] = {
    "rnvp": lambda body: (BetsClosed(),),
    "end": lambda body: (CoupEnded(),),
    "undo": lambda body: _texts(body, Undone, "by", "reason"),
    "undo-unread": lambda body: _texts(body, _all_unread, "by", "reason"),
    "supervisor": lambda body: (ButtonPressed("supervisor"),),
    "deal": lambda body: (ButtonPressed("deal"),),
    "new-sabot": lambda body: (SabotOpened(),),
    "annul": _annul,
    "burn": _burn,
    "acknowledge": lambda body: _texts(body, Acknowledged, "by", "reason", "fault"),
    "confirm": lambda body: _texts(body, Confirmed, "by"),
    "card": _card_seen,
    "name-card": _card_named,
    "ball": _ball_seen,
    "say": lambda body: _words(body, Said),
    "announce": lambda body: _words(body, Announced),
    "stake": _stake,
}
"""Every act of a screen by its name."""

NAMES = tuple(_ACTS)
