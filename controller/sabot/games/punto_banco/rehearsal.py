"""A shift at punto banco: random coups from shuffled sabots, stakes and announcements, with faults at known
places.

The dealer here has its own tableau, written the other way round than the referee's: it does not ask
the rules under test.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.cards import DECK, Card
from sabot.core.observations import (
    Announced,
    BetsClosed,
    CardSeen,
    CoupEnded,
    CutCardSeen,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.games.punto_banco.options import Options
from sabot.games.rehearsal import Act
from sabot.games.rehearsal.chips import in_chips

HOUSE = Options(minimum=1_00, maximum=5000_00, close="croupier")
"""The house that the shift is played in, unless another is named. Its `faux_tirage` must be `burn` or `hold`:
a card too many then never enters a hand."""

PLACES = ("punto", "banco")
BETS = (*PLACES, "egalite")
POINTS_OF_RANK = {rank: (place + 1) % 10 for place, rank in enumerate("A23456789T")} | dict.fromkeys("JQK", 0)

DRAWS_AGAINST = {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
"""Banco's total, and the third cards of punto against which banco draws; with 0 to 2 banco always draws."""


class Deal:
    """The hands of one coup, as the dealer counts them."""

    def __init__(self) -> None:
        self.values: dict[str, list[int]] = {place: [] for place in PLACES}

    def points(self, place: str) -> int:
        """What the hand at `place` counts."""
        return sum(self.values[place]) % 10

    def turn(self) -> str | None:
        """Where the next card belongs; None: nobody draws any more."""
        punto, banco = self.values.values()
        if len(punto) + len(banco) < 4:
            return PLACES[(len(punto) + len(banco)) % 2]
        if len(banco) == 3 or max(sum(hand[:2]) % 10 for hand in (punto, banco)) > 7:
            return None
        if len(punto) == 2 and self.points("punto") < 6:
            return "punto"
        return "banco" if self._banco_draws() else None

    def _banco_draws(self) -> bool:
        total, thirds = self.points("banco"), self.values["punto"][2:]
        if not thirds:
            return total < 6
        return total < 3 or thirds[0] in DRAWS_AGAINST.get(total, ())

    def winner(self) -> str:
        """Who has more."""
        punto, banco = (self.points(place) for place in PLACES)
        return "egalite" if punto == banco else "punto" if punto > banco else "banco"


class Dealer:
    """The sabot, what has been seen of it, and the fault that is to be made in this coup."""

    def __init__(self, rng: Random, options: Options) -> None:
        self.rng, self.options = rng, options
        self.fault = ""
        self.open_sabot()

    def open_sabot(self) -> None:
        """Fresh cards. The cut card lies before the last of them."""
        self.cards = list(DECK) * self.options.decks
        self.rng.shuffle(self.cards)
        self.seen = dict.fromkeys(DECK, 0)
        self.cut_at = self.rng.randrange(10, 40)
        self.coups_left: int | None = None

    def draw(self) -> Card:
        """The next card."""
        return self.show(self.cards.pop())

    def show(self, card: Card) -> Card:
        """`card` is what the table sees of a card that left."""
        self.seen[card] += 1
        return card

    def is_spent(self) -> bool:
        """Whether no coup may be opened any more."""
        return self.coups_left == 0 or len(self.cards) < self.options.min_cards

    def place(self, owed: str) -> str | None:
        """Where a card is seen to be laid, now and then."""
        return owed if self.rng.random() < 0.3 else None


def shift(
    rng: Random, *, coups: int, faults: float = 0.0, options: Options = HOUSE
) -> Iterator[tuple[Observation, str | None]]:
    """Yields the acts of `coups` coups. In a part `faults` of them (0 to 1) one act is a fault; its kind
    stands beside it."""
    dealer = Dealer(rng, options)
    for _ in range(coups):
        if dealer.is_spent():
            dealer.open_sabot()
            yield SabotOpened(), None
        dealer.fault = rng.choice(tuple(FAULTS)) if rng.random() < faults else ""
        yield from _coup(dealer)


def _coup(dealer: Dealer) -> Iterator[Act]:
    if dealer.coups_left is not None:
        dealer.coups_left -= 1
    yield from _burned(dealer)
    yield from _stakes(dealer)
    yield from _made(dealer, "open")
    if dealer.fault == "early" and dealer.options.rnvp == "required":
        deal = Deal()
        yield from _lays(dealer, deal, kind="early-card")
        yield from _hands(dealer, deal)
    else:
        if dealer.options.rnvp == "required" or dealer.fault == "closed" or dealer.rng.random() < 0.5:
            yield BetsClosed(), None
        yield from _made(dealer, "closed")
        yield from _hands(dealer, Deal())


def _burned(dealer: Dealer) -> Iterator[Act]:
    """Now and then a card shows itself between two coups, and is burned."""
    if dealer.rng.random() < 0.02 and len(dealer.cards) > dealer.options.min_cards:
        yield Said(f"brule {dealer.draw()}"), None


def _stakes(dealer: Dealer) -> Iterator[Act]:
    rng = dealer.rng
    for _ in range(rng.randrange(1, 4)):
        yield (
            Staked(rng.choice(BETS), in_chips(rng.randrange(1, 5001) * 100), rng.choice((None, 1, 2, 3))),
            None,
        )


def _hands(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    fault_at = dealer.rng.randrange(6) if dealer.fault == "deal" else None
    while deal.turn() is not None:
        if sum(map(len, deal.values.values())) == fault_at:
            fault_at = None
            yield from dealer.rng.choice(IN_THE_DEAL)(dealer, deal)
            continue
        yield from _lays(dealer, deal)
        if len(dealer.cards) <= dealer.cut_at and dealer.coups_left is None:
            dealer.coups_left = dealer.options.after_cut
            yield CutCardSeen(), None
    yield from _decided(dealer, deal)


def _lays(dealer: Dealer, deal: Deal, *, kind: str | None = None, card: Card | None = None) -> Iterator[Act]:
    """A card where it is owed."""
    owed, card = deal.turn() or "", card or dealer.draw()
    deal.values[owed].append(POINTS_OF_RANK[card.rank])
    yield CardSeen(card, dealer.place(owed)), kind


def _decided(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    if dealer.fault == "announced":
        false = [name for name in BETS if name != deal.winner()]
        yield Announced(dealer.rng.choice(false)), "wrong-announcement"
    elif dealer.rng.random() < 0.3:
        yield Announced(deal.winner()), None
    if dealer.options.close == "croupier":
        yield from _made(dealer, "decided")
        yield CoupEnded(), None
    elif dealer.rng.random() < 0.3:
        yield CoupEnded(), None


# --- faults ------------------------------------------------------------------------------------------


def _made(dealer: Dealer, when: str) -> Iterator[Act]:
    if dealer.fault == when:
        yield dealer.rng.choice(FAULTS[when])(dealer)


def _unknown_place(dealer: Dealer) -> Act:
    return Staked(dealer.rng.choice(("banque", "rouge", "paire", "plein:17")), 10_00, 1), "wrong-order"


def _outside_the_limits(dealer: Dealer) -> Act:
    low, high = dealer.options.minimum, dealer.options.maximum
    return Staked("punto", dealer.rng.choice((low - 1, high + 1, 0, -1)), 1), "wrong-order"


def _a_pair(dealer: Dealer) -> Act:
    known = dealer.options.pairs
    return Staked("paire-trois" if known else "paire-punto", 10_00, 1), "wrong-order"


def _no_such_word(dealer: Dealer) -> Act:
    return Said(dealer.rng.choice(("carte", "banco 4", "brule"))), "wrong-order"


def _ended_early(dealer: Dealer) -> Act:
    return CoupEnded(), "faux-tirage"


def _announced_early(dealer: Dealer) -> Act:
    return Announced(dealer.rng.choice(BETS)), "wrong-announcement"


def _late_stake(dealer: Dealer) -> Act:
    return Staked(dealer.rng.choice(BETS), 10_00, 2), "wrong-order"


def _closed_twice(dealer: Dealer) -> Act:
    return BetsClosed(), "wrong-order"


def _surplus(dealer: Dealer) -> Act:
    """A card to a hand that stands."""
    return CardSeen(dealer.draw(), dealer.rng.choice((None, *PLACES))), "faux-tirage"


FAULTS: dict[str, tuple[Callable[[Dealer], Act], ...]] = {
    "open": (_unknown_place, _outside_the_limits, _a_pair, _no_such_word, _ended_early, _announced_early),
    "early": (),
    "closed": (_late_stake, _closed_twice, _ended_early, _announced_early, _no_such_word),
    "deal": (),
    "announced": (),
    "decided": (_surplus, _late_stake, _closed_twice),
}
"""The faults that can be made while stakes are taken, after *rien ne va plus*, and before the croupier closes
a decided coup; `early` is a card before *rien ne va plus*, where that is asked for."""


def _misplaced(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    owed, card = deal.turn(), dealer.draw()
    deal.values[owed or ""].append(POINTS_OF_RANK[card.rank])
    yield CardSeen(card, PLACES[owed == "punto"]), "misplaced-card"


def _unread(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    """The card is taken back, and named."""
    yield CardSeen(None), "unread-card"
    yield Undone(), None


def _impossible(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    """One more of a card than the sabot can hold."""
    gone = next((card for card, times in dealer.seen.items() if times >= dealer.options.decks), None)
    if gone is None:
        yield _ended_early(dealer)
        return
    dealer.cards.pop()
    yield from _lays(dealer, deal, kind="impossible-card", card=dealer.show(gone))


def _stood(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    """The cards are collected while a hand is owed one."""
    yield _ended_early(dealer)


def _early_announcement(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    yield _announced_early(dealer)


def _staked_late(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    late = sum(map(len, deal.values.values())) > 0
    yield _late_stake(dealer) if late else _unknown_place(dealer)


def _burned_late(dealer: Dealer, deal: Deal) -> Iterator[Act]:
    late = sum(map(len, deal.values.values())) > 0
    yield (Said("brule 8C"), "wrong-order") if late else _unknown_place(dealer)


IN_THE_DEAL = (_misplaced, _unread, _impossible, _stood, _early_announcement, _staked_late, _burned_late)
"""The faults that can be made between the cards."""
