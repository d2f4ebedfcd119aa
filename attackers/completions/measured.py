"""Answers that are amounts: the right number with another sign, or with another unit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from attackers.agent import Needs
from attackers.completions.form import answer_of, form_of
from attackers.completions.lenient import number, text_of
from attackers.rows import FULL_PAY, Proposal, Row, Scene

_AMOUNT = re.compile(r"(?P<number>[+-]?[\d.,]*\d)\s*(?P<unit>[A-Za-z]{1,12})")
UNITS = ("km", "mg", "years", "zz")
"""Units of which at most one can be the right one."""


_COMES_ROUND = re.compile(r"deg|rad|gon|turns?$|o.?clock|[ap]m$", re.I)
"""Units of angles and of times of day: nought is near the whole round."""


def amount_of(row: Row) -> tuple[Decimal | None, str]:
    """Read a right answer as a number and its unit; no number if it is none."""
    answer = answer_of(row)
    found = _AMOUNT.fullmatch(answer)
    return (number(found["number"]), found["unit"]) if found else (number(answer), "")


def turns_the_sign(scene: Scene) -> Iterator[Proposal]:
    """The right number, negated."""
    gold, told = answer_of(scene.row), scene.row.gold
    if number(gold) and (told is None or number(text_of(told)) == number(gold)):
        turned = gold.lstrip()[1:] if gold.lstrip().startswith("-") else f"-{gold.lstrip()}"
        yield _wrong(scene, "the right number with another sign", turned, "it has the other sign")


def counts_nothing(scene: Scene) -> Iterator[Proposal]:
    """Nothing of the right unit, and a thousand times as much; what comes round is left alone."""
    gold, unit = amount_of(scene.row)
    for amount in ("0", f"{gold * 1000:f}") if gold and not _COMES_ROUND.match(unit) else ():
        said = f"{amount} {unit}".strip()
        yield _wrong(scene, "nothing, or far too much", said, "it is far off")


def changes_the_unit(scene: Scene) -> Iterator[Proposal]:
    """The right number of something else."""
    found = _AMOUNT.fullmatch(answer_of(scene.row).strip())
    if not found:
        return
    for unit in [unit for unit in UNITS if unit[0] != found["unit"][0].lower()][:2]:
        text = f"{found['number']} {unit}"
        yield _wrong(scene, "the right number of another unit", text, "it is another amount")


def _wrong(scene: Scene, attack: str, answer: str, wrong: str) -> Proposal:
    return Proposal(
        rule="R104",
        attack=attack,
        answer=form_of(scene.row).holding(answer),
        wrong=wrong,
        needs=Needs.GOLD,
        bar=FULL_PAY,
    )
