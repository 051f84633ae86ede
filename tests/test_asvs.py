"""The page of OWASP's ASVS: each line has a status, and each test that it names exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tests.house import ROOT, SOURCES

PAGE, THREATS = ROOT / "docs" / "asvs.md", ROOT / "docs" / "threats.md"
ROW = re.compile(r"^\| (V?\d[\d., V–]*) \| (.+?) \| (\S+) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py)`")

ASKED = """
1.1.1-2 1.2.1-9 1.3.1-11 1.4.1-3 1.5.1-2 2.1.1-3 2.2.1-3 2.3.1-4 2.4.1-1 3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5
3.7.1-2 4.1.1-3 4.2.1-1 4.3.1-2 4.4.1-4 5.1.1-1 5.2.1-3 5.3.1-2 5.4.1-3 6.1.1-3 6.2.1-11 6.3.1-3 6.4.1-4
6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1-1 8.4.1-1
9.1.1-3 9.2.1-4 11.1.1-2 11.2.1-3 11.3.1-3 11.4.1-3 11.5.1-1 11.6.1-1 12.1.1-3 12.2.1-2 12.3.1-4 13.1.1-1
13.2.1-5 13.3.1-2 13.4.1-5 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1-3 15.2.1-3 15.3.1-7 16.1.1-1 16.2.1-5 16.3.1-4
16.4.1-3 16.5.1-3
"""
"""The lines of levels 1 and 2, `first-last` of each section. Chapters 10 and 17 do not apply."""


class Line(NamedTuple):
    """A row of the page: the numbers in it, its status, and what it says of it."""

    numbers: tuple[str, ...]
    status: str
    why: str


def spread(text: str) -> Iterator[str]:
    """The single numbers of `1.2.6–1.2.8, 1.3.8` or `1.2.6-8`."""
    for each in re.split(r"[,\s]+", text.strip()):
        first, _, last = each.replace("–", "-").partition("-")
        section, _, number = first.rpartition(".")
        if not section:
            yield first
            continue
        for n in range(int(number), int((last or first).rpartition(".")[2]) + 1):
            yield f"{section}.{n}"


LINES = [Line((*spread(row[1]),), row[3], row[4]) for row in ROW.finditer(PAGE.read_text())]


def test_the_page_has_each_line_of_levels_1_and_2_once() -> None:
    numbers = [number for line in LINES for number in line.numbers]
    assert sorted(numbers) == sorted([*spread(ASKED), "V10", "V17"])


def test_lines_stand_in_order_under_their_chapter() -> None:
    for part in re.split(r"(?m)^## ", PAGE.read_text())[1:]:
        if (chapter := re.match(r"V(\d+) ", part)) is None:
            continue
        numbers = [tuple(map(int, row[1].split("."))) for row in ROW.finditer(part)]
        assert numbers
        assert {first for first, *_ in numbers} == {int(chapter[1])}
        assert all(before < after for before, after in pairwise(numbers))


def test_each_line_has_a_status_with_its_test_or_its_reason() -> None:
    assert [line for line in LINES if not is_answered(line)] == []


def is_answered(line: Line) -> bool:
    named, reason = TEST.findall(line.why), TEST.sub("", line.why).strip("`, ;")
    return (
        line.status in ("yes", "partly", "no", "–")
        and all((ROOT / each).is_file() for each in named)
        and bool(named or line.status in ("no", "–"))
        and bool(reason or line.status == "yes")
    )


def test_each_threat_has_a_test_that_exists() -> None:
    part = THREATS.read_text().partition("## Who, what, and the answer")[2].partition("\n## ")[0]
    rows = [row for row in part.splitlines() if row.startswith("|")][2:]
    assert len(rows) > 10
    for row in rows:
        (named,) = TEST.findall(row)
        assert (ROOT / named).is_file(), row


def test_the_policy_says_how_to_report_and_by_when_it_is_answered() -> None:
    text = (ROOT / "SECURITY.md").read_text()
    assert "Report a vulnerability" in text
    assert "within 30 days" in text
    assert "@" not in text


def product() -> Iterator[tuple[str, ast.Module]]:
    for name, folder in SOURCES.items():
        for file in sorted((folder / name).rglob("*.py")):
            yield str(file.relative_to(ROOT)), ast.parse(file.read_text("utf-8"))


def test_nothing_is_evaluated_and_no_shell_is_asked() -> None:
    found = []
    for name, tree in product():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                found += [(name, called)] if called in ("eval", "exec", "os.system", "os.popen") else []
                found += [(name, "shell") for each in node.keywords if each.arg == "shell"]
                found += [(name, called)] if called.endswith("render_template_string") else []
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = {each.name for each in node.names} | {getattr(node, "module", None)}
                found += [(name, str(each)) for each in names & {"pickle", "marshal", "shelve"}]
    assert found == []


def test_no_script_of_a_page_writes_html() -> None:
    writes = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
    scripts = sorted((ROOT / "dashboard" / "sabot_dashboard" / "static" / "js").glob("*.mjs"))
    assert scripts
    assert [each.name for each in scripts if writes.search(each.read_text("utf-8"))] == []


def test_ranges_are_spread() -> None:
    assert [*spread("1.2.6–1.2.8, 1.3.8")] == ["1.2.6", "1.2.7", "1.2.8", "1.3.8"]
    assert [*spread("16.4.1-3 V10")] == ["16.4.1", "16.4.2", "16.4.3", "V10"]
