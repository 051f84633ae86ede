"""What a report says: English sentences that can be said in another language too."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Self

Words = Mapping[str, str]
"""English sentence -> sentence of another language; empty: English."""


class Name(str):
    """A name, of a file say, that is said as it is in every language."""

    __slots__ = ()

    @classmethod
    def of_file(cls, name: str) -> Self:
        r"""The name of a file; a byte of it that is not UTF-8 is written as its number: `a\xff.jpg`."""
        return cls(os.fsencode(name).decode(errors="backslashreplace"))


class Said(str):
    """An English sentence, filled in, which knows how it was made: `english` has the slots, and `values` what
    stands in them: texts, numbers, names, sentences, or a list of sentences."""

    __slots__ = ("english", "values")

    def __new__(cls, english: str, **values: object) -> Self:
        """A sentence with these values in its slots."""
        made = super().__new__(cls, english.format(**{name: spoken(each) for name, each in values.items()}))
        made.english, made.values = english, values
        return made

    english: str
    values: Mapping[str, object]


def spoken(what: object, words: Words | None = None) -> str:
    """Returns a sentence, or a value of one, in the language of `words`; numbers as they are written there. A
    text that `words` does not have stays as it is."""
    words = words or {}
    if isinstance(what, Said):
        slots = {name: spoken(each, words) for name, each in what.values.items()}
        return words.get(what.english, what.english).format(**slots)
    if isinstance(what, Name):
        return what
    if isinstance(what, list):
        return ", ".join(spoken(each, words) for each in what)
    text = str(what)
    if re.fullmatch(r"\d+\.\d+", text):
        return text.replace(".", words.get("1.5", "1.5")[1])
    if re.fullmatch(r"\d+%", text):
        return words.get("50%", "50%").replace("50", text[:-1])
    return words.get(text, text)
