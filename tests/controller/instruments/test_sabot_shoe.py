"""Our own shoe: acknowledged, repeated, in order; a pulled cable loses no card and doubles none."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core.cards import DECK, Card
from sabot.core.observations import CardSeen, CutCardSeen, DeviceTroubled
from sabot.instruments.line import link, messages
from sabot.instruments.line.messages import Acknowledgement, CardRead, Heartbeat, Hello, Identify
from sabot.instruments.line.session import ahead
from sabot.instruments.shoes.sabot_shoe import Parser
from sabot.instruments.simulated.voices import SabotShoe
from tests.said import in_english

HELLO = messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1"))


def card(name, sequence):
    return messages.framed(CardRead(name), sequence=sequence)


def at(message, t_us, sequence=0):
    return messages.framed(message, sequence=sequence, time_us=t_us)


def test_a_card_that_left_the_shoe_while_it_was_not_heard_is_late_by_its_own_clock():
    kept, next_card = CardRead("8C"), CardRead("TH")
    hello, parser = Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1"), met()
    parser.cut()
    parser.feed(at(hello, 9_000_000))
    assert [each.late for each in parser.feed(at(kept, 5_000_000, 1) + at(next_card, 9_000_001, 2))] == [
        True,
        False,
    ]
    parser.silent("nothing was heard")
    beat = at(Heartbeat(7, 3, 20, 2, 0, 1), 20_000_000)
    heard = parser.feed(
        at(kept, 15_000_000, 3) + beat + at(kept, 19_000_000, 4) + at(next_card, 21_000_000, 5)
    )
    assert [each.late for each in heard if isinstance(each, CardSeen)] == [True, True, False]


def met():
    parser = Parser()
    parser.feed(HELLO)
    parser.replies()
    return parser


def sent(parser):
    """What the parser sends, as messages."""
    return [messages.read(frame) for frame in link.Deframer().feed(parser.replies())]


def test_a_stranger_is_asked_for_its_name_and_not_believed_before():
    parser = Parser()
    assert sent(parser) == [Identify()]
    assert parser.feed(card("8C", 1)) == []
    assert sent(parser) == [Identify()]
    assert parser.feed(HELLO + card("8C", 1)) == [CardSeen(Card("8", "C"))]


def test_a_board_whose_first_request_was_lost_is_asked_again_until_it_speaks_the_newer_version():
    """It says hello of its own when the port opens, and in the oldest version: nobody asked it for more."""
    parser = Parser()
    assert sent(parser) == [Identify()]
    parser.feed(HELLO)
    assert sent(parser) == [Identify()]
    beat = messages.framed(Heartbeat(7, 1, 0, 0, 0, 0))
    parser.feed(beat)
    assert sent(parser) == [Identify()]
    parser.feed(messages.framed(Hello(link.LINK_VERSION, 7, 1, 0, "sabot-shoe", "SN1", "1")) + beat)
    assert sent(parser) == []


def test_an_older_board_is_asked_again_three_times_at_most_for_each_opening_of_the_port():
    parser = met()
    beat = messages.framed(Heartbeat(7, 1, 0, 0, 0, 0))
    asked = [parser.feed(beat) or sent(parser) for _ in range(5)]
    assert asked == [[Identify()], [Identify()], [], [], []]
    parser.cut()
    assert [parser.feed(HELLO) or sent(parser), parser.feed(beat) or sent(parser)] == [
        [Identify()],
        [Identify()],
    ]


def test_a_message_is_acknowledged_when_it_is_on_record_and_not_before():
    parser = met()
    parser.feed(card("8C", 1))
    assert sent(parser) == []
    parser.settled(parser.mark)
    assert sent(parser) == [Acknowledgement(7, 1)]
    parser.settled(parser.mark)
    assert sent(parser) == []


def test_a_repeat_is_dropped_and_acknowledged_again():
    parser = met()
    parser.feed(card("8C", 1))
    parser.settled(parser.mark)
    parser.replies()
    assert parser.feed(card("8C", 1) * 3) == []
    assert parser.tally.repeats == 3
    assert sent(parser) == [Acknowledgement(7, 1)]


def test_after_a_gap_nothing_is_taken_until_the_missing_one_has_come():
    parser = met()
    parser.feed(card("8C", 1))
    assert parser.feed(card("TH", 3)) == []
    assert parser.tally.refused["gap"] == 1
    found = parser.feed(card("KD", 2) + card("TH", 3))
    assert [str(each.card) for each in found] == ["KD", "TH"]


def test_numbers_go_on_past_the_last_of_sixteen_bits():
    parser = Parser()
    parser.feed(messages.framed(Hello(1, 7, 65535, 0, "sabot-shoe", "SN1", "1")))
    found = parser.feed(card("8C", 65535) + card("TH", 0) + card("8C", 65535) + card("KD", 1))
    assert [str(each.card) for each in found] == ["8C", "TH", "KD"]


@given(st.integers(0, 65535), st.integers(-0x8000, 0x7FFF))
def test_ahead_counts_round_the_corner(start, lead):
    assert ahead((start + lead) & 0xFFFF, start) == lead


def test_a_controller_that_was_restarted_knows_by_the_mark_what_is_sent_again():
    before = met()
    before.feed(card("8C", 1) + card("TH", 2))
    after = Parser(mark=before.mark)
    assert after.feed(HELLO + card("8C", 1) + card("TH", 2)) == []
    assert len(after.feed(card("KD", 3))) == 1


@pytest.mark.parametrize("mark", ["", ":", "x:1:0", "7:1", "7::0", "7", "²:³:1"])
def test_a_mark_that_is_none_means_that_nothing_is_known(mark):
    assert len(Parser(mark=mark).feed(HELLO + card("8C", 1))) == 1


def test_messages_that_the_shoe_no_longer_keeps_are_named_as_lost():
    parser = met()
    parser.feed(card("8C", 1))
    (found,) = parser.feed(messages.framed(Heartbeat(7, 5, 1, 9, 3, 4)))
    assert "3 messages of the shoe are lost" in str(found.trouble)
    over, next_card = parser.feed(card("TH", 5))
    assert over.since_ok
    assert next_card == CardSeen(Card("T", "H"))


def test_a_restarted_controller_takes_what_it_acknowledged_without_a_record_for_no_loss():
    before = met()
    before.feed(card("8C", 1))
    mark = before.mark
    before.feed(messages.framed(messages.Gate(False), sequence=2))
    after = Parser(mark=mark)
    assert after.feed(messages.framed(Hello(1, 7, 3, 0, "sabot-shoe", "SN1", "1"))) == []
    assert after.feed(card("TH", 3)) == [CardSeen(Card("T", "H"))]


def test_what_was_dropped_while_the_controller_was_away_is_said_when_it_is_back():
    before = met()
    before.feed(card("8C", 1))
    (found,) = Parser(mark=before.mark).feed(messages.framed(Hello(1, 7, 4, 2, "sabot-shoe", "SN1", "1")))
    assert "2 messages of the shoe are lost" in str(found.trouble)


@pytest.mark.parametrize("missed", [255, 256, 20_000, 33_100, 60_000, 65_535, 65_791, 70_000, 200_000])
def test_a_table_hears_a_shoe_again_that_said_any_number_of_messages_without_it(missed):
    """It keeps 255 of them; the sixteen bits of a number may have gone round more than once."""
    before = met()
    before.feed(card("8C", 1))
    dropped = missed - 255
    oldest = (2 + dropped) & 0xFFFF
    after = Parser(mark=before.mark)
    seen = after.feed(messages.framed(Hello(2, 7, oldest, dropped, "sabot-shoe", "SN1", "1")))
    said = [f"{dropped} messages of the shoe are lost: compare the cards on the cloth"] if dropped else []
    assert [str(each.trouble) for each in seen] == said
    assert CardSeen(Card("T", "H")) in after.feed(card("TH", oldest))


def test_a_shoe_that_drops_what_the_table_has_had_and_cannot_put_on_record_loses_nothing():
    """Nothing is acknowledged, and so the shoe, which keeps 255 messages, drops the oldest of those."""
    parser = met()
    for sequence in range(1, 600):
        kept = max(1, sequence - 254)
        beat = messages.framed(Heartbeat(7, kept, 1, sequence, kept - 1, min(255, sequence)))
        assert parser.feed(card("8C", sequence) + (beat if sequence % 100 == 0 else b"")) == [
            CardSeen(Card("8", "C"))
        ]
    assert parser.feed(card("8C", 500)) == []


def test_what_a_shoe_dropped_since_its_restart_is_said_besides_the_restart():
    parser = Parser(mark="7:5:0")
    found = parser.feed(messages.framed(Hello(2, 8, 301, 300, "sabot-shoe", "SN1", "1")))
    assert ["restarted" in str(found[0].trouble), str(found[1].trouble)[:12]] == [True, "300 messages"]
    assert parser.feed(messages.framed(Heartbeat(8, 301, 60, 555, 300, 255))) == []
    assert CardSeen(Card("T", "H")) in parser.feed(card("TH", 301))


def test_a_restart_of_the_shoe_is_said_and_its_numbers_begin_again():
    parser = met()
    parser.feed(card("8C", 1))
    (found,) = parser.feed(messages.framed(Hello(1, 8, 1, 0, "sabot-shoe", "SN1", "1")))
    assert "restarted" in str(found.trouble)
    assert CardSeen(Card("T", "H")) in parser.feed(card("TH", 1))
    assert parser.mark == "8:1:0"


def test_what_the_self_test_found_is_said_once_a_start_and_is_over_with_the_next_card():
    parser = Parser()
    blocked = messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "0.1.0 gate blocked at start"))
    (trouble,) = parser.feed(blocked * 2)
    assert in_english(trouble) == DeviceTroubled(
        "sabot", "the self-test of the shoe says: gate blocked at start"
    )
    over, seen = parser.feed(card("8C", 1))
    assert (over.since_ok, seen) == (True, CardSeen(Card("8", "C")))


def test_the_serial_number_and_the_firmware_are_there_for_anyone_who_looks():
    parser = met()
    assert parser.tally.as_dict()["about"] == "SN1, 1"
    assert parser.feed(messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1 by watchdog"))) == []
    assert parser.tally.about == "SN1, 1 by watchdog"


def test_a_heartbeat_of_another_boot_makes_us_ask_for_the_name():
    parser = met()
    assert parser.feed(messages.framed(Heartbeat(8, 1, 0, 0, 0, 0))) == []
    assert sent(parser) == [Identify()]
    assert parser.feed(card("8C", 1)) == []


def test_another_link_version_is_named_and_nothing_of_it_is_taken_or_acknowledged():
    parser = Parser()
    parser.replies()
    (found,) = parser.feed(messages.framed(Hello(3, 7, 1, 0, "sabot-shoe", "SN1", "1")))
    assert "speaks link version 3, this controller version 2" in str(found.trouble)
    assert parser.feed(card("8C", 1)) == []
    assert parser.tally.refused["version"] == 1


@pytest.mark.parametrize("version", [1, 2])
def test_a_board_of_either_link_version_is_heard_and_asked_for_the_newer_one(version):
    parser = Parser()
    assert sent(parser) == [Identify(2)]
    assert parser.feed(messages.framed(Hello(version, 7, 1, 0, "sabot-shoe", "SN1", "1"))) == []
    assert parser.feed(card("8C", 1)) == [CardSeen(Card("8", "C"))]


def test_a_board_of_another_kind_is_refused_by_its_name():
    (found,) = Parser().feed(messages.framed(Hello(1, 7, 1, 0, "sabot-wheel", "W1", "1")))
    assert "a sabot-wheel hangs where the sabot-shoe is expected" in str(found.trouble)


@pytest.mark.parametrize("reason", [1, 2, 4, 5, 6, 7, 200])
def test_a_failed_read_is_a_card_without_a_name(reason):
    (found,) = met().feed(messages.framed(messages.ReadFailure(reason), sequence=1))
    assert isinstance(found, CardSeen)
    assert found.card is None
    assert found.note


@pytest.mark.parametrize(("kind", "read"), [("sabot-shoe-light", True), ("sabot-wheel-light", False)])
def test_a_board_with_a_reading_head_is_a_shoe_to_the_table(kind, read):
    parser = Parser()
    seen = parser.feed(messages.framed(Hello(2, 7, 1, 0, kind, "SN1", "0.3.0")) + card("8C", 1))
    assert (CardSeen(Card("8", "C")) in seen) is read
    assert f"a {kind} hangs where the sabot-shoe is expected" not in str(seen) or not read


def test_a_card_pulled_back_has_not_left_the_shoe():
    (found,) = met().feed(messages.framed(messages.ReadFailure(3), sequence=1))
    assert isinstance(found, DeviceTroubled)


def test_a_message_that_cannot_be_read_is_a_trouble_until_the_next_card():
    parser = met()
    (trouble,) = parser.feed(link.encoded(link.Frame(0x3F, 1, 0, b"")))
    over, seen = parser.feed(card("8C", 2))
    assert (trouble.since_ok, over.since_ok, seen) == (False, True, CardSeen(Card("8", "C")))


def test_the_lid_and_the_cut_card_and_a_gate_that_says_nothing():
    data = [messages.Lid(True), messages.Lid(False), CardRead("CUT"), messages.Gate(True), CardRead("9Z")]
    opened, closed, cut, unread = met().feed(
        b"".join(messages.framed(each, sequence=n) for n, each in enumerate(data, start=1))
    )
    assert (opened.since_ok, closed.since_ok) == (False, True)
    assert cut == CutCardSeen("sabot")
    assert unread.card is None


def test_a_card_message_of_broken_form_is_an_unread_card_and_an_unknown_type_is_said():
    data = link.encoded(link.Frame(link.CARD, 1, 0, b"x")) + link.encoded(link.Frame(0x30, 2))
    unread, unknown = met().feed(data)
    assert unread.card is None
    assert "type 48" in str(unknown.trouble)


def test_what_only_the_controller_sends_is_refused_when_it_comes_back():
    parser = met()
    parser.feed(messages.framed(Identify()))
    assert parser.tally.refused["type"] == 1


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_whatever_the_line_loses_every_card_arrives_once_and_in_order(seed):
    """The voice of the simulated shoe is the firmware's part; the line between loses, damages and is cut at
    random."""
    rng = random.Random(seed)
    shoe, parser = SabotShoe(boot=9), Parser()
    dealt, seen, now = [rng.choice(DECK) for _ in range(40)], [], 0
    waiting = list(dealt)
    for turn in range(2000):
        now += 100_000
        out = shoe.beats(now)
        if waiting and len(shoe.ring) < 20 and rng.random() < 0.5:
            out += shoe.card(waiting.pop(0), place=None, index=1, t_us=now)
        noisy = turn < 1500
        seen += parser.feed(_across(out, rng, noisy=noisy))
        if rng.random() < 0.03 and noisy:
            seen += parser.cut()
        parser.settled(parser.mark)
        back = shoe.hears(_across(parser.replies(), rng, noisy=noisy), now)
        seen += parser.feed(_across(back, rng, noisy=noisy))
        if turn > 1500 and not waiting and not shoe.ring:
            break
    assert [each.card for each in seen if isinstance(each, CardSeen)] == dealt
    assert shoe.dropped == 0


def _across(data, rng, *, noisy):
    """A bad line: it cuts off the end, loses all, or flips a bit."""
    if not noisy or not data or rng.random() < 0.6:
        return data
    fate = rng.random()
    if fate < 0.4:
        return data[: rng.randrange(len(data))]
    if fate < 0.6:
        return b""
    wound = bytearray(data)
    wound[rng.randrange(len(wound))] ^= 1 << rng.randrange(8)
    return bytes(wound)


def test_after_a_cable_that_was_pulled_the_next_device_is_asked_who_it_is():
    parser = Parser()
    asked = parser.replies()
    assert asked
    parser.feed(messages.framed(Hello(1, 7, 1, 0, "sabot-shoe", "SN1", "1")))
    parser.replies()
    assert parser.replies() == b""
    parser.cut()
    assert parser.replies() == asked


def test_messages_that_were_dropped_are_counted_once():
    parser = met()
    parser.feed(card("8C", 1))
    assert len(parser.feed(messages.framed(Heartbeat(7, 5, 1, 9, 3, 4)))) == 1
    assert (
        parser.feed(messages.framed(Heartbeat(7, 7, 1, 9, 3, 4))) == []
    )  # acknowledged before, and on record
    (found,) = parser.feed(messages.framed(Heartbeat(7, 9, 1, 9, 4, 4)))
    assert "1 messages of the shoe are lost" in str(found.trouble)


def test_a_mark_says_how_many_messages_were_dropped_by_then():
    parser = met()
    parser.feed(messages.framed(Heartbeat(7, 5, 1, 9, 3, 4)))
    parser.feed(card("8C", 5))
    assert parser.mark == "7:5:3"
    again = Parser(mark=parser.mark)
    assert again.feed(messages.framed(Hello(1, 7, 6, 3, "sabot-shoe", "SN1", "1"))) == []
