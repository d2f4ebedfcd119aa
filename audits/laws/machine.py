"""A state machine over tool calls: it drives a real desk and has the laws checked at each step."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule
from hypothesis.strategies import SearchStrategy, runner

from attackers.program import Call
from audits.laws.strategies import escalations, payments, reads, refused_calls
from audits.laws.trial import Run, Trial
from audits.laws.walk import Step, Walk
from desk.refund import Case, RefundDesk

OnStep = Callable[[Trial, Step], None]
OnEnd = Callable[[Trial], None]


def desk_machine(
    cases: SearchStrategy[Case],
    on_step: OnStep,
    on_end: OnEnd = lambda _trial: None,
    desk: type[RefundDesk] = RefundDesk,
) -> type[RuleBasedStateMachine]:
    """Build the machine. `on_step` sees each call with the whole run up to and including it."""

    class DeskMachine(RuleBasedStateMachine):
        """One episode: reads, payments, retries, escalations, calls that are refused, the end."""

        def __init__(self) -> None:
            super().__init__()
            self.calls: list[Call] = []
            self.late: list[Call] = []
            self.closed = False

        @initialize(case=cases)
        def open(self, case: Case) -> None:
            self.case = case
            self.walk = Walk(case, desk)

        @rule(call=runner().flatmap(lambda machine: reads(machine.case)))
        def read(self, call: Call) -> None:
            self.make(call)

        @rule(call=runner().flatmap(lambda machine: payments(machine.case)))
        def pay(self, call: Call) -> None:
            self.make(call)

        @rule(call=runner().flatmap(lambda machine: escalations(machine.case)))
        def escalate(self, call: Call) -> None:
            self.make(call)

        @rule(call=runner().flatmap(lambda machine: refused_calls(machine.case)))
        def refuse(self, call: Call) -> None:
            self.make(call)

        @precondition(lambda self: self.calls)
        @rule(call=runner().flatmap(lambda machine: st.sampled_from(machine.calls)))
        def repeat(self, call: Call) -> None:
            self.make(call)

        @precondition(lambda self: any(call.tool == "issue_refund" for call in self.calls))
        @rule()
        def look_after_it(self) -> None:
            """Read the history of the order that was paid last, as an agent in doubt does."""
            paid = next(call for call in reversed(self.calls) if call.tool == "issue_refund")
            self.make(Call("refund_history", {"order_id": paid.args["order_id"]}))

        @rule(when=st.integers(0, 4))
        def close(self, when: int) -> None:
            """End the episode, seldom: what comes after it is all of one kind."""
            if when == 0:
                self.walk.close()
                self.closed = True

        def make(self, call: Call) -> None:
            (self.late if self.closed else self.calls).append(call)
            step = self.walk.call(call)
            on_step(self.trial(), step)

        def trial(self) -> Trial:
            return Trial(self.case, Run(tuple(self.calls), late=tuple(self.late)))

        def teardown(self) -> None:
            if hasattr(self, "case"):
                on_end(self.trial())

    return DeskMachine
