"""The documents say what the program does: examples are run, and every word, option and event is named."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from sabot.core import options as house
from sabot.core.events import as_dict
from sabot.core.script import _ALL_TOKENS, read
from sabot.core.table import opened, step
from sabot.core.terms import FaultKind
from sabot.games.register import GAMES
from sabot.referee import described
from tests.house import ROOT

DOCS = ROOT / "docs"
EXAMPLE = re.compile(r"```script (?P<head>[^\n]+)\n(?P<script>.*?)```\s+```events\n(?P<events>.*?)```", re.S)


def examples() -> list[Any]:
    return [
        pytest.param(found["head"], found["script"], found["events"], id=f"{path.stem}-{number}")
        for path in sorted(DOCS.rglob("*.md"))
        for number, found in enumerate(EXAMPLE.finditer(path.read_text()), start=1)
    ]


@pytest.mark.parametrize(("head", "script", "expected"), examples())
def test_an_example_of_the_documents_runs_as_it_is_printed(head: str, script: str, expected: str) -> None:
    """The lines printed must come in this order; others may stand between them."""
    name, *pairs = head.split()
    game = GAMES[name]
    options = house.read(
        game.Options, [(key, text) for key, _, text in (pair.partition("=") for pair in pairs)]
    )
    table, lines = opened(game, options), []
    for observation in read(script.splitlines(), game, options):
        table, events = step(table, observation)
        lines += [json.loads(json.dumps(as_dict(event))) for event in events]
    told = iter(lines)
    for line in expected.splitlines():
        assert json.loads(line) in told, f"not told, or not here: {line}\n" + "\n".join(
            map(json.dumps, lines)
        )


def quoted(path: Path) -> set[str]:
    """What stands between back quotes."""
    return {word for span in re.findall(r"`([^`\n]+)`", path.read_text()) for word in (span, *span.split())}


@pytest.mark.parametrize("game", [each["game"] for each in described()])
def test_the_page_of_a_game_names_its_options_stakes_places_and_words(game: str) -> None:
    about = next(each for each in described() if each["game"] == game)
    page = DOCS / "games" / f"{game}.md"
    words = quoted(page)
    seats = [place for place in about["places"] if place.isdigit()]
    wanted = [each["name"] for each in about["options"]] + about["places"][len(seats) :]
    wanted += [chance.split(":")[0] for chance in about["bets"]]
    missing = [name for name in wanted if not any(word.split(":")[0] == name for word in words)]
    missing += [call for call in about["words"] if call.split()[0].split("|")[0] not in page.read_text()]
    assert not missing


def test_the_notation_names_every_token_event_and_fault() -> None:
    words = quoted(DOCS / "notation.md")
    events = ["card", "owed", "call", "result", "settlement", "banque", "fault", "shoe"]
    assert not [name for name in (*_ALL_TOKENS, *events, *get_args(FaultKind)) if name not in words]


def test_every_document_is_reachable_from_the_first_page() -> None:
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")} - {"README.md"}
    assert len(pages) > 10
    linked = set()
    for path in DOCS.rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+\.md)", path.read_text()):
            linked.add((path.parent / target).resolve().relative_to(ROOT).as_posix())
    assert not {f"docs/{page}" for page in pages} - linked
