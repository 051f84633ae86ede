"""Which program asks: by the key in `Authorization: Bearer …`, and by nothing else.

A key in an address would end in logs and histories, so none is looked for there. No cookie counts: a browser
sends it by itself, and a key it does not.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Response, g, request

from sabot.core.shapes.people import Program
from sabot_dashboard.access import Rule
from sabot_dashboard.programs.problems import problem
from sabot_dashboard.programs.wanted import Programs
from sabot_dashboard.refused_entries import RefusedEntries
from sabot_dashboard.roles import place_of

SCHEME, LONGEST_KEY = "bearer", 200
NO_KEY = "Send the key of your program as the header Authorization: Bearer KEY; `sabot people key` makes one."
WRONG_KEY = (
    "This key does not count: it was never made, or it is revoked. `sabot people key` makes a new one."
)


class Keys:
    """The keys of one table; `programs` is None in a dashboard without an office."""

    def __init__(self, programs: Programs | None, refused_entries: RefusedEntries) -> None:
        self._programs, self._refused = programs, refused_entries

    def refusal(self, rule: Rule) -> Response | None:
        """The answer to a program that may not go on; None if it may. What needs no key is refused as well
        with a wrong one: its owner wants to know."""
        given = request.headers.get("Authorization")
        if given is None:
            return None if rule.is_public else problem(401, NO_KEY)
        program = self._known(given)
        if program is None:
            self._refused.note("", place_of(request), "no such key")
            return problem(401, WRONG_KEY)
        g.program, g.is_known = program, lambda: self._known(given) == program
        if rule.is_public or program.role in rule.programs:
            return None
        return problem(
            403, f"The key of {program.name} is a {program.role}'s. It needs: {' or '.join(rule.programs)}."
        )

    def _known(self, given: str) -> Program | None:
        scheme, _, key = given.partition(" ")
        if scheme.lower() != SCHEME or not 0 < len(key) <= LONGEST_KEY or self._programs is None:
            return None
        return self._programs.known(key.strip())


def asking() -> Program | None:
    """The program that asks; None if it has no key."""
    found: Program | None = g.get("program")
    return found


def still_known() -> Callable[[], bool]:
    """What says, also when the request is over, whether the key that came with it still counts; without a
    key nothing ends."""
    found: Callable[[], bool] = g.get("is_known", lambda: True)
    return found


def role() -> str:
    """The role of the program that asks; empty if it has no key."""
    found = asking()
    return found.role if found else ""
