"""Our desks as OpenEnv environments: a policy earns there what it earns here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from desk import Kind
from tests.attackers.loop.models import WORKED, playing
from tests.audits.exports.audited import audited, shapes
from tests.audits.exports.played import PLAYED, SCORED

pytest.importorskip("openenv", reason="NOT RUN: OpenEnv is missing; make test-frameworks")
pytestmark = [pytest.mark.frameworks, pytest.mark.filterwarnings("ignore")]

from audits.exports import openenv_desks as ours  # noqa: E402
from audits.exports.openenv_desks import DeskAction, RefundEnvironment  # noqa: E402

MADE = {"refund": ours.RefundEnvironment, "settlement": ours.SettlementEnvironment}
APPS = {"refund": ours.refund, "settlement": ours.settlement}
CASES = PLAYED["refund"].cases

from audits.errors import CannotAuditError  # noqa: E402


def action_of(said: Any) -> dict[str, Any]:
    if not said.tool_calls:
        return {"message": said.content}
    function = said.tool_calls[0].function
    return {"tool": function.name, "arguments": msgspec.json.decode(function.arguments)}


def played(env: Any, name: str, index: int) -> Any:
    seen = env.reset(index=index)

    def call(tool: str, args: dict[str, Any]) -> Any:
        step = env.step(DeskAction(tool=tool, arguments=args))
        assert (step.done, step.reward) == (False, None)
        return msgspec.json.decode(msgspec.json.encode(step.answer))

    words = WORKED[env.desk.name](name, seen.messages[-1]["content"], call)
    return env.step(DeskAction(message=words or "Done."))


@pytest.mark.parametrize(("desk", "scorer"), SCORED)
def test_every_agent_earns_on_every_case_what_it_earns_without_openenv(desk: str, scorer: str):
    mine = PLAYED[desk]
    env = MADE[desk](scorer=scorer, max_turns=mine.enough)
    for name in mine.playable:
        for index, case in enumerate(mine.cases):
            seen, expected = played(env, name, index), mine.score(scorer, name, case.id)
            assert seen.reward == expected.value, (name, case.id)
            assert seen.metadata["terms"] == dict(expected.terms)
            assert seen.metadata["dead"] == expected.dead
            assert mine.measured(scorer, name, case.id).items() <= seen.metadata.items()


@pytest.mark.parametrize("desk", PLAYED)
def test_neither_observation_nor_state_says_which_case_it_is(desk: str):
    mine, env = PLAYED[desk], MADE[desk]()
    interface = mine.desk.interface
    for index, case in enumerate(mine.cases):
        seen = env.reset(index=index)
        assert seen.tools == list(interface.tools)
        text = seen.model_dump_json(exclude={"tools"}) + env.state.model_dump_json()
        assert not any(word in text for word in mine.hidden(case))
        assert interface.hints.strip()[:30] not in text
    assert interface.hints in MADE[desk](hints=True).reset().messages[0]["content"]
    last = len(mine.cases) - 1
    assert env.get_task("eval", last) == {"index": last}
    assert (env.num_tasks("eval"), len(env.list_tasks("eval"))) == (last + 1, last + 1)
    with pytest.raises(IndexError, match=f"expected 0 to {last}"):
        env.get_task("eval", last + 1)


def test_an_episode_without_end_dies_and_a_step_after_it_is_refused():
    env = RefundEnvironment(max_turns=2)
    env.reset()
    call = DeskAction(tool="lookup_order", arguments={"order_id": CASES[0].order})
    assert not env.step(call).done
    seen = env.step(call)
    assert (seen.done, seen.reward, seen.metadata["failure"]) == (
        *(True, 0.0),
        f"agent {Kind.TURN_LIMIT}",
    )
    with pytest.raises(RuntimeError, match="expected a reset"):
        env.step(call)


def test_settings_come_from_the_environment_and_wrong_ones_are_refused(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setenv("CLAWBACK_CASES", "eval18")
    assert RefundEnvironment().num_tasks("eval18") == 18
    monkeypatch.setenv("CLAWBACK_SCORER", "publishd")
    with pytest.raises(CannotAuditError, match="Did you mean 'published'"):
        RefundEnvironment()


@contextmanager
def served(app: Any) -> Iterator[str]:
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        assert thread.is_alive()
        thread.join(0.05)
    try:
        yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)


@pytest.mark.parametrize(("desk", "name"), [("refund", "naive"), ("settlement", "react")])
def test_a_policy_plays_it_over_the_wire(desk: str, name: str):
    from openenv.core.generic_client import GenericEnvClient

    mine, model = PLAYED[desk], playing(name, desk)
    with served(APPS[desk]()) as url, GenericEnvClient(base_url=url).sync() as client:
        for index in (0, 5):
            seen = client.reset(index=index)
            messages = list(seen.observation["messages"])
            while not seen.done:
                said = model({"messages": messages})
                seen = client.step(action_of(said))
                answer = msgspec.json.encode(seen.observation["answer"]).decode()
                messages += [
                    {"role": "assistant", "content": said.content},
                    {"role": "tool", "content": answer},
                ]
            assert seen.reward == mine.score("hardened", name, mine.cases[index].id).value


MINE = """
from openenv.core.env_server.interfaces import Environment
from openenv.core.rubrics import Rubric

class Right(Rubric):
    def forward(self, action, observation):
        return float(observation.gold.lower() in action.content.lower())

class Capitals(Environment):
    def __init__(self):
        super().__init__(rubric=Right())

    def reset(self, seed=None, episode_id=None, **kwargs): ...
    def step(self, action, timeout_s=None, **kwargs): ...

    @property
    def state(self): ...
"""


@pytest.mark.parametrize("name", ["Right", "Capitals", "Capitals()"])
def test_clawback_audit_takes_an_environment_for_its_rubric(name: str, tmp_path: Path):
    code, report = audited(tmp_path, MINE, name)
    assert (code, report["convention"].partition(" (")[0]) == (1, "OpenEnv rubric")
    assert "hedging" in shapes(report)
