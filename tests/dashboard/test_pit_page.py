"""The page of the pit: who may look at what, and what it says."""

from __future__ import annotations

import re
from html import unescape
from itertools import product
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from sabot.core.reasons import Reason, Value, of_error, reason
from sabot.core.shapes.floor import ROLES, WORST, Cause, Day
from sabot.core.shapes.people import Person
from sabot.core.shapes.training import Class
from sabot.pit.messages import MalformedError, storable
from sabot_dashboard import app as screens
from sabot_dashboard.access import Rule
from sabot_dashboard.guard import ACT_HEADER, HEADERS
from sabot_dashboard.pit import entry, words
from sabot_dashboard.pit.chart import chart
from sabot_dashboard.pit.pages import NO_ANSWER
from sabot_dashboard.roles import COOKIE
from sabot_dashboard.words.languages import LANGUAGES, catalogue, words_in
from sabot_dashboard.words.records import in_words
from sabot_dashboard.words.sentence import of_reason
from tests import said
from tests.dashboard.doors import at_the_table
from tests.dashboard.pit import AWAY, CAMERA, CUT, GONE, NOW_S, PASSWORD, Pit, app_of, people_of
from tests.dashboard.test_access import METHODS, asked, documented, is_refused

ACT, HTML = {ACT_HEADER: "act"}, {"Accept": "text/html"}
ELSEWHERE = {"REMOTE_ADDR": "192.0.2.7"}
DASHBOARD = Path(screens.__file__).parent


@pytest.fixture
def pit(tmp_path: Path, cheap_pins: None) -> Pit:
    found = Pit(tmp_path)
    people_of(found)
    return found


def inside(pit: Pit, role: str) -> FlaskClient:
    """The browser of somebody of this role, on another machine."""
    client = app_of(pit).test_client()
    client.environ_base |= ELSEWHERE
    assert client.post("/enter", json={"name": role, "pin": PASSWORD}, headers=ACT).status_code == 200
    return client


def text_of(client: FlaskClient, path: str, **asked: str) -> str:
    answer = client.get(path, query_string=asked, headers=HTML)
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_its_pages_and_no_other(pit: Pit, role: str):
    client = inside(pit, role)
    found = {path: client.get(path, headers=HTML).status_code for path, _ in entry.PAGES}
    opens = {
        "watcher": {"/", "/wall"},
        "boss": {path for path, _ in entry.PAGES},
        "technician": {"/", "/wall", "/figures", "/wheels"},
        "auditor": {path for path, _ in entry.PAGES} - {"/training"},
    }
    assert {path for path, status in found.items() if status == 200} == opens[role]
    assert {status for path, status in found.items() if path not in opens[role]} <= {403}
    links = set(re.findall(r'<a href="(/\w*)"', text_of(client, "/")))
    assert links == opens[role]


GUEST, OWN_MACHINE, NAMED = "guest", "own machine", "named address"
NAMED_ADDRESS = "192.0.2.7"


def may(rule: Rule, who: str) -> bool:
    """What docs/security.md says of them: somebody of a role, or a browser without a login."""
    without_login = {GUEST: False, OWN_MACHINE: rule.is_at_table, NAMED: rule.is_watched}
    return rule.is_public or without_login.get(who, who in rule.roles)


def asks(pit: Pit, who: str) -> FlaskClient:
    """The browser of somebody of this role elsewhere, or one in which nobody is logged in."""
    app = app_of(pit, watchers=(NAMED_ADDRESS,))
    client = at_the_table(app) if who == OWN_MACHINE else app.test_client()
    client.environ_base["REMOTE_ADDR"] = NAMED_ADDRESS if who == NAMED else "192.0.2.8"
    if who in ROLES:
        client.set_cookie(COOKIE, pit.people.let_in(pit.people.listed(who)[0]))
    return client


@pytest.mark.parametrize("who", [GUEST, OWN_MACHINE, NAMED, *ROLES])
def test_every_address_answers_those_whom_its_rule_names_and_nobody_else(pit: Pit, who: str):
    client, wrong = asks(pit, who), []
    for (route, rule), method in product(entry.RULES.items(), METHODS):
        if route in ("/enter", "/leave") and method == "POST":
            continue  # these answer 403 and change who is logged in by themselves
        status = asked(client, route, method, {})
        if status not in (404, 405) and is_refused(status) == may(rule, who):
            wrong.append((route, method, status))
    assert wrong == []


def test_the_document_shows_the_rules_of_the_pit_as_they_are():
    assert documented("Who may ask for what at the pit") == {
        route: tuple("yes" if may(rule, who) else "–" for who in (GUEST, OWN_MACHINE, NAMED, *ROLES))
        for route, rule in entry.RULES.items()
    }


def test_without_a_password_nobody_sees_the_floor_not_even_at_the_pits_own_machine(pit: Pit):
    for client in (at_the_table(app_of(pit)), app_of(pit).test_client()):
        answer = client.get("/", headers=HTML)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/enter?to=/")
        assert client.get("/floor").status_code == 401


def test_the_wall_and_the_numbers_are_open_at_the_pits_machine_and_at_addresses_that_the_house_named(
    pit: Pit,
):
    app = app_of(pit, watchers=("192.0.2.7",))
    stranger = {"REMOTE_ADDR": "192.0.2.8"}
    for path in ("/wall", "/wall/now", "/metrics"):
        assert at_the_table(app).get(path).status_code == 200
        assert app.test_client().get(path, environ_overrides=ELSEWHERE).status_code == 200
        assert app.test_client().get(path, environ_overrides=stranger).status_code == 401
    assert "<button" not in text_of(at_the_table(app), "/wall")


def test_a_wrong_password_is_refused_in_words_and_after_three_it_takes_time(pit: Pit):
    client = app_of(pit).test_client()
    given = {"name": "boss", "pin": "some other words"}
    found = [client.post("/enter", json=given, headers=ACT).get_json() for _ in range(4)]
    assert [each["taken"] for each in found] == [False] * 4
    assert found[3]["wait_s"] > 0
    page = words.words_of("nl")
    assert in_words(found[0]["why"], page) == "De naam of het wachtwoord is onjuist."


def test_an_act_of_another_site_changes_nothing(pit: Pit):
    client = inside(pit, "boss")
    answer = client.post("/see", json={"key": CUT.key, "word": "x"})
    assert (answer.status_code, pit.seen) == (403, [])
    assert client.post("/see", json={"key": CUT.key, "word": "x"}, headers=ACT).status_code == 200


@pytest.mark.parametrize(
    ("role", "status"), [("boss", 200), ("technician", 200), ("watcher", 403), ("auditor", 403)]
)
def test_those_who_decide_say_by_name_and_word_that_they_have_seen_an_alert(pit: Pit, role: str, status: int):
    client = inside(pit, role)
    answer = client.post("/see", json={"key": CUT.key, "word": "  the disk\n was changed "}, headers=ACT)
    assert answer.status_code == status
    pseudonym = pit.people.pseudonym_of(role)
    assert pit.seen == ([(CUT.key, f"{pseudonym} ({role})", "the disk was changed")] if status == 200 else [])
    page = text_of(client, "/")
    assert ("the disk was changed" in page) == (status == 200)
    assert pseudonym not in page


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"key": "alert:1", "word": " "}, 400),
        ({"key": "alert:1", "word": "a\u0000b"}, 400),
        ({"key": 1, "word": "x"}, 400),
        ([], 400),
        ({"key": "alert:9", "word": "x"}, 409),
    ],
)
def test_a_word_that_says_nothing_and_an_alert_that_is_over_are_refused(pit: Pit, body: object, status: int):
    assert inside(pit, "boss").post("/see", json=body, headers=ACT).status_code == status
    assert pit.seen == []


def test_a_table_that_is_lost_is_unknown_since_then_and_has_no_pace(pit: Pit):
    page = text_of(inside(pit, "watcher"), "/", lang="en")
    tile = re.search(r'<li class="pit-tile unknown">.*?</li>', page, re.DOTALL)
    assert tile
    assert "unknown since" in tile[0]
    assert "games an hour" not in tile[0]
    assert page.index("t3</h3>") < page.index("t2</h3>") < page.index("t5</h3>")


@pytest.mark.parametrize(
    ("language", "dispute", "lost"),
    [
        ("en", "Sabot and eye disagree", "Lost: camera"),
        ("fr", "Sabot et œil en désaccord", "Hors ligne : caméra"),
        ("nl", "Slof en oog zijn het oneens", "Uitgevallen: camera"),
        ("de", "Schlitten und Auge uneins", "Ausgefallen: Kamera"),
    ],
)
def test_a_dispute_and_a_lost_instrument_are_named_and_seen_as_other_alerts_are(
    pit: Pit, language: str, dispute: str, lost: str
):
    client = inside(pit, "boss")
    for path in ("/", "/wall"):
        page = text_of(client, path, lang=language)
        assert dispute in page
        assert lost in page
    seen = {"key": CAMERA.key, "word": "it is cleaned"}
    assert client.post("/see", json=seen, headers=ACT).status_code == 200
    assert "it is cleaned" in text_of(client, "/")


def test_a_pit_whose_database_is_away_says_so_and_its_numbers_too(pit: Pit):
    client = inside(pit, "boss")
    pit.is_away = True
    answer = client.get("/", headers=HTML)
    assert answer.status_code == 503
    assert NO_ANSWER in answer.get_data(as_text=True)
    answer = at_the_table(app_of(pit)).get("/metrics")
    assert "sabot_pit_database 0.0" in answer.get_data(as_text=True)


def test_the_numbers_name_tables_by_state_and_alerts_by_kind(pit: Pit):
    text = at_the_table(app_of(pit)).get("/metrics").get_data(as_text=True)
    found = {
        (each.name, *each.labels.values()): each.value
        for family in text_string_to_metric_families(text)
        for each in family.samples
    }
    assert found["sabot_pit_tables", "plays"] == 6
    assert found["sabot_pit_alerts", "cut"] == 1
    assert (found["sabot_pit_table_up", "t1"], found["sabot_pit_table_up", "t2"]) == (1, 0)
    assert (found["sabot_pit_tables", "dispute"], found["sabot_pit_tables", "lost"]) == (1, 1)
    assert found["sabot_pit_alerts_unseen",] == 4


def test_every_page_has_the_strict_headers_and_no_style_or_script_of_its_own(pit: Pit):
    client = inside(pit, "boss")
    for path, _ in entry.PAGES:
        answer = client.get(path, headers=HTML)
        page = answer.get_data(as_text=True)
        assert answer.headers["Content-Security-Policy"] == HEADERS["Content-Security-Policy"]
        assert not re.search(r"style=|<style|\son\w+=", page), path
        assert all(
            "src=" in each or "application/json" in each for each in re.findall(r"<script[^>]*>", page)
        )


def test_who_was_let_out_or_removed_sees_nothing_more(pit: Pit):
    client = inside(pit, "boss")
    pit.people.remove("boss")
    assert client.get("/floor").status_code == 401


@pytest.mark.parametrize("secret", ["short words", "123456789012345", "aaaaaaaaaaaaaaaa", "x" * 129])
def test_what_is_no_password_is_refused(pit: Pit, secret: str):
    with pytest.raises(ValueError):
        pit.people.add("A. Person", "boss", secret)
    with pytest.raises(ValueError, match="croupier is no role"):
        pit.people.add("A. Person", "croupier", PASSWORD)


def test_a_chart_of_nothing_is_nothing_and_one_of_a_day_names_it():
    assert chart([], title="x") == ""
    drawn = chart([Day("2026-11-24", 7, 2, 1)], title="Games & faults")
    assert "Games &amp; faults" in drawn
    assert "2026-11-24: 7" in drawn


# --- people in training


def seen_in(page: str) -> str:
    """What a reader sees of a page."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page.partition("<main>")[2])).split())


def test_people_in_training_stand_by_table_and_number_with_what_they_get_wrong(pit: Pit):
    page = seen_in(text_of(inside(pit, "boss"), "/training"))
    assert f"t1 as of {words.moment(NOW_S - 60, NOW_S)}" in page
    assert "2 14 1,412 90% right 61 78% without a fault Last day 2026-11-24" in page
    assert "Level reached Punto banco 5 · Roulette 2 Most often wrong" in page
    assert "Punto banco · Banco draws or stands · 3 / 8 9 of 18" in page
    assert "Roulette · What the chips are paid · plein 7 of 30" in page
    assert "6 0 0 0 t3 The last report of this table was not taken: trainees is no list" in page


def test_a_drill_of_another_program_stands_by_its_own_name(pit: Pit):
    assert "of another program · 10 / – 3 of 4" in seen_in(text_of(inside(pit, "boss"), "/training"))


@pytest.mark.parametrize(
    ("language", "wrong", "refused"),
    [
        ("de", "Punto banco · Banco zieht oder bleibt · 3 / 8 9 von 18", "trainees ist keine Liste"),
        ("fr", "Roulette · Ce que les jetons rapportent · plein 7 sur 30", "trainees n’est pas une liste"),
        ("nl", "Punto banco · Banco trekt of past · 3 / 8 9 van 18", "trainees is geen lijst"),
    ],
)
def test_what_they_get_wrong_is_said_in_the_readers_language(
    pit: Pit, language: str, wrong: str, refused: str
):
    page = seen_in(text_of(inside(pit, "boss"), "/training", lang=language))
    assert wrong in page
    assert refused in page


def test_a_pit_whose_tables_teach_nobody_says_so(pit: Pit):
    pit.classes = []
    assert "No table has said that somebody learns there." in text_of(inside(pit, "boss"), "/training")


def test_a_table_whose_only_report_was_refused_names_no_moment(pit: Pit):
    pit.classes = [Class("t3", None, reason("{name} is no list", name="trainees"))]
    assert "as of" not in seen_in(text_of(inside(pit, "boss"), "/training"))


# --- four languages


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the end was cut off: record 1841 and all after it, up to 2010, are gone"),
        (
            "fr",
            "la fin a été coupée : l’enregistrement 1841 et tous les suivants, jusqu’au 2010, ont disparu",
        ),
        ("nl", "het einde is afgesneden: record 1841 en alles erna, tot en met 2010, is weg"),
        ("de", "das Ende wurde abgeschnitten: Eintrag 1841 und alle danach, bis 2010, sind weg"),
    ],
)
def test_why_a_journal_is_in_doubt_is_said_in_the_readers_language(pit: Pit, language: str, text: str):
    assert f'<p class="why">{text}</p>' in text_of(inside(pit, "watcher"), "/", lang=language)


NO_PAGE = reason("put back: {why}", why=reason("the table ended while it opened"))
NEW_FAULT = reason("a new kind of fault: {rule}", rule="faux-tirage")
SILENT = reason("failed: {why}", why=reason("the table does not say why"))
ALARM = reason("an alarm of its journal: {why}", why=GONE)
BY_HAND = reason("{why} (by {by})", why="the camera is slower", by="A. Visser")


def at(table: str, why: Reason) -> Reason:
    return reason("{name}: {why}", name=table, why=why)


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (
            reason("{first}; {then}", first=at("t1", NO_PAGE), then=at("t9", NEW_FAULT)),
            {
                "en": "v2: t1: put back: the table ended while it opened; "
                "t9: a new kind of fault: Faux tirage",
                "fr": "v2 : t1 : remise en place : la table s’est arrêtée pendant qu’elle s’ouvrait ; "
                "t9 : une faute d’un genre nouveau : Faux tirage",
                "nl": "v2: t1: teruggezet: de tafel stopte terwijl zij openging; "
                "t9: een nieuw soort fout: Faux tirage",
                "de": "v2: t1: zurückgesetzt: der Tisch endete, während er öffnete; "
                "t9: eine neue Art von Fehler: Faux tirage",
            },
        ),
        (
            at("t1", SILENT),
            {
                "en": "v2: t1: failed: the table does not say why",
                "fr": "v2 : t1 : échouée : la table ne dit pas pourquoi",
                "nl": "v2: t1: mislukt: de tafel zegt niet waarom",
                "de": "v2: t1: fehlgeschlagen: der Tisch sagt nicht, warum",
            },
        ),
        (
            at("t1", ALARM),
            {
                "en": "v2: t1: an alarm of its journal: the end was cut off: record 1841 and all after it, "
                "up to 2010, are gone",
                "fr": "v2 : t1 : une alarme de son journal : la fin a été coupée : l’enregistrement 1841 et "
                "tous les suivants, jusqu’au 2010, ont disparu",
                "nl": "v2: t1: een alarm van het journaal: het einde is afgesneden: record 1841 en alles "
                "erna, tot en met 2010, is weg",
                "de": "v2: t1: ein Alarm des Journals: das Ende wurde abgeschnitten: Eintrag 1841 und alle "
                "danach, bis 2010, sind weg",
            },
        ),
        (
            BY_HAND,
            {
                "en": "v2: the camera is slower (by A. Visser)",
                "fr": "v2 : the camera is slower (par A. Visser)",
                "nl": "v2: the camera is slower (door A. Visser)",
                "de": "v2: the camera is slower (von A. Visser)",
            },
        ),
    ],
)
def test_why_a_roll_out_stopped_is_said_in_the_readers_language(pit: Pit, why: Reason, said: dict[str, str]):
    pit.causes = (Cause("rollout@1", "", "rollout", NOW_S, why=reason("{name}: {why}", name="v2", why=why)),)
    client = inside(pit, "watcher")
    found = {each: text_of(client, "/", lang=each) for each in LANGUAGES}
    assert {each for each in LANGUAGES if f'<p class="why">{said[each]}</p>' not in found[each]} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_an_older_pit_wrote_or_a_newer_table_says_stands_as_it_is(pit: Pit, language: str):
    for why in (Reason("t1: put back: {why}"), at("t1", reason("what {n} of later do", n=3))):
        pit.causes = (Cause("rollout@1", "", "rollout", NOW_S, why=why),)
        page = text_of(inside(pit, "watcher"), "/", lang=language)
        assert "t1: put back: {why}" in page or "what 3 of later do" in page


def test_markup_and_a_kind_of_fault_that_is_none_do_no_harm_on_the_page(pit: Pit):
    hostile = reason("{a} {rule}", a="<script>x</script>", rule=reason("<b>{rule}</b>", rule="no-such<i>"))
    pit.causes = (Cause("rollout@1", "", "rollout", NOW_S, why=at("t1", hostile)),)
    page = text_of(inside(pit, "watcher"), "/", lang="en")
    assert "t1: &lt;script&gt;x&lt;/script&gt; &lt;b&gt;no such&lt;i&gt;&lt;/b&gt;" in page


def test_a_value_that_looks_like_a_slot_stays_as_it_is():
    values: dict[str, Value] = {"a": "{b}" * 60, "b": "{c}" * 60, "c": "{d}" * 60, "d": "x" * 60}
    sentence = of_reason(Reason("{a}{b}{c}{d}", tuple(values.items())))
    assert in_words(sentence, words.words_of("nl")) == "".join(map(str, values.values()))


def test_a_message_that_cannot_be_read_is_explained_in_every_language_down_to_its_field():
    with pytest.raises(MalformedError) as refused:
        storable("a\0", "role")
    error = MalformedError(reason("record {n}: {why}", n=7, why=of_error(refused.value)), seq=7)
    why = of_reason(reason("a message cannot be read: {why}", why=of_error(error)))
    assert in_words(why, words.words_of("de")) == (
        "eine Nachricht ist unlesbar: Eintrag 7: role enthält ein NUL"
    )


def needed() -> set[str]:
    """What the page of the pit says."""
    found = {*words.STATES.values(), *words.KINDS.values(), *words.ROLES.values(), *words.AGES, *words.SCRIPT}
    found |= {words.LOST_ONE} | said.of_pit()
    found |= {*entry.WHYS, NO_ANSWER} | {name for _, name in entry.PAGES}
    for file in (DASHBOARD / "templates" / "pit").glob("*.html"):
        text = file.read_text()
        found |= {each for _, each in re.findall(r"""\bt\((["'])(.+?)\1\)""", text)}
        found |= {*re.findall(r'"id": "([^"]+)"', text), *re.findall(r'count\("([^"]+)"', text)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_pit_is_missing_in_any_language_and_none_is_left_over(language: str):
    of_pit = {each.partition("|")[0] for each in words_in("sabot_dashboard", language, "pit")}
    assert needed() - of_pit - set(catalogue(language)) == set()
    assert of_pit - needed() - set(catalogue(language)) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_of_the_pit_has_the_slots_of_its_sentence(language: str):
    for english, text in words_in("sabot_dashboard", language, "pit").items():
        slots = sorted(re.findall(r"\{\w+\}", english.partition("|")[0]))
        assert sorted(re.findall(r"\{\w+\}", text)) in (slots, []), english


def test_every_state_has_a_word_and_a_sign(pit: Pit):
    assert set(words.STATES) == set(words.SIGNS) == set(WORST)
    assert {AWAY.kind, CAMERA.kind} <= {*words.KINDS}
    assert [in_words(words.age(each), {}) for each in (-5, 59, 60, 7300, 90_000)] == [
        "0 s",
        "59 s",
        "1 min",
        "2 h",
        "1 days",
    ]


def test_who_loses_their_password_while_they_come_in_is_not_inside(pit: Pit):
    found = pit.people.known("boss", PASSWORD, roles=ROLES)
    assert isinstance(found, Person)
    pit.people.remove("boss")
    assert pit.people.inside(pit.people.let_in(found)) is None
    named = pit.people.of_the_house("boss", "boss")
    assert pit.people.inside(pit.people.let_in(named)) == named == found, "the house vouches for them"
