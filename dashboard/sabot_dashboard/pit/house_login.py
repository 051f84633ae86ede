"""The way in by the login of the house: there and back again."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Flask, Response, make_response, render_template, request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from sabot.core.shapes.floor import LoginError
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.pit.office import HouseLogin
from sabot_dashboard.pit.office import PitPeople as People
from sabot_dashboard.roles import COOKIE, own_path, place_of
from sabot_dashboard.words.sentence import of_reason

STATE_COOKIE, STATE_S = "sabot-login", 600


def is_offered(login: HouseLogin | None) -> bool:
    """Whether the provider sends this browser back to where it is: it knows the page by one address."""
    return login is not None and request.host == urlsplit(login.address).netloc


def house_login(app: Flask, login: HouseLogin | None, people: People) -> None:
    """The routes, where the house has such a login."""
    if login is None:
        return

    @app.errorhandler(LoginError)
    def not_let_in(error: LoginError) -> Response:
        page = render_template("enter.html", why=of_reason(error.why), to="/", is_empty=False)
        answer = make_response(page, 403)
        cookies.forget(answer, STATE_COOKIE)
        return answer

    @app.get("/enter/house")
    def to_the_house() -> AnyResponse:
        address, state = login.begin(own_path(request.args.get("to", "/")), place=place_of(request))
        answer = redirect(address)
        cookies.keep(answer, STATE_COOKIE, state, longest_s=STATE_S, comes_from_elsewhere=True)
        return answer

    @app.get("/enter/house/back")
    def back_from_the_house() -> Response:
        person, to = login.finish(cookies.kept(STATE_COOKIE), request.args, place=place_of(request))
        answer = make_response(render_template("came.html", to=to))
        cookies.forget(answer, STATE_COOKIE)
        cookies.keep(answer, COOKIE, people.let_in(person))
        return answer
