"""Builds what frameworks hand to a reward. Standard library only; the worker loads it by path.

An adapter takes the target, and a way to make the target anew, and returns a function that the
worker calls by keyword: `prompt`, `completion`, `gold`, `info`, `columns`, `index`, or the target's
own parameters where it says so. Framework classes are imported when a call needs them: a framework
is there if its reward is.
"""

import copy
import inspect
import itertools
import types
from collections.abc import Callable
from typing import Any

Remake = Callable[[], Any]
Adapter = Callable[[Any, Remake], Callable[..., Any]]


def _ignore(*_args: Any, **_kwargs: Any) -> None:
    """Stand in for a trainer's logging."""


def trl(target: Any, _remake: Remake) -> Callable[..., Any]:
    """GRPO: by keyword, with the trainer's own arguments where the target takes them."""
    state = types.SimpleNamespace(global_step=0, max_steps=1, epoch=0.0, log_history=[])
    offered = {"trainer_state": state, "log_extra": _ignore, "log_metric": _ignore}
    parameters = inspect.signature(target).parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())
    extras = {name: given for name, given in offered.items() if open_ended or name in parameters}
    return lambda **kwargs: target(**kwargs, **extras)


def data_set(target: Any, _remake: Remake) -> Callable[..., Any]:
    """A data set that scores its own rows: each row stays here, whatever JSON would make of it."""
    rows: dict[int, Any] = {}

    def call(*, completion: Any, gold: Any, index: int, **_rest: Any) -> Any:
        if index not in rows:
            rows[index] = target[index]
        entry = copy.deepcopy(rows[index])
        if not _as_json(entry["answer"], gold):
            entry["answer"] = gold
        return target.score_answer(completion, entry)

    return call


def _as_json(mine: Any, told: Any) -> bool:
    """Tell whether what came back over the pipe is the row's own answer."""
    return bool(mine == told or (isinstance(told, str) and str(mine) == told))


def math_verify(target: Any, _remake: Remake) -> Callable[..., Any]:
    """Parse gold and completion as its users do, then verify."""
    import math_verify as library

    def call(*, completion: str, gold: Any, **_rest: Any) -> Any:
        right = library.parse(str(gold)) or library.parse(f"${gold}$")
        return target(right, library.parse(completion)) if right else None

    return call


def inspect_scorer(target: Any, _remake: Remake) -> Callable[..., Any]:
    """Build a Target, and a TaskState with the output in it; choices as a solver marks them."""
    from inspect_ai.model import (
        ChatMessageAssistant,
        ChatMessageUser,
        ModelOutput,
    )
    from inspect_ai.scorer import Target
    from inspect_ai.solver import TaskState

    def call(
        *, prompt: str, completion: str, gold: Any, info: Any, columns: Any, index: int
    ) -> Any:
        state = TaskState(
            model="none/none",
            sample_id=index,
            epoch=1,
            input=prompt,
            messages=[ChatMessageUser(content=prompt), ChatMessageAssistant(content=completion)],
            target=Target(gold if isinstance(gold, list) else str(gold)),
            choices=columns.get("choices"),
            output=ModelOutput.from_content("none/none", completion),
            completed=True,
            metadata=dict(info),
        )
        _mark_choices(state)
        return target(state, Target(gold if isinstance(gold, list) else str(gold)))

    return call


def _mark_choices(state: Any) -> None:
    """Mark the choices that the output names, with the parser of Inspect's own solver."""
    if not len(state.choices):
        return
    from inspect_ai.solver import _multiple_choice as solver

    answers = solver.parse_answers(state, multiple_correct=False)
    solver.set_choices_based_on_generated_response(state, answers)


class _Parser:
    """What a name-injected reward may ask of its parser: the last message, or the text."""

    def parse(self, text: str) -> str:
        return text

    def parse_answer(self, completion: Any) -> Any:
        if isinstance(completion, list):
            said = [one["content"] for one in completion if one.get("role") == "assistant"]
            return said[-1] if said else None
        return completion

    def get_format_reward_func(self) -> Callable[..., float]:
        return lambda *_args, **_kwargs: 1.0


def verifiers_function(target: Any, _remake: Remake) -> Callable[..., Any]:
    """Names injected: whatever of the rollout the function asks for."""
    parameters = inspect.signature(target).parameters
    open_ended = any(p.kind is p.VAR_KEYWORD for p in parameters.values())

    def call(**given: Any) -> Any:
        state = _rollout(**given)
        offered = {**given["columns"], **state, "state": state, "parser": _Parser()}
        return target(**{n: v for n, v in offered.items() if open_ended or n in parameters})

    return call


def _rollout(
    *, prompt: Any, completion: Any, gold: Any, info: Any, columns: Any, index: int
) -> dict[str, Any]:
    asked = prompt if isinstance(prompt, list) else [{"role": "user", "content": prompt}]
    said = completion
    if isinstance(completion, str):
        said = [{"role": "assistant", "content": completion}]
    return {
        "prompt": asked,
        "completion": said,
        "answer": gold,
        "info": info,
        "task": columns.get("task", "default"),
        "example_id": index,
        "responses": [],
        "turn": 1,
        "timing": {"generation_ms": 0.0, "scoring_ms": 0.0, "total_ms": 0.0},
        "trajectory": [],
    }


def verifiers_rubric(target: Any, remake: Remake) -> Callable[..., Any]:
    """A classic rubric: it scores a rollout's state, and the reward is in the state after."""

    async def call(**given: Any) -> Any:
        state = _rollout(**given)
        scored = await fresh_copy(target, remake).score_rollout(state)
        return scored if scored is not None else {"reward": state.get("reward")}

    return call


def verifiers_task(target: Any, _remake: Remake) -> Callable[..., Any]:
    """A Task class: its data made from the row, a trace of one reply, scored without a runtime.

    A reward that was not scored is None there; then the whole is, for a sum would read it as 0.
    """
    from verifiers.v1.configs.agent import AgentConfig
    from verifiers.v1.graph import MessageNode
    from verifiers.v1.trace import AgentInfo, Trace, TraceTask
    from verifiers.v1.types import AssistantMessage, UserMessage

    kind = target.data_type()

    async def call(
        *, prompt: str, completion: str, gold: Any, info: Any, columns: Any, index: int
    ) -> Any:
        offered = {"info": info, **columns, "idx": index, "prompt": prompt}
        offered |= {name: gold for name in GOLDS if name in kind.model_fields}
        data = kind.model_validate({n: v for n, v in offered.items() if n in kind.model_fields})
        trace = Trace(
            task=TraceTask(type=target.__name__, data=data),
            agent=AgentInfo(config=AgentConfig()),
            nodes=[
                MessageNode(message=UserMessage(content=prompt)),
                MessageNode(parent=0, message=AssistantMessage(content=completion), sampled=True),
            ],
            is_completed=True,
            ok=True,
        )
        await target(data).score(trace)
        scored = trace.rewards.values()
        return trace.reward if scored and all(one is not None for one in scored) else None

    return call


GOLDS = ("answer", "gold", "ground_truth", "target", "solution", "label", "expected")
"""Fields of a row's data that hold what is right."""


def deepeval(target: Any, remake: Remake) -> Callable[..., Any]:
    """A metric is stateful: a fresh one for each call, measured on one test case."""
    from deepeval.test_case import LLMTestCase

    def call(*, prompt: str, completion: str, gold: Any, columns: Any, **_rest: Any) -> Any:
        case = LLMTestCase(
            input=prompt,
            actual_output=completion,
            expected_output=gold if isinstance(gold, str) or gold is None else str(gold),
            context=columns.get("context"),
            retrieval_context=columns.get("retrieval_context"),
        )
        metric = fresh_copy(target, remake)
        options = inspect.signature(metric.measure).parameters
        return metric.measure(
            case, **({"_show_indicator": False} if "_show_indicator" in options else {})
        )

    return call


def openenv(target: Any, remake: Remake) -> Callable[..., Any]:
    """One step that ends its episode, on a rubric that was reset before it."""

    def call(
        *, prompt: str, completion: Any, gold: Any, info: Any, columns: Any, **_rest: Any
    ) -> Any:
        said = completion if isinstance(completion, dict) else dict.fromkeys(SAID, completion)
        seen = {"prompt": prompt, "gold": gold, "metadata": info, "done": True, "reward": None}
        rubric = fresh_copy(target, remake)
        if hasattr(rubric, "reset"):
            rubric.reset()
        action = types.SimpleNamespace(**{"metadata": {}, **said})
        return rubric(action, types.SimpleNamespace(**{**seen, **columns}))

    return call


SAID = ("content", "message", "text", "completion", "response", "answer")
"""Attributes of an action that may hold what the agent said."""


def fresh(target: Any, remake: Remake) -> Callable[..., Any]:
    """A class whose instances are called or score, or an object with state: fresh for each call."""

    def call(**kwargs: Any) -> Any:
        made = fresh_copy(target, remake)
        return (made if callable(made) else made.score)(**kwargs)

    return call


def by_position(target: Any, _remake: Remake) -> Callable[..., Any]:
    """A function with parameters that take no keyword: those are given in their order."""
    every = inspect.signature(target).parameters.values()
    first = [one.name for one in every if one.kind is one.POSITIONAL_ONLY]

    def call(**kwargs: Any) -> Any:
        given = itertools.takewhile(kwargs.__contains__, first)
        return target(*[kwargs.pop(name) for name in list(given)], **kwargs)

    return call


def fresh_copy(target: Any, remake: Remake) -> Any:
    """Return an instance that no call has touched."""
    if inspect.isclass(target):
        return target()
    try:
        return copy.deepcopy(target)
    except Exception:
        return remake()


ADAPTERS: dict[str, Adapter] = {
    "TRL": trl,
    "data set": data_set,
    "math-verify": math_verify,
    "Inspect scorer": inspect_scorer,
    "verifiers function": verifiers_function,
    "verifiers rubric": verifiers_rubric,
    "verifiers task": verifiers_task,
    "deepeval metric": deepeval,
    "OpenEnv rubric": openenv,
    "fresh instance": fresh,
    "by position": by_position,
}
"""Every adapter by the name a request gives it."""
