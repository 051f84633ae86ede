"""The rules of high card. The ace is the lowest card. A stake pays even money; where both cards are equal,
it stays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from sabot.core import game
from sabot.core.cards import RANKS, Card, Sabot
from sabot.core.game import refuse
from sabot.core.options import House, option
from sabot.core.reasons import Reason, reason
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake
from sabot.core.words import Words

NAME = "high-card"
PLACES = ("left", "right")
CHANCES = PLACES
WORDS = ()
WINNERS = (*PLACES, "equal")
ANNOUNCEMENTS = WINNERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Options(House):
    """The options of high card."""

    decks: int = option(2, "packs in the sabot", *range(1, 9))
    pays: int = option(1, "what a winning stake is paid to one", 1, 2)


class Fields(NamedTuple):
    """The fields of a coup."""

    options: Options
    cards: tuple[Card, ...] = ()
    stakes: tuple[Stake, ...] = ()
    bets_closed: bool = False
    faults: tuple[Fault, ...] = ()


class Coup(Fields, game.Coup):
    """A coup of high card."""

    __slots__ = ()


def opening(options: Options) -> Coup:
    return Coup(options)


def following(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options)


def annulled(coup: Coup, sabot: Sabot) -> Coup:
    return Coup(coup.options)


def reopened(coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
    return Coup(coup.options), ()


def dealt(coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
    owed = PLACES[len(coup.cards)]
    return coup._replace(cards=(*coup.cards, card), bets_closed=True), owed


def landed(coup: Coup, pocket: str) -> Coup:
    return refuse(coup, reason("high card is dealt from a sabot: no ball rests anywhere"), said=pocket)


def said(coup: Coup, words: Words) -> Coup:
    return refuse(coup, reason("nobody chooses anything at high card"), said=" ".join(map(str, words)))


def opens(coup: Coup, words: Words) -> bool:
    return False


def chance(options: Options, where: str) -> str | None:
    return where if where in CHANCES else None


def staked(coup: Coup, stake: Stake) -> Coup:
    return coup._replace(stakes=(*coup.stakes, stake))


def closed(coup: Coup) -> Coup:
    return coup._replace(bets_closed=True)


def owed(coup: Coup) -> Owed | None:
    if len(coup.cards) == len(PLACES):
        return None
    place = PLACES[len(coup.cards)]
    return Owed(place, why=reason("{place} has no card yet", place=place))


def calls(coup: Coup) -> tuple[Call, ...]:
    if owed(coup) is None:
        return (Call(f"{winner(coup).capitalize()} wins" if winner(coup) in PLACES else "Equal", "en"),)
    return () if coup.cards else (Call("No more bets" if coup.bets_closed else "Place your bets", "en"),)


def points(coup: Coup, place: str) -> int:
    return sum(RANKS.index(card.rank) + 1 for card in hand(coup, place))


def hand(coup: Coup, place: str) -> tuple[Card, ...]:
    nth = PLACES.index(place)
    return coup.cards[nth : nth + 1]


def winner(coup: Coup) -> str:
    left, right = (points(coup, place) for place in PLACES)
    return "equal" if left == right else "left" if left > right else "right"


def result(coup: Coup) -> dict[str, Any] | None:
    if owed(coup) is not None:
        return None
    return {
        "winner": winner(coup),
        "points": {place: points(coup, place) for place in PLACES},
        "cards": {place: [*map(str, hand(coup, place))] for place in PLACES},
    }


def settlement(coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
    return tuple(_settled(coup, stake) for stake in coup.stakes)


def _settled(coup: Coup, stake: Stake) -> Settlement:
    if winner(coup) == "equal":
        return Settlement(stake.where, stake.amount, stake.amount, stake.seat, "table")
    won = stake.where == winner(coup)
    return Settlement(
        stake.where, stake.amount, stake.amount * (1 + coup.options.pays) if won else 0, stake.seat
    )


def ledger(coup: Coup) -> tuple[tuple[str, dict[str, Any]], ...]:
    return ()


def announces(coup: Coup, words: str) -> bool:
    return owed(coup) is None and words == winner(coup)


def faux_tirage(coup: Coup, place: str | None) -> Reason:
    still = owed(coup)
    return still.why if still else reason("a card too many was drawn: each place has one card")


def playable(options: Options, sabot: Sabot) -> bool:
    return sabot.left >= len(PLACES)
