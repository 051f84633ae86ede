"""A coup of trente et quarante: its rows, its stakes, and what of them outlives it."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core import game
from sabot.core.cards import DECK, Card, Sabot
from sabot.core.terms import Call, Fault, Stake
from sabot.games.trente_et_quarante.rows import POINTS_OF_A_PACK, ROW_ENDS, VALUE, Position, position
from sabot.games.trente_et_quarante.stakes import Fate, Lot, Options, fate, free, stays

FEWEST_CARDS = 8
"""No coup is dealt with fewer: a row takes four cards at least (TT)."""

FEWEST_POINTS = 2 * ROW_ENDS
"""No coup is dealt with fewer points left (TT). It may still run out: only 80 points are enough for sure."""


NO_COUP = position(0, 0, None)._replace(owed=None)
"""Where no coup is dealt."""


class Fields(NamedTuple):
    """The fields of a coup.

    `cards_left` lie in the sixain; `points_before` lay in it before the first card, `held` in prison.
    `insured` and `choices` name chances and seats, `choices` with what was said after a refait. `last` is set
    by the referee when the coup is decided and no other can follow. `passed`: there is no coup to be dealt,
    and that is still to be called (`call`) or has been (`called`). `taken_back` are stakes that stayed and
    were taken back after the result: their premium is paid.
    """

    options: Options
    noir: tuple[Card, ...]
    rouge: tuple[Card, ...]
    position: Position
    cards_left: int
    points_before: int
    stakes: tuple[Stake, ...] = ()
    bets_closed: bool = False
    faults: tuple[Fault, ...] = ()
    held: tuple[Lot, ...] = ()
    insured: tuple[tuple[str, int | None], ...] = ()
    choices: tuple[tuple[str, int | None, str], ...] = ()
    last: bool = False
    passed: str = ""
    taken_back: tuple[Stake, ...] = ()


class Coup(Fields, game.Coup):
    """A coup of trente et quarante."""

    __slots__ = ()

    @property
    def opening_calls(self) -> tuple[Call, ...]:
        """The staff mix, and a player cuts (TT)."""
        return (Call("Messieurs, les cartes sont mêlées"), Call("Messieurs, la coupe"))

    def counted(self, sabot: Sabot) -> Coup:
        """The coup to be dealt from what is left in the sixain, if that is enough."""
        ready = self._replace(cards_left=sabot.left, points_before=points_in(sabot))
        if enough(ready.cards_left, ready.points_before):
            return ready
        return ready._replace(position=NO_COUP, passed="call")

    def with_stakes(self, stakes: tuple[Stake, ...]) -> Coup:
        """The coup with what is left of its stakes. What leaves before the result takes its insurance with
        it, unless as much is left there as may be insured; what leaves after it is known by its premium."""
        left = self._replace(stakes=stakes)
        if is_decided(self):
            gone = tuple(stake for stake in self.stakes if stake not in stakes)
            return left._replace(taken_back=(*self.taken_back, *gone))
        least = max(self.options.insurance_minimum, 1)
        return left._replace(insured=tuple(each for each in self.insured if staked_on(left, *each) >= least))

    def ended(self) -> Coup:
        """The last coup of the taille: nothing goes to prison."""
        return self._replace(last=True)

    def staked_alone(self, stakes: tuple[Stake, ...]) -> Coup:
        """These stakes alone: nothing lies in prison."""
        return self._replace(stakes=stakes, held=())

    @property
    def choosing(self) -> frozenset[tuple[str, int | None]]:
        """The chances and seats of the stakes that a refait struck and for which nobody has yet chosen
        what becomes of them."""
        if self.position.winner != "refait" or self.last or self.options.refait == "half":
            return frozenset()
        struck = {(lot.where, lot.seat) for lot in lots_of(self) if not lot.insured}
        return frozenset(struck - {(where, seat) for where, seat, _ in self.choices})


def enough(cards: int, points: int) -> bool:
    """Whether a coup may begin with this many cards and points in the sixain (TT)."""
    return cards >= FEWEST_CARDS and points >= FEWEST_POINTS


def points_in(sabot: Sabot) -> int:
    """The points of the cards that have not been seen to leave the sixain."""
    seen = sum(VALUE[card.rank] * sabot.copies(card) for card in DECK)
    return POINTS_OF_A_PACK * sabot.decks - seen


def points_left(coup: Coup) -> int:
    return coup.points_before - sum(coup.position.points)


def has_run_out(coup: Coup) -> bool:
    """Whether the sixain was empty before both rows had 31."""
    return not coup.cards_left and bool(coup.noir) and coup.position.winner is None


def is_decided(coup: Coup) -> bool:
    return coup.position.winner is not None or has_run_out(coup)


def staked_on(coup: Coup, where: str, seat: int | None) -> int:
    return sum(stake.amount for stake in coup.stakes if (stake.where, stake.seat) == (where, seat))


def lots_of(coup: Coup) -> list[Lot]:
    """Every stake that this coup decides, those in prison first."""
    return [*coup.held, *free(coup.stakes, coup.insured)]


def fate_of(coup: Coup, lot: Lot, *, last: bool) -> Fate:
    said = [word for where, seat, word in coup.choices if (where, seat) == (lot.where, lot.seat)]
    choice = said[-1] if said else None
    return fate(coup.options, lot, coup.position, choice=choice, last=last)


def kept_from(coup: Coup) -> tuple[Lot, ...]:
    """What this decided coup leaves for the next one."""
    kept = [stays(lot, fate_of(coup, lot, last=coup.last)) for lot in lots_of(coup)]
    return tuple([lot for lot in kept if lot is not None])
