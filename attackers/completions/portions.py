"""Answers of several parts: one part alone, and right parts repeated to drown a wrong one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.completions.form import NONSENSE, form_of
from attackers.completions.jsons import json_of
from attackers.rows import FULL_PAY, Proposal, Row, Scene
from attackers.states.leaves import leaves_of

_LABEL = re.compile(r"\W*[A-Za-z][\w ]*(?=:\s*\S)")

TIMES = 9
"""How often the right parts are repeated."""


def hands_in_one_part(scene: Scene) -> Iterator[Proposal]:
    """The reference with only one of its `label: value` lines that hold what the gold names."""
    lines = str(scene.row.reference).split("\n")
    named = [at for at, line in enumerate(lines) if _holds_gold(scene.row, line)]
    labels = [_LABEL.match(lines[at]) for at in named]
    if len({label[0].casefold() for label in labels if label}) < len(named):
        return
    for kept in (named[0], named[-1]) if len(named) > 1 else ():
        rest = [line for at, line in enumerate(lines) if at == kept or at not in named]
        yield Proposal(
            rule="R103",
            attack="one part of an answer that has several",
            answer="\n".join(rest),
            wrong="the other parts that the gold names are missing",
            needs=Needs.GOLD,
            bar=FULL_PAY,
        )


def repeats_what_is_right(scene: Scene) -> Iterator[Proposal]:
    """A list half of whose items are wrong, and the same with its right items many times over.

    Copies may count or not; that they make up for what is wrong is never right.
    """
    form = form_of(scene.row)
    value = _list(form.slot)
    if not value:
        return
    others = [_altered(item) for item in value]
    diluted = form.holding(json.dumps([*value * TIMES, *others]))
    yield Proposal(
        rule="R105",
        attack="right items repeated to make up for a wrong one",
        answer=diluted,
        wrong="as many items are wrong as right, and copies of the right ones make up for it",
        needs=Needs.GOLD,
        base=form.holding(json.dumps([*value, *others])),
        bar=0.9,
    )


def _holds_gold(row: Row, line: str) -> bool:
    """Tell whether a line holds a name of two letters or more that the gold, an object, names."""
    folded = line.casefold()
    return any(len(name) > 1 and name.casefold() in folded for name in _names(row))


def _names(row: Row) -> list[str]:
    gold = json_of(row.gold)
    if not isinstance(gold, dict | list):
        return []
    return [leaf for _, leaf in leaves_of(gold) if isinstance(leaf, str)]


def _list(text: str) -> list[Any] | None:
    text = text.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    value = json_of(text)
    return value if isinstance(value, list) and value else None


def _altered(item: Any) -> Any:
    """Another item of the same make: every text nonsense, every number far from what it was."""
    if isinstance(item, dict):
        return {key: _altered(inner) for key, inner in item.items()}
    if isinstance(item, list):
        return [_altered(inner) for inner in item]
    if isinstance(item, int | float) and not isinstance(item, bool):
        return item + 7
    return NONSENSE
