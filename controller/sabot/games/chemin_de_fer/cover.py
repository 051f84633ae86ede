"""How the bank of chemin de fer is opened, sold and covered: the calls and stakes before the cards.

Source: HS p. 17-23. Each gives the coup after it, or the coup with one more `wrong-order` fault.
"""

from __future__ import annotations

from functools import partial

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Stake, money
from sabot.core.words import Words
from sabot.games.chemin_de_fer import bank as chemin_bank
from sabot.games.chemin_de_fer import offers as chemin_offers
from sabot.games.chemin_de_fer.bank import Bank
from sabot.games.chemin_de_fer.coup import Coup, served
from sabot.games.chemin_de_fer.offers import Offer


def text_of(words: Words) -> str:
    """The call as it was spoken; the third word of any is a sum."""
    return " ".join([*map(str, words[:2]), *map(money, words[2:])])


def banked(coup: Coup, words: Words) -> Coup:
    """A call that opens, sells, leaves or joins the bank."""
    verb, *more = words
    options, bank = coup.options, coup.bank
    acts = {
        "banque": partial(chemin_bank.opened, options, bank),
        "prend": partial(chemin_bank.bought, options, bank),
        "refuse": partial(chemin_bank.refused, options, bank),
        "associe": partial(chemin_bank.joined, options, bank),
        "passe": partial(chemin_bank.passed, bank),
    }
    then = acts[verb](*more)
    if then == bank:
        return coup
    if coup.stakes:
        then = reason("stakes lie against the bank: it stays as it is")
    if isinstance(then, Reason):
        return refuse(coup, then, said=text_of(words))
    return coup._replace(bank=then, answer=())


def offered(coup: Coup, offer: Offer) -> Coup:
    """A call to cover the bank. One of higher precedence takes the place of another, and no fault is made
    by calling."""
    coup = with_bank(coup)
    refusal = _offer_refused(coup, offer)
    if refusal:
        return refuse(coup, refusal, said=f"{offer.kind} {offer.seat}")
    return coup if coup.kept else _covered(coup._replace(offers=(*coup.offers, offer)))


def _offer_refused(coup: Coup, offer: Offer) -> Reason | None:
    if coup.kept and offer not in coup.offers:
        return reason("en cartes the stakes stay as they are")
    if offer.kind == "suivi" and offer.seat != coup.bank.suivi:
        return reason("banco suivi is for whoever last called banco against this bank and lost")
    return _seat_refused(coup.bank, offer.seat)


def _seat_refused(bank: Bank, seat: int | None) -> Reason | None:
    if not bank.amount:
        return reason("nobody holds a bank to play against (say banque SEAT AMOUNT)")
    own = seat is not None and seat in (bank.seat, bank.partner)
    return reason("nobody stakes against a bank that is his own") if own else None


def with_bank(coup: Coup) -> Coup:
    """The coup with the bank against which it is played, also where nobody bought the one on offer."""
    return coup._replace(bank=chemin_bank.untaken(coup.options, coup.bank), answer=())


def _covered(coup: Coup) -> Coup:
    laid = chemin_offers.stakes(served(coup), coup.free, bank=coup.bank.amount)
    return coup._replace(stakes=laid)


def staked(coup: Coup, stake: Stake) -> Coup:
    """The coup with one more free stake."""
    coup = with_bank(coup)
    refusal = _seat_refused(coup.bank, stake.seat) or _no_room(coup, stake)
    if refusal:
        return refuse(coup, refusal, said=f"{stake.where} {money(stake.amount)}")
    return _covered(coup._replace(free=chemin_offers.with_stake(coup.options, coup.free, stake)))


def _no_room(coup: Coup, stake: Stake) -> Reason | None:
    """Stakes never exceed the bank (HS). A seat's stake goes before those of the spectators."""
    offer = served(coup)
    if offer is not None and offer.kind != "avec-la-table":
        return reason("a banco covers the whole bank and leaves room for no other stake")
    first = [each for each in coup.free if not chemin_offers.stands(coup.options, each.seat)]
    laid = coup.free if chemin_offers.stands(coup.options, stake.seat) else tuple(first)
    covered = chemin_offers.stakes(offer, laid, bank=coup.bank.amount)
    room = coup.bank.amount - sum(each.amount for each in covered)
    if stake.amount > room:
        return reason(
            "all stakes together never exceed the bank: {amount} of it are not covered yet",
            amount=money(room),
        )
    return None


def invitation(coup: Coup) -> str:
    """What is called while the bank may be covered."""
    bank, offer = coup.bank, served(coup)
    if bank.offered:
        return f"La main passe : la banque est à prendre à {spoken(bank.offered)}"
    if not bank.amount:
        return f"La main est à la place {bank.main}"
    if offer is None:
        return f"Il y a {spoken(bank.amount)} à la banque, faites vos jeux"
    return f"{_title(coup, offer)}, place {offer.seat}"


def _title(coup: Coup, offer: Offer) -> str:
    """The name under which a call is served; prime where it went before another of its kind (HS p. 20)."""
    rivals = [each for each in coup.offers if each.kind == "banco" and each.seat != offer.seat]
    if offer.kind == "banco" and rivals:
        return "Banco prime"
    return {"suivi": "Banco suivi", "banco": "Banco", "avec-la-table": "Avec la table"}[offer.kind]


def spoken(amount: int) -> str:
    """A sum as it is called: without cents where there are none."""
    return str(amount // 100) if amount % 100 == 0 else money(amount).replace(".", ",")
