"""Where in a function a change may be made: everywhere but in what no program reads.

Left alone are annotations, decorators, docstrings, messages of errors, prose in f-strings, and the
type that `cast` names.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from audits.mutants.operators.constants import is_prose
from audits.mutants.operators.operator import Spot, call_of, keeps_names
from audits.mutants.source import FUNCTION_NODES, FunctionNode

_UNREAD = frozenset({"annotation", "returns", "decorator_list", "type_comment", "type_params"})


def body_spots(function: FunctionNode) -> Iterator[Spot]:
    """Give every spot in a function's body, in the order of the source."""
    return _field(function, "body", function.body, getattr(function, "returns", None))


def default_spots(function: FunctionNode) -> Iterator[Spot]:
    """Give every spot in a function's defaults."""
    for name in ("defaults", "kw_defaults"):
        yield from _field(function.args, name, getattr(function.args, name), None)


def value_spots(node: ast.Assign | ast.AnnAssign) -> Iterator[Spot]:
    """Give every spot in the value that is assigned."""
    return _field(node, "value", node.value, None)


def _field(parent: ast.AST, field: str, value: object, returns: ast.expr | None) -> Iterator[Spot]:
    held = enumerate(value) if isinstance(value, list) else [(None, value)]
    for index, node in held:
        if isinstance(node, ast.IfExp) and keeps_names(node):
            yield from _field(node, "body", node.body, returns)
        elif isinstance(node, ast.AST) and not _is_unread(parent, field, index, node):
            yield Spot(parent, field, index, returns)
            yield from _inside(node, returns)


def _inside(node: ast.AST, returns: ast.expr | None) -> Iterator[Spot]:
    if isinstance(node, ast.Raise):
        return
    if isinstance(node, FUNCTION_NODES):
        returns = getattr(node, "returns", None)
    for field, value in ast.iter_fields(node):
        if field not in _UNREAD:
            yield from _field(node, field, value, returns)


def _is_unread(parent: ast.AST, field: str, index: int | None, node: ast.AST) -> bool:
    if keeps_names(node):
        return True
    if isinstance(node, ast.JoinedStr):
        return any(isinstance(v, ast.Constant) and is_prose(str(v.value)) for v in node.values)
    return field == "args" and index == 0 and call_of(parent) == "cast"
