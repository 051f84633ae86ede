"""The shape of a view: all that any screen may know, drawn as types.

`sabot.core.view` makes a view, `docs/architecture.md` tells what each key says. Values are plain JSON: cards
and amounts are text, times are nanoseconds.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from sabot.core.reasons import PlainReason


class PlaceShown(TypedDict):
    """A hand or a row. `points` is None while it has no card; `owed`: a card or a word is awaited there."""

    name: str
    cards: list[str]
    points: int | None
    owed: bool
    face_down: bool


class OwedShown(TypedDict):
    """What must happen next: a card `to` a place, or a decision `of` somebody."""

    to: str | None
    of: str | None
    choices: list[str]
    why: PlainReason | None


class CallShown(TypedDict):
    """What the croupier announces; `asks` names the hand that is to speak, `to` the one that gets a card."""

    text: str
    lang: str
    asks: str
    to: str


class Result(TypedDict, total=False):
    """What the cards or the ball have decided. Each game gives its own keys; these are those that other
    rooms read."""

    winner: str | None
    winners: dict[str, str]
    points: dict[str, int]
    cards: dict[str, list[str]]
    natural: bool
    pairs: list[str]
    couleur: bool
    void: bool
    number: int | str
    colour: str | None
    parity: str | None
    half: str | None
    dozen: int | None
    column: int | None


class ResultShown(Result, total=False):
    """The result of an earlier coup of the taille; `by_hand` where a person entered the number."""

    coup: int
    by_hand: bool


class StakeShown(TypedDict):
    """Money on a chance."""

    where: str
    amount: str
    seat: int | None


class PrisonerShown(StakeShown):
    """A stake that lies in prison, and how deep."""

    level: int


class BankShown(TypedDict):
    """The bank that the coup is played against, and the seat that has the hand (`main`)."""

    seat: int | None
    amount: str
    main: int


class BidShown(TypedDict):
    """The bid that has a bank if it is sold now."""

    seat: int
    amount: str


class TurnShown(TypedDict):
    """What a seat may do now, as far as everybody may know it: `acts` are words of the script, with the slot
    CARD for a card of a hand; none where they would betray it. `limits`: see `sabot.core.terms.Turn`."""

    seat: int
    acts: list[str]
    limits: list[int] | None
    why: PlainReason | None


class SeatBid(TypedDict):
    """What a seat bid, in the words of the game."""

    seat: int
    bid: str


class SeatCard(TypedDict):
    """The card that a seat played."""

    seat: int
    card: str


class SeatSum(TypedDict):
    """A sum at a seat."""

    seat: int
    amount: str


class DealShown(TypedDict):
    """A deal on the score sheet: its number, what each seat won (below zero: lost), and its points where the
    game counts any. Seats as keys are text."""

    deal: int
    money: dict[str, str]
    points: dict[str, int]


class Spread(TypedDict, total=False):
    """What everybody may see where players act in turns; each game gives what it has. Seats as keys are text.
    `seats` of the deal clockwise; `purses`: what each has; `turned`: the card that was turned up; `contract`:
    the bid that stands, in the words of the game; `asked`: the card whose holder is its partner; `tricks` of
    each seat; `cards` lie open; `hands`: how many are still held; `pots` by name, where there are several;
    `stakes`: what each has put in; `sheet`: the deals that are over, the oldest first."""

    seats: list[int]
    purses: dict[str, str]
    dealer: int
    trump: str | None
    asked: str | None
    contract: str | None
    turned: list[str]
    bids: list[SeatBid]
    trick: list[SeatCard]
    tricks: dict[str, int]
    cards: dict[str, list[str]]
    hands: dict[str, int]
    pot: str
    pots: dict[str, str]
    stakes: dict[str, str]
    bank: SeatSum | None
    sheet: list[DealShown]


class AtHomeShown(TypedDict):
    """A table at home: whether the house `deals` on screens, the seats of simulated players, and the `names`
    of players; seats as keys are text."""

    deals: bool
    simulated: list[int]
    names: dict[str, str]


class OwnShown(TypedDict):
    """What only one player may see: their hand where it is known, and what they may do."""

    seat: int
    hand: list[str] | None
    turns: list[TurnShown]


class FaultShown(TypedDict):
    """A fault that nobody has answered for yet, with the number of its coup; where players act in turns
    `seat` and `trick`, and `refused` for an act that changed nothing."""

    kind: str
    because: PlainReason
    card: str | None
    to: str | None
    owed: str | None
    said: str | None
    picture: str | None
    coup: int
    seat: NotRequired[int]
    trick: NotRequired[int]
    refused: NotRequired[bool]


class SabotShown(TypedDict):
    """How far the sabot is; `state` is `open`, `last-coup` or `spent`, `burning` cards are still to be
    burned."""

    decks: int
    cards: int
    drawn: int
    state: str
    burning: int


class LyingShown(TypedDict):
    """A card that the eye sees; None: it cannot read it. `agreed`: it lies as it was dealt."""

    card: str | None
    place: str
    agreed: bool
    picture: str


class EyeShown(TypedDict):
    """What the eye sees, and the cards that were dealt and that it has not seen: pairs of place and card."""

    lying: list[LyingShown]
    unseen: list[list[str]]


class InstrumentShown(TypedDict):
    """An instrument; `state` is `found`, `troubled` or `lost`, since `since_ns`."""

    role: str
    driver: str
    where: str
    state: str
    why: PlainReason | None
    since_ns: int


class WheelAlertShown(TypedDict):
    """A fault of the wheel that is not both over and answered for."""

    name: str
    why: PlainReason
    spin: str
    since_ns: int
    over: bool
    answered: bool


class WheelShown(TypedDict):
    """The wheel: the round as it stands (the fields of the observation `WheelSeen`), and its open faults."""

    seen: dict[str, object] | None
    faults: list[WheelAlertShown]


class View(TypedDict, total=False):
    """A table. Empty before the table is opened; then all keys are there.

    `turns` and `spread` are there where players act in turns: what each seat may do, and the open cards.
    A live table adds `halted` (why nothing can be put on record; None while all is well), `table` (its
    name), `lang`, `simulated`, `training` (the mode of the school at the table) where there is one, and
    `home` at a household game.
    """

    game: str
    coup: int
    phase: str
    places: list[PlaceShown]
    owed: OwedShown | None
    calls: list[CallShown]
    result: Result | None
    stakes: list[StakeShown]
    prison: list[PrisonerShown]
    bank: BankShown | None
    bid: BidShown | None
    settlements: list[dict[str, object]]
    handed: list[dict[str, object]]
    ledger: list[dict[str, object]]
    faults: list[FaultShown]
    turns: list[TurnShown]
    spread: Spread
    sabot: SabotShown | None
    aside: list[str]
    instruments: list[InstrumentShown]
    clock_ns: int
    unconfirmed: bool
    help_wanted: bool
    wheel: WheelShown | None
    shut: bool
    opens_minute: int | None
    notices: list[PlainReason]
    manual: list[str]
    results: list[ResultShown]
    announced: list[str]
    last_card: str | None
    eye: EyeShown
    halted: PlainReason | None
    table: str
    lang: str
    simulated: bool
    training: str
    home: AtHomeShown
