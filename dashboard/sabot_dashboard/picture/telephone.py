"""What the telephone of one seat draws: the open cards and sums, and what belongs to this seat alone."""

from __future__ import annotations

from collections.abc import Sequence

from sabot.core.shapes.json import Plain
from sabot.core.shapes.silence import hushed, is_silent
from sabot.core.shapes.view import OwnShown, TurnShown, View
from sabot.core.words import CARDS, SLOTS
from sabot_dashboard.picture.offers import DEAL, by_hand, may_ask
from sabot_dashboard.picture.projection import public
from sabot_dashboard.picture.rulings import ruled, ruling
from sabot_dashboard.words.sentence import worded

OPEN = ("coup", "phase", "says", "simulated", "home")
"""What the public's display knows and a telephone draws, too."""

OF_A_PLAYER = (
    *("bid", "name", "play", "show", "swap", "buy", "stand", "open", "split", "double"),
    *("bet", "raise", "see", "fold", "wait", "cheap", "answer", "claim"),
)
"""What a player does themselves. To sit down, to deal, and to say which cards came is done at the table."""


def telephone(view: View, shown: OwnShown) -> Plain:
    """The picture of a telephone whose seat may see `shown`."""
    if not view:
        return {"phase": "closed"}
    picture = public(view)
    turns = [] if is_silent(view) else own_turns(shown, view)
    return {key: picture[key] for key in OPEN} | {
        "hand": shown["hand"],
        "turns": [{**turn, "why": worded(turn["why"]) if turn["why"] else None} for turn in turns],
        "ruling": _ruling(view),
    }


def own_turns(shown: OwnShown, view: View) -> list[TurnShown]:
    """What this seat may do by itself, each with the acts that begin with its own number. Where the house
    deals on screens no telephone names a card that the house gives; it may ask for it."""
    seat = shown["seat"]
    turns: list[TurnShown] = [
        {**turn, "acts": [act for act in by_hand(view, turn) if _is_own(act, seat)]}
        for turn in shown["turns"]
    ]
    turns = [turn for turn in turns if turn["acts"]]
    if turns:  # it is their turn for the reason of the first act, even where that is done at the table
        turns[0] = {**turns[0], "why": shown["turns"][0]["why"]}
    if view.get("turns") and may_ask(view, seat):
        turns = [{**view["turns"][0], "seat": seat, "acts": [DEAL]}, *turns]
    return turns


def is_due(words: str, turns: Sequence[TurnShown]) -> bool:
    """Whether these words are one of the acts, with something fitting in each slot.

    >>> turn: TurnShown = {"seat": 2, "acts": ["play 2 8C", "raise 2 AMOUNT"], "limits": None, "why": None}
    >>> is_due("play 2 8C", [turn]), is_due("play 2 9C", [turn]), is_due("raise 2 0.50", [turn])
    (True, False, True)
    """
    return any(_fits(act.split(), words) for turn in turns for act in turn["acts"])


def _fits(parts: list[str], words: str) -> bool:
    said = words.split(maxsplit=len(parts) - 1) if parts[-1] == CARDS else words.split()
    return len(said) == len(parts) and all(map(_fills, parts, said))


def _fills(part: str, word: str) -> bool:
    return SLOTS[part](word) is not None if part in SLOTS else part.casefold() == word.casefold()


def _is_own(act: str, seat: int) -> bool:
    """Whether a player does this, and this seat is the one that does it."""
    verb, *words = act.split()
    who = words[-1:] if verb == "bet" else words[:1]
    return verb in OF_A_PLAYER and who == [str(seat)]


def _ruling(view: View) -> Plain | None:
    """The last ruling as the table explains it to everybody; the cards of an act that was refused stay out of
    it."""
    view = hushed(view)
    found, fault = ruling(view), ruled(view)
    if found is None or fault is None:
        return None
    return {"because": worded(fault["because"])} | {key: found[key] for key in ("seat", "trick", "now")}
