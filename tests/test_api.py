"""`import sabot` is stable: these names and arguments, each with an example, and none imported early."""

from __future__ import annotations

import ast
import inspect
import re
import subprocess
import sys

import pytest

import sabot
from tests import doctests
from tests.house import ROOT

ARGUMENTS = {
    "opened": "game, options=None",
    "step": "table, observation",
    "open_settlements": "table",
    "view": "table",
    "CardSeen": "card, place=None, source='sabot', note=Reason(key='', values=()), late=False",
    "BallSeen": "pocket, source='wheel'",
    "CutCardSeen": "source='sabot'",
    "SabotOpened": "",
    "BetsClosed": "",
    "CoupEnded": "",
    "Said": "words",
    "Staked": "where, amount, seat=None",
    "Announced": "words",
    "Undone": "by='', reason='', unread=False",
    "Acknowledged": "by='', reason='', fault=''",
    "Card": "rank, suit",
    "card_named": "text",
    "event_line": "event",
    "refereed": "game, script, options=None",
    "ScriptError": "line, column, token, expected",
    "read_settings": "text, *, file=None",
    "load_settings": "path",
    "running": "settings, *, renew=None",
    "reading": "path",
    "coups": "file, advance=unheard",
    "verify": "path, *, anchor=None, progress=silent",
    "cards_in": "picture, *, letters='any'",
}
"""What a program may call, and with what. A change here is named in the CHANGELOG."""

FIELDS = {
    "Running": ("address", "loop", "inbox", "feed", "readers", "simulated", "others", "fingerprint"),
    "ScriptError": ("line", "column", "token", "expected"),
}
"""What a program may read of the results, where no argument of the same name says it."""

NOT_CALLED = {
    *("GAMES", "Game", "Table", "Observation", "Event"),
    *("Settings", "Running", "ConfigError", "JournalError"),
}
"""Names that a program reads, catches or writes into its types, but does not call."""


def written(parameter: inspect.Parameter) -> str:
    """An argument as it stands in the table above: without its type."""
    if parameter.default is inspect.Parameter.empty:
        return parameter.name
    default = getattr(parameter.default, "__name__", None) or repr(parameter.default)
    return f"{parameter.name}={default}"


def arguments(name: str) -> str:
    """The arguments of a public name."""
    parameters = inspect.signature(getattr(sabot, name)).parameters.values()
    told, named_only = [], False
    for each in parameters:
        if each.kind is inspect.Parameter.KEYWORD_ONLY and not named_only:
            told.append("*")
            named_only = True
        told.append(written(each))
    return ", ".join(told)


def statically_named() -> dict[str, str]:
    """Each name that the front door imports for tools which do not run it, and its place."""
    tree = ast.parse((ROOT / "controller/sabot/__init__.py").read_text())
    block = next(node for node in tree.body if isinstance(node, ast.If))
    found = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for each in node.names:
            found[each.asname or each.name] = str(node.module) + (f":{each.name}" if each.asname else "")
    return found


def test_the_public_names_are_those_of_this_list() -> None:
    assert set(sabot.__all__) == {*ARGUMENTS, *NOT_CALLED}
    assert set(sabot.__all__) == {*sabot._PLACES}


@pytest.mark.parametrize("name", ARGUMENTS)
def test_a_public_function_keeps_its_arguments(name: str) -> None:
    assert arguments(name) == ARGUMENTS[name]


def test_a_result_keeps_its_fields() -> None:
    assert sabot.Running._fields == FIELDS["Running"]
    error = sabot.ScriptError(1, 2, "x", "y")
    assert tuple(vars(error)) == FIELDS["ScriptError"]


@pytest.mark.parametrize("name", sabot.__all__)
def test_a_public_name_has_an_example_on_the_page_of_the_library(name: str) -> None:
    page = next(each for each in doctests.found() if each.name == "docs/api.md")
    assert any(re.search(rf"\bsabot\.{name}\b", one.source) for one in page.examples)


def test_the_page_of_the_library_lists_every_public_name_and_no_other() -> None:
    rows = re.findall(r"^\|.*\|(.*)\|$", (ROOT / "docs/api.md").read_text(), re.MULTILINE)
    assert re.findall(r"`(\w+)`", " ".join(rows)) == [*sabot._PLACES]


def test_tools_that_do_not_run_the_program_see_the_same_names() -> None:
    assert statically_named() == sabot._PLACES


def test_importing_sabot_imports_nothing_else_of_it() -> None:
    code = "import sys, sabot; print(*sorted(name for name in sys.modules if name.startswith('sabot')))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["sabot"]


def test_asking_for_the_rules_does_not_load_the_web_server() -> None:
    code = "import sys, sabot; sabot.opened(sabot.GAMES['roulette']); print('flask' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


def test_a_name_that_is_none_is_refused_with_where_to_look() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'judge'.*docs/api\.md"):
        sabot.judge  # noqa: B018


def test_the_public_names_are_told_before_they_are_imported() -> None:
    assert set(sabot.__all__) <= set(dir(sabot))


def test_without_the_extra_camera_the_eye_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sabot_vision.pictures", None)
    with pytest.raises(
        ModuleNotFoundError, match=r"reading pictures needs .*: the extra camera is missing: "
    ):
        sabot.cards_in("cards.jpg")
