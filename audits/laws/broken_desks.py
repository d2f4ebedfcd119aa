"""Broken twins of the refund desk that its laws must catch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as with_changes

from audits.laws.law import Subject, Twist
from desk.refund import RefundDesk


class Skimming(RefundDesk):
    """Books a cent more than it logs."""

    __slots__ = ()

    def _issue_refund(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        known = len(self.payments)
        answer = super()._issue_refund(*args, **kwargs)
        for place in range(known, len(self.payments)):
            paid = self.payments[place]
            self.payments[place] = with_changes(paid, amount_cents=paid.amount_cents + 1)
        return answer


class Stuttering(RefundDesk):
    """Pays twice, in log and books alike."""

    __slots__ = ()

    def _issue_refund(self, *args: Any, **kwargs: Any) -> dict[str, Any]:
        known = len(self.payments)
        answer = super()._issue_refund(*args, **kwargs)
        for paid in self.payments[known:]:
            self._write("issue_refund", self.ledger.entries[-1].args, "again")
            self.payments.append(paid)
        return answer


class Forgetful(RefundDesk):
    """Does not write down that an order was looked up."""

    __slots__ = ()

    def _lookup_order(self, order_id: str) -> dict[str, Any]:
        answer = super()._lookup_order(order_id)
        self.ledger.entries.pop()
        return answer


class Keyless(RefundDesk):
    """Pays again under a used key."""

    __slots__ = ()

    def _already(self, _key: str) -> int | None:
        return None


class Noting(RefundDesk):
    """Writes a refused call into the log."""

    __slots__ = ()

    def call(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Answer as ever, and note an error that left no trace."""
        known = len(self.ledger.entries)
        answer = super().call(tool, args)
        if "error" in answer and not self.closed and len(self.ledger.entries) == known:
            self._write("note", {"order_id": self.case.order})
        return answer


class Ajar(RefundDesk):
    """Goes on working when it is closed."""

    __slots__ = ()

    def call(self, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        """Answer as if the desk were open."""
        closed, self.closed = self.closed, False
        try:
            return super().call(tool, args)
        finally:
            self.closed = closed


class Whitewashing(RefundDesk):
    """Shows no earlier refunds."""

    __slots__ = ()

    def _prior_rows(self, _order_id: str) -> list[dict[str, Any]]:
        return []


def on(desk: type[RefundDesk]) -> Twist:
    """Make a canary of a broken desk."""
    return lambda subject: replace(subject, desk=desk)


def miscounting(subject: Subject) -> Subject:
    """Make a canary whose metric of unowed cents is one too many."""
    scorer = subject.scorer
    metric = scorer.metrics.get("unowed_cents", lambda _e: 0)
    metrics = {**scorer.metrics, "unowed_cents": lambda e: metric(e) + 1}
    return replace(subject, scorer=replace(scorer, metrics=metrics))
