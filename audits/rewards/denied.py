"""Right answers that lose reward: as costly as wrong ones that win it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from attackers.completions import equivalent as texts
from attackers.rows import Attack, Scene
from attackers.trajectories import equivalent as runs
from audits.findings import Finding, Reach, finding
from audits.rewards.controls import Footing
from audits.rewards.judge import Attempt
from audits.rewards.outcome import Kind, Reward, Sample, Shape
from audits.rules import Severity

ANOTHER_WAY: dict[Shape, Attack] = {
    Shape.TEXT: texts.puts_it_another_way,
    Shape.BATCHED_TEXT: texts.puts_it_another_way,
    Shape.TRAJECTORY: runs.puts_it_another_way,
    Shape.STATE: runs.puts_it_another_way,
}


def right_answers(reward: Reward, ground: Footing, scenes: list[Scene]) -> list[Attempt]:
    """Score each row's reference in its equivalent forms."""
    another_way = ANOTHER_WAY[reward.shape]
    asked = [(scene.row, form) for scene in scenes for form in another_way(scene)]
    scored = reward.score([[Sample(row, form.answer)] for row, form in asked])
    return [
        Attempt(row, form, outcomes[0], ground.ceilings[row.index])
        for (row, form), outcomes in zip(asked, scored, strict=True)
    ]


def denials(attempts: list[Attempt]) -> Iterator[Finding]:
    """Yield a lead per way of putting it that loses at least half of the reward.

    A call that never came back denies nothing: it counts as lost.
    """
    groups: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        groups[attempt.proposal.attack].append(attempt)
    for attack, tried in groups.items():
        denied = [one for one in tried if _is_denied(one)]
        if denied:
            one = denied[0]
            yield finding(
                "N501",
                f"{attack} earns {one.outcome.told}, as the reference writes it {one.ceiling:g}",
                attack,
                severity=Severity.NOTE,
                case=f"row {one.row.index}",
                earned=one.outcome.value,
                reference_earned=one.ceiling,
                reach=Reach(
                    len({one.row.index for one in denied}), len({one.row.index for one in tried})
                ),
                counterexample={"answer": one.proposal.answer},
            )


def _is_denied(one: Attempt) -> bool:
    return one.outcome.kind is not Kind.LOST and one.share < one.proposal.bar
