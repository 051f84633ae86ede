"""A trainee at the table itself: the coach's word before the card, the newest coups step by step, and at a
simulated table the cards that they draw by touch. At a table at home the deals that are over."""

from __future__ import annotations

import re
from typing import Any

from flask import Flask, Response, request
from flask.typing import ResponseReturnValue

from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import View
from sabot_dashboard.answers import answered
from sabot_dashboard.pages.school import SchoolPages, only_trainees, posted
from sabot_dashboard.picture import projection
from sabot_dashboard.picture.cloths import Cloth, cloth_of
from sabot_dashboard.picture.croupier_band import said
from sabot_dashboard.roles import at_the_table
from sabot_dashboard.words import school_words
from sabot_dashboard.words.school_words import sentence_of, spelled
from sabot_dashboard.words.sentence import Sentence, plain, with_suit


def table_page(app: Flask, pages: SchoolPages) -> None:
    """The routes under `/school/table`."""
    table = pages.school.table

    @app.get("/school/table")
    def school_table() -> str:
        return pages.page("school-table", table=table_of(pages), modes=school_words.MODES)

    @app.get("/school/table/state")
    def school_table_state() -> Response:
        return answered(table_of(pages))

    @app.post("/school/table/deal")
    @posted
    def school_table_deal(body: Plain) -> Response:
        who = pages.trainee()
        if not at_the_table(request) and (who is None or who["id"] != table.trainee):
            raise ValueError("Somebody else deals at the table.")
        table.do(body.get("hand"))
        return answered({"taken": True})


def table_of(pages: SchoolPages) -> Plain:
    """Who deals, what they may know now, and the coups that they dealt, in words."""
    table = pages.school.table
    state: dict[str, Any] = table.state()
    view, _ = table.seen()
    cloth = cloth_of(view["game"]) if view else None
    coups = [_coup(coup, cloth) for coup in state["coups"]]
    hands = [{"hand": hand, "label": _label(hand, cloth)} for hand in state["hands"]]
    known = {"coups": coups, "hands": hands, "who": pages.school.named(state["trainee"])}
    return state | known | _now(view, is_seated=table.is_seated)


def trainer_s(pages: SchoolPages) -> Plain:
    """The same for the trainer, who sees everything in every mode: what the rules say now, the open faults,
    and the coup under way."""
    view, steps = pages.school.table.seen()
    if not view:
        return table_of(pages)
    picture: dict[str, Any] = projection.whole(view)
    cloth = cloth_of(view["game"])
    faults = [{"title": fault["title"], "because": fault["because"]} for fault in picture["faults"]]
    now = {"text": picture["band"]["text"], "why": picture["band"]["why"], "faults": faults}
    return table_of(pages) | {"now": now | {"steps": [_step(step._asdict(), cloth) for step in steps]}}


def _now(view: View, *, is_seated: bool) -> Plain:
    """The cards as they lie; in coach mode what is due, and what would be wrong."""
    if not view or not is_seated:
        return {"places": [], "coach": None, "due": None}
    picture: dict[str, Any] = projection.croupier(view)
    is_coached = view.get("training") == "coach"
    due = {"text": picture["band"]["text"], "why": picture["band"]["why"]} if is_coached else None
    return {"places": picture["places"], "coach": picture["coach"], "due": due}


def _coup(coup: dict[str, Any], cloth: Cloth | None) -> dict[str, Any]:
    faults = [sentence_of(why) for why in coup["faults"]]
    return coup | {"faults": faults, "steps": [_step(step, cloth) for step in coup["steps"]]}


def _step(step: dict[str, Any], cloth: Cloth | None) -> dict[str, Any]:
    """A step in words: what was done, whether it was right, why, and the seconds since the one before."""
    why = sentence_of(step["why"]) if step["why"] else None
    return {"text": _text(step, cloth), "right": step["right"], "why": why, "s": step["seconds"]}


def _text(step: dict[str, Any], cloth: Cloth | None) -> Sentence:
    what, to = step["what"], step["to"]
    match step["act"]:
        case "card" if to:
            return plain("{card} to {place}", card=with_suit(what), place=cloth.place(to) if cloth else to)
        case "card":
            return plain("{card} from the sabot", card=with_suit(what))
        case "rnvp":
            return said(cloth.bets_closed if cloth else "")
        case "call":
            return plain("Called: {what}", what=spelled(what))
        case "undone":
            return plain("Withdrawn")
        case "word" if what and what != "end":
            return plain("Refused: {what}", what=spelled(what))
    return plain("End of the coup")


def _label(hand: str, cloth: Cloth | None) -> Sentence:
    """What the button of an act says."""
    name, _, place = hand.partition(" ")
    if name == "draw":
        return plain("Card to {place}", place=cloth.place(place) if cloth else place)
    if name == "rnvp":
        return said(cloth.bets_closed if cloth else "")
    if name == "spin":
        return plain("Launch the ball")
    return plain("End of the coup") if name == "end" else plain("New sabot")


# --- deals that are over ------------------------------------------------------------------------------

SEAT_AND_BID = re.compile(r"(\d+) (\S+)")


def deals(app: Flask, pages: SchoolPages) -> None:
    """The route `/school/deals`; `?deal=4` is about the fourth deal, else it is the last one."""

    @app.get("/school/deals")
    def school_deals() -> ResponseReturnValue:
        def made(who: Plain) -> str:
            newest = pages.school.deals.newest()
            asked = request.args.get("deal", type=int) or (newest[0].number if newest else 0)
            found = pages.school.deals.of(asked) if newest else None
            listed = [{"number": each.number, "contract": _contract(each)} for each in newest]
            said = [*map(school_words.sentence_of, pages.school.deals.said(found[1]))] if found else []
            return pages.page("school-deals", deals=listed, asked=asked, said=said)

        return only_trainees(pages, made)


def _contract(over: Any) -> Sentence | None:
    """The seat that played the contract, and its bid; None where the table shows no such thing."""
    found = SEAT_AND_BID.fullmatch(over.contract)
    return plain("Seat {n}: {call}", n=found[1], call=found[2].replace("_", " ")) if found else None
