"""What is drawn to find out what the eye loses, one thing at a time, and what the next training learns from
(vision/sabot_vision/training/oddities)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from sabot_vision.networks.cutting import CORNER_SIZE
from sabot_vision.training import composed, layouts, shelf, surroundings
from sabot_vision.training.artwork import Print
from sabot_vision.training.composed import Look
from sabot_vision.training.measure import named
from sabot_vision.training.oddities import cards as oddities
from sabot_vision.training.oddities import causes, rims, strangers
from sabot_vision.training.oddities.causes import CAUSES, drawn
from sabot_vision.training.prints import Window, card, printed
from sabot_vision.training.shapes import CARD_TALL_PX, CARD_WIDE_PX, PIXELS_A_MM
from sabot_vision.training.shelf import JOKERS_HELD_BACK, shelved
from tests.vision.test_training import stock

WHOLE = Window(-2, -2, 67, 92, 3.0)


def chance(*seed: int) -> np.random.Generator:
    return np.random.default_rng((9, *seed))


@cache
def known() -> list[Path]:
    return composed.fonts()[:3]


@cache
def look() -> Look:
    return causes.plain(composed.look(chance(1), known()), chance(2))


@pytest.fixture(autouse=True)
def few_grounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "GROUND_COUNT", 2)


@cache
def print_of(name: str) -> Print:
    return composed.card_of(look(), name, chance(3), [])


def dark(card: np.ndarray) -> np.ndarray:
    return np.asarray(card[..., :3].max(axis=2) < 110)


@pytest.mark.parametrize("name", ["cut by the picture's edge", "jokers", "Russian letters"])
def test_the_same_seed_draws_the_same_table(name: str) -> None:
    one, other = (drawn(CAUSES[name], 5, 1, known()) for _ in range(2))
    assert np.array_equal(one.picture, other.picture)
    assert [each for each, _ in one.cards] == [each for each, _ in other.cards]
    assert one.picture.shape == (layouts.PICTURE_TALL_PX, layouts.PICTURE_WIDE_PX, 3)


def test_the_cards_of_a_table_and_their_places_are_the_same_for_every_cause_of_print() -> None:
    plain, framed = (drawn(CAUSES[name], 5, 2, known()) for name in ("none", "dark frame"))
    assert [each for each, _ in plain.cards] == [each for each, _ in framed.cards]
    assert all(np.array_equal(a, b) for (_, a), (_, b) in zip(plain.cards, framed.cards, strict=True))
    assert not np.array_equal(plain.picture, framed.picture)


def test_chips_lie_on_the_wood_and_not_on_the_cards() -> None:
    cause = CAUSES["in pairs on light wood, chips"]
    bare, strewn = (drawn(one, 5, 3, known()) for one in (cause._replace(chips=False), cause))
    off = np.abs(strewn.picture.astype(int) - bare.picture).max(axis=2)
    assert (off > 60).mean() > 0.02
    for _, quad in strewn.cards:
        x, y = quad.mean(axis=0).astype(int)
        assert off[y - 20 : y + 20, x - 20 : x + 20].max() < 10


def test_a_russian_card_is_called_as_an_english_one() -> None:
    table = drawn(CAUSES["Russian letters"], 5, 3, known())
    assert table.language == "en"
    assert {name[0] for name, _ in table.cards} <= set("A23456789TJQK")


def test_one_card_in_three_is_a_joker_where_jokers_are_asked_for() -> None:
    odd = [causes.odd(CAUSES["jokers"], look(), "8C", chance(4, n), chance(4, n)) for n in range(12)]
    jokers = [each for each in odd if each.glyph == "JOKER"]
    assert 1 <= len(jokers) <= 8
    assert {named(each.glyph + each.suit, "fr") for each in jokers} == {"JOKER"}


def test_a_card_at_the_edge_shows_one_index_and_not_the_other() -> None:
    for quad in layouts.over_the_edge(6, chance(5)):
        assert sorted(layouts.inside(quad)) == [False, True]


def test_pairs_overlap_and_cards_apart_do_not() -> None:
    near, far = list(layouts.large_pairs(6, chance(6))), list(layouts.spread(6, chance(6)))
    assert all(np.linalg.norm((near[n] - near[n + 1]).mean(axis=0)) < 130 for n in (0, 2, 4))
    middles = np.array([quad.mean(axis=0) for quad in far])
    apart = np.linalg.norm(middles[:, None] - middles, axis=2) + 1e4 * np.eye(6)
    assert apart.min() > 250


def test_seen_aslant_the_far_cards_are_smaller() -> None:
    picture, quads = np.full((720, 1280, 3), 90, np.uint8), list(layouts.spread(6, chance(7)))
    slanted, moved = causes.aslant(picture, quads, chance(8))
    sides = [np.ptp(quad[:, 1]) / np.ptp(before[:, 1]) for quad, before in zip(moved, quads, strict=True)]
    assert max(sides[:3]) < min(sides[3:])
    assert slanted.shape == picture.shape
    assert np.concatenate(moved).min() > 0


def test_a_lamp_lightens_what_is_near_each_card() -> None:
    picture, quads = np.full((720, 1280, 3), 40, np.uint8), list(layouts.spread(6, chance(9)))
    shone, same = causes.mirrored_lamp(picture, quads, chance(9))
    assert same is quads
    assert shone.max() > 120
    assert np.median(shone) < 60


def test_a_frame_is_dark_around_the_card_and_leaves_its_middle() -> None:
    how, before = causes.wide_rim(look(), chance(10)), print_of("8C").picture
    for n in range(4):
        after = oddities.dark_frame(before, how, chance(10, n))
        changed = (after != before).any(axis=2)
        assert changed.sum() > 2 * CARD_TALL_PX
        rim = round((how.left + 0.5) * PIXELS_A_MM)
        assert not changed[rim:-rim, rim:-rim].any()


def test_clipped_corners_are_not_there_and_the_index_is() -> None:
    before = print_of("8C").picture
    after = oddities.clipped(before, look(), chance(11))
    assert after[4, 4, 3] == after[-5, -5, 3] == 0
    gone = (before[..., 3] > 0) & (after[..., 3] == 0)
    assert 0 < gone.sum() < 0.02 * gone.size
    assert not (gone & dark(before)).any()


def test_a_box_stands_around_both_indices() -> None:
    before = print_of("8C").picture
    changed = (oddities.boxed(before, look(), chance(12)) != before).any(axis=2)
    assert changed[: CARD_TALL_PX // 3, : CARD_WIDE_PX // 3].any()
    assert changed[-CARD_TALL_PX // 3 :, -CARD_WIDE_PX // 3 :].any()
    assert not changed[CARD_TALL_PX // 2].any()


def test_foil_lightens_ink_and_leaves_paper() -> None:
    before = print_of("8C").picture
    after = oddities.foil(before, look(), chance(13))
    assert dark(after).sum() < 0.9 * dark(before).sum()
    paper = before[..., :3].min(axis=2) > 235
    assert np.abs(after[paper].astype(int) - before[paper]).max() < 20


def test_linen_is_nearly_as_light_as_paper() -> None:
    cloth = surroundings.linen(chance(14))
    assert cloth.shape == (surroundings.GROUND_PX, surroundings.GROUND_PX, 3)
    assert cloth.mean() > 160
    assert cloth.std() > 2


@pytest.mark.parametrize("kind", oddities.MARKED)
def test_a_joker_has_its_mark_in_two_corners(kind: oddities.Corner) -> None:
    picture = oddities.joker(look(), chance(15), [kind]).picture
    assert strangers.has_index(picture, turned=False)
    assert strangers.has_index(picture, turned=True)


def test_a_joker_without_a_mark_has_bare_corners() -> None:
    picture = oddities.joker(look(), chance(16), [oddities.bare]).picture
    assert not strangers.has_index(picture, turned=False)


@cache
def some_strangers() -> strangers.Strangers:
    jokers = [oddities.joker(look(), chance(17, n), oddities.MARKED).picture for n in range(4)]
    return strangers.Strangers(jokers, strangers.lettered(known()))


def test_corners_of_all_three_kinds_are_drawn_again_from_the_same_seed() -> None:
    first, again = (
        [strangers.corner(stock(), some_strangers(), chance(18, n)) for n in range(40)] for _ in range(2)
    )
    assert all(np.array_equal(a.cut, b.cut) for a, b in zip(first, again, strict=True))
    assert all(one.cut.shape == (CORNER_SIZE[1], CORNER_SIZE[0], 3) and one.suit == "-" for one in first)
    kinds = Counter(one.glyph for one in first)
    assert kinds["-"] > max(kinds["*"], kinds["?"])
    assert min(kinds["*"], kinds["?"]) > 1


def test_the_corner_of_a_joker_without_a_mark_is_no_joker() -> None:
    bare = oddities.joker(look(), chance(24), [oddities.bare]).picture
    nothing = strangers.Strangers([bare], some_strangers().letters)
    drawn_of = [strangers.corner(stock(), nothing, chance(25, n)) for n in range(25)]
    assert {one.glyph for one in drawn_of} == {"-", "?"}


def test_the_jokers_of_some_decks_are_kept_for_measuring_and_their_cards_are_not() -> None:
    picture = np.full((CARD_TALL_PX, CARD_WIDE_PX, 4), 255, np.uint8)
    deck = [Print("2", "S", picture), Print("", "", picture), Print("", "back", picture)]
    taught = [shelved({name: deck}, 1).suits for name in ("gnome-berlin", JOKERS_HELD_BACK[0])]
    assert taught == [["S", "", "back"], ["S", "back"]]


@pytest.mark.parametrize("name", ["LinBiolinum_K", "Symbola", "Lato-ThinItalic"])
def test_a_font_in_which_no_index_is_printed_is_left_out(name: str, tmp_path: Path) -> None:
    """The keys of a keyboard, each with a letter in a box, were once counted as the letters of cards."""
    for stem in ("Serif", name):
        (tmp_path / f"{stem}{known()[0].suffix}").write_bytes(known()[0].read_bytes())
    assert [path.stem for path in composed.fonts(tmp_path)] == ["Serif"]


def test_only_letters_that_a_font_has_are_drawn() -> None:
    assert strangers.has(known()[0], "F")
    assert not strangers.has(known()[0], "\uffff")


@pytest.mark.parametrize("suit", ["S", "H"])
def test_brown_ink_is_lighter_than_black_and_red_and_never_as_light_as_paper(suit: str) -> None:
    what = card(stock().marks, "8", suit, chance(19))
    odd = [rims.browned(what, chance(19, n)) for n in range(60)]
    changed = [each for each in odd if each is not what]
    assert 1 <= len(changed) <= 20
    assert all(what.ink.mean() < each.ink.mean() < what.paper.mean() - 30 for each in changed)


@pytest.mark.parametrize("around", [rims.boxed, rims.framed])
def test_a_rim_is_printed_outside_the_letter_in_both_corners(around) -> None:  # type: ignore[no-untyped-def]
    what = card(stock().marks, "8", "S", chance(20))
    before = printed(what, WHOLE, [], chance(20))
    after = around(before, what, WHOLE, np.array([20.0, 20.0, 120.0]), chance(21))
    changed = (after != before).any(axis=2)
    assert changed[:60, :60].any()
    assert changed[-60:, -60:].any()
    assert not changed[120:150, 90:110].any()


def test_one_card_in_eight_has_a_rim() -> None:
    what = card(stock().marks, "8", "S", chance(22))
    sheet = printed(what, WHOLE, [], chance(22))
    rimmed = [rims.rimmed(sheet, what, WHOLE, chance(23, n)) is not sheet for n in range(80)]
    assert 2 <= sum(rimmed) <= 22


def test_a_line_of_the_table_says_what_was_named_wrongly() -> None:
    counts = Counter({"right": 4, "unsure": 1, "wrong": 1, "3D for 6D": 1})
    assert causes.line("foil", counts) == "| foil | 6 | 4 | 1 | 0 | 1 | 0 | 0 | 3D for 6D"


def test_what_is_read_of_a_table_is_counted() -> None:
    assert causes.counted(CAUSES["none"], 5, 1, known())["right"] >= 5
