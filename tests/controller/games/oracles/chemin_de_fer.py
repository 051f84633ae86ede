"""Chemin de fer from the book (HS p. 17-34): who covers the bank, who may draw, and who wins."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.controller.games.oracles import chemin_bank, hands
from tests.controller.games.oracles.chemin_bank import Bank, steps
from tests.controller.games.oracles.lines import Due, Laid, Line
from tests.controller.games.oracles.listening import Oracle

Offer = tuple[str, int]
LAWFUL = {("D", "carte"), ("S", "non"), ("F", "carte"), ("F", "non")}


class CheminDeFer(Oracle):
    """One player has the bank, and one ponte plays for all who stake against it."""

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

    def result(self) -> Line | None:
        if self.due() is not None:
            return None
        ponte, banque = self.points("ponte"), self.points("banque")
        return {
            "winner": "en-cartes" if ponte == banque else "ponte" if ponte > banque else "banque",
            "points": {"ponte": ponte, "banque": banque},
            "cards": {place: [*cards] for place, cards in self.hands.items()},
            "natural": self._is_natural(),
            "holder": self._holder(),
        }

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
        is_lawful = (self.law(who), choice) in LAWFUL
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
        if (law, choice) not in LAWFUL:
            self.asks_wrongly(who, choice)

    def may_stand(self, who: str) -> bool:
        is_open = not self._is_natural() and len(self.hands[who]) == 2 and who not in self.spoken
        return is_open and self._stands(who, "carte")

    # --- who covers the bank ----------------------------------------------------------------------------

    def _served(self) -> Offer | None:
        """Suivi, then banco, then avec la table; seats from the main on, then who stands."""
        ranks = ("suivi", "banco", "avec-la-table")

        def turn(offer: Offer) -> tuple[int, bool, int]:
            kind, seat = offer
            return ranks.index(kind), seat > self.house.seats, steps(self.house, self.bank.main, seat)

        return min(self.offers, key=turn, default=None)

    def _holder(self) -> int | None:
        offer = self._served()
        if offer is not None:
            return offer[1]
        seated = [laid for laid in self.stakes if laid.seat is not None]
        most = max((laid.amount for laid in seated), default=0)
        equal = [laid.seat for laid in seated if laid.amount == most and laid.seat is not None]
        return min(equal, key=lambda seat: steps(self.house, self.bank.main, seat), default=None)

    def _lay(self) -> None:
        offer = self._served()
        self.stakes = [*(self.lying if self.is_kept else self._called()), *sorted(self.free, key=self._turns)]
        assert offer is None or not self.is_kept or self.lying

    def _called(self) -> list[Laid]:
        offer = self._served()
        if offer is None:
            return []
        amount = self.bank.amount // (2 if offer[0] == "avec-la-table" else 1)
        return [Laid("ponte", amount, offer[1])] if amount else []

    def _turns(self, laid: Laid) -> tuple[bool, int]:
        """Seats from the main on, then no seat, then who stands; who called avec la table after all."""
        offer, seat = self._served(), laid.seat
        last = offer is not None and offer[1] == seat
        return last, 99 if seat is None else steps(self.house, self.bank.main, seat)

    def _is_refused(self, bank: Bank, seat: int | None) -> bool:
        return not bank.amount or (seat is not None and seat in (bank.seat, bank.partner))

    def stakes_on(self, laid: Laid) -> None:
        bank, offer = chemin_bank.settled(self.house, self.bank), self._served()
        if self._is_refused(bank, laid.seat) or (offer is not None and offer[0] != "avec-la-table"):
            self.refuses = True
            return
        self.bank = bank
        if self.is_kept and not self.lying:
            self.lying, self.free = self.stakes, []
        self.free.append(laid)
        self._lay()

    def _offers(self, kind: str, seat: int) -> None:
        bank = chemin_bank.settled(self.house, self.bank)
        has_no_suivi = kind == "suivi" and seat != bank.suivi
        stays = self.is_kept and (kind, seat) not in self.offers
        if has_no_suivi or stays or self._is_refused(bank, seat):
            self.refuses = True
            return
        self.bank = bank
        if not self.is_kept:
            self.offers.append((kind, seat))
            self._lay()

    def closes_bets(self) -> None:
        """The bank covers what it holds, in turn; the rest goes back."""
        self.bank = chemin_bank.settled(self.house, self.bank)
        room, covered, calls = self.bank.amount, list[Laid](), len(self._called())
        if not room:
            return
        for laid in self.stakes:
            amount = min(laid.amount, room)
            room -= amount
            if amount:
                covered.append(replace(laid, amount=amount))
            if laid.amount > amount:
                self._hands_back(replace(laid, amount=laid.amount - amount))
        self.stakes = covered
        self.free = [] if self.is_kept else covered[calls:]

    def _hands_back(self, laid: Laid) -> None:
        self.handed.append(self.settlement(laid, laid.amount, uncovered=True))

    # --- words ------------------------------------------------------------------------------------------

    def opens_coup(self, words: list[str]) -> bool:
        is_word_of_hand = words[0] in ("ponte", "tableau", "carte", "non", "abat")
        return not is_word_of_hand and not (words[0] == "banque" and len(words) == 2)

    def says(self, words: list[str]) -> None:
        verb, *more = words
        if verb in self.PLACES and len(words) == 2:
            self._speaks(verb, more[0])
        elif verb in ("carte", "non", "abat"):
            spoke_last = "ponte" if len(self.hands["ponte"]) < 3 else "banque"
            self._speaks(self._turn() or spoke_last, verb)
        elif verb == "tableau":
            self.refuses = len(self.hands["banque"]) < 2
        elif verb == "passe" and not self.hands["ponte"]:
            self._passes()
        elif self.hands["ponte"] or self.bets_closed:
            self.refuses = True
        elif verb in ("banco", "suivi", "avec-la-table"):
            seat = int(more[0]) if more else self.bank.suivi
            if seat is None:
                self.refuses = True
            else:
                self._offers(verb, seat)
        else:
            self._banks(verb, more)

    def _passes(self) -> None:
        bank = self.bank
        if not bank.amount or not bank.coups:
            self.refuses = True
            return
        for laid in self.stakes if self.is_kept else self.free:
            self._hands_back(laid)
        self.handed += chemin_bank.payments(self.number, bank.shares(0))
        self.bank = Bank(bank.main, bank.seat, suivi=bank.suivi, offered=bank.amount)
        self._clears_cloth()
        self.bets_closed = False

    def _clears_cloth(self) -> None:
        self.stakes, self.free, self.lying, self.offers, self.is_kept = [], [], [], [], False

    def _banks(self, verb: str, more: list[str]) -> None:
        house, bank = self.house, self.bank
        seat = int(more[0]) if more else 0
        amount = round(100 * float(more[1])) if len(more) > 1 else 0
        then = {
            "banque": lambda: chemin_bank.opened(house, bank, seat, amount),
            "prend": lambda: chemin_bank.bid(house, bank, seat, amount),
            "enchere": lambda: chemin_bank.bid(house, bank, seat, amount),
            "adjuge": lambda: chemin_bank.sold(house, bank),
            "refuse": lambda: chemin_bank.let_by(house, bank, seat),
            "associe": lambda: chemin_bank.joined(bank, seat),
        }[verb]()
        if then is None or (then != bank and self.stakes):
            self.refuses = True
        else:
            self.bank = then

    # --- the end of a coup ------------------------------------------------------------------------------

    def settlements(self) -> list[Line]:
        winner = str((self.result() or {})["winner"])
        if winner == "en-cartes":
            return [self.settlement(laid, laid.amount, held="table") for laid in self.stakes]
        return [self.settlement(laid, 2 * laid.amount * (winner == "ponte")) for laid in self.stakes]

    def _reckoned(self) -> Bank:
        offer = self._served()
        banco = offer[1] if offer and offer[0] != "avec-la-table" else None
        winner = str((self.result() or {})["winner"])
        return chemin_bank.reckoned(self.house, self.bank, winner, self._sum_of_stakes(), banco)

    def _sum_of_stakes(self) -> int:
        return sum(laid.amount for laid in self.stakes)

    def ledger(self) -> list[Line]:
        if not self.bank.amount:
            return []
        is_lost = (self.result() or {})["winner"] == "ponte"
        lost = self._sum_of_stakes() if is_lost else None
        return chemin_bank.lines(self.number, self.bank, self._reckoned(), lost)

    def follows(self) -> None:
        stays = (self.result() or {})["winner"] == "en-cartes"
        stakes, offers, self.bank = self.stakes, self.offers, self._reckoned()
        self._forgets()
        if stays:
            self._keeps(stakes, offers)

    def _keeps(self, stakes: list[Laid], offers: list[Offer]) -> None:
        self.stakes, self.offers, self.is_kept = stakes, offers, bool(stakes)
        for laid in stakes:
            laid.stayed = True

    def _forgets(self) -> None:
        self._clears_cloth()
        self.spoken = {}

    def is_annulled(self) -> None:
        self._forgets()

    def takes_back(self, gone: list[Laid]) -> None:
        super().takes_back(gone)
        seats = {laid.seat for laid in self.stakes}
        self.offers = [offer for offer in self.offers if offer[1] in seats]
        self.free = [laid for laid in self.free if laid.seat in seats]
        self.lying = [laid for laid in self.lying if laid.seat in seats]
        self.is_kept = self.is_kept and bool(self.stakes)

    def reopens(self) -> list[Line]:
        stakes, offers = self.stakes, self.offers
        self._forgets()
        self._keeps(stakes, offers)
        self.bank = replace(self.bank, is_mixed=self.bank.amount > 0)
        return []

    def needs_stake(self) -> bool:
        return bool(self.bank.amount or self.bank.offered) and not self.stakes
