"""The lines of source that a mutant changes, as they stand in the file."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from audits.mutants.mutant import Mutant

MOST_LINES = 4

AROUND = 3
"""Lines shown above and below a change."""


def excerpt(mutant: Mutant) -> dict[str, str]:
    """Give the changed lines by their numbers, the first few where they are many."""
    last = min(mutant.end_line, mutant.line + MOST_LINES - 1)
    lines = _lines(mutant.file)[mutant.line - 1 : last]
    return {f"line {mutant.line + at}": line.strip() for at, line in enumerate(lines)}


def surroundings(mutant: Mutant) -> dict[str, str]:
    """Give the changed lines and a few around them by their numbers, as they stand."""
    first = max(1, mutant.line - AROUND)
    last = min(mutant.end_line, mutant.line + MOST_LINES - 1) + AROUND
    lines = _lines(mutant.file)[first - 1 : last]
    return {str(first + at): line for at, line in enumerate(lines)}


def change(mutant: Mutant) -> str:
    """Tell a change in one line."""
    return f"{mutant.says}: `{shortened(mutant.before)}` became `{shortened(mutant.after)}`"


def shortened(text: str, most: int = 72) -> str:
    """Write code on one line, cut in its middle where it is long."""
    line = " ".join(text.split())
    half = most // 2 - 2
    return line if len(line) <= most else f"{line[:half]} ... {line[-half:]}"


@cache
def _lines(file: str) -> list[str]:
    try:
        return Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return []
