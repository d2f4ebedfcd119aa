"""Composition under `--thorough` for runs and end states: idle ones put together, then shrunk.

Runs without a call are joined message by message, untouched worlds with each other's messages. What
is put together of nothing done is nothing done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

from attackers.agent import Needs
from attackers.rows import Proof, Proposal, Row, Scene
from attackers.trajectories.parts import calls_in, messages_of, opening, with_messages
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Reward, Sample

IDLE = ("R107", "R108", "R201", "R301")
"""Rules whose attacks do nothing: they make no call, or leave the world as it was."""

PAIRS = 200
"""How many pairs are tried on a row."""


def composed_runs(
    reward: Reward, ground: Footing, staged: Sequence[Scene], tried: Sequence[Attempt], seed: int
) -> Iterator[Attempt]:
    """Yield, for each row where nothing idle is paid yet, the shortest composition that is."""
    for scene in staged:
        parts = [one for one in tried if one.row is scene.row and _is_part(one)]
        if not parts or any(one.paid for one in parts):
            continue
        dice = Random(f"{seed}:{scene.row.index}")
        pairs = list(permutations([one.proposal.answer for one in parts], 2))
        picked = dice.sample(pairs, min(PAIRS, len(pairs)))
        made = _attempts(reward, ground, scene.row, [_joined(*pair) for pair in picked])
        paid = [one for one in made if one.paid]
        if paid:
            shortest = min(paid, key=lambda one: len(messages_of(one.proposal.answer)))
            yield _shrunk(reward, ground, shortest)


def _is_part(attempt: Attempt) -> bool:
    proposal = attempt.proposal
    sure = proposal.rule in IDLE and proposal.proof is Proof.WRONG and not attempt.context
    return sure and not calls_in(messages_of(proposal.answer))


def _joined(one: Any, other: Any) -> Any:
    """The one, and then what the other's agent said; the world is the one's."""
    said = messages_of(other)[len(opening(messages_of(other))) :]
    return with_messages(one, [*messages_of(one), *said])


def _shrunk(reward: Reward, ground: Footing, attempt: Attempt) -> Attempt:
    """Take messages out, one after the other, as long as it is still paid."""
    at = 0
    while at < len(messages := messages_of(attempt.proposal.answer)):
        fewer = with_messages(attempt.proposal.answer, [*messages[:at], *messages[at + 1 :]])
        (again,) = _attempts(reward, ground, attempt.row, [fewer])
        attempt, at = (again, at) if again.paid else (attempt, at + 1)
    return attempt


def _attempts(reward: Reward, ground: Footing, row: Row, answers: list[Any]) -> list[Attempt]:
    scored = reward.score([[Sample(row, answer)] for answer in answers])
    return [
        Attempt(row, _proposal(answer), outcomes[0], ground.ceilings[row.index])
        for answer, outcomes in zip(answers, scored, strict=True)
    ]


def _proposal(answer: Any) -> Proposal:
    return Proposal(
        rule="R110",
        attack="a composition of idle runs",
        answer=answer,
        wrong="it is put together of runs in which nothing was done",
        needs=Needs.PROMPT,
    )
