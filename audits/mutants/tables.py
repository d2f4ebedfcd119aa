"""Module-level values as places: weights, thresholds, names of reads, tables of functions.

A table is changed in place, so that whoever holds it sees the change, a frozen one included. What
cannot be changed in place is bound anew wherever it stands under its name.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from audits.mutants.mutant import Undo
from audits.mutants.operators import Spot
from audits.mutants.places import Ready, evaluated
from audits.mutants.source import Source
from audits.mutants.spots import value_spots

_DATA = (bool, int, float, str, tuple, list, set, frozenset, dict, re.Pattern)


@dataclass(frozen=True, slots=True)
class Table:
    """A module-level value."""

    source: Source
    node: ast.Assign | ast.AnnAssign
    qualname: str
    function: str = ""

    def spots(self) -> Iterator[Spot]:
        """Every spot of the value."""
        return value_spots(self.node)

    def ready(self) -> Ready:
        """Evaluate the value as it stands."""
        names = vars(self.source.module)
        value = evaluated(self.node.value, names)  # type: ignore[arg-type]
        old = names[self.qualname]
        return Ready(repr(value), lambda: _put(self.qualname, old, value))


def tables(source: Source) -> Iterator[Table]:
    """Give the module-level values that are data."""
    for node in source.tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            name = getattr(targets[0], "id", "")
            held = vars(source.module).get(name)
            if len(targets) == 1 and isinstance(held, _DATA) and not name.startswith("__"):
                yield Table(source, node, name)


def _put(name: str, old: Any, value: Any) -> Undo:
    for kind, refill in _REFILL:
        if isinstance(old, kind) and isinstance(value, kind):
            kept = kind(old)
            refill(old, value)
            return lambda: refill(old, kept)
    return _rebind(name, old, value)


def _rebind(name: str, old: Any, value: Any) -> Undo:
    """Bind a name anew in every module that took it over from the one that made it."""
    held = [vars(one) for one in list(sys.modules.values()) if hasattr(one, "__dict__")]
    holders = [names for names in held if names.get(name) is old]
    for names in holders:
        names[name] = value

    def undo() -> None:
        for names in holders:
            names[name] = old

    return undo


def _refill_dict(table: dict[Any, Any], content: dict[Any, Any]) -> None:
    content = dict(content)
    dict.clear(table)
    dict.update(table, content)


def _refill_list(table: list[Any], content: list[Any]) -> None:
    list.__setitem__(table, slice(None), list(content))


def _refill_set(table: set[Any], content: set[Any]) -> None:
    content = set(content)
    set.clear(table)
    set.update(table, content)


_REFILL: tuple[tuple[type, Callable[[Any, Any], None]], ...] = (
    (dict, _refill_dict),
    (list, _refill_list),
    (set, _refill_set),
)
