"""Right answers, put another way: what a fair reward must not deny.

Each form is one that a reader would call the same answer. Whether a reward should take it is a
matter of its format rules, so a denial is a lead, never proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.form import form_of
from attackers.completions.lenient import number
from attackers.rows import Proof, Proposal, Scene


def puts_it_another_way(scene: Scene) -> Iterator[Proposal]:
    """Spacing, case, closing punctuation, number forms and LaTeX forms of the reference."""
    reference, form = str(scene.row.reference), form_of(scene.row)
    answer = form.slot.strip()
    forms = {
        "space around it": f"  {reference}\n",
        "another case": reference if "\\" in answer else form.restating(form.slot.swapcase()),
        "a full stop after it": form.restating(f"{answer}."),
        "no space in the form": form.restating(answer),
    }
    forms |= {name: form.restating(text) for name, text in _numbers(answer)}
    forms |= {name: form.restating(text) for name, text in _latex(answer)}
    for name, text in forms.items():
        if text != reference:
            yield Proposal(
                rule="N501",
                attack=f"a right answer with {name}",
                answer=text,
                wrong="it is the right answer",
                needs=Needs.GOLD,
                proof=Proof.LEAD,
            )


def _numbers(answer: str) -> Iterator[tuple[str, str]]:
    if number(answer) is None:
        return
    bare = answer.replace(",", "")
    if re.fullmatch(r"-?\d+", bare):
        yield "a decimal point", f"{bare}.0"
        if len(bare.lstrip("-")) > 3:
            yield "thousands marked", f"{int(bare):,}"
            yield "thousands not marked", bare
    if re.fullmatch(r"-?\d+\.\d+", bare):
        yield "a zero behind it", f"{bare}0"


def _latex(answer: str) -> Iterator[tuple[str, str]]:
    if found := re.fullmatch(r"\\d?frac\{(\d+)\}\{(\d+)\}", answer):
        yield "a fraction in short", rf"\frac{found[1]}{found[2]}"
        yield "a plain fraction", f"{found[1]}/{found[2]}"
        yield "a display fraction", rf"\dfrac{{{found[1]}}}{{{found[2]}}}"
    if found := re.fullmatch(r"(\d+)/(\d+)", answer):
        yield "a LaTeX fraction", rf"\frac{{{found[1]}}}{{{found[2]}}}"
