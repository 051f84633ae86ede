"""The five games told from the book, each by a program that shares no code with the rules it is held
against."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from sabot.core.events import as_dict
from sabot.core.observations import Observation
from sabot.core.table import Table, step
from tests.controller.games.oracles.baccarat_banque import BaccaratBanque
from tests.controller.games.oracles.chemin_de_fer import CheminDeFer
from tests.controller.games.oracles.lines import DisagreementError, Line
from tests.controller.games.oracles.listening import Oracle
from tests.controller.games.oracles.punto_banco import PuntoBanco
from tests.controller.games.oracles.roulette import Roulette
from tests.controller.games.oracles.trente_et_quarante import TrenteEtQuarante

ORACLES: dict[str, Callable[[Any], Oracle]] = {
    "punto-banco": PuntoBanco,
    "chemin-de-fer": CheminDeFer,
    "baccarat-banque": BaccaratBanque,
    "roulette": Roulette,
    "trente-et-quarante": TrenteEtQuarante,
}


class Listener:
    """Hears the acts at a table with their lines. `found` says where the book and the table first part."""

    def __init__(self, table: Table, house: Any = None) -> None:
        self.oracle = ORACLES[table.play.game.NAME](house or table.play.options)
        self.found = ""

    def hears(self, act: Observation, lines: list[Line]) -> None:
        """One more act."""
        if self.found:
            return
        try:
            self.oracle.hears(act, lines)
        except DisagreementError as found:
            self.found = str(found)


def disagreement(table: Table, acts: Iterable[Observation], *, house: Any = None) -> str:
    """Where the book and the table part over these acts; empty where they agree. `house` is another house
    than the table's, for tests of the program itself."""
    listener = Listener(table, house)
    for act in acts:
        table, events = step(table, act)
        listener.hears(act, [as_dict(event) for event in events])
        if listener.found:
            break
    return listener.found
