"""Two bad leaves at once: what costs reward alone must not be paid together.

Tried on the numbers of an end state: each negated alone, and every two of them. A product of two
bad marks is a good one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from attackers.agent import Needs
from attackers.rows import FULL_PAY, Proposal, Row, Scene
from attackers.states.leaves import Path, leaves_of, put, written
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Outcome, Reward, Sample

MOST = 5
"""Numbers of one end state that are paired."""

COSTS = 0.5
"""The share of the reference's reward under which a bad number has cost something."""


def pair_attempts(reward: Reward, ground: Footing, staged: Sequence[Scene]) -> Iterator[Attempt]:
    """Negate every two numbers that cost reward each by itself."""
    singles: list[Case] = [(s.row, (path,)) for s in staged for path in _numbers(s.row)]
    costly = {
        (row.index, paths[0])
        for (row, paths), outcome in _scored(reward, singles)
        if (outcome.value or 0.0) < COSTS * ground.ceilings[row.index]
    }
    pairs: list[Case] = [
        (scene.row, pair)
        for scene in staged
        for pair in combinations(_numbers(scene.row), 2)
        if all((scene.row.index, path) in costly for path in pair)
    ]
    for (row, paths), outcome in _scored(reward, pairs):
        yield Attempt(row, _proposal(row, paths), outcome, ground.ceilings[row.index])


def _numbers(row: Row) -> list[Path]:
    """Name the numbers that have a name of their own; two of a place's may turn together."""
    final = row.reference.get("final") if isinstance(row.reference, dict) else None
    return [
        path
        for path, value in leaves_of(final)
        if path and isinstance(path[-1], str) and type(value) in (int, float) and value
    ][:MOST]


Case = tuple[Row, tuple[Path, ...]]


def _scored(reward: Reward, cases: list[Case]) -> list[tuple[Case, Outcome]]:
    scored = reward.score([[Sample(row, _negated(row, paths))] for row, paths in cases])
    return [(case, outcomes[0]) for case, outcomes in zip(cases, scored, strict=True)]


def _negated(row: Row, paths: tuple[Path, ...]) -> dict[str, Any]:
    final = row.reference["final"]
    values = dict(leaves_of(final))
    for path in paths:
        final = put(final, path, -values[path])
    return {**row.reference, "final": final}


def _proposal(row: Row, paths: tuple[Path, ...]) -> Proposal:
    names = " and ".join(map(written, paths))
    return Proposal(
        rule="R306",
        attack="two bad numbers make a good one",
        answer=_negated(row, paths),
        wrong=f"{names} are negated, and each of them costs reward by itself",
        needs=Needs.GOLD,
        bar=FULL_PAY,
    )
