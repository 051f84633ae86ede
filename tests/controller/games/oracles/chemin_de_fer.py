"""Chemin de fer from the book (HS p. 17-34): who covers the bank, and who wins."""

from __future__ import annotations

from dataclasses import replace

from tests.controller.games.oracles import chemin_bank
from tests.controller.games.oracles.chemin_bank import Bank, steps
from tests.controller.games.oracles.chemin_tirage import Offer, Tirage
from tests.controller.games.oracles.lines import Laid, Line


class CheminDeFer(Tirage):
    """One player has the bank, and one ponte plays for all who stake against it."""

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
