"""The shape of what a seat may do now, as the pages get it."""

from __future__ import annotations

from typing import TypedDict

from sabot.core.reasons import PlainReason


class Offered(TypedDict):
    """What a seat may do now: why it may not stake on a chance, and the calls that would be no fault, in the
    words of the notation."""

    refused: dict[str, PlainReason]
    calls: list[str]
