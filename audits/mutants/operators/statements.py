"""Changes to the flow: statements left out, loops that stop early, errors let through."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.operator import Spot, operator

_DROPPED = (ast.Expr, ast.AugAssign, ast.Assert, ast.Raise, ast.Delete)


@operator("drop-statement", "a step is left out", ast.Assign, *_DROPPED)
def _drop_statement(node: ast.stmt, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Assign) and not all(map(_is_part, node.targets)):
        return
    yield ast.Pass()


def _is_part(target: ast.expr) -> bool:
    """Whether an assignment changes something that is there without it."""
    return isinstance(target, ast.Attribute | ast.Subscript)


@operator("first-only", "a loop stops after its first round", ast.For)
def _first_only(node: ast.For, _spot: Spot) -> Iterator[ast.AST]:
    yield ast.For(node.target, node.iter, [*node.body, ast.Break()], node.orelse)


@operator("break-continue", "a loop goes on where it stopped, or stops", ast.Break, ast.Continue)
def _break_continue(node: ast.stmt, _spot: Spot) -> Iterator[ast.AST]:
    yield ast.Continue() if isinstance(node, ast.Break) else ast.Break()


@operator("let-through", "an error is let through", ast.ExceptHandler)
def _let_through(node: ast.ExceptHandler, _spot: Spot) -> Iterator[ast.AST]:
    yield ast.ExceptHandler(node.type, node.name, [ast.Raise()])
