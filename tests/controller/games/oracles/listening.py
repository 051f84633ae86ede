"""A program that knows the book of a game and hears the acts at a table: it says which lines must come.

It shares no code with the rules: it reads the options of the house, the acts, and the event lines that the
table gives for them (docs/notation.md). What is common to all games stands in `coups` (what opens, decides
and settles a coup), in `cards` (the sabot) and here (stakes, calls, annulments, new sabots). The games derive
from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.controller.games.oracles.cards import Cards
from tests.controller.games.oracles.lines import FACTS, DisagreementError, Due, Laid, Line, plain


class Oracle(Cards):
    """A table by the book. A game says what is due, who wins, and what is paid."""

    # --- one act -----------------------------------------------------------------------------------------

    def hears(self, act: Any, lines: list[Line]) -> None:
        """One more act with its lines. Raises DisagreementError where the book has others."""
        self.told, self.handed, self.refuses, self.kinds = [], [], False, set()
        _ACTS[type(act).__name__](self, act)
        told = [plain(line) for line in lines if line["event"] in FACTS]
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

    def ball(self, act: Any) -> None:
        """The ball rests. Only a wheel has one."""
        self.refuses = None

    # --- stakes and calls -----------------------------------------------------------------------------

    def _staked(self, act: Any) -> None:
        self._closes_itself()
        low, high = self.house.minimum, self.house.maximum
        is_too_late = self.is_decided or self.is_spent or self.bets_closed or self.is_unread
        if is_too_late or act.amount < low or (high and act.amount > high):
            self.refuses = True
            return
        if self._takes(lambda: self.stakes_on(Laid(act.where, act.amount, act.seat))):
            self._judges()

    def _takes(self, act: Callable[[], None]) -> bool:
        """Whether a word or a stake is taken or belongs to an open coup: a refused one opens none."""
        was_open, before = self.is_open, (self.number, self.cut)
        self._opens()
        act()
        if self.refuses and not was_open:
            self.is_open, (self.number, self.cut) = False, before
            return False
        return True

    def _bets_closed(self, act: Any) -> None:
        self._closes_itself()
        came_early = self.is_open and self.early_coup == self.number
        if self.house.rnvp == "required" and (self.is_unread or came_early):
            return
        is_too_late = self.bets_closed or self.is_decided or self.is_unread or self.is_spent
        if is_too_late or (self.pending and self.needs_stake()):
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
        if self.opens_coup(words):
            if self.is_unread:
                self.refuses = True
                return
            self._closes_itself()
        was_decided = self.is_decided
        if not self._takes(lambda: self.says(words)):
            return
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
        if self.cut is None and not self.is_spent:
            self.cut = int(self.house.after_cut)
            self._tells_last()

    def _tells_last(self) -> None:
        cut = self.cut or 0
        last = self.number + (cut if self.is_open and not self.is_decided else max(cut, 1))
        self.tell("shoe", last, state="last-coup", cards=self.drawn)

    def _sabot_opened(self, act: Any) -> None:
        if self.is_decided:
            self._rolls(over_new=True)
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
            stays = {(line["bet"], line.get("seat")) for line in lines} & {laid.place for laid in self.stakes}
        else:
            is_too_late = self.bets_closed or self.is_unread
            stays = set() if is_too_late else {laid.place for laid in self.stakes if laid.stayed}
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
