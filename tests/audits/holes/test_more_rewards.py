"""Rewards beside the default corpus: what is told apart stays so, and what is sound stays clean."""

from __future__ import annotations

from pathlib import Path

import pytest

from audits.holes.measure import measure, places

MORE = Path(__file__).parent / "more"

MISSED = {
    "cyberbattle_rediscovery_18",  # the same find by another tool: results cannot be made up
    "prime_rl_unclosed_think_475",  # a draft in a thought that never ends; many rewards mean it
    "qwed_sample_points_146",  # a term that is nought at five points: algebra would have to be done
    "simpler_hover_113",  # hovering is not standing: physics would have to be known
    "openenv_verify_oracle_428",  # a tool of which no row and no run tells
    "tau2_confirm_before_write_298",  # a policy that stands in no row
    "tinker_ifeval_repeated_id_893",  # constraints that would have to be solved to be broken
}
"""Holes that are known and not found, and why."""


SLOW = {"evalplus_always_equal_306", "sql_execution_bag", "stdin_program_tests"}
"""Rewards that start a process for each call, or a database."""

PATHS = [
    pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem in SLOW else [])
    for path in places(MORE)
]


@pytest.mark.parametrize("path", PATHS)
def test_a_hole_is_found_and_a_sound_reward_is_clean(path: Path) -> None:
    told = measure(path)
    assert told.problem is None
    assert not told.fixed.flagged, told.fixed.rules
    if told.holed is not None:
        assert told.holed.flagged == (path.stem not in MISSED)
