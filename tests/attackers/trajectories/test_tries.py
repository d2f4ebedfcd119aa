"""Runs with several tries: what another call may have done, or a last answer shows, is no proof."""

from __future__ import annotations

import json
from typing import Any

import pytest

from attackers.rows import Proof, Proposal, Row, Scene
from attackers.trajectories.calls import leaves_out
from attackers.trajectories.failures import fails
from tests.attackers.trajectories.runs import run

EDIT = ("edit", {"path": "grid.py", "text": "first"})
AGAIN = ("edit", {"path": "grid.py", "text": "second"})
OTHER = ("edit", {"path": "cart.py", "text": "first"})
TESTS = ("run_tests", {"all": True})


def scene(work: list[Any], results: list[str]) -> Scene:
    info = {"sources": sorted({args["path"] for _, args in work if "path" in args})}
    row = Row(index=0, info=info, reference=run("Mend it.", work, "Done.", results))
    return Scene(row, (row,))


def proofs(made: Any, attack: str) -> set[Proof]:
    return {one.proof for one in made if one.attack == attack}


@pytest.mark.parametrize(("second", "proven"), [(AGAIN, False), (OTHER, True)])
def test_one_of_two_tries_at_the_same_thing_may_be_left_out(second: Any, proven: bool):
    made = leaves_out(scene([EDIT, second], ['{"ok": true}'] * 2))
    assert (Proof.WRONG in proofs(made, "a call left out")) is proven


def denied(made: list[Proposal]) -> list[Proposal]:
    return [one for one in made if one.wrong == "every result says that it did not work"]


@pytest.mark.parametrize(
    ("last", "is_denied"),
    [('{"ok": true}', True), ('{"passed": ["a", "b"]}', False), ('{"done": true}', False)],
)
def test_calls_have_failed_only_if_the_last_answer_can_be_denied_too(last: str, is_denied: bool):
    made = denied(list(fails(scene([EDIT, TESTS], ['{"ok": true}', last]))))
    assert bool(made) is is_denied
    for one in made:
        results = [m["content"] for m in one.answer if m["role"] == "tool"]
        assert not any(json.loads(result)["ok"] for result in results)
