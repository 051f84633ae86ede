"""What is answered to those who ask too often or send too much: in words, without asking the app."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from sabot_dashboard.serving.pace import Paces, Rate
from sabot_dashboard.serving.refusal import WHY, refusal
from sabot_dashboard.serving.wsgi import Pages
from sabot_dashboard.words.languages import LANGUAGES, words_in
from tests.dashboard.programs import fits

BUSY = "The table is asked more than it can answer. Try again in a few seconds."
HTML = (b"accept", b"text/html,application/xhtml+xml,*/*;q=0.8")


def test_a_person_reads_a_page_in_their_language() -> None:
    headers, body = refusal(503, [HTML, (b"accept-language", b"xx, de-AT;q=0.9, fr;q=0.5")])
    said = dict(headers)
    assert said[b"content-type"] == b"text/html; charset=utf-8"
    assert said[b"content-length"] == str(len(body)).encode()
    assert (said[b"retry-after"], said[b"cache-control"]) == (b"5", b"no-store")
    assert b"frame-ancestors 'none'" in said[b"content-security-policy"]
    page = body.decode()
    assert '<html lang="de">' in page
    assert words_in("sabot_dashboard", "de")[BUSY] in page
    assert 'href=""' in page


@pytest.mark.parametrize("kept", [b"lang=nl", b"theme=night; lang=nl; hand=left"])
def test_the_language_that_was_chosen_on_this_device_comes_first(kept: bytes) -> None:
    page = refusal(503, [HTML, (b"accept-language", b"de"), (b"cookie", kept)])[1].decode()
    assert '<html lang="nl">' in page


@pytest.mark.parametrize("cookie", [b"lang=xx", b"slang=nl", b"lang=nlx", b"\xff=\xfe"])
def test_a_cookie_that_names_no_language_of_ours_chooses_none(cookie: bytes) -> None:
    assert refusal(503, [HTML, (b"cookie", cookie)])[1].startswith(b'<!doctype html><html lang="en">')


@pytest.mark.parametrize("asked", [(b"accept", b"application/json"), (b"x-sabot", b"act")])
def test_a_script_gets_the_sentence_as_json(asked: tuple[bytes, bytes]) -> None:
    headers, body = refusal(503, [asked, (b"accept-language", b"fr")])
    assert dict(headers)[b"content-type"].startswith(b"application/json")
    assert json.loads(body) == {"taken": False, "why": {"id": BUSY, "values": {}}}


def test_all_others_get_a_line_of_text() -> None:
    headers, body = refusal(413, [(b"accept", b"*/*")])
    assert dict(headers)[b"content-type"].startswith(b"text/plain")
    assert body == b"That is too long to be an act.\n"
    assert b"retry-after" not in dict(headers)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_of_these_sentences_is_translated(language: str) -> None:
    assert {why["id"] for why in WHY.values()} <= words_in("sabot_dashboard", language).keys()


class Line:
    """A connection that is asked nothing."""

    is_gone = False

    def begun(self) -> None:
        pass

    def answered(self) -> None:
        pass


@pytest.mark.parametrize(("method", "has_body"), [("GET", True), ("HEAD", False)])
def test_one_who_is_sent_away_is_told_why_and_the_app_is_not_asked(method: str, has_body: bool) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def asked() -> None:
        rate = Rate(a_second=0.001, at_once=1)
        paces = Paces(one=rate, all_=rate)
        assert await paces.turn("10.0.0.1")
        pages = Pages(None, None, None, paces=paces)  # type: ignore[arg-type]
        scope = {
            "method": method,
            "path": "/",
            "headers": [],
            "client": ("10.0.0.1", 1),
            "state": {"connection": Line()},
        }
        await pages(scope, None, send)  # type: ignore[arg-type]

    asyncio.run(asked())
    begun, rest = sent
    assert begun["status"] == 503
    assert (b"text/plain; charset=utf-8" in dict(begun["headers"]).values()) and not rest["more_body"]
    assert rest["body"] == (f"{BUSY}\n".encode() if has_body else b"")


@pytest.mark.parametrize("status", [408, 413, 503])
def test_another_program_is_sent_away_with_a_problem_in_words(status: int) -> None:
    headers, body = refusal(status, [HTML], "/api/v1/acts")
    assert dict(headers)[b"content-type"] == b"application/problem+json; charset=utf-8"
    fits(json.loads(body), "Problem")
    assert json.loads(body)["detail"]
