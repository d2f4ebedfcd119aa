"""Another tool in a call's place: wrong only where the call counts and no result would tell."""

from __future__ import annotations

import pytest

from attackers.rows import Scene
from attackers.trajectories.harm import uses_another_tool
from attackers.trajectories.results import failed
from tests.attackers.trajectories.test_left_out import run


def others(result: str) -> list[object]:
    look = ("find_order", {"id": "o1"}, "ok")
    row = run(0, "Close o1", {"tool": "order_close"}, look, ("order_close", {"id": "o1"}, result))
    return [one.base for one in uses_another_tool(Scene(row, (row,)))]


def test_what_is_paid_without_the_call_is_no_proof_that_its_name_does_not_matter():
    (base, *_) = others("ok")
    told = str(base)
    assert "find_order" in told and "order_close" not in told


@pytest.mark.parametrize("result", ['{"ran": "order.close", "ok": true}', "closed it"])
def test_a_result_that_says_what_was_done_is_of_no_other_tool(result: str):
    assert not others(result)
    assert others('{"order_close": true, "id": "o1"}'), "a key is no word of the world's"


@pytest.mark.parametrize("result", ["bounced", "busy", "Sold out.", "no answer"])
def test_a_call_that_reached_nobody_failed(result: str):
    assert failed(result) and not failed(f"not {result}")
