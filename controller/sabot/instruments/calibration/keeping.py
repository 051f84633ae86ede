"""Saves measured options of one instrument in the configuration; everything else stays."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from sabot.config import ConfigError, default_text, read, state
from sabot.config.writing import as_toml

BLOCK = re.compile(r"(?m)^[ \t]*\[\[[ \t]*instruments[ \t]*\]\][^\n]*\n?")
HEADER = re.compile(r"(?m)^[ \t]*\[")
OPTIONS = re.compile(r"(?m)^[ \t]*options[ \t]*=[^\n]*\n?")


def kept(path: Path, driver: str, options: Mapping[str, object], *, port: str = "auto") -> None:
    """Write these options of the first instrument with this driver; without one, it is added with `port`.

    Comments and order stay. Raises ConfigError where the file cannot be used, or keeps its options in a way
    that is not changed here; OSError.
    """
    text = path.read_text(encoding="utf-8-sig") if path.exists() else default_text()
    read(text, file=path)
    changed = with_options(text, driver, options, port=port)
    read(changed, file=path)
    path.parent.mkdir(parents=True, exist_ok=True)
    state.put(path, changed.encode(), keeps_rights=True)


def with_options(text: str, driver: str, options: Mapping[str, object], *, port: str = "auto") -> str:
    """The text of a configuration with these options besides those that the instrument has. Raises
    ConfigError."""
    instruments = tomllib.loads(text).get("instruments", [])
    nth = next((number for number, each in enumerate(instruments) if each.get("driver") == driver), None)
    if nth is None:
        end = "" if text.endswith("\n") or not text else "\n"
        whole = f"options = {as_toml(dict(options))}\n"
        return f'{text}{end}\n[[instruments]]\ndriver = "{driver}"\nport = {as_toml(port)}\n{whole}'
    begins = [found.end() for found in BLOCK.finditer(text)]
    if len(begins) != len(instruments):
        raise ConfigError(
            f"[[instruments]] is written in a way that is not changed here: add {dict(options)}"
        )
    line = f"options = {as_toml({**instruments[nth].get('options', {}), **options})}\n"
    return _put(text, begins[nth], line)


def _put(text: str, begin: int, line: str) -> str:
    """The text with this line for the options of the block that begins there."""
    following = HEADER.search(text, begin)
    end = following.start() if following else len(text)
    block = text[begin:end]
    if re.match(r"[ \t]*\[[ \t]*instruments\.options", text[end:]):
        raise ConfigError(f"the options stand in a section of their own: write there {line.strip()}")
    known = OPTIONS.search(block)
    if known:
        block = block[: known.start()] + line + block[known.end() :]
    else:
        block = line + block
    return text[:begin] + block + text[end:]
