"""The players at trente et quarante: stakes, insurance, what they choose after a refait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from sabot.core.observations import Announced, Observation, Said, Staked
from sabot.core.play.state import Play
from sabot.games import wishes as hands
from sabot.games.trente_et_quarante.coup import Coup
from sabot.games.trente_et_quarante.stakes import CHANCES

SEATS = range(1, 9)
INSURES_SHARE = 0.5
"""How often a stake that may be insured is."""


def stake(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """A new sixain is mixed and cut; then a few stakes, the large ones insured perhaps."""
    if not look().sabot.drawn and not look().opened:
        yield Said("melange")
        yield Said(f"coupe {rng.choice(SEATS)}")
    if hands.has_staked(look()):
        return
    low, high = look().options.minimum, look().options.maximum
    for seat in hands.stakers(look(), SEATS, rng, fewest=2, most=5):
        where = rng.choice(CHANCES)
        large = rng.random() < 0.15
        most = high or 1000_00
        yield Staked(where, min(500_00, most) if large else hands.chips(rng, least=low, most=most), seat)
        if large and rng.random() < INSURES_SHARE:
            yield Said(f"assurance {where} {seat}")


def between_rows(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """The first row is announced when it has ended."""
    play = look()
    if _coup(play).noir and not _coup(play).rouge and play.owed and play.owed.to == "rouge":
        yield Announced(play.calls[0].text)


def answer(look: Callable[[], Play], rng: Random) -> Iterator[Observation]:
    """The result is announced; after a refait everybody chooses, or says nothing and goes to prison."""
    yield from hands.result(look, rng)
    result = look().result
    if result is None or result.result["winner"] != "refait":
        return
    for where, _, seat, _ in _coup(look()).stakes:
        word = rng.choice(("prison", "moitie", "passe", ""))
        place = f"{where} {rng.choice([other for other in CHANCES if other != where])}"
        if word:
            yield Said(f"{word} {place if word == 'passe' else where} {seat}")


def _coup(play: Play) -> Coup:
    """The coup of this game."""
    assert isinstance(play.coup, Coup)
    return play.coup


PLAYERS = hands.Players(stake, between_rows, answer, croupier={"melange": "Les cartes sont mêlées"})
