"""Where the argument of a call may come from, the plainest source first, and how it is bent.

Everything is what a tool would answer or what anybody could guess: the ticket's order, amounts and
skus of its lines, rows of its history, the cap, another order. Nothing is taken from the expected
outcome. A source that a case lacks stands for a plainer one that it has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attackers.refund.moves import REASON
from desk.refund import CAP_CENTS, Case, Line
from desk.refund.case import MAX_CENTS

Value = str | int | None
Source = Callable[[Any], Value]


def _first_open(case: Case) -> Line:
    return (case.open_lines or case.lines)[0]


_LINES: tuple[Callable[[Case], Line], ...] = (
    _first_open,
    lambda case: (case.open_lines or case.lines)[-1],
    lambda case: case.lines[0],
    lambda case: case.lines[-1],
)


def _other_order(case: Case) -> str:
    """Return the order of a history row that is not this order's, or one next to it."""
    rows = (row.order for row in case.priors if row.order != case.order)
    return next(rows, f"{case.order}-2")


_ORDERS: tuple[Source, ...] = (
    lambda case: case.order,
    _other_order,
    lambda case: f"{case.order}-3",
)

_SKUS: tuple[Source, ...] = (
    *(lambda case, line=line: line(case).sku for line in _LINES),
    lambda _: None,
    lambda case: case.priors[0].sku if case.priors else None,
    lambda _: "NONE-0",
)

_BASES: tuple[Callable[[Case], int], ...] = (
    *(lambda case, line=line: line(case).cents for line in _LINES),
    lambda case: case.total,
    lambda case: case.priors[0].cents if case.priors else CAP_CENTS,
    lambda _: CAP_CENTS,
    lambda _: 1,
)

_BENDS: tuple[Callable[[int], int], ...] = (
    lambda cents: cents,
    lambda cents: cents + 1,
    lambda cents: cents - 1,
    lambda cents: cents * 2,
    lambda cents: cents // 2,
    lambda cents: cents * 10,
)


def _amount(base: Callable[[Case], int], bend: Callable[[int], int], case: Case) -> int:
    return min(max(bend(base(case)), 1), MAX_CENTS)


_KEYS: tuple[Source, ...] = (
    lambda case: f"{case.order}:a",
    lambda case: f"{case.order}:b",
    lambda case: f"{case.order}:c",
    lambda case: case.priors[0].key if case.priors else f"{case.order}:a",
)

_REASONS: tuple[Source, ...] = (lambda _: REASON, lambda _: "", lambda _: "no")

SOURCES: Mapping[str, tuple[Source, ...]] = {
    "order_id": _ORDERS,
    "sku": _SKUS,
    "amount_cents": tuple(partial(_amount, base, bend) for bend in _BENDS for base in _BASES),
    "idempotency_key": _KEYS,
    "reason": _REASONS,
}
"""For each argument of the desk's tools, its sources, the plainest first."""
