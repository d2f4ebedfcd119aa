"""Keeping a nested function's free names, whatever a change takes out of it.

Python lets a living closure run other code only if that code has the same free names. So each
nested function gets a dead branch that names them: it costs nothing and is never run.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from types import CodeType

from audits.mutants.source import FUNCTION_NODES, FunctionNode, first_line, name_of, nested


def keep_free_names(function: FunctionNode, code: CodeType) -> None:
    """Put the dead branches into a function's tree; `code` is what it was compiled to."""
    codes = _by_place(code)
    for node in sorted(_functions(function), key=lambda one: (one.lineno, one.col_offset)):
        waiting = codes[name_of(node), first_line(node)]
        if waiting and (names := waiting.pop(0).co_freevars):
            _keep(node, names)


def _by_place(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    found: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for one in _all(code):
        found[one.co_name, one.co_firstlineno].append(one)
    return found


def _all(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in nested(code):
        yield from _all(one)


def _functions(function: FunctionNode) -> list[FunctionNode]:
    return [node for node in ast.walk(function) if isinstance(node, FUNCTION_NODES)]


def _keep(node: FunctionNode, names: tuple[str, ...]) -> None:
    named = ast.Tuple([ast.Name(name, ast.Load()) for name in names], ast.Load())
    kept: ast.IfExp | ast.If
    if isinstance(node, ast.Lambda):
        kept = node.body = ast.IfExp(ast.Constant(True), node.body, named)
    else:
        kept = ast.If(ast.Constant(False), [ast.Expr(named)], [])
        node.body.append(kept)
    kept.keeps_names = True  # type: ignore[union-attr]
    ast.copy_location(kept, node)
    ast.fix_missing_locations(kept)
