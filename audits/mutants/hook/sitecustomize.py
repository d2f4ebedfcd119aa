"""Put on PYTHONPATH by `clawback mutate --tests`: one module is loaded with other source text.

Standard library only, and nothing of ours: it runs at the start of the interpreter that runs the
project's tests. CLAWBACK_MUTANT_MODULE names the module, CLAWBACK_MUTANT_SOURCE a file that holds
the text to be run in its place.
"""

from __future__ import annotations

import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from importlib.util import module_from_spec
from pathlib import Path
from types import CodeType


class _Loader(SourceFileLoader):
    """Loads a module from other text, under its own name and path."""

    def get_code(self, fullname: str) -> CodeType:
        text = Path(os.environ["CLAWBACK_MUTANT_SOURCE"]).read_text(encoding="utf-8")
        return compile(text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds the one module, wherever it would have been found."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name != os.environ.get("CLAWBACK_MUTANT_MODULE"):
            return None
        spec = PathFinder.find_spec(name, path)  # type: ignore[arg-type]
        if spec is not None and spec.origin:
            spec.loader = _Loader(name, spec.origin)
        return spec


def _next_customization() -> None:
    """Run the sitecustomize that this one stands in front of, if there is one."""
    here = str(Path(__file__).parent)
    spec = PathFinder.find_spec(__name__, [place for place in sys.path if place != here])
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(module_from_spec(spec))


sys.meta_path.insert(0, _Finder())
_next_customization()
