"""The eye asked about pictures: by a program (`sabot.cards_in`), and by commands that read and measure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sabot.config import extras

if TYPE_CHECKING:
    from types import ModuleType

    from sabot_vision.finding.found import Found


def cards_in(picture: Path | str, *, letters: str = "any") -> tuple[Found, ...]:
    """The cards in a picture file, each with where it lies in pixels and how sure the eye is.

    `letters` are those of the court cards: `en`, `fr`, `nl`, `de`, or `any`, where the cards seen tell.
    `card` is None where the eye is not sure, and `unsure` says why.

    Raises ValueError, in one line, for a file that is no picture, and ModuleNotFoundError, which says what
    to install, without the extra `camera`.

    >>> import sabot
    >>> found = sabot.cards_in("cards.jpg", letters="nl")
    >>> [each.card for each in found]
    ['TH', '2D', '5S', 'QC', 'TS', '8H']
    >>> found[0].box  # x, y, width, height
    (105, 91, 214, 170)
    """
    try:
        from sabot_vision.pictures import loaded
        from sabot_vision.reading.cards import read
    except ModuleNotFoundError as missing:
        why = f"reading pictures needs {missing.name}: {extras.missing('camera')}"
        raise ModuleNotFoundError(why, name=missing.name) from None
    return read(loaded(Path(picture)), language=letters)


def wheel_surveyor() -> ModuleType:
    """Returns the module that measures where a camera stands over a wheel. Raises ModuleNotFoundError without
    the extra `camera`."""
    from sabot_vision.wheel import surveying

    return surveying


def table_surveyor() -> ModuleType:
    """Returns the module that measures where the table lies in a picture. Raises ModuleNotFoundError without
    the extra `camera`."""
    from sabot_vision import calibrating

    return calibrating


def picture_reader() -> ModuleType:
    """Returns the module that reads cards in picture files. Raises ModuleNotFoundError without the extra
    `camera`."""
    from sabot_vision import seeing

    return seeing


def report_words(language: str) -> dict[str, str]:
    """Returns the sentences of a report of pictures in one of the house's languages, by the English ones."""
    from sabot_dashboard.words.languages import words_in

    return words_in("sabot_dashboard", language, "report")
