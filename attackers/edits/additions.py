"""Edits that add a payment, or make several of one."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.edits.behaviour import Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import other_key, other_order, payment
from attackers.program import Call

FEE_CENTS = 100


def _and_pay(reference: Behaviour, *extra: Call) -> Behaviour:
    return reference.but((*reference.program, *extra))


@edit(Means.WRONG)
def pay_again(reference: Behaviour) -> Behaviour:
    """The payment is made once more, under a second key."""
    key = other_key(reference)
    again = [call.but(idempotency_key=key) for call in reference.payments[:1]]
    return _and_pay(reference, *again)


@edit(Means.WRONG)
def pay_again_a_cent_off(reference: Behaviour) -> Iterator[Behaviour]:
    """The payment is made once more, under a second key, a cent off the first."""
    key = other_key(reference)
    for call in reference.payments[:1]:
        for off in (1, -1):
            if cents := call.args["amount_cents"] + off:
                yield _and_pay(reference, call.but(idempotency_key=key, amount_cents=cents))


@edit(Means.WRONG)
def pay_each_other_line(reference: Behaviour) -> Iterator[Behaviour]:
    """Another line of the order is paid back as well."""
    owed = reference.case.owed_line
    for line in reference.case.lines:
        if owed is not None and line != owed:
            yield _and_pay(reference, payment(reference, line.sku, line.cents))


@edit(Means.WRONG)
def pay_another_order_too(reference: Behaviour) -> Behaviour:
    """The right payment is made, and a like one to another order."""
    to = {"order_id": other_order(reference), "idempotency_key": other_key(reference)}
    return _and_pay(reference, *(call.but(**to) for call in reference.payments[:1]))


@edit(Means.WRONG)
def take_a_fee(reference: Behaviour) -> Behaviour:
    """A dollar is paid beside the work, for no line and under a key of its own."""
    return _and_pay(reference, payment(reference, None, FEE_CENTS))


@edit(Means.WRONG)
def pay_what_is_settled(reference: Behaviour) -> Iterator[Behaviour]:
    """On a case where nothing is owed, a line is paid back."""
    if reference.case.expect.kind == "hold":
        for line in reference.case.lines:
            yield _and_pay(reference, payment(reference, line.sku, line.cents))


@edit(Means.WRONG)
def pay_what_is_settled_a_cent_off(reference: Behaviour) -> Iterator[Behaviour]:
    """On a case where nothing is owed, a line is paid back, a cent more than it cost."""
    if reference.case.expect.kind == "hold":
        for line in reference.case.lines:
            yield _and_pay(reference, payment(reference, line.sku, line.cents + 1))


@edit(Means.WRONG)
def split_in_two(reference: Behaviour) -> Behaviour:
    """What was owed is paid in two halves."""
    return reference.on("issue_refund", lambda call: _parts(call, call.args["amount_cents"] // 2))


@edit(Means.WRONG)
def split_off_a_cent(reference: Behaviour) -> Behaviour:
    """What was owed is paid less a cent, and then the cent."""
    return reference.on("issue_refund", lambda call: _parts(call, 1))


def _parts(call: Call, second: int) -> tuple[Call, ...]:
    """Cut a payment in two; one of a single cent cannot be cut."""
    args = call.args
    first = args["amount_cents"] - second
    if not first or not second:
        return (call,)
    key = f"{args['idempotency_key']}:rest"
    return call.but(amount_cents=first), call.but(amount_cents=second, idempotency_key=key)
