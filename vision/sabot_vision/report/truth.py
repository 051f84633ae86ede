"""What truly lies in pictures, where a house says so: a `truth.txt` beside them, or names of files."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from sabot.core.cards import RANKS, any_card_named

TRUTH = "truth.txt"


class TruthError(ValueError):
    """A line of the truth that cannot be read. The message says which, and what was expected."""


def truths(folder: Path, names: Iterable[str]) -> dict[str, list[str]]:
    """Returns the cards in each picture, where they are known: by `truth.txt` if the folder has one, else
    by the names of the pictures (`8C-TH.jpg`, `KS 2.jpg`). A card without a suit is written as its rank.

    Raises TruthError, in one line, for a `truth.txt` that cannot be read.
    """
    file = folder / TRUTH
    if file.is_file():
        return listed(file, set(names))
    known = {name: of_name(Path(name).stem) for name in names}
    return {name: cards for name, cards in known.items() if cards}


def listed(file: Path, names: set[str]) -> dict[str, list[str]]:
    """Returns the cards of each picture by the lines of a file: `PICTURE: CARD CARD …`, `#` begins a note."""
    known = dict[str, list[str]]()
    try:
        lines = file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise TruthError(f"{file}: cannot be read as text") from None
    for number, line in enumerate(lines, 1):
        picture, colon, words = line.partition("#")[0].rpartition(":")
        if not line.partition("#")[0].strip():
            continue
        cards = [spelled(word) for word in words.split()]
        if not colon or None in cards:
            raise TruthError(
                f"{file}, line {number}: expected PICTURE: CARD CARD …, such as one.jpg: 8C TH K"
            )
        if picture.strip() not in names:
            raise TruthError(f"{file}, line {number}: there is no picture {picture.strip()!r}")
        known[picture.strip()] = [card for card in cards if card]
    return known


def of_name(stem: str) -> list[str]:
    """Returns the cards that the name of a picture consists of; a number after them does not count."""
    words = [word for word in re.split(r"[\s_,.-]+", stem) if word]
    named = [any_card_named(word) for word in words]
    if words and words[-1].isdecimal() and named[-1] is None:
        named.pop()
    return [str(card) for card in named if card] if all(named) else []


def spelled(word: str) -> str | None:
    """Returns a card as the reader names it, or a rank alone; None for anything else."""
    card = any_card_named(word)
    rank = word.upper().replace("10", "T")
    return str(card) if card else rank if len(rank) == 1 and rank in RANKS else None


def compared(truth: Iterable[str], named: Iterable[str]) -> Counter[str]:
    """Returns how many cards of the truth were named (`right`) or not (`open`), and how many names it has
    not (`wrong`)."""
    lie = list(truth)
    left_open, left_over = unmatched(lie, named)
    return Counter(right=len(lie) - len(left_open), open=len(left_open), wrong=len(left_over))


def unmatched(truth: Iterable[str], named: Iterable[str]) -> tuple[list[str], list[str]]:
    """Returns the cards of the truth that were not named, and the names that it has not."""
    left_open, left_over = list[str](), sorted(named)
    for card in sorted(truth, key=len, reverse=True):  # a rank alone takes what the others leave
        name = next((name for name in left_over if is_meant(card, name)), None)
        if name is None:
            left_open.append(card)
        else:
            left_over.remove(name)
    return left_open, left_over


def is_meant(card: str, name: str) -> bool:
    """Whether the name is that of a card of the truth, which may be a rank alone: a joker has none."""
    return name == card or (len(card) == 1 and len(name) == 2 and name.startswith(card))
