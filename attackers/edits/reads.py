"""Edits of the reading: left out, done elsewhere, done again."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.edits.behaviour import READS, Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import other_order
from attackers.program import Call


@edit(Means.WRONG)
def skip_order(reference: Behaviour) -> Behaviour:
    """The order is never read."""
    return reference.on("lookup_order", lambda _call: ())


@edit(Means.WRONG)
def skip_history(reference: Behaviour) -> Behaviour:
    """The history is never read."""
    return reference.on("refund_history", lambda _call: ())


@edit(Means.WRONG)
def skip_reads(reference: Behaviour) -> Behaviour:
    """Neither order nor history is read."""
    return reference.on(READS, lambda _call: ())


@edit(Means.WRONG)
def look_up_another_order(reference: Behaviour) -> Behaviour:
    """Another order is looked up instead of the customer's."""
    other = other_order(reference)
    return reference.on("lookup_order", lambda call: call.but(order_id=other))


@edit(Means.WRONG)
def history_of_another_order(reference: Behaviour) -> Behaviour:
    """The history of another order is read instead of the customer's."""
    other = other_order(reference)
    return reference.on("refund_history", lambda call: call.but(order_id=other))


@edit(Means.WRONG)
def read_another_order(reference: Behaviour) -> Behaviour:
    """Both reads are of another order."""
    other = other_order(reference)
    return reference.on(READS, lambda call: call.but(order_id=other))


@edit(Means.HARMLESS, doubt="a stranger's records were called up without need")
def read_another_order_too(reference: Behaviour) -> Behaviour:
    """Another order is read as well, before anything is done."""
    extra = [Call(tool, {"order_id": other_order(reference)}) for tool in READS]
    return reference.but((*extra, *reference.program))


@edit(Means.HARMLESS)
def read_twice(reference: Behaviour) -> Iterator[Behaviour]:
    """A record is read a second time straight away."""
    for tool in READS:
        yield reference.on(tool, lambda call: (call, call))


@edit(Means.HARMLESS)
def read_at_the_end(reference: Behaviour) -> Iterator[Behaviour]:
    """A record is read once more when all is done."""
    for tool in READS:
        last = Call(tool, {"order_id": reference.case.order})
        yield reference.but((*reference.program, last))


@edit(Means.HARMLESS)
def swap_reads(reference: Behaviour) -> Behaviour:
    """The history is read before the order."""
    tools = [call.tool for call in reference.program]
    if not all(tool in tools for tool in READS):
        return reference
    first, second = sorted(tools.index(tool) for tool in READS)
    calls = list(reference.program)
    calls[first], calls[second] = calls[second], calls[first]
    return reference.but(calls)
