"""At the end of an evening: the record is whole, and all its forms say the same."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from sqlite3 import Connection

from sabot.core.events import CoupDecided
from sabot.core.observations import from_dict
from sabot.core.shapes.json import whole
from sabot.core.shapes.view import Result, View
from sabot.core.table import Table
from sabot.core.view import view
from sabot.record import indexes
from sabot.record.carry_over import alone
from sabot.record.chronicle import as_json, as_script, coups
from sabot.record.journal import reading, verify
from sabot.record.resume import after, remembered, reopened
from sabot.referee import refereed
from sabot.simulation.evenings.findings import REPLAYED, WHOLE, Findings
from sabot.simulation.evenings.witness import PASSING

Results = dict[int, Result]
"""The result of each decided coup, by its number."""


def compare_exports(path: Path, replayed: Table, shown: View, findings: Findings) -> None:
    """Compare the closed journal with the replay, and with what the screens show."""
    if wrong := [verify(path).wrong, *indexes.troubles(path)][verify(path).wrong == "" :]:
        findings.broken(WHOLE, "; ".join(wrong))
        return
    again = remembered(path)
    with reading(path) as file:
        exported = _refolded(file)
        listed = {each.coup: each.result for each in coups(file) if each.result is not None}
        judged = _judged(file, replayed)
    if again is None or _play(view(again)) != _play(view(alone(replayed))):
        findings.broken(REPLAYED, "a restart differs from the replay")
    for name, other in (("screen", shown), ("export in JSON", view(exported))):
        if _play(other) != _play(view(replayed)):
            findings.broken(REPLAYED, f"the {name} differs from the replay")
    for name, results in (("list of coups", listed), ("export as a script", judged)):
        if results != _results(replayed, results):
            findings.broken(REPLAYED, f"the {name} differs from the replay: {results}")


def _play(shown: View) -> dict[str, object]:
    """What a view says of the play: not of the instruments, which a closed table has none of."""
    left_out = {*PASSING, "instruments", "unconfirmed", "eye", "wheel"}
    return {key: value for key, value in shown.items() if key not in left_out}


def _refolded(file: Connection) -> Table:
    """The table as the export in JSON tells it."""
    table: Table | None = None
    for line in as_json(file):
        plain = json.loads(line)
        if plain["kind"] == "opening":
            table = reopened(plain["body"])
        elif plain["kind"] == "note" and table and plain["body"].get("note") == "resumed":
            table = alone(table)
        elif plain["kind"] == "observation" and table:
            seen, times = from_dict(plain["body"]), (plain["wall_ns"], plain["monotonic_ns"])
            table, _ = after(table, seen, *times, seq=whole(plain["seq"]))
    assert table is not None
    return table


def _judged(file: Connection, replayed: Table) -> Results:
    """The results of the export as a script, as `sabot referee` judges it."""
    lines = list(as_script(file))
    events = refereed(replayed.play.game, lines, replayed.play.options)
    return {each.coup: each.result for each in events if isinstance(each, CoupDecided)}


def _results(replayed: Table, like: Results) -> Results:
    """The results of the replay. It has those of the present sabot; the others are taken as they are."""
    known = {each.coup: each.result for each in _decided(replayed)}
    return {coup: known.get(coup, result) for coup, result in like.items()} | known


def _decided(replayed: Table) -> Iterator[CoupDecided]:
    yield from replayed.play.taille.results
    if replayed.play.result is not None:
        yield replayed.play.result
