"""What is printed on the cloth of a game, as data: its words, in its own language, and how it is laid out.

These words stand on the cloth and are said by the croupier. They are not the reader's, and are never
translated.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

from sabot.core.reasons import Reason

Layout = Literal["hands", "rows", "wheel", "tricks", "bank", "pot"]
"""The kind of table: hands beside each other, rows one below the other, or a wheel with its cloth; at home
the seats around tricks, against a bank, or around a pot."""

AT_HOME: tuple[Layout, ...] = ("tricks", "bank", "pot")
"""The kinds of table at home."""

NO_WORDS: Mapping[str, str] = MappingProxyType({})
NO_REASONS: Mapping[str, Reason] = MappingProxyType({})


class Cloth(NamedTuple):
    """The printed words of one game, and which templates draw it.

    `names` are printed for places, winners and chances. `card_for`, `wins` and, for more than one place,
    `several_win` have a slot `{place}`, filled from `spoken` (a place within a sentence) or the printed
    name. `layout` names the template of the cards or the wheel, `past` that of the score: there the
    `counted` winners or chances have their counts, and each of the `sides` its own. `prints` are the
    chances printed beside the cards. `across` are the places from left to right, where the rules have
    another order. `choices` are the words of a hand that speaks; `tableau` names the template of the table
    of the rules. `said` is how the word of a call is written where it is not the word of the notation, and
    `means` explains the call in the reader's language. Where the table `talks`, the state of the game is
    what was called last. `bank` is the event that says what a bank held by a player is worth."""

    title: str
    names: Mapping[str, str] = NO_WORDS
    lang: str = "fr"
    bets_open: str = "Faites vos jeux"
    bets_closed: str = "Rien ne va plus"
    card_for: str = "Carte pour {place}"
    moment: str = "Un instant"
    natural: str = "Naturel"
    wins: str = "{place} gagne"
    several_win: str = "{place} gagnent"
    shut: str = "La table est fermée"
    layout: Layout = "hands"
    past: str = ""
    counted: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    spoken: Mapping[str, str] = NO_WORDS
    choices: Mapping[str, str] = NO_WORDS
    said: Mapping[str, str] = NO_WORDS
    means: Mapping[str, Reason] = NO_REASONS
    prints: tuple[str, ...] = ()
    across: tuple[str, ...] = ()
    tableau: str = ""
    talks: bool = True
    bank: str = ""

    def place(self, name: str) -> str:
        """The place as it stands within a sentence."""
        return self.spoken.get(name) or self.names.get(name, name).lower()
