"""Controls before any attack: what references earn, and whether the right answer matters at all.

Where references earn nothing, nothing can be said of attacks: the answer is then INCONCLUSIVE, with
the remedy. The answer format is inferred by scoring the reference in each wrapping in use.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import msgspec

from attackers.completions.form import answer_of
from attackers.completions.lenient import same, text_of
from attackers.rows import Row
from audits.dust import ROUNDING
from audits.events import Counted, Event, Extra, Found, Unsound
from audits.findings import Reach, finding
from audits.rewards.outcome import Kind, Outcome, Reward, Sample, Shape
from audits.rules import Severity

WRAPPINGS = {
    "as it is": "{}",
    "<answer>": "<answer>{}</answer>",
    "<think> and <answer>": "<think>I worked it out.</think>\n<answer>{}</answer>",
    "\\boxed{}": "\\boxed{{{}}}",
    "####": "#### {}",
    "The answer is": "The answer is {}",
    "Answer:": "Answer: {}",
    "ANSWER: $...$": "ANSWER: ${}$",
}
"""Ways of writing an answer down that are in use."""


@dataclass(frozen=True, slots=True)
class Footing:
    """What attacks stand on: the rows whose reference is paid, and what each earns."""

    rows: tuple[Row, ...]
    ceilings: dict[int, float]


def footing(reward: Reward, rows: tuple[Row, ...]) -> Generator[Event, None, Footing | None]:
    """Score every reference; None if too few are paid for anything to be said."""
    with_reference = tuple(row for row in rows if row.reference is not None)
    if len(with_reference) < len(rows):
        yield _without(len(rows) - len(with_reference), len(rows))
    wrapping, written, outcomes = best_wrapping(reward, with_reference)
    yield Extra("reference_written", wrapping)
    ceilings = {
        row.index: outcome.value
        for row, outcome in zip(written, outcomes, strict=True)
        if outcome.value is not None and outcome.value > 0
    }
    paid = tuple(row for row in written if row.index in ceilings)
    yield from _report(written, outcomes, ceilings)
    if len(paid) * 2 < len(written):
        yield Unsound(_remedy(written, outcomes, len(paid)))
        return None
    return Footing(paid, ceilings)


def _without(left: int, rows: int) -> Counted:
    """Count the rows that have no reference; where they are the most, the rest says too little."""
    why = f"{left} of {rows} rows have no reference"
    if left * 2 <= rows:
        return Counted(not_applicable=left, why=why)
    return Counted(
        could_not_run=left,
        why=f"{why}, and nothing can be said of them; give them one, or leave them out of --rows",
    )


def references(reward: Reward, rows: tuple[Row, ...]) -> list[Outcome]:
    """Score the references: together if the reward reads batches, else one by one."""
    samples = [Sample(row, row.reference) for row in rows]
    if reward.shape is Shape.BATCHED_TEXT:
        return reward.score([samples])[0]
    return [outcome for call in reward.score([[sample] for sample in samples]) for outcome in call]


def best_wrapping(
    reward: Reward, rows: tuple[Row, ...]
) -> tuple[str, tuple[Row, ...], list[Outcome]]:
    """Take the references as they are if most are paid, else the first wrapping that pays most."""
    plain = references(reward, rows)
    if _paid(plain) * 2 >= len(rows) or reward.shape not in (Shape.TEXT, Shape.BATCHED_TEXT):
        return "as it is", rows, plain
    tried = [("as it is", rows, plain)]
    for name, wrapping in list(WRAPPINGS.items())[1:]:
        wrapped = tuple(
            msgspec.structs.replace(row, reference=wrapping.format(row.reference)) for row in rows
        )
        tried.append((name, wrapped, references(reward, wrapped)))
    return max(tried, key=lambda one: (_paid(one[2]), sum(o.value or 0.0 for o in one[2])))


def _paid(outcomes: list[Outcome]) -> int:
    return sum(outcome.value is not None and outcome.value > 0 for outcome in outcomes)


def _report(
    rows: tuple[Row, ...], outcomes: list[Outcome], ceilings: dict[int, float]
) -> Generator[Event, None, None]:
    short = [row for row in rows if row.index not in ceilings]
    if short and len(short) * 2 <= len(rows):
        first = next(o for r, o in zip(rows, outcomes, strict=True) if r.index == short[0].index)
        yield Found(
            finding(
                "C001",
                f"a right completion earns {_told(first)}",
                "reference not paid",
                severity=Severity.WARNING,
                case=f"row {short[0].index}",
                earned=first.value,
                reference_earned=max(ceilings.values()),
                reach=Reach(len(short), len(rows)),
                counterexample={"answer": short[0].reference},
            )
        )


def _remedy(rows: tuple[Row, ...], outcomes: list[Outcome], paid: int) -> str:
    first = next(o for o in outcomes if o.value is None or o.value <= 0)
    return (
        f"only {paid} of {len(rows)} references earn anything (row {rows[0].index}: "
        f"{_told(first)}); {_advice(first)}check that --map names the right columns, and that the "
        "references are written as the reward wants them"
    )


def _advice(outcome: Outcome) -> str:
    """Say what comes first where the reward gave no value: it may be at fault, and not the rows."""
    return "" if outcome.kind is Kind.VALUE else "mend that first if the reward is at fault; else "


def _told(outcome: Outcome) -> str:
    if outcome.kind is Kind.VALUE:
        return f"{outcome.value:g}"
    return f"{outcome.kind}" + (f" ({outcome.detail[:120]})" if outcome.detail else "")


def gold_is_read(reward: Reward, ground: Footing) -> bool | None:
    """Tell whether the right answer matters: permuted among rows, some reference must lose.

    The gold may not be where a reward looks: if exchanging golds changes nothing, whole rows are
    exchanged under their references. None if that cannot be told: there is nothing to permute (no
    gold, or the same one everywhere), or the reward fails on what is exchanged.
    """
    rows = [row for row in ground.rows if row.gold is not None]
    pairs = [
        (row, other)
        for row, other in zip(rows, rows[1:] + rows[:1], strict=True)
        if not same(text_of(row.gold), text_of(other.gold))
        and not same(answer_of(row), answer_of(other))
    ]
    if not pairs:
        return None
    golds = [msgspec.structs.replace(row, gold=other.gold) for row, other in pairs]
    whole = [msgspec.structs.replace(other, reference=row.reference) for row, other in pairs]
    ceilings = [ground.ceilings[row.index] for row, _ in pairs]
    silent = False
    for exchanged in (golds, whole):
        outcomes = references(reward, tuple(exchanged))
        if any(map(_loses, outcomes, ceilings)):
            return True
        silent = silent or 2 * sum(one.value is None for one in outcomes) > len(outcomes)
    return None if silent else False


def _loses(outcome: Outcome, ceiling: float) -> bool:
    less = outcome.value is not None and outcome.value < (1 - ROUNDING) * ceiling
    return less or outcome.kind is Kind.NONE
