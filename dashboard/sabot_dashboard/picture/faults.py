"""The ways out of a fault: two or three buttons, each naming who may press it.

A way is an act of the screen (`sabot_dashboard.acts`), its label, the person whose decision it is, and
whether it must be held: what overrides the rules or withdraws something is held, what merely follows the
rules is pressed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from sabot.core.shapes.view import View
from sabot.core.terms import CONFIRM
from sabot.core.words import plain as plain_words
from sabot_dashboard.words.sentence import Sentence

CROUPIER = "croupier"
CHEF = "chef de table"


class WayShown(TypedDict):
    """A way out as the page gets it."""

    act: str
    label: str | Sentence
    by: str
    hold: bool
    words: str
    fault: str


class FaultDrawn(TypedDict):
    """A fault as the page gets it, with its ways out."""

    kind: str
    title: Sentence
    because: Sentence
    card: str | None
    to: str | None
    said: str | None
    picture: str | None
    coup: int | None
    cell: Mapping[str, object] | None
    ways: list[WayShown]


class Way(NamedTuple):
    """One way out. `words` are what is said, where the act is to say something, in the game's own words;
    `fault` names one fault of the wheel, where that alone is answered for."""

    act: str
    label: str
    by: str = CROUPIER
    hold: bool = False
    words: str = ""
    fault: str = ""

    def plain(self) -> WayShown:
        """As the page gets it."""
        return {
            "act": self.act,
            "label": self.label,
            "by": self.by,
            "hold": self.hold,
            "words": self.words,
            "fault": self.fault,
        }


TAKE_BACK = Way("undo", "Withdraw the last act", CHEF, hold=True)
CALL_CHEF = Way("supervisor", "Call the supervisor")
ALL_UNREAD = Way("undo-unread", "No cards were drawn: withdraw all that were not read", CHEF, hold=True)
ANNUL = Way("annul", "Misdeal: annul the coup", CHEF, hold=True)
UNDERSTOOD = Way("acknowledge", "Understood")
NAME_CARD = Way("name-card", "Name the card")
DRAW_OWED = Way("acknowledge", "Draw the card that is owed")

WAYS: dict[str, tuple[Way, ...]] = {
    "faux-tirage": (
        Way("acknowledge", "The card stays aside, the coup stands", CHEF, hold=True),
        Way("undo", "The card was not drawn: withdraw it", CHEF, hold=True),
        ANNUL,
        CALL_CHEF,
    ),
    "faux-tirage-owed": (DRAW_OWED, ANNUL, CALL_CHEF),
    "misplaced-card": (
        Way("acknowledge", "The card has been moved to its place"),
        TAKE_BACK,
        ANNUL,
        CALL_CHEF,
    ),
    "impossible-card": (
        Way("name-card", "Misread: name the card"),
        Way("acknowledge", "The card is right: check the sabot", CHEF, hold=True),
        ANNUL,
        CALL_CHEF,
    ),
    "unread-card": (
        NAME_CARD,
        Way("undo", "No card was drawn: withdraw it", CHEF, hold=True),
        ALL_UNREAD,
        CALL_CHEF,
    ),
    "early-card": (Way("acknowledge", "The card stands", CHEF, hold=True), TAKE_BACK, ANNUL, CALL_CHEF),
    "wrong-announcement": (Way("acknowledge", "Announce what the cards show"), CALL_CHEF),
    "wrong-order": (UNDERSTOOD, TAKE_BACK, CALL_CHEF),
    "revoke": (UNDERSTOOD, TAKE_BACK, CALL_CHEF),
    "withheld-card": (UNDERSTOOD, TAKE_BACK, CALL_CHEF),
    "misdeal": (UNDERSTOOD, ANNUL, CALL_CHEF),
    "disagreement": (
        Way("acknowledge", "The sabot is right: the card stands", CHEF, hold=True),
        Way("name-card", "The eye is right: name the card", CHEF),
        ANNUL,
        CALL_CHEF,
    ),
    "disagreement-unheard": (
        Way("card", "The card was dealt: enter it by hand"),
        Way("acknowledge", "No card was dealt: the eye is wrong", CHEF, hold=True),
        CALL_CHEF,
    ),
    "disagreement-entered": (
        Way("acknowledge", "Somebody looked at the card: the one entered stands", CHEF, hold=True),
        TAKE_BACK,
        ANNUL,
        CALL_CHEF,
    ),
    "disagreement-number": (
        Way("acknowledge", "Somebody looked at the ball: the number is settled", CHEF, hold=True),
        TAKE_BACK,
        CALL_CHEF,
    ),
}
"""By kind of fault; `faux-tirage-owed` is the one that closed a coup with a card still owed,
`disagreement-unheard` the one over a card that the sabot did not report, `disagreement-entered` the one
over a card that the sabot read otherwise than it was entered, `disagreement-number` the one over the number
of a wheel."""

NOT_THIS = Way("undo", "No: withdraw the last act", CHEF, hold=True)
"""The answer where the coup after a restart is not the one on the cloth."""

WITHDRAWING = ("undo", "undo-unread", "name-card")
"""Acts that take back what was seen last."""

TITLES: dict[str, str] = {
    "faux-tirage": "Faux tirage",
    "faux-tirage-owed": "A card is still owed",
    "misplaced-card": "Card in the wrong place",
    "impossible-card": "Impossible card",
    "unread-card": "Card not read",
    "early-card": "Card before rien ne va plus",
    "wrong-announcement": "Wrong announcement",
    "wrong-order": "Not now",
    "revoke": "Suit not followed",
    "withheld-card": "A card was kept back",
    "misdeal": "Misdeal",
    "disagreement": "Sabot and eye disagree",
    "disagreement-unheard": "The eye sees a card too many",
    "disagreement-entered": "Two names for one card",
    "disagreement-number": "Two numbers for one spin",
}
"""What the band says, largest, for each kind."""


REFUSED = "wrong-order"
"""The kind that only says that an act was not taken: nothing on the table is in dispute."""


def kind_of(fault: Mapping[str, object]) -> str:
    """The fault's kind, as a key of WAYS and TITLES; an unknown one is shown as `wrong-order`."""
    kind = str(fault["kind"])
    if kind == "faux-tirage" and fault.get("owed") and not fault.get("card"):
        return "faux-tirage-owed"
    if kind == "disagreement" and not fault.get("card"):
        return "disagreement-number"
    if kind == "disagreement" and not fault.get("said"):
        return "disagreement-unheard"
    if kind == "disagreement" and not fault.get("to"):
        return "disagreement-entered"
    return kind if kind in WAYS else "wrong-order"


def chef_is_asked(view: View, name: str, observations: tuple[object, ...] = ()) -> bool:
    """Whether the act `name` needs the supervisor.

    The ways out of the open faults say so. No act withdraws a disputed card without the supervisor: an act
    that would, and is no way out of the newest dispute, needs the supervisor wherever `undo` does.
    """
    if name in ("annul", "burn"):
        return True
    if name == "say":
        return any(_is_of_the_chef(getattr(each, "words", "")) for each in observations)
    if any(getattr(each, "fault", "") for each in observations):
        return False  # one fault of the wheel: a sensor's, not the game's
    faults = view.get("faults", ())
    ways = [way for fault in faults for way in WAYS[kind_of(fault)]]
    ways += [NOT_THIS] if view.get("unconfirmed") else []
    disputes = [fault for fault in faults if fault["kind"] != REFUSED]
    newest = WAYS[kind_of(disputes[-1])] if disputes else ways
    acts = {name, "undo"} if name in WITHDRAWING and name not in [way.act for way in newest] else {name}
    mine = [way for way in ways if way.act in acts]
    return any(way.by == CHEF for way in mine) if mine else name in WITHDRAWING and bool(disputes)


def _is_of_the_chef(words: str) -> bool:
    """Whether only the supervisor may say this: release a payout, annul a coup, burn a card."""
    first, *more = plain_words(words).split() or [""]
    return first == "annule" or ([first, *more] == [CONFIRM]) or (first == "brule" and bool(more))
