"""What is tried, each in the way of somebody who means it, and what it came to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import NamedTuple

from sabot.pit import looking, messages
from sabot.pit.attack.ground import PERSON, Ground
from sabot.pit.attack.stranger import Stranger, careless
from sabot.pit.messages import Have, Link
from sabot.pit.topics import FROM_TABLES, FROM_THE_PIT, Station
from sabot.pit.trust import refusal
from sabot.pit.trust.authority import Authority
from sabot.pit.trust.certificates import COLLECTOR
from sabot.pit.trust.papers import Papers
from sabot.record.chain import START, Record, chained


class Outcome(NamedTuple):
    """What an attack came to: who said no, in which words; `harm`: what became of the innocent table."""

    attack: str
    is_refused: bool
    why: str
    harm: str

    @property
    def is_held(self) -> bool:
        """Whether the attack was refused and harmed nobody."""
        return self.is_refused and not self.harm

    def __str__(self) -> str:
        word = "refused" if self.is_refused else "GOT THROUGH"
        harm = f"; the innocent table was HARMED: {self.harm}" if self.harm else ""
        return f"{self.attack}: {word}: {self.why}{harm}"


Refusal = tuple[bool, str]
"""Whether it was refused, and in which words."""


def foreign_topic(ground: Ground) -> Refusal:
    """A table writes records, and all else that tables write, under the name of another."""
    payload = messages.rows("0" * messages.JOURNAL_DIGITS, [_record()])
    return _published(ground, ground.innocent, FROM_TABLES, payload)


def forged_have(ground: Ground) -> Refusal:
    """A table says what the pit has, to another and to itself."""
    head = ground.carrier.outbox.head()
    assert head is not None
    payload = messages.have(Have(head.journal, head.seq + 100, "f" * 64, again=False), pit_ns=0)
    found = [_published(ground, each, FROM_THE_PIT, payload) for each in (ground.innocent, ground.guilty)]
    return all(each[0] for each in found), found[0][1]


def stolen_collector(ground: Ground) -> Refusal:
    """Somebody has the collector's own key, and says that the pit has more than the table ever wrote."""
    head = ground.carrier.outbox.head()
    assert head is not None
    forged = messages.have(Have(head.journal, head.seq + 100, "f" * 64, again=False), pit_ns=0)
    with closing(Stranger(ground.address, ground.authority.collector)) as thief:
        thief.publish(ground.innocent.topic("have"), forged)
        ground.until(lambda: ground.carrier.have is None)
    is_refused = ground.carrier.have is None
    return (
        is_refused,
        "the table does not believe it: its journal has no such record" if is_refused else "believed",
    )


def stolen_client_id(ground: Ground) -> Refusal:
    """A table says that it is the collector, or another table, to throw it out."""
    before = (ground.line.answered, ground.collectors_line.answered)
    for stolen in (COLLECTOR, ground.innocent.table):
        with closing(Stranger(ground.address, ground.sly, client_id=stolen)):
            for _ in range(10):
                ground.turn()
    if before != (ground.line.answered, ground.collectors_line.answered):
        return False, "another's line was lost"
    names = ground.names_of(ground.guilty)
    is_refused = names == {ground.guilty.table}
    return is_refused, f"the broker calls it {' and '.join(sorted(names))}"


def revoked(ground: Ground) -> Refusal:
    """A table whose certificate was taken back."""
    station = Station(ground.innocent.house, f"{ground.guilty.table}-x")
    papers = ground.enrolled(station)
    ground.authority.revoke(station.table, by=PERSON, why="to be tried", now=ground.now())
    ground.broker.read_again()
    return _connected(ground, papers, "REVOKED")


def ended(ground: Ground) -> Refusal:
    """A table whose certificate has ended."""
    station = Station(ground.innocent.house, f"{ground.guilty.table}-y")
    return _connected(ground, ground.ended(station), "EXPIRED")


def foreign_house(ground: Ground) -> Refusal:
    """Another house of the same name has made a certificate for the innocent table, and for the collector."""
    foreign: Authority = ground.house("foreign")
    found = [
        _connected(ground, each, "UNKNOWN_CA")
        for each in (ground.enrolled(ground.innocent, by=foreign), foreign.collector)
    ]
    return all(each[0] for each in found), found[0][1]


def no_certificate(ground: Ground) -> Refusal:
    """Somebody without any."""
    return _connected(ground, None, "REQUIRED")


def poisoned_record(ground: Ground) -> Refusal:
    """A table sends a record that PostgreSQL refuses, and with it all that is stored at the same time."""
    record = _record(body='{"word":"\0"}')
    journal = record.chain[: messages.JOURNAL_DIGITS]
    link = messages.link(Link(True, "boot", journal, 1, record.chain, "0"), wall_ns=1)
    with closing(Stranger(ground.address, ground.sly)) as guilty:
        guilty.publish(ground.guilty.topic("link"), link)
        ground.deal()
        guilty.publish(ground.guilty.topic("rec"), messages.rows(journal, [record]))
        ground.until(lambda: bool(_alerts(ground)))
    found = _alerts(ground)
    return bool(found), "; ".join(found) or "it was stored"


ATTACKS: dict[str, Callable[[Ground], Refusal]] = {
    "another table's topic": foreign_topic,
    "a stolen client id": stolen_client_id,
    "a forged have": forged_have,
    "a forged have with the collector's key": stolen_collector,
    "a poisoned record": poisoned_record,
    "a revoked certificate": revoked,
    "a certificate that has ended": ended,
    "a certificate of another house": foreign_house,
    "no certificate": no_certificate,
}


def outcomes(ground: Ground) -> Iterator[Outcome]:
    """What each attack came to, one after the other."""
    if harm := ground.harm():
        yield Outcome("nothing yet", False, "the pit does not work", harm)
        return
    for name, attack in ATTACKS.items():
        is_refused, why = attack(ground)
        yield Outcome(name, is_refused, why, ground.harm())


def _published(ground: Ground, station: Station, kinds: tuple[str, ...], payload: bytes) -> Refusal:
    with closing(Stranger(ground.address, ground.sly)) as guilty:
        found = {kind: guilty.publish(station.topic(kind), payload) for kind in kinds}
    through = [kind for kind, answer in found.items() if answer.words != "Not authorized"]
    return not through, f"taken: {', '.join(through)}" if through else "the broker says: Not authorized"


def _connected(ground: Ground, papers: Papers | None, wanted: str) -> Refusal:
    """Whether the broker refuses this connection, for the reason that is wanted."""
    why = refusal.asked(ground.address, careless(papers))
    name = next((each for each in refusal.WORDS if wanted in each), "")
    return bool(why) and why == refusal.WORDS[name], why or "it was taken"


def _alerts(ground: Ground) -> list[str]:
    return [each.why for each in looking.alerts(ground.database, ground.guilty.table)]


def _record(*, body: str = "{}") -> Record:
    record = Record(1, 1, 1, "note", 0, "", "", body, START)
    return record._replace(chain=chained(START, record))
