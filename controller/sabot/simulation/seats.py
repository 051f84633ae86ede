"""Who sits at a table at home, as its configuration says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from sabot.config import ConfigError, Settings
from sabot.core.shapes.view import AtHomeShown
from sabot.core.terms import money
from sabot.games.evening.options import Household


class Seats(NamedTuple):
    """Who the house plays for, whether it deals, and what is done before the first deal; `are_alone`:
    nobody but simulated players sits at the table. `names` are those of players, by seat."""

    simulated: frozenset[int] = frozenset()
    deals: bool = True
    opening: tuple[str, ...] = ()
    are_alone: bool = False
    names: Mapping[int, str] = MappingProxyType({})


def seats_of(settings: Settings, *, is_wired: bool) -> Seats:
    """Who sits at the table of this configuration; cards from an instrument are real ones."""
    home, options = settings.home, settings.options
    assert isinstance(options, Household)
    deals = home.deal == "screens" and not is_wired
    sits = [f"sit {seat} {money(home.bought)}" for seat in range(1, options.players + 1) if home.bought]
    dealer = [f"dealer {home.dealer}"] if home.dealer else []
    company = home.company(options.players) if deals else frozenset()
    return Seats(company, deals, (*sits, *dealer), len(company) == options.players, home.named)


def shown(seats: Seats) -> AtHomeShown:
    """What the screens know of it."""
    names = {str(seat): name for seat, name in seats.names.items()}
    return {"deals": seats.deals, "simulated": sorted(seats.simulated), "names": names}


def checked(settings: Settings) -> None:
    """Refuse seats that the table does not have. Raises ConfigError."""
    home, options = settings.home, settings.options
    if not isinstance(options, Household):
        return
    named = {"dealer": {home.dealer}, "names": {*home.named}, "simulated": home.company(options.players)}
    for key, seats in named.items():
        if max(seats, default=0) > options.players:
            why = f"seat {max(seats)}: rules.{settings.table.game}.players says {options.players}"
            raise ConfigError(f"{settings.file or 'the configuration'}: home.{key}: {why}")
