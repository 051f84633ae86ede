"""The coup of chemin de fer: cards, bank, calls and stakes as far as it has come."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core import game
from sabot.core.cards import Card
from sabot.core.terms import Bid, Call, Fault, LedgerLine, Settlement, Stake
from sabot.games.baccarat.points import SHUFFLE_AND_CUT
from sabot.games.chemin_de_fer import auction
from sabot.games.chemin_de_fer import offers as chemin_offers
from sabot.games.chemin_de_fer.bank import Bank
from sabot.games.chemin_de_fer.offers import Offer
from sabot.games.chemin_de_fer.options import Options
from sabot.games.chemin_de_fer.tirage import Position

PLACES = ("ponte", "banque")


class Fields(NamedTuple):
    """The fields of a coup.

    `bank` is the bank against which it is played. `free` are the free stakes laid in this coup. `stakes` is
    all that lies on the cloth when the best of the `offers` is served; once the bets are closed, all that
    the bank covers. `kept`: bank and stakes lie from a coup en cartes; `lies` are those stakes once others
    are laid beside them. `asked` called for a card against the rules that has not come yet; `answer` is the
    croupier's, while it stands. `handed` is money that went to a person before the result.
    """

    options: Options
    ponte: tuple[Card, ...]
    banque: tuple[Card, ...]
    position: Position
    stakes: tuple[Stake, ...] = ()
    bets_closed: bool = False
    faults: tuple[Fault, ...] = ()
    bank: Bank = Bank()
    offers: tuple[Offer, ...] = ()
    free: tuple[Stake, ...] = ()
    kept: bool = False
    asked: str | None = None
    answer: tuple[Call, ...] = ()
    lies: tuple[Stake, ...] = ()
    handed: tuple[Settlement | LedgerLine, ...] = ()


class Coup(Fields, game.Coup):
    """A coup of chemin de fer, as far as it has come."""

    __slots__ = ()

    def answered(self) -> Coup:
        """The card that was asked for has come."""
        return self._replace(asked=None)

    @property
    def opening_calls(self) -> tuple[Call, ...]:
        """The cards are shuffled, and a player cuts."""
        return SHUFFLE_AND_CUT

    @property
    def fewest_players(self) -> int:
        """Chemin de fer is played by five at least (HS)."""
        return 5

    def with_stakes(self, stakes: tuple[Stake, ...]) -> Coup:
        """Who takes their stake back after an en cartes has no call any more either."""
        seats = {stake.seat for stake in stakes}
        offers = tuple([offer for offer in self.offers if offer.seat in seats])
        free, lies = (tuple([each for each in laid if each.seat in seats]) for laid in (self.free, self.lies))
        kept = self.kept and bool(stakes)
        return self._replace(stakes=stakes, offers=offers, free=free, lies=lies, kept=kept)

    @property
    def needs_stake(self) -> bool:
        """Whether there is a bank and nobody plays against it."""
        return bool(self.bank.amount or self.bank.offered) and not self.stakes

    @property
    def bid(self) -> Bid | None:
        """The bid that leads."""
        return auction.leading(self.options, self.bank)

    @property
    def face_down(self) -> tuple[str, ...]:
        """HS p. 18: the banker's cards are turned up when the ponte has spoken or has a card; the ponte's
        when the coup is decided. A ponte who stands on 6 or 7 without a word shows nothing more than this
        silence."""
        now = self.position
        if now.winner is not None or not self.ponte:
            return ()
        return ("ponte",) if now.third() is not None or now.said[0] or now.said[1] else PLACES


def served(coup: Coup) -> Offer | None:
    return chemin_offers.served(coup.options, coup.offers, main=coup.bank.main)


def with_fault(coup: Coup, fault: Fault) -> Coup:
    return coup._replace(faults=(*coup.faults, fault))


def holder(coup: Coup) -> int | None:
    """The seat that plays the ponte's cards; None where no seat has staked."""
    return chemin_offers.holder(coup.options, served(coup), coup.stakes, main=coup.bank.main)
