"""Who may ask for what: one rule for each route, asked before the route answers anybody.

A route without a rule stops the screens from being made, so none is open by mistake. docs/security.md shows
the rules as a table, and the tests ask every route in every role.
"""

from __future__ import annotations

from typing import NamedTuple

from flask import Flask

CROUPIER, SUPERVISOR, TECHNICIAN = "croupier", "supervisor", "technician"
TRAINER, TRAINEE = "trainer", "trainee"


class Rule(NamedTuple):
    """Who may use a route.

    `roles` are those whose PIN opens it. The table's own screen opens it without a PIN where `is_at_table`;
    where nobody has a PIN that could be asked for, it opens at the table's own screen alone. `is_public`:
    anybody, anywhere. `is_watched`: the addresses that the configuration names (`watched_by`), too.
    `is_seated`: the telephone that holds the seat in the address, and nobody else. `programs`: other
    programs whose key has one of these roles, and nobody else.
    """

    roles: tuple[str, ...] = ()
    is_at_table: bool = False
    is_public: bool = False
    is_watched: bool = False
    is_seated: bool = False
    programs: tuple[str, ...] = ()


ANYBODY = Rule(is_public=True)
"""The public display, and the way in."""

TABLE = Rule((CROUPIER, SUPERVISOR), is_at_table=True)
"""What deals: the croupier's page, its stream, its acts."""

SCHOOL = Rule((TRAINEE, TRAINER, SUPERVISOR, CROUPIER, TECHNICIAN), is_at_table=True)
TRAINERS = Rule((TRAINER, SUPERVISOR))
SUPERVISORS = Rule((SUPERVISOR,))
TECHNICIANS = Rule((TECHNICIAN,))

WATCHERS = Rule((TECHNICIAN,), is_at_table=True, is_watched=True)
"""The numbers of the table, for the house's monitoring."""

SEATED = Rule(is_seated=True)
"""What belongs to one player at a table at home: their hand, and what they do."""

PROGRAMS = Rule(programs=("reader", CROUPIER, SUPERVISOR))
PROGRAMS_OF_STAFF = Rule(programs=(CROUPIER, SUPERVISOR))
"""The interface for other programs, each with a key; what the display shows needs none."""

FOR_PROGRAMS = "/api/"
"""How every address of that interface begins."""

RULES: dict[str, Rule] = {
    **dict.fromkeys(("/", "/display", "/enter", "/leave"), ANYBODY),
    **dict.fromkeys(("/house/mark", "/house/colours.css", "/house/idle"), ANYBODY),
    "/house/pictures/<name>": ANYBODY,
    **dict.fromkeys(("/healthz", "/readyz"), ANYBODY),
    "/metrics": WATCHERS,
    **dict.fromkeys(("/api/v1/table", "/api/v1/events", "/api/v1/openapi.json"), ANYBODY),
    **dict.fromkeys(("/api/v1/coups", "/api/v1/faults"), PROGRAMS),
    "/api/v1/acts": PROGRAMS_OF_STAFF,
    **dict.fromkeys(("/assets/<version>/<path:name>", "/favicon.ico"), ANYBODY),
    **dict.fromkeys(("/rules/<game>", "/sheet"), ANYBODY),  # a table at home: nothing that a display hides
    "/events": ANYBODY,  # the stream of the display; that of the croupier's page has the rule of `rule_of`
    **dict.fromkeys(("/croupier", "/acts", "/payout", "/spoken", "/pictures/<name>"), TABLE),
    **dict.fromkeys(("/players", "/offers", "/pins"), TABLE),
    **dict.fromkeys(("/seats", "/seats/code", "/seats/revoke"), TABLE),
    **dict.fromkeys(("/seat/<int:seat>", "/seat/<int:seat>/place", "/seat/<int:seat>/join"), ANYBODY),
    **dict.fromkeys(("/seat/<int:seat>/now", "/seat/<int:seat>/act"), SEATED),
    **dict.fromkeys(("/seat/<int:seat>/answer", "/seat/<int:seat>/leave"), SEATED),
    **dict.fromkeys(("/school", "/school/trainee", "/school/leave", "/school/table"), SCHOOL),
    **dict.fromkeys(("/school/drill/<name>", "/school/record/<name>", "/school/table/state"), SCHOOL),
    **dict.fromkeys(("/school/daily", "/school/daily/next", "/school/daily/end", "/school/goal"), SCHOOL),
    **dict.fromkeys(("/school/progress", "/school/deals"), SCHOOL),
    **dict.fromkeys(("/school/ask", "/school/answer", "/school/exams", "/school/exams/<key>"), SCHOOL),
    **dict.fromkeys(("/school/exams/<key>.pdf", "/school/exams/<key>/next"), SCHOOL),
    **dict.fromkeys(("/school/deal", "/school/deal/<key>/state", "/school/deal/<key>/act"), SCHOOL),
    **dict.fromkeys(("/school/exams/<key>/answer", "/school/exams/<key>/review"), SCHOOL),
    **dict.fromkeys(("/school/exams/<key>/state", "/school/exams/<key>/act"), SCHOOL),
    "/school/papers/<key>": SCHOOL,
    **dict.fromkeys(("/school/deal/<key>", "/school/deal/<key>/replay"), SCHOOL),
    "/school/table/deal": SCHOOL,
    "/school/trainer/state": TRAINERS,
    **dict.fromkeys(("/school/trainer", "/school/trainer/<int:trainee>"), TRAINERS),
    **dict.fromkeys(("/school/trainer/<int:trainee>/<name>", "/school/trainer/seat"), TRAINERS),
    "/school/trainer/<int:trainee>/deal/<key>": TRAINERS,
    **dict.fromkeys(("/school/trainer/fault", "/school/trainer/remove"), TRAINERS),
    **dict.fromkeys(("/school/trainer/papers", "/school/trainer/papers/<key>/withdraw"), TRAINERS),
    **dict.fromkeys(("/supervisor", "/supervisor/shift", "/supervisor/acts"), SUPERVISORS),
    **dict.fromkeys(("/supervisor/coup/<int:number>",), SUPERVISORS),
    **dict.fromkeys(("/supervisor/report.csv", "/supervisor/report.pdf"), SUPERVISORS),
    **dict.fromkeys(("/technician", "/technician/lines", "/technician/wheel"), TECHNICIANS),
    **dict.fromkeys(("/technician/log", "/technician/backup"), TECHNICIANS),
    **dict.fromkeys(("/technician/update", "/technician/update/came"), TECHNICIANS),
    **dict.fromkeys(("/technician/camera", "/technician/camera/status"), TECHNICIANS),
    "/technician/camera/picture": TECHNICIANS,
    **dict.fromkeys(("/setup", "/setup/listen", "/setup/heard", "/setup/renew"), TECHNICIANS),
    "/setup/people": TECHNICIANS,
    "/pit-offers": Rule((SUPERVISOR, TECHNICIAN)),
}
"""The rule of each route, by its address as Flask writes it."""


STREAMS = {CROUPIER: TABLE, SUPERVISOR: SUPERVISORS}
"""The rules of the streams that are not the display's, by audience."""


def rule_of(route: str, audience: str) -> Rule:
    """The rule of a route; `audience` is for whom a stream is asked."""
    return STREAMS.get(audience, RULES[route]) if route == "/events" else RULES[route]


def all_ruled(app: Flask) -> None:
    """Raises RuntimeError where the app has a route without a rule."""
    without = sorted({rule.rule for rule in app.url_map.iter_rules()} - {*RULES})
    if without:
        raise RuntimeError(f"no rule says who may ask for {', '.join(without)}: add it to {__name__}.RULES")
