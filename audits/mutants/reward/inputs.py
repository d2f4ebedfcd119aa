"""What mutants of a user's reward are tried on: right answers, wrong ones, right ones reworded.

The references are those of all rows; attacks are made on a few. A call that is the same for two
attacks is made once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from attackers.rows import Proof, Row
from audits.mutants.reward.probes import odd
from audits.rewards.controls import Footing, gold_is_read
from audits.rewards.denied import right_answers
from audits.rewards.engine import NEEDS_GOLD
from audits.rewards.judge import Attempt
from audits.rewards.leaves import leaf_attempts
from audits.rewards.outcome import Kind, Outcome, Sample, Shape
from audits.rewards.pairs import pair_attempts
from audits.rewards.plan import RewardPlan
from audits.rewards.tries import attempts, call_of, scenes
from audits.targets.client import Call
from audits.targets.reward import WorkerReward

MOST_REFERENCES = 1_000
"""Rows whose reference is scored for each mutant."""


class Is(StrEnum):
    """What an answer is."""

    REFERENCE = "the reference"
    WRONG = "a wrong answer"
    LEAD = "an answer that may be wrong"
    RIGHT = "a right answer"
    ODD = "an odd answer"


@dataclass(frozen=True, slots=True)
class Input:
    """One answer on one row, and where its outcome stands: in which call, at which sample."""

    row: Row
    answer: Any
    kind: Is
    by: str
    """Who would give it: an attack, or a way of putting a right answer otherwise."""
    call: int
    at: int
    ceiling: float
    attempt: Attempt | None = None
    """For what an attack proposes."""

    @property
    def attempt_bar(self) -> float:
        """From what reward on an attack counts as paid."""
        return self.ceiling * (self.attempt.proposal.bar if self.attempt else 1.0)

    @property
    def size(self) -> int:
        """How long it is."""
        return len(msgspec.json.encode(self.answer))


@dataclass(slots=True)
class Inputs:
    """All answers, and the calls that score them: those of references, then the others."""

    references: list[Input] = field(default_factory=list)
    others: list[Input] = field(default_factory=list)
    reference_calls: list[Call] = field(default_factory=list)
    other_calls: list[Call] = field(default_factory=list)

    @property
    def all(self) -> list[Input]:
        """Every answer, in one order for all mutants."""
        return [*self.references, *self.others]


def inputs_of(reward: WorkerReward, ground: Footing, plan: RewardPlan) -> Inputs:
    """Make the answers that mutants are tried on, with the attacks and rewordings of an audit."""
    made = Inputs()
    _add_references(made, reward, ground)
    staged = list(scenes(reward, ground, plan))
    wrong = attempts(reward, ground, staged)
    if reward.shape is Shape.STATE:
        wrong += [*leaf_attempts(reward, ground, staged), *pair_attempts(reward, ground, staged)]
    if reward.shape in (Shape.TEXT, Shape.BATCHED_TEXT) and gold_is_read(reward, ground) is False:
        wrong = [one for one in wrong if one.proposal.rule not in NEEDS_GOLD]
    known: dict[str, int] = {}
    for one in _answering(wrong):
        sure = one.proposal.proof is Proof.WRONG
        _add(made, reward, ground, one, Is.WRONG if sure else Is.LEAD, known)
    for one in _answering(right_answers(reward, ground, staged)):
        _add(made, reward, ground, one, Is.RIGHT, known)
    if reward.shape in (Shape.TEXT, Shape.BATCHED_TEXT):
        _add_odd(made, reward, ground, [scene.row for scene in staged])
    return made


def _add_odd(made: Inputs, reward: WorkerReward, ground: Footing, rows: Sequence[Row]) -> None:
    """Add what is odd and answered: it is asked once, before it is asked of any mutant."""
    asked = [(row, by, answer) for row in rows for by, answer in odd(str(row.reference))]
    scored = reward.score([[Sample(row, answer)] for row, _, answer in asked])
    for (row, by, answer), outcomes in zip(asked, scored, strict=True):
        if outcomes[0].kind is not Kind.LOST:
            call, ceiling = len(made.other_calls), ground.ceilings[row.index]
            made.other_calls.append(reward.convention.call([Sample(row, answer)]))
            made.others.append(Input(row, answer, Is.ODD, by, call, 0, ceiling))


def _answering(made: Sequence[Attempt]) -> Iterator[Attempt]:
    """Leave out what the reward as it is never came back from."""
    return (one for one in made if one.outcome.kind is not Kind.LOST)


def _add_references(made: Inputs, reward: WorkerReward, ground: Footing) -> None:
    rows = ground.rows[:MOST_REFERENCES]
    batched = reward.convention.batched
    samples = [Sample(row, row.reference) for row in rows]
    calls = [samples] if batched else [[sample] for sample in samples]
    made.reference_calls = [reward.convention.call(call) for call in calls]
    made.references = [
        Input(
            row,
            row.reference,
            Is.REFERENCE,
            "its reference",
            0 if batched else at,
            at if batched else 0,
            ground.ceilings[row.index],
        )
        for at, row in enumerate(rows)
    ]


def _add(
    made: Inputs,
    reward: WorkerReward,
    ground: Footing,
    attempt: Attempt,
    kind: Is,
    known: dict[str, int],
) -> None:
    row, answer = attempt.row, attempt.proposal.answer
    call, at = call_of(ground, attempt)
    key = f"{row.index}:{attempt.context}:{answer!r}"
    if key not in known:
        known[key] = len(made.other_calls)
        made.other_calls.append(reward.convention.call(call))
    by = attempt.proposal.attack
    made.others.append(
        Input(row, answer, kind, by, known[key], at, ground.ceilings[row.index], attempt)
    )


def outcomes_of(inputs: Sequence[Input], scored: Sequence[Sequence[Outcome]]) -> list[Outcome]:
    """Give each answer's outcome out of what its call came back with."""
    return [scored[one.call][one.at] for one in inputs]
