"""The shoes that send text: Bee-Tek, and any reader of lines."""

import pytest

from sabot.core.cards import DECK, Card
from sabot.core.observations import CardSeen, CutCardSeen, DeviceTroubled
from sabot.instruments.shoes import bee_tek, lines
from tests.said import in_english

FOUR, TEN = Card("4", "S"), Card("T", "H")


def bee(data, **options):
    return bee_tek.Parser(bee_tek.Options(**options)).feed(data)


def line(data, **options):
    parser = lines.DRIVER.made(options)
    return parser.feed(data)


@pytest.mark.parametrize("expected", DECK, ids=str)
def test_each_card_comes_back_from_both_formats(expected):
    assert bee(bee_tek.card_report(expected)) == [CardSeen(expected)]
    assert line(lines.line(expected)) == [CardSeen(expected)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"[Game]<Card:4S>", CardSeen(FOUR)),
        (b"[Manual Burn Cards]<Card:TH>", CardSeen(TEN)),
        (b"[Game]<Card:10H>\r\n", CardSeen(TEN)),
        (b"[Game]<Card:CUT>", CutCardSeen("sabot")),
    ],
)
def test_bee_tek_reports_a_card_in_any_mode(data, expected):
    assert bee(data) == [expected]


def test_a_failed_read_of_bee_tek_is_a_card_without_a_name():
    (found,) = bee(b"[Game]<Game>")
    assert found.card is None


def test_the_alarm_beside_a_failed_read_is_not_a_second_card():
    found = bee(b"[Game]<Game>[Game]<Alarm:E3 Card Not Read>[Game]<Card:4S>")
    assert [type(each) for each in found] == [CardSeen, DeviceTroubled, DeviceTroubled, CardSeen]
    assert "E3 Card Not Read" in str(found[1].trouble)
    assert found[2].since_ok


def test_an_alarm_can_be_told_to_stand_for_a_card():
    assert bee(b"[Game]<Alarm:E3 Card Not Read>", unread_alarm="card")[0].card is None
    assert len(bee(b"[GameAlarm]<Alarm:E9 Lid>", unread_alarm="card")) == 1


def test_other_words_of_bee_tek_go_on_record_without_alarm():
    (found,) = bee(b"<W0x01>")
    assert in_english(found) == DeviceTroubled("sabot", "the shoe says 'W0x01'", since_ok=True)


@pytest.mark.parametrize(
    "data", [b"[Game]<Card:4X>", b"[Game]<Card:>", b"[Game]<Card:4", b"[Game]<Card:4S[Game]<Game>"]
)
def test_a_card_of_bee_tek_that_cannot_be_read_is_never_guessed_and_never_dropped(data):
    parser = bee_tek.Parser()
    found = parser.feed(data) + parser.cut()
    assert found
    assert found[0].card is None


def test_half_a_report_is_never_completed_by_the_end_of_another():
    parser = bee_tek.Parser()
    found = parser.feed(b"[Game]<Card:4") + parser.cut() + parser.feed(b"H>[Game]<Card:4S>")
    assert [each.card for each in found] == [None, FOUR]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"8C\n", CardSeen(Card("8", "C"))),
        (b"th\r", CardSeen(TEN)),
        (b"  10H \r\n", CardSeen(TEN)),
        (b"cut\n", CutCardSeen("sabot")),
    ],
)
def test_a_line_is_a_card(data, expected):
    assert line(data) == [expected]


def test_empty_lines_say_nothing():
    assert line(b"\r\n\n \n") == []


def test_texts_of_the_configuration_name_cards():
    texts = {"4006381333931": "8C", "X99": "CUT"}
    assert line(b"4006381333931\nX99\n", texts=texts) == [CardSeen(Card("8", "C")), CutCardSeen("sabot")]


def test_a_pattern_finds_rank_and_suit_and_translates_them():
    found = line(
        b"card=R-P;\n", pattern=r"card=(?P<rank>\w+)-(?P<suit>\w)", ranks={"R": "K"}, suits={"P": "S"}
    )
    assert found == [CardSeen(Card("K", "S"))]


def test_a_pattern_may_find_the_whole_card_or_a_text_that_names_it():
    assert line(b"<4S>\n", pattern="<(?P<card>..)>") == [CardSeen(FOUR)]
    assert line(b"<zz>\n", pattern="<(?P<card>..)>", texts={"zz": "4S"}) == [CardSeen(FOUR)]


def test_a_line_that_names_no_card_is_an_unread_card_unless_the_reader_chatters():
    (found,) = line(b"NOREAD\n")
    assert (found.card, str(found.note)) == (None, "the reader sent 'NOREAD', which names no card")
    assert line(b"NOREAD\n", unknown="ignored") == []


def test_damaged_lines_are_said_once_and_are_over_with_the_next_card():
    found = line(b"\xff8C\n\x008C\n" + b"x" * 300 + b"\n4S\n")
    assert [type(each) for each in found] == [DeviceTroubled, DeviceTroubled, CardSeen]
    assert found[1].since_ok


def test_a_line_lost_in_the_middle_is_an_unread_card():
    parser = lines.Parser()
    assert parser.feed(b"1") == []
    (found,) = parser.cut()
    assert found.card is None
    assert parser.feed(b"8C\n") == [CardSeen(Card("8", "C"))]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"pattern": "("}, "no regular expression"),
        ({"pattern": "x"}, "must have a group"),
        ({"texts": {"a": "9X"}}, "8C"),
        ({"texts": "a"}, "a table was expected"),
        ({"unknown": "?"}, "unread or ignored"),
    ],
)
def test_an_option_of_lines_that_cannot_be_is_refused_in_words(options, words):
    with pytest.raises(ValueError, match=words):
        lines.DRIVER.read_options(options)


def test_an_option_of_bee_tek_that_cannot_be_is_refused_in_words():
    with pytest.raises(ValueError, match="trouble or card"):
        bee_tek.DRIVER.read_options({"unread_alarm": "x"})


def test_bee_tek_counts_its_reports_and_what_it_refuses():
    parser = bee_tek.Parser()
    parser.feed(b"??[Game]<Card:4S>\r\n[Game]<Game>[Game]<Ca[Game]<Alarm:E9 Lid>")
    assert parser.tally.frames == 3
    assert parser.tally.refused == {"noise": 2, "half": 1}
    parser.feed(b"[Ga")
    parser.cut()
    assert parser.tally.refused["half"] == 2


def test_a_report_of_bee_tek_may_be_eighty_bytes_long_and_no_longer():
    longest = b"<" + b"x" * 78 + b">"
    assert len(bee(longest)) == 1
    assert bee(b"<x" + longest[1:]) == []
    parser = bee_tek.Parser()
    assert parser.feed(longest[:-1]) == []
    assert parser.tally.refused == {}
    assert len(parser.feed(b">")) == 1


def lost_after(half, **options):
    parser = lines.DRIVER.made(options)
    parser.feed(half)
    return parser.cut()


def test_a_line_lost_before_it_said_anything_is_no_card():
    assert lost_after(b"") == lost_after(b"  ") == lost_after(b"8C\n") == []


def test_a_line_lost_in_bytes_that_are_no_text_is_no_card():
    assert lost_after(b"\xff8") == []


def test_a_line_lost_in_the_chatter_of_a_reader_is_no_card():
    assert lost_after(b"NORE", unknown="ignored") == []
    (found,) = lost_after(b"8", unknown="unread")
    assert str(found.note) == "the line was lost after '8'"


def test_a_line_of_three_hundred_characters_is_counted_as_too_long_and_the_next_is_read():
    parser = lines.DRIVER.made({})
    parser.feed(b"x" * 150)
    found = parser.feed(b"x" * 150 + b"\n8C\n")
    assert parser.tally.refused == {"long": 1}
    assert found[-1] == CardSeen(Card("8", "C"))


def test_a_tab_is_a_blank_and_any_other_control_character_is_damage():
    assert line(b"\t8C\t\n") == [CardSeen(Card("8", "C"))]
    for byte in (0, 8, 11, 31, 127, 128):
        (found,) = line(bytes((byte,)) + b"8C\n")
        assert isinstance(found, DeviceTroubled), byte


def test_lines_that_name_no_card_are_counted_each_once():
    parser = lines.DRIVER.made({})
    parser.feed(b"NOREAD\nNOREAD\n8C\n")
    assert parser.tally.refused == {"unknown": 2}


def test_half_a_line_that_was_lost_is_counted_once_and_the_next_line_is_whole():
    parser = lines.DRIVER.made({})
    parser.feed(b"x" * 300)
    parser.feed(b"K")
    parser.cut()
    assert parser.tally.refused["half"] == 1
    assert parser.feed(b"4S\n") == [CardSeen(FOUR)]


def test_after_a_cable_was_pulled_in_an_endless_line_the_next_line_is_a_card():
    reader = lines.DRIVER.made()
    assert reader.feed(b"x" * 300) == []
    assert reader.cut() == []
    assert reader.feed(b"8C\r\n") == [CardSeen(Card("8", "C"))]
    assert reader.tally.refused["long"] == 0
