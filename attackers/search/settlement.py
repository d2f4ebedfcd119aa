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

TICKS = (-580, -505, 60, 20, 1, 700)
"""Waits, in ticks; one below 0 is a wait until that tick, from wherever the program stands.

Until 580 there is nearly nothing left to learn in time; at 505 a retry is still of use.
"""


OFTEN = (*("wait",) * 3, *("probe_processor",) * 3, "retry_capture")
"""Most calls end a case, and only these lead anywhere before that."""


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
        ticks = call.args.get("ticks", TOOK.get(call.tool, 0))
        took = ticks if ticks >= 0 else max(1, -ticks - now)
        now += took
        told.append(call if took == ticks else call.but(ticks=took))
    return tuple(told)


def did(rollout: Rollout[Any, Any]) -> tuple[str, ...]:
    """Name the acts in a log and the authority's answers; to wait or to read changes nothing."""
    log = [entry for entry in rollout.log if entry.action not in (*READS, "wait")]
    return tuple(sorted({_told(entry) for entry in log}))


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
