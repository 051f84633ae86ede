"""Wrong numbers of cards in hands that nobody sees (Doevendans 1.2)."""

from __future__ import annotations

import pytest

from tests.controller.games.rikken.scripts import deal_after, faults, lines_of, only, turns_after, whys

FOURTEEN_AND_TWELVE = "deal\nanswer 2 kaarten 14\nanswer 4 kaarten 12\n"


def counts(*numbers: int) -> str:
    """The players count their cards, the first to call first."""
    pairs = zip((2, 3, 4, 1), numbers, strict=False)
    return "deal\n" + "".join(f"answer {seat} kaarten {number}\n" for seat, number in pairs)


def test_a_hidden_hand_of_fourteen_gives_a_card_that_nobody_sees() -> None:
    (turn,) = turns_after(FOURTEEN_AND_TWELVE)
    assert (turn.seat, turn.acts, turn.limits) == (2, ("swap 2 NUMBER",), (1, 1))
    lines = lines_of(FOURTEEN_AND_TWELVE + "swap 2 1\nanswer 2 kaarten 13\nbid 2 rik\n")
    assert only(lines, "swap") == [{"event": "swap", "coup": 1, "seat": 2, "to": 4, "cards": 1}]
    assert faults(lines) == [("misdeal", 2, 0), ("misdeal", 4, 0)]


def test_nobody_calls_before_the_card_has_gone_over() -> None:
    assert whys(lines_of(FOURTEEN_AND_TWELVE + "bid 2 rik"))[-1] == (
        "fourteen and twelve: the longer hand gives a card of its choice to the shorter"
    )
    assert not deal_after(FOURTEEN_AND_TWELVE + "bid 2 rik").auction.calls


@pytest.mark.parametrize("act", ["swap 4 1", "swap 2 2", "swap 2 5C 6C"])
def test_only_one_card_of_the_longer_hand_goes_over(act: str) -> None:
    lines = lines_of(FOURTEEN_AND_TWELVE + act)
    assert whys(lines)[-1] == "one card is given away, by a player who was dealt fourteen"


def test_a_card_may_go_over_before_the_shorter_hand_is_counted() -> None:
    lines = lines_of("deal\nanswer 2 kaarten 14\nswap 2 5C\nbid 2 rik\n")
    assert only(lines, "swap") == [{"event": "swap", "coup": 1, "seat": 2, "cards": 1}]
    assert faults(lines) == [("misdeal", 2, 0)]


@pytest.mark.parametrize("numbers", [(14, 14), (12, 12), (15,), (14, 12, 12), (13, 13, 13, 14)])
def test_a_misdeal_that_one_card_cannot_put_right_is_dealt_again(numbers: tuple[int, ...]) -> None:
    assert only(lines_of(counts(*numbers)), "result")[0]["void"] == "misdeal"


@pytest.mark.parametrize("numbers", [(13, 13, 13, 13), (13, 14), (12,), (13, 12, 14)])
def test_a_misdeal_that_one_card_may_put_right_is_not_void(numbers: tuple[int, ...]) -> None:
    assert not only(lines_of(counts(*numbers)), "result")
