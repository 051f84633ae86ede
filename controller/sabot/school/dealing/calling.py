"""The calls of a sitting: which are due, which buttons stand there, and whether one that was made is true."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from sabot.core.cards import DECK
from sabot.core.observations import Announced, BallSeen, BetsClosed, CardSeen, Said
from sabot.core.options import House
from sabot.core.reasons import reason
from sabot.core.table import Table, opened, step
from sabot.core.terms import Call
from sabot.core.words import plain
from sabot.games.register import GAMES
from sabot.games.wheel.layout import WHEELS
from sabot.school.dealing.judging import as_spoken, judged, noted
from sabot.school.dealing.moving import heard
from sabot.school.dealing.players import players
from sabot.school.dealing.state import State, with_said

POOL_COUPS = 300
"""Coups that are dealt to collect what is called at a table."""

CHOICES_ON_THE_WAY, CHOICES_OF_RESULT = 6, 5
"""Buttons of the calls on the way to a result, and of a result: the true one and those most like it."""


class Pool(NamedTuple):
    """What is called at the tables of a game: on the way to a result, of a result, and one result for the
    points of the hands."""

    on_the_way: tuple[str, ...]
    results: tuple[str, ...]
    of_points: Mapping[tuple[int, ...], str]


def due(state: State) -> list[Call]:
    """The calls that are true now, once cards lie or the ball rests; the last one is the one to be made."""
    play = state.table.play
    lies = any(play.game.hand(play.coup, place) for place in play.game.PLACES)
    return [*play.calls] if lies or play.result is not None else []


def owed(state: State) -> list[str]:
    """The call that this level wants now and that was not made, if there is one."""
    is_wanted = state.level.calls == "all" or (
        state.level.calls == "result" and state.table.play.result is not None
    )
    return [call.text for call in due(state)[-1:] if is_wanted and call.text not in state.called]


# --- the buttons -------------------------------------------------------------------------------------


def choices(state: State) -> list[str]:
    """What the trainee can call now. The buttons do not show what is true: there are as many of them before
    the result as after it. A level without calls has no buttons for them."""
    own = players(state.setup.game).croupier.values()
    if state.level.calls == "none":
        return [*own]
    pool = calls_of(state.setup.game, state.setup.options)
    rng = Random(f"{state.setup.seed}|calls|{len(state.coups)}|{state.drawn}")
    results = _chosen(pool.results, _results(state, pool), CHOICES_OF_RESULT, rng)
    rng.shuffle(results)
    way = _chosen(pool.on_the_way, _true(state, is_result=False), CHOICES_ON_THE_WAY, rng)
    return [*own, *sorted(way), *results]


def _true(state: State, *, is_result: bool) -> list[str]:
    """The call that is due now, and the one once the hands are heard: of a result, or on the way to one."""
    ahead = as_spoken(state, lambda after: (after.table.play.result is not None) is is_result)
    calls = [(each, due(each)[-1:]) for each in (state, ahead)]
    fitting = [call for each, call in calls if (each.table.play.result is not None) is is_result]
    return [*dict.fromkeys(call.text for found in fitting for call in found)]


def _results(state: State, pool: Pool) -> list[str]:
    """The true result. At a silent table that is not decided one that these points could have, or calls that
    fit the cards would tell that it is."""
    true = _true(state, is_result=True)
    alike = pool.of_points.get(_points(state.table)) if state.is_silent and not true else None
    return [alike] if alike else true


def _points(table: Table) -> tuple[int, ...]:
    play = table.play
    return tuple(play.game.points(play.coup, place) for place in play.game.PLACES)


def _chosen(pool: Sequence[str], true: list[str], most: int, rng: Random) -> list[str]:
    """The true calls, if there are any, and those that are most like them."""
    others = [text for text in rng.sample(pool, len(pool)) if text not in true]
    others.sort(key=lambda text: -max((_alike(text, each) for each in true), default=0))
    return [*true, *others][:most]


def _alike(one: str, other: str) -> int:
    return len({*one.lower().replace(",", " ").split()} & {*other.lower().replace(",", " ").split()})


@lru_cache(maxsize=32)
def calls_of(game: str, options: House) -> Pool:
    """What is called in random coups of this game."""
    if options.pockets:
        spoken = [*map(_of_pocket, WHEELS[options.pockets].pockets, [(game, options)] * 99)]
        return Pool((), tuple(spoken), {})
    points: dict[tuple[int, ...], str] = {}
    way: dict[str, None] = {}
    results: dict[str, None] = {}
    rng = Random(game)
    for _ in range(POOL_COUPS):
        for table in _coup(game, options, rng):
            last = {call.text: None for call in table.play.calls[-1:]}
            if table.play.result:
                results.update(last)
                points.update(dict.fromkeys([_points(table)], table.play.calls[-1].text))
            else:
                way.update(last)
    return Pool(tuple(sorted(way)), tuple(sorted(results)), points)


def _of_pocket(pocket: str, house: tuple[str, House]) -> str:
    table, _ = step(opened(GAMES[house[0]], house[1]), BetsClosed())
    table, _ = step(table, BallSeen(pocket))
    return table.play.calls[-1].text


def _coup(game: str, options: House, rng: Random) -> Iterator[Table]:
    """A random coup, table by table."""
    table, _ = step(opened(GAMES[game], options), BetsClosed())
    while table.play.result is None and table.play.owed is not None:
        owed = table.play.owed
        said = Said(f"{owed.of} {rng.choice(owed.choices)}") if owed.of else None
        table, _ = step(table, said or CardSeen(rng.choice(DECK), owed.to))
        yield table


# --- a call ------------------------------------------------------------------------------------------


def called(state: State, words: str) -> State:
    """The sitting after this call of the trainee, judged."""
    text, before = reason("Called: {call}", call=f"«\u00a0{words}\u00a0»"), state.table.play
    state = with_said(state._replace(called=(*state.called, words)), text)
    own = {sound: said for said, sound in players(state.setup.game).croupier.items()}
    if words in own:
        return heard(judged(_without(state, own[words]), Said(own[words]), text), before)
    if not is_true(state, words):
        true = due(state)[-1:]
        truth = reason("the call is {call}", call=f"«\u00a0{true[0].text}\u00a0»") if true else None
        return judged(state, Announced(words), text, truth=truth)
    announced = _as_announced(state, words)
    return judged(state, Announced(announced), text) if announced else noted(state, text)


def is_true(state: State, words: str) -> bool:
    """Whether this call is true as the table stands."""
    play = state.table.play
    return words in [call.text for call in due(state)] or play.game.announces(play.coup, plain(words))


def _as_announced(state: State, words: str) -> str:
    """The true call as the game takes an announcement; empty where it takes none at this moment."""
    play = state.table.play
    winner = str(play.result.result.get("winner") or "") if play.result else ""
    return next((each for each in (plain(words), winner) if play.game.announces(play.coup, each)), "")


def _without(state: State, words: str) -> State:
    """The sitting when these words of the croupier's are no longer to come."""
    first = next((each.id for each in state.coming if each.does == Said(words)), 0)
    return state._replace(coming=tuple(each for each in state.coming if each.id != first))
