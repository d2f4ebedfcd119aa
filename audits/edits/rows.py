"""The table edit x term: what each edit cost on average, and which terms noticed."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

import msgspec

from attackers.edits import Edit
from audits.edits.judge import Judged
from audits.edits.ruling import Standing

PLACES = 6
"""Decimal places of means and shares."""


class EditRow(msgspec.Struct, frozen=True):
    """One edit, as far as its rollouts are ruled alike; part of the documented JSON."""

    edit: str
    sentence: str
    standing: Standing
    cases: int
    rollouts: int
    amiss: int
    """Rollouts on which it was wrong and cost nothing, or harmless and cost something."""
    cost: float
    """Mean loss of reward."""
    terms: dict[str, float]
    """For each term, the share of the rollouts in which it gave less than to the reference."""
    dead: float
    """Share of the rollouts that were called dead, so that no term was asked."""


def rows(edit: Edit, judged: list[Judged], terms: list[str]) -> Iterator[EditRow]:
    """Yield a row for each standing that the edit's rollouts have."""
    for standing in Standing:
        if alike := [one for one in judged if one.trial.ruling.standing is standing]:
            yield _row(edit, standing, alike, terms)


def _row(edit: Edit, standing: Standing, alike: list[Judged], terms: list[str]) -> EditRow:
    asked = [one.fallen if not one.score.dead else {} for one in alike]
    return EditRow(
        edit=edit.name,
        sentence=edit.sentence,
        standing=standing,
        cases=len({one.trial.rollout.case.id for one in alike}),
        rollouts=len(alike),
        amiss=sum(one.amiss for one in alike),
        cost=_mean(one.cost for one in alike),
        terms={name: _mean(name in fallen for fallen in asked) for name in terms},
        dead=_mean(one.score.dead for one in alike),
    )


def _mean(values: Iterator[float]) -> float:
    return round(fmean(values), PLACES)
