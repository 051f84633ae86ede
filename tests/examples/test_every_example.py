"""Every example is named on the page of the examples, and has a test of its own."""

from __future__ import annotations

from tests.house import ROOT

FOLDER = ROOT / "examples"
EXAMPLES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".md" and path.name != "__pycache__")


def test_the_page_names_every_example() -> None:
    text = (FOLDER / "README.md").read_text()
    assert len(EXAMPLES) >= 3
    assert [path.name for path in EXAMPLES if f"`{path.name}" not in text] == []


def test_every_example_has_its_test() -> None:
    tests = {path.stem.removeprefix("test_") for path in (ROOT / "tests/examples").glob("test_*.py")}
    assert {path.stem for path in EXAMPLES} <= tests
