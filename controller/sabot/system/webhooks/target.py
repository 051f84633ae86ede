"""Where a webhook goes: an address that may be asked, looked up again each time.

A name that leads into the house's own network could make the table ask what nobody outside may ask, so it is
refused unless the house allows it. What was looked up is what is connected to: a name that changes in between
changes nothing.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from typing import NamedTuple
from urllib.parse import urlsplit

from sabot.system.webhooks.receiver import DeliveryError

CONNECT_S, ANSWER_S = 5.0, 10.0
PORTS = {"https": 443, "http": 80}


class TargetError(DeliveryError):
    """An address that cannot be asked, or that did not take what was sent; the message is one line."""


class Target(NamedTuple):
    """A receiver. `is_private_allowed`: it may be in the house's own network."""

    scheme: str
    host: str
    port: int
    path: str
    is_private_allowed: bool

    @property
    def name(self) -> str:
        """How the log names it: without its path, which may hold a secret."""
        return f"{self.scheme}://{self.host}:{self.port}"


def target(url: str, *, is_private_allowed: bool) -> Target:
    """The receiver at this address. Raises TargetError for an address that no webhook may have."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or PORTS.get(parts.scheme, 0)
    except ValueError:
        raise TargetError("is no address; expected https://HOST/PATH") from None
    if parts.scheme not in PORTS or not host or not url.isascii() or not url.isprintable():
        raise TargetError("is no address; expected https://HOST/PATH")
    if parts.username or parts.password or parts.fragment:
        raise TargetError("has a name, a password or a # in it; expected https://HOST/PATH")
    if parts.scheme == "http" and not is_private_allowed:
        raise TargetError("is not encrypted; expected https:// (http:// only with private_addresses = true)")
    path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
    return Target(parts.scheme, host, port, path, is_private_allowed)


def looked_up(to: Target) -> str:
    """The number of the machine that is to be asked now. Raises TargetError where there is none, or one of
    them may not be asked."""
    try:
        found = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TargetError(f"{to.host} is not found: {error}") from None
    numbers = [str(each[4][0]) for each in found]
    if not to.is_private_allowed and (inside := [each for each in numbers if not is_public(each)]):
        why = "private_addresses = true allows it"
        raise TargetError(f"{to.host} leads to {inside[0]}, which is no address of the public network: {why}")
    return numbers[0]


def is_public(number: str) -> bool:
    """Whether this is a machine anywhere in the world, and not one of this machine or its own networks.

    >>> is_public("198.41.0.4"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    found = ipaddress.ip_address(number.partition("%")[0])
    within = _within(found) if isinstance(found, ipaddress.IPv6Address) else None
    if within is not None:
        return is_public(str(within))
    return found.is_global and not found.is_multicast


def _within(found: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The address of the older kind that stands in one of the newer kind, where it leads there: mapped, by
    6to4, Teredo, or NAT64 (RFC 6052)."""
    if found in ipaddress.ip_network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(found) & 0xFFFF_FFFF)
    teredo = found.teredo[1] if found.teredo is not None else None
    return next((each for each in (found.ipv4_mapped, found.sixtofour, teredo) if each is not None), None)


def post(to: Target, headers: dict[str, str], body: bytes) -> None:
    """Send this. Raises TargetError where the receiver did not say that it has it (a status of 200 to 299);
    it is not followed to another address."""
    number = looked_up(to)
    try:
        connection = _connected(to, number)
        try:
            connection.request("POST", to.path, body, headers)
            status = connection.getresponse().status
        finally:
            connection.close()
    except (OSError, http.client.HTTPException) as error:
        raise TargetError(f"{to.name} cannot be reached: {str(error) or type(error).__name__}") from None
    if not 200 <= status < 300:
        raise TargetError(f"{to.name} answered {status}")


def _connected(to: Target, number: str) -> http.client.HTTPConnection:
    """A connection to this machine, which has shown the certificate of the name."""
    line = socket.create_connection((number, to.port), CONNECT_S)
    try:
        line.settimeout(ANSWER_S)
        if to.scheme == "https":
            line = ssl.create_default_context().wrap_socket(line, server_hostname=to.host)
    except OSError:
        line.close()
        raise
    connection = http.client.HTTPConnection(to.host, to.port)
    connection.sock = line
    return connection
