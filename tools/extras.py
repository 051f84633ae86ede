"""Install the extras that a table needs, before `make run` opens it.

    python3 tools/extras.py [what `sabot run` is given]
    python3 tools/extras.py --add NAME WHAT             # one extra, because WHAT needs it

`sabot run --extras` names what the configuration and the things plugged in ask for. What cannot be installed
is told, with the command for later, and the table opens without it. Standard library only, as tools/setup.py.
"""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import setup

ASKED_S = 60
BRIEF = ("--retries", "1", "--timeout", "5")  # a table without a network must not wait for one


def lacking(words):
    """The extras that the table lacks, each with what asks for it; none where it refuses to open."""
    command = [str(setup.inside("sabot")), "run", "--extras", *words]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=ASKED_S, stdin=subprocess.DEVNULL
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    lines = done.stdout.splitlines() if done.returncode == 0 else []
    parts = [line.partition("\t") for line in lines]
    return [(name, what) for name, tab, what in parts if tab and name in setup.EXTRAS]


def installed(name, what):
    """Install one extra; say so, and why where it cannot be."""
    setup.say(f"{what} needs the extra {name}, which is installed now")
    try:
        setup.setup(name, None, patience=BRIEF)
    except setup.Stopped as why:
        last = str(why).splitlines()[-1]
        later = f"Later, with a network: make setup EXTRA={name}"
        tell(f"the extra {name} could not be installed ({last}). {later}")
        return
    try:
        setup.need_pi_package(name)
    except setup.Stopped as why:
        tell(why)


def tell(why):
    sys.stderr.write(f"setup: {why}\n")


def main(words):
    """Install what is missing, in order; always exit status 0."""
    asked = [(words[1], words[2])] if words[:1] == ["--add"] else lacking(words)
    for name, what in asked:
        installed(name, what)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
