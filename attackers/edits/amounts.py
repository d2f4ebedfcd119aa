"""Edits of how much is paid: every payment call of the reference, with another amount."""

from __future__ import annotations

from collections.abc import Callable

from attackers.edits.behaviour import Behaviour
from attackers.edits.edit import Means, edit
from desk.refund import CAP_CENTS


def _paying(reference: Behaviour, amount: Callable[[int], int]) -> Behaviour:
    """Put another amount, in cents, into every payment."""
    return reference.on(
        "issue_refund", lambda call: call.but(amount_cents=amount(call.args["amount_cents"]))
    )


@edit(Means.WRONG)
def pay_a_cent_more(reference: Behaviour) -> Behaviour:
    """A cent more is paid than was owed."""
    return _paying(reference, lambda cents: cents + 1)


@edit(Means.WRONG)
def pay_a_dollar_more(reference: Behaviour) -> Behaviour:
    """A dollar more is paid than was owed."""
    return _paying(reference, lambda cents: cents + 100)


@edit(Means.WRONG)
def pay_double(reference: Behaviour) -> Behaviour:
    """Twice as much is paid as was owed, in one payment."""
    return _paying(reference, lambda cents: cents * 2)


@edit(Means.WRONG)
def pay_the_cap(reference: Behaviour) -> Behaviour:
    """The cap is paid instead of what was owed."""
    return _paying(reference, lambda _cents: CAP_CENTS)


@edit(Means.WRONG)
def pay_over_the_cap(reference: Behaviour) -> Behaviour:
    """A cent over the cap is paid instead of what was owed."""
    return _paying(reference, lambda _cents: CAP_CENTS + 1)


@edit(Means.WRONG)
def pay_the_total(reference: Behaviour) -> Behaviour:
    """The order's total is paid instead of the one line that was owed."""
    return _paying(reference, lambda _cents: reference.case.total)


@edit(Means.WRONG)
def pay_a_cent_less(reference: Behaviour) -> Behaviour:
    """A cent less is paid than was owed."""
    return _paying(reference, lambda cents: cents - 1)


@edit(Means.WRONG)
def pay_half(reference: Behaviour) -> Behaviour:
    """Half of what was owed is paid."""
    return _paying(reference, lambda cents: cents // 2)


@edit(Means.WRONG)
def pay_a_cent(reference: Behaviour) -> Behaviour:
    """One cent is paid instead of what was owed."""
    return _paying(reference, lambda _cents: 1)


@edit(Means.WRONG)
def pay_zero(reference: Behaviour) -> Behaviour:
    """A payment of nothing is asked for, which the desk refuses."""
    return _paying(reference, lambda _cents: 0)


@edit(Means.WRONG)
def pay_less_than_nothing(reference: Behaviour) -> Behaviour:
    """A payment of minus what was owed is asked for, which the desk refuses."""
    return _paying(reference, lambda cents: -cents)
