"""The errors of simulated learners, cell by cell and by kind of cell: how often it comes, its row. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from sabot.games.questions import Drill
from sabot.school.learner import RARE_CHANCE

Errors = Mapping[str, float]
"""How often a cell (`drill|cell`) is missed in 100 times that it comes."""

OFTEN_CHANCE = 0.02
"""A cell that this share of coups asks comes often."""


def mean(found: Iterable[Errors]) -> dict[str, float]:
    """The errors of several learners in each cell, on average."""
    every = [*found]
    return {cell: fmean(each[cell] for each in every) for cell in every[0]}


def shares(of: Drill, coups: Sequence[frozenset[str]]) -> dict[str, float]:
    """The share of coups that asks each cell: as it is known, else counted in these coups."""
    counted = {cell for coup in coups for cell in coup}
    found = {cell: sum(cell in coup for coup in coups) / len(coups) for cell in counted}
    return found | {f"{of.name}|{cell}": share for cell, share in of.often().items()}


def kinds(of: Drill, share: Mapping[str, float]) -> dict[str, list[str]]:
    """The kinds of cells: those of each other drill; those of this one by how often they come, by rows."""
    found: dict[str, list[str]] = {}
    for name, each in share.items():
        drill, _, cell = name.partition("|")
        own = [f"row {cell.partition('/')[0]}", _how_often(each)] if drill == of.name else [drill]
        for kind in own:
            found.setdefault(kind, []).append(name)
    return dict(sorted(found.items()))


def _how_often(share: float) -> str:
    if share >= OFTEN_CHANCE:
        return "often: 1 in 50 coups or more"
    return "at times: 1 in 51 to 133" if share >= RARE_CHANCE else "rare: fewer than 1 in 133"


def by_kind(
    of: Drill, share: Mapping[str, float], errors: Mapping[str, Errors]
) -> dict[str, dict[str, float]]:
    """For each kind the errors in 100 times that such a cell comes (a cell counts by how often it does), for
    each of `errors` by its name; and the ratio of `needed` to `random`."""
    return {kind: _figures(cells, share, errors) for kind, cells in kinds(of, share).items()}


def _figures(
    cells: Sequence[str], share: Mapping[str, float], errors: Mapping[str, Errors]
) -> dict[str, float]:
    whole = sum(share[cell] for cell in cells)
    found = {name: sum(share[cell] * each[cell] for cell in cells) / whole for name, each in errors.items()}
    return {
        "cells": len(cells),
        **{name: round(value, 1) for name, value in found.items()},
        "ratio": round(found["needed"] / found["random"], 2),
    }


def ratios(errors: Mapping[str, Errors]) -> dict[str, float]:
    """For each cell the errors after needed coups divided by those after random ones."""
    needed, by_chance = errors["needed"], errors["random"]
    return {cell: round(needed[cell] / by_chance[cell], 2) for cell in needed if by_chance[cell]}
