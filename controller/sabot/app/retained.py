"""What an open table keeps for some days only."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial

from sabot.config import Settings, state
from sabot.record import evidence
from sabot.record.evidence import Evidence
from sabot.school.school import School
from sabot.staff.people import People
from sabot.system.retention import Duty, Retention, drop_lines_before, is_agreed


def duties(settings: Settings, people: People, school: School | None) -> list[Duty]:
    """Pictures, log, counts of wrong PINs and school records, each with its days of the configuration."""
    days, pictures = settings.retention, Evidence(evidence.beside(settings.journal_path))
    found = [
        Duty("pictures", days.pictures_days, pictures.drop_before),
        Duty("bytes of the log", days.log_days, _drop_lines_before),
        Duty("counts of wrong PINs", days.attempts_days, people.drop_before),
    ]
    if school:
        found.append(Duty("records of the school", days.school_days, school.forgetting.drop_before))
    return found


def _drop_lines_before(wall_s: float) -> int:
    try:
        folder = state.folder()
    except FileNotFoundError:
        return 0  # a user without a home has no log
    return drop_lines_before(folder / "sabot.log", wall_s)


def retained(settings: Settings, people: People, school: School | None, parts: ExitStack) -> None:
    """Look now and each day for what is old enough to go, until the table is closed."""
    agrees = partial(is_agreed, settings.journal_path)
    retention = Retention(duties(settings, people, school), agrees=agrees)
    retention.start()
    parts.callback(retention.stop)
