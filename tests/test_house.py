"""The house keeps its own order: imports, sizes, words, versions, the locked packages and the commands."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

from sabot.games.register import DESCRIPTORS
from tests.house import (
    ROOMS,
    ROOT,
    SOURCES,
    complaints,
    contents,
    foreign,
    imported,
    is_pure,
    modules,
    script_imports,
)

LONGEST_FILE, LONGEST_TEST = 300, 600
FULLEST_FOLDER = 20
STILL_FULLER = {
    "controller/sabot/cli": 21,
    "controller/sabot/games/baccarat_banque": 23,
    "vision/sabot_vision/training": 22,
}
"""The folders of the product with more modules than FULLEST_FOLDER, and how many. The list only shrinks."""

NO_TEXT = {".jpg", ".png", ".onnx", ".npz", ".woff2", ".db", ".uf2"}
CODE = {".py", ".mjs", ".css", ".c", ".h"}
"""What people write by hand, and read in one sitting."""
NOT_SENT = {".py", ".md", ".txt", ".po", ".typed"}
"""What of the dashboard no browser gets."""
FORBIDDEN = re.compile(
    r"(?=[/iTFXCcAa])(?:"  # how each begins: all texts are gone through in an eighth of the time
    r"(?<![\w.])/work/|/root/|/tmp/\w*jobs"  # paths of one machine
    r"|\bissue #?\d"  # numbers that mean nothing to a reader
    r"|\bTODO\b|\bFIXME\b|\bXXX\b"  # work left over
    r"|(?i:claude|anthropic|chatgpt|copilot))"
)


@cache
def project() -> dict[str, object]:
    with (ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]


@cache
def kept_files() -> tuple[Path, ...]:
    """Every file under version control, or, in a copy without it, every file that could be."""
    asked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if asked.returncode == 0:
        listed = (ROOT / name for name in asked.stdout.decode().split("\0") if name)
    else:
        passed_over = {".venv", ".git", "build", "node_modules", "__pycache__"}
        listed = (path for path in ROOT.rglob("*") if not passed_over & set(path.parts))
    return tuple(path for path in listed if path.is_file())


def kept_text() -> list[Path]:
    """Every text but this one, which has to name what it forbids."""
    text = [path for path in kept_files() if path.suffix not in NO_TEXT]
    return [path for path in text if path != Path(__file__).resolve()]


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


# --- imports point upward


def test_every_import_of_the_product_points_upward():
    found = [why for name, path in modules() for why in complaints(path.read_text(), name)]
    assert found == []


@pytest.mark.parametrize(
    ("module", "source", "why"),
    [
        ("sabot.core.cards", "from sabot.live.loop import Loop", "live stands below core"),
        ("sabot.core.table", "import sabot.games.register", "games stands below core"),
        ("sabot.games.punto_banco.coup", "from ...live import loop", "live stands below games"),
        ("sabot.games.punto_banco.coup", "from sabot.games.roulette import rules", "does not know roulette"),
        ("sabot.games.punto_banco.coup", "from sabot.games.punto_banco import odds", "must not know"),
        ("sabot.games.whist.coup", "def f():\n    import time", "must not know time"),
        ("sabot.games.whist.coup", "import numpy as np", "only the standard library"),
        (
            "sabot.core.table",
            "if TYPE_CHECKING:\n    from sabot.record.journal import Journal",
            "record stands below core",
        ),
        ("sabot.core.view", "import random", "must not know random"),
        ("sabot.referee", "import time", "must not know time"),
        ("sabot.record.journal", "from sabot.live.inbox import Inbox", "live stands below record"),
        ("sabot.live.loop", "import sabot_dashboard", "only app knows sabot_dashboard"),
        ("sabot.cli", "from sabot_vision import seeing", "only app knows sabot_vision"),
        ("sabot.novelty", "import json", "novelty has no place in the list"),
        ("sabot_dashboard.pages", "from sabot.live.loop import Loop", "not sabot.live.loop"),
        ("sabot_dashboard.pages", "from sabot.games.roulette import odds", "not sabot.games.roulette.odds"),
        ("sabot_dashboard.pages", "from sabot_vision.frames import Frame", "does not know sabot_vision"),
        ("sabot_vision.finding", "from sabot.record import journal", "not sabot.record"),
        ("sabot.live.outputs.lamps", "from tests.shared import shared", "does not import its tests"),
    ],
)
def test_an_import_that_points_downward_is_named(module: str, source: str, why: str):
    found = complaints(source, module)
    assert len(found) == 1
    assert why in found[0]
    assert found[0].startswith(f"{module}, line ")


@pytest.mark.parametrize(
    ("module", "source"),
    [
        (
            "sabot.games.punto_banco.coup",
            "from sabot.core.cards import Card\nfrom sabot.games.baccarat import points",
        ),
        ("sabot.games.punto_banco.odds", "import numpy\nfrom sabot.games.punto_banco import outcomes"),
        ("sabot.core.table", "from sabot.core import agreement, cards\nfrom typing import NamedTuple"),
        (
            "sabot.app.assemble",
            "import sabot_dashboard\nfrom sabot_vision import seeing\nfrom sabot.live.loop import Loop",
        ),
        ("sabot.instruments.registry", "from . import shoes\nimport serial"),
        ("sabot_dashboard.app", "from flask import Flask\nfrom sabot.core.observations import CoupEnded"),
        ("sabot_vision.finding", "import cv2\nfrom sabot.core.cards import Card"),
    ],
)
def test_an_import_that_points_upward_passes(module: str, source: str):
    assert complaints(source, module) == []


def test_the_rooms_stand_in_the_same_order_in_the_architecture():
    text = (ROOT / "docs" / "architecture.md").read_text()
    places = [text.find(f"\n    {room} ") for room in ROOMS]
    assert -1 not in places, [room for room, place in zip(ROOMS, places, strict=True) if place < 0]
    assert places == sorted(places)


def test_a_newcomer_can_count_the_rooms():
    """At most sixteen rooms, and at most two of them loose files."""
    here = ROOT / "controller" / "sabot"
    rooms = [path for path in here.iterdir() if path.name not in ("__init__.py", "__pycache__", "py.typed")]
    assert {path.stem for path in rooms} == set(ROOMS)
    assert len(rooms) <= 16
    assert len([path for path in rooms if path.suffix == ".py"]) <= 2


def test_a_folder_holds_about_twenty_files():
    files = Counter(named(path.parent) for _, path in modules())
    assert {folder: count for folder, count in files.items() if count > FULLEST_FOLDER} == STILL_FULLER


def test_every_pure_module_is_imported_so_that_one_without_tests_counts_as_uncovered():
    pure = [name for name, _ in modules() if is_pure(name)]
    assert len(pure) > 40
    for name in pure:
        import_module(name.removesuffix(".__init__"))


def test_the_coverage_of_the_pure_part_names_every_pure_module_and_no_other():
    with (ROOT / "pyproject.toml").open("rb") as file:
        included = tomllib.load(file)["tool"]["coverage"]["run"]["include"]
    covered = {path for entry in included for path in ROOT.glob(entry) if path.suffix == ".py"}
    pure = {path for name, path in modules() if is_pure(name) and not is_empty(path)}
    assert {named(path) for path in covered if not is_empty(path)} == {named(path) for path in pure}


def is_empty(path: Path) -> bool:
    """True for a file that holds a docstring and nothing else."""
    return contents(path.read_text()).statements <= 1


# --- words and sizes


def test_every_module_says_what_it_is():
    silent = [name for name, path in modules() if not contents(path.read_text()).says]
    assert silent == []


def test_a_person_can_read_every_file_in_one_sitting():
    sources = [path for path in kept_files() if path.suffix in CODE]
    assert {path.suffix for path in sources} == CODE
    sizes = {named(path): len(path.read_text().splitlines()) for path in sources}
    most = {name: LONGEST_TEST if name.startswith("tests/") else LONGEST_FILE for name in sizes}
    assert {name: size for name, size in sizes.items() if size > most[name]} == {}


def test_no_file_speaks_of_one_machine_or_of_work_left_over():
    found = [
        f"{named(path)}, line {text[: hit.start()].count(chr(10)) + 1}: {hit.group()}"
        for path in kept_text()
        for text in [path.read_text()]
        for hit in FORBIDDEN.finditer(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "see /work/x",
        "# TODO later",
        "as issue 7 says",
        "/tmp/bash_jobs.0",
        "in FIXME",
        "XXX",
        "ChatGPT",
        "Anthropic",
    ],
)
def test_a_forbidden_word_is_seen(line: str):
    assert FORBIDDEN.search(line)


def test_every_link_of_the_documents_leads_somewhere():
    link = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
    broken = [
        f"{named(path)}: {target}"
        for path in kept_files()
        if path.suffix == ".md"
        for target in link.findall(path.read_text())
        if not (path.parent / target).exists()
    ]
    assert broken == []


def pages() -> list[Path]:
    """Everything that a browser gets and can read: scripts, styles, pages, drawings."""
    of_the_dashboard = (path for path in kept_text() if path.is_relative_to(ROOT / "dashboard"))
    return [path for path in of_the_dashboard if path.suffix not in NOT_SENT]


def test_no_page_names_another_house():
    """The screens work without a network: no script, style, font or picture from elsewhere."""
    looked_at = Counter(path.suffix for path in pages())
    assert min(looked_at[kind] for kind in (".html", ".mjs", ".css", ".svg")) > 10
    assert [
        f"{named(path)}: {foreign(path.read_text())}" for path in pages() if foreign(path.read_text())
    ] == []


def test_every_import_of_a_script_names_a_script_that_is_there():
    """A bare name would need an import map, and that may lead anywhere."""
    scripts = [path for path in pages() if path.suffix == ".mjs"]
    found = [(path, target) for path in scripts for target in script_imports(path.read_text())]
    assert len(found) > len(scripts)
    assert [f"{named(path)}: {target}" for path, target in found if not _is_beside(path, target)] == []


def _is_beside(path: Path, target: str) -> bool:
    """Whether a script of this name lies beside it; of a name that is put together, whether any does."""
    pattern = re.sub(r"\$\{.*?\}", "*", target.removeprefix("./"))
    return target.startswith("./") and "/" not in pattern and any(path.parent.glob(pattern))


@pytest.mark.parametrize(
    "text",
    [
        'import { html } from "https://esm.sh/lit";',
        "import'//cdn.example/x.mjs'",
        "const live = await import(`https://${host}/live.mjs`);",
        'new EventSource("http:\\/\\/example.org/events")',
        'new WebSocket("wss://example.org")',
        '<script type="importmap">{"imports": {"lit": "https://esm.sh/lit"}}</script>',
        "<script src=//cdn.example/x.js></script>",
        "<svg xmlns='http://www.w3.org/2000/svg'><image href='http://example.org/a.png'/></svg>",
        '@import "https://fonts.example/x.css";',
        "@font-face { src: url( //fonts.example/x.woff2 ) }",
    ],
)
def test_a_page_that_names_another_house_is_seen(text: str):
    assert foreign(text)


@pytest.mark.parametrize(
    "text",
    [
        'import { t } from "./words.mjs"; // a comment',
        '@import "tokens.css"; body { background: url("../cards/back.svg") }',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"></svg>',
        '<a href="/croupier">12 // 4</a>',
    ],
)
def test_a_page_that_stays_in_the_house_passes(text: str):
    assert foreign(text) == []


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ('import { a,\n  b } from "./a.mjs";\nexport * from "lit";', ["./a.mjs", "lit"]),
        ("import './side.mjs';\nconst it = await import(`./late.mjs`);", ["./side.mjs", "./late.mjs"]),
    ],
)
def test_every_way_of_importing_a_script_is_seen(text: str, targets: list[str]):
    assert script_imports(text) == targets


# --- a game is named in its folder

NAMES_OF_GAMES = re.compile(
    r"punto[-_ ]?banco|chemin|banque|trente|roulette|rikken|ecarte|napoleonnen|commetten|verpachten|zeilen"
    r"|mieen|handelen|loterijen|verloten|een[-_]en[-_]twintig|mijn[-_]en[-_]dijn|banken[-_]variaties",
    re.IGNORECASE,
)


def without_words(path: Path) -> str:
    """The code of a file without comments and docstrings: an example may name a game."""
    text = path.read_text()
    if path.suffix == ".py":
        tree = ast.parse(text)
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list):
                node.body = [each for each in body if not _is_text(each)] or [ast.Pass()]  # type: ignore[attr-defined]
        return ast.unparse(tree)
    return re.sub(r"^\s*/\*.*?\*/|^\s*//[^\n]*|\{#.*?#\}", "", text, flags=re.DOTALL | re.MULTILINE)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def naming() -> set[str]:
    """The files outside `games/` whose code names a game."""
    code = [path for path in kept_files() if path.suffix in (".py", ".mjs", ".html")]
    parts = tuple(f"{folder.name}/{package}/" for package, folder in SOURCES.items())
    ours = [path for path in code if named(path).startswith(parts)]
    outside = [path for path in ours if not named(path).startswith("controller/sabot/games/")]
    return {named(path) for path in outside if may_name(path) and NAMES_OF_GAMES.search(without_words(path))}


def may_name(path: Path) -> bool:
    """Whether a game is named anywhere in a file, in code, in words, or in a text that is put together there;
    only such a file is taken apart."""
    return bool(NAMES_OF_GAMES.search(re.sub(r"[\"'\s]+", "", text := path.read_text()) + text))


def test_no_file_outside_the_games_names_one():
    assert naming() == set(), "ask the game's descriptor (controller/sabot/core/descriptor.py)"


def test_a_game_that_is_named_in_code_is_seen_and_one_in_words_is_not(tmp_path: Path):
    for name, text, seen in (
        ("a.py", 'GAME = "punto-banco"', True),
        ("b.py", "from sabot.games.roulette import rules", True),
        ("c.py", '"""At roulette."""\n# at trente et quarante\nx = 1', False),
        ("d.py", 'def f():\n    """>>> GAMES["punto-banco"]"""', False),
        ("e.mjs", "if (game === 'chemin-de-fer') {}", True),
        ("f.mjs", "// of roulette\n/* and\nof banque */\nconst a = 1;", False),
        ("g.html", '{% if game == "punto-banco" %}', True),
    ):
        (tmp_path / name).write_text(text)
        assert bool(NAMES_OF_GAMES.search(without_words(tmp_path / name))) == seen, name


# --- types that say something

ANY_IN_A_THOUSAND = 5
"""How often a value of the product may be anything: where a library has no types, and where games share."""

BENCHMARK = re.compile(r"# By position, for `sabot bench \w+`: by name .*\d\.\d+ times as long\.")


def anys(source: str) -> int:
    """How often the name `Any` stands in this source, prose aside."""
    return contents(source).anys


def test_few_values_of_the_product_may_be_anything():
    sources = [path.read_text() for _, path in modules()]
    lines = sum(source.count("\n") for source in sources)
    assert 1000 * sum(map(anys, sources)) <= ANY_IN_A_THOUSAND * lines


def test_every_any_of_a_source_is_counted():
    assert anys("from typing import Any\n\n\ndef f(x: Any) -> dict[str, Any]:\n    'Any.'\n") == 3


def unpackings(source: str) -> list[int]:
    """The lines on which more than MOST_UNPACKED values are taken by position, without a comment above that
    names the benchmark which needs it and how much longer it takes by name."""
    lines = source.splitlines()
    return sorted({line for line in contents(source).unpacked if not BENCHMARK.search(lines[line - 2])})


def test_more_than_six_values_are_taken_by_name_except_where_a_benchmark_needs_it():
    found = [f"{named(path)}, line {line}" for _, path in modules() for line in unpackings(path.read_text())]
    assert found == []


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("a, b, c, d, e, f = x", []),
        ("pass\na, b, c, d, e, f, g = x", [2]),
        ("pass\nfor a, b, c, d, e, f, g in x:\n    pass", [2]),
        ("pass\ny = [a for a, b, c, d, e, f, g in x]", [2]),
        ("# By position, for `sabot bench rules`: by name 1.2 times as long.\na, b, c, d, e, f, g = x", []),
        ("# By position, for `sabot bench rules`.\na, b, c, d, e, f, g = x", [2]),
    ],
)
def test_a_wide_unpacking_is_seen(source: str, lines: list[int]):
    assert unpackings(source) == lines


# --- versions and packages


def test_the_changelog_begins_with_the_version_of_the_project():
    head = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert head is not None
    assert head.group(1) == project()["version"] == version("sabot")


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name: str) -> dict[str, set[str]]:
    """Package to the versions pinned in requirements/`name`.txt (several where a marker tells them apart)."""
    found: dict[str, set[str]] = {}
    for package, pinned in re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^\s;\\]+)", lock(name), re.MULTILINE):
        found.setdefault(normal(package), set()).add(pinned)
    return found


def lock(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text()


def wanted(*extras: str) -> set[str]:
    """The packages that pyproject.toml asks for, with these extras."""
    base = project()["dependencies"]
    assert isinstance(base, list)
    chosen = [
        *base,
        *(line for extra in extras for line in project()["optional-dependencies"][extra]),
    ]
    return {normal(re.split(r"[^\w.-]", str(line))[0]) for line in chosen}


OF_TABLES = ("analysis", "camera", "panel", "mqtt", "pit", "pit-archive", "pit-oidc")
"""Extras that a table or a pit may need."""


@pytest.mark.parametrize(
    ("name", "extras"),
    [
        ("base", ()),
        ("analysis", ("analysis",)),
        ("camera", ("analysis", "camera")),
        ("panel", ("panel",)),
        ("mqtt", ("mqtt",)),
        ("pit", ("pit",)),
        ("pit-archive", ("pit", "pit-archive")),
        ("pit-oidc", ("pit", "pit-oidc")),
        ("dev", (*OF_TABLES, "hardware", "browser", "docs", "dev")),
    ],
)
def test_every_package_that_the_project_names_is_locked(name: str, extras: tuple[str, ...]):
    assert wanted(*extras) - set(pins(name)) == set()


@pytest.mark.parametrize(
    "name", ["base", "analysis", "camera", "panel", "mqtt", "pit", "pit-archive", "pit-oidc"]
)
def test_a_smaller_set_holds_the_same_versions_as_the_largest(name: str):
    assert pins(name).items() <= pins("dev").items()


@pytest.mark.parametrize(
    "name", ["base", "analysis", "camera", "panel", "mqtt", "pit", "pit-archive", "pit-oidc", "dev"]
)
def test_every_locked_package_has_its_hashes_and_no_address(name: str):
    blocks = re.split(r"^(?=[\w.-]+==)", lock(name), flags=re.MULTILINE)[1:]
    assert blocks
    assert all("--hash=sha256:" in block for block in blocks)
    assert "://" not in lock(name)


@pytest.mark.parametrize(
    "name", ["base", "analysis", "camera", "panel", "mqtt", "pit", "pit-archive", "pit-oidc", "dev"]
)
def test_what_builds_the_project_is_locked_with_the_rest(name: str):
    with (ROOT / "pyproject.toml").open("rb") as file:
        builders = tomllib.load(file)["build-system"]["requires"]
    assert {normal(re.match(r"[\w.-]+", line).group()) for line in builders} <= set(pins(name))


def test_the_base_stays_light_enough_for_a_pi():
    heavy = {
        "numpy",
        "opencv-python-headless",
        "playwright",
        "pytest",
        "mypy",
        "ruff",
        "mkdocs",
        "pre-commit",
    }
    assert heavy & set(pins("base")) == set()


SAME = {
    "serial": "pyserial",
    "fpdf": "fpdf2",
    "cv2": "opencv-python-headless",
    "PIL": "pillow",
    "prometheus_client": "prometheus-client",
    "paho": "paho-mqtt",
}
"""Modules whose package has another name."""


def third_parties(path: Path, name: str) -> set[str]:
    """The packages outside the standard library that a module imports."""
    tops = {target.split(".")[0] for _, target in imported(path.read_text(), name)}
    from_apt = {"picamera2", "libcamera", "lgpio"}
    ours = {"sabot", "sabot_vision", "sabot_dashboard"} | from_apt
    return {SAME.get(top, top) for top in tops - ours if top not in sys.stdlib_module_names}


def test_the_product_imports_what_it_names_and_names_what_it_imports():
    used = set().union(*(third_parties(path, name) for name, path in modules()))
    allowed = wanted("analysis", "camera", "training", "mqtt", "pit", "pit-archive", "pit-oidc")
    assert used <= allowed, "name it in pyproject.toml, with what it is for"
    assert wanted() <= used, "a package of the base that nobody imports"


# --- commands


def makefile_targets() -> dict[str, str]:
    """Target to its words of help; empty words where it has none."""
    lines = re.findall(r"^([a-z-]+):(?!=)[^#\n]*(?:## (.*))?$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return dict(lines)


def test_make_help_explains_every_target():
    targets = makefile_targets()
    assert {"setup", "run", "test", "bench", "screenshots"} <= set(targets)
    assert [name for name, words in targets.items() if not words] == []
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [name for name in targets if f"make {name}" not in shown.stdout] == []


def test_every_target_is_phony():
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None
    assert set(phony.group(1).split()) == set(makefile_targets())


def test_the_readme_lists_each_command_of_make_and_of_sabot_once():
    from sabot.cli import COMMANDS

    text = (ROOT / "README.md").read_text().partition("## For the engineer")[2]
    listed = re.findall(r"^    (?:sudo )?(make|sabot) ([a-z-]+)", text, re.MULTILINE)
    there = [*(("make", name) for name in makefile_targets()), *(("sabot", name) for name in COMMANDS)]
    assert sorted(listed) == sorted(there)


def test_every_tool_that_make_calls_is_there():
    called = re.findall(r"tools[./](\w+)(?!\w|/)", (ROOT / "Makefile").read_text())
    assert [name for name in set(called) - {"py"} if not (ROOT / "tools" / f"{name}.py").exists()] == []


def test_the_readme_names_every_game_that_the_referee_judges():
    text = (ROOT / "README.md").read_text().lower()
    assert [name for name, game in DESCRIPTORS.items() if game.cloth.title.lower() not in text] == []
