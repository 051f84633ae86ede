"""The words that all wheels share: the faults by name, the phases of a round, and directions."""

from __future__ import annotations

from sabot.core.reasons import Reason, reason
from sabot.games.wheel.layout import WHEELS

BETS_OPEN, SPIN_BEGUN, RNVP_DUE = "bets-open", "spin-begun", "rnvp-due"
BALL_DROPPED, AT_REST = "ball-dropped", "at-rest"

CLOCKWISE, ANTICLOCKWISE = "clockwise", "anticlockwise"

FAULTS = {
    "too-few-laps": reason("the ball left its track after fewer laps than the house requires"),
    "rotor-too-slow": reason("the rotor turns more slowly than the house allows"),
    "rotor-too-fast": reason("the rotor turns faster than the house allows"),
    "wrong-direction": reason("ball and rotor run in the same direction"),
    "not-alternated": reason("the rotor runs in the same direction as in the spin before"),
    "ball-out": reason("the ball left the wheel"),
    "ball-removed": reason("the ball was taken out of the wheel during the spin"),
    "launch-failed": reason("the ball was not launched"),
    "sensor-broken": reason("the wheel says that a sensor is broken"),
    "sensor-silent": reason("a sensor saw nothing while the others did"),
    "sensors-disagree": reason("the sensors contradict each other"),
    "unsure": reason("the ball may rest in more than one pocket: name the number by hand"),
    "closed-in-round": reason("the wheel closed in the middle of a round"),
    "spin-not-seen": reason("the wheel shows a number of a spin that was not seen: name it by hand"),
    "number-missed": reason("the wheel went on without a number that could be taken: name it by hand"),
    "no-such-pocket": reason("the wheel shows a number that this wheel does not have"),
    "silent": reason("the wheel fell silent"),
    "hand-in-the-way": reason("a hand was over the wheel before the ball lay still: name the number by hand"),
    "second-ball": reason("there are two balls in the wheel"),
    "ring-not-seen": reason("the camera cannot make out the ring of numbers"),
    "ball-moved": reason("the ball left the pocket whose number was given: correct the number by hand"),
}
"""Every fault of a wheel and what it means. Each stands until it is answered by its name."""


def moved(given: str, rests: str) -> Reason:
    """The ball rests in another pocket than the one that was given."""
    return reason(
        "the ball left {given} after its number was given, and rests in {pocket}: correct the number by hand",
        given=given,
        pocket=rests,
    )


VOIDING = frozenset(
    "too-few-laps rotor-too-slow rotor-too-fast wrong-direction ball-out ball-removed launch-failed"
    " sensor-silent sensors-disagree unsure hand-in-the-way second-ball ring-not-seen".split()
)
"""Faults with which a spin of our own sensor or of a camera has no number; but one eye that is silent while
the other sees the ball at rest leaves it."""


ORDERS = {pockets: wheel.order for pockets, wheel in WHEELS.items()}
"""The pockets of the usual wheels, clockwise from zero, by their number."""


def order(pockets: int, layout: str = "") -> tuple[str, ...]:
    """The pockets clockwise from zero: those of `layout` (names between blanks), else the usual ones."""
    return tuple(layout.split()) or ORDERS[pockets]


def layout_refusal(pockets: int, layout: str = "") -> str:
    """Why these cannot be the pockets of a wheel; empty when they can."""
    if not layout.split():
        return "" if pockets in ORDERS else f"pockets = {pockets}, but 37, 38 or 39 was expected"
    given = layout.split()
    if len(set(given)) != len(given):
        return f"layout names a pocket twice: {next(each for each in given if given.count(each) > 1)}"
    return "" if 20 <= len(given) <= 60 else f"layout names {len(given)} pockets, but 37 to 39 were expected"
