"""What the log says of an observation: everything but what people said of themselves or wrote."""

from __future__ import annotations

from sabot.core.observations import Acknowledged, BetsClosed, Noted, Undone
from sabot.core.shapes.people import without_words


def test_an_observation_is_logged_without_names_and_remarks() -> None:
    assert without_words(Acknowledged("M. Dupont (supervisor)", "the player left", "sensor")) == (
        "Acknowledged(fault='sensor')"
    )
    assert without_words(Noted("remark", "M. Dupont", "the player left", 3)) == (
        "Noted(what='remark', about=3, counted=None)"
    )
    assert "Dupont" not in without_words(Undone("M. Dupont", "misread"))
    assert without_words(BetsClosed()) == "BetsClosed()"
