"""The screens tell of what was lost when the table was opened for another game, until a coup is over."""

from __future__ import annotations

from sabot.core.cards import card_named
from sabot.core.observations import BetsClosed, CardSeen, CoupEnded, Noted, Said
from sabot.core.options import read
from sabot.core.reasons import Reason, Value, from_dict
from sabot.core.surroundings import COUP_ABANDONED
from sabot.core.table import Chapter, Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES


def after_coup_7(text: str) -> Table:
    """A table of punto banco that was opened over coup 7 of another game."""
    fresh = opened(GAMES["punto-banco"], GAMES["punto-banco"].Options(close="croupier"))
    play = fresh.play._replace(number=7)
    return step(
        fresh._replace(play=play, chapters=(Chapter(play),)), Noted(COUP_ABANDONED, text=text, about=7)
    )[0]


def told(table: Table) -> list[tuple[str, object]]:
    """The beginning of each notice, and what stands in it."""
    found = [from_dict(each) for each in view(table)["notices"]]
    return [(each.key[:30], {slot: said(value) for slot, value in each.values}) for each in found]


def said(value: Value) -> object:
    return str(value) if isinstance(value, Reason) else value


def test_it_is_told_until_the_next_coup_is_over_and_another_begins() -> None:
    table = after_coup_7("punto 8♣ · mises 5.00")
    kept = [("the table was opened for anoth", {"n": 7, "what": "punto 8♣ · mises 5.00"})]
    assert told(table) == kept
    for each in (
        BetsClosed(),
        *(CardSeen(card_named(name)) for name in ("8C", "2S", "KH", "3D")),
        CoupEnded(),
    ):
        table, _ = step(table, each)
        assert told(table) == kept
    table, _ = step(table, BetsClosed())
    assert told(table) == []


def test_at_home_it_goes_once_a_whole_deal_is_decided() -> None:
    nap = GAMES["nap"]
    fresh = opened(nap, read(nap.Options, [("players", "2")]))
    play = fresh.play._replace(number=7)
    table, _ = step(
        fresh._replace(play=play, chapters=(Chapter(play),)),
        Noted(COUP_ABANDONED, text="mises 30.00", about=7),
    )
    for words in ("deal", "bid 2 2", "bid 1 pass", "play 2 AS", "play 1 2S", "play 2 KS"):
        table, _ = step(table, Said(words))
        assert len(told(table)) == 1
    table, _ = step(table, Said("play 1 3S"))
    assert (told(table), table.play.number) == ([], 8)


def test_a_coup_on_which_nothing_lay_is_named_alone() -> None:
    assert told(after_coup_7("")) == [("coup {n} was abandoned: the ta", {"n": 7})]


def test_a_table_that_was_opened_over_nothing_tells_nothing() -> None:
    assert told(opened(GAMES["punto-banco"])) == []
