"""Baccarat banque from the book (HS p. 7-16): who stakes against the bank, and what a coup makes of it."""

from __future__ import annotations

from dataclasses import replace

from tests.controller.games.oracles import banque_bank
from tests.controller.games.oracles.banque_bank import Bank, Coup
from tests.controller.games.oracles.banque_sides import SIDES, Offer, Sides
from tests.controller.games.oracles.lines import Laid, Line


class BaccaratBanque(Sides):
    """One banker against two sides."""

    # --- the stakes against the bank ---------------------------------------------------------------------

    def _served(self) -> Offer | None:
        return min(self.offers, key=lambda each: (each[0] == "banco", self._steps(each[1])), default=None)

    def _is_missing(self) -> bool:
        return self.bank.known and self.bank.amount <= 0 and not self.house.fixed_banker

    def _lay(self) -> None:
        self.stakes = [*self._called(), *self.free]

    def _called(self) -> list[Laid]:
        offer, half = self._served(), self.bank.amount // 2
        if offer is None:
            return []
        halves = zip(SIDES, (self.bank.amount - half, half), strict=True)
        return [Laid(side, amount, offer[1]) for side, amount in halves if amount]

    def _on(self, side: str) -> int:
        return sum(laid.amount for laid in self.free if laid.where == side)

    def _room(self, side: str) -> int:
        if self.is_ouverte or self.house.fixed_banker or not self.bank.known:
            return 10**12
        return self.bank.amount // 2 - self._on(side)

    def _keeps(self, kept: list[Laid], amounts: list[int]) -> list[Laid]:
        """These stakes with no more than these amounts; the rest goes back at once."""
        for laid, amount in zip(kept, amounts, strict=True):
            if amount < laid.amount:
                rest = replace(laid, amount=laid.amount - amount)
                self.handed.append(self.settlement(rest, rest.amount, uncovered=True))
        pairs = zip(kept, amounts, strict=True)
        return [
            laid if amount == laid.amount else replace(laid, amount=amount)
            for laid, amount in pairs
            if amount
        ]

    def _fits_the_bank(self) -> None:
        """What cannot lie against the bank as it is now goes back: also its banker's own."""
        offered, self.free = self.free, []
        if self._is_missing():
            self.offers = []
            amounts = [laid.amount if self.bank.offered else 0 for laid in offered]
        else:
            self.offers = [offer for offer in self.offers if offer[1] != self.bank.seat]
            amounts = self._in_turn(offered)
        self.free = self._keeps(offered, amounts)

    def _in_turn(self, offered: list[Laid]) -> list[int]:
        """The seats have room in their order from the banker on, then those of no seat."""

        def turn(laid: Laid) -> tuple[bool, int]:
            return laid.seat is None, ((laid.seat or 0) - self.bank.seat - 1) % self.house.seats

        fitting = {id(laid): self._fitting(laid) for laid in sorted(offered, key=turn)}
        return [fitting[id(laid)] for laid in offered]

    def _fitting(self, laid: Laid) -> int:
        """What of this stake has room beside those before it."""
        amount = max(min(laid.amount, self._room(laid.where)), 0)
        if self.bank.seat and laid.seat == self.bank.seat:
            amount = 0
        self.free.append(replace(laid, amount=amount))
        return amount

    def _goes_on(self) -> None:
        """The best bid has the bank once the play goes on."""
        if self.bank.bids:
            self.bank = banque_bank.sold(self.house, self.bank) or self.bank
            self._fits_the_bank()

    def closes_bets(self) -> None:
        self._goes_on()
        if any(laid.stayed for laid in self.free):
            self._fits_the_bank()
        amounts = [laid.amount for laid in self.free]
        if self.is_egaux:
            amounts = self._equal()
        if self._served() or self._is_missing():
            amounts = [0] * len(amounts)
        self.stakes = [*self._called(), *self._keeps(self.free, amounts)]

    def _equal(self) -> list[int]:
        room, amounts = dict.fromkeys(SIDES, min(map(self._on, SIDES))), []
        for laid in self.free:
            amounts.append(min(laid.amount, room[laid.where]))
            room[laid.where] -= amounts[-1]
        return amounts

    # --- words and stakes: what is refused leaves all as it was ------------------------------------------

    def stakes_on(self, laid: Laid) -> None:
        before = self._state()
        self._goes_on()
        if self._seat_refused(laid.seat) or self._stake_refused(laid):
            self._goes_back(before)
        else:
            self.free.append(laid)
            self._lay()

    def _state(self) -> tuple[Bank, list[Laid], list[Offer], list[Line]]:
        return self.bank, [*self.free], [*self.offers], [*self.handed]

    def _goes_back(self, state: tuple[Bank, list[Laid], list[Offer], list[Line]]) -> None:
        self.bank, self.free, self.offers, self.handed = state
        self.refuses = True

    def _seat_refused(self, seat: int | None) -> bool:
        if seat is None:
            return False
        return seat > self.house.seats or (seat == self.bank.seat and self.bank.amount != 0)

    def _stake_refused(self, laid: Laid) -> bool:
        others = {each.where for each in self.free if each.seat == laid.seat} - {laid.where}
        is_bound = self.bank.en_cartes >= 3 and laid.seat in (self.bank.main, self.bank.suivi)
        has_room = laid.amount <= self._room(laid.where)
        return self._is_missing() or bool(self._served()) or not has_room or (is_bound and bool(others))

    def _offers(self, kind: str, seat: int) -> None:
        before = self._state()
        self._goes_on()
        bank = self.bank
        refused = self.house.fixed_banker or bank.amount <= 0 or bank.en_cartes >= 3
        if refused or self._seat_refused(seat) or (kind == "suivi" and seat != bank.suivi):
            self._goes_back(before)
        else:
            self.offers.append((kind, seat))
            self._lay()

    def opens_coup(self, words: list[str]) -> bool:
        is_of_hand = len(words) == 2 and words[0] in self.PLACES
        return not is_of_hand and words[0] not in ("tableau", "carte", "non", "abat")

    def says(self, words: list[str]) -> None:
        verb, *more = words
        if verb in ("carte", "non", "abat"):
            self._speaks(self._turn() or "banque", verb)
        elif len(words) == 2 and verb in self.PLACES:
            self._speaks(verb, more[0])
        elif verb == "tableau":
            self.refuses = not self._is_complete() or self.mode not in ("normal", "tapis")
        elif self.bets_closed:
            self.refuses = True
        else:
            self._says_before_the_cards(verb, more)

    def _says_before_the_cards(self, verb: str, more: list[str]) -> None:
        if verb in ("banco", "suivi"):
            seat = int(more[0]) if more else self.bank.suivi
            if seat is None:
                self.refuses = True
            else:
                self._offers(verb, seat)
        elif verb == "fin":
            self.refuses = not self.house.fin or self.mode == "normal" or self.mode != more[0]
        elif verb in ("rouge", "noir"):
            self._names(verb, int(more[0]) if more else self.bank.main)
        elif verb == "passe":
            self._moves(more[0], more[1], int(more[2]))
        elif verb in ("ouverte", "egaux"):
            self.is_ouverte, self.is_egaux = (
                self.is_ouverte or verb == "ouverte",
                self.is_egaux or verb == "egaux",
            )
            self._lay()
        else:
            self._banks(verb, more)

    def _names(self, colour: str, seat: int) -> None:
        if self.mode != "rouge-noir" or seat != self.bank.main:
            self.refuses = True
        else:
            self.colour = colour

    def _moves(self, side: str, to: str, seat: int) -> None:
        amount = sum(laid.amount for laid in self.free if (laid.where, laid.seat) == (side, seat))
        if side == to or not amount or amount > self._room(to):
            self.refuses = True
            return
        self.free = [replace(laid, where=to) if laid.seat == seat else laid for laid in self.free]
        self._lay()

    def _banks(self, verb: str, more: list[str]) -> None:
        house, bank = self.house, self.bank
        seat, amount = (int(more[0]), round(100 * float(more[1]))) if len(more) > 1 else (0, 0)
        then = {
            "banque": lambda: banque_bank.opened(house, bank, seat, amount),
            "prend": lambda: banque_bank.bid(house, bank, seat, amount),
            "enchere": lambda: banque_bank.bid(house, bank, seat, amount),
            "adjuge": lambda: banque_bank.sold(house, bank),
            "brule": lambda: banque_bank.left(house, bank, burnt=True),
            "suite": lambda: banque_bank.left(house, bank, burnt=False),
        }[verb]()
        if then is None:
            self.refuses = True
            return
        self.bank = then
        if verb in ("brule", "suite") and then.left:
            seat, amount = then.left
            paid = {"event": "paid", "coup": self.number, "seat": seat}
            self.handed.append(paid | {"amount": banque_bank.money(amount), "of": "bank"})
        self._fits_the_bank()
        self._lay()

    # --- the end of a coup ------------------------------------------------------------------------------

    def settlements(self) -> list[Line]:
        return [self._settled(laid, self._won()[laid.where]) for laid in self.stakes]

    def _settled(self, laid: Laid, won: str) -> Line:
        if won == "egalite":
            return self.settlement(laid, laid.amount, held=None if self._served() else "table")
        return self.settlement(laid, 2 * laid.amount * (won == "ponte"))

    def _coup(self) -> Coup:
        won, offer = self._won(), self._served()
        gains = {"ponte": 1, "banque": -1, "egalite": 0}
        gained = [(laid, gains[won[laid.where]] * laid.amount) for laid in self.stakes]
        sides = {laid.where for laid in self.stakes}
        return Coup(
            net=-sum(gain for _, gain in gained),
            lost_both=len(sides) == 2 and set(won.values()) == {"ponte"},
            banco=offer[1] if offer and self.stakes else None,
            en_cartes=bool(self.stakes) and self._is_en_cartes(),
            staked=bool(self.stakes),
            main_gained=0
            if offer and self._is_en_cartes()
            else sum(gain for laid, gain in gained if laid.seat == self.bank.main),
        )

    def ledger(self) -> list[Line]:
        if not self.bank.amount and not self.house.fixed_banker:
            return []
        return [banque_bank.line(self.house, self.number, self.bank, self._coup())]

    def follows(self) -> None:
        won, served = self._won(), self._served()
        stays = [] if served else [laid for laid in self.stakes if won[laid.where] == "egalite"]
        self.bank = banque_bank.reckoned(self.house, self.bank, self._coup())
        self._forgets()
        self.stakes, self.free = stays, [*stays]
        for laid in stays:
            laid.stayed = True
        self.recounted()

    def _forgets(self) -> None:
        self.stakes, self.free, self.offers, self.spoken = [], [], [], {}
        self.is_ouverte, self.is_egaux, self.colour = False, False, ""

    def is_annulled(self) -> None:
        self._forgets()

    def takes_back(self, gone: list[Laid]) -> None:
        called = len(self.stakes) - len(self.free) if self.offers else 0
        super().takes_back(gone)
        self.free = self.stakes[called:]

    def reopens(self) -> list[Line]:
        self.bank.burnt = False
        self.recounted()
        return []

    def needs_stake(self) -> bool:
        return (self.bank.amount > 0 or bool(self.bank.bids)) and not self.stakes

    def awaits_sabot(self) -> bool:
        return not self.bets_closed and (self.bank.burnt or not self.stakes)
