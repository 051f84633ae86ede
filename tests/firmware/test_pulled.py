"""The cable pulled at any byte, in both directions, a thousand times: the firmware's link on the PC
against the controller's own driver. No card is lost and none is doubled at any moment."""

from __future__ import annotations

import random

from sabot.core.observations import CardSeen, DeviceTroubled
from sabot.instruments.shoes.sabot_shoe import Parser
from tests.firmware import hand
from tests.firmware.board import Board
from tests.firmware.hand import Print

PULLS = 1000
BOOT = 77


class Cable:
    """Between a board and a driver; time passes in steps, and a pull cuts what is under way."""

    def __init__(self, board: Board, chance: random.Random) -> None:
        self.board, self.chance = board, chance
        self.now_us = 0
        self.driver = Parser()
        self.seen: list[str] = []
        self.troubles: list[str] = []

    def passes(self, us: int, *, cut: bool = False) -> None:
        """Time passes with the cable in; what is said meanwhile crosses, or a part of it where it is cut."""
        self.now_us += us
        self.board.tell(f"tick {self.now_us}")
        said = self._part(self.board.said(self.now_us), cut)
        for observation in self.driver.feed(said):
            if isinstance(observation, CardSeen):
                self.seen.append(str(observation.card))
            elif isinstance(observation, DeviceTroubled):
                self.troubles.append(str(observation.trouble))
        if self.chance.random() < 0.7:  # the record takes its time
            self.driver.settled(self.driver.mark)
        if replies := self._part(self.driver.replies(), cut):
            self.board.tell(f"hear {self.now_us} {replies.hex()}")

    def _part(self, data: bytes, cut: bool) -> bytes:
        return data[: self.chance.randrange(len(data) + 1)] if cut else data

    def pulled(self) -> None:
        self.passes(self.chance.randrange(1000), cut=True)
        self.board.tell(f"line {self.now_us} 0")
        self.driver.cut()
        if self.chance.random() < 0.1:  # the controller was restarted; its record has the mark
            self.driver = Parser(mark=self.driver.mark)

    def plugged(self) -> None:
        self.board.tell(f"line {self.now_us} 1")


def drawn(cable: Cable, name: str) -> None:
    """A card, its edges in small pieces of time."""
    card = hand.moved(name, [(0.0, -1.0), (1e5, 99.0)], Print(), cable.chance)
    begin_us = cable.now_us
    lines = [f"edge {begin_us + round(each.at_us)} {each.sensor} {each.level}" for each in card]
    cable.board.tell(*lines)
    cable.now_us = begin_us + round(card[-1].at_us) + 2000
    cable.board.tell(f"tick {cable.now_us}")


def test_a_thousand_pulls_at_any_byte_lose_no_card_and_double_none():
    chance = random.Random(3)
    board = Board("shoe", f"start 0 1 0 0 {BOOT}")
    cable = Cable(board, chance)
    names: list[str] = []
    for _ in range(PULLS):
        cable.plugged()
        for _ in range(chance.randrange(4)):
            names.append(chance.choice(hand.NAMES[:-1]))
            drawn(cable, names[-1])
            cable.passes(chance.randrange(600_000))
        cable.pulled()
        for _ in range(chance.randrange(3)):
            names.append(chance.choice(hand.NAMES[:-1]))
            drawn(cable, names[-1])
    cable.plugged()
    for _ in range(600):
        cable.passes(20_000)
    board.end()
    assert len(names) > 2 * PULLS
    assert cable.seen == names
    assert not [words for words in cable.troubles if "lost" in words]


def test_a_controller_that_stays_away_too_long_is_told_how_many_messages_are_lost():
    """The ring holds 255 messages, three a card; what gives way is counted and said."""
    board = Board("shoe", f"start 0 1 0 0 {BOOT}")
    cable = Cable(board, random.Random(4))
    cable.plugged()
    for _ in range(10):
        cable.passes(20_000)
    board.tell(f"line {cable.now_us} 0")
    cable.driver.cut()
    for _ in range(90):
        drawn(cable, "8C")
    cable.plugged()
    for _ in range(600):
        cable.passes(20_000)
    board.end()
    assert [words for words in cable.troubles if "15 messages" in words and "lost" in words]
    assert cable.seen == ["8C"] * 85
