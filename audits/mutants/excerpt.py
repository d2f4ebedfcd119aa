"""The lines of source that a mutant changes, as they stand in the file."""

from __future__ import annotations

import sys
from functools import cache

from audits.mutants.mutant import Mutant
from audits.mutants.source import NoSourceError, read_source

MOST_LINES = 4


def excerpt(mutant: Mutant) -> dict[str, str]:
    """Give the changed lines by their numbers, the first few where they are many."""
    last = min(mutant.end_line, mutant.line + MOST_LINES - 1)
    lines = _lines(mutant.module)[mutant.line - 1 : last]
    return {f"line {mutant.line + at}": line.strip() for at, line in enumerate(lines)}


def change(mutant: Mutant) -> str:
    """Tell a change in one line."""
    return f"{mutant.says}: `{shortened(mutant.before)}` became `{shortened(mutant.after)}`"


def shortened(text: str, most: int = 72) -> str:
    """Write code on one line, cut in its middle where it is long."""
    line = " ".join(text.split())
    half = most // 2 - 2
    return line if len(line) <= most else f"{line[:half]} ... {line[-half:]}"


@cache
def _lines(module: str) -> list[str]:
    try:
        return read_source(sys.modules[module]).lines
    except NoSourceError:
        return []
