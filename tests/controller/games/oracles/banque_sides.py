"""The cards of baccarat banque from the book (HS p. 7-16): who may draw, what the hands say, and who wins."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.controller.games.oracles import hands
from tests.controller.games.oracles.banque_bank import Bank
from tests.controller.games.oracles.lines import Due, Laid, Line
from tests.controller.games.oracles.listening import Oracle

SIDES = ("droite", "gauche")
Offer = tuple[str, int]


class Sides(Oracle):
    """The hands of both sides and of the banker."""

    PLACES = (*SIDES, "banque")

    def __init__(self, house: Any) -> None:
        super().__init__(house)
        self.bank = Bank()
        self.spoken: dict[str, str] = {}
        self.offers: list[Offer] = []
        self.free: list[Laid] = []
        self.is_ouverte = self.is_egaux = False
        self.colour = ""
        self.mode, self.cards_left = "normal", 0
        self.recounted()

    # --- the cards --------------------------------------------------------------------------------------

    def recounted(self) -> None:
        """How the coup is played depends on the cards left (HS p. 16)."""
        self.cards_left = self.left
        bands = ((9, "normal"), (6, "tapis"), (3, "belle"), (-999, "rouge-noir"))
        self.mode = next(mode for least, mode in bands if self.left >= least)
        if not self.house.fin:
            self.mode = "normal"

    def playable(self) -> bool:
        return self.left >= (1 if self.house.fin else 9)

    def _hand(self, place: str) -> list[str]:
        """The cards of a hand; at tapis and belle a virtual ten lies before them."""
        return ["TX"] * (self.mode in ("tapis", "belle")) + self.hands[place]

    def _is_natural(self, place: str) -> bool:
        return hands.is_natural(self._hand(place))

    def _is_over(self) -> bool:
        return self._is_natural("banque") or all(map(self._is_natural, SIDES))

    def _is_free_for_all(self) -> bool:
        return bool(self.mode == "tapis" and self.house.tapis_draw == "free")

    def law(self, who: str) -> str:
        """What the book says to this hand. The banker is bound where both sides imply the same."""
        if who == "banque":
            total = hands.count(self._hand("banque")[:2])
            implied = {
                hands.banker(total, hands.third(self._hand(side)))
                for side in SIDES
                if not self._is_natural(side)
            }
            return "F" if self._is_free_for_all() or len(implied) > 1 else implied.pop()
        total = hands.count(self._hand(who)[:2])
        if self._is_free_for_all() or (total == 5 and self.house.ponte_five == "free"):
            return "F"
        return "D" if total <= 5 else "S"

    def due(self) -> Due | None:
        if self.mode == "rouge-noir":
            return None if self.hands["banque"] else Due("banque")
        if not self._is_complete():
            return Due(min(self.PLACES, key=lambda place: len(self.hands[place])))
        if self.mode == "belle" or self._is_over():
            return None
        for who in self.PLACES:
            due = self._due_of(who)
            if due is not None:
                return due
        return None

    def _due_of(self, who: str) -> Due | None:
        if len(self._hand(who)) == 3 or self._is_natural(who):
            return None
        choice = self.spoken.get(who) or {"D": "carte", "S": "non"}.get(self.law(who))
        if choice is None:
            return Due(of=who)
        return Due(who) if choice == "carte" else None

    def _is_complete(self) -> bool:
        return len(self._hand("banque")) >= 2

    def _turn(self) -> str | None:
        due = self.due() if self._is_complete() else None
        return None if due is None else due.to or due.of

    def points(self, place: str) -> int:
        return hands.count(self.hands[place])

    def deals(self, card: str, place: str | None) -> str | None:
        if self.asked is not None:
            wanted, self.asked = self.asked, None
            return None if place in (None, wanted) else self.deals(card, place)
        due = self.due()
        assert due is not None
        if due.to is None:
            return self._decides_by_card(card, place, str(due.of))
        if not self.bets_closed and (self.free or self.bank.bids):
            self.closes_bets()
        self.bets_closed = True
        if self.bank.burnt:
            self.bank.burnt, self.refuses = False, True
        self.hands[due.to].append(card)
        return due.to

    def _decides_by_card(self, card: str, place: str | None, who: str) -> str | None:
        """A free hand said nothing: a card is its draw, or, on a later hand, says that it stood."""
        if place is None or self.PLACES.index(place) <= self.PLACES.index(who):
            self.spoken[who] = "carte"
            return self.deals(card, None)
        self.spoken[who] = "non"
        if self.due() is None:
            if self.house.faux_tirage != "stand":
                return None
            self._speaks(place, "carte")
        return self.deals(card, place)

    # --- what the hands say -----------------------------------------------------------------------------

    def _speaks(self, who: str, choice: str) -> None:
        if self._may_not_speak(who, choice):
            self.refuses = True
        elif choice != "abat":
            self._chooses(who, choice)

    def _may_not_speak(self, who: str, choice: str) -> bool:
        turn = self._turn()
        is_early = turn is not None and self.PLACES.index(turn) < self.PLACES.index(who)
        if not self._is_complete() or self.mode not in ("normal", "tapis"):
            return True
        return not self._is_natural(who) if choice == "abat" else is_early

    def _chooses(self, who: str, choice: str) -> None:
        has_third = len(self._hand(who)) == 3
        if self._is_over() or self._is_natural(who) or (has_third and choice == "carte"):
            if choice == "carte":
                self.asks_wrongly(who, choice)
        elif has_third or who in self.spoken:
            self.refuses = True
        else:
            self._decides(who, choice)

    def _decides(self, who: str, choice: str) -> None:
        is_lawful = (self.law(who), choice) in hands.LAWFUL
        if not is_lawful:
            self.asks_wrongly(who, choice)
        if is_lawful or self.house.faux_tirage == "stand":
            self.spoken[who], self.asked = choice, None

    def may_stand(self, who: str) -> bool:
        is_played = self.mode in ("normal", "tapis") and self.house.faux_tirage == "stand"
        is_done = self._is_over() or self._is_natural(who) or len(self._hand(who)) == 3
        return is_played and not is_done and who not in self.spoken

    # --- the result -------------------------------------------------------------------------------------

    def _winner(self, side: str) -> str:
        if self.mode == "rouge-noir":
            is_red = self.hands["banque"][0][1] in "DH"
            return "ponte" if is_red == (self.colour != "noir") else "banque"
        ponte, banque = hands.count(self._hand(side)), hands.count(self._hand("banque"))
        if self.house.natural == "at-once" and self.mode != "belle" and self._is_natural(side):
            banque = hands.count(self._hand("banque")[:2])
        return "egalite" if ponte == banque else "ponte" if ponte > banque else "banque"

    def _won(self) -> dict[str, str]:
        return {side: self._winner(side) for side in SIDES}

    def _is_en_cartes(self) -> bool:
        won = sorted(self._won().values())
        return won in (["banque", "ponte"], ["egalite", "egalite"])

    def result(self) -> Line | None:
        if self.due() is not None:
            return None
        is_compared = self.mode in ("normal", "tapis")
        result: Line = {"winners": self._won(), "en_cartes": self._is_en_cartes()}
        result["points"] = {place: self.points(place) for place in self.PLACES}
        result["cards"] = {place: [*cards] for place, cards in self.hands.items()}
        result["natural"] = is_compared and any(map(self._is_natural, self.PLACES))
        result["holders"] = {side: self._holder(side) for side in SIDES}
        if self.mode != "normal":
            result["fin"] = self.mode
        if self.mode == "rouge-noir":
            result["colour"] = self.colour or "rouge"
        return result

    def _holder(self, side: str) -> int | None:
        totals = Counter[int]()
        for laid in self.stakes:
            if laid.where == side and laid.seat is not None:
                totals[laid.seat] += laid.amount
        return min(totals, key=lambda seat: (-totals[seat], self._steps(seat)), default=None)

    def _steps(self, seat: int) -> int:
        return (seat - self.bank.main) % int(self.house.seats)
