"""The eye as an instrument (controller/sabot/instruments/camera/driver.py), its line in a configuration
(controller/sabot/live/camera_link.py) and the pictures it keeps (controller/sabot/record/evidence.py)."""

from __future__ import annotations

import hashlib
import json
import queue
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sabot.config import ConfigError, read
from sabot.core.cards import JOKER, Card
from sabot.core.observations import (
    CardLies,
    CardSeen,
    CardTaken,
    DeviceFound,
    DeviceLost,
    DeviceTroubled,
    Noted,
    Observation,
)
from sabot.instruments.camera.driver import DRIVER, LINE_BYTES_MOST, Options, Parser, shown
from sabot.instruments.contract import PortSettings
from sabot.live.camera_link import CameraLink, checked, laid, line, opened
from sabot.live.feed import Feed
from sabot.record.evidence import Evidence, beside
from tests.said import in_english

EIGHT = {"eye": "lies", "track": "7", "card": "8C", "place": "punto", "order": 0, "picture": "a.jpg"}


def said(parser: Any, *messages: dict[str, Any]) -> list[Observation]:
    return [each for message in messages for each in parser.feed(json.dumps(message).encode() + b"\n")]


def beat(state: str, why: str = "") -> dict[str, Any]:
    return {"eye": "beat", "state": state, "why": why}


def test_a_witness_says_where_cards_lie_and_deals_none():
    lies = CardLies(Card("8", "C"), "punto", 0, "7", "a.jpg")
    assert said(Parser(), EIGHT, {"eye": "left", "track": "7"}) == [lies, CardTaken("7")]


def test_an_eye_that_is_the_sabot_deals_each_card_once_whatever_becomes_of_it():
    eye = DRIVER.made({"use": "sabot"})
    moved = EIGHT | {"place": "banco"}
    unsure = {"eye": "lies", "track": "8", "card": None, "place": "banco"}
    named = unsure | {"card": "KD"}
    dealt = [
        each for each in map(in_english, said(eye, EIGHT, moved, unsure, named)) if isinstance(each, CardSeen)
    ]
    assert dealt == [
        CardSeen(Card("8", "C"), "punto", "camera", ""),
        CardSeen(None, "banco", "camera", "the eye sees it and is not sure"),
    ]


def test_an_eye_deals_a_joker_to_a_game_that_has_one_and_as_a_witness_does_not_dispute_it():
    joker = EIGHT | {"card": "JOKER", "place": "2"}
    assert said(DRIVER.made({"use": "sabot"}), joker) == [
        CardSeen(JOKER, "2", "camera"),
        CardLies(None, "2", 0, "7", "a.jpg"),
    ]
    assert said(Parser(), joker) == [CardLies(None, "2", 0, "7", "a.jpg")]


def test_an_eye_in_the_nose_deals_what_passes_and_leaves_nothing_lying():
    eye, passes = DRIVER.made({"use": "nose"}), EIGHT | {"place": ""}
    seen = said(eye, passes, {"eye": "left", "track": "7"}, passes, passes | {"track": "8"})
    assert [each for each in seen if isinstance(each, CardSeen)] == [
        CardSeen(Card("8", "C"), None, "camera")
    ] * 2


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("http://cam.local/video", ""),
        ("RTSP://me:pa/ss@10.0.0.7:554", ""),
        ("picamera", ""),
        ("http://", "source names no camera after http://"),
        ("rtsp://me:secret@/stream", "source names no camera after rtsp://"),
        (
            "ftp://me:secret@cam.local",
            "source begins with ftp://, but one of http://, https://, rtsp://, rtsps:// was expected",
        ),
    ],
)
def test_an_address_that_no_camera_can_have_is_refused_without_its_password(source: str, why: str):
    assert Options(source=source).refusal() == why


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("picamera", "picamera"),
        ("/pictures/a@b?c#d", "/pictures/a@b?c#d"),
        ("rtsp://10.0.0.7:554/live", "rtsp://10.0.0.7:554/live"),
        ("rtsp://me:sec@ret@10.0.0.7:554/live?pwd=secret", "rtsp://10.0.0.7:554/live"),
        ("http://me:secret@phone.local", "http://phone.local"),
        ("HTTP://me:secret@[fe80::1]:8080/?token=secret#secret", "HTTP://[fe80::1]:8080/"),
        ("http://phone.local?token=secret", "http://phone.local"),
        ("rtsp://me:sec/ret@10.0.0.7/live", "rtsp://…"),
        ("rtsp://me:s@e/cret@10.0.0.7/live", "rtsp://…"),
        ("rtsp://me:sec?ret@10.0.0.7/live", "rtsp://…"),
    ],
)
def test_the_address_of_a_camera_is_shown_without_its_password(source: str, words: str):
    assert shown(source) == words


def test_an_eye_that_is_back_is_told_without_the_password_of_its_camera():
    parser = Parser(Options(source="rtsp://me:secret@10.0.0.7/live"))
    parser.feed(b'{"eye":"beat","state":"lost","why":"away"}\n')
    assert parser.feed(b'{"eye":"beat","state":"fine"}\n') == [
        DeviceFound("camera", "camera", "rtsp://10.0.0.7/live")
    ]


def test_a_camera_that_was_knocked_and_found_the_table_again_says_so_in_the_journal():
    told = said(DRIVER.made({}), beat("knocked", "pushed"), beat("fine", "found again by its marks"))
    assert [in_english(each) for each in told] == [
        DeviceTroubled("camera", "pushed"),
        DeviceTroubled("camera", "found again by its marks", since_ok=True),
    ]


def test_what_lay_there_when_the_eye_opened_or_came_back_is_not_dealt_again():
    eye = DRIVER.made({"use": "sabot"})
    seen = said(eye, EIGHT | {"old": True}, beat("lost", "pulled"), beat("fine"), EIGHT | {"old": True})
    assert [each for each in seen if isinstance(each, CardSeen)] == []
    assert sum(isinstance(each, CardLies) for each in seen) == 2


def test_a_blind_eye_is_troubled_and_a_lost_camera_is_lost_until_it_is_back():
    eye = DRIVER.made({"source": "/dev/video0"})
    told = said(
        eye,
        beat("fine"),
        beat("black", "no lamp"),
        beat("black", "no lamp"),
        beat("fine"),
        beat("lost", "gone"),
    )
    assert [in_english(each) for each in told] == [
        DeviceTroubled("camera", "no lamp"),
        DeviceTroubled("camera", "the pictures are good again", since_ok=True),
        DeviceLost("camera", "gone"),
    ]
    assert [in_english(each) for each in said(eye, beat("frozen", "ice"))] == [
        DeviceFound("camera", "camera", "/dev/video0"),
        DeviceTroubled("camera", "ice"),
    ]


def test_an_eye_that_fell_silent_is_asked_for_everything_again():
    eye = Parser()
    assert eye.replies() == b""
    assert eye.silent("nothing was heard") == []
    assert (eye.replies(), eye.replies()) == (b'{"do":"tell"}\n', b"")


def test_lines_that_are_none_are_counted_and_the_next_one_is_read():
    eye = Parser()
    rubbish = b"rubbish\n{}\n" + b"x" * (LINE_BYTES_MOST + 50) + b"\n"
    assert eye.feed(rubbish[:70]) + eye.feed(rubbish[70:]) == []
    assert eye.tally.refused["garbled"] == 3
    assert len(said(eye, EIGHT)) == 1


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"use": "sorcerer"}, "use = 'sorcerer', but witness or sabot or nose was expected"),
        ({"letters": "xx"}, "letters = 'xx', but one of any, en, fr, nl, de, ru was expected"),
        ({"fps": 0}, "fps = 0, but 1 to 120 was expected"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_words(given: dict[str, Any], why: str):
    with pytest.raises(ValueError, match=why):
        DRIVER.made(given)


# --- the link to the camera


CAMERA = '[camera]\nsource = "shots"\ncorners = "0,0 99,0 99,99 0,99"\n'


def test_a_configuration_without_a_camera_has_no_eye(tmp_path: Path):
    with ExitStack() as parts:
        link = opened(read("", file=tmp_path / "table.toml"), parts)
        assert (link.line, link.deals, link.picture()) == (None, False, None)
        assert link.status()["state"] == "none"
        assert not link.look_for_marks()


def test_the_line_of_an_eye_carries_what_its_process_has_to_know(tmp_path: Path):
    settings = read(CAMERA + '[table]\ngame = "trente-et-quarante"\n', file=tmp_path / "table.toml")
    made = line(settings, tmp_path)
    assert made is not None
    assert (made.driver, made.role, made.port) == ("camera", "camera", f"eye://{tmp_path}/shots")
    assert made.options["game"] == "trente-et-quarante"
    assert made.options["pictures"].endswith("-pictures")
    DRIVER.read_options(made.options)


def test_a_simulated_eye_is_refused_beside_instruments_which_it_would_only_flatter(tmp_path: Path):
    settings = read('[camera]\nsource = "simulated"\n', file=tmp_path / "table.toml")
    with pytest.raises(ConfigError, match=r"camera\.source: a simulated camera shows what"):
        checked(settings, wired=[PortSettings("lines", "auto", "sabot")])
    with pytest.raises(ConfigError, match=r"camera: .*deals nothing"):
        line(read('[camera]\nsource = "simulated"\nuse = "sabot"\n'))


def test_an_eye_is_told_what_the_table_holds_and_before_a_simulated_one_it_lies_the_newest_card_last():
    told: queue.SimpleQueue[Any] = queue.SimpleQueue()
    link = CameraLink(read('[camera]\nsource = "simulated"\n'), None)

    def send(data: bytes) -> bool:
        told.put(json.loads(data))
        return True

    link.send = send
    places = [
        {"name": "banque", "cards": ["8C", "KD"], "face_down": False},
        {"name": "ponte", "cards": ["2S", "3S"], "face_down": True},
        {"name": "gauche", "cards": ["5H"], "face_down": False},
    ]
    with ExitStack() as parts:
        feed = Feed()
        parts.callback(feed.close)
        laid(link, feed, parts)
        feed.publish(1, {"places": places, "last_card": "KD", "coup": 7, "result": {"winner": "ponte"}})  # type: ignore[typeddict-item]
        cards = [["banque", "8C"], ["gauche", "5H"], ["banque", "KD"]]
        assert told.get(timeout=60) == {"do": "lay", "cards": cards}
        names = ["8C", "KD", "2S", "3S", "5H"]
        lie = ["banque", "banque", "ponte", "ponte", "gauche"]
        assert told.get(timeout=60) == {
            "do": "hold",
            "cards": names,
            "coup": 7,
            "open": False,
            "places": [list(each) for each in zip(lie, names, strict=True)],
            "disputed": False,
        }


@pytest.mark.parametrize(
    ("what", "noted"),
    [
        ("learned", [Noted("eye-learned", counted=104)]),
        ("forgot", [Noted("eye-forgot", counted=104)]),
        ("drifted", [Noted("eye-drifted", counted=104)]),
        ("slept", []),
    ],
)
def test_what_the_eye_learned_and_forgot_goes_on_record(what: str, noted: list[Noted]):
    assert said(Parser(), {"eye": "taught", "what": what, "cards": 104}) == noted
    assert said(Parser(), {"eye": "taught", "what": what, "cards": "many"}) == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('[camera]\nuse = "sorcerer"', "witness or sabot or nose"),
        ("[camera]\nfps = 0", "from 1 to 120"),
        ('[camera]\nsauce = "0"', "did you mean source"),
    ],
)
def test_a_camera_that_cannot_be_is_refused_with_its_key(text: str, why: str):
    with pytest.raises(ConfigError, match=f"camera.*{why}"):
        read(text)


def test_the_live_picture_goes_with_the_table_and_asking_keeps_it_coming(tmp_path: Path):
    with ExitStack() as parts:
        link = opened(read(CAMERA, file=tmp_path / "table.toml"), parts)
        assert link.status()["state"] == "waiting"
        assert link.line is not None
        live = Path(link.line.options["live"])
        assert (live / "look").exists()
        (live / "live.json").write_text('{"state": "fine", "width": 1280}')
        (live / "live.jpg").write_bytes(b"picture")
        assert (link.status()["width"], link.picture()) == (1280, b"picture")
    assert not live.exists()


def test_corners_that_fit_are_kept_in_the_configuration_beside_all_else(tmp_path: Path):
    file, live = tmp_path / "table.toml", tmp_path / "live"
    live.mkdir()
    file.write_text('[table]\nname = "Table 7"\n[camera]\nsource = "0"\nletters = "fr"\n')
    link = CameraLink(read(file.read_text(), file=file), live)
    with pytest.raises(ConfigError, match="does not know yet where the table lies"):
        link.keep()
    (live / "live.json").write_text('{"corners": "1,2 90,2 90,80 1,80"}')
    assert link.keep() == file
    kept = read(file.read_text(), file=file)
    assert (kept.table.name, kept.camera.letters) == ("Table 7", "fr")
    assert kept.camera.corners == "1,2 90,2 90,80 1,80"


def test_what_is_sent_to_the_eye_is_a_line_of_json():
    sent: list[bytes] = []
    link = CameraLink(read(""), None)
    link.send = lambda data: not sent.append(data)  # type: ignore[func-returns-value]
    assert link.take([(1, 2), (90, 2), (90, 80), (1, 80)])
    assert link.look_for_marks()
    assert [json.loads(each) for each in sent] == [
        {"do": "corners", "corners": "1.0,2.0 90.0,2.0 90.0,80.0 1.0,80.0"},
        {"do": "marks"},
    ]


# --- the pictures


def test_a_picture_is_given_out_only_under_the_name_of_its_own_bytes(tmp_path: Path):
    evidence = Evidence(beside(tmp_path / "table.sqlite3"))
    assert (evidence.picture("0" * 32 + ".jpg"), evidence.stored()) == (None, {"pictures": 0, "bytes": 0})
    evidence.folder.mkdir()
    name = hashlib.sha256(b"card").hexdigest()[:32] + ".jpg"
    (evidence.folder / name).write_bytes(b"card")
    assert (evidence.picture(name), evidence.stored()) == (b"card", {"pictures": 1, "bytes": 4})
    (evidence.folder / name).write_bytes(b"another card")
    assert evidence.picture(name) is None


@pytest.mark.parametrize("name", ["../table.sqlite3", "", "x.jpg", "A" * 32 + ".jpg", "0" * 32 + ".png"])
def test_no_other_file_can_be_had_by_the_name_of_a_picture(tmp_path: Path, name: str):
    (tmp_path / "table.sqlite3").write_bytes(b"journal")
    evidence = Evidence(tmp_path / "pictures")
    evidence.folder.mkdir()
    assert evidence.picture(name) is None


def test_the_address_of_a_camera_reaches_the_eye_whole_and_nobody_else(tmp_path: Path):
    address = "rtsp://me:secret@10.0.0.7/live?pwd=secret"
    file = tmp_path / "table.toml"
    settings = read(f'[camera]\nsource = "{address}"\n', file=file)
    told = line(settings)
    assert told is not None
    assert (told.port, told.options["source"]) == ("eye://rtsp://10.0.0.7/live", address)
    assert CameraLink(settings, None).status()["source"] == "rtsp://10.0.0.7/live"


def test_what_a_camera_can_be_asked_for_reaches_the_eye():
    written = 'source = "0"\nnumber = 1\nfull_field = false\nwhite_balance_k = 4000\nfocus_steps = 30\n'
    told = line(read(f"[camera]\n{written}"))
    assert told is not None
    asked = {name: told.options[name] for name in ("number", "full_field", "white_balance_k", "focus_steps")}
    assert asked == {"number": 1, "full_field": False, "white_balance_k": 4000, "focus_steps": 30}


@pytest.mark.parametrize(
    ("camera", "deals"),
    [
        ("", False),
        ('[camera]\nsource = "picamera"\n', False),
        ('[camera]\nsource = "picamera"\nuse = "sabot"\n', True),
        ('[camera]\nsource = "picamera"\nuse = "nose"\n', True),
        ('[camera]\nuse = "sabot"\n', False),
    ],
)
def test_an_eye_deals_where_there_is_one_that_stands_in_for_the_sabot(camera, deals):
    assert CameraLink(read(camera), None).deals is deals


@pytest.mark.parametrize(
    ("zones", "is_possible"),
    [
        ("", True),
        ("punto 0,0 390,500; banco 410,0 800,500", True),
        ("punto 0,0 390,500;", True),
        ("punto 0,0", False),
        ("0,0 390,500", False),
    ],
)
def test_a_zone_is_a_name_and_two_corners_at_least(zones: str, is_possible: bool):
    assert (Options(zones=zones).refusal() == "") is is_possible


def test_a_line_one_byte_too_long_is_refused_although_it_comes_in_pieces():
    for length, refused in ((LINE_BYTES_MOST, 0), (LINE_BYTES_MOST + 1, 1)):
        parser = Parser()
        parser.feed(json.dumps(beat("fine")).encode().ljust(length))
        parser.feed(b"\n")
        assert (parser.tally.refused["garbled"], parser.tally.frames) == (refused, 1 - refused)


def test_a_line_of_the_eye_has_four_thousand_bytes_at_most():
    def refused(length: int) -> int:
        eye = Parser()
        eye.feed(json.dumps({"eye": "beat", "why": ""}).encode().ljust(length) + b"\n")
        return eye.tally.refused["garbled"]

    assert (refused(4000), refused(4001)) == (0, 1)


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("width", 320, 4608),
        ("height", 240, 2592),
        ("fps", 1, 120),
        ("exposure_us", 0, 1_000_000),
        ("number", 0, 9),
        ("white_balance_k", 0, 12_000),
        ("focus_steps", -1, 10_000),
    ],
)
def test_a_number_of_the_camera_lies_within_its_bounds(name: str, low: int, high: int):
    for value in (low, high):
        assert Options(source="picamera", **{name: value}).refusal() == ""
    for value in (low - 1, high + 1):
        refusal = Options(source="picamera", **{name: value}).refusal()
        assert name in refusal
        assert f"{low} to {high} was expected" in refusal


def test_three_points_or_five_are_no_corners_and_one_is_no_zone():
    four = "100,80 1180,80 1180,640 100,640"
    assert Options(corners=four).refusal() == ""
    assert "four points" in Options(corners=four.rpartition(" ")[0]).refusal()
    assert "four points" in Options(corners=f"{four} 5,5").refusal()
    assert Options(zones="punto 0,0 390,500; banco 1,1 2,2 3,3").refusal() == ""
    assert "two or more corners" in Options(zones="punto 0,0").refusal()


@pytest.mark.parametrize(
    ("ms", "counted"), [(0, 1), (180, 1), (60_000, 1), (60_001, 0), (-1, 0), ("x", 0), (None, 0)]
)
def test_the_age_of_a_picture_is_counted_where_it_can_be_true(ms: object, counted: int) -> None:
    parser = Parser()
    said(parser, EIGHT | {"ms": ms})
    assert sum(parser.tally.latency.timing.counts) == counted
    assert parser.tally.latency.timing.sum_s == (ms / 1000 if counted and isinstance(ms, int) else 0)
