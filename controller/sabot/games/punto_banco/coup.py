"""Punto banco: cards go by the table alone, nobody chooses.

Source: *Casinobank* (CB); options where houses differ. Four cards, punto first; 8 or 9 in two cards ends
the deal; punto draws to 5; banco follows the tableau. Stakes pay 1:1, banco less the tax; égalité pays 8:1
and the others stay.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from sabot.core import game
from sabot.core.cards import TEXT, Card, Sabot, value
from sabot.core.game import refuse
from sabot.core.options import House, option
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake
from sabot.core.words import Words
from sabot.games.baccarat.points import (
    NATURAL_POINTS,
    NUMBERS,
    TABLEAU_OF_THE_BOOK,
    VALUE,
    french,
    read_tableau,
)
from sabot.games.baccarat.tableau import AFTER_A_NATURAL, still_owed
from sabot.games.punto_banco.whys import PUNTO_DRAWS_TO as PUNTO_DRAWS_TO
from sabot.games.punto_banco.whys import banco_draws, banco_stands, punto_draws, punto_stands

NAME = "punto-banco"
PLACES = ("punto", "banco")
WORDS = ("brule CARD",)
WINNERS = ("punto", "banco", "egalite")
ANNOUNCEMENTS = WINNERS
CHANCES = ("punto", "banco", "egalite", "paire-punto", "paire-banco")

TABLEAU = read_tableau(TABLEAU_OF_THE_BOOK, free="D")
"""Banco's third card: `(banco's two-card total, value of punto's third card or None) -> D or S` (CB)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(House):
    """The options of punto banco."""

    decks: int = option(6, "packs in the sabot", *range(1, 13))
    min_cards: int = option(7, "no coup is opened with fewer cards than this in the sabot")
    after_cut: int = option(1, "coups still played after the one in which the cut card shows", *range(10))
    brule: bool = option(
        False, "a new sabot opens with a burn: its first card, and as many as that card counts"
    )
    no_tax: bool = option(False, "banco pays even money without tax, but half on one total")
    half_pay_total: int = option(5, "the total on which banco wins half when there is no tax", *range(10))
    tax_percent: int = option(5, "the tax on a win of banco, in percent", *range(101))
    tax_rounding: str = option(
        "none",
        "how the tax is rounded to whole units of money, for the house or the player",
        "none",
        "up",
        "down",
    )
    egalite_pays: int = option(8, "what égalité pays to one", *range(1, 101))
    pairs: bool = option(True, "whether stakes on pairs are taken")
    pair_pays: int = option(11, "what a pair pays to one", *range(1, 101))


class Position(NamedTuple):
    """All that the values of the cards say about a coup; suits do not matter.

    There are a few thousand of them; each is worked out once, from `tirage`, and `then` leads from one to
    the next by the value of a card (see `advanced`).
    """

    values: tuple[tuple[int, ...], tuple[int, ...]]
    points: tuple[int, int]
    owed: Owed | None
    winner: str | None
    natural: bool
    calls: tuple[Call, ...]
    then: dict[str, Position]


class Fields(NamedTuple):
    """The fields of a coup."""

    options: Options
    punto: tuple[Card, ...]
    banco: tuple[Card, ...]
    position: Position
    stakes: tuple[Stake, ...] = ()
    bets_closed: bool = False
    faults: tuple[Fault, ...] = ()


class Coup(Fields, game.Coup):
    """A coup of punto banco, as far as it has been dealt."""

    __slots__ = ()

    def likeness(self) -> Hashable:
        """The values of the cards: they say all that is told."""
        return self.position.values

    def laid(self, cards: tuple[Card, ...]) -> Coup:
        """A coup like this one, of these cards."""
        options, punto, now = self.options, self.punto, self.position
        if len(cards) == 5 and len(punto) == 2:  # punto stood: the fifth card is banco's
            return value(Coup, (options, cards[_FIRST_TWO], (cards[1], *cards[3:]), now, (), True, ()))
        return value(Coup, (options, cards[_IN_TURN], cards[_AFTER_IT], now, (), True, ()))


_IN_TURN, _AFTER_IT, _FIRST_TWO = slice(0, None, 2), slice(1, None, 2), slice(0, 4, 2)


def tirage(punto: tuple[int, ...], banco: tuple[int, ...]) -> Owed | None:
    """What is owed when these values lie, in order, before punto and banco; None when the deal is over.

    >>> owed = tirage((8, 3), (0, 6))  # 1 against 6
    >>> print(owed.to, owed.why, sep=": ")
    punto: punto has 1 and draws to 5
    >>> owed = tirage((8, 3, 6), (0, 6))  # punto's third card was a 6
    >>> print(owed.to, owed.why, sep=": ")
    banco: banco has 6 against a 6
    >>> tirage((8, 1), (0, 6)) is None  # a natural
    True
    """
    if len(punto) < 2 or len(banco) < 2:
        why = reason("the first four cards go to punto, banco, punto, banco")
        return Owed("punto" if len(punto) == len(banco) else "banco", why=why)
    p, b = sum(punto[:2]) % 10, sum(banco[:2]) % 10
    if p in NATURAL_POINTS or b in NATURAL_POINTS or len(banco) == 3:
        return None
    if len(punto) == 2 and p <= PUNTO_DRAWS_TO:
        return Owed("punto", why=punto_draws(p))
    third = punto[2] if len(punto) == 3 else None
    if TABLEAU[b, third] == "D":
        return Owed("banco", why=banco_draws(b, third))
    return None


def winner(punto: int, banco: int) -> str:
    """Who wins with these points.

    >>> winner(7, 6), winner(6, 6)
    ('punto', 'egalite')
    """
    return "egalite" if punto == banco else "punto" if punto > banco else "banco"


def position(punto: tuple[int, ...], banco: tuple[int, ...]) -> Position:
    """What these values, in the order drawn, say when they lie before punto and banco."""
    points = (sum(punto) % 10, sum(banco) % 10)
    owed = tirage(punto, banco)
    won = winner(*points) if owed is None else None
    natural = owed is None and len(punto) == len(banco) == 2 and bool({*points} & {*NATURAL_POINTS})
    calls = _calls((punto, banco), points, owed, natural=natural)
    return Position((punto, banco), points, owed, won, natural, calls, {})


def advanced(now: Position, rank: str) -> Position:
    """The position when the hand that is owed a card gets one of this rank."""
    punto, banco = now.values
    if now.owed is not None and now.owed.to == "punto":
        punto = (*punto, VALUE[rank])
    else:
        banco = (*banco, VALUE[rank])
    then = now.then[rank] = _position_like(_short(punto), _short(banco))
    return then


_position_like = cache(position)


def _short(values: tuple[int, ...]) -> tuple[int, ...]:
    """Two cards count as one sum from now on: hands with the same sum and third card are one position."""
    return (sum(values) % 10, 0) if len(values) == 2 else values


def _calls(
    hands: tuple[tuple[int, ...], ...], points: tuple[int, int], owed: Owed | None, *, natural: bool
) -> tuple[Call, ...]:
    if owed is None:
        return (french(_result_call(*points, natural=natural, banco_stood=len(hands[1]) == 2)),)
    if len(hands[0]) < 2 or len(hands[1]) < 2:
        return ()
    if len(hands[0]) == 3:
        return (french("Carte pour banco"),)
    count = french(f"{NUMBERS[points[0]].capitalize()} à punto, {NUMBERS[points[1]]} à banco")
    return (count, french("Carte pour punto" if owed.to == "punto" else "Punto reste, carte pour banco"))


def _result_call(punto: int, banco: int, *, natural: bool, banco_stood: bool) -> str:
    if punto == banco:
        return f"Égalité, {NUMBERS[punto]} partout"
    name, high, low = ("Punto", punto, banco) if punto > banco else ("Banco", banco, punto)
    ending = ", naturel" if natural else ", banco reste" if banco_stood else ""
    return f"{name} gagne, {NUMBERS[high]} à {NUMBERS[low]}{ending}"


_NOTHING = position((), ())


def opening(options: Options) -> Coup:
    return Coup(options, (), (), _NOTHING)


def following(coup: Coup, sabot: Sabot) -> Coup:
    return value(Coup, (coup.options, (), (), _NOTHING, (), False, ()))


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options, (), (), _NOTHING)


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    return Coup(coup.options, (), (), _NOTHING), ()


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    # By position, for `sabot bench rules`.
    options, punto, banco, now, stakes, _, faults = coup
    rank, owed = card.rank, now.owed
    then = now.then.get(rank) or advanced(now, rank)
    to = owed.to if owed is not None else None
    if to == "punto":
        punto += (card,)
    else:
        banco += (card,)
    return value(Coup, (options, punto, banco, then, stakes, True, faults)), to


def landed(coup: Coup, pocket: str) -> Coup:
    return refuse(coup, reason("punto banco is dealt from a sabot: no ball rests anywhere"), said=pocket)


def said(coup: Coup, words: Words) -> Coup:
    return refuse(coup, reason("nobody chooses anything at punto banco"), said=" ".join(map(str, words)))


def opens(coup: Coup, words: Words) -> bool:
    return False


def chance(options: Options, where: str) -> str | None:
    return where if where in CHANCES else None


def staked(coup: Coup, stake: Stake) -> Coup:
    if stake.where.startswith("paire") and not coup.options.pairs:
        return refuse(coup, reason("this house takes no stakes on pairs (option pairs)"), said=stake.where)
    return coup._replace(stakes=(*coup.stakes, stake))


def closed(coup: Coup) -> Coup:
    return coup._replace(bets_closed=True)


def owed(coup: Coup) -> Owed | None:
    return coup.position.owed


def calls(coup: Coup) -> tuple[Call, ...]:
    if coup.punto:
        return coup.position.calls
    return _BETS_CLOSED if coup.bets_closed else _BETS_OPEN


_BETS_OPEN = (french("Faites vos jeux"),)
_BETS_CLOSED = (french("Rien ne va plus"),)


def points(coup: Coup, place: str) -> int:
    return coup.position.points[place == "banco"]


def hand(coup: Coup, place: str) -> tuple[Card, ...]:
    return coup.banco if place == "banco" else coup.punto


def result(coup: Coup) -> Plain | None:
    now = coup.position
    if now.winner is None:
        return None
    punto, banco = now.points
    return {
        "winner": now.winner,
        "points": {"punto": punto, "banco": banco},
        "cards": {"punto": [*map(_text, coup.punto)], "banco": [*map(_text, coup.banco)]},
        "natural": now.natural,
        "pairs": _pairs(coup),
    }


_text = TEXT.__getitem__


def _pairs(coup: Coup) -> list[str]:
    """The places whose first two cards are of one rank."""
    punto, banco = coup.punto, coup.banco
    pairs = ["punto"] if punto[0].rank == punto[1].rank else []
    if banco[0].rank == banco[1].rank:
        pairs.append("banco")
    return pairs


def settlement(coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
    return tuple([_settled(coup, stake) for stake in coup.stakes]) if coup.stakes else ()


def _settled(coup: Coup, stake: Stake) -> Settlement:
    won = coup.position.winner
    if won == "egalite" and stake.where in ("punto", "banco"):
        return Settlement(stake.where, stake.amount, stake.amount, stake.seat, "table")
    returned = stake.amount + _gain(coup, stake) if _wins(coup, stake.where) else 0
    return Settlement(stake.where, stake.amount, returned, stake.seat)


def _wins(coup: Coup, where: str) -> bool:
    kind, _, place = where.partition("-")
    return place in _pairs(coup) if kind == "paire" else where == coup.position.winner


def _gain(coup: Coup, stake: Stake) -> int:
    """What a winning stake gains over itself (CB; the rounding of the tax is the house's)."""
    options = coup.options
    if stake.where == "banco":
        return _banco_gain(options, stake.amount, coup.position.points[1])
    if stake.where == "egalite":
        return stake.amount * options.egalite_pays
    return stake.amount * (options.pair_pays if stake.where.startswith("paire") else 1)


def _banco_gain(options: Options, amount: int, points: int) -> int:
    if options.no_tax:
        return amount // 2 if points == options.half_pay_total else amount
    return amount - tax(amount, percent=options.tax_percent, rounding=options.tax_rounding)


def tax(amount: int, *, percent: int, rounding: str) -> int:
    """The tax on a gain of `amount`: to the cent (a broken cent goes to the house), or to whole units up or
    down."""
    exact = amount * percent
    if rounding == "down":
        return exact // 10000 * 100
    return -(-exact // 10000) * 100 if rounding == "up" else -(-exact // 100)


def ledger(coup: Coup) -> tuple[tuple[str, Plain], ...]:
    return ()


def announces(coup: Coup, words: str) -> bool:
    return words == coup.position.winner


def faux_tirage(coup: Coup, place: str | None) -> Reason:
    """CB: 8 or 9 in two cards ends the deal; 6 and 7 stand for punto; the tableau binds banco."""
    now = coup.position
    if now.owed is not None:
        if len(coup.banco) < 2:
            return still_owed(now.owed)
        return reason("{who}: {why}", who=_STOOD[now.owed.to or "punto"], why=now.owed.why)
    if now.natural:
        return AFTER_A_NATURAL
    return _overdrawn(coup, place or ("banco" if len(coup.punto) == 3 else None))


_STOOD = {"punto": reason("the ponte stood"), "banco": reason("the banker stood")}


def _overdrawn(coup: Coup, place: str | None) -> Reason:
    if place is None and len(coup.banco) < 3:
        return reason("a card too many was drawn: punto and banco both stand")
    if place == "punto":
        return reason("the ponte drew: {why}", why=stands(coup, place))
    return reason("the banker drew: {why}", why=stands(coup, "banco"))


def stands(coup: Coup, place: str) -> Reason:
    """The rule by which this hand takes no more cards, in a decided coup."""
    if coup.position.natural:
        return AFTER_A_NATURAL
    if len(hand(coup, place)) == 3:
        return reason("no hand takes more than three cards")
    total, third = points(coup, place), VALUE[coup.punto[2].rank] if len(coup.punto) == 3 else None
    return punto_stands(total) if place == "punto" else banco_stands(total, third)


def playable(options: Options, sabot: Sabot) -> bool:
    return sabot.left >= options.min_cards
