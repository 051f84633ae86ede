"""The house's own authority at the pit: it signs what a person has accepted, and revokes.

The root signs the pit's authority once, and its key may then lie elsewhere. Tables know the root alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec

from sabot.config import state
from sabot.pit import topics
from sabot.pit.trust import certificates, register
from sabot.pit.trust.certificates import BROKER, COLLECTOR, TrustError
from sabot.pit.trust.papers import Papers, given, keep
from sabot.pit.trust.register import Act, Enrolled, Register

FOLDER = "trust"
"""Its folder, in that of the pit."""

WARNED_BEFORE = timedelta(days=7)
"""So long before the list of revoked certificates ends, the pit says so: then it would refuse everybody."""

BY_ITSELF = "the pit"
"""Who renews what a person has accepted."""


class Asked(NamedTuple):
    """A request: which house, which table, and the fingerprint of its key."""

    house: str
    table: str
    fingerprint: str
    key: ec.EllipticCurvePublicKey


class Authority:
    """The authority in this folder. Its functions raise TrustError and OSError."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.chain, self.key = folder / "authority.pem", folder / "authority.key"
        self.revoked = folder / "revoked.pem"
        self.register = Register(folder / "enrolled.jsonl")
        self.broker, self.collector = Papers(folder / "broker"), Papers(folder / "collector")

    @classmethod
    def of_pit(cls, folder: Path) -> Authority:
        """That of the pit in this folder."""
        return cls(folder / FOLDER)

    @property
    def is_there(self) -> bool:
        """Whether a house was made here."""
        return self.chain.exists()

    def make(self, house: str, *, root: Path, now: datetime) -> str:
        """Make the house: its root, whose key goes into the folder `root`, and the pit's authority; the
        fingerprint of the house."""
        if self.is_there:
            raise TrustError(f"{self.folder} has a house already: nothing was made")
        key, own = certificates.new_key(), certificates.new_key()
        top = certificates.root(house, key, now)
        below = certificates.pit(house, own, certificates.issuer(top, key), now)
        self.folder.mkdir(parents=True, exist_ok=True, mode=state.PRIVATE_FOLDER)
        keep(root / f"{house}-root.key", certificates.key_written(key))
        keep(self.key, certificates.key_written(own))
        keep(self.chain, certificates.written([below, top]))
        self.refresh(now)
        return self.fingerprint

    def _opened(self) -> tuple[list[x509.Certificate], certificates.Issuer]:
        if not self.is_there:
            raise TrustError("there is no house yet: `sabot pit enrol house --house NAME` makes one")
        chain = certificates.read(given(self.chain))
        return chain, certificates.issuer(chain[0], certificates.key_read(given(self.key)))

    @property
    def house(self) -> str:
        """Its name."""
        return certificates.house_and_name(self._opened()[0][0].subject)[0]

    @property
    def fingerprint(self) -> str:
        """That of the root: by it tables know the house."""
        return certificates.fingerprint(certificates.public_key(self._opened()[0][-1]))

    def _signed(self, name: str, key: ec.EllipticCurvePublicKey, now: datetime) -> list[x509.Certificate]:
        chain, issuer = self._opened()
        return [certificates.leaf(self.house, name, key, issuer, now), *chain]

    # --- tables

    def asked(self, pem: bytes) -> Asked:
        """What a request says."""
        found = certificates.request_read(pem)
        house, table = certificates.house_and_name(found.subject)
        key = certificates.public_key(found)
        return Asked(house, table, certificates.fingerprint(key), key)

    def accept(self, pem: bytes, *, by: str, fingerprint: str, now: datetime) -> bytes:
        """Sign a request whose fingerprint a person has compared with what the table shows: the certificate
        with those that it follows from."""
        asked = self.asked(pem)
        if not certificates.is_same(fingerprint, asked.fingerprint):
            raise TrustError(f"the request has another fingerprint ({asked.fingerprint}): nothing was signed")
        act = Act(now, "accepted", asked.table, "", asked.fingerprint, now, by)
        with self.register.alone():
            self._check(asked)
            return self._issued(asked.table, asked.key, act)

    def _check(self, asked: Asked) -> None:
        if asked.house != self.house:
            raise TrustError(f"the request is for the house {asked.house}, and this is {self.house}")
        if not topics.NAME.fullmatch(asked.table):
            raise TrustError("the request is for a name that no table may have")
        if any(
            each.act == "revoked" and each.fingerprint == asked.fingerprint for each in self.register.acts()
        ):
            raise TrustError(
                "this key was revoked: `sabot pit enrol request --new-key` at the table makes another"
            )
        known = self.register.enrolled().get(asked.table)
        if known and known.revoked is None and known.accepted.fingerprint != asked.fingerprint:
            raise TrustError(
                f"{asked.table} has another key, which {known.accepted.by} accepted on"
                f" {known.accepted.at:%Y-%m-%d}: revoke that one first"
            )

    def _issued(self, name: str, key: ec.EllipticCurvePublicKey, act: Act) -> bytes:
        chain = self._signed(name, key, act.at)
        self.register.add(
            act._replace(serial=certificates.serial(chain[0]), ends=chain[0].not_valid_after_utc)
        )
        pem = certificates.written(chain)
        keep(self._of(name), pem)
        return pem

    def _of(self, name: str) -> Path:
        return self.folder / "tables" / f"{name}.pem"

    def revoke(self, name: str, *, by: str, why: str, now: datetime) -> Enrolled:
        """Take back every certificate that this table's key has; how it stood. A broker that reads the list
        again refuses it."""
        with self.register.alone():
            known = self.register.enrolled().get(name)
            if known is None or known.revoked is not None:
                raise TrustError(f"there is no certificate of a table {name}: nothing was revoked")
            self.register.add(known.newest._replace(at=now, act="revoked", by=by, why=why))
            self._list(now)
        return known

    def renewed(self, now: datetime) -> Iterator[tuple[str, bytes]]:
        """Tables with a certificate that is due, and the new one for the same key: nobody has to compare
        it again. One that has ended is not renewed: a person looks at it."""
        for name in self.register.enrolled():
            with self.register.alone():
                pem = self._renewed(name, now)
            if pem:
                yield name, pem

    def _renewed(self, name: str, now: datetime) -> bytes:
        """The new certificate of this table; empty where none is due."""
        known = self.register.enrolled()[name]
        if known.revoked is not None or now >= known.newest.ends:
            return b""
        own = certificates.read(given(self._of(name)))[0]
        if not certificates.is_due(own, now):
            return b""
        act = known.newest._replace(at=now, act="renewed", by=BY_ITSELF)
        return self._issued(name, certificates.public_key(own), act)

    def renewals(self) -> Iterator[tuple[str, bytes]]:
        """Tables whose newest certificate no person brought to them, and that certificate."""
        for name, known in self.register.enrolled().items():
            if known.revoked is None and known.newest.act == "renewed":
                yield name, given(self._of(name))

    # --- the pit's own

    def refresh(self, now: datetime) -> bool:
        """See to it that broker and collector have a certificate that is not due, and that the list of
        revoked ones is there and not half over; whether something was made."""
        made = [self._refreshed(*each, now) for each in ((BROKER, self.broker), (COLLECTOR, self.collector))]
        if not self.revoked.exists() or self.list_ends() - now < timedelta(days=certificates.CRL_DAYS / 2):
            with self.register.alone():
                self._list(now)
            return True
        return any(made)

    def _refreshed(self, name: str, papers: Papers, now: datetime) -> bool:
        if papers.is_there and not certificates.is_due(certificates.read(given(papers.certificate))[0], now):
            return False
        key = certificates.new_key()
        chain = self._signed(name, key.public_key(), now)
        keep(papers.key, certificates.key_written(key))
        keep(papers.house, certificates.written(chain[-1:]))
        keep(papers.certificate, certificates.written(chain[:-1]))
        return True

    def _list(self, now: datetime) -> None:
        _, issuer = self._opened()
        keep(self.revoked, certificates.revocations(register.revoked(self.register.acts()), issuer, now))

    def list_ends(self) -> datetime:
        """When the list of revoked certificates ends."""
        return certificates.revocations_end(given(self.revoked))

    def warnings(self, now: datetime | None = None) -> Iterator[str]:
        """What people at the pit must know: tables that were revoked or whose certificate has ended, and a
        list of revoked certificates that ends soon."""
        now = now or datetime.now(UTC)
        for name, known in self.register.enrolled().items():
            if known.revoked is not None or now >= known.newest.ends:
                yield f"{name}: certificate {known.state(now)}"
        if (ends := self.list_ends()) - now < WARNED_BEFORE:
            yield (
                f"the list of revoked certificates ends on {ends:%Y-%m-%d}: then everybody is refused."
                " `sabot pit enrol refresh` makes a new one"
            )
