"""An evening at each household game, played on telephones by chance: no hand comes to anybody but its own
player, and what is on record can be replayed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from sabot.cli.replay import replay
from sabot.core.script import read as script
from sabot.core.shapes.json import Plain
from sabot.core.table import Table
from sabot.record.journal import reading, records
from sabot.staff import pins
from sabot_dashboard.picture.telephone import OF_A_PLAYER
from tests.controller.games.evening.random_games import HOUSEHOLD, coup_of, some_act
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT

pytestmark = pytest.mark.slow

ACTS_MOST = 70
STRIDE = 7
"""Acts from one look at the long pages of the table to the next. In tricks of two to six cards it comes round
to each card."""
CARD = re.compile(r"\b(?:[A2-9TJQK][SHCD]|JOKER)\b")
JOKERS = {"poker": (("joker", "on"),)}
HINDSIGHT = ("nap", "napoleonnen", "rikken", "ecarte")
"""Games of tricks whose deals are worked out afterwards."""


class Evening(NamedTuple):
    """A table, its tablet, and a telephone for each seat."""

    casino: Casino
    tablet: FlaskClient
    telephones: dict[int, FlaskClient]

    @property
    def table(self) -> Table:
        return self.casino.loop.table

    def now(self, seat: int) -> Any:
        """What the telephone of this seat draws."""
        return self.telephones[seat].get(f"/seat/{seat}/now", **ELSEWHERE).json

    def does(self, act: str, nth: int) -> None:
        """A player does it on their telephone, where it is an act of theirs; else it is done at the table."""
        verb, *words = act.split()
        seat = int(words[-1] if verb == "bet" else words[0]) if words else 0
        if verb not in OF_A_PLAYER:
            (seen,) = script([act], self.table.play.game, self.table.play.options)
            self.casino.tell(seen)
            return
        press = {"words": act, "key": f"press-{nth:08}", "seen": self.casino.feed.newest.seq}
        answer = self.telephones[seat].post(f"/seat/{seat}/act", json=press, headers=ACT, **ELSEWHERE)
        assert answer.status_code == 200, act
        assert [*(answer.json or {})] == ["taken", "recorded"], (act, answer.json)

    def known(self) -> set[str]:
        """The cards that lie open, or lay open in this deal."""
        view = self.casino.feed.newest.view
        return {*CARD.findall(json.dumps([view["spread"], view["handed"], view["ledger"]]))}


@pytest.fixture(params=sorted(HOUSEHOLD))
def evening(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Evening]:
    game = request.param
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "COST", {"n": 2, "r": 1, "p": 1})
        casino = Casino(tmp_path, game=game, serve=False, rules=JOKERS.get(game, ()))
        tablet = at_the_table(casino.app)
        found = Evening(casino, tablet, {})
        for seat in coup_of(found.table).deal.evening.seats:
            code = tablet.post("/seats/code", json={"seat": seat}, headers=ACT).json["letters"]
            telephone = casino.app.test_client()
            telephone.post(f"/seat/{seat}/join", json={"code": code}, headers=ACT, **ELSEWHERE)
            found.telephones[seat] = telephone
        yield found
        casino.close()


def test_no_hand_leaves_its_telephone_and_the_record_can_be_replayed(evening: Evening) -> None:
    game, rng = evening.table.play.game.NAME, Random(f"telephones {evening.table.play.game.NAME}")
    said: set[str] = set()
    for nth in range(ACTS_MOST):
        act, _ = some_act(evening.table, rng)
        evening.does(act, nth)
        said.add(act.partition(" ")[0])
        assert_nobody_sees_another_hand(evening)
        if nth % STRIDE == 0:
            assert_no_page_of_the_table_shows_a_hand(evening)
    assert said & {*OF_A_PLAYER}, "some acts came from telephones"
    assert evening.casino.loop.table.play.coup.faults == ()
    evening.casino.close()
    assert_replayed(evening.casino.settings.journal_path, hindsight=game in HINDSIGHT)


def hands_of(evening: Evening) -> dict[int, list[str]]:
    coup = evening.table.play.coup
    return {seat: [*map(str, coup.hand_of(seat) or ())] for seat in evening.telephones}


def assert_nobody_sees_another_hand(evening: Evening) -> None:
    open_, hands = evening.known(), hands_of(evening)
    for seat, hand in hands.items():
        shown = evening.now(seat)
        assert sorted(shown["hand"] or []) == sorted(hand)
        secret = {card for other, cards in hands.items() if other != seat for card in cards} - open_
        assert not secret & {*CARD.findall(json.dumps(shown))} - {*hand}


def assert_no_page_of_the_table_shows_a_hand(evening: Evening) -> None:
    open_, number = evening.known(), evening.casino.feed.newest.view["coup"]
    for page in ("/seats", "/sheet", "/metrics", f"/supervisor/coup/{number}"):
        shown = {*CARD.findall(evening.tablet.get(page).text)}
        for hand in hands_of(evening).values():
            assert not ({*hand} - open_) & shown


def assert_replayed(journal: Path, *, hindsight: bool) -> None:
    """The replay prints what was decided, and nothing else but hindsight."""
    told = CliRunner().invoke(replay, [str(journal), *(["--hindsight"] if hindsight else [])])
    assert told.exit_code == 0, told.output
    lines: list[Plain] = [*map(json.loads, told.stdout.splitlines())]
    with reading(journal) as file:
        decided = [each.plain for each in records(file, "kind = 'event'")]
    assert [line for line in lines if line["event"] != "thrown"] == decided
    assert decided
