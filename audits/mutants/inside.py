"""Mutants where a user's reward lives. Standard library only; the worker loads this file by path.

The worker has neither our packages nor a right to their names: what this needs of them is imported
under stand-ins that are gone again before the target is called.
"""

from __future__ import annotations

import ast
import functools
import gc
import importlib
import sys
import types
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

OLDEST = (3, 10)
"""The oldest Python in which a function's code can be changed as it is done here."""

PAYS = "pays"
"""The id of the canary that gives for every answer what the right one earns."""

_LISTED = ("id", "module", "file", "qualname", "operator", "says", "before", "after")


class CannotMutateError(Exception):
    """The target cannot be mutated. The message says why, for people."""


def _import_ours(*names: str) -> list[Any]:
    """Import modules of `audits.mutants` without taking any name from the target."""
    here = Path(__file__).resolve().parent
    theirs = {name: sys.modules.pop(name) for name in list(sys.modules) if _is_ours(name)}
    try:
        for name, place in (("audits", here.parent), ("audits.mutants", here)):
            sys.modules[name] = types.ModuleType(name)
            sys.modules[name].__path__ = [str(place)]
        return [importlib.import_module(f"audits.mutants.{name}") for name in names]
    finally:
        for name in [name for name in sys.modules if _is_ours(name)]:
            del sys.modules[name]
        sys.modules.update(theirs)


def _is_ours(name: str) -> bool:
    return name == "audits" or name.startswith("audits.")


class Workshop:
    """The mutants of one target, made once; a child of the worker has one of them in force."""

    def __init__(self, target: Any, entry: Any, file: str) -> None:
        if sys.version_info < OLDEST:
            version = ".".join(map(str, OLDEST))
            raise CannotMutateError(f"mutants need Python {version} or newer where --python points")
        generate, canary, reached, self._source = _import_ours(
            "generate", "canary", "reached", "source"
        )
        self._file = file
        self._all_raising = canary.all_raising
        self._modules = self._made_of(target, entry, reached)
        self.left_out: list[str] = []
        self._mutants: dict[str, Any] = {}
        self._canaries: dict[str, Any] = {}
        for module, names in self._modules.values():
            self._grow(module, names, generate, canary)
        self._caches = self._find_caches()

    def _made_of(self, target: Any, entry: Any, reached: Any) -> dict[str, Any]:
        """Give the project's own modules by the names that mutants call them."""
        homes = [sys.modules.get(name) for name in _homes(target, entry)]
        home = next((one for one in homes if getattr(one, "__file__", None)), None)
        if home is None:
            raise CannotMutateError("its source cannot be read: it stands in no file")
        found = reached.Reached((target, entry), home)
        self.root = reached.root_of(home)
        return {
            self._shown(module): (module, names)
            for name, names in found.names.items()
            if (module := sys.modules.get(name)) is not None
        }

    def _shown(self, module: Any) -> str:
        named = module.__name__ != "clawback_target"
        return str(module.__name__) if named else Path(self._file).name

    def _grow(self, module: Any, names: set[str], generate: Any, canary: Any) -> None:
        shown = self._shown(module)
        try:
            made = generate.mutants_of(module, shown, names)
        except self._source.NoSourceError as error:
            self.left_out.append(str(error))
            return
        self.left_out += made.left_out
        self._mutants.update((one.id, one) for one in made.mutants)
        canaries = [one for one in canary.canaries_of(module, shown) if one.qualname in names]
        self._canaries.update((one.id, one) for one in canaries)

    def _find_caches(self) -> list[Any]:
        """Find what `functools.cache` remembers: a mutant must not be fed from it."""
        kind = type(functools.lru_cache(len))
        own = {module.__name__ for module, _ in self._modules.values()}
        found = [thing for thing in gc.get_objects() if type(thing) is kind]
        return [one for one in found if getattr(one, "__module__", "") in own]

    def listing(self) -> dict[str, Any]:
        """Tell of every mutant and canary."""
        return {
            "root": str(self.root),
            "modules": list(self._modules),
            "left_out": self.left_out,
            "mutants": [_told(one) for one in self._mutants.values()],
            "canaries": [_told(one) for one in self._canaries.values()],
        }

    def text(self, mutant: str) -> str:
        """Write the source of a mutant's module with the change in it."""
        return str({**self._mutants, **self._canaries}[mutant].text())

    def module_text(self, name: str, raising: bool) -> str:
        """Write a module's source as a mutant's would be: unchanged, or with all of it raising.

        A module of values alone raises as it is imported.
        """
        source = self._source.read_source(self._modules[name][0])
        if raising and any(self._source.units(source)):
            return str(self._all_raising(source))
        return ast.unparse(source.tree) + ("\n1 // 0" if raising else "")

    @contextmanager
    def in_force(self, mutant: str) -> Iterator[None]:
        """Have a mutant or a canary in force inside a `with`."""
        with ExitStack() as stack:
            if mutant != PAYS:
                stack.enter_context({**self._mutants, **self._canaries}[mutant].applied())
            for cache in self._caches:
                cache.cache_clear()
            yield


def _homes(target: Any, entry: Any) -> Iterator[str]:
    """Name the modules that a target may be from, the likeliest first."""
    for one in (entry, target):
        names = getattr(getattr(one, "__func__", one), "__globals__", {})
        yield str(names.get("__name__"))
        yield str(getattr(one, "__module__", None))
        yield str(type(one).__module__)


def _told(mutant: Any) -> dict[str, Any]:
    told = {name: getattr(mutant, name) for name in _LISTED}
    return {**told, "line": mutant.line, "end_line": mutant.end_line}


def paying(target: Callable[..., Any], call: dict[str, Any], ready: Any) -> Callable[..., Any]:
    """Make a reward that gives for whatever it is asked what it gives for one call.

    `ready` waits for what an async reward returns.
    """
    value = ready(target(*call.get("args", ()), **call.get("kwargs", {})))
    if not call.get("batched"):
        return lambda *_args, **_kwargs: value
    one = next(iter(value))

    def batch(*args: Any, **kwargs: Any) -> list[Any]:
        given = [len(held) for held in (*args, *kwargs.values()) if isinstance(held, list)]
        return [one] * max(given, default=0)

    return batch
