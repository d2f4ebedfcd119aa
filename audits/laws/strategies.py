"""Hypothesis strategies for the refund desk: any case, any tool call, any program of calls.

Public: use them in tests of your own, e.g.

    @given(cases().flatmap(lambda case: st.tuples(st.just(case), programs(case))))

They shrink towards one line of one cent, no prior rows, no fault, and few calls with plain
arguments. What is drawn of a call is which one of a case's orders, lines and amounts it uses; so
the strategies are built once, and a case shrinks without its calls changing their kind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from attackers.program import Call
from desk.refund import CAP_CENTS, Case, Expectation, Line, Prior

T = TypeVar("T")
Move: TypeAlias = Callable[[Case], Call]
"""A call that is yet to be put in terms of a case."""

OWN, OTHER = "10", "20"
"""The order of every generated case, and one that is not its own."""

SKUS = tuple("ABCDEFGH")
FOREIGN_SKU = "Z"
KEYS = ("k1", "k2", "k3")
PRIOR_KEYS = ("p1", "p2", "k1")
READS = ("lookup_order", "refund_history")
REASON = "records checked"
REASONS = (REASON, "ok", " ", "", "пересмотрено", "\N{MONEY BAG} refund due, see the ticket")
AMOUNTS = (1, 2, 100, 1_850, CAP_CENTS - 1, CAP_CENTS, CAP_CENTS + 1, 6_000, 24_900)
BAD_VALUES: dict[str, tuple[Any, ...]] = {
    "amount_cents": (0, -1, "1", True, 1.5, None, 10**13),
    "order_id": (None, 10, ["10"]),
    "idempotency_key": (None, 0),
    "reason": (None, 1),
    "sku": (0, ["A"]),
}
"""For each argument, values that the desk refuses."""

_PICK = st.integers(0, 11)
_AMOUNT = st.one_of(st.sampled_from(AMOUNTS), st.integers(1, 2 * CAP_CENTS))


def _of(options: Sequence[T], pick: int) -> T:
    return options[pick % len(options)]


def amounts() -> SearchStrategy[int]:
    """Draw an amount in cents: around the cap, plain ones, or anything up to twice the cap."""
    return _AMOUNT


@cache
def cases() -> SearchStrategy[Case]:
    """Draw a case: 1 to 8 lines, up to 4 prior rows, any fault, any expectation that fits."""
    cents = st.lists(_AMOUNT, min_size=1, max_size=len(SKUS))
    row = st.tuples(
        st.sampled_from((OWN, OTHER)),
        _PICK,
        st.one_of(st.none(), _AMOUNT),
        st.sampled_from(PRIOR_KEYS),
        st.integers(0, 30),
        st.booleans(),
    )
    fault = st.sampled_from((None, "timeout", "note"))
    return st.builds(_case, cents, st.lists(row, max_size=4), _PICK, fault, st.booleans())


def _case(cents: list[int], rows: list[Any], expected: int, fault: Any, stale: bool) -> Case:
    lines = tuple(Line(sku, each) for sku, each in zip(SKUS, cents, strict=False))
    priors = tuple(_prior(lines, *row) for row in rows)
    expect = _of(expectations(lines, priors), expected)
    return Case(
        id="generated",
        order=OWN,
        lines=lines,
        priors=priors,
        expect=expect,
        fault=fault,
        stale=stale,
    )


def _prior(
    lines: tuple[Line, ...],
    order: str,
    pick: int,
    cents: int | None,
    key: str,
    days: int,
    inflight: bool,
) -> Prior:
    line = _of((*lines, Line(FOREIGN_SKU, 100)), pick)
    return Prior(order, line.sku, cents or line.cents, key, -days, inflight)


def expectations(lines: tuple[Line, ...], rows: tuple[Prior, ...]) -> list[Expectation]:
    """List what may be expected of a case: its honest outcome first, then every other that fits."""
    settled = {row.sku for row in rows if row.order == OWN}
    cents = [line.cents for line in lines if line.sku not in settled]
    pays = [Expectation("pay", each) for each in cents if each <= CAP_CENTS]
    hold, escalate = Expectation("hold"), Expectation("escalate")
    if not cents:
        return [hold, escalate]
    return [*pays, hold, escalate] if cents[0] <= CAP_CENTS else [escalate, *pays, hold]


def _order(case: Case, pick: int) -> str:
    """Pick the case's own order, one that nobody knows, or one of its prior rows'."""
    stranger = OTHER if case.order != OTHER else OWN
    return _of((case.order, stranger, *(row.order for row in case.priors)), pick)


def _sku(case: Case, pick: int) -> str | None:
    """Pick a line of the case, no line, or one that is not on the order."""
    return _of((*(line.sku for line in case.lines), None, FOREIGN_SKU), pick)


def _cents(case: Case, drawn: int) -> int:
    """Take an amount as it was drawn; 0 and less picks one that has to do with the case."""
    near = (case.expect.cents, *(line.cents for line in case.lines), case.total)
    around = [cents + step for cents in near for step in (0, 1, -1) if cents + step > 0]
    return drawn if drawn > 0 else _of(around, -drawn)


def _key(case: Case, pick: int) -> str:
    return _of((*KEYS, *(row.key for row in case.priors)), pick)


def _booked(case: Case, pick: int, key: str) -> tuple[int, str, str]:
    """Pick cents and sku as a prior row of the order or a line of it has them."""
    rows = [(row.cents, key, row.sku) for row in case.priors if row.order == case.order]
    return _of((*rows, *((line.cents, key, line.sku) for line in case.lines)), pick)


_CENTS = st.one_of(_PICK.map(lambda pick: -pick), _AMOUNT)
_REASON = st.sampled_from(REASONS)
_READ: SearchStrategy[Move] = st.builds(
    lambda tool, order: lambda case: read(tool, _order(case, order)), st.sampled_from(READS), _PICK
)
_ESCALATE: SearchStrategy[Move] = st.builds(
    lambda order, reason: (
        lambda case: Call("escalate", {"order_id": _order(case, order), "reason": reason})
    ),
    _PICK,
    _REASON,
)
_PAY_ANYTHING: SearchStrategy[Move] = st.builds(
    lambda order, cents, key, reason, sku: (
        lambda case: payment(
            _order(case, order), _cents(case, cents), _key(case, key), _sku(case, sku), reason
        )
    ),
    _PICK,
    _CENTS,
    _PICK,
    _REASON,
    _PICK,
)
_PAY_AS_BOOKED: SearchStrategy[Move] = st.builds(
    lambda pick, key, reason: (
        lambda case: payment(_order(case, 0), *_booked(case, pick, _key(case, key)), reason)
    ),
    _PICK,
    _PICK,
    _REASON,
)
_PAY = st.one_of(_PAY_AS_BOOKED, _PAY_ANYTHING)


def _spoilt(move: Move, which: int, value: int) -> Move:
    def call(case: Case) -> Call:
        sound = move(case)
        name = _of(tuple(sound.args), which)
        return sound.but(**{name: _of(BAD_VALUES[name], value)})

    return call


_REFUSED: SearchStrategy[Move] = st.builds(_spoilt, st.one_of(_READ, _PAY, _ESCALATE), _PICK, _PICK)
_CALL = st.one_of(_READ, _PAY, _PAY, _ESCALATE, _REFUSED)


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


def read(tool: str, order: str) -> Call:
    """Write a read as a call."""
    return Call(tool, {"order_id": order})


def payment(order: str, cents: int, key: str, sku: str | None, reason: str = REASON) -> Call:
    """Write a payment as a call; no `sku` names no line."""
    args = {"order_id": order, "amount_cents": cents, "idempotency_key": key, "reason": reason}
    return Call("issue_refund", args if sku is None else args | {"sku": sku})


def fresh_key(case: Case, name: str) -> str:
    """Return a key for an own payment that is none of the case's prior rows'."""
    used = {row.key for row in case.priors}
    while name in used:
        name += "+"
    return name


def right_work(case: Case) -> tuple[Call, ...]:
    """Write the right work on a case: both reads, then what is owed, once. Knows the outcome."""
    both = tuple(read(tool, case.order) for tool in READS)
    if case.expect.kind == "escalate":
        return (*both, Call("escalate", {"order_id": case.order, "reason": REASON}))
    if (line := case.owed_line) is None:
        return both
    return (*both, payment(case.order, line.cents, fresh_key(case, "work"), line.sku))
