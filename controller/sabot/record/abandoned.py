"""What a table loses when it is opened for another game, or with other house rules: a coup that lies
undecided, stakes in prison, a bank."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from sabot.core.cards import with_sign
from sabot.core.observations import Noted
from sabot.core.play.state import Play
from sabot.core.surroundings import COUP_ABANDONED
from sabot.core.table import Table
from sabot.core.terms import money
from sabot.record.chain import Entry

log = logging.getLogger(__name__)


def is_undecided(play: Play) -> bool:
    """Whether a coup is under way whose result nobody knows yet."""
    return play.opened and play.result is None


def left(table: Table) -> str:
    """What is on the table, in the words of the cloth of every game: cards by place, stakes, prison, bank.
    Empty where nothing would be lost."""
    return " · ".join([*_of_coup(table.play), *_kept(table.play)])


def _of_coup(play: Play) -> Iterator[str]:
    if not is_undecided(play):
        return
    for place in play.game.PLACES:
        if cards := play.game.hand(play.coup, place):
            yield f"{place} {' '.join(map(with_sign, cards))}"
    if staked := sum(each.amount for each in play.coup.stakes):
        yield f"mises {money(staked)}"


def _kept(play: Play) -> Iterator[str]:
    """What goes from coup to coup."""
    if held := sum(each.amount for each in play.coup.held):
        yield f"prison {money(held)}"
    if play.coup.bank is not None and play.coup.bank.amount > 0:
        yield f"bank {money(play.coup.bank.amount)}"


def would_be_lost(table: Table) -> bool:
    """Whether anything is lost if this table is opened for another game."""
    return is_undecided(table.play) or bool(left(table))


def noted(table: Table) -> Noted | None:
    """The note that tells the croupier of it once the other table is open; None where nothing was lost."""
    if not would_be_lost(table):
        return None
    return Noted(COUP_ABANDONED, text=left(table), about=table.play.number)


def entries(play: Play, wall_ns: int) -> tuple[Entry, ...]:
    """The coup that lay undecided: on record, and said aloud."""
    if not is_undecided(play):
        return ()
    cards = {place: [str(card) for card in play.game.hand(play.coup, place)] for place in play.game.PLACES}
    log.warning(
        "coup %d of %s lay undecided and is abandoned: the table is opened for another game, or with other"
        " options (`sabot journal show %d`)",
        play.number,
        play.game.NAME,
        play.number,
    )
    note = {"note": "abandoned", "game": play.game.NAME, "cards": cards}
    return (Entry("note", note, coup=play.number, wall_ns=wall_ns),)
