"""The system packages that each part of the project needs: all that is missing is named in one command.

They are installed with apt-get where that is allowed (root, or sudo without a password). Standard library
only, in words that an older Python still reads: setup.py needs this before anything is there.
"""

import os
import shutil
import subprocess
import time
from pathlib import Path

TRIES_MOST, PAUSE_S = 3, 5
LEAN = "--no-install-recommends"  # with what npm alone recommends, hundreds of packages more come along

PYTHON_H = "|".join(f"/usr/include/python3.{minor}/Python.h" for minor in (11, 12, 13))

POSTGRES = "|".join(f"/usr/lib/postgresql/{release}/bin/initdb" for release in (15, 16, 17, 18))

PARTS = {
    "browser": {
        "chromium-headless-shell|chromium|chromium-browser": "chromium-headless-shell",
        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf": "fonts-dejavu-core",
    },
    "drawings": {
        "openscad": "openscad",
        "Xvfb": "xvfb",
        "xauth": "xauth",
        "dot": "graphviz",
        "pdftoppm": "poppler-utils",
        "rsvg-convert": "librsvg2-bin",
        "pcbnew": "kicad",
    },
    "firmware": {
        "arm-none-eabi-gcc": "gcc-arm-none-eabi",
        "/usr/lib/arm-none-eabi/lib/libc.a": "libnewlib-arm-none-eabi",
        "/usr/lib/arm-none-eabi/include/c++": "libstdc++-arm-none-eabi-newlib",
        "cmake": "cmake",
        "ninja": "ninja-build",
        "c++": "build-essential",
    },
    "emulator": {"node": "nodejs", "npm": "npm"},
    "javascript": {"node": "nodejs", "npm": "npm"},
    "tests": {
        "git": "git",
        "cc": "build-essential",
        PYTHON_H: "python3-dev",
        "espeak-ng": "espeak-ng",
        "rsvg-convert": "librsvg2-bin",
        "systemd-analyze": "systemd",
        "mosquitto|/usr/sbin/mosquitto": "mosquitto",
        POSTGRES: "postgresql",
        "nft|/usr/sbin/nft": "nftables",
        "ip|/usr/sbin/ip|/sbin/ip": "iproute2",
    },
    "pit": {"mosquitto|/usr/sbin/mosquitto": "mosquitto", POSTGRES: "postgresql"},
    "pi": {
        "debootstrap": "debootstrap",
        "qemu-aarch64-static": "qemu-user-static",
        "proot": "proot",
        "systemd-nspawn": "systemd-container",
    },
    "fresh": {"debootstrap": "debootstrap", "unshare": "util-linux", "git": "git"},
}
"""For each part: what shows that a package is there (a command, "this|or that", or a file), and its name."""


class Stopped(Exception):  # noqa: N818 - not a fault of the program
    """A reason to stop that a person can act on."""


def is_here(shown):
    """True where one of the commands or files in "a|b" is there."""
    return any(Path(each).exists() if each[0] == "/" else shutil.which(each) for each in shown.split("|"))


def lacking(*parts):
    """The packages that these parts need and that are not there, each once."""
    wanted = [package for part in parts for shown, package in PARTS[part].items() if not is_here(shown)]
    return list(dict.fromkeys(wanted))


def need(parts, why):
    """Install what `parts` lack, or stop with the one command that does."""
    packages = lacking(*parts)
    if packages:
        install_system(packages, why)


# --- apt-get


def by_hand(packages):
    """The one command that a person types: what is installed for root, and no more."""
    return " ".join(["sudo apt-get update && sudo apt-get install", LEAN, *packages])


def apt_prefix():
    """The words before `apt-get` that need no password, or None where installing is not ours to do."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    return ["sudo", "-n"] if shutil.which("sudo") and quietly("sudo", "-n", "true") else None


def install_system(packages, why):
    """Install Debian `packages`, all in one call, or stop with the command that would."""
    names = " ".join(packages)
    prefix = apt_prefix()
    if prefix is None:
        raise Stopped(f"{why} needs {names}, which this user may not install. Run:\n  {by_hand(packages)}")
    say(f"installing {names} with apt-get ({why})")
    for attempt in range(TRIES_MOST):
        time.sleep(PAUSE_S * attempt)
        stale = apt_get(prefix, "update")  # no reason to stop: what is known already may do
        failed = apt_get(prefix, "install", LEAN, *packages)
        if not failed:
            return
    raise Stopped(f"apt-get could not install {names}:\n{stale}\n{failed}\nBy hand:\n  {by_hand(packages)}")


def apt_get(prefix, *words):
    """Call an apt-get that asks nothing and waits for another to finish; its last words where it fails."""
    options = ["-qq", "-y", "-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120"]
    command = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *options, *words]
    return failure(command)


def mirror(security=False):
    """The mirror of Debian that this machine uses, or of its security updates; None where none is known."""
    asked = ["apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI)", "Created-By: Packages"]
    for line in said(*asked).splitlines():
        origin, _, address = line.partition(" ")
        if origin == "Debian" and ("security" in address) == security:
            return address
    return None


# --- other programs


def said(*command):
    """What a command prints; nothing where it is not there or fails."""
    try:
        return subprocess.check_output(command, stderr=subprocess.DEVNULL).decode()
    except (OSError, subprocess.CalledProcessError):
        return ""


def quietly(*command):
    """True where `command` ends well; its words are not shown."""
    return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0


def failure(command, folder="/"):
    """The last words of a command that fails; empty where it ends well. Nothing is shown meanwhile."""
    done = subprocess.run(
        command, cwd=str(folder), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode == 0:
        return ""
    said = done.stdout.decode(errors="replace").strip().splitlines()
    return "\n".join(said[-12:]) or f"exit status {done.returncode}, without a word"


def say(line):
    """One line of progress."""
    print(f"setup: {line}", flush=True)
