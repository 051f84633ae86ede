"""The guide through a calibration: says what to do, waits until it has seen enough, reports the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sabot.instruments.calibration.board import Board
from sabot.instruments.calibration.steps import Step

WITHIN_S, HELLO_S, LEVEL_S, TRIES_MOST = 90.0, 5.0, 2.0, 3


class NotCalibrated(RuntimeError):  # noqa: N818 - a reason that a person can act on
    """Why nothing was measured, in one line with what to do."""


def met(board: Board, *, kind: str) -> str:
    """Returns the board's kind, serial number and firmware. Raises NotCalibrated for another kind."""
    if not board.until(lambda: board.ear.hello is not None, within_s=HELLO_S):
        raise NotCalibrated(f"no {kind} answers on this port within {HELLO_S:g} s: is it the right one?")
    if board.ear.refused:
        raise NotCalibrated(board.ear.refused)
    hello = board.ear.hello
    assert hello is not None
    return f"{hello.kind} {hello.serial}, firmware {hello.firmware}"


def says_level(board: Board, *, say: Callable[[str], object]) -> bool:
    """Whether the board that was met has a reading head that says its level. One with an older program does
    not, and the person is told so."""
    if not board.ear.has_head:
        return False
    if board.until(lambda: board.ear.live.light is not None, within_s=LEVEL_S):
        return True
    say("its program is too old to say what the reading head sees: sabot flash")
    return False


def idle(step: Step) -> None:
    """Does nothing at a step: somebody else does."""


def guided(
    board: Board,
    steps: Iterable[Step],
    *,
    say: Callable[[str], object],
    begin: Callable[[Step], object] = idle,
    move: Callable[[Step], object] = idle,
    tries: int = TRIES_MOST,
) -> dict[str, float]:
    """Runs all steps in turn, a failing one a few times. Returns the measured options.

    `begin` is called before a step listens, so that a person gets ready: nothing that is seen meanwhile
    counts. `move` is called when it listens, and gives a simulated instrument its command. Raises
    NotCalibrated, OSError.
    """
    listed, kept = list(steps), dict[str, float]()
    for number, step in enumerate(listed, start=1):
        say(f"[{number}/{len(listed)}] {step.do}")
        kept |= _done(board, step, kept, say=say, begin=begin, move=move, tries=tries)
    return kept


def _done(
    board: Board,
    step: Step,
    known: Mapping[str, float],
    *,
    say: Callable[[str], object],
    begin: Callable[[Step], object],
    move: Callable[[Step], object],
    tries: int,
) -> Mapping[str, float]:
    verdict = None
    for left in reversed(range(tries)):
        begin(step)
        board.begins()
        move(step)
        board.until(lambda: step.enough(board.ear.heard), within_s=WITHIN_S)
        verdict = step.judge(board.ear.heard, known)
        say(f"      {verdict.text}")
        if verdict.good:
            return verdict.options
        if left:
            say(f"      Once more: {step.do}")
    raise NotCalibrated(f"{step.name}: {verdict.text if verdict else ''}; nothing was written")
