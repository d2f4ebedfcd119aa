"""Answers in sections, with a separator of their own: one section left empty, or given twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.lenient import plain
from attackers.rows import FULL_PAY, Proposal, Scene

_RULER = re.compile(r"([*=_~|#+-])\1{2,}")
"""A separator: one sign three times or more."""


def leaves_a_section_empty(scene: Scene) -> Iterator[Proposal]:
    """The reference with one of its sections missing, or the same section throughout."""
    separator = _common(scene)
    if separator is None:
        return
    sections = str(scene.row.reference).split(separator)
    first, last = sections[0].strip(), sections[-1].strip()
    empty = [""] * (len(sections) - 1)
    same = [first] * len(sections)
    for parts in ([first, *empty], [*empty, last], [*empty, ""], same):
        if list(map(plain, parts)) != list(map(plain, sections)):
            yield Proposal(
                rule="R103",
                attack="a section left empty, or given twice",
                answer=f" {separator} ".join(parts).strip(),
                wrong="a section that was asked for is missing",
                needs=Needs.GOLD,
                bar=FULL_PAY,
            )


def _common(scene: Scene) -> str | None:
    """The separator that every reference has, as often as this one."""
    found = _RULER.search(str(scene.row.reference))
    if not found:
        return None
    times = str(scene.row.reference).count(found[0])
    alike = all(str(row.reference).count(found[0]) == times for row in scene.rows)
    return found[0] if alike else None
