"""A table joins a house: its key stays with it, a person compares the fingerprint, and what was accepted can
be taken back. All of it without a network."""

from __future__ import annotations

import fcntl
import json
import stat
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from cryptography import x509

from sabot.cli.pit.commands import pit
from sabot.pit.line import Message
from sabot.pit.messages import MESSAGE_BYTES_MOST
from sabot.pit.topics import FROM_TABLES, FROM_THE_PIT, Station
from sabot.pit.trust import authority as of_pit
from sabot.pit.trust import certificates, enrolment, renewal, rights
from sabot.pit.trust.authority import WARNED_BEFORE, Authority
from sabot.pit.trust.certificates import BROKER, COLLECTOR, TrustError
from sabot.pit.trust.papers import Papers
from sabot.pit.trust.refusal import refused
from sabot.pit.trust.register import Act, Register
from sabot.pit.trust.renewal import Renewals
from tests.controller.pit.houses import NOW, PERSON, asked, days, enrolled, house, states
from tests.controller.pit.tables import Hall
from tools.pit_floor import HOUSE


@pytest.fixture
def authority(folder: Path) -> Authority:
    return house(folder)


def certificate(papers: Papers) -> x509.Certificate:
    return certificates.read(papers.certificate.read_bytes())[0]


def said(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(pit, ["enrol", *words])
    return done.exit_code, done.output


# --- the commands, from the house to a revoked table


def test_a_table_is_enrolled_shown_and_revoked_by_commands(folder: Path) -> None:
    at_the_pit, at_the_table = ("--folder", str(folder)), ("--certificates", str(folder / "t1"))
    file, stick = folder / "t1.request", folder / "stick"
    status, text = said("house", "--house", HOUSE, "--root", str(stick), *at_the_pit)
    assert status == 0
    shown = text.splitlines()[0].partition("fingerprint ")[2]
    assert [each.name for each in stick.iterdir()] == [f"{HOUSE}-root.key"]

    status, text = said("request", "--house", HOUSE, "--table", "t1", str(file), *at_the_table)
    assert status == 0
    fingerprint = text.splitlines()[-1]
    assert said("show", str(file), *at_the_pit) == (0, f"t1 of {HOUSE}: {fingerprint}\n")
    assert b"PRIVATE" not in file.read_bytes()

    spelt = fingerprint.upper().replace(" ", ":")
    status, text = said("accept", str(file), "--by", PERSON, "--fingerprint", spelt, *at_the_pit)
    assert (status, f"accepted by {PERSON}" in text, text.strip().endswith(shown)) == (0, True, True)
    made = f"{file}.certificate"
    status, text = said("install", made, "--fingerprint", shown, *at_the_table)
    assert (status, f"t1 is enrolled with {HOUSE} until" in text) == (0, True)

    status, text = said("list", *at_the_pit)
    assert text.splitlines()[0] == f"the house {HOUSE}: {shown}"
    assert f"accepted by {PERSON}" in text.splitlines()[1]
    assert said("revoke", "t1", "--by", PERSON, "--why", "it was stolen", *at_the_pit)[0] == 0
    (line,) = said("list", "--json", *at_the_pit)[1].splitlines()
    plain = json.loads(line)
    assert plain["state"].endswith(f"by {PERSON}: it was stolen")
    assert (plain["accepted"]["by"], plain["revoked"]["why"]) == (PERSON, "it was stolen")
    assert said("refresh", *at_the_pit) == (0, "nothing is due\n")
    lines = said("broker", *at_the_pit)[1]
    assert "crlfile" in lines
    assert f"message_size_limit {MESSAGE_BYTES_MOST}\n" in lines


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("list",), "there is no house yet"),
        (("house", "--house", "A B"), "is no name"),
        (("show", "missing"), "No such file"),
        (("show", "nonsense"), "holds no request"),
        (("request", "--house", HOUSE, "--table", "pit.broker", "new"), "is no name"),
        (("request", "--house", HOUSE, "--table", "t1", "nonsense"), "is there already"),
        (("install", "nonsense"), "holds no certificate"),
        (("revoke", "t1", "--by", PERSON, "--why", "x"), "there is no certificate of a table t1"),
    ],
)
def test_what_cannot_be_done_is_refused_in_a_line(folder: Path, words, why, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    (folder / "nonsense").write_text("nonsense")
    status, text = said(*words)
    assert status != 0
    assert why in text
    assert len(text.splitlines()) == 1


def test_without_a_certificate_a_carrier_says_how_to_get_one(folder: Path, authority: Authority) -> None:
    words = ["carry", "--house", HOUSE, "--table", "t2", "--certificates"]
    papers = enrolled(authority, folder, "t1")
    done = CliRunner().invoke(pit, [*words, str(papers.folder)])
    assert (done.exit_code, f"is that of t1 in the house {HOUSE}" in done.output) == (2, True)
    done = CliRunner().invoke(pit, [*words, str(folder / "nothing")])
    assert (done.exit_code, "sabot pit enrol request" in done.output) == (2, True)


# --- who is signed


def test_only_the_fingerprint_that_the_table_shows_is_signed(folder: Path, authority: Authority) -> None:
    request, _ = asked(Papers(folder / "t1"), "t1")
    _, other = asked(Papers(folder / "t2"), "t2")
    with pytest.raises(TrustError, match="another fingerprint"):
        authority.accept(request, by=PERSON, fingerprint=other, now=NOW)
    assert authority.register.acts() == []


@pytest.mark.parametrize("name", [BROKER, COLLECTOR, "T1", "+", "a/b"])
def test_a_request_for_the_name_of_the_pit_is_refused(folder: Path, authority: Authority, name: str) -> None:
    request, fingerprint = asked(Papers(folder / "sly"), name)
    with pytest.raises(TrustError, match="no table may have"):
        authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)


def test_a_request_for_another_house_is_refused(folder: Path, authority: Authority) -> None:
    request, fingerprint = asked(Papers(folder / "t1"), "t1", "elsewhere")
    with pytest.raises(TrustError, match="for the house elsewhere"):
        authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)


def test_a_second_key_for_a_table_needs_a_word_about_the_first(folder: Path, authority: Authority) -> None:
    enrolled(authority, folder, "t1")
    request, fingerprint = asked(Papers(folder / "other"), "t1")
    with pytest.raises(TrustError, match=f"another key, which {PERSON} accepted"):
        authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)
    authority.revoke("t1", by=PERSON, why="a new machine", now=NOW)
    authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)
    assert "valid until" in next(iter(states(authority)))


def test_a_new_key_takes_the_place_of_the_old_one_with_its_certificate(folder: Path, authority: Authority):
    papers = enrolled(authority, folder, "t1")
    old = papers.key.read_bytes()
    request, fingerprint = asked(papers, "t1", is_new_key=True)
    assert asked(papers, "t1")[1] == fingerprint
    papers.context()
    authority.revoke("t1", by=PERSON, why="it was stolen", now=NOW)
    pem = authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)
    enrolment.install(papers, pem, now=NOW)
    papers.context()
    assert papers.key.read_bytes() != old
    assert not papers.next_key.exists()


def test_a_request_into_a_file_that_is_there_makes_no_key(folder: Path, authority: Authority):
    papers, there = enrolled(authority, folder, "t1"), folder / "there"
    there.touch()
    with pytest.raises(TrustError, match="is there already"):
        enrolment.write_request(there, papers, Station(HOUSE, "t1"), is_new_key=True)
    assert not papers.next_key.exists()
    papers.key.write_bytes(b"")
    with pytest.raises(TrustError):
        enrolment.write_request(folder / "new", papers, Station(HOUSE, "t1"))
    assert not (folder / "new").exists()


def test_what_is_in_the_register_is_on_disk_and_an_unfinished_line_is_none(
    folder: Path, monkeypatch: pytest.MonkeyPatch
):
    synced: list[int] = []
    monkeypatch.setattr("sabot.pit.trust.register.os.fsync", synced.append)
    register, act = Register(folder / "enrolled.jsonl"), Act(NOW, "accepted", "t1", "1", "x", NOW, "A\u2028B")
    register.add(act)
    assert synced
    with register.file.open("ab") as file:
        file.write('{"act":"accepted","by":"é'.encode()[:-1])
    assert register.acts() == [act]
    register.add(act)
    assert register.acts() == [act, act]
    register.file.write_bytes(register.file.read_bytes().rstrip())  # as an editor may leave it
    assert register.acts() == [act, act]
    register.add(act)
    assert register.acts() == [act, act, act]


def test_a_revoked_key_is_never_signed_again(folder: Path, authority: Authority) -> None:
    papers = enrolled(authority, folder, "t1")
    authority.revoke("t1", by=PERSON, why="it was stolen", now=NOW)
    request, fingerprint = asked(papers, "t1")
    with pytest.raises(TrustError, match="--new-key"):
        authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)
    request, fingerprint = asked(papers, "t1", is_new_key=True)
    authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)


def test_all_certificates_of_a_revoked_key_are_in_the_list(folder: Path, authority: Authority) -> None:
    papers = enrolled(authority, folder, "t1")
    numbers = {certificate(papers).serial_number}
    for _, pem in authority.renewed(days(61)):
        enrolment.renew(papers, pem, now=days(61))
    numbers.add(certificate(papers).serial_number)
    authority.revoke("t1", by=PERSON, why="it was stolen", now=days(62))
    assert numbers_in_the_list(authority) == numbers
    assert len(numbers) == 2


# --- two people at the pit, or one and the pit itself, at once


def comes_between(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, act: Callable[[], object]
) -> Callable[[], None]:
    """Somebody acts right before this function of the first is called. The lock does not wait here: who
    is kept out by it acts once the function that is returned is called."""
    real, lock, kept_out = getattr(owner, name), fcntl.flock, list[Callable[[], object]]()

    def go_on() -> None:
        for each in kept_out:
            each()

    def reached(*given: object) -> object:
        monkeypatch.setattr(owner, name, real)
        try:
            act()
        except BlockingIOError:
            kept_out.append(act)
        return real(*given)

    monkeypatch.setattr(owner, name, reached)
    monkeypatch.setattr(fcntl, "flock", lambda file, how: lock(file, how | fcntl.LOCK_NB))
    return go_on


def numbers_in_the_list(authority: Authority) -> set[int]:
    return {each.serial_number for each in x509.load_pem_x509_crl(authority.revoked.read_bytes())}


def test_of_two_people_who_revoke_at_once_each_table_is_in_the_list(
    folder: Path, authority: Authority, monkeypatch
) -> None:
    numbers = {certificate(enrolled(authority, folder, name)).serial_number for name in ("t1", "t2")}
    other = Authority(authority.folder)
    go_on = comes_between(
        monkeypatch, of_pit, "keep", lambda: other.revoke("t2", by=PERSON, why="stolen too", now=NOW)
    )
    authority.revoke("t1", by=PERSON, why="it was stolen", now=NOW)
    go_on()
    assert numbers_in_the_list(authority) == numbers


def test_of_two_requests_for_one_name_that_are_accepted_at_once_one_is_signed(
    folder: Path, authority: Authority, monkeypatch
) -> None:
    (first, its), (second, of_second) = (asked(Papers(folder / name), "t1") for name in ("one", "two"))
    other = Authority(authority.folder)
    go_on = comes_between(
        monkeypatch, Register, "add", lambda: other.accept(second, by="B", fingerprint=of_second, now=NOW)
    )
    authority.accept(first, by=PERSON, fingerprint=its, now=NOW)
    with pytest.raises(TrustError, match=f"another key, which {PERSON} accepted"):
        go_on()
    assert [each.by for each in authority.register.acts()] == [PERSON]


def test_a_table_that_is_revoked_while_it_is_renewed_has_no_certificate_that_is_not_in_the_list(
    folder: Path, authority: Authority, monkeypatch
) -> None:
    papers = enrolled(authority, folder, "t1")
    numbers = {certificate(papers).serial_number}
    other = Authority(authority.folder)
    go_on = comes_between(
        monkeypatch, Register, "add", lambda: other.revoke("t1", by=PERSON, why="stolen", now=days(61))
    )
    for _, pem in authority.renewed(days(61)):
        numbers.add(certificates.read(pem)[0].serial_number)
    go_on()
    assert (numbers_in_the_list(authority), len(numbers)) == (numbers, 2)


# --- what is installed


def test_what_was_signed_for_another_machine_or_house_is_not_installed(folder: Path) -> None:
    authority = house(folder)
    papers, other = Papers(folder / "t1"), Papers(folder / "t2")
    request, fingerprint = asked(papers, "t1")
    asked(other, "t2")
    pem = authority.accept(request, by=PERSON, fingerprint=fingerprint, now=NOW)
    with pytest.raises(TrustError, match="another machine's key"):
        enrolment.install(other, pem, now=NOW)
    with pytest.raises(TrustError, match="comes first"):
        enrolment.install(Papers(folder / "t3"), pem, now=NOW)
    with pytest.raises(TrustError, match="this is another house"):
        enrolment.install(papers, pem, now=NOW, house_fingerprint="0" * 32)
    with pytest.raises(TrustError, match="ended on"):
        enrolment.install(papers, pem, now=days(91))
    leaf, pit_, _ = certificates.read(pem)
    foreign = certificates.read(house(folder / "foreign").chain.read_bytes())[-1]
    with pytest.raises(TrustError, match="do not follow"):
        enrolment.install(papers, certificates.written([leaf, pit_, foreign]), now=NOW)
    assert not papers.is_there


def test_keys_are_for_their_own_user_alone(folder: Path, authority: Authority) -> None:
    papers = enrolled(authority, folder, "t1")
    kept = [authority.key, authority.broker.key, papers.key, *(folder / "stick").iterdir()]
    assert {stat.S_IMODE(each.stat().st_mode) for each in kept} == {0o600}


# --- time


def test_a_certificate_is_renewed_after_sixty_days_for_the_same_key(
    folder: Path, authority: Authority
) -> None:
    papers = enrolled(authority, folder, "t1")
    enrolled(authority, folder, "t2")
    authority.revoke("t2", by=PERSON, why="it left", now=NOW)
    before = certificate(papers)
    assert [*authority.renewed(days(59))] == []
    ((name, pem),) = authority.renewed(days(60))
    assert name == "t1"
    assert enrolment.renew(papers, pem, now=days(60))
    after = certificate(papers)
    assert after.public_key() == before.public_key()
    assert after.not_valid_after_utc - before.not_valid_after_utc == timedelta(days=60)
    assert not enrolment.renew(papers, pem, now=days(60))
    assert [*authority.renewed(days(61))] == []


def test_a_renewed_certificate_comes_over_the_line_until_the_table_has_it(
    folder: Path, authority: Authority
) -> None:
    papers, clock = enrolled(authority, folder, "t1"), [0.0]
    renewals = Renewals(authority, clock=lambda: clock[0])
    assert [*renewals.due(days(59))] == []
    assert [*renewals.due(days(60))] == []  # not yet time to look
    clock[0] = renewal.LOOK_S
    ((table, payload),) = renewals.due(days(60))
    assert table == "t1"
    assert renewal.take(papers, payload, days(60))
    renewals.again()
    assert [*renewals.due(days(60))] == [("t1", payload)]
    assert not renewal.take(papers, payload, days(60))
    authority.revoke("t1", by=PERSON, why="it was stolen", now=days(61))
    renewals.again()
    assert [*renewals.due(days(61))] == []


def test_the_collector_sends_it_and_the_carrier_puts_it_in_place(
    folder: Path, authority: Authority, database, caplog
) -> None:
    papers = enrolled(authority, folder, "t1", now=days(-70))
    before = certificate(papers)
    hall = Hall(folder, database)
    hall.collector.renewals = Renewals(authority)
    hall.write("t1", "a word")
    hall.open_carrier("t1").papers = papers
    hall.run()
    assert certificate(papers).not_valid_after_utc > before.not_valid_after_utc
    hall.carriers["t1"][1].came.append(Message(Station(HOUSE, "t1").topic("certificate"), b'{"v":1}'))
    hall.run()
    assert "passed over: it has no certificate" in caplog.text
    authority.key.write_bytes(b"damaged")
    hall.collector.renewals.again()
    hall.collector.renewals.authority.register.file.write_text("damaged\n")
    hall.run()
    assert "no certificate was renewed" in caplog.text
    assert hall.found() == []


def test_one_of_another_house_does_not_come_over_the_line(folder: Path, authority: Authority) -> None:
    papers, foreign = enrolled(authority, folder, "t1"), house(folder / "foreign")
    request, fingerprint = asked(papers, "t1")
    pem = foreign.accept(request, by=PERSON, fingerprint=fingerprint, now=days(1))
    with pytest.raises(TrustError, match="another house or name"):
        enrolment.renew(papers, pem, now=NOW)


def test_one_that_has_ended_is_named_and_not_renewed(folder: Path, authority: Authority) -> None:
    papers = enrolled(authority, folder, "t1", now=days(-100))
    with pytest.raises(TrustError, match="the certificate of t1 ended on"):
        papers.check(NOW)
    with pytest.raises(TrustError, match="clock of this machine is slow"):
        papers.check(days(-200))
    assert [*authority.renewed(NOW)] == []
    assert [each.partition(" on ")[0] for each in authority.warnings(NOW)] == ["t1: certificate ENDED"]


def test_the_pit_renews_its_own_and_warns_before_the_list_of_revoked_ones_ends(folder: Path) -> None:
    authority = house(folder)
    assert not authority.refresh(days(59))
    ends = authority.list_ends()
    assert [*authority.warnings(ends - WARNED_BEFORE)] == []
    (why,) = authority.warnings(ends - WARNED_BEFORE + timedelta(hours=1))
    assert "everybody is refused" in why
    assert authority.refresh(days(60))
    assert authority.refresh(days(200))
    assert authority.list_ends() > ends


# --- what the broker is told


def test_a_table_may_write_only_under_its_own_name_and_never_what_the_pit_says() -> None:
    lines = rights.rights(HOUSE).splitlines()
    of_tables = lines[: lines.index(f"user {COLLECTOR}")]
    written = {each.rpartition("/")[2] for each in of_tables if each.startswith("pattern write")}
    assert set(FROM_TABLES) <= written
    assert not written & set(rights.OF_THE_PIT)
    assert set(FROM_THE_PIT) <= set(rights.OF_THE_PIT)
    assert all(f"sabot/1/{HOUSE}/%u/" in each for each in of_tables if each.startswith("pattern"))


def test_the_brokers_log_says_how_often_somebody_was_refused(folder: Path) -> None:
    log = folder / "mosquitto.log"
    assert refused(log) is None
    came = "2026-11-24T17:40:0{}: New connection from 10.0.0.{}:45090 on port 8883.\n"
    failed = "2026-11-24T17:40:06: OpenSSL Error[0]: error:0A000086:SSL routines::certificate verify failed\n"
    log.write_text(came.format(1, 1) + came.format(2, 2) + failed + came.format(3, 3) + failed)
    found = refused(log)
    assert found is not None
    assert (found.times, found.address) == (2, "10.0.0.3")
    assert str(found).endswith("2026-11-24 17:40 from 10.0.0.3")
