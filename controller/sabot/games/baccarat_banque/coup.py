"""A coup of baccarat banque."""

from __future__ import annotations

from typing import NamedTuple

from sabot.core import game
from sabot.core.cards import Card, Sabot
from sabot.core.terms import Bid, Call, Fault, LedgerLine, Settlement, Stake
from sabot.games.baccarat.points import SHUFFLE_AND_CUT
from sabot.games.baccarat_banque import bank as banque_bank
from sabot.games.baccarat_banque import tirage as banque_tirage
from sabot.games.baccarat_banque.bank import Bank
from sabot.games.baccarat_banque.hands import SIDES, mode_for
from sabot.games.baccarat_banque.offers import Cloth
from sabot.games.baccarat_banque.options import Options
from sabot.games.baccarat_banque.tirage import Position


class Fields(NamedTuple):
    """The fields of a coup.

    `hands` are the cards of droite, gauche and banque; `stakes` all that lies on the cloth when the best call
    is served; once the bets are closed, all that the `bank` covers. `asked` called for a card against the
    rules that has not come yet; `answer` is the croupier's, while it stands. `handed` is money that went to a
    person before the result.
    """

    options: Options
    hands: tuple[tuple[Card, ...], ...]
    position: Position
    stakes: tuple[Stake, ...]
    bets_closed: bool
    faults: tuple[Fault, ...]
    bank: Bank
    cloth: Cloth
    asked: str | None = None
    answer: tuple[Call, ...] = ()
    handed: tuple[Settlement | LedgerLine, ...] = ()


class Coup(Fields, game.Coup):
    """A coup of baccarat banque, as far as it has come."""

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
        """A banker and seven pontes at least (HS)."""
        return 8

    def counted(self, sabot: Sabot) -> Coup:
        """How the coup is played depends on the cards left (HS p. 16)."""
        table = self.position.table._replace(mode=mode_for(sabot.left) if self.options.fin else "normal")
        cloth = self.cloth._replace(left=sabot.left)
        return self._replace(position=banque_tirage.start(table), cloth=cloth)

    def with_stakes(self, stakes: tuple[Stake, ...]) -> Coup:
        """These free stakes and no others; those that stay are never a call's."""
        called = len(self.stakes) - len(self.cloth.free) if self.cloth.offers else 0
        free = stakes[called:]
        return self._replace(stakes=stakes, cloth=self.cloth._replace(free=free))

    @property
    def needs_stake(self) -> bool:
        """Whether there is a bank and nobody plays against it."""
        return (self.bank.amount > 0 or bool(self.bank.bids)) and not self.stakes

    @property
    def bid(self) -> Bid | None:
        """The bid that leads."""
        return banque_bank.leading(self.options, self.bank)

    @property
    def face_down(self) -> tuple[str, ...]:
        """The banker's cards are turned up when both sides have spoken, a side its own when the coup is
        decided, and 8 or 9 is turned up at once."""
        now = self.position
        if now.owed is None or not self.hands[0]:
            return ()
        up = banque_tirage.turned_up(now) if now.complete else ()
        hidden = tuple([side for side in SIDES if side not in up])
        return hidden if now.turn == "banque" else (*hidden, "banque")

    @property
    def awaits_sabot(self) -> bool:
        """Whether nothing is abandoned when a new sabot is opened: the bank was burned, or it is all that
        has been spoken of."""
        return not self.bets_closed and (self.bank.burnt or not self.stakes)


def with_fault(coup: Coup, fault: Fault) -> Coup:
    return coup._replace(faults=(*coup.faults, fault))
