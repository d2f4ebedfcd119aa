"""Marked blocks of figures in a Markdown file.

    <!-- clawback figures: audit mine.py:score --rows rows.jsonl -->
    The ceiling is <!-- = numbers.cheat_ceiling -->100%<!-- / -->.
    <!-- clawback made from: scorer=44ada806 cases=1c9e21aa attackers=577072107c83 tool=0.1.0 -->
    <!-- /clawback figures -->

A figure is a path into the command's JSON: keys and numbers of a list, with dots between. It is
written as a share of 100 where it ends in %, and to as many decimals as it is stated. What stands
in a fenced block of code is an example, and states nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from audits.errors import CannotAuditError

OPEN = re.compile(r"<!-- clawback figures: (?P<command>[^\n]*?) -->")
CLOSE = "<!-- /clawback figures -->"
FIGURE = re.compile(r"<!-- = (?P<path>[^\n]*?) -->(?P<stated>[^\n]*?)<!-- / -->")
MADE = re.compile(r"<!-- clawback made from: (?P<made>[^\n]*?) -->\n?")
FENCED = re.compile(
    r"^ {0,3}(?P<fence>`{3,}(?=[^`\n]*$)|~{3,}).*?(?:^ {0,3}(?P=fence)|\Z)", re.M | re.S
)
LIKE = re.compile(r"(?<!`)<!--\s*(?:=\s*\w|/\s*-->|/?\s*clawback\s+(?:figures|made))", re.I)
"""What begins like a mark, and is meant as one unless it is quoted."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure as it is stated, and where: `start` and `end` are offsets in the file's text."""

    path: str
    stated: str
    start: int
    end: int
    line: int


@dataclass(frozen=True, slots=True)
class Block:
    """One block: its command, its figures, and what they were made from, by name."""

    command: str
    figures: tuple[Figure, ...]
    made: dict[str, str]
    line: int
    start: int
    """Where its text begins, after the first mark."""
    end: int
    """Where its text ends, before the last mark."""


def blocks_of(text: str, where: str) -> list[Block]:
    """Find the blocks of a text. Raises `CannotAuditError` for one without end or figures."""
    found, examples = [], [one.span() for one in FENCED.finditer(text)]
    read = list(examples)
    for opened in OPEN.finditer(text):
        if any(start < opened.start() < end for start, end in examples):
            continue
        line = text.count("\n", 0, opened.start()) + 1
        end = text.find(CLOSE, opened.end())
        if end < 0 or OPEN.search(text, opened.end(), end):
            raise CannotAuditError(f"{where}, line {line}: a block of figures without {CLOSE}")
        figures = tuple(_figures(text, opened.end(), end))
        if not figures:
            raise CannotAuditError(
                f"{where}, line {line}: no figure in it; expected <!-- = PATH -->VALUE<!-- / -->"
            )
        made = MADE.search(text, opened.end(), end)
        read += [(opened.start(), opened.end()), (end, end + len(CLOSE))]
        read += [one.span() for one in FIGURE.finditer(text, opened.end(), end)]
        read += [made.span()] if made else []
        pairs = (word.partition("=") for word in made["made"].split()) if made else ()
        named = {name: value for name, _, value in pairs}
        found.append(Block(opened["command"], figures, named, line, opened.end(), end))
    _check_all_read(text, read, where)
    return found


def _check_all_read(text: str, read: list[tuple[int, int]], where: str) -> None:
    """Raise `CannotAuditError` for a mark that belongs to no block: its figure is not held."""
    for one in LIKE.finditer(text):
        if not any(start <= one.start() < end for start, end in read):
            line = text.count("\n", 0, one.start()) + 1
            mark = text[one.start() : one.start() + 40].partition("\n")[0]
            raise CannotAuditError(
                f"{where}, line {line}: a mark that belongs to no figure: {mark!r}; expected "
                "<!-- = PATH -->VALUE<!-- / --> on one line, between "
                f"<!-- clawback figures: COMMAND --> and {CLOSE}"
            )


def _figures(text: str, start: int, end: int) -> list[Figure]:
    return [
        Figure(
            one["path"],
            one["stated"],
            one.start("stated"),
            one.end("stated"),
            text.count("\n", 0, one.start()) + 1,
        )
        for one in FIGURE.finditer(text, start, end)
    ]
