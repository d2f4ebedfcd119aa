"""The audit of somebody's reward, from controls to findings. Yields events, knows no format."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import msgspec

from attackers.rows import Row, Scene
from audits.events import Counted, Event, Extra, Found, Kept, Started, Step, Unsound
from audits.findings import Finding, Reach, finding
from audits.rewards.batches import batch_laws
from audits.rewards.compose import composed
from audits.rewards.compose_runs import composed_runs
from audits.rewards.confirmed import confirmed, unproven
from audits.rewards.controls import Footing, footing, gold_is_read
from audits.rewards.denied import denials, right_answers
from audits.rewards.heard import came_of, folded
from audits.rewards.judge import Attempt, judge
from audits.rewards.laws import answers_always, leaves_its_input, repeats_itself, stays_finite
from audits.rewards.leaves import leaf_attempts
from audits.rewards.lift import lifted
from audits.rewards.lines import places
from audits.rewards.numbers import headline, scoreboard
from audits.rewards.order import dead_above_honest
from audits.rewards.outcome import Reward, Shape
from audits.rewards.paid_right import paid_right
from audits.rewards.pairs import pair_attempts
from audits.rewards.plan import Effort, RewardPlan, RowsRow
from audits.rewards.proxy import Heard, Lifted, lost_beside
from audits.rewards.silence import silences
from audits.rewards.tries import attempts, counted, in_turns, lost, scenes
from audits.rewards.unreferenced import without_references
from audits.rewards.withheld import withheld
from audits.rewards.words import plan_words
from audits.rules import Severity, selected


def audit_reward(
    reward: Reward, rows: tuple[Row, ...], plan: RewardPlan
) -> Generator[Event, None, None]:
    """Audit a reward on its rows; of the findings, those whose rules are selected are yielded."""
    keep = selected(plan.select, plan.ignore)
    heard, counted_lost, found = Heard(reward), 0, []
    for event in _audited(heard, rows, plan, keep):
        counted_lost += event.lost if isinstance(event, Counted) else 0
        if not isinstance(event, Found):
            yield event
        elif event.finding.rule in keep:
            words = (plan.arguments or reward.name) + plan_words(plan)
            replay = f"clawback audit {words} --select {event.finding.rule}"
            found.append(msgspec.structs.replace(event.finding, replay=replay))
            yield Found(found[-1])
    if made := places(reward, rows, found):
        yield Extra("places", made)
    yield lost_beside([heard], counted_lost)


def _audited(
    reward: Reward, rows: tuple[Row, ...], plan: RewardPlan, keep: frozenset[str]
) -> Generator[Event, None, None]:
    yield Extra("convention", reward.called)
    yield Extra("rows", RowsRow.of(rows))
    if all(row.reference is None for row in rows):
        yield from without_references(reward, rows, plan)
        return
    if reward.shape is Shape.STATE and (odd := _no_end_state(rows)):
        yield Unsound(odd)
        return
    reward = lifted(reward, rows)
    if isinstance(reward, Lifted):
        yield Extra("counted_from", reward.lowest)
    ground = yield from footing(reward, rows)
    if ground is None:
        return
    staged = list(scenes(reward, ground, plan))
    yield from withheld(staged) if _is_text(reward) else ()
    tried: list[Attempt] = []
    try:
        yield from _tried(reward, ground, staged, plan, tried)
    except KeyboardInterrupt:
        yield from _so_far(tried, keep)
        raise
    heard = {one.proposal.rule for one in tried} | LOOKED_AT | BY_SHAPE.get(reward.shape, set())
    if not heard & keep:
        yield Unsound(f"no rule that is selected is tried here: {', '.join(sorted(heard))} are")
    yield from silences(reward, ground, tried)
    sure = confirmed(reward, ground, tried, list(repeats_itself(reward, tried)))
    yield unproven(sure, keep)
    tried = sure.tried
    made = [*sure.moved, *_findings(reward, ground, staged, tried, keep)]
    found = [one for one in made if one.rule in keep]
    right = right_answers(reward, ground, staged)
    found += [one for one in denials(right) if one.rule in keep]
    yield Extra("rules", came_of(heard & keep, tried, found))
    yield from folded([one for one in tried if one.proposal.rule in keep], found)
    yield Kept("answers", paid_right(ground, right, plan))
    yield Extra("numbers", headline(tried, right, made))
    yield Extra("scoreboard", scoreboard(tried))
    yield from map(Found, found)


def _tried(
    reward: Reward, ground: Footing, staged: list[Scene], plan: RewardPlan, tried: list[Attempt]
) -> Iterator[Event]:
    """Try every attack on every scene; `tried` grows with what has been tried."""
    yield Started(len(staged))
    for few in in_turns(staged):
        made = attempts(reward, ground, few)
        if reward.shape is Shape.STATE:
            made += leaf_attempts(reward, ground, few)
            made += pair_attempts(reward, ground, few)
        yield counted(made)
        yield from (Step(f"row {scene.row.index}") for scene in few)
        tried += made
    if plan.effort is Effort.THOROUGH:
        compose = composed if _is_text(reward) else composed_runs
        made = list(compose(reward, ground, staged, tried, plan.seed))
        yield counted(made)
        tried += made
    yield lost(tried)


def _so_far(tried: list[Attempt], keep: frozenset[str]) -> Iterator[Event]:
    """Judge what was tried before somebody interrupted; no call is made for it."""
    yield lost(tried)
    found = list(judge(one for one in tried if one.proposal.rule in keep))
    beside = list(judge(one for one in tried if one.proposal.rule not in keep))
    yield Extra("numbers", headline(tried, [], [*found, *beside]))
    yield Extra("scoreboard", scoreboard(tried))
    yield from map(Found, found)


LOOKED_AT = {"C001", "D205", "N501", "R402", "R403", "R404"}
"""Rules that are not an attack's: whatever is tried, they are looked at."""

BY_SHAPE = {
    Shape.TEXT: {"C003"},
    Shape.BATCHED_TEXT: {"C003", "R401"},
    Shape.STATE: {"D202"},
}
"""Rules that are not an attack's, and speak of one shape of reward."""


def _no_end_state(rows: tuple[Row, ...]) -> str | None:
    """Say what a state must have, if no reference has it: attacks change these parts of it."""
    states = [row.reference for row in rows if isinstance(row.reference, dict)]
    if any("final" in state for state in states):
        return None
    found = ", ".join(list(states[0])[:8]) if states else "no object"
    return (
        "a state is expected as an object with messages, error, is_truncated, final (the world's "
        f"end state) and info; found {found}"
    )


def _is_text(reward: Reward) -> bool:
    return reward.shape in (Shape.TEXT, Shape.BATCHED_TEXT)


def _findings(
    reward: Reward,
    ground: Footing,
    staged: list[Scene],
    tried: list[Attempt],
    keep: frozenset[str],
) -> Iterator[Finding]:
    read = gold_is_read(reward, ground) if _is_text(reward) else None
    if read is False:
        yield _gold_unread(reward, ground)
        tried = [one for one in tried if one.proposal.rule not in NEEDS_GOLD]
    # what is selected is not folded under a cause that is not
    yield from judge(one for one in tried if one.proposal.rule in keep)
    # what is not selected counts for the numbers all the same: they are the reward's
    yield from judge(one for one in tried if one.proposal.rule not in keep)
    yield from stays_finite(tried)
    yield from answers_always(tried)
    yield from leaves_its_input(reward, tried)
    if reward.shape is Shape.BATCHED_TEXT:
        yield from batch_laws(reward, ground)
    if reward.shape is Shape.STATE:
        yield from dead_above_honest(reward, staged)


NEEDS_GOLD = ("R102", "R104", "R105", "R106", "R107", "R108")
"""Rules that speak of wrong answers: where the gold does not matter, C003 says it all."""


def _gold_unread(reward: Reward, ground: Footing) -> Finding:
    """Proven if the target takes the gold and it changes nothing; else it may be by design."""
    return finding(
        "C003",
        "the right answer does not matter: exchanged among the rows, no reference loses anything",
        "gold not consumed",
        severity=Severity.ERROR if reward.takes_gold else Severity.WARNING,
        reach=Reach(len(ground.rows), len(ground.rows)),
    )
