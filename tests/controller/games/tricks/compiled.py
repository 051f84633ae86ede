"""The search in C, built from its sources in this checkout, with every warning an error."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
import tomllib
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from typing import Any

import pytest

from sabot.games.tricks.double_dummy.asking import Searching
from tests.house import ROOT

WARNINGS = ("-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror")


def extension() -> dict[str, Any]:
    """What pyproject.toml says of it."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        (found,) = tomllib.load(file)["tool"]["setuptools"]["ext-modules"]
    assert isinstance(found, dict)
    return found


def built(folder: Path, *more: str) -> Path:
    """The file of the module in this folder; skips where it cannot be built."""
    headers = Path(sysconfig.get_path("include"))
    if shutil.which("cc") is None or not (headers / "Python.h").exists():
        pytest.skip("the search in C needs cc and Python.h: sudo apt-get install build-essential python3-dev")
    said, file = extension(), folder / "compiled.abi3.so"
    macros = [f"-D{name}={value}" for name, value in said["define-macros"]]
    words = [*said["extra-compile-args"], *macros, *WARNINGS, "-fPIC", "-shared", "-isystem", headers, *more]
    subprocess.run(["cc", *words, "-o", file, *said["sources"]], cwd=ROOT, check=True)
    return file


def loaded(file: Path) -> Callable[..., Searching]:
    """The search that this file holds."""
    spec = spec_from_loader("compiled", ExtensionFileLoader("compiled", str(file)))
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Callable[..., Searching] = module.Search
    return found
