"""A follower of the event lines: it reads nothing else, and keeps what stands.

docs/notation.md says what it may do: drop the lines that an `undone` names, skip a coup that is void, and of
two results of one coup take the later.
"""

from __future__ import annotations

from typing import Any

Line = dict[str, Any]


class Follower:
    """The lines that stand, each with its number."""

    def __init__(self) -> None:
        self.kept: list[tuple[int, Line]] = []

    def hears(self, number: int, line: Line) -> None:
        """One more line. Lines come in the order of their numbers."""
        if line["event"] != "undone":
            self.kept.append((number, line))
            return
        faults = []
        while self.kept and self.kept[-1][0] >= line["from"]:
            gone = self.kept.pop()
            if gone[1]["event"] == "fault":
                faults.append(gone)
        self.kept += reversed(faults)

    def standing(self) -> list[Line]:
        """What stands, in order."""
        return [line for _, line in self.kept]

    def results(self) -> dict[int, Line]:
        """The result of each coup that counts, by its number."""
        found: dict[int, Line] = {}
        for _, line in self.kept:
            if line["event"] == "result":
                found[line["coup"]] = {key: line[key] for key in line if key not in ("event", "coup")}
            elif line["event"] == "void":
                found.pop(line["coup"], None)
        return found
