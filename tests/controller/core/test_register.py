"""What other installed packages offer, found by their entry points."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from sabot.core.register import Register
from tests.packages import installed

GROUP = "sabot.tests"


def register() -> Register[str]:
    """A register of words; only a word in small letters may be offered."""

    def refusal(found: object) -> str:
        return (
            "" if isinstance(found, str) and found.islower() else f"offers {found!r}, which is no small word"
        )

    own = {word: partial(str, word) for word in ("one", "two")}
    return Register(own, group=GROUP, named=lambda word: word[:3], refusal=refusal)


@pytest.fixture
def offering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path; the test installs packages in it."""
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


def module(folder: Path, name: str, text: str) -> None:
    (folder / f"{name}.py").write_text(text)


def test_our_own_stand_first_and_in_their_order(offering: Path) -> None:
    module(offering, "offers_a", "WORD = 'a word'")
    installed(offering, "words", GROUP, {"a": "offers_a:WORD"})
    assert [*register()] == ["one", "two", "a w"]
    assert len(register()) == 3


def test_one_of_our_own_is_made_once_when_it_is_asked_for() -> None:
    asked: list[str] = []

    def made() -> str:
        asked.append("one")
        return "made"

    known = Register({"one": made}, group=GROUP, named=str, refusal=lambda _: "")
    assert [*known] == ["one"]
    assert asked == []
    assert (known["one"], known["one"]) == ("made", "made")
    assert asked == ["one"]


def test_what_a_package_offers_is_found_by_its_own_name(offering: Path) -> None:
    module(offering, "offers_three", "WORD = 'three'")
    installed(offering, "words", GROUP, {"anything": "offers_three:WORD"})
    known = register()
    assert known["thr"] == "three"
    assert known.troubles() == ()


def test_no_package_is_looked_at_for_a_name_of_our_own(offering: Path) -> None:
    """A command that names its game starts as fast as before: `importlib.metadata` is not even imported."""
    script = (
        "import sys; from sabot.games.register import GAMES; GAMES['punto-banco'].NAME;"
        "assert 'importlib.metadata' not in sys.modules; list(GAMES);"
        "assert 'importlib.metadata' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_a_game_is_imported_when_it_is_asked_for_and_no_other_with_it() -> None:
    script = (
        "import sys; from sabot.games.register import GAMES; list(GAMES);"
        "games = lambda: {name.split('.')[2] for name in sys.modules if name.endswith('.descriptor')};"
        "before = games() - {'descriptor'}; GAMES['roulette'].NAME;"
        "assert (before, games() - {'descriptor'}) == (set(), {'roulette'}), (before, games())"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("raise RuntimeError('no licence')", "cannot be loaded: RuntimeError: no licence"),
        ("import sys\nsys.exit(3)", "cannot be loaded: SystemExit: 3"),
        ("raise OSError('one line\\nand another')", "cannot be loaded: OSError: one line and another"),
        ("def (", "cannot be loaded: SyntaxError: "),
        ("OTHER = 1", "cannot be loaded: AttributeError: "),
        ("WORD = 'LOUD'", "offers 'LOUD', which is no small word"),
        ("WORD = 'two more'", "has the name 'two', which is taken"),
    ],
)
def test_what_cannot_be_used_is_left_out_and_told_in_one_line(offering: Path, text: str, why: str) -> None:
    module(offering, "offers_badly", text)
    module(offering, "offers_well", "WORD = 'well'")
    installed(offering, "bad-words", GROUP, {"bad": "offers_badly:WORD"})
    installed(offering, "good-words", GROUP, {"good": "offers_well:WORD"})
    known = register()
    try:
        assert [*known] == ["one", "two", "wel"]
        (told,) = known.troubles()
        assert told.startswith(f"{GROUP}: bad of bad-words {why}")
        assert "\n" not in told
    finally:
        for name in ("offers_badly", "offers_well"):
            sys.modules.pop(name, None)


def test_a_module_that_is_missing_is_told_with_its_name(offering: Path) -> None:
    installed(offering, "words", GROUP, {"gone": "offers_nothing_at_all:WORD"})
    (told,) = register().troubles()
    assert "No module named 'offers_nothing_at_all'" in told


def test_a_name_that_nobody_offers_is_a_key_error() -> None:
    known = register()
    with pytest.raises(KeyError):
        known["four"]
    assert "four" not in known
    assert known.get("four") is None


def test_packages_are_looked_at_once_until_it_is_asked_for_again(offering: Path) -> None:
    known = register()
    assert [*known] == ["one", "two"]
    module(offering, "offers_later", "WORD = 'later'")
    installed(offering, "words", GROUP, {"later": "offers_later:WORD"})
    assert [*known] == ["one", "two"]
    known.look_again()
    assert [*known] == ["one", "two", "lat"]
