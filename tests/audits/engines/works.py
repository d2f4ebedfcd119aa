"""Work for the engines' tests; a worker imports it by name."""

from __future__ import annotations

import os
import signal
from pathlib import Path


def square(number: int) -> bytes:
    return b"%d" % (number * number)


def square_unless_killed(task: tuple[int, str, str]) -> bytes:
    """Square; the 5 kills its process `once` or `always`, or stops it, or kills its `worker`."""
    number, how, folder = task
    mark = Path(folder, "killed")
    if number == 5 and (how.startswith("always") or not mark.exists()):
        mark.touch()
        worker = how.endswith("worker")
        os.kill(
            os.getppid() if worker else os.getpid(),
            signal.SIGSTOP if how == "stopped" else signal.SIGKILL,
        )
        signal.pause()
    with Path(folder, str(number)).open("a") as times:
        times.write("x")
    return square(number)


def odd(number: int) -> bytes:
    raise ValueError(f"odd {number}")
