"""Trying proposals: each on its row, and among the references of the other rows in a batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from attackers import completions, states, trajectories
from attackers.rows import Attack, Proposal, Row, Scene
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Reward, Sample, Shape
from audits.rewards.plan import RewardPlan, chosen

ATTACKS: dict[Shape, tuple[Attack, ...]] = {
    Shape.TEXT: completions.ATTACKS,
    Shape.BATCHED_TEXT: completions.ATTACKS,
    Shape.TRAJECTORY: trajectories.ATTACKS,
    Shape.STATE: states.ATTACKS,
}

NEIGHBOURS = 8
"""How many other rows' references stand beside a proposal in a batch."""


def scenes(reward: Reward, ground: Footing, plan: RewardPlan) -> Iterator[Scene]:
    """Set the scene of each row that attacks are tried on."""
    for row in chosen(ground.rows, plan):
        yield Scene(row, ground.rows, reward.mined, plan.declared)


def attempts(reward: Reward, ground: Footing, staged: Sequence[Scene]) -> list[Attempt]:
    """Try every attack of the reward's shape on some rows."""
    asked = [(scene.row, proposal) for scene in staged for proposal in _proposals(reward, scene)]
    alone = reward.score([[Sample(row, proposal.answer)] for row, proposal in asked])
    made = [
        Attempt(row, proposal, outcomes[0], ground.ceilings[row.index])
        for (row, proposal), outcomes in zip(asked, alone, strict=True)
    ]
    if reward.shape is Shape.BATCHED_TEXT:
        made += _among(reward, ground, asked)
    return made


def _proposals(reward: Reward, scene: Scene) -> Iterator[Proposal]:
    return _once(p for attack in ATTACKS[reward.shape] for p in attack(scene))


def _once(proposals: Iterable[Proposal]) -> Iterator[Proposal]:
    """Leave out what the same mechanism has proposed already."""
    seen: set[tuple[str, str]] = set()
    for proposal in proposals:
        key = (proposal.attack, repr(proposal.answer))
        if key not in seen:
            seen.add(key)
            yield proposal


def _among(reward: Reward, ground: Footing, asked: Sequence[tuple[Row, Proposal]]) -> list[Attempt]:
    """Put each proposal among the references of other rows, all of them right, or one silent."""
    made = []
    for context, beside in (("among references", None), ("behind a silent row", "")):
        fellows = {row.index: neighbourhood(ground.rows, row) for row, _ in asked}
        calls = [_batch(fellows[row.index], row, proposal, beside) for row, proposal in asked]
        for (row, proposal), outcomes in zip(asked, reward.score(calls), strict=True):
            outcome = outcomes[fellows[row.index].index(row)]
            made.append(Attempt(row, proposal, outcome, ground.ceilings[row.index], context))
    return made


def _batch(
    fellows: Sequence[Row], row: Row, proposal: Proposal, beside: str | None
) -> list[Sample]:
    """Make a batch of references, the row's proposal, and `beside` from the first other row."""
    silent = next((fellow for fellow in fellows if fellow is not row), None)
    return [
        Sample(
            fellow,
            proposal.answer
            if fellow is row
            else beside
            if beside is not None and fellow is silent
            else fellow.reference,
        )
        for fellow in fellows
    ]


def neighbourhood(rows: tuple[Row, ...], row: Row) -> tuple[Row, ...]:
    """Return the row with some fellows around it, in the rows' order."""
    at = rows.index(row)
    first = max(0, min(at - NEIGHBOURS // 2, len(rows) - NEIGHBOURS - 1))
    return rows[first : first + NEIGHBOURS + 1]
