"""Who plays at a table, and what its screens tell that is no fault."""

from __future__ import annotations

from collections.abc import Iterator

from sabot.core.observations import Observation
from sabot.core.players import known
from sabot.core.reasons import Reason, reason
from sabot.core.table import Table, newest_first


def notices(table: Table) -> list[Reason]:
    """What is worth knowing and no fault: a wrong clock, a coup that was abandoned, too few players."""
    is_over = None not in (table.play.coup.turns, table.play.result)  # a deal at home, which nobody closes
    return [*table.room.notices(table.play.number + is_over), *_too_few(table)]


def _too_few(table: Table) -> list[Reason]:
    """Fewer players than the game is for, once the bets are closed."""
    play, fewest = table.play, table.play.coup.fewest_players
    if not fewest or not play.opened or not play.coup.bets_closed:
        return []
    count = len(seats(table, enough=fewest))
    if count >= fewest:
        return []
    return [reason("{n} players have staked or spoken; the game is for {m} at least", n=count, m=fewest)]


def seats(table: Table, *, enough: int | None = None) -> frozenset[str]:
    """The seats that staked or spoke this evening, or as many of them as are `enough`: those of the newest
    coups, so that a picture of the table does not read a whole evening again."""
    players = table.players
    for coup, acts in _coups_with_acts(table):
        if enough is not None and len(players.seats) >= enough:
            break
        players = known(players, coup, acts)
    return players.seats


def _coups_with_acts(table: Table) -> Iterator[tuple[int, Iterator[Observation]]]:
    """The number of each coup that can be taken back, with its acts."""
    yield table.play.number, newest_first(table.acts)
    for chapter in table.chapters:
        yield chapter.play.number, newest_first(chapter.acts)
