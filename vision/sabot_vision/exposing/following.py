"""Whether what a Pi's camera holds still suits the light: a lamp goes on after the camera was opened, or a
hand lay over its lens then. The pictures go on while it is found again.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from sabot_vision.exposing.controls import AE_CONVERGED, AF_SCANS, Metadata, freed, locked
from sabot_vision.frame import Settings
from sabot_vision.watching import DIM_PART, blank, small

STEADY_FRAMES = 5
STEADY_PART = 0.02
"""Exposure and white balance are steady when they change by less than this part over that many frames."""

LOOKS_S, WRONG_S = 0.5, 5.0
"""How often a picture is compared with the light in which exposure was held, and how long it must be wrong:
a hand over the lens is soon gone."""

LEVEL_PERCENT = 66
"""The level of a picture is the grey that this part of it does not exceed: cards and hands that cover less
than a third of the cloth do not change it."""

BRIGHT_TIMES, BRIGHT_LEVEL = 1.6, 180.0
"""A picture is too bright when its level is above the second number, and above what it was when exposure was
held by more than the first: what is white on the cloth then shows no more."""

FOUND_LEAST_S, FOUND_MOST_S = 1.0, 4.5
"""How long exposure and focus are looked for: the first pictures are still those of before, and what does not
become steady is held as it is then."""


class Steady:
    """Whether exposure and white balance still change, frame by frame."""

    def __init__(self) -> None:
        self._seen: list[np.ndarray] = []

    def after(self, about: Metadata) -> bool:
        """Whether they are steady after one more picture. `about`: what the camera says of it."""
        if about.get("AeState", AE_CONVERGED) != AE_CONVERGED:
            self._seen.clear()
            return False
        light = about.get("ExposureTime", 1) * about.get("AnalogueGain", 1.0)
        self._seen = [*self._seen, np.array([light, *about.get("ColourGains", ())])][-STEADY_FRAMES:]
        if len(self._seen) < STEADY_FRAMES:
            return False
        lowest, highest = np.min(self._seen, axis=0), np.max(self._seen, axis=0)
        return bool((highest - lowest <= STEADY_PART * highest).all())


class Following:
    """Follows the light of one open camera with the controls `known`, whose exposure was just held. In a
    picture without light nothing is held; an exposure that `settings` give stays.
    """

    def __init__(self, settings: Settings, known: Mapping[str, object]) -> None:
        self._settings, self._known = settings, known
        self._held_level, self._looked_s = -1.0, -1e9
        self._wrong_s: float | None = None
        self._begun_s: float | None = None
        self._steady, self._was_blank = Steady(), False

    def after(self, picture: np.ndarray, about: Metadata, t_s: float) -> dict[str, object]:
        """Returns the controls that the camera must get after this picture of the second `t_s`; mostly none.
        `about`: what it says of the picture."""
        if self._settings.exposure_us:
            return {}
        if self._begun_s is not None and not self._is_found(about, t_s - self._begun_s):
            return {}
        if t_s - self._looked_s < LOOKS_S:
            return {}
        self._looked_s, grey = t_s, small(picture)
        return self._look(grey, t_s) if self._begun_s is None else self._hold(grey, about, t_s)

    def _look(self, grey: np.ndarray, t_s: float) -> dict[str, object]:
        """Compare a picture with the light in which exposure was held."""
        if self._held_level < 0:
            self._held_level = level(grey)
            return self._free(t_s) if blank(grey) else {}
        if self._suits(grey):
            self._wrong_s = None
            return {}
        self._wrong_s = t_s if self._wrong_s is None else self._wrong_s
        return self._free(t_s) if t_s - self._wrong_s >= WRONG_S else {}

    def _suits(self, grey: np.ndarray) -> bool:
        dark, bright = DIM_PART * self._held_level, max(BRIGHT_TIMES * self._held_level, BRIGHT_LEVEL)
        return not blank(grey) and dark <= level(grey) <= bright

    def _free(self, t_s: float) -> dict[str, object]:
        self._begun_s, self._wrong_s = t_s, None
        self._steady, self._was_blank = Steady(), False
        return freed(self._settings, self._known)

    def _is_found(self, about: Metadata, since_s: float) -> bool:
        """Whether exposure and focus are found after one more picture, or time is up."""
        found = self._steady.after(about) and about.get("AfState") != AF_SCANS
        return since_s >= FOUND_LEAST_S and (found or since_s > FOUND_MOST_S)

    def _hold(self, grey: np.ndarray, about: Metadata, t_s: float) -> dict[str, object]:
        """Hold what was found, as soon as there is light."""
        if blank(grey):
            self._was_blank = True
            return {}
        if self._was_blank:  # a lens finds nothing in the dark
            return self._free(t_s)
        self._begun_s, self._held_level = None, level(grey)
        return locked(self._settings, about, self._known)


def level(grey: np.ndarray) -> float:
    """The grey (0 to 255) that `LEVEL_PERCENT` of a small copy does not exceed."""
    return float(np.percentile(grey, LEVEL_PERCENT))
