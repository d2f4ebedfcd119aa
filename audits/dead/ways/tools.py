"""Tools that fail: they raise, act twice, or answer late or twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from msgspec.structs import replace

from attackers.loop import refund_agent
from audits.dead.bases import REFERENCE, Base, scripted
from audits.dead.bench import Bench
from audits.dead.fate import Fate
from audits.dead.fault import Fault, NotStruckError, Point, inside, throughout
from desk import Kind
from desk.refund import Agent, RefundRollout, Ticket, Tools, play

Method = Callable[..., dict[str, Any]]


class _Wrapped:
    """Tools of which every call goes through `around(number of the call, method)`."""

    def __init__(self, tools: Tools, around: Callable[[int, Method], Method]) -> None:
        self._tools, self._around, self._made = tools, around, 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._tools, name)
        if not callable(found):
            return found

        @wraps(found)
        def call(**args: Any) -> dict[str, Any]:
            number, self._made = self._made, self._made + 1
            return self._around(number, found)(**args)

        return call


def _through(base: Base, around: Callable[[int, Method], Method]) -> Agent:
    agent = refund_agent(scripted(base))

    def act(tools: Tools, ticket: Ticket) -> str | None:
        return agent(cast("Tools", _Wrapped(tools, around)), ticket)

    return act


def _raises(_bench: Bench, base: Base, point: Point) -> RefundRollout:
    """Raise before the tool has acted (even places) or after (odd ones)."""
    number, acted = divmod(point.at, 2)

    def around(now: int, method: Method) -> Method:
        def fail(**args: Any) -> dict[str, Any]:
            if acted:
                method(**args)
            raise ConnectionError("the tool's own service is down")

        return fail if now == number else method

    return play(_through(base, around), base.case)


def _at_calls(base: Base) -> list[Point]:
    """List each call twice: before it acts and after; there is no tool after the last one."""
    return throughout(base)[:-1]


def _acts_twice(_bench: Bench, base: Base, point: Point) -> RefundRollout:
    """Make the call again behind its answer; a repeated key leaves no trace of that."""
    again: list[dict[str, Any]] = []

    def around(now: int, method: Method) -> Method:
        def twice(**args: Any) -> dict[str, Any]:
            first = method(**args)
            again.append(method(**args))
            return first

        return twice if now == point.at else method

    rollout = play(_through(base, around), base.case)
    if not again:
        raise NotStruckError("the call was not made")
    return rollout


def _told_twice(_bench: Bench, base: Base, point: Point) -> RefundRollout:
    said = list(base.rollout.messages)
    place = _answers(base)[point.at]
    said.insert(place, said[place])
    return _said(base, said)


def _told_late(_bench: Bench, base: Base, point: Point) -> RefundRollout:
    said = list(base.rollout.messages)
    said.append(said.pop(_answers(base)[point.at]))
    return _said(base, said)


def _said(base: Base, said: list[Any]) -> RefundRollout:
    if tuple(said) == base.rollout.messages:
        raise NotStruckError("nothing was told otherwise")
    told: RefundRollout = replace(base.rollout, messages=tuple(said))
    return told


def _answers(base: Base) -> list[int]:
    return [at for at, message in enumerate(base.rollout.messages) if message.role == "tool"]


def _of_reference(base: Base) -> list[Point]:
    return inside(base) if base.name == REFERENCE else []


def _harmless(name: str, what: str, strike: Callable[[Bench, Base, Point], RefundRollout]) -> Fault:
    return Fault(
        name=name, group="tools", what=what, fate=Fate.ALIVE, points=_of_reference, strike=strike
    )


FAULTS = (
    Fault(
        name="tool-raises",
        group="tools",
        what="a tool raises, before it acted or after",
        fate=Fate.DEAD,
        kind=Kind.TOOL_ERROR,
        points=_at_calls,
        strike=_raises,
    ),
    _harmless("doubled-call", "a call is delivered twice, under the same key", _acts_twice),
    _harmless("doubled-result", "a tool's answer arrives twice", _told_twice),
    _harmless("late-result", "a tool's answer arrives when all is over", _told_late),
)
