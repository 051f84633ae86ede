"""How the bank of chemin de fer is opened, sold and covered: the calls and stakes before the cards.

Source: HS p. 17-23. Each gives the coup after it, or the coup with one more `wrong-order` fault.
"""

from __future__ import annotations

from functools import partial

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Bid, Settlement, Stake, money
from sabot.core.words import Words
from sabot.games.baccarat.selling import payments
from sabot.games.chemin_de_fer import auction
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
        "prend": partial(auction.with_bid, options, bank),
        "enchere": partial(auction.with_bid, options, bank),
        "adjuge": partial(auction.sold, options, bank),
        "refuse": partial(chemin_bank.refused, options, bank),
        "associe": partial(chemin_bank.joined, options, bank),
    }
    then = acts[verb](*more)
    if then == bank:
        return coup
    if coup.stakes:
        then = reason("stakes lie against the bank: it stays as it is")
    if isinstance(then, Reason):
        return refuse(coup, then, said=text_of(words))
    return coup._replace(bank=then, answer=())


def passed(coup: Coup) -> Coup:
    """*Je passe la main*, at any time before the cards: the banker is paid, and what was staked or called
    against the bank is off (HS p. 22)."""
    then = chemin_bank.passed(coup.bank)
    if isinstance(then, Reason):
        return refuse(coup, then, said="passe")
    assert then.left is not None
    fresh = coup._replace(bank=then, offers=(), free=(), lies=(), stakes=(), kept=False)
    handed = (*coup.handed, *map(_uncovered, _chips(coup)), *payments(then.left))
    return fresh._replace(bets_closed=False, answer=(), handed=handed)


def _chips(coup: Coup) -> tuple[Stake, ...]:
    """The stakes that lie in chips: after en cartes all of them, else those that are no call."""
    return coup.stakes if coup.kept else coup.free


def _uncovered(stake: Stake) -> Settlement:
    return Settlement(stake.where, stake.amount, stake.amount, stake.seat, uncovered=True)


def offered(coup: Coup, offer: Offer) -> Coup:
    """A call to cover the bank. One of higher precedence takes the place of another, and no fault is made
    by calling."""
    then = with_bank(coup)
    refusal = _offer_refused(then, offer)
    if refusal:
        return refuse(coup, refusal, said=f"{offer.kind} {offer.seat}")
    return then if then.kept else _laid(then._replace(offers=(*then.offers, offer)))


def _offer_refused(coup: Coup, offer: Offer) -> Reason | None:
    if coup.kept and offer not in coup.offers:
        return reason("en cartes the stakes stay as they are")
    if offer.kind == "suivi" and offer.seat != coup.bank.suivi:
        return _no_suivi(coup)
    return _seat_refused(coup.bank, offer.seat)


def _no_suivi(coup: Coup) -> Reason:
    if coup.options.suivi == "next":
        return reason("banco suivi is for the seat that called banco in the last coup and lost")
    return reason("banco suivi is for the seat that last called banco against this bank and lost")


def _seat_refused(bank: Bank, seat: int | None) -> Reason | None:
    if not bank.amount:
        return reason("nobody holds a bank to play against (say banque SEAT AMOUNT)")
    if seat is None or seat not in (bank.seat, bank.partner):
        return None
    return reason("seat {n} has a part in the bank and does not stake against it", n=seat)


def with_bank(coup: Coup) -> Coup:
    """The coup with the bank against which it is played, also where nobody bought the one on offer."""
    return coup._replace(bank=auction.settled(coup.options, coup.bank), answer=())


def _laid(coup: Coup) -> Coup:
    """The coup with all that lies on the cloth: the stakes that stayed or the call that is served, and the
    free ones in their turn."""
    offer, bank = served(coup), coup.bank
    base = coup.lies if coup.kept else chemin_offers.called_for(offer, bank=bank.amount)
    free = chemin_offers.in_turn(coup.options, coup.free, offer, main=bank.main)
    return coup._replace(stakes=(*base, *free))


def staked(coup: Coup, stake: Stake) -> Coup:
    """The coup with one more free stake."""
    then = with_bank(coup)
    refusal = _seat_refused(then.bank, stake.seat) or _no_room(then)
    if refusal:
        return refuse(coup, refusal, said=f"{stake.where} {money(stake.amount)}")
    if then.kept and not then.lies:
        then = then._replace(lies=then.stakes, free=())
    return _laid(then._replace(free=(*then.free, stake)))


def _no_room(coup: Coup) -> Reason | None:
    offer = served(coup)
    if offer is not None and offer.kind != "avec-la-table":
        return reason("a banco covers the whole bank and leaves room for no other stake")
    return None


def closed(coup: Coup) -> Coup:
    """*Rien ne va plus*, or the first card: the bank covers the stakes in the order of seats, and what it
    does not cover goes back at once."""
    coup = with_bank(coup)._replace(bets_closed=True)
    if not coup.bank.amount:
        return coup
    kept, rest = chemin_offers.covered(coup.stakes, bank=coup.bank.amount)
    called = chemin_offers.called_for(served(coup), bank=coup.bank.amount)
    free = () if coup.kept else kept[len(called) :]
    return coup._replace(stakes=kept, free=free, handed=(*coup.handed, *map(_uncovered, rest)))


def invitation(coup: Coup) -> str:
    """What is called while the bank may be covered."""
    bank, offer = coup.bank, served(coup)
    if bid := auction.leading(coup.options, bank):
        return _bid_call(bid, at_full_sum=bid.amount == bank.offered)
    if bank.offered:
        return f"La main passe : la banque est à prendre à {spoken(bank.offered)}"
    if not bank.amount:
        return f"La main est à la place {bank.main}"
    if offer is None:
        return f"Il y a {spoken(bank.amount)} à la banque, faites vos jeux"
    return f"{_title(coup, offer)}, place {offer.seat}"


def _bid_call(bid: Bid, *, at_full_sum: bool) -> str:
    if at_full_sum:
        return f"La banque est prise à {spoken(bid.amount)}, place {bid.seat}"
    return f"{spoken(bid.amount)}, place {bid.seat}. Qui dit mieux ?"


def _title(coup: Coup, offer: Offer) -> str:
    """The name under which a call is served; prime where it went before another of its kind (HS p. 20)."""
    rivals = [each for each in coup.offers if each.kind == "banco" and each.seat != offer.seat]
    if offer.kind == "banco" and rivals:
        return "Banco prime"
    return {"suivi": "Banco suivi", "banco": "Banco", "avec-la-table": "Avec la table"}[offer.kind]


def spoken(amount: int) -> str:
    """A sum as it is called: without cents where there are none."""
    return str(amount // 100) if amount % 100 == 0 else money(amount).replace(".", ",")
