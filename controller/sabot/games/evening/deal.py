"""What a deal of every household game has, and what its rules say of it."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, Self, TypeVar

from sabot.core.cards import Card
from sabot.core.reasons import Reason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import Fault, FaultKind, LedgerLine, Settlement, Stake, Turn
from sabot.core.words import Words
from sabot.games.evening.evening import Evening
from sabot.games.evening.options import Household

Line = LedgerLine
"""An event line that is reported on the way: its name and its keys."""


class Outcome(NamedTuple):
    """What a deal came to: the keys of the `result` line, what stakes return, and the lines after it (`paid`,
    `score`). `points` by seat, where the game counts points."""

    result: Plain
    settlements: tuple[Settlement, ...] = ()
    lines: tuple[Line, ...] = ()
    points: tuple[tuple[int, int], ...] = ()


class Deal(Protocol):
    """A deal of a household game: a NamedTuple with the fields `evening`, `lines` and `faults`, which then
    derives from this class. The rest has an answer for the games that do not have it."""

    __slots__ = ()

    @property
    def evening(self) -> Evening:
        """The evening, with what each seat has now."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """What was reported of this deal so far, oldest first."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What went wrong in this deal, oldest first."""

    @property
    def stakes(self) -> tuple[Stake, ...]:
        """Stakes that lie on the cloth."""
        return ()

    @property
    def in_play(self) -> int:
        """All money on the table: pots, also those carried over, banks and stakes."""
        return 0

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards that players threw away and that are known: they do not come again in this deal."""
        return ()

    def burned(self, card: Card) -> Evening | None:
        """The evening when this card was burned before the deal; another one only where the pack goes on from
        deal to deal. None where the card lies there no more."""
        return self.evening

    def played_on(self, seat: int, card: Card) -> Self | None:
        """The decided deal when this seat plays a card all the same; None where that is a fault."""
        return None

    @property
    def order(self) -> tuple[int, ...]:
        """The seats from the dealer's left, the dealer last."""
        return self.evening.after(self.evening.dealer)

    def with_line(self, name: str, **keys: object) -> Self:
        """The deal with one more line reported."""
        whole: Any = self
        reported: Self = whole._replace(lines=(*self.lines, (name, keys)))
        return reported


class Rules(Protocol):
    """What the rules module of a household game offers. All its functions are pure."""

    @property
    def NAME(self) -> str:  # noqa: N802
        """The name in scripts and configuration."""

    @property
    def SEATS(self) -> tuple[int, int]:  # noqa: N802
        """The fewest and the most players."""

    @property
    def KIND(self) -> str:  # noqa: N802
        """`tricks`, `bank` or `pot`."""

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """The patterns of its acts; `sit`, `leave` and `dealer` are every game's."""

    @property
    def CHANCES(self) -> tuple[str, ...]:  # noqa: N802
        """What `bet` may name."""

    @property
    def Options(self) -> type[Household]:  # noqa: N802
        """What the house may choose."""

    def PACK(self, options: Any, players: int) -> tuple[Card, ...]:  # noqa: N802
        """Every card that is played with, with its copies."""

    def begun(self, evening: Evening) -> Any:
        """The deal before its first card or act: no line, no fault, no money moved."""

    def acted(self, deal: Any, words: Words) -> Any:
        """The deal after one act. Total: an act that is not allowed adds a fault and changes nothing else."""

    def due(self, deal: Any) -> tuple[Turn, ...]:
        """Who may or must act now, and with what; () only when the deal is over."""

    def outcome(self, deal: Any) -> Outcome | None:
        """What the deal came to; None while it is undecided."""

    def following(self, deal: Any) -> Evening:
        """The evening with which the next deal begins."""

    def table(self, deal: Any) -> Spread:
        """The open cards and all else that everybody may see."""

    def held(self, deal: Any, seat: int) -> tuple[Card, ...] | None:
        """The hand of this seat where it is known, for nobody but its player."""


Kind = TypeVar("Kind", bound=Deal)


def refuse(deal: Kind, because: Reason, *, kind: FaultKind = "wrong-order", **fields: Any) -> Kind:
    """The deal with one more fault; nothing else changes."""
    changed: Any = deal
    refused: Kind = changed._replace(faults=(*deal.faults, Fault(kind, because, **fields)))
    return refused
