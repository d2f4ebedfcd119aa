"""TRL's calling convention: everything by keyword, a list back; TRL itself is not needed."""

from __future__ import annotations

import inspect
import json

import msgspec
import pytest

from attackers.loop import HINTS, REFUND_TOOLS
from attackers.refund import agents
from audits.errors import CannotAuditError
from audits.exports.trl_refund import RefundDesk, refund_reward, refund_rows
from desk.refund import Ticket
from tests.audits.exports.played import CASES, PLAYABLE, hidden, rollout, score

ROWS = refund_rows("eval")
TRAINER = {"prompts": None, "completion_ids": None, "trainer_state": None, "log_metric": None}


def by_call(name, case):
    """A completion as TRL keeps it: arguments as an object, answers without an id."""
    said = msgspec.to_builtins(rollout(name, case).messages)[1:]
    for one in said:
        for call in one.get("tool_calls", ()):
            call["function"]["arguments"] = json.loads(call["function"]["arguments"])
            del call["id"]
        one.pop("tool_call_id", None)
    return said


@pytest.mark.parametrize("scorer", ["hardened", "published"])
def test_every_agents_completions_earn_what_its_rollouts_earn(scorer):
    reward = refund_reward(scorer)
    assert reward.__name__ == f"refund_{scorer}"
    names = [case.id for case in CASES]
    for name in PLAYABLE:
        got = reward(
            completions=[by_call(name, case) for case in names],
            case=names,
            cases=["eval"] * len(names),
            **TRAINER,
        )
        assert got == [score(scorer, name, case).value for case in names], name


class Asked:
    def __init__(self, desk):
        self._desk = desk

    def __getattr__(self, tool):
        return lambda *args, **named: json.loads(getattr(self._desk, tool)(*args, **named))


@pytest.mark.parametrize("scorer", ["hardened", "published"])
def test_environments_are_scored_by_their_own_desks_and_are_used_again(scorer):
    reward, pool = refund_reward(scorer), [RefundDesk() for _ in CASES]
    for name in ("careful", "naive"):
        for desk, row, case in zip(pool, ROWS, CASES, strict=True):
            assert desk.reset(**row) is None
            agents()[name].act(Asked(desk), Ticket(case.order, case.ticket))
        columns = {key: [row[key] for row in ROWS] for key in ("case", "cases")}
        got = reward(completions=[""] * len(ROWS), environments=pool, **columns, **TRAINER)
        assert got == [score(scorer, name, case.id).value for case in CASES]


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


def test_tools_are_the_public_methods_in_the_words_of_clawback_run():
    """TRL takes every public function of the class but `reset` for a tool."""
    public = {n for n, _ in inspect.getmembers(RefundDesk, inspect.isfunction) if n[0] != "_"}
    told = {schema["function"]["name"]: schema["function"] for schema in REFUND_TOOLS}
    assert public == {*told, "reset"}
    for name, schema in told.items():
        method = getattr(RefundDesk, name)
        first, _, rest = inspect.getdoc(method).partition("\n")
        assert first == schema["description"]
        properties = list(schema["parameters"]["properties"])
        assert list(inspect.signature(method).parameters)[1:] == properties
        assert [line.split(":")[0].strip() for line in rest.splitlines()[2:]] == properties


def test_rows_show_a_model_the_prompt_and_the_ticket_alone():
    for row, case in zip(ROWS, CASES, strict=True):
        system, user = row["prompt"]
        assert HINTS not in system["content"]
        assert not any(word in user["content"] for word in hidden(case))
    assert HINTS in refund_rows("eval", hints=True)[0]["prompt"][0]["content"]
    assert len(refund_rows()) == 320
    with pytest.raises(CannotAuditError, match="Did you mean 'published'"):
        refund_reward("publishd")
