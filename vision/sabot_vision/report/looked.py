"""A folder of pictures looked at, one after another: what was read, and each card that was not, drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.keeping import cut_out, narrowed, packed
from sabot_vision.marking import marked
from sabot_vision.pictures import PictureError, loaded
from sabot_vision.reading.letters import Letters
from sabot_vision.report.causes import BACK, Cause, causes
from sabot_vision.report.measures import Measures, measured
from sabot_vision.report.sentence import Name, Said
from sabot_vision.report.truth import compared, truths, unmatched

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff", ".jp2", ".ppm", ".heic", ".heif")
DRAWN_MOST = 120
"""No more cards are drawn."""
WHOLE_MOST, WHOLE_PX = 40, 960
"""No more whole pictures are drawn, and none larger."""
JPEG_QUALITY = 80


class Miss(NamedTuple):
    """A card that was found and not named: its picture, why, and how it looks (a JPEG; empty after
    `DRAWN_MOST`)."""

    picture: str
    card: Found
    measures: Measures
    causes: list[Cause]
    drawn: bytes


class Open(NamedTuple):
    """A picture in which not all cards of the truth were named: which were not, and the picture with all that
    was found in it (a JPEG; empty after `WHOLE_MOST`)."""

    picture: str
    cards: list[str]
    drawn: bytes

    @property
    def spelled(self) -> Name:
        """The cards, one after another."""
        return Name(" ".join(self.cards))


@dataclass
class Looked:
    """What the pictures of a folder show. `read` counts the cards named, `measures` are those of all cards,
    `backs` those face down; `refused` holds the files that could not be read, each with the reason; `score`
    is what a truth says of `scored` pictures, `astray` the pictures with a name that it does not have, and
    `open` those with a card of it that was not named.
    """

    pictures: int = 0
    backs: int = 0
    read: Counter[str] = field(default_factory=Counter)
    measures: list[Measures] = field(default_factory=list)
    misses: list[Miss] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    letters: Letters = field(default_factory=Letters)
    score: Counter[str] = field(default_factory=Counter)
    scored: int = 0
    astray: list[tuple[str, Said]] = field(default_factory=list)
    open: list[Open] = field(default_factory=list)

    @property
    def causes(self) -> dict[str, list[Miss]]:
        """The cards not named by their first cause, the commonest first."""
        by = dict[str, list[Miss]]()
        for miss in self.misses:
            by.setdefault(miss.causes[0].name, []).append(miss)
        return dict(sorted(by.items(), key=lambda each: -len(each[1])))


def pictures_in(folder: Path) -> list[Path]:
    """Returns the picture files of a folder, by name; not those of folders in it."""
    files = [path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and path.is_file()]
    return sorted(path for path in files if not path.name.startswith("."))


def looked_at(
    folder: Path,
    files: Sequence[Path],
    read: Callable[[np.ndarray], Iterable[Found]],
    passing: Callable[[Sequence[Path]], Iterable[Path]] = iter,
) -> Looked:
    """Returns what `read` sees in these pictures of a folder. `passing` hands them out one after another, and
    may show how far that is. Raises TruthError.
    """
    known, all_of_it = truths(folder, [file.name for file in files]), Looked()
    for file in passing(files):
        name = Name.of_file(file.name)
        try:
            picture = loaded(file)
        except PictureError as error:
            all_of_it.refused.append((name, str(error)))
            continue
        found = tuple(read(picture))
        _take(all_of_it, name, picture, found)
        if file.name in known:
            _compare(all_of_it, name, known[file.name], picture, found)
    return all_of_it


def _take(looked: Looked, name: str, picture: np.ndarray, found: Sequence[Found]) -> None:
    looked.pictures += 1
    looked.letters.look(found)
    looked.backs += sum(card.unsure == BACK for card in found)
    for card in found:
        if card.unsure == BACK:
            continue
        measures = measured(picture, card)
        looked.measures.append(measures)
        if card.card:
            looked.read[card.card] += 1
        else:
            drawn = drawing(picture, card) if len(looked.misses) < DRAWN_MOST else b""
            looked.misses.append(Miss(name, card, measures, causes(card, measures, found), drawn))


def _compare(
    looked: Looked, name: str, truth: Sequence[str], picture: np.ndarray, found: Sequence[Found]
) -> None:
    named = [card.card for card in found if card.card]
    score = compared(truth, named)
    looked.score += score
    looked.scored += 1
    if left_open := unmatched(truth, named)[0]:
        whole = narrowed(marked(picture, found, brief=True), WHOLE_PX)
        drawn = packed(whole, JPEG_QUALITY) if len(looked.open) < WHOLE_MOST else b""
        looked.open.append(Open(name, left_open, drawn))
    if score["wrong"]:
        read, lie = " ".join(sorted(named)), " ".join(truth)
        looked.astray.append((name, Said("read {read}, but there lie {lie}", read=read, lie=lie)))


def drawing(picture: np.ndarray, card: Found) -> bytes:
    """Returns the part of a picture around a card, with its outline, as a JPEG."""
    return packed(cut_out(marked(picture, [card], brief=True), card.quad), JPEG_QUALITY)
