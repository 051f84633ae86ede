"""Angel Eye II-EX: reports, repeats, refusals, and what is uncertain as settings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.core.cards import DECK, Card, card_named
from sabot.core.observations import Announced, CardSeen, CoupEnded, CutCardSeen, DeviceTroubled, Said
from sabot.instruments.shoes import angel_eye, angel_eye_wire
from sabot.instruments.shoes.angel_eye import DRIVER, Parser
from sabot.instruments.shoes.angel_eye_options import Options
from sabot.instruments.shoes.angel_eye_wire import card_data, report
from tests.said import in_english

EIGHT, KING = Card("8", "C"), Card("K", "D")


def card(name, *, place=angel_eye_wire.PLAYER, sequence=0x31, code="D"):
    found = card_named(name)
    assert found is not None
    return report(sequence, code, card_data(found, place=place))


def seen(data, **options):
    return Parser(Options(**options)).feed(data)


def test_the_check_of_a_report_begins_after_its_enq():
    assert report(0x31, "C") == b"\x05\x31C\x03" + b"71"  # 31 ^ 43 ^ 03


@pytest.mark.parametrize("expected", DECK, ids=str)
def test_each_card_comes_back_from_its_two_bytes(expected):
    assert seen(card(str(expected))) == [CardSeen(expected, "punto")]


@pytest.mark.parametrize(
    ("game", "places"),
    [
        ("punto-banco", ["punto", "banco"]),
        ("chemin-de-fer", ["ponte", "banque"]),
        ("trente-et-quarante", [None, None]),
    ],
)
def test_player_and_banker_are_the_hands_of_the_game_that_is_played(game, places):
    data = card("8C") + card("KD", place=angel_eye_wire.BANKER, sequence=0x32)
    assert [each.place for each in seen(data, game=game)] == places


def test_a_report_sent_three_times_is_one_card():
    parser = Parser()
    assert parser.feed(card("8C") * 3) == [CardSeen(EIGHT, "punto")]
    assert (parser.tally.frames, parser.tally.repeats) == (3, 2)


def test_the_same_card_again_under_the_next_number_is_another_card():
    assert len(seen(card("8C") * 3 + card("8C", sequence=0x32) * 3)) == 2


def test_a_repeat_that_comes_after_a_replug_is_still_a_repeat():
    parser = Parser()
    assert len(parser.feed(card("8C"))) == 1
    parser.cut()
    assert parser.feed(card("8C") * 2) == []


def test_one_damaged_copy_of_three_loses_nothing_and_alarms_nobody():
    damaged = card("8C")[:-1] + b"?"
    for copies in ([damaged, card("8C"), card("8C")], [card("8C"), damaged, card("8C")]):
        parser = Parser()
        assert parser.feed(b"".join(copies)) == [CardSeen(EIGHT, "punto")]
        assert parser.tally.refused["bcc"] == 1


def test_three_damaged_copies_say_that_a_card_may_be_missing_and_the_next_whole_one_that_it_is_over():
    damaged = card("8C")[:-1] + b"?"
    first, over, last = seen(damaged * 3 + card("KD", sequence=0x32))
    assert first == DeviceTroubled("sabot", angel_eye.DAMAGED)
    assert over.since_ok
    assert last == CardSeen(KING, "punto")


def test_two_copies_that_disagree_are_never_two_cards():
    first, second = seen(card("8C") + card("KD"))
    assert first == CardSeen(EIGHT, "punto")
    assert second == DeviceTroubled("sabot", angel_eye.DISAGREE)


def test_copies_that_disagree_are_counted():
    parser = Parser()
    parser.feed(card("8C") + card("KD") + card("8C"))
    assert (parser.tally.frames, parser.tally.repeats) == (3, 2)
    assert parser.tally.refused == {"disagree": 1}


def test_with_two_copies_asked_for_one_alone_is_not_believed():
    assert seen(card("8C"), copies=2) == []
    assert seen(card("8C") * 2, copies=2) == [CardSeen(EIGHT, "punto")]
    assert seen(card("KD") + card("8C") * 2, copies=2) == [CardSeen(EIGHT, "punto")]


def test_a_whole_report_behind_half_a_one_is_found():
    for end in range(1, len(card("KD"))):
        assert seen(card("KD")[:end] + card("8C", sequence=0x32))[-1] == CardSeen(EIGHT, "punto")


def test_a_number_that_looks_like_a_control_character_is_a_number():
    for sequence in range(256):
        assert seen(card("8C", sequence=sequence)) == [CardSeen(EIGHT, "punto")]


def test_the_cut_card():
    assert seen(report(0x31, "C") * 3) == [CutCardSeen("sabot")]


@pytest.mark.parametrize("code", [0x80, 0x80 | 5 << 4 | 1, 0x80 | 1 << 4, 0x80 | 1 << 4 | 14])
def test_a_card_code_that_names_no_card_is_an_unread_card_in_its_place(code):
    (found,) = seen(report(0x31, "D", bytes((0x91, code))))
    assert (found.card, found.place) == (None, "banco")
    assert "names no card" in str(found.note)


def test_the_burn_is_said_and_its_cards_follow_it():
    data = card("8C", place=angel_eye_wire.FIRST_CARD) + card("KD", place=angel_eye_wire.BURN, sequence=0x32)
    count = report(0x33, "D", bytes((0x80 | angel_eye_wire.BURN_COUNT << 4, 0x98)))
    assert seen(data + count) == [Said("brule 8C"), CardSeen(KING, "brule")]
    assert seen(data, burn="cards") == [CardSeen(EIGHT), CardSeen(KING)]
    assert seen(data, burn="ignore") == []


def test_what_code_r_means_is_a_setting():
    data = card("8C", code="R")
    assert seen(data) == []
    assert seen(data, report_r="card") == [CardSeen(EIGHT, "punto")]
    assert seen(data, report_r="cleared") == [CoupEnded()]


@pytest.mark.parametrize(("byte", "why"), [(0x80, "locked"), (0x90, "error mode"), (0xA0, "setting mode")])
def test_a_card_outside_a_game_has_left_the_shoe_all_the_same(byte, why):
    (found,) = seen(report(0x31, "d", bytes((byte,))))
    assert found.card is None
    assert why in str(found.note)
    (named,) = seen(report(0x31, "d", bytes((byte, card_data(EIGHT, place=0)[1]))))
    assert named.card == EIGHT


def test_the_result_of_the_shoe_is_only_believed_where_the_house_asks_for_it():
    banker = report(0x31, "G", b"\xc0")
    assert seen(banker) == []
    assert seen(banker, result="announced") == [Announced("banco")]
    assert seen(banker, result="both", game="chemin-de-fer") == [Announced("banque"), CoupEnded()]
    assert seen(report(0x31, "G", b"\xf0"), result="both") == [CoupEnded()]


@pytest.mark.parametrize(
    ("number", "lost"), [(1, True), (2, False), (3, False), (4, False), (6, True), (40, False)]
)
def test_an_error_says_what_it_is_and_whether_a_card_has_left_unread(number, lost):
    found = seen(report(0x31, "E", bytes((0x80 | number,))))
    assert any(isinstance(each, CardSeen) and each.card is None for each in found) is lost
    assert isinstance(found[-1], DeviceTroubled)
    assert not found[-1].since_ok


@pytest.mark.parametrize(
    ("number", "why"),
    [
        (0, "the shoe reports error 0"),
        (1, "cannot read a card"),
        (2, "a card too many was drawn"),
        (3, "a button was mishandled"),
        (4, "a card was pulled back at the exit"),
        (5, "a card was pulled back midway"),
        (6, "a card bears a code that the shoe does not know"),
        (7, "drawing a card took too long"),
        (8, "the shoe reports error 8"),
    ],
)
def test_each_error_of_the_shoe_has_its_sentence(number, why):
    assert str(seen(report(0x31, "E", bytes((0x80 | number,))))[-1].trouble) == why


@pytest.mark.parametrize(
    ("byte", "winner"), [(0x90, "punto"), (0xA0, "egalite"), (0xC0, "banco"), (0xB0, None), (0xF0, None)]
)
def test_the_shoe_names_the_winner_by_a_number(byte, winner):
    expected = [Announced(winner)] if winner else []
    assert seen(report(0x31, "G", bytes((byte,))), result="announced") == expected


@pytest.mark.parametrize(
    ("sequence", "last", "first"), [("digits", 9, 0), ("seven-bit", 0x7F, 0), ("byte", 0xFF, 0)]
)
def test_a_missing_report_is_noticed_where_the_numbers_begin_again(sequence, last, first):
    begun = card("8C", sequence=last)
    assert len(seen(begun + card("KD", sequence=first), sequence=sequence)) == 2
    assert DeviceTroubled("sabot", angel_eye.MISSING) in seen(
        begun + card("KD", sequence=first + 1), sequence=sequence
    )


def test_error_mode_is_said_and_a_cleared_error_is_over():
    data = report(0x31, "E", bytes((0xC4,))) + report(0x32, "e", bytes((0x84,)))
    trouble, over = seen(data)
    assert "waits until the error is cleared" in str(trouble.trouble)
    assert over.since_ok


@pytest.mark.parametrize(
    "trouble",
    [
        report(0x33, "E", b"\x81"),
        card("8C", sequence=0x33) + card("KD", sequence=0x33),
        card("8C", sequence=0x31) + card("8C", sequence=0x33),
    ],
    ids=["error", "copies disagree", "missing"],
)
def test_a_trouble_that_nothing_else_ends_is_over_with_the_next_card(trouble):
    parser = Parser(Options(sequence="byte"))
    assert any(isinstance(each, DeviceTroubled) for each in parser.feed(trouble))
    over, eight = parser.feed(card("8C", sequence=0x34))
    assert (over.since_ok, eight.card) == (True, EIGHT)
    assert parser.feed(card("KD", sequence=0x35)) == [CardSeen(KING, "punto")]


def test_a_card_that_is_not_read_ends_no_trouble_and_a_cleared_error_is_over_once():
    parser = Parser()
    parser.feed(report(0x31, "E", b"\x81"))
    assert not any(getattr(each, "since_ok", False) for each in parser.feed(report(0x32, "E", b"\x81")))
    assert parser.feed(report(0x33, "e", b"\x81"))[0].since_ok
    assert parser.feed(card("8C", sequence=0x34)) == [CardSeen(EIGHT, "punto")]


def test_an_overdraw_can_be_told_to_stand_for_a_card():
    found = seen(report(0x31, "E", b"\x82"), overdraw="card")
    assert in_english(found[0]) == CardSeen(None, None, "sabot", "a card too many was drawn")


def test_lock_and_preset():
    locked, unlocked, preset = seen(
        report(0x31, "L", b"\x81") + report(0x32, "L", b"\x80") + report(0x33, "M", b"12=7")
    )
    assert (locked.since_ok, unlocked.since_ok) == (False, True)
    assert "12=7" in str(preset.trouble)


def test_start_and_standby_say_nothing_to_the_table():
    assert seen(report(0x31, "S") * 3 + report(0x32, "P") * 3) == []


@pytest.mark.parametrize(
    ("data", "refusal"),
    [
        (report(0x31, "D", b"\x81"), "shape"),
        (report(0x31, "D", b"\x01\x18"), "shape"),
        (report(0x31, "S", b"\x81"), "shape"),
        (report(0x31, "G", b"\x41"), "shape"),
        (report(0x31, "G", b"\x7f"), "shape"),
        (report(0x31, "Z", b"\x81"), "code"),
        (b"\x051D\x81\x01\x03" + b"00", "shape"),
        (b"\x051M" + b"x" * 30, "shape"),
    ],
)
def test_what_has_not_the_shape_of_its_code_is_refused_by_name(data, refusal):
    parser = Parser()
    assert parser.feed(data) == []
    assert parser.tally.refused[refusal] == 1


def test_answers_to_commands_are_kept_apart_from_reports():
    parser = Parser()
    assert parser.feed(b"\x06\x15" + b"1") == []
    assert parser.feed(b"2" + card("8C")) == [CardSeen(EIGHT, "punto")]
    assert parser.answers == ["06", "1512"]
    assert Parser().replies() == b""


@given(st.data())
def test_a_damaged_copy_before_two_whole_ones_never_makes_a_card_silently(data):
    whole = card("8C")
    at = data.draw(st.integers(0, len(whole) - 1))
    wound = bytearray(whole)
    wound[at] = data.draw(st.integers(0, 255))
    found = seen(bytes(wound) + whole * 2)
    cards = [each.card for each in found if isinstance(each, CardSeen)]
    troubled = any(isinstance(each, DeviceTroubled) for each in found)
    assert cards == [EIGHT] or troubled or wound[1] != whole[1]


@pytest.mark.parametrize(
    ("given_options", "words"),
    [
        ({"game": 3}, "str was expected"),
        ({"copies": True}, "int was expected"),
        ({"copies": 9}, "one of 1, 2, 3"),
        ({"report-r": "what"}, "one of ignore, card, cleared"),
        ({"speed": 3}, "no option 'speed'"),
    ],
)
def test_an_option_that_cannot_be_is_refused_in_words(given_options, words):
    with pytest.raises(ValueError, match=words):
        DRIVER.read_options(given_options)


def test_a_line_lost_within_the_report_of_a_card_is_one_unread_card_even_when_its_copies_come_later():
    parser = Parser()
    parser.feed(card("8C"))
    assert parser.feed(card("KD", sequence=0x32)[:4]) == []
    (found,) = parser.cut()
    assert found.card is None
    assert not [each for each in parser.feed(card("KD", sequence=0x32) * 2) if isinstance(each, CardSeen)]


def test_a_line_lost_within_a_copy_of_a_card_already_seen_loses_nothing():
    parser = Parser()
    parser.feed(card("8C") + card("8C")[:5])
    assert parser.cut() == []


@pytest.mark.parametrize(
    ("sequence", "last", "following"), [("digits", 0x39, 0x30), ("byte", 255, 0), ("seven-bit", 127, 0)]
)
def test_where_the_numbers_are_known_to_run_on_a_missing_one_is_noticed(sequence, last, following):
    data = [card("8C", sequence=last), card("KD", sequence=following), card("KD", sequence=following + 2)]
    first, second, trouble, third = seen(b"".join(data), sequence=sequence)
    assert trouble == DeviceTroubled("sabot", angel_eye.MISSING)
    assert (first.card, second.card, third.card) == (EIGHT, KING, KING)
    assert len(seen(b"".join(data))) == 3


def test_damage_is_told_again_when_whole_reports_came_between():
    damaged = bytes((*card("8C")[:-1], card("8C")[-1] ^ 1))
    seen_so_far = seen(damaged * 3 + card("8C") + damaged * 2 + card("8C"))
    assert [type(each) for each in seen_so_far] == [DeviceTroubled, DeviceTroubled, CardSeen]
    again = seen(damaged * 3 + card("8C") + damaged * 3)
    assert again[-1] == DeviceTroubled("sabot", angel_eye.DAMAGED)
    assert len(again) == 4


@pytest.mark.parametrize(
    ("code", "least", "most"),
    [
        *(("S", 0, 0), ("P", 0, 0), ("C", 0, 0), ("D", 2, 2), ("R", 2, 2), ("d", 1, 2)),
        *(("G", 1, 1), ("E", 1, 1), ("e", 1, 1), ("L", 1, 1), ("M", 1, 16)),
    ],
)
def test_a_report_has_as_many_bytes_of_data_as_its_code_asks_for(code, least, most):
    for size in range(18):
        data = b"\x81" * size
        whole = report(0x31, code, data)
        taken, found = angel_eye_wire.scanned(whole + report(0x32, "C"))
        if least <= size <= most:
            assert (taken, found) == (len(whole), angel_eye_wire.Report(0x31, code, data))
        else:
            assert (taken, found) == (1, "shape")


def test_a_report_that_has_not_ended_is_waited_for():
    whole = card("8C")
    for end in range(len(whole)):
        assert angel_eye_wire.scanned(whole[:end]) == (0, None)
