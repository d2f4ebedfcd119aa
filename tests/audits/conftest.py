"""Small case files and users' attackers, written where a test can point the command at them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from desk.refund import Case, eval_cases


def case_line(case: Case) -> str:
    return msgspec.json.encode(case).decode() + "\n"


@pytest.fixture
def few(tmp_path: Path) -> Path:
    """One published case of each expectation."""
    first: dict[str, Case] = {}
    for case in eval_cases().cases:
        first.setdefault(case.expect.kind, case)
    path = tmp_path / "few.jsonl"
    path.write_text("".join(map(case_line, first.values())))
    return path


@pytest.fixture
def one(tmp_path: Path) -> Path:
    """One published case, in which a refund is owed."""
    case = next(case for case in eval_cases().cases if case.expect.kind == "pay")
    path = tmp_path / "one.jsonl"
    path.write_text(case_line(case))
    return path


@pytest.fixture
def attackers(tmp_path: Path) -> Callable[[str], Path]:
    """Write a user's file of attackers; it finds its folder as HERE."""

    def write(source: str) -> Path:
        path = tmp_path / "mine.py"
        path.write_text(f"from pathlib import Path\nHERE = Path({str(tmp_path)!r})\n{source}")
        return path

    return write
