"""What is called at baccarat banque before the cards: the bank, bancos, the last games; and the invitation.

Every function takes a coup and gives the coup after it; what is not allowed only adds a fault. Source: HS p.
9-16.
"""

from __future__ import annotations

from functools import partial

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Bid, Call, money
from sabot.core.words import Words
from sabot.games.baccarat.points import french
from sabot.games.baccarat.selling import payments
from sabot.games.baccarat.whys import too_late
from sabot.games.baccarat_banque import bank as banque_bank
from sabot.games.baccarat_banque import offers as banque_offers
from sabot.games.baccarat_banque.coup import Coup
from sabot.games.baccarat_banque.cover import (
    covered,
    demanded,
    is_missing,
    moved,
    offered,
    served,
    text_of,
    without_own_stakes,
)
from sabot.games.baccarat_banque.hands import mode_for
from sabot.games.baccarat_banque.offers import Offer

WORDS = (
    "banque NUMBER AMOUNT",
    "banco SEAT",
    "suivi [SEAT]",
    "ouverte",
    "egaux",
    "passe droite|gauche droite|gauche SEAT",
    "brule",
    "suite",
    "prend NUMBER AMOUNT",
    "enchere NUMBER AMOUNT",
    "adjuge",
    "fin tapis|belle|rouge-noir",
    "rouge [SEAT]",
    "noir [SEAT]",
)

_LEAVING = ("brule", "suite")
_BANKING = ("banque", "prend", "enchere", "adjuge", *_LEAVING)


def heard(coup: Coup, words: Words) -> Coup:
    """The coup after a call that belongs before the cards."""
    verb = words[0]
    if coup.bets_closed:
        return refuse(coup, too_late(is_dealing=bool(coup.hands[0] or coup.hands[2])), said=text_of(words))
    if verb in banque_offers.RANK:
        seat = coup.bank.suivi if words[1] is None else words[1]
        if seat is None:
            return refuse(coup, reason("nobody has the suivi for this bank"), said=verb)
        return offered(coup, Offer(verb, seat))
    if verb in _BANKING:
        return _banked(coup, words)
    if verb == "fin":
        return _last_cards(coup, words[1])
    if verb in ("rouge", "noir"):
        return _named(coup, words)
    return moved(coup, words) if verb == "passe" else demanded(coup, verb)


# --- the bank ----------------------------------------------------------------------------------------


def _banked(coup: Coup, words: Words) -> Coup:
    verb, *more = words
    options, bank = coup.options, coup.bank
    acts = {
        "banque": partial(banque_bank.opened, options, bank),
        "prend": partial(banque_bank.bid, options, bank),
        "enchere": partial(banque_bank.bid, options, bank),
        "adjuge": partial(banque_bank.sold, options, bank),
        "brule": partial(banque_bank.burned, options, bank),
        "suite": partial(banque_bank.given_up, options, bank),
    }
    then = acts[verb](*more)
    if isinstance(then, Reason):
        return refuse(coup, then, said=text_of(words))
    paid = payments(then.left) if verb in _LEAVING and then.left else ()
    return covered(without_own_stakes(coup._replace(bank=then, answer=(), handed=(*coup.handed, *paid))))


# --- the last cards ----------------------------------------------------------------------------------


def _last_cards(coup: Coup, mode: str) -> Coup:
    """The banker plays on with the last cards; which game it is, the number of them says."""
    if not coup.options.fin:
        return refuse(coup, reason("this house mixes the cards instead (option fin)"), said=f"fin {mode}")
    fitting = mode_for(coup.cloth.left)
    if fitting == "normal":
        because = reason(
            "{n} cards are left, and with nine or more a coup is played as always", n=coup.cloth.left
        )
        return refuse(coup, because, said=f"fin {mode}")
    if fitting != mode:
        because = reason(
            "{n} cards are left: they are for {note}, or for mixing", n=coup.cloth.left, note=fitting
        )
        return refuse(coup, because, said=f"fin {mode}")
    return coup


def _named(coup: Coup, words: Words) -> Coup:
    """The main names the colour (HS: the pontes; that it is the main is the house's choice)."""
    colour, seat = words
    if coup.position.table.mode != "rouge-noir":
        return refuse(
            coup, reason("a colour is named only when one or two cards are left"), said=text_of(words)
        )
    if seat not in (None, coup.bank.main):
        because = reason("the main names the colour, and that is seat {n}", n=coup.bank.main)
        return refuse(coup, because, said=text_of(words))
    return coup._replace(cloth=coup.cloth._replace(colour=colour), answer=())


# --- calls -------------------------------------------------------------------------------------------

_MODES = {
    "tapis": (french("Tapis pour dix et l'on tire"),),
    "belle": (french("La plus belle à une"),),
    "rouge-noir": (french("Rouge ou noir"),),
}


def invitation(coup: Coup) -> tuple[Call, ...]:
    """What is called while the bank may be covered."""
    bank, offer = coup.bank, served(coup)
    if last := banque_bank.leading(coup.options, bank):
        return (french(_bid_call(last, at_full_sum=last.amount == bank.offered)),)
    if bank.burnt:
        return (french("La banque est brûlée, elle est aux enchères"),)
    if bank.offered and not bank.amount:
        return (french(f"Il y a une suite : la banque est à prendre à {spoken(bank.offered)}"),)
    if offer is not None:
        return (french(f"{_title(coup, offer)}, place {offer.seat}"),)
    return (*_MODES.get(coup.position.table.mode, ()), french(_bank_call(coup)))


def _bid_call(last: Bid, *, at_full_sum: bool) -> str:
    where = f", place {last.seat}" if last.seat else ""
    if at_full_sum:
        return f"La banque est prise à {spoken(last.amount)}{where}"
    return f"{spoken(last.amount)}{where}. Qui dit mieux ?"


def _bank_call(coup: Coup) -> str:
    if coup.bank.amount <= 0:
        return "La banque est aux enchères" if is_missing(coup) else "Faites vos jeux"
    tail = ", banque ouverte" if coup.cloth.ouverte else ""
    return f"Il y a {spoken(coup.bank.amount)} à la banque{tail}, faites vos jeux"


def _title(coup: Coup, offer: Offer) -> str:
    """The name under which a call is served; prime where it goes before another of its kind (HS p. 10)."""
    if offer.kind == "suivi":
        return "Banco suivi"
    rivals = any(each.seat != offer.seat for each in coup.cloth.offers)
    return "Banco prime" if rivals else "Banco"


def spoken(amount: int) -> str:
    """A sum as it is called: without cents where there are none."""
    return str(amount // 100) if amount % 100 == 0 else money(amount).replace(".", ",")
