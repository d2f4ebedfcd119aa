"""Our desks as verifiers environments: a model earns there what it earns here."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from attackers.loop import HINTS
from audits.rescore import read_rollouts, scores
from audits.worlds import SETTLEMENT
from desk import Kind
from desk.refund import eval_cases
from tests.attackers.loop.models import http, playing, said, serving
from tests.audits.command import ROOT
from tests.audits.exports.audited import audited, shapes
from tests.audits.exports.played import PLAYED, SCORED

pytest.importorskip("verifiers", reason="NOT RUN: verifiers is missing; make test-frameworks")
pytestmark = [pytest.mark.frameworks, pytest.mark.filterwarnings("ignore")]

import verifiers.v1 as vf  # noqa: E402
from verifiers.v1.trace import AgentInfo, Trace, TraceTask  # noqa: E402

import clawback_refund  # noqa: E402
import clawback_settlement  # noqa: E402
from audits.exports import verifiers_desks as ours  # noqa: E402

REFUND = PLAYED["refund"]
CASES = REFUND.cases
TASKSETS = {
    "refund": clawback_refund.RefundTaskset,
    "settlement": clawback_settlement.SettlementTaskset,
}


def tasks(desk: str = "refund", scorer: str = "hardened", **options: Any) -> list[Any]:
    config = ours.DeskConfig(task=ours.DeskTaskConfig(scorer=scorer), **options)
    return list(TASKSETS[desk](config))


def trace_of(task: Any) -> Any:
    trace = Trace(
        task=TraceTask(type="DeskTask", data=task.data),
        agent=AgentInfo(config=vf.AgentConfig()),
        state=ours.DeskState(),
        is_completed=True,
        ok=True,
    )
    asyncio.run(task.setup(trace, None))
    return trace


def worked(name: str, desk: str, trace: Any, case: Any) -> None:
    """Let an agent work by the tools as their server answers them."""
    tools = TASKSETS[desk].served(vf.SharedToolsetConfig())
    tools._inert_state = trace.state
    PLAYED[desk].work(name, case, lambda tool, args: json.loads(getattr(tools, tool)(**args)))


@pytest.mark.parametrize(("desk", "scorer"), SCORED)
def test_every_agent_earns_on_every_case_what_it_earns_without_verifiers(desk: str, scorer: str):
    played = PLAYED[desk]
    for task, case in zip(tasks(desk, scorer), played.cases, strict=True):
        for name in played.playable:
            trace = trace_of(task)
            worked(name, desk, trace, case)
            asyncio.run(task.score(trace))
            expected = played.score(scorer, name, case.id)
            assert trace.rewards[desk].score == expected.value, (name, case.id)
            assert trace.info[desk]["terms"] == dict(expected.terms)
            assert trace.info[desk]["dead"] == expected.dead
            assert dict(trace.metrics) == played.measured(scorer, name, case.id)


@pytest.mark.parametrize("desk", PLAYED)
def test_tools_go_by_the_names_words_and_arguments_of_clawback_run(desk: str):
    for schema in PLAYED[desk].desk.interface.tools:
        told = schema["function"]
        tool = getattr(TASKSETS[desk].served, told["name"])
        assert (tool.__doc__, tool.tool) == (told["description"], True)
        names = list(tool.__annotations__)
        assert names[: names.index("return")] == list(told["parameters"]["properties"])


@pytest.mark.parametrize("desk", PLAYED)
def test_what_is_shown_is_the_prompt_and_the_ticket_and_hints_only_if_asked_for(desk: str):
    played = PLAYED[desk]
    interface = played.desk.interface
    for hints in (False, True):
        for task, case in zip(tasks(desk, hints=hints), played.cases, strict=True):
            assert task.data.system_prompt == interface.prompt(hints)
            assert (interface.hints in task.data.system_prompt) is hints
            assert not any(word in task.data.prompt for word in played.hidden(case))


def test_two_runs_of_a_case_are_worlds_of_their_own():
    task = tasks(scorer="published")[0]
    one, other = trace_of(task), trace_of(task)
    worked("naive", "refund", one, CASES[0])
    assert (len(one.state.calls) > 0, other.state.calls) == (True, [])


def test_a_rollout_that_ran_into_the_clock_has_no_reward():
    task = tasks(scorer="published")[0]
    trace = trace_of(task)
    worked("careful", "refund", trace, CASES[0])
    trace.record_timeout("rollout")
    asyncio.run(task.score(trace))
    assert "refund" not in trace.rewards
    assert trace.info["refund"]["failure"] == f"infrastructure {Kind.TIMEOUT}"


def test_names_that_there_are_not_are_refused():
    from audits.errors import CannotAuditError

    with pytest.raises(CannotAuditError, match="Did you mean 'published'"):
        tasks(scorer="publishd")
    with pytest.raises(CannotAuditError, match="--cases"):
        tasks(cases="evil")


def rollouts(folder: Path) -> dict[str, Any]:
    (file,) = folder.rglob("traces.jsonl")
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    return {row["task"]["data"]["case"]: row["traces"][0] for row in rows}


def evaluated(url: str, folder: Path, name: str, *more: str) -> dict[str, Any]:
    words = [name, "-m", "small", "--client.base-url", url, "-o", str(folder)]
    words += ["--client.api-key-var", "NO_KEY", "--no-push", "--no-rich", *more]
    done = subprocess.run(
        [Path(sys.executable).with_name("vf-eval"), *words],
        cwd=folder,
        env=os.environ | {"NO_KEY": "none"},
        capture_output=True,
        text=True,
        check=False,
        timeout=400,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    return rollouts(folder)


def test_a_model_plays_end_to_end_and_every_ending_is_told_apart(tmp_path: Path):
    """By the case: a careless model, one without end, one that is cut off, and an outage."""
    model = playing("naive")
    endings = dict(
        zip([case.ticket for case in CASES], ["", "endless", "cut", "402"], strict=False)
    )

    def respond(_number: int, asked: Any) -> bytes:
        text = next(one["content"] for one in asked["messages"] if one["role"] == "user")
        ending = next(how for ticket, how in endings.items() if ticket in text)
        if ending == "402":
            return http(b"no credit", 402)
        if ending == "endless":
            asked = asked | {"messages": asked["messages"][:2]}
        return said(model(asked), asked, finish="length" if ending == "cut" else "")

    words = ["-n", "4", "--env.taskset.task.scorer", "published", "--env.agent.max-turns", "5"]
    with serving(respond) as server:
        made = evaluated(server.url, tmp_path, "clawback-refund", *words)
        asked = msgspec.json.encode(server.asked).decode()
    careless, endless, cut, outage = (made[case.id] for case in CASES[:4])
    assert (
        careless["rewards"]["refund"]["score"]
        == REFUND.score("published", "naive", CASES[0].id).value
    )
    assert careless["metrics"]["duplicates"] == 1
    for trace, kind in ((endless, Kind.TURN_LIMIT), (cut, Kind.CUT_OFF)):
        assert trace["rewards"]["refund"]["score"] == 0.0
        assert trace["info"]["refund"]["failure"] == f"agent {kind}"
    assert outage["rewards"].get("refund") is None
    assert not outage["ok"]
    (file,) = tmp_path.rglob("traces.jsonl")
    saved = read_rollouts(file, eval_cases())
    again = scores("published", saved.rollouts).scores
    kept = [(one.case.id, mine.value) for one, mine in zip(saved.rollouts, again, strict=True)]
    rewards = {case: trace["rewards"].get("refund") or {} for case, trace in made.items()}
    earned = {case: reward.get("score") for case, reward in rewards.items()}
    assert (saved.format, saved.differ, dict(kept)) == ("verifiers", 0, earned)
    assert not any(word in asked for case in CASES[:4] for word in REFUND.hidden(case))
    assert '"world"' not in asked and HINTS.strip()[:30] not in asked


def test_a_model_plays_the_settlement_desk_end_to_end(tmp_path: Path):
    """It asks and acts on the word, 40 calls at the most; then every call goes out again."""
    played, model = PLAYED["settlement"], playing("careful", "settlement")
    with serving(lambda _number, asked: said(model(asked), asked)) as server:
        made = evaluated(server.url, tmp_path, "clawback-settlement", "-n", "3")
        asked = msgspec.json.encode(server.asked).decode()
    assert set(made) == {case.id for case in played.cases[:3]}
    for case in played.cases[:3]:
        trace = made[case.id]
        assert trace["rewards"]["settlement"]["score"] == 1.0
        assert trace["metrics"] == played.measured("hardened", "careful", case.id)
        assert not any(word in asked for word in played.hidden(case))
    (file,) = tmp_path.rglob("traces.jsonl")
    saved = read_rollouts(file, SETTLEMENT.cases("eval"), SETTLEMENT)
    again = scores("settlement", saved.rollouts, world=SETTLEMENT).scores
    assert (saved.format, saved.differ, {one.value for one in again}) == ("verifiers", 0, {1.0})
    assert '"world"' not in asked and played.desk.interface.hints.strip()[:30] not in asked


MINE = (
    (ROOT / "tests/real/rewards/capital.py").read_text()
    + """

class Capitals(vf.Taskset[Capital, vf.TasksetConfig]):
    def load(self):
        return []
"""
)


@pytest.mark.parametrize("name", ["Capital", "Capitals"])
def test_clawback_audit_takes_a_taskset_for_its_tasks(name: str, tmp_path: Path):
    code, report = audited(tmp_path, MINE, name)
    assert (code, report["convention"].partition(" (")[0]) == (1, "verifiers task")
    assert "hedging" in shapes(report)
