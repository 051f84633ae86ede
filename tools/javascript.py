"""Check the types of the pages' JavaScript: `make lint`.

    python tools/javascript.py    # tsc over dashboard/sabot_dashboard/**/static/js, as
    tools/typescript/tsconfig.json says

npm fetches TypeScript once, as its lock file says, into tools/typescript/node_modules. Nothing of it is
served: the pages stay the modules that they are. Exit status 1 where types do not fit. Where node or the
package cannot be had, one line says so and the check is passed over; with CI=true that fails as well.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from packages import Stopped, failure, need, say

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "tools" / "typescript"
INSTALL = ["npm", "ci", "--loglevel=error", "--no-audit", "--no-fund"]


def is_installed(home: Path) -> bool:
    """True where npm has installed what the lock file says since that file was last changed."""
    lock, stamp = home / "package-lock.json", home / "node_modules" / ".package-lock.json"
    return stamp.exists() and stamp.stat().st_mtime >= lock.stat().st_mtime


def install(home: Path) -> None:
    """Have TypeScript in `home`; raises Stopped with the last words of npm where that fails."""
    need(["javascript"], "checking the types of the pages")
    if is_installed(home):
        return
    say("installing TypeScript")
    if failed := failure(INSTALL, home):
        raise Stopped(f"npm ci in {home.relative_to(ROOT)} failed:\n{failed}")


def check(home: Path) -> int:
    """Run the compiler, which writes what it finds and makes no files; its exit status."""
    return subprocess.run(
        [home / "node_modules" / ".bin" / "tsc", "-p", home], cwd=ROOT, check=False
    ).returncode


def is_all_asked() -> bool:
    """True where nothing may be passed over: CI=true."""
    return os.environ.get("CI", "") not in ("", "0", "false")


def main() -> int:
    """Check; exit status 1 with the findings, or with the reason where nothing may be passed over."""
    try:
        install(HOME)
    except Stopped as why:
        sys.stderr.write(f"javascript: {why}\njavascript: the types of the pages are passed over\n")
        return int(is_all_asked())
    found = check(HOME)
    if not found:
        print("JavaScript: all types fit")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
