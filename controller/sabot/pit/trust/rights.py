"""What Mosquitto is told: who may connect, and who may write and read what.

A name is that of the certificate, never what a client says of itself: not as a user, and not as a client.
"""

from __future__ import annotations

from sabot.pit.topics import FROM_TABLES, FROM_THE_PIT, Station
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.certificates import COLLECTOR
from sabot.pit.trust.papers import keep

OF_A_TABLE = tuple(dict.fromkeys((*FROM_TABLES, "state", "head", "answer")))
OF_THE_PIT = tuple(dict.fromkeys((*FROM_THE_PIT, "offer")))

LISTENER = """\
# Without `use_username_as_clientid`, a table could take the client id of the collector and throw it out.
listener {port}{address}
cafile {authority.chain}
certfile {authority.broker.certificate}
keyfile {authority.broker.key}
crlfile {authority.revoked}
tls_version tlsv1.2
require_certificate true
use_identity_as_username true
use_username_as_clientid true
allow_anonymous false
acl_file {rights}
"""


def rights(house: str) -> str:
    """The rights of tables and collector, as Mosquitto reads them."""
    each, every = Station(house, "%u"), Station(house, "+")
    lines = ["# A table, under its own name alone."]
    lines += [f"pattern write {each.topic(kind)}" for kind in OF_A_TABLE]
    lines += [f"pattern read {each.topic(kind)}" for kind in OF_THE_PIT]
    lines += ["", "# The collector alone says what the pit has.", f"user {COLLECTOR}"]
    lines += [f"topic read {every.topic(kind)}" for kind in OF_A_TABLE]
    lines += [f"topic write {every.topic(kind)}" for kind in OF_THE_PIT]
    return "\n".join(lines) + "\n"


def listener(authority: Authority, port: int, *, address: str = "") -> str:
    """The lines of a listener that takes certificates of this house alone; the file of rights is written
    beside them. `address`: where it listens, else everywhere. Raises TrustError and OSError."""
    file = authority.folder / "rights"
    keep(file, rights(authority.house).encode())
    return LISTENER.format(
        port=port, address=f" {address}" if address else "", authority=authority, rights=file
    )
