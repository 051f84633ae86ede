"""A toy game (tests/high_card, one folder) in every room of the house. No line elsewhere knows it: it is
found as a game of another installed package is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sabot.app.assemble import running
from sabot.bench.rehearsal import Shift, rehearsed
from sabot.cli import sabot
from sabot.config import ConfigError, default_text, read
from sabot.core.script import read as script
from sabot.core.view import view
from sabot.record.journal import verify
from sabot.record.resume import remembered
from sabot.school.school import School
from sabot.system.first_start import questions
from sabot_dashboard.guard import ACT_HEADER
from sabot_dashboard.picture import projection
from sabot_dashboard.words import languages
from tests import packages
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino
from tests.high_card import drills as toy_drills
from tests.high_card import rules
from tests.house import ROOT

GAME = "high-card"
ACT = {ACT_HEADER: "act"}
COUP = "bet left 20 3\nrnvp KC 4D\nannounce left\nend\n"


@pytest.fixture(scope="module", autouse=True)
def high_card(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The toy game is installed while the tests of this file run."""
    with packages.high_card(tmp_path_factory.mktemp("site-packages")) as folder:
        yield folder


@pytest.fixture
def casino(tmp_path: Path) -> Iterator[Casino]:
    """A table of high card with journal, loop, school and every page, without a server."""
    found = Casino(tmp_path, game=GAME, serve=False)
    yield found
    found.close()


def asked(*words: str, given: str = "") -> tuple[int, str]:
    """The exit status and the output of the command."""
    done = CliRunner().invoke(sabot, [*words], input=given)
    return done.exit_code, done.output


def told(casino: Casino, text: str) -> None:
    """A script happens at the table."""
    play = casino.loop.table.play
    casino.tell(*script(text.splitlines(), play.game, play.options))


# --- dealt and refereed


def test_a_script_of_it_is_refereed() -> None:
    status, said = asked("referee", GAME, "-", given=COUP)
    lines = [json.loads(line) for line in said.splitlines()]
    assert status == 0
    (result,) = [line for line in lines if line["event"] == "result"]
    assert result["winner"] == "left"
    (paid,) = [line for line in lines if line["event"] == "settlement"]
    assert (paid["stake"], paid["returned"], paid["seat"]) == ("20.00", "40.00", 3)
    assert [line for line in lines if line["event"] == "fault"] == []


@pytest.mark.parametrize(
    ("text", "kind", "because"),
    [
        ("right:KC", "misplaced-card", "the card was owed to left"),
        ("KC 4D 9H", "faux-tirage", "each place has one card"),
        ("KC 4D\nannounce right", "wrong-announcement", "the table shows: Left wins"),
        ("KC\nend", "faux-tirage", "right has no card yet"),
        ("KC 4D\nend\nend", "wrong-order", "there is no coup to close"),
    ],
)
def test_what_is_done_wrong_is_a_fault(text: str, kind: str, because: str) -> None:
    _, said = asked("referee", GAME, "--option", "close=croupier", "-", given=text)
    (fault,) = [line for line in map(json.loads, said.splitlines()) if line["event"] == "fault"]
    assert fault["kind"] == kind
    assert because in fault["because"]


def test_a_game_that_says_why_in_plain_text_is_shown_by_that_text(
    casino: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    owed: Callable[[Any], Any] = rules.owed
    monkeypatch.setattr(rules, "owed", lambda coup: (due := owed(coup)) and due._replace(why=str(due.why)))
    monkeypatch.setattr(rules, "faux_tirage", lambda coup, place: "that is {enough}")
    told(casino, "rnvp KC")
    assert croupier(casino)["why"] == {"id": "right has no card yet", "values": {}}
    told(casino, "4D 9H")
    assert croupier(casino)["why"] == {"id": "that is {enough}", "values": {}}
    assert casino.loop.table.play.taille.alerts


def croupier(casino: Casino) -> dict[str, Any]:
    """The band of the croupier's page."""
    band = projection.croupier(view(casino.loop.table))["band"]
    assert isinstance(band, dict)
    return band


def test_it_is_among_the_games_with_its_options() -> None:
    assert "high-card: left, right\n" in asked("games")[1]
    described = {each["game"]: each for each in json.loads(asked("games", "--json")[1])}
    assert {"decks", "pays", "minimum"} <= {each["name"] for each in described[GAME]["options"]}


def test_the_command_finds_it_in_a_process_of_its_own(high_card: Path) -> None:
    path = os.pathsep.join([str(high_card), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-m", "sabot.cli", "referee", GAME, "-"],
        input=COUP,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert '"winner": "left"' in done.stdout


def test_every_fault_of_a_rehearsed_shift_is_found_and_none_is_invented() -> None:
    verdict = rehearsed(Shift(GAME, 500, 1))
    assert verdict.injected.total() > 50
    assert (verdict.found, verdict.invented) == (verdict.injected, 0)


def test_its_odds_are_told() -> None:
    status, said = asked("odds", GAME, "--decks", "1", "--json")
    figures = {each["name"]: each for each in json.loads(said)["figures"]}
    assert status == 0
    assert figures["equal"]["fraction"] == "1/17"


def test_odds_of_fewer_cards_than_a_coup_needs_are_refused() -> None:
    status, said = asked("odds", GAME, "--study", "--composition", "A=1")
    assert status == 2
    assert "a coup of high-card needs 2" in said


# --- configured


def test_a_table_of_it_is_configured() -> None:
    settings = read(f'table.game = "{GAME}"\n[rules.{GAME}]\npays = 2\nminimum = 5')
    assert (settings.options.pays, settings.options.minimum) == (2, 5_00)
    with pytest.raises(ConfigError, match=r"rules\.high-card.*pays=3: expected a whole number from 1 to 2"):
        read(f'table.game = "{GAME}"\n[rules.{GAME}]\npays = 3')


def test_the_default_configuration_explains_its_rules_and_loads() -> None:
    text = default_text()
    assert "[rules.high-card]" in text
    assert "# what a winning stake is paid to one (1, 2)\npays = 1" in text
    assert read(text) == read("")


def test_the_set_up_asks_for_it(tmp_path: Path) -> None:
    asks = questions.described(read(""), file=tmp_path / "table.toml")
    assert {each["name"] for each in asks["games"][GAME]} >= {"decks", "pays", "minimum"}


# --- on the screens


def test_the_croupiers_page_has_its_places_and_words(casino: Casino) -> None:
    page = at_the_table(casino.app).get("/croupier?lang=en").get_data(as_text=True)
    assert "<span>High card</span>" in page
    assert 'data-place="left"' in page
    assert 'data-place="right"' in page
    assert "No more bets" in page


def test_the_public_page_has_its_places_and_words(casino: Casino) -> None:
    page = at_the_table(casino.app).get("/display?lang=en").get_data(as_text=True)
    assert 'data-game="high-card" data-layout="hands"' in page
    assert ">Left</h2>" in page
    assert '<dt>Equal</dt><dd data-count="equal">0</dd>' in page


def picture(casino: Casino, audience: str) -> dict[str, Any]:
    """What a screen is sent now."""
    answer = at_the_table(casino.app).get(f"/events?for={audience}", buffered=False)
    for chunk in answer.response:
        for line in chunk.decode().splitlines():
            if line.startswith("data: {"):
                answer.close()
                found: dict[str, Any] = json.loads(line[6:])
                return found
    raise AssertionError("the stream ended without a picture")


def test_the_croupier_sees_what_is_owed_and_to_whom(casino: Casino) -> None:
    told(casino, "bet left 20 3\nrnvp KC")
    shown = picture(casino, "croupier")
    assert shown["places"][0]["cards"] == ["KC"]
    assert shown["places"][1]["owed"]
    assert shown["stakes"] == [{"where": "left", "amount": "20.00", "seat": 3}]


def test_the_public_sees_the_result_in_the_words_of_the_cloth(casino: Casino) -> None:
    told(casino, "bet left 20 3\nrnvp KC 4D")
    shown = picture(casino, "display")
    assert shown["result"]["alone"]["text"] == "Left"
    assert shown["says"] == "Left wins"
    assert shown["score"]["counts"] == {"": {"left": 1, "right": 0, "equal": 0}}


def test_equal_cards_are_told_as_such(casino: Casino) -> None:
    told(casino, "rnvp KC KD")
    assert picture(casino, "display")["result"]["alone"]["text"] == "Equal"


def test_a_button_of_the_croupiers_page_closes_the_bets(casino: Casino) -> None:
    client = at_the_table(casino.app)
    answer = client.post("/acts", json={"act": "rnvp", "key": "one-press"}, headers=ACT)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert casino.loop.table.play.coup.bets_closed


def test_what_a_stake_returns_is_told_at_the_table(casino: Casino) -> None:
    told(casino, "bet left 20 3\nrnvp KC 4D")
    client = at_the_table(casino.app)
    body = {"stakes": [{"where": place, "amount": "10"} for place in ("left", "right")]}
    found = client.post("/payout", json=body, headers=ACT).get_json()
    assert [line["returned"] for line in found["lines"]] == ["20.00", "0.00"]


@pytest.mark.parametrize("page", ["/supervisor", "/technician", "/setup", "/school", "/"])
def test_every_other_page_opens(casino: Casino, page: str) -> None:
    assert at_the_table(casino.app).get(page).status_code == 200


def test_a_game_without_a_coach_has_nothing_to_say_to_a_trainee(casino: Casino) -> None:
    assert casino.school is not None
    casino.school.table.seat("coach", None)
    told(casino, "rnvp KC")
    assert picture(casino, "croupier")["coach"] is None


# --- drilled


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    found = School(tmp_path / "school.sqlite3")
    yield found
    found.close()


def test_it_is_drilled_in_a_group_of_its_own(school: School) -> None:
    who = school.enrol("Ada")["id"]
    mine = [each for each in school.menu(who) if each["group"] == GAME]
    assert "high-card-higher" in [each["name"] for each in mine]
    question = school.ask(who, "high-card-higher")
    truth = school.answer(who, question["id"], "", 900)["truth"]
    again = school.ask(who, "high-card-higher")
    assert truth in ("left", "right", "equal")
    assert [act["answer"] for act in again["acts"]] == ["left", "right", "equal"]


def test_the_page_of_its_drill_asks_and_judges(casino: Casino) -> None:
    client, headers = at_the_table(casino.app), ACT
    client.post("/school/trainee", json={"name": "Ada"}, headers=headers)
    assert "High card" in client.get("/school?lang=en").get_data(as_text=True)
    assert client.get("/school/drill/high-card-higher").status_code == 200
    found = client.post("/school/ask", json={"drill": "high-card-higher"}, headers=headers).get_json()
    assert [place["name"] for place in found["question"]["shows"]["places"]] == ["left", "right"]
    answer = {"question": found["question"]["id"], "answer": "left", "ms": 900}
    assert client.post("/school/answer", json=answer, headers=headers).get_json()["taken"]


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "The higher card"),
        ("fr", "La carte la plus haute"),
        ("nl", "De hoogste kaart"),
        ("de", "Die höhere Karte"),
    ],
)
def test_its_words_come_with_it_in_every_language(casino: Casino, language: str, title: str) -> None:
    client = at_the_table(casino.app)
    client.post("/school/trainee", json={"name": "Ada"}, headers=ACT)
    assert title in client.get(f"/school?lang={language}").get_data(as_text=True)


def test_words_that_cannot_be_read_leave_the_pages_open(
    casino: Casino, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    read = languages.words_in

    def damaged(package: str, language: str, part: str = "") -> dict[str, str]:
        return languages.read_po('msgid "The') if "high_card" in package else read(package, language, part)

    monkeypatch.setattr(languages, "words_in", damaged)
    assert at_the_table(casino.app).get("/croupier?lang=fr").status_code == 200
    assert "the words of high-card (fr) cannot be read: SyntaxError: unterminated" in caplog.text


def test_a_game_whose_drills_fail_is_left_out_and_the_others_are_taught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with closing(School(tmp_path / "school.sqlite3")) as school:
        taught = [*school.groups()]
    monkeypatch.setattr(toy_drills, "drills", None)
    school = School(tmp_path / "school.sqlite3")
    assert [*school.groups()] == [game for game in taught if game != GAME]
    assert GAME in taught
    assert "high-card is not taught: TypeError" in caplog.text
    school.close()


# --- played and replayed


def test_a_simulated_table_deals_it_and_its_journal_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "table.sqlite3"
    text = (
        f'table.game = "{GAME}"\njournal.path = "{path}"\ndashboard.port = 0\n'
        "simulation.seconds_per_card = 0\nsimulation.seed = 3\n"
    )
    with running(read(text)) as table, table.feed.subscribe() as looks:
        results: list[Any] = []
        while len(results) < 5:
            look = looks.get(60)
            assert look is not None, "the table stood still"
            results += [event for event in look.events if event["event"] == "result"]
        with urllib.request.urlopen(table.address + "display", timeout=60) as page:
            assert "High card" in page.read().decode()
    assert verify(path).wrong == ""
    replayed = [json.loads(line) for line in asked("replay", str(path), "--speed", "0")[1].splitlines()]
    told_again = [line for line in replayed if line["event"] == "result"]
    assert [line for line in told_again if line in results] == results


def test_a_coup_that_lay_on_the_table_comes_back_from_the_journal(tmp_path: Path) -> None:
    casino = Casino(tmp_path, game=GAME, serve=False)
    told(casino, "bet left 20 3\nrnvp KC 4D\nend\nbet right 10 1\nrnvp 9H")
    lay = casino.loop.table.play
    casino.close()
    back = remembered(casino.settings.journal_path)
    assert back is not None
    assert back.play == lay
    assert back.play.coup.stakes == lay.coup.stakes != ()
