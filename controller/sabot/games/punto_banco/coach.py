"""What the rules of punto banco forbid at this moment."""

from __future__ import annotations

from sabot.core.cards import card_named
from sabot.core.reasons import Reason
from sabot.core.shapes.view import View
from sabot.games.baccarat.coach import lies_open
from sabot.games.punto_banco import coup as punto_banco


def rule(view: View) -> Reason | None:
    """Why a hand stands, before a card is drawn to it."""
    if not lies_open(view):
        return None
    punto, banco = (place["cards"] for place in view["places"])
    coup = _coup(punto, banco)
    owed = punto_banco.owed(coup)
    if len(banco) == 3 or (owed is not None and (owed.to == "punto" or len(punto) == 3)):
        return None
    if owed is None:
        return punto_banco.stands(coup, "banco")
    return punto_banco.stands(_coup(punto, ["7C", "KC"]), "punto")  # of a coup in which banco stands as well


def _coup(punto: list[str], banco: list[str]) -> punto_banco.Coup:
    coup = punto_banco.opening(punto_banco.Options())
    for text in (punto[0], banco[0], punto[1], banco[1], *punto[2:], *banco[2:]):
        card = card_named(text)
        coup = coup if card is None else punto_banco.dealt(coup, card, None)[0]
    return coup
