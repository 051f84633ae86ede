"""What must hold at every moment of an evening, by name, and where it did not."""

from __future__ import annotations

KEPT = "nothing is shown that is not on record"
REPLAYED = "screen, replay and export are the same"
WHOLE = "the record is whole after a crash"
CARDS = "no card is lost or doubled"
ACTS = "each act that was acknowledged is on record once, and no refused one is"
CHIPS = "chips are conserved"
NUMBERS = "each number is the one in which the ball rests"
WITNESS = "an eye that lies changes no card, result or chip"
GOES_ON = "the table goes on after every fault"


class Broken(BaseException):
    """An invariant that does not hold; raised with its name and what was found. The table, which survives any
    other exception, lets it through."""

    def __init__(self, invariant: str, found: str) -> None:
        super().__init__(f"{invariant}: {found}")
        self.invariant, self.found = invariant, found


class Findings:
    """Keeps what is broken first. What an output raises the table passes over, so it is raised later."""

    def __init__(self) -> None:
        self.first: Broken | None = None

    def broken(self, invariant: str, found: str) -> None:
        """This invariant does not hold."""
        self.first = self.first or Broken(invariant, found)

    def check(self) -> None:
        """Raises the first thing found."""
        if self.first is not None:
            raise self.first
