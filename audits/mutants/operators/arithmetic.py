"""Changes to how a reward adds up: terms, factors, penalties, sets."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.operator import Spot, operator

_OTHER: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_SUMS = ast.Add | ast.Sub | ast.Mult | ast.Div | ast.FloorDiv | ast.BitAnd | ast.BitOr
_ONE_WAY = ast.Sub | ast.Div | ast.FloorDiv
"""Where only the right side can be left out: what is taken away, or divided by."""


@operator("drop-operand", "a term, a factor or a penalty is dropped", ast.BinOp)
def _drop_operand(node: ast.BinOp, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node.op, _SUMS):
        yield node.left
        if not isinstance(node.op, _ONE_WAY):
            yield node.right


@operator("arithmetic", "an arithmetic operator changes", ast.BinOp)
def _arithmetic(node: ast.BinOp, _spot: Spot) -> Iterator[ast.AST]:
    if other := _OTHER.get(type(node.op)):
        yield ast.BinOp(node.left, other(), node.right)


@operator("drop-sign", "a sign is dropped", ast.UnaryOp)
def _drop_sign(node: ast.UnaryOp, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.USub | ast.Invert):
        yield node.operand


@operator("add-up", "what was added up is taken away, or only the last one counts", ast.AugAssign)
def _add_up(node: ast.AugAssign, _spot: Spot) -> Iterator[ast.AST]:
    if other := _OTHER.get(type(node.op)):
        yield ast.AugAssign(node.target, other(), node.value)
    yield ast.Assign([node.target], node.value)


@operator("merge-keys", "what was counted apart is counted together", ast.AugAssign)
def _merge_keys(node: ast.AugAssign, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node.target, ast.Subscript):
        yield _keyed(node, node.target, ast.Constant(None))


@operator("split-keys", "what was counted together is counted apart", ast.AugAssign)
def _split_keys(node: ast.AugAssign, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node.target, ast.Subscript):
        each = ast.Call(ast.Name("object", ast.Load()), [], [])
        yield _keyed(node, node.target, each)


def _keyed(node: ast.AugAssign, target: ast.Subscript, key: ast.expr) -> ast.AugAssign:
    return ast.AugAssign(ast.Subscript(target.value, key, ast.Store()), node.op, node.value)
