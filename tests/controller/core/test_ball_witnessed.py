"""The wheel and a camera beside it: one number, or a dispute that names both."""

from sabot.core.events import FaultFound
from sabot.core.events import as_dict as line
from sabot.core.observations import (
    Acknowledged,
    BallLies,
    BallSeen,
    CoupEnded,
    Undone,
    WheelFault,
    WheelSeen,
    as_dict,
    from_dict,
)
from sabot.core.table import opened, step
from sabot.games.register import GAMES

BY_HAND = BallSeen("18", "manual")


def after(*seen, **options):
    game = GAMES["roulette"]
    table, said = opened(game, game.Options(close="croupier", **options)), []
    for each in seen:
        table, events = step(table, each)
        said += [str(event.fault.because) for event in events if isinstance(event, FaultFound)]
    return table, said


def number(*seen):
    table, said = after(*seen)
    return (table.play.result.result["number"] if table.play.result else None), said


def test_where_wheel_and_camera_agree_nothing_is_said_whichever_was_first():
    assert number(BallLies("17"), BallSeen("17")) == (17, [])
    assert number(BallSeen("17"), BallLies("17")) == (17, [])


def test_a_number_that_the_camera_contradicts_is_not_taken_until_a_person_names_it():
    dispute = "the camera sees the ball in 17, and the wheel says 18: name the number by hand"
    assert number(BallLies("17"), BallSeen("18")) == (None, [dispute])
    assert number(BallLies("17"), BallSeen("18"), BY_HAND) == (18, [dispute])


def test_a_dispute_is_a_disagreement_that_stays_until_somebody_answers_and_numbers_its_line():
    table, _ = after(BallLies("17"), BallSeen("18"))
    (alert,) = table.play.taille.alerts
    assert (alert.fault.kind, alert.fault.said, alert.fault.card) == ("disagreement", "18", None)
    assert (table.line, table.acts) == (2, ())
    assert step(table, Acknowledged(by="chef"))[0].play.taille.alerts == ()


def test_a_number_that_was_announced_stands_and_the_dispute_is_told():
    said = ["the camera sees the ball in 17, and 18 was told before"]
    assert number(BallSeen("18"), BallLies("17")) == (18, said)


def test_a_number_by_hand_that_the_camera_contradicts_stands_and_the_dispute_is_told_first():
    table, said = after(BallLies("17"))
    table, events = step(table, BY_HAND)
    assert said == []
    assert [line(each)["event"] for each in events][:2] == ["fault", "result"]
    assert str(events[0].fault.because) == "the camera sees the ball in 17, and 18 was entered by hand"
    assert table.play.result.result["number"] == 18


def test_what_the_camera_saw_belongs_to_one_round_alone():
    begun, opens = WheelSeen("spin-begun", "2"), WheelSeen("bets-open", "2")
    assert number(BallLies("17"), begun, BallSeen("18")) == (18, [])
    assert number(BallSeen("18"), CoupEnded(), opens, BallLies("17")) == (None, [])
    later = WheelSeen("ball-dropped", "2")
    assert len(number(BallLies("17"), later, BallSeen("18"))[1]) == 1


def test_a_new_round_leaves_the_faults_of_the_wheel():
    table, _ = after(WheelFault("ball-out"), WheelSeen("spin-begun", "2"))
    assert [each.name for each in table.room.wheel.faults] == ["ball-out"]


def test_a_number_that_was_compared_is_not_compared_again():
    assert number(BallLies("17"), BallSeen("17"), Undone(), BY_HAND) == (18, [])
    assert number(BallLies("17"), BallSeen("18"), BY_HAND, Undone(), BY_HAND)[1] == [
        "the camera sees the ball in 17, and the wheel says 18: name the number by hand"
    ]


def test_what_a_camera_saw_is_read_back_from_the_journal():
    seen = BallLies("00")
    assert as_dict(seen) == {"kind": "BallLies", "pocket": "00", "source": "camera"}
    assert from_dict(as_dict(seen)) == seen
