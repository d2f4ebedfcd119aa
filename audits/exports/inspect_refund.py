"""The refund desk as an Inspect task: `inspect eval clawback/refund_desk --model NAME`.

The task's setup opens a desk for each sample, kept here under the sample's own uuid; its tools are
bound to that desk, so neither case nor uuid is anything that a model sees or could name. Setup runs
whatever solver is chosen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

import clawback
from attackers.loop import MAX_TURNS, REFUND_TOOLS, called
from attackers.refund import agents
from audits.errors import unknown
from audits.exports.refund import DESCRIPTION, RefundExport, harm, ticket_text, told
from audits.extras import absent
from audits.rescore.told import at_limit
from desk import Failure, Kind, Message, died
from desk.refund import Case, Episode, RefundRollout, Tools, play

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

HARM = ("duplicates", "over_cap_cents", "unowed_cents")
CUT_OFF = ("max_tokens", "model_length", "content_filter")
"""Why Inspect says that a model was cut off."""


def _ours(made: F) -> F:
    """Have Inspect name it `clawback/...`: it names a thing after the top-level module it is in."""
    made.__module__ = clawback.__name__
    return made


class _Sample:
    """What is kept of a sample while it runs."""

    def __init__(self, case: Case) -> None:
        self.episode = Episode(case)
        self.failure: Failure | None = None
        self.rollout: RefundRollout | None = None
        """Put here by whoever closed the desk already."""

    def ended(self, state: TaskState) -> RefundRollout:
        """Close the desk and return the rollout."""
        if self.rollout is None:
            words = state.output.completion if state.output.choices else ""
            self.rollout = self.episode.close(words, self.failure or _failure())
        return self.rollout


_SAMPLES: dict[str, _Sample] = {}


@task
@_ours
def refund_desk(
    scorer: str = "hardened", cases: str = "eval", hints: bool = False, max_turns: int = MAX_TURNS
) -> Task:
    """The refund desk.

    Args:
        scorer: hardened or published.
        cases: eval, eval18, train, or a file of cases.
        hints: tell the model two things that are measured.
        max_turns: how many messages the model may send in one sample.
    """
    this = RefundExport.named(scorer, cases, hints)
    return Task(
        dataset=MemoryDataset([_sample(case, this.system) for case in this.cases.cases], "refund"),
        setup=refund_open(cases),
        solver=refund_loop(),
        turn_limit=max_turns,
        scorer=refund_reward(scorer),
        cleanup=_forget,
        description=DESCRIPTION,
        metadata={"cases": this.cases.name, "cases_digest": this.cases.digest},
        version=clawback.__version__,
    )


def _sample(case: Case, system: str) -> Sample:
    """What a model is told stands in `input`; all the rest is for logs."""
    return Sample(
        input=[ChatMessageSystem(content=system), ChatMessageUser(content=ticket_text(case))],
        target=f"{case.expect.kind} {case.expect.cents}",
        id=case.id,
        metadata={"case": case.id, "family": case.family},
    )


@solver
@_ours
def refund_open(cases: str = "eval") -> Any:
    """Open the sample's desk and hand out its tools."""
    this = RefundExport.named(cases=cases)

    async def solve(state: TaskState, generate: Any) -> TaskState:
        held = _SAMPLES[state.uuid] = _Sample(this.case(state.metadata["case"]))
        state.tools = [_tool(held.episode.tools, schema["function"]) for schema in REFUND_TOOLS]
        return state

    return solve


async def _forget(state: TaskState) -> None:
    _SAMPLES.pop(state.uuid, None)


def _tool(tools: Tools, schema: dict[str, Any]) -> Tool:
    """Bind one tool to a desk. Arguments reach it as they are: the desk says what is wrong."""

    async def execute(**kwargs: Any) -> str:
        return msgspec.json.encode(called(tools, schema["name"], kwargs)).decode()

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
def refund_loop() -> Any:
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


@solver
@_ours
def refund_agent(name: str = "careful") -> Any:
    """Let one of clawback's own agents work the desk instead of a model: `--solver`, `-S name=`."""
    if name not in agents():
        raise unknown("name", name, agents())
    act = agents()[name].act

    async def solve(state: TaskState, generate: Any) -> TaskState:
        held = _SAMPLES[state.uuid]
        made = held.rollout = play(act, held.episode.case)
        state.messages.extend(_chat(message) for message in made.messages[1:])
        words = made.messages[-1].content if made.messages[-1].role == "assistant" else ""
        state.output = ModelOutput.from_content(f"clawback/{name}", words)
        return state

    return solve


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


@scorer(metrics={"reward": [mean(), stderr()], **{name: [total()] for name in HARM}})
@_ours
def refund_reward(name: str = "hardened") -> Any:
    """Score what the desk recorded: the reward, and beside it harm as a count and in cents.

    What the infrastructure spoilt is unscored, and in no mean.
    """
    this = RefundExport.named(name)

    async def score(state: TaskState, target: Any) -> Score:
        held = _SAMPLES.get(state.uuid)
        if held is None:
            return Score.unscored(
                reason="scoring_failed",
                explanation="no desk was opened for this sample; `clawback rescore` scores logs",
            )
        rollout = held.ended(state)
        scored = this.score(rollout)
        parts = told(rollout, scored)
        if scored.value is None:
            return Score.unscored(reason="scoring_failed", explanation=scored.why, metadata=parts)
        terms = ", ".join(f"{term} {value:g}" for term, value in scored.terms.items())
        return Score(
            value={"reward": scored.value, **harm(rollout)},
            explanation=scored.why or terms,
            metadata=parts,
        )

    return score
