"""What the screens show of a house: its colours, its mark, its pictures, and when it opens."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from sabot.core.look import Look
from sabot.core.look.mark import Mark, mark
from sabot.core.look.openings import openings
from sabot.live.feed import Feed
from sabot.live.inbox import Inbox
from sabot_dashboard import Screens, create_app
from sabot_dashboard.house.files import stylesheet
from sabot_dashboard.house.hours import opens, rested_s
from sabot_dashboard.picture import projection
from sabot_dashboard.words.languages import LANGUAGES, catalogue
from sabot_dashboard.words.records import in_words
from tests.controller.record.test_shift import drawn
from tests.dashboard import views
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.test_contrast import DAY, NIGHT

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"><path d="M0 0h2v1z"/></svg>'
MONDAY_NOON = time.strptime("2026-11-23 12:00", "%Y-%m-%d %H:%M")


def house(look: Look, feed: Feed) -> FlaskClient:
    """A guest of a house that looks so."""
    return create_app(feed, Inbox(), Screens(look=look, limits="10 – 2500")).test_client()


def test_a_house_with_our_colours_has_no_style_sheet_of_its_own(feed: Feed) -> None:
    assert stylesheet(Look()) == ""
    guest = house(Look(), feed)
    assert "/house/" not in guest.get("/display").text + guest.get("/").text


def test_the_tokens_of_a_house_are_those_of_the_style_sheet_in_each_theme(feed: Feed) -> None:
    text = stylesheet(Look(cloth="#0B2545", accent="#D9C9A3"))
    day, night = text.splitlines()
    assert day.startswith(":root { --cloth: #0B2545; ") and night.startswith(
        '[data-theme="night"] { --cloth: #'
    )
    for line, ours in ((day, DAY), (night, NIGHT)):
        names = re.findall(r"--([\w-]+): #[0-9A-F]{6};", line)
        assert set(names) == {"cloth", "cloth-deep", "rail", "gilt", "line"} <= set(ours)
    guest = house(Look(accent="#D9C9A3"), feed)
    answer = guest.get("/house/colours.css")
    assert (answer.mimetype, answer.text) == ("text/css", stylesheet(Look(accent="#D9C9A3")))
    for page in ("/", "/display", "/display?for=overlay"):
        text = guest.get(page).text
        assert text.index("css/tokens.css") < text.index('href="/house/colours.css"')


def test_no_colour_of_a_house_is_on_a_page_that_has_alarms(feed: Feed) -> None:
    page = at_the_table(create_app(feed, Inbox(), Screens(look=Look(cloth="#0B2545")))).get("/croupier")
    assert page.status_code == 200
    assert "/house/colours.css" not in page.text


def test_the_mark_stands_on_the_display_its_idle_screen_and_the_first_page(feed: Feed) -> None:
    guest = house(Look(mark=mark(SVG)), feed)
    assert guest.get("/display").text.count('<img class="mark" src="/house/mark" alt="">') == 2
    assert guest.get("/").text.count('<img class="mark" src="/house/mark" alt="">') == 1


def test_an_svg_is_served_so_that_it_runs_nothing_even_as_a_page(feed: Feed) -> None:
    guest = house(Look(mark=mark(SVG)), feed)
    answer = guest.get("/house/mark")
    assert (answer.mimetype, answer.data) == ("image/svg+xml", SVG)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none';") and policy.endswith("; sandbox")
    assert "script" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    again = guest.get("/house/mark", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert house(Look(mark=Mark("image/png", b"x")), feed).get("/house/mark").mimetype == "image/png"


def test_a_picture_is_served_by_the_name_that_the_folder_gave_and_by_no_other(
    feed: Feed, tmp_path: Path
) -> None:
    (tmp_path / "the bar.jpg").write_bytes(b"a picture")
    (tmp_path / "secret.txt").write_text("no")
    names = {"the bar.jpg": str(tmp_path / "the bar.jpg"), "gone.jpg": str(tmp_path / "gone.jpg")}
    guest = house(Look(pictures=lambda: names, picture_s=20), feed)
    with guest.get("/house/pictures/the%20bar.jpg") as answer:
        assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", b"a picture")
    for other in ("secret.txt", "gone.jpg", "..%2Fsecret.txt", "../secret.txt", "the bar.jpg%00"):
        assert guest.get(f"/house/pictures/{other}").status_code == 404, other
    told = guest.get("/house/idle").json
    assert told == {"pictures": ["the bar.jpg", "gone.jpg"], "picture_s": 20, "opens": None}


def test_without_a_mark_or_a_picture_there_is_none(feed: Feed) -> None:
    guest = house(Look(), feed)
    assert [guest.get(f"/house/{name}").status_code for name in ("mark", "pictures/a.jpg")] == [404, 404]


@pytest.mark.parametrize(
    ("hours", "in_french"),
    [
        ("mo 15:00", "aujourd’hui à\u00a015:00"),
        ("tu 9:30", "demain à\u00a009:30"),
        ("we 15:00", "mercredi à\u00a015:00"),
        ("mo 11:00", "lundi à\u00a011:00"),
    ],
)
def test_the_next_opening_is_said_as_people_say_it(hours: str, in_french: str) -> None:
    told = opens(openings(hours), MONDAY_NOON)
    assert told is not None
    assert in_words(told, catalogue("fr")) == in_french


def test_every_day_has_its_words_in_every_language() -> None:
    for language in LANGUAGES:
        said = {
            in_words(told, catalogue(language))
            for day in ("mo", "tu", "we", "th", "fr", "sa", "su")
            if (told := opens(openings(f"{day} 11:00"), MONDAY_NOON))
        }
        assert len(said) == 7
        assert all("11:00" in each for each in said)
    assert opens({}, MONDAY_NOON) is None


def test_what_the_supervisor_said_of_the_next_opening_counts_instead_of_the_usual_hours(
    feed: Feed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for said, sentence in ((900, "today at 15:00"), (545, "tomorrow at 09:05"), (0, "tomorrow at 00:00")):
        told = opens(openings("we 20:00"), MONDAY_NOON, said=said)
        assert told is not None
        assert in_words(told, catalogue("en")) == sentence
    monkeypatch.setattr(time, "localtime", lambda: MONDAY_NOON)
    feed.publish(2, views.view_of("") | {"shut": True, "opens_minute": 900})
    answer = house(Look(opens=openings("we 20:00")), feed).get("/house/idle").json
    assert answer
    assert answer["opens"] == {"id": "today at {time}", "values": {"time": "15:00"}}


def test_how_long_a_table_has_rested_is_counted_from_the_last_thing_on_record() -> None:
    noon = views.view_of("noon")
    assert rested_s(noon, now_ns=views.NOON_NS + 90_500_000_000) == 90
    assert rested_s(noon, now_ns=views.NOON_NS - 5) == 0, "a clock that was set back"
    assert rested_s({}, now_ns=views.NOON_NS) == 0
    assert rested_s(views.view_of(""), now_ns=views.NOON_NS) == 0, "a table that does not know the time"


@pytest.mark.parametrize(
    ("script", "rests"),
    [
        ("", True),
        ("bet", False),
        ("rnvp", False),
        (views.FIRST_FOUR, True),
        (views.BANCO_OWED, False),
        (views.FAUX_TIRAGE, False),
        (views.FIRST_FOUR + " end", True),
    ],
)
def test_a_table_rests_while_no_coup_is_under_way(script: str, rests: bool) -> None:
    assert projection.public(views.view_of(script))["rests"] is rests


def test_a_closed_table_rests_and_one_that_cannot_write_does_not() -> None:
    closed = views.view_of("") | {"shut": True}
    assert projection.public(closed)["rests"] is True
    assert projection.public(closed | {"halted": {"id": "the disk is full", "values": {}}})["rests"] is False


def test_the_report_of_a_shift_has_the_mark_and_the_cloth_of_the_house(
    tmp_path: Path, cheap_pins: None
) -> None:
    (tmp_path / "mark.svg").write_bytes(SVG)
    casino = Casino(tmp_path, serve=False, config='[house]\nmark = "mark.svg"\ncloth = "#0B2545"\n')
    try:
        client = at_the_table(casino.app)
        printed = drawn(client.get("/supervisor/report.pdf").data)
        assert b"0.0431 0.1451 0.2706 rg" in printed
        assert client.get("/house/mark").data == SVG
    finally:
        casino.close()
