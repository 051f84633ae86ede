"""A deal of poker as a value: the players and what is known of their hands, the stakes, and whose word it is.

`stage` says what is going on:

    cards    before the hands are dealt; the second or third player may straddle
    dark     doubles: opening and doubling before anybody has looked
    open     a jackpot, a cheap pot or stud waits for somebody who opens
    entry    those who do not fold pay the price of the game
    light    doubles: doubling after the cards were seen
    swap     cards are exchanged
    up       stud: open cards come
    bets     raising, seeing and folding
    show     hands are laid open
    over
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sabot.core.cards import DECK, JOKER, Card
from sabot.core.terms import Fault, LedgerLine, money
from sabot.games.evening import deal as evening_deal
from sabot.games.evening.evening import Evening
from sabot.games.poker.options import Options
from sabot.games.pots.pot import Stakes

OPENERS = ("J", "Q", "K", "A", "K", "Q", "J", "")
"""The pair that opens a jackpot, deal after deal; then anything (HS p. 71)."""

CLOSED_CARDS = {"draw": 5, "doubles": 5, "five-stud": 2, "seven-stud": 3}
OPEN_CARDS = {"draw": 0, "doubles": 0, "five-stud": 3, "seven-stud": 4}


class Carried(NamedTuple):
    """What one deal leaves to the next: the money `left` in the middle and the `seats` that play for it (all
    where nobody staked for it alone).

    `dealt` counts the deals of the round; `jackpot` is the place in OPENERS where the next deal is one;
    `cheap`: it is for a cheap pot, `sliced` one that is played for in slices; `ante`: everybody waited, so
    the dealer stakes a unit.
    """

    left: int = 0
    seats: tuple[int, ...] = ()
    dealt: int = 0
    jackpot: int | None = None
    cheap: bool = False
    sliced: bool = False
    ante: bool = False


class Player(NamedTuple):
    """A player in the deal: `known` cards of the closed hand and how many nobody has named (`unseen`), the
    cards `up` in stud, those given away as far as named (`gone`) and how many were `changed`."""

    seat: int
    known: tuple[Card, ...] = ()
    unseen: int = 0
    up: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    changed: int = 0
    folded: bool = False

    @property
    def is_dealt(self) -> bool:
        """Whether the hand was dealt."""
        return bool(self.known) or self.unseen > 0

    @property
    def hand(self) -> tuple[Card, ...] | None:
        """The whole hand where it is known."""
        return None if self.unseen or not self.known else (*self.known, *self.up)


class Ended(NamedTuple):
    """How the deal ended: what each seat won (nobody, where the pot stays), whether hands were compared, and
    how: `showdown`, `folded`, `unopened`, `waited`, `cheap`, `unproven`."""

    how: str
    won: tuple[tuple[int, int], ...] = ()


class Fields(NamedTuple):
    """The fields of a deal.

    `middle` is all money in the middle, `waiting` are the seats whose word or card is still to come, in
    order; `level` is what each must have paid, `by` the seat that opened, raised or doubled last; `opener`
    opened a jackpot, a cheap pot or a stud, and `proven` says that their hand was known then; `raised`:
    somebody raised or doubled in this round; `doubles` counts those in the dark or in the light.
    """

    evening: Evening
    carried: Carried
    players: tuple[Player, ...]
    middle: Stakes
    lines: tuple[LedgerLine, ...] = ()
    faults: tuple[Fault, ...] = ()
    stage: str = "cards"
    waiting: tuple[int, ...] = ()
    level: int = 0
    by: int = 0
    opener: int = 0
    proven: bool = False
    straddler: int = 0
    raised: bool = False
    doubles: int = 0
    ended: Ended | None = None


class Deal(Fields, evening_deal.Deal):
    """A deal of poker."""

    __slots__ = ()

    @property
    def options(self) -> Options:
        """What the house chose."""
        options: Options = self.evening.options
        return options

    @property
    def in_play(self) -> int:
        """All money in the middle; of a decided deal, what stays there."""
        return self.middle.total if self.ended is None else self.middle.left

    @property
    def discarded(self) -> tuple[Card, ...]:
        """The cards that were given away, as far as they are known; none once the pack has run out, as they
        are shuffled then and dealt again. The book is silent; so we do."""
        players = self.players
        dealt = sum(len(each.known) + each.unseen + len(each.up) + each.changed for each in players)
        if dealt > len(pack(self.options, len(self.evening.seats))):
            return ()
        return tuple([card for player in players for card in player.gone])

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats in the deal."""
        return tuple([player.seat for player in self.players])

    @property
    def standing(self) -> tuple[int, ...]:
        """The seats that have not folded."""
        return tuple([player.seat for player in self.players if not player.folded])

    @property
    def is_for_cheap_pot(self) -> bool:
        """Whether a cheap pot is played for."""
        return self.carried.cheap

    @property
    def is_sliced(self) -> bool:
        """Whether only a slice of the cheap pot is played for: it was already, or is now too large (HS p.
        73)."""
        options, carried = self.options, self.carried
        is_large = 0 < options.slice_over < self.middle.left
        return carried.cheap and options.slice > 0 and (carried.sliced or is_large)

    @property
    def contested(self) -> int:
        """What of the money that earlier deals left is played for."""
        left = self.middle.left
        return min(self.options.slice, left) if self.is_sliced else left

    @property
    def opens_with(self) -> str | None:
        """The rank of the pair that opens this jackpot, empty where anything opens; None: it is none."""
        return None if self.carried.jackpot is None else OPENERS[self.carried.jackpot]

    def player(self, seat: int) -> Player:
        """The player at this seat."""
        return next(player for player in self.players if player.seat == seat)

    def with_player(self, player: Player) -> Deal:
        """The deal when this player has changed."""
        players = tuple([player if each.seat == player.seat else each for each in self.players])
        return self._replace(players=players)

    def from_seat(self, seat: int) -> tuple[int, ...]:
        """The standing seats in order, this one first (or the next that stands)."""
        return tuple(sorted(self.standing, key=lambda each: (each < seat, each)))

    def after_seat(self, seat: int) -> tuple[int, ...]:
        """The standing seats in order from the left neighbour of this one on, this one last if it stands."""
        return tuple(sorted(self.standing, key=lambda each: (each <= seat, each)))

    # --- money

    def has(self, seat: int) -> int | None:
        """What this seat can still pay; None: as much as it likes."""
        evening = self.evening
        return evening.purses[seat] if seat in evening.bought else None

    def is_all_in(self, seat: int) -> bool:
        """Whether this seat has staked all its chips."""
        return self.has(seat) == 0

    def due_of(self, seat: int) -> int:
        """What this seat must add to stay in: at most what it has."""
        lacking = max(0, self.level - self.middle.of(seat))
        has = self.has(seat)
        return lacking if has is None else min(lacking, has)

    def with_paid(self, seat: int, amount: int, word: str) -> Deal:
        """The deal when this seat has put this sum into the middle with this word; at most what it has."""
        has = self.has(seat)
        amount = amount if has is None else min(amount, has)
        paid = self._replace(
            middle=self.middle.with_paid(seat, amount), evening=self.evening.paid({seat: -amount})
        )
        return paid.with_line(word, seat=seat, amount=money(amount), pot=money(paid.middle.total))

    def with_left(self, payers: Mapping[int, int]) -> Deal:
        """The deal when these seats have added these sums to what the next deals are played for."""
        deal = self
        for seat, amount in payers.items():
            middle = deal.middle._replace(left=deal.middle.left + amount)
            deal = deal._replace(middle=middle, evening=deal.evening.paid({seat: -amount}))
            deal = deal.with_line("stake", seat=seat, amount=money(amount), pot=money(middle.total))
        return deal


def pack(options: Options, players: int) -> tuple[Card, ...]:
    """The cards that are played with: with up to four players without twos, threes and fours (HS p. 66)."""
    cards = [card for card in DECK if not (options.short_pack and players <= 4 and card.rank in "234")]
    return (*cards, JOKER) if options.joker else tuple(cards)
