"""Rows of somebody's data set, read from a file: JSON lines, JSON, CSV or Parquet.

A file that cannot be read ends the loading with one message that names file, line or row, field,
and the remedy.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from audits.errors import CannotAuditError
from audits.extras import install
from clawback_audit import as_json
from desk.once import TwiceError, named_once

MARK = b"\xef\xbb\xbf"
"""What some editors put before UTF-8."""

SHOWN = 60
"""Characters of a bad value that a message shows."""


def read_rows(path: Path) -> list[dict[str, Any]]:
    """Read a file of rows. Raises `CannotAuditError`, naming file, place and remedy."""
    readers: dict[str, Callable[[Path], Any]] = {
        ".jsonl": _jsonl,
        ".ndjson": _jsonl,
        ".json": _json,
        ".csv": _csv,
        ".parquet": _parquet,
    }
    if str(path) == "-":
        raise CannotAuditError(
            "--rows -: rows are read from stdin by clawback audit, compare and mutate alone; "
            "expected a file of rows, or a loader pkg.mod:rows"
        )
    if path.suffix.lower() not in readers:
        raise CannotAuditError(
            f"--rows: expected a file {', '.join(readers)}, or a loader pkg.mod:rows; "
            f"got {str(path)!r}"
        )
    if path.exists() and not path.is_file() and not path.is_dir():
        raise CannotAuditError(f"--rows {path}: expected a file; this is a pipe or a device")
    try:
        rows = readers[path.suffix.lower()](path)
    except OSError as error:
        raise CannotAuditError(
            f"--rows {path}: cannot be read: {error.strerror or error}"
        ) from None
    return checked(rows, f"--rows {path}")


def checked(rows: Any, where: str) -> list[dict[str, Any]]:
    """Return rows that are a list of objects, at least one. Raises `CannotAuditError` if not."""
    if not isinstance(rows, list) or not rows:
        raise CannotAuditError(f"{where}: no rows in it; expected a list of objects, at least one")
    for number, row in enumerate(rows, 1):
        if not isinstance(row, dict) or not row:
            remedy = ": name its columns" if isinstance(row, list) else ""
            raise CannotAuditError(
                f'{where}, row {number}: expected an object as {{"question": ..., "answer": ...}}'
                f"{remedy}; got {str(row)[:SHOWN]!r}"
            )
    return rows


def read_lines(text: bytes, where: str) -> list[dict[str, Any]]:
    """Read rows of JSON lines. Raises `CannotAuditError`, naming `where`, line and remedy."""
    return checked(_lines(text, where), where)


def _jsonl(path: Path) -> list[Any]:
    return _lines(path.read_bytes(), f"--rows {path}")


def _lines(text: bytes, where: str) -> list[Any]:
    rows = []
    for number, line in enumerate(text.removeprefix(MARK).split(b"\n"), 1):
        if line.strip():
            rows.append(_decoded(line, f"{where}, line {number}", "one JSON object a line"))
    return rows


def _json(path: Path) -> Any:
    """Read a list of objects; one object with one list in it stands for that list."""
    wanted = "a JSON list of objects"
    found = _decoded(path.read_bytes().removeprefix(MARK), f"--rows {path}", wanted)
    if isinstance(found, dict):
        lists = [value for value in found.values() if isinstance(value, list)]
        return lists[0] if len(lists) == 1 else [found]
    return found


def _decoded(text: bytes, where: str, wanted: str) -> Any:
    try:
        found = msgspec.json.decode(_utf8(text, where))
        named_once(text)
    except TwiceError as error:
        raise CannotAuditError(f"{where}: {error}") from None
    except RecursionError:
        raise CannotAuditError(f"{where}: nested too deeply to be read; flatten it") from None
    except msgspec.DecodeError as error:
        raise CannotAuditError(f"{where}: {_not_json(text.decode(), error, wanted)}") from None
    return found


def _utf8(text: bytes, where: str) -> str:
    try:
        return text.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte 0x{text[error.start]:02x} at {error.start}"
        raise CannotAuditError(f"{where}: not UTF-8 ({byte}); save it as UTF-8") from None


def _not_json(text: str, error: msgspec.DecodeError, wanted: str) -> str:
    """Say what is wrong with a text that is no JSON, though Python may write the like."""
    try:
        field = _not_finite(json.loads(text), "")
    except ValueError:
        return f"not JSON ({error}); expected {wanted}"
    if field is None:
        return "half of a surrogate pair (\\ud800 to \\udfff) stands in it, which is no text"
    return f"field {field!r} is NaN or infinite, which JSON has no word for; write null or a number"


def _not_finite(value: Any, field: str) -> str | None:
    """Name the first field that holds a number which is not finite."""
    if isinstance(value, float):
        return field if not math.isfinite(value) else None
    inner: list[tuple[str, Any]] = []
    if isinstance(value, dict):
        inner = [(f"{field}.{name}".strip("."), one) for name, one in value.items()]
    elif isinstance(value, list):
        inner = [(f"{field}[{at}]", one) for at, one in enumerate(value)]
    return next((name for f, one in inner if (name := _not_finite(one, f)) is not None), None)


def _csv(path: Path) -> list[dict[str, Any]]:
    lines = csv.reader(
        io.StringIO(_utf8(path.read_bytes().removeprefix(MARK), f"--rows {path}"), newline=""),
        strict=True,
    )
    csv.field_size_limit(1 << 30)
    try:
        columns = next(lines, [])
        _once(columns, path)
        return [
            _record(columns, values, f"{path}, line {lines.line_num}") for values in lines if values
        ]
    except csv.Error as error:
        raise CannotAuditError(
            f"--rows {path}, line {lines.line_num}: not CSV ({error}); is a quote left open?"
        ) from None


def _once(columns: list[str], path: Path) -> None:
    twice = next((name for name in columns if columns.count(name) > 1), None)
    if twice is not None:
        raise CannotAuditError(f"--rows {path}: two columns are named {twice!r}; rename one")


def _record(columns: list[str], values: list[str], where: str) -> dict[str, str]:
    if len(values) != len(columns):
        raise CannotAuditError(
            f"--rows {where}: {len(values)} fields, and the header has {len(columns)}; put a field "
            "with a comma in quotes"
        )
    return dict(zip(columns, values, strict=True))


def _parquet(path: Path) -> list[dict[str, Any]]:
    try:
        from pyarrow import ArrowException, parquet  # noqa: PLC0415 - an extra
    except ImportError:
        raise CannotAuditError(
            f"--rows {path}: Parquet needs pyarrow; install it with: {install('parquet')}"
        ) from None
    try:
        table = parquet.read_table(path)
        _once(table.column_names, path)
        rows = as_json(table.to_pylist(), f"--rows {path}")
    except ArrowException as error:
        raise CannotAuditError(
            f"--rows {path}: not Parquet ({str(error)[:200]}); is the file complete?"
        ) from None
    return rows
