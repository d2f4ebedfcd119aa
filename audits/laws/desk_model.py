"""What the refund desk ought to do with a call, worked out from what stood there before it."""

from __future__ import annotations

from typing import Any

from audits.laws.money import made_payments
from audits.laws.walk import Step
from desk.refund import RefundRollout
from desk.refund.case import MAX_CENTS
from desk.refund.world import MIN_ESCALATION_REASON

PAYMENT = ("order_id", "amount_cents", "idempotency_key", "sku")


def told(paid: Any) -> tuple[Any, ...]:
    """Write a payment of the books as a tuple of its `PAYMENT` fields."""
    return tuple(getattr(paid, name) for name in PAYMENT)


def history(step: Step) -> list[tuple[Any, ...]]:
    """List what a history that is asked for has to show, prior rows first."""
    made, order = step.before, step.call.args["order_id"]
    prior = [(r.order, r.cents, r.key, r.sku) for r in made.case.priors if r.order == order]
    own = [told(paid) for paid in made_payments(made) if paid.order_id == order]
    hidden = made.case.stale and own and not _stale_read_used(made)
    return prior if hidden else prior + own


def _stale_read_used(made: RefundRollout) -> bool:
    paid: set[object] = set()
    for entry in made.log:
        order = entry.args["order_id"]
        if entry.action == "issue_refund":
            paid.add(order)
        if entry.action == "refund_history" and order in paid:
            return True
    return False


def is_sound(step: Step) -> bool:
    """Whether the desk ought to take the call, an open desk granted."""
    args = step.call.args
    cents = args.get("amount_cents", 1)
    texts = [v for name, v in args.items() if name not in ("amount_cents", "sku")]
    if not isinstance(args.get("sku"), str | None) or not all(isinstance(v, str) for v in texts):
        return False
    if type(cents) is not int or not 0 < cents <= MAX_CENTS:
        return False
    return step.call.tool != "escalate" or len(args["reason"].strip()) >= MIN_ESCALATION_REASON


def first_cents(step: Step) -> int | None:
    """Return what was first paid under the call's key, before or in this episode; else None."""
    key = step.call.args.get("idempotency_key")
    prior = [(row.key, row.cents) for row in step.before.case.priors]
    own = [(paid.idempotency_key, paid.amount_cents) for paid in made_payments(step.before)]
    return next((cents for used, cents in (*prior, *own) if used == key), None)


def pays(step: Step) -> bool:
    """Whether the call has to move money."""
    fresh = step.call.tool == "issue_refund" and first_cents(step) is None
    return fresh and not step.closed and is_sound(step)
