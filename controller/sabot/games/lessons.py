"""What the school asks of a game: the value `LESSONS` of the module `lessons` in the game's folder.

The school's own drills (faults to be spotted, the order of acts, what comes next) and a trainee who deals at
the table are taught with it. What a game does not name is not taught there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.game import Coup
from sabot.core.observations import CardSeen, Observation
from sabot.core.options import House
from sabot.core.shapes.view import View
from sabot.core.table import Table
from sabot.core.terms import Fault, Stake

NONE, PAYOUT = "none", "a wrong payout"
"""The cells of a coup without a fault, and of one in which the croupier pays wrongly."""

FAUX, MISPLACED, WRONG_CALL, ORDER = "faux-tirage", "misplaced-card", "wrong-announcement", "wrong-order"
WRONG_PAYOUT = "wrong-payout"

OF_CARDS = (FAUX, MISPLACED, WRONG_CALL)
"""The faults of a game in which cards alone are dealt."""


# --- a trainee at the table --------------------------------------------------------------------------


class Dealt(NamedTuple):
    """One thing that a trainee did: in which drill and cell, right or wrong, and how long it took them (0:
    not measured)."""

    drill: str
    cell: str
    right: bool
    seconds: float = 0.0


class Lapse(NamedTuple):
    """A fault of the hand that deals, and the table as it lay before it."""

    fault: Mapping[str, object]
    before: View


class Heard(NamedTuple):
    """A true announcement: before or after the coup was decided, and how many seconds after what it tells."""

    decided: bool
    seconds: float


class Played(NamedTuple):
    """A coup that is over: how it lay, its lapses, how long each third card took, which calls were made,
    through which phases it went, and whether it was closed by hand."""

    view: View
    lapses: tuple[Lapse, ...]
    took: Mapping[str, float]
    heard: tuple[Heard, ...]
    phases: tuple[str, ...]
    ended: bool


Cell = tuple[str, str]
"""A drill and its cell."""


def called(played: Played, cell: Cell, *, decided: bool, wrong: bool) -> list[Dealt]:
    """A call, if anybody made it: wrong, or right after its seconds."""
    heard = next((each for each in played.heard if each.decided is decided), None)
    if not cell[1] or not (wrong or heard):
        return []
    return [Dealt(*cell, not wrong, heard.seconds if heard else 0.0)]


# --- the school's own drills -------------------------------------------------------------------------

CellOf = Callable[[Table, Observation, Fault], str | None]
"""To which cell a fault belongs: the table before the act, the act, and what the referee says."""


def by_kind(before: Table, act: Observation, fault: Fault) -> str | None:
    """As the referee calls it."""
    return fault.kind if fault.kind in OF_CARDS else None


class Faults(NamedTuple):
    """Faults to be spotted in a dealt coup, and the house (`options`) in which it is dealt.

    `kinds` are the faults that can be told of a coup, `cells` what is learnt apart. `speakers` are the hands
    whose words are shown. Where `even` names the chances that pay even money, a bank pays: stakes and
    payments are shown as well. A coup has a number of `acts` within that range: fewer are a rest of one, more
    are too many to look at.
    """

    options: House
    kinds: tuple[str, ...] = OF_CARDS
    cells: tuple[str, ...] = (NONE, *OF_CARDS)
    cell_of: CellOf = by_kind
    speakers: tuple[str, ...] = ()
    even: tuple[str, ...] = ()
    acts: range = range(5, 100)
    target_s: float = 12.0


class Order(NamedTuple):
    """The order of acts: the house, and which acts come between *rien ne va plus* and the end."""

    options: House
    kinds: tuple[type[Observation], ...] = (CardSeen,)


class Procedure(NamedTuple):
    """What comes next: how many `cards` are dealt before anything is decided, and which `calls` are asked."""

    cards: int = 2
    calls: tuple[str, ...] = ("call of the deal", "call of the end")


# --- what is said to the table -----------------------------------------------------------------------

Spoken = Mapping[str, str]
"""Regular expressions of words that are said to the table, each with the sentence that shows it. Its groups
fill the slots: `call` what is called, `place` a hand, `n` a seat, all others a chance or an amount."""

NOTHING_SAID: Spoken = MappingProxyType({})


class Premium(NamedTuple):
    """What a player pays to insure a stake, under its own name on the cloth, and what of it comes back."""

    where: str
    seat: int | None
    amount: int
    returned: int


OF_EVERY_GAME: Spoken = MappingProxyType(
    {
        r"retire (?P<chance>\S+)( (?P<n>\d+))?": "The stake on {chance} is taken back",
        r"coupe (?P<n>\d+)": "Seat {n} cuts the cards",
    }
)
"""What is said in every game of cards."""

OF_PRISON: Spoken = MappingProxyType(
    {
        r"moitie (?P<chance>\S+)( (?P<n>\d+))?": "Half of the stake on {chance} is taken back",
        r"prison (?P<chance>\S+)( (?P<n>\d+))?": "The stake on {chance} goes to prison",
    }
)
"""The choice of a player whose stake may go to prison."""


# --- a deal among friends, afterwards ----------------------------------------------------------------

CONTRACT, DEFENCE, DEAL = "contract", "defence", "deal"
"""What a card can throw away: a contract that could be made, one that could be beaten, or, where one player
plays against another, the deal."""

UNKNOWN, BROKEN, TOO_HARD = "unknown", "broken", "too-hard"
"""Why nothing is said of a deal: not all hands are known, a card was played against the rules, or a search
has not found out in time."""


class Thrown(NamedTuple):
    """A card that decided a deal: in which trick (from 1), by which seat, which cards were better, and what
    was thrown away with it."""

    trick: int
    seat: int
    card: Card
    better: tuple[Card, ...]
    what: str = CONTRACT


class Hindsight(NamedTuple):
    """What can be said of a deal when it is over and all hands lie open; `silent` says why nothing can."""

    thrown: tuple[Thrown, ...] = ()
    silent: str = ""


class Lessons(NamedTuple):
    """All that the school asks of a game.

    `cells`: what a trainee at the table did right or wrong in a coup. `out_of_turn`: whether a fault of order
    was made by the hand that deals, not by a player. `spoken`: the sentences for what is said to its table.
    `paid`: the cell to which the payment of a winning stake on this chance belongs, in the decided coup of
    this table. `premiums`: those of this coup, decided or not. `covers`: the stakes that a seat lays when it
    plays against the whole bank. `hindsight`: the cards that decided a deal that is over; None in games in
    which nobody works that out.
    """

    faults: Faults | None = None
    order: Order | None = None
    procedure: Procedure | None = None
    cells: Callable[[Played], list[Dealt]] = lambda played: []
    out_of_turn: Callable[[Mapping[str, object], View], bool] = lambda fault, before: False
    spoken: Spoken = NOTHING_SAID
    paid: Callable[[Table, str], Cell | None] = lambda table, where: None
    premiums: Callable[[Table], tuple[Premium, ...]] = lambda table: ()
    covers: Callable[[Table, int], tuple[Stake, ...]] = lambda table, seat: ()
    hindsight: Callable[[Coup], Hindsight] | None = None
