"""Roll-outs, as `sabot pit offer` begins, stops and tells them."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from sabot.cli.pit.commands import reached

if TYPE_CHECKING:
    from psycopg import Connection


def begin_rollout(database: str | None, version: str, *, by: str, why: str, coups: int, hours: float) -> None:
    """Begin it, and say how many tables each ring has. Raises Refused."""
    with reached(database) as connection:
        from sabot.pit.offers.rings import Period
        from sabot.pit.offers.rollout import begin, revision_of

        revision, period = revision_of(version), Period(coups, hours)
        rings = begin(connection, revision, version, by=by, why=why, now=datetime.now(UTC), period=period)
    first = next(station for station, ring in rings.items() if ring == 1)
    tables = ", ".join(str(count) for _, count in sorted(Counter(rings.values()).items()))
    click.echo(f"{version} ({revision[:12]}) is rolled out in rings of {tables}; {first} is first")


def stop_rollout(database: str | None, *, by: str, why: str) -> None:
    """Stop it. Raises Refused."""
    with reached(database) as connection:
        from sabot.pit.offers.rollout import stop

        click.echo(f"the roll-out of {stop(connection, by=by, why=why).name} has stopped")


def tell_rollout(connection: Connection[Any]) -> None:
    """How the roll-out stands and why its tables wait; nothing where there is none."""
    from sabot.pit.offers.rollout import current, standing

    if (found := current(connection)) is None:
        return
    tables, after = standing(connection, found, now=datetime.now(UTC))
    last = max(each.seen.ring for each in tables)
    how = f"stopped: {after.stopped}" if after.stopped else f"ring {after.ring} of {last}"
    click.echo(f"roll-out of {found.name} ({found.revision[:12]}): {found.why} (by {found.by}): {how}")
    for station, why in after.waits:
        click.echo(f"  {station}: {why}")
