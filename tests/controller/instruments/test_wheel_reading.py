"""`sabot wheel FILE`: one JSON line a spin, from either kind of recording, and one line for what is wrong."""

import json
import random

import pytest
from click.testing import CliRunner

from sabot.cli.wheel import wheel
from sabot.core.observations import BallSeen, WheelFault, WheelSeen
from sabot.instruments.wheel import edges as wheel_edges
from sabot.instruments.wheel import inference as wheel_inference
from sabot.instruments.wheel import physics as wheel_physics
from sabot.instruments.wheel import reading as wheel_reading
from sabot.instruments.wheel.edges import Edge
from sabot.instruments.wheel.physics import HABITS, Sensors
from tests.controller.instruments.wheel_lines import line, round_of, rounds
from tests.shared import shared

TIDY = HABITS._replace(hand=0.0)


def asked(*arguments):
    done = CliRunner().invoke(wheel, [str(each) for each in arguments])
    return done.exit_code, done.output


def told(*arguments):
    status, output = asked(*arguments)
    assert status == 0, output
    return [json.loads(each) for each in output.splitlines()]


def recording(path, lines, *, begin_s=0.0, step_s=0.5):
    with path.open("ab") as file:
        for number, each in enumerate(lines):
            at_s = begin_s + number * step_s
            file.write(f"2026-03-01T20:{int(at_s // 60):02d}:{at_s % 60:06.3f}\t".encode())
            file.write(each.strip() + b"\n")
    return path


def test_each_spin_of_a_cammegh_recording_is_one_line_with_its_number_and_time(tmp_path):
    path = recording(tmp_path / "evening.tsv", rounds(["17", "0"]))
    first, second = told(path)
    assert list(first)[:8] == [
        *("number", "spin", "at", "rotor_rpm", "direction", "laps", "confidence", "faults")
    ]
    assert (first["number"], first["spin"], first["direction"]) == (17, 1, "anticlockwise")
    assert first["at"] == "2026-03-01T20:00:04.000"
    assert first["rotor_rpm"] == 16.0
    assert (first["laps"], first["confidence"], first["faults"]) == (None, 1.0, [])
    assert (second["number"], second["spin"]) == (0, 2)


def test_a_spin_without_a_number_says_what_went_wrong_and_when_it_began(tmp_path):
    lines = [*round_of(3)[:6], line(4, flags=4), line(6, flags=4), line(6, flags=4), line(1), line(2)]
    (spin,) = told(recording(tmp_path / "x.tsv", lines))
    assert spin["number"] is None
    assert spin["faults"] == ["sensor-broken", "closed-in-round"]
    assert spin["onsets"][0] == {"fault": "sensor-broken", "at": "2026-03-01T20:00:03.000"}


def test_a_gap_in_a_recording_is_a_silence_that_began_after_its_last_line(tmp_path):
    path = recording(tmp_path / "x.tsv", round_of(3)[:6])
    recording(path, round_of(3)[6:], begin_s=100)
    (spin,) = told(path)
    assert spin["number"] == 3
    assert spin["onsets"] == [{"fault": "silent", "at": "2026-03-01T20:00:07.500"}]


def test_a_number_with_one_witness_at_the_end_of_a_recording_is_trusted_less(tmp_path):
    (spin,) = told(recording(tmp_path / "x.tsv", round_of(9, bare=False)[:-3]))
    assert (spin["number"], spin["confidence"]) == (9, 0.9)


def test_a_real_recording_is_read_spin_by_spin():
    spins = told(shared("data/wheel/slingshot2-2025-09-24.tsv"))
    numbers = [spin["number"] for spin in spins if spin["number"] is not None]
    assert numbers[:6] == [24, 22, 19, 21, 24, 34]
    assert len(numbers) == 25
    assert all(14 <= spin["rotor_rpm"] <= 20 for spin in spins if spin["number"] is not None)


def edges_of(path, count, *, sensors, options=None):
    rng, edges, truths, begin_us = random.Random(2), [], [], 0
    for number in range(count):
        truth, pulses = wheel_physics.spin(
            rng, clockwise=number % 2 == 0, habits=TIDY._replace(hold=(4.0, 8.0)), options=options
        )
        edges += wheel_physics.edges(sensors.spoilt(pulses, rng), begin_us=begin_us)
        begin_us = edges[-1].t_us + 1_500_000
        truths.append(truth)
    path.write_text(wheel_edges.written(edges))
    return truths


def test_each_spin_of_a_recording_of_edges_is_one_line(tmp_path):
    path = tmp_path / "edges.csv"
    truths = edges_of(path, 12, sensors=Sensors())
    spins = told(path)
    assert [str(spin["number"]) for spin in spins] == [truth.number for truth in truths]
    assert [spin["direction"] for spin in spins] == [truth.direction for truth in truths]
    assert [spin["spin"] for spin in spins] == list(range(1, 13))
    assert all(spin["faults"] == [] and spin["confidence"] > 0.99 for spin in spins)
    assert all(spin["begun_us"] < spin["dropped_us"] < spin["at"] <= spin["known_us"] for spin in spins)


def test_a_wheel_of_another_layout_is_a_setting(tmp_path):
    path = tmp_path / "edges.csv"
    truths = edges_of(path, 8, sensors=Sensors(), options=wheel_edges.Options(pockets=38))
    spins = told(path, "--set", "pockets=38")
    assert [str(spin["number"]) for spin in spins] == [truth.number for truth in truths]


def test_statistics_are_told_instead_of_the_spins(tmp_path):
    path = recording(tmp_path / "x.tsv", rounds(["17", "4", "17"]))
    status, output = asked(path, "--statistics")
    assert status == 0
    statistics = json.loads(output)
    assert statistics["spins"] == 3
    assert statistics["counts"]["17"] == 2
    assert statistics["alarm"] == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("t_us,sensor\n5,lamp\n", "line 2: '5,lamp' is no edge; expected 1234,index"),
        ("t_us,sensor\n5,index\nx,index\n", "line 3"),
        ("t_us,sensor\n9000000,index\n5,index\n", "line 3: 5 comes before the line above"),
    ],
)
def test_a_file_that_is_no_recording_of_edges_is_refused_by_its_line(tmp_path, text, words):
    path = tmp_path / "edges.csv"
    path.write_text(text)
    status, output = asked(path)
    assert status == 2
    assert words in output
    assert len(output.splitlines()) == 1


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("pockets", "expected KEY=VALUE"),
        ("colour=red", "the key is one of: pockets"),
        ("pockets=many", "expected int"),
        ("alternate=1", "expected true or false"),
        ("pockets=36", "37, 38 or 39 was expected"),
    ],
)
def test_a_setting_that_cannot_be_is_refused_in_one_line(tmp_path, setting, words):
    status, output = asked(recording(tmp_path / "x.tsv", round_of(9)), "--set", setting)
    assert status == 2
    assert words in output
    assert len(output.splitlines()) == 1


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00\n" * 9, b"no tab here\n", b"\t\t\t\n", b"a\tb\n"])
def test_a_file_that_is_no_recording_is_refused_and_what_is_called_one_is_read(tmp_path, content):
    path = tmp_path / "any"
    path.write_bytes(content)
    status, output = asked(path)
    assert (status, output.count("\n")) == (2, 1)
    assert f"{path}: no recording of a wheel: expected lines of time TAB payload" in output
    assert told(path, "--format", "cammegh") == []


def test_a_recording_that_begins_with_damaged_lines_is_known_by_those_after_them(tmp_path):
    path = tmp_path / "damaged"
    path.write_bytes(b"\xff\x00 torn\n\n" + b"x" * 300 + b"\n12.5\t*X;0;0\n")
    assert wheel_reading.format_of(path) == "cammegh"


def test_rows_a_little_out_of_order_are_put_in_order(tmp_path):
    path = tmp_path / "edges.csv"
    path.write_text("t_us,sensor\n500,index\n400,track\n")
    assert list(wheel_edges.read(path)) == [Edge(500, "index"), Edge(400, "track")]
    assert told(path) == []


def rounds_of(*seen, at="5"):
    """The spins that these observations of a wheel make, and the one under way at the end."""
    gathered = wheel_reading.Rounds()
    return [*gathered.took([*seen], at), *gathered.closed()]


def test_a_ball_that_is_spun_after_a_number_without_stakes_between_is_another_spin():
    seen = [WheelSeen("spin-begun", "1"), BallSeen("17"), WheelSeen("spin-begun", "2"), BallSeen("5")]
    assert [(each["spin"], each["number"]) for each in rounds_of(*seen)] == [(1, 17), (2, 5)]


def test_a_ball_that_is_spun_again_before_any_number_is_the_same_spin():
    seen = [WheelSeen("spin-begun", "1"), WheelSeen("spin-begun", "1"), BallSeen("17")]
    assert [each["number"] for each in rounds_of(*seen)] == [17]


def test_stakes_without_a_ball_and_silence_are_no_spin_but_another_fault_is():
    assert rounds_of(WheelSeen("bets-open", "1"), WheelSeen("bets-open", "1")) == []
    assert rounds_of(WheelFault("silent", "x")) == []
    (spin,) = rounds_of(WheelFault("ball-out", "x", spin="7"), at="5.5")
    assert (spin["spin"], spin["at"], spin["faults"], spin["number"]) == (7, "5.5", ["ball-out"], None)
    assert spin["onsets"] == [{"fault": "ball-out", "at": "5.5"}]
    assert (spin["confidence"], spin["laps"]) == (0.0, None)


def test_a_fault_that_is_over_and_the_time_of_a_number_stay_as_they_are():
    seen = [WheelSeen("spin-begun", "1"), BallSeen("17"), WheelFault("ball-out", "x", since_ok=True)]
    (spin,) = rounds_of(*seen)
    assert (spin["faults"], spin["at"], spin["confidence"]) == ([], "5", 1.0)


@pytest.mark.parametrize(
    ("text", "number"), [("17", 17), ("0", 0), ("00", "00"), ("000", "000"), ("", None), (None, None)]
)
def test_a_number_is_a_number_but_for_the_further_zeros(text, number):
    assert wheel_reading._number(text) == number


@pytest.mark.parametrize("later_s", [5.0, 5.001])
def test_lines_five_seconds_apart_are_no_silence(tmp_path, later_s):
    path = tmp_path / "x.tsv"
    first, *rest = round_of(3)
    times = [0.0, *(later_s + number / 2 for number in range(len(rest)))]
    path.write_bytes(b"".join(b"%.3f\t%s" % each for each in zip(times, [first, *rest], strict=True)))
    (spin,) = told(path)
    assert spin["faults"] == (["silent"] if later_s > 5 else [])
    assert spin["onsets"] == ([{"fault": "silent", "at": "5.000"}] if later_s > 5 else [])


def test_a_recording_is_known_by_its_first_sixty_four_kilobytes(tmp_path):
    def known(noise: int) -> str:
        path = tmp_path / "x"
        path.write_bytes(b"#" * noise + b"\n5.0\t*X;2;001;  ;0;160;0\n")
        return wheel_reading.format_of(path)

    assert known(65_536 - 6) == "cammegh"
    with pytest.raises(ValueError, match="no recording of a wheel"):
        known(65_536 - 4)


def test_a_number_alone_and_a_ball_in_play_alone_are_spins():
    (number,) = rounds_of(BallSeen("17"))
    assert (number["number"], number["spin"], number["direction"]) == (17, None, None)
    (begun,) = rounds_of(WheelSeen("spin-begun", "12", "clockwise", 20.5))
    assert (begun["number"], begun["spin"]) == (None, 12)
    assert (begun["direction"], begun["rotor_rpm"]) == ("clockwise", 20.5)


@pytest.mark.parametrize("wrong", ["", "launch-failed", "track-silent"])
def test_a_spin_of_a_recording_of_edges_has_all_that_was_judged_of_it(tmp_path, wrong):
    _, pulses = wheel_physics.spin(random.Random(3), clockwise=True, habits=TIDY, wrong=wrong)
    path = tmp_path / "edges.csv"
    path.write_text(wheel_edges.written(wheel_physics.edges(pulses)))
    (judged,) = wheel_inference.spins(wheel_inference.seen(wheel_physics.edges(pulses)))
    (spin,) = wheel_reading.spins(path)
    assert spin == {
        "number": int(judged.number) if judged.number else None,
        "spin": 1,
        "at": judged.at_us or judged.begun_us,
        "rotor_rpm": judged.rotor_rpm or None,
        "direction": judged.direction or None,
        "laps": judged.laps or None,
        "confidence": judged.confidence,
        "faults": list(judged.faults),
        "why": judged.why or None,
        "begun_us": judged.begun_us,
        "rnvp_us": judged.rnvp_us,
        "dropped_us": judged.dropped_us,
        "known_us": judged.known_us,
        "zone": judged.zone or None,
    }
    assert (spin["number"] is None) is bool(wrong)
