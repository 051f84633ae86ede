"""What a hand of baccarat may say, and what the croupier answers who is asked for the tableau."""

from __future__ import annotations

from sabot.core.reasons import Reason
from sabot.core.terms import Call, Fault
from sabot.games.baccarat.tableau import Rule

CHOICES = ("carte", "non")
BY_RULE: dict[Rule, str | None] = {"D": "carte", "S": "non", "F": None}
ADVICE: dict[Rule, str] = {
    "D": "On tire, monsieur",
    "S": "On reste, monsieur",
    "F": "À volonté, monsieur",
}
"""What the croupier answers to a question (HS p. 23; where the book's example contradicts its grid, the
grid)."""


class Answer(Call):
    """A call that answers a question: it is spoken each time, however often the question comes."""

    __slots__ = ()
    __eq__ = object.__eq__
    __hash__ = object.__hash__


def against_rules(who: str, choice: str, because: Reason) -> Fault:
    """The fault of a hand that says `carte` or `non` against the rules."""
    to, owed = (who, None) if choice == "carte" else (None, who)
    return Fault("faux-tirage", because, to=to, owed=owed, said=f"{who} {choice}")
