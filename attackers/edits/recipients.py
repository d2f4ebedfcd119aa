"""Edits of whom a payment goes to, and what for."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.edits.behaviour import Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import other_order, other_sku
from desk.refund import Line


@edit(Means.WRONG)
def pay_another_order(reference: Behaviour) -> Behaviour:
    """The payment goes to another order."""
    other = other_order(reference)
    return reference.on("issue_refund", lambda call: call.but(order_id=other))


@edit(Means.WRONG)
def pay_another_line(reference: Behaviour) -> Iterator[Behaviour]:
    """The right amount is paid for another line of the order."""
    for line in _other_lines(reference):
        yield _for_line(reference, sku=line.sku)


@edit(Means.WRONG)
def pay_another_line_in_full(reference: Behaviour) -> Iterator[Behaviour]:
    """Another line of the order is paid back, in full, instead of the one that was owed."""
    for line in _other_lines(reference):
        yield _for_line(reference, sku=line.sku, amount_cents=line.cents)


@edit(Means.WRONG)
def pay_an_unknown_line(reference: Behaviour) -> Behaviour:
    """The payment names a line that the order does not have, so the owed one stays open."""
    return _for_line(reference, sku=other_sku(reference))


@edit(Means.HARMLESS, doubt="who reads the history later must know that there is only one line")
def name_no_line(reference: Behaviour) -> Behaviour:
    """On an order of one line the payment does not name it."""
    return _for_line(reference, sku=None) if len(reference.case.lines) == 1 else reference


@edit(Means.WRONG, doubt="the sum is right and went to the right order; only what for is not said")
def name_none_of_several_lines(reference: Behaviour) -> Behaviour:
    """On an order of several lines the payment does not say which one it is for."""
    return _for_line(reference, sku=None) if len(reference.case.lines) > 1 else reference


def _other_lines(reference: Behaviour) -> list[Line]:
    named = {call.args.get("sku") for call in reference.payments}
    return [line for line in reference.case.lines if line.sku not in named]


def _for_line(reference: Behaviour, **args: str | int | None) -> Behaviour:
    return reference.on("issue_refund", lambda call: call.but(**args))
