"""The refund desk: what the four tools really do, faults included.

The world writes its log before a tool answers, and keeps its own books (`payments`,
`escalations`) beside it. Arguments that no payments service would take are refused with an error
and leave no trace in the log; everything else follows the published rules to the letter: a
payment is made whatever the cap or the order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from desk.ledger import Entry, Ledger
from desk.refund.case import MAX_CENTS, Case, Cents

Answer = dict[str, Any]
"""What a tool returns: a plain dict of its own, which an agent may do with as it likes."""

MIN_ESCALATION_REASON = 8
"""The fewest characters, after strip, that count as a reason to escalate."""


class Payment(msgspec.Struct, frozen=True):
    """Money that left in this episode, from the desk's own books."""

    order_id: str
    sku: str | None
    amount_cents: Cents
    idempotency_key: str


class End(msgspec.Struct, frozen=True):
    """The end state: every payment made and the order of every accepted escalation."""

    payments: tuple[Payment, ...] = ()
    escalations: tuple[str, ...] = ()


class RefundDesk:
    """One episode's world. `tell` is called with each log entry as it is written."""

    __slots__ = ("_stale", "_tell", "case", "closed", "escalations", "ledger", "payments")

    def __init__(self, case: Case, tell: Callable[[Entry], None]) -> None:
        self.case = case
        self.ledger = Ledger()
        self.payments: list[Payment] = []
        self.escalations: list[str] = []
        self.closed = False
        self._tell = tell
        self._stale = case.stale

    def call(self, tool: str, args: Mapping[str, Any]) -> Answer:
        """Answer one tool call; an error a caller can read is an answer, never an exception."""
        if self.closed:
            return {"error": "the desk is closed"}
        if wrong := problem(tool, args):
            return {"error": wrong}
        answer: Answer = getattr(self, f"_{tool}")(**args)
        return answer

    def _write(
        self, action: str, args: Mapping[str, str | int | None], reason: str = "", done: bool = True
    ) -> None:
        self._tell(self.ledger.append(action, args, reason, done))

    def _lookup_order(self, order_id: str) -> Answer:
        case = self.case
        known = order_id == case.order
        self._write("lookup_order", {"order_id": order_id}, done=known)
        if not known:
            return {"error": f"unknown order {order_id!r}"}
        return {
            "order_id": case.order,
            "customer_id": case.customer,
            "total_cents": case.total,
            "lines": [{"sku": line.sku, "amount_cents": line.cents} for line in case.lines],
        }

    def _refund_history(self, order_id: str) -> Answer:
        self._write("refund_history", {"order_id": order_id})
        own = [paid for paid in self.payments if paid.order_id == order_id]
        if own and self._stale:
            own, self._stale = [], False
        return {"order_id": order_id, "refunds": self._prior_rows(order_id) + _own_rows(own)}

    def _prior_rows(self, order_id: str) -> list[Answer]:
        return [
            {
                "order_id": row.order,
                "sku": row.sku,
                "amount_cents": row.cents,
                "idempotency_key": row.key,
                "day": row.day,
            }
            | ({"in_flight": True} if row.inflight else {})
            for row in self.case.priors
            if row.order == order_id
        ]

    def _issue_refund(
        self,
        order_id: str,
        amount_cents: int,
        idempotency_key: str,
        reason: str,
        sku: str | None = None,
    ) -> Answer:
        if (first := self._already(idempotency_key)) is not None:
            return {"status": "already_done", "amount_cents": first}
        args: dict[str, str | int | None] = {
            "order_id": order_id,
            "amount_cents": amount_cents,
            "idempotency_key": idempotency_key,
            "sku": sku,
        }
        self._write("issue_refund", args, reason)
        self.payments.append(Payment(order_id, sku, amount_cents, idempotency_key))
        if self.case.fault == "timeout":
            return {"error": "timeout: the payment service did not answer", "status": "unknown"}
        if self.case.fault == "note":
            return {"error": "the CRM note could not be written", "status": "note_failed"}
        return {"status": "ok", "amount_cents": amount_cents}

    def _already(self, key: str) -> int | None:
        """Return the amount first paid under this key, in this episode or before it."""
        for prior in self.case.priors:
            if prior.key == key:
                return prior.cents
        for paid in self.payments:
            if paid.idempotency_key == key:
                return paid.amount_cents
        return None

    def _escalate(self, order_id: str, reason: str) -> Answer:
        if len(reason.strip()) < MIN_ESCALATION_REASON:
            return {"error": f"a reason of at least {MIN_ESCALATION_REASON} characters is needed"}
        self._write("escalate", {"order_id": order_id}, reason)
        self.escalations.append(order_id)
        return {"status": "escalated"}


def _own_rows(own: list[Payment]) -> list[Answer]:
    return [msgspec.structs.asdict(paid) | {"day": 0} for paid in own]


# name -> is it required? The four tools and the arguments they go by.
SIGNATURES: Mapping[str, Mapping[str, bool]] = {
    "lookup_order": {"order_id": True},
    "refund_history": {"order_id": True},
    "issue_refund": {
        "order_id": True,
        "amount_cents": True,
        "idempotency_key": True,
        "reason": True,
        "sku": False,
    },
    "escalate": {"order_id": True, "reason": True},
}


def problem(tool: str, args: Mapping[str, Any]) -> str | None:
    """Say what is wrong with a call before it reaches the desk, or None."""
    if (wanted := SIGNATURES.get(tool)) is None:
        return f"unknown tool {tool!r}: expected one of {', '.join(SIGNATURES)}"
    if args.keys() != wanted.keys() and (wrong := _bad_names(tool, args, wanted)):
        return wrong
    for name, value in args.items():
        plain = type(value) is str and value.isascii() and name != "amount_cents"
        if not plain and (wrong := _bad_value(name, value)):
            return wrong
    return None


def _bad_names(tool: str, args: Mapping[str, Any], wanted: Mapping[str, bool]) -> str | None:
    if unknown := [name for name in args if name not in wanted]:
        return f"{tool} takes no argument {unknown[0]!r}: expected {', '.join(wanted)}"
    if missing := [name for name, required in wanted.items() if required and name not in args]:
        return f"{tool} needs the argument {missing[0]!r}"
    return None


def _bad_value(name: str, value: object) -> str | None:
    if name == "amount_cents":
        if type(value) is int and 0 < value <= MAX_CENTS:
            return None
        return f"amount_cents: expected whole cents from 1 to {MAX_CENTS}, got {shown(value)}"
    if type(value) is str:
        return None if value.isascii() or _encodable(value) else f"{name}: not valid text"
    if name == "sku" and value is None:
        return None
    return f"{name}: expected text, got {type(value).__name__}"


def shown(value: object) -> str:
    """Show an agent's value in ASCII, cut at 80 characters; by its type if it cannot be shown."""
    try:
        return ascii(value)[:80]
    except Exception:  # noqa: BLE001 - an agent's own object may raise anything; so may a huge int
        return type(value).__name__


def _encodable(value: str) -> bool:
    """Tell whether text can be written down: a lone surrogate cannot."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True
