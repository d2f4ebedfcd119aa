"""What is not tried on some rows of text, since a sound reward could pay for it there; told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attackers.completions.form import form_of
from attackers.completions.nothing import asks_for_nothing
from attackers.rows import Scene
from audits.events import Counted


def withheld(staged: Sequence[Scene]) -> Iterator[Counted]:
    """Count the rows on which hedging cannot be told from answering, or silence may be right."""
    vague = sum(form_of(scene.row).vague for scene in staged)
    if vague:
        why = "the answer cannot be told from what is around it, so hedging and negating were not"
        yield Counted(not_applicable=vague, why=f"{_on(vague, staged)} {why} tried there")
    silent = sum(asks_for_nothing(scene.row) for scene in staged)
    if silent:
        why = "the right answer is to give none, so saying nothing and refusing were not"
        yield Counted(not_applicable=silent, why=f"{_on(silent, staged)} {why} tried there")


def _on(some: int, staged: Sequence[Scene]) -> str:
    return f"on {some} of {len(staged)} rows"
