"""The band of the croupier's page while a trainee deals in silent mode: what the coup cannot go on without,
and nothing that the rules say."""

from __future__ import annotations

from sabot.core.shapes.view import View
from sabot_dashboard.picture.croupier_band import (
    SOLD,
    WHEEL,
    Band,
    band_of,
    framed,
    with_lost,
)
from sabot_dashboard.picture.faults import NAME_CARD, WAYS, Way
from sabot_dashboard.words.sentence import plain, worded

DEALS = plain("Silent: you deal")
LATER = plain("What was right stands on the school’s page once the coup is closed.")


def band(view: View) -> Band:
    """The band for this whole view. A halted record, a coup to be confirmed after a restart, a card that
    nobody could read, a fault of the wheel and a lost instrument stand there, each with its ways out."""
    if view.get("halted") or view["unconfirmed"]:
        return band_of({**view, "faults": []}, [])
    wheel = view.get("wheel")
    standing = [each for each in wheel["faults"] if not each["answered"]] if wheel else []
    if view["phase"] == "unread":
        return framed("check", plain("Card not read"), ways=_unread())
    if standing:
        understood = Way("acknowledge", "Understood", fault=standing[-1]["name"])
        return framed("check", WHEEL, why=worded(standing[-1]["why"]), ways=(understood,))
    lost = [each for each in view["instruments"] if each["state"] == "lost"]
    quiet = framed("open", DEALS, why=LATER, ways=(SOLD,) if view.get("bid") else ())
    return with_lost(quiet, lost, view) if lost else quiet


def _unread() -> tuple[Way, ...]:
    """A card that nobody could read holds the coup up: it is named, or it was none."""
    return tuple(way for way in WAYS["unread-card"] if way.act in (NAME_CARD.act, "undo"))
