"""What a twin may differ in: only what the law is about, or the law says nothing of the pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from attackers.program import Call
from audits.laws.pairs import Applies, Pair
from audits.laws.settlement.calls import READS as SETTLEMENT_READS
from audits.laws.strategies import READS as REFUND_READS
from desk.refund import RefundRollout, Wrong, wrongs

Calls = tuple[Call, ...]

READS = frozenset({*REFUND_READS, *SETTLEMENT_READS})
"""The tools of any desk that only read; no two desks mean other things by one."""


def differs_only_in(*fields: str) -> Applies:
    """Say whether run and twin are the same but for some fields of `Run`; the case is the same."""

    def applies(pair: Pair) -> bool:
        taken = {field: getattr(pair.twin, field) for field in fields}
        return pair.case == pair.twin_case and replace(pair.run, **taken) == pair.twin

    return applies


def calls_differ(how: Callable[[Calls, Calls], bool]) -> Applies:
    """Say whether the calls differ in one way, and nothing else does."""
    only = differs_only_in("calls")
    return lambda pair: only(pair) and how(pair.run.calls, pair.twin.calls)


def goes_on(run: Calls, twin: Calls) -> bool:
    """Whether the twin does the same and then more."""
    return len(twin) > len(run) and twin[: len(run)] == run


def one_fewer(run: Calls, twin: Calls) -> bool:
    """Whether one call is left out."""
    return any(run[:i] + run[i + 1 :] == twin for i in range(len(run)))


def one_read_more(run: Calls, twin: Calls) -> bool:
    """Whether one read was put in."""
    return any(
        call.tool in READS and twin[:i] + twin[i + 1 :] == run for i, call in enumerate(twin)
    )


def reads_mixed(run: Calls, twin: Calls) -> bool:
    """Whether only reads in a row changed places."""
    return _with_sorted_reads(run) == _with_sorted_reads(twin)


def _with_sorted_reads(calls: Calls) -> list[Any]:
    """Write calls with each row of reads as a bag."""
    told: list[Any] = []
    for call in calls:
        if call.tool not in READS:
            told.append(call)
        elif told and isinstance(told[-1], list):
            told[-1] = sorted([*told[-1], (call.tool, repr(sorted(call.args.items())))])
        else:
            told.append([(call.tool, repr(sorted(call.args.items())))])
    return told


def alike_but_for(*names: str) -> Callable[[Calls, Calls], bool]:
    """Say whether the calls are the same but for what some arguments are."""

    def bare(calls: Calls) -> list[Any]:
        return [
            (call.tool, {k: v for k, v in call.args.items() if k not in names}) for call in calls
        ]

    return lambda run, twin: bare(run) == bare(twin) and _given(run, names) == _given(twin, names)


def _given(calls: Calls, names: tuple[str, ...]) -> list[Any]:
    return [[name in call.args for name in names] for call in calls]


def values(calls: Calls, other: Calls, name: str) -> Iterable[tuple[Call, Any, Any]]:
    """Pair what an argument is in either program, with the call of the first."""
    for call, twin in zip(calls, other, strict=True):
        if name in call.args:
            yield call, call.args[name], twin.args[name]


def renames(pairs: Iterable[tuple[Any, Any]]) -> bool:
    """Whether pairs of (old, new) give every name one other name, and no two the same."""
    known = {(repr(old), repr(new)) for old, new in pairs}
    return len({old for old, _ in known}) == len(known) == len({new for _, new in known})


def reads_and_stops(made: RefundRollout) -> bool:
    """Whether a rollout did nothing but read both records of its case."""
    return Wrong.UNREAD not in wrongs(made) and all(entry.action in READS for entry in made.log)
