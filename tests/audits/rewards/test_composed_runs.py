"""Idle runs put together, under --thorough: each alone is paid nothing, together they are."""

from __future__ import annotations

from attackers.rows import Row
from attackers.trajectories.parts import messages_of
from audits.rewards.outcome import Shape
from audits.rewards.plan import Effort, RewardPlan
from audits.rules import Severity
from tests.attackers.trajectories.runs import run
from tests.audits.rewards.in_process import audited
from tests.audits.rewards.test_states import TESTS, all_of_two_passed, results_of

ROWS = tuple(
    Row(
        index=n,
        info={"tool": "refund", "args": {"id": one}},
        reference=run(f"Refund {one}", [("refund", {"id": one})], "Refunded."),
    )
    for n, one in enumerate(("A11", "B22", "C33"))
)


def counts_turns(messages, info):
    """Pays the work, and also three turns of talk without it."""
    said = [m for m in messages if m.get("role") == "assistant" and not m.get("tool_calls")]
    done = any(
        info["args"]["id"] in str(call) for m in messages for call in m.get("tool_calls") or []
    )
    return float(done or len(said) >= 2)


def test_talk_that_is_paid_only_together_is_found_under_thorough_and_shrunk() -> None:
    plan = RewardPlan(effort=Effort.THOROUGH)
    found, _ = audited(counts_turns, ROWS, plan, shape=Shape.TRAJECTORY)
    (one,) = (f for f in found if f.rule == "R110")
    assert one.severity is Severity.ERROR
    assert len(messages_of(one.counterexample["answer"])) == 2
    quick, _ = audited(counts_turns, ROWS, shape=Shape.TRAJECTORY)
    assert "R110" not in {f.rule for f in quick}


def test_talk_beside_an_untouched_world_that_is_paid_only_together_is_found() -> None:
    def talks(state):
        said = [m for m in state["messages"] if m["role"] == "assistant"]
        if state["error"] is not None or state["is_truncated"]:
            return 0.0
        return float(all_of_two_passed(state) or (len(said) >= 2 and bool(results_of(state))))

    plan = RewardPlan(effort=Effort.THOROUGH)
    found, _ = audited(talks, TESTS, plan, shape=Shape.STATE)
    assert "R110" in {f.rule for f in found if f.severity is Severity.ERROR}
