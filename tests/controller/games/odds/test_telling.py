"""`sabot odds`: figures beside what was published, study mode, and refusals in one line."""

from __future__ import annotations

import builtins
import json
import sys
from contextlib import suppress
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.app.odds import Asked, OddsError, report_of, with_odds
from sabot.cli import main
from sabot.games.odds.figures import Figure, Quoted, Report, agrees, as_dict, decimal, fraction, lines
from sabot.games.odds.published import published
from sabot.games.register import GAMES
from tests.house import ROOT, imported, modules

CASES = [
    *(("punto-banco", str(decks)) for decks in (1, 2, 4, 6, 8, "infinite")),
    ("trente-et-quarante", "infinite"),
    pytest.param("trente-et-quarante", "6", marks=pytest.mark.slow),
    ("chemin-de-fer", ""),
    ("roulette", ""),
    ("roulette", "pockets=38"),
]


@cache
def counted(game: str, decks: str) -> Report:
    """The report of that many packs at a game's table: counting it takes half a second."""
    return report_of(asked(game, decks))


def asked(game: str, decks: str) -> Asked:
    name, sign, value = decks.partition("=")
    return Asked(game, options=[(name, value)]) if sign else Asked(game, decks)


MISTAKEN = ("punto-banco", "44.6276 %")
"""The one published figure that no counting gives: vegastrip.com, punto of six packs."""


@pytest.mark.parametrize(("game", "decks"), CASES)
def test_every_published_figure_is_reproduced_to_all_its_digits(game: str, decks: str) -> None:
    told = counted(game, decks)
    names = {(each.section, each.name): each for each in told.figures}
    assert told.quoted
    for each in told.quoted:
        figure = names[each.section, each.name]
        assert agrees(figure, each) is ((game, each.text) != MISTAKEN), each


def test_a_published_figure_names_its_source_and_the_mistaken_one_says_so() -> None:
    assert all(each.source for each in published())
    assert [(each.game, each.text) for each in published() if each.note] == [MISTAKEN]


def test_both_figures_are_printed_side_by_side() -> None:
    text = "\n".join(lines(counted("punto-banco", "8")))
    assert "2292252566437888" in text
    assert "    published 2292252566437888  (wizardofodds.com" in text
    assert "published 0.0951559680236402  (" in text


def test_a_figure_that_disagrees_is_printed_as_one() -> None:
    text = "\n".join(lines(counted("punto-banco", "6")))
    assert "    published, DISAGREES: 44.6276 %  (vegastrip.com" in text


# --- study -------------------------------------------------------------------------------------------


def test_what_is_left_is_told_only_for_study() -> None:
    with pytest.raises(OddsError, match="add --study"):
        report_of(Asked("punto-banco", seen=["8C"]))
    report = report_of(Asked("punto-banco", seen=["8C", "kd"], study=True))
    assert report.of == "what is left of 6 packs after 8C kd"
    assert "never shows" in report.notes[0]
    assert report.quoted == ()


def test_no_module_that_a_live_table_runs_knows_what_is_left_in_the_sabot() -> None:
    """Only the command, the benches and the training may import the odds."""
    knowing = {
        path.relative_to(ROOT).as_posix()
        for _, path in modules()
        for text in [path.read_text()]
        if "odds" in text  # to parse the others takes seconds
        for _, module in imported(text, ".".join(path.relative_to(ROOT).with_suffix("").parts))
        if module.startswith(("sabot.games.odds.composition", "sabot.app.odds"))
    }
    assert knowing
    theirs = ("controller/sabot/games/odds/", "controller/sabot/school/")
    rest = {each for each in knowing if not each.startswith(theirs) and "/odds" not in each}
    assert rest <= {"controller/sabot/cli/odds.py"}


def test_a_sabot_with_no_card_under_eight_gives_egalite_of_naturals_alone() -> None:
    report = report_of(Asked("punto-banco", composition="9=4 X=0".replace(" X=0", " T=4"), study=True))
    totals = {each.name: each.exact for each in report.figures if each.section == "wins with"}
    assert totals["egalite 9"] > 0
    assert totals["banco 7"] == 0


@pytest.mark.parametrize(
    ("case", "why"),
    [
        (Asked("whist"), "no odds of 'whist'; there are those of"),
        (Asked("punto-banco", "0"), "--decks 0: expected a number of packs from 1 to 999, or infinite"),
        (Asked("punto-banco", "²"), "expected a number of packs"),
        (Asked("punto-banco", "1000"), "expected a number of packs"),
        (Asked("punto-banco", options=[("colour", "red")]), "unknown option 'colour'"),
        (Asked("punto-banco", study=True), "either the cards seen"),
        (Asked("punto-banco", "infinite", seen=["8C"], study=True), "a sabot without end is always full"),
        (Asked("punto-banco", "1", seen=["8C", "8C"], study=True), "8C was named 2 times"),
        (Asked("punto-banco", seen=["9X"], study=True), "'9X' is no card"),
        (Asked("punto-banco", composition="A=x", study=True), "'A=x': expected a rank or a card"),
        (
            Asked("punto-banco", composition="A=5", study=True),
            "5 cards are left: a coup of punto-banco needs 6",
        ),
        (Asked("roulette", "6"), "roulette has no cards, and the ball remembers nothing: leave out --decks"),
        (Asked("roulette", study=True, seen=["8C"]), "the ball remembers nothing: leave out --study --seen"),
    ],
)
def test_what_has_no_odds_is_refused_in_words(case: Asked, why: str) -> None:
    with pytest.raises(OddsError) as refused:
        report_of(case)
    assert why in str(refused.value)


@given(st.text(max_size=12), st.lists(st.text(max_size=4), max_size=3), st.text(max_size=12))
def test_whatever_is_asked_is_told_or_refused(decks: str, seen: list[str], composition: str) -> None:
    for game in with_odds():
        with suppress(OddsError):
            assert report_of(Asked(game, decks, seen=seen, composition=composition, study=True)).figures


@pytest.fixture
def without_numpy(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """NumPy is missing until an extra is added; the list is filled with what was asked for."""
    real = builtins.__import__
    asked: list[str] = []

    def lacking(name: str, *more: Any, **others: Any) -> Any:
        if name.partition(".")[0] == "numpy" and len(asked) < 1:
            raise ModuleNotFoundError("No module named 'numpy'", name="numpy")
        return real(name, *more, **others)

    for module in [name for name in sys.modules if name.startswith("sabot.games.punto_banco.odds")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setattr(builtins, "__import__", lacking)
    return asked


def test_without_numpy_it_is_installed_and_the_odds_are_counted(
    monkeypatch: pytest.MonkeyPatch, without_numpy: list[str]
) -> None:
    def added(extra: str, what: str) -> bool:
        without_numpy.append(f"{extra}: {what}")
        return True

    monkeypatch.setattr("sabot.config.extras.added", added)
    assert report_of(Asked("punto-banco")).figures
    assert without_numpy == ["analysis: counting the odds of punto-banco"]


@pytest.mark.usefixtures("without_numpy")
def test_without_numpy_and_a_way_to_install_it_one_line_says_what_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sabot.config.extras.added", lambda extra, what: False)
    with pytest.raises(OddsError, match=r"need NumPy: the extra analysis is missing: .* EXTRA=analysis"):
        report_of(Asked("punto-banco"))


# --- the command -------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["odds", *arguments])
    out, err = capsys.readouterr()
    return int(str(ended.value.code)), out, err


def test_the_command_prints_json_with_the_published_figures(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "chemin-de-fer", "--json")
    printed = json.loads(out)
    (draws,) = [each for each in printed["figures"] if each["name"] == "ponte draws on 5"]
    assert status == 0
    assert draws["fraction"] == "9/11"
    assert draws["published"][0]["agrees"] is True
    assert printed["plans"]["the solution"]["6 against no card"] == "="


def test_the_command_studies_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "punto_banco", "--study", "--seen", "8C KD", "--seen", "3H,6S")
    assert status == 0
    assert out.startswith("punto-banco: what is left of 6 packs after 8C KD 3H 6S\n")


def test_the_command_refuses_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "punto-banco", "--seen", "8C")
    assert (status, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("sabot: cards that were seen count only in study mode")


# --- figures -----------------------------------------------------------------------------------------


def test_digits_are_rounded_and_never_made_up() -> None:
    assert decimal(Fraction(1, 3)) == "0.3333333333333333"
    assert decimal(Fraction(2, 3), 4) == "0.6667"
    assert fraction(Fraction(1, 37)) == "1/37"
    assert fraction(Fraction(1, 10**80)) is None


@pytest.mark.parametrize(
    ("exact", "text", "holds"),
    [
        (Fraction(1, 74), "1.35 %", True),
        (Fraction(1, 74), "0.0135", True),
        (Fraction(1, 74), "0.0136", False),
        (Fraction(9, 11), "9/11", True),
        (Fraction(9, 11), "8/11", False),
    ],
)
def test_a_published_figure_agrees_to_its_own_digits(exact: Fraction, text: str, holds: bool) -> None:
    assert agrees(Figure("", "", exact), Quoted("", None, "", "", text, "")) is holds


def test_a_plan_is_printed_choice_by_choice() -> None:
    plan = ("the solution", {"3 against 8": "S", "3 against 9": "D", "4 against 1": "S"})
    assert list(lines(Report("a game", "cards", (), plans=(plan,))))[2:] == [
        "the solution",
        "  D: 3 against 9",
        "  S: 3 against 8; 4 against 1",
    ]


def test_a_report_is_plain_json() -> None:
    report = Report("a game", "cards", (Figure("s", "n", Fraction(1, 2), 3),), (), (), ())
    assert json.loads(json.dumps(as_dict(report)))["figures"][0]["ways"] == 3


def test_every_game_of_cards_and_the_wheel_has_its_odds() -> None:
    casino = {"punto-banco", "chemin-de-fer", "baccarat-banque", "trente-et-quarante", "roulette"}
    assert casino & {*GAMES} <= {*with_odds()}
