"""The record page by page: coups, faults, and what came since."""

from __future__ import annotations

import pytest

from sabot.core import options as house
from sabot.core import table as tables
from sabot.core.observations import BallSeen, CoupEnded, Observation, Undone, WheelFault
from sabot.core.reasons import reason
from sabot.games.register import GAMES
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot.live.loop import Loop
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import opening
from sabot.record.shift.past import AT_ONCE_RECORDS, Past
from tests.dashboard import views

NINE = "8C KD AH 7S end"
"""A coup that punto wins by nine points."""


@pytest.fixture
def past(tmp_path):
    """The record that a live table makes of a script, or of what was seen."""

    def live(script: str | list[Observation], game: str = "punto-banco") -> Past:
        seen = (
            [Undone() if word == "-" else views.observation(word) for word in script.split()]
            if isinstance(script, str)
            else script
        )
        table = tables.opened(GAMES[game], house.read(GAMES[game].Options, [("close", "croupier")]))
        inbox = Inbox()
        with Journal(tmp_path / "table.sqlite3") as journal:
            journal.append([Entry("opening", opening(table))])
            loop = Loop(table, journal=journal, inbox=inbox, feed=Feed())
            for each in seen:
                inbox.put(inbox.stamped(each))
            while len(inbox):
                loop.turn(0)
        return Past(tmp_path / "table.sqlite3")

    return live


def test_coups_come_the_newest_first_and_page_by_page_to_the_first(past):
    record = past(f"{NINE} " * 5)
    assert [each.coup for each in record.coups(None, 2)] == [5, 4]
    assert [each.coup for each in record.coups(4, 2)] == [3, 2]
    assert [each.coup for each in record.coups(2, 2)] == [1]
    assert record.coups(1, 2) == []
    assert [each.coup for each in record.coups(99, 1)] == [5]
    (newest,) = record.coups(None, 1)
    assert (newest.result["winner"], newest.cards["punto"], newest.void) == ("punto", ["8C", "AH"], False)


def test_a_page_far_back_is_that_of_the_whole_journal(past):
    """The record begins a new fold with each sabot; a page reads from one that is far enough back."""
    numbers = [BallSeen(str(n % 37)) for n in range(420)]
    record = past([each for ball in numbers for each in (ball, CoupEnded())], "roulette")
    every = record.coups(None, 1000)
    assert [each.coup for each in every] == list(range(420, 0, -1))
    assert record.coups(410, 7) == every[11:18]


def test_faults_come_the_newest_first_with_their_game_and_rule(past):
    record = past("8C ?? - 9D 9D 9D 9D 9D")
    newest, *others = record.faults(None, 50)
    assert (newest.kind, newest.game, newest.card, newest.coup) == ("faux-tirage", "punto-banco", "9D", 1)
    assert newest.because
    assert [each.kind for each in others][-1] == "unread-card"
    assert record.faults(newest.seq, 1) == others[:1]
    assert record.faults(others[-1].seq, 5) == []


def test_a_fault_of_the_wheel_is_a_fault_until_it_is_over(past):
    seen = [WheelFault("tilt", reason("the wheel is not level")), WheelFault("tilt", since_ok=True)]
    (fault,) = past(seen, "roulette").faults(None, 9)
    assert (fault.kind, fault.because, fault.game) == ("wheel", "the wheel is not level", "roulette")


def test_news_are_results_void_coups_withdrawals_and_faults_in_their_order(past):
    record = past(f"{NINE} 8C - ??")
    news, last = record.news(0)
    assert [each.kind for each in news] == ["result", "undone", "fault"]
    assert news[0].data == {
        "winner": "punto",
        "points": {"punto": 9, "banco": 7},
        "natural": True,
        "pairs": [],
    }
    assert news[2].data == {"kind": "unread-card"}
    assert last == record.head()
    assert record.news(last) == ([], last)
    assert record.news(news[0].seq)[0] == news[1:]


def test_a_withdrawal_says_from_which_record_on_nothing_stands_and_names_no_card(past):
    record = past("8C -")
    (undone,), _ = record.news(0)
    assert undone.data.keys() == {"from"}
    assert 0 < undone.data["from"] < undone.seq


def test_news_come_in_pieces_and_none_is_lost_between_them(past):
    record = past([each for n in range(200) for each in (BallSeen(str(n % 37)), CoupEnded())], "roulette")
    assert record.head() > 2 * AT_ONCE_RECORDS
    after, found = 0, []
    while after < record.head():
        news, after = record.news(after)
        found += news
    assert [each.coup for each in found] == list(range(1, 201))


def test_the_chain_of_a_record_is_that_of_its_news(past):
    record = past(NINE)
    ((news,), _) = record.news(0)
    assert record.chain(news.seq) == news.chain
    assert len(news.chain) == 64
    assert record.chain(news.seq + 1) != news.chain


def test_an_empty_journal_has_no_name_and_no_news(tmp_path):
    Journal(tmp_path / "new.sqlite3").close()
    past = Past(tmp_path / "new.sqlite3")
    assert (past.chain(1), past.head(), past.news(0), past.coups(None, 5), past.faults(None, 5)) == (
        "",
        0,
        ([], 0),
        [],
        [],
    )
