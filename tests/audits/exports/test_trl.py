"""TRL's calling convention: everything by keyword, a list back; TRL itself is not needed."""

from __future__ import annotations

import inspect
import json
from typing import get_type_hints

import msgspec
import pytest

from audits.errors import CannotAuditError
from audits.exports import trl_desks as trl
from audits.exports.trl_desks import RefundDesk, refund_reward, refund_rows
from tests.audits.exports.played import PLAYED, SCORED

MADE = {"refund": trl.RefundDesk, "settlement": trl.SettlementDesk}
ROWS = {name: trl.rows(played.desk, "eval") for name, played in PLAYED.items()}
CASES = PLAYED["refund"].cases
TRAINER = {"prompts": None, "completion_ids": None, "trainer_state": None, "log_metric": None}


def by_call(played, name, case):
    """A completion as TRL keeps it: arguments as an object, answers without an id."""
    said = msgspec.to_builtins(played.rollout(name, case).messages)[1:]
    for one in said:
        for call in one.get("tool_calls", ()):
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
            del call["id"]
        one.pop("tool_call_id", None)
    return said


@pytest.mark.parametrize(("desk", "scorer"), SCORED)
def test_every_agents_completions_earn_what_its_rollouts_earn(desk, scorer):
    played = PLAYED[desk]
    reward = trl.reward(played.desk, scorer)
    assert reward.__name__ == f"{desk}_{scorer}"
    names = [case.id for case in played.cases]
    for name in played.playable:
        got = reward(
            completions=[by_call(played, name, case) for case in names],
            case=names,
            cases=["eval"] * len(names),
            **TRAINER,
        )
        assert got == [played.score(scorer, name, case).value for case in names], name


def asked(desk):
    return lambda tool, args: json.loads(getattr(desk, tool)(**args))


@pytest.mark.parametrize(("desk", "scorer"), SCORED)
def test_environments_are_scored_by_what_was_done_in_them_and_are_used_again(desk, scorer):
    played, rows = PLAYED[desk], ROWS[desk]
    reward, pool = trl.reward(played.desk, scorer), [MADE[desk]() for _ in rows]
    for name in (played.playable[0], played.playable[-1]):
        for one, row, case in zip(pool, rows, played.cases, strict=True):
            assert one.reset(**row) is None
            played.work(name, case, asked(one))
        columns = {key: [row[key] for row in rows] for key in ("case", "cases")}
        got = reward(completions=[""] * len(rows), environments=pool, **columns, **TRAINER)
        assert got == [played.score(scorer, name, case.id).value for case in played.cases]


def test_a_completion_that_is_text_or_cannot_be_read_earns_nothing_and_never_raises():
    given = ["I paid it.", [{"role": "oracle"}], [{"role": "assistant", "tool_calls": [3]}], [None]]
    case, cases = [CASES[0].id] * len(given), ["eval"] * len(given)
    assert refund_reward()(completions=given, case=case, cases=cases) == [0.0] * len(given)


def test_an_environment_of_another_kind_and_one_without_a_case_are_not_scored():
    got = refund_reward()(
        completions=["", ""], case=["a", "b"], environments=[object(), RefundDesk()]
    )
    assert got == [None, None]
    with pytest.raises(RuntimeError, match="expected a case before"):
        RefundDesk().lookup_order("1041")
    with pytest.raises(KeyError, match="expected one of the cases of train"):
        RefundDesk().reset("no-such-case")


@pytest.mark.parametrize("desk", PLAYED)
def test_tools_are_the_public_methods_in_the_words_of_clawback_run(desk):
    """TRL takes every public function of the class but `reset` for a tool."""
    made = MADE[desk]
    public = {n for n, _ in inspect.getmembers(made, inspect.isfunction) if n[0] != "_"}
    tools = PLAYED[desk].desk.interface.tools
    told = {schema["function"]["name"]: schema["function"] for schema in tools}
    assert public == {*told, "reset"}
    for name, schema in told.items():
        method = getattr(made, name)
        first, _, rest = inspect.getdoc(method).partition("\n")
        assert first == schema["description"]
        properties = list(schema["parameters"]["properties"])
        assert list(inspect.signature(method).parameters)[1:] == properties
        assert [line.split(":")[0].strip() for line in rest.splitlines()[2:]] == properties
        assert [*get_type_hints(method)] == [*properties, "return"]


@pytest.mark.parametrize("desk", PLAYED)
def test_rows_show_a_model_the_prompt_and_the_ticket_alone(desk):
    played = PLAYED[desk]
    for row, case in zip(ROWS[desk], played.cases, strict=True):
        system, user = row["prompt"]
        assert played.desk.interface.hints not in system["content"]
        assert not any(word in user["content"] for word in played.hidden(case))
    hinted = trl.rows(played.desk, "eval", hints=True)[0]["prompt"][0]["content"]
    assert played.desk.interface.hints in hinted


def test_rows_are_of_the_train_cases_and_a_scorer_that_there_is_not_is_refused():
    assert len(refund_rows()) == 320
    assert len(trl.settlement_rows()) == 321
    with pytest.raises(CannotAuditError, match="Did you mean 'published'"):
        refund_reward("publishd")


def test_a_desk_does_not_score_another_desks_environment():
    one = RefundDesk()
    one.reset(CASES[0].id, "eval")
    assert trl.settlement_reward()(completions=[""], case=["x"], environments=[one]) == [None]
