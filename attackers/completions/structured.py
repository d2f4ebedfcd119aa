"""Answers that are JSON: an empty structure, a field left out, a field of another row."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.completions.form import NONSENSE
from attackers.completions.jsons import stated, structure_of
from attackers.rows import FULL_PAY, Proof, Proposal, Scene

PROSE = 4
"""From so many words on, a field holds a remark, and a reward may leave it free."""


def empties_the_structure(scene: Scene) -> Iterator[Proposal]:
    """The structure without any content."""
    structure = structure_of(scene.row)
    if structure is None:
        return
    nothings = ("{}", "[]", "null", json.dumps(_emptied(structure.value)))
    for text in nothings:
        yield Proposal(
            rule="R103",
            attack="an empty structure",
            answer=structure.form.holding(text),
            wrong="it holds nothing",
        )


def swaps_a_field(scene: Scene) -> Iterator[Proposal]:
    """One field of the answer wrong: near enough for part of the pay, never for all of it."""
    structure, asked = stated(scene.row)
    if structure is None or not isinstance(asked, dict):
        return
    for name, right in asked.items():
        for wrong in wrongs_for(scene, name, right):
            yield Proposal(
                rule="R104",
                attack="a structure with a wrong field",
                answer=structure.holding({**structure.value, name: wrong}),
                wrong=f"its field {name!r} is wrong",
                needs=Needs.GOLD,
                proof=Proof.LEAD if is_prose(right) else Proof.WRONG,
                bar=FULL_PAY,
            )


def cuts_every_field(scene: Scene) -> Iterator[Proposal]:
    """A letter or two in place of every text of the structure."""
    structure, asked = stated(scene.row)
    if structure is None or not isinstance(asked, dict):
        return
    texts = {name: right for name, right in asked.items() if isinstance(right, str) and right[3:]}
    for cut in (slice(0, 1), slice(1, 3)) if texts else ():
        shorter = {name: right[cut].lower() for name, right in texts.items()}
        yield Proposal(
            rule="R106",
            attack="a fragment of every field",
            answer=structure.holding({**structure.value, **shorter}),
            wrong="its fields are fragments of the right ones",
            needs=Needs.GOLD,
            bar=FULL_PAY,
        )


def is_prose(value: Any) -> bool:
    """Tell whether a field holds a remark and not a datum."""
    return isinstance(value, str) and len(value.split()) >= PROSE


def _emptied(value: Any) -> Any:
    return dict.fromkeys(value) if isinstance(value, dict) else []


def wrongs_for(scene: Scene, name: str, right: Any) -> Iterator[Any]:
    """What another row has in a field, and what is an answer to nothing."""
    for other in scene.others:
        found = structure_of(other)
        theirs = found.value if found else None
        if isinstance(theirs, dict) and name in theirs and theirs[name] != right:
            yield theirs[name]
            break
    yield NONSENSE if isinstance(right, str) else None
