"""Runs `clawback attack` with a user's attackers and reads the JSON report back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.audits.command import clawback


class Played(NamedTuple):
    """A report, the exit code it came with, and one attacker's row in it."""

    code: int
    report: dict[str, Any]
    row: dict[str, Any]


def played(file: Path, name: str, *args: str) -> Played:
    """Let one attacker of a file face the scorer; stdout must be one JSON report, stderr empty."""
    ended = clawback(
        *("attack", "--attackers", str(file), "--only", name, "--format", "json"), *args
    )
    assert ended.err == "", ended.err
    report = json.loads(ended.out)
    rows = {row["name"]: row for row in report["agents"]}
    assert set(rows) == {name, "careful"}
    return Played(ended.code, report, rows[name])


def could_not_run(made: Played) -> bool:
    """Whether the audit said that it could not judge this attacker, in word and in code."""
    said = (made.code, made.report["verdict"], made.row["verdict"])
    return said == (2, "INCONCLUSIVE", "could not run")


def alive(pid: int) -> bool:
    """Whether a process is there and is more than an entry waiting to be reaped."""
    stat = Path(f"/proc/{pid}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
