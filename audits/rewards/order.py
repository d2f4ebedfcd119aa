"""D202 on a stranger's reward: dying must not earn more than an honest failure of the same row.

Order is judged, not value: zero beats an honest minus one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator

from attackers.rows import Scene
from attackers.states.dead import ERRORS
from attackers.states.leaves import at
from attackers.trajectories.parts import messages_of
from audits.dust import FLOAT_DUST
from audits.findings import Finding, Reach, finding
from audits.rewards.outcome import Reward, Sample


def dead_above_honest(reward: Reward, scenes: list[Scene]) -> Iterator[Finding]:
    """Compare an honest run that changed nothing with the same run dead."""
    rows = [scene.row for scene in scenes if scene.row.initial is not None]
    rows = [row for row in rows if isinstance(row.reference, dict)]
    rows = [row for row in rows if row.initial != at(row.reference, ("final",))]
    worse = []
    for row in rows:
        honest = {**copy.deepcopy(row.reference), "final": copy.deepcopy(row.initial)}
        dead = [
            {**honest, "error": ERRORS[0]},
            {**honest, "is_truncated": True},
            {**honest, "error": ERRORS[0], "messages": messages_of(honest)[:-1]},
        ]
        tried, *died = reward.score([[Sample(row, state)] for state in (honest, *dead)])
        lowest = tried[0].value
        for outcome, state in zip(died, dead, strict=True):
            value = outcome[0].value
            if lowest is not None and value is not None and value > lowest + FLOAT_DUST:
                worse.append((value - lowest, row, value, lowest, state))
    if worse:
        _, row, value, lowest, state = max(worse, key=lambda one: one[0])
        yield finding(
            "D202",
            f"a dead run earns {value:g}, an honest failure of the same row {lowest:g}",
            "dying beats failing",
            case=f"row {row.index}",
            earned=value,
            reference_earned=lowest,
            reach=Reach(len({one[1].index for one in worse}), len(rows)),
            counterexample={"answer": state},
        )
