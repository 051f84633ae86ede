"""What the reading head of a shoe sees, while somebody adjusts it: line, judgement, and who is asked."""

from __future__ import annotations

import pytest

from sabot.cli.guard import guarded
from sabot.cli.instruments.calibrate import calibrate
from sabot.instruments.calibration import light
from sabot.instruments.calibration.board import Board
from sabot.instruments.calibration.guide import guided, met, says_level
from sabot.instruments.calibration.light import Light
from sabot.instruments.calibration.live import Live
from sabot.instruments.calibration.steps import Heard, Step, Verdict, shoe
from sabot.instruments.line import messages
from sabot.instruments.line.link import Deframer
from sabot.instruments.line.messages import (
    CardRead,
    Gate,
    Heartbeat,
    Hello,
    Level,
    Lid,
    ReadFailure,
    Watch,
)
from sabot.instruments.shoes import sabot_shoe
from sabot.instruments.simulated import head as simulated
from sabot.instruments.simulated import process
from sabot.instruments.simulated.voices import SabotShoe, with_head

EMPTY = Level(27, 3, 24, 22, 26, 103)
PAPER = Level(1603, 3, 1600, 24, 1610, 691)


def line(*levels: Level) -> str:
    """The light of the line after these messages."""
    seen = Light()
    for each in levels:
        seen.take(each)
    return str(seen)


def test_the_light_is_a_bar_up_to_the_most_that_was_seen_with_the_level_in_it_and_millivolts():
    assert line(EMPTY) == "light █░░│░░░░░░░░░░░░ 19 mV (18 to 21, level 83, lamp off 2)"
    assert line(EMPTY, PAPER) == "light ██████│█████████ 1289 mV (18 to 1297, level 557, lamp off 2)"
    assert line(PAPER, EMPTY).startswith("light ░│░░░░░░░░░░░░░░ 19 mV (18 to 1297, level 83")


def test_a_card_that_passed_between_two_messages_is_in_the_most_for_five_seconds():
    passed = [EMPTY._replace(most=1500)]
    for more, most in ((0, 1209), (49, 1209), (50, 21)):
        assert f"(18 to {most}," in line(*passed, *[EMPTY] * more)


@pytest.mark.parametrize("shown", [EMPTY, PAPER, Level(0, 0, 0, 0, 0, 0), Level(*[4095] * 6)])
def test_the_bar_is_always_as_wide(shown):
    assert len(line(shown).split()[1]) == light.BAR_CELLS


def test_the_light_stands_first_in_the_line_and_only_where_a_head_speaks():
    live = Live()
    for message in (Lid(False), PAPER, Gate(True)):
        live.take(0, message)
    assert live.line().startswith("light ")
    assert live.line().endswith("  lid ○ 0  gate ● 1")


# --- what is judged


@pytest.mark.parametrize(
    ("levels", "good", "words"),
    [
        ([EMPTY] * 3, True, "without a card 21 mV; with the lamp off 2"),
        ([EMPTY._replace(most=640)], True, "without a card 516 mV"),
        (
            [EMPTY._replace(most=641)],
            False,
            "the black is too bright (517 mV without a card, 516 at most is good",
        ),
        ([EMPTY._replace(most=900)], False, "Is the sheet with the slit black on its lower side too?"),
        ([PAPER, EMPTY], False, "is a card in the mouth?"),
        ([EMPTY._replace(dark=152)], True, "with the lamp off 122"),
        (
            [EMPTY._replace(dark=153), EMPTY],
            False,
            "light of the hall comes in (123 mV with the lamp off, 122",
        ),
        ([], False, "sabot flash"),
    ],
)
def test_without_a_card_the_head_must_see_dark_with_the_lamp_off_and_black_with_it_on(levels, good, words):
    is_good, said = light.without_card(levels)
    assert (is_good, words in said) == (good, True)


@pytest.mark.parametrize(
    ("levels", "words"),
    [
        ([], ""),
        ([EMPTY, PAPER], "; their white gave 1297 mV"),
        ([EMPTY._replace(most=411)], "; their white gave 331 mV"),
        (
            [EMPTY._replace(most=410)],
            "330 mV, 331 at least is good: does the card lie flat on the floor? Is the",
        ),
        (
            [EMPTY._replace(light=191, most=600), PAPER._replace(light=700, most=760)],
            "and without a card there are 154: that is not black. Is the sheet",
        ),
        ([EMPTY._replace(light=190, most=760)], "; their white gave 612 mV"),
        ([PAPER._replace(lit=4095)], "and the converter is at its end: does the hall or a lamp shine"),
    ],
)
def test_the_white_of_the_cards_is_said_with_what_to_look_at_where_it_is_weak(levels, words):
    said = light.of_cards(levels)
    assert words in said
    assert bool(words) == bool(said)


def judged(name: str, *said: messages.Message) -> tuple[bool, Verdict]:
    """Whether a step has heard enough, and its verdict."""
    step = next(each for each in shoe(head=True) if each.name == name)
    heard = [Heard(n * 100_000, each) for n, each in enumerate(said)]
    return step.enough(heard), step.judge(heard, {})


def test_the_first_step_of_a_head_waits_for_a_second_of_it_and_does_not_look_back():
    assert not judged("light", *[EMPTY] * 10)[0]
    enough, verdict = judged("light", PAPER, *[EMPTY] * 10)
    assert (enough, verdict.good) == (True, True)
    assert not judged("light", *[PAPER] * 11)[1].good


def test_the_cards_of_a_head_are_enough_when_the_white_of_the_last_one_is_known():
    cards = [CardRead("8C", speed_mm_s=600)] * 5
    assert not judged("cards", EMPTY, *cards)[0]
    enough, verdict = judged("cards", EMPTY, *cards, PAPER)
    assert (enough, verdict.good) == (True, True)
    assert verdict.text.endswith("compare them; their white gave 1297 mV")


def test_cards_that_were_not_read_by_a_weak_head_come_with_what_to_look_at():
    weak = EMPTY._replace(most=200)
    enough, verdict = judged("cards", *[ReadFailure(1)] * 5, weak)
    assert (enough, verdict.good) == (True, False)
    assert "no start of a code was found; their white gave 161 mV" in verdict.text
    assert "Does the lamp shine" in verdict.text


def test_a_shoe_without_a_head_has_no_step_for_it():
    assert [each.name for each in shoe()] == ["lid", "gate", "cards"]
    assert [each.name for each in shoe(head=True)] == ["light", "lid", "gate", "cards"]


# --- who is asked, and how often


class Linked:
    """A line to a simulated board, at a clock that goes by itself."""

    def __init__(self, voice: SabotShoe) -> None:
        self.voice, self.now_s, self.asked_s = voice, 0.0, list[float]()
        self.data = voice.plugged(0)

    def monotonic_s(self) -> float:
        return self.now_s

    def read(self, size: int = 1, /) -> bytes:
        self.now_s += 0.02
        self.data += self.voice.beats(round(self.now_s * 1e6))
        said, self.data = self.data[:size], self.data[size:]
        return said

    @property
    def in_waiting(self) -> int:
        return len(self.data)

    def write(self, data: bytes, /) -> int:
        frames = Deframer().feed(data)
        self.asked_s += [self.now_s for each in frames if messages.read(each) == Watch()]
        self.data += self.voice.hears(data, round(self.now_s * 1e6))
        return len(data)

    def close(self) -> None:
        pass


def seconds(linked: Linked, board: Board, many: float) -> None:
    """So long the board is listened to."""
    board.until(lambda: False, within_s=many)


def test_a_head_is_asked_once_a_second_and_speaks_without_a_gap():
    linked = Linked(with_head())
    board = Board(linked, "sabot-shoe", monotonic_s=linked.monotonic_s)
    assert met(board, kind="sabot-shoe").startswith("sabot-shoe-light SIM1")
    assert says_level(board, say=pytest.fail)
    seconds(linked, board, 5)
    assert len(linked.asked_s) == pytest.approx(5, abs=1)
    told = [each for each in board.ear.heard if isinstance(each.message, Level)]
    assert len(told) == pytest.approx(50, abs=8)
    assert board.ear.live.line().startswith("light ")


def test_what_a_head_saw_while_the_person_got_ready_is_no_part_of_the_step():
    linked, said = Linked(with_head()), list[str]()
    board = Board(linked, "sabot-shoe", monotonic_s=linked.monotonic_s)
    met(board, kind="sabot-shoe")

    def gets_ready(step: Step) -> None:
        linked.data += messages.framed(PAPER) * 12  # the card is still in the mouth

    guided(board, [shoe(head=True)[0]], say=said.append, begin=gets_ready)
    assert [each.split()[0] for each in said] == ["[1/1]", "without"]


def test_a_head_whose_program_is_older_is_tried_without_its_light_and_the_person_is_told():
    linked, said = Linked(SabotShoe(kind="sabot-shoe-light")), list[str]()
    board = Board(linked, "sabot-shoe", monotonic_s=linked.monotonic_s)
    met(board, kind="sabot-shoe")
    assert not says_level(board, say=said.append)
    assert said == ["its program is too old to say what the reading head sees: sabot flash"]


def test_a_plain_shoe_is_not_waited_for():
    linked = Linked(SabotShoe())
    board = Board(linked, "sabot-shoe", monotonic_s=linked.monotonic_s)
    met(board, kind="sabot-shoe")
    begun_s = linked.now_s
    assert not says_level(board, say=pytest.fail)
    assert linked.now_s == begun_s
    seconds(linked, board, 3)
    assert linked.asked_s == []


def test_a_head_where_a_wheel_is_expected_is_not_asked_for_its_light():
    linked = Linked(with_head())
    board = Board(linked, "sabot-wheel", monotonic_s=linked.monotonic_s)
    seconds(linked, board, 3)
    assert linked.asked_s == []


def test_to_a_table_the_light_of_a_head_is_nothing():
    parser = sabot_shoe.Parser()
    parser.feed(messages.framed(Hello(2, 7, 1, 0, "sabot-shoe-light", "S", "0.4.0")))
    mark = parser.mark
    for data in (messages.framed(PAPER, time_us=5), messages.framed(Heartbeat(7, 1, 1, 0, 0, 0))):
        assert parser.feed(data) == []
    assert (parser.mark, parser.tally.refused) == (mark, {})


# --- the simulated head


def test_a_simulated_head_speaks_for_three_seconds_after_it_was_asked_and_its_white_fades():
    head = simulated.Head()
    assert head.says(0) is None
    head.watched(0)
    head.passed(50_000)
    said = {t_us: level for t_us in range(0, 5_000_000, 10_000) if (level := head.says(t_us))}
    assert [*said] == [*range(0, 3_000_000, 100_000)]
    assert [level.most for level in said.values()][:2] == [simulated.PAPER_STEPS, simulated.BLACK_STEPS]
    assert [level.level for level in said.values()][-1] == simulated.BLACK_STEPS + int(240 * 110 / 256)
    assert said[0].level > said[100_000].level > said[1_000_000].level


def test_only_our_own_shoe_can_be_simulated_with_a_head(capsys):
    assert process.main(["--driver", "lines", "--head"]) == 2
    assert "only a sabot-shoe has a reading head" in capsys.readouterr().err


@pytest.mark.process
def test_the_simulated_shoe_of_a_calibration_has_a_head_and_its_light_is_judged(capsys):
    assert guarded(calibrate, ["shoe", "--simulated"]) == 0
    said = capsys.readouterr().out
    assert "[1/4] Close the lid, and leave the mouth empty." in said
    assert "without a card 19 mV; with the lamp off 2" in said
    assert "compare them; their white gave 1289 mV" in said
