"""The Flask app of the pit's page. Headers, refusals, log-in and files are those of a table's screens."""

from __future__ import annotations

from flask import Blueprint, Flask, request
from werkzeug.wrappers import Response

from sabot_dashboard import tongue
from sabot_dashboard.answers import Bodies
from sabot_dashboard.app import LARGEST_ACT, files, headed, in_every_page
from sabot_dashboard.assets import our_files
from sabot_dashboard.encrypted.turning import turned
from sabot_dashboard.pit.entry import RULES, Entry
from sabot_dashboard.pit.house_login import house_login, is_offered
from sabot_dashboard.pit.numbers import watched
from sabot_dashboard.pit.office import HouseLogin, Office
from sabot_dashboard.pit.pages import pages
from sabot_dashboard.pit.words import ROLES, for_script, words_of
from sabot_dashboard.roles import login_routes
from sabot_dashboard.serving.checks import asked_under_our_name, sent_by_our_own_page
from sabot_dashboard.settings import Screens
from sabot_dashboard.stream import Feed, Frames
from sabot_dashboard.words.languages import number

PACKAGE = "sabot_dashboard"


def create_pit_app(office: Office, settings: Screens, feed: Feed, login: HouseLogin | None = None) -> Flask:
    """The page of one pit. Of `settings` it has the name, the language, the hosts and the watchers; `feed`
    has nothing to show and belongs to the server. People come in with a password, and by the login of the
    house where it has one."""
    app = Flask(PACKAGE, static_folder=None, template_folder="templates/pit")
    app.register_blueprint(Blueprint("of_tables", PACKAGE, template_folder="templates"))  # what it has not
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_ACT
    app.json = Bodies(app)
    app.extensions |= {"streams": (feed, Frames({})), "assets": our_files()}
    entry = Entry(office.people, feed, watchers=settings.watchers)
    _checked(app, entry, hosts=settings.hosts)
    headed(app, insists=settings.has_house_certificate)
    _common(app, entry, settings, login)
    files(app)
    login_routes(app, entry, office.people)
    house_login(app, login, office.people)
    pages(app, office, entry)
    watched(app, office, entry)
    unruled = {rule.rule for rule in app.url_map.iter_rules()} - {*RULES}
    if unruled:
        raise RuntimeError(f"no rule says who may ask for {', '.join(sorted(unruled))}")
    return app


def _checked(app: Flask, entry: Entry, *, hosts: tuple[str, ...]) -> None:
    asked_under_our_name(app, hosts)
    app.before_request(turned)

    @app.before_request
    def asked_by_one_who_may() -> Response | None:
        return entry.refusal(RULES[request.url_rule.rule]) if request.url_rule is not None else None

    app.before_request(sent_by_our_own_page)


def _common(app: Flask, entry: Entry, settings: Screens, login: HouseLogin | None) -> None:
    @app.context_processor
    def common() -> dict[str, object]:
        words = words_of(tongue.spoken(settings.lang))
        person = entry.person()
        return in_every_page(app, settings, words, for_script(words)) | {
            "number": lambda value: number(value, words),
            "person": person,
            "role": ROLES.get(person.role, "") if person else "",
            "links": entry.pages(),
            "here_now": request.path,
            "has_house_login": is_offered(login),
        }
