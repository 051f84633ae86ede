"""Who may speak to us: our own pages, asked for under our own name; and headers that keep a page to itself.

Who may do what is asked elsewhere, by a PIN (`dashboard/sabot_dashboard/roles.py`). Here it is the page that
is asked, before any person: a foreign page cannot send an act. Acts are JSON under a header of our own, for
which a browser asks permission that it never gets. What the browser says of the request's origin must agree.
A name that a foreign server resolves to our address is refused. No token is needed, so a tablet can act at
once after the table was started again.
"""

from __future__ import annotations

import ipaddress
import socket
from typing import Protocol
from urllib.parse import urlsplit

ACT_HEADER = "X-Sabot"

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


FILE_HEADERS = {name: HEADERS[name] for name in ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")}
"""What a file needs that is no page of its own; a page fetches dozens of them."""


INSISTING = {"Strict-Transport-Security": "max-age=31536000"}
"""For a year the browser asks for this host by TLS alone, and lets nobody pass a wrong certificate. Only with
the house's certificate: a browser that insisted on the table's own would lock everybody out when the table
makes a new one."""


class Headers(Protocol):
    """The headers of a request."""

    def get(self, name: str) -> str | None:
        """The header of this name, in any case; None when it was not sent."""


def own_names(extra: tuple[str, ...] = ()) -> frozenset[str]:
    """The names under which this machine may be asked."""
    here = socket.gethostname().lower()
    return frozenset({"localhost", here, f"{here}.local", *(name.lower() for name in extra)})


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Whether `host` (of the Host header, perhaps with a port) is a plain address or one of `names`."""
    name = (urlsplit(f"//{host}").hostname or "") if _is_plain(host) else ""
    return name.lower().rstrip(".") in names or _is_address(name)


def is_own_page(headers: Headers, host: str) -> bool:
    """Whether a request that wants to act comes from one of our own pages."""
    origin, site = headers.get("Origin"), headers.get("Sec-Fetch-Site")
    return (
        headers.get(ACT_HEADER) == "act"
        and (site is None or site == "same-origin")
        and (origin is None or urlsplit(origin).netloc.lower() == host.lower())
    )


FORWARDED = (
    *("Forwarded", "Via", "X-Real-IP", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"),
    *("X-Forwarded-Port", "X-Forwarded-Server", "X-Forwarded-By", "X-Forwarded-Prefix", "X-Forwarded-Ssl"),
    *("X-Client-IP", "X-Cluster-Client-IP", "X-Original-Forwarded-For", "True-Client-IP", "CF-Connecting-IP"),
    *("Client-IP", "X-Original-Host", "X-Envoy-External-Address", "X-ProxyUser-Ip", "Proxy-Connection"),
)
"""The headers by which a proxy speaks for others."""


def is_forwarded(headers: Headers) -> bool:
    """Whether a proxy passed this request on."""
    return any(headers.get(name) is not None for name in FORWARDED)


def is_loopback(host: str) -> bool:
    """Whether `host` (of the Host header, perhaps with a port) is this machine itself."""
    name = (urlsplit(f"//{host}").hostname or "") if _is_plain(host) else ""
    return name.lower() == "localhost" or (_is_address(name) and ipaddress.ip_address(name).is_loopback)


def network_of(address: str) -> str:
    """What counts as one address: of IPv6 the network of 64 bits, which one guest may have to themselves."""
    if not _is_address(address):
        return address
    found = ipaddress.ip_address(address.partition("%")[0])
    if found.version == 4 or found.is_link_local or found.is_loopback:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False))


def _is_plain(host: str) -> bool:
    return not any(sign in host for sign in "/@?#\\ ") and (host.count("[") == host.count("]"))


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name.partition("%")[0])
    except ValueError:
        return False
    return True
