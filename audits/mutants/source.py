"""A module's functions as pieces that can be compiled anew: the source, and the live functions.

A unit is an outermost function, method or lambda, with all that is nested in it. It is compiled
inside the skeleton of its classes, so that private names and `super()` keep their meaning.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TypeAlias

FunctionNode: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
FUNCTION_NODES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)

Live: TypeAlias = dict[int, list[FunctionType]]
"""For the id of a code object, the functions that run it."""


class NoSourceError(Exception):
    """A module whose source cannot be read. The message names it."""


@dataclass(frozen=True, slots=True)
class Source:
    """A module and its source."""

    module: ModuleType
    file: str
    text: str
    tree: ast.Module
    name: str
    """The module, as mutants name it."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One outermost function, with the classes that it stands in."""

    source: Source
    classes: tuple[str, ...]
    node: FunctionNode

    @property
    def qualname(self) -> str:
        """The function's name within its module."""
        return ".".join((*self.classes, name_of(self.node)))

    def compiled(self) -> CodeType:
        """Compile the function as its tree stands now. Raises `SyntaxError` or `ValueError`."""
        body: ast.stmt = ast.Expr(self.node) if isinstance(self.node, ast.Lambda) else self.node
        for name in reversed(self.classes):
            body = _class(name, body)
        tree = ast.Module([*_futures(self.source.tree), ast.fix_missing_locations(body)], [])
        code = compile(tree, self.source.file, "exec", dont_inherit=True)
        for name in (*self.classes, name_of(self.node)):
            code = next(one for one in nested(code) if one.co_name == name)
        return code


def read_source(module: ModuleType, name: str = "") -> Source:
    """Read a module's source; `name` is what mutants call it. Raises `NoSourceError`."""
    file = getattr(module, "__file__", None)
    try:
        text = Path(file or "").read_text(encoding="utf-8")
        tree = ast.parse(text, str(file))
        return Source(module, str(file), text, tree, name or module.__name__)
    except (OSError, ValueError, SyntaxError) as error:
        raise NoSourceError(f"{module.__name__}: its source cannot be read: {error}") from None


def units(source: Source) -> Iterator[Unit]:
    """Give each outermost function of a module, in the order of the source."""
    for statement in source.tree.body:
        yield from _units(source, (), statement)


def _units(source: Source, classes: tuple[str, ...], node: ast.AST) -> Iterator[Unit]:
    if isinstance(node, FUNCTION_NODES):
        yield Unit(source, classes, node)
    else:
        inner = (*classes, node.name) if isinstance(node, ast.ClassDef) else classes
        for child in ast.iter_child_nodes(node):
            yield from _units(source, inner, child)


def live_functions(file: str) -> Live:
    """Find every living function whose code comes from a file, by the id of its code."""
    found: Live = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename == file:
            found[id(thing.__code__)].append(thing)
    return found


def nested(code: CodeType) -> list[CodeType]:
    """Give the code objects that stand directly in a code object."""
    return [one for one in code.co_consts if isinstance(one, CodeType)]


def pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Pair a function's code, and that of each function in it, with its like in a mutant's."""
    yield old, new
    theirs = _by_place(new)
    for place, codes in _by_place(old).items():
        if len(codes) == len(theirs.get(place, ())):
            for one, other in zip(codes, theirs[place], strict=True):
                yield from pairs(one, other)


def _by_place(code: CodeType) -> dict[tuple[str, int], list[CodeType]]:
    found: dict[tuple[str, int], list[CodeType]] = defaultdict(list)
    for one in nested(code):
        found[one.co_name, one.co_firstlineno].append(one)
    return found


def code_name(function: FunctionType) -> str:
    """Give the qualified name of a function's code; before Python 3.11 only the function has it."""
    return str(getattr(function.__code__, "co_qualname", function.__qualname__))


def first_line(node: FunctionNode) -> int:
    """Give the line that Python counts as a function's first: its first decorator's, if any."""
    decorators = [] if isinstance(node, ast.Lambda) else node.decorator_list
    return min([node.lineno, *(one.lineno for one in decorators)])


def name_of(node: FunctionNode) -> str:
    """Give the name that Python gives a function's code."""
    return "<lambda>" if isinstance(node, ast.Lambda) else node.name


def _class(name: str, body: ast.stmt) -> ast.stmt:
    made = ast.ClassDef(name=name, bases=[], keywords=[], body=[body], decorator_list=[])
    if sys.version_info >= (3, 12):
        made.type_params = []
    return ast.copy_location(made, body)


def _futures(tree: ast.Module) -> list[ast.stmt]:
    return [
        one for one in tree.body if isinstance(one, ast.ImportFrom) and one.module == "__future__"
    ]
