"""How a reward wants to be called, told from its signature; printed, and open to override.

Source of the conventions: the signatures in use by TRL, verl, verifiers, OpenAI graders, promptfoo,
autoevals, openevals, reasoning-gym, reward-kit and math-verify (docs/conventions.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from audits.errors import CannotAuditError
from audits.rewards.outcome import Sample, Shape
from audits.targets.client import Call

Fill = Callable[[Sample], Any]
"""What an argument is filled with, from a row and the answer in place of its reference."""


def _messages(sample: Sample) -> Any:
    """The answer as chat messages: a trajectory as it is, a text behind its prompt."""
    if isinstance(sample.answer, list):
        return sample.answer
    asked = [{"role": "user", "content": sample.row.prompt}] if sample.row.prompt else []
    return [*asked, {"role": "assistant", "content": sample.answer}]


def _entry(sample: Sample) -> Any:
    row = sample.row
    return {"question": row.prompt, "answer": row.gold, "metadata": row.info, **row.columns}


FILLS: dict[str, Fill] = {
    "prompt": lambda s: s.row.columns.get("prompt", s.row.prompt),
    "completion": lambda s: s.answer,
    "gold": lambda s: s.row.gold,
    "info": lambda s: s.row.info,
    "columns": lambda s: s.row.columns,
    "entry": _entry,
    "messages": _messages,
    "chat": lambda s: [{"role": "assistant", "content": s.answer}],
    "state": lambda s: s.answer,
    "grader sample": lambda s: {"output_text": s.answer, "output_json": None},
    "promptfoo context": lambda s: {"vars": s.row.columns, "prompt": s.row.prompt},
    "data source": lambda s: s.row.columns.get("data_source", "clawback"),
    "nothing": lambda _s: None,
}
"""Every way to fill an argument, by name."""

NAMES: dict[str, tuple[str, ...]] = {
    "completion": (
        "completion", "response", "output", "outputs", "prediction", "pred", "solution_str",
        "model_output", "model_response", "generation", "candidate", "student_answer", "text",
        "predict_str", "generated", "submission",
    ),
    "prompt": ("prompt", "question", "query", "input", "inputs", "problem", "instruction"),
    "gold": (
        "answer", "gold", "ground_truth", "target", "expected", "reference", "reference_answer",
        "label", "solution", "correct_answer", "reference_outputs", "expected_output", "gt",
        "truth", "ref", "golden", "ideal",
    ),
    "info": ("info", "metadata", "extra_info"),
    "entry": ("entry", "item", "row", "example", "doc", "sample_info"),
    "messages": ("messages", "trajectory", "conversation", "trace", "history"),
    "state": ("state",),
}  # fmt: skip
"""What a parameter may be called, by what it is filled with."""

TRL_EXTRAS = ("completion_ids", "trainer_state", "log_extra", "log_metric")


@dataclass(frozen=True, slots=True)
class Convention:
    """One way to call a target: which argument is filled with what, and whether in batches."""

    name: str
    shape: Shape
    arguments: tuple[tuple[str, str], ...]
    positional: bool = False

    @property
    def batched(self) -> bool:
        """Whether one call scores many samples."""
        return self.shape is Shape.BATCHED_TEXT

    def call(self, samples: Sequence[Sample]) -> Call:
        """Make the call that scores these samples: one of them, unless it is batched."""
        if self.batched:
            filled = {name: [_fill(how, s) for s in samples] for name, how in self.arguments}
        else:
            filled = {name: _fill(how, samples[0]) for name, how in self.arguments}
        if self.positional:
            return Call(args=list(filled.values()), samples=len(samples), batched=self.batched)
        return Call(kwargs=filled, samples=len(samples), batched=self.batched)

    def told(self) -> str:
        """Say how the target is called, for people."""
        parts = (f"{name}={how}" for name, how in self.arguments)
        return f"{self.name} ({self.shape}): f({', '.join(parts)})"


def _fill(how: str, sample: Sample) -> Any:
    if how.startswith("column "):
        return sample.row.columns.get(how.removeprefix("column "))
    return FILLS[how](sample)


def infer(
    target: dict[str, Any], columns: Iterable[str], shape: Shape | None = None
) -> list[Convention]:
    """Return the conventions that fit a target's signature, the likeliest first.

    `columns` are those of the rows. Raises `CannotAuditError` for a signature that fits none, with
    what was found and what would be accepted.
    """
    parameters = target.get("parameters")
    if parameters is None:
        raise CannotAuditError(
            "the target has no signature that can be read; wrap it in a function"
        )
    found = list(_candidates(parameters, list(columns)))
    fitting = [one for one in found if shape is None or one.shape is shape]
    if not fitting:
        raise CannotAuditError(_unfit(parameters, found, shape))
    return fitting


def _unfit(parameters: list[dict[str, Any]], found: list[Convention], shape: Shape | None) -> str:
    names = ", ".join(parameter["name"] for parameter in parameters)
    if found:
        return f"--shape {shape}: ({names}) reads as {', '.join(one.shape for one in found)}"
    return (
        f"cannot tell how to call a function of ({names}). Accepted are a completion "
        f"({', '.join(NAMES['completion'][:4])}, ...) with a gold ({', '.join(NAMES['gold'][:4])}, "
        "...), their plurals for batches, messages with info, or state; other parameters by the "
        "name of a column, or --map PARAMETER=COLUMN"
    )


def _candidates(parameters: list[dict[str, Any]], columns: list[str]) -> Iterable[Convention]:
    names = [p["name"] for p in parameters if not p["kind"].startswith("VAR_")]
    open_ended = any(p["kind"] == "VAR_KEYWORD" for p in parameters)
    required = {p["name"] for p in parameters if p["required"] and p["name"] in names}
    for special in (_graders, _batched, _chat, _state, _plain):
        for name, shape, roles in special(names):
            filled = _filled(names, roles, columns, shape, required)
            if filled is not None:
                extra = _open(roles, columns, shape) if open_ended else []
                yield Convention(name, shape, (*filled, *extra))


def _filled(
    names: list[str], roles: dict[str, str], columns: list[str], shape: Shape, required: set[str]
) -> list[tuple[str, str]] | None:
    """Fill each parameter: by its role, else by the column of its name; None if one is left."""
    filled = []
    for name in names:
        if name in roles:
            filled.append((name, roles[name]))
        elif name in columns:
            filled.append((name, f"column {name}"))
        elif name in ("data_source", "data_sources"):
            filled.append((name, "data source"))
        elif shape is Shape.BATCHED_TEXT and name in TRL_EXTRAS:
            filled.append((name, "nothing"))
        elif name in required:
            return None
    return filled


def _open(roles: dict[str, str], columns: list[str], shape: Shape) -> list[tuple[str, str]]:
    """What **kwargs takes: every column that is not given by another name."""
    if shape is not Shape.BATCHED_TEXT:
        return []
    taken = {"prompt", "completion", "reference", *roles}
    return [(name, f"column {name}") for name in columns if name not in taken]


Found = Iterable[tuple[str, Shape, dict[str, str]]]


def _graders(names: list[str]) -> Found:
    if names[:2] == ["sample", "item"]:
        yield "OpenAI grader", Shape.TEXT, {"sample": "grader sample", "item": "columns"}
    if names[:2] == ["output", "context"]:
        yield "promptfoo", Shape.TEXT, {"output": "completion", "context": "promptfoo context"}
    if names[:2] == ["answer", "entry"]:
        yield "reasoning-gym", Shape.TEXT, {"answer": "completion", "entry": "entry"}
    if names[:2] == ["gold", "target"]:
        yield "math-verify", Shape.TEXT, {"gold": "gold", "target": "completion"}


def _batched(names: list[str]) -> Found:
    plural = {
        f"{name}s": role
        for role in ("completion", "prompt", "gold", "info")
        for name in NAMES[role]
    }
    plural |= {"solution_strs": "completion", "ground_truths": "gold", "extra_infos": "info"}
    roles = {
        name: plural[name] for name in names if name in plural and name not in ("inputs", "outputs")
    }
    if "completion" not in roles.values():
        return
    roles |= {n: "gold" for n in names if n in NAMES["gold"] and "gold" not in roles.values()}
    yield "batched keywords", Shape.BATCHED_TEXT, roles
    chat = {name: "chat" if how == "completion" else how for name, how in roles.items()}
    yield "batched chat keywords", Shape.BATCHED_TEXT, chat


def _chat(names: list[str]) -> Found:
    roles = _roles(names, ("messages", "info", "gold", "prompt", "entry"))
    if "messages" in roles.values():
        yield "messages", Shape.TRAJECTORY, roles
        yield "messages around a text", Shape.TEXT, roles


def _state(names: list[str]) -> Found:
    roles = _roles(names, ("state",))
    if "state" in roles.values() and len(names) == 1:
        yield "state", Shape.STATE, roles


def _plain(names: list[str]) -> Found:
    roles = _roles(names, ("completion", "gold", "prompt", "info", "entry"))
    if "completion" in roles.values():
        yield "completion and gold", Shape.TEXT, roles
        chat = {name: "chat" if how == "completion" else how for name, how in roles.items()}
        yield "chat completion and gold", Shape.TEXT, chat


def _roles(names: list[str], order: tuple[str, ...]) -> dict[str, str]:
    """Give each role the first parameter that is called so."""
    roles: dict[str, str] = {}
    for role in order:
        found = next((n for n in NAMES[role] if n in names and n not in roles), None)
        if found:
            roles[found] = role
    return roles
