"""Right answers, put another way: what a fair reward must not deny.

Each form is one that a reader would call the same answer. Some, every sound reward of the kind must
take (`owed`); whether it should take another is a matter of its format rules. A denial is a lead,
never proof.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from attackers.agent import Needs
from attackers.completions.form import answer_of, form_of
from attackers.completions.jsons import Structure, structure_of
from attackers.completions.lenient import number, text_of
from attackers.rows import Proof, Proposal, Scene

Form = tuple[str, str, bool]
"""A name, the text, and whether every sound reward of its kind must pay it."""


def puts_it_another_way(scene: Scene) -> Iterator[Proposal]:
    """Spacing, case, closing punctuation, and the forms of a number, of LaTeX and of JSON."""
    reference = str(scene.row.reference)
    for name, text, owed in _forms(scene):
        if text != reference:
            yield Proposal(
                rule="N501",
                attack=f"a right answer with {name}",
                answer=text,
                wrong="it is the right answer",
                needs=Needs.GOLD,
                proof=Proof.LEAD,
                owed=owed,
            )


def _forms(scene: Scene) -> Iterator[Form]:
    """Every form; one with other letters or signs is owed only where rows show that it is free."""
    structure, form = structure_of(scene.row), form_of(scene.row)
    yield "space around it", f"  {scene.row.reference}\n", True
    if structure is not None:
        yield from _json(structure)
        return
    answer = form.slot.strip()
    if "\\" not in answer:
        yield "another case", form.restating(form.slot.swapcase()), _case_is_free(scene)
    yield "a full stop after it", form.restating(f"{answer}."), False
    yield "no space in the form", form.restating(answer), False
    for name, text, owed in (*_numbers(scene, answer), *_latex(answer)):
        yield name, form.restating(text), owed


def _case_is_free(scene: Scene) -> bool:
    """Tell whether some reference writes its gold in another case."""
    told = [(answer_of(row), text_of(row.gold)) for row in scene.rows if row.gold is not None]
    return any(said != gold and said.casefold() == gold.casefold() for said, gold in told)


def _json(structure: Structure) -> Iterator[Form]:
    """Keys in another order, and other spacing: to whoever reads JSON it is the same."""
    value, restating = structure.value, structure.form.restating
    yield "its JSON on several lines", restating(json.dumps(value, indent=1)), True
    yield "no space in its JSON", restating(json.dumps(value, separators=(",", ":"))), True
    if isinstance(value, dict) and len(value) > 1:
        turned = json.dumps(dict(reversed(value.items())))
        yield "its keys in another order", restating(turned), True


def _numbers(scene: Scene, answer: str) -> Iterator[Form]:
    """A number's other forms; that of a whole number has a point only where others have one."""
    if number(answer) is None:
        return
    bare = answer.replace(",", "")
    if re.fullmatch(r"-?\d+", bare):
        points = any("." in answer_of(row) for row in scene.rows if number(answer_of(row)))
        yield "a decimal point", f"{bare}.0", points
        if len(bare.lstrip("-")) > 3:
            yield "thousands marked", f"{int(bare):,}", False
            yield "thousands not marked", bare, True
    if re.fullmatch(r"-?\d+\.\d+", bare):
        yield "a zero behind it", f"{bare}0", True


def _latex(answer: str) -> Iterator[Form]:
    if found := re.fullmatch(r"\\d?frac\{(\d+)\}\{(\d+)\}", answer):
        yield "a fraction in short", rf"\frac{found[1]}{found[2]}", False
        yield "a plain fraction", f"{found[1]}/{found[2]}", False
        yield "a display fraction", rf"\dfrac{{{found[1]}}}{{{found[2]}}}", True
    if found := re.fullmatch(r"(\d+)/(\d+)", answer):
        yield "a LaTeX fraction", rf"\frac{{{found[1]}}}{{{found[2]}}}", False
