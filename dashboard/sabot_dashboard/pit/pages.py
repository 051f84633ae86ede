"""The pages of the pit: floor, figures, wheels, report, who saw what, and the wall."""

from __future__ import annotations

from flask import Flask, Response, render_template, request

from sabot.core.shapes.floor import CLOSED, UNKNOWN, Floor, Pace
from sabot_dashboard import tongue
from sabot_dashboard.answers import answered, refused
from sabot_dashboard.pit import words as pit_words
from sabot_dashboard.pit.chart import chart, plotted
from sabot_dashboard.pit.entry import DECIDES, Entry
from sabot_dashboard.pit.office import Office
from sabot_dashboard.words.languages import grouped
from sabot_dashboard.words.sentence import of_reason

DAYS_CHOSEN = (1, 7, 30)
WEEKS_CHOSEN = (1, 4, 13)
SPANS = {"1": "day", "3": "day", "12": "month", "36": "month"}
"""Over how many months a report goes, and what it adds up."""

LONGEST_WORD = 200
NO_ANSWER = "The database of the pit does not answer."


def pages(app: Flask, office: Office, entry: Entry) -> None:
    """Their routes."""

    @app.errorhandler(RuntimeError)
    def no_answer(error: RuntimeError) -> Response:
        app.logger.warning("%s", error)
        return refused({"id": NO_ANSWER, "values": {}}, 503)

    _floor(app, office, entry)
    _wall(app, office)
    _counts(app, office)
    _seen(app, office)


def _shown(office: Office, template: str, **more: object) -> str:
    floor = office.floor()
    now_s, words = floor.at_s, pit_words.words_of(tongue.spoken(None))
    return render_template(
        template,
        floor=floor,
        sums=sums(floor),
        states=pit_words.STATES,
        signs=pit_words.SIGNS,
        kinds=pit_words.KINDS,
        title=pit_words.title,
        why=pit_words.why,
        reasoned=of_reason,
        rule_title=pit_words.rule_title,
        age=lambda at_s: pit_words.age(now_s - at_s),
        moment=lambda at_s: pit_words.moment(at_s, now_s),
        name=lambda by: pit_words.person(office.people.named(by), words),
        game=pit_words.game_title,
        grouped=lambda value: grouped(value, words),
        **more,
    )


def sums(floor: Floor) -> dict[str, int]:
    """What a wall says of the whole floor: tables by how they stand, games of the last hour, alerts."""
    tiles = floor.tiles
    unknown = sum(each.state == UNKNOWN for each in tiles)
    closed = sum(each.state == CLOSED for each in tiles)
    return {
        "open": len(tiles) - unknown - closed,
        "closed": closed,
        "unknown": unknown,
        "games": sum(each.games_an_hour for each in tiles if each.state != UNKNOWN),
        "alerts": len(floor.causes),
        "unseen": floor.unseen,
    }


def _floor(app: Flask, office: Office, entry: Entry) -> None:
    def may_see() -> bool:
        person = entry.person()
        return person is not None and person.role in DECIDES.roles

    @app.get("/")
    def floor_page() -> str:
        return _shown(office, "floor.html", may_see=may_see())

    @app.get("/floor")
    def floor_now() -> Response:
        return answered({"html": _shown(office, "tiles.html", may_see=may_see())})

    @app.post("/see")
    def see() -> Response:
        body = request.get_json(silent=True)
        key, word = (body.get("key"), body.get("word")) if isinstance(body, dict) else ("", "")
        if not isinstance(key, str) or not isinstance(word, str) or not (word := " ".join(word.split())):
            return refused({"id": "Say in a word or two what you saw.", "values": {}}, 400)
        if not word.isprintable():
            return refused({"id": "Say in a word or two what you saw.", "values": {}}, 400)
        if not office.see(key, by=str(entry.person()), word=word[:LONGEST_WORD]):
            return refused({"id": "This alert is not open any more.", "values": {}}, 409)
        return answered({"taken": True})


def _wall(app: Flask, office: Office) -> None:
    @app.get("/wall")
    def wall_page() -> str:
        return _shown(office, "wall.html")

    @app.get("/wall/now")
    def wall_now() -> Response:
        return answered({"html": _shown(office, "wall-now.html")})


def _counts(app: Flask, office: Office) -> None:
    @app.get("/figures")
    def figures_page() -> str:
        days = _chosen("days", DAYS_CHOSEN, 7)
        return _shown(
            office, "figures.html", found=office.figures(days), days=days, choices=DAYS_CHOSEN, paced=_paced
        )

    @app.get("/wheels")
    def wheels_page() -> str:
        weeks = _chosen("weeks", WEEKS_CHOSEN, 4)
        return _shown(office, "wheels.html", wheels=office.wheels(weeks), weeks=weeks, choices=WEEKS_CHOSEN)

    @app.get("/training")
    def training_page() -> str:
        language = tongue.spoken(None)
        return _shown(
            office,
            "training.html",
            classes=office.training(),
            subject=lambda missed: pit_words.subject(missed, language),
            percent=_percent,
        )

    @app.get("/report")
    def report_page() -> str:
        months = request.args.get("months", "3")
        months = months if months in SPANS else "3"
        found = office.report(int(months), SPANS[months])
        days = [each._replace(day=each.day[:7]) for each in found] if SPANS[months] == "month" else found
        title = pit_words.words_of(tongue.spoken(None)).get("Games and faults", "Games and faults")
        return _shown(
            office,
            "report.html",
            days=days,
            months=months,
            choices=[*SPANS],
            drawn=chart(days, title=title),
            plotted=plotted(found, part=SPANS[months]),
        )


def _seen(app: Flask, office: Office) -> None:
    @app.get("/seen")
    def seen_page() -> str:
        return _shown(office, "seen.html", entries=office.answers())


def _chosen(name: str, choices: tuple[int, ...], usual: int) -> int:
    given = request.args.get(name, "")
    return int(given) if given in {str(each) for each in choices} else usual


def _percent(part: int, whole: int) -> int:
    """Rounded down: nobody is right always but those who are."""
    return 100 * part // whole


def _paced(paces: tuple[Pace, ...]) -> float:
    """The games an hour of the fastest table, by which the bars of all are drawn."""
    return max((each.an_hour for each in paces), default=1.0) or 1.0
