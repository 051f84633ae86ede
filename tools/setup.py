"""Prepare .venv: the locked packages and the command `sabot`. Make calls this; quick when nothing changed.

    python3 tools/setup.py [base|analysis|camera|dev] [--extra EXTRA] [--python PYTHON] [--browser] …

Standard library only, in words that an older Python still reads, so that it is told what is missing.
System packages (of the parts that packages.py lists) are installed where that is allowed (root, or sudo
without a password); where it is not, the one command to run is printed. Nothing else outside .venv is
changed, and pip keeps the index, proxy and certificates that this machine has configured: the hashes say what
is trusted, not the address.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))  # isolated (-I), Python does not do so itself
import packages
from packages import Stopped, failure, install_system, quietly, say
from pythons import begin, chosen_python, suits, version_of

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
STAMP = VENV / "sabot-setup.json"
LEVELS = ("base", "analysis", "camera", "dev")  # each holds all before it
ADDITIONS = ("panel", "keyboard", "mqtt", "pit", "pit-archive", "pit-oidc")  # to any of them; dev holds these
EXTRAS = (*LEVELS[1:-1], *ADDITIONS)
# There are no wheels of these for a Pi.
PI_PACKAGES = {"camera": "python3-picamera2", "panel": "python3-lgpio", "keyboard": "python3-evdev"}
COMPILED = "controller/sabot/**/*.[ch]"  # built again once it has changed, where there is a compiler
HAS_NUMPY_2 = "from importlib.metadata import version as v; import sys; sys.exit(v('numpy') < '2')"
PATIENT = ("--retries", "3", "--timeout", "10")  # an index that never answers is given up in under a minute


# --- what is there already


def fingerprint(level):
    """What an environment of `level` is made from; another value means it is out of date."""
    digest = hashlib.sha256(str(ROOT).encode())
    locks = (level, "picamera2") if level == "dev" else (level,)
    for name in (*(f"requirements/{lock}.txt" for lock in locks), "pyproject.toml", "tools/setup.py"):
        digest.update((ROOT / name).read_bytes())
    for source in sorted(ROOT.glob(COMPILED)):
        digest.update(source.read_bytes())
    return digest.hexdigest()


def stamp():
    """What the last complete setup wrote; empty where there was none, or it was cut short."""
    try:
        found = json.loads(STAMP.read_text())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and inside("sabot").exists() else {}


def is_current(level, python):
    """True where .venv holds this level or a larger one, made by `python` if one is named."""
    done = stamp()
    wider = LEVELS[LEVELS.index(level) :] if level in LEVELS else (level, "dev")
    fresh = any(done.get("levels", {}).get(name) == fingerprint(name) for name in wider)
    return fresh and not has_to_be_made(python)


def inside(command):
    """The path of a command of the environment."""
    return VENV / "bin" / command


# --- system packages


def need_packages(python, parts, is_made):
    """Have all system packages at once: those that .venv is made with, and those of `parts`.

    Without the former nothing works. What is missing of the latter is named and passed over; with CI=true it
    is a reason to stop.
    """
    first = [] if is_made else venv_packages(python)
    beside = packages.lacking(*parts)
    if not first and not beside:
        return
    try:
        install_system([*first, *beside], "what was asked for")
    except Stopped as why:
        if first or is_all_asked():
            raise
        sys.stderr.write(f"setup: {why}\nsetup: what needs {' '.join(beside)} is passed over\n")


def is_all_asked():
    """True where nothing may be passed over: CI=true."""
    return os.environ.get("CI", "") not in ("", "0", "false")


def venv_packages(python):
    """Debian keeps what makes an environment in a package apart."""
    if not has_to_be_made(python):
        return []
    maker = chosen_python(python)
    return [] if quietly(maker, "-c", "import ensurepip, venv") else [f"python{version_of(maker)}-venv"]


def is_pi():
    """True on a Raspberry Pi."""
    try:
        return b"Raspberry Pi" in Path("/sys/firmware/devicetree/base/model").read_bytes()
    except OSError:
        return False


def need_pi_package(extra):
    """On a Pi some libraries come from apt: there are no wheels of them."""
    package = PI_PACKAGES.get(extra) if is_pi() else None
    if package and not quietly("dpkg", "-s", package):
        install_system([package], f"the extra {extra} on a Raspberry Pi")
    if extra == "camera":
        suit_picamera2(PATIENT)


def suit_picamera2(patience):
    """On a Pi whose Debian builds picamera2 for NumPy 1 the environment has that too, with its OpenCV."""
    if not is_pi() or not debian_numpy().startswith("1."):
        return
    if quietly(str(inside("python")), "-c", HAS_NUMPY_2):
        say("installing a NumPy below 2, which picamera2 of this Debian wants (requirements/numpy1.txt)")
        lock = str(ROOT / "requirements" / "numpy1.txt")
        pip(patience, "--require-hashes", "--no-deps", "-r", lock)


def debian_numpy():
    """The version of Debian's own NumPy, such as `1.24.2-1`; empty where it is not installed."""
    asked = ["dpkg-query", "--show", "--showformat", "${Version}", "python3-numpy"]
    try:
        done = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    except OSError:
        return ""
    return done.stdout.decode().rpartition(":")[2]


# --- the environment


def need_folder():
    """Stop where .venv is not this user's to fill."""
    if not os.access(str(VENV if VENV.exists() else ROOT), os.W_OK):
        raise Stopped(
            f"this user may not write in {ROOT}: clone the repository into a folder of your own, "
            "or work as the user that this one belongs to"
        )


def has_to_be_made(python):
    """True where no .venv works, where the folder was moved, where the system's Python was changed, or where
    another one is named."""
    have = version_of(inside("python")) if inside("python").exists() else None
    done = stamp()
    moved = done.get("root", str(ROOT)) != str(ROOT) or done.get("python", have) != have
    return not suits(have) or moved or (python is not None and version_of(python) != have)


def make_venv(python):
    """A new .venv, where one has to be made."""
    if not has_to_be_made(python):
        return
    maker = chosen_python(python)
    say(f"making .venv with {maker} ({version_of(maker)})")
    shared = ["--system-site-packages"] if is_pi() else []
    run([maker, "-m", "venv", "--clear", *shared, str(VENV)], "making .venv")


def fill(level, patience):
    """The locked packages, then the project itself as the command `sabot`, from this very folder."""
    say(f"installing the locked packages (requirements/{level}.txt)")
    quick = quicker_pip(patience) if level == "dev" else ()
    pip(patience, *quick, "--require-hashes", "-r", str(ROOT / "requirements" / f"{level}.txt"))
    if level in LEVELS:
        pip(patience, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    if level == "dev":
        fetch_signatures(patience)
    suit_picamera2(patience)


def quicker_pip(patience):
    """Gets a pip that reads an index faster, if it can. Returns the option that lets pip compile nothing."""
    with contextlib.suppress(Stopped):
        pip(patience, "--require-hashes", "-r", str(ROOT / "requirements" / "pip.txt"))
    return ("--no-compile",)


def fetch_signatures(patience):
    """The source of picamera2, alone and beside what Python imports: tests hold our calls against it."""
    alone = ["--require-hashes", "--no-deps", "--upgrade", "--target", str(VENV / "signatures")]
    pip(patience, *alone, "-r", str(ROOT / "requirements" / "picamera2.txt"))


def pip(patience, *words):
    """Call `pip install` of the environment; its words are shown only where it fails."""
    options = ["--disable-pip-version-check", "--no-input", *patience, "-q"]
    run([str(inside("python")), "-m", "pip", *options, "install", *words], "pip install")


def remember(level):
    """Write the stamp last of all, whole or not at all, once all that it stands for is on disk."""
    levels = {**stamp().get("levels", {}), level: fingerprint(level)}
    found = {"root": str(ROOT), "python": version_of(inside("python")), "levels": levels}
    fresh = STAMP.with_suffix(".new")
    fresh.write_text(json.dumps(found, indent=1))
    os.sync()  # the packages, and this
    fresh.replace(STAMP)


def run(command, what):
    """Run `command`; stop with its last words where it fails."""
    failed = failure(command, ROOT)
    if failed:
        raise Stopped(f"{what} failed:\n{failed}")


def setup(level, python, parts=(), patience=PATIENT):
    """Bring .venv to `level`, or add an extra to it, with the system packages of `parts`; does nothing where
    all is there already."""
    is_made = is_current(level, python)
    if not is_made:
        need_folder()
    need_packages(python, parts, is_made)
    if is_made:
        return
    if "firmware" in parts:  # it takes as long; who needs it asks again, and then waits
        begin(python, ROOT / "tools" / "firmware.py", "--emulator", "--quiet")
    with alone():
        if is_current(level, python):  # another setup has done it meanwhile
            return
        begun = time.monotonic()
        make_venv(python)
        for name in due(level):
            fill(name, patience)
            remember(name)
        say(f"ready after {time.monotonic() - begun:.0f} s: .venv/bin/sabot")


@contextlib.contextmanager
def alone():
    """Nobody else fills .venv meanwhile: of two that begin at once, one waits for the other."""
    folder = os.open(str(ROOT), os.O_RDONLY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another setup is at work here; waiting for it to end")
            fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def due(level):
    """What to install for `level`: with it the extras that are there, which would stay old."""
    had = stamp().get("levels", {})
    if level in ADDITIONS:
        return [level]
    widest = [name for name in LEVELS if name == level or (name in had and name != "dev")][-1]
    return [widest, *(name for name in ADDITIONS if name in had and not is_current(name, None))]


def extra(name, python):
    """Add the extra `name`, and on a Pi what it needs of the system."""
    if name not in EXTRAS:
        raise Stopped(f"there is no extra {name!r}; there are: {', '.join(EXTRAS)}")
    setup(name, python)
    need_pi_package(name)


def main(words):
    """Read the command line; exit status 1 with a reason where the setup cannot be done."""
    python = words[words.index("--python") + 1] if "--python" in words else None
    wanted = [words[at + 1] for at, word in enumerate(words[:-1]) if word == "--extra"]
    level = words[0] if words and words[0] in LEVELS else "base"
    parts = [word[2:] for word in words if word.startswith("--") and word[2:] in packages.PARTS]
    try:
        setup(level, python, parts)
        for name in wanted:
            extra(name, python)
    except Stopped as why:
        sys.stderr.write(f"setup: {why}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("setup: interrupted; the next make goes on from here.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
