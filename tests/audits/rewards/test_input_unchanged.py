"""A reward leaves its arguments as it got them: whoever scores next reads the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from audits import audit
from audits.rewards.outcome import Shape
from audits.rules import Severity
from tests.audits.rewards.in_process import audited
from tests.audits.rewards.test_states import TESTS, all_of_two_passed


def test_a_reward_that_takes_something_out_of_the_state_is_warned_of() -> None:
    def takes(state: dict[str, Any]) -> float:
        score = all_of_two_passed(state)
        state["messages"].clear()
        return score

    found, _ = audited(takes, TESTS, shape=Shape.STATE)
    assert [(one.rule, one.severity, one.reach.rows) for one in found] == [
        ("R404", Severity.WARNING, len(TESTS))
    ]


BATCH = """
def sound(prompts, completions, answer):
    return [float(c == a) for c, a in zip(completions, answer)]

def sorts(prompts, completions, answer):
    scores = sound(prompts, completions, answer)
    {spoil}
    return scores
"""


@pytest.mark.parametrize(
    ("spoil", "named"),
    [("completions[0] += '.'", "completions"), ("answer.append(object())", "answer")],
)
def test_the_changed_argument_is_named_whatever_was_put_into_it(
    tmp_path: Path, spoil: str, named: str
) -> None:
    path = tmp_path / "batch.py"
    path.write_text(BATCH.format(spoil=spoil))
    rows = [{"prompt": f"{n}?", "answer": str(n), "reference": str(n)} for n in range(11, 15)]
    report = audit(f"{path}:sorts", rows=rows)
    (found,) = (one for one in report.findings if one.rule == "R404")
    assert named in found.title
    assert "R404" not in {one.rule for one in audit(f"{path}:sound", rows=rows).findings}
