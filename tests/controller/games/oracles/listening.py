"""A program that knows the book of a game and hears the acts at a table: it says which lines must come.

It shares no code with the rules: it reads the options of the house, the acts, and the event lines that the
table gives for them (docs/notation.md). What is common to all games stands here: what opens and closes a
coup, the count of the sabot, cards too many, burns, annulments, new sabots. The games derive from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

Line = dict[str, Any]
FACTS = frozenset("card result settlement void shoe banque assurance paid".split())
TEXT = ("because", "said")
"""The keys of a line that are sentences, and that nobody reckons with."""


class DisagreementError(AssertionError):
    """The table and the book say different things."""


class Due(NamedTuple):
    """What is due: a card `to` a place, or a decision `of` a hand."""

    to: str | None = None
    of: str | None = None


@dataclass
class Laid:
    """A stake on the cloth, in cents. `stayed`: it lies there from an earlier coup."""

    where: str
    amount: int
    seat: int | None = None
    stayed: bool = False

    @property
    def place(self) -> tuple[str, int | None]:
        """Where it lies, and whose it is."""
        return self.where, self.seat


def money(cents: int) -> str:
    """A sum as the lines have it."""
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02}"


class Oracle:
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

    # --- one act -----------------------------------------------------------------------------------------

    def hears(self, act: Any, lines: list[Line]) -> None:
        """One more act with its lines. Raises DisagreementError where the book has others."""
        self.told, self.handed, self.refuses, self.kinds = [], [], False, set()
        _ACTS[type(act).__name__](self, act)
        told = [_plain(line) for line in lines if line["event"] in FACTS]
        if told != self.told:
            raise DisagreementError(f"coup {self.number}, {act}: told {told}, by the book {self.told}")
        kinds = {line["kind"] for line in lines if line["event"] == "fault"}
        if self.refuses is not None and self.refuses != ("wrong-order" in kinds):
            raise DisagreementError(
                f"coup {self.number}, {act}: refused by the book: {self.refuses}, {lines}"
            )
        words = ("faux-tirage",) if type(act).__name__ == "Said" else ()
        for kind in ("early-card", "impossible-card", *words):
            if (kind in kinds) != (kind in self.kinds):
                raise DisagreementError(
                    f"coup {self.number}, {act}: {kind} by the book: {kind in self.kinds}"
                )
        if self.house.faux_tirage == "hold" and "faux-tirage" in kinds:
            self.awaits = True
        self._hears_what_holds(act, lines)

    def _hears_what_holds(self, act: Any, lines: list[Line]) -> None:
        owed = [line for line in lines if line["event"] in ("owed", "result")]
        if owed and owed[-1]["event"] == "owed":
            due = self.due()
            if due != Due(owed[-1].get("to"), owed[-1].get("of")):
                raise DisagreementError(f"coup {self.number}, {act}: {owed[-1]}, by the book {due}")
        self.hears_calls([line["text"] for line in lines if line["event"] == "call"])

    def tell(self, event: str, coup: int, **keys: Any) -> None:
        """A line that must come now."""
        self.told.append(_line(event, coup, keys))

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

    def _rolls(self) -> None:
        """The decided coup is closed: what waited for a choice, or was held, is told first."""
        held = self.settled if self.house.faux_tirage == "hold" else self.left_open
        self.told[:0] = held
        self.follows()
        self._clears()

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
            lines.sort(key=lambda line: "held" in line or _cents(line["returned"]) >= _cents(line["stake"]))
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
        return _line("settlement", self.number, keys | more)

    # --- cards ----------------------------------------------------------------------------------------

    def asks_wrongly(self, who: str, choice: str) -> None:
        """A word against the rules: a card that comes for it counts nowhere."""
        self.kinds.add("faux-tirage")
        if choice == "carte":
            self.asked = who

    def _leaves(self, card: str | None) -> None:
        self.drawn += 1
        if card is not None:
            self.copies[card] += 1

    def _check_copies(self, card: str) -> None:
        if self.copies[card] > self.house.decks:
            self.kinds.add("impossible-card")

    def _card(self, act: Any) -> None:
        card = None if act.card is None else str(act.card)
        if self.burning:
            self._leaves(card)
            self.burning -= 1
        elif card is None or self.is_unread:
            self._closes_itself()
            self._opens()
            self._leaves(card)
            self.is_unread = True
        else:
            self._drawn(card, act.place)

    def _drawn(self, card: str, place: str | None) -> None:
        if self.pending and self._lies_ready():
            self._after_pending(card, place)
            return
        if self.is_spent or (self.is_decided and self._is_too_many()):
            self._too_many(card, place)
            return
        if self.is_decided:
            self._rolls()
        self._opens()
        is_early = self.house.rnvp == "required" and not self.bets_closed
        first = not self.drawn
        self._leaves(card)
        to = self.deals(card, place)
        if to is None:
            self._aside(card)
        else:
            self._lies_at(card, to)
            self._check_copies(card)
            self._check_time(is_early=is_early, first=first)
        self._judges()

    def _lies_at(self, card: str, to: str) -> None:
        self.bets_closed = True
        self.tell("card", self.number, card=card, to=to, points=self.points(to))

    def _check_time(self, *, is_early: bool, first: bool) -> None:
        if is_early:
            self.kinds.add("early-card")
            self.early_coup = self.number
        if first and self.house.brule:
            self.refuses = True

    def _lies_ready(self) -> bool:
        if self.is_decided:
            return not self._is_too_many()
        return not self._lies()

    def _is_too_many(self) -> bool:
        return self.house.close == "croupier" or self.asked is not None or self.awaits

    def _too_many(self, card: str, place: str | None) -> None:
        who = place or self.asked or (self.PLACES[-1] if self.PLACES else "")
        if self.is_decided and self._is_too_many() and self.may_stand(who):
            self.is_decided, self.is_spent = False, False
            self.says([who, "carte"])
            self._drawn(card, place)
            return
        self._leaves(card)
        self._check_copies(card)
        self._aside(card)
        self.asked = None

    def _aside(self, card: str) -> None:
        if self.house.faux_tirage == "hold":
            self.awaits = True
        if self.house.faux_tirage == "next" and not self.is_spent:
            self.pending.append(card)

    def _after_pending(self, card: str, place: str | None) -> None:
        self._closes_itself()
        if self.needs_stake() and not self.is_spent:
            self._too_many(card, place)
            return
        if self.house.rnvp == "required" and not self.bets_closed:
            self.kinds.add("early-card")
            self.early_coup = self.number
        self._opens_with()
        self._drawn(card, place)

    def _opens_with(self) -> None:
        cards, self.pending = self.pending, []
        while cards and not self.is_decided and not self.is_spent:
            self._opens()
            card = cards.pop(0)
            to = self.deals(card, None) or self.PLACES[0]
            self._lies_at(card, to)
            self._judges()
        if not self.is_spent:
            self.pending += cards

    def ball(self, act: Any) -> None:
        """The ball rests. Only a wheel has one."""
        self.refuses = None

    # --- stakes and calls -----------------------------------------------------------------------------

    def _staked(self, act: Any) -> None:
        self._closes_itself()
        low, high = self.house.minimum, self.house.maximum
        is_too_late = self.is_decided or self.is_spent or self.bets_closed
        if is_too_late or act.amount < low or (high and act.amount > high):
            self.refuses = True
            return
        self._opens()
        self.stakes_on(Laid(act.where, act.amount, act.seat))
        self._judges()

    def _bets_closed(self, act: Any) -> None:
        self._closes_itself()
        came_early = self.is_decided and self.early_coup == self.number
        is_dealing = not self.is_decided and self._lies()
        if self.house.rnvp == "required" and (is_dealing or came_early):
            return
        if self.bets_closed or self.is_decided or (self.pending and self.needs_stake()):
            self.refuses = True
            return
        self._opens()
        self.closes_bets()
        self.bets_closed = True
        self._judges()
        if self.pending:
            self._opens_with()

    def _said(self, act: Any) -> None:
        words = str(act.words).split()
        if words == ["confirme"]:
            self.refuses, self.awaits = not self.awaits, False
        elif self.PLACES and words[0] in _OF_THE_CARDS and words != ["brule"]:
            _OF_THE_CARDS[words[0]](self, words)
        else:
            self._said_of_the_game(words)

    def _mixes(self, words: list[str]) -> None:
        """Before the first card of a sabot it is mixed, and cut."""
        by_player = words[0] == "melange" and len(words) > 1
        self.refuses = self.drawn > 0 or (by_player and not self.house.player_shuffle)

    def _said_of_the_game(self, words: list[str]) -> None:
        was_decided = self.is_decided
        if was_decided and self.opens_coup(words):
            self._closes_itself()
        was_decided = self.is_decided
        self._opens()
        self.says(words)
        if was_decided and self.is_decided and self.due() is not None and self.result() is None:
            self.is_decided = self.is_spent = False
        self._judges()
        if was_decided and self.is_decided:
            self._settles_again()

    def _announced(self, act: Any) -> None:
        self.refuses = None

    def _undone(self, act: Any) -> None:
        """Acts that were taken back are left out before: this one found nothing to take back."""
        self.refuses = True

    # --- the ends of coups and sabots ---------------------------------------------------------------

    def _ended(self, act: Any) -> None:
        if not self.is_open or self._is_all_talk():
            self.refuses = True
        elif self.is_unread or not self.is_decided:
            self.refuses = None
        elif self.awaits:
            self.refuses = True
        else:
            self._rolls()

    def _cut_card(self, act: Any) -> None:
        self.cut = int(self.house.after_cut)
        self._tells_last()

    def _tells_last(self) -> None:
        cut = self.cut or 0
        last = self.number + (cut if self.is_open and not self.is_decided else max(cut, 1))
        self.tell("shoe", last, state="last-coup", cards=self.drawn)

    def _sabot_opened(self, act: Any) -> None:
        if self.is_decided:
            self._rolls()
        elif self.is_open and not self._is_all_talk() and not self.awaits_sabot():
            self.refuses = True
            self._voids()
            self.is_annulled()
        self.drawn, self.copies = 0, Counter()
        self.cut, self.burning, self.is_unread, self.is_spent, self.awaits = None, 0, False, False, False
        self.pending = []
        self._clears()
        self.told += self.reopens()
        self.tell("shoe", 0, state="new", cards=0)

    def _voids(self) -> None:
        self.tell("void", self.number)
        self.told += [self.settlement(laid, laid.amount, void=True) for laid in self.stakes]

    def _annuls(self, words: list[str]) -> None:
        if not self.is_open or self._is_all_talk():
            self.refuses = True
            return
        self.told += self.left_open
        self._voids()
        self.is_annulled()
        cut, was_last = self.cut, self.cut is not None and self.cut < 1
        self._clears()
        self.is_unread = self.is_spent = self.awaits = False
        self.pending = []
        self.cut = None if cut is None else max(cut, 1)
        self.recounted()
        if not self.playable():
            self.is_spent = True
            self.tell("shoe", 0, state="spent", cards=self.drawn)
        elif was_last:
            self._tells_last()

    def _burns(self, words: list[str]) -> None:
        card = words[1]
        if self.house.brule and not self.drawn:
            self._leaves(card)
            self.burning = 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1
            return
        if (not self.is_decided and self._lies()) or self.is_unread or self.burning:
            self.refuses = True
            return
        self._closes_itself()
        self._leaves(card)
        self._check_copies(card)
        if self.is_decided:
            return
        self.recounted()
        if not self.is_open and not self.is_spent and not self.playable():
            self.is_spent = True
            self.tell("shoe", 0, state="spent", cards=self.drawn)

    def _retires(self, words: list[str]) -> None:
        place = (words[1], int(words[2]) if len(words) > 2 else None)
        if self.is_decided:
            lines = [line for line in self.settled if line.get("held") == "table"]
            stays = {(line["bet"], line.get("seat")) for line in lines}
        else:
            stays = set() if self.bets_closed else {laid.place for laid in self.stakes if laid.stayed}
        if place not in stays:
            self.refuses = True
            return
        decided = self.is_decided
        gone = [laid for laid in self.stakes if laid.place == place and (decided or laid.stayed)]
        self.takes_back(gone)

    def takes_back(self, gone: list[Laid]) -> None:
        """These stakes, which stayed, are taken back."""
        self.stakes = [laid for laid in self.stakes if not any(laid is each for each in gone)]


_OF_THE_CARDS: dict[str, Callable[[Oracle, list[str]], None]] = {
    "annule": Oracle._annuls,
    "brule": Oracle._burns,
    "retire": Oracle._retires,
    "melange": Oracle._mixes,
    "coupe": Oracle._mixes,
}
_ACTS: dict[str, Callable[[Oracle, Any], None]] = {
    "CardSeen": Oracle._card,
    "BallSeen": lambda oracle, act: oracle.ball(act),
    "Staked": Oracle._staked,
    "BetsClosed": Oracle._bets_closed,
    "Said": Oracle._said,
    "Announced": Oracle._announced,
    "CoupEnded": Oracle._ended,
    "CutCardSeen": Oracle._cut_card,
    "SabotOpened": Oracle._sabot_opened,
    "Undone": Oracle._undone,
}


def _line(event: str, coup: int, keys: Line) -> Line:
    kept = {key: value for key, value in keys.items() if value is not None or event == "result"}
    return {"event": event} | ({"coup": coup} if coup else {}) | kept


def _plain(line: Line) -> Line:
    return {key: value for key, value in line.items() if key not in TEXT}


def _cents(text: str) -> int:
    return round(100 * float(text))
