"""What players at a household game may do by chance: acts that the rules offer, with real cards and sums.

Simulated players, random games of the tests and the soak use it. It knows no game: it asks whose turn it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random

from sabot.core.cards import SUITS, Card, any_card_named
from sabot.core.terms import Turn, money
from sabot.games.evening.household import Coup

OF_THE_HAND = ("swap", "show", "play")
"""Verbs whose cards come from the hand of their seat."""

FIRST_SHARE = 0.9
"""In random games the other turns are taken too: they may do what is rare, such as a misdeal."""


def acts(coup: Coup, rng: Random, *, first_share: float = FIRST_SHARE) -> Iterator[str]:
    """Acts by chance, without end. Each is due; one may still name a card that is elsewhere. `first_share`:
    how often the first turn is taken where there are several."""
    offers = [(turn, act) for turn in coup.turns for act in turn.acts]
    if any(act.startswith("hand ") for _, act in offers):
        offers = [(turn, act) for turn, act in offers if act != "deal"]
    first = [(turn, act) for turn, act in offers if turn is offers[0][0]]
    while offers:
        turn, act = rng.choice(first if rng.random() < first_share else offers)
        yield filled(coup, turn, act, rng)


def filled(coup: Coup, turn: Turn, act: str, rng: Random) -> str:
    """The act with something in each of its slots."""
    verb = act.partition(" ")[0]
    return " ".join(_SLOTS.get(word, _word(word))(coup, turn, verb, rng) for word in act.split())


def _word(word: str) -> Callable[[Coup, Turn, str, Random], str]:
    return lambda coup, turn, verb, rng: word


def _cards(coup: Coup, turn: Turn, verb: str, rng: Random) -> str:
    least, most = turn.limits or (1, 1)
    return " ".join(map(str, _some(coup, turn, verb, rng, rng.randint(least, most))))


def _card(coup: Coup, turn: Turn, verb: str, rng: Random) -> str:
    return " ".join(map(str, _some(coup, turn, verb, rng, 1)))


def _some(coup: Coup, turn: Turn, verb: str, rng: Random, count: int) -> list[Card]:
    hand = None if coup.outcome else coup.hand_of(turn.seat)
    cards = [*hand] if hand and verb in OF_THE_HAND else unseen(coup)
    return rng.sample(cards, min(count, len(cards)))


def unseen(coup: Coup) -> list[Card]:
    """The cards of the pack that lie in no known hand and were not seen in this deal. When it is over, the
    next one begins with all of them."""
    evening = coup.deal.evening
    left = Counter(coup.rules.PACK(evening.options, len(evening.seats)))
    if coup.outcome:
        return [*left.elements()]
    left.subtract(card for seat in evening.seats for card in coup.hand_of(seat) or ())
    names = [str(keys["card"]) for _, keys in coup.deal.lines if "card" in keys]
    names += [word for name, keys in coup.deal.lines if name == "show" for word in _shown(keys)]
    left.subtract(card for card in map(any_card_named, names) if card is not None)
    left.subtract(coup.deal.discarded)
    return [*left.elements()]


def _shown(keys: Mapping[str, object]) -> list[str]:
    """The cards that a seat laid open with this line."""
    cards = keys.get("cards")
    return [*map(str, cards)] if isinstance(cards, list) else []


def _amount(coup: Coup, turn: Turn, verb: str, rng: Random) -> str:
    return money(rng.randint(*(turn.limits or (1, 100))))


def _number(coup: Coup, turn: Turn, verb: str, rng: Random) -> str:
    return str(rng.randint(*(turn.limits or (0, 1))))


def _seat(coup: Coup, turn: Turn, verb: str, rng: Random) -> str:
    return str(rng.choice(coup.deal.evening.seats))


def _suit(coup: Coup, turn: Turn, verb: str, rng: Random) -> str:
    return rng.choice(SUITS)


_SLOTS = {"CARDS": _cards, "CARD": _card, "AMOUNT": _amount, "NUMBER": _number, "SEAT": _seat, "SUIT": _suit}
