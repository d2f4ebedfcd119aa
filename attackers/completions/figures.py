"""Answers made of numbers in JSON: turned round, stretched over everything, or with one changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from attackers.agent import Needs
from attackers.completions.form import form_of
from attackers.completions.jsons import json_of
from attackers.rows import FULL_PAY, Proof, Proposal, Row, Scene
from attackers.states.leaves import leaves_of

FAR = 999
"""A number that is far from any that an answer names."""


def covers_everything(scene: Scene) -> Iterator[Proposal]:
    """One range from the least to the most number of the data set, where ranges are asked for."""
    ranges = [_ranges(row) for row in scene.rows]
    own = _ranges(scene.row)
    if not own or not all(ranges):
        return
    ends = [end for found in ranges for pair in found or () for end in pair]
    whole = [min(ends), max(ends)]
    if own != [whole]:
        yield _wrong(scene, "one range over everything", [whole], "it flags everything")


def turns_numbers(scene: Scene) -> Iterator[Proposal]:
    """A list of numbers moved far off, turned inside out; backwards, and its halves exchanged.

    The same numbers in another order are the same answer where order is free, so that they are
    only wrong where rows show that it counts.
    """
    value = _json(scene.row)
    if not _numeric(value) or len(value) < 2:
        return
    half = len(value) // 2
    low, high = value[:half], value[half:]
    beyond = max(map(abs, value)) or 1
    moved = (
        [number + 10 * beyond for number in value],
        [*(number + beyond for number in high), *(number - beyond for number in low)],
        [*(number + beyond / 4 for number in high), *(number - beyond / 4 for number in low)],
    )
    for wrong in (one for one in moved if sorted(one) != sorted(value)):
        yield _wrong(scene, "the right numbers moved", wrong, "it is another answer")
    proof = Proof.WRONG if _order_counts(scene) else Proof.DOUBT
    for wrong in (value[::-1], [*high, *low]):
        if wrong != value:
            told = "it has the right numbers in another order"
            yield _wrong(scene, "the right numbers in another order", wrong, told, proof)


_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def _order_counts(scene: Scene) -> bool:
    """Tell whether rows show that order is what is asked for.

    Two right answers have the same numbers in different orders, or the prompt has this answer's
    numbers and no others.
    """
    lists = [value for row in scene.rows if _numeric(value := _json(row))]
    told = {(tuple(sorted(value)), tuple(value)) for value in lists}
    given = sorted(float(number) for number in _NUMBER.findall(scene.row.prompt))
    same = len(told) > len({numbers for numbers, _ in told})
    return same or given == sorted(_json(scene.row))


def changes_a_named_number(scene: Scene) -> Iterator[Proposal]:
    """Each number of the reference that the gold names as well, made another one."""
    row = scene.row
    named = {str(value) for value in _leaves(row) if type(value) is int}
    reference = str(row.reference)
    for number in sorted(named):
        token = rf"(?<![\w.]){re.escape(number)}(?![\w.])"
        if re.search(token, reference) and str(FAR) not in named:
            yield Proposal(
                rule="R104",
                attack="another number where the gold names one",
                answer=re.sub(token, str(FAR), reference),
                wrong=f"it says {FAR} where the right answer says {number}",
                needs=Needs.GOLD,
                bar=FULL_PAY,
            )


def _leaves(row: Row) -> list[Any]:
    """Every leaf of a gold that is a JSON object or list."""
    gold = json_of(row.gold)
    return [leaf for _, leaf in leaves_of(gold)] if isinstance(gold, dict | list) else []


def _json(row: Row) -> Any:
    return json_of(form_of(row).slot)


def _ranges(row: Row) -> list[list[float]] | None:
    """The pairs of an answer that is a list of ranges; None if it is not."""
    value = _json(row)
    good = isinstance(value, list) and all(_numeric(v) and len(v) == 2 for v in value)
    return value if good and value else None


def _numeric(value: Any) -> bool:
    return isinstance(value, list) and all(type(v) in (int, float) for v in value)


def _wrong(
    scene: Scene, attack: str, value: Any, wrong: str, proof: Proof = Proof.WRONG
) -> Proposal:
    return Proposal(
        rule="R104",
        attack=attack,
        answer=form_of(scene.row).holding(json.dumps(value)),
        wrong=wrong,
        needs=Needs.GOLD,
        proof=proof,
        bar=FULL_PAY,
    )
