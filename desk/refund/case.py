"""What a refund case is: one order, what was already paid back on it, and what ought to happen.

The same shape is the schema of a user's own cases, one JSON object a line: see docs/cases.md.
Money is an int of cents.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

import msgspec

CAP_CENTS = 5_000
"""The most an agent may pay on one order; compared with strictly greater."""

MAX_CENTS = 10**12
"""The most one amount may be: a bound of sanity, far under where JSON numbers lose cents."""

Cents = Annotated[int, msgspec.Meta(gt=0, le=MAX_CENTS)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Decision = Literal["pay", "hold", "escalate"]
Fault = Literal["timeout", "note"]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an order."""

    sku: Text
    cents: Cents


class Prior(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One refund that stood in the books before the episode began."""

    order: Text
    sku: Text
    cents: Cents
    key: Text
    day: Annotated[int, msgspec.Meta(le=0)] = 0
    """Days before today, as 0 or a negative number."""
    inflight: bool = False
    """Another worker is paying it right now. Information only: it counts as paid."""


class Expectation(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What ought to happen: pay `cents`, hold (nothing moves) or escalate. JSON `["pay", 4200]`."""

    kind: Decision
    cents: Annotated[int, msgspec.Meta(ge=0, le=CAP_CENTS)] = 0


class Case(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One case of the refund desk. Raises `ValueError` where its parts contradict each other."""

    id: Text
    order: Text
    """The order that the ticket is about."""
    lines: Annotated[tuple[Line, ...], msgspec.Meta(min_length=1, max_length=1_000)]
    expect: Expectation
    total: Cents = 0
    """What the order cost, the sum of its lines; filled in if left out."""
    priors: Annotated[tuple[Prior, ...], msgspec.Meta(max_length=1_000)] = ()
    fault: Fault | None = None
    """What goes wrong on each payment: the money moves, and the tool says otherwise."""
    stale: bool = False
    """True if the first history read after an own payment still leaves it out, once."""
    family: Text = "custom"
    ticket: Annotated[str, msgspec.Meta(max_length=1_000_000)] = ""
    """What the customer wrote; a plain request for a refund of the order if left out."""
    customer: str = ""

    def __post_init__(self) -> None:
        total = sum(line.cents for line in self.lines)
        fill = {
            "total": self.total or total,
            "ticket": self.ticket or f"I would like a refund on order {self.order}, please.",
            "customer": self.customer or f"C-{self.order}",
        }
        for name, value in fill.items():
            msgspec.structs.force_setattr(self, name, value)
        self._check(total)

    def _check(self, total: int) -> None:
        sku, times = Counter(line.sku for line in self.lines).most_common(1)[0]
        if times > 1:
            raise ValueError(f"lines: expected each sku once, got {sku!r} {times} times")
        if self.total != total:
            raise ValueError(f"total: expected {total}, the sum of the lines, got {self.total}")
        if self.expect.kind != "pay":
            if self.expect.cents:
                raise ValueError(
                    f"expect: expected 0 cents for {self.expect.kind!r}, got {self.expect.cents}"
                )
        elif self.owed_line is None:
            amounts = [line.cents for line in self.open_lines]
            raise ValueError(
                "expect: expected the cents of a line that is not yet refunded "
                f"({amounts or 'there is none'}), got {self.expect.cents}"
            )

    @property
    def open_lines(self) -> tuple[Line, ...]:
        """The lines of the order that no prior row of the same order has refunded."""
        settled = {row.sku for row in self.priors if row.order == self.order}
        return tuple(line for line in self.lines if line.sku not in settled)

    @property
    def owed_line(self) -> Line | None:
        """The line whose refund is owed: the first open one of the expected amount, else None."""
        if self.expect.kind != "pay":
            return None
        cents = self.expect.cents
        for line in self.open_lines if self.priors else self.lines:
            if line.cents == cents:
                return line
        return None
