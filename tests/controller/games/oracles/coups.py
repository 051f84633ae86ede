"""A coup from its first act to its settlement, as the book of any game has it; a game says the rest."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.controller.games.oracles.lines import Due, Laid, Line, in_cents, line_of, money


class Coups:
    """The state of a table by the book. A game says what is due, who wins, and what is paid."""

    PLACES: tuple[str, ...] = ()
    CHANCES: tuple[str, ...] = ()

    def __init__(self, house: Any) -> None:
        self.house = house
        self.number = 0
        self.is_open = self.is_decided = self.bets_closed = self.is_last = False
        self.hands: dict[str, list[str]] = {place: [] for place in self.PLACES}
        self.stakes: list[Laid] = []
        self.asked: str | None = None
        self.drawn, self.copies = 0, Counter[str]()
        self.cut: int | None = None
        self.burning, self.early_coup = 0, 0
        self.is_unread = self.is_spent = self.awaits = False
        self.pending: list[str] = []
        self.settled: list[Line] = []
        self.left_open: list[Line] = []
        self.handed: list[Line] = []
        self.told: list[Line] = []
        self.refuses: bool | None = False
        self.kinds: set[str] = set()

    # --- what a game says ---------------------------------------------------------------------------

    def due(self) -> Due | None:
        """What must come next; None where the cards have decided, or at a wheel."""
        raise NotImplementedError

    def points(self, place: str) -> int:
        """What a hand counts."""
        raise NotImplementedError

    def result(self) -> Line | None:
        """The keys of the result, once the coup is decided."""
        raise NotImplementedError

    def deals(self, card: str, place: str | None) -> str | None:
        """Lays a card; returns where it counts, or None."""
        due = self.due()
        if due is None or due.to is None:
            return None
        self.hands[due.to].append(card)
        return due.to

    def playable(self) -> bool:
        """Whether the sabot can give one more coup."""
        return True

    def stakes_on(self, laid: Laid) -> None:
        """A stake that the table has not refused."""
        self.stakes.append(laid)

    def closes_bets(self) -> None:
        """Rien ne va plus."""

    def says(self, words: list[str]) -> None:
        """A call in the words of the game."""
        raise NotImplementedError

    def opens_coup(self, words: list[str]) -> bool:
        """Whether this call belongs to the coup after a decided one."""
        return False

    def settlements(self) -> list[Line]:
        """The settlement of each stake, in the order in which they were laid."""
        raise NotImplementedError

    def ledger(self) -> list[Line]:
        """What is told after the settlements."""
        return []

    def waits_for_choice(self, line: Line) -> bool:
        """Whether the player of this settled stake may still choose."""
        return False

    def follows(self) -> None:
        """The decided coup is over."""
        self.stakes = []

    def is_annulled(self) -> None:
        """The coup under way does not count."""
        self.stakes = []

    def reopens(self) -> list[Line]:
        """A new sabot; the coup under way is over or void. Returns what is settled by that."""
        return []

    def recounted(self) -> None:
        """Cards left the sabot before the coup that lies ready."""

    def needs_stake(self) -> bool:
        """Whether a bank waits for a stake before a card that lies ready may open the coup."""
        return False

    def awaits_sabot(self) -> bool:
        """Whether a new sabot abandons nothing."""
        return False

    def may_stand(self, who: str) -> bool:
        """Whether a card too many is this hand's third, in a house that lets a coup stand as it was dealt."""
        return False

    def hears_calls(self, calls: list[str]) -> None:
        """What the croupier announces."""

    def tell(self, event: str, coup: int, **keys: Any) -> None:
        """A line that must come now."""
        self.told.append(line_of(event, coup, keys))

    # --- coups --------------------------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """The cards in the sabot."""
        return 52 * int(self.house.decks) - self.drawn

    def _lies(self) -> bool:
        return any(self.hands.values())

    def _is_all_talk(self) -> bool:
        lies = self.stakes or self.bets_closed or self._lies()
        return not lies and not self.is_decided and not self.is_unread

    def _opens(self) -> None:
        if not self.is_open:
            self.is_open, self.number = True, self.number + 1
            self.cut = None if self.cut is None else self.cut - 1

    def _closes_itself(self) -> None:
        if self.is_decided and self.house.close == "auto" and not self.awaits:
            self._rolls()

    def _rolls(self, *, over_new: bool = False) -> None:
        """The decided coup is closed: what waited for a choice, or was held, is told first, and then whether
        the sabot is empty by now."""
        first = [*(self.settled if self.house.faux_tirage == "hold" else self.left_open)]
        if not (self.is_spent or over_new or self._can_follow()):
            self.is_spent = True
            first.append(line_of("shoe", self.number, {"state": "spent", "cards": self.drawn}))
        self.told[:0] = first
        self.follows()
        self._clears()

    def _can_follow(self) -> bool:
        """Whether one more coup can be dealt, with the cards that lie ready for it."""
        self.drawn -= len(self.pending)
        self.copies.subtract(self.pending)
        can = self.playable()
        self.drawn += len(self.pending)
        self.copies.update(self.pending)
        return can

    def _clears(self) -> None:
        self.is_open = self.is_decided = self.bets_closed = False
        self.hands, self.asked = {place: [] for place in self.PLACES}, None
        self.settled, self.left_open = [], []

    def _judges(self) -> None:
        """What follows from an act: money handed back, the result, the settlement, the end of the sabot."""
        self.told += self.handed
        self.handed = []
        result = None if self.is_decided else self.result()
        if result is None:
            return
        self.is_decided = True
        self.tell("result", self.number, **result)
        cut_is_due = self.cut is not None and self.cut <= 0
        self.is_last = bool(self.house.decks) and (cut_is_due or not self.playable())
        self._settles()
        if self.house.faux_tirage != "hold":
            self.told += [line for line in self.settled if line not in self.left_open]
        if self.is_last:
            self.is_spent = True
            self.tell("shoe", self.number, state="spent", cards=self.drawn)

    def _settles(self) -> None:
        lines = self.settlements()
        if self.house.settle_order == "losers-first":
            lines.sort(
                key=lambda line: "held" in line or in_cents(line["returned"]) >= in_cents(line["stake"])
            )
        self.settled = [*lines, *self.ledger()]
        held = self.house.faux_tirage == "hold"
        self.left_open = [line for line in lines if not held and self.waits_for_choice(line)]

    def _settles_again(self) -> None:
        """A player has chosen: what that changed is told."""
        known = [line for line in self.settled if line not in self.left_open]
        self._settles()
        if self.house.faux_tirage != "hold":
            self.told += [line for line in self.settled if line not in known and line not in self.left_open]

    def settlement(self, laid: Any, returned: int, **more: Any) -> Line:
        """The line of a stake that returns this."""
        keys = {
            "bet": laid.where,
            "stake": money(laid.amount),
            "returned": money(returned),
            "seat": laid.seat,
        }
        return line_of("settlement", self.number, keys | more)
