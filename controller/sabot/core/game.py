"""What every game's module offers: the same few functions over its own frozen coup.

The functions are shared, not a base class: a module under `sabot.games` that defines these names is a
game. All are pure. A coup is the game's own NamedTuple and must have the fields `stakes` (tuple of
Stake), `bets_closed` (bool) and `faults` (tuple of Fault found by the game itself in this coup, oldest
first); all else is the game's
business, also what it carries from one coup to the next (a bank, stakes in prison). Where it has a field
`last`, that is set to True in a decided coup after which no other can follow in the taille; where it has
`choosing` (pairs of chance and seat), the settlement of those stakes is not told before their players have
chosen or the coup closes.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol, TypeVar, runtime_checkable

from sabot.core.cards import Card, Sabot
from sabot.core.options import House
from sabot.core.terms import Call, Fault, Owed, Settlement, Stake
from sabot.core.words import Words

Coup = Any
"""A game's own frozen coup."""


@runtime_checkable
class Game(Protocol):
    """A module of rules."""

    @property
    def NAME(self) -> str: ...  # noqa: N802

    @property
    def PLACES(self) -> tuple[str, ...]: ...  # noqa: N802

    @property
    def WORDS(self) -> tuple[str, ...]:  # noqa: N802
        """The patterns of `say` (see `sabot.core.words`)."""

    @property
    def CHANCES(self) -> tuple[str, ...]:  # noqa: N802
        """What a `bet` may name, for people to read; `chance` decides."""

    @property
    def ANNOUNCEMENTS(self) -> tuple[str, ...]:  # noqa: N802
        """What `announce` may say in plain form; empty: any text, judged by `announces`."""

    @property
    def Options(self) -> type[House]: ...  # noqa: N802

    def chance(self, options: Any, where: str) -> str | None:
        """The chance that `where` (plain text) names, in its one spelling; None when the game has none
        such."""

    def opening(self, options: Any) -> Coup:
        """The first coup of a table."""

    def following(self, coup: Coup, sabot: Sabot) -> Coup:
        """The coup after a decided one, with what it leaves behind; `sabot` is what is left to deal from."""

    def reopened(self, coup: Coup) -> tuple[Coup, tuple[Settlement, ...]]:
        """The first coup of the next taille, and what stakes that cannot outlive the old one return."""

    def dealt(self, coup: Coup, card: Card, place: str | None) -> tuple[Coup, str | None]:
        """The coup with one more card, and where the card counts; None: outside the hands (with a fault of
        the game).

        `place` is where it was seen to be laid, None if nobody saw. Not called for a decided coup.
        """

    def landed(self, coup: Coup, pocket: str) -> Coup:
        """The coup when the ball rests in `pocket`; a game of cards answers with a `wrong-order` fault."""

    def said(self, coup: Coup, words: Words) -> Coup:
        """The coup after a call; one that is not allowed now only adds a fault."""

    def opens(self, coup: Coup, words: Words) -> bool:
        """Whether this call, after a decided coup, belongs to the next one already."""

    def staked(self, coup: Coup, stake: Stake) -> Coup:
        """The coup with one more stake; its chance is known and its amount within the limits."""

    def closed(self, coup: Coup) -> Coup:
        """The coup after *rien ne va plus*."""

    def owed(self, coup: Coup) -> Owed | None:
        """What must happen next: a card or a decision. None: nothing, or the coup is decided."""

    def calls(self, coup: Coup) -> tuple[Call, ...]:
        """What the croupier has to announce as the coup stands."""

    def points(self, coup: Coup, place: str) -> int:
        """What the hand at `place` counts."""

    def hand(self, coup: Coup, place: str) -> tuple[Card, ...]:
        """The cards that count at `place`."""

    def result(self, coup: Coup) -> dict[str, Any] | None:
        """The keys of the `result` line, or None while the coup is undecided."""

    def settlement(self, coup: Coup, *, last: bool) -> tuple[Settlement, ...]:
        """What each stake of a decided coup returns, in the order they were laid; `last`: no coup can
        follow in this taille."""

    def ledger(self, coup: Coup) -> tuple[tuple[str, dict[str, Any]], ...]:
        """Lines after the settlements, such as the bank: pairs of event name and keys."""

    def announces(self, coup: Coup, words: str) -> bool:
        """Whether the plain text `words` is a true announcement of the coup as it stands; of an undecided one
        only what its game announces on the way is."""

    def faux_tirage(self, coup: Coup, place: str | None) -> str:
        """The rule, in one English sentence, that a card (to `place`) breaks now, or, while a card is owed,
        that closing breaks."""

    def playable(self, options: Any, sabot: Sabot) -> bool:
        """Whether another coup may be opened from what is left in the sabot."""


class Alike(Game, Protocol):
    """A game may offer these two as well, so that many coups are told at once (see `sabot.core.series`).

    Then, of a coup in which nothing but cards has come, the ranks say all that is told, and none leaves
    anything to settle or to carry on.
    """

    def likeness(self, coup: Coup) -> Hashable:
        """What coups have in common of which the same is told from here on, the cards of the result aside."""

    def laid(self, like: Coup, cards: tuple[Card, ...]) -> Coup:
        """A decided coup like this one, of these cards in the order in which they were drawn."""


Kind = TypeVar("Kind", bound=Any)


def refuse(coup: Kind, because: str, **fields: Any) -> Kind:
    """The coup with one more `wrong-order` fault; nothing else changes."""
    refused: Kind = coup._replace(faults=(*coup.faults, Fault("wrong-order", because, **fields)))
    return refused
