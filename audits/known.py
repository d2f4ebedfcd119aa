"""The cases that kept rollouts are held against: what a line says of its case is not believed.

A saved rollout carries its case, with what it asks for in it, and a file can be edited. So a case
is found by its id in the set that it is of, and has to be the set's own to the last field. Where no
set is known, the case is taken as it stands there, and whoever asked is told so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from audits.errors import one_line
from audits.target import Cases
from audits.worlds import World

DEFAULT = "eval"
"""The set that a case is looked up in where nobody names one; every desk has it."""

REMEDY = "name the cases that it is of with --cases"

SHOWN = 60
"""Characters of a value that a message shows."""


class Found(NamedTuple):
    """A case, and the set that it is of: its name and digest, empty where none is known."""

    case: Any
    of: str


class _Set(NamedTuple):
    label: str
    name: str
    by_id: Mapping[str, Any]


class Known:
    """Finds cases in the set that they are of.

    `cases` is the set that somebody names; else `told` says which it is, as `run.json` does (`eval
    702de83cd9cc`); else each rollout says it (`source.tasks`: `refund eval 702de83cd9cc`).
    """

    def __init__(self, world: World, cases: Cases | None = None, told: str = "") -> None:
        self.world = world
        self._told = told
        self._given = _set(cases) if cases else None
        self._shipped: dict[str, _Set] = {}

    def own(self, stated: Any, tasks: str = "") -> Found:
        """Hold a case against its set's. Raises `ValueError` that says what differs."""
        named = self._named(tasks)
        held = named or self._of(DEFAULT)
        case = held.by_id.get(stated.id)
        if case is None:
            if named:
                raise ValueError(_stranger(stated.id, held))
            return Found(stated, "")
        if case != stated:
            raise ValueError(_differs(case, stated, held))
        return Found(case, held.label)

    def named(self, name: str, tasks: str = "") -> Found:
        """Find a case by its id. Raises `ValueError` where the set has none, or cannot be had."""
        held = self._named(tasks)
        if held is None and (told := self._told or tasks):
            raise ValueError(f"it is of the cases of {one_line(told)[:SHOWN]!r}; {REMEDY}")
        held = held or self._of(DEFAULT)
        if name not in held.by_id:
            raise ValueError(_stranger(name, held))
        return Found(held.by_id[name], held.label)

    def _named(self, tasks: str) -> _Set | None:
        """Return the set that is named, where it can be had."""
        if self._given:
            return self._given
        words = (self._told or tasks).removeprefix(f"{self.world.name} ").split()
        return self._of(words[0]) if words and words[0] in self.world.sets else None

    def _of(self, name: str) -> _Set:
        if name not in self._shipped:
            self._shipped[name] = _set(self.world.cases(name))
        return self._shipped[name]


def _set(cases: Cases) -> _Set:
    label = f"{cases.name} {cases.digest[:12]}"
    return _Set(label, cases.name, {case.id: case for case in cases.cases})


def _stranger(name: str, held: _Set) -> str:
    told = one_line(name)[:SHOWN]
    return f"case {told!r}: not one of the {len(held.by_id)} of {held.name}; {REMEDY}"


def _differs(own: Any, stated: Any, held: _Set) -> str:
    field, was, told = _difference(msgspec.to_builtins(own), msgspec.to_builtins(stated), "")
    return (
        f"case {own.id!r}: expected {field} {_shown(was)} as in {held.label}, got {_shown(told)}; "
        f"restore the line, or {REMEDY}"
    )


def _difference(own: Any, stated: Any, field: str) -> tuple[str, Any, Any]:
    """Name the first field that differs, with both of its values."""
    if isinstance(own, dict) and isinstance(stated, dict):
        inner = [(f"{field}.{name}".strip("."), own[name], stated.get(name)) for name in own]
    elif isinstance(own, list) and isinstance(stated, list) and len(own) == len(stated):
        inner = [(f"{field}[{n}]", *both) for n, both in enumerate(zip(own, stated, strict=True))]
    else:
        inner = []
    odd = next((one for one in inner if one[1] != one[2]), None)
    return _difference(odd[1], odd[2], odd[0]) if odd else (field, own, stated)


def _shown(value: Any) -> str:
    text = msgspec.json.encode(value).decode()
    return one_line(text if len(text) <= SHOWN else f"{text[:SHOWN]}...")
