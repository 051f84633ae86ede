"""The tables of a game's rules for the croupier's page, and the cell in which a fault stands, as the game's
own folder has them."""

from __future__ import annotations

from sabot.core.shapes.view import FaultShown, View
from sabot.games.register import descriptor


def tables_of(game: str) -> dict[str, object]:
    """What the template of the game's tableau draws, by name; nothing of a game without one."""
    found = descriptor(game)
    part = found.part("tableau") if found else None
    tables: dict[str, object] = part.tables() if part else {}
    return tables


def cell_of(view: View, fault: FaultShown) -> dict[str, object] | None:
    """The cell of the tableau that a fault is about: `{"of", "row", "column"}`; None where none speaks."""
    found = descriptor(view["game"])
    part = found.part("tableau") if found else None
    cell: dict[str, object] | None = part.cell_of(view, fault) if part else None
    return cell
