"""The chips, as the screens show them: each stake on the cloth is settled once, and what stays lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from sabot.core.events import Event
from sabot.core.shapes.view import View
from sabot.simulation.evenings.findings import CHIPS, Findings

Lot = tuple[object, ...]
"""The chance, the seat and the sum of a stake."""


class Chips:
    """An output of the table that follows the money."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings

    def publish(self, seq: int, shown: View, events: Sequence[Event] = ()) -> None:
        """The table shows this: a decided coup with all its settlements is counted."""
        if shown["result"] is None or not shown["settlements"]:
            return
        cloth = Counter(_lot(each, "where", "amount") for each in (*shown["stakes"], *shown["prison"]))
        settled = Counter(_lot(each, "bet", "stake") for each in shown["settlements"])
        if cloth != settled:
            self._findings.broken(
                CHIPS, f"coup {shown['coup']}: on the cloth {cloth - settled}, settled {settled - cloth}"
            )


def _lot(line: Mapping[str, object], where: str, amount: str) -> Lot:
    return line[where], line.get("seat"), line[amount]
