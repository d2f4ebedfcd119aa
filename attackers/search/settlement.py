"""The search's part for the settlement desk: its moves, where arguments come from, how it plays.

Everything is what a ticket says or what anybody could guess: the pending capture's key, a fresh
one, and ticks to wait. Nothing is taken from the hidden outcome.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeAlias

from attackers.program import Call, Program
from attackers.search.moves import CRASH, LOG_MOVES, MoveSet
from attackers.search.sources import Source
from desk import Entry, Rollout
from desk.settlement import (
    DECISION,
    SHIP_BY,
    SIGNATURES,
    UNKNOWN,
    RecordedDesk,
    SettlementRollout,
    Ticket,
    record,
)
from desk.settlement.task import RETRY_TICKS
from desk.settlement.world import PROBE_TICKS, READ_TICKS

FORGE = "log.forge_"

READS = ("read_processor", "read_ledger", "read_erp", "read_bank")

_KEYS: tuple[Source, ...] = (
    lambda case: case.task.ref,
    lambda case: f"{case.task.ref}-a",
    lambda _: "pay-nobody",
)

STOPS = (505, 580)
"""Ticks worth waiting for: at the first a retry is still of use, at the second there is nearly
nothing left to learn in time."""

ON = 0
"""A wait until the next stop, from wherever the program stands."""

TICKS = (ON, -505, -580, 60, 20, 1, 700)
"""Waits, in ticks; one below 0 is a wait until that tick."""

ASK = ("wait", "probe_processor")

OFTEN = (ASK, ("retry_capture", *ASK)) * 6
"""Most calls end a case, and only these lead anywhere before that: to wait and ask, or to try again
and ask what became of it. One by one they change nothing that is paid."""


def _ticks(ticks: int, _case: Any) -> int:
    return ticks


SOURCES: Mapping[str, tuple[Source, ...]] = {
    "ref": _KEYS,
    "key": _KEYS,
    "ticks": tuple(partial(_ticks, ticks) for ticks in TICKS),
}
"""For each argument of the desk's tools, its sources, the plainest first."""

TOOK = {"probe_processor": PROBE_TICKS, **dict.fromkeys(READS, READ_TICKS)}

LEADS_ON = ("probe_processor", "retry_capture")

Act: TypeAlias = Callable[[RecordedDesk], None]


def signatures(moves: MoveSet) -> dict[str, tuple[str, ...]]:
    """Return for each move of a class the arguments that it takes."""
    tools: dict[str, tuple[str, ...]] = {
        tool: (name,) if name else () for tool, name in SIGNATURES.items()
    }
    ours = tools | {CRASH: ()}
    return ours if moves is MoveSet.TOOLS else ours | dict.fromkeys(_hands(), ())


def _hands() -> tuple[str, ...]:
    """Name the moves of a hand in the log."""
    general = (name for name in LOG_MOVES if not name.startswith(FORGE))
    return (*general, *(f"{FORGE}{tool}" for tool in SIGNATURES))


def stage(program: Program, case: Any) -> SettlementRollout:
    """Really play a program whose calls may be moves of any class."""

    def act(desk: RecordedDesk, _ticket: Ticket) -> None:
        for call in program:
            _make(desk, call)

    return record(act, case)


def timed(program: Program) -> Program:
    """Write each wait until a tick as the ticks that it takes in its place, at least 1."""
    now, told = DECISION, []
    for call in program:
        waits = call.tool == "wait"
        took = _taken(call.args["ticks"], now) if waits else TOOK.get(call.tool, 0)
        now += took
        told.append(call.but(ticks=took) if waits else call)
    return tuple(told)


def _taken(ticks: int, now: int) -> int:
    if ticks == ON:
        ticks = -next((stop for stop in STOPS if stop > now), now)
    return ticks if ticks > 0 else max(1, -ticks - now)


def did(rollout: Rollout[Any, Any]) -> tuple[str, ...]:
    """Name the acts in a log and the authority's answers, without what changed nothing."""
    return tuple(sorted({_told(entry) for entry in rollout.log if not _in_vain(entry)}))


def _in_vain(entry: Entry) -> bool:
    """Whether nothing came of a call: a wait, a read, what was refused, or a question too soon."""
    if entry.action in (*READS, "wait") or not entry.executed:
        return True
    at = entry.args.get("at")
    soon = isinstance(at, int) and at <= STOPS[-1]
    return soon and entry.args.get("answer") == UNKNOWN


def _told(entry: Entry) -> str:
    """Name an entry; of what leads on, with its answer, and whether a retry is still of use."""
    if entry.action not in LEADS_ON:
        return entry.action
    at = entry.args.get("at")
    early = isinstance(at, int) and at <= SHIP_BY - RETRY_TICKS
    return f"{entry.action}: {entry.args.get('answer')}{', early' if early else ''}"


def _make(desk: RecordedDesk, call: Call) -> None:
    if call.tool == CRASH:
        raise RuntimeError("the agent gives up")
    if call.tool.startswith(FORGE):
        tool = call.tool.removeprefix(FORGE)
        ref = desk.case.task.ref
        desk.ledger.append(tool, {"at": desk.now, "of": ref, "answer": "settled"})
    elif call.tool in LOG_MOVES:
        LOG_MOVES[call.tool](SimpleNamespace(world=desk), {})  # type: ignore[arg-type]
    else:
        getattr(desk, call.tool)(**call.args)
