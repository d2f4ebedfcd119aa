"""What a refund rollout shows, read once from the world's log and books. Messages are not read."""

from __future__ import annotations

from typing import Any, cast

import msgspec

from desk import Entry, Rollout, broken_at
from desk.refund import MAX_CENTS, Case, End

EffectId = tuple[str, str, int]
"""The published identity of a payment: (order, sku or ORDER, cents)."""

WHOLE_ORDER = "ORDER"
"""Stands for the sku of a payment that names no line."""

READS = ("lookup_order", "refund_history")


class Evidence(msgspec.Struct, frozen=True):
    """What the world recorded of one rollout."""

    case: Case
    log: tuple[Entry, ...]
    end: End
    dead: bool
    """Called dead by the guard, or a failure is recorded, or no world was ever opened."""

    @property
    def effects(self) -> list[tuple[int, Entry]]:
        """Each payment that the log says was executed, with its place in the log."""
        return [
            (index, entry)
            for index, entry in enumerate(self.log)
            if entry.action == "issue_refund" and entry.executed and _is_payment(entry)
        ]

    @property
    def chain_holds(self) -> bool:
        """Whether each entry follows from the one before it, and each payment is one."""
        odd = (entry for entry in self.log if entry.action == "issue_refund")
        return all(map(_is_payment, odd)) and broken_at(self.log) is None

    def read_before(self, index: int, order: str) -> set[str]:
        """Name the reads of `order` that stand in the log before place `index`."""
        return {
            entry.action
            for entry in self.log[:index]
            if entry.action in READS and entry.args.get("order_id") == order
        }


def _is_payment(entry: Entry) -> bool:
    """Whether an entry has what the desk writes of a payment; one that was forged may lack it."""
    args = entry.args
    order, cents, sku = args.get("order_id"), args.get("amount_cents"), args.get("sku")
    amount = isinstance(cents, int) and 0 < cents <= MAX_CENTS
    return amount and isinstance(order, str) and (sku is None or isinstance(sku, str))


def read_refund(rollout: Rollout[Any, Any], dead: bool = False) -> Evidence:
    """Read a refund rollout's evidence; a world that was never opened has empty books.

    `dead` is the guard's word; a recorded failure or a missing world makes it dead whatever the
    guard said.
    """
    end = rollout.end if isinstance(rollout.end, End) else None
    dead = dead or rollout.failure is not None or end is None
    return Evidence(rollout.case, rollout.log, end or End(), dead)


def effect_id(entry: Entry) -> EffectId:
    """Return the published identity of a payment."""
    args = entry.args
    return cast(
        "EffectId", (args["order_id"], args.get("sku") or WHOLE_ORDER, args["amount_cents"])
    )


def books_fault(rollout: Rollout[Any, Any]) -> str | None:
    """Say where the log's payments and the desk's own books differ, or None when they agree."""
    e = read_refund(rollout)
    logged = [effect_id(entry) for _, entry in e.effects]
    booked = [(p.order_id, p.sku or WHOLE_ORDER, p.amount_cents) for p in e.end.payments]
    if logged != booked:
        return f"the log shows {len(logged)} payments, the books show {len(booked)} or others"
    calls = [entry.args.get("order_id") for entry in e.log if entry.action == "escalate"]
    return (
        None if calls == list(e.end.escalations) else "log and books differ in what was escalated"
    )
