"""The report of one's own table: why cards are unsure, with the measure that shows it, and what to change."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from sabot.app.eye import report_words
from sabot.cli import main
from sabot_vision import drawing
from sabot_vision.finding.found import Found
from sabot_vision.report import looked as looking
from sabot_vision.report.advice import ADVICE, advice
from sabot_vision.report.causes import CAUSES, causes
from sabot_vision.report.looked import Looked, looked_at, pictures_in
from sabot_vision.report.measures import measured
from sabot_vision.report.page import page, text, written
from sabot_vision.report.sentence import Name, Said, spoken
from sabot_vision.report.truth import TruthError, compared, of_name, truths

CLOTH = (60, 110, 20)
Points = Sequence[tuple[float, float]]


def upright(left: float, top: float, wide: float) -> Points:
    """The corners of a card that lies straight."""
    right, low = left + wide, top + wide * 88 / 63
    return ((left, top), (right, top), (right, low), (left, low))


def laid(*cards: tuple[str, Points], size: tuple[int, int] = (640, 480)) -> np.ndarray:
    """A cloth with these drawn cards on it, the later ones over the earlier."""
    picture = np.full((size[1], size[0], 3), CLOTH, np.uint8)
    for name, points in cards:
        face = drawing.card(name)
        high, wide = face.shape[:2]
        there = np.array(points, np.float32) - 0.5
        plane = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
        large = cv2.getPerspectiveTransform(plane, (there + 0.5) * 4 - 0.5)
        cut = cv2.resize(
            cv2.warpPerspective(face, large, (4 * size[0], 4 * size[1])), size, interpolation=cv2.INTER_AREA
        )
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, np.rint(there).astype(np.int32), (255,))
        picture[mask > 0] = cut[mask > 0]
    return picture


def unsure(points: Points, why: str = "unclear", rank: str = "8") -> Found:
    """A card there that was found and not named."""
    (x, y), (right, low) = np.min(points, axis=0), np.max(points, axis=0)
    a, b, c, d = points
    return Found(None, 0.5, (int(x), int(y), int(right - x), int(low - y)), (a, b, c, d), why, rank, "C")


def named(card: str, points: Points) -> Found:
    return unsure(points)._replace(card=card, unsure=None, confidence=0.99, rank=card[0], suit=card[1])


def cause_of(picture: np.ndarray, card: Found, *others: Found) -> tuple[str, str]:
    """The first cause of a card, and its measure."""
    first = causes(card, measured(picture, card), [card, *others])[0]
    return first.name, first.measure


FINE = upright(100, 80, 200)
SMALL = upright(100, 80, 60)


def test_a_sharp_card_seen_from_above_is_measured_as_it_was_drawn() -> None:
    """Its index is 13 mm high, and 200 pixels are 63 mm."""
    found = measured(laid(("8C", FINE)), unsure(FINE))
    assert found.card_px == pytest.approx(200, abs=1)
    assert found.index_mm == pytest.approx(13, abs=0.8)
    assert found.index_px == pytest.approx(13 * 200 / 63, abs=3)
    assert found.blur_mm < 0.35
    assert found.paper > 235
    assert found.ink > 0.85
    assert found.tilt < 3
    assert found.inside == pytest.approx(1)


@pytest.mark.parametrize("name", ["8C", "TH", "KD", "AS"])
def test_the_height_of_an_index_is_that_of_any_letter(name: str) -> None:
    assert measured(laid((name, FINE)), unsure(FINE)).index_mm == pytest.approx(13, abs=1)


def test_a_small_index_is_told_with_its_height_and_the_height_wanted() -> None:
    assert cause_of(laid(("8C", SMALL)), unsure(SMALL)) == (
        "small",
        "the index is 12 pixels high, 20 wanted",
    )


def test_a_bare_card_that_the_reader_calls_small_is_small_by_its_width() -> None:
    bare = np.full((480, 640, 3), 240, np.uint8)
    points = upright(100, 80, 30)
    assert cause_of(bare, unsure(points, "small")) == ("small", "the card is 30 pixels wide")


def test_blur_is_told_in_millimetres_of_the_card() -> None:
    blurred = cv2.GaussianBlur(laid(("8C", FINE)), (0, 0), 3.5)
    name, measure = cause_of(np.asarray(blurred), unsure(FINE))
    assert name == "blurred"
    assert float(measure.split()[2]) == pytest.approx(3.5 * 63 / 200, abs=0.35)


def test_light_that_hides_the_ink_is_glare_where_it_is_overexposed() -> None:
    card = laid(("8C", FINE)).astype(np.float32)
    bright = np.clip(card * 0.3 + 200, 0, 255).astype(np.uint8)
    name, measure = cause_of(bright, unsure(FINE))
    assert name == "glare"
    assert measure.endswith("darker than the paper, 50% wanted")


def test_a_dark_picture_is_told_by_the_brightness_of_its_paper() -> None:
    dark = (laid(("8C", FINE)) * 0.15).astype(np.uint8)
    assert cause_of(dark, unsure(FINE)) == ("dark", "the paper’s brightness is 36 of 255, 60 wanted")


def test_ink_that_is_hardly_darker_than_its_paper_is_faded() -> None:
    faded = (laid(("8C", FINE)) * 0.3 + 140).astype(np.uint8)
    assert cause_of(faded, unsure(FINE))[0] == "faded"


def test_a_card_seen_from_aside_is_told_by_the_angle() -> None:
    """Seen from 60 degrees aside it is half as high."""
    flat = tuple((x, 80 + (y - 80) / 2) for x, y in upright(100, 80, 300))
    name, measure = cause_of(laid(("8C", flat)), unsure(flat))
    assert (name, measure) == ("oblique", "seen from 60 degrees aside, 40 at most")


def test_a_card_under_another_is_overlapped_and_one_beside_it_is_not() -> None:
    over, beside = upright(180, 100, 200), upright(340, 80, 200)
    picture = laid(("8C", FINE), ("KD", over))
    assert cause_of(picture, unsure(FINE), named("KD", over))[0] == "overlapped"
    assert cause_of(picture, unsure(FINE), named("KD", beside))[0] == "unknown"
    assert cause_of(picture, unsure(FINE, "covered"))[1] == "only an index of it is seen"
    assert cause_of(picture, unsure(FINE, "indices disagree"))[0] == "overlapped"


def test_a_card_at_the_edge_of_the_picture_is_cut() -> None:
    points = upright(540, 80, 200)
    assert cause_of(laid(("8C", points)), unsure(points)) == ("cut", "50% of it is in the picture")


def test_a_letter_of_another_language_comes_before_all_that_can_be_measured() -> None:
    card = unsure(SMALL, "language not known", "V")
    assert cause_of(laid(("8C", SMALL)), card) == (
        "letter",
        "V means another rank in another language",
    )


def test_a_letter_of_an_unknown_pack_comes_before_all_that_can_be_measured() -> None:
    picture, card = laid(("8C", SMALL)), unsure(SMALL, "letter not known", "H")
    assert cause_of(picture, card) == ("strange", "the packs that the eye knows have no such letter")
    (said,) = advice(looked_like(picture, card))
    assert said.startswith("1 card is not named, because the letter is of no pack that the eye knows")


def test_what_nothing_explains_is_unknown_with_the_reader_s_own_words() -> None:
    picture = laid(("8C", FINE))
    assert cause_of(picture, unsure(FINE)) == ("unknown", "unclear; most like 8C, 50% sure")
    assert cause_of(picture, unsure(FINE, "no index", "")) == ("unknown", "no index")


def test_every_cause_has_words_and_advice() -> None:
    assert set(CAUSES) == set(ADVICE)


# --- the truth


def test_a_truth_beside_the_pictures_is_read_line_by_line(tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_text("# mine\none.jpg: 8c 10H K  # a king\n\ntwo.jpg:\n")
    assert truths(tmp_path, ["one.jpg", "two.jpg", "KS.jpg"]) == {"one.jpg": ["8C", "TH", "K"], "two.jpg": []}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("one.jpg 8C", "line 1: expected PICTURE: CARD"),
        ("one.jpg: 8X", "line 1: expected PICTURE: CARD"),
        ("three.jpg: 8C", "line 1: there is no picture 'three.jpg'"),
    ],
)
def test_a_line_of_the_truth_that_cannot_be_meant_is_named(tmp_path: Path, line: str, why: str) -> None:
    (tmp_path / "truth.txt").write_text(line)
    with pytest.raises(TruthError, match=why):
        truths(tmp_path, ["one.jpg"])


def test_a_truth_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "truth.txt").write_bytes(b"\xff\xfe\x00\xd8")
    with pytest.raises(TruthError, match="cannot be read as text"):
        truths(tmp_path, ["one.jpg"])


@pytest.mark.parametrize(
    ("stem", "cards"),
    [
        ("8C", ["8C"]),
        ("10h-KS_ad", ["TH", "KS", "AD"]),
        ("8C 2", ["8C"]),
        ("joker", ["JOKER"]),
        ("IMG_2310", []),
        ("2", []),
        ("my 8C", []),
        ("---", []),
    ],
)
def test_a_name_that_consists_of_cards_is_a_truth_and_any_other_is_none(stem: str, cards: list[str]) -> None:
    assert of_name(stem) == cards


def test_names_are_compared_with_the_truth_card_by_card() -> None:
    assert compared(["8C", "8C", "K"], ["8C", "KS", "QD"]) == {"right": 2, "open": 1, "wrong": 1}
    assert compared(["K", "KS"], ["KS"]) == {"right": 1, "open": 1, "wrong": 0}
    assert compared(["K", "KC"], ["KC", "KS"]) == {"right": 2, "open": 0, "wrong": 0}
    assert compared([], ["8C"])["wrong"] == 1
    assert compared(["J"], ["JOKER"]) == {"right": 0, "open": 1, "wrong": 1}
    assert compared(["JOKER", "J"], ["JC", "JOKER"]) == {"right": 2, "open": 0, "wrong": 0}


# --- a folder


def reader(*found: Found):  # type: ignore[no-untyped-def]
    """A reader that sees the same in every picture."""
    return lambda picture: found


def folder_of(tmp_path: Path, picture: np.ndarray, *names: str) -> Path:
    for name in names:
        (tmp_path / name).write_bytes(cv2.imencode(Path(name).suffix, picture)[1])
    return tmp_path


def test_only_the_pictures_of_the_folder_itself_are_taken_in_the_order_of_their_names(tmp_path: Path) -> None:
    folder_of(tmp_path, np.zeros((20, 20, 3), np.uint8), "b.PNG", "a.jpg", ".c.jpg")
    (tmp_path / "notes.txt").touch()
    (tmp_path / "more.jpg").mkdir()
    (tmp_path / "phone.HEIC").touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["a.jpg", "b.PNG", "phone.HEIC"]


def test_a_folder_is_counted_by_cause_with_an_example_of_each(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, laid(("8C", SMALL), ("KD", upright(300, 80, 200))), "8C-KD.png", "QS.png")
    (folder / "broken.jpg").write_text("no picture")
    found = (
        unsure(SMALL),
        named("KD", upright(300, 80, 200)),
        unsure(upright(500, 80, 90), "back"),
    )
    looked = looked_at(folder, pictures_in(folder), reader(*found))
    said = "\n".join(text(looked))
    assert "Pictures: 2. Cards: 2 read, 2 unsure, 2 face down." in said
    assert "By the truth (2 of these pictures): 1 right, 1 wrong, 2 not named." in said
    assert "2  too small (e.g. 8C-KD.png: the index is 12 pixels high, 20 wanted)" in said
    assert "Not read as a picture: broken.jpg: no picture, or damaged" in said
    shown = "\n".join(page(looked, "Cards in <here>"))
    assert "Cards in &lt;here&gt;" in shown
    assert shown.count("data:image/jpeg;base64,") == 2 + 2  # unsure cards, and pictures with one not named
    assert "QS.png: read KD, but there lie QS" in shown
    assert "http" not in shown


def test_a_card_of_the_truth_that_was_not_found_is_named_with_its_picture_which_is_drawn(
    tmp_path: Path,
) -> None:
    """Nothing was found of KS: no cause counts it, and no outline shows it."""
    folder = folder_of(tmp_path, laid(("8C", FINE)), "a.png", "b.png")
    (folder / "truth.txt").write_text("a.png: 8C KS T\nb.png: 8C\n")
    looked = looked_at(folder, pictures_in(folder), reader(named("8C", FINE)))
    assert [line for line in text(looked) if line.startswith("Not named")] == ["Not named in a.png: KS T"]
    shown = "\n".join(page(looked, "x"))
    assert "Not named, though the truth has them (2)" in shown
    assert shown.count("data:image/jpeg;base64,") == 1
    assert "a.png: KS T</li>" in shown
    outlined = cv2.imdecode(np.frombuffer(looked.open[0].drawn, np.uint8), cv2.IMREAD_COLOR)
    assert outlined.shape[:2] == (480, 640)
    assert np.abs(outlined.astype(int) - laid(("8C", FINE))).max() > 100, "the outline of what was found"


def test_of_many_pictures_with_a_card_that_was_not_named_some_are_listed_and_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "WHOLE_MOST", 3)
    names = [f"{n:02}.png" for n in range(25)]
    folder = folder_of(tmp_path, np.zeros((20, 20, 3), np.uint8), *names)
    (folder / "truth.txt").write_text("".join(f"{name}: 8C\n" for name in names))
    looked = looked_at(folder, pictures_in(folder), reader())
    lines = list(text(looked))
    assert sum(line.startswith("Not named in") for line in lines) == 20
    assert "… and 5 more pictures" in lines
    shown = "\n".join(page(looked, "x"))
    assert (shown.count("base64,"), shown.count(": 8C</li>")) == (3, 25)


def test_of_many_unsure_cards_only_the_first_are_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "DRAWN_MOST", 1)
    folder = folder_of(tmp_path, laid(("8C", SMALL)), "a.png", "b.png", "c.png")
    shown = "\n".join(page(looked_at(folder, pictures_in(folder), reader(unsure(SMALL))), "x"))
    assert shown.count("data:image/jpeg;base64,") == 1
    assert "… and 2 more." in shown


def test_a_name_with_marks_of_html_stays_text(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, laid(("8C", SMALL)), "<b>&.png")
    shown = "\n".join(page(looked_at(folder, pictures_in(folder), reader(unsure(SMALL))), "x"))
    assert "<b>" not in shown
    assert "&lt;b&gt;&amp;.png" in shown


def test_names_that_are_not_utf_8_are_in_the_report_with_the_number_of_the_byte(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = tmp_path / os.fsdecode(b"deck\xff")
    folder.mkdir()
    dutch = Path(__file__).with_name("pictures") / "table-000.jpg"  # its queen is unsure
    (folder / os.fsdecode(b"a\xff.png")).write_bytes(dutch.read_bytes())
    (folder / os.fsdecode(b"no\xfe.jpg")).write_text("no picture")
    status, said, error = reported(capsys, "--report", folder, "-o", tmp_path / "out")
    assert (status, error) == (1, "")
    assert r"no\xfe.jpg: no picture, or damaged" in said
    assert r"(e.g. a\xff.png:" in said
    shown = (tmp_path / "out" / "report.html").read_text()
    assert r"<title>Cards in deck\xff</title>" in shown
    assert r"a\xff.png<br>" in shown


def test_a_name_is_never_translated(tmp_path: Path) -> None:
    """`glare` is a cause, and `29.11` a number that French writes otherwise."""
    words = report_words("fr")
    looked = Looked(refused=[(Name("glare"), "the file is empty")])
    assert (
        spoken(list(text(looked))[-1], words) == "Non lu comme image\u00a0: glare\u00a0: le fichier est vide"
    )
    for name in ("glare", "29.11", "50%"):
        title = Said("Cards in {folder}", folder=Name(name))
        assert f"<h1>Cartes dans {name}</h1>" in "\n".join(page(looked, title, words, "fr"))


def test_of_many_files_that_are_no_pictures_the_text_names_some(tmp_path: Path) -> None:
    for number in range(25):
        (tmp_path / f"{number}.jpg").write_text("no")
    lines = list(text(looked_at(tmp_path, pictures_in(tmp_path), reader())))
    assert lines[-1] == "… and 5 more files"
    assert len(lines) == 22


# --- advice


def looked_like(picture: np.ndarray, *found: Found, times: int = 1) -> Looked:
    """Some pictures that all look like this."""
    looked = Looked()
    for number in range(times):
        looking._take(looked, f"{number}.jpg", picture, found)
    return looked


def test_small_cards_ask_for_pixels_and_say_how_many() -> None:
    (said,) = advice(looked_like(laid(("8C", SMALL)), unsure(SMALL)))
    assert said == (
        "1 card is too small: the index is 12 pixels high, 20 wanted. Any of these: the camera 39% nearer, a "
        "lens 1.6 times as long, 1.6 times as many pixels across the picture."
    )


def test_the_camera_does_not_come_nearer_where_cards_are_cut() -> None:
    at_the_edge = upright(600, 80, 60)
    picture = laid(("8C", SMALL), ("8C", at_the_edge))
    said = " ".join(advice(looked_like(picture, unsure(SMALL), unsure(at_the_edge))))
    assert "nearer" not in said
    assert "times as many pixels across" in said
    assert "cut by the edge of the picture: 67% of them is in it" in said


def test_a_small_index_without_a_letter_is_told_by_the_card() -> None:
    points = upright(100, 80, 30)
    (said,) = advice(looked_like(np.full((480, 640, 3), 240, np.uint8), unsure(points, "small")))
    assert "30 pixels wide, with no index to be seen" in said


def test_blur_on_most_cards_is_the_lens_and_on_a_few_the_exposure() -> None:
    beside = upright(350, 80, 200)
    card = laid(("8C", FINE), ("KD", beside))
    blurred = np.asarray(cv2.GaussianBlur(card, (0, 0), 3.5))
    (said,) = advice(looked_like(blurred, unsure(FINE)))
    assert "on 100% of all cards. Focus the lens" in said
    half = card.copy()
    half[:, :320] = blurred[:, :320]
    (said,) = advice(looked_like(half, unsure(FINE), named("KD", beside)))
    assert "only on 50% of all cards. Expose for a shorter time" in said


def test_the_letters_seen_name_the_language_to_tell() -> None:
    picture, open_v = laid(("KD", FINE)), unsure(FINE, "language not known", "V")
    looked = looked_like(picture, open_v, times=3)
    (said,) = advice(looked)
    assert said.endswith("Photograph the other court cards too, or tell the letters with --letters.")
    for _ in range(3):
        looked.letters.look([named(card, FINE)._replace(rank=card[0]) for card in ("BC", "HC")])
    (said,) = advice(looked)
    assert 'are Dutch (B V H): read with --letters nl, or write letters = "nl" under [camera].' in said


def test_letters_that_no_deck_has_together_are_told() -> None:
    looked = looked_like(laid(("KD", FINE)), named("KD", FINE), times=3)
    for _ in range(3):
        looked.letters.look([named("KC", FINE)._replace(rank="R")])
    (said,) = advice(looked)
    assert said.startswith("The letters seen (K R) are of no one language")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda card: np.clip(card * 0.3 + 200, 0, 255), "under glare"),
        (lambda card: card * 0.15, "too dark: the paper’s brightness is 36 of 255"),
        (lambda card: card * 0.3 + 140, "Use a newer deck"),
    ],
)
def test_light_and_ink_have_advice_of_their_own(spoil, words: str) -> None:  # type: ignore[no-untyped-def]
    picture = spoil(laid(("8C", FINE)).astype(np.float32)).astype(np.uint8)
    (said,) = advice(looked_like(picture, unsure(FINE)))
    assert words in said


def test_one_faint_card_among_others_is_worn() -> None:
    beside = upright(350, 80, 200)
    picture = laid(("8C", FINE), ("KD", beside))
    faint = picture.copy()
    faint[:, :320] = (picture[:, :320] * 0.3 + 140).astype(np.uint8)
    (said,) = advice(looked_like(faint, unsure(FINE), named("KD", beside), named("KD", beside)))
    assert "These cards are worn" in said


def test_a_view_from_aside_and_cards_on_each_other_are_advised_against() -> None:
    flat = tuple((x, 80 + (y - 80) / 2) for x, y in upright(100, 80, 300))
    (said,) = advice(looked_like(laid(("8C", flat)), unsure(flat)))
    assert "Mount the camera above the table." in said
    (said,) = advice(looked_like(laid(("8C", FINE)), unsure(FINE, "indices disagree")))
    assert "under or over another card" in said
    (said,) = advice(looked_like(laid(("8C", FINE)), unsure(FINE), times=2))
    assert said.startswith("2 cards are unsure for no reason")


def test_pictures_without_any_card_say_so() -> None:
    (said,) = advice(looked_like(laid()))
    assert said.startswith("No card was found in any picture")


def test_cards_of_a_nearly_whole_deck_that_were_never_read_are_named(tmp_path: Path) -> None:
    looked = Looked(pictures=1)
    looked.read.update(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")
    del looked.read["QH"]
    assert "Never read: QH" in list(text(looked))
    assert "<td class=none>0" in "\n".join(page(looked, "x"))
    del looked.read["QS"]
    assert "Never read: QH QS" in list(text(looked))
    looked.read.clear()
    assert not [line for line in text(looked) if line.startswith("Never")]


def test_a_report_is_written_as_a_page_and_as_a_text(tmp_path: Path) -> None:
    said = written(Looked(pictures=1), tmp_path / "a" / "b", "Mine")
    assert (tmp_path / "a" / "b" / "report.txt").read_text() == said
    assert "<title>Mine</title>" in (tmp_path / "a" / "b" / "report.html").read_text()


# --- the command


def reported(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["see", *map(str, words)])
    told = capsys.readouterr()
    return int(end.value.code or 0), told.out, told.err


def test_the_report_of_a_folder_is_printed_and_written_beside_its_pictures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder_of(tmp_path, laid(("8C", FINE), ("KD", upright(350, 80, 200))), "8C KD.png")
    status, said, error = reported(capsys, "--report", tmp_path)
    assert (status, error) == (0, "")
    assert said.splitlines() == [
        "Pictures: 1. Cards: 2 read, 0 unsure.",
        "By the truth (1 of these pictures): 2 right, 0 wrong, 0 not named.",
        f"Written to {tmp_path / 'report' / 'report.html'}.",
    ]
    assert (tmp_path / "report" / "report.html").exists()
    status, said, _ = reported(capsys, "--report", tmp_path, "-o", tmp_path / "else")
    assert "else" in said
    assert (tmp_path / "else" / "report.txt").exists()


def test_a_report_for_which_the_disk_is_full_is_refused_with_the_file_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> int:
        path.touch()
        raise OSError(28, "No space left on device")

    folder_of(tmp_path, np.zeros((20, 20, 3), np.uint8), "a.png")
    monkeypatch.setattr(Path, "write_bytes", full)
    status, said, error = reported(capsys, "--report", tmp_path, "-o", tmp_path / "out")
    file = tmp_path / "out" / "report.txt"
    assert (status, said, error) == (2, "", f"sabot: {file}: No space left on device\n")
    assert list((tmp_path / "out").iterdir()) == []


def test_where_a_report_was_written_is_said_in_its_language(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder_of(tmp_path, np.zeros((20, 20, 3), np.uint8), "a.png")
    _, said, _ = reported(capsys, "--report", tmp_path, "--lang", "de")
    assert said.splitlines()[-1] == f"Geschrieben nach {tmp_path / 'report' / 'report.html'}."
    assert "Geschrieben" not in (tmp_path / "report" / "report.txt").read_text()


def test_a_file_that_is_no_picture_is_in_the_report_and_the_status_is_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "cut.jpg").write_bytes(b"\xff\xd8 half")
    status, said, _ = reported(capsys, "--report", tmp_path)
    assert status == 1
    assert "Not read as a picture: cut.jpg: the file is cut short" in said


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "Name the pictures to read"),
        (("--report", "x", "a.jpg"), "leave out FILE and --draw"),
        (("--report", "x", "--draw", "y"), "leave out FILE and --draw"),
        (("-o", "x", "a.jpg"), "name a folder of pictures with --report"),
    ],
)
def test_options_that_do_not_go_together_are_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    status, said, error = reported(capsys, *words)
    assert (status, said) == (2, "")
    assert why in error


def test_a_folder_without_pictures_and_one_that_is_not_there_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    status, _, error = reported(capsys, "--report", tmp_path)
    assert (status, len(error.splitlines())) == (2, 1)
    assert "no pictures in it" in error
    status, _, error = reported(capsys, "--report", tmp_path / "absent")
    assert (status, error) == (2, f"sabot: {tmp_path / 'absent'}: No such file or directory\n")


def test_a_report_that_cannot_be_written_or_a_truth_that_cannot_be_read_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder_of(tmp_path, np.zeros((20, 20, 3), np.uint8), "a.png")
    (tmp_path / "file").touch()
    status, _, error = reported(capsys, "--report", tmp_path, "-o", tmp_path / "file" / "deep")
    assert (status, error) == (2, f"sabot: {tmp_path / 'file' / 'deep'}: Not a directory\n")
    (tmp_path / "truth.txt").write_text("a.png = 8C")
    status, _, error = reported(capsys, "--report", tmp_path)
    assert status == 2
    assert error.startswith(f"sabot: {tmp_path / 'truth.txt'}, line 1: expected PICTURE")
