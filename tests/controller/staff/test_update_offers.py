"""An update that the pit offers is accepted at a closed table alone, and then asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabot.config import Settings, read
from sabot.core import script
from sabot.core.observations import Noted
from sabot.core.table import Table, opened, step
from sabot.games.register import GAMES, USUAL
from sabot.staff.pit_offers import PitOffers
from sabot.system.pit_offers.offer import UPDATE, Offer, OfferError
from sabot.system.pit_offers.version import Version, base_of
from sabot.system.update.asking import Updating
from sabot.system.update.running import UpdateError
from tests.controller.pit.machines import NEW, OLD, OTHER, Machine
from tests.controller.system.pit_offers.offered import NOON_S, Pit

BY = "p-7f3a1c (supervisor)"
GAME = GAMES[USUAL]
CLOSED = Noted("table-closed", "M. Dupont (supervisor)")


class Requests(Updating):
    """What waits for requests on this machine: `asked` are the revisions, `wrong` says why none is taken."""

    def __init__(self, settings: Settings, *, names_versions: bool = True, wrong: str = "") -> None:
        super().__init__(settings)
        self.asked, self.names_versions, self.wrong = list[str](), names_versions, wrong

    @property
    def takes_a_version(self) -> bool:
        return self.names_versions

    def command(self, revision: str = "") -> str:
        return f"sudo sabot update --to {revision}"

    def ask(self, revision: str = "") -> None:
        if self.wrong:
            raise UpdateError(self.wrong)
        self.asked.append(revision)


class House:
    """A table, its machine and what the pit offers to it."""

    def __init__(self, folder: Path) -> None:
        self.pit = Pit(folder)
        self.settings = read(f'[journal]\npath = "{self.pit.journal}"\n')
        self.requests = Requests(self.settings)
        self.table: Table = step(opened(GAME), CLOSED)[0]

    def offered(self, *, base: str = OLD, content: str = "") -> Offer:
        content = content or Version(NEW, "v2", ("+reads worn cards",)).content
        offer = self.pit.offer(content, base=base_of(base))._replace(kind=UPDATE)
        self.pit.send(self.pit.signed(offer))
        return offer

    def staff(self) -> PitOffers:
        return PitOffers(
            self.settings,
            table=lambda: self.table,
            updating=self.requests,
            program=Machine(OLD),
            now_s=lambda: NOON_S + 10.0,
        )

    def answers(self) -> list[str]:
        return [each.answer for each in self.pit.inbox.answers()]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def played(line: str) -> Table:
    """An open table after this line of a script."""
    table = opened(GAME)
    for each in script.read([line], GAME, GAME.Options()):
        table, _ = step(table, each)
    return table


def test_at_a_closed_table_the_answer_is_put_down_and_the_update_is_asked_for(house: House):
    offer = house.offered()
    (shown,) = house.staff().shown()
    assert (shown["version"], shown["difference"]) == ("v2", ["+reads worn cards"])
    house.staff().accept(offer.id, by=BY)
    assert house.requests.asked == [NEW]
    assert house.answers() == ["accepted"]
    assert house.staff().shown() == []


@pytest.mark.parametrize(
    ("line", "why"), [("", "the table is open"), ("rnvp 8C", "coup 1 lies on the table")]
)
def test_never_during_a_coup_and_never_at_an_open_table(house: House, line: str, why: str):
    house.table = played(line)
    offer = house.offered()
    with pytest.raises(OfferError, match=why):
        house.staff().accept(offer.id, by=BY)
    assert house.requests.asked == [] and house.answers() == []


def test_where_nothing_takes_a_request_a_person_is_told_what_to_type(house: House):
    house.requests.names_versions = False
    with pytest.raises(OfferError, match=f"accept-offer, and type: sudo sabot update --to {NEW}"):
        house.staff().require(house.offered().id)


def test_another_version_and_nonsense_are_not_accepted(house: House):
    with pytest.raises(OfferError, match="it replaces another version"):
        house.staff().require(house.offered(base=OTHER).id)
    nonsense = house.offered(content="nonsense")
    assert house.staff().shown()[-1]["version"] == ""
    with pytest.raises(OfferError, match="it names no version"):
        house.staff().require(nonsense.id)


def test_a_request_that_cannot_be_left_has_failed(house: House):
    offer = house.offered()
    house.requests.wrong = "/run/sabot/update-wanted cannot be written: No space left on device"
    with pytest.raises(OfferError, match="No space left"):
        house.staff().accept(offer.id, by=BY)
    assert house.answers() == ["failed"]
