"""A telephone where the house deals on screens: it names no card that the house gives, and may ask for it."""

from __future__ import annotations

from sabot.core import table as referee
from sabot.core.observations import Observation, Said
from sabot.core.shapes.turns import own_shown
from sabot.core.shapes.view import View
from sabot.core.view import view
from sabot_dashboard.picture.telephone import is_due, own_turns
from tests.dashboard import tables


def may(game: str, seat: int, words: str, *acts: str, deals: bool = True, **options: str) -> bool:
    """Whether the telephone of this seat may say so after these acts."""
    at = tables.table(game, options)
    for act in acts:
        observation: Observation = Said(act)
        at, _ = referee.step(at, observation)
    shown: View = view(at)
    shown["home"] = {"deals": deals, "simulated": [], "names": {}}
    return is_due(words, own_turns(own_shown(at, seat), shown))


def test_no_telephone_lays_an_open_hand_of_its_choice_where_the_house_deals() -> None:
    laid = "show 2 AS KS QS"
    assert not may("zeilen", 2, laid, players="2")
    assert may("zeilen", 2, laid, deals=False, players="2")


def test_a_telephone_asks_for_the_first_cards_and_for_a_card_on_its_own_turn() -> None:
    assert may("nap", 3, "DEAL")
    assert not may("nap", 3, "DEAL", deals=False)
    assert not may("nap", 3, "DEAL", "deal")
    assert may("mijn-en-dijn", 2, "DEAL", "answer 1 weg", players="2", **{"bank-compulsory": "off"})
    assert not may("mijn-en-dijn", 1, "DEAL", "answer 1 weg", players="2", **{"bank-compulsory": "off"})


def test_a_player_with_a_hand_plays_their_own_cards() -> None:
    hands = ("hand 2 AS KS QS JS TS", "hand 1 2C 3C 4C 5C 6C", "bid 2 1", "bid 1 pass")
    assert may("nap", 2, "play 2 AS", *hands, players="2")
    assert not may("nap", 2, "play 2 2C", *hands, players="2")
