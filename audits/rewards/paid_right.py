"""The right answers that were paid, kept so that a patch can be held against them."""

from __future__ import annotations

from collections.abc import Sequence

from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.plan import RewardPlan, chosen
from audits.store.saved import REFERENCE, Answer

MOST = 400
"""How many right answers are kept."""


def paid_right(ground: Footing, right: Sequence[Attempt], plan: RewardPlan) -> list[Answer]:
    """Return the references of the rows under attack and the re-writings of them that were paid."""
    answers = [
        Answer(row.index, row.columns, row.reference, ground.ceilings[row.index], REFERENCE)
        for row in chosen(ground.rows, plan)
    ]
    answers += [
        Answer(one.row.index, one.row.columns, one.proposal.answer, value, one.proposal.attack)
        for one in right
        if (value := one.outcome.value) is not None and one.share >= one.proposal.bar
    ]
    return answers[:MOST]
