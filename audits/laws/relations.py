"""How two scores may stand to each other. Knows nothing of any world."""

from __future__ import annotations

from math import isfinite

import msgspec

from audits.dust import FLOAT_DUST
from audits.laws.law import Broken, IncomparableError, NotApplicableError
from scorer import Score

_encode = msgspec.json.Encoder(order="sorted").encode


def same(before: Score, after: Score, what: str) -> Broken | None:
    """Nothing about the score may change; `what` was changed, e.g. `another wording`."""
    if before.value is None and after.value is None:
        raise NotApplicableError("neither rollout was scored")
    if _encode(before) == _encode(after):
        return None
    moved = [name for name in after.terms if after.terms[name] != before.terms.get(name)]
    return Broken(f"{what} changes the score", after, before, tuple(moved))


def never_more(before: Score, after: Score, what: str) -> Broken | None:
    """The reward may not rise; not being scored is no reward."""
    least = value_of(before)
    if after.value is None or value_of(after) <= least + FLOAT_DUST:
        return None
    return Broken(f"{what} raises the reward", after, before, tuple(_risen(before, after)))


def costs(before: Score, after: Score, what: str) -> Broken | None:
    """The reward must fall."""
    most = value_of(before)
    if after.value is None or value_of(after) < most - FLOAT_DUST:
        return None
    return Broken(f"{what} costs nothing", after, before)


def no_term_more(before: Score, after: Score, what: str) -> Broken | None:
    """No term may rise."""
    risen = _risen(before, after)
    return Broken(f"{what} raises a term", after, before, tuple(risen)) if risen else None


def nothing_less(before: Score, after: Score, what: str) -> Broken | None:
    """Neither the reward nor a term may fall."""
    least, fallen = value_of(before), _risen(after, before)
    if not fallen and after.value is not None and value_of(after) >= least - FLOAT_DUST:
        return None
    return Broken(f"{what} costs reward", after, before, tuple(fallen))


def value_of(score: Score) -> float:
    """Return a reward that has a place in an order.

    Raises `NotApplicableError` where none was given, `IncomparableError` for NaN and the like.
    """
    if score.value is None:
        raise NotApplicableError("a rollout was not scored")
    if not isfinite(score.value):
        raise IncomparableError(f"a reward of {score.value} has no place in an order")
    return score.value


def _risen(before: Score, after: Score) -> list[str]:
    for score in (before, after):
        for name, value in score.terms.items():
            if not isfinite(value):
                raise IncomparableError(f"the term {name} is {value}: it has no place in an order")
    return [
        name for name in after.terms if after.terms[name] > before.terms.get(name, 0.0) + FLOAT_DUST
    ]
