"""A reward that stopped answering: what it did not score, it was not asked.

A judge behind a rate limit pays its references and then raises; a reward that raises on everything
but the right answer has never said that anything is wrong. Neither is clean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audits.events import Counted, Event, Unsound
from audits.rewards.controls import Footing, references
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Kind, Reward

FAILED = (Kind.RAISED, Kind.INVALID)
"""Outcomes that are no verdict on an answer; None is one: it was not scored, and is not paid."""


def silences(reward: Reward, ground: Footing, tried: Sequence[Attempt]) -> Iterator[Event]:
    """Say why nothing can be called clean: references no longer answered, or mostly failures.

    Where references fail, the controls are gone. Where calls are lost, or attempts failed, what
    others were paid is proven all the same.
    """
    again = references(reward, ground.rows)
    lost = [
        (row, outcome)
        for row, outcome in zip(ground.rows, again, strict=True)
        if outcome.kind is not Kind.VALUE
    ]
    if lost:
        row, outcome = lost[0]
        why = (
            f"the reward stopped answering: row {row.index}'s reference earned "
            f"{ground.ceilings[row.index]:g} at first and is {outcome.kind} at the end"
            + (f" ({outcome.detail[:120]})" if outcome.detail else "")
        )
        gone = all(outcome.kind is Kind.LOST for _, outcome in lost)
        yield Counted(could_not_run=len(lost), why=why) if gone else Unsound(why)
    failed = [one for one in tried if one.outcome.kind in FAILED]
    if 2 * len(failed) > len(tried):
        why = (
            f"{len(failed)} of {len(tried)} attempts were not scored, the first on row "
            f"{failed[0].row.index}: {failed[0].outcome.kind} ({failed[0].outcome.detail[:120]})"
        )
        yield Counted(tried=-len(failed), could_not_run=len(failed), why=why)
