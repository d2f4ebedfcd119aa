"""Strategies of tool calls and programs, each in terms of a case.

What is drawn of a call is which one of a case's orders, lines and amounts it uses; so the
strategies are built once, and a case shrinks without its calls changing their kind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from attackers.program import Call
from audits.laws.strategies.cases import AMOUNT, FOREIGN_SKU, OTHER, OWN, PICK, pick_of
from audits.laws.strategies.work import READS, REASON, payment, read
from desk.refund import Case

Move: TypeAlias = Callable[[Case], Call]
"""A call that is yet to be put in terms of a case."""

KEYS = ("k1", "k2", "k3", "k4", "k5")
REASONS = (REASON, "ok", " ", "", "пересмотрено", "\N{MONEY BAG} refund due, see the ticket")
BAD_VALUES: dict[str, tuple[Any, ...]] = {
    "amount_cents": (0, -1, "1", True, 1.5, None, 10**13),
    "order_id": (None, 10, ["10"]),
    "idempotency_key": (None, 0),
    "reason": (None, 1),
    "sku": (0, ["A"]),
}
"""For each argument, values that the desk refuses."""


def _order(case: Case, pick: int) -> str:
    """Pick the case's own order most often, one that nobody knows, or one of its prior rows'."""
    own, stranger = case.order, OTHER if case.order != OTHER else OWN
    return pick_of((own, stranger, own, own, *(row.order for row in case.priors)), pick)


def _sku(case: Case, pick: int) -> str | None:
    """Pick a line of the case, no line, or one that is not on the order."""
    return pick_of((*(line.sku for line in case.lines), None, FOREIGN_SKU), pick)


def _cents(case: Case, drawn: int) -> int:
    """Take an amount as it was drawn; 0 and less picks one that has to do with the case."""
    near = (case.expect.cents, *(line.cents for line in case.lines), case.total)
    around = [cents + step for cents in near for step in (0, 1, -1) if cents + step > 0]
    return drawn if drawn > 0 else pick_of(around, -drawn)


def _key(case: Case, pick: int) -> str:
    return pick_of((*KEYS, *(row.key for row in case.priors)), pick)


def _booked(case: Case, pick: int, key: str) -> tuple[int, str, str]:
    """Pick cents and sku as a prior row of the order or a line of it has them."""
    rows = [(row.cents, key, row.sku) for row in case.priors if row.order == case.order]
    return pick_of((*rows, *((line.cents, key, line.sku) for line in case.lines)), pick)


_CENTS = st.one_of(PICK.map(lambda pick: -pick), AMOUNT)
_REASON = st.sampled_from(REASONS)
_READ: SearchStrategy[Move] = st.builds(
    lambda tool, order: lambda case: read(tool, _order(case, order)), st.sampled_from(READS), PICK
)
_ESCALATE: SearchStrategy[Move] = st.builds(
    lambda order, reason: (
        lambda case: Call("escalate", {"order_id": _order(case, order), "reason": reason})
    ),
    PICK,
    _REASON,
)
_PAY_ANYTHING: SearchStrategy[Move] = st.builds(
    lambda order, cents, key, reason, sku: (
        lambda case: payment(
            _order(case, order), _cents(case, cents), _key(case, key), _sku(case, sku), reason
        )
    ),
    PICK,
    _CENTS,
    PICK,
    _REASON,
    PICK,
)
_PAY_AS_BOOKED: SearchStrategy[Move] = st.builds(
    lambda pick, key, reason: (
        lambda case: payment(_order(case, 0), *_booked(case, pick, _key(case, key)), reason)
    ),
    PICK,
    PICK,
    _REASON,
)
_PAY = st.one_of(_PAY_AS_BOOKED, _PAY_ANYTHING)


def _spoilt(move: Move, which: int, value: int) -> Move:
    def call(case: Case) -> Call:
        sound = move(case)
        name = pick_of(tuple(sound.args), which)
        return sound.but(**{name: pick_of(BAD_VALUES[name], value)})

    return call


_REFUSED: SearchStrategy[Move] = st.builds(_spoilt, st.one_of(_READ, _PAY, _ESCALATE), PICK, PICK)
_CALL = st.one_of(_READ, _PAY, _ESCALATE, _REFUSED)


def reads(case: Case) -> SearchStrategy[Call]:
    """Draw a call that only reads: order or history, of any order."""
    return _READ.map(lambda move: move(case))


def payments(case: Case) -> SearchStrategy[Call]:
    """Draw a payment: any order, line and amount; its key is fresh, used, or a prior row's."""
    return _PAY.map(lambda move: move(case))


def escalations(case: Case) -> SearchStrategy[Call]:
    """Draw a call for a person, with or without a reason that will do."""
    return _ESCALATE.map(lambda move: move(case))


def refused_calls(case: Case) -> SearchStrategy[Call]:
    """Draw a call that the desk has to refuse: one argument is of no use."""
    return _REFUSED.map(lambda move: move(case))


def tool_calls(case: Case) -> SearchStrategy[Call]:
    """Draw any call: reads, payments, escalations, now and then one that is refused."""
    return _CALL.map(lambda move: move(case))


@cache
def _moves(most: int) -> SearchStrategy[list[Move]]:
    return st.lists(_CALL, max_size=most)


def programs(case: Case, most: int = 6) -> SearchStrategy[tuple[Call, ...]]:
    """Draw a program of up to `most` calls."""
    return _moves(most).map(lambda moves: tuple(move(case) for move in moves))
