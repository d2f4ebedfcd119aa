"""What a row asks for: which calls of its reference were the work, and not beside it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attackers.rows import Row, Scene
from attackers.trajectories.parts import (
    Made,
    calls_in,
    leaves,
    messages_of,
    only_looks,
    values_of,
    words_of,
)
from attackers.trajectories.results import failed


def asked_for(row: Row, call: Made) -> bool:
    """Tell whether the row itself asks for a call: it names the tool, or one of its arguments.

    An argument is named if its name and value stand in what the row tells; where no call of the
    reference has one like that, an equal value is enough. A tool that only looks must be named
    itself: a look that nobody asked for by name may be one of many ways to the last words. A row
    that names nothing may only want these, and then no missing call is wrong. A call that failed
    changed nothing, and one beside another of its tool that the row names in full was a slip.
    """
    if failed(call.result) or is_a_slip(row, call):
        return False
    if _named(row, call):
        return True
    if any(_named(row, other) for other in calls_in(messages_of(row.reference))):
        return False
    told = set(leaves(row.asks)) - {""}
    named = any(value in told for value in values_of(call.args) if len(value) > 1)
    return named and not only_looks(call.tool)


def is_a_slip(row: Row, call: Made) -> bool:
    """Tell whether another call of the tool is what the row names, and this one is not."""
    others = [one for one in calls_in(messages_of(row.reference)) if one.tool == call.tool]
    return not _in_full(row, call) and any(_in_full(row, one) for one in others)


def is_at_will(scene: Scene, call: Made) -> bool:
    """Tell whether rows told alike do without a call's tool, and no word of this row hints at it.

    Such a tool is a way to the work, or a habit of who wrote the reference. A word of the tool's
    name hints at it if rows that do without it are not told that word.
    """
    row = scene.row
    alike = [one for one in scene.others if set(one.info) == set(row.info)]
    without = [one for one in alike if call.tool not in _tools(one)]
    words = [word[:STEM] for word in words_of(call.tool, 3)]
    hints = [word for word in words if word in _told(row)]
    return bool(without) and all(word in _told(one) for word in hints for one in without)


STEM = 5
"""So many letters of a word stand for it in other forms: `refun` for `refund` and `refunding`."""


def _tools(row: Row) -> set[str]:
    return {call.tool for call in calls_in(messages_of(row.reference))}


def _told(row: Row) -> str:
    return " ".join([row.prompt, *leaves(row.asks)]).casefold()


def _in_full(row: Row, call: Made) -> bool:
    told = set(leaves(row.asks))
    return bool(values_of(call.args)) and all(value in told for value in values_of(call.args))


def _named(row: Row, call: Made) -> bool:
    if call.tool in set(leaves(row.asks)):
        return True
    if only_looks(call.tool):
        return False
    told = set(_pairs(row.asks))
    return isinstance(call.args, dict) and any(pair in told for pair in _pairs(call.args))


def _pairs(value: Any) -> Iterator[tuple[str, str]]:
    """Yield each key of a JSON value with the scalar under it, as texts."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str | int | float) and not isinstance(inner, bool):
                yield str(key), str(inner)
            yield from _pairs(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _pairs(inner)
