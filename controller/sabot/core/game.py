"""What every game's module of rules offers: the same few functions over its own frozen coup.

The functions are shared, not a base class: a module that defines these names is the rules of a game. All are
pure. A coup is a NamedTuple of the game's own that derives from `Coup`; what it carries from one coup to the
next (a bank, stakes in prison) is the game's business.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from typing import Any, Protocol, Self, TypeVar, runtime_checkable

from sabot.core.cards import Card, Sabot
from sabot.core.options import House
from sabot.core.reasons import Reason, reason
from sabot.core.shapes.json import Plain
from sabot.core.shapes.view import Spread
from sabot.core.terms import (
    CONFIRM,
    OF_THE_CARDS,
    Banked,
    Bid,
    Call,
    Fault,
    Held,
    LedgerLine,
    Owed,
    Settlement,
    Stake,
    Turn,
)
from sabot.core.words import Words


class Coup(Protocol):
    """A game's own frozen coup: a NamedTuple with the fields `stakes`, `bets_closed` and `faults`, which then
    derives from this class.

    All other members are for some games only. Each has the answer of the games that do not have it.
    """

    __slots__ = ()

    @property
    def stakes(self) -> tuple[Stake, ...]: ...

    @property
    def bets_closed(self) -> bool: ...

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What the game itself found wrong in this coup, oldest first."""

    @property
    def handed(self) -> tuple[Settlement | LedgerLine, ...]:
        """Money that went to a person in this coup before its result, oldest first: a stake that nothing
        covers, a bank that was passed."""
        return ()

    @property
    def needs_stake(self) -> bool:
        """Whether a card that lies ready may not open this coup yet: a bank waits for a stake against it."""
        return False

    @property
    def asked(self) -> str | None:
        """The place that called for a card against the rules which has not come yet."""
        return None

    def answered(self) -> Self:
        """The coup when that card has come."""
        return self

    @property
    def passed(self) -> str:
        """Whether no coup can be dealt from what is left, and that is still to be called or was."""
        return ""

    @property
    def awaits_sabot(self) -> bool:
        """Whether nothing is abandoned when a new sabot is opened now."""
        return False

    @property
    def choosing(self) -> Collection[tuple[str, int | None]]:
        """Chances and seats of the stakes that are not settled before their players have chosen, or the coup
        closes."""
        return ()

    @property
    def held(self) -> tuple[Held, ...]:
        """Stakes that lie in prison."""
        return ()

    @property
    def bank(self) -> Banked | None:
        """The bank that the coup is played against, where a player may hold one."""
        return None

    @property
    def bid(self) -> Bid | None:
        """The bid that has the bank if it is sold now (*adjugé*), where one is for sale."""
        return None

    @property
    def face_down(self) -> tuple[str, ...]:
        """The places whose first two cards nobody but their holders may see yet."""
        return ()

    @property
    def opening_calls(self) -> tuple[Call, ...]:
        """What is announced when a new sabot is opened: the cards are shuffled, and cut."""
        return ()

    @property
    def turns(self) -> tuple[Turn, ...] | None:
        """Who may or must act now, where players act in turns; after a decided deal, in the next one. None in
        other games."""
        return None

    @property
    def spread(self) -> Spread:
        """The open cards and all else that everybody may see, where players act in turns."""
        return {}

    def hand_of(self, seat: int) -> tuple[Card, ...] | None:
        """The hand of this seat, for nobody but its player; None where it is not known."""
        return None

    @property
    def fewest_players(self) -> int:
        """The fewest players with whom the game is played; 0: the book names no number."""
        return 0

    def counted(self, sabot: Sabot) -> Self:
        """The coup before its first card, after cards have left the sabot that went to no hand."""
        return self

    def with_stakes(self, stakes: tuple[Stake, ...]) -> Self:
        """The coup with what is left of its stakes when one was taken back."""
        coup: Any = self
        left: Self = coup._replace(stakes=stakes)
        return left

    def ended(self) -> Self:
        """The decided coup, after which no other can follow in the taille."""
        return self

    def staked_alone(self, stakes: tuple[Stake, ...]) -> Self:
        """The same cards or number, with these stakes and no others."""
        coup: Any = self
        alone: Self = coup._replace(stakes=stakes)
        return alone

    def likeness(self) -> Hashable | None:
        """A key: coups with the same key have the same events from here on, except for the cards in the
        result.

        None: not known. With a key, many coups can be judged at once (see `sabot.core.series`): as long as
        only cards come, the events depend on the ranks alone, and no coup leaves anything to settle or to
        carry over.
        """
        return None

    def laid(self, cards: tuple[Card, ...]) -> Self:
        """A decided coup like this one, of these cards in the order in which they were drawn; asked only of a
        coup that has a likeness."""
        return self


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

    def following(self, coup: Any, sabot: Sabot) -> Coup:
        """The coup after a decided one, with what it leaves behind; `sabot` is what is left to deal from."""

    def annulled(self, coup: Any, sabot: Sabot) -> Coup:
        """The coup after one that does not count: no card and no stake, and what that one had taken over from
        earlier ones as it was; `sabot` is what is left to deal from."""

    def reopened(self, coup: Any) -> tuple[Coup, tuple[Settlement, ...]]:
        """The first coup of the next taille, and what stakes that cannot outlive the old one return."""

    def dealt(self, coup: Any, card: Card, place: str | None) -> tuple[Coup, str | None]:
        """The coup with one more card, and where the card counts; None: outside the hands (with a fault of
        the game).

        `place` is where it was seen to be laid, None if nobody saw. Not called for a decided coup.
        """

    def landed(self, coup: Any, pocket: str) -> Coup:
        """The coup when the ball rests in `pocket`; a game of cards answers with a `wrong-order` fault."""

    def said(self, coup: Any, words: Words) -> Coup:
        """The coup after a call; one that is not allowed now only adds a fault."""

    def opens(self, coup: Any, words: Words) -> bool:
        """Whether this call, after a decided coup, belongs to the next one already."""

    def staked(self, coup: Any, stake: Stake) -> Coup:
        """The coup with one more stake; its chance is known and its amount within the limits."""

    def closed(self, coup: Any) -> Coup:
        """The coup after *rien ne va plus*."""

    def owed(self, coup: Any) -> Owed | None:
        """What must happen next: a card or a decision. None: nothing, or the coup is decided."""

    def calls(self, coup: Any) -> tuple[Call, ...]:
        """What the croupier has to announce as the coup stands."""

    def points(self, coup: Any, place: str) -> int:
        """What the hand at `place` counts."""

    def hand(self, coup: Any, place: str) -> tuple[Card, ...]:
        """The cards that count at `place`."""

    def result(self, coup: Any) -> Plain | None:
        """The keys of the `result` line, or None while the coup is undecided."""

    def settlement(self, coup: Any, *, last: bool) -> tuple[Settlement, ...]:
        """What each stake of a decided coup returns, in the order they were laid; `last`: no coup can
        follow in this taille."""

    def ledger(self, coup: Any) -> tuple[LedgerLine, ...]:
        """Lines after the settlements, such as the bank and what its banker is paid."""

    def announces(self, coup: Any, words: str) -> bool:
        """Whether the plain text `words` is a true announcement of the coup as it stands; of an undecided one
        only what its game announces on the way is."""

    def faux_tirage(self, coup: Any, place: str | None) -> Reason:
        """The rule that a card (to `place`) breaks now, or, while a card is owed, that closing breaks."""

    def playable(self, options: Any, sabot: Sabot) -> bool:
        """Whether another coup may be opened from what is left in the sabot."""


def words_of(game: Game) -> tuple[str, ...]:
    """The patterns of all that may be said at a table of this game."""
    of_cards = OF_THE_CARDS if game.PLACES else ()
    return (*game.WORDS, *of_cards, CONFIRM)


Kind = TypeVar("Kind", bound=Coup)


def refuse(coup: Kind, because: Reason, **fields: Any) -> Kind:
    """The coup with one more `wrong-order` fault; nothing else changes."""
    changed: Any = coup
    refused: Kind = changed._replace(faults=(*coup.faults, Fault("wrong-order", because, **fields)))
    return refused


def no_stake(where: str, seat: int | None) -> Reason:
    """Why a choice about this stake is refused: there is none."""
    if seat:
        return reason("seat {n} has no stake on {chance} in this coup", n=seat, chance=where)
    return reason("nobody without a seat has no stake on {chance} in this coup", chance=where)
