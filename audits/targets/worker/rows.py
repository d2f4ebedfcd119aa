"""Rows that a loader gives, or that a data set has."""

from __future__ import annotations

import builtins
from typing import Any

from .kept import isfinite
from .outcomes import told
from .places import place_of

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

OWN_ROWS = 500
"""How many rows a data set that scores its own rows is asked for."""


def rows_of(loader: Any) -> dict[str, Any]:
    """Call a loader of rows, or read a data set's own; an error is told, not raised."""
    try:
        rows = _listed(loader() if callable(loader) else _own_rows(loader))
        return {"rows": [_jsonable(dict(row)) for row in rows]}
    except BaseException as error:
        return {"error": told(error, 2000) + place_of(error)}


def _listed(rows: Any) -> list[Any]:
    """Check that a loader gave rows; raise `TypeError` with what it gave instead."""
    wanted = "expected a list of rows, each a dict of columns"
    if not hasattr(rows, "__iter__") or isinstance(rows, (str, bytes, dict)):
        raise TypeError(f"the loader gave {type(rows).__name__}; {wanted}")
    listed = list(rows)
    for number, row in enumerate(listed):
        if not hasattr(row, "keys"):
            raise TypeError(f"row {number} of the loader is {type(row).__name__}; {wanted}")
    return listed


def _own_rows(data_set: Any) -> list[Any]:
    size = len(data_set) if hasattr(data_set, "__len__") else OWN_ROWS
    return [data_set[at] for at in range(min(size, OWN_ROWS))]


def _jsonable(value: Any) -> Any:
    """Write what JSON has no word for as text; a number that JSON knows stays one."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return value if isfinite(value) else repr(value)
    if isinstance(value, dict):
        return {str(name): _jsonable(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_jsonable(inner) for inner in value]
    return _jsonable(value.tolist()) if hasattr(value, "tolist") else str(value)
