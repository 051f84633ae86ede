"""`sabot odds`: the odds of a game for a full sabot or, only in study mode, for the rest of one.

No part of a live table imports this module: a live table never shows what is left in the sabot.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sabot.config import extras
from sabot.core.descriptor import Descriptor
from sabot.core.game import Game
from sabot.core.options import House, OptionError, read
from sabot.core.progress import Progress, silent
from sabot.games.odds.composition import Composition, CompositionError, full, left, without
from sabot.games.odds.figures import Report
from sabot.games.odds.terms import Odds
from sabot.games.register import DESCRIPTORS, game_named

STUDIED = "for study: the live table never shows what is left in its sabot"


class OddsError(ValueError):
    """There are no odds for this request; the message is for the person who asked."""


class Asked(NamedTuple):
    """A request: `decks` as written (a number, `infinite`, or empty), options as pairs, cards `seen`, or a
    `composition` that is left; the last two only for `study`."""

    game: str
    decks: str = ""
    options: Sequence[tuple[str, str]] = ()
    seen: Sequence[str] = ()
    composition: str = ""
    study: bool = False


def report_of(asked: Asked, *, progress: Progress = silent) -> Report:
    """Returns the odds for a request. Raises OddsError."""
    game = _game(asked.game)
    options, odds = _options(game.rules, asked), _odds(game)
    if odds.of_cards is None:
        return _of_the_wheel(asked, options, game.name, odds)
    cards, of, decks = _cards(asked, game, options)
    figures = tuple(odds.of_cards(cards, options, progress=progress))
    notes = (*((STUDIED,) if asked.study else ()), *odds.notes)
    quoted = () if asked.study else tuple(odds.published(decks))
    return Report(game.name, of, figures, notes, quoted, tuple(odds.plans()))


def _game(name: str) -> Descriptor:
    rules = game_named(name)
    game = DESCRIPTORS[rules.NAME] if rules else None
    if game is None or "odds" not in game.parts:
        raise OddsError(f"no odds of {name!r}; there are those of {', '.join(with_odds())}")
    return game


def with_odds() -> tuple[str, ...]:
    """The games whose odds are known."""
    return tuple(name for name, each in DESCRIPTORS.items() if "odds" in each.parts)


def _options(rules: Game, asked: Asked) -> House:
    try:
        return read(rules.Options, asked.options)
    except OptionError as error:
        raise OddsError(f"{rules.NAME}: {error}") from None


def _odds(game: Descriptor) -> Odds:
    try:
        module = game.part("odds")
    except ModuleNotFoundError as error:
        if error.name != "numpy":
            raise
        if not extras.added("analysis", f"counting the odds of {game.name}"):
            raise OddsError(f"the odds of {game.name} need NumPy: {extras.missing('analysis')}") from None
        module = game.part("odds")
    odds: Odds = module.ODDS if module else Odds()
    return odds


# --- of what -----------------------------------------------------------------------------------------


def _of_the_wheel(asked: Asked, options: House, name: str, odds: Odds) -> Report:
    of_cards = ("decks", "study", "seen", "composition")
    if given := [f"--{each}" for each in of_cards if getattr(asked, each)]:
        raise OddsError(f"{name} has no cards, and the ball remembers nothing: leave out {' '.join(given)}")
    figures = tuple(odds.of_wheel(options)) if odds.of_wheel else ()
    of = f"a wheel of {options.pockets} pockets"
    return Report(name, of, figures, odds.notes, tuple(odds.published(options.pockets)))


def _cards(asked: Asked, game: Descriptor, options: House) -> tuple[Composition, str, int]:
    """Returns the cards to count, in words, and the number of their packs (0: endless)."""
    decks = _decks(asked.decks, options)
    if not asked.study and (asked.seen or asked.composition):
        raise OddsError(
            "cards that were seen count only in study mode: add --study (a live table never shows this)"
        )
    if not asked.study:
        return full(decks), f"{decks} packs" if decks > 1 else "1 pack" if decks else "without end", decks
    return _studied(asked, game, decks), _of_what(asked, decks), decks


def _decks(text: str, options: House) -> int:
    if not text:
        return int(options.decks)
    if text.lower() in ("infinite", "inf", "∞"):
        return 0
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) <= MOST_DECKS and len(text) < 6):
        raise OddsError(f"--decks {text}: expected a number of packs from 1 to {MOST_DECKS}, or infinite")
    return int(text)


MOST_DECKS = 999


def _studied(asked: Asked, game: Descriptor, decks: int) -> Composition:
    if not (asked.seen or asked.composition) or (asked.seen and asked.composition):
        raise OddsError("study needs either the cards seen (--seen) or those that are left (--composition)")
    if not decks:
        raise OddsError("a sabot without end is always full: study needs a number of packs")
    try:
        cards = left(asked.composition) if asked.composition else without(decks, asked.seen)
    except CompositionError as error:
        raise OddsError(str(error)) from None
    if cards.cards < game.fewest_cards:
        raise OddsError(f"{cards.cards} cards are left: a coup of {game.name} needs {game.fewest_cards}")
    return cards


def _of_what(asked: Asked, decks: int) -> str:
    if asked.composition:
        return f"what is left: {asked.composition}"
    return f"what is left of {decks} packs after {' '.join(asked.seen)}"
