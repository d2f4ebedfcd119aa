"""Edits of the log after the work is done: with the hashes computed afresh, and without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from attackers.edits.behaviour import Behaviour
from attackers.edits.edit import Means, edit
from attackers.edits.fresh import REWORDED
from attackers.refund.moves import relink
from desk import Entry
from desk.refund import Tools

Rewrite: TypeAlias = Callable[[list[Entry]], list[Entry]]


def _rewritten(reference: Behaviour, rewrite: Rewrite, *, rehash: bool) -> Behaviour:
    def tamper(tools: Tools) -> None:
        entries = rewrite(list(tools.world.ledger.entries))
        tools.world.ledger.entries[:] = entries
        if rehash:
            relink(tools, entries)

    return reference.then(tamper)


def _last_reason(entries: list[Entry]) -> list[Entry]:
    return [*entries[:-1], replace(entries[-1], reason=REWORDED)]


def _last_undone(entries: list[Entry]) -> list[Entry]:
    return [*entries[:-1], replace(entries[-1], executed=not entries[-1].executed)]


@edit(Means.WRONG)
def reword_the_log(reference: Behaviour) -> Behaviour:
    """A reason in the log is changed afterwards."""
    return _rewritten(reference, _last_reason, rehash=False)


@edit(Means.WRONG)
def reword_the_log_and_rehash(reference: Behaviour) -> Behaviour:
    """A reason in the log is changed afterwards, and every hash computed afresh."""
    return _rewritten(reference, _last_reason, rehash=True)


@edit(Means.WRONG)
def deny_the_last_step(reference: Behaviour) -> Behaviour:
    """The last step is marked in the log as never executed."""
    return _rewritten(reference, _last_undone, rehash=False)


@edit(Means.WRONG)
def deny_the_last_step_and_rehash(reference: Behaviour) -> Behaviour:
    """The last step is marked in the log as never executed, and every hash computed afresh."""
    return _rewritten(reference, _last_undone, rehash=True)


@edit(Means.WRONG)
def cut_the_end(reference: Behaviour) -> Behaviour:
    """The last entry is cut off the log."""
    return _rewritten(reference, lambda entries: entries[:-1], rehash=False)


@edit(Means.WRONG)
def cut_the_start(reference: Behaviour) -> Behaviour:
    """The first entry is cut off the log."""
    return _rewritten(reference, lambda entries: entries[1:], rehash=False)


@edit(Means.WRONG)
def cut_the_start_and_rehash(reference: Behaviour) -> Behaviour:
    """The first entry is cut off the log, and every hash computed afresh."""
    return _rewritten(reference, lambda entries: entries[1:], rehash=True)


@edit(Means.WRONG)
def empty_the_log(reference: Behaviour) -> Behaviour:
    """The log is emptied."""
    return _rewritten(reference, lambda _entries: [], rehash=False)


@edit(Means.WRONG)
def add_to_the_log(reference: Behaviour) -> Behaviour:
    """A note that the world did not write is added to the log, its hash in order."""

    def tamper(tools: Tools) -> None:
        tools.world.ledger.append("note", {"order_id": reference.case.order}, REWORDED)

    return reference.then(tamper)


@edit(Means.WRONG)
def double_the_last_entry(reference: Behaviour) -> Behaviour:
    """The last entry stands in the log twice."""
    return _rewritten(reference, lambda entries: [*entries, entries[-1]], rehash=False)


@edit(Means.WRONG)
def reorder_the_log_and_rehash(reference: Behaviour) -> Behaviour:
    """The log is turned around, and every hash computed afresh."""
    return _rewritten(reference, lambda entries: entries[::-1], rehash=True)
