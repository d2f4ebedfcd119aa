"""Changes to what a reward asks before it pays: guards, comparisons, filters."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.operator import Spot, constant, operator, without

_OTHER: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq, ast.GtE, ast.LtE),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
"""For each comparison, its opposite and the ones that differ from it at the boundary."""


@operator("drop-filter", "nothing is filtered out any more", ast.expr)
def _drop_filter(_node: ast.expr, spot: Spot) -> Iterator[ast.AST]:
    if spot.is_filter:
        yield constant(True)


@operator("force-true", "a guard is always taken", ast.expr)
def _force_true(_node: ast.expr, spot: Spot) -> Iterator[ast.AST]:
    if spot.is_condition and not isinstance(spot.parent, ast.While):
        yield constant(True)


@operator("force-false", "a guard is never taken", ast.expr)
def _force_false(_node: ast.expr, spot: Spot) -> Iterator[ast.AST]:
    if spot.is_condition:
        yield constant(False)


@operator("drop-condition", "one part of a condition is dropped", ast.BoolOp)
def _drop_condition(node: ast.BoolOp, _spot: Spot) -> Iterator[ast.AST]:
    for index in range(len(node.values)):
        rest = without(node.values, index)
        yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)


@operator("and-or", "`and` and `or` change places", ast.BoolOp)
def _and_or(node: ast.BoolOp, _spot: Spot) -> Iterator[ast.AST]:
    yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)


@operator("drop-not", "a condition is turned round", ast.UnaryOp)
def _drop_not(node: ast.UnaryOp, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not):
        yield node.operand


@operator("comparison", "a comparison changes", ast.Compare)
def _comparison(node: ast.Compare, _spot: Spot) -> Iterator[ast.AST]:
    for index, op in enumerate(node.ops):
        for other in _others(op, node.comparators[index]):
            ops = [*node.ops[:index], other(), *node.ops[index + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


def _others(op: ast.cmpop, right: ast.expr) -> tuple[type[ast.cmpop], ...]:
    """Give what a comparison can become; a text that stands in the code has no order."""
    named = isinstance(right, ast.Constant) and isinstance(right.value, str)
    return _OTHER[type(op)][:1] if named else _OTHER[type(op)]


@operator("drop-bound", "one bound of a range is dropped", ast.Compare)
def _drop_bound(node: ast.Compare, _spot: Spot) -> Iterator[ast.AST]:
    if len(node.ops) > 1:
        yield ast.Compare(node.left, node.ops[:-1], node.comparators[:-1])
        yield ast.Compare(node.comparators[0], node.ops[1:], node.comparators[1:])
