"""The supervisor's page over HTTP, on a real journal: they look back, correct with reason and name, opens
and closes."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from sabot.core.agreement import DOUBT_NS
from sabot.core.cards import card_named
from sabot.core.observations import CardLies, CardSeen, ClockTicked
from sabot.record.heads import Signer
from sabot.record.journal import reading
from sabot.record.journal import records as records_of
from sabot_dashboard import refusals
from sabot_dashboard.pages import report
from sabot_dashboard.pages.supervisor import WrongError, read
from sabot_dashboard.picture import projection
from sabot_dashboard.words.languages import catalogue
from sabot_dashboard.words.records import in_words
from tests.dashboard import views
from tests.dashboard.doors import ELSEWHERE, at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_app import ACT, KEY

NAME = {"by": "M. Dupont"}
CLAIMED = '"M. Dupont" (claimed)'


def do(client: FlaskClient, what: str, **body: Any) -> Any:
    return client.post("/supervisor/acts", json={"do": what, "key": KEY, **NAME, **body}, headers=ACT)


def shift(client: FlaskClient) -> Any:
    return client.get("/supervisor/shift").json


def test_the_day_s_coups_and_faults_are_told_with_their_rules(casino: Casino, client: FlaskClient) -> None:
    casino.play("rnvp 8C 4S QD KH end " + views.FAUX_TIRAGE)
    told = shift(client)
    assert [(coup["coup"], coup["won"], coup["faults"]) for coup in told["coups"]] == [
        (1, "punto", 0),
        (2, "egalite", 1),
    ]
    assert told["faults"][0]["title"]["id"] == "Faux tirage"
    because = told["faults"][0]["because"]
    assert because["id"] == "the banker drew: {why}"
    assert because["values"]["why"]["id"] == "banco has {n} against {given} and stands"


def test_a_coup_is_replayed_card_by_card_in_sentences(casino: Casino, client: FlaskClient) -> None:
    casino.play("rnvp 8C 4S")
    casino.tell(CardSeen(views.observation("QD").card, source="manual"))
    steps = client.get("/supervisor/coup/1").json
    assert [len(step["places"][0]["cards"]) for step in steps] == [0, 1, 1, 2]
    assert steps[1]["sentence"]["id"] == "Card {card}, seen by the {role}"
    assert steps[3]["sentence"] == {"id": "Card {card}, entered by hand", "values": {"card": "Q♦"}}
    assert steps[3]["manual"] == ["QD"]
    assert client.get("/supervisor/coup/77").status_code == 404


def test_while_the_journal_cannot_be_read_each_page_says_so_and_then_it_goes_on(
    casino: Casino, client: FlaskClient
) -> None:
    casino.play("rnvp 8C")
    journal = casino.settings.journal_path
    away = journal.rename(journal.with_name("away"))
    for page in ("/shift", "/coup/1", "/report.csv", "/report.pdf"):
        answer = client.get(f"/supervisor{page}", headers=ACT)
        assert (answer.status_code, answer.json["why"]["id"]) == (503, refusals.UNREADABLE), page
    read = client.get("/supervisor/report.pdf?lang=fr", headers={"Accept": "text/html"})
    assert "Le journal de cette table" in read.text
    away.rename(journal)
    assert [client.get(f"/supervisor{page}").status_code for page in ("/shift", "/coup/1")] == [200, 200]


def test_an_answer_goes_on_record_with_name_and_reason(casino: Casino, client: FlaskClient) -> None:
    casino.play(views.FAUX_TIRAGE)
    assert do(client, "acknowledge", reason="the player agreed").json["taken"] is True
    answer = shift(client)["faults"][0]["answer"]
    assert (answer["by"], answer["reason"]) == (CLAIMED, "the player agreed")


def test_a_typed_name_never_reads_like_a_proved_one_in_the_record_on_the_screens_and_in_the_exports(
    casino: Casino, client: FlaskClient
) -> None:
    casino.play(views.FAUX_TIRAGE)
    do(client, "acknowledge", reason="agreed", by="M. Dupont (supervisor)")
    do(client, "remark", reason="late", by='M. Dupont" (supervisor)', key=KEY[::-1])
    told, named = shift(client), '"M. Dupont (supervisor)" (claimed)'
    assert told["faults"][0]["answer"]["by"] == named
    remark = told["notes"][-1]["sentence"]["values"]["by"]
    assert in_words(remark, {}) == '"M. Dupont\' (supervisor)" (claimed)'
    printed = report.printed(
        casino.office.shifts.report(), lambda title, parts, **_: repr(parts).encode(), table="T", words={}
    )
    assert named in printed.decode()
    steps = [step["sentence"]["values"].get("by", "") for step in client.get("/supervisor/coup/1").json]
    assert named in [in_words(by, {}) for by in steps]


def test_no_name_is_in_the_journal_and_every_page_has_it(casino: Casino, client: FlaskClient) -> None:
    casino.play(views.FAUX_TIRAGE)
    do(client, "acknowledge", reason="agreed", by="E. Maes")
    casino.office.people.add("A. Claes", "supervisor", "4711")
    for pin in ("4712", "4711"):
        client.post("/enter", json={"name": "A. Claes", "pin": pin}, headers=ACT)
    do(client, "remark", reason="late", key=KEY[::-1])
    with reading(casino.settings.journal_path) as file:
        journal = " ".join(record.body for record in records_of(file))
    assert "Maes" not in journal and "Claes" not in journal
    told = shift(client)
    assert told["faults"][0]["answer"]["by"] == '"E. Maes" (claimed)'
    assert [each["by"] for each in told["notes"]] == ['"A. Claes" (claimed)', "A. Claes (supervisor)"]
    refused = told["notes"][0]["sentence"]
    assert (refused["id"], refused["values"]["text"]) == ("A PIN was refused: {text}", '"A. Claes" (claimed)')


def test_the_report_has_pseudonyms_unless_names_are_asked_for(
    casino: Casino, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "printed", lambda found, paper, **_: repr(found).encode())
    casino.play(views.FAUX_TIRAGE)
    do(client, "acknowledge", reason="agreed", by="E. Maes")
    pseudonym = casino.office.people.pseudonym_of("E. Maes")
    plain, named = (client.get(f"/supervisor/report.pdf{query}").text for query in ("", "?names=yes"))
    assert (pseudonym in plain, "Maes" in plain) == (True, False)
    assert (pseudonym in named, "Maes" in named) == (False, True)


def test_after_a_name_was_erased_the_pages_show_the_pseudonym(casino: Casino, client: FlaskClient) -> None:
    casino.play(views.FAUX_TIRAGE)
    do(client, "acknowledge", reason="agreed", by="E. Maes")
    pseudonym = casino.office.people.pseudonym_of("E. Maes")
    casino.office.erase("E. Maes")
    assert shift(client)["faults"][0]["answer"]["by"] == f"{pseudonym} (claimed)"


def test_a_correction_needs_a_reason_and_a_name(casino: Casino, client: FlaskClient) -> None:
    casino.play("rnvp 8C")
    without = do(client, "withdraw", seen=casino.feed.newest.seq)
    assert (without.status_code, without.json["why"]["id"]) == (400, "Say why: it goes on record.")
    nameless = do(client, "withdraw", seen=casino.feed.newest.seq, reason="read wrongly", by=" ")
    assert nameless.json["why"]["id"] == "Say who you are."
    assert do(client, "withdraw", seen=casino.feed.newest.seq, reason="read wrongly").status_code == 200
    assert casino.loop.table.play.sabot.drawn == 0


def test_nothing_is_withdrawn_that_they_have_not_seen(casino: Casino, client: FlaskClient) -> None:
    casino.play("rnvp 8C")
    seen = casino.feed.newest.seq
    casino.play("4S")
    assert do(client, "withdraw", seen=seen, reason="read wrongly").status_code == 409
    assert casino.loop.table.play.sabot.drawn == 2


def test_the_same_press_twice_withdraws_one_act(casino: Casino, client: FlaskClient) -> None:
    casino.play("rnvp 8C 4S")
    seen = casino.feed.newest.seq
    codes = [do(client, "withdraw", seen=seen, reason="x").status_code for _ in range(2)]
    assert codes[0] == 200
    assert casino.loop.table.play.sabot.drawn == 1


def test_the_table_and_the_sabot_are_closed_and_opened_with_counts(
    casino: Casino, client: FlaskClient
) -> None:
    assert do(client, "close-table", counted="12 500").status_code == 400
    assert do(client, "close-table", counted="12500,50").json["taken"] is True
    assert casino.feed.newest.view["shut"] is True
    assert do(client, "open-table", counted="0", key="another-key").json["taken"] is True
    assert casino.feed.newest.view["shut"] is False
    casino.play("rnvp 8C")
    assert do(client, "open-sabot", counted="312", key="a-third-key").json["taken"] is True
    assert casino.loop.table.play.sabot.drawn == 0
    assert [each["sentence"]["values"]["n"] for each in shift(client)["notes"]] == ["12500.50", "0.00", "312"]


def test_the_report_is_a_pdf_and_a_csv(casino: Casino, client: FlaskClient) -> None:
    casino.play("rnvp 8C 4S QD KH end " + views.FAUX_TIRAGE)
    do(client, "remark", reason="the lamp was dim – 🂡", about=1)
    pdf = client.get("/supervisor/report.pdf?lang=nl")
    assert (pdf.content_type, pdf.data[:5]) == ("application/pdf", b"%PDF-")
    with casino.app.test_request_context("/supervisor/report.pdf"):
        assert report.words("fr")["Coups"] == catalogue("fr")["Coups"], "the table's language, unless asked"
    csv = client.get("/supervisor/report.csv")
    assert csv.data.decode("utf-8-sig").splitlines()[1].startswith("1,punto-banco,")
    assert "attachment" in csv.headers["Content-Disposition"]


def test_a_dispute_has_the_same_name_on_the_screen_and_in_the_day(
    casino: Casino, client: FlaskClient
) -> None:
    casino.play("rnvp 8C")
    late = 2 * views.NOON_NS
    seen = CardLies(card_named("9C"), "punto", 0, "1")
    casino.tell(seen, ClockTicked(late), ClockTicked(late + DOUBT_NS))
    band = projection.croupier(casino.feed.newest.view)["band"]
    assert band["coup"] is None, "it is the coup that lies there"
    named = shift(client)["faults"][0]["title"]["id"]
    assert (band["text"]["id"], named) == ("Sabot and eye disagree",) * 2
    told = client.get("/supervisor/coup/1").json
    assert [each["sentence"]["id"] for each in told if any("▲" in one["id"] for one in each["verdicts"])] == [
        "Time went by"
    ]
    casino.play("4S QD KH end rnvp 2C")
    assert projection.croupier(casino.feed.newest.view)["band"]["coup"] == 1, "of a coup that is over"


def test_with_a_pin_nobody_else_looks_or_acts_and_the_name_is_their(
    casino: Casino, client: FlaskClient
) -> None:
    casino.office.people.add("A. Claes", "supervisor", "4711")
    casino.play(views.FAUX_TIRAGE)
    for path in ("/supervisor/shift", "/supervisor/coup/1", "/supervisor/report.csv"):
        assert client.get(path).status_code == 401
    assert do(client, "acknowledge", reason="x").status_code == 401
    client.post("/enter", json={"name": "A. Claes", "pin": "4711"}, headers=ACT)
    assert do(client, "acknowledge", reason="x", by="somebody else").status_code == 200
    assert shift(client)["faults"][0]["answer"]["by"] == "A. Claes (supervisor)"


def test_without_a_pin_the_page_opens_at_the_table_s_own_screen_alone(client: FlaskClient) -> None:
    away = ELSEWHERE | {"headers": {"Accept": "text/html"}}
    assert client.get("/supervisor", **away).status_code == 403
    text = client.get("/supervisor?lang=en").text
    assert "technician have no PIN yet" in text


@pytest.mark.parametrize(
    "body", [None, [], {}, {"do": 1}, {"do": "king"}, {"do": "remark"}, {"do": "remark", "key": "x"}]
)
def test_what_is_no_act_is_refused_in_words(body: Any) -> None:
    with pytest.raises(WrongError):
        read(body, by="M. Dupont", claim=str)


@pytest.mark.parametrize("field", ["reason", "by", "counted"])
def test_ten_thousand_characters_are_refused(casino: Casino, client: FlaskClient, field: str) -> None:
    before = casino.feed.newest.seq
    body = {"reason": "x", "counted": "1"} | {field: "é" * 10_000}
    assert do(client, "close-table", **body).status_code == 400
    assert casino.feed.newest.seq == before


@pytest.mark.parametrize("field", ["reason", "by"])
@pytest.mark.parametrize("text", ["\ud800", "a\x00b", "\x1b[2J"])
def test_what_no_record_could_keep_is_refused(text: str, field: str) -> None:
    body = {"do": "remark", "key": KEY, "reason": "x", "by": "x"} | {field: text}
    with pytest.raises(WrongError, match="cannot be recorded"):
        read(body, by="", claim=str)


def test_a_foreign_page_does_nothing(client: FlaskClient) -> None:
    assert client.post("/supervisor/acts", json={"do": "remark"}).status_code == 403


def test_the_way_to_the_desks_is_shown_where_there_is_an_office(client: FlaskClient) -> None:
    assert 'href="/supervisor"' in client.get("/").text


def test_the_signed_head_is_on_the_page_and_on_the_report(casino: Casino) -> None:
    client = at_the_table(casino.app)
    assert "signed-head" not in client.get("/supervisor").text
    bare = client.get("/supervisor/report.pdf").data
    casino.journal.append(
        [Signer(casino.settings.journal_path, wall_ns=lambda: 7).entry(casino.journal.head)]
    )
    head = casino.office.shifts.head()
    page = client.get("/supervisor").text
    assert head
    assert head["text"] in page
    assert head["svg"] in page
    assert len(client.get("/supervisor/report.pdf").data) > len(bare) + 1000
