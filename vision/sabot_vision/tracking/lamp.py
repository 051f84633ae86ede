"""The bands of a lamp that flickers on the mains, in one picture of a cloth.

A shutter that reads row after row lays them across the picture: along its rows, or along its columns if the
camera stands upright. A card's spot may lie in a bright band and most of what is around it in dark ones.
"""

from __future__ import annotations

import numpy as np

LIT_TIMES, SAME_HUE_TIMES = 1.6, 1.15
"""Cloth is the same cloth in another light if it is at most this many times (the first) brighter or darker,
and its three channels differ in that by less than the second."""

WAVE_PART = 0.04
"""It is a lamp if half of the lines are brighter or darker by this part: an arm covers fewer."""

CLOTH_PART, LINES_PART = 0.2, 0.6
"""A line tells its light if this part of it shows cloth, and a picture its bands if this part of its lines
does."""

EVERY_PX, BENDS_COUNT, FITS_COUNT = 4, 2, 8
"""Every fourth pixel of every fourth line is examined. What a lamp at one side and a lens that darkens the
corners do to the lines is no band: a curve of this degree, found in this number of steps."""


def bands(picture: np.ndarray, cloth: np.ndarray) -> np.ndarray | None:
    """How many times brighter the lamp makes each pixel of a picture (height × width × 3) than most of it, to
    be broadcast over it; None where there are no bands. `cloth` is the colour of the cloth, in this light.
    """
    channels = [
        (picture[::EVERY_PX, ::EVERY_PX, each] + np.float32(1)) / np.float32(cloth[each] + 1)
        for each in range(3)
    ]
    least, most = (choose(choose(*channels[:2]), channels[2]) for choose in (np.minimum, np.maximum))
    same = (most < SAME_HUE_TIMES * least) & (least > 1 / LIT_TIMES) & (most < LIT_TIMES)
    times = np.where(same, sum(channels) / 3, 0)
    for axis in (1, 0):  # the rows of the sensor; the columns of one that stands upright
        light = wave(times, same, axis)
        if light is not None:
            count = picture.shape[1 - axis]
            every = np.interp(np.arange(count), np.arange(0, count, EVERY_PX), light)
            return np.asarray(np.expand_dims(every, (axis, 2)), np.float32)
    return None


def wave(times: np.ndarray, same: np.ndarray, axis: int) -> np.ndarray | None:
    """How many times brighter each line along `axis` is than most lines; None where that is no lamp. Where
    pixels show the `same` cloth, they are brighter than it by the factor `times`."""
    count = np.count_nonzero(same, axis=axis)
    tells = count >= max(1, CLOTH_PART * same.shape[axis])
    if np.count_nonzero(tells) < max(LINES_PART * len(tells), BENDS_COUNT + 1):
        return None
    mean = times.sum(axis=axis) / np.maximum(count, 1)
    light = np.where(tells, mean / even(mean, tells), 1)
    return light if float(np.median(np.abs(light - 1))) > WAVE_PART else None


def even(light: np.ndarray, tells: np.ndarray) -> np.ndarray:
    """The light of each line without bands: a curve that is near most of those that tell it. A sleeve as long
    as the lines does not draw it aside, as it would if the squares were fitted."""
    at, weights = np.linspace(-1, 1, len(light)), np.ones(int(np.count_nonzero(tells)))
    for _ in range(FITS_COUNT):
        curve = np.polyval(np.polyfit(at[tells], light[tells], BENDS_COUNT, w=np.sqrt(weights)), at)
        weights = 1 / np.maximum(np.abs(light - curve)[tells], WAVE_PART / 4)
    return np.asarray(curve)
