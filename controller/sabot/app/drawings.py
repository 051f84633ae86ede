"""The drawings of the cards, which the screens show and the printer prints."""

from __future__ import annotations

from pathlib import Path


def card_faces() -> Path:
    """The folder with the drawing of each card, such as `8C.svg`."""
    from sabot_dashboard.assets import CARD_FACES

    return CARD_FACES
