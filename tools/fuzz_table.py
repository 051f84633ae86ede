"""What `tools.fuzz` feeds to the table: cards, scripts, options, acts of a screen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields
from functools import cache

from sabot.core import options as house
from sabot.core.cards import DECK, card_named
from sabot.core.events import as_dict as event_as_dict
from sabot.core.game import Game
from sabot.core.observations import Observation, as_dict
from sabot.core.script import PLAIN_TOKENS, ScriptError
from sabot.core.script import read as acts_of
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot_dashboard.acts import NAMES, Refusal, act
from tools.fuzz_chance import spoilt_text, text, value
from tools.fuzz_target import Fed


def cards() -> Fed:
    """The names of cards."""
    names = [*map(str, DECK), "10H", "XX", "CUT"]
    return Fed(lambda chance: spoilt_text(chance.choice(names), chance), card_named)


@cache
def tables() -> list[Table]:
    """A table of each game, at its beginning and in the midst of a coup."""
    found = []
    for game in GAMES.values():
        table = opened(game)
        found.append(table)
        for each in acts_of(["rnvp 8C KD 3H" if game.PLACES else "rnvp"], game, game.Options()):
            table, _ = step(table, each)
        found.append(table)
    return found


def script() -> Fed:
    """A table script of any game."""
    games = list(GAMES.values())
    chances = [[each for each in game.CHANCES if game.chance(game.Options(), each)] for game in games]
    words = [
        *PLAIN_TOKENS,
        *map(str, DECK),
        "bet",
        "say",
        "undo",
        "banque",
        "carte",
        "non",
        "20",
        "5",
        "annule",
    ]

    def make(chance: random.Random) -> tuple[Game, list[str]]:
        number = int(chance.random() * len(games))
        count = chance.choice((1, 2, 4, 8, 20))
        tokens = [
            _bet(chance, chances[number]) if chance.random() < 0.2 else chance.choice(words)
            for _ in range(count)
        ]
        lines = [" ".join(tokens)] if chance.random() < 0.7 else tokens
        return games[number], [spoilt_text(each, chance) if chance.random() < 0.3 else each for each in lines]

    return Fed(make, _refereed)


def _bet(chance: random.Random, where: Sequence[str]) -> str:
    amount = chance.choice(("20", "0", "1e9", "5 3", text(chance)))
    return f"bet {chance.choice(where or ('punto',))} {amount}"


def _refereed(given: tuple[Game, list[str]]) -> None:
    game, lines = given
    table, options = opened(game), game.Options()
    with suppress(ScriptError):
        for each in acts_of(lines, game, options):
            table = stepped(table, each)
    view(table)


def stepped(table: Table, observation: Observation) -> Table:
    table, events = step(table, observation)
    for event in events:
        event_as_dict(event)
    return table


def press() -> Fed:
    """What a screen sends as an act, and the table after it."""
    words = [
        *NAMES,
        *map(str, DECK),
        "punto",
        "banco",
        "plein:17",
        "banque 3 100",
        "carte",
        "20",
        "12.50",
        "17",
    ]
    keys = ("words", "card", "where", "amount", "seat", "by", "reason", "fault", "pocket", "mark", "seen")

    def make(chance: random.Random) -> tuple[int, object]:
        body = {key: value(chance, words, 3) for key in chance.sample(keys, 4)}
        body |= {"act": chance.choice(NAMES), "key": "0123456789abcdef"}
        if chance.random() < 0.15:
            body = {chance.choice([*body]): value(chance, words) for _ in range(4)}
        return int(chance.random() * 1000), body if chance.random() < 0.98 else value(chance, words)

    return Fed(make, _pressed)


def _pressed(given: tuple[int, object]) -> None:
    number, body = given
    wanted = act(body)
    if isinstance(wanted, Refusal):
        wanted.plain()
        return
    table = tables()[number % len(tables())]
    for each in wanted.observations:
        as_dict(each)
        table = stepped(table, each)
    view(table)


def rules() -> Fed:
    """The options of a game."""
    games = list(GAMES.values())

    def make(chance: random.Random) -> tuple[Game, list[tuple[str, str]]]:
        game = chance.choice(games)
        names = [house.spelled(each.name) for each in fields(game.Options)]
        return game, [
            (text(chance, names), text(chance, ["croupier", "true", "6", "2.50"])) for _ in range(3)
        ]

    return Fed(make, _ruled)


def _ruled(given: tuple[Game, list[tuple[str, str]]]) -> None:
    with suppress(house.OptionError):
        house.read(given[0].Options, given[1])
