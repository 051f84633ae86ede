"""The eye with a teacher: what it hands over, and what the reader makes of it
(vision/sabot_vision/looking.py, reading/cards.py, camera.py)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sabot.core.table import opened
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.live.camera_link import held
from sabot.record.resume import after
from sabot_vision import camera
from sabot_vision.frame import Frame
from sabot_vision.learning import file as files
from sabot_vision.learning.teacher import Teacher
from sabot_vision.looking import Eye
from sabot_vision.networks.judging import Seen, Verdict
from sabot_vision.pictures import loaded
from sabot_vision.reading.cards import in_pieces
from sabot_vision.rig import Rig
from sabot_vision.tracking.holding import held as as_told
from sabot_vision.tracking.track import Sighting, Track
from tests.vision.test_games_seen import OF_CARDS, placed
from tests.vision.test_learning import CORNERS, PICTURE, look, samples
from tests.vision.test_looking import BY_HAND, PICTURES, cloth, found

TABLE = loaded(sorted(PICTURES.glob("*.jpg"))[0])


def nameless(indices: Iterable[Seen], verdict: Verdict) -> Verdict:
    assert all(each.features is not None and each.features.shape == (128,) for each in indices)
    return verdict._replace(card=None, unsure="learned otherwise")


def test_the_reader_asks_what_was_learned_about_each_card_that_is_seen_whole() -> None:
    alone = [each for each in in_pieces(TABLE) if each]
    asked = [each for each in in_pieces(TABLE, hear=nameless) if each]
    assert sum(each.card is not None for each in alone) > 3
    assert {each.card for each in asked if each.unsure != "covered"} == {None}


class Taught:
    """A teacher that notes what it gets."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.status = {"cards": 7}

    def look(self, picture: Any, tracks: Any) -> None:
        self.got.append(f"look {len(tracks)}")

    def rest(self) -> None:
        self.got.append("rest")

    def hold(self, held: Any) -> None:
        self.got.append(f"hold {held.coup}")

    def forget(self) -> None:
        self.got.append("forget")

    def read_in(self, letters: str) -> None:
        self.got.append(f"read in {letters}")


def test_an_eye_hands_over_each_picture_that_it_read_and_each_frame_that_it_need_not_read(
    tmp_path: Path,
) -> None:
    teacher: Any = Taught()
    (tmp_path / "look").touch()
    rig = Rig(corners=BY_HAND, live=tmp_path)
    eye = Eye(rig, lambda message: None, lambda picture, **how: [found("8C", 200)], teacher=teacher)
    for n in range(20):
        eye.see(Frame(n, n / 15, cloth(100, n % 5)))
    assert "look 1" in teacher.got
    assert teacher.got[-1] == "rest"
    eye.obey({"do": "hold", "coup": 5})
    eye.obey({"do": "forget"})
    assert teacher.got[-2:] == ["hold 5", "forget"]
    for letters in ("xx", "nl", "nl"):
        eye.obey({"do": "letters", "letters": letters})
    assert teacher.got[-2:] == ["forget", "read in nl"]
    assert json.loads((tmp_path / "live.json").read_text())["learned"] == {"cards": 7}


def test_an_eye_without_a_teacher_forgets_nothing() -> None:
    Eye(Rig(), lambda message: None, lambda picture, **how: []).obey({"do": "forget"})
    Eye(Rig(), lambda message: None, lambda picture, **how: []).obey({"do": "letters", "letters": "nl"})


@pytest.mark.parametrize("use", ["sabot", "nose"])
def test_an_eye_that_is_the_sabot_has_nobody_to_learn_from(use: str) -> None:
    assert camera.taught(Rig(use=use, learned=Path("learned"))) is None
    assert camera.taught(Rig()) is None


def test_a_witness_learns_and_writes_without_a_frame_waiting(tmp_path: Path) -> None:
    rig = camera.rigged({"source": "0", "learned": str(tmp_path / "learned")})
    assert isinstance(camera.taught(rig), Teacher)
    ran: list[Any] = []
    writing = files.Writing(ran.append)
    writing(files.Order(tmp_path / "learned", samples(1), 3.0))
    assert not (tmp_path / "learned").exists()
    ran[0]()
    assert files.found(tmp_path / "learned")[1] == 3.0


def test_what_is_forgotten_does_not_come_back_though_an_older_thread_writes_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[Any] = []
    writing, write, alone = files.Writing(ran.append), files.write, list[bool]()

    def written(*what: Any, forgets: bool) -> str:
        alone.append(writing._alone.locked())
        return write(*what, forgets=forgets)

    monkeypatch.setattr(files, "write", written)
    writing(files.Order(tmp_path / "learned", samples(1), 3.0))
    writing(files.Order(tmp_path / "learned", [], 4.0))
    for each in reversed(ran):
        each()
    assert not (tmp_path / "learned").exists()
    assert alone == [True, True]


def lying(number: int, at: Sighting) -> Track:
    """A card that the eye has reported there."""
    at = at._replace(quad=CORNERS)
    return Track(number, at, 0, 0, 0, 0, reported=True, card=at.card, place=at.place)


@pytest.mark.parametrize("game", OF_CARDS)
def test_each_coup_of_each_game_teaches_when_the_next_one_begins(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabot_vision.learning.teacher.look_of", lambda seen: look("8C"))
    teacher = Teacher(None, lambda message: None, see=lambda cuts: [])
    monkeypatch.setattr(
        "sabot_vision.learning.teacher.judged", lambda *given: Verdict("8C", 1.0, "8", "C", None)
    )
    rules: Any = GAMES[game.replace("_", "-")]
    dealer = import_module(f"sabot.games.{game}.rehearsal")
    table, lay = opened(rules, getattr(dealer, "HOUSE", None) or rules.Options()), Counter[int]()
    for act, _ in dealer.shift(Random(5), coups=4):
        table, _ = after(table, act, 100_000_000)
        shown = view(table)
        teacher.hold(as_told(held(shown)))
        lies = placed(shown, face_down=True)
        lay[shown["coup"]] = max(lay[shown["coup"]], len(lies))
        teacher.look(PICTURE, [lying(n, each) for n, each in enumerate(lies)])
        for _ in range(20):
            teacher.rest()
    del lay[max(lay)]  # no coup has begun after it
    assert teacher.status["cards"] == lay.total() > 11
