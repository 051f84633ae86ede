"""The language of the court letters: the one told, and the one that the cards seen suggest to a person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from sabot_vision.finding.found import Found
from sabot_vision.finding.geometry import SizeAt
from sabot_vision.networks.glyphs import LETTERS
from sabot_vision.reading.letters import Letters
from sabot_vision.rig import Message, Read


class Language:
    """Reads pictures in one language (`letters`, as in the configuration), and counts the letters seen."""

    def __init__(self, letters: str) -> None:
        self.letters = letters
        self._seen = Letters()

    def read(self, read: Read, picture: np.ndarray, size_at: SizeAt | None) -> Iterator[Found | None]:
        """Yields what `read` does; the letters of a picture that was read to its end count."""
        found = list[Found]()
        for card in read(picture, language=self.letters, size_at=size_at):
            if card is not None:
                found.append(card)
            yield card
        self._seen.look(found)

    def choose(self, asked: Mapping[str, object]) -> bool:
        """Reads in the language that a command names from now on. Returns whether that is another one."""
        before, named = self.letters, str(asked.get("letters"))
        self.letters = named if named in LETTERS or named == "any" else before
        return self.letters != before

    def plain(self) -> Message:
        """The letters seen and the language that they suggest (empty: none), for the technician; nothing
        once a language was told."""
        if self.letters != "any":
            return {}
        seen = self._seen
        return {"letters": {"seen": seen.seen, "language": seen.language, "contradict": seen.contradict}}
