"""The players at baccarat banque: the bank, the stakes on both sides, the last cards of a sabot."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.observations import Observation, SabotOpened, Said, Staked
from sabot.core.play.state import Play
from sabot.core.terms import money
from sabot.games.baccarat_banque.coup import Coup
from sabot.games.baccarat_banque.hands import SIDES, mode_for
from sabot.games.wishes import Players, chips, speak, turned_up

RICH_CENTS = 5000_00
"""A banker with more than this leaves the bank sooner or later."""


def cover(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Somebody holds the bank and others play against it."""
    if _coup(look()).stakes:
        return
    yield from _bank(look, rng)
    yield from _last_cards(look, rng)
    if _coup(look()).bank.amount or _coup(look()).options.fixed_banker:
        yield from _against(look, rng)


def _bank(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    if _coup(look()).bank.amount > RICH_CENTS and rng.random() < 0.4:
        yield Said(rng.choice(("suite", "brule")))
    bank = _coup(look()).bank
    if bank.burnt:
        yield SabotOpened()
    if bank.offered and not bank.amount:
        yield Said(f"prend {_seat(look(), rng)} {money(bank.offered)}")
        yield Said("adjuge")
    if _coup(look()).bank.amount <= 0:
        for amount in (100, 200, 300)[: rng.choice((0, 0, 2, 3))]:
            yield Said(f"enchere {_seat(look(), rng)} {amount}")
        yield Said("adjuge")
    if _coup(look()).bank.amount <= 0:
        yield Said(f"banque {rng.choice((0, 0, 0, _seat(look(), rng)))} {rng.randrange(2, 11) * 100}")


def _last_cards(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """With fewer than nine cards left the banker plays the game that is for them, or has all cards mixed."""
    left = look().sabot.left
    if left >= 9:
        return
    if rng.random() < 0.3:
        yield SabotOpened()
        return
    yield Said(f"fin {mode_for(left)}")
    if mode_for(left) == "rouge-noir":
        yield Said(f"{rng.choice(('rouge', 'noir'))} {_coup(look()).bank.main}")


def _against(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Banco suivi, banco, or free stakes on both sides."""
    bank = _coup(look()).bank
    if bank.suivi and rng.random() < 0.5:
        yield Said(f"suivi {bank.suivi}")
    if not _coup(look()).stakes and rng.random() < 0.25:
        for _ in range(rng.choice((1, 1, 2))):
            yield Said(f"banco {_seat(look(), rng)}")
    if _coup(look()).stakes:
        return
    if rng.random() < 0.05:
        yield Said("ouverte")
    for _ in range(rng.randint(2, 6)):
        room = max(_coup(look()).bank.amount // 2, look().options.minimum)
        amount = chips(rng, least=look().options.minimum, most=room)
        yield Staked(rng.choice(SIDES), amount, _seat(look(), rng))
    if rng.random() < 0.05:
        yield Said("egaux")


def _seat(play: Play, rng: Random) -> int:
    """A seat that does not hold the bank."""
    return rng.choice(
        [seat for seat in range(1, _coup(play).options.seats + 1) if seat != _coup(play).bank.seat] or [1]
    )


def _coup(play: Play) -> Coup:
    """The coup of this game."""
    assert isinstance(play.coup, Coup)
    return play.coup


PLAYERS = Players(cover, speak, turned_up, croupier={"adjuge": "Adjugé"})
