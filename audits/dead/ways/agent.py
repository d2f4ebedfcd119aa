"""An agent that fails by itself: its code raises, leaves, hangs, or never comes to an end."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attackers.loop import Schema, refund_agent
from audits.dead.bases import Base, scripted, turn
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, Point, between
from desk import AgentHung, Kind, Message
from desk.refund import RefundRollout, play


def _raising(error: Callable[[], BaseException]) -> Callable[[Bench, Base, Point], RefundRollout]:
    def strike(_bench: Bench, base: Base, point: Point) -> RefundRollout:
        model = scripted(base)

        def complete(messages: Sequence[Message], tools: Sequence[Schema]) -> Message:
            if turn(messages) == point.at:
                raise error()
            return model(messages, tools)

        return play(refund_agent(complete), base.case)

    return strike


def _out_of_turns(_bench: Bench, base: Base, point: Point) -> RefundRollout:
    return play(refund_agent(scripted(base), max_turns=point.at), base.case)


def _fault(
    name: str, kind: Kind, what: str, strike: Callable[[Bench, Base, Point], RefundRollout]
) -> Fault:
    return Fault(
        name=name,
        group="agent",
        what=what,
        fate=Fate.DEAD,
        kind=kind,
        points=between,
        strike=strike,
    )


FAULTS = (
    _fault(
        "agent-raises",
        Kind.AGENT_ERROR,
        "the agent's own code raises an exception",
        _raising(lambda: RuntimeError("the agent's own fault")),
    ),
    _fault(
        "agent-exits", Kind.AGENT_ERROR, "the agent calls sys.exit", _raising(lambda: SystemExit(0))
    ),
    _fault(
        "agent-hangs",
        Kind.AGENT_HUNG,
        "the agent goes past its clock",
        _raising(lambda: AgentHung("no end in time")),
    ),
    _fault("turn-limit", Kind.TURN_LIMIT, "the agent uses up its turns", _out_of_turns),
)
