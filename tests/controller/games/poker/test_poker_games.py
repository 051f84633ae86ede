"""Random evenings of poker, of every variant: nothing is made or lost, and every deal comes to an end."""

from __future__ import annotations

from itertools import product

import pytest

from sabot.games.poker import rules
from sabot.games.poker.deal import Deal
from tests.controller.games.poker.evenings import deals, evening

VARIANTS = ("draw", "doubles", "five-stud", "seven-stud")
SETTINGS = ("both", "off", "after_round", "after_showdown_trips")


def money(deal: Deal) -> int:
    return sum(deal.evening.purses.values(), start=deal.in_play)


@pytest.mark.parametrize(("variant", "chips"), [*product(VARIANTS, (None, 40, 1000))])
def test_no_cent_is_made_or_lost_and_no_legal_act_is_refused(variant: str, chips: int | None):
    """A false opening, found when the cards are shown, is the only fault that a legal act can bring."""
    decided = 0
    for seed in range(3):
        start = evening(variant=variant, chips=chips, players=2 + seed, jackpot=SETTINGS[seed])
        total = sum(start.purses.values())
        for before, words, after in deals(start, seed=seed, count=3):
            assert money(after) == total, words
            assert {fault.kind for fault in after.faults} <= {"wrong-announcement"}, words
            assert (after.ended is None) == bool(rules.due(after)), words
            assert before.ended is None
            assert chips is None or min(after.evening.purses.values()) >= 0
            if after.ended:
                decided += 1
                assert money(rules.begun(rules.following(after))) == total
                returned = [each.returned for each in rules.outcome(after).settlements]
                assert sum(returned) == sum(dict(after.ended.won).values())
    assert decided > 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_illegal_act_at_any_place_is_refused_and_changes_nothing(variant: str):
    illegal = [
        (verb, seat, *more)
        for verb, *more in (
            ("see",),
            ("fold",),
            ("raise", 99),
            ("open",),
            ("cheap",),
            ("swap", 6),
            ("double",),
        )
        for seat in (1, 2, 3, 9)
    ]
    refused = 0
    for nth, (before, _, _) in enumerate(deals(evening(variant=variant, players=3), seed=7, count=3)):
        words = illegal[nth % len(illegal)]
        verb, seat, *_ = words
        if any(
            turn.seat == seat and act.split()[0] == verb for turn in rules.due(before) for act in turn.acts
        ):
            continue
        after = rules.acted(before, words)
        assert after == before._replace(faults=after.faults)
        assert (len(after.faults), after.faults[-1].seat) == (len(before.faults) + 1, seat)
        refused += 1
    assert refused > 10
