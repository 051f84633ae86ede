"""The pages behind the table: who may open each, and what it offers."""

from __future__ import annotations

from flask import Flask

from sabot_dashboard.answers import Inbox
from sabot_dashboard.office import Office
from sabot_dashboard.pages.croupier_aids import croupier_aids
from sabot_dashboard.pages.examination.closed import closed_meanwhile
from sabot_dashboard.pages.examination.coups import exam_coups
from sabot_dashboard.pages.examination.exams import exams
from sabot_dashboard.pages.examination.papers import papers
from sabot_dashboard.pages.eye import eye
from sabot_dashboard.pages.offered.pit_offers import pit_offers
from sabot_dashboard.pages.players import players
from sabot_dashboard.pages.school import school
from sabot_dashboard.pages.school_deal_pages import deal_pages
from sabot_dashboard.pages.school_dealing import dealing
from sabot_dashboard.pages.school_table import deals, table_page
from sabot_dashboard.pages.school_today import today
from sabot_dashboard.pages.school_trainer import trainer
from sabot_dashboard.pages.seats import seats
from sabot_dashboard.pages.setup import setup
from sabot_dashboard.pages.supervisor import supervisor
from sabot_dashboard.pages.technician import technician
from sabot_dashboard.refusals import unreadable
from sabot_dashboard.roles import Roles, login_routes
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import Feed


def staff_pages(
    app: Flask, office: Office, *, feed: Feed, inbox: Inbox, roles: Roles, settings: Screens
) -> None:
    """All routes that need an `office` (controller/sabot/staff/office.py)."""
    unreadable(app)
    login_routes(app, roles, office.people)
    croupier_aids(app, office, feed=feed, roles=roles)
    players(app, office, feed=feed, settings=settings)
    seats(app, office, feed=feed, inbox=inbox, settings=settings)
    supervisor(app, office, feed=feed, inbox=inbox, roles=roles, look=settings.look)
    setup(app, office, inbox=inbox, roles=roles, others=settings.others)
    technician(app, office, inbox=inbox, roles=roles)
    pit_offers(app, office, inbox=inbox, roles=roles)
    if office.camera is not None:
        eye(app, office.camera, roles=roles)
    if office.school is not None:
        app.extensions["school"] = school(app, office, settings, roles)
        closed_meanwhile(app, app.extensions["school"])
        exams(app, app.extensions["school"])
        exam_coups(app, app.extensions["school"])
        papers(app, app.extensions["school"])
        table_page(app, app.extensions["school"])
        trainer(app, app.extensions["school"])
        dealing(app, app.extensions["school"])
        deal_pages(app, app.extensions["school"])
        today(app, app.extensions["school"])
        deals(app, app.extensions["school"])
