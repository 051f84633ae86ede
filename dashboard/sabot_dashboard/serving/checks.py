"""What a request must pass before a route answers it: asked under our own name, by one who may, and, where it
changes something, sent by one of our own pages."""

from __future__ import annotations

from flask import Flask, abort, request
from werkzeug.wrappers import Response

from sabot_dashboard import access, guard
from sabot_dashboard.answers import refused
from sabot_dashboard.encrypted import cookies
from sabot_dashboard.encrypted.turning import turned
from sabot_dashboard.programs.asking import Keys
from sabot_dashboard.programs.problems import is_for_programs
from sabot_dashboard.roles import Roles, at_the_table
from sabot_dashboard.telephones import SEAT_COOKIE, Telephones
from sabot_dashboard.words.sentence import plain

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""What asks and changes nothing."""


def checked(app: Flask, roles: Roles, keys: Keys, *, hosts: tuple[str, ...]) -> None:
    """Every request of this app is checked; `hosts` are further names under which it may be asked."""
    telephones: Telephones = app.extensions["telephones"]
    asked_under_our_name(app, hosts)
    app.before_request(turned)

    @app.before_request
    def asked_by_one_who_may() -> Response | None:
        if request.url_rule is None:
            return None  # there is no such page
        rule = access.rule_of(request.url_rule.rule, request.args.get("for", ""))
        if is_for_programs():
            return keys.refusal(rule)
        return _of_the_seat(telephones) if rule.is_seated else roles.refusal(rule)

    app.before_request(sent_by_our_own_page)


def asked_under_our_name(app: Flask, hosts: tuple[str, ...]) -> None:
    """Refuse what asks for another host than this one and `hosts`."""
    names = guard.own_names(hosts)

    @app.before_request
    def known_host() -> Response | None:
        if at_the_table(request):
            return of_own_screen()
        if not guard.is_own_host(request.host, names):
            abort(400, "This table is not known under that name. Use its address.")
        return None


def sent_by_our_own_page() -> Response | None:
    """The refusal of an act that no page of ours sent. One of another program has a key, and no page of
    another site can send that."""
    is_act = request.url_rule is not None and request.method not in SAFE_METHODS
    if is_for_programs() or not is_act or guard.is_own_page(request.headers, request.host):
        return None
    return refused(plain("An act must come from one of this table's own pages."), 403)


def _of_the_seat(telephones: Telephones) -> Response | None:
    """The refusal of a browser that does not hold the seat in the address."""
    seat = (request.view_args or {}).get("seat", 0)
    if telephones.holds(cookies.kept(SEAT_COOKIE), seat):
        return None
    return refused(plain("This telephone does not hold that seat."), 403)


def of_own_screen() -> Response | None:
    """The refusal of a request at the table's own screen that a proxy passed on, or that names another
    machine."""
    if guard.is_loopback(request.host) and not guard.is_forwarded(request.headers):
        return None
    why = plain("This address is for a browser on this machine alone. Use the table’s other address.")
    return refused(why, 403)
