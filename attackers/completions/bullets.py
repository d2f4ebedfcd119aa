"""Answers that are lists of lines: only some of the lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.lenient import plain, text_of
from attackers.rows import FULL_PAY, Proposal, Scene

_BULLET = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+\S")

FEWEST = 3
"""So many lines at least are a list of things that were all asked for."""


def leaves_lines_out(scene: Scene) -> Iterator[Proposal]:
    """One line of the list, and all but the last."""
    gold, reference = text_of(scene.row.gold), scene.row.reference
    if not isinstance(reference, str) or len(_bullets(reference)) < FEWEST:
        return
    bullets = _bullets(reference)
    if sorted(map(plain, bullets)) != sorted(map(plain, _bullets(gold))):
        return
    for kept in (bullets[:1], bullets[:-1]):
        yield Proposal(
            rule="R105",
            attack="a list with lines missing",
            answer=_only(reference, kept),
            wrong=f"it has {len(kept)} of the {len(bullets)} lines that were asked for",
            needs=Needs.GOLD,
            bar=FULL_PAY,
        )


def _bullets(text: str) -> list[str]:
    return [line for line in text.splitlines() if _BULLET.search(line)]


def _only(text: str, kept: list[str]) -> str:
    lines = text.splitlines()
    return "\n".join(line for line in lines if line in kept or not _BULLET.search(line))
