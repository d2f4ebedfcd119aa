"""Strategies of cases: any lines, prior rows, faults and expectations that fit together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from desk.refund import CAP_CENTS, Case, Expectation, Line, Prior

T = TypeVar("T")

OWN, OTHER = "10", "20"
"""The order of every generated case, and one that is not its own."""

SKUS = tuple("ABCDEFGH")
FOREIGN_SKU = "Z"
PRIOR_KEYS = ("p1", "p2", "k1")
AMOUNTS = (1, 2, 100, 1_850, CAP_CENTS - 1, CAP_CENTS, CAP_CENTS + 1, 6_000, 24_900)

AMOUNT = st.one_of(st.sampled_from(AMOUNTS), st.integers(1, 2 * CAP_CENTS))
PICK = st.integers(0, 11)
"""Which of some options, by remainder: so that it can be drawn before they are known."""


def pick_of(options: Sequence[T], pick: int) -> T:
    """Return the option that a pick stands for."""
    return options[pick % len(options)]


def amounts() -> SearchStrategy[int]:
    """Draw an amount in cents: around the cap, plain ones, or anything up to twice the cap."""
    return AMOUNT


@cache
def cases() -> SearchStrategy[Case]:
    """Draw a case: 1 to 8 lines, up to 4 prior rows, any fault, any expectation that fits."""
    cents = st.lists(AMOUNT, min_size=1, max_size=len(SKUS))
    row = st.tuples(
        st.sampled_from((OWN, OTHER)),
        PICK,
        st.one_of(st.none(), AMOUNT),
        st.sampled_from(PRIOR_KEYS),
        st.integers(0, 30),
        st.booleans(),
    )
    fault = st.sampled_from((None, "timeout", "note"))
    return st.builds(_case, cents, st.lists(row, max_size=4), PICK, fault, st.booleans())


def _case(cents: list[int], rows: list[Any], expected: int, fault: Any, stale: bool) -> Case:
    lines = tuple(Line(sku, each) for sku, each in zip(SKUS, cents, strict=False))
    priors = tuple(_prior(lines, *row) for row in rows)
    expect = pick_of(expectations(lines, priors), expected)
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
    line = pick_of((*lines, Line(FOREIGN_SKU, 100)), pick)
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
