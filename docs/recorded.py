"""What stands in each recorded line, as a table for cog: names and places from the code itself.

What a field means is its docstring where the code has one, and otherwise what the page says of it;
a field with neither, or a word for a field that is not there, fails `make docs`.
"""

from __future__ import annotations

import ast
import inspect
from textwrap import dedent
from typing import Any

from blocks import table


def fields(place: str, struct: type, says: dict[str, str]) -> list[tuple[object, ...]]:
    """Make a row for each field: where it stands, its name, what it means.

    A tuple is written as an array, so its fields are told by their places, from 0.
    Raises `ValueError` for a field that nobody explains, or a word for one that is not there.
    """
    names = getattr(struct, "_fields", None) or struct.__struct_fields__
    if unknown := says.keys() - set(names):
        raise ValueError(f"{struct.__name__}: expected some of {', '.join(names)}; got {unknown}")
    known = _docstrings(struct) | says
    for name in names:
        if name not in known:
            raise ValueError(f"{struct.__name__}.{name}: expected a docstring, or a word for it")
    is_array = hasattr(struct, "_fields")
    return [
        (f"{place}[{at}]" if is_array else place, f"`{name}`", known[name])
        for at, name in enumerate(names)
    ]


def _docstrings(struct: type) -> dict[str, str]:
    [made] = ast.parse(dedent(inspect.getsource(struct))).body
    assert isinstance(made, ast.ClassDef)
    found: dict[str, str] = {}
    for one, after in zip(made.body, made.body[1:], strict=False):
        if isinstance(one, ast.AnnAssign) and isinstance(after, ast.Expr):
            text: Any = getattr(after.value, "value", None)
            assert isinstance(one.target, ast.Name)
            found[one.target.id] = " ".join(str(text).split())
    return found


def recorded(*rows: list[tuple[object, ...]]) -> None:
    """Print the table."""
    table(("where", "field", "is"), [row for part in rows for row in part])
