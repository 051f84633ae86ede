"""The yardsticks of the eye: what is counted on a rendered table (vision/sabot_vision/training/measure.py),
and of a deal that it followed (vision/sabot_vision/training/dealt.py)."""

from __future__ import annotations

import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.training.dealt import judged
from sabot_vision.training.measure import outcomes
from sabot_vision.training.tables import Table


def quad(x: float) -> np.ndarray:
    """A card 100 pixels wide, whose left side is there."""
    return np.array([(x, 100), (x + 100, 100), (x + 100, 240), (x, 240)], np.float32)


def seen(card: str | None, x: float) -> Found:
    corners = [(float(a), float(b)) for a, b in quad(x)]
    return Found(card, 0.99, (round(x), 100, 100, 140), tuple(corners), None if card else "unclear")


def counted(*found: Found) -> dict[str, int]:
    """Counts what was found on a French table with 8C, KD (printed R) and a covered 3H."""
    picture = np.zeros((720, 1280, 3), np.uint8)
    table = Table(picture, [("8C", quad(100)), ("RD", quad(400))], "fr", [("3H", quad(700))])
    return {what: count for what, count in outcomes(table, found).items() if count}


def test_cards_are_right_where_they_lie_and_a_covered_one_need_not_be_found() -> None:
    assert counted(seen("8C", 110), seen("KD", 390)) == {"right": 2}
    assert counted(seen("8C", 110), seen("KD", 390), seen("3H", 700)) == {"right": 3}
    assert counted() == {"missed": 2}


def test_a_name_that_is_put_aside_is_right_and_counted_as_misplaced() -> None:
    assert counted(seen("8C", 180), seen("KD", 400)) == {"right": 2, "misplaced": 1}


def test_a_card_named_twice_is_told_from_one_that_is_not_on_the_table() -> None:
    twice = counted(seen("8C", 100), seen("KD", 400), seen("8C", 900))
    assert twice == {"right": 2, "named twice": 1}
    assert counted(seen("8C", 100), seen("KD", 400), seen("9S", 900)) == {"right": 2, "invented": 1}


def test_wrong_and_unsure_are_counted_with_what_was_said() -> None:
    told = counted(seen("9S", 100), seen(None, 400), seen(None, 1000))
    assert told == {"wrong": 1, "9S for 8C": 1, "unsure": 1, "unsure: unclear": 1, "unsure of none": 1}


def lies(track: str, card: str | None) -> dict[str, object]:
    return {"eye": "lies", "track": track, "card": card}


def test_of_a_deal_each_card_is_told_once_and_what_was_taken_back_does_not_count() -> None:
    told = [{"eye": "beat"}, lies("1", "8C"), lies("2", None), lies("3", "9S"), {"eye": "left", "track": "3"}]
    assert +judged(["8C", "KD", "3H"], told) == {"right": 1, "not read": 1, "not told": 1}


def test_of_a_deal_what_was_told_twice_or_wrongly_or_otherwise_first_is_counted() -> None:
    told = [lies("1", "8C"), lies("2", "8C"), lies("3", "9S"), lies("4", "QD"), lies("4", "KD")]
    assert +judged(["8C", "KD"], told) == {"right": 2, "told twice": 1, "wrong": 1, "told otherwise first": 1}
