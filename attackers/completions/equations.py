"""Equations that are false: a reader who takes one side for the answer pays for the other."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.form import answer_of, form_of, wrong_answers
from attackers.completions.hedge import NEAR
from attackers.completions.lenient import number
from attackers.rows import Proposal, Scene


def equates(scene: Scene) -> Iterator[Proposal]:
    """A wrong number said to equal the right one, either way round, where the answer stands."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    right = number(gold)
    if right is None:
        return
    numbers = [answer for answer in wrong_answers(scene, 4) if number(answer) not in (None, right)]
    for wrong in numbers[:2]:
        for text in (f"{wrong}={gold}", f"{gold}={wrong}"):
            yield Proposal(
                rule="R105",
                attack="a false equation",
                answer=form.holding(text),
                wrong="it says that two different numbers are equal",
                needs=Needs.GOLD,
                bar=NEAR,
            )
