"""The sections of the screens, and what follows from them: the ports, and whether they are encrypted."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass

from sabot.config.keys import key

OWN_HOST = "127.0.0.1"
"""The table's own screen is on this machine alone."""

HIGHEST_PORT = 65535


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardSection:
    """The screens, served to browsers."""

    host: str = key(
        "127.0.0.1", "where to listen; 127.0.0.1: this machine alone, 0.0.0.0: every network it is in"
    )
    port: int = key(8765, "the port to listen on; 0: any free one", bounds=(0, 65535))
    own_port: int = key(
        0,
        "the port of the table’s own screen, on this machine alone; 0: the one after `port`, or before 65535",
        bounds=(0, 65535),
    )
    certificate: str = key(
        "",
        "the house’s certificate with its chain, a PEM file; empty: the table makes its own if it needs one",
    )
    certificate_key: str = key("", "the private key of that certificate; empty: it is in the same file")
    plain_http: bool = key(
        False, "true: without encryption beyond this machine too; others in the network can read every PIN"
    )
    proxies: str = key(
        "", "the addresses of proxies before the table, with blanks between them; empty: there is none"
    )
    names: str = key(
        "", "further names of the table, such as the one that a proxy has for it, with blanks between them"
    )
    streams: int = key(
        200, "how many browsers may follow at once; one more is asked to come back later", bounds=(1, 900)
    )
    streams_of_one: int = key(50, "how many of them may be of one address", bounds=(1, 900))
    connections_of_one: int = key(
        100, "how many connections one address may have, unless it is a proxy’s", bounds=(4, 2000)
    )
    watched_by: str = key(
        "", "the addresses that may read /metrics and all of /readyz, with blanks between them; empty: none"
    )

    @property
    def port_of_own_screen(self) -> int:
        """The port of the table's own screen; 0: any free one."""
        beside = self.port + 1 if self.port < HIGHEST_PORT else self.port - 1
        return self.own_port or (beside if self.port else 0)

    @property
    def is_of_this_machine(self) -> bool:
        """Whether no other machine can reach the screens."""
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return self.host == "localhost"

    @property
    def is_encrypted(self) -> bool:
        """Whether the screens, but for the table's own, are served by TLS."""
        return bool(self.certificate) or not (self.plain_http or self.is_of_this_machine)

    @property
    def own_address(self) -> str:
        """Where a browser on this machine finds the table's own screen."""
        return f"http://{OWN_HOST}:{self.port_of_own_screen}/"


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseSection:
    """How the house looks on the screens of the public, on the first page and on paper."""

    mark: str = key("", "the mark of the house: an SVG or PNG file; empty: none")
    cloth: str = key("", "the colour of the cloth, such as #0E3B2E; empty: the green of ours")
    accent: str = key("", "the colour of names and lines on it, such as #DCC08A; empty: the gold of ours")


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplaySection:
    """What a display of the public shows while nobody plays."""

    idle_s: int = key(
        600,
        "after how many seconds without a coup a display rests; 0: only while the table is closed",
        bounds=(0, 86_400),
    )
    pictures: str = key("", "a folder of JPEG and PNG pictures that a resting display shows; empty: none")
    seconds_per_picture: int = key(30, "how long each of them stands", bounds=(10, 3600))
    opens: str = key(
        "", 'when the table opens, by the clock of this machine: "mo-th 15:00, fr-su 14:00"; empty: not said'
    )
