"""A house with its authority, and machines that were enrolled in it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sabot.pit.topics import Station
from sabot.pit.trust import enrolment
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.papers import Papers
from tools.pit_floor import HOUSE

NOW = datetime.now(UTC)
PERSON = "A. Person"


def days(number: float) -> datetime:
    """The moment `number` days from now."""
    return NOW + timedelta(days=number)


def house(folder: Path, name: str = HOUSE, *, now: datetime = NOW) -> Authority:
    """A house whose authority is in this folder."""
    authority = Authority(folder / "trust")
    authority.make(name, root=folder / "stick", now=now)
    return authority


def asked(papers: Papers, table: str, house: str = HOUSE, *, is_new_key: bool = False) -> tuple[bytes, str]:
    """The request of a table, and its fingerprint."""
    return enrolment.request(papers, Station(house, table), is_new_key=is_new_key)


def enrolled(authority: Authority, folder: Path, table: str, *, now: datetime = NOW) -> Papers:
    """A table that asked, was accepted, and installed what it got."""
    papers = Papers(folder / table)
    request, fingerprint = asked(papers, table, authority.house)
    pem = authority.accept(request, by=PERSON, fingerprint=fingerprint, now=now)
    enrolment.install(papers, pem, now=now)
    return papers


def states(authority: Authority, now: datetime = NOW) -> Iterable[str]:
    """How the tables stand, in words."""
    return [f"{name}: {each.state(now)}" for name, each in authority.register.enrolled().items()]
