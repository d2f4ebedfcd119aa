"""Which cents were owed: to whom, for what, how much, and once.

Judged on the desk's own books and the case, so that no rewriting of the log changes the answer.
"""

from __future__ import annotations

from desk.refund import Case, Payment
from scorer.evidence import Evidence


def unowed_cents(e: Evidence) -> int:
    """Cents that left without being owed, over all payments of the episode.

    Conservation: what was owed = what was paid of it + what is still unpaid; all else is unowed.
    """
    paid = sum([payment.amount_cents for payment in e.end.payments])
    return paid - owed_cents_paid(e)


def owed_cents_paid(e: Evidence) -> int:
    """Cents that went to the owed line, up to what was owed there."""
    to_line = [paid.amount_cents for paid in e.end.payments if is_for_owed_line(e.case, paid)]
    return min(sum(to_line), e.case.expect.cents)


def is_for_owed_line(case: Case, paid: Payment) -> bool:
    """Whether a payment goes to the order and the line that are owed.

    A payment that names no line is for the line of an order that has only one; on an order with
    several it cannot be said what it was for.
    """
    line = case.owed_line
    if line is None or paid.order_id != case.order:
        return False
    return paid.sku == line.sku or (paid.sku is None and len(case.lines) == 1)


def pays_what_is_owed(e: Evidence) -> bool:
    """Whether the books hold exactly the one payment that was owed."""
    if len(e.end.payments) != 1:
        return False
    paid = e.end.payments[0]
    return is_for_owed_line(e.case, paid) and paid.amount_cents == e.case.expect.cents
