"""Every target of `tools.fuzz`."""

from __future__ import annotations

from functools import partial

from sabot.instruments.registry import DRIVERS
from tools.fuzz_http import screens
from tools.fuzz_instruments import instrument
from tools.fuzz_record import beginning, configuration, files, people, record, recording
from tools.fuzz_table import cards, press, rules, script
from tools.fuzz_target import Target, in_a_file, ready

TARGETS: tuple[Target, ...] = (
    *(
        Target(f"instrument {name}", 70, partial(ready, partial(instrument, name)))
        for name in sorted(DRIVERS)
    ),
    Target("cards", 60, partial(ready, cards)),
    Target("script", 90, partial(ready, script)),
    Target("acts", 110, partial(ready, press)),
    Target("records", 60, partial(ready, record)),
    Target("openings", 20, partial(ready, beginning)),
    Target("options", 40, partial(ready, rules)),
    Target("configuration", 20, partial(ready, configuration)),
    Target("recordings", 20, partial(in_a_file, "day.jsonl", recording)),
    Target("people", 1, partial(in_a_file, "people.json", people)),
    Target("http", 20, screens),
    Target("files", 3, files),
)
