"""Coach mode: what the rules say of the hand that stands, told before anybody draws to it.

What a hand is owed stands on the croupier's page in any case, with its reason. A coach says the other half
too: "banco has 5 against a 3 and stands", at the moment at which a card would be wrong.
"""

from __future__ import annotations

from typing import Any

from controller.cards import card_named
from controller.rules import banque_tirage, chemin_tirage, punto_banco
from controller.rules.baccarat import NATURALS, VALUE
from dashboard.sentences import Sentence, recognised

COACHED = ("punto-banco", "chemin-de-fer", "baccarat-banque")
"""The games whose hands stand by a tableau."""


def coach(view: dict[str, Any]) -> Sentence | None:
    """The rule by which a hand stands now; None where nobody learns, or every hand is owed something."""
    if view.get("training") != "coach" or view["game"] not in COACHED or view["faults"]:
        return None
    hands = {place["name"]: place["cards"] for place in view["places"]}
    if min(map(len, hands.values())) < 2:
        return None
    said = _punto_banco(*hands.values()) if view["game"] == "punto-banco" else _banker(view, hands)
    return recognised(said) if said else None


def _punto_banco(punto: list[str], banco: list[str]) -> str:
    owed = punto_banco.owed(_coup(punto, banco))
    if len(banco) == 3 or (owed is not None and (owed.to == "punto" or len(punto) == 3)):
        return ""
    if owed is None:
        return _rule(_coup(punto, banco), "banco")
    return _rule(_coup(punto, ["7C", "KC"]), "punto")  # of a coup in which banco stands as well


def _coup(punto: list[str], banco: list[str]) -> Any:
    coup = punto_banco.opening(punto_banco.Options())
    for text in (punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]):
        card = card_named(text)
        coup = coup if card is None else punto_banco.dealt(coup, card, None)[0]
    return coup


def _rule(coup: Any, place: str) -> str:
    """The rule that a card to `place` would break, without who broke it."""
    because = punto_banco.faux_tirage(coup, place)
    return because if because.startswith("a ") else because.partition(": ")[2]


def _banker(view: dict[str, Any], hands: dict[str, list[str]]) -> str:
    """What binds the banker, once his cards lie open and he has not drawn."""
    hidden = next(place["face_down"] for place in view["places"] if place["name"] == "banque")
    *sides, banque = (tuple(VALUE[text[0]] for text in cards) for cards in hands.values())
    naturals = [sum(values[:2]) % 10 in NATURALS for values in (*sides, banque)]
    if hidden or len(banque) == 3 or naturals[-1] or all(naturals[:-1]) or view["owed"]:
        return ""
    if len(sides) == 2:
        return banque_tirage.banker_why(banque_tirage.Table(), (sides[0], sides[1], banque))
    return chemin_tirage.banque_why(sum(banque) % 10, (*sides[0], None)[2])
