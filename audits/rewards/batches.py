"""Laws of rewards that read batches: a row's score is its own, wherever it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attackers.completions.form import NONSENSE, form_of
from attackers.rows import Row
from audits.dust import FLOAT_DUST
from audits.findings import Finding, Reach, finding
from audits.rewards.controls import Footing
from audits.rewards.outcome import Outcome, Reward, Sample
from audits.rules import Severity


def batch_laws(reward: Reward, ground: Footing) -> Iterator[Finding]:
    """Score one mixed batch in its order, reversed, one by one, and twice in one batch."""
    rows = ground.rows[:16]
    samples = [_mixed(row, at) for at, row in enumerate(rows)]
    together, backwards, doubled = reward.score([samples, samples[::-1], samples + samples])
    alone = [outcomes[0] for outcomes in reward.score([[sample] for sample in samples])]
    yield from _differ("its place in the batch", rows, together, backwards[::-1])
    yield from _differ("whether others stand beside it", rows, alone, together)
    yield from _differ("a copy of the batch beside it", rows, together, doubled[: len(rows)])


def _mixed(row: Row, at: int) -> Sample:
    """Every other row answers wrongly, in words of differing length."""
    wrong = form_of(row).holding(" ".join([NONSENSE] * (at + 1)))
    return Sample(row, row.reference if at % 2 else wrong)


def _differ(
    on_what: str, rows: Sequence[Row], one: Sequence[Outcome], other: Sequence[Outcome]
) -> Iterator[Finding]:
    """Report rows whose score depends on what it must not; a group baseline may be meant."""
    moved = [
        (row, left, right)
        for row, left, right in zip(rows, one, other, strict=True)
        if left.kind != right.kind or abs((left.value or 0.0) - (right.value or 0.0)) > FLOAT_DUST
    ]
    if moved:
        row, left, right = moved[0]
        yield finding(
            "R401",
            f"a row's reward depends on {on_what}: {left.value} against {right.value}",
            f"depends on {on_what}",
            severity=Severity.WARNING,
            case=f"row {row.index}",
            earned=right.value,
            reference_earned=left.value,
            reach=Reach(len(moved), len(rows)),
        )
