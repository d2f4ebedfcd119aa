"""The refund desk as an OpenEnv environment: a policy earns there what it earns here."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from attackers.loop import HINTS, REFUND_TOOLS
from desk import Kind
from tests.attackers.loop.models import playing
from tests.audits.exports.audited import audited, shapes
from tests.audits.exports.played import CASES, PLAYABLE, hidden, score

pytest.importorskip("openenv", reason="NOT RUN: OpenEnv is missing; make test-frameworks")
pytestmark = [pytest.mark.frameworks, pytest.mark.filterwarnings("ignore")]

from audits.errors import CannotAuditError  # noqa: E402
from audits.exports.openenv_refund import RefundAction, RefundEnvironment, app  # noqa: E402


def action_of(said: Any) -> dict[str, Any]:
    if not said.tool_calls:
        return {"message": said.content}
    function = said.tool_calls[0].function
    return {"tool": function.name, "arguments": msgspec.json.decode(function.arguments)}


def played(env: RefundEnvironment, name: str, index: int) -> Any:
    seen = env.reset(index=index)
    model, messages = playing(name), list(seen.messages)
    while not seen.done:
        assert seen.reward is None
        said = model({"messages": messages})
        messages.append({"role": "assistant", "content": said.content})
        seen = env.step(RefundAction(**action_of(said)))
        messages.append({"role": "tool", "content": msgspec.json.encode(seen.answer).decode()})
    return seen


@pytest.mark.parametrize("scorer", ["hardened", "published"])
def test_every_agent_earns_on_every_case_what_it_earns_without_openenv(scorer: str):
    env = RefundEnvironment(scorer=scorer)
    for name in PLAYABLE:
        for index, case in enumerate(CASES):
            seen, expected = played(env, name, index), score(scorer, name, case.id)
            assert seen.reward == expected.value, (name, case.id)
            assert seen.metadata["terms"] == dict(expected.terms)
            assert seen.metadata["dead"] == expected.dead


def test_neither_observation_nor_state_says_which_case_it_is():
    env = RefundEnvironment()
    for index, case in enumerate(CASES):
        seen = env.reset(index=index)
        assert seen.tools == list(REFUND_TOOLS)
        text = seen.model_dump_json(exclude={"tools"}) + env.state.model_dump_json()
        assert not any(word in text for word in hidden(case))
        assert HINTS.strip()[:30] not in text
    assert HINTS in RefundEnvironment(hints=True).reset().messages[0]["content"]
    assert env.get_task("eval", 31) == {"index": 31}
    assert (env.num_tasks("eval"), len(env.list_tasks("eval"))) == (32, 32)
    with pytest.raises(IndexError, match="expected 0 to 31"):
        env.get_task("eval", 32)


def test_an_episode_without_end_dies_and_a_step_after_it_is_refused():
    env = RefundEnvironment(max_turns=2)
    env.reset()
    call = RefundAction(tool="lookup_order", arguments={"order_id": CASES[0].order})
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
def served() -> Iterator[str]:
    import uvicorn

    server = uvicorn.Server(uvicorn.Config(app(), port=0, log_level="critical"))
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


def test_a_policy_plays_it_over_the_wire():
    from openenv.core.generic_client import GenericEnvClient

    model = playing("naive")
    with served() as url, GenericEnvClient(base_url=url).sync() as client:
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
            assert seen.reward == score("hardened", "naive", CASES[index].id).value


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
