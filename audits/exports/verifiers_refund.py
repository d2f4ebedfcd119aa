"""The refund desk as a verifiers environment: `vf-eval clawback-refund -m MODEL`.

Tools are served by a process of their own, one for the whole run. Which world a call is made in
goes there in the rollout's state, beside the calls made so far, and neither is anything that a
model sees: the desk is played to where it stands, and then answers. The scorer plays the same calls
once more and scores the log.
"""
# Annotations are no texts here (no `annotations` from __future__): verifiers reads them in its own
# modules, where our names are not.

import sys
from collections.abc import Iterable
from typing import Any

import msgspec

from attackers.loop import MAX_TURNS, called
from audits.exports.refund import RefundExport, harm, ticket_text, told
from audits.extras import absent
from desk import Failure, Kind, died
from desk.refund import Case, Episode, RefundRollout

try:
    import verifiers.v1 as vf
    from pydantic import BaseModel, Field, StrictInt
    from verifiers.v1.harnesses.null import NullHarness
except ImportError as error:
    raise absent("verifiers", error) from error


class Called(BaseModel):
    """One call that the desk has taken."""

    tool: str
    args: dict[str, Any]


class RefundState(vf.State):
    """What the tools' process is told of a rollout: its world, and what was done in it so far."""

    world: str = ""
    """The case, as JSON."""
    calls: list[Called] = Field(default_factory=list)


def _standing(state: RefundState) -> Episode:
    """Open the state's desk and play it to where it stands."""
    episode = Episode(msgspec.json.decode(state.world, type=Case))
    for call in state.calls:
        called(episode.tools, call.tool, call.args)
    return episode


class RefundTools(vf.Toolset[vf.SharedToolsetConfig, RefundState]):
    """The four tools; their names and words are those of `attackers.loop.REFUND_TOOLS`."""

    TOOL_PREFIX = None

    @vf.tool
    def lookup_order(self, order_id: str) -> str:
        """Look up an order: customer, total and lines."""
        return self._call("lookup_order", order_id=order_id)

    @vf.tool
    def refund_history(self, order_id: str) -> str:
        """List the refunds on an order."""
        return self._call("refund_history", order_id=order_id)

    @vf.tool
    def issue_refund(
        self,
        order_id: str,
        amount_cents: StrictInt,
        idempotency_key: str,
        reason: str,
        sku: str | None = None,
    ) -> str:
        """Pay a refund on an order, in cents."""
        line = {} if sku is None else {"sku": sku}
        return self._call(
            "issue_refund",
            order_id=order_id,
            amount_cents=amount_cents,
            idempotency_key=idempotency_key,
            reason=reason,
            **line,
        )

    @vf.tool
    def escalate(self, order_id: str, reason: str) -> str:
        """Hand the case to a person."""
        return self._call("escalate", order_id=order_id, reason=reason)

    def _call(self, tool: str, **args: Any) -> str:
        state = self.state
        answer = called(_standing(state).tools, tool, args)
        state.calls = [*state.calls, Called(tool=tool, args=args)]
        return msgspec.json.encode(answer).decode()


class RefundData(vf.TaskData):
    """One case, by its id. Nothing but prompt and system prompt is shown to a model."""

    case: str = ""
    family: str = ""


class RefundTaskConfig(vf.TaskConfig):
    """How it is scored: `--env.taskset.task.scorer`."""

    scorer: str = "hardened"
    """hardened or published."""
    cases: str = "eval"
    """As the taskset's."""


class RefundTask(vf.Task[RefundData, RefundState, RefundTaskConfig]):
    """One case to be worked."""

    @property
    def key(self) -> str:
        """The case's id: the same in every run."""
        case: str = self.data.case
        return case

    async def setup(self, trace: Any, runtime: Any) -> None:
        """Put the world into the rollout's state, where its tools find it."""
        this = RefundExport.named(self.config.scorer, self.config.cases)
        trace.state.world = msgspec.json.encode(this.case(self.data.case)).decode()

    @vf.reward(weight=1.0)
    async def refund(self, trace: Any) -> float | dict[str, float]:
        """What the desk's log earns; no reward at all where the infrastructure spoilt it."""
        this = RefundExport.named(self.config.scorer)
        made = _rollout(trace)
        scored = this.score(made)
        trace.info["refund"] = told(made, scored)
        return {} if scored.value is None else scored.value

    @vf.metric
    async def refund_harm(self, trace: Any) -> dict[str, float]:
        """What went wrong beside the reward: a count, and cents."""
        return {name: float(value) for name, value in harm(_rollout(trace)).items()}


def _rollout(trace: Any) -> RefundRollout:
    """Play the rollout's calls once more; what it says of itself is no evidence."""
    return _standing(trace.state).close(trace.last_reply, _failure(trace))


def _failure(trace: Any) -> Failure | None:
    """How verifiers ended the rollout, if it was not the model that did."""
    if trace.stop_condition == "max_turns":
        return died(Kind.TURN_LIMIT, trace.stop_condition)
    if trace.is_timeout:
        return died(Kind.TIMEOUT, trace.stop_condition or "")
    last = trace.calls[-1].finish_reason if trace.calls else None
    if trace.is_truncated or last == "content_filter":
        return died(Kind.CUT_OFF, trace.stop_condition or f"finish_reason {last}")
    return None


class RefundConfig(vf.TasksetConfig):
    """Which cases, and whether the model is given the hints: `--env.taskset.hints true`."""

    cases: str = "eval"
    """eval, eval18, train, or a file of cases."""
    hints: bool = False
    """Tell the model two things that are measured."""
    tools: vf.SharedToolsetConfig = vf.SharedToolsetConfig()
    task: RefundTaskConfig = RefundTaskConfig()


class RefundTaskset(vf.Taskset[RefundTask, RefundConfig]):
    """The refund desk's cases."""

    def load(self) -> Iterable[RefundTask]:
        """Make a task of each case."""
        config = self.config.task.model_copy(update={"cases": self.config.cases})
        this = RefundExport.named(config.scorer, config.cases, self.config.hints)
        for case in this.cases.cases:
            data = RefundData(
                id=case.id,
                prompt=ticket_text(case),
                system_prompt=this.system,
                case=case.id,
                family=case.family,
            )
            yield RefundTask(data, config)

    @classmethod
    def toolsets(cls, config: RefundConfig) -> list[Any]:
        """One server for all rollouts; it keeps nothing of any."""
        return [RefundTools(config.tools)]


class _OwnPython:
    """A runtime on this machine, where the chat program runs in our Python: it needs no other."""

    def __init__(self, runtime: Any) -> None:
        self._runtime = runtime

    def __getattr__(self, name: str) -> Any:
        return getattr(self._runtime, name)

    async def prepare_uv_script(self, script: str, *_args: Any, **_named: Any) -> list[str]:
        """Write the program where the runtime works; nothing is downloaded."""
        await self._runtime.write("clawback_chat.py", script.encode())
        return [sys.executable, "clawback_chat.py"]


class RefundHarness(NullHarness):
    """verifiers' own chat loop; on this machine without uv and without the network."""

    async def setup(self, runtime: Any) -> None:
        """Provision it elsewhere; here there is nothing to do."""
        if runtime.type != "subprocess":
            await super().setup(runtime)

    async def launch(self, ctx: Any, trace: Any, runtime: Any, *args: Any, **named: Any) -> Any:
        """Run the loop."""
        here = _OwnPython(runtime) if runtime.type == "subprocess" else runtime
        return await super().launch(ctx, trace, here, *args, **named)


class RefundEnvConfig(vf.SingleAgentEnvConfig):
    """The model's seat: on this machine, with as many turns as `clawback run` gives."""

    agent: vf.AgentConfig = vf.AgentConfig(runtime=vf.SubprocessConfig(), max_turns=MAX_TURNS)


class RefundEnv(vf.Env[RefundEnvConfig]):
    """One model at one case."""

    async def run(self, task: Any, agents: Any) -> None:
        """Let it work."""
        await agents.agent.run(task)


if __name__ == "__main__":  # how verifiers starts a server of tools
    RefundTools.run()
