"""What an operator is: one kind of change to one kind of syntax, told in a few words.

Standard library only, like everything that changes code here: the engine also runs where a user's
reward lives, and nothing of ours is installed there.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a node hangs in its function: `parent.field`, or `parent.field[index]`."""

    parent: ast.AST
    field: str
    index: int | None
    returns: ast.expr | None
    """The return annotation of the innermost function around it; None for a lambda."""

    @property
    def node(self) -> ast.AST:
        """The node that hangs there now."""
        held = getattr(self.parent, self.field)
        found: ast.AST = held if self.index is None else held[self.index]
        return found

    def put(self, node: ast.AST) -> None:
        """Hang another node there."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node

    @property
    def is_filter(self) -> bool:
        """Whether this is the `if` of a comprehension."""
        return self.field == "ifs"

    @property
    def is_condition(self) -> bool:
        """Whether a branch hangs on this node."""
        branch = isinstance(self.parent, ast.If | ast.IfExp | ast.While) and self.field == "test"
        return branch or self.is_filter or (self.field == "guard" and self.node is not None)

    @property
    def is_result(self) -> bool:
        """Whether a function gives this node back."""
        if isinstance(self.parent, ast.Return):
            return self.field == "value"
        return self.field == "body" and (
            isinstance(self.parent, ast.Lambda)
            or (isinstance(self.parent, ast.IfExp) and keeps_names(self.parent))
        )


Make = Callable[[Any, Spot], Iterator[ast.AST]]


@dataclass(frozen=True, slots=True)
class Operator:
    """One kind of change. `make` gives the nodes that could stand in a node's place."""

    name: str
    says: str
    """What such a change does to a reward, as half a sentence."""
    of: tuple[type[ast.AST], ...]
    make: Make


OPERATORS: list[Operator] = []
"""Every operator, in the order in which they are tried."""


def operator(name: str, says: str, *of: type[ast.AST]) -> Callable[[Make], Make]:
    """Register a change to nodes of the kinds `of`."""

    def register(make: Make) -> Make:
        OPERATORS.append(Operator(name, says, of, make))
        return make

    return register


def keeps_names(node: ast.AST) -> bool:
    """Whether a node was put there to keep a function's free names (see `closures`)."""
    return getattr(node, "keeps_names", False)


def constant(value: object) -> ast.Constant:
    """Write a value as syntax."""
    return ast.Constant(value)  # type: ignore[arg-type]


def call_of(node: ast.AST) -> str:
    """Name the plain function that is called, or give an empty string."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def renamed(node: ast.Call, name: str) -> ast.Call:
    """Write the same call of another function."""
    return ast.Call(ast.Name(name, ast.Load()), node.args, node.keywords)


def without(items: list[Any], index: int) -> list[Any]:
    """Leave one item out."""
    return [*items[:index], *items[index + 1 :]]
