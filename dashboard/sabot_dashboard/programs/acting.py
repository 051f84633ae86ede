"""What another program does: the acts of a screen, through the same inbox, under the name of the program."""

from __future__ import annotations

from functools import partial

from flask import Flask, Response, request

from sabot.core.shapes.json import record
from sabot.core.shapes.people import Program
from sabot.core.shapes.silence import hushed, is_silent
from sabot_dashboard.acting import read, went_on
from sabot_dashboard.acts import KEY, Act, Refusal, act
from sabot_dashboard.answers import Presses, answered, recorded
from sabot_dashboard.picture.faults import chef_is_asked
from sabot_dashboard.pressed import Press, Pressed
from sabot_dashboard.programs.asking import asking
from sabot_dashboard.programs.openapi import KEY_HEADER
from sabot_dashboard.programs.problems import problem
from sabot_dashboard.programs.reading import SUPERVISOR
from sabot_dashboard.programs.shapes import Done
from sabot_dashboard.roles import signed
from sabot_dashboard.stream import Feed

NOT_JSON = "Send the act as JSON, with Content-Type: application/json."
NO_KEY = f"Send the header {KEY_HEADER}: 8 to 64 letters, digits, - and _, new for each act."
USED = f"This {KEY_HEADER} came before with another act. Nothing was done now; use a new one for a new act."
GONE_ON = "The table is no longer what `mark` stands for. Read it again, then decide."
OF_THE_CHEF = (
    "Only a supervisor decides this now. Use a supervisor's key, or let a supervisor do it at a screen."
)


def acts(app: Flask, inbox: Presses, feed: Feed) -> None:
    """The route `/api/v1/acts`."""
    pressed: Pressed = app.extensions["pressed"]

    @app.post("/api/v1/acts")
    def act_of_program() -> Response:
        program = asking()
        wanted = _wanted(program)
        if isinstance(wanted, Response) or program is None:
            return wanted if isinstance(wanted, Response) else problem(401)
        newest = feed.newest
        if pressed.means_another(wanted):
            return problem(422, USED)
        is_of_chef = chef_is_asked(hushed(newest.view), wanted.name, wanted.observations)
        if is_of_chef and program.role != SUPERVISOR:
            return problem(403, OF_THE_CHEF)
        unless = partial(went_on, wanted, record(read(request.get_data())))
        has_gone_on = unless(newest.view)
        found = pressed.verdict(wanted) if has_gone_on else pressed.taken(wanted, newest.seq)
        if found != "new":
            return _done(pressed.not_new(wanted, found))
        if has_gone_on:
            return problem(409, GONE_ON)
        return _done(
            recorded(
                inbox,
                wanted.observations,
                press=Press(pressed, wanted),
                is_numbered=program.role == SUPERVISOR or not is_silent(newest.view),
                unless=unless,
                role=f"program {program.name}",
            )
        )


def _wanted(program: Program | None) -> Act | Response:
    """The act that was sent, signed by the program; or why there is none."""
    key = request.headers.get(KEY_HEADER, "")
    if not request.is_json:
        return problem(415, NOT_JSON)
    if not KEY.fullmatch(key):
        return problem(400, NO_KEY)
    found = act({**record(read(request.get_data())), "key": key})
    if isinstance(found, Refusal):
        return problem(400, found.sentence.format(**dict(found.values)))
    name = program.name if program else ""
    return signed(found._replace(key=f"{name}/{key}", seen=None), str(program))


def _done(answer: Response) -> Response:
    """The answer of a screen, as a program gets it."""
    body = record(answer.get_json())
    if answer.status_code == 409:
        return problem(409, GONE_ON)
    if answer.status_code >= 400:
        why = record(body.get("why"))
        return problem(503, str(why.get("id", "")).format(**record(why.get("values"))))
    number, is_again = body.get("recorded", True), bool(body.get("again"))
    done = Done(taken=True, recorded=bool(number), record=None, again=is_again)
    if type(number) is int:
        done["record"] = number
    return answered(done, answer.status_code)
