"""Strategies of calls and programs on the settlement desk, and the right work on a case."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from attackers.program import Call, Program
from desk.settlement import DECISION, SHIP_BY, SettlementCase
from desk.settlement.record import RETRY_IN_TIME
from desk.settlement.task import RETRY_TICKS
from desk.settlement.world import PROBE_TICKS

READS = ("read_processor", "read_ledger", "read_erp", "read_bank")
ENDS = ("ship", "close", "write_off", "escalate")
KEYS = ("", "-k1", "-k2")
"""What stands after the pending capture's key in a key: nothing for its own."""


def call(tool: str, **args: Any) -> Call:
    """Write one call."""
    return Call(tool, args)


def probe(case: SettlementCase, key: str = "") -> Call:
    """Ask the authority."""
    return call("probe_processor", ref=f"{case.task.ref}{key}")


def right_work(case: SettlementCase) -> Program:
    """Write the right work on a case, asking once, when it is known. Knows the outcome."""
    task = case.task
    if task.resolves_at > SHIP_BY:
        return (_until(SHIP_BY), probe(case), call("escalate"))
    known = max(task.resolves_at, DECISION + PROBE_TICKS + 1)
    asked = (_until(known), probe(case))
    if task.settles:
        return (*asked, call("ship"))
    if known > RETRY_IN_TIME:
        return (*asked, call("close"))
    again = (call("retry_capture", key=task.ref), call("wait", ticks=RETRY_TICKS))
    return (*asked, *again, probe(case), call("ship" if task.retry_works else "close"))


def _until(tick: int) -> Call:
    """Wait for as long as leaves the authority's answer at a tick."""
    return call("wait", ticks=tick - PROBE_TICKS - DECISION)


@cache
def _read() -> SearchStrategy[str]:
    return st.sampled_from(READS)


def reads(case: SettlementCase) -> SearchStrategy[Call]:
    """Draw a read of one of the four systems."""
    ref = case.task.ref
    return _read().map(lambda tool: call(tool, **({"ref": ref} if tool == READS[0] else {})))


def waits(case: SettlementCase) -> SearchStrategy[Call]:
    """Draw a wait: short, to about the outcome, to about the last tick to ship, or any."""
    near = max(1, case.task.resolves_at - DECISION - PROBE_TICKS)
    ticks = st.one_of(
        st.sampled_from((1, 5, 20, 60, SHIP_BY - PROBE_TICKS - DECISION, near, near + 1)),
        st.integers(1, 700),
    )
    return ticks.map(lambda ticks: call("wait", ticks=ticks))


def charges(case: SettlementCase) -> SearchStrategy[Call]:
    """Draw a capture under the pending one's key or a fresh one."""
    keys = st.sampled_from(KEYS)
    return keys.map(lambda key: call("retry_capture", key=f"{case.task.ref}{key}"))


def acts(case: SettlementCase) -> SearchStrategy[Call]:
    """Draw what cannot be undone, or hands the case over."""
    return st.one_of(st.sampled_from((*ENDS, "refund")).map(call), charges(case))


def tool_calls(case: SettlementCase) -> SearchStrategy[Call]:
    """Draw any call."""
    asked = st.sampled_from(("", "", *KEYS)).map(lambda key: probe(case, key))
    return st.one_of(asked, waits(case), reads(case), charges(case), acts(case))


def programs(case: SettlementCase, most: int = 7) -> SearchStrategy[Program]:
    """Draw a program: anything, or right work with up to two changes."""
    anything = st.lists(tool_calls(case), max_size=most).map(tuple)
    return st.one_of(changed_work(case), anything)


@st.composite
def changed_work(draw: st.DrawFn, case: SettlementCase, least: int = 0) -> Program:
    """Draw right work with up to two calls put in, left out, or put in place of others."""
    program = right_work(case)
    for _ in range(draw(st.integers(least, 2))):
        at = draw(st.integers(0, len(program)))
        new = draw(st.one_of(st.just(()), tool_calls(case).map(lambda one: (one,))))
        gone = draw(st.integers(0 if new else 1, 1))
        program = (*program[:at], *new, *program[at + gone :])
    return program
