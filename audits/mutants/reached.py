"""What a reward is made of: the functions that its own code names, and the values that they read.

Standard library only: this runs where a user's reward lives. Only the project's own modules count:
those of the target's top package, or under the folder that it is imported from. What is installed
beside it is somebody else's, and is left alone.
"""

from __future__ import annotations

import functools
import sys
import sysconfig
import types
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from audits.mutants.source import code_name

MOST = 2_000
"""Functions and values that are looked into."""

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_STDLIB = sysconfig.get_paths()["stdlib"]
_WRAPPERS = (staticmethod, classmethod, functools.partial, property, functools.cached_property)


def root_of(module: types.ModuleType) -> Path:
    """Give the folder that a module, or the package that it is in, is imported from."""
    place = Path(str(module.__file__)).resolve().parent
    while (place / "__init__.py").exists():
        place = place.parent
    return place


class Reached:
    """The names of each of the project's own modules that a target reaches."""

    def __init__(self, target: Any, home: types.ModuleType) -> None:
        self.names: dict[str, set[str]] = defaultdict(set)
        """For a module's name in `sys.modules`: functions by qualified name, and values."""
        self._home, self._root = home, root_of(home)
        self._seen: set[int] = set()
        self._look(target, 0)

    def owns(self, name: str) -> bool:
        """Tell whether a module is the project's own."""
        module = sys.modules.get(name)
        if module is self._home:
            return True
        file = getattr(module, "__file__", None)
        top = self._home.__name__.partition(".")[0]
        if not isinstance(file, str) or not file.endswith(".py"):
            return False
        return name.partition(".")[0] == top or self._is_near(Path(file).resolve())

    def _is_near(self, file: Path) -> bool:
        if not file.is_relative_to(self._root) or file.is_relative_to(_STDLIB):
            return False
        return not _INSTALLED & {*file.relative_to(self._root).parts, self._root.name}

    def _look(self, value: Any, depth: int) -> None:
        """Go into a value, once: a function, a class, or what holds some."""
        if id(value) in self._seen or len(self._seen) > MOST:
            return
        self._seen.add(id(value))
        for inner in self._inside(value, depth):
            self._look(inner, depth + 1 if isinstance(value, dict | list | tuple) else depth)

    def _inside(self, value: Any, depth: int) -> Iterator[Any]:
        if isinstance(value, types.MethodType):
            yield from (value.__func__, type(value.__self__))
        elif isinstance(value, types.FunctionType):
            yield from self._of_function(value)
        elif isinstance(value, type):
            yield from self._of_class(value)
        elif isinstance(value, dict | list | tuple):
            yield from self._held(value) if depth < 3 else ()
        elif isinstance(value, _WRAPPERS) or hasattr(type(value), "__wrapped__"):
            yield from _wrapped(value)
        elif not isinstance(value, types.ModuleType):
            yield from (type(value), getattr(value, "__wrapped__", None))

    @staticmethod
    def _held(value: Any) -> Iterator[Any]:
        held = list(value.values()) if isinstance(value, dict) else list(value)
        return (one for one in held[:200] if not isinstance(one, str | int | float))

    def _of_class(self, kind: type) -> Iterator[Any]:
        if self.owns(kind.__module__):
            yield from vars(kind).values()
            yield from kind.__mro__[1:]

    def _of_function(self, function: types.FunctionType) -> Iterator[Any]:
        yield getattr(function, "__wrapped__", None)
        for cell in function.__closure__ or ():
            if _is_full(cell):
                yield cell.cell_contents
        home = function.__globals__.get("__name__", "")
        if not self.owns(home):
            return
        self.names[home].add(code_name(function).partition(".<locals>")[0])
        yield from function.__defaults__ or ()
        names = set(_names(function.__code__))
        for name in names & function.__globals__.keys():
            yield from self._named(name, function.__globals__[name], names, home)

    def _named(self, name: str, value: Any, names: set[str], home: str) -> Iterator[Any]:
        """Follow a global name of a module: a value by all that hold it, a module by its names."""
        if isinstance(value, types.ModuleType):
            if self.owns(value.__name__):
                for inner in names & vars(value).keys():
                    yield from self._named(inner, vars(value)[inner], set(), value.__name__)
            return
        for holder in [home, *(one for one in list(sys.modules) if self.owns(one))]:
            if vars(sys.modules[holder]).get(name) is value:
                self.names[holder].add(name)
        yield value


def _wrapped(value: Any) -> Iterator[Any]:
    for name in ("__func__", "func", "fget", "__wrapped__"):
        yield getattr(value, name, None)
    yield from getattr(value, "args", ())


def _is_full(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False


def _names(code: types.CodeType) -> Iterator[str]:
    """Give every name that a code object, and each one in it, asks for."""
    yield from code.co_names
    for one in code.co_consts:
        if isinstance(one, types.CodeType):
            yield from _names(one)
