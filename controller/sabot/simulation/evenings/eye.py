"""The eye of a simulated evening: it sees the cards on the cloth, late, and lies now and then."""

from __future__ import annotations

import json
from collections.abc import Callable

from sabot.core.cards import DECK
from sabot.core.shapes.view import View
from sabot.instruments.contract import PortSettings
from sabot.simulation.evenings.cable import Cable
from sabot.simulation.evenings.instruments import Around
from sabot.simulation.evenings.scheduler import Course

LOOKS_S = 0.4
LIES_SHARE = 0.3
DIES_SHARE = 0.01

Lying = tuple[str, str]
"""A place and the name of a card."""


class SimulatedEye:
    """A process that looks at the cloth. `look` gives the view whose cards lie there."""

    def __init__(self, around: Around, game: str, look: Callable[[], View]) -> None:
        self._around, self._look = around, look
        self.line = PortSettings("camera", "eye://", "camera", options={"game": game, "use": "witness"})
        self.cable = Cable(around.scheduler, around.faults, ("late",))
        self._seen: dict[Lying, str] = {}
        self._count = 0

    def works(self) -> Course:
        """It looks, and tells what has changed; its process dies and is started again."""
        while True:
            yield LOOKS_S
            if self._around.faults.happens("thread", DIES_SHARE):
                self.cable.pull()
                yield LOOKS_S
            self.cable.plug()
            if self.cable.is_open:
                self._tell()
            else:
                self._seen.clear()

    def _tell(self) -> None:
        if self.cable.to_instrument.take():
            self._seen.clear()
        self._say({"eye": "beat", "state": "fine"})
        lies = _on_the_cloth(self._look())
        for gone in [each for each in self._seen if each not in lies]:
            self._say({"eye": "left", "track": self._seen.pop(gone)})
        for each in lies:
            if each not in self._seen:
                self._count += 1
                self._seen[each] = str(self._count)
                self._say(self._lies(each))

    def _lies(self, lying: Lying) -> dict[str, object]:
        place, card = lying
        if self._around.faults.happens("eye", LIES_SHARE):
            card = str(self._around.faults.rng.choice(DECK))
        return {"eye": "lies", "track": self._seen[lying], "card": card, "place": place, "order": 0}

    def _say(self, plain: dict[str, object]) -> None:
        self.cable.to_table.put(json.dumps(plain).encode() + b"\n")


def _on_the_cloth(view: View) -> list[Lying]:
    """The cards in the hands; two cards of one name in a hand count once."""
    hands = {(place["name"], name) for place in view.get("places", ()) for name in place["cards"]}
    return sorted(hands)
