"""The faces of the cards: what the program draws is served, small, with an index that a fan shows."""

from __future__ import annotations

import gzip
import re

from sabot.core.cards import DECK
from tools.card_faces import CARDS, FIGURE_AT, FIGURES, SIGN_AT, SIGN_SIZE, TEN_STROKE, faces

FAN_WIDTH = 0.24 * 240
"""What the fan of ten cards of trente et quarante leaves of each."""


def test_every_face_on_disk_is_the_one_that_the_program_draws() -> None:
    drawn = faces()
    assert {path.relative_to(CARDS).as_posix(): path.read_text() for path in CARDS.rglob("*.svg")} == drawn
    assert {f"{card}.svg" for card in DECK} == {name for name in drawn if "/" not in name}


def test_a_whole_pack_weighs_less_than_forty_kilobytes_on_the_wire() -> None:
    pack = [drawn for name, drawn in faces().items() if "/" not in name]
    assert sum(len(gzip.compress(drawn.encode(), 9)) for drawn in pack) < 40_000


def test_the_index_lies_within_what_a_fan_leaves_of_a_card() -> None:
    from_edge = 120 + FIGURE_AT[0]
    ten_right = max(map(int, re.findall(r"[MLC ](\d+)[ V]", FIGURES["T"].replace("C", " "))))
    assert ten_right == 40  # the widest figure
    assert from_edge + ten_right + TEN_STROKE / 2 <= FAN_WIDTH
    assert 120 + SIGN_AT[0] + SIGN_SIZE / 2 <= FAN_WIDTH


def test_clubs_and_diamonds_have_inks_of_their_own_where_cards_have_four_colours() -> None:
    drawn = faces()
    assert drawn["8C.svg"] != drawn["four/8C.svg"]
    assert "#0b6b3a" in drawn["four/KC.svg"] and "#1f4fa3" in drawn["four/KD.svg"]
    assert "four/8S.svg" not in drawn
