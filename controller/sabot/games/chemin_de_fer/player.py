"""The players at chemin de fer: who holds the bank, and who covers it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.observations import Observation, Said, Staked
from sabot.core.play.state import Play
from sabot.core.terms import money
from sabot.games.chemin_de_fer.coup import Coup
from sabot.games.wishes import Players, chips, speak, turned_up

RICH_CENTS = 1000_00
"""A banker with more than this passes the main, sooner or later."""


def cover(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Somebody holds a bank, and others play against it; after an en cartes all stays as it lies."""
    if _coup(look()).kept or _coup(look()).stakes:
        return
    yield from _bank(look, rng)
    if _coup(look()).bank.amount:
        yield from _against(look, rng)


def _bank(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    bank = _coup(look()).bank
    if bank.amount and bank.coups and (bank.amount > RICH_CENTS or rng.random() < 0.08):
        yield Said("passe")
    if _coup(look()).bank.offered:
        yield from _sold(look, rng)
    if not _coup(look()).bank.amount:
        yield from _opened(look, rng)


def _sold(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Somebody takes the passed bank at its full sum, or some bid for it."""
    offered = _coup(look()).bank.offered
    if rng.random() < 0.6:
        yield Said(f"prend {_other(look(), rng)} {money(offered)}")
    for share in (4, 3, 2)[: rng.randint(0, 3)]:
        yield Said(f"enchere {_other(look(), rng)} {money(max(offered // share, 1))}")
    yield Said("adjuge")


def _opened(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """The seat with the main opens a bank, or lets the main go by."""
    if rng.random() < 0.15:
        yield Said(f"refuse {_coup(look()).bank.main}")
    amount = max(rng.randrange(2, 11) * 10_00, _coup(look()).options.bank_minimum)
    yield Said(f"banque {_coup(look()).bank.main} {money(amount)}")
    if rng.random() < 0.1:
        yield Said(f"associe {_other(look(), rng)}")


def _against(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """Banco suivi, banco, or avec la table and free stakes."""
    bank = _coup(look()).bank
    if bank.suivi and rng.random() < 0.5:
        yield Said(f"suivi {bank.suivi}")
    if not _coup(look()).stakes and rng.random() < 0.35:
        for _ in range(rng.choice((1, 1, 2))):
            yield Said(f"banco {_other(look(), rng)}")
    if _coup(look()).stakes:
        return
    if rng.random() < 0.2:
        yield Said(f"avec-la-table {_other(look(), rng)}")
    for _ in range(rng.randint(2, 4)):
        yield from _free(look, rng)


def _free(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    coup = _coup(look())
    room = coup.bank.amount - sum(stake.amount for stake in coup.stakes)
    if room > 0:
        amount = chips(rng, least=look().options.minimum, most=room)
        yield Staked("ponte", amount, _other(look(), rng))


def _other(play: Play, rng: Random) -> int:
    """A seat that is not in the bank."""
    bank = _coup(play).bank
    return rng.choice(
        [s for s in range(1, _coup(play).options.seats + 1) if s not in (bank.seat, bank.partner)] or [1]
    )


def _coup(play: Play) -> Coup:
    """The coup of this game."""
    assert isinstance(play.coup, Coup)
    return play.coup


PLAYERS = Players(cover, speak, turned_up, croupier={"adjuge": "Adjugé"})
