"""Starts the worker, by path: `<the user's python> .../worker/__main__.py <request fd> <reply fd>`.

Its modules are imported under a name that is gone before the target is: the target finds neither
them nor the folder that they stand in.
"""

from __future__ import annotations

import importlib
import os
import platform
import signal
import sys
import types
from typing import Any

NAME = "clawback_worker"


def ours(folder: str) -> tuple[Any, Any, Any]:
    """Import the keeper, the pipe and the processes as modules of a package of no other's."""
    package = types.ModuleType(NAME)
    package.__path__ = [folder]
    sys.modules[NAME] = package
    keeping, pipe, processes = (
        importlib.import_module(f"{NAME}.{name}") for name in ("keeping", "pipe", "processes")
    )
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]
    return keeping, pipe, processes


def main() -> None:
    """Say hello, and keep a server."""
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [path for path in sys.path if os.path.abspath(path) != here]
    keeping, pipe, processes = ours(here)
    sys.dont_write_bytecode = True  # a target mended within a second is not to be read from a cache
    for threads in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
        os.environ.setdefault(threads, "1")  # a target without threads can be forked
    requests, replies = int(sys.argv[1]), int(sys.argv[2])
    processes.tie(signal.SIGTERM)
    pipe.reply(replies, {"python": platform.python_version()})
    keeping.keep(requests, replies)


if __name__ == "__main__":
    main()
