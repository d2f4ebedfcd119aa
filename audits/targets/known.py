"""The conventions in use, each told from a target's signature. To add one, add a function here.

A convention gives roles to parameters; what has no role is filled by the column of its name. With
an adapter the arguments are the adapter's own, and the target's parameters do not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from audits.rewards.outcome import Shape
from audits.targets.fills import NAMES

CONVENTIONS: dict[str, tuple[str, str]] = {
    "batched keywords": ("TRL (GRPO), verl's batched twin", "f(prompts, completions, **columns)"),
    "batched chat keywords": ("TRL (GRPO)", "the same, each completion a list of messages"),
    "completion and gold": ("verl, autoevals, openevals", "f(solution_str, ground_truth, ...)"),
    "chat completion and gold": ("verifiers 0.1", "f(completion, answer), one message in a list"),
    "names injected": ("verifiers 0.1", "f(completion, answer, state, parser, ...)"),
    "verifiers rubric": ("verifiers 0.1", "await rubric.score_rollout(state)"),
    "verifiers task": ("verifiers 0.4", "await Task(data).score(trace)"),
    "Inspect scorer": ("Inspect", "await scorer(TaskState, Target)"),
    "reasoning-gym data set": ("reasoning-gym", "data_set.score_answer(answer, entry)"),
    "reasoning-gym": ("reasoning-gym", "f(answer, entry)"),
    "math-verify": ("math-verify", "verify(parse(gold), parse(completion))"),
    "gold and target": ("math-verify's order", "f(gold, target)"),
    "messages": ("trajectories", "f(messages, info)"),
    "messages around a text": ("reward-kit, eval-protocol", "f(messages, ground_truth, **kwargs)"),
    "messages, gold as messages": ("reward-kit", "the same, the gold in a message of its own"),
    "deepeval metric": ("deepeval", "metric.measure(LLMTestCase), a fresh metric each time"),
    "OpenEnv rubric": ("OpenEnv", "rubric.reset(); rubric(action, observation)"),
    "OpenAI grader": ("OpenAI graders", "grade(sample, item)"),
    "promptfoo": ("promptfoo", "get_assert(output, context)"),
    "state": ("end states", "f(state)"),
}
"""Every convention by name: where it is in use, and how the target is called."""

ADAPTED = ("prompt", "completion", "gold", "info", "columns", "index")
"""What every adapter that builds objects is given."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What a worker told of its target."""

    names: tuple[str, ...]
    annotations: tuple[str, ...] = ()
    method: str = ""
    """How an object that cannot be called is scored with."""
    classes: tuple[str, ...] = ()
    own_rows: bool = False
    """Whether the rows are the target's own."""

    def is_a(self, package: str) -> bool:
        """Tell whether the target, or what it was made by, is a package's."""
        return any(name.split(".", maxsplit=1)[0] == package for name in self.classes)


@dataclass(frozen=True, slots=True)
class Known:
    """A convention that fits by its names: roles by parameter, or an adapter's own arguments."""

    name: str
    shape: Shape
    roles: dict[str, str]
    adapter: str = ""
    closed: bool = False
    """Whether the roles are all the arguments there are."""


def _adapter(name: str, adapter: str, *, own: tuple[str, ...] = ADAPTED) -> Known:
    roles = {role: "prompt text" if role == "prompt" else role for role in own}
    return Known(name, Shape.TEXT, roles, adapter, closed=True)


def objects(target: Signature) -> Iterator[Known]:
    """Objects that are scored with a method, and frameworks' own classes."""
    if target.method == "score_answer":
        own = ("completion", "gold", "index") if target.own_rows else ("completion", "entry")
        yield _adapter("reasoning-gym data set", "data set", own=own)
    if target.method == "measure":
        yield _adapter("deepeval metric", "deepeval metric")
    if target.method == "score_rollout":
        yield _adapter("verifiers rubric", "verifiers rubric")
    if target.names[:1] == ("data",) and target.is_a("verifiers"):
        yield _adapter("verifiers task", "verifiers task")
    if target.names[:2] == ("action", "observation"):
        yield _adapter("OpenEnv rubric", "OpenEnv rubric")
    if target.names == ("state", "target"):
        yield _adapter("Inspect scorer", "Inspect scorer")


def graders(target: Signature) -> Iterator[Known]:
    """Functions that are known by their first two parameters."""
    first = target.names[:2]
    if first == ("sample", "item"):
        roles = {"sample": "grader sample", "item": "columns"}
        yield Known("OpenAI grader", Shape.TEXT, roles)
    if first == ("output", "context"):
        roles = {"output": "completion", "context": "promptfoo context"}
        yield Known("promptfoo", Shape.TEXT, roles)
    if first == ("answer", "entry"):
        yield Known("reasoning-gym", Shape.TEXT, {"answer": "completion", "entry": "entry"})
    if first == ("gold", "target"):
        yield _adapter("math-verify", "math-verify", own=("gold", "completion"))
        yield Known("gold and target", Shape.TEXT, {"gold": "gold", "target": "completion"})


def batched(target: Signature) -> Iterator[Known]:
    """Lists by plural names: TRL's keywords, verl's batched twin."""
    names = target.names
    plural = {
        f"{n}s": role for role in ("completion", "prompt", "gold", "info") for n in NAMES[role]
    }
    plural |= {"solution_strs": "completion", "ground_truths": "gold", "extra_infos": "info"}
    roles = {n: plural[n] for n in names if n in plural and n not in ("inputs", "outputs")}
    if "completion" not in roles.values():
        return
    roles |= {n: "gold" for n in names if n in NAMES["gold"] and "gold" not in roles.values()}
    roles |= {n: "token ids" for n in names if n == "completion_ids"}
    yield Known("batched keywords", Shape.BATCHED_TEXT, roles, "TRL")
    yield Known("batched chat keywords", Shape.BATCHED_TEXT, _in_chat(roles), "TRL")


def chat(target: Signature) -> Iterator[Known]:
    """Messages: a trajectory, or a text behind its prompt; the gold as text or as messages."""
    roles = _roles(target.names, ("messages", "info", "gold", "prompt", "entry"))
    if "messages" not in roles.values():
        return
    yield Known("messages", Shape.TRAJECTORY, roles)
    yield Known("messages around a text", Shape.TEXT, roles)
    if "gold" in roles.values():
        in_chat = {name: "gold chat" if how == "gold" else how for name, how in roles.items()}
        yield Known("messages, gold as messages", Shape.TEXT, in_chat)


def state(target: Signature) -> Iterator[Known]:
    """One state."""
    if target.names == ("state",):
        yield Known("state", Shape.STATE, {"state": "state"})


def plain(target: Signature) -> Iterator[Known]:
    """A completion with a gold, by name; as text, or as one chat message."""
    roles = _roles(target.names, ("completion", "gold", "prompt", "info", "entry"))
    if "completion" in roles.values():
        yield Known("completion and gold", Shape.TEXT, roles)
        yield Known("chat completion and gold", Shape.TEXT, _in_chat(roles))


def injected(target: Signature) -> Iterator[Known]:
    """Names injected out of a rollout, in the manner of verifiers."""
    asked = set(target.names)
    if len(asked) > 1 and asked & {"parser", "state"} and asked & {"completion", "state"}:
        yield _adapter("names injected", "verifiers function")


KNOWN: tuple[Callable[[Signature], Iterator[Known]], ...] = (
    objects, graders, injected, batched, chat, state, plain,
)  # fmt: skip
"""Every recogniser, the more particular first."""


def _in_chat(roles: dict[str, str]) -> dict[str, str]:
    as_chat = {"completion": "chat", "prompt": "prompt chat"}
    return {name: as_chat.get(how, how) for name, how in roles.items()}


def _roles(names: tuple[str, ...], order: tuple[str, ...]) -> dict[str, str]:
    """Give each role the first parameter that is called so."""
    roles: dict[str, str] = {}
    for role in order:
        found = next((n for n in NAMES[role] if n in names and n not in roles), None)
        if found:
            roles[found] = role
    return roles
