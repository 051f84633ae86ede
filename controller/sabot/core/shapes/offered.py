"""The shapes of what is offered, as the pages get it: to a seat, and by the pit to the table."""

from __future__ import annotations

from typing import TypedDict

from sabot.core.reasons import PlainReason


class Offered(TypedDict):
    """What a seat may do now: why it may not stake on a chance, and the calls that would be no fault, in the
    words of the notation."""

    refused: dict[str, PlainReason]
    calls: list[str]


class PitOffer(TypedDict):
    """Another configuration that the pit offers, or another `version` of the program (empty: it is none): the
    `difference` line by line, without what is secret. Times are seconds since 1970."""

    id: str
    by: str
    why: str
    made_s: int
    lapses_s: int
    version: str
    difference: list[str]
