"""What can be said of a reward whose rows have no right completions: how it takes blind attempts.

Nobody knows then what right work earns, so nothing is proven and the verdict is INCONCLUSIVE. But
that saying nothing is paid as well as anything that was tried is worth knowing, and a score that is
no number or changes between two calls is a fault whatever it was for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

import msgspec

from attackers import Needs
from attackers.rows import Row
from audits.dust import FLOAT_DUST
from audits.errors import one_line
from audits.events import Event, Extra, Found, Started, Step, Unsound
from audits.findings import Finding, Reach, finding
from audits.rewards.batches import batch_laws
from audits.rewards.controls import WRAPPINGS, Footing
from audits.rewards.judge import Attempt
from audits.rewards.laws import answers_always, repeats_itself, stays_finite
from audits.rewards.outcome import Reward, Shape
from audits.rewards.plan import RewardPlan
from audits.rewards.tries import attempts, counted, scenes
from audits.rules import Severity

STAND_IN = "zyzzyva"
"""A word in the place of right answers, so that attacks can be put in the forms in use."""

FORMS = ("as it is", "<think> and <answer>", "\\boxed{}")

BLIND = (Needs.NOTHING, Needs.PROMPT)


def without_references(
    reward: Reward, rows: tuple[Row, ...], plan: RewardPlan
) -> Generator[Event, None, None]:
    """Audit what needs no reference, and say what was not audited."""
    yield Unsound(_remedy(rows))
    if reward.shape not in (Shape.TEXT, Shape.BATCHED_TEXT):
        return
    yield Started(len(FORMS))
    tried: list[Attempt] = []
    for name in FORMS:
        ground = _ground(rows, WRAPPINGS[name])
        made = attempts(reward, ground, list(scenes(reward, ground, plan)), BLIND)
        yield counted(made)
        yield Step(name)
        tried += made
    yield Extra("best_pay", max((one.share for one in tried), default=None))
    for one in _findings(reward, ground, tried):
        yield Found(msgspec.structs.replace(one, reference_earned=None))


def _ground(rows: tuple[Row, ...], form: str) -> Footing:
    """Stand on rows with a word in place of their references; shares are plain pay."""
    reference = form.format(STAND_IN)
    bare = tuple(msgspec.structs.replace(row, reference=reference, gold=None) for row in rows)
    return Footing(bare, dict.fromkeys((row.index for row in bare), 1.0))


def _findings(reward: Reward, ground: Footing, tried: list[Attempt]) -> Iterator[Finding]:
    yield from _best_paid(tried)
    yield from stays_finite(tried)
    yield from answers_always(tried)
    yield from repeats_itself(reward, tried, known=False)
    if reward.shape is Shape.BATCHED_TEXT:
        yield from batch_laws(reward, ground)


def _best_paid(tried: list[Attempt]) -> Iterator[Finding]:
    """Report, once, what is wrong on any row and paid as well as anything on every row."""
    best = max((one.share for one in tried), default=0.0)
    rows = {one.row.index for one in tried}
    paid: dict[tuple[str, str], list[Attempt]] = {}
    for one in tried:
        if one.share >= best - FLOAT_DUST:
            paid.setdefault((one.proposal.rule, one.proposal.attack), []).append(one)
    everywhere = [made for made in paid.values() if {one.row.index for one in made} == rows]
    if best <= 0 or not everywhere:
        return
    made, *others = everywhere
    shown = made[0]
    more = sorted({other[0].proposal.attack for other in others} - {shown.proposal.attack})
    yield finding(
        shown.proposal.rule,
        f"{shown.proposal.attack} is paid {best:g} on every row, and nothing that was tried is "
        f"paid more: {shown.proposal.wrong}",
        shown.proposal.attack,
        severity=Severity.WARNING,
        case=f"row {shown.row.index}",
        earned=best,
        reach=Reach(len(rows), len(rows)),
        counterexample={"answer": shown.proposal.answer} | ({"also paid": more} if more else {}),
    )


def _remedy(rows: tuple[Row, ...]) -> str:
    columns = ", ".join(dict.fromkeys(one_line(name) for row in rows[:100] for name in row.columns))
    return (
        "no row has a reference, so it was not checked what right work earns, whether it is "
        "denied, whether the right answer matters, and what attacks earn that start from it; name "
        f"the column of right answers with --map answer=COLUMN (there are {columns})"
    )
