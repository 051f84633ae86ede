"""No page is forgotten: each route that gives one stands in the list of pages, is looked at by axe and on a
telephone, and has its picture among the screenshots. One browser, one table."""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Iterator
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import pytest
from flask import template_rendered

from sabot.staff import pins
from sabot_dashboard import guard
from tests.dashboard.conftest import PHONE, TABLET, violations, visitor
from tests.dashboard.doors import at_the_table
from tests.dashboard.office import Casino
from tests.dashboard.pages import NO_PAGES, STATES, State, prepared
from tools import browsers

WIDER = """() => [...document.querySelectorAll('html, .cloth')]
    .map(one => one.scrollWidth - one.clientWidth).filter(wide => wide > 0)"""
LONG_WORDED = ("fr", "nl", "de")
"""The languages whose words are longer than English ones."""
AT_ONCE = len(LONG_WORDED) if os.environ.get("SABOT_SOAK") else 1
"""In how many of them a page is looked at; the next page begins with the language after those."""

HTML = {"Accept": "text/html"}
ORDERED = sorted(STATES.items(), key=lambda each: each[1].staffed)


@pytest.fixture(scope="module")
def casino(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pins, "COST", {"n": 2, "r": 1, "p": 1})
        seeds = count(1)
        patch.setattr(
            secrets, "randbelow", lambda below: next(seeds) % below
        )  # the same questions every time
        found = Casino(tmp_path_factory.mktemp("every-page"))
        yield found
        found.close()


@pytest.fixture(scope="module")
def keys(casino: Casino) -> dict[str, str]:
    return prepared(casino)


def rule_of(casino: Casino, path: str) -> str:
    """The route that answers to a path."""
    adapter = casino.app.url_map.bind("localhost")
    return str(adapter.match(re.split("[#?]", path)[0], return_rule=True)[0].rule)


def routes(casino: Casino) -> set[str]:
    return {rule.rule for rule in casino.app.url_map.iter_rules() if "GET" in (rule.methods or ())}


def test_every_route_is_a_page_of_the_list_or_known_to_be_none(casino: Casino) -> None:
    pages = {rule_of(casino, state.path) for state in STATES.values()}
    assert pages.isdisjoint(NO_PAGES)
    assert pages | set(NO_PAGES) == routes(casino)


def test_what_is_no_page_gives_none(casino: Casino, keys: dict[str, str]) -> None:
    client = at_the_table(casino.app)
    for rule, path in NO_PAGES.items():
        if rule == "/events":  # a stream without an end
            continue
        with client.get(path.format(**keys), headers=HTML) as answer:
            assert rule_of(casino, path) == rule
            assert (answer.status_code, answer.mimetype) != (200, "text/html"), rule


def test_every_page_has_its_picture_among_the_screenshots(casino: Casino) -> None:
    from tools import school_pictures, screenshots, staff_pictures

    taken = {f"/{case.page}" for case in screenshots.CASES.values()}
    taken |= {f"/school{path}" for path in school_pictures.SCHOOL.values()}
    taken |= {path for path, _ in staff_pictures.PAGES.values()}
    pages = {rule_of(casino, state.path) for state in STATES.values()}
    assert pages - {rule_of(casino, path) for path in taken} == set()


class Visitor:
    """Somebody who goes from page to page in one browser, Marie or nobody."""

    def __init__(self, browser: Any, casino: Casino) -> None:
        self.casino, self.errors = casino, []  # type: ignore[var-annotated]
        self.languages = cycle(LONG_WORDED)
        self.marie = casino.office.people.sealed("1")
        self.context = visitor(browser)
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))

    def comes(self, state: State) -> None:
        """Set the cookies of the person who looks; the trainer logs in with a PIN."""
        self.context.clear_cookies()
        kept = {"lang": "en"} | ({"trainee": self.marie} if state.learns else {})
        self.context.add_cookies(
            [{"name": n, "value": v, "url": self.casino.address} for n, v in kept.items()]
        )
        if state.staffed:
            people = self.casino.office.people
            if not people.listed():
                people.add("E. Maes", "trainer", "8830")
            told = self.context.request.post(
                f"{self.casino.address}/enter",
                data={"name": "E. Maes", "pin": "8830"},
                headers={guard.ACT_HEADER: "act"},
            )
            assert told.ok

    def looks(self, state: State, path: str) -> list[Any]:
        """What axe finds there, how much wider than a telephone it is, and what went wrong on it."""
        self.comes(state)
        self.errors.clear()
        if "#" in path:
            self.page.goto("about:blank")  # what differs by this alone would not be loaded
        self.page.goto(self.casino.address + path)
        if state.do:
            state.do(self.page, self.casino)
        found: list[object] = violations(self.page)
        if state.then:
            state.then(self.page, self.casino)
            found += violations(self.page)
        self.page.set_viewport_size(PHONE)
        wide = [f"{each} px too wide for a phone" for each in self.page.evaluate(WIDER)]
        for language in islice(self.languages, AT_ONCE):
            self.speaks(language)
            self.page.reload()
            wide += [f"{each} px too wide in {language}" for each in self.page.evaluate(WIDER)]
        self.page.set_viewport_size(TABLET)
        return [*found, *wide, *self.errors]

    def speaks(self, language: str) -> None:
        """Choose the language of the pages that come."""
        self.context.add_cookies([{"name": "lang", "value": language, "url": self.casino.address}])


def test_axe_finds_nothing_on_any_page_and_none_is_wider_than_a_phone(
    casino: Casino, keys: dict[str, str], request: pytest.FixtureRequest
) -> None:
    pytest.importorskip("playwright.sync_api", reason="Playwright is not installed (extra: browser)")
    if browsers.chromium() is None:
        pytest.skip(f"Chromium is not installed ({browsers.INSTALL})")
    visitor, found, rendered = Visitor(request.getfixturevalue("browser"), casino), {}, set()

    def note(app: Any, template: Any, context: Any) -> None:
        rendered.add(template.name)

    with template_rendered.connected_to(note, casino.app):
        for name, state in ORDERED:
            found[name] = visitor.looks(state, state.path.format(**keys))
    visitor.context.close()
    assert {name: each for name, each in found.items() if each} == {}
    assert templates(casino) - rendered == {"shut.html"}, "a table that stays shut has no other page"


def templates(casino: Casino) -> set[str]:
    """Every template that is a whole page, and not the frame of others."""
    folder = Path(casino.app.root_path) / "templates"
    extending = {file.name: file.read_text().partition("{% extends")[2] for file in folder.glob("*.html")}
    assert extending
    frames = {text.split('"')[1] for text in extending.values() if text}
    return {name for name, text in extending.items() if text} - frames
