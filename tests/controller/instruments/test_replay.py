"""Recordings of raw bytes: written as they come, played back through the same parsers."""

import json
import queue
import resource
import signal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK
from sabot.core.observations import CardSeen, DeviceFound, DeviceLost, Perceived
from sabot.instruments.contract import PortSettings
from sabot.instruments.line import replay
from sabot.instruments.line.port import Reader
from sabot.instruments.line.replay import Arrival, EndOfRecording, Recorder, Recording
from sabot.instruments.simulated.voices import AngelEye, Lines
from tests.said import in_english

SECOND = 1_000_000_000


def recorded(path, arrivals):
    recorder = Recorder(path, role="sabot", driver="lines")
    for t_ns, data in arrivals:
        recorder(data, t_ns)
    recorder.close()
    return path


@given(st.lists(st.tuples(st.integers(0, 2**62), st.binary(max_size=20)), max_size=6))
def test_what_is_recorded_is_read_back_byte_for_byte(tmp_path_factory, arrivals):
    path = recorded(tmp_path_factory.mktemp("r") / "r.jsonl", arrivals)
    assert list(replay.arrivals(path)) == [Arrival(t, "sabot", "lines", data) for t, data in arrivals]


def test_a_recording_says_what_was_said_live(tmp_path):
    voice, path = AngelEye(), tmp_path / "r.jsonl"
    recorder = Recorder(path, role="sabot", driver="angel-eye")
    whole = b"".join(voice.card(card, place="punto", index=1, t_us=0) for card in DECK)
    for n in range(0, len(whole), 7):
        recorder(whole[n : n + 7], n)
    recorder.close()
    assert [seen for _, _, seen in replay.observations(path)] == [CardSeen(card, "punto") for card in DECK]
    told = replay.observations(path, options={"sabot": {"game": "trente-et-quarante"}})
    assert next(told)[2] == CardSeen(DECK[0])


def test_two_instruments_in_one_recording_are_kept_apart(tmp_path):
    path = recorded(tmp_path / "r.jsonl", [(1, b"8"), (3, b"C\n")])
    with path.open("a") as file:
        file.write(json.dumps({"t_ns": 2, "role": "spare", "driver": "lines", "hex": b"TH\n".hex()}) + "\n\n")
    assert {(role, str(seen.card)) for _, role, seen in replay.observations(path)} == {
        ("sabot", "8C"),
        ("spare", "TH"),
    }


@pytest.mark.parametrize(
    "line",
    ["x", "[]", "{}", '{"t_ns":"a","driver":"lines","hex":""}', '{"t_ns":1,"driver":"abacus","hex":""}',
     '{"t_ns":1,"driver":"lines","hex":"0"}', '{"t_ns":true,"driver":"lines","hex":"00"}', "[" * 100_000],
)  # fmt: skip
def test_a_line_that_is_none_is_named_with_its_place(tmp_path, line):
    path = recorded(tmp_path / "r.jsonl", [(1, b"8C\n")])
    with path.open("a") as file:
        file.write(line + "\n")
    with pytest.raises(ValueError, match=r"r\.jsonl:2: not a line of a recording"):
        list(replay.arrivals(path))


def test_a_line_that_a_power_cut_tore_is_passed_over_and_the_recording_goes_on_after_it(tmp_path, caplog):
    path = recorded(tmp_path / "r.jsonl", [(1, b"8C\n"), (2, b"KD\n")])
    path.write_bytes(path.read_bytes()[:-9])
    recorder = replay.Recorder(path, role="sabot", driver="lines")
    recorder(b"3H\n", 3)
    recorder.close()
    assert [each.data for each in replay.arrivals(path)] == [b"8C\n", b"3H\n"]
    assert "r.jsonl:2 was cut off" in caplog.text


def test_a_recording_that_was_given_up_on_a_full_disk_keeps_no_table_from_closing(tmp_path, caplog, limit):
    recorder = Recorder(tmp_path / "r.jsonl", role="sabot", driver="lines")
    recorder(b"8C\n", 1)
    limit((tmp_path / "r.jsonl").stat().st_size)
    with pytest.raises(OSError, match="File too large"):
        recorder(b"TH\n", 2)
    recorder.close()
    assert "r.jsonl has no end: File too large" in caplog.text
    assert [each.data for each in replay.arrivals(tmp_path / "r.jsonl")] == [b"8C\n"]


def test_a_recording_that_cannot_be_begun_leaves_no_file_open(tmp_path, limit):
    path = tmp_path / "r.jsonl"
    path.write_text("torn")
    limit(4)
    before = len(list(Path("/proc/self/fd").iterdir()))
    with pytest.raises(OSError, match="File too large"):
        Recorder(path, role="sabot", driver="lines")
    assert len(list(Path("/proc/self/fd").iterdir())) == before


@pytest.fixture
def limit():
    """Lets no file of this process grow beyond this number of bytes, as a full disk does."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    signal.signal(signal.SIGXFSZ, before)


def test_a_recording_is_told_from_other_files(tmp_path):
    assert replay.is_recording(recorded(tmp_path / "r.jsonl", [(1, b"8C\n")]))
    (tmp_path / "other").write_bytes(b"SQLite format 3\0\xff")
    assert not replay.is_recording(tmp_path / "other")
    assert not replay.is_recording(tmp_path / "none")


def test_it_is_played_at_the_pace_asked_for_by_the_clock_given(tmp_path):
    path = recorded(tmp_path / "r.jsonl", [(5 * SECOND, b"8C\n"), (15 * SECOND, b"TH\n")])
    now = [0]
    waits: list[float] = []
    recording = Recording(
        path, role="sabot", driver="lines", speed=10, wait=waits.append, monotonic_ns=lambda: now[0]
    )
    assert recording.read(1) == b"8"
    assert recording.in_waiting == 2
    assert recording.read(9) == b"C\n"
    assert recording.read(1) == b""
    assert waits == [0.05]
    now[0] = SECOND
    assert recording.read(3) == b"TH\n"
    with pytest.raises(EndOfRecording):
        recording.read(1)


def test_a_recording_begins_when_it_is_opened_whatever_the_clock_says(tmp_path):
    path = recorded(tmp_path / "r.jsonl", [(5 * SECOND, b"8C\n"), (6 * SECOND, b"TH\n")])
    now = [70 * SECOND]
    waits: list[float] = []
    recording = Recording(
        path, role="sabot", driver="lines", speed=1, wait=waits.append, monotonic_ns=lambda: now[0]
    )
    assert recording.read(9) == b"8C\n"
    now[0] += SECOND - 20_000_000
    assert recording.read(9) == b""
    assert waits == [0.02]
    now[0] += 20_000_000
    assert recording.read(9) == b"TH\n"


def test_a_recording_is_a_port_and_ends_in_words(tmp_path):
    voice = Lines()
    cards = [(n * SECOND, voice.card(card, place=None, index=1, t_us=0)) for n, card in enumerate(DECK)]
    path, inbox = recorded(tmp_path / "r.jsonl", cards), queue.SimpleQueue[Perceived]()
    reader = Reader(PortSettings("lines", f"replay://{path}?speed=0"), inbox.put)
    reader.start()
    seen = [inbox.get(timeout=60).observation for _ in range(54)]
    reader.stop()
    assert isinstance(seen[0], DeviceFound)
    assert [each.card for each in seen[1:-1]] == list(DECK)
    assert in_english(seen[-1]) == DeviceLost("sabot", "the recording is at its end")


@pytest.mark.parametrize("query", ["speed=x", "speed=-1", "speed=nan", "speed=inf"])
def test_a_speed_that_is_none_is_refused_in_words(query, tmp_path):
    path = recorded(tmp_path / "r.jsonl", [(1, b"8C\n")])
    with pytest.raises(ValueError, match="a number from 0"):
        replay.opened(PortSettings("lines", f"replay://{path}?{query}"))


def test_a_recording_is_played_up_to_a_thousand_million_times_as_fast(tmp_path):
    path = recorded(tmp_path / "r.jsonl", [(SECOND, b"8C\n")])
    for speed in ("0", "0.5", "999999999"):
        replay.opened(PortSettings("lines", f"replay://{path}?speed={speed}"))
    with pytest.raises(ValueError, match="speed=1000000000"):
        replay.opened(PortSettings("lines", f"replay://{path}?speed=1000000000"))


def test_bytes_of_a_recording_are_never_answered(tmp_path):
    path = recorded(tmp_path / "r.jsonl", [(1, b"8C\n")])
    recording = replay.opened(PortSettings("lines", f"replay://{path}"))
    assert recording.write(b"abc") == 3
    recording.close()
    with pytest.raises(EndOfRecording):
        recording.read(1)
