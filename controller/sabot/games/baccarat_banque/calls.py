"""What is said and staked at baccarat banque before the cards: the bank, bancos, free stakes, the last games.

Every function takes a coup and gives the coup after it; what is not allowed only adds a fault. Source: HS p.
9-16.
"""

from __future__ import annotations

from functools import partial

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Call, Stake, money
from sabot.core.words import Words
from sabot.games.baccarat.points import french
from sabot.games.baccarat_banque import bank as banque_bank
from sabot.games.baccarat_banque import offers as banque_offers
from sabot.games.baccarat_banque.coup import Coup
from sabot.games.baccarat_banque.offers import Offer
from sabot.games.baccarat_banque.tirage import mode_for

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
    "fin tapis|belle|rouge-noir",
    "rouge [SEAT]",
    "noir [SEAT]",
)

_BANKING = ("banque", "prend", "brule", "suite")
_SAYS_A_SUM = ("banque", "prend")


def heard(coup: Coup, words: Words) -> Coup:
    """The coup after a call that belongs before the cards."""
    verb = words[0]
    if coup.bets_closed:
        because = reason(
            "the bank, and what lies against it, is settled before rien ne va plus and the first card"
        )
        return refuse(coup, because, said=_text(words))
    if verb in banque_offers.RANK:
        seat = coup.bank.suivi if words[1] is None else words[1]
        if seat is None:
            return refuse(coup, reason("nobody has the suivi for this bank"), said=verb)
        return _offered(coup, Offer(verb, seat))
    if verb in _BANKING:
        return _banked(coup, words)
    if verb == "fin":
        return _last_cards(coup, words[1])
    if verb in ("rouge", "noir"):
        return _named(coup, words)
    return _moved(coup, words) if verb == "passe" else _demanded(coup, verb)


def _text(words: Words) -> str:
    """The call as it was spoken."""
    if words[0] in _SAYS_A_SUM:
        return f"{words[0]} {words[1]} {money(words[2])}"
    return " ".join(str(word) for word in words if word is not None)


# --- the bank ----------------------------------------------------------------------------------------


def _banked(coup: Coup, words: Words) -> Coup:
    verb, *more = words
    options, bank = coup.options, coup.bank
    acts = {
        "banque": partial(banque_bank.opened, options, bank),
        "prend": partial(banque_bank.bought, options, bank),
        "brule": partial(banque_bank.burned, options, bank),
        "suite": partial(banque_bank.given_up, options, bank),
    }
    then = acts[verb](*more)
    if isinstance(then, Reason):
        return refuse(coup, then, said=_text(words))
    return _covered(_without_own_stakes(coup._replace(bank=then, answer=())))


def _without_own_stakes(coup: Coup) -> Coup:
    """The stakes that can lie against this bank as it is now: a banker may wait to see them before
    leaving, and the next banker does not play against themselves."""
    bank, cloth = coup.bank, coup.cloth
    if is_missing(coup):
        kept = cloth.free if bank.offered else ()
        return coup._replace(cloth=cloth._replace(offers=(), free=kept))
    offers = tuple([each for each in cloth.offers if each.seat != bank.seat])
    free: tuple[Stake, ...] = ()
    for stake in cloth.free:
        room = room_on(coup._replace(cloth=cloth._replace(free=free)), stake.where)
        amount = stake.amount if room is None else min(stake.amount, room)
        if amount > 0 and stake.seat != (bank.seat or -1):
            free = (*free, stake._replace(amount=amount))
    return coup._replace(cloth=cloth._replace(offers=offers, free=free))


# --- what lies against it ----------------------------------------------------------------------------


def served(coup: Coup) -> Offer | None:
    """The call that has the bank."""
    return banque_offers.served(coup.cloth.offers, main=coup.bank.main, seats=coup.options.seats)


def is_missing(coup: Coup) -> bool:
    """Whether there was a bank and it is gone; the house's own never is."""
    return bool(coup.bank.is_missing and not coup.options.fixed_banker)


def _covered(coup: Coup) -> Coup:
    if is_missing(coup):
        return coup._replace(stakes=())
    return coup._replace(stakes=banque_offers.stakes(coup.cloth, served(coup), bank=coup.bank.amount))


def is_unlimited(coup: Coup) -> bool:
    """Whether free stakes have no limit: banque ouverte, or a bank that nobody named to the table."""
    return coup.cloth.ouverte or coup.options.fixed_banker or not coup.bank.known


def room_on(coup: Coup, side: str) -> int | None:
    """How much a side may still take; None: any sum."""
    if is_unlimited(coup):
        return None
    return int(coup.bank.amount // 2) - banque_offers.on(side, coup.cloth.free)


def _offered(coup: Coup, offer: Offer) -> Coup:
    """A call for the whole bank. One of higher precedence takes the place of another, and no fault is made by
    calling."""
    refusal = _seat_refused(coup, offer.seat) or _banco_refused(coup, offer)
    if refusal:
        return refuse(coup, refusal, said=f"{offer.kind} {offer.seat}")
    offers = (*coup.cloth.offers, offer)
    return _covered(coup._replace(cloth=coup.cloth._replace(offers=offers), answer=()))


def _banco_refused(coup: Coup, offer: Offer) -> Reason | None:
    bank = coup.bank
    if coup.options.fixed_banker:
        return reason(
            "the house's own bank is open and has no end: nobody covers it whole (option fixed-banker)"
        )
    if bank.amount <= 0:
        return reason("nobody holds a bank to play against (say banque 0 AMOUNT)")
    if bank.en_cartes >= banque_bank.EN_CARTES_AT_MOST:
        return reason("after three bancos en cartes at most half the bank is staked, on one side")
    if offer.kind == "suivi" and offer.seat != bank.suivi:
        return reason(
            "banco suivi is for whoever last called banco against this bank and lost, or was en cartes"
        )
    return None


def _seat_refused(coup: Coup, seat: int | None) -> Reason | None:
    if seat is None:
        return None
    if seat > coup.options.seats:
        return reason("this table has {n} seats", n=coup.options.seats)
    own = seat == coup.bank.seat and coup.bank.amount
    return reason("nobody stakes against a bank that is his own") if own else None


def staked(coup: Coup, stake: Stake) -> Coup:
    """The coup with one more free stake."""
    refusal = _seat_refused(coup, stake.seat) or _stake_refused(coup, stake)
    if refusal:
        return refuse(coup, refusal, said=f"{stake.where} {money(stake.amount)}")
    cloth = coup.cloth._replace(free=(*coup.cloth.free, stake))
    return _covered(coup._replace(cloth=cloth, answer=()))


def _stake_refused(coup: Coup, stake: Stake) -> Reason | None:
    if is_missing(coup):
        return reason("nobody holds a bank to play against (say banque 0 AMOUNT)")
    if served(coup) is not None:
        return reason("a banco covers the whole bank and leaves room for no other stake")
    return _no_room(coup, stake) or _after_three_en_cartes(coup, stake)


def _after_three_en_cartes(coup: Coup, stake: Stake) -> Reason | None:
    """The main may then stake at most half the bank, on one side (HS p. 12)."""
    bank = coup.bank
    if bank.en_cartes < banque_bank.EN_CARTES_AT_MOST or stake.seat not in (bank.main, bank.suivi):
        return None
    other = any(each.seat == stake.seat and each.where != stake.where for each in coup.cloth.free)
    return (
        reason("after three bancos en cartes at most half the bank is staked, on one side") if other else None
    )


def _moved(coup: Coup, words: Words) -> Coup:
    """The banker, who may demand equal sides, has the stakes of a seat moved to the other."""
    _, side, to, seat = words
    free = coup.cloth.free
    amount = sum(stake.amount for stake in free if (stake.where, stake.seat) == (side, seat))
    if side == to or not amount:
        because = reason(
            "seat {n} has nothing on {place} that could be moved to {side}", n=seat, place=side, side=to
        )
        return refuse(coup, because, said=_text(words))
    if refusal := _no_room(coup, Stake(to, amount)):
        return refuse(coup, refusal, said=_text(words))
    cloth = coup.cloth._replace(free=banque_offers.moved(free, seat=seat, to=to))
    return _covered(coup._replace(cloth=cloth, answer=()))


def _no_room(coup: Coup, stake: Stake) -> Reason | None:
    """The limit that this stake would break: half the bank on each side (HS p. 11)."""
    room = room_on(coup, stake.where)
    if room is None or stake.amount <= room:
        return None
    return reason(
        "a side never exceeds half the bank: {place} has room for {amount} more",
        place=stake.where,
        amount=money(max(room, 0)),
    )


def _demanded(coup: Coup, verb: str) -> Coup:
    """*Banque ouverte* lifts the limit for this coup; *égaux*: the larger side is reduced to the other."""
    lies = coup.cloth
    cloth = lies._replace(ouverte=True) if verb == "ouverte" else lies._replace(egaux=True)
    return _covered(coup._replace(cloth=cloth, answer=()))


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
            coup, reason("a colour is named only when one or two cards are left"), said=_text(words)
        )
    if seat not in (None, coup.bank.main):
        because = reason("the main names the colour, and that is seat {n}", n=coup.bank.main)
        return refuse(coup, because, said=_text(words))
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
    if bank.burnt:
        return (french("La banque est brûlée, elle est aux enchères"),)
    if bank.offered and not bank.amount:
        return (french(f"Il y a une suite : la banque est à prendre à {spoken(bank.offered)}"),)
    if offer is not None:
        return (french(f"{_title(coup, offer)}, place {offer.seat}"),)
    return (*_MODES.get(coup.position.table.mode, ()), french(_bank_call(coup)))


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
