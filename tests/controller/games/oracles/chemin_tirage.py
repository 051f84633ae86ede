"""The cards of chemin de fer from the book (HS p. 17-34): who may draw, and what the hands say."""

from __future__ import annotations

from typing import Any

from tests.controller.games.oracles import hands
from tests.controller.games.oracles.chemin_bank import Bank
from tests.controller.games.oracles.lines import Due, Laid
from tests.controller.games.oracles.listening import Oracle

Offer = tuple[str, int]


class Tirage(Oracle):
    """The hands of ponte and banker."""

    PLACES = ("ponte", "banque")

    def __init__(self, house: Any) -> None:
        super().__init__(house)
        self.bank = Bank(is_first=True)
        self.spoken: dict[str, str] = {}
        self.offers: list[Offer] = []
        self.free: list[Laid] = []
        self.lying: list[Laid] = []
        self.is_kept = False

    # --- the cards --------------------------------------------------------------------------------------

    def law(self, who: str) -> str:
        """What the book says to this hand now that four cards lie."""
        ponte, banque = self.hands["ponte"], self.hands["banque"]
        if who == "banque":
            return hands.banker(hands.count(banque[:2]), hands.third(ponte))
        return self._law_of_ponte(hands.count(ponte[:2]))

    def _law_of_ponte(self, total: int) -> str:
        if total == 5:
            return "D" if self.house.ponte_five == "draw" else "F"
        return "D" if total < 5 else "S"

    def _is_natural(self) -> bool:
        return any(len(hand) > 1 and hands.is_natural(hand) for hand in self.hands.values())

    def due(self) -> Due | None:
        ponte, banque = self.hands["ponte"], self.hands["banque"]
        if len(banque) < 2:
            return Due("ponte" if len(ponte) == len(banque) else "banque")
        if self._is_natural() or len(banque) == 3:
            return None
        for who in self.PLACES[len(ponte) - 2 :]:
            choice = self.spoken.get(who) or {"D": "carte", "S": "non"}.get(self.law(who))
            if choice is None:
                return Due(of=who)
            if choice == "carte":
                return Due(who)
        return None

    def _turn(self) -> str | None:
        due = self.due() if len(self.hands["banque"]) > 1 else None
        return None if due is None else due.to or due.of

    def points(self, place: str) -> int:
        return hands.count(self.hands[place])

    def playable(self) -> bool:
        return self.left >= int(self.house.min_cards)

    def deals(self, card: str, place: str | None) -> str | None:
        if self.asked is not None:
            wanted, self.asked = self.asked, None
            return None if place in (None, wanted) else self.deals(card, place)
        due = self.due()
        assert due is not None
        if due.to is None:
            return self._decides_by_card(card, place, str(due.of))
        if not self.bets_closed and (self.bank.amount or self.bank.offered or self.bank.bids):
            self.closes_bets()
        self.bets_closed = True
        self.hands[due.to].append(card)
        return due.to

    def _decides_by_card(self, card: str, place: str | None, who: str) -> str | None:
        """A free hand said nothing: a card is its draw, or, before the banker, says that the ponte stood."""
        if (who, place) != ("ponte", "banque"):
            self.spoken[who] = "carte"
            return self.deals(card, None)
        self.spoken["ponte"] = "non"
        if self.due() is None:
            if self.house.faux_tirage != "stand":
                return None
            self.spoken["banque"] = "carte"
        return self.deals(card, "banque")

    # --- what the hands say ---------------------------------------------------------------------------

    def _speaks(self, who: str, choice: str) -> None:
        hand = self.hands[who]
        if len(self.hands["banque"]) < 2 or (who == "banque" and self._turn() == "ponte"):
            self.refuses = True
        elif choice == "abat":
            self.refuses = not hands.is_natural(hand)
        elif self._is_natural():
            self._speaks_at_natural(who, choice)
        elif len(hand) == 3 and choice == "carte":
            self.asks_wrongly(who, choice)
        elif len(hand) == 3 or who in self.spoken:
            self.refuses = True
        else:
            self._decides(who, choice)

    def _decides(self, who: str, choice: str) -> None:
        is_lawful = (self.law(who), choice) in hands.LAWFUL
        if not is_lawful:
            self.asks_wrongly(who, choice)
        if is_lawful or self._stands(who, choice):
            self.spoken[who], self.asked = choice, None

    def _stands(self, who: str, choice: str) -> bool:
        has_place = choice == "non" or who == "banque" or len(self.hands["banque"]) == 2
        return bool(self.house.faux_tirage == "stand" and has_place)

    def _speaks_at_natural(self, who: str, choice: str) -> None:
        """Nobody draws; but who cannot see the banker's natural may ask in good faith."""
        law, own = "S", self.hands[who]
        if who == "ponte" and not self.house.banker_peeks_first and not hands.is_natural(own):
            law = self._law_of_ponte(hands.count(own[:2]))
        if (law, choice) not in hands.LAWFUL:
            self.asks_wrongly(who, choice)

    def may_stand(self, who: str) -> bool:
        is_open = not self._is_natural() and len(self.hands[who]) == 2 and who not in self.spoken
        return is_open and self._stands(who, "carte")
