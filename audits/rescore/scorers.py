"""Scorers by the names that a command line gives: ours, or anybody's in a worker of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from audits.errors import CannotAuditError, unknown
from audits.worlds import REFUND, Made, World
from scorer import Score, Scorer

MOST_VALUE = 1e12
"""The largest value, of either sign, that is taken for a score: a bound of sanity."""


class Scored(msgspec.Struct, frozen=True):
    """What a scorer gave: one score for each rollout, and what full marks are."""

    name: str
    full: float
    scores: list[Score]
    convention: str | None = None
    """How a function was called; None for a scorer of ours."""


def scores(
    name: str,
    rollouts: Sequence[Made],
    convention: str | None = None,
    read: set[str] | None = None,
    world: World = REFUND,
) -> Scored:
    """Score rollouts. Raises `CannotAuditError` for a scorer that there is not.

    `convention` is how a function is to be called, if that is not to be told from its signature;
    `read` is given the files that it reads.
    """
    if name in world.scorers:
        ours = world.scorers[name]()
        return Scored(ours.name, ours.full_marks, [scored_by(ours, one) for one in rollouts])
    if ":" not in name:
        raise unknown("--scorer", name, [*world.scorers, "pkg.mod:fn"])
    return _theirs(world, name, rollouts, convention, read)


def scored_by(scorer: Scorer[Any], rollout: Made) -> Score:
    """Score a rollout with a scorer of ours; one that the infrastructure spoilt is left out."""
    return _left_out(rollout) if rollout.spoilt else scorer.score(rollout)


def _left_out(rollout: Made) -> Score:
    why = f"{rollout.failure.by} failure: {rollout.failure.kind}" if rollout.failure else ""
    return Score(None, {}, True, why)


def _theirs(
    world: World,
    name: str,
    rollouts: Sequence[Made],
    convention: str | None,
    read: set[str] | None,
) -> Scored:
    """Have somebody's function score what was not spoilt, in a worker under this Python."""
    from audits.rewards.outcome import Outcome, Sample, Shape  # noqa: PLC0415 - heavy
    from audits.rewards.session import Ask, opened  # noqa: PLC0415 - heavy

    asked = [rollout for rollout in rollouts if not rollout.spoilt]
    if not asked:
        return Scored(name, 1.0, [_left_out(rollout) for rollout in rollouts], convention)
    columns = [_columns(world, rollout) for rollout in asked]
    ask = Ask(target=name, given_as="--scorer", convention=convention)
    with opened(ask, columns, read) as (reward, rows):
        convention = reward.convention.name
        if reward.shape is Shape.BATCHED_TEXT:
            raise CannotAuditError(f"--scorer {name}: expected one rollout at a time, not a batch")
        samples = [
            Sample(row, _answer(rollout, reward.shape))
            for row, rollout in zip(rows, asked, strict=True)
        ]
        outcomes: list[Outcome] = [one[0] for one in reward.score([[one] for one in samples])]
    given = iter(zip(asked, outcomes, strict=True))
    made = [_left_out(one) if one.spoilt else _score(*next(given)) for one in rollouts]
    return Scored(name, 1.0, made, convention)


def _score(rollout: Made, outcome: Any) -> Score:
    dead, value = rollout.failure is not None, outcome.value
    if value is not None and abs(value) > MOST_VALUE:
        return Score(None, {}, True, f"not scored: {value:g} is over {MOST_VALUE:g} in size")
    if value is not None:
        return Score(value, {}, dead)
    return Score(None, {}, True, f"not scored: {outcome.told} {outcome.detail}".strip())


def _columns(world: World, rollout: Made) -> dict[str, Any]:
    """What a function is given beside the messages: the case, and the desk's own record."""
    state = _state(rollout)
    return {
        "prompt": world.interface.asked(rollout.case),
        "messages": state["messages"],
        "answer": world.expected(rollout.case),
        "info": {name: value for name, value in state.items() if name != "messages"},
    }


def _state(rollout: Made) -> dict[str, Any]:
    state: dict[str, Any] = msgspec.json.decode(rollout.to_json())
    return {name: value for name, value in state.items() if name not in ("witness", "source")}


def _answer(rollout: Made, shape: str) -> Any:
    state = _state(rollout)
    if shape == "state":
        return state
    if shape == "trajectory":
        return state["messages"]
    said = [one.content for one in rollout.messages if one.role == "assistant"]
    return said[-1] if said else ""
