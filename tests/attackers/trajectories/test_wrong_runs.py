"""What an attack on runs calls wrong is wrong: a sound reward of the row does not pay it."""

from __future__ import annotations

import json

from hypothesis import given, settings

from attackers.rows import Declared, Proof, Proposal, Row, Scene
from attackers.trajectories import ATTACKS
from attackers.trajectories.parts import calls_in, renamed_tool, with_args
from tests.attackers.trajectories.runs import Messages, confirmed, last_words, run, scenes


def proposals(scene: Scene) -> list[Proposal]:
    return [proposal for attack in ATTACKS for proposal in attack(scene)]


def called_wrong(scene: Scene) -> list[Proposal]:
    return [one for one in proposals(scene) if one.proof is Proof.WRONG]


def does_the_work(messages: Messages, row: Row) -> bool:
    """All that was asked for was done, once each and in any order, and nothing else."""
    wanted = sorted(str((one["tool"], one["args"])) for one in row.info["calls"])
    return bool(last_words(messages)) and sorted(map(str, confirmed(messages))) == wanted


@given(scenes())
@settings(max_examples=200)
def test_a_reward_that_asks_for_the_very_calls_pays_nothing_that_is_called_wrong(
    scene: Scene,
) -> None:
    assert does_the_work(scene.row.reference, scene.row)
    for proposal in called_wrong(scene):
        if proposal.base is None or not does_the_work(proposal.base, scene.row):
            assert not does_the_work(proposal.answer, scene.row), proposal


def quiz(word: str, level: str) -> Row:
    asked = f"Which country has {word}?"
    work = [("search", {"query": word})]
    results = [json.dumps({"ok": True, "hits": ["Norway"]})]
    return Row(
        index=len(word),
        prompt=asked,
        info={"answer": "Norway", "level": level},
        reference=run(asked, work, "Norway", results),
    )


def test_where_only_the_last_words_are_asked_for_a_run_without_calls_is_not_called_wrong() -> None:
    rows = (quiz("fjords", "easy"), quiz("the Lofoten", "hard"))
    told = [one for one in called_wrong(Scene(rows[0], rows)) if one.rule != "R107"]
    assert not [one for one in told if last_words(one.answer) == "Norway"]


def test_of_a_run_without_calls_only_silence_is_wrong() -> None:
    row = Row(index=0, info={"answer": "4"}, reference=run("2+2?", [], "4"))
    told = proposals(Scene(row, (row,)))
    assert {last_words(one.answer) for one in told} == {""}


def paid(key: str | None) -> Scene:
    args = {"to": "ann"} | ({"idempotency_key": key} if key else {})
    row = Row(index=0, info={"tool": "pay"}, reference=run("Pay ann.", [("pay", args)], "Paid."))
    return Scene(row, (row,))


def test_a_payment_made_twice_is_wrong_unless_a_key_makes_it_one() -> None:
    twice = "a change made twice"
    assert twice in [one.attack for one in called_wrong(paid(None))]
    assert twice not in [one.attack for one in called_wrong(paid("k1"))]


def test_what_the_owner_says_of_tools_goes_before_their_names() -> None:
    scene = paid(None)
    only_looked = Scene(scene.row, scene.rows, declared=Declared(reads=("pay",)))
    assert "a change made twice" not in [one.attack for one in called_wrong(only_looked)]


def test_other_arguments_stand_where_the_call_has_its_own_as_text_or_as_they_are() -> None:
    text = run("", [("pay", {"to": "ann"})], "")
    asked = {"id": "c0", "function": {"name": "pay", "arguments": {"to": "ann"}}}
    parsed = [{"role": "assistant", "tool_calls": [asked]}]
    flat = [{"role": "assistant", "tool_calls": [{"id": "c0", "name": "pay", "arguments": "{}"}]}]
    for messages in (text, parsed, flat):
        changed = with_args(messages, ["c0"], {"to": "bob"})
        assert [call.args for call in calls_in(changed)] == [{"to": "bob"}]
        assert [call.tool for call in calls_in(renamed_tool(messages, "pay", "hold"))] == ["hold"]
    held = with_args(parsed, ["c0"], {"to": "bob"})[0]["tool_calls"][0]["function"]["arguments"]
    assert held == {"to": "bob"}


def test_what_code_escapes_is_the_strangers_business_and_no_warning_of_ours() -> None:
    code = "run('\\d', 'tests/a.py')"
    reference = run("Run it.", [("bash", {"code": code})], "3", ["3 passed"])
    row = Row(index=0, info={"target": "tests/a.py"}, reference=reference)
    told = [one for one in proposals(Scene(row, (row,))) if "only printed" in one.attack]
    (call,) = calls_in(told[0].answer)
    assert call.args == {"code": "print('3 passed', end='')"}
