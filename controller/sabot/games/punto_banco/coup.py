"""Punto banco: cards go by the table alone, nobody chooses.

Source: *Casinobank* (CB); options where houses differ. Four cards, punto first; 8 or 9 in two cards ends
the deal; punto draws to 5; banco follows the tableau. Stakes pay 1:1, banco less the tax; égalité pays 8:1
and the others stay.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from sabot.core import game
from sabot.core.cards import TEXT, Card, Sabot, value
from sabot.core.game import refuse
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake
from sabot.core.words import Words
from sabot.games.baccarat.points import SHUFFLE_AND_CUT, VALUE, french
from sabot.games.baccarat.whys import AFTER_A_NATURAL, still_owed
from sabot.games.punto_banco.options import Options as Options
from sabot.games.punto_banco.stakes import CHANCES as CHANCES
from sabot.games.punto_banco.stakes import settled
from sabot.games.punto_banco.tirage import NO_CARDS, Position, advanced
from sabot.games.punto_banco.whys import banco_stands, punto_stands

NAME = "punto-banco"
PLACES = ("punto", "banco")
WORDS = ()
WINNERS = ("punto", "banco", "egalite")
ANNOUNCEMENTS = WINNERS


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

    @property
    def opening_calls(self) -> tuple[Call, ...]:
        """The cards are shuffled, and a player cuts."""
        return SHUFFLE_AND_CUT

    def likeness(self) -> Hashable | None:
        """The values of the cards: they say all that is told, where nobody has staked."""
        return None if self.stakes else self.position.values

    def laid(self, cards: tuple[Card, ...]) -> Coup:
        """A coup like this one, of these cards."""
        options, punto, now = self.options, self.punto, self.position
        if len(cards) == 5 and len(punto) == 2:  # punto stood: the fifth card is banco's
            return value(Coup, (options, cards[_FIRST_TWO], (cards[1], *cards[3:]), now, (), True, ()))
        return value(Coup, (options, cards[_IN_TURN], cards[_AFTER_IT], now, (), True, ()))


_IN_TURN, _AFTER_IT, _FIRST_TWO = slice(0, None, 2), slice(1, None, 2), slice(0, 4, 2)


def opening(options: Options) -> Coup:
    return Coup(options, (), (), NO_CARDS)


def following(coup: Coup, sabot: Sabot) -> Coup:
    kept = _kept(coup) if coup.stakes else ()
    return value(Coup, (coup.options, (), (), NO_CARDS, kept, False, ()))


def _kept(coup: Coup) -> tuple[Stake, ...]:
    """The stakes that égalité leaves on the table: they play the next coup."""
    if coup.position.winner != "egalite":
        return ()
    return tuple([stake._replace(stayed=True) for stake in coup.stakes if stake.where in PLACES])


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options, (), (), NO_CARDS)


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    """A stake that stayed on the table lies there over a new sabot too."""
    stayed = _kept(coup) if coup.position.winner else coup.stakes
    return Coup(coup.options, (), (), NO_CARDS, stayed), ()


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    # By position, for `sabot bench rules`: by name a card takes 1.05 to 1.22 times as long.
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
    if not coup.stakes:
        return ()
    pairs = _pairs(coup)
    return tuple([settled(stake, coup.options, coup.position, pairs=pairs) for stake in coup.stakes])


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
