"""A card that a person enters while the shoe is away, and that the shoe tells once it is back: one card.

Our own shoe keeps what it could not send (firmware/PROTOCOL.md): a card that left it while its cable was out
comes when the cable is in again. By then the croupier may have entered it.
"""

from __future__ import annotations

from sabot.core.cards import Card
from sabot.core.events import FaultFound
from sabot.core.observations import (
    Acknowledged,
    CardSeen,
    CoupEnded,
    DeviceFound,
    DeviceLost,
    Observation,
    Undone,
    as_dict,
    from_dict,
)
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES

AWAY, BACK = DeviceLost("sabot", "the cable was pulled"), DeviceFound("sabot", "sabot-shoe", "")
FIRST, SECOND = CardSeen(Card("8", "C")), CardSeen(Card("K", "D"))


def entered(rank: str, suit: str = "H") -> CardSeen:
    return CardSeen(Card(rank, suit), source="manual")


def late(rank: str, suit: str = "H") -> CardSeen:
    return CardSeen(Card(rank, suit), late=True)


def played(*seen: Observation) -> tuple[Table, list[str]]:
    """The table after a card for each place and what followed, and the words of the faults."""
    game = GAMES["punto-banco"]
    table, said = opened(game, game.Options(close="croupier")), list[str]()
    for each in (FIRST, SECOND, *seen):
        table, events = step(table, each)
        said += [str(event.fault.because) for event in events if isinstance(event, FaultFound)]
    return table, said


def hands(*seen: Observation) -> tuple[str, str]:
    """The cards of punto and banco."""
    table, _ = played(*seen)
    punto, banco = (
        " ".join(map(str, table.play.game.hand(table.play.coup, each))) for each in ("punto", "banco")
    )
    return punto, banco


def test_a_card_entered_while_the_shoe_was_away_is_not_dealt_again_when_the_shoe_tells_it() -> None:
    back = (AWAY, entered("3"), BACK, late("3"))
    assert hands(*back) == ("8C 3H", "KD")
    assert played(*back)[1] == []
    assert played(*back)[0].play.sabot.drawn == 3
    assert hands(*back, CardSeen(Card("5", "S"))) == ("8C 3H", "KD 5S")


def test_of_cards_that_the_shoe_tells_late_only_those_that_were_entered_are_passed_over() -> None:
    assert hands(AWAY, BACK, late("3")) == ("8C 3H", "KD")
    assert hands(AWAY, entered("3"), BACK, late("3"), late("5")) == ("8C 3H", "KD 5H")
    assert hands(AWAY, entered("3"), entered("5"), BACK, late("5")) == ("8C 3H", "KD 5H")


def test_a_card_that_leaves_the_shoe_once_it_is_back_is_dealt_though_its_like_was_entered() -> None:
    again = CardSeen(Card("3", "H"))
    assert hands(AWAY, entered("3"), BACK, again) == ("8C 3H", "KD 3H")
    assert hands(AWAY, entered("3"), BACK, CardSeen(Card("5", "S")), AWAY, BACK, late("3"))[0] == "8C 3H 3H"


def test_a_card_entered_while_the_shoe_is_heard_says_nothing_of_what_it_tells() -> None:
    assert hands(entered("3"), AWAY, BACK, late("3")) == ("8C 3H", "KD 3H")


def test_a_card_that_the_shoe_could_not_read_is_the_one_that_was_entered() -> None:
    unread = CardSeen(None, note="the check digit was wrong", late=True)
    assert hands(AWAY, entered("3"), BACK, unread) == ("8C 3H", "KD")
    assert played(AWAY, entered("3"), BACK, unread)[1] == []


def test_a_shoe_that_tells_the_second_of_two_entered_cards_has_lost_the_first_and_disputes_none() -> None:
    table, said = played(AWAY, entered("3"), entered("9"), BACK, late("9"))
    assert (said, table.room.entered.cards) == ([], ())


def test_another_card_than_the_one_entered_is_a_dispute_that_names_both() -> None:
    table, said = played(AWAY, entered("3"), BACK, late("9"))
    assert said == ["3H was entered by hand while the shoe was away, and the shoe read 9H: look at the card"]
    (alert,) = table.play.taille.alerts
    assert (alert.fault.kind, alert.fault.card, alert.fault.said) == ("disagreement", Card("9", "H"), "3H")
    assert hands(AWAY, entered("3"), BACK, late("9")) == ("8C 3H", "KD")
    assert step(table, Acknowledged(by="chef"))[0].play.taille.alerts == ()


def test_an_entry_that_was_taken_back_leaves_the_card_to_the_shoe() -> None:
    assert hands(AWAY, entered("9"), Undone(), BACK, late("3")) == ("8C 3H", "KD")
    assert hands(AWAY, entered("9"), Undone(), entered("3"), BACK, late("3")) == ("8C 3H", "KD")


def test_a_name_for_a_card_that_the_shoe_told_before_is_no_card_of_its_own() -> None:
    unread = CardSeen(None, note="the check digit was wrong")
    assert hands(unread, AWAY, Undone(), entered("3"), BACK, late("3")) == ("8C 3H", "KD 3H")


def test_a_name_belongs_to_the_outage_in_which_it_was_owed() -> None:
    before = (AWAY, Undone(), BACK, SECOND)
    assert hands(*before, AWAY, entered("3"), BACK, late("3")) == ("8C 3H", "KD")


def test_a_coup_that_was_closed_meanwhile_gets_no_card_of_its_cards_in_the_next_one() -> None:
    cards = (entered("3"), entered("7", "S"), entered("2", "S"))
    sent = (late("3"), late("7", "S"), late("2", "S"))
    table, said = played(AWAY, *cards, CoupEnded(), BACK, *sent)
    assert (table.play.number, table.play.opened, said) == (1, False, [])


def test_that_a_card_is_late_goes_on_record_and_older_records_have_none() -> None:
    assert from_dict(as_dict(late("3"))) == late("3")
    assert from_dict({"kind": "CardSeen", "card": "3H"}) == CardSeen(Card("3", "H"))
