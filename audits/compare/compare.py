"""The same answers, scored by two scorers; what moved between the first and the second.

References, re-writings of them and every attack's proposals are made once and scored by both. That
a reference earns less is an error; that a proven-wrong answer is newly paid is one as well.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from attackers.rows import Mined, Row, Scene
from audits.compare.moved import moved_numbers, moved_strategies
from audits.dust import FLOAT_DUST
from audits.events import Counted, Event, Extra, Found, Kept, Started, Step, Unsound
from audits.findings import Finding, Reach, finding
from audits.rewards.confirmed import confirmed, unproven
from audits.rewards.controls import Footing, footing, references
from audits.rewards.denied import right_answers
from audits.rewards.heard import FOUND, NOTHING
from audits.rewards.judge import Attempt, causes_among, judge
from audits.rewards.lift import lifted
from audits.rewards.numbers import headline, scoreboard
from audits.rewards.outcome import Outcome, Reward
from audits.rewards.plan import RewardPlan, chosen
from audits.rewards.proxy import Heard, Lifted, lost_beside
from audits.rewards.silence import silences
from audits.rewards.tries import attempts, counted, in_turns, lost
from audits.rules import Severity, selected

COMPARED = ("G802", "G803")
"""The rules of a comparison; `select` and `ignore` choose among the rules of what is newly paid."""

Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class _Side:
    """What one scorer gave."""

    tried: list[Attempt]
    right: list[Attempt]
    found: list[Finding]

    @property
    def numbers(self) -> dict[str, Any]:
        """The four numbers."""
        return headline(self.tried, self.right, self.found)


def compare(
    before: Reward, after: Reward, rows: tuple[Row, ...], plan: RewardPlan
) -> Generator[Event, None, None]:
    """Score the same answers with both, and yield what moved. `rows` are as `after` reads them."""
    ignored = tuple(rule for rule in COMPARED if rule.startswith(plan.ignore or ("-",)))
    came = {rule: NOTHING for rule in COMPARED if rule not in ignored}
    heard, counted_lost = (Heard(before), Heard(after)), 0
    for event in _compared(*heard, rows, plan):
        if isinstance(event, Counted):
            counted_lost += event.lost
        elif isinstance(event, Unsound):
            came.clear()
        elif isinstance(event, Found):
            if event.finding.rule in ignored:
                continue
            came[event.finding.rule] = FOUND
        yield event
    yield lost_beside(heard, counted_lost)
    yield Extra("rules", came)


def _compared(
    before: Reward, after: Reward, rows: tuple[Row, ...], plan: RewardPlan
) -> Generator[Event, None, None]:
    if before.shape is not after.shape:
        yield Unsound(f"they read different things: {before.shape} and {after.shape}")
        return
    before = lifted(before, rows)
    if isinstance(before, Lifted):
        after = Lifted(after, before.origins)
        yield Extra("counted_from", before.lowest)
    ground, why = _returned(footing(before, rows))
    if ground is None:
        yield Unsound(f"before: {why}")
        return
    now = references(after, ground.rows)
    yield Counted(tried=len(now))
    fell = list(_fallen(ground, now))
    lost = sum(one.reach.rows for one in fell)
    yield Extra("references_kept", {"kept": len(now) - lost, "of": len(now)})
    yield from map(Found, fell)
    ceilings = {
        row.index: outcome.value
        for row, outcome in zip(ground.rows, now, strict=True)
        if outcome.value is not None and outcome.value > 0
    }
    kept = tuple(row for row in ground.rows if row.index in ceilings)
    if not kept:
        why = "after: no reference is paid any more, so nothing else can be compared"
        yield Counted(could_not_run=1, why=why)  # that they fell is proven all the same
        return
    staged = [
        Scene(row, kept, _both(before.mined, after.mined), plan.declared)
        for row in chosen(kept, plan)
    ]
    yield Started(2 * len(staged))
    first = yield from _side("before", before, Footing(kept, ground.ceilings), staged)
    stood = Footing(kept, ceilings)
    second = yield from _side("after", after, stood, staged)
    yield from silences(after, stood, second.tried)
    yield Extra("numbers", moved_numbers(first.numbers, second.numbers))
    tried = sorted({one.proposal.attack for one in second.tried})
    yield Extra("strategies_tried", tried)
    yield Kept("tried", {("G803", attack) for attack in tried})
    yield Extra("strategies", moved_strategies(scoreboard(first.tried), scoreboard(second.tried)))
    newly = list(_newly_paid(first, second, selected(plan.select, plan.ignore)))
    also = (name for one in newly for name in one.counterexample.get("also paid", ()))
    yield Kept("folded", {("G803", name) for name in also})
    yield from map(Found, newly)
    yield from map(Found, _stopped(first.right, second.right))


def _side(
    name: str, reward: Reward, ground: Footing, staged: list[Scene]
) -> Generator[Event, None, _Side]:
    tried: list[Attempt] = []
    for few in in_turns(staged):
        tried += attempts(reward, ground, few)
        yield from (Step(f"{name}, row {scene.row.index}") for scene in few)
    yield counted(tried)
    yield lost(tried)
    sure = confirmed(reward, ground, tried)
    yield unproven(sure, frozenset(one.proposal.rule for one in tried))
    return _Side(sure.tried, right_answers(reward, ground, staged), list(judge(sure.tried)))


def _both(one: Mined, other: Mined) -> Mined:
    """Let both scorers face what the code of either gives away."""
    return Mined(
        tuple(dict.fromkeys((*one.literals, *other.literals))),
        tuple(dict.fromkeys((*one.patterns, *other.patterns))),
    )


def _returned(events: Generator[Event, None, Made]) -> tuple[Made, str]:
    """Run a control to its end: what it returns, and why it was unsound."""
    why = ""
    while True:
        try:
            event = next(events)
        except StopIteration as ended:
            made: Made = ended.value
            return made, why
        why = event.why if isinstance(event, Unsound) else why


def _fallen(ground: Footing, now: Sequence[Outcome]) -> Iterator[Finding]:
    less = [
        (row, outcome)
        for row, outcome in zip(ground.rows, now, strict=True)
        if outcome.value is None or outcome.value < ground.ceilings[row.index] - FLOAT_DUST
    ]
    if less:
        row, outcome = less[0]
        yield finding(
            "G802",
            f"a reference earned {ground.ceilings[row.index]:g}, and now {outcome.told}",
            "reference fell",
            case=f"row {row.index}",
            earned=outcome.value,
            reference_earned=ground.ceilings[row.index],
            reach=Reach(len(less), len(ground.rows)),
            counterexample={"answer": row.reference},
        )


def _newly_paid(first: _Side, second: _Side, keep: frozenset[str]) -> Iterator[Finding]:
    """Find each cause that is proven wrong and paid now, on rows where it was not before."""
    was = {_key(one) for one in first.tried if one.paid}
    tried = [one for one in second.tried if one.proposal.rule in keep]
    for cause in causes_among(tried, lambda one: _key(one) not in was):
        one = cause.best
        also = {"also paid": cause.symptoms} if cause.symptoms else {}
        yield finding(
            "G803",
            f"{one.proposal.attack} is newly paid {one.outcome.told}: {one.proposal.wrong}",
            one.proposal.attack,
            case=f"row {one.row.index}",
            earned=one.outcome.value,
            reference_earned=one.ceiling,
            reach=cause.reach,
            counterexample={"answer": one.proposal.answer} | also,
        )


def _key(one: Attempt) -> tuple[int, str, str, str]:
    return one.row.index, one.proposal.attack, repr(one.proposal.answer), one.context


def _stopped(first: Sequence[Attempt], second: Sequence[Attempt]) -> Iterator[Finding]:
    """Find each way of re-writing a right answer that was paid; it may be denied on purpose."""
    groups: dict[str, list[Attempt]] = {}
    for was, now in zip(first, second, strict=True):
        if was.share >= was.proposal.bar > now.share + FLOAT_DUST:
            groups.setdefault(now.proposal.attack, []).append(now)
    for attack, stopped in groups.items():
        one = stopped[0]
        yield finding(
            "G802",
            f"{attack} was paid, and now earns {one.outcome.told}",
            attack,
            severity=Severity.NOTE,
            case=f"row {one.row.index}",
            earned=one.outcome.value,
            reference_earned=one.ceiling,
            reach=Reach(len(stopped), len(second)),
            counterexample={"answer": one.proposal.answer},
        )
