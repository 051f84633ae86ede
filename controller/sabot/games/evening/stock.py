"""Cards that the house gives where it deals on screens: which are due, and which lie in the pack still.

No order of the pack is here: that is chance, and a secret (`sabot.simulation.pack`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sabot.core.cards import Card
from sabot.core.observations import CardSeen, Said
from sabot.core.table import Table
from sabot.core.terms import Turn
from sabot.core.words import Words, match
from sabot.games.evening.history import Past, history
from sabot.games.evening.household import Coup
from sabot.games.evening.seating import VERBS

TURN_UP = "CARD"
"""The act of a card that is turned up."""

HIDDEN = ("hand", "draw")
"""Verbs of cards that come to a hand."""

SLOTS = ("CARD", "CARDS")


class Gift(NamedTuple):
    """Cards that are due: the act that gives them, with a slot, and their number."""

    act: str
    number: int = 1

    @property
    def verb(self) -> str:
        """The first word of the act."""
        return self.act.partition(" ")[0]

    @property
    def is_turned(self) -> bool:
        """Whether it is a single card that is turned, so that somebody may wait with it."""
        return self.verb in (TURN_UP, "play")

    def filled(self, cards: Sequence[Card]) -> str:
        """The act with these cards."""
        names = " ".join(map(str, cards))
        return " ".join(names if word in SLOTS else word for word in self.act.split())


def is_gift(act: str, patterns: Iterable[str], *, has_cards: bool) -> bool:
    """Whether the house gives the cards of this act, in a game with these patterns. An open hand is dealt by
    `show` where its seat has no cards. In a game without hands, the card that a seat plays was closed, too.

    >>> is_gift("hand 2 CARDS", ["hand SEAT CARDS"], has_cards=False)
    True
    >>> is_gift("show 2 CARDS", ["hand SEAT CARDS"], has_cards=True)
    False
    """
    verb, last = act.split()[0], act.split()[-1]
    if verb == "show":
        return not has_cards and last in SLOTS
    if verb in ("play", "deal"):
        return not has_hands(patterns) and last in (*SLOTS, "deal")
    return verb in (*HIDDEN, TURN_UP)


def has_hands(patterns: Iterable[str]) -> bool:
    """Whether the hands of a game with these patterns may be known."""
    return any(pattern.startswith("hand ") for pattern in patterns)


def gifts(coup: Coup) -> tuple[Gift, ...]:
    """The cards that are due from the house, those of the usual turn first."""
    return tuple(
        Gift(act, _number(turn, act))
        for turn in coup.turns
        for act in turn.acts
        if is_gift(act, coup.rules.WORDS, has_cards=has_cards(coup, turn.seat))
    )


def _number(turn: Turn, act: str) -> int:
    """How many cards this act names; none where they are dealt unseen."""
    if act == "deal":
        return 0
    return turn.limits[0] if turn.limits and "CARDS" in act else 1


def has_cards(coup: Coup, seat: int) -> bool:
    """Whether this seat holds any card in the deal that is due."""
    return coup.outcome is None and coup.spread.get("hands", {}).get(str(seat), 0) > 0


class Dealt(NamedTuple):
    """What the deal under way has brought: the `cards` that left the pack, those `shown` before the seats out
    of a pack of their own, how often the cards were shuffled within the deal, and whether the last act gave
    cards."""

    cards: tuple[Card, ...] = ()
    shown: tuple[Card, ...] = ()
    shuffles: int = 0
    goes_on: bool = False

    def left(self, pack: Sequence[Card], gift: Gift) -> Counter[Card]:
        """How many of each card the house has still, for this gift."""
        if gift.verb == "show":
            return Counter({*pack}) - Counter(self.shown)
        return Counter(pack) - Counter(self.cards)


def dealt(table: Table) -> Dealt:
    """What was dealt in the deal under way; nothing before it and after it."""
    found = Dealt()
    if is_between(table):
        return found
    for past in history(table):
        if _was_taken(past):
            found = _with(found, past)
    return found


def number_of_deal(table: Table) -> int:
    """The number of the deal under way, or of the one that is due."""
    return table.play.number + (not table.play.opened or table.play.result is not None)


def is_between(table: Table) -> bool:
    """Whether no deal is under way: who sits down and who deals is settled before it."""
    coup = table.play.coup
    assert isinstance(coup, Coup)
    is_open = number_of_deal(table) == table.play.number
    return not (is_open and any(name not in VERBS for name, _ in coup.deal.lines))


def _was_taken(past: Past) -> bool:
    """Whether the rules allowed the act: it was reported."""
    return past.after.number != past.before.number or _lines(past.after.coup) != _lines(past.before.coup)


def _lines(coup: object) -> int:
    assert isinstance(coup, Coup)
    return len(coup.deal.lines)


def _with(found: Dealt, past: Past) -> Dealt:
    """What was dealt, with the cards of one more act."""
    coup = past.after.coup
    assert isinstance(coup, Coup)
    shuffles = sum(name == "misdeal" for name, _ in coup.deal.lines)
    if shuffles > found.shuffles:
        return Dealt(shuffles=shuffles)
    verb, *words = _words(past)
    if verb == "show" and not _held_any(past, words[0]):
        return found._replace(shown=(*found.shown, *_cards(words)), goes_on=True)
    is_out = verb in (*HIDDEN, "card") or (verb == "play" and not has_hands(coup.rules.WORDS))
    cards = (*found.cards, *_cards(words)) if is_out else found.cards
    return found._replace(cards=cards, goes_on=is_out or verb == "deal")


def _cards(words: Sequence[object]) -> Iterator[Card]:
    """The cards among these words."""
    for word in words:
        if isinstance(word, Card):
            yield word
        elif isinstance(word, tuple):
            yield from word


def _words(past: Past) -> Words:
    """The act in the words of the script, as far as it may name cards."""
    act = past.act
    if isinstance(act, CardSeen) and act.card is not None:
        is_laid = act.place in past.before.game.PLACES
        return ("play", act.place, act.card) if is_laid else ("card", act.card)
    return (match(past.before.game.WORDS, act.words) if isinstance(act, Said) else None) or ("",)


def _held_any(past: Past, seat: int) -> bool:
    """Whether this seat held cards before the act."""
    coup = past.before.coup
    is_same = past.before.number == past.after.number
    return isinstance(coup, Coup) and is_same and has_cards(coup, seat)
