"""Pairs of twins, drawn: made of any case the schema allows, or of a published one."""

from __future__ import annotations

from hypothesis import strategies as st
from msgspec.structs import replace

from desk.refund import Case, CaseSet
from desk.refund.twins import Pair, right_end, twin_cases
from desk.twins import Twins
from tests.strategies import cases, published_cases


def twins_of(case: Case, seed: int = 0) -> Twins[Pair]:
    return twin_cases(CaseSet("one", (case,)), seed)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Case, Pair]:
    """A case whose expectation follows from its history, and one of the pairs made of it."""
    case = draw(cases() | published_cases())
    case = replace(case, expect=right_end(case))
    return case, draw(st.sampled_from(twins_of(case, draw(st.integers(0, 9))).pairs))
