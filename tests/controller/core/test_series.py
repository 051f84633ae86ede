"""Many observations at once: `steps` is `step`, repeated. That is the only thing to be proved of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core import series
from sabot.core.cards import DECK
from sabot.core.events import CoupDecided, Event
from sabot.core.game import Game
from sabot.core.observations import (
    Acknowledged,
    Announced,
    BetsClosed,
    ButtonPressed,
    CardLies,
    CardSeen,
    ClockTicked,
    CoupEnded,
    CutCardSeen,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.script import ScriptError
from sabot.core.series import steps
from sabot.core.table import CHAPTERS_KEPT, Table, opened, step
from sabot.games.chemin_de_fer import rehearsal as banker
from sabot.games.chemin_de_fer import rules as chemin_de_fer
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.punto_banco.options import Options
from sabot.referee import judge


def one_by_one(table: Table, observations: list[Observation]) -> Played:
    told: list[Event] = []
    for observation in observations:
        table, events = step(table, observation)
        told += events
    return table, told


def at_once(table: Table, observations: list[Observation]) -> Played:
    told: list[Event] = []
    return steps(table, observations, told.extend), told


Played = tuple[Table, list[Event]]


def difference(one: Played, other: Played) -> str:
    """The first event that is told otherwise, or that the tables differ; empty where all is the same."""
    (table, told), (another, also) = one, other
    for at, (this, that) in enumerate(zip_longest(told, also)):
        if this != that:
            return f"event {at}: {this} and {that}"
    return "" if table == another else "the tables differ"


def sabots(count: int, *, decks: int, seed: int, cards: int | None = None) -> Iterator[Observation]:
    rng, pack = Random(seed), [CardSeen(card) for card in DECK] * decks
    for _ in range(count):
        rng.shuffle(pack)
        yield SabotOpened()
        yield from pack[:cards]


OPTIONS = st.builds(
    Options,
    decks=st.sampled_from([1, 4, 8, 8]),
    min_cards=st.sampled_from([0, 7, 30, 600]),
    after_cut=st.integers(0, 2),
    brule=st.booleans(),
    close=st.sampled_from(["auto", "auto", "croupier"]),
    rnvp=st.sampled_from(["optional", "optional", "required"]),
    faux_tirage=st.sampled_from(["burn", "next", "hold"]),
    pairs=st.booleans(),
)

ACTS: tuple[Observation, ...] = (
    *(CardSeen(None), CardSeen(DECK[7], "punto"), CardSeen(DECK[20], "banco"), CardSeen(DECK[3], "punto")),
    *(Undone(), Undone(), Undone(unread=True), ButtonPressed("undo"), ButtonPressed("rnvp")),
    *(Staked("banco", 10_00), Staked("egalite", 5_00, 3), Staked("paire-punto", 5_00), Staked("?", 1)),
    *(BetsClosed(), CoupEnded(), CutCardSeen(), SabotOpened(), Said("brule 3C"), Said("confirme")),
    *(Acknowledged("chef"), Announced("banco"), ClockTicked(5), CardLies(DECK[7], "punto", track="a")),
)
"""What may come between cards, and what makes a card no plain one."""


AFTER: dict[Observation, tuple[Observation, ...]] = {
    SabotOpened(): (SabotOpened(), Said("brule 2C"), CardSeen(DECK[0]), CardSeen(DECK[0])),
    CutCardSeen(): (SabotOpened(), Undone()),
    CardSeen(None): (Undone(), Undone(unread=True), CardSeen(None)),
}
"""What comes after acts that would otherwise stop the whole evening."""


def evening(rng: Random, often: float) -> Iterator[Observation]:
    """Cards, and now and then something else; a new sabot may open with a burn."""
    yield Said("brule 3C")
    for _ in range(150):
        act = rng.choice(ACTS) if rng.random() < often else CardSeen(rng.choice(DECK))
        yield act
        if act in AFTER and rng.random() < 0.8:
            yield rng.choice(AFTER[act])


@given(st.integers(0, 10**6), st.sampled_from([0.02, 0.05, 0.2]), OPTIONS, st.integers(0, 150))
@settings(max_examples=60, deadline=None)
def test_whatever_is_seen_many_at_once_are_told_as_one_by_one(
    seed: int, often: float, options: Options, cut: int
) -> None:
    seen = list(evening(Random(seed), often))
    halfway, first = at_once(opened(punto_banco, options), seen[:cut])
    table, more = at_once(halfway, seen[cut:])
    assert not difference((table, [*first, *more]), one_by_one(opened(punto_banco, options), seen))


@pytest.mark.parametrize(
    "options",
    [
        Options(decks=8),
        Options(decks=6, faux_tirage="next", brule=True),
        Options(decks=1, min_cards=0),
        Options(decks=8, min_cards=300),
    ],
)
def test_whole_sabots_leave_the_same_table_with_all_that_can_be_taken_back(options: Options) -> None:
    seen = list(sabots(3, decks=options.decks, seed=5))
    new = opened(punto_banco, options)
    assert not difference(at_once(new, seen), one_by_one(new, seen))


def test_cards_of_a_larger_sabot_than_the_house_has_are_told_as_they_are_found() -> None:
    """From the fifth copy on each is a fault; the coups between are plain again."""
    options = Options(decks=4)
    seen = list(sabots(1, decks=8, seed=3, cards=190))
    new = opened(punto_banco, options)
    assert not difference(at_once(new, seen), one_by_one(new, seen))


@pytest.mark.parametrize(
    "act", [Staked("banco", 10_00), BetsClosed(), CardSeen(DECK[0], "banco"), CardSeen(None)]
)
def test_a_coup_about_which_more_is_known_is_told_by_itself(act: Observation) -> None:
    """What it leaves behind, such as its settlement, does not outlive it."""
    seen = [act, *[Undone()][: act == CardSeen(None)], *[*sabots(1, decks=6, seed=9, cards=120)][1:]]
    new = opened(punto_banco)
    assert not difference(at_once(new, seen), one_by_one(new, seen))


def test_as_many_coups_can_be_taken_back_as_after_single_steps() -> None:
    seen = list(sabots(2, decks=6, seed=8, cards=250))
    table = steps(opened(punto_banco), seen, lambda events: None)
    assert len(table.chapters) == CHAPTERS_KEPT
    undone = [Undone() for _ in range(300)]
    same, _ = one_by_one(opened(punto_banco), seen)
    assert not difference(at_once(table, undone), one_by_one(same, undone))


def test_plain_cards_are_not_judged_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three sabots, the referee is asked of the first card of none, and of the last ones alone."""
    singly: list[Observation] = []

    def judged(table: Table, observation: Observation) -> tuple[Table, tuple[Event, ...]]:
        singly.append(observation)
        return step(table, observation)

    monkeypatch.setattr(series, "step", judged)
    seen = list(sabots(3, decks=8, seed=1, cards=400))
    steps(opened(punto_banco, Options(decks=8)), seen, lambda events: None)
    assert len(singly) <= 3 * 6


def test_a_coup_is_told_as_a_whole_and_before_the_next() -> None:
    told: list[tuple[Event, ...]] = []
    seen = list(sabots(1, decks=8, seed=1, cards=100))
    steps(opened(punto_banco, Options(decks=8)), seen, lambda events: told.append(tuple(events)))
    whole = [events for events in told if any(type(each) is CoupDecided for each in events)]
    assert len(whole) > 15
    assert [{each.coup for each in events} for events in whole] == [{at} for at in range(1, len(whole) + 1)]


@pytest.mark.parametrize(
    ("game", "seen"),
    [
        (chemin_de_fer, [act for act, _ in banker.shift(Random(4), coups=60, faults=0.2)]),
        (punto_banco, []),
    ],
    ids=["a game in which hands are asked", "nothing seen"],
)
def test_a_game_that_cannot_be_told_so_goes_step_by_step(game: Game, seen: list[Observation]) -> None:
    new = opened(game, banker.HOUSE if seen else Options())
    assert not difference(at_once(new, seen), one_by_one(new, seen))


# --- a script that is read ahead ------------------------------------------------------------------------


def lines_of(script: str, at_once: int) -> list[str]:
    told: list[str] = []
    judge(punto_banco, Options(), lines=script.splitlines(), tell=told.append, at_once=at_once)
    return told


@pytest.mark.parametrize("at_once", [2, 7, 1000])
def test_a_script_that_is_read_ahead_tells_the_same_lines(at_once: int) -> None:
    script = "9C 5D JS KH TC 3D JS KH 9S 2S\nbet punto 5\nrnvp 8C 4S TD KH end undo 8C"
    assert lines_of(script, at_once) == lines_of(script, 1)


def test_what_stands_before_a_token_that_cannot_be_read_is_told_first() -> None:
    told: list[str] = []
    with pytest.raises(ScriptError, match="line 2, column 4"):
        judge(punto_banco, Options(), lines=["9C 5D", "JS 3X KH"], tell=told.append, at_once=1000)
    assert told == lines_of("9C 5D JS", 1)
