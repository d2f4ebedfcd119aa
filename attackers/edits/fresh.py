"""Names that a case does not know yet, and other wordings: what edits put in place of what is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from attackers.edits.behaviour import Behaviour
from attackers.program import Call

REWORDED = "The customer is owed this; both records were checked first."
"""A reason in words that no agent of ours uses, long enough for every tool."""

OTHER_WORDS = "Thank you for your patience. Your request has been dealt with."
"""Last words that no agent of ours uses."""


def other_order(behaviour: Behaviour) -> str:
    """Name an order that neither the case nor its earlier refunds know."""
    known = {behaviour.case.order, *(row.order for row in behaviour.case.priors)}
    return next(name for name in _numbered(f"{behaviour.case.order}-other") if name not in known)


def other_key(behaviour: Behaviour, stem: str = "another-key") -> str:
    """Name a key that neither the program nor an earlier refund has used."""
    used = {row.key for row in behaviour.case.priors}
    used |= {call.args["idempotency_key"] for call in behaviour.payments}
    return next(name for name in _numbered(stem) if name not in used)


def other_sku(behaviour: Behaviour) -> str:
    """Name a line that the order does not have."""
    known = {line.sku for line in behaviour.case.lines}
    return next(name for name in _numbered("NO-SUCH-LINE") if name not in known)


def payment(behaviour: Behaviour, sku: str | None, cents: int, reason: str = REWORDED) -> Call:
    """Write a payment on the case's own order under a key of its own."""
    args = {
        "order_id": behaviour.case.order,
        "amount_cents": cents,
        "idempotency_key": other_key(behaviour),
        "reason": reason,
    }
    return Call("issue_refund", args if sku is None else args | {"sku": sku})


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in count(2))
