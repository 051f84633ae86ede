"""What the screens of every game may know: nothing face down on any of them, nothing unsettled in public."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.core import table as referee
from sabot.core.cards import DECK
from sabot.core.observations import (
    Acknowledged,
    BallSeen,
    BetsClosed,
    CardSeen,
    CoupEnded,
    DeviceLost,
    SabotOpened,
    Said,
    Staked,
    Undone,
    WheelSeen,
)
from sabot.core.view import view
from sabot.games.register import GAMES
from sabot_dashboard.picture import outcome, phrases, projection, wheel
from sabot_dashboard.picture.cloths import cloth_of
from tests.dashboard import tables
from tests.dashboard.test_projection import PUBLIC_KEYS

every_game = pytest.mark.parametrize("game", GAMES)
CALLS = (
    "banque 3 100",
    "banco 2",
    "ponte carte",
    "ponte non",
    "banque non",
    "droite carte",
    "prison rouge 1",
    "deal",
    "hand 2 2C 3C 4C 5C 6C",
    "bid 2 pass",
)


@cache
def moves(game: str) -> st.SearchStrategy[list[Any]]:
    fixed = [
        BetsClosed(),
        CoupEnded(),
        Undone(),
        SabotOpened(),
        Acknowledged(),
        BallSeen("17"),
        BallSeen("0"),
    ]
    stakes = st.builds(Staked, st.sampled_from(GAMES[game].CHANCES or ("pot",)), st.just(4321), st.just(1))
    cards = st.builds(CardSeen, st.sampled_from(DECK), source=st.sampled_from(["sabot", "manual"]))
    each = cards | st.sampled_from([*fixed, CardSeen(None)]) | st.sampled_from(CALLS).map(Said) | stakes
    return st.lists(each, max_size=40)


@settings(max_examples=25)  # of each of twenty games
@every_game
@given(data=st.data())
def test_no_screen_of_any_game_tells_more_than_it_may(game: str, data: st.DataObject) -> None:
    at = tables.table(game)
    for each in data.draw(moves(game)):
        at, _ = referee.step(at, each)
        known = view(at)
        mine, theirs = projection.croupier(known), projection.public(known)
        assert set(theirs) == PUBLIC_KEYS
        json.dumps(mine)
        at_home = ("home",)  # players see each other's stakes there
        text = json.dumps({key: theirs[key] for key in theirs if key not in ("says", "result", *at_home)})
        assert "43.21" not in text
        assert '"faults"' not in text and '"sabot"' not in text
        for hidden in (place for place in known["places"] if place["face_down"]):
            for picture in (mine, theirs):
                lying = {card for place in picture["places"] for card in place["cards"]}
                assert isinstance(picture["manual"], list)
                assert {*picture["manual"]} <= lying
                (shown,) = [each for each in picture["places"] if each["name"] == hidden["name"]]
                assert shown["cards"] == ["back"] * len(hidden["cards"][:2]) + hidden["cards"][2:]
                assert shown["points"] is None
        disputed = any(fault["kind"] != "wrong-order" for fault in known["faults"])
        final = known["result"] is not None and known["phase"] == "decided" and not disputed
        assert (theirs["result"] is not None) == final
        assert final or theirs["number"] is None
        assert final or theirs["won"] == theirs["lost"] == []


@pytest.mark.parametrize("script", ["3C 3D KH KS", "4C 3D AH KS"])
def test_the_band_of_a_hidden_hand_is_the_same_whether_it_is_free_or_must_draw(script: str) -> None:
    shown = projection.croupier(tables.view_of("chemin-de-fer", "say banque 3 100\nrnvp " + script))
    band = shown["band"]
    assert (band["text"]["id"], band["why"]) == ("La parole est au ponte", None)
    assert [way["words"] for way in band["ways"]] == ["ponte carte", "ponte non", "ponte abat"]
    assert not any(place["owed"] for place in shown["places"])


def test_a_banker_who_lies_open_is_told_why_they_are_free() -> None:
    band = projection.croupier(tables.view_of("baccarat-banque", tables.BANQUE_FREE))["band"]
    assert [way["words"] for way in band["ways"]] == ["banque carte", "banque non"]
    assert band["why"]["id"] == "{why}, and is advised to draw"


def test_each_place_wins_or_loses_as_the_result_says() -> None:
    points = {"droite": 6, "gauche": 4, "banque": 5}
    sides = {"winners": {"droite": "ponte", "gauche": "banque"}, "points": points}
    assert (outcome.won(sides), outcome.lost(sides)) == (["droite"], ["gauche"])
    assert outcome.lost({"winners": {"droite": "ponte", "gauche": "ponte"}, "points": points}) == ["banque"]
    assert outcome.won({"winners": {"droite": "banque", "gauche": "banque"}, "points": points}) == ["banque"]
    tie = {"winner": "en-cartes", "points": {"ponte": 9, "banque": 9}}
    assert (outcome.won(tie), outcome.lost(tie)) == (["ponte", "banque"], [])
    refait = {"winner": "refait", "couleur": None, "points": {"noir": 31, "rouge": 31}}
    assert outcome.lost(refait) == []


@pytest.mark.parametrize(
    ("game", "script", "text", "says"),
    [
        ("roulette", "17", "17", "Dix-sept, noir, impair et manque"),
        ("roulette", "0", "0", "Zéro"),
        ("trente-et-quarante", tables.TRENTE_ROUGE, "Rouge", "Rouge gagne et couleur"),
        ("trente-et-quarante", tables.TRENTE_REFAIT, "Refait", "Un, un après"),
        ("chemin-de-fer", tables.CHEMIN_DECIDED, "En cartes", "En cartes, neuf partout"),
        ("baccarat-banque", tables.BANQUE_DECIDED, "Pontes", "Les pontes gagnent"),
    ],
)
def test_a_final_result_has_its_word_and_its_sentence(game: str, script: str, text: str, says: str) -> None:
    shown = projection.public(tables.view_of(game, script, **_packs(game)))
    assert (shown["result"]["alone"]["text"], shown["says"]) == (text, says)


def _packs(game: str) -> dict[str, str]:
    return {"decks": "6"} if game == "baccarat-banque" else {}


def test_every_game_of_the_house_has_a_cloth_with_a_word_for_each_of_its_places() -> None:
    for name, game in GAMES.items():
        assert set(game.PLACES) <= set(cloth_of(name).names)


def test_what_a_hand_may_say_comes_from_the_rules() -> None:
    assert phrases.choices_of("baccarat-banque", "droite") == ("carte", "non", "abat")
    assert phrases.choices_of("roulette", "prison") == phrases.choices_of("belote", "ponte") == ()


@pytest.mark.parametrize(
    ("game", "call", "text", "means"),
    [
        ("chemin-de-fer", "avec-la-table 4", "Avec la table", "plays against half of the bank"),
        ("chemin-de-fer", "enchere 4 AMOUNT", "Enchère", "bids for the bank"),
        ("chemin-de-fer", "ponte carte", "Ponte carte", ""),
        ("chemin-de-fer", "banque 4 AMOUNT", "Banque", "puts up a bank"),
        ("baccarat-banque", "banque non", "Banque non", ""),
        (
            "baccarat-banque",
            "passe droite gauche 4",
            "Passe droite → gauche",
            "moves the stake to the other side",
        ),
        ("trente-et-quarante", "moitie noir 4", "Moitié noir", "takes half of the stake back"),
        ("punto-banco", "melange 4", "Mélange", "mixes the cards"),
    ],
)
def test_a_call_stands_on_its_button_in_the_words_of_the_game(
    game: str, call: str, text: str, means: str
) -> None:
    shown = phrases.call_shown(cloth_of(game), call)
    assert (shown["words"], shown["text"]) == (call, text)
    assert shown["means"] == {"id": means, "values": {}}
    assert shown["sum"] is ("AMOUNT" in call)


@pytest.mark.parametrize("pockets", [37, 38, 39])
def test_the_drawings_of_wheel_and_cloth_hold_every_pocket_once(pockets: int) -> None:
    on_wheel = [str(each["name"]) for each in wheel.cylinder(pockets)]
    boxes = [box for box in wheel.layout(pockets) if box.tone != "field"]
    assert len(set(on_wheel)) == len(on_wheel) == pockets
    assert sorted(box.name for box in boxes) == sorted(on_wheel)
    assert len({(box.x, box.y) for box in boxes}) == pockets


def test_where_the_wheel_says_that_the_ball_will_fall_rien_ne_va_plus_is_owed() -> None:
    open_bets = tables.view_of("roulette", "bet rouge 40 3")
    seen = WheelSeen("rnvp-due")._asdict()
    assert [each["text"] for each in projection.croupier(open_bets)["calls"]] == ["Faites vos jeux"]
    due = projection.croupier(open_bets | {"wheel": {"seen": seen, "faults": []}})
    assert (due["band"]["tone"], due["band"]["text"]["id"]) == ("owed", "Rien ne va plus")
    assert due["calls"] == [], "nobody invites to stake any more"
    closed = tables.view_of("roulette", "bet rouge 40 3\nrnvp") | {"wheel": {"seen": seen, "faults": []}}
    assert projection.croupier(closed)["band"]["tone"] == "open"


@pytest.mark.parametrize(
    ("droite", "gauche", "name"),
    [
        ("ponte", "banque", "droite"),
        ("banque", "ponte", "gauche"),
        ("ponte", "egalite", "droite"),
        ("ponte", "ponte", "ponte"),
        ("banque", "banque", "banque"),
        ("banque", "egalite", "banque"),
        ("egalite", "egalite", "egalite"),
    ],
)
def test_of_two_sides_the_one_that_the_banker_paid_names_the_result(
    droite: str, gauche: str, name: str
) -> None:
    points = {"banque": 5, "droite": 6, "gauche": 3}
    result: Any = {"winners": {"droite": droite, "gauche": gauche}, "points": points}
    assert outcome.headline(cloth_of("baccarat-banque"), result, [])["tone"] == name


@pytest.mark.parametrize("role", ["sabot", "camera"])
def test_who_must_speak_may_speak_while_an_instrument_is_lost(role: str) -> None:
    """docs/screens.md: while an instrument is lost the band says what still works; a word needs none."""
    table = tables.played("chemin-de-fer", "say banque 3 100\nbet ponte 40 5\nrnvp 4C 3D AH KS")
    spoken = projection.croupier(view(table))["band"]["ways"]
    lost, _ = referee.step(table, DeviceLost(role, "the cable was pulled"))
    band = projection.croupier(view(lost))["band"]
    assert band["tone"] == "lost"
    assert spoken
    assert band["ways"][: len(spoken)] == spoken
