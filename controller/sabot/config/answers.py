"""From answers to a configuration file with its comments."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path

from sabot.config import ConfigError, InstrumentSection, Settings, default_text, read, state
from sabot.config.reading import parsed, text_of
from sabot.config.writing import as_key, as_toml
from sabot.core import options
from sabot.core.shapes.json import Plain, record, records, row
from sabot.games.register import GAMES

INSTRUMENT_KEYS = tuple(InstrumentSection.__dataclass_fields__)
MOST_INSTRUMENTS = 8

ANSWERS: dict[str, type] = {
    **dict.fromkeys(("table", "options", "camera", "wheel", "panel", "sound", "home"), dict),
    "instruments": list,
}
"""What the set-up asks, with the kind of value that each answer is."""


_ONE_AT_A_TIME = threading.Lock()


def written(answers: Mapping[str, object], file: Path) -> Settings:
    """Write the configuration that `answers` give, over what stands in `file`; the settings it spells.

    The file is replaced whole, and the one before it kept as `NAME.before`. Raises ConfigError, in one line,
    for what cannot be and for a file that cannot be read; then nothing is written.
    """
    _require_answers(answers)
    with _ONE_AT_A_TIME:
        merged = _merged(_on_disk(file), answers)
        read(_bare(merged), file=file)  # first without comments: a key that nobody knows is named as such
        text = rendered(merged)
        settings = read(text, file=file)
        _replace(file, text)
    return settings


def plain_of(file: Path) -> Plain:
    """What stands in the file, as plain values; nothing where it cannot be read."""
    try:
        return _on_disk(file)
    except ConfigError:
        return {}


def _on_disk(file: Path) -> Plain:
    """What stands in the file, as plain values; nothing where there is none. Raises ConfigError."""
    try:
        is_there = file.exists()
    except OSError:  # a folder that this user may not look into
        is_there = True
    return parsed(text_of(file), called=str(file)) if is_there else {}


def standing(file: Path) -> Settings | None:
    """The settings that the file spells; None where it is missing or refused."""
    try:
        return read(text_of(file), file=file)
    except ConfigError:
        return None


def _require_answers(answers: Mapping[str, object]) -> None:
    """Raises ConfigError naming what is no answer, so that a body that says nothing changes no file."""
    if not answers:
        raise ConfigError(f"there is no answer: expected any of {', '.join(ANSWERS)}")
    for name, given in answers.items():
        if name not in ANSWERS:
            raise ConfigError(
                f"{name[:40]}: the set-up does not ask this: expected any of {', '.join(ANSWERS)}"
            )
        if not isinstance(given, ANSWERS[name]):
            kind = "a list" if ANSWERS[name] is list else "a table of keys"
            raise ConfigError(f"{name}: expected {kind}")
    if len(listed := row(answers.get("instruments"))) > MOST_INSTRUMENTS:
        raise ConfigError(
            f"instruments: {len(listed)} were given, and a table has at most {MOST_INSTRUMENTS}"
        )


def _merged(plain: Plain, answers: Mapping[str, object]) -> Plain:
    """The plain configuration with these answers: `table`, `options` of its game, `instruments`, others."""
    merged = dict(plain)
    for name in ("table", "camera", "wheel", "panel", "sound", "home"):
        if isinstance(given := answers.get(name), dict):
            merged[name] = record(merged.get(name)) | given
    if "source" in record(answers.get("camera")):  # it takes the place of one that [wheel] names
        merged["wheel"] = {k: each for k, each in record(merged.get("wheel")).items() if k != "source"}
    game = str(record(merged.get("table")).get("game", ""))
    if isinstance(given := answers.get("options"), dict) and game in GAMES:
        merged["rules"] = record(merged.get("rules")) | {game: _rules(game, given)}
    if isinstance(listed := answers.get("instruments"), list):
        merged["instruments"] = [_instrument(each) for each in listed]
    return merged


def _rules(game: str, given: Mapping[str, object]) -> Plain:
    """The options as TOML values; raises ConfigError naming the one that cannot be."""
    known = {each["name"]: each for each in options.described(GAMES[game].Options)}
    for name, value in given.items():
        try:
            options.read(GAMES[game].Options, [(str(name), str(value)[:40])])
        except options.OptionError as error:
            raise ConfigError(f"rules.{game}: {error}") from None
    return {name: _toml_value(known[name], str(value)) for name, value in given.items() if name in known}


def _toml_value(option: options.Described, text: str) -> object:
    if option["choices"] == ["on", "off"]:
        return text.lower() in ("on", "true", "yes")
    return int(text) if text.isdigit() else float(text) if re.fullmatch(r"\d+\.\d+", text) else text


def _instrument(given: object) -> Plain:
    if not isinstance(given, dict):
        raise ConfigError("instruments: expected a driver and a port for each")
    return {name: given[name] for name in INSTRUMENT_KEYS if given.get(name) not in (None, "")}


# --- the file -----------------------------------------------------------------------------------------


def rendered(plain: Plain) -> str:
    """This configuration as a file in which every key stands with what it is for."""
    return "\n".join([*_lines(plain), *_instruments(records(plain.get("instruments")))]) + "\n"


def _bare(plain: Plain) -> str:
    lines = [
        line
        for name, each in _sections(plain)
        for line in (f"[{name}]", *(f"{as_key(key)} = {as_toml(value)}" for key, value in each.items()))
    ]
    return "\n".join([*lines, *_instruments(records(plain.get("instruments")))])


_HEAD, _KEY = re.compile(r"\[([^\[\]]+)\]"), re.compile(r"([\w-]+) = ")


def _lines(plain: Plain) -> Iterator[str]:
    """The default file with the values of `plain`, and what only that has, behind it."""
    section, left = "", {name: dict(each) for name, each in _sections(plain)}
    for line in default_text().rstrip().splitlines():
        if head := _HEAD.fullmatch(line):
            section = head[1]
        given = left.get(section, {})
        key = _KEY.match(line)
        name = _spelling(given, key[1]) if key else None
        yield f"{key[1]} = {as_toml(given.pop(name))}" if key and name else line
    for name, rest in left.items():
        if rest:
            yield from ("", f"[{name}]", *(f"{key} = {as_toml(value)}" for key, value in rest.items()))


def _sections(plain: Plain) -> Iterator[tuple[str, Plain]]:
    for name, each in plain.items():
        if name == "rules":
            yield from ((f"rules.{game}", record(chosen)) for game, chosen in record(each).items())
        elif isinstance(each, dict):
            yield name, each


def _spelling(given: Plain, name: str) -> str | None:
    return next((each for each in (name, name.replace("-", "_")) if each in given), None)


def _instruments(given: list[Plain]) -> Iterator[str]:
    for each in given:
        yield from ("", "[[instruments]]", *(f"{key} = {as_toml(value)}" for key, value in each.items()))


def _replace(file: Path, text: str) -> None:
    content = _encoded(text)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if file.exists():
            state.put(file.with_name(file.name + ".before"), file.read_bytes(), keeps_rights=True)
        state.put(file, content, keeps_rights=True)
    except OSError as error:
        raise ConfigError(f"{file} cannot be written: {error.strerror}") from None


def _encoded(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        key = text[: error.start].rpartition("\n")[2].partition(" = ")[0]
        raise ConfigError(f"{key}: {text[error.start]!a} is half of a letter: write the whole one") from None
