"""The configuration: what is right is read, and what is wrong is one line that says where and what was
expected."""

from __future__ import annotations

import dataclasses
import json
import re
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabot.config import SECTIONS, ConfigError, InstrumentSection, default_text, load, read
from sabot.config.answers import written
from sabot.games.register import GAMES
from sabot.instruments.registry import OWN

DOCUMENT = Path(__file__).parents[3] / "docs" / "configuration.md"


def refused(text: str) -> str:
    with pytest.raises(ConfigError) as error:
        read(text, file=Path("table.toml"))
    assert "\n" not in str(error.value)
    return str(error.value)


def test_the_default_file_loads_and_equals_the_defaults():
    assert read(default_text()) == read("")


def test_the_default_file_names_every_key_of_every_section_and_every_option_of_every_game():
    plain = tomllib.loads(default_text())
    for name, section in SECTIONS.items():
        assert set(plain[name]) == {each.name for each in dataclasses.fields(section)}
    assert set(plain["rules"]) == set(GAMES)
    for name, game in GAMES.items():
        assert {each.replace("-", "_") for each in plain["rules"][name]} == {
            each.name for each in dataclasses.fields(game.Options)
        }
    for each in dataclasses.fields(InstrumentSection):
        assert f"\n# {each.name} = " in default_text()


def test_the_document_explains_every_key():
    text = DOCUMENT.read_text()
    for name, section in (*SECTIONS.items(), ("instruments", InstrumentSection)):
        assert f"[{name}]" in text
        assert [each.name for each in dataclasses.fields(section) if f"`{each.name}`" not in text] == []


def test_the_document_names_the_keys_of_the_screens_in_the_order_of_the_file():
    section = DOCUMENT.read_text().split("## [dashboard]")[1].split("\n## ")[0]
    named = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert named == [each.name for each in dataclasses.fields(SECTIONS["dashboard"])]


def test_the_document_names_every_driver_of_a_line():
    row = re.search(r"^\| `driver` \| \|.*", DOCUMENT.read_text(), re.MULTILINE)[0]
    assert {each.name for each in OWN} - {"camera", "wheel-camera"} <= set(re.findall(r"`([\w-]+)`", row))


def test_the_document_shows_what_is_said_of_a_colour_that_cannot_be_read():
    text = "\n" * 7 + '[house]\ncloth = "#808080"'
    assert refused(text) in " ".join(DOCUMENT.read_text().split())


def test_a_live_table_closes_its_coups_by_the_croupier_unless_it_is_told_otherwise():
    """docs/notation.md: close=croupier is the default on a live table."""
    assert read("").options.close == "croupier"
    assert read('[rules.punto-banco]\nclose = "auto"').options.close == "auto"


def test_it_listens_on_this_machine_alone_unless_it_is_told_otherwise():
    assert read("").dashboard.host == "127.0.0.1"


def test_options_of_a_game_are_written_as_toml_or_as_on_the_command_line():
    one = read("[rules.punto-banco]\nno-tax = true\ndecks = 8\nminimum = 2.5")
    two = read('[rules.punto-banco]\nno_tax = "on"\ndecks = "8"\nminimum = "2.50"')
    assert one == two
    assert (one.options.no_tax, one.options.decks, one.options.minimum) == (True, 8, 250)


def test_settings_cannot_be_changed_once_they_are_read():
    with pytest.raises(dataclasses.FrozenInstanceError):
        read("").table.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("[dashbord]", "table.toml, line 1: dashbord: unknown section; did you mean dashboard?"),
        ("\n[dashboard]\nprot = 1", "table.toml, line 3: dashboard.prot: unknown key; did you mean port?"),
        (
            '[dashboard]\nport = "80"',
            'table.toml, line 2: dashboard.port: expected a whole number from 0 to 65535, not "80"',
        ),
        (
            "[dashboard]\nport = true",
            "table.toml, line 2: dashboard.port: expected a whole number from 0 to 65535, not true",
        ),
        (
            "[simulation]\nseconds_per_card = -1",
            "table.toml, line 2: simulation.seconds_per_card: expected a number from 0 to 60, not -1",
        ),
        ('[table]\nlanguage = "it"', 'line 2: table.language: expected fr or nl or de or en, not "it"'),
        (
            "[table]\nname = 3",
            "table.toml, line 2: table.name: expected a text in quotes that is not empty, not 3",
        ),
        (
            '[journal]\npath = "a\\u0000b"',
            "line 2: journal.path: expected a text without control characters, not",
        ),
        (
            '[home]\nnames = "Anna, \\u202eneB"',
            "line 2: home.names: expected a text without control characters, not",
        ),
        (
            "[rules.roulette]\nminimum = 10\nmaximum = 5",
            "line 3: rules.roulette.maximum: less than the minimum",
        ),
        ("[table]\ngame = []", "table.toml, line 2: table.game: expected "),
        ("x = 1" + "0" * 5000, "table.toml: no TOML: Exceeds the limit"),
        ("table = 3", "table.toml, line 1: table: expected a section: [table]"),
        ("instruments = 3", "instruments: expected [[instruments]], in double brackets"),
        ("instruments = [3]", "instruments[1]: expected [[instruments]] and its keys below it"),
        ("[[instruments]]\nport = 'auto'", "line 1: instruments[1].driver: missing; expected"),
        (
            '[[instruments]]\ndriver = "lines"\n[[instruments]]\ndriver = "lines"\nbaud = 1.5',
            "table.toml, line 5: instruments[2].baud: expected a whole number from 0 to 4000000, not 1.5",
        ),
        (
            "[[instruments]]\ndriver='lines'\nwait=1",
            "line 3: instruments[1].wait: expected true or false, not 1",
        ),
        ("[[instruments]]\ndriver='lines'\noptions=1", "instruments[1].options: expected a table of keys"),
        ("[rules.faro]", "table.toml, line 1: rules.faro: unknown game; there are: "),
        ("rules.punto-banco = 1", "rules.punto-banco: expected a section: [rules.punto-banco]"),
        (
            "[rules.punto-banco]\ndecks = 99",
            "table.toml, line 2: rules.punto-banco.decks: decks=99: expected a whole number from 1 to 12",
        ),
        (
            "[rules.punto-banco]\ndeks = 6",
            "line 2: rules.punto-banco.deks: unknown option 'deks'; expected one such as decks",
        ),
        ("[table", "table.toml: no TOML: Expected ']' at the end of a table declaration (at"),
        (
            "[table]\nnam=1\n[journal]\npth=1",
            "table.nam: unknown key; did you mean name? (and 1 more: journal.pth)",
        ),
    ],
)
def test_what_is_wrong_is_one_line_with_file_line_key_and_what_was_expected(text, line):
    assert line in refused(text)


def read_or_refused(text: str) -> str:
    try:
        return repr(read(text))
    except ConfigError as error:
        return str(error)


@given(st.one_of(st.text(max_size=60), st.text(max_size=9).map(lambda key: f"{json.dumps(key)} = 1")))
def test_whatever_the_text_it_is_read_or_refused_in_one_line(text):
    assert "\n" not in read_or_refused(text)


VALUES = st.recursive(
    st.one_of(st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.none()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@given(
    st.sampled_from([*SECTIONS, "instruments", "rules"]),
    st.dictionaries(
        st.sampled_from(["name", "port", "path", "driver", "punto-banco", "x"]), VALUES, max_size=3
    ),
)
def test_no_value_of_any_type_gets_past_the_checks_or_trips_them(section, given_values):
    from sabot.config.reading import _troubles

    for plain in ({section: given_values}, {section: [given_values]}, {section: None}):
        for trouble in _troubles(plain):
            assert trouble.expected
            assert trouble.name


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"table\.toml: cannot be read: No such file"):
        load(tmp_path / "table.toml")
    (tmp_path / "table.toml").write_bytes(b"[table]\nname = '\xff'")
    with pytest.raises(ConfigError, match="byte 17 is not UTF-8"):
        load(tmp_path / "table.toml")


def test_the_mark_that_some_editors_put_before_a_text_and_their_line_ends_are_no_trouble(tmp_path):
    (tmp_path / "table.toml").write_bytes("\ufeff[table]\r\nname = 'é'\r\n".encode())
    assert load(tmp_path / "table.toml").table.name == "é"


def test_brackets_without_end_are_refused():
    assert "no TOML" in refused("x = " + "[" * 5000)


def test_an_address_to_listen_on_is_never_empty():
    text = '[dashboard]\nhost = ""'
    told = 'table.toml, line 2: dashboard.host: expected a text in quotes that is not empty, not ""'
    assert refused(text) == told


def test_without_a_file_everything_is_as_by_default():
    assert load(None) == read("")


def test_a_relative_journal_lies_beside_the_configuration(tmp_path, monkeypatch):
    (tmp_path / "table.toml").write_text('[journal]\npath = "mine.sqlite3"')
    assert load(tmp_path / "table.toml").journal_path == tmp_path / "mine.sqlite3"
    monkeypatch.setenv("XDG_STATE_HOME", "/state")
    assert load(None).journal_path == Path("/state/sabot/table.sqlite3")


def test_a_camera_that_the_wheel_names_is_the_camera_of_the_table_and_tells_the_number():
    read_from = read('[wheel]\nsource = "/dev/video0"\n[camera]\nuse = "witness"\nexposure_us = 4000')
    assert (read_from.camera.source, read_from.camera.use) == ("/dev/video0", "wheel")
    assert read_from.camera.exposure_us == 4000
    assert read("").camera.use == "witness"


def test_a_table_has_one_camera():
    assert refused('[camera]\nsource = "0"\n[wheel]\nsource = "1"') == (
        "table.toml, line 4: wheel.source: [camera] has a source too, and a table has one camera"
    )


def test_a_camera_that_the_set_up_chooses_takes_the_place_of_the_one_that_the_wheel_names(tmp_path):
    file = tmp_path / "table.toml"
    file.write_text('[table]\ngame = "roulette"\n[wheel]\nsource = "1"\nname = "W 7"')
    settings = written({"camera": {"source": "0", "use": "wheel"}}, file)
    assert (settings.camera.source, settings.wheel.source, settings.wheel.name) == ("0", "", "W 7")
    assert written({"wheel": {"view": ""}}, file).camera.source == "0"
    file.write_text('[table]\ngame = "roulette"\n[wheel]\nsource = "1"')
    assert written({"sound": {}}, file).camera.source == "1"
