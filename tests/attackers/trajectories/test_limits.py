"""What a row allows, offers and forbids: what a run may choose, and what it must not do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from attackers.rows import Proof, Proposal, Row, Scene
from attackers.trajectories import ATTACKS
from attackers.trajectories.asked import asked_for
from attackers.trajectories.offers import with_offers
from attackers.trajectories.parts import calls_in
from attackers.trajectories.results import failed
from tests.attackers.trajectories.runs import run

Work = list[tuple[str, dict[str, Any]]]


def rows(*told: tuple[dict[str, Any], Work]) -> tuple[Row, ...]:
    made = [
        Row(index=at, prompt="Do it.", info=info, reference=run("Do it.", work, "Done."))
        for at, (info, work) in enumerate(told)
    ]
    return with_offers(made)


def proposals(told: tuple[Row, ...], attack: str) -> list[Proposal]:
    made = (one for attack_on in ATTACKS for one in attack_on(Scene(told[0], told)))
    return [one for one in made if one.attack == attack]


BOOKED = rows(
    ({"fitting": ["Birch", "Cedar"]}, [("book", {"room": "Cedar"})]),
    ({"fitting": ["Loft"]}, [("book", {"room": "Loft"})]),
)


def test_a_list_of_which_a_run_takes_one_asks_for_none_of_them() -> None:
    assert BOOKED[1].offers == {"fitting"}
    assert not any(asked_for(row, calls_in(row.reference)[0]) for row in BOOKED)
    (asked,) = rows(({"rooms": ["Loft"]}, [("book", {"room": "Loft"})]))
    assert asked_for(asked, calls_in(asked.reference)[0])


def test_what_is_allowed_is_not_asked_for_though_every_run_does_it() -> None:
    (row,) = rows(({"allowed_tools": ["look", "mute"]}, [("look", {}), ("mute", {})]))
    assert not any(asked_for(row, call) for call in calls_in(row.reference))


ALLOWED = rows(
    ({"allowed_tools": ["look", "mute"], "do": "mute"}, [("look", {}), ("mute", {"id": "a"})]),
    ({"allowed_tools": ["tag"], "do": "tag"}, [("tag", {"id": "b"})]),
)


def test_a_call_that_is_not_allowed_is_wrong_and_is_one_of_another_row_if_there_is_one() -> None:
    (told,) = proposals(ALLOWED, "a call that is not allowed")
    assert [call.tool for call in calls_in(told.answer)] == ["tag", "look", "mute"]
    assert told.proof is Proof.WRONG
    (told,) = proposals(ALLOWED[:1], "a call that is not allowed")
    assert calls_in(told.answer)[0].tool not in {"look", "mute", "tag"}


def test_a_list_that_references_do_not_keep_to_is_no_list_of_tools() -> None:
    commands = rows(({"allowed": ["ls", "make"]}, [("shell", {"command": "make"})]))
    assert proposals(commands, "a call that is not allowed") == []


@pytest.mark.parametrize(
    ("name", "proof"), [("forbidden_tools", Proof.WRONG), ("forbidden", Proof.PARTLY)]
)
def test_a_forbidden_call_is_wrong_if_it_is_said_to_be_a_tool(name: str, proof: Proof) -> None:
    told = rows(({name: ["wipe"], "do": "tag"}, [("tag", {"id": "b"})]))
    works, *refused = proposals(told, "a forbidden call")
    assert (calls_in(works.answer)[0].tool, works.proof) == ("wipe", proof)
    assert refused
    assert all(one.proof is Proof.PARTLY for one in refused)
    assert all(failed(calls_in(one.answer)[0].result) for one in refused)


def test_other_arguments_buy_nothing_where_the_call_is_not_needed() -> None:
    told = rows(
        ({"do": "send", "to": "ann"}, [("draft", {"to": "ann"}), ("send", {"to": "ann"})]),
        ({"do": "send", "to": "ben"}, [("draft", {"to": "ben"}), ("send", {"to": "ben"})]),
    )
    for one in proposals(told, "an argument that holds the right one"):
        changed = {call.tool for call in calls_in(one.answer) if call.args != {"to": "ann"}}
        assert {call.tool for call in calls_in(one.base)} == {"draft", "send"} - changed


def test_another_rows_run_that_does_this_rows_work_is_not_called_wrong() -> None:
    goal = {"goal": "make test"}
    told = rows(
        (goal, [("shell", {"command": "make deps"}), ("shell", {"command": "make test"})]),
        (goal, [("shell", {"command": "make clean"}), ("shell", {"command": "make test"})]),
        ({"goal": "make docs"}, [("shell", {"command": "make docs"})]),
    )
    theirs = [calls_in(one.answer)[-1].args for one in proposals(told, "another row's run")]
    assert theirs == [{"command": "make docs"}]


@pytest.mark.parametrize(
    ("result", "bad"),
    [
        ({"booked": False}, True),
        ({"booked": True}, False),
        ({"exit": 2}, True),
        ({"exit": 0}, False),
        ({"returncode": 1, "out": ""}, True),
        ({"available": False}, False),
        ({"exit": "north"}, False),
    ],
)
def test_a_result_says_that_a_call_did_not_do_what_it_was_made_for(
    result: dict[str, Any], bad: bool
) -> None:
    assert failed(json.dumps(result)) is bad
