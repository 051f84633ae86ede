"""Readers that type: events of the kernel in, cards out. The vectors say where their bytes come from."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK, Card
from sabot.core.observations import CardSeen, CutCardSeen, DeviceTroubled
from sabot.instruments.keyboard import driver as keyboard
from sabot.instruments.keyboard import layouts as key_layouts
from tests.controller.instruments.key_tokens import raw, stroke
from tests.said import in_english
from tests.shared import vectors

RECORDED = vectors("keyboard")["recordings"]
ENTER = " " + stroke("ENTER")


def parser(**options):
    return keyboard.DRIVER.made(options)


def said(seen):
    """The cards in what was seen, as text; None for one that was not read."""
    cards = [each for each in seen if isinstance(each, CardSeen | CutCardSeen)]
    return ["CUT" if isinstance(each, CutCardSeen) else each.card and str(each.card) for each in cards]


def typed(*words, **options):
    return said(parser(**options).feed(raw(" ".join(words))))


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda each: each["name"])
def test_recorded_events_say_the_cards_that_stand_beside_them(recorded):
    reader = parser(**recorded["options"])
    seen = reader.feed(bytes.fromhex(recorded["hex"])) + reader.cut()
    assert said(seen) == recorded["says"]


@pytest.mark.parametrize("recorded", RECORDED, ids=lambda each: each["name"])
def test_the_recorded_bytes_are_what_their_words_say_and_what_the_real_library_reads(recorded):
    """python-evdev parses the bytes with the kernel's own struct, from a pipe in place of a device."""
    data = bytes.fromhex(recorded["hex"])
    assert data == raw(recorded["words"])
    library = pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine")
    read, write = os.pipe()
    os.write(write, data[: 64 * 24])
    events = library.eventio._input.device_read_many(read)
    os.close(read)
    os.close(write)
    assert list(events) == list(keyboard.EVENT.iter_unpack(data[: 64 * 24]))


@pytest.mark.parametrize("layout", sorted(key_layouts.ROWS))
def test_every_card_is_typed_and_read_in_every_layout(layout):
    reader = parser(layout=layout)
    for card in DECK:
        assert reader.feed(keyboard.line(card, layout=layout)) == [CardSeen(card)]


def test_a_simulated_french_reader_holds_shift_for_a_figure_and_ends_with_enter():
    shift, eight, enter = 42, 9, 28
    keys = [(shift, 1), (eight, 1), (eight, 0), (shift, 0), (enter, 1), (enter, 0)]
    assert keyboard.strokes("8\n", layout="fr") == keys


@given(st.data(), st.sampled_from(sorted(key_layouts.ROWS)))
def test_whatever_a_layout_can_type_arrives_as_it_was_typed(data, layout):
    letters = sorted({text for text in key_layouts.typed(layout).values() if text.strip()})
    text = "".join(data.draw(st.lists(st.sampled_from(letters), min_size=1, max_size=20)))
    (seen,) = parser(layout=layout, texts={text: "8C"}).feed(keyboard.line(text, layout=layout))
    assert seen.card == Card("8", "C")


def test_the_codes_are_those_of_the_kernel():
    ecodes = pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine").ecodes
    assert (keyboard.SYN, keyboard.KEY, keyboard.MISC) == (ecodes.EV_SYN, ecodes.EV_KEY, ecodes.EV_MSC)
    assert (keyboard.REPORT, keyboard.DROPPED) == (ecodes.SYN_REPORT, ecodes.SYN_DROPPED)
    assert (keyboard.KEY_CODES_BELOW, keyboard.PAUSE_CODE) == (ecodes.KEY_CNT, ecodes.SYN_MAX)
    names = {
        "shift": {"KEY_LEFTSHIFT", "KEY_RIGHTSHIFT"},
        "altgr": {"KEY_RIGHTALT"},
        "ctrl": {"KEY_LEFTCTRL", "KEY_RIGHTCTRL"},
        "alt": {"KEY_LEFTALT"},
        "meta": {"KEY_LEFTMETA", "KEY_RIGHTMETA"},
    }
    held = {
        name: {ecodes.KEY[each] for each, what in key_layouts.HELD.items() if what == name} for name in names
    }
    assert held == names
    assert all(code < keyboard.KEY_CODES_BELOW and code in ecodes.KEY for code in key_layouts.PLACES)


def test_the_digits_and_letters_of_a_us_reader_sit_where_the_kernel_names_them():
    ecodes = pytest.importorskip("evdev", reason="python-evdev has no wheel for this machine").ecodes
    plain = {code: text for (level, code), text in key_layouts.typed("us").items() if not level}
    for text in "0123456789abcdefghijklmnopqrstuvwxyz":
        assert plain[ecodes.ecodes[f"KEY_{text.upper()}"]] == text
    for digit in "0123456789":
        assert plain[ecodes.ecodes[f"KEY_KP{digit}"]] == digit


def test_a_key_that_is_held_and_repeats_types_once_and_its_release_nothing():
    assert typed("+KEY_8 SYN =KEY_8 SYN =KEY_8 SYN -KEY_8 SYN", stroke("C"), ENTER) == ["8C"]


def test_either_end_of_a_line_gives_one_card_and_empty_lines_none():
    for end in ("ENTER", "KPENTER", "TAB"):
        assert typed(stroke(end), stroke("8"), stroke("C"), stroke(end), stroke(end)) == ["8C"]


def test_shift_counts_only_while_it_is_down():
    reader = parser(texts={"a!1B": "8C"})
    words = [stroke("A"), stroke("LEFTSHIFT", "1"), stroke("1"), stroke("RIGHTSHIFT", "B")]
    assert said(reader.feed(raw(" ".join(words) + ENTER))) == ["8C"]


def test_a_key_without_a_text_is_named_by_its_code_and_makes_no_card():
    (seen,) = parser().feed(
        raw(stroke("8") + " " + stroke("LEFTCTRL", "RIGHTBRACE") + " " + stroke("C") + ENTER)
    )
    assert in_english(seen) == CardSeen(
        None, None, "sabot", "the reader sent '8⟨ctrl+27⟩c', which names no card"
    )


def test_the_house_gives_odd_keys_a_text_or_none():
    keys = {"ctrl+27": "", "183": "8C", "184": "\n", "shift+44": "8"}
    assert typed(stroke("LEFTCTRL", "RIGHTBRACE"), stroke("F13"), stroke("F14"), keys=keys) == ["8C"]
    assert typed(stroke("LEFTSHIFT", "Z"), stroke("C"), ENTER, keys=keys) == ["8C"]


def test_what_lines_can_do_with_a_text_this_driver_can_do_too():
    words = [stroke(each) for each in ("X", "MINUS", "R", "MINUS", "P")]
    options = {"pattern": "x-(?P<rank>.)-(?P<suit>.)", "ranks": {"r": "K"}, "suits": {"p": "S"}}
    assert typed(*words, ENTER, **options) == ["KS"]
    assert typed(*words, ENTER, unknown="ignored") == []


def test_dropped_events_are_said_and_the_next_whole_card_ends_the_trouble():
    reader = parser()
    seen = reader.feed(raw(stroke("1") + " DROPPED +KEY_2 SYN " + stroke("8") + " " + stroke("C") + ENTER))
    trouble, card = seen
    assert in_english(trouble) == DeviceTroubled(
        "sabot", "keys were lost on the way: a card may be missing on record"
    )
    assert in_english(card) == CardSeen(None, None, "sabot", "keys were lost on the way")
    over, card = reader.feed(keyboard.line("9C"))
    assert over.since_ok
    assert card == CardSeen(Card("9", "C"))
    assert reader.tally.refused["dropped"] == 1


def test_a_line_with_dropped_events_is_no_card_even_where_a_pattern_would_find_one():
    reader = parser(pattern="(?P<card>[0-9][a-z])")
    assert said(reader.feed(raw("DROPPED SYN " + stroke("8") + " " + stroke("C") + ENTER))) == [None]


def test_a_shift_whose_release_was_dropped_is_not_believed():
    reader = parser(texts={"8c": "8C"})
    words = "+KEY_LEFTSHIFT SYN DROPPED SYN" + ENTER + " " + stroke("8") + " " + stroke("C") + ENTER
    assert said(reader.feed(raw(words))) == [None, "8C"]


def test_what_was_typed_before_a_report_of_dropped_events_ends_is_not_read():
    reader = parser()
    assert said(reader.feed(raw("DROPPED +KEY_8 -KEY_8 +KEY_ENTER"))) == []
    assert said(reader.feed(raw("SYN"))) == []


def test_caps_lock_turns_letters_until_it_is_pressed_again():
    reader = parser(texts={"aBC1d": "8C"})
    words = ("A", "CAPSLOCK", "B", "C", "1", "CAPSLOCK", "D", "ENTER")
    assert said(reader.feed(raw(" ".join(map(stroke, words))))) == ["8C"]


def test_a_long_torn_line_is_one_card_not_read_and_leaves_nothing_behind():
    reader = parser()
    assert said(reader.feed(raw("DROPPED SYN " + (stroke("8") + " ") * 300 + ENTER))) == [None]
    assert said(reader.feed(keyboard.line("9C"))) == ["9C"]


def test_a_pulled_cable_in_a_line_is_a_card_not_read_and_nothing_stays_held():
    reader = parser()
    reader.feed(raw("+KEY_LEFTSHIFT SYN +KEY_8 SYN"))
    assert said(reader.cut()) == [None]
    assert said(reader.cut()) == []
    assert said(reader.feed(raw(stroke("8") + " " + stroke("C") + ENTER))) == ["8C"]


def test_half_an_event_is_never_joined_to_what_comes_after_the_cable_is_back():
    reader = parser()
    reader.feed(raw(stroke("8"))[:-5])
    reader.cut()
    assert reader.tally.refused["half"] >= 1
    assert said(reader.feed(keyboard.line("9C"))) == ["9C"]


def test_a_pause_ends_a_line_and_says_nothing_where_there_is_none():
    reader = parser(pause_ms=100)
    pause = keyboard.EVENT.pack(1, 0, keyboard.SYN, keyboard.PAUSE_CODE, 0)
    assert reader.feed(pause) == []
    assert said(reader.feed(raw(stroke("8") + " " + stroke("C")) + pause)) == ["8C"]
    assert said(reader.feed(raw(stroke("8")) + pause)) == [None]


def test_bytes_that_are_no_events_tear_the_line_and_the_next_is_read_again():
    reader = parser()
    lines = [keyboard.line(each, t_us=1_700_000_000_123_456) for each in ("8C", "9C", "KS")]
    seen = reader.feed(lines[0] + b"\xff" * 7 + lines[1] + lines[2])
    assert said(seen) == ["8C", None, "KS"]
    assert [str(each.trouble) for each in seen if isinstance(each, DeviceTroubled)] == [
        "keys were lost on the way: a card may be missing on record",
        "lines arrive whole again",
    ]


@pytest.mark.parametrize("stray", range(1, 24))
@pytest.mark.parametrize("t_us", [0, 1_700_000_000_000_000])
def test_whatever_stray_bytes_come_between_two_lines_the_second_next_is_read(stray, t_us):
    """Among events whose stamps are 0 nearly every byte may be the first of one."""
    reader = parser()
    lines = [keyboard.line(each, t_us=t_us) for each in ("8C", "9C", "KS")]
    for bytes_ in (b"\0" * stray, lines[0][-stray:], b"\1" * stray):
        assert said(reader.feed(lines[0] + bytes_ + lines[1] + lines[2])) == ["8C", None, "KS"]
    assert said(reader.feed(lines[0] + lines[1][stray:] + lines[2])) in (
        ["8C", None, "KS"],
        ["8C", "9C", "KS"],
    )


@pytest.mark.parametrize(
    ("said_by_nobody", "is_one"),
    [
        ((0, 0, keyboard.KEY, 2, 0), True),
        ((0, 0, 0x77, 2, 0), False),
        ((0, 1_000_000, keyboard.KEY, 2, 0), False),
        ((0, 999_999, keyboard.KEY, 2, 2), True),
        ((0, 0, keyboard.KEY, 2, 3), False),
        ((0, 0, keyboard.KEY, keyboard.KEY_CODES_BELOW, 0), False),
        ((0, 0, keyboard.KEY, keyboard.KEY_CODES_BELOW - 1, 0), True),
        ((keyboard.EVENT_BEFORE_S, 0, keyboard.KEY, 2, 0), False),
        ((0, 0, keyboard.SYN, keyboard.PAUSE_CODE, 0), True),
        ((0, 0, keyboard.SYN, keyboard.PAUSE_CODE + 1, 0), False),
        ((0, 0, keyboard.MISC, keyboard.SCAN, 0x70000), True),
        ((0, 0, 5, 0, 0), True),
        ((0, 0, 6, 0, 0), False),
        ((0, 0, 0x10, 0, 0), False),
        ((0, 0, 0x11, 0, 0), True),
        ((0, 0, 0x17, 0, 0), True),
        ((0, 0, 0x18, 0, 0), False),
        ((-1, 0, keyboard.KEY, 2, 0), False),
        ((0, -1, keyboard.KEY, 2, 0), False),
        ((0, 0, keyboard.KEY, 2, -1), False),
        ((0, 0, keyboard.SYN, keyboard.REPORT, 1), True),
        ((0, 0, keyboard.SYN, keyboard.REPORT, 2), False),
    ],
)
def test_what_the_kernel_cannot_have_said_is_no_event(said_by_nobody, is_one):
    reader = parser()
    seen = reader.feed(keyboard.EVENT.pack(*said_by_nobody) + keyboard.line("8C"))
    assert (said(seen) == ["8C"]) is is_one


def test_what_a_reader_sends_is_dated_in_seconds_and_microseconds():
    assert [*keyboard.EVENT.iter_unpack(keyboard.events([(2, 1)], t_us=3_000_007))] == [
        (3, 7, 4, 4, 0x70002),
        (3, 7, keyboard.KEY, 2, 1),
        (3, 7, keyboard.SYN, keyboard.REPORT, 0),
    ]
    assert keyboard.events([]) == b""
    assert keyboard.events([(2, 1)])[: keyboard.EVENT.size].startswith(bytes(16))
    assert [*keyboard.EVENT.iter_unpack(keyboard.dropped(t_us=3_000_007))] == [(3, 7, 0, 3, 0)]


def test_letters_without_an_end_are_noise_and_not_kept():
    reader = parser()
    (trouble,) = reader.feed(raw((stroke("8") + " ") * 300 + ENTER))
    assert isinstance(trouble, DeviceTroubled)
    assert reader.tally.refused["long"] == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"layout": "dvorak"}, "us, fr, de"),
        ({"keys": {"KEY_A": "x"}}, "such as 183 or shift"),
        ({"keys": {"shift+999": "x"}}, "such as 183 or shift"),
        ({"keys": {"183": 8}}, "a text in quotes"),
        ({"keys": {"183": "\t"}}, "a text in quotes"),
        ({"pause_ms": 20}, "50 to 10000"),
        ({"pause_ms": -1}, "50 to 10000"),
        ({"texts": {"a": "9X"}}, "8C"),
        ({"pattern": "("}, "no regular expression"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        keyboard.DRIVER.read_options(options)


def test_the_keys_beside_the_letters_type_what_is_printed_on_them():
    keys = {41: "`", 12: "-", 13: "=", 26: "[", 27: "]", 39: ";", 40: "'", 43: "\\", 86: "<", 53: "/"}
    plain = key_layouts.typed("us")
    assert {code: plain["", code] for code in keys} == keys
    assert [plain["", code] for code in (83, 98, 55, 74, 78, 117, 121, 57)] == [*"./*-+=, "]
    assert plain["shift", 41] == "~"


@pytest.mark.parametrize("pause_ms", [0, 50, 10_000])
def test_a_pause_is_nothing_or_fifty_milliseconds_to_ten_seconds(pause_ms):
    assert keyboard.DRIVER.read_options({"pause_ms": pause_ms})
    for beyond in ({"pause_ms": 49}, {"pause_ms": 10_001}):
        with pytest.raises(ValueError, match="50 to 10000"):
            keyboard.DRIVER.read_options(beyond)


def test_the_code_of_a_key_is_below_768():
    assert keyboard.DRIVER.read_options({"keys": {"767": "x"}})
    with pytest.raises(ValueError, match="such as 183"):
        keyboard.DRIVER.read_options({"keys": {"768": "x"}})
