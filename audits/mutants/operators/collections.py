"""Changes to what a reward collects: elements, duplicates, slices, group keys."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.operator import Spot, constant, operator, without


@operator("drop-element", "one element of a collection is dropped", ast.Tuple, ast.List, ast.Set)
def _drop_element(node: ast.Tuple | ast.List | ast.Set, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(getattr(node, "ctx", None), ast.Store | ast.Del) or len(node.elts) < 1:
        return
    for index in range(len(node.elts)):
        rest = without(node.elts, index)
        if isinstance(node, ast.Set):
            yield ast.Set(rest) if rest else ast.Call(ast.Name("set", ast.Load()), [], [])
        else:
            yield type(node)(rest, ast.Load())


@operator("drop-item", "one item of a table is dropped", ast.Dict)
def _drop_item(node: ast.Dict, _spot: Spot) -> Iterator[ast.AST]:
    for index in range(len(node.keys)):
        yield ast.Dict(without(node.keys, index), without(node.values, index))


@operator("keep-duplicates", "duplicates are counted again", ast.SetComp, ast.Set)
def _keep_duplicates(node: ast.SetComp | ast.Set, _spot: Spot) -> Iterator[ast.AST]:
    if isinstance(node, ast.SetComp):
        yield ast.ListComp(node.elt, node.generators)
    else:
        yield ast.List(node.elts, ast.Load())


@operator("merge-groups", "what was grouped apart is grouped together", ast.DictComp)
def _merge_groups(node: ast.DictComp, _spot: Spot) -> Iterator[ast.AST]:
    yield ast.DictComp(ast.Constant(None), node.value, node.generators)


@operator("drop-slice", "a slice loses one of its ends", ast.Slice)
def _drop_slice(node: ast.Slice, _spot: Spot) -> Iterator[ast.AST]:
    if node.lower is not None:
        yield ast.Slice(None, node.upper, node.step)
    if node.upper is not None:
        yield ast.Slice(node.lower, None, node.step)


@operator("other-end", "the last is taken for the first, or the first for the last", ast.Subscript)
def _other_end(node: ast.Subscript, _spot: Spot) -> Iterator[ast.AST]:
    ends = {"0": -1, "-1": 0}
    other = ends.get(ast.unparse(node.slice))
    if other is not None and isinstance(node.ctx, ast.Load):
        yield ast.Subscript(node.value, constant(other), node.ctx)
