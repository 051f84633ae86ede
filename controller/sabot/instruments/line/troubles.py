"""The troubles of one instrument that are not over.

The table knows one trouble of each instrument, the newest, and takes any end for the end of it. So an end is
told only when no trouble is left; until then the newest of those that are left is told again.
"""

from __future__ import annotations

from sabot.core.observations import DeviceTroubled, Observation
from sabot.core.reasons import Reason


class Troubles:
    """The open troubles of the instrument with this role, by name."""

    def __init__(self, role: str) -> None:
        self._role = role
        self._open: dict[str, Reason] = {}

    def begun(self, name: str, why: Reason, *, still: Reason | None = None) -> list[Observation]:
        """Returns what is told of a trouble; one of the same name before it is replaced. `still`: other words
        for it where it is told again."""
        self._open.pop(name, None)
        self._open[name] = still or why
        return [DeviceTroubled(self._role, why)]

    def over(self, words: Reason, *names: str) -> list[Observation]:
        """Returns what is told when the troubles of these names are over; nothing if none was open."""
        if not [self._open.pop(name) for name in names if name in self._open]:
            return []
        return self._left() or [DeviceTroubled(self._role, words, since_ok=True)]

    def noted(self, words: Reason) -> list[Observation]:
        """Returns what is told of something that goes on record, and neither is a trouble nor ends one."""
        left = self._left()
        return [DeviceTroubled(self._role, words, since_ok=not left), *left]

    def forget(self) -> None:
        """Forget all open troubles: the line was lost, and when it is back the table knows of none."""
        self._open.clear()

    def _left(self) -> list[Observation]:
        """The newest of the open ones; none if there is none."""
        return [DeviceTroubled(self._role, why) for why in [*self._open.values()][-1:]]
