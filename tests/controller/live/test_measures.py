"""What the loop counts of itself."""

from __future__ import annotations

from sabot.core.events import FaultFound
from sabot.core.observations import BallSeen, WheelFault
from sabot.core.reasons import reason
from sabot.core.terms import Fault
from sabot.core.view import reason_of
from sabot.live.measures import COMMIT_BOUNDS_S, Measures

WRONG = FaultFound(1, Fault("wrong-order", reason("too early")))


def test_a_commit_counts_at_the_first_bound_that_holds_it() -> None:
    measures = Measures()
    for took_s in (0.0005, 0.001, 0.003, 9.0):
        measures.committed(took_s)
    bounds_s, counts, sum_s = measures.commits
    assert bounds_s == COMMIT_BOUNDS_S
    assert counts == (2, 0, 1, *[0] * 8, 1)
    assert round(sum_s, 6) == 9.0045


def test_a_halt_counts_once_however_often_it_is_told() -> None:
    measures = Measures()
    for why in ("", "full", "gone", "", "full"):
        measures.publish(1, {"halted": reason_of(reason(why)) if why else None})
    assert measures.halts == 2


def test_faults_count_by_their_kind() -> None:
    measures = Measures()
    measures.publish(1, {"halted": None}, (WRONG, WRONG))
    assert measures.faults == {"wrong-order": 2}


def test_a_fault_of_the_wheel_counts_when_it_comes_and_not_when_it_goes() -> None:
    measures = Measures()
    for seen in (
        WheelFault("no-ball"),
        WheelFault("no-ball", since_ok=True),
        WheelFault("no-ball"),
        BallSeen("7"),
    ):
        measures.saw(seen)
    assert measures.faults == {"wheel-no-ball": 2}
