"""Deals that are over, read from the journal: which card decided each, in words and as lines of a script."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from sabot.core.cards import Card, card_named
from sabot.core.observations import CardSeen, DeviceLost, Observation, Said, Undone, as_dict
from sabot.core.table import opened
from sabot.games.lessons import BROKEN, DEAL, DEFENCE, UNKNOWN, Hindsight, Thrown
from sabot.games.nap.options import Options
from sabot.games.register import GAMES
from sabot.games.roulette.rules import Options as Wheel
from sabot.record.chain import Entry
from sabot.record.journal import Journal
from sabot.record.resume import begun, opening
from sabot.school.afterwards import deals as module
from sabot.school.afterwards.deals import DEALS_KEPT, Deals, after_each, said
from sabot.school.store import SchoolError

DEAL_OF_NAP = """hand {a} 9D AC QC 7H 8H, hand {b} 2D KC 3C 4H 5H, bid {b} 1, bid {a} pass
play {b} 2D, play {a} 9D, play {a} AC, play {b} KC, play {a} QC, play {b} 3C
play {a} 7H, play {b} 4H, play {a} 8H, play {b} 5H"""
"""Seat b calls one trick, and puts the seven of clubs under the ace."""
THROWN = "trick 2: seat 2 threw the contract away with KC; better: 3♣"


def acts(script: str) -> list[str]:
    return [each.strip() for each in script.replace(",", "\n").splitlines()]


FIRST, SECOND = acts(DEAL_OF_NAP.format(a=1, b=2)), acts(DEAL_OF_NAP.format(a=2, b=1))


class Evening:
    """A journal of nap for two, to which acts are added as they happen."""

    def __init__(self, folder: Path, game: str = "nap") -> None:
        rules = GAMES[game]
        self.fresh = opened(rules, Options(players=2) if game == "nap" else rules.Options())
        self.path = folder / "evening.sqlite3"
        self._journal = Journal(self.path)
        self._journal.append([Entry("opening", opening(self.fresh), wall_ns=1)])

    def says(self, *acts: str) -> None:
        self.sees(*[Undone() if each == "undo" else Said(each) for each in acts])

    def sees(self, *found: Observation) -> None:
        self._journal.append([Entry("observation", as_dict(each), wall_ns=2) for each in found])

    def opened_again(self) -> None:
        self._journal.append(begun(self.path, fresh=self.fresh, name="", wall_ns=3).entries)

    def close(self) -> None:
        self._journal.close()


@pytest.fixture
def evening(tmp_path: Path):
    found = Evening(tmp_path)
    yield found
    found.close()


def test_the_school_reads_what_is_new_in_the_journal_and_says_which_card_decided(evening: Evening) -> None:
    deals = Deals(evening.path)
    assert deals.newest() == []
    evening.says(*FIRST[:-1])
    assert deals.newest() == []
    evening.says(FIRST[-1])
    (over,) = deals.newest()
    assert (over.number, over.contract) == (1, "2 1")
    found, hindsight = deals.of(1)
    assert found is over
    assert [*map(str, said(hindsight))] == [THROWN]
    assert deals.of(1)[1] is hindsight, "it is worked out once"
    evening.says(*SECOND)
    assert [each.number for each in deals.newest()] == [2, 1]
    with pytest.raises(SchoolError, match="There is no such deal"):
        deals.of(3)


def test_a_page_that_is_loaded_again_waits_for_the_deal_that_is_being_worked_out(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.says(*FIRST)
    deals, begun, looked, found = Deals(evening.path), list[object](), threading.Event(), list[object]()
    reload = threading.Thread(target=lambda: found.append(deals.of(1)))

    class Found(dict[int, Any]):
        def get(self, number: int, default: Any = None) -> Any:
            known = super().get(number, default)
            if threading.current_thread() is reload:
                looked.set()
            return known

    def hard(over: object) -> Hindsight:
        begun.append(over)
        if len(begun) == 1:
            reload.start()
            assert looked.wait(60), "the second page finds nothing yet"
        return Hindsight()

    deals._found = Found()
    monkeypatch.setattr(module, "hindsight", hard)
    first = deals.of(1)
    reload.join(60)
    assert len(begun) == 1
    assert found[0] is first


def test_a_deal_whose_last_act_is_taken_back_is_not_over(evening: Evening) -> None:
    deals = Deals(evening.path)
    evening.says(*FIRST)
    before = deals.of(1)
    evening.says("undo")
    assert deals.newest() == []
    evening.says(FIRST[-1])
    assert deals.of(1)[0] is not before[0]


def test_a_deal_is_reviewed_as_the_table_decided_it_after_a_restart(tmp_path: Path) -> None:
    """docs/journal.md: a restart is a replay. A table that was opened again knows of no shoe that is lost, so
    it keeps no card that a person enters in the place of one that the shoe tells late."""
    evening, seven = Evening(tmp_path, "ecarte"), card_named("7S")
    deals = Deals(evening.path)
    evening.sees(DeviceLost("sabot"))
    assert deals.newest() == []
    evening.opened_again()
    evening.sees(CardSeen(seven, source="manual"))  # nothing is to be turned yet
    evening.says("hand 1 KS QS JS TS 9S", "hand 2 KH QH JH TH 9H")
    evening.sees(CardSeen(seven, late=True))
    tricks = "2 KH, 1 9S, 1 KS, 2 9H, 1 QS, 2 TH, 1 JS, 2 JH, 1 TS, 2 QH"
    evening.says("answer 2 brutaal", *(f"play {each}" for each in tricks.split(", ")))
    (over,) = deals.newest()
    assert over.coup == begun(evening.path, fresh=evening.fresh, name="", wall_ns=4).table.play.coup
    evening.close()


def test_only_the_newest_deals_are_kept(evening: Evening) -> None:
    for _ in range(DEALS_KEPT // 2 + 1):
        evening.says(*FIRST, *SECOND)
    newest = [each.number for each in Deals(evening.path).newest()]
    assert newest == [*range(DEALS_KEPT + 2, 2, -1)]


def test_what_was_found_of_a_deal_goes_with_the_deal(evening: Evening) -> None:
    deals = Deals(evening.path, kept=2)
    evening.says(*FIRST)
    for played in (SECOND, FIRST, SECOND):
        deals.of(deals.newest()[0].number)
        evening.says(*played)
    deals.of(deals.newest()[0].number)
    assert {*deals._found} == {*deals._over} == {3, 4}
    evening.says("undo")
    assert [each.number for each in deals.newest()] == [3]
    assert {*deals._found} == {3}


def test_a_deal_that_goes_while_it_is_worked_out_is_not_kept(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = Deals(evening.path)
    evening.says(*FIRST)

    def meanwhile(over: object) -> Hindsight:
        evening.says("undo")
        assert deals.newest() == []
        return Hindsight()

    monkeypatch.setattr("sabot.school.afterwards.deals.hindsight", meanwhile)
    assert deals.of(1)[1] == Hindsight()
    assert not deals._found


def test_without_a_journal_and_in_a_game_that_nobody_works_out_there_are_no_deals(tmp_path: Path) -> None:
    assert Deals(None).newest() == []
    assert Deals(tmp_path / "none.sqlite3").newest() == []
    casino = Evening(tmp_path, "punto-banco")
    casino.says("annule a card was dropped")
    assert Deals(casino.path).newest() == []
    casino.close()


def test_every_kind_of_hindsight_is_a_sentence() -> None:
    card, better = Card("T", "H"), (Card("9", "H"), Card("T", "S"))
    sentences = [
        *map(str, said(Hindsight((Thrown(1, 2, card, better, DEFENCE), Thrown(3, 1, card, better, DEAL)))))
    ]
    assert sentences == [
        "trick 1: seat 2 let the contract through with TH; better: 9♥ 10♠",
        "trick 3: seat 1 threw the deal away with TH; better: 9♥ 10♠",
    ]
    assert [*map(str, said(Hindsight()))] == ["no card threw this deal away"]
    assert "not all hands" in str(said(Hindsight(silent=UNKNOWN))[0])
    assert "against the rules" in str(said(Hindsight(silent=BROKEN))[0])


def test_a_script_is_told_after_each_deal_and_of_unknown_hands_nothing() -> None:
    rules, options = GAMES["nap"], Options(players=2)
    unknown = ["deal", "bid 2 1", "bid 1 pass", "play 2 AC", "play 1 2C"]
    lines = [*after_each(rules, options, [*FIRST, *acts("deal, bid 1 1, bid 2 pass, play 1 AC, play 2 2C")])]
    thrown = [line for line in lines if line["event"] == "thrown"]
    assert thrown == [
        {
            "event": "thrown",
            "coup": 1,
            "what": "contract",
            "trick": 2,
            "seat": 2,
            "card": "KC",
            "better": ["3C"],
        }
    ]
    events = [line["event"] for line in lines]
    assert events.index("thrown") > events.index("result")
    assert not [line for line in after_each(rules, options, unknown) if line["event"] == "thrown"]


def test_an_undo_counts_the_lines_of_hindsight_and_says_none_of_them_twice() -> None:
    """docs/notation.md: lines are numbered in the order in which they are printed."""
    script = [*FIRST, SECOND[0], "undo"]
    lines = [*after_each(GAMES["nap"], Options(players=2), script)]
    events = [line["event"] for line in lines]
    assert events.count("thrown") == 1, "the deal was over before"
    assert lines[-1] == {
        "event": "undone",
        "coup": 1,
        "token": "hand 2",
        "from": events.index("thrown") + 2,  # the line after it; the first line is number 1
    }


def test_hindsight_drops_no_line_at_the_end_of_a_script() -> None:
    rules = GAMES["roulette"]
    chosen = [*after_each(rules, Wheel(zero_rule="choice"), ["bet rouge 20", "0"])]
    assert chosen[-1]["event"] == "settlement", "which player still might have chosen prison"
    rules = GAMES["punto-banco"]
    unread = [*after_each(rules, rules.Options(), ["8C ?? KD"])]
    assert "one card drawn after it waits too" in str(unread[-1]["because"])
