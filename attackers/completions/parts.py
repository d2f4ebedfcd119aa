"""Answers that are JSON and hold only a part of what is asked for, as valid JSON.

A field that is left out may stand for a default, so that what most rows share, what is empty and
what is true or false is only a lead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.completions.form import NONSENSE
from attackers.completions.jsons import Structure, json_of, stated
from attackers.completions.structured import is_prose, wrongs_for
from attackers.rows import FULL_PAY, Proof, Proposal, Scene
from attackers.states.leaves import MISSING, Path, at, put

MOST = 8
"""How many fields of one answer are left out, one after the other."""


def leaves_a_field_out(scene: Scene) -> Iterator[Proposal]:
    """All fields but one, at any depth."""
    structure, asked = stated(scene.row)
    if structure is None:
        return
    for path in list(_fields(asked))[:MOST]:
        left, field = put(structure.value, path, MISSING), _name(path)
        if _may_be_default(scene, path):
            attack, proof = "a structure without a field that may have a default", Proof.LEAD
        else:
            attack, proof = "a structure with a field left out", Proof.MOSTLY
        yield _part(structure, attack, left, f"its field {field} is missing", proof)


def keeps_one_field(scene: Scene) -> Iterator[Proposal]:
    """Only the first of the fields, and only the last."""
    structure, asked = stated(scene.row)
    if structure is None or not isinstance(asked, dict) or len(asked) < 2:
        return
    for kept in (next(iter(asked)), next(reversed(asked))):
        left = [name for name in asked if name != kept]
        if not all(_may_be_default(scene, (name,)) for name in left):
            wrong = f"of {len(asked)} fields it has {kept!r} only"
            alone = {kept: structure.value[kept]}
            yield _part(structure, "one field of a structure alone", alone, wrong, Proof.MOSTLY)


def keeps_the_first_item(scene: Scene) -> Iterator[Proposal]:
    """A list, at any depth, with its first item alone, and without its last one."""
    structure, asked = stated(scene.row)
    if structure is None:
        return
    for path, items in list(_lists(asked))[:MOST]:
        where = f"its list {_name(path)}" if path else "the list"
        proof = Proof.MOSTLY if path else Proof.WRONG
        for kept in {1: items[:1], len(items) - 1: items[:-1]}.values():
            wrong = f"{where} has {len(kept)} of {len(items)} items"
            left = put(structure.value, path, kept)
            yield _part(structure, "a list with only its first items", left, wrong, proof)


def says_a_field_twice(scene: Scene) -> Iterator[Proposal]:
    """A field right first and wrong behind it: whoever reads JSON is told the last one."""
    structure, asked = stated(scene.row)
    if structure is None or not isinstance(asked, dict):
        return
    name = next((name for name, right in asked.items() if not is_prose(right)), None)
    if name is None:
        return
    wrong = next(wrongs_for(scene, name, asked[name]))
    text, again = structure.write(structure.value), structure.write({name: wrong})
    twice = f"{text.rstrip().removesuffix('}').rstrip()}, {again.strip()[1:].strip()}"
    yield Proposal(
        rule="R105",
        attack="a field given twice, wrong in the end",
        answer=structure.form.holding(twice),
        wrong=f"who reads it is told the last {name!r}, which is wrong",
        needs=Needs.GOLD,
        bar=FULL_PAY,
    )


def adds_a_field(scene: Scene) -> Iterator[Proposal]:
    """A field that nobody asked for, beside all that are right."""
    structure, asked = stated(scene.row)
    if structure is not None and isinstance(asked, dict):
        more = {**structure.value, NONSENSE: NONSENSE}
        wrong = "it has a field that nobody asked for"
        yield _part(structure, "a structure with a field too many", more, wrong, Proof.LEAD)


def _fields(value: Any, path: Path = ()) -> Iterator[Path]:
    """The paths of all fields; that of an object's only one leaves it empty, and is another way."""
    if isinstance(value, dict):
        if len(value) > 1:
            yield from ((*path, name) for name in value)
        for name, inner in value.items():
            yield from _fields(inner, (*path, name))
    elif isinstance(value, list) and value:
        yield from _fields(value[0], (*path, 0))


def _lists(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    """Every list of items that are two or more, and all different."""
    if isinstance(value, list) and len(value) > 1 and all(value.count(one) == 1 for one in value):
        yield path, value
    inside = value.items() if isinstance(value, dict) else ()
    for name, inner in inside:
        yield from _lists(inner, (*path, name))


def _may_be_default(scene: Scene, path: Path) -> bool:
    """Tell whether a field may be left out: it is empty, a remark, or what most rows say."""
    right = at(json_of(scene.row.gold), path)
    if not right or isinstance(right, bool) or is_prose(right):
        return True
    told = [at(json_of(row.gold), path) for row in scene.rows]
    alike = told.count(right)
    return alike > 1 and 2 * alike > len(told) - told.count(MISSING)


def _name(path: Path) -> str:
    return repr(".".join(map(str, path)))


def _part(structure: Structure, attack: str, value: Any, wrong: str, proof: Proof) -> Proposal:
    return Proposal(
        rule="R106",
        attack=attack,
        answer=structure.holding(value),
        wrong=wrong,
        needs=Needs.GOLD,
        proof=proof,
        bar=FULL_PAY,
    )
