"""What stands around the play: which observations change it, and which do not."""

from sabot.core.observations import ButtonPressed, CardSeen
from sabot.core.surroundings import Room, room_after


def test_pressing_for_the_next_card_is_counted() -> None:
    assert room_after(Room(), ButtonPressed("deal")) == Room(cards_asked=1)


def test_a_button_that_the_table_does_not_know_changes_nothing() -> None:
    assert room_after(Room(), ButtonPressed("lamp")) == Room()


def test_an_act_at_the_table_leaves_the_room_as_it_is() -> None:
    assert room_after(Room(), CardSeen("8C", "sabot")) == Room()
