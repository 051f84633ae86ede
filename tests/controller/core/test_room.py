"""What stands around the play: which observations change it, and which do not."""

from sabot.core.observations import ButtonPressed, CardSeen, DeviceFound, DeviceLost
from sabot.core.surroundings import Room, room_after


def test_pressing_for_the_next_card_is_counted() -> None:
    assert room_after(Room(), ButtonPressed("deal")) == Room(cards_asked=1)


def test_a_button_that_the_table_does_not_know_changes_nothing() -> None:
    assert room_after(Room(), ButtonPressed("lamp")) == Room()


def test_an_act_at_the_table_leaves_the_room_as_it_is() -> None:
    assert room_after(Room(), CardSeen("8C", "sabot")) == Room()


def test_an_instrument_is_found_since_it_is_back_and_lost_since_it_was_lost() -> None:
    room, since = Room(), []
    for at_ns, seen in enumerate((DeviceFound("sabot"), DeviceLost("sabot"), DeviceFound("sabot")), 1):
        room = room_after(room._replace(clock_ns=at_ns), seen)
        since.append(room.instruments[0].since_ns)
    assert since == [1, 2, 3]
