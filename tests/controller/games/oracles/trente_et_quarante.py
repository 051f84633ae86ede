"""Trente et quarante from the book (HS p. 76-81; TT): rows, refait, prison, insurance, the sixain."""

from __future__ import annotations

from typing import Any

from tests.controller.games.oracles.lines import DisagreementError, Due, Laid, Line, money
from tests.controller.games.oracles.listening import Oracle
from tests.controller.games.payouts_by_heart import Decided, Fate, Lot, of_trente, premium_back, winning

INVITATIONS = {"votre": "Messieurs, faites votre jeu", "le": "Messieurs, faites le jeu"}


def value(card: str) -> int:
    """The ace is one, figures are ten."""
    return 10 if card[0] in "TJQK" else "A23456789".index(card[0]) + 1


class TrenteEtQuarante(Oracle):
    """Two rows; the lower one wins."""

    PLACES = ("noir", "rouge")

    def __init__(self, house: Any) -> None:
        super().__init__(house)
        self.held: list[Lot] = []
        self.insured: list[tuple[str, int | None]] = []
        self.premiums: list[Line] = []
        self.choices: dict[tuple[str, int | None], str] = {}
        self.no_coup = False
        self.cards_left, self.points_left = self.left, 340 * int(house.decks)

    # --- the rows and the sixain --------------------------------------------------------------------

    def due(self) -> Due | None:
        if self.no_coup or not self.cards_left:
            return None
        return next((Due(place) for place in self.PLACES if self.points(place) < 31), None)

    def points(self, place: str) -> int:
        return sum(map(value, self.hands[place]))

    def deals(self, card: str, place: str | None) -> str | None:
        to = super().deals(card, place)
        if to is not None:
            self.cards_left -= 1
            self.points_left -= value(card)
        return to

    def result(self) -> Line | None:
        noir, rouge = self.points("noir"), self.points("rouge")
        if not self.hands["noir"] or self.due() is not None:
            return None
        result: Line = {"points": {"noir": noir, "rouge": rouge}}
        result["cards"] = {place: [*cards] for place, cards in self.hands.items()}
        if min(noir, rouge) < 31:
            return result | {"winner": None, "couleur": None, "void": True}
        if noir == rouge:
            return result | {"winner": "refait" if noir == 31 else "apres", "couleur": None}
        winner = "noir" if noir < rouge else "rouge"
        return result | {"winner": winner, "couleur": "couleur" in winning(result)}

    def _seen(self) -> int:
        return sum(value(card) * copies for card, copies in self.copies.items())

    def _enough(self, cards: int, points: int) -> bool:
        return cards > 7 and points >= 62

    def playable(self) -> bool:
        return self._enough(self.left, 340 * int(self.house.decks) - self._seen())

    def recounted(self) -> None:
        self.cards_left, self.points_left = self.left, 340 * int(self.house.decks) - self._seen()
        self.no_coup = not self.playable()

    # --- words --------------------------------------------------------------------------------------

    def opens_coup(self, words: list[str]) -> bool:
        return words[0] == "assurance"

    def says(self, words: list[str]) -> None:
        verb, *more = words
        seat = int(more.pop()) if more and more[-1].isdigit() else None
        if verb == "assurance":
            self._insures((more[0], seat))
        else:
            self._chooses(verb, (more[0], seat), more[-1] if verb == "passe" else verb)

    def _insures(self, place: tuple[str, int | None]) -> None:
        is_late = bool(self.hands["noir"]) or place in self.insured
        self.refuses = not self.house.insurance or is_late or not self._is_insurable(place)
        if not self.refuses:
            self.insured.append(place)

    def _chooses(self, verb: str, place: tuple[str, int | None], choice: str) -> None:
        lots = [lot for lot in self._lots() if (lot.where, lot.seat) == place]
        free = [lot for lot in lots if not lot.level]
        rule = self.house.refait
        self.refuses = (
            not self._is_refait()
            or (self.is_last and verb != "moitie")
            or (rule == "half" and verb != "moitie")
            or (rule == "prison" and verb == "moitie")
            or not any(lot.level or place not in self.insured for lot in lots)
            or (verb == "passe" and (choice == place[0] or not free or place in self.insured))
        )
        if not self.refuses:
            self.choices[place] = choice

    def _is_refait(self) -> bool:
        return (self.result() or {}).get("winner") == "refait"

    # --- money --------------------------------------------------------------------------------------

    def _lots(self) -> list[Lot]:
        return [*self.held, *(Lot(laid.where, laid.amount, laid.seat) for laid in self.stakes)]

    def _met(self, lot: Lot) -> Fate:
        place = (lot.where, lot.seat)
        insured = place in self.insured and not lot.level
        result = self.result()
        assert result is not None
        choice = self.choices.get(place, "")
        return of_trente(self.house, lot, Decided(result, choice, insured, self.is_last))

    def settlements(self) -> list[Line]:
        return [self._settled(lot, self._met(lot)) for lot in self._lots()]

    def _settled(self, lot: Lot, met: Fate) -> Line:
        stays, before = met.stays, lot.level or None
        if stays is None or not stays.level:
            return self.settlement(lot, met.back, held="table" if stays else None, prison=before)
        moved = stays.where if stays.where != lot.where else None
        return self.settlement(lot, met.back, held="prison", level=stays.level, moved=moved, prison=before)

    def ledger(self) -> list[Line]:
        if not self.premiums:
            there = {
                laid.place for laid in self.stakes
            }  # one that left before the coup takes its premium with it
            self.premiums = [self._premium(place) for place in self.insured if place in there]
        return self.premiums

    def _premium(self, place: tuple[str, int | None]) -> Line:
        amount = sum(laid.amount for laid in self.stakes if laid.place == place)
        premium = -(-amount * int(self.house.insurance_percent) // 100)
        result = self.result()
        assert result is not None
        back = premium_back(self.house, result, premium)
        line: Line = {"event": "assurance", "coup": self.number, "bet": place[0], "stake": money(amount)}
        line |= {"premium": money(premium), "returned": money(back)}
        return line | ({} if place[1] is None else {"seat": place[1]})

    def waits_for_choice(self, line: Line) -> bool:
        if not self._is_refait() or self.is_last or self.house.refait == "half":
            return False
        place = (line["bet"], line.get("seat"))
        struck = {(lot.where, lot.seat) for lot in self.held}
        struck |= {laid.place for laid in self.stakes} - {*self.insured}
        return place in struck - self.choices.keys()

    # --- coups --------------------------------------------------------------------------------------

    def follows(self) -> None:
        stays = [met.stays for met in map(self._met, self._lots()) if met.stays]
        self.held = [lot for lot in stays if lot.level]
        self.stakes = [Laid(lot.where, lot.amount, lot.seat, True) for lot in stays if not lot.level]
        self.insured, self.premiums, self.choices = [], [], {}
        if self.cards_left != self.left and self.house.faux_tirage != "next":
            self.cards_left, self.points_left = self.left, 340 * int(self.house.decks) - self._seen()
        self.no_coup = self.is_last or not self._enough(self.cards_left, self.points_left)

    def is_annulled(self) -> None:
        self.stakes, self.insured, self.premiums, self.choices = [], [], [], {}

    def reopens(self) -> list[Line]:
        lines = [self.settlement(lot, lot.amount // 2**lot.level, prison=lot.level) for lot in self.held]
        self.held = []
        self.cards_left, self.points_left = self.left, 340 * int(self.house.decks)
        self.no_coup = self.is_last = False
        self.insured, self.premiums, self.choices = [], [], {}
        for laid in self.stakes:
            laid.stayed = True
        return lines

    def takes_back(self, gone: list[Laid]) -> None:
        super().takes_back(gone)
        if not self.is_decided:
            self.insured = [place for place in self.insured if self._is_insurable(place)]

    def _is_insurable(self, place: tuple[str, int | None]) -> bool:
        amount = sum(laid.amount for laid in self.stakes if laid.place == place)
        return amount >= max(int(self.house.insurance_minimum), 1)

    def stakes_on(self, laid: Laid) -> None:
        if self.no_coup:
            self.refuses = True
        else:
            super().stakes_on(laid)

    def hears_calls(self, calls: list[str]) -> None:
        for call in calls:
            if call in INVITATIONS.values() and call != INVITATIONS[self.house.invitation]:
                raise DisagreementError(f"the croupier invites with {call!r}")
