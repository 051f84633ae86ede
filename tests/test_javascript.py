"""tools/javascript.py: what it installs and refuses; the types of the pages are those of the templates."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import defaultdict
from pathlib import Path

import pytest

from tests.house import ROOT
from tools import javascript

SCRIPTS = sorted(
    path
    for path in ROOT.glob("dashboard/sabot_dashboard/**/static/js/*.mjs")
    if "node_modules" not in path.parts
)
TEMPLATES = sorted(ROOT.glob("dashboard/sabot_dashboard/**/templates/**/*.html"))
TYPES = (javascript.HOME / "pages.d.ts").read_text()
TAGS = {
    "HTMLDialogElement": "dialog",
    "HTMLFormElement": "form",
    "Form": "form",
    "HTMLInputElement": "input",
    "HTMLSelectElement": "select",
    "HTMLButtonElement": "button",
    "HTMLAnchorElement": "a",
    "HTMLImageElement": "img",
    "HTMLMeterElement": "meter",
    "HTMLOutputElement": "output",
    "HTMLTableElement": "table",
    "HTMLTemplateElement": "template",
    "SVGSVGElement": "svg",
}
"""For each type of an element, the tag that has it."""


def registered() -> dict[str, str]:
    """Each id in the list of elements, with its type."""
    body = re.search(r"^interface Elements \{\n(.*?)^\}", TYPES, re.MULTILINE | re.DOTALL)
    assert body is not None
    return dict(re.findall(r'^  "([\w-]+)": (.+);$', body.group(1), re.MULTILINE))


def tags() -> dict[str, set[str]]:
    """Each id in the templates, with the tags that carry it."""
    tag = re.compile(r"<([a-z][a-z0-9]*)\b((?:[^<>\"{]|\"[^\"]*\"|\{\{.*?\}\}|\{%.*?%\})*)>", re.DOTALL)
    found: dict[str, set[str]] = defaultdict(set)
    for path in TEMPLATES:
        for name, attributes in tag.findall(path.read_text()):
            for own in re.findall(r'(?<![\w-])id="([^"]+)"', attributes):
                found[own].add(name)
    return found


def asked() -> dict[str, set[str]]:
    """Each id that a module asks for by name, with the modules."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in SCRIPTS:
        for own in re.findall(r'(?<![\w.])by\("([\w-]+)"\)', path.read_text()):
            found[own].add(path.name)
    return found


# --- the list of elements


def test_the_type_of_an_element_is_that_of_its_tag_in_every_template() -> None:
    drawn = tags()
    wrong = [
        f"#{own} is {kind}, and <{' or <'.join(sorted(drawn[own]))}> in the templates"
        for own, kind in registered().items()
        for name, tag in TAGS.items()
        if re.search(rf"(?<![\w]){name}\b(?!\s*[;}}])", kind.partition(" & {")[0]) and drawn[own] != {tag}
    ]
    assert wrong == []


def test_every_element_that_a_module_asks_for_is_in_a_template() -> None:
    assert {own: sorted(modules) for own, modules in asked().items() if own not in tags()} == {}


def test_no_form_sends_a_file_for_the_types_say_that_its_fields_are_text() -> None:
    assert TEMPLATES
    assert [path.name for path in TEMPLATES if 'type="file"' in path.read_text()] == []


def test_no_module_is_left_out_of_the_check() -> None:
    assert SCRIPTS
    silenced = re.compile(r"@ts-(?:nocheck|ignore|expect-error)")
    assert [path.name for path in SCRIPTS if silenced.search(path.read_text())] == []
    settings = json.loads((javascript.HOME / "tsconfig.json").read_text())
    assert settings["compilerOptions"]["checkJs"]
    assert settings["compilerOptions"]["strict"]
    assert "noImplicitAny" not in settings["compilerOptions"], "strict says it: each parameter has a type"


# --- the package


def test_typescript_is_locked_to_one_version_with_its_sums() -> None:
    wanted = json.loads((javascript.HOME / "package.json").read_text())["devDependencies"]
    lock = json.loads((javascript.HOME / "package-lock.json").read_text())["packages"]
    assert set(wanted) == {"typescript"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", wanted["typescript"])
    assert lock["node_modules/typescript"]["version"] == wanted["typescript"]
    assert [name for name, package in lock.items() if name and "integrity" not in package] == []
    assert [name for name, package in lock.items() if "resolved" in package] == []


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A folder for TypeScript without anything in it, and no npm that could fill it."""
    (tmp_path / "package-lock.json").write_text("{}")
    monkeypatch.setattr(javascript, "ROOT", tmp_path.parent)
    monkeypatch.setattr(javascript, "HOME", tmp_path)
    monkeypatch.setattr(javascript, "need", lambda parts, why: None)
    monkeypatch.setattr(javascript, "say", lambda line: None)
    monkeypatch.setattr(javascript, "failure", lambda command, folder: "no network")
    monkeypatch.delenv("CI", raising=False)
    return tmp_path


def installed(home: Path, *, age_s: int) -> None:
    """What npm leaves, `age_s` seconds older than the lock file."""
    stamp = home / "node_modules" / ".package-lock.json"
    stamp.parent.mkdir()
    stamp.touch()
    changed_s = (home / "package-lock.json").stat().st_mtime
    os.utime(stamp, (changed_s - age_s, changed_s - age_s))


def test_what_is_installed_is_not_installed_again(home) -> None:
    installed(home, age_s=0)
    javascript.install(home)


def test_a_changed_lock_is_installed_again(home) -> None:
    installed(home, age_s=1)
    with pytest.raises(javascript.Stopped, match="no network"):
        javascript.install(home)


@pytest.mark.parametrize(("ci", "ends"), [("", 0), ("false", 0), ("true", 1), ("1", 1)])
def test_without_the_package_the_check_is_passed_over_by_name_and_fails_where_all_is_asked_for(
    home, monkeypatch, capsys, ci: str, ends: int
) -> None:
    monkeypatch.setenv("CI", ci)
    assert javascript.main() == ends
    assert "no network\njavascript: the types of the pages are passed over" in capsys.readouterr().err


@pytest.mark.parametrize(("status", "ends"), [(0, 0), (2, 1)])
def test_types_that_do_not_fit_fail_the_check(home, monkeypatch, status: int, ends: int) -> None:
    installed(home, age_s=0)
    monkeypatch.setattr(javascript, "check", lambda home: status)
    assert javascript.main() == ends


@pytest.mark.skipif(
    shutil.which("node") is None or not javascript.is_installed(javascript.HOME),
    reason="TypeScript is not installed: `make lint` does it",
)
def test_a_wrong_type_is_found_by_the_settings_of_the_project(tmp_path, capfd) -> None:
    (tmp_path / "node_modules").symlink_to(javascript.HOME / "node_modules")
    (tmp_path / "pages.d.ts").write_text(TYPES)
    settings = json.loads((javascript.HOME / "tsconfig.json").read_text())
    settings["include"] = ["*.mjs", "*.d.ts"]
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    page = tmp_path / "page.mjs"
    page.write_text(
        "const one = document.querySelector('b');\nexport const text = one ? one.textContent : null;\n"
    )
    assert javascript.check(tmp_path) == 0
    page.write_text("const one = document.querySelector('b');\nexport const text = one.textContent;\n")
    assert javascript.check(tmp_path) != 0
    assert "'one' is possibly 'null'" in capfd.readouterr().out


@pytest.mark.skipif(
    shutil.which("node") is None or not javascript.is_installed(javascript.HOME),
    reason="TypeScript is not installed: `make lint` does it",
)
def test_a_parameter_without_a_type_is_found(tmp_path, capfd) -> None:
    (tmp_path / "node_modules").symlink_to(javascript.HOME / "node_modules")
    settings = json.loads((javascript.HOME / "tsconfig.json").read_text())
    settings["include"] = ["*.mjs"]
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings))
    (tmp_path / "page.mjs").write_text("export const twice = (number) => 2 * number;\n")
    assert javascript.check(tmp_path) != 0
    assert "'number' implicitly has an 'any' type" in capfd.readouterr().out
