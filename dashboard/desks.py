"""The pages behind the table: who comes in, and what is there for him."""

from __future__ import annotations

from typing import Any

from flask import Flask

from dashboard.answers import Inbox
from dashboard.at_hand import at_hand
from dashboard.eye import eye
from dashboard.roles import Roles, doors
from dashboard.school import school
from dashboard.school_trainer import trainer
from dashboard.settings import Screens
from dashboard.setup_pages import setup
from dashboard.stream import Feed
from dashboard.supervisor import supervisor
from dashboard.technician import technician


def desks(app: Flask, office: Any, *, feed: Feed, inbox: Inbox, roles: Roles, settings: Screens) -> None:
    """All routes that need an `office` (controller/office.py)."""
    doors(app, roles, office.people)
    at_hand(app, office, roles=roles)
    supervisor(app, office, feed=feed, inbox=inbox, roles=roles)
    setup(app, office, roles=roles)
    technician(app, office, inbox=inbox, roles=roles)
    eye(app, office, roles=roles)
    if getattr(office, "school", None) is not None:
        app.extensions["school"] = school(app, office.school, settings)
        trainer(app, app.extensions["school"], roles)
