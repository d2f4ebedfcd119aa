"""Edits of the steps as such: one left out, all after one left out, done in another order."""

from __future__ import annotations

from collections.abc import Iterator

from attackers.edits.behaviour import ACTS, Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import other_order


@edit(Means.WRONG)
def do_nothing(reference: Behaviour) -> Behaviour:
    """Nothing is done at all."""
    return reference.but(())


@edit(Means.EITHER)
def stop_early(reference: Behaviour) -> Iterator[Behaviour]:
    """The work stops after one of its first steps."""
    for length in range(1, len(reference.program)):
        yield reference.but(reference.program[:length])


@edit(Means.EITHER)
def drop_a_call(reference: Behaviour) -> Iterator[Behaviour]:
    """One call is left out."""
    calls = reference.program
    for index in range(len(calls)):
        yield reference.but(calls[:index] + calls[index + 1 :])


@edit(Means.WRONG)
def drop_the_act(reference: Behaviour) -> Behaviour:
    """All is read, and what ought to be done is not done."""
    return reference.on(ACTS, lambda _call: ())


@edit(Means.EITHER)
def swap_neighbours(reference: Behaviour) -> Iterator[Behaviour]:
    """Two neighbouring calls change places."""
    calls = reference.program
    for i in range(len(calls) - 1):
        yield reference.but((*calls[:i], calls[i + 1], calls[i], *calls[i + 2 :]))


@edit(Means.WRONG)
def act_before_reading(reference: Behaviour) -> Behaviour:
    """The payment or the hand-over comes first, the reading after it."""
    return reference.but(sorted(reference.program, key=lambda call: call.tool not in ACTS))


@edit(Means.WRONG)
def act_between_reads(reference: Behaviour) -> Behaviour:
    """The payment or the hand-over comes between the two reads."""
    if not (acts := [call for call in reference.program if call.tool in ACTS]):
        return reference
    first, *rest = reference.on(ACTS, lambda _call: ()).program
    return reference.but((first, *acts, *rest))


@edit(Means.HARMLESS)
def do_it_all_again(reference: Behaviour) -> Behaviour:
    """All calls are made a second time, each payment under the same key."""
    return reference if reference.escalates else reference.but(reference.program * 2)


@edit(Means.WRONG)
def work_on_another_order(reference: Behaviour) -> Behaviour:
    """All that is done is done on another order."""
    other = other_order(reference)
    return reference.but(call.but(order_id=other) for call in reference.program)
