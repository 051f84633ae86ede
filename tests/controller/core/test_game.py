"""What a coup, the options and the events of any game answer where the game says nothing of its own."""

from __future__ import annotations

import pytest

from sabot.core import game
from sabot.core.cards import DECK
from sabot.core.events import with_reason
from sabot.core.observations import BallSeen, CardSeen
from sabot.core.shapes.people import Person
from sabot.core.table import opened, step
from sabot.core.terms import Stake
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.register import GAMES
from sabot.games.roulette import rules as roulette
from sabot.games.trente_et_quarante import rules as trente_et_quarante


class PlainCoup(game.Coup):
    """A coup that does only what every coup does."""


def test_a_coup_about_which_nothing_more_is_known_stays_as_it_is() -> None:
    coup = PlainCoup()  # type: ignore[abstract]
    assert (coup.face_down, coup.likeness()) == ((), None)
    assert coup.ended() is coup
    assert coup.laid(DECK[:4]) is coup


@pytest.mark.parametrize("name", [name for name in GAMES if name != "roulette"])
def test_a_game_that_is_not_played_with_a_wheel_has_no_pockets(name: str) -> None:
    assert GAMES[name].Options().pockets == 0


def test_a_person_is_in_the_journal_by_pseudonym_and_role() -> None:
    assert str(Person("Anna", "supervisor", "p-7f3a1c")) == "p-7f3a1c (supervisor)"


def test_a_fault_is_told_with_its_reason_as_a_value_and_other_events_are_not() -> None:
    table = opened(roulette)
    _, (fault,) = step(table, CardSeen(DECK[0]))
    assert with_reason(fault)["reason"]["id"]
    _, events = step(table, BallSeen("17"))
    assert all("reason" not in with_reason(each) for each in events)


@pytest.mark.parametrize("rules", [roulette, trente_et_quarante])
def test_a_payout_is_asked_of_the_stakes_on_the_cloth_alone_and_not_of_those_in_prison(
    rules: game.Game,
) -> None:
    stake = Stake("noir", 500, 3)
    coup = rules.opening(rules.Options())
    held = coup._replace(held=(stake,))  # type: ignore[attr-defined]
    alone = held.staked_alone((stake,))
    assert (alone.stakes, alone.held) == ((stake,), ())


def test_a_payout_of_a_game_without_a_prison_is_asked_of_the_stakes_alone() -> None:
    coup = punto_banco.opening(punto_banco.Options())
    assert coup.staked_alone((Stake("punto", 500, 3),)) == coup._replace(stakes=(Stake("punto", 500, 3),))
