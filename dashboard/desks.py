"""The pages behind the table: who comes in, and what is there for him."""

from __future__ import annotations

from typing import Any

from flask import Flask

from dashboard.answers import Inbox
from dashboard.roles import Roles, doors
from dashboard.setup_pages import setup
from dashboard.stream import Feed
from dashboard.supervisor import supervisor


def desks(app: Flask, office: Any, *, feed: Feed, inbox: Inbox, roles: Roles) -> None:
    """All routes that need an `office` (controller/office.py)."""
    doors(app, roles, office.people)
    supervisor(app, office, feed=feed, inbox=inbox, roles=roles)
    setup(app, office, roles=roles)
