"""`clawback audit` on a framework's own object, in the environment that has the framework."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from tests.audits.command import clawback

ROWS = [
    ("What is the capital of Peru?", "Lima"),
    ("What is the capital of Kenya?", "Nairobi"),
    ("What is the capital of Norway?", "Oslo"),
    ("What is the capital of Japan?", "Tokyo"),
]


def audited(folder: Path, source: str, name: str) -> tuple[int, dict[str, Any]]:
    """Audit `name` of a file with that source; the exit code and the report."""
    (folder / "mine.py").write_text(source)
    rows = [json.dumps({"question": asked, "answer": right}) for asked, right in ROWS]
    (folder / "rows.jsonl").write_text("\n".join(rows))
    words = ("audit", f"mine.py:{name}", "--rows", "rows.jsonl", "--python", sys.executable)
    ended = clawback(*words, "--quick", "--format", "json", cwd=folder)
    assert ended.out, ended.err
    return ended.code, json.loads(ended.out)


def shapes(report: dict[str, Any]) -> set[str]:
    """The mechanisms that errors are of, those that are folded under one included."""
    errors = [one for one in report["findings"] if one["severity"] == "error"]
    also = [name for one in errors for name in one["counterexample"].get("also paid", ())]
    return {one["shape"] for one in errors} | set(also)
