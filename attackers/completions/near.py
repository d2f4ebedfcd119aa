"""Numbers that are near the right one: off by a little, rounded, or cut.

A tolerance is often meant, and no row tells of it: nothing here is ever proof. What is within two
percent is a lead like any other; what is further off few rewards mean to pay.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import ROUND_DOWN, Decimal

from attackers.agent import Needs
from attackers.completions.form import form_of
from attackers.completions.measured import amount_of
from attackers.rows import FULL_PAY, Proof, Proposal, Scene

USUAL = Decimal("0.02")
"""The share of a number up to which tolerances are usual."""

SHARES = (Decimal("0.2"), Decimal("0.1"), Decimal("0.01"))
"""How far off numbers are, as shares of the right one."""


def comes_near(scene: Scene) -> Iterator[Proposal]:
    """The next whole numbers; a part more and less; rounded, cut, and with another fraction."""
    number, unit = amount_of(scene.row)
    if not number:
        return
    for text in dict.fromkeys(map(_plain, _beside(number))):
        off = abs(Decimal(text) - number)
        if off:
            yield Proposal(
                rule="R106",
                attack="a number near the right one",
                answer=form_of(scene.row).holding(f"{text} {unit}".strip()),
                wrong=f"it is {text}, and not {_plain(number)}",
                needs=Needs.GOLD,
                proof=Proof.DOUBT if off > USUAL * abs(number) else Proof.LEAD,
                bar=FULL_PAY,
            )


def _beside(number: Decimal) -> Iterator[Decimal]:
    for share in SHARES:
        yield from (number * (1 + share), number * (1 - share))
    whole = number.to_integral_value(ROUND_DOWN)
    if whole == number:
        yield from (number + 1, number - 1)
    else:
        yield from (round(number, 1), number.to_integral_value(), whole)
        yield whole + Decimal("0.999").copy_sign(number)


def _plain(number: Decimal) -> str:
    """Without an exponent and closing noughts."""
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
