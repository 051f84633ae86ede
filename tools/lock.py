"""Write requirements/*.txt from pyproject.toml: exact versions and hashes, for every machine at once.

One resolution holds for x86-64 and aarch64 and Python 3.11 to 3.13. The largest set (`dev`) is resolved
first and binds the others, so that no package has two versions. No index address is written: the file says
what is trusted (the hashes), never where it must come from. What builds the project itself is locked with
the rest, so that an installation asks for nothing else.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETS = {
    "dev": (
        "analysis",
        "camera",
        "panel",
        "keyboard",
        "mqtt",
        "pit",
        "pit-archive",
        "pit-oidc",
        "hardware",
        "browser",
        "docs",
        "dev",
    ),
    "camera": ("analysis", "camera"),
    "analysis": ("analysis",),
    "base": (),
    "panel": ("panel",),  # beside the others
    "keyboard": ("keyboard",),
    "mqtt": ("mqtt",),
    "pit": ("pit",),
    "pit-archive": ("pit", "pit-archive"),
    "pit-oidc": ("pit", "pit-oidc"),
}
HEADER = "# Locked by `make lock` from pyproject.toml; do not edit. What each package is for stands there.\n"


def lock(name: str, extras: tuple[str, ...], upgrade: bool) -> None:
    """Resolve `extras` into requirements/`name`.txt."""
    out = ROOT / "requirements" / f"{name}.txt"
    if name == "dev" and upgrade:
        out.unlink(missing_ok=True)
    bound = [] if name == "dev" else ["--constraint", "requirements/dev.txt"]
    command = [
        *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "-", "--quiet", "--universal"),
        *("--no-config", "--default-index", "https://pypi.org/simple", "--python-version", "3.11"),
        *("--generate-hashes", "--no-header", "--no-annotate", "--no-emit-index-url"),
        "--no-strip-extras",  # else pip 23 takes the newest `coverage[toml]`, and refuses its hash
        *(word for extra in extras for word in ("--extra", extra)),
        *bound,
        *("--output-file", str(out.relative_to(ROOT))),
    ]
    builders = "\n".join(tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"])
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, input=builders, text=True)
    out.write_text(HEADER + out.read_text().removeprefix(HEADER))
    print(f"requirements/{name}.txt: {out.read_text().count('==')} packages")


def main() -> None:
    """Every set, the largest first; `--upgrade` looks for newer versions."""
    for name, extras in SETS.items():
        lock(name, extras, "--upgrade" in sys.argv[1:])


if __name__ == "__main__":
    main()
