"""Why a broker takes no connection of this machine, in words: TLS says it, and MQTT does not hear it."""

from __future__ import annotations

import re
import socket
import ssl
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sabot.pit.trust.certificates import TrustError
from sabot.pit.trust.papers import AGAIN, Papers

WAIT_S = 2.0

NOT_THE_PIT = "the broker hung up before it said who it is: perhaps it speaks without encryption"

WORDS = {
    "ALERT_CERTIFICATE_REVOKED": (
        "the pit has revoked the certificate of this machine: ask there why;"
        " `sabot pit enrol request --new-key` begins again"
    ),
    "ALERT_CERTIFICATE_EXPIRED": (
        "the certificate of this machine or the pit's list of revoked ones has ended by the pit's clock:"
        " `sabot pit status` at the pit says which"
    ),
    "ALERT_UNKNOWN_CA": f"the certificate of this machine is of another house than the pit: {AGAIN}",
    "ALERT_CERTIFICATE_REQUIRED": f"the pit wants a certificate, and this machine showed none: {AGAIN}",
    "ALERT_BAD_CERTIFICATE": f"the pit cannot use the certificate of this machine: {AGAIN}",
    "CERTIFICATE_VERIFY_FAILED": (
        "what answers is not the broker of this house: its certificate is of another one, or has ended."
        " Nothing was sent"
    ),
    "WRONG_VERSION_NUMBER": NOT_THE_PIT,
    "UNEXPECTED_EOF": NOT_THE_PIT,
}
"""What TLS calls it, in part, and what people need to know."""


def words(error: OSError) -> str:
    """Why TLS gave up; empty where it did not, or where it is nobody's refusal."""
    if isinstance(error, ConnectionResetError):
        return NOT_THE_PIT
    reason = getattr(error, "reason", None) or ""
    return next((each for name, each in WORDS.items() if name in str(reason)), "")


def why(address: tuple[str, int], papers: Papers) -> str:
    """Why the broker at this address refuses this machine; empty where it does not, or does not answer. It
    says so only after the handshake, and only to one who waits for it before writing anything."""
    try:
        return asked(address, papers.context())
    except TrustError as error:
        return str(error)


def asked(address: tuple[str, int], context: ssl.SSLContext) -> str:
    """The same for somebody who speaks in this way."""
    try:
        with (
            socket.create_connection(address, timeout=WAIT_S) as plain,
            context.wrap_socket(plain) as line,
        ):
            line.recv(1)
    except ssl.SSLError as error:
        return words(error)
    except OSError:
        return ""
    return ""


# --- at the pit

READ_BYTES = 1 << 18
"""So much of the end of the broker's log is read."""

_CAME = re.compile(r"(\S+): (?:New connection from (\S+):\d+ on port|Client connection from (\S+) failed)")
_FAILED = ("certificate verify failed", "peer did not return a certificate")


class Refused(NamedTuple):
    """How many connections the broker has refused for their certificate of late, and the last: when, and from
    which address."""

    times: int
    last: datetime
    address: str

    def __str__(self) -> str:
        return (
            f"the broker has refused {self.times} connections for their certificate, the last on"
            f" {self.last:%Y-%m-%d %H:%M} from {self.address}"
        )


def refused(log: Path) -> Refused | None:
    """What the broker's log says of it, nothing where there is no log. Whose certificate it was it does not
    say."""
    found = None
    came = ("", "")
    for line in _end(log).splitlines():
        if match := _CAME.match(line):
            came = (match[1], match[2] or match[3])
        if came[0] and any(each in line for each in _FAILED):
            count = found.times + 1 if found else 1
            found = Refused(count, datetime.fromisoformat(came[0]), came[1])
    return found


def _end(log: Path) -> str:
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - READ_BYTES))
            return file.read().decode("utf-8", "replace")
    except OSError:
        return ""
