"""Controls of the audit itself: what must be noticed is noticed, or the run is unsound."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from attackers.edits import Means
from audits.edits.judge import Judged
from audits.edits.trial import Trial
from scorer import Score


def paymaster(trial: Trial) -> Score:
    """Pay full marks, always: every wrong edit must catch it."""
    return trial.reference.score


def pedant(trial: Trial) -> Score:
    """Pay for the reference's very words and calls only: every harmless edit must catch it."""
    same = trial.rollout.messages == trial.reference.rollout.messages
    return trial.reference.score if same else Score(0.0, {})


def controls(tried: list[Trial]) -> Iterator[str]:
    """Say what is unsound about the trials of one edit: at most one sentence for each control."""
    yield from islice(_disputed(tried), 1)
    yield from islice(_uncaught(tried), 1)


def _disputed(tried: list[Trial]) -> Iterator[str]:
    """The yardstick must rule as the edit was meant to be."""
    for trial in tried:
        edit, ruling, case = trial.edit, trial.ruling, trial.rollout.case.id
        if edit.means is not Means.EITHER and (edit.means is Means.WRONG) != bool(ruling.kinds):
            found = ", ".join(ruling.kinds) or "nothing wrong"
            yield f"{case}: {edit.name} is meant {edit.means}, and the yardstick says: {found}"


def _uncaught(tried: list[Trial]) -> Iterator[str]:
    """A scorer that is plainly unsound must be found out by each trial of its side."""
    for trial in tried:
        canary = paymaster if trial.ruling.standing.must_cost else pedant
        if not Judged(trial, canary(trial)).amiss:
            case, name = trial.rollout.case.id, trial.edit.name
            yield f"{case}: {name} does not catch the {canary.__name__}, a scorer made unsound"


def one_sided(sides: set[bool]) -> str | None:
    """Say which side was never tried, or None; `sides` holds whether what was tried must cost."""
    missing = [name for side, name in ((True, "wrong"), (False, "harmless")) if side not in sides]
    return f"no edit of these cases is {' or '.join(missing)}" if missing else None
