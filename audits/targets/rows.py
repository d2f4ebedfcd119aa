"""Rows of somebody's data set: read from a file or a loader, and told apart by their columns.

Formats: JSON lines, JSON (a list of objects), CSV, Parquet (needs pyarrow). A row that cannot be
read ends the loading with one message that names file, row, and the remedy.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from attackers.rows import Row
from audits.errors import CannotAuditError, unknown
from audits.rewards.outcome import Shape

ROLES: dict[str, tuple[str, ...]] = {
    "prompt": (
        "prompt", "question", "query", "problem", "instruction", "input", "inputs", "task", "case",
    ),
    "gold": (
        "answer", "gold", "ground_truth", "target", "expected", "solution", "label", "ideal",
        "reference_answer", "correct_answer", "final_answer",
    ),
    "reference": (
        "reference", "reference_completion", "completion", "response", "canonical_solution",
        "trajectory", "messages", "output",
    ),
    "info": ("info", "metadata", "extra_info"),
    "initial": ("initial", "initial_state"),
}  # fmt: skip
"""What a column may be called, by what it is for; the first that a row has is taken."""


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read a file of rows. Raises `CannotAuditError`, naming file, row and remedy."""
    readers: dict[str, Callable[[Path], list[dict[str, Any]]]] = {
        ".jsonl": _jsonl,
        ".ndjson": _jsonl,
        ".json": _json,
        ".csv": _csv,
        ".parquet": _parquet,
    }
    if path.suffix.lower() not in readers:
        raise CannotAuditError(
            f"--rows: expected {', '.join(readers)} or a loader pkg.mod:rows; got {str(path)!r}"
        )
    try:
        rows = readers[path.suffix.lower()](path)
    except OSError as error:
        raise CannotAuditError(f"--rows {path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CannotAuditError(f"--rows {path}: not UTF-8; save it as UTF-8") from None
    return checked(rows, f"--rows {path}")


def checked(rows: Any, where: str) -> list[dict[str, Any]]:
    """Return rows that are a list of objects, at least one. Raises `CannotAuditError` if not."""
    if not isinstance(rows, list) or not rows:
        raise CannotAuditError(f"{where}: no rows in it; expected a list of objects, at least one")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not row:
            raise CannotAuditError(
                f"{where}, row {number}: expected an object with columns, got {str(row)[:60]!r}"
            )
    return rows


def _jsonl(path: Path) -> list[dict[str, Any]]:
    rows = []
    for number, line in enumerate(path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line.strip():
            rows.append(_decoded(line, f"--rows {path}, line {number}"))
    return rows


def _json(path: Path) -> list[dict[str, Any]]:
    found = _decoded(path.read_bytes().removeprefix(b"\xef\xbb\xbf"), f"--rows {path}")
    if isinstance(found, dict):
        lists = [value for value in found.values() if isinstance(value, list)]
        found = lists[0] if len(lists) == 1 else [found]
    return found  # type: ignore[no-any-return]  # told apart by `checked`


def _decoded(text: bytes, where: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise CannotAuditError(f"{where}: not JSON ({error})") from None


def _csv(path: Path) -> list[dict[str, Any]]:
    text = path.read_text(encoding="utf-8-sig")
    csv.field_size_limit(1 << 30)
    try:
        return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    except csv.Error as error:
        raise CannotAuditError(f"--rows {path}: not CSV ({error})") from None


def _parquet(path: Path) -> list[dict[str, Any]]:
    try:
        from pyarrow import parquet  # noqa: PLC0415 - an extra
    except ImportError:
        raise CannotAuditError(
            f"--rows {path}: Parquet needs pyarrow; install it with: "
            "pip install 'clawback[parquet]'"
        ) from None
    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


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
    return tuple(_row(index, columns, roles, shape) for index, columns in enumerate(raw))


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
