"""What is read at a table at home: the rules of each game, the score sheet, and the last ruling."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.options import described
from sabot.core.shapes.view import View
from sabot.games.loterijen.options import Options as Lots
from sabot.games.nap.options import Options
from sabot.games.poker.options import Options as Poker
from sabot.games.register import DESCRIPTORS
from sabot.live.feed import Feed
from sabot_dashboard import Screens, create_app
from sabot_dashboard.pages.at_home import home_of
from sabot_dashboard.picture import projection, sheet
from sabot_dashboard.picture.rulings import announced, ruling
from sabot_dashboard.words.languages import LANGUAGES, catalogue
from sabot_dashboard.words.rules import CONDITION, SLOT, options_of, rules, text
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.test_home import HANDS, NAP, NAP_OF_ONE, RIK, known
from tests.dashboard.test_words import slips

AT_HOME = [name for name, game in DESCRIPTORS.items() if game.is_at_home]
WRITTEN = [name for name in AT_HOME if text(name, "en")]
DEAL = (*HANDS, *NAP_OF_ONE, "play 1 AS")


def read(page: str) -> str:
    """What a person reads on a page."""
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]+>", " ", page)))


def client_of(view: View | None = None, **screens: Any) -> FlaskClient:
    """A browser at the own screen of a table at home."""
    feed = Feed()
    if view is not None:
        feed.publish(1, view)
    return at_the_table(create_app(feed, None, Screens(game="nap", **screens)))  # type: ignore[arg-type]


@cache
def shape(game: str, language: str) -> list[tuple[str, ...]]:
    """Each line of the rules as its heading or condition, and its slots."""
    return [
        (
            "".join(found[0] for found in CONDITION.finditer(line)) or (line if line[0] == "#" else ""),
            *SLOT.findall(line),
        )
        for line in text(game, language).splitlines()
    ]


@pytest.mark.parametrize("game", WRITTEN)
def test_the_rules_of_a_game_are_the_same_in_each_language(game: str) -> None:
    first, *others = (shape(game, language) for language in LANGUAGES)
    assert [line[0] for line in first if line[0].startswith("#")] == ["# aim", "# deal", "# turn", "# paid"]
    for other in others:
        assert [sorted(line) for line in other] == [sorted(line) for line in first]


@pytest.mark.parametrize("game", WRITTEN)
def test_what_the_rules_ask_of_the_options_is_there(game: str) -> None:
    options = {each["name"]: each["choices"] for each in described(DESCRIPTORS[game].rules.Options)}
    for condition, *slots in shape(game, "en"):
        assert {*slots} <= {*options}
        for name, values in CONDITION.findall(condition):
            assert {*values.split("|")} <= {*(options[name] or ["0.00"])}, condition


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_keep_to_the_words_of_the_house(language: str) -> None:
    texts = [line.replace("Tafel tien", "") for game in WRITTEN for line in text(game, language).splitlines()]
    assert slips(texts, language) == []
    if language == "fr":
        assert not [line for line in texts if re.search("[^\u00a0][:;!?]( |$)|'", line)]


def test_the_rules_are_those_of_this_table() -> None:
    words = catalogue("en")
    page = read(client_of(options=Options(unit=25, misere=True)).get("/rules/nap?lang=en").text)
    assert "Each opponent pays the caller 0.25 for each trick" in page
    assert "Misère counts as three tricks." in page
    usual = [line for part in rules("nap", "en", Options(), words) for line in part.lines]
    assert not [line for line in usual if "Misère" in line]
    chosen = {each.says: (each.value, each.is_usual) for each in options_of(Options(unit=25), words)}
    assert chosen["what one trick is worth, from each opponent"] == ("0.25", False)
    assert not [each for each in chosen if each in ("the smallest stake; 0.00 sets none",)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("free", "bound", "said"),
    [
        (Lots(highest_price=0), Lots(highest_price=250), "2.50"),
        (Poker(maximum=0), Poker(maximum=250), "2.50"),
        (Poker(maximum=0, variant="seven-stud"), Poker(maximum=250, variant="seven-stud"), "2.50"),
    ],
)
def test_a_limit_that_the_house_does_not_set_stands_in_no_sentence(
    language: str, free: Any, bound: Any, said: str
) -> None:
    game, words = ("poker" if isinstance(free, Poker) else "loterijen"), catalogue(language)
    without, with_it = (
        [line for part in rules(game, language, options, words) for line in part.lines]
        for options in (free, bound)
    )
    assert not [line for line in without if re.search(r"0[.,]00", line)]
    assert len([line for line in with_it if said in line.replace(",", ".")]) == 1
    assert len(without) == len(with_it)


@pytest.mark.parametrize(
    ("language", "sum_"), [("en", "0.10"), ("fr", "0,10"), ("nl", "0,10"), ("de", "0,10")]
)
def test_sums_stand_as_the_language_writes_them(language: str, sum_: str) -> None:
    assert sum_ in read(client_of().get(f"/rules/nap?lang={language}").text)


@pytest.mark.parametrize("game", AT_HOME)
def test_every_household_game_has_a_page_of_rules_for_everybody(game: str) -> None:
    answer = client_of().get(f"/rules/{game}?lang=nl", **ELSEWHERE)
    assert answer.status_code == 200
    assert ("Aan deze tafel" in answer.text, "Terug naar de tafel" in answer.text) == (True, False)


def test_the_rules_are_one_touch_away_from_the_tablet_and_from_the_display() -> None:
    client = client_of()
    assert all('href="/rules/nap"' in client.get(page).text for page in ("/croupier", "/display"))
    assert "/rules/" not in client.get("/display?for=overlay").text


def test_a_page_of_rules_without_a_text_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabot_dashboard.words.rules.text", lambda game, language: "")
    page = read(client_of().get("/rules/nap?lang=en").text)
    assert "Nobody has written the rules of this game here yet." in page


@pytest.mark.parametrize("name", ["roulette", "whist"])
def test_another_game_has_no_page_of_rules(name: str) -> None:
    assert client_of().get(f"/rules/{name}").status_code == 404


@pytest.mark.parametrize(
    ("game", "cards", "first"),
    [("ecarte", 32, "AS"), ("rikken", 52, "AS"), ("poker", 53, "AS"), ("roulette", 1, "")],
)
def test_the_pad_of_the_tablet_has_the_cards_of_the_game(game: str, cards: int, first: str) -> None:
    names = str(home_of(game, Screens(game=game))["pack"]).split(" ")
    assert (len(names), names[0], "JOKER" in names) == (cards, first, game == "poker")


def evening(deals: int) -> View:
    """The view after this many deals: seat 1 wins three units in each from the other three."""
    seen = known("nap")
    deal = {"1": "0.30", "2": "-0.10", "3": "-0.10", "4": "-0.10"}
    seen["spread"]["sheet"] = [{"deal": nth + 1, "money": deal, "points": {}} for nth in range(deals)]
    return seen


def test_a_deal_that_is_over_stands_on_the_sheet_of_the_display() -> None:
    shown: Any = projection.public(known("nap", *DEAL))["home"]
    assert shown["sheet"]["deals"] == [
        {"deal": 1, "money": {"1": "-0.10", "2": "+0.30", "3": "-0.10", "4": "-0.10"}, "points": {}}
    ]
    assert projection.public(known("nap", *NAP))["home"]["sheet"] is None  # type: ignore[index]


def test_the_sums_are_over_all_deals_and_the_display_has_the_newest() -> None:
    shown = sheet.newest(evening(30))
    assert shown is not None
    assert [deal["deal"] for deal in shown["deals"]] == [27, 28, 29, 30]
    assert shown["sums"]["money"] == {"1": "+9.00", "2": "-3.00", "3": "-3.00", "4": "-3.00"}


def test_points_are_summed_where_the_game_counts_them_and_who_left_stays_on_the_sheet() -> None:
    seen = evening(1)
    seen["spread"]["sheet"] += [{"deal": 2, "money": {"9": "0.00"}, "points": {"9": 2, "1": -2}}] * 2
    shown = sheet.newest(seen)
    assert shown is not None
    assert (shown["seats"], shown["sums"]["points"]) == (["1", "2", "3", "4", "9"], {"9": 4, "1": -4})
    assert "Points −4 0 0 0 4" in read(client_of(seen).get("/sheet?lang=en").text)


def test_a_long_evening_is_read_by_page_the_newest_first() -> None:
    client = client_of(evening(30))
    first, last = read(client.get("/sheet?lang=en").text), read(client.get("/sheet?lang=en&page=3").text)
    assert ("Older deals" in first, "Newer deals" in first) == (True, False)
    assert ("Older deals" in last, "Newer deals" in last) == (False, True)
    assert re.findall(r" (\d+) \+0\.30", first) == [str(number) for number in range(19, 31)]
    assert re.findall(r" (\d+) \+0\.30", last) == [str(number) for number in range(1, 7)]
    assert "Sum +9.00 −3.00" in first
    assert "Sum +9.00 −3.00" in last
    assert [client.get(f"/sheet?page={page}").status_code for page in (0, 4)] == [404, 404]
    named: View = {**evening(1), "home": {"deals": False, "simulated": [], "names": {"2": "Anna"}}}
    assert "Seat 1 Anna Seat 3" in read(client_of(named).get("/sheet?lang=en").text)


def test_a_sheet_without_a_deal_says_so_and_a_silent_table_has_none() -> None:
    assert "No deal is over yet." in read(client_of().get("/sheet?lang=en").text)
    assert sheet.newest({**evening(3), "training": "silent"}) is None


def ruled(game: str, *acts: str) -> Any:
    """The ruling and the band after these acts."""
    seen = known(game, *acts)
    shown: Any = projection.croupier(seen)
    return ruling(seen), shown["band"]


def test_a_refusal_names_the_seat_the_act_and_whose_turn_it_is() -> None:
    found, band = ruled("rikken", "deal", "bid 2 rik", "bid 2 pas")
    assert (found["seat"], found["said"], found["trick"]) == (2, "bid 2 pas", None)
    assert found["now"]["id"] == "Nothing has changed. Take it back; now it is the turn of {seat}."
    assert found["now"]["values"] == {"seat": {"id": "seat {n}", "values": {"n": 3}}}
    assert band["why"] == {"id": "seat {n} calls now", "values": {"n": 3}}
    assert [way["act"] for way in band["ways"]] == ["acknowledge"]


def test_a_revoke_of_a_known_hand_is_taken_back() -> None:
    found, _ = ruled("nap", "hand 3 8C 2C 3D 4D 5D", "deal", *NAP[1:5], "play 3 8C", "play 4 9C")
    assert found is None
    found, band = ruled("nap", "hand 4 9C 2D 3D 4D 5D", "deal", *NAP[1:5], "play 3 8C", "play 4 2D")
    assert (found["seat"], found["card"], found["trick"]) == (4, "2♦", 1)
    assert found["now"]["id"] == "Nothing has changed. Take the card back, and play another one."
    assert band["text"]["id"] == "Suit not followed"


def test_a_revoke_that_is_proven_later_names_its_trick_and_the_play_goes_on() -> None:
    first = ("play 2 5C", "play 3 9C", "play 4 KC", "play 1 2H")
    found, _ = ruled("rikken", *RIK, *first, "play 1 2C")
    assert (found["seat"], found["trick"]) == (1, 1)
    assert found["now"]["id"] == "The card stays where it lies, and the play goes on."


def test_the_next_act_that_is_taken_answers_for_a_refusal() -> None:
    found, band = ruled("rikken", "deal", "bid 2 rik", "bid 2 pas", "bid 3 pas")
    assert (found, band["tone"]) == (None, "owed")


FIRST_TRICK = ("play 2 2C", "play 3 3D", "play 4 4C", "play 1 5C")


def test_a_display_says_what_was_broken_without_a_card_that_does_not_lie_open() -> None:
    proven = known("rikken", *RIK, *FIRST_TRICK, "play 1 6C", "play 2 7C", "play 3 8C")
    shown: Any = projection.public(proven)["ruling"]
    assert (shown["title"]["id"], shown["seat"], shown["trick"]) == ("Suit not followed", 3, 1)
    assert shown["because"]["values"]["card"] == "8♣"
    hidden: Any = {**proven, "handed": []}
    assert announced(hidden) == {**shown, "because": None}


@pytest.mark.parametrize(
    "acts",
    [("deal", "bid 2 rik"), ("deal", "bid 3 rik"), (*HANDS, *NAP_OF_ONE[:4], "play 2 AS")],
    ids=["nothing", "not now", "taken back"],
)
def test_a_display_says_nothing_of_an_act_that_was_refused(acts: tuple[str, ...]) -> None:
    game = "nap" if acts[0] in HANDS else "rikken"
    assert projection.public(known(game, *acts))["ruling"] is None


@pytest.mark.parametrize("game", ["punto-banco", "rikken"])
def test_nothing_is_explained_where_nothing_is_open_or_nobody_acts_in_turns(game: str) -> None:
    assert ruling(known(game)) is None


def test_after_a_deal_the_band_says_who_won_and_who_begins_the_next() -> None:
    seen = known("nap", *DEAL)
    band: Any = projection.croupier(seen)["band"]
    assert band["text"]["id"] == "Seat 2 wins"
    assert band["why"] == {
        "id": "The deal is over; {seat} begins the next one.",
        "values": {"seat": {"id": "seat {n}", "values": {"n": 2}}},
    }
    named: View = {**seen, "home": {"deals": False, "simulated": [], "names": {"2": "Anna"}}}
    assert projection.croupier(named)["band"]["why"]["values"] == {"seat": "Anna"}  # type: ignore[index]
    nobody: Any = projection.croupier({**seen, "result": {"winner": None}, "turns": []})["band"]
    assert (nobody["text"]["id"], nobody["why"]) == ("The deal is over", None)
    next_one: Any = projection.croupier({**seen, "result": {"winner": None}})["band"]
    assert next_one["why"]["id"] == "{seat} begins the next one."


def test_a_card_that_cannot_be_and_changed_nothing_is_answered_for_by_one_touch() -> None:
    picture: Any = projection.croupier(known("nap", HANDS[0], "hand 3 AS 7D 8D 9D TD"))
    ways = [(way["act"], way["label"], way["hold"]) for way in picture["band"]["ways"]]
    assert (picture["faults"][0]["kind"], ways) == ("impossible-card", [("acknowledge", "Understood", False)])
