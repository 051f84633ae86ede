"""Who the table is at the broker, how the line is encrypted, and what is said where that does not go."""

from __future__ import annotations

import logging
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sabot.app import preflight
from sabot.config import ConfigError, extras, read
from sabot.live.certificate import made
from sabot.system import doctor, notices
from sabot.system.mqtt.standing import examined
from tests.controller.system.mqtt.broker import free_port, listening, mosquitto
from tests.controller.system.mqtt.test_published import RESULT, phase, section, table
from tests.dashboard.test_programs import NINE

PASSWORD = "geheim"


class Said(logging.Handler):
    """Waits for words in the log."""

    def __init__(self, words: str) -> None:
        super().__init__()
        self.words, self.came = words, threading.Event()

    def emit(self, record: logging.LogRecord) -> None:
        if self.words in record.getMessage():
            self.came.set()


@contextmanager
def saying(words: str) -> Iterator[threading.Event]:
    """An event that is set when a line with these words is in the log."""
    handler, logger = Said(words), logging.getLogger("sabot")
    logger.addHandler(handler)
    try:
        yield handler.came
    finally:
        logger.removeHandler(handler)


def private(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text)
    file.chmod(0o600)
    return file


def guarded(folder: Path, more: str = "") -> str:
    """The configuration of a broker that lets in one user alone."""
    file = folder / "passwords"
    tool = ["mosquitto_passwd", "-b", "-c", str(file), "sabot", PASSWORD]
    subprocess.run(tool, check=True, timeout=60, capture_output=True)
    file.chmod(0o644)
    return f"allow_anonymous false\npassword_file {file}\n{more}"


def as_user(port: int, file: Path) -> str:
    return section(port, f'user = "sabot"\npassword_file = "{file}"\n')


# --- the line


def test_a_user_with_a_password_is_let_in_and_a_wrong_one_is_said_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    right, wrong = private(tmp_path, "right", f"{PASSWORD}\n"), private(tmp_path, "wrong", "x\n")
    with mosquitto(tmp_path, guarded(tmp_path)) as service:
        service.up()
        port = service.broker.port
        with table(tmp_path / "a", as_user(port, right)):
            with listening(service, user="sabot", password=PASSWORD) as heard:
                heard.until(phase(heard, "bets-open"))
        with (
            saying("refuses the table: Not authorized") as said,
            table(tmp_path / "b", as_user(port, wrong)) as casino,
        ):
            assert said.wait(60)
            casino.play(NINE)
            assert casino.feed.newest.view["phase"] == "decided"
        (found,) = examined(read(as_user(port, wrong)))
        assert found[1:] == ("missing", f"mqtt://127.0.0.1:{port} refuses the table: Not authorized")
        assert [each[1] for each in examined(read(as_user(port, right)))] == ["found"]
    assert caplog.text.count("refuses the table") == 1 and PASSWORD not in caplog.text


def test_what_the_broker_does_not_take_is_said_and_offered_again(tmp_path: Path) -> None:
    """An access list that has forgotten the results: MQTT 5 answers so, where 3.1.1 would say nothing."""
    rights = tmp_path / "rights"
    rights.write_text("user sabot\ntopic readwrite sabot/table-3/state\ntopic read #\n")
    rights.chmod(0o644)
    with mosquitto(tmp_path, guarded(tmp_path, f"acl_file {rights}\n")) as service:
        service.up()
        config = as_user(service.broker.port, private(tmp_path, "right", PASSWORD))
        with (
            listening(service, user="sabot", password=PASSWORD) as heard,
            saying("mqtt wait: ") as said,
            table(tmp_path / "t", config) as casino,
        ):
            heard.until(phase(heard, "bets-open"))
            casino.play(NINE)
            heard.until(phase(heard, "decided"))
            assert said.wait(60)
            assert heard.under(RESULT) == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves the line open
def test_the_line_is_encrypted_for_a_broker_whose_certificate_is_trusted_and_for_no_other(
    tmp_path: Path,
) -> None:
    ours, other = tmp_path / "ours.pem", tmp_path / "other.pem"
    for file in (ours, other):
        file.write_bytes(made(b"", ["127.0.0.1"], now_s=time.time()))
        file.chmod(0o644)
    port = free_port()
    more = f"listener {port} 127.0.0.1\ncertfile {ours}\nkeyfile {ours}\n"
    with mosquitto(tmp_path, more) as service:
        service.up()
        trusting = section(port, f'ca_file = "{ours}"\n').replace("tls = false\n", "")
        with table(tmp_path / "t", trusting), listening(service) as heard:
            heard.until(phase(heard, "bets-open"))
        assert [each[1] for each in examined(read(trusting))] == ["found"]
        (found,) = examined(read(trusting.replace(str(ours), str(other))))
        assert found[1] == "missing" and "has a certificate that is not trusted" in found[2]


# --- the doctor


def test_the_doctor_names_a_broker_that_cannot_be_reached_and_says_nothing_without_one() -> None:
    port = free_port()
    (found,) = examined(read(section(port)))
    assert found == ("mqtt", "missing", f"mqtt://127.0.0.1:{port} cannot be reached: Connection refused")
    assert list(examined(read(""))) == []
    assert [each for each in doctor.examined(read(section(port))) if each.what == "mqtt"]


def test_without_the_extra_the_table_opens_and_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(extras.MODULES, "mqtt", ("no_such_module",))
    settings = read(section(1883))
    assert [each for each in notices.notices(settings) if "the extra mqtt is missing" in each]
    (found,) = examined(settings)
    assert found[1] == "missing" and "the extra mqtt is missing" in found[2]


# --- the configuration


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ('broker = "mqtt://x"', "mqtt.broker: expected the name or the number of a machine"),
        ('broker = "x:1883"', "mqtt.broker: expected the name"),
        ('broker = "a..b"', "mqtt.broker: expected the name"),
        ('name = ""', "mqtt.name: expected 1 to 32 of a to z"),
        ('name = "Table 3"', "mqtt.name: expected 1 to 32 of a to z"),
        ('prefix = "a/#"', "mqtt.prefix: expected letters"),
        ('discovery_prefix = "/x"', "mqtt.discovery_prefix: expected letters"),
        ('password_file = "x"', "mqtt.user: missing"),
        ('tls = false\nca_file = "x"', "mqtt.ca_file: needs tls = true"),
        ('ca_file = "no-such-file"', "mqtt.ca_file: no-such-file cannot be read: No such file"),
        ('user = "x"\npassword_file = "no-such"', "mqtt.password_file: no-such cannot be read"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_key(keys: str, said: str) -> None:
    given = dict(each.split(" = ") for each in keys.splitlines())
    lines = {"broker": '"127.0.0.1"', "name": '"t"'} | given
    text = "\n".join(f"{key} = {value}" for key, value in lines.items())
    with pytest.raises(ConfigError) as refused:
        preflight.checked(read(f"[dashboard]\nport = 0\n[mqtt]\n{text}\n"))
    assert str(refused.value).startswith(f"the configuration: {said}")
    assert "\n" not in str(refused.value)


def test_a_password_that_everybody_may_read_is_refused(tmp_path: Path) -> None:
    file = private(tmp_path, "password", PASSWORD)
    file.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod o-rwx"):
        preflight.checked(read(as_user(1883, file)))
    private(tmp_path, "password", "")
    with pytest.raises(ConfigError, match="the file is empty"):
        preflight.checked(read(as_user(1883, file)))
    (found,) = examined(read(as_user(1883, file)))
    assert found[1] == "fails"


def test_a_file_without_certificates_is_refused(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("none\n")
    config = section(8883, f'ca_file = "{tmp_path}/ca.pem"\n').replace("tls = false\n", "")
    with pytest.raises(ConfigError, match="holds no certificates in the form of PEM"):
        preflight.checked(read(config))


def test_the_port_is_the_usual_one_where_none_is_named() -> None:
    assert read("").mqtt.port_of_broker == 8883
    assert read("[mqtt]\ntls = false").mqtt.port_of_broker == 1883
    assert read("[mqtt]\nport = 9").mqtt.port_of_broker == 9
