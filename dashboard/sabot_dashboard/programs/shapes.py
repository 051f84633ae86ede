"""What the interface for other programs answers, drawn as types. The description (OpenAPI) is made of them.

Each docstring stands in that description, so it is written for strangers. An answer has exactly these keys.
"""

from __future__ import annotations

from typing import Literal, TypedDict

Phase = Literal["closed", "shut", "bets-open", "bets-closed", "dealing", "decided", "moment"]
"""How far the coup is, as a public display shows it."""


class Place(TypedDict):
    """A hand or a row. A card is `8C` or `TH`, `back` while it lies face down, `??` if nobody could read it.
    `points` is null while they are not known to everybody."""

    name: str
    cards: list[str]
    points: int | None


class Outcome(TypedDict):
    """What a coup decided. `winner` is the word of the game for it, such as `punto`, `egalite` or `refait`;
    null where there are several. `won` and `lost` name places and chances, or at a table at home seats: both
    places have won where both keep their stakes. `number` and `colour` are those of a wheel; `points` by
    place."""

    winner: str | None
    won: list[str]
    lost: list[str]
    points: dict[str, int | None]
    natural: bool | None
    pairs: list[str]
    number: str | None
    colour: str | None


class Past(TypedDict):
    """The outcome of an earlier coup, as it stands on the score of the display. `coup` is 0 where a game does
    not number them."""

    coup: int
    outcome: Outcome


class OpenFault(TypedDict):
    """A fault that nobody has answered for yet. At a table at home `because` and `card` are null: they could
    name a card of a hand."""

    coup: int
    kind: str
    because: str | None
    card: str | None


class Owed(TypedDict):
    """What must happen next: a card to a place (`to`), or a decision of somebody (`of`) among `choices`."""

    to: str | None
    of: str | None
    choices: list[str]


class Stake(TypedDict):
    """Money on a chance, such as `20.00`."""

    where: str
    amount: str
    seat: int | None


class Instrument(TypedDict):
    """An instrument of the table."""

    role: str
    state: Literal["found", "troubled", "lost"]


class Staff(TypedDict):
    """What only staff may see: the keys of croupiers and supervisors. `mark` stands for the open cards and
    faults; an act that carries it is refused when the table has gone on. `halted`: nothing can be put on
    record now."""

    mark: int
    owed: Owed | None
    faults: list[OpenFault]
    stakes: list[Stake]
    instruments: list[Instrument]
    help_wanted: bool
    halted: bool


class Table(TypedDict):
    """The table as it stands: what the public display shows, and `staff` for the keys of staff.

    `phase` is `closed` before the table is opened, `shut` while nobody plays, `moment` while the house has
    something to settle. `outcome` is null until the result is final. `results` are those of this sabot, the
    oldest first. `record` is the number of the newest record in the journal; null while a trainee deals in
    silent mode. `home` is the table at home as the display draws it; its keys may grow.
    """

    table: str
    game: str
    coup: int
    phase: Phase
    says: str
    simulated: bool
    places: list[Place]
    outcome: Outcome | None
    results: list[Past]
    home: dict[str, object] | None
    record: int | None
    staff: Staff | None


class Coup(TypedDict):
    """A coup that is over, as it stands after all corrections. `void`: it was annulled, and has no outcome.
    `cards` by place: empty for a void coup and at a table at home. `faults` and `corrections` are null while
    a trainee deals in silent mode, but for a supervisor's key. Times are UTC."""

    coup: int
    game: str
    began: str
    ended: str
    void: bool
    outcome: Outcome | None
    cards: dict[str, list[str]]
    faults: int | None
    corrections: int | None


class Coups(TypedDict):
    """A page of coups, the newest first. `next` is the `before` of the next page; null on the last one."""

    coups: list[Coup]
    next: int | None


class Fault(TypedDict):
    """A fault on record; `record` is its number in the journal. `because` is the rule in English. `because`
    and `card` are null at a table at home, and for a reader's key while the coup goes on: they could name a
    card that lies face down."""

    record: int
    at: str
    coup: int
    game: str
    kind: str
    because: str | None
    card: str | None
    seat: int | None


class Faults(TypedDict):
    """A page of faults, the newest first. `next` is the `before` of the next page; null on the last one."""

    faults: list[Fault]
    next: int | None


class Done(TypedDict):
    """An act that was taken. `recorded`: it is on disk; `record` is the number of its record, null where it
    is not known yet, or nobody may know it. `again`: it had been done before, and nothing was done now."""

    taken: Literal[True]
    recorded: bool
    record: int | None
    again: bool


class Problem(TypedDict):
    """Why something was not done, after RFC 9457: `title` says the kind in a few words, `detail` what to do
    now. `type` is always `about:blank`: the status says the kind."""

    type: Literal["about:blank"]
    title: str
    status: int
    detail: str


class ActBody(TypedDict, total=False):
    """An act, as a screen sends it. `act` says which; the other keys belong to it. `mark` is that of the
    table on which the program decided: if the table has gone on, nothing is done."""

    act: str
    mark: int
    card: str
    pocket: str
    where: str
    amount: str
    seat: int
    words: str
    reason: str
    fault: str


class Heard(TypedDict):
    """A message of the stream that is on record: a `result`, a `void` coup, an act that was `undone`, or a
    `fault`. `of` is the record from which on nothing stands any more (`undone`), otherwise null; `outcome`
    belongs to a result, `kind` to a fault."""

    record: int
    at: str
    coup: int
    outcome: Outcome | None
    of: int | None
    kind: str | None


class Alive(TypedDict):
    """A sign of life each second: how long the table itself has said nothing."""

    silent_s: float
