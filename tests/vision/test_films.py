"""Films of a cloth with hands (vision/sabot_vision/training/films), and what the eye says about them.

Each film shows one coup from the first hand to the empty cloth. `python -m tools.films` shows many more."""

from __future__ import annotations

import os

import numpy as np
import pytest

from sabot_vision.training.films.acting import Act
from sabot_vision.training.films.filming import EVERYTHING, TELEPHONE, Film, Shooting
from sabot_vision.training.films.followed import Witness, followed
from sabot_vision.training.films.moving import Lies, Pose

RATES = (15.0, 30.0) if os.environ.get("SABOT_SOAK") else (15.0,)
"""At how many pictures a second; `make soak` films everything at twice the rate, too."""

SMALL = Shooting(wide=400, tall=272, px_per_mm=1.05)
SHAKES = TELEPHONE._replace(wide=400, tall=272, px_per_mm=1.05)


@pytest.mark.slow
@pytest.mark.parametrize("fps", RATES)
def test_under_all_that_disturbs_each_card_is_told_once_where_it_lies_and_a_knock_is_mended(fps: float):
    """A telephone that shakes, a lamp that flickers, hands that cross, a card slid, two squared, a knock."""
    film = Film(["8C", "KD"], EVERYTHING._replace(fps=fps), 5, acts=["cross", "slide", "square"])
    told = followed(film)
    assert (dict(told.counts), told.notes) == ({"right": 2}, [])
    assert (told.knocks, told.mended) == (1, 1)


def test_a_film_is_the_same_for_the_same_seed():
    one, other, another = (
        [shot.picture for shot, _ in zip(Film(["8C"], SMALL, seed).shots(), range(9), strict=False)]
        for seed in (1, 1, 2)
    )
    assert np.array_equal(one, other)
    assert not np.array_equal(one, another)


def test_a_film_shows_each_card_come_rest_under_a_hand_rest_open_move_and_go():
    act = Act(["8C", "KD"], (533.0, 260.0), np.random.default_rng(1), ["slide"])
    truths = [act.truth(t_s) for t_s in np.arange(0, act.length_s, 1 / 15)]
    (start, *_), (*_, end) = truths, truths
    assert (start, end) == ([], [])
    seen = {(each.rests, each.open) for truth in truths for each in truth}
    assert seen == {(True, True), (True, False), (False, False)}
    assert {each.place for truth in truths for each in truth if each.rests} >= {*"abcdef"[:1]} - {"a"}


def lying(card: str, place: str, *, rests: bool = True) -> Lies:
    return Lies(card, place, Pose(0, 0), rests, True)


def said(kind: str, track: str, card: str | None = None, place: str = "a") -> dict[str, object]:
    return {"eye": kind, "track": track, "card": card, "place": place}


@pytest.mark.parametrize(
    ("told", "counted"),
    [
        ([said("lies", "1", "8C")], {"right": 1, "stayed": 1}),
        ([said("lies", "1", "9C")], {"wrong": 1, "stayed": 1, "missed": 1}),
        ([said("lies", "1", "8C"), said("left", "1")], {"right": 1, "taken": 1}),
        ([said("lies", "1", "8C"), said("lies", "2", "8C")], {"right": 1, "twice": 1, "stayed": 2}),
        ([said("lies", "1", "8C"), said("lies", "1", "8C")], {"right": 1, "again": 1, "stayed": 1}),
        ([said("lies", "1", "8C", "b")], {"right": 1, "misplaced": 1, "stayed": 1}),
        ([said("lies", "1")], {"unsure": 1, "stayed": 1}),
        ([], {"missed": 1}),
    ],
)
def test_every_mistake_of_an_eye_is_counted(told: list[dict[str, object]], counted: dict[str, int]):
    witness = Witness()
    witness.shows(0.0, [lying("8C", "a")])
    witness.hears(told)
    witness.ends()
    assert dict(witness.counts) == counted


def test_cards_that_are_told_while_they_move_or_too_late_or_not_where_they_were_laid_are_counted():
    witness = Witness()
    witness.shows(0.0, [lying("8C", "a", rests=False), lying("KD", "b")])
    witness.hears([said("lies", "1", "8C")])
    for t_s in (0.5, 2.5, 2.6):
        witness.shows(t_s, [lying("8C", "c"), lying("KD", "b")])
        witness.hears([])
    witness.shows(2.7, [lying("8C", "c", rests=False)])
    witness.hears([said("left", "1")])
    assert dict(witness.counts) == {"moving": 1, "late": 1, "misplaced": 1, "lifted": 1}


def test_a_telephone_shakes_by_less_than_a_pixel_and_its_exposure_overshoots():
    film = Film(["8C"], SHAKES, 3)
    corners = np.array([film.corners_at(t_s) for t_s in np.arange(0, 6, 0.05)])
    assert 0.4 < np.ptp(corners, axis=0).max() < 0.9
    lights = [shot.picture.mean() for shot, _ in zip(film.shots(), range(24), strict=False)]
    assert max(lights) > 1.1 * lights[-1] > 1.2 * lights[0]
