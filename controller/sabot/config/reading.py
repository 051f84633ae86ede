"""Reading the configuration: TOML -> settings, or one line that says what is wrong, where, and what to write.

The checks are a few lines of our own rather than a library's, which would cost a tenth of a second at every
start and 20 MB for as long as the table runs.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, Field, fields, replace
from pathlib import Path
from typing import Any, NamedTuple

from sabot.config import home, state
from sabot.config.sections import SECTIONS, InstrumentSection, Settings, TableSection
from sabot.config.writing import LIVE, as_text, as_toml
from sabot.core import options
from sabot.core.look.colours import is_colour, refusal_of_accent, refusal_of_cloth
from sabot.core.look.openings import openings
from sabot.core.shapes.json import record
from sabot.games.register import GAMES


class ConfigError(ValueError):
    """A configuration that cannot be used; the message is one line for the person who wrote it."""


class Trouble(NamedTuple):
    """What is wrong with a key: the way to it, and what was expected."""

    way: tuple[str | int, ...]
    expected: str

    @property
    def name(self) -> str:
        """The key as people write it: `dashboard.port`, `instruments[2].baud`."""
        text = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in self.way)
        return text.removeprefix(".")


def own_file() -> Path:
    """Where the set-up writes the configuration of a table that was opened without one."""
    return state.folder() / "table.toml"


def load(path: Path | None) -> Settings:
    """The settings in the file at `path`, or in that which the set-up wrote; the defaults when there is none.

    Raises ConfigError: one line.
    """
    if path is None:
        path = _written_by_set_up()
    if path is None:
        return read("")
    return read(text_of(path), file=path)


def text_of(path: Path) -> str:
    """What stands in this file. Raises ConfigError where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: byte {error.start + 1} is not UTF-8 text") from None


def _written_by_set_up() -> Path | None:
    try:
        file = own_file()
    except FileNotFoundError:
        return None
    return file if file.is_file() else None


def read(text: str, *, file: Path | None = None) -> Settings:
    """The settings that `text` spells, over the defaults. Raises ConfigError."""
    called = str(file or "the configuration")
    plain = parsed(text, called=called)
    troubles = list(_troubles(plain))
    if troubles:
        raise ConfigError(_message(troubles, text, called=called))
    sections: dict[str, Any] = {name: kind(**plain.get(name, {})) for name, kind in SECTIONS.items()}
    if over := sections["wheel"].source:  # the one camera of this table
        sections["camera"] = replace(sections["camera"], source=over, use="wheel")
    return Settings(
        **sections,
        instruments=tuple(InstrumentSection(**each) for each in plain.get("instruments", [])),
        options=_options(plain),
        file=file,
    )


def parsed(text: str, *, called: str) -> dict[str, Any]:
    """This TOML as plain values. Raises ConfigError, with the line in the file that is `called` so."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number of thousands of digits
        raise ConfigError(f"{called}: no TOML: {error}") from None


def _message(troubles: list[Trouble], text: str, *, called: str) -> str:
    first, more = troubles[0], len(troubles) - 1
    line = line_of(text, first.way) or line_of(text, first.way[:-1])
    where = f"{called}, line {line}" if line else called
    others = f" (and {more} more: {', '.join(each.name for each in troubles[1:4])})" if more else ""
    message = f"{where}: {first.name}: {first.expected}{others}"
    return "".join(letter if letter.isprintable() else " " for letter in message)  # one line for any key


def line_of(text: str, way: tuple[str | int, ...]) -> int:
    """The line (from 1) on which the key at the end of `way` stands; 0 when it cannot be told."""
    names = [str(part) for part in way if not isinstance(part, int)]
    header, last = ".".join(names[:-1]), names[-1] if names else ""
    nth = next((part for part in way if isinstance(part, int)), 0)
    here, seen = "", -1
    for number, line in enumerate(text.splitlines(), start=1):
        found = re.match(r"\s*\[+\s*([^\]]+?)\s*\]+", line)
        if found:
            here = found[1].replace('"', "")
            seen += here == header
            if here == ".".join(names):
                return number
        elif here == header and seen in (nth, -1) and re.match(rf'\s*"?{re.escape(last)}"?\s*=', line):
            return number
    return 0


# --- checking ---------------------------------------------------------------------------------------


def _troubles(plain: Mapping[str, object]) -> Iterator[Trouble]:
    known = {*SECTIONS, "instruments", "rules"}
    for name, value in plain.items():
        if name not in known:
            yield Trouble((name,), _unknown("section", name, known))
        elif name == "instruments":
            yield from _instrument_troubles(value)
        elif not isinstance(value, dict):
            yield Trouble((name,), f"expected a section: [{name}]")
        elif name == "rules":
            yield from _rules_troubles(value)
        else:
            yield from _section_troubles(SECTIONS[name], value, (name,))
            yield from MORE_TROUBLES.get(name, _no_more)(value)
    if all(record(plain.get(name)).get("source") for name in ("camera", "wheel")):
        yield Trouble(("wheel", "source"), "[camera] has a source too, and a table has one camera")


def _unknown(what: str, name: str, known: set[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"unknown {what}; " + (
        f"did you mean {near[0]}?" if near else f"there are: {', '.join(sorted(known))}"
    )


def _section_troubles(
    kind: type[Any], given: Mapping[str, object], way: tuple[str | int, ...]
) -> Iterator[Trouble]:
    known = {each.name: each for each in fields(kind)}
    for name, value in given.items():
        if name not in known:
            yield Trouble((*way, name), _unknown("key", name, set(known)))
        elif expected := _expected(known[name], value):
            yield Trouble((*way, name), f"expected {expected}, not {_short(value)}")


def _instrument_troubles(given: object) -> Iterator[Trouble]:
    if not isinstance(given, list):
        yield Trouble(
            ("instruments",), "expected [[instruments]], in double brackets, once for each instrument"
        )
        return
    for number, each in enumerate(given):
        way = ("instruments", number)
        if not isinstance(each, dict):
            yield Trouble(way, "expected [[instruments]] and its keys below it")
            continue
        yield from _section_troubles(InstrumentSection, each, way)
        if "driver" not in each:
            yield Trouble((*way, "driver"), "missing; expected the name of its driver")


def _rules_troubles(given: Mapping[str, object]) -> Iterator[Trouble]:
    for game, chosen in given.items():
        if game not in GAMES:
            yield Trouble(("rules", game), _unknown("game", game, set(GAMES)))
        elif not isinstance(chosen, dict):
            yield Trouble(("rules", game), f"expected a section: [rules.{game}]")
        else:
            for name, value in chosen.items():
                try:
                    options.read(GAMES[game].Options, [(name, as_text(value))])
                except options.OptionError as error:
                    yield Trouble(("rules", game, name), str(error))
            yield from _limit_troubles(game, chosen)


def _limit_troubles(game: str, chosen: Mapping[str, object]) -> Iterator[Trouble]:
    given = [(name, as_text(chosen[name])) for name in ("minimum", "maximum") if name in chosen]
    with suppress(options.OptionError):  # told already
        limits = options.read(GAMES[game].Options, given)
        if 0 < limits.maximum < limits.minimum:
            yield Trouble(("rules", game, "maximum"), "less than the minimum: no stake could be laid")


def _house_troubles(given: Mapping[str, object]) -> Iterator[Trouble]:
    """What cannot be read in the colours of the house, or could be taken for an alarm."""
    colours = {name: str(given.get(name, "")) for name in ("cloth", "accent")}
    wrong = [name for name, each in colours.items() if each and not is_colour(each)]
    for name in wrong:
        yield Trouble(("house", name), f"expected a colour such as #0E3B2E, not {_short(colours[name])}")
    if wrong:
        return
    why = {
        "cloth": refusal_of_cloth(**colours) if colours["cloth"] else "",
        "accent": refusal_of_accent(**colours) if colours["accent"] else "",
    }
    yield from (Trouble(("house", name), each) for name, each in why.items() if each)


def _display_troubles(given: Mapping[str, object]) -> Iterator[Trouble]:
    try:
        openings(str(given.get("opens", "")))
    except ValueError as error:
        yield Trouble(("display", "opens"), f"expected {error}")


def _home_troubles(given: Mapping[str, object]) -> Iterator[Trouble]:
    """Seats and names of a table at home that cannot be."""
    section: home.HomeSection = SECTIONS["home"](
        **{name: value for name, value in given.items() if _fits(name, value)}
    )
    yield from (Trouble(("home", name), expected) for name, expected in home.troubles(section))


def _fits(name: str, value: object) -> bool:
    """Whether this is a key of a table at home, with a value of its kind. All others are reported already."""
    known = {each.name: each for each in fields(home.HomeSection)}
    return name in known and not _expected(known[name], value)


def _no_more(given: Mapping[str, object]) -> Iterator[Trouble]:
    return iter(())


MORE_TROUBLES = {"house": _house_troubles, "display": _display_troubles, "home": _home_troubles}
"""What can be wrong with a section besides the kinds of its values."""


def _expected(each: Field[object], value: object) -> str:
    """What this key must be, in words; empty when `value` is that."""
    low, high = each.metadata.get("bounds", (0, 0))
    among, default = each.metadata.get("among", ()), _default(each)
    if isinstance(default, bool):
        return "" if isinstance(value, bool) else "true or false"
    if among:
        fits = type(value) is type(default) and value in among
        return "" if fits else " or ".join(str(each) or "nothing" for each in among)
    if isinstance(default, int | float):
        kinds, noun = ((int,), "a whole number") if isinstance(default, int) else ((int, float), "a number")
        fits = isinstance(value, kinds) and not isinstance(value, bool) and low <= value <= high
        return "" if fits else f"{noun} from {low} to {high}"
    if isinstance(default, str):
        empty = " that is not empty" if default else ""
        if isinstance(value, str) and _UNTYPED.search(value):
            return "a text without control characters"
        return "" if isinstance(value, str) and (value.strip() or not empty) else f"a text in quotes{empty}"
    return "" if isinstance(value, dict) else "a table of keys and values"


_UNTYPED = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, ends of lines, and signs that turn the direction of what follows on a screen."""


def _default(each: Field[object]) -> object:
    return each.default if each.default is not MISSING else {}


def _short(value: object) -> str:
    text = as_toml(value)
    return text if len(text) <= 40 else text[:37] + "..."


def _options(plain: Mapping[str, object]) -> options.House:
    """The options of the table's game, over the defaults of a live table."""
    game = str(record(plain.get("table")).get("game", TableSection().game))
    given = LIVE | record(record(plain.get("rules")).get(game))
    return options.read(GAMES[game].Options, [(name, as_text(value)) for name, value in given.items()])
