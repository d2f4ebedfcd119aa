"""What came of each rule: what was not tried is not said to have been, nor what is not folded."""

from __future__ import annotations

import pytest

from attackers.rows import Proof
from audits.rewards.heard import FOLDED, FOUND, NO_MORE, NOTHING, came_of
from audits.rewards.judge import judge
from audits.rewards.numbers import headline
from audits.rewards.outcome import Shape
from tests.audits.rewards.in_process import CAPITALS, extras
from tests.audits.rewards.test_judge import tried


def test_a_death_that_earns_what_the_same_run_earns_alive_is_folded_under_nothing() -> None:
    dead = tried(1.0, rule="D201", attack="a dead run", base=["alive"], alone=1.0)
    assert not list(judge([dead]))
    assert came_of(["D201"], [dead], []) == {"D201": NO_MORE}
    assert headline([dead], [], [])["dead_rollout_pay"] == 0.0


def test_each_rule_is_found_folded_or_nothing() -> None:
    blind = tried(1.0, rule="R101", attack="silence", needs="blind")
    tricks = [tried(1.0, attack="a trick"), tried(0.0, rule="R108", proof=Proof.LEAD)]
    attempts = [blind, *tricks]
    came = came_of(["R101", "R104", "R108"], attempts, list(judge(attempts)))
    assert came == {"R101": FOUND, "R104": FOLDED, "R108": NOTHING}


@pytest.mark.parametrize(
    ("shape", "there", "not_there"), [(Shape.TEXT, {"C003"}, {"D202", "R401"})]
)
def test_only_what_a_shape_of_reward_can_be_tried_for_is_said_to_have_been(
    shape: Shape, there: set[str], not_there: set[str]
) -> None:
    def exact(_prompt: str, completion: str, answer: str) -> float:
        return float(completion == answer)

    rules = set(extras(exact, CAPITALS, shape=shape)["rules"])
    assert there <= rules and not not_there & rules
