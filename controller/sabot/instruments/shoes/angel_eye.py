"""Card shoe Angel Eye II-EX. We only listen. The shoe judges punto banco itself, and we ignore its verdict.

Each report is sent three times and taken once. What is uncertain about them is a field of `Options`; the
bytes are those of `angel_eye_wire`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sabot.core.cards import Card
from sabot.core.observations import (
    Announced,
    CardSeen,
    CoupEnded,
    CutCardSeen,
    Observation,
    Said,
)
from sabot.core.reasons import NOTHING, reason
from sabot.games.register import GAMES, descriptor
from sabot.instruments.contract import DriverInfo, Listener
from sabot.instruments.line.troubles import Troubles
from sabot.instruments.shoes.angel_eye_options import CYCLES, Options
from sabot.instruments.shoes.angel_eye_wire import (
    ACK,
    BANKER,
    BURN,
    BURN_COUNT,
    ENQ,
    FIRST_CARD,
    NAK,
    PLAYER,
    REPORT_COPIES,
    Report,
    card_of,
    scanned,
)

FORCED_END = 7

TIE = 2
"""The winner of a coup that neither hand wins; the others are named as their hands."""

STATE_REASONS = {
    0: reason("the shoe is locked"),
    1: reason("the shoe is in its error mode"),
    2: reason("the shoe is in its setting mode"),
}

OVERDRAW_ERROR = 2
ERRORS = {
    1: reason("cannot read a card"),
    OVERDRAW_ERROR: reason("a card too many was drawn"),
    3: reason("a button was mishandled"),
    4: reason("a card was pulled back at the exit"),
    5: reason("a card was pulled back midway"),
    6: reason("a card bears a code that the shoe does not know"),
    7: reason("drawing a card took too long"),
}
CARD_LOST = (1, 6)
"""Errors after which a card has left the shoe without a name."""


def places_of(game: str) -> dict[int, str]:
    """The places of the two hands that the shoe knows; none of a game with others, whose cards come without a
    place."""
    known = descriptor(game)
    if known is None or known.kind != "hands" or len(known.rules.PLACES) != 2:
        return {}
    player, banker = known.rules.PLACES
    return {PLAYER: player, BANKER: banker}


def winners_of(game: str) -> dict[int, str]:
    """What the winners that the shoe knows are called at this game."""
    hands = [*places_of(game).values()]
    if not hands:
        return {}
    tie = next((word for word in GAMES[game].ANNOUNCEMENTS if word not in hands), "")
    return {1: hands[0], TIE: tie, 4: hands[1]}


DAMAGED = reason("reports arrive damaged: a card may be missing on record")
MISSING = reason("a report of the shoe is missing: compare the cards on the cloth")
DISAGREE = reason("two copies of one report disagree: compare the cards on the cloth")


class Parser(Listener):
    """The reports of one shoe, each taken once."""

    def __init__(self, options: Options | None = None, role: str = "sabot", mark: str = "") -> None:
        super().__init__(role)
        self.options = options or Options()
        self._places = places_of(self.options.game)
        self.answers: list[str] = []
        """What the shoe answered to commands: `06`, or `15` and its digits."""
        self._last: Report | None = None
        self._candidate: Report | None = None
        self._copies = 0
        self._damaged = 0
        self._troubles = Troubles(role)

    def feed(self, data: bytes) -> list[Observation]:
        """Returns the observations in these further bytes."""
        self.tally.bytes += len(data)
        self._buffer += data
        seen: list[Observation] = []
        while self._buffer:
            taken, found = scanned(self._buffer) if self._buffer[0] == ENQ else self._skipped()
            if not taken:
                break
            del self._buffer[:taken]
            seen += self._judged(found)
        return seen

    def _skipped(self) -> tuple[int, Report | str | None]:
        """Skips what comes between reports: answers to commands, and noise."""
        if self._buffer[0] == ACK:
            self.answers.append("06")
            return 1, None
        if self._buffer[0] == NAK:
            return self._refused_command(), None
        self.tally.refused["noise"] += 1
        return 1, None

    def _refused_command(self) -> int:
        digits = re.match(rb"\x15([0-9A-F]{0,2})", self._buffer)
        assert digits is not None
        if digits.end() == len(self._buffer) and len(digits[1]) < 2:
            return 0
        self.answers.append("15" + digits[1].decode())
        return digits.end()

    def _judged(self, found: Report | str | None) -> list[Observation]:
        if found is None:
            return []
        return self._damage(found) if isinstance(found, str) else self._taken(found)

    def _damage(self, refusal: str) -> list[Observation]:
        self.tally.refused[refusal] += 1
        self._damaged += 1
        return self._troubles.begun("damaged", DAMAGED) if self._damaged == REPORT_COPIES else []

    def _taken(self, found: Report) -> list[Observation]:
        """A whole report: a copy of the last one, or news."""
        self.tally.frames += 1
        seen = self._troubles.over(reason("reports arrive whole again"), "damaged")
        self._damaged = 0
        if self._last and found[:2] == self._last[:2]:
            self.tally.repeats += 1
            return seen + self._compared(found, self._last)
        self._copies = self._copies + 1 if found == self._candidate else 1
        self._candidate = found
        return seen + self._believed(found) if self._copies >= self.options.copies else seen

    def _compared(self, found: Report, last: Report) -> list[Observation]:
        if found.data == last.data:
            return []
        self.tally.refused["disagree"] += 1
        return self._troubles.begun("missed", DISAGREE)

    def _believed(self, found: Report) -> list[Observation]:
        gap = self._misses(found.sequence)
        self._last, self._candidate = found, None
        read = list(_MEANINGS[found.code](self, found.data))
        over = self._over(read)
        missed = self._troubles.begun("missed", MISSING) if gap else []
        return [*over, *missed, *read]

    def _over(self, read: list[Observation]) -> list[Observation]:
        """The end of the troubles that nothing else ends: the shoe has read a card again."""
        if not any(isinstance(each, CardSeen) and each.card for each in read):
            return []
        return self._troubles.over(reason("the shoe reads cards again"), "missed", "error")

    def _misses(self, sequence: int) -> bool:
        """Whether a number between the last report and this one never came."""
        count = CYCLES.get(self.options.sequence)
        if self._last is None or count is None:
            return False
        return (sequence - self._last.sequence) % count != 1

    def cut(self) -> list[Observation]:
        """Half a report of a new card before the line was lost: an unknown card has left the shoe."""
        half = bytes(self._buffer)
        super().cut()
        self._troubles.forget()
        begun = (half[1], chr(half[2])) if len(half) > 2 and half[0] == ENQ else None
        if begun is None or begun[1] != "D" or (self._last and begun == self._last[:2]):
            return []
        self._last = Report(*begun)
        return [CardSeen(None, None, self.role, reason("the line was lost in the report of a card"))]

    def _nothing(self, data: bytes) -> Iterator[Observation]:
        yield from ()

    def _cut_card(self, data: bytes) -> Iterator[Observation]:
        yield CutCardSeen(self.role)

    def _card(self, data: bytes) -> Iterator[Observation]:
        place, card = data[0] >> 4 & 7, card_of(data[1])
        if place in (FIRST_CARD, BURN, BURN_COUNT):
            yield from self._burnt(place, card)
        else:
            where = self._places.get(place)
            note = reason("the shoe sent card code {source}, which names no card", source=f"{data[1]:02X}")
            yield CardSeen(card, where, self.role, NOTHING if card else note)

    def _burnt(self, place: int, card: Card | None) -> Iterator[Observation]:
        if place == BURN_COUNT or self.options.burn == "ignore":
            return
        if place == FIRST_CARD and card and self.options.burn == "say":
            yield Said(f"brule {card}")
        else:
            where = "brule" if self.options.burn == "say" else None
            yield CardSeen(card, where, self.role, NOTHING if card else reason("a burnt card was not read"))

    def _report_r(self, data: bytes) -> Iterator[Observation]:
        if self.options.report_r == "card":
            yield from self._card(data)
        elif self.options.report_r == "cleared":
            yield CoupEnded()

    def _outside(self, data: bytes) -> Iterator[Observation]:
        why = STATE_REASONS.get(data[0] >> 4 & 7, reason("the shoe does not say why"))
        card = card_of(data[1]) if len(data) > 1 else None
        yield CardSeen(card, None, self.role, reason("drawn outside a game: {why}", why=why))

    def _result(self, data: bytes) -> Iterator[Observation]:
        number = data[0] >> 4 & 7
        winner = winners_of(self.options.game).get(number)
        if winner and self.options.result in ("announced", "both"):
            yield Announced(winner)
        if (winner or number == FORCED_END) and self.options.result in ("end", "both"):
            yield CoupEnded()

    def _error(self, data: bytes) -> Iterator[Observation]:
        number = data[0] & 0x3F
        why = ERRORS.get(number, reason("the shoe reports error {n}", n=number))
        if number in CARD_LOST or (number == OVERDRAW_ERROR and self.options.overdraw == "card"):
            yield CardSeen(None, None, self.role, why)
        if data[0] & 0x40:
            why = reason("{why}: the shoe waits until the error is cleared on it", why=why)
        yield from self._troubles.begun("error", why)

    def _cleared(self, data: bytes) -> Iterator[Observation]:
        yield from self._troubles.over(reason("the error on the shoe was cleared"), "error")

    def _lock(self, data: bytes) -> Iterator[Observation]:
        if data[0] & 1:
            yield from self._troubles.begun("locked", reason("the shoe is locked"))
        else:
            yield from self._troubles.over(reason("the shoe is unlocked"), "locked")

    def _preset(self, data: bytes) -> Iterator[Observation]:
        text = bytes(byte & 0x7F for byte in data).decode("ascii")
        shown = "".join(char if char.isprintable() else "." for char in text)
        why = reason("a preset of the shoe was changed: {note}", note=shown)
        yield from self._troubles.noted(why)


_MEANINGS: dict[str, Callable[[Parser, bytes], Iterator[Observation]]] = {
    "S": Parser._nothing,
    "P": Parser._nothing,
    "C": Parser._cut_card,
    "D": Parser._card,
    "R": Parser._report_r,
    "d": Parser._outside,
    "G": Parser._result,
    "E": Parser._error,
    "e": Parser._cleared,
    "L": Parser._lock,
    "M": Parser._preset,
}

DRIVER = DriverInfo(
    name="angel-eye",
    role="sabot",
    baud=4800,
    about="card shoe Angel Eye II-EX, 4800 baud (some sites 9600), often behind a serial server",
    options=Options,
    parser=Parser,
)
