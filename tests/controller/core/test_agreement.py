"""Sabot and eye (controller/sabot/core/agreement.py): the sabot's word deals, the eye agrees or disputes.

The game is punto banco: cards go to punto, banco, punto, banco. Times are those of the room's clock.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core import options as house
from sabot.core.agreement import DOUBT_NS, MOST_LYING, UNHEARD_NS
from sabot.core.cards import DECK, card_named
from sabot.core.events import Event, FaultFound, as_dict
from sabot.core.observations import (
    Acknowledged,
    CardLies,
    CardSeen,
    CardTaken,
    ClockTicked,
    CoupEnded,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Observation,
    SabotOpened,
    Undone,
)
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.punto_banco import coup as punto_banco
from sabot.games.roulette import rules as roulette
from sabot.live.steps import _unchanged
from sabot.record.resume import after, is_beginning

SECOND = 1_000_000_000
CLOSED_BY_HAND = house.read(punto_banco.Options, [("close", "croupier")])


class Cloth:
    """A table with both instruments, and the time."""

    def __init__(self, table: Table | None = None) -> None:
        self.table = table or opened(punto_banco, CLOSED_BY_HAND)
        self.now_ns, self.set_ns = 100 * SECOND, 0
        self.faults: list[dict[str, Any]] = []
        self._tracks = 0

    def happen(self, *observations: Observation) -> None:
        for each in observations:
            wall_ns = self.now_ns + self.set_ns
            each = ClockTicked(wall_ns) if isinstance(each, ClockTicked) else each
            self.table, events = after(self.table, each, wall_ns, self.now_ns)
            self.faults += [as_dict(event) for event in events if isinstance(event, FaultFound)]

    def drawn(self, cards: str) -> None:
        self.happen(*(CardSeen(card_named(name)) for name in cards.split()))

    def lies(self, name: str, place: str, *, picture: str = "") -> str:
        self._tracks += 1
        track = str(self._tracks)
        self.happen(CardLies(card_named(name), place, 0, track, picture))
        return track

    def wait(self, ns: int) -> None:
        self.now_ns += ns
        self.happen(ClockTicked(self.now_ns))

    def agreed(self) -> list[str | None]:
        return [each["card"] for each in view(self.table)["eye"]["lying"] if each["agreed"]]

    def unseen(self) -> list[list[str]]:
        return view(self.table)["eye"]["unseen"]


def test_a_card_that_lies_where_it_was_dealt_agrees_and_says_nothing():
    cloth = Cloth()
    cloth.drawn("8C KD")
    cloth.lies("8C", "punto")
    cloth.wait(10 * SECOND)
    assert (cloth.agreed(), cloth.unseen(), cloth.faults) == (["8C"], [["banco", "KD"]], [])


def test_another_card_than_the_sabot_said_is_a_dispute_that_names_both_readings_and_the_picture():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("9C", "punto", picture="abc.jpg")
    assert cloth.faults == []
    cloth.wait(DOUBT_NS)
    (fault,) = cloth.faults
    because = "the eye reads 9C at punto, and the sabot said 8C"
    told = {"kind": "disagreement", "because": because, "card": "9C", "to": "punto", "said": "8C"}
    assert {key: fault[key] for key in told} == told
    assert fault["picture"] == "abc.jpg"
    assert view(cloth.table)["faults"][0]["picture"] == "abc.jpg"


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wall_clock_that_is_set_makes_no_doubt_wait_nor_hurries_it(hours: int):
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("9C", "punto")
    cloth.set_ns = hours * 3600 * SECOND
    cloth.wait(DOUBT_NS - 1)
    assert cloth.faults == []
    cloth.wait(1)
    assert len(cloth.faults) == 1
    assert view(cloth.table)["clock_ns"] == cloth.now_ns + cloth.set_ns


def test_a_doubt_from_before_the_computer_was_started_again_waits_its_time_again_and_no_longer():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("9C", "punto")
    cloth.now_ns = 5 * SECOND
    cloth.wait(0)
    assert cloth.faults == []
    cloth.wait(DOUBT_NS)
    assert len(cloth.faults) == 1


def test_a_dispute_is_told_once_and_answered_once():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("9C", "punto")
    for _ in range(5):
        cloth.wait(SECOND)
    assert view(cloth.table)["last_card"] == "8C"
    cloth.happen(Acknowledged(by="chef de table"))
    assert view(cloth.table)["last_card"] == "8C"
    cloth.wait(60 * SECOND)
    cloth.drawn("KD 2H 3S")
    cloth.wait(60 * SECOND)
    assert len(cloth.faults) == 1
    assert view(cloth.table)["faults"] == []


def test_the_sabots_word_stands_whatever_the_eye_says():
    alone, watched = Cloth(), Cloth()
    for cloth in (alone, watched):
        cloth.drawn("9C 5D JS KH")
    watched.lies("2C", "banco")
    watched.wait(10 * SECOND)
    assert view(alone.table)["result"] == view(watched.table)["result"]
    assert view(alone.table)["places"] == view(watched.table)["places"]


def test_cards_that_the_eye_reads_in_another_order_agree_when_both_lie():
    cloth = Cloth()
    cloth.drawn("8C KD 2H")
    cloth.lies("2H", "punto")
    cloth.lies("8C", "punto")
    cloth.wait(10 * SECOND)
    assert (cloth.agreed(), cloth.faults) == (["2H", "8C"], [])


def test_an_eye_that_is_faster_than_the_sabot_waits_for_it():
    cloth = Cloth()
    cloth.lies("8C", "punto")
    cloth.wait(UNHEARD_NS - SECOND)
    cloth.drawn("8C")
    cloth.wait(10 * SECOND)
    assert (cloth.agreed(), cloth.faults) == (["8C"], [])


def test_a_card_that_the_sabot_never_said_is_a_dispute_of_its_own():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("8C", "punto")
    cloth.lies("KD", "banco")
    cloth.wait(UNHEARD_NS)
    cloth.wait(UNHEARD_NS)
    assert [fault["because"] for fault in cloth.faults] == [
        "the eye reads KD at banco, and no such card was dealt"
    ]


def test_a_card_laid_at_the_wrong_place_is_misplaced_and_no_disagreement():
    cloth = Cloth()
    cloth.drawn("8C KD")
    cloth.lies("8C", "banco")
    cloth.wait(SECOND)
    cloth.wait(DOUBT_NS)
    (fault,) = cloth.faults
    assert (fault["kind"], fault["card"], fault["to"], fault["owed"]) == (
        "misplaced-card",
        "8C",
        "banco",
        "punto",
    )


def test_the_cards_of_a_decided_coup_that_is_not_closed_are_looked_for_once():
    cloth = Cloth()
    cloth.drawn("8C KD JS 3D")
    cloth.lies("8C", "punto")
    assert cloth.unseen() == [["punto", "JS"], ["banco", "KD"], ["banco", "3D"]]


def test_two_equal_cards_of_a_sixain_are_two_cards():
    cloth = Cloth()
    cloth.drawn("8C KD 8C KD")
    cloth.lies("8C", "punto")
    cloth.lies("8C", "punto")
    assert cloth.unseen() == [["banco", "KD"], ["banco", "KD"]]
    cloth.lies("8C", "punto")
    cloth.wait(0)
    cloth.wait(UNHEARD_NS)
    assert len(cloth.faults) == 1


def test_one_dealt_card_explains_one_card_that_lies_elsewhere_and_no_second():
    cloth = Cloth()
    cloth.drawn("8C KD")
    for _ in range(2):
        cloth.lies("8C", "banco")
    cloth.wait(UNHEARD_NS)
    assert [fault["kind"] for fault in cloth.faults] == ["misplaced-card", "disagreement"]


def test_one_card_aside_explains_one_card_that_lies_and_no_second():
    cloth = Cloth()
    cloth.drawn("9C 5D JS KH 2C")
    for _ in range(2):
        cloth.lies("2C", "banco")
    cloth.wait(UNHEARD_NS)
    assert [fault["kind"] for fault in cloth.faults] == ["faux-tirage", "disagreement"]


def test_a_card_named_again_after_a_dispute_agrees():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("9C", "punto")
    cloth.wait(DOUBT_NS)
    cloth.happen(Undone(by="chef de table"), CardSeen(card_named("9C"), source="manual"))
    cloth.wait(60 * SECOND)
    assert (cloth.agreed(), len(cloth.faults)) == (["9C"], 1)


def test_a_card_that_agreed_is_in_doubt_again_when_the_sabots_is_withdrawn():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.lies("8C", "punto")
    cloth.happen(Undone(by="chef de table"))
    cloth.wait(UNHEARD_NS)
    assert cloth.agreed() == []
    cloth.wait(UNHEARD_NS)
    assert len(cloth.faults) == 1


def test_a_card_of_this_coup_that_is_withdrawn_is_no_late_card_of_the_coup_before():
    cloth = Cloth()
    cloth.drawn("8C KD JS 3D")
    cloth.happen(CoupEnded())
    cloth.drawn("QS QD 8C")
    cloth.lies("8C", "punto")
    assert cloth.agreed() == ["8C"]
    cloth.happen(Undone(by="chef de table"), CardSeen(card_named("9C")))
    assert cloth.agreed() == []


def test_cards_still_on_the_cloth_after_the_coup_disturb_nobody():
    cloth = Cloth()
    cloth.drawn("9C 5D JS KH")
    for name, place in (("9C", "punto"), ("5D", "banco"), ("JS", "punto")):
        cloth.lies(name, place)
    cloth.happen(CoupEnded())
    cloth.wait(SECOND)
    cloth.lies("KH", "banco")
    cloth.drawn("2C")
    cloth.wait(60 * SECOND)
    assert (cloth.agreed(), cloth.faults) == (["9C", "5D", "JS", "KH"], [])


def test_the_last_card_of_a_coup_may_be_seen_when_the_next_has_begun():
    cloth = Cloth()
    cloth.drawn("9C 5D JS KH")
    cloth.happen(CoupEnded())
    cloth.drawn("2C")
    cloth.lies("KH", "banco")
    cloth.wait(60 * SECOND)
    assert (cloth.agreed(), cloth.faults) == (["KH"], [])


def test_a_disputed_card_left_lying_is_not_held_against_the_next_coup():
    cloth = Cloth()
    cloth.drawn("9C 5D JS KH")
    cloth.lies("2D", "banco")
    cloth.wait(10 * SECOND)
    cloth.happen(CoupEnded())
    cloth.drawn("3C 4C")
    cloth.wait(60 * SECOND)
    assert len(cloth.faults) == 1


def test_a_card_drawn_too_many_lies_aside_in_peace():
    cloth = Cloth()
    cloth.drawn("9C 5D JS KH 2C")
    cloth.lies("2C", "banco")
    cloth.wait(60 * SECOND)
    assert [fault["kind"] for fault in cloth.faults] == ["faux-tirage"]


def test_while_a_card_waits_for_its_name_nothing_is_disputed():
    cloth = Cloth()
    cloth.happen(CardSeen(None))
    cloth.lies("8C", "punto")
    cloth.wait(60 * SECOND)
    assert [fault["kind"] for fault in cloth.faults] == ["unread-card"]


def test_what_the_eye_cannot_read_or_place_is_shown_and_disputes_nothing():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.happen(CardLies(None, "punto", track="a"), CardLies(card_named("9D"), "", track="b"))
    cloth.wait(60 * SECOND)
    assert cloth.faults == []
    assert [each["card"] for each in view(cloth.table)["eye"]["lying"]] == [None, "9D"]


def test_a_card_told_again_under_its_track_has_moved_and_one_taken_is_gone():
    cloth = Cloth()
    cloth.drawn("8C")
    track = cloth.lies("8C", "banco")
    cloth.happen(CardLies(card_named("8C"), "punto", 0, track))
    cloth.wait(60 * SECOND)
    assert (cloth.agreed(), cloth.faults) == (["8C"], [])
    cloth.happen(CardTaken(track))
    assert cloth.table.room.eye.lying == ()


def test_an_eye_that_went_away_forgets_and_a_troubled_one_does_not():
    cloth = Cloth()
    cloth.lies("8C", "punto")
    cloth.happen(DeviceTroubled("camera", "the picture is black"), DeviceLost("sabot", "pulled"))
    assert cloth.table.room.eye.lying != ()
    cloth.happen(DeviceLost("camera", "the cable was pulled"))
    assert cloth.table.room.eye.lying == ()
    cloth.lies("8C", "punto")
    cloth.happen(DeviceFound("camera", "camera", "eye"))
    assert cloth.table.room.eye.lying == ()


def test_while_the_eye_is_in_trouble_nothing_is_disputed_and_afterwards_doubts_begin_again():
    cloth = Cloth()
    cloth.drawn("8C")
    cloth.happen(DeviceFound("camera", "camera", "eye"))
    cloth.lies("9C", "punto")
    cloth.wait(DOUBT_NS - 1)
    cloth.happen(DeviceTroubled("camera", "the eye is late"))
    cloth.wait(60 * SECOND)
    cloth.happen(DeviceTroubled("camera", "it sees again", since_ok=True))
    cloth.wait(DOUBT_NS - 1)
    assert cloth.faults == []
    cloth.wait(1)
    assert len(cloth.faults) == 1


def test_a_game_without_cards_takes_no_notice():
    cloth = Cloth(opened(roulette))
    cloth.lies("8C", "punto")
    cloth.wait(60 * SECOND)
    assert cloth.faults == []


def test_the_eye_keeps_no_more_than_a_table_can_hold():
    cloth = Cloth()
    tracks = [cloth.lies("8C", "") for _ in range(MOST_LYING + 5)]
    assert [each.track for each in cloth.table.room.eye.lying] == tracks[5:], "the oldest are forgotten"


def test_a_fold_does_not_begin_while_cards_lie_that_only_an_earlier_one_knows():
    cloth = Cloth()
    track = cloth.lies("8C", "")
    assert not is_beginning(SabotOpened(), cloth.table)
    cloth.happen(CardTaken(track))
    assert is_beginning(SabotOpened(), cloth.table)


CARDS = st.sampled_from([*DECK[:6], None])
ANYTHING = st.one_of(
    st.builds(CardSeen, CARDS),
    st.builds(
        CardLies, CARDS, st.sampled_from(["punto", "banco", "", "nowhere"]), track=st.sampled_from("abcdef")
    ),
    st.builds(CardTaken, st.sampled_from("abcdef")),
    st.just(Undone()),
    st.just(CoupEnded()),
    st.just(SabotOpened()),
    st.just(Acknowledged()),
    st.integers(1, 10).map(lambda s: ClockTicked(s)),
)


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(ANYTHING, max_size=40))
def test_what_is_on_record_gives_the_same_table_and_the_same_disputes_again(seen: list[Observation]):
    """On record is what was seen, but for a tick that changed nothing but the time
    (controller/sabot/live/loop.py). The wall clock is set back an hour at every undo; the other begins
    again at every new sabot."""
    table, clocks, record = opened(punto_banco), (0, SECOND), []
    told: list[Event] = []
    retold: list[Event] = []
    for each in seen:
        clocks = passed(clocks, each)
        each = ClockTicked(clocks[0]) if isinstance(each, ClockTicked) else each
        before, (table, events) = table, after(table, each, *clocks)
        told += events
        if events or not isinstance(each, ClockTicked) or not _unchanged(before, table):
            record.append((each, *clocks))
    again = opened(punto_banco)
    for each, *stamps in record:
        again, events = after(again, each, *stamps)
        retold += events
    assert retold == told
    assert view(again) | {"clock_ns": 0} == view(table) | {"clock_ns": 0}


def passed(clocks: tuple[int, int], seen: Observation) -> tuple[int, int]:
    """Both clocks, the wall's and the steady one, when this is seen."""
    wall_ns, steady_ns = clocks
    if isinstance(seen, ClockTicked):
        return wall_ns + seen.wall_ns * SECOND, steady_ns + seen.wall_ns * SECOND
    if isinstance(seen, Undone):
        return wall_ns - 3600 * SECOND, steady_ns
    return (wall_ns, SECOND) if isinstance(seen, SabotOpened) else clocks


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(ANYTHING, max_size=40))
def test_no_eye_changes_what_the_cards_prove_and_no_card_is_disputed_twice(seen: list[Observation]):
    watched, alone, now_ns = opened(punto_banco), opened(punto_banco), 0
    for each in seen:
        if isinstance(each, ClockTicked):
            now_ns += each.wall_ns * SECOND
            each = ClockTicked(now_ns)
        watched, _ = step(watched, each)
        alone, _ = step(alone, each) if not isinstance(each, CardLies | CardTaken) else (alone, ())
        eye = watched.room.eye.lying
        assert len({lying.track for lying in eye}) == len(eye)
        assert not any(lying.agreed and lying.reported for lying in eye)
    whole, without = dict(view(watched)), dict(view(alone))
    same = ("coup", "phase", "places", "owed", "result", "sabot", "aside", "results")
    assert {key: whole[key] for key in same} == {key: without[key] for key in same}
