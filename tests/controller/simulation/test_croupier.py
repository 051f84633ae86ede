"""The simulated croupier stops at a fault, rests while a trainee deals, and lays a card too many if asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from sabot.core import options as house
from sabot.core.cards import card_named
from sabot.core.observations import (
    Acknowledged,
    CardSeen,
    CoupEnded,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Observation,
    Said,
    Staked,
)
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.simulation.croupier import LATE_S, SEEN_WITHIN_S, Croupier

Extra = Callable[[Table], dict[str, object] | None]


class Beside:
    """A table and the croupier beside it, who is asked what they would do."""

    def __init__(
        self,
        *script: Observation,
        rests: bool = False,
        game: str = "punto-banco",
        extra: Extra = lambda _: None,
    ) -> None:
        chosen = house.read(GAMES[game].Options, [("close", "croupier")])
        self.table, self.told = opened(GAMES[game], chosen), list[dict[str, object]]()
        self.see(*script)
        self.croupier = Croupier(
            Feed(),
            Inbox(),
            table=lambda: self.table,
            tell=self.told.append,
            beat_s=0,
            rng=Random(1),
            rests=lambda: rests,
            extra=extra,
        )

    def see(self, *script: Observation) -> None:
        for each in script:
            self.table, _ = step(self.table, each)

    def due(self) -> list[Any]:
        return [deed.does for deed in self.croupier._due(self.table)]


def cards(names: str) -> tuple[CardSeen, ...]:
    return tuple(CardSeen(card_named(name)) for name in names.split())


DECIDED = cards("2C 3S 3D 4H 2H")
TOO_MANY = cards("2C 3S 3D 4H 2H 5C")
FIVE: dict[str, object] = {"do": "card", "card": "5C", "place": "banco", "index": 3}


def five_when_decided(table: Table) -> dict[str, object] | None:
    return FIVE if table.play.result else None


def test_the_croupier_stops_at_an_open_fault_until_it_is_answered() -> None:
    """A card too many, over the end of its coup, and a card that nobody read. An act that was only refused
    needs no answer."""
    assert Beside(*DECIDED).due()
    assert Beside(*TOO_MANY).due() == []
    assert Beside(*TOO_MANY, CoupEnded()).due() == []
    assert Beside(*TOO_MANY, Acknowledged()).due()
    assert Beside(*DECIDED[:1], CardSeen(None)).due() == []
    assert Beside(CoupEnded()).due()
    deals_on = Beside(*TOO_MANY)
    deals_on.croupier._stops = False
    assert CoupEnded() in deals_on.due()


def test_while_a_trainee_deals_the_croupier_speaks_for_the_players_alone() -> None:
    opening = Beside(rests=True).due()
    assert {type(each) for each in opening} == {Staked}
    assert Beside(*opening, rests=True).due() == []
    assert Beside(*DECIDED[:1], rests=True).due() == []
    assert Beside(*DECIDED, rests=True).due() == []
    free = (Said("banque 1 16"), Staked("ponte", 500, 3), *cards("2C 3D 3S KS"))
    assert {type(each) for each in Beside(*free, rests=True, game="chemin-de-fer").due()} == {Said}


def test_a_trainee_s_card_is_the_next_of_the_sabot() -> None:
    beside = Beside(*DECIDED[:2], rests=True)
    beside.croupier.draw("banco")
    assert [(each["do"], each["place"], each["index"]) for each in beside.told] == [("card", "banco", 2)]


def test_a_card_too_many_comes_before_all_else_when_it_can_be_laid() -> None:
    beside = Beside(*DECIDED[:1], extra=five_when_decided)
    beside.croupier.lay_too_many()
    assert FIVE not in beside.due()
    beside.see(*DECIDED[1:])
    assert beside.due() == [FIVE]
    assert FIVE not in beside.due()  # it was laid


def test_a_card_too_many_is_one_fault_also_when_it_is_asked_for_in_the_first_coup() -> None:
    """The croupier deals on to the end of the cards, lays it, and stops."""
    from sabot.school.opening import card_too_many

    beside = Beside(extra=lambda table: card_too_many(table, Random(1)))
    beside.croupier.lay_too_many()
    while due := beside.due():
        for does in due:
            laid = CardSeen(card_named(str(does["card"])), does["place"]) if isinstance(does, dict) else does
            beside.see(laid)
    faults = [alert.fault for alert in beside.table.play.taille.alerts]
    assert [fault.kind for fault in faults] == ["faux-tirage"]


def test_one_who_was_called_to_look_again_goes_on_with_what_is_due() -> None:
    beside = Beside(*DECIDED, extra=five_when_decided)
    beside.croupier._tell = lambda command: beside.see(CardSeen(card_named(str(command["card"])), "banco"))
    beside.croupier.lay_too_many()
    with beside.croupier._feed.subscribe() as looks:
        assert beside.croupier._works(looks) == 1
    assert [alert.fault.kind for alert in beside.table.play.taille.alerts] == ["faux-tirage"]


def test_what_was_planned_for_another_cloth_is_not_done() -> None:
    """While the croupier draws breath, somebody else deals the card."""
    beside = Beside(*DECIDED[:1])

    class Breath:
        def wait(self, seconds: float) -> bool:
            beside.see(DECIDED[1])
            return False

        def clear(self) -> None:
            pass

    beside.croupier._asked = Breath()  # type: ignore[assignment]
    with beside.croupier._feed.subscribe() as looks:
        assert beside.croupier._works(looks) == 1
    assert beside.told == []


class Still:
    """What the croupier sees of a table on which no card arrives."""

    closed = False

    def __init__(self) -> None:
        self.looked = 0

    def get(self, seconds: float) -> None:
        assert seconds == SEEN_WITHIN_S
        self.looked += 1


FOUND = DeviceFound("sabot", "angel-eye", "/dev/ttyUSB0")


@pytest.mark.parametrize(
    ("seen", "waited_s"),
    [
        ([FOUND], LATE_S),
        ([FOUND, DeviceLost("camera", "the cable was pulled")], LATE_S),
        ([FOUND, DeviceLost("sabot", "the cable was pulled")], SEEN_WITHIN_S),
        ([FOUND, DeviceTroubled("sabot", "damaged")], SEEN_WITHIN_S),
    ],
)
def test_a_card_that_comes_late_is_waited_for_where_nothing_troubles_the_shoe(
    seen: list[Observation], waited_s: float
) -> None:
    beside, still = Beside(*seen), Still()
    beside.croupier._deal({"do": "card"}, still)  # type: ignore[arg-type]
    assert beside.told == [{"do": "card"}]
    assert still.looked * SEEN_WITHIN_S == waited_s
