"""The announced bets of roulette, resolved into the chips that the croupier lays for them.

The player names the bet and what one chip is worth; each chip is then a bet of its own. The sectors are
parts of the single-zero wheel and are taken at no other; a number with its neighbours and the finales exist
on every wheel.
"""

from __future__ import annotations

from functools import cache

from sabot.games.wheel.layout import WHEELS, Wheel

SECTORS = {
    "voisins": "2 transversale-pleine:0-2-3, cheval:4-7, cheval:12-15, cheval:18-21, cheval:19-22,"
    " cheval:32-35, 2 carre:25-29",
    "tiers": "cheval:5-8, cheval:10-11, cheval:13-16, cheval:23-24, cheval:27-30, cheval:33-36",
    "orphelins": "plein:1, cheval:6-9, cheval:14-17, cheval:17-20, cheval:31-34",
    "orphelins-plein": "plein:1, plein:6, plein:9, plein:14, plein:17, plein:20, plein:31, plein:34",
    "jeu-zero": "cheval:0-3, cheval:12-15, plein:26, cheval:32-35",
}
"""The chips of each part of the single-zero wheel; `2` lays two chips."""

FULL_NAMES = {
    "voisins-du-zero": "voisins",
    "tiers-du-cylindre": "tiers",
    "orphelins-a-cheval": "orphelins",
}
"""Longer names of the same bets."""

EACH_SIDE = 2
"""Neighbours on each side where the player names none: `17 et les voisins`."""

MOST_EACH_SIDE = 9


def announced(pockets: int, where: str) -> str | None:
    """The one spelling of the announced bet that `where` names at a wheel of `pockets` pockets, or None."""
    spelled = where.replace("_", "-")
    spelled = FULL_NAMES.get(spelled, spelled)
    if spelled.startswith("voisins-de:") and spelled.count(":") == 1:
        spelled = f"{spelled}:{EACH_SIDE}"
    return spelled if chips(pockets, spelled) else None


@cache
def _chips_of_every_name(pockets: int) -> dict[str, tuple[str, ...]]:
    wheel = WHEELS[pockets]
    finales = {f"finale:{digit}": _finale(digit) for digit in range(10)}
    pairs = {f"finale-a-cheval:{digit}-{digit + 3}": _finale_a_cheval(digit) for digit in range(10)}
    sectors = {name: _sector(laid) for name, laid in SECTORS.items()} if pockets == 37 else {}
    neighbours = {
        f"voisins-de:{name}:{count}": neighbours_of(wheel, name, each_side=count)
        for name in wheel.pockets
        for count in range(1, MOST_EACH_SIDE + 1)
    }
    every = finales | pairs | sectors | neighbours
    return {name: laid for name, laid in every.items() if wheel.bets.keys() >= set(laid)}


def chips(pockets: int, name: str) -> tuple[str, ...]:
    """The bets on which one chip each is laid for the announced bet `name`; nothing where it is none.

    >>> chips(37, "tiers")
    ('cheval:5-8', 'cheval:10-11', 'cheval:13-16', 'cheval:23-24', 'cheval:27-30', 'cheval:33-36')
    >>> chips(37, "finale:7")
    ('plein:7', 'plein:17', 'plein:27')
    """
    return _chips_of_every_name(pockets).get(name, ())


def _sector(laid: str) -> tuple[str, ...]:
    words = [part.rpartition(" ") for part in laid.split(", ")]
    return tuple(bet for count, _, bet in words for _ in range(int(count or 1)))


def _finale(digit: int) -> tuple[str, ...]:
    return tuple(f"plein:{number}" for number in range(digit, 37, 10))


def _finale_a_cheval(digit: int) -> tuple[str, ...]:
    """A digit and the one three higher: à cheval as far as the cloth goes, the last number alone."""
    return tuple(
        f"cheval:{number}-{number + 3}" if number <= 33 else f"plein:{number}"
        for number in range(digit, 37, 10)
    )


def neighbours_of(wheel: Wheel, name: str, *, each_side: int) -> tuple[str, ...]:
    """Chips on a pocket and on its neighbours on each side, in the order of the wheel."""
    order = wheel.order
    middle = order.index(name)
    places = range(middle - each_side, middle + each_side + 1)
    return tuple(f"plein:{order[place % len(order)]}" for place in places)
