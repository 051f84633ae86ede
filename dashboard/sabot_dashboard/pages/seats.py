"""The players' telephones at a table at home: the page of a seat, and what the table shows and decides about
them."""

from __future__ import annotations

import math
from functools import partial

from flask import Flask, Response, abort, render_template, request

from sabot.core.observations import ButtonPressed, Observation, Said, Staked
from sabot.core.shapes.json import record
from sabot.core.shapes.turns import own_shown
from sabot.core.shapes.view import OwnShown, TurnShown, View
from sabot.core.terms import minor_units
from sabot.games.evening.seating import EVENING_S, SEATS_MOST
from sabot_dashboard.acts import Act, Refusal, act
from sabot_dashboard.answers import Presses, answered, recorded, refused
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.office import Office
from sabot_dashboard.pages.at_home import home_of
from sabot_dashboard.pages.setup import is_reached_by_others
from sabot_dashboard.picture.cloths import cloth_of_table
from sabot_dashboard.picture.offers import DEAL
from sabot_dashboard.picture.telephone import is_due, own_turns, telephone
from sabot_dashboard.pressed import TELEPHONE, Press, Pressed
from sabot_dashboard.roles import at_the_table
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import Feed
from sabot_dashboard.telephones import ASKED_S, SEAT_COOKIE, Telephones, in_pairs, persons
from sabot_dashboard.words.sentence import plain, worded

NO_CODE = "This code is not valid for this seat. Ask the table for a new one."
NO_PERSON = "No person sits at this seat."
NO_SEAT = "The table has seats 1 to {n}."
NOT_YOUR_TURN = "It is not your turn."
NOT_ALLOWED = "That is not allowed now."
WHYS = (NO_CODE, NO_PERSON, NO_SEAT, NOT_YOUR_TURN, NOT_ALLOWED)
"""Why a telephone, or the table, is refused."""


def seats(app: Flask, office: Office, *, feed: Feed, inbox: Presses, settings: Screens) -> None:
    """The routes under `/seat` and `/seats`."""
    telephones: Telephones = app.extensions["telephones"]
    telephones.attend(feed)
    _page(app, feed, settings)
    _of_guests(app, telephones)
    _of_the_seat(app, telephones, office=office, feed=feed)
    _acting(app, office, feed=feed, inbox=inbox)
    _of_the_table(app, telephones, office=office, feed=feed, settings=settings)


def _page(app: Flask, feed: Feed, settings: Screens) -> None:
    @app.get("/seat/<int:seat>")
    def seat_page(seat: int) -> str:
        game = str(feed.newest.view.get("game", settings.game))
        cloth = cloth_of_table(game, feed.newest.view)
        if not 0 < seat <= SEATS_MOST:
            abort(404)
        return render_template("seat.html", seat=seat, cloth=cloth, game=game, **home_of(game, settings))


def _of_guests(app: Flask, telephones: Telephones) -> None:
    @app.get("/seat/<int:seat>/place")
    def place_of_seat(seat: int) -> Response:
        found = telephones.place(cookies.kept(SEAT_COOKIE))
        why = plain(found.why) if found.why else None
        return answered(
            {"seat": found.seat, "state": found.state, "left_s": math.ceil(found.left_s), "why": why}
        )

    @app.post("/seat/<int:seat>/join")
    def join_seat(seat: int) -> Response:
        code = record(request.get_json(silent=True)).get("code")
        token = telephones.joins(seat, code if isinstance(code, str) else "", cookies.kept(SEAT_COOKIE))
        if token is None:
            return refused(plain(NO_CODE), 410)
        answer = answered({"taken": True})
        cookies.keep(answer, SEAT_COOKIE, token, longest_s=EVENING_S)
        return answer


def _of_the_seat(app: Flask, telephones: Telephones, *, office: Office, feed: Feed) -> None:
    @app.get("/seat/<int:seat>/now")
    def seat_now(seat: int) -> Response:
        found = telephones.place(cookies.kept(SEAT_COOKIE))
        newest = feed.newest
        asked = math.ceil(found.left_s) if found.state == "asked" else None
        return answered({"seq": newest.seq, "asked_s": asked, **telephone(newest.view, _own(office, seat))})

    @app.post("/seat/<int:seat>/answer")
    def answer_at_seat(seat: int) -> Response:
        keeps = record(request.get_json(silent=True)).get("keeps")
        if not isinstance(keeps, bool):
            return refused(plain("There is no such act."), 400)
        telephones.answers(seat, keeps=keeps)
        return answered({"taken": True})

    @app.post("/seat/<int:seat>/leave")
    def leave_seat(seat: int) -> Response:
        telephones.leaves(cookies.kept(SEAT_COOKIE))
        left = answered({"taken": True})
        cookies.forget(left, SEAT_COOKIE)
        return left


def _own(office: Office, seat: int) -> OwnShown:
    return own_shown(office.table(), seat)


def _acting(app: Flask, office: Office, *, feed: Feed, inbox: Presses) -> None:
    pressed: Pressed = app.extensions["pressed"]

    @app.post("/seat/<int:seat>/act")
    def act_of_seat(seat: int) -> Response:
        wanted = act(record(request.get_json(silent=True)) | {"act": "say"})
        if isinstance(wanted, Refusal):
            return refused(wanted.plain(), 400)
        said = wanted._replace(name=TELEPHONE, observations=tuple(map(_meant, wanted.observations)))
        newest = feed.newest
        refusal = _refusal(own_turns(_own(office, seat), newest.view), wanted)
        found = pressed.verdict(said) if refusal is not None else pressed.taken(said, newest.seq)
        if found != "new":
            return pressed.not_new(said, found)
        if refusal is not None:
            return refusal
        return recorded(
            inbox,
            said.observations,
            press=Press(pressed, said),
            unless=partial(_has_gone_on, _words(wanted), newest.view),
            role=f"telephone {seat}",
        )


def _has_gone_on(words: str, seen: View, view: View) -> bool:
    """Whether another act came between `seen`, where these words were an act of the seat, and `view`, where
    they are none that everybody may know of."""
    return view.get("turns") != seen.get("turns") and not is_due(words, view.get("turns", ()))


def _refusal(turns: list[TurnShown], wanted: Act) -> Response | None:
    """Why a seat with these turns may not do so now; None where it may."""
    if is_due(_words(wanted), turns):
        return None
    if not turns:
        return refused(plain(NOT_YOUR_TURN), 409)
    why = turns[0]["why"]
    return refused(worded(why) if why else plain(NOT_ALLOWED), 409)


def _words(wanted: Act) -> str:
    """What a telephone says."""
    return wanted.observations[0].words if isinstance(wanted.observations[0], Said) else ""


def _meant(seen: Observation) -> Observation:
    """A stake that was said (`bet WHERE AMOUNT SEAT`) as the stake that it is, and the wish for a card;
    anything else as it is."""
    if isinstance(seen, Said) and seen.words.casefold() == DEAL.casefold():
        return ButtonPressed("deal")
    verb, *words = seen.words.split() if isinstance(seen, Said) else [""]
    if verb != "bet" or len(words) != 3:
        return seen
    units = minor_units(words[1])
    return Staked(words[0], units, int(words[2])) if units and words[2].isdecimal() else seen


def _of_the_table(
    app: Flask, telephones: Telephones, *, office: Office, feed: Feed, settings: Screens
) -> None:
    @app.get("/seats")
    def seats_listed() -> Response:
        states, codes = telephones.states(), telephones.has_code
        there = persons(feed.newest.view)
        found = [{"seat": seat, "state": states.get(seat, ""), "code": codes(seat)} for seat in there]
        return answered({"seats": found, "address": _address(settings), "longest_s": ASKED_S})

    @app.post("/seats/code")
    def seat_code() -> Response:
        seat, address = _seat(), _address(settings)
        if seat is None:
            return refused(plain(NO_SEAT, n=SEATS_MOST), 400)
        if seat not in persons(feed.newest.view):
            return refused(plain(NO_PERSON), 409)
        letters = in_pairs(telephones.code(seat))
        at = f"{address}/seat/{seat}"
        shown = {"address": at, "letters": letters, "svg": office.setup.code(f"{at}#{letters}")}
        return answered({"taken": True, "seat": seat, **shown})

    @app.post("/seats/revoke")
    def revoke_seat() -> Response:
        seat = _seat()
        every = record(request.get_json(silent=True)).get("all") is True
        if seat is None and not every:
            return refused(plain(NO_SEAT, n=SEATS_MOST), 400)
        for each in range(1, SEATS_MOST + 1) if every else (seat or 0,):
            telephones.revoke(each)
        return answered({"taken": True})


def _seat() -> int | None:
    """The seat that the body names."""
    seat = record(request.get_json(silent=True)).get("seat")
    return seat if type(seat) is int and 0 < seat <= SEATS_MOST else None


def _address(settings: Screens) -> str:
    """The address at which telephones reach this table; empty where none does."""
    known = settings.by_number or settings.others
    if is_reached_by_others(known):
        return known.rstrip("/")
    return "" if at_the_table(request) else request.host_url.rstrip("/")
