"""The few terms that all games share: what is owed, called, staked, settled, and what was done wrong.

Money is an integer of minor units (cents). Places and results are the game's own words in ASCII.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, Protocol

from sabot.core.cards import Card
from sabot.core.reasons import NOTHING, Reason

FaultKind = Literal[
    "faux-tirage",
    "misplaced-card",
    "impossible-card",
    "unread-card",
    "early-card",
    "wrong-announcement",
    "wrong-order",
    "disagreement",
    "revoke",
    "withheld-card",
    "misdeal",
]


CONFIRM = "confirme"
"""The word with which a supervisor releases a payout that was held back; every game knows it."""


OF_THE_CARDS = ("annule [REASON]", "brule CARD", "retire CHANCE [SEAT]", "melange [SEAT]", "coupe [SEAT]")
"""What may be said in every game of cards: the coup is annulled, a card that showed itself is burned between
two coups, a stake that stayed on the table is taken back, a new sabot is mixed, and cut."""


class Owed(NamedTuple):
    """What must happen next: a card `to` a place, or a decision `of` somebody among `choices`.

    `why` is the rule behind it.
    """

    to: str | None = None
    of: str | None = None
    choices: tuple[str, ...] = ()
    why: Reason = NOTHING


class Fault(NamedTuple):
    """A departure from the rules; `because` is the rule. `picture` names the picture
    that shows it, where an eye has seen it. `seat` made it, in `trick`, where players act in turns."""

    kind: FaultKind
    because: Reason
    card: Card | None = None
    to: str | None = None
    owed: str | None = None
    said: str | None = None
    picture: str | None = None
    seat: int | None = None
    trick: int | None = None


class Turn(NamedTuple):
    """What a seat may or must do now, where players act in turns.

    `acts` are words of the script: `bid 2 rik`, `play 2 8C`, or with slots where they cannot all be named:
    `play 2 CARD`, `raise 2 AMOUNT`. `limits` are the least and the most that may stand in a slot AMOUNT or
    NUMBER, or how many cards in a slot CARDS. `why` is the rule. `private`: the acts would betray the hand,
    so only the seat itself may see them; all others see `open_acts`, those of a hand that nobody knows.
    """

    seat: int
    acts: tuple[str, ...]
    limits: tuple[int, int] | None = None
    why: Reason = NOTHING
    private: bool = False
    open_acts: tuple[str, ...] = ()


class Call(NamedTuple):
    """What the croupier announces now, in the game's own language (`lang`, ISO 639-1).

    `asks` is the hand that it asks to speak, `to` the one for which it asks for a card; empty for others.
    """

    text: str
    lang: str = "fr"
    asks: str = ""
    to: str = ""


class Stake(NamedTuple):
    """Money on a chance; `amount` in minor units, `seat` the player's place at the table if they have one.
    `stayed`: nobody laid it for this coup, it lies there from the one before."""

    where: str
    amount: int
    seat: int | None = None
    stayed: bool = False


class Settlement(NamedTuple):
    """What a stake returns, the stake itself included (0 when it is lost).

    `held` says where it stays if it does: `table` (a push, an après) or `prison`, and then `level` how
    deep, and `moved` the chance it was moved to if it was. `prison`: how deep it lay there before the coup.
    `void`: the coup does not count. `uncovered`: the bank did not hold enough for it.
    """

    bet: str
    stake: int
    returned: int
    seat: int | None = None
    held: str | None = None
    level: int | None = None
    moved: str | None = None
    void: bool = False
    uncovered: bool = False
    prison: int | None = None


class Held(Protocol):
    """A stake that lies in prison, and how deep."""

    @property
    def where(self) -> str:
        """The chance."""

    @property
    def amount(self) -> int:
        """The sum."""

    @property
    def seat(self) -> int | None:
        """The player."""

    @property
    def level(self) -> int:
        """How deep."""


class Banked(Protocol):
    """The bank that a player holds: `main` is the first right to it."""

    @property
    def seat(self) -> int:
        """The player."""

    @property
    def amount(self) -> int:
        """The sum."""

    @property
    def main(self) -> int:
        """Who has the first right."""


class Bid(NamedTuple):
    """What somebody bids for a bank, in minor units."""

    seat: int
    amount: int


LedgerLine = tuple[str, dict[str, object]]
"""The name and the keys of an event about money that is no stake: `banque`, `paid`."""


def paid(seat: int | None, amount: int, *, of: str) -> LedgerLine:
    """Money that a person gets otherwise than by a settlement; `of` is `bank`, `partner` or `float`.

    >>> paid(1, 1900, of="bank")
    ('paid', {'seat': 1, 'amount': '19.00', 'of': 'bank'})
    """
    return "paid", {"seat": seat, "amount": money(amount), "of": of}


def money(amount: int) -> str:
    """Minor units as text with two decimals: 1950 -> `19.50`.

    >>> money(1950), money(-5)
    ('19.50', '-0.05')
    """
    sign, amount = ("-", -amount) if amount < 0 else ("", amount)
    return f"{sign}{amount // 100}.{amount % 100:02d}"


def minor_units(text: str) -> int | None:
    """`19.5` -> 1950; None unless `text` is a positive decimal with at most two places.

    >>> minor_units("19.5"), minor_units("20")
    (1950, 2000)
    >>> minor_units("0") is minor_units("1.005") is minor_units("twenty") is None
    True
    """
    whole, point, cents = text.partition(".")
    if not (whole.isascii() and whole.isdigit()) or len(whole) > 12:
        return None
    if point and not (cents.isascii() and cents.isdigit() and len(cents) <= 2):
        return None
    return int(whole) * 100 + int((cents + "00")[:2]) or None
