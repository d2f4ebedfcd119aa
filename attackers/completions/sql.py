"""Answers that are SQL: the right statement with one clause left out, which is another question."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.form import form_of
from attackers.completions.lenient import text_of
from attackers.rows import FULL_PAY, Proposal, Scene

_SELECT = re.compile(r"\s*(?:select|with)\s.+\sfrom\s", re.I | re.S)
_END = r"(?=\bgroup\s+by\b|\bhaving\b|\border\s+by\b|\blimit\b|;|$)"
CLAUSES = {
    "distinct": r"\bdistinct\s+",
    "where": rf"\bwhere\b.*?{_END}",
    "group by": rf"\bgroup\s+by\b.*?{_END}",
    "having": rf"\bhaving\b.*?{_END}",
    "order by": rf"\border\s+by\b.*?{_END}",
    "limit": rf"\blimit\b.*?{_END}",
}
"""Clauses, and what is cut out with each."""


def leaves_a_clause_out(scene: Scene) -> Iterator[Proposal]:
    """The gold's statement without one of its clauses."""
    gold = text_of(scene.row.gold)
    if not _SELECT.match(gold):
        return
    for name, pattern in CLAUSES.items():
        cut = re.sub(pattern, "", gold, flags=re.I | re.S)
        if cut != gold:
            yield Proposal(
                rule="R104",
                attack="a query without one of its clauses",
                answer=form_of(scene.row).holding(" ".join(cut.split())),
                wrong=f"it has no {name.upper()}, and answers another question",
                needs=Needs.GOLD,
                bar=FULL_PAY,
            )
