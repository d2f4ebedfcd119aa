"""Which modules a scorer is made of: its own, and those of its package that it imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType

from audits.mutants.source import read_source


def closure(start: str) -> frozenset[str]:
    """Name a module and all modules of the same package that it imports, near or far."""
    package = start.partition(".")[0]
    found: set[str] = set()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += [other for other in _imported(name) if other.split(".")[0] == package]
    return frozenset(found)


def _imported(name: str) -> Iterator[str]:
    """Name the modules that a module imports by their full names, packages' own faces left out."""
    module = import_module(name)
    for node in ast.walk(read_source(module).tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield from _from(node)


def _from(node: ast.ImportFrom) -> Iterator[str]:
    inner = [f"{node.module}.{alias.name}" for alias in node.names]
    modules = [name for name in inner if isinstance(sys.modules.get(name), ModuleType)]
    yield from modules
    if len(modules) < len(inner):
        yield str(node.module)
