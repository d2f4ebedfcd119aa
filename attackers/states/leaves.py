"""An end state taken apart: its leaves by path, and copies with one leaf changed."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

MISSING = object()
"""Stands for a leaf that is not there."""


def leaves_of(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every scalar of a JSON value with its path; an empty list or dict is a leaf too."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from leaves_of(inner, (*path, key))
    elif isinstance(value, list) and value:
        for index, inner in enumerate(value):
            yield from leaves_of(inner, (*path, index))
    else:
        yield path, value


def lists_of(value: Any, path: Path = ()) -> Iterator[tuple[Path, list[dict[str, Any]]]]:
    """Yield every list of objects in a JSON value, with its path."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from lists_of(inner, (*path, key))
    elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
        yield path, value


def at(value: Any, path: Path) -> Any:
    """Return what stands at a path, or MISSING."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return MISSING
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    """Return a copy with `new` at a path; MISSING takes the leaf out."""
    if not path:
        return copy.deepcopy(new)
    fresh = copy.deepcopy(value)
    parent = at(fresh, path[:-1])
    if new is MISSING:
        del parent[path[-1]]
    else:
        parent[path[-1]] = copy.deepcopy(new)
    return fresh


def kind(path: Path) -> Path:
    """Return the place of a leaf whatever its position in a list: `trials, *, end`."""
    return tuple("*" if isinstance(step, int) else step for step in path)


def name_of(path: Path) -> str:
    """Return what a leaf is called, in lower case; '' if it is the whole end state."""
    return str(path[-1]).lower() if path else ""


def written(path: Path) -> str:
    """Write a path for people: `final.trials[2].end`."""
    text = "final"
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text
