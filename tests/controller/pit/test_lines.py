"""The line between carriers and broker is cut, loses packets, or is reset, in a network namespace of the
test's own: the tables deal on, and the pit equals them afterwards."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from sabot.pit.services import DatabaseService, MissingError, mosquitto
from tests.house import ROOT
from tools.pit_lines import FAULTS, nft, rules

pytestmark = pytest.mark.process

ALONE = ("unshare", "-Urn", "--")
LONGEST_S = 150
SOCKETS_FOR_ALL = 0o711


@pytest.fixture(scope="session")
def needed() -> None:
    """What these tests need of the machine, or the reason why they are passed over."""
    try:
        mosquitto()
    except MissingError as error:
        pytest.skip(str(error))
    program = nft()
    if program is None:
        pytest.skip("nftables is missing: sudo apt-get install --no-install-recommends nftables")
    if shutil.which("unshare") is None or shutil.which("ip") is None:
        pytest.skip("unshare or ip is missing: sudo apt-get install util-linux iproute2")
    tried = subprocess.run(
        [*ALONE, program, "-f", "-"], input=rules("lossy", 1), capture_output=True, text=True, check=False
    )
    if tried.returncode:
        pytest.skip(f"this user may have no network namespace with nftables: {tried.stderr.strip()}")


def test_a_line_that_fails_in_each_way_costs_neither_a_record_nor_a_double(
    needed: None, folder: Path, postgres: DatabaseService, name: str
) -> None:
    postgres.folder.chmod(SOCKETS_FOR_ALL)  # a user who is root in the namespace alone may open its socket
    program = f"{sys.executable} -m tools.pit_lines {','.join(FAULTS)} {folder} {postgres.folder} {name}"
    done = subprocess.run(
        [*ALONE, "sh", "-c", f"ip link set lo up && exec {program}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=LONGEST_S * len(FAULTS),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    met = re.findall(r"(\w+): (\d+) packets", done.stdout)
    assert [fault for fault, _ in met] == [*FAULTS]
    assert all(int(packets) > 0 for _, packets in met), met
