"""Why a table does not fit its type, in words: the key, what stood there, what was expected."""

from __future__ import annotations

import difflib
import re
from typing import Any

import msgspec
from msgspec import inspect

STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
"""A step of a path. Which value of a table it was, msgspec does not say."""


def misfit(error: msgspec.ValidationError, table: object, kind: type) -> str:
    """Tell of a validation error, given what was read and the type that it should have had."""
    words, _, path = str(error).partition(" - at `$")
    steps = STEP.findall(path.removesuffix("`"))
    where = ", ".join(_told(steps))
    missing = re.fullmatch(r"Object missing required field `(.+)`", words)
    if missing:
        field = _part(inspect.type_info(kind), [*steps, (missing[1], "")])
        told = f"missing required field `{missing[1]}`: expected {_expected(field)}"
        return f"{where}: {told}" if where else told
    if extra := re.fullmatch(r"Object contains unknown field `(.+)`", words):
        holder = _part(inspect.type_info(kind), steps)
        known = [f.encode_name for f in getattr(holder, "fields", ())]
        near = difflib.get_close_matches(extra[1], known, 1)
        hint = f". Did you mean {near[0]!r}?" if near else ""
        key = f"{where}, key" if where else "key"
        return f"{key}: expected one of {', '.join(known)}; got {extra[1]!r}{hint}"
    value: Any = table
    wanted = inspect.type_info(kind)
    for step in steps:
        value, wanted = _inside(value, step), _part(wanted, [step])
    where = f"{where}: " if where else ""
    return f"{where}expected {_expected(wanted)}; got {value!r}{_near(value, wanted)}"


def _told(steps: list[tuple[str, str]]) -> list[str]:
    """Name the keys; an entry of a list is counted from 1, behind the list's name."""
    named: list[str] = []
    for name, at in steps:
        if name:
            named.append(name)
        elif at:
            named[-1] += f" {int(at) + 1}"
    return named


def _inside(value: Any, step: tuple[str, str]) -> Any:
    name, at = step
    try:
        return value[name] if name else value[int(at)]
    except (KeyError, IndexError, TypeError, ValueError):
        return value


def _part(kind: inspect.Type, steps: list[tuple[str, str]]) -> inspect.Type:
    """Follow a path into a type."""
    for name, _ in steps:
        kind = _plain(kind)
        if isinstance(kind, inspect.StructType):
            kind = next((f.type for f in kind.fields if f.encode_name == name), kind)
        elif isinstance(kind, inspect.ListType):
            kind = kind.item_type
    return _plain(kind)


def _plain(kind: inspect.Type) -> inspect.Type:
    """Leave out that a value may be missing."""
    if isinstance(kind, inspect.UnionType):
        return next(one for one in kind.types if not isinstance(one, inspect.NoneType))
    return kind


def _expected(kind: inspect.Type) -> str:
    match kind:
        case inspect.EnumType():
            return f"one of {', '.join(_choices(kind))}"
        case inspect.IntType() | inspect.FloatType():
            whole = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
            return whole + _bounds(kind)
        case inspect.ListType():
            return f"a list, [...], of which each is {_expected(_plain(kind.item_type))}"
        case inspect.DictType():
            return f"a table, of which each value is {_expected(_plain(kind.value_type))}"
        case inspect.StructType():
            return "a table"
    return SIMPLE.get(type(kind), "something else")


SIMPLE: dict[type, str] = {
    inspect.StrType: 'a text in quotes, "..."',
    inspect.BoolType: "true or false",
    inspect.DateType: "a day, YYYY-MM-DD, without quotes",
}


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is not None and kind.le is not None:
        return f" from {kind.ge:g} to {kind.le:g}"
    return f" from {kind.ge:g} on" if kind.ge is not None else ""


def _choices(kind: inspect.EnumType) -> list[str]:
    return [str(one.value) for one in kind.cls]


def _near(value: object, kind: inspect.Type) -> str:
    if not isinstance(kind, inspect.EnumType) or not isinstance(value, str):
        return ""
    near = difflib.get_close_matches(value, _choices(kind), 1)
    return f". Did you mean {near[0]!r}?" if near else ""
