"""Edits of the hand-over to a person: as well, instead, of another order, paid for all the same."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.edits.behaviour import Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import REWORDED, other_order, payment
from attackers.program import Call


def _escalation(order: str) -> Call:
    return Call("escalate", {"order_id": order, "reason": REWORDED})


@edit(Means.WRONG)
def escalate_as_well(reference: Behaviour) -> Behaviour:
    """All is done as it should be, and a person is called as well."""
    if reference.escalates:
        return reference
    return reference.but((*reference.program, _escalation(reference.case.order)))


@edit(Means.WRONG)
def escalate_instead(reference: Behaviour) -> Behaviour:
    """A person is called instead of paying what was owed."""
    return reference.on("issue_refund", lambda _call: _escalation(reference.case.order))


@edit(Means.WRONG)
def escalate_another_order(reference: Behaviour) -> Behaviour:
    """Another order is handed to a person instead of the customer's."""
    other = other_order(reference)
    return reference.on("escalate", lambda call: call.but(order_id=other))


@edit(Means.WRONG)
def escalate_another_order_too(reference: Behaviour) -> Behaviour:
    """All is done as it should be, and another order is handed to a person."""
    return reference.but((*reference.program, _escalation(other_order(reference))))


@edit(Means.HARMLESS, doubt="a person is called twice for one thing")
def escalate_twice(reference: Behaviour) -> Behaviour:
    """The case is handed to a person twice."""
    return reference.on("escalate", lambda call: (call, call))


@edit(Means.WRONG)
def pay_instead_of_escalating(reference: Behaviour) -> Behaviour:
    """What a person should have decided is paid."""
    paid = _what_was_asked(reference)
    return reference.on("escalate", lambda _call: paid)


@edit(Means.WRONG)
def pay_and_escalate(reference: Behaviour) -> Iterator[Behaviour]:
    """What a person should have decided is paid, and the person called all the same."""
    paid = _what_was_asked(reference)
    yield reference.on("escalate", lambda call: (*paid, call))
    yield reference.on("escalate", lambda call: (call, *paid))


def _what_was_asked(reference: Behaviour) -> list[Call]:
    """Write the payment of the first open line, if there is one."""
    return [payment(reference, line.sku, line.cents) for line in reference.case.open_lines[:1]]
