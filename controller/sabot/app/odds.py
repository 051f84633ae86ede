"""`sabot odds`: the odds of a game, of a full sabot or, in study mode alone, of what is left of one.

Nothing that runs at a live table imports this module: what is left in the sabot is never shown there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any, NamedTuple

from sabot.config import extras
from sabot.core.options import OptionError, read
from sabot.core.progress import Progress, silent
from sabot.games.odds.composition import Composition, CompositionError, full, left, without
from sabot.games.odds.figures import Figure, Report
from sabot.games.odds.published import of as published_of
from sabot.games.register import GAMES, game_named

MODULES = {
    "punto-banco": "sabot.games.punto_banco.odds",
    "chemin-de-fer": "sabot.games.chemin_de_fer.odds",
    "baccarat-banque": "sabot.games.baccarat_banque.odds",
    "trente-et-quarante": "sabot.games.trente_et_quarante.odds",
    "roulette": "sabot.games.roulette.odds",
}
"""Games whose odds are known; each module has `figures`, and `plans` where somebody may choose."""

FEWEST = {"punto-banco": 6, "chemin-de-fer": 6, "baccarat-banque": 9, "trente-et-quarante": 8}
"""Cards that a coup may need, or, at trente et quarante, needs at least."""

STUDIED = "for study: the live table never shows what is left in its sabot"
ALIKE = "a stake in prison is followed as if each further coup came from these same cards"


class OddsError(ValueError):
    """What was asked has no odds; the message is for the person who asked."""


class Asked(NamedTuple):
    """What was asked for: `decks` as written (a number, `infinite`, or empty), options as pairs, cards
    `seen`, or a `composition` that is left; the last two only for `study`."""

    game: str
    decks: str = ""
    options: Sequence[tuple[str, str]] = ()
    seen: Sequence[str] = ()
    composition: str = ""
    study: bool = False


def told(asked: Asked, *, progress: Progress = silent) -> Report:
    """The odds that were asked for. Raises OddsError."""
    game = game_named(asked.game)
    if game is None or game.NAME not in MODULES:
        raise OddsError(f"no odds of {asked.game!r}; there are those of {', '.join(MODULES)}")
    options = _options(game, asked)
    module = _module(game.NAME)
    if game.NAME == "roulette":
        return _of_the_wheel(asked, options, module)
    cards, of, decks = _cards(asked, game.NAME, options)
    figures = tuple(module.figures(cards, options, progress=progress))
    notes = tuple(_notes(asked, game.NAME))
    plans = tuple(module.plans()) if hasattr(module, "plans") else ()
    quoted = () if asked.study else published_of(game.NAME, decks)
    return Report(game.NAME, of, figures, notes, quoted, plans)


def _options(game: Any, asked: Asked) -> Any:
    try:
        return read(game.Options, asked.options)
    except OptionError as error:
        raise OddsError(f"{game.NAME}: {error}") from None


def _module(name: str) -> Any:
    try:
        return import_module(MODULES[name])
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        raise OddsError(f"the odds of {name} need NumPy: {extras.missing('analysis')}") from None


def _notes(asked: Asked, name: str) -> Iterator[str]:
    if asked.study:
        yield STUDIED
    if name == "trente-et-quarante":
        yield ALIKE


# --- of what -----------------------------------------------------------------------------------------


def _of_the_wheel(asked: Asked, options: Any, module: Any) -> Report:
    if asked.decks or asked.study or asked.seen or asked.composition:
        raise OddsError("roulette has no cards, and the ball remembers nothing: there is nothing to study")
    figures: tuple[Figure, ...] = tuple(module.figures(options))
    quoted = published_of("roulette", options.pockets)
    return Report("roulette", f"a wheel of {options.pockets} pockets", figures, (), quoted)


def _cards(asked: Asked, name: str, options: Any) -> tuple[Composition, str, int]:
    """The cards to count over, in words, and the packs that they came from (0: without end)."""
    decks = _decks(asked.decks, options)
    if not asked.study and (asked.seen or asked.composition):
        raise OddsError(
            "cards that were seen count only in study mode: add --study (a live table never shows this)"
        )
    if not asked.study:
        return full(decks), f"{decks} packs" if decks > 1 else "1 pack" if decks else "without end", decks
    return _studied(asked, name, decks), _of_what(asked, decks), decks


def _decks(text: str, options: Any) -> int:
    if not text:
        return int(options.decks)
    if text.lower() in ("infinite", "inf", "∞"):
        return 0
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) <= MOST_DECKS and len(text) < 6):
        raise OddsError(f"--decks {text}: expected a number of packs from 1 to {MOST_DECKS}, or infinite")
    return int(text)


MOST_DECKS = 999


def _studied(asked: Asked, name: str, decks: int) -> Composition:
    if not (asked.seen or asked.composition) or (asked.seen and asked.composition):
        raise OddsError("study needs either the cards seen (--seen) or those that are left (--composition)")
    if not decks:
        raise OddsError("a sabot without end is always full: study needs a number of packs")
    try:
        cards = left(asked.composition) if asked.composition else without(decks, asked.seen)
    except CompositionError as error:
        raise OddsError(str(error)) from None
    if cards.cards < FEWEST[name]:
        raise OddsError(f"{cards.cards} cards are left: a coup of {name} needs {FEWEST[name]}")
    return cards


def _of_what(asked: Asked, decks: int) -> str:
    if asked.composition:
        return f"what is left: {asked.composition}"
    return f"what is left of {decks} packs after {' '.join(asked.seen)}"


assert set(MODULES) <= {*GAMES}, "odds of a game that the house does not have"
