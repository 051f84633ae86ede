"""A trainee at the table with a sabot and an eye: both report what they saw, as the simulated ones do."""

from __future__ import annotations

from typing import Any

import pytest

from sabot.core import table as tables
from sabot.core.events import with_reason
from sabot.core.observations import (
    BetsClosed,
    CardLies,
    CardSeen,
    ClockTicked,
    CoupEnded,
    DeviceFound,
    Observation,
)
from sabot.core.view import view
from sabot.games.lessons import Dealt
from sabot.games.punto_banco import coup as punto_banco
from sabot.record.resume import after
from sabot.school.at_table import A_COUP, Watch
from sabot_dashboard.picture import projection
from tests.controller.dealing import card

SECOND_NS = 1_000_000_000
BANCO_STANDS = (("8C", "punto"), ("4S", "banco"), ("7D", "punto"), ("3H", "banco"), ("2D", "punto"))
"""Punto 5 draws a two, banco has 7 and stands."""


def seen(cards: tuple[tuple[str, str], ...]) -> list[Observation]:
    """Each card as the sabot names it and then as the eye sees it lie."""
    both: list[Observation] = [DeviceFound("sabot"), DeviceFound("camera"), BetsClosed()]
    lying: dict[str, int] = {}
    for nth, (name, place) in enumerate(cards):
        both += [CardSeen(card(name)), CardLies(card(name), place, lying.get(place, 0), f"t{nth}")]
        lying[place] = lying.get(place, 0) + 1
    return both


def dealt(observations: list[Observation], mode: str) -> tuple[list[Dealt], list[dict[str, Any]]]:
    """What counts for the trainee, and each picture that their screen had."""
    watch, done, pictures = Watch(), [], []
    table = tables.opened(punto_banco, punto_banco.Options(close="croupier"))
    for at_s, each in enumerate(observations, start=100):
        now_ns = at_s * SECOND_NS
        for seen_now in (each, ClockTicked(now_ns)):
            table, events = after(table, seen_now, now_ns, now_ns)
            done += watch.take(view(table), [with_reason(event) for event in events], float(at_s))
        pictures.append(projection.croupier(view(table) | {"training": mode}))
    return done, pictures


def test_a_coup_that_sabot_and_eye_agree_on_counts_for_the_cells_of_the_drills() -> None:
    done, _ = dealt([*seen(BANCO_STANDS), CoupEnded()], "coach")
    assert [(each.drill, each.cell, each.right) for each in done] == [
        (*A_COUP, True),
        ("tirage-punto", "5", True),
        ("tirage-banco", "7/2", True),
    ]


def test_a_coach_says_before_the_card_that_banco_stands() -> None:
    _, pictures = dealt(seen(BANCO_STANDS), "coach")
    assert "stands" in str(pictures[-1]["coach"])


@pytest.mark.parametrize("amiss", [(0, "banco"), (3, "punto")])
def test_a_card_that_the_eye_sees_at_the_wrong_place_is_the_trainees_fault_and_silence_hides_it(
    amiss: tuple[int, str],
) -> None:
    nth, place = amiss
    cards = tuple((name, place if at == nth else to) for at, (name, to) in enumerate(BANCO_STANDS))
    waits: list[Observation] = [ClockTicked(0)] * 3  # until the eye is sure
    done, pictures = dealt([*seen(cards), *waits, CoupEnded()], "silent")
    assert Dealt("at-table", "misplaced-card", right=False) in done
    assert done[0].right is False
    for picture in pictures:
        assert (picture["faults"], picture["unseen"], picture["result"]) == ([], [], None)
        assert "fault" not in str(picture["band"])
    _, coached = dealt([*seen(cards), *waits], "coach")
    assert [each["kind"] for each in coached[-1]["faults"]] == ["misplaced-card"]
