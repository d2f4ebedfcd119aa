"""The calls of a request, in order."""

from __future__ import annotations

import builtins
import resource
import sys
from typing import Any

from .adapted import ADAPTED
from .calling import OUT_OF_MEMORY, make, ring
from .kept import ALARM, UNBLOCK, leave, on_signal, own_pid, perf, sigmask, usage
from .mutants import WORKSHOP, remade
from .pipe import reply
from .read_files import READ_FILES, files_since

globals()["__builtins__"] = dict(vars(builtins))  # our own: a target may patch the others

FLUSH_SECONDS = 0.02
"""How long outcomes gather before they are sent."""


def run_calls(target: Any, request: dict[str, Any], fd: int, fresh: bool) -> None:
    """Make the calls of a request; if it asks for a mutant, with that one in force."""
    if "mutant" not in request:
        make_calls(target, request, fd, fresh)
        return
    with WORKSHOP[0].in_force(request["mutant"]):
        make_calls(remade(request), request, fd, fresh)
    ADAPTED.clear()


def make_calls(target: Any, request: dict[str, Any], fd: int, fresh: bool) -> None:
    """Make the calls of a request, in order, with replies flushed as they gather.

    A call that was cut short may leave locks held, and a leak may have eaten the memory: then the
    rest is left for another child, if this one is `fresh` for these calls. A call may fork and come
    back in both processes: the one that was not asked ends here, before it says anything.
    """
    here = own_pid()
    on_signal(ALARM, ring)
    sigmask(UNBLOCK, {ALARM})
    known = len(READ_FILES)
    most, roof = request["flush"], _peak() + request["roof"]
    ready: list[list[list[Any]]] = []
    since = perf()
    for at, call in enumerate(request["calls"]):
        made = make(target, call, request["soft"])
        if own_pid() != here:
            leave(0)
        if at and fresh and made[0] is OUT_OF_MEMORY:
            break
        ready.append(made)
        cut = made[0][0] == "lost"
        if cut or len(ready) >= most or perf() - since > FLUSH_SECONDS:
            reply(fd, {"token": request["token"], "out": ready})
            ready, since = [], perf()
            if fresh and (cut or _peak() > roof):
                break
    last = {"token": request["token"], "out": ready, "done": True}
    reply(fd, {**last, "files": files} if (files := files_since(known)) else last)


def _peak() -> int:
    """Return the most memory that this process has held, in bytes."""
    most: int = usage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most << 10
