"""Changes to values that stand in the code, and to what a function gives back."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.operator import Spot, constant, operator

_EMPTY = {"str": "''", "dict": "{}", "list": "[]", "set": "set()", "tuple": "()"}
_GIVEN: dict[str, tuple[str, ...]] = {
    "bool": ("True", "False"),
    "int": ("0", "1"),
    "float": ("0.0", "1.0"),
    "": ("0", "1"),
}


def other_numbers(value: float) -> tuple[float, ...]:
    """Give the numbers that a number may be changed to: nothing, and a little or a lot more."""
    more = value + 1 if isinstance(value, int) else (value * 2 or 1.0)
    return (type(value)(0), more) if value else (more,)


def is_prose(text: str) -> bool:
    """Whether a text is written for people: it has a blank in it, and no program reads it."""
    return " " in text.strip()


@operator("number", "a number changes", ast.Constant)
def _number(node: ast.Constant, _spot: Spot) -> Iterator[ast.AST]:
    if type(node.value) in (int, float):
        yield from map(constant, other_numbers(node.value))  # type: ignore[arg-type]


@operator("flag", "a yes becomes a no", ast.Constant)
def _flag(node: ast.Constant, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield constant(not node.value)


@operator("text", "a name or a key changes", ast.Constant)
def _text(node: ast.Constant, spot: Spot) -> Iterator[ast.AST]:
    alone = isinstance(spot.parent, ast.Expr)
    if isinstance(node.value, str) and not (alone or is_prose(node.value)):
        yield constant("" if isinstance(spot.parent, ast.JoinedStr) else f"{node.value}_")


@operator("constant-result", "a function gives back a constant", ast.expr)
def _constant_result(node: ast.expr, spot: Spot) -> Iterator[ast.AST]:
    if spot.is_result:
        for text in _results(spot.returns):
            yield ast.parse(text, mode="eval").body


def _results(returns: ast.expr | None) -> Iterator[str]:
    """Write the constants that fit a return annotation."""
    named = ast.unparse(returns).strip("'\"") if returns is not None else ""
    for name in (part.strip() for part in named.split("|")):
        bare = name.partition("[")[0]
        if bare in _GIVEN:
            yield from _GIVEN[bare]
        else:
            yield _EMPTY.get(bare, "None")
