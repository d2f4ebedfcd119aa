"""Our desks as Inspect tasks: a model earns there what it earns here."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import msgspec
import pytest

from audits.rescore import read_rollouts, scores
from audits.worlds import SETTLEMENT
from desk import Function, Kind, Message
from desk import ToolCall as DeskCall
from desk.refund import eval_cases
from tests.attackers.loop.models import playing
from tests.audits.exports.audited import audited, shapes
from tests.audits.exports.played import PLAYED, SCORED

pytest.importorskip("inspect_ai", reason="NOT RUN: Inspect is missing; make test-frameworks")
pytestmark = [pytest.mark.frameworks, pytest.mark.filterwarnings("ignore")]

from inspect_ai import eval as evaluate  # noqa: E402
from inspect_ai.dataset import MemoryDataset  # noqa: E402
from inspect_ai.log import read_eval_log  # noqa: E402
from inspect_ai.model import (  # noqa: E402
    ChatCompletionChoice,
    ChatMessageAssistant,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.solver import generate, solver  # noqa: E402
from inspect_ai.tool import ToolCall  # noqa: E402

from audits.exports import inspect_desks as ours  # noqa: E402

REFUND = PLAYED["refund"]
CASES = REFUND.cases
TASKS = {"refund": ours.refund_desk, "settlement": ours.settlement_desk}
REWARDS = {"refund": ours.refund_reward, "settlement": ours.settlement_reward}
AGENTS = {"refund": ours.refund_agent, "settlement": ours.settlement_agent}


def output(said: Any, stop: str = "", error: str | None = None) -> Any:
    """Write one of our messages as what a model of Inspect's puts out."""
    calls = [
        ToolCall(
            id=call.id,
            function=call.function.name,
            arguments=msgspec.json.decode(call.function.arguments),
            parse_error=error,
        )
        for call in said.tool_calls
    ]
    message = ChatMessageAssistant(content=said.content, tool_calls=calls or None)
    choice = ChatCompletionChoice(
        message=message, stop_reason=stop or ("tool_calls" if calls else "stop")
    )
    return ModelOutput(
        model="mock", choices=[choice], usage=ModelUsage(input_tokens=1, output_tokens=1)
    )


def mocked(respond: Any) -> Any:
    """Make a model of a function of (messages, tools)."""
    return get_model(
        "mockllm/model", custom_outputs=lambda said, tools, *_: respond(said, tools), memoize=False
    )


def as_chat(said: Any) -> dict[str, Any]:
    return {"messages": [{"role": one.role, "content": one.text} for one in said]}


def agent(name: str, desk: str = "refund") -> Any:
    model = playing(name, desk)
    return lambda said, _tools: output(model(as_chat(said)))


def ran(tmp_path: Path, model: Any, task: Any = None, **options: Any) -> Any:
    (log,) = evaluate(
        task or ours.refund_desk(),
        model=model,
        log_dir=str(tmp_path),
        display="none",
        log_realtime=False,
        **options,
    )
    return log


def one_case(**options: Any) -> Any:
    task = ours.refund_desk(**options)
    task.dataset = MemoryDataset([task.dataset[0]], "one")
    return task


def values(log: Any, scorer: str = "refund_reward") -> list[Any]:
    return [sample.scores[scorer].value for sample in log.samples]


def every(desk: str, names: Any, step: int) -> Any:
    """The task with all its scorers, and a sample for each agent at each case (or each step-th)."""
    task = TASKS[desk](max_turns=PLAYED[desk].enough)
    task.scorer = [REWARDS[desk](scorer) for of, scorer in SCORED if of == desk]
    samples = [
        sample.model_copy(
            update={"id": f"{name}/{sample.id}", "metadata": sample.metadata | {"agent": name}}
        )
        for name in names
        for sample in list(task.dataset)[::step]
    ]
    task.dataset = MemoryDataset(samples, "every")
    return task


def earn_the_same(desk: str, log: Any) -> None:
    played = PLAYED[desk]
    for sample in log.samples:
        name, case = sample.id.split("/")
        for at, scorer in enumerate(scorer for of, scorer in SCORED if of == desk):
            expected = played.score(scorer, name, case)
            got = sample.scores[f"{desk}_reward{at or ''}"]
            assert got.value["reward"] == expected.value, sample.id
            assert got.metadata["terms"] == dict(expected.terms)
            assert got.metadata["dead"] == expected.dead
            assert played.measured(scorer, name, case).items() <= got.value.items()


@solver
def by_a_model() -> Any:
    """Ask a model that does what the sample's agent does, in the task's own loop."""

    async def solve(state: Any, generate: Any) -> Any:
        PLAYING.set(state.metadata["agent"])
        return await ours.desk_loop()(state, generate)

    return solve


PLAYING: ContextVar[str] = ContextVar("playing")


@pytest.mark.parametrize(("desk", "step"), [("refund", 1), ("settlement", 6)])
def test_a_model_earns_on_every_case_what_it_earns_without_inspect(
    desk: str, step: int, tmp_path: Path
):
    def whoever_plays(said: Any, tools: Any) -> Any:
        return agent(PLAYING.get(), desk)(said, tools)

    played = PLAYED[desk]
    task = every(desk, played.playable, step)
    log = ran(tmp_path, mocked(whoever_plays), task, solver=by_a_model())
    several = len(played.playable) * len(played.cases[::step])
    assert (log.status, len(log.samples)) == ("success", several)
    earn_the_same(desk, log)


@pytest.mark.parametrize(("desk", "step"), [("refund", 4), ("settlement", 1)])
def test_every_agent_of_ours_earns_by_itself_what_it_earns_without_inspect(
    desk: str, step: int, tmp_path: Path
):
    played = PLAYED[desk]
    names = list(played.target().agents)
    each = {name: AGENTS[desk](name) for name in names}

    @solver
    def whoever() -> Any:
        async def solve(state: Any, generate: Any) -> Any:
            return await each[state.metadata["agent"]](state, generate)

        return solve

    log = ran(tmp_path, "mockllm/model", every(desk, each, step), solver=whoever())
    assert len(log.samples) == len(names) * len(played.cases[::step])
    earn_the_same(desk, log)


def by_command(folder: Path, task: str, *more: str) -> Any:
    """Run `inspect eval clawback/TASK` and read its log."""
    words = ["eval", f"clawback/{task}", "--model", "mockllm/model", "--log-dir", str(folder)]
    done = subprocess.run(
        [Path(sys.executable).with_name("inspect"), *words, *more, "--display", "plain"],
        cwd=folder,
        env=os.environ | {"INSPECT_LOG_FORMAT": "eval"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return read_eval_log(str(next(folder.glob("*.eval"))))


def found_in(log: Any) -> dict[str, dict[str, float]]:
    return {one.name: {k: v.value for k, v in one.metrics.items()} for one in log.results.scores}


def test_the_command_finds_the_task_and_its_solver_by_name_and_shows_harm_beside_the_mean(
    tmp_path: Path,
):
    words = ["-T", "scorer=published", "--solver", "clawback/refund_agent", "-S", "name=naive"]
    log = by_command(tmp_path, "refund_desk", *words)
    assert (log.eval.task, log.eval.solver) == ("clawback/refund_desk", "clawback/refund_agent")
    found = found_in(log)
    assert found["reward"]["mean"] == pytest.approx(0.497, abs=0.0005)
    assert (found["duplicates"]["clawback/total"], found["over_cap_cents"]["clawback/total"]) == (
        20,
        132530,
    )
    assert found["unowed_cents"]["clawback/total"] == 154540


def test_the_command_finds_the_settlement_desk_and_its_agents_by_name(tmp_path: Path):
    played = PLAYED["settlement"]
    words = ["--solver", "clawback/settlement_agent", "-S", "name=optimistic"]
    log = by_command(tmp_path, "settlement_desk", *words)
    assert (log.eval.task, len(log.samples)) == ("clawback/settlement_desk", len(played.cases))
    ours_ = [played.measured("hardened", "optimistic", case.id) for case in played.cases]
    found = found_in(log)
    for name in played.harm:
        assert found[name]["clawback/total"] == sum(one[name] for one in ours_)
    assert found["harm"]["clawback/total"] > 0


@pytest.mark.parametrize(("desk", "step"), [("refund", 1), ("settlement", 3)])
def test_a_model_is_shown_what_clawback_run_shows_and_nothing_of_the_case(
    desk: str, step: int, tmp_path: Path
):
    played, seen = PLAYED[desk], []
    interface, model = played.desk.interface, playing("careful", desk)

    def listen(said: Any, tools: Any) -> Any:
        seen.append((json.dumps(as_chat(said)), tools))
        return output(model(as_chat(said)))

    task = TASKS[desk]()
    task.dataset = MemoryDataset(list(task.dataset)[::step], "some")
    log = ran(tmp_path, mocked(listen), task)
    uuids = {sample.uuid for sample in log.samples}
    for text, tools in seen:
        assert not any(uuid in text for uuid in uuids)
        assert interface.hints.strip()[:30] not in text
        assert [tool.name for tool in tools] == [one["function"]["name"] for one in interface.tools]
        for tool, schema in zip(tools, interface.tools, strict=True):
            assert tool.description == schema["function"]["description"]
            assert list(tool.parameters.properties) == list(
                schema["function"]["parameters"]["properties"]
            )
    first = [text for text, _ in seen if '"assistant"' not in text]
    assert len(first) == len(played.cases[::step])
    for case in played.cases:
        assert not any(word in text for text in first for word in played.hidden(case))


@pytest.mark.parametrize("desk", PLAYED)
def test_hints_are_told_only_where_they_are_asked_for(desk: str):
    told = [TASKS[desk](hints=hints).dataset[0].input[0].content for hints in (False, True)]
    assert [PLAYED[desk].desk.interface.hints in text for text in told] == [False, True]


def test_arguments_that_do_not_fit_are_refused_and_move_nothing(tmp_path: Path):
    odd = {"order_id": "1041", "amount_cents": "500", "idempotency_key": "k", "reason": "due"}
    call = DeskCall("call_0", Function("issue_refund", json.dumps(odd)))

    def pay(said: Any, _tools: Any) -> Any:
        if any(one.role == "tool" for one in said):
            return output(Message("assistant", "Done."))
        return output(Message("assistant", tool_calls=(call,)))

    log = ran(tmp_path, mocked(pay), one_case(scorer="published"))
    answer = next(one for one in log.samples[0].messages if one.role == "tool")
    assert "'500' is not of type 'integer'" in answer.error.message
    assert log.samples[0].scores["refund_reward"].value["unowed_cents"] == 0


def endless(said: Any, _tools: Any) -> Any:
    return output(playing("careful")({"messages": as_chat(said)["messages"][:2]}))


def cut_off(said: Any, _tools: Any) -> Any:
    return output(playing("careful")(as_chat(said)), "max_tokens")


def unreadable(said: Any, _tools: Any) -> Any:
    return output(playing("careful")(as_chat(said)), error="not JSON")


@pytest.mark.parametrize(
    ("model", "options", "kind"),
    [
        (endless, {}, Kind.TURN_LIMIT),
        (endless, {"message_limit": 6}, Kind.TURN_LIMIT),
        (endless, {"token_limit": 4}, Kind.TURN_LIMIT),
        (cut_off, {}, Kind.CUT_OFF),
        (unreadable, {}, Kind.BAD_CALL),
    ],
    ids=["turns", "messages", "tokens", "cut off", "unreadable"],
)
def test_a_death_of_the_agents_own_is_scored_zero_and_marked(
    model: Any, options: Any, kind: Kind, tmp_path: Path
):
    log = ran(tmp_path, mocked(model), one_case(), **options)
    found = log.samples[0].scores["refund_reward"]
    assert found.value["reward"] == 0.0
    assert (found.metadata["dead"], found.metadata["failure"]) == (True, f"agent {kind}")


def broken(_said: Any, _tools: Any) -> Any:
    raise RuntimeError("HTTP 402")


@pytest.mark.parametrize("scorer", ["hardened", "published"])
def test_an_outage_is_no_score_even_where_errors_are_scored(scorer: str, tmp_path: Path):
    log = ran(tmp_path, mocked(broken), one_case(scorer=scorer), fail_on_error=False)
    assert not log.samples[0].scores
    log = ran(tmp_path, mocked(broken), one_case(scorer=scorer), score_on_error=True)
    found = log.samples[0].scores["refund_reward"]
    assert math.isnan(found.value)
    assert found.metadata["failure"] == f"infrastructure {Kind.SERVER_ERROR}"
    assert all(math.isnan(one.metrics["mean"].value) for one in log.results.scores[:1])


def test_another_solver_works_the_same_desk(tmp_path: Path):
    log = ran(tmp_path, mocked(agent("careful")), solver=generate(), limit=8)
    assert {sample.scores["refund_reward"].value["reward"] for sample in log.samples} == {1.0}


def test_a_model_that_never_ends_a_settlement_case_dies_of_its_turns(tmp_path: Path):
    task = ours.settlement_desk(max_turns=4)
    task.dataset = MemoryDataset([task.dataset[0]], "one")
    wait = DeskCall("call_0", Function("wait", '{"ticks": 1}'))
    model = mocked(lambda *_: output(Message("assistant", tool_calls=(wait,))))
    found = ran(tmp_path, model, task).samples[0].scores["settlement_reward"]
    assert (found.value["reward"], found.metadata["failure"]) == (0.0, f"agent {Kind.TURN_LIMIT}")


def test_epochs_are_desks_of_their_own_and_nothing_is_kept_of_them(tmp_path: Path):
    log = ran(tmp_path, mocked(agent("naive")), ours.refund_desk(scorer="published"), epochs=2)
    for sample in log.samples:
        assert (
            sample.scores["refund_reward"].value["reward"]
            == REFUND.score("published", "naive", sample.id).value
        )
    found = {one.name: one.metrics for one in log.results.scores}
    assert found["duplicates"]["clawback/total"].value == 20
    assert ours._SAMPLES == {}


def test_the_log_holds_the_calls_and_the_answers_of_the_desk(tmp_path: Path):
    log = ran(tmp_path, mocked(agent("reread-newkey")), limit=4)
    for sample in log.samples:
        mine = [
            json.loads(m.content)
            for m in REFUND.rollout("reread-newkey", sample.id).messages
            if m.role == "tool"
        ]
        assert [json.loads(one.text) for one in sample.messages if one.role == "tool"] == mine


def test_calls_made_in_one_message_are_taken_in_their_order(tmp_path: Path):
    """The careful agent's calls, all in one message: the desk's log is as if made one by one."""

    def at_once(said: Any, _tools: Any) -> Any:
        if any(one.role == "tool" for one in said):
            return output(Message("assistant", "Done."))
        case = next(one for one in CASES if one.ticket in said[-1].text)
        made = REFUND.rollout("careful", case.id).messages
        return output(Message("assistant", "", tuple(c for m in made for c in m.tool_calls)))

    log = ran(tmp_path, mocked(at_once), limit=8)
    assert {sample.scores["refund_reward"].value["reward"] for sample in log.samples} == {1.0}


def test_names_that_there_are_not_are_refused():
    from audits.errors import CannotAuditError

    with pytest.raises(CannotAuditError, match="Did you mean 'published'"):
        ours.refund_desk(scorer="publishd")
    with pytest.raises(CannotAuditError, match="--cases"):
        ours.refund_desk(cases="evil")
    with pytest.raises(CannotAuditError, match="Did you mean 'naive'"):
        ours.refund_agent("naiv")


@pytest.mark.parametrize("form", ["eval", "json"])
def test_clawback_rescore_reads_the_log_and_scores_as_inspect_did(form: str, tmp_path: Path):
    """By the case: a careless model, then one of each ending; the log as Inspect writes it."""
    endings = [endless, cut_off, unreadable, broken]
    tickets = [case.ticket for case in CASES[8:]]

    def respond(said: Any, tools: Any) -> Any:
        text = next(one.text for one in said if one.role == "user")
        at = next((n for n, ticket in enumerate(tickets) if ticket in text), None)
        how = agent("naive") if at is None else endings[at % 4]
        return how(said, tools)

    task = ours.refund_desk(scorer="published")
    options = {"log_format": form, "fail_on_error": False, "limit": 16}
    log = ran(tmp_path, mocked(respond), task, **options)
    saved = read_rollouts(Path(log.location), eval_cases())
    assert (saved.format, len(saved.rollouts), saved.differ) == ("Inspect", 16, 0)
    again = scores("published", saved.rollouts).scores
    scored = {one.case.id: mine for one, mine in zip(saved.rollouts, again, strict=True)}
    for sample in log.samples:
        mine = scored[sample.id]
        if sample.error:
            assert (mine.value, sample.scores) == (None, {})
        else:
            found = sample.scores["refund_reward"]
            assert (mine.value, mine.dead) == (found.value["reward"], found.metadata["dead"])
    assert sum(one.spoilt for one in saved.rollouts) == 2
    assert sum(s.dead for s in scored.values()) == 8


def test_clawback_rescore_reads_a_log_of_the_settlement_desk(tmp_path: Path):
    task = ours.settlement_desk()
    log = ran(tmp_path, mocked(agent("optimistic", "settlement")), task, limit=8)
    saved = read_rollouts(Path(log.location), SETTLEMENT.cases("eval"), SETTLEMENT)
    assert (saved.format, len(saved.rollouts), saved.differ) == ("Inspect", 8, 0)
    again = scores("settlement", saved.rollouts, world=SETTLEMENT).scores
    mine = {one.case.id: score.value for one, score in zip(saved.rollouts, again, strict=True)}
    theirs = {one.id: one.scores["settlement_reward"].value["reward"] for one in log.samples}
    assert mine == theirs


MINE = """
from inspect_ai import Task, task
from inspect_ai.dataset import Sample
from inspect_ai.scorer import exact, includes

@task
def loose():
    return Task(dataset=[Sample(input="?", target="!")], scorer=includes())

@task
def strict():
    return Task(dataset=[Sample(input="?", target="!")], scorer=[exact(), includes()])
"""


def test_clawback_audit_takes_a_task_for_its_scorer(tmp_path: Path):
    code, report = audited(tmp_path, MINE, "loose()")
    assert (code, report["convention"].partition(" (")[0]) == (1, "Inspect scorer")
    assert "hedging" in shapes(report)
    code, report = audited(tmp_path, MINE, "strict().scorer[0]")
    assert (code, shapes(report)) == (0, set())
