"""The simulated shoes: pure, on their cable, and as processes of their own; real coups through all of it."""

import contextlib
import csv
import itertools
import json
import os
import queue
import random
import select
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.cards import DECK, Card
from sabot.core.observations import CardSeen, CutCardSeen, DeviceFound, DeviceLost, Observation, Perceived
from sabot.core.surroundings import Instrument, Room, room_after
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import link
from sabot.instruments.line.port import Reader
from sabot.instruments.registry import DRIVERS
from sabot.instruments.shoes import angel_eye_wire
from sabot.instruments.simulated import dealing, simulator
from sabot.instruments.simulated.process import _coups, _made, _parser, _played, main
from sabot.instruments.simulated.shoe import ACTS, Pace, Shoe
from sabot.instruments.simulated.simulator import Simulated
from sabot.instruments.simulated.voices import VOICES
from tests.controller.instruments.rig import threads
from tests.shared import shared

SUITS = "CDHS"


def coups_typed_by_hand():
    """Real coups, right and wrong; they have no suits, so suits are dealt out in turn."""
    turn = Counter[str]()

    def card(rank):
        turn[rank] += 1
        return Card("T" if rank == "10" else rank.upper(), SUITS[turn[rank] % 4])

    with shared("data/baccarat/hands.csv").open() as file:
        for row in csv.DictReader(file):
            hands = (
                [card(rank) for rank in row[name].split("-")] for name in ("player_cards", "banker_cards")
            )
            yield dealing.given(*hands)


def shoe(driver, acts=(), **pace):
    return Shoe(VOICES[driver](), iter(acts), pace=Pace(**pace) if pace else None)


def parsed(driver, *data, parser=None):
    parser = parser or DRIVERS[driver].made()
    return [each for piece in data for each in parser.feed(piece)]


def test_a_croupier_deals_a_whole_sabot_by_the_rules_with_its_cut_card():
    cards = dealing.shuffled(6, random.Random(5))
    acts = list(dealing.taille(cards))
    coups = [act for act in acts if act != dealing.CUT_CARD]
    drawn = [laid.card for coup in coups for laid in coup]
    assert drawn == cards[: len(drawn)]
    assert acts.index(dealing.CUT_CARD) == len(acts) - 3
    before = sum(map(len, acts[: acts.index(dealing.CUT_CARD)]))
    assert before <= 312 - dealing.CUT_AT < before + len(acts[-2])
    assert all(
        4 <= len(coup) <= 6 and coup[-1].last and not any(each.last for each in coup[:-1]) for coup in coups
    )


@given(st.integers(0, 2**32), st.integers(1, 8))
def test_no_sabot_runs_out_of_cards(seed, decks):
    """A coup that took six cards past the cut left eleven for two more, which may take twelve."""
    acts = dealing.endless(decks, random.Random(seed))
    tailles = [list(iter(lambda: next(acts), dealing.NEW_SABOT)) for _ in range(3)]
    for taille in tailles:
        assert taille.count(dealing.CUT_CARD) == 1
        assert sum(map(len, taille)) - len(dealing.CUT_CARD) <= 52 * decks


def test_two_hundred_sabots_of_six_packs_are_dealt_to_their_end():
    for seed in range(200):
        assert list(dealing.taille(dealing.shuffled(6, random.Random(seed))))[-3] == dealing.CUT_CARD


@pytest.mark.parametrize(
    ("line", "places"),
    [("8C TH / KS 2H", "pbpb"), ("8C TH 4D / KS 2H", "pbpbp"), ("8C TH / KS 2H AS", "pbpbb"), ("8C / ", "p")],
)
def test_a_given_coup_is_laid_card_for_card_as_its_hands_lie(line, places):
    assert "".join(laid.place[0] for laid in dealing.read(line)) == places


@pytest.mark.parametrize("line", ["", "8C", "8C / 9X", "/", "8C / 9D / 7H"])
def test_a_line_that_is_no_coup_is_none(line):
    assert dealing.read(line) is None


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_all_coups_typed_by_hand_come_out_of_every_format_card_for_card(driver):
    voice, parser = VOICES[driver](), DRIVERS[driver].made()
    parser.feed(voice.plugged(0))
    for n, coup in enumerate(coups_typed_by_hand()):
        data = [voice.card(laid.card, place=laid.place, index=laid.nth, t_us=n) for laid in coup]
        seen = parsed(driver, *data, parser=parser)
        assert [each.card for each in seen] == [laid.card for laid in coup]
        if driver == "angel-eye":
            assert [each.place for each in seen] == [laid.place for laid in coup]
        parser.settled(parser.mark)
        voice.hears(parser.replies(), n)


def test_the_shoe_deals_at_its_pace_and_says_what_a_croupier_would_see():
    coup = dealing.read("8C TH / KS 2H")
    table = shoe("lines", [coup, dealing.NEW_SABOT, coup], every_s=1.0, between_s=5.0)
    sent = {second: table.step(second) for second in range(20)}
    assert [second for second, data in sent.items() if data] == [0, 1, 2, 3, 9, 10, 11, 12]
    assert [each["event"] for each in table.happened if each["event"] != "card"] == [
        "coup-over",
        "sabot-opened",
        "coup-over",
        "spent",
    ]


def test_each_simulated_shoe_of_our_make_starts_under_a_boot_number_of_its_own():
    hellos = [VOICES["sabot-shoe"]().plugged(0) for _ in range(3)]
    assert len({link.Deframer().feed(hello)[0].payload for hello in hellos}) == 3


CARD = {"do": "card", "card": "8C", "place": "punto"}


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_a_repeat_is_one_card_wherever_the_format_can_tell(driver):
    table = shoe(driver)
    seen = parsed(driver, table.plugged(0), table.obey(CARD, 0), table.obey({"do": "repeat"}, 0))
    assert len(seen) == (1 if driver in ("angel-eye", "sabot-shoe") else 2)


def test_a_damaged_copy_of_angel_eye_loses_nothing_and_one_of_ours_is_sent_again():
    for driver in ("angel-eye", "sabot-shoe"):
        table, parser = shoe(driver), DRIVERS[driver].made()
        table.obey({"do": "bad-checksum"}, 0)
        seen = parsed(driver, table.plugged(0), table.obey(CARD, 0), table.step(1.0), parser=parser)
        assert [each.card for each in seen] == [Card("8", "C")]
        assert sum(parser.tally.refused.values())


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_an_unreadable_card_is_one_card_without_a_name(driver):
    table = shoe(driver)
    table.obey({"do": "unreadable"}, 0)
    seen = parsed(driver, table.plugged(0), table.obey(CARD, 0))
    assert [each.card for each in seen if isinstance(each, CardSeen)] == [None]


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_the_cut_card_is_known_in_every_format(driver):
    table = shoe(driver)
    assert parsed(driver, table.plugged(0), table.obey({"do": "cut"}, 0)) == [CutCardSeen("sabot")]


def test_in_silence_nothing_is_sent_and_our_shoe_catches_up_after_it():
    table, parser = shoe("sabot-shoe"), DRIVERS["sabot-shoe"].made()
    table.obey({"do": "silence", "seconds": 3}, 0)
    assert table.obey(CARD, 1) == b""
    assert table.step(2) == b""
    assert [each.card for each in parsed("sabot-shoe", table.plugged(3), parser=parser)] == [Card("8", "C")]


@pytest.mark.parametrize("driver", sorted(VOICES))
@pytest.mark.parametrize("fault", [{"do": "noise", "bytes": 30}, {"do": "half"}])
def test_noise_and_half_a_message_never_make_another_card(driver, fault):
    table = shoe(driver)
    seen = parsed(driver, table.plugged(0), table.obey(CARD, 0), table.obey(fault, 0), b"\r\n\0")
    named = [each.card for each in seen if isinstance(each, CardSeen) and each.card]
    assert named == [Card("8", "C")]


def test_a_card_too_many_goes_to_the_hand_that_got_the_last_one():
    table = shoe("angel-eye")
    seen = parsed(
        "angel-eye",
        table.obey({"do": "coup", "cards": "8C TH / KS 2H"}, 0),
        table.obey({"do": "extra-card"}, 0),
    )
    assert seen[-1] == CardSeen(Card("5", "D"), "banco")


@settings(max_examples=100)
@given(
    st.dictionaries(
        st.sampled_from(["card", "place", "seconds", "bytes", "cards", "index", "speed_mm_s", "open"]),
        st.one_of(
            st.none(),
            st.integers(),
            st.floats(),
            st.text(),
            st.lists(st.none()),
            st.sampled_from(["8C", "8C TH / KS 2H", "punto"]),
        ),
    ),
    st.sampled_from(sorted(ACTS)) | st.none() | st.text(max_size=3),
    st.sampled_from(sorted(VOICES)),
)
def test_whatever_it_is_told_the_shoe_does_not_fall_over(command, act, driver):
    table = shoe(driver)
    assert isinstance(table.obey({"do": act, **command}, 0), bytes)
    json.dumps(table.happened)


@pytest.mark.process
@pytest.mark.parametrize("driver", sorted(VOICES))
def test_real_coups_go_out_of_the_process_through_its_terminal_into_the_reader(driver, tmp_path):
    coups = list(coups_typed_by_hand())[:40]
    text = "\n".join(
        "/".join(" ".join(str(x.card) for x in coup if x.place == p) for p in ("punto", "banco"))
        for coup in coups
    )
    (tmp_path / "coups").write_text(f"# real\n\n{text}\n")
    expected = [laid.card for coup in coups for laid in coup]
    inbox = queue.SimpleQueue[Perceived]()
    with Simulated(
        driver, baud=0, every=0.001, between=0.001, coups=tmp_path / "coups", link=tmp_path / "shoe"
    ) as simulated:
        reader = Reader(PortSettings(driver, simulated.path), inbox.put)
        reader.start()
        seen: list[Card | None] = []
        while len(seen) < len(expected):
            observation = inbox.get(timeout=60).observation
            seen += [observation.card] if isinstance(observation, CardSeen) else []
        reader.stop()
    assert seen == expected
    assert inbox.empty()
    assert not (tmp_path / "shoe").exists()
    assert not threads()


@pytest.mark.process
def test_pulled_cables_lose_no_card_of_our_shoe_and_double_none():
    inbox = queue.SimpleQueue[Perceived]()
    dealt: list[Observation] = []
    with Simulated("sabot-shoe", baud=0, every=0.01, between=0.01, seed=4) as simulated:
        reader = Reader(PortSettings("sabot-shoe", simulated.path), inbox.put, retry_s=0.01)
        reader.start()
        for _ in range(8):
            until(inbox, DeviceFound, dealt)
            for _ in range(5):
                until(inbox, CardSeen, dealt)
            simulated.tell({"do": "pull", "seconds": 0.05})
            until(inbox, DeviceLost, dealt)
        until(inbox, DeviceFound, dealt)
        until(inbox, CardSeen, dealt)
        reader.stop()
    while not inbox.empty():
        dealt.append(inbox.get().observation)
    seen = [str(each.card) for each in dealt if isinstance(each, CardSeen)]
    table = []
    while not simulated.happened.empty():
        table.append(simulated.happened.get())
    cards = [each["card"] for each in table if each["event"] == "card"]
    assert seen == cards[: len(seen)]
    assert len(seen) > 40


def until(inbox, kind, passed):
    while True:
        passed.append(inbox.get(timeout=60).observation)
        if isinstance(passed[-1], kind):
            return


@pytest.mark.process
def test_at_the_speed_of_the_line_a_card_takes_its_time():
    inbox = queue.SimpleQueue[Perceived]()
    with Simulated("angel-eye", idle=True, baud=4800) as simulated:
        reader = Reader(PortSettings("angel-eye", simulated.path), inbox.put)
        reader.start()
        inbox.get(timeout=60)
        begun_ns = time.monotonic_ns()
        for card in DECK[:8]:
            simulated.tell({"do": "card", "card": str(card)})
        last_ns = [inbox.get(timeout=60).monotonic_ns for _ in range(8)][-1]
        reader.stop()
    line_ns = 8 * 3 * 8 * 10 / 4800 * 1e9  # eight cards of three copies of eight bytes of ten bits
    assert line_ns * 0.8 < last_ns - begun_ns


@pytest.mark.process
def test_a_command_that_is_none_is_answered_and_a_file_that_cannot_be_dealt_ends_it(tmp_path, capsys):
    with Simulated("lines", idle=True) as simulated:
        simulated.tell(["repeat"])
        simulated.tell({"do": "dance"})
        assert {simulated.happened.get(timeout=60)["event"] for _ in range(2)} <= {"refused", "spent"}
    (tmp_path / "bad").write_text("8C TH\n")
    assert main(["--coups", str(tmp_path / "bad")]) == 2
    assert "bad:1: '8C TH' is no coup" in capsys.readouterr().err
    with pytest.raises(RuntimeError, match="is no coup"):
        Simulated("lines", coups=tmp_path / "bad")


@pytest.mark.process
def test_a_simulated_shoe_that_is_killed_says_so(caplog):
    with Simulated("lines", idle=True) as simulated:
        simulated._process.kill()
        while (event := simulated.happened.get(timeout=60))["event"] != "ended":
            pass
    assert event["why"] == "status -9"
    assert "the simulated lines has ended (status -9): close the table and start it again" in caplog.text


@pytest.mark.process
@pytest.mark.parametrize(
    "ended", [lambda shoe: shoe.tell({"do": "quit"}), lambda shoe: shoe._process.terminate()]
)
def test_one_that_is_told_to_end_says_nothing(caplog, ended):
    with Simulated("lines", idle=True) as simulated:
        ended(simulated)
        simulated._ear.join(timeout=60)
    assert caplog.text == ""


def test_a_simulation_that_fails_says_one_line_and_no_traceback(capsys):
    def fails():
        raise RuntimeError("generator raised\nStopIteration")

    assert _played(SimpleNamespace(run=fails)) == 1
    assert capsys.readouterr().err == "the simulation failed: RuntimeError: generator raised StopIteration\n"


def test_the_document_names_every_driver_option_code_and_act():
    docs = Path(__file__).parents[3] / "docs"
    text = (docs / "instruments.md").read_text() + (docs / "wheel.md").read_text()
    words = [*DRIVERS, *ACTS, *angel_eye_wire.LENGTHS]
    words += [name for info in DRIVERS.values() for name in info.options._fields if info.name != "sabot-shoe"]
    assert [word for word in words if f"`{word}`" not in text] == []


@pytest.mark.process
def test_a_simulated_shoe_does_not_outlive_the_program_that_holds_it(tmp_path):
    program = (
        "import os, signal\n"
        "from sabot.instruments.simulated.simulator import Simulated\n"
        "shoe = Simulated('lines', idle=True)\n"
        "print(shoe._process.pid, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    shoe = int(done.stdout)
    with contextlib.suppress(ProcessLookupError), os.fdopen(os.pidfd_open(shoe)) as process:
        assert select.select([process], [], [], 60)[0]


def test_the_cut_card_comes_out_before_the_last_coups_of_a_shuffled_sabot_and_a_new_one_after_them():
    table = shoe("lines", itertools.islice(dealing.endless(1, random.Random(2)), 20), every_s=0, between_s=0)
    parser = DRIVERS["lines"].made()
    seen = [each for second in range(200) for each in parsed("lines", table.step(second), parser=parser)]
    events = [each["event"] for each in table.happened]
    assert seen.count(CutCardSeen("sabot")) == events.count("cut") > 0
    assert events[events.index("cut") :].index("sabot-opened") <= 15
    assert [str(each.card) for each in seen if isinstance(each, CardSeen)] == [
        each["card"] for each in table.happened if each["event"] == "card"
    ]


def test_a_paused_shoe_deals_nothing_until_it_goes_on():
    table = shoe("lines", [dealing.read("8C TH / KS 2H")], every_s=1.0)
    table.obey({"do": "pause"}, 0)
    assert table.step(5) == b""
    assert table.wait_s(5) == 0.1
    table.obey({"do": "resume"}, 6)
    assert table.step(6) == b"8C\r\n"
    assert table.wait_s(6.95) == pytest.approx(0.05)


def test_a_ring_that_is_full_lets_the_oldest_go_and_the_controller_is_told():
    table, parser = shoe("sabot-shoe"), DRIVERS["sabot-shoe"].made()
    parser.feed(table.plugged(0))
    for _ in range(12):  # three messages a card: four more than the ring holds
        table.obey(CARD, 1)
    seen = parsed("sabot-shoe", table.plugged(2), parser=parser)
    assert "4 messages of the shoe are lost" in str(seen[0].trouble)
    assert len([each for each in seen if isinstance(each, CardSeen)]) == 11


def test_a_card_that_is_asked_for_is_the_first_of_its_hand_unless_it_is_said_to_be_another():
    def index(**more):
        return shoe("angel-eye").obey({"do": "card", "card": "8C", **more}, 0.0)[3] & 0xF

    assert (index(), index(index=3)) == (1, 3)


def test_a_shoe_that_falls_silent_says_nothing_for_five_seconds_unless_it_is_told_how_long():
    def speaks(at_s, **more):
        silent = shoe("lines")
        silent.obey({"do": "silence", **more}, 0.0)
        return silent.obey({"do": "card", "card": "8C"}, at_s) == b"8C\r\n"

    assert [speaks(4.9), speaks(5.0)] == [False, True]
    assert [speaks(1.9, seconds=2), speaks(2.0, seconds=2)] == [False, True]


def test_the_cards_of_a_coup_are_numbered_in_their_hands_from_one():
    coup = dealing.read("8C TH 4D / KS 2H")
    assert [(laid.place, laid.nth, laid.last) for laid in coup] == [
        ("punto", 1, False),
        ("banco", 1, False),
        ("punto", 2, False),
        ("banco", 2, False),
        ("punto", 3, True),
    ]


def test_each_card_is_said_with_the_number_of_its_coup():
    line = "8C TH / KS 2H"
    table = shoe("lines", [dealing.read(line), dealing.read(line)], every_s=1, between_s=1)
    for second in range(8):
        table.step(float(second))
    told = [(each["coup"], each["event"]) for each in table.happened]
    assert told == [(coup, event) for coup in (1, 2) for event in ("card",) * 4 + ("coup-over",)]
    table.obey({"do": "coup", "cards": line}, 9.0)
    assert table.happened[-1] == {"event": "coup-over", "coup": 3, "winner": "punto"}


def test_a_card_too_many_is_the_fourth_of_its_hand():
    said = shoe("angel-eye").obey({"do": "extra-card", "card": "5D"}, 0.0)
    assert said == VOICES["angel-eye"]().card(Card("5", "D"), place="banco", index=4, t_us=0)


@pytest.mark.parametrize(
    ("command", "is_possible"),
    [
        ({"do": "card", "card": "8C", "index": 0}, True),
        ({"do": "card", "card": "8C", "index": 15}, True),
        ({"do": "card", "card": "8C", "index": 16}, False),
        ({"do": "card", "card": "8C", "index": -1}, False),
        ({"do": "swipe", "card": "8C", "speed_mm_s": 0}, True),
        ({"do": "swipe", "card": "8C", "speed_mm_s": 65535}, True),
        ({"do": "swipe", "card": "8C", "speed_mm_s": 65536}, False),
        ({"do": "swipe", "card": "8C", "speed_mm_s": -1}, False),
    ],
)
def test_what_a_message_has_no_room_for_is_refused(command, is_possible):
    table = shoe("sabot-shoe")
    assert bool(table.obey(command, 1.0)) is is_possible
    assert [each["event"] for each in table.happened] == (
        ["refused"] if not is_possible else ["card"] * (command["do"] == "card")
    )


def test_a_shoe_with_nothing_to_do_is_looked_at_ten_times_a_second_and_otherwise_when_a_card_is_due():
    table = shoe("lines", [dealing.read("8C TH / KS 2H")], every_s=1.05, between_s=6)
    assert table.wait_s(0.0) == 0.0
    table.step(0.0)
    assert (table.wait_s(0.0), table.wait_s(1.0), table.wait_s(2.0)) == (0.1, pytest.approx(0.05), 0.0)
    table.obey({"do": "pause"}, 1.0)
    assert table.wait_s(2.0) == 0.1


def test_a_croupier_lays_a_card_every_one_point_two_seconds_and_waits_six_between_two_coups():
    assert Pace() == (1.2, 6.0)


def test_the_process_is_a_shoe_of_our_make_unless_it_is_told_otherwise():
    given = vars(_parser().parse_args([]))
    assert given == {
        "driver": "sabot-shoe",
        "link": None,
        "baud": None,
        "seed": 1,
        "decks": 6,
        "every": 1.2,
        "between": 6.0,
        "coups": None,
        "speed": 1.0,
        "pockets": 37,
        "head": False,
        "idle": False,
    }


@pytest.mark.parametrize(("speed", "is_made"), [(0.0, False), (0.5, True), (1000.0, True), (1000.5, False)])
def test_a_wheel_turns_up_to_a_thousand_times_as_fast_as_the_clock(speed, is_made):
    given = _parser().parse_args(["--driver", "cammegh", "--speed", str(speed)])
    if is_made:
        assert _made(given, random.Random(1)).wait_s(0.0) == min(0.05, 0.1 / speed)
    else:
        with pytest.raises(ValueError, match="above 0, and 1000 at most"):
            _made(given, random.Random(1))


def test_a_file_of_coups_is_dealt_line_by_line_and_a_line_that_is_none_is_named(tmp_path):
    path = tmp_path / "coups"
    path.write_text("# an evening\n8C TH / KS 2H  # the first\n\n4C 5D / 9S TH\n")
    assert _coups(path) == [dealing.read("8C TH / KS 2H"), dealing.read("4C 5D / 9S TH")]
    path.write_text("8C TH / KS 2H\n\n8C\n")
    with pytest.raises(ValueError, match=r"coups:3: '8C' is no coup"):
        _coups(path)


def test_sixteen_cards_lie_behind_the_cut_card():
    """It comes out with the coup after which fewer are left."""
    before, after = set(), set()
    for seed in range(300):
        left, shows = 52, False
        for act in dealing.taille(dealing.shuffled(1, random.Random(seed))):
            if act == dealing.CUT_CARD:
                before.add(left)
                shows = True
                continue
            left -= len(act)
            if shows:
                after.add(left)
                break
    assert (min(before), max(after)) == (16, 15)


@pytest.mark.parametrize("driver", sorted(VOICES))
def test_the_trouble_of_a_card_that_was_not_read_is_over_with_the_next_card_and_stays_over(driver):
    """Fifty coups after it the sabot is as well as before; the line was found before the first card."""
    faulty, parser = shoe(driver, every_s=1.0, between_s=1.0), DRIVERS[driver].made()
    room = Room((Instrument("sabot"),))
    parsed(driver, faulty.plugged(0.0), parser=parser)
    states = []
    for nth in range(250):
        if nth == 3:
            faulty.obey({"do": "unreadable"}, float(nth))
        data = faulty.obey({"do": "card", "card": str(DECK[nth % 52]), "index": nth % 5 + 1}, float(nth))
        for each in parsed(driver, data, parser=parser):
            room = room_after(room, each)
        states.append(room.instruments[0].state)
    assert set(states[:3] + states[4:]) == {"found"}


def test_an_instrument_that_does_not_start_in_time_is_told_and_ended(monkeypatch):
    before = set(threading.enumerate())
    monkeypatch.setattr(simulator, "STARTS_S", 0.0)
    with pytest.raises(RuntimeError, match="the simulated sabot-shoe did not start in 0 s"):
        Simulated("sabot-shoe", idle=True)
    for each in set(threading.enumerate()) - before:
        each.join(60)
    assert set(threading.enumerate()) <= before
