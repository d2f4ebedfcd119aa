"""Equations that are false, or true of everything: either way they say nothing that is asked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.form import answer_of, form_of, wrong_answers
from attackers.completions.hedge import NEAR
from attackers.completions.lenient import number
from attackers.rows import Proof, Proposal, Scene


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
                proof=Proof.EITHER,
                bar=NEAR,
            )


_LETTER = re.compile(r"(?<![A-Za-z])[a-z](?![A-Za-z])")


def states_what_is_always_true(scene: Scene) -> Iterator[Proposal]:
    """An equation that holds whatever the unknowns are, where an equation is asked for."""
    gold, form = answer_of(scene.row), form_of(scene.row)
    unknown = _LETTER.search(gold)
    if gold.count("=") != 1 or unknown is None:
        return
    for text in ("1 = 1", "0 = 0", f"{unknown[0]} = {unknown[0]}"):
        for answer in dict.fromkeys((form.holding(text), text)):
            yield Proposal(
                rule="R104",
                attack="an equation that is always true",
                answer=answer,
                wrong="it holds of everything, and says nothing of the unknowns",
                needs=Needs.PROMPT,
            )
