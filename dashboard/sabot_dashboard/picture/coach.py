"""Coach mode: what the rules forbid at this moment, told before anybody does it.

What is owed stands on the croupier's page in any case, with its reason. A coach says the other half too:
"banco has 5 against a 3 and stands", at the moment at which a card would be wrong; at trente et quarante
that a row is full, at roulette that no stake counts.
"""

from __future__ import annotations

from sabot.core.cards import card_named
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.view import View
from sabot.games.baccarat import tableau as chemin_tirage
from sabot.games.baccarat.points import NATURAL_POINTS, VALUE
from sabot.games.baccarat_banque import tirage as banque_tirage
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.trente_et_quarante import rules as trente_et_quarante
from sabot_dashboard.words.sentence import Sentence, of_reason


def coach(view: View) -> Sentence | None:
    """The rule by which a card or a stake would be wrong now; None where nobody learns, or there is none."""
    if view.get("training") != "coach" or view["faults"]:
        return None
    why = _RULES.get(view["game"], _hands)(view)
    return of_reason(why) if why else None


def _hands(view: View) -> Reason | None:
    """Of a game whose hands stand by a tableau."""
    hands = {place["name"]: place["cards"] for place in view["places"]}
    if min(map(len, hands.values())) < 2:
        return None
    return _punto_banco(*hands.values()) if view["game"] == "punto-banco" else _banker(view, hands)


def _punto_banco(punto: list[str], banco: list[str]) -> Reason | None:
    owed = punto_banco.owed(_coup(punto, banco))
    if len(banco) == 3 or (owed is not None and (owed.to == "punto" or len(punto) == 3)):
        return None
    if owed is None:
        return punto_banco.stands(_coup(punto, banco), "banco")
    return punto_banco.stands(_coup(punto, ["7C", "KC"]), "punto")  # of a coup in which banco stands as well


def _coup(punto: list[str], banco: list[str]) -> punto_banco.Coup:
    coup = punto_banco.opening(punto_banco.Options())
    for text in (punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]):
        card = card_named(text)
        coup = coup if card is None else punto_banco.dealt(coup, card, None)[0]
    return coup


def _banker(view: View, hands: dict[str, list[str]]) -> Reason | None:
    """What binds the banker, once the banker's cards are open and before a draw."""
    hidden = next(place["face_down"] for place in view["places"] if place["name"] == "banque")
    *sides, banque = (tuple(VALUE[text[0]] for text in cards) for cards in hands.values())
    naturals = [sum(values[:2]) % 10 in NATURAL_POINTS for values in (*sides, banque)]
    if hidden or len(banque) == 3 or naturals[-1] or all(naturals[:-1]) or view["owed"]:
        return None
    if len(sides) == 2:
        return banque_tirage.banker_why(banque_tirage.Table(), (sides[0], sides[1], banque))
    return chemin_tirage.banque_why(sum(banque) % 10, (*sides[0], None)[2])


def _rows(view: View) -> Reason | None:
    """Of trente et quarante: the row that is full, and at the end that both are."""
    noir, rouge = (place["cards"] for place in view["places"])
    coup = trente_et_quarante.opening(trente_et_quarante.Options())
    for card in filter(None, map(card_named, [*noir, *rouge])):
        coup = trente_et_quarante.dealt(coup, card, None)[0]
    return trente_et_quarante.full(coup)


def _wheel(view: View) -> Reason | None:
    """Of roulette: from rien ne va plus to the end of the coup no stake counts."""
    if view["phase"] == "decided":
        return reason("the coup is decided and not yet closed: the next stakes come after it")
    return reason("no stake after rien ne va plus") if view["phase"] == "bets-closed" else None


_RULES = {"trente-et-quarante": _rows, "roulette": _wheel}
