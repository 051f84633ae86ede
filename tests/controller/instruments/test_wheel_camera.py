"""The eye over a wheel as an instrument: its lines (controller/sabot/instruments/camera/wheel.py) and its
part at the table (controller/sabot/live/wheel_camera.py)."""

import json
import math
from contextlib import ExitStack
from types import SimpleNamespace

import pytest

from sabot.app import assemble
from sabot.config import ConfigError, read
from sabot.core.observations import (
    BallLies,
    BallSeen,
    DeviceLost,
    WheelFault,
    WheelSeen,
    as_dict,
)
from sabot.core.reasons import Reason
from sabot.core.table import opened, step
from sabot.games.register import GAMES
from sabot.instruments.camera.eye import MODULES
from sabot.instruments.camera.wheel import DRIVER
from sabot.instruments.contract import PortSettings
from sabot.live import wheel_camera
from sabot.live.camera_link import CameraLink, checked, line

VIEW = "640 480 709 320 233 4.8 -0.35 5e-03"
MISSED = "the camera lost sight of the spin: name the number by hand"


def says(parser, *seen):
    """What the parser makes of observations of the eye, or of its other messages."""
    lines = [each if isinstance(each, dict) else {"eye": "wheel", "seen": as_dict(each)} for each in seen]
    return [each for plain in lines for each in parser.feed(json.dumps(plain).encode() + b"\n")]


def beat(state):
    return {"eye": "beat", "state": state, "why": state}


BEGUN, SEVENTEEN = WheelSeen("spin-begun", "1", "clockwise", 20.5), BallSeen("17")


def test_as_the_wheel_it_says_what_any_wheel_does_under_its_own_role():
    unsure = WheelFault("unsure", spin="1")
    parser = DRIVER.made({}, role="wheel2")
    assert [each.source for each in says(parser, BEGUN, SEVENTEEN, unsure)] == ["wheel2"] * 3
    assert says(DRIVER.made(), BEGUN, SEVENTEEN) == [BEGUN, SEVENTEEN]


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999"])
def test_a_speed_that_is_no_number_is_left_out_and_the_phase_is_seen(number):
    said = json.dumps({"eye": "wheel", "seen": as_dict(BEGUN)}).replace("20.5", number)
    assert DRIVER.made().feed(said.encode() + b"\n") == [BEGUN._replace(rotor_rpm=None)]


def test_as_a_witness_it_says_the_number_alone():
    parser = DRIVER.made({"use": "witness"}, role="camera")
    assert says(parser, BEGUN, SEVENTEEN, WheelFault("unsure")) == [BallLies("17", "camera")]


@pytest.mark.parametrize("ends", ["cut", "silent", "beat"])
def test_a_spin_that_it_lost_sight_of_has_no_number_until_the_next_begins(ends):
    parser = DRIVER.made()
    says(parser, BEGUN)
    lost = {"cut": parser.cut, "silent": lambda: parser.silent("")}.get(
        ends, lambda: says(parser, beat("lost"))
    )()
    assert [(each.name, str(each.why)) for each in lost if isinstance(each, WheelFault)] == [
        ("number-missed", MISSED)
    ]
    over, begun = says(parser, BEGUN)
    assert (over.name, over.since_ok, begun) == ("number-missed", True, BEGUN)


OPEN = WheelSeen("bets-open", "1")


def lost_in_a_spin():
    """A parser of an eye that lost sight of a spin and sees again."""
    parser = DRIVER.made()
    says(parser, BEGUN, beat("lost"), beat("fine"))
    return parser


def words(seen):
    return [
        getattr(each, "phase", None) or each.name for each in seen if isinstance(each, WheelSeen | WheelFault)
    ]


def test_a_spin_that_it_lost_sight_of_has_one_fault_also_where_the_eye_saw_its_ball_again():
    parser = lost_in_a_spin()
    assert says(parser, WheelFault("spin-not-seen")) == []
    assert words(says(parser, OPEN)) == ["number-missed", "bets-open"]
    assert words(says(parser, WheelFault("spin-not-seen"))) == ["spin-not-seen"]


def test_after_a_spin_that_it_lost_sight_of_stakes_are_taken_only_when_its_ball_can_move_no_more():
    parser = lost_in_a_spin()
    assert words(says(parser, OPEN, *[beat("fine")] * 15)) == []
    assert words(says(parser, beat("fine"), beat("fine"))) == ["number-missed", "bets-open"]
    assert words(says(parser, *[beat("fine")] * 20)) == []


def test_stakes_that_waited_for_a_ball_are_not_taken_when_the_ball_lies_or_the_next_one_runs():
    for ends in (WheelFault("spin-not-seen"), BEGUN):
        parser = lost_in_a_spin()
        says(parser, OPEN, ends)
        assert "bets-open" not in words(says(parser, *[beat("fine")] * 20))
        assert "bets-open" in words(says(parser, OPEN))


def test_between_spins_a_loss_is_no_fault_of_the_wheel():
    parser = DRIVER.made()
    assert says(parser, BEGUN, SEVENTEEN, beat("lost")) == [
        BEGUN,
        SEVENTEEN,
        DeviceLost("wheel", Reason("lost")),
    ]
    assert parser.cut() == []


def test_a_fault_that_lasted_is_over_when_the_eye_ends_because_the_next_one_knows_nothing_of_it():
    parser = DRIVER.made()
    dark = WheelFault("ring-not-seen", "dark")
    says(parser, dark)
    assert [(each.name, each.since_ok) for each in parser.cut()] == [("ring-not-seen", True)]
    says(parser, dark, dark._replace(since_ok=True))
    assert parser.cut() == []


RESTS = WheelSeen("at-rest", "1", "clockwise", 20.5)


def alternation(seen):
    return [each.since_ok for each in seen if isinstance(each, WheelFault) and each.name == "not-alternated"]


@pytest.mark.parametrize("ends", ["cut", "silent"])
def test_the_direction_of_the_last_spin_outlives_the_eye_which_counts_its_spins_from_one(ends):
    parser = DRIVER.made()
    says(parser, BEGUN, RESTS)
    {"cut": parser.cut, "silent": lambda: parser.silent("")}[ends]()
    assert alternation(says(parser, BEGUN, RESTS)) == [False]
    assert alternation(says(parser, BEGUN)) == [True]
    assert alternation(says(parser, RESTS._replace(direction="anticlockwise"), BEGUN, RESTS)) == []


def test_the_direction_of_the_last_spin_outlives_the_program_too():
    fault, rests = says(DRIVER.made({"turned": "clockwise"}), RESTS)
    assert (fault.name, str(fault.why), fault.spin, fault.source) == (
        *("not-alternated", "the rotor runs in the same direction as in the spin before", "1", "wheel"),
    )
    assert rests == RESTS
    assert says(DRIVER.made({"turned": "clockwise", "alternate": False}), RESTS) == [RESTS]
    assert says(DRIVER.made({"turned": "anticlockwise"}), RESTS) == [RESTS]
    nothing_known = RESTS._replace(direction="")
    assert says(DRIVER.made(), nothing_known) == [nothing_known]


def test_a_direction_that_the_eye_itself_calls_repeated_is_one_fault():
    parser, repeated = DRIVER.made({"turned": "clockwise"}), WheelFault("not-alternated", spin="2")
    assert alternation(says(parser, repeated, RESTS)) == [False]


def test_the_line_of_the_eye_is_given_the_direction_that_the_table_remembers():
    link = CameraLink(table(), None)
    link.remember(lambda: "clockwise")
    assert DRIVER.made(link.line.options)._turned == "clockwise"
    of_cards = CameraLink(table(game="punto-banco", use="witness"), None)
    before = of_cards.line
    of_cards.remember(lambda: "clockwise")
    CameraLink(read('[table]\ngame = "roulette"\n'), None).remember(lambda: "clockwise")
    assert of_cards.line is before


def test_each_spin_of_the_drawn_wheel_is_told_with_the_direction_of_the_last_one_on_record():
    link, sent, on_record = CameraLink(table(source="simulated"), None), [], ["clockwise"]

    def send(data):
        sent.append(json.loads(data))
        return True

    link.send = send
    link.remember(lambda: on_record[-1])
    link.tell({"do": "spin"})
    on_record.append("anticlockwise")
    link.tell({"do": "spin"})
    assert [each["turned"] for each in sent] == ["clockwise", "anticlockwise"]


def test_a_table_that_opens_tells_its_eye_how_the_rotor_turned_last(monkeypatch):
    lines, looks = [], SimpleNamespace(send=None)

    def reader(line, **more):
        lines.append(line)
        return looks

    monkeypatch.setattr(assemble.lines, "reader", reader)
    known, _ = step(opened(GAMES["roulette"]), RESTS)
    around = SimpleNamespace(settings=table(), inbox=None, feed=None, loop=SimpleNamespace(table=known))
    assert assemble._readers(around, (), CameraLink(table(), None), ExitStack()) == [looks]
    assert [each.options["turned"] for each in lines] == ["clockwise"]


@pytest.mark.parametrize(
    ("message", "refused"),
    [
        (BallSeen("38"), "pocket"),
        ({"eye": "wheel", "seen": {"kind": "CoupEnd"}}, "garbled"),
        ({"eye": "wheel"}, "garbled"),
    ],
)
def test_what_no_wheel_has_and_what_nobody_can_read_is_counted(message, refused):
    parser = DRIVER.made()
    assert says(parser, message) == []
    assert parser.tally.refused == {refused: 1}


@pytest.mark.parametrize("seconds", [0.0, 60.5, math.inf, math.nan])
def test_a_ball_that_may_scatter_for_ever_or_not_at_all_is_refused(seconds):
    assert DRIVER.read_options({"scatter_s": 60.0}).scatter_s == 60.0
    with pytest.raises(ValueError, match="scatter_s is up to 60"):
        DRIVER.read_options({"scatter_s": seconds})


def table(text="", game="roulette", use="wheel", source="0"):
    return read(f'[table]\ngame = "{game}"\n[camera]\nsource = "{source}"\nuse = "{use}"\n{text}')


def test_the_camera_of_a_game_with_a_wheel_is_over_the_wheel_and_has_its_rules():
    rules = f'[wheel]\nview = "{VIEW}"\nslowest_rpm = 12\nname = "left"\n[rules.roulette]\npockets = 38\n'
    lines = line(table(rules))
    assert (lines.driver, lines.role, lines.port) == ("wheel-camera", "wheel", "eye://0")
    assert [lines.options[name] for name in ("view", "slowest_rpm", "name", "pockets", "fps")] == [
        *(VIEW, 12.0, "left", 38, 30)
    ]
    assert line(table(use="witness")).role == "camera"
    assert MODULES[lines.driver] == "sabot_vision.wheel.camera"
    assert line(table(game="punto-banco", use="witness")).driver == "camera"


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (table(game="punto-banco"), "camera.use: punto-banco has no wheel"),
        (table(use="sabot"), "camera.use: roulette has a wheel, and no sabot: wheel or witness was expected"),
        (table('[wheel]\nview = "1 2"\n'), "wheel: driver wheel-camera: view = '1 2', but the eight numbers"),
        (table('[wheel]\nlayout = "0 1"\n'), "wheel: driver wheel-camera: layout names 2 pockets"),
        (table("[wheel]\nslowest_rpm = 40\n"), "wheel: driver wheel-camera: slowest_rpm must be above 0"),
        (table(source="ftp://x"), "camera: driver wheel-camera: source begins with ftp://"),
        (
            read('[table]\ngame = "roulette"\n[wheel]\nsource = "ftp://x"'),
            "wheel: driver wheel-camera: source begins with ftp://",
        ),
    ],
)
def test_what_a_camera_cannot_be_used_for_is_said_by_the_key(settings, why):
    with pytest.raises(ConfigError, match="the configuration: ") as refused:
        checked(settings, wired=[])
    assert why in str(refused.value)


def test_only_one_instrument_tells_the_number():
    wired = [PortSettings("cammegh", "auto", "wheel")]
    with pytest.raises(ConfigError, match=r"camera.use: cammegh tells the number already: the camera"):
        checked(table(), wired=wired)
    checked(table(use="witness"), wired=wired)
    with pytest.raises(ConfigError, match=r"wheel.source: cammegh tells the number already: the camera"):
        checked(read('[table]\ngame = "roulette"\n[wheel]\nsource = "0"'), wired=wired)


def test_a_camera_that_the_wheel_names_is_its_line_and_not_for_a_game_without_one():
    settings = read('[table]\ngame = "roulette"\n[wheel]\nsource = "/dev/video9"\n[camera]\nwidth = 640')
    checked(settings, wired=[])
    lines = line(settings)
    assert (lines.port, lines.role, lines.options["width"]) == ("eye:///dev/video9", "wheel", 640)
    with pytest.raises(ConfigError) as refused:
        checked(read('[table]\ngame = "punto-banco"\n[wheel]\nsource = "0"'), wired=[])
    assert str(refused.value) == (
        "the configuration: wheel.source: punto-banco has no wheel that a camera could read"
    )


def test_a_drawn_wheel_deals_for_nobody_and_is_the_simulated_wheel_unless_it_is_a_witness():
    def of(**how):
        link = CameraLink(table(**how), None)
        return link.deals, link.spins, link.over_wheel

    assert of() == (True, False, True)
    assert of(source="simulated") == (False, True, True)
    assert of(source="simulated", use="witness") == (False, False, True)


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ({}, "does not know yet where the wheel lies"),
        ({"view": VIEW, "turned": 0.9}, "has not turned once round"),
    ],
)
def test_a_view_is_kept_only_when_one_turn_of_the_rotor_has_shown_that_it_is_right(status, why):
    with pytest.raises(ConfigError, match=why):
        wheel_camera.kept(status)
    assert wheel_camera.kept({"view": VIEW, "turned": 1.0}) == {"wheel": {"view": VIEW}}


def test_the_view_is_written_beside_all_else_in_the_configuration(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text('[table]\nname = "Left"\ngame = "roulette"\n[camera]\nsource = "0"\nuse = "wheel"\n')
    link = CameraLink(read(file.read_text(), file=file), tmp_path)
    (tmp_path / "live.json").write_text(json.dumps({"view": VIEW, "turned": 1.2}))
    assert link.keep() == file
    kept = read(file.read_text())
    assert (kept.wheel.view, kept.table.name, kept.camera.use) == (VIEW, "Left", "wheel")


def test_a_drawn_witness_spins_once_whenever_the_wheel_does_with_its_number():
    def at(phase, spin):
        return SimpleNamespace(view={"wheel": {"seen": {"phase": phase, "spin": spin}}})

    updates = [
        SimpleNamespace(view={}),
        at("bets-open", "1"),
        *[at("spin-begun", "1")] * 2,
        None,
        at("at-rest", "1"),
    ]
    updates += [at("spin-begun", "2")]
    sent = []

    class Looks:
        closed = property(lambda self: not updates)

        def get(self, timeout_s):
            return updates.pop(0)

    def attended(name, attend, parts):
        attend(Looks())

    link = CameraLink(table(source="simulated", use="witness"), None)
    link.next_number = "17"

    def send(data):
        sent.append(json.loads(data))
        return True

    link.send = send
    with ExitStack() as parts:
        wheel_camera.followed(link, SimpleNamespace(attended=attended), parts)
    assert sent == [{"do": "spin", "number": "17", "turned": ""}] * 2
