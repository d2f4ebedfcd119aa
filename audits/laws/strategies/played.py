"""Whole rollouts, for tests of a refund desk's scorer: any run, and any way to be dead."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec.structs import replace

from attackers.program import agent_of
from audits.laws.strategies.calls import programs
from audits.laws.strategies.cases import cases
from audits.laws.strategies.work import right_work
from desk import BY, Failure, Kind
from desk.refund import Case, RefundRollout, play


def rollouts(of: SearchStrategy[Case] | None = None) -> SearchStrategy[RefundRollout]:
    """Draw runs that came to their end: agents that call tools as it comes, or do the right work.

    `of` draws the cases; any case if left out.
    """
    return (cases() if of is None else of).flatmap(_runs)


def dead_rollouts(of: SearchStrategy[Case] | None = None) -> SearchStrategy[RefundRollout]:
    """Draw runs that died, of any kind of failure, at any point of their work."""
    return st.builds(_died, rollouts(of), st.sampled_from(Kind))


def _runs(case: Case) -> SearchStrategy[RefundRollout]:
    work = programs(case) | st.just(right_work(case))
    return work.map(lambda calls: play(agent_of(calls), case))


def _died(made: RefundRollout, kind: Kind) -> RefundRollout:
    died: RefundRollout = replace(made, failure=Failure(kind, BY[kind], kind.value), end=None)
    return died
