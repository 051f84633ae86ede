"""Every hand of poker against a well-kept evaluator, and the joker against its own definition.

    .venv/bin/python -m tools.soak_poker

All 2,598,960 hands of five must stand in the order of pokerkit: our worths and its 7,462 classes are paired
one to one, and both rise together. Then every hand with the joker, with and without five alike, and hands
of seven with the joker until there were a million, are compared with the best of all values that it could
take. One JSON object is printed; the exit status is 0 if nothing disagrees.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from sabot.core.cards import DECK, JOKER, Card
from sabot.games.poker.ranking import Worth, worth
from tests.controller.games.poker.evaluated import best_value, by_pokerkit

HAND_COUNT = 2_598_960
JOKER_COUNT = 1_000_000


def classes(hands: Iterator[Sequence[Card]]) -> tuple[int, dict[Worth, set[int]]]:
    """How many hands there were, and the classes of pokerkit that go with each worth."""
    found: dict[Worth, set[int]] = {}
    count = 0
    for count, hand in enumerate(hands, start=1):  # noqa: B007 - used after the loop
        found.setdefault(worth(hand), set()).add(by_pokerkit(hand))
    return count, found


def disagreements(found: dict[Worth, set[int]]) -> list[str]:
    """Where our order of the worths is not pokerkit's order of its classes."""
    mixed = [
        f"{ours.name} {ours.ranks}: classes {sorted(kinds)}"
        for ours, kinds in found.items()
        if len(kinds) > 1
    ]
    order = [max(found[ours]) for ours in sorted(found)]
    falls = [f"class {lower} below {upper}" for lower, upper in pairwise(order) if lower >= upper]
    return mixed + falls


def joker_hands(seed: int) -> Iterator[tuple[Sequence[Card], bool]]:
    """Every four cards that the joker can complete, for both rules of five alike; then five by chance,
    without end."""
    for five_alike in (False, True):
        for cards in combinations(DECK, 4):
            yield cards, five_alike
    chance = random.Random(seed)
    while True:
        yield chance.sample(DECK, 5), bool(chance.getrandbits(1))


def by_definition(cards: Sequence[Card], *, five_alike: bool) -> Worth:
    """The best hand of the joker with these four cards, or with four of more, or the best without it."""
    tried = [best_value(four, five_alike=five_alike) for four in combinations(cards, 4)]
    return max([*tried, *(worth(five) for five in combinations(cards, 5))])


def joker_slips(count: int, seed: int) -> list[str]:
    """The hands with the joker that are judged otherwise than by trying every value."""
    drawn = zip(range(count), joker_hands(seed), strict=False)
    return [
        f"{' '.join(map(str, cards))} JOKER, five alike {five_alike}"
        for _, (cards, five_alike) in drawn
        if worth([*cards, JOKER], five_alike=five_alike) != by_definition(cards, five_alike=five_alike)
    ]


def main() -> None:
    """Compare, print what was found, and exit with 1 if anything disagrees."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--jokers", type=int, default=JOKER_COUNT, help="hands with the joker (default: a million)"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    began_s = time.monotonic()
    hands, found = classes(combinations(DECK, 5))
    otherwise = disagreements(found) + joker_slips(given.jokers, given.seed)
    report = {
        "hands": hands,
        "classes": len(found),
        "hands_with_joker": given.jokers,
        "disagreements": len(otherwise),
        "examples": otherwise[:5],
        "seconds": round(time.monotonic() - began_s),
    }
    print(json.dumps(report, indent=2))
    raise SystemExit(bool(otherwise) or hands != HAND_COUNT)


if __name__ == "__main__":
    main()
