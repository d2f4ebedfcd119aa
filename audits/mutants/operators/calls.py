"""Changes to calls: what sums up, clamps, wraps, cleans, or sets aside."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.operator import Spot, call_of, operator, renamed, without

_WRAPS = frozenset({"abs", "round", "set", "frozenset", "sorted", "reversed"})
_CLEANERS = frozenset({"strip", "lstrip", "rstrip", "lower", "upper", "casefold", "title", "copy"})
_UNEMPTY = {"all": False, "any": True, "sum": 1}
"""What one element makes the call say the opposite of what it says of nothing."""


@operator("all-any", "one of them is enough where all should be, or the other way", ast.Call)
def _all_any(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    if other := {"any": "all", "all": "any"}.get(call_of(node)):
        yield renamed(node, other)


@operator("min-max", "the largest is taken for the smallest, or the other way", ast.Call)
def _min_max(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    if other := {"min": "max", "max": "min"}.get(call_of(node)):
        yield renamed(node, other)


@operator("sum-max", "only the largest counts, not the sum", ast.Call)
def _sum_max(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    if call_of(node) == "sum" and len(node.args) == 1:
        default = ast.keyword("default", ast.Constant(0))
        yield ast.Call(ast.Name("max", ast.Load()), node.args, [default])


@operator("empty-case", "nothing at all is judged the other way", ast.Call)
def _empty_case(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    name = call_of(node)
    if name in _UNEMPTY and len(node.args) == 1 and not node.keywords:
        listed = ast.List([ast.Starred(node.args[0], ast.Load())], ast.Load())
        other = ast.List([ast.Constant(_UNEMPTY[name])], ast.Load())
        yield ast.Call(node.func, [ast.BoolOp(ast.Or(), [listed, other])], [])


@operator("drop-clamp", "a clamp is dropped", ast.Call)
def _drop_clamp(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    if call_of(node) in ("min", "max") and len(node.args) > 1:
        yield from node.args


@operator("unwrap", "a wrapper is dropped", ast.Call)
def _unwrap(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    rounding = call_of(node) == "round" and len(node.args) == 2
    if rounding or (len(node.args) == 1 and not node.keywords and _wraps(node)):
        yield node.args[0]


def _wraps(node: ast.Call) -> bool:
    """Whether a call of one argument could stand for a wrapper: a known one, or a private name."""
    name = call_of(node)
    plain = not isinstance(node.args[0], ast.Starred | ast.GeneratorExp)
    return plain and (name in _WRAPS or name.startswith("_"))


@operator("drop-cleaning", "text or a list is taken as it came", ast.Call)
def _drop_cleaning(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr in _CLEANERS and not node.args:
        yield func.value


@operator("drop-keyword", "an argument falls back to its default", ast.Call)
def _drop_keyword(node: ast.Call, _spot: Spot) -> Iterator[ast.AST]:
    for index, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            yield ast.Call(node.func, node.args, without(node.keywords, index))
