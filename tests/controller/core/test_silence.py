"""What may be seen at a table at which a trainee deals in silent mode."""

from __future__ import annotations

import pytest

from sabot.core.observations import Observation
from sabot.core.script import read
from sabot.core.shapes.silence import hushed
from sabot.core.shapes.view import View
from sabot.core.table import opened, step
from sabot.core.view import view
from sabot.games.register import GAMES


def silent(script: str, *, game: str = "punto-banco") -> View:
    """The view of a table at which this was dealt."""
    rules = GAMES[game]
    table = opened(rules, rules.Options(close="croupier"))
    seen: Observation
    for seen in read(script.splitlines(), rules, table.play.options):
        table, _ = step(table, seen)
    return {**view(table), "training": "silent"}


def lying(shown: View) -> list[list[str]]:
    return [place["cards"] for place in hushed(shown)["places"]]


@pytest.mark.parametrize(
    ("script", "cards"),
    [
        ("rnvp 2C 3S 3D 4H 2H", [["2C", "3D", "2H"], ["3S", "4H"]]),
        ("rnvp 2C 3S 3D 4H 2H 5C", [["2C", "3D", "2H"], ["3S", "4H", "5C"]]),
        ("rnvp 2C 3S 3D 4H 2H punto:5C", [["2C", "3D", "2H", "5C"], ["3S", "4H"]]),
        ("rnvp banco:2C", [[], ["2C"]]),
        ("rnvp banco:2C undo 3S", [["3S"], []]),
        ("rnvp 2C 3S 3D 4H 2H 5C end", [[], []]),
        ("rnvp 2C 3S 3D 4H 2H 5C end rnvp 7D", [["7D"], []]),
        ("end", [[], []]),
    ],
)
def test_cards_lie_where_the_trainee_laid_them(script: str, cards: list[list[str]]) -> None:
    """Right; one too many, to banco as nobody says where, and to punto; one in the wrong place, and another
    after it was taken back; a coup that is closed, and the next one; and a fault without a card."""
    assert lying(silent(script)) == cards


def test_a_card_that_cannot_be_in_the_sabot_lies_where_it_was_dealt() -> None:
    shown = silent("rnvp 2C")
    shown["faults"] = [
        {"kind": "impossible-card", "because": {"id": "x", "values": {}}, "card": "2C", "to": None,
         "owed": None, "said": None, "picture": None, "coup": shown["coup"]}
    ]  # fmt: skip
    assert lying(shown) == [["2C"], []]


def test_nothing_tells_that_the_cards_have_decided() -> None:
    shown = hushed(silent("bet banco 20 1\nrnvp 2C 3S 3D 4H 2H"))
    assert (shown["phase"], shown["result"], shown["calls"], shown["settlements"]) == (
        "dealing",
        None,
        [],
        [],
    )
    assert (shown["owed"], shown["results"], len(shown["stakes"])) == (None, [], 1)
    assert hushed(shown) == shown
    assert hushed(silent("rnvp"))["phase"] == "bets-closed"


def test_the_wheel_tells_no_number_before_the_coup_is_closed() -> None:
    shown = hushed(silent("bet rouge 5\nrnvp\n17", game="roulette"))
    assert (shown["result"], shown["results"], shown["places"]) == (None, [], [])
    after = hushed(silent("bet rouge 5\nrnvp\n17\nend", game="roulette"))
    assert [each["number"] for each in after["results"]] == [17]
    wheel: View = {**shown, "wheel": {"seen": {"phase": "rnvp-due"}, "faults": []}}
    assert hushed(wheel)["wheel"] == {"seen": None, "faults": []}


def test_a_sabot_in_trouble_says_nothing_and_one_that_is_lost_says_so() -> None:
    """ "A card too many was drawn", says the shoe itself."""
    known = [
        {"role": role, "driver": "", "where": "", "state": state, "why": None, "since_ns": 0}
        for role, state in (("sabot", "troubled"), ("camera", "lost"))
    ]
    quiet = hushed({**silent("rnvp"), "instruments": known})["instruments"]  # type: ignore[typeddict-item]
    assert [each["state"] for each in quiet] == ["found", "lost"]


def test_a_sabot_that_the_last_coup_has_spent_is_open_until_the_coup_is_closed() -> None:
    decided = "cut\nrnvp 2C 3S 3D 4H"
    states = []
    for script in (decided, decided + " 2H", decided + " 2H\nend"):
        shown = hushed(silent(script))["sabot"]
        assert shown is not None
        states.append(shown["state"])
    assert silent(decided + " 2H")["sabot"]["state"] == "spent"  # type: ignore[index]
    assert states == ["last-coup", "last-coup", "spent"]


def test_a_table_that_is_not_silent_is_shown_as_it_is() -> None:
    shown = silent("rnvp 2C 3S 3D 4H 2H 5C")
    for other in ({**shown, "training": "coach"}, {}, {"training": "silent"}):
        assert hushed(other) is other  # type: ignore[arg-type]
