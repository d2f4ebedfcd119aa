"""The module of a target: by name, by file, in its package, without its heavy parents."""

from __future__ import annotations

import builtins
import importlib
import importlib.machinery
import importlib.util
import os
import sys
import types

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others


def split(target: str) -> tuple[str, str]:
    """Split a target into its module or file, and the expression after the colon."""
    where, found, expression = target.partition(".py:")
    if found:
        return f"{where}.py", expression
    where, _, expression = target.partition(":")
    return where, expression


def module_of(name: str) -> types.ModuleType:
    """Import a module by its name, or a file by its path."""
    if not name.endswith(".py"):
        return importlib.import_module(name)
    sys.path.insert(1, os.path.dirname(os.path.abspath(name)))
    spec = importlib.util.spec_from_file_location("clawback_target", name)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules["clawback_target"] = module
    try:
        spec.loader.exec_module(module)
    except ImportError as error:
        if "relative import" not in str(error) or not os.path.exists(_beside(name, "__init__.py")):
            raise
        return _in_its_package(name)
    return module


def _beside(path: str, name: str) -> str:
    return os.path.join(os.path.dirname(os.path.abspath(path)), name)


def _in_its_package(path: str) -> types.ModuleType:
    """Import a file as the module that it is of the package around it."""
    return importlib.import_module(dotted(path))


def dotted(path: str) -> str:
    """Name the module that a file is of the package around it, which can be imported then.

    What is no file of a package is returned as it came.
    """
    if not path.endswith(".py") or not os.path.exists(_beside(path, "__init__.py")):
        return path
    parts, place = [os.path.basename(path)[: -len(".py")]], os.path.abspath(path)
    while os.path.exists(_beside(place, "__init__.py")):
        place = os.path.dirname(place)
        parts.insert(0, os.path.basename(place))
    sys.path.insert(0, os.path.dirname(place))
    return ".".join(parts)


def stub_parents(name: str) -> None:
    """Stand in for heavy parent packages: an empty module with the right path for each.

    A file in no package has none.
    """
    parts = [] if name.endswith(".py") else name.split(".")[:-1]
    for count in range(1, len(parts) + 1):
        parent = ".".join(parts[:count])
        if parent in sys.modules:
            continue
        spec = importlib.machinery.PathFinder.find_spec(
            parts[count - 1],
            None if count == 1 else sys.modules[".".join(parts[: count - 1])].__path__,
        )
        if spec is None or spec.submodule_search_locations is None:
            raise ModuleNotFoundError(f"no package named {parent!r}")
        module = types.ModuleType(parent)
        module.__path__ = list(spec.submodule_search_locations)
        sys.modules[parent] = module
