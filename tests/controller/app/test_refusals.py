"""What `sabot run` refuses of a configuration is what `sabot config --check` names, and nothing is opened."""

import socket

import pytest

from sabot.app.assemble import running
from sabot.app.preflight import at_the_moment, checked
from sabot.config import ConfigError, read
from sabot.staff import people, programs

WRONG = {
    '[dashboard]\nhost = "the..house"': "dashboard.host: 'the..house' is no name that this machine knows",
    '[dashboard]\nhost = "192.0.2.77"': "dashboard.host: 192.0.2.77 is no address of this machine",
    '[dashboard]\ncertificate = "none.pem"': "/none.pem cannot be read by the user ",
    '[dashboard]\ncertificate = "none.pem"\nplain_http = true': "dashboard.plain_http: true, although a cert",
    "[dashboard]\nport = 19000\nown_port = 19000": "dashboard.own_port: 19000 is the number in `port` too; ",
    '[dashboard]\nhost = "0.0.0.0"\nplain_http = true\nport = 19000\nown_port = 19000': "own_port: 19000 is",
    "[panel]\ndeal = 5": "panel: pin 5 is claimed by deal and lamp_red; expected one",
    '[simulation]\ndriver = "angel"': "simulation.driver: 'angel' cannot be simulated here; there are: ",
    '[simulation]\ndriver = "cammegh"': "simulation.driver: 'cammegh' cannot be simulated here",
    '[camera]\nsource = "simulated"\nuse = "sabot"': "camera: ",
    '[camera]\nsource = "0"\ncorners = "1,2 3,4 5"': "camera: corners = '1,2 3,4 5', but four points",
    '[camera]\nsource = "0"\nzones = "punto 0,0"': "camera: zones holds 'punto 0,0', but a name and two",
    '[[instruments]]\ndriver = "abacus"': "instruments[1].driver: ",
    '[journal]\npath = "."': "is a folder; expected the name of a file",
    '[journal]\npath = "table.toml/t.sqlite3"': "journal.path: ",
    '[journal]\nrecordings = "table.toml"': "table.toml is a file; expected a folder there",
}


@pytest.fixture
def settings(tmp_path):
    """Settings from a text, as if it stood in `table.toml` of an empty folder."""

    def read_in(text):
        (tmp_path / "table.toml").write_text(text)
        return read(text, file=tmp_path / "table.toml")

    return read_in


@pytest.mark.parametrize("text", WRONG)
def test_what_the_table_refuses_is_named_with_file_and_key_and_nothing_is_opened(settings, tmp_path, text):
    found = settings(text)
    with pytest.raises(ConfigError) as told:
        checked(found)
    assert WRONG[text] in str(told.value)
    assert str(told.value).startswith(f"{tmp_path}/table.toml: ")
    assert "\n" not in str(told.value)
    with pytest.raises(ConfigError) as run, running(found):
        pass
    assert str(run.value) == str(told.value)
    assert [each.name for each in tmp_path.iterdir()] == ["table.toml"]


@pytest.mark.parametrize("beside", [people.beside, programs.beside])
def test_a_damaged_file_of_who_is_let_in_refuses_the_table_before_anything_is_on_record(
    settings, tmp_path, beside
):
    found = settings('[journal]\npath = "t.sqlite3"\n[dashboard]\nport = 0')
    damaged = beside(found.journal_path)
    damaged.write_text('{"damaged')
    with pytest.raises(ConfigError, match=str(damaged)), running(found):
        pass
    assert sorted(tmp_path.iterdir()) == sorted([damaged, tmp_path / "table.toml"])


@pytest.mark.parametrize("game", ["punto-banco", "roulette"])
def test_a_table_without_instruments_can_be_opened_as_it_is(settings, game):
    assert checked(settings(f'[table]\ngame = "{game}"\n[journal]\nrecordings = "raw/of/today"')) == []


def test_a_port_in_use_is_no_fault_of_the_file_and_told_as_of_the_moment(settings):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        found = settings(f"[dashboard]\nport = {taken.getsockname()[1]}\n")
        assert checked(found) == []
        assert "dashboard.port: " in at_the_moment(found)
    assert at_the_moment(settings("[dashboard]\nport = 0")) == ""
