"""Wild inputs break nothing, and what does break something is found (tools/fuzz.py)."""

from __future__ import annotations

import json
import logging
import random
from collections.abc import Callable
from functools import partial

import pytest

from sabot.instruments.registry import DRIVERS
from tools import fuzz
from tools.fuzz import fed, fuzzed, shares
from tools.fuzz_chance import nested, spoilt, value
from tools.fuzz_target import Fed, Target, ready
from tools.fuzz_targets import TARGETS

INPUTS = 2_500


def test_a_few_thousand_wild_inputs_break_nothing() -> None:
    """`make soak` feeds a million."""
    found = fuzzed(INPUTS, seed=7)
    assert found["examples"] == []
    assert sum(each["inputs"] for each in found["targets"].values()) == found["inputs"]


def test_every_instrument_is_fed() -> None:
    assert {*DRIVERS} <= {each.name.removeprefix("instrument ") for each in TARGETS}


def trap(take: Callable[[int], object]) -> Target:
    """A target whose inputs are the numbers from 0 to 9."""
    return Target("trap", 1, partial(ready, lambda: Fed(lambda chance: chance.randrange(10), take)))


def raises(given: int) -> None:
    if given == 3:
        raise KeyError("three")


def logs(given: int) -> None:
    if given == 3:
        logging.getLogger("sabot").error("the referee failed at %d", given)


@pytest.mark.parametrize(("take", "said"), [(raises, "KeyError: 'three'"), (logs, "the referee failed at 3")])
def test_what_breaks_is_found_with_the_number_that_makes_it_again(
    take: Callable[[int], object], said: str
) -> None:
    broken = fed(trap(take), 50, seed=1).broken
    assert broken
    assert {each.given for each in broken} == {"3"}
    assert all(said in each.what for each in broken)
    again = fed(trap(take), 1, seed=1, first=broken[0].number).broken
    assert again == broken[:1]
    assert fed(trap(take), 50, seed=2).broken != broken


def test_an_input_that_takes_long_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "SLOWEST_S", -1.0)
    assert fed(trap(int), 1, seed=1).broken[0].what.startswith("it took ")


def test_an_input_that_hangs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "HANGS_S", 0.01)

    def hang(given: int) -> None:
        while True:
            pass

    assert "HangsError: it hangs" in fed(trap(hang), 1, seed=1).broken[0].what


def test_each_target_gets_its_share_and_at_least_one_input() -> None:
    targets = [trap(int)._replace(name="a", of_1000=999), trap(int)._replace(name="b", of_1000=1)]
    assert shares(1000, targets) == {"a": 999, "b": 1}
    assert shares(10, targets) == {"a": 10, "b": 1}


def test_damage_is_the_same_for_the_same_seed_and_seldom_none() -> None:
    whole = b'{"card": "8C"}' * 4
    made = [spoilt(whole, random.Random(seed)) for seed in range(200)]
    assert made == [spoilt(whole, random.Random(seed)) for seed in range(200)]
    assert sum(each == whole for each in made) < 20
    assert all(spoilt(b"", random.Random(seed)) is not None for seed in range(50))


def test_values_are_json_and_depth_is_deeper_than_a_reader_goes() -> None:
    for seed in range(300):
        json.dumps(value(random.Random(seed), ["punto"]))
    with pytest.raises((RecursionError, ValueError)):
        json.loads(next(text for seed in range(99) if len(text := nested(random.Random(seed))) > 50_000))
