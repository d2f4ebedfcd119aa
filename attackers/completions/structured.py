"""Answers that are JSON: an empty structure, a field left out, a field of another row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.completions.form import NONSENSE, Form, form_of
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene

PROSE = 4
"""From so many words on, a field holds a remark, and a reward may leave it free."""


def empties_the_structure(scene: Scene) -> Iterator[Proposal]:
    """The structure without any content."""
    form, value = _structure(scene.row)
    if value is None:
        return
    nothings = ("{}", "[]", "null", json.dumps(_emptied(value)))
    for text in nothings:
        yield Proposal(
            rule="R103",
            attack="an empty structure",
            answer=form.holding(text),
            wrong="it holds nothing",
        )


def swaps_a_field(scene: Scene) -> Iterator[Proposal]:
    """One field of the answer wrong: near enough for part of the pay, never for all of it."""
    form, value = _structure(scene.row)
    if not isinstance(value, dict) or not _is_asked_for(scene.row, value):
        return
    for name, right in value.items():
        for wrong in _wrongs(scene, name, right):
            yield Proposal(
                rule="R104",
                attack="a structure with a wrong field",
                answer=form.holding(json.dumps({**value, name: wrong})),
                wrong=f"its field {name!r} is wrong",
                needs=Needs.GOLD,
                proof=Proof.LEAD if _is_prose(right) else Proof.WRONG,
                bar=FULL_PAY,
            )


def _structure(row: Row) -> tuple[Form, Any]:
    """The form of an answer that is JSON, and its value; None if it is not."""
    form = form_of(row)
    try:
        value = json.loads(form.slot)
    except (ValueError, RecursionError):
        return form, None
    return form, value if isinstance(value, dict | list) and value else None


def _is_prose(value: Any) -> bool:
    return isinstance(value, str) and len(value.split()) >= PROSE


def _emptied(value: Any) -> Any:
    return dict.fromkeys(value) if isinstance(value, dict) else []


def _is_asked_for(row: Row, value: dict[str, Any]) -> bool:
    """Tell whether the gold is this very structure, so that each of its fields is asked for."""
    try:
        gold = json.loads(row.gold) if isinstance(row.gold, str) else row.gold
    except (ValueError, RecursionError):
        return False
    return bool(gold == value)


def _wrongs(scene: Scene, name: str, right: Any) -> Iterator[Any]:
    for other in scene.others:
        theirs = _structure(other)[1]
        if isinstance(theirs, dict) and name in theirs and theirs[name] != right:
            yield theirs[name]
            break
    yield NONSENSE if isinstance(right, str) else None
