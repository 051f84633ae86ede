"""The table script: text in, observations out (docs/notation.md describes the tokens).

Reading is lazy: a token is turned into an observation before the next one is looked at, so that a script
coming through a pipe is followed live and all that comes before an unreadable token takes effect.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from sabot.core.cards import any_card_named, card_named
from sabot.core.game import Game, words_of
from sabot.core.observations import (
    Announced,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    CutCardSeen,
    Observation,
    SabotOpened,
    Said,
    Staked,
    Undone,
)
from sabot.core.options import House
from sabot.core.terms import minor_units, money
from sabot.core.words import VERBS, match, nearest, plain, seat_named, verbs_of


class ScriptError(ValueError):
    """A token that cannot be read: where it stands (from 1), what it is, and what was expected there."""

    def __init__(self, line: int, column: int, token: str, expected: str) -> None:
        super().__init__(f"line {line}, column {column}: {token!r}: expected {expected}")
        self.line, self.column, self.token, self.expected = line, column, token, expected


class Token(NamedTuple):
    """A token of the script and where it begins (from 1)."""

    line: int
    column: int
    text: str

    def unreadable(self, expected: str) -> ScriptError:
        """The error that names this token."""
        return ScriptError(self.line, self.column, shortened(self.text), expected)


def shortened(text: str) -> str:
    """`text`, cut to what fits a message."""
    return text if len(text) <= 60 else text[:57] + "..."


PLAIN_TOKENS: dict[str, Observation] = {
    "new": SabotOpened(),
    "cut": CutCardSeen(),
    "rnvp": BetsClosed(),
    "end": CoupEnded(),
    "undo": Undone(),
    "??": CardSeen(None),
}
"""The tokens of one fixed word."""
_AT_A_WHEEL = {text: PLAIN_TOKENS[text] for text in ("new", "rnvp", "end", "undo")}

_REST_OF_LINE = ("say", "bet", "announce")
_WORD = re.compile(r"\S+")
MAX_LINE = 20_000_000
"""A longer line is no script: it must not fill the memory (a whole evening may stand on one line)."""


def read(lines: Iterable[str], game: Game, options: House) -> Iterator[Observation]:
    """The observations of a script for `game`. Raises ScriptError at the first token that cannot be read.

    >>> import sabot
    >>> game = sabot.GAMES["punto-banco"]
    >>> for observation in read(["bet punto 20 4", "8C banco:KD ?? # a comment"], game, game.Options()):
    ...     print(type(observation).__name__, observation[:2])
    Staked ('punto', 2000)
    CardSeen (Card(rank='8', suit='C'), None)
    CardSeen (Card(rank='K', suit='D'), 'banco')
    CardSeen (None, None)
    >>> list(read(["8C 9X"], game, game.Options()))
    Traceback (most recent call last):
        ...
    sabot.core.script.ScriptError: line 1, column 4: '9X': expected a card such as 8C or TH, ...
    """
    verbs = verbs_of(game.WORDS)
    for number, line in enumerate(lines, start=1):
        text = line.removeprefix("\ufeff") if number == 1 else line  # what some editors put before a text
        for token in tokens(text, number, verbs=verbs):
            yield observation(token, game, options)


def tokens(line: str, number: int, *, verbs: Collection[str] = ()) -> Iterator[Token]:
    """The tokens of one line; `say`, `bet`, `announce` and these verbs take the rest of it.

    >>> [token.text for token in tokens("8C KD  bet punto 20  # the rest is a comment", 1)]
    ['8C', 'KD', 'bet punto 20']
    """
    text = line.partition("#")[0]
    if len(text) > MAX_LINE:
        raise ScriptError(number, MAX_LINE, text[:20], f"a line of at most {MAX_LINE} characters")
    for word in _WORD.finditer(text):
        if word[0].lower() in _REST_OF_LINE or word[0].lower() in verbs:
            yield Token(number, word.start() + 1, text[word.start() :].strip())
            return
        yield Token(number, word.start() + 1, word[0])


def observation(token: Token, game: Game, options: House) -> Observation:
    """The observation that one token stands for. Raises ScriptError."""
    first, *more = token.text.split(maxsplit=1)
    word, rest = first.lower(), more[0] if more else ""
    is_dealt = "sabot" in instruments(game)
    known = PLAIN_TOKENS if is_dealt else _AT_A_WHEEL
    if word in known:
        return known[word]
    if word in _REST_OF_LINE:
        return _SPOKEN[word](token, rest, game, options)
    if word in verbs_of(game.WORDS):
        return _say(token, token.text, game, options)
    return _card(token, game) if is_dealt else _pocket(token)


def instruments(game: Game) -> tuple[str, ...]:
    """What a game is played with: a sabot where it has places for cards, else a wheel."""
    return ("sabot",) if game.PLACES else ("wheel",)


def _card(token: Token, game: Game) -> CardSeen:
    place, colon, text = token.text.rpartition(":")
    where = plain(place) if colon else None
    if where is not None and where not in game.PLACES:
        raise token.unreadable(f"a place of {game.NAME} before the colon: {', '.join(game.PLACES)}")
    if text == "??":
        return CardSeen(None, where)
    card = any_card_named(text) if verbs_of(game.WORDS) else card_named(text)
    if card is None:
        raise token.unreadable(
            f"a card such as 8C or TH, or a word such as {_nearest(token.text, _ALL_TOKENS)}"
        )
    return CardSeen(card, where)


def _pocket(token: Token) -> BallSeen:
    if not (token.text.isascii() and token.text.isdigit() and len(token.text) <= 3):
        known = _nearest(token.text, (*_AT_A_WHEEL, *_REST_OF_LINE))
        raise token.unreadable(f"the number of a pocket, or a word such as {known}")
    return BallSeen(token.text)


def _nearest(text: str, known: Iterable[str], between: str = ", ") -> str:
    return between.join(nearest(text, known))


def _say(token: Token, rest: str, game: Game, options: House) -> Said:
    words = words_of(game)
    if match(words, rest) is None:
        if token.text is rest:
            raise token.unreadable(f"an act of {game.NAME} such as {_nearest(rest, words)}")
        raise token.unreadable(f"a call of {game.NAME} such as say {_nearest(rest, words, ', say ')}")
    return Said(plain(rest))


def _announce(token: Token, rest: str, game: Game, options: House) -> Announced:
    known = game.ANNOUNCEMENTS
    if not rest or (known and plain(rest) not in known):
        raise token.unreadable("announce " + ("|".join(known) if known else "and the result in words"))
    return Announced(plain(rest))


def _bet(token: Token, rest: str, game: Game, options: House) -> Staked:
    words = rest.split()
    if not 2 <= len(words) <= 3:
        raise token.unreadable("bet WHERE AMOUNT [SEAT]")
    where = game.chance(options, plain(words[0]))
    if where is None:
        known = [each for each in game.CHANCES if game.chance(options, each)]
        raise token.unreadable(f"a chance of {game.NAME} such as {_nearest(words[0], known)}")
    amount = minor_units(words[1])
    if amount is None:
        raise token.unreadable("an amount above zero with at most two decimals, such as 20 or 2.50")
    seat = seat_named(words[2]) if len(words) == 3 else None
    if len(words) == 3 and seat is None:
        raise token.unreadable("a seat as a number from 1")
    return Staked(where, amount, seat)


_SPOKEN: dict[str, Callable[[Token, str, Game, House], Observation]] = {
    "say": _say,
    "bet": _bet,
    "announce": _announce,
}
_ALL_TOKENS = (*PLAIN_TOKENS, *_REST_OF_LINE)


def written(observed: Observation) -> str | None:
    """The token that says `observed`, or None for what the notation has no word for (clocks, devices).

    >>> import sabot
    >>> written(sabot.CardSeen(sabot.card_named("KD"), "banco"))
    'banco:KD'
    >>> written(sabot.Staked("punto", 2000, seat=4))
    'bet punto 20.00 4'
    """
    for text, plain_token in PLAIN_TOKENS.items():
        if type(observed) is type(plain_token) and not isinstance(observed, CardSeen):
            return text
    match observed:
        case CardSeen(card, place):
            return (f"{place}:" if place else "") + (str(card) if card else "??")
        case BallSeen(pocket):
            return pocket
        case Said(words):
            return words if words.split(" ", 1)[0] in VERBS else f"say {words}"
        case Announced(words):
            return f"announce {words}"
        case Staked(where, amount, seat):
            return f"bet {where} {money(amount)}" + (f" {seat}" if seat is not None else "")
    return None
