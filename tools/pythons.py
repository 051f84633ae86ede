"""The Pythons of a machine, and which one suits. Standard library only, in words that an older Python still
reads, as setup.py.
"""

import subprocess

from packages import Stopped

OLDEST_PYTHON, TOO_NEW_PYTHON = (3, 11), (3, 14)
"""The first version that the project runs on, and the first that it does not."""


def version_of(python):
    """The version of the Python called `python`, such as "3.11"; None where it does not start."""
    asked = [str(python), "-S", "-c", "import sys; print('%d.%d' % sys.version_info[:2])"]
    try:
        done = subprocess.run(asked, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.decode().strip()


def suits(version):
    """True for a version such as "3.12" that the project runs on."""
    return (
        version is not None
        and OLDEST_PYTHON <= tuple(int(part) for part in version.split(".")) < TOO_NEW_PYTHON
    )


def chosen_python(named):
    """The Python to make the environment with: the one named, else the first that suits."""
    tried = []
    for python in [named] if named else ["python3", "python3.13", "python3.12", "python3.11"]:
        version = version_of(python)
        if suits(version):
            return python
        tried.append(f"{python} is {version or 'not there'}")
    raise Stopped(
        f"Sabot runs on Python 3.11, 3.12 or 3.13; here {', '.join(tried)}.\n"
        "Debian 12 and Raspberry Pi OS bring one: sudo apt-get install python3\n"
        "or name yours: make setup PYTHON=/path/to/python3.12"
    )


def begin(named, *words):
    """Start a tool in the background, with the Python that suits; what it prints is dropped."""
    tool = ["nice", "-n", "5", chosen_python(named), "-I", *map(str, words)]  # others are waited for
    nowhere = subprocess.DEVNULL
    return subprocess.Popen(tool, stdin=nowhere, stdout=nowhere, stderr=nowhere)
