"""What the laws need to know of a desk: what a case is there, and how calls are really played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from attackers.program import Program, agent_of
from attackers.refund.moves import relink
from audits.laws.settlement import world as settlement
from audits.laws.strategies import cases, right_work
from desk import Rollout, refund
from desk.refund import Case, RefundDesk, RefundRollout, Ticket, Tools
from desk.settlement import RecordedDesk, SettlementCase, SettlementRollout
from desk.settlement import wrongs as settlement_wrongs

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


class World(NamedTuple):
    """One desk."""

    case: type[Any]
    rollout: Any
    """The type that a rollout of it is read as."""
    desk: type[Any]
    """Laws of the desk drive it, or a broken twin of it, call by call."""
    signatures: Mapping[str, Mapping[str, bool]]
    """For each tool its arguments, and whether each is needed."""
    play: Callable[[Any, Program, str, int | None], Rollout[Any, Any]]
    """Makes a program's calls on a case, says the last words, and erases an entry of the log."""
    right_work: Callable[[Any], Program]
    wrongs: Callable[[Any], Sequence[StrEnum]]
    cases: Callable[[], SearchStrategy[Any]]
    """Draws any case of the desk."""
    simpler: Callable[[Any], Iterator[Any]]
    """Gives simpler cases, to shrink with."""
    bare: Callable[[dict[str, Any]], dict[str, Any]]
    """Leaves out of a case's JSON what the case fills in by itself."""


def _play(case: Case, calls: Program, words: str, erased: int | None) -> RefundRollout:
    act = agent_of(calls, words)

    def agent(tools: Tools, ticket: Ticket) -> str | None:
        said = act(tools, ticket)
        if erased is not None:
            log = tools.world.ledger.entries
            relink(tools, [*log[:erased], *log[erased + 1 :]])
        return said

    return refund.play(agent, case)


def _simpler(case: Case) -> Iterator[Case]:
    if case.fault is not None:
        yield replace(case, fault=None)
    if case.stale:
        yield replace(case, stale=False)
    for i in range(len(case.priors)):
        yield replace(case, priors=case.priors[:i] + case.priors[i + 1 :])
    for i in range(len(case.lines) if len(case.lines) > 1 else 0):
        try:
            yield replace(case, lines=case.lines[:i] + case.lines[i + 1 :], total=0)
        except ValueError:
            continue  # the line is the one that is owed


def _bare(case: dict[str, Any]) -> dict[str, Any]:
    needed = {name: case[name] for name in ("id", "order", "lines", "expect")}
    bare = msgspec.json.decode(msgspec.json.encode(msgspec.convert(needed, Case)))
    return {name: value for name, value in case.items() if name in needed or value != bare[name]}


WORLDS: dict[str, World] = {
    "refund": World(
        Case,
        RefundRollout,
        RefundDesk,
        refund.SIGNATURES,
        _play,
        right_work,
        refund.wrongs,
        cases,
        _simpler,
        _bare,
    ),
    "settlement": World(
        SettlementCase,
        SettlementRollout,
        RecordedDesk,
        settlement.SIGNATURES,
        settlement.play,
        settlement.right_work,
        settlement_wrongs,
        settlement.cases,
        settlement.simpler,
        settlement.bare,
    ),
}
"""What there is, by the name of the desk."""


def world_of(case: object) -> World:
    """Find the world of a case. Raises `TypeError` for what is no case."""
    for world in WORLDS.values():
        if isinstance(case, world.case):
            return world
    raise TypeError(f"case: expected a case of a desk, got {type(case).__name__}")


def read_case(told: dict[str, Any]) -> Any:
    """Read a case from JSON's own types. Raises `msgspec.ValidationError`."""
    world = WORLDS["settlement" if "task" in told else "refund"]
    return msgspec.convert(told, world.case)
