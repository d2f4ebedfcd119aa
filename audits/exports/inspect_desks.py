"""Our desks as Inspect tasks: `inspect eval clawback/refund_desk --model NAME`.

A task's setup opens a case for each sample, kept here under the sample's own uuid; its tools are
bound to that case, so neither case nor uuid is anything that a model sees or could name. Setup runs
whatever solver is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

import clawback
from attackers.loop import Opened, Schema
from audits.errors import unknown
from audits.exports.export import CASES, REFUND, SCORER, SETTLEMENT, Export, told
from audits.extras import absent
from audits.rescore.told import at_limit
from desk import Failure, Kind, Message, Rollout, died

try:
    from inspect_ai import Task, task
    from inspect_ai.dataset import MemoryDataset, Sample
    from inspect_ai.log import transcript
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageSystem,
        ChatMessageTool,
        ChatMessageUser,
        ModelOutput,
        execute_tools,
        get_model,
    )
    from inspect_ai.scorer import SampleScore, Score, mean, metric, scorer, stderr
    from inspect_ai.solver import TaskState, solver
    from inspect_ai.tool import Tool, ToolCall, ToolDef, ToolParams
except ImportError as error:
    raise absent("inspect", error) from error

F = TypeVar("F", bound=Callable[..., Any])

CUT_OFF = ("max_tokens", "model_length", "content_filter")
"""Why Inspect says that a model was cut off."""


def _ours(made: F) -> F:
    """Have Inspect name it `clawback/...`: it names a thing after the top-level module it is in."""
    made.__module__ = clawback.__name__
    return made


class _Sample:
    """What is kept of a sample while it runs."""

    def __init__(self, case: Any, opened: Opened) -> None:
        self.case = case
        self.opened = opened
        self.failure: Failure | None = None
        self.rollout: Rollout[Any, Any] | None = None
        """Put here by whoever closed the case already."""

    def ended(self, state: TaskState) -> Rollout[Any, Any]:
        """Close the case and return the rollout."""
        if self.rollout is None:
            words = state.output.completion if state.output.choices else ""
            self.rollout = self.opened.close(words, self.failure or _failure())
        return self.rollout


_SAMPLES: dict[str, _Sample] = {}


class Offered(NamedTuple):
    """What Inspect is given of a desk, each under the desk's name in its registry."""

    task: Callable[..., Task]
    agent: Callable[..., Any]
    reward: Callable[..., Any]


def _offered(desk: Export) -> Offered:
    """Register a desk with Inspect."""
    opening, reward = _open(desk), _reward(desk)

    @task(name=f"{desk.name}_desk")
    @_ours
    def made(
        scorer: str = SCORER,
        cases: str = CASES,
        hints: bool = False,
        max_turns: int = desk.interface.max_turns,
    ) -> Task:
        """A desk of clawback's.

        Args:
            scorer: `hardened`, or another of the desk's.
            cases: eval, train, or another set of the desk's.
            hints: tell the model two things that are measured.
            max_turns: how many messages the model may send in one sample.
        """
        this = desk.chosen(scorer, cases, hints)
        samples = [_sample(desk, case, this.messages(case)) for case in this.cases]
        return Task(
            dataset=MemoryDataset(samples, desk.name),
            setup=opening(cases),
            solver=desk_loop(),
            turn_limit=max_turns,
            scorer=reward(scorer),
            cleanup=_forget,
            description=desk.description,
            metadata={"cases": this.target.cases.name, "cases_digest": this.target.cases.digest},
            version=clawback.__version__,
        )

    return Offered(made, _agent(desk), reward)


def _sample(desk: Export, case: Any, asked: list[dict[str, str]]) -> Sample:
    """What a model is told stands in `input`; all the rest is for logs."""
    system, user = (one["content"] for one in asked)
    return Sample(
        input=[ChatMessageSystem(content=system), ChatMessageUser(content=user)],
        target=desk.expected(case),
        id=case.id,
        metadata={"case": case.id, "family": case.family},
    )


def _open(desk: Export) -> Any:
    @solver(f"{desk.name}_open")
    @_ours
    def opening(cases: str = CASES) -> Any:
        """Open the sample's case and hand out its tools."""
        this = desk.chosen(cases=cases)

        async def solve(state: TaskState, generate: Any) -> TaskState:
            case = this.by_id[state.metadata["case"]]
            held = _SAMPLES[state.uuid] = _Sample(case, desk.interface.open(case))
            described = [schema["function"] for schema in desk.interface.tools]
            state.tools = [_tool(held.opened, one) for one in described]
            return state

        return solve

    return opening


async def _forget(state: TaskState) -> None:
    _SAMPLES.pop(state.uuid, None)


def _tool(opened: Opened, schema: Schema) -> Tool:
    """Bind one tool to a case. Arguments reach it as they are: the desk says what is wrong."""

    async def execute(**kwargs: Any) -> str:
        return msgspec.json.encode(opened.call(schema["name"], kwargs)).decode()

    made = ToolDef(
        execute,
        name=schema["name"],
        description=schema["description"],
        parameters=_parameters(schema["parameters"]),
        parallel=False,
        max_output=0,
    )
    return made.as_tool()


def _parameters(schema: dict[str, Any]) -> ToolParams:
    """Inspect wants a description of each argument; its name in words tells a model nothing new."""
    made = ToolParams.model_validate(schema)
    for name, argument in made.properties.items():
        argument.description = name.replace("_", " ")
    return made


@solver
@_ours
def desk_loop() -> Any:
    """Ask the model until it calls no tool; the loop of `clawback run`."""

    async def solve(state: TaskState, generate: Any) -> TaskState:
        _SAMPLES[state.uuid].failure = await _converse(state)
        return state

    return solve


async def _converse(state: TaskState) -> Failure | None:
    while True:  # until the sample's limit of turns
        state.output = await get_model().generate(state.messages, state.tools)
        state.messages.append(state.output.message)
        if state.output.stop_reason in CUT_OFF:
            return died(Kind.CUT_OFF, f"stop_reason {state.output.stop_reason}")
        calls = state.output.message.tool_calls
        if not calls:
            return None
        sound = _before_the_first_bad(calls)
        asked = state.output.message.model_copy(update={"tool_calls": sound})
        done = await execute_tools([*state.messages[:-1], asked], state.tools)
        state.messages.extend(done.messages)
        if len(sound) < len(calls):
            bad = calls[len(sound)]
            return died(Kind.BAD_CALL, f"{bad.function}: {bad.parse_error}")


def _before_the_first_bad(calls: list[ToolCall]) -> list[ToolCall]:
    bad = next((n for n, call in enumerate(calls) if call.parse_error), len(calls))
    return calls[:bad]


def _agent(desk: Export) -> Any:
    @solver(f"{desk.name}_agent")
    @_ours
    def agent(name: str = "careful") -> Any:
        """Let an agent of clawback's work the desk, not a model: `--solver`, `-S name=`."""
        this = desk.chosen().target
        if name not in this.agents:
            raise unknown("name", name, this.agents)

        async def solve(state: TaskState, generate: Any) -> TaskState:
            held = _SAMPLES[state.uuid]
            made = held.rollout = this.play(this.agents[name].act, held.case)
            state.messages.extend(_chat(message) for message in made.messages[1:])
            words = made.messages[-1].content if made.messages[-1].role == "assistant" else ""
            state.output = ModelOutput.from_content(f"clawback/{name}", words)
            return state

        return solve

    return agent


def _chat(said: Message) -> Any:
    """Write one of our messages as Inspect's."""
    if said.role == "tool":
        return ChatMessageTool(content=said.content, tool_call_id=said.tool_call_id)
    calls = [
        ToolCall(
            id=call.id,
            function=call.function.name,
            arguments=msgspec.json.decode(call.function.arguments),
        )
        for call in said.tool_calls
    ]
    return ChatMessageAssistant(content=said.content, tool_calls=calls or None)


def _failure() -> Failure | None:
    """How Inspect itself ended the sample, if it did: an error, or a limit as its last word."""
    found: Failure | None = None
    for event in transcript().events:
        if event.event == "model":
            found = None
        elif event.event == "sample_limit":
            found = at_limit(event.type)
        elif event.event == "error":
            found = died(Kind.SERVER_ERROR, event.error.message)
    return found


@metric
@_ours
def total() -> Any:
    """The sum over the samples; with epochs, of their means."""

    def summed(scores: list[SampleScore]) -> float:
        return float(sum(score.score.as_float() for score in scores))

    return summed


def _reward(desk: Export) -> Any:
    shown = {"reward": [mean(), stderr()], **{name: [total()] for name in desk.world.harms}}

    @scorer(metrics=shown, name=f"{desk.name}_reward")
    @_ours
    def reward(name: str = SCORER) -> Any:
        """Score what the desk recorded: the reward, and beside it harm, as counts and in cents.

        What the infrastructure spoilt is unscored, and in no mean.
        """
        this = desk.chosen(name)

        async def score(state: TaskState, target: Any) -> Score:
            held = _SAMPLES.get(state.uuid)
            if held is None:
                return _unscored("no case was opened for this sample: its desk is gone")
            rollout = held.ended(state)
            scored = this.score(rollout)
            parts = told(rollout, scored)
            if scored.value is None:
                return _unscored(scored.why or "", parts)
            terms = ", ".join(f"{term} {value:g}" for term, value in scored.terms.items())
            return Score(
                value={"reward": scored.value, **this.harm(rollout)},
                explanation=scored.why or terms,
                metadata=parts,
            )

        return score

    return reward


def _unscored(why: str, parts: dict[str, Any] | None = None) -> Score:
    return Score.unscored(reason="scoring_failed", explanation=why, metadata=parts)


refund_desk, refund_agent, refund_reward = _offered(REFUND)
settlement_desk, settlement_agent, settlement_reward = _offered(SETTLEMENT)
