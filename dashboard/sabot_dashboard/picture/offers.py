"""What each seat may do at a table at home, for the tablet.

Where the house deals on screens nobody enters a card: one button asks the house for those that are due. What
simulated players may do is not offered to people.
"""

from __future__ import annotations

from itertools import product

from sabot.core.shapes.json import Plain
from sabot.core.shapes.silence import is_silent
from sabot.core.shapes.view import AtHomeShown, TurnShown, View
from sabot.games.evening.seating import VERBS
from sabot.games.evening.stock import TURN_UP, is_gift
from sabot.games.register import GAMES
from sabot_dashboard.words.sentence import worded


def offered(view: View) -> list[Plain]:
    """What each seat may do now, for the tablet: acts in words of the script, with slots.

    Where the cards were seen and the acts of the seat whose turn it is would betray them, all that its player
    could say is offered, and the referee judges.
    """
    if is_silent(view):
        return []
    turns, here = view.get("turns", []), view.get("home", NOT_AT_HOME)
    offers = [_offer(turn, by_hand(view, turn)) for turn in turns if turn["seat"] not in here["simulated"]]
    if turns and not turns[0]["acts"] and turns[0]["seat"] not in here["simulated"]:
        offers[0]["acts"] = sayable(view, turns[0]["seat"])
    return [_offer(turns[0], [DEAL]), *offers] if may_deal(view) else offers


NOT_SAID = ("deal", "hand", "draw", "bet", *VERBS)
"""Verbs of acts that nobody says on their turn."""


def sayable(view: View, seat: int) -> list[str]:
    """All that the player at this seat could say: in an auction bids, and no bids once a contract stands."""
    spread = view["spread"]
    bids = "contract" in spread and not spread["contract"]
    patterns = [pattern.split() for pattern in GAMES[view["game"]].WORDS if " SEAT" in pattern]
    return [
        f"{verb} {seat} {' '.join(words)}".strip()
        for verb, _, *slots in patterns
        if verb not in NOT_SAID and (verb == "bid") is bids
        for words in product(*(slot.split("|") for slot in slots if not slot.startswith("[")))
    ]


DEAL = "DEAL"
"""The act of a person who asks the house for the next cards."""


def _offer(turn: TurnShown, acts: list[str]) -> Plain:
    why = worded(turn["why"]) if turn["why"] else None
    return {"seat": turn["seat"], "acts": acts, "limits": turn["limits"], "why": why}


def by_hand(view: View, turn: TurnShown) -> list[str]:
    """The acts of this turn that people do: no dealing where the house deals, and one act for a card that is
    laid open, though the script has two for it."""
    if not view.get("home", NOT_AT_HOME)["deals"]:
        return [act for act in turn["acts"] if not (act.startswith("draw ") and TURN_UP in turn["acts"])]
    held = view.get("spread", {}).get("hands", {}).get(str(turn["seat"]), 0)
    has_cards = held > 0 and view["phase"] != "decided"
    words = GAMES[view["game"]].WORDS
    own = [act for act in turn["acts"] if not is_gift(act, words, has_cards=has_cards)]
    return [act for act in own if act != "deal"]


def _is_between(view: View) -> bool:
    """Whether no deal is under way; somebody may have sat down for the next."""
    is_open = view["phase"] not in ("idle", "decided")
    return not (is_open and any(line["event"] not in VERBS for line in view["handed"]))


NOT_AT_HOME: AtHomeShown = {"deals": False, "simulated": [], "names": {}}


def may_ask(view: View, seat: int) -> bool:
    """Whether the player at this seat may ask the house to go on: before a deal, and on their own turn."""
    return may_deal(view) and (_is_between(view) or view["turns"][0]["seat"] == seat)


def may_deal(view: View) -> bool:
    """Whether a person may ask the house to go on: cards of it are due, or a simulated player begins the
    next deal."""
    here, turns = view.get("home", NOT_AT_HOME), view.get("turns", [])
    if not here["deals"] or not turns:
        return False
    begins = turns[0]["seat"] in here["simulated"] and _is_between(view)
    return begins or any(by_hand(view, turn) != turn["acts"] for turn in turns)
