"""A script at a table, for tests that read as a story: `lines_of("punto-banco", "8C 4S …")` gives its event
lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from hypothesis import strategies as st

from sabot.core import options as house
from sabot.core.cards import DECK, Card, card_named
from sabot.core.events import as_dict
from sabot.core.game import Game
from sabot.core.observations import CardSeen, Observation, Said, Staked
from sabot.core.reasons import NOTHING
from sabot.core.script import PLAIN_TOKENS, read
from sabot.core.table import Table, open_settlements, opened, step
from sabot.core.words import verbs_of
from sabot.games.register import GAMES, casino

Lines = list[dict[str, Any]]

CASINO = casino()
"""The games of the casino: at the others players act in turns."""


def dealt(game: str, script: str, **options: str) -> tuple[Table, Lines]:
    """The table after `script`, and every event line on the way."""
    rules = GAMES[game]
    chosen = house.read(rules.Options, options.items())
    table, lines = opened(rules, chosen), []
    for observation in read(script.splitlines(), rules, chosen):
        table, events = step(table, observation)
        lines += [as_dict(event) for event in events]
    return table, lines


def lines_of(game: str, script: str, **options: str) -> Lines:
    """The event lines of `script`."""
    table, lines = dealt(game, script, **options)
    return [*lines, *map(as_dict, open_settlements(table))]


def only(lines: Lines, event: str) -> Lines:
    """The lines of one event."""
    return [line for line in lines if line["event"] == event]


def standing(numbered: Iterable[tuple[int, dict[str, Any]]]) -> Lines:
    """What a follower of these lines keeps: without what an `undone` takes back, and without the `undone`."""
    kept: list[tuple[int, dict[str, Any]]] = []
    for number, line in numbered:
        if line["event"] == "undone":
            kept = [each for each in kept if each[0] < line["from"] or each[1]["event"] == "fault"]
        else:
            kept.append((number, line))
    return [line for _, line in kept]


def prison(lines: Lines) -> Lines:
    """The settlements of stakes that go to prison or stay there."""
    return [line for line in only(lines, "settlement") if line.get("held") == "prison"]


def faults(lines: Lines) -> list[str]:
    """The kinds of the faults, in order."""
    return [line["kind"] for line in only(lines, "fault")]


def returned(lines: Lines) -> dict[str, str]:
    """What each chance returned."""
    return {line["bet"]: line["returned"] for line in only(lines, "settlement")}


def card(text: str) -> Card:
    """The card of this name, which exists."""
    found = card_named(text)
    assert found is not None
    return found


def a_script(game: Game) -> st.SearchStrategy[list[Observation]]:
    """Observations that a script for `game` can write, in any order."""
    chances = [chance for chance in game.CHANCES if game.chance(game.Options(), chance)]
    return _a_script(tuple(game.PLACES), tuple(chances or ["pot"]), speaks=bool(verbs_of(game.WORDS)))


@cache
def _a_script(
    places: tuple[str, ...], chances: tuple[str, ...], *, speaks: bool
) -> st.SearchStrategy[list[Observation]]:
    at = st.sampled_from([None, *places])
    cards = st.builds(
        CardSeen, st.sampled_from([*DECK, None]), at, st.just("sabot"), st.just(NOTHING), st.just(False)
    )
    fixed = st.sampled_from([each for each in PLAIN_TOKENS.values() if type(each) is not CardSeen])
    stakes = st.builds(
        Staked, st.sampled_from(chances), st.integers(1, 10**9), st.none() | st.integers(1, 99)
    )
    acts = st.sampled_from([Said("deal"), Said("bid 2 pass"), Said("sit 3"), Said("leave 1")])
    kinds = (cards, fixed, acts, stakes) if speaks else (cards, fixed, stakes)
    return st.lists(st.one_of(*kinds), max_size=30)


def settled(lines: Lines) -> list[tuple[int, str, str, str | None]]:
    """Every settlement as coup, bet, what came back and where it stays."""
    kept = only(lines, "settlement")
    return [(line["coup"], line["bet"], line["returned"], line.get("held")) for line in kept]


def because(lines: Lines) -> str:
    """The rule of the one fault."""
    (fault,) = only(lines, "fault")
    return str(fault["because"])
