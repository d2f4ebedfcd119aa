"""How much an unnoticed difference matters: first what pays for nothing, then what denies work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum

from audits.dust import FLOAT_DUST
from audits.mutants.reward.inputs import Input, Is
from audits.rewards.outcome import Outcome


class Weight(IntEnum):
    """What a difference means, the worst last."""

    SCALE = -1
    """Every answer earns by another scale: none comes nearer to another, and none before it."""
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


def is_rescaled(before: Sequence[Outcome], now: Sequence[Outcome]) -> bool:
    """Tell whether rewards are only written on another scale: a * reward + b, with a above 0.

    Then no comparison between two answers changes, nor how far apart they are beside the others. At
    least two rewards must differ for a scale to be seen.
    """
    pairs = sorted({(one.value, other.value) for one, other in zip(before, now, strict=True)
                    if one.value is not None and other.value is not None})  # fmt: skip
    if any(one.kind is not other.kind for one, other in zip(before, now, strict=True)):
        return False
    if len(pairs) < 2 or pairs[0][0] == pairs[-1][0]:
        return False
    (low, was), (high, top) = pairs[0], pairs[-1]
    slope = (top - was) / (high - low)
    near = FLOAT_DUST * max(1.0, abs(was), abs(top))
    return slope > 0 and all(abs(was + slope * (x - low) - y) <= near for x, y in pairs)


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
    if given.kind is Is.RIGHT and move < -FLOAT_DUST:
        return Weight.DENIED, -move
    if given.kind is Is.ODD:
        return (Weight.ODD if abs(move) > FLOAT_DUST else Weight.OTHER), abs(move)
    if given.kind is Is.RIGHT or move <= FLOAT_DUST:
        return Weight.OTHER, abs(move)
    return (Weight.PAID if given.kind is Is.WRONG else Weight.MAYBE), move
