"""What a model is told of the settlement desk: all that the desk's rules need, and no more."""

from __future__ import annotations

import re

import pytest

from attackers.loop import SETTLEMENT
from attackers.settlement.cheats import agents
from desk.settlement import SIGNATURES, record, settlement_cases

TOLD = " ".join(
    [SETTLEMENT.system, *(schema["function"]["description"] for schema in SETTLEMENT.tools)]
).lower()


def test_the_schemas_are_the_desks_own_signatures():
    described = {one["function"]["name"]: one["function"]["parameters"] for one in SETTLEMENT.tools}
    assert list(described) == list(SIGNATURES)
    for tool, of in SIGNATURES.items():
        assert described[tool]["required"] == list(described[tool]["properties"])
        assert described[tool]["required"] == ([of] if of else [])
    assert described["wait"]["properties"]["ticks"] == {"type": "integer"}


@pytest.mark.parametrize(
    "hint", ["last word", "final", "twice", "again", "fresh", "late", "lost", "doubled", "first"]
)
def test_neither_prompt_nor_tools_say_what_is_measured(hint: str):
    assert not re.search(rf"\b{hint}\b", TOLD)


def test_a_model_has_turns_enough_for_the_longest_work_of_the_reference():
    act = agents()["careful"].act
    longest = max(len(record(act, case).log) for case in settlement_cases().cases)
    assert longest < SETTLEMENT.max_turns


def test_hints_stand_behind_the_prompt_where_they_are_asked_for():
    assert SETTLEMENT.hints not in SETTLEMENT.prompt()
    assert SETTLEMENT.prompt(hints=True) == f"{SETTLEMENT.system}\n{SETTLEMENT.hints}"
