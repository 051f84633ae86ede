"""Spoil the line between carriers and broker while tables deal; then compare the pit with the tables.

    unshare -Urn -- sh -c 'ip link set lo up && exec python -m tools.pit_lines cut,reset FOLDER SOCKETS NAME'

All of it but PostgreSQL runs in a network namespace of its own, where an ordinary user may set rules of
nftables; PostgreSQL is reached by its socket, a file. Between carriers and broker stands a relay, so that
only their line is spoiled: broker and collector are one machine's.
"""

from __future__ import annotations

import argparse
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sabot.pit.services import DatabaseService
from tools.pit_floor import Floor, free_port
from tools.pit_kills import deal

FAULTS = {
    "cut": "counter drop",
    "lossy": "numgen random mod 100 < 20 counter drop",
    "reset": "counter reject with tcp reset",
}
"""What nftables does with the packets of the line, both ways."""

FAULT_S = {"cut": 4.0, "lossy": 6.0, "reset": 3.0}
BEFORE_S = 1.0
PIECE_BYTES = 65536


def nft() -> str | None:
    """The program that sets the rules, if it is installed."""
    return shutil.which("nft") or shutil.which("/usr/sbin/nft")


def rules(fault: str, port: int) -> str:
    """The rules for nft: this fault at the packets from and to this port."""
    both = "\n".join(f"tcp {way} {port} {FAULTS[fault]};" for way in ("dport", "sport"))
    return f"table inet line {{ chain in {{ type filter hook input priority 0;\n{both}\n}}\n}}\n"


@contextmanager
def spoiled(fault: str, port: int) -> Iterator[None]:
    """The line like this meanwhile."""
    _nft("-f", "-", said=rules(fault, port))
    try:
        yield
    finally:
        listed = _nft("list", "table", "inet", "line")
        _nft("delete", "table", "inet", "line")
        print(f"{fault}: {_packets(listed)} packets", flush=True)


def _nft(*words: str, said: str = "") -> str:
    done = subprocess.run([nft() or "nft", *words], input=said, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"nft: {done.stderr.strip()}")
    return done.stdout


def _packets(listed: str) -> int:
    words = listed.split()
    return sum(int(words[at + 1]) for at, word in enumerate(words) if word == "packets")


class Relay:
    """Passes on what comes at its port, as it is, to another one."""

    def __init__(self, to_port: int) -> None:
        self._to_port, self._listener = to_port, socket.create_server(("127.0.0.1", free_port()))
        self.port = int(self._listener.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self._listener.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self._to_port))
            except OSError:
                near.close()
                continue
            for each in (near, far):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(one, other), daemon=True).start()


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while piece := one.recv(PIECE_BYTES):
            other.sendall(piece)
    for each in (one, other):
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


def relayed(floor: Floor) -> int:
    """The port of a relay to the broker, where the carriers send to from now on."""
    broker = f"127.0.0.1:{floor.broker.broker.port}"
    port = Relay(floor.broker.broker.port).port
    for carrier in floor.carriers.values():
        carrier.command = tuple(f"127.0.0.1:{port}" if word == broker else word for word in carrier.command)
    return port


def lived_through(floor: Floor, fault: str, port: int) -> list[str]:
    """What the pit has otherwise than the tables after this fault."""
    deal(floor, BEFORE_S)
    floor.wait()
    with spoiled(fault, port):
        deal(floor, FAULT_S[fault])
        if fault != "lossy" and not floor.behind():
            return [f"{fault}: the pit has all that was dealt meanwhile: the line was not spoiled"]
    deal(floor, BEFORE_S)
    floor.wait()
    return floor.wrong()


def main() -> int:
    """The command line."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("faults", help=f"one after the other, with commas between: {', '.join(FAULTS)}")
    asked.add_argument("folder", type=Path, help="where the journals are written")
    asked.add_argument("database", type=Path, help="the folder with the socket of PostgreSQL")
    asked.add_argument("name", help="of the database")
    given = asked.parse_args()
    faults = given.faults.split(",")
    if unknown := {*faults} - FAULTS.keys():
        asked.error(f"no such fault: {', '.join(sorted(unknown))}")
    floor = Floor(given.folder, DatabaseService(given.database), tables=2, name=given.name)
    port = relayed(floor)
    try:
        floor.start()
        wrong = [each for fault in faults for each in lived_through(floor, fault, port)]
    finally:
        floor.end()
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
