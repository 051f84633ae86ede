"""The keys of the reasons that the programs give, read from the calls that make them, as by gettext."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sabot import games
from sabot.core import reasons
from sabot.core.observations import EXPLAINED, Observation, as_dict
from sabot.games.register import DESCRIPTORS
from tests import house

SOURCES = tuple(folder / package for package, folder in house.SOURCES.items())


class Said(NamedTuple):
    """One call of `reason`: its key, the names of its values (None: they are given elsewhere), its place."""

    key: str
    slots: tuple[str, ...] | None
    file: Path
    line: int

    @property
    def where(self) -> str:
        """The place, for a person."""
        return f"{self.file}:{self.line}"


@cache
def said() -> tuple[Said, ...]:
    """Every reason that the controller, the eye or a screen can give."""
    files = (file for folder in SOURCES for file in sorted(folder.rglob("*.py")))
    left_out = _of_no_game()
    read = (file for file in files if file != Path(reasons.__file__) and not left_out & {*file.parents})
    return tuple(each for file in read for each in _of(file))


def _of_no_game() -> set[Path]:
    """The folders of games that are not registered yet, and of families without a registered game: their
    sentences wait for their translations."""
    known = {name for game in DESCRIPTORS.values() for name in (game.folder, *game.families)}
    folders = [path for path in Path(games.__file__).parent.iterdir() if path.is_dir()]
    rules = [path for path in folders if (path / "rules.py").exists() or path.name in house.FAMILIES]
    return {path for path in rules if f"sabot.games.{path.name}" not in known}


def keys(*, of_school: bool = False) -> set[str]:
    """The keys of those that the screens at the table show, or of those that the school alone gives."""
    away = of_pit()
    table = {each.key for each in said() if not _is_of_school(each.file)} - away
    return {each.key for each in said()} - table - away if of_school else table


def of_pit() -> set[str]:
    """The keys of those that the page of the pit alone shows."""
    table = {each.key for each in said() if not _is_of_pit(each.file)}
    return {each.key for each in said()} - table


def _is_of_pit(file: Path) -> bool:
    """Whether this says something to people at the pit."""
    return "pit" in file.relative_to(house.ROOT).parent.parts


def _is_of_school(file: Path) -> bool:
    folders = file.relative_to(house.ROOT).parent.parts
    return bool({"drills", "payouts"} & {file.stem, file.parent.name}) or "school" in folders


def _of(file: Path) -> Iterator[Said]:
    text = file.read_text(encoding="utf-8")
    for call in ast.walk(ast.parse(text if "from sabot.core.reasons import" in text else "")):
        if isinstance(call, ast.Call) and (is_partial := _called(call)) is not None:
            key = call.args[is_partial]
            assert isinstance(key, ast.Constant), f"{file}:{call.lineno}: the key must be a text to be found"
            names = [each.arg for each in call.keywords]
            known = not is_partial and None not in names
            yield Said(str(key.value), tuple(filter(None, names)) if known else None, file, call.lineno)


def _called(call: ast.Call) -> bool | None:
    """Whether this makes a reason through `partial`; None where it makes none."""
    names = [each.id for each in (call.func, *call.args[:1]) if isinstance(each, ast.Name)]
    if names[:1] == ["reason"]:
        return False
    return True if names == ["partial", "reason"] else None


def slots(key: str) -> tuple[str, ...]:
    """The names in braces, in their order."""
    return tuple(re.findall(r"\{(\w+)\}", key))


def in_english(observation: Observation) -> Observation:
    """The observation with the English text of its reason, as it stands in the journal."""
    plain = as_dict(observation)
    plain.pop("reason", None)
    return observation._replace(
        **{name: plain[name] for name in observation._fields if name in EXPLAINED.values()}
    )
