"""A configuration on trial stays if the table opens with it once; else the one before comes back."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from sabot.app.on_trial import OnTrial
from sabot.config import ConfigError
from sabot.core.observations import Noted
from sabot.core.reasons import reason
from sabot.live.inbox import Inbox as OfTable
from sabot.system.pit_offers.offer import OfferError
from sabot.system.pit_offers.trial import Trial
from tests.controller.system.pit_offers.offered import Pit

BEFORE, AFTER = '[table]\nname = "Table 3"\n', '[table]\nname = "Table 4"\n'
BY = "p-7f3a1c (supervisor)"


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    pit = Pit(tmp_path)
    pit.file.write_text(BEFORE)
    return pit


def begun(pit: Pit) -> Trial:
    trial = Trial(pit.file)
    trial.begin(pit.offered(AFTER), pit.journal, by=BY)
    return trial


def answers(pit: Pit) -> list[tuple[str, str, str]]:
    return [(each.answer, each.by, str(each.why)) for each in pit.inbox.answers()]


def test_a_table_that_opens_keeps_it_and_the_one_before_stays_beside_it(pit: Pit):
    begun(pit)
    with OnTrial(pit.file) as opening:
        assert pit.file.read_text() == AFTER
        opening.opened(OfTable())
    assert not Trial(pit.file).is_on
    with OnTrial(pit.file):
        pass
    assert pit.file.read_text() == AFTER
    assert Trial(pit.file).before.read_text() == BEFORE
    assert answers(pit) == [("accepted", BY, "")]


def test_a_table_that_does_not_open_gets_the_one_before_back_and_says_so(pit: Pit, caplog):
    begun(pit)
    opening, inbox = OnTrial(pit.file), OfTable()
    with opening, caplog.at_level(logging.WARNING):
        raise ConfigError(reason("{port} is not there", port="/dev/ttyUSB9"))
    assert "the configuration of before is back" in caplog.text
    assert pit.file.read_text() == BEFORE
    assert answers(pit) == [("failed", "the table", "/dev/ttyUSB9 is not there")]
    assert pit.inbox.answers()[-1].why.values == (("port", "/dev/ttyUSB9"),)
    with opening:
        opening.opened(inbox)
    (waiting,) = inbox.take(0)
    assert waiting.perceived.observation == Noted("offer-failed", text="/dev/ttyUSB9 is not there")


def test_a_table_that_is_killed_while_it_opens_gets_the_one_before_back_at_its_next_start(pit: Pit):
    begun(pit)
    OnTrial(pit.file).__enter__()  # and nothing after that
    with OnTrial(pit.file) as opening:
        assert pit.file.read_text() == BEFORE
        opening.opened(OfTable())
    assert answers(pit) == [("failed", "the table", "the table ended while it opened")]


def test_an_error_of_a_table_that_is_open_or_not_on_trial_is_its_own(pit: Pit):
    with pytest.raises(ConfigError), OnTrial(pit.file):
        raise ConfigError("no port")
    begun(pit)
    with pytest.raises(ConfigError), OnTrial(pit.file) as opening:
        opening.opened(OfTable())
        raise ConfigError("later")
    assert pit.file.read_text() == AFTER


def test_a_file_that_was_changed_since_is_not_replaced(pit: Pit):
    offer = pit.offered(AFTER)
    pit.file.write_text(BEFORE + "# by hand\n")
    with pytest.raises(OfferError, match="another configuration"):
        Trial(pit.file).begin(offer, pit.journal, by=BY)
    assert pit.file.read_text() == BEFORE + "# by hand\n"
    assert not Trial(pit.file).is_on


def test_a_file_that_was_changed_while_it_was_on_trial_is_not_overwritten(pit: Pit):
    trial = begun(pit)
    pit.file.write_text(BEFORE + "# by hand\n")
    trial.put_back("it did not open")
    assert pit.file.read_text() == BEFORE + "# by hand\n"


def test_one_that_cannot_be_put_back_ends_the_table_with_its_own_error(pit: Pit, caplog):
    begun(pit)
    fresh = pit.file.with_name("table.toml.new")
    fresh.mkdir()
    with pytest.raises(ConfigError, match="no port"), OnTrial(pit.file):
        raise ConfigError("no port")
    with OnTrial(pit.file):
        assert pit.file.read_text() == AFTER
    assert caplog.text.count("cannot be put back") == 2
    fresh.rmdir()
    with OnTrial(pit.file):
        assert pit.file.read_text() == BEFORE


def test_a_folder_that_cannot_be_written_is_said_in_one_line(pit: Pit, tmp_path: Path):
    (tmp_path / "table.toml.before-offer.new").mkdir()
    with pytest.raises(ConfigError, match="cannot be written: Is a directory"):
        begun(pit)
    assert pit.file.read_text() == BEFORE
    assert not Trial(pit.file).is_on
