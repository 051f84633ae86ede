"""Roulette: the ball decides, zero spares the simple chances half.

Source: *Hazardspelen* (HS, Dutch, about 1920), p. 91-95. Wheels and bets are data (`sabot.games.wheel`);
an announced bet is laid as its chips (`roulette_announced`). At zero a simple chance loses half or goes to
prison, with the rules of trente et quarante: each further zero locks it one level deeper, each win of its
chance brings it one level out.
"""

from __future__ import annotations

from typing import NamedTuple

from sabot.core import game
from sabot.core.cards import Card, Sabot
from sabot.core.game import no_stake, refuse
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake, money
from sabot.core.words import Words, plain
from sabot.games.roulette.announced import announced, chips
from sabot.games.roulette.stakes import Fate, Lot, fate, worth
from sabot.games.roulette.stakes import Options as Options
from sabot.games.wheel.layout import SIMPLE_CHANCES, WHEELS, Pocket, is_double

NAME = "roulette"
PLACES = ()
WORDS = ("prison CHANCE [SEAT]", "moitie CHANCE [SEAT]")
ANNOUNCEMENTS = ()
CHANCES = (
    *("plein:17", "cheval:17-20", "transversale-pleine:16", "transversale-pleine:0-1-2", "carre:16-20"),
    *("quatre-premiers", "cinq-premiers", "transversale-simple:13", "colonne:1", "colonne:1-2", "douzaine:2"),
    *("douzaine:2-3", *SIMPLE_CHANCES, "voisins", "tiers", "orphelins", "orphelins-plein", "jeu-zero"),
    *("finale:7", "finale-a-cheval:4-7", "voisins-de:17:2"),
)


class Fields(NamedTuple):
    """The fields of a coup. `held` lay in prison before it; `choices` were made for stakes that zero
    struck."""

    options: Options
    pocket: Pocket | None = None
    stakes: tuple[Stake, ...] = ()
    held: tuple[Lot, ...] = ()
    choices: tuple[tuple[str, int | None, str], ...] = ()
    bets_closed: bool = False
    faults: tuple[Fault, ...] = ()


class Coup(Fields, game.Coup):
    """A coup of roulette."""

    __slots__ = ()

    def staked_alone(self, stakes: tuple[Stake, ...]) -> Coup:
        """These stakes alone: nothing lies in prison."""
        return self._replace(stakes=stakes, held=())

    @property
    def choosing(self) -> frozenset[tuple[str, int | None]]:
        """The simple chances and seats that zero struck and for which nobody has yet chosen what happens
        to them."""
        struck_by_zero = self.pocket is not None and self.pocket.colour is None
        if not struck_by_zero or self.options.zero_rule in ("half", "lose"):
            return frozenset()
        struck = {(lot.where, lot.seat) for lot in _lots(self) if lot.where in SIMPLE_CHANCES}
        return frozenset(struck - {(where, seat) for where, seat, _ in self.choices})


# --- stakes ------------------------------------------------------------------------------------------


def _lots(coup: Coup) -> list[Lot]:
    """Every stake that this coup decides, those in prison first."""
    return [*coup.held, *(Lot(*stake[:3]) for stake in coup.stakes)]


def _fated(coup: Coup) -> list[tuple[Lot, Fate]]:
    """Every stake with what the ball did to it; before it rests, those in prison as they lie."""
    if coup.pocket is None:
        return [(lot, Fate(0, lot.level)) for lot in coup.held]
    options, rests = coup.options, coup.pocket.name
    return [(lot, fate(options, lot, rests, word=_choice(coup, lot))) for lot in _lots(coup)]


def _choice(coup: Coup, lot: Lot) -> str | None:
    said = [word for where, seat, word in coup.choices if (where, seat) == (lot.where, lot.seat)]
    return said[-1] if said else None


def _kept(coup: Coup) -> tuple[Lot, ...]:
    """The stakes that lie in prison after this coup."""
    return tuple(lot._replace(level=now.level) for lot, now in _fated(coup) if now.level)


# --- the coup -----------------------------------------------------------------------------------------


def opening(options: Options) -> Coup:
    return Coup(options)


def following(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options, held=_kept(coup))


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options, held=coup.held)


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    """A new permanence: prison gives back what its stakes are worth."""
    back = [Settlement(lot.where, lot.amount, worth(lot), lot.seat, prison=lot.level) for lot in _kept(coup)]
    return Coup(coup.options), tuple(back)


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    return refuse(coup, _NO_CARDS, card=card), None


_NO_CARDS = reason("roulette is played with a ball: no card is dealt at its table")


def landed(coup: Coup, pocket: str) -> Coup:
    options = coup.options
    rests = WHEELS[options.pockets].pockets.get(pocket)
    if coup.pocket is not None:
        return refuse(
            coup,
            reason("the ball rests in {pocket} already and decides one coup", pocket=coup.pocket.name),
            said=pocket,
        )
    if rests is None:
        zeros = _ZEROS[options.pockets]
        because = reason(
            "a wheel of {n} pockets has 1 to 36 and {zeros}, and no other", n=options.pockets, zeros=zeros
        )
        return refuse(coup, because, said=pocket)
    return coup._replace(pocket=rests, bets_closed=True)


_ZEROS = {37: "0", 38: "0, 00", 39: "0, 00, 000"}


def said(coup: Coup, words: Words) -> Coup:
    """The choice after a zero: `prison` or `moitie` for the stakes of a seat on one simple chance."""
    word, where, seat = words
    because = _choice_refused(coup, where, seat)
    if because:
        return refuse(coup, because, said=" ".join(str(each) for each in words if each is not None))
    return coup._replace(choices=(*coup.choices, (where, seat, word)))


def _choice_refused(coup: Coup, where: str, seat: int | None) -> Reason | None:
    if where not in SIMPLE_CHANCES:
        return reason(
            "only a simple chance goes to prison or loses half: {note}", note=", ".join(SIMPLE_CHANCES)
        )
    if coup.pocket is None or coup.pocket.colour is not None:
        return reason("prison or half is chosen after zero has come, before the next coup")
    struck = [lot for lot in _lots(coup) if (lot.where, lot.seat) == (where, seat)]
    if not struck:
        return no_stake(where, seat)
    return _NO_CHOICE.get(coup.options.zero_rule)


_NO_CHOICE = {
    "half": reason(
        "in this house half of a simple chance is lost at zero and nobody chooses (option zero-rule)"
    ),
    "lose": reason("in this house a simple chance is lost at zero and nobody chooses (option zero-rule)"),
}


def opens(coup: Coup, words: Words) -> bool:
    return False


def chance(options: Options, where: str) -> str | None:
    return WHEELS[options.pockets].bet_named(where) or announced(options.pockets, where)


def staked(coup: Coup, stake: Stake) -> Coup:
    """The stake, or the chips of an announced bet, each worth what was staked."""
    because = _stake_refused(coup.options, stake)
    if because:
        return refuse(coup, because, said=f"{stake.where} {money(stake.amount)}")
    laid = chips(coup.options.pockets, stake.where) or (stake.where,)
    return coup._replace(stakes=(*coup.stakes, *(stake._replace(where=where) for where in laid)))


def _stake_refused(options: Options, stake: Stake) -> Reason | None:
    if not is_double(stake.where):
        return None
    if not options.double_dozen:
        return reason("this house takes no stakes on two dozens or columns (option double-dozen)")
    if stake.amount % 2:
        return reason("two dozens or columns pay one to two: the stake must be divisible by two")
    return None


def closed(coup: Coup) -> Coup:
    return coup._replace(bets_closed=True)


def owed(coup: Coup) -> Owed | None:
    return None


def calls(coup: Coup) -> tuple[Call, ...]:
    if coup.pocket is not None:
        return _SPOKEN[coup.pocket.name]
    return _BETS_CLOSED if coup.bets_closed else _BETS_OPEN


_BETS_OPEN = (Call("Faites vos jeux"),)
_BETS_CLOSED = (Call("Rien ne va plus"),)
_SPOKEN = {name: (Call(each.spoken),) for wheel in WHEELS.values() for name, each in wheel.pockets.items()}


def points(coup: Coup, place: str) -> int:
    return 0


def hand(coup: Coup, place: str) -> tuple[Card, ...]:
    return ()


def result(coup: Coup) -> Plain | None:
    if coup.pocket is None:
        return None
    pocket = coup.pocket
    return {
        "number": pocket.number,
        "colour": pocket.colour,
        "parity": pocket.parity,
        "half": pocket.half,
        "dozen": pocket.dozen,
        "column": pocket.column,
    }


def settlement(coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
    return tuple(_settled(lot, now) for lot, now in _fated(coup))


def _settled(lot: Lot, now: Fate) -> Settlement:
    held = "prison" if now.level else None
    return Settlement(lot.where, lot.amount, now.returned, lot.seat, held, now.level, prison=lot.level)


def ledger(coup: Coup) -> tuple[tuple[str, Plain], ...]:
    return ()


def announces(coup: Coup, words: str) -> bool:
    """Whether nothing said departs from the pocket: its number, in digits or words, and its simple
    chances."""
    rests = coup.pocket
    if rests is None:
        return False
    heard = _heard(words)
    said_chances = [word for word in heard if word in SIMPLE_CHANCES]
    number = " ".join(word for word in heard if word not in SIMPLE_CHANCES)
    true = set(said_chances) <= {*rests.chances}
    return true and bool(heard) and number in ("", rests.name, _NUMBER_SAID[rests.name])


def _heard(words: str) -> list[str]:
    """The words without commas, hyphens, and *et*: `Vingt et un, rouge` -> vingt un rouge."""
    spaced = plain(words).replace(",", " ").replace("-", " ").replace(".", " ")
    return [word for word in spaced.split() if word != "et"]


_NUMBER_SAID = {
    name: " ".join(word for word in _heard(call.text) if word not in SIMPLE_CHANCES)
    for name, (call,) in _SPOKEN.items()
}


def faux_tirage(coup: Coup, place: str | None) -> Reason:
    return _NO_CARDS


def playable(options: Options, sabot: Sabot) -> bool:
    return True
