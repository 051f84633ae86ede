"""Trente et quarante: two rows of cards, the lower wins; four chances at even money; prison after a refait.

Sources: *Hazardspelen* (HS, Dutch, about 1920), p. 76-81; a bilingual treatise on the trente-un (TT,
Baden-Baden 1854). The rows and the calls stand in `trente_rows`, stakes, prison and insurance in
`trente_stakes`; here they meet in a coup, and the sixain ends when it cannot give another.
"""

from __future__ import annotations

from sabot.core.cards import Card, Sabot, value
from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake, money
from sabot.core.words import Words
from sabot.games.trente_et_quarante.coup import (
    FEWEST_POINTS,
    NO_COUP,
    Coup,
    enough,
    fate_of,
    has_run_out,
    is_decided,
    kept_from,
    lots_of,
    points_in,
    points_left,
    staked_on,
)
from sabot.games.trente_et_quarante.rows import POINTS_OF_A_PACK, advanced, heard, position
from sabot.games.trente_et_quarante.stakes import CHANCES as CHANCES
from sabot.games.trente_et_quarante.stakes import Fate, Lot, premium, premium_returned
from sabot.games.trente_et_quarante.stakes import Options as Options
from sabot.games.trente_et_quarante.words import WORDS as WORDS
from sabot.games.trente_et_quarante.words import said as said

NAME = "trente-et-quarante"
PLACES = ("noir", "rouge")
ANNOUNCEMENTS = ()

THE_CARDS_PASS = Call("Messieurs, le coup n'y est plus. Les cartes passent")

_NOTHING = position(0, 0, None)


# --- the sixain ---------------------------------------------------------------------------------------


def opening(options: Options) -> Coup:
    return Coup(options, (), (), _NOTHING, 52 * options.decks, POINTS_OF_A_PACK * options.decks)


def following(coup: Coup, sabot: Sabot) -> Coup:
    left, points = coup.cards_left, points_left(coup)
    # Cards that were drawn too many open the next coup under `next`; otherwise they are gone.
    if left != sabot.left and coup.options.faux_tirage != "next":
        left, points = sabot.left, points_in(sabot)
    after = value(Coup, (coup.options, (), (), _NOTHING, left, points, *_UNTOUCHED))
    if coup.stakes or coup.held:
        after = _with(after, kept_from(coup))
    if not coup.last and (left >= FEWEST_POINTS or enough(left, points)):
        return after
    return after._replace(position=NO_COUP, passed="called" if THE_CARDS_PASS in calls(coup) else "call")


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options, (), (), _NOTHING, 0, 0, held=coup.held).counted(sabot)


_UNTOUCHED = ((), False, (), (), (), (), False, "", ())


def _with(coup: Coup, kept: tuple[Lot, ...]) -> Coup:
    """The coup with what an earlier one left: stakes in prison, and free ones still in play."""
    stakes = tuple(Stake(lot.where, lot.amount, lot.seat, stayed=True) for lot in kept if not lot.level)
    return coup._replace(stakes=stakes, held=tuple(lot for lot in kept if lot.level))


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    """A new sixain: prison gives back what its stakes are worth, and a stake that stayed after an après lies
    there still. The last coup of a taille has done so itself."""
    lots = kept_from(coup) if is_decided(coup) else tuple(lots_of(coup))
    back = tuple(_settled(lot, Fate(lot.worth)) for lot in lots if lot.level)
    return _with(opening(coup.options), tuple(lot for lot in lots if not lot.level)), back


def playable(options: Options, sabot: Sabot) -> bool:
    # Each card counts at least one point: with this many cards no sum is needed.
    return sabot.left >= FEWEST_POINTS or enough(sabot.left, points_in(sabot))


# --- the cards ----------------------------------------------------------------------------------------


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    noir, rouge, now = coup.noir, coup.rouge, coup.position
    if now.owed is None:
        fault = Fault("faux-tirage", _NO_MORE, card, place)
        return coup._replace(faults=(*coup.faults, fault)), None
    then = now.then.get(card) or advanced(now, card)
    to = now.owed.to
    if to == "noir":
        noir = (*noir, card)
    else:
        rouge = (*rouge, card)
    left = coup.cards_left - 1
    return coup._replace(noir=noir, rouge=rouge, position=then, cards_left=left, bets_closed=True), to


_NO_MORE = reason("the sixain cannot make another coup: no coup is dealt before a new one")
_NO_STAKE = reason("the sixain cannot make another coup: no stake before a new one")


def landed(coup: Coup, pocket: str) -> Coup:
    return refuse(
        coup, reason("trente et quarante is dealt from a sixain: no ball rests anywhere"), said=pocket
    )


def owed(coup: Coup) -> Owed | None:
    return coup.position.owed if coup.cards_left else None


def points(coup: Coup, place: str) -> int:
    return coup.position.points[place == "rouge"]


def hand(coup: Coup, place: str) -> tuple[Card, ...]:
    return coup.rouge if place == "rouge" else coup.noir


def faux_tirage(coup: Coup, place: str | None) -> Reason:
    """HS, TT: a row ends with the card that brings it to 31 or more, and neither before nor after."""
    now = coup.position
    if now.owed is not None and coup.cards_left:
        count, row = points(coup, now.owed.to or "noir"), now.owed.to
        return reason(
            "the {place} row was stopped short: it has {n} and is dealt until it has 31 or more",
            place=row or "noir",
            n=count,
        )
    noir, rouge = now.points
    return reason(
        "a card past 31: noir has {n} and rouge {m}, and a row takes no card once it has 31 or more",
        n=noir,
        m=rouge,
    )


def full(coup: Coup) -> Reason | None:
    """The rule by which the next card goes to rouge, or to no row; None while the row is not full."""
    now = coup.position
    noir, rouge = now.points
    if now.owed is None:
        return reason(
            "noir has {n} and rouge {m}, and a row takes no card once it has 31 or more", n=noir, m=rouge
        )
    if now.owed.to == "rouge" and not rouge:
        return reason("noir has {n}: its row is full, and the next card goes to rouge", n=noir)
    return None


# --- calls --------------------------------------------------------------------------------------------


def calls(coup: Coup) -> tuple[Call, ...]:
    now = coup.position
    if not coup.noir:
        return _calls_before(coup)
    if coup.cards_left >= FEWEST_POINTS:
        return now.calls
    if has_run_out(coup):
        return _THE_CARDS_PASS
    # Where the next card closes the coup by itself, nobody comes to say it later.
    tells = now.winner is not None and coup.options.close == "auto"
    tells = tells and not enough(coup.cards_left, points_left(coup))
    return (*now.calls, THE_CARDS_PASS) if tells else now.calls


def _calls_before(coup: Coup) -> tuple[Call, ...]:
    if coup.passed:
        return _THE_CARDS_PASS if coup.passed == "call" else ()
    return _BETS_CLOSED if coup.bets_closed else _INVITATIONS[coup.options.invitation]


_INVITATIONS = {"votre": (Call("Messieurs, faites votre jeu"),), "le": (Call("Messieurs, faites le jeu"),)}
_BETS_CLOSED = (Call("Le jeu est fait"),)
_THE_CARDS_PASS = (THE_CARDS_PASS,)


def announces(coup: Coup, words: str) -> bool:
    """Also of a coup under way: the row that has ended may be announced before the other is dealt."""
    plain = heard(words)
    return plain in coup.position.true or any(plain == heard(call.text) for call in calls(coup))


# --- what is said, staked and insured -----------------------------------------------------------------


def opens(coup: Coup, words: Words) -> bool:
    return bool(words[0] == "assurance")


def chance(options: Options, where: str) -> str | None:
    return where if where in CHANCES else None


def staked(coup: Coup, stake: Stake) -> Coup:
    if coup.passed:
        return refuse(coup, _NO_STAKE, said=stake.where)
    return coup._replace(stakes=(*coup.stakes, stake))


def closed(coup: Coup) -> Coup:
    return coup._replace(bets_closed=True)


# --- the end of the coup ------------------------------------------------------------------------------


def result(coup: Coup) -> dict[str, object] | None:
    """A coup for which the cards did not suffice has no winner and is `void`."""
    now = coup.position
    if now.winner is None and not has_run_out(coup):
        return None
    noir, rouge = now.points
    cards = {"noir": [*map("".join, coup.noir)], "rouge": [*map("".join, coup.rouge)]}
    void = {"void": True} if now.winner is None else {}
    points = {"noir": noir, "rouge": rouge}
    return {"winner": now.winner, "couleur": now.couleur, "points": points, "cards": cards, **void}


def settlement(coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
    if not coup.stakes and not coup.held:
        return ()
    fates = ((lot, fate_of(coup, lot, last=last)) for lot in lots_of(coup))
    return tuple(_settled(lot, met) for lot, met in fates)


def _settled(lot: Lot, met: Fate) -> Settlement:
    """What `met` does to a stake; of one that stays in prison, how deep it lies and where it was moved."""
    level, moved = None, None
    if met.kept is not None and met.kept.level:
        level, moved = met.kept.level, met.kept.where if met.kept.where != lot.where else None
    settled = Settlement(lot.where, lot.amount, met.returned, lot.seat, met.held, level, moved)
    return settled._replace(prison=lot.level)


def ledger(coup: Coup) -> tuple[tuple[str, dict[str, object]], ...]:
    """What was paid for insurance, also of a stake that left after the result."""
    if not coup.insured:
        return ()
    decided = coup._replace(stakes=(*coup.stakes, *coup.taken_back))
    amounts = ((where, seat, staked_on(decided, where, seat)) for where, seat in coup.insured)
    return tuple(("assurance", _insurance_line(coup, *each)) for each in amounts)


def _insurance_line(coup: Coup, where: str, seat: int | None, amount: int) -> dict[str, object]:
    back = premium_returned(coup.options, amount, coup.position.winner)
    paid = {"premium": money(premium(coup.options, amount)), "returned": money(back)}
    return _line(where, amount, seat) | paid


def _line(where: str, amount: int, seat: int | None) -> dict[str, object]:
    return {"bet": where, "stake": money(amount)} | ({} if seat is None else {"seat": seat})
