"""The tools that draw decks use the fonts that were asked for (tools/teaching.py, tools/films.py)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sabot_vision.training import composed
from tools import films, teaching


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with one font of this machine, under a name of its own."""
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "Asked-For.ttf").write_bytes(composed.fonts()[0].read_bytes())
    return tmp_path / "fonts"


def test_the_decks_that_teach_are_printed_in_the_fonts_of_the_folder_that_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    printed: list[str] = []

    def measured(seed: int, fonts: list[Path], **options: object) -> dict[str, object]:
        printed.append(teaching.Deck(seed, fonts).look.font.stem)
        return {}

    monkeypatch.setattr(teaching, "measured", measured)
    monkeypatch.setattr(sys, "argv", ["teaching", "--decks", "2", "--fonts", str(folder)])
    assert teaching.main() == 0
    assert printed == ["Asked-For", "Asked-For"]


def test_the_other_decks_of_films_are_printed_in_the_fonts_of_the_folder_that_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[composed.Look] = []
    drawn = composed.card_of

    def card_of(look: composed.Look, *rest: object) -> object:
        looks.append(look)
        return drawn(look, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(composed, "card_of", card_of)
    camera = next(iter(films.OTHER_DECKS))
    films.faces(films.Case(camera, 15.0, 1, 0.0, folder))("8C")
    assert [look.font.stem for look in looks] == ["Asked-For"]


@pytest.mark.parametrize("main", [teaching.main, films.main], ids=["teaching", "films"])
def test_a_folder_without_a_font_is_refused_in_one_line(
    main: Callable[[], int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["tool", "--fonts", str(tmp_path)])
    with pytest.raises(SystemExit):
        main()
    assert f"{tmp_path}: there is no font in it" in capsys.readouterr().err.splitlines()[-1]
