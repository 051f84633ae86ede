"""How the bank of baccarat banque is covered: by a banco over both sides, or by free stakes within limits.

Every function takes a coup and gives the coup after it; what is not allowed only adds a fault. Source: HS p.
9-15.
"""

from __future__ import annotations

from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Stake, money
from sabot.core.words import Words
from sabot.games.baccarat_banque import bank as banque_bank
from sabot.games.baccarat_banque import offers as banque_offers
from sabot.games.baccarat_banque.coup import Coup
from sabot.games.baccarat_banque.offers import Offer

_SAYS_A_SUM = ("banque", "prend", "enchere")


def text_of(words: Words) -> str:
    """The call as it was spoken."""
    if words[0] in _SAYS_A_SUM:
        return f"{words[0]} {words[1]} {money(words[2])}"
    return " ".join(str(word) for word in words if word is not None)


def served(coup: Coup) -> Offer | None:
    """The call that has the bank."""
    return banque_offers.served(coup.cloth.offers, main=coup.bank.main, seats=coup.options.seats)


def is_missing(coup: Coup) -> bool:
    """Whether there was a bank and it is gone; the house's own never is."""
    return bool(coup.bank.is_missing and not coup.options.fixed_banker)


def covered(coup: Coup) -> Coup:
    """The coup with all that lies on the cloth: the call that is served and the free stakes."""
    offer, free = served(coup), coup.cloth.free
    called = banque_offers.a_cheval(coup.bank.amount, offer.seat) if offer else ()
    return coup._replace(stakes=(*called, *free))


def without_own_stakes(coup: Coup) -> Coup:
    """The stakes that can lie against this bank as it is now: a banker may wait to see them before
    leaving, and the next banker does not play against themselves."""
    bank, cloth = coup.bank, coup.cloth
    if is_missing(coup):
        kept = cloth.free if bank.offered else _nothing_of(cloth.free)
        return _with_free(coup._replace(cloth=cloth._replace(offers=())), kept)
    offers = tuple([each for each in cloth.offers if each.seat != bank.seat])
    kept = _nothing_of(cloth.free)
    for at in _in_turn(coup):
        stake = cloth.free[at]
        room = room_on(coup._replace(cloth=cloth._replace(free=kept)), stake.where)
        amount = stake.amount if room is None else max(min(stake.amount, room), 0)
        covered_now = stake._replace(amount=0 if bank.seat and stake.seat == bank.seat else amount)
        kept = (*kept[:at], covered_now, *kept[at + 1 :])
    return _with_free(coup._replace(cloth=cloth._replace(offers=offers)), kept)


def _in_turn(coup: Coup) -> list[int]:
    """The free stakes, by their numbers, in the order in which the bank covers them: the seats from the
    banker on, then those of no seat."""
    first, seats = coup.bank.seat + 1, coup.options.seats

    def turn(at: int) -> tuple[bool, int]:
        seat = coup.cloth.free[at].seat
        return seat is None, 0 if seat is None else banque_offers.distance(seat, main=first, seats=seats)

    return sorted(range(len(coup.cloth.free)), key=turn)


def _nothing_of(free: tuple[Stake, ...]) -> tuple[Stake, ...]:
    return tuple(each._replace(amount=0) for each in free)


def _with_free(coup: Coup, kept: tuple[Stake, ...]) -> Coup:
    """The coup with no more than this of each free stake; the rest goes back at once."""
    handed = (*coup.handed, *banque_offers.less(coup.cloth.free, kept))
    free = tuple(each for each in kept if each.amount)
    return coup._replace(cloth=coup.cloth._replace(free=free), handed=handed)


def with_bank(coup: Coup) -> Coup:
    """The coup with the bank against which it is played: the leading bidder has it once the play goes on."""
    if not coup.bank.bids:
        return coup
    return without_own_stakes(coup._replace(bank=banque_bank.settled(coup.options, coup.bank)))


def closed(coup: Coup) -> Coup:
    """*Rien ne va plus*, or the first card: free stakes under a banco, and what the larger side has too much,
    go back at once."""
    coup = with_bank(coup)
    if any(stake.stayed for stake in coup.cloth.free):
        coup = without_own_stakes(coup)  # the bank that they stayed against may be another now
    coup = covered(coup)._replace(bets_closed=True, answer=())
    free = coup.cloth.free
    if not free:
        return coup
    kept = banque_offers.equal(free) if coup.cloth.egaux else free
    if served(coup) is not None or is_missing(coup):
        kept = _nothing_of(free)
    laid = tuple(each for each in (*coup.stakes[: -len(free)], *kept) if each.amount)
    return coup._replace(stakes=laid, handed=(*coup.handed, *banque_offers.less(free, kept)))


def is_unlimited(coup: Coup) -> bool:
    """Whether free stakes have no limit: banque ouverte, or a bank that nobody named to the table."""
    return coup.cloth.ouverte or coup.options.fixed_banker or not coup.bank.known


def room_on(coup: Coup, side: str) -> int | None:
    """How much a side may still take; None: any sum."""
    if is_unlimited(coup):
        return None
    return int(coup.bank.amount // 2) - banque_offers.on(side, coup.cloth.free)


def offered(coup: Coup, offer: Offer) -> Coup:
    """A call for the whole bank. One of higher precedence takes the place of another, and no fault is made by
    calling."""
    then = with_bank(coup)
    refusal = seat_refused(then, offer.seat) or _banco_refused(then, offer)
    if refusal:
        return refuse(coup, refusal, said=f"{offer.kind} {offer.seat}")
    offers = (*then.cloth.offers, offer)
    return covered(then._replace(cloth=then.cloth._replace(offers=offers), answer=()))


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
            "banco suivi is for the seat that last called banco against this bank and lost, or was en cartes"
        )
    return None


def seat_refused(coup: Coup, seat: int | None) -> Reason | None:
    """Why this seat may not stake or call; None where it may."""
    if seat is None:
        return None
    if seat > coup.options.seats:
        return reason("this table has {n} seats", n=coup.options.seats)
    if seat != coup.bank.seat or not coup.bank.amount:
        return None
    return reason("seat {n} has a part in the bank and does not stake against it", n=seat)


def staked(coup: Coup, stake: Stake) -> Coup:
    """The coup with one more free stake."""
    then = with_bank(coup)
    refusal = seat_refused(then, stake.seat) or _stake_refused(then, stake)
    if refusal:
        return refuse(coup, refusal, said=f"{stake.where} {money(stake.amount)}")
    cloth = then.cloth._replace(free=(*then.cloth.free, stake))
    return covered(then._replace(cloth=cloth, answer=()))


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


def moved(coup: Coup, words: Words) -> Coup:
    """The banker, who may demand equal sides, has the stakes of a seat moved to the other."""
    _, side, to, seat = words
    free = coup.cloth.free
    amount = sum(stake.amount for stake in free if (stake.where, stake.seat) == (side, seat))
    if side == to or not amount:
        because = reason(
            "seat {n} has nothing on {place} that could be moved to {side}", n=seat, place=side, side=to
        )
        return refuse(coup, because, said=text_of(words))
    if refusal := _no_room(coup, Stake(to, amount)):
        return refuse(coup, refusal, said=text_of(words))
    cloth = coup.cloth._replace(free=banque_offers.moved(free, seat=seat, to=to))
    return covered(coup._replace(cloth=cloth, answer=()))


def _no_room(coup: Coup, stake: Stake) -> Reason | None:
    """The limit that this stake would break: half the bank on each side (HS p. 11). A stake over it is
    refused whole, like one over the maximum of the table: the two sides never exceed the bank, so there is
    nothing to be covered in turn. Only *banque ouverte* lifts the limit."""
    room = room_on(coup, stake.where)
    if room is None or stake.amount <= room:
        return None
    if room <= 0:
        return reason("a side never exceeds half the bank: {place} is full", place=stake.where)
    return reason(
        "a side never exceeds half the bank: {place} has room for {amount} more",
        place=stake.where,
        amount=money(room),
    )


def demanded(coup: Coup, verb: str) -> Coup:
    """*Banque ouverte* lifts the limit for this coup; *égaux*: the larger side is reduced to the other."""
    lies = coup.cloth
    cloth = lies._replace(ouverte=True) if verb == "ouverte" else lies._replace(egaux=True)
    return covered(coup._replace(cloth=cloth, answer=()))
