"""Trying proposals: each on its row, and among the references of the other rows in a batch."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from attackers import Needs, completions, states, trajectories
from attackers.completions.form import form_of
from attackers.rows import Attack, Proposal, Row, Scene
from audits import plugins
from audits.events import Counted
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Kind, Reward, Sample, Shape
from audits.rewards.plan import RewardPlan, chosen

ATTACKS: dict[Shape, tuple[Attack, ...]] = {
    Shape.TEXT: completions.ATTACKS,
    Shape.BATCHED_TEXT: completions.ATTACKS,
    Shape.TRAJECTORY: trajectories.ATTACKS,
    Shape.STATE: states.ATTACKS,
}

TOGETHER = 8
"""Rows that are attacked together; a fork in the worker serves them all."""

NEIGHBOURS = 8
"""How many other rows' references stand beside a proposal in a batch."""


def scenes(reward: Reward, ground: Footing, plan: RewardPlan) -> Iterator[Scene]:
    """Set the scene of each row that attacks are tried on."""
    for row in chosen(ground.rows, plan):
        yield Scene(row, ground.rows, reward.mined, plan.declared)


def in_turns(staged: Sequence[Scene]) -> Iterator[Sequence[Scene]]:
    """Cut scenes into those that are attacked together, between two steps of progress."""
    ends = [1, *range(1 + TOGETHER, len(staged) + TOGETHER, TOGETHER)]  # the first is soon told
    yield from (staged[start:end] for start, end in pairwise([0, *ends]))


def attempts(
    reward: Reward, ground: Footing, staged: Sequence[Scene], needs: Sequence[Needs] = tuple(Needs)
) -> list[Attempt]:
    """Try every attack of the reward's shape on some rows, of those that need no more."""
    asked = [
        (scene.row, proposal)
        for scene in staged
        for proposal in proposals(reward, scene)
        if proposal.needs in needs
    ]
    alone = reward.score([[Sample(row, proposal.answer)] for row, proposal in asked])
    made = [
        Attempt(row, proposal, outcomes[0], ground.ceilings[row.index])
        for (row, proposal), outcomes in zip(asked, alone, strict=True)
    ]
    if reward.shape is Shape.BATCHED_TEXT:
        made += _among(reward, ground, asked)
    return _beside_their_bases(reward, made)


def _beside_their_bases(reward: Reward, made: Sequence[Attempt]) -> list[Attempt]:
    """Score by itself what proposals are built on, each once on its row."""
    bases = {
        (one.row.index, repr(one.proposal.base)): Sample(one.row, one.proposal.base)
        for one in made
        if one.proposal.base is not None
    }
    scored = reward.score([[sample] for sample in bases.values()])
    earned = {place: one[0] for place, one in zip(bases, scored, strict=True)}
    return [
        msgspec.structs.replace(one, base=earned.get((one.row.index, repr(one.proposal.base))))
        for one in made
    ]


def counted(made: Sequence[Attempt]) -> Counted:
    """Count the attempts that came back."""
    return Counted(tried=sum(one.outcome.kind is not Kind.LOST for one in made))


def lost(made: Sequence[Attempt]) -> Counted:
    """Count the attempts that never came back: they could not run."""
    gone = [one for one in made if one.outcome.kind is Kind.LOST]
    if not gone:
        return Counted()
    first = gone[0]
    why = (
        f"{len(gone)} calls never came back, the first of them on row {first.row.index} "
        f"({first.proposal.attack}): {first.outcome.detail}"
    )
    return Counted(could_not_run=len(gone), why=why, lost=len(gone))


def proposals(reward: Reward, scene: Scene) -> Iterator[Proposal]:
    """Let every attack of the reward's shape propose on one row."""
    tried = (*ATTACKS[reward.shape], *plugins.attacks_on(reward.shape))
    made = (p for attack in tried for p in attack(scene))
    return _once(p for p in made if p.answer != scene.row.reference)


def _once(made: Iterable[Proposal]) -> Iterator[Proposal]:
    """Leave out what the same mechanism has proposed already."""
    seen: set[tuple[str, str]] = set()
    for proposal in made:
        key = (proposal.attack, repr(proposal.answer))
        if key not in seen:
            seen.add(key)
            yield proposal


WILD = "999999999"
"""What a neighbour answers that is far off, in the form of its own reference."""

Put = Callable[[Sequence[Row], Row, Any], list[Sample]]


def _among(reward: Reward, ground: Footing, asked: Sequence[tuple[Row, Proposal]]) -> list[Attempt]:
    """Put each proposal among the references of other rows, and beside less fair neighbours."""
    made = []
    fellows = {row.index: neighbourhood(ground.rows, row) for row, _ in asked}
    for context, put in CONTEXTS.items():
        calls = [put(fellows[row.index], row, proposal.answer) for row, proposal in asked]
        for (row, proposal), call, outcomes in zip(asked, calls, reward.score(calls), strict=True):
            outcome = outcomes[_place(call, row)]
            made.append(Attempt(row, proposal, outcome, ground.ceilings[row.index], context))
    return made


def call_of(ground: Footing, attempt: Attempt) -> tuple[list[Sample], int]:
    """Give the call in which an attempt was made, and which of its samples the attempt is."""
    row, answer = attempt.row, attempt.proposal.answer
    if not attempt.context:
        return [Sample(row, answer)], 0
    call = CONTEXTS[attempt.context](neighbourhood(ground.rows, row), row, answer)
    return call, _place(call, row)


def _place(call: Sequence[Sample], row: Row) -> int:
    return next(at for at, sample in enumerate(call) if sample.row is row)


def _beside_references(fellows: Sequence[Row], row: Row, answer: Any) -> list[Sample]:
    return [Sample(one, answer if one is row else one.reference) for one in fellows]


def _beside(neighbour: Callable[[Row], str]) -> Put:
    """Let the first other row answer something else than its reference."""

    def put(fellows: Sequence[Row], row: Row, answer: Any) -> list[Sample]:
        samples = _beside_references(fellows, row, answer)
        at = next((at for at, one in enumerate(fellows) if one is not row), None)
        if at is not None:
            samples[at] = Sample(fellows[at], neighbour(fellows[at]))
        return samples

    return put


def _twice_alike(_fellows: Sequence[Row], row: Row, answer: Any) -> list[Sample]:
    return [Sample(row, answer), Sample(row, answer)]


CONTEXTS: dict[str, Put] = {
    "among references": _beside_references,
    "behind a silent row": _beside(lambda _row: ""),
    "behind a row that is far off": _beside(lambda row: form_of(row).holding(WILD)),
    "twice in one batch": _twice_alike,
}
"""How a proposal is put into a batch, by what stands beside it."""


def neighbourhood(rows: tuple[Row, ...], row: Row) -> tuple[Row, ...]:
    """Return the row with some fellows around it, in the rows' order."""
    at = rows.index(row)
    first = max(0, min(at - NEIGHBOURS // 2, len(rows) - NEIGHBOURS - 1))
    return rows[first : first + NEIGHBOURS + 1]
