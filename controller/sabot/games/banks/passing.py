"""When the bank passes, and to whom."""

from __future__ import annotations

from typing import NamedTuple

from sabot.games.evening.evening import Evening


class Carried(NamedTuple):
    """What goes from deal to deal: the seat of the banker, how many deals it has had the bank, and the seat
    that takes the bank when the banker next goes over twenty-one (0: none)."""

    banker: int = 0
    deals: int = 0
    claim: int = 0


class Ended(NamedTuple):
    """What a deal means for the bank: whether the banker went over, and the seats that had the highest hand
    (*groote bank*), in the order of play."""

    bust: bool = False
    highest: tuple[int, ...] = ()


def passed(evening: Evening, ended: Ended, way: str) -> Evening:
    """The evening of the next deal. `way` is `bust`, `groote_now`, `groote_after_bust`, `time` or `turns:3`.

    Of several players with the highest hand the first from the banker's left has the right; the book is
    silent. With `time` the bank stays until somebody else is named.
    """
    kept = evening.carried
    deals = 1 + (kept.deals if isinstance(kept, Carried) and kept.banker == evening.dealer else 0)
    claim = _claim(evening, ended)
    banker = _banker(evening, ended, way=way, deals=deals, claim=claim)
    stays = banker == evening.dealer
    waits = claim if stays and way == "groote_after_bust" else 0
    return evening.following(dealer=banker, carried=Carried(banker, deals if stays else 0, waits))


def _claim(evening: Evening, ended: Ended) -> int:
    kept = evening.carried
    if isinstance(kept, Carried) and kept.claim in evening.seats and kept.claim != evening.dealer:
        return kept.claim
    return ended.highest[0] if ended.highest else 0


def _banker(evening: Evening, ended: Ended, *, way: str, deals: int, claim: int) -> int:
    left = evening.left_of(evening.dealer)
    takers = {
        "bust": left if ended.bust else 0,
        "groote_now": ended.highest[0] if ended.highest else 0,
        "groote_after_bust": claim if ended.bust else 0,
        "time": 0,
    }
    if way in takers:
        return takers[way] or evening.dealer
    return left if deals >= int(way.removeprefix("turns:")) else evening.dealer
