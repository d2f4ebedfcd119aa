"""Canaries: functions made to raise. A guard that notices none of them would notice nothing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import ModuleType

from audits.mutants.generate import bodies_of
from audits.mutants.mutant import Mutant, content_id
from audits.mutants.places import Body
from audits.mutants.source import FunctionNode, Source, units


def canaries_of(module: ModuleType, name: str = "") -> list[Mutant]:
    """Make one of each living function; `name` is what they call the module.

    Raises `NoSourceError`.
    """
    return [_canary(body) for body in bodies_of(module, name)]


def all_raising(source: Source) -> str:
    """Write a module's source with every function in it raising."""
    with ExitStack() as stack:
        for unit in units(source):
            stack.enter_context(_raising(unit.node))
        return ast.unparse(source.tree)


def _canary(body: Body) -> Mutant:
    source, node = body.unit.source, body.unit.node
    with _raising(node):
        ready = body.ready()

    def text() -> str:
        with _raising(node):
            return ast.unparse(source.tree)

    where = f"{source.name}:{body.qualname}"
    return Mutant(
        id=content_id(where, "canary", "", "", 1),
        module=source.name,
        file=source.file,
        qualname=body.qualname,
        function=body.function,
        operator="canary",
        says="the function raises",
        before="",
        after="1 // 0",
        line=node.lineno,
        end_line=node.lineno,
        swap=ready.swap,
        text=text,
    )


@contextmanager
def _raising(node: FunctionNode) -> Iterator[None]:
    """Let a function divide by zero before anything else."""
    kept: list[ast.stmt] | ast.expr = node.body
    bad = ast.BinOp(ast.Constant(1), ast.FloorDiv(), ast.Constant(0))
    raising = ast.copy_location(bad, node)
    if isinstance(kept, list):
        first = ast.fix_missing_locations(ast.copy_location(ast.Expr(raising), node))
        node.body = [first, *kept]
    else:
        pair = ast.Tuple([raising, kept], ast.Load())
        second = ast.copy_location(ast.Subscript(pair, ast.Constant(1), ast.Load()), node)
        node.body = ast.fix_missing_locations(second)
    try:
        yield
    finally:
        node.body = kept
