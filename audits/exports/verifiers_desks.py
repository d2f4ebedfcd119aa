"""Our desks as verifiers environments: `vf-eval clawback-refund -m MODEL`.

Tools are served by a process of their own, one for the whole run. Which world a call is made in
goes there in the rollout's state, beside the calls made so far, and neither is anything that a
model sees: the desk is played to where it stands, and then answers. The scorer plays the same calls
once more and scores the log.

verifiers finds an environment by the name of a module, and starts the tools' process by it too: a
desk's own classes stand in a module of its own (`clawback_refund`), derived from those here.
"""
# Annotations are no texts here (no `annotations` from __future__): verifiers reads them in its own
# modules, where our names are not.

import sys
from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

from attackers.loop import Opened
from audits.exports.export import CASES, EXPORTS, SCORER, Export, told
from audits.exports.methods import methods
from audits.extras import absent
from desk import Failure, Kind, Rollout, died

try:
    import verifiers.v1 as vf
    from pydantic import BaseModel, Field, StrictInt
    from verifiers.v1.harnesses.null import NullHarness
except ImportError as error:
    raise absent("verifiers", error) from error

__all__ = ["DeskEnv", "DeskHarness", "DeskTaskset", "DeskTools", "seat", "vf"]


class Called(BaseModel):
    """One call that the desk has taken."""

    tool: str
    args: dict[str, Any]


class DeskState(vf.State):
    """What the tools' process is told of a rollout: its world, and what was done in it so far."""

    world: str = ""
    """The case, as JSON."""
    calls: list[Called] = Field(default_factory=list)


def _standing(desk: Export, state: DeskState) -> Opened:
    """Open the state's case and play it to where it stands."""
    opened = desk.opened(state.world)
    for call in state.calls:
        opened.call(call.tool, call.args)
    return opened


class DeskTools(vf.Toolset[vf.SharedToolsetConfig, DeskState]):
    """A desk's tools; their names, arguments and words are those of its schemas."""

    TOOL_PREFIX = None

    def __init_subclass__(cls, desk: Export, **more: Any) -> None:
        super().__init_subclass__(**more)

        def call(self: Any, tool: str, args: dict[str, Any]) -> str:
            answer = _standing(desk, self.state).call(tool, args)
            self.state.calls = [*self.state.calls, Called(tool=tool, args=args)]
            return msgspec.json.encode(answer).decode()

        for name, method in methods(desk.interface.tools, call, integer=StrictInt).items():
            setattr(cls, name, vf.tool(method))


class DeskData(vf.TaskData):
    """One case, by its id. Nothing but prompt and system prompt is shown to a model."""

    desk: str = ""
    case: str = ""
    family: str = ""


class DeskTaskConfig(vf.TaskConfig):
    """How it is scored: `--env.taskset.task.scorer`."""

    scorer: str = SCORER
    """hardened, or another of the desk's."""
    cases: str = CASES
    """As the taskset's."""


class DeskTask(vf.Task[DeskData, DeskState, DeskTaskConfig]):
    """One case to be worked."""

    @property
    def key(self) -> str:
        """The case's id: the same in every run."""
        case: str = self.data.case
        return case

    @property
    def _desk(self) -> Export:
        return next(one for one in EXPORTS if one.name == self.data.desk)

    async def setup(self, trace: Any, runtime: Any) -> None:
        """Put the world into the rollout's state, where its tools find it."""
        this = self._desk.chosen(self.config.scorer, self.config.cases)
        trace.state.world = msgspec.json.encode(this.by_id[self.data.case]).decode()

    @vf.reward(weight=1.0)
    async def reward(self, trace: Any) -> dict[str, float]:
        """What the log earns, under the desk's name; nothing where the infrastructure spoilt it."""
        made = self._rollout(trace)
        scored = self._desk.chosen(self.config.scorer).score(made)
        trace.info[self.data.desk] = told(made, scored)
        return {} if scored.value is None else {self.data.desk: scored.value}

    @vf.metric
    async def harm(self, trace: Any) -> dict[str, float]:
        """What went wrong beside the reward: counts, and cents."""
        measured = self._desk.chosen(self.config.scorer).harm(self._rollout(trace))
        return {name: float(value) for name, value in measured.items()}

    def _rollout(self, trace: Any) -> Rollout[Any, Any]:
        """Play the rollout's calls once more; what it says of itself is no evidence."""
        return _standing(self._desk, trace.state).close(trace.last_reply, _failure(trace))


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


class DeskConfig(vf.TasksetConfig):
    """Which cases, and whether the model is given the hints: `--env.taskset.hints true`."""

    cases: str = CASES
    """eval, train, or another set of the desk's."""
    hints: bool = False
    """Tell the model two things that are measured."""
    tools: vf.SharedToolsetConfig = vf.SharedToolsetConfig()
    task: DeskTaskConfig = DeskTaskConfig()


class DeskTaskset(vf.Taskset[DeskTask, DeskConfig]):
    """A desk's cases."""

    desk: ClassVar[Export]
    served: ClassVar[type[DeskTools]]

    def load(self) -> Iterable[DeskTask]:
        """Make a task of each case."""
        config = self.config.task.model_copy(update={"cases": self.config.cases})
        this = self.desk.chosen(config.scorer, config.cases, self.config.hints)
        for case in this.cases:
            system, user = (one["content"] for one in this.messages(case))
            data = DeskData(
                id=case.id,
                prompt=user,
                system_prompt=system,
                desk=self.desk.name,
                case=case.id,
                family=case.family,
            )
            yield DeskTask(data, config)

    @classmethod
    def toolsets(cls, config: DeskConfig) -> list[Any]:
        """One server for all rollouts; it keeps nothing of any."""
        return [cls.served(config.tools)]


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


class DeskHarness(NullHarness):
    """verifiers' own chat loop; on this machine without uv and without the network."""

    async def setup(self, runtime: Any) -> None:
        """Provision it elsewhere; here there is nothing to do."""
        if runtime.type != "subprocess":
            await super().setup(runtime)

    async def launch(self, ctx: Any, trace: Any, runtime: Any, *args: Any, **named: Any) -> Any:
        """Run the loop."""
        here = _OwnPython(runtime) if runtime.type == "subprocess" else runtime
        return await super().launch(ctx, trace, here, *args, **named)


def seat(desk: Export) -> Any:
    """Return the model's seat: on this machine, with as many turns as `clawback run` gives."""
    return vf.AgentConfig(runtime=vf.SubprocessConfig(), max_turns=desk.interface.max_turns)


class DeskEnv(vf.Env[vf.SingleAgentEnvConfig]):
    """One model at one case."""

    async def run(self, task: Any, agents: Any) -> None:
        """Let it work."""
        await agents.agent.run(task)
