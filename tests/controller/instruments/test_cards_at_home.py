"""Cards at a household table, from the bytes of an eye and of a shoe to the verdict of the referee."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sabot.core import options as house
from sabot.core.events import FaultFound
from sabot.core.observations import CardLies, Said
from sabot.core.table import Table, opened, step
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot.instruments.camera.driver import DRIVER, layout_refusal
from sabot.instruments.registry import DRIVERS


class At:
    """A table, and what its instruments say."""

    def __init__(self, game: str, *acts: str, players: int = 2) -> None:
        chosen = house.read(GAMES[game].Options, [("players", str(players))])
        self.table: Table = opened(GAMES[game], chosen)
        self.eye: Any = DRIVER.made({"use": "sabot"})
        self.shoe: Any = DRIVERS["lines"].made({})
        self.faults: list[str] = []
        self.see(*map(Said, acts))

    def see(self, *seen: Any) -> None:
        for each in seen:
            self.table, events = step(self.table, each)
            self.faults += [event.fault.kind for event in events if isinstance(event, FaultFound)]

    def lies(self, place: str, card: str | None, track: str) -> None:
        """The eye sees a card at rest."""
        line = {"eye": "lies", "track": track, "card": card, "place": place, "order": 0, "picture": ""}
        self.see(*self.eye.feed(json.dumps(line).encode() + b"\n"))

    def draws(self, card: str) -> None:
        """A card leaves the shoe."""
        self.see(*self.shoe.feed(card.encode() + b"\r\n"))

    @property
    def trick(self) -> list[dict[str, Any]]:
        return [*view(self.table)["spread"].get("trick", ())]


PLAYING = ("deal", "bid 2 1", "bid 1 pass")


def test_a_card_that_the_eye_sees_before_a_seat_is_played_by_that_seat() -> None:
    at = At("nap", *PLAYING)
    at.lies("2", "8C", "a")
    at.lies("2", "8C", "a")  # it moved: the same card
    assert at.trick == [{"seat": 2, "card": "8C"}]
    at.lies("1", "9C", "b")
    assert view(at.table)["spread"]["tricks"]["1"] == 1
    assert at.faults == []


def test_a_card_that_the_eye_cannot_read_changes_nothing_and_the_next_one_names_it() -> None:
    at = At("nap", *PLAYING)
    at.lies("2", None, "a")
    assert (at.trick, at.faults) == ([], ["unread-card"])
    at.lies("2", "8C", "b")
    assert at.trick == [{"seat": 2, "card": "8C"}]
    assert view(at.table)["faults"] == []


def test_a_card_before_a_seat_whose_turn_it_is_not_is_refused() -> None:
    at = At("nap", *PLAYING)
    at.lies("1", "9C", "a")
    assert at.trick == []
    assert len(at.faults) == 1


def test_a_witness_over_the_table_only_looks() -> None:
    at = At("nap", *PLAYING)
    at.see(CardLies(None, "2", 0, "a"))
    assert (at.trick, at.faults) == ([], [])


def test_the_card_of_a_shoe_is_turned_up_where_one_is_due_and_refused_while_hands_are() -> None:
    at = At("mijn-en-dijn")
    at.draws("8C")
    assert view(at.table)["spread"]["turned"] == ["8C"]
    assert at.faults == []
    hands = At("nap")
    hands.draws("8C")
    assert hands.faults == ["wrong-order"]
    assert not hands.table.play.opened


@pytest.mark.parametrize(
    ("zones", "is_fine"),
    [
        ("1 0,0 200,250; 2 300,0 500,250", True),
        ("punto 0,0 390,500; banco 410,0 800,500", True),
        ("0,0 200,250", False),
        ("1 0,0", False),
        ("0,0 200,250 300,250", False),
    ],
)
def test_a_zone_has_the_number_of_its_seat(zones: str, *, is_fine: bool) -> None:
    assert (layout_refusal("", zones) == "") is is_fine
