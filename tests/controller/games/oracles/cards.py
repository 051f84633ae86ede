"""Cards from the sabot: those that are due, too many, burned, unread, or lie ready for the next coup."""

from __future__ import annotations

from typing import Any

from tests.controller.games.oracles.coups import Coups


class Cards(Coups):
    """The sabot of a table by the book."""

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
            if card is not None:
                self._check_copies(card)
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
            if self.is_spent:
                self._too_many(card, place)
                return
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
