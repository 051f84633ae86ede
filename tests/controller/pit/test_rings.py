"""The rings of a roll-out, by what must hold of every one of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.reasons import NOTHING, Reason, Value, reason
from sabot.pit.offers import rings
from sabot.pit.offers.rings import (
    ACCEPTED,
    DECLINED,
    HEALTHY_COUPS,
    NONE,
    WAITS,
    Next,
    Period,
    Seen,
    following,
    sizes,
)

NAMES = [f"t{n}" for n in range(1, 61)]

tables_of_a_floor = st.lists(st.sampled_from(NAMES), min_size=1, max_size=60, unique=True)


@st.composite
def floors(draw: st.DrawFn) -> list[Seen]:
    """A floor in any state that can be told, also those that no roll-out comes to."""
    placed = rings.rings(draw(tables_of_a_floor), seed=draw(st.text(max_size=8)))
    return [
        Seen(
            name,
            ring,
            has_it=draw(st.booleans()),
            is_up=draw(st.booleans()),
            offer=draw(st.sampled_from((NONE, WAITS, ACCEPTED, DECLINED))),
            is_free=draw(st.booleans()),
            coups=draw(st.sampled_from((0, HEALTHY_COUPS - 1, HEALTHY_COUPS))),
            failed=draw(st.sampled_from((NOTHING, NOTHING, NOTHING, reason("failed: {why}", why="no page")))),
            back=draw(st.sampled_from((NONE, WAITS, ACCEPTED, DECLINED))),
        )
        for name, ring in placed.items()
    ]


@pytest.mark.parametrize("count", [2, 3, 40, 1999])
def test_why_it_stops_names_every_table_that_failed_and_nests_a_dozen_deep_at_most(count: int):
    why = reason("failed: {why}", why="no page")
    stopped = following([Seen(f"t{n}", 1, failed=why) for n in range(count)]).stopped
    assert str(stopped) == "; ".join(f"t{n}: failed: no page" for n in range(count))
    assert _depth(stopped) <= 2 + count.bit_length()


def _depth(why: Value) -> int:
    return 1 + max((_depth(each) for _, each in why.values), default=0) if isinstance(why, Reason) else 0


@given(st.integers(1, 5000))
def test_rings_are_one_table_a_tenth_half_and_all(count: int):
    ends = sizes(count)
    assert (ends[0], ends[-1]) == (1, count)
    assert ends == sorted(set(ends))
    assert set(ends) == {1, -(-count // 10), -(-count // 2), count}


@given(tables_of_a_floor, st.text(max_size=8), st.randoms())
def test_the_same_seed_gives_the_same_rings_in_any_order_of_the_tables(names, seed, random):
    found = rings.rings(names, seed=seed)
    random.shuffle(names)
    assert rings.rings(names, seed=seed) == found
    ends = [sum(ring <= number for ring in found.values()) for number in range(1, max(found.values()) + 1)]
    assert ends == sizes(len(names))


@given(floors())
def test_it_is_never_more_than_one_ring_ahead(floor: list[Seen]):
    found = following(floor)
    ring_of = {each.station: each.ring for each in floor}
    assert len({ring_of[each] for each in found.offers}) <= 1
    for name in found.offers:
        assert all(each.is_settled for each in floor if each.ring < ring_of[name])
        (table,) = (each for each in floor if each.station == name)
        assert not table.has_it and not table.failed and table.is_free and table.offer == NONE


@given(floors())
def test_two_failures_stop_it_and_one_does_in_a_ring_of_one_table(floor: list[Seen]):
    failed = [each for each in floor if each.failed]
    alone = any(sum(other.ring == each.ring for other in floor) == 1 for each in failed)
    assert bool(following(floor).stopped) == (len(failed) >= 2 or alone)


@given(floors())
def test_a_stopped_one_offers_nothing_and_asks_those_that_have_it_back(floor: list[Seen]):
    found = following(floor, stopped=Reason("by hand"))
    assert (found.offers, found.is_done, found.stopped) == ((), False, Reason("by hand"))
    assert set(found.backs) == {
        each.station for each in floor if each.has_it and each.is_free and each.back == NONE
    }
    assert set(found.withdrawn) == {each.station for each in floor if each.offer == WAITS and not each.has_it}


@given(floors())
def test_one_that_failed_is_asked_back_also_where_its_ring_bears_it(floor: list[Seen]):
    found = following(floor)
    wanted = {each.station for each in floor if each.has_it and each.is_free and each.back == NONE}
    if not found.stopped:
        wanted &= {each.station for each in floor if each.failed}
    assert set(found.backs) == wanted


@given(floors())
def test_it_is_done_only_where_every_table_is_healthy_or_failed_and_has_the_version_before(floor: list[Seen]):
    found = following(floor)
    if found.is_done:
        assert not (found.offers or found.backs or found.stopped)
        assert all(each.is_healthy or (each.failed and not each.has_it) for each in floor)
    elif not found.stopped:
        assert {name for name, _ in found.waits} >= {each.station for each in floor if not each.is_settled}


@given(tables_of_a_floor, st.text(max_size=8), st.data())
def test_with_tables_that_answer_in_any_order_a_good_version_comes_to_all(names, seed, data):
    floor = {name: Seen(name, ring) for name, ring in rings.rings(names, seed=seed).items()}
    for _ in range(20 * len(floor)):
        found = following([*floor.values()])
        if found.is_done:
            break
        floor |= {name: floor[name]._replace(offer=WAITS) for name in found.offers}
        waiting = sorted(name for name, each in floor.items() if not each.is_healthy and each.offer != NONE)
        name = data.draw(st.sampled_from(waiting))
        floor[name] = after(floor[name])
    assert found == Next(max(each.ring for each in floor.values()), is_done=True)


def after(table: Seen) -> Seen:
    """What happens next at a table of good people."""
    if table.offer == WAITS:
        return table._replace(offer=ACCEPTED)
    return table._replace(has_it=True, coups=table.coups + 25 if table.has_it else 0)


def test_why_a_table_waits_is_said():
    floor = [
        Seen("a", 1, has_it=True, coups=12, offer=ACCEPTED),
        Seen("b", 2),
    ]
    assert following(floor).waits == (("a", "12 of 50 coups"), ("b", "its ring waits for ring 1"))
    (_, why), _ = following([floor[0]._replace(is_up=False), floor[1]]).waits
    assert why == "its carrier is not connected"
    a_shift = floor[0]._replace(coups=60, hours=7.99, period=Period(60, 8))
    assert following([a_shift, floor[1]]).waits[0] == ("a", "60 of 60 coups, 7.9 of 8 hours")
    assert a_shift._replace(hours=8.0).is_healthy and not a_shift._replace(hours=8.0, coups=59).is_healthy
    said = [following([Seen("a", 1, offer=each)]).waits[0][1] for each in (NONE, WAITS, ACCEPTED, DECLINED)]
    assert said[1:3] == ["nobody has answered yet", "accepted, and not reported yet"]
    assert said[0] == "it is offered now" and said[3].startswith("refused, lapsed or withdrawn")
