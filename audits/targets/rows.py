"""Rows of somebody's data set, told apart by their columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from attackers.rows import Row
from attackers.trajectories.offers import with_offers
from audits.errors import unknown
from audits.rewards.outcome import Shape

ROLES: dict[str, tuple[str, ...]] = {
    "prompt": (
        "prompt", "question", "query", "problem", "instruction", "input", "inputs", "task", "case",
    ),
    "gold": (
        "answer", "gold", "ground_truth", "target", "expected", "solution", "label", "ideal",
        "reference_answer", "correct_answer", "final_answer", "reward_model.ground_truth",
    ),
    "reference": (
        "reference", "reference_completion", "completion", "response", "canonical_solution",
        "trajectory", "messages", "output",
    ),
    "info": ("info", "metadata", "extra_info"),
    "initial": ("initial", "initial_state"),
}  # fmt: skip
"""What a column may be called, by what it is for; the first that a row has is taken."""


def unfolded(rows: list[dict[str, Any]], names: Iterable[str]) -> list[dict[str, Any]]:
    """Add the columns that are named by a path into nested ones, `reward_model.ground_truth`."""
    known = {name for row in rows[:100] for name in row}
    paths = [
        name
        for name in (*names, *(name for some in ROLES.values() for name in some))
        if name not in known and name.split(".")[0] in known and "." in name
    ]
    if not any(_within(row, path) is not None for path in paths for row in rows[:100]):
        return rows
    return [row | {path: _within(row, path) for path in paths} for row in rows]


def _within(row: dict[str, Any], path: str) -> Any:
    found: Any = row
    for name in path.split("."):
        found = found.get(name) if isinstance(found, dict) else None
    return found


def named(rows: Sequence[dict[str, Any]], mapping: Mapping[str, str]) -> dict[str, str]:
    """Tell which column plays which role. `mapping` goes before what names suggest.

    Raises `CannotAuditError` for a mapping to a column that no row has.
    """
    columns = list(dict.fromkeys(name for row in rows[:100] for name in row))
    for role, column in mapping.items():
        if column not in columns:
            raise unknown(f"--map {role}", column, columns)
    by_role = {_role(role): column for role, column in mapping.items()}
    for role, names in ROLES.items():
        found = next((name for name in names if name in columns), None)
        if role not in by_role and found and found not in by_role.values():
            by_role[role] = found
    return by_role


def _role(word: str) -> str:
    """Return the role that a mapping's left side means: a role, or one of its columns' names."""
    return next((role for role, names in ROLES.items() if word == role or word in names), word)


def rows_of(
    raw: Sequence[dict[str, Any]], shape: Shape, mapping: Mapping[str, str]
) -> tuple[Row, ...]:
    """Make rows of a data set's columns. A text row without a reference has its gold for one."""
    roles = named(raw, mapping)
    rows = tuple(_row(index, columns, roles, shape) for index, columns in enumerate(raw))
    return with_offers(rows) if shape is Shape.TRAJECTORY else rows


def _row(index: int, columns: dict[str, Any], roles: dict[str, str], shape: Shape) -> Row:
    def of(role: str) -> Any:
        return columns.get(roles[role]) if role in roles else None

    reference, gold, info = of("reference"), of("gold"), of("info")
    if reference is None and shape in (Shape.TEXT, Shape.BATCHED_TEXT) and gold is not None:
        reference = gold if isinstance(gold, str) else msgspec.json.encode(gold).decode()
    if shape is Shape.STATE and isinstance(reference, dict) and not info:
        info = reference.get("info")
    return Row(
        index=index,
        prompt=_text(of("prompt")),
        gold=gold,
        reference=reference,
        info=info if isinstance(info, dict) else {},
        columns=columns,
        initial=of("initial"),
    )


def _text(prompt: Any) -> str:
    """Write a prompt as text: as it is, or the last message's content."""
    if isinstance(prompt, list) and prompt and isinstance(prompt[-1], dict):
        prompt = prompt[-1].get("content")
    return prompt if isinstance(prompt, str) else "" if prompt is None else str(prompt)
