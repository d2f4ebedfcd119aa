"""Run all benchmarks, or those that are named, and print what each measured."""

from __future__ import annotations

import pkgutil
import platform
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tabulate import tabulate

ROUNDS = 9
"""How often each thing is measured; the median is shown."""


def benchmarks() -> dict[str, ModuleType]:
    """Find every module of this package that measures something."""
    found = (one.name for one in pkgutil.iter_modules([str(Path(__file__).parent)]))
    modules = {name: import_module(f"benchmarks.{name}") for name in found if name != "__main__"}
    return {name: module for name, module in modules.items() if hasattr(module, "measure")}


def main(names: list[str], rounds: int = ROUNDS) -> int:
    """Run the named benchmarks, or all; 2 for a name that none has."""
    known = benchmarks()
    if unknown := [name for name in names if name not in known]:
        sys.stderr.write(f"expected one of {', '.join(known)}; got {unknown[0]!r}\n")
        return 2
    print(f"Python {platform.python_version()} on {platform.machine()}, medians of {rounds}")
    for name in names or known:
        title = (known[name].__doc__ or name).splitlines()[0]
        figures = list(known[name].measure(rounds))
        print(f"\n{title}\n{tabulate(figures, tablefmt='plain', disable_numparse=True)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
