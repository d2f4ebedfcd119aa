"""What an argument is filled with, from a row and the answer in place of its reference."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from typing import Any

from audits.rewards.outcome import Sample

Fill = Callable[[Sample], Any]
_TOKEN = re.compile(r"\w+|[^\w\s]")


def _messages(sample: Sample) -> Any:
    """The answer as chat messages: a trajectory as it is, a text behind its prompt."""
    if isinstance(sample.answer, list):
        return sample.answer
    asked = _said("user", sample.row.prompt) if sample.row.prompt else []
    return [*asked, *_said("assistant", sample.answer)]


def _said(role: str, content: Any) -> list[dict[str, Any]]:
    return [{"role": role, "content": content}]


def _entry(sample: Sample) -> Any:
    row = sample.row
    return {**row.columns, "question": row.prompt, "answer": row.gold, "metadata": row.info}


def _token_ids(sample: Sample) -> list[int]:
    """Stand in for a tokenizer: a number per word or mark, the same for the same one."""
    return [zlib.crc32(token.encode()) % 50_000 for token in _TOKEN.findall(str(sample.answer))]


FILLS: dict[str, Fill] = {
    "prompt": lambda s: s.row.columns.get("prompt", s.row.prompt),
    "prompt text": lambda s: s.row.prompt,
    "prompt chat": lambda s: _said("user", s.row.prompt),
    "completion": lambda s: s.answer,
    "gold": lambda s: s.row.gold,
    "gold chat": lambda s: _said("assistant", s.row.gold),
    "info": lambda s: s.row.info,
    "columns": lambda s: s.row.columns,
    "index": lambda s: s.row.index,
    "entry": _entry,
    "messages": _messages,
    "chat": lambda s: _said("assistant", s.answer),
    "state": lambda s: s.answer,
    "token ids": _token_ids,
    "grader sample": lambda s: {"output_text": s.answer, "output_json": None},
    "promptfoo context": lambda s: {"vars": s.row.columns, "prompt": s.row.prompt},
    "data source": lambda s: s.row.columns.get("data_source", "clawback"),
}
"""Every way to fill an argument, by name; `column NAME` is one more for each column."""

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
        "truth", "ref", "golden", "ideal", "golden_answers",
    ),
    "info": ("info", "metadata", "extra_info"),
    "entry": ("entry", "item", "row", "example", "doc", "sample_info"),
    "messages": ("messages", "trajectory", "conversation", "trace", "history"),
    "state": ("state",),
}  # fmt: skip
"""What a parameter may be called, by what it is filled with."""


def fill(how: str, sample: Sample) -> Any:
    """Fill one argument."""
    if how.startswith("column "):
        return sample.row.columns.get(how.removeprefix("column "))
    return FILLS[how](sample)
