"""A saved command line, run again in a process of its own; its report is read as JSON lines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

import clawback
from audits.children import run
from audits.errors import CannotAuditError
from audits.findings import Finding
from audits.provenance import respelled
from audits.result import Result
from audits.store.place import VARIABLE
from audits.verdict import Exit, Verdict

WITH_VALUE = ("--format", "--output", "--report")
ALONE = ("--exit-zero",)

TOLD = ("scoreboard", "strategies_tried", "rules", "places")
"""What is read of an audit's own parts."""


def rerun(words: Sequence[str], folder: Path) -> list[Result]:
    """Run a command and return its results; their targets are spelled as they are found from here.

    Raises `CannotAuditError` if it made none.
    """
    return _rerun(tuple(words), folder, os.environ.get("PYTHONPATH", ""))


@cache
def _rerun(words: tuple[str, ...], folder: Path, path: str) -> list[Result]:
    made = _results(*_printed(words, folder, "jsonl", path))
    for result in made:
        result.target = respelled(result.target, folder, Path.cwd())
    return made


def document_of(words: Sequence[str], folder: Path) -> Any:
    """Run a command and return its JSON. Raises `CannotAuditError` if it could not audit."""
    out, err = _printed(tuple(words), folder, "json", os.environ.get("PYTHONPATH", ""))
    try:
        document = msgspec.json.decode(out)
    except msgspec.DecodeError:
        raise CannotAuditError(_last(err)) from None
    if isinstance(document, dict) and document.get("verdict") == Verdict.INCONCLUSIVE:
        raise CannotAuditError(str(document.get("why")))
    return document


@cache
def _printed(words: tuple[str, ...], folder: Path, written: str, _path: str) -> tuple[str, str]:
    """Run a command with one format; what it printed to stdout and to stderr."""
    command = [sys.executable, str(Path(clawback.__file__).resolve()), *plain(words)]
    try:
        done = run(
            [*command, "--format", written],
            cwd=folder,
            env=os.environ | {VARIABLE: "off"},
            stdin=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
        )
    except OSError as error:
        raise CannotAuditError(f"{folder}: cannot run there: {error.strerror}") from None
    if done.returncode == Exit.INTERRUPTED:
        raise KeyboardInterrupt
    if done.returncode not in (Exit.CLEAN, Exit.FINDINGS, Exit.COULD_NOT_AUDIT):
        raise CannotAuditError(f"it ended with code {done.returncode}: {_last(done.stderr)}")
    return done.stdout, done.stderr


def plain(words: Sequence[str]) -> list[str]:
    """Leave out how the report was written, and where to."""
    kept: list[str] = []
    skip = False
    for word in words:
        name = word.partition("=")[0]
        if skip or name in ALONE:
            skip = False
        elif name in WITH_VALUE:
            skip = "=" not in word
        else:
            kept.append(word)
    return kept


def _results(out: str, err: str) -> list[Result]:
    made: list[Result] = []
    findings: list[list[object]] = []
    last: dict[str, str] = {}
    for line in out.splitlines():
        read = msgspec.json.decode(line)
        if read["type"] == "audit":
            made.append(Result.of(read | {"findings": []}))
            made[-1].extra = {key: read[key] for key in TOLD if key in read}
            findings.append([])
        elif read["type"] == "finding":
            findings[-1].append(read)
        else:
            last = read
    if not made:
        raise CannotAuditError(last.get("why") or _last(err))
    for result, found in zip(made, findings, strict=True):
        result.findings = msgspec.convert(found, list[Finding])
    return made


def _last(text: str) -> str:
    return (text.strip().splitlines() or ["it said nothing"])[-1].removeprefix("clawback: ")
