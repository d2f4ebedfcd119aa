"""How much an unnoticed difference matters: first what pays for nothing, then what denies work."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from audits.mutants.reward.columns import LEAST
from audits.mutants.reward.inputs import Input, Is
from audits.rewards.outcome import Outcome


class Weight(IntEnum):
    """What a difference means, the worst last."""

    OTHER = 0
    """What is wrong, or may be, earns less."""
    MORE = 1
    """A right answer earns more."""
    FAILS = 2
    """Something is no longer scored."""
    ODD = 3
    """A right answer that is odd, too long for one, earns otherwise."""
    MAYBE = 4
    """What may be wrong earns more."""
    DENIED = 5
    """A right answer earns less."""
    PAID = 6
    """A wrong answer earns more."""


def weight(
    given: Input, before: Outcome, now: Outcome, ceilings: Mapping[int, float]
) -> tuple[Weight, float]:
    """Weigh a difference: what it means, and its size.

    The size is a share of what the row's reference earns; `ceilings` are what references earn with
    the mutant, since a wrong answer gains nothing where everything is paid double.
    """
    if before.value is None or now.value is None:
        return Weight.FAILS, 0.0
    if given.kind is Is.REFERENCE:
        return Weight.MORE, abs(now.value - before.value) / given.ceiling
    ceiling = ceilings.get(given.row.index, given.ceiling)
    move = now.value / ceiling - before.value / given.ceiling
    if given.kind is Is.RIGHT and move < -LEAST:
        return Weight.DENIED, -move
    if given.kind is Is.ODD:
        return (Weight.ODD if abs(move) > LEAST else Weight.OTHER), abs(move)
    if given.kind is Is.RIGHT or move <= LEAST:
        return Weight.OTHER, abs(move)
    return (Weight.PAID if given.kind is Is.WRONG else Weight.MAYBE), move
